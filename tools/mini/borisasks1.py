"""Frames of requests that ask for several things at once."""
from borisbase import add

add(r"""
## names_value
[Give|Tell|Send] me the names of all files and the {k} in {p}.
Which files are there, and what is {k} in {p}?
I need two things: a list of all files, and the value of {k} from {p}.
List every file. [Also|In the same breath] tell me what {p} has for {k}.
What does {p} say for {k}? And what are all the files called?
1) names of all files\n2) {k} from {p}
Look around, name every file you [see|find], then open {p} and report its {k}.
files? + {k} of {p}?
For my records: the complete list of file names here as well as the {k} set in {p}.
Could you name all the files in the workspace and [say|add] which {k} stands in {p}?
Please inform me of {k} as given in {p}, together with the names of all files present.
all file names and the {k} (it's in {p}), both please
How are the files here named, all of them, and which value does {k} have in {p}?
Read me {k} out of {p} and, while you are there, the whole file listing.
Show what files exist; the {k} from {p} too.
I want to know what is stored here [by name|file by file] and what {k} is according to {p}.
## files_lines
How many files are there, and how many lines does {p} have? [Answer in digits.|Digits please.|]
Count the files and count the lines of {p}. [Both numbers please.|]
Tell me [the number of|how many] files [there are |]and the number of lines in {p}, in digits.
Two numbers: files in the workspace, lines in {p}.
number of files? lines of {p}?
What is the file count, and how long is {p} in lines?
How many lines has {p}, and how many files are there in all?
Give me both the line count of {p} and the total number of files.
I must fill in a form: "files: __, lines of {P}: __". [What goes there?|What are the two numbers?]
- how many files\n- how many lines in {p}\nin digits
With numerals only: the number of files here; the number of lines that {p} runs to.
Count lines in {p}. Count files too. Say both.
Please count for me how much files we have and how much lines is in {p}.
I'd like to know the size of this place: how many files, and for {p} how many lines.
Report the amount of files, then the amount of lines of {p} (use wc -l).
First the number of files, [second|then] the number of lines in {p}, please.
## value_everywhere
What is {k} in each of the files?
Tell me the {k} of every file [here|in the workspace].
Every file has a {k}. [List them all.|Which ones?|Give me each of them.]
Go through all files and report the {k} in each.
For each file, say which {k} it holds.
{k} per file, please
Read all files and [answer with|give] all values of {k}.
I need the value of {k} from each and every file, [with the file name|file by file].
Which {k} do the files have, one by one?
Open them all, one after the other, and note the {k} of each for me.
file -> {k}, for all files
Please collect {k} across the whole workspace and tell me [what you find|the values].
They all set {k}. To what? All of them please.
How is {k} set everywhere?
Compile a short overview of the {k} in every file there is. In the answer, not in a file.
Could you check each file for its {k} and tell me all of these?
## value_named
What is {k} in {pl}?
Tell me the {k} of {pl}.
Look into {pl} and give me each {k}.
{pl}: what {k} does each have?
I need {k} from each of {pl}.
Please report the {k} found in {pl}, [one by one|all of them].
compare for me the {k} of {pl} (just say the values)
The {k} in {pl}, please, [all of them|each].
Open {pl} and tell me which {k} each of them sets.
For {pl}: {k}?
Which values does {k} take in {pl}?
I would like to hear the {k} of {pl}, in that order.
## two_values
What is {k} in {p} and {kk} in {q}?
Tell me the {k} from {p} and the {kk} from {q}.
{p} has a {k}, {q} has a {kk}. [What are they?|I need both.|Tell me the two.]
I need the {k} ({p}) and the {kk} ({q}).
Look up {k} in {p}; look up {kk} in {q}; give me both.
Which {k} does {p} give, and which {kk} does {q}?
{p}: {k}? {q}: {kk}?
Both please: {kk} as in {q}, but first {k} as in {p}.
From {p} take {k}, from {q} take {kk}, and tell me the two values.
Could you read out what {p} says about {k} and what {q} says about {kk}?
For the report I want {k} of {p} together with {kk} of {q}.
1. {k} in {p}\n2. {kk} in {q}\nWhat are these?
In {p} stands a {k} and in {q} a {kk}; please to tell me the both.
get {k} out of {p} and {kk} out of {q}
The first thing I want is {k} from {p}. The second is {kk} from {q}.
## same_file
What are {k} and {kk} in {p}?
Tell me both the {k} and the {kk} [from|in|given in] {p}.
{p}: {k} and {kk}?
Read {p}. I need its {k} and its {kk}.
From {p} I need two entries, {k} and {kk}.
Which {k} and which {kk} are set in {p}?
Please quote {k} and {kk} as they stand in {p}.
give me {k} plus {kk} from {p}
What does {p} say for {k}, and what for {kk}?
Look at {p} and answer two questions: what is {k}? what is {kk}?
The values of {k} and {kk} must be in {p}, what are they?
I forgot the {k} and the {kk}; {p} has them. Remind me.
Check {p} for me: {k}, {kk}.
## three_facts
What are {k}, {kk} and {kkk} in {p}?
Read {p} and tell me the {k}, the {kk} and the {kkk}.
Three things from {p}: {k}, {kk}, {kkk}.
I need {k}, {kk} and also {kkk}; all three are in {p}.
{p} -> {k}? {kk}? {kkk}?
Tell me from {p}:\n- {k}\n- {kk}\n- {kkk}
Which {k} does {p} name, which {kk} and which {kkk}?
Please look up in {p} the {k}, then the {kk}, then the {kkk} and report all of them.
Could I have the {k}, {kk} and {kkk} as {p} gives them?
For the form I am filling in I need {k}, {kk} and {kkk}. You'll find them in {p}.
In {p} there should be entries for {k}, {kk}, {kkk}. What do they say?
say {k} and {kk} and {kkk} of {p} please
## two_counts
How many lines do {p} and {q} have? [Both numbers.|Digits please.|]
Count the lines of {p} and of {q} and give [me |]both numbers.
Line counts for {p} and {q}, please.
wc -l on {p}, then on {q}. What are the numbers?
How long are {p} and {q}, in lines?
Tell me the number of lines in {p} and the number of lines in {q}.
{p}: how many lines? {q}: how many?
I need to know how many lines {p} has got. The same for {q}.
Please determine the line counts of the files {p} and {q} and state both in digits.
lines({p}) and lines({q})?
Both {p} and {q} were edited last night. How many lines are in each now?
Give the size of {p} in lines, and the size of {q} likewise.
Could you count how many rows there are in {p} and in {q}?
## more_lines
Which has more lines, {p} or {q}, and how many has each?
Count lines in {p} and {q}. Say which one is longer and give both counts.
Is {p} longer than {q}? Which of the two has more lines? Tell me the numbers too.
{p} or {q}: which is the longer file, in lines? Numbers too.
I wonder which of {p} and {q} is the bigger one by line count, and what the counts are.
Please compare the lengths of {p} and {q} (lines) and name the longer one with both figures.
which 1 is longer {p} or {q}, and how many lines each
Take the line counts of {p} and {q}; name both and tell me who wins.
Between {p} and {q}, the one with more lines gets printed. Which is it? How many lines are in each?
Longer file: {p} or {q}? Also say the two line counts.
One of {p} and {q} has more lines. Which, and what are the two numbers?
Measure {p} and {q} with wc -l, report both, and point out the larger.
## same_or_not
Do {p} and {q} have the same {k}? Say yes or no and the values.
Is {k} in {p} the same as in {q}? [Yes or no, and|Answer yes or no and tell me] what they are.
Compare {k} in {p} with {k} in {q}: equal, yes or no? Tell me what each says.
Does the {k} of {p} match the {k} of {q}? Yes/no, plus both values.
{k}: same in {p} and {q}? yes/no + values
I suspect {p} and {q} disagree about {k}. Do they agree? Yes or no, and give the values.
Check whether {k} agrees between {p} and {q}. Answer with yes or no, and with what is there.
Please verify if {p} and {q} hold the same {k} (yes or no), and state what they hold.
Are {p} and {q} in step on {k}? A yes or a no, then what stands in each.
yes or no: {p} and {q} share one {k}. And the values?
Look at {k} in both {p} and {q}. Same? Yes or no. And what is it in each?
Have {p} and {q} got an identical {k}? Tell yes or no and name what they have.
## larger_number
Which is larger, the {k} in {p} or the one in {q}? [Give both numbers.|Tell me both.]
Compare the {k} of {p} and {q}. Which file has the higher one, and what are the two?
Who has more {k}: {p} or {q}? Numbers as well.
Is the {k} higher in {p} or in {q}? Say the file and the two values.
{k} in {p} vs {q}: bigger where? both values pls
Read {k} from {p} and from {q}, name both, and say in which file it is greater.
Tell me in which of {p} and {q} the {k} is the larger number, and how large it is in each.
Of {p} and {q}, which one sets the larger {k}? Name file and both numbers.
I think one of {p} and {q} has a too small {k}. Which has the larger, and what do they have?
The larger {k} wins. Is it {p} or {q}? I need the figures too.
Find out where {k} is greater, {p} or {q}; report both figures.
Kindly state which of {p} and {q} holds the greater {k}, with both amounts.
## who_has
One of the files mentions {v}. Which one, and how many files are there [in all|altogether]?
In which file does {v} stand, and what is {k} in that file?
Find the file that holds {v} and tell me its name and its {k}.
Some file says {v}. Which? And what {k} does it have?
Search all files for {v}; report the file and also the {k} that it gives.
where is {v}? name of file + its {k}
I remember writing {v} somewhere. Find the file, then tell me which {k} is in it too.
Which of these files contains {v}? Name it and quote the {k} from it.
Somebody put {v} into one of our files. I need the file's name and the {k} in there.
Go through the files until you meet {v}. What is that file called, and what is its {k}?
The file with {v} in it: what's its name, what's its {k}?
Please locate {v} and give name of file and the {k} next to it.
## first_last
What are the first and the last line of {p}?
Read {p} and tell me its first line and its last line.
Quote the top line and the bottom line of {p}.
{p}: first line? last line?
How does {p} begin and how does it end? The lines, please.
I need the opening line of {p} and the closing one.
Give me line one of {p} and the final line too.
Tell me which line {p} starts with and which line it ends with.
From {p}, only the first and last lines please.
Which line comes first in {p}, and which comes last?
first + last line of {p}
Let me hear the beginning line and the end line of {p}.
""")
