"""Tasks of petra: files are counted and picked, and parts are taken out of outputs and files."""
import petraasks2
import petrawords as W
from petrabase import Again, choose, kind, note, notes

EXTS = ["rs", "py", "toml", "md", "go", "yaml", "json", "ts", "sh", "sql", "txt", "css", "html", "csv"]


def tree(r, j, n, inside, outside, more=(1, 5)):
    """n files of one make and some of others."""
    for make, k in ((inside, n), (outside, r.randint(*more))):
        for _ in range(k):
            j.put("\n".join(notes(r, 1, 2)), make())


def stem(r, j):
    return j.fresh("x").split("/")[-1][:-2]


def place(r):
    return r.choice([d for d in W.DIRS if d])


def one_end(r, j, n):
    e = r.choice(EXTS)
    rest = [x for x in EXTS if x != e]
    tree(r, j, n, lambda: r.choice(W.DIRS) + stem(r, j) + "." + e, lambda: r.choice(W.DIRS) + stem(r, j) + "." + r.choice(rest))
    return e


def one_dir(r, j, n):
    d = place(r)
    tree(r, j, n, lambda: d + r.choice(["", "", "", "old/", "sub/"]) + stem(r, j) + "." + r.choice(EXTS), lambda: r.choice([x for x in W.DIRS if not x.startswith(d)]) + stem(r, j) + "." + r.choice(EXTS))
    return d


def many(ps):
    return ", ".join(ps[:-1]) + " and " + ps[-1] if len(ps) > 1 else ps[0]


@kind
def count_type(r, j):
    """How many files have an ending: said or written."""
    n = r.randint(1, 6)
    e = one_end(r, j, n)
    got = [p for p in j.list() if p.endswith("." + e)]
    j.derived.add(str(n))
    if r.random() < .3:
        q = j.fresh(["txt", "log"])
        j.ask_by("count_type_write", e="." + e, q=q)
        j.write(q, str(n))
        j.tell("[{Q} says {N}.|There are {N} of them; {Q} has the number.|I wrote {N} to {Q}.]" if n > 1 else "{Q} says {N}.", q=q, n=n)
    else:
        j.ask_by("count_type", e="." + e)
        j.tell("[{N}: {L}.|{L}: that makes {N}.|{N} ({L}).]", str(n), n=n, l=", ".join(got))


@kind
def count_dir(r, j):
    """How many files a folder has."""
    n = r.randint(1, 6)
    d = one_dir(r, j, n)
    got = [p for p in j.list() if p.startswith(d)]
    j.derived.add(str(n))
    if r.random() < .25:
        q = r.choice(["", "stats/"]) + stem(r, j) + ".txt"
        j.ask_by("count_dir_write", d=d, q=q)
        j.write(q, str(n))
        j.tell("[{Q} says {N}.|I counted {N} and wrote it to {Q}.|{N}, as {Q} says now.]", q=q, n=n)
    else:
        j.ask_by("count_dir", d=d)
        j.tell("[{N}: {L}.|{L}: that makes {N}.|{N} ({L}).]", str(n), n=n, l=", ".join(got))


@kind
def list_type(r, j):
    """The names of the files of one ending or one folder."""
    n = r.randint(1, 4)
    if r.random() < .6:
        e = one_end(r, j, n)
        got = [p for p in j.list() if p.endswith("." + e)]
        s = dict(e="." + e)
        bank = "list_type"
    else:
        d = one_dir(r, j, n)
        got = [p for p in j.list() if p.startswith(d)]
        s = dict(d=d)
        bank = "list_dir"
    if r.random() < .35:
        q = stem(r, j) + ".lst"
        j.ask_by(bank + "_write", q=q, **s)
        j.write(q, "\n".join(got))
        j.tell("[{Q} lists {L}.|I wrote {L} to {Q}.]", q=q, l=many(got))
    else:
        j.ask_by(bank, **s)
        j.tell("[{L}.|These: {L}.|{L}; no others.]", *got, l=many(got))


@kind
def named_with(r, j):
    """The files with a word in the name: named or counted."""
    w = r.choice("test spec old draft util config main report legacy temp mock backup".split())
    n = r.randint(1, 4)
    e = r.choice(EXTS)
    tree(r, j, n, lambda: r.choice([d for d in W.DIRS if w not in d]) + r.choice([w + "_{}", "{}_" + w, "{}-" + w, "{}." + w]).format(stem(r, j)) + "." + e, lambda: r.choice([d for d in W.DIRS if w not in d]) + stem(r, j) + "." + r.choice([e, r.choice(EXTS)]))
    got = [p for p in j.list() if w in p]
    if len(got) != n:
        raise Again
    if r.random() < .5:
        j.ask_by("named_count", x=w)
        j.derived.add(str(n))
        j.tell("[{N}: {L}.|{N} ({L}).|{L}, so {N}.]", str(n), n=n, l=", ".join(got))
    else:
        j.ask_by("named_with", x=w)
        j.tell("[{L}.|These have it: {L}.|{L}; no other file.]", *got, l=many(got))


