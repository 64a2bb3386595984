"""Tasks that take lines out, tick them, or change several parts of a file."""

import tovaworld as W
from tovabase import Clash, frames, job
from tovaedit import other

CUT = frames("""
Remove {line} from {p}.
Delete the line {line} from {p}.
Take {line} off {p}.
In {p}, delete {line}.
{line} is done. Remove it from {p}.
Strike {line} from {p}.
{p} no longer needs the line {line}.
Please drop the line {line} in {p}.
Cut {line} out of {p}.
I don't want {line} in {p} any more.
The line {line} has to go from {p}.
Could you remove {line} from the file {p}?
Cross {line} off {p}, that is, delete the line.
Get {line} out of {p}.
Erase the line {line}. File {p}.
{p}: remove {line}
Leave everything in {p} except {line}, which goes.
Without {line}, please. The file is {p}.
We can delete {line} from {p} now.
Kick {line} out of {p}.
""")


def cut(path, text, line):
    """The edit that takes a whole line out."""
    if text.split("\n")[-1] == line:
        return ("edit", path, "\n" + line, "")
    return ("edit", path, line + "\n", "")


def cut_line(r):
    f = W.checklist(r) if r.random() < 0.7 else W.prose(r)
    if len(f.lines) < 2:
        raise Clash
    ln = r.choice(f.lines)
    name = ln[len(f.mark) :] if hasattr(f, "mark") else ln
    return job(
        r,
        CUT,
        W.world(r, f),
        [("read", f.path), cut(f.path, f.text, ln)],
        [
            "{line} is gone from {p}.",
            "I removed {line} from {p}.",
            "Removed.",
            "{p} no longer has {line}.",
            "Done: the line is out of {p}.",
            "Took {line} off {p}.",
        ],
        {"p": f.path, "line": name},
        derived=[""],
    )


TICK = frames("""
Tick {line} in {p}.
Mark {line} as done in {p}.
Check off {line} in {p}.
In {p}, mark {line} done.
{line} is finished. Tick it in {p}.
I have done {line}; put an x in its box in {p}.
Please tick the box of {line} in {p}.
{p}: {line} is done, [x]-mark it
Cross the box at {line} in {p}.
Set {line} to done in the checklist {p}.
Could you check {line} in {p}?
Done with {line}! Update {p}.
Complete the item {line} in {p}.
Put a check mark (x) on {line}, file {p}.
Turn the empty box of {line} in {p} into [x0].
We finished {line}. Note that in {p}.
""".replace("[x]", "x").replace("[x0]", "an x"))


def tick(r):
    f = W.checklist(r)
    f.lines = ["- [ ] " + x if r.random() < 0.75 else "- [x] " + x for x, _, _ in f.rows]
    ln = r.choice(f.lines)
    if "[x]" in ln:
        raise Clash
    item = ln[6:]
    f = W.File(f.path, f.lines)
    return job(
        r,
        TICK,
        W.world(r, f),
        [("read", f.path), ("edit", f.path, ln, "- [x] " + item)],
        ["{line} is ticked.", "I marked {line} as done.", "{p}: {line} is done.", "Ticked {line} in {p}.", "Done.", "{line} has its x now."],
        {"p": f.path, "line": item},
        derived=["- [x] " + item],
    )


TWOSET = frames("""
In {p}, set {k} to {v} and {k2} to {v2}.
Set {k} to {v} and {k2} to {v2} in {p}.
Two changes in {p}: {k} becomes {v}, {k2} becomes {v2}.
{p}: {k} = {v}, {k2} = {v2}
Update {p}. {k}: {v}. {k2}: {v2}.
Please change {k} and {k2} in {p} to {v} and {v2}.
First set {k} to {v} in {p}, then {k2} to {v2}.
{p} needs {k} at {v} and also {k2} at {v2}.
Make {k} {v} in {p}. While you're there, make {k2} {v2}.
Could you give {k} the value {v} and {k2} the value {v2}? File {p}.
Edit {p}:~- {k}: {v}~- {k2}: {v2}
Adjust both {k} ({v}) and {k2} ({v2}) in {p}.
1. open {p}~2. set {k} to {v}~3. set {k2} to {v2}
I want {v} for {k} and {v2} for {k2} in {p}.
In the file {p} change {k} to {v}; same file, {k2} to {v2}.
New values for {p}: {k} {v}, {k2} {v2}.
THEN {p} has {k} {v}~AND {p} has {k2} {v2}
The {k} in {p} is {v} now, and the {k2} is {v2}.
""")


def set_two(r):
    f = W.keyed(r, r.randint(3, 5))
    (k, _, a), (k2, _, b) = r.sample(f.rows, 2)
    v, v2 = W.renew(r, f, k), W.renew(r, f, k2)
    if f.text.count(a) != 1 or f.text.count(b) != 1 or v in v2 or v2 in v:
        raise Clash
    return job(
        r,
        TWOSET,
        W.world(r, f),
        [("read", f.path), ("edit", f.path, a, f.fmt(k, v)), ("edit", f.path, b, f.fmt(k2, v2))],
        [
            "{k} is {v} and {k2} is {v2} now.",
            "Both changed in {p}.",
            "I set {k} to {v} and {k2} to {v2}.",
            "{p} is updated: {k} {v}, {k2} {v2}.",
            "Done, both values are set.",
        ],
        {"p": f.path, "k": k, "v": v, "k2": k2, "v2": v2},
    )


BLOCKS = frames("""
In {p} replace~{b}~with~{b2}
{p}: change~{b}~to~{b2}
Replace this part of {p}:~{b}~New:~{b2}
Edit {p}. Old lines:~{b}~New lines:~{b2}
Please swap these lines in {p}~{b}~for these~{b2}
In the file {p}, this~{b}~should become this~{b2}
Old code in {p}:~{b}~Better code:~{b2}
Find in {p}:~{b}~Put there instead:~{b2}
This stands in {p}:~{b}~I want:~{b2}
Apply this change to {p}.~before:~{b}~after:~{b2}
Could you replace the block~{b}~in {p} by~{b2}
Turn~{b}~into~{b2}~in {p}.
File {p}~Actual:~{b}~Expected:~{b2}
Update {p} from~{b}~to~{b2}
""")


def edit_block(r):
    f = r.choice([W.code, W.notes, W.prose, W.settings])(r)
    if len(f.lines) < 3:
        raise Clash
    i = r.randrange(len(f.lines) - 1)
    old = "\n".join(f.lines[i : i + 2])
    w = r.choice([x for x in old.replace("(", " ").replace('"', " ").split() if x.isalnum()] or [""])
    if not w or "\n\n" in old or not old.split("\n")[1].strip():
        raise Clash
    new = (
        old.replace(w, other(r, w, f.text)) if r.random() < 0.7 else old + "\n" + f.lines[i][: len(f.lines[i]) - len(f.lines[i].lstrip())] + W.low(r)
    )
    return job(
        r,
        BLOCKS,
        W.world(r, f),
        [("edit", f.path, old, new)],
        ["{p} is changed.", "I replaced the lines in {p}.", "Done, {p} has the new lines.", "The block in {p} is replaced.", "Done."],
        {"p": f.path, "b": old, "b2": new},
        lang=f.lang,
    )


KINDS = [cut_line, tick, set_two, edit_block]
