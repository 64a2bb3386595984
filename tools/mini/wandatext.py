"""Words, paths, commands and contents of files, made anew at random."""
from wandabase import Again

NOUNS = "apple bridge candle desk engine fence garden hammer island jacket kettle ladder mirror needle orange paper quilt rocket saddle table umbrella violin window yard zebra basket carpet drawer elbow feather glass helmet invoice kitchen letter meeting notebook office parcel report schedule ticket train warehouse budget contract delivery hotel library market museum printer room school server shop soup tea coffee bread honey lamp chair river mountain harbor train tram boat bicycle camera guitar piano forest lake village".split()
ADJ = "blue green quiet loud old new small large early late cold warm dry wet round flat heavy light sharp soft sweet bitter bright dark plain busy empty full broken clean slow fast spare final second narrow wide happy brave calm".split()
NAMES = "Anna Boris Chen Dalia Emil Fatima Goran Hana Igor Julia Kemal Lena Marco Nadia Olaf Priya Quentin Rosa Sven Tara Umar Vera Wim Xenia Yusuf Zoe Amara Bela Carlos Dmitri Esra Felix Greta Hugo Ines Jonas Katya Luis Mira Noor Otto Paula Ravi Selma Tomas Ursula Viktor Wendy Yara Zeno".split()
CITIES = "Lisbon Oslo Quito Hanoi Kyoto Porto Turin Ghent Malmo Izmir Cork Lyon Graz Perth Dakar Lima Cairo Bergen Split Krakow Leeds Bilbao Utrecht Basel Nagoya".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
KEYS = "port timeout host color region owner delay level theme mode limit city title language driver width height speed branch currency format shift budget deadline contact floor status size rate quota".split()
STEMS = "notes plan list report todo config settings main app index readme letter invoice menu draft summary log guide agenda users orders stock prices team contacts schedule ideas intro budget recipe shopping changes server client utils helper model routes schema deploy build backup minutes travel memo welcome about faq results items names inbox week daily status".split()
FOLDERS = "notes docs src config data lib app tests reports office home work text archive team shop web api scripts pages public etc content letters shared lists src/core docs/old data/raw app/views conf 2024 2025 project tmp misc inbox drafts site".split()
SYL = "ba be bo da de do fa fi go ka ke ki la le lo lu ma me mi mo na ne no pa pi ra re ri ro sa se so ta te ti to va ve vi vo za zi zu nor mel dar vin tol ster qua pim lur gren".split()
CODE = {"py": ["{a} = {n}", "def {a}({b}):", "    return {a} + {n}", "import {a}", "print({a})", "{a}.append({n})", "for {a} in {b}:"], "js": ["const {a} = {n};", "let {b} = {a};", "return {a}({n});", "console.log({b});", "import {a} from './{b}';"], "c": ["int {a} = {n};", "#define {A} {n}", "return {a};", "#include <{a}.h>", "{a}({b});"], "go": ["{a} := {n}", "var {a} int", "func {a}() int {{", "return {b}", "package {a}"], "rs": ["let {a} = {n};", "use {a}::{b};", "fn {a}() -> i32 {{", "pub mod {b};"], "sh": ["echo {a}", "{A}={n}", "cd {a}", "rm -f {b}.log", "export {A}={n}"], "sql": ["select {a} from {b};", "delete from {a} where id = {n};", "update {a} set {b} = {n};"], "css": [".{a} {{ width: {n}px; }}", "#{b} {{ margin: {n}px; }}", "{a}: {n}px;"], "html": ["<p>{a}</p>", "<h1>{a} {b}</h1>", "<li>{n} {a}</li>"]}
CODES = list(CODE)


def pick(r, xs):
    return xs[int(r.random() * len(xs))]


def made(r):
    """A made-up word."""
    w = "".join(pick(r, SYL) for _ in range(2 + int(r.random() * 2)))
    return w if w != "done" else "donemo"


