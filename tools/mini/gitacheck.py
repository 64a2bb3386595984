"""Plays every kind of gitaagent by its plan and prints what is wrong with it.

Run: python3 gitacheck.py [plays a kind] [kinds]"""
import random
import re
import sys
import time
from collections import Counter

import gitaagent as A

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")


def stands(value, seen):
    """Whether the value, or all of its words and signs, stand in what was seen."""
    m = SHELL.fullmatch(value)
    if value in seen or m and m.group(1) in seen:
        return True
    have = set(TOKEN.findall(seen))
    return all(t in have for t in TOKEN.findall(value))


def play(task, kit, words):
    """Play the plan; what is wrong, or None."""
    run = A.cases.Run(kit, task, words, task.system)
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    seen = task.ask + "\n" + (task.system or "")
    for step in task.plan:
        values = step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]
        for v in values:
            if v not in task.derived and not stands(v, seen):
                return f"value {v!r} stands nowhere"
        if step[0] == "edit" and step[2] not in seen and step[2] not in task.derived:
            return f"old text {step[2]!r} stands nowhere"
        run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[step[0]], dict(zip(kit.fields[step[0]], step[1:])))]})
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower():
            return f"answer {s!r} stands nowhere"
    if not 1 <= len(task.plan) <= 11:
        return "too many calls"
    if len(task.answer) > 230:
        return "a long answer"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    if not (run.done and run.ok):
        return f"plan judged wrong, say {task.say}"
    if sum(len(m["content"] or "") for m in run.messages) > 4800:
        return "a long conversation"
    if re.search(r"\{[A-Za-z]+\d?\}|<[^<>\n]*\|", task.ask + task.answer):
        return "an unfilled slot"
    return None


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    wrong, calls, asks, used, size = 0, Counter(), set(), set(), 0
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
        print(f"{k.__name__:14} plays {n}, wrong {len(bad)}, calls {min(here)}-{max(here)}")
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    r, t0 = random.Random(1), time.time()
    for _ in range(4000):
        A.run(r)
    print(f"kinds {len(A.KINDS)}, kits {len(A.KITS)}, words {len(A.WORDS)}, systems {len(A.SYSTEMS)}, frames {sum(map(len, A.BANKS.values()))}, met {len(used)}, different asks {len(asks)}")
    print(f"calls {sorted(calls.items())}, mean length of asks {size // max(1, sum(calls.values()))}, {4000 / (time.time() - t0):.0f} made a second")
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
