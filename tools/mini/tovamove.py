"""Tasks that rename, copy, delete and merge files, and carry values between them."""

import tovaworld as W
from tovabase import Clash, frames, grow, job

RENAME = frames("""
Rename {p} to {p2}.
Move {p} to {p2}.
{p} should be called {p2}.
Please rename the file {p}; its new name is {p2}.
Give {p} the name {p2}.
mv {p} {p2}
{p} -> {p2} (rename)
Could you rename {p} as {p2}?
The file {p} belongs at {p2}. Move it.
I want {p} to be {p2} from now on.
Change the name of {p} to {p2}.
Put {p} at {p2} and remove the old file.
The name {p} is bad. Use {p2}.
Call {p} {p2} instead.
Let {p} move to {p2}.
Old name: {p}~New name: {p2}
WHEN done THEN {p} is gone and {p2} has its text
Relocate {p} to {p2}.
The content of {p} should live in {p2}, and {p} should not exist any more.
Take {p} and rename it {p2}, please.
Transfer {p} to {p2}; nothing must remain at {p}.
""")


def target(r, f, files):
    p = f.path
    ext = p.rsplit(".", 1)[-1] if "." in p.split("/")[-1] else "txt"
    k = r.random()
    q = W.path(r, [ext, ext, "txt", "md", "bak", "old"], "/".join(p.split("/")[:-1]) if k < 0.4 else None)
    if k > 0.8:
        q = f"{r.choice(W.DIRS)}/{p.split('/')[-1]}"
    if q in files or q in p or p in q:
        raise Clash
    return q


def rename(r):
    f = W.anyfile(r)
    files = W.world(r, f)
    p, q = f.path, target(r, f, files)
    return job(
        r,
        RENAME,
        files,
        [("read", p), ("write", q, f.text), ("run", f"rm {p}")],
        [
            "{p} is now {p2}.",
            "Renamed {p} to {p2}.",
            "{p} has moved to {p2}.",
            "Done: {p2} has the text, {p} is gone.",
            "The file is called {p2} now.",
            "Moved to {p2}.",
        ],
        {"p": p, "p2": q},
    )


COPY = frames("""
Copy {p} to {p2}.
Make a copy of {p} called {p2}.
Duplicate {p} as {p2}.
Back up {p} to {p2}.
cp {p} {p2}
Save a copy of {p} as {p2}.
I need {p2} with the same text as {p}.
Please copy the file {p}; the copy is {p2}.
{p2} should be a copy of {p}.
Put a copy of {p} at {p2}.
Could you make a backup of {p}? Call it {p2}.
Clone {p} into {p2}.
Take the content of {p} and write it to {p2} as well.
Before I break {p}, copy it to {p2}.
Keep {p}, but also store its text in {p2}.
From {p} make an identical file {p2}.
Create {p2} with the content of {p}.
Source: {p}~Copy: {p2}
THEN {p2} equals {p}
Write what {p} says to a new file {p2}.
The same text as in {p} should be in {p2}.
""")


def copy(r):
    f = W.anyfile(r)
    files = W.world(r, f)
    p, q = f.path, target(r, f, files)
    return job(
        r,
        COPY,
        files,
        [("read", p), ("write", q, f.text)],
        [
            "{p2} is a copy of {p}.",
            "Copied {p} to {p2}.",
            "I copied {p}; the copy is {p2}.",
            "The copy is {p2}.",
            "{p2} has the same text as {p} now.",
            "Done.",
        ],
        {"p": p, "p2": q},
    )


DROP = frames("""
Delete {p}.
Remove {p}.
Please delete the file {p}.
rm {p}
Get rid of {p}.
I don't need {p} any more. Delete it.
{p} can go.
Throw {p} away.
Could you remove {p} for me?
The file {p} is not needed, so remove it.
Erase {p}.
{p} should not exist any more.
Drop the file {p}.
Clean up: delete {p}.
Bin {p}.
Take {p} out of the project.
{p} is old. Away with it.
Use rm to remove {p}.
Let {p} disappear.
WHEN done THEN there's no {p}
Discard the file {p}.
We won't use {p}; delete it with rm.
""")


def delete(r):
    f = W.anyfile(r)
    p = f.path
    return job(
        r,
        DROP,
        W.world(r, f, extra=r.randint(1, 3)),
        [("run", f"rm {p}")],
        ["{p} is deleted.", "I deleted {p}.", "{p} is gone.", "Removed {p}.", "Deleted.", "Done: {p} is removed."],
        {"p": p},
    )


DROPS = frames("""
Delete {p} and {p2}.
Remove both {p} and {p2}.
Please delete the files {p} and {p2}.
{p} and {p2} can go.
Get rid of {p}; {p2} is not needed either.
rm {p}, rm {p2}
I don't need {p} or {p2} any more. Delete them.
Two files to throw away: {p}, {p2}.
First delete {p}, then delete {p2}.
Erase {p} as well as {p2}.
Could you remove {p}? And {p2} too.
Clean up these: {p}, {p2}.
1. remove {p}~2. remove {p2}
Neither {p} nor {p2} should exist afterwards.
Delete {p}. Also {p2}.
Away with {p} and {p2}, the others stay.
""")


