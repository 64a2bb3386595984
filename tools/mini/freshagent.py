"""Agent tasks of the fresh set: every kind as often as the others, in a shuffled order.

    python3 freshagent.py      checks the judge by the reference plans
"""
import random

import freshedit  # noqa: F401  (adds kinds, as the next two)
import freshmore  # noqa: F401
import freshrun  # noqa: F401
import freshtasks
from cases import Kit
from freshbase import ABOUT, KITS, RESULTS, SYSTEMS, FreshRun


def runs(seed=7, n=200):
    r, out, kinds = random.Random(f"fresh agents {seed}"), [], sorted(freshtasks.MAKERS)
    for i in range(n):
        if i % len(kinds) == 0:
            r.shuffle(kinds)
        kind = kinds[i % len(kinds)]
        task = freshtasks.MAKERS[kind](r)
        names, fields = r.choice(KITS)
        out.append(FreshRun(Kit(names, fields, ABOUT if r.random() < 0.8 else None), task, r.choice(RESULTS), r.choice(SYSTEMS), kind, i))
    return out


def drive(run, plan):
    """Plays a plan; its steps of kind say end a turn."""
    for step in plan:
        if run.done:
            return False
        if step[0] == "say":
            run.feed({"content": step[1], "calls": [], "finish": "stop", "reasoning": ""})
        else:
            run.feed({"content": "", "calls": [run.call(step)], "finish": "tool_calls", "reasoning": ""})
    return run.done and run.ok


def check(seeds=range(12), n=200):
    bad = 0
    for s in seeds:
        for i, run in enumerate(runs(s, n)):
            t, k = run.task, run.kind
            tests = [("plan fails", run, t.plan, True), ("lazy passes", None, [("say", "Done.")] * (1 + len(t.after)), False)]
            if t.say:
                says = [j for j, p in enumerate(t.plan) if p[0] == "say"]
                tests.append(("dumb answer passes", None, t.plan[:says[-1]] + [("say", "Done.")], False))
            if t.want or t.must:
                tests.append(("words alone pass", None, [p for p in t.plan if p[0] == "say"], False))
            for what, x, plan, expected in tests:
                x = x or runs_one(s, n, i)
                if drive(x, plan) != expected:
                    bad += 1
                    if bad < 15:
                        print(what, s, i, k, repr(t.ask), x.ws.files, t.want, t.say, plan)
            if "{" in t.ask and any("{" + w + "}" in t.ask for w in "p q k v w n m a b c x y".split()):
                print("unfilled", k, t.ask)
            if not t.plan or not 2 <= len(t.plan) <= 12:
                print("plan of", len(t.plan), k)
    return bad


CACHE = {}


def runs_one(s, n, i):
    """A new run of the same task."""
    if (s, n) not in CACHE:
        CACHE.clear()
        CACHE[s, n] = runs(s, n)
    o = CACHE[s, n][i]
    return FreshRun(o.kit, o.task, None, None, o.kind, i)


if __name__ == "__main__":
    bad = check()
    print("kinds", len(freshtasks.MAKERS), "faults", bad)
