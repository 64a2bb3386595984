"""Olga's tasks about lists whose entries have a value: prices, marks, hours, songs, loans."""
import cases
import olgadocs as D
import olgawords as W
from olgabase import ORD, Again, kind, nth


def shown(r, j, specs=None, n=None):
    d = j.listing(r.choice(specs) if specs else None, n)
    j.extra(0, 2)
    j.name(d)
    j.slots.update(ent=d.spec.ent, ents=d.spec.ents)
    return d


def the(r, d, k):
    return r.choice(d.spec.valof).format(k=k)


def told(r, d, k, v):
    return "|".join(x.format(k=k, v=v) for x in d.spec.tell)


@kind(2.5)
def list_value(r, j):
    d = shown(r, j)
    k, v = r.choice(d.recs)
    j.open(d)
    q = r.choice(d.spec.ask).format(k=k)
    j.asks("value", True, Q=q, the=the(r, d, k))
    j.tells(told(r, d, k, v), v)


@kind(1.5)
def list_key(r, j):
    d = shown(r, j)
    k, v = r.choice(d.recs)
    if sum(x == v for _, x in d.recs) > 1:
        raise Again
    j.open(d)
    q = r.choice(d.spec.back).format(v=v)
    while True:
        j.asks("value", True, Q=q, the="")
        if "{Q}" in j.frame:
            break
    j.tells(told(r, d, k, v), k)


@kind()
def list_nth(r, j):
    d = shown(r, j)
    i = r.randrange(len(d.recs))
    o = "last" if i == len(d.recs) - 1 and r.random() < .6 else "last but one" if i == len(d.recs) - 2 and r.random() < .4 else ORD[i]
    j.open(d)
    j.asks("nth", o=o, n=i + 1)
    j.tells("The {o} {ent} is {k}.|It is {k}.|{k} comes {o}.", d.recs[i][0], k=d.recs[i][0], o=o)


@kind()
def list_near(r, j):
    d = shown(r, j)
    i = r.randrange(len(d.recs) - 1)
    a, b = d.recs[i][0], d.recs[i + 1][0]
    low = r.random() < .55
    j.open(d)
    j.asks("next" if low else "prev", k=a if low else b)
    x, y = (b, a) if low else (a, b)
    j.tells("After {y} comes {x}.|{x} follows {y}.|The next one is {x}." if low else "Before {y} comes {x}.|{x} stands above {y}.|It is {x}.", x, x=x, y=y)
    j.answer = j.answer.replace('"' + x + '"', x).replace('"' + y + '"', y)


@kind(1.2)
def list_best(r, j):
    d = shown(r, j, D.NUMBERS)
    i = r.randrange(4)
    up = {"scores": (1, 0, 1, 0), "marks": (1, 0, 1, 0), "gifts": (1, 0, 1, 0)}.get(d.spec.name, (1, 0, 1, 0))[i]
    k = (max if up else min)(d.raw, key=d.raw.get)
    v = dict(d.recs)[k]
    j.open(d)
    j.asks("best", b=d.spec.best[i])
    j.tells("The {b} is {k} with {v}.|{k} is the {b}, with {v}.|It is {k} ({v}).", k, v, k=k, v=v, b=d.spec.best[i])


@kind(.8)
def list_many(r, j):
    d = shown(r, j)
    j.open(d)
    n = len(d.recs)
    j.derived.add(str(n))
    j.asks("howmany")
    j.tells("There are {n} {ents} in {p}.|{p} has {n} {ents}.|I count {n} {ents}.", n, n=n, p=d.path)


@kind(.8)
def list_compare(r, j):
    d = shown(r, j, D.NUMBERS)
    a, b = r.sample(list(d.raw), 2)
    if d.raw[a] == d.raw[b]:
        raise Again
    k = a if d.raw[a] > d.raw[b] else b
    v = dict(d.recs)[k]
    j.open(d)
    j.asks("compare", k=a, l=b)
    j.tells("It is {k} with {v}.|{k} has more: {v}.|{k} is higher, at {v}.", k, v, k=k, v=v)


@kind(2)
def list_set(r, j):
    d = shown(r, j)
    k, v = r.choice(d.recs)
    w = d.more[0]
    j.open(d)
    a = D.line(d, k, v)
    if a.count(v) != 1:
        raise Again
    j.edit(d.path, a, D.line(d, k, w))
    j.asks("set", the=the(r, d, k), k=k, v=w)
    j.tells("{p} now has {w} for {k}.|I changed {k} to {w}.|{k} is set to {w} in {p}.", k=k, w=w, p=d.path)


