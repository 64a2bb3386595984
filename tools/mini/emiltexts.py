"""Tasks of emil about letters, minutes and notes: written, corrected, copied, renamed, thrown away."""
import emilwords as W
from emilbase import Again, add, both, kind, sentence, value

add("""
## emil.ask
[What|Which] {s} does {f} give?
In {f}, [what|which] {s} did I write? It's the line with {h}.
Would you look at {f} for me? I need the {s} where it says {h}.
Read me what stands in {f} in the line about {h}.
I can't remember the {s}. It's in {f}, next to {h}.
According to {f}, what's the {s}? (The bit about {h}.)
Somebody asks for the {s} in {f}, where {h} comes up. What is it?
Please find the {s} in {f}. It comes with the words {h}.
What did we say in {f} where it goes {h}? I want the {s}.
{F} mentions the {s} somewhere near {h}. Tell me it.
Tell me the {s} from {f}, I mean the one in the line with {h}.
How does the line with {h} go in {f}? The {s} is what matters.
## emil.swap
Swap {x} for {y} in {f}.
In {f}, {x} should read {y}.
Could you change {x} to {y} in {f}?
{F} is wrong in one point: it isn't {x}, it's {y}.
Please put {y} where {f} says {x}.
I made a slip in {f}. Instead of {x} it has to be {y}.
It was going to be {x}, now it is {y}, and {f} must say so.
Not {x}. {y}! Please see to it in {f}.
Replace the words {x} by {y}; they are in {f}.
Let {f} say {y} rather than {x}.
{x} in {f} is no good any more, make it {y}.
We've changed our minds: {y}, not {x}. Would you alter {f}?
fix {f}, {x} is now {y}
Can {x} become {y} in {f}, please?
## emil.swaptwo
Two corrections in {f}: {x} becomes {y}, and {v} becomes {w}.
In {f} change {x} to {y} and {v} to {w}.
Could you put {y} for {x} in {f}, and then {w} for {v}?
{F} needs {y} instead of {x}. Also {w} instead of {v}.
First {x} to {y}, then {v} to {w}, both in {f} please.
Everything has shifted. {F} says {x}, should say {y}; and it says {v}, should say {w}.
Please correct {f}:\\n1. {X} -> {Y}\\n2. {V} -> {W}
Not {x} but {y}, and not {v} but {w}. That's for {f}.
In {f}, {y} replaces {x} while {w} replaces {v}.
Put right in {f}, if you would: {x} (now {y}), {v} (now {w}).
I've got two changes for {f}. Turn {x} into {y}. Turn {v} into {w}.
Swap {x} for {y} in {f}, and swap {v} for {w} as well.
## emil.lastline
The last line of {f} should be {t} instead of what's there.
Please change how {f} ends: its last line has to read {t}.
Replace the final line of {f} with {t}.
Take the last line out of {f} and put {t} there.
{F} must close with {t}, not with the line it has at the bottom now.
Could you give {f} another last line, {t}, in place of the present one?
I don't like the ending of {f}. Make the last line {t}.
What stands at the very bottom of {f} is wrong. It should be {t}.
For the last line of {f} I'd rather have {t}.
Exchange the bottom line of {f} for {t}.
Let {t} take the place of the last line in {f}.
Rewrite the last line of {f} so that it says {t}.
## emil.cutline
Please take out the line with {x} from {f}.
The line about {x} can be left out of {f}.
Remove from {f} whichever line has {x} in it.
{F} has a line that mentions {x}. I don't want it there.
Could you cut the line containing {x} out of {f}?
Nobody needs to know about {x}; delete that line in {f}.
In {f}, find {x} and throw out the line it is in.
Leave away the line with {x} when you tidy {f}, the rest stays.
Strike the whole line in which {x} comes up, in {f}.
I'd like {f} without the line that says {x}.
Shorten {f} by the line with {x}.
One line too many in {f}: the one with {x}. Out with it.
## emil.new
Please write a new file {n} with this in it:\\n{B}
Make me a note called {n}:\\n{B}
Could you start {n} for me? It should say:\\n{B}
I'd like this kept as {n}.\\n{B}
Save the following under {n}, just as it is:\\n{B}
New file, name {n}, text:\\n{B}
Here is what I dictated for {n}:\\n{B}
Type this up as {n}, will you?\\n{B}
There ought to be a file {n} that reads\\n{B}
Take this down in {n}:\\n\\n{B}
Could I have {n} with these lines?\\n{B}
{N}, please, with:\\n{B}
I need to print this later, so put it in {n}:\\n{B}
## emil.newone
Make a note {n} that says {t}.
Please write {t} in a new file called {n}.
Start a file {n} with the one line {t}.
Save {t} as {n}.
I want {n} to exist and to say {t}.
Could you jot down {t} in {n}? That file isn't there yet.
A new note please: {t}. Name it {n}.
Put {t} in {n}, which you'll have to create.
Remember this for me in {n}: {t}
Open a fresh page {n} and write {t} on it.
{t} - keep that in {n}, please.
There is to be a file {n} whose only line is {t}.
## emil.delete
Please throw {f} away.
I don't need {f} any more, delete it.
Could you get rid of {f}?
{F} can go in the bin.
Away with {f}!
We are finished with {f}. Remove the whole file.
Kindly delete {f}; we've printed it.
Erase {f}, please, and nothing else.
{F} is out of date and should be deleted.
Clear out {f}, I don't want to see it again.
May I ask you to destroy {f}?
Let's do without {f}. Take the file away.
## emil.rename
Please rename {f} to {n}.
{F} should be called {n}.
Could you give {f} another name, {n}?
I want to keep {f} under the name {n}, not the old one.
Let's call {f} {n} from now on.
The name of {f} is silly. Make it {n}.
Move {f} to {n}.
Change the file name: {f} becomes {n}.
{N} would be a better name for {f}. Please rename it.
Put {f} away as {n}, so that the old name is gone.
Would you file {f} under {n} instead?
From today {f} goes by the name of {n}.
## emil.copy
Please make a copy of {f} and call it {n}.
Copy {f} to {n}.
I need {f} twice, the second time as {n}.
Could you duplicate {f} as {n}?
Keep {f}, but write the same thing to {n} too.
Before I spoil it, save a copy of {f} in {n}.
{N} should be an exact copy of {f}.
Do me a spare of {f} under the name {n}.
{F} should also be there as {n}.
For {n}, just take everything that's in {f}; leave the original.
Put the same text as in {f} into a new file {n}.
I'd feel better with a second {f}. Name it {n}.
## emil.copyfor
Make a copy of {f} as {n}, but with {y} instead of {x}.
I need {f} again for somebody else: save it as {n} and put {y} where it says {x}. Don't change the first one.
Could you write {n}? Same as {f}, only {x} is {y} there.
Take {f}, replace {x} with {y}, and keep that as {n}; {f} stays as it is.
{N} should be like {f}, except for {x}, which is {y} in it.
Please do a second version of {f} in {n} with {y} for {x}.
For {n}, use the text of {f} and change {x} to {y} in it.
Leave {f} alone and make {n} from it, in which {x} reads {y}.
Copy {f} to {n}. In the copy, and only there, {x} must be {y}.
New file {n}: what stands in {f}, but {y} rather than {x}.
The same as {f} once more, please, named {n}, with {y} in the place of {x}.
Like {f}, but {y} and not {x}: put it in {n}.
## emil.readout
What does {f} say?
Read {f} to me, please.
Let me hear all of {f}.
What have I written in {f}?
Could you show me {f} word for word?
I'd like to see everything in {f}.
Tell me what's in {f}, all of it.
Open {f} and let me know what is there.
My eyes are bad today; please read out {f}.
Whatever is in {f}, tell me.
Show {f}.
Give me the full text of {f}.
## emil.lost
Change {x} to {y} in {p}.
Please put {y} for {x} in {p}.
In {p} it says {x}, and I want {y}.
Could you correct {p}? It has {x}, right would be {y}.
{P} needs {y} in place of {x}.
Replace {x} with {y}; the file is {p}, I believe.
It should be {y} in {p}, not {x}.
I think it's in {p}: make {y} out of {x}.
There's {x} in {p}. Turn that into {y}, please.
Would you open {p} and swap {x} for {y}?
{x} in {p} must be {y}. If I have the name wrong, look for it.
Let {p} read {y} where it reads {x}.
## emil.addline
Add the sentence {t} at the end of {f}.
Please write {t} under {f}.
At the bottom of {f} there should be one more line, {t}.
I forgot to say something in {f}. Put {t} last.
Could {f} end with {t}?
{F} is fine, but add {t} below it.
Write this at the foot of {f}: {t}
A last line for {f}, please: {t}
As a PS to {f}, on a new line: {t}
{t} - put that below the last line of {f}.
Finish {f} with one more line that says {t}.
Would you tag {t} on at the end of {f}, as a line of its own?
## emil.topline
{F} needs a heading: {t}. Put it on top.
Please start {f} with a line {t}, above what's there.
Write {t} over {f}, as the first line.
Could you put {t} at the head of {f}?
The very first line of {f} should be {t}, before everything else.
Above the text of {f} I'd like {t}.
Give {f} the title {t}, on a line of its own at the top.
Set {t} on top of {f}, please.
{F} should open with {t}; the rest moves down.
Insert {t} as line one of {f}.
Before the first line of {f}, add {t}.
Let {f} begin with {t}.
## emil.whatfiles
Which files do I have here?
What's all in my folder?
Give me the names of all my files.
Show me what I have saved, only the names.
I've lost track of my files. Which are there?
Please list everything that's stored here.
Could you tell me what files there are?
What papers have I got in here?
Name every file you can see.
What is there to look at? The file names will do.
How are my files called? All of them.
Read me the list of files.
## emil.inmany
{x} is called {y} now. Change that in {f} and in {g}.
Please replace {x} with {y} in {f}, and in {g} too.
Both {f} and {g} say {x}. They should say {y}.
In {f} as well as {g}, {x} has to become {y}.
Could you put {y} for {x} in two places: {f} and {g}?
Whether in {f} or in {g}: always {y}, never {x}. Please correct both.
{x} is out of date, it's {y}. {F} needs it, {g} needs it.
Go to {f} and change {x} to {y}; then do the same in {g}.
The same mistake twice: {x} in {f} and in {g}. Right is {y}.
Make it {y} instead of {x}, first in {f}, then in {g}.
Swap {x} for {y} in {f}. And {g}, likewise.
Two files, {f} and {g}, one change: {x} to {y}.
""")


