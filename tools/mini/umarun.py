"""Tasks that run commands: reports, tests, failures that pass, outputs kept in files."""
import umawords as W
from umabase import Job, P, bank, kind, need
from umaedit import config, like, spoken

RUN = bank("run_report", r"""
[Run|Execute] {~c} and [tell me|report|say] what it [prints|says|gives].
What does {~c} [print|output|say]?
{c}
[Please run|Could you run|Run] {'c}[; what's the output?|, I need the output.]
$ {c}\nwhat's the output
Output of {'c}?
[I need|Give me] the output of {~c}.
[Try|Launch] {'c} and [let me know|show me] [the result|what comes out].
[Fire|Kick] off {'c}. What comes back?
command: {c} - [report back|tell me result]
[What happens|What do you get] when you run {'c}?
run {c}, paste output
[Kindly execute|Would you run] {'c} and state the result[?|.]
How does {'c} answer [at the moment|now|]?
""")
SAYS = ["It [prints|says]: {o}", "{o}", "The output is {'o}.", "Output: {o}", "{c} [says|gave] {'o}."]
OUTFILE = bank("run_to_file", r"""
[Run|Execute] {~c} and [save|write|store] [its|the] output [to|in|into] {f}.
{c} > {f}
[Put|Write] the output of {'c} [in|into] {f}.
{f} should [hold|contain] [whatever|what] {'c} prints.
[Please run|Run] {'c}; [the result goes|its output belongs] in {f}.
I need the output of {'c} in [a file|a new file], {f}.
[Save|Record] what {'c} says as {f}.
Redirect {'c} into {f}.
New file {f}: output of {'c}
[Could you|Can you] [log|keep] the output of {'c} in {f}?
Once you've run {'c}, create {f} with what it printed.
run {c}, after write answer of it to {f}
For the record: [execute|do] {'c}, then store the output under {f}.
""")


def plain(t):
    r = t.r
    p = t.some(1, 4)[0]
    c, o = W.command(r, W.PLAIN), W.output(r)
    need(o not in t.files)
    t.check(c, p, t.files[p].split("\n")[0], o, "Error: failed")
    return c, o, p


@kind
def run_report(r):
    t = Job(r)
    c, o, _ = plain(t)
    t.clutter(0, 2)
    t.run(c)
    t.must(c, o)
    t.say = [o]
    return t.done(RUN, {"c": c, "o": o}, SAYS)


@kind
def run_to_file(r):
    t = Job(r)
    c, o, _ = plain(t)
    t.clutter(0, 2)
    f = t.path()
    t.run(c)
    t.write(f, o)
    t.must(c, o)
    if r.random() < .4:
        t.say = [o]
    return t.done(OUTFILE, {"c": c, "o": o, "f": f}, ["The output, {o}, is in {f}.", "{f} now holds {'o}.", "Saved {'o} to {f}."])


TWICE = bank("run_flaky", r"""
[Run|Execute] {~c}. [If it times out|If it fails the first time|Should it hang], [try again|run it again]. [What does it print?|Report the output.]
{c} (flaky, retry once) - output?
[Please run|Run] {'c} and tell me [the output|what it says]; it [sometimes|often] times out[, so retry|].
{'c} tends to time out at first. [Get me its output anyway.|Keep trying, then tell me what it prints.]
[Could you|Can you] [get|fetch] me the output of {'c}? [The network is shaky.|The box is slow today.]
What does {'c} print? [Be patient with it.|It may need two tries.]
run {c}, retry on error, report
{'c} please, and tell me the [final|] result.
I need what {'c} says[, even if it takes two tries|].
try {c} until it works, then say what it gave
[Execute|Launch] {'c} and report. [Don't give up on a timeout.|A timeout is no reason to stop.]
Need output from {'c}; the first call [usually|often] dies.
""")


@kind
def run_flaky(r):
    t = Job(r)
    c, o, _ = plain(t)
    t.clutter(0, 1)
    t.flaky_commands = (c,)
    t.run(c)
    t.run(c)
    t.must(c, o)
    t.say = [o]
    return t.done(TWICE, {"c": c, "o": o}, SAYS + ["It timed out once, then printed {'o}.", "After a retry: {o}"])