@kind
def dirs_with(r, j):
    """The folders that have a file of one name, or have none."""
    b = r.choice(["Dockerfile", "README.md", "Makefile", "package.json", "Cargo.toml", "go.mod", "OWNERS", "config.yaml", "index.html", "main.py", "LICENSE", ".env"])
    ds = [x + "/" for x in r.sample(W.NAMES if r.random() < .5 else W.SERVICES, r.randint(3, 5))]
    if any(a in c for a in ds for c in ds if a != c):
        raise Again
    k = r.randint(1, len(ds) - 1)
    have = ds[:k]
    for d in ds:
        if d in have:
            j.put(note(r), d + b)
        for e in r.sample([x for x in EXTS if x not in b], 1 if d not in have or r.random() < .5 else 0):
            j.put(note(r), d + r.choice(["main", "notes", "util", "data", "app"]) + "." + e)
    if any(d not in have and sum(p.startswith(d) for p in j.now) == 0 for d in ds):
        raise Again
    have, lack = sorted(d[:-1] for d in have), sorted(d[:-1] for d in ds if d not in have)
    j.list()
    x = r.random()
    if x < .4:
        j.ask_by("dirs_with", x=b)
        j.tell("[{L}.|{L} have one.]" if len(have) > 1 else "[Only {L}.|{L}.]", *have, l=many(have))
    elif x < .7:
        j.ask_by("dirs_lack", x=b)
        j.tell("[{L}.|None in {L}.]", *lack, l=many(lack))
    else:
        j.ask_by("dirs_count", x=b)
        j.derived.add(str(len(have)))
        j.tell("[{N}: {L}.|{N} ({L}).]", str(len(have)), n=len(have), l=", ".join(have))


@kind
def count_lines(r, j):
    """The lengths of two files, by a command."""
    m, n = r.sample(range(2, 9), 2)
    p, _ = j.text(m, m)
    q, _ = j.text(n, n)
    j.spare(0, 1)
    more = r.random() < .5
    j.ask_by("more_lines" if more else "count_lines", p=p, q=q, c=f"wc -l {p}", b=f"wc -l {q}")
    j.wc(p)
    j.wc(q)
    if more:
        j.tell("[{F} has more lines: {N} against {M}.|{F}: {N} lines, the other {M}.]", m, n, f=p if m > n else q, n=max(m, n), m=min(m, n))
    else:
        j.tell("[{P} has {M} lines and {Q} has {N}.|{P}: {M}. {Q}: {N}.]", m, n, p=p, q=q, m=m, n=n)


@kind
def count_marked(r, j):
    """How many lines of a file have a mark."""
    w = r.choice(["TODO", "FIX" "ME", "WARN", "ERROR", "[x]", "DONE", "late", "HIGH"])
    n = r.randint(1, 4)
    rows = [x for x in notes(r, 6, 8) if w not in x]
    if len(rows) < n + 2:
        raise Again
    rows = rows[:r.randint(n + 1, n + 4)]
    for i in r.sample(range(len(rows)), min(n, len(rows) - 1)):
        rows[i] = choose(r, r.choice(["{w} {x}", "{x} {w}", "{w}: {x}"])).replace("{w}", w).replace("{x}", rows[i])
    n = sum(w in x for x in rows)
    p = j.put("\n".join(rows), ext=["md", "txt", "log"])
    j.spare(0, 2)
    j.ask_by("count_marked", p=p, x=w)
    j.read(p)
    j.derived.add(str(n))
    j.tell("[{N} of them.|{N} lines.|{P} has {N}.]" if n > 1 else "[{N} line.|{N}.|Just {N}.]", str(n), n=n, p=p)


@kind
def who_has(r, j):
    """Which files hold a word, or lack it; each is read."""
    w = r.choice(W.HOSTS + W.LICENSES + ["TODO", "deprecated", "unsafe", "copyright", "password"])
    n = r.randint(2, 4)
    have = sorted(r.sample(range(n), r.randint(1, n - 1)))
    ps = []
    for i in range(n):
        rows = notes(r, 1, 3)
        if any(w in x for x in rows):
            raise Again
        if i in have:
            rows.insert(r.randint(0, len(rows)), r.choice(["{w}", "uses {w}", "# {w}", "{w}: see above"]).format(w=w))
        ps.append(j.put("\n".join(rows)))
    got, rest = [p for i, p in enumerate(ps) if i in have], [p for i, p in enumerate(ps) if i not in have]
    lack = r.random() < .4
    j.ask_by("who_lacks" if lack else "who_has", x=w)
    for p in j.list():
        j.read(p)
    got = sorted(rest if lack else got)
    j.tell("[{L}.|Only {L}.]" if len(got) == 1 else "[{L}.|These: {L}.]", *got, l=many(got))


