"""Kinds of vito tasks that ask for facts in files."""
from vitobase import Again, Job, answers, kind
from vitofiles import joined
from vitowords import SHEETS, Sheet, body, line, paths, sheet_path, word, world
from vitoaskframes import ONE, MORE, YES, YESWHAT, BOTH, LARGER, FINDF, FINDA, SAMEQ, LINESQ


def tell(r, rows):
    """Rows as a short answer."""
    x = r.randrange(4)
    if x == 0 and len(rows) == 1:
        return f"It's {rows[0][2]}."
    if x == 1:
        return joined2([v for _, _, v in rows]) + "."
    if x == 2:
        return ", ".join(f"{l}: {v}" if not i else f"{l.lower()}: {v}" for i, (l, _, v) in enumerate(rows)) + "."
    t = joined2([f"the {l.lower()} {'are' if l in ('Guests', 'Pupils', 'Seats') else 'is'} {v}" for l, _, v in rows]) + "."
    return t[0].upper() + t[1:]


def joined2(parts):
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def sheets(r, n, about=None):
    out = {}
    while len(out) < n:
        s = Sheet(r, about=about)
        p = sheet_path(r, s)
        if not any(p in x or x in p for x in out):
            out[p] = s
    return out


def labels(r, rows):
    return joined(r, [x[0].lower() for x in rows])


@kind
def one_fact(r):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    return j.done(ONE, [tell(r, [row])], say=[row[2]], p=p, l=row[0].lower(), a=row[1])


def facts(r, n):
    (p, s), = sheets(r, 1).items()
    if len(s.rows) < n:
        raise Again
    rows = s.pick(r, n)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    return j.done(MORE, [tell(r, rows)], say=[x[2] for x in rows], p=p, n=("two", "three", "four")[n - 2], as_=joined(r, [x[1] for x in rows]), ls=labels(r, rows))


@kind
def two_facts(r):
    return facts(r, 2)


@kind
def three_facts(r):
    return facts(r, 3)


def verdict(r, row, right):
    """A claim about a row, true or not."""
    if right:
        return row[2]
    maker = next(m for _, fs in SHEETS for l, a, m in fs if (l, a) == row[:2])
    c = maker(r)
    if c in row[2] or row[2] in c:
        raise Again
    return c


@kind
def yes_and_fact(r):
    (p, s), = sheets(r, 1).items()
    row, other = s.pick(r, 2)
    right = r.random() < 0.5
    c = verdict(r, row, right)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    yes, no = ("yes", "no") if right else ("no", "yes")
    tail = r.choice((f"the {other[0].lower()} is {other[2]}.", f"{other[0].lower()}: {other[2]}.", f"and the {other[0].lower()} is {other[2]}."))
    first = r.choice((yes.title() + ", ", yes.title() + ", " + ("it is" if right else "it isn't") + "; ", yes.title() + (", that's right; " if right else f", it's {row[2]}; ")))
    return j.done(YES, [first + tail], say=[yes, other[2]], derived=[yes], unsaid=[], p=p, l=row[0].lower(), c=c, m=other[0].lower(), a=other[1])


@kind
def yes_or_what(r):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    right = r.random() < 0.4
    c = verdict(r, row, right)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    yes = answers("Yes, [it is|that's right|it's {c}|the {l} is {c}].\nYes, {c} is [right|correct].")
    no = answers("No, [it is|it's|the {l} is|{p} says] {v}.\nNo, it should be {v}.")
    return j.done(YESWHAT, yes if right else no, say=["yes"] if right else ["no", row[2]], derived=["yes", "no"], p=p, l=row[0].lower(), c=c, v=row[2])


@kind
def both_files(r):
    d = sheets(r, 2)
    (p, s), (p2, s2) = d.items()
    a, b = s.pick(r)[0], s2.pick(r)[0]
    j = Job(r, {p: s.text(), p2: s2.text(), **world(r, p, p2)})
    j.read(p, p2)
    return j.done(BOTH, [tell(r, [a, b])], say=[a[2], b[2]], p=p, p2=p2, l=a[0].lower(), m=b[0].lower())


