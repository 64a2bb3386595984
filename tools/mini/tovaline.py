"""Tasks that add lines, and tasks that change several files."""

import tovaworld as W
from tovabase import Clash, frames, grow, job, lead
from tovaedit import other

ADDED = frames("""
I added {line} to {p}.
{p} has the new line {line}.
Added to {p}.
Done: {line} is in {p}.
{line} is now in {p}.
The line is added to {p}.
{p} is longer by one line.
Done.
""")
END = frames("""
Append {line} to {p}.
Add {line} at the end of {p}.
Add the line {line} to the end of {p}.
Add {line} to the bottom of {p}.
Put {line} at the end of {p}.
Please append the line {line} to {p}.
At the end of {p}, add {line}.
{p} needs one more line at the end: {b}
{p}: append {line}
Write {line} below the last line of {p}.
Let {p} end with the line {line}.
Could you add {line} as the last line of {p}?
As a new last line in {p}: {b}
Attach {line} to the end of the file {p}.
Keep {p} as it is but add {line} at the bottom.
Extend {p} by the line {line}.
New last line for {p}: {b}
Continue {p} with {line}.
One more line for {p}, at the very end: {b}
Stick {line} onto the end of {p}.
The last line of {p} should be a new one, {line}.
Without losing what is there, add {line} to the end of {p}.
Append to {p}: {b}
THEN {p} ends with {line} and keeps its old lines
Go to the end of {p} and write {line}.
After everything else in {p} comes {line}. Add it.
""")


def append_line(r):
    f = r.choice([W.prose, W.checklist, W.notes, W.log, W.code])(r)
    s = r.choice([W.sayso, W.phrase])(r)
    if s in f.text:
        raise Clash
    return job(r, END, W.world(r, f), [("read", f.path), grow(f.path, f.text, s)], ADDED, {"p": f.path, "line": s, "b": s})


TOP = frames("""
Add {line} at the top of {p}.
Put {line} at the beginning of {p}.
Prepend {line} to {p}.
Insert {line} as the first line of {p}.
{p} should start with the line {line}. Add it.
Please put the line {line} before everything else in {p}.
Begin {p} with {line}, keep the rest.
{p}: prepend {line}
Write {line} above the first line of {p}.
New first line in {p}: {b}
At the top of {p}, add {line}.
Could you add {line} to the start of {p}?
Give {p} the heading {line}.
The file {p} lacks a first line. Insert {line}.
Set {line} in front of the text of {p}.
Place {line} at the head of {p}.
On top of {p} goes {line}.
I want {line} to come first in {p}, followed by what is there.
Add a line {line} before line one of {p}.
THEN {p} begins with {line} followed by its old content
""")


def prepend_line(r):
    f = r.choice([W.prose, W.checklist, W.notes, W.code])(r)
    s = r.choice([W.sayso, W.phrase, lambda r: f"# {W.low(r)} {W.low(r)}"])(r)
    if s in f.text:
        raise Clash
    return job(r, TOP, W.world(r, f), [("read", f.path), lead(f.path, f.text, s)], ADDED, {"p": f.path, "line": s, "b": s})


ITEM = frames("""
Add {line} to the list in {p}.
Add {line} to {p}.
Put {line} on {p}.
{p} lacks {line}. Add it at the end.
Please note {line} on the list {p}.
I also need {line}, so add it to {p}.
One more item for {p}: {b}
Add an entry {line} to {p} in the same style as the others.
Could you put {line} on my list {p}?
{line} belongs on {p} too.
New entry for {p}: {b}
Don't let me forget {line}, put it on {p}.
Write {line} on {p} under the other items.
Get {line} onto the list in {p}.
The list {p} is missing {line}.
Add to {p}: {b}
list {p}, new item {line}
Also {line}, please, on {p}.
Extend the list {p} with {line}.
""")


def add_item(r):
    f = W.checklist(r)
    item = W.fresh(r, f.make, 1, [x for x, _, _ in f.rows])[0]
    line = f.mark + item
    return job(r, ITEM, W.world(r, f), [("read", f.path), grow(f.path, f.text, line)], ADDED, {"p": f.path, "line": item, "b": item})


