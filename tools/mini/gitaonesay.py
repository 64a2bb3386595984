"""What gita says for the plain jobs on one file."""
from gitabase import bank

bank(r"""
## setkey
Set {k} to {w} in {p}.
In {p}, {k} <should be|has to be|must become> {w}.
{k} -> {w} ({p})
Please give {k} the value {w}; it lives in {p}.
We agreed on {w} for {k}. Can you put that into {p}?
Could the {h} in {p} be {w} from now on?
{p}: {h} is wrong, I want {w} there.
Whatever {p} says for {k}, make it {w}.
Change request\nfile: {P}\nkey: {K}\nnew value: {W}
I need {w} as {k} in {p}, the current value is too <old|risky|random> for my taste.
The vendor told us to run with {k} = {w}. Adjust {p} accordingly.
How about {w} for the {h}? Yes, do it, in {p}.
Open {p}, find {k}, put {w} there, save.
Edit {p} so that the {h} is {w}, keeping the line's style.
<Bump|Move|Switch> {k} in {p} over to {w}.
Our new {h} is {w}. {p} doesn't know that yet.
{p} needs a new {h}, namely {w}.
## swap
In {p} replace {v} <with|by> {w}.
{p} still says {v}. That was renamed; write {w} instead.
Swap {v} for {w} in {p}, please.
s/{V}/{W}/ in {P}
Where {p} has {v} it should have {w}.
Could you turn {v} into {w}? File: {p}
The {h} in {p} goes from {v} to {w}.
{v} is retired, {w} is its successor; change {p} to match.
old: {V}\nnew: {W}\nwhere: {P}
Somebody typed {v} into {p}, it was meant to be {w}. Correct that.
Make {p} say {w} rather than {v}.
From tonight we use {w}, no longer {v}, so {p} needs an edit.
{w} instead of {v} in {p}, nothing more.
I keep reading {v} in {p} and it hurts. It's {w}!
Update {p}: {v} => {w}.
## swapline
In {p}, change the line\n{A}\nto\n{B}
Replace this line of {p}\n\n{A}\n\nwith this one\n\n{B}
{p} has the line {t1}. Make it read {t2}.
Please find {t1} in {p} and put {t2} in its place.
- {A}\n+ {B}\n(that is {p})\n
diff for {P}:\n-{A}\n+{B}
{t1} is out of date, the line should be {t2} (see {p}).
The entry {t1} of {p} becomes {t2}.
Would you mind rewording {t1} as {t2} in {p}?
One line of {p} is wrong. It is {t1}; it ought to be {t2}.
Take {p}, drop {t1}, and in exactly that spot have {t2}.
For {p}: instead of {t1} write {t2}.
## lookup
What is {k} set to in {p}?
Which {h} does {p} <use|have|give>?
Tell me the {h} from {p}.
I need the value of {k}. It should be in {p}.
Can you check {p} and tell me what the {h} is at the moment?
{p} -> {k}?
What does {p} say about the {h}?
Look up {k} for me. File {p}.
I forgot our {h}... have a look into {p}, will you?
Someone asks which {h} we configured. {p} knows.
Read me the {h} out of {p}, <I have it nowhere else|please>.
For the audit I have to write down the {h} as {p} has it. What do I write?
Is there a {k} in {p}? What's its value?
Current value of {k} in {p}, thanks.
## makefile
Create {p} with these lines:\n{L}
New file {p}, content:\n{L}
I need a file {p}. Put this in it:\n\n{L}
Save the following as {p}\n---\n{L}
{p} does not exist yet. Make it, with exactly this text:\n{L}
cat > {P} <<EOF\n{L}
Please add a <configuration|file> called {p} that holds\n{L}
Would you store this as {p} for me?\n{L}
Write {p}:\n{L}
The new box wants a {p}. It goes like this.\n\n{L}
Here comes the content for {p}, type it off as it is:\n{L}
File: {P}\nContent:\n{L}
Drop this into a fresh {p}, <one setting a line|as below>:\n{L}
## makeone
Create {p} with the single line {t}.
Make a file {p} that says {t}.
Put {t} into a new file named {p}.
{p} should exist and hold just {t}.
Write {t} to {p} (new file).
echo {t} > {P}
We need a marker file: {p}, with {t} inside.
Could you leave a file {p} with the text {t}?
I want {p} to contain {t} and nothing besides.
Start {p} with one line, {t}.
New: {p}. Text: {t}
The deploy tool looks for {p}. Make it; its only line is {t}.
## append
Add the line {t} <at the end of|to the end of> {p}.
Append {t} to {p}.
{p} needs one more line at the bottom: {t}
echo {t} >> {P}
Put this below everything else in {p}:\n{T}
One more entry for {p}, last position: {t}
Please extend {p} by {t}.
At the very end of {p} there should be another line, {t}.
I forgot a line in {p}. It goes last and reads {t}.
Tack {t} onto {p}, <at the bottom|as the last line>.
Add to {p} (end of file):\n{T}
New last line for {p}: {t}
Finish {p} off with {t}.
## prepend
Put {t} at the top of {p}.
Add {t} as the first line of {p}.
{p} should begin with the line {t}; keep the rest below it.
Prepend this to {p}:\n{T}
Before everything else in {p} I'd like to read {t}.
Insert a first line into {p}: {t}
A header is missing in {p}. Make it {t}.
Can {p} start with {t}, please? Then whatever is there now.
New top line in {p}: {t}
Could you open {p} and squeeze {t} in above the first line?
Line 1 of {p} should be {t}, everything else moves down by one.
On top of {p} goes {t}.
## after
In {p}, after the line {t1}, insert {t2}.
Add {t2} right below {t1} in {p}.
{p}: between {t1} and what follows, put the line {t2}.
Below {t1} of {p} there should come a line {t2}.
Insert a new line into {p}.\nafter: {A}\nnew: {B}
Find {t1} in {p}. The next line shall be {t2}; it is not there yet.
The entry {t2} belongs directly under {t1} in {p}, add it.
Please slip {t2} in after {t1} ({p}).
Straight after {t1} I want {t2} in {p}.
{p} lacks {t2}. Its place is just behind {t1}.
Line to add to {p}: {t2}. Where: under {t1}.
Once {p} has said {t1}, it should say {t2} on the next line.
## drop
Remove the line {t} from {p}.
Delete {t} from {p}, <keep the rest|the other lines stay>.
{p} has a line {t} that must go.
Take {t} out of {p}.
Please get rid of this line in {p}:\n{T}
{t} is done; strike it from {p}.
Kick {t} out of {p}.
No more {t} in {p}, please, remove the whole line.
We don't need {t} any longer. It's in {p}.
{p} without the line {t} is what I want.
Drop one line of {p}, this one: {t}
Could you clear {t} from {p}?
## dropkey
Remove the {k} setting from {p}.
{p} shouldn't set {k} at all, delete that line.
Take {k} out of {p} so that the default applies.
Drop the {h} from {p}.
The {h} is no longer supported. Please remove it from {p}.
Delete whatever line sets {k} in {p}.
unset {K} ({P})
Strip {k} from {p}, <whatever its value|value doesn't matter>.
Get the {h} line out of {p}.
In {p}, {k} has to go, the rest stays.
Since the upgrade {k} is rejected. Clean it out of {p}.
I want {p} minus {k}.
## comment
Comment out {k} in {p} <with a #|with a leading #>.
Put a # in front of the {k} line in {p}.
Disable the {h} line of {p} by turning it into a comment (#).
{p}: prefix the line of {k} with #, don't delete it.
I want {k} inactive for now, so make its line in {p} start with #.
Could the line with the {h} in {p} get a # at its start?
Don't remove {k} from {p}, only hash it out (#).
Hash out the {h} in {p} - a # directly before the line.
Silence {k} in {p} with #.
Turn the {k} line of {p} into a #comment, no space after the sign.
Let's try without {k}. Comment it away in {p} with #.
Please deactivate the {h} in {p}; a # before it will do.
## tick
Tick {t} off in {p}.
{t} is done, mark it in {p}.
In {p} put an x in the box of {t}.
I finished {t}. Update the checklist {p}.
Check off {t} ({p}).
Could you set {t} to done in {p}?
Checklist {p}: {t} can be ticked.
{n} just did {t}. Please cross the box in {p}.
Mark the item {t} in {p} as completed with [x].
One box more in {p}: {t}. It's done.
Done: {t}. Note that in {p}.
The step {t} of {p} is behind us, so its box needs an x.
## copy
Copy {p1} to {p2}.
cp {P1} {P2}
Make {p2} a copy of {p1}.
I need a second {p1}, named {p2}.
Take a backup of {p1} as {p2} before we touch it.
Duplicate {p1}; call the new file {p2}.
{p2} should have the same content as {p1}. It doesn't exist yet.
Save what's in {p1} under {p2} too.
Start {p2} from {p1}, unchanged.
Please clone {p1} into {p2}.
Same file again, other place: {p1} -> {p2}. Keep both.
Before the upgrade: put a copy of {p1} at {p2}.
## move
Rename {p1} to {p2}.
mv {P1} {P2}
Move {p1} to {p2}.
{p1} should be called {p2} from now on.
The file {p1} has a bad name. {p2} is better.
{p2} is where {p1} belongs, move it there.
Please change the name of {p1}: {p2}.
Shift {p1} over to {p2}; nothing may stay at the old place.
What is now {p1} shall be {p2}, text unchanged.
Could {p1} go to {p2}?
Get {p1} out of the way by renaming it {p2}.
We relocate {p1}. New path: {p2}
## remove
Delete {p}.
Remove the file {p}.
{p} can go.
rm {P} please
Get rid of {p}, <nobody reads it|it is stale|I checked with the owner>.
Please throw {p} away.
We don't need {p} any more, delete it.
Clean up: {p} is a leftover, so remove it.
Wipe {p} from the workspace.
I'd like {p} gone.
{p} was only for the migration. Dispose of it.
Could you take {p} off the box?
## revert
Restore {p1} from its backup {p2} and delete the backup.
Roll {p1} back to {p2}, then remove {p2}.
{p1} is broken. Put the text of {p2} in its place, and once that's done {p2} can go.
Undo my change: {p2} has the good version of {p1}. No need to keep {p2} afterwards.
{p2} should become {p1} again (overwrite it; {p2} disappears).
I messed {p1} up; take {p2} instead and tidy {p2} away.
Bring back the old {p1}. It's kept in {p2}, which you delete after restoring.
mv -f {P2} {P1}
Please replace {p1} by {p2} entirely and remove {p2}.
First overwrite {p1} with what {p2} holds; after that rm {P2}.
The rollback: {p2} -> {p1}, {p2} not needed later.
We keep the version from {p2}: save it as {p1}, drop {p2}.
""")
