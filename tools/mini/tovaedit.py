"""Tasks that change words, lines and values in one file."""

import tovaworld as W
from tovabase import Clash, frames, job

DID = frames("""
I changed {old} to {new} in {p}.
{p} now says {new}.
Done: {p} has {new} instead of {old}.
Replaced {old} with {new} in {p}.
{old} is now {new} in {p}.
Done.
Changed in {p}.
{p} is updated.
The change in {p} is made.
In {p} {old} became {new}.
""")

SWAP = frames("""
Replace {old} [with|by] {new} in {p}.
Change {old} to {new} in {p}.
In {p}, change {old} to {new}.
In {p}, replace {old} by {new}.
{p}: {old} -> {new}
{p}: replace {old} with {new}
Swap {old} for {new} in {p}.
Edit {p} so that {old} becomes {new}.
Please edit {p}: {old} should be {new}.
{p} says {old}, but it should say {new}.
{p} still says {old}. Make it {new}.
There's a mistake in {p}: {old} must be {new}.
I wrote {old} in {p} by mistake. It should read {new}.
[Could|Can|Would] you change {old} into {new} in {p}?
Turn {old} into {new} in {p}.
Put {new} in place of {old} in {p}.
Use {new} instead of {old} in {p}.
Where {p} says {old}, write {new}.
{old} in {p} is wrong, {new} is right. Fix it.
Correct {old} to {new} in {p}, please.
Update {p}: not {old} but {new}.
Substitute {new} for {old} in the file {p}.
Open {p} and change {old} to {new}.
File: {p}~Find: {old}~Replace with: {new}
Find {old} in {p} and replace it with {new}.
old: {old}~new: {new}~file: {p}
Make {new} out of {old} in {p}.
I'd rather have {new} than {old} in {p}.
Instead of {old}, {p} should have {new}.
It's no longer {old}, it's {new}. Please fix {p}.
WHEN {p} is opened THEN it shows {new} where it now shows {old}.
Modify {p}: {old} to {new}.
s/{w0}/{n0}/ in {p}
Get rid of {old} in {p}, put {new} there.
{old} has been renamed {new}; {p} needs that change.
Let {p} read {new} where it reads {old}.
Rewrite {old} as {new} in {p}.
We say {new} now, not {old}. Adjust {p}.
The {old} in {p}: make that {new}.
Wherever you see {old} in {p}, it ought to be {new}.
Change {p}. Old text {old}, new text {new}.
""")


def spot(r, f):
    """A word or piece of the file that occurs once in it."""
    for _ in range(20):
        ln = r.choice(f.lines)
        parts = [x.strip('.,;:"(){}[]') for x in ln.split()]
        parts = [x for x in parts if len(x) > 2 and x[0].isalnum() and f.text.count(x) == 1]
        if parts:
            return r.choice(parts)
    raise Clash


def other(r, old, text):
    """A value of the sort of the old one that the text lacks."""
    for _ in range(50):
        if old.isdigit():
            new = str(W.num(r))
        elif old[:1].isupper():
            new = W.who(r)
        else:
            new = r.choice([W.low, W.low, lambda r: str(W.num(r))])(r)
        if new.lower() not in text.lower() and old.lower() not in new.lower():
            return new
    raise Clash


