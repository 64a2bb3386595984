"""Names of what is looked for in tables, logs and lists, and questions for it."""
from silasbase import add

add(r'''
## np.cell
the {k} of {l} in {p}
the {k} that {p} lists for {l}
{l}'s {k} ({p})
the {k} column of {l} in {p}
what {p} has as {k} for {l}
the {k} in the row of {l} in {p}
the {k} entered for {l} in {p}
the {k} of {l}, see {p}
## q.cell
What is the {k} of {l} in {p}?
Which {k} does {p} list for {l}?
{p}, row {l}, column {k}?
Look at {p}: {l} has which {k}?
Tell me the {k} of {l}; the table is {p}.
{l} in {p}, what is the {k}?
From the table {p} I need the {k} of {l}.
Find {l} in {p} and read off the {k}.
## np.most
the name with the {n} {k} in {p}
whoever has the {n} {k} in {p}
the one with the {n} {k} according to {p}
the entry of {p} with the {n} {k}
the row name with the {n} {k} in {p}
the first column of the row with the {n} {k} in {p}
the one that {p} lists with the {n} {k}
the entry whose {k} is the {n} in {p}
## q.most
Who or what has the {n} {k} in {p}?
Which entry of {p} has the {n} {k}?
In {p}, which one has the {n} {k}?
Find the {n} {k} in {p}; whose is it?
{p}: {n} {k}, which row?
Name the one with the {n} {k} in {p}.
Go through {p} and tell me who has the {n} {k}.
Compare the {k} values in {p}. Which row has the {n}?
## np.env
the value behind the variable that {p} names at {k}
the value in {q} of whatever variable {p} has at {k}
the real {k} ({p} gives the variable's name, {q} its value)
what {q} sets for the variable that stands at {k} in {p}
the value of the variable named at {k} in {p}; it is set in {q}
the {k} that is meant, by way of {p} and {q}
the value that {q} holds for the {k} variable of {p}
the {k} with its variable from {p} filled in out of {q}
## q.env
{p} names a variable at {k}; {q} sets it. To what?
Which value is meant by {k}? The name is in {p}, the value in {q}.
Resolve {k} of {p} with the help of {q}.
What is the variable at {k} in {p} set to in {q}?
{k} in {p} is only a variable's name. Give me its value out of {q}.
Look at {k} in {p}, take that name to {q}, tell me the value.
In {q}, what is the value of the variable that {p} wants for {k}?
Which value does {k} end up with ({p}, then {q})?
## np.part
the {x} of the {k} in {p}
the {x} in {k} ({p})
just the {x} out of {k} in {p}
only the {x} of what {p} has at {k}
the {x} part of {k} in {p}
the {x} that is inside {k} in {p}
the {x} contained in the {k} line of {p}
the {x} of {k}, see {p}
## q.part
What is the {x} in the {k} of {p}?
Only the {x} out of {k} in {p}, please.
{p} has a {k}. Give me the {x} of it and not the rest.
Which {x} does {k} in {p} have?
From {k} in {p}, extract the {x}.
{x} of {k} in {p}?
Cut the {x} out of {k} in {p} and tell me.
Read {k} in {p}; I want no more than its {x}.
## np.log
the {k} in the last {n} line of {p}
the {k} of the latest {n} in {p}
the last {n} line's {k} in {p}
the {k} that {p} gives for its last {n}
the {k} with the final {n} of {p}
the most recent {n}'s {k} in {p}
the {k} on the lowest {n} line of {p}
the {k} at the last {n} of {p}
## q.log
Which {k} does the last {n} line of {p} have?
What is the {k} of the latest {n} in {p}?
Last {n} in {p}: {k}?
Go to the final {n} line of {p} and tell me its {k}.
{p} has several {n} lines; I want the {k} of the last one.
Just the {k} from the most recent {n} in {p}.
Find the last {n} in {p}. What is the {k} there?
The {k} of the newest {n} entry in {p}, please.
## np.open
the first open item of {p}
the first item in {p} that is not ticked
the topmost open point of {p}
the first unticked line of {p}, without the box
the next open point in {p}
the text of the first open point in {p}
what {p} has as the first thing undone
the first thing left to do in {p}
## q.open
What is the first open item in {p}?
Which point of {p} comes next, that is, is not ticked yet?
Top of the open items in {p}?
Look at {p}: which is the first one without a tick?
Tell me the first undone item of {p}.
What is left at the top of {p}?
{p}: first open point?
Read me the next thing to do from {p}.
## np.only
the path of the only .{x} file
the name of the one .{x} file we have
the single .{x} file's path
the path of our one .{x} file
where the only .{x} file lies
the full path of the one file ending in .{x}
the path of the sole .{x} file here
the location of the single .{x} file
## q.only
Where is the .{x} file? There is one only.
What is the path of our only .{x} file?
Which file ends in .{x}?
Find the one .{x} file and tell me its path.
There must be a .{x} file somewhere. Where?
Path of the sole .{x} file?
Name the single file with the ending .{x}.
Is it true that we have just one .{x} file, and which is it?
## np.first
the first word of {p}
the word with which {p} begins
the opening word of {p}
the word at the start of {p}
{p}'s first word
what {p} says as its first word
the leading word in {p}
the very first word in {p}
## q.first
What is the first word of {p}?
With which word does {p} begin?
Read only the opening word of {p} to me.
{p}: first word?
Which word stands at the start of {p}?
The first word in {p}, please, not the line.
Give me just the word that {p} opens with.
How does {p} start? One word.
## np.bare
the word in {p}
what {p} says
the content of {p}
the text of {p}
what stands in {p}
whatever {p} holds
the entry in {p}
the line in {p}
## q.bare
What does {p} say?
What is in {p}?
Look into {p}. What does it hold?
{p}?
Read {p} to me.
{p} says what?
Which word is kept in {p}?
Content of {p}, please.
''')
