"""Tasks of dora: lines that are added, put in or taken out, and files that are looked for."""
import re

import doraasks4
import doracode as C
import dorawords as W
from dorabase import Again, kind, output, word
from dorakinds2 import lines, piece

A = "[Added {T} to {P}.|{P} has the new line.|Done, {P} now has {T}.|{T} is in {P}.|The line is in {P} now.]"


def ignores(r, j):
    return j.put("\n".join(r.sample(W.IGNORES, r.randint(1, 6))), r.choice([".gitignore", ".gitignore", ".dockerignore", "web/.gitignore", ".npmignore", ".prettierignore"]))


@kind
def ignore(r, j):
    p = ignores(r, j)
    x = r.choice(W.IGNORES)
    if x in j.now[p]:
        raise Again
    C.around(r, j, 0, 3)
    j.ask_by("ignore", p=p, t=x)
    j.write(p, j.read(p) + "\n" + x)
    j.tell(A, p=p, t=x)


def addition(r, p, d):
    """A line that suits a file, and its look."""
    e = p.split(".")[-1]
    return {"txt": lambda: r.choice([r.choice(W.TODOS), r.choice(W.PIPS) + "==" + C.version(r)]), "md": lambda: "- " + r.choice(W.TODOS), "py": lambda: word(r, 2, "caps") + " = " + str(r.randint(1, 900)), "sh": lambda: 'echo "' + r.choice(W.PHRASES) + '"', "env": lambda: word(r, 2, "caps") + "=" + C.value(r), "js": lambda: f'console.log("{r.choice(W.PHRASES)}");',
            "yaml": lambda: r.choice(W.KEYS) + ": " + C.value(r), "toml": lambda: r.choice(W.KEYS) + " = " + str(r.randint(1, 900)), "rs": lambda: f"pub mod {r.choice(W.NOUNS)};", "sql": lambda: f"DROP TABLE {r.choice(W.NOUNS)}s;", "css": lambda: f".{r.choice(W.NOUNS)} {{ color: {r.choice(['red', 'teal', 'navy', 'gray'])}; }}", "html": lambda: f"<p>{r.choice(W.PHRASES)}</p>", "csv": lambda: f"{r.randint(10, 99)},{r.choice(W.PEOPLE)},{r.randint(1, 900)}", "rb": lambda: f'puts "{r.choice(W.PHRASES)}"', "lua": lambda: f"print({r.randint(1, 900)})"}.get(e, lambda: r.choice(W.TOOLS) + "=" + str(r.randint(1, 99)))()


def base(r, j):
    e = r.choice(["txt", "md", "py", "sh", "env", "js", "yaml", "toml", "rs", "sql", "css", "html", "csv", "rb", "lua", "ini"])
    p = C.source(r, j, e, 7)
    x = addition(r, p, {})
    if x in j.now[p]:
        raise Again
    return p, x


@kind
def append(r, j):
    p, x = base(r, j)
    C.around(r, j, 0, 3)
    j.ask_by("append", p=p, t=x)
    j.write(p, j.read(p) + "\n" + x)
    j.tell(A, p=p, t=x)


@kind
def append_some(r, j):
    p, x = base(r, j)
    xs = [x]
    while len(xs) < r.choice([2, 2, 3]):
        y = addition(r, p, {})
        if y not in xs and y not in j.now[p]:
            xs.append(y)
    C.around(r, j, 0, 2)
    j.ask_by("append_some", p=p, b="\n".join(xs))
    j.write(p, j.read(p) + "\n" + "\n".join(xs))
    j.tell("[{P} has {N} more lines.|Added the {N} lines to {P}.|Done, {N} lines appended to {P}.]", p=p, n=len(xs))


@kind
def top(r, j):
    e, x = r.choice([lambda: ("py", "import " + r.choice(["os", "sys", "re", "json", "time", "random"])), lambda: ("py", "from " + r.choice(W.PIPS) + " import " + r.choice(W.NOUNS)), lambda: ("rs", "use " + r.choice(W.CRATES) + "::" + r.choice(W.NOUNS).title() + ";"), lambda: ("js", f'import {(n := r.choice(W.NPMS))} from "{n}";'), lambda: ("js", '"use strict";'), lambda: ("sql", "BEGIN;"), lambda: ("css", '@charset "utf-8";'), lambda: ("md", f"<!-- by {r.choice(W.PEOPLE)} -->"), lambda: ("yaml", "# managed by " + r.choice(W.TOOLS)), lambda: ("c", f"#include <{r.choice(['math.h', 'string.h', 'time.h'])}>"), lambda: ("ts", f'import {{ {word(r, 2, "pascal")} }} from "./{r.choice(W.NOUNS)}";'), lambda: ("rs", "#![allow(dead_code)]"), lambda: ("py", f'"""{r.choice(W.TITLES)}."""'), lambda: ("html", "<!-- " + r.choice(W.TITLES) + " -->")])()
    p = C.source(r, j, e)
    if x in j.now[p]:
        raise Again
    C.around(r, j, 0, 3)
    j.ask_by("top", p=p, t=x)
    j.write(p, x + "\n" + j.read(p))
    j.tell("[{T} is the first line of {P} now.|{P} begins with {T}.|Put it at the top of {P}.|Done, it stands first in {P}.]", p=p, t=x)


