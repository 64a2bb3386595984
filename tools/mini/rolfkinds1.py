"""Rolf's tasks: files made, changed, mended, joined and looked through."""
import rolfasks1
import rolfwords as W
from rolfbase import Again, base, facts, gaps, holding, joined, kind, lines, numbered, page, pair, pairs, plain, stock
from rolfkits import TESTED

MADE = "[{P} is there now.|I made {P} for you.|Your text is in {P}.|{P} is written.|Done, {P} has your text.|The new file is {P}.]"
SWAPPED = "[{P} says {B} now.|I put {B} in place of {A} in {P}.|{P} has {B} instead of {A}.|Done: {A} is {B} now.|{A} became {B} in {P}.]"
RAN = "[ {C} says: {O}| And {C} said: {O}| The result of {C}: {O}| I ran {C}: {O}]"


def new(j, ends=None):
    e, x = page(j.r)
    return j.fresh(e), x


@kind
def make(r, j):
    j.others()
    p, x = new(j)
    j.ask_by("make", p=p, x=x)
    j.write(p, x)
    j.tell(MADE, p=p)


@kind
def make_line(r, j):
    j.others()
    p, x = j.fresh(), plain(r)
    j.ask_by("make_line", p=p, x=x)
    j.write(p, x)
    j.tell(MADE, p=p)


@kind
def make_check(r, j):
    j.others()
    p, x = new(j)
    c, o = j.checked(p, x, f"{p} is missing or not right")
    j.ask_by("make_check", p=p, x=x, c=c)
    j.write(p, x)
    j.run(c)
    j.tell(MADE + RAN, o, p=p, c=c, o=o)


def swapping(r, j):
    a, b = pair(r)
    p = j.put(holding(r, a, avoid=[b]))
    j.others(0, 3)
    return p, a, b


@kind
def swap(r, j):
    p, a, b = swapping(r, j)
    j.ask_by("swap", p=p, a=a, b=b)
    j.read(p)
    j.swap(p, a, b)
    j.tell(SWAPPED, p=p, a=a, b=b)


@kind
def swap_blind(r, j):
    """Without a look first; the words are given."""
    p, a, b = swapping(r, j)
    j.ask_by("swap_state", p=p, a=a, b=b)
    if r.random() < .6:
        j.read(p)
    j.swap(p, a, b)
    j.tell(SWAPPED, p=p, a=a, b=b)


@kind
def swap_check(r, j):
    p, a, b = swapping(r, j)
    c, o = j.checked(p, b, f"not yet: \"{b}\" is nowhere in {p}")
    j.ask_by("swap_check", p=p, a=a, b=b, c=c)
    j.read(p)
    j.swap(p, a, b)
    j.run(c)
    j.tell(SWAPPED + RAN, o, p=p, a=a, b=b, c=c, o=o)


@kind
def swap_suite(r, j):
    p, a, b = swapping(r, j)
    c, o = j.suite(p, b, f"1 test failed: \"{b}\" is nowhere in {p}")
    j.system = r.choice(TESTED).format(c=c)
    j.ask_by("swap_suite", p=p, a=a, b=b)
    j.read(p)
    j.swap(p, a, b)
    j.run(c)
    j.tell(SWAPPED + "[ The tests say: {O}| Tests: {O}| The tests ran: {O}]", o, p=p, a=a, b=b, o=o)


@kind
def two_swaps(r, j):
    (a, b), (n, m) = pairs(r, 2)
    p = j.put(holding(r, a, n, avoid=[b, m]))
    j.others(0, 3)
    j.ask_by("two_swaps", p=p, a=a, b=b, n=n, m=m)
    j.read(p)
    for s, t in sorted([(a, b), (n, m)], key=lambda x: j.ask.find(x[0])):
        j.swap(p, s, t)
    j.tell("[Both are right now: {B} and {M}.|{P} says {B} and {M} now.|{A} is {B} now, and {N} is {M}.|I changed {A} to {B} and {N} to {M}.]", p=p, a=a, b=b, n=n, m=m)


@kind
def three_swaps(r, j):
    (a, b), (n, m), (x, y) = pairs(r, 3)
    p = j.put(holding(r, a, n, x, avoid=[b, m, y], high=3))
    j.others(0, 2)
    j.ask_by("three_swaps", p=p, a=a, b=b, n=n, m=m, x=x, y=y)
    j.read(p)
    for s, t in ((a, b), (n, m), (x, y)):
        j.swap(p, s, t)
    j.tell("[All three are right now: {B}, {M} and {Y}.|{P} says {B}, {M} and {Y} now.|Three things changed in {P}: {B}, {M}, {Y}.]", p=p, b=b, m=m, y=y)


