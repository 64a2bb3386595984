"""Rolf's tasks of several steps, with lists to go through, with limits, and with wishes told as states of affairs."""
import rolfasks4
import rolfwords as W
from rolfbase import Again, base, holding, joined, kind, line, lines, numbered, pair, pairs, plain, series, stock
from rolfkinds1 import RAN, SWAPPED, swapping


@kind
def before_after(r, j):
    """A command before and after a change, both reported."""
    p, a, b = swapping(r, j)
    x, y = r.sample(range(10, 3000), 2)
    look = r.choice([x for x in W.COUNTED if x != "{d}"])
    t = r.choice(W.THINGS)
    bad = look.format(d=x, t=t)
    c, good = j.checked(p, b, bad)
    good = look.format(d=y, t=t)
    j.checks[c] = (p, b, good, bad)
    j.must(c, good)
    j.ask_by("before_after", p=p, a=a, b=b, c=c)
    j.run(c)
    j.swap(p, a, b)
    j.run(c)
    j.tell("[Before: {O}. After: {N}|It said {O} before the change and {N} after it.|First {O}, then {N}.|{O} became {N}.]", bad, good, o=bad, n=good)


@kind
def chain_two(r, j):
    """Two commands, each with its own complaint."""
    (a, b), (n, m) = pairs(r, 2)
    p, q = j.put(holding(r, a, avoid=[b])), j.put(holding(r, n, avoid=[m]))
    j.others(0, 1)
    wrong = lambda f, s, t: r.choice(W.WRONG).replace("\\n", "\n").format(p=f, a=s, b=t)
    c, o = j.checked(p, b, wrong(p, a, b))
    e, u = j.checked(q, m, wrong(q, n, m))
    j.ask_by("chain_two", c=c, e=e)
    for x, f, s, t in ((c, p, a, b), (e, q, n, m)):
        j.run(x)
        j.read(f)
        j.swap(f, s, t)
        j.run(x)
    j.tell("[{C}: {O}. {E}: {U}.|Both work: {P} has {B} now, {Q} has {M}.|I put {B} in {P} and {M} in {Q}; both commands are content.]", p=p, q=q, b=b, m=m, c=c, e=e, o=o, u=u)


@kind
def note_result(r, j):
    """A command, then one of two words in a file."""
    j.others(1, 2)
    ok = r.random() < .5
    v, w = r.choice(["ok/failed", "passed/broken", "green/red", "yes/no", "good/bad", "works/does not work", "fine/trouble", "clean/dirty", "happy/sad", "1/0"]).split("/")
    good, bad = j.fine(), r.choice(["FAILED", "error", "stopped", "problem", "broken", "2 mistakes"]) + r.choice([": ", " in ", " - "]) + r.choice(W.STEMS) + "." + r.choice(W.NOTE_ENDS)
    c, o = j.command(good if ok else bad)
    j.must(c, o)
    p = j.fresh(["txt", "log", "md"])
    j.ask_by("note_result", c=c, p=p, v=v, w=w)
    j.run(c)
    x = v if ok else w
    j.write(p, x)
    j.tell("[{C} said {O}, so {P} says {X}.|{P} says {X}, as it printed: {O}|I wrote {X} in {P}; it printed: {O}]", c=c, p=p, o=o, x=x)


@kind
def tests_readme(r, j):
    """How to check stands in a file."""
    p, a, b = swapping(r, j)
    c, o = j.checked(p, b, f"not yet: \"{b}\" is nowhere in {p}")
    q = j.put(r.choice(["# How it works\n\nTo check everything: {c}\n", "Check: {c}", "After every change run {c} please.", "{l}\nThe check is {c}", "notes for helpers\n- be careful\n- check with `{c}`"]).format(c=c, l=line(r)), r.choice(["README", "README.md", "how-to.txt", "HELP.txt", "docs/README.md", "notes/how-it-works.md", "CHECKING"]))
    j.ask_by("tests_readme", p=p, q=q, a=a, b=b)
    j.read(q)
    j.read(p)
    j.swap(p, a, b)
    j.run(c)
    j.tell(SWAPPED + RAN, o, p=p, a=a, b=b, c=c, o=o)


@kind
def all_named(r, j):
    """The same change in three or four files."""
    a, b = pair(r)
    ps = [j.put(holding(r, a, avoid=[b], high=2)) for _ in range(r.randint(3, 4))]
    j.others(0, 1, [a])
    j.ask_by("all_named", a=a, b=b, l=series(r, ps, r.choice(["and", "comma", "plus"])))
    look = r.random() < .3
    for p in ps:
        if look:
            j.read(p)
        j.swap(p, a, b)
    j.tell("[All of them say {B} now: {L}.|{L} have {B} now.|{B} is in {L}.]", b=b, l=joined(ps))


