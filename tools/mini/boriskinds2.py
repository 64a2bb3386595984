"""Tasks of boris that join facts with changes, or whose test command stands elsewhere."""
import boriswords as W
from borisbase import BANKS, Again, choose, fill, kind, notes, sets
from boriskinds1 import pick
import borisasks2

DONE = ["Done", "It is done", "Changed", "All set", "Fixed"]


def newline(line, old, new):
    """A line of settings with another value."""
    if line.count(old) != 1:
        raise Again
    return line.replace(old, new)


@kind
def fact_change(r, j):
    p, d = j.conf(r.randint(2, 6))
    j.some(0, 2)
    k, kk = pick(r, d, 2)
    v = W.value(r)
    j.ask_by("fact_change", p=p, k=k, kk=kk, v=v)
    j.read(p)
    old = d[kk][1]
    j.swap(p, old, newline(old, d[kk][0], v))
    j.tell("The {K} is {A}, and {KK} [is now|has been set to] {V}.", d[k][0], k=k, kk=kk, a=d[k][0], v=v)


@kind
def change_old(r, j):
    p, d = j.conf()
    j.some(0, 2)
    (k,) = pick(r, d)
    v = W.value(r)
    j.ask_by("change_old", p=p, k=k, v=v)
    j.read(p)
    old = d[k][1]
    j.swap(p, old, newline(old, d[k][0], v))
    j.tell("[The {K} was {A} and is now {V}.|It was {A}; {P} now has {V}.]", d[k][0], k=k, p=p, a=d[k][0], v=v)


def worded(r, j, lo=1):
    """A file and a word of it that stands there once, and another word."""
    p = j.put(notes(r, lo, 8) if r.random() < .6 else sets(r)[0])
    words = [w.strip(".,:;!?\"'(){}[]") for w in j.files[p].split()]
    v = r.choice([w for w in words if len(w) > 2] or ["?"])
    vv = r.choice(W.NOUNS) if v.isalpha() else W.value(r)
    if j.files[p].count(v) != 1 or vv in j.files[p]:
        raise Again
    return p, v, vv


@kind
def change_count(r, j):
    p, v, vv = worded(r, j)
    j.some(1, 5)
    j.shuffle()
    j.ask_by("change_count", p=p, v=v, vv=vv)
    j.swap(p, v, vv)
    n = str(len(j.list()))
    j.derived.add(n)
    j.tell("[Changed|Done]. There are {N} files.", n, n=n)


@kind
def add_lines(r, j):
    p = j.put(notes(r, 1, 9))
    j.some(0, 2)
    t = W.sentence(r)
    if t in j.files[p]:
        raise Again
    j.ask_by("add_lines", p=p, t=t)
    j.write(p, j.read(p) + "\n" + t)
    n = j.wc(p)
    j.tell("{P} [now has|has] {N} lines.", n, p=p, n=n, low=True)


def with_system(r, j, c):
    j.system = fill(r, r.choice(BANKS["system_line"]), {"c": c})


def readme(r, j, c):
    """A file that names the test command; it is one of the files at the start."""
    q = r.choice(["README.md", "README.md", "readme.txt", "README", "docs/README.md", "readme.md", "README.rst", "ReadMe.txt"])
    ls = [fill(r, r.choice(BANKS["readme_line"]), {"c": c})]
    if r.random() < .7:
        ls.insert(0, r.choice(["# {n}", "{n} by {p}", "The {n} project", "Welcome to {n}", "{n}\n"]).format(n=r.choice(W.NOUNS), p=r.choice(W.NAMES)))
    for _ in range(r.randint(0, 3)):
        ls.insert(r.randint(0, len(ls)), W.sentence(r))
    j.files[q] = j.now[q] = "\n".join(ls)
    j.shuffle()
    return q


def outcome(r, j, good, lead=None):
    j.tell("{A}: {G}" if r.random() < .5 else "{A}, and the tests say: {G}", good, a=lead or r.choice(DONE), g=good)


@kind
def system_edit(r, j):
    p, v, vv = worded(r, j)
    j.some(0, 3)
    c, good = j.tests(p, vv)
    with_system(r, j, c)
    j.ask_by("system_edit", p=p, v=v, vv=vv)
    j.swap(p, v, vv)
    j.run(c)
    outcome(r, j, good)


