"""Tasks of dora: new files, copies, names and deletions."""
import re

import doraasks1
import doracode as C
import dorawords as W
from dorabase import Again, kind, output

A1 = "[Created {P}.|{P} is there now.|I wrote {P} as given.|Done, {P} has the text you gave.|New file: {P}.|{P} written.|Wrote {P}.]"


def make(r, j, ext=None, most=8, tries=40):
    """A new file that is not there yet."""
    for _ in range(tries):
        e, t = C.snippet(r, ext, most)
        p = C.place(r, e)
        if p not in j.now and not any(p in f or f in p for f in j.now):
            return p, t
    raise Again


@kind
def new_file(r, j):
    C.around(r, j, 0, 4)
    p, t = make(r, j)
    j.ask_by("new_file", p=p, b=t)
    j.write(p, t)
    j.tell(A1, p=p)


@kind
def new_long(r, j):
    C.around(r, j, 0, 2)
    while True:
        p, t = make(r, j)
        if t.count("\n") > 2:
            break
    j.ask_by("new_file", p=p, b=t)
    j.write(p, t)
    j.tell(A1, p=p)


@kind
def new_line(r, j):
    C.around(r, j, 0, 4)
    while True:
        p, t = make(r, j)
        if "\n" not in t:
            break
    j.ask_by("new_line", p=p, t=t)
    j.write(p, t)
    j.tell(A1, p=p)


@kind
def new_empty(r, j):
    C.around(r, j, 1, 4)
    p = j.free(r.choice([lambda: r.choice(W.DIRS) + "__init__.py", lambda: r.choice(W.NOUNS) + "s/.gitkeep", lambda: j.fresh(), lambda: r.choice(W.DIRS) + ".keep", lambda: j.fresh("txt")])())
    j.ask_by("new_empty", p=p)
    j.write(p, "")
    j.tell("[{P} is there, empty.|Created the empty file {P}.|Done: {P} exists and has no content.|Empty {P} added.]", p=p)


@kind
def two_new(r, j):
    C.around(r, j, 0, 2)
    p, t = make(r, j, most=4)
    j.now[p] = t
    q, u = make(r, j, most=4)
    del j.now[p]
    j.ask_by("two_new", p=p, q=q, b=t, a=u)
    j.write(p, t)
    j.write(q, u)
    j.tell("[Created {P} and {Q}.|Both files are there: {P} and {Q}.|{P} and {Q} are written.|Two new files: {P}, {Q}.]", p=p, q=q)


@kind
def new_many(r, j):
    C.around(r, j, 0, 2)
    got = {}
    for _ in range(r.randint(3, 5)):
        while True:
            p, t = make(r, j)
            if "\n" not in t and "`" not in t and p not in got and not any(p in f or f in p for f in got):
                got[p] = t
                break
    sep = r.choice([("- {p}: {t}", "\n"), ("{p} -> {t}", "\n"), ("{p} | {t}", "\n"), ("* `{p}` holding `{t}`", "\n"), ("`{p}` with `{t}`", ", "), ("{p}: `{t}`", "\n"), ("`{p}` (`{t}`)", "; ")])
    L = sep[1].join(sep[0].format(p=p, t=t) for p, t in got.items())
    j.ask_by("new_many", l=("\n" if sep[1] == "\n" else " ") + L, n=["", "", "", "three", "four", "five"][len(got)])
    for p, t in got.items():
        j.write(p, t)
    j.tell("[All {N} files are there.|Created {N} files.|Done, the {N} files are written.|Wrote all {N}.]", n=len(got))


@kind
def new_run(r, j):
    C.around(r, j, 0, 3)
    p, t = make(r, j, most=6)
    last = t.split("\n")[-1]
    c, out = j.command(p=p, text=last, bad=f"Error: {p} is missing or incomplete")
    j.ask_by("new_run", p=p, b=t, c=c)
    j.write(p, t)
    j.run(c)
    j.must(c, out)
    j.tell("[{P} is written; {C} printed: {O}|Created {P} and ran {C}. Output: {O}|Done. {C} says: {O}|I wrote {P}. The result of {C}: {O}]", out, p=p, c=c, o=out)


@kind
def overwrite(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 3)
    e, t = C.snippet(r, p.split(".")[-1] if "." in p and p.split(".")[-1] in C.CODE else None)
    if t == j.now[p]:
        raise Again
    j.ask_by("overwrite", p=p, b=t)
    j.write(p, t)
    j.tell("[{P} now holds only the new text.|Replaced the contents of {P}.|{P} is overwritten.|Done, the old contents of {P} are gone.]", p=p)


@kind
def save_output(r, j):
    C.around(r, j, 1, 3)
    c, out = j.command(flaky=r.random() < .12)
    p = j.fresh(r.choice(["txt", "log", "md", "out"])) if r.random() < .8 else j.free(r.choice(["VERSION", "BUILD_ID", "result.txt", "out.log", "STATUS", "report.txt"]))
    j.ask_by("save_output", p=p, c=c)
    j.retry(c)
    j.write(p, out)
    j.must(c, out)
    j.tell("[{P} now holds the output: {O}|Saved the output of {C} in {P}.|Wrote {O} to {P}.|Done, {P} has what {C} printed.]", p=p, c=c, o=out)


