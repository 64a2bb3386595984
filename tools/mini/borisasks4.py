"""Frames of requests for one change, in unusual wordings."""
from borisbase import add

add(r"""
## replace
{v} in {p} is a slip of the pen for {vv}.
Kindly amend {p}: where it reads {v}, let it read {vv}.
{p} has {v}; the truth is {vv}.
Whoever typed {v} into {p} meant {vv}.
s/{V}/{VV}/ in {p}
Out with {v}, in with {vv}: {p}.
Let {vv} take the place of {v} in {p}.
The {v} in {p} should be a {vv}.
In {p} I misspelled {vv} as {v}. Repair that.
Substitute {vv} for {v} in {p}.
{p} is fine apart from {v}, which ought to be {vv}.
Make that {vv} and not {v} in {p}.
Somebody wants {vv} to stand where {v} stands now in {p}.
Strike {v} from {p} and put {vv} there instead.
We agreed on {vv}. {p} still says {v}.
Rewrite {v} as {vv} within {p}.
Is {v} still in {p}? Then change it to {vv}, it is.
{p}: {vv}, not {v}!
## set_key
{k} in {p} ought to be {v}.
Would you turn the {k} in {p} to {v}?
I'd rather have {v} as the {k} in {p}.
{p} needs another {k}: {v}.
From now on {k} is {v}; {p} has to know that.
The right {k} for {p} is {v}, whatever is there now.
{k}={V}, file {p}
Have {p} use {v} for its {k}.
New {k} for {p}: {v}.
Overwrite {k} with {v} in {p}, keep the other entries.
Whatever {k} was in {p}, {v} is what it should be.
Adjust {p}; its {k} is to be {v}.
The value of {k} (see {p}) has been decided: {v}.
## append
Tack {t} onto the end of {p}.
{p} lacks a last line: {t}
One more line for {p}, at the bottom: {t}
Let {p} finish with {t} on a line of its own.
Under all that is in {p}, write {t}.
Please note {t} down in {p}, after what's already there.
The end of {p} should be a new line {t}.
I forgot to put {t} in {p}. Add it at the end.
append to {p}: {t}
Continue {p} with the line {t}.
At the tail of {p} comes {t}.
Grow {p} by one line, {t}, last.
Add {t} as the closing line of {p}.
## prepend
{p} should open with the line {t}, everything else below it.
Put {t} on top of {p}.
Insert {t} as line one of {p}.
Before all else in {p} there must be a line {t}.
Add a heading to {p}: {t}
The first line of {p} shall be {t}; push the rest down.
Start {p} with {t}, then what is there now.
prepend {t} to {p}
I'd like {t} above the present text of {p}.
At the head of {p}, add {t}.
Squeeze {t} in over the first line of {p}.
New top line for {p}: {t}
## remove_line
Take the line {t} out of {p}.
{t} has to go from {p}.
Delete {t} in {p}, the whole line.
{p} shouldn't have the line {t} any more.
Cross {t} off in {p}.
Remove from {p} the line that says {t}.
The line {t} in {p} is obsolete, drop it.
We don't need {t} in {p}.
Strike out {t} in {p} (leave the other lines as they are).
Please cut {t} from {p}.
{p} without {t}, please.
Clean {p} up: the line {t} goes.
## several
In {p} change {v} to {vv} and {w} to {ww}.
Two corrections in {p}: {v} becomes {vv}, {w} becomes {ww}.
{p}: {v} -> {vv}; {w} -> {ww}
Replace {v} with {vv}, and {w} with {ww}, both in {p}.
{p} has two mistakes. {v} must be {vv} and {w} must be {ww}.
Put {vv} for {v} and {ww} for {w} in {p}.
I need {vv} where {p} says {v}, and also {ww} where it says {w}.
Neither {v} nor {w} is right in {p}. It's {vv} and {ww}.
First {v} to {vv}, then {w} to {ww}, in the file {p}.
Edit {p}:\n- {v} => {vv}\n- {w} => {ww}
Please write {vv} instead of {v} and {ww} instead of {w} in {p}.
Not {v} but {vv}, and not {w} but {ww}: {p}.
## two_files
In {p} change {v} to {vv}; in {q} change {w} to {ww}.
{p}: {v} -> {vv}\n{q}: {w} -> {ww}
Replace {v} by {vv} in {p} and {w} by {ww} in {q}.
{p} must say {vv} and not {v}, {q} must say {ww} and not {w}.
Two files need care. {v} in {p} is to be {vv}, {w} in {q} is to be {ww}.
Correct {p} ({v} should be {vv}) and {q} ({w} should be {ww}).
Swap {v} for {vv} in {p}, and do likewise with {w} and {ww} in {q}.
Let {p} read {vv} where {v} is; let {q} read {ww} where {w} is.
Could you fix {v} to {vv} in {p}? Then {w} to {ww} in {q}.
Put {vv} for {v}, that's {p}. Put {ww} for {w}, that's {q}.
I found {v} in {p} (want {vv}) and {w} in {q} (want {ww}).
Turn {v} into {vv} inside {p}; inside {q} turn {w} into {ww}.
## create
Create {p} with {t} in it.
Make a file called {p}. Its text: {t}
New file {p}: {t}
I need {p} to exist and to say {t}.
Put {t} into a fresh file named {p}.
Write {t} to {p}.
There should be a file {p} whose only line is {t}.
Could you start a file {p} that reads {t}?
{p} is missing. Make it, with {t} as the content.
Save this as {P}:\n{T}
Please write the following to {p}:\n\n{T}
echo {t} > {p}
Jot {t} down in a new file, {p}.
## create_lines
Create {p} with these lines:\n{T}
Write this to {p}:\n```\n{T}\n```
New file {p}, content as follows.\n\n{T}
{P}\n---\n{T}\n---\nPlease make this file.
Save the block below as {p}.\n```\n{T}\n```
Make {p} hold exactly this:\n{T}
Put the next lines into a new file {p}:\n{T}
I dictate {p}:\n{T}
File name: {P}\nText:\n{T}
Please create the file {p}. It should contain\n\n{T}
"{P}" must look like so:\n{T}
A new {p} with\n{T}
## rename
{p} should be called {q}.
Rename {p} to {q}.
mv {P} {Q}
Give {p} a better name, {q}.
The name {p} is wrong. It should be {q}.
Move {p} to {q}, text unchanged.
Let {p} go by the name of {q} from now on.
I want {q} instead of {p}, same contents, old name gone.
Change the file name {p} into {q}.
File {p}: new name {q}.
Could {p} become {q}? Only the name, not the text.
What is now {p} shall be {q}.
## copy
Copy {p} to {q}.
{q} should be an exact copy of {p}.
cp {P} {Q}
Make a second {p}, named {q}.
Keep {p} and save the same text as {q}.
I need a backup of {p} at {q}.
Duplicate {p} under the name {q}.
Write what {p} says into {q} as well.
Clone {p}; the clone is {q}.
Have the text of {p} in {q} too.
Put a copy of {p} where {q} would be.
Take {p} and store its text once more as {q}.
## move_text
Move the line {t} from {p} to the end of {q}.
{t} is in the wrong file: take it out of {p} and put it at the bottom of {q}.
The line {t} belongs in {q} (last line), not in {p}.
Cut {t} from {p}, paste it below everything in {q}.
{t}: out of {p}, into {q} at the end
Please shift the line {t} from {p} over to {q}, as its last line.
Take away {t} from {p} and let {q} end with it.
{p} loses the line {t}, {q} gets it at its end.
Transfer {t} from {p} to the foot of {q}.
I put {t} in {p} by mistake. It should stand at the end of {q}.
Remove {t} from {p}, then append it to {q}.
Let the line {t} wander from {p} to the end of {q}.
## join_files
Join {p} and {q} into {s}.
Put {p} and {q} together in a new file {s}, in this order.
{s} = {p} + {q}
cat {P} {Q} > {S}
Make {s} out of {p} followed by {q}.
Write to {s} the lines of {p} and after them those of {q}.
I want one file {s} with first {p} and then {q} in it.
Merge {p} with {q} (that order) and save it as {s}.
Combine {p} and {q}; the result goes to {s}. Keep both.
Glue {q} to the end of {p} and store this as {s}, without changing the two.
New file {s}: everything from {p}, then everything from {q}.
Concatenate {p}, {q} as {s}.
""")
