"""Olga's tasks about whole files, names that change, commands, checks and several steps."""
import cases
import olgadocs as D
import olgawords as W
from olgabase import Again, kind, pick
from olgaline import plainlist


CMDS = "make {a}|npm run {a}|python3 {a}.py|./{a}.sh|{a} --today|till {a}|kiosk {a}|bin/{a}|sh {a}.sh|{a} print|school-{a} show|node {a}.js|perl {a}.pl|{a} -v|just {a}|site {a} --short|ruby {a}.rb|{a} {b}|./tools/{a} {b}|php {a}.php|choir {a}".split("|")
WORDS = "weather takings visitors bell tide postage lottery raffle count balance queue canteen bus stock backup letters pages spell links forms totals tickets mailbox oven parking menu draw print roster".split()
OUTS = "{n} visitors today;takings: {m};next bus at {t};{p} is in charge;draw number {n};oven at {n} degrees;[rain|sun|fog|snow] expected;{n} letters waiting;code {c};{n} of 300 seats sold;winner: {p};balance {m};last backup {d};[open|closed|half full|under repair];{n} pages printed;parcel {c} is on its way;{p} rang at {t};stock counted: {n};version {n}.{k};tide: {t};queue of {k}".split(";")
CHECKS = "check-{a}|spell {f}|proof {f}|lint {f}|make check|npm test|./proofread.sh|python3 check_{a}.py|htmlcheck|verify {a}|site test|bin/validate|just check|tidy {f}|pytest -q|linkcheck --all|sh proof.sh {a}|textlint {f}".split("|")
GOODS = "all fine|0 problems|ready to print|OK|no mistakes found|passed|clean|{n} checks passed|looks good|valid".split("|")
BADS = "{f}: found '{o}', must be '{w}'|problem in {f}: '{o}' should read '{w}'|FAILED {f} - expected {w}, got {o}|1 mistake: {f} says {o} instead of {w}|{f} is wrong: replace {o} by {w}|not ok: {o} in {f}, wanted {w}|error: {f} has '{o}' but '{w}' is required|Please correct {f}: {o} -> {w}".split("|")


def command(r, j):
    """A command that prints something."""
    c = r.choice(CMDS).format(a=r.choice(WORDS), b=r.choice(W.TAGS))
    v = D.money(r)
    out = pick(r, r.choice(OUTS)).format(n=r.randint(12, 290), k=r.randint(2, 9), m=f"{v // 100}.{v % 100:02d}", t=D.clock(r), p=r.choice(W.NAMES), d=D.date(r), c=r.choice("ABKXZ") + str(r.randint(100, 9999)))
    j.check(c, out)
    return c, out


def anyfile(r, j, lo=3):
    d = j.prose(r.randint(lo, 6)) if r.random() < .5 else j.listing()
    return d


def one(r, d):
    """A value or a piece of a line that stands once in a file, and another for it."""
    if hasattr(d, "spec"):
        a, b = r.choice(d.recs)[1], d.more[0]
    else:
        i = r.randrange(len(d.body))
        a, b = d.subjects[i], d.new[0][0]
    if d.text().count(a) != 1 or b in d.text() or a in b or b in a:
        raise Again
    return a, b


def short(r):
    return r.choice([r.choice(W.TITLES), "Back at " + D.clock(r), r.choice(W.NAMES) + " is away on " + r.choice(W.DAYS), "Closed on " + D.date(r), D.sentence(r, r.choice(W.THINGS), r.choice(["poem", "story", "letter", "notice", "page"])), "Please knock", "Sold out: " + r.choice(W.GOODS), "Room " + str(r.randint(2, 40)), r.choice(W.EVENTS) + " at " + D.clock(r), str(r.randint(3, 900)), "Today: " + r.choice(W.DISHES)])


def fresh(j, like=None):
    r = j.r
    return j.path(r.choice(W.THINGS + W.TAGS + "sign note door idea plan window label caption motto intro thanks list signs memo".split()), like or r.choice([("txt",), ("md",), ("html",), ("txt", "md", "csv")]))


