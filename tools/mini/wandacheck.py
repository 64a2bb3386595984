"""Plays every kind of wandaagent by its plan and prints problems.

Run: python3 wandacheck.py [plays a kind] [kinds or "show"]"""
import random
import re
import sys
import time
from collections import Counter

import wandaagent as A
from wandabase import FRAMES

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")


def stands(value, seen):
    """Whether a value, or all its words and signs, stand in what was seen."""
    m = SHELL.fullmatch(value)
    if value in seen or m and m.group(1) in seen:
        return True
    have = set(TOKEN.findall(seen))
    return all(x in have for x in TOKEN.findall(value))


def play(task, kit, words):
    """What is wrong with a task, or None."""
    run = A.cases.Run(kit, task, words)
    if task.right(run.ws, "Done."):
        return "doing nothing is judged right"
    seen = task.ask
    for step in task.plan:
        for v in step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]:
            if v not in task.derived and not stands(v, seen):
                return f"value {v!r} stands nowhere"
        run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[step[0]], dict(zip(kit.fields[step[0]], step[1:])))]})
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower():
            return f"answer {s!r} stands nowhere"
    if not 1 <= len(task.plan) <= 11:
        return "too many calls"
    if re.search(r"\{\w+\}|¶", task.ask + task.answer) and "[" in task.ask:
        return "a field is left"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    if not (run.done and run.ok):
        return f"plan judged wrong, answer {task.answer!r}, say {task.say}, unsaid {task.unsaid}"


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    only, wrong, calls, start = sys.argv[2:], 0, Counter(), time.time()
    asks = set()
    kinds = list(dict.fromkeys(A.KINDS))
    for kind in kinds:
        if only and kind.__name__ not in only and "show" not in only:
            continue
        bad, t0 = [], time.time()
        for i in range(n):
            r = random.Random(f"{kind.__name__} {i}")
            t = kind(r)
            e = play(t, r.choice(A.KITS), r.choice(A.WORDS))
            calls[len(t.plan)] += 1
            asks.add(t.ask)
            if e:
                bad.append((e, t.ask, t.files, t.plan))
            elif only:
                print("---", t.kind, "\n" + t.ask, "\n  ", t.files, "\n  ", t.plan, "\n  ", t.answer, t.say)
        wrong += len(bad)
        print(f"{kind.__name__:18} frames {len(FRAMES.get(kind.__name__, ())):3}, plays {n}, wrong {len(bad)}, {1e6 * (time.time() - t0) / n:.0f} us")
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    r = random.Random(5)
    t0 = time.time()
    for _ in range(5000):
        A.run(r)
    print(f"kinds {len(kinds)}, frames {sum(map(len, FRAMES.values()))}, different requests {len(asks)}, calls {sorted(calls.items())}")
    print(f"{5000 / (time.time() - t0):.0f} runs a second; {time.time() - start:.0f} s; {'WRONG ' + str(wrong) if wrong else 'all right'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