def fact(r, d, slots=None):
    return r.choice([k for k in d.facts if not slots or k in slots])


def other(j, d, k):
    v = value(j.r, k.rstrip("2"))
    if v in j.now[d.p] or d.facts[k] in v:
        raise Again
    return v


def said(j, d):
    j.tell(j.r.choice(["{P} now says {Y}.", "I changed {X} to {Y} in {P}.", "It says {Y} in {P} now."]), x=j.x, y=j.y, p=d.p)


@kind
def text_ask(r, j):
    d = j.text()
    j.some()
    k = fact(r, d)
    line = next(s for s in d.lines if d.facts[k] in s)
    hint = line.split(d.facts[k])[0].rstrip(" ,:£") or line.split(d.facts[k])[1].strip(" ,.:!")
    if not hint or sum(hint in s for s in d.lines) != 1:
        raise Again
    while True:
        j.ask_by("ask", s=r.choice(W.SLOTS[k].split("|")), h='"' + hint + '"', f=j.ref(d), tail=False)
        if "{h}" in j.frame or sum(x.rstrip("2") == k.rstrip("2") for x in d.facts) == 1:
            break
        j.hidden.clear()
    j.seen(d)
    j.tell("[It is {V}.|{P} says {V}.|I found {V} in {P}.|You wrote {V}.]", d.facts[k], v=d.facts[k], p=d.p)


