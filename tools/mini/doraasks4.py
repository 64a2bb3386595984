"""Ways of asking for lines to be added or removed, and of asking what there is."""
from dorabase import add

add(r'''
## dora.ignore
Add {t} to {p}.
Put {t} into {p}, git keeps showing it.
{t} should be ignored, so append it to {p}.
I don't want {t} to be picked up. {p} needs it as the last line.
ignore {T} ({P})
Please extend {p} by {t}.
{p} is missing an entry for {t}.
Someone committed {t} last week. Put it at the end of {p} so that doesn't happen again.
Could {t} go into {p}? Bottom is fine.
One more pattern for {p}: {t}
{p} += {t}
Make {p} cover {t} too, on a new line at the end.

## dora.append
Append {t} to {p}.
Add the line {t} at the end of {p}.
{p} needs another line at the bottom: {t}
Put {t} last in {p}.
Extend {p} with {t} (last line).
echo '{T}' >> {P}
At the very end of {p}, write {t}.
One more line for {p}, after everything else: {t}
Could you tack {t} onto {p}?
I forgot a line in {p}. It's {t} and it goes to the end.
Please make {t} the final line of {p}.
{t} goes into {p}, below what is there.
{p} ends too early, {t} has to follow.
What {p} lacks is {t}. Bottom of the file, please.

## dora.append_some
Append these lines to {p}:\n{B}
At the end of {p} add\n{B}
{p} has to be extended by\n{B}
Put this below everything else in {p}:\n{B}
Please add the following at the bottom of {p}.\n\n{B}
Some more lines for {p} (end of file):\n{B}
{p} should go on with\n{B}
The last lines of {p} got lost. They were:\n{B}
{B}\nThat belongs at the end of {p}.
After the present contents of {p} I want\n{B}
append to {P}\n{B}
Let {p} end in these new lines, keep what it has:\n{B}

## dora.top
Add {t} as the first line of {p}.
Put {t} at the top of {p}.
{p} must begin with {t}.
Prepend {t} to {p}.
On top of {p} I'd like {t}.
{p} lacks {t} at the start.
Insert {t} before everything else in {p}.
Could you start {p} with {t}? The rest moves down a line.
The very first line in {p} shall be {t}, then the file as it is.
New line 1 for {p}: {t}
I always forget {t} on top. Add it to {p}, please.
{t} has to come first in {p}.
begin {P} w/ {T}

## dora.insert_after
In {p}, insert {t} after the line {u}.
Add {t} to {p}, right below {u}.
{p}: after {u} comes a new line {t}
Put {t} under {u} in {p}.
Below {u} ({p}) there should be {t}.
The line {u} in {p} must be followed by {t}.
Please place {t} directly after {u} in {p}.
I need {t} in {p}. Its place is the line after {u}.
Look for {u} in {p} and write {t} on a new line behind it.
Once {u} has been said in {p}, say {t}.
New line in {p}. Text: {t}. Position: after {u}.
Could you squeeze {t} in after {u}? The file is {p}.

## dora.insert_before
In {p}, insert {t} before the line {u}.
Add {t} to {p}, right above {u}.
{p}: ahead of {u} comes a new line {t}
Put {t} over {u} in {p}, as a line of its own.
Above {u} ({p}) there should be {t}.
The line {u} in {p} must be preceded by {t}.
Please place {t} directly in front of {u} in {p}, on its own line.
I need {t} in {p}. Its place is the line before {u}.
Find {u} in {p} and write {t} on a new line above it.
Before {u} in {p}, there has to be a line {t}.
New line in {p}. Text: {t}. Position: before {u}.
Could you squeeze {t} in above {u}? The file is {p}.

## dora.dependency
Add {t} right under {u} in {p}.
{p}: new entry {t}, first one below {u}.
We need {t} in {p}; it goes directly after {u}.
Please put {t} into {p}, immediately under {u}.
In {p}, below {u}, add {t}.
Insert {t} as the first thing under {u} in {p}.
{t} belongs in {p} (top of the part that starts with {u}).
I'm going to use something new. Declare it in {p}: {t}, straight after {u}.
Could you enter {t} in {p}? First place under {u}.
Extend {p}. Where: just below {u}. What: {t}
The section {u} of {p} gets {t} as its first entry.
Under {u} in {p} goes {t}, before the others.

## dora.under
Add {t} under {u} in {p}, as the first entry.
New entry for {p}: {t}, directly below {u}.
{p} should mention {t}; put it right after {u}.
Write {t} on the line below {u} in {p}.
Note the change in {p}, first under {u}: {t}
Under the heading {u} of {p}, at the top, I want {t}.
Please record {t} in {p}, just after {u}.
Changelog time. {p}, below {u}, first: {t}
The release notes ({p}) lack {t}. It goes immediately under {u}.
Could you put {t} at the head of the list below {u} in {p}?
{u} in {p} gets a new first point, {t}.
Insert into {p} after {u}: {t}

## dora.drop_line
Delete the line {t} from {p}.
Remove {t} in {p}.
{p}: drop the line {t}
The line {t} in {p} can go.
Take {t} out of {p}, please.
{p} no longer needs {t}.
I want {p} without the line {t}.
Get rid of {t} in {p}, the whole line.
Strike {t} from {p}.
Could you throw the line {t} out of {p}?
{t} was only for debugging. Out of {p} with it.
There's {t} in {p}; delete that line and leave no blank one.
Kill {t} ({p})
Who put {t} into {p}? Remove that line, the rest is good.

## dora.tick
Tick off {t} in {p}.
{t} is done, mark it in {p}.
Mark {t} as finished in {p}.
I finished this: {t}. Update {p}.
{p}: [x] for {t}
Please check the box of {t} in {p}.
We can tick {t} on our list ({p}).
Good news, {t} is out of the way. Put an x in {p}.
Cross the item {t} off in {p}; use [x].
Set {t} to done in {p} please
The item {t} of {p} is complete now, show that with an x in its box.
done: {T} -> {P}

## dora.dedupe
{p} has a duplicate line. Remove the second one.
Remove the repeated line from {p}, keep its first occurrence.
Something is in {p} twice. Keep the first.
Deduplicate {p}, order unchanged.
No line of {p} should occur twice; the first one stays.
Please get rid of duplicates in {p} without sorting it.
I think I pasted an entry twice into {p}. Delete the later one.
awk '!seen[$0]++' on {P}, save the result
Clean {p} of double entries, the earlier copy is the one to keep.
Each entry of {p} only once, please. Leave the order.
One of the lines in {p} is there two times, take the later copy out.
Check {p} for a doubled line and drop its second appearance.

## dora.which_file
Which file has {k} in it?
Where is {k}?
Find {k} for me. Which file?
In which file do I find {k}?
grep -l {K}
I'm looking for {k}; tell me the path.
Search the project for {k} and name the file.
Somewhere we have {k}. Where?
Can you locate {k}? Just the file name.
What file mentions {k}?
I forgot where I put {k}.
{k} must be in one of the files. Tell me which.
Who uses {k}? I mean, which file.

## dora.what_value
What is {k} in {p}?
Which value does {p} have for {k}?
Tell me {k} from {p}.
{p}: what's {k} at?
Look up {k} in {p}.
How is {k} set in {p}?
I need to know {k}; it's in {p}.
Read {p} and give me the value of {k}.
Check {p} for {k}, what does it say?
What did we put for {k} in {p}?
Can you see in {p} what {k} is?
{k}? (see {p})
For the docs: the current {k} in {p}, please.

## dora.where_value
What's {k} set to? I don't know the file.
Find out the value of {k}.
Somewhere in the config {k} is set. To what?
{k} - which value, which file?
Look through the files and tell me what {k} is.
How have we set {k}, and where?
I can't remember {k}. It must be in one of the files.
What value does {k} have in this project?
Search for {k} and tell me what it's set to.
Please look up {k}; no idea which file has it.
Is there a {k} anywhere? What is it?
Tell me the setting {k}.

## dora.count_lines
How many lines does {p} have?
wc -l {P}
Count the lines of {p}.
How long is {p} in lines?
Line count of {p} please.
Tell me the number of lines in {p}.
Is {p} long? Give me its line count.
I need the number of lines of {p} for a report.
Lines in {p}?
What does wc -l say for {p}?
How big is {p}, counted in lines?
Could you count how many lines are in {p}?

## dora.list_all
What files are there?
ls
List the files.
Show me what's in this project.
Which files do we have?
Give me an overview of the files.
What does the repo contain?
I just cloned this. What's in it?
Name all files, please.
Print the file list.
Tell me the paths of everything here.
Where do I start? Say which files exist.
file list pls
''')
