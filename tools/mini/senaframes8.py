"""Frames: longer tasks."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["release"] = lines("""
Release time: set {k} to {w} in {p} and {q}, add the line {x} to {s}, then run {c}
We release {w}. Put it as {k} in {p} and in {q}, append {x} to {s} and run {c}
1. {k} = {w} in {p}~2. {k} = {w} in {q}~3. append {x} to {s}~4. run {c}
Prepare the release: {k} to {w} in both {p} and {q}; note {x} at the end of {s}; finally {c}
Set {k} to {w} in {p}. Same in {q}. Then add {x} at the end of {s}. At last run {c}
First {p}, then {q}: {k} becomes {w}. Afterwards {s} gets the line {x}, and {c} has to be run
Bump {k} to {w} ({p}, {q}), write {x} at the bottom of {s}, check with {c}
Please set {k} in {p} and {q} to {w}, extend {s} by {x}, and run {c} at the end
Can you update {k} to {w} in {p} and {q}, append {x} to {s} and call {c}?
Kindly update {k} as {w} in {p} and {q}, add the line {x} in {s} and then run {c}
To do for today:~- {p}: {k} is {w}~- {q}: {k} is {w}~- {s}: add {x} at the end~- {c}
Step 1: change {k} to {w} in {p} and {q}.~Step 2: add {x} to the end of {s}.~Step 3: {c}.
New {k} {w}! Update {p} and {q}, mention it in {s} with the line {x}, then run {c} and report
Roll out {w}: {k} in {p}, {k} in {q}, a line {x} in {s}. When all that is done, run {c}
Go through the checklist:~[ ] set {k} to {w} in {p}~[ ] set {k} to {w} in {q}~[ ] append {x} to {s}~[ ] run {c}
{k} should be {w} in {p} and {q}. {s} needs {x} as its last line. Then execute {c}, tell me the result
Both {p} and {q} should carry {k} {w}. Log it as {x} at the end of {s}. Finish with {c}
""")
ANSWERS["release"] = lines("""
{k} is {w} in {p} and {q}, {s} has the line, and {c} printed: {e}
All done. {c} printed: {e}
Updated {p}, {q} and {s}; {c} says: {e}
""")

FRAMES["set_many"] = lines("""
Set {k} to {w} in {p}, {q} and {s}
In {p}, {q} and {s}, set {k} to {w}
Change {k} to {w} in these files: {p}, {q}, {s}
{k} should be {w} in all of {p}, {q} and {s}
All three files, {p}, {q} and {s}, need {k} set to {w}
Update {k} to {w} in three places: {p}, {q}, {s}
Give {k} the value {w} in {p}, in {q} and in {s}
Please put {k} to {w} everywhere: {p}, {q}, {s}
- {p}: {k} to {w}~- {q}: same~- {s}: same
New {k}: {w}. Files: {p}, {q}, {s}
Make {k} {w} in {p}; then the same in {q} and in {s}
Set {k} to {w} in {p}. Do that in {q} and {s}, too
Can you set {k} to {w} in {p}, {q} as well as {s}?
Could you change {k} in {p}, {q} and {s}? All get {w}
Kindly update {k} to {w} in {p}, {q} and {s}
For {p}, {q} and {s}: {k} = {w}
Three configs have {k}: {p}, {q} and {s}. Put {w} in each
I changed my mind about {k}. It's {w} now, in {p}, {q}, {s}
We moved, so {k} is {w} in {p}, {q} and {s} from now on
Configure {k} as {w} in all of these:~{p}~{q}~{s}
""")
ANSWERS["set_many"] = lines("""
{k} is {w} in {p}, {q} and {s} now.
Set {k} to {w} in all three files: {p}, {q} and {s}.
I updated {p}, {q} and {s}.
""")

FRAMES["collect"] = lines("""
Join {p}, {q} and {s} into {u}
Put the texts of {p}, {q} and {s} together in {u}
Write {p}, {q} and {s}, in this order, to {u}
Concatenate {p}, {q} and {s} as {u}
cat {p} {q} {s} > {u}
Make one file {u} from {p}, {q} and {s}
{u} should hold {p}, then {q}, then {s}
Create {u} out of three files: {p}, {q}, {s}
Collect the content of {p}, {q} and {s} in {u}
First {p}, second {q}, third {s}: all of it into {u}
Merge three files to {u}: {p}, {q}, {s}
Please merge {p}, {q} and {s} to one file named {u}
Can you combine {p}, {q} and {s} in {u}?
Could you put {p}, {q} and {s} one below the other in a file {u}?
Kindly club {p}, {q} and {s} into one file {u}
I want a single file {u} with what is in {p}, {q} and {s}
Read {p}, {q} and {s} and write everything to {u}
Stack {p}, {q} and {s} on top of each other as {u}
Everything from {p}, {q} and {s} goes to {u}
Bundle up {p}, {q}, {s} in {u}
""")
ANSWERS["collect"] = lines("""
{u} holds {p}, {q} and {s} now.
Joined {p}, {q} and {s} into {u}.
I wrote all three texts to {u}.
""")

FRAMES["fix_note"] = lines("""
Run {c}, fix what fails, and when it passes write {x} to {q}
Make {c} pass. Then create {q} with {x}
Get {c} green and after that put {x} in {q}
Fix the failure of {c}; once it passes, note {x} in {q}
{c} fails. Repair it, run it again, and create {q} saying {x}
Please fix {c}. When it is green save {x} as {q}
1. run {c} and fix the error~2. run it again~3. write {x} to {q}
As soon as {c} passes, {q} should say {x}. Right now it fails, so fix that first
First repair {c}, second write {x} into {q}
Can you get {c} to pass and then write {x} to {q}?
Could you fix what {c} reports and leave a note {x} in {q}?
Kindly fix the failing {c} and afterwards create {q} with {x}
Find out why {c} fails, fix it, verify, then add {q} with the text {x}
After you have fixed {c}, create {q} with {x}
I need {c} to pass. Confirm it by writing {x} to {q}
Repair first: {c}. Note afterwards: {q} with {x}
Don't write {q} before {c} passes. Fix the failure, then {q} should say {x}
{q} is to be created with {x} when {c} is green. Make it green
""")
ANSWERS["fix_note"] = lines("""
I fixed {p}, {c} passes, and {q} is written.
{c} passes after a fix in {p}; {q} has the note.
Fixed {p}; {c} says {e}, and I created {q}.
""")

FRAMES["find_set"] = lines("""
Set {k} to {w}. I don't know in which file it is
Find {k} in the files and set it to {w}
Somewhere {k} is defined. Make it {w}
{k} should be {w}. You have to look for the file
Look for {k} and change it to {w}
Search for the setting {k} and give it the value {w}
Change {k} to {w}, wherever it is
One of the files has {k}. Set it to {w} there
Please find where {k} is set and change it to {w}
Where is {k}? Find it and put {w}
Locate {k} and update it to {w}
I want {k} to be {w}, but I forgot the file
Can you find {k} and set it to {w}?
Could you look where {k} is configured and change it to {w}?
Kindly find out the file with {k} and update to {w}
Go through the configs until you find {k}, then set {w}
Update {k} to {w}; the file is for you to find
{k} -> {w}, file unknown
There must be a {k} in one of these files. It has to become {w}
Hunt down {k}, new value {w}
""")
ANSWERS["find_set"] = lines("""
Set {k} to {w} in {p}.
{k} was in {p}; it is {w} now.
I found {k} in {p} and set it to {w}.
""")

FRAMES["find_delete"] = lines("""
Delete the file that mentions {v}
Find the file with {v} in it and delete it
Remove whichever file contains {v}
One file has {v} in it. Delete that file
Look for the file containing {v} and remove it
The file with {v} can go. Find it
Search for {v} and delete the file it is in
Please get rid of the file that says {v}
I don't need the file about {v} any more, delete it
Which file has {v}? Delete it
Can you find the file with {v} and delete it?
Could you remove the file where {v} is mentioned?
Kindly delete the file which is having {v}
Throw away the file with {v} in it
Locate {v}, then delete that file
Somewhere is a file with {v}. It must be deleted
Drop the one file that talks about {v}
rm the file that contains {v}
""")
ANSWERS["find_delete"] = lines("""
{v} was in {p}; I deleted it.
Deleted {p}.
{p} had {v} in it and is deleted.
I found {v} in {p} and removed that file.
""")

FRAMES["find_edit"] = lines("""
Find the file with {v} and replace it by {w}
One of the files says {v}. It should say {w}
Somewhere it says {v}. Change that to {w}
Look for {v} and change it to {w}
Search for {v} and put {w} instead
I wrote {v} somewhere, but it should be {w}. Fix it
In one of the files is {v}. Make that {w}
Replace {v} by {w}; I don't know the file
Please find {v} and correct it to {w}
There is {v} in some file, replace it with {w}
Can you find where it says {v} and change it to {w}?
Could you locate {v} and make it {w}?
Kindly find {v} and replace the same with {w}
Hunt for {v} and turn it into {w}
{v} has to become {w}. Find the place
Locate the text {v}, then edit it to {w}
Fix {v} (should be {w}), you will have to search for it
The file that contains {v} needs {w} in its place
""")
ANSWERS["find_edit"] = lines("""
{v} was in {p}; it is {w} now.
Replaced {v} with {w} in {p}.
I found {v} in {p} and changed it to {w}.
{p} now says {w}.
""")

FRAMES["delete_three"] = lines("""
Delete {p}, {q} and {s}
Remove {p}, {q} and {s}
rm {p} {q} {s}
Delete these files: {p}, {q}, {s}
Delete these:~- {p}~- {q}~- {s}
{p}, {q} and {s} can go
We don't need {p}, {q} and {s} any more
Please delete three files: {p}, {q} and {s}
Please remove {p} and {q}, and {s} too
Get rid of {p}, {q}, {s}
Throw {p}, {q} and {s} away
Can you delete {p}, {q} and {s}?
Could you remove {p}, {q} as well as {s}?
Kindly delete the files {p}, {q} and {s}
First delete {p}, then {q}, then {s}
Clean up: {p}, {q} and {s} are old
Drop the files {p}, {q} and {s}
Obsolete, please delete:~{p}~{q}~{s}
The files {p}, {q} and {s} should be gone
Wipe {p}, {q} and {s}
""")
ANSWERS["delete_three"] = lines("""
Deleted {p}, {q} and {s}.
{p}, {q} and {s} are gone.
I removed {p}, {q} and {s}.
""")

FRAMES["edit_show"] = lines("""
Replace {v} by {w} in {p} and show me the file
Replace {v} with {w} in {p}, then show me the result
Change {v} to {w} in {p} and tell me what the file says then
In {p}, change {v} to {w}. Then read me the file
Edit {p}: {v} -> {w}. Show the new content
{p}: {v} becomes {w}; then print the file
After changing {v} to {w} in {p}, show me the whole file
Please put {w} for {v} in {p} and read the file back to me
Can you change {v} to {w} in {p} and show what it looks like?
Could you swap {v} for {w} in {p} and print {p} afterwards?
Kindly change {v} to {w} in {p} and show the updated content
First {v} -> {w} in {p}, then cat the file
Use {w} instead of {v} in {p} and let me see the file
Make {v} {w} in {p}. I want to see the final text
Update {v} to {w} in {p} and display the file after that
Substitute {w} for {v} in {p}; what does it say now?
Fix {v} in {p} (it's {w}) and read out the new version
Turn {v} into {w} in {p} and give me the text as it is then
""")
ANSWERS["edit_show"] = lines("""
{p} now says: {e}
It says now: {e}
Done. {p} says: {e}
""")

FRAMES["if_contains"] = lines("""
If {p} mentions {v}, add the line {x} at its end, otherwise leave it
If {v} is in {p}, append {x} to it. If not, do nothing
Check {p} for {v}. When it's there, append {x}
Look into {p}; if it has {v}, the last line should be {x}
Append {x} to {p}, but only if {p} mentions {v}
Add {x} at the end of {p} in case it contains {v}
Only if {v} is in {p}: add {x} as last line
Is {v} in {p}? Then append {x}. Otherwise change nothing
Does {p} say {v}? If yes, put {x} at the end. If no, leave it alone
Should {p} contain {v}, extend it by the line {x}
Provided that {p} has {v} in it, append {x}
Please check {p}: with {v} in it, it needs {x} at the end; without, nothing
Can you append {x} to {p} if {v} is in there?
Kindly add {x} to the end of {p} if {v} is present, else no change
In {p}: if {v} occurs, add {x} at the bottom; else leave as is
When {p} has {v}, {x} has to be its last line. Otherwise don't touch it
Unless {v} is missing in {p}, append {x}
""")
ANSWERS["if_contains_yes"] = lines("""
{p} mentions {v}, so I added the line.
{v} is in {p}; the line is at the end now.
Added the line to {p}, as it has {v}.
""")
ANSWERS["if_contains_no"] = lines("""
{v} is not in {p}, so I changed nothing.
{p} does not mention {v}. I left it alone.
No {v} in {p}, nothing was changed.
""")

FRAMES["move_item"] = lines("""
Move {v} from {p} to {q}
Move the entry {v} from {p} to the end of {q}
Take {v} out of {p} and put it in {q}
Take {v} off {p} and add it to {q}
{v} belongs in {q}, not in {p}. Move it
{v} is in {p}, but should be in {q}
Shift {v} from {p} over to {q}
Transfer {v} from the list {p} to the list {q}
Cut {v} out of {p} and paste it at the end of {q}
Please move {v} out of {p} and into {q}
Can you move {v} from {p} to {q}?
Could you take the line {v} from {p} and append it to {q}?
Kindly move {v} from {p} to {q}
Remove {v} from {p}, add it at the end of {q}
{p} -> {q}: {v}
First take {v} off the list {p}, then put it on the list {q}
The item {v} moves from {p} to {q}
I put {v} on the wrong list: {p}. It goes to the end of {q}
Drop {v} from {p}. It should be the last entry of {q} instead
""")
ANSWERS["move_item"] = lines("""
Moved {v} from {p} to {q}.
{v} is in {q} now and no longer in {p}.
I moved {v} to {q}.
""")

FRAMES["clean_list"] = lines("""
Remove all done items from {p}
Delete the checked items in {p}
Take everything that is checked off out of {p}
Clean up {p}: the items with [x] can go
Remove the lines with [x] from {p}
{p} should only have the open items
Keep only the open items in {p}
Drop what is already done from {p}
Please delete the finished items in {p}
Please remove completed tasks from {p}
Can you remove all ticked items from {p}?
Could you clear the done entries in {p}?
Kindly remove the completed ones from {p}
Throw out the done things in {p}, keep the rest
Everything with an x in {p} is done, remove it
In {p}, delete the items that are marked with an x
Tidy {p}, no finished items please
What is done in {p} should disappear
Strip the [x] lines from {p}
""")
ANSWERS["clean_list"] = lines("""
Removed the done items from {p}.
{p} has only open items now.
The finished items are gone from {p}.
""")

FRAMES["report_failure"] = lines("""
Run {c} and write the result to {p}
Run {c} and save what it says in {p}, pass or fail
Write down in {p} what {c} reports
Execute {c}; whatever it prints goes to {p}
Run {c}, don't fix anything, just save the message in {p}
Whether {c} passes or fails, put its output in {p}
Please run {c} and record the outcome in {p}
Save the message of {c} in {p}
I need the result of {c} in {p} for the ticket
Can you run {c} and keep the result in {p}?
Could you store whatever {c} says as {p}?
Kindly run {c} and put the status in {p}
Record the outcome of {c} in {p}
Document in {p} what {c} prints
Run the check {c}; file its output as {p}
{p} should contain what {c} says right now
""")
ANSWERS["report_failure"] = lines("""
{c} fails: {e} I wrote that to {p}.
It failed with {e}, which is in {p} now.
The message is in {p}: {e}
{p} holds the message: {e}
""")
