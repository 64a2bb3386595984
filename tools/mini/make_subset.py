"""Pick a few evaluation cases that the bundled weights answer, for a quick test.

    python tools/mini/make_subset.py models/atlas-mini tests-file.json [--set verdict|assay|trial|exam|test|dev]

Each entry holds the request (messages, tools or prompt), the check, and the
greedy text that the training code's fp32 generation gives on a CPU.
"""
import argparse
import json

from chat import prompt_text
from evaluate import SETS, Local, judge, parse

WANT = [("facts", 8), ("completion", 3), ("copy", 4), ("sort", 3), ("extract", 2), ("json_to_toml", 1), ("tools", 5), ("needle_1k", 4), ("needle_8k5", 1)]


def main(folder, out, chosen):
    chat, _ = SETS[chosen]
    local = Local(folder, "cpu")
    plain = [{"skill": "facts", "messages": [{"role": "user", "content": q}], "tools": None, "think": t, "max_tokens": 96, "check": c} for q, t, c in [
        ("What is the capital of France?", False, {"any": ["Paris"]}), ("What is 17 + 25?", False, {"word": "42"}), ("What is 17 + 25?", True, {"word": "42"}), ("Hello!", False, {"any": ["Hello"]})]]
    kept = []
    for name, n in [("given", len(plain))] + WANT:
        cs = plain if name == "given" else list(chat.cases(7, 3 * n + 2, [name]))
        got = 0
        for c in cs:
            if got == n:
                break
            prompt = local.tok.encode(c["prompt"] if "prompt" in c else prompt_text(c["messages"], c.get("tools"), c["think"]), add_special_tokens=False).ids
            ids = local.gen.generate([prompt], c["max_tokens"])[0]
            ended = ids[-1] in local.gen.stop
            text = local.tok.decode(ids[:-1] if ended else ids, skip_special_tokens=False)
            if ended and judge(c["check"], parse(text, ended, c)):
                kept.append({**c, "prompt_tokens": len(prompt), "greedy_text": text})
                got += 1
        print(name, got, flush=True)
        with open(out, "w") as f:
            json.dump(kept, f, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("folder")
    ap.add_argument("out")
    ap.add_argument("--set", choices=list(SETS), default="verdict")
    a = ap.parse_args()
    main(a.folder, a.out, a.set)
