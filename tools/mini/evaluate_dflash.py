"""Measures a DFlash drafter of the small model: drafts accepted a block, on held-out prompts.

    python tools/mini/evaluate_dflash.py [--drafter models/atlas-mini-dflash] [--device cuda]

The target answers the first cases of the evaluation's rows greedily, and the drafter drafts along
each answer as a server would: after the accepted drafts and the target's own next token comes the
next block. A draft is accepted if it and all before it in its block are the target's tokens.
"""

import argparse
import contextlib
import json
import os
import random
import sys
from dataclasses import dataclass

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from chat import prompt_text
from dflash import capture, load_drafter
from evaluation import agent_tasks, rows
from evaluation.replies import parse
from export import MINI, load_weights
from gated_delta import CHUNK
from generate import Generator
from model import Batch

DRAFTER = MINI + "-dflash"
# Seed of the cases that no training uses.
HELD_OUT = 7
# Tokens, paddings among them, of a batch of answers that are generated together.
ANSWER_TOKENS = {"cpu": 1 << 15, "cuda": 1 << 20}
# Tokens of the target a forward; tokens of context times anchors in one of the drafter.
TARGET_TOKENS = 65536
DRAFT_PAIRS = 1 << 21


@dataclass
class Answer:
    """A prompt with the target's greedy answer; `prompt` counts its tokens."""

    row: str
    ids: list
    prompt: int


