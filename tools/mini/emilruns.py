"""Tasks of emil with commands that a colleague left, with checks, and with several steps in one request."""
import borisbase as B
import emilwords as W
from emilbase import Again, add, both, fill, kind, sentence
from emillists import fresh_item
from emilkits import CHECKS
from emiltexts import fact, other

add("""
## emil.run
Please run {c} and tell me what it says.
{O} told me to type {c}. Could you do that? What comes out?
What does {c} print?
I'm supposed to start {c}. Do it for me and read me the result.
Run {c}, would you? I need to know what it reports.
My colleague {O} left {c}. Start it and say what happens.
Could you try {c} and give me its answer?
What do I get if I enter {c}?
Execute {c} and pass on what it tells you.
There is this command, {c}. I'd like to hear its output.
{c} please, and the result.
Somebody wrote {c} on a sticky note for me. What's the outcome when you run it?
Let {c} do its work, then report to me.
## emil.runtwo
Run {c}, and after that {e}. Tell me both results.
First {c}, then {e}; what do they say?
{O} wants to know what {c} and {e} print. Please run them in that order.
Could you start {c} and then {e} and tell me what came of each?
Two commands for you, {c} and {e}. Read me what they answer.
Before {e} you have to run {c}. I need both outputs.
Please do these and tell me the results:\\n1. {c}\\n2. {e}
I need {c}. When it has finished, also {e}. What do they report?
After {c} comes {e}. Run the pair and say what each prints.
Type {c} for me, type {e} next, and let me know what appears.
What are the results of {c} and {e}, run one after the other?
## emil.save
Run {c} and keep what it prints in {n}.
Please save the output of {c} as {n}.
I want the result of {c} in a file called {n}.
Could you start {c} and write its answer into {n}?
Whatever {c} says, put it in {n}.
{O} needs {n} with the output of {c} in it.
Make {n} out of what {c} prints.
Execute {c}, then note the outcome in {n}.
Let {c} run. The text it gives goes into the new file {n}.
{n} should hold exactly what {c} tells us today.
The answer from {c} has to be filed as {n}.
For my records: run {c}, store its output under {n}.
## emil.saveadd
Run {c} and add what it prints at the end of {f}.
Please put the output of {c} at the bottom of {f}.
Whatever {c} says should become the last line of {f}.
Start {c}. Its answer goes under everything in {f}.
Could you append the result of {c} to {f}?
{F} needs today's result of {c}, as its last line.
Note the outcome of {c} at the end of {f}.
After running {c}, write what it told you below the rest of {f}.
I'm collecting the answers of {c} in {f}. Get me a new one and add it at the end.
Let {f} end with the text that {c} gives you.
Type {c}, and copy what appears to the end of {f}.
## emil.fill
In {f} replace {b} with what {c} prints.
{F} has {b} in it. Run {c} and put the answer there.
The {b} in {f} stands for the result of {c}. Please fill it in.
Could you run {c} and write what it says over {b} in {f}?
Find out with {c} what should stand in {f} where {b} is, and put it in.
Start {c}; its output takes the place of {b} in {f}.
I left {b} in {f} for what {c} would tell me. Get it and complete the file.
What {c} answers goes into {f}, instead of {b}.
{F}, the spot marked {b}: that's for the output of {c}.
Please complete {f}: run {c} and swap {b} for its result.
Ask {c}, then change {b} in {f} to whatever it said.
## emil.check
Please run {c} and put right whatever it complains about, until it is happy.
{c} finds something wrong. See what it is, correct it and run it again.
Could you start {c}? If it grumbles, fix what it names and start it once more.
{O} says {c} has to go through before we print. Make it go through.
I can't send this before {c} is content. Please see to it.
Do {c}; there seems to be a mistake. Mend it and check again.
Run the check {c}. Correct the mistake that it reports, then check once more.
Something isn't right, says {c}. Sort it out for me and make sure it passes.
Let {c} look things over. What it doesn't like, change as it says.
Get {c} to say that all is well, by correcting what it tells you.
We need {c} without complaints. Please do what it takes.
What's the matter with {c}? Fix it, will you, and run it again to be sure.
## emil.checkhidden
Please run our check and put right what it complains about.
Does everything pass the check? If not, correct it and check again.
I think there's a mistake somewhere. Start the check, mend what it names, and see that it passes.
Could you do the usual check and fix whatever is wrong?
Before this goes out, let the check run and correct what it finds, until it is content.
The check isn't happy. Find out why and set it right.
{O} wants the check to pass by noon. Please see to that.
Make the check go through.
Run the check for me. Anything it grumbles about, correct, and then run it again.
See what the check says, and do what it asks for.
Please get our papers through the check.
## emil.swapcheck
Change {x} to {y} in {f}, then run {c} and tell me if all is well.
In {f} it must be {y} instead of {x}. When that's done, start {c}.
Before you run {c}, make sure {f} says {y} and no longer {x}.
Please put {y} for {x} in {f} and check with {c}.
{F}: {x} becomes {y}. Afterwards {c} should be fine; please run it.
{c} only works once {f} has {y} where it now has {x}. Correct that and run it.
Run {c}, but first swap {x} for {y} in {f}.
Could you replace {x} by {y} in {f} and let {c} have a look?
Two things: correct {x} to {y} in {f}; run {c}. In that order.
1. {f}: {y} instead of {x}\\n2. run {c}\\n3. tell me what it said
I need {c} run after {x} in {f} has been changed to {y}.
Once {f} reads {y} and not {x}, have {c} go over it, please.
## emil.howto
The command I need is written in {f}. Look it up, run it and tell me the result.
{O} noted in {f} what I have to type. Please do it and say what comes out.
In {f} there's a command. Run it for me and read me what it prints.
Have a look at {f}, it says which command to start. Start it and report.
Please do what {f} tells you to run, and let me have the answer.
I forgot how the command went. It's in {f}. Run it, what does it say?
Could you run the command from {f} and tell me its output?
{F} explains what to enter. Enter it, please. What's the result?
Read {f}, run the command given there, tell me what you get.
What does the command in {f} print when you run it?
Whatever command stands in {f}, run it and pass the result on to me.
## emil.ifrun
Run {c}. If it says {t}, delete {f}; if it says anything else, keep it.
If {c} prints {t}, throw {f} away, otherwise leave it where it is.
Please find out with {c} if we get {t}. Should that be so, remove {f}, and if not, don't.
{F} can be deleted, but only if {c} answers {t}. Run it and see.
Start {c} first. When the answer is {t}, get rid of {f}. With any other answer, leave all as it is.
Do not delete {f} unless {c} gives you {t}. If it does, delete it.
What does {c} say? In case it's {t}, erase {f}, else do nothing.
Only after {c} has told you {t} may {f} go. If it tells you something else, {f} stays.
Check with {c}: is it {t}? Then away with {f}. Is it not? Then keep it.
Provided {c} reports {t}, please remove {f}. In all other cases it remains.
Does {c} say {t}? If so, bin {f}. If it doesn't, let it be.
## emil.many
Please do these things for me: {B}
Here's what needs doing: {B}
A few jobs at once.{B}
Could you see to the following, one after the other? {B}
I've got a small list for you: {B}
All of this before lunch, please: {B}
{B}
Today's work: {B}
{O} asked me to pass this on: {B}
Would you take care of this: {B}
My list for you.{B}
We need all of these done, in this order: {B}
## emil.m.add
add {x} to the end of {f}
put {x} at the bottom of {f}
write {x} under the rest of {f}
let {x} be the new last line of {f}
append {x} to {f}
## emil.m.swap
change {x} to {y} in {f}
put {y} instead of {x} in {f}
in {f}, replace {x} by {y}
make {x} in {f} into {y}
correct {f}, where {x} should be {y}
## emil.m.del
delete {f}
throw {f} away
get rid of {f}
remove the file {f}
## emil.m.new
make a new file {n} that says {t}
write {t} in a new file {n}
save {t} as {n}
start {n} with the line {t}
## emil.m.drop
take {x} off {f}
cross {x} out of {f}
remove the line {x} from {f}
strike {x} off {f}
## emil.m.run
run {c} and tell me what it says
start {c} and read me the result
find out what {c} prints
tell me the answer of {c}
""")


