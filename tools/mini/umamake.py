"""Tasks that make files: one, several, from a block, from parts."""
import umawords as W
from umabase import Job, P, bank, kind, need

ONE = bank("make_one", r"""
[Create|Make|Add] [a file|a new file|the file] {f} [with the text|containing|that says|with] {'x}.
[Please create|Could you create|Can you make] {f} [containing|holding|with just|with only] {'x}[.|?]
New file {f}: {x}
{f} <- {~x}
touch {f} and put {'x} in it.
echo {'x} > {f}
[I need|We need|There should be] a file [called|named] {f} [with|whose only line is|that reads] {'x}.
[Write|Put|Save|Store] {'x} [to|into|in] [a new file {f}|{f}|a file called {f}].
{f} [doesn't exist yet|is missing]. [Create it|Make it] with the line {'x}.
[Drop|Stick|Dump] this into {f}: {x}
[Would you mind creating|Would you be so kind as to create] {f}? [Its content|The content] [is|should be] {'x}.
Content: {'x}. File: {f}. [Create it.|Go.|Please write.]
Make me {f}, one line, {'x}
[Note down|Jot down|Write down] {'x} in {f} for me.
Need {f} w/ {'x}
i want file {f} and inside must be {'x}
Under {f} please store [the following|this] line: {x}
Start {f} with the single line {'x}.
The line {'x} belongs in a file of its own; name it {f}.
Nobody has set up {f}. It only takes one line, {'x}, so [add it|write it] please.
Can a file {f} be made that contains {'x}?
[create|write] {f}:{#x}
""")
BLOCK = bank("make_block", r"""
[Create|Write|Make] {f} with [this content|the following content|this]:{#x}
[Save|Store|Put] [this|the text below|the following] [as|in|to] {f}:{#x}
{f}:{#x}
[Please|pls] [create|add] [a file|the file] {f} [holding exactly|with exactly] [these lines|the lines below]:{#x}
cat > {f} <<EOF{#x}
New file {f}, contents below.{#x}
[I'd like|I want] {f} to [hold|contain|read]:{#x}
Here is what {f} [should contain|must look like]:{#x}
The following goes into [the new file|a fresh file] {f}:{#x}
[Paste|Drop] [this|these lines] into {f}, [verbatim|as is|line by line].{#x}
Take this text and make it {f}:{#x}
{#x}\nSave the above as {f}.
{#x}\n^ [write that to|put this in] {f} please
[Could you|Can you|Would you] [add|set up|write] {f}? It should read:{#x}
We are missing {f}. Its text:{#x}
""")
LISTED = bank("make_listed", r"""
[Create|Make|Write] {f} with {n} lines: {x}.
{f} should [have|hold|get] [these lines|one line each for]: {x}
[Write|Put] {x} [in|into] {f}, [one per line|each on its own line|one a line].
New file {f}, one entry per line: {x}
[Please make|I need] a list {f} [of|with] {x}, [one per row|a line each].
[Start|Set up] {f}. Lines: {x}.
{f}: {x} ([each on a new line|one per line])
Can you [list|write out] {x} [line by line|on separate lines] in {f}?
One per line, [write|save] {x} to {f}.
the lines {x} go into {f} [in this order|in that order]
printf these into {f}, newline after each: {x}
Make a file [named|called] {f}. It [has|gets] {n} lines, namely {x}.
""")
SEVERAL = bank("make_several", r"""
[Create|Make|Add] {n} files: {x}.
[Set up|Scaffold|Lay down] [these|the following] files: {x}
Files needed: {x}.
[Please create|I need you to make|Could you write] {x}.
[We need|I want] {n} new files[:|,] {x}
new: {x}
[Write|Put in place] {x}[.|, please.]
Make [each of these|all of these], one by one: {x}
{n} new files please. {x}
Could the following files be [created|made]: {x}
For the new setup I want {x}.
Missing [from the repo|here] are {x}. [Add them.|Please add them.]
mk {x}
""")
MADE = ["Created {f}.", "[Done|OK], {f} [exists|is there|is created] now.", "{f} [has been|is] [created|written|saved].", "I [created|made|wrote|saved] {f}.", "[The new file|The file] {f} is [in place|ready|saved]."]
FEW = ["Created {p}.", "[Done|OK], I [made|created|wrote] {p}.", "{p} are [in place|ready|created].", "All [written|created|set up]: {p}."]
AND = lambda xs, last=" and ": xs[0] if len(xs) == 1 else ", ".join(xs[:-1]) + last + xs[-1]


def marks(r):
    q = r.choice(['"', '"', "'", "`"])
    return lambda x: x if q in x else q + x + q


@kind
def make_one(r):
    t = Job(r)
    t.clutter()
    p, x = t.path(), W.line(r)
    t.write(p, x)
    return t.done(ONE, {"f": p, "x": x}, MADE, r.random() < .5)


@kind
def make_block(r):
    t = Job(r)
    t.clutter(0, 2)
    make, exts = r.choice(W.STYLES)
    p, x = t.path(exts), "\n".join(make(r) for _ in range(r.randint(2, 5)))
    t.write(p, x)
    return t.done(BLOCK, {"f": p, "x": x}, MADE, False)


@kind
def make_listed(r):
    t = Job(r)
    t.clutter(0, 2)
    make = r.choice((W.phrase, W.word, W.name, W.confline, W.host, W.code, lambda r: r.choice(W.THING)))
    xs = [make(r) for _ in range(r.randint(2, 4))]
    q = marks(r) if r.random() < .6 or make in (W.confline,) else (lambda x: x)
    p = t.path()
    t.write(p, "\n".join(xs))
    joined = AND([q(x) for x in xs], r.choice((" and ", ", ", ", then ")))
    return t.done(LISTED, {"f": p, "x": joined, "n": r.choice((str(len(xs)), "zero one two three four".split()[len(xs)]))}, MADE, False)


