"""Ways of asking with conditions, and for things counted or picked from a list."""
from rolfbase import add

add(r'''
## if_side
Look at {T} in {p}. If it is {R} {N}, make it {M}. If it isn't, change nothing. Which number did you find?
Is {T} in {p} {R} {N}? Then write {M} there. Otherwise don't touch it. And tell me what it was.
If {T} is {R} {N} in {p}, it should be {M}; tell me the old number in any case.
{p}: should {T} be {R} {N}, put {M}. If not, leave it. Old value please.
I only want {T} in {p} changed (to {M}) if it's {R} {N}. What does it say at the moment?
Set {T} to {M} in {p}, but only in case it is {R} {N} now. Either way, I'd like to know what stood there.
Would you check {T} in {p}? When it's {R} {N}, change it to {M}, and when it isn't, leave the file in peace. Tell me the number you saw.
{p}, {T}: {R} {N}? -> {M}. else nothing. what was it?
Change {T} to {M} in {p} provided that it's {R} {N}. Tell me which number was in there.
What does {p} say for {T}? Anything {R} {N} becomes {M}; other numbers stay.
Please see whether {T} in {p} is {R} {N}. In that case {M} goes there, and in the other case everything stays. I need to know the number that was there.
Unless {T} in {p} is {R} {N}, change nothing; if it is, {M} should be there. Which number was it?

## if_least
We need at least {N} for {T}. If {p} says less, put {M} there; if not, don't change it. What did it say?
I want no fewer than {N} as {T}. Should {p} have less, please write {M}. And tell me what you found.
{T} in {p} has to be {N} or more. If it's less, make it {M}. What is it now?
At least {N}, that's the rule for {T}. Look in {p}; if it's broken, put {M}, and tell me the old number either way.
{T} mustn't be below {N} in {p}. Raise it to {M} if it is; leave it otherwise. Tell me what was there.
Is there enough? {T} in {p} should be at least {N}. When it's under that, set it to {M}. I'd like to hear the number you found.
For {T}, {N} is the least. Check {p} and put {M} if it falls short, otherwise hands off. Which number stood there?
{p}: {T} at least {N}, else {M}. And say what it was before.
{W} says {T} must be {N} at least. If {p} has a smaller number, change it to {M} (only then). What was in it?

## if_most
{T} in {p} must not be more than {N}. If it is, make it {M}, if not, leave it. Tell me what it was.
No more than {N} for {T}, please. If {p} has more, write {M} instead. Which number did you see?
{p}: {T} at most {N}, else {M}. Tell me the number that was in it.
We can't have {T} over {N}. Look in {p}, lower it to {M} if needed, and tell me the old number in any case.
{N} is the most I allow for {T}. Should {p} say more, it becomes {M}. What did you find there?
Is {T} in {p} above {N}? That would be too much, so put {M} then. Otherwise let it be. What does it say?
At most {N} of {T}: would you see if {p} keeps to that, and if it doesn't, set {M}? I want to know what was written.
If {T} in {p} goes beyond {N}, bring it down to {M}. If it doesn't, nothing happens. Say which number you found.
Please make sure that {T} in {p} isn't bigger than {N}. Too big? Then {M}. Fine? Then leave it. And tell me the number.

## if_both
If {T} in {p} is {R} {N}, set it to {M}, otherwise set it to {O}. What was it before?
{p}, {T}: {R} {N} -> {M}, anything else -> {O}. Tell me what it said.
Should {T} be {R} {N} in {p}, then write {M}. If not, write {O}. I'd like the old number.
Look up {T} in {p}. {M} should go there if it's {R} {N}, and {O} if it isn't. Tell me which number you found.
Please change {T} in {p}: to {M} when it's {R} {N} now, to {O} when it isn't. And what did it say?
Is {T} {R} {N} in {p}? If yes it becomes {M}, if no it becomes {O}. Let me know the number from before.
In {p} I want {M} for {T} if it has been {R} {N} till now, and {O} in the other case. What had it been?
{T} (see {p}) gets {M} if {R} {N}, else {O}. Old number too, please.
Two cases for {T} in {p}. It's {R} {N}: put {M}. It's not: put {O}. Which was it, I mean, what number?

## if_same
If {T} in {p} is still {N}, make it {M}. If it's something else, leave it and tell me what it is.
Is {T} in {p} {N}? Then {M} please. Otherwise don't change it. Tell me what it is, whichever.
Only if {p} says {N} for {T}, change that to {M}. What does it say?
Change {T} from {N} to {M} in {p}, but if it isn't {N} there, do nothing and give me the number that is.
{p}: {T} == {N}? then {M}. else leave. Which number is there?
I believe {T} is {N} in {p}. If I'm right, make it {M}; if I'm wrong, just tell me the right number.
When {T} in {p} is exactly {N}, set it to {M}; when it's another number, let it be and say which.
{W} wants {M} for {T} in {p}, provided it's {N} at present. If it is anything else, hands off, and tell me.
{T} should go from {N} to {M} in {p}. Should there be some other number already, don't touch it, and tell me that number.

## if_lacking
If {p} has no {T} yet, add the line {x} at its end. If it has, tell me how many and change nothing.
Are {T} in {p}? If not, put {x} under the rest. If they are, only tell me the number.
Add {x} to {p} unless there are {T} in it already; in that case tell me how many it says.
{p}: {T} missing? then append {x}. otherwise only say the number
I may have forgotten the {T} in {p}. If so, write {x} at the bottom. If I haven't, leave the file and tell me their number.
See if {p} says anything of {T}. Nothing? Then {x} goes at the end. Something? Then I'd just like to know how many.
Should {T} be lacking in {p}, please add {x}; should they be there, don't change a thing and tell me their number.
Please make sure {T} are in {p}. Only when they're not, add a last line {x}. When they are, what number do they have?
Don't add {T} to {p} twice! If they aren't there, the line is {x}. If they are, tell me how many.

## if_word
Does {p} mention {a}? If it does, add this at its end, else leave it alone. Yes or no?\n{X}
If {p} says anything of {a}, put {x} below it. If it doesn't, change nothing. Tell me yes or no.
Is {a} in {p}? If so, I want {x} as the last line of it, and if not, nothing. Answer with yes or no.
Look whether {a} comes up in {p}; when it does, append {x}. Did it, yes or no?
Only if {a} stands in {p} add {x} at the bottom. Was it there, yes or no?
{p}: has it got {a}? then append {x}, otherwise do nothing. (yes or no please)
Please read {p}. Should it speak of {a}, then write {x} under everything. Should it not, don't. And tell me, yes or no, if it did.
Add {x} to the end of {p} in case {a} is mentioned in it. In the other case don't touch it. Was {a} in it: yes or no?
Yes or no: does {a} occur in {p}? If yes, please also put {x} at the end there.

## if_absent
If there's no {p} yet, make it with {x}. If there is, leave it and tell me its first line.
Make {p} with {x} in it, unless I have such a file already. In that case just read me the first line of it.
Is there a {p}? Then tell me how it begins (the first line). Otherwise create it with this line: {X}
Don't overwrite anything! {p} should get {x} only if it isn't there. If it is, what's its first line?
{p}: not there? create it with {x}. there? tell me line one, change nothing
I think {p} is missing. If that's so, write it with {x}; if I'm mistaken, read out its first line and leave it be.
Please check for {p}. When it's missing, start it with {x}. When it isn't, I want to hear the first line and nothing changed.
Should {p} exist, then I'd like its first line. Should it not exist, create it, with {x} in it.
Only in case {p} doesn't exist: create it, text {x}. Otherwise hands off, and tell me line 1 of it.

## if_exists_rm
If {q} is there, throw {p} away. If {q} isn't there, keep {p} and tell me which files there are besides.
Do I have {q}? Then {p} can be deleted. If I don't have it, delete nothing and give me the names of the files.
Delete {p}, but only if {q} exists. If it doesn't, tell me what files there are.
{p} may go as soon as {q} is there. Check that; if it's not there yet, leave all and list the files for me.
{q} there? -> rm {P}. not there? -> nothing, just list the files
Is {q} in the folder? If yes, remove {p}. If no, remove nothing and tell me all the files.
I don't want to lose anything, so delete {p} only when {q} exists, and when it doesn't, just tell me what's there.
Please see whether I saved {q}. If I did, {p} is not needed, so rm it. If I didn't, leave it and say which files you see.
In case {q} exists, get rid of {p}; in case it doesn't, list my files and leave {p} where it is.

## if_passes
Run {c}. If it goes well, write {x} in {p}. If it doesn't, write nothing and tell me what it said.
Please try {c}. Only when it's happy, make {p} with {x} in it. When it isn't, I want to see its message instead.
If {c} passes, then {p} should say {x}. Otherwise no file, just tell me the error.
{c} ok? -> {P} with {x}. not ok? -> just tell me
Start {c}; should it succeed, put {x} into a new file {p}; should it fail, don't, and read me what it printed.
I need {p} (text: {x}), but not before {c} is content. If it grumbles, leave it and tell me why.
Create {p} saying {x} if and only if {c} works. If it fails, what does it say?
See whether {c} works. It does? Then save {x} as {p}. It doesn't? Then tell me its words and do nothing.
{x} goes in {p} after {c} went through. In case it doesn't go through, leave everything and report the message.

## if_fails
Run {c}. If it fails, change {a} to {b} in {p} and run it again. If it's fine, change nothing. What did it say in the end?
Does {c} work? If it doesn't, {p} needs {b} instead of {a}, then try again. If it does, leave {p}. Tell me the last output.
Only in case {c} fails, write {b} for {a} in {p} and start it again. Tell me what it says.
{c} -> fails? then {p}: {a} => {b} and {c} again. works? then leave it. output please
Try {c}. Should it fail, it's because of {a} in {p}, which then has to be {b}; check with another {c}. Should it work, don't change a thing. What's the result?
If {c} is unhappy, put {b} in {p} where {a} is, and run it once more. If it's happy, just tell me what it said.
Please run {c} and, if something's wrong, turn {a} into {b} in {p} and run it a second time. Nothing wrong? Then don't touch {p}. Tell me its final words.
{p} has {a}, which may or may not be all right. Run {c}: if it fails, make it {b} and run again; if it passes, leave it. What came out last?
{W} says to use {b} and not {a} in {p} if {c} fails, and otherwise to leave it alone. Would you see? And tell me what the command says in the end.

## count_ends
How many .{E} files have I got?
Count the .{E} files for me, please.
How many files end in .{E}?
number of .{E} files?
How many .{E} files are there? Only the number, please.
Of all my files, how many are .{E}?
I'd like to know how many {E} files I have by now.
Please look at the list and count the ones that end with .{E}.
Tell me how many of the files are .{E} files. Not the others!
*.{E} - how many?
How often does .{E} come up as an ending among my files?
How many {E} files are lying around in all the folders together?

## count_word
How many files have {w} in their name?
Count the files with {w} in the name, would you?
Number of files that have {w} in the name? Just the number.
I named several files something with {w}. How many?
How many of my files are called {w} something or something {w}?
files with {w} in the name: how many
Please go through the names and count those in which {w} occurs.
In how many file names does {w} come up?
How many names on the list contain {w}?

## names_word
Which files have {w} in their name?
Give me the names of the files with {w} in the name. Only the names.
Which of my files are called something with {w}?
List the files whose names contain {w}, and no others.
files with {w} in the name: which
I need the names of all the {w} files.
Find the files that have {w} in the name. What are they?
Tell me which names on the list contain {w}, just the names please.

## count_write
Count my .{E} files and write the number into {p}.
How many .{E} files are there? Put the number, just the number, in {p}.
{p} <- number of .{E} files
Please make {p} with one number in it: how many files end in .{E}.
I want {p} to say how many {E} files I have. Nothing but the number.
Write down in {p} the number of .{E} files that there are now.
In a new file {p} should be the count of my {E} files, in digits.
Look how many files end in .{E}, and save that number as {p}.
For {W}: the number of .{E} files, please, in {p}. Tell me too.

## count_two
How many files are in {D}, and how many in {E}?
Count the files in {D} and those in {E}.
Which is fuller, {D} or {E}? Tell me the number of files of each.
I'd like two numbers, the files in {D} and the files in {E}.
{D} and {E}: how many files each?
How many files do I have in {D}? And in {E}?
Has {D} more files than {E}? Please give both numbers.
Please tell me how many there are in {D} and also how many in {E}, one after the other.
Number of files: {D}? {E}?

## names_ends
Which files end in .{E}?
Please list my .{E} files, only those.
Give me the names of all .{E} files, nothing else.
What .{E} files do I have?
all .{E} files please, just the names
I'm looking for my {E} files. Which are they?
Show me which of the files are .{E} and leave out the rest.
Read me the names of the {E} files.
Tell me the names of those files that have the ending .{E}.

## names_folder
What's in the folder {D}?
Which files are in {D}? Only those.
Please list {D} for me, not the other folders.
Names of the files in {D}, nothing else.
What have I put into {D}?
I need to know which files there are in {D}.
{D}: which files?
Tell me what {D} contains, just the names.
Would you look what is in {D}? I don't care about the other folders.

## folders_with
Which folders have a {F}?
In which folders is there a {F}?
Tell me the folders that have {F} in them, only those.
Where do I have a {F}? Just the folders.
folders with {F}?
I need the names of all folders in which a {F} lies.
Which of my folders contain a file called {F}?
Look through the folders and say which ones hold a {F}.
{F} is in some of the folders. In which?

## which_missing
Which of these don't I have: {L}?
Are they all there? {L}. Tell me only the missing ones.
Check if {L} exist, and name the ones that don't.
I should have {L}. Which are missing?
Of {L}, which are not in the folder? Just the names.
{L} - what's lacking?
{W} asks for {L}. Which of them are not there, please?
Look for {L}. I only want to hear which aren't there.
Please compare with the list: {L}. Which of those files do I still have to make?

## drop_ends
Please delete all .{E} files, but nothing else.
The .{E} files can go, every one of them.
Throw out everything that ends in .{E}.
rm all the .{E} files, leave the rest
Would you clear away my .{E} files? Only those, please.
I've no use for any file ending in .{E}. Get rid of them all.
Get rid of what ends with .{E}; I'll keep the others.
Clean up: no .{E} files should be left.
There are .{E} files lying about. Look for them and remove them all.

## more_of_two
Which has more {T}, {p} or {q}? Tell me both numbers.
Are there fewer {T} in {p} or in {q}? Both numbers too, please.
{T}: more in {p} or more in {q}? And how many in each?
Compare {p} and {q} for me: where are there more {T}? I want both numbers.
In which file is the number of {T} smaller, {p} or {q}? Give me the two numbers as well.
Look up {T} in {p} and in {q} and say which has the bigger number. And what are the numbers?
{W} and I disagree. Who has more {T}, {p} or {q}? Name both numbers.
Where do we have less {T}, {p} or {q}? With the numbers please.
{p} or {q}, which one says more {T}? And what do they say?

## if_low
Look in {P}: if there are fewer than {N} {T}, change the number to {M}. If not, leave it. And tell me how many it said before.
How many {T} does {P} say we have? If it's under {N}, please make it {M}. If it's more than that, don't change anything. I'd like to know the old number either way.
I want at least {N} {T} at the party. If {P} has less than that, put {M} there instead, otherwise leave the file alone. What number did you find?
{P}, {T}: below {N}? then set to {M}. otherwise no change. tell me what was there
Could you tell me the number of {T} in {P}? And should that number be smaller than {N}, write {M} in its place (only then!).
If {p} has less than {N} {T}, let it be {M}. And what was the number?
Fewer than {N} {T} in {p}? Put {M}. No? Leave it. I want to know what it said, too.
See {p} for the number of {T}. Smaller than {N}: change it to {M}. Not smaller: don't. Tell me the number.
When {T} is below {N} in {p}, please write {M} there, otherwise leave it as it is. How many did it say?
{T} in {p}: only if that's smaller than {N}, write {M}. What was there?
How many {T} have we? It's in {p}. Below {N} isn't enough, make it {M} then, but only then.
In {p}, {T} under {N} should become {M}. If it's not under {N}, nothing should change. Which number is it?
''')
