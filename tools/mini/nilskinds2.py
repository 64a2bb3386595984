"""Tasks of nils: counts and choices from lists, and parts of outputs and files."""
import nilsasks2
import nilswords as W
from nilsbase import Again, Conf, fill, gap, host, joined, kind, notes, number, path, service, services
from nilskinds1 import blame

ENDS = "sql env proto sh yml yaml py go json toml md tf ini conf csv log ts js txt rb java cfg".split()
NUMBERS = "no one two three four five six seven eight nine ten eleven".split()
COUNT = "{N}|There are {N}.|{N} files.|It is {N}.|{N} of them.|I count {N}."
TOLD = "{L}: {N}|{L}; that makes {N}.|{L}, so {N}.|{N}: {L}|There are {N}: {L}"
BARE = ("just", "only", "nothing", "digits", "number of", "as a number")


def some(xs):
    """Ways of naming them."""
    return "{L}|These: {L}|They are {L}.|Only {L}.|{L}." if len(xs) > 1 else "{L}|Just {L}.|It is {L}.|Only {L}.|{L}."


def mixed(r, j, n, others, ends=None, text=True):
    """Files with n of one ending and others of other endings; the ending."""
    e = r.choice(ends or ENDS)
    rest = [x for x in ENDS if x not in e and e not in x]
    names = services(r, n + others)
    out = []
    for i, s in enumerate(names):
        out.append(j.put(notes(r, 1, 2), path(r, [e if i < n else r.choice(rest)], s)))
    return e, out[:n], out[n:]


def told(j, xs, **slots):
    """The number of them, perhaps after their names."""
    n = j.count(len(xs))
    bare = any(w in j.frame for w in BARE) or len(xs) > 6 or j.r.random() < .35
    j.tell("{N}|It is {N}.|Just {N}." if bare and len(xs) == 1 else COUNT if bare else TOLD, n, n=n, l=", ".join(sorted(xs)), **slots)


@kind
def count_kind(r, j):
    n = r.randint(2, 8)
    e, a, b = mixed(r, j, n, r.randint(1, 5))
    j.ask_by("count_kind", e=e)
    j.list()
    told(j, a)


@kind
def count_dir(r, j):
    d = r.choice([x for x in W.FOLDERS if x])
    n = r.randint(2, 6)
    names = services(r, n + r.randint(1, 4))
    a = [j.put(notes(r, 1, 2), d + s + "." + r.choice(ENDS)) for s in names[:n]]
    for s in names[n:]:
        j.put(notes(r, 1, 2), path(r, name=s))
    a = [p for p in j.now if p.startswith(d)]
    j.ask_by("count_dir", d=r.choice([d, d, d[:-1]]))
    j.list()
    told(j, a)


@kind
def count_word(r, j):
    """How many file names hold a word."""
    w = r.choice(["test", "prod", "old", "backup", "tmp", "dev", "draft", "spec", "copy", "eu", "v2", "beta"])
    n = r.randint(1, 5)
    names = services(r, n + r.randint(2, 4))
    if any(w in s for s in names):
        raise Again
    a = [j.put(notes(r, 1, 2), path(r, ENDS, r.choice([s + "_" + w, w + "_" + s, s + "-" + w, s + "." + w]))) for s in names[:n]]
    for s in names[n:]:
        j.put(notes(r, 1, 2), path(r, name=s))
    if sum(w in p for p in j.now) != len(a):
        raise Again
    x = r.random() < .5
    j.ask_by("count_word" if x else "names_word", w=w)
    j.list()
    if x:
        told(j, a)
    else:
        j.tell(some(a), *a, unsaid=[p for p in j.now if p not in a], l=joined(sorted(a)))


@kind
def count_store(r, j):
    n = r.randint(2, 7)
    e, a, b = mixed(r, j, n, r.randint(1, 4), [x for x in ENDS if x not in ("txt", "md")])
    q = j.free(r.choice(["count.txt", "stats.txt", "tmp/count", "reports/files.txt", "COUNT", "out/n.txt", "inventory.md"]))
    c = j.count(n)
    j.ask_by("count_store", e=e, q=q)
    j.list()
    j.write(q, c)
    j.tell("{Q} says {N}.|I wrote {N} to {Q}.|There are {N}; it is in {Q}.|{N}, stored in {Q}.", q=q, n=c)


def folders(r, j, f, root):
    """Services with folders, some of which have a file f: with, without."""
    ss = services(r, r.randint(3, 6))
    n = r.randint(1, len(ss) - 1)
    has = set(r.sample(ss, n))
    other = [x for x in ["main.go", "app.py", "index.js", "README.md", "config.yml", "Makefile", "server.ts", "go.mod"] if x != f]
    for s in ss:
        if s in has:
            j.put(fill(r, f"# {s}\nport {{d}}"), f"{root}{s}/{f}")
        for x in r.sample(other, r.randint(1, 2) if len(ss) < 5 else 1):
            j.put(f"// {s}", f"{root}{s}/{x}")
    return sorted(has), sorted(set(ss) - has)


