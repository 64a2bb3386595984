"""What gita says for finding, comparing and carrying values between files."""
from gitabase import bank

bank(r"""
## lost
Set {k} in {p} to {w}.
In {p} the {h} should be {w}.
{p}: make {k} {w}.
Please update the {h} to {w}. The file is {p}, or something like it.
I think it's {p} where {k} has to become {w}; if that's not its name, look around.
Change {k} to {w} in {p} (path from memory).
Could you put {w} as {k} into {p}?
{p} needs {k} = {w}. If the path is wrong, find the real one.
Our {h} changes to {w}. You'll find it in {p}, I believe.
Let {k} be {w} in {p}; somebody may have moved the file.
{w} is the new {h}. Enter it in {p}.
Edit {p}, {k}: {w}.
Give {p} the {h} {w}, please.
## lostread
What's the {h} in {p}?
Read me {k} from {p}.
Which {h} do we have? See {p}, unless it was moved.
I want to know {k}; it's in {p} if I remember right.
{p} should tell you the {h}. What is it?
Look for {k} in {p} and tell me the value.
Can you find out the {h}? I'd try {p} first.
Value of {k} in {p}? The name of the file may be off.
Tell me what {p} (or however it's spelled) has for the {h}.
Somewhere around {p} we keep the {h}. Which is it?
According to {p}, what is {k}?
Quick check of {p}: the {h}?
## stale
In {p} replace {t1} by {t2}. If that line isn't there as such, {k} should still end up as {w}.
{p} says {t1}; it should say {t2}.
Change {t1} to {t2} in {p}.
Please swap {t1} for {t2} in {p} (the old value may differ by now).
Update {p}: {t1} becomes {t2}.
Find {t1} in {p} and make it {t2}. Whatever the value is today, I want {w}.
I believe {p} has {t1}. Turn it into {t2}.
{p}, old {t1}, new {t2}.
We need {t2} in {p}, where there's {t1} as far as I know.
Where {p} reads {t1}, have it read {t2}; the point is that {k} is {w}.
From my notes: {p} contains {t1}. Make that {t2}.
Edit: {t1} -> {t2}, file {p}. If my old text is wrong, see what it is and set {w} anyway.
## carry
Take {k1} from {p1} and set {k2} in {p2} to the same value.
{k2} in {p2} must be what {p1} has for {k1}.
Copy the value of {k1} ({p1}) over to {k2} ({p2}).
Look up {k1} in {p1}; that value belongs into {p2} as {k2}.
{p2} is out of step: its {k2} should equal {k1} of {p1}.
Please make {k2} in {p2} match {k1} in {p1}.
Whatever {k1} is in {p1}, use it for {k2} in {p2}.
Read {p1}, find {k1}, then put it after {k2} in {p2}.
The truth is in {p1} ({k1}). Bring {k2} of {p2} in line with it.
{p1}:{K1} -> {p2}:{K2}
I changed {k1} in {p1} and forgot {p2}, where it's called {k2}. Fix that.
Align {p2} with {p1}: {k2} gets the value that {k1} has.
## compare
Do {p1} and {p2} have the same {h}?
Compare {k} in {p1} and {p2}. Same or different?
Is {k} equal in {p1} and {p2}? Give me both values if not.
{k}: {p1} vs {p2}?
Tell me whether the {h} in {p1} differs from that in {p2}, and what each is.
Check that {p1} and {p2} agree about the {h}.
I suspect {p1} and {p2} disagree on {k}. Do they?
Which {h} is in {p1}, which one in {p2}?
Look at {p1} and {p2} and report the {h} of either.
What {h} does each of {p1} and {p2} use?
For the review: {k} as in {p1} and as in {p2}, please.
One {h} or two? See {p1} and {p2}.
## grepfile
Which file mentions {t}?
One of the files has {t} in it. Which one?
Where do we have {t}?
Find the file that contains {t}.
I'm looking for {t}. In what file is it?
grep {t} - name of the file please
Somebody wrote {t} somewhere. Tell me in which file.
In which of these files can I read {t}?
Go through the files and name the one with {t}.
Search everything for {t}; I need the path.
Do you see {t} anywhere? Where?
Path of the file that says {t}?
## grepfix
Somewhere here it says {v}. It has to be {w}. Find it.
Find the file with {v} and change it to {w} there.
{v} is used in one of the files, I forgot which. Replace it by {w}.
Hunt down {v} and make it {w}.
One config still has {v}. Look through them all and put {w} there.
{v} -> {w}, wherever it is.
Our {h} {v} was replaced by {w}, please update the file that names it.
I can't remember where we keep {v}. It must become {w}.
Search the workspace for {v}; the place you find gets {w} in its stead.
Which file has {v}? Correct it to {w}.
Get rid of {v}, it's {w} now. You'll have to look where it stands.
The old {h} ({v}) lingers in one file. Switch that to {w}.
## ext
Which {x} files do we have?
List every file that ends in {x}.
Names of all {x} files, please.
Show me what there is with {x} at the end.
I only want the {x} ones: which are they?
What {x} files are in the workspace?
Give me the paths of the {x} files.
Are there {x} files? Name them.
ls *{x}
Look at what files there are and tell me those ending with {x}.
For the inventory I need all paths with {x}.
Any {x} lying around? Which?
## lasterr
What is the last {l} in {p}?
Which {l} came last in {p}, and when?
Tell me the time of the last {l} entry of {p}.
Look into {p}. When did the latest {l} happen?
{p}: last {l}?
At what time does {p} log its final {l}?
I need the timestamp of the newest {l} line in {p}.
Find the most recent {l} in {p} and give me the time.
When was the last {l}? It's in {p}.
See {p}, bottom-most {l}, what time?
The log {p} has a {l} or more. Time of the last one, please.
How recent is the latest {l} in {p}? Just the clock time.
## counterr
How many {l} lines are in {p}?
Count the {l} entries of {p}.
{p}: number of {l} lines?
Go through {p} and count how often {l} occurs.
How often did it log {l} in {p}?
I need the number of {l} messages in {p}.
Number of {l} in {p}, please, no commentary.
Tell me how many times there's {l} in {p}.
For the weekly mail: the count of {l} in {p}.
Is {l} frequent in {p}? How many?
Read {p} and say how many of its lines are {l}.
What's the {l} count in {p}?
## envdiff
{p2} lacks a setting that {p1} has. Append that line to {p2} as it is.
Compare {p1} and {p2}; whichever key is missing from {p2} goes to its end, with the line of {p1}.
One line of {p1} never made it into {p2}. Add it at the bottom.
{p1} is the template. Find what {p2} is missing and append it.
Bring {p2} up to {p1}: a key is missing, add its line last.
I added a key to {p1} but not to {p2}. Please do that for me (end of the file, same line).
Which key of {p1} isn't in {p2}? Copy that line to the end of {p2}.
Complete {p2} with the one line it lacks compared to {p1}, last position.
{p2} won't start since a setting is absent. {p1} has them all. Append the absent one.
Diff {p1} against {p2} and append what is missing in {p2}.
Please check {p2} for completeness, {p1} being the reference, and put the missing line at its end.
See what {p1} has in addition to {p2}; that line must be the new last line of {p2}.
## roster
{p1} lists which host each service runs on. Put the one of {s} into {p2} as {k}.
Find {s} in {p1} and set {k} in {p2} to its host.
{k} in {p2} should be the host of {s} according to {p1}.
Where does {s} run? {p1} knows. {p2} needs that host as {k}.
Look up the host of {s} ({p1}), then update {k} in {p2}.
Since {s} moved, {k} in {p2} is wrong. The right host is in {p1}.
Take the host that {p1} gives for {s}; it's the new {k} of {p2}.
Check {p1} for {s} and write the host you find to {k} in {p2}.
{p2}: {k} = host of {s}, see {p1}.
I'd like {p2} to point at {s}. Its {k} must be the machine named in {p1}.
Use the table {p1} to correct {k} in {p2}; it's about {s}.
According to {p1} {s} has a machine of its own. Make it {k} in {p2}.
## rename
{v} is now called {w}. Update every file that mentions it.
Replace {v} with {w} in all files.
Wherever {v} occurs, it must be {w}.
The host {v} was replaced by {w}. Go through the files and change all of them that use it.
All mentions of {v} -> {w}, please. More than one file is affected.
We retire {v}. Its job goes to {w}; adapt each file.
No file may name {v} any more, use {w}.
Search for {v} in every file and put {w} in its place.
Switch the whole workspace from {v} to {w}.
{v} is dead, long live {w}! Change it everywhere.
Please migrate: {v} out, {w} in, across all the files.
I renamed {v} to {w}. Some files still have the old name, fix these.
""")
