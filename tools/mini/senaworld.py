"""Files of every sort with fresh content: settings, code, notes, lists, tables, logs."""

from senacore import need
from senalists import CODE, DAY, DIRS, FOOD, KEYS, MONTH, PEOPLE, PLACES, SAID, SORT_OF, STEMS, ws
from words import ADJ, WORDS, cap, letters, plural, pseudo, strange, word


def num(r):
    return str(r.choice([r.randint(2, 99), r.randint(2, 99), r.randint(100, 999), r.randint(1000, 9999), r.randint(1, 99) * 10, r.randint(1, 90) * 100]))


def name(r):
    """An identifier's word."""
    return r.choice(WORDS) if r.random() < 0.6 else pseudo(r) if r.random() < 0.6 else strange(r).lower()


def ident(r, style=None):
    """An identifier of one to three words."""
    parts = [name(r) for _ in range(r.choice([1, 2, 2, 2, 3]))]
    style = style or r.choice(["snake", "camel", "pascal", "kebab", "upper"])
    if style == "snake":
        return "_".join(parts)
    if style == "upper":
        return "_".join(parts).upper()
    if style == "kebab":
        return "-".join(parts)
    s = "".join(cap(p) for p in parts)
    return s if style == "pascal" else s[0].lower() + s[1:]


def stem(r, sort):
    k = r.random()
    if k < 0.55:
        s = r.choice(STEMS.get(sort, STEMS["note"]))
    elif k < 0.75:
        s = name(r)
    else:
        s = name(r) + r.choice("_-_") + (r.choice(STEMS.get(sort, STEMS["note"])) if r.random() < 0.6 else name(r))
    if sort in ("note", "data", "log") and r.random() < 0.1:
        s = r.choice(
            [
                f"{r.randint(2019, 2026)}-{r.randint(1, 12):02}",
                f"{r.randint(2019, 2026)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}",
                f"week{r.randint(1, 52)}",
                f"day{r.randint(1, 31)}",
                f"{s}_{r.randint(1, 30)}",
                f"{s}-v{r.randint(1, 9)}",
            ]
        )
    return s


def path(r, ext, sort):
    d = r.choice(DIRS.get(sort, DIRS["note"])) if r.random() < 0.85 else name(r)
    return (d + "/" if d else "") + stem(r, sort) + ("." + ext if ext else "")


def person(r):
    return r.choice(PEOPLE)


def noun(r):
    return word(r, 0.85).lower()


def clock(r):
    return f"{r.randint(6, 21):02}:{r.choice([0, 10, 15, 20, 30, 40, 45, 50]):02}"


def date(r):
    return r.choice(
        [
            f"{r.randint(2021, 2027)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}",
            f"{r.randint(1, 28)}.{r.randint(1, 12)}.{r.randint(2021, 2027)}",
            f"{r.choice(MONTH)} {r.randint(1, 28)}",
            f"{r.randint(1, 28)} {r.choice(MONTH)} {r.randint(2021, 2027)}",
        ]
    )


def version(r):
    return ".".join(str(r.randint(0, 19)) for _ in range(r.choice([2, 3, 3])))


def value(r, sort=None):
    sort = sort or r.choice(ws("num num num word word host version dur size bool ip mail path level color code"))
    return {
        "num": lambda: num(r),
        "word": lambda: name(r),
        "version": lambda: version(r),
        "bool": lambda: r.choice(["true", "false"]),
        "host": lambda: r.choice(["{}.example.com", "{}.local", "{}.internal", "{}.test", "{}-1", "www.{}.org", "{}.dev"]).format(name(r)),
        "dur": lambda: str(r.randint(1, 120)) + r.choice(["s", "m", "ms", "h"]),
        "size": lambda: str(r.choice([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, r.randint(3, 900)])) + r.choice(["M", "G", "MB", "k", "Mi"]),
        "ip": lambda: ".".join(str(r.randint(1, 254)) for _ in range(4)),
        "mail": lambda: f"{r.choice([person(r).lower(), name(r)])}@{name(r)}.{r.choice(['com', 'org', 'de', 'in', 'net'])}",
        "path": lambda: "/" + "/".join([r.choice(ws("var srv opt home data mnt usr")), name(r)]),
        "level": lambda: r.choice(ws("debug info warn error trace low medium high fast slow strict")),
        "color": lambda: r.choice(["#" + letters(r, 6, "0123456789abcdef"), r.choice(ws("red green blue teal navy orange purple pink black white gray"))]),
        "code": lambda: letters(r, 2, "ABCDEFGHKLMNPRSTUVWXZ") + "-" + str(r.randint(10, 9999)),
    }[sort]()


