"""Tasks of silas: states of affairs, telegrams, reasons first, replacements out of files, folders, and the everyday."""
import silasasks6
import silasparts as P
import silaswords as W
from silasbase import Again, conf, maker, other, sentence, settings, text
from silaskinds2 import library
from silaskinds3 import target

# Ordinary words that stand for themselves when they are quoted or follow an arrow.
ODD = "come was switched tests from to run write if then with name set value now old new file line end after before read both only yes no change says is stop go left right last first put take none all keep".split()
SETDONE = "[{K} in {P} is {W} now.|{P}: {K} is {W}.|Done, {K} is {W}.|{P} has {W} for {K} now.|Changed from {V} to {W}.]"
SAYDONE = "[{P} says {U} now.|{U} stands in {P} instead of {T}.|Done: {U} in {P}.|Changed {T} to {U} in {P}.]"


def set_by(bank):
    def go(r, j):
        p, k, v, ln = conf(j)
        w = other(r, v)
        j.some(0, 3)
        j.request(bank, p=p, k=k, v=v, w=w, n=r.choice(W.NOUNS), x=r.choice(W.PEOPLE))
        j.read(p)
        j.line(p, ln, ln.replace(v, w))
        j.tell(SETDONE, p=p, k=k, v=v, w=w)
    return maker(go, bank.replace(".", "_"))


def worded(j, odd=False):
    r = j.r
    t, u = r.sample(ODD if odd else r.choice([W.PEOPLE, W.TEXTS, W.SERVICES, W.NOUNS, W.TEAMS, W.CITIES]), 2)
    x = text(r, r.choice(["{n}: {v}", "{v} = {d}", "status {v}", "{v} {d}", "- {v}\n- {n}", "label={v}\nrack={e}", "{n} {v} {d}", "# {v}\n{s} {d}", "{d} {v}"]), t)
    if x.count(t) != 1 or t in u or u in t or u in x:
        raise Again
    p = j.put(x) if r.random() < .85 else j.put(x, j.free(r.choice(W.BARE)))
    if t in p:
        raise Again
    return p, t, u


def word_by(bank, odd=False):
    def go(r, j):
        p, t, u = worded(j, odd)
        j.some(0, 3)
        if odd and not j.marks["t"]:
            raise Again
        j.request(bank, p=p, t=t, u=u, x=r.choice(W.PEOPLE))
        j.edit(p, t, u)
        j.tell(SAYDONE, p=p, t=t, u=u)
    return maker(go, bank.replace(".", "_") + "_odd" * odd)


def arrows(r, j):
    """Telegrams without a word of order."""
    p, t, u = worded(j, r.random() < .3)
    j.some(0, 2)
    j.frame = "arrows"
    f = r.choice(["{P}: {T} -> {U}", "{T} -> {U} ({P})", "{P} {T} => {U}", "{P}: {T} > {U}", "{P} | {T} | {U}", "s/{T}/{U}/ {P}", "{P}: s/{T}/{U}/", "{T} --> {U}, {P}", "{P}\n- {T}\n+ {U}", "[{P}] {T} -> {U}".replace("[", "(").replace("]", ")"), "{P}; {T} becomes {U}", "old: {T}\nnew: {U}\nfile: {P}", "file {P}\nfrom {T}\nto {U}", "{T} => {U} @ {P}", "{U} <- {T}, in {P}"])
    j.ask = f.replace("{P}", p).replace("{T}", t).replace("{U}", u)
    j.edit(p, t, u)
    j.tell(SAYDONE, p=p, t=t, u=u)


def bare_now(r, j):
    p = j.free(r.choice(W.BARE))
    t, old = r.sample(r.choice([W.PEOPLE, W.TEXTS, W.LABELS]), 2)
    j.put(old, p)
    j.some(0, 3)
    j.request("state.bare", p=p, t=t)
    j.write(p, t)
    j.tell("[{P} says {T} now.|{P} holds {T}.|Done, {P}: {T}.]", p=p, t=t)


