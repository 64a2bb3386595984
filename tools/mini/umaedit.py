"""Tasks that change the text of files."""
import umawords as W
from umabase import OK, Job, P, bank, kind, need

SWAP = bank("swap", r"""
[Replace|Change] {'x} [with|to|by] {'y} in {f}.
In {f}, [replace|change|swap] {'x} [for|to] {'y}.
[Please|pls] [change|turn] {'x} into {'y} in [the file|] {f}.
{f} should say {'y} instead of {'x}.
{f} [says|has|reads] {'x} but [it must be|should be|must read] {'y}. [Fix it|Correct that|Please fix].
s/{x}/{y}/ in {f}
sed -i 's|{x}|{y}|' {f}
{f}: {'x} -> {'y}
[There's a mistake|Typo] in {f}: {'x} [ought to be|should be] {'y}.
[Can you|Could you] [update|edit] {f} so that {'x} becomes {'y}?
Wherever {f} says {'x}, [make it|put|write] {'y}.
It's not {'x} [anymore|any more], it's {'y} [now|]; [update|adjust] {f}.
[Swap|Exchange] {'x} for {'y}, [file|it's in] {f}.
{'y} [should stand|belongs] where {f} has {'x} [now|].
[I made|We have] an error in {f}. I wrote {'x}, I meant {'y}.
The [text|entry] {'x} in {f} is [wrong|outdated|stale]; the right one is {'y}.
instead of {'x} i need {'y} in file {f}, [can you do|please make]
Open {f}, find {'x}, [replace it with|put in its place] {'y}[.|, save.]
fix {f} ({'x} => {'y})
With {f}, do the following: {'x} goes out, {'y} comes in.
""")


def piece(r, x):
    """A part of a line that may be changed: some words of it."""
    ws = x.split(" ")
    i = r.randrange(len(ws))
    return " ".join(ws[i:i + r.randint(1, 3)]) if r.random() < .6 else x


def like(r, x):
    if x.isdigit():
        return str(r.randint(1, 9999))
    if " " in x:
        return r.choice((W.phrase(r), W.line(r)))
    return r.choice((W.word(r), W.made(r), W.code(r), W.word(r)))


@kind
def swap(r):
    t = Job(r)
    p, lines = t.some(1, 7)
    t.clutter()
    x = piece(r, r.choice(lines))
    need(len(x) > 2)
    y = like(r, x)
    if r.random() < .3:
        t.read(p)
    t.edit(p, x, y)
    return t.done(SWAP, {"f": p, "x": x, "y": y}, OK)


SETKEY = bank("set_key", r"""
Set [the |]{k} [to|=] {~y} in {f}.
In {f}, [change|set|update|bump] the {k} to {~y}.
[Change|Update] the {k} in {f}; [it is|it's|the new one is] {~y} now.
{f}: {k} should be {~y}
The {k} in {f} [must|has to] be {~y}[, please fix|].
[Make|Give] {f} a {k} of {~y}.
new {k} = {y} ({f})
What {f} gives as {k} is [wrong|old]. [Correct|The correct] value is {~y}.
[We have|There is] a new {k}: {y}. [Put it into|Update] {f}.
[Please adjust|Would you adjust|Kindly correct] the {k} in {f} to {~y}.
{k} -> {y} in {f}
Open {f} and [make sure|see to it that] the {k} is {~y}, whatever it says now.
[Could|Can] the {k} in {f} be [changed|switched] to {~y}?
as of today the {k} is {y}, {f} still has the old one, [fix|change it]
I want {~y} for the {k} in {f}.
Regarding {f}: the {k} changes to {~y}.
""")


def config(t, low=2, high=7, only=None):
    r = t.r
    pairs = W.record(r, r.randint(low, high), only)
    lines, fmt = W.shaped(r, pairs)
    p = t.put(t.path(W.CONF), lines)
    return p, pairs, fmt


def spoken(r, k):
    return k.replace("_", " ") if r.random() < .6 else k


