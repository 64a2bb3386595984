"""Tasks in which a test fails and its message leads to the repair."""

import tovaclause as C
import tovaworld as W
from tovabase import Clash, ask, frames, grow, job
from tovaedit import other, setting, spot

FIX = frames("""
Run {c}. If it fails, fix [what it complains about|the cause] and run it again.
Run {c} and make it pass.
Make {c} pass.
{c} fails. Find out why, fix it, and run it again.
The tests ({c}) are red. Please get them green.
Run the tests with {c}, repair what is broken, and run them again.
Please run {c}, read the message, fix the file, rerun.
Get {c} to succeed.
Something is wrong: {c} doesn't pass. Could you fix it?
Start with {c}. Fix whatever it reports until it passes.
I broke something. {c} shows what. Repair it and show me that it passes.
Keep running {c} and fixing files until there are no failures.
Check {c}; when there's a failure, correct the file it names.
Our build is broken, see {c}. Please mend it.
Use {c} to find the error, correct it, then confirm with {c}.
{c} must be green before lunch. Do what is needed.
Why does {c} fail? Fix that and tell me the new result.
Repair the project so that {c} passes. Report its final output.
1. Run {c}.~2. Fix the failure.~3. Run {c} again.~4. Report.
WHEN {c} fails~THEN fix the file it names~AND run {c} until it passes
Can you make {c} happy?
Debug this: {c}.
QA found a failure in {c}. Resolve it and rerun.
Run {c} and follow its advice until all is well.
Test first ({c}), then fix, then test again.
Please look after {c}, it's failing since yesterday.
The command {c} reports a fault. Remove the fault and prove it with another run.
I want to see {c} pass. Change the files as the message says.
Go: {c}. If red, fix and repeat. If green, stop.
Let {c} tell you what is wrong and put it right.
Fix the failing test. The command is {c}.
Does {c} pass? If it doesn't, make it.
""")
FIXED = frames("""
Fixed {p}; {c} now says {x}
{c} passes now: {x}
I changed {p} and {c} says {x}
It passes: {x}
The fault was in {p}. Now: {x}
{p} is fixed. Result: {x}
Green again: {x}
{x}
After the fix in {p}, {c} reports {x}
""")


def message(r, path, expect, found):
    """What a failing test says: the file and the text that it expects."""
    q = r.choice(['"', "'", "`", ""])
    e, o = f"{q}{expect}{q}", f"{q}{found}{q}"
    return r.choice(
        [
            f"FAIL {path}: expected {e}",
            f"FAILED {path}\n  expected: {expect}\n  found: {found}",
            f"AssertionError in {path}: should be {e}",
            f"{path}: expected {e} but got {o}",
            f"1 failed. {path} must contain {e}",
            f"not ok 1 - {path} - want {e}, have {o}",
            f"Error: check of {path} failed, it should say {e}",
            f"Test failed!\nfile: {path}\nexpected: {expect}",
            f"x {path}: wrong text {o}, right is {e}",
            f"{path}:1: error: expected {e}",
            f"failures: 1\n{path} needs {e} instead of {o}",
            f"RED {path} (want {e})",
            f"Mismatch in {path}. Actual: {found}. Expected: {expect}",
        ]
    )


def fix_line(r, flaky=False):
    """The test expects a line of a settings file to be another one."""
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    c, good = C.command(r, True), C.passed(r)
    bad = message(r, f.path, to, ln)
    fl = [c] if flaky else []
    return job(
        r,
        FIX,
        W.world(r, f),
        [("run", c)] * (1 + len(fl)) + [("read", f.path), ("edit", f.path, ln, to), ("run", c)],
        FIXED,
        {"c": c, "p": f.path, "x": good},
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=good,
        checks={c: (f.path, to, good, bad)},
        say=[good],
    )


def fix_flaky(r):
    return fix_line(r, True)


def fix_key(r):
    """The message names a key and a value, not the line."""
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    c, good = C.command(r, True), C.passed(r)
    bad = r.choice(
        [
            f"FAIL: {k} in {f.path} should be {new}",
            f"{f.path}: {k} is {v}, expected {new}",
            f"1 failure\n{k} ({f.path}): expected {new}",
            f"error: set {k} to {new} in {f.path}",
            f"expected {k} = {new}, found {v} [{f.path}]",
            f"check {k}: FAIL. want {new}. see {f.path}",
            f"{k}: wanted {new} got {v}, file {f.path}",
        ]
    )
    return job(
        r,
        FIX,
        W.world(r, f),
        [("run", c), ("read", f.path), ("edit", f.path, ln, to), ("run", c)],
        FIXED + ["{k} is {v} now and {c} says {x}"],
        {"c": c, "p": f.path, "x": good, "k": k, "v": new},
        must_run=[c],
        good=good,
        checks={c: (f.path, to, good, bad)},
        say=[good],
    )


