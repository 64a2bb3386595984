"""Tasks that read one file or two and report."""

import tovaworld as W
from tovabase import frames, job

VALUE = frames("""
What is {k} in {p}?
What's the value of {k} in {p}?
Tell me the {k} [from|in] {p}.
Look up {k} in {p}.
Which value does {k} have in {p}?
Read {p} and tell me {k}.
Open {p}. What is {k} set to?
Check {p} for {k} and report it.
According to {p}, what is {k}?
I forgot what {k} is; it should be in {p}.
I need the {k} entry of {p}.
Please find {k} in {p}.
[Can|Could] you look in {p} and tell me what {k} is?
Could you read me the {k} line from {p}?
How is {k} set in {p}?
In {p} there is an entry {k}. What does it say?
{p}: value of {k}?
{k} in {p}?
Report {k} from {p}.
What does {p} say [about|for|under] {k}?
Let me know the {k} given in {p}.
Quote the value next to {k} in {p}.
Fetch {k} out of {p}.
Get me {k} from {p}, please.
Somebody asks for {k}. You'll find it in {p}.
Give me just the {k} that {p} lists.
See {p}. I'd like to know {k}.
Have a look at {p}: what stands after {k}?
Observed value of {k} in {p}: ?
GIVEN {p}~WHEN you read it~THEN tell me {k}
Do you know what {k} is? Look in {p}.
I think {k} is written in {p}. What is it?
Confirm the value of {k}, file {p}.
Without changing anything: what's {k} in {p}?
Under {k}, what has been entered in {p}?
We set {k} some time ago in {p}. To what?
Find out from {p} what {k} is.
file {p}, key {k}, value please
""")
SAYVAL = frames("""
{k} is {x}.
It is {x}.
{p} says {k} is {x}.
The value of {k} is {x}.
In {p}, {k} is {x}.
{k}: {x}
It's {x}.
According to {p}, {k} is {x}.
{p} gives {x} for {k}.
{x}
""")


def read_value(r):
    f = W.keyed(r, r.randint(3, 7))
    k, v, _ = r.choice(f.rows)
    return job(r, VALUE, W.world(r, f), [("read", f.path)], SAYVAL, {"p": f.path, "k": k, "x": v}, say=[v])


NTH = frames("""
What is [on|in] the {o} line of {p}?
Read the {o} line of {p} to me.
Quote the {o} line of {p}.
Which line comes {o} in {p}?
Open {p} and give me its {o} line.
Tell me what the {o} line of {p} says.
{p}, {o} line?
I only need the {o} line from {p}.
The {o} line in {p}: what is it?
Please copy out the {o} line of {p}.
Could you tell me how the {o} line of {p} reads?
Look at {p}. What stands in the {o} line?
In {p}, what does the {o} line say?
Show me the {o} line of {p} and nothing more.
Go to {p}, {o} line, and report the text.
What did I write in the {o} line of {p}?
Give the {o} line ({p}).
Someone changed the {o} line of {p}. What is there now?
Check the {o} line in {p} for me, what's the text?
Report line: {o}. File: {p}.
""")


def read_line(r):
    f = r.choice([W.prose, W.checklist, W.notes, W.log, W.table])(r)
    if len(f.lines) < 2:
        raise W.Clash
    i = r.choice([0, len(f.lines) - 1, r.randrange(min(4, len(f.lines)))])
    o = "last" if i == len(f.lines) - 1 else ["first", "second", "third", "fourth"][i] if i < 4 else None
    if o is None:
        raise W.Clash
    s = f.lines[i]
    return job(
        r,
        NTH,
        W.world(r, f),
        [("read", f.path)],
        frames("""
The {o} line of {p} is: {x}
It says: {x}
{x}
The {o} line reads: {x}
In {p} the {o} line is {x}
"""),
        {"p": f.path, "o": o, "x": s},
        say=[s],
    )


