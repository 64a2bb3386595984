"""Tasks that make, copy, move and join files."""
from wandabase import kind
from wandatext import clutter, command, doc, good, other, path, pick, several, text, word

MADE = ["Done. {f} is [written|there|created|in place].", "I created {f}.", "{f} now [exists|has the text].", "Done.", "Created {f} as asked.", "The file {f} is ready."]


@kind("""
Create {f} containing {x}.
Create [a file|the file|a new file] {f} [containing|that contains|with|which holds] [the text |]{x}.
[Make|Please make] {f} with the line {x}.
Write {x} to {f}.
[Write|Put|Save|Store] {x} in [a new file named|a file called|the file|] {f}.
I need a file {f}, in it should stand only {x}.
Could you [make|create|add] {f} for me? [Its text|The content] is {x}.
{f} does not exist yet. Create it, text: {x}
New file: {f}¶Content: {x}
file {f} <- {x}
Please to create one file with name {f} and inside to write {x}.
There should be a file {f} whose only line is {x}.
{x} - [save|keep] this as {f}, please.
[I would like|I want] you to save the line {x} under {f}.
The text {x} must be written in the file {f}, can you do it?
Add a file to the workspace: path {f}, text {x}.
So that I do not forget: [note down|write down] {x} in {f} (new file).
Would you be so kind and create {f}? It has to say {x}.
touch {f} and fill it with: {x}
Have {f} contain exactly {x}.
My colleague asks for {f} saying {x}. [Make it.|Create it please.]
""", 3)
def create_one(t, r, bank):
    clutter(r, t)
    f, x = path(r, t), text(r)
    return t.end([("write", f, x)], bank, MADE, f=f, x=x)


@kind("""
Create {f} with [this content|these lines|the following content|the following text]:¶{b}
Please write the lines below [to|into] {f}:¶¶{b}
[Save|Store] this as {f}:¶{b}
{f} should [look like this|read as follows|contain the following]:¶¶{b}
New file {f}:¶{b}
Make a file. Name: {f}. Text:¶{b}
I send you text for {f}. Please create the file exactly so:¶{b}
Here is what I want to have in {f} (it does not exist yet):¶¶{b}
Can you put these {n} lines in {f}?¶{b}
write {f}¶{b}
File {f} is missing in our project, create it with exactly this inside:¶{b}
The {n} lines after the colon are the whole text of the new file {f}:¶{b}
Would you create {f} for me? The content is here:¶¶{b}
""", 2)
def create_block(t, r, bank):
    clutter(r, t)
    f, ls = doc(r, t, 2, 6)
    b = t.files.pop(f)
    return t.end([("write", f, b)], bank, MADE, f=f, b=b, n=len(ls))


@kind("""
Create {f} with one word a line: {l}.
Make a list in {f}, [one item per line|each on its own line]: {l}.
Write these words to {f}, every word in its own line: {l}
{f} should have {n} lines: {l} (in this order).
Put {l} into {f}, one per line.
I need {f} as list. The items are {l}; one line for each.
Save the items {l} in a new file {f}, a line each.
Please, a new file {f} that lists {l}, one under the other.
Line by line, write {l} in {f}.
new file {f}, {n} lines: {l}
We need the names {l} in the file {f}. One name in one line please.
Could {f} be created with the lines {l}? A line for each one.
""")
def create_list(t, r, bank):
    clutter(r, t)
    n = 2 + int(r.random() * 4)
    ws, f = several(r, word, n), path(r, t)
    return t.end([("write", f, "\n".join(ws))], bank, MADE, f=f, l=", ".join(ws), n=n)


BOTH = ["Both files are [there|written|created].", "Done: {f} and {g}.", "I created {f} and {g}.", "Done.", "{f} and {g} are ready."]


@kind("""
Create {f} containing {x} and {g} containing {y}.
Create two files: {f} with {x} and {g} with {y}.
Please make {f} (text: {x}) and {g} (text: {y}).
Write {x} to {f}, then write {y} to {g}.
Two new files please. {f}: {x} / {g}: {y}
I need {f} and {g}. The first one says {x}, the second one says {y}.
First create {f} with the line {x}. [After that|Then|Once done,] create {g} with the line {y}.
1. Create {f} containing {x}¶2. Create {g} containing {y}
- {f} -> {x}¶- {g} -> {y}¶Create [both|these files].
{x} goes in {f} and {y} goes in {g}; both files are new.
Can you save {x} as {f}? And also {y} as {g}?
Put {x} in a new file {f}. Put {y} in another new file, {g}.
Please to make file {f} where is written {x}, also file {g} where is written {y}.
Before you write {y} to {g}, write {x} to {f}.
""", 2)
def create_two(t, r, bank):
    clutter(r, t)
    f, g = path(r, t), path(r, t)
    x, y = several(r, text, 2)
    return t.end([("write", f, x), ("write", g, y)], bank, BOTH, f=f, g=g, x=x, y=y)


