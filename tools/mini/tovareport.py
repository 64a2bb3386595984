"""Tasks that read a program, a log, a table or a list and report."""

import tovaworld as W
from tovabase import frames, job, series

CODEQ = frames("""
Which [number|constant] appears in {p}?
What number is used in {p}?
Read {p} and tell me the number in it.
Look at the code in {p}. What number does {k} use?
What constant does {k} in {p} use?
In {p}, which number stands in {k}?
{p} has a magic number in {k}. What is it?
Check {k} in {p} and report the number there.
The function {k} lives in {p}. Which number does it use?
Tell me the constant in {k} ({p}).
Could you read {p} and say which constant {k} works with?
Open {p}, find {k}, report its number.
I want to know the number inside {k}, file {p}.
How big is the constant in {p}?
Review {p}: which number is hard-coded in {k}?
Please look at {k} in {p} and tell me what number it has.
Hard-coded number in {p}?
Someone put a number into {k}. See {p}. Which one?
""")


def read_code(r):
    f = W.code(r, ["js", "ts", "rs", "go", "rb", "kt", "swift", "jl", "lua", "r", "zig", "hs", "ex"])
    if f.text.count(str(f.n)) != 1 or any(c.isdigit() for c in f.text.replace(str(f.n), "", 1).replace("i32", "")):
        raise W.Clash
    return job(
        r,
        CODEQ,
        W.world(r, f),
        [("read", f.path)],
        frames("""
{k} uses {x}.
The number is {x}.
It is {x}.
{x}
{p} uses {x}.
The constant in {p} is {x}.
"""),
        {"p": f.path, "k": f.fn, "x": f.n},
        say=[f.n],
    )


LASTERR = frames("""
Which error is in {p}?
Find the error in {p} and tell me what it says.
What went wrong according to {p}?
Look through {p} for an ERROR line and quote the message.
Read the log {p}. What is the error?
There is one ERROR in {p}. When did it happen and what does it say?
Check {p} for errors.
Something failed last night. See {p} and tell me what.
Report the ERROR entry of {p}.
{p}: any errors? Which?
Please go through {p} and tell me the failure.
What is the message of the ERROR line in {p}?
Search {p} for ERROR, report it.
Could you look into {p} and find out what failed?
I see an alert. The log is {p}. What's the error message?
Skim {p}, I only care about errors.
Tell me which error {p} shows.
Give me the error message from {p}.
What problem does the log {p} record?
Open the log {p} and read out its error.
""")


def log_error(r):
    f = W.log(r)
    m = f.rows[f.bad][1]
    return job(
        r,
        LASTERR,
        W.world(r, f),
        [("read", f.path)],
        frames("""
The error is: {x}
{p} has one error: {x}
The log shows the error "{x}".
The ERROR line says {x}.
{x}
It says {x}, at {y}.
"""),
        {"p": f.path, "x": m, "y": f.times[f.bad]},
        say=[m],
    )


MOST = frames("""
Which {a} in {p} has the highest {b0}?
Who or what has the most {b0} in {p}?
Read {p}. Which row has the largest {b0}?
Find the maximum {b0} in {p} and say which {a} it belongs to.
In {p}, which {a} comes out on top by {b0}?
Highest {b0} in {p}?
Tell me the {a} with the greatest {b0} in {p}.
Look at the {b0} column of {p}. Which {a} has the top value?
By {b0}, which {a} leads in {p}?
Please check {p} for the largest {b0}.
Going by {p}, what {a} has the biggest {b0}?
Could you find the {a} with the largest {b0}? The table is {p}.
{p}: top {a} by {b0}?
Sort {p} in your head by {b0}. Which {a} is first?
Which {a} wins on {b0}? See {p}.
The {b0} column in {p}: name the {a} with the maximum.
""")


def table_max(r):
    f = W.table(r, r.randint(2, 4))
    i = next((j for j in (1, 2) if all(x[1][j].isdigit() for x in f.rows)), None)
    if i is None:
        raise W.Clash
    best = max(f.rows, key=lambda x: int(x[1][i]))
    return job(
        r,
        MOST,
        W.world(r, f),
        [("read", f.path)],
        frames("""
{x}, with {y}.
{x} has the highest {b0}: {y}.
It is {x} ({y}).
The highest {b0} is {y}, {x}.
{x} leads with {y}.
"""),
        {"p": f.path, "a": f.cols[0], "b0": f.cols[i], "x": best[0], "y": best[1][i]},
        say=[best[0]],
    )


ITEMS = frames("""
What is on the list in {p}?
Which items does {p} list?
Name [everything|all items] in {p}.
Read me the list in {p}.
List what {p} contains.
Tell me the entries of {p}.
What do I have on {p}?
Go through {p} and name the items.
{p}: which entries?
Please sum up what stands on the list {p}.
Give me all items from {p} in one sentence.
Could you tell me the things in {p}?
What are the entries in {p}?
Report every entry of {p}.
Read the list {p} aloud.
I'm out and need my list. What does {p} hold?
What's still on {p}?
Enumerate {p}.
Which things have we put on {p}?
Repeat the items in {p}, separated by commas.
""")


def list_items(r):
    f = W.checklist(r, r.randint(2, 4))
    items = [x for x, _, _ in f.rows]
    return job(
        r,
        ITEMS,
        W.world(r, f),
        [("read", f.path)],
        frames("""
The list has {x}.
{p} lists {x}.
{x}.
It holds {x}.
On {p}: {x}.
The entries are {x}.
"""),
        {"p": f.path, "x": series(items)},
        say=items,
    )


KINDS = [read_code, log_error, table_max, list_items]
