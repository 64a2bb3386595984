"""Frames of the vito tasks that run commands and act on what they print."""
from vitobase import bank

RUN = bank("run", """
Run {qc} and tell me what it [prints|says].
[Could|Can] you run {qc} and report the output?
What does {qc} print?
I need the result of {qc}. Would you run it?
Please execute {qc}; I want to know what comes out.
{c} - output?
Our caretaker told me to type {qc}, but I wouldn't know where. Please do it and read me the answer.
Start {qc} for me and let me know what it says.
Would you mind running {qc} once and telling me the result?
run {c} and say what you see
Every evening somebody has to run {qc}. Tonight it's you: what was the result?
When you run {qc}, what do you get?
Kindly carry out the command {qc} and pass on its output.
I'm curious what {qc} gives today.
""")
TWO = bank("tworuns", """
Run {qc} and then {qc2}, and tell me what each prints.
I need the output of {qc} and of {qc2}.
Could you run both {qc} and {qc2} and let me know the results?
{c}; {c2} -> what do they say?
First {qc}, after that {qc2}. What do you get each time?
Please run two commands, {qc} as well as {qc2}, and report both answers.
The accountant wants two results: that of {qc} and that of {qc2}.
Once {qc} has run, please run {qc2} too. I'd like to hear both outputs.
Execute these and report:\\n{c}\\n{c2}
What do {qc} and {qc2} print, one after the other?
Start with {qc}, finish with {qc2}, and read me what came out of both.
Would you do {qc}, then {qc2}, and write me what they said?
""")
FIX = bank("fix", """
Run {qc}. If it [fails|complains], fix {p} and run it again.
{qc} fails because of {p}. [Please repair it|Could you fix it] so that it passes.
Something's wrong in {p}: {qc} no longer passes. Would you put it right and check again?
Please get {qc} to pass. The problem must be in {p}.
{qc} [should pass|has to be OK] before tonight. Run it, correct {p} as needed, run it again.
Our nightly check {qc} went red and I suspect {p}. Can you fix it?
make {c} pass, fix {p}
I don't understand the message from {qc}. Look at it, fix {p}, and make sure it works afterwards.
See what {qc} has to say and correct {p} accordingly, then try again until it's happy.
Run the check {qc}, mend {p}, and confirm that the check passes.
{p} has a mistake that {qc} will show you. Please correct it and run the check once more.
Would you run {qc}, read what's wrong, edit {p} and then verify?
the test {c} not pass, please repair in {p} and run again
""")
FIXFIND = bank("fixfind", """
{qc} fails. [Find out why and fix it.|Please find the mistake and repair it.]
Please run {qc}, find the file that's wrong, fix it and run it again.
Could you get {qc} to pass? I don't know which file is to blame.
Something broke {qc}. Repair whatever it is, and make sure it passes.
make {c} green
Run {qc}; it will name a problem. Solve it and check that it's gone.
I changed something yesterday and now {qc} complains. Would you sort it out?
Before I go home {qc} must pass. Please see to it.
{qc} gives an error I can't make sense of. Fix the cause, then rerun it.
The check {qc} isn't happy. Make it happy, please.
Have a look at what {qc} reports, correct the file it names, and test again.
Whatever {qc} complains about, please put it right and run it one more time.
""")
EDITRUN = bank("editrun", """
In {p}, change {qa} to {qb}, then run {qc}.
Replace {qa} by {qb} in {p} and [run|start] {qc} [afterwards|after that]. What does it say?
{p} should say {qb} instead of {qa}. Once that's done, run {qc} and tell me the result.
Run {qc} after changing {qa} to {qb} in {p}.
Could you put {qb} where {p} has {qa}, and then check with {qc}?
{p}: {a} -> {b}; {c}
Before you run {qc}, swap {qa} for {qb} in {p}. Tell me what the run says.
Please correct {qa} to {qb} in {p}. Then start {qc} so that we know it's fine.
We decided on {qb} rather than {qa}. Update {p}, run {qc}, report back.
I'd like two things: {qb} in place of {qa} in {p}, and then a run of {qc}.
Set {qa} to {qb} in {p}; when finished, {qc} should be run.
Would you edit {p} ({qa} becomes {qb}) and let {qc} confirm it?
""")
ADDRUN = bank("addrun", """
Create {p} with {qx} and then run {qc}.
Please write {qx} into a new file {p}. After that run {qc} and tell me the result.
{qc} needs a file {p} with the text {qx}. Make it and run the command.
Run {qc}, but first save {qx} as {p}.
Could you make {p}, containing {qx}, and check it with {qc}?
{p} = {x}; then {c}
I was told to put {qx} in {p} and start {qc} next. Would you do that for me?
Once {p} exists with the line {qx}, run {qc}. What does it report?
Make a file {p} that says {qx}, then let me know what {qc} prints.
Save this as {p}: {x}\\nThen run {qc}.
The new file {p} has to say {qx}; {qc} will check that. Please do both.
Put {qx} in {p} and when it's saved, execute {qc}
""")
SAVEOUT = bank("saveout", """
Run {qc} and [save|write|store] [its output|what it prints] [in|to] {p}.
Put the output of {qc} into {p}.
{c} > {p}
Could you keep the result of {qc} in a file {p}?
I'd like to have what {qc} prints in {p}, so I can read it later.
Please run {qc}. Whatever comes out goes to {p}.
{p} should contain the output of {qc}.
For our records, store the answer of {qc} as {p}.
Would you execute {qc} and make a file {p} from the result?
Create {p} with the text that {qc} gives.
The auditors want to see {qc} in writing. Run it and save the result under {p}.
Save to {p} what you get from {qc}
""")
PASSQ = bank("passq", """
Does {qc} pass? [And|Also,] how many checks does it count?
Run {qc}. Did it pass, yes or no, and how many checks were there?
Could you tell me whether {qc} passes, and the number of checks it gives?
Is everything fine with {qc}? Answer yes or no with the number of checks.
I need to tell my boss if {qc} is passing and how many checks it has.
{c}: pass yes/no? how many checks?
Please run {qc} and say if it went through (yes or no), plus the count of checks.
Would you see if {qc} still passes? I'm also interested in the number of checks.
Has {qc} got any failures? Say yes if it passed and no if not, and the number of checks.
Check with {qc} whether all is well (yes or no) and tell me the number of checks.
Run {qc} for me; I want a yes or a no on passing, and how many checks there were.
Two facts about {qc}, please: passed or not (yes or no), and how many checks.
""")
VERS = bank("vers", """
Update the version from {a} to {b} in {fs}, then run {qc}.
We release {b} today. Replace {a} with it in {fs}, and run {qc} afterwards.
{fs} still say {a}. It must be {b} in all of them; {qc} should then pass.
bump {a} -> {b} ({fs}), then {c}
Please change {a} to {b} in {fs}. When all are done, start {qc}.
Could you set the new number {b} in {fs}? The old one is {a}. {qc} tells you if it worked.
Version {a} is history, {b} is what {fs} should show. Run {qc} at the end.
Before running {qc}, put {b} in place of {a} in {fs}.
The number {a} appears in {fs} and has to become {b}. To finish, run {qc}.
I need {b} instead of {a} everywhere, that is in {fs}. Then execute {qc} and tell me what it says.
Raise the version in {fs} to {b} (it's {a} now) and confirm with {qc}.
In each of {fs} there's {a}; make that {b}, then {qc} please.
""")
