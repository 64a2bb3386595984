"""What the kinds of agent tasks share: building a task and small contents."""
import cases
from workspace import Workspace
from norawords import *


def task(ask_, files, plan, say=(), unsaid=(), checks=None, flaky=(), must=(), good="", answer=""):
    """A Task whose wanted files are those that the plan leaves behind."""
    t = cases.Task()
    t.ask, t.files, t.start, t.plan = ask_, dict(files), dict(files), list(plan)
    t.checks, t.flaky_commands = dict(checks or {}), tuple(flaky)
    t.say, t.unsaid, t.must_run, t.good = list(say), list(unsaid), list(must), good
    ws = Workspace(t.files, t.checks, t.flaky_commands)
    for kind, *args in plan:
        getattr(ws, kind)(*args)
    t.want = {p: ws.files.get(p) for p in {**t.start, **ws.files} if ws.files.get(p) != t.start.get(p)}
    t.answer = answer or ("Done. " + "; ".join(say) if say else "Done.")
    return t


def noise(r, files, low=0, high=2):
    """Some more files that have nothing to do with the request."""
    out, n = dict(files), r.randint(low, high)
    stems = {p.split("/")[-1].split(".")[0] for p in files}
    while n:
        p = path(r)
        if p not in out and not any(s in p or p.split("/")[-1].split(".")[0] in s for s in stems):
            out[p] = "\n".join(pick(r, NOISE, r.randint(1, 3)))
            n -= 1
    items = list(out.items())
    r.shuffle(items)
    return dict(items)


def line(r):
    """One line of an everyday note."""
    k = r.randrange(6)
    if k == 0:
        return r.choice(SAYINGS)
    if k == 1:
        return r.choice(JOBS).capitalize()
    if k == 2:
        return f"{r.choice(FOODS)}: {r.randint(2, 40)}"
    if k == 3:
        return f"{r.choice(NAMES)} brings the {r.choice(THINGS)}"
    if k == 4:
        return f"{r.choice(NAMES)} {r.choice(SURNAMES)}, {r.choice(TOWNS)}"
    return f"{r.choice(COLOURS)} {r.choice(THINGS)}"


def lines(r, low, high):
    """Different lines, none inside another."""
    n, out = r.randint(low, high), []
    while len(out) < n:
        x = line(r)
        if not any(x in y or y in x for y in out):
            out.append(x)
    return out


def config(r, n, keys=None):
    """(keys, values, separator, text) of a little file of settings."""
    keys = keys or pick(r, KEYS, n)
    values = pick(r, [str(i) for i in range(11, 99)], n)
    sep = r.choice([" = ", ": ", "=", " -> "])
    return keys, values, sep, "\n".join(k + sep + v for k, v in zip(keys, values))


def story(r, word):
    """A few sentences that hold a thing once."""
    rest = pick(r, NOISE, r.randint(1, 2))
    rest.insert(r.randint(0, len(rest)), r.choice(["The {w} is by the back door.", "We still need a {w} for Saturday.", "Bring the {w} along.", "One {w}, two pounds.", "Who borrowed the {w}?", "A new {w} was bought in {t}.", "{n} has the {w}."]).replace("{w}", word).replace("{t}", r.choice(TOWNS)).replace("{n}", r.choice(NAMES)))
    return r.choice(["\n", "\n", " "]).join(rest)
