"""Rolf's tasks with parts taken out of what was seen, things looked up in steps, and values that come from another file."""
import rolfasks3
import rolfwords as W
from rolfbase import Again, facts, holding, joined, kind, lines, pair, stock


@kind
def part_number(r, j):
    """Only the number of what a command prints, as the answer."""
    j.others(0, 2)
    d = r.randint(11, 4999)
    c, o = j.command(r.choice([x for x in W.COUNTED if x != "{d}"]).format(d=d, t=r.choice(W.THINGS)))
    j.must(c, o)
    j.ask_by("part_number", c=c)
    j.run(c)
    j.tell("{D}", d, d=d)
    j.unsaid = [w for w in o.split() if w.isalpha() and w not in ("it",)][:2]


@kind
def part_name(r, j):
    """Only the name in what a command prints, into a file or as the answer."""
    j.others(0, 2)
    look = r.choice(W.NAMED)
    x = r.choice(W.PEOPLE) if "link" not in look else j.fresh(["html", "md"])
    o = look.format(x=x)
    c, o = j.command(o)
    j.must(c, o)
    if r.random() < .6:
        p = j.fresh(["txt", "md", "log"])
        j.ask_by("part_name_file", p=p, c=c)
        j.run(c)
        j.write(p, x)
        j.tell("[{P} says {X} now.|It is {X}; I wrote that in {P}.|I put {X} in {P}.]", p=p, x=x)
    else:
        j.ask_by("part_name", c=c)
        j.run(c)
        j.tell("{X}", x, x=x)


@kind
def part_file(r, j):
    """Only the file that a failing command names."""
    a, b = pair(r)
    p = j.put(holding(r, a, avoid=[b]))
    j.others(1, 3)
    c, o = j.command(r.choice(W.WRONG).replace("\\n", "\n").format(p=p, a=a, b=b))
    j.must(c, o)
    if r.random() < .5:
        j.ask_by("part_file", c=c)
        j.run(c)
        j.tell("{P}", p, p=p)
        j.unsaid = [f for f in j.now if f != p]
    else:
        q = j.fresh(["txt", "log", "md"])
        j.ask_by("part_file_write", c=c, q=q)
        j.run(c)
        j.write(q, p)
        j.tell("[It is {P}; the name is in {Q} now.|{Q} has the name: {P}|I wrote {P} in {Q}.]", p=p, q=q)


@kind
def part_value(r, j):
    """Only the number of one thing goes from a file into a new one, or is told."""
    t, v = r.choice(W.THINGS if r.random() < .6 else W.KEYS), r.randint(2, 99)
    text, d = stock(r, r.randint(2, 5), t, v)
    p = j.put(text)
    j.others(0, 2)
    if r.random() < .55:
        q = j.fresh(["txt", "md"])
        j.ask_by("part_value", p=p, q=q, t=t)
        j.read(p)
        j.write(q, str(v))
        j.tell("[{Q} has the number {V} now.|It is {V}; I wrote that in {Q}, nothing else.|{V} is in {Q}.]", v, p=p, q=q, v=v)
    else:
        j.ask_by("tell_value", p=p, t=t)
        j.read(p)
        j.tell("{V}" if j.brief() else "[{T}: {V}.|It says {V}.|{P} has {V} for {T}.|{V}.]", v, v=v, t=t, p=p)


@kind
def part_line(r, j):
    """The one line with a word in it goes into a new file."""
    a = r.choice(r.choice([W.PEOPLE, W.FOODS, W.PLACES, W.PLANTS]))
    p = j.put(holding(r, a, low=2))
    j.others(0, 2)
    one = next(x for x in j.now[p].split("\n") if a in x)
    if r.random() < .6:
        q = j.fresh()
        j.ask_by("part_line", p=p, q=q, a=a)
        j.read(p)
        j.write(q, one)
        j.tell("[{Q} has the line: {L}|The line is in {Q} now: {L}|I wrote it in {Q}: {L}]", q=q, l=one)
    else:
        j.ask_by("tell_line", p=p, a=a)
        j.read(p)
        if one == a:
            raise Again
        j.tell("{L}", one, l=one)


