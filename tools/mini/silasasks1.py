"""Openings and endings; names of what is looked for, and questions for it."""
from silasbase import add

add(r'''
## open
Ops ticket {N}: 
For the shift log: 
Morning. 
Quick check-in from the data desk. 
Request {N}. 
On call here, so briefly: 
{p} from storage asks: 
From the handover sheet: 
INC-{N}: 
CHG-{N}, approved. 
Hello from the night shift. 
Second item of today. 
Before the window closes: 
Small housekeeping. 
While you are at it: 
[ops] 
Data team here. 
Rack day. 
Same drill as last week. 
Forwarded by {p}: 
Dear colleague, 
Desk {N} here. 
Audit prep. 
Low priority: 
Prio 2: 
We are in a call, so no chatter please. 
Next on my sheet: 
No {N} on the board: 
Weekly round: 
Heads up, long day. 
Hm. 
Right then. 
## close
Thank you.
{p} is waiting for this.
Many thanks from the desk.
That is the whole ticket.
It can go out today.
I shall tick it off afterwards.
Kind regards, {p}
One line back is plenty.
Keep the other files as they are.
Nothing beyond that.
Obliged.
The audit starts at noon.
I have no shell here.
Over to you.
No further wishes.
Ticket can be closed then.
Hands off everything else.
Ask {p} if the coffee runs out.
## mail.open
Good morning,
Dear desk,
Hello all,
Hi ops,
To whom it may concern,
Dear helper,
Hi,
Good evening,
## mail.story
We had {d} alerts in the night and slept little.
The {n} of {s} was moved last week and {p} is still tidying up.
I am writing this from the train, so forgive the brevity.
{p} and I went through the list of {d} open points this morning.
The auditors asked for it, and they count everything twice.
This came up in the {n} review.
Since the {n} has been quiet I have time for small things.
There were {e} handovers yesterday and this one fell between two chairs.
You may remember the {n} from last month.
Nobody on the desk has rights for this, but you do.
As {p} wrote, the {n} must be settled before Friday.
In rack {e} all is calm again.
Last time it took {d} minutes by hand.
We are {e} people here and none of us likes doing it by hand.
Finance would like to close the month.
We inherited this from the {s} people.
## mail.end
Thank you and best wishes,
Regards,
With thanks,
Cheers,
Kind regards,
Yours,
Greetings from the desk,
Best,
## tail.readonly
Do not change anything.
Read only, please.
No edits.
Hands off the files themselves.
Looking is enough; leave every file as it is.
Just look it up.
I only want to know, so don't fix anything.
Nothing is to be written.
No changes please, it is frozen.
Don't touch the file.
This is a question, not an order.
For information only.
## tail.bare
Only that, no sentence.
Just the bare value.
The value alone will do.
Nothing around it, please.
No explanation.
Bare answer, please.
Leave out everything else.
Just that.
## np.key
the {k} in {p}
{k} from {p}
the value of {k} in {p}
what {p} has for {k}
the {k} that {p} sets
the {k} setting of {p}
whatever stands behind {k} in {p}
the figure or word at {k} in {p}
the entry {k} of {p}
the current {k} ({p})
## q.key
What is {k} in {p}?
What does {p} say for {k}?
Which {k} do we run with? {p} knows.
{k} in {p}?
Look up {k} in {p} for me.
Tell me the {k} that {p} has.
Current {k}, see {p}.
I need to know what {k} is set to in {p}.
Read {p} and give me {k}.
How is {k} set in {p}?
{p} has a {k}. Which one?
From {p} I only want {k}.
## np.via
the {k} in the file that {p} names under {l}
the {k} of the file behind {l} in {p}
the {k} found in the file that {l} in {p} points to
{k} from the file which {p} gives as {l}
the {k} in whichever file {p} has at {l}
the value of {k} in the file {p} refers to with {l}
the {k} one file further ({p} says which file, at {l})
the {k} of the file that is entered as {l} in {p}
## q.via
{p} names a file under {l}. What is {k} in that file?
What is {k} in the file that {p} points to ({l})?
Follow {l} in {p} to the next file and tell me its {k}.
Which {k} applies? {l} in {p} says which file has it.
Find the file that {l} in {p} stands for, then read me {k} from it.
Two hops: {p}, entry {l}, gives a file; in that file look up {k}.
I want {k}. It is not in {p} itself but in the file named there as {l}.
Through {p} ({l} is the file) please find out {k}.
Open {p}, see which file {l} is, open that and report {k}.
## np.lead
the lead of the team that runs {s}
the lead of the team behind {s} ({p} has the team, the folder {d} the rest)
the lead for {s}, by way of {p} and the team's own file
whoever leads the team that {p} gives for {s}
the name of the lead of the team that owns {s} (see {p})
the lead of the {s} team; {p} says which team that is
the team lead for {s}
the person who leads the team in charge of {s}
the lead of the team that {p} gives for {s}, as {y} has it
the lead in {y}, where the team is the one that {p} has for {s}
the lead ({y}) of the team that keeps {s} ({p})
## q.lead
{p} has the team of {s}; {y} has its lead. Who is it?
Service {s}: team in {p}, lead in {y}. Name of the lead?
Who is the lead for {s}? First {p}, then {y}.
Open {p}, find the team of {s}, open {y}, tell me the lead.
Who leads the team that runs {s}? {p} has the team.
{s} is down. {p} says which team has it, their file in {d} says who leads it. Who?
Name the lead of the team behind {s}.
Whom do I call for {s}, that is, who leads its team?
Which person is lead of the team that {p} lists for {s}?
{s}: team? lead? I only need the latter.
From service to team ({p}), from team to lead ({d}): {s}, please.
Tell me the lead of whatever team keeps {s}.
Look {s} up in {p}, then the team's file, then tell me its lead.
Lead for {s}?
## np.phone
the {x} of the lead of the team that runs {s}
the {x} of whoever leads the {s} team
the {x} of the person who leads the team that {p} gives for {s}
the {x} of the lead for {s} (service, team, lead, {x})
the {x} in the file of the lead of the team behind {s}
the lead's {x} for {s}, starting from {p}
the {x} of the {s} team's lead
the {x} to be found for {s} by way of team and lead
## q.phone
What is the {x} of the lead of the team that runs {s}?
{s} -> team -> lead -> {x}. Start at {p}.
Which {x} does the lead of the {s} team have?
Find the team of {s} in {p}, its lead, and that person's {x}.
I need the {x} of the person who leads the team behind {s}.
Three hops for you: {p} gives the team of {s}, the team's file its lead, the lead's file the {x}.
Give me the {x} for {s}, of the team's lead that is.
Who leads the {s} team is written in its file; tell me that person's {x}.
## np.cmdnum
the number that {c} prints
the figure in the output of {c}
the number {c} reports
the one number in what {c} says
the number that comes out of {c}
whatever number {c} gives
the number to be read off {c}
the amount that {c} shows
the count given by {c}
## q.cmdnum
Run {c}. Which number does it print? Just the number.
What number comes out of {c}?
Only the figure from {c}, please.
{c} prints a number in a sentence. Give me the number only.
How many does {c} report?
Start {c} and tell me the figure it mentions.
I want the number that {c} shows, without the words around it.
Figure of {c}?
Execute {c}, then just the number.
Which amount does {c} come back with?
## np.cmdlast
the last word that {c} prints
the last word of the output of {c}
the final word of {c}'s output
the word at the end of what {c} says
what {c} names last
the closing word of {c}
the very last word {c} puts out
the last item on the line that {c} prints
## q.cmdlast
Run {c} and tell me just the last word.
What is the final word of the output of {c}?
Only the last word of what {c} prints, please.
With which word does the output of {c} end?
{c}: last word?
Start {c}, drop everything but the last word, send me that.
The line from {c} ends in a name. Which?
Which word does {c} print at the very end?
## np.cmdfile
the name of the file that {c} complains about
the path that {c} names in its complaint
the file at which {c} fails
the broken file according to {c}
the file that {c} trips over
the path in the error of {c}
the one file named in the output of {c}
whichever file {c} blames
## q.cmdfile
Which file does {c} complain about?
Run {c}. Just the name of the broken file, don't repair it.
{c} fails somewhere; only tell me at which file.
Name the file that {c} trips over.
The failing file of {c}, nothing else from its output.
On which path does {c} give up?
Find out with {c} which file is bad. Leave it bad for now.
Who is to blame in {c}? I mean the file.
Path of the file behind the failure of {c}?
## np.cmdkey
the {k} in the output of {c}
the {k} that {c} reports
the value behind {k} in what {c} prints
the {k} figure of {c}
the {k} part of {c}'s output
what {c} gives as {k}
the {k} shown by {c}
just the {k} from {c}
## q.cmdkey
Run {c} and tell me only the {k}.
What does {c} give for {k}?
{c} prints several things. I need the {k}.
The {k} from {c}, leave out the others.
Which {k} does {c} report?
{k} according to {c}?
From the output of {c}, pick {k}.
Ask {c} for its numbers and hand me {k} alone.
## np.line
the {n} line of {p}
what the {n} line of {p} says
the text of the {n} line in {p}
line number {d} of {p}
line {d} of {p}
the {n} row of {p}
the {n} entry in {p}
{p}, line {d}
## q.line
What is the {n} line of {p}?
Read me line {d} of {p}.
Which text stands in the {n} line of {p}?
{p}, line {d}: what is it?
Only the {n} line of {p}, please.
Quote the {n} line of {p} and no other.
What do we have on line {d} of {p}?
Show line {d} of {p} alone.
## np.ext
the number of .{x} files
the count of files ending in .{x}
the number of files with the ending .{x}
the number of .{x} files in the whole tree
how many .{x} files there are
the amount of .{x} files we keep
the tally of .{x} files
the total of *.{x} files
## q.ext
How many .{x} files are there?
Count the .{x} files.
What is the number of *.{x} files in this tree?
.{x} files: how many?
How many files end in .{x}? Just the number.
I need a count of everything with the ending .{x}.
Give me the tally of .{x} files.
For the inventory: number of .{x} files?
How many of our files are .{x}?
## np.dir
the number of files in {d}/
the count of files under {d}/
how many files {d}/ holds
the number of files that lie in the folder {d}
the size of the folder {d} in files
the tally of files under {d}/
the file count of {d}/
the total of files in {d}
## q.dir
How many files are in {d}/?
Count what lies in the folder {d}.
What is the number of files under {d}/?
{d}/: how many files?
Just the number of files in {d}, please.
Please count {d}/ for me.
How full is the folder {d}, counted in files?
File count of {d}?
## np.word
the number of files with {t} in their name
how many file names contain {t}
the count of files whose name has {t} in it
the tally of files with {t} somewhere in the path
the number of paths that hold {t}
the number of files named with {t}
the total of file names with {t}
the number of files that carry {t} in the name
## q.word
How many files have {t} in the name?
Count the files whose name contains {t}.
In how many paths does {t} occur?
Names with {t}: how many?
What is the number of files that have {t} in their name?
Just count the files called something with {t}.
How often do we have a file with {t} in its name?
Tally of paths with {t}, please.
## np.base
the number of folders that have a {n}
how many folders hold a {n}
the count of folders with a {n} in them
the number of {n} files
the tally of folders with a {n}
the number of places that have their own {n}
the total of folders containing a {n}
the number of folders with their own {n}
## q.base
How many folders have a {n}?
Count the folders with a {n} in them.
In how many places is there a {n}?
{n}: in how many folders?
What is the number of folders that hold a {n}?
How many of the folders bring their own {n}?
Number of {n} files, one a folder?
Find out how many folders contain a {n}.
## np.lines
the number of lines in {p}
the line count of {p}
how many lines {p} has
the length of {p} in lines
the count of lines of {p}
the lines of {p}, counted
what wc -l gives for {p}
the total of lines in {p}
## q.lines
How many lines does {p} have?
Count the lines of {p}.
What is the line count of {p}?
{p}: how many lines?
How long is {p}, in lines?
Lines in {p}, just the number.
wc -l on {p}, what does it give?
Give me the number of lines of {p}.
## np.rows
the number of lines with {t} in {p}
how many lines of {p} have {t} in them
the count of {t} lines in {p}
the number of entries in {p} that say {t}
the number of {t} entries in {p}
how often {p} says {t}
the tally of {t} in {p}
the number of times {t} stands in {p}
## q.rows
How many lines of {p} say {t}?
Count the {t} entries in {p}.
How often does {t} occur in {p}?
{t} in {p}: how many lines?
What is the number of {t} lines in {p}?
In {p}, how many are {t}?
Just the count of {t} in {p}, please.
Read {p} and count {t}.
''')
