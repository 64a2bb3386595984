"""Small files of many sorts: paths, settings, lists, tables, code, notes and logs."""

import json

from tovabase import Clash
from words import ADJ, NAMES, VERBS, cap, plural, pseudo, word
from tovastock import BARE, DIRS, DOINGS, FOODS, PLACES, STEMS, THINGS


def num(r):
    return r.choice([r.randint(2, 99), r.randint(2, 99), r.randint(100, 999), r.randint(1000, 9999)])


def low(r):
    """A lower-case word, known or made up."""
    while True:
        w = word(r, 0.7).lower()
        if w.isalpha() and 2 < len(w) < 12:
            return w


def who(r):
    return r.choice(NAMES) if r.random() < 0.6 else cap(pseudo(r))


def thing(r):
    return r.choice(THINGS) if r.random() < 0.5 else low(r)


def phrase(r):
    """A thing to do."""
    x = thing(r)
    s = r.choice(DOINGS)
    for k, v in (("{xs}", plural(x)), ("{x}", x), ("{n}", str(num(r))), ("{who}", who(r)), ("{place}", r.choice(PLACES))):
        s = s.replace(k, v)
    return s


def sayso(r):
    """A plain statement."""
    a, b, x = low(r), low(r), r.choice(ADJ)
    return r.choice(
        [
            f"The {a} is {x}.",
            f"{who(r)} {r.choice(VERBS)} the {a}.",
            f"The {x} {a} {r.choice(VERBS)} a {b}.",
            f"We meet at {r.randint(1, 12)}:{r.randint(10, 59)} near the {a}.",
            f"{who(r)} has {num(r)} {plural(a)}.",
            f"Remember the {a} and the {b}.",
            f"{cap(plural(a))} are {x} in {r.choice(PLACES)}.",
            f"No {a} before the {b}.",
            f"Ask {who(r)} for the {x} {a}.",
            f"Hello from {r.choice(PLACES)}!",
            f"{cap(phrase(r))}.",
            f"The {a} opens at {r.randint(6, 11)}.",
            f"Welcome to the {x} {a}!",
            f"Keep the {a} {x}.",
            f"My {a} was {x}, my {b} was not.",
        ]
    )


def clock(r):
    return f"{r.randint(6, 22):02}:{r.randint(0, 59):02}"


def date(r):
    return f"20{r.randint(19, 27)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"


def ver(r):
    return f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 30)}"


def host(r):
    return f"{low(r)}.{r.choice(['local', 'example.com', 'test', 'lan', 'example.org'])}"


VALUES = {
    "num": num,
    "word": low,
    "who": who,
    "clock": clock,
    "date": date,
    "ver": ver,
    "host": host,
    "place": lambda r: r.choice(PLACES),
    "bool": lambda r: r.choice(["true", "false"]),
    "code": lambda r: f"{r.choice('ABCDEFGHKLMNPRSTWXZ')}{r.randint(10, 999)}",
}
KEYS = """port=num timeout=num retries=num host=host theme=word owner=who version=ver region=place deadline=date budget=num workers=num \
level=word mode=word user=word
color=word cache_size=num max_items=num page_size=num log_level=word backup_time=clock start_time=clock title=word language=word \
currency=word db_name=word
bucket=word queue=word interval=num batch=num threads=num width=num height=num volume=num seed=num epochs=num release=ver build=num \
maintainer=who contact=who
branch=word profile=word engine=word schema=word limit=num quota=num rate=num delay=num depth=num server=host mirror=host proxy=host \
expires=date updated=date locker=code seat=code""".split()
LIFE = """Rent=num Dentist=clock Flight=code Gate=code Seat=code Locker=code Landlord=who Doctor=who Teacher=who Driver=who Coach=who \
City=place Hotel=word Train=code Platform=num
Room=num Guests=num Price=num Deposit=num Start=clock End=clock Due=date Birthday=date Colour=word Size=num Weight=num Oven=num \
Servings=num Captain=who Venue=place
Sample=code Operator=who Instrument=word Reading=num Chapter=num Pages=num Editor=who Printer=word Password=word Nickname=word Vet=who \
Plumber=who Meter=num Shift=clock Password hint=word
Bus=num Pickup=clock Budget=num Client=who Invoice=code Total=num Warehouse=place Supplier=word Status=word Priority=num Reviewer=who \
Author=who Hall=code""".split("\n")
LIFE = [p for line in LIFE for p in line.replace("Password hint", "Password_hint").split()]


