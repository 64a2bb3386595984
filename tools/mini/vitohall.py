"""Kinds of vito tasks whose file is not named, only described."""
from vitoasks import tell, verdict
from vitobase import Again, Job, answers, bank, kind
from vitofiles import joined
from vitowords import SHEETS, Sheet, paths, body, person

CHANGE = bank("hallchange", """
The {l} of the {s} has changed to {qb}. [Please find the file and update it.|Could you note that in the right file?]
There's a file about the {s}. In it the {l} should now be {qb}.
We have a new {l} for the {s}: {b}. Please look for the file and enter it.
I don't remember which file has the {s}, but its {l} must become {qb}.
Would you find our {s} notes and set the {l} to {qb}?
{s}: {l} -> {b} (find the file)
They just rang: for the {s}, the {l} will be {qb}. Please correct our papers.
Somewhere we keep the {s} details. Make {qb} the {l} there, please.
Since nobody told me where the {s} is filed, please look yourself and change the {l} to {qb}.
Find whatever file deals with the {s} and put {qb} down as {l}.
My fault, I gave you the wrong {l} for the {s}. It's {qb}. Can you fix the file?
the {s} file needs new {l}, it is {b} now
""")
MANY = bank("hallmany", """
I need {as_} for the {s}, wherever that is filed.
Could you find the {s} file and tell me {as_}?
Someone is asking about the {s}. [What do I say about|They want to know] {as_}?
Please look through our files for the {s} and let me know {as_}.
{s}: {ls}? search the files
We must have something on the {s}. I'd be glad to hear {as_}.
Which file has the {s} I can't say, but what I want from it is {as_}.
For the {s} I'm still missing {as_}. Can you look around for them?
Would you mind digging up {as_}? It's for the {s}.
Have we noted {as_} for the {s}? Tell me all of it, please.
The caretaker needs {as_} because of the {s}. Please search and report.
Before the phone rings again: {as_} of the {s}, please. I don't know the file.
""")
SURE = bank("hallsure", """
Is the {l} of the {s} {qc}? Please find the file, say yes or no, and tell me {a} as well.
For the {s}, have we put {qc} as the {l}? I also want {a}. You'll have to look for the file.
I believe the {s} has {qc} as its {l}. Can you check our files, yes or no, and add {a}?
Find the {s} file. Does it have {qc} for {l}? And please tell me {a}.
{s}: is {l} {c}? yes/no + {a}
Somebody said the {l} of the {s} would be {qc}. Is that so, and could I have {a} too?
Would you see in our files whether the {s} has {qc} for its {l}, and what we have as {m}?
Two things about the {s}, wherever it is filed: is {qc} the {l}, and then {a}.
I'm unsure about the {s}. Isn't the {l} {qc}? While you look it up I'd like {a} too.
Yes or no, the {l} of the {s} is {qc}? Tell me {a} in the same breath; the file is around here.
Could it be that {qc} is the {l} for the {s}? Have a look at the files, and let me know {a} too.
The new girl wrote {qc} for the {l} of the {s}. Was she right? And what's the {m}?
""")
BIN = bank("hallbin", """
Delete the file that [contains|mentions] {qx}.
One of the files has {qx} in it. [That one can go.|Please delete it.]
Find the file with {qx} and remove it.
Could you look for the file where it says {qx} and throw it away?
The file with {qx} is out of date. I forgot its name, but please get rid of it.
rm the one with {x}
I wrote {qx} in some file. I don't want that file any more.
Please search for {qx} and erase the file you find it in.
Whichever file holds {qx}, bin it, and tell me its name.
There's an old file that says {qx}. Would you kindly remove it?
A note with {qx} is lying around here. It's private, so please delete it.
Look through the files. The one saying {qx} has to be deleted.
""")
PLACE = bank("hallplace", """
One of the files says {qa}. It should say {qb}. [Please fix it.|I don't know which one.]
Find {qa} and change it to {qb}.
Somewhere it says {qa}, and that's wrong, it's {qb}. Could you correct it?
Look for the file with {qa} and put {qb} there instead.
I misspelled something: {qa} ought to be {qb}. It's in one of the files here.
{a} -> {b}, whichever file has it
Please go through the files until you find {qa}, and make it {qb}.
Who knows where I wrote {qa}... Would you find it and turn it into {qb}?
There's a mistake in one file: {qa} where {qb} was meant. Kindly repair it.
In one of our files there is {qa}. Please replace it by {qb} and tell me which file it was.
A customer noticed {qa} in our papers. It must read {qb}. Find the place, please.
Wherever {qa} stands, I want {qb}
""")


