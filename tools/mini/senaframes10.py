"""Frames with a little story around the request, and more clauses for steps."""

import senaframes9  # noqa: F401
from senacore import FRAMES, lines
from senaframes7 import CLAUSES

STORY = {}
STORY["create_line"] = """
My shell history is a mess, so for once: make {p} with the line {x}
The cron job looks for {p} and crashes without it. Please create it with {x}
I'm onboarding a new colleague and she needs {p}, which should say {x}
The linter wants a {p}. Give it one with just {x}
For the backup script there has to be a file {p}; text: {x}
I always forget this, so write {x} into {p} for me
Our deploy tool checks {p}. It must contain {x}
As a reminder to myself, put {x} in {p}
Someone deleted {p}. It only had one line: {x}
The wiki page says there should be {p} with {x} inside. We don't have it, so please add it
Could you do me a quick {p}? Just this line: {x}
Prepare {p} for the demo tomorrow. It says {x}
Let there be a file {p}, and let it say {x}
In order to test the parser I need {p} with one line, {x}
"""
STORY["create_block"] = """
I drafted this in the train, please save it to {p}: {x}
From yesterday's call, goes into {p}: {x}
The customer sent these lines; keep them in {p}: {x}
This came out of our planning. Put it in {p}: {x}
I'm migrating old notes. This one becomes {p}: {x}
Could you type this up as {p}? {x}
Please archive the following as {p}: {x}
The file I have in mind is {p} and looks so: {x}
Start the file {p} off with these lines: {x}
Attached is the text for {p}. Save it without changes: {x}
"""
STORY["create_code"] = """
For the code kata, put this in {p}: {x}
I got this snippet from a colleague. It should live in {p}: {x}
The refactoring starts with a new file {p}: {x}
Let me have this as {p} so that I can try it: {x}
We need a minimal example in {p}: {x}
This is the reproducer for the bug report, store it as {p}: {x}
Boilerplate for {p}, don't improve it: {x}
Extracting a helper into {p}: {x}
"""
STORY["create_json"] = """
The frontend mocks read {p}. Let it be: {x}
From the API docs, sample for {p}: {x}
The schema test needs {p}, which is this JSON: {x}
Put these defaults in {p}: {x}
I exported my settings. Save them in {p}: {x}
"""
STORY["overwrite"] = """
We start from zero with {p}: it becomes {x}
The content of {p} is rubbish. I'd rather have {x} there
Old {p} out, new {p} in: {x}
After the migration {p} says nothing but {x}
Please blank {p} and let it say {x}
"""
STORY["read_value"] = """
Before I open a ticket: what is {k} in {p}?
The dashboard looks odd. Which {k} do we have in {p}?
A customer asks about {k}. {p} should tell
I'm writing docs and need the {k} from {p}
Was {k} changed? Tell me what {p} has now
My colleague claims to know {k}. What does {p} really say?
For the audit I need to quote {k} from {p}
Before the deploy, remind me of {k} in {p}
Double-check for me what {k} is in {p}
I'm in a call, quickly: {k} from {p}?
What did the last person set as {k}? File is {p}
Can you peek into {p} and tell me {k}?
"""
STORY["which_file"] = """
I remember typing {v}, but not where. Which file is it?
A user complained about {v}. In which file do we have that?
The reviewer asks where {v} comes from. Which file?
Before I rename {v}, tell me in which file it is
The log says {v}. Which file has that text?
I get an error with {v} in it. Which of our files contains it?
Whoever wrote {v}: in which file is it?
Which file would I have to open to see {v}?
"""
STORY["search_none"] = """
Legal wants to know if {v} is named in any file
For the cleanup: does some file still have {v}?
Can I drop {v}, or does any file mention it?
Is there a trace of {v} in the files?
Check all files for {v}, I hope there's none
"""
STORY["log_error"] = """
Pager went off at night. Please tell me the error in {p}
The job died and left {p}. Which error is it?
Ops asks for the error code from {p}
It crashed again. Read {p} and give me the error
I need one line for the incident channel: what failed, according to {p}?
Before I restart it: what's the failure in {p}?
Anything red in {p}?
"""
STORY["who_does"] = """
I must thank whoever does {v}. {p} has the name
Standup in a minute: who has {v} in {p}?
Whom should I ping about {v}? It's in {p}
I want to swap duties with the one who does {v}, see {p}
Who got stuck with {v}? Check {p}
"""
STORY["edit_known"] = """
The build pipeline chokes on {v} in {p}. Put {w} there
Marketing wants {w} rather than {v} in {p}
My boss doesn't like {v} in {p}. She wants {w}
We agreed on {w}; {p} still says {v}
Since last week {v} is wrong in {p}, the new thing is {w}
The reviewer suggests {w} for {v} in {p}. Please apply
A small patch for {p}: {v} out, {w} in
To be consistent, {p} should use {w} and not {v}
Nit from the review: in {p}, {v} should be {w}
After the move {v} in {p} has to be {w}
Please apply this change to {p}:~- {v}~+ {w}
Diff for {p}:~-{v}~+{w}
"""
STORY["set_value"] = """
The server is too slow, try {w} for {k} in {p}
We hit a limit. Put {k} to {w} in {p}
After the incident we decided on {w} as {k}; it's in {p}
Security wants {k} to be {w}. Please change {p}
Customer request: {k} at {w}, file {p}
In staging I want {k} to be {w}, that is in {p}
The docs recommend {w} for {k}. Do that in {p}
I don't care what {k} was, in {p} it must be {w} now
Yesterday's {k} was wrong. It's {w}. Update {p}
Please take {w} for {k}, the file is {p}
The new machine needs {k} at {w} (see {p})
From Monday on {k} is {w}; prepare {p}
"""
STORY["append"] = """
I learned something today, put it at the end of {p}: {x}
One thing is missing at the end of {p}: {x}
For the minutes: add {x} as last line to {p}.
Please log this in {p}, below the rest: {x}
A latecomer for {p}: {x}
We should also mention it in {p}, last line: {x}
Put a final line into {p}: {x}
To round it off, {p} needs at its end: {x}
"""
STORY["prepend"] = """
The license check wants {x} as the very first line of {p}
Our style guide demands that {p} starts with {x}
I need a heading in {p}: {x}
The script lacks its first line. Add {x} on top of {p}
Before all other lines of {p} put {x}
"""
STORY["add_item"] = """
I'm at the shop and remembered {v}. Add it to {p}
From the meeting: {v} comes on the list {p}
Before I forget: {v}, on the list in {p}
Somebody asked for {v}, put it on {p}
My list {p} gets one more: {v}
"""
STORY["remove_item"] = """
Bought it: {v}. Take it off {p}
We cancelled {v}, so it should leave {p}
{v} got its own ticket, remove it from {p}
Nobody wants {v}. Out of {p} with it
{v} is settled. Strike it from {p}
"""
STORY["rename"] = """
The naming convention says {q}, but we have {p}. Rename it
I saved it as {p} by mistake, it should be {q}
We restructure: {p} goes to {q}
After the review {p} must be called {q}
Nobody finds {p}. As {q} they will. Please rename
"""
STORY["copy"] = """
I'd like to experiment, so copy {p} to {q} first
We need a second {p}, named {q}
For the new customer take {p} as a template and save it as {q}
Someone wants their own version of {p}. Copy it to {q}
Same file, second place: {p} also as {q}
"""
STORY["delete"] = """
The disk is full. {p} can go first
I was only testing, delete {p} again
Nobody knows why we have {p}. Remove it
{p} contains old stuff. Off with it
After the merge {p} is no longer needed, so delete it
"""
STORY["run_report"] = """
I'm not at my machine. Please run {c} and tell me what it says
Before I go home: what does {c} print?
Support asks me to run {c}. What's the output?
The ticket says to run {c} and paste the output. Please do
For the status report I need what {c} prints
Could you fire {c} and give me the line it prints?
Run {c} on this box and read me the output
I need to copy the output of {c} in an email
Just curious, what does {c} answer?
Do me a favour and run {c}, the output is what I'm after
"""
STORY["run_fails"] = """
Before I merge: does {c} pass?
Release manager asks: is {c} green?
Did the last commit break {c}? Run it and tell me
I'm about to push. What does {c} say?
Only report, hands off the code: {c}
"""
STORY["edit_test"] = """
The fix is easy: {w} instead of {v} in {p}. Make it and run {c}
Let me see if {w} works better than {v} in {p}. Change it, run {c}
Apply the review comment ({v} -> {w} in {p}) and run {c}
Hotfix: {p}, {v} becomes {w}. Then {c} to be sure
Quick patch please. {v} should be {w} in {p}; {c} must be run after
In {p} put {w} for {v}. Does {c} pass with that?
I promise it is only {v} -> {w} in {p}. Then run {c} as proof
Please change {p} ({v} to {w}) and don't forget to run {c}
"""
STORY["test_fix"] = """
The nightly build is red because of {c}. Please repair
I can't merge, {c} fails. Please look into it and fix it
My branch does not pass {c}. Fix the cause, not the test
Since the last pull {c} fails on my machine. Can you repair it?
It worked yesterday, but {c} fails now. Please get it going
Please investigate the failure of {c}, correct the file, and verify
Take care of {c}, it's failing
Everyone is waiting for {c} to pass. Please fix
Deployment is blocked by {c}. Fix it and prove it
I get a failure from {c}. Read what it says and put it right
{c} tells you what is wrong. Fix exactly that and run it again
Find the bug that {c} shows and squash it
Loop on {c} until it's green
On-call request: {c} is failing, please resolve
"""
STORY["run_flaky"] = """
The registry is slow today, so {c} may need two tries. Output?
Run {c}. Don't give up after one timeout
Our VPN drops often. Run {c}, again if it has to be, and tell me the output
"""
STORY["carry"] = """
Staging reads {q}, prod reads {p}. Give staging the same {k} as prod
The {k} in {q} is stale, the one in {p} is fresh. Copy it over
{p} was updated, {q} was not. Bring {k} up to date there
Somebody changed {k} in {p} and forgot {q}. Please fix that
I only want to maintain {k} in {p}; carry it into {q}
"""
STORY["follow_note"] = """
I'm off for lunch. What you should do stands in {p}
The ticket text is in {p}. Work on it, please
Handover from the night shift is in {p}; do what it asks
The change request is {p}. Apply it
"""
STORY["not_there"] = """
The backup wrote {p}. What does it say?
My colleague told me about {p}. Show me what's in it
I think I put it in {p}. What's written there?
Could you have a look what's inside {p}?
"""
STORY["rename_all"] = """
The product got a new name: {w}. Replace {v} in all files
Legal forbids {v}. Use {w} in every file that has it
Before the launch every {v} must become {w}, in all files
My team lead wants {w} and no more {v} in any file
{v} left the team and {w} takes over. Update every file that mentions {v}
"""
STORY["if_missing"] = """
The tool wants {p}, else it crashes. If we don't have it, create it with {x}
Not sure if somebody made {p} already. If nobody did, create it with {x}
"""
STORY["show_file"] = """
I forgot what I noted in {p}. Tell me
What was it again that {p} says?
Before I edit it I'd like to see {p}
"""
STORY["list_files"] = """
I'm new here. Which files do we have?
I lost track, which files are in here now?
What did the generator leave in this directory?
Let's begin: what files are there?
"""
STORY["exists"] = """
The build complains about {p}. Is it there at all?
I thought I had deleted {p}. Is it still there?
Did my upload of {p} work? Look if it's there
"""
MORE_CLAUSES = {
    "create": """
place {x} in a new file {p}
write a new file {p} that reads {x}
make {p} with {x} in it
start a file {p} with {x}
""",
    "edit": """
make {v} in {p} {w}
fix {v} in {p}, it should be {w}
use {w} rather than {v} in {p}
substitute {w} for {v} in {p}
""",
    "set": """
configure {k} as {w} in {p}
let {k} be {w} in {p}
adjust {k} to {w} in {p}
edit {p} so that {k} is {w}
""",
    "append": """
append the line {x} to {p}
write {x} below the last line of {p}
let {p} end with {x}
attach {x} to the end of {p}
""",
    "copy": """
clone {p} to {q}
keep a copy of {p} in {q}
create {q} as a copy of {p}
""",
    "rename": """
give {p} the name {q}
rename the file {p} as {q}
call {p} {q} from now on
mv {p} {q}
move the file {p} over to {q}
""",
    "delete": """
drop {p}
rm {p}
erase {p}
""",
    "run": """
fire up {c} and tell me the output
do a {c} and say what it prints
run {c} and let me know what comes out
launch {c} and give me its output
""",
    "tell": """
check {k} in {p} and tell me
say what {k} is in {p}
give me {k} from {p}
find {k} in {p} and report it
""",
}
for kind, text in STORY.items():
    FRAMES[kind] += lines(text)
for sort, text in MORE_CLAUSES.items():
    CLAUSES[sort] += lines(text)
FRAMES["run_flaky"] += [x for x in lines(STORY["run_report"]) if x not in FRAMES["run_flaky"]]