class Target:
    """The target with its tokenizer: text to ids, greedy answers, captured states."""

    def __init__(self, folder, device):
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        model = load_weights(os.path.join(folder, "model.safetensors")).to(device).eval()
        self.model = model.requires_grad_(False)
        most = ANSWER_TOKENS[device]
        self.generator = Generator(self.model, self.tokenizer, most, batch_rows=2048)
        self.embedding = self.model.model.embed_tokens.weight
        self.device = torch.device(device)

    def autocast(self):
        if self.device.type != "cuda":
            return contextlib.nullcontext()
        return torch.autocast("cuda", torch.bfloat16)

    def prompt_ids(self, case):
        text = case.get("prompt")
        if text is None:
            text = prompt_text(case["messages"], case.get("tools"), case["think"])
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def answers(self, cases):
        """Answers to cases, the stop token included."""
        prompts = [self.prompt_ids(c) for c in cases]
        outs = self.generator.generate(prompts, max(c["max_tokens"] for c in cases))
        triples = zip(cases, prompts, outs)
        return [Answer(c["skill"], ids + out, len(ids)) for c, ids, out in triples]

    def agents(self, runs):
        """Answers of agent tasks, all their turns; the runs are played to their ends."""
        out, live = [], list(runs)
        while live:
            requests = [run.request() for run in live]
            for run, request, answer in zip(live, requests, self.answers(requests)):
                own = answer.ids[answer.prompt :]
                ended = own[-1] in self.generator.stop
                text = self.tokenizer.decode(own[:-1] if ended else own, skip_special_tokens=False)
                run.feed(parse(text, ended, request))
                out.append(answer)
            live = [run for run in live if not run.done]
        return out

    def captured(self, ids, layers):
        """Captured states of token lists, padded to one length: [R, L, K H]."""
        width = -(-max(map(len, ids)) // CHUNK) * CHUNK
        tokens = torch.zeros(len(ids), width, dtype=torch.long)
        for row, own in zip(tokens, ids):
            row[: len(own)] = torch.tensor(own)
        pos = torch.arange(width).expand(tokens.shape)
        cu = torch.arange(len(ids) + 1, dtype=torch.int32) * width
        batch = [x.to(self.device) for x in (tokens, pos, cu)]
        with self.autocast():
            return capture(self.model, Batch(*batch, width), layers)


def answers_of_rows(target, counts, seed, left_out):
    """Answers to cases of the evaluation's rows; `counts` is the number of each row's cases.

    The cases whose ids are in `left_out` are dropped, and those that occur twice.
    """
    cases, seen, ask = [], set(left_out), random.Random(f"dflash {seed}")
    for row, _, make in rows.ROWS:
        for _ in range(counts.get(row, 0)):
            case = {**make(ask), "skill": row}
            key = tuple(target.prompt_ids(case))
            if key not in seen:
                seen.add(key)
                cases.append(case)
    return target.answers(cases)


def held_out_cases(cases, long_cases):
    """The evaluation's own cases: `cases` of each row, `long_cases` of the longest needles."""
    out = []
    for row, n, _ in rows.ROWS:
        limit = min(n, long_cases if row in ("needle_4k", "needle_8k5", "needle_16k") else cases)
        out += [{**c, "skill": row} for c in rows.cases(HELD_OUT, limit, [row]) if limit]
    return out


def held_out(target, cases, long_cases):
    """Answers to the held-out cases, and to all turns of a quarter as many agent tasks."""
    asked = held_out_cases(cases, long_cases)
    return target.answers(asked) + target.agents(agent_tasks.runs(HELD_OUT, -(-cases // 4)))


def batched(answers):
    """Answers of like lengths together, so that little is padded."""
    part, width = [], 0
    for answer in sorted(answers, key=lambda x: len(x.ids)):
        width = -(-len(answer.ids) // CHUNK) * CHUNK
        most = max(len(x.ids) - x.prompt for x in [*part, answer])
        pairs = (len(part) + 1) * width * most
        if part and ((len(part) + 1) * width > TARGET_TOKENS or pairs > DRAFT_PAIRS):
            yield part
            part = []
        part.append(answer)
    if part:
        yield part


@torch.no_grad()
def drafts(drafter, target, answers):
    """For each answer a list: drafts after each of its tokens, as if that one were the anchor."""
    captured = target.captured([x.ids for x in answers], drafter.c.target_layers)
    most = max(len(x.ids) - x.prompt for x in answers)
    anchors = torch.tensor([[x.prompt + i for i in range(most)] for x in answers])
    # Anchors past an answer's end repeat its last one; nothing reads their drafts.
    anchors = anchors.minimum(torch.tensor([[len(x.ids) - 1] for x in answers]))
    tokens = torch.tensor([[x.ids[i] for i in row] for x, row in zip(answers, anchors.tolist())])
    device = target.device
    with target.autocast():
        h = drafter(captured, anchors.to(device), tokens.to(device), target.embedding)
        best = target.model.logits(h).argmax(-1).tolist()
    return [own[: len(x.ids) - x.prompt] for x, own in zip(answers, best)]


def accepted_drafts(answer, drafted):
    """Accepted drafts of each block along an answer."""
    own, at, out = answer.ids[answer.prompt :], 0, []
    # After the stop token nothing is drafted.
    while at + 1 < len(own):
        following = own[at + 1 :]
        pairs = zip(drafted[at], following)
        hits = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
        hits = min(len(drafted[at]), len(following)) if hits is None else hits
        out.append(hits)
        at += hits + 1
    return out


def measure(drafter, target, answers):
    """Accepted drafts of each block by row of the evaluation."""
    out = {}
    for part in batched(answers):
        for answer, drafted in zip(part, drafts(drafter, target, part)):
            out.setdefault(answer.row, []).extend(accepted_drafts(answer, drafted))
    return out


def report(blocks, most):
    """Prints a line a row; returns the mean over all blocks."""
    total = [n for row in blocks.values() for n in row]
    print(f"{'row':14} {'blocks':>7} {'accepted':>9}  of {most}")
    for row, own in [*blocks.items(), ("all", total)]:
        print(f"{row:14} {len(own):7} {sum(own) / max(1, len(own)):9.3f}")
    return sum(total) / max(1, len(total))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--drafter", default=DRAFTER, help="folder of the drafter")
    parser.add_argument("--target", default=MINI, help="folder of the target")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--cases", type=int, default=40, help="of each row")
    parser.add_argument("--long-cases", type=int, default=4, help="of needles of 4k and more")
    parser.add_argument("--json", help="writes the accepted drafts of every block by row")
    args = parser.parse_args()
    target = Target(args.target, args.device)
    drafter = load_drafter(args.drafter).to(args.device)
    answers = held_out(target, args.cases, args.long_cases)
    blocks = measure(drafter, target, answers)
    report(dict(sorted(blocks.items())), drafter.c.block - 1)
    if args.json:
        with open(args.json, "w") as f:
            json.dump(blocks, f)


if __name__ == "__main__":
    main()