def delete_two(r):
    f, g = W.anyfile(r), W.anyfile(r)
    p, q = f.path, g.path
    return job(
        r,
        DROPS,
        W.world(r, f, g, extra=r.randint(1, 2)),
        [("run", f"rm {p}"), ("run", f"rm {q}")],
        ["{p} and {p2} are deleted.", "Both files are gone.", "I removed {p} and {p2}.", "Deleted both.", "{p} and {p2} no longer exist."],
        {"p": p, "p2": q},
    )


SORT = frames("""
Delete all {x} files.
Remove every file ending in {x}.
All the {x} files can go.
Please get rid of the {x} files.
Clean up: no {x} files any more.
Find the {x} files and delete them.
List the files and remove those with {x}.
I don't need any {x} files. Delete them all.
Delete whatever ends with {x}.
Throw away the {x} files and keep the rest.
Could you remove all {x} files?
Every {x} file has to be removed.
Files with the ending {x} should be deleted.
""")


def delete_sort(r):
    ext = "." + r.choice(["bak", "tmp", "old", "log", "swp", "orig", "cache", "part"])
    ps = W.fresh(r, lambda r: W.path(r, [ext[1:]]), r.choice([1, 2, 2, 3]))
    files = {p: W.prose(r, 1).text for p in ps}
    files.update(W.crowd(r, r.randint(1, 3), files, [ext]))
    ps.sort()
    return job(
        r,
        SORT,
        files,
        [("list",)] + [("run", f"rm {p}") for p in ps],
        ["I deleted {y}.", "Removed {y}.", "Gone: {y}.", "Deleted {y}; the rest is untouched."],
        {"x": ext, "y": " and ".join(ps)},
        say=ps,
    )


CHANGED = frames("""
Copy {p} to {p2}, but with {new} instead of {old}.
Make a copy of {p} called {p2} in which {old} is {new}.
Copy {p} to {p2}. In the copy change {old} to {new}.
{p2} should be like {p}, only with {new} for {old}.
I need {p2}: the same as {p}, but {old} replaced by {new}.
Duplicate {p} as {p2} and then replace {old} with {new} in {p2}.
From {p}, make {p2}. There {old} becomes {new}. Leave {p} alone.
Please copy {p} to {p2} and swap {old} for {new} in the new file.
Use {p} as a template for {p2}; put {new} where it has {old}.
First copy {p} to {p2}, then in {p2} change {old} to {new}.
Create {p2} from {p}, with {new} in place of {old}.
Clone {p} to {p2}, turning {old} into {new}.
1. copy {p} to {p2}~2. in {p2}: {old} -> {new}
Could you make {p2} out of {p}, with {old} changed to {new}?
""")


def copy_change(r):
    from tovaedit import other, spot

    f = r.choice([W.notes, W.settings, W.prose, W.checklist])(r)
    files = W.world(r, f)
    q = target(r, f, files)
    old = spot(r, f)
    new = other(r, old, f.text)
    return job(
        r,
        CHANGED,
        files,
        [("read", f.path), ("write", q, f.text.replace(old, new))],
        [
            "{p2} is a copy of {p} with {new}.",
            "I made {p2} from {p}, with {new} instead of {old}.",
            "{p2} is there; {p} is unchanged.",
            "Copied to {p2} with {new}.",
            "Done.",
        ],
        {"p": f.path, "p2": q, "old": old, "new": new},
    )


MERGE = frames("""
Merge {p} and {p2} into {p3}.
Put the texts of {p} and {p2} together in {p3}.
Write the content of {p}, followed by that of {p2}, to {p3}.
Join {p} and {p2}; the result goes to {p3}.
{p3} should hold {p} first and then {p2}.
Combine {p} with {p2} in a new file {p3}.
Please make {p3} out of {p} and {p2}, in this order.
Concatenate {p} and {p2} into {p3}.
cat {p} and {p2} together as {p3}, please
Read {p} and {p2} and save both texts, one after the other, in {p3}.
I want one file {p3} instead of two, made of {p} and then {p2}. Keep the two.
Could you create {p3} from the lines of {p} plus those of {p2}?
Take the lines of {p}, add those of {p2}, store all in {p3}.
Parts: {p}, {p2}~Whole: {p3}
""")


def merge(r):
    f, g = r.choice([W.prose, W.checklist])(r, r.randint(1, 3)), r.choice([W.prose, W.checklist])(r, r.randint(1, 3))
    q = W.path(r, ["txt", "md"])
    files = W.world(r, f, g)
    if q in files:
        raise Clash
    return job(
        r,
        MERGE,
        files,
        [("read", f.path), ("read", g.path), ("write", q, f.text + "\n" + g.text)],
        ["{p3} holds {p} and {p2}.", "I merged {p} and {p2} into {p3}.", "Both texts are in {p3}.", "{p3} is written.", "Done, see {p3}."],
        {"p": f.path, "p2": g.path, "p3": q},
        derived=[f.text + "\n" + g.text],
    )


