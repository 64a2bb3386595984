"""Checks of this hand: plans are right, doing nothing is wrong, want follows from the request."""
import multiprocessing
import random
import sys
import time

import cases
import piaagent as A


def play(run, act):
    """Play a plan and the answer through a cases.Run."""
    t, kit = run.task, run.kit
    if act:
        for a in t.plan:
            names = kit.fields[a[0]]
            run.feed({"finish": "tool_calls", "content": "", "calls": [(kit.name[a[0]], dict(zip(names, a[1:])))]})
    run.feed({"finish": "stop", "content": t.answer if act else "Done.", "calls": []})
    return run.ok


def derive(start, ops):
    """What the files must be after ops, worked out apart from the plan."""
    fs = {k: v.splitlines() for k, v in start.items()}
    for op in ops:
        k, p = op[0], op[1]
        if k == "set":
            fs[p] = op[2].splitlines()
        elif k == "replace":
            fs[p] = op[3].join("\n".join(fs[p]).split(op[2])).splitlines()
        elif k == "insert":
            fs[p] = list(fs[p])
            fs[p].insert(op[2], op[3])
        elif k == "drop":
            fs[p] = [x for x in fs[p] if x != op[2]]
        elif k == "copy":
            fs[op[2]] = list(fs[p])
        elif k == "move":
            fs[op[2]] = fs.pop(p)
        elif k == "gone":
            del fs[p]
        elif k == "line":
            fs[p] = [op[3] if i == op[2] else x for i, x in enumerate(fs[p])]
        elif k == "swap":
            d = dict(x.split(op[2], 1) for x in fs[p])
            d[op[3]], d[op[4]] = d[op[4]], d[op[3]]
            fs[p] = [a + op[2] + b for a, b in d.items()]
        elif k == "merge":
            fs[op[3]] = fs[p] + fs[op[2]]
        elif k == "split":
            fs[op[3]], fs[op[4]] = fs[p][:op[2]], fs[p][op[2]:]
        elif k == "grep":
            fs[op[3]] = [x for x in fs[p] if op[2] in x]
        else:
            raise ValueError(k)
    return fs


def sound(t):
    """Problems of a task that a play would not show."""
    end = {**t.start, **t.want}
    got = {k: v.splitlines() for k, v in end.items() if v is not None}
    if got != derive(t.start, t.ops):
        return "want"
    if not 1 <= len(t.plan) <= 11:
        return "plan length"
    if not (t.want or t.say or t.must_run):
        return "nothing to do"
    if any(m in t.ask for m in ("\x00", "\x01", "<p>", "<vp>", "<v>", "<a>", "[|")):
        return "unfilled"
    known = t.ask
    for a in t.plan:
        if a[0] in ("read", "edit", "write") and a[1] not in known:
            return "path from nowhere: " + a[1]
        if a[0] == "edit" and a[2] not in known and not all(x.strip() in known for x in a[2].split("\n")):
            return "old text from nowhere: " + a[2]
        if a[0] == "edit":
            bits = [b for b in a[3].replace("=", " ").split() if b.strip("\"',:") not in known and b != "[x]"]
            if bits:
                return "new text from nowhere: " + repr(bits)
        if a[0] == "run" and a[1] not in known and not (a[1].startswith("rm ") and a[1][3:] in known) and "wc" not in a[1]:
            return "command from nowhere: " + a[1]
        if a[0] == "write" and a[2] not in known:
            for x in a[2].split("\n"):
                bits = [b for b in x.replace("=", " ").split() if b not in known]
                if bits:
                    return "text from nowhere: " + repr(bits)
        known += "\n" + t.replay(a)
    if any(s.lower() not in known.lower() and s not in ("same", "different", "yes", "no") and not s.isdigit() for s in t.say):
        return "said from nowhere"
    return None


def observer(t):
    """A function that plays actions on a fresh workspace and returns what is seen."""
    ws = cases.Space(t.files, t.checks, t.flaky_commands)
    return lambda a: getattr(ws, a[0])(*a[1:])


def check_kind(arg):
    """Play n tasks of a kind: its name, frames, hashes of its requests, turns, longest request."""
    i, n = arg
    k = A.KINDS[i]
    r = random.Random(k.__name__)
    frames, asks, turns, longest = set(), set(), {}, 0
    for _ in range(n):
        t = k(r)
        t.replay = observer(t)
        p = sound(t)
        assert p is None, (k.__name__, p, t.ask, t.start, t.plan)
        kit, words = r.choice(A.KITS), r.choice(A.WORDS)
        run = cases.Run(kit, t, words)
        assert play(run, True), (k.__name__, t.ask, t.plan, t.want, t.answer, t.say, t.unsaid, run.ws.files)
        assert not play(cases.Run(kit, t, words), False), (k.__name__, "nothing", t.ask)
        frames.add(t.frame)
        asks.add(hash(t.ask))
        turns[run.turns] = turns.get(run.turns, 0) + 1
        longest = max(longest, len(t.ask))
    return k.__name__, len(frames), len(asks), turns, longest


def main(n):
    """Check every kind, then run() itself, and print the counts."""
    t0, turns, counts, asks, longest = time.time(), {}, [], 0, 0
    with multiprocessing.Pool(2) as pool:
        for name, f, a, ts, size in pool.imap(check_kind, [(i, n) for i in range(len(A.KINDS))]):
            print(f"{name:16} {f:5} frames, {a:5} requests", flush=True)
            counts.append(f)
            asks, longest = asks + a, max(longest, size)
            for k, v in ts.items():
                turns[k] = turns.get(k, 0) + v
    r = random.Random(5)
    for _ in range(n):
        assert play(A.run(r), True)
    print(len(A.KINDS), "kinds,", len(A.KITS), "kits,", len(A.WORDS), "message tables,", len(A.SYSTEMS), "systems")
    print(sum(counts), "distinct frames, fewest", min(counts), "| distinct requests", asks, "of", n * len(A.KINDS))
    print("turns", dict(sorted(turns.items())), "longest request", longest, f"| {time.time() - t0:.0f} s")
    print("ok")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
