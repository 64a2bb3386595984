"""Tasks that change files."""
from wandabase import Again, kind
from wandatext import NAMES, clutter, code, command, doc, good, made, num, other, path, pick, text, word

CHANGED = ["Done. {f} is [changed|updated].", "I changed {f}.", "{f} is up to date now.", "Done.", "The change in {f} is made.", "[Fixed|Updated] {f}."]


def put(t, r, ls, ext="note"):
    f = path(r, t, ext)
    t.files[f] = "\n".join(ls)
    return f


def rewrite(f, ls, old=None, new=None, keep=None):
    """The step that turns the lines of f into keep: all of a short file, else only one place."""
    return ("write", f, "\n".join(keep)) if len(ls) <= 6 or not old else ("edit", f, old, new)


@kind("""
Replace {x} [with|by] {y} in {f}.
In {f}, [replace|change|exchange] {x} [with|for|to] {y}.
In {f} replace {x} by {y}[, nothing more|, please|].
[Change|Edit] {f}: {x} becomes {y}.
{f} says {x} but must [say|be] {y}. [Correct it.|Please fix.]
{f} should say {y} instead of {x}.
The file {f} has {x} where it should have {y}. Can you correct this?
There is a mistake in {f}: it is {y}, not {x}.
{f}: {x} -> {y}
Put {y} in place of {x} in {f}, please.
Where {f} says {x}, I want to read {y}.
I wrote {x} in {f} but it was wrong. Right is {y}. Please change.
Swap out {x} for {y} inside {f}.
Please to change in the file {f} the words {x} on {y}.
Because of a new decision, {x} in {f} is now {y}. Update the file.
Could you edit {f} so that {x} reads {y}?
Not {x} but {y} should be written in {f}.
Open {f}, find {x}, put {y} there.
Let us use {y} and not {x} in {f}.
Wherever {x} stands in {f}, {y} must stand.
""", 4)
def replace(t, r, bank):
    f, ls = doc(r, t, 1, 5)
    clutter(r, t)
    l = pick(r, ls)
    x = l if r.random() < 0.3 else pick(r, l.split())
    if len(x) < 3 or t.files[f].count(x) != 1 or x.strip() != x:
        raise Again
    y = other(r, text if " " in x else word, x)
    return t.end([("edit", f, x, y)], bank, CHANGED, f=f, x=x, y=y)


@kind("""
Replace {x} with {y} in {f}, then run {c}.
Replace {x} with {y} in {f}, then run the tests with {c} [and tell me the result|and report].
Change {x} to {y} in {f} and check with {c} that all is good. What does it print?
In {f} it must be {y} and not {x}. After this, {c}, and the output please.
1. In {f}, change {x} to {y}¶2. Run {c}¶3. Tell me the output
{c} fails since {f} says {x}. It should be {y}. Fix, run it again, report.
Edit {f} ({x} -> {y}); {c}; report
Once you have put {y} instead of {x} in {f}, run {c} and say what it says.
Run {c}, but first correct {f}: {x} should be {y}. I need the output.
Please update {f}. Now it has {x}, later it should have {y}. Then please execute {c} and give me its answer.
I think that {f} needs {y} in place of {x}. Try it and run {c} to see. What came out?
Would you swap {x} for {y} in {f} and then start {c}? Let me know the output.
The tests are started by {c}. Make {f} say {y} where it says {x}, test, and report the line it prints.
""", 3)
def edit_test(t, r, bank):
    f, ls = doc(r, t, 1, 5)
    clutter(r, t)
    x = pick(r, pick(r, ls).split())
    if len(x) < 3 or t.files[f].count(x) != 1:
        raise Again
    y, c, o = other(r, word, x), command(r), good(r)
    if y in t.files[f]:
        raise Again
    t.tests(c, f, y, o, "FAILED: see " + f, flaky=r.random() < 0.2)
    plan = [("edit", f, x, y)] + [("run", c)] * (1 + (c in t.flaky_commands))
    return t.end(plan, bank, ["Changed {f}; {c} says: {o}", "Done. {c} printed: {o}", "The change is in, and the result is: {o}", "{o}"], [o], f=f, x=x, y=y, c=c, o=o)


