"""Frames: looking things up. {e} is what is found."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["read_value"] = lines("""
What is {k} in {p}?
What's the value of {k} in {p}?
What is {k} set to in {p}?
Which value does {k} have in {p}?
Tell me the {k} from {p}
Look up {k} in {p}
Look into {p} and tell me {k}
Check {p}: what is {k}?
Read {p} and tell me what {k} is
Read {k} out of {p} for me
Give me {k} from {p}
I need the value of {k} from {p}
I forgot what we have for {k} in {p}
Please find out the {k} in {p}
Can you see what {k} is in {p}?
Could you tell me what {p} says for {k}?
What does {p} say about {k}?
What did we put as {k} in {p}?
How is {k} configured in {p}?
To what is {k} set in {p}?
Open {p} and report {k}
Get {k} out of {p}
In {p} there is a {k}. What is its value?
{p} has a setting {k}; which one is it?
{k} in {p}?
{p}, {k} - what value
Kindly let me know the {k} mentioned in {p}
Would you check {k} in {p}?
What's currently our {k} according to {p}?
According to {p}, what is {k}?
I'm looking for {k}. It should be in {p}
Show me the {k} that is in {p}
Please have a look in {p} which {k} is used
[I'd like to know|I want to know|I wonder] what {k} is in {p}
Quick check: {k} in {p}?
Don't change anything, only tell me {k} in {p}
Without editing anything: what is {k} in {p}?
Somebody asked me for {k}. It stands in {p}
Extract {k} from {p}
Fetch the value behind {k} in {p}
""")
ANSWERS["read_value"] = lines("""
{k} is {v}.
In {p}, {k} is {v}.
{k} is set to {v} in {p}.
The value of {k} is {v}.
It is {v}.
""")

FRAMES["read_line"] = lines("""
What is the {i} line of {p}?
What does the {i} line of {p} say?
Read me the {i} line of {p}
Show me the {i} line in {p}
Print the {i} line of {p}
Tell me what stands in the {i} line of {p}
Which text is on the {i} line of {p}?
Give me line number {n} of {p}
What is on line {n} of {p}?
What's in line {n} of {p}?
Line {n} of {p}, please
Quote the {i} line from {p}
Look at {p}. What's the {i} line?
Open {p} and tell me the {i} line
I need the {i} line out of {p}
Please read out line {n} of {p}
Could you tell me the {i} line of {p}?
Can you get me line {n} from {p}?
I only want to see the {i} line of {p}
Just the {i} line of {p}, nothing more
Get the {i} line from the file {p}
The {i} line in {p} reads how?
How does the {i} line of {p} go?
Repeat the {i} line of {p} to me
Kindly share the {i} line of {p}
{p}: what does line {n} say?
{p}, line {n}?
Copy the {i} line of {p} into your answer
Say what line {n} in {p} is
An error points at line {n} of {p}. What is there?
The compiler complains about line {n} in {p}, what does it look like?
What do I have as {i} line in {p}?
Which is the {i} line in {p}?
""")
ANSWERS["read_line"] = lines("""
The {i} line of {p} is: {e}
The {i} line says: {e}
It says: {e}
{e}
""")

FRAMES["which_file"] = lines("""
Which file contains {v}?
Which file mentions {v}?
Which of the files has {v} in it?
In which file does {v} appear?
In which file is {v}?
Where is {v} mentioned?
Where does {v} show up?
Where did I write {v}?
Find the file with {v}
Find out which file contains {v}
Find {v} in the files here and tell me where it is
Search the files for {v} and tell me which one has it
Search for {v}. Which file is it in?
Search all files for {v}
Look for {v} and give me the file name
I'm looking for {v}; which file is that in?
Somewhere in here is {v}. In which file?
One of these files mentions {v}. Which one?
One file has {v} in it, but which?
Can you find {v}? I only need the file name
Could you locate {v} in this project?
Please locate the file that holds {v}
Please check which file talks about {v}
Tell me the file where {v} stands
I can't remember where I put {v}. Can you find it?
grep for {v}, which file?
Grep the workspace for {v} and name the file
Go through the files until you find {v}, then tell me the file
Which document has the word {v}?
What's the name of the file with {v} in it?
Name the file in which {v} occurs
Hunt down {v}: which file?
We use {v} somewhere. Tell me which file
Kindly find in which file {v} is present
Locate {v}
Whereabouts is {v}? File name is enough
Need the path of the file containing {v}
Give me the path of the one file with {v}
Which one of my files says {v}?
""")
ANSWERS["which_file"] = lines("""
{v} is in {p}.
It is in {p}.
{p} contains {v}.
I found {v} in {p}.
{v} appears in {p}.
""")

FRAMES["search_none"] = [f for f in FRAMES["which_file"] if "one of" not in f.lower() and "One file" not in f and "the one" not in f] + lines("""
Does any file mention {v}?
Is {v} still used anywhere?
Is there any file with {v} in it?
Do we have {v} anywhere in here?
Does {v} occur anywhere in these files?
Check whether any file contains {v}
Check if {v} is left in some file
I think {v} is gone from all files. Is any left?
Tell me if {v} appears in any file
Any mention of {v} in this folder?
Are there files that still say {v}?
Make sure no file contains {v}
Can you verify nobody uses {v} any more?
Before I delete it: is {v} referenced somewhere?
""")
ANSWERS["search_none"] = lines("""
No file contains {v}.
No, {v} is in none of the files.
There is no file with {v}.
I looked in all files, but no file mentions {v}.
""")

FRAMES["count_lines"] = lines("""
How many lines does {p} have?
How many lines are in {p}?
How many lines are there in {p}?
Count the lines of {p}
Count the lines in {p} for me
What's the number of lines in {p}?
Number of lines in {p}?
Tell me how long {p} is in lines
How long is {p}, in lines?
Line count of {p} please
I need the line count of {p}
Please count how many lines {p} has
Can you count the lines in {p}?
Could you tell me how many lines {p} contains?
wc -l for {p}
How many rows of text are in {p}?
{p} - how many lines?
Check how many lines {p} consists of
Out of how many lines does {p} consist?
Kindly tell the number of lines in {p}
Give me the line count for {p}
Is {p} long? How many lines?
I'd like to know the number of lines of {p}
Report the number of lines in {p}
Find out how many lines {p} has
Determine the line count of {p}
""")
ANSWERS["count_lines"] = lines("""
{p} has {e} lines.
There are {e} lines in {p}.
It has {e} lines.
{e} lines.
""")

FRAMES["count_items"] = lines("""
How many [items|entries|things] are on the list in {p}?
How many items does {p} have?
How many entries are in {p}?
Count the entries in {p}
Count the items of {p}
Look at the list {p}. How many items?
How long is the list in {p}?
How many things do I have in {p}?
Please count what is on {p}
Can you count the items in {p}?
Could you see how many entries {p} lists?
Number of entries in {p}?
Tell me the number of items in {p}
How many points does the list {p} have?
I'd like to know how many items are listed in {p}
{p}: how many items?
Kindly count the list items in {p}
How many are listed in {p}?
How much stuff is on my list {p}? Just the number
Count the list in {p} and tell me the number
Read {p} and tell me how many entries there are
Size of the list in {p}?
""")
ANSWERS["count_items"] = lines("""
{p} has {e} items.
There are {e} items in {p}.
{e} items.
The list has {e} items.
""")

FRAMES["list_files"] = lines("""
What files are here?
Which files are there?
Which files do we have?
List the files
List all files
List the files in this [project|folder|directory|workspace|repo]
Show me all files
Show me what is in this [project|folder|directory|workspace]
What's in this [project|folder|directory|workspace|repo]?
What is in here?
What do we have here?
Give me an overview of the files
Tell me which files exist
Tell me the names of all files
Name all files of the project
Can you list everything in the workspace?
Could you show me the file names?
Please list the files for me
Please give me the list of all files
I want to see which files are there
I just cloned this. Which files does it have?
Kindly list out all the files present here
ls
dir
What does the directory look like?
Have a look around and tell me the files
Enumerate the files
File names please
Which files can you see?
What files can you work with?
Only look: which files are in here?
Print the file list
""")
ANSWERS["list_files"] = lines("""
There are these files: {e}
The files are {e}
I see {e}
{e}
""")

FRAMES["count_files"] = lines("""
How many files are there?
How many files are in this [folder|project|directory|workspace]?
How many files do we have?
Count the files
Count the files here
Count all files in the workspace
What's the number of files in here?
Number of files?
Tell me how many files exist
Please count the files in this directory
Can you count the files?
Could you check how many files there are?
I need to know how many files this project has
How many files does this [repo|project|directory] have?
Just the number: how many files?
How big is this project, counted in files?
Kindly tell me the total number of files
Give me the file count
File count?
How many files can you see?
Look around and count the files
Out of how many files does this project consist?
""")
ANSWERS["count_files"] = lines("""
There are {e} files.
{e} files.
I count {e} files.
The workspace has {e} files.
""")

FRAMES["exists"] = lines("""
Is there a file {p}?
Is there a {p}?
Does {p} exist?
Does the file {p} exist?
Do we have {p}?
Do we already have a {p} here?
Do you see a {p}?
Can you see {p} anywhere?
Check if {p} exists
Check whether there is a {p}
Check whether {p} is there
Please check that {p} is there
Have a look if {p} exists
Could you check if we have {p}?
Tell me if {p} exists
Tell me whether {p} is in the workspace
Is {p} there?
Is {p} in this project?
Is {p} present? Yes or no
I believe there is a {p}. Is that so?
I'm not sure if {p} is there. Can you check?
Did somebody create {p} already?
Has {p} been created?
Did {p} make it into the project?
Kindly check if {p} is present or not
Was {p} added?
{p}: there or not?
{p} exists, right?
Yes or no: is there a file named {p}?
Find out whether {p} exists, don't create it
Only check: is {p} there?
Look whether you find {p}
""")
ANSWERS["exists_yes"] = lines("""
Yes, {p} exists.
Yes, there is a file {p}.
Yes, {p} is there.
Yes.
""")
ANSWERS["exists_no"] = lines("""
No, {p} does not exist.
No, there is no file {p}.
No, {p} is not there.
No.
""")

FRAMES["who_does"] = lines("""
Who has to do {v} according to {p}?
Who is responsible for {v} in {p}?
Who takes care of {v}? It's in {p}
Who does {v}? See {p}
Whose job is {v} in {p}?
Look in {p}: who got {v}?
Check {p} and tell me who has {v}
Who is down for {v} in {p}?
Who's assigned to {v} in {p}?
To whom is {v} assigned in {p}?
Please tell me from {p} who handles {v}
Read {p} and name the person for {v}
{p} says who does {v}. Who is it?
In {p} somebody is listed for {v}. Who?
I need to talk to the person with {v} in {p}. What's the name?
Can you find in {p} who will do {v}?
Could you look up in {p} who does {v}?
The assignee of {v} in {p}?
Who signed up for {v} in {p}?
Name of the person in charge of {v} (see {p})?
Kindly tell who is handling {v} as per {p}
As per {p}, who is doing {v}?
{v} in {p}: who?
According to {p}, who should do {v}?
Tell me who has {v} on their plate in {p}
Is there somebody for {v} in {p}, and who?
""")
ANSWERS["who_does"] = lines("""
{e} does it.
According to {p} it is {e}.
{e} is responsible for {v}.
It is {e}.
""")

FRAMES["csv_cell"] = lines("""
What is the {k} of {v} in {p}?
What's the {k} for {v} in {p}?
Look up the {k} of {v} in {p}
Which {k} does {v} have in {p}?
Tell me the {k} of {v} from {p}
In {p}, what is the {k} for {v}?
Find {v} in {p} and tell me the {k}
Check {p} for {v}. What's the {k}?
I need the {k} of {v}, it's in {p}
Get the {k} for {v} from the table {p}
From {p}: {k} of {v}?
{p} has a row for {v}. What is the {k} there?
Read {p} and report the {k} of {v}
What {k} is listed for {v} in {p}?
Please give me the {k} belonging to {v} in {p}
Could you look in {p} for the {k} of {v}?
Can you check which {k} {v} has in {p}?
{v}'s {k} in {p}?
The {k} column for {v} in {p}, please
In the row {v} of {p}, what is the {k}?
Kindly provide the {k} of {v} as per {p}
Which value is in column {k} for {v} in {p}?
Open the CSV {p} and tell me the {k} for {v}
As per {p}, what {k} has {v}?
Out of {p} I need {v}: {k}
How does {p} give the {k} of {v}?
""")
ANSWERS["csv_cell"] = lines("""
The {k} of {v} is {e}.
{v} has the {k} {e}.
In {p}, the {k} of {v} is {e}.
It is {e}.
""")

FRAMES["csv_find"] = lines("""
Which {j} in {p} has the {k} {v}?
Which {j} has {k} {v} in {p}?
Find the {j} with {k} {v} in {p}
In {p}, whose {k} is {v}? Tell me the {j}
Look into {p}: which {j} goes with {k} {v}?
Who or what in {p} has {v} as {k}? I need the {j}
Tell me the {j} of the row in {p} where {k} is {v}
For {k} {v}, which {j} stands in {p}?
There is a row with {k} {v} in {p}. Which {j} is it?
Please find the {j} in {p} whose {k} equals {v}
{p}: {j} where {k} = {v}?
select {j} from {p} where {k} = {v}
Search {p} for {k} {v} and give me the {j}
I have the {k} {v} and need the {j} to it from {p}
Can you tell which {j} has {v} under {k} in {p}?
Could you check {p} for the {j} having {k} {v}?
Which {j} belongs to {k} {v} in {p}?
{v} is the {k} of which {j} in {p}?
Read {p} and tell me the {j} having {k} as {v}
Give me the {j} with a {k} of {v} out of {p}
""")
ANSWERS["csv_find"] = lines("""
It is {e}.
{e} has the {k} {v}.
The {j} with {k} {v} is {e}.
In {p} it is {e}.
""")

FRAMES["log_error"] = lines("""
What went wrong in {p}?
What's the error in {p}?
Which error is in {p}?
Find the error in {p}
Look at {p} and tell me the error
Check {p} for errors
Are there errors in {p}? Which?
What failed according to {p}?
Read the log {p} and tell me what failed
Read {p}. What is the error code?
Which error code do you find in {p}?
Please look through the log {p} and tell me the failure
Something broke last night, see {p}. What was it?
The service crashed. {p} should say why
On call here: what's the error in {p}?
Tell me the ERROR line of {p}
Show me the error from {p}
Did anything fail in {p}? Give me the code
Can you spot the error in {p}?
Could you check the log at {p} and report the error?
Kindly check {p} and share the error
Why did it fail? The log is {p}
What error does the log {p} show?
Inspect {p} and name the failure
Scan {p} for the ERROR and tell me what it says
Debug this for me: what does {p} report as error?
{p}: any errors?
Give me the failing line in {p}
I got paged. What does {p} say is broken?
Have a look in {p}, there must be an error
Pull the error out of {p}
""")
ANSWERS["log_error"] = lines("""
{v} failed: {e}
The error in {p} is: {v} failed: {e}
At {i}, {v} failed: {e}
{p} says that {v} failed with {e}.
""")
