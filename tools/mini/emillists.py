"""Tasks of emil about plain lists: things put on, taken off, swapped, moved, counted and looked up."""
from emilbase import Again, add, both, kind

add("""
## emil.add
Could you put {x} on {f}?
[Please add|Add] {x} to {f}.
{F} needs one more thing: {x}.
I forgot something on {f}, namely {x}. Add it at the end, please.
Would you be so kind as to write {x} at the bottom of {f}?
We also need {x} on {f}.
Make {x} the last entry of {f}.
When you see {f}, put {x} under everything that's there.
{x} is missing from {f}. It should come last.
Let {f} end with {x}.
put {x} on {f} please
Extend {f} by one line at the end, which is {x}.
My wife says that {x} has to go on {f} too, at the end.
Can you squeeze {x} in after the last thing on {f}?
## emil.adds
Three more for {f}, at the end, in this order: {B}
Please add these to the end of {f}: {B}
Could you put {L} on {f}?
{F} is not finished. At the bottom I'd like {L}.
We thought of more. Add {L} to {f}, in that order.
Below what is on {f}, write {L}, each on a line of its own.
{L} should also be on {f}, after the rest.
I have some additions to {f}:{B}
Tack {L} onto {f}.
Would you append the following to {f}, line by line?{B}
Also for {f}, please:{B}
Write down {L} as well; they belong at the end of {f}.
## emil.drop
We no longer need {x}, take it off {f}.
Please take {x} off {f}.
{F} still has {x} on it. Remove that line, would you?
Could you cross {x} off {f}? The line should be gone altogether.
{x} can go from {f}.
I have changed my mind about {x}; delete it from {f}.
Strike {x} from {f} and leave everything else where it is.
Get rid of the entry {x} in {f}.
{x} is done with, so {f} shouldn't show it any longer.
Let's leave out {x}. It is on {f}.
Someone put {x} on {f} by mistake, please undo that.
drop {x} from {f}
Would you mind removing {x}? I mean from {f}.
## emil.drops
Neither {x} nor {y} is needed any more. Take both off {f}.
Please remove {x} and {y} from {f}.
Two things can go from {f}: {x} and {y}.
{x} and also {y} should disappear from {f}.
Could you clear {x} as well as {y} off {f}?
I've dealt with {x}, and with {y} too, so strike them from {f}.
From {f}, delete {x}. And {y}, while you are at it.
{F} is too long. Out with {x}, out with {y}.
Cross out {x} and {y} on {f}, meaning take those lines away.
We have both {x} and {y} now; kindly take them off {f}.
What I don't want on {f} any more: {x}, {y}.
Leave everything on {f} except {x} and {y}, those go.
## emil.swapitem
Swap {x} for {y} on {f}.
Instead of {x} I would like {y} on {f}.
On {f}, please put {y} where {x} is.
Could you replace {x} with {y} in {f}?
Not {x} but {y}! Please correct {f}.
{F} says {x}. It should say {y}.
They were out of {x}, so we take {y}. Change {f}.
Turn {x} into {y} on {f}.
Where it says {x} in {f}, write {y}.
In {f} {y} takes the place of {x}.
We decided on {y} rather than {x}, so alter {f} please.
Would you exchange {x} on {f} for {y}?
change {f}: {x} -> {y}
## emil.top
Put {x} at the very top of {f}.
{x} is the most important, so it goes first on {f}.
Could {f} begin with {x}, and the rest follow as it is?
Please write {x} above everything else in {f}.
Start {f} with a new line: {x}.
I want {x} as the first thing on {f}.
Before all the others on {f}, add {x}.
The top line of {f} should be {x}; push the others down.
Would you place {x} in front of the first entry of {f}?
{x} has priority. Make it number one on {f}, please.
Insert {x} at the beginning of {f}.
New first entry for {f}: {x}.
## emil.after
Put {y} right after {x} on {f}.
Please add {y} to {f}, directly below {x}.
{y} belongs under {x} in {f}.
On {f}, once {x} is through, {y} should come next.
Could you slip {y} in behind {x}? I'm talking about {f}.
In {f} there's {x}. The line after that has to be {y}, a new one.
Insert a line {y} following {x} in {f}.
The next entry after {x} ought to be {y}; please change {f} that way.
Squeeze {y} in below {x} on {f} and keep the rest in order.
I forgot {y}. It goes straight after {x} in {f}.
With {f}: find {x} and write {y} beneath it.
{x}, then {y} - that is how {f} should go on; {y} is not on it yet.
## emil.before
Put {y} just before {x} on {f}.
{y} should come ahead of {x} in {f}. Please add it there.
Could you insert {y} above {x} on {f}?
In {f}, the line in front of {x} should be a new one: {y}.
We need {y} on {f}, right above {x}.
Add {y} to {f} so that {x} follows it.
Before it says {x} in {f}, write {y} on its own line.
Not until {y} is over can we start on {x}. Put it in {f} in front of it.
{F} lacks {y}; it goes immediately before {x}.
Squeeze {y} in ahead of {x}, in {f}.
Fit {y} in on top of {x} in {f} please.
Would you enter {y} one line above {x} in {f}?
## emil.ison
Is {x} on {f}?
Have I put {x} on {f} or not?
Could you see whether {f} has {x}?
Tell me if {x} stands on {f}.
I can't remember if we wrote {x} down. Check {f}, please.
Does {f} mention {x}?
Look through {f}: do you see {x}?
Did anybody put {x} on {f}?
Quick check please, {x} on {f}, yes or no?
{x} - is that on {f}?
Am I right that {x} is on {f}?
Would you find out if {f} includes {x}?
## emil.makesure
Make sure that {x} is on {f}; add it at the end if it isn't.
If {x} is not on {f}, put it there, at the end.
{x} must be on {f}. Have a look, and write it at the bottom only if it's missing.
Did I write {x} on {f}? If I didn't, please add it as the last line.
I don't know if {f} has {x}. It should, so add it at the end in case it doesn't.
Unless it is there, add {x} at the end of {f}.
See that {f} has {x} on it, last line if need be. I don't want it twice.
Check {f} for {x} and put it below the rest when you can't find it.
Please have {x} on {f}, but not doubled. New things go to the end.
{F} ought to contain {x}. Should it not, then append it.
Is {x} on {f}? Otherwise put it last.
Without {x} we are lost! See if {f} has it, else put it at the end.
## emil.count
How many lines does {f} have?
How many entries are there on {f}?
Count what is on {f} for me.
How long is {f}, in lines?
I'd like to know the number of lines in {f}.
{F} - how many things is that in all?
Could you count the lines of {f}?
What number do you get when you count everything on {f}?
Is {f} getting long? Tell me how many lines it is.
Give me the line count of {f}, please.
How many things did we put on {f}, one a line?
My husband bets there are twenty on {f}. What is the true number?
## emil.nth
What is the {o} thing on {f}?
Read me the {o} line of {f}.
Which entry comes {o} on {f}?
Please look at {f}. What stands in {o} place?
Tell me only the {o} entry from {f}.
What have we got {o} on {f}?
Could you say what I wrote as the {o} item of {f}?
The {o} one on {f}, what is it?
{F}: the {o} line, please.
I only need to hear the {o} thing from {f}.
Out of {f}, pick the {o} line and tell me.
What do you find on {f} if you look at the {o} line?
## emil.moveitem
Move {x} from {f} to {g}.
{x} is on the wrong list. It belongs at the end of {g}, not on {f}.
Take {x} off {f} and put it at the end of {g} instead.
Please shift {x} over from {f} to the bottom of {g}.
Could you strike {x} from {f}, then add it to {g}?
I'd rather have {x} on {g} than on {f}. Please move it.
{x} should leave {f} and appear last on {g}.
From {f} to {g}: {x}.
What's {x} doing on {f}? Please transfer it to the end of {g}.
We wrote {x} on {f} but meant {g}. Put it there as the last line and remove it from {f}.
Let {x} change over from {f} to {g}, at the end.
Kindly remove {x} from {f}; I want it under the things on {g}.
## emil.whichlist
I wrote {x} down somewhere. In which file?
Which of my lists has {x} on it?
Where did I put {x}? Tell me the file.
Could you look through my files and say which one mentions {x}?
Find {x} for me; which file is it in?
In what file does {x} stand?
One of these files has {x} in it. Which?
I'm looking for {x}. Please go through everything and give me the file name.
{x} must be on one of my lists. Name it.
Somewhere there is {x}, I know it. Where?
Please search the files for {x} and tell me where you found it.
Under which name did I save the list with {x}?
## emil.tick
Tick off {x} on {f}.
{x} is done, so put an x in its box on {f}.
I've finished with {x}. Please mark it [x] in {f}.
Could you check the box of {x} in {f}?
On {f} the box in front of {x} can get its x.
{x}: done! Please show that on {f} like the others, with [x].
Mark {x} as done in {f}, that is [x] for [ ].
Hooray, {x} is behind me. Tick it on {f}, please.
In {f}, {x} should have [x] before it.
Set a cross in the box beside {x} on {f}.
Today I managed {x}. Update the box on {f}, will you?
Please tick {x}, it's on {f}.
## emil.mergelists
Make one list of {f} and {g}, first the one, then the other, and call it {n}.
Put {f} and {g} together into {n}, in that order.
I want everything from {f} followed by everything from {g} in a new file {n}. Keep the two as they are.
Could you write a file {n} that holds {f} and after it {g}?
Join {f} and {g} in {n}; the old ones stay.
It's silly to have two. Please combine {f} with {g}, in this order, as {n}, but don't delete anything.
For printing I need {n} with all lines of {f} and below them those of {g}.
Paste {f} and {g} one under the other into {n}.
Create {n} out of {f} and {g}, the first on top.
{n} should contain the lines of {f}, then the lines of {g}.
Take {f}, add {g} underneath, save as {n}.
Would you merge {f} and {g} to {n}, leaving both where they are?
## emil.split
Split {f} in two: the first two lines go to {n}, the others to {m}. Keep {f}.
{F} should become two files, {n} with its first two lines and {m} with what remains. Don't touch the original.
Could you put the top two lines of {f} into {n} and all the rest into {m}?
Share {f} out: lines one and two for {n}, the rest for {m}.
I need the first two of {f} in {n}; whatever comes after them in {m}.
Two new files, please. {n}: lines 1 and 2 of {f}. {m}: everything from line 3 on.
Write the first two entries of {f} to {n} and the remaining ones to {m}.
We do {f} in two parts. Part one, two lines, is {n}, part two, the rest, is {m}.
Copy the start of {f} (two lines) to {n} and the end (the rest) to {m}.
From {f} make {n} (first two lines) and {m} (remaining lines).
Divide {f} after its second line into {n} and {m}, as new files.
Please part {f}: two lines to {n}, then everything that is left to {m}.
""")


