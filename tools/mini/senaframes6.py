"""Frames: commands, tests, errors."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["run_report"] = lines("""
Run {c} and tell me the output
Run {c}
Run {c}. What does it print?
Run {c} and show me what it prints
Run {c} and report the result
Execute {c} and tell me what comes out
Execute {c}
Please run {c} for me
Please execute {c} and give me the output
What does {c} print?
What does {c} say?
What's the output of {c}?
What do you get from {c}?
What happens if you run {c}?
Can you run {c} and tell me the result?
Could you run {c}?
Start {c} and tell me how it went
Call {c} and report what it says
Try {c} and tell me what happens
Do a {c} and give me the output
Invoke {c}; I need the output
Launch {c} and let me know the result
Let {c} run and tell me what it says
Fire up {c} and tell me what you see
Kindly run {c} and share the output
Use the command {c} and report
I need the output of {c}
I want to see what {c} prints
I'd like to know what {c} says
Check {c} for me
In the terminal, run {c}. Output?
Type {c} in the shell and tell me the answer
Give {c} a run and report back
Go ahead and run {c}
Would you run {c} and summarize in a line?
{c} please
$ {c}
Command to run: {c}. Tell me what it returns
Does {c} work? Tell me what it prints
""")
ANSWERS["run_report"] = lines("""
{c} printed: {e}
The output is: {e}
It says: {e}
I ran {c}: {e}
{e}
""")

FRAMES["run_flaky"] = FRAMES["run_report"] + lines("""
Run {c}. If it hiccups, try again
Run {c}; it is flaky, so repeat it if needed
Run {c} until it goes through
{c} sometimes times out. Run it and retry if it does
Please run {c}, and once more if the first try fails
The network is bad today. Run {c} and retry on a temporary error
Get {c} to run and tell me the output. Retry when it's only a glitch
{c} is a bit shaky, keep trying until you get an output
Can you run {c}? It may need a second attempt
Kindly run {c}, in case of temporary issue try once again
""")
ANSWERS["run_flaky"] = lines("""
{c} worked on the second try: {e}
After a retry it printed: {e}
The first try failed, the second printed: {e}
It went through the second time: {e}
""")

FRAMES["run_two"] = lines("""
Run {c} and then {d}, tell me both outputs
Run {c}, then {d}. What do they print?
First run {c}, then run {d}, and report both results
Run {c} and {d} and tell me what they say
Execute {c} and {d}, one after the other. I need both outputs
What do {c} and {d} print?
Please run both {c} and {d} and give me the results
Two commands: {c} and {d}. Tell me what each prints
1. run {c}~2. run {d}~3. tell me both results
Start with {c}, continue with {d}, report both
I need the output of {c} and of {d}
Can you run {c}, after that {d}, and show me what came out?
Could you execute {c} followed by {d} and tell me the outputs?
Kindly run {c} and {d} and share both outputs
Do {c} first. Then {d}. What was printed?
Check with {c} and with {d}. What do they say?
Give me the outputs of these commands:~- {c}~- {d}
Call {c}, next {d}; answer with what each one said
""")
ANSWERS["run_two"] = lines("""
{c}: {e}~{d}: {f}
{c} printed {e} and {d} printed {f}.
The first says {e}, the second {f}.
Outputs: {e} / {f}
""")

FRAMES["run_fails"] = lines("""
Run {c} and tell me if it passes
Run {c}. Does it work?
Run {c} and tell me whether it succeeds
Run {c}; just report, fix nothing
Run {c} and report the result, don't change any file
Does {c} pass?
Does {c} succeed?
Is {c} green?
Is {c} okay right now?
Check whether {c} passes
Check if {c} goes through
See if {c} works
Please run {c}, I only want to know if it passes
Please check that {c} is fine
Can you check if {c} still passes?
Could you tell me whether {c} is green?
Try {c} and tell me honestly how it went
What's the state of {c}? Pass or fail?
Did I break {c}? Only look
Execute {c} and let me know if there is a problem
Kindly run {c} and let me know the status
Tell me the status of {c}. No fixes please
I just want the result of {c}, don't touch the code
Give me a status: {c}
Sanity check: {c}
""")
ANSWERS["run_fails"] = lines("""
{c} fails: {e}
No, {c} fails: {e}
It fails with: {e}
{c} does not work: {e}
""")
ANSWERS["run_passes"] = lines("""
{c} works: {e}
Yes: {e}
It succeeds: {e}
{c} is fine: {e}
""")

FRAMES["edit_test"] = lines("""
Replace {v} by {w} in {p}, then run {c}
Replace {v} with {w} in {p}, then run the tests with {c}
Change {v} to {w} in {p} and run {c}
Change {v} to {w} in {p} and check with {c} that everything passes
In {p}, change {v} to {w}, then run {c} and tell me the result
In {p} replace {v} by {w}; afterwards run {c}
Edit {p}: {v} -> {w}. Then run {c}
Edit {p} so that {v} becomes {w}, and then run {c}
{p}: {v} should be {w}. Run {c} after that
Fix {v} in {p} (should be {w}) and run {c} once
First replace {v} with {w} in {p}, then execute {c}
First {v} -> {w} in {p}, second {c}
Update {v} to {w} in {p}. Verify with {c}
Make {v} {w} in {p} and see if {c} is green
After changing {v} to {w} in {p}, run {c}
After {v} in {p} is replaced by {w}, please run {c}
Please change {v} to {w} in {p}. When that's done run {c} and report
Can you swap {v} for {w} in {p} and run {c}?
Could you put {w} instead of {v} in {p} and test it with {c}?
Kindly change {v} to {w} in {p} and run {c} to confirm
1. In {p}, replace {v} with {w}.~2. Run {c}.
1) {p}: {v} => {w}~2) {c}~3) tell me what it says
Step one: {v} becomes {w} in {p}. Step two: {c}
Use {w} instead of {v} in {p}, rerun {c}, report the outcome
Rename {v} to {w} in {p}; the tests ({c}) should pass then
Substitute {w} for {v} in {p} and do a {c}
The tests want {w} rather than {v} in {p}. Change it and run {c}
I think {v} in {p} has to be {w}. Change it and try {c}
""")
ANSWERS["edit_test"] = lines("""
I changed {v} to {w} in {p}; {c} says: {e}
{p} is changed and {c} passes: {e}
Done. {c} printed: {e}
{p} now says {w}. Result: {e}
""")

FRAMES["set_test"] = lines("""
Set {k} to {w} in {p}, then run {c}
Set {k} in {p} to {w} and run {c}
Change {k} in {p} to {w} and check with {c}
In {p}, set {k} to {w}; then run {c} and tell me the result
{k} in {p} should be {w}. Run {c} when it's changed
Update {k} to {w} in {p} and verify using {c}
Put {k} to {w} ({p}), afterwards do {c}
First set {k} = {w} in {p}, then execute {c}
Please make {k} {w} in {p} and run {c} after
Give {k} the value {w} in {p}. Run {c}. Report
Can you change {k} to {w} in {p} and run {c}?
Could you set {k} in {p} to {w}, then see what {c} says?
Kindly set {k} as {w} in {p} and run {c} afterwards
1. {p}: {k} to {w}~2. run {c}
Edit {p} ({k} -> {w}), run {c}, tell me what it printed
Adjust {k} to {w} in {p} and start {c}
I want {k} at {w} in {p}. Then {c}, and what does it say?
Configure {k} as {w} in {p} and reload with {c}
After you set {k} to {w} in {p}, call {c}
Switch {k} to {w} in {p}, run {c}, and give me the output
""")
ANSWERS["set_test"] = lines("""
{k} is {w} in {p}, and {c} says: {e}
Set {k} to {w}; {c} printed: {e}
Done. {c} printed: {e}
I changed {k} in {p}. Result: {e}
""")

FRAMES["test_fix"] = lines("""
Run {c} and fix what fails
Run {c}, fix the failure, and run it again
Run {c}. If something fails, repair it until it passes
Run {c} and make it pass
Run {c} and repair whatever is broken
Run the tests with {c} and fix the code until they pass
Run the tests ({c}), fix what they complain about
Make {c} pass
Make {c} green
Get {c} to pass
Get {c} green again
Please get {c} working again
Please make {c} succeed
Please fix the project so that {c} passes
{c} fails. Please fix it
{c} fails at the moment. Find out why and repair it
{c} is red. Make it green
{c} is broken, can you fix it?
{c} should pass, but it does not. Fix the cause
CI is red. The command is {c}. Fix it
The pipeline fails at {c}. Please sort it out
Something is wrong, {c} complains. Fix it
Somebody broke {c}. Repair please
Can you fix the error that {c} reports?
Could you find out why {c} fails, and fix it?
Look at what {c} complains about and correct it
Check {c}; correct the error it shows, then check again
Execute {c}, read the message, fix the file, execute it again
Kindly run {c} and resolve the failure
Kindly fix the issue shown by {c} and rerun
Do whatever it takes to make {c} pass
I want {c} to be green before lunch
Use {c} to find the problem and fix it
Debug this: {c} does not pass
The tests don't pass. Run {c} and repair the code
Fix the failing test. Command: {c}
Repair the build, {c} shows what is wrong
Until {c} passes, fix what it reports
I changed something and now {c} fails. Help
""")
ANSWERS["test_fix"] = lines("""
{c} passes now: I set it right in {p}.
Fixed {p}; {c} says: {e}
I fixed {p}, and now {c} passes: {e}
{p} was wrong. After the fix: {e}
""")

FRAMES["fix_two"] = lines("""
Run {c} and {d} and fix what they report
Make both {c} and {d} pass
Get {c} and {d} green
{c} and {d} must pass. Fix what is broken
First get {c} to pass, then {d}
Run {c}; fix the failure. Do the same with {d}
Please make sure that {c} passes and that {d} passes, fix if needed
{c} and {d} both fail right now. Please repair
Both checks are red, {c} and {d}. Make them green
Fix whatever {c} complains about, then whatever {d} complains about
Can you fix {c} and afterwards {d}?
Kindly resolve failures in {c} and {d}
1. make {c} pass~2. make {d} pass
Before I can merge, {c} and {d} need to be green
Repair the project: {c} first, {d} second
The reviewers want {c} and {d} to go through
""")
ANSWERS["fix_two"] = lines("""
Both pass now; I fixed {p} and {q}.
{c} and {d} pass after fixes in {p} and {q}.
I fixed {p} and {q}; {c} and {d} are green.
""")

FRAMES["hint_fix"] = lines("""
{c} fails because of {v} in {p}. It should be {w}. Fix it and run {c} again
{c} fails since {p} says {v} where {w} is expected. Correct that and rerun
The tests fail because {p} has {v} instead of {w}. Fix that, then run {c}
I know why {c} fails: {v} in {p} must be {w}. Please fix and verify
In {p} it says {v}, the test wants {w}. Fix it and confirm with {c}
Fix the bug in {p} ({v} should be {w}), then make sure {c} passes
Bug in {p}: {v} has to be {w}. After the fix run {c}
{v} in {p} breaks {c}. Use {w} and check again
To make {c} pass, change {v} to {w} in {p}, then run it
Please fix {p}, where {v} should read {w}, and prove it with {c}
Can you repair {p}? Not {v}, but {w}. {c} tells if it worked
The failing check {c} wants {w} in {p}, not {v}. Fix and rerun
My mistake: I typed {v} in {p}, {w} is right. Change it, run {c}
Kindly fix {p} by changing {v} to {w} and validate using {c}
{p} is the culprit, {v} must become {w}. Run {c} after that
""")
ANSWERS["hint_fix"] = lines("""
Fixed {p}; {c} says: {e}
{p} now says {w}, and {c} passes: {e}
{c} passes now: {e}
Done. After the fix: {e}
""")

FRAMES["if_fail"] = lines("""
Run {c}. If it fails, set {k} to {w} in {p} and run it again. If it passes, write {x} to {q}.
Run {c}; if it fails set {k} to {w} in {p} and rerun, otherwise create {q} with {x}.
If {c} fails, change {k} in {p} to {w} and run it once more. If it passes, put {x} in {q}.
If {c} passes, write {x} into {q}. Otherwise set {k} to {w} in {p} and rerun it.
Check {c}. In case of failure, {k} in {p} should become {w} (then run again); in case of success, save {x} as {q}.
Should {c} fail, set {k} in {p} to {w} and repeat it; should it pass, create {q} saying {x}.
Try {c}. Passing: create {q} with {x}. Failing: set {k} to {w} in {p} and try again.
Run the check {c}.~- fails: set {k} to {w} in {p}, run it again~- passes: write {x} to {q}
When {c} is green, note {x} in {q}. When it is red, set {k} to {w} in {p} and run it again.
Kindly run {c}. On failure set {k} as {w} in {p} and rerun. On success create {q} with {x}.
Depending on {c}: on success write {x} to {q}, on failure set {k} to {w} in {p} and rerun.
Do {c}. Is it ok? Then write {x} to {q}. Not ok? Then set {k} to {w} in {p} and do it again.
Please run {c}, and only if it fails change {k} to {w} in {p} and run it again; otherwise write {x} in {q}.
First {c}. If there's an error, {k} in {p} has to be {w}, then {c} again. If not, {q} gets the line {x}.
""")
ANSWERS["if_fail_bad"] = lines("""
{c} failed, so I set {k} to {w} in {p}. Now it says: {e}
It failed at first. With {k} at {w} it says: {e}
After setting {k} to {w} in {p}: {e}
""")
ANSWERS["if_fail_good"] = lines("""
{c} passed, so I wrote {q}. It said: {e}
It passed: {e} I created {q}.
{c} says {e}, and {q} is written.
""")

FRAMES["alt_command"] = lines("""
Run {c}. If that command is unknown, run {d} instead
Run {c}, or {d} if the first one does not exist
Try {c}; if that doesn't work use {d}
Run {c} or else {d} and tell me the output
Please try {c}. Should it not be available, {d} does the same
I don't know if {c} or {d} is right. Try {c} first
One of {c} and {d} works. Find out which and tell me the output
Use {c} to check; when there is no such command, use {d}
Either {c} or {d} is our check command. Run it and report
Can you run {c}, and {d} in case it isn't found?
Kindly run {c}; if not working then {d}
First {c}. If it's unknown: {d}. Report what it says
{c} is the new command, {d} the old one. Run whichever exists, new one first
We replaced {d} by {c}, maybe not here. Try {c}, fall back to {d}
The readme says {c}, my colleague says {d}. Try them in this order
""")
ANSWERS["alt_command"] = lines("""
{c} is unknown here, {d} printed: {e}
{d} works: {e}
{c} does not exist, so I ran {d}: {e}
With {d} I got: {e}
""")

FRAMES["save_output"] = lines("""
Run {c} and save the output in {p}
Run {c} and write its output to {p}
Run {c}, put what it prints in {p}
Write the output of {c} to {p}
Save the output of {c} as {p}
Store what {c} prints in {p}
{c} > {p}
Redirect the output of {c} into {p}
Create {p} with the output of {c}
I want the output of {c} in a file {p}
Please execute {c} and keep the output in {p}
Take the output of {c} and make a file {p} from it
Put into {p} what {c} says
Can you capture the output of {c} in {p}?
Could you save the result of {c} under {p}?
Kindly run {c} and store the output to {p}
For the record: output of {c} goes to {p}
Execute {c}; the printed text belongs in {p}
Log the output of {c} to a new file {p}
Run {c}. The output should end up in {p}
""")
ANSWERS["save_output"] = lines("""
Saved the output of {c} in {p}.
{p} holds the output of {c}.
I ran {c} and wrote its output to {p}.
The output is in {p}: {e}
""")

FRAMES["append_output"] = lines("""
Run {c} and append the output to {p}
Run {c} and add what it prints at the end of {p}
Add the output of {c} to the end of {p}
Append the output of {c} to {p}
{c} >> {p}
{p} should end with the output of {c}
Put the output of {c} as a new last line in {p}
Please run {c} and note the output below the rest in {p}
Take what {c} prints and add it at the bottom of {p}
Can you append the result of {c} to {p}?
Kindly append the output of {c} in {p}
Extend {p} by the output of {c}
Write what {c} says on a new line at the end of {p}
Log the result of {c} at the end of {p}
""")
ANSWERS["append_output"] = lines("""
Appended the output of {c} to {p}.
{p} now ends with the output of {c}.
I ran {c} and added its output to {p}.
""")

FRAMES["rerun"] = lines("""
Run {c} twice and tell me if the result is the same
Run {c} two times, is the output equal?
Please run {c} two times in a row. Same output?
Do {c} twice; are both outputs the same?
Execute {c} twice and compare the outputs
Is {c} stable? Run it twice
Call {c} and then once more. Does it print the same thing?
Can you run {c} twice to see if it's deterministic?
Check with two runs that {c} always prints the same
Kindly run {c} 2 times and check both outputs are same
""")
ANSWERS["rerun"] = lines("""
Yes, both runs printed: {e}
Yes, it printed {e} both times.
Both times the same: {e}
""")