@kind
def first_last(r, j):
    """The first or the last line of a file."""
    p = j.put(lines(r, 3, 6))
    j.others(0, 2)
    rows = j.now[p].split("\n")
    i = r.choice([0, -1])
    j.ask_by("first_line" if i == 0 else "last_line", p=p)
    j.read(p)
    j.tell("{L}", rows[i], l=rows[i])
    j.unsaid = [rows[-1 - i if i else -1]]


@kind
def two_values(r, j):
    """Two questions to two files, or to one."""
    t, u = r.sample(W.THINGS, 2)
    v, w = r.sample(range(2, 99), 2)
    if t in u or u in t:
        raise Again
    p = j.put(stock(r, None, t, v, (w,))[0])
    q = j.put(stock(r, None, u, w, (v,))[0])
    j.others(0, 1)
    j.ask_by("two_values", p=p, q=q, t=t, u=u)
    j.read(p)
    j.read(q)
    j.tell("[{T}: {V}, {U}: {W}.|There are {V} {T} and {W} {U}.|{V} {T} in {P} and {W} {U} in {Q}.|{P} says {V} for {T}; {Q} says {W} for {U}.]", v, w, t=t, u=u, v=v, w=w, p=p, q=q)


@kind
def three_values(r, j):
    ts = r.sample(W.THINGS, 3)
    if any(a in b for a in ts for b in ts if a != b):
        raise Again
    text, d = stock(r, 4, ts[0])
    if not set(ts) <= set(d):
        vs = r.sample(range(2, 99), 4)
        rows = [f"{t}: {v}" for t, v in zip(ts + [next(x for x in r.sample(W.THINGS, 9) if not any(x in t or t in x for t in ts))], vs)]
        d = dict(zip(ts, [(v, "") for v in vs]))
        r.shuffle(rows)
        text = "\n".join(rows)
    p = j.put(text)
    j.others(0, 2)
    (t, u, o), (x, y, z) = ts, [d[t][0] for t in ts]
    j.ask_by("three_values", p=p, k=t, l=u, o=o, i=t, f=o)
    j.read(p)
    j.tell("[{T}: {X}, {U}: {Y}, {O}: {Z}.|{X} {T}, {Y} {U} and {Z} {O}.|It says {X} for {T}, {Y} for {U} and {Z} for {O}.]", x, y, z, t=t, u=u, o=o, x=x, y=y, z=z)


@kind
def ask_and_set(r, j):
    """The old number is told, a new one set."""
    t = r.choice(W.THINGS if r.random() < .5 else W.KEYS)
    v, m = r.sample(range(2, 99), 2)
    text, d = stock(r, None, t, v, (m,))
    p = j.put(text)
    j.others(0, 2)
    ln = d[t][1]
    if ln.count(str(v)) != 1 or str(v) in t:
        raise Again
    j.ask_by("ask_and_set", p=p, t=t, m=m)
    j.read(p)
    j.edit(p, ln, ln.replace(str(v), str(m)))
    j.tell("[It was {V} before and is {M} now.|The old number was {V}; {P} says {M} now.|{T}: first {V}, now {M}.]", v, v=v, m=m, t=t, p=p)


def group(r, j, x, w):
    """A file of which person is with which group; w is with x."""
    names = r.sample([p for p in W.PEOPLE if p != w], r.randint(2, 4)) + [w]
    r.shuffle(names)
    look = r.choice(["{w}: {g}", "{w} is with the {g}", "{w} - {g}", "{w},{g}", "- {w} ({g})"])
    return j.put("\n".join(look.format(w=n, g=x if n == w else r.choice([g for g in W.GROUPS if g != x])) for n in names), r.choice(["members.txt", "who.md", "club/people.csv", "lists/members.list", "people.txt", "groups.md", "club/names.txt"]))


