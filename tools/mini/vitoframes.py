"""Frames of the vito tasks that make, change, move and remove files."""
from vitobase import bank

CREATE = bank("create", """
[Could|Can|Would] you [please |]make me a file called {p} that [just |]says {qx}?
Create {p} with the text {qx}.
I need a [new |]file, {p}, and all it has to say is {qx}.
Please put {qx} into a new file named {p}.
{p} doesn't exist yet; [please |]make it and write {qx} in it.
We agreed to keep a note of this, so would you mind saving {qx} as {p}?
new file {p}: {x}
{p} <- {x}
Write the line {qx} to {p}, [which is a new file|the file isn't there yet].
Would it be possible to have a file {p} [containing|holding|with] only {qx}? [The board asked for it.|It's for my records.|]
[Save|Store|Keep] this for me in {p}: {x}
The file {p} should be created. Its only line: {x}
it would be lovely if there were a {p} with the line {qx} in it
With the content {qx}, [create|start] a file and name it {p}.
Take this down as {p}: {x}
""")
BLOCK = bank("block", """
[Please c|C]reate {p} with [exactly |]these lines:\\n{x}
Here is the text for {p}, [could you save it?|please save it as a new file.]\\n\\n{x}
I typed this on the train; would you put it into {p} for me?\\n{x}
{p}:\\n```\\n{x}\\n```\\nPlease make that file.
Make a file {p}. It should contain\\n\\n{x}
Save the following as {p}.\\n```\\n{x}\\n```
The new {p} should read:\\n{x}
```\\n{x}\\n```\\nThis goes into a new file, {p}.
The text between the marks belongs in {p}, which I'd like you to create.\\n---\\n{x}\\n---
would you be so kind and store this note under {p}?\\n\\n"{x}"
write {p}\\n{x}
Our list is still only on paper. Please type it into {p}:\\n{x}
File name: {p}\\nFile content:\\n{x}
""")
FEW = bank("few", """
[Please c|C]reate these files:\\n{rows}
I need {n} [new |little ]files, please:\\n{rows}
Could you set up {n} files for me? {flow}.
Make {flow}.
New term, new files! Here is what I need: {flow}.
We need {flow}. Would you create them?
{rows}\\n^ [please make all of these|create these for me]
For each line make a file, name first and text after it:\\n{rows}
Please put together the following for the committee: {flow}.
can you write {flow}
The following files are missing and have to be created. {flow}.
To get started I'd like {flow}. Nothing more for now.
touch and fill: {flow}
Kindly prepare {flow}.
""")
REPLACE = bank("replace", """
In {p}, [please |]replace {qa} [by|with] {qb}.
[Could|Would] you change {qa} to {qb} in {p}[, please|]?
{p} says {qa} but it must be {qb}.
It should say {qb} instead of {qa} in {p}.
I made a mistake in {p}: I wrote {qa} and meant {qb}. Would you [correct|fix] it?
Swap {qa} for {qb} in {p}.
{p}: {a} -> {b}
Someone told me that {qa} in {p} is wrong and that {qb} is right, so [could|would] you put that right?
Please make {p} say {qb} where it [now |]says {qa}.
Where {p} has {qa}, put {qb}.
There's an error in {p}. Not {qa}, but {qb}.
Since last week it's {qb} and not {qa} any more, and {p} still has the old one. [Can you update it?|Please update.]
{qb} is what I want to see in {p}, not {qa}.
sed s/{a}/{b}/ in {p} please
oops, {p} needs fixing: for {qa} read {qb}
The text {qa} of {p} is outdated; kindly change it into {qb}.
My colleague insists it's {qb}. We have {qa} in {p}. Let's go with hers.
In file {p} is {qa} written. Correct would be {qb}. Please correct.
""")
FIELD = bank("field", """
[Please |]set the {l} in {p} to {b}.
The {l} in {p} has changed, it's {qb} now. Could you update that?
{p}: {l} should be {b}.
Would you mind changing the {l} to {qb}? It's in {p}.
I just heard that the {l} will be {qb}. Please note that in {p}.
In {p}, make {qb} the new {l}.
Whatever the {l} is in {p}, it needs to be {qb} from now on.
There has been a change of plan, so the {l} in {p} [must|has to] become {qb}.
Can {p} have {qb} as its {l}, please?
update {l} => {b} ({p})
{qb} is the correct {l}; {p} still shows the old one. Fix it, would you?
We got the {l} wrong in {p}. It ought to be {qb}.
the {l} in {p} is wrong I think. correct one is {b}
Replace the {l} given in {p} by {qb}.
""")
SEVERAL = bank("several", """
[Please m|M]ake these changes in {p}: {flow}.
A few corrections to {p}, if you don't mind: {flow}.
{p} needs {n} corrections: {flow}.
I proofread {p}. Please change {flow}.
In {p} change {flow}.
Could you go through {p} and replace {flow}?
Corrections for {p}\\n{rows}
{rows}\\nThese are my changes to {p}, [please apply them|could you enter them?]
The proofreader sent {p} back with these remarks:\\n{rows}\\nPlease work them in.
Edit {p}. First to last: {flow}. That's it.
Would it be OK to swap {flow}, all of it in {p}?
There are {n} slips in {p}. Replace {flow}.
""")
SAME = bank("same", """
Replace {qa} with {qb} in {fs}.
{fs} all say {qa}. It should be {qb} [everywhere|in each of them].
We have a new name: {qb}. Please use it instead of {qa} in {fs}.
The files {fs} still [mention|have|show] {qa}. Could you change that to {qb}?
Could you change {qa} to {qb} in all of these: {fs}?
{qa} is out, {qb} is in. [It concerns|Files:] {fs}.
in {fs}: {a} -> {b}
The same correction in {fs}, please: {qb} instead of {qa}.
I used {qa} by mistake in {fs}; make it {qb} [in every one|throughout].
As {qa} no longer applies, {fs} should all read {qb} in its place.
For each of {fs}, put {qb} where {qa} stands.
Would you go through {fs} and turn {qa} into {qb}? The auditors complained.
""")
APPEND = bank("append", """
[Please a|A]dd the line {qx} [at|to] the [end|bottom] of {p}.
Append {qx} to {p}.
Could {qx} go at the [very end|bottom] of {p}?
{p} is missing a last line: {x}
One more thing for {p}, please put it [last|below the rest]: {x}
I forgot something! {p} should end with {qx}, as a new line after everything else.
Would you write {qx} underneath what's already in {p}?
Under the existing lines of {p}, add {qx}.
{p} += {x}
We got a late entry for {p}. Please add it as the last line: {x}
Leave {p} as it is but add {qx} as the final line.
The list in {p} gets one more row: {x}
after the last line of {p} comes {qx}, please add
Another line for the end of {p}: {x}
""")
PREPEND = bank("prepend", """
[Please p|P]ut the line {qx} at the [top|very top|beginning] of {p}.
{p} should start with {qx}, before everything else that's there.
Add {qx} as the first line of {p}.
Could you insert {qx} above the first line of {p}?
Before the present text of {p}, add a line: {x}
prepend to {p}: {x}
It would look nicer if {p} opened with the line {qx}. Would you add it?
I'd like {qx} to come first in {p}, with the rest below.
The top line of {p} should be {qx}; keep everything else underneath.
On top of {p} we need {qx}. Can you do that?
{x}\\nPlease put the line above at the head of {p}.
new first line for {p}, old ones stay: {x}
""")
DROP = bank("drop", """
[Please r|R]emove the line {qx} from {p}.
Delete {qx} from {p}[, please|].
The line {qx} in {p} is no longer needed. [Take it out, please.|Could you delete it?]
{p} still has {qx}; that can go.
Could you [take|strike] {qx} [out of|from] {p}? We've dealt with it.
Get rid of {qx} in {p} but keep the other lines.
In {p} there's a line {qx} that shouldn't be there any more. Would you remove it?
drop from {p}: {x}
{qx} is not wanted any longer in {p}, the rest is fine.
I'd like {p} without the line {qx}.
Cross {qx} off {p} completely.
They cancelled, so the line {qx} has to disappear from {p}.
""")
DROPEND = bank("dropend", """
[Please d|D]elete the {w} line of {p}.
The {w} line in {p} is wrong, [take it out|please remove it].
Could you remove the {w} line from {p}? I pasted it by accident.
{p} without its {w} line, please.
Cut the {w} line off {p} and leave the others.
The line of {p} that comes {w} has expired. Strike it, please.
remove {w} line / {p}
I don't need the {w} line of {p} any more.
Would you drop whatever the {w} line of {p} is?
The {w} line has no business being in {p}. Away with it!
Everything in {p} is fine except the {w} line, which should go.
Open {p}, throw out the {w} line, keep the rest.
""")
RENAME = bank("rename", """
[Please r|R]ename {p} to {p2}.
{p} should be called {p2}[ instead|].
Could you give {p} the name {p2}?
The name {p} confuses everyone. Let's call it {p2} [from now on|instead].
I'd like {p} to be {p2}, same content.
mv {p} {p2}
Move {p} to {p2}.
The file {p} [belongs|should live] at {p2}; please move it there.
Would you mind moving {p}? Its new place is {p2}.
change the name of {p}, new name {p2}
{p} becomes {p2}, and the old one should be gone.
{p2} is the proper name for what is now {p}. Please rename.
""")
COPY = bank("copy", """
[Please c|C]opy {p} to {p2}.
Make a copy of {p} [called|named|under the name] {p2}.
I want to keep {p} safe. Could you save the same text as {p2}?
{p2} should be an exact copy of {p}.
Could I have {p} a second time, as {p2}?
Duplicate {p} as {p2}, [leave the original alone|and don't touch the original].
cp {p} {p2}
Before anyone changes {p}, please store a copy of it in {p2}.
Back up {p} to {p2}.
Our treasurer wants her own {p}; put one at {p2} with the same content.
The text of {p} is needed in {p2} as well.
{p} -> {p2}, but both must stay
""")
VARY = bank("vary", """
Copy {p} to {p2}, but [there|in the copy] it should say {qb} instead of {qa}.
I need {p} again as {p2}, with {qb} in place of {qa}. The original stays.
Use {p} as the model for {p2}; the only difference is {qb} where the old one has {qa}.
Make {p2} from {p}: same text, {qa} turned into {qb}.
Could you prepare {p2}? It's like {p}, except that {qa} becomes {qb}.
Same letter as in {p}, but for {qb} rather than {qa}. Save it as {p2}, please.
new {p2} = {p} with {a} -> {b}, keep {p}
Take {p}, put {qb} for {qa}, and save the result as {p2} without changing {p} itself.
Next month's version of {p} goes to {p2}. Just replace {qa} by {qb} in the new one.
Please duplicate {p} under {p2}. After that, in {p2} only, change {qa} to {qb}.
We'd like a variant of {p} named {p2} that reads {qb} and not {qa}.
{p2} doesn't exist yet. It should be {p} all over again, only with {qb} for {qa}.
""")
MOVE = bank("move", """
Move the line {qx} from {p} to the end of {p2}.
{qx} is in {p} but belongs in {p2}. [Put it at the end there, please.|Please move it to the bottom there.]
Take {qx} out of {p} and add it at the bottom of {p2}.
Could you shift {qx} from {p} to {p2}, as the last line?
The line {qx} stands in the wrong file: it should be the last one in {p2}, not in {p}.
{p} | {x} | to the end of {p2}
Please cut {qx} from {p} and paste it below the text of {p2}.
We're done with {qx}, so it can leave {p} and go at the end of {p2}.
I put {qx} in {p} by mistake. Would you move it to the last line of {p2}?
{p2} should get {qx} as its last line, and {p} should lose it.
Out of {p}, into {p2} (at the end): {x}
Someone else takes over {qx}. Delete it in {p}, append it to {p2}.
""")
JOIN = bank("join", """
Join {p} and {p2} into {p3}[, in that order|, first one first].
Could you put the text of {p} followed by that of {p2} into a new file {p3}?
I'd like one file instead of two: {p3}, with {p} first and {p2} below it. Keep the originals.
cat {p} {p2} > {p3}
Combine {p} and then {p2} in {p3}.
{p3} should hold everything from {p} and after it everything from {p2}.
Make {p3} out of {p} and {p2}, one after the other.
For the printer it has to be a single file. Please write {p} plus {p2} to {p3}.
Glue {p2} to the end of {p} and save the whole as {p3}; the two stay as they are.
Please merge my lists. {p} on top, {p2} beneath, result in {p3}.
The lines of {p}, then the lines of {p2}: all of that goes into {p3}.
Would you collect what is in {p} and {p2} in one file called {p3}?
""")
DELETE = bank("delete", """
[Please d|D]elete {p}.
We don't need {p} any more. [Could you get rid of it?|Please remove it.]
{p} can go, out with it!
Would you throw {p} away? It's out of date.
rm {p} pls
Remove the file {p} [for good|from the workspace].
I think {p} is just clutter by now. Bin it, please.
Nobody has opened {p} in years. Time to remove it.
Kindly erase {p}, its contents are private.
The file {p} is to be deleted.
{p} shouldn't be lying around here; clear it out.
Could {p} be taken away, please? The other files stay.
""")
OVER = bank("over", """
[Please r|R]eplace everything in {p} with {qx}.
Forget what {p} says now; it should only contain {qx}.
Overwrite {p} with: {x}
The whole text of {p} is obsolete. All it should say is {qx}.
Could you empty {p} and write just {qx} in it?
{p} := {x}
Clear {p} and put this there: {x}
I want nothing in {p} but {qx}.
Start {p} over with the single line {qx}, would you?
From {p} delete everything and write {qx} in its place.
Instead of all that text, {p} should have one line: {x}
Nothing in {p} is worth keeping. New content: {x}
""")
TICK = bank("tick", """
I did {qx}. Please tick it off in {p}.
Mark {qx} as done in {p}.
In {p}, the task {qx} is finished; [could you check it off?|please put an x in its box.]
{p}: {x} is done
Good news, {qx} is behind us! Would you tick the box in {p}?
Check off {qx} on the list in {p}.
Please cross {qx} off as done, the list is {p} and the boxes take an x.
We can tick {qx} in {p}, I finished it this morning.
Done: {x}. Kindly update the box in {p}.
Put an x in front of {qx} in {p}.
The item {qx} of {p} has been taken care of, so its box wants an x.
Could the box of {qx} be ticked in {p}, please?
""")
INSERT = bank("insert", """
In {p}, insert the line {qx} [right |]after {qa}.
Add {qx} below {qa} in {p}.
{qx} should come directly after the line {qa} in {p}.
Could you squeeze {qx} in under {qa}? The file is {p}.
Between {qa} and whatever follows it in {p}, put {qx}.
{p}: new line after {qa}: {x}
Please add a line to {p}, just below {qa}, that says {qx}.
After {qa} there's a line missing in {p}, namely {qx}.
I'd like {qx} to follow {qa} in {p}.
The line {qa} of {p} needs a companion underneath: {qx}.
Look for {qa} in {p} and write {qx} on the next line.
Right under {qa} (in {p}) please write {qx}
""")
