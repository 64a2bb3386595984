"""Tasks of nils: limits and prohibitions, states instead of orders, odd names, and everyday files and lines."""
import nilsasks5
import nilswords as W
from nilsbase import Again, Conf, fill, hosts, joined, kind, notes, number, path, service, services, single
from nilskinds3 import spread
from nilskinds4 import changed

DONE = "{K} is {V} in {P} now.|Set {K} to {V} in {P}.|{P} has {K} at {V}.|Done, {K} is {V}."


@kind
def value_say(r, j):
    """Only a value, no edits, though the request sounds like a wish."""
    c = j.conf()
    k = r.choice(c.ks)
    j.extra(0, 2)
    j.ask_by("value_say", p=c.p, k=k)
    j.read(c.p)
    j.tell("{V}|{V}.|{K}: {V}|{K} is {V}.", c.d[k], unsaid=[c.d[x] for x in c.ks if x != k and c.d[x] not in c.p], v=c.d[k], k=k)


@kind
def look_first(r, j):
    """Whether a value is what it should be: yes or no, and the value; nothing is changed."""
    c = j.conf()
    k = r.choice(c.ks)
    ok = r.random() < .45
    v = int(c.d[k]) if ok else number(r, len(c.d[k]))
    if not ok and (str(v) in c.d.values()):
        raise Again
    j.extra(0, 2)
    j.ask_by("look_first", p=c.p, k=k, v=v)
    j.read(c.p)
    if ok:
        j.tell("Yes, {K} is {V}.|Yes, {P} has {V}.|Yes.", "yes", k=k, v=v, p=c.p)
    else:
        j.tell("No, {K} is {V}.|No, {P} has {V}.|No, it is {V}.", "no", c.d[k], k=k, v=c.d[k], p=c.p)


@kind
def all_but(r, j):
    """All files of a list but one."""
    a, b = services(r, 2) if r.random() < .7 else hosts(r, 2)
    hit = spread(r, j, a, r.randint(3, 4))
    p = r.choice(hit)
    if any(b in t for t in j.now.values()) or any(a in f for f in j.now):
        raise Again
    j.ask_by("all_but", a=a, h=b, p=p)
    for f in j.list():
        if f != p:
            j.read(f)
            j.edit(f, a, b)
    l = joined(sorted(f for f in hit if f != p))
    j.tell("{D} became {H} in {L}; {P} is untouched.|Changed {L}, not {P}.|{L} say {H} now.", d=a, h=b, l=l, p=p)


@kind
def only_these(r, j):
    """Two of several files that have the word."""
    a, b = services(r, 2) if r.random() < .7 else hosts(r, 2)
    hit = spread(r, j, a, r.randint(3, 4))
    two = r.sample(hit, 2)
    if any(b in t for t in j.now.values()):
        raise Again
    j.ask_by("only_these", a=a, h=b, p=two[0], q=two[1])
    for f in two:
        j.edit(f, a, b)
    j.tell("{P} and {Q} say {H} now.|Changed {P} and {Q} only.|{D} became {H} in {P} and {Q}.", d=a, h=b, p=two[0], q=two[1])


@kind
def no_run(r, j):
    """The change, but not the command."""
    c, k, b = changed(r, j)
    x = j.cmd(W.COMMANDS + W.TESTS)
    j.check(x)
    j.extra(0, 2)
    j.ask_by("no_run", p=c.p, k=k, v=b, c=x)
    j.read(c.p)
    j.set(c, k, b)
    j.tell(DONE + "|{K} is {V}; I did not run {C}.", k=k, v=b, p=c.p, c=x)


@kind
def one_of_two(r, j):
    """A value in one file; another file that has it too stays."""
    k = r.choice(W.KEYS)
    a, b = Conf(r, [k], upper=False), Conf(r, [k], upper=False)
    v = number(r)
    if str(v) in a.d.values() or str(v) in b.d.values():
        raise Again
    j.put(a.text(), a.p)
    j.put(b.text(), b.p)
    j.ask_by("one_of_two", p=a.p, q=b.p, k=k, v=v)
    j.read(a.p)
    j.set(a, k, v)
    j.tell(DONE + "|{K} is {V} in {P}; {Q} is unchanged.", k=k, v=v, p=a.p, q=b.p)