@kind
def insert(r, j):
    p, x = base(r, j)
    a = r.choice(lines(j, p) or [""])
    if not a or a in x:
        raise Again
    C.around(r, j, 0, 2)
    after = r.random() < .6
    j.ask_by("insert_after" if after else "insert_before", p=p, t=x, u=a)
    ls = j.read(p).split("\n")
    i = next(i for i, l in enumerate(ls) if l.strip() == a)
    if ls[i] != a:
        raise Again
    ls.insert(i + after, x)
    j.write(p, "\n".join(ls))
    j.tell(A, p=p, t=x)


DEPS = [("Cargo.toml", '[package]\nname = "%h%"\nversion = "%V%"\n\n[dependencies]\n{o}', lambda r: r.choice(W.CRATES) + ' = "' + str(r.randint(0, 4)) + "." + str(r.randint(0, 9)) + '"', "[dependencies]"), ("package.json", '{\n  "name": "%h%",\n  "dependencies": {\n    {o}\n  }\n}', lambda r: f'"{r.choice(W.NPMS)}": "^{C.version(r)}"', '"dependencies": {'),
        ("go.mod", "module %h%\n\ngo 1.22\n\nrequire (\n\t{o}\n)", lambda r: f"example.org/{r.choice(W.TOOLS)} v{C.version(r)}", "require ("), ("Gemfile", 'source "https://rubygems.org"\n{o}', lambda r: f'gem "{r.choice(W.TOOLS)}", "~> {r.randint(1, 9)}.{r.randint(0, 9)}"', 'source "https://rubygems.org"'), ("requirements.in", "# runtime\n{o}\n# dev\npytest", lambda r: r.choice(W.PIPS[:1] + W.PIPS[3:]) + ">=" + str(r.randint(1, 9)) + "." + str(r.randint(0, 30)), "# runtime"), ("environment.yml", "name: %h%\ndependencies:\n  - {o}", lambda r: "- " + r.choice(W.PIPS) + "=" + C.version(r), "dependencies:")]


@kind
def dependency(r, j):
    p, t, f, under = r.choice(DEPS)
    x, o = f(r), f(r)
    if x[:5] == o[:5] or under.startswith('"') and o[0] != '"':
        raise Again
    p = j.put(C.pour(r, t).replace("{o}", o[2:] if o.startswith("- ") else o), p if r.random() < .7 else r.choice(["backend/", "tools/", "cli/"]) + p)
    C.around(r, j, 0, 2)
    j.ask_by("dependency", p=p, t=x, u=under)
    ls = j.read(p).split("\n")
    i = next(i for i, l in enumerate(ls) if l.strip() == under)
    pad = re.match(r"\s*", ls[i + 1]).group(0)
    ls.insert(i + 1, pad + x + ("," if p.endswith("json") else ""))
    j.write(p, "\n".join(ls))
    j.tell(A, p=p, t=x)


@kind
def drop_line(r, j):
    p = ignores(r, j) if r.random() < .2 else C.source(r, j)
    ls = j.now[p].split("\n")
    cand = [x for x in lines(j, p) if x in ls]
    if len(ls) < 2 or not cand:
        raise Again
    x = r.choice(cand)
    C.around(r, j, 0, 2)
    j.ask_by("drop_line", p=p, t=x)
    j.read(p)
    ls.remove(x)
    j.write(p, "\n".join(ls))
    j.tell("[The line is out of {P}.|{P} no longer has {T}.|Removed it from {P}.|Done, {T} is gone.]", p=p, t=x)


