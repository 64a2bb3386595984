"""Further frames for banks that had few; add() puts them into their modules' banks."""

import importlib

from tovabase import frames
from tovamore2 import MORE2
from tovamore3 import MORE3

MORE = {
    "tovaread.HIGHER": """
Tell me which of {p} and {p2} has the larger {k}, with the number.
{p} and {p2} disagree about {k}. Whose number is bigger?
I must know where {k} is set higher. Look in {p} and in {p2}.
Which one is ahead on {k}: {p} or {p2}?
Look up {k} twice, in {p} and in {p2}, and give me the bigger value and its file.
Who has more {k}? I mean {p} against {p2}.
Please read both {p} and {p2}. In which is {k} the greater?
For {k}, {p} or {p2}? The higher one, please.
Max of {k} over {p} and {p2}, and the file it's from?
""",
    "tovareport.MOST": """
Give me the {a} whose {b0} is the largest in {p}.
What's the top {b0} in {p}, and whose is it?
The record for {b0} in {p} is held by which {a}?
Look for the biggest number under {b0} in {p} and name its {a}.
Of all rows in {p}, which {a} has most {b0}?
I want the best {a} by {b0}; the data is in {p}.
Take {p}, column {b0}, find the maximum, tell me the {a}.
In the table {p} one {a} beats all others on {b0}. Which?
""",
    "tovaseek.TYPE": """
We've got a single {x} file. What is its {k}?
My {x} file has an entry {k}. Read it to me.
Use the {x} file to tell me {k}.
What's the {k}? It's in the file that ends in {x}.
Grab {k} from the one and only {x} file.
In whatever {x} file there is, look up {k}.
I can't recall the name, only that it ends with {x}. What does it give as {k}?
Please read {k} from the {x} file in this project.
""",
    "tovaseek.OWNER": """
{k} please, of the file where {x} is written.
Which file has {x}, and what {k} does it give?
I know only {x}. What {k} belongs to it? The files have it.
Match {x} to its {k}; both stand in the same file.
Go find {x}. The {k} in that file is what I want.
Check the files one after another for {x} and give me the {k} beside it.
There are similar files. Use the one saying {x}. Its {k}?
""",
    "tovaseek.ALLHAVE": """
Give me each file in which you can find {w}.
I have to replace {w} later. First tell me every file that has it.
Please open every file and report those with {w}.
How widely is {w} used? Name the files.
All occurrences of {w}: which files?
Collect the names of all files mentioning {w}.
Read through everything. Where is {w} found?
Make me an overview of the files with {w}.
""",
    "tovaseek.VAGUE": """
My notes are in a file called {x}, I think. What do they say about {k}?
Somewhere there's {x}; tell me {k} as it stands there.
Read the file {x}, wherever it is, and give me {k}.
{x} is the file's name, the ending escapes me. I need its {k}.
What has {x} got for {k}?
Hunt down the file {x} and tell me the value of {k}.
Which value does {x} list under {k}? You'll have to look for the file.
""",
    "tovaedit.FROMTO": """
{k} is at {old} in {p}, which is wrong. {new} is right.
{k}: was {old}, will be {new} ({p}).
Please alter {k} in {p}; {old} out, {new} in.
Instead of {old}, give {k} the value {new} in {p}.
In {p} you will find {k} with {old}. I want {new}.
The value {old} of {k} in {p} must change to {new}.
From {old} to {new}: that's the new {k} for {p}.
Let {k} in {p} go from {old} to {new}.
Test step: edit {p}, {k}, {old} => {new}.
""",
    "tovaparts.BLOCKS": """
Swap one block for another in {p}. Out:~{b}~In:~{b2}
The lines~{b}~in {p} are wrong. Right:~{b2}
Look for these lines in {p}:~{b}~Make them~{b2}
In {p} there is~{b}~and there should be~{b2}
Two lines in {p} have to change. Now:~{b}~After:~{b2}
Correct {p}.~~{b}~~must be~~{b2}
Edit request for {p}. I have~{b}~I need~{b2}
{p}, please. These lines~{b}~turn into these~{b2}
""",
    "tovaparts.TICK": """
{line} on {p} is done, so tick it.
Please mark {line} with an x in {p}.
I've just finished {line}. Check it off in {p}.
Tick off the item {line} on my list {p}.
The task {line} in {p} is completed. Mark it.
Mark done: {line} ({p}).
On {p}, {line} gets a tick.
Check {p}: set the box before {line}.
{line} can be ticked in {p} now.
""",
    "tovaline.BOTH": """
I want two lines more in {p}: {line}, and under it {line2}.
{line} and {line2} go to the end of {p}, one line each.
Write {line} and, on the line after it, {line2} at the end of {p}.
Please extend {p} with two lines, {line} and {line2}.
To the bottom of {p}: {line}. Then: {line2}.
Finish {p} with the two lines {line} and {line2}.
Add two lines at the very end of {p}. The first is {line}, the second {line2}.
""",
    "tovaline.ROW": """
{p} gets a new last row: {x}.
Append to the table in {p}: {x}.
We have a newcomer for {p}: {x}.
Write one more row into {p}, with {x}.
Fill in another row of {p}: {x}
The table {p} isn't complete. Add {x}.
Please log {x} in {p}.
Under the last row of {p}, put {x}.
""",
    "tovaline.KEY": """
There should be a {k} in {p}, namely {v}. Add it.
Add the setting {k}, {v}, as the last one in {p}.
Put another line in {p} that gives {k} as {v}.
Note {k} in {p}. It is {v}.
I forgot to enter {k} in {p}. The value is {v}.
Complete {p} with {k}: {v}
Insert {k} at the end of {p} and give it {v}.
""",
    "tovaline.AFTER": """
There's a gap in {p}: {line} must come {w0} {line2}.
Put {line} into {p}. Where? Right {w0} {line2}.
Line to insert: {line}~Place: {w0} {line2}~File: {p}
Let {line} stand {w0} {line2} in {p}.
Directly {w0} {line2} in {p} I'd like to read {line}.
Get {line} into {p} just {w0} {line2}.
I need a line {line} in {p}, {w0} {line2}.
""",
    "tovaline.THREEFILES": """
{old} is outdated. Put {new} into {p}, {p2} and {p3} instead.
{p}, {p2}, {p3}: in all of them {old} turns into {new}.
Please write {new} for {old} in the three files {p}, {p2} and {p3}.
Three edits, all the same. {old} to {new} in {p}, in {p2}, in {p3}.
Take {p}, {p2} and {p3} and replace {old} by {new} in each.
Update {old} to {new}: {p}; {p2}; {p3}
I changed my mind about {old}. {p}, {p2} and {p3} should have {new}.
""",
    "tovaline.ELSEWHERE": """
Swap {old} for {new}, in the file that has it.
Whichever file contains {old}, change it there to {new}.
{old} must become {new}. Search for it.
Look into the files one by one; where it says {old}, put {new}.
There is one {old} in the project. It should be {new}.
Help, I can't find {old} any more. Find it and make it {new}.
Trace {old}, overwrite it with {new}.
""",
    "tovamove.SORT": """
Sweep out the {x} files.
Which files end in {x}? Delete those.
No file may end in {x} afterwards.
Tidy up by deleting everything with the ending {x}.
Purge {x} files.
Please look for files ending in {x} and remove each of them.
All of {x}: delete.
The {x} files take up space. Remove them and tell me which they were.
""",
    "tovamove.CHANGED": """
I want the text of {p} in {p2} as well, with {new} wherever it says {old}.
Based on {p}, write {p2}; the only difference is {new} for {old}.
A second version of {p}, please: {p2}, saying {new} instead of {old}.
Take {p}, replace {old} by {new}, save the result as {p2}. {p} stays as it is.
Write {p2}: like {p}, {old} swapped for {new}.
Derive {p2} from {p} by changing {old} into {new}.
Make a variant {p2} of {p} with {new} rather than {old}.
""",
    "tovamove.MERGE": """
Glue {p} and {p2} together and call it {p3}.
One file out of two: {p} plus {p2} gives {p3}.
Write {p3}. It starts with the text of {p} and goes on with that of {p2}.
All lines of {p}, then all lines of {p2}: save that as {p3}.
{p} + {p2} = {p3}
Unite {p} and {p2} in {p3}, please.
Copy {p} into {p3} and let {p2} follow.
""",
    "tovamove.JOT": """
{p} has a {k}. I want that value alone in {p2}.
Extract {k} from {p} into the file {p2}.
Put the {k} found in {p} into {p2}, with no other text.
Copy just the value of {k} out of {p} to {p2}.
Make {p2} hold the same {k} as {p}, only the value.
Open {p}, read {k}, write its value to {p2}.
What is {k} in {p}? Save the answer as {p2}.
""",
    "tovamove.LINEOVER": """
Let {p2} end with the {o} line of {p}.
In {p}, pick the {o} line and append it to {p2}.
Look at the {o} line of {p}. It should be added at the bottom of {p2}.
Write the {o} line of {p} below the text of {p2}.
{p} -> {p2}: append the {o} line
From {p} I need the {o} line at the end of {p2} too.
""",
    "tovarun.RETRY": """
Run {c}. Temporary errors don't count: repeat it, and tell me what it prints in the end.
The server hiccups now and then. Run {c} until you have an answer, and report that.
Please get me the output of {c}, with as many tries as it takes.
{c}: run, rerun if it times out, report.
Execute {c} with patience. What did it print?
If {c} doesn't work at once, run it again. Then give me its result.
Do {c}. On a timeout do it again. Report the output.
Start {c} and don't mind a first failure. What is the final output?
""",
    "tovarun.RUN2": """
Give me the results of {c} and {c2}.
I'd like to see what {c} prints and what {c2} prints.
Run these in order and report: {c}, {c2}.
After {c}, run {c2}, and tell me what both said.
Do {c}. Do {c2}. Tell me what you saw.
Output of {c}? Output of {c2}?
Call {c} first and {c2} second; quote both outputs.
""",
    "tovarun.SAVEOUT": """
What {c} prints should be kept in {p}.
Make a file {p} out of the output of {c}.
Run {c}, copy its output, save that as {p}.
Keep a record of {c} in {p}: run it and write down what it says.
Put what you get from {c} into {p}.
Log the output of {c} to {p}.
Start {c}, wait, and write its output to {p}.
Let {p} hold the result of {c}.
""",
    "tovarun.NOTFIX": """
Tell me the state of {c}, that's all. No repairs.
Run {c} once. What does it report? Hands off the files.
I'm only curious: what does {c} say?
Look, don't touch: {c}. Result?
Give me the message of {c}, changes come later.
Run the check {c} and pass on its message unchanged.
How is {c} doing? Just the facts, no fixing.
""",
    "tovafix.FIX2": """
Both {c} and {c2} need to pass; repair what they name.
Run {c}; if red, fix and rerun. Same with {c2}.
Take {c} to green, then take {c2} to green.
Fix everything that {c} and {c2} find.
I can't merge until {c} and {c2} pass. Please help.
Handle {c} first, afterwards {c2}; each must pass.
Make {c} and {c2} succeed and give me their last outputs.
Something's off in {c} and maybe {c2}. Correct it and show that both pass.
""",
    "tovalost.NOTHERE": """
I need the text of {p}, or if it's gone the names of all files.
Look for {p} and read it; missing? List the files instead.
{p} may be gone. If you can't read it, which files are left?
Try {p}. Not there? Then what is there?
Please open {p}; tell me if it doesn't exist and which files do.
Have I still got {p}? If not, which files have I got?
Give me {p}. If no such file exists, say which ones exist.
""",
    "tovalost.GONE": """
{old} in {p} should be {new}, if it's in there at all. If not, read me the first line.
See whether {p} has {old}; yes: {new} instead; no: first line, please.
Can {old} in {p} be replaced by {new}? If it can't, how does {p} begin?
Put {new} where {p} says {old}. No {old}? Then report line one.
Find {old} in {p} and write {new} there, or admit it's missing and quote the first line.
Edit {old} to {new} in {p}. In case it's absent, what is the first line?
Please try {old} -> {new} in {p}, and give me the opening line when that fails.
""",
    "tovalost.OTHERCMD": """
Either {c} or {c2} exists here. Run the one that does and tell me its output.
Try {c} first. Unknown? Try {c2}. Report what it printed.
I'm not sure if it's {c} or {c2}. Which output do you get?
Run {c}; failing that, {c2}. What's printed?
When there's no {c} on this machine, {c2} does the same. Give me the output.
Please run {c}, or {c2} in its place, and pass me the result.
{c}, else {c2}. Output?
""",
    "tovalost.UNSET": """
Has {p} got {k}? The value, please, or else the entries it has.
I'm looking for {k} in {p}; should it be absent, tell me what entries exist.
{p}: is {k} there? If so its value, if not the names of the others.
Give me {k} as {p} has it. No such thing? Name the entries.
Search {p} for {k}. Nothing? Then list the keys you see.
What does {p} have for {k}, and if nothing, what else does it have?
Tell me honestly if {p} lacks {k}. In that case name its entries.
Is there a {k} in {p}? Value or list of entries, please.
""",
    "tovaif.HAS": """
First see if {p} has {old}. Has it? Make it {new}. Has it not? Append {line}.
{p}: swap {old} for {new} if you can, otherwise append {line}.
When you find {old} in {p}, write {new} there. When you don't, the file gets a last line {line}.
Change {old} to {new} in {p}, or add {line} at the end if there's no {old}.
With {old} in {p}: replace by {new}. Without it: add {line}.
Please check whether {old} stands in {p}. If yes, {new}. If no, append {line}.
""",
    "tovaif.VALUEIF": """
{k} in {p} ought to be {new} by now. If it's still {old}, change it; if not, what is it?
Turn {k} from {old} to {new} in {p} only when it really is {old}. Else tell me the value.
Look first: is {k} {old} in {p}? Then {new}. Anything else, report it.
If you see {old} for {k} in {p}, replace it with {new}, otherwise let me know what you see.
Update {k} to {new} in {p} if and only if it's {old}. If it's not, its value please.
Check {p}. {k} = {old}? Set {new}. Not so? Tell me.
""",
    "tovaif.LEVEL": """
{p} shouldn't have {k} over {n}. Reduce it to {n} if it has; if not, tell me the value.
At most {n} for {k} in {p}. Fix it when it's too high, else report.
If you find more than {n} for {k} in {p}, write {n}. If less, what is it?
Read {k} in {p}. Over {n}: change to {n}. Under {n}: report.
Is {k} too high in {p}? The maximum is {n}. Lower it to that or tell me the number.
See that {k} in {p} stays within {n}: cut it to {n} or report what it is.
When {k} goes beyond {n} in {p}, it's to be {n}. Otherwise just say the number.
""",
    "tovaif.WHICH": """
Start {c} when {k} in {p} says {v}, and {c2} in every other case. Report.
The value of {k} in {p} decides: {v} -> {c}, else -> {c2}. Output?
Look up {k} in {p} and run {c} for {v}, {c2} for the rest. What's printed?
With {v} as {k} in {p} we use {c}, otherwise {c2}. Run the right one, quote its output.
Choose: {c} if {k} is {v} in {p}, {c2} if not. Tell me the output.
Please read {p}. {k} {v} calls for {c}, other values call for {c2}. What does it print?
""",
    "tovaif.OUTIF": """
See if {c} prints {w}. Then {p} says {line}, if not {line2}.
Run {c} and look at the output: {w} in it, {p} gets {line}; no {w}, {p} gets {line2}.
Put {line} or {line2} in {p}, the first if {c} shows {w}, the second if it doesn't.
I need {p}. Its text is {line} when {c} prints {w}, and {line2} when it prints anything else.
Start {c}. {w}? Create {p} with {line}. No {w}? Create it with {line2}.
What {c} prints decides on {p}: {line} for {w}, {line2} for all else.
""",
    "tovaif.PRESENT": """
Remove {p} should you find it, then list the rest.
Take {p} away if it's in the list of files. What else is there?
Have a look at all files, delete {p} if you see it, and tell me the others.
I'd like {p} gone if it isn't already. Which files stay?
Find out if {p} exists; delete it in that case; name what remains.
List the files. {p} must go if it's there. Report the others.
""",
    "tovaif.STRIKE": """
Either remove {line} from {p} or, when it isn't listed, add {line2}.
See if {p} has {line}. It has: take it out. It hasn't: put {line2} at the bottom.
{line} should leave {p}. If it's not on it, {line2} should be added instead.
With {line} on {p}, cut that line. Otherwise the list gets {line2} at its end.
Could you drop {line} from {p}, or append {line2} when there's nothing to drop?
Check my list {p}: {line} on it -> delete; not on it -> append {line2}.
Read {p}. Cross out {line} by deleting its line, or add {line2} if there's no such line.
""",
    "tovaif.SURE": """
Put {line} at the end of {p}, but only if the file doesn't have it.
Does {p} have {line}? It should. Add it if not.
{p} needs the line {line} exactly once. Check, then add it at the end if necessary.
Add {line} to {p} when missing, leave it when present.
Verify that {line} is in {p}; append it otherwise.
I want to be certain that {p} has {line}. No duplicates please.
""",
    "tovaif.TESTIF": """
First {c}. Should it be red, the cure is {k} = {v} in {p}; apply it and rerun. Report what you get.
Run {c} and look. Failure: edit {p} to have {k} at {v}, run again. Success: say so.
Test with {c}. Only after a failure set {k} in {p} to {v} and test again.
Try {c} as things are; if that fails try it with {k} set to {v} in {p}. Final output?
If need be (that is, if {c} fails) set {k} in {p} to {v}, then rerun {c}. Tell me the outcome.
What does {c} say? If it's a failure, put {v} for {k} in {p} and see what it says then.
""",
    "tovalong.SCAFFOLD": """
I need {p}, {p2} and {p3}, which say {line}, {line2} and {line3}. After that run {c} and tell me what it printed.
Write {line} to {p}. Write {line2} to {p2}. Write {line3} to {p3}. Run {c}. Report.
Prepare everything for {c}: {p} with {line}, {p2} with {line2}, {p3} with {line3}. Then run it, I want its output.
For the test we need {p} ({line}), {p2} ({line2}), {p3} ({line3}). Create these and report what {c} says.
Start from scratch: create {p}, {p2} and {p3} with {line}, {line2} and {line3}, and finish by running {c}. Its output?
Step 1: {p} with {line}~Step 2: {p2} with {line2}~Step 3: {p3} with {line3}~Step 4: run {c}~Report the output of step 4.
""",
    "tovalong.RELEASE": """
{old} is history, {new} is the version now: fix {p} and {p2}, put {line} at the end of {p3}, run {c}, report.
Make these edits: {new} for {old} in {p} and in {p2}; {line} as the last line of {p3}. Then {c}.
Update the version in {p} and {p2} from {old} to {new}. {p3} needs the line {line} at its end. Run {c} and tell me what it says.
Step 1: {old} to {new} in {p}~Step 2: the same in {p2}~Step 3: {line} at the end of {p3}~Step 4: {c}
Ship {new}. {p} and {p2} still say {old}. {p3} lacks {line} at the end. When fixed, run {c}.
For version {new}: replace {old} in {p}, replace {old} in {p2}, append {line} to {p3}, and test with {c}.
""",
    "tovalong.BACKUP": """
Keep a copy of {p} in {p2}. Then make {old} into {new} in {p} and see what {c} says.
{p2} shall be the backup of {p}. Once it's there, swap {old} for {new} in {p}, run {c} and report.
Play it safe: copy {p} to {p2}, only then change {old} to {new} in {p}. Test: {c}.
Store the present text of {p} in {p2}; edit {p}, {old} -> {new}; run {c}.
I'd like a backup {p2} of {p} before you replace {old} with {new} in {p} and run {c}.
- backup {p} as {p2}~- change {old} to {new} in {p}~- run {c}
""",
    "tovalong.GATHER": """
What {k} do {p}, {p2} and {p3} have? Write the three values to {p4}, each on its own line.
Build {p4}: first line the {k} of {p}, second line that of {p2}, third line that of {p3}.
From each of {p}, {p2}, {p3} take {k}. The values go into {p4}, one below the other.
Put together {p4} with one {k} per line, from {p}, {p2} and {p3} in turn.
{p4} = the {k} of {p}, {p2}, {p3}, one per line.
Copy every {k} ({p}, {p2}, {p3}) into {p4}, a line each, only the values.
""",
    "tovalong.MOVETWO": """
{d} is the right place for {p} and {p2}. Move both, same names.
Get {p} and {p2} out of where they are and into {d}.
Shift {p} and {p2} over to {d}.
I want {p} and {p2} inside {d} and no longer at their old places.
File {p} and {p2} away in the directory {d}.
Move two files to {d}: {p}, {p2}.
""",
    "tovalong.HUNT": """
{old} is wrong, {new} is right, and I don't know the file. Correct it and run {c}.
Go look for {old} in the files, correct it to {new}, run {c}, tell me what it says.
Some file says {old}. Let it say {new} and prove with {c} that all is fine.
Change {old} to {new} in the file where it stands (search for it), then do {c}.
Track {old} down. Replace: {new}. Test: {c}. Report.
Read the files until you meet {old}, put {new} there, run {c}.
""",
    "tovalong.FIXNOTE": """
See that {c} passes, fixing what it names. Then note {line} in a new file {p2}.
Repair, rerun {c}, and if it's green save {line} as {p2}.
{c} fails at the moment. Fix that; when it passes write {line} to {p2}.
I need {c} green and {p2} saying {line}, in that order.
Run {c}, do what the message asks, run {c} again, then create {p2} with {line}.
Work on {c} until it passes. Finish by writing {line} into {p2}.
""",
}


def add():
    """Extend the banks in their modules, once."""
    for name, text in [*MORE.items(), *MORE2.items(), *MORE3.items()]:
        module, bank = name.split(".")
        have = getattr(importlib.import_module(module), bank)
        have += [f for f in frames(text) if f not in have]


add()
