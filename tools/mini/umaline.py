"""Tasks on whole lines and whole files: add, remove, rename, copy, move, join."""
import umawords as W
from umabase import OK, Job, P, bank, kind, need

APPEND = bank("append", r"""
[Append|Add] {'x} to [the end of|] {f}.
[Add|Put] {'x} [at the end of|at the bottom of|as the last line of] {f}.
echo {'x} >> {f}
{f} [needs|gets|wants] [another|one more] line: {x}
[Please add|Could you add|Add] [the line|a line saying] {'x} to {f}[, at the very end|].
At the bottom of {f} [write|add|put] {'x}.
{f} += {x}
[One more|Another] [entry|item] for {f}: {x}
[Extend|Complete] {f} [with|by] {'x} [as a final line|at the end].
[I forgot|We forgot] {'x} in {f}. [Add it at the end.|Put it last.]
The last line of {f} should be {'x}; [keep the rest|the others stay].
[Tack|Stick] {'x} onto {f}.
after the existing lines of {f} please insert {'x}
{'x} [is missing from|must also be in] {f}. [Append it.|Add it below the others.]
Leave what is in {f}, just [add|append] {'x} [beneath|under it].
append to {f}: {x}
Also {f} has to end with {'x}.
""")
PREPEND = bank("prepend", r"""
[Prepend|Add] {'x} [to the top of|at the top of|at the start of] {f}.
[Put|Insert] {'x} [as the first line of|above everything in|before the first line of] {f}.
{f} should [start|begin] with {'x}[, then the rest|].
At the top of {f} [add|put|write] {'x}.
The first line of {f} [must|should] be {'x}; [what's there moves down|the rest follows].
sed -i '1i {x}' {f}
New first line for {f}: {x}
[Please give|Give] {f} a [header|heading|first line] {'x}.
top of {f}: {x}
{'x} belongs at the [very|] beginning of {f}.
[Could you|Can you] start {f} with {'x} [and keep everything else|]?
In {f}, before all other lines, [insert|I want] {'x}.
{f} lacks its header {'x}; [add it on top|put it first].
""")
REMOVE = bank("remove_line", r"""
[Remove|Delete|Drop] [the line|] {'x} from {f}.
[Take|Cut] {'x} out of {f}.
{f} no longer needs [the line|] {'x}.
In {f}, [delete|get rid of|remove] the line {'x}.
The line {'x} in {f} [must go|has to go|can be deleted|is obsolete, remove it].
[Please|Kindly] [erase|strike] {'x} from {f}.
sed -i '/{x}/d' {f}
{f}: kill line {'x}
{'x} [is done|is settled|is sorted], so [take it off|remove it from] {f}.
[Could you|Can you] [clean|take] {'x} out of {f}?
[We don't|I don't] [want|need] {'x} in {f} [any more|anymore].
rm the entry {'x} in file {f} please
Everything in {f} stays but {'x}, [which goes|delete that].
without {'x}, that is how {f} should look
""")
INSERT = bank("insert", r"""
In {f}, [insert|add|put] {'x} [after|below|under|right after] {'a}.
[After|Below|Under] {'a} in {f} [add|insert|write] [the line|] {'x}.
{f}: {'x} goes [below|after] {'a}
{'x} [should come|belongs] [directly after|right below] {'a} in {f}.
[Please insert|Insert] [a new line|the line] {'x} into {f}, [just after|beneath] {'a}.
sed '/{a}/a {x}' {f}
There is {'a} in {f}. [The next line|The line after it] should be {'x}.
Between {'a} and what follows, {f} needs {'x}.
[Could you|Can you] put {'x} behind the line {'a} of {f}?
new line in {f} after {'a}: {x}
Find {'a} in {f} and add {'x} underneath.
I want {'x} following {'a} in {f}, [the rest unchanged|nothing else].
""")
ADDED = OK + ["[Added|The line is in] {f}.", "{f} has the [new |]line now.", "I put the line into {f}."]
GONE = ["[Removed|Deleted] the line from {f}.", "{f} [is clean|is without it|is updated] now.", "[Done|OK], the line is gone from {f}."]


@kind
def append(r):
    t = Job(r)
    p, _ = t.some(1, 7)
    t.clutter(0, 2)
    x = W.line(r)
    t.append(p, x)
    return t.done(APPEND, {"f": p, "x": x}, ADDED)


@kind
def prepend(r):
    t = Job(r)
    p, _ = t.some(1, 7)
    t.clutter(0, 2)
    x = W.line(r)
    t.prepend(p, x)
    return t.done(PREPEND, {"f": p, "x": x}, ADDED)


