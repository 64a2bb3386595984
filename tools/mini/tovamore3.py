"""More clauses and answers; tovamore adds them."""

MORE3 = {
    "tovaclause.MOVE": """
call {p} {p2} from now on
relocate {p} to {p2}
change the file name {p} to {p2}
make {p} into {p2}, without keeping {p}
let {p} become {p2}
transfer {p} to {p2} and delete {p}
mv {p} {p2}
""",
    "tovaclause.COPY": """
put a copy of {p} in {p2}
cp {p} {p2}
write the text of {p} to {p2} as well
keep a second copy of {p} under {p2}
create {p2} with the content of {p}
store the content of {p} in {p2} too
make {p2} identical to {p}
""",
    "tovaclause.LOOK": """
open {p} and note {k}
tell me {k} from {p}
report the {k} in {p}
read {p} to learn {k}
fetch the value of {k} from {p}
look into {p} for {k}
give me the {k} that {p} lists
find {k} in {p}
""",
    "tovaclause.APPEND": """
at the end of {p}, add {line}
add one more line to {p}: {line}
finish {p} with the line {line}
give {p} a new last line, {line}
note {line} at the end of {p}
under everything in {p}, write {line}
append a line saying {line} to {p}
tack {line} on to the end of {p}
""",
    "tovaclause.DELETE": """
delete the file {p}
take {p} away
make {p} disappear
use rm on {p}
clear {p} out of the project
discard {p}
have {p} removed
kick out {p}
""",
    "tovaclause.MAKE": """
make {p} with the content {line}
write a note {line} in the new file {p}
open a new file {p} and put {line} in it
fill a new {p} with {line}
let there be a file {p} with {line}
generate {p} containing just {line}
produce a file {p}, text {line}
place {line} in a new file {p}
type {line} into a new file {p}
create the file {p}, it says {line}
""",
    "tovaclause.RUN": """
have {c} run
get {c} going
fire up {c}
run {c} from the shell
perform {c}
try running {c}
run {c} for me
let {c} run
trigger {c}
""",
    "tovaclause.SET": """
change the value of {k} in {p} to {v}
assign {v} to {k} in {p}
bring {k} in {p} to {v}
correct {k} in {p} to {v}
have {p} list {v} for {k}
write {v} for {k} in {p}
replace the value of {k} in {p} by {v}
turn {k} in {p} into {v}
fix {k} in {p}: it should be {v}
""",
    "tovaclause.TEST": """
use {c} to test it
see what {c} says
let {c} judge
do a test run with {c}
prove it with {c}
run the check {c}
run the suite with {c}
start the tests, that is {c}
check the whole thing with {c}
""",
    "tovaclause.CHANGE": """
take {old} out of {p} and put {new} in its place
exchange {old} for {new} in {p}
adjust {p} so it has {new} instead of {old}
alter {old} to {new} in {p}
let {old} in {p} become {new}
find {old} in {p} and write {new} there
get {p} to say {new}, not {old}
where {p} has {old}, put {new}
""",
    "tovaclause.THENN": """
Hey, could you {S,then}? Ta.
Work for today: {S;}.
My list:~{S-}
Do these {n} things:~{S)}
{n} tasks for you: {S;}.
Let's do this one after the other: {S,then}.
Run book:~{S1}
We need the following. {S.}
Ticket:~{S-}~Close it when done.
Please go through these steps:~{Sstep}
Would you mind? {Sthen}
""",
    "tovaclause.TELL": """
How does it go?
What came out?
Let me see the output.
Pass on what it says.
I'd like to read the output here.
Answer with the output.
In the end, what does it say?
Please report back.
""",
    "tovalost.HINT": """
{x} Should that file not exist, use the one that's meant.
{x} It may have moved.
{x} Someone may have renamed the file a little.
{x} If there's no such path, check the list of files.
{x} Perhaps I mixed up the folder.
{x} Not certain about the exact name.
""",
    "tovarun.DONE": """
The edit in {p} is done; {c} reports {x}
After the change {c} says {x}
{c}: {x}
I made the change in {p}. The command printed {x}
{p} now has the new text. Output of {c}: {x}
Both done, and the output is {x}
""",
    "tovaedit.SETDID": """
The new value of {k} in {p} is {v}.
{k} has the value {v} now.
I updated {p}: {k} is {v}.
{p}: {k} is now {v}.
I changed {k} to {v}.
""",
    "tovaline.ADDED": """
{p} now includes {line}.
I put {line} into {p}.
The new line is in {p}.
OK, {p} has {line} now.
""",
    "tovaedit.DID": """
{p} has {new} in place of {old} now.
It says {new} now.
I edited {p}: {old} is {new} now.
OK, {new} it is, in {p}.
Updated {p} with {new}.
""",
    "tovamake.MADE": """
OK, {p} exists.
The text is in {p}.
I saved it as {p}.
{p} has been written.
That is in {p} now.
""",
    "tovafix.FIXED": """
I corrected {p}, and now it passes: {x}
{c} is green: {x}
The problem in {p} is solved; {c} says {x}
After correcting {p}: {x}
""",
    "tovalong.HUNT": """
The word {old} is in some file. Replace it with {new}. Test with {c} afterwards.
Please search the files, change {old} to {new} where you find it, and run {c}.
I need {new} where now {old} stands, whichever file that is; then run {c} and report.
""",
    "tovalong.FIXNOTE": """
Step 1: run {c}~Step 2: fix the file it names~Step 3: run {c} again~Step 4: write {line} to {p2}
After you've made {c} pass, put {line} into {p2}.
{c} first, and it has to pass, so fix things. Second, {p2} with {line}.
""",
    "tovalong.BACKUP": """
Leave a copy of {p} at {p2}, then edit: {old} becomes {new} in {p}. Check: {c}.
Duplicate {p} to {p2} so nothing is lost. Change {old} to {new} in {p}. What does {c} say then?
First a backup ({p} to {p2}), then the change ({old} to {new} in {p}), then {c}.
""",
    "tovamove.RENAME": """
Please give {p} another name, {p2}.
{p2} is a better name for {p}. Rename it.
The file now at {p} should be at {p2}.
I named it {p}, but it should have been {p2}.
Make {p2} out of {p}; there should be just the one file.
""",
    "tovamove.COPY": """
Have {p2} hold what {p} holds.
Leave {p} in place and put its text in {p2} too.
A backup of {p} is needed. Name: {p2}.
Replicate {p} as {p2}.
Please write the same text as in {p} to {p2}.
""",
    "tovaread.LINES": """
The number of lines in {p}, please. Use wc -l.
I'd like to know how long {p} is. Lines, not words.
Let wc -l count {p}, what's the number?
{p} has how many lines?
""",
    "tovaseek.IN": """
I need the paths of the files in {d}.
Does {d} have files? Tell me which.
Have a look at what lies in {d}.
What's stored under {d} right now?
""",
}
