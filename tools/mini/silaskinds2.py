"""Tasks of silas: lists and filters, and lists of which nothing may be left out."""
import silasasks4
import silassource as S
import silaswords as W
from silasbase import Again, conf, maker, other, settings
from silasparts import prose


def names(j, ps, none="none"):
    j.tell(j.r.choice(["{L}", "{L}", "These: {L}", "Found {N}: {L}", "{L}, that is all.", "There are {N}: {L}"]) if len(ps) > 1 else "{L}", *ps, l=j.r.choice([", ", ", ", "\n", "; "]).join(ps), n=len(ps))


def matched(bank, make):
    def go(r, j):
        src = make(j)
        j.some(1, 4)
        s = src.slots
        ok = {"ext": lambda f: f.endswith("." + s["x"]), "dir": lambda f: f.startswith(s["d"] + "/"), "word": lambda f: s["t"] in f}[bank]
        ps = sorted(filter(ok, j.now))
        j.request("which." + bank, **s)
        j.readonly()
        j.list()
        names(j, ps)
    return maker(go, "which_" + bank)


def folders(r, j):
    src = S.base(j)
    n = src.slots["n"]
    j.some(0, 3)
    ps = sorted(f[:-len(n) - 1] for f in j.now if f.endswith("/" + n))
    j.request("which.base", n=n)
    j.readonly()
    j.secret(*ps)
    j.list()
    names(j, ps)


def folder_without(r, j):
    n = r.choice(["Dockerfile", "README.md", "Makefile", "main.tf", "crontab", "schema.sql", "job.yaml", "OWNERS"])
    ds = r.sample(W.SERVICES, r.randint(3, 5))
    for i, d in enumerate(ds):
        if i:
            j.noise(f"{d}/{n}")
        if not i or r.random() < .5:
            j.noise(f"{d}/{r.choice(W.NOUNS)}.txt")
    j.request("which.lacks", n=n)
    j.secret(ds[0])
    j.list()
    j.tell("[{D}|{D}/ has none.|It is {D}.|The one without is {D}.]", ds[0], d=ds[0])


def save_list(r, j):
    src = S.ext(j)
    x = src.slots["x"]
    q = j.free(r.choice(["list.txt", "index.txt", "files.lst", "manifest.txt", "MANIFEST", "paths.out", "reports/paths.txt"]))
    j.some(1, 3)
    if q in j.now:
        raise Again
    ps = sorted(f for f in j.now if f.endswith("." + x))
    j.request("which.save", x=x, q=q)
    j.list()
    j.write(q, "\n".join(ps))
    j.derived.add("\n".join(ps))
    j.tell("[{Q} lists {N} files.|Wrote {N} paths to {Q}.|{Q} is there with {N} lines.]", q=q, n=len(ps))


def drop_word(r, j):
    src = S.word(j)
    t = src.slots["t"]
    j.some(1, 3)
    ps = sorted(f for f in j.now if t in f)
    if any(t in f.rsplit("/", 1)[0] for f in ps if "/" in f) or len(ps) > 5:
        raise Again
    j.request("which.drop", t=t)
    j.list()
    for p in ps:
        j.run("rm " + p)
    j.tell("[Deleted {L}.|Gone: {L}.|{N} removed: {L}]", l=", ".join(ps), n=len(ps))


def library(j, lo=2, hi=4, use=None):
    """A folder of files, some of which have a word."""
    r = j.r
    d = r.choice(["sites", "hosts", "jobs", "alerts", "feeds", "runbooks", "tenants", "queries"])
    t, u = r.sample(W.TEXTS, 2) if r.random() < .5 else r.sample(W.SERVICES, 2)
    ps, n = [], r.randint(lo, hi)
    some = r.sample(range(n), use or r.randint(1, max(1, n - 1)))
    for i, name in enumerate(r.sample(W.NOUNS, n)):
        x = prose(j) if r.random() < .5 else settings(r, r.randint(1, 3))[0]
        if t in x or u in x:
            raise Again
        if i in some:
            x = x.split("\n")
            x.insert(r.randint(0, len(x)), r.choice(["target: {t}", "uses {t}", "{t} is first", "- {t}", "from {t} to rack 3", "fallback={t}"]).replace("{t}", t))
            x = "\n".join(x)
        ps.append(j.put(x, f"{d}/{name}.{r.choice(W.EXTS)}"))
    return d, t, u, sorted(ps)


def holders(r, j):
    d, t, u, ps = library(j)
    j.some(0, 2)
    hit = [p for p in ps if t in j.now[p]]
    j.request("which.hold", d=d, t=t)
    j.readonly()
    j.list()
    for p in ps:
        j.read(p)
    names(j, hit)