@kind
def all_found(r, j):
    """The same change in every file that has the word."""
    a, b = pair(r)
    for _ in range(r.randint(2, 3)):
        j.put(holding(r, a, avoid=[b], high=2))
    j.others(1, 2, [a])
    hits = sorted(f for f in j.now if a in j.now[f])
    j.ask_by("all_found", a=a, b=b)
    for f in j.list():
        j.read(f)
    for f in hits:
        j.swap(f, a, b)
    j.tell("[{A} was in {L}; they say {B} now.|I changed it in {L}.|{L} say {B} now.]", a=a, b=b, l=joined(hits))


@kind
def runs_order(r, j):
    """Three commands, one after the other, all reported."""
    j.others(0, 2)
    outs = {}
    while len(outs) < 3:
        c, o = j.command(r.choice(W.COUNTED).format(d=r.randint(11, 4999), t=r.choice(W.THINGS)))
        if o not in outs.values():
            outs[c] = o
    (c, x), (d, y), (e, z) = outs.items()
    back = r.random() < .4
    j.ask_by("runs_back" if back else "runs_order", c=c, c2=d, c3=e)
    for q in outs:
        j.run(q)
    j.must(c, x)
    j.tell("[{C}: {X}. {D}: {Y}. {E}: {Z}|First {X}, then {Y}, at last {Z}.|{X}; {Y}; {Z}]", x, y, z, c=c, d=d, e=e, x=x, y=y, z=z)


@kind
def arrow_notes(r, j):
    """Several notes in one list, none left out."""
    j.others(0, 2)
    n, fs = r.randint(3, 5), {}
    while len(fs) < n:
        p, x = j.fresh(more=fs), plain(r)
        if x not in fs.values():
            fs[p] = x
    look = r.choice(["{p} <- {x}", "{p}: {x}", "- {p} | {x}", "{p} -> {x}", "{p} = {x}", "* {x} => {p}", "{p} gets: {x}", "{p}\n    {x}"])
    j.ask_by("arrow_notes", l="\n".join(look.format(p=p, x=x) for p, x in fs.items()), n=["three", "four", "five"][n - 3])
    for p, x in fs.items():
        j.write(p, x)
    j.tell("[All {N} are there: {L}.|I made {L}.|{N} files: {L}.]", n=n, l=joined(fs))


@kind
def look_only(r, j):
    """A command's complaint is told and nothing mended."""
    p, a, b = swapping(r, j)
    bad = r.choice(W.WRONG).replace("\\n", "\n").format(p=p, a=a, b=b)
    c, o = j.command(bad)
    j.must(c, o)
    j.ask_by("look_only", c=c)
    j.run(c)
    j.tell("[It says {A} in {P} where it should say {B}. I left it.|{P} has {A}, it wants {B}. Nothing was changed.|{C} wants {B} in place of {A} in {P}; I changed nothing.]", p, a, b, p=p, a=a, b=b, c=c)


@kind
def no_run(r, j):
    """A change, and the command that is named is not to be run."""
    p, a, b = swapping(r, j)
    c, _ = j.command()
    j.ask_by("no_run", p=p, a=a, b=b, c=c)
    if r.random() < .6:
        j.read(p)
    j.swap(p, a, b)
    j.tell(SWAPPED + " [I ran nothing.|Nothing was run.|{C} was not run.]", p=p, a=a, b=b, c=c)


@kind
def only_those(r, j):
    """Two or three files go, all others stay."""
    ps = [j.put(lines(r, 1, 2)) for _ in range(r.randint(2, 3))]
    j.others(2, 3)
    j.ask_by("only_those", l=series(r, ps))
    for p in ps:
        j.run("rm " + p)
    j.tell("[{L} are gone.|I threw {L} away, only those.|Deleted: {L}.]", l=joined(ps))


@kind
def keep_those(r, j):
    """All files go but the named ones."""
    keep = [j.put(lines(r, 1, 2)) for _ in range(r.randint(1, 3))]
    j.others(1, 3)
    gone = [f for f in sorted(j.now) if f not in keep]
    if not gone:
        raise Again
    j.ask_by("keep_those", l=series(r, keep, r.choice(["and", "comma"])))
    j.list()
    for f in gone:
        j.run("rm " + f)
    j.tell("[I removed {L} and kept {K}.|Gone: {L}. Kept: {K}.|{K} stayed; {L} went.]", l=joined(gone), k=joined(keep))


@kind
def leave_one(r, j):
    """A change in some files, while one that has the word too is left."""
    a, b = pair(r)
    p, q, s = (j.put(holding(r, a, avoid=[b], high=2)) for _ in "123")
    j.ask_by("leave_one", p=p, q=q, s=s, a=a, b=b)
    for f in (p, q):
        j.read(f)
        j.swap(f, a, b)
    j.tell("[{P} and {Q} say {B} now; {S} is as it was.|Changed in {P} and {Q}, not in {S}.|{S} still says {A}, the other two say {B}.]", p=p, q=q, s=s, a=a, b=b)


