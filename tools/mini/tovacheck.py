"""Plays every kind of tovaagent many times and counts what was seen.

Run: python3 tovacheck.py [plays a kind]"""

import random
import re
import sys
from collections import Counter, defaultdict

import tovaagent as A
from tovabase import BANKS, variants
from tovawords import WORDS

TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
SHELL = re.compile(r"(?:rm|cat|wc -l|ls) ?(.*)")


def stands(value, seen):
    """2: the value stands in what was seen; 1: all its words and signs do; 0: neither."""
    if value in seen:
        return 2
    m = SHELL.fullmatch(value)
    if m and m.group(1) in seen:
        return 2
    have = set(TOKEN.findall(seen))
    return 1 if all(t in have for t in TOKEN.findall(value)) else 0


def play(task, kit, words, counts):
    """Play the plan. Returns what is wrong, or None."""
    run = A.cases.Run(kit, task, words)
    if task.right(run.ws, "Done.") or task.right(run.ws, task.ask):
        return "doing nothing is judged right"
    seen, calls = task.ask, 0
    for step in task.plan:
        values = step[1:] if step[0] in ("list", "read", "run") else step[1:2] + step[2:]
        for v in values:
            level = 2 if v in task.derived else stands(v, seen)
            counts["values " + ("missing", "in words", "whole")[level]] += 1
            if level == 0:
                return f"value {v!r} stands nowhere"
        calls += 1
        run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[step[0]], dict(zip(kit.fields[step[0]], step[1:])))]})
        seen += "\n" + run.messages[-1]["content"]
    for s in task.say:
        if s not in task.derived and s.lower() not in seen.lower():
            return f"answer {s!r} stands nowhere"
    if calls > 11:
        return "too many calls"
    run.feed({"finish": "stop", "content": task.answer, "calls": []})
    if not (run.done and run.ok):
        return f"plan judged wrong, answer {task.answer!r}, say {task.say}, unsaid {task.unsaid}"
    counts["calls"] += calls
    counts[f"{calls} calls"] += 1
    return None


def unfinished(task):
    """Whether the task is judged right when the last step, which is no look, is left out."""
    run = A.cases.Run(A.KITS[0], task, WORDS[0])
    for step in task.plan[:-1]:
        getattr(run.ws, step[0])(*step[1:])
    return task.right(run.ws, task.answer)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    only = sys.argv[2:]
    counts, used, wrong, again = Counter(), defaultdict(set), 0, Counter()
    longest = 0
    for kind in dict.fromkeys(A.KINDS):
        if only and kind.__name__ not in only:
            continue
        calls, bad, short = Counter(), [], 0
        for i in range(n):
            r = random.Random(f"{kind.__name__} {i}")
            task, tries = A.attempt(kind, r)
            again[kind.__name__] += tries
            used[kind.__name__].add(task.frame)
            longest = max(longest, len(task.ask))
            e = play(task, r.choice(A.KITS), r.choice(WORDS), counts)
            calls[len(task.plan)] += 1
            short += task.plan[-1][0] not in ("list", "read") and unfinished(task)
            counts["length of ask"] += len(task.ask)
            counts["long asks"] += len(task.ask) > 600
            counts["long files"] += any(len(t) > 400 or t.count("\n") > 13 for t in task.files.values())
            counts["plays"] += 1
            if e:
                bad.append((i, e, task.ask, task.files, task.plan))
        wrong += len(bad)
        name = kind.__name__
        seen = f"again {again[name]}, frames seen {len(used[name])}, calls {min(calls)}-{max(calls)}, short plans right {short}"
        print(f"{name:24} plays {n}, wrong {len(bad)}, {seen}", flush=True)
        for b in bad[:2]:
            print("   ", *b, sep="\n    ")
    written = {f for fs in BANKS.values() for f in fs}
    tools = {n for k in A.KITS for n in k.name.values()}
    met = {f for fs in used.values() for f in fs}
    print(f"kinds {len(set(A.KINDS))}, kits {len(A.KITS)}, names of tools {len(tools)}, ways of tools to answer {len(A.WORDS)}")
    print(f"systems {len(A.SYSTEMS)}, frames written {len(written)}, with their choices {sum(map(variants, written))}, met in play {len(met)}")
    mean = counts["length of ask"] / max(1, counts["plays"])
    print(f"longest request {longest}, mean {mean:.0f}, over 600 {counts['long asks']}, large worlds {counts['long files']}")
    print({k: v for k, v in sorted(counts.items())})
    print("WRONG" if wrong else "all right", wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
