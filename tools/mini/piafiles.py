"""Makers of file contents of many sorts. Each returns a path and a text or parts of it."""
import json

import piawords as V

KEYS = {"port": lambda r: r.randint(1025, 9999), "timeout": lambda r: r.randint(2, 120), "retries": lambda r: r.randint(1, 12), "workers": lambda r: r.randint(2, 64), "host": lambda r: f"{r.choice(V.NOUNS)}.example.org", "region": lambda r: r.choice(V.TOWNS).lower(), "log_level": lambda r: r.choice(["info", "warn", "error", "trace"]), "owner": lambda r: r.choice(V.PEOPLE).lower(), "max_items": lambda r: r.randint(10, 990), "cache_dir": lambda r: f"/var/{r.choice(V.NOUNS)}", "version": V.version, "theme": lambda r: r.choice(["dark", "light", "sepia", "slate"]), "currency": lambda r: r.choice(["EUR", "GBP", "SEK", "PLN", "CHF"]), "backup_hour": lambda r: r.randint(0, 23), "mail_from": lambda r: f"{r.choice(V.NOUNS)}@example.net", "limit": lambda r: r.randint(3, 400), "schedule": lambda r: r.choice(["hourly", "daily", "weekly", "monthly"]), "color": lambda r: r.choice(["amber", "navy", "olive", "plum", "crimson"]), "batch_size": lambda r: r.choice([8, 16, 32, 64, 128, 256]), "room": lambda r: f"B{r.randint(100, 480)}", "queue": lambda r: r.choice(V.NOUNS), "endpoint": lambda r: f"/api/v{r.randint(1, 6)}/{r.choice(V.NOUNS)}s"}
CONFIGS = [("ini", " = ", ["[main]", "[server]", "[app]", "; do not touch by night"]), ("conf", " ", ["# service settings", "# managed by ops"]), ("toml", " = ", ["[service]", "[package]", "[tool.site]"]), ("env", "=", ["# environment", "# local overrides"]), ("yaml", ": ", ["---", "# chart values", "# defaults"]), ("yml", ": ", ["# compose", "---"]), ("properties", "=", ["# app properties"]), ("cfg", "=", ["[defaults]", "# lab setup"]), ("txt", ": ", ["Settings of the shop", "Facts about the office"])]


def config(r, keys=(), n=None):
    """(path, lines, sep, values): a settings file; values maps a key to its value. The keys
    given are in it; those of an env file are written in capitals."""
    ext, sep, heads = r.choice(CONFIGS)
    ks = list(keys) + r.sample([k for k in KEYS if k not in keys], (n or r.randint(2, 5)) - min(len(keys), 1))
    r.shuffle(ks)
    q = '"' if ext == "toml" else ""
    vals = {k: KEYS[k](r) for k in ks}
    show = lambda v: str(v) if isinstance(v, int) else q + v + q
    vals = {k: show(v) for k, v in vals.items()}
    lines = ([r.choice(heads)] if r.random() < 0.6 else []) + [k + sep + v for k, v in vals.items()]
    path = ".env" if ext == "env" and r.random() < 0.4 else V.name(r, ext)
    return path, lines, sep, vals


def other(r, key, old):
    """Another value for a key, quoted like the old one."""
    while True:
        v = str(KEYS[key](r))
        v = f'"{v}"' if old.startswith('"') else v
        if v.strip('"') not in old and old.strip('"') not in v:
            return v