BOTH = frames("""
Add {line} and {line2} to the end of {p}.
Append two lines to {p}: {line} and {line2}.
Put {line} and then {line2} at the bottom of {p}.
{p} gets two more lines, {line} and {line2}.
Append {line} to {p}, followed by {line2}.
Two more lines for {p}: first {line}, then {line2}.
Please add these to the end of {p}: {line}, {line2}, each on its own line.
At the end of {p}, write {line}; on the next line {line2}.
Extend {p} by {line} and by {line2}, in this order.
Could you append {line} and {line2} to {p} as separate lines?
{p}: append {line}, append {line2}
Let {p} end with the lines {line} and {line2}.
The file {p} lacks {line} and {line2}; add both at the end.
Add at the bottom of {p}:~1. {line}~2. {line2}~(without the numbers)
""")


def append_two(r):
    f = r.choice([W.prose, W.notes])(r)
    a, b = W.fresh(r, r.choice([W.sayso, W.phrase]), 2)
    return job(
        r,
        BOTH,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, a + "\n" + b)],
        [
            "Both lines are added to {p}.",
            "I added {line} and {line2} to {p}.",
            "{p} has two more lines.",
            "Added both.",
            "Done, {p} ends with {line2}.",
        ],
        {"p": f.path, "line": a, "line2": b},
        derived=[grow(f.path, f.text, a + "\n" + b)[-1]],
    )


ROW = frames("""
Add a row to {p}: {x}.
Add {x} to the table {p}.
New row in {p}: {x}
Append a row with {x} to {p}.
{p} needs another row, {x}.
Please enter {x} in {p}.
Enter a new line in the table {p}: {x}.
Could you put {x} into {p} as the last row?
Record this in {p}: {x}.
Table {p}, one more row: {x}
Put these values into {p} as a row: {x}.
Extend {p} by a row for {y0} ({x}).
Register {y0} in {p}. The row: {x}.
There is a new entry for {p}: {x}. Add it at the end.
At the end of {p}, add the row {x}.
""")


def add_row(r):
    f = W.table(r)
    cells = W.fresh(r, lambda r: f.makers.get(f.cols[0], W.low)(r), 1, [f.text]) + [str(f.makers.get(c, W.num)(r)) for c in f.cols[1:]]
    row = f.sep.join(cells)
    x = ", ".join(f"{c} {v}" for c, v in zip(f.cols, cells)) if r.random() < 0.6 else row
    return job(
        r,
        ROW,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, row)],
        ["The row for {y0} is in {p}.", "I added {y0} to {p}.", "Added the row.", "{p} has the new row for {y0}.", "Done."],
        {"p": f.path, "x": x, "y0": cells[0]},
        derived=[grow(f.path, f.text, row)[-1]],
    )


KEY = frames("""
Add {k} with the value {v} to {p}.
Add a new entry {k} = {v} to {p}.
{p} needs a new entry: {k} with value {v}.
Add {k} ({v}) at the end of {p}, in the style of the other lines.
Please add to {p} the entry {k}, value {v}.
Give {p} one more entry, {k}, set to {v}.
In {p}, add {k} and set it to {v}.
Could you add an entry for {k} to {p}? Value: {v}.
{p} has no {k} yet. Add it, it's {v}.
New entry for {p}. Key: {k}. Value: {v}.
Extend {p} by {k}, which is {v}.
Write {k} with {v} under the other entries of {p}.
{k} is missing in {p}; it must be {v}.
Enter {k} into {p} with the value {v}.
file {p}: new key {k}, value {v}
""")


def add_key(r):
    f = W.keyed(r)
    if f.lang == "json":
        raise Clash
    got = W.pairs(r, 1, W.KEYS if f.lang else W.LIFE)[0]
    k = got[0].upper() if f.rows[0][0].isupper() and f.lang else got[0]
    v = got[1]
    line = f.fmt(k, v)
    if k.lower() in f.text.lower() or v.lower() in f.text.lower():
        raise Clash
    step = grow(f.path, f.text, line)
    return job(
        r,
        KEY,
        W.world(r, f),
        [("read", f.path), step],
        ["{k} is in {p} now, with {v}.", "I added {k} to {p}.", "Added {k} with the value {v}.", "{p} has {k} set to {v}.", "Done."],
        {"p": f.path, "k": k, "v": v},
        derived=[step[-1]],
    )


