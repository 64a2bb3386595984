"""Frames of requests about facts with changes, and about tests whose command stands elsewhere."""
from borisbase import add

add(r"""
## fact_change
Tell me the {k} in {p}, then set {kk} there to {v}.
What is {k} in {p}? Also change its {kk} to {v}.
In {p}, {kk} must become {v}. And tell me what {k} is.
Report the {k} of {p}; after that make the {kk} {v}.
{p}: say {k}, set {kk} to {v}
Two things about {p}: I want to know its {k}, and its {kk} should be {v} from now on.
Please put {v} as {kk} into {p} and let me know which {k} it has.
Have a look at {p}. Which {k} does it name? While you are in there, {kk} ought to read {v}.
From {p} read out {k} to me, but also correct {kk}: it's {v} now.
I need {k} from {p}. {kk} in the same file is outdated, {v} is right.
Update {kk} to {v} in {p}, and mention the {k} in your answer.
first: which {k} in {p}? second: {kk} = {v} there
{kk} in {p} has to be changed into {v}; the {k} stays, just tell me what it is.
## change_old
Set {k} in {p} to {v} and tell me what it was before.
Change the {k} of {p} to {v}. What was the old one?
{p}: {k} -> {v}, and report the previous value
What {k} does {p} have at the moment? Whatever it is, make it {v}.
Replace the present {k} in {p} by {v} and name me the old value.
Please note the current {k} of {p} for me, then overwrite it with {v}.
I want {v} as the {k} in {p}. Say which value had to go.
The {k} in {p} becomes {v} today. For the protocol: what did it say until now?
Before you set {k} to {v} in {p}, look what is there, and tell me.
In {p}, swap the {k} for {v}; let me know the former value.
Make {p} say {v} for {k}, but don't let the old value be forgotten: tell it to me.
{k} of {p} shall be {v} (old value in your reply please)
## change_count
Replace {v} by {vv} in {p} and tell me how many files there are.
In {p} change {v} to {vv}. And how many files do we have?
{p} should say {vv} instead of {v}. Afterwards count the files.
Swap {v} for {vv} in {p}; then give me the number of files here, in digits.
It says {v} in {p} but must be {vv}. Fix it, and say how many files are in the workspace.
{v} -> {vv} in {p}, then number of files?
I'd like {vv} where {p} has {v}, and the file count.
Once {v} in {p} has become {vv}, list the files and tell me how many.
Please correct {v} into {vv} ({p}) and report the total of files.
In the file {p} you find {v}; write {vv} there. How many files are there overall?
Not {v} but {vv}, in {p} please. Also: number of files in this folder?
Turn the {v} of {p} into {vv}, and answer me one question: how many files exist?
## add_lines
Add the line {t} at the end of {p} and tell me how many lines it has then.
Append {t} to {p}. How many lines are in it now?
{p} needs one more line, {t}, at the bottom. Count its lines afterwards.
Put {t} below everything else in {p}, then say the new line count.
Write {t} as the last line of {p} and run wc -l on it. [The number?|What does it say?]
{p} += {t}, then line count
Extend {p} by {t} (own line, at the end), and give me the number of lines after that.
Could you tack {t} onto the end of {p}, then tell how long the file is in lines?
To {p} add at its end: {t}. After it is done I want to know how many lines there are.
At the foot of {p} goes {t}. What's the line count with it?
How many lines does {p} have once you have appended {t}?
Please to put {t} in the end of {p}, new line, and then say me count of lines.
## system_edit
Change {v} to {vv} in {p} and run the tests.
In {p} replace {v} with {vv}, then [run the tests|test it|check that the tests pass].
{p}: {v} -> {vv}, then tests
{p} must say {vv} instead of {v}. Test afterwards.
Swap {v} for {vv} in {p}. Do the tests pass then?
Please make it {vv} rather than {v} in {p}, and see that the checks are happy.
It says {v} in {p}, should be {vv}. Run our usual tests when done.
Put {vv} where {v} stands in {p}; make sure that the test command passes.
Fix {p}: {vv}, not {v}. You know how to test here.
Edit {p} so that {v} becomes {vv}. Then run the tests the way we do it here.
With {v} changed to {vv} in {p}, are the tests fine? Do both.
I want {vv} in place of {v} ({p}), tested.
Let {p} read {vv} instead of {v} and then test, please.
Tests fail because {p} has {v}. Write {vv}, run them again.
## system_report
Run the tests and tell me [the result|what they say].
Do the tests pass? What is the output?
How do the tests look right now?
Please test everything and report what comes out.
tests?
Give me the outcome of the test run, word for word.
Test the project. I only need the result.
Are we good? Run the checks and [quote|repeat] the output.
Time for the test command. What does it print?
Start the usual test run and let me know how it ends.
Just run the tests, then say what was printed.
Kindly perform a test run and inform me about its outcome.
## system_fix
Run the tests and fix what they complain about.
The tests are failing. Make them pass.
Tests are red, [find out why and |]repair it, run them again.
Please get the tests green.
Something is broken. Run the tests, they will tell you what is expected; correct it and test again.
Test, mend, test again until it passes.
Make the test suite happy.
See what the tests want and give it to them.
Could you run the tests, correct the file they name, and confirm that they pass?
One check does not pass. Fix the file.
fix failing test
Nightly tests failed, {n} says. Have a look and set it right.
Whatever the tests find wrong, put it right, then prove it with another run.
## readme_edit
Change {v} to {vv} in {p}, then run the tests as described in {q}.
{q} says how to test. Replace {v} by {vv} in {p} and test it.
In {p}: {vv} instead of {v}. Then the test command from {q}.
Look up the test command in {q}, swap {v} for {vv} in {p}, and run that command.
{v} -> {vv} in {p}; tests per {q}
I don't know the test command, it is in {q}. Make {p} say {vv} where it says {v} and then test.
Please write {vv} rather than {v} in {p} and check with the command that {q} gives.
It must be {vv} in {p}, not {v}. How we run tests stands in {q}; do run them.
First {v} becomes {vv} in {p}, next you test it the way {q} explains.
Edit {p} ({v} to {vv}) and then follow {q} to verify it.
Testing is explained in {q}. Do it after putting {vv} for {v} into {p}.
Fix {p} where {v} should have been {vv}; the command for the tests you find in {q}.
## readme_find
Change {v} to {vv} in {p} and run the tests. The command is in one of the files here, the readme.
Replace {v} by {vv} in {p}, then test. I forgot the test command, but the readme has it.
{p} should have {vv}, not {v}. See the readme for how to run the tests, and run them.
In {p} make {v} into {vv}. Afterwards test it as our readme demands.
The readme tells how to test. Do so after {v} in {p} was changed to {vv}.
{v} => {vv} in {p}, then tests (see readme)
Put {vv} for {v} in {p}; find the readme, run the test command that it gives.
Somewhere here is a readme with the test command. Use it once {p} says {vv} instead of {v}.
New value in {p}: {vv} in place of {v}. Check it with what the readme calls the test command.
I want {v} gone from {p}, {vv} in its place, and a test run like in the readme.
Consult the readme about testing, correct {v} to {vv} in {p}, and test.
Our readme explains the tests. Write {vv} where {p} has {v} and make them pass.
## readme_report
Run the command that {q} gives for testing and tell me what it prints.
{q} has the test command. Run it. Result?
How do I test this? It's in {q}; do it for me and report the output.
Tests as in {q}, please. What do they say?
Look in {q} for the way to run the tests, run them so, and quote the outcome.
Do the tests pass? (command: see {q})
Open {q}, find the test command, execute it, tell me the output.
Check the project as {q} says, then report what came out.
According to {q} there is a test command; I want to know what it says today.
read {q}, run its test command, say the result
Be so kind to test things in the way written in {q}, and give me the result.
The instructions for testing are in {q}. Follow them and tell me how it went, in the words of the command.
## readme_fix
Run the tests as {q} says, fix what is wrong, run them again.
{q} knows the test command. Get it to pass.
The tests from {q} fail. Find out why, repair it, and make sure.
See {q} for the tests; they are red, make them green.
Take the test command out of {q}, run it, correct the file it complains of, and run it once more.
Please make the tests described in {q} pass.
tests in {q} broken, pls fix
Something doesn't pass. The command is written in {q}, the rest you will see.
Test by the book ({q}), mend the fault, test again.
With the command given in {q} you can see what fails. Put it right and show that it passes.
Work on it until the check in {q} is satisfied.
{n} broke the build. {q} tells how to check it. Repair what it names.
## system_line
The tests are run with {C}.
To test, run {C}.
Test command: {C}
Our test command is {C}; use it whenever tests are asked for.
When somebody says "test", run {C}.
Checks: {C}.
In this project tests mean {C}.
For tests use {C} and nothing else.
After a change, {C} shows whether things are fine.
Run tests by {C}.
Testing here is done by {C}.
tests = {C}
The command for the tests is "{C}".
You test with `{C}`.
Always test with `{C}`, not with anything else.
## readme_line
Tests: {C}
To run the tests: {C}
Test with {C}
Run {C} to test.
testing -> {C}
How to test: {C}
Please run {C} after each change.
$ {C}
The tests are started by {C}.
Check your work with {C}
Test command: {C}
Before you hand in, {C} must pass.
## set_test
Set {k} in {p} to {v} and run the tests.
{k} of {p} must be {v}. Test afterwards.
Change the {k} in {p} to {v}, then test.
{p}: {k} = {v}, tests after that
The tests want {v} as the {k} in {p}. Give it to them and run them.
Please enter {v} for {k} in {p} and tell me what the tests say.
With {k} at {v} in {p}, do the tests pass? Set it and see.
I decided that {k} is {v}. Note it in {p} and have the tests confirm it.
Put {k} to {v} ({p}), and don't skip the tests.
In {p} the {k} is wrong, {v} is right. Once that is done, test.
Let {p} have {v} as {k}; a test run should follow.
Could you update {k} in {p} ({v}) and test it?
Edit {p} so that its {k} is {v}, then prove with the tests that all is well.
## where_test
{s} [The test command|How to test|The command for the tests] is in {q}.
{q} [tells|says|explains] how to test. {s}
For the tests see {q}. {s}
{s} ([tests: see|test command in] {q})
{s} Look into {q} for the test command.
You find the way to test in {q}. {s}
{s} As for testing, {q} has it.
Read {q} to learn how tests are run. {s}
""")