def swap_all(r, j):
    d, t, u, ps = library(j, 3, 5, 3)
    hit = [p for p in ps if t in j.now[p]]
    r.shuffle(hit)
    j.some(0, 1)
    m = [j.f("{p}", p=p).replace("\x02", "") for p in hit]
    j.request("all.swap", t=t, u=u, L=", ".join(m[:-1]) + r.choice([" and ", ", ", " and also "]) + m[-1])
    for p in hit:
        j.every(p, t, u)
    j.tell("[All {N} say {U} now.|Changed {L}.|{U} it is, in {L}.]", u=u, n=len(hit), l=", ".join(hit))


def find_all(r, j):
    d, t, u, ps = library(j, 2, 4)
    hit = [p for p in ps if t in j.now[p]]
    j.some(0, 2)
    j.request("all.find", t=t, u=u, d=d)
    j.list()
    for p in ps:
        j.read(p)
    for p in hit:
        j.every(p, t, u)
    j.tell("[Changed in {L}.|{L} said {T}; now {U}.|{N} changed: {L}]", l=", ".join(hit), t=t, u=u, n=len(hit))


def bullets(j, rows):
    r = j.r
    s = r.choice(["\n- {x}", "\n{x}", "\n{i}. {x}", "\n* {x}", "\n{i}) {x}", "\n  {x}", "\n> {x}"])
    return "".join(s.replace("{i}", str(i + 1)).replace("{x}", x) for i, x in enumerate(rows))


def run_all(r, j):
    j.some(1, 2)
    got = [j.command(flaky=r.random() < .06) for _ in range(r.randint(3, 4))]
    j.request("all.run", L=bullets(j, [c for c, _ in got]))
    for c, _ in got:
        j.retry(c)
    j.must(*got[-1])
    rows = [r.choice(["{c}: {o}"]).format(c=c, o=o) for c, o in got]
    j.tell("{L}", *[o for _, o in got], l=r.choice(["\n", "; ", "\n"]).join(rows))


def notes_all(r, j):
    j.some(0, 2)
    form = r.choice(["{p} <- {t}", "{p} <- {t}", "{t} -> {p}", "{p}: {t}", "{p} = {t}", "{p} := {t}", "{p} ({t})", "{t} => {p}", "{p} | {t}"])
    got = {}
    for t in r.sample(W.LABELS, r.randint(3, 4)):
        p = j.free(r.choice(W.BARE)) if r.random() < .25 else j.fresh(r.choice(["txt", "md", "note", "flag"]))
        if any(p in x or x in p for x in got):
            raise Again
        got[p] = t
    j.request("all.note", L=bullets(j, [form.format(p=p, t=t) for p, t in got.items()]))
    for p, t in got.items():
        j.write(p, t)
    j.tell("[All {N} are written.|{N} notes made: {L}.|Done: {L}.]", n=len(got), l=", ".join(got))


def set_all(r, j):
    t, d = settings(r, r.randint(4, 6))
    p = j.put(t)
    ks = r.sample(list(d), r.randint(2, 3))
    new = {k: other(r, d[k][0]) for k in ks}
    form = r.choice(["{k} -> {w}", "{k}: {w}", "{k} = {w}", "{k} {v} -> {w}", "{k} (now {v}) becomes {w}", "{w} for {k}", "{k} => {w}", "{k}, to {w}"])
    j.some(0, 2)
    j.request("all.set", p=p, L=bullets(j, [form.format(k=k, w=new[k], v=d[k][0]) for k in ks]))
    j.read(p)
    for k in ks:
        v, ln = d[k]
        if ln.count(v) != 1:
            raise Again
        j.line(p, ln, ln.replace(v, new[k]))
    j.tell("[{P} has the new values: {L}.|All set in {P}: {L}.|Done, {L}.]", p=p, l=", ".join(f"{k} {new[k]}" for k in ks))


def set_each(r, j):
    got = [(*conf(j, None, r.randint(1, 4)), ) for _ in range(r.randint(2, 4))]
    new = [other(r, g[2]) for g in got]
    form = r.choice(["{p}: {k} = {w}", "{p}, {k}: {w}", "{k} in {p} -> {w}", "{p} / {k} => {w}", "{p}: {k} {v} -> {w}", "{w} as {k} in {p}", "{p} | {k} | {w}", "in {p}, {k} to {w}"])
    j.request("all.each", L=bullets(j, [form.format(p=g[0], k=g[1], v=g[2], w=w) for g, w in zip(got, new)]))
    for (p, k, v, ln), w in zip(got, new):
        j.read(p)
        j.line(p, ln, ln.replace(v, w))
    j.tell("[All {N} are set.|Done: {L}.|{N} files changed: {L}.]", n=len(got), l=", ".join(f"{g[1]} {w}" for g, w in zip(got, new)))


