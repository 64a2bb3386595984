"""Ways of asking for parts of what was seen, for things looked up in steps and for values from elsewhere."""
from rolfbase import add

add(r'''
## part_number
Which number does {c} print? Just the number, please.
Run {c} and tell me only the number.
I need the figure from {c}, without any words around it.
{c} -> just the number
Please start {c}. What's the number? Nothing else, please, I'll copy it.
Only the digits that {c} comes up with, please.
How many does {c} say? Answer with the number alone.
Let {c} run and give me the bare number of what it says.
What {c} prints is too wordy. I only want the number in it.
{W} wants to know the number that {c} gives. Number only!

## part_name_file
Run {c} and write only the name that comes out into {p}.
{p} should have nothing but the name that {c} prints.
Who or what does {c} name? Put just that in {p}, without the words around it.
{c} gives a name. Keep the name (not the sentence) in {p}.
{p} <- only the name from {c}
Please note in {p} the name that {c} comes up with, the name alone.
From the answer of {c} I need just the name, saved as {p}.
Start {c}; the name in its output goes into a new file {p}, all by itself.
I don't need the whole message of {c}, only the name in it. Write it down in {p}.

## part_name
Run {c} and tell me only the name.
Which name does {c} give? Just the name.
{c} -> name only, please
Please start {c}. I just want the name it mentions.
Who or what is it today? {c} knows. Name only, no sentence.
Let {c} run and answer with the name in its output, nothing else.
Only the name that comes out of {c}, please, no other words.
{c} tells a name in some sentence. I'd like the name without the sentence.

## part_file
Run {c} and tell me only which file it grumbles about. Don't fix it.
Which file is {c} unhappy with? Just the file name, no repairs please.
{c} fails, I know. I only need the name of the file, nothing is to be changed.
Don't mend anything. Run {c} and give me just the file it names.
{c}: which file is to blame? name only, change nothing
Please try {c} and say which file is wrong, only that. I'll correct it myself.
Just the name of the file that {c} stumbles over, please. Leave it as it is.
I'd like to know which file makes {c} fail. The name, nothing more, and no edits.

## part_file_write
Run {c} and write the name of the file it complains about into {q}. Don't fix anything.
{q} should say which file {c} is unhappy with, only the name. Change nothing else.
{c} fails because of one file. Put its name, just the name, in {q}, and leave the file alone.
Note in {q} the file that {c} stumbles over. No repairs, please.
{q} <- only the file name out of {c}'s message (don't repair it)
Which file does {c} name? Write that name down in {q} for {W}, who will fix it. You don't.
From what {c} says I need the file name in {q} and not the rest. Nothing should be mended.
Please start {c}, look which file is wrong, and save that file's name as {q}. The file itself stays as it is.

## part_value
Take the number of {T} from {p} and put it, just the number, in {q}.
How many {T} does {p} say? Write only that number into {q}.
{q} <- the number for {T} in {p}, nothing else
Please make {q} with one number in it: what {p} has for {T}.
I want {T} from {p} on its own in {q}. Only the figure.
Look up {T} in {p} and note the bare number in a new file {q}.
In {p} there's a number for {T}. It should also be in {q}, alone.
{W} only needs the number of {T}. It's in {p}. Save it for her as {q}, without the word.
What {p} says for {T} goes into {q}, the digits only.

## tell_value
What does {p} say for {T}? Just the number.
{T} in {p}?
How much or how many is it for {T} in {p}? Only the number please.
Look in {p} and tell me the number of {T}.
I've forgotten what I wrote for {T} in {p}. What is it?
Please read {p}. What's the number for {T}?
{p}: {T}? number only
Give me the number that stands at {T} in {p}. The other ones I know.

## part_line
Find the line about {a} in {p} and save only that line as {q}.
{q} should have just the line of {p} that mentions {a}.
Copy the one line with {a} from {p} into a new file {q}. Leave {p} as it is.
From {p} I need only the line in which {a} comes up. Put it in {q}.
{q} <- the line of {p} with {a} in it
There's a line in {p} with {a}. Write that line, whole and unchanged, to {q}.
One line of {p} has {a}. I want it on its own in {q}, and {p} stays.
Please take the line where {p} speaks of {a} and keep a copy of it in {q}, nothing else.

## tell_line
Read me the line in {p} that has {a} in it, only that one.
Which line of {p} mentions {a}? The whole line please.
What does {p} say about {a}? Just the line.
the line with {a} from {p} please, as it stands there
In {p} one line has {a} in it. How does it go?
Look for {a} in {p} and give me that line, nothing else.
I'd like to hear the line of {p} in which {a} comes up.
Show me only the line with {a} out of {p}.

## first_line
What is the first line of {p}?
Read me the first line of {p}, only that.
How does {p} begin? Just the first line.
{p}: first line please
I'd like to see the top line of {p}, not the rest.
What stands at the very top of {p}?
Give me line 1 of {p}, exactly.
Please open {p} and tell me its first line.

## last_line
What is the last line of {p}?
Read me the last line of {p}, only that.
How does {p} end? Just the last line.
{p}: last line please
I'd like to see the bottom line of {p}, not the rest.
What stands at the very bottom of {p}?
Give me the last line of {p}, exactly.
Please open {p} and tell me the line it ends with.

## two_values
How many {T} does {p} say, and how many {U} are in {q}?
What's the number of {T} in {p}? And of {U} in {q}?
I need two numbers: {T} from {p} and {U} from {q}.
{T} (see {p}) and {U} (see {q})?
Please look up {T} in {p} and {U} in {q} and tell me both.
{p} has {T}, {q} has {U}. How many of each?
Tell me how many {T} we have ({p}), and then how many {U} ({q}).
Would you find out two things? {T} is in {p} and {U} is in {q}. Just the numbers.
{W} asks about {T} and about {U}. You'll find the first in {p}, the second in {q}.
How many {T}, and how many {U}? They're in {p} and {q}.

## three_values
How many {K}, {L} and {F} does {p} have?
Tell me three numbers from {p}: {K}, {L}, {F}.
{p}: {K}? {L}? {F}?
I need {K}, {L} and also {F} out of {p}.
What does {p} say of {K}, what of {L} and what of {F}?
Please look in {p} for {K}, for {L} and for {F} and tell me all three.
How many are there in {p} of these: {K}, {L}, {F}?
For the shopping: numbers of {K}, {L} and {F} from {p} please.
{W} wants to know about {K}, about {L} and about {F}. It's all in {p}.

## ask_and_set
How many {T} did {p} say? Make it {M} now.
Set {T} to {M} in {p} and tell me what it was before.
{p}: {T} = {M} from now on. What did it say till now?
Please write {M} for {T} in {p}, but tell me the old number.
I want {T} at {M} in {p}. Before you change it, note what it was, and tell me.
What's the number for {T} in {p}? Whatever it is, change it to {M}.
{T} should be {M} in {p}. And how many was it?
Two things about {T} in {p}: tell me the number in it, and then put {M}.
Whatever {p} says for {T}, it's {M} now. I'd still like to hear the old one.
Tell me {T} from {p}, and replace that number by {M}.

## look_group
{p} says which group {W} is with. What's the {K} of that group? Each group has a file {D}.
What {K} does {W}'s group have? The group is in {p}, the rest in {D}.
I need the {K} of the group {W} belongs to. See {p} first and then {D}.
Which group is {W} in ({p})? And what's the {K} there ({D})? Tell me the {K}.
{W} -> group ({p}) -> {K} ({D})?
Find {W} in {p}, look at the file of that group ({D}), and tell me the {K}.
{W} wants to know the {K}. It depends on the group, which is in {p}; every group has its {D}.
Please look up the {K} for {W}. You'll need {p} to see the group, and then {D} of it.
What's the {K} for {W}'s group? ({p} has the groups, {D} has what I want)

## look_group_write
{p} says which group {W} is with, and {D} says the {K} of each group. Write {W}'s into {o}.
Put the {K} of {W}'s group in {o}, nothing else. The group is in {p}, the {K} in {D}.
Find {W} in {p}, then the {K} in {D}, and save it as {o}.
{W} -> group ({p}) -> {K} ({D}) -> {o}
I want {o} to say the {K} of the group of {W}. See {p}, then {D}.
Please note the {K} for {W} in {o}. It's in the group's file ({D}); {p} tells the group.
{o} should hold just the {K} that {W}'s group has. {p} is the list of groups, their files are {D}.
Which group has {W} got, by {p}? Look up its {K} in {D} and write it in a new file {o}.

## look_path
How many {T}? {p} tells you where to look.
{p} says where the list is. Find it there: how many {T}?
I need the number of {T}. Begin with {p}, it'll send you on.
Look in {p} for the place of the list, and in the list for {T}. How many?
The number of {T} please; the file with it is named in {p}.
{p} -> other file -> {T}?
{T}, how many are there? I wrote in {p} which file has it.
Please read {p}, go to the file it names and tell me the number for {T}.
I used to keep {T} in {p}, now they're somewhere else and {p} says where. How many are there?

## look_three
In {s}, put the number of {T} (from {p}) for {H} and that of {U} (from {q}) for {I}.
{H} in {s} stands for {T}, see {p}; {I} stands for {U}, see {q}. Please fill in both.
{s} has two gaps. {H}: the {T} in {p}. {I}: the {U} in {q}.
Fill {s}: {H} <- {T} of {p}, {I} <- {U} of {q}
Take {T} out of {p} and {U} out of {q}; in {s} the first replaces {H} and the second {I}.
{p} knows {T}, {q} knows {U}. In {s} they belong at {H} and {I}.
I left {H} and {I} in {s} for two numbers, {T} as in {p} and {U} as in {q}. Would you?
Please complete {s}. Where it says {H} the number of {T} from {p} is wanted, where it says {I} the number of {U} from {q}.

## marks_two
In {q}, {H} is for {W}'s {K} and {I} for the {L}. Both are in {p}.
Please fill in {q} from {p}: {W}'s {K} for {H}, {W}'s {L} for {I}.
{q} has two gaps, {H} ({K}) and {I} ({L}), both about {W}. See {p}.
Look up {W} in {p}: the {K} goes to {q} instead of {H}, the {L} instead of {I}.
{H} -> {K}, {I} -> {L} (of {W}, from {p}), in {q}
Where {q} says {H}, write the {K} of {W}; where it says {I}, write the {L}. You'll find them in {p}.
I didn't know {W}'s {K} and {L} when I wrote {q}, so it says {H} and {I}. Now they're in {p}.
{W}'s {K} and {L} are in {p}. {q} needs them, the first at {H}, the second at {I}.

## from_other
{T} in {p} should be the same number as in {q}. Please change {p}.
Take the number of {T} from {q} and write it over the one in {p}.
{q} has the right number of {T}, {p} has an old one. Correct {p}.
{p}: {T} <- the value in {q}
Please bring {p} up to date: {T} as in {q}.
{T}: what {q} says is true. {p} should say that too.
Set {T} in {p} to whatever {q} says for it.
I counted the {T} again, it's in {q}. Put that in {p} in place of what's there.
{p} and {q} don't agree about {T}. {q} is right; make {p} agree.

## word_other
{a} in {p} should be replaced by what {q} says.
Put what's in {q} where {p} has {a}.
The new words for {a} are in {q}. Please change {p}.
{p}: {a} -> (see {q})
Read {q}; what you find there takes the place of {a} in {p}.
Instead of {a}, {p} should have what {W} wrote in {q}.
{a} is old. {q} has the new one. Would you change it in {p}?
In {p}, {a} must go; {q} tells you what comes in its place.
{W} left a note in {q} about what should stand in {p} in place of {a}. Please do it.

## run_into
{p} says {H} where the number of {c} belongs. Run it and fill it in.
Run {c} and put its number in {p} for {H}.
In {p}, replace {H} by the number {c} prints, only the number.
I left {H} in {p} for the number that comes out of {c}. Would you fill the gap?
{c} -> number -> {p}, instead of {H}
{H} in {p} stands for what {c} counts. Please put it in, without its words.
Start {c}, take the number, and write it in {p} in place of {H}.
The number from {c} is missing in {p}; it says {H} there at the moment.
{p} has a gap, {H}. {c} knows the number for it.

## csv_cell
In {p} the amount for {F} should be {M}.
Please change the amount of {F} in {p} to {M}, the rest stays.
{p}, row {F}: amount {M} now
{F} is {M} now. It's in the table {p}.
Set the last column of {F} to {M} in {p}.
The table in {p} has a wrong amount for {F}. Right is {M}.
We need {M} of {F}, so correct that row in {p}, please.
{M} for {F}, please, in {p}. Only that row.
In the list {p}, make the amount {M} in the row of {F}.

## list_into
Write the names of my .{E} files into {p}, one a line.
{p} should be a list of all .{E} files, each on its own line.
Which files end in .{E}? Put their names in {p}, one below the other.
{p} <- names of all .{E} files
I need a list of the {E} files. Save it as {p}, a line for each.
Please make {p} with the names of every file that ends in .{E}, and of no others.
For {W}: a file {p} that lists the .{E} files, line by line.
Look which .{E} files there are and write them down in {p}, one per line.
''')