@kind("""
Create these [{n} |]files:¶{l}
[Please|Kindly] set up the following files with the texts given:¶{l}
I need {n} files [here|in the project]:¶¶{l}
Make [all of these|every file in this list]:¶{l}
Files to create (path, text):¶{l}
Set up a small project:¶{l}
Write {n} files. For each, the path stands first and the content after it:¶{l}
Here is a list of files which do not exist yet. Create all of them.¶{l}
We start a new project. It needs:¶{l}
todo: create¶{l}
Can you create the files below for me?¶{l}
Hello! Our new workspace should have¶{l}¶Please create everything.
The customer wants to see {n} new files, like so:¶{l}
""", 2)
def create_many(t, r, bank):
    clutter(r, t)
    n = 3 + int(r.random() * 2)
    fs, xs = [path(r, t) for _ in range(n)], several(r, text, n)
    shape = pick(r, ["- {f}: {x}", "{i}. {f} containing \"{x}\"", "{f} -> {x}", "* {f} with the text `{x}`", "{i}) {f}: \"{x}\"", "{f} = {x}", "- {f} ({x})", "{f}, \"{x}\"", "{i}. Create {f} with \"{x}\"."])
    l = "\n".join(shape.format(f=f, x=x, i=i + 1) for i, (f, x) in enumerate(zip(fs, xs)))
    return t.end([("write", f, x) for f, x in zip(fs, xs)], bank, ["All {n} files are created.", "Done, {n} files written.", "The {n} files are in place.", "Done."], l=l, n=n)


@kind("""
Create {f} with {x} and {g} with {y}, then list the files and tell me how many there are.
Set up a tiny project: {f} ({x}) and {g} ({y}). When this is ready, list all files and say the number.
1. Write {x} into {f}.¶2. Write {y} into {g}.¶3. List the workspace.¶4. Tell me how many files it has.
Make {f} saying {x}, make {g} saying {y}. How many files do we have then?
I want {f} with text {x}, and {g} with text {y}. After that count the files in the workspace for me.
new: {f} = {x}; {g} = {y}; then ls and report the count of files
Please start the project with {f} that says {x} and {g} that says {y}; finally list everything and give me the file count.
Step one, {f}: {x}. Step two, {g}: {y}. Step three, list the files and answer how many files it is.
Once {f} (holding {x}) and {g} (holding {y}) exist, look at the list of files. How long is the list?
Can you add {f} containing {x} and {g} containing {y} and then check by listing how many files are here in total?
Add two files, {f}: {x} and {g}: {y}. I then want to know the total of files, so please list them.
Our project begins. Write {x} to {f}; write {y} to {g}; list; say how many files.
""")
def project_list(t, r, bank):
    clutter(r, t, 0, 3)
    f, g = path(r, t), path(r, t)
    x, y = several(r, text, 2)
    n = len(t.files) + 2
    return t.end([("write", f, x), ("write", g, y), ("list",)], bank, ["Done, there are {n} files now.", "Both are written; the workspace has {n} files.", "{n} files in total.", "There are {n} files."], [n], [n], f=f, g=g, x=x, y=y, n=n)


@kind("""
Run {c} and write its output to {f}.
Run {c}, then save what it prints [in|to] {f}.
[Save|Store|Put] the output of {c} in [a file named|] {f}.
Please execute {c} and put the result into {f}.
I need what {c} says as a file: {f}.
{c} > {f}
{f} should contain the output of {c}. Please make it.
Execute the command {c}. The text which comes out, write it in {f}.
First run {c}. After that create {f} with exactly the text it printed.
1. Run {c}¶2. Create {f} with the output
Can you run {c} for me and keep the output in {f}?
For the archive: output of {c} -> {f}
What does {c} print? Do not tell me, write it to {f}.
The boss wants the result of {c} in {f}. Run it and write it down there.
""", 2)
def write_output(t, r, bank):
    clutter(r, t, 1, 2)
    c, f, o = command(r), path(r, t), good(r)
    t.tests(c, next(iter(t.files)), "", o, must=False, flaky=r.random() < 0.25)
    plan = [("run", c)] * (1 + (c in t.flaky_commands)) + [("write", f, o)]
    return t.end(plan, bank, ["The output is [saved|stored] in {f}.", "Done, {f} holds the output.", "I ran {c} and wrote its output to {f}.", "Done."], f=f, c=c)


@kind("""
Overwrite {f} with {x}.
[Replace|Change] the whole [content|text] of {f} [by|with|to] {x}.
Throw away what is in {f}; it should only say {x}.
{f} has old text in it. I want it to hold nothing but {x}.
Empty {f} and write {x} there.
The complete text of {f} must become {x}.
Whatever stands in {f}, make it just {x}.
Rewrite {f} so that it contains only {x}.
{f}: everything out, {x} in.
Please set the content of {f} as {x}, old content is not needed any more.
Forget the present text of {f}. New text: {x}
Can you make {f} say {x} and nothing else?
""")
def overwrite(t, r, bank):
    f, _ = doc(r, t, 1, 5)
    clutter(r, t)
    x = text(r)
    return t.end([("write", f, x)], bank, ["Done. {f} now only has the new text.", "{f} is overwritten.", "Done.", "The old text of {f} is gone, the new one is in."], f=f, x=x)