@kind(1.5)
def file_new(r, j):
    j.extra(1, 3)
    p = fresh(j)
    if r.random() < .5:
        t = short(r)
        j.asks("new", f=p, t=t, T=t)
    else:
        d = j.r.choice([D.listing, D.prose])(r)
        t = d.text() if r.random() < .6 else "\n".join(plainlist(j).lines)
        j.asks("newmany", True, f=p, T=t, n=t.count("\n") + 1)
    j.write(p, t)
    j.tells("I created {p}.|{p} is there now.|Saved as {p}.|The new file is {p}.", p=p)


@kind()
def file_two(r, j):
    j.extra(1, 2)
    p, q = fresh(j), fresh(j)
    t, u = short(r), short(r)
    if p == q or t == u:
        raise Again
    j.write(p, t)
    j.write(q, u)
    j.asks("newtwo", f=p, g=q, t=t, u=u)
    j.tells("I created {p} and {q}.|Both files are there: {p} and {q}.|{p} and {q} are written.", p=p, q=q)


@kind()
def file_copy(r, j):
    d = anyfile(r, j)
    j.extra(0, 2)
    p = fresh(j, d.exts)
    move = r.random() < .5
    t = j.read(d.path)
    j.write(p, t)
    if move:
        j.rm(d.path)
    j.asks("mv" if move else "copy", f=d.path, g=p)
    j.tells("{f} is called {g} now.|I renamed {f} to {g}.|The file is {g} now." if move else "I copied {f} to {g}.|{g} has the same text as {f} now.|The copy is {g}.", f=d.path, g=p)


@kind(.9)
def file_rm(r, j):
    d = anyfile(r, j)
    j.extra(1, 3)
    if r.random() < .5:
        j.name(d, may=.25)
    else:
        j.slots["f"] = d.path
    j.asks("rm")
    if d.hidden and "rm" in j.frame:
        raise Again
    j.find(d)
    j.rm(d.path)
    j.tells("{p} is deleted.|I deleted {p}.|{p} is gone.", p=d.path)


@kind(.9)
def file_merge(r, j):
    a, b = anyfile(r, j), anyfile(r, j)
    j.extra(0, 1)
    x, y = j.read(a.path), j.read(b.path)
    j.write(a.path, x + "\n" + y)
    j.rm(b.path)
    j.asks("merge", f=a.path, g=b.path)
    j.tells("{f} now holds both texts and {g} is gone.|I added {g} to {f} and deleted {g}.|They are one file now: {f}.", f=a.path, g=b.path)


@kind(1.3)
def name_every(r, j):
    """Both names are given, and the old one stands there more than once."""
    a, b = r.sample(W.NAMES, 2)
    d = j.prose(r.randint(2, 4), r.choice(["story", "letter", "notice"]))
    more = [x.format(p=a) for x in r.sample(["{p} laughed.", "Only {p} knew why.", "Ask {p} about it.", "{p} was late again.", "Nobody told {p}.", "It was all for {p}.", "And {p} said nothing."], 2)]
    d.lines += more
    t = d.text()
    if t.count(a) < 2 or b in t or any(x.startswith(a) and x != a for x in W.NAMES + W.SURNAMES):
        raise Again
    j.files[d.path] = j.now[d.path] = t
    j.extra(0, 2)
    j.name(d)
    j.find(d)
    j.edit(d.path, a, b, every=True)
    j.asks("every", k=a, l=b)
    j.tells("{k} is called {l} in {p} now.|I replaced {k} by {l} everywhere in {p}.|Every {k} in {p} is {l} now.", k=a, l=b, p=d.path)


@kind(1.5)
def word_change(r, j):
    """Quoted words of a line are changed; now and then they do not stand there quite so."""
    d = j.prose()
    j.extra(0, 2)
    j.name(d)
    i = r.randrange(len(d.body))
    a, b = d.subjects[i], d.new[0][0]
    ws = d.body[i].split(" ")
    n = next((k for k, w in enumerate(ws) if a in w), 0)
    lo = max(0, n - r.randint(0, 2))
    t = " ".join(ws[lo:n + r.randint(1, 3)]).rstrip(".,?!")
    u = t.replace(a, b)
    if '"' in t or t == u or d.text().count(t) != 1 or b in d.text() or "<" in t and ">" not in t:
        raise Again
    if r.random() < .3:
        wrong = t.replace(a, a.capitalize()) if r.random() < .5 else t.upper() if r.random() < .5 else t.replace(" ", " the ", 1)
        if wrong == t or wrong in d.text():
            raise Again
        j.find(d)
        j.plan.append(("edit", d.path, wrong, u))
        j.read(d.path)
        j.asks("word", t=wrong, u=u)
    else:
        j.find(d)
        j.asks("word", t=t, u=u)
    j.edit(d.path, t, u)
    j.tells("{p} says {x} now.|I changed it to {x} in {p}.|Corrected: {x}.", x=u, p=d.path)


