"""Ways of asking for several steps, lists to go through, limits, and wishes told as states of affairs."""
from rolfbase import add

add(r'''
## before_after
Run {c}, then change {a} to {b} in {p}, then run {c} again. Tell me both results.
What does {c} say before and after {p} has {b} instead of {a}? Please do it and tell me.
I want to see the difference: {c}, then {b} for {a} in {p}, then {c} once more. Both answers please.
First look what {c} prints. Then {a} becomes {b} in {p}. Then look what {c} prints now. Tell me the two.
{c} / {p}: {a} -> {b} / {c} - give me both outputs
Please start {c} both before and after you put {b} in {p} in place of {a}, and report what it said each time.
Change {a} to {b} in {p}, but run {c} once before and once after, and tell me what came out.
Does it make a difference to {c} if {p} has {b} and not {a}? Run it before, change it, run it after; I'd like both lines.
Twice {c}, please, and between the two runs {b} for {a} in {p}. What did it say the first time, and what the second?

## chain_two
Run {c} and repair what it says, then do the same with {e}. Both must go through in the end.
{c} first: run it, fix it, run it again. After that {e}, in the same way.
Please get {c} and then {e} to work. Each tells you what's wrong.
There are two commands that grumble, {c} and {e}. Take them in this order, do what they say, and check again.
{c} -> fix -> {c} -> {e} -> fix -> {e}
I need both {c} and {e} happy. Start with {c}. They tell you what to change, and where.
When {c} is content, go on with {e}. Mend whatever they complain about.
First make {c} succeed, then {e}. Read what they print, correct the file, and run them again.
Something is wrong for {c} and something else for {e}. One after the other please: run, mend, run.

## note_result
Run {c}. If it's all right, write {v} in {p}, and if not, write {w}.
{p} should say {v} if {c} goes well and {w} if it doesn't.
Please try {c} and note the outcome in {p}: {v} or {w}, nothing else.
{c} fine? {p} <- {V}. not fine? {p} <- {W}
Start {c}. Depending on how it goes, put {v} (it went well) or {w} (it didn't) into {p}.
I keep a record in {p}: {v} when {c} passes, {w} when it fails. Would you run it and write the right one?
Write {w} in {p} if {c} fails, but {v} if it passes.
How is {c} today? One word in {p} please, {v} for good and {w} for not good.
Let {c} run, and write down in {p} whether it's {v} or {w}.

## tests_readme
Change {a} to {b} in {p} and then check it the way {q} says.
In {q} I wrote how to check. Please put {b} for {a} in {p} and then do that check.
{p}: {a} => {b}. Afterwards run the check (see {q}) and tell me what it said.
Make {a} {b} in {p}. Which command checks it stands in {q}; run it too.
Read {q} to see how things are checked here, then correct {p}: it says {a} instead of {b}. And check.
{p} should have {b} where it has {a}. Check it at the end. I never remember how, it's in {q}.
How to check: {q}. What to change: {a} to {b} in {p}. Please do both and tell me how it went.
Please write {b} for {a} in {p}; then do what {q} says one should do after a change.

## all_named
Please change {a} to {b} in all of these: {L}.
{a} is {b} now, in {L}.
{L}: each of them says {a} and should say {b}.
Go through {L} and put {b} for {a}. Don't leave one out.
In every one of {L}, {a} has to become {b}.
{L}\nin all: {a} -> {b}
It says {a} in {L}. In all of them I want {b}.
Would you write {b} instead of {a} in {L}? All of them, please.
We've changed {a} to {b}, so {L} have to be corrected, every one.
{W} is very strict: {b} and not {a}, in {L}.

## all_found
Wherever my files say {a}, it should say {b}. Please find them all.
Look through all files and change {a} to {b} in each that has it.
{a} is now {b}. I don't know which files mention it, so please look in every one.
Replace {a} by {b} everywhere.
Some files still say {a}. It's {b} now. Find those files and correct them, all of them.
{a} -> {b}, in all files that have it
Please go through everything I've got; {a} must become {b} each time.
I'd like {a} to be gone from all my files, with {b} in its place.
Every file with {a} in it needs {b} instead. I can't tell you which they are.

## runs_order
Run {c}, then {c2}, then {c3}, and tell me what each said.
First {c}, second {c2}, third {c3}. What do they print?
Three commands please, in this order: {c}, {c2}, {c3}. Tell me all the outputs.
1. {c}\n2. {c2}\n3. {c3}\nand tell me the results
Please start {c}. When it's through, {c2}. And last {c3}. I'd like to hear what came out of all three.
{c} -> {c2} -> {c3}, outputs please
Would you run these for me one after the other, {c} and {c2} and {c3}, and read me what they say?
What do {c}, {c2} and {c3} say today? Run them in that order.

## runs_back
Run {c3} at the end, {c2} before it, and {c} before that. What do they all say?
Before {c2} comes {c}, and after {c2} comes {c3}. Please run them and tell me the three outputs.
{c3} comes last and {c} comes first, with {c2} in between. Tell me what each prints.
Only after {c} run {c2}, and only after {c2} run {c3}. I want all three results.
Please don't start {c3} until {c2} has run, nor {c2} until {c} has run. Then tell me the outputs of all.
I need {c3}, but it needs {c2} first, and that one needs {c}. What do they say?
To finish, {c3}. To begin, {c}. In the middle, {c2}. All the outputs, please.
{c2} goes after {c}. {c3} goes after {c2}. Run the three and give me what they print.

## arrow_notes
Please make these {N} files:\n{L}
{N} new notes, don't forget one:\n{L}
Write all of these down for me, a file each:\n{L}
{L}\n\nThose are {N} new files. Please create them all.
Here's a list of files and what goes in them:\n{L}
new:\n{L}
I've thought of {N} things to keep, each in its own file.\n{L}
For {W}, these {N} please, just as written:\n{L}
One line per file, {N} files:\n{L}

## look_only
Run {c} and tell me what's wrong. Don't fix it.
What is {c} complaining about? I only want to know; please change nothing.
Please try {c}. Tell me which file is wrong, what's in it and what should be. I'll do the rest myself.
No edits today! Just run {c} and explain what it wants where.
{c}: what's the matter? (don't mend anything)
Find out why {c} fails and tell me. Leave all files as they are, {W} wants to correct it.
I'd like to understand what {c} wants. Look, tell me, and keep your hands off the files.
Would you see what {c} grumbles about, without repairing it? I need the file, the wrong words and the right ones.
Only look, don't touch: what does {c} find?

## no_run
Change {a} to {b} in {p}. Don't run {c}, I'll do that myself.
In {p} please put {b} for {a}, but don't start anything, not even {c}.
{p}: {a} -> {b}. {c} is for later, don't run it.
Please correct {p}, it says {a} instead of {b}. No {c} today, my computer is too slow.
{b} instead of {a} in {p}, please. {W} will run {c} tomorrow, so leave that.
Usually I'd ask you to run {c} too, but not now. Only put {b} where {p} has {a}.
Just the edit: {a} becomes {b} in {p}. Nothing is to be run, no {c} or the like.
Without running {c}, make {a} {b} in {p}.

## only_those
Please delete {L}. Only those!
{L} can go, the others stay.
Throw out {L}, nothing else.
I don't need these any more: {L}. Please remove them and keep the rest.
rm {L} please
Would you get rid of {L}? Not the other files.
Get {L} out of my way for good, and leave all the rest.
Of all my files I want to lose just {L}.
These should be deleted: {L}. And no others.

## keep_those
Delete everything except {L}.
I only want to keep {L}. All other files can go.
Keep {L}, throw away the rest.
Clear out my folder, but {L} must stay.
Please look what files there are and remove all but {L}.
Everything goes, only {L} not.
All except {L} should be deleted, one after the other.
{L} - that's all I want to have left. Remove the others please.

## leave_one
{a} becomes {b} in {p} and {q}. It's also in {s}, but leave that one.
Change {a} to {b} in {p} and in {q}, not in {s}.
In {s} it may stay {a}. In {p} and {q} it has to be {b}.
Please write {b} for {a} in both {p} and {q}, and don't touch {s}.
{p}, {q}: {a} -> {b}. {s} stays as is!
{p} and {q} should say {b} and no longer {a}; {s} is old and keeps {a}.
Three files say {a}. I want {b} in {p} and {q} only, since {s} is {W}'s.
Leave {s} alone, please. But make it {b} in {p} and {q} where they say {a}.

## sister_key
{q} = {p} but with {T} at {M}
{q} should be like {p}, only that {T} is {M}. Keep {p} as it is.
Copy {p} to {q} and set {T} to {M} in the copy.
I need {p} again, as {q}, with {M} for {T}. The first one stays.
{W} wants the same as {p}, but {T} should be {M}. Save it as {q} and leave mine.
Make me a {q} that's the same as {p}, except {T}: {M}.
{q} <- {p} with {T} changed to {M} ({p} stays)
A second list please, {q}. It's what's in {p}, but {T} is {M} there.
Take {p}, put {M} for {T}, and keep that as {q}; don't change {p} itself.

## set_key
{T} should be {M} in {p}.
{p}: {T} => {M}
It's {M} now for {T}, and {p} doesn't say so yet.
We have {M} as {T} from now on. It's in {p}.
In {p}, {T} is wrong. {M} is right.
{T} {M}, please, in {p}.
Let {T} be {M} in {p}, whatever it is today.
{W} changed {T} to {M}; {p} still has the old number.
{p} needs {M} at {T}.
Please put {M} for {T} in {p} and leave the others.

## reason_first
{W} called and said it's {b}. I had {a} in {p}, so would you change that?
Since {a} didn't work out, we've taken {b}. Please see to it in {p}.
The printer comes tomorrow and {p} still has {a}, which should be {b}.
As it's now {b} and {a} is out, {p} has to be changed.
My glasses were off when I typed {p}: I wrote {a} and wanted {b}.
Because {W} can't manage {a}, it will be {b}. That's in {p}.
I read {p} again last night. There's {a} in it, and I meant {b} all along.
So nobody goes wrong: {p} should have {b} where it has {a} today.
There was a change of plan, {W} told me. Not {a}, but {b}. It's written in {p}.
The club decided on {b}. {p} is older than that and has {a}. Please bring it up to date.

## move_folder
Please move {p} into the folder {D}, same name.
{p} belongs in {D}. Put it there and remove it where it is now.
{p} -> {D} (move, keep the name)
I'd like {p} to be in {D} and nowhere else.
Would you put {p} away in the folder {D}? It shouldn't lie where it is.
{D} is the right folder for {p}; shift it, please.
Put {p} into {D} under its own name and then rm the old one.
Tidy up for me: {p} goes to {D}.

## copy_folder
Please copy {p} into the folder {D}, same name. Keep the first.
I want {p} in {D} too, under the same name.
{p} -> also in {D} (copy, keep both)
A copy of {p} should be in {D}. Don't remove the old one.
{D} needs its own {p}, the same text and name. The old one stays where it is.
Would you put a copy of {p} in {D}? Both stay.
Put {p} into {D} as well, please, and leave it here.
Save what is in {p} a second time, in {D}, with the same file name.

## in_folder
There's just one file in {D}. It says {a} and should say {b}.
In the file in {D}, please change {a} to {b}. I don't remember its name.
The folder {D} has one file. Put {b} in it where it says {a}.
I forgot what the file in {D} is called. It has {a} in it, and that has to be {b}.
{D} has a file with {a}. Please find it and make that {b}.
{a} -> {b}, in the one file under {D}
Look in {D}. The file there needs {b} for {a}.
What I keep in {D} says {a} instead of {b}. Correct it, please.

## in_folder_tell
There's one file in {D}. What's it called and what's its first line?
What is the file in {D} called, and how does it begin?
I keep a single file in {D}. Tell me its name and its top line.
Look in {D}, please: the name of the file and line one of it.
{D}: which file is in it, and what's the first line?
I forgot what I have in {D}. One file, I think. Its name and first line, please.
Please open the file that's in {D}. I'd like its name and the line at the top.
Name and first line of the only file in {D}?

## steps_back
At the end run {c}. Before that change {a} to {b} in {p}. And before everything make {q} with {x}.
Run {c}, but only after {p} says {b} instead of {a}, and that only after {q} is there with {x} in it.
Last: {c}. Before that: {a} => {b} in {p}. First of all: new file {q} with {x}.
Please make {q} with {x}, then put {b} for {a} in {p}, then run {c} and tell me what it says.
1) {q}: {x} (new)\n2) {p}: {a} -> {b}\n3) {c}
{c} finishes it. Earlier comes {p}, with {b} for {a}, and earliest a new file {q} that says {x}.
Three things. Write {x} to {q}, replace {a} by {b} in {p}, and then {c}. What did it print?
Once you've created {q} (with {x}) and turned {a} into {b} in {p}, start {c} and tell me its answer.
I'd like to hear what {c} says once {q} exists, with {x} in it, and {p} has {b} and no longer {a}. In this order please.

## append_many
Please add these to the end of {p}:\n{X}
At the bottom of {p}, all of this:\n{X}
{p} goes on with these lines:\n{X}
{X}\n\nAll of that belongs at the end of {p}.
More for {p}, below what's there:\n{X}
Append to {p}, in this order:\n{X}
I've got a few more lines for {p}. Put them after the last one:\n{X}
Keep what's in {p} and write this under it:\n{X}

## below_line
In {p}, right below the line {y}, put {x}.
After {y} in {p} should come a new line: {X}
{x} goes in {p}, directly under {y}.
Add a line to {p}, after {y}. The line: {X}
In {p} there's {y}. The next line should be {x}, and then the rest.
Please slip {x} into {p}, just after the line {y}.
{p}: below {y} insert {x}
Put this in {p}, straight after the line {y}:\n{X}

## above_line
In {p}, right above the line {y}, put {x}.
Before {y} in {p} should come a new line: {X}
{x} goes in {p}, directly over {y}.
Add a line to {p}, before {y}. The line: {X}
In {p} there's {y}. Just before it I want the line {x}.
Please slip {x} into {p}, ahead of the line {y}.
{p}: above {y} insert {x}
Put this in {p}, straight before the line {y}:\n{X}

## read_out
What does {p} say?
Read {p} out to me, please.
I'd like to see what's in {p}.
Show me {p}, all of it.
{p}? what's in there?
Could you tell me what I wrote in {p}? Every line.
Please open {p} and give me the whole text.
I can't read {p} without my glasses. Would you?

## count_and_tell
How many .{E} files are there? And how many {T} does {p} say?
Two questions: the number of .{E} files, and the number of {T} in {p}.
Count my .{E} files and look up {T} in {p}. Tell me both.
.{E} files: how many? {T} in {p}: how many?
I'd like to know how many {E} files I have and what {p} says for {T}.
What's {T} in {p}, and how many files end in .{E}?
Please tell me two numbers: how many .{E} files I have, how many {T} are in {p}.
First the number of .{E} files please, and then {T} from {p}.

## swap_and_drop
Change {a} to {b} in {p} and delete {q}.
{p} should have {b} for {a}, and {q} can go.
Two jobs. {q} is to be removed, and {p} is to say {b} instead of {a}.
Put {b} in {p} where it says {a}; then throw {q} away.
{p}: {a} -> {b}; {q}: rm
We don't need {q} any more, and {a} in {p} has become {b}. Please see to both.
Please get rid of {q}. Also, {p} says {a} and I want {b}.
{a} should be {b} in {p}, and there should be no {q}.

## drop_folder
Please delete everything in {D}, and nothing else.
The folder {D} can go with all that's in it.
Empty {D} for me.
rm all files under {D}, keep the other folders
I don't need anything from {D} any more. Look what's there and throw it out.
All files in {D} are to be deleted. The rest stays.
Clear {D}: whatever lies in there isn't needed.
Nothing in {D} is of use any more. Remove it, file by file.

## try_again
Run {c} and tell me what it says. If it's busy, try again.
Please start {c}. What does it say?
{c} please, and read me the answer. It sometimes needs a second go.
What comes out of {c}? Should it fail by chance, give it another try.
Let me know what {c} prints.
{c} -> tell me the output (once more if it hiccups)
I'd like to hear what {c} says today. The line is bad now and then, so be patient.
Would you do {c} for me and repeat what it prints?

## make_and_list
Save {x} as {p} and then tell me all the files I have.
Make {p} with {x} in it, and afterwards read me the names of all files.
New file {p}: {x}. Which files are there then?
Please write {x} to {p}. And which files have I got now, all together?
{p} <- {X}\nthen list all files for me
First {p} with {x}, then the names of everything in the folder.
I need {p} to say {x}. When it does, list all my files, please.
Tell me which files there are once you've made {p} with {x} in it.
''')