def other(r, old, make):
    """Another value of the same sort, that neither holds the old one nor is inside it."""
    for _ in range(30):
        v = make()
        if v.lower() not in old.lower() and old.lower() not in v.lower():
            return v
    need(False)


class KV:
    """A file of settings: path, text, keys, value[key], line[key]; row(k, v) is a line."""

    def __init__(self, r, fmt=None, n=None, sort=None):
        f = self.fmt = fmt or r.choice(ws("yaml yaml toml ini env json properties conf py txt md make tfvars"))
        ext = {
            "yaml": r.choice(["yaml", "yml"]),
            "env": "env",
            "properties": "properties",
            "conf": r.choice(["conf", "cfg", "cnf"]),
            "make": "mk",
            "md": "md",
            "txt": "txt",
        }.get(f, f)
        self.path = path(r, ext, "note" if f in ("txt", "md") else "conf")
        if f == "env":
            self.path = r.choice([".env", ".env.local", ".env." + name(r), "config/.env", "deploy/.env", self.path])
        if f == "make" and r.random() < 0.7:
            self.path = r.choice(["Makefile", "Makefile", "build/Makefile", "GNUmakefile"])
        n = n or r.randint(2, 6)
        self.keys, self.value = [], {}
        while len(self.keys) < n:
            k = r.choice(KEYS) if r.random() < 0.75 else ident(r, "snake")
            kind = sort or SORT_OF.get(k) or r.choice(ws("num num word word host dur size level version code"))
            if f in ("env", "make", "py"):
                k = k.upper()
            elif f == "properties" and r.random() < 0.6:
                k = name(r) + "." + k
            elif f in ("txt", "md"):
                k = cap(k.replace("_", " "))
            elif f in ("json", "yaml") and r.random() < 0.3:
                k = k.split("_")[0] + "".join(cap(x) for x in k.split("_")[1:])
            v = value(r, kind)
            if any(k.lower() in x.lower() or x.lower() in k.lower() for x in self.keys) or v in self.value.values():
                continue
            self.keys.append(k)
            self.value[k] = v
        self.line = {k: self.row(k, v) for k, v in self.value.items()}
        rows = [self.line[k] for k in self.keys]
        if f == "json":
            self.line = {k: self.row(k, v) for k, v in self.value.items()}
            rows = ["{"] + [self.row(k, self.value[k]) + ("," if i < n - 1 else "") for i, k in enumerate(self.keys)] + ["}"]
        elif f in ("ini", "toml") and r.random() < 0.6:
            rows = ["[" + name(r) + "]"] + rows
        elif f in ("yaml", "conf", "env", "py", "make") and r.random() < 0.3:
            rows = ["# " + r.choice([f"{noun(r)} settings", f"owner: {person(r)}", f"do not commit {noun(r)}", "generated", f"used by {name(r)}"])] + rows
        self.text = "\n".join(rows)

    def row(self, k, v):
        f = self.fmt
        quoted = not (v.isdigit() or v in ("true", "false"))
        q = f'"{v}"' if quoted else v
        return {
            "yaml": f"{k}: {v}",
            "toml": f"{k} = {q}",
            "ini": f"{k} = {v}",
            "env": f"{k}={v}",
            "json": f'  "{k}": {q}',
            "properties": f"{k}={v}",
            "conf": f"{k} {v}",
            "py": f"{k} = {q}",
            "txt": f"{k}: {v}",
            "md": f"- {k}: {v}",
            "make": f"{k} := {v}",
            "tfvars": f"{k} = {q}",
        }[f]


class Code:
    """A file of code: path, text, func (its name), value and line (the text around the value)."""

    def __init__(self, r, ext=None, fixed=None):
        ext, style, text = r.choice([c for c in CODE if not ext or c[0] in ext])
        self.ext = ext
        self.func = ident(r, style)
        self.value = fixed or num(r)
        a, b = name(r), name(r)
        self.low = [a, b]
        w = str(r.randint(1, 99))
        need(len({self.func.lower(), a, b}) == 3 and w not in self.value and self.value not in w and all(x.isalpha() for x in (a, b)))
        C = "".join(cap(x) for x in (name(r), r.choice(["", name(r)])))
        t = text
        for k, v in (("{n}", self.func), ("{a}", a), ("{b}", b), ("{w}", w), ("{C}", C), ("{A}", a.upper())):
            t = t.replace(k, v)
        line = next(x for x in t.split("\n") if "{v}" in x)
        self.text = t.replace("{v}", self.value)
        self.line = line.replace("{v}", self.value).strip()
        need(self.text.count(self.line) == 1 and self.line.count(self.value) == 1)
        self.path = path(r, ext, "code")
        if r.random() < 0.1:
            self.path = self.path.rpartition("/")[0] + ("/" if "/" in self.path else "") + self.func + "." + ext

    def with_value(self, v):
        """The line with another value."""
        return self.line.replace(self.value, v)


