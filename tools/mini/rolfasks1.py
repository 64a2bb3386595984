"""Ways of asking for everyday chores: files made, changed, joined, looked through and counted."""
from rolfbase import add

add(r'''
## make
Could you make me a file {P}? This is what goes in:\n\n{X}
create {P} with this text:\n{X}
New file please! Name: {P}\nText:\n{X}
I'd love to have this saved as {P}, exactly as it is here:\n```\n{X}\n```
Here is something I typed up this morning:\n\n{X}\n\nWould you put it in a new file called {P}?
{P} doesn't exist yet. Write it for me with the following in it:\n{X}
Would you start a new file for me? I'd call it {p}, and it goes like this:\n{X}
{X}\n\nThat's the text. The file's name: {p}
I dictated this to {W} and want it kept as {p}, word for word:\n\n{X}
make {p}:\n{X}
Please type this up for me in {p}, which isn't there yet:\n```\n{X}\n```
There's a page missing, {p}. This belongs on it:\n{X}
For {p} (new):\n---\n{X}
My website friend sent me the text of {p}, it is below. Save it, with every bracket and dot as it stands.\n\n{X}
Into a fresh {p} please:\n{X}

## make_check
Create {P} with the text below, and when it's there, run {C} to see whether it's happy.\n\n{X}
Before you run `{C}`, there has to be a file {P}. So make that first and run it afterwards. The text for the file:\n{X}
Would you run `{C}` for me once you've saved this as {P}?\n```\n{X}\n```
1) new file {P}\n2) run `{C}`\n\nText for the file:\n{X}
My nephew says `{C}` needs {P}. Please write the file and then try the command. It should contain:\n{X}
Put the following into {P} please, then do `{C}` and let me know how it went:\n\n{X}
{c} needs {p} to be there. Write it with this in it and then start the command:\n{X}
After {p} is written, {c} should be run, and I'd like to hear what it said. The text of {p}:\n{X}
First save the following as {p}, second start {c}.\n\n{X}
New file {p}, then {c}, then tell me what came out. In the file goes:\n{X}
I'd like to see {c} work. For that it wants {p}, with\n```\n{X}\n```
Run {c} last. Before that, make {p} from this:\n{X}

## swap
In {P} I wrote "{A}" but I meant "{B}". Could you put that right?
replace {A} by {B} in {P}
Silly me! {P} says {A}, and it really ought to be {B}. Would you fix it?
{P}: {A} -> {B}, thanks
Can you open {P} for me and turn "{A}" into "{B}"?
I'd like "{B}" rather than "{A}" in my file {P}. Don't touch anything else, please.
Plans have changed, so wherever {P} mentions "{A}" it needs "{B}" now.
{p} should read {b} where it reads {a}. Nothing more.
Where I wrote {a} in {p}, please write {b}.
It's not {a}, it's {b}! In {p}, I mean.
Could {a} in {p} become {b}?
please put {b} in {p} in the place of {a}
I got {p} wrong: {b} is right and {a} is not.
The {a} in {p} is out of date; {b} is what counts now.
There's a slip in {p}. Instead of {a} I want {b} there.
{p} says {a} instead of {b}. Fix?
{W} pointed out that {p} has {a}, when it should have {b}. Correct it, would you?
Take {a} out of {p} and set {b} in the same spot.
From {a} to {b}, that's the only change in {p}.

## swap_check
Please change "{A}" to "{B}" in {P} and then run `{C}`.
Run `{C}` for me, but only after you've replaced "{A}" with "{B}" in {P}.
{P} needs "{B}" instead of "{A}". Once that's in, could you do `{C}` and tell me if it worked?
in {P}: "{A}" out, "{B}" in. then {C}
I want to publish tonight, and {P} still has "{A}" in it. Make it "{B}", then see if `{C}` is all right.
Would you mind swapping "{A}" for "{B}" in {P}? Afterwards please run `{C}`, I never remember how.
{p}: {a} => {b}, and after that run {c}.
In {p} it has to be {b} and not {a}. When it's so, start {c} and read me its answer.
At the end I want you to run {c}. First, though, {p} has to say {b} instead of {a}.
Correct {p} ({a} is wrong, {b} is right), then {c} please.
Make {a} into {b} in {p}; does {c} like it then?
{W} says {c} will only work when {p} has {b} where it has {a} now. Please see to both.
Two steps: 1. {b} for {a} in {p}. 2. {c}. Tell me what step 2 says.

## swap_suite
Please turn "{A}" into "{B}" in {P} and run the tests.
Change {P} so that it says "{B}" where it says "{A}" now, and afterwards run the tests to be on the safe side.
Could you run the tests after replacing "{A}" by "{B}" in {P}?
{P}: "{B}" instead of "{A}", then tests please
I noticed "{A}" in {P}, which is wrong, it's "{B}". Fix it and tell me whether the tests are still happy.
Please write {b} for {a} in {p}. Then do the tests, you know which command that is.
{p} says {a} instead of {b}. Correct it and test everything, please.
Run the tests, but not before {a} has become {b} in {p}!
In {p}, {a} => {b}. Tests afterwards, and tell me what they said.
I'd like {b} in {p} where {a} is, and then a run of the tests so I can sleep well.
Tests at the end please. First the change: {p}, {a} out, {b} in.
Would you put {b} where {p} has {a}? And see whether the tests go through.

## two_swaps
Two little things in {P}: "{A}" should be "{B}", and "{N}" should be "{M}".
Please change "{A}" to "{B}" in {P}. And while you're in there, "{N}" to "{M}" as well.
{P} has two mistakes. It says "{A}" instead of "{B}", and "{N}" instead of "{M}". Can you correct both?
corrections for {P}\n- "{A}" -> "{B}"\n- "{N}" -> "{M}"
I'd be so glad if {P} said "{B}" and "{M}" in the places where it says "{A}" and "{N}" at the moment.
{p} says {a} instead of {b}, and {n} instead of {m}. Would you set both right?
There are two slips in {p}: {a} instead of {b} and {n} instead of {m}.
I wrote {a} instead of {b} in {p}, and also {n} instead of {m}. Please correct.
Two things are wrong in {p}. It has {a} where {b} belongs, and {n} where {m} belongs.
In {p} it's {b}, not {a}, and {m}, not {n}.
{p} ought to say {b} and {m}. At present it says {a} and {n}.
I want {b} and {m} in {p}, in place of {a} and {n}.
Please put {b} for {a} in {p}, and {m} for {n}.
{p}:\n{A} => {B}\n{N} => {M}
Instead of {a} and {n}, {p} should have {b} and {m}, in that order.
{W} went over {p} and found {a} (should be {b}) and {n} (should be {m}). Fix those two please.
1. in {p}, {a} becomes {b}\n2. in the same file, {n} becomes {m}
{b} rather than {a}, {m} rather than {n}: would you do that in {p}?
{p} has it wrong twice: {n} is really {m}, and {a} is really {b}.

## same_in_two
"{A}" has become "{B}". Could you change it in {P} and also in {Q}?
Please replace "{A}" by "{B}" in both {P} and {Q}.
I have "{A}" in two files, {P} and {Q}, and both should read "{B}" from now on.
{P} + {Q}: "{A}" becomes "{B}" in both
Would you go through {P} and {Q} and write "{B}" wherever you see "{A}"?
It's {b} now, no longer {a}. That concerns {p} and {q}.
Both {p} and {q} say {a} instead of {b}. Could you put that right in both?
{p} still has {a}, and so has {q}. Make it {b} everywhere, please.
Would you write {b} for {a}, once in {p} and once in {q}?
The same mistake twice: {a} in {p} and in {q}. Right is {b}.
{a} => {b}\nfiles: {p}, {q}
We say {b} now and not {a}; {p} and {q} don't know it yet.

## mend
`{C}` is grumbling about something. Could you run it, fix what it moans about and run it again?
Please get `{C}` working. It tells you what's wrong when you run it.
Run {C}. Not happy? Then do what it says and run it again.
I can't publish because `{C}` fails, and I don't understand why. Can you sort it out and make sure it goes through in the end?
I need `{C}` to go through by tonight. Try it, repair whatever is wrong, and try again please.
Something's off with my files. `{C}` will tell you what. Mend it, and then make sure with another `{C}`.
{c} complains. Please see what it wants, do that and let it run a second time.
Try {c}. If it isn't happy, repair what it names. It must be happy in the end.
Start {c} and follow its advice; I want to see it succeed.
Why does {c} stop? Find out, repair it and try again.
{c} worked yesterday and today it doesn't! Would you mend it for me?
Please run {c}, correct the file it names, and run {c} once more.
{c} -> fix -> {c}, please
Something {c} checks is wrong. Make it right, then show me that it passes.

## mend_missing
`{C}` stops halfway because some file isn't there. Run it, make the file it wants and run it again, please.
Would you run `{C}`? If it says that something is missing, add it and give it another go.
run `{C}`, create whatever it asks for, run it once more
I think I forgot to make one of the files. `{C}` knows which one. Please make it and check that `{C}` is content afterwards.
Can you help me get `{C}` to the end? It's waiting for a file and tells you which one when you run it.
{c} can't find something. Please make what is missing and then start it again.
Run {c}, see which file it misses, write that file the way it wants it, and run it again.
{c} complains about a file that isn't there. Give it what it asks for and try once more.
Please do whatever is needed so that {c} goes through. I think there's a file lacking.
A file must have got lost. {c} says which and what was in it. Put it back and check.
Start {c}; make the missing file; start {c} again.
I'd like {c} to finish. It always tells me that some file is missing, so would you make that one?

## tell
What {K} did I write down for {W}? It's somewhere in {F}, but I don't know which folder that's in.
Somewhere I have a file {F}. Could you find it and tell me {W}'s {K}?
{W}'s {K}? Should be in {F}, in one of the folders.
I'm on the phone with {W} and need the {K} quickly! I noted it in {F}, wherever that file is.
Would you look up the {K} for {W}? You'll have to find {F} first, I've put it in some folder.
Do you see a {f} in one of my folders? I need {W}'s {K} from it.
{F} has the {K} of {W} in it, I only don't know where {F} is. What is it?
What is {W}'s {K}? Look for {F}, it's in some folder or other.
Find {F} and read me the {K} of {W}, please.
I must have {W}'s {K} in {F}. Only the number please, and sorry, I forgot the folder.
{W} asks for the {K}. It's in my {F}, wherever I put that.
find {F}, give me {K} of {W}

## add_line
Please add this at the very end of {P}: {X}
One more for {P}, at the bottom: {X}
I forgot something in {P}. Could you put "{X}" underneath everything else?
append to {P}: {X}
{P} needs one more line after the last one, namely\n{X}
"{X}" - would you write that down for me as the last line of {P}? Keep the rest.
At the bottom of {p}, please write: {X}
{p} goes on like this after its last line: {X}
Would you add to {p}, as its new last line, {x}?
I have something to add to {p}:\n{X}
last line for {p}: {X}
Below what's in {p}, put this:\n{X}
Please put {x} on a line of its own at the end of {p}.
The list in {p} isn't finished. Still missing at the end: {X}
To {p}, append\n{X}
Keep {p} as it is and only add this at the end: {X}
{W} told me to add this to {p}, after everything that's there: {X}

## top_line
Please put a line at the very top of {P}, above everything else: {X}
{P} should begin with a new first line: {X}\nThe rest stays the same, just below it.
Can you add "{X}" as the first line of {P}? Everything that's there now comes after it.
new first line for {P} (keep the others): {X}
I'd like {P} to start with "{X}" on its own line, followed by what's already there.
At the top of {p}, before anything else, write: {X}
I want {x} to be the first thing one reads in {p}.
Above the first line of {p} goes another one: {X}
{p}: put on top: {X}
Let {p} begin with this line, then everything it has now:\n{X}
Would you squeeze in {x} above all the rest in {p}?
{X}\nThat's to be the new first line of {p}, with the old ones under it.
The very first line of {p} should be {x} (nothing lost, please).

## drop_line
Please take the line "{X}" out of {P}.
I don't need "{X}" in {P} any more, could you remove that line?
{P}: remove the line "{X}", keep the rest
That's done now, so the line "{X}" can go from {P}. The other lines stay, without a gap.
Would you cross something off for me? In {P} there's a line that reads "{X}", and I'd like it gone.
{x} has been done, so strike it from {p}.
One line has to leave {p}: {X}
Please delete this from {p}, the whole line, and only it:\n{X}
Out with the line {x} in {p}!
{p} without the line {x}, please.
There's no need for {x} any longer. It's in {p}, take it off.
In {p} there is {x} on one line. Remove the line, don't leave a gap.

## three
I'm starting a new folder of notes. Please make {P} with "{X}", {Q} with "{Y}" and {S} with "{Z}".
Three files please:\n{P} -> {X}\n{Q} -> {Y}\n{S} -> {Z}
Could you write "{X}" into {P}, "{Y}" into {Q}, and "{Z}" into {S}? None of them is there yet.
"{X}" goes in {P}. "{Y}" goes in {Q}. And "{Z}" goes in {S}. All new files!
It would be lovely to have {P} (text: {X}), {Q} (text: {Y}) and {S} (text: {Z}).
Three new ones. {p}: {x}. {q}: {y}. {s}: {z}.
Please write {x} in {p}, {y} in {q} and {z} in {s}, all new.
{P} <- {X}\n{Q} <- {Y}\n{S} <- {Z}
I need three little files:\n- {P}, in it {X}\n- {Q}, in it {Y}\n- {S}, in it {Z}
Make these:\n{P} | {X}\n{Q} | {Y}\n{S} | {Z}
{p} is to say {x}, {q} is to say {y}, {s} is to say {z}. They don't exist so far.
Could I have {p} (with {x} in it), {q} (with {y}) and {s} (with {z})?
Notes for the fridge, three of them:\n{X} in {P}\n{Y} in {Q}\n{Z} in {S}

## if_there
If I already have a file {P}, add this line at its end: {X}\nIf I don't, make it with just that line.
I'm not sure if {P} exists. If it does, please put "{X}" at the bottom; otherwise start the file with it.
Add "{X}" to the end of {P}, or make the file new with only that line if it isn't there.
Would you check for {P}? Should it be there, "{X}" goes below the last line. Should it not be there, create it with that as its only line.
{P}: add the line "{X}" as the last one. (no such file? then create it)
Is there a {p}? Then {x} goes at its end. No {p}? Then make one with only that in it.
I don't know whether I have {p}. If so, append {x}; if not, start it with that line.
Not sure {p} exists. If it does, add the line {x} below; otherwise create it with that.
Maybe {p} is there and maybe it isn't. Either way I want {x} in it, as the last line, and nothing lost.
Should {p} exist, please add {x} as its last line, and otherwise begin {p} with it.
Look whether there's a {p} already. Yes: put {x} under the rest. No: create it with just that line.
{x} has to be in {p}, at the bottom if the file exists, or alone in it if it's new.
Please check first if I ever made {p}. Put this at its end if I did, and start it with this if I didn't:\n{X}
add {x} to {p} (at the end if it exists, else make it)
Did I start {p} already? If yes, continue it with {x}, if no, let that be its first line.

## fetch_into
{Q} has the word {H} where {W}'s {K} belongs. You'll find the {K} in {P}. Could you fill it in?
Please look up {W}'s {K} in {P} and put it in {Q} in place of {H}.
In {Q} I left {H} as a placeholder for the {K} of {W}. It's written in {P}, please fill it in.
Replace {H} in {Q} with {W}'s {K} (see {P}).
I couldn't remember {W}'s {K} when I wrote {Q}, so I put {H} there. It must be in {P}. Would you look and complete it for me?
{h} in {q} stands for {W}'s {K}. That's in {p}. Would you put the right number there?
I left a gap in {q}, marked {h}. What belongs there is the {K} of {W}, from {p}.
The {K} of {W} is written in {p}. Put it in {q} where {h} is.
{q} still says {h}. Look in {p} for {W}'s {K} and write that instead.
Where it says {h} in {q}, there should be {W}'s {K}; see {p}.
{p} knows {W}'s {K}, {q} doesn't: it has {h} there. Please fill the gap.
in {q}: {h} -> {W}'s {K} (from {p})
From {p} take the {K} of {W}, and in {q} write it over {h}.
I've forgotten {W}'s {K}, so {q} has {h} for now. {p} has it. Please complete {q}.

## count_folder
How many files have I got in {D} by now?
Count the files in {D} for me, would you?
number of files in {D}?
I'm wondering how full my folder {D} is. How many files are in there?
Could you look at what's there and tell me how many of the files are in {D}?
Tell me, please: there are how many files in the folder {D}?
How many files do I keep in {D}?
The folder {D}: how many files?
Would you count what's in {D}?
{D} - how many files are in it? Just the number, please.
How many of my files lie in {D}, not counting the other folders?
Please count: how many files does the folder {D} hold?
I want to know how many files there are in {D}.
Number of files under {D}, nothing else.
Let me know how many files {D} has by now. Only that folder counts!
How full is {D}? In files, I mean.

## line_count
How many lines are there in {P}, and how many in {Q}?
Which is longer, {P} or {Q}? Tell me how many lines each one has.
lines in {P}? lines in {Q}?
Please count the lines of {P} for me and also those of {Q}.
I'm printing {P} and {Q} and want to know how many lines each of them has. Can you count?
Count the lines of two files for me: {p} and {q}.
Of {p} and {q}, which has more lines? And how many do they have?
Which is shorter, {p} or {q}? Give me both line counts.
How long are {p} and {q}, in lines?
I'd like two numbers: the lines of {p} and the lines of {q}.
{p}, {q}: number of lines of each please
How many lines has {p}? And {q}?
Please tell me how many lines {p} has and how many {q} has.
Lines, please, for {p} as well as {q}.

## where
In which file did I write about "{A}"? Just the file name, please.
I know I wrote "{A}" somewhere, but where? Only tell me the one file.
Find the file that mentions "{A}" and give me its name, nothing more.
where is "{A}"? file name only
Would you go through my files and find "{A}"? It's in one of them, and I only need the name of that one.
One of my files says something of {a}. Which one? Only the name.
Which file has {a} in it? Name only, please.
I'm looking for the file where {a} comes up. Just the name.
{a} - where did I write that? One file name is all I need, nothing more.
Please look for {a} in all my files and tell me the one that has it, just the name.
Only the name of the file, please: which one mentions {a}?

## throw_out
I don't need {P} any more, please throw it away (with rm) and tell me what's left.
Delete {P} please. Which files do I still have then?
Please get rid of {P}, and then read me out the names of the other files.
rm {P}, then list what remains and tell me
Could you tell me which files I have left once {P} is deleted? So delete it first, of course.
{p} can go. Which files are left then?
Please throw {p} away. And what is left after that?
Two things: delete {p}, and tell me the names of all that remains.
After {p} is gone, what have I still got? Please remove it and look.
Once you've removed {p}, list the rest for me.
rm {P} please. Then: which files are there now?
I've no use for {p}. Take it away and read me the list of what stays.
Remove {p} and say which files are left.
What will be left if you delete {p}? Do it and tell me.
Away with {p}! And then give me the names of the files I still have.

## rename
{P} should be called {Q}. Could you save it under the new name and then remove the old one?
Please rename {P} to {Q}. (If nothing else works: write the same text to {Q} and rm the old file.)
I'd like {P} to live at {Q} instead, with the same text. The old one can go, rm does that.
move {P} to {Q}: same content there, old file deleted
Could you delete {P} after you've put its whole text into a new file {Q}?
I'd rather have {p} under the name {q}.
{q} is the better name for {p}. Move it over, please; no {p} afterwards.
Please give {p} the new name {q}.
{p} => {q} (rename)
What's {p} today should be {q} from now on, and {p} shouldn't be there any more.
Carry everything over from {p} to {q}, and then take {p} away.
I gave {p} a silly name. It is to be {q}.
The text of {p} moves to {q}; the old file goes.

## sister
Make me a second version of {P} called {Q}, the same except with "{B}" instead of "{A}". The first one stays as it is.
I need {P} again as {Q}, but there it should say "{B}" rather than "{A}". Don't change {P}.
Would you copy {P} to {Q} and in the copy only change "{A}" to "{B}"?
{Q} = {P} with "{B}" for "{A}". keep {P} untouched
{W} wants my {P} too, but with "{B}" where mine has "{A}". Please save that as {Q} and leave mine alone.
{W} would like my {p} as well, only with {b} where I have {a}. Save it as {q}, and don't change mine.
{W} asked for a copy of {p} with {b} where mine says {a}. Call it {q}. Mine stays.
I want a twin of {p}, called {q}: all the same, but {b} instead of {a}. Leave {p} alone.
{q} should be what {p} is, except that it says {b} and not {a}.
Copy {p} to {q}. In {q}, and only there, {a} is to be {b}.
{q} := {p}, but {b} in place of {a}
Take {p}, put {b} where it says {a}, and save that under {q}. {p} itself must not change.
For {W} I need {q}: the text of {p} with {b} for {a}. The original stays untouched.
A version of {p} for {W}, please: {q}. There {a} becomes {b}; here it stays.
Could {W} have {p} too? As {q}, with {b} where mine has {a}.
Keep {p}. Beside it make {q}, the same text with {b} for {a}.
{q} doesn't exist. It's to be like {p}, with {a} changed to {b}, and {p} keeps {a}.

## glue
Please make one file {S} out of two: first everything from {P}, then everything from {Q}.
I'd like {P} and {Q} together in {S}, in that order, one below the other, nothing in between. Keep the two as they are.
Could you write {S} for me? It's the text of {P} and right below it the text of {Q}.
{P} then {Q} -> into new file {S}
{Q} should come after {P}, both in one new file named {S}. Can you put it together without a blank line between them?
Put {p} and {q} together in {s}, {p} on top. Keep both.
First {p}, then {q}, all of it in a new file {s}, please.
{s} should hold {p} followed by {q}.
Write {s}: to start with, everything that is in {p}, and under that everything that is in {q}.
I'd like to print {p} and {q} as one. Make {s} of them, in this order; don't delete anything.
{s} = {p} + {q}
Copy {p} into {s} and then {q} underneath it. The two stay where they are.
Join them for me, {p} and {q}, as {s}. No empty line between.

## run_write
Run `{C}` and save the number it gives you in {P}, just the number.
Would you write down in {P} which number `{C}` prints? Only the number please, nothing else in the file.
{P} should have only the number that `{C}` shows. Run it and make the file.
I need to keep a record. Please run `{C}`, and the number that comes out goes into a new file {P}, all by itself.
{C} -> number -> {P} (only the number in it)
{c} gives a number. Put that number, and only that, in {p}.
Please start {c} and note the number in {p}. Not the words, just the number.
I need the number from {c} in a file {p}. No text around it, please.
What number does {c} give? Store just the number as {p}.
{p} <- the number that {c} prints, without the rest
Run {c}. From what it prints, only the number goes into {p}.
Save the result of {c} to {p}, but only the digits.
In {p} I want one number, the one {c} comes up with.
How many is it according to {c}? Write the bare number down in {p}.
Please let {c} run and keep the figure in {p}; leave out the words around it.
Of {c}'s answer I need the number alone. It should be in {p}.

## from_note
Please have a look at {P} and do what I wrote there.
I left you a note in {P}. Could you take care of it?
do what {P} says
There's a job waiting for you in {P}, would you read it and do it?
My to-do is in {P}. Read it, do it, tell me when it's done.
I wrote down in {p} what's to be done. Would you?
{p} has a task for you.
Read {p} and follow it, please.
Please see {p}. There's one thing to do in it.
What I want is in {p}. Do it and report.
Take a look at {p}, and do the thing it asks for.

## sister_two
Copy {p} to {q}, and in the copy change {a} to {b} and {n} to {m}. Leave {p} as it is.
{W} wants my {p} too, but with {b} and {m} where mine has {a} and {n}. Save it as {q}.
{q} = {p} with {b} for {a} and {m} for {n}
I need {p} again as {q}, with two differences: {b} instead of {a}, {m} instead of {n}. {p} stays.
Make {q} from {p}: {a} becomes {b}, {n} becomes {m}. The first file keeps its words.
Please write {q} like {p}, only that it says {b} rather than {a} and {m} rather than {n}.
A second {p} for {W}, named {q}. In it {a} is {b}, and {n} is {m}. Don't touch the first.
The same as {p}, under the name {q}, but {a} -> {b} and {n} -> {m} in there.
{q} is to be a copy of {p} in which it says {b} (not {a}) and {m} (not {n}).

## glue_back
{q} comes second and {p} comes first. Please make {s} of the two.
Please make {s} with {q} below {p}. Both old files stay.
{q} goes under {p}, together they are the new {s}.
In {s}, which is new, {q} should follow {p}. Leave the two files as they are.
I want {q} to come after {p} in one file, {s}. No blank line, and don't delete the parts.
{s}: {q} at the end, {p} before it.
Please build {s}. Its lower half is {q}, its upper half is {p}.
Let {q} be the second part of {s} and {p} the first part.
Before {q} there should be {p}, both of them in {s}.
{s} ends with the text of {q}. What comes before that is the text of {p}.

## glue_three
{p}, {q} and {o} one below the other in {s}, please.
Make {s} out of three: {p}, then {q}, then {o}. Keep them all.
{s} = {p} + {q} + {o}
Please join {p}, {q} and {o} in that order and call it {s}.
I want one file, {s}. First comes {p}, next {q}, and {o} at the end.
{o} last, {q} before it, {p} before that: that's how {s} should go.
Write {s} from the texts of {p}, {q} and {o} (in this order, without blank lines).
In {s}, {q} should come after {p}, and {o} after {q}.
The three parts {p}, {q}, {o} make up {s}. Please put it together; the parts stay.

## make_line
Please make {p} with one line in it: {X}
{p} is to be a new file that says {x} and nothing else.
New file {p}: {X}
Write {x} into {p}, that's a new file.
Jot this down in {p} for me: {X}
{x} should go into a new file called {p}.
{p} <- {X}
I need {p}. All it has to say is {x}.
Put this line, brackets and commas and all, in a file {p}: {X}
Keep this for me as {p}:\n{X}
Start {p} with {x}, please.
{X}\nPlease save that line as {p}.

## swap_state
{p} still says {a}. It's {b} by now.
{a} should be {b} in {p}.
We've gone from {a} to {b}; {p} is behind.
{p}: {a} => {b}
{p} says {a} instead of {b}.
It's {b} these days, not {a} ({p}).
In {p} you'll find {a}. That was last year. This year: {b}.
I noticed {a} in {p}. {b} would be right.
{a} came out wrong in {p}, {b} was meant.
{p} has {a} where {b} belongs.
{W} switched from {a} to {b}, and {p} hasn't heard of it.
Not {a} but {b}, please, in {p}.
{p}, {a}: now {b}
What was {a} in {p} is {b} now.

## three_swaps
Three slips in {p}: {a} instead of {b}, {n} instead of {m}, {x} instead of {y}.
{p}\n{A} -> {B}\n{N} -> {M}\n{X} -> {Y}
In {p}, {a} should be {b}, {n} should be {m} and {x} should be {y}.
Please go over {p}: {b} for {a}, {m} for {n}, {y} for {x}.
{p} says {a}, {n} and {x}. It ought to say {b}, {m} and {y}.
Would you change three things in {p}? {a} to {b}, then {n} to {m}, and last {x} to {y}.
I want {b}, {m} and {y} in {p}, where it has {a}, {n} and {x} now.
Corrections from {W} for {p}: not {a} but {b}; not {n} but {m}; not {x} but {y}.
{p} has {a} where {b} belongs, {n} where {m} belongs, and {x} where {y} belongs. All three please.

''')
