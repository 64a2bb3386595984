"""Short clean test tasks on one file, and errors that must be reacted to."""
from wandabase import Again, kind
from wandaedit import rewrite
from wandarun import broken
from wandatext import clutter, command, doc, good, other, path, phrase, pick, several, text, word


def slip(r, f):
    """A path that is nearly f."""
    folder, _, name = f.rpartition("/")
    stem, ext = name.rsplit(".", 1)
    i = 1 + int(r.random() * max(1, len(stem) - 2))
    return pick(r, [(folder + "/" if folder else "") + stem[:i] + stem[i + 1:] + "." + ext, (folder + "/" if folder else "old/") + stem + "s." + ext, name if folder else "files/" + name])


@kind("""
Copy {h} to {g}.
Make a copy of {h} with the name {g}. [If it is not found, look for the real name.|]
{g} should have the same content as {h}.
I need {h} again as {g}; I may have misspelled the name.
Save what {h} says in {g} as well.
cp {h} {g} (find the right file if the first does not exist)
Please to duplicate {h} in {g}. Name of the first is maybe not exact.
Read {h} and write its text to {g}.
Put the text of {h} in the new file {g}, and if you get an error, list the files.
The content of {h} is wanted in {g} too. Could you do it?
Back {h} up as {g}, please.
1. Read {h}, or the file which is meant¶2. Write the same to {g}
""", 2)
def copy_slip(t, r, bank):
    f, ls = doc(r, t, 1, 3)
    clutter(r, t, 1, 2)
    h, g = slip(r, f), path(r, t)
    if h in t.files:
        raise Again
    return t.end([("read", h), ("list",), ("read", f), ("write", g, t.files[f])], bank, ["The file is {f}; its copy is {g}.", "Copied {f} to {g}.", "Done, there is no {h}, I took {f}."], f=f, g=g, h=h)


@kind("""
Delete {h}. [It may have a slightly other name.|]
Remove the file {h}; if it is not there, see what I could have meant.
{h} has to go. I am not sure about the name.
rm {h} - and when this fails, look up the right path
Please throw {h} away. If error, list files and take the one I mean.
We do not need {h} any more, delete it please.
Get rid of {h} (the path can have a mistake in it).
Erase {h}, or how it is called exactly.
Could you delete the file {h}? I type from memory.
The old {h} must disappear.
Kindly remove {h} from this project.
Clean up {h}. In case of a missing file, find the similar one and delete that.
""")
def delete_slip(t, r, bank):
    f, _ = doc(r, t, 1, 3)
    clutter(r, t, 1, 2)
    h = slip(r, f)
    if h in t.files:
        raise Again
    return t.end([("run", "rm " + h), ("list",), ("run", "rm " + f)], bank, ["The file was {f}; it is deleted.", "Deleted {f}, there was no {h}.", "{f} is gone."], f=f, h=h)


@kind("""
Create {f} containing {x}, then read it back and tell me what it says.
Write {x} to {f}. Open {f} afterwards and report its content.
1. Create {f} with {x}¶2. Read {f}¶3. Report what is in it
Make {f} with the text {x} and check by reading it. What does it hold?
Save {x} as {f} and show me then what the file says.
Please write into {f} the text {x}, later read the file and say me the text.
{f} <- {x}; read it; report
First {x} goes to {f}. Then I want to hear from you what stands there.
Could you store {x} in {f} and confirm it by quoting the file?
I do not trust my disk. Write {x} to {f}, read it again and tell me the text.
Put {x} in the file {f}. After that, read the file and repeat the content.
Test of writing: file {f}, text {x}. Test of reading: the same file. Report the text.
""")
def write_read(t, r, bank):
    clutter(r, t)
    f, x = path(r, t), text(r)
    return t.end([("write", f, x), ("read", f)], bank, ["{f} says: {x}", "It says {x}", "The content is: {x}", "{x}"], [x], f=f, x=x)


