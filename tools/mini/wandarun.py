"""Tasks with tests, failures, missing files and other things to react to."""
from wandabase import Again, kind
from wandaask import conf
from wandaedit import put
from wandatext import EXT, FOLDERS, clutter, command, doc, good, num, other, pairs, path, pick, several, text, word


def complaint(r, f, l, k, v):
    return pick(r, [f"FAILED: {f} must hold '{l}'", f"error in {f}: expected {l}", f"{f}: wrong {k}, should be {v}", f"1 failed - {k} in {f} has to be {v}", f"assertion failed: {k} == {v} ({f})", f"Check of {f} failed. Wanted: {l}", f"FAIL {f} ({k}: expected {v})", f"problem: {f} does not say {l}"])


def broken(t, r, c, o):
    """A file with a wrong value, and the command that complains: (path, wrong line, right line, key, value)."""
    ps = pairs(r, 2 + int(r.random() * 3))
    f = put(t, r, [p[2] for p in ps], "conf")
    k, v, l = pick(r, ps)
    n = other(r, lambda r: str(num(r)) if v.isdigit() else word(r).lower(), v)
    right = l[:len(l) - len(v)] + n
    t.tests(c, f, right, o, complaint(r, f, right, k, n))
    return f, l, right, k, n


@kind("""
Run {c}. If something fails, fix it and run it again[ until it is fine|].
Make {c} pass. [What does it print then?|Then tell me the output.]
{c} is red. Find out why, repair the file, run again and report the output.
Please run {c}; when it fails, correct the file it names and run it once more. Tell me the final output.
Something is broken, {c} shows it. Mend it and tell me what the command says afterwards.
1. Run {c}¶2. Fix what it complains about¶3. Run {c} again¶4. Report
I get an error from {c}. Can you look and fix it?
{c} must be green. Do what is needed.
Get {c} to succeed and give me its output.
Start {c}, look at the error, edit the file, start {c} another time. What is the answer at the end?
The tests ({c}) do not pass since yesterday. Please fix.
Test with {c}, repair what is wrong, test again. Say me the result.
run {c}, fix, rerun, report
Could you see why {c} fails and solve it? Run it at the end again, to be sure.
""", 4)
def test_fix(t, r, bank):
    c, o = command(r), good(r)
    f, old, new, k, v = broken(t, r, c, o)
    clutter(r, t)
    return t.end([("run", c), ("read", f), ("edit", f, old, new), ("run", c)], bank, ["Fixed {f}; {c} now says: {o}", "{k} was wrong in {f0}. Now: {o}", "It passes now: {o}", "{o}", "I set {k} to {v} in {f0} and the output is {o}"], [o], c=c, o=o, f=f, f0=f, k=k, v=v)


@kind("""
Run {c} and then {d}. If one fails, fix it and run it again.
Two checks, {c} and {d}: run both, repair what fails, and tell me the output of the repaired one.
First {c}, then {d}. Something will complain; correct it, rerun that one, report.
1. Run {c}¶2. Run {d}¶3. Fix the problem¶4. Run the failing one again
Please do {c}, afterwards {d}, and mend what they find. Run again the one which was red.
{c} && {d} should be fine, one is not. Fix.
Make sure that both {c} and {d} succeed, start with {c}.
We have {c} and {d}. One of them is broken, find out which in this order and fix the file.
Check with {c}, check with {d}, repair, check again.
Can you run {c} and {d} and fix the error that you get?
I need {c} and {d} both green before lunch.
Start with {c}, go on with {d}, fix the failure and repeat that command.
""")
def two_checks(t, r, bank):
    c, d = command(r), command(r)
    if c == d:
        raise Again
    o, p = several(r, good, 2)
    f, old, new, k, v = broken(t, r, d, o)
    clutter(r, t, 1, 1)
    t.checks[c] = (f, "", p, "")
    return t.end([("run", c), ("run", d), ("read", f), ("edit", f, old, new), ("run", d)], bank, ["{c} was fine; {d} failed, is fixed and says: {o}", "Both are fine now, {d}: {o}", "Fixed {f0}. {d}: {o}"], [o], c=c, d=d, o=o, f0=f)