@kind
def sister_key(r, j):
    """A copy with one number changed."""
    t = r.choice(W.THINGS if r.random() < .4 else W.KEYS)
    v, m = r.sample(range(2, 99), 2)
    text, d = stock(r, None, t, v, (m,))
    p = j.put(text)
    j.others(0, 2)
    q, ln = j.fresh(), d[t][1]
    if ln.count(str(v)) != 1 or str(v) in t:
        raise Again
    j.ask_by("sister_key", p=p, q=q, t=t, m=m)
    j.write(q, j.read(p).replace(ln, ln.replace(str(v), str(m))))
    j.tell("[{Q} is like {P}, with {M} for {T}.|{Q} has {T} at {M}; {P} still has {V}.|The copy is {Q}, it says {M} for {T}.]", p=p, q=q, t=t, m=m, v=v)


@kind
def set_key(r, j):
    """A number is to be so, told as a state."""
    t = r.choice(W.THINGS if r.random() < .4 else W.KEYS)
    v, m = r.sample(range(2, 99), 2)
    text, d = stock(r, None, t, v, (m,))
    p = j.put(text)
    j.others(0, 2)
    ln = d[t][1]
    if ln.count(str(v)) != 1 or str(v) in t:
        raise Again
    j.ask_by("set_key", p=p, t=t, m=m)
    j.read(p)
    j.edit(p, ln, ln.replace(str(v), str(m)))
    j.tell("[{T}: {M} in {P} now, before it was {V}.|{P} says {M} for {T} now.|{T}: {M} instead of {V}.]", p=p, t=t, m=m, v=v)


@kind
def reason_first(r, j):
    p, a, b = swapping(r, j)
    j.ask_by("reason_first", p=p, a=a, b=b)
    j.read(p)
    j.swap(p, a, b)
    j.tell(SWAPPED, p=p, a=a, b=b)


@kind
def into_folder(r, j):
    """A file moves, or is copied, into another folder under its own name."""
    p = j.put(lines(r, 1, 4))
    j.others(0, 2)
    d = r.choice([f for f in W.FOLDERS if f and not p.startswith(f)])
    q = d + base(p)
    if q in j.now:
        raise Again
    j.derived.add(q)
    move = r.random() < .5
    j.ask_by("move_folder" if move else "copy_folder", p=p, d=d)
    j.write(q, j.read(p))
    if move:
        j.run("rm " + p)
    j.tell("[{Q} is its place now, {P} is gone.|It is {Q} now.|Moved to {Q}.]" if move else "[{Q} is a copy; {P} stays.|There is a copy at {Q} now.|Copied to {Q}.]", p=p, q=q)


@kind
def in_folder(r, j):
    """A folder is named, the file in it has to be found."""
    a, b = pair(r)
    d = r.choice([f for f in W.FOLDERS if f])
    p = j.put(holding(r, a, avoid=[b]), folder=d)
    j.others(2, 3, [a])
    if sum(f.startswith(d) for f in j.now) != 1:
        raise Again
    if r.random() < .6:
        j.ask_by("in_folder", d=d, a=a, b=b)
        j.list()
        j.read(p)
        j.swap(p, a, b)
        j.tell(SWAPPED, p=p, a=a, b=b)
    else:
        one = j.now[p].split("\n")[0]
        j.ask_by("in_folder_tell", d=d)
        j.list()
        j.read(p)
        j.tell("[{P} begins with: {L}|The file is {P}, its first line: {L}|{P}: {L}]", p, one, p=p, l=one)


@kind
def steps_back(r, j):
    """A new file, a change and a command, told in any order."""
    p, a, b = swapping(r, j)
    q, x = j.fresh(), plain(r)
    c, o = j.checked(p, b, f"\"{b}\" is not in {p} yet")
    j.ask_by("steps_back", p=p, q=q, a=a, b=b, x=x, c=c)
    j.write(q, x)
    j.read(p)
    j.swap(p, a, b)
    j.run(c)
    j.tell("[{Q} is there and {P} says {B}.|I made {Q} and put {B} in {P}.|{Q} is written, {A} in {P} is {B} now.]" + RAN, o, p=p, q=q, a=a, b=b, c=c, o=o)


@kind
def append_many(r, j):
    p = j.put(lines(r, 1, 3))
    xs = list(dict.fromkeys(plain(r) for _ in range(r.randint(2, 4))))
    j.others(0, 2)
    if len(xs) < 2 or any(x in j.now[p] for x in xs):
        raise Again
    x = "\n".join(xs)
    j.ask_by("append_many", p=p, x=x)
    j.write(p, j.read(p) + "\n" + x)
    j.tell("[{P} has the {N} new lines at its end.|The lines are at the end of {P}.|{N} lines more in {P}.]", p=p, n=len(xs))
    j.derived.add(str(len(xs)))