def stem(r):
    s = r.choice(STEMS) if r.random() < 0.5 else low(r)
    k = r.random()
    if k < 0.12:
        s += r.choice("-_") + low(r)
    elif k < 0.2:
        s += r.choice(["", "-", "_"]) + str(r.randint(1, 30))
    elif k < 0.24:
        s = f"{date(r)[: r.choice([4, 7, 10])]}{r.choice('-_')}{s}"
    elif k < 0.27:
        s = cap(s)
    return s


def path(r, exts, folder=None):
    """A fresh path with one of the extensions."""
    name = f"{stem(r)}.{r.choice(exts)}"
    d = folder if folder is not None else r.choice(["", r.choice(DIRS), r.choice(DIRS), r.choice(DIRS), low(r), low(r) + "/" + low(r)])
    return f"{d}/{name}" if d else name


class File:
    """path, text, lines; rows of (key, value, line) and fmt(key, value) where it has settings."""

    def __init__(self, path, lines, rows=(), fmt=None, lang=""):
        self.path, self.lines, self.rows, self.fmt, self.lang = path, lines, list(rows), fmt, lang
        self.text = "\n".join(lines)


def fresh(r, make, n, taken=()):
    """n values of which none is part of another one or of the taken ones."""
    out = []
    for _ in range(2000):
        if len(out) == n:
            return out
        x = str(make(r))
        if not any(x.lower() in y.lower() or y.lower() in x.lower() for y in [*out, *taken]):
            out.append(x)
    raise Clash("too few values are apart from those taken")


def pairs(r, n, pool):
    """n pairs of key and value, all apart from one another."""
    out, taken = [], []
    while len(out) < n:
        if r.random() < 0.8:
            k, v = r.choice(pool).split("=")
        else:
            k, v = low(r) + (r.choice("_") + low(r) if r.random() < 0.4 else ""), r.choice(list(VALUES))
            k = cap(k) if pool is LIFE else k
        val = str(VALUES[v](r))
        if v == "bool" and any(t in ("true", "false") for t in taken):
            continue
        if any(x.lower() in y or y in x.lower() for x in (k, val) for y in taken) or k.lower() in val.lower():
            continue
        taken += [k.lower(), val.lower()]
        out.append((k, val, v))
    return out


def bare(v):
    return v if v.isdigit() or v in ("true", "false") else f'"{v}"'


FORMATS = [
    (["yaml", "yml"], lambda k, v: f"{k}: {v}", str, "#"),
    (["ini", "conf", "cfg"], lambda k, v: f"{k} = {v}", str, "#"),
    (["env"], lambda k, v: f"{k.upper()}={v}", str.upper, "#"),
    (["toml"], lambda k, v: f"{k} = {bare(v)}", str, "#"),
    (["properties"], lambda k, v: f"{k}={v}", str, "#"),
    (["py"], lambda k, v: f"{k.upper()} = {bare(v)}", str.upper, "#"),
    (["js", "mjs"], lambda k, v: f"const {k} = {bare(v)};", str, "//"),
    (["ts"], lambda k, v: f"export const {k} = {bare(v)};", str, "//"),
    (["rb"], lambda k, v: f"{k.upper()} = {bare(v)}", str.upper, "#"),
    (["sh"], lambda k, v: f"{k.upper()}={v}", str.upper, "#"),
    (["json"], lambda k, v: f'  "{k}": {bare(v)},', str, ""),
    (["h"], lambda k, v: f"#define {k.upper()} {bare(v)}", str.upper, "//"),
    (["go"], lambda k, v: f"const {k} = {bare(v)}", str, "//"),
    (["scss"], lambda k, v: f"${k}: {v};", str, "//"),
    (["rs"], lambda k, v: f"pub const {k.upper()}: {'u32' if v.isdigit() else '&str'} = {bare(v)};", str.upper, "//"),
]


