"""Tasks of boris with several steps, put together of clauses, and long chains."""
import boriswords as W
from borisbase import BANKS, Again, kind, notes
from borisclauses import ASKING, DOING, c_command, c_lines, c_names, c_nfiles, c_value, combine, join
from boriskinds1 import joined, pick, series


@kind
def combo2(r, j):
    join(r, j, combine(r, j, 2))


@kind
def combo2_facts(r, j):
    join(r, j, combine(r, j, 2, [c_value, c_lines, c_nfiles, c_names, c_command]))


@kind
def combo2_mixed(r, j):
    """A fact and a change."""
    a, b = r.choice(ASKING), r.choice(DOING)
    join(r, j, combine(r, j, 2, [a, b]))


@kind
def combo3(r, j):
    join(r, j, combine(r, j, 3))


@kind
def combo3_facts(r, j):
    join(r, j, combine(r, j, 3, [c_value, c_lines, c_nfiles, c_names, c_command, c_value]))


@kind
def combo4(r, j):
    join(r, j, combine(r, j, 4))


@kind
def combo5(r, j):
    join(r, j, combine(r, j, r.choice([5, 5, 6])))


def places(r, j, lo, hi, v):
    """Files that hold a word once each."""
    ps = []
    for _ in range(r.randint(lo, hi)):
        ls = notes(r, 1, 5).split("\n")
        ls.insert(r.randint(0, len(ls)), r.choice(["{v}", "about the {v}", "{v} = 1", "see {v}", "version: {v}", "* {v} *", "name = \"{v}\"", "{p} likes {v}"]).format(v=v, p=r.choice(W.NAMES)))
        ps.append(j.put("\n".join(ls)))
    return ps


def two_words(r, j):
    v, vv = W.value(r), W.value(r)
    if len(v) < 3 or v in vv or vv in v:
        raise Again
    return v, vv


@kind
def chain_edits(r, j):
    v, vv = two_words(r, j)
    ps = places(r, j, 2, 6, v)
    j.some(0, 2)
    j.ask_by("chain_edits", v=v, vv=vv, pl=series(r, ps))
    for p in ps:
        j.swap(p, v, vv)
    j.tell("[{N} files now say|All {N} files have] {VV}.", n=len(ps), vv=vv)


@kind
def chain_all(r, j):
    v, vv = two_words(r, j)
    places(r, j, 1, 3, v)
    j.some(0, 3)
    j.shuffle()
    j.ask_by("chain_all", v=v, vv=vv)
    names = j.list()
    for p in names:
        j.read(p)
    hits = [p for p in names if v in j.files[p]]
    for p in hits:
        j.swap(p, v, vv)
    j.tell("[Changed|Updated] {PS}.", ps=joined(hits))


@kind
def chain_create(r, j):
    if r.random() < .3:
        j.some(1, 2)
    n, mark = r.randint(2, 6), r.choice(["{p}: {t}", "{p}: {t}", "- {p}: {t}", "{p} <- {t}", "* {p} with \"{t}\"", "{p} = `{t}`", "{p} ({t})", "{p} says {t}", "{p} | {t}"])
    rows = []
    for _ in range(n):
        p, t = j.fresh(), W.sentence(r)
        if "(" in mark and ")" in t or '"' in t or "`" in t:
            raise Again
        j.write(p, t)
        rows.append((p, t))
    j.ask_by("chain_create", n=n, list="\n".join(mark.format(p=p, t=t) for p, t in rows))
    if any(s in j.ask for s in ("List the files", "show me what", "Tell me all", "Then list")):
        ns = j.list()
        j.tell("[The files are|There are now] {X}.", *ns, x=joined(ns))
    else:
        j.tell("[Created|I wrote] {X}.", x=joined([p for p, _ in rows]))


@kind
def collect(r, j):
    k = r.choice(W.KEYS)
    fs = [j.conf(r.randint(1, 4), [k]) for _ in range(r.randint(2, 6))]
    j.some(0, 1)
    q, ps = j.fresh(), [p for p, _ in fs]
    j.ask_by("collect", k=k, q=q, pl=series(r, ps))
    for p in ps:
        j.read(p)
    j.write(q, "\n".join(d[k][0] for _, d in fs))
    j.tell("{Q} [holds the values|has the {N} values].", q=q, n=len(ps), low=True)


@kind
def todo_do(r, j):
    clauses = combine(r, j, r.randint(1, 3), DOING if r.random() < .6 else DOING + [c_value, c_lines, c_command])
    mark = r.choice(BANKS["todo_line"])
    p = r.choice(["todo.txt", "TODO.md", "tasks.md", "orders.txt", "jobs.txt", j.fresh(["txt", "md"])])
    if p in j.now:
        raise Again
    ls = [mark.replace("{a}", c) for c in clauses]
    if r.random() < .3:
        ls.insert(0, r.choice(["For today", "# Tasks", "Please:", "jobs"]))
    j.files[p] = j.now[p] = "\n".join(ls)
    if any(s[0] in ("list",) for s in j.plan):
        raise Again
    j.plan.insert(0, ("read", p))
    j.ask_by("todo_do", p=p, n=r.choice(W.NAMES))


@kind
def project(r, j):
    if r.random() < .3:
        j.some(1, 2)
    ps, ts = [], []
    for _ in range(3):
        p, t = j.fresh(), W.sentence(r)
        j.write(p, t)
        ps.append(p)
        ts.append(t)
    ns = j.list()
    j.ask_by("project", n=r.choice(W.NOUNS), p=ps[0], q=ps[1], s="`" + ps[2] + "`" if r.random() < .4 else ps[2], t=ts[0], tt=ts[1], ttt=ts[2])
    j.tell("[The files are|There are|It is set up with] {X}.", *ns, x=joined(ns))


@kind
def versions(r, j):
    v, vv = [f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 20)}" for _ in "ab"]
    if v in vv or vv in v:
        raise Again
    ps = places(r, j, 2, 5, v)
    j.some(0, 1)
    c, good = j.tests(ps[-1], vv)
    j.ask_by("versions", v=v, vv=vv, pl=series(r, ps), c=c)
    for p in ps:
        j.swap(p, v, vv)
    j.run(c)
    j.tell("[Now at {VV}|{VV} is in place], [{C} says|the check says]: {G}", good, vv=vv, c=c, g=good)


ALL = [combo2, combo2_facts, combo2_mixed, combo3, combo3_facts, combo4, combo5, chain_edits, chain_all, chain_create, collect, todo_do, project, versions]
