"""Tasks of dora: wrong paths, values carried between files, conditions, tickets and requests of several steps."""
import re

import doraasks5
import doracode as C
import dorawords as W
from dorabase import Again, choose, dress, fill, kind, output, word
from dorakinds1 import make
from dorakinds2 import piece


def astray(r, j, p):
    """A path like this one that is not there."""
    d, b = p.rsplit("/", 1) if "/" in p else ("", p)
    q = r.choice([b if d else r.choice(["src/", "lib/", "app/", "config/"]) + b, r.choice(["src/", "lib/", "core/", "etc/", "old/"]) + b, re.sub(r"\.yaml$", ".yml", p), re.sub(r"\.(js|ts)$", lambda m: {"js": ".mjs", "ts": ".tsx"}[m.group(1)], p), re.sub(r"(\w+)(\.\w+)$", r"\1s\2", p), re.sub(r"_", "-", p)])
    if q in j.now or sum(f.endswith("/" + b) or f == b for f in j.now) > 1:
        raise Again
    return q


@kind
def lost_edit(r, j):
    p = C.source(r, j)
    C.around(r, j, 0, 3)
    t, u = piece(r, j, p)
    if sum(t in x for x in j.now.values()) > 1:
        raise Again
    q = astray(r, j, p)
    j.ask_by("lost_edit", p=q, t=t, u=u)
    j.plan.append(("edit", q, t, u))
    j.list()
    j.line(p, t, u)
    j.tell("[There is no {Q}; I changed {P} instead.|The file is really {P}. It has {U} now.|{Q} does not exist, so I edited {P}.|Done in {P}, as {Q} is not there.]", p=p, q=q, u=u)


@kind
def lost_read(r, j):
    p, d = C.conf(r, j)
    C.around(r, j, 0, 3)
    k = r.choice(list(d))
    q = astray(r, j, p)
    j.ask_by("lost_read", p=q, k=k)
    j.read(q)
    j.list()
    j.read(p)
    j.tell("[{K} is {V}, according to {P}.|The file is {P}; {K} is {V} there.|{Q} does not exist, but {P} has {K} at {V}.]", d[k][0], p=p, q=q, k=k, v=d[k][0])


@kind
def carry_version(r, j):
    v, w = C.version(r), C.version(r)
    if v in w or w in v:
        raise Again
    p, a = C.manifest(r, j, v)
    q, b = C.manifest(r, j, w)
    C.around(r, j, 0, 2)
    j.ask_by("carry_version", p=p, q=q)
    j.read(p)
    j.read(q)
    j.line(q, b, b.replace(w, v))
    j.tell("[{Q} is at {V} like {P}.|Set {V} in {Q}; it was {W}.|Both say {V} now.|{Q} went from {W} to {V}.]", p=p, q=q, v=v, w=w)


@kind
def carry_value(r, j):
    k = r.choice(W.KEYS)
    e = r.choice(["toml", "yaml", "ini", "properties", "conf", "tfvars", "lua", "txt"])
    p, d = C.conf(r, j, r.randint(1, 4), e, [k])
    q, f = C.conf(r, j, r.randint(1, 4), e, [k])
    C.around(r, j, 0, 2)
    n = next(x for x in d if x.replace("-", "_") == k)
    (v, a), (w, b) = d[n], f[n]
    if v in w or w in v or b.count(w) != 1 or w in n:
        raise Again
    x = b.replace(w, v) if v.replace(".", "").isalnum() else a
    j.ask_by("carry_value", p=p, q=q, k=n)
    j.read(p)
    j.read(q)
    j.line(q, b, x)
    j.tell("[{K} is {V} in {Q} too.|Took {V} for {K} over into {Q}.|{Q} now has {K} {V}, as {P} does.]", p=p, q=q, k=n, v=v)


@kind
def from_command(r, j):
    """A command prints the version that a file is to have."""
    v, w = C.version(r), C.version(r)
    if v in w or w in v:
        raise Again
    p, a = C.manifest(r, j, v)
    C.around(r, j, 0, 2)
    c, out = j.command(out=w, flaky=r.random() < .15)
    j.ask_by("from_command", p=p, c=c, v=v)
    j.retry(c)
    j.line(p, v, w)
    j.must(c, out)
    j.tell("[{P} is at {W} now.|{C} says {W}, and so does {P}.|Set {W} in {P}.|{W} replaces {V} in {P}.]", p=p, c=c, v=v, w=w)


