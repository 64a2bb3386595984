"""Frames: values carried along, conditions, steps in a row."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["backup_edit"] = lines("""
Back up {p} to {q}, then set {k} to {w} in {p}
Copy {p} to {q} first, then change {k} to {w} in {p}
Before you touch {p}, save a copy as {q}. Then set {k} to {w}
Make a backup {q} of {p} and afterwards set {k} to {w} in {p}
Set {k} to {w} in {p}, but keep the old version as {q}
Set {k} in {p} to {w}. Before that, copy it to {q}
Change {k} in {p} to {w}; the old file should stay as {q}
1. copy {p} to {q}~2. set {k} to {w} in {p}
First: backup of {p} in {q}. Second: {k} becomes {w} in {p}
I want {k} to be {w} in {p}, with a backup of the old file in {q}
Please keep {q} as backup of {p}, then update {k} to {w}
Save {p} as {q}, then edit {p}: {k} = {w}
Could you back {p} up as {q} and then put {k} to {w}?
Kindly take a backup of {p} as {q} and change {k} to {w} in the original
Play it safe: copy {p} to {q} and only then set {k} to {w} in {p}
Update {k} to {w} in {p}, with the original saved to {q}
""")
ANSWERS["backup_edit"] = lines("""
Saved the old version as {q} and set {k} to {w} in {p}.
{q} is the backup, and {k} is {w} in {p} now.
I backed up {p} to {q} and changed {k} to {w}.
""")

FRAMES["carry"] = lines("""
Copy the value of {k} from {p} to {q}
Copy {k} from {p} over to {q}
Take {k} from {p} and use it in {q}
Take the {k} in {p} and put it in {q} as well
Set {k} in {q} to the value it has in {p}
Set {k} in {q} to what {p} says
Make {k} in {q} the same as in {p}
{k} in {q} should be the same as in {p}
{k} in {q} should match {p}
{p} has the right {k}. Put it in {q} too
{p} has the right {k}, {q} is outdated. Fix {q}
Sync {k} from {p} to {q}
Bring {k} in {q} in line with {p}
Look up {k} in {p} and update {q} with it
Read {k} in {p}, then set the same in {q}
Update {k} in {q}; the correct value is in {p}
Please transfer {k} from {p} to {q}
Can you make {q} use the {k} from {p}?
Could you carry {k} over from {p} into {q}?
Kindly update {k} in {q} as per {p}
As in {p}, so in {q}: {k} has to be equal
The {k} in {q} is wrong. {p} has the good one
Use {p} as the source of truth for {k} and correct {q}
{q} must have the {k} of {p}
Align {q} with {p} regarding {k}
Whatever {k} is in {p}, {q} should have it too
""")
ANSWERS["carry"] = lines("""
{k} is {v} in {q} now, as in {p}.
I set {k} in {q} to {v}.
{q} has the {k} from {p} now: {v}
Done, {k} in {q} is {v}.
""")

FRAMES["carry_new"] = lines("""
Write the {k} from {p} into a new file {q}
Read {k} in {p} and save just the value in {q}
Put only the value of {k} from {p} into {q}
Create {q} containing the value of {k} from {p}, nothing else
Take the value of {k} out of {p} and write it to {q}
Extract {k} from {p} to {q} (value only)
I need a file {q} with just the {k} of {p} in it
Look up {k} in {p} and store its value as {q}
{q} should contain the value that {k} has in {p}
Save what {k} is in {p} to {q}
Please get {k} from {p} and put the value in a file {q}
Can you create {q} with the {k} that {p} has?
Could you write the value of {k} ({p}) to {q}?
Kindly fetch {k} from {p} and write the value in {q}
Make {q} out of the {k} in {p}; only the value
Get {k} from {p}. Write the bare value to {q}
""")
ANSWERS["carry_new"] = lines("""
Wrote {v} to {q}.
{q} now contains {v}.
{k} is {v}; I saved it in {q}.
""")

FRAMES["carry_two"] = lines("""
Create {s} with two lines: {k} from {p} and {j} from {q}, values only
Write the {k} of {p} and below it the {j} of {q} to {s}, just the values
Collect {k} ({p}) and {j} ({q}) in a new file {s}, one value per line
Get {k} from {p} and {j} from {q}, write both values to {s}, one per line
I need {s} with the value of {k} from {p} on line 1 and of {j} from {q} on line 2
Make a summary {s}: first line the {k} in {p}, second line the {j} in {q}; only values
Look up {k} in {p}, then {j} in {q}, and save the values in {s} line by line
Put the values of {k} (see {p}) and {j} (see {q}) into {s}, one under the other
{s} should have two lines, the {k} of {p} and the {j} of {q}. Bare values please
Please read {k} out of {p} and {j} out of {q}; both values go to {s}, one a line
Kindly prepare {s} having {k} of {p} in first line and {j} of {q} in second line, values only
From {p} take {k}, from {q} take {j}; store the two values in {s}, each on its line
""")
ANSWERS["carry_two"] = lines("""
{s} now has {v} and {w}.
I wrote {v} and {w} to {s}.
Done: {s} holds {v} and {w}.
""")

FRAMES["if_missing"] = lines("""
If {p} does not exist, create it with {x}
If {p} doesn't exist yet, create it with the content {x}
Create {p} with {x} unless it exists already.
Create {p} with {x}, but only if there is no such file.
Unless there is a {p} already, write one that says {x}
Make sure {p} exists. If not, create it with {x}
Make sure there is a {p}; a new one should say {x}
Check if {p} exists; if not, create it: {x}
Check for {p}. Missing? Then create it with {x}
Look whether {p} is there. If it is missing, write it with the text {x}
Don't overwrite {p} if it exists; otherwise create it with {x}
Is there a {p}? If no, add one saying {x}
Should {p} be missing, create it with {x}
{p} has to exist. When it's missing, put {x} in a new one.
Only when {p} is missing: create it, content {x}
Please ensure {p} is present. Default content: {x}
Can you create {p} with {x} in case it's not there?
Kindly create {p} if not exists, with the line {x}
If we have no {p}, add it with {x}. If we have it, leave it.
In case {p} is not there yet, please write {x} to it.
Do we have {p}? If we don't: create it with {x}
""")
ANSWERS["if_missing_new"] = lines("""
{p} was missing, so I created it.
There was no {p}; I created it.
Created {p}, it did not exist.
""")
ANSWERS["if_missing_old"] = lines("""
{p} already exists, so I left it as it is.
{p} is already there. I changed nothing.
There is a {p} already; nothing was changed.
""")

FRAMES["if_value"] = lines("""
If {k} in {p} is {v}, set it to {w}, otherwise leave it
If {k} is {v} in {p}, change it to {w}. Otherwise do nothing
Check {k} in {p}. Only if it is {v}, make it {w}
Look at {k} in {p}: if it says {v}, it should become {w}
Set {k} in {p} to {w}, but only if it is {v} right now
Change {k} in {p} to {w} in case it is {v}
Should {k} in {p} be {v}, update it to {w}
Is {k} in {p} still {v}? Then set it to {w}. If not, don't touch it
In {p}: when {k} equals {v}, put {w}; else no change
Please check if {k} is {v} in {p} and if so replace it by {w}
If {p} still has {k} at {v}, bump it to {w}; if not, leave the file alone
Kindly update {k} to {w} in {p} if it is {v}, else leave as it is
{p}: if {k} == {v} then {k} = {w}
I believe {k} in {p} is {v}. If so, change it to {w}, if not, tell me what it is
Can you look at {k} in {p} and turn {v} into {w}? Anything else stays
Provided that {k} is {v} in {p}, set {w} there
""")
ANSWERS["if_value_yes"] = lines("""
{k} was {v}, so I set it to {w} in {p}.
{k} is {w} now.
It was {v}; I changed {k} to {w}.
""")
ANSWERS["if_value_no"] = lines("""
{k} is {o} in {p}, so I changed nothing.
{k} is {o}, not {v}. I left {p} as it is.
Nothing changed: {k} is {o}.
""")

FRAMES["already"] = lines("""
Make sure {k} is {w} in {p}
Make sure that {k} in {p} is set to {w}
Ensure {k} is {w} in {p}
Please ensure that {p} has {k} at {w}
Verify that {k} is {w} in {p}, and fix it if not
Check that {k} in {p} is {w}; correct it if it's something else
See to it that {k} is {w} in {p}
{k} must be {w} in {p}. Check, and change it if needed
I want to be sure that {k} is {w} in {p}
Is {k} {w} in {p}? If not, set it
Is {k} already {w} in {p}? Otherwise change it
Unless {k} is {w} in {p} already, set it so
Double-check {k} in {p}: should be {w}, fix it otherwise
Can you make sure {k} has the value {w} in {p}?
Kindly ensure {k} is having value {w} in {p}
It's important that {k} is {w} in {p}. Check and adapt
""")
ANSWERS["already_no"] = lines("""
{k} was {v}; I set it to {w} in {p}.
{k} is {w} in {p} now, it was {v}.
It was {v}, so I changed {k} to {w}.
""")
ANSWERS["already_yes"] = lines("""
{k} is already {w} in {p}, nothing to change.
{p} already has {k} at {w}. I changed nothing.
Nothing to do, {k} is {w} already.
""")

FRAMES["follow_note"] = lines("""
Do what {p} says
Do what is written in {p}
Do what's asked for in {p}
Read {p} and do what it says
Read {p} and carry out the task in it
Follow the instruction in {p}
Please follow the note in {p}
There is a task for you in {p}
My colleague left a note in {p}. Please do it
Your task is described in {p}
The work to do is in {p}. Go
Take {p} as your instruction
Open {p}, it has a small task, and do that
Carry out {p}
Execute the request that stands in {p}
Can you do the thing from {p}?
Could you have a look at {p} and take care of it?
Kindly go through {p} and do the needful
Look at {p} and finish the job described there
I wrote down what I want in {p}. Please do it
""")
ANSWERS["follow_note"] = lines("""
I did what {p} says: {k} is {w} in {q}.
As {p} asks, {k} is {w} in {q} now.
Done, I set {k} to {w} in {q}.
""")

FRAMES["todo_clean"] = lines("""
Find the {t} comment in the code and remove that line
Find the file with a {t} line and delete this line
One file still has a {t} line. Remove it
Look for {t} in the files and take the line out
Search for {t} and remove the line
There's a {t} left somewhere, delete the line
Remove the line with {t}, I don't know in which file it is
Please find {t} and drop the line that has it
Clean up: somewhere is a {t} line that has to go
Can you get rid of the {t} line? You need to find it first
Kindly search for {t} and remove that line
Before we ship, remove the {t} line from whichever file has it
Go through the files; where you find {t}, delete that line
grep {t} and delete the line
""")
ANSWERS["todo_clean"] = lines("""
Removed the {t} line from {p}.
The {t} line was in {p}; I removed it.
{p} no longer has the {t} line.
""")

# Clauses for steps in a row; joined by the kinds. A clause starts small.
CLAUSES = {
    "create": lines("""
