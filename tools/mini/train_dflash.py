"""Train a DFlash drafter for the small model on the model's own greedy answers.

    python tools/mini/train_dflash.py --minutes 3 --out OUT        # --device cpu without a GPU
    python tools/mini/train_dflash.py --answers FILE --out OUT     # keeps or reads the answers
    python tools/mini/evaluate_dflash.py --drafter OUT --device cuda

The prompts are cases of the evaluation's forms with other contents, and the chats of `--chats` with
their words exchanged; the evaluation's own prompts are left out. The target stays as it is: its
states are captured once, then the drafter learns blocks whose anchors lie anywhere in an answer.
"""

import argparse
import json
import math
import os
import random
import re
import sys
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.numpy import save_file

from dflash import DraftConfig, Drafter, load_drafter, save_drafter
from evaluate_dflash import (
    Answer,
    Target,
    answers_of_rows,
    batched,
    held_out,
    held_out_cases,
    measure,
    report,
)
from evaluation import agent_tasks
from evaluation.cases import WORDS
from export import MINI
from gated_delta import CHUNK
from muon import Muon

HERE = os.path.dirname(os.path.abspath(__file__))
CHATS = os.path.join(HERE, "tests/data/chats.jsonl")
SEED = 1000
# Shares of the rows in the answers.
SHARES = {
    "facts": 10,
    "completion": 1,
    "copy": 12,
    "reverse": 12,
    "sort": 14,
    "count": 10,
    "extract": 10,
    "json_to_toml": 14,
    "tools": 14,
    "thinking": 14,
    "needle_1k": 5,
    "needle_4k": 0.4,
}
# Agent tasks and chats beside them; a task gives an answer a turn.
AGENT_TASKS, CHAT_CASES = 5, 2
# Cases of a round of `make_answers`.
ROUND = 8192


def exchanged(r, text):
    """The text with each word of the evaluation's lists replaced by another of its list."""
    pools = [WORDS[name] for name in ("nouns", "adjectives", "people", "towns")]
    pools.append(sorted(WORDS["capitals"]))

    def other(match):
        word = match.group()
        pool = next((p for p in pools if word in p), None)
        return r.choice(pool) if pool else word

    text = re.sub(r"[A-Za-z]+", other, text)
    return re.sub(r"\d", lambda _: str(r.randint(1, 9)), text)


def chat_cases(path, n, r):
    """`n` cases of the chats: each up to one of its answers, with other words and numbers."""
    with open(path, encoding="utf-8") as f:
        chats = [line for line in f if line.strip()]
    while n > 0:
        chat = json.loads(exchanged(r, r.choice(chats)))
        case = {"skill": "chats", "max_tokens": 160}
        if "text" in chat:
            yield {**case, "prompt": chat.get("prompt", "")}
            n -= 1
            continue
        messages, asked = chat["messages"], {"tools": chat.get("tools")}
        for i in [i for i, m in enumerate(messages) if m["role"] == "assistant"]:
            yield {**case, **asked, "messages": messages[:i], "think": chat.get("think", False)}
            n -= 1


def make_answers(target, args):
    """About `--cases` greedy answers of the target, none of them to a prompt of the evaluation;
    fewer if `--answer-minutes` are over."""
    end = time.time() + 60 * args.answer_minutes
    known = {tuple(target.prompt_ids(c)) for c in held_out_cases(200, 4)}
    seed, scale = args.seed + SEED, args.cases / sum(SHARES.values())
    out = target.agents(agent_tasks.runs(seed, math.ceil(AGENT_TASKS * scale)))
    cases = chat_cases(args.chats, math.ceil(CHAT_CASES * scale), random.Random(f"chats {seed}"))
    out += target.answers(list(cases))
    rounds = math.ceil(args.cases / ROUND)
    for i in range(rounds):
        if time.time() > end:
            break
        counts = {row: math.ceil(share * scale / rounds) for row, share in SHARES.items()}
        made = answers_of_rows(target, counts, f"{seed} {i}", known)
        known |= {tuple(x.ids[: x.prompt]) for x in made}
        out += made
    return [x for x in out if len(x.ids) > x.prompt + 1]


def write_answers(path, answers):
    flat = np.concatenate([np.array(x.ids, np.uint16) for x in answers])
    sizes = np.array([[len(x.ids), x.prompt] for x in answers], np.int32)
    names = sorted({x.row for x in answers})
    rows = np.array([names.index(x.row) for x in answers], np.int32)
    tensors = {"tokens": flat, "sizes": sizes, "rows": rows}
    save_file(tensors, path, metadata={"rows": json.dumps(names)})


def read_answers(path):
    with safe_open(path, "np") as f:
        data, at, out = {name: f.get_tensor(name) for name in f.keys()}, 0, []
        names = json.loads(f.metadata()["rows"])
    for (size, prompt), row in zip(data["sizes"].tolist(), data["rows"].tolist()):
        out.append(Answer(names[row], data["tokens"][at : at + size].tolist(), prompt))
        at += size
    return out


