"""Plays every kind of emilagent many times by its plan and prints what is wrong.

Run: python3 emilcheck.py [plays a kind] [kinds]"""
import random
import re
import sys
import time
from collections import Counter

import emilagent as A
import borisbase as B

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")


def stands(value, seen):
    """Whether the value, or all its words and signs, stand in what was seen."""
    if value in seen:
        return True
    m = SHELL.fullmatch(value)
    if m and m.group(1) in seen:
        return True
    have = set(TOKEN.findall(seen))
    return all(t in have for t in TOKEN.findall(value))


def play(task, kit, words):
    """Play the plan. Returns what is wrong, or None."""
    run = A.cases.Run(kit, task, words, task.system)
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    seen = task.ask + "\n" + (task.system or "")
    for step in task.plan:
        values = step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]
        for v in values:
            if v not in task.derived and not stands(v, seen):
                return f"value {v!r} stands nowhere"
        run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[step[0]], dict(zip(kit.fields[step[0]], step[1:])))]})
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower():
            return f"answer {s!r} stands nowhere"
    if not 1 <= len(task.plan) <= 11:
        return "too many calls"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    if not (run.done and run.ok):
        return f"plan judged wrong, answer {task.answer!r}, say {task.say}"
    if re.search(r"[{\[][A-Za-z]+\d?[}|]", task.ask) and not any("{" in t or "[" in t for t in task.files.values()):
        return "an unfilled slot"
    return None


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    wrong, calls, asks, used, size = 0, Counter(), set(), set(), 0
    start = time.time()
    for k in A.KINDS:
        if sys.argv[2:] and k.__name__ not in sys.argv[2:]:
            continue
        bad, here = [], Counter()
        for i in range(n):
            r = random.Random(f"{k.__name__} {i}")
            task = k(r)
            e = play(task, r.choice(A.KITS), r.choice(A.WORDS))
            here[len(task.plan)] += 1
            asks.add(task.ask)
            used.add(task.frame)
            size += len(task.ask)
            if e:
                bad.append((i, e, task.ask, task.files, task.plan, task.answer))
        wrong += len(bad)
        calls += here
        print(f"{k.__name__:18} plays {n}, wrong {len(bad)}, calls {min(here)}-{max(here)}")
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    took = time.time() - start
    r, t0 = random.Random(1), time.time()
    for _ in range(4000):
        A.run(r)
    print(f"kinds {len(A.KINDS)}, kits {len(A.KITS)}, words {len(A.WORDS)}, systems {len(A.SYSTEMS)}, frames {sum(len(v) for k, v in B.BANKS.items() if k.startswith('emil.'))}, met {len(used)}, different asks {len(asks)}")
    print(f"calls {sorted(calls.items())}, mean length of asks {size // max(1, sum(calls.values()))}, {took:.0f} s, {4000 / (time.time() - t0):.0f} made a second")
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
