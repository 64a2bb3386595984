"""Records the first blocks that the bundled DFlash drafter drafts, in f32.

    python tools/oracle/dflash_blocks.py [--out tests/fixtures/dflash_mini.json]

needs PyTorch, tokenizers and safetensors. The target's greedy answers to prompts of
`models/atlas-mini/eval_subset.json` are computed by `tools/mini` in f32 over the stored bf16
weights. Each block follows the accepted drafts of the one before and the target's own next token.

The file has, for each prompt: `prompt` and `answer` (token ids, at most 64, the stop token
included) and `blocks`. A block has its `position` p and its `anchor` (the token at p), the 7
`drafts` for p + 1 to p + 7, the `logits` of those, the `margins` to the second best, and how many
are `accepted`. For finding a difference, a block also has the first four elements of the context's
last row after `hidden_norm` (`context`, position p - 1) and of the first mask's output after `norm`
(`output`).
"""

import argparse
import json
import os
import sys
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/mini"))
from dflash import load_drafter  # noqa: E402  (the modules lie in tools/mini)
from evaluate_dflash import DRAFTER, Target, accepted_drafts, drafts  # noqa: E402
from export import MINI  # noqa: E402

BLOCKS = 3
# Longest answer.
TOKENS = 64
# The shortest prompt of each of these rows is taken from the subset.
ROWS = ("json_to_toml", "tools", "copy")


def shortest(cases, row):
    return min((c for c in cases if c["skill"] == row), key=lambda c: c["prompt_tokens"])


@torch.no_grad()
def block_at(drafter, target, ids, position, accepted):
    """One block whose anchor is the token at `position`."""
    captured = target.captured([ids[:position]], drafter.c.target_layers)
    context = drafter.hidden_norm(drafter.fc(captured))[0, position - 1]
    anchors, tokens = torch.tensor([[position]]), torch.tensor([[ids[position]]])
    output = drafter(captured, anchors, tokens, target.embedding)[0, 0]
    best = target.model.logits(output).topk(2)
    digits = lambda x: [round(v, 5) for v in x.tolist()]
    return {
        "position": position,
        "anchor": ids[position],
        "drafts": best.indices[:, 0].tolist(),
        "logits": digits(best.values[:, 0]),
        "margins": digits(best.values[:, 0] - best.values[:, 1]),
        "accepted": accepted,
        "context": digits(context[:4]),
        "output": digits(output[0, :4]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--drafter", default=DRAFTER)
    parser.add_argument("--out", default=ROOT / "tests/fixtures/dflash_mini.json", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    target, drafter = Target(MINI, "cpu"), load_drafter(args.drafter)
    with open(os.path.join(MINI, "eval_subset.json")) as f:
        subset = json.load(f)
    cases = []
    for case in (shortest(subset, row) for row in ROWS):
        cases.append({**case, "max_tokens": TOKENS})
    lines = []
    for answer in target.answers(cases):
        position, blocks = answer.prompt, []
        hits = accepted_drafts(answer, drafts(drafter, target, [answer])[0])
        for accepted in hits[:BLOCKS]:
            blocks.append(block_at(drafter, target, answer.ids, position, accepted))
            position += accepted + 1
        ids = {"prompt": answer.ids[: answer.prompt], "answer": answer.ids[answer.prompt :]}
        lines.append(json.dumps({"row": answer.row, **ids, "blocks": blocks}))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text('{"prompts": [\n' + ",\n".join(lines) + "\n]}\n")


if __name__ == "__main__":
    main()
