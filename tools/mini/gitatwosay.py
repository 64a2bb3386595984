"""What gita says for commands: reports, retries, checks, conditions on what is printed."""
from gitabase import bank

bank(r"""
## report
Run {c} and tell me what it prints.
What does {c} say?
{c} - output please.
Please execute {c} and report.
I need the result of {c} for the handover.
Could you check {c} for me? I only want to know what comes out.
Give me the status: {c}
Type {c} and read me the answer.
{n} asks what {c} gives at the moment.
Have a go at {c} and pass the output on.
How do things look? {c} should tell.
Quote the output of {c}.
I'd like to paste the result of {c} into the ticket, so run it.
## stubborn
Run {c}. It sometimes fails with a passing error; try again if so, and tell me what it prints.
{c} is flaky. Repeat it until it answers and give me the output.
Get me the output of {c}, retry if the network hiccups.
I want to see what {c} prints. If the first attempt times out, just do it once more.
Execute {c}. Should it fail for a temporary reason, don't give up.
What's {c} saying? The host is a bit slow tonight, so be patient with it.
Please run {c} and report back; one failure means nothing.
Try {c}. It may be cranky the first time.
{c}, with a second try if need be. Result?
Keep at {c} till there's a proper answer, then tell me that answer.
The link is bad today. Still: what does {c} report?
Run {c} for me and, if it is refused for now, again.
## fixcheck
Run {c}, fix what it complains about and run it again until it passes.
{c} is red. Find out why and make it green.
Please get {c} to pass.
Our pipeline fails at {c}. Repair the setting that it names, then check again.
Something's off, {c} doesn't go through. Can you sort it out?
Make {c} happy. Its message tells you what to change.
Could you see what {c} has to say, do it, and prove that it's fine afterwards?
First {c}. Then correct what it points at. Last, {c} once more.
I broke a config and now {c} fails. Fix it, please.
{c} must be clean before I go home. <Take care of it.|You know what to do.>
Diagnose with {c}; the fault is in one file; correct it and verify.
Nobody can deploy because of {c}. Unblock us.
Start with {c}. Whatever value it wants, put it where it wants it and confirm with another run.
Get {c} from failing to passing. Touch only the line at fault.
## sysfix
Set {k} to {w} in {p}.
In {p} the {h} must be {w}; check it the usual way.
Please change {k} to {w} ({p}) and validate.
{p}: {k} -> {w}
New value for the {h} in {p}: {w}. Don't forget the check.
Make {w} the {h} in {p}, then verify as always.
{k} in {p} is due for a change to {w}.
Give {k} the value {w} in {p}. Only when the check is through are we done.
Adjust {p}: {h} {w}. And run our check.
We want {w} for {k} in {p}.
Put {w} into {p} as {k}, follow the house rules.
Could you update the {h} in {p} to {w}?
## editcheck
Change {v} to {w} in {p}, then run {c}.
Replace {v} with {w} in {p} and make sure {c} passes.
{p}: {v} should be {w}. Once that is in, run {c}<, and tell me if it's fine|>.
After you have put {w} for {v} in {p}, verify with {c}.
1. {p}: {v} -> {w}\n2. {c}
Before you run {c}, turn {v} in {p} into {w}.
Swap {v} for {w} in {p}. Check: {c}
Run {c} for me, but not before {p} says {w} where it says {v} now.
I need {c} to succeed. For that, {v} in {p} has to become {w}.
Edit {p} ({v} out, {w} in); {c} must be OK afterwards.
Let {p} have {w} instead of {v}. Does {c} pass then?
First fix {p}, it has {v} and needs {w}. Then and only then {c}.
## tofile
Run {c} and save its output in {p}.
Write what {c} prints to {p}.
{c} > {P}
Put the output of {c} into a new file {p}.
I want {p} to hold the result of {c}.
Record {c} for the auditors, in {p}.
Capture {c}; store the text as {p}.
Create {p} from the output of {c}.
Please note down what {c} gives. {p} is the place for that.
The output of {c} should end up in {p}, word for word.
Execute {c}, keep the answer in {p}.
Could you dump {c} to {p}?
## outkey
Run {c} and set {k} in {p} to what it prints.
{c} prints the {h} that belongs into {p}.
The right {k} for {p} comes from {c}. Fetch it and put it there.
Ask {c} for the current {h} and update {p}.
In {p} the value of {k} is stale; {c} knows the new one.
Whatever {c} answers is the {h} we want in {p}.
Take the output of {c} as {k} in {p}.
Get the {h} with {c}, then write it to {p}.
Please refresh {k} in {p}. Source of truth: {c}
{p} should have as its {h} exactly the thing {c} returns.
First {c}, next put its answer after {k} in {p}.
Use {c} to find the {h} and correct {p} with it.
## ifout
Run {c}. If it says {v}, run {c2}; otherwise leave things alone.
Check {c}; only when it prints {v}, do {c2}. Tell me what you did.
If {c} reports {v} then {c2}, else nothing.
See whether {c} gives {v}. In that case {c2} is needed.
Should {c} come back with {v}, please fire off {c2}. Any other answer means we wait.
{c2} may only be run if {c} shows {v}. Look, decide, report.
Depending on {c}: for {v} run {c2}, for anything else just tell me the state.
I'm worried about {s}. When {c} says {v}, {c2} helps. If not, don't touch it.
What's {c} like? For {v}, start {c2} at once; if it's another state, report it only.
Conditional step: {c} == {v} ? {c2} : report
Do {c2} provided that {c} answers {v}. Report the state you saw.
Look at {c} first. {v} calls for {c2}; every other state is fine by me, just name it.
## which
Two services: {c} and {c2}. Find the one that is {v} and restart it with {R} NAME.
One of {s} and {s2} is {v}. Check with {c} and {c2}, then run {R} for that one.
Run {c}, run {c2}; for whichever is {v} do {R} <service>.
Please look at {c} and at {c2}. Restart ({R} NAME) only what is {v}.
{s} or {s2}, one of them is {v}, I don't know which. {c} / {c2} tell you. Then: {R} and its name.
Use {c} and {c2} to see what is {v}. It gets a {R}, the other is left in peace.
Find the {v} one: {c}, {c2}. Bring it back by {R} followed by its name.
Status of {s} ({c}) and of {s2} ({c2})? Give the {v} one a {R}.
Something is {v}. Candidates: {s}, {s2}. Commands: {c}, {c2}, and for the sick one {R} + name.
After both {c} and {c2} have been run, restart the one that came out {v}, like {R} xyz.
Compare {c} with {c2}. Who is {v}? {R} that one, please.
I want every service up. {c} and {c2} show the state; {v} means you run {R} with the name.
## obey
Run {c} and do what it tells you to.
{c} will say what's next. Follow it.
Please start {c}; its output names another step, do that too.
Execute {c}. If it asks for something, see to it.
Do {c} and whatever it says is missing.
{c} prints an instruction. Carry it out.
Begin with {c} and take it from there, it explains itself.
I don't know the next step, but {c} does. Ask it and act.
Work through {c}: run it and comply.
Let {c} guide you.
Look at the output of {c}, then act on it.
Kick off {c}; follow-up work is in its message.
## verdict
Run {c} and write {t1} to {p} if it passes ({v}), {t2} if it doesn't.
{p} should say {t1} when {c} prints {v}, or else {t2}. Create it accordingly.
Depending on {c}, make {p}: {t1} for {v}, {t2} for any other result.
Check {c}. Then leave a note in {p}: {t1} (it said {v}) or {t2} (it said something else).
If {c} answers {v}, put {t1} into a new file {p}; if not, put {t2} there.
Status page: {p}. Text: {t1} on {v}, {t2} otherwise. Source: {c}
New file {p}, please. What goes in depends on {c} - {v} means {t1}, everything else {t2}.
I need {p} for the dashboard; {t1} or {t2}? {c} decides, {v} being the good answer.
First {c}; a {v} gets {t1} in {p}, a failure gets {t2}.
Record the outcome of {c} in {p} as {t1} (on {v}) or {t2} (on anything but that).
Let {c} run once. Good ({v}): save {t1} as {p}. Bad: save {t2} as {p}.
Write {p} after you have seen {c}: for {v} the text {t1}, else the text {t2}.
## deploy
Run {c}. Retry if it is a passing fault. After that set {k} in {p} to {w}.
First {c} (again if it times out), then {k} = {w} in {p}.
Get {c} through, even if you have to try twice, and only then change {k} in {p} to {w}.
{p} needs {w} as {h}, but {c} comes first. It is shaky, so repeat it on a timeout.
1) {c} until it works\n2) {p}: {k} becomes {w}
Once {c} has succeeded, put {w} for {k} in {p}. The command may need another go.
Do {c}; don't be put off by one error. Afterwards the {h} in {p} is to be {w}.
Please set the {h} in {p} to {w} as soon as {c} is through (not before).
When {c} is done, and it can take two attempts, make {k} {w} in {p}.
Order matters: {c}, with a retry if need be, next {p} where {k} turns {w}.
Ship it with {c} (network's wobbly, try again if it drops), then note {w} as the {h} in {p}.
Start by {c}. It has a habit of failing once. Then edit {p}, {k}: {w}.
## count
How many lines does {p} have?
Count the lines of {p}, please.
wc -l {P}
Number of lines in {p}?
Tell me how long {p} is, in lines.
I need the line count of {p} for the report.
{p}: how many entries, one a line?
Could you count how many lines there are in {p}?
Is {p} getting long? Give me the number of its lines.
What does wc -l say for {p}?
Let me know the size of {p} (lines, not bytes).
For capacity planning: how many lines are in {p} now?
""")
