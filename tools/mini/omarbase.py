"""What the agent kinds share: a finished task from files, request and plan, and files to fill a workspace."""
import cases
import omarwords as W

SEPS = [" = ", ": ", "=", ": ", " = "]


def play(files, plan, checks=None, flaky=()):
    """The files after a plan."""
    ws = cases.Space(files, checks or {}, flaky)
    for step in plan:
        getattr(ws, step[0])(*step[1:])
    return ws.files


def task(files, ask, plan, say=(), unsaid=(), checks=None, must=(), good="", flaky=()):
    """A Task with every field set; the wanted files are what the plan leaves."""
    t = cases.Task()
    t.files, t.start, t.ask, t.plan = dict(files), dict(files), ask, list(plan)
    t.checks, t.flaky_commands = dict(checks or {}), tuple(flaky)
    end = play(files, plan, t.checks, t.flaky_commands)
    t.want = {p: end.get(p) for p in {**files, **end} if end.get(p) != files.get(p)}
    t.must_run, t.good = list(must), good
    t.say, t.unsaid = [str(s) for s in say], [str(s) for s in unsaid]
    return t


def lines(r, n):
    """n different lines of everyday text."""
    return W.several(r, W.note, n)


def others(r, taken, lo=0, hi=3):
    """Files that have nothing to do with the request."""
    out = {}
    for _ in range(r.randint(lo, hi)):
        p = W.path(r)
        if not any(p in q or q in p for q in [*taken, *out]):
            out[p] = "\n".join(lines(r, r.randint(1, 3)))
    return out


def mixed(r, files):
    """Files in any order."""
    items = list(files.items())
    r.shuffle(items)
    return dict(items)


def value(r, key=""):
    """A value of a setting."""
    return r.choice([str(r.randint(2, 900)), str(r.randint(2, 90)), r.choice(W.NOUNS), r.choice(W.ADJS), r.choice(W.TOWNS).lower(), f"{r.randint(1, 9)}.{r.randint(1, 9)}", W.code(r)])


def settings(r, n=None):
    """(keys, values, separator) of a little settings file; no value occurs twice."""
    keys = r.sample(W.KEYS, n or r.randint(2, 5))
    vals = W.several(r, value, len(keys))
    return keys, vals, r.choice(SEPS)


def conf(keys, vals, sep):
    return "\n".join(k + sep + v for k, v in zip(keys, vals))


def tester(r, path, text):
    """A command that looks for a text in a file: (command, good, bad, checks)."""
    cmd, good = r.choice(W.COMMANDS), r.choice(W.GOODS)
    bad = r.choice(["FAILED", "1 failure", "not ok", "check did not pass", "exit 1"])
    return cmd, good, bad, {cmd: (path, text, good, bad)}


def word_file(r, word, n=None):
    """Lines of which one or two hold a word."""
    ls = [x for x in lines(r, n or r.randint(1, 4)) if word not in x] or ["plain line"]
    for _ in range(r.randint(1, 2)):
        ls.insert(r.randint(0, len(ls)), r.choice([f"the {word} is here", f"ask about the {word}", f"one {word} left", f"{word} goes first", f"check the {word} twice"]))
    return "\n".join(ls)
