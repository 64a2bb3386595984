"""Tasks with conditions, values that go from one file to another, and steps that build on each other."""
from wandabase import kind
from wandaask import conf
from wandaedit import put
from wandatext import clutter, command, doc, good, num, other, path, phrase, pick, several, text

DONE = ["Done.", "It is done.", "Done as asked."]


@kind("""
If {f} says {x}, create {g} with {y}; otherwise create {g} with {z}.
Look at {f}. When it says {x}, write {y} to {g}, else write {z} to {g}.
Create {g}. Its text is {y} if {f} contains {x}, and {z} if not.
Depending on {f}: {x} in it -> {g} gets {y}; no {x} -> {g} gets {z}
Read {f} first. Is there {x}? Then {g} should say {y}. If there is not, it should say {z}.
Please check whether {f} holds {x}. In that case put {y} in the new file {g}, in the other case {z}.
{g} must hold {y} or {z}: the first one if {x} stands in {f}, the second one otherwise.
1. Read {f}¶2. If you find {x}, create {g} with {y}¶3. If you do not, create {g} with {z}
I do not know what {f} says. If it has {x} make file {g} with {y}, if it has not make {g} with {z}.
Write {z} into {g}, unless {f} says {x}; then write {y} there.
Can you see in {f} the text {x}? If yes, new file {g}: {y}. If no, new file {g}: {z}.
Our rule: {x} in {f} means {y}, everything else means {z}. Write the outcome to {g}.
""", 3)
def if_says(t, r, bank):
    f, ls = doc(r, t, 1, 4, "note")
    clutter(r, t, 0, 1)
    yes = r.random() < 0.5
    x = pick(r, ls) if yes else other(r, phrase, *ls)
    g = path(r, t)
    y, z = several(r, lambda r: other(r, text, x), 2)
    return t.end([("read", f), ("write", g, y if yes else z)], bank, ["{f} has it, so {g} says the first text." if yes else "{f} does not have it, so {g} got the other text.", "Done, {g} is written.", "Done."], f=f, g=g, x=x, y=y, z=z)


@kind("""
If {f} exists, delete it; if not, create it with {x}.
Is there a file {f}? Then remove it. Otherwise make it with the text {x}.
Look if {f} is there. If so rm it, if it is missing write {x} to it.
Check the file list: with {f} in it, delete {f}; without, create {f} saying {x}.
When {f} is already here, it should go away. When it is not here, create it with {x}.
{f} exists -> delete, {f} missing -> create, content {x}
Please remove {f} in case it exists, and in case it does not, add it with {x}.
List the files. Do we have {f}? Yes: delete. No: create with text {x}.
Delete {f} or, if there is no such file, create it containing {x}.
1. List the files¶2. If {f} is among them, delete it¶3. If it is not, create it with {x}
Can you look whether {f} exists? I want it gone if it does, and I want {x} in it if it does not.
I forgot if I have {f}. If I have, please delete, if I have not, please write there {x}.
""")
def if_exists(t, r, bank):
    clutter(r, t, 1, 3)
    there = r.random() < 0.5
    f = pick(r, sorted(t.files)) if there else path(r, t)
    x = text(r)
    return t.end([("list",), ("run", "rm " + f) if there else ("write", f, x)], bank, ["{f} was there and is deleted." if there else "{f} was missing, so I created it.", "Deleted {f}." if there else "Created {f}.", "Done."], f=f, x=x)


@kind("""
If {f} contains {x}, replace it with {y}; if not, append {z} to {f}.
Open {f}. If {x} is there, make it {y}. If it is not there, add the line {z} at the end.
In {f}, change {x} to {y} if you find it, otherwise put {z} as last line.
{f}: has {x}? -> {y}. has not? -> add {z} at the bottom
Please look whether {f} has the line {x}; if yes, it becomes {y}; if no, write {z} below the last line.
Either {x} is in {f}, then turn it into {y}, or it is not, then append {z}.
Check {f} for {x}. Found: put {y} instead. Not found: add {z} as the last line.
When {f} says {x} it should say {y}. When it does not, extend it by the line {z}.
1. Read {f}¶2. If {x} is in it, change that to {y}¶3. If not, add {z} at the end
I am not sure {x} is in {f}. If it is, correct to {y}; else only add {z} in the end.
Would you check if {x} appears in {f}? Then {y} should replace it. If it does not appear, append {z}.
Append {z} to {f} unless {x} is in there; in that case replace {x} by {y}.
""", 2)
def if_contains(t, r, bank):
    f, ls = doc(r, t, 1, 4, "note")
    clutter(r, t, 0, 1)
    yes = r.random() < 0.5
    x = pick(r, ls) if yes else other(r, phrase, *ls)
    y, z = several(r, lambda r: other(r, phrase, x), 2)
    step = ("edit", f, x, y) if yes else ("write", f, "\n".join(ls + [z]))
    return t.end([("read", f), step], bank, ["It was there; {f} is changed." if yes else "It was not there, so I added the line.", "Done.", "{f} is up to date."], f=f, x=x, y=y, z=z)


