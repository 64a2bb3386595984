"""Tasks whose steps build on each other or on what a file holds."""
from wandabase import Again, kind
from wandaask import conf
from wandaedit import put
from wandatext import clutter, doc, other, pairs, path, phrase, pick, several, text, word


@kind("""
Set the {k} in {g} to the {k} that {f} has.
{f} and {g} have a different {k}. Make {g} follow {f}.
The {k} in {g} should be the same as in {f}.
Copy the {k} from {f} over to {g}.
Bring {g} in line with {f}: {k}
Please take the {k} of {f} for {g} as well.
{f} is right about the {k} and {g} is wrong. Correct {g}.
Let {g} have the same {k} as {f}.
sync {k}: {f} -> {g}
Read the {k} in {f} and update the {k} in {g} to that value.
1. See what {k} is in {f}¶2. Put the same {k} in {g}
Could you make the {k} of {g} equal to the one of {f}?
""")
def sync(t, r, bank):
    f, ps = conf(t, r)
    k, v, _ = pick(r, ps)
    qs = [p for p in pairs(r, 1 + int(r.random() * 3)) if p[0] != k]
    old = other(r, lambda r: word(r).lower(), v)
    sep = pick(r, [" = ", "=", ": "])
    l = k + sep + old
    ls = [q[2] for q in qs]
    ls.insert(int(r.random() * (len(ls) + 1)), l)
    g = put(t, r, ls, "conf")
    clutter(r, t, 0, 1)
    return t.end([("read", f), ("read", g), ("edit", g, l, k + sep + v)], bank, ["{g} has the {k} {v} now.", "Both have {v} now.", "Done, {k} is {v}.", "Done."], f=f, g=g, k=k, v=v)


@kind("""
One of the files has {x}. Replace it with {y} there.
Find the file that says {x} and change it to {y}. [Tell me which file it was.|]
Somewhere it says {x}; it should say {y}.
{x} must become {y}. I do not know which file it is in.
Search the files for {x} and put {y} in its place.
Look for {x} in all files, correct it to {y}.
find {x}, make it {y}
Please find where {x} is written and write {y} instead.
There is {x} in some file. That is wrong, right is {y}.
I remember that I wrote {x}, but where? Please change to {y}.
List the files, read them till you find {x}, then edit it into {y}.
Can you replace {x} by {y}? You have to look for the file first.
""", 3)
def find_edit(t, r, bank):
    for _ in range(2 + int(r.random() * 3)):
        doc(r, t, 1, 3, pick(r, ["note", "conf", "csv"]))
    fs = sorted(t.files)
    i = int(r.random() * len(fs))
    x = pick(r, t.files[fs[i]].split("\n"))
    if sum(v.count(x) for v in t.files.values()) != 1:
        raise Again
    y = other(r, phrase, x)
    t.end([("list",)] + [("read", f) for f in fs[:i + 1]] + [("edit", fs[i], x, y)], bank, ["It was in {f0}; changed.", "Changed it in {f0}.", "Done, the file was {f0}."], x=x, y=y, f0=fs[i])
    if "which file it was" in t.ask:
        t.say = [fs[i]]
    return t


@kind("""
Create {f} containing {x}. Then append {y}. [Then|Finally] tell me how many lines it has.
Make {f} with the line {x}, add {y} below it, and count the lines.
1. Create {f} containing {x}¶2. Append the line {y} to it¶3. Count its lines with wc and tell me
Start a file {f} with {x}; after that put {y} as next line; at the end say the line count.
Please write {x} to {f}, later add the line {y} at its end, and give me the number of lines.
{f}: first {x}, then one more line {y}. How many lines is that? Check it.
I want {f} to be made with {x}. Then it gets another line, {y}. Then count.
new {f} = {x}; += {y}; wc -l
First step: {f} with the text {x}. Second step: the line {y} under it. Third step: the number of lines.
Could you create {f} with {x}, extend it by {y}, and check how many lines there are?
Write {x} in the new file {f}. When done, add the line {y}. When this is done too, report how many lines the file has.
With {x} create {f}, with {y} extend it by a line, with wc count it.
""")
def make_append_count(t, r, bank):
    f = path(r, t)
    clutter(r, t)
    x, y = several(r, text, 2)
    return t.end([("write", f, x), ("write", f, x + "\n" + y), ("run", "wc -l " + f)], bank, ["{f} has 2 lines.", "Done, 2 lines.", "It has 2 lines now."], [2], [2], f=f, x=x, y=y)