@kind
def find_def(r, j):
    """Where a function is defined; other files only use it."""
    n = r.randint(2, 5)
    fs = r.sample(W.FUNCS, n)
    e, form, use = r.choice([("py", "def {f}(x):\n    return x + {n}", "from {m} import {f}\n\n"), ("js", "export function {f}(x) {{\n  return x * {n};\n}}", "import {{ {f} }} from './{m}.js';\n\n"), ("rs", "pub fn {f}(x: u32) -> u32 {{\n    x + {n}\n}}", "use crate::{m}::{f};\n\n"), ("rb", "def {f}(x)\n  x - {n}\nend", "require '{m}' # {f}\n\n")])
    ps = [j.put(form.format(f=f, n=r.randint(2, 99)), ext=e) for f in fs]
    i = r.randrange(n)
    for k in range(n):
        if k != i and r.random() < .5:
            m = ps[i].split("/")[-1].rsplit(".", 1)[0]
            j.files[ps[k]] = j.now[ps[k]] = use.format(f=fs[i], m=m) + j.now[ps[k]]
    j.ask_by("find_def", k=fs[i])
    for p in j.list():
        j.read(p)
        if p == ps[i]:
            break
    j.tell("{P}", ps[i], p=ps[i])
    j.unsaid = [p.split("/")[-1] for p in ps if p != ps[i]]


@kind
def clean_type(r, j):
    """All files of one ending are removed."""
    e = r.choice(["bak", "tmp", "orig", "old", "pyc", "swp", "out", "cache", "log"])
    n = r.randint(1, 4)
    tree(r, j, n, lambda: r.choice(W.DIRS) + stem(r, j) + "." + e, lambda: r.choice(W.DIRS) + stem(r, j) + "." + r.choice(EXTS), (1, 4))
    j.ask_by("clean_type", e="." + e)
    got = [p for p in j.list() if p.endswith("." + e)]
    for p in got:
        j.run("rm " + p)
    j.tell("[Removed {L}.|{L}: gone.|I deleted {L}.]", l=many(got))


@kind
def note_count(r, j):
    """The number of passed checks, bare, in a file."""
    j.spare(1, 2)
    q = j.fresh(["txt", "log", "md", "csv"])
    c, out, n = j.passing()
    j.ask_by("note_count", c=c, q=q)
    j.run(c)
    j.write(q, n)
    j.tell("[{Q} says {N}.|I wrote {N} to {Q}.|{N} checks passed; the number is in {Q}.|{C} counts {N}; {Q} has it.]", q=q, c=c, n=n)


@kind
def note_number(r, j):
    """The one number of an output in a file, or said alone."""
    j.spare(1, 2)
    n = str(r.randint(3, 990))
    out = r.choice(W.COUNTED).format(n=n, g=r.choice(W.NAMES))
    c = j.command(out, flaky=r.random() < .1)
    if r.random() < .65:
        q = j.fresh(["txt", "log", "md"])
        j.ask_by("note_number", c=c, q=q)
        j.retry(c)
        j.write(q, n)
        j.tell("[{Q} says {N}.|I wrote {N} to {Q}.|The number is {N}; {Q} has it.]", q=q, n=n)
    else:
        j.ask_by("say_number", c=c)
        j.retry(c)
        j.tell("{N}", n, n=n)


@kind
def note_word(r, j):
    """The last or first word of an output in a file, or said alone."""
    j.spare(1, 2)
    w = r.choice(W.NAMES + W.TEAMS)
    if r.random() < .7:
        bank, out = "last_word", r.choice(W.WORDED).format(w=w)
    else:
        bank, out = "first_word", w + r.choice([" is the leader", " was selected", " (active since {n} days)", " finished in {n} s", " holds the lock", ": {n} jobs", " wins with {n} points", " ready, {n} waiting"]).format(n=r.randint(3, 99))
    c = j.command(out)
    if r.random() < .65:
        q = j.fresh(["txt", "log", "md"])
        j.ask_by(bank, c=c, q=q)
        j.run(c)
        j.write(q, w)
        j.tell("[{Q} says {W}.|I wrote {W} to {Q}.|{Q} contains {W}.]", q=q, w=w)
    else:
        j.ask_by(bank + "_say", c=c)
        j.run(c)
        j.tell("{W}", w, w=w)