def fresh_item(d, n=1):
    xs = d.other[:n]
    if any(x in "\n".join(d.lines) or y in x for x in xs for y in d.items):
        raise Again
    return xs if n > 1 else xs[0]


def ok(j, d, *more):
    j.tell(j.r.choice(["I have changed {P}.", "{P} is up to date.", "Done, it is in {P}.", "I saw to it in {P}.", *more]), p=d.p)


@kind
def item_add(r, j):
    d = j.plain()
    j.some()
    x = fresh_item(d)
    j.ask_by("add", x=x, f=j.ref(d))
    j.write(d.p, "\n".join(j.seen(d) + [d.mark + x]))
    j.tell(r.choice(["I put {X} on {P}.", "{X} is now at the end of {P}.", "Added {X} to {P}."]), x=x, p=d.p)


@kind
def items_add(r, j):
    d = j.plain(bullets=.15)
    j.some()
    xs = fresh_item(d, r.choice([2, 3, 3]))
    if any("," in x or " and " in x for x in xs):
        raise Again
    B = "\n" + "\n".join(r.choice([d.mark]) + x for x in xs)
    while True:
        j.ask_by("adds", B=B, L=both([j.one(x) for x in xs]), f=j.ref(d, .3))
        if len(xs) == 3 or "Three" not in j.frame:
            break
        j.hidden.clear()
    j.write(d.p, "\n".join(j.seen(d) + [d.mark + x for x in xs]))
    j.tell(r.choice(["I added {L} to {P}.", "{L} are on {P} now."]), L=both(xs), p=d.p)


