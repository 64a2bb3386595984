"""Tasks of nils: changes and commands that hang on a condition."""
import nilsasks1
import nilswords as W
from nilsbase import Again, Conf, fill, kind, lift, notes, number, path, service, single


def near(r, v, up):
    """A number above or below another one, close by or far."""
    span = max(3, v)
    d = v + r.randint(1, span) if up else v - r.randint(1, max(1, v - 1))
    if d < 1 or d == v:
        raise Again
    return d


def conditional(r, j, bank, met, lowside, edge=False):
    """A value below (or above) a limit gets another one; else nothing is changed."""
    c = j.conf()
    k = r.choice(c.ks)
    v = int(c.d[k])
    d = v if edge and met and r.random() < .2 else near(r, v, lowside == met)
    b = near(r, d, lowside) if r.random() < .7 else d
    if str(b) in c.d.values() or (str(d) in c.d.values() and d != v):
        raise Again
    j.extra(0, 2)
    j.ask_by(bank, p=c.p, k=k, d=d, v=b)
    j.read(c.p)
    if met:
        j.set(c, k, b)
        j.tell("{K} was {O}, so I set it to {V}.|It was {O}; {K} is {V} now.|{K} was at {O}. Changed to {V} in {P}.|Found {O}, changed it to {V}.|It was {O}, I made it {V}.", c.d[k], k=k, o=c.d[k], v=b, p=c.p)
    else:
        j.tell("{K} is {O}, so I changed nothing.|It is {O}. Nothing changed.|{K} is at {O} in {P}, I left it alone.|Found {O}, no change needed.|{O}, so {P} stays as it is.", c.d[k], k=k, o=c.d[k], p=c.p)


@kind
def if_below(r, j):
    conditional(r, j, "if_below", r.random() < .5, True)


@kind
def if_above(r, j):
    conditional(r, j, "if_above", r.random() < .5, False)


@kind
def if_most(r, j):
    conditional(r, j, "if_most", r.random() < .55, True, True)


@kind
def if_least(r, j):
    conditional(r, j, "if_least", r.random() < .55, False, True)


@kind
def at_least(r, j):
    c = j.conf()
    k = r.choice(c.ks)
    low = r.random() < .5
    met = r.random() < .5
    d = near(r, int(c.d[k]), low == met)
    if str(d) in c.d.values():
        raise Again
    j.extra(0, 2)
    j.ask_by("at_least" if low else "at_most", p=c.p, k=k, v=d)
    j.read(c.p)
    if met:
        j.set(c, k, d)
        j.tell("It was {O}, now {K} is {V}.|{K} had {O}; raised to {V}.|{K} was {O}, set to {V} in {P}." if low else "It was {O}, now {K} is {V}.|{K} had {O}; lowered to {V}.|{K} was {O}, set to {V} in {P}.", c.d[k], k=k, o=c.d[k], v=d, p=c.p)
    else:
        j.tell("{K} is {O}, that is fine. Nothing changed.|{K} is already at {O}, so I left {P} alone.|It is {O}, no change needed.", c.d[k], k=k, o=c.d[k], p=c.p)


@kind
def if_equal(r, j):
    c = j.conf()
    k = r.choice(c.ks)
    met = r.random() < .5
    d = int(c.d[k]) if met else number(r, len(c.d[k]))
    b = number(r)
    if str(b) in c.d.values() or b == d or (not met and str(d) in c.d.values()):
        raise Again
    j.extra(0, 2)
    j.ask_by("if_equal", p=c.p, k=k, d=d, v=b)
    j.read(c.p)
    if met:
        j.set(c, k, b)
        j.tell("{K} was {O}, so it is {V} now.|It was {O}; changed to {V}.|{P} had {O} for {K}, it has {V} now.", c.d[k], k=k, o=c.d[k], v=b, p=c.p)
    else:
        j.tell("{K} is {O}, so I left it.|It is {O}. Nothing changed.|{K} is {O} in {P}; no change.", c.d[k], k=k, o=c.d[k], p=c.p)