@kind("""
Set {k} in {f} to {v} and run {c}. [If it fails, do what it says.|When there is an error, react to it.]
Change the {k} in {f} to {v}, then run {c}; if the check wants something else, correct and run it again.
{f}: {k} {v}. Then {c}. It may complain about another key, then fix this too and rerun.
Please put {v} for {k} in {f}. {c} should pass in the end, so fix what remains.
Update {k} to {v} in the file {f}, start {c}, and mend the rest until it passes.
1. {k} = {v} in {f}¶2. {c}¶3. If it fails, fix it and run it again
I want {k} {v} in {f} and a green {c}.
After {k} in {f} is {v}, {c} must succeed; there may be one more thing to fix in the file.
Make {k} {v} ({f}). Check with {c}. React to the error if there is one.
With {c} you can test {f}. Set {k} to {v} there first, and repair if the test tells to.
New {k} for {f}: {v}. Test it with {c} and fix what the test finds.
Could you set {k} to {v} in {f}, run {c}, and solve the problem if it shows one?
""")
def edit_then_fix(t, r, bank):
    c, o = command(r), good(r)
    f, old, new, _, _ = broken(t, r, c, o)
    clutter(r, t, 0, 1)
    l = pick(r, [x for x in t.files[f].split("\n") if x != old])
    sep = next(s for s in (" = ", "=", ": ") if s in l)
    k, v = l.split(sep)
    n = other(r, lambda r: str(num(r)) if v.isdigit() else word(r).lower(), v)
    return t.end([("read", f), ("edit", f, l, k + sep + n), ("run", c), ("edit", f, old, new), ("run", c)], bank, ["Done; after one more fix {c} says: {o}", "{k} is {v}, and the check is fine now: {o}", "{o}"], [o], c=c, f=f, k=k, v=n, o=o)


@kind("""
Read {f} and tell me the {k}.
What is the {k} in {f}? [If the path is wrong, look for the file.|The name may be slightly different.]
Tell me the {k} from {f}.
I need the {k}, I think the file is {f}.
{k} in {f}?
Please open {f} and say me the {k}. If there is no such file, search the right one.
Look up the {k} in {f}, or whatever the file is called exactly.
The {k} is in {f} if I remember right. What is it?
Could you check {f} for the {k}?
Which {k} stands in {f}?
Give me the {k} of {f}; sorry, I am not sure of the file name.
Get {k} out of {f} for me.
""", 2)
def missing_file(t, r, bank):
    f, ps = conf(t, r)
    clutter(r, t, 1, 2)
    folder, _, name = f.rpartition("/")
    stem, ext = name.rsplit(".", 1)
    i = 1 + int(r.random() * max(1, len(stem) - 2))
    wrong = pick(r, [(folder + "/" if folder else "") + stem + "." + other(r, lambda r: pick(r, EXT["conf"] + ["txt", "md"]), ext), (folder + "/" if folder else "") + stem[:i] + stem[i + 1:] + "." + ext, pick(r, FOLDERS) + "/" + name, (folder + "/" if folder else "") + stem + "s." + ext])
    if wrong in t.files:
        raise Again
    k, v, _ = pick(r, ps)
    return t.end([("read", wrong), ("list",), ("read", f)], bank, ["The {k} is {v}; the file is {f0}.", "{wrong} is not there, but {f0} says {v}.", "{v} (from {f0})", "It is {v}."], [v], f=wrong, wrong=wrong, f0=f, k=k, v=v)


