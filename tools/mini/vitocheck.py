"""Plays every kind of vitoagent by its plan and prints what is wrong.

Run: python3 vitocheck.py [plays a kind]"""
import random
import re
import sys
import time

import vitoagent as A
from vitobase import BANKS

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")


def stands(value, seen):
    """Whether a value, or all its words and signs, stand in what was seen."""
    m = re.fullmatch(r"(?:rm|cat|wc -l|ls) ?(.*)", value)
    value = m[1] if m else value
    return value in seen or set(TOKEN.findall(value)) <= set(TOKEN.findall(seen))


def play(task, r):
    run = A.cases.Run(r.choice(A.KITS), task, r.choice(A.WORDS), None)
    if not task.must_run and not task.want and not task.say:
        return "nothing is asked for"
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    if re.search(r"(?<![{\w])\{\w+\}(?!\})", re.sub(r"\.\w+ \{.*?\}", "", task.answer)) or "{q" in task.ask:
        return "an open slot"
    seen = task.ask
    for step in task.plan:
        values = step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]
        for v in values:
            if v not in task.derived and not stands(v, seen):
                return f"value {v!r} stands nowhere"
        run.feed({"finish": "tool_calls", "content": "", "calls": [(run.kit.name[step[0]], dict(zip(run.kit.fields[step[0]], step[1:])))]})
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower():
            return f"answer {s!r} stands nowhere"
    if not 1 <= len(task.plan) <= 11:
        return f"{len(task.plan)} calls"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    return None if run.done and run.ok else "plan judged wrong"


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    wrong, met, spent, longest = 0, set(), 0.0, 0
    for kind in A.KINDS:
        r = random.Random(kind.__name__)
        bad, calls, frames = [], set(), set()
        for _ in range(n):
            t0 = time.perf_counter()
            task = kind(r)
            spent += time.perf_counter() - t0
            frames.add(task.frame)
            calls.add(len(task.plan))
            longest = max(longest, len(task.ask))
            e = play(task, r)
            if e:
                bad.append((e, task.ask, task.files, task.plan, task.answer, task.say))
        wrong += len(bad)
        met |= frames
        if bad or len(frames) < 11:
            print(kind.__name__, "wrong", len(bad), "frames", len(frames))
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    print(f"kinds {len(A.KINDS)}, kits {len(A.KITS)}, words {len(A.WORDS)}, systems {len(A.SYSTEMS)}")
    print(f"frames written {len({f for fs in BANKS.values() for f in fs})}, met {len(met)}, longest request {longest}")
    print(f"{len(A.KINDS) * n / spent:.0f} tasks a second")
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
