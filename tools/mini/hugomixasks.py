"""Frames of hugo for several things that hang together."""
from hugobase import add

add(r"""
## hugo.copyedit
I want {q} to be a copy of {p}, except that it says {w} instead of {v}.
Copy {p} to {q}, and in the copy change {v} to {w}. {p} itself stays as it is.
{q}: like {p}, but with {w} where that has {v}.
Make a second version of {p}. Name {q}. Only difference: {w}, not {v}.
1. duplicate {p} as {q}\n2. in {q}, {w} for {v}
From {p} make {q}. There it should be {w}; it's {v} in the original, and that's all right.
We do the same as last year with one change, so: take {p}, save it as {q}, put {w} for {v} in the new one.
{p} is for the first team. The second team's file, {q}, has the same lines but {w} in place of {v}. Create it.
Leave {p} alone; use it as a pattern for {q}, where {v} becomes {w}.
{q} doesn't exist. It should: same as {p}, {v} swapped for {w}.
- copy: {p} -> {q}\n- edit in the copy: {v} -> {w}
Two steps. Copy {p}, the copy being {q}; then {w} instead of {v} in that copy.
## hugo.backup
Before you change {v} to {w} in {p}, keep a copy of it as {q}.
In {p} it should be {w}, not {v}; but first save the present state as {q}.
Save {p} as {q}, and then write {w} for {v} in {p}.
{q} for safety (copy of {p}), then {v} -> {w} in {p}.
I'm careful: first copy {p} to {q}. Then put {w} in {p} where it says {v}.
Change {p}, please: {w} instead of {v}. The old version must survive under the name {q}, so copy that beforehand.
1) copy {p} to {q}\n2) {p}: {w} instead of {v}
{v} in {p} was wrong, {w} is right. But I want to be able to go back, hence a copy of the old one in {q}, made before the change.
Copy first, edit second. Copy: {p} to {q}. Edit: {v} to {w} in {p}.
Make it {w} in {p}; it says {v} now, and that state should be kept in {q} (so copy it before).
With a backup in {q}, please, replace {v} by {w} in {p}.
Old state of {p} to {q}. New state of {p}: {w} in the place of {v}.
## hugo.renedit
{p} is now about {w}, not {v}, so change that inside and give it the name {q}.
Change {v} to {w} in {p}, then rename the file to {q}.
Two things about {p}: {w} instead of {v} in its text; and also, it should be called {q} in the end.
- {p}: {v} -> {w}\n- {p} is renamed {q}
First {w} for {v} in {p}. Finally call that file {q}.
The text of {p} should have {w} where {v} is, and then its name should be {q}.
Correct {p} ({w} is right, {v} isn't) and after the correction rename it {q}.
Before {p} gets its new name, {q}, put {w} in it for {v}.
{p} has two mistakes: the word {v}, which should be {w}, and its name, which should be {q}. Do the word first.
Once {v} in {p} has become {w}, let the file be called {q}.
a) in {p}, {w} replaces {v}\nb) {p} becomes {q}
## hugo.newold
{q} is out, {p} is in: delete the former, create the latter with the text {t}.
A new file {p} saying {t}; and delete {q}, which it replaces.
Instead of {q} I want {p}, whose only line is {t}. So one goes, one comes.
Create {p} with {t}. Remove {q}. That's it.
1. new: {p} with the line {t}\n2. gone: {q}
{t} belongs in {p}, which is new. {q} can be thrown away after that.
We no longer work with {q}. We work with {p}, and it says {t}. Make it so.
Put {t} in {p}, a new one; finally get rid of {q}.
{q} served us well, but delete it when you've set up {p} containing {t}.
Write {t} into a fresh {p}; also, rm {q}.
Please make {p} ({t}) and, if you'd be so kind, remove {q}.
+ {P}: {T}\n- {Q} (delete)\nFirst line is a new file with its text, second one to be removed.
## hugo.pairs
Several corrections in {p}:\n{pairs}
{p} needs these changes:\n{pairs}
Please make these replacements in {p}.\n{pairs}
I read through {p} and found some mistakes:\n{pairs}
Errata for {p}\n{pairs}
All in {p}:\n{pairs}
{p} again. This is what {pp} wants changed:\n{pairs}
The following applies to {p} and nothing else.\n{pairs}
Here's what's wrong with {p} and how it should be:\n{pairs}
file {p}\n{pairs}
Could you work these into {p}?\n{pairs}
Corrections! In {p}!\n{pairs}
## hugo.files
{w} instead of {v}, in {pl}.
From {v} to {w} in all of these: {pl}.
{pl} still say {v}. It's {w}.
We're changing {v} to {w}. That concerns {pl}.
It should say {w}, not {v}. Files: {pl}.
{v} has been renamed {w}, so update {pl}, please.
The same correction everywhere, in {pl}: {w} for {v}.
Put {w} where {v} is, in {pl}, one after the other.
Files {pl}\nold {v}\nnew {w}
Not {v}. {w}! Correct {pl}.
{v} left the company and {w} took over. {pl} should show that: replace the one by the other.
I counted {n} places with {v}, one each in {pl}. Make them {w}.
## hugo.setmany
In {p}:\n{pairs}
{p} should have these values:\n{pairs}
New settings for {p}:\n{pairs}
Bring {p} up to date, please.\n{pairs}
Values for {p}, whatever it says now:\n{pairs}
Please open {p} and see that it ends up with this.\n{pairs}
From next week this holds, so put it into {p}:\n{pairs}
{pp} sent me new numbers and names for {p}:\n{pairs}
What must be different in {p}:\n{pairs}
Update {p} like so\n{pairs}
The changes for {p} are these, leave its other lines as they are:\n{pairs}
{p}, new values:\n{pairs}
## hugo.editrun
{w} for {v} in {p}, then {c}, and I want to know what came out.
What does {c} print once {p} says {w} and not {v}? Change that and run it.
I want the output of {c}, but change {v} to {w} in {p} before.
Before you run {c}, put {w} in the place of {v} in {p}. Its output is what I'm after.
- edit {p}: {w} (was {v})\n- run {c}\n- tell me the output
First {v} becomes {w} in {p}; then run {c}; finally tell me what it said.
{c} has to be run with {w} in {p}. It has {v} at the moment. And what does it print?
Run {c} and report, once you've corrected {v} to {w} in {p}.
Make it {w} in {p}; it says {v} now. Also run {c} and copy me the output.
In {p}, {v} was wrong, {w} is right. {c} comes next. The result, please!
Report the result of {c}. But prior to that, {p} wants {w} instead of {v}.
{p}: {v} => {w}; {c}; report.
## hugo.runsave
Put the output of {c} in {q}, and also delete {p}, which is the old one.
{c} gives the new numbers. Save them as {q}; {p} can go.
1. run {c}\n2. save what it prints as {q}\n3. delete {p}
{p} is to be removed. In its stead I want {q} with the output of {c}.
I need {q} with what {c} says in it. When you have that, delete {p}.
Delete {p}; but only after the output of {c} is safe in {q}.
Run {c}, write the result to {q}, finally rm {p}.
{q} should hold what {c} prints and {p} should be no more.
What comes out of {c} goes into {q}. What's in {p} goes away, file and all.
{c} -> {q}, then remove {p}
So that we've got only the latest: output of {c} as {q}; {p} deleted.
The last report, {p}, is stale. Throw it away when you've made a fresh one: run {c} and store its output in {q}.
## hugo.fixnote
Get {c} to pass, and when it does, make a file {q} that says {t}.
{q} should say {t}, but only once {c} passes. So far it doesn't: repair that.
1. run {c}\n2. mend what it complains about\n3. run it again\n4. create {q} with {t}
First make {c} pass. Finally write {t} into a new file {q}.
When {c} is green, I want {t} in {q} (new). It's red. You know what to do.
Fix what {c} complains about; run it again; then leave a note {q} with the text {t}.
Before you write {t} to a new file {q}, see that {c} passes. It needs a repair.
Repair whatever makes {c} fail and, as a sign that you're through, put {t} in {q}.
{c} fails. Make it succeed and also create {q}, text {t}.
I can't publish until {c} passes. Please solve it, check by running it, and after that start {q} with the line {t}.
Create {q} containing {t} as the last step. The steps before it: run {c}, see what's missing, put it right, run {c} again.
## hugo.findchange
Somewhere it says {t}. It should be {t2}. Find it and change it.
{t2} instead of {t}, but I don't know in which file.
One of the files has the line {t}; make that {t2} and tell me which file it was.
Find {t}, replace it with {t2}. It's in one of these files.
I can't remember where I put {t}. Wherever it is, it must be {t2}.
The line {t} is wrong, {t2} is right. The file? You'll have to look.
There's {t} in some file. Please look for it, let it be {t2} and name me the file.
old: {T}\nnew: {T2}\nfile: no idea
Which file says {t}? Change that line to {t2} when you've found it.
We have a mistake in one of the files: {t}. Correct is {t2}.
Go through the files until you meet {t}. Put {t2} there.
It's {t2} now. Find the place where it still says {t}.
## hugo.wcsave
I need a file {q} that holds the number of lines of {p}, just the number.
Count the lines of {p} and write the number into {q}.
{q} should say how many lines {p} has, a number and nothing else.
Into {q} goes one figure: the line count of {p}.
How many lines has {p}? Don't only tell me, save the number as {q} too.
1) wc -l {P}\n2) the number it gives goes to a new file {q}\n3) tell me
Before you answer with the number of lines of {p}, put it in {q}.
The length of {p} in lines, as a bare number, in {q}, please.
count {p} (lines), number -> {q}
A new file {q} for the number of lines in {p}.
Would you count {p} for me, line by line, and leave the figure in {q}?
Create {q}. Its text is a number, the number of lines that {p} has.
## hugo.valuerm
Tell me the {k} in {p} and then delete that file.
{p} can be deleted, but I need its {k} first.
What's the {k} in {p}? After you've looked, throw {p} away.
Before {p} goes, read me its {k}. Then let it go.
1. {k} from {p}, tell me\n2. delete {p}
Remove {p}; and also tell me which {k} it had (so look before you delete).
I only want one thing from {p}, the {k}. Once you have it the file has to disappear.
First the {k} of {p}, to be reported; finally, rm {p}.
{p}: note its {k} for me, then delete it.
Get rid of {p}, though not without telling me what {k} it held.
The {k}! It's in {p}. Then bin that file.
We're closing the account behind {p}. Delete it when you've read the {k} there, which I need to know.
## hugo.passnew
I want {c} to pass; all it needs is a file {p} with the line {t}.
{c} looks for {p}, which isn't there. {t} is what should be in it. Create it, run the command.
For {c} to succeed there has to be a {p} saying {t}. Arrange that and try.
Run {c}, but before that write {t} to {p} (new).
{t} in {p}, a new file; then {c}. Does it pass?
- new file {p}: {t}\n- then {c}\n- what does it say?
It complains about a missing {p}, {c} I mean. Text for it: {t}. And run it afterwards.
See that {c} is content. Nothing but a {p} with {t} is missing.
After creating {p} with {t}, run {c} and report.
Without {p} no luck with {c}. So write it, one line, {t}, and then show me that the check passes.
{c} should work when {p} exists and reads {t}. Please do that and verify.
The command {c}, the file {p}, the text {t}: make the file hold the text, then the command will pass. Check that.
## hugo.release
New release! {p}: {k} to {w}. {q} deleted. {p2} created with {t}. And {c} run, with its output in your answer.
1. {k} is {w} from now on ({p})\n2. {q} goes\n3. {p2} comes, with {t}\n4. run {c}\n5. tell me what it printed
Please set {k} to {w} in {p}; delete {q}; write {t} to a new file {p2}; finally run {c} and say what it printed.
I want to read the output of {c} in the end. Before: {w} as {k} in {p}, {q} removed, a new {p2} with {t}.
- {p}: {k} {w}\n- rm {q}\n- {p2} (new): {t}\n- {c}, and report
First change the {k} in {p}, it's {w}. Then throw {q} out. Then make {p2}, saying {t}. And also run {c}; I'd like to hear the result.
Four things: {w} for the {k} in {p}, no more {q}, {t} in a file {p2}, and the output of {c}.
Could you put {w} as {k} into {p}, and also drop {q}, and also start {p2} with {t}, and last of all tell me what {c} says?
{k} in {p} -> {w}; remove {q}; add {p2} with {t}; {c} -> tell me.
It's moving day. {p} gets a new {k}, {w}. {q} stays behind (delete it). {p2} is new and says {t}. When all of that is done, run {c} and let me know.
## hugo.same
{t} should be in {p} and in {p2}, both new.
Two new files with the same text, {t}: {p} and {p2}.
Write {t} to {p}, and also to {p2}.
{p} and {p2}: {t} in both. Neither exists.
I need {t} twice, once as {p}, once as {p2}.
1. {p}\n2. {p2}\nBoth new, both saying {t}.
{t}, please, as {p} and, for the other office, as {p2}.
new: {p}, {p2}; text of each: {t}
So that everybody sees it, put {t} into a file {p} and into another, {p2}.
Make {p} with the line {t}; finally make {p2}, with that line too.
Create {p} and {p2}. They say the same thing, namely {t}.
One sentence, {t}, in two files you'll have to make, {p} and {p2}.
## hugo.each
{w} is what I want for {k} in {p} and in {q}.
Set {k} to {w}, once in {p}, once in {q}.
{p} and {q} disagree about {k}. It's {w}, in both.
In both {p} and {q} the {k} has to be {w}.
The {k}: {w} from today, in {p} and also in {q}.
- {p}: {k} {w}\n- {q}: {k} {w}
Make it {w} in {p}, the {k} I mean; and do the same in {q}.
{k} = {w}\nwhere: {p}; {q}
Both files, {p} and {q}, need {w} under {k}, whatever they've got now.
So that nobody gets two answers: {w} as {k} in {p}, {w} as {k} in {q}.
Change the {k} in {p}. Change it in {q} too. To {w}, both times.
{w} for {k}, please. First {p}, finally {q}.
""")