def swap_word(r):
    f = W.anyfile(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    return job(r, SWAP, W.world(r, f), [("edit", f.path, old, new)], DID, {"p": f.path, "old": old, "new": new, "w0": old, "n0": new})


def swap_phrase(r):
    """Several words or a whole line, given in the request."""
    f = r.choice([W.prose, W.checklist, W.notes, W.settings, W.code, W.log])(r)
    ln = r.choice([x for x in f.lines if len(x) > 5]) if any(len(x) > 5 for x in f.lines) else None
    if not ln:
        raise Clash
    words = ln.strip().split(" ")
    i = r.randrange(len(words))
    old = ln.strip() if r.random() < 0.5 else " ".join(words[i : i + r.randint(2, 4)])
    new = (
        old.replace(w := r.choice([x for x in old.split() if x[:1].isalnum()] or [old]), other(r, w, f.text))
        if r.random() < 0.6
        else r.choice([W.sayso, W.phrase])(r)
    )
    if f.text.count(old) != 1 or old == new or "/" in old:
        raise Clash
    return job(r, SWAP, W.world(r, f), [("edit", f.path, old, new)], DID, {"p": f.path, "old": old, "new": new, "w0": old, "n0": new})


SETV = frames("""
Set {k} to {v} in {p}.
Change {k} to {v} in {p}.
In {p}, set {k} to {v}.
{p}: {k} should be {v}
{p}: set {k} = {v}
Make {k} {v} in {p}.
Update {k} in {p} to {v}.
Please set the {k} in {p} to {v}.
The {k} in {p} must be {v}.
{k} has to be {v} from now on, please change {p}.
Change the value of {k} in {p}; the new value is {v}.
Put {v} as {k} in {p}.
Could you set {k} to {v}? It's in {p}.
Open {p} and give {k} the value {v}.
Whatever {k} is in {p}, make it {v}.
I want {k} to be {v}. Edit {p}.
The {k} changed. It's {v} now. Update {p}.
Give {k} the value {v} in the file {p}.
New {k}: {v}. File: {p}.
file {p}~key {k}~new value {v}
Adjust {p} so that {k} is {v}.
Edit {p}: {k} becomes {v}.
Enter {v} for {k} in {p}.
{k} in {p} is not right any more, it should read {v}.
Write {v} behind {k} in {p}.
Let {k} be {v} in {p}.
GIVEN {p}~WHEN edited~THEN {k} is {v}
We agreed on {v} for {k}. Put that in {p}.
Someone set {k} wrongly in {p}. Correct value: {v}.
Correct the {k} entry in {p} to {v}.
In the file {p} there's a {k}; replace its value with {v}.
Switch {k} to {v} ({p}).
My {k} is {v} now, can you fix that in {p}?
For {k}, {p} should list {v}.
""")
SETDID = frames("""
{k} is now {v} in {p}.
I set {k} to {v} in {p}.
Done: {k} is {v}.
{p} now has {k} at {v}.
{k} changed to {v} in {p}.
Set {k} to {v}.
{p} is updated; {k} is {v}.
Done, {k} in {p} is {v} now.
""")


def setting(r, f):
    """(key, old value, new value, old line, new line)."""
    k, v, ln = r.choice(f.rows)
    new = W.renew(r, f, k)
    if f.text.count(ln) != 1:
        raise Clash
    return k, v, new, ln, f.fmt(k, new)


def set_value(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    return job(r, SETV, W.world(r, f), [("read", f.path), ("edit", f.path, ln, to)], SETDID, {"p": f.path, "k": k, "v": new})


FROMTO = frames("""
Change {k} from {old} to {new} in {p}.
In {p}, change {k} from {old} to {new}.
{p}: {k} from {old} to {new}
The {k} in {p} goes from {old} to {new}.
Please raise or lower {k} in {p}: it's {old} and should be {new}.
{k} is {old} in {p}. Make that {new}.
Update {k} ({old}) to {new} in {p}.
In the file {p} the {k} was {old}, now it is {new}. Please edit.
Move {k} in {p} from {old} to {new}.
Could you change {k}, now {old}, to {new} in {p}?
{k} in {p}: {old} is out of date, put {new}.
Bump {k} from {old} to {new}, file {p}.
Switch {k} from {old} to {new} in {p}.
{p} lists {old} for {k}. The right value is {new}.
The {k} of {old} in {p} should be {new} instead.
Edit {p}. Was: {k} {old}. Now: {k} {new}.
""")


def set_from(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    if f.text.count(v) != 1:
        raise Clash
    return job(r, FROMTO, W.world(r, f), [("edit", f.path, v, new)], SETDID, {"p": f.path, "k": k, "old": v, "new": new, "v": new})


LINETO = frames("""
Replace the {o} line of {p} with {line}.
In {p}, the {o} line should be {line}.
Change the {o} line of {p} to {line}.
The {o} line of {p} must read {line}.
Make the {o} line in {p} say {line}.
Please rewrite the {o} line of {p}: {b}
{p}, {o} line: {b}
Swap out the {o} line of {p}. New line: {b}
Put {line} in place of the {o} line of {p}.
Let the {o} line of {p} be {line}.
Could you replace the {o} line in {p}? It should say {line}.
I don't like the {o} line of {p}. Make it {line}.
Edit {p}: {o} line becomes {line}.
Instead of its {o} line, {p} should have {line}.
Overwrite only the {o} line of {p}, with {line}.
New {o} line for {p}: {b}
Go to {p} and turn the {o} line into {line}.
The {o} line of {p} is wrong. Right would be {line}.
""")


def set_line(r):
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    if len(f.lines) < 2:
        raise Clash
    i = r.choice([0, len(f.lines) - 1, r.randrange(min(3, len(f.lines)))])
    o = "last" if i == len(f.lines) - 1 else ["first", "second", "third"][i]
    s = f.mark + str(f.make(r)) if hasattr(f, "mark") else r.choice([W.sayso, W.phrase])(r)
    if f.text.count(f.lines[i]) != 1 or s in f.text:
        raise Clash
    return job(
        r,
        LINETO,
        W.world(r, f),
        [("read", f.path), ("edit", f.path, f.lines[i], s)],
        [
            "The {o} line of {p} is new.",
            "Done, the {o} line now says {line}.",
            "{p}: {o} line replaced.",
            "I changed the {o} line of {p}.",
            "Done.",
            "The {o} line of {p} reads {line} now.",
        ],
        {"p": f.path, "o": o, "line": s, "b": s},
    )


RENAME = frames("""
Rename the function {old} to {new} in {p}.
Rename {old} to {new} everywhere in {p}.
In {p}, {old} should be called {new}.
Give the function {old} in {p} the name {new}.
{old} is a bad name. Call it {new} in {p}.
Replace all occurrences of {old} in {p} with {new}.
Please rename {old} in {p}; new name {new}.
Every {old} in {p} should become {new}.
Call it {new} instead of {old}, everywhere in {p}.
Refactor {p}: {old} becomes {new}.
Change each {old} to {new} in {p}.
All the {old}s in {p} must be {new}.
Could you rename {old} as {new} throughout {p}?
Let's use the name {new} for {old} in {p}.
The identifier {old} in {p} gets the name {new}.
Use {new} as the name of {old} in {p}, at every place.
Rename symbol: {old} => {new}. File: {p}.
{p}: rename {old} to {new}
From now on {old} is {new}. Change {p}.
I'd like {old} renamed to {new} in the file {p}.
""")


def rename_symbol(r):
    f = W.code(r)
    old = r.choice([f.arg, f.fn])
    new = W.low(r) + r.choice(["", "_" + W.low(r)])
    if f.text.count(old) < 1 or new in f.text or old in new or new in W.BARE or old in f.path:
        raise Clash
    return job(
        r,
        RENAME,
        W.world(r, f),
        [("edit", f.path, old, new)],
        [
            "Renamed {old} to {new} in {p}.",
            "{old} is called {new} now.",
            "{p} uses {new} now.",
            "Done.",
            "{old} is {new} everywhere in {p}.",
            "The name is {new} now.",
        ],
        {"p": f.path, "old": old, "new": new},
        many=True,
    )


TYPO = frames("""
There's a typo in {p}: {old} should be {new}.
Fix the typo {old} in {p}; it's spelled {new}.
I misspelled {new} as {old} in {p}. Fix it, please.
{p} has {old} where {new} is meant.
Please correct the spelling of {new} in {p}. It says {old}.
Spelling: {old} -> {new} ({p})
{new} is written {old} in {p}. Correct that.
Typo! {p} says {old} but I meant {new}.
Correct {old}, which should be {new}, in {p}.
Someone typed {old} for {new} in {p}. Could you repair that?
Oops, {old} in {p} should of course be {new}.
In {p} the word {new} is misspelled {old}.
Repair the misspelling {old} ({new}) in {p}.
Bug report: {p} shows {old}. Expected: {new}.
It's {new}, not {old}. {p} has it wrong.
Actual: {old}~Expected: {new}~File: {p}~Please fix.
Proofreading found {old} in {p}; the right form is {new}.
The reader of {p} will laugh at {old}. Write {new}.
""")


def typo(r):
    f = r.choice([W.prose, W.checklist, W.notes, W.code])(r)
    new = spot(r, f)
    if not new.isalpha() or len(new) < 4:
        raise Clash
    i = r.randrange(len(new) - 1)
    old = r.choice([new[:i] + new[i + 1] + new[i] + new[i + 2 :], new[:i] + new[i + 1 :], new[:i] + new[i] + new[i:]])
    text = f.text.replace(new, old)
    if old == new or text.count(old) != 1 or new in text:
        raise Clash
    g = W.File(f.path, text.split("\n"))
    return job(
        r,
        TYPO,
        W.world(r, g),
        [("edit", f.path, old, new)],
        [
            "Fixed: {p} says {new} now.",
            "The typo in {p} is fixed.",
            "{old} is now {new} in {p}.",
            "Corrected to {new}.",
            "I corrected the spelling in {p}.",
            "Done.",
        ],
        {"p": f.path, "old": old, "new": new},
    )


KINDS = [swap_word, swap_phrase, set_value, set_from, set_line, rename_symbol, typo]