@kind()
def name_both(r, j):
    a, b = r.sample(W.NAMES, 2)
    ds = []
    for k in r.sample(["story", "letter", "notice"], 2):
        d = D.prose(r, r.randint(2, 4), k)
        d.lines.insert(r.randint(0, len(d.lines)), r.choice(["{p} will be there.", "Thanks to {p}!", "Written for {p}.", "{p} has the key.", "Ask {p}."]).format(p=a))
        j.keep(d)
        if b in d.text():
            raise Again
        ds.append(d)
    j.extra(0, 1)
    for d in ds:
        j.edit(d.path, a, b, every=True)
    j.asks("both", k=a, l=b, f=ds[0].path, g=ds[1].path)
    j.tells("{k} is {l} in both files now.|I changed {k} to {l} in {p} and {q}.|Both files say {l} now.", k=a, l=b, p=ds[0].path, q=ds[1].path)


@kind(1.2)
def find_file(r, j):
    ds = [j.prose(r.randint(2, 4)) for _ in range(r.randint(2, 4))]
    d = r.choice(ds)
    k = r.choice(d.subjects)
    if any(k in p for p in j.files) or any(k in x.text() for x in ds if x is not d) or not cases.has(d.text(), k):
        raise Again
    j.list()
    for p in sorted(j.now):
        j.read(p)
        if p == d.path:
            break
    j.asks("which", k=k)
    j.tells("It is {p}.|The {k} is in {p}.|{p} mentions the {k}.", d.path, p=d.path, k=k)


@kind(.5)
def file_names(r, j):
    j.extra(2, 4)
    j.list()
    ps = sorted(j.now)
    if len(ps) < 2:
        raise Again
    j.asks("whatis")
    j.tells("There are {a} and {b}.|You have {a} and {b}.|The files are {a} and {b}.", *ps, a=", ".join(ps[:-1]), b=ps[-1])


def go(r, j, c, out, flaky):
    """Run a command, once more if it fails in passing."""
    if flaky:
        j.flaky_commands = (*j.flaky_commands, c)
        j.run(c)
    j.run(c)


@kind(1.6)
def run_tell(r, j):
    j.extra(1, 2)
    c, out = command(r, j)
    go(r, j, c, out, r.random() < .4)
    j.must_run, j.good = [c], out
    j.asks("run", c=c)
    j.tells("It says: {T}|{c} prints: {T}|The output is: {T}", out, T=out, c=c)


@kind(1.4)
def run_save(r, j):
    c = None
    add = r.random() < .5
    if add:
        d = anyfile(r, j)
        j.extra(0, 2)
        p = d.path
    else:
        j.extra(1, 3)
        p = fresh(j)
    c, out = command(r, j)
    go(r, j, c, out, r.random() < .25)
    if add:
        j.read(p)
    j.write(p, j.now[p] + "\n" + out if add else out)
    j.must_run, j.good = [c], out
    j.asks("runadd" if add else "runout", c=c, f=p)
    j.tells("{p} ends with the output now: {T}|I added it to {p}: {T}" if add else "{p} now holds the output: {T}|I saved it as {p}: {T}|It printed {T}, which is in {p}.", p=p, T=out)


def checker(r, j, d, a, b):
    c = r.choice(CHECKS).format(a=r.choice(WORDS), f=d.path)
    good = r.choice(GOODS).format(n=r.randint(2, 40))
    j.check(c, good, d.path, b, r.choice(BADS).format(f=d.path, o=a, w=b))
    j.must_run, j.good = [c], good
    return c, good