@kind("""
Replace {x} with {y} in {f}.
In {f}, change {x} to {y}. [If the file is elsewhere, find it.|I hope the path is right.]
{f}: {x} should be {y}
{f} should say {y} instead of {x}. It might be in another folder.
Please correct {x} into {y}, file {f} or similar.
Put {y} for {x} in {f}; look for the file when it is not there.
I think it was {f} where {x} is written. Make it {y}.
Could you edit {f} and write {y} in place of {x}?
The text {x} in {f} is wrong, it has to be {y}.
Change the file {f} so that it has {y} and not {x}.
Not {x}, but {y} is right. Fix {f} please.
Edit {f}, {x} -> {y}, and do not give up if the path has a mistake.
""", 2)
def wrong_folder(t, r, bank):
    f, ls = doc(r, t, 1, 4)
    clutter(r, t, 1, 2)
    name = f.rpartition("/")[2]
    g = pick(r, [pick(r, FOLDERS) + "/" + name, name])
    x = pick(r, pick(r, ls).split())
    if g == f or g in t.files or len(x) < 3 or sum(v.count(x) for v in t.files.values()) != 1:
        raise Again
    y = other(r, word, x)
    return t.end([("edit", g, x, y), ("list",), ("edit", f, x, y)], bank, ["The file is {f0}; I changed it there.", "Done in {f0}.", "Changed {f0}, there is no {g0}."], fails=1, f=g, g0=g, f0=f, x=x, y=y)


@kind("""
Replace {x} with {y} in {f}. [It may be written a bit differently there.|If it is not found, look at the file.]
In {f}, change {x} to {y}; I am not sure of the capitals.
{f} says something like {x}. It should say {y}.
Please make {y} out of {x} in {f}, and check the exact spelling there.
{f}: {x} -> {y} (maybe other letters, have a look when it fails)
I remember {x} in {f}. Put {y} there instead.
Swap {x} for {y} in {f}. When the text is not matched, read the file and try with the right one.
The entry {x} in {f} must be {y} now.
Could you change {x} in {f}? {y} is the new text.
Correct {f} for me. Old: {x}, new: {y}. The old may have big or small letters.
There is {x} in {f}, or nearly so. Replace it by {y}.
Find {x} in {f} and write {y} there, capital letters do not matter.
""")
def other_case(t, r, bank):
    f, ls = doc(r, t, 1, 4, "note")
    clutter(r, t)
    x = pick(r, pick(r, ls).split())
    z = pick(r, [x.upper(), x.lower(), x.capitalize()])
    if z in t.files[f] or len(x) < 3 or not x.isalpha():
        raise Again
    y = other(r, word, x)
    return t.end([("edit", f, z, y), ("read", f), ("edit", f, x, y)], bank, ["It was written {x0}; it is {y} now.", "Done, {f} said {x0}.", "Changed {x0} to {y}."], fails=1, f=f, x=z, x0=x, y=y)


@kind("""
Replace {x} with {y} in {f}, run {c}, and tell me the {k} in {g}.
First change {x} to {y} in {f}. Then run {c}. [Finally|At last] say what the {k} in {g} is.
1. In {f} replace {x} by {y}¶2. Run {c}¶3. Read {g} and tell me the {k}
{f}: {x} -> {y}; {c}; {k} in {g}?
I need three things: {y} in place of {x} in {f}, a run of {c}, and the {k} from {g}.
After {x} is {y} in {f}, start {c}; what {k} does {g} have?
Please edit {f} ({x} becomes {y}). Run the command {c}. Later look in {g} and say me the {k}.
Tell me the {k} of {g}, but before that put {y} for {x} in {f} and run {c}.
- {f}: {y} instead of {x}¶- {c}¶- report {k} from {g}
Could you write {y} for {x} in {f}, then do {c}, and in the end read out the {k} in {g}?
Our plan: {f} gets {y} where {x} was, {c} is run, and I get to know the {k} in {g}.
With {f}, change {x} to {y}. With {c}, test. With {g}, tell me {k}.
""")
def edit_run_fact(t, r, bank):
    f, ls = doc(r, t, 1, 4)
    g, ps = conf(t, r)
    x = pick(r, pick(r, ls).split())
    if len(x) < 3 or t.files[f].count(x) != 1:
        raise Again
    y, c, o = other(r, word, x), command(r), good(r)
    if y in t.files[f]:
        raise Again
    k, v, _ = pick(r, ps)
    t.tests(c, f, y, o, "not ok", flaky=r.random() < 0.2)
    plan = [("edit", f, x, y)] + [("run", c)] * (1 + (c in t.flaky_commands)) + [("read", g)]
    return t.end(plan, bank, ["Done, {c} says {o}, and the {k} is {v}.", "The {k} in {g} is {v}; the command printed {o}", "Changed and run ({o}). {k}: {v}"], [v], f=f, g=g, x=x, y=y, c=c, k=k, v=v, o=o)