@kind
def look_group(r, j):
    """A person's group, then the group's file, then what is asked."""
    w, x = r.choice(W.PEOPLE), r.choice(W.GROUPS)
    p = group(r, j, x, w)
    what = r.choice(["leader", "day", "place", "fee", "key", "song", "room", "time"])
    look = r.choice(["{k}: {v}", "{k} = {v}", "- {k}: {v}"])
    d = r.choice(["groups/", "club/", "", "notes/"])
    val = {"leader": lambda: r.choice(W.PEOPLE), "day": lambda: r.choice(W.DAYS), "place": lambda: r.choice(W.PLACES), "fee": lambda: f"{r.randint(3, 60)} euros", "key": lambda: "with " + r.choice(W.PEOPLE), "song": lambda: "number " + str(r.randint(12, 300)), "room": lambda: str(r.randint(2, 90)), "time": lambda: f"{r.randint(2, 9)} pm"}
    want = None
    for g in r.sample([g for g in W.GROUPS if g != x], r.randint(1, 2)) + [x]:
        vs = {k: val[k]() for k in {what, *r.sample(list(val), 2)}}
        want = vs[what]
        j.put("\n".join(look.format(k=k, v=v) for k, v in sorted(vs.items())), d + g + ".txt")
    if want == w:
        raise Again
    q = d + x + ".txt"
    if r.random() < .6:
        j.ask_by("look_group", p=p, w=w, k=what, d=d + "<group>.txt")
        j.read(p)
        j.read(q)
        j.tell("[{W} is with the {X}, and their {K} is {V}.|The {K} is {V} ({X}).|{V}, for {W} is with the {X}.]", want, w=w, x=x, k=what, v=want)
    else:
        o = j.fresh(["txt", "md"])
        j.ask_by("look_group_write", p=p, w=w, k=what, d=d + "<group>.txt", o=o)
        j.read(p)
        j.read(q)
        j.write(o, want)
        j.tell("[{W} is with the {X}; {O} says {V} now.|{V} is in {O}.|I wrote {V} in {O}.]", w=w, x=x, v=want, o=o)
    j.derived.add(q)


@kind
def look_path(r, j):
    """A file names another file, in which the answer stands."""
    t, v = r.choice(W.THINGS), r.randint(2, 99)
    q = j.put(stock(r, None, t, v)[0])
    p = j.put(r.choice(["The list has moved to {q}.", "see {q}", "now in {q}", "# moved\nnew place: {q}", "Everything about this is in {q}, {w} says.", "list={q}", "current file: {q}\nold one: thrown away"]).format(q=q, w=r.choice(W.PEOPLE)))
    j.others(1, 2)
    j.ask_by("look_path", p=p, t=t)
    j.read(p)
    j.read(q)
    j.tell("[{V}, it stands in {Q}.|{Q} says {V}.|There are {V} ({Q}).|It is {V}.]", v, v=v, q=q)


@kind
def look_three(r, j):
    """A number in one file and a number in another go to a third, in place of a mark or in a line."""
    t, u = r.sample(W.THINGS, 2)
    if t in u or u in t:
        raise Again
    v, w = r.sample(range(2, 99), 2)
    p, q = j.put(stock(r, None, t, v, (w,))[0]), j.put(stock(r, None, u, w, (v,))[0])
    h, i = r.sample(["XXX", "NNNN", "@@", "YYY", "???", "____", "%%", "ZZZ", "AAAA"], 2)
    s = j.put(holding(r, h, i))
    j.ask_by("look_three", p=p, q=q, s=s, t=t, u=u, h=h, i=i)
    j.read(p)
    j.read(q)
    j.read(s)
    j.swap(s, h, str(v))
    j.swap(s, i, str(w))
    j.tell("[{S} has {V} and {W} now.|I put {V} for {H} and {W} for {I} in {S}.|Both gaps in {S} are filled: {V} and {W}.]", s=s, v=v, w=w, h=h, i=i)


@kind
def marks_two(r, j):
    """Two marks filled from one list of facts."""
    w, (k, l) = r.choice(W.PEOPLE), r.sample(W.FACTS, 2)
    v, x = r.sample(range(200, 8999), 2)
    h, i = r.sample(["XXX", "NNNN", "@@", "YYY", "???", "____", "%%", "ZZZ", "[1]", "[2]"], 2)
    p, q = j.put(facts(r, w, k, v, [(w, l, x)])), j.put(holding(r, h, i))
    j.others(0, 1)
    j.ask_by("marks_two", p=p, q=q, w=w, k=k, l=l, h=h, i=i)
    j.read(p)
    j.read(q)
    j.swap(q, h, str(v))
    j.swap(q, i, str(x))
    j.tell("[{Q} has {V} and {X} now.|I filled in {V} for {H} and {X} for {I}.|{W}'s {K} ({V}) and {L} ({X}) are in {Q}.]", q=q, v=v, x=x, h=h, i=i, w=w, k=k, l=l)