@kind
def if_differs(r, j):
    """Two configs must agree."""
    k = r.choice(W.KEYS)
    a, b = Conf(r, [k], upper=False), Conf(r, [k], upper=False)
    same = r.random() < .35
    if same:
        b.d[k] = a.d[k]
    elif a.d[k] == b.d[k] or a.d[k] in b.d.values():
        raise Again
    j.put(a.text(), a.p)
    j.put(b.text(), b.p)
    j.extra(0, 1)
    j.ask_by("if_differs", p=a.p, q=b.p, k=k)
    j.read(a.p)
    j.read(b.p)
    if not same:
        j.set(b, k, a.d[k])
        j.tell("{K} in {Q} was {O}; it is {V} now, as in {P}.|They differed: {Q} had {O}, now {V}.|{Q} said {O}, {P} says {V}. {Q} has {V} now.", b.d[k], k=k, p=a.p, q=b.p, o=b.d[k], v=a.d[k])
    else:
        j.tell("Both have {V}, nothing changed.|{K} is {V} in both files.|They agree on {V}, so I left them.", a.d[k], k=k, v=a.d[k])


@kind
def if_no_key(r, j):
    c = j.conf(style=r.choice(["env", "yml", "toml", "ini", "cfg", "properties"]))
    v = number(r)
    j.extra(0, 2)
    if r.random() < .5:
        k = r.choice([x for x in W.KEYS if x.lower() not in (y.lower() for y in c.ks)])
        k = k.upper() if c.ks[0].isupper() else k
        if k in c.text():
            raise Again
        j.ask_by("if_no_key", p=c.p, k=k, v=v, x=c.row(k, v))
        j.derived.add(c.text() + "\n" + c.row(k, v))
        t = j.read(c.p)
        j.write(c.p, t + "\n" + c.row(k, v))
        j.tell("{K} was missing; I added it with {V}.|There was no {K} in {P}, so I added {X}.|Added {X} to {P}.", k=k, v=v, p=c.p, x=c.row(k, v))
    else:
        k = r.choice(c.ks)
        if str(v) == c.d[k]:
            raise Again
        j.ask_by("if_no_key", p=c.p, k=k, v=v, x=c.row(k, v))
        j.read(c.p)
        j.tell("{K} is there already: {O}.|It is set to {O}, I changed nothing.|{P} already has {K} at {O}.", c.d[k], k=k, o=c.d[k], p=c.p)


@kind
def either_value(r, j):
    """Both branches change something."""
    c = j.conf()
    k = r.choice(c.ks)
    v = int(c.d[k])
    below = r.random() < .5
    d = near(r, v, below)
    a, b = number(r), number(r)
    if len({str(a), str(b), str(d), *c.d.values()}) < 3 + len(c.d):
        raise Again
    j.extra(0, 1)
    j.ask_by("either_value", p=c.p, k=k, d=d, v=a, w=b)
    j.read(c.p)
    w = a if below else b
    j.set(c, k, w)
    j.tell("{K} was {O}, so it is {V} now.|It was {O}; I set {V}.|{O} before, {V} now.|{K}: {O} became {V}.", c.d[k], k=k, o=c.d[k], v=w)


@kind
def if_exists(r, j):
    p, x = single(r)
    if r.random() < .5:
        j.extra(1, 4)
        j.free(p)
        j.ask_by("if_exists", p=p, x=x)
        j.list()
        j.write(p, x)
        j.tell("{P} was not there, so I created it.|There was no {P}; it has {X} now.|Created {P} with {X}.|It did not exist, I made it.", p=p, x=x)
    else:
        f = next(b for a, b in W.SINGLE if p.endswith(a))
        y = fill(r, f)
        if y == x:
            raise Again
        j.put(y, p)
        j.extra(1, 3)
        j.ask_by("if_exists", p=p, x=x)
        j.list()
        j.read(p)
        j.tell("{P} already exists and says: {Y}|It is there already: {Y}|{P} exists, I left it. It says {Y}|There is one already, with {Y}", y, p=p, y=y)


