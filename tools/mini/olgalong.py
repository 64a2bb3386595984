"""Olga's tasks about headings in a file and those that take many calls."""
import olgadocs as D
import olgawords as W
from olgabase import Again, bank, kind
from olgaother import anyfile, checker, command, fresh, one, short

bank("""
## under
Put {k} under the heading {h} in {f}.
In {f}, {k} belongs to {h}, as the last thing there.
Add {k} at the end of the {h} part of {f}.
{f} has a section {h}. Write {k} below what is in it.
{k} is missing under {h} in {f}; it comes last there.
Please list {k} in {f}, in the part headed {h}, after the others.
{h} in {f} gets one more entry: {k}.
Find {h} in {f} and enter {k} as its final line.
new entry for {h} in {f}: {k} (last in that part)
We've got {k} now. It goes with {h}, in {f}, beneath the rest of that group.
Below everything that stands under {h} in {f}, but above the next heading, write {k}.
## section
Remove the whole part {h} from {f}, heading included.
{f} doesn't need {h} any more. Delete the heading and all that's under it.
Take {h} out of {f}, the title of the section and its entries.
Cut the section {h} from {f}.
Everything under {h} in {f} can go, and so can the heading itself.
drop {h} with its lines from {f}
Please strike {h} and what belongs to it in {f}.
There'll be no {h} this time, so delete that heading and its list in {f}.
In {f} the heading {h} and the entries below it are out of date. Away with them.
## inwhich
Under which heading of {f} is {k}?
To what section does {k} belong in {f}?
{k} is somewhere in {f}. Which heading is it under?
In which part of {f} did I put {k}?
Tell me the heading over {k} in {f}.
{f}: {k} is under what?
Where have I sorted {k} in {f}? I want the name of the section.
Look for {k} in {f} and say which group it is in.
Is {k} anywhere in {f}? Give me the heading it stands under.
## apart
Split {f} in two: what is under {h} goes to {g}, what is under {k} goes to {x1}. Then delete {f}. No headings in the new files.
Make two files of {f}, without headings: {g} with the entries of {h}, {x1} with those of {k}. {f} itself is to be removed.
The entries under {h} in {f} belong in {g}, the ones under {k} in {x1} (just the entries). Afterwards {f} can be deleted.
{f} has two parts. Save the lines of {h} as {g} and the lines of {k} as {x1}, leave the headings out, and throw {f} away.
I want {h} and {k} in separate files, {g} and {x1}, entries only. They are in {f}, which isn't needed after that.
Please take {f} apart. {g} gets what stands below {h}; {x1} gets what stands below {k}; the headings and {f} disappear.
{f} -> {g} (entries of {h}) and {x1} (entries of {k}), headings dropped, then rm {f}
Instead of {f} there should be {g}, holding the entries of {h}, and {x1}, holding those of {k}. Only entries, no headings.
1. read {f}\\n2. entries of {h} into {g}\\n3. entries of {k} into {x1}\\n4. delete {f}\\nHeadings are not needed.
## many
A few things. {a1} {b1} {c1} {d1}
{a1} {b1} {c1} {d1} That's the list.
1. {a1}\\n2. {b1}\\n3. {c1}\\n4. {d1}
- {a1}\\n- {b1}\\n- {c1}\\n- {d1}
Please do this in order. {a1} {b1} {c1} {d1}
Before the shop opens: {a1} {b1} {c1} {d1}
First: {a1} Second: {b1} Third: {c1} Last: {d1}
{a1} When that is done: {b1} After which: {c1} And to finish: {d1}
My list for you:\\na) {a1}\\nb) {b1}\\nc) {c1}\\nd) {d1}
I have four jobs. {a1} Next, {b1} Then this one: {c1} Finally: {d1}
One after the other, please.\\n{a1}\\n{b1}\\n{c1}\\n{d1}
* {a1}\\n* {b1}\\n* {c1}\\n* {d1}\\nTell me when all of it is done.
## total
What do all the figures in {f} add up to?
Add up the numbers in {f}.
The total of {f}, please.
I need the sum of everything in {f}.
How much is it altogether in {f}?
{f}: sum?
If I put all of {f} together, how much is that?
Take the figures of {f} and tell me their sum.
Do the adding for me: all the values in {f}.
For the head teacher: the total over all {ents} in {f}.
What's the grand total of {f}?
""")