def settings(r, n=None, p=None):
    """A file of settings for a program."""
    exts, fmt, name, mark = r.choice(FORMATS)
    got = pairs(r, n or r.randint(2, 6), KEYS)
    rows = [(name(k), v, fmt(k, v).strip().rstrip(",") if "json" in exts else fmt(k, v)) for k, v, _ in got]
    lines = [fmt(k, v) for k, v, _ in got]
    if "json" in exts:
        lines[-1] = lines[-1].rstrip(",")
        lines = ["{"] + lines + ["}"]
    elif mark and r.random() < 0.25:
        lines.insert(0, f"{mark} {low(r)} {low(r)}")
    where = p or (path(r, exts) if "env" not in exts else r.choice([".env", ".env.local", path(r, exts), f"{low(r)}/.env"]))
    f = File(where, lines, rows, (lambda k, v: fmt(k, v).strip().rstrip(",")) if "json" in exts else fmt, exts[0])
    f.kinds = {name(k): v for k, _, v in got}
    return f


def notes(r, n=None):
    """Everyday notes with a label before each value."""
    sep = r.choice([": ", ": ", " - ", " = ", " -> "])
    pre = r.choice(["", "", "", "- ", "* "])
    fmt = lambda k, v: f"{pre}{k}{sep}{v}"
    got = pairs(r, n or r.randint(2, 6), LIFE)
    lines = [fmt(k, v) for k, v, _ in got]
    if r.random() < 0.3:
        lines.insert(0, f"# {cap(low(r))} {low(r)}")
    f = File(path(r, ["txt", "md", "txt", "org", "note", "rst"]), lines, [(k, v, fmt(k, v)) for k, v, _ in got], fmt)
    f.kinds = {k: v for k, _, v in got}
    return f


def keyed(r, n=None):
    return (settings if r.random() < 0.55 else notes)(r, n)


def renew(r, f, key):
    """A value for a key that no line of the file has."""
    for _ in range(500):
        v = str(VALUES[f.kinds[key]](r)) if f.kinds[key] != "bool" else {"true": "false", "false": "true"}[next(x for k, x, _ in f.rows if k == key)]
        if f.kinds[key] == "bool" or v.lower() not in f.text.lower() and not any(x.lower() in v.lower() for _, x, _ in f.rows):
            return v
    raise Clash("no new value")


def checklist(r, n=None, p=None):
    """A list with one item a line; rows hold (item, item, line)."""
    make = r.choice(
        [
            phrase,
            thing,
            lambda r: f"{num(r)} {plural(thing(r))}",
            who,
            lambda r: r.choice(FOODS) if r.random() < 0.7 else low(r),
            lambda r: f"{low(r)} {low(r)}",
        ]
    )
    items = fresh(r, make, n or r.randint(3, 7))
    mark = r.choice(["- ", "- ", "* ", "", "", "[ ] ", "- [ ] "])
    lines = [mark + x for x in items]
    f = File(p or path(r, ["txt", "md", "txt", "list"]), lines, [(x, x, mark + x) for x in items], lambda k, v: mark + v)
    f.mark, f.make = mark, make
    return f


def prose(r, n=None):
    """A few sentences, one a line."""
    return File(path(r, ["txt", "md", "txt", "rst", "tex"]), fresh(r, sayso, n or r.randint(2, 5)))