@kind
def set_key(r):
    t = Job(r)
    t.clutter(0, 2)
    p, pairs, fmt = config(t)
    t.clutter(0, 1)
    k, v = r.choice(pairs)
    y = W.LABELS[k](r)
    t.read(p)
    t.edit(p, W.as_line(fmt, k, v), W.as_line(fmt, k, y))
    return t.done(SETKEY, {"f": p, "k": spoken(r, k), "y": y}, OK + ["The {k} is {y} now.", "{f} now [has|says] {y} for the {k}."])


TWO = bank("two_edits", r"""
[Two|2] [changes|edits] in {f}: {x}.
In {f}, {x}.
{f} needs [some|a few] [fixes|updates]: {x}
[Please update|Update|Fix] {f} as follows: {x}.
{f}\n{x}
Edit {f}. [The changes|What changes]: {x}
[Apply|Make] these [changes|edits] to {f}: {x}.
[Could you make|I need] the following corrections in {f}: {x}
The reviewer [wants|asked for] {n} changes in {f}: {x}.
patch {f}: {x}
Here's what must change in {f}: {x}.
[Correct|Clean up] {f} for me, that is {x}.
All in one file, {f}: {x}
""")


@kind
def two_edits(r):
    t = Job(r)
    n = r.choice((2, 2, 3))
    p, lines = t.some(n, 7)
    t.clutter(0, 2)
    q = r.choice(['"', "'", "`"])
    form = r.choice(("{x} becomes {y}", "{x} -> {y}", "{x} should be {y}", "change {x} to {y}", "replace {x} with {y}", "{y} instead of {x}", "not {x} but {y}", "{x} => {y}", "swap {x} for {y}", "{x} to {y}"))
    parts = []
    for l in r.sample(lines, n):
        x = piece(r, l)
        need(len(x) > 2 and q not in x)
        y = like(r, x)
        need(q not in y)
        t.edit(p, x, y)
        parts.append(form.replace("{x}", q + x + q).replace("{y}", q + y + q))
    k = r.random()
    s = "\n" + "\n".join("- " + a for a in parts) if k < .25 else "; ".join(parts) if k < .5 else ", ".join(parts[:-1]) + r.choice((" and ", ", and ", ", then ")) + parts[-1]
    return t.done(TWO, {"f": p, "x": s, "n": str(n)}, OK, False)


EVERY = bank("same_edit", r"""
[Replace|Change] {'x} [with|to] {'y} in {p}.
In {p}, {'x} [should be|must become] {'y}.
{'x} -> {'y} in [all of these|these files]: {p}
[We renamed|We call] {'x} {'y} [now|from today]. [Update|Adjust] {p}.
{p} [still say|all mention] {'x}. [Make that|It must be] {'y} [in each|everywhere].
sed 's/{x}/{y}/' {p}
[Please|Kindly] [go through|walk through] {p} and [turn|change] {'x} into {'y} [in each|in every one].
The [name|value] {'x} [is gone|is outdated], it's {'y}; affected files: {p}.
{n} files have {'x} where {'y} belongs: {p}. [Fix them all.|Fix.]
[Could you|Can you] swap {'x} for {'y} across {p}?
Same [edit|change] in {p}: {'x} becomes {'y}.
files {p}: everywhere put {'y} for {'x}
For each of {p}, replace {'x} by {'y}.
""")
NAMES_ALL = bank("all_edit", r"""
[Replace|Change] {'x} [with|to] {'y} in [every file|all files] [here|].
{'x} [is now called|was renamed to] {'y}. [Update all files that mention it.|Fix it wherever it appears.]
[Look through|Check] all [the |]files and [replace|swap] {'x} [with|for] {'y} [where you find it|].
Wherever [any file|a file] says {'x}, it [should say|must read] {'y}.
grep -r for {'x}, make each hit {'y}
[I don't know|Not sure] which files [have|contain] {'x}, but all of them need {'y} instead.
[Rename|Migrate] {'x} to {'y} across the whole [workspace|repo|folder].
Find every file with {'x} and [put|write] {'y} there [instead|].
repo-wide: {'x} -> {'y}
[Could you|Please] hunt down {'x} in [the files here|this workspace] and change it to {'y}?
No file may contain {'x} any longer; use {'y}.
some files still have {'x} inside, please make {'y} from it
""")