WHOLE = frames("""
What does {p} say?
Read {p}.
Show me {p}.
Read {p} and tell me what is in it.
What's in {p}?
Open {p} and repeat its text.
Print {p}.
cat {p} for me
I want to see {p}.
Could you show me the content of {p}?
Tell me the text of {p}.
Please read {p} out to me.
What is written in {p}?
Quote {p} in full.
{p}: content?
Give me the full text of {p}.
Let me see what {p} holds.
Look into {p} and report the text you see.
What did they put in {p}?
I can't open {p} here. What does it say?
Display {p} please.
Report the content of {p}.
Have a look in {p}; what is there?
There is a message in {p}. Read it to me.
WHEN {p} is opened THEN what text appears?
What stands in {p} at the moment?
""")


def read_whole(r):
    f = W.File(W.path(r, ["txt", "md", "note"]) if r.random() < 0.8 else r.choice(W.BARE), [r.choice([W.sayso, W.phrase])(r)])
    return job(
        r,
        WHOLE,
        W.world(r, f),
        [("read", f.path)],
        frames("""
{p} says: {x}
It says: {x}
{x}
The text is: {x}
In {p} it says {x}
{p} contains this: {x}
"""),
        {"p": f.path, "x": f.text},
        say=[f.text],
    )


# A fact in a sentence: what is asked, the sentence, how to answer.
FACTS = [
    ("how much the {a} costs", "The {a} costs {n} euros.", "The {a} costs {v} euros.", "n"),
    ("who has the {a}", "{w} has the {a} this week.", "{v} has the {a}.", "w"),
    ("where the {a} is kept", "The {a} is kept in {c}.", "The {a} is kept in {v}.", "c"),
    ("when the {a} opens", "The {a} opens at {t} every day.", "The {a} opens at {v}.", "t"),
    ("how many {as} there are", "There are {n} {as} in the store.", "There are {v} {as}.", "n"),
    ("what color the {a} has", "The {a} was painted {k}.", "The {a} is {v}.", "k"),
    ("who repairs the {a}", "Call {w} when the {a} is broken.", "{v} repairs the {a}.", "w"),
    ("which day the {a} arrives", "The {a} arrives on {d}.", "The {a} arrives on {v}.", "d"),
    ("which city the {a} comes from", "Our {a} comes from {c}.", "The {a} comes from {v}.", "c"),
    ("how long the {a} is", "The {a} is {n} cm long.", "The {a} is {v} cm long.", "n"),
    ("who leads the {a} group", "{w} leads the {a} group.", "{v} leads the {a} group.", "w"),
    ("what the code of the {a} is", "The code of the {a} is {z}.", "The code of the {a} is {v}.", "z"),
    ("how old the {a} is", "The {a} is {n} years old.", "The {a} is {v} years old.", "n"),
    ("when the {a} was bought", "We bought the {a} on {d}.", "The {a} was bought on {v}.", "d"),
    ("which room the {a} is in", "The {a} is in room {n}.", "The {a} is in room {v}.", "n"),
    ("who invented the {a}", "It was {w} who invented the {a}.", "{v} invented the {a}.", "w"),
]
FACT = frames("""
Read {p} and tell me {x}.
Does {p} say {x}?
Look in {p} to see {x}.
From {p}, find out {x}.
Can you tell me {x}? It's in {p}.
I want to know {x}. See {p}.
Tell me {x} according to {p}.
{p} mentions {x}. Tell me, please.
Check {p}: {x}?
Do you know {x}? Try {p}.
I can't remember {x}; {p} should have it.
Someone wrote down {x} in {p}. What was it?
Open {p} and report {x}.
Please find out from {p} {x}.
Using {p}, tell me {x}.
After reading {p}, say {x}.
My question is {x}. The answer stands in {p}.
The file {p} tells {x}. I need that answer.
Q: {x}? Source: {p}
Let me know {x}, going by {p}.
What does {p} tell us about {x}?
{p} was sent to me. Could you see in there {x}?
Help me out: {x}? I noted it in {p}.
Extract {x} from {p}.
""")


