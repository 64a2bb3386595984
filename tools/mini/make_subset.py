"""Picks a few evaluation cases that a checkpoint answers, for a quick test.

    python tools/mini/make_subset.py models/atlas-mini models/atlas-mini/eval_subset.json

An entry holds the request (messages and tools, or a prompt), the check, and the greedy text of the
training code in fp32 on a CPU.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from evaluation import judge, rows
from evaluation.cases import case
from evaluation.replies import parse
from generate import LocalReplies

# Cases of each row.
WANTED = {
    "facts": 8,
    "completion": 3,
    "copy": 4,
    "sort": 3,
    "extract": 2,
    "json_to_toml": 1,
    "tools": 5,
    "needle_1k": 4,
    "needle_8k5": 1,
}
# Questions of its own, with thinking and without.
GIVEN = [
    case("facts", "What is the capital of France?", {"any": ["Paris"]}),
    case("facts", "What is 17 + 25?", {"word": "42"}),
    case("facts", "What is 17 + 25?", {"word": "42"}, think=True),
    case("facts", "Hello!", {"any": ["Hello"]}),
]


def answered(local, cases, n):
    """The first `n` cases that the checkpoint answers right, with its texts."""
    kept = []
    for c in cases:
        if len(kept) == n:
            break
        prompt = local.prompt(c)
        text, ended = local.text(local.generator.generate([prompt], c["max_tokens"])[0])
        if ended and judge.right(c["check"], parse(text, ended, c)):
            kept.append({**c, "prompt_tokens": len(prompt), "greedy_text": text})
    return kept


def main(folder, out):
    local = LocalReplies(folder, "cpu")
    kept = answered(local, GIVEN, len(GIVEN))
    for row, n in WANTED.items():
        found = answered(local, rows.cases(7, 3 * n + 2, [row]), n)
        print(row, len(found), flush=True)
        kept += found
    with open(out, "w") as f:
        json.dump(kept, f, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("two arguments: the checkpoint folder and the file to write")
    main(*sys.argv[1:])