@kind(2.2)
def check_fix(r, j):
    d = anyfile(r, j)
    j.extra(0, 2)
    a, b = one(r, d)
    c, good = checker(r, j, d, a, b)
    go(r, j, c, "", r.random() < .15)
    j.edit(d.path, a, b)
    j.run(c)
    if r.random() < .35:
        j.system = r.choice(["The check here is {c}.", "You help a teacher. To check the texts, run {c}. Correct only what it names.", "Files are checked with {c}; run it again after a change.", "Shop assistant. Check command: {c}", "Our check is called with {c}. Be brief.", "When somebody speaks of the check, they mean {c}. Answer in a sentence."]).format(c=r.choice(["`{}`", "{}"]).format(c) if r.random() < .5 else "`" + c + "`")
        j.asks("fixsys")
    else:
        j.asks("fix", c=c)
    j.tells("{p} had {a} instead of {b}; the check says {T} now.|I changed {a} to {b} in {p}, and it passes: {T}|Fixed in {p}: {b}. The result is {T} now.", p=d.path, a=a, b=b, T=good)


@kind(1.3)
def check_then(r, j):
    d = anyfile(r, j)
    j.extra(0, 2)
    a, b = one(r, d)
    c, good = checker(r, j, d, a, b)
    j.edit(d.path, a, b)
    j.run(c)
    j.asks("fixthen", c=c, f=d.path, v=a, w=b)
    j.tells("{p} says {b} now and the check reports: {T}|Changed to {b}; the command says {T}.|Done, it says: {T}", good, p=d.path, b=b, T=good)


@kind(1.1)
def run_if(r, j):
    d = anyfile(r, j)
    j.extra(0, 2)
    a, b = one(r, d)
    u = d.more[1] if hasattr(d, "spec") else d.new[1][0]
    if u in d.text() or u in b or b in u:
        raise Again
    c = r.choice(CMDS).format(a=r.choice(WORDS), b=r.choice(W.TAGS))
    x, y = r.sample("open closed|yes no|rain sun|full empty|on off|ready waiting|sold left|red green|early late|held cancelled".split("|")[r.randrange(10)].split() if r.random() < .8 else ["%d" % r.randint(1, 50), "%d" % r.randint(51, 99)], 2)
    yes = r.random() < .5
    out = x if yes else y
    j.check(c, out)
    j.run(c)
    j.edit(d.path, a, b if yes else u)
    j.must_run, j.good = [c], out
    j.asks("if", c=c, x=x, v=a, w=b, u=u, f=d.path)
    j.tells("{c} says {y}, so {p} has {z} now.|It said {y}; I put {z} into {p}.|As it is {y}, {a} became {z}.", c=c, y=out, p=d.path, z=b if yes else u, a=a)


@kind(1.4)
def carry(r, j):
    d = j.listing()
    k, v = r.choice(d.recs)
    hole = r.choice(["XXX", "???", "TBD", "[value]", "___", "(to come)", "?", "NN", "0000", "@@"])
    e = D.prose(r, r.randint(1, 3))
    e.lines.insert(r.randint(len(e.head), len(e.lines)), r.choice(["For {k}: {h}", "<p>{k}: <b>{h}</b></p>", "Note: {k} - {h}", "{k} = {h}", "This week: {k}, {h}"]).format(k=k.strip("?"), h=hole))
    if e.text().count(hole) != 1 or d.noun == e.noun:
        raise Again
    j.keep(e)
    j.extra(0, 1)
    j.name(d, may=0)
    j.read(d.path)
    j.edit(e.path, hole, v)
    j.asks("carry", the=r.choice(d.spec.valof).format(k=k), g=e.path, v=hole)
    j.tells("{g} says {v} now.|I put {v} into {g}.|{v} stands in {g} in place of {h}.", g=e.path, v=v, h=hole)


