"""Tasks with wrong paths, projects, versions in several places and results to report."""
import umawords as W
from umabase import OK, Job, P, bank, kind, need
from umaedit import config, like, spoken
from umaread import FACT, SAID
from umaedit import SWAP
from umaline import ADDED, APPEND

WRONG = bank("wrong_path", r"""
What's the {k} in {f}? [The name may be off.|I might have the path wrong.]
[Read|Open] {f} [or whatever it's really called|if I have the name right] and tell me the {k}.
{f}: {k}? [not sure about the path|path from memory]
I think the file is {f}. [Which|What] {k} does it [give|have]?
[Tell me|Give me] the {k} from {f}[; if it isn't there, look for a similar file|, or the nearest thing to it].
cat {f} | grep {k}  # or similar name
[There should be|We have] something like {f}. What is the {k} [in there|in it]?
the {k} in {f} please, maybe file has little other name
[Could you|Can you] find the {k} in {f}? [It may have been moved.|The spelling may differ.]
{f} was the name, if I recall. Its {k}?
Look in {f} for the {k}. [Should the file not exist, take the one that fits.|If missing, check the list of files.]
Somewhere around {f} [there must be|is] the {k}. What is it?
""")


def misspell(r, p):
    """A path that is nearly p."""
    folder, _, f = p.rpartition("/")
    s, dot, e = f.rpartition(".")
    need(dot and len(s) > 4)
    k = r.randrange(5)
    if k == 0 and folder:
        return f
    if k == 1 and not folder:
        return r.choice(W.DIRS) + "/" + f
    if k == 2:
        e = r.choice([x for x in ("txt", "md", "conf", "yml", "ini", "cfg", "csv") if x != e])
    elif k == 3:
        i = r.randrange(1, len(s) - 1)
        s = s[:i] + s[i + 1:]
    else:
        s = s + "s" if s[-1] != "s" else s[:-1]
    return (folder + "/" if folder else "") + s + "." + e


def lost(t, p):
    """Read under a wrong path, list, read the right file."""
    w = P(misspell(t.r, p))
    need(w not in t.now)
    t.read(w)
    t.list()
    t.read(p)
    return w


@kind
def wrong_path(r):
    t = Job(r)
    p, pairs, _ = config(t, 1, 5)
    k, v = r.choice(pairs)
    t.clutter(1, 3)
    w = lost(t, p)
    t.say = [v]
    return t.done(WRONG + FACT[:6], {"f": w, "k": spoken(r, k), "v": v, "p": p}, ["The file is {p}; the {k} is {v}.", "{v} (in {p})", "{p} says {v}.", "The {k} is {v}, from {p}."])


@kind
def wrong_path_edit(r):
    t = Job(r)
    p, lines = t.some(1, 5)
    t.clutter(1, 3)
    w = lost(t, p)
    if r.random() < .5:
        x, y = r.choice(lines), W.line(r)
        t.edit(p, x, y)
        return t.done(SWAP, {"f": w, "x": x, "y": y, "p": p}, ["There is no such file, so I changed {p}.", "[Fixed|Changed] in {p}.", "The file is called {p}; it is [updated|changed] now."])
    x = W.line(r)
    t.append(p, x)
    return t.done(APPEND, {"f": w, "x": x, "p": p}, ["{w} was not there; I added it to {p}.".replace("{w}", "{f}"), "Added to {p}.", "The file is {p}, the line is in it now."])


BUMP = bank("bump_version", r"""
[Bump|Raise] the version from {x} to {y} in {p}[,| and] then run {'c}.
Release {y}: [replace|change] {x} in {p}, [afterwards|then] {'c}.
[We go|Going] from {x} to {y}. [Files|Places]: {p}. [Run {'c} at the end.|Then {'c}.]
{x} -> {y} in {p}; {c}
Version {x} is [history|over]. [Put|Write] {y} [into|in] {p}, [then check with|and run] {'c}.
[Please update|Update] {p} to version {y} (now {x}), [finally|and then] execute {'c}.
{p} all [say|carry] {x}. They should say {y}. [Verify with|After that run] {'c}.
[Could you|Can you] make the {y} release? Edit {p} ({x} now) and run {'c}.
new version {y}, old {x}: change {p}, then {c}
After [setting|writing] {y} for {x} in {p}, run {'c} and [tell me the result|report].
sed -i s/{x}/{y}/ {p} && {c}
Version bump. Old {x}, new {y}, files {p}, check {'c}.
""")


