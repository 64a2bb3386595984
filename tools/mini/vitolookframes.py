"""Frames of the vito tasks that count, list, look up rows and find misnamed files."""
from vitobase import bank

COUNT = bank("count", """
How many lines [does {p} have|are in {p}|are there in {p}]?
[Could|Can] you count the lines of {p}[, please|]?
The teacher wants to know how long {p} is, in lines.
I need the number of lines in {p}.
wc -l {p}, what's the number?
Count the lines in {p} and tell me the result.
Each line of {p} is one guest. How many guests do we have?
{p} has one order per line. How many orders is that?
How long is {p}? In lines, I mean.
Before I print {p} I'd like to know how many lines it has.
line count of {p}?
Would you tell me by how many lines {p} is made up?
Please say how many lines stand in {p}
""")
LCOUNT = bank("lcount", """
How many files [are there|do we have] [here|in the workspace|] and is {p} one of them?
Could you count the files for me? Also tell me, yes or no, if {p} is among them.
Is {p} there? Say yes or no, and how many files there are altogether.
I need the total number of files, and please check whether {p} exists (yes or no).
Do we still have {p}? And how many files are there in all?
Files in total? {p} present, yes or no?
I want to tidy up. How many files have we got, and is there still a {p}?
Please look at the list of files: how many, and does it include {p}?
Has anyone saved {p} yet? I'd like to know that and the number of files.
Check if {p} is in the workspace, yes or no, then tell me how many files you see.
Tell me two things. Is there a file {p}? What's the number of files overall?
Someone asked how many files we keep and if {p} is still around. What do I tell them?
""")
LEXT = bank("lext", """
How many [of the files end in|files end with] .{e}, and which?
Which .{e} files [are there|do we have]?
Could you name all the .{e} files[, please|]?
List every file with the ending .{e} [for me|].
I'm looking for all files of the type .{e}. Which ones are there?
Tell me the names of the .{e} files.
ls, but only .{e} - which?
Please give me each file whose name ends in .{e}.
I need to back up the .{e} files. Which are they?
Is there any file ending in .{e}? If so, name them all.
What .{e} files can you see?
Our printer only takes .{e} files. What have we got of those?
""")
LDIR = bank("ldir", """
What is in the folder {d}?
Which files [are|lie] in {d}/?
Could you tell me what's inside {d}[, please|]?
I need the names of all files in {d}.
ls {d} - what's in there?
Name everything under {d}/.
My colleague has a folder {d}. What did she put in it?
Please list only the files from the folder {d}.
Would you look what we keep in {d}?
Which documents does the folder {d} hold?
Show me what {d} contains, the other folders don't matter.
Before I hand over {d}, tell me which files it has.
""")
MISS = bank("miss", """
What does {p} [give|say] for {l}?
Please read {p} and tell me {a}. [I hope I got the name right.|It may be called slightly differently.|]
I need {a} from {p}, or whatever it's called exactly.
{p} should have {a}. [Can you look?|Look it up, please.]
Could you open {p} and find {a}?
Have a look at {p}, would you, and let me know {a}.
tell me {l} in {p}
From memory the file is {p}. It has {a}, which I need.
Look for {a} in {p}. If there's no such file, it will have a similar name.
They told me {a} would be in {p}. What is it?
Kindly check {p} for {a}.
I think {a} is in {p} but I'm not sure about the file name. Please find out.
{a}? The file's {p}, or nearly.
""")
MISSEDIT = bank("missedit", """
In {p}, change {qa} to {qb}. [I may have misspelled the file name.|]
Please replace {qa} with {qb} in {p}.
{p} says {qa} where it should say {qb}. [I hope that's the right file name.|]
Could you fix {p}? It has {qa} and needs {qb}.
The file {p}, if that is its name, has {qa}. Make it {qb}, please.
{p} or so: {a} -> {b}
We wrote {qa} in {p}, but {qb} is correct. Would you see to it?
I'd like {qb} instead of {qa} in {p}. If there's no such file, look for a similar one.
correct {qa} into {qb}, file is {p} I believe
Somewhere called {p}, I think, there's {qa}. It has to become {qb}.
Open {p} and put {qb} in place of {qa}. Not sure about the path.
Would you please swap {qa} for {qb} in {p}? My memory for file names is poor.
""")
ROWS = bank("rows", """
How many [rows|lines] of {p} have {qk}?
Count the lines with {qk} in {p}.
In {p}, how often is {qk} listed?
Could you check {p} and tell me how many entries are from {qk}?
How many people in {p} come from {qk}?
I have to book rooms in {qk}. How many names in {p} belong there?
{p}: number of {k} rows?
Please look through {p} and count everybody from {qk}.
Of all those in {p}, how many are in {qk}?
We want to know how many members from {qk} there are. The list is {p}.
Go over {p}; I need the count of lines that say {qk}.
what's the number of {k} people, see {p}
""")
MAXROW = bank("maxrow", """
Which [item|product] in {p} has the {w} {c}, and what is it?
Look at {p}: what has the {w} {c}? Tell me the item and the number.
Could you find the row with the {w} {c} in {p}? I want the item and its {c}.
What is the {w} {c} in {p} and which item does it belong to?
In our stock list {p}, which one has the {w} {c}? And how much is that?
{p}: {w} {c}? name and figure
I need the item with the {w} {c} from {p}, together with that figure.
Please tell me which entry of {p} comes out with the {w} {c}, and the value too.
The boss asks for the {w} {c}. It's in {p}; which item, what number?
Going by {p}, name the thing with the {w} {c} and say its {c}.
Would you check {p} and see what has the {w} {c}, including the {c} itself?
Of everything in {p}, what shows the {w} {c}? Item plus {c}, please.
""")
ROW = bank("row", """
What are the {c} and the {c2} of {k} in {p}?
Could you look up {k} in {p}? I need the {c} and the {c2}.
Find {k} in {p} and tell me the {c} and {c2}.
A customer asks about {k}. What {c} and {c2} does {p} show?
{p}, {k}: {c}? {c2}?
How do we stand with {k}? {p} has the {c} and the {c2}; please tell me both.
Please give me two figures for {k} out of {p}, {c} and {c2}.
I have to order {k}, so I'd need the {c} plus the {c2} from {p}.
For {k}, what does {p} say under {c} and under {c2}?
In {p} there's a row for {k}. Read me its {c} and {c2}.
Would you tell me both the {c} and the {c2} of the {k}? It's in the table {p}.
{c} and {c2} of {k} please, table is {p}
""")
ONLIST = bank("onlist", """
Is {x} on the list in {p}? And how many names are there [in all|altogether]?
Could you check if {x} is in {p}, yes or no, and tell me how many people are listed?
Has {x} signed up in {p}? I also need the number of names.
Please see whether {p} has {x}, and count the names (one a line).
{x} says to have signed {p}. Is it true? And how many did in total?
Yes or no: {x} in {p}? Plus the total of names.
How many names does {p} hold, and is {x} one of them?
I'm printing badges from {p}. How many do I need, and is there one for {x}?
Does {p} mention {x}? Tell me the number of lines as well.
Look into {p}. Is {x} there, yes or no? How many are there?
{x}'s mother is calling. Is her child on {p}, and how many children are on it?
Tell me if {x} appears in {p} and how many people do.
""")
ENDLINE = bank("endline", """
What is the {w} line of {p}?
[Could|Can] you read me the {w} line of {p}?
I only need the {w} line from {p}.
Which text stands in the {w} line of {p}?
Please tell me what {p} says in its {w} line.
{p}, {w} line?
Read {p}. What comes {w}?
How does the {w} line of {p} go again?
Someone tore off the page. What was the {w} line in {p}?
Would you quote the {w} line of {p} for me?
Open {p} and tell me its {w} line, word for word.
The {w} entry in {p}, what is it?
""")
