"""Tasks that make new files or overwrite old ones."""

import tovaworld as W
from tovabase import frames, job, series

MADE = frames("""
I created {p}.
{p} is there now.
Created {p} with the text you gave.
Done: {p} has been created.
The file {p} is written.
{p} now exists with that content.
Done, {p} is saved.
I wrote {p}.
I have put that into {p}.
{p} is ready.
Done.
Saved as {p}.
""")
MADE2 = frames("""
I created {p} and {p2}.
Both files are there: {p} and {p2}.
Done: {p} and {p2} are written.
{p} and {p2} are saved.
Created both, {p} and {p2}.
The two files {p} and {p2} exist now.
Both done.
I wrote {p}, then {p2}.
""")

LINE = frames("""
Create {p} with the text {line}.
Create a file {p} [containing|that contains|with] {line}.
Make {p}. It should [say|contain|read] {line}.
Please make a file called {p} with this line: {b}
Write {line} to {p}.
Write {line} into a new file [named|called|] {p}.
Put {line} in {p}.
Put the text {line} into a file called {p}, please.
Save {line} as {p}.
[Can|Could] you save the line {line} in {p}?
New file {p}: {b}
{p} should contain exactly this: {b}
{p} should hold one line, {line}.
I need a file {p} that says {line}.
I'd like a new text file at {p}. Content: {b}
Would you create {p} for me? The only line in it is {line}.
There should be a file {p} with {line} in it.
Add a file {p} with the content {line}.
Start a file {p} with one line: {b}
Store {line} under {p}.
file: {p}~text: {b}
Path: {p}~Content: {b}
Create the file below.~path = {p}~body = {b}
Note this down in {p}: {b}
Jot {line} down in {p}.
Type {line} into {p} and save it.
Drop a file at {p} reading {line}.
GIVEN an empty path {p}~WHEN I ask you to write {line}~THEN the file holds exactly that.
Expected: {p} exists and contains {line}. Make it so.
Have {p} say {line}.
The file {p} is missing. Create it with {line}.
[We|I] don't have {p} yet; make it, content {line}.
Generate {p} with a single line: {b}
Set up {p} so that it holds {line}.
I want {line} saved to disk as {p}.
Leave a note in {p} that says {line}.
Keep this sentence for me in {p}: {b}
touch {p} and fill it with {line}
Under {p}, write: {b}
As {p}, save this: {b}
Open a new file, type {line}, save as {p}.
""")


def create_line(r):
    s = r.choice([W.sayso, W.phrase, lambda r: r.choice([W.notes, W.settings])(r, 1).rows[0][2], lambda r: f"{W.low(r)} {W.num(r)}", W.low])(r)
    p = W.path(r, ["txt", "md", "txt", "note", "log", "html", "cfg"]) if r.random() < 0.85 else r.choice(W.BARE)
    files = W.world(r)
    files.pop(p, None)
    return job(r, LINE, files, [("write", p, s)], MADE, {"p": p, "line": s, "b": s})


BLOCK = frames("""
Create {p} with this content:~{b}
Create {p} with the following [lines|text|content]: {b}
Please write these lines to {p}:~{b}
Make a new file {p}. Content:~{b}
Write this to {p}:~~{b}
{p}:~{b}
Save the following as {p}:~{b}
Save this under {p}, exactly as it stands:~{b}
I need {p} with~{b}
I need a file. Name: {p}. Here is what goes in:~{b}
Could you create {p}? It should look like this:~{b}
Can you put this into {p} please?~{b}
New file {p}~~{b}
Add {p} to the [project|folder|workspace]:~{b}
[The file|File] {p} should read:~{b}
Here is the text for {p}, please save it:~{b}
Here's what I want in {p}:~{b}
Store this in {p}.~{b}
Take the text below and save it as {p}.~~{b}
The next lines belong in a new file called {p}:~{b}
Path: {p}~Content:~{b}
Test input:~{b}~Write it to {p}.
{b}~Save that as {p}, please.
{b}~This goes into {p}.
Copy what I paste here into {p}:~{b}
Step 1: create {p}.~Step 2: there is no step 2. Content:~{b}
[Type|Put] the following into {p} and save:~{b}
Set up {p} for me, like so:~{b}
We are missing {p}. It must contain:~{b}
Start {p} off with~{b}
Fill a new file {p} with the block below.~{b}
Make {p} from this:~{b}
WHEN {p} is created THEN its text is~{b}
Please generate {p} with exactly these lines, nothing more:~{b}
""")


