"""Tasks that rename, copy, delete, join, swap and move."""
from wandabase import kind
from wandatext import clutter, command, doc, good, other, path, pick, text


@kind("""
Rename {f} to {g}.
[Please rename|Can you rename|I want to rename] the file {f} [to|as|into] {g}.
Move {f} to {g}.
mv {f} {g}
{f} should be called {g}[ instead| from now on|].
The name {f} is wrong, it must be {g}. Rename it please.
Give {f} the new name {g}; its content stays the same.
Take the file {f}, same text, but under the name {g}. The old one must be gone.
Change the file name: {f} => {g}.
The file {f} has a bad name. I prefer {g}. Old name should not exist after.
We agreed on {g} as name for what is now {f}. [Do it.|Please do the renaming.]
1. Read {f}.¶2. Write the same text to {g}.¶3. Delete {f}.
""", 2)
def rename(t, r, bank):
    f, ls = doc(r, t, 1, 5)
    clutter(r, t)
    g = path(r, t, f.rsplit(".", 1)[1])
    return t.end([("read", f), ("write", g, t.files[f]), ("run", "rm " + f)], bank, ["{f} is now {g}.", "Renamed to {g}.", "Done.", "Done, the file is called {g} now.", "I moved {f} to {g}."], f=f, g=g)


@kind("""
Copy {f} to {g}.
[Make|Create] a copy of {f} [named|called|under the name|as] {g}.
cp {f} {g}
{g} should be [a copy of|the same as] {f}.
Duplicate {f}; the copy goes to {g}.
Before I work on {f}, save a copy as {g}.
I need the text of {f} also in {g} (new file). {f} stays.
Please to copy file {f}, new file has name {g}.
Back up {f} as {g}.
Can I have {f} a second time, under {g}?
Read {f}, then write the same content to {g}.
Whatever {f} contains, {g} must contain it too. Create {g}.
""", 2)
def copy(t, r, bank):
    f, ls = doc(r, t, 1, 5)
    clutter(r, t)
    g = path(r, t, f.rsplit(".", 1)[1])
    return t.end([("read", f), ("write", g, t.files[f])], bank, ["{g} is a copy of {f} now.", "Copied {f} to {g}.", "Done.", "The copy is in {g}."], f=f, g=g)


@kind("""
Delete {f}.
[Remove|Erase] the file {f}[ please|].
{f} is not needed any more. [Delete it.|Take it away.|Please remove.]
Get rid of {f}.
rm {f}
I do not want to have {f} in the project. Can you delete it?
Please throw {f} away, all other files stay.
Clean up: {f} must go.
The file {f} was made by mistake, kindly delete.
Would you remove {f} for me?
Let the file {f} disappear.
Make sure that {f} no longer exists.
""")
def delete(t, r, bank):
    f, _ = doc(r, t, 1, 4)
    clutter(r, t, 1, 3)
    return t.end([("run", "rm " + f)], bank, ["{f} is [gone|deleted|removed].", "Deleted {f}.", "Done.", "I removed {f}."], f=f)


@kind("""
Join {f} and {g} into {h}.
[Write|Put] the text of {f} followed by the text of {g} into {h}.
Create {h} from {f} and {g}, in this order.
Combine {f} and {g}: {h} gets the lines of {f} first and then the lines of {g}.
cat {f} {g} > {h}
I have two files, {f} and {g}. Make one out of them, called {h}, first file first.
{h} should hold everything from {f}, below it everything from {g}.
Merge {f} with {g} in a new file {h}. Keep the old two.
1. Read {f}¶2. Read {g}¶3. Write both, one after the other, to {h}
Please glue {f} and {g} together (in that order) and save it as {h}.
Take {f}, add {g} at its end, and store the result as {h}; do not change the two.
The new file {h} is {f} plus {g}. Could you make it?
""", 2)
def join(t, r, bank):
    style = pick(r, ["note", "csv", "todo"])
    (f, a), (g, b) = doc(r, t, 1, 4, style), doc(r, t, 1, 4, style)
    clutter(r, t, 0, 1)
    h = path(r, t)
    return t.end([("read", f), ("read", g), ("write", h, "\n".join(a + b))], bank, ["{h} holds both files now.", "Joined {f} and {g} in {h}.", "Done.", "Done, see {h}."], f=f, g=g, h=h)