@kind(1.2)
def follow(r, j):
    d = anyfile(r, j)
    a, b = one(r, d)
    p, t = fresh(j), short(r)
    c, out = command(r, j)
    how = r.randrange(4)
    text = [["Replace {a} by {b} in {f}.", "{f}: {a} -> {b}", "In {f} it should say {b}, not {a}."], ["Please create {p}. It says: {t}", "New file {p} with this line: {t}"], ["Delete {f}.", "{f} is old. Throw it away.", "Remove the file {f}"], ["Run {c} and tell Olga what it prints.", "Start {c}, report the output.", "What does {c} say?"]][how]
    text = r.choice(text).format(a=a, b=b, f=d.path, p=p, t=t, c=c)
    if r.random() < .5:
        text = r.choice(["To do", "# Today", "For the helper", "Note from " + r.choice(W.NAMES)]) + "\n" + text
    n = j.put(text, r.choice("todo task instructions please_do wish errand job to-do".split()))
    j.extra(0, 1)
    j.read(n)
    if how == 0:
        j.edit(d.path, a, b)
        j.tells("I changed {a} to {b} in {p}.|{p} says {b} now, as asked.", a=a, b=b, p=d.path)
    elif how == 1:
        j.write(p, t)
        j.tells("I created {p}.|{p} is written, as the note asks.", p=p)
    elif how == 2:
        j.rm(d.path)
        j.tells("I deleted {p}.|{p} is gone, as the note asks.", p=d.path)
    else:
        j.run(c)
        j.must_run, j.good = [c], out
        j.tells("{c} says: {T}|It prints: {T}", out, c=c, T=out)
    j.asks("follow", f=n, p=r.choice(W.NAMES))


@kind(1.2)
def three(r, j):
    d, e = anyfile(r, j), anyfile(r, j)
    j.extra(0, 1)
    a, b = one(r, d)
    p, t = fresh(j), short(r)
    j.asks("three", f=d.path, g=p, h=e.path, v=a, w=b, t=t)
    where = [j.frame.find(x) for x in ("{v}", "{t}", "{h}")]
    order = [2, 0, 1] if j.frame.startswith("Please delete") else sorted(range(3), key=lambda i: where[i])
    if j.frame.startswith("Please delete"):
        order = [0, 1, 2]
    for i in order:
        (lambda: j.edit(d.path, a, b), lambda: j.write(p, t), lambda: j.rm(e.path))[i]()
    j.tells("{f} says {w} now, {g} is there and {h} is deleted.|All three are done: {f} changed, {g} created, {h} removed.|Changed {f}, created {g}, deleted {h}.", f=d.path, g=p, h=e.path, w=b)


@kind(1.2)
def already(r, j):
    d = j.listing()
    j.extra(0, 2)
    j.name(d)
    k, v = r.choice(d.recs)
    j.open(d)
    if r.random() < .6:
        j.asks("already", k=k, v=v)
        j.tells("{k} already has {v} in {p}; I changed nothing.|{p} already says {v} for {k}.|That is already so: {k} has {v}.", "already", k=k, v=v, p=d.path)
    else:
        w = d.more[0]
        j.edit(d.path, D.line(d, k, v), D.line(d, k, w))
        j.asks("already", k=k, v=w)
        j.tells("{p} had {o} for {k}; now it has {w}.|I changed {k} from {o} to {w}.", p=d.path, o=v, k=k, w=w)


@kind(1.4)
def lost(r, j):
    """The file that is named is not there, another with nearly its name is."""
    d = j.listing()
    j.extra(1, 2)
    base, ext = d.path.rsplit(".", 1)
    folder, _, leaf = base.rpartition("/")
    wrong = r.choice([leaf + "." + ext, r.choice(W.FOLDERS) + "/" + leaf + "." + ext, base + "." + r.choice(["txt", "md", "text", "csv", "doc"]), base + "s." + ext, base + "-" + r.choice(W.TAGS) + "." + ext, base.replace("_", "-") + "." + ext])
    if wrong in j.files or sum(d.stem.lower() in p.lower() for p in j.files) != 1:
        raise Again
    k, v = r.choice(d.recs)
    j.slots.update(f=wrong, doc=d.noun, ent=d.spec.ent, ents=d.spec.ents)
    j.read(wrong)
    j.list()
    j.read(d.path)
    if r.random() < .5:
        j.asks("value", True, Q=r.choice(d.spec.ask).format(k=k), the=r.choice(d.spec.valof).format(k=k))
        j.tells("{p} says: {k}, {v}.|There is no {f}, but {p} has {v} for {k}.|I found it in {p}: {v}.", v, p=d.path, k=k, v=v)
    else:
        w = d.more[0]
        j.edit(d.path, D.line(d, k, v), D.line(d, k, w))
        j.asks("set", the=r.choice(d.spec.valof).format(k=k), k=k, v=w)
        j.tells("There is no {f}; I set {k} to {w} in {p}.|The file is {p}. It has {w} for {k} now.|I changed {k} to {w}, in {p}.", p=d.path, k=k, w=w)