def cabinet(r):
    """A job with several sheets in files named after them, and one of them."""
    abouts = r.sample(SHEETS, r.randint(2, 4))
    files = {}
    for a in abouts:
        s = Sheet(r, about=a)
        base = a[0].replace(" ", r.choice("-_"))
        p = r.choice(("{}.txt", "{}.md", "{}-info.txt", "docs/{}.txt", "my_{}.txt", "{}_2.cfg", "notes/{}.md", "{}-data.ini", "the-{}.txt")).format(base)
        files[p] = s
    p = r.choice(list(files))
    j = Job(r, {q: s.text() for q, s in files.items()})
    j.list()
    j.read(p)
    return j, p, files[p]


@kind
def hall_change(r):
    j, p, s = cabinet(r)
    row, = s.pick(r)
    b = verdict(r, row, False)
    j.edit(p, s.line(row), s.line(row, b))
    return j.done(CHANGE, answers("Done, it's in {p}.\nI've updated {p}.\n{p} has {b} now.\nThe {l} in {p} is now {b}."), p=p, s=s.about, l=row[0].lower(), b=b)


@kind
def hall_facts(r):
    j, p, s = cabinet(r)
    rows = s.pick(r, r.randint(2, 3))
    return j.done(MANY, [tell(r, rows)], say=[x[2] for x in rows], s=s.about, as_=joined(r, [x[1] for x in rows]), ls=", ".join(x[0].lower() for x in rows))


@kind
def hall_sure(r):
    j, p, s = cabinet(r)
    row, other = s.pick(r, 2)
    right = r.random() < 0.5
    c = verdict(r, row, right)
    y = "yes" if right else "no"
    ends = answers("Yes, and the {m} is {v}.\nYes, it is; {m}: {v}.\nYes, it's {c}, and the {m} is {v}." if right else "No, it's {w}, and the {m} is {v}.\nNo, it isn't; {m}: {v}.\nNo, it's {w}; the {m} is {v}.")
    return j.done(SURE, ends, say=[y, other[2]], derived=[y], s=s.about, l=row[0].lower(), m=other[0].lower(), a=other[1], c=c, v=other[2], w=row[2])


def hidden(r):
    """A job that has read on until the file with a certain text was found."""
    n = r.randint(2, 4)
    ps = sorted(paths(r, n))
    files = {p: "\n".join(body(r, r.randint(1, 4))) for p in ps}
    i = r.randrange(n)
    x = r.choice(files[ps[i]].split("\n"))
    if sum(x.lower() in t.lower() for t in files.values()) != 1:
        raise Again
    j = Job(r, files)
    j.list()
    j.read(*ps[:i + 1])
    return j, ps[i], x


@kind
def hall_bin(r):
    j, p, x = hidden(r)
    j.rm(p)
    return j.done(BIN, answers("Done, it was {p}.\n{p} is deleted.\nI removed {p}.\nThat was {p}; it's gone."), say=[p], p=p, x=x)


@kind
def hall_place(r):
    j, p, x = hidden(r)
    b = body(r, 1)[0] if r.random() < 0.6 else person(r)
    j.edit(p, x, b)
    return j.done(PLACE, answers("Done, it was in {p}.\nI found it in {p} and changed it.\nCorrected in {p}.\nIt's fixed; the file is {p}."), say=[p], p=p, a=x, b=b)