@kind
def after_line(r, j):
    """A line goes right below, or above, another."""
    rows = lines(r, 2, 4).split("\n")
    i, x = r.randrange(len(rows)), plain(r)
    if x in rows or '"' in rows[i] or "\n".join(rows).count(rows[i]) != 1:
        raise Again
    p = j.put("\n".join(rows))
    j.others(0, 2)
    below = r.random() < .6
    j.ask_by("below_line" if below else "above_line", p=p, x=x, y=rows[i])
    j.read(p)
    new = rows[:i + below] + [x] + rows[i + below:]
    j.write(p, "\n".join(new))
    j.tell("[The line is in {P} now, right {K} the other.|{P} has it {K} that line.|Done, it stands {K}: {Y}]", p=p, k="below" if below else "above", y=rows[i])


@kind
def read_out(r, j):
    p = j.put(lines(r, 1, 3))
    j.others(0, 3)
    j.ask_by("read_out", p=p)
    j.read(p)
    j.tell("[{P} says:\n{X}|{X}|It says:\n{X}]", *j.now[p].split("\n"), p=p, x=j.now[p])


@kind
def count_and_tell(r, j):
    """A number of files and a value out of one of them."""
    e = r.choice("html md csv yaml log css".split())
    t, v = r.choice(W.THINGS), r.randint(8, 99)
    p = j.put(stock(r, None, t, v)[0], ends=["txt"])
    for _ in range(r.randint(2, 4)):
        j.put(lines(r, 1, 2), ends=[e])
    hits = sorted(f for f in j.now if f.endswith("." + e))
    n = len(hits)
    j.ask_by("count_and_tell", p=p, t=t, e=e)
    j.list()
    j.read(p)
    j.derived.add(str(n))
    j.tell("[{L}: {N} files. {T}: {V}.|There are {N} ({L}), and {P} says {V} for {T}.|{N} .{E} files ({L}) and {V} {T}.]", n, v, n=n, v=v, l=numbered(hits), t=t, p=p, e=e)


@kind
def swap_and_drop(r, j):
    p, a, b = swapping(r, j)
    q = j.put(lines(r, 1, 2))
    j.ask_by("swap_and_drop", p=p, q=q, a=a, b=b)
    j.read(p)
    j.swap(p, a, b)
    j.run("rm " + q)
    j.tell("[{P} says {B} now and {Q} is gone.|{A} is {B} in {P}; I deleted {Q}.|Both done: {B} in {P}, no {Q} any more.]", p=p, q=q, a=a, b=b)


@kind
def drop_folder(r, j):
    """All that is in one folder goes."""
    d = r.choice([f for f in W.FOLDERS if f])
    for _ in range(r.randint(1, 4)):
        j.put(lines(r, 1, 2), folder=d)
    j.others(1, 3)
    hits = sorted(f for f in j.now if f.startswith(d))
    if len(hits) == len(j.now):
        raise Again
    j.ask_by("drop_folder", d=d)
    j.list()
    for f in hits:
        j.run("rm " + f)
    j.tell("[Gone: {L}.|{D} is empty now; I removed {L}.|I deleted {L}.]", d=d, l=joined(hits))


@kind
def try_again(r, j):
    """A command that fails by chance the first time."""
    j.others(0, 2)
    c, o = j.command(r.choice(W.COUNTED).format(d=r.randint(11, 4999), t=r.choice(W.THINGS)) if r.random() < .6 else None, flaky=r.random() < .6)
    j.must(c, o)
    j.ask_by("try_again", c=c)
    j.retry(c)
    j.tell("[It says: {O}|{O}|{C} printed: {O}|The answer was: {O}]", o, c=c, o=o)


@kind
def swap_tell_rest(r, j):
    """A new file, then the names of all files."""
    j.others(1, 3)
    p, x = j.fresh(), plain(r)
    j.ask_by("make_and_list", p=p, x=x)
    j.write(p, x)
    names = j.list()
    j.tell("[Now there are {L}.|{P} is there. The files: {L}.|You have {L}.]", *names, p=p, l=joined(names))


ALL = [before_after, before_after, chain_two, note_result, note_result, tests_readme, all_named, all_found, runs_order, arrow_notes, arrow_notes, look_only, no_run, only_those, keep_those, leave_one, sister_key, sister_key, set_key, reason_first, into_folder, in_folder, steps_back, append_many, after_line, read_out, count_and_tell, swap_and_drop, drop_folder, try_again, swap_tell_rest]
