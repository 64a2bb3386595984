"""Tasks of dora: edits of files."""
import re

import doraasks2
import doracode as C
import dorawords as W
from dorabase import Again, kind, word

A = "[Changed {T} to {U} in {P}.|{P} now says {U}.|Done, {U} it is.|Replaced it in {P}.|{P} is updated.|Edited {P} as asked.]"


def lines(j, p):
    ls = [x.strip() for x in j.now[p].split("\n")]
    return [x for x in ls if len(x) > 3 and j.now[p].count(x) == 1]


def piece(r, j, p):
    """A line, a string or a value of a file, and another that may stand there."""
    x = r.choice(lines(j, p) or [""])
    if not x:
        raise Again
    how = r.random()
    ws = [w for w in re.findall(r"[A-Za-z][A-Za-z_]{3,}|\d+", x) if len(re.findall(r"(?<!\w)" + w + r"(?!\w)", j.now[p])) == 1 and j.now[p].count(w) == 1]
    if how < .6 and ws:
        w = r.choice(ws)
        n = str(r.randint(2, 9999)) if w.isdigit() else r.choice([r.choice(W.NOUNS), r.choice(W.TOOLS), r.choice(W.ADJ), word(r)])
        if n in j.now[p]:
            raise Again
        return (w, n) if how < .25 else (x, x.replace(w, n))
    m = re.search(r'"([A-Za-z][^"\\]{3,})"', x)
    if m and j.now[p].count(m.group(1)) == 1:
        return m.group(1), r.choice(W.PHRASES)
    raise Again


@kind
def swap(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 3)
    t, u = piece(r, j, p)
    j.ask_by("swap", p=p, t=t, u=u)
    j.line(p, t, u)
    j.tell(A, p=p, t=t, u=u)


@kind
def swap_two(r, j):
    p = C.source(r, j)
    q = C.source(r, j) if r.random() < .6 else p
    C.around(r, j, 0, 2)
    t, u = piece(r, j, p)
    v, w = piece(r, j, q)
    if v in t or t in v or v in u or u in v or t in w:
        raise Again
    j.ask_by("swap_two" if p != q else "swap_twice", p=p, q=q, t=t, u=u, t2=v, u2=w)
    j.line(p, t, u)
    j.line(q, v, w)
    j.tell("[Both changes are in.|{P} has {U} and {Q} has {W}.|Two edits made, in {P} and {Q}.]" if p != q else "[Both changes are in {P}.|{P} has {U} and {W} now.|Made the two edits in {P}.]", p=p, q=q, u=u, w=w)


SYM = {"py": "def %k%(%v%):\n    return %v% + %n%\n\nprint(%k%(%d%))~from %v% import %k%\n\n%w% = %k%()~import %v%\n\n%v%.%k%()\n%v2% = %v%.%k%", "rs": "fn %k%() -> u32 { %n% }\n\nfn main() {\n    println!(\"{}\", %k%());\n}~use crate::%v%::%k%;\n\npub fn run() {\n    %k%();\n}", "js": "import { %k% } from \"./%v%.js\";\n\n%k%(%n%);~function %k%() {}\nmodule.exports = { %k% };",
       "go": "package %v%\n\nfunc %k%() int {\n\treturn %n%\n}~package main\n\nfunc main() {\n\t%k%()\n}", "sh": "%k%() {\n  echo \"%s%\"\n}\n%k%", "c": "int %k%(void);\n\nint main(void) {\n    return %k%();\n}", "sql": "SELECT %k% FROM %v%s ORDER BY %k%;~ALTER TABLE %v%s ADD COLUMN %k% TEXT;", "yaml": "steps:\n  - %k%\n  - %g%\nneeds: %k%", "md": "Call `%k%` before you %g% the %v%.", "html": "<div id=\"%k%\"></div>\n<script>%k%.hidden = true</script>", "css": ".%k% { top: %n%px; }\n.%k%:hover { top: 0; }", "Makefile": "%k%:\n\tcargo run\nall: %k%", "ts": "export const %k% = () => %n%;", "txt": "rename %k% some day\n%p%"}


def symbols(r, j, n, more=0):
    """n files that hold one name, and a new name."""
    style = r.choice(["snake", "camel", "pascal", "caps", "snake"])
    k, l = word(r, 2, style), word(r, 2, style)
    if k in l or l in k:
        raise Again
    ps = []
    for _ in range(n):
        e = r.choice(list(SYM))
        t = C.pour(r, r.choice(SYM[e].split("~")), e, {"k": k})
        ps.append(j.put(t, C.place(r, e)))
    C.around(r, j, more, more + 2)
    if sum(k in t for t in j.now.values()) != n or any(l in t for t in j.now.values()):
        raise Again
    return k, l, ps