def create_block(r):
    f = r.choice([W.notes, W.prose, W.checklist, W.table, W.settings, W.log])(r)
    files = W.world(r)
    files.pop(f.path, None)
    return job(r, BLOCK, files, [("write", f.path, f.text)], MADE, {"p": f.path, "b": f.text}, lang=f.lang)


CODE = frames("""
Create {p} with this code:~{b}
Write the following code to {p}:~{b}
Add a {ext} file {p}:~{b}
Save this program as {p}:~{b}
Please create the source file {p}. Its code is~{b}
Put this snippet in {p}:~{b}
I wrote this by hand, save it in {p}:~{b}
Make {p} with~{b}
New source file {p}:~{b}
{p} needs to be~{b}
Can you add {p} to the repo? Code:~{b}
Could you write {p}? I want exactly this in it:~{b}
Here's the code for {p}.~{b}
The code below goes in {p}, unchanged.~{b}
{b}~Save the code above to {p}.
Drop this into {p}:~{b}
Let {p} contain~{b}
Commit-ready please: {p} with~{b}
Set up {p}:~{b}
Paste this into a new file {p}:~{b}
Start a module at {p} with these lines:~{b}
Implement {p} like this:~{b}
I want a file {p}, content as below~~{b}
Type out {p} for me:~{b}
Keep the indentation. File {p}:~{b}
create {p} with~{b}
The {ext} source {p} doesn't exist yet. It should be:~{b}
Store this {ext} code at {p}:~{b}
""")


def create_code(r):
    f = W.code(r)
    files = W.world(r)
    files.pop(f.path, None)
    return job(r, CODE, files, [("write", f.path, f.text)], MADE, {"p": f.path, "b": f.text, "ext": f.lang}, lang=f.lang)


JSON = frames("""
Create {p} with {b}
Write this JSON to {p}: {b}
Save the object {b} in {p}.
Please save {b} as {p}.
Make {p}. JSON content: {b}
{p} must contain this JSON: {b}
Put {b} into {p}.
Put this object in {p}: {b}
I need the JSON file {p} with {b}
New config {p}: {b}
Store the settings {b} under {p}.
The settings file {p} should be~{b}
Could you write {b} to {p}?
Can you create {p} holding {b}?
Here are my settings for {p}: {b}
Fixture {p}: {b}
Create the fixture {p}.~~{b}
Write to {p} exactly: {b}
For the tests we need {p} with {b}
Please set up {p} as {b}
Add {p}. It holds {b}
Dump {b} to {p}.
File {p}, content {b}
Given this payload:~{b}~save it to {p}.
Save payload to {p}~payload: {b}
Let {p} be {b}
Keep this response in {p}: {b}
""")


def create_json(r):
    f = W.obj(r)
    files = W.world(r)
    files.pop(f.path, None)
    return job(r, JSON, files, [("write", f.path, f.text)], MADE, {"p": f.path, "b": f.text}, lang="json")


LIST = frames("""
Create {p} with these [items|entries], one per line: {x}
Make a list in {p}, one item per line: {x}.
Write {x} to {p}, each on its own line.
Please write a file {p} that lists {x}, one on each line.
Put {x} in {p}, one per line.
I need {p} with the lines {x}.
Save a list as {p} (one a line): {x}
New list {p}: {x}. One entry per line, please.
List {x} in {p}. One per line.
Could you start {p} with the items {x}? One line each.
Could you note {x} in {p}, a line for each?
[Items|Entries]: {x}~File: {p}~Format: one per line
{p} should have {n} lines: {x}.
Here's my list: {x}. Store it in {p} with one entry per line.
Type the following into {p}, every item on a separate line: {x}
Each of these gets its own line in {p}: {x}
One line each, in this order, in a new file {p}: {x}
Jot down {x} in {p}, line by line.
Create {p}. Line by line it says {x}.
Separate lines, no bullets: {x}. The file is {p}.
For {p} I need {n} lines, namely {x}.
From {x} make a file {p} with one item on each line.
Add a file {p} with {n} lines - {x}.
Set up the list {p} with {x}, one per line and without bullets.
""")


def create_list(r):
    make = r.choice(
        [
            W.thing,
            W.who,
            lambda r: r.choice(W.FOODS),
            lambda r: r.choice(W.PLACES),
            lambda r: f"{W.num(r)} {W.plural(W.thing(r))}",
            lambda r: f"{W.low(r)} {W.low(r)}",
            W.low,
        ]
    )
    items = W.fresh(r, make, r.randint(2, 5))
    p = W.path(r, ["txt", "md", "lst", "txt"])
    files = W.world(r)
    files.pop(p, None)
    return job(r, LIST, files, [("write", p, "\n".join(items))], MADE, {"p": p, "x": W_series(r, items), "n": len(items)}, derived=["\n".join(items)])


