"""Small source files in many languages, with names, numbers and strings of their own."""
import re

import dorawords as W
from dorabase import Again, path, word
from dorasnips import SNIPS

HOLE = re.compile(r"%([a-zA-Z]\d?)%")
CODE = {}


def hole(r, k, ext):
    c = k[0]
    camel = ext in ("js", "ts", "java", "go")
    return {"f": lambda: word(r, 2, "camel" if camel else "snake"), "C": lambda: word(r, 2, "pascal"), "v": lambda: r.choice(W.NOUNS), "w": lambda: r.choice(W.NOUNS), "n": lambda: str(r.choice([r.randint(1, 9), r.randint(10, 99), r.randint(100, 9000)])),
            "s": lambda: r.choice(W.PHRASES), "t": lambda: r.choice(W.TITLES), "h": lambda: r.choice(W.TOOLS), "E": lambda: word(r, 2, "caps"), "p": lambda: r.choice(W.PEOPLE), "a": lambda: r.choice(W.ADJ),
            "V": lambda: f"{r.randint(0, 9)}.{r.randint(0, 30)}.{r.randint(0, 20)}", "d": lambda: str(r.randint(0, 9)), "g": lambda: r.choice(W.VERBS), "o": lambda: r.choice(W.TODOS), "P": lambda: str(r.randint(1024, 9999))}[c]()


def pour(r, text, ext="", given=None):
    """A text with its holes filled, each name with one value."""
    got = dict(given or {})

    def one(m):
        k = m.group(1)
        if k not in got:
            got[k] = hole(r, k, ext)
        return got[k]
    return HOLE.sub(one, text)


def read_bank(text):
    for block in text.strip("\n").split("\n===\n"):
        head, body = block.split("\n", 1)
        CODE.setdefault(head, []).extend(body.split("\n--\n"))


def snippet(r, ext=None, most=8, given=None):
    """(ending, text) of a small file of at most so many lines."""
    while True:
        e = ext or r.choice(list(CODE))
        t = r.choice(CODE[e])
        if t.count("\n") < most:
            return e, pour(r, t, e, given)


def place(r, ext):
    """A path that suits the ending."""
    if ext == "Dockerfile":
        return r.choice(["Dockerfile", "docker/Dockerfile", "Dockerfile.dev", "api/Dockerfile", "build/Dockerfile", "web/Dockerfile"])
    if ext == "gitattributes":
        return r.choice(["", "assets/", "docs/", "web/", "data/"]) + ".gitattributes"
    if ext == "Makefile":
        return r.choice(["Makefile", "docs/Makefile", "GNUmakefile", "src/Makefile"])
    if r.random() < .12:
        q = {"rs": ["src/main.rs", "src/lib.rs", "build.rs"], "py": ["main.py", "setup.py", "app.py", "conftest.py"], "js": ["index.js", "server.js"], "ts": ["src/index.ts"], "go": ["main.go"], "html": ["index.html", "404.html"], "css": ["style.css", "site.css"], "sql": ["schema.sql", "seed.sql"],
             "yaml": ["docker-compose.yaml", ".github/workflows/ci.yaml"], "md": ["README.md", "NOTES.md", "TODO.md"], "sh": ["run.sh", "deploy.sh", "build.sh"], "c": ["main.c"], "toml": ["config.toml"], "json": ["tsconfig.json", "data.json"]}.get(ext)
        if q:
            return r.choice(q)
    return path(r, ext)


def source(r, j, ext=None, most=8):
    """A file at the start."""
    e, t = snippet(r, ext, most)
    return j.put(t, place(r, e))


def around(r, j, lo=0, hi=3):
    """Some more files."""
    for _ in range(r.randint(lo, hi)):
        source(r, j, most=6)


read_bank(SNIPS)

STYLES = {"toml": "{k} = {q}", "env": "{K}={v}", "yaml": "{k}: {v}", "ini": "{k}={v}", "py": "{K} = {q}", "rs": "pub const {K}: {rt} = {q};", "js": "export const {K} = {q};", "go": "\t{G} = {q}", "sh": "export {K}={v}", "json": '  "{k}": {q},', "ts": "  {m}: {q},", "css": "  --{d}: {v};", "lua": "local {k} = {q}", "properties": "app.{d}={v}", "conf": "{k} {v}", "mk": "{K} := {v}", "h": "#define {K} {q}", "rb": "{K} = {q}", "tfvars": "{k} = {q}", "txt": "{k}: {v}"}
AROUND = {"toml": ("[{s}]", ""), "json": ("{", '  "end": true\n}'), "go": ("package config\n\nconst (", ")"), "css": (":root {", "}"), "ts": ("export const config = {", "};"), "ini": ("[{s}]", "")}


def value(r, unlike=""):
    while True:
        v = str(r.choice([r.randint(1, 9), r.randint(10, 99), r.choice([100, 128, 250, 256, 300, 404, 500, 512, 600, 1000, 1024, 1500, 2048, 3000, 3600, 4096, 5000, 8080, 8443, 9000, 86400]), r.randint(100, 9999), round(r.random() * r.choice([1, 10]), 2), r.choice(W.TOOLS), r.choice(W.ADJ), r.choice(W.TOOLS) + "-" + str(r.randint(1, 20)),
                          r.choice(["info", "warn", "debug", "error", "utf-8", "eu-west-1", "us-east-2", "main", "develop", "en_GB", "de_DE", "Europe/Oslo", "UTC", "localhost", "0.0.0.0", "127.0.0.1", "true", "false", "10s", "30s", "5m", "2h", "64MB", "2GB", "dark", "light", "postgres", "sqlite", "gzip", "zstd"])]))
        if v != unlike and v not in unlike and (not unlike or unlike not in v):
            return v