@kind
def text_swap(r, j):
    d = j.text()
    j.some()
    k = fact(r, d)
    j.x, j.y = d.facts[k], other(j, d, k)
    j.ask_by("swap", x=j.x, y=j.y, f=j.ref(d))
    j.open(d)
    j.swap(d.p, j.x, j.y)
    said(j, d)


@kind
def text_swaptwo(r, j):
    d = j.text()
    j.some(0, 2)
    a, b = r.sample(list(d.facts), 2)
    x, v = d.facts[a], d.facts[b]
    y, w = other(j, d, a), other(j, d, b)
    j.ask_by("swaptwo", x=x, y=y, v=v, w=w, f=j.ref(d))
    j.open(d)
    j.swap(d.p, x, y)
    j.swap(d.p, v, w)
    j.tell("[{P} now has {Y} and {W}.|I made both changes in {P}.]", y=y, w=w, p=d.p)


@kind
def text_last(r, j):
    d, t = j.text(), sentence(r)
    j.some()
    j.ask_by("lastline", t=t, f=j.ref(d))
    ls = j.seen(d)
    j.edit(d.p, ls[-1], t)
    j.tell("[{P} ends with the new line now.|I changed the last line of {P}.]", p=d.p)


@kind
def text_cut(r, j):
    d = j.text()
    j.some()
    x = d.facts[fact(r, d)]
    j.ask_by("cutline", x=x, f=j.ref(d))
    j.write(d.p, "\n".join(s for s in j.seen(d) if x not in s))
    j.tell("[The line with {X} is gone from {P}.|I took the line out of {P}.]", x=x, p=d.p)


