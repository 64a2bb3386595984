"""Tasks of emil about tables: what stands next to what, what has changed, what is carried elsewhere."""
import borisbase as B
import emilwords as W
from emilbase import Again, add, kind, sentence

for k, (_, _, _, _, asks, says) in W.TABLES.items():
    B.BANKS["emil.look." + k], B.BANKS["emil.set." + k] = asks, says

add("""
## emil.look2
What does {f} say for {k}, and what for {l}?
I need two things from {f}: {k} and {l}.
Could you read me the lines for {k} and {l} in {f}?
Tell me what {f} has next to {k}. Also next to {l}.
{K} and {l}, please, both from {f}.
Look up {k} in {f}, then {l}, and tell me both.
In {f}, what did I write beside {k} and beside {l}?
From {f} I want to know {k}. Oh, and {l} too.
How do {k} and {l} stand in {f}?
Please find out from {f} what there is for {k} and for {l}.
What have I got in {f} about {l}, and about {k}?
Two questions about {f}: what is it for {k}? And for {l}?
## emil.reverse
Which line of {f} has {v}? Tell me what it is for.
In {f}, what goes with {v}?
{V} - who or what has that in {f}?
I see {v} in {f}, but for which entry was that?
What stands in front of {v} in {f}?
Somewhere in {f} it says {v}. What does that belong to?
Please look at {f} and tell me which entry is {v}.
Which of them is {v}, if you look at {f}?
There is one with {v} in {f}. Which?
{V} in {f}: what's that about?
Find the entry with {v} in {f} and tell me its name.
I only remember {v}. What does {f} connect it with?
## emil.change
Change {v} to {w} for {k} in {f}.
For {k}, {f} says {v}. It has to be {w}.
{K} isn't {v} any more, it's {w}. Please correct {f}.
Could you put {w} instead of {v} next to {k}, in {f}?
In {f}, {k}: {w} rather than {v}, please.
Not {v} but {w} for {k}. It's in {f}.
Please turn the {v} in {f} into {w}; it concerns {k}.
There's a mistake in {f}. Beside {k} I wrote {v}, and {w} is right.
Replace {v} by {w} in {f}. That's the entry for {k}.
The entry {k} in {f} goes from {v} to {w}.
{F} has {v} for {k}; would you make that {w}?
Swap {v} for {w} in {f}, as {k} has changed.
## emil.newrow
Please add this line at the end of {f}: {t}
{F} needs a new line at the bottom, {t}.
Write {t} under the last line of {f}.
Could {t} be added to {f} as the last line?
I left out one in {f}. At the end it must say {t}.
Append the line {t} to {f}, would you?
One more row for {f}, after all the others: {t}
{t} - that goes at the end of {f}.
Let {f} close with the line {t}.
The list in {f} isn't finished yet: {t} is still to come, last of all.
Kindly put {t} below everything in {f}.
Add to {f}, last line: {t}
## emil.droprow
Take {k} out of {f}, the whole line.
{K} doesn't belong in {f} any longer. Remove the line.
Please delete the line with {k} from {f}.
We can forget about {k}. Cross it out of {f}.
There is no {k} any more, so {f} shouldn't list it.
Could you throw {k} out of {f}?
Drop the entry for {k} in {f}, the others remain.
Without {k}, please: {f}.
Leave {k} out of {f} from now on.
{F} can do without the line about {k}.
Strike the row for {k} off {f}.
Would you remove {k} and what's beside it from {f}?
## emil.swaprows
{K} and {l} have changed places. Please swap what stands next to them in {f}.
In {f}, give {k} what {l} has, and the other way round.
Swap the entries of {k} and {l} in {f}: each gets what the other had.
I mixed up {k} and {l} in {f}. Exchange what's written beside them.
Please exchange the right-hand sides of {k} and {l} in {f}.
{K} should have {l}'s entry in {f} and {l} the one of {k}.
Could you trade {k} and {l} in {f}? What was for one is now for the other.
What {f} says for {k} is true for {l}, and vice versa. Put it right.
Turn it round in {f}: {k} gets what's at {l}, {l} gets what's at {k}.
{K} and {l} want to swap with each other. Change {f} so.
The values for {k} and {l} are the wrong way round in {f}; correct that.
Let {k} and {l} switch in {f}, only what follows the name, please.
## emil.carry
Look up {k} in {f} and put that in place of {b} in {g}.
In {g} there's still {b}. What belongs there is what {f} has for {k}.
Please fill in {b} in {g} with the entry for {k} from {f}.
{G} has a gap, {b}. Take what stands next to {k} in {f}.
Replace {b} in {g} by whatever {f} says for {k}.
I left {b} in {g} because I didn't know it. {F} tells you, under {k}.
Could you copy the entry for {k} out of {f} into {g}, where it says {b}?
Where {g} says {b}, I want what is beside {k} in {f}.
Find {k} in {f}. Whatever it says goes into {g} instead of {b}.
Complete {g}: {b} becomes the value of {k} in {f}.
From {f} get what belongs to {k}, then write it over {b} in {g}.
{B} in {g} must go. Use the {k} entry of {f} for it.
## emil.extract
Write only what {f} says for {k} into a new file {n}.
I need {n} with nothing but what's next to {k} in {f}.
Take what {f} has beside {k} and save it as {n}.
Could you make {n} and put in it what stands for {k} in {f}? Not the name, just the rest.
Put what's written for {k} in {f} in a file of its own, {n}.
Please look up {k} in {f}, then create {n} with just the answer.
{n} should hold what {k} has in {f}, and no more than that.
Copy the right-hand side of {k} from {f} to {n}.
What is there for {k} in {f}? Note it in {n}, only that.
Get me {n}, a new file, in which stands what {f} gives for {k}.
For the printer I want {n}: only what {k} has in {f}.
A slip called {n} please, with what follows {k} in {f}.
## emil.iftable
If {f} says {v} for {k}, add the line {t} to the end of {g}; otherwise leave everything.
Should {k} be {v} in {f}, then write {t} at the bottom of {g}. If not, do nothing.
Look at {k} in {f}. Is it {v}? Then {g} gets {t} as its last line, and else nothing is changed.
{G} needs {t} at the end, but only if {k} has {v} in {f}.
Only when {f} gives {v} for {k}, put {t} under the rest of {g}.
Please check {f}: if {k} stands at {v}, append {t} to {g}. If it's anything else, leave {g} alone.
Add {t} at the end of {g} in case {k} is {v} in {f}. In any other case don't touch it.
I'm not sure if {k} is {v}. See {f}. If so, {g} must end with {t}; if not, forget it.
Is it {v} for {k} in {f}? If yes, {t} goes on the end of {g}; if no, all stays as it is.
Provided that {f} has {v} beside {k}, finish {g} with {t}. Otherwise no change.
Unless {k} is something other than {v} in {f}, add {t} as the last line of {g}.
When {k} is down as {v} in {f}, write {t} last in {g}. When it isn't, tell me and stop.
## emil.blank
{F} still has {b} for {k}. Put {w} there.
For {k} we now know: {w}. It says {b} in {f} so far.
Please replace the {b} in {f} with {w}.
Fill in {w} where {f} has {b}.
{B} in {f} can be filled in at last, it is {w}.
Could you write {w} in {f} in place of {b}, for {k}?
About {k}: it's {w}, so the {b} in {f} can go.
We were waiting for {k}. {W}! Put it over {b} in {f}.
{w} belongs where you see {b} in {f}.
Change {b} to {w} in {f}, please.
The open point in {f}, marked {b}, is {w}.
Instead of {b}, {f} ought to say {w} for {k}.
## emil.rekey
We don't say {k} any more, it is called {x} now. Change it in {f}.
Rename {k} to {x} in {f}; what's next to it stays.
In {f}, {k} should be {x}. The rest of the line is right.
Please put {x} for {k} in {f}, same entry otherwise.
I wrote {k} in {f} where I meant {x}. Correct the name only.
{X} takes over from {k} in {f}, with all that's there.
Could {k} be changed to {x} in {f}?
{F} has the wrong name: {k} must read {x}.
Let {x} stand where {k} stands now in {f}.
Instead of {k}, write {x} in {f}.
{K} is out, {x} is in. The line in {f} keeps its other half.
Make {k} into {x} in {f}, will you?
""")




