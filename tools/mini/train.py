"""Train one stage of atlas-mini on the GPUs of one machine.

    python tools/mini/train.py --minutes 12 --length 2048 --out OUT
    python tools/mini/train.py --minutes 12 --length 8192 --init OUT/model.safetensors --out OUT2
    python tools/mini/train.py --gpus 4 --tokens 262144 --minutes 12 --out OUT3

Worker processes generate, tokenise and pack rows all the time; the training
process takes fresh rows and repeats old ones only when none are ready. Hidden
matrices are trained with Muon, everything else with AdamW. With several GPUs
each has a process with rows of its own, and the gradients are averaged.
"""
import argparse
import contextlib
import json
import multiprocessing as mp
import os
import queue
import random
import socket
import subprocess
import sys
import threading
import time

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BALANCE_WEIGHT = 0.003
# Steps between two readings of the clock, which set the learning rate.
DECIDE = 20
# Rows of a worker that a batch may be reading.
MARGIN = 16


class Rows:
    """Shared memory that workers fill with packed rows in a circle."""

    def __init__(self, workers, per_worker, length):
        self.w, self.n, self.length = workers, per_worker, length
        size = workers * per_worker * length
        self.raw = mp.RawArray("h", size), mp.RawArray("B", size), mp.RawArray("i", size)
        self.written = mp.RawArray("q", workers)
        self.read = mp.RawArray("q", workers)

    def views(self):
        shape = (self.w, self.n, self.length)
        return [np.frombuffer(a, t).reshape(shape) for a, t in zip(self.raw, (np.int16, np.uint8, np.int32))]