@kind
def run_tell(r, j):
    j.some(1, 3)
    flaky = r.random() < .4
    c, out = j.command(flaky=flaky)
    j.must(c, out)
    j.ask_by("run", c=c, o=r.choice(W.FIRST))
    for _ in range(1 + flaky):
        j.run(c)
    j.tell("[It says: {O}|The answer is: {O}|It printed: {O}|{C} says: {O}]", out, o=out, c=c)


@kind
def run_two(r, j):
    j.some(1, 3)
    c, out = j.command()
    e, end = j.command(flaky=r.random() < .25)
    j.must(e, end)
    j.ask_by("runtwo", c=c, e="`" + e + "`", o=r.choice(W.FIRST))
    for x in [c, e] + [e] * len(j.flaky_commands):
        j.run(x)
    j.tell("[The first says {A}, the second {B}.|{C}: {A}. {D}: {B}.]", out, end, a=out, b=end, c=c, d=e)


@kind
def run_save(r, j):
    j.some(1, 3)
    flaky, how = r.random() < .25, r.choice(["save", "saveadd", "fill"])
    if how == "save":
        c, out = j.command(flaky=flaky)
        n = j.fresh()
        j.ask_by(how, c=c, n=n, o=r.choice(W.FIRST))
        for _ in range(1 + flaky):
            j.run(c)
        j.write(n, out)
        j.tell("[{N} holds the result now.|I saved the output in {N}.]", n=n)
        return
    d = j.text()
    b = r.choice(["???", "TBC", "XXX", "RESULT", "____", "(result)"])
    if how == "fill":
        k = fact(r, d)
        j.files[d.p] = j.now[d.p] = j.now[d.p].replace(d.facts[k], b)
    j.shuffle()
    c, out = j.command(flaky=flaky)
    j.ask_by(how, c=c, f=j.ref(d), b=b)
    for _ in range(1 + flaky):
        j.run(c)
    j.open(d)
    if how == "fill":
        j.edit(d.p, b, out)
    else:
        j.write(d.p, j.read(d.p) + "\n" + out)
    j.tell("[It said {O}, and {P} has that now.|I put {O} into {P}.]", o=out, p=d.p)