@kind("""
In {f}, replace {x} with {y} and {z} with {w}.
Two changes in {f}: {x} -> {y} and {z} -> {w}.
Change {f}: {x} should be {y}, {z} should be {w}.
Please correct {f}. Instead of {x} write {y}. Instead of {z} write {w}.
1. Replace {x} with {y} in {f}.¶2. Replace {z} with {w} in the same file.
{f} has two mistakes: it says {x} but must say {y}, also it says {z} but must say {w}.
First put {y} for {x} in {f}, then {w} for {z}.
edit {f}¶{x} => {y}¶{z} => {w}
I want {y} and {w} in {f} where now {x} and {z} are.
The file {f} is out of date. {x} was changed to {y}, and {z} to {w}.
Would you update {f}, with {y} in place of {x}, and {w} in place of {z}?
In the file {f} is {x}, must be {y}; is {z}, must be {w}.
Both {x} and {z} in {f} are wrong; the right ones are {y} and {w}, in this order.
""", 2)
def edit_twice(t, r, bank):
    f, ls = doc(r, t, 2, 6)
    clutter(r, t)
    a, b = r.sample(ls, 2)
    x, z = pick(r, a.split()), pick(r, b.split())
    if min(len(x), len(z)) < 3 or x in z or z in x:
        raise Again
    y = other(r, word, x, z)
    w = other(r, word, x, z, y)
    return t.end([("edit", f, x, y), ("edit", f, z, w)], bank, ["Both changes in {f} are made.", "Done.", "{f} has both changes now.", "I made the two replacements in {f}."], f=f, x=x, y=y, z=z, w=w)


@kind("""
Replace {x} with {y} in {l}.
{x} is now called {y}. Change it in {l}.
In {l}: {x} -> {y}
The name {x} must be {y} in all of these files: {l}.
Please change {x} to {y}. The files are {l}.
Update {l}, each says {x} and should say {y}.
{l} still say {x}. Make it {y} [everywhere|in each of them].
We do not use {x} any more, we use {y}. Files with it: {l}. Fix all.
The same edit in {n} files ({l}): {y} instead of {x}.
Go through {l} and put {y} for {x}.
Files: {l}¶Old: {x}¶New: {y}
One after the other, open {l} and exchange {x} for {y}.
Could you do this edit in {l}? Old text {x}, new text {y}.
""", 2)
def edit_many(t, r, bank):
    n = 2 + int(r.random() * 3)
    x = pick(r, [made(r), pick(r, NAMES), code(r), str(num(r, 9000) + 100)])
    y = other(r, lambda r: pick(r, [made(r), pick(r, NAMES), code(r)]), x)
    fs = []
    for _ in range(n):
        f, ls = doc(r, t, 1, 3, pick(r, ["note", "conf"]))
        ls.insert(int(r.random() * (len(ls) + 1)), pick(r, ["ask {x} first", "{x}", "owner = {x}", "see {x}", "id: {x}", "thanks, {x}", "name={x}"]).format(x=x))
        t.files[f] = "\n".join(ls)
        fs.append(f)
    clutter(r, t, 0, 1)
    l = pick(r, [", ".join(fs), ", ".join(fs[:-1]) + " and " + fs[-1]])
    return t.end([("edit", f, x, y) for f in fs], bank, ["All {n} files say {y} now.", "Done in {n} files.", "Done.", "Changed {x} to {y} in {l}."], f=f, x=x, y=y, n=n, l=l)


@kind("""
Append {x} to {f}.
Add the line {x} [at the end of|to the end of|to] {f}.
{f} needs [one more line|a last line|another line at the end]: {x}
[Put|Write] {x} [under|below] everything else in {f}.
Please add in the end of {f} this line: {x}
At the bottom of {f}, add {x}.
I forgot something in {f}. Add {x} as last line.
Extend {f} by the line {x}.
{f} += {x}
Keep what is in {f} and write {x} after it.
Could {x} be added to {f}? It goes last.
One more for {f}, at the end: {x}
The list in {f} should get a new last entry, {x}.
echo {x} >> {f}
""", 3)
def append(t, r, bank):
    f, ls = doc(r, t, 1, 8)
    clutter(r, t)
    x = other(r, text, *ls)
    return t.end([("read", f), rewrite(f, ls, ls[-1], ls[-1] + "\n" + x, ls + [x])], bank, ["Added the line to {f}.", "{f} has the new line at its end.", "Done.", "Done, the line is in {f}."], f=f, x=x)