AFTER = frames("""
Insert {line} {w0} the line {line2} in {p}.
In {p}, put {line} {w0} {line2}.
{w1} {line2} in {p}, add the line {line}.
Add {line} to {p}, right {w0} {line2}.
{p}: {line} goes directly {w0} {line2}
Please insert {line} in {p}, {w0} the line that says {line2}.
Find {line2} in {p} and put {line} {w0} it.
The line {line} belongs {w0} {line2} in {p}.
{line} should come {w0} {line2} in {p}. Insert it.
Could you squeeze {line} in {w0} {line2}? File {p}.
Place {line} on its own line {w0} {line2} in the file {p}.
New line in {p}: {line}. Position: {w0} {line2}.
I forgot {line} in {p}. It comes right {w0} {line2}.
Edit {p} so that {line} stands {w0} {line2}.
{w1} the line {line2} ({p}) there should be {line}.
""")


def insert(r):
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    mark = getattr(f, "mark", "")
    anchor = r.choice(f.lines)
    s = mark + W.phrase(r) if mark else r.choice([W.sayso, W.phrase])(r)
    if f.text.count(anchor) != 1 or s in f.text:
        raise Clash
    after = r.random() < 0.6
    return job(
        r,
        AFTER,
        W.world(r, f),
        [("edit", f.path, anchor, anchor + "\n" + s if after else s + "\n" + anchor)],
        ADDED,
        {"p": f.path, "line": s, "line2": anchor, "w0": "after" if after else "before", "w1": "After" if after else "Before"},
    )


# Several files

DIDALL = frames("""
{old} is {new} in {x} now.
I changed {old} to {new} in {x}.
Done: {x} have {new}.
Replaced {old} with {new} in {x}.
Changed in {x}.
{x} are updated.
""")
TWOFILES = frames("""
Replace {old} with {new} in {p} and {p2}.
Change {old} to {new} in both {p} and {p2}.
In {p} and in {p2}, {old} should be {new}.
{p} and {p2} say {old}. Make that {new} in both.
Swap {old} for {new} in these files: {p}, {p2}.
Files {p}, {p2}: {old} -> {new}
Please use {new} instead of {old} in {p} and {p2}.
First in {p}, then in {p2}: change {old} to {new}.
{old} became {new}. Update {p} and {p2}.
Both {p} and {p2} still have {old}; it has to be {new}.
Could you edit {p} and {p2} so they say {new}, not {old}?
Turn {old} into {new}, in {p} as well as in {p2}.
1. {p}: {old} to {new}~2. {p2}: the same
Change {p}: {old} becomes {new}. Do the same in {p2}.
Correct {old} to {new} in {p}. {p2} has the same mistake.
Put {new} where {p} and {p2} have {old}.
The word {old} stands in {p} and {p2}. Write {new} there.
""")


def shared(r, n, w):
    """n files with a line about w each."""
    out, seen = [], set()
    for _ in range(n):
        f = r.choice([W.prose, W.checklist, W.notes, W.settings])(r)
        if w.lower() in f.text.lower() or f.path in seen or f.lang == "json" or w.lower() in f.path.lower():
            raise Clash
        ln = (
            f.fmt(W.low(r), w)
            if f.fmt and not hasattr(f, "mark")
            else r.choice([f"The {w} is {W.low(r)}.", f"{W.who(r)} has the {w}.", f"Bring {w} and {W.low(r)}.", f"We use {w} here."])
        )
        f.lines.insert(r.randint(0, len(f.lines)), ln)
        f = W.File(f.path, f.lines)
        if f.text.count(w) != 1:
            raise Clash
        seen.add(f.path)
        out.append(f)
    return out


def swap_two(r):
    old = r.choice([W.low, W.who, W.host, W.ver])(r)
    fs = shared(r, 2, old)
    new = other(r, old, fs[0].text + fs[1].text)
    p, q = [f.path for f in fs]
    return job(
        r,
        TWOFILES,
        W.world(r, *fs, avoid=[old]),
        [("edit", x, old, new) for x in (p, q)],
        DIDALL,
        {"p": p, "p2": q, "old": old, "new": new, "x": f"{p} and {q}"},
    )


THREEFILES = frames("""
Replace {old} with {new} in {p}, {p2} and {p3}.
Change {old} to {new} in three files: {p}, {p2}, {p3}.
{p}, {p2} and {p3} all say {old}. They should say {new}.
In each of {p}, {p2} and {p3}, use {new} instead of {old}.
Files:~- {p}~- {p2}~- {p3}~In each, {old} becomes {new}.
{old} -> {new} in {p}, {p2}, {p3}
Please correct {old} to {new} in {p}, in {p2} and in {p3}.
We renamed {old} to {new}; adjust {p}, {p2} and {p3}.
Step 1: {p}. Step 2: {p2}. Step 3: {p3}. In every step replace {old} by {new}.
Go through {p}, {p2} and {p3} and turn {old} into {new}.
The same change in three places ({p}, {p2}, {p3}): {old} becomes {new}.
Could you swap {old} for {new} in {p}? Then likewise in {p2} and {p3}.
Make it {new} rather than {old} in {p}, {p2} and {p3}.
Old: {old}. New: {new}. Where: {p}, {p2}, {p3}.
""")