@kind("""
Replace {x} with {y} in {f} and rename the file to {g}.
In {f} change {x} to {y}. Then the file should be called {g}.
1. Replace {x} by {y} in {f}¶2. Rename {f} to {g}
{f} needs two things: {y} instead of {x}, and the new name {g}.
Please correct {x} to {y} in {f}, and move the file to {g} after that.
edit {f} ({x} -> {y}), then mv {f} {g}
The file {f} becomes {g}, and its {x} becomes {y}.
After you have put {y} for {x} in {f}, give the file the name {g}.
Save {f} under the name {g}, with {y} in the place of {x}, and remove {f}.
Can you change {x} into {y} in {f} and also rename it as {g}?
First {f} must say {y} and not {x}. Second, new file name {g}.
I want the text of {f}, but {y} for {x}, in {g}; the file {f} should be gone.
""")
def edit_rename(t, r, bank):
    f, ls = doc(r, t, 1, 3)
    clutter(r, t, 0, 1)
    g = path(r, t)
    x = pick(r, pick(r, ls).split())
    if len(x) < 3 or t.files[f].count(x) != 1:
        raise Again
    y = other(r, word, x)
    return t.end([("edit", f, x, y), ("read", f), ("write", g, t.files[f].replace(x, y)), ("run", "rm " + f)], bank, ["The text is changed and the file is {g} now.", "Done, see {g}.", "Done."], f=f, g=g, x=x, y=y)


@kind("""
List the files and save the list in {f}.
Write the names of all files [to|into] {f}.
ls > {f}
Create {f} with a list of the files that are here now, one per line.
Make an index: {f} should name every file of the workspace.
Please list the workspace and put what you see in {f}.
I want an overview of our files in {f}.
Look which files exist and write them to the new file {f}, each in a line.
{f} is to become the list of the files.
What files do we have? Write it in {f}.
1. List all files¶2. Write the list to {f}
Can you put a listing of this folder in {f}?
""")
def list_to_file(t, r, bank):
    clutter(r, t, 2, 4)
    f = path(r, t, "note")
    return t.end([("list",), ("write", f, "\n".join(sorted(t.files)))], bank, ["The list is in {f}.", "{f} names all files.", "Done."], f=f)


@kind("""
Copy the {o} line of {f} to {g}.
Create {g} with the {o} line of {f}.
[Take|Read] the {o} line of {f} and write it in the new file {g}.
{g} should hold just the {o} line of {f}.
From {f} I need only the {o} line, as {g}.
Save the {o} line of the file {f} in {g}, please.
{f}, {o} line -> {g}
Put what stands in the {o} line of {f} in a file named {g}.
Please to write {o} line from {f} in file {g}.
The {o} line of {f} is important. Store it in {g}.
1. Read {f}¶2. Write its {o} line to {g}
Could you make a file {g} out of the {o} line of {f}?
""")
def line_to_file(t, r, bank):
    f, ls = doc(r, t, 2, 6, pick(r, ["note", "csv", "todo"]))
    clutter(r, t, 0, 1)
    g = path(r, t)
    o, x = pick(r, [("first", ls[0]), ("last", ls[-1]), ("second", ls[1])])
    return t.end([("read", f), ("write", g, x)], bank, ["{g} holds the {o} line.", "Done, the {o} line is in {g}.", "Done."], f=f, g=g, o=o)


@kind("""
Delete the shorter one of {f} and {g} (fewer lines).
Which of {f} and {g} has fewer lines? Remove that one.
Count the lines of {f} and {g}, then delete the one with less lines.
{f} or {g}: keep the longer, remove the shorter
Please look how long {f} and {g} are, and throw the shorter away.
Only the longer one of {f} and {g} should stay. Delete the other.
Compare the line counts of {f} and {g}; rm the smaller file.
We keep the file with more lines. {f} and {g} are the two, the other must go.
1. Count lines in {f}¶2. Count lines in {g}¶3. Delete the file with fewer
Of {f} and {g}, one has less lines. It is not needed, delete it.
Can you find the shorter one among {f} and {g} and delete it?
The shorter file has to be erased: {f} or {g}? Count first.
""")
def drop_shorter(t, r, bank):
    f, a = doc(r, t, 1, 6, "note")
    g, b = doc(r, t, 1, 6, "note")
    if len(a) == len(b):
        raise Again
    clutter(r, t, 0, 1)
    h = f if len(a) < len(b) else g
    return t.end([("run", "wc -l " + f), ("run", "wc -l " + g), ("run", "rm " + h)], bank, ["{h} was shorter and is deleted.", "Deleted {h}.", "{h} is gone."], f=f, g=g, h=h)