@kind("""
In {f}: replace {x} with {y}, then append {z}, then run {c}.
1. Replace {x} with {y} in {f}¶2. Add the line {z} at the end of {f}¶3. Run {c}¶4. Report the output
Change {x} to {y} in {f}, add {z} as last line, run {c} and tell me what it prints.
{f} needs {y} for {x} and a new last line {z}. When it has both, run {c} and report.
edit {f}: {x} -> {y}; append {z}; {c}; report
First put {y} in place of {x} in {f}. Next write {z} at its end. Last, start {c} and give me the result.
Please correct {x} in {f}, it is {y}. Also the line {z} is missing in the end. After it run {c} and say the result.
Two edits in {f} ({y} instead of {x}; {z} at the bottom), one run of {c}, one report of the output.
Could you work on {f}? {x} becomes {y}, {z} comes as new last line, and {c} has to pass. Tell me its output.
- {f}: {x} => {y}¶- {f}: new last line {z}¶- {c}¶- tell me the output
I need {c} to pass. For this, {f} must say {y} where it says {x}, and it must end in the line {z}.
After {x} was replaced by {y} and {z} was added at the end of {f}, run {c} and quote it.
""", 2)
def edit_append_run(t, r, bank):
    f, ls = doc(r, t, 1, 4)
    clutter(r, t, 0, 1)
    x = pick(r, pick(r, ls).split())
    if len(x) < 3 or t.files[f].count(x) != 1:
        raise Again
    y = other(r, word, x)
    z = other(r, phrase, x, y, *ls)
    now = [l.replace(x, y) for l in ls] + [z]
    c, o = command(r), good(r)
    t.tests(c, f, "\n".join(now), o, "FAIL " + f, flaky=r.random() < 0.15)
    plan = [("edit", f, x, y), ("read", f), ("write", f, "\n".join(now))] + [("run", c)] * (1 + (c in t.flaky_commands))
    return t.end(plan, bank, ["Both edits are made; {c}: {o}", "Done, output: {o}", "{o}"], [o], f=f, x=x, y=y, z=z, c=c, o=o)


@kind("""
Run {c}. Something is missing in a file; add it and run it again. [What is the output?|]
{c} fails because of a missing line. Add the line it wants and repeat.
Please run {c} and do what the error message asks, then run it a second time and report.
Make {c} happy.
1. Run {c}¶2. Add the missing line at the end of the file¶3. Run {c} again¶4. Say what it prints
Find out with {c} which line is missing, put it at the end of the file, and run again.
{c} -> read the error -> fix -> {c} -> report
The command {c} says that a line is not there. Help it and tell me the new output.
Start {c}. It gives an error. The line in the error should be appended in the file. Start it again.
Could you see what {c} misses, append that, and test again?
I am sure that we forgot a line somewhere, {c} knows it. Add it and check again.
Get a green {c}; a line has to be appended for it.
""", 2)
def missing_line(t, r, bank):
    f, ls = doc(r, t, 1, 4)
    clutter(r, t)
    x = other(r, phrase, *ls)
    c, o = command(r), good(r)
    t.tests(c, f, x, o, pick(r, [f"error: {f} lacks the line '{x}'", f"FAILED {f}: missing line: {x}", f"{f} should end in: {x}", f"not found in {f}: {x}", f"1 problem: add '{x}' to {f}"]))
    return t.end([("run", c), ("read", f), rewrite(f, ls, keep=ls + [x]), ("run", c)], bank, ["Added the line to {f}; {c}: {o}", "It prints {o} now.", "{o}"], [o], c=c, o=o, f=f)


