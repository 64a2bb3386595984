"""Sinks for a value, conditions and actions: the parts of which requests are put together."""
from types import SimpleNamespace as Part

import silassource as S
import silaswords as W
from silasbase import Again, conf, other, sentence, settings, text

LABELS = ["count", "value", "result", "found", "state", "lead", "now", "total", "answer", "current", "pick", "noted"]


def reserve(j, q):
    """Keep the path of a file that is only planned."""
    j.now[q] = ""
    j.planned = getattr(j, "planned", []) + [q]


def prose(j):
    return "\n".join(dict.fromkeys(sentence(j.r) for _ in range(j.r.randint(1, 4))))


def new(j):
    q = j.free(j.r.choice(W.BARE)) if j.r.random() < .2 else j.fresh(j.r.choice(["txt", "md", "out", "val", "note", "log", "csv"]))
    reserve(j, q)
    return Part(bank="new", s={"q": q}, act=lambda v: j.write(q, v), done=lambda v: f"{q} holds {v}.", hold=q)


def both(j):
    p = new(j)
    p.bank = "both"
    return p


def label(j):
    p, L = new(j), j.r.choice(LABELS)
    q = p.s["q"]
    return Part(bank="label", s={"q": q, "L": L}, act=lambda v: j.write(q, f"{L}: {v}"), done=lambda v: f"{q} says {L}: {v}.", hold=q)


def grow(j, top):
    q = j.put(prose(j), ext=j.r.choice(["txt", "md", "log", "csv", "list"]))

    def act(v):
        t = j.read(q)
        if v in t.split("\n"):
            raise Again
        j.write(q, v + "\n" + t if top else t + "\n" + v)
    return Part(bank="top" if top else "append", s={"q": q}, act=act, done=lambda v: f"{q} {'begins' if top else 'ends'} with {v} now.", hold=q)


def append(j):
    return grow(j, False)


def top(j):
    return grow(j, True)


def setkey(j):
    q, k, old, ln = conf(j)

    def act(v):
        if " " in v:
            raise Again
        j.read(q)
        j.line(q, ln, ln.replace(old, v))
    return Part(bank="set", s={"q": q, "k": k}, act=act, done=lambda v: f"{k} in {q} is {v} now.", hold=q)


def fill(j):
    r = j.r
    n = r.choice(W.NOUNS)
    t = r.choice(["@" + n.upper() + "@", "<" + n + ">", "%" + n + "%", "TBD", "XXX", "??", "__" + n + "__", "$" + n.upper(), "todo-" + n, "unknown", "n/a", "to follow"])
    x = text(r, r.choice(["The {n} of {s} is {v}.", "{s}: {v}", "{v} ({p})", "week {e}, {v}, {n}", "- {n}: {v}", "Dear all,\nfor {s} we note {v}.\n{p}"]), t)
    if x.count(t) != 1:
        raise Again
    q = j.put(x)

    def act(v):
        if v in j.now[q]:
            raise Again
        j.edit(q, t, v)
    return Part(bank="fill", s={"q": q, "t": t}, act=act, done=lambda v: f"{q} says {v} instead of {t}.", hold=q)


def arg(j):
    r = j.r
    c = r.choice(["notify", "page", "ops assign", "bin/ticket", "./label.sh", "report --for", "make note N", "queue-tool set", "audit log", "python tag.py", "drain", "sh inform.sh", "kubectl scale", "plan for", "announce", "./scale"])
    out = j.output()

    def act(v):
        if len(v.split()) != 1:
            raise Again
        j.checks[c + " " + v] = (next(iter(j.files), "none"), "", out, out)
        j.run(c + " " + v)
        j.must(c + " " + v, out)
    return Part(bank="arg", s={"c": c}, act=act, done=lambda v: f"I ran {c} {v}: {out}", hold=None)


SINKS = [new, new, both, label, append, append, top, setkey, setkey, setkey, fill, fill, arg]

# Conditions


def cond(clause, steps, holds, why, val=None, at=None, derived=False, n=None):
    return Part(clause=clause, steps=steps, holds=holds, why=why, val=val, at=at, derived=derived, n=n)


def plain(j, src):
    """A name of the source that can be the subject of a clause."""
    for _ in range(20):
        s = src.np()
        if not s.startswith(("how many", "\x02how many", "where", "what", "\x02what")) and ", " not in s and "), " not in s and "; " not in s:
            return s
    raise Again