@kind
def make_several(r):
    t = Job(r)
    t.clutter(0, 2)
    n = r.randint(2, 4)
    q = marks(r)
    form = r.choice((lambda p, x: f"{p} with {q(x)}", lambda p, x: f"{p} ({q(x)})", lambda p, x: f"{p} containing {q(x)}", lambda p, x: f"{p}: {q(x)}", lambda p, x: f"{q(x)} in {p}", lambda p, x: f"{p} that says {q(x)}", lambda p, x: f"{p} = {q(x)}"))
    ps, parts = [], []
    for _ in range(n):
        p, x = t.path(), W.line(r)
        t.write(p, x)
        ps.append(p)
        parts.append(form(p, x))
    if r.random() < .3:
        joined = "\n" + "\n".join("- " + s for s in parts)
    else:
        joined = AND(parts, r.choice((" and ", ", ", ", and ")))
    return t.done(SEVERAL, {"x": joined, "n": r.choice((str(n), "zero one two three four".split()[n])), "p": AND(ps)}, FEW, False)


SAME = bank("make_same", r"""
[Create|Make] {a} and {b}, both [with|containing|saying] {'x}.
[Put|Write|Save] {'x} [into|to] {a} and also [into|to] {b}.
{a} and {b}: same content, {~x}
The [text|line] {'x} [is needed|should stand] in two new files, {a} and {b}.
I need {'x} twice: [once in|in] {a}, [once in|and in] {b}.
tee {a} {b} <<< {'x}
[Please|pls] make two [identical files|files with identical content], {a} and {b}; the [content|line] is {'x}.
Write {a} with {'x}. Then [the same|do the same] for {b}.
Two files please, {a} plus {b}. Each has the line {'x}.
Both {a} and {b} [should be created|must exist] and [read|say] {'x}.
Could you [duplicate|store] {'x} in {a} and in {b}?
New {a} with {'x}, new {b} with [the very same|identical] text.
""")
FOLDER = bank("make_in_folder", r"""
In [the folder|folder|the directory] {d}, [create|make|add] {f} [with|containing|saying] {'x}.
[Add|Create] [a file|the file] {f} [under|in|inside] {d}. [Its text is|It should say|Content:] {'x}
mkdir -p {d}; echo {'x} > {d}/{f}
[Put|Place] a {f} into {d} [that reads|with] {'x}.
{d} needs a {f}: {x}
{f} in the {d} directory, [one line|content] {'x}, please.
[I'd like|We want] a new file inside {d}, [called|named] {f}, [holding|containing] {'x}.
Inside {d} there's no {f} yet; [write one|make one] saying {'x}.
[Go to|cd into] {d} and create {f} there with {'x}.
Folder: {d}\nName: {f}\nText: {x}
Under {d}/ please [write|save] {'x} as {f}.
Can you put {'x} in {d}, [file name|name it] {f}?
""")


@kind
def make_same(r):
    t = Job(r)
    t.clutter(0, 2)
    a, x = t.path(), W.line(r)
    t.write(a, x)
    b = t.path()
    t.write(b, x)
    return t.done(SAME, {"a": a, "b": b, "x": x, "p": f"{a} and {b}"}, FEW, False)


@kind
def make_in_folder(r):
    t = Job(r)
    t.clutter(0, 2)
    d = r.choice((r.choice(W.DIRS), W.made(r), W.word(r) + "/" + W.word(r)))
    f = W.stem(r) + "." + r.choice(W.TEXTEXT + ["py", "yml", "conf", "sh", "csv"])
    x = W.line(r)
    p = P(d + "/" + f)
    need(p not in t.now)
    t.write(p, x)
    t.derived.add(p)
    return t.done(FOLDER, {"d": d, "f": f, "x": x, "p": p}, [a.replace("{f}", "{p}") for a in MADE], r.random() < .3)


FROM = bank("make_from_facts", r"""
[Take|Pick] the {k} [from|in] {f} and [write|save] it to {g}.
[Read|Look up] the {k} in {f}, then [create|make] {g} with [just that|only that value].
{g} should [hold|contain] the {k} [from|that stands in|given in] {f}, [nothing else|only the value].
[What's|Whatever is] the {k} in {f}, [put it|copy it] into a new file {g}.
grep {k} in {f}, store the value in {g}
[Please extract|Extract] the {k} from {f} into {g}.
I need a file {g} with the {k}; you'll find it in {f}.
{f} [has|lists] the {k}. [Save|Write] only the value to {g}.
new file {g} = value of {k} in {f}
Could you [copy|carry] the {k} over from {f} to [a new file|the new file] {g}?
The {k} is in {f}. After you find it, [make|create] {g} and write it there.
From {f} get me the {k}; result goes to {g}.
[My script reads|The cron job reads] {g}, which must be just the {k} [from|as in] {f}. Create it.
""")
TOOK = ["{g} now [holds|has] {v}.", "[Done|OK]: the {k} is {v}, saved in {g}.", "I wrote {v} to {g}.", "The {k}, {v}, is in {g} now."]


@kind
def make_from_facts(r):
    t = Job(r)
    pairs = W.record(r, r.randint(2, 6))
    lines, _ = W.shaped(r, pairs)
    f = t.put(t.path(W.CONF), lines)
    t.clutter(0, 2)
    k, v = r.choice(pairs)
    t.read(f)
    g = t.path()
    t.write(g, v)
    if r.random() < .5:
        t.say = [v]
    return t.done(FROM, {"f": f, "g": g, "k": k.replace("_", " ") if r.random() < .6 else k, "v": v}, TOOK)
