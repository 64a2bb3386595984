"""Tasks that run commands, and that change something before they do."""

import tovaclause as C
import tovaworld as W
from tovabase import Clash, ask, frames, job
from tovaedit import other, setting, spot

RUNIT = frames("""
Run {c} and tell me [what it prints|the output|the result].
Run {c}. What [is|was] the output?
What does {c} print?
Execute {c} and report the output.
Please run {c} and give me the result.
Start {c}; what comes out?
Could you run {c} and tell me what it says?
{c} - what's the output?
Try {c} and report.
What happens when you run {c}?
I need the output of {c}.
Call {c} and quote its output.
Use the shell: {c}. Then tell me the result.
run `{c0}`
Run this command: {c}. Report back.
Let me know what {c} says.
Command: {c}~Observed output: ?
WHEN {c} is run THEN what is printed?
Type {c} in the terminal and read me the answer.
Give {c} a try. What do you get?
Show me what {c} gives.
Go ahead and run {c}, then sum up the result.
Check {c} for me.
Find out what {c} returns.
Would you execute {c}? I'd like to see its output.
""")
SAID = frames("""
It printed: {x}
The output is: {x}
{x}
{c} says: {x}
{c} printed "{x}".
Output: {x}
The result is {x}
I ran {c}. It says {x}
""")


def run_report(r):
    c = C.command(r)
    s, x = C.output(r)
    files = W.world(r, extra=r.randint(1, 3))
    return job(
        r, RUNIT, files, [("run", c)], SAID, {"c": c, "c0": c, "x": s}, must_run=[c], good=s, checks={c: (next(iter(files)), "", s, s)}, say=[x]
    )


RETRY = frames("""
Run {c} and tell me the output. If it fails for a passing reason, try again.
Run {c}. It sometimes times out; just repeat it. What does it print?
{c} is a bit flaky. Run it until it works and report what it says.
Execute {c}, retry once if needed, and give me the output.
Please run {c}; the network is bad today, so you may have to run it twice. What's the output?
Try {c}, and again if there is a hiccup. Tell me the result.
Report the output of {c}. Retry on temporary errors.
Get {c} to run and tell me what it prints.
Keep trying {c} until it answers. What is the answer?
I need what {c} prints, even if the first try fails.
Don't give up if {c} fails at first. Output please.
{c}, with a retry when it times out. What did it say?
Could you run {c}? Repeat on a transient failure, then tell me what came out.
Run {c} (it may fail the first time). Result?
WHEN {c} fails with a temporary error THEN run it again and report the output
""")


def run_retry(r):
    c = C.command(r)
    s, x = C.output(r)
    files = W.world(r, extra=r.randint(1, 3))
    return job(
        r,
        RETRY if r.random() < 0.5 else RUNIT,
        files,
        [("run", c), ("run", c)],
        SAID + ["It worked the second time: {x}", "The first try failed, the second one printed: {x}"],
        {"c": c, "c0": c, "x": s},
        errs=1,
        flaky=[c],
        must_run=[c],
        good=s,
        checks={c: (next(iter(files)), "", s, s)},
        say=[x],
    )


RUN2 = frames("""
Run {c} and {c2} and tell me both outputs.
First run {c}, then {c2}. Report both results.
What do {c} and {c2} print?
Run {c}, then run {c2}. What do they say?
Execute {c} followed by {c2} and give me the outputs.
Please run both {c} and {c2} and report.
1. {c}~2. {c2}~Run both, tell me the results.
I need the outputs of {c} and of {c2}.
Could you run {c} and after it {c2}? Tell me what they print.
Start with {c}. Next do {c2}. What did each one print?
Two commands: {c}; {c2}. Results please.
{c}~{c2}~What do you get for each?
Tell me what {c} gives and what {c2} gives.
Before {c2} run {c}; I want to know both outputs.
""")