@kind
def text_new(r, j):
    j.some(1, 3)
    n, how = j.fresh(), r.random()
    if how < .4:
        t = sentence(r)
        j.ask_by("newone", n=n, t=t)
    else:
        d = r.choice([j.plain, j.table, j.text])()
        t = "\n".join(d.lines) if r.random() < .6 else "\n".join(dict.fromkeys(sentence(r) for _ in range(r.randint(2, 5))))
        for x in (j.files, j.now):
            del x[d.p]
        j.ask_by("new", n=n, B=t)
    j.write(n, t)
    j.tell("[{N} is written.|I saved it as {N}.|{N} is there now.]", n=n)


@kind
def text_delete(r, j):
    d = j.doc()
    j.some(1, 3)
    j.ask_by("delete", f=j.ref(d))
    j.open(d)
    j.run("rm " + d.p)
    j.tell("[I deleted {P}.|{P} is gone.|{P} has been removed.]", p=d.p)


@kind
def text_rename(r, j):
    d = j.doc()
    j.some(0, 2)
    n = j.fresh()
    j.ask_by("rename", f=j.ref(d), n=n)
    j.open(d)
    j.write(n, j.read(d.p))
    j.run("rm " + d.p)
    j.tell("[{P} is now called {N}.|I renamed {P} to {N}.]", p=d.p, n=n)


@kind
def text_copy(r, j):
    d = j.text()
    j.some(0, 2)
    n, k = j.fresh(), fact(r, d)
    if r.random() < .5:
        j.ask_by("copy", f=j.ref(d), n=n)
        j.open(d)
        j.write(n, j.read(d.p))
        j.tell("[{N} is a copy of {P}.|I copied {P} to {N}.]", p=d.p, n=n)
    else:
        x, y = d.facts[k], other(j, d, k)
        j.ask_by("copyfor", f=j.ref(d), n=n, x=x, y=y)
        j.open(d)
        j.write(n, j.read(d.p).replace(x, y))
        j.tell("[{N} is written, with {Y}.|I made {N} with {Y} instead of {X}.]", x=x, y=y, n=n)