@kind("""
Swap the contents of {f} and {g}.
{f} and {g} got mixed up. Exchange their texts.
The text of {f} belongs in {g} and the other way round. [Please swap.|Fix this.]
Exchange: what is in {f} goes to {g}, what is in {g} goes to {f}.
Please put the text from {g} in {f}, and the old text from {f} in {g}.
Somebody confused {f} with {g}. Each should have the content of the other.
I saved two notes under wrong names: swap {f} with {g}.
Read {f} and {g} and write each text into the other file.
swap text {f} <-> {g}
Can you let {f} and {g} change places? I mean the contents.
Make {f} say what {g} says now, and {g} say what {f} says now.
Switch the contents of the files {f} and {g} please.
""")
def swap(t, r, bank):
    f, _ = doc(r, t, 1, 2)
    g, _ = doc(r, t, 1, 2)
    clutter(r, t, 0, 1)
    a, b = t.files[f], t.files[g]
    return t.end([("read", f), ("read", g), ("write", f, b), ("write", g, a)], bank, ["{f} and {g} are swapped.", "Done, they changed places.", "Done.", "Each file has the other's text now."], f=f, g=g)


@kind("""
Move the line {x} from {f} to {g}.
Take {x} out of {f} and put it at the end of {g}.
The line {x} stands in {f} but belongs in {g}. Move it[ to the end there|].
Cut {x} from {f}, add it as last line to {g}.
{x} should no longer be in {f}; write it at the bottom of {g}.
Please to move {x} of {f} into {g} (last line).
In {f} there is the line {x}. I want it at the end of {g} and not in {f}.
1. Remove the line {x} from {f}.¶2. Append it to {g}.
move line: {x}¶from: {f}¶to end of: {g}
Could you shift {x} from {f} over to {g}, please? The end of the file is fine.
{g} needs {x} as its last line, {f} must lose it.
We finished {x}, so it goes from {f} to the end of {g}.
""", 2)
def move_line(t, r, bank):
    f, a = doc(r, t, 2, 5, "note")
    g, b = doc(r, t, 1, 4, "note")
    clutter(r, t, 0, 1)
    x = pick(r, a)
    plan = [("read", f), ("write", f, "\n".join(l for l in a if l != x)), ("read", g), ("write", g, "\n".join(b + [x]))]
    return t.end(plan, bank, ["The line is in {g} now.", "Moved it from {f} to {g}.", "Done.", "Done, {g} has the line and {f} does not."], f=f, g=g, x=x)


@kind("""
Create {f} containing {x}, then run {c}.
Write {x} to {f} and run {c} [afterwards|after it|]. [What does it print?|Tell me the output.]
Please create {f} with {x}. Once done, run {c} and tell me what it says.
{c} needs the file {f} with the text {x}. Create it, run the command, and give me its output.
1. Create {f} with the text {x}¶2. Run {c}¶3. Report the output
First {f} must be made, content {x}; second, do {c}; then say to me the result.
make {f}: {x} - then {c} - report
I wonder if {c} works after you create {f} saying {x}. Try and tell me.
The check {c} complains about a missing {f}. Add it (only the line {x}) and check again, then report.
Run {c} after having put {x} into the new file {f}. I want to know the result.
Add the file {f} which says {x}. Does {c} pass then? Quote its output.
A new file is needed: {f}, with {x} inside. Then {c}, please, and report what comes.
""", 2)
def create_run(t, r, bank):
    clutter(r, t)
    f, x, c, o = path(r, t), text(r), command(r), good(r)
    t.tests(c, f, x, o, "error: " + f + " is missing or wrong")
    return t.end([("write", f, x), ("run", c)], bank, ["Created {f}; {c} says: {o}", "{f} is there and {c} printed: {o}", "Done. Output: {o}", "{o}"], [o], f=f, x=x, c=c, o=o)