@kind
def bump(r, j):
    c, k, b = changed(r, j)
    j.extra(0, 2)
    j.ask_by("bump", p=c.p, k=k, v=b)
    j.read(c.p)
    j.set(c, k, b)
    j.tell(DONE, k=k, v=b, p=c.p)


def word_value(r):
    """A key with a value that is no number, and another value."""
    return r.choice([("log_level", r.sample(["debug", "info", "warn", "error", "trace"], 2)), ("mode", r.sample(["blue", "green", "canary", "stable", "off", "on", "shadow", "dark"], 2)), ("timeout", [f"{a}{u}" for u in [r.choice(["s", "ms", "m", "h"])] for a in r.sample(range(2, 90), 2)]), ("memory", [f"{a}{u}" for u in [r.choice(["Mi", "Gi", "MB", "G"])] for a in r.sample(range(2, 999), 2)]),
                     ("enabled", r.sample(["true", "false"], 2)), ("region", r.sample(["eu-1", "eu-2", "us-1", "us-9", "ap-3", "sa-1"], 2)), ("image", [f"{s}:{r.randint(1, 30)}.{r.randint(0, 9)}" for s in [service(r)] for _ in range(2)]), ("branch", r.sample(["main", "develop", "trunk", "hotfix-login", "release-24", "next", "feature-tax"], 2)), ("upstream", hosts(r, 2)), ("owner", r.sample(W.PEOPLE, 2)),
                     ("version", [f"{r.randint(0, 9)}.{r.randint(0, 30)}.{r.randint(0, 9)}" for _ in range(2)]), ("strategy", r.sample(["rolling", "recreate", "none", "last", "first", "old", "new", "left"], 2)), ("state", r.sample(W.PLAIN, 2)), ("schedule", r.sample(["daily", "hourly", "weekly", "never", "nightly", "monthly"], 2)), ("target", services(r, 2)), ("debug", r.sample(["on", "off"], 2)), ("dry_run", r.sample(["yes", "no"], 2))])


def worded(r, j):
    k, (v, b) = word_value(r)
    c = Conf(r, [k], style=r.choice(["env", "yml", "toml", "ini", "cfg", "properties", "conf"]), values={k: v}, upper=False)
    if v == b or b in c.d.values() or c.text().count(c.row(k)) != 1:
        raise Again
    j.put(c.text(), c.p)
    return c, k, v, b


@kind
def state_key(r, j):
    """A value that is still the old one, said as a state."""
    c, k, v, b = worded(r, j)
    j.extra(0, 2)
    j.ask_by("state_key", p=c.p, k=k, d=v, v=b)
    j.read(c.p)
    j.set(c, k, b)
    j.tell(DONE, k=k, v=b, p=c.p)


@kind
def state_host(r, j):
    """A should be B in p."""
    a, b = hosts(r, 2) if r.random() < .5 else services(r, 2) if r.random() < .8 else r.sample(W.PLAIN, 2)
    p = j.host_file(a) if r.random() < .6 else spread(r, j, a, 1)[0]
    if j.now[p].count(a) != 1 or b in j.now[p] or a in p:
        raise Again
    j.extra(0, 2)
    j.ask_by("state_host", p=p, a=a, h=b)
    j.edit(p, a, b)
    j.tell("{P} says {H} now.|{D} became {H} in {P}.|{P} has {H} instead of {D}.|Changed {D} to {H} in {P}.", p=p, d=a, h=b)


@kind
def reason_first(r, j):
    c, k, b = changed(r, j)
    j.extra(0, 2)
    j.ask_by("reason_first", p=c.p, k=k, v=b, s=service(r))
    j.read(c.p)
    j.set(c, k, b)
    j.tell(DONE, k=k, v=b, p=c.p)


@kind
def create_code(r, j):
    e, x = r.choice(W.CODE)
    x = fill(r, x)
    p = path(r, [e])
    j.extra(0, 3)
    j.free(p)
    j.ask_by("create_code", p=p, B=x)
    j.write(p, x)
    j.tell("Created {P}.|{P} is there.|Wrote {P}.|{P} is written.", p=p)


