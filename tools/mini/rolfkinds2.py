"""Rolf's tasks with conditions, and with things that are counted or picked out of a list."""
import rolfasks2
import rolfwords as W
from rolfbase import Again, base, holding, joined, kind, lines, numbered, pair, plain, series, stock

# Where a value stands to a limit: what holds, and how it is said.
SIDES = {
    "below": (lambda v, n: v < n, "below|under|less than|smaller than|fewer than|lower than", "is below", "is not below"),
    "above": (lambda v, n: v > n, "above|over|more than|bigger than|greater than|higher than", "is above", "is not above"),
    "most": (lambda v, n: v <= n, "at most|not more than|no more than|up to|not above", "is at most", "is more than"),
    "least": (lambda v, n: v >= n, "at least|not less than|no less than|not below|or more:", "is at least", "is less than"),
}


def limit(r, holds, sides):
    """A side, its words, a limit and a value that meets it or not; numbers now and then right at the limit."""
    side = r.choice(sides)
    f, words, yes, no = SIDES[side]
    for _ in range(99):
        n = r.choice([r.randint(5, 95), r.choice([10, 20, 25, 30, 40, 50, 60, 80])])
        v = r.randint(2, 99) if r.random() < .85 else n + r.choice([-1, 1])
        if v != n and 1 < v and f(v, n) == holds:
            return side, r.choice([x for x in words.split("|") if ":" not in x]), n, v, yes if holds else no
    raise Again


def conditioned(r, j, bank, sides, other=False):
    """A number is changed if it is on one side of another."""
    holds = r.random() < .55
    side, words, n, v, why = limit(r, holds, sides)
    t = r.choice(W.THINGS if bank == "if_low" or r.random() < .6 else W.KEYS)
    m, o = r.sample([x for x in range(2, 100) if x not in (v, n)], 2)
    if not other and r.random() < .25:
        m = n
    text, d = stock(r, None, t, v, (n, m, o))
    p = j.put(text)
    j.others(0, 2)
    j.ask_by(bank, p=p, t=t, r=words, n=n, m=m, o=o)
    j.read(p)
    ln = d[t][1]
    to = m if holds else o if other else None
    if to is not None:
        if str(v) in t or ln.count(str(v)) != 1:
            raise Again
        new = ln.replace(str(v), str(to))
        j.derived.add(new)
        j.edit(p, ln, new)
        j.tell("[It was {V}, which {Y} {N}, so it is {M} now.|{T}: {V} before. That {Y} {N}, so I set it to {M}.|Before it said {V}; that {Y} {N}. Now it says {M}.|{V} {Y} {N}, so {P} says {M} now.]", v, t=t, v=v, y=why, n=n, m=to, p=p)
    else:
        j.tell("[It says {V}, which {Y} {N}, so I left it.|{T}: {V}. That {Y} {N}, so nothing was changed.|{V} {Y} {N}. {P} is as it was.|I found {V}; {V} {Y} {N}, so I changed nothing.]", v, t=t, v=v, y=why, n=n, p=p)


@kind
def if_low(r, j):
    conditioned(r, j, "if_low", ["below"])


@kind
def if_side(r, j):
    conditioned(r, j, "if_side", list(SIDES))


@kind
def if_least(r, j):
    """At least so many are wanted: below that it is raised."""
    conditioned(r, j, "if_least", ["below"])


@kind
def if_most(r, j):
    conditioned(r, j, "if_most", ["above"])


@kind
def if_both(r, j):
    conditioned(r, j, "if_both", list(SIDES), True)


@kind
def if_same(r, j):
    """Changed only if it still is what is said."""
    t = r.choice(W.THINGS if r.random() < .5 else W.KEYS)
    v, n, m = r.sample(range(2, 99), 3)
    holds = r.random() < .5
    n = v if holds else n
    text, d = stock(r, None, t, v, (n, m))
    p = j.put(text)
    j.others(0, 2)
    j.ask_by("if_same", p=p, t=t, n=n, m=m)
    j.read(p)
    ln = d[t][1]
    if str(v) in t or ln.count(str(v)) != 1:
        raise Again
    if holds:
        new = ln.replace(str(v), str(m))
        j.edit(p, ln, new)
        j.tell("[It was {V}, so it is {M} now.|{T} said {V}; I made it {M}.|Yes, it was {V}. Now it is {M}.]", v, v=v, m=m, t=t)
    else:
        j.tell("[It is {V}, not {N}, so I left it.|{T} says {V} and not {N}; nothing changed.|No, it says {V}. I changed nothing.]", v, v=v, n=n, t=t)


