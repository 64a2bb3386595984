"""Commands, tests, questions, conditions and mishaps, with their plans."""
import hugowords as W
from hugobase import Again, joined, kind
import hugomoreasks


def must_end(j, c, good, texts, **slots):
    j.tell(j.r.choice(texts), good, c=c, g=good, **slots)


@kind
def pass_set(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    new = x.replace(v, w)
    c, good = j.tests(p, new)
    j.ask_by("pass", c=c, k=k, w=w, p=p)
    j.read(p)
    j.swap(p, x, new)
    j.run(c)
    must_end(j, c, good, ["{C} passes: {G}.", "With {K} at {W}, {C} prints {G}.", "I set {K} to {W} in {P}; {C} says {G}."], k=k, w=w, p=p)


@kind
def pass_swap(r, j):
    p = j.notes(1, 6)
    j.some()
    v, w = j.word(p)
    c, good = j.tests(p, w)
    j.ask_by("passt", c=c, v=v, w=w, p=p)
    j.swap(p, v, w)
    j.run(c)
    must_end(j, c, good, ["{C} passes: {G}.", "{P} has {W} now, and {C} prints {G}."], w=w, p=p)


def broken(r, j):
    """A file that lacks a setting in the right form; the test's message tells which."""
    p, k, v, w, x = j.setting()
    j.some()
    new = x.replace(v, w)
    c, good = j.tests(p, new)
    return p, x, new, c, good


def repair(j, p, x, new, c, good):
    j.run(c)
    j.read(p)
    j.swap(p, x, new)
    j.run(c)
    must_end(j, c, good, ["{C} passes now: {G}. {P} lacked {N}.", "Fixed in {P}; {C} says {G}.", "{P} needed {N}. Now {C} prints {G}."], p=p, n=new.strip())


@kind
def fix(r, j):
    b = broken(r, j)
    j.ask_by("fix", c=b[3])
    repair(j, *b)


@kind
def fix_system(r, j):
    b = broken(r, j)
    j.ask_by("fixsys")
    j.system = r.choice(["The tests are run with {c}.", "To check the project, run {c}.", "Test command: {c}", "Everything is verified by {c}, nothing else.", "When somebody speaks of tests or checks, {c} is meant.", "Check your work with {c}."]).replace("{c}", r.choice(["`{c}`", "{c}"])).replace("{c}", b[3])
    repair(j, *b)


@kind
def output(r, j):
    j.some(1, 4)
    c, out = j.command()
    j.ask_by("out", c=c)
    j.run(c)
    j.tell(r.choice(["{C} printed: {O}", "It says: {O}", "The output is {O}"]), out, c=c, o=out)


@kind
def output_two(r, j):
    j.some(1, 3)
    (c, out), (c2, out2) = j.command(), j.command()
    if out in out2 or out2 in out:
        raise Again
    j.ask_by("out2", c=c, c2=c2)
    j.run(c)
    j.run(c2)
    j.tell(r.choice(["{C} printed {O}, and {C2} printed {O2}.", "{C}: {O}\n{C2}: {O2}", "First came {O}, then {O2}."]), out, out2, c=c, o=out, c2=c2, o2=out2)


@kind
def save(r, j):
    j.some(1, 3)
    p = j.fresh(W.TXT)
    c, out = j.command()
    j.ask_by("save", c=c, p=p, pp=r.choice(W.PEOPLE))
    j.run(c)
    j.write(p, out)
    j.tell(r.choice(["{P} holds the output of {C}.", "I saved what {C} printed as {P}."]), c=c, p=p)




@kind
def value(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    j.ask_by("value", p=p, k=k, pp=r.choice(W.PEOPLE))
    j.read(p)
    j.tell(r.choice(["The {K} is {V}.", "{P} has {V} for {K}.", "It is {V}."]), v, p=p, k=k, v=v)


@kind
def two_values(r, j):
    p, k, v, _, _ = j.setting()
    q, k2, v2, _, _ = j.setting()
    if k == k2 or v == v2:
        raise Again
    j.some(0, 1)
    j.ask_by("two", p=p, q=q, k=k, k2=k2)
    j.read(p)
    j.read(q)
    j.tell(r.choice(["The {K} is {V} and the {K2} is {V2}.", "{K}: {V}; {K2}: {V2}.", "{P} has {K} {V}, {Q} has {K2} {V2}."]), v, v2, p=p, q=q, k=k, k2=k2, v=v, v2=v2)


@kind
def which(r, j):
    t = W.sentence(r)
    ps = [j.notes(1, 4) for _ in range(r.randint(2, 4))]
    p = j.put("\n".join(r.sample([t] + W.notes(r, 1, 3).split("\n"), 2)))
    if j.now[p].count(t) != 1 or any(t in j.now[q] for q in ps):
        raise Again
    j.ask_by("which", t=t)
    for q in j.list():
        j.read(q)
        if q == p:
            break
    j.tell(r.choice(["It is in {P}.", "{P} has that line.", "You will find it in {P}."]), p, p=p)


@kind
def lines(r, j):
    p = j.notes(1, 12)
    j.some(0, 2)
    j.ask_by("lines", p=p, pp=r.choice(W.PEOPLE))
    n = j.wc(p)
    if n == "1":
        raise Again
    j.tell(r.choice(["{P} has {N} lines.", "{N} lines.", "It is {N} lines long."]), n, p=p, n=n)


@kind
def names(r, j):
    j.some(2, 5)
    j.ask_by("names")
    ps = j.list()
    j.tell(r.choice(["The files are {L}.", "There are {N} files: {L}.", "{L}."]), *ps, l=joined(ps), n=len(ps))


@kind
def count(r, j):
    j.some(2, 6)
    j.ask_by("count")
    n = str(len(j.list()))
    j.derived.add(n)
    j.tell(r.choice(["There are {N} files.", "{N} files.", "I count {N} files here."]), n, n=n)


@kind
def carry(r, j):
    q, k, v, w, x = j.setting()
    text, got = W.settings(r, r.randint(1, 4), [k])
    w = got[k][0]
    p = j.put(text, W.CNF)
    if w == v or w in j.now[q]:
        raise Again
    j.some(0, 2)
    j.ask_by("carry", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    j.swap(q, x, x.replace(v, w))
    j.tell(r.choice(["{Q} has the {K} of {P} now: {W}.", "The {K} in {Q} is {W}, as in {P}."]), p=p, q=q, k=k, w=w)


@kind
def note(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    q = j.fresh(W.TXT)
    j.ask_by("note", p=p, q=q, k=k)
    j.read(p)
    j.write(q, v)
    j.tell(r.choice(["{Q} holds {V}.", "I put the {K}, {V}, into {Q}."]), q=q, k=k, v=v)


@kind
def condition(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    if r.random() < .55:
        j.ask_by("if", p=p, k=k, v=v, w=w)
        j.read(p)
        j.swap(p, x, x.replace(v, w))
        j.tell(r.choice(["The {K} was {V}, so I made it {W}.", "It was {V}; {P} has {W} now."]), v, p=p, k=k, v=v, w=w)
    else:
        u = W.VALUE[W.KEYS[k]](r)
        if u in (v, w) or u in v or v in u or v in w:
            raise Again
        j.ask_by("if", p=p, k=k, v=u, w=w)
        j.read(p)
        j.tell(r.choice(["The {K} in {P} is {V}, so I left it.", "It is {V}, and nothing was changed.", "No change: {K} is {V}."]), v, p=p, k=k, v=v)


@kind
def retry(r, j):
    j.some(1, 3)
    c, out = j.command(flaky=True)
    j.ask_by("retry", c=c)
    j.run(c)
    j.run(c)
    j.tell(r.choice(["The second try worked; {C} printed: {O}", "{C} failed once, then printed {O}", "After a retry: {O}"]), out, c=c, o=out)


def astray(r, p):
    """A path somebody could remember for a path: another folder or another ending."""
    stem, dot, ext = p.rpartition(".")
    name = p.split("/")[-1]
    q = r.choice([r.choice(W.DIRS) + "/" + name, stem + "." + r.choice(W.ANY) if dot and stem else name, name, p.replace("_", "-"), p.lower()])
    if q == p:
        raise Again
    return q


@kind
def lost(r, j):
    p, k, v, w, x = j.setting()
    j.some(0, 3)
    q = astray(r, p)
    if q in j.now or any(k in t for f, t in j.now.items() if f != p):
        raise Again
    j.ask_by("lost", pw=q, k=k, w=w)
    j.read(q)
    j.list()
    j.read(p)
    j.swap(p, x, x.replace(v, w))
    j.tell(r.choice(["There is no {Q}, but {P} has the {K}, which is {W} now.", "The file is {P}; its {K} is {W} now.", "I set {K} to {W} in {P}, as {Q} does not exist."]), p=p, q=q, k=k, w=w)


@kind
def lost_value(r, j):
    p, k, v, w, x = j.setting()
    j.some(0, 3)
    q = astray(r, p)
    if q in j.now or any(k in t for f, t in j.now.items() if f != p):
        raise Again
    j.ask_by("lostv", pw=q, k=k)
    j.read(q)
    j.list()
    j.read(p)
    j.tell(r.choice(["The {K} is {V}; the file is {P}.", "There is no {Q}, but {P} says {V}.", "{P} has {V} for {K}."]), v, p=p, q=q, k=k, v=v)


@kind
def nomatch(r, j):
    p = j.notes(1, 6)
    j.some()
    x = r.choice(j.now[p].split("\n"))
    t2 = j.fresh_line()
    t = r.choice([x.lower(), x.upper(), x.rstrip("."), x + ".", x.replace(":", " -"), x.replace(" ", "  ", 1), x.replace(",", ""), x[:1].swapcase() + x[1:]])
    if t == x or t in j.now[p] or len(x) < 6 or x != x.strip() or t in x:
        raise Again
    j.ask_by("nomatch", p=p, t=t, t2=t2)
    j.plan.append(("edit", p, t, t2))
    j.read(p)
    j.swap(p, x, t2)
    j.tell(r.choice(["The line in {P} was spelt a little differently; it is replaced now.", "{P} has the new line now."]), p=p)


@kind
def already(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    j.ask_by("already", p=p, k=k, w=v)
    j.read(p)
    j.derived.add("already")
    j.tell(r.choice(["The {K} in {P} is already {V}.", "{P} already has {V} for {K}, so I changed nothing.", "That was already so: {K} is {V}."]), "already", v, p=p, k=k, v=v)


@kind
def merge(r, j):
    p, p2 = j.notes(1, 4), j.notes(1, 4)
    j.some(0, 2)
    q = j.fresh()
    j.ask_by("merge", p=p, p2=p2, q=q)
    a, b = j.read(p), j.read(p2)
    j.write(q, a + "\n" + b)
    j.run("rm " + p)
    j.run("rm " + p2)
    j.tell(r.choice(["{Q} holds both texts; {P} and {P2} are gone.", "I joined {P} and {P2} as {Q} and deleted them."]), p=p, p2=p2, q=q)


@kind
def split(r, j):
    p = j.notes(2, 6)
    j.some(0, 2)
    q, q2 = j.fresh(), j.fresh()
    j.ask_by("split", p=p, q=q, q2=q2)
    xs = j.read(p).split("\n")
    if len(xs) < 2:
        raise Again
    j.write(q, xs[0])
    j.write(q2, "\n".join(xs[1:]))
    j.tell(r.choice(["{Q} has the first line of {P}, {Q2} the rest.", "I split {P} into {Q} and {Q2}."]), p=p, q=q, q2=q2)


ALL = [pass_set, pass_set, pass_swap, fix, fix_system, output, output_two, save, value, two_values, which, lines, names, count, carry, note, condition, retry, lost, lost_value, nomatch, already, merge, split]