def complaint(r, p, x, y):
    return r.choice(["{p}: found '{x}', should be '{y}'", "Mistake in {p}: write {y} instead of {x}", "{p} has {x} but {y} is right", "NOT OK. {p}: {x} must be {y}", "1 problem: in {p} replace {x} by {y}", "wrong: {x} ({p}), correct: {y}", "In {p} stands {x}; expected {y}"]).format(p=p, x=x, y=y)


@kind
def run_check(r, j):
    d = r.choice([j.text, j.table])()
    j.some(0, 3)
    k = fact(r, d)
    x, y = d.facts[k], other(j, d, k) if d.sort in W.TEXTS else j.newvalue(d)
    c, good = j.tests(d.p, y, complaint(r, d.p, x, y))
    if r.random() < .3:
        j.ask_by("checkhidden", o=r.choice(W.FIRST))
        j.system = r.choice(CHECKS).replace("{c}", c)
    else:
        j.ask_by("check", c=c, o=r.choice(W.FIRST))
    j.run(c)
    j.swap(d.p, x, y)
    j.run(c)
    j.tell("[{P} had {X} and now has {Y}; the check passes.|I changed {X} to {Y} in {P}, and the check is content: {G}|It is right now: {P} says {Y}.]", x=x, y=y, p=d.p, g=good)


@kind
def run_checkline(r, j):
    """A line is missing, says the check."""
    d, t = r.choice([j.text, j.plain, j.table])(), sentence(r)
    j.some(0, 2)
    bad = r.choice(["{p}: last line must be: {t}", "{p} does not end with '{t}'", "line missing at the end of {p}: {t}", "please add to {p}: {t}", "incomplete: {p} lacks the line {t}"]).format(p=d.p, t=t)
    c, good = j.tests(d.p, t, bad)
    j.ask_by("check", c=c, o=r.choice(W.FIRST))
    j.run(c)
    j.write(d.p, j.read(d.p) + "\n" + t)
    j.run(c)
    j.tell("[A line was missing in {P}; I added it and the check passes.|{P} is complete now, says the check: {G}]", p=d.p, g=good)


@kind
def run_after(r, j):
    d = j.text()
    j.some(0, 2)
    k = fact(r, d)
    x, y = d.facts[k], other(j, d, k)
    c, good = j.tests(d.p, y, complaint(r, d.p, x, y))
    j.ask_by("swapcheck", x=x, y=y, f=j.ref(d, .2), c=c)
    j.open(d)
    j.swap(d.p, x, y)
    j.run(c)
    j.tell("[{P} has {Y} now, and the check says: {G}|Changed, and {C} says: {G}]", good, y=y, p=d.p, g=good, c=c)