@kind
def if_lacking(r, j):
    """A line is added if the thing is not in the list; else its number is told."""
    there = r.random() < .5
    t = r.choice(W.THINGS)
    v, m = r.sample(range(2, 99), 2)
    text, d = stock(r, r.randint(2, 4), t if there else None, v, (m,))
    if not there and (t in text or not set(d) <= set(W.THINGS)):
        raise Again
    p = j.put(text)
    j.others(0, 2)
    x = f"{t}: {m}"
    j.ask_by("if_lacking", p=p, t=t, m=m, x=x)
    j.read(p)
    if there:
        j.tell("[It has {T} already, with {V}. Nothing was changed.|It already has {T}: {V}. I left it.|{P} says {V} for {T}, so I changed nothing.]", v, t=t, v=v, p=p)
    else:
        j.write(p, j.now[p] + "\n" + x)
        j.tell("[I found no {T}, so I added {X}.|No {T} in {P} so far; {X} stands at the end now.|I added {X}, as it was missing.]", t=t, x=x, p=p)


@kind
def if_word(r, j):
    """A line is added, or not, if a file speaks of something."""
    a = r.choice(r.choice([W.PEOPLE, W.FOODS, W.PLACES, W.PLANTS]))
    holds, x = r.random() < .5, plain(r)
    if a in x:
        raise Again
    p = j.put(holding(r, a) if holds else lines(r, 2, 4))
    if not holds and a in j.now[p] or x in j.now[p]:
        raise Again
    j.others(0, 2)
    n = j.now[p].count("\n") + 1
    j.ask_by("if_word", p=p, a=a, x=x)
    j.read(p)
    if holds:
        j.write(p, j.now[p] + "\n" + x)
        j.tell("[Yes, {P} mentions {A}, so the line is at its end now.|{A} is in {P}, yes; I added the line.|Yes: {A} is there, and I put the line below.]", "yes", p=p, a=a)
    else:
        j.tell("[No, {P} does not mention {A}. Nothing was changed.|No: there is nothing of {A} in {P}, so I left it.|No {A} in {P}; I changed nothing.]", "no", p=p, a=a)
        j.unsaid = ["yes"]


@kind
def if_absent(r, j):
    """A file is made only if it is not there; else its first line is told."""
    x = plain(r)
    there = r.random() < .5
    j.others(1, 3)
    p = j.put(lines(r, 2, 4)) if there else j.fresh()
    j.ask_by("if_absent", p=p, x=x)
    j.list()
    if there:
        one = j.read(p).split("\n")[0]
        j.tell("[{P} is there already. Its first line: {L}|It exists, so I left it. It begins with: {L}|There is one; the first line is {L}]", one, p=p, l=one)
    else:
        j.write(p, x)
        j.tell("[There was no {P}; I made it.|{P} was not there, so I wrote it.|No {P} so far; now there is one, with your line.]", p=p)


@kind
def if_exists_rm(r, j):
    """One file goes if another is there; else nothing is done but the names told."""
    j.others(1, 2)
    p = j.put(lines(r, 1, 3))
    there = r.random() < .5
    q = j.put(lines(r, 1, 3)) if there else j.fresh()
    j.ask_by("if_exists_rm", p=p, q=q)
    names = j.list()
    if there:
        j.run("rm " + p)
        j.tell("[{Q} is there, so I deleted {P}.|I found {Q} and removed {P}.|{P} is gone, as {Q} exists.]", p=p, q=q)
    else:
        j.tell("[There is no {Q}, so {P} stays. The files are {L}.|{Q} is missing; I deleted nothing. There are {L}.]", *[f for f in names if f != p], p=p, q=q, l=joined(names))


@kind
def if_passes(r, j):
    """A line is written if a command is content; else what it said is told."""
    j.others(1, 3)
    ok = r.random() < .5
    good, bad = j.fine(), r.choice(["FAILED: ", "error: ", "stopped: ", "problem: ", "not ok: "]) + f"{r.choice(W.STEMS)} " + r.choice(["is too long", "not found", "has a mistake in line " + str(r.randint(2, 60)), "is empty", "cannot be read", "has " + str(r.randint(2, 20)) + " wrong links"])
    c, o = j.command(good if ok else bad)
    p, x = j.fresh(), r.choice(["ready", "done", "all fine", "ok to print", "checked by " + r.choice(W.PEOPLE), "may be sent", "published on " + r.choice(W.DAYS), "PASSED", "good to go"])
    if o in x or x in o:
        raise Again
    j.ask_by("if_passes", p=p, c=c, x=x)
    j.run(c)
    if ok:
        j.write(p, x)
        j.must(c, o)
        j.tell("[It went well ({O}), so {P} says {X} now.|{C} said {O}, and I wrote {P}.|All right: {O}. {P} is there with {X}.]", p=p, c=c, o=o, x=x)
    else:
        j.must(c, o)
        j.tell("[It failed ({O}), so I wrote nothing.|I wrote nothing, because {C} said: {O}|No {P}, as it said: {O}]", o, p=p, c=c, o=o)