def table(r, n=None):
    """A table with a header; rows hold (first cell, cells, line)."""
    cols = r.choice(
        [
            ("name", "age", "city"),
            ("item", "price", "stock"),
            ("date", "place", "km"),
            ("id", "owner", "score"),
            ("plant", "height", "pot"),
            ("sku", "qty", "aisle"),
            ("sample", "mass", "temp"),
            ("city", "visitors", "hotels"),
            ("player", "goals", "team"),
            ("book", "pages", "shelf"),
        ]
    )
    makers = {
        "name": who,
        "owner": who,
        "player": who,
        "city": lambda r: r.choice(PLACES),
        "place": lambda r: r.choice(PLACES),
        "date": date,
        "sku": VALUES["code"],
        "sample": VALUES["code"],
        "id": VALUES["code"],
        "team": low,
        "shelf": VALUES["code"],
        "aisle": VALUES["code"],
    }
    sep = r.choice([",", ",", ",", ";", "\t"]) if r.random() < 0.9 else " | "
    n = n or r.randint(3, 6)
    columns = []
    for i, c in enumerate(cols):
        m = makers.get(c, num if i else low)
        columns.append(fresh(r, m, n, [x for col in columns for x in col]))
    rows = [tuple(c[i] for c in columns) for i in range(n)]
    f = File(
        path(r, ["csv"] if sep == "," else ["csv", "tsv"] if sep == "\t" else ["csv", "txt"]),
        [sep.join(cols)] + [sep.join(x) for x in rows],
        [(x[0], x, sep.join(x)) for x in rows],
    )
    f.cols, f.sep, f.makers = cols, sep, makers
    return f


CODES = [
    ("py", "def {f}({a}):\n    return {a} + {n}"),
    ("py", 'def {f}():\n    print("{w}")\n\n{f}()'),
    ("py", "import {m}\n\nprint({m}.{f}({n}))"),
    ("js", "function {f}({a}) {{\n  return {a} * {n};\n}}"),
    ("js", "const {f} = ({a}) => {a} - {n};\nmodule.exports = {f};"),
    ("ts", "export function {f}({a}: number): number {{\n  return {a} + {n};\n}}"),
    ("rs", "fn {f}({a}: i32) -> i32 {{\n    {a} + {n}\n}}"),
    ("rs", 'fn main() {{\n    println!("{w}");\n}}'),
    ("rs", "pub struct {F} {{\n    pub {a}: u32,\n    pub {m}: String,\n}}"),
    ("go", "package {m}\n\nfunc {f}({a} int) int {{\n\treturn {a} + {n}\n}}"),
    ("c", "int {f}(int {a}) {{\n    return {a} - {n};\n}}"),
    ("c", '#include <stdio.h>\n\nint main(void) {{\n    puts("{w}");\n    return 0;\n}}'),
    ("sh", '#!/bin/sh\necho "{w}"\nexit {d}'),
    ("sh", "set -e\nfor {a} in {m} {w}; do\n  echo ${a}\ndone"),
    ("rb", "def {f}({a})\n  {a} * {n}\nend"),
    ("java", "class {F} {{\n    int {a}() {{\n        return {n};\n    }}\n}}"),
    ("html", "<h1>{F}</h1>\n<p>{w}</p>"),
    ("css", ".{m} {{\n  width: {n}px;\n  color: {w};\n}}"),
    ("sql", "SELECT {a} FROM {m}\nWHERE {f} > {n};"),
    ("lua", "local function {f}({a})\n  return {a} + {n}\nend"),
    ("php", "<?php\nfunction {f}(${a}) {{\n    return ${a} + {n};\n}}"),
    ("kt", "fun {f}({a}: Int): Int = {a} + {n}"),
    ("swift", "func {f}(_ {a}: Int) -> Int {{\n    return {a} + {n}\n}}"),
    ("hs", "{f} :: Int -> Int\n{f} {a} = {a} + {n}"),
    ("ex", "def {f}({a}) do\n  {a} + {n}\nend"),
    ("r", "{f} <- function({a}) {{\n  {a} + {n}\n}}"),
    ("jl", "{f}({a}) = {a} + {n}"),
    ("zig", "fn {f}({a}: i32) i32 {{\n    return {a} + {n};\n}}"),
    ("py", 'class {F}:\n    {a} = {n}\n    {m} = "{w}"'),
    ("yaml", "name: {w}\non: {m}\nsteps:\n  - {a}\n  - {f}"),
]


