"""Frames: looking things up in several files or several steps."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["same_value"] = lines("""
Is {k} the same in {p} and {q}?
Do {p} and {q} have the same {k}?
Does {k} in {p} match {k} in {q}?
Is {k} in {p} equal to that in {q}?
Check if {k} agrees between {p} and {q}
Compare {k} in {p} and {q}. Same?
Compare {p} and {q}: is {k} the same?
Do {p} and {q} agree on {k}?
Are the values of {k} in {p} and {q} identical?
Tell me if {p} and {q} use the same {k}
Please verify that {k} is the same in {p} and in {q}
Please check {k} in {p} against {q}. Do they match?
I hope {k} is the same in {p} and {q}. Is it?
Is {k} in sync between {p} and {q}?
Can you check whether {p} and {q} share the same {k}?
Could you compare {k} of {p} with {k} of {q}?
Yes or no: same {k} in {p} and {q}?
{k} in {p} and in {q}: the same?
Kindly check if {k} matches in {p} and {q}
Do both {p} and {q} say the same for {k}?
Did we use the same {k} in {p} as in {q}?
Look at {k} in {p} and {q}. Is it consistent?
Are {p} and {q} consistent about {k}?
""")
ANSWERS["same_yes"] = lines("""
Yes, {k} is {v} in both.
Yes, both have {v}.
Yes, {k} is {v} in {p} and {q}.
""")
ANSWERS["same_no"] = lines("""
No, {k} is {v} in {p} but {w} in {q}.
No, {p} has {v} and {q} has {w}.
No: {v} in {p}, {w} in {q}.
""")

FRAMES["larger_value"] = lines("""
Which has the higher {k}, {p} or {q}?
Which file has the larger {k}: {p} or {q}?
Where is {k} bigger, in {p} or in {q}?
In which of {p} and {q} is {k} higher?
Compare {k} in {p} and {q}. Which one is larger?
Compare {p} with {q}: which one sets the greater {k}?
Is {k} higher in {p} or in {q}?
Does {p} or {q} have the higher {k}?
Tell me which of {p} and {q} has more {k}
Who wins on {k}, {p} or {q}? Higher is better
Please check whether {p} or {q} has the bigger {k}
Look at {k} in both {p} and {q} and tell me where it is higher
{p} or {q}: where do we have the larger {k}?
Can you compare {k} of {p} and {q} and name the file with the higher one?
Kindly tell which is having higher {k}, {p} or {q}
I need the file with the larger {k}. Candidates: {p}, {q}
Between {p} and {q}, which has the greater {k}?
Read {p} and {q}; which {k} is bigger?
Where did we set {k} higher: {p} or {q}?
Find out if {k} is greater in {p} than in {q}, and name the winner
""")
ANSWERS["larger_value"] = lines("""
{s}: {k} is {v} there.
{s} has the higher {k}, {v}.
It is higher in {s}: {v}.
{k} is larger in {s} with {v}.
""")

FRAMES["code_returns"] = lines("""
Which number does {k} use in {p}?
What number is in {k} in {p}?
What's the magic number in {k}, see {p}?
Look at {k} in {p}. Which number is in there?
What constant does {k} work with in {p}?
Read {p} and tell me the number in {k}
Open {p}, find {k} and tell me the number it uses
There is a hard coded number in {k} ({p}). What is it?
Which hard-coded value does {k} in {p} have?
Tell me the constant in {k} from {p}
I need the number that {k} in {p} works with
In {p} there is {k}. What number is written there?
Check the code of {k} in {p}: which number?
Please look into {p} and tell me {k}'s number
What literal appears in {k} in {p}?
Can you tell me the number used by {k} in {p}?
Could you see in {p} which number {k} has?
{k} in {p} has a number. Which?
Kindly tell the number used within {k} in {p}
For the docs: which number does {k} contain in {p}?
Reviewing {p}: what is the number in {k}?
Report the literal that stands in {k} in {p}
""")
ANSWERS["code_returns"] = lines("""
{k} uses {v}.
The number in {k} is {v}.
It is {v}.
In {p}, {k} uses {v}.
""")

FRAMES["pointer"] = lines("""
{p} names a file. What is {k} in that file?
{p} points to another file. Tell me {k} from there
Read {p}, go to the file it mentions, and tell me {k}
Look into {p} for a file name, then look up {k} in that file
{p} tells where the settings are. What is {k}?
Find {k}. The place to look is written in {p}
What is {k}? Start with {p}, it says where to look
Follow the reference in {p} and give me {k}
I need {k}; {p} says which file has it
The path of the right file is in {p}. Read {k} there
Open {p}, it contains a path. Open that one and report {k}
Go where {p} sends you and tell me the {k}
In {p} you'll find the name of a file; what is {k} in it?
Follow {p} to the next file. Which {k} is there?
Please check {p} first, then the file named in it, for {k}
Start at {p}. It refers to a file which has {k}. What's the value?
Kindly refer {p} to know the file, then tell me {k}
As {p} explains, the values live elsewhere. What is {k}?
Can you follow {p} and get me {k}?
{p} links to a file with {k} in it; I want the value
Which {k} is in the file that {p} mentions?
Get {k} out of the file that is named in {p}
""")
ANSWERS["pointer"] = lines("""
{k} is {v}.
{k} is {v} in {q}.
It is {v}, found in {q}.
{p} points to {q}, and {k} is {v} there.
""")

FRAMES["two_values"] = lines("""
What is {k} in {p} and {j} in {q}?
Tell me {k} from {p} and {j} from {q}
Look up {k} in {p} and also {j} in {q}
I need two values: {k} from {p}, {j} from {q}
Read {p} for {k}, then {q} for {j}
Give me {k} ({p}) and {j} ({q})
Check {k} in {p}. And what is {j} in {q}?
What do {p} and {q} say for {k} and {j}?
Please report {k} of {p} together with {j} of {q}
First {k} from {p}, then {j} from {q}. Tell me both
Could you get me {k} out of {p} and {j} out of {q}?
Can you tell me both {k} in {p} and {j} in {q}?
Two things: {k} in {p}, {j} in {q}. What are they?
1. {k} in {p}~2. {j} in {q}~Tell me both values
For my notes: {k} from {p} plus {j} from {q}
Which {k} has {p} and which {j} has {q}?
Kindly share {k} from {p} as well as {j} from {q}
Fetch {k} from {p} and {j} from {q} for me
Find out {k} ({p}) and after that {j} ({q})
Both please: {k} as in {p}, {j} as in {q}
Open {p} and {q} and tell me {k} and {j}
What's {k}? It's in {p}. And {j}? That one is in {q}
""")
ANSWERS["two_values"] = lines("""
{k} is {v} and {j} is {w}.
In {p}, {k} is {v}; in {q}, {j} is {w}.
{k}: {v}, {j}: {w}
{v} for {k} and {w} for {j}.
""")

FRAMES["search_value"] = lines("""
What is {k} set to? I don't know which file it is in
What's our {k}? It's in one of the files
Find {k} in the files and tell me its value
Which value does {k} have? Search the files
Somewhere {k} is defined. What is it?
Look for {k} in this project and give me the value
I need {k}, but I forgot where it is
Search the project for {k} and report what it is set to
Can you find out what {k} is? No idea about the file
Go through the files and tell me {k}
{k} must be in one of these files. What is the value?
Where is {k} and what is its value?
Please search for {k}. I need file and value
Check all files until you find {k}; tell me the value
Tell me {k}. You have to look for it
Dig out {k} for me
Hunt for {k} in the files. Value?
Could you find the setting {k} and tell me what it says?
I can't find {k}. Can you, and what is it?
Kindly find the value of {k} from the files
Locate the definition of {k} and tell me the value
What did they choose as {k}? It is in some file here
One of the files sets {k}. To what?
""")
ANSWERS["search_value"] = lines("""
{k} is {v}, in {p}.
I found {k} in {p}: {v}
{k} is set to {v} in {p}.
It is {v} (in {p}).
""")

FRAMES["diff_line"] = lines("""
What is the difference between {p} and {q}?
What's different in {q} compared to {p}?
How does {q} differ from {p}?
Where do {p} and {q} differ?
Compare {p} and {q} and tell me the difference
Diff {p} and {q} for me
diff {p} {q}
Which setting differs between {p} and {q}?
Which line is different in {p} and {q}?
{p} and {q} are nearly the same. What differs?
Find the difference between {p} and {q}
One line is not the same in {p} and {q}. Which?
Tell me what has changed from {p} to {q}
Please compare both files {p} and {q}. What differs?
Spot the difference: {p} vs {q}
Can you tell me in what {p} and {q} differ?
Could you compare {p} with {q}?
What changed between {p} and {q}?
Kindly compare {p} and {q} and list the difference
It works with {p} but not with {q}. What's the difference?
Staging uses {p}, prod uses {q}. Where is the difference?
In which key do {p} and {q} differ and how?
""")
ANSWERS["diff_line"] = lines("""
{k} differs: {v} in {p}, {w} in {q}.
They differ in {k}: {p} has {v}, {q} has {w}.
Only {k} differs, {v} against {w}.
{k} is {v} in {p} and {w} in {q}.
""")

FRAMES["csv_max"] = lines("""
Which {j} has the highest {k} in {p}?
Who or what has the most {k} in {p}?
Which {j} in {p} has the largest {k}?
What is the highest {k} in {p} and to which {j} does it belong?
Find the {j} with the highest {k} in {p}
Look at {p}: which {j} has the biggest {k}?
Top {k} in {p}? Tell me the {j}
Tell me the {j} with the maximum {k} in {p}
In {p}, which {j} leads in {k}?
Read {p} and tell me the {j} with the greatest {k}
The largest {k} in {p}: which {j}?
Please find out which {j} has the max {k} in {p}
Can you tell which {j} has the highest value of {k} in {p}?
max {k} in {p}, which {j}?
Kindly tell the {j} having highest {k} as per {p}
Going by {p}, which {j} is first in {k}?
Sort of a ranking: who is top by {k} in {p}?
Where is {k} the highest in {p}? I need the {j}
""")
ANSWERS["csv_max"] = lines("""
{e} has the highest {k}, {v}.
It is {e} with {v}.
{e}, with a {k} of {v}.
The highest {k} is {v}, for {e}.
""")

FRAMES["not_there"] = lines("""
What does {p} say?
Read {p} and tell me what it says
Show me {p}
Print {p}
What is in {p}?
Open {p} and tell me the content
Tell me what stands in {p}
Can you read me {p}?
Could you show the content of {p}?
Please read out {p}
cat {p}
Give me the content of {p}
I need to see {p}
Let me see {p}
Delete the first line of {p}
Add a line with {v} at the end of {p}
Append {v} to {p}
Replace {w} by {v} in {p}
In {p}, change {w} to {v}
Change {w} to {v} in {p}
Read {p} and tell me if it mentions {v}
Summarize {p} in a sentence
How many lines does {p} have?
Does {p} mention {v}?
Rename {v} to {w} in {p}
Kindly share the content of {p}
Have a look at {p} and tell me what's in there
Update {p}: {w} becomes {v}
Fix {w} in {p}, it should be {v}
Who is mentioned in {p}?
""")
ANSWERS["not_there"] = lines("""
There is no file {p}, so I did nothing.
I could not find {p}. Nothing was changed.
{p} does not exist here.
Sorry, there is no {p} in the workspace.
""")

FRAMES["show_file"] = [
    f for f in FRAMES["not_there"] if "{v}" not in f and "many" not in f and "Delete" not in f and "Who" not in f and "Summ" not in f
] + lines(
    """