def task_item(r):
    return r.choice(
        [
            f"{r.choice(SAID)} {r.choice(['the ', 'a ', '', 'new ', 'old '])}{noun(r)}",
            f"{r.choice(SAID)} {person(r)}",
            f"{r.choice(SAID)} {plural(noun(r))}",
            f"{r.choice(SAID)} the {noun(r)} {noun(r)}",
            f"{r.choice(SAID)} {r.randint(2, 40)} {plural(noun(r))}",
        ]
    )


def item(r, sort=None):
    sort = sort or r.choice(ws("task food noun host person city pkg book file amount"))
    return {
        "task": lambda: task_item(r),
        "food": lambda: r.choice(FOOD),
        "noun": lambda: noun(r),
        "host": lambda: value(r, "host"),
        "person": lambda: person(r),
        "city": lambda: r.choice(PLACES),
        "pkg": lambda: name(r) + r.choice(["", "==" + version(r), "-" + version(r)]),
        "book": lambda: f"The {cap(r.choice(ADJ))} {cap(noun(r))}",
        "file": lambda: name(r) + r.choice([".png", ".pdf", ".mp3", ".zip"]),
        "amount": lambda: f"{r.randint(1, 900)} {r.choice(['g', 'ml', 'cups of', 'x', 'kg'])} {r.choice(FOOD)}",
    }[sort]()


class Items:
    """A list of things, one a line: path, text, items, lines, mark (what precedes an item)."""

    def __init__(self, r, n=None, sort=None, mark=None):
        self.mark = mark if mark is not None else r.choice(["- ", "- ", "* ", "", "", "[ ] ", "- [ ] ", "+ "])
        sort = sort or r.choice(ws("task task food noun host person city pkg book file amount"))
        n = n or r.randint(2, 6)
        self.items, tries = [], 0
        while len(self.items) < n and tries < 99:
            x, tries = item(r, sort), tries + 1
            if not any(x.lower() in y.lower() or y.lower() in x.lower() for y in self.items):
                self.items.append(x)
        need(len(self.items) == n)
        self.lines = [self.mark + x for x in self.items]
        self.path = path(r, "md" if self.mark and r.random() < 0.7 else r.choice(["txt", "txt", "list", "md", "text"]), "note")
        self.text = "\n".join(self.lines)
        self.sort = sort


def sentence(r):
    a, b, p, q = noun(r), noun(r), person(r), person(r)
    adj = r.choice(ADJ)
    return r.choice(
        [
            f"The {a} is {adj}.",
            f"The {a} and the {b} are in the {noun(r)}.",
            f"Call {p} about the {a}.",
            f"{p} takes care of the {a}.",
            f"{p} and {q} meet at {clock(r)}.",
            f"We need {r.randint(2, 60)} {plural(a)} by {r.choice(DAY)}.",
            f"Room {r.randint(1, 400)} is booked for {p}.",
            f"Do not forget the {a}.",
            f"The {adj} {a} belongs to {p}.",
            f"{cap(a)} first, {b} later.",
            f"Budget for the {a}: {num(r)} {r.choice(['euros', 'dollars', 'rupees'])}.",
            f"The {a} opens at {clock(r)}.",
            f"{p} is on call {r.choice(DAY)}.",
            f"Next {a} on {date(r)}.",
            f"Ask {p} before you touch the {a}.",
            f"{cap(plural(a))} are kept in the {b}.",
            f"Our {a} moved to {r.choice(PLACES)}.",
            f"Ticket {value(r, 'code')} is about the {a}.",
            f"{p} prefers the {adj} {a}.",
            f"Stir the {a} for {r.randint(2, 50)} minutes.",
            f"No {a} without {b}.",
            f"Rotate the {a} every {r.randint(2, 90)} days.",
            f"This {a} uses {b} {version(r)}.",
            f"It was a {adj} {a}.",
            f"{q} gave {p} a {adj} {b}.",
            f"The {b} needs {r.randint(2, 20)} {plural(a)}.",
            f"Backup of the {a} runs at {clock(r)}.",
            f"Welcome to the {adj} {a}!",
            f"Why is the {a} {adj}?",
            f"{cap(a)} costs {num(r)}.",
        ]
    )