@kind("""
Run {c} and {d} and tell me what [both|each of them] print.
Report the output of {c} and of {d}.
First run {c}, then {d}. Tell me both results.
What do {c} and {d} say?
{c}, {d}: outputs please
1. Run {c}¶2. Run {d}¶3. Tell me both outputs
Please execute {c}. Once done, execute {d}. I want the two answers.
I need to know the result of {c} and also the result of {d}.
Start {c}; when it has finished start {d}; give me what they printed.
Can you try {c} as well as {d} and say what came out?
Do {d} after {c} and quote both.
The chief wants two outputs, from {c} and from {d}.
""")
def run_both(t, r, bank):
    clutter(r, t, 1, 2)
    c, d = several(r, command, 2)
    o, p = several(r, good, 2)
    f = next(iter(t.files))
    t.checks = {c: (f, "", o, ""), d: (f, "", p, "")}
    slow = r.random() < 0.4
    if slow:
        t.flaky_commands = (pick(r, [c, d]),)
    plan = [("run", x) for x in (c, d) for _ in range(1 + (x in t.flaky_commands))]
    return t.end(plan, bank, ["{c}: {o}; {d}: {p}", "The first says {o}, the second {p}", "{o} and {p}"], [o, p], c=c, d=d, o=o, p=p)


@kind("""
Run {c}. It sometimes times out, then just run it again. Tell me the output.
{c} is a bit unreliable; repeat it when it hangs, and report what it says.
Please start {c}, and if it does not answer in time, start it a second time. What is the result?
Run {c} until you get a real answer, then tell me.
Try {c}. When the network is bad, try once more. I need its output.
{c} (retry if needed) -> output?
I need the result of {c}; a timeout is no result.
The server is slow today, so {c} may need two tries. What does it print?
Execute {c}. Error for time out? Then again execute. Say what it gives.
Can you get an answer out of {c}? It fails the first time on some days.
Give me the output of {c}, be patient with it.
If {c} stops with a temporary error, repeat it. Report the output at the end.
""")
def flaky(t, r, bank):
    clutter(r, t, 1, 2)
    c, o = command(r), good(r)
    t.tests(c, next(iter(t.files)), "", o, flaky=True)
    return t.end([("run", c), ("run", c)], bank, ["The second try worked: {o}", "It says {o}", "{o}", "After a timeout it printed: {o}"], [o], c=c, o=o)


@kind("""
Run {c}. Does it pass? Do not change anything.
Only run {c} and tell me whether it passes[, no repairs|].
Does {c} succeed? Just look, do not fix. Quote the output.
I only want to know if {c} is fine. Leave all files as they are.
{c}: pass or fail? (no edits please)
Check the state of the project with {c} and report its message. Change no file.
Please run {c}, tell me the message, and keep your hands off the files.
What does {c} say at the moment? I will fix it myself, if needed.
Run {c} and report. If it fails I repair it on my own.
Without touching any file: what is the output of {c}?
Tell me the output of {c}. Not repair, only tell.
Could you run {c} and say what it complains about, if anything?
""")
def only_look(t, r, bank):
    c, o = command(r), good(r)
    f, old, new, k, v = broken(t, r, c, o)
    clutter(r, t, 0, 1)
    if r.random() < 0.3:
        t.files[f] = t.files[f].replace(old, new)
        return t.end([("run", c)], bank, ["It passes: {o}", "Yes, it says: {o}", "It is fine: {o}"], [o], c=c, o=o)
    t.must_run = []
    bad = t.checks[c][3]
    return t.end([("run", c)], bank, ["It fails: {o}", "No, it says: {o}", "It does not pass. Message: {o}"], [v], c=c, o=bad)