CARRY = frames("""
Set {k2} in {p2} to the {k} from {p}.
Copy the value of {k} in {p} to {k2} in {p2}.
{k2} in {p2} should be whatever {k} is in {p}.
Take {k} from {p} and put it in as {k2} in {p2}.
Look up {k} in {p}, then use that value for {k2} in {p2}.
Read {k} in {p}. Set {k2} in {p2} to the same value.
In {p2}, {k2} must match {k} in {p}. Fix {p2}.
The right {k2} for {p2} stands in {p} under {k}.
Please bring {p2} in line: its {k2} is the {k} of {p}.
Use the {k} given in {p} as {k2} in {p2}.
{p}:{k} -> {p2}:{k2}
Could you transfer {k} ({p}) to {k2} ({p2})?
First find {k} in {p}. Next write it to {p2} as {k2}.
What {p} has for {k} should also be {k2} in {p2}.
Make {k2} in {p2} equal to {k} in {p}.
Sync {p2} with {p}: {k2} takes the value of {k}.
Step 1: read {p}, note {k}. Step 2: set {k2} in {p2} to it.
THEN {k2} in {p2} equals {k} in {p}
""")


def carry(r):
    f, g = W.keyed(r), W.keyed(r)
    k, v, _ = r.choice(f.rows)
    k2, old, ln = r.choice(g.rows)
    if v.lower() in g.text.lower() or g.text.count(ln) != 1 or v in ("true", "false") or v.isdigit() != old.isdigit() or old in ("true", "false"):
        raise Clash
    return job(
        r,
        CARRY,
        W.world(r, f, g),
        [("read", f.path), ("read", g.path), ("edit", g.path, ln, g.fmt(k2, v))],
        [
            "{k2} in {p2} is now {v}.",
            "I set {k2} to {v} in {p2}.",
            "{p2} has {k2} {v} now, as in {p}.",
            "{k} is {v}, so {k2} in {p2} is {v} too.",
            "Done: {k2} is {v}.",
        ],
        {"p": f.path, "p2": g.path, "k": k, "k2": k2, "v": v},
        say=[v],
    )


JOT = frames("""
Write the value of {k} from {p} to a new file {p2}.
Take {k} from {p} and save it in {p2}.
Create {p2} that contains only the {k} from {p}.
Look up {k} in {p} and write it into {p2}.
{p2} should hold just the {k} given in {p}.
Read {p}; store its {k} in {p2}.
Get {k} out of {p} and put the bare value in {p2}.
Save the {k} of {p} as {p2}, the value only.
Please make a file {p2} with the {k} that {p} lists.
Find {k} in {p}. Then create {p2} with that value and nothing else.
I need the {k} ({p}) in a file of its own, {p2}.
Could you export {k} from {p} to {p2}? Only the value.
{p}:{k} > {p2}
Note in {p2} what {p} has for {k}, no other text.
Step 1. Read {k} in {p}. Step 2. Write it to {p2}.
""")


def jot(r):
    f = W.keyed(r)
    k, v, _ = r.choice(f.rows)
    q = W.path(r, ["txt", "out", "val"])
    files = W.world(r, f)
    if q in files:
        raise Clash
    return job(
        r,
        JOT,
        files,
        [("read", f.path), ("write", q, v)],
        ["{p2} holds {v}.", "{k} is {v}; I wrote it to {p2}.", "I saved {v} in {p2}.", "{p2} now says {v}.", "Wrote {v} to {p2}."],
        {"p": f.path, "p2": q, "k": k, "v": v},
        say=[v],
    )


LINEOVER = frames("""
Copy the {o} line of {p} to the end of {p2}.
Append the {o} line of {p} to {p2}.
Take the {o} line from {p} and add it to the end of {p2}.
The {o} line of {p} should also be the last line of {p2}.
Read {p} and add its {o} line at the bottom of {p2}.
Add to {p2} what stands in the {o} line of {p}.
Please put the {o} line of {p} under the last line of {p2}.
{p2} needs the {o} line of {p}, at the end.
Extend {p2} by the {o} line of {p}.
Get the {o} line of {p}; append it to {p2}.
Could you add {p}'s {o} line to the end of {p2}?
Carry the {o} line of {p} over to {p2} (append).
Repeat the {o} line of {p} at the end of {p2}.
""")


def line_over(r):
    f, g = r.choice([W.prose, W.log])(r, 3), r.choice([W.prose, W.notes])(r)
    i = r.choice([0, len(f.lines) - 1])
    s = f.lines[i]
    if s in g.text:
        raise Clash
    return job(
        r,
        LINEOVER,
        W.world(r, f, g),
        [("read", f.path), ("read", g.path), grow(g.path, g.text, s)],
        [
            "{p2} now ends with {line}",
            "I added the line to {p2}: {line}",
            "The {o} line of {p} is in {p2} now.",
            "Copied the {o} line of {p} to {p2}.",
            "Done.",
        ],
        {"p": f.path, "p2": g.path, "o": "last" if i else "first", "line": s},
    )


KINDS = [rename, copy, delete, delete_two, delete_sort, copy_change, merge, carry, jot, line_over]
