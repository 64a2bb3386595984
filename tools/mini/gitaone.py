"""Plain jobs of gita on one file: set, swap, look up, make, add, take away, tick, copy."""
import gitaworld as G
import gitaonesay  # noqa: F401 (fills the banks)
from gitabase import Redo, kind

SET = "{K} is now {w} in {p}.|I set {k} to {w} in {p}.|{p} has {k} = {w} now.|Changed {k} in {p} to {w}."
SWAP = "{p} now says {w} instead of {v}.|Replaced {v} with {w} in {p}.|Done, {v} became {w} in {p}."


@kind
def setkey(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    j.read(p)
    j.edit(p, it.line, it.as_line(w))
    j.extra()
    j.ask_by("setkey", p=p, k=it.key, h=it.human, w=w)
    j.tell(SET, k=it.key, w=w, p=p)


@kind
def swap(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    j.edit(p, it.val, w)
    j.extra()
    j.ask_by("swap", p=p, v=it.val, w=w, h=it.human)
    j.tell(SWAP, v=it.val, w=w, p=p)


@kind
def swapline(r, j):
    if r.random() < .5:
        p, items = j.conf()
        it, w = j.item(p, items)
        a, b = it.line.strip(), it.as_line(w).strip()
    else:
        p, lines = j.notes()
        a, b = r.choice(lines), G.note(r)
    j.edit(p, a, b)
    j.extra()
    j.ask_by("swapline", p=p, t1=a, t2=b, a=a, b=b)
    j.tell("The line in {p} is changed.|{p} has the new line now.|Replaced that line in {p}.|{p} now reads {t}.", p=p, t=b)


@kind
def lookup(r, j):
    p, items = j.conf()
    it = r.choice(items)
    j.read(p)
    j.extra()
    j.ask_by("lookup", p=p, k=it.key, h=it.human)
    j.tell("{k} is {v} in {p}.|It is {v}.|{p} has {v} for {k}.|The {h} is {v}.|{p} says {v}.", [it.val], p=p, k=it.key, h=it.human, v=it.val)


@kind
def makefile(r, j):
    form, s, lines, _ = G.settings(r, r.randint(2, 4))
    if r.random() < .3:
        form, lines = "md", list(dict.fromkeys(G.note(r) for _ in range(r.randint(2, 5))))
    j.extra(1)
    p = j.path(form, s)
    t = "\n".join(lines)
    j.write(p, t)
    j.ask_by("makefile", p=p, l=t)
    j.tell("{p} is there now.|I created {p}.|{p} has been written with the lines you gave.|New file {p} is in place.", p=p)


@kind
def makeone(r, j):
    j.extra(1)
    form = r.choice(["txt", "ver", "list", "env", "md"])
    p = j.path(form)
    t = G.version(r) if form == "ver" else r.choice([G.note(r), G.settings(r, 1, (), "env")[3][0].line, G.code(r)])
    j.write(p, t)
    j.ask_by("makeone", p=p, t=t)
    j.tell("{p} now exists and says {t}.|I created {p}.|Wrote {t} to {p}.", p=p, t=t)


def entry(r, j):
    """A file of lines and a line more for it."""
    x = r.random()
    if x < .4:
        p, lines = j.notes()
        return p, G.note(r)
    if x < .6:
        line = lambda: f"{G.CRON(r)} {r.choice(['root ', 'deploy ', ''])}/opt/{r.choice(G.SERVICES)}/{r.choice(['run', 'backup', 'rotate', 'sync', 'purge'])}.sh"
        return j.put([line() for _ in range(r.randint(1, 4))], "cron"), line()
    if x < .8:
        line = lambda: f"{G.ip(r)} {G.host(r)}" + r.choice(["", " " + r.choice(G.SERVICES)])
        return j.put(["127.0.0.1 localhost"] + [line() for _ in range(r.randint(1, 4))], "hosts"), line()
    form, s, lines, _ = G.settings(r, None, (), r.choice(["env", "props", "conf", "colon"]))
    return j.put(lines, form, s=s), G.settings(r, 1, (), "conf")[3][0].line


@kind
def append(r, j):
    p, t = entry(r, j)
    j.write(p, j.read(p) + "\n" + t)
    j.extra()
    j.ask_by("append", p=p, t=t)
    j.tell("Added the line to the end of {p}.|{p} now ends with {t}.|{t} is the last line of {p} now.", p=p, t=t)


@kind
def prepend(r, j):
    p, t = entry(r, j)
    if r.random() < .4:
        t = G.fmt(r, r.choice(["# managed by {n}", "# {s}, changed {d}", "# {c}", "# frozen until {d}", "# see {u}"]))
    j.write(p, t + "\n" + j.read(p))
    j.extra()
    j.ask_by("prepend", p=p, t=t)
    j.tell("{p} now starts with {t}.|Added {t} on top of {p}.|The first line of {p} is the new one.", p=p, t=t)


@kind
def after(r, j):
    p, b = entry(r, j)
    a = r.choice(j.now[p].split("\n"))
    if a in b or b in j.now[p]:
        raise Redo
    j.edit(p, a, a + "\n" + b)
    j.extra()
    j.ask_by("after", p=p, t1=a, t2=b, a=a, b=b)
    j.tell("Inserted {t} in {p}.|{p} has the new line after {t2}.|The line is in {p}, right below {t2}.", p=p, t=b, t2=a)


@kind
def drop(r, j):
    p, _ = entry(r, j)
    lines = j.now[p].split("\n")
    if len(lines) < 2:
        raise Redo
    t = r.choice(lines)
    j.read(p)
    j.write(p, [x for x in lines if x != t])
    j.extra()
    j.ask_by("drop", p=p, t=t)
    j.tell("Removed the line from {p}.|{t} is gone from {p}.|{p} no longer has that line.", p=p, t=t)


@kind
def dropkey(r, j):
    p, items = j.conf(r.randint(2, 5), form=r.choice("env ini toml yaml props nginx conf colon".split()))
    if len(items) < 2:
        raise Redo
    it = r.choice(items)
    j.read(p)
    j.write(p, [x for x in j.now[p].split("\n") if x != it.line])
    j.extra()
    j.ask_by("dropkey", p=p, k=it.key, h=it.human)
    j.tell("{p} no longer sets {k}.|I removed {k} from {p}.|The {k} line is gone from {p}.", p=p, k=it.key)


@kind
def comment(r, j):
    p, items = j.conf(form=r.choice("env ini toml props nginx conf colon space".split()))
    it = r.choice(items)
    j.read(p)
    j.edit(p, it.line, "#" + it.line)
    j.extra()
    j.ask_by("comment", p=p, k=it.key, h=it.human)
    j.tell("{k} is commented out in {p}.|The line of {k} in {p} starts with # now.|I put a # before {k} in {p}.", p=p, k=it.key)


STEPS = ["drain {h}", "tell {n}", "stop {s}", "take a snapshot of {s}", "raise the banner", "run the migration on {h}", "rotate the {s} key", "update the status page", "swap the certificate of {s}", "reboot {h}", "close ticket {c}", "page the {e} team", "verify the backup", "book the room", "flush the {s} cache", "count the {s} workers", "open port {i}{j} on {h}", "unfreeze deploys"]


def checklist(r, j, n=None):
    steps = list(dict.fromkeys(G.fmt(r, s) for s in r.sample(STEPS, n or r.randint(2, 6))))
    b = r.choice(["- [{x}] ", "* [{x}] ", "[{x}] ", "- [{x}] "])
    lines = [b.format(x=r.choice(" x ")) + s for s in steps]
    p = j.put((["# " + r.choice(["Checklist", "Before the window", "Cutover", "Go-live", "Friday jobs"])] if r.random() < .5 else []) + lines, "md")
    return p, lines


@kind
def tick(r, j):
    p, lines = checklist(r, j)
    open_ = [x for x in lines if "[ ]" in x]
    if not open_:
        raise Redo
    x = r.choice(open_)
    j.read(p)
    j.derived.add(x.replace("[ ]", "[x]"))
    j.edit(p, x, x.replace("[ ]", "[x]"))
    j.extra()
    t = x.split("] ")[1]
    j.ask_by("tick", p=p, t=t, n=r.choice(G.PEOPLE))
    j.tell("{t} is ticked in {p}.|Marked {t} as done in {p}.|{p} shows {t} as done.", p=p, t=t)


def another(r, j, p):
    """Another path for a file like p."""
    d, _, f = p.rpartition("/")
    n = r.choice([p + r.choice([".bak", ".old", ".orig", ".save"]), r.choice(["old/", "backup/", "archive/", "attic/", "new/"]) + f, (d + "/" if d else "") + r.choice(G.HOSTS) + "-" + f, j.path("md"), (d + "/" if d else "") + G.date(r) + "-" + f])
    if n in j.now:
        raise Redo
    return n


def anyfile(r, j):
    return j.conf()[0] if r.random() < .55 else j.notes()[0] if r.random() < .7 else j.log(2, 4)[0]


@kind
def copy(r, j):
    p = anyfile(r, j)
    p2 = another(r, j, p)
    j.write(p2, j.read(p))
    j.extra()
    j.ask_by("copy", p1=p, p2=p2)
    j.tell("{p2} is a copy of {p} now.|Copied {p} to {p2}.|{p} now also exists as {p2}.", p=p, p2=p2)


@kind
def move(r, j):
    p = anyfile(r, j)
    p2 = another(r, j, p)
    j.write(p2, j.read(p))
    j.rm(p)
    j.extra()
    j.ask_by("move", p1=p, p2=p2)
    j.tell("{p} is now {p2}.|Renamed {p} to {p2}.|Moved it: the file is {p2} now.", p=p, p2=p2)


@kind
def remove(r, j):
    p = anyfile(r, j)
    j.rm(p)
    j.extra(1)
    j.ask_by("remove", p=p)
    j.tell("{p} is deleted.|I removed {p}.|{p} is gone.", p=p)


@kind
def revert(r, j):
    form, s, lines, items = G.settings(r)
    it = r.choice(items)
    p = j.path(form, s)
    b = p + r.choice([".bak", ".orig", ".good", "~", ".prev"])
    good = "\n".join(lines)
    j.put(good.replace(it.line, it.as_line(it.other(r))), p=p)
    j.put(good, p=b)
    j.write(p, j.read(b))
    j.rm(b)
    j.extra(0, 2)
    j.ask_by("revert", p1=p, p2=b)
    j.tell("{p} is restored from {p2}, and {p2} is gone.|{p} has its old text again; I removed {p2}.|Restored {p} and deleted {p2}.", p=p, p2=b)


ALL = [setkey, swap, swapline, lookup, makefile, makeone, append, prepend, after, drop, dropkey, comment, tick, copy, move, remove, revert]