FILES = ["Dockerfile", "Dockerfile", "README.md", "Makefile", "CODEOWNERS", ".env", "Procfile", "Chart.yaml", "package.json", "go.mod", "LICENSE", "config.yml", "Jenkinsfile"]
ROOTS = ["svc/", "svc/", "services/", "apps/", "", "packages/", "cmd/", "modules/", "charts/", "lambdas/"]


@kind
def which_have(r, j):
    f, root = r.choice(FILES), r.choice(ROOTS)
    a, b = folders(r, j, f, root)
    j.ask_by("which_have" if root else "which_have_top", d=root, f=f)
    j.list()
    j.tell(some(a), *a, unsaid=b, l=joined(a))


@kind
def which_lack(r, j):
    f, root = r.choice(FILES), r.choice([x for x in ROOTS if x])
    a, b = folders(r, j, f, root)
    j.ask_by("which_lack", d=root, f=f)
    j.list()
    j.tell(some(b), *b, unsaid=a, l=joined(b))


@kind
def count_have(r, j):
    f, root = r.choice(FILES), r.choice([x for x in ROOTS if x])
    a, b = folders(r, j, f, root)
    lack = r.random() < .3
    x = b if lack else a
    j.ask_by("count_lack" if lack else "count_have", d=root, f=f)
    j.list()
    n = j.count(len(x))
    j.tell("{L}: {N}|{N}: {L}|{L}, that is {N}.|It is {N}: {L}" if "number" not in j.frame else "{N}|It is {N}.", n, n=n, l=joined(x))


@kind
def write_have(r, j):
    """The services with a file, a line each, in a new file."""
    f, root = r.choice(FILES), r.choice([x for x in ROOTS if x])
    a, b = folders(r, j, f, root)
    q = j.free(r.choice(["list.txt", "docs/built.txt", "tmp/services", "INVENTORY", "ci/targets.txt"]))
    t = "\n".join(a)
    j.derived.add(t)
    j.ask_by("write_have", d=root, f=f, q=q)
    j.list()
    j.write(q, t)
    j.tell("{Q} lists {L}.|Wrote {L} to {Q}.|{Q} is there, with {L}.", q=q, l=joined(a))


@kind
def names_in(r, j):
    """All files of a folder, or of an ending, and no others."""
    n = r.randint(1, 4)
    e, a, b = mixed(r, j, n, r.randint(2, 4))
    j.ask_by("names_in", e=e)
    j.list()
    j.tell(some(a), *a, unsaid=b, l=joined(sorted(a)))


@kind
def count_lines(r, j):
    """How many lines of a file are of a kind."""
    w, o = r.choice([("ERROR", ["INFO", "WARN", "DEBUG"]), ("WARN", ["INFO", "ERROR"]), ("FAILED", ["PASSED"]), ("down", ["up"]), ("open", ["closed", "merged"]), ("todo", ["done"]), ("stale", ["fresh"]), ("red", ["green", "yellow"]), ("500", ["200", "204"]), ("404", ["200"]), ("disabled", ["enabled"])])
    n, m = r.randint(1, 6), r.randint(1, 4)
    tags = [w] * n + [r.choice(o) for _ in range(m)]
    r.shuffle(tags)
    ss = services(r, n + m)
    front = r.random() < .5
    t = [f"{x} {s}" if front else f"{s} {x}" for x, s in zip(tags, ss)]
    if any(w.lower() in s.lower() for s in ss):
        raise Again
    p = j.put("\n".join(t), path(r, ("log", "txt", "out", "list")))
    j.extra(0, 2)
    hit = [s for x, s in zip(tags, ss) if x == w]
    x = r.random() < .5
    j.ask_by("count_lines" if x else "which_lines", p=p, w=w)
    j.read(p)
    c = j.count(n)
    if x:
        j.tell("{N}|It is {N}.|{N} in {P}." if "number" in j.frame else "{L}: {N}|{N}: {L}|{L}, that makes {N}.|{N} in {P}.", c, n=c, p=p, l=joined(hit))
    else:
        j.tell(some(hit), *hit, unsaid=[s for s in ss if s not in hit], l=joined(hit))


@kind
def count_keys(r, j):
    c = j.conf(style=r.choice(["properties", "env", "ini", "cfg"]), n=r.randint(2, 6))
    c.head = []
    j.files[c.p] = j.now[c.p] = c.text()
    j.extra(0, 2)
    j.ask_by("count_keys", p=c.p)
    j.read(c.p)
    n = j.count(len(c.ks))
    j.tell("{N}|{P} has {N}." if "number" in j.frame else "{L}: {N}|{L}, that makes {N}.|{N}: {L}|{P} has {N}.", n, n=n, p=c.p, l=joined(c.ks))