@kind
def item_drop(r, j):
    d = j.plain()
    j.some()
    x = r.choice(d.items)
    j.ask_by("drop", x=x, f=j.ref(d))
    j.write(d.p, "\n".join(s for s in j.seen(d) if s != d.mark + x))
    j.tell(r.choice(["I took {X} off {P}.", "{X} is gone from {P}.", "Removed {X} from {P}."]), x=x, p=d.p)


@kind
def items_drop(r, j):
    d = j.plain(4, 9)
    j.some()
    x, y = r.sample(d.items, 2)
    j.ask_by("drops", x=x, y=y, f=j.ref(d))
    j.write(d.p, "\n".join(s for s in j.seen(d) if s not in (d.mark + x, d.mark + y)))
    j.tell(r.choice(["I took {X} and {Y} off {P}.", "{X} and {Y} are no longer on {P}."]), x=x, y=y, p=d.p)


@kind
def item_swap(r, j):
    d = j.plain()
    j.some()
    x, y = r.choice(d.items), fresh_item(d)
    j.ask_by("swapitem", x=x, y=y, f=j.ref(d))
    j.open(d)
    j.swap(d.p, x, y)
    j.tell(r.choice(["{P} now has {Y} instead of {X}.", "I replaced {X} with {Y} in {P}."]), x=x, y=y, p=d.p)