class Captured:
    """The target's states of all answers in one tensor, and batches of blocks from them.

    Each captured layer is scaled to a mean square of 1, which `fold` moves into `fc` later:
    otherwise the last layers, whose stream is the largest, would be all that `fc` learns from.
    """

    def __init__(self, target, answers, c):
        self.c, self.device = c, target.device
        device, storage = self.device, torch.bfloat16 if target.device.type == "cuda" else None
        self.answers = sorted(answers, key=lambda x: len(x.ids))
        sizes = torch.tensor([len(x.ids) for x in self.answers])
        self.starts = (sizes.cumsum(0) - sizes).to(device)
        self.sizes = sizes.to(device)
        self.prompts = torch.tensor([x.prompt for x in self.answers], device=device)
        flat = [t for x in self.answers for t in x.ids]
        self.tokens = torch.tensor(flat, device=device)
        width = len(c.target_layers) * c.hidden
        self.states = torch.empty(len(flat), width, dtype=storage, device=device)
        self.scales, at = None, 0
        for part in batched(self.answers):
            states = target.captured([x.ids for x in part], c.target_layers).float()
            if self.scales is None:
                real = torch.cat([x[: len(a.ids)] for x, a in zip(states, part)])
                squares = real.unflatten(-1, (-1, c.hidden)).pow(2).mean((0, 2))
                self.scales = squares.sqrt().repeat_interleave(c.hidden)
            for row, answer in zip(states / self.scales, part):
                self.states[at : at + len(answer.ids)] = row[: len(answer.ids)]
                at += len(answer.ids)

    def epoch(self, tokens, random_):
        """Indices of answers of like lengths, about `tokens` of context a batch, shuffled."""
        spread = [len(x.ids) * random_.uniform(1, 1.1) for x in self.answers]
        order = sorted(range(len(spread)), key=spread.__getitem__)
        parts, part, longest = [], [], 0
        for i in order:
            longest = max(longest, len(self.answers[i].ids))
            if part and (len(part) + 1) * longest > tokens:
                parts.append(part)
                part, longest = [], len(self.answers[i].ids)
            part.append(i)
        parts.append(part)
        random_.shuffle(parts)
        return parts

    def batch(self, part, anchors):
        """States [R, L, K H], anchors and their tokens [R, A], the tokens after each anchor and
        whether they are in the answer [R, A, block - 1]."""
        longest = max(len(self.answers[i].ids) for i in part)
        width = -(-longest // CHUNK) * CHUNK
        at = torch.tensor(part, device=self.device)
        starts, sizes, prompts = self.starts[at], self.sizes[at], self.prompts[at]
        inside = torch.arange(width, device=self.device)[None].minimum(sizes[:, None] - 1)
        states = self.states[starts[:, None] + inside]
        # The last token of an answer, which stops it, is no anchor.
        share = torch.rand(len(part), anchors, device=self.device)
        places = prompts[:, None] + (share * (sizes - 1 - prompts)[:, None]).long()
        after = places[..., None] + torch.arange(1, self.c.block, device=self.device)
        real = after < sizes[:, None, None]
        after = after.minimum((sizes - 1)[:, None, None])
        own = self.tokens[starts[:, None] + places]
        return states, places, own, self.tokens[starts[:, None, None] + after], real

    def fold(self, drafter):
        """A copy of the drafter that takes the target's states unscaled."""
        out = Drafter(drafter.c).to(self.device)
        out.load_state_dict(drafter.state_dict())
        with torch.no_grad():
            out.fc.weight /= self.scales
        return out.eval()


class Training:
    """One training: the drafter, its optimisers and its loss."""

    def __init__(self, drafter, target, args):
        self.drafter, self.target = drafter, target
        matrices = [p for p in drafter.parameters() if p.dim() == 2]
        plain = [p for p in drafter.parameters() if p.dim() == 1]
        self.optimisers = [
            Muon(matrices, lr=args.lr, weight_decay=args.decay),
            torch.optim.AdamW(plain, lr=args.lr_plain, betas=(0.9, 0.98), weight_decay=0.0),
        ]
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["base"] = group["lr"]
        # A draft counts only if those before it are right, so that later ones weigh less.
        places = torch.arange(drafter.c.block - 1, device=target.device)
        self.weights = torch.exp(-places / args.fall)

    def step(self, scale, states, places, own, after, real):
        """Updates the weights; returns the loss and the right drafts' share by position."""
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = group["base"] * scale
        with self.target.autocast():
            h = self.drafter(states, places, own, self.target.embedding)
            logits = F.linear(h, self.target.embedding).float()
        weights = (real * self.weights).flatten()
        loss = F.cross_entropy(logits.flatten(0, 2), after.flatten(), reduction="none")
        loss = (loss * weights).sum() / weights.sum()
        for optimiser in self.optimisers:
            optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.drafter.parameters(), 1.0)
        for optimiser in self.optimisers:
            optimiser.step()
        with torch.no_grad():
            right = ((logits.argmax(-1) == after) & real).sum((0, 1)) / real.sum((0, 1)).clamp(1)
        return loss.detach(), right