@kind
def table_look(r, j):
    d = j.table(3, 8)
    j.some()
    k = r.choice(list(d.facts))
    j.ask_by("look." + d.sort, k=k, f=j.ref(d), tail=False)
    j.seen(d)
    j.tell(r.choice(["{K}: {V}.", "According to {P} it is {V} for {K}.", "{P} says {V} for {K}."]), d.facts[k], k=k, v=d.facts[k], p=d.p)




@kind
def table_two(r, j):
    d = j.table(3, 8)
    j.some()
    k, q = r.sample(list(d.facts), 2)
    j.ask_by("look2", k=k, l=q, f=j.ref(d), tail=False)
    j.seen(d)
    j.tell(r.choice(["{K} is {V}, {L} is {W}.", "{K}: {V}; {L}: {W}.", "It says {V} for {K} and {W} for {L}."]), d.facts[k], d.facts[q], k=k, l=q, v=d.facts[k], w=d.facts[q])


@kind
def table_reverse(r, j):
    d = j.table()
    j.some()
    k = r.choice(list(d.facts))
    j.ask_by("reverse", v=d.facts[k], f=j.ref(d), tail=False)
    j.seen(d)
    j.tell(r.choice(["{V} belongs to {K}.", "That is {K}.", "It is {K} in {P}."]), k, k=k, v=d.facts[k], p=d.p)


