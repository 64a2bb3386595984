"""Ways of asking for counts, picks and parts."""
from petrabase import add

add(r'''
## petra.count_type
List the files and tell me how many of them end in {e}.
How many {e} files are there in this workspace?
Please count the files with the extension {e} and report the number.
I need the number of {e} files in this repository, in all folders. Could you determine it?
Count all files whose name ends in {e}. Answer with the number.
{e} files: how many?
What is the total of files that end in {e}? Folders of any depth count.
Among all files, which number has the ending {e}? Only the count matters to me.
Tell me how many {e} files exist here. Do not open them.
Number of files of type {e}, please, including those in folders.
For the inventory: the count of {e} files.
Give me a count of {e}. Other endings are not of interest.
How often does the ending {e} occur among the file names?

## petra.count_type_write
Count the {e} files and write the number to {q}, without any words.
Write to {q} how many files end in {e}. Only the digits.
{q} has to contain the number of {e} files in this workspace.
How many {e} files are there? Store just the number in {q}.
Create {q}; its content is the count of files with the ending {e}.
List the files, count those that end in {e}, and save the count as {q}.
Number of {e} files -> {q}. A bare number, please.
Please determine how many {e} files we have, and record the figure in a new file {q}.

## petra.count_dir
How many files are in {d}?
Count the files below {d}, subfolders included, and report the number.
Please tell me the number of files in the folder {d}.
{d}: how many files?
I need to know how many files {d} contains. Files elsewhere do not count.
What number of files does the folder {d} hold, with everything below it?
Determine the file count of {d}.
Of all the files in the workspace, how many are located in {d}?
Give me the number of paths that begin with {d}.
List the workspace. How many entries lie in {d}?

## petra.count_dir_write
Write the number of files in {d} to {q}. Just the number.
How many files does {d} have? Put the number into {q}, nothing else.
{q} must say how many files are in {d}.
Count what is in {d}, subfolders included, and save the count in {q}.
Create {q} with the file count of {d} as its only content.
Number of files in {d} -> {q}.
Please determine the number of files below {d} and note it, in digits, in {q}.
The file {q} should contain one number: how many files there are in {d}.

## petra.list_type
Which files end in {e}? Name all of them.
Give me the paths of all {e} files.
Please name every file with the ending {e}, and no others.
I need a list of the {e} files in this workspace.
List only those files that end in {e}.
What {e} files do we have?
Name the {e} files. Do not open them.
Report each path whose extension is {e}.
{e}: which files?

## petra.list_type_write
Write the paths of all {e} files to {q}, one per line.
{q} has to list every {e} file, one path a line, in alphabetical order.
Create {q} with the names of the files that end in {e}, each on its own line.
Which files end in {e}? Save their paths in {q}, line by line.
Please make an index of the {e} files. It goes to {q}; one path per line, sorted.
All {e} paths -> {q}, one a line.
List the files and keep those that end in {e}: these go into {q}, one below the other.
Put the {e} files, and only those, into the list {q}, one path per line.

## petra.list_dir
Which files are in {d}? Name all of them.
Give me the paths of everything below {d}.
What does the folder {d} contain?
Please name the files in {d}, and no others.
I need to know which files {d} has.
List only the files that lie in {d}.
Report each path that starts with {d}.
{d}: what is in there? Just the paths.

## petra.list_dir_write
Write the paths of all files in {d} to {q}, one per line.
{q} has to list everything below {d}, one path a line, in alphabetical order.
Create {q} with the paths of the files in {d}, each on its own line.
Which files are in {d}? Save their paths in {q}, line by line.
Contents of {d} -> {q}, one path a line.
Please make an index of {d}. It goes to {q}; full paths, one per line, sorted.
Put the files of {d}, and only those, into {q}, one path per line.
Take the list of files, keep what lies in {d}, and write that to {q}, one path a line.

## petra.named_with
Which files have {x} in their name?
Name all files whose name contains {x}.
Please report the paths in which the word {x} occurs.
I am looking for files with {x} in the name. Which are there?
List the files and pick those that are called something with {x}.
Give me every path that contains {x}. The contents of the files do not matter.
Files with {x} in the name: name them all.
Find the files named after {x} and tell me their paths.
Of the files here, which ones carry {x} in their file name?

## petra.named_count
How many files have {x} in their name?
Count the files whose name contains {x}.
Please report the number of paths in which the word {x} occurs.
Number of files with {x} in the name?
List the files and count those that are called something with {x}.
How many of our files carry {x} in their name? The contents do not matter.
Tell me how often {x} is part of a file name here.
I need a figure: files named with {x}.

## petra.dirs_with
Which folders have a {x}?
Name the folders that contain a {x}.
In which directories is there a {x}? List them all.
Please tell me the folders with a {x} in them, and only those.
Some folders contain a {x}. Which ones?
Find every {x} and report the folders, without the file name.
Which of the top-level folders hold a file called {x}?
{x}: in which folders?
Look at the list of files. What folders have a {x} of their own?

## petra.dirs_lack
Which folders have no {x}?
Name the folders that lack a {x}.
Every folder should have a {x}. Which ones do not? Do not create anything.
In which directories is a {x} missing? List them all, change nothing.
Please tell me the folders without a {x}.
Some folders do not contain a {x}. Which ones?
For which of the top-level folders is there no file called {x}?
{x}: which folders are without one?

## petra.dirs_count
How many folders have a {x}?
Count the folders that contain a {x}.
In how many directories is there a {x}?
Please tell me the number of folders with a {x}.
Number of folders that hold a file called {x}?
How many of the top-level folders have a {x} of their own?
Determine in how many folders there is a {x}. The number is enough.
{x}: in how many folders?

## petra.count_lines
Count the lines of {p} and {q} with `wc -l` and report both numbers.
How many lines do {p} and {q} have? Use `wc -l` on each of them.
Please run {c} and {b} and tell me the two results.
I want to know the length in lines of {p}, and that of {q} as well. `wc -l` is available.
Line counts of {p} and {q}, please (`wc -l`).
Determine with `wc -l` how long {p} is and how long {q} is, in lines.
{c}, then {b}: which numbers do you get?
Report two numbers: the lines in {p} and the lines in {q}. Let `wc -l` count, one file at a time.

## petra.more_lines
Which of {p} and {q} has more lines? Determine the line count of each and report both counts.
Use `wc -l` to find out whether {p} or {q} is longer. Name the longer one and both counts.
Is {p} longer than {q}? Count the lines of each with `wc -l` and give me both numbers.
Compare the lengths of {p} and {q} in lines. Which is the longer file, and what are the counts?
Run {c} and {b}. Which file has more lines? State the numbers too.
The longer one of {p} and {q} is wanted, by number of lines, with both counts. `wc -l` helps.
{p} or {q}: which has the higher `wc -l`? Please give both.
Tell me which file has more lines, {p} or {q}, and how many lines each of them has.

## petra.count_marked
How many lines of {p} contain {x}?
Count the lines with {x} in {p} and report the number.
In {p}, how often is there a line with {x}?
Please read {p} and tell me the number of lines in which {x} occurs.
{p}: number of lines with {x}?
I would like to know how many entries of {p} are marked {x}.
Go through {p}. How many of its lines have {x}? Do not change anything.
Number of {x} lines in {p}, please.

## petra.who_has
Which files contain {x}? Read them and name those that do.
Find all files in which {x} occurs and report their paths.
{x} is written in some of the files. In which ones? Please look into all of them.
I need to know every file that mentions {x}.
Search the contents of all files for {x} and name the files with a hit.
Where does {x} occur? Give me the paths, no edits.
Open each file. Which of them have {x} in their text?
Name the files with {x} in them. Change nothing.

## petra.who_lacks
Which files do not contain {x}? Read them all.
Find the files in which {x} is missing and report their paths.
{x} should be in every file. Which ones lack it? Do not edit them.
I need to know every file that does not mention {x}.
Read all files and name those without {x}.
In which files is there no {x}? Give me the paths, no edits.
Open each file. Which of them do not have {x} in their text?
Name the files without {x} in them. Change nothing.

## petra.find_def
Which file defines the function {k}? Answer with its path only.
One of the files contains the definition of {k}. Find it and reply with the path of that file and nothing else.
Please locate the definition of {k}. Your answer should be just the path of the file.
I cannot remember where {k} is defined. Search the files and reply only with the right path.
Find the file in which {k} is defined; its path, and only that, is the expected answer.
Where is {k} defined? Files that merely import it do not count. Reply with one path.
{k} is used in several places but defined in one. Which file is that? Only the path.
Path of the file that implements {k}?
Look for the implementation of {k}, not for its uses. The answer is a path without further words.
Name the file with the body of {k}. One path, nothing else.
Several files may mention {k}. I want the path of the one that defines it, and no other path.

## petra.clean_type
Remove all files that end in {e} (`rm` works on one file at a time).
List the workspace, then delete every {e} file with `rm`.
There are {e} files here that nobody needs. Remove each of them.
Please delete all files with the ending {e}, in all folders, and nothing else.
Clean up: no {e} file may be left. Other files stay.
Get rid of the {e} files. Use rm for each one.
Every file ending in {e} is to be removed.
{e} files: delete them all, wherever they are.
Find the {e} files and remove them one by one.

## petra.note_count
Run {c}, then write the number of passed checks, as a bare number, to {q}.
Please create {q} so that it contains only the number of checks that pass when you run {c}.
Execute {c} and save the passed count (just the digits) in {q}.
{q} must contain the number of checks that {c} reports as passed, and nothing else. Run the command and write the file.
Could you record the result of {c}? I want only the number of passed checks in a new file {q}.
How many checks pass with {c}? Store just the number in {q}.
Run {c}. From its output, take only the number of successful tests and write it to {q}.
{q} = passed count of {c}, digits only.
The number of tests that {c} counts as passed belongs in {q}. No other text, please.
Start {c} and note how many tests passed. The note is the file {q} and consists of that number alone.
Write a file {q} after running {c}. It holds one number: what has passed.
Passed checks of {c} -> {q}. Not the whole line, only the figure.
I collect figures. Run {c} and put the figure for passed tests, without words, into {q}.

## petra.note_number
Run {c} and write only the number that it prints to {q}.
{c} prints a number among other things. Save just that number in {q}.
Create {q} with the number from the output of {c}. No words, no units.
Execute {c}; the number in its output, and nothing else, goes to {q}.
Please take the number out of what {c} prints and store it in {q}.
{q} should contain the figure that {c} reports, in digits only.
Store just the number from {c} in {q}.
Number printed by {c} -> {q}, without the rest of the line.
What number does {c} give? Put it, bare, into the new file {q}.
Run {c}. {q} is to hold its number; drop all other text.

## petra.say_number
Run {c} and answer with the number that it prints, and nothing else.
Which number does {c} print? Just the number, please.
Execute {c}. Your answer must be the bare number from its output.
Please run {c} and reply with only the figure.
I need the number from {c}. No words around it.
{c}: number only.
Answer with one number: the one in the output of {c}.
Give me just the digits that {c} reports.

## petra.last_word
Run {c} and write the last word of its output to {q}.
{q} should contain only the last word that {c} prints.
Execute {c}. The final word of the output, and nothing else, goes to {q}.
Please save the last word of what {c} prints in the new file {q}.
Take the last word out of the output of {c} and store it in {q}.
Last word of {c} -> {q}.
Run {c}; of its output I need just the last word, in {q}.
Create {q}. Content: the word with which the output of {c} ends.

## petra.last_word_say
Run {c} and answer with the last word of its output only.
What is the last word that {c} prints? Only this word, please.
Execute {c}. Your answer is the final word of the output, nothing else.
Reply with the word with which the output of {c} ends.
I need just the last word of what {c} prints.
{c}: last word only.
Please run {c} and give me the final word without the rest.
One word as the answer: the last one in the output of {c}.

## petra.first_word
Run {c} and write the first word of its output to {q}.
{q} should contain only the first word that {c} prints.
Execute {c}. The first word of the output, and nothing else, goes to {q}.
Please save the first word of what {c} prints in the new file {q}.
Take the first word out of the output of {c} and store it in {q}.
First word of {c} -> {q}.
Run {c}; of its output I need just the first word, in {q}.
Create {q}. Content: the word with which the output of {c} begins.

## petra.first_word_say
Run {c} and answer with the first word of its output only.
What is the first word that {c} prints? Only this word, please.
Execute {c}. Your answer is the first word of the output, nothing else.
Reply with the word with which the output of {c} begins.
I need just the first word of what {c} prints.
{c}: first word only.
Please run {c} and give me the first word without the rest.
One word as the answer: the first one in the output of {c}.

## petra.note_failing
Run {c}. It fails. Write only the path of the failing file to {q}; do not fix anything.
{c} reports a file with an error. Save the path of that file, and nothing else, in {q}. The error itself stays.
Which file does {c} complain about? Put its path into {q}, but leave the file as it is.
Execute {c} and record the name of the file that fails in {q}. No repairs.
Create {q} with just the path of the file that makes {c} fail. Do not correct the file.
{q} should name the file that {c} objects to. Only the path; no fix.
From the error of {c}, extract the path and write it to {q}. Do not edit that path's file.
Run {c}, note the failing file in {q} (path only), and change nothing else.

## petra.say_failing
Run {c} and tell me only which file fails. Don't fix it.
Which file does {c} complain about? Answer with the path; no edits.
Execute {c}. I want the path of the file with the error and nothing else. Do not repair it.
{c} fails. Find out in which file and answer with that path alone. The file must stay as it is.
Reply with the path of the file that makes {c} fail. Do not change it.
Just the name of the failing file, please: run {c}. Leave the error in.
What file is to blame when {c} fails? One path, no fix.
Please determine, with {c}, which file is broken. Answer: its path. Edits: none.

## petra.note_version
Run {c} and write only the version number to {q}.
{q} should contain the version that {c} reports, without any other text.
Execute {c}. The version, and nothing else, goes to {q}.
Store just the version from the output of {c} in {q}.
Which version does {c} show? Save it, as numbers with dots, in {q}.
Version according to {c} -> {q}.
Please create {q} with the bare version number that {c} prints.
Take the version out of what {c} prints and put it into {q}; leave out the name.

## petra.set_version
Run {c} and set version in {p} to the version number that it prints.
{p} has an outdated version. Put the one that {c} reports there.
The version in {p} must agree with {c}. Run it and correct the file.
Execute {c}, take the version number from its output and write it into {p} as the new version.
Update version in {p}: the right number is part of what {c} prints.
{c} knows the current version. Make {p} say the same.
Please replace the version in {p} by the version that {c} gives.
version in {p} := what {c} says (only the number).

## petra.say_version
Run {c} and answer with the version number only.
Which version does {c} report? Just the number with its dots.
Execute {c}. Reply with the bare version.
I need the version from {c}, without the name of the program.
{c}: version only, please.
Give me only the version number that {c} prints.
What version is installed according to {c}? No other words.
Please run {c} and extract the version. This is the whole answer.

## petra.note_part
Look up {k} in {p} and write its value, and nothing else, to {q}.
Create {q} so that it contains only the value that {k} has in {p}.
Please find out what {k} is in {p} and save that value as the only content of {q}.
The new file {q} has to contain the bare value of {k}. You can find it in {p}.
Could you copy the value of {k} from {p} into a new file {q}? Only the value, without the key.
{k} from {p} -> {q}, value only.
Read {p}; of the line with {k}, store what stands behind the key in {q}.
{q} is needed with one thing in it: the {k} of {p}.
Extract {k} from {p}. The result, without key or sign, is to be written to {q}.
Not the line, just the value: {k}, read from {p}, written to {q}.

## petra.say_part
Answer with the value of {k} in {p}, and nothing else.
What is {k} in {p}? Only the value.
Just the value, please: {k} in {p}.
Read {p} and reply with the bare value of {k}.
{k} in {p}? No words around it.
Look up {k} in {p}. The value alone is the answer.
I need the {k} of {p}; do not repeat the key.
Your whole answer should be what {k} is set to in {p}.

## petra.passed_only
Run {c} and write the number of passed tests to {q}, not the number of failed ones. Only the digits.
{c} prints two numbers. Save the one for passed in {q}, bare.
Execute {c}; how many passed goes to {q}, just the number. Do not repair the failures.
{q} must contain the passed count of {c} and no other number.
Create {q} with the count of successes that {c} reports.
Passed count of {c} -> {q} (digits only; leave failures alone).
Of the output of {c}, only the number that passed is needed, in {q}.
Please store in {q} how many passed in {c}. The failed ones are of no interest.

## petra.failed_only
Run {c} and write the number of failed tests to {q}, not the number of passed ones. Only the digits.
{c} prints two numbers. Save the one for failed in {q}, bare.
Execute {c}; how many failed goes to {q}, just the number. Do not repair them.
{q} must contain the failed count of {c} and no other number.
Create {q} with the count of failures that {c} reports. No fixes.
Failed count of {c} -> {q} (digits only; leave the failures in).
Of the output of {c}, only the number that failed is needed, in {q}.
Please store in {q} how many failed in {c}. The passed ones are of no interest.

## petra.passed_say
Run {c}. How many passed? Just the number.
Execute {c} and answer with the number of passed tests only.
How many tests pass with {c}? Do not mention the failures and do not fix them.
Reply with the passed count of {c}.
{c}: passed count only, please.
Of what {c} prints, give me just the number that passed.
I only want to know how many succeed in {c}. Leave the rest.
Number of passes reported by {c}?

## petra.failed_say
Run {c}. How many failed? Just the number. Fix nothing.
Execute {c} and answer with the number of failed tests only.
How many tests fail with {c}? Do not fix them.
Reply with the failed count of {c}.
{c}: failed count only, please.
Of what {c} prints, give me just the number that failed. No edits.
I only want to know how many fail in {c}. Leave them as they are.
Number of failures reported by {c}?
''')