def code(r, only=None):
    """A few lines of a program; names are in f.fn, f.arg, f.n and f.w."""
    ext, text = r.choice([c for c in CODES if only is None or c[0] in only and "{f}" in c[1]])
    fn, a, m, w = fresh(
        r,
        low,
        4,
        [
            "return",
            "print",
            "echo",
            "import",
            "const",
            "function",
            "main",
            "int",
            "local",
            "public",
            "func",
            "def",
            "end",
            "fun",
            "fn",
            "select",
            "where",
            "from",
            "width",
            "color",
            "name",
            "steps",
            "class",
            "include",
            "stdio",
            "package",
            "export",
            "number",
            "module",
            "set",
            "for",
            "done",
            "exit",
            "puts",
            "void",
            "string",
            "struct",
            "println",
            "php",
            "bin",
            "sh",
        ],
    )
    n = r.randint(3, 999)
    fn = fn + r.choice(["", "", "_" + low(r)]) if r.random() < 0.5 else fn
    f = File(path(r, [ext]), text.format(f=fn, F=cap(fn), a=a, m=m, w=w, n=n, d=r.randint(0, 2)).split("\n"), lang=ext)
    f.fn, f.arg, f.n, f.w = fn, a, n, w
    return f


def obj(r):
    """A small JSON file."""
    d = {}
    for k, v, t in pairs(r, r.randint(1, 4), KEYS):
        d[k] = int(v) if v.isdigit() else v == "true" if v in ("true", "false") else v
    if r.random() < 0.25:
        d[low(r)] = [low(r) for _ in range(r.randint(1, 3))]
    return File(path(r, ["json"]), json.dumps(d, indent=r.choice([None, None, 2, 4])).split("\n"), lang="json")


def log(r, n=None):
    """Lines of a log; rows hold (level, message, line)."""
    n = n or r.randint(3, 6)
    day, rows = date(r), []
    msgs = fresh(
        r,
        lambda r: f"{low(r)} {r.choice(['started', 'stopped', 'refused', 'timed out', 'reloaded', 'connected', 'crashed', 'is full', 'not found'])}",
        n,
    )
    times = sorted(fresh(r, clock, n))
    bad = r.randrange(n)
    for i, (t, m) in enumerate(zip(times, msgs)):
        lv = "ERROR" if i == bad else r.choice(["INFO", "INFO", "WARN", "DEBUG"])
        rows.append((lv, m, f"{day} {t} {lv} {m}"))
    f = File(path(r, ["log", "log", "txt"]), [x[2] for x in rows], rows)
    f.bad, f.times = bad, times
    return f


def anyfile(r):
    return r.choice([settings, notes, checklist, prose, table, code, obj, log, notes, prose])(r)


def crowd(r, n, taken=(), avoid=()):
    """{path: text} of n further files that hold none of the texts to avoid."""
    out = {}
    for tries in range(300):
        if len(out) == n:
            return out
        f = anyfile(r)
        if f.path in taken or f.path in out or any(str(a).lower() in f.text.lower() or str(a).lower() in f.path.lower() for a in avoid):
            continue
        out[f.path] = f.text
    raise Clash("no file is free of what must be avoided")


def world(r, *files, extra=None, avoid=()):
    """The files given and a few others."""
    d = {f.path: f.text for f in files}
    if len(d) != len(files):
        raise Clash
    n = r.choice([0, 0, 1, 2, 3]) if extra is None else extra
    return {**d, **crowd(r, n, d, avoid)}


def distinct_nums(r):
    """Two numbers that are easy to tell apart."""
    while True:
        a, b = num(r), num(r)
        if a != b and str(a) not in str(b) and str(b) not in str(a):
            return a, b