@kind
def if_fails(r, j):
    """A setting is put back only if a command fails."""
    a, b = pair(r)
    p = j.put(holding(r, a, avoid=[b]))
    j.others(0, 2)
    bad = r.random() < .55
    if bad:
        c, good = j.checked(p, b, r.choice(["failed", "error: something is wrong", "1 problem", "not good", "it does not work like this", "FAIL", "stopped with an error", "no, this cannot be printed"]))
    else:
        c, good = j.command()
        j.must(c, good)
    j.ask_by("if_fails", p=p, a=a, b=b, c=c)
    j.run(c)
    if bad:
        j.swap(p, a, b)
        j.run(c)
        j.tell("[It failed, so {P} says {B} now, and then it said: {O}|The first run failed. With {B} in {P} it says: {O}|With {B} it works: {O}]", good, p=p, b=b, o=good)
    else:
        j.tell("[It went well ({O}), so I changed nothing.|{P} stays as it was, for {C} said: {O}|No need to change anything: {O}]", good, p=p, c=c, o=good)


def kinds_of(j, n, e):
    """n files of one ending and some of others."""
    r = j.r
    for _ in range(n):
        j.put(lines(r, 1, 2), ends=[e])
    for _ in range(r.randint(1, 4)):
        j.put(lines(r, 1, 2), ends=[x for x in W.NOTE_ENDS if x != e])
    hits = sorted(f for f in j.now if f.endswith("." + e))
    if len(hits) != n:
        raise Again
    return hits


def counted(j, hits):
    n = len(hits)
    j.derived.add(str(n))
    if j.brief() or j.r.random() < .08:
        j.tell("{N}", n, n=n)
    else:
        j.tell("[{L}: that makes {N}.|I count {L}. So {N}.|{L}. {N} in all.|It is {N}: {L}.]", n, n=n, l=numbered(hits))


@kind
def count_ends(r, j):
    e = r.choice("html md txt csv yaml log css py sh json org".split())
    hits = kinds_of(j, r.randint(1, 5), e)
    j.ask_by("count_ends", e=e)
    j.list()
    counted(j, hits)


@kind
def count_word(r, j):
    """Files with a word in the name."""
    w = r.choice("jam cake plan list soup old draft song trip photo test bill menu bread garden tax".split())
    n = r.randint(1, 4)
    for _ in range(n):
        j.put(lines(r, 1, 2), r.choice(W.FOLDERS) + r.choice(["{w}_{s}", "{s}-{w}", "{w}-{s}", "{s}_{w}", "{s}-{w}-2"]).format(w=w, s=r.choice(W.STEMS)) + "." + r.choice(W.NOTE_ENDS))
    j.others(2, 4)
    hits = sorted(f for f in j.now if w in f)
    if len(hits) != n or any(w in f.split("/")[0] and "/" in f for f in hits):
        raise Again
    if r.random() < .5:
        j.ask_by("count_word", w=w)
        j.list()
        counted(j, hits)
    else:
        j.ask_by("names_word", w=w)
        j.list()
        j.tell("{L}" if j.brief() else "[These have it: {L}.|{L}.|I found {L}.]", *hits, l=joined(hits))
        j.unsaid = [f for f in j.now if f not in hits]


@kind
def count_write(r, j):
    """The number of files of a folder or an ending goes into a file."""
    e = r.choice("html md txt csv yaml log css".split())
    hits = kinds_of(j, r.randint(1, 5), e)
    p = j.fresh(["org", "list", "ini"])
    j.ask_by("count_write", e=e, p=p)
    j.list()
    n = str(len(hits))
    j.derived.add(n)
    j.write(p, n)
    j.tell("[{L}: {N}. The number is in {P} now.|{P} says {N}: {L}.|I counted {L} and wrote {N} in {P}.]", n, n=n, p=p, l=numbered(hits))