CODE = {
    "rs": ["fn main() {\n    println!(\"{S}\");\n}", "pub fn {f}(x: i32) -> i32 {\n    x {o} {n}\n}", "pub struct {T} {\n    pub id: u64,\n    pub name: String,\n}", "use std::fs;\n\nfn main() {\n    let n = {n};\n    println!(\"{f} {}\", n);\n}", "const LIMIT: usize = {n};\n\npub fn {f}(v: &[u8]) -> bool {\n    v.len() >= LIMIT\n}"],
    "py": ["def {f}(x):\n    return x {o} {n}", "import sys\n\nprint(\"{S}\")", "class {T}:\n    limit = {n}\n\n    def {f}(self):\n        return self.limit", "def {f}(items):\n    for item in items:\n        if item > {n}:\n            print(item)", "{F} = [\"{w}\", \"{u}\"]\nTIMEOUT = {n}"],
    "js": ["export function {f}(x) {\n  return x {o} {n};\n}", "const {f} = () => {\n  console.log(\"{S}\");\n};\n{f}();", "module.exports = { {f}: {n}, name: '{w}' };"],
    "ts": ["export interface {T} {\n  id: number;\n  {w}: string;\n}", "export const {f} = (x: number): number => x {o} {n};"],
    "go": ["package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"{S}\")\n}", "package {w}\n\nfunc {f}(x int) int {\n\treturn x {o} {n}\n}"],
    "c": ["#include <stdio.h>\n\nint main(void) {\n    puts(\"{S}\");\n    return 0;\n}", "int {f}(int x) {\n    return x {o} {n};\n}"],
    "java": ["public class {T} {\n    static int {f}(int x) {\n        return x {o} {n};\n    }\n}"],
    "sh": ["#!/bin/sh\nset -e\necho \"{S}\"", "for f in *.{w}; do\n  echo \"$f\"\ndone", "export {F}={n}\nexec ./{w} --{u}"],
    "sql": ["CREATE TABLE {w} (\n  id INTEGER PRIMARY KEY,\n  {u} TEXT NOT NULL\n);", "SELECT name, {u}\nFROM {w}\nWHERE total >= {n};"],
    "html": ["<ul>\n  <li>{w}</li>\n  <li>{u}</li>\n</ul>", "<p class=\"{w}\">{S}</p>", "<html>\n<body>\n  <h1>{S}</h1>\n</body>\n</html>"],
    "css": [".{w} {\n  margin: {n}px;\n  color: teal;\n}", "body {\n  font-size: {n}px;\n}"],
    "rb": ["def {f}(x)\n  x {o} {n}\nend", "puts \"{S}\""],
    "kt": ["fun {f}(x: Int): Int {\n    return x {o} {n}\n}"],
    "yaml": ["name: {w}\non: [push]\njobs:\n  {u}:\n    runs-on: linux", "{w}:\n  size: {n}\n  tags:\n    - {u}\n    - spare"],
    "json": ["{\n  \"name\": \"{w}\",\n  \"limit\": {n}\n}", "{\"{w}\": [{n}, 4], \"{u}\": null}"],
    "md": ["# {T}\n\n{S}\n\n- {w}\n- {u}", "## {T}\n\n1. {w}\n2. {u}"],
    "csv": ["name,count\n{w},{n}\n{u},4"],
    "txt": ["{S}\n{T}: {n}", "Dear {P},\n\n{S}\n\nYours,\n{Q}", "{w}\n{u}\n{n} more"],
}
SPECIAL = {"rs": ["src/main.rs", "src/lib.rs"], "py": ["app.py", "main.py", "setup.py"], "js": ["index.js", "src/server.js"], "go": ["main.go", "cmd/api/main.go"], "yaml": [".github/workflows/ci.yaml", ".pre-commit-config.yaml"], "json": ["package.json", ".eslintrc.json"], "md": ["README.md", "NOTES.md", "CONTRIBUTING.md"], "sh": ["run.sh", "scripts/start.sh"], "html": ["index.html", "public/index.html"], "css": ["style.css"], "c": ["main.c"]}


def code(r, exts=None):
    """(path, text): a short source or document file."""
    ext = r.choice(exts or list(CODE))
    text = r.choice(CODE[ext])
    w, u = r.sample(V.NOUNS, 2)
    fill = {"f": r.choice(["get_", "load_", "find_", "add_", "is_", ""]) + r.choice(V.NOUNS), "o": r.choice("+-*"), "n": str(r.randint(2, 99)), "T": r.choice(V.NOUNS).capitalize(), "S": r.choice(["Hello", "ready", "Good morning", "starting up", "it works", "Shop closed", "bye"]) + r.choice(["", "!", ", " + r.choice(V.PEOPLE)]), "F": w.upper(), "w": w, "u": u, "P": r.choice(V.PEOPLE), "Q": r.choice(V.PEOPLE)}
    for k, v in fill.items():
        text = text.replace("{" + k + "}", v)
    path = r.choice(SPECIAL[ext]) if ext in SPECIAL and r.random() < 0.35 else V.name(r, ext)
    return path, text