@kind
def same_edit(r):
    t = Job(r)
    x, y, n = r.choice((W.made(r), W.code(r), W.version(r), W.host(r), W.name(r), W.ip(r))), None, r.choice((2, 2, 3, 4))
    y = r.choice((W.made(r), W.code(r), W.version(r), W.host(r), W.name(r), W.ip(r)))
    ps = [holder(t, x)[0] for _ in range(n)]
    t.clutter(0, 2)
    for p in ps:
        t.edit(p, x, y)
    sep = r.choice((" and ", ", ", ", and "))
    return t.done(EVERY, {"x": x, "y": y, "n": str(n), "p": ", ".join(ps[:-1]) + sep + ps[-1]}, ["Done.", "All {n} files [are updated|now say {y}].", "[Replaced|Changed] {x} with {y} in {p}."])


def holder(t, x):
    """A file in which one line holds x."""
    r = t.r
    p, lines = t.some(1, 4)
    i = r.randrange(len(lines))
    lines[i] = r.choice(("{a} {x}", "{x} {a}", "{a}: {x}", "{a} = {x}", "# {x} {a}", "{a}({x})", "The {a} is {x}.", "{x}", "use {x} for {a}")).replace("{a}", W.word(r)).replace("{x}", x)
    t.files[p] = t.now[p] = "\n".join(lines)
    need(t.now[p].count(x) == 1)
    return p, lines


@kind
def all_edit(r):
    t = Job(r)
    x = r.choice((W.made(r) + W.made(r), W.code(r), W.host(r), W.mail(r)))
    y = r.choice((W.made(r), W.code(r), W.host(r), W.mail(r)))
    n = r.choice((1, 2, 2, 3))
    ps = [holder(t, x)[0] for _ in range(n)]
    t.clutter(1, 2)
    t.list()
    need(all(x not in v for k, v in t.now.items() if k not in ps))
    for p in sorted(t.now):
        t.read(p)
        if p in ps:
            t.edit(p, x, y)
    t.derived.add(str(n))
    return t.done(NAMES_ALL, {"x": x, "y": y, "n": str(n), "p": " and ".join(sorted(ps))}, ["[Replaced|Changed] {x} with {y} in {p}.", "Done, [changed|affected]: {p}.", "{p} now [use|uses|say|says] {y}."])


FINDFIX = bank("find_and_fix", r"""
[One|Some file] of the files here [has|says] {'x}. [Change it to|It should be] {'y}.
Somewhere [here|in this folder] it says {'x}; [correct|please correct] that to {'y}.
[Find|Locate] the file [with|containing] {'x} and [replace it by|make it] {'y}.
Which file has {'x}? [Whichever it is, change that|Put] to {'y} [there|] please.
I [forgot|can't remember] where {'x} is [written|], but it [needs to be|must be] {'y} now.
grep {'x}, set to {'y}, tell me [which file|the file]
{'x} is wrong, {'y} is right. One file [is affected|has it], find it.
We [got|have] a complaint about {'x}. Find the file and write {'y} instead.
there is a file with {'x}, i dont know the name. should be {'y}
[Look for|Search for] {'x} in the files. Once found, [change|edit] it to {'y}.
Exactly one file mentions {'x}. That mention [should become|has to become] {'y}.
Please fix {'x} to {'y}, [file unknown|you have to look for the file].
""")


@kind
def find_and_fix(r):
    t = Job(r)
    x = r.choice((W.phrase(r), W.code(r), W.host(r), W.mail(r)))
    y = like(r, x)
    p, _ = holder(t, x)
    t.clutter(1, 4)
    need(sum(x in v for v in t.now.values()) == 1)
    t.list()
    for q in sorted(t.now):
        t.read(q)
        if q == p:
            break
    t.edit(p, x, y)
    t.say = [p]
    return t.done(FINDFIX, {"x": x, "y": y, "f": P(p)}, ["It was in {f}; [fixed|changed] now.", "{f} had it, and it [says|is] {y} now.", "[Fixed|Changed] in {f}.", "I found it in {f} and [corrected|changed] it."])