@kind
def changelog(r, j):
    v = C.version(r)
    old = r.sample(W.TODOS, 2)
    h = r.choice(["## Unreleased", "## Next", "## " + v, "### Fixed", "### Added", "## [Unreleased]"])
    p = j.put(r.choice(["# Changelog\n\n", "", "# History\n"]) + h + "\n- " + old[0] + r.choice(["", "\n\n## " + C.version(r) + "\n- " + old[1]]), r.choice(["CHANGELOG.md", "HISTORY.md", "docs/changelog.md", "NEWS.md"]))
    x = "- " + r.choice([t for t in W.TODOS if t not in old])
    if j.now[p].count(h) != 1:
        raise Again
    C.around(r, j, 0, 2)
    j.ask_by("dependency" if r.random() < .3 else "under", p=p, t=x, u=h)
    ls = j.read(p).split("\n")
    ls.insert(ls.index(h) + 1, x)
    j.write(p, "\n".join(ls))
    j.tell(A, p=p, t=x)


@kind
def tick(r, j):
    xs = r.sample(W.TODOS, r.randint(2, 6))
    a = r.choice(xs)
    p = j.put("\n".join(f"- [{' ' if x == a or r.random() < .6 else 'x'}] {x}" for x in xs), r.choice(["TODO.md", "docs/todo.md", "tasks.md", "release-checklist.md", "plan.md"]))
    C.around(r, j, 0, 3)
    j.ask_by("tick", p=p, t=a)
    old, new = f"- [ ] {a}", f"- [x] {a}"
    j.read(p)
    j.derived |= {old, new}
    j.line(p, old, new)
    j.tell("[Ticked off: {T}.|{T} is marked as done in {P}.|{P}: {T} is checked.]", p=p, t=a)


@kind
def dedupe(r, j):
    xs = r.sample(W.IGNORES if r.random() < .5 else W.PIPS, r.randint(3, 6))
    x = r.choice(xs)
    ls = xs + [x] if r.random() < .6 else [x] + xs[::-1]
    if len(ls) - len(set(ls)) != 1 or any(x in y and x != y for y in ls):
        raise Again
    p = j.put("\n".join(ls), r.choice([".gitignore", "requirements.txt", "words.txt", "packages.list"]))
    C.around(r, j, 0, 2)
    j.ask_by("dedupe", p=p)
    j.read(p)
    j.write(p, "\n".join(dict.fromkeys(ls)))
    j.tell("[{X} was there twice; one is left in {P}.|Removed the second {X} from {P}.|{P} has {X} only once now.]", p=p, x=x)


@kind
def which_file(r, j):
    C.around(r, j, 2, 4)
    ps = list(j.files)
    p = r.choice(ps)
    c = [w for w in re.findall(r"[A-Za-z_]{5,}", j.now[p]) if not any(w in t for q, t in j.now.items() if q != p) and w not in p]
    if not c:
        raise Again
    k = r.choice(c)
    j.ask_by("which_file", k=k)
    for f in j.list():
        j.read(f)
        if f == p:
            break
    j.tell("[It is in {P}.|{K} stands in {P}.|{P} has {K}.|You find {K} in {P}.|That's {P}.]", p, p=p, k=k)


@kind
def what_value(r, j):
    p, d = C.conf(r, j)
    C.around(r, j, 0, 3)
    k = r.choice(list(d))
    v = d[k][0]
    j.ask_by("what_value", p=p, k=k)
    j.read(p)
    j.tell("[{K} is {V}.|{P} has {K} at {V}.|The value of {K} is {V}.|It is {V}.|{V}]", v, p=p, k=k, v=v)


@kind
def where_value(r, j):
    """The file is not named."""
    p, d = C.conf(r, j)
    C.around(r, j, 1, 3)
    k = r.choice(list(d))
    v = d[k][0]
    if sum(k in t for t in j.now.values()) > 1:
        raise Again
    j.ask_by("where_value", k=k)
    for f in j.list():
        j.read(f)
        if f == p:
            break
    j.tell("[{K} is {V}, set in {P}.|It is {V}, see {P}.|{P} sets {K} to {V}.]", v, p=p, k=k, v=v)


@kind
def count_lines(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 3)
    j.ask_by("count_lines", p=p)
    n = j.wc(p)
    j.tell("[{P} has {N} lines.|{N} lines.|It has {N}.|There are {N} lines in {P}.]" if n != "1" else "[{P} has 1 line.|Just 1 line.]", n, p=p, n=n)


@kind
def list_all(r, j):
    C.around(r, j, 1, 6)
    j.ask_by("list_all")
    fs = j.list()
    j.tell("[The files are {L}.|There are {N} files: {L}.|{L}|You have {L}.]" if len(fs) > 1 else "[There is only {L}.|Just {L}.]", *fs, l=", ".join(fs), n=len(fs))


ALL = [ignore, append, append, append_some, top, top, insert, insert, dependency, drop_line, changelog, tick, dedupe, which_file, what_value, where_value, count_lines, list_all]