def gone(r, j):
    p = j.noise() if r.random() < .7 else j.noise(j.free(r.choice(W.BARE)))
    j.some(1, 3)
    j.request("state.gone", p=p)
    j.run("rm " + p)
    j.tell("[{P} is gone.|Deleted {P}.|{P} is out.]", p=p)


def file_state(r, j):
    p = j.free(r.choice(W.BARE)) if r.random() < .3 else j.fresh(r.choice(["txt", "md", "flag", "note", "cfg"]))
    t = r.choice(W.LABELS) if r.random() < .7 else sentence(r)
    P.reserve(j, p)
    j.some(0, 3)
    P.clear(j)
    j.request("state.file", p=p, t=t)
    j.write(p, t)
    j.tell("[{P} is there.|Wrote {P}.|{P} exists now and says {T}.]", p=p, t=t)


def line_state(up):
    def go(r, j):
        p = j.put(P.prose(j))
        t = r.choice(W.LABELS) if r.random() < .6 else sentence(r)
        if t in j.now[p]:
            raise Again
        j.some(0, 2)
        j.request("state.top" if up else "state.line", p=p, t=t)
        x = j.read(p)
        j.write(p, t + "\n" + x if up else x + "\n" + t)
        j.tell("[{P} begins with {T} now.|{T} is on top of {P}.]" if up else "[{P} ends with {T} now.|{T} is the last line of {P}.|Added to {P}.]", p=p, t=t)
    return maker(go, "state_top" if up else "state_line")


def from_key(r, j):
    o, k, v, ln = conf(j, "text")
    p, t, u = worded(j, r.random() < .2)
    j.some(0, 2)
    if v in j.now[p] or t in j.now[o]:
        raise Again
    j.request("from.word", p=p, o=o, k=k, t=t)
    j.read(o)
    j.edit(p, t, v)
    j.tell("[{P} says {V} instead of {T}.|{V} from {O} stands in {P} now.|{K} is {V}; {P} has it now.]", p=p, o=o, k=k, t=t, v=v)


def from_content(r, j):
    p, t, u = worded(j, r.random() < .2)
    v = r.choice(W.TEXTS + W.PEOPLE)
    if v in j.now[p] or v == t:
        raise Again
    o = j.put(v, j.free(r.choice(W.BARE))) if r.random() < .7 else j.put(v, ext="txt")
    j.some(0, 2)
    j.request("from.content", p=p, o=o, t=t)
    j.read(o)
    j.edit(p, t, v)
    j.tell("[{P} says {V} instead of {T}.|{V} from {O} stands in {P} now.|It is {V}; {P} has it.]", p=p, o=o, t=t, v=v)


def in_folder(r, j):
    d, t, u, ps = library(j, 2, 4, 1)
    p = next(x for x in ps if t in j.now[x])
    j.some(0, 2)
    j.request("in.dir", d=d, t=t, u=u)
    j.list()
    for x in ps:
        j.read(x)
        if x == p:
            break
    if j.now[p].count(t) != 1:
        raise Again
    j.edit(p, t, u)
    j.tell("[{P} had it; it says {U} now.|It was {P}. Now {U}.|Changed in {P}.]", p=p, u=u)


def only_in(r, j):
    d, x = r.choice(["sites", "hosts", "jobs", "feeds", "tenants", "settings", "edge"]), r.choice(["yaml", "toml", "ini", "env", "conf", "properties"])
    p, k, v, ln = conf(j, p=f"{d}/{r.choice(W.NOUNS)}.{x}")
    for n in r.sample(W.NOUNS, r.randint(0, 2)):
        j.noise(j.free(f"{d}/{n}.{r.choice(['md', 'txt', 'sh', 'sql'])}"))
    if r.random() < .5:
        j.noise(j.free(f"{r.choice(['other', 'spare', 'lab'])}/{r.choice(W.NOUNS)}.{x}"))
    j.some(0, 1)
    if sum(f.startswith(d + "/") and f.endswith("." + x) for f in j.now) != 1:
        raise Again
    w = other(r, v)
    j.request("only.dir", d=d, x=x, k=k, w=w)
    j.list()
    j.read(p)
    j.line(p, ln, ln.replace(v, w))
    j.tell(SETDONE, p=p, k=k, v=v, w=w)