@kind
def note_failing(r, j):
    """The name of the failing file, in a file or said; nothing is fixed."""
    ps = [j.put(note(r), ext=["py", "rs", "js", "go", "ts", "toml"]) for _ in range(r.randint(1, 3))]
    p = r.choice(ps)
    c, out = j.failing(p)
    if r.random() < .55:
        q = j.fresh(["txt", "log", "md"])
        j.ask_by("note_failing", c=c, q=q)
        j.run(c)
        j.write(q, p)
        j.tell("[{Q} names {P}.|I wrote {P} to {Q}.|{P} fails; its name is in {Q}.]", q=q, p=p)
    else:
        j.ask_by("say_failing", c=c)
        j.run(c)
        j.tell("{P}", p, p=p)


@kind
def note_version(r, j):
    """The version in an output, in a file, in a setting or said."""
    v = f"{r.randint(0, 9)}.{r.randint(0, 40)}.{r.randint(0, 20)}"
    g = r.choice(W.NAMES)
    out = r.choice(["{g} {v} (build {h})", "{g} version {v}", "release {v}", "{g}/{v} linux x86_64", "{g} {v}, released in week {n}", "You have {g} {v}. It is up to date.", "{v}", "{g}: {v} [stable]"]).format(g=g, v=v, h="%07x" % r.getrandbits(28), n=r.randint(2, 51))
    c = r.choice(["{g} --version", "{g} -V", "{g} version", "./{g} --about", "make version", "python -m {g} --version"]).format(g=g)
    x = r.random()
    if x < .4:
        j.spare(1, 2)
        q = r.choice([j.fresh(["txt", "md"]), "VERSION"])
        j.command(out, c=c)
        j.ask_by("note_version", c=c, q=q)
        j.run(c)
        j.write(q, v)
        j.tell("[{Q} says {V}.|I wrote {V} to {Q}.]", q=q, v=v)
    elif x < .7:
        w = f"{r.randint(0, 9)}.{r.randint(0, 40)}.{r.randint(0, 20)}"
        p, d = j.conf([("version", w)], r.randint(1, 3))
        if d["version"][1].count(w) != 1 or v == w or v in w or w in v:
            raise Again
        j.spare(0, 1)
        j.command(out, c=c)
        j.ask_by("set_version", c=c, p=p)
        j.run(c)
        j.read(p)
        j.into(p, d["version"][1], w, v)
        j.tell("[{P} has version {V} now; it was {W}.|{V} replaces {W} in {P}.]", p=p, v=v, w=w)
    else:
        j.spare(1, 2)
        j.command(out, c=c)
        j.ask_by("say_version", c=c)
        j.run(c)
        j.tell("{V}", v, v=v)


@kind
def note_part(r, j):
    """The value of one setting, bare, in a file or in the answer."""
    k, v = r.choice(W.PARAMS), r.choice([r.randint(11, 9999), r.choice(W.HOSTS), r.choice(W.NAMES)])
    p, d = j.conf([(k, v)])
    if r.random() < .3:
        j.spare(0, 2)
        j.ask_by("say_part", p=p, k=k)
        j.read(p)
        j.tell("{V}", v, v=v)
    else:
        j.spare(0, 2)
        q = j.fresh(["txt", "log", "md"])
        j.ask_by("note_part", p=p, q=q, k=k)
        j.read(p)
        j.write(q, str(v))
        j.tell("[{Q} contains {V}.|I wrote {V} to {Q}.|{K} is {V}; {Q} has the value.]", q=q, k=k, v=v)


@kind
def both_numbers(r, j):
    """Two numbers of an output are told apart."""
    a, b = r.sample(range(2, 99), 2)
    out = r.choice(["{a} passed, {b} failed", "{b} failed and {a} passed", "failed: {b}\npassed: {a}", "passed={a} failed={b}", "{a} ok / {b} not ok"]).format(a=a, b=b)
    j.spare(1, 2)
    c = j.command(out)
    good = r.random() < .5
    n = a if good else b
    if r.random() < .5:
        q = j.fresh(["txt", "log", "md"])
        j.ask_by("passed_only" if good else "failed_only", c=c, q=q)
        j.run(c)
        j.write(q, str(n))
        j.tell("[{Q} says {N}.|I wrote {N} to {Q}.]", q=q, n=n)
    else:
        j.ask_by("passed_say" if good else "failed_say", c=c)
        j.run(c)
        j.tell("[{N}|{N} of them]", n, n=n)


ALL = [count_type, count_type, count_dir, list_type, named_with, dirs_with, dirs_with, count_lines, count_marked, who_has, find_def, find_def, clean_type, note_count, note_count, note_count, note_number, note_number, note_word, note_word, note_failing, note_version, note_part, both_numbers]
