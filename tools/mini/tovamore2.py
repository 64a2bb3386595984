"""More frames for the everyday kinds; tovamore adds them."""

MORE2 = {
    "tovaline.TOP": """
{line} must be the very first line of {p}.
Start {p} with {line}, then comes what it says now.
Insert a new first line in {p}: {b}
Shift everything in {p} down one line and put {line} on top.
Open {p} and write {line} above all the rest.
Can {p} begin with {line}? Don't lose the rest.
Line 1 of {p} should become {line}, the old lines follow.
I'd like {line} as an opening line for {p}.
In {p}, before all other lines: {b}
""",
    "tovaline.ITEM": """
I thought of one more for {p}: {b}
Remember {line}: put it on {p}.
Please extend my list {p}, it also needs {line}.
On the list {p} we still have to write {line}.
What's missing on {p} is {line}. Please add it.
Let {p} list {line} too.
Make room for {line} on {p}.
As the last item on {p}, put {line}.
""",
    "tovaline.END": """
I want one more line in {p}, namely {line}. It goes last.
Finish {p} with the line {line}.
Add to the end of {p}, on its own line: {b}
Make {line} the last line of {p}, after what's there.
Leave the text of {p} alone and add underneath: {b}
{p} ends too early. Add {line}.
A line to be added to {p}: {b}
On a new line at the end of {p}, type {line}.
""",
    "tovaline.TWOFILES": """
{p} has {old}, {p2} has it too. Both need {new}.
Make {p} and {p2} agree on {new} instead of {old}.
I mistyped {new} as {old} in {p} and {p2}. Correct both.
The text {old} in {p} and in {p2} has to turn into {new}.
Edit two files, {p} and {p2}: {old} out, {new} in.
Where {p} and {p2} read {old}, they should read {new}.
Two places, one change: {old} to {new}, in {p} and {p2}.
Rename {old} to {new} in {p}, and don't forget {p2}.
""",
    "tovaline.EVERY": """
All files that say {old} must say {new}.
No file should mention {old} after this; they should say {new}.
Look into each file; any {old} becomes {new}.
Sweep through the project: {old} out, {new} in.
I'm told it's {new}, not {old}. Correct each file that has it wrong.
Check every file for {old}. Write {new} where you find it.
Apply {old} -> {new} to the whole workspace.
Our new name is {new}. The files still call it {old}. Change them all.
""",
    "tovaparts.TWOSET": """
Change two things in {p}, {k} (to {v}) and {k2} (to {v2}).
{k} in {p} becomes {v}. {k2} in the same file becomes {v2}.
Both {k} and {k2} in {p} are wrong: it's {v} and {v2}.
Enter {v} for {k} and {v2} for {k2} in {p}.
With {p} open, set {k} to {v}, and {k2} to {v2}.
{p} should give {k} as {v} and {k2} as {v2}.
I have new figures for {p}: {v} for {k}, {v2} for {k2}.
Please update {k} in {p} ({v}). Then {k2} ({v2}).
""",
    "tovaedit.LINETO": """
The {o} line of {p} needs other words: {b}
Take the {o} line of {p} and make it {line}.
Out with the {o} line of {p}, in with {line}.
From {p}, swap the {o} line for {line}.
{line} should be the {o} line of {p}, in place of the present one.
Please update the {o} line in {p} to {line}.
I want {p} to have {line} as its {o} line instead of what's there.
""",
    "tovaedit.TYPO": """
{p}: typo. {old}, should be {new}.
Somebody can't spell. {p} has {old} for {new}.
Spell {new} properly in {p}, it says {old} now.
Change the misspelled {old} in {p} to {new}.
I see {old} in {p}. That's a slip, it's {new}.
Please mend the typo in {p}. ({old}, correct is {new})
The correct word is {new}, yet {p} says {old}.
Fix spelling in {p}: {old} / {new}
""",
    "tovaparts.CUT": """
Take the line {line} out of {p}.
Please get {line} off the list {p}.
{p} should no longer say {line}. Delete that line.
I've changed my mind about {line}; remove it from {p}.
One line less in {p}: {line} goes.
The entry {line} in {p} is not wanted any more. Delete it.
Remove the entry {line}, file {p}.
Drop {line} from {p}, leave the other lines.
""",
    "tovaedit.RENAME": """
{old} in {p} needs a better name. Use {new}.
Wherever {p} has the name {old}, write {new}.
{new} instead of {old}, throughout {p}.
Do a rename in {p}, from {old} to {new}.
I renamed {old} to {new} elsewhere; do it in {p} too.
Search {p} for {old} and replace each with {new}.
The name {old} shouldn't appear in {p}. Use {new} there.
""",
    "tovamove.CARRY": """
{p} knows {k}. Put that value into {p2} for {k2}.
Let {k2} in {p2} be the same as {k} in {p}.
{p2} has a wrong {k2}; the correct value is the {k} in {p}.
I need {k2} of {p2} changed to what {p} calls {k}.
Find {k} in {p} and use it to update {k2} in {p2}.
Adopt {k} of {p} as {k2} of {p2}.
Fill in {k2} in {p2} with the value {p} has under {k}.
Please read {p} for {k} and then correct {k2} in {p2} with it.
""",
    "tovamove.DROPS": """
Remove {p} first and {p2} second.
Two deletions: {p} and {p2}.
Both {p} and {p2} are rubbish. Delete them.
Make {p} and {p2} go away.
I've no use for {p}, nor for {p2}. Delete both.
Delete the old files {p} and {p2}, please.
{p}: delete~{p2}: delete
Use rm on {p} and on {p2}.
""",
    "tovaread.NTH": """
What's in the {o} line if you open {p}?
I'd like to hear the {o} line of {p}.
From {p}, the {o} line, please.
How does the {o} line in {p} go?
Read just the {o} line of {p} out.
In the file {p}, find the {o} line and quote it.
Which text is in {p}, line number: the {o}?
Pick out the {o} line of {p} for me.
""",
    "tovaread.CELL": """
Go to the row of {x} in {p} and tell me its {col}.
What does {p} list as {col} for {x}?
{x}: which {col}? The table is in {p}.
I'm interested in {x}. What's the {col} in {p}?
Please read the {col} of {x} off the table {p}.
In {p} under {col}, what value has {x}?
Tell me {col} of {x}. Source: {p}.
Search {p} for {x}, then give me the {col} from that row.
""",
    "tovareport.CODEQ": """
See {p}: what number does {k} work with?
{p} defines {k}. Tell me the number that it has in it.
What's the literal number in {p}?
Find the number in the code of {p}.
I wonder which constant is in {k}. It's in {p}.
Inspect {p} and name the number used by {k}.
Tell me which number is written into {p}.
""",
    "tovareport.LASTERR": """
What does the ERROR line of {p} complain about?
Go over {p}, which error was logged?
I need to know what failed. The log file: {p}
Take a look at the log in {p} and name the error.
Any ERROR in {p}? Quote its message.
An error was logged in {p}. Which one?
Tell me the one thing that went wrong in {p}.
""",
    "tovareport.ITEMS": """
Read {p} and say what's on it.
All entries of {p}, please, in one line.
What have I listed in {p}?
Sum up the list {p} by naming each item.
The list {p}: what does it comprise?
I want to hear all the items of {p}.
Name what {p} lists, one after the other.
Tell me everything that {p} lists.
""",
    "tovaread.TWOV": """
Give me {k} as in {p} and {k2} as in {p2}.
Two look-ups please: {k} in {p}, {k2} in {p2}.
{k} is in {p}, {k2} is in {p2}. Tell me both values.
Read both {p} and {p2}. What's {k} in the one and {k2} in the other?
I'd like to hear {k} ({p}) and then {k2} ({p2}).
Report {k}, see {p}, and {k2}, see {p2}.
What do {p} and {p2} say about {k} and {k2}, in that order?
""",
    "tovaseek.ANYV": """
We have {k} in one of these files. Give me the value.
Check the files for {k}; what's it set to?
Where's {k} and what is it?
Find {k}. Report file and value.
Some file must have {k}. What value does it give?
Look in every file if you have to, but tell me {k}.
I'd like the value of {k}. I can't say which file has it.
""",
    "tovaseek.WHERE": """
The text {w} is in one of the files. Tell me which.
What's the name of the file in which it says {w}?
See which file has {w}.
Only one file contains {w}. Find it and give me its path.
{w} appears in a file. Its path, please.
I typed {w} somewhere. In which file?
Tell me where {w} can be found.
""",
    "tovamake.TWO": """
Please make {p} and {p2}, with {line} in the former and {line2} in the latter.
Open {p} and write {line}; open {p2} and write {line2}.
Text for {p}: {line}. Text for {p2}: {line2}. Create both.
The files {p} and {p2} are missing. They should say {line} and {line2}.
Fixtures: {p} ({line}); {p2} ({line2}).
I'd like {line} in a file {p}, and another file, {p2}, with {line2}.
Write {p} first, content {line}. Write {p2} second, content {line2}.
""",
    "tovamake.THREE": """
The texts {line}, {line2}, {line3} go into {p}, {p2}, {p3}. Create these files.
Build {p} ({line}); build {p2} ({line2}); build {p3} ({line3}).
I want three notes. {p}: {line}. {p2}: {line2}. {p3}: {line3}.
{p} with {line}, please, also {p2} with {line2} and {p3} with {line3}.
Prepare three files named {p}, {p2} and {p3}. In order, they contain {line}, {line2} and {line3}.
Add these to the workspace:~{p} saying {line}~{p2} saying {line2}~{p3} saying {line3}
""",
    "tovamake.PAIR": """
Write out both files. {p}:~{b}~{p2}:~{b2}
We'll need {p}~{b}~as well as {p2}~{b2}
For the demo make {p}:~{b}~Then make {p2}:~{b2}
This goes to {p}:~{b}~That goes to {p2}:~{b2}
Create {p} containing~{b}~and also {p2} containing~{b2}
""",
    "tovamake.OVER": """
Wipe {p} and write {line} in it.
The new and complete text of {p} is {line}.
Everything in {p} is wrong. It should just be {line}.
Exchange the whole of {p} for {line}.
I want {p} to consist of {line}, whatever it says now.
Make a clean start in {p} with {line}.
Discard the text of {p}; the new text is {line}.
Please overwrite the file {p}. All it should say is {line}.
""",
    "tovanew.SHOW": """
Store {line} as {p}, open the file and tell me what's in it.
Put {line} in a new file {p} and prove it by quoting the file.
Make {p} say {line}; then read {p} so we know it worked, and report.
Save and check: {p}, {line}. Tell me what the file says.
I need {line} in {p}. After writing, read the file and repeat it to me.
Can you create {p} with {line}, read it, and tell me what you read?
Please put {line} into {p}; look at the result; tell me what it is.
""",
    "tovanew.IN_DIR": """
New in {d}: a file {fn} with the text {line}.
The directory {d} should get a file called {fn}, saying {line}.
Please add {fn} to {d} with {line} in it.
Can you create {fn} under {d}? It should say {line}.
I'd like a {fn} in the {d} folder with {line}.
In the directory {d} write {line} to {fn}.
""",
    "tovamake.LIST": """
Please list {x} in a new file {p}, each on a separate line.
I'd like {p} to contain {x}, one on each line.
Put the following on {p}, one below the other: {x}
{x}: write these to {p}, one a line.
Note {n} things in {p}, each on its own line: {x}.
File {p}, lines: {x}
""",
    "tovamake.CODE": """
We need {p} for the build. Content:~{b}
The program below should be stored as {p}.~{b}
Here is {p}:~{b}~Please save it.
Type this code into {p}, character by character:~{b}
My code, for {p}:~{b}
File {p} shall consist of~{b}
Add to the sources: {p}~{b}
""",
    "tovamake.JSON": """
The file {p} should hold this object: {b}
Keep {b} as {p}, please.
My test data: {b} Save it as {p}.
Turn this into a file {p}: {b}
A JSON file is needed at {p}: {b}
Please write the JSON {b} to the new file {p}.
""",
    "tovarun.RUNIT": """
I'd like to know what {c} prints.
Do {c} and tell me what you see.
Please try {c}. I need its output.
Tell me the output of {c}.
After running {c}, what's on the screen?
Let {c} run and pass me its output.
{c}, please. Report what it prints.
See what {c} has to say.
""",
    "tovafix.FIX": """
Please find out with {c} what's wrong, mend it, and run {c} again.
{c} should be green. If it isn't, read what it says and fix that.
Do what it takes to get {c} through.
I can't deploy because {c} fails. Fix it and rerun.
Take {c} from red to green.
First see what {c} reports. Then repair the file. Then run {c} for a second time.
The check {c} is broken by a wrong value somewhere. Run it, correct the value, run it again.
Look at the failure of {c}, put the file right and tell me what {c} says afterwards.
""",
    "tovaif.ABSENT": """
Do we have {p}? Create it with {line} if we don't, otherwise read it to me.
When {p} can be read, tell me its content. When it can't, create it with {line}.
I want {p} to exist. If it's new, its text is {line}. If it's old, tell me what it says.
See if there's already a {p}: if so quote it, if not write {line} to it.
Unless {p} exists, write it with {line}. If it exists, report its text.
Look for {p}. You find it: read it out. You don't: create it, text {line}.
""",
}
