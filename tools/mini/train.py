"""Train one stage of a small model on packed rows (`pack.py`).

    python tools/mini/train.py --data data.safetensors --minutes 12 --out OUT
    python tools/mini/train.py --data long.safetensors --init OUT/model.safetensors --out OUT2
    python tools/mini/train.py --data data.safetensors --gpus 4 --tokens 262144 --out OUT
    python tools/mini/train.py --data data.safetensors --device cpu --steps 10 --out OUT

Every row is used once an epoch, in shuffled order. Hidden matrices are trained with Muon,
everything else with AdamW. Several GPUs have a process each and average their gradients. OUT is a
checkpoint folder for Atlas and transformers, with loss.csv beside the weights.
"""
import argparse
import contextlib
import json
import os
import queue
import socket
import subprocess
import sys
import time
from dataclasses import replace

os.environ.setdefault("OMP_NUM_THREADS", "1")
import torch
import torch.distributed as dist
import torch.nn.functional as F

from batches import Ahead, Feed, Rows
from export import MINI, load_weights, read_config, save_weights, write_checkpoint
from model import Batch, Config, Mini
from muon import Muon
from packed_data import PackedError

BALANCE_WEIGHT = 0.003
# Steps between two readings of the clock, which sets the learning rate.
DECIDE = 20
COLUMNS = "seconds,tokens,answer_loss,answer_accuracy,mtp_loss,mtp_accuracy,epoch"


class Ranks:
    """The processes of one training, one a GPU: this one's rank, and the exchanges between them."""

    def __init__(self, device):
        self.rank = int(os.environ.get("RANK", 0))
        self.world = int(os.environ.get("WORLD_SIZE", 1))
        if self.world > 1:
            dist.init_process_group("nccl" if device == "cuda" else "gloo")
            self.host = dist.new_group(backend="gloo")

    def average(self, flat):
        """Replaces a tensor by its mean over the processes."""
        if self.world > 1:
            dist.all_reduce(flat)
            flat /= self.world

    def decide(self, value):
        """The first process's `value`, a float, in every process."""
        if self.world == 1:
            return value
        shared = torch.tensor([value], dtype=torch.float64)
        dist.broadcast(shared, 0, group=self.host)
        return shared.item()

    def align(self, model):
        """Copies the first process's weights to all: rounding must not let them drift apart."""
        if self.world > 1:
            for p in model.parameters():
                dist.broadcast(p.data, 0)

    def leave(self):
        if self.world > 1:
            dist.barrier(group=self.host)
            dist.destroy_process_group()


def launch(gpus):
    """Starts this command once a GPU; returns the status of the first that failed, or 0."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    common = {"WORLD_SIZE": str(gpus), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    processes = []
    for rank in range(gpus):
        env = {**os.environ, **common, "RANK": str(rank), "CUDA_VISIBLE_DEVICES": str(rank)}
        processes.append(subprocess.Popen([sys.executable, *sys.argv], env=env))
    while True:
        ends = [p.poll() for p in processes]
        bad = next((e for e in ends if e), None)
        if bad is not None:
            for p in processes:
                p.terminate()
        if bad is not None or None not in ends:
            return bad or 0
        time.sleep(0.5)


def build_optimisers(model, args):
    """AdamW and Muon whose learning rates are tensors, so that a recorded step reads new ones."""
    matrices, embedding, plain = [], [], []
    for name, p in model.named_parameters():
        if args.mtp_weight == 0 and name.startswith("mtp."):
            continue
        if "embed_tokens" in name:
            embedding.append(p)
        elif p.dim() >= 2 and "conv1d" not in name and min(p.shape[-2:]) >= 32:
            matrices.append(p)
        else:
            plain.append(p)
    cuda = args.device == "cuda"
    rate = lambda: torch.zeros((), device=args.device)
    groups = [
        {"params": embedding, "base": args.lr_embed, "lr": rate()},
        {"params": plain, "base": args.lr_plain, "lr": rate()},
    ]
    settings = {"betas": (0.9, 0.98), "eps": 1e-10, "weight_decay": 0.0}
    adam = torch.optim.AdamW(groups, lr=rate(), fused=cuda, capturable=cuda, **settings)
    muon = Muon(matrices, lr=rate(), weight_decay=args.decay)
    for group in muon.param_groups:
        group["base"] = args.lr
    return [adam, muon]


def head_loss(h, embedding, target, weights):
    """Weighted loss, and each position's loss and whether its best token is the target."""
    logits = F.linear(h, embedding.to(h.dtype)).float()
    loss = F.cross_entropy(logits, target, reduction="none")
    return (loss * weights).sum(), loss, logits.argmax(-1) == target


