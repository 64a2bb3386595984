"""How olga asks for things about whole files, names, commands and checks."""
from olgabase import bank

bank("""
## new
Create {f} with the line {t}.
Start a file {f}. All it says is {t}.
I need a file {f} that says {t}.
New file, please: {f}. Content: {T}
Write {t} into a new file called {f}.
{t} - save that as {f}.
Make me a {f} with nothing but this in it:\\n{T}
Please note {t} somewhere. Call the file {f}.
There is no {f} yet. Make one, it should say {t}.
Put down {t} under the name {f}, would you?
save as {f}: {T}
Could you write a little file for the door? {f}, text {t}.
Set up {f} containing {t}
I have an idea, quick, store it in {f}: {T}
## newmany
Create {f} with these lines:\\n{T}
Save this as {f}, line for line:\\n{T}
New file {f}:\\n{T}
I wrote something new. It belongs in {f}:\\n{T}
Put the following into {f}, which doesn't exist yet.\\n{T}
Could you type this up as {f}?\\n{T}
{f} should be made with this text in it:\\n\\n{T}
The text below is for a file called {f}. Keep the lines as they are.\\n{T}
Please start {f}. It has {n} lines:\\n{T}
here's what goes into {f}\\n{T}
My pupils dictated this; file it under {f}:\\n{T}
Make a file of {n} lines, {f}, as follows.\\n{T}
## newtwo
Create two files: {f} saying {t} and {g} saying {u}.
I need {f} (text {t}) and {g} (text {u}).
Make {f} with {t} in it, then {g} with {u}.
{t} goes into a new file {f}, {u} into another one, {g}.
Two small files, please:\\n- {f}: {t}\\n- {g}: {u}
First write {f} with the line {t}. Next comes {g}, which reads {u}.
Set up {f} and {g}; the former says {t}, the latter {u}.
Both of these are new. {f} has {t}. {g} has {u}.
1) new file {f}, content {t}\\n2) new file {g}, content {u}
For the two doors I need signs: {t} as {f}, and {u} as {g}.
## copy
Make a copy of {f} called {g}.
Copy {f} to {g}.
I want {f} twice, the second time as {g}.
Keep {f} as it is, but save the same text under {g} too.
Please duplicate {f}; the duplicate is {g}.
Before I change {f} I'd like a spare copy, {g}.
{g} should be made with exactly what is in {f}.
Have {f} also as {g}
The same text that is in {f} must go into a new file {g}.
Could you store the content of {f} once more, namely in {g}?
back up {f} as {g} please
## mv
Rename {f} to {g}.
{f} should be called {g} from now on.
Give {f} a new name: {g}.
Move {f} to {g}.
I'd rather have {f} under the name {g}. The old one must not stay.
{f} is a silly name. Make it {g}.
Please change the file name {f} into {g}.
{f} -> {g} (rename, text unchanged)
The file {f} belongs at {g}; put it there and remove it where it is now.
Could {f} become {g}? Just the name.
The name {g} is better than {f}. Rename it accordingly
## rm
Delete {f}.
{f} is not needed any more, delete the file.
Get rid of the whole file {f}.
Please throw {f} away.
We can do without {f}. Off with it.
The file {f} is out of date and should be removed.
rm {f}
Would you wipe {f} from the folder? The file, not just its text.
I finished with {f}; it can be deleted.
Into the bin with {f}.
Clear out {f}, I have it on paper.
{f} must go, entirely.
## merge
Put {g} under {f}, in {f}, and delete {g}.
Append the text of {g} to {f}; afterwards {g} can go.
{f} and {g} should be one file, {f}: first its own text, then that of {g}. Remove {g}.
Combine both into {f} ({g} comes at the end) and get rid of {g}.
Please join {g} on to the end of {f} and throw {g} away.
I don't want two files. What is in {g} goes below what is in {f}, and {g} disappears.
Add everything from {g} at the bottom of {f}, then delete {g}.
merge {g} into {f} (at the end), rm {g}
The lines of {g} belong after those of {f}. Move them there, without leaving {g} behind.
{f} swallows {g}: its lines come last, and the file {g} ceases to exist.
## every
Replace {k} by {l} everywhere in {f}.
In {f}, {k} is called {l} from now on, wherever the name comes up.
Every {k} in {f} should become {l}.
My heroine isn't {k} any longer, she is {l}. Change {f}.
{k} doesn't want to be named in {f}. Put {l} in each place.
{l} instead of {k}, all through {f}.
Call {k} {l} in {f}, please - each time.
{f}: {k} -> {l}, all of them
Wherever {f} says {k}, let it say {l}.
I've renamed {k} to {l} in my head; now {f} has to follow.
The name {k} occurs more than once in {f}. Make it {l} throughout.
There's no {k} in our village. Write {l} for it in all of {f}.
## word
In {f}, change {t} to {u}.
{t} in {f} should be {u}.
Please write {u} where {f} has {t}.
{f} says {t}. It ought to say {u}.
I prefer {u} to {t} in {f}.
Make {u} out of {t}, in {f}.
It's {u} and not {t}. Please correct {f}.
{f}: for {t} read {u}
Replace the words {t} with {u} ({f}).
In place of {t}, let {f} have {u}
There is a slip in {f}: {t}. What I meant is {u}.
Could you swap {t} for {u} in {f}?
## both
Replace {k} by {l} in {f} and in {g}.
{k} is now {l}; change it in both {f} and {g}.
Both {f} and {g} mention {k}. It should be {l} there.
In {f} as well as {g}, write {l} for {k}.
{f}, {g}: {k} -> {l}
First in {f}, afterwards in {g}: make {l} of {k}.
Not {k} but {l} - that goes for {f} and {g}.
{k} got married and is {l} now. Please update {f} and then {g}.
{l} takes the place of {k} in two files, {f} and {g}.
We changed {k} into {l}. Do {f}, then do {g} too.
## which
Which file mentions the {k}?
In which of my files is there something about the {k}?
I wrote about a {k} somewhere. In which file?
Where did I put the line with the {k}? Tell me the file.
Find the file that speaks of the {k}.
One of the files has the word {k} in it. Which?
Which text is the {k} in? I need the file name.
what file has the {k}
Look through the texts for the {k} and name the file.
The {k} occurs in just one file here. Find out which.
## whatis
Which files are there?
What have I got in this folder?
Name all the files, please.
List what is here.
Show me the names of everything in the folder.
what's here?
I forgot what my files are called. Tell me all of them.
Could you tell me what files I have?
An inventory of the folder, please: just names.
Give me every file name.
## run
Run {c} and tell me what it says.
What does {c} print?
Please start {c}; I want to know what comes out.
{c} - what's the answer?
Could you try {c} and give me its output?
Type {c} for me and read me the result.
I'd like to know what {c} reports today.
Do {c}. What do you see?
Execute {c} and pass on the message
The caretaker says I should enter {c}. What does it reply?
Find out by means of {c} and report.
If you run {c}, what is written there?
## runout
Run {c} and write its output into {f}.
Put what {c} prints in a new file {f}.
{f} should hold the output of {c}.
Save the result of {c} as {f}.
I need what {c} says on file, in {f}.
Start {c}; whatever it prints goes into {f}.
Let {c} run and keep its answer in {f}.
Into {f}, please: the output of {c}.
Make {f} out of what you get from {c}
First {c}, then a file {f} with just what it printed.
Note down the reply of {c} under {f}.
## runadd
Run {c} and add its output as the last line of {f}.
Append what {c} prints to {f}.
At the end of {f}, put the output of {c}.
{f} needs one more line: what {c} says.
Ask {c} and write the reply at the bottom of {f}.
What comes out of {c} belongs under the last line of {f}.
Let {c} run, then extend {f} by its output.
Start {c}. Its answer is to be the new last line in {f}.
Please tack the result of {c} on to {f}.
## fix
Run {c}. If it complains, put right what it names and run it again.
{c} has to pass. See what it wants and change the file.
Please get {c} to succeed.
Something is wrong says {c}. Look and repair it.
My page doesn't pass {c}. Can you make it?
Try {c}, correct the text it finds fault with, try once more.
I can't print before {c} is content. Please see to that.
make {c} happy
The checker ({c}) grumbles. Do what it asks for and check again.
Until {c} is fine I can't hand this in. Fix it, please.
Use {c} to find the mistake, mend it, and show me that {c} is satisfied.
Could you find out with {c} what's missing and correct it?
## fixsys
Do the check and put right what it names.
Please make the check pass.
See whether our check is content. If it isn't, correct the text.
I think there is a mistake in my files. Check and mend it, then check again.
Run the usual check and fix what it finds.
check & fix please
The check fails. Can you repair it?
Before I print: run the check and correct what is wrong.
Does the check go through? Make sure it does.
You know the check. It grumbles; please do what it wants.
## fixthen
Change {v} to {w} in {f}, then run {c} to see if it passes.
{f} should say {w} instead of {v}; afterwards run {c} and tell me the result.
I want {c} to go through. For that, {v} in {f} has to become {w}.
Before you run {c}, replace {v} by {w} in {f}.
Run {c}, but not until {f} has {w} where {v} is now.
1. in {f}, {v} becomes {w}\\n2. run {c}\\n3. tell me what it says
Make {w} out of {v} in {f}. Does {c} succeed with that?
{v} in {f} is wrong, {w} right. Correct it and confirm with {c}.
Once {f} reads {w} and not {v}, start {c}.
Please put {w} for {v} ({f}) and check it using {c}.
## if
Run {c}. If it says {x}, change {v} to {w} in {f}; otherwise change {v} to {u}.
What does {c} say? Should it be {x}, write {w} instead of {v} in {f}. If it is anything else, write {u} there.
In {f}, {v} becomes {w} if {c} prints {x}, and {u} if not.
Ask {c} first. With {x} as the answer, {v} in {f} turns into {w}, with any other into {u}.
Depending on {c}: {x} means that {v} in {f} is replaced by {w}; else it's {u}.
Start {c} and look. {x}? Then {f} gets {w} for {v}. Not {x}? Then it gets {u}.
If {c} answers {x}, let {f} say {w} and not {v}. If the answer is different, let it say {u}.
Only when {c} gives {x} put {w} in the place of {v} in {f}; in all other cases put {u}.
## carry
Look up {the} in {f} and put it into {g} instead of {v}.
{g} still says {v}. The right value is {the}, see {f}.
In {g}, replace {v} with {the} as it stands in {f}.
{f} knows {the}. Bring {g} up to date; it has {v} now.
Find {the} in {f}. Then write that where {g} says {v}.
{v} in {g} is a dummy. Put there {the}, which you'll find in {f}.
Carry {the} over from {f} to {g}, where {v} is standing in for it.
Take {the} from {f} and let it replace {v} in {g}.
{g} has a gap marked {v}. Fill in {the} from {f}
Copy {the} out of {f} into {g}, in the place of {v}.
## follow
{f} says what to do. Please do it.
Read {f} and carry out what it asks for.
I left instructions in {f}. Follow them.
Do what is written in {f}.
There's a wish noted in {f}; fulfil it.
See {f} for your job.
{p} wrote down a task in {f}. Would you do it?
open {f}, do as it says
Everything you need to know is in {f}. Go ahead.
The thing to be done today is in {f}, please take care of it.
## three
In {f}, change {v} to {w}. Then make a new file {g} saying {t}. Finally delete {h}.
Three things: {h} can be deleted, {g} should be created with {t}, and in {f} {v} becomes {w}.
1. {f}: {w} instead of {v}\\n2. new file {g} with the line {t}\\n3. delete {h}
- {v} in {f} is now {w}\\n- {g} (new) says {t}\\n- {h} goes in the bin
Please delete {h} once you have put {w} for {v} in {f} and written {t} into a new {g}.
First replace {v} by {w} in {f}; second, start {g} with {t}; third, throw {h} away.
I need a new {g} (it says {t}); I don't need {h} any more, delete it; and {f} must have {w} where it has {v}.
Make {w} out of {v} in {f}, create {g} reading {t}, and remove {h}. That's it.
{h} is rubbish, remove it. {v} in {f} should read {w}. And write {t} to a file {g}, which is new.
## already
Make sure that {f} has {v} for {k}.
{k} should have {v} in {f}. Change it if it doesn't.
Does {f} give {v} for {k}? If not, correct it.
See to it that {v} stands beside {k} in {f}.
Check {k} in {f}; it must be {v}.
I believe {k} needs {v} in {f}. Fix it where necessary.
In {f}, the value of {k} has to be {v}. Look and, if needed, change.
{k}: {v}. Is {f} like that? Otherwise make it so.
Please verify that {k} is noted with {v} in {f}, and put it right if it's wrong.
{f} ought to say {v} for {k}, make sure
""")