def late(j, src, prefer=None):
    """A condition on a source's value: made when all files are there."""
    r, v = j.r, src.value()
    holds = r.random() < .55
    if src.num and v.isdigit():
        rel = prefer or r.choice(["below", "above", "atleast", "atmost", "below", "above", "equal", "other"])
        x = int(v)
        d = r.choice([1, 1, 2, 3, 5, 10]) if x < 60 else r.choice([1, 10, 50, 100, x // 2, x])
        if rel in ("equal", "other"):
            n = x if (rel == "equal") == holds else x + d if r.random() < .5 or x - d < 0 else x - d
        elif rel in ("atleast", "atmost") and holds and r.random() < .3:
            n = x
        elif rel in ("below", "above") and not holds and r.random() < .25:
            n = x
        else:
            n = x + d if (rel in ("below", "atmost")) == holds else x - d
        if n < 1:
            raise Again
    else:
        rel = prefer or r.choice(["equal", "other"])
        if rel not in ("equal", "other"):
            raise Again
        n = v if (rel == "equal") == holds else other(r, v)
    truth = {"below": lambda: int(v) < n, "above": lambda: int(v) > n, "atleast": lambda: int(v) >= n, "atmost": lambda: int(v) <= n, "equal": lambda: v == str(n), "other": lambda: v != str(n)}[rel]()
    clause = lambda: j.f("{S} is {R}", S=plain(j, src), R=j.f("rel." + rel, n=n, v=n).replace("\x02", ""))
    return cond(clause, src.steps, truth, f"it is {v}", v, src.at, src.derived, n if rel in ("below", "above", "atleast", "atmost") else None)


def there(j):
    r = j.r
    yes = r.random() < .55
    p = r.choice([lambda: j.fresh(), lambda: j.free(r.choice(W.BARE))])()
    if yes:
        j.put(r.choice(W.LABELS), p)
        if r.random() < .2 and "." in p:
            raise Again
    elif r.random() < .5 and "." in p:
        j.put(prose(j), p.rsplit(".", 1)[0] + "." + r.choice([x for x in W.EXTS if x != p.rsplit(".", 1)[1]]))
    b = r.random() < .6
    return cond(lambda: j.f("if.there" if b else "if.gone", p=p), lambda: j.list(), yes == b, f"{p} exists" if yes else f"there is no {p}")


def passing(j):
    r = j.r
    yes = r.random() < .5
    c, good = j.tests("none", "" if yes else "never to be found")
    out = j.checks[c][2 if yes else 3]
    j.must(c, out)
    b = r.random() < .5
    return cond(lambda: j.f("if.pass" if b else "if.fail", c=c), lambda: j.run(c), yes == b, f"{c} says {out}", out)


def holding(j):
    r = j.r
    t = prose(j).split("\n")
    yes = r.random() < .5
    w = r.choice(W.LABELS + W.TEXTS)
    if any(w in x for x in t):
        raise Again
    if yes:
        t.insert(r.randint(0, len(t)), r.choice(["{w}", "- {w}", "now {w}", "{w} since May", "note: {w}"]).replace("{w}", w))
    p = j.put("\n".join(t))
    b = r.random() < .55
    return cond(lambda: j.f("if.has" if b else "if.lacks", p=p, t=w), lambda: j.read(p), yes == b, f"{p} mentions {w}" if yes else f"{p} does not mention {w}")


def missing(j):
    r = j.r
    t, d = settings(r, r.randint(2, 5))
    p = j.put(t)
    if r.random() < .5:
        k, yes = r.choice(list(d)), True
    else:
        k, yes = r.choice(W.NUMKEYS + W.TEXTKEYS), False
        k = k.upper() if next(iter(d)).isupper() else k
        if k in t:
            raise Again
    b = r.random() < .4
    forms = ["{k} is set in {p}", "{p} has a {k}", "{p} sets {k}", "there is a {k} in {p}", "{k} occurs in {p}"] if b else ["{k} is not set in {p}", "{p} has no {k}", "{k} is missing from {p}", "{p} lacks {k}", "there is no {k} in {p}", "{p} does not set {k}"]
    return cond(lambda: j.f(r.choice(forms), p=p, k=k), lambda: j.read(p), yes == b, f"{p} sets {k}" if yes else f"{p} has no {k}")


def alike(j):
    r = j.r
    p, k, v, ln = conf(j)
    yes = r.random() < .5
    w = v if yes else other(r, v)
    t, d = settings(r, r.randint(1, 3), style="{k}: {v}")
    if k in t:
        raise Again
    ls = t.split("\n") + [f"{k}: {w}"]
    r.shuffle(ls)
    q = j.put("\n".join(ls))
    b = r.random() < .5
    return cond(lambda: j.f("if.same" if b else "if.differs", p=p, q=q, k=k), lambda: (j.read(p), j.read(q)), yes == b, f"both have {v}" if yes else f"it is {v} in {p} and {w} in {q}")


def longer(j):
    r = j.r
    a, b = r.sample(range(2, 13), 2)
    p = j.put("\n".join(sentence(r) for _ in range(a)))
    q = j.put("\n".join(sentence(r) for _ in range(b)))
    a, b = j.now[p].count("\n") + 1, j.now[q].count("\n") + 1
    return cond(lambda: j.f("if.longer", p=p, q=q), lambda: (j.run("wc -l " + p), j.run("wc -l " + q)), a > b, f"{p} has {a} lines and {q} {b}")


OTHERS = [there, passing, holding, missing, alike, longer]

# Actions


def a_set(j):
    q, k, old, ln = conf(j)
    v = other(j.r, old)

    def do():
        j.read(q)
        j.line(q, ln, ln.replace(old, v))
    return Part(imp=lambda: j.f("act.set", q=q, k=k, v=v), do=do, done=f"{k} in {q} is {v} now")


def a_swap(j):
    r = j.r
    t, u = r.sample(r.choice([W.PEOPLE, W.TEXTS, W.SERVICES, W.NOUNS]), 2)
    x = text(r, r.choice(["The {n} of today: {v}.", "{d} rows for {v}", "{v} has rack {e}", "ask {v} first", "# {v}\n{n} {d}", "status of {v}: {d}", "{n}: {v}\nfloor: {e}"]), t)
    if x.count(t) != 1 or u in x or t in u:
        raise Again
    q = j.put(x)
    return Part(imp=lambda: j.f("act.swap", q=q, t=t, u=u), do=lambda: j.edit(q, t, u), done=f"{q} says {u} now")


def a_new(j):
    t, q = j.r.choice(W.LABELS), j.free(j.r.choice(W.BARE)) if j.r.random() < .2 else j.fresh(j.r.choice(["txt", "md", "note", "flag", "log"]))
    reserve(j, q)
    return Part(imp=lambda: j.f("act.new", q=q, t=t), do=lambda: j.write(q, t), done=f"{q} is written", q=q)


def a_grow(j, up):
    t, q = j.r.choice(W.LABELS), j.put(prose(j), ext=j.r.choice(["txt", "md", "log"]))

    def do():
        x = j.read(q)
        j.write(q, t + "\n" + x if up else x + "\n" + t)
    return Part(imp=lambda: j.f("act.top" if up else "act.append", q=q, t=t), do=do, done=f"{t} stands at the {'top' if up else 'end'} of {q}")


def a_append(j):
    return a_grow(j, False)


def a_top(j):
    return a_grow(j, True)


def a_drop(j):
    q = j.noise()
    return Part(imp=lambda: j.f("act.drop", q=q), do=lambda: j.run("rm " + q), done=f"{q} is gone")


def a_run(j):
    c, out = j.command()

    def do():
        j.run(c)
        j.must(c, out)
    return Part(imp=lambda: j.f("act.run", c=c), do=do, done=f"{c} printed {out}", out=out)


ACTIONS = [a_set, a_set, a_swap, a_new, a_append, a_append, a_top, a_drop, a_run]


def action(j, c=None):
    """An action; on the place itself that was asked about, if there is one."""
    if c:
        p, k, v, ln = c.at
        w = str(c.n) if c.n and v != str(c.n) and j.r.random() < .45 else other(j.r, v)
        return Part(imp=lambda: j.f("act.it", v=w), do=lambda: j.line(p, ln, ln.replace(v, w)), done=f"{k} in {p} is {w} now")
    return j.r.choice(ACTIONS)(j)


def clear(j):
    """Files that are only planned are not there yet."""
    for q in getattr(j, "planned", []):
        j.now.pop(q, None)