@kind
def if_file_edit(r, j):
    """A change only if another file is there, or is not there."""
    c = j.conf()
    k = r.choice(c.ks)
    q = r.choice(["", "ops/", "deploy/", "tmp/", "run/", "flags/"]) + r.choice(["FREEZE", "MAINTENANCE", "LOCK", "canary.flag", "drain", "HOLD", "beta.on", "migrated", "READY", ".paused", "failover.txt", "standby"])
    there, if_there = r.random() < .5, r.random() < .5
    b = number(r)
    if str(b) in c.d.values():
        raise Again
    if there:
        j.put(fill(r, r.choice(W.TASKS)), q)
    else:
        j.free(q)
    j.extra(1, 3)
    j.ask_by("if_file" if if_there else "if_no_file", p=c.p, q=q, k=k, v=b)
    j.list()
    if there == if_there:
        j.read(c.p)
        j.set(c, k, b)
        j.tell("{Q} is there, so {K} is {V} now.|{Q} exists; I set {K} to {V}." if there else "{Q} is not there, so {K} is {V} now.|There is no {Q}; I set {K} to {V}.", q=q, k=k, v=b)
    else:
        j.read(c.p)
        j.tell("{Q} exists, so I changed nothing; {K} is {O}.|{Q} is there. {K} stays at {O}." if there else "There is no {Q}, so I changed nothing; {K} is {O}.|{Q} is missing. {K} stays at {O}.", c.d[k], q=q, k=k, o=c.d[k])


@kind
def if_file_run(r, j):
    """A command only if a file is there."""
    q = r.choice(["", "ops/", "deploy/", "db/", "infra/"]) + r.choice(["schema.sql", "migrations.lock", "Makefile", "Dockerfile", "deploy.key", "Procfile", "values.yml", "go.mod", "package.json", "Vagrantfile", "Jenkinsfile"])
    there = r.random() < .5
    if there:
        j.put(fill(r, r.choice(W.TASKS)), q)
    j.extra(1, 4)
    j.free(q) if not there else None
    c, d = j.cmd(), j.cmd()
    j.check(c)
    j.check(d)
    j.ask_by("if_file_run", q=q, c=c, c2=d)
    j.list()
    x = c if there else d
    o = j.passes(x)
    j.tell("{Q} is there, so I ran {C}: {O}|{Q} exists. {C} says {O}" if there else "There is no {Q}, so I ran {C}: {O}|{Q} is missing. {C} says {O}", o, q=q, c=x, o=o)


def blame(r, j, c=None):
    """A config with a value that a command complains about: config, key, wanted value, message."""
    c = c or j.conf()
    k = r.choice(c.ks)
    b = number(r, len(c.d[k]))
    if str(b) in c.d.values():
        raise Again
    m = r.choice(W.BADS).format(p=c.p, k=k, a=c.d[k], b=b)
    return c, k, b, m


@kind
def if_passes(r, j):
    c, k, b, m = blame(r, j)
    j.extra(0, 2)
    x, y = j.lint(), j.cmd()
    ok = r.random() < .5
    j.check(x, c.p, "" if ok else c.row(k, b), bad=m)
    j.check(y)
    j.ask_by("if_passes", c=x, c2=y)
    j.run(x)
    if ok:
        o = j.passes(y)
        j.tell("{C} passed and {D} says: {O}|Both are fine: {D} printed {O}|{C} is clean, so I ran {D}: {O}", c=x, d=y, o=o)
    else:
        j.tell("{C} fails because of {P}. I changed nothing.|It blames {P}, so I stopped there.|{P} is the problem; {D} was not run.|{C} is red: {P}", c.p, c=x, p=c.p, d=y)


@kind
def if_fails(r, j):
    """The fallback command only if the first one fails."""
    c, k, b, m = blame(r, j)
    j.extra(0, 2)
    x, y = j.lint(), j.cmd()
    ok = r.random() < .45
    g = j.check(x, c.p, "" if ok else c.row(k, b), bad=m)
    j.check(y)
    j.ask_by("if_fails", c=x, c2=y)
    j.run(x)
    if ok:
        j.must(x, g)
        j.tell("{C} passed: {O}|No need for {D}: {C} says {O}|It works: {O}", g, c=x, d=y, o=g)
    else:
        o = j.passes(y)
        j.tell("{C} failed, so I ran {D}: {O}|{C} is red; {D} printed {O}|It failed. {D} says {O}", o, c=x, d=y, o=o)


@kind
def pass_then_edit(r, j):
    c, k, b, m = blame(r, j)
    n = r.choice([x for x in c.ks])
    v = number(r)
    if str(v) in c.d.values() or v == b:
        raise Again
    x = j.test()
    ok = r.random() < .5
    g = j.check(x, c.p, "" if ok else c.row(k, b), bad=m)
    j.extra(0, 2)
    j.ask_by("pass_then_edit", c=x, p=c.p, k=n, v=v)
    j.run(x)
    if ok:
        j.must(x, g)
        j.read(c.p)
        j.set(c, n, v)
        j.tell("{C} passed, so {K} is {V} now.|It is green; I set {K} to {V}.|{C} is fine and {K} is {V} in {P}.", c=x, k=n, v=v, p=c.p)
    else:
        j.tell("{C} failed, so I changed nothing: {M}|It is red and nothing was changed: {M}|No change, {C} says: {M}", m, c=x, m=m)