def swap_three(r):
    old = r.choice([W.low, W.who, W.host, W.ver])(r)
    fs = shared(r, 3, old)
    new = other(r, old, "".join(f.text for f in fs))
    ps = [f.path for f in fs]
    return job(
        r,
        THREEFILES,
        W.world(r, *fs, avoid=[old]),
        [("edit", x, old, new) for x in ps],
        DIDALL,
        {"p": ps[0], "p2": ps[1], "p3": ps[2], "old": old, "new": new, "x": f"{ps[0]}, {ps[1]} and {ps[2]}"},
    )


EVERY = frames("""
Replace {old} with {new} in all files.
Change {old} to {new} everywhere.
Everywhere in the project, {old} should be {new}.
Go through all files and replace {old} by {new}.
{old} -> {new} in every file that has it
Wherever a file says {old}, make it {new}.
{old} is now called {new}. Update all the files.
Please swap {old} for {new} across the whole workspace.
Find every {old} in the files and change it to {new}.
I want no {old} left in any file; use {new}.
Search all files for {old} and put {new} there.
Some files mention {old}. Change that to {new} in each of them.
Could you replace {old} with {new} throughout the project?
Use {new} in place of {old} in whatever file it occurs.
List the files, read them, and where there's {old}, write {new}.
Project-wide: {old} becomes {new}.
Let {new} take the place of {old} in all documents.
Rename {old} to {new}, all files.
""")


def swap_every(r):
    old = r.choice([W.low, W.who, W.host])(r)
    fs = shared(r, r.choice([1, 2, 2]), old)
    files = W.world(r, *fs, extra=r.choice([0, 1, 2]), avoid=[old])
    new = other(r, old, "".join(files.values()))
    hit = sorted(f.path for f in fs)
    plan = [("list",)] + [("read", p) for p in sorted(files)] + [("edit", p, old, new) for p in hit]
    return job(
        r,
        EVERY,
        files,
        plan,
        ["Changed {old} to {new} in {x}.", "{old} was in {x}; it says {new} now.", "I replaced {old} with {new} in {x}.", "Done, {x}: {new}."],
        {"old": old, "new": new, "x": " and ".join(hit)},
        say=hit,
    )


ELSEWHERE = frames("""
Change {old} to {new}. I don't remember in which file it is.
One of the files says {old}. Replace it with {new}.
Find {old} and change it to {new}.
Find the file with {old} and put {new} there instead.
Somewhere it says {old}; that should be {new}.
Look for {old} in the files. Where you find it, write {new}.
There's a wrong {old} in one of the files. Right is {new}.
I need {old} replaced by {new}, but you'll have to find the file.
Which file has {old}? Change it to {new} there.
Please hunt down {old} and turn it into {new}.
Search for {old}, then edit that file to say {new}.
A single file contains {old}. Edit it: {new}.
Could you find where {old} is written and make it {new}?
{old} (file unknown) -> {new}
Locate {old}. Replace with {new}. Tell me the file.
""")


def swap_found(r):
    old = r.choice([W.low, W.who, W.host, W.ver])(r)
    f = shared(r, 1, old)[0]
    files = {f.path: f.text, **W.crowd(r, r.randint(1, 3), [f.path], [old])}
    new = other(r, old, "".join(files.values()))
    names = sorted(files)
    plan = [("list",)] + [("read", p) for p in names[: names.index(f.path) + 1]] + [("edit", f.path, old, new)]
    return job(
        r,
        ELSEWHERE,
        files,
        plan,
        [
            "It was in {p}; it says {new} now.",
            "I changed {old} to {new} in {p}.",
            "Found it in {p} and changed it to {new}.",
            "{p} says {new} now.",
            "Done in {p}.",
        ],
        {"old": old, "new": new, "p": f.path},
        say=[f.path],
    )


KINDS = [append_line, prepend_line, add_item, append_two, add_row, add_key, insert, swap_two, swap_three, swap_every, swap_found]