@kind
def from_other(r, j):
    """The new number of a thing is in another file."""
    t = r.choice(W.THINGS)
    v, m = r.sample(range(2, 99), 2)
    (x, d), (y, _) = stock(r, None, t, v, (m,)), stock(r, None, t, m, (v,))
    p, q = j.put(x), j.put(y)
    j.others(0, 1)
    ln = d[t][1]
    if ln.count(str(v)) != 1:
        raise Again
    j.ask_by("from_other", p=p, q=q, t=t)
    j.read(q)
    j.read(p)
    new = ln.replace(str(v), str(m))
    j.derived.add(new)
    j.edit(p, ln, new)
    j.tell("[{P} says {M} for {T} now, as {Q} does.|{Q} says {M}, so {P} says {M} too.|{M}, taken from {Q}, is in {P} now.]", p=p, q=q, t=t, m=m)


@kind
def word_other(r, j):
    """A word is replaced by what a short file says."""
    a, b = pair(r)
    p = j.put(holding(r, a, avoid=[b]))
    q = j.put(b if r.random() < .6 else r.choice(["new: ", "now: ", "better: ", "-> "]) + b)
    j.others(0, 1)
    j.ask_by("word_other", p=p, q=q, a=a)
    j.read(q)
    j.read(p)
    j.swap(p, a, b)
    j.tell("[{P} says {B} now.|{Q} has {B}, and so has {P} now.|I put {B} in place of {A} in {P}.]", p=p, q=q, a=a, b=b)


@kind
def run_into(r, j):
    """What a command counts takes the place of a mark in a file."""
    d, h = r.randint(11, 4999), r.choice(W.MARKS)
    p = j.put(holding(r, h))
    j.others(0, 2)
    c, o = j.command(r.choice(W.COUNTED).format(d=d, t=r.choice(W.THINGS)))
    j.must(c, o)
    j.ask_by("run_into", p=p, c=c, h=h)
    j.run(c)
    j.read(p)
    j.swap(p, h, str(d))
    j.tell("[{P} has {D} now.|The number is {D}; it stands in {P} in place of {H}.|I put {D} for {H} in {P}.]", p=p, d=d, h=h)


@kind
def csv_cell(r, j):
    """The amount of one row of a table."""
    fs = r.sample(W.FOODS, r.randint(3, 5))
    sep, ps = r.choice([",", ";", " | ", "\t"]), r.sample(W.PEOPLE, 2)
    vs = r.sample(range(10, 99), len(fs))
    m = r.choice([x for x in range(10, 99) if x not in vs])
    rows = [sep.join([f, r.choice(ps), str(v)]) for f, v in zip(fs, vs)]
    p = j.put("\n".join([sep.join(["what", "who", "amount"])] + rows), ends=["csv", "txt", "list"])
    j.others(0, 2)
    i = r.randrange(len(fs))
    j.ask_by("csv_cell", p=p, f=fs[i], m=m)
    j.read(p)
    j.edit(p, rows[i], rows[i].replace(str(vs[i]), str(m)))
    j.derived.add(j.plan[-1][3])
    j.tell("[{F} has {M} now, before it was {V}.|The amount of {F} in {P} is {M}.|{F}: {M} instead of {V}.]", f=fs[i], m=m, v=vs[i], p=p)


@kind
def list_into(r, j):
    """The names of some files go into a file, a line each."""
    e = r.choice("html md txt csv yaml".split())
    for _ in range(r.randint(1, 4)):
        j.put(lines(r, 1, 2), ends=[e])
    for _ in range(r.randint(1, 3)):
        j.put(lines(r, 1, 2), ends=[x for x in W.NOTE_ENDS if x != e])
    p = j.fresh(["log", "org", "list"])
    hits = sorted(f for f in j.now if f.endswith("." + e))
    if not hits:
        raise Again
    j.ask_by("list_into", p=p, e=e)
    j.list()
    j.write(p, "\n".join(hits))
    j.tell("[{P} has the names: {L}.|I wrote {L} in {P}.|The list is in {P}: {L}.]", p=p, l=joined(hits))


ALL = [part_number, part_number, part_name, part_name, part_file, part_value, part_value, part_line, first_last, two_values, two_values, three_values, ask_and_set, ask_and_set, look_group, look_path, look_three, marks_two, from_other, word_other, run_into, csv_cell, list_into]
