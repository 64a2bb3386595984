"""More frames for kinds that had few."""

import senaframes1  # noqa: F401
import senaframes2  # noqa: F401
import senaframes3  # noqa: F401
import senaframes4  # noqa: F401
import senaframes5  # noqa: F401
import senaframes6  # noqa: F401
import senaframes7  # noqa: F401
import senaframes8  # noqa: F401
from senacore import FRAMES, lines

MORE = {}
MORE["create_env"] = """
Environment file {p} please: {k}={v}, then {j}={w}, one on each line
Our container reads {p}. It should have {k}={v} and, on the next line, {j}={w}
I'd need a {p} consisting of {k}={v} and {j}={w} (one line each)
"""
MORE["create_three"] = """
Please write three small files for me. {p}: {x}~{q}: {y}~{s}: {o}
The new structure is {p} with {x}, {q} with {y} and {s} with {o}. Please create it.
Make those: {p} reads {x}, {q} reads {y}, {s} reads {o}.
Could you add {p} ({x}), {q} ({y}) plus {s} ({o})?
"""
MORE["create_in_folder"] = """
Could we have a {g} in {f} saying {x}?
Place the line {x} into a new {g} which sits in {f}.
My script looks for {g} in {f}. Create it with {x}.
"""
MORE["create_run"] = """
I have a little program: {x}~Write it to {p}, start it by {c} and report what you see.
Does this work? {x}~Save it in {p} and run {c} to find out. Tell me the output.
Make {p} from this: {x}~Afterwards {c}; the output interests me.
"""
MORE["count_lines"] = """
I'm asked how many lines {p} has. Can you tell?
Length of {p} in lines?
"""
MORE["count_items"] = """
What's the item count of {p}?
Go through {p} and count the entries
I want to know how many entries I collected in {p}
"""
MORE["count_files"] = """
Can you tell me the number of files you see?
Is it many files? Give me the number
What is the file count of this [directory|project|folder]?
"""
MORE["csv_find"] = """
Whose {k} is {v} in {p}? I want the {j}
By {k} {v}, look up the {j} in {p}
Reverse lookup in {p}: {k} is {v}, {j} is what?
Somebody in {p} has {k} {v}. The {j}?
The {k} I have is {v}. Which {j} is that in {p}?
"""
MORE["csv_max"] = """
Find the row of {p} with the biggest {k} and give me its {j}
Highest {k} wins. Who is it in {p}? The {j} please
In the table {p}, where is {k} greatest? Name the {j}
I'm looking for the {j} with the largest {k}, see {p}
For the {k} column of {p}, which {j} has the maximum?
Check the {k} values in {p}. Which {j} is the highest?
"""
MORE["same_value"] = """
Are we using one and the same {k} in {p} and {q}?
{p} vs {q}: equal {k}?
Just compare the {k}: {p} and {q}. Equal?
"""
MORE["larger_value"] = """
I want to know where {k} is higher. {p}? {q}?
Who has more {k}: {p} or {q}?
Check {p} and {q}: the larger {k} is in which file?
Higher {k}: {p} or {q}?
"""
MORE["code_returns"] = """
I see {k} in {p}, but which number does it have?
Find the numeric constant of {k} in {p}
Which integer is used for {k} in {p}?
"""
MORE["pointer"] = """
{k}, please. Where to find it is explained in {p}
I was told {p} knows where {k} is. Look it up
Read {p}; there you learn which file holds {k}. Then tell me {k}
"""
MORE["two_values"] = """
Please tell {k} of {p} and {j} of {q}
I'd like both {k} ({p}) and {j} ({q})
From {p} I need {k} and from {q} I need {j}
"""
MORE["search_value"] = """
Which file sets {k}, and to what?
Find out where {k} is set and tell me to which value
I'm after the value of {k}; some file has it
"""
MORE["diff_line"] = """
Which value is not the same in {p} and {q}?
Is there something different between {p} and {q}? What?
Show me where {q} deviates from {p}
"""
MORE["typo"] = """
{v} in {p} is spelled wrong, it should read {w}
Please fix my spelling in {p}: {v} is {w}
I made a slip in {p}: {v}. I meant {w}
Wrong spelling in {p}: {v}. Right spelling: {w}
"""
MORE["bump"] = """
Lift {k} from {v} to {w} in {p}
{p} still has {k} {v}. We are at {w} now
Adjust {p}: {k} from {v} to {w}
Let {k} go from {v} to {w} in {p}
{k}: {v} => {w}, file {p}
"""
MORE["toggle_off"] = """
No more {k} in {p}, please set it to false
{k} is annoying, turn it off in {p}
I'd like {k} disabled in {p}
"""
MORE["toggle_on"] = """
From now on we want {k}: true in {p}
{k} would be nice to have, turn it on in {p}
I'd like {k} enabled in {p}
"""
MORE["code_set"] = """
The number for {k} in {p} changes to {w}
Replace whatever number {k} has in {p} by {w}
I measured again: {k} in {p} should work with {w}
"""
MORE["rename_two"] = """
Could you adapt {p} and {q}? {v} should be {w} there
{p} and {q} use the old name {v}. The new one is {w}
Two places to change, {p} and {q}: {v} must be {w}
Apply the rename {v} -> {w} to {p} and to {q}
"""
MORE["two_edits"] = """
I have two corrections for {p}: {w} instead of {v}, and {m} instead of {o}
First correction in {p}: {v} is {w}. Second correction: {o} is {m}
{p}: {v} -> {w} and {o} -> {m}
Can you make two replacements in {p}, {v} by {w} and {o} by {m}?
In {p} you find {v} and {o}. Make them {w} and {m}
Please do both replacements in {p}: {v} with {w}, {o} with {m}
Not {v} but {w}, and not {o} but {m}: please correct {p}
"""
MORE["check_off"] = """
{v} is complete. Put an x in its box in {p}
Task {v} in {p}: done
I'm through with {v}, see {p}, please check it
"""
MORE["comment_out"] = """
{k} should be inactive in {p}: put # in front
Let {k} stay in {p}, but as a comment with #
Would you comment out the line that sets {k} in {p}?
Take {k} out of action in {p} by a leading #
Please deactivate the {k} line in {p} with a hash sign
"""
MORE["uncomment"] = """
Activate {k} in {p} again, it's behind a #
Would you uncomment {k} in {p}?
Let's have {k} back in {p}: remove its #
In {p} there is a commented {k} line. Uncomment it
{k} was commented out in {p} by mistake. Undo that
Strip the # off {k} in {p}
"""
MORE["csv_set"] = """
{v} in {p} gets {w} as {k}
I have a new {k} for {v}, namely {w}. It goes in {p}
Overwrite the {k} of {v} in {p} with {w}
Make the {k} of {v} {w} in {p}
"""
MORE["add_setting"] = """
Besides what is in {p}, we need {k} with {w}
Please put one more line in {p}: {k} with the value {w}, formatted like the others
A setting is missing in {p}, {k}. Add it, {w} is the value
{p} should also define {k}; take {w}
"""
MORE["remove_key"] = """
{p} doesn't need {k} any more, remove the line
Would you drop {k} from {p}?
No {k} in {p} any more, please
The option {k} was dropped, so take it out of {p}
"""
MORE["insert_after"] = """
Let {w} come right after {v} in {p}
Right after {v} there should be {w} in {p}
The next entry after {v} in {p} should be {w}
In the list {p}, add {w} below {v}, not at the end
"""
MORE["append_two"] = """
Let both {p} and {q} get {x} as last line.
Two files, one line: add {x} at the end of {p} and {q}.
The line {x} is missing at the end of {p} and of {q}.
Would you append {x} to {p} and {q}?
I need {x} as the last line in both {p} and {q}.
Please put {x} below everything else in {p} and in {q}.
{x} should close {p} and also {q}.
"""
MORE["delete_ext"] = """
Please wipe all the {t} files
Every {t} file has to go
I need the space: delete the {t} files
Sweep out the {t} files
"""
MORE["swap"] = """
{p} and {q}: swap their texts
The texts of {p} and {q} are the wrong way round. Fix that
Please correct this: {p} has the text for {q} and {q} has the text for {p}
Switch {p} with {q}, the names stay, the contents change places
By accident I saved {p} as {q} and {q} as {p}. Put it right
Would you swap what's inside {p} with what's inside {q}?
Make {p} contain what {q} contains and {q} what {p} contained
Turn around {p} and {q}: swap what is in them
"""
MORE["merge"] = """
Both {p} and {q} should go into {s}, {p} on top
Append {q} to {p} and save all that as a new file {s}, leave the two as they are
I need one document {s}: {p} first and {q} below
Create {s} with everything from {p} and then everything from {q}
"""
MORE["restore"] = """
The backup {q} is right, {p} is wrong. Restore it
Please set {p} back to {q}
I want the old {p} back; it is saved in {q}
Take back my changes: {p} should be like {q}
"""
MORE["backup_edit"] = """
Make {q} from {p} as a backup, next change {k} to {w} in {p}
Keep a copy of {p} named {q}, then let {k} be {w} in {p}
First of all save {p} under {q}. After that {k} should be {w} in {p}
{k} has to be {w} in {p}. In case it breaks, keep the old one as {q}
Copy, then edit: {p} to {q}; {k} in {p} to {w}
- backup: {p} -> {q}~- change: {k} to {w} in {p}
Would you store {p} as {q} and then update {k} to {w} in {p}?
I need a backup of {p} at {q} before {k} is changed to {w}. Do both
"""
MORE["run_two"] = """
What comes out of {c} and of {d}?
Please start {c}. When it's done start {d}. I need what both print
Do both: {c}, {d}. Outputs please
(1) {c}~(2) {d}~What do they print?
Would you execute {c} and {d} and tell me what each says?
Let me know the output of {c} as well as that of {d}
After {c} please run {d}, and report both outputs
"""
MORE["set_test"] = """
With {k} at {w} in {p}, what does {c} say? Change it and try
Try {w} as {k} in {p} and run {c}
Let {k} be {w} in {p}; then run {c} and tell me how it goes
Please edit {k} in {p} ({w} it is) and check by running {c}
"""
MORE["fix_two"] = """
There are two checks, {c} and {d}. Both should pass; repair what doesn't
I need green on {c} and on {d}
Run {c} and repair, then run {d} and repair
Please bring {c} and {d} to green, in this order
{c} should pass and so should {d}. Take care of it
Can you see to it that {c} and {d} pass?
Go through {c} and {d} and repair whatever they report
Take {c} and {d} one after the other and fix all failures
"""
MORE["hint_fix"] = """
Found it: {p} says {v}, should say {w}. Correct it and run {c}
{c} is red due to {v} in {p}. Put {w} there and run it again
{v} in {p} was wrong, make it {w}. {c} must pass then
The cause is in {p}: {v} in place of {w}. Repair and confirm with {c}
Change the faulty {v} in {p} to {w} and show me that {c} passes
Please make {p} say {w} where it says {v}; {c} should be happy then
It's {p}. {v} must be {w}. Check by {c}
I looked at the failure of {c}: {p} needs {w} for {v}. Do that and rerun
"""
MORE["if_fail"] = """
Run {c} first. Failed? Set {k} in {p} to {w} and run it again. Passed? Then {q} gets {x}.
What does {c} say? If ok, write {x} to {q}. If not ok, {k} must be {w} in {p}, then run it again.
Run {c} and decide: on error change {k} to {w} in {p} and rerun, on success put {x} into {q}.
In case {c} fails, {k} in {p} has to be {w}, and repeat it. In case it passes, write {q} with {x}.
Please test with {c}. Red: {k} to {w} in {p} and test again. Green: create {q} with {x}.
Use {c} to decide. If it passes create {q} with {x}, if it fails change {k} in {p} to {w} and use it again.
{c} passes? Put {x} in {q}. {c} fails? Put {k} to {w} in {p} and repeat.
"""
MORE["alt_command"] = """
Try {c}, and if the shell does not know it, {d}
Which one works here, {c} or {d}? Try in that order and give me the output
{c} may be missing. In that case take {d}
I'd like the output of {c}. If it's not available, that of {d} will do
Start {c}. Unknown? Start {d}
Please get me the output of {c}, or of {d} if {c} is unknown
"""
MORE["append_output"] = """
Let {c} run, then put its output on the last line of {p}
I keep a record in {p}. Add what {c} prints to the end
Could you run {c} and add the output to {p}, at the bottom?
At the end of {p}, note what {c} prints
Run {c}; its output becomes the last line of {p}
Please extend {p} with what {c} says
The output of {c} belongs at the end of {p}
Execute {c} and record its output as a new line in {p}
"""
MORE["rerun"] = """
Two runs of {c}: is there a difference?
I suspect {c} is random. Run it twice: same output?
Repeat {c} once and see if the output stays the same
Does {c} give the same output if you run it two times?
Run {c}, run {c} again, compare. Is it equal?
Start {c} two times. Are the outputs identical?
Let {c} run twice. Does it say the same?
Please verify by running it twice that {c} gives the same output
Would {c} print the same a second time? Try it
Try {c} twice in a row. Is it the same result each time?
"""
MORE["carry_new"] = """
I want the {k} of {p} in its own file {q}, just the value
Store just what {k} is in {p} as {q}
{q} is new: it holds the value of {k} from {p}
Pull {k} out of {p} and leave only the value in {q}
Would you write the value of {k}, as set in {p}, to {q}?
Fetch the {k} in {p} and create {q} with it (nothing but the value)
"""
MORE["carry_two"] = """
Write two values to {s}, one per line: {k} ({p}) and {j} ({q})
{s} is a new file with the value of {k} in {p} and under it the value of {j} in {q}
I want the {k} of {p} and the {j} of {q} noted in {s}, each value on its line, without names
In {s}, line one is what {k} is in {p}; line two is what {j} is in {q}
Take two values, {k} out of {p} and {j} out of {q}, and save them line by line as {s}
Read {p} ({k}) and {q} ({j}), then make {s} with the two bare values, one each line
Gather {k} from {p} and {j} from {q} into {s}: values only, one under the other
Please store in {s} first the {k} of {p}, then on a new line the {j} of {q}, values only
"""
MORE["if_missing"] = """
Add {p} with {x} if it isn't there.
Have a look for {p}; create it with {x} only if you don't find it.
If there's already a {p}, fine. If not, write {x} to it.
"""
MORE["if_value"] = """
{k} in {p}: is it {v}? Then make it {w}, else hands off
Where {k} is {v} in {p}, change to {w}; in any other case leave it
Only change {k} in {p} to {w} when it's {v}
Read {k} in {p}. For {v}: set {w}. For anything else: nothing
Assuming {k} in {p} is {v}, make it {w}; if it isn't, leave it
{p} might have {k} at {v}. In this case put {w}
Would you replace {k} by {w} in {p} in case it's still {v}?
"""
MORE["already"] = """
Check {k} in {p}. Not {w}? Then set it
I think {k} is {w} in {p}. Check that, and repair it if I'm wrong
Look at {p}: {k} has to be {w}. Fix it if it isn't
Confirm that {k} in {p} is {w}, or make it so
{k} in {p} ought to be {w}. Set it right if it's not
Please guarantee that {p} sets {k} to {w}
Control {k} in {p}. It should be {w}; if not please adjust
"""
MORE["todo_clean"] = """
A line with {t} is still in the code. Find it and remove it
The {t} is done, so delete its line. It's in one of the files
Look which file has the {t} line, and take it out
I left a {t} in the sources. Delete that line
Get the {t} line out of the code, wherever it is
Would you find the {t} line and delete it?
{t} has to go: find the line and remove it
Track down the {t} and drop the whole line
Somewhere in the sources stands {t}; remove this line only
"""
MORE["follow_note"] = """
See {p} for what to do, and do it
{p} has my request. Please work on it
"""
MORE["release"] = """
The {k} for this release is {w}: put it in {p} and {q}, then add {x} to {s}, then run {c}
Please do the release steps. {p} and {q}: {k} to {w}. {s}: last line {x}. Command: {c}
Version day! {k} must be {w} in {p} as well as in {q}; {s} ends with {x}; run {c} at last
Update {p} and {q} ({k} becomes {w}). Append {x} to {s}. Run {c}. Tell me what it printed
"""
MORE["set_many"] = """
{p}, {q} and {s} should agree on {k}: {w}
Let {k} be {w} in {p}, {q} and {s}
Write {w} as {k} into {p}, {q} and {s}
Same change three times: {k} to {w} in {p}, {q}, {s}
"""
MORE["collect"] = """
Take {p}, {q} and {s} and make {u} of them, one after another
I need all three, {p}, {q}, {s}, in one file {u}
Append {p}, {q} and {s} into a fresh file {u}
"""
MORE["fix_note"] = """
Sort out {c}. When it passes, leave {x} in {q}
Please repair what {c} complains about, check it passes, and write {x} into a new {q}
{c} is red at the moment. Fix it, and as a receipt create {q} with {x}
See that {c} passes. Afterwards there should be a {q} with {x}
"""
MORE["find_set"] = """
Put {w} as {k}, in whichever file has it
Which file has {k}? Set it to {w} there
The setting {k} needs the value {w}. Please search the file yourself
"""
MORE["find_delete"] = """
There's a file with {v} in it that I want deleted
Search all files for {v}; delete the one that has it
Find {v}. The file it's in is garbage, so remove it
Whichever file says {v}: delete it
"""
MORE["find_edit"] = """
Some file has {v} in it. Put {w} there
Please search where {v} stands and write {w} there
Change {v} to {w}. It's in one of the files, I forgot which
There's a {v} somewhere that should be {w}
Find {v}, make it {w}, tell me where it was
"""
MORE["delete_three"] = """
Three files to delete: {p}, {q}, {s}
I'm done with {p}, {q} and {s}, please delete them
Take {p}, {q} and {s} out of the project
"""
MORE["edit_show"] = """
Exchange {v} for {w} in {p} and tell me the new content
{v} in {p} should be {w}. Change it and show me what's in the file now
Put {w} where {p} says {v}, and print the file for me
Would you change {v} to {w} in {p} and read it out?
Correct {v} to {w} in {p}, and let me see all of it afterwards
"""
MORE["if_contains"] = """
See if {p} has {v}. If so, add {x} at the end.
If you find {v} in {p}, put {x} below the last line. If you don't, leave it.
{p} with {v} in it needs {x} as its last line; without {v} it stays.
Look for {v} in {p} and append {x} to it only if it's there.
Would you append {x} to {p} if it says {v}? Otherwise no change.
"""
MORE["move_item"] = """
{v} should not be in {p}. Put it at the end of {q} instead
Please shift the item {v}: out of {p}, into {q}
Would you move the line {v} over from {p} to {q}?
"""
MORE["clean_list"] = """
Which items in {p} are done? Remove those
Please leave just the unfinished items in {p}
Sort out {p}: away with what is checked
I only want to see open items in {p}, delete the rest
"""
MORE["report_failure"] = """
Note in {p} how {c} goes
I want {p} to hold the outcome of {c}, good or bad
Run {c} and just document the result in {p}
Put on record in {p} what {c} says; no fixes
Start {c} and write its message to {p}
"""
MORE["run_fails"] = """
Please don't repair anything, just say if {c} passes
How does {c} do at the moment?
Could you see how {c} ends, good or bad?
"""
for kind, text in MORE.items():
    FRAMES[kind] += lines(text)