@kind
def remove_line(r):
    t = Job(r)
    p, lines = t.some(2, 8)
    t.clutter(0, 2)
    x = r.choice(lines)
    t.read(p)
    t.drop(p, x)
    return t.done(REMOVE, {"f": p, "x": x}, GONE)


@kind
def insert(r):
    t = Job(r)
    p, lines = t.some(1, 6)
    t.clutter(0, 2)
    a, x = r.choice(lines), W.line(r)
    t.edit(p, a, a + "\n" + x)
    return t.done(INSERT, {"f": p, "x": x, "a": a}, ADDED)


RENAME = bank("rename", r"""
[Rename|Move] {a} to {b}.
mv {a} {b}
{a} should be [called|named] {b} [from now on|instead|].
[Please rename|Could you rename] [the file|] {a}[,|;] [it should be|the new name is] {b}.
The file {a} has the wrong name. [Call it|It should be|Name it] {b}.
{b} is [the better|the right|the correct] name for {a}; [change it|rename it].
{a} => {b}, keep the content
[Give|I'd like to give] {a} the name {b}.
New name for {a}: {b}
[From|As of] today {a} is {b}. Rename it.
Change the filename {a} into {b}, [contents untouched|same text].
what is {a} now must become {b}, the old one [must vanish|removed]
[I misnamed|I misspelled] {a}, it was meant to be {b}. [Fix that.|Rename please.]
""")
COPY = bank("copy", r"""
[Copy|Duplicate] {a} [to|as] {b}.
cp {a} {b}
[Make|Create] a copy of {a} [called|named|at] {b}.
{b} should be [an exact copy|a copy|a duplicate] of {a}.
[Please back up|Back up] {a} [as|to|under] {b}.
I need {a} twice, [the second one|the other] as {b}.
Keep {a}, but [also have|have also] the same [text|content] in {b}.
backup: {a} -> {b} (keep the original)
[Could you|Can you] [put|save] the [content|contents] of {a} in a new file {b}[ too|]?
What's in {a} should also be in {b}.
Before I change {a}, [save a copy|copy it] to {b}.
Clone {a}. The clone is [named|called] {b}.
cat {a} > {b}
""")
JOIN = bank("join", r"""
[Join|Merge|Combine|Concatenate] {a} and {b} into {c}.
cat {a} {b} > {c}
{c} should [hold|contain] {a} followed by {b}.
[Make|Create] {c} from {a} and {b}, [in that order|{a} first].
[Put|Write] the [contents|lines] of {a} and then [those of|] {b} [into|in] {c}.
First {a}, then {b}: [glue them together|stick them together] as {c}.
[Please build|I need] one file {c} [out of|from] {a} plus {b}. [Keep the two.|The originals stay.]
{a} + {b} = {c}
I want everything from {a} and everything from {b} in [a single file|one new file], {c}.
New file {c}: all of {a}, below it all of {b}.
[Could you|Can you] concat {a} with {b} and [store|save] the result as {c}?
Into {c} go the lines of {a}, after them the lines of {b}.
""")
MOVE = bank("move_line", r"""
[Move|Shift] [the line|] {'x} from {a} to [the end of|] {b}.
[Take|Cut] {'x} out of {a} and [add|append] it to {b}.
{'x} is in the wrong file: [it's in|it stands in] {a}, [but belongs|and should be] at the end of {b}.
{'x} [should move|goes] from {a} to {b}, [last line|as the last line].
In {a} there's {'x}. [Remove it there and append it to|It should rather stand at the end of] {b}.
{a} --{'x}--> {b}
[Please transfer|Transfer] the entry {'x} from {a} to the bottom of {b}.
Delete {'x} from {a}; [put it|add it] at the bottom of {b} [instead|].
cut {'x} from {a}, paste at end of {b}
Could {'x} leave {a} and join the end of {b}?
{b} should get {'x} [as last line|at the end], {a} should lose it.
I [put|wrote] {'x} in {a} by mistake. It was for {b}, at the end.
""")
DELETE = bank("delete", r"""
[Delete|Remove] [the file|] {a}.
rm {a}
[Please delete|Get rid of|Throw away] {a}[, nobody needs it|].
{a} [can go|is obsolete|is not needed any more]. [Delete it.|Remove it please.]
[We don't|I don't] need {a} [anymore|any longer], [delete it|bin it|get it out of here].
Clean up: {a} [has to|should] go.
[Could you|Can you] [remove|erase] {a} [from the workspace|]?
file {a} must be deleted
Drop {a}, [keep the others|the rest stays].
The only file to [remove|delete] is {a}.
unlink {a}
{a} was a mistake, [take it away|away with it].
Make {a} disappear.
""")


