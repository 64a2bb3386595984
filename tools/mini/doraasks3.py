"""Ways of asking for runs, tests and repairs."""
from dorabase import add

add(r'''
## dora.run_tell
Run {c} and tell me the output.
{c}?
What does {c} print?
{C}
Execute {c}, please, and report what it says.
I'm curious what {c} gives at the moment.
Could you try {c} and paste the result?
Give me the result of {c}.
Do a {c} for me. Output goes here in the chat.
Start {c}. What happens?
I can't open a terminal right now; what is the output of {c}?
Please run {c}
See what {c} reports and let me know.
The output of {c}, as it is, please.
Let me know how {c} ends.
Just run {c} and quote it.
Does {c} work? Tell me what comes out.

## dora.run_flaky
Run {c}. It sometimes fails by chance, then try again. Tell me the output.
{c} is flaky; repeat it until it works and tell me what it says.
Try {c}; if there's a hiccup, once more. What's the result?
I need the output of {c}. The runner is unreliable, so be patient.
Get {c} through, with a retry if need be, and report.
{c} - retry on temporary errors - output please
Execute {c} for me; don't give up at the first temporary error. What does it print?
Please run {c}. It failed for me with some network trouble, maybe you're luckier. Result?
What does {c} say once it gets through?
Keep at {c} until you've an answer, then give me that answer.
Our CI box is moody. Run {c} and, should it refuse, run it again; I want the final output.
Could you run {c}? Sometimes it takes two attempts. Tell me what came out.

## dora.run_two
Run {c}, then {b}, and tell me what both print.
{c} && {b}, output of both please
First {c}, after that {b}. What do they say?
I need two outputs: that of {c} and that of {b}.
1. {c}\n2. {b}\nReport both results.
Execute {c}. When it's through, execute {b}. Then tell me both results.
Before {b} you have to run {c}. What do the two print?
Please try {c} as well as {b} and give me the outcomes.
What comes out of {c}, and what of {b} afterwards?
Do {c} and {b} in this order and quote the two outputs.
- {c}\n- {b}\nrun these, answer with what they say
Can you do {b} for me? It needs {c} first. I want to read both outputs.

## dora.fix_test
{c} fails. Fix it.
Run {c} and fix what it complains about.
Make {c} pass.
{c} is red, please turn it green.
I can't get {c} through. Could you find out why and repair it?
Something is off: {c} doesn't pass any more. Correct it and run it again to be sure.
Get {c} clean.
fix {C}
Please look at what {c} says, do what is needed, and check again.
CI stopped at {c}. Find the cause, mend it, verify.
Bug: {c} reports a problem\nWanted: no problem\nProof: run it again after your change
The intern's commit broke {c}. Sort it out.
Since this morning {c} shows an error. Please fix the error, not the test.
Title: repair the build\n\nAcceptance criteria:\n- {c} succeeds\n- nothing else changes
Could you have a look at {c}? It's complaining and I've no idea what it wants.
I want to merge, but {c} has to pass first.
Try {c}. If it isn't happy, make it happy.
Debug {c} for me please
Whatever {c} objects to, fix that.
Do what's necessary so that {c} passes, then confirm.

## dora.fix_hinted
{c} says:\n{M}\nPlease fix that and run it again.
I get this from {c}:\n\n{M}\n\nCan you repair it? Run {c} to check.
{M}\n\nThat's {c}. Fix it and verify with the same command.
Output of {c}:\n```\n{M}\n```\nMake it go away and confirm with another run.
Running {c} ends in\n{M}\nCorrect the file, then run {c}.
The CI log has\n  {M}\nfor {c}. Fix, rerun.
Fix this:\n{M}\nand see whether {c} is satisfied.
Ticket: {c} fails\nLog: {M}\nTo do: correct the cause, then run the command again
Help, {c} keeps telling me this:\n{M}\nPlease change what it wants and check with {c}.
What do I do about it?\n{M}\nWell, you do it: change the file and run {c}.
After my last edit {c} reports the following.\n{M}\nUndo my mistake and make sure {c} passes.
here is the error, {c} gives it\n{M}\nfix + rerun

## dora.fix_system
Run the tests and fix what fails.
Are the checks green? If not, repair it.
Make the tests pass.
Please get the project's check to pass.
Something's broken. Run the usual check and fix it.
Tests. Fix. Tests again.
Do a test run; should it fail, correct the cause and test once more.
I changed a few things. Could you check and mend whatever broke?
The suite must be green before I leave, please see to it.
fix the build
Find out what's wrong with the suite and put it right.
Let the checks run. Anything red gets fixed.
Verify the project and, in case of trouble, solve it.
Please test everything and repair what doesn't work, I have a release in an hour.

## dora.test_green
Run {c}. Is it green?
Does {c} pass?
Please run {c} and tell me the result.
How does {c} look?
{c} - status please
Check with {c} whether everything still works, and quote the summary.
Can I merge? Run {c} and report what it says.
Quick sanity check: {c}. What's the outcome?
Let {c} run and tell me how it went.
Give me the last line of {c}.
I refactored a bit. Make sure that {c} is still fine, and give me its words.
Is {c} happy? Say what it prints.
Test it ({c}) and report back.

## dora.test_red
Run {c} and tell me what's failing. Don't fix anything.
What does {c} complain about? Only tell me, no changes.
Just report the message of {c}; I'll fix it myself.
{c} fails on my machine. Does it here? Give me the message, change nothing.
Show me the failure of {c}, hands off the files.
Which error does {c} give? Please leave the code alone.
I need the exact error of {c} for a bug report, no repair.
Read-only job: run {c}, quote the failure.
Don't touch a thing, only tell me what {c} has to say.
Reproduce the failure of {c} and paste it here. I want to solve it on my own.
For the stand-up: what's {c} failing with? No fix needed yet.
Try {c}, and copy its complaint here without acting on it.

## dora.change_test
In {p} change {t} to {u}, then run {c} and tell me the result.
Replace {t} with {u} in {p} and check with {c}. What does it say?
I want {c} to pass; for that put {u} instead of {t} in {p}. Report what it prints.
{p}: {t} -> {u}. Then {c}. Result?
Before you run {c}, make sure that {p} says {u} and no longer {t}. Give me the output.
Edit {p} ({t} becomes {u}); verify using {c}; quote the summary.
1. open {p}\n2. {t} => {u}\n3. {c}\n4. tell me the outcome
{c} should be run after {u} has replaced {t} in {p}. How does it end?
Title: update {p}\n\nChange: {t} to {u}\nAcceptance: {c} passes; post what it prints
Try whether {c} likes {u} better than {t} (that's in {p}). Tell me what it says.
Could you swap {t} for {u} in {p}, run {c} and give me its output?
Apply this to {p}:\n- {T}\n+ {U}\nand run {c}. I want to see its result.
Once {t} in {p} reads {u}, {c} ought to be green. Do that and let me know what you get.

## dora.change_system
In {p} change {t} to {u} and run the tests. What do they say?
Replace {t} by {u} in {p}, test it, report the result.
{p}: {t} -> {u}, then check and tell me what comes out.
Please put {u} where {p} has {t}. Verify as usual and quote the outcome.
Make {t} in {p} {u}; see if the checks still pass and give me their words.
Edit, then test: {p}, {t} becomes {u}. I need the test result.
After changing {t} to {u} in {p}, run our check and tell me what it reports.
{u} instead of {t} in {p}, please, and a test run with its result.
Change {p}: not {t}, but {u}. Are the tests fine then? Quote them.
Small edit in {p}, {t} to {u}. Don't forget to run the tests; what's the result?
The text {t} in {p} has to be {u}. Do it, test, and copy the summary here.
Test whether the project survives {u} in place of {t} ({p}). Give me what the check prints.

## dora.lint_test
Get both {c} and {b} to pass.
Fix {c} first, then {b}.
{c} and {b} are red. Work through them in this order.
Two checks fail: {c} as well as {b}. Repair what they report.
1. make {c} pass\n2. make {b} pass
Please run {c}, fix its complaint, and after that do the same with {b}.
For the release we need a clean {c} and a clean {b}.
Acceptance criteria:\n- {c} succeeds\n- {b} succeeds
I broke {c}. And {b}. Could you clean up after me?
Start with {c}; once it's good, move on to {b}. Fix whatever turns up.
Neither {c} nor {b} goes through. Change that.
make {c} green, then {b}

## dora.test_then
Run {c}. If it passes, change {v} to {w} in {p}; if not, create {q} with the text {x}.
If {c} is green, bump {p} from {v} to {w}. Otherwise write {x} into a new file {q}.
Depending on {c}: success means {v} becomes {w} in {p}, failure means a file {q} saying {x}.
{c} ok? then {p}: {v} -> {w}. not ok? then {q} with {x}.
Check {c} first. Only when it succeeds raise {p} from {v} to {w}, else leave a note {x} in {q}.
We release {w} (now {v}, see {p}) as long as {c} passes. Should it fail, put {x} in {q} instead.
Please test with {c}. Good: {p} goes from {v} to {w}. Bad: new file {q}, content {x}.
- run {c}\n- pass: replace {v} by {w} in {p}\n- fail: write {q}: {x}
In case {c} fails I want {q} with {x} in it. In case it's fine, I want {w} instead of {v} in {p}.
Is {c} passing? If so set {w} for {v} in {p}, and if it isn't, note {x} in {q}.
Don't bump {p} ({v} to {w}) unless {c} succeeds. When it doesn't, save {x} as {q}.
Either {p} gets {w} in place of {v} (when {c} passes) or we get {q} with {x} (when it doesn't).
''')
