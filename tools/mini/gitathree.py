"""Jobs of gita that find, compare and carry: wrong paths, stale texts, values of other files."""
import gitaworld as G
import gitathreesay  # noqa: F401 (fills the banks)
from cases import has
from gitabase import Redo, kind
from gitaone import SET


def wrong(r, j, p):
    """A path that is not there, but like p."""
    d, _, f = p.rpartition("/")
    stem, dot, ext = f.rpartition(".")
    opts = [r.choice(["etc/", "config/", "old/", "conf.d/", "main/", "app/"]) + f, f if d else "etc/" + f]
    if stem:
        opts += [(d + "/" if d else "") + stem + "." + e for e in ("conf", "yml", "yaml", "ini", "cfg") if e != ext]
        opts += [(d + "/" if d else "") + stem.replace("-", "_") + r.choice(["s", "-main", "_config"]) + dot + ext]
    q = r.choice(opts)
    if q in j.files or q == p:
        raise Redo
    return q


def decoys(j, p, base):
    """No other file may be meant: none has the key, none the same name."""
    f = p.rpartition("/")[2].partition(".")[0]
    for q, t in j.files.items():
        if q != p and (q.rpartition("/")[2].partition(".")[0] == f or base in t.lower()):
            raise Redo


@kind
def lost(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    j.extra(0, 2)
    decoys(j, p, it.key.lower())
    q = wrong(r, j, p)
    j.read(q)
    j.list()
    j.read(p)
    j.edit(p, it.line, it.as_line(w))
    j.ask_by("lost", p=q, k=it.key, h=it.human, w=w)
    j.tell("{q} is not there; I set {k} to {w} in {p}.|The file is {p}: {k} is {w} now.|{k} is {w} in {p} ({q} does not exist).", p=p, q=q, k=it.key, w=w)


@kind
def lostread(r, j):
    p, items = j.conf()
    it = r.choice(items)
    j.extra(0, 2)
    decoys(j, p, it.key.lower())
    q = wrong(r, j, p)
    j.read(q)
    j.list()
    j.read(p)
    j.ask_by("lostread", p=q, k=it.key, h=it.human)
    j.tell("The file is {p}; {k} is {v}.|{k} is {v}, as {p} has it.|It is {v}, found in {p}.", [it.val], p=p, k=it.key, v=it.val)


@kind
def stale(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    old = it.other(r)
    a, b = it.as_line(old).strip(), it.as_line(w).strip()
    if a in j.now[p] or old == w or b in j.now[p]:
        raise Redo
    j.plan.append(("edit", p, a, b))
    j.read(p)
    j.edit(p, it.line.strip(), b)
    j.extra(0, 2)
    j.ask_by("stale", p=p, t1=a, t2=b, k=it.key, w=w)
    j.tell("{p} had {v}, not {o}; it is {w} now.|The old value was {v}. {k} in {p} is {w} now.|The line was different ({v}), but {p} has {w} now.", p=p, v=it.val, o=old, w=w, k=it.key)


@kind
def carry(r, j):
    p1, a = j.conf()
    x = r.choice(a)
    p2, b = j.conf(must=[x.base])
    y = next((i for i in b if i.base == x.base), None)
    if y is None or y.val == x.val:
        raise Redo
    j.read(p1)
    j.read(p2)
    j.edit(p2, y.line, y.as_line(x.val))
    j.extra(0, 2)
    j.ask_by("carry", p1=p1, p2=p2, k1=x.key, k2=y.key)
    j.tell(SET + "|{k} in {p} is {w} now, like in {q}.", p=p2, q=p1, k=y.key, w=x.val)


@kind
def compare(r, j):
    p1, a = j.conf()
    x = r.choice(a)
    p2, b = j.conf(must=[x.base])
    y = next((i for i in b if i.base == x.base), None)
    if y is None:
        raise Redo
    if r.random() < .4 and x.val != y.val:
        line = y.as_line(x.val)
        j.files[p2] = j.now[p2] = j.now[p2].replace(y.line, line)
        y.val, y.line = x.val, line
    j.read(p1)
    j.read(p2)
    j.extra(0, 2)
    j.ask_by("compare", p1=p1, p2=p2, k=x.key, h=x.human)
    if x.val == y.val:
        j.tell("Both have {v}.|They agree: {v}.|Same in both files: {v}.", [x.val], v=x.val)
    else:
        j.tell("They differ: {v} in {p}, {w} in {q}.|{p} has {v}, {q} has {w}.|No match: {v} ({p}) and {w} ({q}).", [x.val, y.val], v=x.val, w=y.val, p=p1, q=p2)


def look(r, j, target):
    """List, then read files in order until the target is found."""
    j.list()
    for p in sorted(j.now):
        j.read(p)
        if p == target:
            return


@kind
def grepfile(r, j):
    p, lines = j.notes() if r.random() < .5 else (None, None)
    if p is None:
        p, items = j.conf()
        t = r.choice([r.choice(items).val, r.choice(items).line.strip()])
    else:
        t = r.choice(lines)
    j.extra(1, 3)
    if sum(t in x for x in j.files.values()) != 1 or len(t) < 4 or len(j.files) > 5:
        raise Redo
    look(r, j, p)
    j.ask_by("grepfile", t=t)
    j.tell("It is in {p}.|{p} has it.|{p} contains {t}.|Found it in {p}.", [p], p=p, t=t)


@kind
def grepfix(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    j.extra(1, 3)
    if sum(it.val in x for x in j.files.values()) != 1 or len(it.val) < 4 or w in j.now[p]:
        raise Redo
    look(r, j, p)
    j.edit(p, it.val, w)
    j.ask_by("grepfix", v=it.val, w=w, h=it.human)
    j.tell("It was in {p}; it says {w} now.|Found {v} in {p} and changed it to {w}.|{p} had it. Now it is {w}.", p=p, v=it.val, w=w)


@kind
def ext(r, j):
    j.extra(3, 6)
    exts = sorted({"." + p.rpartition(".")[2] for p in j.files if "." in p})
    if not exts:
        raise Redo
    e = r.choice([x for x in exts if "/" not in x] or [None])
    if e is None:
        raise Redo
    hits = sorted(p for p in j.files if p.endswith(e))
    j.list()
    j.ask_by("ext", x=e)
    s = ", ".join(hits[:-1]) + (" and " if len(hits) > 1 else "") + hits[-1]
    j.tell("{x}|These: {x}|There is {x}." if len(hits) == 1 else "{x}|They are {x}.|I see {x}.", hits, x=s)
    j.unsaid = [p for p in j.files if p not in hits]


@kind
def lasterr(r, j):
    p, rows = j.log(3, 8)
    lv = r.choice(rows)[1]
    hit = [x for x in rows if x[1] == lv][-1]
    if sum(x[2] == hit[2] for x in rows) > 1:
        raise Redo
    j.read(p)
    j.extra(0, 2)
    j.ask_by("lasterr", p=p, l=lv if r.random() < .5 else lv.lower())
    j.tell("The last one is from {v}: {t}|At {v}.|It was at {v}, {t}.|{v}", [hit[2]], v=hit[2], t=hit[3])


@kind
def counterr(r, j):
    p, rows = j.log(3, 8)
    lv = r.choice(rows)[1]
    n = str(sum(x[1] == lv for x in rows))
    if any(lv.lower() in x[3].lower() for x in rows):
        raise Redo
    j.read(p)
    j.derived.add(n)
    j.extra(0, 2)
    j.ask_by("counterr", p=p, l=lv)
    j.tell("{n}|There " + ("is {n} {l} line" if n == "1" else "are {n} {l} lines") + " in {p}.|I count {n}.|{p} has {n} of them.", [n], n=n, l=lv, p=p)


@kind
def envdiff(r, j):
    form, s, lines, items = G.settings(r, r.randint(3, 5), form=r.choice(["env", "props", "conf", "colon"]))
    p1 = j.put(lines, form, s=s)
    miss = r.choice(items)
    have = [i.as_line(i.other(r)) if r.random() < .5 else i.line for i in items if i is not miss]
    r.shuffle(have)
    p2 = j.put(have, form, s=s)
    j.read(p1)
    j.write(p2, j.read(p2) + "\n" + miss.line)
    j.extra(0, 2)
    j.ask_by("envdiff", p1=p1, p2=p2)
    j.tell("{k} was missing in {p}; it is the last line now.|Added {t} to {p}.|{p} lacked {k}, I appended {t}.", p=p2, k=miss.key, t=miss.line)


@kind
def roster(r, j):
    ss = r.sample(G.SERVICES, r.randint(2, 6))
    f = r.choice(["{s},{h},{e}", "{h} {s}", "{s}: {h}", "| {s} | {h} |", "{s} -> {h}", "{s};{h};{n}", "{h}\t{s}\t{e}", "{s} runs on {h}"])
    hosts = {s: G.host(r) for s in ss}
    if len(set(hosts.values())) < len(ss):
        raise Redo
    p1 = j.put([G.fmt(r, f, s=s, h=h) for s, h in hosts.items()], r.choice(["csv", "list", "txt"]))
    b = r.choice(["host", "db_host", "primary", "upstream", "replica"])
    p2, items = j.conf(must=[b])
    it = next((i for i in items if i.base == b), None)
    s = r.choice(ss)
    if it is None or hosts[s] in j.now[p2]:
        raise Redo
    j.read(p1)
    j.read(p2)
    j.edit(p2, it.line, it.as_line(hosts[s]))
    j.extra(0, 2)
    j.ask_by("roster", p1=p1, p2=p2, s=s, k=it.key)
    j.tell("{s} runs on {w}, so {k} in {p} is {w} now.|{k} in {p} is {w} now, the host of {s}.|Set {k} to {w} in {p}.", s=s, w=hosts[s], k=it.key, p=p2)


@kind
def rename(r, j):
    v, w = G.host(r), G.host(r)
    if v in w or w in v:
        raise Redo
    n = r.randint(2, 3)
    for _ in range(n):
        b = r.choice(["host", "db_host", "primary", "upstream", "replica"])
        if r.random() < .65:
            p, items = j.conf(r.randint(1, 4), must=[b])
            it = next((i for i in items if i.base == b), None)
            if it is None:
                raise Redo
            j.files[p] = j.now[p] = j.now[p].replace(it.line, it.as_line(v))
        else:
            j.put([G.note(r), G.fmt(r, r.choice(["Do not reboot {h} on Fridays.", "- drain {h}", "{s} moved to {h}.", "Ask {n} before touching {h}."]), h=v)], "md")
    j.extra(0, 2)
    if len(j.files) > 5:
        raise Redo
    hits = [p for p in sorted(j.files) if v in j.files[p]]
    if not all(has(j.files[p], v) for p in hits) or v.isalpha():
        raise Redo
    j.list()
    for p in sorted(j.files):
        j.read(p)
    for p in hits:
        j.edit(p, v, w)
    j.ask_by("rename", v=v, w=w)
    x = ", ".join(hits[:-1]) + " and " + hits[-1]
    j.tell("Changed {v} to {w} in {x}.|{x} now say {w}.|{v} became {w} in {x}.", v=v, w=w, x=x)


ALL = [lost, lostread, stale, carry, compare, grepfile, grepfix, ext, lasterr, counterr, envdiff, roster, rename]
lost.weight = stale.weight = carry.weight = 3
