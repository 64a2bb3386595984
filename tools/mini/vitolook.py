"""Kinds of vito tasks that count, list, look up rows and find misnamed files."""
from vitoasks import joined2, sheets, tell, verdict
from vitobase import Again, Job, answers, kind
from vitowords import FIRST, FOLDERS, ITEMS, PLAIN, TOWNS, body, num, path, paths, price, stem, world
from vitolookframes import COUNT, LCOUNT, LEXT, LDIR, MISS, MISSEDIT, ROWS, MAXROW, ROW, ONLIST, ENDLINE


@kind
def count_lines(r):
    p, n = path(r), r.randint(1, 12)
    j = Job(r, {p: "\n".join(body(r, n)), **world(r, p)})
    j.run("wc -l " + p)
    return j.done(COUNT, answers("{n}\n{n} lines.\nIt has {n} lines.\nThere are {n}.\n{p} has {n} lines.\nThat's {n}.".replace("{n} lines", "{n} line" + "s" * (n > 1))), say=[n], p=p, n=n)


@kind
def list_count(r):
    ps = paths(r, r.randint(2, 7))
    p = r.choice(ps)
    there = r.random() < 0.5
    if not there:
        ps.remove(p)
    j = Job(r, {p: "\n".join(body(r, 2)) for p in ps})
    j.list()
    n, y = len(ps), "yes" if there else "no"
    return j.done(LCOUNT, answers("Yes, it's there; {fs} [in all|altogether].\nYes, {p} is [there|one of them]. I see {fs}." if there else "No, it isn't there; {fs} [in all|altogether].\nNo, there is no {p}. I see {fs}."), say=[y, n], derived=[y, n], p=p, fs=f"{n} file" + "s" * (n > 1))


@kind
def list_ext(r):
    e = r.choice(PLAIN)
    ps = paths(r, r.randint(1, 3), e) + paths(r, r.randint(1, 4))
    if len(set(ps)) < len(ps):
        raise Again
    got = sorted(p for p in ps if p.endswith("." + e))
    j = Job(r, {p: "\n".join(body(r, 2)) for p in ps})
    j.list()
    fs = [f for f in LEXT if "how many" not in f.lower()]
    return j.done(fs, answers("{fs}\n{fs}.\n[We have|There's|I see] {fs}.\nThat would be {fs}."), say=got, fs=joined2(got), e=e)


@kind
def list_dir(r):
    d = r.choice(FOLDERS)
    ins = sorted({f"{d}/{stem(r)}.{r.choice(PLAIN)}" for _ in range(r.randint(1, 4))})
    out = [p for p in paths(r, r.randint(1, 4)) if not p.startswith(d + "/")]
    j = Job(r, {p: "\n".join(body(r, 2)) for p in ins + out})
    j.list()
    return j.done(LDIR, answers("{fs}\nIt holds {fs}.\nThere's {fs}.\n{d} has {fs}."), say=ins, fs=joined2(ins), d=d)


def misname(r, p):
    """A path that is nearly p: another folder, ending, sign or letter."""
    folder, _, name = p.rpartition("/")
    base, _, ext = name.rpartition(".")
    x = r.random()
    if x < 0.35:
        new = r.choice([f for f in FOLDERS if f != folder]) + "/" + name if not folder or r.random() < 0.6 else name
    elif x < 0.6:
        new = p[:-len(ext)] + r.choice([e for e in ("txt", "md", "text", "doc", "cfg", "yml") if e != ext])
    elif x < 0.8:
        i = r.randrange(1, len(base))
        b = base[:i] + base[i + 1:] if r.random() < 0.5 else base[:i] + base[i - 1] + base[i:]
        new = (folder + "/" if folder else "") + b + "." + ext
    else:
        b = base.replace("-", "_") if "-" in base else base.replace("_", "-") if "_" in base else base + "s"
        new = (folder + "/" if folder else "") + b + "." + ext
    if new == p or p in new.split(" "):
        raise Again
    return new


@kind
def missing_fact(r):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    q = misname(r, p)
    j = Job(r, {p: s.text(), **world(r, p, q, n=r.randint(1, 3))})
    if q in j.now:
        raise Again
    j.read(q)
    j.list()
    j.read(p)
    tail = r.choice(("", "", f" The file is {p}.", f" I found it in {p}."))
    return j.done(MISS, [tell(r, [row]) + tail], say=[row[2]], p=q, l=row[0].lower(), a=row[1])