@kind
def if_word(r, j):
    """A line is added only if the file does not say it already; or a command run only if it says so."""
    p = j.put(notes(r, 3, 5), path(r))
    j.extra(0, 2)
    s = service(r)
    c, d = j.cmd(), j.cmd()
    j.check(c)
    j.check(d)
    met = r.random() < .5
    if met:
        s = r.choice(j.now[p].split("\n")[0].replace(":", "").split())
        if len(s) < 4:
            raise Again
    elif s in j.now[p]:
        raise Again
    j.ask_by("if_word", p=p, w=s, c=c, c2=d)
    j.read(p)
    x = c if met else d
    o = j.passes(x)
    j.tell("{P} mentions {W}, so I ran {C}: {O}|{W} is in there. {C}: {O}" if met else "{P} does not mention {W}, so I ran {C}: {O}|{W} is not in there. {C}: {O}", o, p=p, w=s, c=x, o=o)


@kind
def line_unless(r, j):
    """A line is added unless it is there."""
    ls = notes(r, 3, 5).split("\n")
    p = path(r, ("md", "txt", "list", "allow"))
    j.extra(0, 2)
    if r.random() < .6:
        x, t = ls[-1], "\n".join(ls[:-1])
        j.put(t, p)
        j.ask_by("line_unless", p=p, x=x)
        j.read(p)
        j.write(p, t + "\n" + x)
        j.tell("It was missing, I added it at the end of {P}.|Added {X} to {P}.|{P} has it now as its last line.", p=p, x=x)
    else:
        x = r.choice(ls)
        c = j.cmd()
        j.put("\n".join(ls), p)
        g = j.check(c)
        j.ask_by("line_unless_run", p=p, x=x, c=c)
        j.read(p)
        j.passes(c)
        j.tell("The line was there already; {C} says {O}|Nothing to add. {C}: {O}|{P} already has it, and {C} printed {O}", g, p=p, c=c, o=g)


@kind
def larger_wins(r, j):
    """The larger (or smaller) value of two files goes to the other one."""
    k = r.choice(W.KEYS)
    a, b = Conf(r, [k], upper=False), Conf(r, [k], upper=False)
    if a.d[k] == b.d[k]:
        raise Again
    j.put(a.text(), a.p)
    j.put(b.text(), b.p)
    up = r.random() < .6
    hi, lo = (a, b) if (int(a.d[k]) > int(b.d[k])) == up else (b, a)
    j.ask_by("larger_wins" if up else "smaller_wins", p=a.p, q=b.p, k=k)
    j.read(a.p)
    j.read(b.p)
    j.set(lo, k, hi.d[k])
    j.tell("{P} had {O}; both have {V} now.|{K} is {V} in both, {P} was changed.|{V} it is, {P} had {O}.", p=lo.p, k=k, o=lo.d[k], v=hi.d[k])


@kind
def bigger(r, j):
    k = r.choice(W.KEYS)
    a, b = Conf(r, [k], upper=False), Conf(r, [k], upper=False)
    if a.d[k] == b.d[k] or lift(a.p).split(".")[0] == lift(b.p).split(".")[0]:
        raise Again
    j.put(a.text(), a.p)
    j.put(b.text(), b.p)
    up = r.random() < .6
    hi, lo = (a, b) if (int(a.d[k]) > int(b.d[k])) == up else (b, a)
    j.ask_by("bigger" if up else "smaller", p=a.p, q=b.p, k=k)
    j.read(a.p)
    j.read(b.p)
    j.tell("{P}|{P}, with {V}.|It is {P}.|{P} ({V})|{P} has {V}.", hi.p, unsaid=[lift(lo.p)], p=hi.p, v=hi.d[k])


ALL = [if_below, if_below, if_above, if_most, if_least, at_least, at_least, if_equal, if_differs, if_no_key, either_value, if_exists, if_exists, if_file_edit, if_file_run, if_passes, if_passes, if_fails, pass_then_edit, if_word, line_unless, larger_wins, bigger]