@kind
def item_place(r, j):
    d = j.plain()
    j.some()
    x, y, how = r.choice(d.items), fresh_item(d), r.choice(["top", "after", "before"])
    if how == "top":
        j.ask_by("top", x=y, f=j.ref(d))
    else:
        j.ask_by(how, x=x, y=y, f=j.ref(d))
    ls = j.seen(d)
    ls.insert(0 if how == "top" else d.items.index(x) + (how == "after"), d.mark + y)
    j.write(d.p, "\n".join(ls))
    j.tell({"top": "{Y} is now first on {P}.", "after": "{Y} now follows {X} in {P}.", "before": "{Y} is now above {X} in {P}."}[how], x=x, y=y, p=d.p)


@kind
def item_ison(r, j):
    d = j.plain()
    j.some()
    yes = r.random() < .5
    x = r.choice(d.items) if yes else fresh_item(d)
    j.ask_by("ison", x=x, f=j.ref(d), tail=False)
    j.seen(d)
    j.tell("[Yes, {X} is on {P}.|Yes, {P} has {X}.]" if yes else "[No, {X} is not on {P}.|No, {P} does not have {X}.]", *(["Yes,"] if yes else ["No,"]), x=x, p=d.p)
    j.derived |= {"Yes,", "No,"}
    if "not" in x.lower().split():
        raise Again


@kind
def item_makesure(r, j):
    d = j.plain()
    j.some()
    there = r.random() < .45
    x = r.choice(d.items) if there else fresh_item(d)
    j.ask_by("makesure", x=x, f=j.ref(d))
    ls = j.seen(d)
    if there:
        j.tell("{X} is already on {P}, so I changed nothing.", "already", x=x, p=d.p)
        j.derived.add("already")
    else:
        j.write(d.p, "\n".join(ls + [d.mark + x]))
        j.tell("{X} was missing, so I added it to {P}.", x=x, p=d.p)