def learning_scale(step, share, args):
    """Factor of the learning rates: warmup, a plateau, then a line to 0."""
    fall = max(0.0, share - args.hold) / (1 - args.hold)
    return min(1.0, (step + 1) / args.warmup) * (1 - fall)


def train(args):
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    begun, random_ = time.time(), random.Random(args.seed)
    say = lambda text: print(f"{time.time() - begun:6.1f} s  {text}", flush=True)
    target = Target(args.target, args.device)
    if args.answers and all(map(os.path.exists, args.answers)):
        answers = [x for path in args.answers for x in read_answers(path)]
    else:
        answers = make_answers(target, args)
        if args.answers:
            write_answers(args.answers[0], answers)
    counts = Counter(x.row for x in answers)
    say(f"{len(answers)} answers, {sum(len(x.ids) - x.prompt for x in answers)} tokens: {counts}")
    if not args.out:
        return
    c = replace(DraftConfig(), **json.loads(args.shape))
    drafter = load_drafter(args.init) if args.init else Drafter(c)
    c = drafter.c
    data = Captured(target, answers, c)
    if args.init:
        with torch.no_grad():
            drafter.fc.weight *= data.scales.to(drafter.fc.weight.device)
    drafter = drafter.to(target.device).train()
    watched = held_out(target, args.watched, 0)
    say(f"{sum(p.numel() for p in drafter.parameters())} parameters, states captured")
    run, step, clock, parts, epochs = Training(drafter, target, args), 0, time.time(), [], 0
    recent = []
    while True:
        share = max((time.time() - clock) / (60 * args.minutes), step / args.steps)
        if share >= 1:
            break
        if not parts:
            parts, epochs = data.epoch(args.tokens, random_), epochs + 1
        batch = data.batch(parts.pop(), args.anchors)
        recent.append(run.step(learning_scale(step, share, args), *batch))
        step += 1
        if step in (1, 10) or step % args.log == 0:
            loss = torch.stack([x for x, _ in recent]).mean().item()
            right = torch.stack([x for _, x in recent]).mean(0).tolist()
            recent = []
            shares = " ".join(f"{x:.3f}" for x in right)
            say(f"step {step} epoch {epochs} loss {loss:.4f} right {shares}")
    drafter = data.fold(drafter)
    save_drafter(drafter, args.out)
    saved = load_drafter(args.out).to(target.device)
    mean = report(measure(saved, target, watched), c.block - 1)
    say(f"finished {step} steps; mean accepted drafts of held-out prompts {mean:.3f}")


def arguments():
    ap = argparse.ArgumentParser(description="Train a DFlash drafter for the small model.")
    ap.add_argument("--out", help="folder of the drafter; without it only --answers is made")
    ap.add_argument("--target", default=MINI, help="folder of the target")
    ap.add_argument("--answers", nargs="+", help="files of the target's answers; else one is made")
    ap.add_argument("--cases", type=int, default=24000, help="number of answers to make")
    ap.add_argument("--answer-minutes", type=float, default=10, help="at most, to make answers")
    ap.add_argument("--chats", default=CHATS, help="JSONL of chats whose forms are used too")
    ap.add_argument("--init", help="folder of a drafter to go on from")
    ap.add_argument("--shape", default="{}", help='JSON: fields of DraftConfig, {"layers": 3}')
    ap.add_argument("--minutes", type=float, default=3)
    ap.add_argument("--steps", type=int, default=10**9)
    ap.add_argument("--tokens", type=int, default=32768, help="tokens of context a step")
    ap.add_argument("--anchors", type=int, default=16, help="blocks of an answer a step")
    ap.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--lr", type=float, default=0.02, help="of matrices")
    ap.add_argument("--lr-plain", type=float, default=0.004, help="of norms")
    ap.add_argument("--decay", type=float, default=0.01)
    ap.add_argument("--fall", type=float, default=4.0, help="positions in which weights fall by e")
    ap.add_argument("--warmup", type=int, default=100, help="steps")
    ap.add_argument("--hold", type=float, default=0.3, help="time share at the full rate")
    ap.add_argument("--watched", type=int, default=12, help="held-out cases of each row at the end")
    ap.add_argument("--log", type=int, default=200, help="steps between two lines")
    return ap.parse_args()


def main():
    args = arguments()
    if not args.out and not args.answers:
        sys.exit("give --out, a folder, or --answers, a file to make")
    train(args)


if __name__ == "__main__":
    main()