class Note:
    """A few sentences, one a line, perhaps under a heading."""

    def __init__(self, r, n=None):
        n = n or r.randint(1, 4)
        self.lines = []
        while len(self.lines) < n:
            x = sentence(r)
            if x not in self.lines:
                self.lines.append(x)
        self.path = path(r, r.choice(["md", "txt", "md", "txt", "rst", "org", "tex", "adoc"]), "note")
        if r.random() < 0.1:
            self.path = r.choice(["README.md", "NOTES", "TODO", "CHANGELOG.md", "docs/README.md", "CONTRIBUTING.md", "HACKING", "AUTHORS"])
        self.head = "# " + cap(noun(r)) if self.path.endswith(".md") and r.random() < 0.5 else ""
        self.text = "\n".join(([self.head] if self.head else []) + self.lines)


class Table:
    """A CSV file: path, text, cols, rows (lists), key column first."""

    def __init__(self, r, n=None):
        key, make = r.choice(
            [
                ("name", lambda: person(r)),
                ("city", lambda: r.choice(PLACES)),
                ("item", lambda: noun(r)),
                ("id", lambda: str(r.randint(100, 999))),
                ("host", lambda: name(r) + str(r.randint(1, 9))),
                ("product", lambda: noun(r)),
                ("code", lambda: value(r, "code")),
                ("part", lambda: pseudo(r)),
            ]
        )
        kinds = {
            "price": "num",
            "stock": "num",
            "age": "num",
            "email": "mail",
            "color": "color",
            "version": "version",
            "ip": "ip",
            "score": "num",
            "level": "level",
            "qty": "num",
            "team": "word",
            "status": "word",
            "rain": "num",
            "room": "num",
            "size": "size",
            "delay": "dur",
            "points": "num",
            "role": "word",
            "weight": "num",
        }
        self.cols = [key] + r.sample(sorted(kinds), r.choice([1, 2, 2]))
        n = n or r.randint(2, 5)
        seen, self.rows = set(), []
        while len(self.rows) < n:
            k = make()
            if any(k.lower() in s.lower() or s.lower() in k.lower() for s in seen):
                continue
            seen.add(k)
            self.rows.append([k] + [value(r, kinds[c]) for c in self.cols[1:]])
        cells = [c for row in self.rows for c in row]
        need(len(set(cells)) == len(cells))
        self.sep = r.choice([",", ",", ",", ";"])
        self.path = path(r, "csv", "data")
        self.kinds = kinds
        self.text = "\n".join([self.sep.join(self.cols)] + [self.line(x) for x in self.rows])

    def line(self, row):
        return self.sep.join(row)


class Log:
    """A log with one line that stands out."""

    def __init__(self, r, n=None):
        n = n or r.randint(3, 5)
        t = r.randint(6, 20) * 60
        self.code = r.choice([value(r, "code"), "E" + str(r.randint(100, 9999)), str(r.randint(400, 599)), "exit code " + str(r.randint(2, 140))])
        self.what = noun(r)
        bad = r.randrange(n)
        self.lines = []
        for i in range(n):
            t += r.randint(1, 30)
            stamp = f"{t // 60 % 24:02}:{t % 60:02}"
            msg = r.choice(
                [
                    f"started {name(r)}",
                    f"{name(r)} ready",
                    f"saved {r.randint(2, 900)} rows",
                    f"user {person(r).lower()} logged in",
                    f"loaded {name(r)}",
                    f"{name(r)} took {r.randint(2, 900)} ms",
                    "heartbeat ok",
                ]
            )
            self.lines.append(f"{stamp} INFO {msg}" if i != bad else f"{stamp} ERROR {self.what} failed: {self.code}")
            if i == bad:
                self.when = stamp
        self.path = path(r, r.choice(["log", "log", "txt", "out"]), "log")
        self.text = "\n".join(self.lines)
        need(all(self.code not in x for i, x in enumerate(self.lines) if i != bad))


def any_file(r):
    make = r.choice([KV, KV, Code, Code, Items, Note, Note, Table, Log])
    x = make(r)
    return x.path, x.text


def re_word(text, words):
    """Whether one of the words stands in the text by itself."""
    return any(w in text.lower().replace(".", " ").split() for w in words)
