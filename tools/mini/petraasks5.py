"""Ways of asking for lists of things to do, with limits and without."""
from petrabase import add

add(r'''
## petra.new_files
Create these {n} files, each with one line:\n{L}
Could you set up the following files?\n{L}
I am setting up a test and need {n} one-line files. Create them.\n{L}
None of the following files exists yet. Write all {n}:\n{L}
Please create all of these, name first, content second.\n{L}
Every line below describes one new file. Do not leave any out.\n{L}
{L}\n\nThese are {n} files with their contents. Create each of them.
{n} notes are needed. Path on the left, text on the right:\n{L}
Files to be written ({n}):\n{L}
Write each text to its file:\n{L}

## petra.new_files_order
Please create {i}. They contain one line each, in this order:\n{L}
New files: {i}. Their contents, one line per file and in the same order, are\n{L}
The {n} lines below belong in {n} files, namely {i}, the first line in the first file and so on.\n{L}
Create {i}. Each gets one of the following lines, in the order given:\n{L}
{L}\n\nPut these lines into {i}, one line in each file, keeping the order.
{i} do not exist yet. Distribute the following lines among them, one each, from first to last:\n{L}
One line per file: {i}. Here are the lines in order.\n{L}
Write {i}. What they contain, respectively:\n{L}

## petra.set_many
Change {n} settings in {p}:\n{L}
Please update {p} as follows. All {n} changes are required.\n{L}
In {p}, these values have to be set:\n{L}
{p}\n{L}
The following settings of {p} are outdated. The right values:\n{L}
{L}\n\nApply all of this to {p}; other settings stay.
Edit {p} so that all of these hold:\n{L}
{n} corrections to {p}:\n{L}
Make all of the changes below in {p}, none of them elsewhere.\n{L}

## petra.edit_each
Make {n} replacements, one in each of these files:\n{L}
Please carry out all of the following edits.\n{L}
The list below has {n} entries. Each names a file, the present text and the new text.\n{L}
{L}\n\nThese are the edits to be made. Omit none.
Edits:\n{L}
I have {n} corrections in {n} files:\n{L}
Work through this list from the first entry to the last:\n{L}
To be replaced:\n{L}
The review found the following. Correct everything.\n{L}

## petra.edit_all
Replace {t} by {u} in every file that contains it.
{t} occurs in several files. It has to be {u} in all of them.
Find all files with {t} and change it to {u} in each.
No file may contain {t} any more; {u} takes its place everywhere.
Please substitute {u} for {t} throughout the workspace.
{t} -> {u}, in all files.
Wherever {t} is written, whichever file it may be, {u} has to be written instead.
Search the files for {t}. In each file with a hit, replace it with {u}. Files without it stay as they are.
Everywhere: {u} instead of {t}. Do not miss a file.

## petra.runs_order
Run these {n} commands in order and report the number that each prints:\n{L}
Execute all of the following, one after the other, and tell me the {n} numbers.\n{L}
{L}\n\nRun them from the first to the last and give me every number in the outputs.
I need {n} figures, one from each command:\n{L}
Please start the commands below in this order. For each, state the number it prints.\n{L}
Commands:\n{L}\nWhich numbers do they print? All of them, in this order.
What do these print? Run each and list the numbers.\n{L}
{n} commands, {n} numbers; leave none out.\n{L}

## petra.head_each
Insert the line {t} at the top of each of {i}.
{i} must all begin with the line {t}. Add it to each of them.
Put {t} above the first line in {i}.
Please prepend {t} to these files: {i}. All of them, please.
The line {t} is missing at the beginning of {i}. Insert it in every one.
{i}: new first line {t}.
Every one of {i} should start with {t}. The present lines are kept below it.
At the head of {i}, add {t} on a line of its own.

## petra.foot_each
Append the line {t} to each of {i}.
{i} must all end with the line {t}. Add it to each of them.
Put {t} below the last line in {i}.
Please append {t} to these files: {i}. All of them, please.
The line {t} is missing at the end of {i}. Add it to every one.
{i}: new last line {t}.
Every one of {i} should end with {t}. The present lines are kept above it.
At the bottom of {i}, add {t} on a line of its own.

## petra.remove_some
Remove these files with `rm`, one at a time: {i}.
{i} are obsolete. Delete all {n}.
Please delete {i}. Other files stay.
{n} files have to go: {i}.
Get rid of {i}, each with its own rm command.
After your work {i} must not exist any more.
rm: {i}
Delete the following files and no others: {i}.

## petra.red_only
Run {c} and report its error message. Don't fix it.
{c} fails. Tell me what it says; make no edits.
Execute {c} once and quote the message. Nothing may be repaired.
I only want to know why {c} fails. Leave all files as they are.
What does {c} report? Do not correct the problem, I will do that myself.
Report the failure of {c}, do not remove it.
No edits in this task: run {c} and give me the output.
Please run {c}. Whatever it complains about, change nothing; just tell me.
{c}: message only, no fix.
Read-only task. What is the error of {c}?
The error that {c} shows is intended. Run the command and repeat the error to me without touching a file.

## petra.look_only
Is {k} set to {w} in {p}? Only look, do not edit. Say yes or no, and the value.
Check whether {p} has {k} at {w}. No changes; answer yes or no with the actual value.
Does {k} equal {w} in {p}? Do not correct it if it does not. Yes or no, and what it is.
I expect {k} to be {w} in {p}. Am I right? Leave the file as it is and tell me the value.
{k} should be {w} in {p}. Verify this without an edit: yes or no, plus the value found.
No edits. {k} = {w} in {p}: yes or no? Give the value too.
Only a question: does {p} say {w} for {k}? Yes or no, and the number.
Please confirm that {k} is {w} in {p}, or deny it and state the right value. Change nothing.

## petra.keep_p
Leave {p} as it is. Create {q} with the content of {p} and the additional last line {t}.
{q} should consist of all lines of {p} followed by {t}. Do not edit {p}.
Without changing {p}, write {q}: the same text plus {t} as the last line.
I want a longer version of {p} in {q}. The line to be added at the end is {t}. The old file stays untouched.
Do not append {t} to {p}; write a new file {q} that has both, first the lines of {p}, then this line.
{q} = {p} + the line {t}. {p} itself is read-only.
Take the text of {p}, add {t} at the bottom, save it as {q}. Hands off {p} otherwise.
{p} must not change. {q} gets its lines, and below them {t}.

## petra.no_run
Replace {t} by {u} in {p}. Do not run {c}; I will do that.
In {p}, {t} has to be {u}. Don't run anything.
Edit {p} ({t} -> {u}) and stop there. {c} must not be started.
Only an edit: {u} instead of {t} in {p}. No commands, not even {c}.
Change {t} to {u} in {p} without running {c} afterwards.
{p}: {t} -> {u}. No tests, please; {c} takes hours.
Please put {u} in place of {t} in {p}. Leave {c} to the pipeline.
{c} will be run by somebody else. Your part is to replace {t} with {u} in {p}, and nothing more.

## petra.one_of_two
{p} and {q} both have {k} at {v}. Change it to {w} in {p} only.
Set {k} to {w} in {p}. {q} has the same line, which must stay.
{k} is {v} in {p} and in {q}. Only {p} has to get {w}.
In {p}, not in {q}, {k} becomes {w}.
Leave {q} as it is; {k} in {p} has to be {w}.
{k} = {w} for {p}. Do not touch {q}, although it has {v} too.
Please change {k} from {v} to {w}, but only in {p}; {q} keeps the old value.
Although {q} says {v} as well, the value {w} for {k} is meant for {p} alone.
''')