LISTS = ["shopping", "todo", "guests", "stock", "towns", "topics", "errands", "roster", "packing", "agenda"]


def items(r, n=None):
    """(path, lines): a list, with or without bullets, of things, chores, people or towns."""
    n = n or r.randint(3, 6)
    lines = r.sample(r.choice([V.ITEMS, V.CHORES, V.PEOPLE, V.TOWNS, V.NOUNS]), n)
    lead = r.choice(["", "", "", "- ", "* "])
    stem = r.choice(LISTS) + r.choice(["", "", "-list", "_" + str(r.randint(2, 30)), "." + r.choice(V.ADJ)])
    head = r.choice(V.FOLDERS) + "/" if r.random() < 0.35 else ""
    return head + stem + r.choice([".txt", ".md", ".list", ""]), [lead + x for x in lines]


def prose(r, word=None):
    """(path, text): two to five lines; one of them holds word, if given."""
    lines = []
    while len(lines) < r.randint(2, 4):
        s = V.sentence(r)
        if s not in lines and (word is None or word.lower() not in s.lower()):
            lines.append(s)
    if word is not None:
        lines[r.randrange(len(lines))] = r.choice(V.LINES_WITH).replace("{x}", word)
    return V.name(r, r.choice(["txt", "md", "txt", "log", "eml", "rst", "tmpl"])), "\n".join(lines)


def table(r, n=None):
    """(path, header, rows): a small CSV file whose first column has no value twice."""
    n = n or r.randint(3, 5)
    kind = r.randrange(4)
    if kind == 0:
        head, rows = ["name", "town", "age"], [[p, r.choice(V.TOWNS), str(r.randint(19, 70))] for p in r.sample(V.PEOPLE, n)]
    elif kind == 1:
        head, rows = ["item", "price", "stock"], [[p, f"{r.randint(1, 80)}.{r.randint(10, 99)}", str(r.randint(0, 400))] for p in r.sample(V.NOUNS, n)]
    elif kind == 2:
        head, rows = ["host", "ip", "role"], [[f"{p}-{r.randint(1, 9)}", f"10.0.{r.randint(1, 90)}.{r.randint(2, 250)}", r.choice(["web", "db", "mail", "proxy"])] for p in r.sample(V.NOUNS, n)]
    else:
        head, rows = ["town", "manager", "phone"], [[p, r.choice(V.PEOPLE), f"{r.randint(200, 999)}-{r.randint(1000, 9999)}"] for p in r.sample(V.TOWNS, n)]
    return V.name(r, "csv"), head, rows


def record(r):
    """(path, dict): a flat JSON file."""
    ks = r.sample(list(KEYS), r.randint(3, 4))
    return V.name(r, "json"), {k: KEYS[k](r) for k in ks}


def dump(r, d):
    """JSON with an indentation."""
    return json.dumps(d, indent=r.choice([2, 2, 4]))


def log(r):
    """(path, lines, bad): a log with a single ERROR line, which is bad."""
    hours = sorted(r.sample(range(0, 24), 4))
    lines = [f"{h:02d}:{r.randint(0, 59):02d} {r.choice(['INFO', 'DEBUG', 'INFO'])} {r.choice(V.NOUNS)} {r.choice(['started', 'stopped', 'is ready', 'saved'])}" for h in hours]
    i = r.randrange(4)
    what = r.choice(["disk full on {}", "cannot reach {}", "bad token for {}", "{} ran out of memory", "lost connection to {}"]).format(r.choice(V.NOUNS) + str(r.randint(1, 40)))
    lines[i] = f"{hours[i]:02d}:{r.randint(0, 59):02d} ERROR {what}"
    return V.name(r, "log"), lines, what
