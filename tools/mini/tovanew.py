"""Tasks that make empty files, files in a folder, and files that are read back."""

import tovaworld as W
from tovabase import frames, job
from tovamake import MADE

EMPTY = frames("""
Create an empty file {p}.
Make {p}, empty.
Please add an empty {p}.
I need a blank file at {p}.
touch {p}
Create {p} with nothing in it.
There should be an empty file called {p}.
Could you create {p}? Leave it empty.
Add {p} with no content so that the folder is kept.
Start a new file {p}; I'll fill it in later.
Write a file {p} of zero length.
{p} must exist, with no text at all.
Place an empty {p} in the workspace.
We need {p} as a placeholder. No content.
Make me a blank {p}, please.
An empty {p}, that's all I need.
Set up {p} without any text.
Put an empty file named {p} there.
GIVEN no {p}~WHEN you are done~THEN {p} exists and is empty
Leave {p} blank but create it.
""")


def create_empty(r):
    p = r.choice([W.path(r, ["txt", "md", "log", "csv"]), r.choice(W.DIRS) + "/" + r.choice([".gitkeep", "__init__.py", ".keep", ".nojekyll"])])
    files = W.world(r)
    files.pop(p, None)
    return job(
        r,
        EMPTY,
        files,
        [("write", p, "")],
        frames("""
{p} is there now, empty.
I created the empty file {p}.
Done: an empty {p}.
{p} exists and has no content.
The blank file {p} is in place.
"""),
        {"p": p},
        derived=[""],
    )


IN_DIR = frames("""
In the folder {d}, create {fn} with {line}.
In {d}, make a file {fn} that says {line}.
Create {fn} in {d} with the text {line}.
Put a file named {fn} into {d}; content {line}.
Go to {d} and add {fn} with {line}.
The folder {d} needs a file {fn} containing {line}.
Add {fn} (text {line}) to the directory {d}.
Please write {line} to {fn} in the {d} folder.
I want {fn} inside {d}. It says {line}.
Folder: {d}~File: {fn}~Text: {b}
Save {line} as {fn} in folder {d}.
Inside {d}, start {fn} with {line}.
Could you place {fn} in {d}? The content is {line}.
Under {d} there should be {fn} reading {line}.
Make {fn} with {line}. It belongs in {d}.
Store {line} in the directory {d}, file name {fn}.
Within {d}: new file {fn}, text {line}.
Directory {d}. New file {fn}. One line: {b}
{d} lacks {fn}. Create it there with {line}.
Name it {fn}, put it in {d}, write {line} in it.
""")


def create_in_dir(r):
    d, fn, s = r.choice(W.DIRS), W.path(r, ["txt", "md", "html", "cfg"], ""), r.choice([W.sayso, W.phrase])(r)
    p = f"{d}/{fn}"
    files = W.world(r)
    files.pop(p, None)
    return job(r, IN_DIR, files, [("write", p, s)], MADE, {"d": d, "fn": fn, "line": s, "b": s, "p": p}, derived=[p])


SHOW = frames("""
Create {p} with {line}, then read it back and tell me what it says.
Write {line} to {p} and show me the file afterwards.
Save {line} in {p}. Check by opening it and report its text.
Make {p} with the text {line}. Then open it and quote it.
Put {line} into {p}, read the file again, and tell me its content.
Step 1: write {line} to {p}. Step 2: read {p}. Step 3: report what you see.
1. create {p} with {line}~2. read {p}~3. say what is in it
Please create {p} ({line}) and verify it by reading it.
I want {p} to contain {line}. Read it afterwards so we're sure, and repeat the text.
Write and verify: {p} should hold {line}.
Could you write {line} to {p} and then confirm by reading {p}?
First store {line} in {p}; second, read {p} and give me its content.
Round trip test: write {line} to {p}, read it, report it.
WHEN you write {line} to {p} and read it THEN tell me the text you read.
Save {p} with {line} and print it out for me.
After writing {line} to {p}, look into the file and tell me what stands there.
{p} gets the text {line}. Open it once more after saving and quote it.
Make a file {p} that says {line}. Double check it by reading.
Let {p} say {line}, then read it and repeat what you find.
Write {p} with {line}. Then tell me, from the file itself, what it contains.
""")


def create_show(r):
    p, s = W.path(r, ["txt", "md", "note"]), r.choice([W.sayso, W.phrase])(r)
    files = W.world(r)
    files.pop(p, None)
    return job(
        r,
        SHOW,
        files,
        [("write", p, s), ("read", p)],
        frames("""
{p} says: {line}
It reads {line}.
I wrote {p} and read it back: {line}
Checked: {p} contains {line}.
{p} is saved; it holds {line}.
The file says {line}.
"""),
        {"p": p, "line": s},
        say=[s],
    )


KINDS = [create_empty, create_in_dir, create_show]