def num(r, top=99):
    x = r.random()
    return int(2 + r.random() * (top if x < 0.6 else 900 if x < 0.85 else 9000))


def word(r):
    x = r.random()
    return pick(r, NOUNS) if x < 0.45 else made(r) if x < 0.7 else pick(r, ADJ) if x < 0.85 else pick(r, NAMES) if x < 0.95 else pick(r, CITIES)


def code(r):
    """A short code such as KX-482."""
    up = "".join(chr(65 + int(r.random() * 26)) for _ in range(2 + int(r.random() * 2)))
    return up + pick(r, ["-", "", "_", "/"]) + str(num(r, 900))


def plural(n):
    return n[:-1] + "ies" if n[-1] == "y" and n[-2] not in "aeiou" else n + "es" if n[-1] in "sx" or n[-2:] in ("ch", "sh") else n + "s"


PHRASES = [
    lambda r: f"{pick(r, ADJ)} {pick(r, NOUNS)}", lambda r: f"{made(r)} {made(r)}", lambda r: code(r), lambda r: f"{num(r)} {plural(pick(r, NOUNS))}",
    lambda r: f"call {pick(r, NAMES)} about the {pick(r, NOUNS)}", lambda r: f"meeting at {7 + int(r.random() * 12)}:{pick(r, ['00', '15', '30', '45'])}", lambda r: f"{pick(r, NAMES)} has the {pick(r, NOUNS)}",
    lambda r: f"buy {pick(r, NOUNS)} and {pick(r, NOUNS)}", lambda r: f"Dear {pick(r, NAMES)}", lambda r: f"The {pick(r, NOUNS)} is {pick(r, ADJ)}.", lambda r: word(r), lambda r: f"{pick(r, DAYS)} {pick(r, NOUNS)}",
    lambda r: f"Hello {pick(r, NAMES)}!", lambda r: f"{made(r)}", lambda r: f"{pick(r, NOUNS)} from {pick(r, CITIES)}", lambda r: f"no {pick(r, NOUNS)} on {pick(r, DAYS)}", lambda r: f"{1 + int(r.random() * 28)} {pick(r, MONTHS)}",
    lambda r: f"{word(r)} {word(r)} {word(r)}", lambda r: f"{pick(r, NOUNS)}: {num(r)}", lambda r: f"{pick(r, NAMES)} lives in {pick(r, CITIES)}", lambda r: f"send the {pick(r, ADJ)} {pick(r, NOUNS)} to {pick(r, NAMES)}", lambda r: f"v{int(r.random() * 9)}.{int(r.random() * 20)}",
    lambda r: f"We open on {pick(r, DAYS)} at {6 + int(r.random() * 6)}.", lambda r: f"room {num(r)}", lambda r: f"{pick(r, KEYS)}={word(r)}", lambda r: f"{made(r)}@{made(r)}.org", lambda r: f"{pick(r, NAMES)} {made(r).capitalize()}", lambda r: f"the {pick(r, NOUNS)} needs a {pick(r, ADJ)} {pick(r, NOUNS)}", lambda r: f"{num(r)}", lambda r: f"{pick(r, NAMES)} and {pick(r, NAMES)}",
]


def phrase(r):
    return pick(r, PHRASES)(r)


def codeline(r, lang=None):
    return pick(r, CODE[lang or pick(r, CODES)]).format(a=pick(r, NOUNS), b=made(r), A=made(r).upper(), n=num(r))


def text(r):
    """A text of one line: mostly words, sometimes code."""
    return phrase(r) if r.random() < 0.85 else codeline(r).strip()


def other(r, make, *olds):
    """A value of make(r) that is not, and neither holds nor is held by, one of olds."""
    for _ in range(20):
        x = make(r)
        if not any(x.lower() in o.lower() or o.lower() in x.lower() for o in olds):
            return x
    raise Again


def several(r, make, n):
    out = []
    while len(out) < n:
        out.append(other(r, make, *out))
    return out