@kind
def table_set(r, j):
    d = j.table(3, 8)
    j.some()
    k = r.choice(list(d.facts))
    v = j.newvalue(d)
    j.ask_by("set." + d.sort, k=k, v=v, f=j.ref(d))
    j.seen(d)
    j.edit(d.p, k + d.sep + d.facts[k], k + d.sep + v)
    j.tell(r.choice(["{P} now says {V} for {K}.", "I changed {K} to {V} in {P}.", "{K} is {V} in {P} now."]), k=k, v=v, p=d.p)


@kind
def table_change(r, j):
    d = j.table(3, 8)
    j.some()
    k = r.choice(list(d.facts))
    v = j.newvalue(d)
    j.ask_by("change", k=k, v=d.facts[k], w=v, f=j.ref(d))
    j.open(d)
    j.swap(d.p, d.facts[k], v)
    j.tell(r.choice(["{K} is {W} in {P} now.", "I put {W} for {K} in {P}.", "{P} has {W} instead of {V}."]), k=k, v=d.facts[k], w=v, p=d.p)


@kind
def row_add(r, j):
    d = j.table()
    j.some()
    k = r.choice(d.other)
    v = j.newvalue(d)
    t = k + d.sep + v
    j.ask_by("newrow", t=t, f=j.ref(d))
    j.write(d.p, "\n".join(j.seen(d) + [t]))
    j.tell(r.choice(["I added {K} to {P}.", "{P} now ends with {K}.", "{K} is in {P} now."]), k=k, p=d.p)


@kind
def row_drop(r, j):
    d = j.table(3, 8)
    j.some()
    k = r.choice(list(d.facts))
    j.ask_by("droprow", k=k, f=j.ref(d))
    j.write(d.p, "\n".join(s for s in j.seen(d) if not s.startswith(k + d.sep)))
    j.tell(r.choice(["{K} is no longer in {P}.", "I removed {K} from {P}.", "The line for {K} is gone."]), k=k, p=d.p)