@kind
def rename_one(r, j):
    k, l, (p,) = symbols(r, j, 1)
    j.ask_by("rename_one", k=k, l=l, p=p)
    j.every(p, k, l)
    j.tell("[{K} is called {L} in {P} now.|Renamed {K} to {L}.|Done, {P} uses {L}.|{P}: {K} became {L}.]", k=k, l=l, p=p)


@kind
def rename_named(r, j):
    k, l, ps = symbols(r, j, r.randint(2, 3))
    L = ", ".join(ps[:-1]) + r.choice([" and ", ", ", " & "]) + ps[-1]
    j.ask_by("rename_named", k=k, l=l, ps=L)
    for p in ps:
        j.every(p, k, l)
    j.tell("[{K} is {L} in all of them.|Renamed {K} to {L} in {N} files.|Done, {N} files changed to {L}.]", k=k, l=l, n=len(ps))


@kind
def rename_all(r, j):
    k, l, ps = symbols(r, j, r.randint(1, 3), r.randint(0, 1))
    if len(j.files) > 5:
        raise Again
    j.ask_by("rename_all", k=k, l=l)
    got = [p for p in j.list() if k in j.read(p)]
    for p in got:
        j.every(p, k, l)
    j.tell("[Renamed {K} to {L} in {F}.|{K} is {L} now; it was in {F}.|Done, changed {F}.]", k=k, l=l, f=", ".join(got))


@kind
def bump_known(r, j):
    v, w = C.version(r), C.version(r)
    p, ln = C.manifest(r, j, v)
    if v in w or w in v:
        raise Again
    C.around(r, j, 0, 3)
    j.ask_by("bump_known", p=p, v=v, w=w)
    j.line(p, v, w)
    j.tell("[{P} is at {W} now.|Version {W} is set.|Bumped {P} from {V} to {W}.|It is {W} now.]", p=p, v=v, w=w)


@kind
def bump_to(r, j):
    v, w = C.version(r), C.version(r)
    p, ln = C.manifest(r, j, v)
    if v in w or w in v:
        raise Again
    C.around(r, j, 0, 3)
    j.ask_by("bump_to", p=p, w=w)
    j.read(p)
    j.line(p, ln, ln.replace(v, w))
    j.tell("[{P} went from {V} to {W}.|Set {W} in {P}; it was {V}.|{P} now has version {W}.]", p=p, v=v, w=w)


@kind
def bump_next(r, j):
    v = C.version(r)
    p, ln = C.manifest(r, j, v)
    C.around(r, j, 0, 2)
    a = [int(x) for x in v.split(".")]
    i = r.randrange(3)
    w = ".".join(map(str, a[:i] + [a[i] + 1] + [0] * (2 - i)))
    j.ask_by("bump_next", p=p, x=["major", "minor", "patch"][i])
    j.read(p)
    new = ln.replace(v, w)
    j.derived |= {new, w}
    j.line(p, ln, new)
    j.tell("[{P} is at {W}, up from {V}.|Bumped {V} to {W}.|New version: {W}.|{W} is in {P} now.]", w, p=p, v=v, w=w)


@kind
def set_value(r, j):
    p, d = C.conf(r, j)
    C.around(r, j, 0, 3)
    k = r.choice(list(d))
    v, ln = d[k]
    w = C.value(r, v)
    if ln.count(v) != 1 or v in ("true", "false"):
        raise Again
    w = w if not v.replace(".", "").isdigit() else str(r.randint(1, 9999))
    if w == v:
        raise Again
    j.ask_by("set_value", p=p, k=k, w=w)
    j.read(p)
    j.line(p, ln, ln.replace(v, w))
    j.tell("[{K} is {W} now, it was {V}.|Set {K} to {W} in {P}.|{P}: {K} changed from {V} to {W}.|Done, {K} has the value {W}.]", p=p, k=k, v=v, w=w)


@kind
def set_line(r, j):
    """Both lines are quoted."""
    p, d = C.conf(r, j)
    C.around(r, j, 0, 2)
    k = r.choice(list(d))
    v, ln = d[k]
    w = C.value(r, v)
    if ln.count(v) != 1:
        raise Again
    j.ask_by("swap", p=p, t=ln, u=ln.replace(v, w))
    j.line(p, ln, ln.replace(v, w))
    j.tell(A, p=p, t=ln, u=ln.replace(v, w))