@kind
def same_in_two(r, j):
    a, b = pair(r)
    p, q = (j.put(holding(r, a, avoid=[b])) for _ in "12")
    j.others(0, 2, [a])
    j.ask_by("same_in_two", p=p, q=q, a=a, b=b)
    for f in (p, q):
        j.read(f)
        j.swap(f, a, b)
    j.tell("[{P} and {Q} both say {B} now.|Both files have {B} now.|I put {B} in {P} and in {Q}.]", p=p, q=q, b=b)


@kind
def mend(r, j):
    p, a, b = swapping(r, j)
    bad = r.choice(W.WRONG).replace("\\n", "\n").format(p=p, a=a, b=b)
    c, o = j.checked(p, b, bad)
    j.ask_by("mend", c=c)
    j.run(c)
    j.read(p)
    j.swap(p, a, b)
    j.run(c)
    j.tell("[It wanted {B} in {P}.|{P} said {A}; now it says {B}.|I put {B} in {P}.]" + RAN, o, p=p, a=a, b=b, c=c, o=o)


@kind
def mend_missing(r, j):
    j.others(1, 3)
    p, x = j.fresh(), plain(r)
    c, o = j.checked(p, x, r.choice(W.LACKING).replace("\\n", "\n").format(p=p, x=x))
    j.ask_by("mend_missing", c=c)
    j.run(c)
    j.write(p, x)
    j.run(c)
    j.tell("[{P} was missing, I made it.|I made {P}.|It wanted {P}, which is there now.]" + RAN, o, p=p, c=c, o=o)


@kind
def tell(r, j):
    k, w, v = r.choice(W.FACTS), r.choice(W.PEOPLE), r.randint(200, 8999)
    p = j.put(facts(r, w, k, v), folder=r.choice([f for f in W.FOLDERS if f]))
    j.others(2, 4)
    j.ask_by("tell", k=k, w=w, f=base(p))
    j.list()
    j.read(p)
    j.tell("[{W}'s {K} is {V}.|It is {V}.|The {K} of {W} is {V}.|{V}, it stands in {P}.]", v, w=w, k=k, v=v, p=p)


@kind
def add_line(r, j):
    p, x = j.put(lines(r, 1, 4)), plain(r)
    j.others(0, 3)
    if x in j.now[p]:
        raise Again
    j.ask_by("add_line", p=p, x=x)
    j.write(p, j.read(p) + "\n" + x)
    j.tell("[The line is at the end of {P} now.|{P} has one more line at the bottom.|Added to {P}: {X}|Done, it is the last line of {P}.]", p=p, x=x)


@kind
def top_line(r, j):
    p, x = j.put(lines(r, 1, 4)), plain(r)
    j.others(0, 3)
    if x in j.now[p]:
        raise Again
    j.ask_by("top_line", p=p, x=x)
    j.write(p, x + "\n" + j.read(p))
    j.tell("[It is the first line of {P} now.|{P} begins with it now.|The new line stands above the others in {P}.|Put at the top of {P}: {X}]", p=p, x=x)


@kind
def drop_line(r, j):
    xs = lines(r, 3, 6).split("\n")
    i = r.randrange(len(xs))
    keep = "\n".join(xs[:i] + xs[i + 1:])
    if xs[i] in keep:
        raise Again
    p = j.put("\n".join(xs))
    j.others(0, 3)
    j.ask_by("drop_line", p=p, x=xs[i])
    j.read(p)
    j.write(p, keep)
    j.tell("[That line is gone from {P}.|I took it out of {P}.|{P} has one line less now.|Crossed off: {X}]", p=p, x=xs[i])


@kind
def three(r, j):
    j.others(0, 2)
    fs = {}
    while len(fs) < 3:
        p, x = j.fresh(more=fs), plain(r)
        if x not in fs.values():
            fs[p] = x
    (p, x), (q, y), (s, z) = fs.items()
    j.ask_by("three", p=p, q=q, s=s, x=x, y=y, z=z)
    for f in fs:
        j.write(f, fs[f])
    j.tell("[All three are there: {P}, {Q} and {S}.|I made {P}, {Q} and {S}.|{P}, {Q} and {S} are written.]", p=p, q=q, s=s)


