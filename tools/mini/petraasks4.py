"""Ways of asking for commands, repairs and results."""
from petrabase import add

add(r'''
## petra.before_after
Run {c} and note the number it prints. Then replace {t} by {u} in {p}, run {c} again, and report both numbers.
How does the output of {c} change when {t} is replaced by {u} in {p}? Run it before and after the edit and report both numbers.
I want to measure an edit. First execute {c}, second replace {t} with {u} in {p}, third execute {c} once more. Report the number before and the number after.
Replace {t} with {u} in {p}. Run {c} both before and after this change, and tell me the two numbers it prints.
Please report two numbers: what {c} prints now, and what it prints once {p} contains {u} instead of {t}. Make that edit.
{c}, then {p}: {t} -> {u}, then {c} again. Which two numbers?
What does {c} print before and after {t} becomes {u} in {p}? Do the edit and give me both figures.
Compare: the number from {c} with {t} in {p}, and the number from {c} with {u} in its place.
Measure twice with {c}: once as things are, once after you have put {u} in place of {t} in {p}. Both results, please.
I need the effect of one change on {c}. The change is {u} instead of {t} in {p}. State the figure before it and the figure after it.
Two measurements with {c} are wanted, with an edit of {p} between them ({t} becomes {u}).
The edit {t} -> {u} in {p} should change what {c} reports. Show me: number before, number after.

## petra.before_after_set
Run {c}, set {k} to {w} in {p}, run {c} again, and tell me what it says before and after.
What does {c} say now, and what does it say when {k} is {w} in {p}? Make the change and report both.
Does {k} matter to {c}? Run it, change {k} in {p} to {w}, run it again; report both outputs.
Before and after: execute {c}, then edit {p} ({k} becomes {w}), then execute {c}. I want both results.
Report two outputs of {c}: one with {p} as it is, one with {k} at {w}.
{c}; {p}: {k} = {w}; {c}. What are the two results?
Set {k} in {p} to {w}. Please run {c} before you do it and once more afterwards, and give me both outputs.
I would like to see the effect of {k} = {w} in {p} on {c}. State what it prints without the change and with it.

## petra.fix
Run {c}. It will fail. Fix the file that the error message points to and run the command again until it succeeds.
{c} is broken at the moment. Please find out why by running it, repair the cause and run it again.
Make {c} pass.
I want {c} to succeed. Execute it, react to the error that it reports by editing the file, and then retry.
Could you run {c}, correct what it complains about, and confirm with a second run that it works?
Our pipeline is red because {c} fails. Run it, apply the fix that it suggests, and rerun it.
Execute {c}; on failure, read the message, edit the offending file, execute again.
{c} fails. Its message says what is wrong. Correct that, then prove with another run that it is right.
Somebody broke {c}. Repair it: run, edit, run.
After your work {c} must succeed. At present it does not.
Find the fault that {c} reports, remove it, and show that the command passes.

## petra.fix_chain
Run {c} repeatedly and fix one reported problem after the other until it succeeds.
There are several mistakes in this workspace. {c} reports them one at a time. Fix each of them and run the command again until it reports success.
{c} has to succeed, and more than one file may have to be corrected for that. Keep going until it does.
Could you get {c} to succeed? After each fix, run it again, since it may report another error.
Please do not stop before {c} runs without an error. Run it, fix what it reports, and repeat this as often as necessary.
Repeat until {c} is successful: run it, read the error, correct the file.
{c} stops at the first problem it finds, and there are more behind it. Work through all of them.
Fix everything that {c} finds. It shows only one problem per run.
One error of {c} hides the next. Remove them all, and finish with a run that succeeds.
Get {c} to pass. Expect further errors after the first one.
Errors come one by one from {c}. I want none left.
As long as {c} fails, edit what it names and try again.

## petra.fix_absent
Run {c}. If a file is missing, create it as the error message says and run the command again.
{c} fails because a file is missing. Execute it, create the file with the content that the message demands, and try again.
Could you make {c} work? It tells you which file it needs and what that file must contain.
I need {c} to pass. Run it, add the file that it asks for, and run it a second time.
Execute {c}, do what its error message asks for, and execute it again to confirm.
A file that {c} needs was never committed. The error describes it. Create it and run {c} again.
{c} names a missing file. Supply it exactly as described, then repeat the command.
Something is missing for {c}. Find out what, add it, check.

## petra.fix_note
Get {c} to succeed, and when it does, create {q} with the line {t}.
Repair what {c} reports. After it has passed, write {t} to {q}.
{q} may be created (content: {t}) only after {c} passes. It fails at the moment; fix that first.
First make {c} pass, then add a file {q} that says {t}.
Run {c}, fix the error, run it again; finally record {t} in the new file {q}.
Create {q} with {t} once {c} is green. To get it green, correct the file that it complains about.
Two things: {c} has to work again, and after that {q} has to exist with the line {t}.
Fix {c}; then {q}: {t}

## petra.test_note
Run {c} and save its output in {q}.
Execute {c}; {q} has to contain exactly what it prints.
Please create {q} with the complete output of {c}.
What {c} prints has to be kept in a new file {q}.
Output of {c} -> {q}, unchanged.
Test with {c}, then note the result, word for word, in {q}.
Start {c} and store all that it prints in {q}.
{q} is to be the record of a run of {c}: its output and nothing else.

## petra.test_note_line
Run {c} and write one line to {q}: "{y}: " followed by the number of passed checks.
Create {q} with the line "{y}: N", where N is the number that {c} counts as passed.
Execute {c}. {q} should say "{y}: " and then how many passed.
After running {c}, note the passed count in {q} in the form "{y}: <number>".
{q} needs the line "{y}: <passed count of {c}>".
Please record how many checks {c} passes. The file is {q}, the format "{y}: <number>".
Write "{y}: X" to {q}. X stands for the number of passed tests of {c}, so run it first.
Make a note of {c} in {q}: {y}, a colon, a space, the number of passed checks.

## petra.append_result
Run {c} and append the number of passed checks, as a bare number, to {p}.
Execute {c}. The passed count becomes a new last line of {p}; it consists of digits only.
{p} keeps a record. Add the number of checks that pass with {c} as its last line.
Please add one line to {p}: the number of passed tests of {c}. Keep the other lines.
How many checks pass with {c}? Write the number below the last line of {p}.
Passed count of {c} -> end of {p}, on a line of its own.
At the bottom of {p} I need the count of tests that {c} passes, without words.
Extend {p} by a line with just the number that {c} reports as passed.

## petra.suite
Replace {t} by {u} in {p}, then run the tests.
Change {t} into {u} in {p} and make sure that the tests pass.
In {p} we want {u} rather than {t}. Make this change and run the test suite afterwards.
Run the tests after you have replaced {t} by {u} in {p}.
Could you please substitute {u} for {t} in {p} and then run the test suite?
{p} must contain {u} in place of {t}. Edit the file, run the tests.
{t} -> {u} in {p}; tests afterwards; report their result.
Edit {p} ({u} instead of {t}). Then test, and tell me what the tests print.
Do the tests pass with {u} instead of {t} in {p}? Make the edit and run them.
The tests fail because {p} says {t}. It has to say {u}. Correct it and run them.
As soon as {t} in {p} has become {u}, run the test suite.

## petra.readme_suite
Replace {t} by {u} in {p}, then run the tests. {o} says how.
{o} describes how to test. Change {t} to {u} in {p} and test, and tell me the number of passed tests.
Edit {p}: {u} instead of {t}. Afterwards run the test command that you find in {o}, and report how many tests passed.
Put {u} in place of {t} in {p} and verify it by the command given in {o}. How many tests pass?
The test command is in {o}. Use it after you have changed {t} into {u} in {p}; give me the count of passed tests.
{p}: {t} -> {u}. Tests: see {o}. How many pass?
Look up in {o} how the tests are started. Replace {t} with {u} in {p}, start them, report the passed count.
In {p}, {t} has to be {u}. When this is done, run the tests as {o} prescribes and state the number that passed.
I do not remember the test command, but {o} has it. Run it once {p} says {u} instead of {t}. I need the number of passes.

## petra.replace_test
Replace {t} by {u} in {p}, then run {c} and tell me how many tests passed.
Before you run {c}, replace {t} with {u} in {p}. Report the number of passing tests afterwards.
Please edit {p} so that {t} becomes {u}. Once this is done, execute {c} and report the number of tests that pass.
The tests expect {u} in {p}, but it still contains {t}. Correct this, run {c}, and state how many tests passed.
Could you run {c} and give me the count of passed tests? Replace {t} by {u} in {p} first, because otherwise it fails.
{p}: {t} -> {u}. Then {c}. How many tests pass?
How many tests does {c} pass after {u} has taken the place of {t} in {p}? Make the edit, then run it.
{c} comes last; {t} -> {u} in {p} comes first. I want the number of passed tests.

## petra.two_runs
Run {c} and {b} and report the number of passed checks for each.
Please execute {c} first and {b} second. How many checks passed in each case?
Could you tell me how many checks pass with {c} and how many with {b}? Run both commands.
After {c}, run {b} as well. Report the two numbers of passed checks.
I need the passed counts of two commands: {c} and {b}. Execute them and report the figures.
{c}: how many pass? {b}: how many pass?
Two commands, two numbers: the passed checks of {c} and those of {b}.
How many checks are successful in {c}, and how many in {b}? Do not omit either.

## petra.fallback
Run {c}. If that command is not available, run {b} instead and report the number that it prints.
Try {c} first. Should it be unavailable, use {b}. Tell me the number in the output.
Could you run {c} or, if it is not installed, {b}? I need the number that is printed.
Report the number that {c} prints. On machines that lack this command, {b} prints the same number.
Please execute {c}; if the system does not know it, execute {b}, and tell me which number you get.
Which number does {c} print? In case the command is unknown here, take {b}.
{c}, or else {b}. What number?
I prefer {c}, but {b} will do where it is not installed. The number in the output is what I want.

## petra.flaky
Run {c}. If it fails with a temporary error, retry it, and tell me the output.
Execute {c}. The network is unreliable today, so you may have to try more than once. What does it print?
Could you run {c} until it succeeds? A first attempt sometimes fails for no good reason. Report the output.
I need a successful run of {c} and its output. On a transient failure, simply repeat the command.
Please start {c}, retry if the sandbox reports a temporary problem, and give me the result.
{c} fails now and then by chance. Repeat it in that case and quote what it prints.
Get an output from {c}. One failure does not mean anything.
What does {c} print? Try again if it does not work the first time.

## petra.create_run
Create {p} with the content below, then run {c} and report how many checks passed.\n\n{B}
Please run {c} after you have created {p}, and tell me the number of checks that passed. The content of {p} is:\n{B}
{c} needs {p}, which is missing. Create it with exactly this text, run {c} and tell me how many checks it counts as passed.\n{B}
Step 1: create {p} with the text at the end of this message. Step 2: execute {c}. Step 3: report the number of passed checks.\n\n{B}
Can you add {p}, execute {c} and tell me the number of checks that were successful? This is the file:\n{B}
How many checks does {c} pass with this as {p}?\n{B}
Save the following as {p}, start {c}, and give me the passed count.\n{B}
New file {p}, then {c}; I need the number of passed checks. Text of the file:\n{B}

## petra.remove_list
Run {c} and then list the files that are left.
Delete {p} with {c}. Afterwards, report the names of all remaining files.
{p} is obsolete. Remove it by means of {c} and tell me which files the workspace still contains.
Which files remain once {p} is gone? Remove it with {c} and check.
Please remove {p} ({c}), list the workspace and name every file that is still there.
{c}, and then: what is left?
Remove {p}. What other files are there? Name them after the removal.
I want {p} deleted and a complete list of what the workspace has then.
''')