@kind
def missing_edit(r):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    q = misname(r, p)
    b = verdict(r, row, False)
    j = Job(r, {p: s.text(), **world(r, p, q, n=r.randint(1, 3))})
    if q in j.now:
        raise Again
    j.t.plan.append(("edit", q, row[2], b))
    j.list()
    j.edit(p, row[2], b)
    return j.done(MISSEDIT, answers("Done, the file is {p9}.\nI changed it in {p9}.\nThere is no {p}, so I [fixed|changed] {p9}.\nDone in {p9}."), p=q, p9=p, a=row[2], b=b)


def table(r, n):
    """A csv text of items with two columns of numbers."""
    cols = r.sample(["price", "stock", "sold", "weight", "ordered", "boxes", "cost", "discount"], 2)
    rows, used = [], set()
    for it in r.sample(ITEMS, n):
        v = []
        for c in cols:
            x = price(r) if c in ("price", "cost") else num(r)
            while x in used:
                x = price(r) if c in ("price", "cost") else num(r)
            used.add(x)
            v.append(x)
        rows.append((it, *v))
    sep = r.choice((",", ",", ";", ", ", " | "))
    return cols, rows, "\n".join(sep.join(x) for x in [("item", *cols), *rows])


@kind
def count_rows(r):
    p, towns = path(r, r.choice(("csv", "txt"))), r.sample(TOWNS, 3)
    names = r.sample(FIRST, r.randint(3, 8))
    lines = [f"{x},{r.choice(towns)}" for x in names]
    k = r.choice(towns)
    n = sum(x.endswith("," + k) for x in lines)
    if not n or k.lower() in p:
        raise Again
    j = Job(r, {p: "\n".join(lines), **world(r, p)})
    j.read(p)
    return j.done(ROWS, answers("{n}\nThere [is|are] {n}.\n{n} from {k}.\nThat's {n}.\n{p} has {n}."), say=[n], derived=[n], p=p, k=k, n=n)


@kind
def best_row(r):
    p = path(r, r.choice(("csv", "csv", "txt")))
    cols, rows, text = table(r, r.randint(2, 6))
    i = r.randrange(2)
    low = r.random() < 0.4
    w = r.choice(("lowest", "smallest", "least")) if low else r.choice(("highest", "largest", "biggest", "greatest"))
    row = (min if low else max)(rows, key=lambda x: float(x[1 + i]))
    j = Job(r, {p: text, **world(r, p)})
    j.read(p)
    return j.done(MAXROW, answers("{k}, with {v}.\nIt's {k}: {v}.\nThe {w} {c} is {v}, for {k}.\n{k} has the {w} {c}, {v}."), say=[row[0], row[1 + i]], p=p, c=cols[i], w=w, k=row[0], v=row[1 + i])


@kind
def one_row(r):
    p = path(r, r.choice(("csv", "csv", "txt")))
    cols, rows, text = table(r, r.randint(2, 6))
    row = r.choice(rows)
    j = Job(r, {p: text, **world(r, p)})
    j.read(p)
    return j.done(ROW, answers("{c}: {v}, {c2}: {v2}.\nThe {c} is {v} and the {c2} is {v2}.\nFor {k}: {c} {v}, {c2} {v2}.\n{v} ({c}) and {v2} ({c2})."), say=row[1:], p=p, c=cols[0], c2=cols[1], k=row[0], v=row[1], v2=row[2])


@kind
def on_list(r):
    p, names = path(r, r.choice(("txt", "md", "csv"))), r.sample(FIRST, r.randint(3, 9))
    x = names[0] if r.random() < 0.5 else r.choice(FIRST)
    r.shuffle(names)
    there, n = x in names, len(names)
    j = Job(r, {p: "\n".join(names), **world(r, p)})
    j.read(p)
    y = "yes" if there else "no"
    return j.done(ONLIST, answers("Yes, {x} is [on it|there]; {n} [names|in all].\nYes, and there are {n} [names|people].\nYes, {x} is one of the {n}." if there else "No, {x} isn't [on it|there]; {n} [names|in all].\nNo, and there are {n} [names|people].\nNo, {x} is not among the {n}."), say=[y, n], derived=[y, n], p=p, x=x, n=n)


@kind
def end_line(r):
    p, xs = path(r), body(r, r.randint(2, 8))
    w = r.choice(["first", "last", "last", "second"] + ["third"] * (len(xs) > 2))
    x = xs[{"first": 0, "second": 1, "third": 2, "last": -1}[w]]
    j = Job(r, {p: "\n".join(xs), **world(r, p)})
    j.read(p)
    return j.done(ENDLINE, answers('{x}\nIt [says|reads]: {x}\n"{x}"\nThe {w} line is "{x}".\n{x}'), say=[x], p=p, w=w, x=x)
