"""Frames of the vito tasks that ask for facts in files."""
from vitobase import bank

ONE = bank("one", """
[What does|Which value does] {p} give [for|as] the {l}?
[Could|Can] you [look up|find out] {a} in {p}[, please|]?
I need to know {a}. [It should be|It stands] in {p}.
{p}: {l}?
Somebody just asked me about {a} and I've no idea. Could you check {p}?
Please read {p} and tell me {a}.
Look into {p}; I only want {a}.
According to {p}, what is given for {l}?
I'm filling in a form and they want {a}. You'd find that in {p}.
tell me {a}, see {p}
Do you know {a}? The answer is [somewhere |]in {p}.
From {p} I need just one thing, {a}.
I used to remember {a}... would you look at {p} for me?
Kindly let me know {a} as recorded in {p}.
please what is written for {l} in file {p}
Before I ring them back: {a}, as it says in {p}, please.
""")
MORE = bank("more", """
[Could|Can] you tell me {as_}? It's all in {p}.
I need {n} things from {p}: {as_}.
Please look in {p} and let me know {as_}.
What does {p} say about {as_}?
A parent is on the line and wants to know {as_}. Would you look at {p}?
{p}: {ls}?
From {p}, {as_}, please.
I'm writing the newsletter and I'm missing {as_}. {p} has it.
Would you be so kind as to read me {as_} from {p}?
Open {p}. I'd like to hear {as_}.
Just {as_}, nothing else; the file is {p}.
I can't remember {as_}. Have a look in {p} for me, will you?
According to {p}, what are {as_}?
Let me know {as_} (see {p}).
If you check {p}, you can surely tell me {as_}.
need {ls} from {p}
{as_}: please find {n} answers in {p}.
Someone from the committee asked for {as_}. I believe {p} covers it, doesn't it?
For the badge I need {as_} as they are in {p}
""")
YES = bank("yes", """
Is the {l} in {p} {qc}? And what is given for {m}?
[Could|Can] you check in {p} whether the {l} is {qc}, and tell me {a} too?
I think the {l} is {qc}, am I right? {p} should say. I also need {a}.
Yes or no: does {p} have {qc} as the {l}? Please add {a}.
Someone claims that the {l} is {qc}. Is that what {p} says? While you're there, {a}, please.
Please confirm that {p} gives {qc} for the {l}, and let me know {a}.
{p} - {l} = {c}, yes or no? plus {a}
My note says the {l} is {qc}. Does {p} agree? Then I'd also like {a}.
Tell me {a} from {p}, and also whether the {l} is still {qc}.
Two questions about {p}. First, is {qc} the {l}? Second, I want to know {a}.
Would you have a look at {p}? I'd like to know if the {l} really is {qc}, and {a}.
Has {qc} been put down as the {l} in {p}? I'd be glad to hear {a} as well.
We're arguing about the {l}: is it {qc}? Look in {p}, and tell us {a} at the same time.
""")
YESWHAT = bank("yeswhat", """
Is the {l} in {p} {qc}? If not, what is it?
Does {p} say that the {l} is {qc}, and if it doesn't, what does it say?
I was told that the {l} is {qc}. Is it so in {p}? Otherwise tell me the right one.
Check {p}: {l} {qc}, yes or no? [If no, which?|If it's no, give me the real one.]
Am I right that {p} has {qc} for {l}? Correct me if I'm wrong.
Please verify the {l} in {p}. I have {qc} here. If that's wrong I need the true value.
The {l} is {qc}, isn't it? Have a look in {p} and tell me what it really is if I'm mistaken.
I wrote {qc} on the form as the {l}. Was that right, going by {p}? If it wasn't, what should I have written?
is {c} the {l}?? see {p}, if not tell me what
According to {p}, is {qc} still the {l}, or what is it now?
My colleague says {qc}, I say she's wrong. Who is right about the {l}? It's in {p}: say yes if it's {qc}, or no with the correct one.
{p}, {l}: {qc}? Yes or no, and the proper one in case of no.
""")
BOTH = bank("both", """
I need the {l} from {p} and the {m} from {p2}.
What is the {l} in {p}, and what is the {m} in {p2}?
Could you look in {p} for the {l} and in {p2} for the {m}?
Two files, two facts: {l} ({p}) and {m} ({p2}).
The {l} stands in {p}. The {m} stands in {p2}. Please tell me both.
From {p} tell me the {l}; from {p2}, the {m}.
I'm writing a letter and need the {l}, which is in {p}, together with the {m}, which {p2} has.
Please read {p} and {p2}. The first has the {l} and the second the {m}; I want them both.
Would you check two things for me, the {l} according to {p} and the {m} according to {p2}?
{p} -> {l}\\n{p2} -> {m}\\nwhat are they?
First look up the {l} in {p}, then the {m} in {p2}, and tell me what you found.
My two gaps: {l}, see {p}, and {m}, see {p2}. Can you fill them?
""")
LARGER = bank("larger", """
Is the {l} in {p} {w} than in {p2}? Tell me the [larger|higher] number too.
{p} and {p2} both have a {l}. Which file has the {w2} one, and how much is it?
Compare the {l} of {p} and {p2}: where is it {w}, and what is it there?
We got two offers, {p} and {p2}. Which of them has the {w} {l}, and what figure is that?
Which file gives the {w2} {l}, {p} or {p2}? Please name the number as well.
Please look at the {l} in {p} and in {p2} and tell me which file has the {w} one, with the number.
I have to pick between {p} and {p2} by {l}. The {w} one wins. Which is it and what is its {l}?
{l}: {p} vs {p2}, {w} one? file + number please
Of {p} and {p2}, whose {l} is {w}? And what is it exactly?
Would you compare {p} with {p2}? I want the file with the {w} {l} and the {l} itself.
The {l} differs between {p} and {p2}. Where do I find the {w2}, and how many are we talking about?
tell which has {w} {l} and how much: {p} / {p2}
""")
FINDF = bank("findf", """
Which file [mentions|has|contains] {qx}?
I know I wrote {qx} somewhere. [In which file?|Can you find the file?]
Could you find out which of [the|our|my] files has {qx} in it?
Find the file with {qx}.
Somewhere in here it says {qx}. I need the name of that file.
where is {qx}?
One of the files contains {qx}. Please tell me which.
I'm looking for {qx} but I forgot where I saved it. Have a look around, please.
Search all files for {qx} and give me the path.
Would you go through the files and tell me where {qx} turns up?
In what file do we have {qx}? I've been looking for an hour.
Please locate {qx} for me; just the file name.
{qx} must be in one of these files, but in which one?
which doc has the text {x}
""")
FINDA = bank("finda", """
What is the {l} of the {s}? I don't know which file [it's in|has it].
Somewhere there's a file about the {s}. Could you tell me {a}?
I need {a} for the {s}; it must be in one of the files.
Could you dig out the {l} from our {s} notes? No idea what the file is called.
There is a {s} file around here, I think. Look it up and tell me {a}.
Have a look through the files: what do we have as {l} for the {s}?
Please find out {a}. It's about the {s}, so there should be a file for it.
{s}, {l}? (find the right file yourself)
Someone must have noted {a} for the {s}. Can you find it?
I've lost track of where we keep the {s} details. All I want is {a}.
Our secretary filed the {s} data somewhere. Tell me {a} when you've found it.
look for the {s} file, then say the {l}
""")
SAMEQ = bank("sameq", """
Do {p} and {p2} hold the same text? [Tell me|And] how many lines {p} has.
Are {p} and {p2} the same? I also need the number of lines in {p}.
Yes or no, is {p2} an exact copy of {p}? And how many lines does {p} have?
I think {p2} was copied from {p}. Is it still identical? Please count the lines of {p} too.
Could you compare {p} with {p2} and tell me whether they match, and how long {p} is in lines?
Someone may have changed {p2}. Is it still like {p}, yes or no? Also say how many lines {p} has.
{p} == {p2}? plus line count of {p}
Is there any difference between {p} and {p2}? Say yes if they're the same, no if not, and give me the line count of {p}.
Please check if {p} and {p2} are identical (yes/no) and count the lines in {p}.
I'd like to know two things: whether {p2} equals {p}, and how many lines there are in {p}.
Before I throw one away: are {p} and {p2} really the same, and how many lines is {p}?
Have {p} and {p2} got the same content? Answer yes or no, with the number of lines of {p}.
""")
LINESQ = bank("linesq", """
Which has more lines, {p} or {p2}? [And how many?|How many is that?]
Does {p} have more lines than {p2}? Either way, name the longer file and its number of lines.
Of {p} and {p2}, which is the longer one, and how many lines does it have?
Compare the length of {p} and {p2}. I want the name of the longer one and its line count.
I can print only the longer of {p} and {p2}. Which one is it and how many lines will that be?
longer file: {p} or {p2}? lines?
Please count the lines in {p} and {p2} and tell me which file has more, and how many it has.
Whose list is longer, the one in {p} or the one in {p2}? Say the number too.
Would you find out if {p} or {p2} has more lines? I'd like the file and the count.
{p}, {p2}: tell me the one with the most lines and its number of lines.
Between {p} and {p2}, where are more lines, and how many are there?
We wonder which class list is longer, {p} or {p2}, and how many entries (one a line) it has.
""")