@kind("""
Run {c}. If it passes, create {f} with {x}, if it fails, create {f} with {y}.
Try {c}; write {x} to {f} when it is fine and {y} when it is not.
Does {c} succeed? Write {x} (yes) or {y} (no) into {f}. Do not repair anything.
Start {c} and note the outcome in {f}: {x} if good, {y} if bad.
{c} ok -> {f}: {x}; {c} not ok -> {f}: {y}
Please run {c}. With an error, {f} must say {y}. Without an error, {f} must say {x}.
Make a file {f} after running {c}. On success it says {x}, on failure it says {y}.
1. Run {c}¶2. If it was successful, write {x} to {f}¶3. If it was not, write {y} to {f}
I only want a note about {c} in {f}: {x} for success and {y} for failure.
Check with {c}; the result, {x} for green or {y} for red, goes in {f}.
If {c} goes well put {x} in the file {f}, if it goes not well put {y}.
Can you run {c} and leave a note in {f}? {x} when all is good, {y} when there was an error.
""")
def if_passes(t, r, bank):
    clutter(r, t, 1, 2)
    c, f, ok = command(r), path(r, t), r.random() < 0.5
    x, y = several(r, text, 2)
    g = next(iter(t.files))
    o = good(r) if ok else pick(r, [f"FAILED {g}", f"error: {num(r)} tests failed", f"failure in {g}", f"1 failed, {num(r)} passed", f"error: exit code {num(r)}"])
    t.checks[c] = (g, "", o, "")
    return t.end([("run", c), ("write", f, x if ok else y)], bank, ["It passed, noted in {f}." if ok else "It failed, noted in {f}.", "Done, see {f}.", "The outcome is in {f}: " + ("passed." if ok else "failed.")], f=f, c=c, x=x, y=y)


@kind("""
Write the {k} from {f} to {g}.
[Take|Get] the {k} from {f} and [save|put] it in a new file {g}.
{g} should hold only the value of {k} from {f}.
Look up {k} in {f} and create {g} with that value, nothing else.
Create {g}. It contains the {k} that stands in {f}, just the value.
{f}: {k} -> {g} (value only)
Read {f}. The value of {k} has to be written in {g}.
Please to find {k} in {f} and this value to write into new file {g}.
What is the {k} in {f}? Put the answer in {g}.
I need the value of {k}, from {f}, as a file of its own named {g}.
1. Read {f}¶2. Find the {k}¶3. Write its value to {g}
Can you extract the {k} of {f} into {g}? Without the key.
""", 2)
def value_to_file(t, r, bank):
    f, ps = conf(t, r)
    clutter(r, t, 0, 1)
    g = path(r, t, "note")
    k, v, _ = pick(r, ps)
    return t.end([("read", f), ("write", g, v)], bank, ["{g} holds the {k}, {v}.", "Wrote {v} to {g}.", "Done, the {k} is {v}.", "Done."], f=f, g=g, k=k, v=v)


@kind("""
In {g}, replace {x} with the {k} from {f}.
{g} has the placeholder {x}. Put the {k} there, it stands in {f}.
Look up {k} in {f} and write it in {g} in place of {x}.
Replace {x} in {g}. The right value is the {k} in {f}.
Fill in {g}: {x} should be the {k} of {f}.
{g}: {x} -> value of {k} ({f})
Please read the {k} in {f}, then edit {g} so that {x} becomes this value.
The {x} in {g} must be exchanged for what {f} gives as {k}.
Take the {k} out of {f} and use it for {x} in {g}.
1. Read the {k} in {f}¶2. In {g}, change {x} to it
Where {g} says {x}, I want to have our {k}, see {f}.
Could you fill the gap {x} in {g} with the {k} from {f}?
""", 2)
def value_to_gap(t, r, bank):
    f, ps = conf(t, r)
    g, ls = doc(r, t, 0, 2, "note")
    k, v, _ = pick(r, ps)
    x = pick(r, ["XXX", "TODO", "???", "{" + k + "}", "<" + k + ">", "___", k.upper(), "@@", "FIX" "ME", "$" + k])
    ls.insert(int(r.random() * (len(ls) + 1)), pick(r, ["our value: {0}", "{1} is {0}", "use {0} from now on", "{1}={0}", "Please note: {0}", "the {1} was set to {0}"]).format(x, k))
    t.files[g] = "\n".join(ls)
    clutter(r, t, 0, 1)
    return t.end([("read", f), ("edit", g, x, v)], bank, ["{g} says {v} now.", "Filled in {v}.", "Done, the {k} is {v}.", "Done."], f=f, g=g, k=k, v=v, x=x)
