"""Further everyday tasks: overwrite, comment out, collect, clean up, two checks."""
import umawords as W
from umabase import OK, Job, P, bank, kind, need
from umaedit import config, spoken
from umarun import broken

OVER = bank("overwrite", r"""
[Overwrite|Replace] [everything in|the whole content of] {f} with {'x}.
{f} should [now|from now on] hold [only|nothing but] {'x}.
[Empty|Clear] {f} and [write|put] {'x} [in it|there instead].
echo {'x} > {f}  # overwrite
[Throw away|Forget] what's in {f}; its [only|single] line is {'x} [now|].
[Please reset|Reset] {f} to {'x}, [nothing else|that line only].
The old text of {f} is [useless|obsolete]. New text, one line: {x}
{f}: old content out, {'x} in
[Could you|Can you] rewrite {f} so that it consists of {'x} alone?
all what stands in {f} must go, only {'x} stays there
Start {f} over with just {'x}.
New content for {f}, [replacing|instead of] the old: {x}
""")
COMMENT = bank("comment_out", r"""
Comment out {'x} in {f} with [a|] {m}.
[Put|Add] {m} in front of [the line|] {'x} in {f}.
In {f}, [disable|comment] the line {'x} with {m}.
{f}: {m} before {'x}
The line {'x} of {f} should be a comment ({m}).
[Please disable|Disable] {'x} in {f} for now, [using|with] {m} at the [start|beginning].
[Turn|Make] {'x} into a comment in {f}; comments start with {m}.
[Could you|Can you] prefix {'x} in {f} with {m}?
deactivate in {f} line {'x}, sign is {m}
I want {'x} out of action but not deleted: {m} before it, file {f}.
For debugging, comment {'x} out ({m}), it's in {f}.
{m} goes before {'x}, {f}.
""")
COLLECT = bank("collect", r"""
[Collect|Gather] the {k} from {p} into {f}, one per line.
[Write|Save] the {k} of [each of|] {p} to {f}, [a line each|one per line], in this order.
{f} := {k} of {p} (one a line)
Read {p}, note the {k} of each, and [put|write] the values [line by line|one below the other] in {f}.
[I need|Make] a file {f} [listing|with] the {k} from {p}, each on its own line.
[Please compile|Compile] {f}: the {k} given in {p}, one line each.
{p} each give their {k}. [List them|Put them all] in {f}, [a value per line|one per line].
grep {k} {p} > {f}, values only, one per line
[Could you|Can you] make {f} out of the {k} values in {p}, in that order, one a row?
from {p} take the {k} and write all in {f} under each other
Summary file {f} please: every {k} from {p}, one per line.
What {k} do {p} give? Put the answers in {f}, line by line.
""")
PURGE = bank("purge", r"""
[Delete|Remove] [all|every] .{e} [files|file] [here|in the workspace|].
[Clean up|Tidy up]: [no|get rid of the] .{e} files [should remain|here].
rm *.{e} (all folders)
Which files end in .{e}? Delete [those|them all].
[Please remove|Get rid of] everything that ends in .{e}[, keep the rest|].
List the files, then [delete|remove] [each|the ones] ending with .{e}.
the .{e} files are trash, [throw them out|delete]
find . -name '*.{e}' -delete
[Could you|Can you] [wipe|purge] the .{e} files?
all files with ending .{e} must be removed from here
I don't need the .{e} files any longer. [Remove them.|Away with them.]
Only the .{e} ones are to be deleted, [all of them|each of them].
""")
CHECKS = bank("two_checks", r"""
[Run|Execute] {'c} and {'d}. [Fix what fails|Repair what they complain about] until both pass.
Both {'c} and {'d} [must pass|should be green]. [Fix the files they name.|Do what's needed.]
{c}; {d}; fix failures; rerun
[First|Start with] {'c}: run, fix, run again. [Then|Afterwards] the same with {'d}.
[Get|Make] {'c} pass, then {'d}.
CI runs {'c} and {'d}, [both red|both fail]. [Fix both|Make them green], one after the other.
[Could you|Can you] repair whatever {'c} reports and then whatever {'d} reports?
{'c} fails. So does {'d}. Find the reasons and [correct them|fix the files].
start {c}, repair the error, start again; with {d} do same
Two broken checks: {'c}, {'d}. I want [both fixed|them green].
Sort out {'c} first and {'d} second; [each names the file to fix|see their messages].
Before we merge, {'c} and {'d} have to succeed. [They don't.|At the moment they fail.] Fix that.
""")
EXCHANGE = bank("exchange", r"""
[Swap|Exchange] the contents of {a} and {b}.
{a} and {b} got mixed up: [swap their contents|each has the other's text].
What's in {a} belongs in {b} and the other way round. [Fix that.|Swap.]
swap {a} <-> {b}
[Please exchange|Exchange] the texts of {a} and {b}.
[I mixed up|We confused] {a} and {b}; [put|write] the content of each into the other.
[Could you|Can you] make {a} hold {b}'s text and {b} hold {a}'s?
mv {a} tmp; mv {b} {a}; mv tmp {b}
text from {a} must be in {b}, text from {b} in {a}
The contents of {a} and {b} should trade places.
Trade the text of {a} for the text of {b}, and vice versa.
{a} <- old {b}, {b} <- old {a}
""")