class Step:
    """One update of the weights.

    On a GPU the third one is recorded as two CUDA graphs and replayed afterwards: launching its
    thousands of kernels takes the host longer than running them takes the device. The gradients lie
    in one buffer, which the processes average between the two graphs. On a CPU each step runs as it
    is written.
    """

    def __init__(self, model, optimisers, length, args, ranks):
        self.model, self.optimisers, self.length = model, optimisers, length
        self.args, self.ranks, self.cuda = args, ranks, args.device == "cuda"
        self.learn = self.apply = self.input = None
        self.done = 0
        parameters = list(model.parameters())
        self.flat = torch.zeros(sum(p.numel() for p in parameters), device=args.device)
        at = 0
        for p in parameters:
            p.grad = self.flat[at : at + p.numel()].view_as(p)
            at += p.numel()
        self.head_loss = head_loss
        if self.cuda and not args.no_compile:
            torch._dynamo.config.cache_size_limit = 64
            mtp = model.mtp
            norms = [model.model.norm, mtp.pre_fc_norm_embedding, mtp.pre_fc_norm_hidden, mtp.norm]
            for part in [*model.model.layers, *mtp.layers, *norms]:
                part.compile(dynamic=False)
            self.head_loss = torch.compile(head_loss, dynamic=False)

    def autocast(self):
        if not self.cuda:
            return contextlib.nullcontext()
        return torch.autocast("cuda", torch.bfloat16, cache_enabled=False)

    def losses(self):
        """The loss, and (answer loss and accuracy, the MTP module's, balance term)."""
        b, model, drafts = self.input, self.model, self.args.mtp_weight > 0
        batch = Batch(b["tokens"], b["pos"], b["cu"], self.length)
        with self.autocast():
            h, aux = model.hidden(batch)
            embedding, flat = model.model.embed_tokens.weight, b["tokens"].view(-1)
            last = flat.numel() - 1
            next1, next2 = (flat[(b["idx"] + i).clamp(max=last)] for i in (1, 2))
            total = lambda w: w.sum().clamp(min=1e-6)
            picked = lambda x: x.view(-1, x.shape[-1])[b["idx"]]
            l1, e1, c1 = self.head_loss(picked(h), embedding, next1, b["w1"])
            loss = l1 / total(b["w1"]) + BALANCE_WEIGHT * aux
            if drafts:
                hm, aux2 = model.mtp_hidden(batch, h)
                l2, e2, c2 = self.head_loss(picked(hm), embedding, next2, b["w2"])
                loss = loss + self.args.mtp_weight * l2 / total(b["w2"])
                loss = loss + BALANCE_WEIGHT * 0.2 * aux2
        with torch.no_grad():
            mean = lambda x, w: (x * w).sum() / total(w)
            zero = l1.new_zeros(())
            mtp = [mean(e2, b["w2"]), mean(c2, b["w2"])] if drafts else [zero, zero]
            answers = [mean(e1, b["hot"]), mean(c1, b["hot"])]
            stats = torch.stack([*answers, *mtp, aux.detach().float()])
        return loss, stats

    def gradients(self):
        self.flat.zero_()
        loss, stats = self.losses()
        loss.backward()
        return stats

    def change(self):
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimiser in self.optimisers:
            optimiser.step()

    def update(self):
        stats = self.gradients()
        self.ranks.average(self.flat)
        self.change()
        return stats

    def record(self):
        """Records a step; other threads, such as the one that makes batches, go on."""
        torch.cuda.synchronize()
        self.learn, self.apply = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.learn, capture_error_mode="thread_local"):
            self.stats = self.gradients()
        pool = self.learn.pool()
        with torch.cuda.graph(self.apply, pool=pool, capture_error_mode="thread_local"):
            self.change()

    def __call__(self, batch):
        """Learns from host tensors; returns the statistics of `losses` on the device."""
        if self.input is None:
            self.input = {k: v.to(self.args.device) for k, v in batch.items()}
        else:
            for k, v in batch.items():
                self.input[k].copy_(v, non_blocking=True)
        self.done += 1
        if not self.cuda or self.args.no_graph:
            return self.update()
        if self.done <= 2:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                stats = self.update()
            torch.cuda.current_stream().wait_stream(side)
            return stats
        if self.learn is None:
            self.record()
        self.learn.replay()
        self.ranks.average(self.flat)
        self.apply.replay()
        return self.stats.clone()


class Log:
    """loss.csv in the output folder and a line on the terminal, from the first process."""

    def __init__(self, folder, first):
        self.first, self.start = first, time.time()
        self.file = open(os.path.join(folder, "loss.csv") if first else os.devnull, "w")
        self.file.write(COLUMNS + "\n")

    def write(self, step, tokens, stats, epoch):
        v, seconds = torch.stack(stats).mean(0).tolist(), time.time() - self.start
        values = ",".join(f"{x:.5f}" for x in v[:4])
        self.file.write(f"{seconds:.1f},{tokens},{values},{epoch}\n")
        self.file.flush()
        if self.first:
            print(
                f"step {step} {seconds:.0f}s {tokens / 1e6:.2f}M tokens, "
                f"{tokens / seconds / 1e3:.1f} k/s, loss {v[0]:.4f} acc {v[1]:.4f}, "
                f"mtp {v[2]:.4f} acc {v[3]:.4f}, balance {v[4]:.2f}, epoch {epoch}",
                flush=True,
            )


