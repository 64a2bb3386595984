"""Ways of asking for new files, copies, moves and deletions."""
from dorabase import add

add(r'''
## dora.new_file
Create {p} with this content:\n{B}
{p}:\n{B}
New file {p}, please. It goes like this:\n\n{B}
I need a file called {p}. Contents below.\n\n{B}
Could you add {p}? Here's what belongs in it:\n{B}
Write the following to {p}:\n{B}
touch {P} and fill it with\n{B}
We don't have {p} yet. Make one out of this:\n{B}
{B}\n^ save that as {p}
Put this\n\n{B}\n\ninto a new file {p}.
Paste this into {p} (it doesn't exist yet):\n{B}
Ticket: missing {p}\nWhat: add the file\nContent:\n{B}
Title: Add {p}\n\nAcceptance criteria:\n- the file exists\n- it contains exactly the text below\n\n{B}
Please scaffold {p}. I've already written the code, you only have to save it:\n{B}
cat > {P} <<END\n{T}\nEND\n\nDo the same with your tools, please.
My editor crashed before I could save {p}. This was in it:\n{B}
The tutorial says to start with a file named {p} containing\n{B}
{p} should exist and should read:\n{B}
Start me off with {p}:\n{B}
Store these lines as {p}.\n{B}
As the first step of the new feature, add {p}.\n\n{B}
Let's begin simple. One file, {p}, and in there:\n{B}
Hello, can you make for me the file {p}? The text is:\n{B}
add file {P}\n---\n{B}
Somebody forgot to commit {p}. Recreate it from this:\n{B}
{B}\n\nThis text should live in {p}; create it.
For the workshop tomorrow every group gets {p}. Write it, exactly like so:\n{B}
create {P} w/ this\n{B}

## dora.new_line
Create {p} with the single line {t}.
Make a file {p} that says {t}.
echo {t} into {p} please (new file)
I want {p} to exist and contain just {t}
{p} is missing. Its only line should be {t}.
Add a new one-liner {p}: {t}
Put {t} into a fresh file called {p}.
Can you write {t} to {p}? There is no such file so far.
One line, one file: {t} goes into {p}.
New: {p}. Text: {t}
The build expects {p} with {t} in it, so create that.
Drop a file named {p} with content {t} next to the others.
{t} - save this as {p}.
Would you start {p} for me? {t} is all it needs for now.
Generate {p}; body: {t}; nothing else in it.
For the demo we need a stub. {p}, with {t} inside.
[Bug] {p} not found. Fix: create it, contents {t}

## dora.new_empty
Create an empty file {p}.
touch {P}
Git won't keep the folder, so add an empty {p}.
I need {p} to exist. It can be empty.
Add {p} without any content.
Please make a blank {p}, I'll fill it in later.
{p}: create, empty.
Could you put an empty {p} in place? The packager looks for it.
There should be a file {p} with nothing in it.
New zero-byte file {p} please
The import only works with {p} present; leave it blank.
Make the file {p} and write nothing into it.
Placeholder needed: {p} (no content).

## dora.two_new
Two new files.\n\n{p}:\n{B}\n\n{q}:\n{A}
Create {p} with\n{B}\nand {q} with\n{A}
Add {p}:\n{B}\nThen add {q}:\n{A}
I need these.\n1. {p}\n{B}\n2. {q}\n{A}
Set up a tiny project: {p} holds\n{B}\n{q} holds\n{A}
Please save this as {p}\n{B}\nand this as {q}\n{A}
First file {p}, content:\n{B}\nSecond file {q}, content:\n{A}
We're missing a pair of files. In {p} goes\n{B}\nwhile {q} gets\n{A}
Ticket: add {p} and {q}\n\n{p} =\n{B}\n\n{q} =\n{A}
=== {P}\n{B}\n=== {Q}\n{A}
Write {p} (first block) and {q} (second block).\n{B}\n{A}
Could you create both {p} and {q} for me? The former:\n{B}\nThe latter:\n{A}
make {P}\n{B}\nmake {Q}\n{A}

## dora.new_many
Create these {n} files:{L}
I need {n} little files, each with one line:{L}
Set up the skeleton ({n} files).{L}
Please add the following, name first, then content:{L}
Stubs wanted, {n} of them:{L}
Write all of these:{L}
The exercise needs {n} files. Here they are with their text:{L}
Could you make{L}
new files, one line each:{L}
Scaffold:{L}
For the template repo add{L}
Everything below should become a file of its own:{L}

## dora.new_run
Create {p}:\n{B}\nThen run {c} and tell me what it prints.
Add {p} with\n{B}\nand run {c} afterwards. What comes out?
Save this as {p}\n{B}\nand give me the output of {c}.
New file {p}:\n{B}\nOnce it's there, run {c}. Report the result.
I want to see what {c} says after {p} exists with this content:\n{B}
1. write {p} (below)\n2. run {c}\n3. paste the output here\n\n{B}
Before running {c}, create {p}, it depends on it. Then tell me what it said.\n{B}
{c} needs {p}. Make it from this and run the command; I'm curious about its output.\n{B}
Run {c} for me, but first put this in {p}:\n{B}\nI need its output.
Try this out: {p} with\n{B}\nthen {c}. What do you get?
Write {p}, run {c}, quote what it prints. The file:\n{B}
Can you check whether {c} works once {p} is there? Content of the file:\n{B}\nTell me the message it gives.
Title: try {p}\nSteps: add the file, execute {c}\nExpected from you: the output\n\n{B}

## dora.overwrite
Replace everything in {p} with\n{B}
Overwrite {p}:\n{B}
Throw away what's in {p} and write this instead:\n{B}
{p} is outdated from top to bottom. New content:\n{B}
Rewrite {p} so that it is exactly\n{B}
From now on {p} should contain only this:\n{B}
Start {p} over. It becomes:\n{B}
I redid {p} by hand on paper. Here's the full new version, drop the old one.\n{B}
Please set the whole content of {p} to:\n{B}
Don't keep anything of the old {p}. This is the new one:\n{B}
The file {p} can be replaced completely by\n{B}
New version of {p} (full file, not a patch):\n{B}
Whatever {p} says at the moment, it should say this:\n{B}

## dora.save_output
Run {c} and save its output in {p}.
{c} > {P}
Put what {c} prints into {p}.
I'd like {p} to hold the output of {c}.
Execute {c}, then write the result to a new file {p}.
Capture {c} in {p} please.
We attach the output of {c} to every release; store it as {p}.
Could you make {p} from what {c} says?
{p} should contain whatever {c} reports right now.
For the bug report: run {c} and keep the output as {p}
Record the result of {c}. File: {p}.
Once you've run {c}, copy its output word for word into {p}.
Redirect {c} to {p}.
The output of {c}, please, as file {p}. Nothing else in it.

## dora.copy_file
Copy {p} to {q}.
cp {P} {Q}
Make a copy of {p} and call it {q}.
I want to experiment, so duplicate {p} as {q} first.
{q} should start out identical to {p}.
Before I touch {p}, keep a copy of it in {q}.
Create {q} with the same content as {p}.
Could you back {p} up as {q}?
Take {p}, save it again as {q}; the original stays.
We need {q} as well, same text as {p}.
Use {p} as the template for {q}, unchanged for now.
duplicate {P} -> {Q}
Please put whatever is in {p} into a new file {q}, one to one.
There's {p} but no {q}. Make the second from the first, without changes.

## dora.move_file
Rename {p} to {q}.
mv {P} {Q}
Move {p} to {q}, please.
{p} has a silly name. Call it {q}.
{p} belongs at {q}.
The file {p} should be called {q} from now on.
Can you move {p}? New place: {q}.
{q} is where this should live, at the moment it's {p}. Move it.
Give {p} the name {q}; content stays as is.
I misnamed a file: {p} must be {q}.
Following our naming rules, {p} becomes {q}. The old name must not remain.
rename {P} => {Q}
Ticket: wrong location\nNow: {P}\nWanted: {Q}\nThe file itself does not change.
Please relocate {p} to {q} and leave nothing behind.

## dora.delete_file
Delete {p}.
rm {P}
{p} can go.
Nobody uses {p} any more, remove it.
Please get rid of {p}
I committed {p} by accident. Delete it again.
Drop {p} from the repo.
Kill {p}, it's dead code.
We don't need {p}. Out with it.
Could you remove the file {p}?
Clean up: {p} is obsolete and should be deleted.
{p} was only for debugging, throw it away.
Make {p} disappear
Take {p} out, the replacement is merged.

## dora.delete_some
Delete these files:{L}
rm{L}
Please remove{L}
All of these can go:{L}
Clean-up time. To be deleted:{L}
Get rid of the following:{L}
I no longer want these in the repo:{L}
Dead code, please delete:{L}
The migration is done, so drop{L}
Files to remove, keep the others:{L}
Could you throw out{L}
Not needed any more:{L}

## dora.delete_match
Delete all {E} files.
Remove every file that ends in {E}
There are some {E} files lying around, get rid of them.
Clean out the {E} files, whatever they are called.
No {E} files should be left in the tree.
Look for files with the ending {E} and delete them.
rm every {E} here
Find the {E} leftovers and remove them, please.
I keep committing {E} files by mistake. Delete those that are there.
Could you check what {E} files we have and throw them away?
Housekeeping: {E} files out, everything else stays.
Please purge the {E} stuff.

## dora.new_same
Create {q} as a copy of {p}, but with {k} set to {w}.
I need {q}. Same as {p}, only {k} is {w}.
Take {p}, change {k} to {w} and save it as {q}; {p} itself stays.
{q} should be like {p} except that {k} is {w}.
Make another config {q} out of {p} where {k} has the value {w}.
Clone {p} to {q}. Difference: {k} = {w}
New environment! {q}, based on {p}, {k} {w}.
Could you derive {q} from {p}? Everything equal, just {k} must be {w}.
For {q} use the contents of {p} with {w} for {k}. Don't modify {p}.
Set up {q}: copy {p} over, then {k} becomes {w} in the copy.
We want a second file next to {p}, named {q}, with {k} at {w} and the rest unchanged.
{p} is our template. Produce {q} with {w} as {k}.
''')
