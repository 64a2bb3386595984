"""Longer kinds of agent tasks of the assay set, of five to ten tool calls; and all kinds together."""
import assaytasks
from assayfiles import COMMANDS, KEYS, base, broken, error, exchange, fill, line, lines, passes, paths, settings, with_part
from assaytasks import must, task
from cases import distinct


def several(r):
    n = r.randint(4, 6)
    files = dict(zip(paths(r, n), distinct(lambda: line(r), n)))
    text = "\n".join(f"{p}: {x}" for p, x in files.items())
    return task(r, "several", {}, [("write", p, x) for p, x in files.items()], files, x=text)


def fix_both(r):
    (p, q), (c, d) = paths(r, 2), [fill(r, f) for f in r.sample(COMMANDS, 2)]
    one, two = broken(r, p), broken(r, q)
    plan = []
    for f, command, (_, _, k, a, b) in ((p, c, one), (q, d, two)):
        plan += [("run", command), ("read", f), ("edit", f, f"{k} = {a}", f"{k} = {b}"), ("run", command)]
    t = task(r, "fix_both", {p: one[0], q: two[0]}, plan, {p: one[1], q: two[1]}, c=c, d=d)
    good = passes(r)
    for f, command, (_, _, k, a, b) in ((p, c, one), (q, d, two)):
        must(t, command, f, f"{k} = {b}", good, error(r, f, k, a, b))
    return t


def every_value(r):
    fs, k = paths(r, r.randint(3, 6)), r.choice(KEYS)
    values = r.sample(range(1000, 10000), len(fs))
    return task(r, "every_value", {p: settings(r, k, v) for p, v in zip(fs, values)}, [("list",)] + [("read", p) for p in fs], say=[str(v) for v in values], k=k)


def backup(r):
    files = {p: lines(r, 1, 2) for p in paths(r, r.randint(2, 4), True)}
    plan = [("list",)] + [x for p, text in files.items() for x in [("read", p), ("write", "backup/" + base(p), text)]]
    return task(r, "backup", files, plan, {"backup/" + p: x for p, x in files.items()})


def edit_three(r):
    (p, q, s), (a, b), c = paths(r, 3), exchange(r), fill(r, r.choice(COMMANDS))
    files = {f: with_part(r, a, 1, 2) for f in (p, q, s)}
    plan = [x for f in files for x in [("read", f), ("edit", f, a, b)]] + [("run", c)]
    t = task(r, "edit_three", files, plan, {f: x.replace(a, b) for f, x in files.items()}, p=p, q=q, s=s, a=a, b=b, c=c)
    return must(t, c, s, b, passes(r), f"failed: {s} still says \"{a}\"")


KINDS = {**assaytasks.KINDS, **{f.__name__: f for f in (several, fix_both, every_value, backup, edit_three)}}