@kind
def bump_version(r):
    t = Job(r)
    x, y = W.version(r), W.version(r)
    need(x not in y and y not in x)
    ps = []
    for _ in range(r.choice((2, 2, 3))):
        p, lines = t.some(1, 4)
        lines[r.randrange(len(lines))] = r.choice(("version = {x}", "version: {x}", "__version__ = '{x}'", "VERSION={x}", "v{x}", "# release {x}", "{x}", "tag: v{x}", "image: {w}:{x}", "{w}=={x}")).replace("{x}", x).replace("{w}", W.made(r))
        t.files[p] = t.now[p] = "\n".join(lines)
        ps.append(p)
    t.clutter(0, 1)
    for p in ps:
        t.edit(p, x, y)
    c, g = W.command(r, W.RUNNERS), W.good(r)
    t.check(c, ps[-1], y, g, f"FAIL: {ps[-1]} is not at {y}")
    t.run(c)
    t.must(c, g)
    return t.done(BUMP, {"x": x, "y": y, "c": c, "g": g, "p": ", ".join(ps[:-1]) + r.choice((" and ", ", ")) + ps[-1]}, ["[Version|Now at] {y}; {c} says {'g}.", "Bumped to {y}: {g}", "All files say {y} and {c} [passes|is fine]."])


PROJECT = bank("project", r"""
[Set up|Start|Scaffold] a [small|little] project [in|under] {d}: {x}. [Then|After that] list the files and [tell me how many there are|count them].
[Create|Make] the skeleton of {d}: {x}. [How many files are there then?|Finally list everything and say the number of files.]
{d}/ with {x}; then ls, how many files in total?
New [project|service|tool] {d}. Files: {x}. [List when done, give me the count of all files.|When finished, count all files.]
[Please lay out|Lay out] {d} with {x}, [list the workspace|look at the listing] and report the number of files.
mkdir {d}; add {x}; ls | wc -l
I'm starting {d}. It needs {x}. [Once that's there|Afterwards], how many files does the workspace have?
[Could you|Can you] prepare {d} with {x} and tell me how many files [we have then|are here after that]?
make project {d}: {x}. after list all and say me the count
In {d} I want {x}. Then a file count of the [whole|entire] workspace.
Bootstrap {d} ({x}), then list and count [all|the] files.
The folder {d} [gets|needs] {x}. [Check by listing;|List the files,] how many are there [altogether|in all]?
""")


@kind
def project(r):
    t = Job(r)
    t.clutter(0, 2)
    d = r.choice((W.made(r), W.made(r) + "-" + W.word(r), "projects/" + W.made(r)))
    q = r.choice(['"', "'", "`"])
    parts = []
    for f in r.sample(["README.md", "main.py", "setup.cfg", "app.js", "index.html", "Makefile", "notes.txt", "config.yml", ".gitignore", "main.go", "test_main.py", "run.sh", "Dockerfile", "go.mod", "requirements.txt", "plan.md", "src/lib.rs", "guests.csv"], r.randint(2, 3)):
        x = W.line(r)
        need(q not in x)
        t.write(d + "/" + f, x)
        t.derived.add(d + "/" + f)
        parts.append(r.choice(("{f} with {x}", "{f} ({x})", "{f} containing {x}", "{f}: {x}")).replace("{f}", f).replace("{x}", q + x + q))
    t.list()
    n = str(len(t.now))
    t.say = [n]
    t.derived.add(n)
    return t.done(PROJECT, {"d": d, "x": ", ".join(parts[:-1]) + " and " + parts[-1], "n": n}, ["{d} is set up; there are {n} files.", "Done, {n} files in all.", "{n} files.", "{d} is ready. The workspace has {n} files."], False)


DOFACT = bank("do_then_fact", r"""
[Append|Add] {'x} to {f}[,| and] then tell me the {o} line.
Add {'x} at the end of {f}. [What's its {o} line?|Then quote the {o} line.]
{f}: += {'x}; {o} line?
[Put|Write] {'x} [under|below] the other lines of {f} and report what the {o} line [says|is].
[After|Once] you have added {'x} to {f}, [say|tell me] how its {o} line reads.
What's the {o} line of {f}? Also [add|append] {'x} [to the end|at its end].
[Please add|Kindly append] {'x} to {f} and quote the {o} line for me.
echo {'x} >> {f}; show {o} line
[Could you|Can you] append {'x} to {f}, and tell me what the {o} line is?
put {'x} last in {f}, and which is the {o} line of it
Two things about {f}: it needs {'x} at the end, and I need to know its {o} line.
{f} should end in {'x}. When that's done, read me the {o} line.
""")


@kind
def do_then_fact(r):
    t = Job(r)
    p, lines = t.some(3, 6)
    t.clutter(0, 2)
    o, i = r.choice((("first", 0), ("second", 1), ("third", 2)))
    x = W.line(r)
    t.append(p, x)
    t.say = [lines[i]]
    return t.done(DOFACT, {"f": p, "x": x, "o": o, "l": lines[i]}, ["Added. The {o} line is {'l}.", "Done; the {o} line: {l}", "{f} is updated. Its {o} line says {'l}."])


