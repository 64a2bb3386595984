"""Plays every kind many times: the plan must be right, doing nothing must be wrong, and
nothing may be used that was neither asked nor seen."""
import collections
import random
import re
import sys

import cases
import raviagent as G


def reply(calls=(), text=""):
    """What a model would send."""
    return {"finish": "tool_calls" if calls else "stop", "calls": list(calls), "content": text}


def expected(files, spec):
    """The wanted files, derived again from a short description."""
    out, op = dict(files), spec[0]
    if op == "write":
        out[spec[1]] = spec[2]
    elif op == "writes":
        out.update(zip(spec[1], spec[2]))
    elif op == "lines":
        out[spec[1]] = "\n".join(spec[2])
    elif op == "gone":
        out = {p: s for p, s in files.items() if p not in spec[1]}
    elif op == "move":
        out[spec[2]] = out.pop(spec[1])
    else:
        if op == "copyedit":
            out[spec[2]] = out[spec[1]]
            spec = ("edit", spec[1], spec[3], spec[4])
        ps, xs, ys = ([v] for v in spec[1:]) if spec[0] == "edit" else spec[1:]
        for p, x, y in zip(ps, xs, ys):
            assert x in out[p], (p, x)
            out[p] = y.join(out[p].split(x))
    return out


def honest(run, call, args):
    """What a call relies on was in the request or in a result."""
    seen = "\n".join(m["content"] for m in run.messages if m["role"] in ("user", "tool"))
    low = seen.lower()
    if call in ("read", "edit", "write"):
        assert args[0] in seen, ("path", args[0], seen)
    if call == "edit":
        assert args[1] in seen, ("old", args[1], seen)
    if call == "run":
        assert re.sub("^(rm|wc -l) ", "", args[0]) in seen, (args, seen)
    if call == "write":
        for part in re.findall(r"[A-Za-z0-9]+", args[1]):
            assert part.lower() in low, ("text", part, seen)


def play(r, kind):
    """One task, idle and then solved."""
    t = kind(r)
    kit, words, system = r.choice(G.KITS), r.choice(G.WORDS), r.choice(G.SYSTEMS)
    assert t.ask.strip() and "{f" not in t.ask and t.answer and 1 <= len(t.plan) <= 11, (t.ask, t.plan)
    for idle in ("Done.", t.ask if not t.say else "ok"):
        run = cases.Run(kit, t, words, system)
        run.feed(reply(text=idle))
        assert run.done and not run.ok, ("idle", t.ask)
    run = cases.Run(kit, t, words, system)
    for a in t.plan:
        honest(run, a[0], a[1:])
        run.feed(reply([(kit.name[a[0]], dict(zip(kit.fields[a[0]], a[1:])))]))
        assert not run.done
    run.feed(reply(text=t.answer))
    assert run.done and run.ok, (t.ask, t.plan, t.answer, t.say, run.ws.files, run.ws.outcomes)
    if t.spec:
        want = expected(t.files, t.spec)
        assert want == run.ws.files, (t.ask, t.spec, run.ws.files)
    return t


def main(n):
    """Plays all kinds n times and prints what was seen."""
    r = random.Random(7)
    turns, frames, longest, bad = collections.Counter(), 0, 0, 0
    for kind in G.KINDS:
        seen = set()
        for _ in range(n):
            try:
                t = play(r, kind)
            except AssertionError as e:
                bad += 1
                if bad <= 12:
                    print("BAD", kind.__name__, e)
                continue
            seen.add(t.frame)
            turns[len(t.plan) + 1] += 1
            longest = max(longest, len(t.ask) + sum(map(len, t.files.values())))
        frames += len(seen)
        print(f"{kind.__name__}: {len(seen)} frames in {n}")
    print("kinds", len(G.KINDS), "kits", len(G.KITS), "word tables", len(G.WORDS), "systems", len(G.SYSTEMS), "frames", frames)
    print("turns", dict(sorted(turns.items())), "longest request with files", longest)
    print("ok" if not bad else f"{bad} BAD")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)))