@kind
def copy_file(r, j):
    if r.random() < .35:
        _, t, _d = C.setting(r)
        p, q = r.choice([(".env.example", ".env"), ("config.sample.toml", "config.toml"), ("settings.dist.py", "settings.py"), (".env", ".env.staging"), ("dev.yaml", "prod.yaml"), ("local.ini", "ci.ini"), ("conf/base.json", "conf/prod.json"), ("terraform.tfvars.example", "prod.tfvars")])
        j.put(t, p)
    else:
        p = C.source(r, j)
        if "/" in p:
            q = r.choice([p.split("/")[-1], p + ".bak", re.sub(r"(\.\w+)$", r"_old\1", p), "backup/" + p.split("/")[-1]])
        else:
            q = r.choice(["backup/", "archive/", "examples/", "v2/"]) + p if r.random() < .4 else j.fresh(p.split(".")[-1])
    if q in j.now or q == p:
        raise Again
    C.around(r, j, 0, 3)
    if q in j.now:
        raise Again
    j.ask_by("copy_file", p=p, q=q)
    j.write(q, j.read(p))
    j.derived.add(q)
    j.tell("[{Q} is a copy of {P} now.|Copied {P} to {Q}.|Done, {Q} has the same text as {P}.|{P} stays, {Q} is its copy.]", p=p, q=q)


@kind
def move_file(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 3)
    b = p.split("/")[-1]
    q = r.choice([j.fresh(p.split(".")[-1]), r.choice(W.DIRS) + b, re.sub(r"[^/]+$", r.choice(W.TOOLS) + "." + b.split(".")[-1], p)])
    if q in j.now or q == p:
        raise Again
    j.ask_by("move_file", p=p, q=q)
    j.write(q, j.read(p))
    j.run("rm " + p)
    j.tell("[{P} is {Q} now.|Moved {P} to {Q}.|Renamed {P} to {Q}.|Done: {Q} holds it, {P} is gone.]", p=p, q=q)


@kind
def delete_file(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 4)
    j.ask_by("delete_file", p=p)
    j.run("rm " + p)
    j.tell("[{P} is gone.|Deleted {P}.|Removed {P}.|Done, there is no {P} any more.]", p=p)


@kind
def delete_some(r, j):
    ps = [C.source(r, j, most=4) for _ in range(r.randint(2, 4))]
    C.around(r, j, 1, 3)
    L = r.choice([", ", " and ", "\n- ", ", ", " + "]).join(ps) if len(ps) < 3 else r.choice([", ".join(ps), ", ".join(ps[:-1]) + " and " + ps[-1], "\n- " + "\n- ".join(ps), " ".join(ps), "\n" + "\n".join(ps)])
    if "\n" in L and L[0] != "\n":
        L = "\n- " + L
    j.ask_by("delete_some", l=L if L[0] == "\n" else " " + L)
    for p in ps:
        j.run("rm " + p)
    j.tell("[Deleted: {L}.|Removed {L}.|These are gone: {L}.]", l=", ".join(ps))


@kind
def delete_match(r, j):
    """All files of one ending, which the list shows."""
    e = r.choice(["bak", "tmp", "log", "orig", "old", "pyc", "swp", "out", "o"])
    n = r.randint(1, 3)
    for _ in range(n):
        j.put(output(r), ext=e)
    C.around(r, j, 1, 3)
    if sum(f.endswith("." + e) for f in j.now) != n:
        raise Again
    j.ask_by("delete_match", e="." + e)
    gone = [f for f in j.list() if f.endswith("." + e)]
    for f in gone:
        j.run("rm " + f)
    j.tell("[Removed {L}.|Deleted {L}; the other files are untouched.|Gone: {L}.]", l=", ".join(gone))


@kind
def new_same(r, j):
    """A new file after the pattern of another one, with one word changed."""
    p, d = C.conf(r, j, r.randint(2, 4))
    C.around(r, j, 0, 2)
    k = r.choice(list(d))
    v, ln = d[k]
    w = C.value(r, v)
    if j.now[p].count(ln) != 1 or ln.count(v) != 1:
        raise Again
    q = j.free(re.sub(r"([^/]*)(\.\w+)$", lambda m: r.choice(["staging", "test", "demo", "backup", "ci", "eu"]) + m.group(2), p))
    j.ask_by("new_same", p=p, q=q, k=k, w=w)
    t = j.read(p)
    j.write(q, t.replace(ln, ln.replace(v, w)))
    j.tell("[{Q} is like {P}, with {K} at {W}.|Created {Q} from {P}; {K} is {W} there.|Done: {Q} differs from {P} only in {K} ({W}).]", p=p, q=q, k=k, w=w)


ALL = [new_file, new_file, new_long, new_long, new_line, new_empty, two_new, new_many, new_run, overwrite, save_output, copy_file, move_file, delete_file, delete_some, delete_match, new_same]
