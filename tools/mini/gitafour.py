"""Jobs of gita in several steps: orders, conditions on files, runbooks, merged files."""
import gitafoursay as S
import gitaworld as G
from gitabase import BANKS, Redo, fill, kind
from gitaone import SET, anyfile, another


@kind
def ifval(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    v = it.val if r.random() < .55 else it.other(r)
    if v == w:
        raise Redo
    j.read(p)
    j.extra(0, 2)
    if v == it.val:
        j.edit(p, it.line, it.as_line(w))
    j.ask_by("ifval", p=p, k=it.key, h=it.human, v=v, w=w)
    if v == it.val:
        j.tell("It was {v}, so {k} in {p} is {w} now.|" + SET, p=p, k=it.key, v=v, w=w)
    else:
        j.tell("{k} is {v} in {p}, so I changed nothing.|No change: {k} is {v}.|It says {v}; I left {p} alone.", [it.val], p=p, k=it.key, v=it.val)


@kind
def ensure(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    same = r.random() < .5
    w = it.val if same else w
    j.read(p)
    j.extra(0, 2)
    if not same:
        j.edit(p, it.line, it.as_line(w))
    j.ask_by("ensure", p=p, k=it.key, h=it.human, w=w)
    if same:
        j.derived.add("already")
        j.tell("{k} is already {w} in {p}.|Nothing to do, {p} already has {w}.|{p} had it already: {k} is {w}.", ["already"], p=p, k=it.key, w=w)
    else:
        j.tell(SET + "|It was {v}; now {k} is {w} in {p}.", p=p, k=it.key, v=it.val, w=w)


@kind
def before(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    same = r.random() < .3
    w = it.val if same else w
    c, out = j.says(act=True)
    j.read(p)
    if not same:
        j.edit(p, it.line, it.as_line(w))
    j.run(c)
    j.must(c, out)
    j.extra(0, 2)
    j.ask_by("before", p=p, k=it.key, h=it.human, w=w, c=c)
    j.tell("{k} was {w} already; {c} printed: {x}|{p} was fine, so I only ran {c}: {x}" if same else "{k} is {w} in {p} now, and {c} printed: {x}|Set {k} to {w}, then ran {c}: {x}", [out], p=p, k=it.key, w=w, c=c, x=out)


BOOK = {
    "set": "Set {k} to {w} in {p}.|In {p}, {k} has to be {w}.|- {p}: {k} must become {w}|{k} -> {w} (in {p})|TODO change {k} in {p} to {w}",
    "run": "Run {c}.|- run {c}|Execute: {c}|After reading this, run {c}.|$ {c}",
    "rm": "Delete {p}.|- remove {p}|{p} is not needed any more, delete it.|rm {p}",
    "new": "Create {p} with the line {t}|- new file {p} saying {t}|Put {t} into a new file {p}",
}


@kind
def book(r, j):
    what = r.choice(["set", "set", "run", "rm", "new"])
    if what == "set":
        q, items = j.conf()
        it, w = j.item(q, items)
        kw = dict(k=it.key, w=w, p=q)
    elif what == "run":
        j.extra(1, 2)
        c, out = j.says(act=True)
        kw = dict(c=c, x=out)
    elif what == "rm":
        kw = dict(p=anyfile(r, j))
    else:
        kw = dict(p=j.path("list"), t=r.choice([G.note(r), G.code(r)]))
    line = fill(r, r.choice(BOOK[what].split("|")), kw, ("", "", "", '"'))
    top = r.choice([[], ["# " + r.choice(G.SERVICES)], ["From: " + r.choice(G.PEOPLE)], [G.date(r) + " " + r.choice(G.PEOPLE)], ["Runbook", ""]])
    p = j.put(top + [line] + r.choice([[], [], ["Thanks!"], ["Nothing else today."]]), r.choice(["md", "txt"]))
    if any(k == p for k in (kw.get("p"),)):
        raise Redo
    j.read(p)
    if what == "set":
        j.read(q)
        j.edit(q, it.line, it.as_line(w))
        j.tell(SET + "|As {q} asks, {k} is {w} in {p}.", q=p, **kw)
    elif what == "run":
        j.run(c)
        j.must(c, out)
        j.tell("I ran {c}: {x}|{q} asked for {c}, which printed: {x}|Ran {c}; it said {x}", q=p, **kw)
    elif what == "rm":
        j.rm(kw["p"])
        j.tell("{p} is deleted, as {q} asks.|I removed {p}.|The note said to delete {p}; done.", q=p, **kw)
    else:
        j.write(kw["p"], kw["t"])
        j.tell("I created {p}.|{p} now says {t}.|As {q} asks, {p} is there now.", q=p, **kw)
    j.extra(0, 2)
    j.ask_by("book", p=p, n=r.choice(G.PEOPLE))


@kind
def merge(r, j):
    a, _ = j.notes(1, 4)
    b, _ = j.notes(1, 4)
    c = j.path("md")
    j.extra(0, 2)
    if c in j.files:
        raise Redo
    j.write(c, j.read(a) + "\n" + j.read(b))
    j.rm(a)
    j.rm(b)
    j.ask_by("merge", p1=a, p2=b, p3=c)
    j.tell("{p3} holds both now; the two parts are gone.|Merged {p1} and {p2} into {p3}.|{p3} is there, {p1} and {p2} are deleted.", p1=a, p2=b, p3=c)


@kind
def split(r, j):
    a, lines = j.notes(3, 7)
    if len(lines) < 3:
        raise Redo
    i = r.randint(2, len(lines) - 1)
    b, c = j.path("txt"), j.path("list")
    j.extra(0, 2)
    if b in j.files or c in j.files:
        raise Redo
    j.read(a)
    j.write(b, lines[:i])
    j.write(c, lines[i:])
    j.ask_by("split", p1=a, p2=b, p3=c, i=i)
    j.tell("{p2} has the first {i} lines of {p1}, {p3} the rest.|Split {p1} into {p2} and {p3}.|{p2} and {p3} are written.", p1=a, p2=b, p3=c, i=i)


@kind
def several(r, j):
    j.extra(1, 3)
    a, b = j.path("txt"), j.path(r.choice(["env", "ver", "list"]))
    t, u = (r.choice([G.note(r), G.code(r), G.version(r), G.settings(r, 1, (), "conf")[3][0].line]) for _ in "ab")
    if t == u or a in b or b in a:
        raise Redo
    j.write(a, t)
    j.write(b, u)
    j.ask_by("several", p1=a, p2=b, t1=t, t2=u)
    j.tell("{p1} and {p2} are there.|Created {p1} and {p2}.|Both files are written: {p1} and {p2}.", p1=a, p2=b)


@kind
def bump(r, j):
    a, b, c = r.randint(0, 9), r.randint(0, 20), r.randint(0, 30)
    v, w = f"{a}.{b}.{c}", f"{a}.{b}.{c + 1}"
    f = r.choice(["{}", "{}", "version = \"{}\"", "VERSION={}", '{{"version": "{}"}}', "v{}", "version: {}", "release {}"])
    p = j.put(f.format(v), "ver" if r.random() < .6 else "toml")
    if w in p or v in p:
        raise Redo
    j.read(p)
    j.derived.add(w)
    j.derived.add(f.format(w))
    j.edit(p, v, w)
    j.extra(0, 2)
    j.ask_by("bump", p=p)
    j.tell("{p} says {w} now.|The version is {w} now.|Raised {v} to {w} in {p}.|{w}", [w], p=p, v=v, w=w)


@kind
def total(r, j):
    nums = ["workers", "threads", "replicas", "max_connections", "pool_size", "batch_size", "keep_days"]
    b = r.choice(nums)
    p1, a = j.conf(must=[b])
    p2, c = j.conf(must=[b])
    x, y = (next((i for i in s if i.base == b), None) for s in (a, c))
    if x is None or y is None:
        raise Redo
    n = str(int(x.val) + int(y.val))
    j.read(p1)
    j.read(p2)
    j.derived.add(n)
    j.extra(0, 2)
    j.ask_by("total", p1=p1, p2=p2, k=x.key, k2=y.key)
    j.tell("{v} + {w} = {n}.|The sum is {n}.|{n}|Together {n}.|{v} and {w} make {n}.", [n], v=x.val, w=y.val, n=n)


@kind
def rmif(r, j):
    p, lines = j.notes(1, 4)
    mark = r.choice(["obsolete", "DEPRECATED", "delete after " + G.date(r), "superseded", "EOL", "# stale", "closed: " + G.code(r), "temporary"])
    go = r.random() < .55
    if go:
        t = r.choice([[mark] + lines, lines + [mark], ["Status: " + mark] + lines])
        j.files[p] = j.now[p] = "\n".join(t)
    j.read(p)
    j.extra(1, 2)
    if go:
        j.rm(p)
    j.ask_by("rmif", p=p, t=mark)
    if go:
        j.tell("{p} had {t} in it, so it is deleted.|Found {t}; {p} is gone.|I removed {p}.", p=p, t=mark)
    else:
        j.derived.add("not")
        j.tell("{p} does not contain {t}, so I left it.|There is not a trace of {t} in {p}; it stays.|I did not delete {p}: it lacks {t}.", ["not"], p=p, t=mark)
        if " not " in " " + j.ask.lower():
            raise Redo


@kind
def archive(r, j):
    a, _ = j.log(2, 4)
    b = another(r, j, a)
    t = G.fmt(r, r.choice(["log started {d}", "--- new log {d} ---", "# rotated by {n}", "{d} {t} rotated", "begin {c}"]))
    j.write(b, j.read(a))
    j.write(a, t)
    j.extra(0, 2)
    j.ask_by("archive", p1=a, p2=b, t=t)
    j.tell("{p2} has the old text, and {p1} starts with {t}.|Archived {p1} in {p2}; it only says {t} now.|{p1} is reset, its old text is in {p2}.", p1=a, p2=b, t=t)


@kind
def green(r, j):
    p = anyfile(r, j)
    j.extra(1, 2)
    c = j._cmd(G.CHECKS)
    good = G.fmt(r, r.choice(G.GOODS))
    bad = r.choice(["FAIL", "2 checks failed", "amber", "HTTP 502", "timeout after 30s", "inactive", "no route", "unhealthy", "exit 3"])
    out = r.choice([good, bad])
    other = next(k for k in j.files if k != p)
    j.checks[c] = (other, "", out, out)
    j.run(c)
    j.must(c, out)
    if out == good:
        j.rm(p)
    j.ask_by("green", c=c, v=good, p=p)
    if out == good:
        j.tell("{c} said {x}, so {p} is deleted.|All good ({x}); I removed {p}.|{p} is gone, the check printed {x}.", c=c, x=out, p=p)
    else:
        j.tell("{c} said {x}, so I kept {p}.|Not deleted: {x}|It printed {x}; {p} is still there.", [out], c=c, x=out, p=p)


def clause(r, j, used, looks):
    """One step, done: what is asked and what was done, as texts."""
    k = r.choice(["edit", "edit", "set", "new", "rm", "run", "run", "append", "copy"])
    if k in ("edit", "set"):
        p, items = j.conf(r.randint(1, 4))
        it, w = j.item(p, items)
        kw = dict(p=p, k=it.key, v=it.val, w=w)
        if k == "edit":
            j.edit(p, it.val, w)
        else:
            j.read(p)
            j.edit(p, it.line, it.as_line(w))
    elif k == "new":
        kw = dict(p=j.path("list"), t=r.choice([G.note(r), G.code(r), G.version(r)]))
        j.write(kw["p"], kw["t"])
    elif k == "rm":
        kw = dict(p=anyfile(r, j))
        j.rm(kw["p"])
    elif k == "run":
        if "run" in used:
            raise Redo
        c, out = j.says(act=True)
        kw = dict(c=c)
        j.run(c)
        j.must(c, out)
    elif k == "append":
        p, _ = j.notes(1, 3)
        kw = dict(p=p, t=G.note(r))
        j.write(p, j.read(p) + "\n" + kw["t"])
    else:
        p = anyfile(r, j)
        kw = dict(p1=p, p2=another(r, j, p))
        j.write(kw["p2"], j.read(p))
    used.add(k)
    return fill(r, r.choice(S.CLAUSES[k].split("|")), kw, looks), fill(r, S.PAST[k], kw, ("", "", "", '"'))


def chain(r, j, ways, n):
    j.put([G.note(r)], "txt")
    looks = r.choice(["", "", "`", '"']), r.choice(["`", '"', ""]) or "`", r.choice(["", '"', "`"]) , r.choice(['"', "'", "`"])
    used, parts = set(), []
    for _ in range(n):
        parts.append(clause(r, j, used, looks))
    frame = r.choice(ways)
    j.extra(0, 1)
    ask = frame
    for s, (a, _) in zip("ABC", parts):
        i = ask.index("{" + s + "}")
        start = i == 0 or ask[:i].rstrip(" ")[-1:] in (".", "\n", "!") and not ask[:i].endswith(("1. ", "2. ", "3. "))
        ask = ask.replace("{" + s + "}", (a[:1].upper() + a[1:] if start and a[:2] != "rm" and r.random() < .9 else a).replace("{", "\x01"))
    ask = ask.replace("\x01", "{")
    j.frame = frame
    from gitabase import dress
    j.ask = dress(r, ask, False, "\n" in ask)
    done = [d for _, d in parts]
    s = ", ".join(done[:-1]) + " and " + done[-1]
    j.answer = r.choice(["I {}.", "Done: I {}.", "In order: {}.", "I {}, as asked."]).format(s) if len(s) < 170 else r.choice(["All steps are done in the order you gave.", "Everything is done, one step after the other."])
    j.say = []


@kind
def two(r, j):
    chain(r, j, S.TWO, 2)


@kind
def three(r, j):
    chain(r, j, S.THREE, 3)


BANKS["gita.two"], BANKS["gita.three"] = S.TWO, S.THREE
ALL = [ifval, ensure, before, book, merge, split, several, bump, total, rmif, archive, green, two, three]
ifval.weight = before.weight = book.weight = 3
two.weight = three.weight = 6