@kind
def run_howto(r, j):
    j.some(1, 2)
    c, out = j.command(flaky=r.random() < .2)
    p = j.name(r.choice(["howto", "instructions", "read_me", "commands", "reminder", "sticky_note"]))
    j.files[p] = j.now[p] = r.choice(["To start it, type:\n{c}\nThen wait.", "{c}", "Every Friday: {c}", "What to do\n\n  {c}\n\nAsk {o} if it fails.", "Command: {c}\nBy {o}", "run this\n{c}"]).format(c=c, o=r.choice(W.FIRST))
    j.shuffle()
    j.must(c, out)
    j.ask_by("howto", f=j.shown(p), o=r.choice(W.FIRST))
    j.read(p)
    for _ in range(1 + len(j.flaky_commands)):
        j.run(c)
    j.tell("[{C} says: {O}|The result is: {O}|I ran {C}. It printed: {O}]", out, c=c, o=out)


@kind
def run_if(r, j):
    d = j.doc()
    j.some(1, 2)
    c, out = j.command()
    _, no = j.command()
    j.checks = {c: j.checks[c]}
    yes = r.random() < .55
    if no == out:
        raise Again
    j.must(c, out)
    j.ask_by("ifrun", c=c, t=out if yes else no, f=j.ref(d, .25))
    j.run(c)
    if yes:
        j.open(d)
        j.run("rm " + d.p)
        j.tell("[It said {O}, so I deleted {P}.|{P} is gone, as the answer was {O}.]", o=out, p=d.p)
    else:
        j.tell("[It said {O}, so I kept {P}.|The answer was {O}, so {P} stays.]", out, o=out, p=d.p)


@kind
def many_steps(r, j):
    """Two to four small things in one request."""
    steps, done, says = [], [], []
    hows = r.sample(["add", "swap", "del", "new", "drop", "run", "swap2", "new2"], r.choice([2, 3, 3, 4]))
    todo = []
    for how in hows:
        how = how.rstrip("2")
        if how == "add" or how == "drop":
            d = j.plain(3, 5, 0)
            x = fresh_item(d) if how == "add" else r.choice(d.items)
            todo.append((how, d, x, None))
        elif how == "swap":
            d = j.text()
            k = fact(r, d)
            todo.append((how, d, d.facts[k], other(j, d, k)))
        elif how == "del":
            todo.append((how, j.doc(), None, None))
        else:
            todo.append((how, None, None, None))
    if not j.files:
        j.some(1, 2)
    j.shuffle()
    for how, d, x, y in todo:
        s = dict(f=j.shown(d.p) if d else "", x=x, y=y)
        if how == "add":
            j.write(d.p, j.read(d.p) + "\n" + x)
            done.append(f"{x} is on {d.p}")
        elif how == "drop":
            j.write(d.p, "\n".join(z for z in j.read(d.p).split("\n") if z != x))
            done.append(f"{x} is off {d.p}")
        elif how == "swap":
            j.swap(d.p, x, y)
            done.append(f"{d.p} says {y}")
        elif how == "del":
            j.run("rm " + d.p)
            done.append(f"{d.p} is deleted")
        elif how == "new":
            s["n"], s["t"] = j.fresh(), sentence(r)
            j.write(s["n"], s["t"])
            done.append(f"{s['n']} is written")
        else:
            c, out = j.command()
            s["c"] = c
            j.must(c, out)
            j.run(c)
            says.append(out)
            done.append(f"{c} says {out}")
        steps.append(fill(j, r.choice(B.BANKS["emil.m." + how]), s))
    style = r.choice(["1.", "1)", "-", "then", "then", "and", "say"])
    up = [s[0].upper() + s[1:] for s in steps]
    if style == "then":
        block = up[0] + "".join(r.choice([", then ", ". Then ", ", and then ", ". After that, ", "; next, "]) + s for s in steps[1:]) + "."
    elif style == "and":
        block = ", ".join(up[:1] + steps[1:-1]) + " and also " + steps[-1] + "."
    elif style == "say":
        block = ". ".join(r.choice(["Also, please ", "I'd also like you to ", "Could you "]) + s if i else "Please " + s for i, s in enumerate(steps)) + "."
    else:
        block = "\n" + "\n".join((style.replace("1", str(i + 1)) + " ") + s for i, s in enumerate(r.choice([up, steps])))
    j.ask_by("many", tail="\n" not in block, B=block if "\n" in block else " " + block, o=r.choice(W.FIRST))
    j.ask = j.ask.replace("  ", " ").strip() if "\n" not in block else j.ask.strip()
    if len(both(done)) > 200:
        done = ["Everything is done" + (", and it says " + both(says) if says else "")]
    j.tell("{D}.", *says, d=both(done))