def status(j):
    """Lines of a name and its state."""
    r = j.r
    a = r.sample(["open", "late", "paid", "broken", "spare", "idle", "lost", "blocked", "drained", "stale"], 3)
    xs = r.sample(W.SERVICES + W.CITIES, r.randint(4, 7))
    st = [r.choice(a) for _ in xs]
    form = r.choice(["{x}: {a}", "{x},{a}", "- {x} ({a})", "{x} {a}", "{a} | {x}", "{x} is {a}", "{x}\t{a}"])
    p = j.put("\n".join(form.format(x=x, a=y) for x, y in zip(xs, st)), ext=r.choice(["txt", "csv", "md"]))
    w = r.choice(st)
    if w in p or sum(w in x for x in j.now[p].split("\n")) != st.count(w) or st.count(w) == len(st):
        raise Again
    return p, w, [x for x, y in zip(xs, st) if y == w]


def rows_state(r, j):
    p, w, xs = status(j)
    j.some(0, 2)
    j.request("rows.state", p=p, t=w)
    j.readonly()
    j.secret(*xs)
    j.read(p)
    names(j, xs)


def rows_over(r, j):
    p, first, cols, cells = S.table(j)
    k = r.choice(cols)
    vs = sorted(int(x) for x in cells[k])
    n = r.randint(vs[0], vs[-1])
    rel = r.choice(["below", "above", "atleast", "atmost"])
    ok = {"below": lambda v: v < n, "above": lambda v: v > n, "atleast": lambda v: v >= n, "atmost": lambda v: v <= n}[rel]
    xs = [f for f, v in zip(first, cells[k]) if ok(int(v))]
    if not xs:
        raise Again
    j.request("rows.over", p=p, k=k, R=j.f("rel." + rel, n=n).replace("\x02", ""))
    j.secret(*xs)
    j.read(p)
    names(j, xs)


def rows_save(r, j):
    p, w, xs = status(j)
    q = j.fresh(r.choice(["txt", "csv", "out", "md"]))
    j.some(0, 1)
    if q in j.now:
        raise Again
    j.request("rows.save", p=p, q=q, t=w)
    t = [x for x in j.read(p).split("\n") if w in x]
    j.write(q, "\n".join(t))
    j.tell("[{Q} has {N} now.|Saved {N} in {Q}.|{N} went into {Q}, {P} is as before.]", q=q, p=p, n=f"{len(t)} line" + "s" * (len(t) > 1))


def rows_drop(r, j):
    p, w, xs = status(j)
    j.some(0, 2)
    j.request("rows.drop", p=p, t=w)
    t = j.read(p).split("\n")
    j.write(p, "\n".join(x for x in t if w not in x))
    j.tell("[{N} left {P}: {L}.|Removed {L} from {P}.|{P} has lost its {T} lines.]", n=f"{len(xs)} line" + "s" * (len(xs) > 1), p=p, l=", ".join(xs), t=w)


def two_count(r, j):
    x, y = r.sample(["yaml", "sql", "csv", "sh", "md", "json", "tf", "conf", "ini", "log"], 2)
    for e in (x, y):
        for _ in range(r.randint(1, 5)):
            j.noise(ext=e)
    j.some(0, 2)
    a, b = (str(sum(f.endswith("." + e) for f in j.now)) for e in (x, y))
    j.request("two.count", x=x, y=y)
    j.readonly()
    j.secret(a, b)
    j.derived.update([a, b])
    j.list()
    j.tell("[{A} .{X} and {B} .{Y}|.{X}: {A}, .{Y}: {B}|{A} and {B}|Number of .{X} files: {A}; of .{Y} files: {B}.]", a, b, a=a, b=b, x=x, y=y)


def larger(r, j):
    p, k, v, ln = conf(j, "num")
    w = other(r, v)
    t, _ = settings(r, r.randint(1, 3), style="{k} = {v}")
    if k in t:
        raise Again
    q = j.put(f"{k} = {w}\n{t}")
    big = r.random() < .5
    x = p if (int(v) > int(w)) == big else q
    j.request("larger", p=p, q=q, k=k, n="larger" if big else "smaller")
    if r.random() < .5:
        j.ask += " Give the value too." if "\n" not in j.ask else "\nGive the value too."
    n = v if x == p else w
    j.secret(n)
    j.read(p)
    j.read(q)
    j.tell("[{X}, with {N}|{X}: {N}|It is {X} ({N}).]", x, n, x=x, n=n)


ALL = [matched("ext", S.ext), matched("dir", S.folder), matched("word", S.word)] + [maker(f) for f in (folders, folder_without, save_list, drop_word, holders, swap_all, find_all, run_all, run_all, notes_all, notes_all, set_all, set_each, rows_state, rows_over, rows_save, rows_drop, two_count, larger)]