@kind
def if_there(r, j):
    x = plain(r)
    if r.random() < .5:
        p = j.put(lines(r, 1, 3))
        if x in j.now[p]:
            raise Again
        j.others(1, 3)
        j.ask_by("if_there", p=p, x=x)
        j.list()
        j.write(p, j.read(p) + "\n" + x)
        j.tell("[{P} was there, so the line is at its end now.|There is a {P}; I put the line below the others.|{P} exists, and I added the line.]", p=p)
    else:
        j.others(1, 4)
        p = j.fresh()
        j.ask_by("if_there", p=p, x=x)
        j.list()
        j.write(p, x)
        j.tell("[There was no {P}, so I made it with that line.|{P} wasn't there; it is now.|I started {P} with the line, as it did not exist.]", p=p)


@kind
def fetch_into(r, j):
    k, w, v, h = r.choice(W.FACTS), r.choice(W.PEOPLE), r.randint(200, 8999), r.choice(W.MARKS)
    p = j.put(facts(r, w, k, v))
    q = j.put(holding(r, h))
    j.others(0, 2)
    j.ask_by("fetch_into", p=p, q=q, k=k, w=w, h=h)
    j.read(p)
    j.read(q)
    j.swap(q, h, str(v))
    j.tell("[{Q} has {V} now.|{W}'s {K} is {V}; it is in {Q} now.|I put {V} in place of {H} in {Q}.|Filled in: {V}.]", p=p, q=q, v=v, h=h, w=w, k=k)


@kind
def count_folder(r, j):
    fs = [f for f in W.FOLDERS if f]
    d, n = r.choice(fs), r.randint(1, 6)
    for i in range(n + r.randint(1, 4)):
        j.put(lines(r, 1, 2), folder=d if i < n else r.choice([f for f in W.FOLDERS if not f.startswith(d) and not d.startswith(f) or not f]))
    mine = sorted(f for f in j.now if f.startswith(d))
    if len(mine) != n:
        raise Again
    j.ask_by("count_folder", d=d)
    j.list()
    j.derived.add(str(n))
    j.tell("{N}" if r.random() < .15 and not j.frame[-1] == "." or j.brief() else "[In {D} I count {L}: {N}.|{D}: {L}. So {N}.|{L}. That makes {N} in {D}.]", n, n=n, d=d, l=numbered([base(f) for f in mine]))


@kind
def line_count(r, j):
    n, m = r.sample(range(1, 9), 2)
    p, q = j.put(lines(r, n, n)), j.put(lines(r, m, m))
    j.others(0, 2)
    j.ask_by("line_count", p=p, q=q)
    n, m = j.wc(p), j.wc(q)
    longer = f" {p if int(n) > int(m) else q} is the longer one." if "longer" in j.ask or "more lines" in j.ask else " " + (p if int(n) < int(m) else q) + " is the shorter one." if "shorter" in j.ask else ""
    j.tell("[{P} has {N} lines and {Q} has {M}.|{P}: {N} lines, {Q}: {M} lines.|{N} lines in {P}, {M} lines in {Q}.]" + longer.replace("{", ""), n, m, p=p, q=q, n=n, m=m)


@kind
def where(r, j):
    a = r.choice(r.choice([W.PLACES, W.PEOPLE, W.PLANTS, W.FOODS]))
    p = j.put(holding(r, a))
    j.others(1, 4, [a])
    j.ask_by("where", a=a)
    for f in j.list():
        j.read(f)
    j.tell("{P}", p, p=p)
    j.unsaid = [f for f in j.now if f != p]


@kind
def throw_out(r, j):
    p = j.put("old" if r.random() < .3 else lines(r, 1, 3))
    j.others(1, 5)
    j.ask_by("throw_out", p=p)
    j.run("rm " + p)
    rest = j.list()
    j.tell("[{P} is gone. Left: {L}.|What is left: {L}.|I deleted {P}. You still have {L}.|The other files are {L}.]", *rest, p=p, l=joined(rest))


@kind
def rename(r, j):
    p = j.put(lines(r, 1, 4))
    j.others(0, 3)
    q = j.fresh()
    j.ask_by("rename", p=p, q=q)
    j.write(q, j.read(p))
    j.run("rm " + p)
    j.tell("[{P} is called {Q} now.|{Q} has the text, and {P} is gone.|Moved {P} to {Q}.|The file is {Q} now.]", p=p, q=q)


@kind
def sister(r, j):
    p, a, b = swapping(r, j)
    q = j.fresh()
    j.ask_by("sister", p=p, q=q, a=a, b=b, w=r.choice(W.PEOPLE))
    j.write(q, j.read(p).replace(a, b))
    j.tell("[{Q} is like {P}, with {B}. {P} still says {A}.|{Q} has {B}; {P} is as it was.|The copy {Q} says {B}, the first one is untouched.|{Q} is there, with {B} instead of {A}.]", p=p, q=q, a=a, b=b)


