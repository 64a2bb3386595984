"""Ways of asking for copies with a change, commands before and after, chains of failures, and what is forbidden."""
from silasbase import add

add(r'''
## copy.set
Copy {p} to {q}, but with {k} at {v}.
Make {q} out of {p}. Only {k} differs: {v}.
{q} = {p} but with {k} at {v}
I need {q}, the same as {p} except that {k} is {v}. {p} itself stays.
Take {p} as the pattern for {q} and set {k} to {v} there, not in {p}.
New file {q}: like {p}, {k} being {v}.
Clone {p} as {q}; in the clone {k} becomes {v}.
{p} is to be kept. A second one, {q}, gets {v} for {k} and is otherwise equal.
Derive {q} from {p} ({k}: {v}).
For the new site we need {q}. It is {p} with another {k}, namely {v}.
Same as {p}, but {k} {v}, please, under the name {q}.
Duplicate {p} under {q}, with one line changed: {k} has the value {v}.
Without touching {p}, create {q} from it with {k} set to {v}.
## copy.word
Copy {p} to {q} and say {u} for {t} in the copy.
{q} should be {p} with {u} instead of {t}. Leave {p} alone.
Make {q} like {p}, only that {t} is {u} there.
A copy of {p} named {q}, please, {t} replaced by {u} in it.
{q} := {p}, {t} -> {u}
From {p} make {q}. The one difference: {u} where {p} has {t}.
Use {p} as the master for {q}; swap {t} for {u}, in {q} only.
I want {p} twice, the second time as {q} and with {u} for {t}.
Clone {p} into {q}. In the clone {t} turns into {u}.
## copy.plain
Copy {p} to {q}.
Make a copy of {p} named {q}.
{q} should be the same as {p}.
Duplicate {p} as {q}.
I'd like a spare of {p}, called {q}.
Back up {p} as {q}.
cp {P} {Q}
Put the text of {p} into {q} as well.
Have {p} a second time, under {q}.
## copy.from
Copy {p} to {q}, but with the {k} that {o} has.
{q} = {p}, except for {k}, which comes from {o}.
Make {q} from {p}. Its {k} is that of {o}, though.
Take {p}, take {k} from {o}, make {q} out of both. {p} and {o} stay.
I need {q}: all as in {p}, {k} as in {o}.
Clone {p} as {q} with the value for {k} found in {o}.
New file {q}, patterned on {p}; look up {k} in {o}.
{q} is to be {p} with the {k} of {o}.
## two.run
Run {c}, then {A}, then run {c} again. Tell me both outputs.
First {c}. Then {A}. Then {c} once more. What did it say each time?
I want {c} before and after. In between, {A}.
^{A}, but run {c} before it and after it, and report both results.
Before-and-after test: {c}, {A}, {c}. Both outputs, please.
1. {c}\n2. {A}\n3. {c}\nReport 1 and 3.
What does {c} say now, and what does it say after you {A}?
See what {c} prints, {A}, see what it prints then. I need the two lines.
Does it make a difference to {c} if you {A}? Run it on both sides and quote both.
## after.run
^{A}, then run {c} and {b}. What do they print?
^{A}. After that: {c}, then {b}. Report both.
Please {A} and afterwards run two commands, {c} and {b}; I want both outputs.
When you have done this: {A}, start {c} and then {b}, and tell me the results.
Two commands follow the change. Change: {A}. Commands: {c}, {b}. Tell me what they say.
1. {A}\n2. {c}\n3. {b}\nTell me what 2 and 3 gave.
Run {c} and {b}, in this order, once you have done the following: {A}. Outputs to me.
^{A}; {c}; {b}. Outputs?
## first.run
Run {c} first, then {A}. What did the command say?
Before you {A}, run {c} and note its output for me.
^{A}, but not before {c} has run. Tell me what it printed.
Start with {c}. Afterwards {A}. I need the output of the command.
First {c} (tell me the result), then {A}.
1. {c}\n2. {A}\n3. tell me what 1 printed
Give me the output of {c}; once it has run, {A}.
{c} comes first, and I want to hear what it says. Then {A}.
## test.note
Run {c} and write what it says into {q}.
Save the outcome of {c} in {q}.
{q} should hold what {c} reports.
Do a run of {c}; note its message in {q} word for word.
Keep the result of {c} in a file {q}.
Test with {c}, then file the message under {q}, whatever it is.
{c} > {Q}
I need the verdict of {c} in writing, as {q}.
Whatever {c} prints goes to {q}. Don't repair anything.
## test.word
Run {c}. If it passes, write {t} into {q}, if it fails, {u}.
{q} should say {t} or {u}, depending on whether {c} passes.
Test with {c} and note in {q}: {t} on success, {u} on failure.
{c} passes -> {q} holds {t}; fails -> {q} holds {u}.
Put {t} into {q} when {c} goes through, otherwise put {u} there.
How does {c} end? Write {q} accordingly, {t} for good and {u} for bad.
Result of {c} into {q} as one entry: {t} (fine) or {u} (not fine). No repairs.
Please run {c}, then create {q} saying {t} if it was all right and {u} if not.
## chain
{c} fails. Fix what it complains about until it passes.
Get {c} to pass.
Make {c} green. There may be more than one thing wrong.
Run {c}, repair what it names, run it again, and so on to the end.
{c} is red, probably for several reasons. Work through them.
Please bring {c} to an end without failure, one complaint after the other.
Until {c} is happy: run, fix, repeat.
I have to show a clean {c} today. Do what its messages ask for.
Something is off, see {c}. And when that is mended, look again.
{c} stops us. Remove every obstacle that it reports.
Keep at {c} until nothing is left to complain about.
Broken: {c}. Wanted: a pass. The messages say what to do.
Each run of {c} finds something new. Go through all of it.
## chain.two
Both {c} and {b} fail. Fix what they report.
Make {c} pass, then {b}.
{c} and {b} are red. Get both green.
First {c}, then {b}: repair what each complains about.
I need {c} as well as {b} without failures.
Two checks are failing, {c} and {b}. Mend and run each again.
1. get {c} to pass\n2. get {b} to pass
{c}, {b}: both have to go through before we ship. Do what they ask.
## chain.blind
The tests fail. Fix them.
Run the tests and mend what they find.
Tests are red. Please get them green.
Make the tests pass.
See to it that the tests go through.
Our checks fail somewhere. Find out and repair it.
Test, fix, test again, please.
Can you get the test run clean?
Something fails in the tests. Put it right.
## chain.readme
Fix the tests. {p} says how they are run.
The tests fail; the command for them is in {p}. Get them to pass.
Look into {p} for the test command, run it, repair what it finds.
How to test is written in {p}. Make it pass.
Please get the tests green ({p} has the command).
According to {p} there is a check. It fails at present. Mend that.
Run what {p} gives as the check, and fix the complaint.
See {p} for how we test. Then make the test succeed.
## nofix
Run {c} and tell me what is wrong. Don't fix it.
What does {c} complain about? No repairs.
{c} fails. Say why, and leave it failing.
Only a diagnosis: what is the message of {c}?
Just run {c} and report. Nothing is to be mended.
Please do not repair anything. What does {c} say?
I want the message of {c}, not a cure.
Look but don't touch: {c}. What is its complaint?
Hands off the code. Run {c}, quote the failure.
Is there a failure in {c}? Quote it. I'll mend it myself.
## leave
Replace {t} by {u} in every file of {d}/ except {p}.
In {d}/, {t} becomes {u}. Leave {p} as it is, though.
{t} -> {u} throughout {d}/, but not in {p}.
All of {d}/ should say {u} for {t}. {p} is frozen, don't touch it.
Swap {t} for {u} in the files of {d}/. Exception: {p}.
Don't change {p}. In all other files of {d}/ turn {t} into {u}.
{p} may keep {t}; every other file in {d}/ that has it gets {u}.
Rename {t} to {u} in {d}/, sparing {p}.
## leave.one
Change {t} to {u} in {p}, not in {q}.
Only {p}: {t} becomes {u}. {q} also has it, but leave that.
{t} stands in {p} and {q}. Make it {u} in {p} and leave {q} as it is.
In {p} and nowhere else, put {u} for {t}.
{q} is right as it stands. {p} has {t} and should have {u}.
Don't touch {q}. {p} needs {u} where it says {t}.
{u} for {t}, please, in {p} alone ({q} stays).
{p} yes, {q} no: {t} -> {u}
## norun
^{A}. Don't run anything.
^{A}, and start no command; the cluster is busy.
No commands, please. Just {A}.
Just {A}. I run the tests myself.
^{A}, nothing more: no tests, no commands.
Without running anything: {A}.
Do not start {c}, it is night there. Only {A}.
^{A}. {c} is not to be run.
Please {A}. Leave {c} to me.
## wrong
{k} ought to be {v} in all of {L}. Which of them is off? No edits.
Which of {L} has another {k} than {v}? Only tell me.
{L} should agree: {k} {v}. Name the one that doesn't, don't correct it.
One of {L} does not have {k} at {v}. Which, and what does it have? Leave it.
Look at {k} in {L}. Where is it not {v}? Just say so, change nothing.
Find the file whose {k} differs from {v}: {L}. I'll correct it myself.
Audit: {k} = {v} everywhere? Check {L} and name the exception. Read only.
Don't fix it, but which of {L} departs from {k} {v}?
## test.plain
^{A}, then run {c}.
^{A} and check with {c}.
^{A}. {c} should pass after that; run it.
Please {A}, then test with {c}, and tell me what it says.
^{A}; verify with {c}.
1. {A}\n2. {c}
After this change {c} must pass. Change: {A}.
Would you {A} and then see whether {c} is content?
{c} wants us to {A}. Do that and run it.
## test.blind
^{A} and run the tests.
^{A}, then test.
Please {A}. Run the tests after that.
^{A}. Do the tests still pass?
Test it when you are done: {A}.
^{A}; after that the usual check.
First {A}, then the tests, then tell me how they went.
Do this and run our tests: {A}.
## stepwise
^{A}. Then {B}.
^{A}, then {B}.
First {A}, then {B}.
^{A}. After that, {B}.
1. {A}\n2. {B}
- {A}\n- {B}
^{A} and {B}.
Two things: {A}; and {B}.
Before you {B}, {A}.
Last of all {B}. First of all {A}.
^{B}, but {A} before that.
^{A}. When that is done, {B}.
Please do both: {A}, and {B}.
Once you have done the first, do the second. First: {A}. Second: {B}.
## stepwise3
^{A}, then {B}, then {D}.
1. {A}\n2. {B}\n3. {D}
First {A}. Second, {B}. Third, {D}.
- {A}\n- {B}\n- {D}
Three things: {A}; {B}; {D}.
^{A}. Then {B}. At the end, {D}.
Finish with this: {D}. Before it {B}, and start with this: {A}.
a) {A}\nb) {B}\nc) {D}
^{A}, {B}, and {D}.
In this order, please: {A}, {B}, {D}.
The last step is to {D}. The first is to {A}, and in the middle {B}.
''')