@kind
def rows_swap(r, j):
    d = j.table(3, 7)
    j.some()
    k, q = r.sample(list(d.facts), 2)
    j.ask_by("swaprows", k=k, l=q, f=j.ref(d))
    j.seen(d)
    f = {**d.facts, k: d.facts[q], q: d.facts[k]}
    j.write(d.p, "\n".join(a + d.sep + b for a, b in f.items()))
    j.tell(r.choice(["{K} and {L} have changed places in {P}.", "I swapped {K} and {L}."]), k=k, l=q, p=d.p)


BLANKS = ["???", "TBC", "XXX", "TODO", "to follow", "not known yet", "(missing)", "____", "..?", "to be filled in"]


@kind
def table_carry(r, j):
    d, e = j.table(), r.choice([j.table, j.text])()
    b, k = r.choice(BLANKS), r.choice(list(d.facts))
    gap = r.choice(list(e.facts.values()))
    if j.now[e.p].count(gap) != 1 or d.facts[k] in j.now[e.p]:
        raise Again
    j.files[e.p] = j.now[e.p] = j.now[e.p].replace(gap, b)
    j.some(0, 1)
    j.ask_by("carry", k=k, b=(j.quotes or '"' * (" " in b)).join(["", b, ""]), f=j.ref(d, .25), g=j.ref(e, .25))
    j.seen(d)
    j.open(e)
    j.edit(e.p, b, d.facts[k])
    j.tell(r.choice(["{Q} now has {V}.", "I put {V} from {P} into {Q}."]), v=d.facts[k], p=d.p, q=e.p)


@kind
def table_extract(r, j):
    d = j.table()
    j.some()
    k, n = r.choice(list(d.facts)), j.fresh()
    j.ask_by("extract", k=k, n=n, f=j.ref(d))
    j.seen(d)
    j.write(n, d.facts[k])
    j.tell(r.choice(["{N} now holds {V}.", "I wrote {V} to {N}."]), v=d.facts[k], n=n)


@kind
def table_if(r, j):
    d, e = j.table(), r.choice([j.text, j.plain])()
    j.some(0, 1)
    k, yes, t = r.choice(list(d.facts)), r.random() < .55, sentence(r)
    v = d.facts[k] if yes else j.newvalue(d)
    j.ask_by("iftable", k=k, v=v, t=t, f=j.ref(d, .2), g=j.ref(e, .2))
    j.seen(d)
    if yes:
        j.open(e)
        j.write(e.p, j.read(e.p) + "\n" + t)
        j.tell("{K} is {V}, so I added the line to {Q}.", k=k, v=v, q=e.p)
    else:
        j.derived.add("changed nothing")
        j.tell("{K} is {V}, so I changed nothing.", d.facts[k], "changed nothing", k=k, v=d.facts[k])


@kind
def table_blank(r, j):
    d = j.table()
    k, b, v = r.choice(list(d.facts)), r.choice(BLANKS), j.newvalue(d)
    j.files[d.p] = j.now[d.p] = j.now[d.p].replace(d.sep + d.facts[k], d.sep + b)
    j.some()
    j.ask_by("blank", k=k, w=v, b=(j.quotes or '"' * (" " in b)).join(["", b, ""]), f=j.ref(d))
    j.open(d)
    j.swap(d.p, b, v)
    j.tell(r.choice(["{K} is {V} in {P} now.", "I filled in {V}."]), k=k, v=v, p=d.p)


@kind
def row_rename(r, j):
    d = j.table()
    j.some()
    k, x = r.choice(list(d.facts)), r.choice(d.other)
    j.ask_by("rekey", k=k, x=x, f=j.ref(d))
    j.open(d)
    j.swap(d.p, k, x)
    j.tell(r.choice(["{K} is called {X} in {P} now.", "I changed {K} to {X}."]), k=k, x=x, p=d.p)