@kind
def one_line(r, j):
    p, x = single(r)
    j.extra(0, 3)
    j.free(p)
    j.ask_by("one_line", p=p, x=x)
    j.write(p, x)
    j.tell("Created {P}.|{P} says {X} now.|{P} is there, with {X}.|Wrote {X} to {P}.", p=p, x=x)


def lines(r, j, lo=3, hi=5):
    p, pool = r.choice([("CHANGELOG.md", W.CHANGES), ("TODO.txt", W.TASKS), ("docs/releases.md", W.CHANGES), ("ops/oncall.txt", W.TASKS), ("deploy/notes.txt", W.TASKS), ("TODO", W.TASKS), ("NEWS", W.CHANGES), ("runbook.md", W.TASKS), (None, W.TASKS), (None, W.CHANGES), ("deploy/steps.txt", W.TASKS)])
    x = r.random()
    if x < .2:
        pool = [f"{m}=={{e}}.{{d}}" for m in ["flask", "celery", "redis", "boto3", "pydantic", "httpx", "alembic", "requests", "rich", "uvicorn"]]
        p = r.choice(["requirements.txt", "deps.txt", "app/requirements.txt"])
    elif x < .35:
        pool = ["*.pyc", ".venv/", "dist/", "node_modules/", "*.swp", "coverage.xml", ".idea/", "{s}/tmp", "*.{s}", "build-{d}/", ".cache/", "{s}.log"]
        p = r.choice([".gitignore", ".dockerignore", "app/.gitignore"])
    elif x < .45:
        pool = W.HOSTS
        p = r.choice(["hosts.allow", "ops/hosts", "targets", "etc/allow.list"])
    rows = notes(r, lo, hi, pool).split("\n")
    if any(a in b for a in rows for b in rows if a != b):
        raise Again
    return p or path(r, ("md", "txt", "notes")), rows


@kind
def append(r, j):
    p, rows = lines(r, j)
    t = "\n".join(rows[:-1])
    j.put(t, p)
    j.extra(0, 2)
    j.ask_by("append", p=p, x=rows[-1])
    j.read(p)
    j.write(p, "\n".join(rows))
    j.tell("{P} ends with {X} now.|Added {X} to {P}.|{X} is the last line of {P}.|Appended it to {P}.", p=p, x=rows[-1])


@kind
def append_two(r, j):
    p, rows = lines(r, j, 4, 6)
    j.put("\n".join(rows[:-2]), p)
    j.ask_by("append_two", p=p, t=rows[-2], x=rows[-1])
    j.read(p)
    j.write(p, "\n".join(rows))
    j.tell("{P} ends with these two lines now.|Added both lines to {P}.|{P} has {T} and {X} at the end.", p=p, t=rows[-2], x=rows[-1])


@kind
def insert(r, j):
    p, rows = lines(r, j)
    i = r.randint(1, len(rows) - 1)
    y, x = rows[i - 1], rows[i]
    j.put("\n".join(rows[:i] + rows[i + 1:]), p)
    j.extra(0, 2)
    j.ask_by("insert", p=p, x=x, t=y)
    j.read(p)
    j.edit(p, y, y + "\n" + x)
    j.tell("{X} stands below {T} in {P} now.|Added {X} after {T}.|{P} has {X} below {T}.|The line is in {P}.", p=p, x=x, t=y)


@kind
def insert_before(r, j):
    p, rows = lines(r, j)
    i = r.randint(0, len(rows) - 2)
    x, y = rows[i], rows[i + 1]
    j.put("\n".join(rows[:i] + rows[i + 1:]), p)
    j.extra(0, 2)
    j.ask_by("insert_before", p=p, x=x, t=y)
    j.read(p)
    j.edit(p, y, x + "\n" + y)
    j.tell("{X} stands above {T} in {P} now.|Added {X} before {T}.|{P} has {X} above {T}.", p=p, x=x, t=y)


@kind
def insert_top(r, j):
    p, rows = lines(r, j)
    j.put("\n".join(rows[1:]), p)
    j.extra(0, 2)
    j.ask_by("insert_top", p=p, x=rows[0])
    j.read(p)
    j.write(p, "\n".join(rows))
    j.tell("{P} begins with {X} now.|{X} is the first line of {P}.|Put {X} at the top of {P}.", p=p, x=rows[0])