def W_series(r, items):
    return series(items, r.choice([" and ", ", ", " and ", ", and "] if len(items) > 2 else [" and "]))


TWO = frames("""
Create {p} with {line} and {p2} with {line2}.
Create two files: {p} containing {line}, and {p2} containing {line2}.
Make {p} ({line}) and {p2} ({line2}).
I need two files. {p} says {line}; {p2} says {line2}.
Write {line} to {p} and {line2} to {p2}.
Please put {line} in {p} and put {line2} in {p2}.
Save {line} as {p}, then save {line2} as {p2}.
First create {p} with {line}. Then create {p2} with {line2}.
1. {p}: {line}~2. {p2}: {line2}
Two new files please:~- {p} with {line}~- {p2} with {line2}
{p} should contain {line}, while {p2} should contain {line2}.
Could you make {p} and {p2}? The first holds {line}, the second {line2}.
Make files {p} and {p2}. Contents: {line} in the first and {line2} in the second.
{line} goes into {p}, {line2} goes into {p2}.
Start {p} with {line}. Also start {p2}, with {line2}.
Add {p} (text: {line}) as well as {p2} (text: {line2}).
We need both {p} and {p2}. In {p} write {line}; in {p2} write {line2}.
Set up two notes, {p} saying {line} and {p2} saying {line2}.
Can you write {p} with {line}, and after that {p2} with {line2}?
After creating {p} with the text {line}, create {p2} with the text {line2}.
path {p}, text {line}~path {p2}, text {line2}
Write two files for me. One is {p} and says {line}. The other is {p2} and says {line2}.
create {p} = {line}~create {p2} = {line2}
Step 1. Create {p} with {line}.~Step 2. Create {p2} with {line2}.
GIVEN nothing~WHEN the setup is done~THEN {p} holds {line}~AND {p2} holds {line2}
""")


def create_two(r):
    a, b = W.fresh(r, r.choice([W.sayso, W.phrase, W.low]), 2)
    exts = r.choice([["txt"], ["md"], ["txt", "md", "cfg"]])
    p, q = W.fresh(r, lambda r: W.path(r, exts), 2)
    if r.random() < 0.3:
        q = W.path(r, exts, "/".join(p.split("/")[:-1]))
    if p == q:
        raise W.Clash
    files = W.world(r)
    files.pop(p, None), files.pop(q, None)
    return job(r, TWO, files, [("write", p, a), ("write", q, b)], MADE2, {"p": p, "p2": q, "line": a, "line2": b})


PAIR = frames("""
Create these two files.~{p}:~{b}~{p2}:~{b2}
I need {p}:~{b}~and {p2}:~{b2}
First {p}:~{b}~Then {p2}:~{b2}
Set up {p} as~{b}~and {p2} as~{b2}
File 1: {p}~{b}~File 2: {p2}~{b2}
Write {p} with~{b}~then {p2} with~{b2}
Please add {p}~{b}~plus {p2}~{b2}
Two files for the project. {p} is~{b}~{p2} is~{b2}
1) {p}~{b}~2) {p2}~{b2}
Make both. This is {p}:~{b}~This is {p2}:~{b2}
Save this as {p}~{b}~and this as {p2}~{b2}
Could you create {p} like this~{b}~and {p2} like that?~{b2}
The first block is {p}, the second block is {p2}.~{b}~Second:~{b2}
{p} ->~{b}~{p2} ->~{b2}
Under {p} save~{b}~Under {p2} save~{b2}
New: {p}~{b}~New: {p2}~{b2}
We start with two files. In {p} goes~{b}~and in {p2} goes~{b2}
Fixtures needed. {p}:~{b}~{p2}:~{b2}
Let's begin with {p}.~{b}~Next comes {p2}.~{b2}
Put~{b}~in {p} and~{b2}~in {p2}.
""")


def create_pair(r):
    fs = [r.choice([W.code, W.settings, W.notes, W.checklist])(r) for _ in range(2)]
    a, b = fs
    files = W.world(r)
    if a.path == b.path or len(a.text) + len(b.text) > 360 or a.path in files or b.path in files:
        raise W.Clash
    return job(r, PAIR, files, [("write", a.path, a.text), ("write", b.path, b.text)], MADE2, {"p": a.path, "b": a.text, "p2": b.path, "b2": b.text})