@kind
def system_report(r, j):
    j.some(1, 4)
    c, good = j.tests(next(iter(j.files)), "")
    with_system(r, j, c)
    j.ask_by("system_report")
    j.run(c)
    j.tell("[The tests say|The output is|Result]: {G}", good, g=good)


def broken(r, j):
    """A file whose settings hold a wrong value, told by a test."""
    p, d = j.conf()
    j.some(0, 3)
    (k,) = pick(r, d)
    v, w = d[k][0], W.value(r)
    new = newline(d[k][1], v, w)
    if w in j.files[p]:
        raise Again
    full = r.random() < .5
    if full:
        bad = choose(r, "[{p}: {k} is {v}, must be {w}|FAIL {p}: expected {k} {w}, got {v}|{p}: wrong {k} {v}, should be {w}|1 failed: {k} in {p} should be {w}, not {v}]").format(p=p, k=k, v=v, w=w)
    else:
        bad = None
    c, good = j.tests(p, w if full else new, bad)
    return p, d[k][1], new, c, good


def repair(j, p, old, new, c):
    j.run(c)
    j.read(p)
    j.swap(p, old, new)
    j.run(c)


@kind
def system_fix(r, j):
    p, old, new, c, good = broken(r, j)
    with_system(r, j, c)
    j.ask_by("system_fix", n=r.choice(W.NAMES))
    repair(j, p, old, new, c)
    outcome(r, j, good, f"I corrected {p}")


@kind
def readme_edit(r, j):
    p, v, vv = worded(r, j)
    j.some(0, 3)
    c, good = j.tests(p, vv)
    q = readme(r, j, c)
    j.ask_by("readme_edit", p=p, v=v, vv=vv, q=q)
    j.read(q)
    j.swap(p, v, vv)
    j.run(c)
    outcome(r, j, good)


@kind
def readme_find(r, j):
    p, v, vv = worded(r, j)
    j.some(0, 3)
    c, good = j.tests(p, vv)
    q = readme(r, j, c)
    j.ask_by("readme_find", p=p, v=v, vv=vv)
    j.list()
    j.read(q)
    j.swap(p, v, vv)
    j.run(c)
    outcome(r, j, good)


@kind
def readme_report(r, j):
    j.some(1, 4)
    c, good = j.tests(next(iter(j.files)), "")
    q = readme(r, j, c)
    j.ask_by("readme_report", q=q)
    j.read(q)
    j.run(c)
    j.tell("[{C} says|It prints|The output]: {G}", good, c=c, g=good, low=True)


@kind
def readme_fix(r, j):
    p, old, new, c, good = broken(r, j)
    q = readme(r, j, c)
    j.ask_by("readme_fix", q=q, n=r.choice(W.NAMES))
    j.read(q)
    repair(j, p, old, new, c)
    outcome(r, j, good, f"I corrected {p}")


def set_test(r, j):
    """A key to set, with a test of it; what remains is to say where the test stands."""
    p, d = j.conf()
    j.some(0, 3)
    (k,) = pick(r, d)
    v = W.value(r)
    new = newline(d[k][1], d[k][0], v)
    c, good = j.tests(p, new)
    return p, k, v, d[k][1], new, c, good


@kind
def system_set(r, j):
    p, k, v, old, new, c, good = set_test(r, j)
    with_system(r, j, c)
    j.ask_by("set_test", p=p, k=k, v=v)
    j.read(p)
    j.swap(p, old, new)
    j.run(c)
    outcome(r, j, good)


@kind
def readme_set(r, j):
    p, k, v, old, new, c, good = set_test(r, j)
    q = readme(r, j, c)
    s = fill(r, r.choice(BANKS["set_test"]), {"p": p, "k": k, "v": v})
    j.ask_by("where_test", s=s if s[-1] in ".?!" else s + ".", q=q)
    j.read(q)
    j.read(p)
    j.swap(p, old, new)
    j.run(c)
    outcome(r, j, good)


ALL = [system_set, readme_set, fact_change, change_old, change_count, add_lines, system_edit, system_report, system_fix, readme_edit, readme_find, readme_report, readme_fix]