EXT = {"note": ["txt", "md", "txt", "log"], "todo": ["md", "txt", "todo"], "csv": ["csv", "tsv", "csv"], "conf": ["ini", "conf", "yaml", "toml", "env", "cfg", "properties"], "any": ["txt", "md", "txt", "csv", "html", "py", "json", "yaml", "js", "dat", "tex", "rst"]}


def path(r, t, ext="any"):
    """A path that the task has not used so far."""
    used = t.__dict__.setdefault("used", set(t.files))
    while True:
        stem = pick(r, STEMS) if r.random() < 0.75 else pick(r, NOUNS) if r.random() < 0.6 else made(r)
        if r.random() < 0.2:
            stem += pick(r, ["_", "-", ""]) + pick(r, ["1", "2", "old", "new", "final", "b", pick(r, NOUNS), pick(r, NAMES).lower()])
        p = stem + "." + (pick(r, EXT[ext]) if ext in EXT else ext)
        if r.random() < 0.5:
            p = pick(r, FOLDERS) + "/" + p
        if not any(p.endswith(u) or u.endswith(p) for u in used):
            used.add(p)
            return p


def pairs(r, n, sep=None):
    """n configuration lines as (key, value, line)."""
    sep = sep or pick(r, [" = ", "=", ": ", ": "])
    ks = several(r, lambda r: pick(r, KEYS), n)
    vs = several(r, lambda r: str(num(r)) if r.random() < 0.4 else word(r).lower() if r.random() < 0.8 else code(r), n)
    return [(k, v, k + sep + v) for k, v in zip(ks, vs)]


def lines(r, n, style=None):
    """(extension, n lines) of one style."""
    style = style or pick(r, ["note", "note", "todo", "csv", "conf", "code"])
    if style == "conf":
        return "conf", [x[2] for x in pairs(r, n)]
    if style == "csv":
        return "csv", several(r, lambda r: f"{pick(r, NAMES)},{pick(r, CITIES)},{num(r)}", n)
    if style == "todo":
        mark = pick(r, ["- ", "* ", "- [ ] "])
        return "todo", [mark + x for x in several(r, phrase, n)]
    if style == "code":
        lang = pick(r, CODES)
        return lang, several(r, lambda r: codeline(r, lang), n)
    return "note", several(r, phrase, n)


def doc(r, t, low=2, high=6, style=None):
    """Put a file of fresh lines on the desk: (path, lines)."""
    ext, ls = lines(r, low + int(r.random() * (high - low + 1)), style)
    p = path(r, t, ext)
    t.files[p] = "\n".join(ls)
    return p, ls


def clutter(r, t, low=0, high=2):
    """Files that the task is not about."""
    for _ in range(low + int(r.random() * (high - low + 1))):
        doc(r, t, 1, 3)


TOOLS = ["make test", "npm test", "pytest -q", "cargo test", "go test", "make check", "python3 check.py", "./build.sh", "npm run lint", "make build", "ruby test.rb", "tox", "mvn verify", "bash verify.sh", "node test.js", "make", "yarn test", "python run_tests.py", "ctest", "./check", "sh tests.sh", "gradle build", "mix test", "composer test", "rake spec"]


def command(r):
    return pick(r, TOOLS) if r.random() < 0.7 else pick(r, [f"{made(r)} {pick(r, ['check', 'test', 'verify', 'status', 'build', 'validate'])}", f"./{made(r)}.sh", f"make {pick(r, NOUNS)}", f"python {pick(r, STEMS)}_{pick(r, ['test', 'check'])}.py", f"npm run {pick(r, NOUNS)}"])


def good(r):
    """What a command prints that went well."""
    return pick(r, [f"{num(r)} passed", f"all {num(r)} tests passed", f"OK ({num(r)} tests)", f"build {num(r, 900)} finished", "all checks passed", f"ok: {made(r)}", f"success in {num(r)} ms", f"PASS {made(r)}", f"{num(r)} tests, 0 failures", "everything is fine", f"valid, code {code(r)}"])