@kind
def compare(r, j):
    k = r.choice(W.KEYS)
    e = r.choice(["toml", "yaml", "ini", "conf", "lua"])
    p, d = C.conf(r, j, r.randint(1, 3), e, [k])
    q, f = C.conf(r, j, r.randint(1, 3), e, [k])
    C.around(r, j, 0, 2)
    v, w = d[k][0], f[k][0]
    j.ask_by("compare", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    j.derived |= {"same", "different"}
    if v == w:
        j.tell("[Yes, {K} is the same in both: {V}.|The same, {V} in both files.]", "same", v, k=k, v=v)
    else:
        j.tell("[They are different: {K} is {V} in {P} and {W} in {Q}.|{K} is different: {P} has {V}, {Q} has {W}.]", "different", v, w, k=k, p=p, q=q, v=v, w=w)


@kind
def if_holds(r, j):
    """A change if a file has a setting at a value, else another one."""
    p, d = C.conf(r, j)
    C.around(r, j, 0, 2)
    q = C.source(r, j)
    k = r.choice(list(d))
    v = d[k][0]
    w = v if r.random() < .5 else C.value(r, v)
    t, u = piece(r, j, q)
    o = j.fresh("txt")
    x = r.choice(W.PHRASES)
    j.ask_by("if_holds", p=p, q=q, o=o, k=k, v=w, t=t, u=u, x=x)
    j.read(p)
    if v == w:
        j.line(q, t, u)
        j.tell("[{K} is {V}, so I changed {Q}.|Yes, {K} is {V}; {Q} has {U} now.|It is {V}. {Q} is edited.]", k=k, v=v, q=q, u=u)
    else:
        j.write(o, x)
        j.tell("[{K} is {V} and not {W}, so I created {O}.|No, {K} is {V}; {O} is written.|{K} has the value {V}, hence {O}.]", k=k, v=v, w=w, o=o)


@kind
def follow(r, j):
    """A file says what to do."""
    p = C.source(r, j)
    C.around(r, j, 0, 2)
    t, u = piece(r, j, p)
    f = choose(r, r.choice(["TODO: in {p}, change `{t}` to `{u}`", "Please replace {t} with {u} in {p}.", "{p}: {t} -> {u}", "Next step\nMake `{t}` in {p} read `{u}`.", "- [ ] {p}: `{u}` instead of `{t}`", "review of {p}:\n{t}\nshould be\n{u}"]))
    n = j.put(f.replace("{p}", p).replace("{t}", t).replace("{u}", u), r.choice(["TODO.md", "NEXT.txt", "docs/plan.md", "tickets/" + str(r.randint(2, 900)) + ".md", "review.txt", ".notes", "INBOX.md", "task.txt"]))
    j.ask_by("follow", p=n)
    j.read(n)
    j.line(p, t, u)
    j.tell("[Done as {N} says: {P} has {U}.|I did what {N} asks for, in {P}.|{P} is changed following {N}.|{N} wanted {U} in {P}; it is there.]", n=n, p=p, u=u)


@kind
def follow_run(r, j):
    """A file says what to run."""
    C.around(r, j, 1, 3)
    c, out = j.command()
    n = j.put(choose(r, r.choice(["# {h}\n\nBuild with `{c}`.", "To start: {c}", "Usage\n-----\n{c}", "1. clone\n2. {c}", "run `{c}` before each release", "## How to build\n\n    {c}"])).replace("{c}", c).replace("{h}", r.choice(W.TOOLS)), r.choice(["README.md", "BUILD.md", "docs/howto.md", "INSTALL", "CONTRIBUTING.md", "run.txt"]))
    j.ask_by("follow_run", p=n)
    j.read(n)
    j.run(c)
    j.must(c, out)
    j.tell("[{N} says {C}; it printed: {O}|Ran {C} as {N} says. Output: {O}|The command is {C}, its output: {O}]", out, n=n, c=c, o=out)


@kind
def merge(r, j):
    e = r.choice(["txt", "md", "sql", "css", "sh", "env"])
    p, q = C.place(r, e), C.place(r, e)
    if p == q:
        raise Again
    j.put(C.snippet(r, e, 4)[1], p)
    j.put(C.snippet(r, e, 4)[1], q)
    o = j.fresh(e)
    C.around(r, j, 0, 2)
    gone = r.random() < .4
    j.ask_by("merge_gone" if gone else "merge", p=p, q=q, o=o)
    j.write(o, j.read(p) + "\n" + j.read(q))
    if gone:
        j.run("rm " + p)
        j.run("rm " + q)
    j.tell("[{O} has both texts.|Joined {P} and {Q} in {O}.|Done, {O} is {P} followed by {Q}.]", p=p, q=q, o=o)


STEPS = {"new": ["create {p} containing {t}", "add a file {p} with {t} in it", "write {t} to a new file {p}", "make {p} (content: {t})", "save {t} as {p}"], "edit": ["change {t} to {u} in {p}", "in {p} replace {t} with {u}", "{p}: {t} should become {u}", "put {u} instead of {t} into {p}", "edit {p} so that {t} reads {u}"], "rm": ["delete {p}", "remove {p}", "get rid of {p}", "rm {P}", "throw {p} away"],
         "bump": ["bump {p} from {v} to {w}", "set the version in {p} to {w} (it's {v})", "raise {v} to {w} in {p}", "make {p} say {w} where it says {v}"], "append": ["append {t} to {p}", "add {t} as the last line of {p}", "put {t} at the end of {p}", "let {p} end with a new line {t}"], "copy": ["copy {p} to {q}", "duplicate {p} as {q}", "save a copy of {p} as {q}"], "mv": ["rename {p} to {q}", "move {p} to {q}", "call {p} {q} from now on"],
         "run": ["run {c} and tell me what it prints", "execute {c} and report the output", "let me know what {c} says", "give me the output of {c}", "start {c} and quote its result"]}
JOINS = ["{0}, then {1}", "{0} and {1}", "First {0}, after that {1}", "{0}; {1}", "{0}. Next, {1}", "After you {0}, {1}", "{0}. Also {1}", "{0} before you {1}", "Two things: {0} and {1}", "1. {0}\n2. {1}", "- {0}\n- {1}", "{0}. When that's done, {1}", "Please {0}. Then please {1}", "I'd like you to {0} and afterwards to {1}", "Ticket\n* {0}\n* {1}", "Steps:\n1) {0}\n2) {1}"]
LISTS = ["{n}. {x}", "- {x}", "* {x}", "{n}) {x}", "[ ] {x}", "Step {n}: {x}", "({n}) {x}"]
HEADS = ["To do:", "Please do all of this:", "Title: clean up\n\nAcceptance criteria:", "A few things for you.", "Here's my list for today:", "Ticket: prepare the release", "In this order:", "Could you work through these?", "The plan:", "Everything below, please.", "Small jobs:", "What the reviewer wants:", "Checklist", "Several steps this time:"]


def step(r, j, k, used):
    """One step: its text and its deed."""
    def old():
        for _ in range(20):
            p = C.source(r, j, most=5)
            if p not in used:
                used.add(p)
                return p
        raise Again
    if k == "new":
        p, t = make(r, j)
        if "\n" in t:
            raise Again
        used.add(p)
        s, deed = dict(p=p, t=t), lambda: j.write(p, t)
    elif k == "edit":
        p = old()
        t, u = piece(r, j, p)
        s, deed = dict(p=p, t=t, u=u), lambda: j.line(p, t, u)
    elif k == "rm":
        p = old()
        s, deed = dict(p=p), lambda: j.run("rm " + p)
    elif k == "bump":
        v, w = C.version(r), C.version(r)
        p, _ = C.manifest(r, j, v)
        if v in w or w in v:
            raise Again
        used.add(p)
        s, deed = dict(p=p, v=v, w=w), lambda: j.line(p, v, w)
    elif k == "append":
        p = j.put("\n".join(r.sample(W.IGNORES, 3)), r.choice(["", "web/", "api/"]) + r.choice([".gitignore", ".dockerignore"])) if r.random() < .5 else j.put("\n".join(r.sample(W.TODOS, 2)), ext="txt")
        t = r.choice(W.IGNORES if "ignore" in p else W.TODOS)
        used.add(p)
        if t in j.now[p]:
            raise Again
        s, deed = dict(p=p, t=t), lambda: j.write(p, j.read(p) + "\n" + t)
    elif k in ("copy", "mv"):
        p, q = old(), j.fresh()
        q = re.sub(r"\.\w+$", "", q) + ("." + p.split(".")[-1] if "." in p else ".txt")
        if q in j.now or q in used or q == p:
            raise Again
        used.add(q)

        def deed():
            j.write(q, j.read(p))
            if k == "mv":
                j.run("rm " + p)
        s = dict(p=p, q=q)
    else:
        c, out = j.command()
        s, deed = dict(c=c, p=c), lambda: j.run(c)
        j.must(c, out)
        j.out = (c, out)
    j.frame = r.choice(STEPS[k])
    return fill(r, j.frame, s), deed


def steps(r, j, n):
    C.around(r, j, 1, 1)
    ks = [r.choice(["new", "edit", "edit", "rm", "bump", "append", "copy", "mv"]) for _ in range(n)]
    j.out = None
    if r.random() < .45:
        ks[-1] = "run"
    used, got = set(), []
    # Every file is there before the first deed; new paths stay apart.
    for k in ks:
        got.append(step(r, j, k, used))
    if len(j.files) > 6 or len(used) != len({p for p in used}):
        raise Again
    for p in used:
        if any(p != q and (p in q or q in p) for q in {*used, *j.files}):
            raise Again
    texts = [t for t, _ in got]
    if n == 2:
        f = r.choice(JOINS)
        if f.startswith(("{0} before you", "After you", "I'd like", "Please {0}", "Two things")) and any(t[:1] in "`\"'" or ":" in t.split(" ")[0] or t.startswith("let") for t in texts):
            raise Again
        s = f.replace("{0}", "\0").replace("{1}", "\1").replace("\0", texts[0]).replace("\1", texts[1])
    else:
        l = r.choice(LISTS)
        s = r.choice(HEADS) + "\n" + "\n".join(l.replace("{n}", str(i + 1)).replace("{x}", x) for i, x in enumerate(texts)) if r.random() < .65 else r.choice(["{0}; {1}; and finally {2}", "First {0}. Then {1}. Last, {2}", "{0}, {1}, and {2}", "{0}. {1}. {2}", "Start like this: {0}. Go on: {1}. Finish: {2}", "{0} -> {1} -> {2}"]).replace("{0}", texts[0]).replace("{1}", "; ".join(texts[1:-1])).replace("{2}", texts[-1])
    s = s[:1].upper() + s[1:] if re.match(r"[a-z]+ ", s) and r.random() < .85 else s
    j.frame = "X"
    j.ask = dress(r, "Do x" if re.match(r"[A-Z][a-z]+ ", s) else "x", s + ("." if "\n" not in s and r.random() < .8 else ""))
    for _, deed in got:
        deed()
    n = len(texts)
    if j.out:
        j.tell("[All {N} steps are done. {C} printed: {O}|Done. Output of {C}: {O}|Everything is in place, and {C} says: {O}|Finished; result: {O}]", j.out[1], n=n, c=j.out[0], o=j.out[1])
    else:
        j.tell("[All {N} steps are done.|Done, {N} changes made.|Finished all of it.|Everything on the list is done.|All {N} things are in place.]", n=n)


@kind
def two_steps(r, j):
    steps(r, j, 2)


@kind
def three_steps(r, j):
    steps(r, j, 3)


@kind
def more_steps(r, j):
    steps(r, j, r.choice([4, 4, 5]))


ALL = [lost_edit, lost_edit, lost_read, carry_version, carry_value, from_command, compare, if_holds, follow, follow_run, merge, two_steps, two_steps, three_steps, three_steps, more_steps]