@kind
def sister_two(r, j):
    (a, b), (n, m) = pairs(r, 2)
    p = j.put(holding(r, a, n, avoid=[b, m], high=3))
    j.others(0, 2)
    q = j.fresh()
    j.ask_by("sister_two", p=p, q=q, a=a, b=b, n=n, m=m, w=r.choice(W.PEOPLE))
    j.write(q, j.read(p).replace(a, b).replace(n, m))
    j.tell("[{Q} is like {P}, with {B} and {M}.|{Q} says {B} and {M}; {P} is as it was.|The copy is {Q}, with both changes.]", p=p, q=q, b=b, m=m)


@kind
def glue(r, j):
    p, q = j.put(lines(r, 1, 3)), j.put(lines(r, 1, 3))
    j.others(0, 2)
    s = j.fresh()
    j.ask_by("glue" if r.random() < .5 else "glue_back", p=p, q=q, s=s)
    x, y = j.read(p), j.read(q)
    j.write(s, x + "\n" + y)
    j.tell("[{S} has {P} first and then {Q}.|{S} is there: {P} on top, {Q} below.|Both are in {S} now; {P} and {Q} are as they were.]", p=p, q=q, s=s)


@kind
def glue_three(r, j):
    p, q, o = (j.put(lines(r, 1, 2)) for _ in "123")
    j.others(0, 1)
    s = j.fresh()
    j.ask_by("glue_three", p=p, q=q, o=o, s=s)
    j.write(s, "\n".join([j.read(p), j.read(q), j.read(o)]))
    j.tell("[{S} has {P}, {Q} and {O}, in that order.|All three are in {S} now.|{S} is there: {P}, then {Q}, then {O}.]", p=p, q=q, s=s, o=o)


@kind
def run_write(r, j):
    j.others(1, 3)
    p, d = j.fresh(["txt", "log", "md"]), r.randint(11, 4999)
    c, o = j.command(r.choice(W.COUNTED).format(d=d, t=r.choice(W.THINGS)))
    j.must(c, o)
    j.ask_by("run_write", p=p, c=c)
    j.run(c)
    j.write(p, str(d))
    j.tell("[{P} has the number {D} now.|The number was {D}; it is in {P}.|I wrote {D} in {P}.|{D} is in {P} now, nothing else.]", p=p, d=d)


@kind
def from_note(r, j):
    note = r.choice(["TODO.md", "letters/for_you.txt", "todo-today.txt", "please-do.md", "jobs.txt", "TODO", "notes/chores.md", "lists/today.txt", "for-the-helper.txt", "errands.org"])
    (a, b), x = pair(r), plain(r)
    if r.random() < .5:
        q = j.fresh()
        if base(q)[:4] == base(note)[:4]:
            raise Again
        p = j.put(r.choice(NOTES_MAKE).replace("\\n", "\n").format(q=q, x=x), note)
        j.others(0, 3)
        j.ask_by("from_note", p=p)
        j.read(p)
        j.write(q, x)
        j.tell(MADE, p=q)
    else:
        q = j.put(holding(r, a, avoid=[b]))
        p = j.put(r.choice(NOTES_SWAP).format(q=q, a=a, b=b), note)
        j.others(0, 3)
        j.ask_by("from_note", p=p)
        j.read(p)
        j.read(q)
        j.swap(q, a, b)
        j.tell(SWAPPED, p=q, a=a, b=b)


NOTES_MAKE = ["Please write a file {q} with this line in it: {x}", "We still need {q}. It should only say \"{x}\".", "To do: create {q}\\nText: {x}", "new file: {q}\\ncontent: {x}", "1. make {q}\\n2. write in it: {x}", "Today: start {q} with the line \"{x}\"", "{q} is still missing. In it goes: {x}"]
NOTES_SWAP = ["In {q} please change \"{a}\" to \"{b}\".", "To do: {q} should say \"{b}\" instead of \"{a}\".", "Don't forget! \"{a}\" in {q} is wrong, put \"{b}\" there.", "{q}: \"{a}\" -> \"{b}\"", "Today: look at {q}. It says \"{a}\" and should say \"{b}\".", "\"{b}\" belongs in {q} where \"{a}\" stands now"]
ALL = [make, make_line, make_check, swap, swap_blind, swap_check, swap_suite, two_swaps, two_swaps, three_swaps, same_in_two, mend, mend_missing, tell, add_line, add_line, top_line, drop_line, three, if_there, if_there, fetch_into, fetch_into, count_folder, count_folder, count_folder, line_count, line_count, where, throw_out, throw_out, rename, sister, sister, sister_two, glue, glue, glue_three, run_write, run_write, from_note]