@kind
def text_readout(r, j):
    d = r.choice([j.plain, j.table, j.text])()
    j.some()
    j.ask_by("readout", f=j.ref(d), tail=False)
    ls = j.seen(d)
    j.tell("{P} says:\n{T}", *ls, p=d.p, t="\n".join(ls))


@kind
def text_lost(r, j):
    """The name is not quite right, or the words are not."""
    d = j.text()
    j.some(0, 3)
    k = fact(r, d)
    j.x, j.y = d.facts[k], other(j, d, k)
    base = d.p.split("/")[-1]
    p = r.choice([base if "/" in d.p else "notes/" + base, d.p.rsplit(".", 1)[0] + (".md" if d.p.endswith("txt") else ".txt"), "old/" + base, base.replace(".", "s.", 1), d.p.rsplit(".", 1)[0] + ".doc", base[:2] + base[1:]])
    if p in j.files:
        raise Again
    j.ask_by("lost", x=j.x, y=j.y, p=j.shown(p))
    j.plan.append(("edit", p, j.x, j.y))
    j.list()
    j.swap(d.p, j.x, j.y)
    j.tell("[There is no {Q}, so I changed {P}: it says {Y} now.|I found it in {P}, which now has {Y}.]", q=p, p=d.p, y=j.y)


@kind
def text_near(r, j):
    """The quoted words differ from those in the file by their capitals."""
    d = j.text()
    j.some(0, 3)
    k = fact(r, d, ("day", "place", "food", "spot", "person", "last"))
    x, y = d.facts[k], other(j, d, k) if k in d.facts else ""
    wrong = x.upper() if r.random() < .4 else x.swapcase() if x.islower() else x.lower()
    if wrong in j.now[d.p] or wrong == x:
        raise Again
    j.ask_by("swap", x=wrong, y=y, f=j.ref(d))
    j.open(d)
    j.plan.append(("edit", d.p, wrong, y))
    j.read(d.p)
    j.edit(d.p, x, y)
    j.tell("[{P} had it as {X}; it says {Y} now.|I replaced {X} with {Y} in {P}.]", x=x, y=y, p=d.p)


@kind
def text_addline(r, j):
    d, t = j.text(), sentence(r)
    j.some()
    top = r.random() < .4
    j.ask_by("topline" if top else "addline", t=t, f=j.ref(d))
    ls = j.seen(d)
    j.write(d.p, "\n".join([t] + ls if top else ls + [t]))
    j.tell("The line is at the top of {P}." if top else "[{P} ends with it now.|I added it to {P}.]", p=d.p)


@kind
def text_files(r, j):
    j.some(2, 5)
    j.ask_by("whatfiles", tail=False)
    ns = j.list()
    j.tell("[You have {L}.|There are {L}.|The files are {L}.]", *ns, l=both(ns))


@kind
def text_inmany(r, j):
    d, e = j.text(), j.text()
    ks = [k for k in d.facts if k in e.facts]
    if not ks:
        raise Again
    k = r.choice(ks)
    x, y = d.facts[k], other(j, d, k)
    if y in j.now[e.p] or x in j.now[e.p]:
        raise Again
    j.files[e.p] = j.now[e.p] = j.now[e.p].replace(e.facts[k], x)
    j.some(0, 1)
    j.ask_by("inmany", x=x, y=y, f=j.ref(d, .2), g=j.ref(e, .2))
    j.open(d, e)
    j.swap(d.p, x, y)
    j.swap(e.p, x, y)
    j.tell("[{P} and {Q} both say {Y} now.|I changed {X} to {Y} in {P} and {Q}.]", x=x, y=y, p=d.p, q=e.p)