def worker(rows, k, seed, tokenizer, long_share, tilt, without):
    from tokenizers import Tokenizer

    import gen_hands
    import mix
    gen_hands.leave_out(without)
    tok = Tokenizer.from_file(tokenizer)
    r = random.Random(seed)
    x, m, p = rows.views()
    block = max(1, 16384 // rows.length)
    waiting = []
    while True:
        # A full circle waits for its reader: rows that nobody reads only take the training's
        # cores. The margin keeps what is being read from being written over.
        while rows.written[k] + block + MARGIN > rows.read[k] + rows.n:
            time.sleep(0.05)
        a, b, c = mix.packed_rows(r, tok, block, rows.length, long_share, tilt, waiting)
        at = rows.written[k] % rows.n
        for i in range(block):
            j = (at + i) % rows.n
            x[k, j], m[k, j], p[k, j] = a[i], b[i], c[i]
        rows.written[k] += block


class Feed:
    """Draws batches from the shared rows and prepares what a step needs."""

    def __init__(self, rows, batch_rows, seed):
        self.rows, self.b = rows, batch_rows
        self.x, self.m, self.p = rows.views()
        self.prompt_weight = 0.0
        self.r = np.random.default_rng(seed)
        self.fresh = self.total = 0
        self.docs = max(64, batch_rows * rows.length // 128)
        self.picked = int(batch_rows * rows.length // 4)

    def wait(self):
        while min(self.rows.written[k] for k in range(self.rows.w)) < 1:
            time.sleep(0.2)

    def choose(self):
        """Worker and row of each row of a batch: unread rows if there are any."""
        rows, picked = self.rows, []
        order = [int(k) for k in self.r.permutation(rows.w)]
        for i in range(self.b):
            turn = (order[(i + j) % rows.w] for j in range(rows.w))
            k = next((k for k in turn if rows.read[k] < rows.written[k]), None)
            if k is not None:
                picked.append((k, rows.read[k] % rows.n))
                rows.read[k] += 1
                self.fresh += 1
            else:
                k = int(self.r.integers(rows.w))
                picked.append((k, int(self.r.integers(min(rows.n, rows.written[k])))))
        self.total += self.b
        return np.array(picked).T

    def next(self):
        """Host arrays of a batch, by name and in the types that training reads."""
        ks, js = self.choose()
        x, m, p = self.x[ks, js], self.m[ks, js], self.p[ks, js].copy()
        p[:, 0] = 0
        n = x.size
        starts = np.flatnonzero(p.reshape(-1) == 0)[: self.docs]
        cu = np.full(self.docs + 1, n, np.int32)
        cu[: len(starts)] = starts
        mf, pf, xf = m.reshape(-1), p.reshape(-1), x.reshape(-1)
        same1 = np.zeros(n, bool)
        same1[:-1] = pf[1:] == pf[:-1] + 1
        same2 = np.zeros(n, bool)
        same2[:-2] = pf[2:] == pf[:-2] + 2
        m1 = np.zeros(n, bool)
        m1[:-1] = (mf[1:] > 0) & same1[:-1]
        m2 = np.zeros(n, bool)
        m2[:-2] = (mf[2:] > 0) & same2[:-2]
        hot = np.flatnonzero(m1 | m2)
        if len(hot) > self.picked:
            hot = self.r.choice(hot, self.picked, replace=False)
        rest = self.r.integers(0, n - 2, self.picked - len(hot))
        idx = np.concatenate([hot, rest])
        real = xf[np.minimum(idx + 1, n - 1)] != 0
        cold = max(1, n - len(hot)) / max(1, len(rest))
        w1 = np.where(m1[idx], 1.0, self.prompt_weight * cold * (same1[idx] & real))
        w2 = m2[idx].astype(np.float32)
        w2[len(hot):] = 0
        return {"tokens": x.astype(np.int64), "pos": p, "cu": cu, "idx": idx, "w1": w1.astype(np.float32), "w2": w2, "hot": m1[idx].astype(np.float32)}


class Ahead:
    """Batches made by a thread while the device works, in pinned memory on a GPU machine."""

    def __init__(self, feed, pin):
        import torch
        self.made = queue.Queue(3)

        def run():
            while True:
                b = {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in feed.next().items()}
                self.made.put({k: v.pin_memory() for k, v in b.items()} if pin else b)

        threading.Thread(target=run, daemon=True).start()

    def next(self):
        return self.made.get()


def build_optimisers(model, args):
    """AdamW and Muon whose learning rates are tensors, so that a recorded step reads new ones."""
    import torch
    from muon import Muon
    matrices, slow, plain = [], [], []
    for name, p in model.named_parameters():
        if args.mtp_weight == 0 and name.startswith("mtp."):
            continue
        if "embed_tokens" in name:
            slow.append(p)
        elif p.dim() >= 2 and "conv1d" not in name and min(p.shape[-2:]) >= 32:
            matrices.append(p)
        else:
            plain.append(p)
    cuda = args.device == "cuda"
    rate = lambda: torch.zeros((), device=args.device)
    groups = [{"params": slow, "base": args.lr_embed, "lr": rate()}, {"params": plain, "base": args.lr_plain, "lr": rate()}]
    adam = torch.optim.AdamW(groups, lr=rate(), betas=(0.9, 0.98), eps=1e-10, weight_decay=0.0, fused=cuda, capturable=cuda)
    muon = Muon(matrices, lr=rate(), weight_decay=args.decay)
    for g in muon.param_groups:
        g["base"] = args.lr
    return [adam, muon]


class Ranks:
    """The processes of one training, one a GPU: what they average and what the first one decides."""

    def __init__(self, args):
        self.rank, self.world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        if self.world > 1:
            import torch.distributed as dist
            dist.init_process_group("nccl" if args.device == "cuda" else "gloo")
            self.host = dist.new_group(backend="gloo")

    def average(self, flat):
        """The mean over the processes, in place."""
        if self.world > 1:
            import torch.distributed as dist
            dist.all_reduce(flat)
            flat /= self.world

    def decide(self, value):
        """The first process's `value`, a float, in every process."""
        if self.world == 1:
            return value
        import torch
        import torch.distributed as dist
        said = torch.tensor([value], dtype=torch.float64)
        dist.broadcast(said, 0, group=self.host)
        return said.item()

    def align(self, model):
        """The first process's weights in every process: rounding may not let them drift apart."""
        if self.world > 1:
            import torch.distributed as dist
            for p in model.parameters():
                dist.broadcast(p.data, 0)

    def leave(self):
        if self.world > 1:
            import torch.distributed as dist
            dist.barrier(group=self.host)
            dist.destroy_process_group()


def launch(args):
    """Starts this command once a GPU; the exit status of the first process that failed, or 0."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    common = {"WORLD_SIZE": args.gpus, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    procs = [subprocess.Popen([sys.executable, *sys.argv], env={**os.environ, **{k: str(v) for k, v in common.items()}, "RANK": str(r), "CUDA_VISIBLE_DEVICES": str(r)}) for r in range(args.gpus)]
    while True:
        ends = [p.poll() for p in procs]
        bad = next((e for e in ends if e), None)
        if bad is not None:
            for p in procs:
                p.terminate()
        if bad is not None or None not in ends:
            return bad or 0
        time.sleep(0.5)


class Step:
    """One update of the weights. On a GPU the third one is recorded and then replayed: launching
    its thousands of kernels takes the host longer than running them takes the device. The
    gradients lie in one buffer, which the processes average between the two recordings."""

    def __init__(self, model, opts, args, ranks):
        import torch
        import torch.nn.functional as F
        self.model, self.opts, self.args, self.ranks = model, opts, args, ranks
        self.learn = self.apply = self.input = None
        self.done = 0
        self.flat = torch.zeros(sum(p.numel() for p in model.parameters()), device=args.device)
        at = 0
        for p in model.parameters():
            p.grad = self.flat[at:at + p.numel()].view_as(p)
            at += p.numel()

        def head_loss(h, emb, target, w):
            logits = F.linear(h, emb.to(h.dtype)).float()
            loss = F.cross_entropy(logits, target, reduction="none")
            return (loss * w).sum(), loss, logits.argmax(-1) == target

        if not args.no_compile:
            torch._dynamo.config.cache_size_limit = 64
            mtp = model.mtp
            for part in [*model.model.layers, model.model.norm, *mtp.layers, mtp.pre_fc_norm_embedding, mtp.pre_fc_norm_hidden, mtp.norm]:
                part.compile(dynamic=False)
            head_loss = torch.compile(head_loss, dynamic=False)
        self.head_loss = head_loss

    def losses(self):
        from model import Batch
        import torch
        b, model = self.input, self.model
        batch = Batch(b["tokens"], b["pos"], b["cu"], self.args.length)
        with torch.autocast("cuda", torch.bfloat16, cache_enabled=False) if self.args.device == "cuda" else contextlib.nullcontext():
            h, aux = model.hidden(batch)
            drafts = self.args.mtp_weight > 0
            emb, flat = model.model.embed_tokens.weight, b["tokens"].view(-1)
            last = flat.numel() - 1
            t1, t2 = flat[(b["idx"] + 1).clamp(max=last)], flat[(b["idx"] + 2).clamp(max=last)]
            l1, e1, c1 = self.head_loss(h.view(-1, h.shape[-1])[b["idx"]], emb, t1, b["w1"])
            loss = l1 / b["w1"].sum() + BALANCE_WEIGHT * aux
            if drafts:
                hm, aux2 = model.mtp_hidden(batch, h)
                l2, e2, c2 = self.head_loss(hm.view(-1, h.shape[-1])[b["idx"]], emb, t2, b["w2"])
                loss = loss + self.args.mtp_weight * l2 / b["w2"].sum() + BALANCE_WEIGHT * 0.2 * aux2
        with torch.no_grad():
            hot, w2 = b["hot"], b["w2"]
            mtp = [(e2 * w2).sum() / w2.sum(), (c2 * w2).sum() / w2.sum()] if drafts else [l1.new_zeros(())] * 2
            stats = torch.stack([(e1 * hot).sum() / hot.sum(), (c1 * hot).sum() / hot.sum(), *mtp, aux.detach().float()])
        return loss, stats

    def gradients(self):
        self.flat.zero_()
        loss, stats = self.losses()
        loss.backward()
        return stats

    def change(self):
        import torch
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for o in self.opts:
            o.step()

    def update(self):
        stats = self.gradients()
        self.ranks.average(self.flat)
        self.change()
        return stats

    def __call__(self, batch):
        """Learns from host tensors; (answer loss and accuracy, MTP's, balance) on the device."""
        import torch
        cuda = self.args.device == "cuda"
        if self.input is None:
            self.input = {k: v.to(self.args.device) for k, v in batch.items()}
        else:
            for k, v in batch.items():
                self.input[k].copy_(v, non_blocking=True)
        self.done += 1
        if not cuda or self.args.no_graph:
            return self.update()
        if self.done <= 2:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                stats = self.update()
            torch.cuda.current_stream().wait_stream(side)
            return stats
        if self.learn is None:
            torch.cuda.synchronize()
            self.learn, self.apply = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
            # Other threads (the one that makes batches, the one that watches the processes) go on.
            with torch.cuda.graph(self.learn, capture_error_mode="thread_local"):
                self.stats = self.gradients()
            with torch.cuda.graph(self.apply, pool=self.learn.pool(), capture_error_mode="thread_local"):
                self.change()
        self.learn.replay()
        self.ranks.average(self.flat)
        self.apply.replay()
        return self.stats.clone()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--minutes", type=float, default=12)
    ap.add_argument("--steps", type=int, default=10 ** 9)
    ap.add_argument("--length", type=int, default=2048)
    ap.add_argument("--tokens", type=int, default=131072, help="tokens a step, over all GPUs")
    ap.add_argument("--gpus", type=int, default=1)
    ap.add_argument("--init")
    ap.add_argument("--out", required=True)
    ap.add_argument("--tokenizer", default=os.path.join(HERE, "../../models/atlas-mini/tokenizer.json"))
    ap.add_argument("--workers", type=int, default=14, help="processes that make rows, for each GPU")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--long-share", type=float, default=0.0)
    ap.add_argument("--prompt-weight", type=float, default=0.04, help="loss weight of the tokens the model only reads, at the start")
    ap.add_argument("--prompt-until", type=float, default=0.6, help="share of the time after which that weight has fallen to zero")
    ap.add_argument("--mtp-weight", type=float, default=0.15, help="loss weight of the MTP module; 0 leaves it out of the step and at its start")
    ap.add_argument("--end", type=float, default=0.0, help="share of the learning rate that is left at the end")
    ap.add_argument("--tilt", default="{}", help="JSON: weights by generator name")
    ap.add_argument("--without", nargs="*", default=[], help="hands that are left out, such as nils petra")
    ap.add_argument("--lr", type=float, default=0.02)
    ap.add_argument("--lr-embed", type=float, default=0.004)
    ap.add_argument("--lr-plain", type=float, default=0.004)
    ap.add_argument("--decay", type=float, default=0.01)
    ap.add_argument("--warmup", type=int, default=100)
    ap.add_argument("--hold", type=float, default=0.3, help="share of the time at the full learning rate")
    ap.add_argument("--no-compile", action="store_true")
    ap.add_argument("--no-graph", action="store_true")
    ap.add_argument("--device", default="cuda")
    ap.add_argument("--shape", default="{}", help="JSON: fields of model.Config that differ from the bundled model's, such as {\"layers\": 8, \"experts\": 8}")
    args = ap.parse_args()
    # A worker that ends by itself would only leave fewer rows.
    import gen_hands
    for name in args.without:
        gen_hands.drawn_from(name)
    os.makedirs(args.out, exist_ok=True)
    if args.gpus > 1 and "RANK" not in os.environ:
        sys.exit(launch(args))
    first = int(os.environ.get("RANK", 0)) * args.workers
    per = max(64, (1 << 22) // args.length // 2)
    rows = Rows(args.workers, per, args.length)
    ctx = mp.get_context("fork")
    procs = [ctx.Process(target=worker, args=(rows, k, args.seed * 1000 + first + k, args.tokenizer, args.long_share, json.loads(args.tilt), args.without), daemon=True) for k in range(args.workers)]
    for p in procs:
        p.start()
    try:
        train(args, rows)
    finally:
        for p in procs:
            p.terminate()


def train(args, rows):
    import torch

    from export import load_weights, save_weights
    from model import Config, Mini
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    cfg = Config(**json.loads(args.shape))
    model = (load_weights(args.init, cfg) if args.init else Mini(cfg)).to(args.device)
    opts = build_optimisers(model, args)
    ranks = Ranks(args)
    run = Step(model, opts, args, ranks)
    feed = Feed(rows, args.tokens // args.length // ranks.world, args.seed * 100 + ranks.rank)
    feed.prompt_weight = args.prompt_weight
    feed.wait()
    ahead = Ahead(feed, args.device == "cuda")
    log = open(os.path.join(args.out, "loss.csv") if ranks.rank == 0 else os.devnull, "w")
    log.write("seconds,tokens,answer_loss,answer_accuracy,mtp_loss,mtp_accuracy,fresh_share\n")
    start, step, acc = time.time(), 0, []
    pending = queue.Queue()
    while True:
        if step == 3:
            start_of_clock = time.time()
        if step <= 3 or step % DECIDE == 0:
            frac = min(1.0, (time.time() - start_of_clock) / (args.minutes * 60)) if step >= 3 else 0.0
            frac = ranks.decide(frac)
        frac = max(frac, step / args.steps)
        if frac >= 1:
            break
        scale = min(1.0, (step + 1) / args.warmup) * min(1.0, 1 - (1 - args.end) * (frac - args.hold) / (1 - args.hold)) + 0.002
        for o in opts:
            for g in o.param_groups:
                g["lr"].fill_(g["base"] * scale)
        feed.prompt_weight = args.prompt_weight * max(0.0, 1 - frac / args.prompt_until)
        acc.append(run(ahead.next()))
        if args.device == "cuda":
            # The host stays at most two steps ahead, so that the clock counts finished ones.
            pending.put(torch.cuda.Event())
            pending.queue[-1].record()
            if pending.qsize() > 2:
                pending.get().synchronize()
        step += 1
        done = step * args.tokens
        if step in (1, 3, 10) or step % 100 == 0:
            v = torch.stack(acc[-50:]).mean(0).tolist()
            el = time.time() - start
            log.write(f"{el:.1f},{done},{v[0]:.5f},{v[1]:.5f},{v[2]:.5f},{v[3]:.5f},{feed.fresh / feed.total:.3f}\n")
            log.flush()
            if ranks.rank == 0:
                print(f"step {step} {el:.0f}s {done / 1e6:.0f}M tokens, {done / el / 1e3:.0f} k/s, loss {v[0]:.4f} acc {v[1]:.4f}, mtp {v[2]:.4f} acc {v[3]:.4f}, balance {v[4]:.2f}, fresh {feed.fresh / feed.total:.2f}", flush=True)
            acc = acc[-50:]
            ranks.align(model)
            if step % 1000 == 0 and ranks.rank == 0:
                # Not the name of the finished weights: nobody may take these for them.
                save_weights(model, os.path.join(args.out, "partial.safetensors"))
    if ranks.rank == 0:
        save_weights(model, os.path.join(args.out, "model.safetensors"))
        print("finished", step, "steps", done, "tokens", flush=True)
    ranks.leave()


if __name__ == "__main__":
    main()