def fact(r):
    """(sentence, question, answer with {x}, value)."""
    q, s, a, k = r.choice(FACTS)
    noun = W.low(r)
    v = {"n": str(W.num(r)), "w": W.who(r), "c": r.choice(W.PLACES), "t": W.clock(r), "k": W.low(r), "d": W.date(r), "z": W.VALUES["code"](r)}
    put = lambda t: t.replace("{as}", W.plural(noun)).replace("{a}", noun).replace("{" + k + "}", v[k])
    return put(s), put(q), put(a).replace("{v}", v[k]), v[k]


def read_fact(r):
    s, q, a, v = fact(r)
    f = W.prose(r)
    if v.lower() in f.text.lower():
        raise W.Clash
    f.lines.insert(r.randint(0, len(f.lines)), s)
    f = W.File(f.path, f.lines)
    return job(
        r,
        FACT,
        W.world(r, f),
        [("read", f.path)],
        [a, a, v, "According to {p}: " + a[0].lower() * (not a.startswith(v)) + a[(not a.startswith(v)) :]],
        {"p": f.path, "x": q},
        say=[v],
    )


LINES = frames("""
How many lines does {p} have?
Count the lines of {p}.
How long is {p}, in lines?
Line count of {p}?
Run wc -l on {p} and tell me the number.
Use {c} to count the lines in {p}.
Tell me how many lines there are in {p}.
Please count the lines in {p} with wc -l.
What is the number of lines in {p}?
I need the line count for {p}. wc -l will do.
Could you check with wc -l how many lines {p} has?
wc -l {p} please, and report the figure
Number of lines, {p}?
Measure {p}: how many lines?
Is {p} long? Count its lines with wc.
Find out how many lines {p} contains.
Give me the line total of {p}.
With the shell, count lines in {p}.
{p} - how many lines is that?
How many lines are in {p} at present? (wc -l helps)
""")


def count_lines(r):
    f = W.anyfile(r)
    n = f.text.count("\n") + 1
    p = f.path
    return job(
        r,
        LINES,
        W.world(r, f),
        [("run", f"wc -l {p}")],
        frames("""
{p} has {n} [lines|line(s)].
It has {n} lines.
{n} lines.
There are {n} lines in {p}.
The line count of {p} is {n}.
""") if n > 1 else ["{p} has {n} line.", "It has {n} line.", "{n} line."],
        {"p": p, "c": f"wc -l {p}", "n": n},
        must_run=[f"wc -l {p}"],
        good=f"{n} {p}",
        say=[n],
    )


TWOV = frames("""
What is {k} in {p}, and what is {k2} in {p2}?
Tell me {k} from {p} and {k2} from {p2}.
Read {p} and {p2}. Report {k} of the first and {k2} of the second.
I need {k} ({p}) and {k2} ({p2}).
Get {k} out of {p}, then get {k2} out of {p2}.
Look in {p} for {k} and in {p2} for {k2}.
Please report two values: {k} in {p}; {k2} in {p2}.
1. {k} in {p}?~2. {k2} in {p2}?
{p}: {k}?~{p2}: {k2}?
First tell me the {k} that {p} gives. Then the {k2} from {p2}.
Could you look up {k} in {p} and also {k2} in {p2}?
How is {k} set in {p}? And {k2} in {p2}?
Two questions. What does {p} say for {k}? What does {p2} say for {k2}?
Open both {p} and {p2}; I want {k} and {k2}, in that order.
Check that I have it right: {k} (see {p}), {k2} (see {p2}). What are they?
From {p} I need {k}, from {p2} I need {k2}.
Step 1: read {k} in {p}. Step 2: read {k2} in {p2}. Step 3: report both.
Compare notes: give me {k} as in {p} and {k2} as in {p2}.
What are {k} and {k2}? They are in {p} and {p2}.
Find {k} ({p}) as well as {k2} ({p2}) and tell me both.
""")


def read_two(r):
    f, g = W.keyed(r), W.keyed(r)
    (k, v, _), (k2, v2, _) = r.choice(f.rows), r.choice(g.rows)
    if v in g.text or v2 in f.text or k == k2:
        raise W.Clash
    return job(
        r,
        TWOV,
        W.world(r, f, g),
        [("read", f.path), ("read", g.path)],
        frames("""
{k} is {x} and {k2} is {y}.
{k}: {x}, {k2}: {y}
In {p} {k} is {x}; in {p2} {k2} is {y}.
{x} and {y}.
{k} is {x}, {k2} is {y}.
The values are {x} and {y}.
"""),
        {"p": f.path, "k": k, "x": v, "p2": g.path, "k2": k2, "y": v2},
        say=[v, v2],
    )