def parts(r, n=None):
    """A file of headings with entries under them."""
    d = D.Doc()
    pool = r.choice([W.GOODS, W.DISHES, W.TITLES, W.EVENTS, W.NAMES])
    n = n or r.randint(2, 3)
    hs = r.sample(W.HEADS, n)
    mark = r.choice(["# {}", "{}:", "== {} ==", "[{}]", "## {}", "{}", "*{}*", "-- {} --"])
    bullet = r.choice(["", "", "- ", "* "])
    gap = r.random() < .4
    xs = r.sample(pool, 3 * n + 1)
    d.new = xs.pop()
    d.parts = [(h, [xs.pop() for _ in range(r.randint(1, 3))]) for h in hs]
    d.bullet = bullet
    d.build = lambda ps: "\n".join(("\n" if gap and i else "") + "\n".join([mark.format(h)] + [bullet + x for x in ys]) for i, (h, ys) in enumerate(ps))
    d.lines = d.build(d.parts).split("\n")
    d.noun, d.stem, d.exts = r.choice(["overview", "plan", "list", "programme", "register"]), r.choice("overview all sections groups plan sorted register".split()), ("txt", "md")
    return d


@kind(1.5)
def part_add(r, j):
    d = j.keep(parts(r))
    j.extra(0, 2)
    j.name(d)
    i = r.randrange(len(d.parts))
    h = d.parts[i][0]
    j.open(d)
    if r.random() < .62:
        j.write(d.path, d.build([(a, b + [d.new] if a == h else b) for a, b in d.parts]))
        j.asks("under", k=d.new, h=h)
        j.slots.update(z=h)
        j.tells("{k} stands under {z} in {p} now.|I added {k} to {z}.|{z} has {k} now.", k=d.new, p=d.path)
    else:
        j.write(d.path, d.build([x for x in d.parts if x[0] != h]))
        j.asks("section", h=h)
        j.tells("{z} is gone from {p}.|I removed the part {z} from {p}.|{p} has no {z} any more.", z=h, p=d.path)


@kind(.9)
def part_which(r, j):
    d = j.keep(parts(r, 3))
    j.extra(0, 2)
    j.name(d)
    h, xs = r.choice(d.parts)
    j.open(d)
    k = r.choice(xs)
    j.asks("inwhich", k=k)
    j.tells("{k} is under {z}.|It stands under {z}.|The heading is {z}.", h, k=k, z=h)


@kind(1.2)
def part_split(r, j):
    d = j.keep(parts(r, 2))
    j.extra(0, 2)
    (a, xs), (b, ys) = d.parts
    p, q = fresh(j, ("txt",)), fresh(j, ("txt",))
    if p == q:
        raise Again
    j.read(d.path)
    j.write(p, [d.bullet + x for x in xs])
    j.write(q, [d.bullet + y for y in ys])
    j.rm(d.path)
    j.asks("apart", f=d.path, g=p, h=a, k=b, x1=q)
    j.tells("{p} and {q} are there and {f} is deleted.|I split {f} into {p} and {q}.", p=p, q=q, f=d.path)


