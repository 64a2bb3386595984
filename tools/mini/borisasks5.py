"""Frames of requests about commands, searches, conditions and things that go wrong."""
from borisbase import add

add(r"""
## run_value
Run {c} and tell me its output, and also the {k} in {p}.
What does {c} print, and what is {k} in {p}?
I want two things: the output of {c} and the {k} from {p}.
{c} -> output? {p} -> {k}?
Start {c}, report what it says, then look up {k} in {p}.
Give me what comes out of {c} together with the {k} of {p}.
Please execute {c}; quote it. Then name the {k} that {p} has.
Report {c}. Report {k} of {p}.
How does {c} answer? And which {k} is in {p}?
Tell me both: what {c} says now, which {k} {p} gives.
For the log: result of {c}, {k} as in {p}.
Call {c} first. Then read {p} for its {k}. I need both results.
## two_commands
Run {c} and then {cc}, and tell me what each prints.
What do {c} and {cc} print?
Outputs of {c} and of {cc}, please.
Execute {c}. Execute {cc}. Report both.
I need the results of two commands, {c} and {cc}.
{c}; {cc} (tell me both outputs)
Start with {c}, go on with {cc}, and say what came out of each.
Please launch {c} and also {cc} and quote both answers.
Could you try {c} and {cc} for me? What do they say?
First command: {c}. Second command: {cc}. Results?
Let me know what {c} returns, and what {cc} returns.
Both {c} and {cc} must be run today; write me what they gave.
## create_count
Create {p} with {t} and tell me how many files there are then.
Write {t} to {p}; how many files do we have with it?
Add a file {p} saying {t}. Then count all files.
{p} <- {t}, then number of files?
Make {p} ({t}) and give me the new total of files.
Once you have put {t} into a new {p}, report the file count in digits.
I need {p} with {t} in it, and the number of files afterwards.
Please store {t} as {p} and count what is in the workspace.
After creating {p}, which is to read {t}, say how many files exist.
New file {p}: {t}. How many is that now, all files counted?
First save {t} under {p}. Second, how many files?
Let there be {p} with the text {t}. The number of files, please, once it's there.
## delete_names
Delete {p} and tell me which files are left.
Remove {p}. What remains?
rm {P}, then the list of what is left
Throw {p} out and name the files that stay.
Get rid of {p}; afterwards show me all remaining names.
Which files do we still have after {p} is deleted? Delete it and say.
{p} can go. Tell me what is left then.
Please erase {p} and list the rest for me.
I don't need {p} any longer. Drop it and give me the names of the others.
Without {p}, what files are there? Do remove it, please.
Take {p} away and report which files are still here.
Once {p} is gone, I'd like to hear the names of all other files.
## given_test
Change {v} to {vv} in {p}, then run {c}.
In {p} put {vv} for {v}; {c} has to pass.
{p}: {v} => {vv}. Verify: {c}
After {v} in {p} has become {vv}, run {c} and tell me what it says.
{c} fails since {p} says {v} and not {vv}. Correct it and run it.
Make {p} say {vv}, not {v}, and check by {c}.
Please edit {p} ({vv} in place of {v}) and confirm with {c}.
Run {c} as soon as {p} has {vv} instead of {v}.
I'd like {v} replaced by {vv} in {p}, followed by {c}. Result?
Fix first, test second: {v} to {vv} in {p}; {c}.
To get {c} green, {v} in {p} must be {vv}. Do that, run it.
Once {p} has got {vv} where {v} was, {c} should be fine. Try it.
## given_fix
{c} fails. Fix it.
Run {c}, see what is wrong, correct it, run {c} again.
Make {c} pass.
Get {c} green again, please.
Why does {c} fail? Repair the cause and show me that it passes.
{c} is red since {n} worked here. Mend it.
There is an error that {c} finds. Put it right.
Use {c} to find the mistake; then correct the file and use it again.
Please look after {c}, it doesn't go through at the moment.
I want to see {c} succeed. At present it does not.
fix whatever {c} complains about
Could you run {c}, do what it asks for, and run it once more?
## flaky
Run {c} and tell me the output. If it times out, run it again.
{c} please. It is slow at times, be patient.
What does {c} print?
Try {c} until it answers, and report the answer.
Report what {c} says, even if you must start it twice.
Execute {c} for me. What is the result?
I need the result of {c}. Now and then it times out, just repeat it then.
Get me the output of {c}.
Let {c} run and quote its line.
output of {c}?
Please run {c}; in case of a timeout try once more.
Start {c} and let me know what it answers.
## output_file
Run {c} and write its output into {p}.
{c} > {p}
Save what {c} prints as {p}.
{p} should hold the output of {c}, nothing else.
Put the result of {c} in a file {p}.
Execute {c}; what it prints goes to {p}.
I need the output of {c} in {p}.
Make a new file {p} from what {c} says.
Keep the answer of {c} in {p} for me.
Please note in {p} what {c} gives out.
Let {c} run and store the line it prints under {p}.
Whatever {c} returns, write it to {p}.
## missing
What is {k} in {p}? [If that isn't the name, look which file it could be.|]
Tell me the {k} from {p}.
Read {p} and report {k}. The file may be called a bit differently.
{k} in {p}?
I think it was {p}: what {k} does it have?
Give me {k}, it's in {p} or so.
Look up {k} in {p} (I am not sure how it is spelled).
Open {p}, tell me {k}. If it isn't there, take the one that is meant.
Which {k} is given in {p}?
Please state the {k} of {p}.
From {p}, as far as I remember its name, I want the {k}.
{p} has a {k} that I need.
## condition
If {k} in {p} is {v}, write {t} to {q}, otherwise write {tt} to {q}.
Look at {k} in {p}. When it is {v}, {q} shall say {t}; else {q} shall say {tt}.
{q} should hold {t} in case {p} has {k} {v}, and {tt} in any other case.
Is {k} {v} in {p}? Yes: put {t} in {q}. No: put {tt} in {q}.
Check {p}: with {k} being {v}, create {q} with {t}, with anything else create it with {tt}.
Write {q}. It says {t} if {p} sets {k} to {v}, but {tt} if not.
Depending on whether {k} in {p} is {v}, save {t} (it is) or {tt} (it isn't) as {q}.
if {k}=={V} in {P}: {q} <- {t}\nelse: {q} <- {tt}
Read {p} first. Should {k} be {v}, then {q} gets {t}. Should it be something else, {q} gets {tt}.
Please make {q}: {t}, provided that {k} in {p} is {v}; {tt} otherwise.
Only if {p} has {v} for {k} do I want {t} in {q}. If it has not, I want {tt} there.
Put into {q} either {t} or {tt}: the first when {k} of {p} is {v}, the second when it is not.
## carry
Take the {k} from {p} and write it to {q}.
Write the value of {k} in {p} into a new file {q}.
{q} should hold just the {k} of {p}.
Read {p}, find {k}, save its value as {q}.
{k} of {p} -> {q}
Put the {k} that {p} has into {q}, only the value.
Store in {q} what {p} gives as {k}.
I want a file {q} with the {k} from {p} in it and nothing else.
Look up {k} in {p}; the value goes to {q}.
Copy only the value of {k} from {p} to a file {q}.
Please save the {k} (see {p}) under {q}.
From {p} the {k} is needed in {q}, the bare value.
## carry_key
{k} in {q} must be the same as in {p}. Change {q}.
Bring {q} in line with {p}: take over its {k}.
Set {k} in {q} to what {p} has for it.
Read {k} from {p} and put it in for {k} in {q}.
{p} has the right {k}. Correct {q} to match.
Give {q} the {k} of {p}.
{k}: {p} -> {q}
Let {q} have the same {k} as {p}.
The {k} of {q} is wrong, {p} knows the right one. Update {q}.
Please copy the value of {k} from {p} over that in {q}.
See which {k} stands in {p}, then use it as the {k} of {q}.
Align the {k} of {q} with the one in {p}.
## find_change
One file mentions {v}. Change that to {vv}.
Find the file with {v} in it and write {vv} instead.
Somewhere it says {v}; it must be {vv}.
I don't recall which file has {v}. Replace it by {vv}, please, and tell me the file's name.
Look for {v} in the files and turn it into {vv}. Which file was it?
{v} (in one of the files) should be {vv}.
Search for {v}, put {vv} there, and name the file.
Whichever file holds {v}, correct it to {vv}.
There's a mistake in some file: {v} for {vv}.
{v} -> {vv}, you'll have to find the file
Please locate {v} among our files and substitute {vv}.
In some file I wrote {v} and meant {vv}. Put it right, wherever it is.
## total_lines
How many lines does each file have?
Count the lines of every file and tell me all the numbers.
Line counts of all files, please.
For each file here: how many lines?
wc -l for everything, then report
Give me the number of lines file by file.
I need to know the length in lines of each of the files.
Go through the list of files and count the lines of every one.
How long are the files, each in lines?
Please state for every file its line count.
All files with their numbers of lines, that's what I want.
List the files, run wc -l on each one, tell me what you get.
""")