@kind
def who_uses(r, j):
    """Which files name a host."""
    a = host(r)
    n = r.randint(1, 3)
    hit = [j.host_file(a) for _ in range(n)]
    miss = []
    for _ in range(r.randint(1, 2)):
        b = host(r)
        if a in b or b in a:
            raise Again
        miss.append(j.host_file(b))
    j.ask_by("who_uses", a=a)
    for p in j.list():
        j.read(p)
    j.tell(some(hit), *hit, unsaid=miss, l=joined(sorted(hit)))


def printed(r):
    d = str(number(r, r.choice([2, 3, 3, 4])))
    f = r.choice(W.PRINTS)
    if d in f:
        raise Again
    return gap(f, d=d), d


def around(r, j):
    j.put(notes(r), path(r))
    j.extra(0, 2)


PLACES = ["status.txt", "metrics/last.txt", "baseline.txt", "tmp/number", "tmp/out", "last_run", "value", "reports/today.txt", "deploy/current", "ops/n.txt", "run/result", "DEPTH", "stats/now", "docs/result.md", "latest.val", "var/x.txt"]


@kind
def out_file(r, j):
    around(r, j)
    c, (x, d), q = j.cmd(), printed(r), j.free(r.choice(PLACES))
    j.check(c, good=x)
    j.ask_by("out_file", c=c, q=q)
    j.passes(c)
    j.write(q, d)
    j.tell("{Q} holds {D} now.|It printed {D}; that is in {Q}.|{Q}: {D}|Saved {D} to {Q}.", q=q, d=d)


@kind
def out_word(r, j):
    around(r, j)
    w = r.choice([service(r), service(r), r.choice(W.PEOPLE), host(r), f"v{r.randint(1, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}", "%07x" % r.getrandbits(28), r.choice(["blue", "green", "canary", "stable", "main", "trunk", "eu-1", "us-2", "primary", "standby"])])
    f = r.choice(W.ENDS)
    c, x, q = j.cmd(), f.replace("{w}", w), j.free(r.choice(PLACES))
    j.check(c, good=x)
    y = r.random() < .75
    j.ask_by("out_word" if y else "say_word", c=c, q=q)
    j.passes(c)
    if y:
        j.write(q, w)
        j.tell("{Q} holds {W} now.|The last word was {W}; it is in {Q}.|{Q}: {W}|Saved {W} to {Q}.", q=q, w=w)
    else:
        first = f.split()[0]
        j.tell("{W}|{W}.", w, unsaid=[first] if first.lower() not in w.lower() and len(first) > 2 else [], w=w)


@kind
def out_key(r, j):
    """A key gets the number that a command prints."""
    c = j.conf()
    k = r.choice(c.ks)
    x, d = printed(r)
    if d in c.text() or k.lower() in x:
        raise Again
    j.extra(0, 1)
    a = j.cmd()
    j.check(a, good=x)
    j.ask_by("out_key", c=a, k=k, p=c.p)
    j.passes(a)
    j.read(c.p)
    j.derived.add(c.row(k, d))
    j.set(c, k, d)
    j.tell("{K} is {D} now.|It printed {D}; {K} has that in {P}.|{P}: {K} is {D}.|Set {K} to {D}.", k=k, d=d, p=c.p)


@kind
def out_say(r, j):
    """Only the number of what a command prints."""
    around(r, j)
    c, (x, d) = j.cmd(), printed(r)
    j.check(c, good=x)
    u = [w.strip(":") for w in x.split() if w.strip(":").isalpha() and len(w) > 3]
    j.ask_by("out_say", c=c)
    j.passes(c)
    j.tell("{D}|{D}.", d, unsaid=u, d=d)


@kind
def bad_file(r, j):
    """The name of the file that a command blames, said or stored; nothing is repaired."""
    c, k, b, m = blame(r, j)
    j.extra(1, 3)
    x = j.lint()
    j.check(x, c.p, c.row(k, b), bad=m)
    n = r.randint(0, 2)
    q = j.free(r.choice(PLACES))
    j.ask_by(["bad_file", "bad_store", "bad_value"][n], c=x, q=q)
    j.run(x)
    if n == 0:
        j.tell("{P}|It is {P}.|{P} is the bad one.|The file is {P}.", c.p, unsaid=[c.d[k]] if len(c.d[k]) > 1 and c.d[k] not in c.p else [], p=c.p)
    elif n == 1:
        j.write(q, c.p)
        j.tell("{Q} names {P}.|Wrote {P} to {Q}.|It is {P}, noted in {Q}.", q=q, p=c.p)
    else:
        j.tell("{V}|It wants {V}.|{K} should be {V}.|{V} for {K}.", str(b), v=b, k=k)