def learning_scale(step, share, args):
    """Factor of the learning rates: warmup, a plateau, then a line to `--end`."""
    fall = (1 - args.end) * (share - args.hold) / max(1 - args.hold, 1e-9)
    return min(1.0, (step + 1) / args.warmup) * min(1.0, 1 - fall) + 0.002


def starting_shape(args, vocab_size):
    """The shape beside `--init`, or the bundled model's, with the fields of `--shape` replaced."""
    folder = os.path.dirname(os.path.abspath(args.init)) if args.init else None
    if folder and os.path.exists(os.path.join(folder, "config.json")):
        base = read_config(folder)
    else:
        base = Config(vocab_size=vocab_size)
    return replace(base, **json.loads(args.shape))


def train(args):
    """Trains until the time or the steps are over; the first process writes the checkpoint."""
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    rows = Rows(args.data)
    ranks = Ranks(args.device)
    shape = starting_shape(args, rows.vocab_size)
    if shape.vocab_size < rows.vocab_size:
        sys.exit(f"vocabulary of {shape.vocab_size}: the data has {rows.vocab_size} tokens")
    model = (load_weights(args.init, shape) if args.init else Mini(shape)).to(args.device)
    optimisers = build_optimisers(model, args)
    run = Step(model, optimisers, rows.length, args, ranks)
    batch_rows = args.tokens // rows.length // ranks.world
    feed = Feed(rows, batch_rows, args.seed, ranks.rank, ranks.world)
    feed.prompt_weight = args.prompt_weight
    ahead = Ahead(feed, args.device == "cuda")
    log, step, recent, pending = Log(args.out, ranks.rank == 0), 0, [], queue.Queue()
    while True:
        # The clock starts after the first steps, which compile and record.
        if step == 3:
            clock = time.time()
        if step <= 3 or step % DECIDE == 0:
            share = (time.time() - clock) / (args.minutes * 60) if step >= 3 else 0.0
            share = ranks.decide(min(1.0, share))
        share = max(share, step / args.steps)
        if share >= 1:
            break
        scale = learning_scale(step, share, args)
        for optimiser in optimisers:
            for group in optimiser.param_groups:
                group["lr"].fill_(group["base"] * scale)
        feed.prompt_weight = args.prompt_weight * max(0.0, 1 - share / args.prompt_until)
        recent.append(run(ahead.next()))
        if args.device == "cuda":
            # The host stays at most two steps ahead, so that the clock counts finished ones.
            pending.put(torch.cuda.Event())
            pending.queue[-1].record()
            if pending.qsize() > 2:
                pending.get().synchronize()
        step += 1
        if step in (1, 3, 10) or step % 100 == 0:
            recent = recent[-50:]
            log.write(step, step * args.tokens, recent, feed.epoch)
            ranks.align(model)
            if step % 1000 == 0 and ranks.rank == 0:
                # A name of its own, so that it is not taken for the finished weights.
                save_weights(model, os.path.join(args.out, "partial.safetensors"))
    if ranks.rank == 0:
        write_checkpoint(model, args.out, args.tokenizer)
        print(f"finished {step} steps, {step * args.tokens} tokens", flush=True)
    ranks.leave()


def arguments():
    ap = argparse.ArgumentParser(description="Train one stage of a small model on packed rows.")
    ap.add_argument("--data", nargs="+", required=True, help="packed files of one row length")
    ap.add_argument("--out", required=True, help="checkpoint folder to write")
    ap.add_argument("--init", help="weights to start from, of the same shape")
    ap.add_argument("--shape", default="{}", help='JSON: fields of model.Config, {"layers": 8}')
    ap.add_argument("--tokenizer", default=MINI, help="folder with the tokenizer files")
    ap.add_argument("--minutes", type=float, default=12)
    ap.add_argument("--steps", type=int, default=10**9)
    ap.add_argument("--tokens", type=int, default=131072, help="tokens a step, over all GPUs")
    ap.add_argument("--gpus", type=int, default=1)
    ap.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--prompt-weight", type=float, default=0.04, help="of tokens only read")
    ap.add_argument("--prompt-until", type=float, default=0.6, help="time share at which it is 0")
    ap.add_argument("--mtp-weight", type=float, default=0.15, help="0 leaves the MTP module out")
    ap.add_argument("--lr", type=float, default=0.02, help="of hidden matrices")
    ap.add_argument("--lr-embed", type=float, default=0.004)
    ap.add_argument("--lr-plain", type=float, default=0.004, help="of norms, gates, convolutions")
    ap.add_argument("--decay", type=float, default=0.01)
    ap.add_argument("--warmup", type=int, default=100, help="steps")
    ap.add_argument("--hold", type=float, default=0.3, help="time share at the full rate")
    ap.add_argument("--end", type=float, default=0.0, help="share of the rate left at the end")
    ap.add_argument("--no-compile", action="store_true")
    ap.add_argument("--no-graph", action="store_true")
    return ap.parse_args()


def main():
    args = arguments()
    os.makedirs(args.out, exist_ok=True)
    if args.gpus > 1 and "RANK" not in os.environ:
        sys.exit(launch(args.gpus))
    try:
        train(args)
    except PackedError as e:
        sys.exit(str(e))


if __name__ == "__main__":
    main()