FIX = bank("fix_tests", r"""
[Run|Execute] {~c}[,|;] [it fails|something's broken]. [Fix the file it names|Repair what it complains about] and [run it again|rerun].
{'c} is red. [Make it green.|Get it to pass.]
[Make|Get] {'c} pass.
[Please run|Run] {'c}, see what [is wrong|fails], [fix it|correct it] and [run it again|try once more].
The build [is broken|fails] ({'c}). [Find out why and fix it.|Fix.]
{c} fails, fix until ok
CI [complains|is red]. [Reproduce with|The command is] {'c}. [Correct the cause|Fix it] and [check|verify].
[Could you|Can you] find out why {'c} fails and [repair|fix] it?
Run {'c}. If [there's an error|it fails], [fix the file|edit the file it points to], then run {'c} again.
run -> {c}; read the error; fix; run again
[Since this morning|Since the last merge] {'c} [doesn't pass|fails]. [Please sort it out.|Look into it.]
I can't deploy, {'c} [breaks|reports an error]. [Help.|Please fix it.]
do {c} and repair what it is saying, until it is good
[Debug|Sort out] {'c} for me: [run it, fix the reported problem, rerun|it must pass].
""")
FIXED = ["{c} [passes|succeeds|is happy] now: {g}", "[Fixed|Repaired] {f}; {c} says {'g}.", "{f} [is fixed|was the cause], [now|and now] it prints {'g}.", "All good: {g}"]
BAD = ["FAIL {f}: expected {y}, found {x}", "error in {f}: found '{x}', want '{y}'", "{f}: '{x}' should be '{y}'", "FAILED: {f} says {x} but must say {y}", "AssertionError: {f} has '{x}' instead of '{y}'", "1 error: in {f} replace {x} by {y}", "{f} invalid: {x} (did you mean {y}?)", "Error: {y} missing in {f}, got {x}"]


def broken(t):
    """A command that fails for a file; the file, the wrong and the right text."""
    r = t.r
    if r.random() < .6:
        p, pairs, fmt = config(t, 1, 6)
        k, x = r.choice(pairs)
        y = W.LABELS[k](r)
        x, y = W.as_line(fmt, k, x), W.as_line(fmt, k, y)
    else:
        p, lines = t.some(1, 6)
        x = r.choice(lines)
        y = like(r, x)
    need(x not in y and y not in t.now[p] and t.now[p].count(x) == 1)
    c, g = W.command(r, W.RUNNERS), W.good(r)
    bad = r.choice(BAD).replace("{f}", p).replace("{x}", x).replace("{y}", y)
    t.check(c, p, y, g, bad)
    t.must(c, g)
    return p, c, x, y, g


@kind
def fix_tests(r):
    t = Job(r)
    p, c, x, y, g = broken(t)
    t.clutter(0, 3)
    t.run(c)
    if r.random() < .6:
        t.read(p)
    t.edit(p, x, y)
    t.run(c)
    if r.random() < .5:
        t.say = [g]
    return t.done(FIX, {"c": c, "f": p, "g": g}, FIXED)


HINT = bank("fix_named", r"""
{'c} fails because of {f}. [Run it, fix the file, run it again.|Please fix it and rerun.]
[Fix|Repair] {f} so that {'c} passes; [run it first to see what's wrong|the error says what's wrong].
[Something in|There's a bug in] {f} breaks {'c}. [Find and fix it.|Correct it and verify.]
{f} broken, see {c}, fix + rerun
[Run|Execute] {'c}. It will point at {f}. [Do what it wants|Correct the file], then [run again|check again].
[I broke|Someone broke] {f}. {'c} tells you how. [Fix please and confirm.|Restore it.]
With {f} as it is, {'c} [won't pass|is red]. [Change that.|Make it pass.]
[Could you|Can you] get {f} past {'c}?
{'c} doesn't like {f}. [See why|Look at its message], [correct|edit] and [re-run|run once more].
start {c}, then fix error in {f}, then start again {c}
The check {'c} rejects {f}; [make the file valid|bring the file in order] and prove it [by running the check|with another run].
[Tell me|Report] what {'c} says once you have fixed {f}; [run it before, to see the problem|the problem shows when you run it].
""")