@kind
def rename(r):
    t = Job(r)
    a, _ = t.some(1, 5)
    t.clutter(0, 2)
    b = t.path()
    t.write(b, t.read(a))
    t.rm(a)
    return t.done(RENAME, {"a": a, "b": b}, ["{a} is [now called|now] {b}.", "[Renamed|Moved] {a} to {b}.", "Done[, the file is {b} now|]."])


@kind
def copy(r):
    t = Job(r)
    a, _ = t.some(1, 6)
    t.clutter(0, 2)
    b = t.path()
    t.write(b, t.read(a))
    return t.done(COPY, {"a": a, "b": b}, ["{b} is a copy of {a} [now|].", "Copied {a} to {b}.", "Done."])


@kind
def join(r):
    t = Job(r)
    a, _ = t.some(1, 4)
    b, _ = t.some(1, 4)
    t.clutter(0, 2)
    c = t.path()
    t.write(c, t.read(a) + "\n" + t.read(b))
    return t.done(JOIN, {"a": a, "b": b, "c": c}, ["{c} [holds|has] both [files|] now.", "[Joined|Merged] {a} and {b} into {c}.", "Done, see {c}."])


@kind
def move_line(r):
    t = Job(r)
    a, lines = t.some(2, 6)
    b, _ = t.some(1, 5)
    t.clutter(0, 2)
    x = r.choice(lines)
    t.read(a)
    t.drop(a, x)
    t.append(b, x)
    return t.done(MOVE, {"a": a, "b": b, "x": x}, ["[Moved|The line went] from {a} to {b}.", "The line is in {b} now.", "Done."])


@kind
def delete(r):
    t = Job(r)
    a, _ = t.some(1, 4)
    t.clutter(1, 3)
    t.rm(a)
    return t.done(DELETE, {"a": a}, ["{a} is [gone|deleted|removed].", "[Deleted|Removed] {a}.", "Done."])


MANY = bank("append_many", r"""
[Append|Add] {'x} to [the end of|] {p}.
{p} [all|each] [need|want] a last line {'x}.
At the end of {p} [put|add] {'x}.
for f in {p}: echo {'x} >> f
[Each of|All of] {p} [should|must] end with {'x}. [Append it.|Add it please.]
{'x} [has to|must] be appended to {p}.
[Please add|Add] the same last line to {p}, namely {'x}.
{'x} goes at the bottom of {p}[, each one|].
files: {p}; line to append: {x}
We sign [everything|these] with {'x} now. Add it as [last|final] line to {p}.
[Could you|Can you] put the line {'x} under {p}?
Same footer for {p}: {x}
""")


@kind
def append_many(r):
    t = Job(r)
    ps = [t.some(1, 4)[0] for _ in range(r.choice((2, 2, 3)))]
    t.clutter(0, 2)
    x = W.line(r)
    for p in ps:
        t.append(p, x)
    return t.done(MANY, {"x": x, "p": ", ".join(ps[:-1]) + " and " + ps[-1]}, ["Done.", "[Added|Appended] the line to {p}.", "{p} [have|got] the line now."])


ORDERED = bank("two_files_edit", r"""
In {a}, [replace|change] {'x} [with|to] {'y}, [and|then] in {b}, {'v} [to|with] {'w}.
{a}: {'x} -> {'y}; {b}: {'v} -> {'w}
[Change|Fix] {'x} to {'y} in {a}. [Then|After that|Also] [change|fix] {'v} to {'w} in {b}.
Two [fixes|corrections]. {a} should say {'y} instead of {'x}, {b} should say {'w} instead of {'v}.
1) {a}: {'x} becomes {'y}\n2) {b}: {'v} becomes {'w}
[Once|When] you have [swapped|changed] {'x} for {'y} in {a}, [please do|do] {'w} for {'v} in {b}.
{'x} in {a} is wrong ({'y} is right), and so is {'v} in {b} ({'w} is right).
{b} must read {'w} where it has {'v}. {a} must read {'y} where it has {'x}. [Start with {a}.|]
[Please|Kindly] make {'y} of {'x} ({a}) and {'w} of {'v} ({b}).
- {a}, {'x} => {'y}\n- {b}, {'v} => {'w}
sed 's/{x}/{y}/' {a} && sed 's/{v}/{w}/' {b}
Not {'x} but {'y} in {a}; not {'v} but {'w} in {b}.
""")


@kind
def two_files_edit(r):
    t = Job(r)
    a, la = t.some(1, 5)
    b, lb = t.some(1, 5)
    t.clutter(0, 2)
    x, v = r.choice(la), r.choice(lb)
    y, w = W.line(r), W.line(r)
    t.edit(a, x, y)
    t.edit(b, v, w)
    return t.done(ORDERED, {"a": a, "b": b, "x": x, "y": y, "v": v, "w": w}, ["Both [files are|are] updated.", "{a} and {b} are [fixed|changed|done].", "Done."])