HIGHER = frames("""
Which has the [higher|larger|bigger] {k}, {p} or {p2}?
Compare {k} in {p} and {p2}. Where is it [higher|larger]?
Is {k} higher in {p} or in {p2}?
In which of the two files, {p} and {p2}, is {k} larger? Tell me the value.
Read {p} and {p2} and tell me which one has more {k}.
Look at {k} in both {p} and {p2}; what's the larger number?
Please compare the {k} entries of {p} and {p2} and name the larger one with its value.
{p} vs {p2}: who has the greater {k}?
I need the file with the bigger {k}. Choose between {p} and {p2}.
Check {k} in {p} against {k} in {p2}. Report the higher one.
Between {p} and {p2}, which sets {k} higher?
Take {k} from {p} and from {p2} and tell me the maximum.
Both {p} and {p2} set {k}. Which one sets the larger value, and what is it?
Tell me where {k} is greater: {p} or {p2}.
Could you see whether {p} or {p2} has the higher {k}?
The larger {k} wins. Candidates: {p}, {p2}. Who wins?
Out of {p} and {p2}, pick the one where {k} is highest.
QA: higher {k}, {p} or {p2}?
""")


def compare(r):
    f, g = W.settings(r, 3), W.settings(r, 3)
    k = W.low(r)
    a, b = W.distinct_nums(r)
    out = []
    for x, n in ((f, a), (g, b)):
        if str(a) in x.text or str(b) in x.text:
            raise W.Clash
        lines = [ln for ln in x.lines if ln not in ("{", "}")]
        out.append(W.File(W.path(r, ["conf", "ini", "yaml", "txt"]), [*lines[:1], f"{k} = {n}", *[ln for ln in lines[1:]]]))
    f, g = out
    best, v = (f, a) if a > b else (g, b)
    return job(
        r,
        HIGHER,
        W.world(r, f, g),
        [("read", f.path), ("read", g.path)],
        frames("""
{q}, with {x}.
{q} has the higher {k}: {x}.
It is higher in {q} ({x}).
{k} is larger in {q}, {x}.
The larger one is {x}, in {q}.
"""),
        {"p": f.path, "p2": g.path, "k": k, "q": best.path, "x": v},
        say=[best.path, v],
    )


CELL = frames("""
In {p}, what is the {col} of {x}?
What {col} does {x} have in {p}?
Look up the {col} for {x} in {p}.
Read {p} and give me {x}'s {col}.
Find the row of {x} in {p}. What is the {col}?
{p}: {col} of {x}?
I need the {col} listed for {x}. The table is {p}.
Tell me the {col} in the {x} row of {p}.
Check the table {p} for {x} and report the {col}.
Please open {p} and find {col} for {x}.
Which {col} belongs to {x}? See {p}.
According to {p}, what's the {col} of {x}?
Could you check {x} in {p}? I only want the {col}.
The {col} for {x} is somewhere in {p}. What is it?
From the table in {p}: {x}, {col}?
Row {x}, column {col}, file {p}.
What is entered under {col} for {x} in {p}?
Give me the {col} that goes with {x} in {p}.
Find {x} in {p} and read out the {col} column.
Use {p} to answer: what {col} has {x}?
""")


def cell(r):
    f = W.table(r)
    key, cells, _ = r.choice(f.rows)
    i = r.choice([1, 2])
    return job(
        r,
        CELL,
        W.world(r, f),
        [("read", f.path)],
        frames("""
The {col} of {x} is {y}.
{x} has {col} {y}.
It is {y}.
{y}
{p} lists {y} for {x}.
{x}: {y}
"""),
        {"p": f.path, "col": f.cols[i], "x": key, "y": cells[i]},
        say=[cells[i]],
    )


KINDS = [read_value, read_line, read_whole, read_fact, count_lines, read_two, compare, cell]