@kind("""
Put {x} at the top of {f}.
Add {x} as [the first line of|first line in] {f}.
[Insert|Write] the line {x} at the beginning of {f}.
Prepend {x} to {f}.
{f} should begin with {x}; the rest stays below.
Before the first line of {f} must come {x}.
Above everything in {f}, add {x}.
{f} needs a heading: {x}. Put it on top.
Start {f} with a new line {x} and keep the others.
Please to add on the start of {f} line {x}.
New first line for {f}: {x}
Can you place {x} over the text in {f}?
""", 2)
def prepend(t, r, bank):
    f, ls = doc(r, t, 1, 8)
    clutter(r, t)
    x = other(r, text, *ls)
    return t.end([("read", f), rewrite(f, ls, ls[0], x + "\n" + ls[0], [x] + ls)], bank, ["{f} begins with the new line now.", "Added it on top of {f}.", "Done.", "The line is the first one in {f}."], f=f, x=x)


@kind("""
[Remove|Delete] the line {x} from {f}.
Take {x} out of {f}.
{f} has the line {x}. [Delete that line.|It has to go.|Please remove it.]
In {f}, delete the line which says {x}.
We do not need {x} in {f} any more, remove that line.
Cross {x} off {f}: delete the line.
The line {x} should not be in {f}.
{f} without the line {x}, please.
Please to delete from {f} line {x}, other lines leave.
Drop {x} from {f}.
Strike the line {x} in {f} and keep all others as they are.
Could you erase {x} in {f}? The whole line.
""", 2)
def remove_line(t, r, bank):
    f, ls = doc(r, t, 2, 6)
    clutter(r, t)
    x = pick(r, ls)
    if x.strip() != x:
        raise Again
    return t.end([("read", f), ("write", f, "\n".join(l for l in ls if l != x))], bank, ["The line is [gone|removed].", "Removed it from {f}.", "Done.", "{f} no longer has that line."], f=f, x=x)


@kind("""
[Remove|Delete] the {k} line of {f}.
The {k} line in {f} must go.
Please delete the {k} line from {f}, keep the rest.
{f}: drop the {k} line
I do not like the {k} line of {f}. Take it out.
Cut off the {k} line of the file {f}.
{f} should lose its {k} line.
Can you remove the line that comes {k} in {f}?
In {f} the {k} line is not needed. Remove.
Read {f} and save it again without its {k} line.
Make {f} one line shorter by deleting the {k} one.
Open {f}. Delete the {k} line. Save.
""")
def remove_end(t, r, bank):
    f, ls = doc(r, t, 2, 6)
    clutter(r, t)
    k, keep = pick(r, [("first", ls[1:]), ("last", ls[:-1]), ("second", ls[:1] + ls[2:])])
    return t.end([("read", f), ("write", f, "\n".join(keep))], bank, ["The {k} line is gone.", "Removed the {k} line of {f}.", "Done."], f=f, k=k)


@kind("""
In {f}, [insert|add|write] {x} [after|below|under] the line {y}.
Add {x} to {f}, directly below {y}.
After {y} in {f} there should come a line {x}.
{f}: new line {x} right after {y}
The file {f} has a line {y}. Put {x} in the line under it.
Please insert the line {x} in {f}; the place is after {y}.
{x} is missing in {f}. It goes below {y}.
Between {y} and what follows in {f}, add the line {x}.
Find {y} in {f} and write {x} on a new line after it.
I need in {f} one more line, {x}, behind the line {y}.
Could you put {x} after {y} in {f}, as own line?
Insert into {f}:¶what: {x}¶after: {y}
""", 2)
def insert_after(t, r, bank):
    f, ls = doc(r, t, 2, 5, pick(r, ["note", "csv", "todo"]))
    clutter(r, t)
    y = pick(r, ls)
    x = other(r, text, *ls)
    return t.end([("edit", f, y, y + "\n" + x)], bank, ["The line stands in {f} now.", "Inserted it in {f}.", "Done."], f=f, x=x, y=y)