@kind
def toggle(r, j):
    p, d = C.conf(r, j)
    k = r.choice(list(d))
    on = r.random() < .5
    v, ln = d[k]
    a, b = ("false", "true") if on else ("true", "false")
    old = ln.replace('"' + v + '"', v).replace(v, a).replace("&str", "bool").replace("u32", "bool").replace("f64", "bool")
    if ln.count(v) != 1 or j.now[p].count(ln) != 1:
        raise Again
    j.files[p] = j.now[p] = j.now[p].replace(ln, old)
    C.around(r, j, 0, 2)
    j.ask_by("toggle_on" if on else "toggle_off", p=p, k=k)
    j.read(p)
    new = old.replace(a, b)
    j.derived |= {new}
    j.line(p, old, new)
    j.tell("[{K} is {B} now.|Set {K} to {B} in {P}.|{P} has {K} {B}.]", p=p, k=k, b=b)


@kind
def typo(r, j):
    bad, good = r.choice(W.TYPOS).split("=")
    e, t = C.snippet(r, r.choice(["md", "html", "txt", "py", "js", "sh", "yaml", "rs"]), 6)
    com = {"py": "# {x}", "sh": "# {x}", "yaml": "# {x}", "js": "// {x}", "rs": "// {x}", "html": "<!-- {x} -->"}.get(e, "{x}").format(x=r.choice(["The {b} is checked here", "see {b} below", "no {b} yet", "{b}?", "Note: {b}, then the rest", "handles each {b}", "TODO {b}"]).format(b=bad))
    ls = t.split("\n")
    ls.insert(r.choice([0, len(ls)]), com)
    p = j.put("\n".join(ls), C.place(r, e))
    C.around(r, j, 0, 3)
    if good in j.now[p]:
        raise Again
    j.ask_by("typo", p=p, v=bad, w=good)
    j.every(p, bad, good)
    j.tell("[Corrected {B} to {G} in {P}.|The spelling in {P} is right now.|Fixed: {G}.|{P} has {G} now.]", p=p, b=bad, g=good)


@kind
def inexact(r, j):
    """The quoted text is not quite what the file says."""
    p, d = C.conf(r, j, style=r.choice(["toml", "py", "js", "ini", "env", "rb", "lua", "mk", "yaml"]))
    C.around(r, j, 0, 2)
    k = r.choice(list(d))
    v, ln = d[k]
    w = C.value(r, v)
    if ln.count(v) != 1 or v in k:
        raise Again
    wrong = r.choice([ln.replace(" = ", "="), ln.replace("=", " = "), ln.replace('"', "'"), ln.replace(": ", ":"), ln.replace(" := ", "=")])
    if wrong in j.now[p] or "  " in wrong:
        raise Again
    j.ask_by("swap", p=p, t=wrong, u=wrong.replace(v, w))
    j.plan.append(("edit", p, wrong, wrong.replace(v, w)))
    j.read(p)
    j.line(p, ln, ln.replace(v, w))
    j.ask = j.ask.replace(wrong.replace(v, w), wrong.replace(v, w))
    j.derived.add(ln.replace(v, w))
    j.want_line = ln.replace(v, w)
    j.tell("[{K} is {W} in {P} now; the line was written a little differently.|The text was not quite as quoted, but {P} now has {W}.|Changed {K} to {W}; the spacing or quotes were different.|Done: {U}]", p=p, k=k, w=w, u=ln.replace(v, w))


@kind
def comment_out(r, j):
    e = r.choice(["py", "sh", "yaml", "toml", "env", "ini", "js", "rs", "go", "Dockerfile", "rb"])
    p = C.source(r, j, e)
    C.around(r, j, 0, 2)
    x = r.choice(lines(j, p) or [""])
    s = "// " if e in ("js", "rs", "go") else "# "
    if not x or x.startswith(("#", "/")):
        raise Again
    j.ask_by("comment_out", p=p, t=x, x=s.strip())
    j.edit(p, x, s + x)
    j.derived.add(s + x)
    j.tell("[That line of {P} is a comment now.|Commented it out in {P}.|{P}: the line is switched off.|Done, it starts with {S} now.]", p=p, s=s.strip())


@kind
def already(r, j):
    p, d = C.conf(r, j)
    C.around(r, j, 0, 2)
    k = r.choice(list(d))
    v, ln = d[k]
    j.ask_by("set_value", p=p, k=k, w=v)
    j.read(p)
    j.derived.add("already")
    j.tell("[{K} is already {V} in {P}, so I changed nothing.|Nothing to do: {K} is {V} already.|{P} already has {K} at {V}.|No change, {K} was already {V}.]", "already", v, p=p, k=k, v=v)


ALL = [swap, swap, swap, swap_two, rename_one, rename_one, rename_named, rename_all, bump_known, bump_to, bump_next, set_value, set_value, set_line, toggle, typo, inexact, comment_out, already]