@kind(2)
def many(r, j):
    """Four of several small jobs in one request, done in its order."""
    d, e, g = anyfile(r, j), anyfile(r, j), j.listing()
    j.extra(0, 1)
    a, b = one(r, d)
    p, q = fresh(j), fresh(j, g.exts)
    t, u = short(r), short(r)
    c, out = command(r, j)
    if p == q or "\n" in t + u:
        raise Again
    end = r.choice(["Fin", "Checked.", "To be continued", "Thank you all", "See you on " + r.choice(W.DAYS)])
    jobs = {
        "change": (r.choice([f"Change {a} to {b} in {d.path}.", f"{d.path} should say {b} instead of {a}.", f"In {d.path}, {b} replaces {a}."]), lambda: j.edit(d.path, a, b)),
        "new": (r.choice([f'Create {p} with the line "{t}".', f'A new file {p} is needed, saying "{t}".', f'Write "{t}" into {p}, a new file.']), lambda: j.write(p, t)),
        "rm": (r.choice([f"Delete {e.path}.", f"{e.path} goes in the bin.", f"Remove the file {e.path}."]), lambda: j.rm(e.path)),
        "copy": (r.choice([f"Copy {g.path} to {q}.", f"Make a second {g.path}, called {q}.", f"Save the text of {g.path} also as {q}."]), lambda: j.write(q, j.read(g.path))),
        "end": (r.choice([f'Add "{end}" as the last line of {g.path}.', f'Put "{end}" at the bottom of {g.path}.', f'{g.path} should end with the extra line "{end}".']), lambda: j.write(g.path, j.read(g.path) + "\n" + end)),
        "run": (r.choice([f"Run `{c}` and tell me what it says.", f"What does `{c}` print?", f"I'd like to hear what `{c}` reports."]), lambda: j.run(c)),
    }
    do = r.sample(list(jobs), 4)
    for k in do:
        jobs[k][1]()
    x = [jobs[k][0] for k in do]
    j.asks("many", a1=x[0], b1=x[1], c1=x[2], d1=x[3])
    if "run" in do:
        j.must_run, j.good = [c], out
        j.tells("All four are done; {c} says: {T}|Done. The command printed: {T}|Everything is done, and the output was: {T}", out, c=c, T=out)
    else:
        j.tells("All four jobs are done.|Everything on the list is done.|Done, all four of them.")


@kind(1.2)
def check_two(r, j):
    """A check that names one mistake, and a second command that names another."""
    d, e = anyfile(r, j), anyfile(r, j)
    a, b = one(r, d)
    v, w = one(r, e)
    c, good = checker(r, j, d, a, b)
    c2, good2 = checker(r, j, e, v, w)
    j.run(c)
    j.edit(d.path, a, b)
    j.run(c)
    j.run(c2)
    j.edit(e.path, v, w)
    j.run(c2)
    j.must_run, j.good = [c2], good2
    both = r.choice([f"`{c}` and `{c2}`", f"`{c}`, then `{c2}`", f"first `{c}`, afterwards `{c2}`,", f"`{c}` and, once that is clean, `{c2}`"])
    j.slots["z"] = both
    j.frame = r.choice(["Run {z} and mend whatever they name, until each is satisfied.", "I need {z} to be content. Correct the texts accordingly.", "Please get through {z}; fix what each of them finds and try it again.", "Two checks have to pass: {z} in this order. Repair what they complain about.", "Do {z}. Every complaint is to be put right and the check repeated.", "Before printing we do {z}. Make both pass, one after the other.", "See that {z} come out clean. One at a time, and correct the files as they say."])
    from olgabase import dress, fill
    j.ask = dress(r, fill(r, j.frame, j.slots))
    j.tells("Both pass now: {p} has {b} and {q} has {w}.|I corrected {p} and {q}; both checks pass.|{p} and {q} are corrected and both checks pass.", p=d.path, q=e.path, b=b, w=w)


@kind(.9)
def list_total(r, j):
    """A short list whose figures are added up."""
    d = j.listing(D.BY[r.choice(["scores", "stock", "gifts"])], r.randint(2, 3))
    j.extra(0, 2)
    j.name(d)
    j.open(d)
    n = d.show(sum(d.raw.values()))
    j.derived.add(n)
    j.asks("total", ents=d.spec.ents)
    j.tells("%s makes {n}.|%s: that is {n} altogether.|The sum of %s is {n}.".replace("%s", " + ".join(v for _, v in d.recs)), n, n=n)