What's written in {p}?
What did I write in {p}?
Let me know what {p} contains
Would you show me what's in {p}?
Just show me {p}
Contents of {p}?
Display {p}
I want to know what {p} says
Which text is in {p}?
Look at {p}. What does it say?
Tell me the text of {p}
Recite {p}
Check what {p} says
What do we have in {p}?
View {p}
"""
)
ANSWERS["show_file"] = lines("""
{p} says: {e}
It says: {e}
The file says: {e}
{e}
""")

FRAMES["has_word"] = lines("""
Does {p} mention {v}?
Does {p} contain {v}?
Is {v} in {p}?
Is {v} mentioned in {p}?
Is {v} on the list in {p}?
Is {v} listed in {p}?
Do we have {v} in {p}?
Check if {p} contains {v}
Check whether {v} is in {p}
See if {v} appears in {p}
Look in {p}: is {v} there?
Tell me if {v} is in {p}
Tell me whether {p} has {v}
Please check that {v} is in {p}
Can you check if {v} is in {p}?
Could you look whether {p} lists {v}?
I want to know if {v} is in {p}
Did I put {v} in {p}?
Did somebody add {v} to {p}?
{v} in {p}? yes or no
Yes or no, does {p} have {v}?
Kindly check if {v} is present in {p}
Is there {v} in {p}?
Have we got {v} in {p} already?
Did we think of {v} in {p}?
Only look, don't edit: does {p} contain {v}?
""")
ANSWERS["has_yes"] = lines("""
Yes, {v} is in {p}.
Yes, {p} contains {v}.
Yes, it is there.
""")
ANSWERS["has_no"] = lines("""
No, {v} is not in {p}.
No, {p} does not contain {v}.
No, it is not there.
""")