@kind
def carry(r, j):
    c = j.conf()
    k = r.choice(c.ks)
    q = j.free(r.choice(["", "tmp/", "deploy/", "run/"]) + r.choice(["current", "limit", "override", "baseline", "value", "LIMIT", "setting"]) + r.choice([".txt", ".val", "", ".out"]))
    j.extra(0, 2)
    j.ask_by("carry", p=c.p, q=q, k=k)
    v = c.d[k]
    j.read(c.p)
    j.write(q, v)
    j.tell("{Q} holds {V}.|{K} is {V}; it is in {Q} now.|Wrote {V} to {Q}.|{Q}: {V}", q=q, v=v, k=k)


@kind
def carry_key(r, j):
    """A key of one config gets the value that another key has in another config."""
    a, b = Conf(r), Conf(r)
    k, l = r.choice(a.ks), r.choice(b.ks)
    if a.d[k] == b.d[l] or a.d[k] in b.d.values() or k.lower() in l.lower() and k != l:
        raise Again
    j.put(a.text(), a.p)
    j.put(b.text(), b.p)
    j.extra(0, 1)
    j.ask_by("carry_key" if k != l else "carry_same", p=a.p, q=b.p, k=k, l=l)
    j.read(a.p)
    j.read(b.p)
    j.set(b, l, a.d[k])
    j.tell("{L} is {V} in {Q} now, as {K} in {P}.|{Q} has {L} at {V}.|{P} had {V}; {Q} has it too now.", k=k, l=l, p=a.p, q=b.p, v=a.d[k])


@kind
def row_part(r, j):
    """One field of a row of a table."""
    ss = services(r, r.randint(3, 6))
    cols = r.choice([["port", "owner"], ["team", "port"], ["image", "replicas"], ["region", "owner", "port"], ["tier", "host"]])
    make = {"port": lambda: str(r.randint(1024, 9999)), "owner": lambda: r.choice(W.PEOPLE), "team": lambda: r.choice(W.TEAMS), "image": lambda: f"{r.choice(W.SERVICES)}:{r.randint(1, 9)}.{r.randint(0, 30)}", "replicas": lambda: str(r.randint(2, 40)), "region": lambda: r.choice(["eu-1", "eu-2", "us-1", "us-9", "ap-3"]), "tier": lambda: r.choice(["gold", "silver", "bronze"]), "host": lambda: host(r)}
    sep = r.choice([",", " | ", "\t", " ", "; "])
    rows = [[s] + [make[c]() for c in cols] for s in ss]
    p = j.put("\n".join([sep.join(["service"] + cols)] + [sep.join(x) for x in rows]), path(r, ("csv", "txt", "md", "tsv")))
    j.extra(0, 2)
    x = r.choice(rows)
    i = r.randrange(len(cols))
    v = x[i + 1]
    q = j.free(r.choice(PLACES))
    w = r.random() < .5
    j.ask_by("row_store" if w else "row_say", p=p, q=q, s=x[0], k=cols[i])
    j.read(p)
    if w:
        j.write(q, v)
        j.tell("{Q} holds {V}.|{S} has {V}, it is in {Q} now.|Wrote {V} to {Q}.", q=q, s=x[0], v=v)
    else:
        j.tell("{V}|It is {V}.|{S}: {V}|{V} is the {K} of {S}.", v, v=v, s=x[0], k=cols[i])


@kind
def line_part(r, j):
    """The first, last or n-th line of a file, said or stored."""
    t = notes(r, 3, 6)
    p = j.put(t, path(r))
    j.extra(0, 2)
    ls = t.split("\n")
    i, w = r.choice([(0, "first"), (-1, "last"), (1, "second"), (2, "third"), (0, "top"), (-1, "bottom")])
    q = j.free(r.choice(PLACES))
    if r.random() < .5:
        j.ask_by("line_say", p=p, i=w)
        j.read(p)
        j.tell("{X}|It says: {X}|{X} is the {I} line.", ls[i], unsaid=[x for x in ls if x != ls[i]][:2], x=ls[i], i=w)
    else:
        j.ask_by("line_store", p=p, q=q, i=w)
        j.read(p)
        j.write(q, ls[i])
        j.tell("{Q} holds the {I} line: {X}|Wrote {X} to {Q}.|{Q} says {X}", q=q, i=w, x=ls[i])


ALL = [count_kind, count_kind, count_kind, count_dir, count_dir, count_word, count_word, count_store, which_have, which_have, which_have, which_lack, count_have, write_have, names_in, count_lines, count_lines, count_keys, who_uses, out_file, out_file, out_word, out_word, out_key, out_say, bad_file, bad_file, carry, carry_key, row_part, line_part]