@kind
def larger(r):
    about = r.choice(SHEETS)
    label = r.choice([l for l, _, m in about[1] if l in ("Guests", "Quantity", "Pupils", "Seats", "Discount", "timeout", "Total", "Cost", "Amount", "Fee")] or ["-"])
    if label == "-":
        raise Again
    d = [Sheet(r, about=about), Sheet(r, about=about)]
    v = [next((x[2] for x in s.rows if x[0] == label), None) for s in d]
    if None in v or v[0] == v[1]:
        raise Again
    p = paths(r, 2, r.choice(("txt", "md", "cfg")))
    small = r.random() < 0.4
    i = v.index((min if small else max)(v, key=float))
    w, w2 = r.choice((("smaller", "smallest"), ("lower", "lowest"))) if small else r.choice((("larger", "largest"), ("higher", "highest"), ("greater", "greatest")))
    j = Job(r, {p[0]: d[0].text(), p[1]: d[1].text(), **world(r, *p)})
    j.read(*p)
    fs = LARGER[1:]
    return j.done(fs, answers("{p9}, with {v}.\nThe {w} one is [in |]{p9}: {v}.\nIt's {p9}, {l} {v}.\n{p9} has the {w} {l}, {v}."), say=[p[i], v[i]], p=p[0], p2=p[1], p9=p[i], v=v[i], l=label.lower(), w=w, w2=w2)


@kind
def find_file(r):
    n = r.randint(2, 5)
    ps = paths(r, n)
    files = {p: "\n".join(body(r, r.randint(1, 4))) for p in ps}
    i = r.randrange(n)
    xs = files[sorted(ps)[i]].split("\n")
    if r.random() < 0.5:
        x = r.choice(xs)
    else:
        x = word(r)
        xs.insert(r.randint(0, len(xs)), r.choice(("{}", "- {}", "note: {}", "ask about {}", "{} (new)")).format(x))
        files[sorted(ps)[i]] = "\n".join(xs)
    if sum(x.lower() in t.lower() for t in files.values()) != 1:
        raise Again
    j = Job(r, files)
    j.list()
    j.read(*sorted(ps)[:i + 1])
    return j.done(FINDF, answers("{p}\nIt's in {p}.\n[You'll find it|It stands|That is] in {p}.\nThe file is {p}.\n{p} has it."), say=[sorted(ps)[i]], p=sorted(ps)[i], x=x)


@kind
def find_fact(r):
    d = sheets(r, r.randint(2, 4))
    if len({s.about for s in d.values()}) < len(d):
        raise Again
    files = {}
    for s in d.values():
        p = f"{s.about.replace(' ', '-')}-{r.randint(1, 99)}.txt" if r.random() < 0.5 else s.about.replace(" ", "_") + r.choice((".md", ".txt", "-info.txt"))
        files[p] = s
    p = r.choice(list(files))
    s = files[p]
    row, = s.pick(r)
    j = Job(r, {q: x.text() for q, x in files.items()})
    j.list()
    j.read(p)
    return j.done(FINDA, [tell(r, [row])], say=[row[2]], s=s.about, l=row[0].lower(), a=row[1])


@kind
def same_text(r):
    p, p2 = paths(r, 2)
    xs = body(r, r.randint(2, 7))
    same, ys = r.random() < 0.5, list(xs)
    if not same:
        ys[r.randrange(len(ys))] = line(r)
    if same != (xs == ys):
        raise Again
    j = Job(r, {p: "\n".join(xs), p2: "\n".join(ys), **world(r, p, p2)})
    j.read(p, p2)
    n, v = len(xs), "yes" if same else "no"
    return j.done(SAMEQ, answers("Yes, they're the same; {p} has {n} lines.\nYes, [identical|the same]. {p} has {n} lines.\nYes, they match, with {n} lines." if same else "No, they differ; {p} has {n} lines.\nNo, they're not the same. {p} has {n} lines.\nNo, there's a difference; it's {n} lines."), say=[v, n], derived=[v, n], p=p, p2=p2, n=n)


@kind
def more_lines(r):
    p = paths(r, 2)
    n = [r.randint(1, 8), r.randint(1, 8)]
    if n[0] == n[1]:
        raise Again
    j = Job(r, {p[0]: "\n".join(body(r, n[0])), p[1]: "\n".join(body(r, n[1])), **world(r, *p)})
    j.run("wc -l " + p[0])
    j.run("wc -l " + p[1])
    i = n.index(max(n))
    return j.done(LINESQ, answers("{p9}, with {n} lines.\n{p9} is longer: {n} lines.\nIt's {p9}, {n} lines.\n{p9} has more, {n}."), say=[p[i], n[i]], p=p[0], p2=p[1], p9=p[i], n=n[i])