def run_two(r):
    c, d = W.fresh(r, C.command, 2)
    (s, x), (t, y) = C.output(r), C.output(r)
    if d[:3] in ("cat", "ls ") or s == t:
        raise Clash
    files = W.world(r, extra=r.randint(1, 2))
    any0 = next(iter(files))
    flaky = [d] if r.random() < 0.25 else []
    return job(
        r,
        RUN2,
        files,
        [("run", c), ("run", d)] + [("run", d)] * len(flaky),
        ["{c} says {x}; {c2} says {y}", "{c}: {x}, {c2}: {y}", "First: {x}. Second: {y}", "{x} and {y}", "The outputs are {x} and {y}"],
        {"c": c, "c2": d, "x": s, "y": t},
        errs=len(flaky),
        flaky=flaky,
        must_run=[d],
        good=t,
        checks={c: (any0, "", s, s), d: (any0, "", t, t)},
        say=[x, y],
    )


DONE = frames("""
{p} is changed and {c} says {x}.
I changed {p}; {c} prints {x}.
Done. The output is {x}
The change is in and {c} reports: {x}
{x}
Changed {p}. Result of {c}: {x}
{p} is updated, output: {x}
""")


def composed(r, a, b, vals, tail=0.6):
    """A request of two clauses of the banks a and b, and perhaps a question for the result."""
    frame = C.two(r, C.pick(r, a), C.pick(r, b), C.pick(r, C.TELL) if r.random() < tail else "")
    text, _ = ask(r, [frame], vals)
    return text, frame


def flake(r, c, p=0.15):
    return [c] if r.random() < p else []


def swap_then_run(r):
    f = W.anyfile(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    tests = r.random() < 0.6
    c = C.command(r, tests)
    s = C.passed(r) if tests else C.output(r)[0]
    v = {"p": f.path, "old": old, "new": new, "c": c, "x": s}
    fl = flake(r, c)
    return job(
        r,
        None,
        W.world(r, f),
        [("edit", f.path, old, new), ("run", c)] + [("run", c)] * len(fl),
        DONE,
        v,
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=s,
        checks={c: (f.path, new, s, f"FAILED: {f.path} has no {new}")},
        say=[s],
        text=composed(r, C.CHANGE, C.TEST if tests else C.RUN, v),
    )


def set_then_run(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    tests = r.random() < 0.6
    c = C.command(r, tests)
    s = C.passed(r) if tests else C.output(r)[0]
    v = {"p": f.path, "k": k, "v": new, "c": c, "x": s}
    fl = flake(r, c)
    return job(
        r,
        None,
        W.world(r, f),
        [("read", f.path), ("edit", f.path, ln, to), ("run", c)] + [("run", c)] * len(fl),
        DONE + ["{k} is {v} now; {c} says {x}"],
        v,
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=s,
        checks={c: (f.path, to, s, f"FAILED: {k}")},
        say=[s],
        text=composed(r, C.SET, C.TEST if tests else C.RUN, v),
    )


def make_then_run(r):
    p = W.path(r, ["sh", "py", "txt", "js", "rb", "conf"])
    s0 = r.choice([W.phrase, lambda r: f"print({W.num(r)})", lambda r: f"echo {W.low(r)}", lambda r: f"puts {W.num(r)}"])(r)
    files = W.world(r, extra=r.randint(0, 2))
    if p in files:
        raise Clash
    c = r.choice([f"{r.choice(['sh', 'bash', 'python', 'node', 'ruby', './run', 'exec'])} {p}", C.command(r)])
    s, x = C.output(r)
    v = {"p": p, "line": s0, "c": c, "x": s}
    fl = flake(r, c)
    return job(
        r,
        None,
        files,
        [("write", p, s0), ("run", c)] + [("run", c)] * len(fl),
        ["{p} is written and {c} says {x}", "I created {p}. The output is {x}", "Done: {x}", "{x}", "Created {p}; {c} printed {x}"],
        v,
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=s,
        checks={c: (p, s0, s, f"cannot open {p}")},
        say=[x],
        text=composed(r, C.MAKE, C.RUN, v, 0.8),
    )


def append_then_run(r):
    from tovabase import grow

    f = r.choice([W.prose, W.checklist, W.notes, W.log])(r)
    s0 = r.choice([W.sayso, W.phrase])(r)
    c = C.command(r)
    s, x = C.output(r)
    if s0 in f.text:
        raise Clash
    v = {"p": f.path, "line": s0, "c": c, "x": s}
    return job(
        r,
        None,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, s0), ("run", c)],
        ["{p} has the line and {c} says {x}", "Added the line. Output: {x}", "Done; {c} printed {x}", "{x}", "The line is in {p}. {c}: {x}"],
        v,
        must_run=[c],
        good=s,
        checks={c: (f.path, s0, s, f"no such line in {f.path}")},
        say=[x],
        text=composed(r, C.APPEND, C.RUN, v, 0.8),
    )


