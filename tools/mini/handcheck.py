"""Plays every kind of task of a hand many times by its plan and prints what is wrong: boris, dora, emil, gita, hugo, nils, olga, petra, rolf, silas.

Run: python3 handcheck.py HAND [plays a kind] [kinds]"""
import importlib
import random
import re
import sys
import time
from collections import Counter

import borisbase
import cases

TOKEN = re.compile(r"[^\W_]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")
GAP = re.compile(r"\{[A-Za-z]+\d?\}|\[[A-Za-z]+\d?\|")
# Answers that need no source.
SAID = ("yes", "no", "already")


def stands(value, seen):
    """Whether the value, or all its words and signs, stand in what was seen."""
    m = SHELL.fullmatch(value)
    if value in seen or m and m.group(1) in seen:
        return True
    have = set(TOKEN.findall(seen))
    return all(t in have for t in TOKEN.findall(value))


def play(task, kit, words):
    """Play the plan. Returns what is wrong, or None."""
    run = cases.Run(kit, task, words, task.system)
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    seen = task.ask + "\n" + (task.system or "")
    for step in task.plan:
        values = step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]
        for v in values:
            if v not in task.derived and not stands(v, seen):
                return f"value {v!r} stands nowhere"
        run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[step[0]], dict(zip(kit.fields[step[0]], step[1:])))]})
        if run.messages[-1]["content"].startswith("Error: wrong arg"):
            return "wrong arguments"
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower() and s.lower() not in SAID:
            return f"answer {s!r} stands nowhere"
    if not 1 <= len(task.plan) <= 11 or sum(len(m["content"]) for m in run.messages) > 5000:
        return "too many calls or too long"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    if not (run.done and run.ok):
        return f"plan judged wrong, answer {task.answer!r}, say {task.say}"
    if GAP.search(task.ask + task.answer) and not any("{" in t or "[" in t for t in task.files.values()):
        return "an unfilled slot"
    return None


def main():
    hand = sys.argv[1]
    agent = importlib.import_module(hand + "agent")
    kinds = list(dict.fromkeys(agent.KINDS))
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    wrong, calls, asks, used, size = 0, Counter(), set(), set(), 0
    for k in kinds:
        if sys.argv[3:] and k.__name__ not in sys.argv[3:]:
            continue
        bad, here = [], Counter()
        for i in range(n):
            r = random.Random(f"{k.__name__} {i}")
            task = k(r)
            e = play(task, r.choice(agent.KITS), r.choice(agent.WORDS))
            here[len(task.plan)] += 1
            asks.add(task.ask)
            used.add(getattr(task, "frame", None))
            size += len(task.ask)
            if e:
                bad.append((i, e, task.ask, task.files, task.plan, task.answer))
        wrong += len(bad)
        calls += here
        print(f"{k.__name__:18} plays {n}, wrong {len(bad)}, calls {min(here)}-{max(here)}")
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    r, start = random.Random(1), time.time()
    for _ in range(4000):
        agent.run(r)
    rate = 4000 / (time.time() - start)
    mine = [v for k, v in borisbase.BANKS.items() if k.startswith(hand + ".") or hand == "boris"]
    print(f"kinds {len(kinds)}, kits {len(agent.KITS)}, words {len(agent.WORDS)}, systems {len(agent.SYSTEMS)}, frames {sum(map(len, mine))}, met {len(used)}, different asks {len(asks)}")
    print(f"calls {sorted(calls.items())}, mean length of asks {size // max(1, sum(calls.values()))}, {rate:.0f} made a second")
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