@kind
def drop_line(r, j):
    p, rows = lines(r, j)
    i = r.randrange(len(rows))
    x = rows[i]
    j.put("\n".join(rows), p)
    j.extra(0, 2)
    j.ask_by("drop_line", p=p, x=x)
    j.read(p)
    if i:
        j.edit(p, "\n" + x, "")
    else:
        j.edit(p, x + "\n", "")
    j.tell("{X} is gone from {P}.|Removed {X}.|{P} no longer has {X}.", p=p, x=x)


@kind
def swap_line(r, j):
    p, rows = lines(r, j)
    i = r.randrange(len(rows) - 1)
    y, x = rows[i], rows[-1]
    j.put("\n".join(rows[:-1]), p)
    j.extra(0, 2)
    j.ask_by("swap_line", p=p, t=y, x=x)
    j.edit(p, y, x)
    j.tell("{P} says {X} now.|Replaced {T} by {X}.|{T} became {X} in {P}.", p=p, t=y, x=x)


@kind
def rename_file(r, j):
    t = notes(r, 2, 4) if r.random() < .6 else Conf(r).text()
    p = j.put(t, path(r, ("md", "txt", "yml", "conf")))
    q = j.free(path(r, [p.split(".")[-1]]))
    j.extra(0, 2)
    j.ask_by("rename_file", p=p, q=q)
    j.read(p)
    j.write(q, t)
    j.run("rm " + p)
    j.tell("{P} is called {Q} now.|Renamed {P} to {Q}.|Moved {P} to {Q}.", p=p, q=q)


@kind
def remove_some(r, j):
    n = r.choice([1, 1, 2, 3, 3])
    ps = [j.put(notes(r, 1, 3), path(r, ("log", "txt", "bak", "tmp", "md", "sql"))) for _ in range(n)]
    j.extra(1, 3)
    j.ask_by("remove_one" if n == 1 else "remove_some", p=ps[0], L=joined(ps) if r.random() < .6 else ", ".join(ps))
    for p in ps:
        j.run("rm " + p)
    j.tell("{L} {W} gone.|Deleted {L}.|Removed {L}.", l=joined(ps), w="is" if n == 1 else "are")


@kind
def remove_kind(r, j):
    """All files of an ending."""
    e = r.choice(["log", "bak", "tmp", "orig", "swp", "old", "pid"])
    ss = services(r, 6)
    n = r.randint(2, 4)
    ps = [j.put(notes(r, 1, 2), path(r, [e], s)) for s in ss[:n]]
    for s in ss[n:n + r.randint(1, 2)]:
        j.put(notes(r, 1, 2), path(r, name=s))
    hit = [p for p in sorted(j.now) if p.endswith("." + e)]
    if any(e in s for s in ss) or any(len(p.split("." + e)) > 2 for p in j.now) or any(p not in hit and "." + e in p for p in j.now):
        raise Again
    j.ask_by("remove_kind", e=e)
    for p in [x for x in j.list() if x in hit]:
        j.run("rm " + p)
    j.tell("Deleted {L}.|{L} are gone.|Removed {N} files: {L}", l=joined(hit), n=len(hit))


@kind
def read_say(r, j):
    p, x = single(r)
    j.put(x, p)
    j.extra(0, 2)
    j.ask_by("read_say", p=p)
    j.read(p)
    j.tell("{P} says: {X}|It says {X}|{X}|{P} contains {X}", x, p=p, x=x)


@kind
def todo_who(r, j):
    """One line of notes by what it is about."""
    p, rows = lines(r, j)
    j.put("\n".join(rows), p)
    x = r.choice(rows)
    ws = [w.strip(":,") for w in x.split()]
    w = r.choice([v for v in ws if len(v) > 3] or ws)
    if sum(w in y for y in rows) != 1 or w == x:
        raise Again
    j.extra(0, 1)
    j.ask_by("todo_who", p=p, w=w)
    j.read(p)
    j.tell("{X}|It says: {X}|The line is: {X}", x, x=x)


ALL = [value_say, look_first, look_first, all_but, only_these, no_run, no_run, one_of_two, bump, bump, state_key, state_key, state_host, state_host, reason_first, create_code, one_line, one_line, append, append, append_two, insert, insert_before, insert_top, drop_line, swap_line, rename_file, remove_some, remove_kind, read_say, todo_who]