@kind
def overwrite(r):
    t = Job(r)
    p, _ = t.some(1, 5)
    t.clutter(0, 2)
    x = W.line(r)
    need(x != t.now[p])
    t.write(p, x)
    return t.done(OVER, {"f": p, "x": x}, OK, False)


@kind
def comment_out(r):
    t = Job(r)
    p, lines = t.some(1, 6)
    t.clutter(0, 2)
    x, m = r.choice(lines), r.choice(("#", "//", ";", "--", "#", "REM", "%"))
    if r.random() < .4:
        t.read(p)
    t.edit(p, x, m + " " + x)
    return t.done(COMMENT, {"f": p, "x": x, "m": m}, OK + ["The line in {f} is a comment now."])


@kind
def collect(r):
    t = Job(r)
    k = r.choice(W.LABEL_NAMES)
    only = [x for x in W.LABEL_NAMES if x != k]
    ps, vs = [], []
    for _ in range(r.choice((2, 2, 3))):
        pairs = W.record(r, r.randint(0, 3), only)
        vs.append(W.LABELS[k](r))
        pairs.insert(r.randint(0, len(pairs)), (k, vs[-1]))
        ps.append(t.put(t.path(W.CONF), W.shaped(r, pairs)[0]))
        t.read(ps[-1])
    t.clutter(0, 1)
    f = t.path()
    t.write(f, "\n".join(vs))
    s = ", ".join(vs[:-1]) + " and " + vs[-1]
    if r.random() < .5:
        t.say = vs
    return t.done(COLLECT, {"k": spoken(r, k), "f": f, "p": ", ".join(ps[:-1]) + r.choice((" and ", ", ")) + ps[-1], "s": s}, ["{f} [holds|lists] {s}.", "[Collected|Wrote] {s} in {f}.", "Done: {s}."])


@kind
def purge(r):
    t = Job(r)
    e = r.choice(("bak", "tmp", "old", "orig", "swp", "log", "pyc", "cache", "rej", "o"))
    t.clutter(1, 3)
    need(not any(p.endswith("." + e) for p in t.now))
    gone = []
    for _ in range(r.choice((1, 2, 2, 3, 4))):
        gone.append(t.put(t.path([e]), W.line(r)))
        need(gone[-1].endswith("." + e))
    t.list()
    for p in sorted(gone):
        t.rm(p)
    gone.sort()
    s = ", ".join(gone[:-1]) + (" and " if gone[1:] else "") + gone[-1]
    return t.done(PURGE, {"e": e, "s": s}, ["[Deleted|Removed] {s}.", "[Removed|Gone]: {s}.", "Done, the .{e} files are gone."])


@kind
def two_checks(r):
    t = Job(r)
    both = [broken(t), broken(t)]
    need(both[0][1] != both[1][1])
    t.clutter(0, 1)
    for p, c, x, y, _ in both:
        t.run(c)
        t.read(p)
        t.edit(p, x, y)
        t.run(c)
    t.must_run, t.good = [both[1][1]], both[1][4]
    return t.done(CHECKS, {"c": both[0][1], "d": both[1][1], "g": both[0][4], "h": both[1][4]}, ["Both pass now: {g}; {h}.", "{c} says {'g}, {d} says {'h}.", "Both [are green|succeed] [now|after the fixes]."])


@kind
def exchange(r):
    t = Job(r)
    a, x = t.some(1, 4)
    b, y = t.some(1, 4)
    t.clutter(0, 2)
    t.read(a)
    t.read(b)
    t.write(a, "\n".join(y))
    t.write(b, "\n".join(x))
    return t.done(EXCHANGE, {"a": a, "b": b}, ["[Swapped|Exchanged] the contents of {a} and {b}.", "{a} and {b} have each other's text now.", "Done."])
