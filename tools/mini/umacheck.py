"""Plays every kind of umaagent many times by its plan and prints what is wrong.

Run: python3 umacheck.py [plays a kind] [kind ...]"""
import random
import re
import sys
import time
from collections import Counter, defaultdict

import umaagent as A
from umabase import BANKS

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")


def stands(value, seen):
    """Whether the value, or all its words and signs, stand in what was seen."""
    m = SHELL.fullmatch(value)
    if value in seen or m and m.group(1) in seen:
        return True
    have = set(TOKEN.findall(seen))
    return all(t in have for t in TOKEN.findall(value))


def play(task, kit, words):
    """Play the plan. Returns what is wrong, or None."""
    run = A.cases.Run(kit, task, words)
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    if "{" in re.sub(r"[^{}a-z']", "", task.ask) and re.search(r"\{['~#]?[a-z]\}", task.ask + task.answer):
        return "a slot is left"
    seen = task.ask
    for step in task.plan:
        for v in step[1:]:
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
        return f"plan judged wrong, answer {task.answer!r}, say {task.say}, unsaid {task.unsaid}"
    return None


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    only, wrong, plays, spent, calls, lengths = sys.argv[2:], 0, 0, 0.0, Counter(), 0
    frames = defaultdict(set)
    for make in A.KINDS:
        name = make.__name__
        if only and name not in only:
            continue
        bad, took = [], 0.0
        for i in range(n):
            r = random.Random(f"{name} {i}")
            start = time.perf_counter()
            task = make(r)
            took += time.perf_counter() - start
            frames[name].add(task.frame)
            calls[len(task.plan)] += 1
            lengths += len(task.ask)
            e = play(task, r.choice(A.KITS), r.choice(A.WORDS))
            if e:
                bad.append((i, e, task.ask, task.files, task.plan))
        spent, plays, wrong = spent + took, plays + n, wrong + len(bad)
        print(f"{name:18} plays {n}, wrong {len(bad)}, frames {len(frames[name])}, {n / took:.0f} a second", flush=True)
        for b in bad[:2]:
            print(*b, sep="\n    ")
    for i in range(200):
        A.run(random.Random(i)).request()
    print(f"kinds {len(A.KINDS)}, frames written {sum(map(len, BANKS.values()))} in {len(BANKS)} banks, kits {len(A.KITS)}, words {len(A.WORDS)}, systems {len(A.SYSTEMS)}")
    print(f"calls {dict(sorted(calls.items()))}, mean request {lengths / plays:.0f} characters, {plays / spent:.0f} tasks a second")
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
