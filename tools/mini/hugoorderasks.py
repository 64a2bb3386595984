"""Frames of hugo for single things asked in unexpected orders: content before name, new before old, reason before wish."""
from hugobase import add

add(r"""
## hugo.swap
It should say {w}, not {v}, in {p}.
{w} instead of {v}, please. The file is {p}.
{v} was wrong all along, {w} is right. You'll find it in {p}.
Make it {w}; it says {v} now. {p} is the one.
From {v} to {w} - that's the whole change, in {p}.
We settled on {w} yesterday, so the {v} in {p} is out of date. Fix that.
{w}. That is what has to stand in {p} in the place of {v}.
Somebody typed {v} where {w} was meant, and it ended up in {p}. Correct it, would you?
I read {p} this morning and stumbled over {v}. It must be {w}.
Not {v} but {w}! ({p})
Put {w} there. Where? Where {v} is. In which file? {p}.
Customers keep complaining about {v}. They were promised {w}. Have {p} changed accordingly.
old: {V}\nnew: {W}\nfile: {P}
new value {w}, old value {v}, file {p}
file {p}: {v} out, {w} in
I'd prefer {w} over {v}. It's in {p}, I believe once only.
The word you're looking for is {v}, the word I want is {w}, the place is {p}.
Since it is {w} that we ordered and not {v}, {p} needs correcting.
Could {w} take the place of {v}? I mean in {p}.
{w} (was: {v}) for {p}
Is it {v} in {p}? It ought to be {w}, so change it please.
When people open {p} they should see {w} and no longer {v}.
What we now call {v} in {p} shall be {w}.
Bug: {p} shows {v}\nExpected: {w}\nPlease fix.
## hugo.line
The line\n{T2}\nis what I want in {p} instead of\n{T}
{t2} - this sentence should replace {t} in {p}.
Wrong: {t}\nRight: {t2}\nWhere: {P}
I changed my mind. It's now {t2}. What I wrote before, in {p}, was {t}.
{p} has a line {t}. Make that {t2}.
In place of {t} put {t2}; the file is {p}.
Better: {t2}. Worse, and still in {p}: {t}. You know what to do.
Where it reads {t} it should read {t2}. I speak of {p}.
My old text {t} sounded silly, so have {t2} there from now on. File name {p}.
Let's use {t2} rather than {t} in {p}.
Take {t2}. Find {t} in {p}. Put the former where the latter is.
The new wording is {t2}, the old wording, to be found in {p}, is {t}. Swap please.
{P}:\n- {T}\n+ {T2}
Please patch {p} like this.\n< {T}\n> {T2}
## hugo.set
{w} is what I want for {k} in {p}.
It's {w} from today: the {k}, I mean. It is set in {p}.
Somewhere in {p} there is a {k}. Whatever it says, it should be {w} afterwards.
I need {w} as {k}. File: {p}.
We agreed on {w}. Would you enter that under {k} in {p}?
Because of the new contract the {k} has changed to {w}, so update {p}.
{w}, that's the new {k}; {p} doesn't know it yet.
[The|Our] {k} is outdated. {w} is correct. Look in {p}.
Give me {w} for {k}; you'll have to open {p} to see what is there now.
file: {P}\nkey: {K}\nvalue: {W}
{p}, {k}, {w}. Go.
From now on let {k} be {w}. You'll find it in {p}.
Another value for {k}, please, {w}, in {p}.
Not sure what {k} is at the moment in {p}, but I know what it must be: {w}.
{k} -> {w} ({p})
What should {p} say about {k}? Only one thing: {w}.
How about {w} as the {k}? Yes, let's do it. {p} is where it goes.
I forgot what we have for {k}. Anyway, make it {w}, in {p}.
## hugo.create
{t} - put that in a file called {p}.
{t}\nThat's all that a new file should contain. Its name: {p}.
The content is {t}, the name is {p}. Create it.
Content first: {t}. Now the name: {p}.
Here is a line for a file that doesn't exist so far: {t}. The file is {p}.
So that nobody forgets it, I want {t} written down. Use {p} for it.
The others can't find our note because there isn't one. {t} is what it should say, {p} is what it should be called.
{t} has to be in {p}, a file you'd have to make first.
Text: {T}\nFile: {P}
one line, {t}, in {p} please
Would you save {t} for me? As {p}.
With the words {t} and nothing else, a file {p} is to be made.
{P} <<< {T}
We need {t} on record. Open a fresh {p}.
I'd love to have a file saying {t}. Call it {p}, will you?
echo {t} > {p}  (in other words: make that file)
cat > {P} <<END\n{T}\nEND\n(that file does not exist yet, make it)
Let there be a file. It says {t}. People know it as {p}.
## hugo.block
These lines belong in a new file:\n{T}\n\nThe file's name is {P}.
{T}\n\nPlease save the above as {p}.
{T}\n---\n^ this goes to {p}, exactly so
Save this under {p}:\n{T}
new file {p}\n\n{T}
I typed this on my phone:\n{T}\nMake it a file called {p}.
```\n{T}\n```\nwrite that block to {p}
Here's the text.\n\n{T}\n\nHere's where it should go: {p}.
The following has to be kept, and {p} would be a good place (it isn't there yet):\n{T}
From the paper on my desk:\n{T}\nIn the computer it should be called {p}.
{P}\n====\n{T}\n====\nThis file doesn't exist. Make it exist.
Write a file. Lines:\n{T}\nName: {P}
For {p}, which you'll have to create:\n{T}
## hugo.create3
Three files, please: {t} in {p}, {t2} in {p2} and {t3} in {p3}.
{t}, {t2} and {t3} should each get a file, in that order {p}, {p2} and {p3}.
- {p}: {t}\n- {p2}: {t2}\n- {p3}: {t3}\nThose are new files, one line each.
Create {p} ({t}), {p2} ({t2}), and also {p3} ({t3}).
First {t} as {p}. Then {t2} as {p2}. Finally {t3} as {p3}. All three are new.
I want to find, when I come back, {t} in {p}; {t2} in {p2}; {t3} in {p3}.
new files:\n{P} = {T}\n{P2} = {T2}\n{P3} = {T3}
make {p} with {t}, make {p2} with {t2}, make {p3} with {t3}
{t} -> {p}\n{t2} -> {p2}\n{t3} -> {p3}\n(text on the left, new file on the right)
Would you start three little files for me? One is {p} and says {t}. Another is {p2}, saying {t2}. The last, {p3}, says {t3}.
1. {p}\n   {T}\n2. {p2}\n   {T2}\n3. {p3}\n   {T3}\nPlease create these three files with the text below each name.
{p} for {t}; {p2} for {t2}; finally {p3} for {t3} (none of them exists).
## hugo.append
{t} must not be forgotten. Put it at the end of {p}.
There's one thing missing: {t}. Last line of {p}, please.
{t}\nAdd that at the bottom of {p}, would you?
One more for the list: {t}. The list is {p}, new things go at the end.
Underneath everything that {p} already has, write {t}.
I thought of something else, {t}, and it belongs at the end of {p}.
{t}: append to {p}
Where {p} stops, go on with a line {t}.
What's in {p} can stay. Only, add {t} as the final line.
{t} >> {p}
At the end, a new line, {t}. File {p}.
The list in {p} isn't complete. It lacks {t} (at the bottom).
Line to add: {T}\nPosition: end\nFile: {P}
After its last line {p} should have another: {t}.
{p} grows by one line today. It's {t}, and it comes last.
## hugo.prepend
{t} should be the first thing one reads in {p}, so a new line on top.
At the top of it all, before the first line: {t}. File {p}.
Line to add: {T}\nPosition: very first\nFile: {P}
Nobody scrolls down in {p}. Therefore {t} goes above the rest.
{t} - as first line - in {p}. Keep what follows.
Begin {p} with {t}; then everything as before.
I want {p} to open with a new line, {t}.
On top of {p}, there's room for {t}. Put it there.
{t} comes before all other lines of {p}, please insert it.
Let everything in {p} move down by one line and put {t} in the gap.
new line one for {p}: {t}
A heading is missing in {p}. {t} would do, right at the top.
## hugo.drop
{t} is no longer true, so that line has to leave {p}.
The line {t} - out of {p} with it.
What I don't want to see any more in {p} is the line {t}.
We had {t} in {p}. Without it, please, all else as is.
{t}\nThat line is a mistake. It's in {p}. Remove it there.
{p} minus {t}
{t} was done yesterday; strike it from {p}.
There's a line too many in {p}, namely {t}.
Delete this: {t}. It's one of the lines in {p}.
If you open {p} you'll see {t}. Take that line away and close it again.
line: {T}\nfile: {P}\naction: delete the line
Somebody sneaked {t} into {p}. Undo that, the whole line must go.
Keep {p}, but lose its line {t}.
## hugo.after
Under {t2} comes {t}. This is about {p}; the second of them is new.
{t} should follow {t2} in {p}, as a line of its own.
Right after {t2}, and before whatever comes next, {p} needs {t}.
You know the line {t2} in {p}? I want {t} below it.
{t}: insert it in {p}, directly after {t2}.
New line {t}, to stand beneath {t2}, file {p}.
Find {t2} in {p}. Go one line down. Insert {t} there.
Line to add: {T}\nBelow: {T2}\nFile: {P}
Between {t2} and the line after it there's something missing in {p}: {t}.
It goes {t2} and then, new, {t}. In {p}.
First {t2}, next {t}: that's how {p} should go. The second one isn't there yet.
in {p} after {t2} put {t} on a new line
## hugo.rm
We found out that {p} has been printed and signed. It isn't needed any longer, delete it.
Disk is nearly full. {p} would be a good one to throw away.
{p}? Away with it.
Because it confuses the newcomers, {p} has to be deleted.
I am done with {p}. Please remove the file.
rm, please, on {p}.
The file that I never want to see again: {p}. Delete, thanks.
There's an old thing lying around called {p}, take it off the disk.
What about {p}? Nobody uses it. Kill it.
No {p} in this folder, please. Everything else may stay.
Candidate for deletion: {p}. Approved. Do it.
Would you erase the file I made by accident, {p}?
Legal says we mustn't keep {p}. Make it vanish.
## hugo.rm2
We don't need these any longer, so off with them: {pl}.
{pl} - delete, please, all of them.
Spring clean. What goes: {pl}. What stays: the rest.
Please get rid of some files for me. They are {pl}.
The following files are rubbish and should be deleted: {pl}.
These can go: {pl}
Everything is kept except {pl}; those I want removed.
rm {PL}
Last year's files can leave. I mean {pl}.
I made a mess: {pl} were all made by mistake. Delete them one by one.
Could {pl} be erased?
Too many files here. Cut {pl}.
Remove: {pl}. Nothing besides.
## hugo.rename
{q} is the name I want for what's called {p} now.
From {p} to {q}, please: rename.
It should be called {q}, not {p}.
The name {p} is misleading. {q} is better. Rename it.
{p} -> {q} (rename)
New name {q}, old name {p}, same content.
I keep looking for {q} and then remember that it's {p}. Give it the name I'm looking for.
Whoever named it {p} hadn't read the rules. According to the rules it's {q}.
{p} was wrong, {q} is right, as a name I mean. The text stays.
Let's have {q} instead of {p}. Just the file's name.
mv: target {q}, source {p}
Our tool only finds files like {q}. Ours is called {p}. Do something about it: rename.
{p} had better be {q}. Same contents, other name, and no trace of the old one.
## hugo.move
Folder {d} is where {p} belongs. Move it there.
{d}/ is the right folder for {p}, which lies in the wrong place. Name stays.
I want to see {p} in {d}, so move it (same file name).
Into {d} with it - {p}, I mean. Keep its name.
Move {p} to the folder {d}, keeping its name.
To tidy up a bit, shift {p} over to {d}/.
Everyone looks in {d}, nobody where {p} is now. Put it there under the name it has.
destination: folder {D}\nfile: {P}\naction: move
{p}: off to {d} with you! (move the file into that folder)
The file {p} would feel more at home in {d}. Relocate it.
Folder {d} gets {p}. It shouldn't remain where it was.
In {d} and nowhere else should {p} be. Its own name does not change.
## hugo.copy
I want {q} to be a copy of {p}.
{q}: the same as {p}, word by word. Leave {p} as is.
Before anybody breaks it, keep a second {p}. Call that {q}.
Same text, two names: {p}, which we have, and {q}, which we don't.
There's no {q} yet. Make one out of {p} without harming {p}.
A twin for {p}, please. Name of the twin: {q}.
{q} should start out as a duplicate of {p}.
For the new people I need a {q}; take {p} as the source, unchanged.
target {q}, source {p}, copy
I'm going to play around with {p} and want the current state safe in {q}.
Everything that {p} says, {q} should say too (it is new).
Give the tax office its own copy of {p}. They'd like it to be {q}.
cp, but you do it: {p} to {q}
## hugo.all
All of them should be {w}: every {v} in {p}.
{w} for {v}, throughout {p}.
Wherever {v} shows up in {p}, I want {w}.
There's more than one {v} in {p}, and each must become {w}.
{v} is called {w} these days. It comes up several times in {p}; mind that you catch every one.
search: {V}\nreplace: {W}\nfile: {P}\nscope: all
s/{V}/{W}/g on {P}
No {v} may be left in {p}. Use {w} throughout.
{p} is full of {v}. I'd like it full of {w}.
Not one {v}, only {w}, in the whole of {p}, please.
Each time it says {v}, let it say {w}; file {p}.
Our {v} has been replaced by {w}, which means all mentions in {p} change.
## hugo.over
Forget what {p} says. {t} is its whole text from today.
{t} - just that, nothing else, in {p}. What's there now can be overwritten.
Empty {p} and let it say only {t}.
Overwrite {p}. New text: {t}
I want a clean slate in {p}: one line, {t}, old stuff gone.
The complete content of {p} should be {t}.
Whatever stands in {p}, replace all of it by {t}.
{p} has become useless, so start it over with {t}.
Nothing but {t} in {p}, please. The rest there is old.
With {t} as its only line, {p} would be perfect. Make it so.
Content (all of it): {T}\nFile (exists already): {P}
Rewrite {p} from scratch so that it holds one line: {t}
""")
