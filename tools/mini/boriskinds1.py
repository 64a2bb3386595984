"""Tasks of boris that ask for several things at once."""
import boriswords as W
from borisbase import Again, kind, notes, sets
import borisasks1


def pick(r, d, n=1):
    """Keys of settings whose values differ."""
    ks = r.sample(list(d), min(n, len(d)))
    if len(ks) < n or len({d[k][0] for k in ks}) < n:
        raise Again
    return ks


def series(r, xs):
    """Names of files in a row."""
    m = r.choice(["", "", "`", '"', "'"])
    xs = [m + x + m for x in xs]
    return r.choice([", ".join(xs[:-1]) + " and " + xs[-1], ", ".join(xs), ", ".join(xs[:-1]) + ", and " + xs[-1], " and ".join(xs)])


def joined(xs):
    return ", ".join(xs[:-1]) + " and " + xs[-1] if len(xs) > 1 else xs[0]


@kind
def names_value(r, j):
    p, d = j.conf()
    j.some(1, 4)
    (k,) = pick(r, d)
    j.ask_by("names_value", p=p, k=k)
    names = j.list()
    j.read(p)
    j.tell(f"[The files are|There are] {joined(names)}. [The {k} in {p} is|{p} has {k}] {{N}}.", *names, d[k][0], n=d[k][0])


@kind
def files_lines(r, j):
    p = j.put(notes(r, 1, 12) if r.random() < .6 else sets(r)[0])
    j.some(1, 5)
    j.ask_by("files_lines", p=p)
    n = str(len(j.list()))
    m = j.wc(p)
    j.derived.add(n)
    j.tell("[There are {N} files, and {P} has {M} lines.|{N} files; {P} has {M} lines.|Files: {N}. Lines in {P}: {M}.]", n, m, n=n, m=m, p=p)


@kind
def value_everywhere(r, j):
    k = r.choice(W.KEYS if r.random() < .6 else W.NOUNS)
    got = {}
    for _ in range(r.randint(2, 6)):
        p, d = j.conf(r.randint(1, 4), [k])
        got[p] = d[k][0]
    j.ask_by("value_everywhere", k=k)
    for p in j.list():
        j.read(p)
    j.tell(joined([f"{p}: {got[p]}" for p in sorted(got)]), *got.values(), low=True)


@kind
def value_named(r, j):
    k = r.choice(W.KEYS if r.random() < .6 else W.NOUNS)
    got = {}
    for _ in range(r.randint(3, 5)):
        p, d = j.conf(r.randint(1, 4), [k])
        got[p] = d[k][0]
    j.some(0, 2)
    f = [*got]
    j.ask_by("value_named", k=k, pl=series(r, f))
    for p in f:
        j.read(p)
    j.tell(joined([f"{p}: {got[p]}" for p in f]), *got.values(), low=True)


@kind
def two_values(r, j):
    p, d = j.conf()
    q, e = j.conf()
    j.some(0, 2)
    k, kk = pick(r, d)[0], pick(r, e)[0]
    j.ask_by("two_values", p=p, q=q, k=k, kk=kk)
    j.read(p)
    j.read(q)
    j.tell(r.choice(["The {K} in {P} is {A} and the {KK} in {Q} is {B}.", "{P} has {K} {A}, and {Q} has {KK} {B}.", "{K}: {A}, {KK}: {B}."]), d[k][0], e[kk][0], p=p, q=q, k=k, kk=kk, a=d[k][0], b=e[kk][0], low=True)


@kind
def same_file(r, j):
    p, d = j.conf(r.randint(2, 7))
    j.some(0, 2)
    k, kk = pick(r, d, 2)
    j.ask_by("same_file", p=p, k=k, kk=kk)
    j.read(p)
    j.tell(r.choice(["The {K} is {A} and the {KK} is {B}.", "In {P}, {K} is {A} and {KK} is {B}."]), d[k][0], d[kk][0], p=p, k=k, kk=kk, a=d[k][0], b=d[kk][0])


@kind
def three_facts(r, j):
    p, d = j.conf(r.randint(3, 8))
    j.some(0, 2)
    k, kk, kkk = pick(r, d, 3)
    j.ask_by("three_facts", p=p, k=k, kk=kk, kkk=kkk)
    j.read(p)
    a, b, c = d[k][0], d[kk][0], d[kkk][0]
    j.tell("The {K} is {A}, the {KK} is {B} and the {KKK} is {C}.", a, b, c, k=k, kk=kk, kkk=kkk, a=a, b=b, c=c)