def delete_then_run(r):
    f = W.anyfile(r)
    c = C.command(r)
    s, x = C.output(r)
    files = W.world(r, f, extra=r.randint(1, 2))
    keep = next(p for p in files if p != f.path)
    v = {"p": f.path, "c": c, "x": s}
    return job(
        r,
        None,
        files,
        [("run", f"rm {f.path}"), ("run", c)],
        ["{p} is gone and {c} says {x}", "I removed {p}. Output: {x}", "Deleted. {c} printed {x}", "{x}", "{p} is deleted; result: {x}"],
        v,
        must_run=[c],
        good=s,
        checks={c: (keep, "", s, s)},
        say=[x],
        text=composed(r, C.DELETE, C.RUN, v, 0.8),
    )


def run_then_write(r):
    """The output of a command goes to a file."""
    c, (s, _) = C.command(r), C.output(r)
    p = W.path(r, ["txt", "log", "md", "out"])
    files = W.world(r, extra=r.randint(1, 2))
    if p in files:
        raise Clash
    return job(
        r,
        SAVEOUT,
        files,
        [("run", c), ("write", p, s)],
        ["{p} holds the output: {x}", "I ran {c} and saved its output in {p}.", "{p} says {x}", "Saved in {p}.", "Done, {p} has what {c} printed."],
        {"c": c, "p": p, "x": s},
        must_run=[c],
        good=s,
        checks={c: (next(iter(files)), "", s, s)},
    )


SAVEOUT = frames("""
Run {c} and save the output in {p}.
Run {c} and write what it prints to {p}.
Write the output of {c} to {p}.
Store what {c} prints in a new file {p}.
{c} > {p}, but with your tools: run, then write the output.
Execute {c}; put the result into {p}.
I need the output of {c} in {p}.
Please run {c} and keep its output in {p}.
Capture {c} in {p}.
{p} should contain exactly what {c} prints.
Could you run {c} and note the result in {p}?
First run {c}. Then create {p} with the output.
1. run {c}~2. save its output as {p}
Record the result of {c} in the file {p}.
Let {c} run and put its output, nothing else, in {p}.
""")


NOTFIX = frames("""
Run {c} and tell me the result. Don't fix anything.
Run {c}. Only report, change nothing.
Do the tests pass? Use {c}. No edits please.
Just run {c} and tell me what fails, I'll fix it myself.
Check with {c} whether all is well. Leave the files as they are.
What does {c} complain about? Do not touch the files.
Test status, please: {c}. Report only.
I only want to know if {c} passes.
Please run {c} and say which file it complains about.
Run {c} and name the file that's at fault.
Is {c} green at the moment? If not, what is wrong?
Could you see what {c} says? Don't repair it.
Report the failure of {c}, no changes.
QA: execute {c}, note the observed result.
Give me an honest report on {c}; nothing needs to be fixed by you.
""")


def run_only(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    c = C.command(r, True)
    fails = r.random() < 0.7
    good = C.passed(r)
    bad = r.choice(
        [
            f"FAIL {f.path}: expected {new}",
            f"1 failed: {f.path} should have {k} {new}",
            f"error in {f.path}: {k} must be {new}",
            f"{f.path}: wrong {k}, expected {new}",
        ]
    )
    out = bad if fails else good
    return job(
        r,
        NOTFIX,
        W.world(r, f),
        [("run", c)],
        (
            ["It fails: {x}", "{c} fails. It says: {x}", "Not green: {x}", "There is a failure: {x}", "{x}"]
            if fails
            else ["{c} says: {x}", "All is well: {x}", "Nothing fails: {x}", "{x}"]
        ),
        {"c": c, "x": out},
        must_run=[c],
        good=out,
        checks={c: (f.path, to if fails else ln, good, bad)},
        say=[out],
        unsaid=["all tests pass", "fixed"] if fails else ["failed"] * ("failed" not in out),
    )


KINDS = [run_report, run_retry, run_two, swap_then_run, set_then_run, make_then_run, append_then_run, delete_then_run, run_then_write, run_only]