ASKED = bank("swap_and_ask", r"""
[Change|Set] the {k} in {f} to {~y} and tell me [what it was|the old value|the previous one].
{f}: {k} = {y}. [What was it before?|Old value?]
[Update|Switch] the {k} to {~y} in {f}; what did it say [before|until now]?
[What's|What is] the {k} in {f} now? [Change it to|Make it] {~y} after [that|you noted it] and tell me the old one.
{k} -> {y} ({f}), report previous value
In {f} the {k} becomes {~y}. [For the log,|For the record,] tell me which value it replaces.
[Please set|Set] {k} to {~y} in {f} and let me know the [former|old] value.
I want {~y} as the {k} in {f}, but [tell me|say] what stood there.
[Could you|Can you] put {~y} for the {k} into {f} and tell me the one you overwrote?
new {k} is {y} in {f}; which was the old
Note the {k} in {f}, replace it with {~y}, and [give me|report] the noted value.
Which {k} does {f} have? It should be {~y}; fix it, but [I need the old one|name the old one].
""")


@kind
def swap_and_ask(r):
    t = Job(r)
    p, pairs, fmt = config(t, 1, 6)
    k, v = r.choice(pairs)
    y = W.LABELS[k](r)
    t.clutter(0, 2)
    t.read(p)
    t.edit(p, W.as_line(fmt, k, v), W.as_line(fmt, k, y))
    t.say = [v]
    return t.done(ASKED, {"f": p, "k": spoken(r, k), "v": v, "y": y}, ["It was {v}.", "The {k} was {v}, now it is {y}.", "Changed from {v} to {y}.", "Old value: {v}"])


TICK = bank("tick_off", r"""
[Mark|Tick off] {'x} as done in {f}.
In {f}, {'x} is [done|finished]. [Tick it.|Check the box.|Mark it.]
{f}: {x} [x]
[I finished|I'm done with] {'x}. [Update|Tick it off in] {f}[, please|].
[Check|Cross] off {'x} in {f}.
[Could you|Can you] set the box of {'x} in {f}?
{x} is done, mark in {f}
The task {'x} in {f} gets its [tick|check mark].
[Please put|Put] an x in the box before {'x} in {f}.
todo {f}, item {'x}: complete
[We did|We've done] {'x} at last. Mark that in {f}.
Box ticked for {'x} in {f}, please.
""".replace("[x]", "done"))


@kind
def tick_off(r):
    t = Job(r)
    xs = []
    while len(xs) < 3 or r.random() < .4:
        x = f"{r.choice(W.VERB)} {r.choice(('the ' + r.choice(W.NOUN), r.choice(W.THING), r.choice(W.FIRST)))}"
        need(x not in xs)
        xs.append(x)
    p = t.put(t.path(["md", "txt", "todo"]), [f"- [{r.choice('  x')}] {x}" for x in xs])
    t.clutter(0, 2)
    x = r.choice(xs)
    need(f"- [ ] {x}" in t.now[p] and "[x]" in t.now[p])
    t.read(p)
    t.derived.add(f"- [x] {x}")
    t.edit(p, f"- [ ] {x}", f"- [x] {x}")
    return t.done(TICK, {"f": p, "x": x}, ["{'x} is ticked off.", "Marked it as done in {f}.", "Done."])


COLUMN = bank("csv_fact", r"""
What is the {c} of {n} in {f}?
{f}: {n}'s {c}?
[Look up|Find] {n} in {f} and tell me the {c}.
Which {c} [does {n} have|belongs to {n}] [according to|in] {f}?
[Tell me|Give me] {n}'s {c}, [it's in|see] {f}.
awk: {c} where name is {n}, {f}
From the table {f} I need the {c} in the row of {n}.
[Could you|Can you] check {f} for the {c} of {n}?
{c} for {n} please. File: {f}
[Open|Read] {f}. In {n}'s row, what's the {c}?
what {c} has {n} in table {f}
The sheet {f} has a row for {n}; [read|say] the {c}.
""")


@kind
def csv_fact(r):
    t = Job(r)
    cols = r.sample(["city", "room", "phone", "color", "price", "day", "email", "start", "seats", "serial", "total"], r.randint(2, 3))
    names = r.sample(W.FIRST, r.randint(2, 6))
    rows = [[n] + [W.LABELS[c](r) for c in cols] for n in names]
    p = t.put(t.path(["csv", "csv", "tsv", "txt"]), ["name," + ",".join(cols)] + [",".join(x) for x in rows])
    t.clutter(0, 2)
    row = r.choice(rows)
    i = r.randrange(len(cols))
    t.read(p)
    t.say = [row[i + 1]]
    return t.done(COLUMN, {"f": p, "c": cols[i], "n": row[0], "v": row[i + 1]}, ["{v}", "{n}'s {c} is {v}.", "The {c} of {n} is {v}.", "It's {v}."])