@kind("""
Run {c}; if this command is not known, run {d}. Tell me the output.
Try {c}. When it does not exist here, use {d} instead and report what it prints.
{c} or, if unknown, {d}: what is the output?
Please execute {c}. Error, no such command? Then execute {d}. Say me the result.
1. Run {c}¶2. If that is no valid command, run {d}¶3. Report the output
I do not know if it is {c} or {d} in this project. Try in this order and tell me what you get.
Test the project with {c}, or with {d} if the first is missing, and give me the message.
On some machines we have {c}, on others {d}. Run the one that works (first one first) and report.
Start {c}; fall back on {d}; quote the result.
Could you run {c}? And should it be unknown, {d}? I need to know what comes out.
Use {d} only if {c} is not there. Report its output.
What is printed by {c}, or by {d} in case {c} cannot be found?
""")
def fallback(t, r, bank):
    clutter(r, t, 1, 2)
    c, d = several(r, command, 2)
    o = good(r)
    t.tests(d, next(iter(t.files)), "", o)
    return t.end([("run", c), ("run", d)], bank, ["{c} is not known; {d} says: {o}", "I used {d}: {o}", "{o}", "Only {d} works here: {o}"], [o], c=c, d=d, o=o)


@kind("""
Create {f} containing {x}. Then replace {y} with {z} in it.
First create {f} with the text {x}, after that change {y} to {z} there.
1. Create {f} containing {x}¶2. In this file, replace {y} by {z}
Write {x} to {f}. I want {z} in place of {y} afterwards, so edit it.
Make {f} ({x}), then edit it: {y} -> {z}
Please create one file {f} where is {x}, and later exchange in it {y} for {z}.
Step 1: {f} with {x}. Step 2: {y} in this file becomes {z}.
Save {x} in {f} and then let {z} stand where {y} stands.
Could you make {f} with {x} inside and, when it is there, change {y} into {z}?
new file {f}: {x}; then s: {y} to {z}
For a test, put {x} in the new file {f}; next, do an edit of {y} to {z} in it.
As a demonstration, write {f} with the line {x} and replace its {y} by {z}.
""")
def create_edit(t, r, bank):
    clutter(r, t)
    f = path(r, t)
    ws = several(r, word, 2 + int(r.random() * 3))
    y = pick(r, ws)
    z = other(r, word, *ws)
    return t.end([("write", f, " ".join(ws)), ("edit", f, y, z)], bank, ["{f} is created and edited.", "Done.", "It says {z} in {f} now.", "Created {f} and changed {y} to {z}."], f=f, x=" ".join(ws), y=y, z=z)


@kind("""
Both {c} and {d} fail. Fix what each complains about and run each again.
Run {c}, fix the error, run it again. Then the same with {d}. Tell me the last output.
First make {c} pass, then {d}. Report what {d} says at the end.
1. Run {c} and repair what it names¶2. Run {c} again¶3. Run {d} and repair what it names¶4. Run {d} again¶5. Report its output
There are two errors, one is shown by {c} and one by {d}. Mend them one after the other and give me the final message of {d}.
{c}: fix. {d}: fix. both must be green, in that order
Please get {c} green. Once done, get {d} green too. What does it print?
With {c} you will see a first problem, with {d} a second. Solve both, test after each.
I have trouble with {c} and also with {d}. Please repair them in this order.
Start with {c}: run, fix, run. Go on with {d}: run, fix, run. Say me the result.
Could you fix {c} first and {d} after it? I need both to pass today.
Neither {c} nor {d} works. Correct the files until they do, {c} first.
""")
def two_fixes(t, r, bank):
    c, d = several(r, command, 2)
    o, p = several(r, good, 2)
    f, a, b, _, _ = broken(t, r, c, o)
    g, x, y, _, _ = broken(t, r, d, p)
    plan = [("run", c), ("read", f), ("edit", f, a, b), ("run", c), ("run", d), ("read", g), ("edit", g, x, y), ("run", d)]
    return t.end(plan, bank, ["Both pass now; {d} says: {p}", "Fixed {f} and {g}. {d}: {p}", "{c}: {o}; {d}: {p}"], [p], c=c, d=d, o=o, p=p, f=f, g=g)