def lost(r, j):
    b = r.choice(W.NOUNS) + "-" + r.choice(W.NOUNS) + "." + r.choice(["yaml", "toml", "ini", "env", "conf"])
    d = r.choice([x for x in W.DIRS if x])
    p, k, v, ln = conf(j, p=d + b)
    j.some(1, 3)
    w = other(r, v)
    j.request("lost", p=b, k=k, w=w)
    j.list()
    j.read(p)
    j.line(p, ln, ln.replace(v, w))
    j.tell(SETDONE, p=p, k=k, v=v, w=w)


def say_run(flaky):
    def go(r, j):
        j.some(1, 3)
        c, out = j.command(flaky=flaky or r.random() < .06)
        j.request("say.flaky" if flaky else "say.run", c=c)
        j.retry(c)
        j.must(c, out)
        j.tell("[{O}|{O}|It says: {O}|{C}: {O}|Output: {O}]", out, o=out, c=c)
    return maker(go, "say_flaky" if flaky else "say_run")


def say_all(r, j):
    p = j.noise()
    j.some(0, 3)
    j.request("say.all", p=p)
    j.readonly()
    t = j.read(p)
    j.tell("[{T}|{T}|{P} says:\n{T}|It reads:\n{T}]", *t.split("\n"), p=p, t=t)
    j.say = [x.strip() for x in j.say if x.strip()]


def move(r, j):
    p = j.noise()
    q = target(j, p)
    j.some(0, 2)
    j.free(q)
    j.request("move", p=p, q=q)
    j.write(q, j.read(p))
    j.run("rm " + p)
    j.tell("[{P} is {Q} now.|Renamed {P} to {Q}.|{Q} has it, {P} is gone.]", p=p, q=q)


def block(new):
    def go(r, j):
        t = "\n".join(dict.fromkeys(r.choice([sentence(r), r.choice(W.LABELS), "- " + r.choice(W.LABELS)]) for _ in range(r.randint(2, 4)))) if r.random() < .6 else settings(r, r.randint(2, 4))[0]
        p = j.fresh() if new else j.put(P.prose(j))
        P.reserve(j, p) if new else None
        j.some(0, 2)
        P.clear(j) if new else None
        j.frame = "block"
        j.ask = j.f("block.new" if new else "block.append", p=p, B=t).replace("\x01", "").replace("\x02", "")
        j.write(p, t if new else j.read(p) + "\n" + t)
        j.tell("[{P} is written.|Wrote {P}.|{P} is there.]" if new else "[{P} has the lines at its end.|Added to {P}.|{P} is longer by these lines.]", p=p)
    return maker(go, "block_new" if new else "block_append")


def backwards(r, j):
    acts = [P.action(j) for _ in range(3)]
    j.some(0, 1)
    P.clear(j)
    if any(hasattr(a, "out") for a in acts[:-1]) or sum("gone" in a.done for a in acts) > 1:
        raise Again
    imps = [a.imp() for a in acts]
    j.request("order.back", **dict(zip("ABD", imps)))
    for a in acts:
        a.do()
    j.tell("[{D}.|In this order: {D}.|Done: {D}.]", *[a.out for a in acts if hasattr(a, "out")], d="; ".join(a.done for a in acts))


ALL = [set_by("state.key"), set_by("state.key"), set_by("reason.key"), word_by("state.word"), word_by("state.word"), word_by("state.word", True), word_by("reason.word"), line_state(True), line_state(False), say_run(False), say_run(True), block(True), block(False)]
ALL += [maker(f) for f in (arrows, arrows, bare_now, gone, file_state, from_key, from_key, from_content, in_folder, only_in, lost, say_all, move, backwards)]