def setting(r, n=None, style=None, keys=()):
    """(ending, text, {name as written: (value, line)}) of a file of settings."""
    e = style or r.choice(list(STYLES))
    ks = list(dict.fromkeys([*keys, *r.sample(W.KEYS, (n or r.randint(2, 6)))]))
    r.shuffle(ks)
    lines, d = [], {}
    for k in ks:
        v = value(r)
        num = v.replace(".", "", 1).isdigit() or v in ("true", "false")
        parts = k.split("_")
        names = {"k": k, "K": k.upper(), "G": "".join(x.title() for x in parts), "m": parts[0] + "".join(x.title() for x in parts[1:]), "d": "-".join(parts)}
        rt = "bool" if v in ("true", "false") else "&str" if not num else "f64" if "." in v else "u32"
        ln = STYLES[e].format(v=v, q=v if num else f'"{v}"', rt=rt, **names)
        name = names[re.search(r"\{([kKGmd])\}", STYLES[e]).group(1)]
        lines.append(ln)
        d[name] = (v, ln.strip())
    head, foot = AROUND.get(e, ("", ""))
    if e in ("toml", "ini") and r.random() < .4:
        head = ""
    if not head and r.random() < .15:
        head = {"py": "# settings", "env": "# local only", "yaml": "# defaults", "rs": "//! Limits.", "js": "// constants", "sh": "#!/bin/sh"}.get(e, "")
    out = [head.replace("{s}", r.choice(W.NOUNS))] * bool(head) + lines + [foot] * bool(foot)
    return e, "\n".join(out), d


def confpath(r, e):
    if e == "env":
        return r.choice([".env", ".env.local", "prod.env", ".env.example", "deploy/.env", "test.env"])
    if e == "mk":
        return r.choice(["config.mk", "common.mk", "build/vars.mk"])
    base = r.choice(["config", "settings", "defaults", "constants", "limits", "options", "app", "prod", "dev", "server", "theme", "params", r.choice(W.TOOLS), r.choice(W.NOUNS)])
    return r.choice(W.DIRS) + base + "." + e


def conf(r, j, n=None, style=None, keys=()):
    """A file of settings at the start: its path and its values."""
    e, t, d = setting(r, n, style, keys)
    return j.put(t, confpath(r, e)), d


MANIFESTS = [("Cargo.toml", '[package]\nname = "%h%"\nversion = "{v}"\nedition = "2021"'), ("package.json", '{\n  "name": "%h%",\n  "version": "{v}",\n  "main": "index.js"\n}'), ("pyproject.toml", '[project]\nname = "%h%"\nversion = "{v}"'), ("setup.py", 'from setuptools import setup\n\nsetup(name="%h%", version="{v}")'),
             ("VERSION", "{v}"), ("version.txt", "{v}"), ("src/%h%/__init__.py", '"""%t%."""\n__version__ = "{v}"'), ("charts/%h%/Chart.yaml", "name: %h%\nversion: {v}"), ("version.go", 'package main\n\nconst Version = "{v}"'), ("%h%.gemspec", 'Gem::Specification.new do |s|\n  s.name = "%h%"\n  s.version = "{v}"\nend'),
             ("pubspec.yaml", "name: %h%\nversion: {v}\npublish_to: none"), ("public/manifest.json", '{"name": "%h%", "version": "{v}"}'), ("Makefile", "VERSION := {v}\nall:\n\tmake build"), ("Dockerfile", "FROM alpine:3.19\nLABEL version={v}\nCMD [\"%h%\"]"), ("build.gradle", "group = 'org.%h%'\nversion = '{v}'"), ("CITATION.cff", "title: %h%\nversion: {v}"), ("docs/conf.py", 'project = "%h%"\nrelease = "{v}"'), ("composer.json", '{\n  "name": "%h%/%v%",\n  "version": "{v}"\n}'), ("mix.exs", 'app: :%h%,\nversion: "{v}"'), ("install.sh", "#!/bin/sh\nVER={v}\ncurl -O https://%h%.example/$VER.tar.gz"), ("README.md", "# %h%\n\nCurrent release: {v}"), ("flake.nix", 'pname = "%h%";\nversion = "{v}";'), ("deno.json", '{ "name": "@%h%/%v%", "version": "{v}" }'), ("addon/plugin.cfg", 'name="%t%"\nversion="{v}"')]


def version(r):
    return f"{r.choice([0, 0, 1, 1, 2, 3, r.randint(4, 24)])}.{r.randint(0, 20)}.{r.randint(0, 15)}"


def manifest(r, j, v, only=None):
    """A file that holds a version once: its path and the line."""
    for _ in range(20):
        p, t = r.choice(only or MANIFESTS)
        got = {"h": r.choice(W.TOOLS), "v": r.choice(W.NOUNS), "t": r.choice(W.TITLES)}
        p, t = pour(r, p, "", got), pour(r, t, "", got).replace("{v}", v)
        if t.count(v) == 1 and p not in j.now and not any(p in f or f in p for f in j.now):
            j.put(t, p)
            return p, next(x.strip() for x in t.split("\n") if v in x)
    raise Again