create {p} with {x}
create the file {p} that says {x}
write {x} to {p}
make a new file {p} with the text {x}
put {x} into a new file {p}
add a file {p} which contains {x}
save {x} as {p}
write a file {p} saying {x}
set up {p} with {x}
store {x} in {p}
"""),
    "edit": lines("""
replace {v} by {w} in {p}
change {v} to {w} in {p}
in {p}, replace {v} with {w}
in {p} change {v} into {w}
swap {v} for {w} in {p}
edit {p} so that {v} becomes {w}
put {w} instead of {v} in {p}
turn {v} into {w} in {p}
update {p}: {v} becomes {w}
correct {v} to {w} in {p}
"""),
    "set": lines("""
set {k} to {w} in {p}
set {k} in {p} to {w}
change {k} in {p} to {w}
update {k} to {w} in {p}
in {p}, set {k} to {w}
make {k} {w} in {p}
give {k} the value {w} in {p}
put {k} at {w} in {p}
"""),
    "append": lines("""
append {x} to {p}
add {x} at the end of {p}
add the line {x} to {p}
put {x} at the bottom of {p}
extend {p} by the line {x}
note {x} as the last line of {p}
"""),
    "copy": lines("""
copy {p} to {q}
make a copy of {p} called {q}
duplicate {p} as {q}
save a copy of {p} as {q}
back up {p} as {q}
"""),
    "rename": lines("""
