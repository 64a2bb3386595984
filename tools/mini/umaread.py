"""Tasks that ask for what files say."""
import umawords as W
from umabase import Job, P, bank, kind, need
from umaedit import config, spoken

FACT = bank("fact", r"""
[What is|What's] the {k} in {f}?
[Which|What] {k} [does {f} give|is set in {f}|stands in {f}]?
[Look up|Look in {f} and tell me] the {k}[ in {f}|, file {f}].
[Tell me|Give me|I need] the {k} [from|in|that's in] {f}.
{k} in {f}?
grep {k} {f}
[Read|Open] {f} and [report|tell me|say] the {k}.
{f} [has|lists] a {k}. [What is it?|Which one?|Tell me.]
[Could you|Can you] [check|see] {f} for the {k}?
According to {f}, what's the {k}?
pls say me what {k} is written in {f}
[I've lost|I don't remember] the {k}, it's [somewhere |]in {f}. [What was it?|Can you look?]
I am looking for the {k}. {f} should have it.
value of {k} ({f})
[Would you|Could you please] [find out|let me know] the {k}? [It's recorded|It is] in {f}.
the {k} [please|pls], see {f}
""")
SAID = ["The {k} is {v}.", "{v}", "It's {v}.", "{f} [says|gives] {v}.", "According to {f} the {k} is {v}."]
FACTS = bank("facts", r"""
[What are|Tell me|Give me] {x} [in|from] {f}[.|?]
{x} in {f}?
[Read|Open] {f} and [report|tell me|say] {x}.
I need {n} things from {f}: {x}.
From {f}, [please list|list|report] {x}.
{f}: {x}?
[Look up|Find] {x} in {f}.
[Could you|Can you] [tell me|look up] {x}? [They are|All] in {f}.
{f} has {x}. [What do they say?|Tell me {n} of them, I mean all of these.|What are they?]
For my [notes|form|ticket] I need {x}; [source is|see] {f}.
awk {x} out of {f} and print
[What does {f} say|What is written in {f}] about {x}?
Kindly [state|let me know] {x} as given in {f}.
cat {f}, i only care about {x}
""")


@kind
def fact(r):
    t = Job(r)
    t.clutter(0, 2)
    p, pairs, _ = config(t, 1, 8)
    k, v = r.choice(pairs)
    t.read(p)
    t.say = [v]
    return t.done(FACT, {"f": p, "k": spoken(r, k), "v": v}, SAID)


@kind
def facts(r):
    t = Job(r)
    t.clutter(0, 2)
    n = r.choice((2, 2, 3))
    p, pairs, _ = config(t, n, 8)
    got = r.sample(pairs, n)
    t.read(p)
    t.say = [v for _, v in got]
    ks = [spoken(r, k) for k, _ in got]
    the = ["the " + k for k in ks] if r.random() < .7 else ks
    x = ", ".join(the[:-1]) + r.choice((" and ", ", and ", " and also ")) + the[-1]
    a = r.choice((lambda k, v: f"the {k} is {v}", lambda k, v: f"{k}: {v}", lambda k, v: f"{k} {v}"))
    s = [a(k, v) for k, (_, v) in zip(ks, got)]
    s = ", ".join(s[:-1]) + " and " + s[-1] if a("", "")[:3] == "the" else ", ".join(s)
    return t.done(FACTS, {"f": p, "x": x, "n": "zero one two three".split()[n], "s": s[0].upper() + s[1:]}, ["{s}.", "{s}.", "From {f}: {s}."])


ACROSS = bank("facts_across", r"""
[What is|What's] the {j} in {a} and the {k} in {b}?
[Tell me|Give me] the {j} from {a} and the {k} from {b}.
From {a} [I need|read] the {j}, from {b} the {k}.
{a}: {j}? {b}: {k}?
[Look up|Find] two things: the {j} ({a}) and the {k} ({b}).
[Read|Open] {a} and {b}. [Report|Say] the {j} of the first, the {k} of the second.
Which {j} does {a} have, and which {k} [has|does] {b}[ have|]?
[Could you|Can you] check {a} for the {j}, then {b} for the {k}?
the {j} [is|stands] in {a}, the {k} in {b}; what are they?
I want both the {j} (in {a}) and the {k} (in {b}), [in one sentence|one line].
grep {j} {a}; grep {k} {b}
Once you know the {j} from {a}, also look for the {k} in {b}; tell me the two.
""")
OWNER = bank("which_file", r"""
Which file [mentions|contains|has|talks about] {'x}?
[Find|Locate] the file [that has|with|containing] {'x} [and tell me its name|].
grep -l {'x}
In which file [is|does it say] {'x}?
Where [is|does it say] {'x}? [File name please.|Name the file.]
[I wrote|Someone wrote] {'x} [somewhere|in one of the files]. [Which one?|Which file was it?]
{'x} - which [file|of the files]?
[Search|Look through] [all|the] files for {'x}; [tell me|report] [which one has it|the path].
one of files has {'x} inside, say me which
[Could you|Can you] find out where {'x} [stands|is written]?
I need the [path|name] of the file [holding|with] {'x}.
[Look for|Hunt down] {'x} and [give me|say] the [file name|path].
Which path holds the [text|words] {'x}?
""")
LOOKUP = bank("fact_somewhere", r"""
[One of the files|Some file here] [gives|has] [the|a] {k}. What is it?
What's the {k}? [I don't know which file has it.|It's in one of the files.]
[Find|Look for] the {k} [in the files|in this workspace|somewhere here] [and tell me|].
[Check|Search] the files for the {k}[, what is it|, tell me the value].
grep -r {k} . and tell me the value
I need the {k}; [look around|search the files].
The {k} is written down somewhere [here|]. [Find it.|Tell me what it is.]
{k}? somewhere in this folder
[Go|Look] through the files until you [find|see] the {k}, then [report|say] it.
Do you find [a|the] {k} anywhere [here|in the workspace]? [What is it?|Tell me.]
[Could you|Please] dig up the {k} from our files?
no idea in which file but there must be the {k}. which is it
""")


