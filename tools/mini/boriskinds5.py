"""Tasks of boris about commands, searches, conditions and things that go wrong."""
import boriswords as W
from borisbase import Again, kind, notes, sets
from boriskinds1 import joined, pick
from boriskinds2 import broken, newline, outcome, repair, worded
from boriskinds3 import places, two_words
import borisasks5


@kind
def run_value(r, j):
    p, d = j.conf()
    j.some(0, 2)
    (k,) = pick(r, d)
    c, out = j.command(flaky=r.random() < .15)
    j.ask_by("run_value", c=c, p=p, k=k)
    steps = [lambda: [j.run(c) for _ in range(2 if c in j.flaky_commands else 1)], lambda: j.read(p)]
    if j.frame.find("{k}") < j.frame.find("{c}"):
        steps.reverse()
    for s in steps:
        s()
    j.tell("{C} printed: {O}. The {K} in {P} is {A}.", out, d[k][0], c=c, o=out, k=k, p=p, a=d[k][0], low=True)


@kind
def two_commands(r, j):
    j.some(1, 3)
    c, out = j.command(flaky=r.random() < .15)
    cc, out2 = j.command()
    j.ask_by("two_commands", c=c, cc=cc)
    for x in (c, c, cc) if c in j.flaky_commands else (c, cc):
        j.run(x)
    j.tell("{C} printed: {A}. {CC} printed: {B}.", out, out2, c=c, cc=cc, a=out, b=out2, low=True)


@kind
def create_count(r, j):
    j.some(1, 6)
    p, t = j.fresh(), W.sentence(r)
    j.ask_by("create_count", p=p, t=t)
    j.write(p, t)
    n = str(len(j.list()))
    j.derived.add(n)
    j.tell("[There are now {N} files.|{N} files, with {P}.|{P} is written; that makes {N} files.]", n, n=n, p=p, low=True)


@kind
def delete_names(r, j):
    p = j.put(notes(r, 1, 4))
    j.some(1, 5)
    j.shuffle()
    if len(j.files) < 2:
        raise Again
    j.ask_by("delete_names", p=p)
    j.run("rm " + p)
    ns = j.list()
    j.tell("[Left are|What is left:|Still here:] {X}.", *ns, x=joined(ns))


@kind
def given_test(r, j):
    p, v, vv = worded(r, j)
    j.some(0, 3)
    c, good = j.tests(p, vv)
    if r.random() < .2:
        j.flaky_commands = (c,)
    j.ask_by("given_test", p=p, v=v, vv=vv, c=c)
    j.swap(p, v, vv)
    for _ in range(2 if j.flaky_commands else 1):
        j.run(c)
    outcome(r, j, good)


@kind
def given_fix(r, j):
    p, old, new, c, good = broken(r, j)
    j.ask_by("given_fix", c=c, n=r.choice(W.NAMES))
    repair(j, p, old, new, c)
    outcome(r, j, good, f"I corrected {p}")


@kind
def flaky(r, j):
    j.some(1, 3)
    c, out = j.command(flaky=True)
    j.must(c, out)
    j.ask_by("flaky", c=c)
    j.run(c)
    j.run(c)
    j.tell("[It says|{C} printed|At the second try]: {O}", out, c=c, o=out, low=True)


@kind
def output_file(r, j):
    j.some(1, 3)
    c, out = j.command(flaky=r.random() < .2)
    p = j.fresh()
    j.ask_by("output_file", c=c, p=p)
    for _ in range(2 if j.flaky_commands else 1):
        j.run(c)
    j.write(p, out)
    j.tell("[{P} holds the output of {C}.|The output is in {P}.]", p=p, c=c, low=True)


def misspelled(r, p):
    """A path that is nearly another."""
    n, dot, e = p.rpartition(".")
    i = r.randrange(1, len(n))
    return r.choice([n[:i] + n[i + 1:] + dot + e, n[:i] + n[i] + n[i:] + dot + e, n + dot + r.choice(W.CONF), r.choice(W.DIRS) + "/" + p.rpartition("/")[2], n.swapcase() + dot + e if "/" not in n else n.rpartition("/")[2] + dot + e])


@kind
def missing(r, j):
    p, d = j.conf()
    j.some(1, 4)
    j.shuffle()
    (k,) = pick(r, d)
    q = misspelled(r, p)
    if q in j.files:
        raise Again
    j.ask_by("missing", p=q, k=k)
    j.read(q)
    j.list()
    j.read(p)
    j.tell("[It is in {P}: {K} is {A}.|The {K} in {P} is {A}.]", d[k][0], p=p, k=k, a=d[k][0])


@kind
def condition(r, j):
    p, d = j.conf()
    j.some(0, 2)
    (k,) = pick(r, d)
    q, v, t, tt = j.fresh(), W.value(r), W.sentence(r), W.sentence(r)
    yes = r.random() < .5
    v = d[k][0] if yes else v
    if t == tt or (v == d[k][0]) != yes:
        raise Again
    j.ask_by("condition", p=p, k=k, v=v, q=q, t=t, tt=tt)
    j.read(p)
    j.write(q, t if yes else tt)
    j.tell(f"{{K}} is {{A}}, so {{Q}} says {'{T}' if yes else '{U}'}", k=k, a=d[k][0], q=q, t=t, u=tt, low=True)


@kind
def carry(r, j):
    p, d = j.conf()
    j.some(0, 2)
    (k,) = pick(r, d)
    q = j.fresh()
    j.ask_by("carry", p=p, k=k, q=q)
    j.read(p)
    j.write(q, d[k][0])
    j.tell("{Q} [now holds|says] {A}.", q=q, a=d[k][0], low=True)


@kind
def carry_key(r, j):
    k = r.choice(W.KEYS)
    p, d = j.conf(r.randint(1, 4), [k])
    q, e = j.conf(r.randint(1, 4), [k])
    j.some(0, 2)
    j.shuffle()
    j.ask_by("carry_key", p=p, k=k, q=q)
    j.read(p)
    j.read(q)
    j.swap(q, e[k][1], newline(e[k][1], e[k][0], d[k][0]))
    j.tell("{K} in {Q} is now {A}.", k=k, q=q, a=d[k][0], low=True)


@kind
def find_change(r, j):
    v, vv = two_words(r, j)
    (p,) = places(r, j, 1, 1, v)
    j.some(1, 4)
    j.shuffle()
    if sum(v in t for t in j.files.values()) != 1:
        raise Again
    j.ask_by("find_change", v=v, vv=vv)
    for f in j.list():
        j.read(f)
        if f == p:
            break
    j.swap(p, v, vv)
    j.tell("[It was in {P}|I changed it in {P}|{P} has {VV} now].", p, p=p, vv=vv, low=True)


@kind
def total_lines(r, j):
    for _ in range(r.randint(2, 6)):
        j.put(notes(r, 1, 9) if r.random() < .7 else sets(r)[0])
    j.ask_by("total_lines")
    got = [(p, j.wc(p)) for p in j.list()]
    j.tell(joined([f"{p}: {n}" for p, n in got]), *[n for _, n in got], low=True)


ALL = [run_value, two_commands, create_count, delete_names, given_test, given_fix, flaky, output_file, missing, condition, carry, carry_key, find_change, total_lines]