@kind
def list_count(r, j):
    d = j.plain(3, 11)
    j.some()
    j.ask_by("count", f=j.ref(d))
    j.open(d)
    n = j.wc(d.p)
    j.tell("[There are {N} lines in {P}.|{P} has {N} lines.|I count {N} on {P}.]", n, n=n, p=d.p)


@kind
def list_nth(r, j):
    d = j.plain(4, 9)
    j.some()
    o = r.choice(["first", "second", "third", "fourth", "last"])
    x = d.items[-1 if o == "last" else ["first", "second", "third", "fourth"].index(o)]
    j.ask_by("nth", o=o, f=j.ref(d))
    j.seen(d)
    j.tell("[The {O} entry is {X}.|It is {X}.|On {P} the {O} is {X}.]", x, o=o, x=x, p=d.p)
    if o in x.lower():
        raise Again


@kind
def item_move(r, j):
    d, e = j.plain(4, bullets=0), j.plain(bullets=0)
    j.some(0, 2)
    x = r.choice(d.items)
    if x in e.items:
        raise Again
    j.ask_by("moveitem", x=x, f=j.ref(d, .25), g=j.ref(e, .25))
    j.open(d, e)
    a, b = j.read(d.p).split("\n"), j.read(e.p).split("\n")
    j.write(d.p, "\n".join(s for s in a if s != x))
    j.write(e.p, "\n".join(b + [x]))
    j.tell("[{X} is now on {Q} and no longer on {P}.|I moved {X} from {P} to {Q}.]", x=x, p=d.p, q=e.p)


@kind
def item_where(r, j):
    ds = [j.plain(2, 5) for _ in range(r.randint(2, 4))]
    j.shuffle()
    d = r.choice(ds)
    x = r.choice(d.items)
    if any(x in j.files[e.p] for e in ds if e is not d):
        raise Again
    j.ask_by("whichlist", x=x)
    for p in j.list():
        j.read(p)
        if p == d.p:
            break
    j.tell("[{X} is in {P}.|You wrote {X} in {P}.|I found it in {P}.]", d.p, x=x, p=d.p)


@kind
def item_tick(r, j):
    d = j.plain(bullets=0, sort=r.choice(["todo", "chore", "pack", "supply", "agenda"]))
    lines = [f"[{r.choice([' ', ' ', 'x'])}] {x}" for x in d.items]
    open_ = [x for x, s in zip(d.items, lines) if s[1] == " "]
    if not open_:
        raise Again
    j.files[d.p] = j.now[d.p] = "\n".join(lines)
    j.some()
    x = r.choice(open_)
    j.ask_by("tick", x=x, f=j.ref(d))
    j.seen(d)
    j.edit(d.p, "[ ] " + x, "[x] " + x)
    j.derived.add("[x] " + x)
    j.tell("[{X} is ticked off in {P}.|I ticked {X} on {P}.]", x=x, p=d.p)


@kind
def list_merge(r, j):
    d, e = r.choice([j.plain, j.table])(2, 5), j.plain(2, 5)
    j.some(0, 2)
    n = j.fresh()
    j.ask_by("mergelists", f=j.ref(d, .25), g=j.ref(e, .25), n=n)
    j.open(d, e)
    j.write(n, j.read(d.p) + "\n" + j.read(e.p))
    j.tell("[{N} has both now.|I put {P} and {Q} together in {N}.]", p=d.p, q=e.p, n=n)


@kind
def list_split(r, j):
    d = r.choice([j.plain, j.table])(4, 7)
    j.some(0, 2)
    n, m = j.fresh(), j.fresh()
    if n == m:
        raise Again
    j.ask_by("split", f=j.ref(d), n=n, m=m)
    ls = j.seen(d)
    j.write(n, "\n".join(ls[:2]))
    j.write(m, "\n".join(ls[2:]))
    j.tell("[The first two lines are in {N}, the rest in {M}.|I split {P} into {N} and {M}.]", p=d.p, n=n, m=m)