def fix_word(r):
    """A word in a text or a program is wrong."""
    f = r.choice([W.code, W.prose, W.checklist])(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    c, good = C.command(r, True), C.passed(r)
    ln = next(x for x in f.lines if old in x)
    to = ln.replace(old, new)
    if f.text.count(ln) != 1:
        raise Clash
    bad = message(r, f.path, to.strip(), ln.strip())
    return job(
        r,
        FIX,
        W.world(r, f),
        [("run", c), ("read", f.path), ("edit", f.path, ln.strip(), to.strip()), ("run", c)],
        FIXED,
        {"c": c, "p": f.path, "x": good},
        must_run=[c],
        good=good,
        checks={c: (f.path, to.strip(), good, bad)},
        say=[good],
    )


def fix_absent(r):
    """The test misses a file and says what should be in it."""
    p = W.path(r, ["txt", "cfg", "md", "flag"])
    s = r.choice([W.low, W.phrase, lambda r: f"{W.low(r)}={W.num(r)}", W.ver])(r)
    files = W.world(r, extra=r.randint(1, 3))
    if p in files:
        raise Clash
    c, good = C.command(r, True), C.passed(r)
    bad = r.choice(
        [
            f"FAIL: {p} does not exist, it should contain: {s}",
            f"missing file {p} (expected content: {s})",
            f"cannot open {p}. Create it with: {s}",
            f"error: no {p}\nexpected text: {s}",
            f'{p}: file not found, want "{s}"',
        ]
    )
    return job(
        r,
        FIX,
        files,
        [("run", c), ("write", p, s), ("run", c)],
        ["{p} was missing; now {c} says {x}", "I created {p}. {x}", "It passes now: {x}", "{x}", "Added {p}, result: {x}"],
        {"c": c, "p": p, "x": good},
        must_run=[c],
        good=good,
        checks={c: (p, s, good, bad)},
        say=[good],
    )


def fix_end(r):
    """The test misses a line at the end of a file."""
    f = r.choice([W.prose, W.checklist, W.notes, W.log])(r)
    s = r.choice([W.sayso, W.phrase])(r)
    c, good = C.command(r, True), C.passed(r)
    if s in f.text:
        raise Clash
    bad = r.choice(
        [
            f"FAIL {f.path}: the last line should be: {s}",
            f"{f.path} lacks a line at its end: {s}",
            f"1 error: append this to {f.path}: {s}",
            f"expected at the end of {f.path}:\n{s}",
        ]
    )
    return job(
        r,
        FIX,
        W.world(r, f),
        [("run", c), ("read", f.path), grow(f.path, f.text, s), ("run", c)],
        FIXED,
        {"c": c, "p": f.path, "x": good},
        must_run=[c],
        good=good,
        checks={c: (f.path, s, good, bad)},
        say=[good],
    )


FIX2 = frames("""
Run {c} and then {c2}. Fix what they report until both pass.
Get both {c} and {c2} green.
First make {c} pass, then {c2}.
{c} and {c2} should both succeed. Fix the files as needed.
Start with {c}, repair what it says; after that do the same for {c2}.
Please make sure {c} passes, and {c2} as well.
1. {c} until green~2. {c2} until green
Two checks: {c}, {c2}. Fix the failures of each and run it again.
I need {c} and {c2} to pass. Change the files if they don't.
Before release, {c} and {c2} must be fine. Take care of it.
Could you fix whatever {c} and then {c2} complain about?
Make {c} happy first. {c2} comes second.
""")


def fix_two(r):
    f, g = W.keyed(r), W.keyed(r)
    (_, _, _, ln, to), (_, _, _, ln2, to2) = setting(r, f), setting(r, g)
    c, d = W.fresh(r, lambda r: C.command(r, True), 2)
    good, fine = C.passed(r), C.passed(r)
    if good == fine:
        raise Clash
    second = r.random() < 0.7
    plan = [("run", c), ("read", f.path), ("edit", f.path, ln, to), ("run", c), ("run", d)]
    if second:
        plan += [("read", g.path), ("edit", g.path, ln2, to2), ("run", d)]
    return job(
        r,
        FIX2,
        W.world(r, f, g),
        plan,
        ["Both pass: {x} and {y}", "{c}: {x}, {c2}: {y}", "{c} says {x}, {c2} says {y}", "Both are green now: {x}; {y}"],
        {"c": c, "c2": d, "x": good, "y": fine},
        must_run=[d],
        good=fine,
        say=[good, fine],
        checks={c: (f.path, to, good, message(r, f.path, to, ln)), d: (g.path, to2 if second else ln2, fine, message(r, g.path, to2, ln2))},
    )


CHANGEFIX = frames("""
If the tests fail, fix what they name and run them again.
If it fails, repair the file in the message and rerun.
Fix whatever breaks, and run it again.
Should it fail, follow the message and repeat.
Make it pass if it doesn't.
Don't stop before it passes.
When something fails, correct it.
Anything red must be fixed.
Fix failures, if any.
It has to pass in the end.
""")


def change_fix(r):
    """A change, then tests that want a second one in another file."""
    f, g = r.choice([W.prose, W.notes, W.code])(r), W.keyed(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    k, v, to_v, ln, to = setting(r, g)
    c, good = C.command(r, True), C.passed(r)
    vals = {"p": f.path, "old": old, "new": new, "c": c, "x": good, "p2": g.path}
    frame = C.two(r, C.pick(r, C.CHANGE), C.pick(r, C.TEST), C.pick(r, CHANGEFIX))
    text = ask(r, [frame], vals)[0], frame
    plan = [("edit", f.path, old, new), ("run", c)]
    red = r.random() < 0.75
    if red:
        plan += [("read", g.path), ("edit", g.path, ln, to), ("run", c)]
    return job(
        r,
        None,
        W.world(r, f, g),
        plan,
        ["I changed {p}" + (" and had to fix {p2}" if red else "") + "; {c} says {x}", "Done, {c} reports {x}", "It passes: {x}", "{x}"],
        vals,
        must_run=[c],
        good=good,
        checks={c: (g.path, to if red else ln, good, message(r, g.path, to, ln))},
        say=[good],
        text=text,
    )


KINDS = [fix_line, fix_flaky, fix_key, fix_word, fix_absent, fix_end, fix_two, change_fix]