@kind(1.2)
def list_raise(r, j):
    d = shown(r, j, D.NUMBERS)
    k, v = r.choice(d.recs)
    n = r.choice([100, 50, 200, 150, 20, 500]) if d.spec.num == "money" else r.randint(1, 20)
    up = r.random() < .65
    new = d.raw[k] + (n if up else -n)
    if new <= 0:
        raise Again
    w = d.show(new)
    m = (f"{n // 100}.{n % 100:02d}" if r.random() < .6 or n % 100 else str(n // 100)) if d.spec.num == "money" else str(n)
    j.open(d)
    j.derived.add(w)
    j.edit(d.path, D.line(d, k, v), D.line(d, k, w), True)
    t = the(r, d, k)
    while t.startswith(("what", "how")):
        t = the(r, d, k)
    verb = r.choice(["raise", "increase", "put up", "lift"] if up else ["lower", "reduce", "cut", "bring down"])
    j.asks("raise", the=t, k=k, n=m, verb=verb, Verb=verb.capitalize(), dir="up" if up else "down", sign="+" if up else "-", more="more" if up else "less", higher="higher" if up else "lower")
    j.tells("{k} is now {w}.|I changed {v} to {w} for {k}.|{k}: from {v} to {w}.", w, k=k, v=v, w=w)


@kind(1.8)
def list_add(r, j):
    d = shown(r, j)
    if not d.spare:
        raise Again
    k, v = d.spare[0]
    pair = r.choice(d.spec.pair).format(k=k, v=v)
    i = len(d.recs) - 1 if r.random() < .6 else r.randrange(len(d.recs) - 1)
    ls = list(d.lines)
    at = d.recs[i][0]
    ls.insert(len(d.head) + i + 1, D.line(d, k, v))
    j.open(d)
    j.write(d.path, ls)
    if i == len(d.recs) - 1:
        j.asks("add", pair=pair)
    else:
        j.asks("addnext", pair=pair, at=r.choice([at, at, f"the line of {at}", nth(r, i, len(d.recs), d.spec.ent)]))
    j.tells("I added {k} to {p}.|{k} with {v} is in {p} now.|{p} has {k} now.", k=k, v=v, p=d.path)


@kind(1.8)
def list_drop(r, j):
    d = shown(r, j)
    i = r.randrange(len(d.recs))
    k, v = d.recs[i]
    j.open(d)
    j.write(d.path, [x for x in d.lines if x != D.line(d, k, v)])
    x = r.random()
    if x < .5:
        j.asks("drop", k=k)
    elif x < .8:
        j.asks("dropnth", o="last" if i == len(d.recs) - 1 and r.random() < .7 else ORD[i], n=i + 1)
    else:
        if sum(v in y for y in d.lines) > 1:
            raise Again
        j.asks("dropval", v=v)
    j.tells("{k} is no longer in {p}.|I removed {k} from {p}.|{k} is off the list.", k=k, p=d.path)


@kind()
def list_swap(r, j):
    d = shown(r, j)
    (a, v), (b, w) = r.sample(d.recs, 2)
    j.open(d)
    x = {a: w, b: v}
    j.write(d.path, d.head + [D.line(d, k, x.get(k, y)) for k, y in d.recs])
    j.asks("change2", k=a, l=b)
    j.tells("{a} has {w} now and {b} has {v}.|I swapped the values of {a} and {b}.|{a}: {w}, {b}: {v} - swapped.", a=a, b=b, v=v, w=w)


@kind(1.5)
def list_rename(r, j):
    """Both names are given: an edit without reading."""
    d = shown(r, j)
    k = r.choice(d.recs)[0]
    if not d.spare or d.text().count(k) != 1:
        raise Again
    n = d.spare[0][0]
    j.find(d)
    j.edit(d.path, k, n)
    j.asks("rename", k=k, l=n)
    j.tells("{n} stands in the place of {k} now.|I changed {k} to {n} in {p}.|{p} says {n} now.", k=k, n=n, p=d.path)


@kind(1.5)
def list_change(r, j):
    """Both values are given: an edit without reading."""
    d = shown(r, j)
    v = r.choice(d.recs)[1]
    w = d.more[0]
    if d.text().count(v) != 1 or v in w:
        raise Again
    j.find(d)
    j.edit(d.path, v, w)
    j.asks("change1", v=v, w=w)
    j.tells("{p} says {w} instead of {v} now.|I replaced {v} by {w}.|Changed: {v} is now {w}.", v=v, w=w, p=d.path)


@kind()
def list_ifnot(r, j):
    d = shown(r, j, D.PLAIN)
    if not d.spare:
        raise Again
    there = r.random() < .5
    k, v = r.choice(d.recs) if there else d.spare[0]
    w = d.more[-1] if there else v
    if there and w == v:
        raise Again
    j.open(d)
    j.asks("ifnot", k=k, pair=r.choice(d.spec.pair).format(k=k, v=w), the=the(r, d, k))
    if there:
        j.tells("{k} is there, with {v}.|It is in {p} with {v}.|{p} has {k} with {v}, so I added nothing.", v, k=k, v=v, p=d.path)
    else:
        j.write(d.path, d.lines + [D.line(d, k, v)])
        j.tells("{k} was missing and is in {p} now.|I added {k} to {p}.|It was not there; {k} is in {p} now.", k=k, p=d.path)


@kind()
def list_move(r, j):
    d = shown(r, j)
    i = r.randrange(len(d.recs))
    up = r.random() < .5
    rest = [x for x in d.recs if x != d.recs[i]]
    rest.insert(0 if up else len(rest), d.recs[i])
    j.open(d)
    j.write(d.path, d.head + [D.line(d, *x) for x in rest])
    j.asks("movekey", k=d.recs[i][0], end="top" if up else "bottom", first="first" if up else "last")
    j.tells("{k} comes {o} in {p} now.|I moved {k}.|{k} stands {o} now.", k=d.recs[i][0], p=d.path, o="first" if up else "last")


@kind()
def list_order(r, j):
    d = shown(r, j, D.NUMBERS)
    up = r.random() < .5
    if len(set(d.raw.values())) != len(d.raw):
        raise Again
    j.open(d)
    s = sorted(d.recs, key=lambda x: d.raw[x[0]], reverse=not up)
    j.write(d.path, d.head + [D.line(d, *x) for x in s])
    j.asks("order", how=r.choice(["lowest first", "from the smallest to the largest", "rising", "beginning with the lowest"] if up else ["highest first", "from the largest down", "falling", "beginning with the highest"]))
    j.tells("{p} is sorted, {k} comes first.|Sorted: {k} is at the top now.|The order goes from {k} to {l} now.", k=s[0][0], l=s[-1][0], p=d.path)