@kind
def count_two(r, j):
    """Two folders, two numbers."""
    d, e = r.sample([f for f in W.FOLDERS if f], 2)
    if d in e or e in d:
        raise Again
    for f in [d] * r.randint(1, 4) + [e] * r.randint(1, 4) + [""] * r.randint(0, 2):
        j.put(lines(r, 1, 2), folder=f)
    x, y = ([f for f in sorted(j.now) if f.startswith(q)] for q in (d, e))
    n, m = len(x), len(y)
    if n == m:
        raise Again
    j.ask_by("count_two", d=d, e=e)
    j.list()
    j.derived |= {str(n), str(m)}
    more = " " + (d if n > m else e) + " has more." if "fuller" in j.ask or "more files" in j.ask else ""
    j.tell("[{D}: {K}, so {N}. {E}: {L}, so {M}.|{N} in {D} ({K}) and {M} in {E} ({L}).|In {D} {N}: {K}. In {E} {M}: {L}.]" + more, n, m, d=d, e=e, n=n, m=m, k=numbered([base(f) for f in x]), l=numbered([base(f) for f in y]))


@kind
def names_in(r, j):
    """The names in a folder, or of an ending, only those."""
    if r.random() < .5:
        e = r.choice("html md txt csv yaml log css".split())
        hits = kinds_of(j, r.randint(1, 4), e)
        j.ask_by("names_ends", e=e)
    else:
        d = r.choice([f for f in W.FOLDERS if f])
        for _ in range(r.randint(1, 4)):
            j.put(lines(r, 1, 2), folder=d)
        j.others(1, 4)
        hits = sorted(f for f in j.now if f.startswith(d))
        j.ask_by("names_folder", d=d)
    j.list()
    j.tell("{L}" if j.brief() else "[They are {L}.|{L}.|There you have {L}.|I see {L}.]", *hits, l=joined(hits))
    j.unsaid = [f for f in j.now if f not in hits]


@kind
def folders_with(r, j):
    """Folders that have a file of a name."""
    f = r.choice(["index.html", "README", "notes.txt", "menu.md", "list.csv", "style.css", "prices.txt", "TODO", "photo.txt", "Makefile"])
    ds = r.sample([x for x in W.FOLDERS if x and x.count("/") == 1], r.randint(3, 5))
    k = r.randint(1, len(ds) - 1)
    for i, d in enumerate(ds):
        if i < k:
            j.files[d + f] = j.now[d + f] = lines(r, 1, 2)
        if i >= k or r.random() < .4:
            j.put(lines(r, 1, 2), folder=d)
    hits = sorted(ds[:k])
    j.ask_by("folders_with", f=f)
    j.list()
    j.tell("{L}" if j.brief() else "[These: {L}.|{L}.|It is in {L}.|The folders are {L}.]", *hits, l=joined(hits))
    j.unsaid = [d for d in ds[k:]]


@kind
def which_missing(r, j):
    """Of some files those that are not there."""
    have = [j.put(lines(r, 1, 2)) for _ in range(r.randint(1, 3))]
    lack = []
    for _ in range(r.randint(1, 2)):
        lack.append(j.fresh(more=lack))
    j.others(0, 2)
    ps = have + lack
    r.shuffle(ps)
    j.ask_by("which_missing", l=series(r, ps, r.choice(["and", "comma"])))
    j.list()
    lack = [p for p in ps if p in lack]
    j.tell("[Missing: {L}.|I don't see {L}.|Not there: {L}.|{L}, the others are there.]" if not j.brief() else "{L}", *lack, l=joined(lack))
    j.unsaid = have


@kind
def drop_ends(r, j):
    """All files of an ending, or of a folder, are removed, and only those."""
    e = r.choice("bak tmp old log".split())
    hits = kinds_of(j, r.randint(1, 4), e)
    left = len(j.now) - len(hits)
    j.ask_by("drop_ends", e=e)
    j.list()
    for f in hits:
        j.run("rm " + f)
    j.tell("[Gone: {L}.|I removed {L}.|{L}: deleted, nothing else.|I threw away {L}.]", l=joined(hits))


@kind
def more_of_two(r, j):
    """Which of two lists has more of a thing, or less."""
    t = r.choice(W.THINGS)
    v, w = r.sample(range(2, 99), 2)
    (x, _), (y, _) = stock(r, None, t, v), stock(r, None, t, w)
    p, q = j.put(x), j.put(y)
    j.others(0, 1)
    j.ask_by("more_of_two", p=p, q=q, t=t)
    j.read(p)
    j.read(q)
    less = any(k in j.frame for k in ("fewer", "smaller", "less"))
    best = p if (v > w) != less else q
    j.tell("{B}: " + "[{V} in {P}, {U} in {Q}.|{P} has {V} and {Q} has {U}.]", v, w, b=best, p=p, q=q, v=v, u=w)


ALL = [if_low, if_low, if_side, if_side, if_least, if_most, if_both, if_both, if_same, if_lacking, if_word, if_absent, if_exists_rm, if_passes, if_fails, count_ends, count_ends, count_word, count_write, count_two, names_in, folders_with, which_missing, drop_ends, more_of_two]