@kind
def facts_across(r):
    t = Job(r)
    a, pa, _ = config(t, 1, 5)
    b, pb, _ = config(t, 1, 5)
    t.clutter(0, 2)
    (j, v), (k, w) = r.choice(pa), r.choice(pb)
    t.read(a)
    t.read(b)
    t.say = [v, w]
    return t.done(ACROSS, {"a": a, "b": b, "j": spoken(r, j), "k": spoken(r, k), "v": v, "w": w}, ["The {j} is {v} and the {k} is {w}.", "{j}: {v}, {k}: {w}.", "{a} says {v}, {b} says {w}.", "{v} and {w}."])


@kind
def which_file(r):
    t = Job(r)
    t.clutter(2, 5)
    p = r.choice(sorted(t.now))
    x = r.choice(t.now[p].split("\n"))
    if r.random() < .5:
        ws = x.split(" ")
        i = r.randrange(len(ws))
        x = " ".join(ws[i:i + 2])
    need(len(x) > 3 and sum(x.lower() in v.lower() for v in t.now.values()) == 1)
    t.list()
    for q in sorted(t.now):
        t.read(q)
        if q == p:
            break
    t.say = [p]
    t.unsaid = [q for q in t.now if q != p and q.lower() not in p.lower()]
    return t.done(OWNER, {"x": x, "f": P(p)}, ["{f}", "It's {f}.", "{f} [has|mentions|contains] it.", "[You find it|It stands|That is] in {f}."])


@kind
def fact_somewhere(r):
    t = Job(r)
    t.clutter(1, 3)
    p, pairs, _ = config(t, 1, 4)
    k, v = r.choice(pairs)
    need(sum(k in x.lower() or k.replace("_", " ") in x.lower() for x in t.now.values()) == 1)
    t.list()
    for q in sorted(t.now):
        t.read(q)
        if q == p:
            break
    t.say = [v]
    return t.done(LOOKUP, {"k": spoken(r, k), "v": v, "f": p}, SAID)


WHOSE = bank("whose_record", r"""
[What is|What's] the {k} of {n}?
[Find|Look up] the {k} [of|for] {n} [in the files|].
{n}'s {k}?
Each file here is [about|for] one [person|name]. [Tell me|What is] the {k} of {n}.
I need {n}'s {k}, [it's in one of the files|check the files].
which {k} has {n}?
[Could you|Can you] search the files for {n} and [tell me|give me] the {k}?
[There's a file|One file is] about {n}. What {k} does it [give|state]?
find record where name is {n}, print {k}
For {n}, [what {k} is recorded|which {k} do we have]?
Please look for {n} and [report|let me know] the {k} [given there|].
The {k}, please, for {n}. [Files are in this workspace.|You'll have to look.]
""")


@kind
def whose_record(r):
    t = Job(r)
    n = r.randint(2, 4)
    k, other = r.sample(["phone", "room", "email", "city", "budget", "seats", "start", "day", "color", "serial"], 2)
    names = r.sample(W.FIRST, n)
    label = r.choice(("name", "person", "who", "member"))
    for x in names:
        ps = [(label, x), (k, W.LABELS[k](r)), (other, W.LABELS[other](r))]
        t.put(t.path(W.CONF), W.shaped(r, ps)[0])
    x = r.choice(names)
    t.list()
    for q in sorted(t.now):
        t.read(q)
        if x in t.now[q]:
            break
    need(sum(x.lower() in y.lower() for y in t.now.values()) == 1)
    v = next(l for l in t.now[q].split("\n") if k in l.lower())
    v = v.split(": " if ": " in v else "=" if "=" in v else ",", 1)[1].strip(' "')
    t.say = [v]
    return t.done(WHOSE, {"k": k, "n": x, "v": v}, ["{v}", "The {k} [of|for] {n} is {v}.", "{n}'s {k} is {v}.", "It's {v}."])


LAST = bank("line_of", r"""
What's the {o} line of {f}?
[Read|Open] {f} and [tell me|quote] [its|the] {o} line.
{o} line of {f} [please|pls|?]
[Tell me|Give me|Show me] the {o} line [of|in] {f}.
What [stands|is written] in the {o} line of {f}?
In {f}, what does the {o} line say?
sed -n {o} line from {f}
[Could you|Can you] read out the {o} line of {f}?
[How does|What is] the {o} line in {f} [read|]?
cat {f} and say only {o} line
I want to see just one thing from {f}: the {o} line.
Quote me {f}, {o} line only.
""")


@kind
def line_of(r):
    t = Job(r)
    p, lines = t.some(3, 8)
    t.clutter(0, 2)
    o, i = r.choice((("first", 0), ("last", -1), ("second", 1), ("last", -1), ("third", 2), ("first", 0)))
    t.read(p)
    t.say = [lines[i]]
    return t.done(LAST, {"f": p, "o": o, "x": lines[i]}, ["{x}", "The {o} line is: {x}", "It says {'x}."])