rename {p} to {q}
move {p} to {q}
change the name of {p} to {q}
"""),
    "delete": lines("""
delete {p}
remove the file {p}
get rid of {p}
delete the file {p}
throw {p} away
remove {p}
"""),
    "run": lines("""
run {c}
run {c} and tell me what it prints
execute {c}
run {c} and report the output
call {c} and tell me the result
start {c} and tell me what comes out
check with {c}
try {c} and report what it says
"""),
    "tell": lines("""
tell me {k} from {p}
look up {k} in {p} and tell me
tell me what {k} is in {p}
report the value of {k} in {p}
read {p} and tell me {k}
let me know {k} in {p}
"""),
}
JOIN2 = lines("""
@1, then @2
@1 and then @2
@1, and after that @2
first @1, then @2
first @1, and then @2
@1. Then @2
@1. After that, @2
@1. Afterwards @2
@1. When that is done, @2
@1. Next, @2
@1. Once done, @2
@1; then @2
@1; afterwards @2
@1, and finally @2
please @1 and @2
please @1, then @2
please first @1 and then @2
can you @1 and then @2?
could you @1, and afterwards @2?
I want you to @1 and then @2
I need you to @1, then @2
kindly @1 and then @2
two things: @1, and @2
two steps: @1, then @2
- @1~- @2
1) @1~2) @2
(a) @1~(b) @2
Step 1: @1~Step 2: @2
step one: @1. Step two: @2
Do this:~* @1~* @2
To do:~- @1~- @2
before you @2, @1
once you did this: @1, @2
would you @1 and also @2?
@1. As a second step, @2
start with this: @1. Continue with this: @2
go ahead and @1, then @2
let's @1 and then @2
""")
JOIN3 = lines("""
@1, @2, and then @3
@1, then @2, then @3
@1, then @2, and finally @3
first @1, then @2, and finally @3
first @1, then @2, then @3
first @1. Then @2. Finally @3
@1. Then @2. Finally, @3
@1. Next, @2. At the end @3
@1. After that, @2. Last, @3
@1; @2; @3
@1; then @2; then @3
please @1, then @2, and at last @3
can you @1, @2, and then @3?
could you @1, then @2, and finally @3?
I need three things: @1, @2, and @3
three steps: @1, then @2, then @3
kindly @1, @2 and finally @3
- @1~- @2~- @3
1) @1~2) @2~3) @3
(a) @1~(b) @2~(c) @3
Step 1: @1~Step 2: @2~Step 3: @3
Please do the following in order:~- @1~- @2~- @3
To do:~* @1~* @2~* @3
Here is the plan:~- @1~- @2~- @3
My list for you:~1. @1~2. @2~3. @3
begin with this: @1. Go on with this: @2. End with this: @3
to start, @1; in the middle, @2; to finish, @3
before the end you should @3, but first @1, then @2
@1, and @2. When both are done, @3
start off: @1. Second: @2. Third: @3
""")
JOIN4 = lines("""
@1, then @2, then @3, and finally @4
first @1, then @2, after that @3, and finally @4
@1. Then @2. After that @3. Finally @4
@1; @2; @3; @4
- @1~- @2~- @3~- @4
1) @1~2) @2~3) @3~4) @4
Step 1: @1~Step 2: @2~Step 3: @3~Step 4: @4
Please do the following in order:~- @1~- @2~- @3~- @4
Four things:~* @1~* @2~* @3~* @4
Here is the plan:~1. @1~2. @2~3. @3~4. @4
please @1, @2, @3, and in the end @4
can you @1, @2, @3 and then @4?
kindly @1, then @2, then @3, lastly @4
first @1. Second, @2. Third, @3. Last, @4
I have four steps for you: @1, then @2, then @3, then @4
Work through this list:~[ ] @1~[ ] @2~[ ] @3~[ ] @4
begin with this: @1. Next: @2. Next: @3. And at the end: @4
""")
ANSWERS["steps"] = lines("""
All done: {t}
Done: {t}
{t}
""")