THREE = frames("""
Create three files: {p} with {line}, {p2} with {line2} and {p3} with {line3}.
Make {p} ({line}), {p2} ({line2}) and {p3} ({line3}).
1. {p}: {line}~2. {p2}: {line2}~3. {p3}: {line3}
I need three files. {p} says {line}, {p2} says {line2}, {p3} says {line3}.
Write {line} to {p}, {line2} to {p2}, and {line3} to {p3}.
Please save {line} in {p}, then {line2} in {p2}, then {line3} in {p3}.
- {p} => {line}~- {p2} => {line2}~- {p3} => {line3}~Create all three.
Set up the files {p}, {p2} and {p3} with the texts {line}, {line2} and {line3}, in that order.
{p}, {p2} and {p3} should exist and contain {line}, {line2} and {line3} respectively.
First {p} with {line}, next {p2} with {line2}, last {p3} with {line3}.
Could you add {p} with {line}? And {p2} with {line2}. And {p3} with {line3}.
{line} belongs in {p}, {line2} in {p2} and {line3} in {p3}. Create the files.
Start three notes: {p} = {line}; {p2} = {line2}; {p3} = {line3}.
Make me {p} with the line {line}. Do the same for {p2} with {line2} and for {p3} with {line3}.
Three new files are needed:~{p} contains {line}~{p2} contains {line2}~{p3} contains {line3}
Step 1: write {line} to {p}~Step 2: write {line2} to {p2}~Step 3: write {line3} to {p3}
After {p} (text {line}) and {p2} (text {line2}) also create {p3} (text {line3}).
We begin from nothing. Write {p} [with|holding] {line}, write {p2} [with|holding] {line2}, write {p3} [with|holding] {line3}.
Can I have {p} saying {line}, {p2} saying {line2} and {p3} saying {line3}?
GIVEN a clean folder~THEN make {p} with {line}~AND {p2} with {line2}~AND {p3} with {line3}
""")
MADE3 = frames("""
All three files are written: {p}, {p2} and {p3}.
I created {p}, {p2} and {p3}.
Done, the three files exist.
{p}, {p2} and {p3} are saved.
Created all three.
The files {p}, {p2} and {p3} are there now.
""")


def create_three(r):
    texts = W.fresh(r, r.choice([W.sayso, W.phrase, W.low, W.low]), 3)
    exts = r.choice([["txt"], ["md"], ["txt", "md", "html"]])
    folder = r.choice([None, None, r.choice(W.DIRS)])
    ps = W.fresh(r, lambda r: W.path(r, exts, folder), 3)
    files = W.world(r)
    for p in ps:
        files.pop(p, None)
    v = dict(zip(["p", "p2", "p3", "line", "line2", "line3"], ps + texts))
    return job(r, THREE, files, [("write", p, s) for p, s in zip(ps, texts)], MADE3, v)


OVER = frames("""
Overwrite {p} with {line}.
Replace everything in {p} by {line}.
Throw away what is in {p} and write {line} instead.
{p} is out of date. Its whole content should now be {line}.
Please replace the whole content of {p} with {line}.
The old text in {p} can go. New text: {b}
Set the content of {p} to {line}.
Make {p} contain only {line}.
From now on {p} should say {line} and nothing else.
Rewrite {p} so that it only says {line}.
Could you empty {p} and then put {line} in it?
Start {p} over: {b}
Write {line} over the current content of {p}.
{p} exists already. Overwrite it with this: {b}
I don't need the old {p} any more; make it {line}.
Reset {p} to {line}.
Let {p} hold just {line}, drop the rest.
New version of {p}, in full: {b}
Swap the full text of {p} for {line}.
The complete content of {p} must be {line}. It's fine to lose what is there.
Clear {p}. Then write {line} there.
After this {p} must contain {line} only.
""")
OVERDONE = frames("""
{p} now says only {line}.
I replaced the whole content of {p}.
Done: {p} is overwritten.
{p} has its new content.
The old text is gone; {p} now holds {line}.
Overwrote {p}.
""")


def overwrite(r):
    f = W.anyfile(r)
    s = r.choice([W.sayso, W.phrase, W.low])(r)
    if s in f.text:
        raise W.Clash
    return job(r, OVER, W.world(r, f), [("write", f.path, s)], OVERDONE, {"p": f.path, "line": s, "b": s})


KINDS = [create_line, create_block, create_code, create_json, create_list, create_two, create_pair, create_three, overwrite]