@kind
def fix_named(r):
    t = Job(r)
    p, c, x, y, g = broken(t)
    t.clutter(0, 3)
    t.run(c)
    t.read(p)
    t.edit(p, x, y)
    t.run(c)
    t.say = [g] if r.random() < .5 else []
    return t.done(HINT, {"c": c, "f": p, "g": g}, FIXED)


THEN = bank("edit_then_run", r"""
[Change|Replace] {'x} [to|with] {'y} in {f}[,| and] then run {'c}.
In {f} {'x} [must become|should be] {'y}; [after that|then|once done] [run|execute] {'c}[ and tell me what it says|].
sed -i 's|{x}|{y}|' {f} && {c}
[Edit|Fix] {f}: {'x} -> {'y}. [Then|Afterwards] {'c}.
{f}: {'y} instead of {'x}. Verify with {'c}.
[Run|Start] {'c}, but [first|before that] [replace|change] {'x} [by|to] {'y} in {f}.
Before you run {'c}, {f} needs {'y} in place of {'x}.
[Could you|Please] swap {'x} for {'y} in {f} and [check|confirm] with {'c}[?|.]
1. {f}: {'x} => {'y}\n2. {c}
[Update|Correct] {f} ({'x} is now {'y}) and [make sure|see] that {'c} [passes|is fine].
The [string|text] {'x} in {f} is wrong, it's {'y}. [Fix and test|Correct it, then test] with {'c}.
edit {f}: put {'y} where is {'x}. after this start {c}
After [replacing|swapping] {'x} by {'y} in {f}, run {'c} [to be sure|] and report.
""")
RAN = ["{f} is [changed|updated] and {c} says {'g}.", "[Done|OK]: {g}", "{c}: {g}", "Changed {f}; {c} [passes|printed {'g}]."]


@kind
def edit_then_run(r):
    t = Job(r)
    p, c, x, y, g = broken(t)
    t.clutter(0, 2)
    t.edit(p, x, y)
    t.run(c)
    return t.done(THEN, {"f": p, "c": c, "x": x, "y": y, "g": g}, RAN)


SETRUN = bank("set_then_run", r"""
Set the {k} in {f} to {~y}[,| and] then [run|execute] {'c}[ and tell me what it says|].
[Change|Update] the {k} in {f} to {~y}. [Then|After that] run {'c}.
{f}: {k}={y}, then {c}
[Bump|Switch] the {k} ({f}) to {~y} and [verify|check] [with|by running] {'c}.
The {k} in {f} [must|has to] be {~y}; run {'c} [once it is|when that's done].
[Run|Start] {'c} after [setting|changing] the {k} in {f} to {~y}.
[We switch|We're switching] the {k} to {~y}. Edit {f}, then {'c}. What does it print?
[Could you|Can you] put {~y} as {k} into {f} and run {'c}[ afterwards|]?
- {k} in {f}: {y}\n- run {c}
new {k} {y} for {f}. test: {c}
[Please set|Kindly set] {k} = {y} in {f}, [subsequently|then] execute {'c} and [state|report] its result.
First the {k} in {f}: make it {~y}. Second, {'c}.
""")


@kind
def set_then_run(r):
    t = Job(r)
    p, pairs, fmt = config(t, 1, 6)
    k, x = r.choice(pairs)
    y = W.LABELS[k](r)
    t.clutter(0, 2)
    old, new = W.as_line(fmt, k, x), W.as_line(fmt, k, y)
    need(new not in t.now[p])
    c, g = W.command(r, W.RUNNERS), W.good(r)
    t.check(c, p, new, g, f"FAIL: {k} in {p}")
    t.must(c, g)
    t.read(p)
    t.edit(p, old, new)
    t.run(c)
    t.say = [g]
    return t.done(SETRUN, {"f": p, "c": c, "k": spoken(r, k), "y": y, "g": g}, [a for a in RAN if "[passes" not in a])