def two_notes(r, j):
    p, q = j.put(notes(r, 1, 12)), j.put(notes(r, 1, 12))
    j.some(0, 2)
    return p, q


@kind
def two_counts(r, j):
    p, q = two_notes(r, j)
    j.ask_by("two_counts", p=p, q=q)
    a, b = j.wc(p), j.wc(q)
    j.tell(r.choice(["{P} has {A} lines and {Q} has {B}.", "{A} lines in {P}, {B} lines in {Q}.", "{P}: {A}, {Q}: {B}."]), a, b, p=p, q=q, a=a, b=b, low=True)


@kind
def more_lines(r, j):
    p, q = two_notes(r, j)
    j.ask_by("more_lines", p=p, q=q)
    a, b = j.wc(p), j.wc(q)
    if a == b:
        raise Again
    n = p if int(a) > int(b) else q
    j.tell("{N} is longer: {P} has {A} lines and {Q} has {B}.", n, a, b, n=n, p=p, q=q, a=a, b=b, low=True)


@kind
def same_or_not(r, j):
    k = r.choice(W.KEYS)
    p, d = j.conf(r.randint(1, 5), [k])
    t, e = sets(r, r.randint(1, 5), [k])
    if r.random() < .5:
        t, e = t.replace(e[k][1], e[k][1].replace(e[k][0], d[k][0])), {**e, k: d[k]}
        if d[k][0] not in t:
            raise Again
    q = j.put(t, W.CONF)
    j.shuffle()
    a, b = d[k][0], e[k][0]
    j.ask_by("same_or_not", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    if a == b:
        j.tell("Yes, {K} is {A} in both.", "yes", a, k=k, a=a)
    else:
        j.tell("No, {K} is {A} in {P} and {B} in {Q}.", "no", a, b, k=k, a=a, b=b, p=p, q=q)
    j.derived |= {"yes", "no"}


@kind
def larger_number(r, j):
    k = r.choice(W.KEYS if r.random() < .5 else W.NOUNS)
    n, fs = r.sample(range(2, r.choice([50, 500, 9000])), 2), []
    for v in n:
        t, d = sets(r, r.randint(1, 4), [k])
        fs.append(j.put(t.replace(d[k][1], d[k][1].replace(d[k][0], str(v))), W.CONF))
        if str(v) not in j.files[fs[-1]]:
            raise Again
    j.some(0, 1)
    j.shuffle()
    p, q = fs
    m = p if n[0] > n[1] else q
    j.ask_by("larger_number", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    j.tell("{K} is larger in {M}: {P} has {A} and {Q} has {B}.", m, n[0], n[1], m=m, k=k, p=p, q=q, a=n[0], b=n[1], low=True)


@kind
def who_has(r, j):
    all_ = [j.conf(r.randint(2, 5), [k]) for k in [r.choice(W.KEYS)] * r.randint(2, 6)]
    p, d = r.choice(all_)
    k, kv = pick(r, d, 2)
    v = d[kv][0]
    if sum(v in t for t in j.files.values()) != 1 or len(v) < 3:
        raise Again
    j.ask_by("who_has", v=v, k=k)
    names = j.list()
    for f in names:
        j.read(f)
        if f == p:
            break
    if "how many files" in j.ask:
        j.derived.add(str(len(names)))
        j.tell("It is in {P}, and there are {N} files.", p, len(names), p=p, n=len(names))
    else:
        j.tell("It is in {P}, where {K} is {A}.", p, d[k][0], p=p, k=k, a=d[k][0])


@kind
def first_last(r, j):
    p = j.put(notes(r, 3, 9))
    j.some(0, 2)
    ls = j.files[p].split("\n")
    if len(ls) < 2:
        raise Again
    j.ask_by("first_last", p=p)
    j.read(p)
    j.tell('The first line is "{A}" and the last is "{B}"', ls[0], ls[-1], a=ls[0], b=ls[-1])


ALL = [names_value, files_lines, value_everywhere, value_named, two_values, same_file, three_facts, two_counts, more_lines, same_or_not, larger_number, who_has, first_last]
