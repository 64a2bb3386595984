"""Frames: adding and taking away lines; files as wholes."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["append"] = lines("""
Append {x} to {p}
Append this line to {p}: {x}
Append a line to {p}: {x}
Append the line {x} at the end of {p}
Add {x} at the end of {p}
Add {x} to the end of {p}
Add a line to {p}: {x}
Add the line {x} to {p}
Add this at the bottom of {p}: {x}
Add this as the last line of {p}: {x}
At the end of {p}, add {x}
At the bottom of {p} put {x}
Put {x} at the end of {p}
Put one more line in {p}: {x}
Write {x} below what is already in {p}
{p} should end with the line {x}
{p} needs one more line at the end: {x}
Extend {p} by the line {x}
Extend {p} with: {x}
Please attach {x} to {p}
Please add one more line at the end of {p}: {x}
Can you append {x} to {p}?
Could you add {x} as last line to {p}?
Add to {p}: {x}
Also note in {p}, at the end: {x}
Keep {p} as it is, but add {x} at the end.
Leave what's in {p} and append {x}
Kindly append the below line to {p}: {x}
New last line for {p}: {x}
Insert {x} at the end of {p}
Finish {p} with the line: {x}
The last line of {p} should be {x}, after everything else.
Tack {x} onto {p}.
echo {x} >> {p}
I forgot a line in {p}. It goes to the end: {x}
One more for {p} (at the bottom): {x}
""")
ANSWERS["append"] = lines("""
Added the line to {p}.
I appended the line to {p}.
{p} now ends with that line.
Done, the line is at the end of {p}.
""")

FRAMES["prepend"] = lines("""
Add {x} at the top of {p}
Add {x} as the first line of {p}
Add this line at the beginning of {p}: {x}
Put {x} at the top of {p}
Put {x} before everything else in {p}
Prepend {x} to {p}
Prepend this to {p}: {x}
Insert {x} at the start of {p}
Insert a first line into {p}: {x}
{p} should start with the line {x}
{p} should begin with {x}, then the rest.
At the top of {p}, add {x}
At the beginning of {p} write {x}
The first line of {p} should be {x}, followed by what is there now.
Write {x} above the text of {p}
{p} lacks a first line: {x}
{p} needs a header line: {x}
Give {p} this header: {x}
Please add a line on top of {p}: {x}
Can you put {x} as first line in {p}?
Could you prepend {x} to {p}?
New first line for {p}: {x}
Start {p} with {x}, keep the rest below it.
Kindly add the line {x} at the very top of {p}
Above everything in {p} there should be {x}
Set {x} on top of {p}.
Place {x} ahead of the other lines in {p}.
""")
ANSWERS["prepend"] = lines("""
Added the line at the top of {p}.
{p} now starts with that line.
I put the line at the top of {p}.
Done, {p} has the new first line.
""")

FRAMES["add_item"] = lines("""
Add {v} to the list in {p}
Add {v} to {p}
Put {v} on the list {p}
Put {v} on my list in {p}
Note {v} on the list {p}
We also need {v}. Put it on {p}
One more item for {p}: {v}
Add the item {v} to {p}, same style as the others
Add an entry {v} at the end of {p}
Add another entry to {p}: {v}
{v} is missing in the list {p}
{v} should be on the list {p} too
I forgot {v}. Add it to {p}
Append {v} to the list {p}
Append the item {v} to {p}, formatted like the rest
Extend the list {p} by {v}
Please add {v} to my list {p}
Can you add {v} to {p}? It's a list
Could you put {v} on {p} as well?
List {v} in {p}, too
Kindly add one item {v} in the list {p}
New item in {p}: {v}
Also {v}, please, on the list {p}
Include {v} in {p}
The list {p} lacks {v}
At the end of the list in {p}: {v}
""")
ANSWERS["add_item"] = lines("""
Added {v} to {p}.
{v} is on the list in {p} now.
I put {v} on the list in {p}.
{p} now lists {v} too.
""")

FRAMES["add_setting"] = lines("""
Add {k} with the value {w} to {p}
Add a setting {k} = {w} to {p}
Add a new setting {k} to {p}, value {w}
Add {k} ({w}) at the end of {p}
Add the option {k} with {w} to {p}
{p} is missing {k}; it should be {w}
{p} needs a new entry {k} with {w}
In {p}, add {k} and set it to {w}
Introduce a setting {k} in {p} with {w}
Put a new key {k} into {p}, value {w}
Extend {p} with {k} set to {w}
Define {k} as {w} at the end of {p}
Please add another key {k} to {p}. Its value is {w}
Can you add {k} to {p} with the value {w}?
Could you add a line for {k} in {p}, set to {w}?
We have a new option {k}, default {w}. Add it to {p}
Kindly add one more parameter {k} as {w} in {p}
Append {k} with {w} to {p}, same format as the other lines
There's no {k} in {p} yet. Add it with {w}
The new key {k} goes in {p}, value {w}
""")
ANSWERS["add_setting"] = lines("""
Added {k} with {w} to {p}.
{p} now sets {k} to {w}.
{k} is in {p} now, set to {w}.
I added {k} to {p}.
""")

FRAMES["remove_item"] = lines("""
Remove {v} from {p}
Remove {v} from the list in {p}
Remove the line {v} from {p}
Delete {v} from {p}
Delete the line with {v} in {p}
Delete the entry {v} from {p}
Take {v} off the list {p}
Take {v} out of {p}
Strike {v} from {p}
Drop {v} from {p}
{v} can go from {p}
{v} is no longer needed, remove it from {p}
We don't need {v} any more. Take it off {p}
In {p}, remove the line with {v}
In {p}, delete {v}
Please remove {v} from my list {p}
Can you delete {v} from {p}?
Could you take {v} off {p}?
Get rid of {v} in {p}
Kick {v} out of {p}
Kindly remove the entry {v} from {p}
Cut the line {v} out of {p}
{p} should not list {v} any longer
I already have {v}. Remove it from {p}
Erase {v} from {p}, keep the other lines
Without {v}, please: edit {p}
""")
ANSWERS["remove_item"] = lines("""
Removed {v} from {p}.
{v} is no longer in {p}.
I took {v} off {p}.
Done, {v} is gone from {p}.
""")

FRAMES["remove_key"] = lines("""
Remove {k} from {p}
Remove the setting {k} from {p}
Delete the {k} line from {p}
Delete {k} in {p}
Drop the {k} setting in {p}
{k} is not used any more. Remove it from {p}
We don't need {k} in {p} any longer
Take the line with {k} out of {p}
In {p}, delete the line that sets {k}
Get rid of {k} in {p}
Please remove the option {k} from {p}
Can you remove {k} from {p}?
Could you delete the line with {k} in {p}?
Kindly remove the {k} entry from {p}
{p} should no longer have {k}
{p} without {k}, please
Clean up {p}: {k} is obsolete
Throw {k} out of {p}
The key {k} in {p} can be deleted
Erase the {k} line in {p}
""")
ANSWERS["remove_key"] = lines("""
Removed {k} from {p}.
{k} is gone from {p}.
I deleted the {k} line in {p}.
{p} no longer has {k}.
""")

FRAMES["insert_after"] = lines("""
Insert {w} after {v} in {p}
Insert {w} below {v} in {p}
Put {w} right after {v} in {p}
Put {w} under {v} in {p}
Add {w} after {v} in {p}
Add {w} below {v} in the list {p}
In {p}, {w} should follow {v}
In {p}, add {w} directly after {v}
After {v} in {p}, insert {w}
After the line {v} in {p} I want {w}
Below {v}, add {w} to {p}
{w} belongs right below {v} in {p}
Between {v} and the next line of {p}, insert {w}
Please place {w} behind {v} in {p}
Can you insert {w} after {v} in {p}?
Could you add {w} to {p}, just below {v}?
Kindly insert {w} next to {v} in {p}, on the line after it
Squeeze {w} in after {v} in {p}
The entry {w} goes under {v} in {p}
Write {w} on the line after {v} in {p}
""")
ANSWERS["insert_after"] = lines("""
Inserted {w} after {v} in {p}.
{w} now follows {v} in {p}.
I put {w} below {v} in {p}.
""")

FRAMES["append_two"] = lines("""
Add {x} at the end of both {p} and {q}.
Append {x} to {p} and to {q}.
Append the same line to {p} and {q}: {x}
Both {p} and {q} should end with {x}.
Both {p} and {q} need this last line: {x}
Put {x} at the bottom of {p} and of {q}.
Add this line to {p} and also to {q}, at the end: {x}
{p} and {q} both lack the closing line {x}. Add it.
Please append {x} to two files, {p} and {q}.
Extend {p} and {q} by the line {x}.
At the end of {p}, and also of {q}, write {x}.
Could you add {x} to the end of {p} and {q}?
Can you append {x} to {p} as well as to {q}?
Kindly add {x} at the end in {p} and {q} both.
Same footer for {p} and {q}: {x}
Finish {p} and {q} with the line: {x}
Write {x} below the text of {p}, then do that for {q} too.
""")
ANSWERS["append_two"] = lines("""
Added the line to {p} and {q}.
{p} and {q} both end with that line now.
I appended it to {p} and {q}.
""")

FRAMES["copy"] = lines("""
Copy {p} to {q}
Make a copy of {p} called {q}
Make a copy of {p} as {q}
Make {q} a copy of {p}
Duplicate {p} as {q}
Duplicate {p}; the copy is {q}
I need a copy of {p} under the name {q}
I want {q} with the same content as {p}
Create {q} with the content of {p}
Create {q} as a copy of {p}
Copy the content of {p} into a new file {q}
Copy the file {p}, name the copy {q}
{q} should be identical to {p}
{q} should have the same text as {p}
cp {p} {q}
Please copy {p} over to {q}
Can you copy {p} to {q}?
Could you make a second copy of {p}, {q}?
Clone {p} into {q}
Save {p} once more as {q}
Save a copy of {p} as {q}
Back up {p} to {q}
Keep a backup of {p} in {q}
Kindly take a copy of {p} in {q}
Take {p} and store the same thing as {q}
Replicate {p} to {q}
Before I change {p}, copy it to {q}
""")
ANSWERS["copy"] = lines("""
Copied {p} to {q}.
{q} is a copy of {p}.
I made a copy of {p} as {q}.
Done, {q} has the content of {p}.
""")

FRAMES["rename"] = lines("""
Rename {p} to {q}
Rename the file {p} to {q}
Move {p} to {q}
{p} should be called {q}
{p} should be named {q}
{p} is a bad name. Call it {q}
Change the name of {p} to {q}
Change the file name {p} into {q}
Give {p} the new name {q}
The file {p} should now be {q}
mv {p} {q}
Please rename {p} into {q}
Can you rename {p} to {q}?
Could you move {p} over to {q}?
I want {p} renamed to {q}
Relocate {p} to {q}
{p} belongs at {q}, move it
{p} -> {q} (rename)
Kindly rename {p} as {q}
From now on {p} is {q}. The old file must be gone
Turn {p} into {q}, same content, old one deleted
Put {p} where it belongs, {q}
The path of {p} is wrong, it should be {q}
File {p} moves to {q}
Let's rename {p}; new name {q}
""")
ANSWERS["rename"] = lines("""
Renamed {p} to {q}.
{p} is now {q}.
I moved {p} to {q}.
Done, the file is {q} now.
""")

FRAMES["delete"] = lines("""
Delete {p}
Delete the file {p}
Remove {p}
Remove the file {p}
rm {p}
Please delete {p}
Please get rid of {p}
Get rid of the file {p}
{p} can be deleted
{p} can go
{p} is not needed any more, delete it
{p} is obsolete. Remove it
I don't need {p} any longer
We no longer use {p}, drop it
Throw {p} away
Trash {p}
Can you delete {p}?
Could you remove {p} for me?
Erase {p}
Kindly delete the file {p}
Clean up: {p} should go
Drop {p}
{p} was a mistake, remove it again
The file {p} should not exist
Would you please delete {p}?
Take {p} out of the project
""")
ANSWERS["delete"] = lines("""
Deleted {p}.
{p} is gone.
I removed {p}.
Done, {p} is deleted.
""")

FRAMES["delete_ext"] = lines("""
Delete all {t} files
Delete all files ending in {t}
Remove every {t} file
Remove all {t} files from the project
Clean up the {t} files
Get rid of all {t} files
Please delete every file that ends with {t}
All {t} files can go
The {t} files are garbage, delete them
I don't need the {t} files any more
rm *{t}
Can you remove the {t} files?
Could you clean out all {t} files?
Kindly delete all the {t} files
Find the {t} files and delete them
Throw away everything with the extension {t}
No {t} file should be left
Look for {t} files and remove each one
Tidy up here: drop the {t} files
Files with {t} at the end are leftovers. Delete them
""")
ANSWERS["delete_ext"] = lines("""
Deleted {e}.
I removed {e}.
Gone: {e}
{e} deleted.
""")

FRAMES["swap"] = lines("""
Swap the contents of {p} and {q}
Swap {p} and {q}
Exchange the contents of {p} and {q}
{p} and {q} got mixed up. Swap their contents
I mixed up {p} and {q}, please exchange what's in them
What is in {p} belongs in {q} and the other way round
What's in {p} should be in {q}, and vice versa
Put the text of {p} in {q} and that of {q} in {p}
Please swap the text of {p} with the text of {q}
Can you switch the contents of {p} and {q}?
Could you exchange {p} and {q}, contents only?
Kindly interchange the contents of {p} and {q}
The contents of {p} and {q} need to trade places
Let {p} and {q} trade their content
{p} should hold what {q} holds now, and {q} what {p} holds
Flip {p} and {q}: each gets the other's text
""")
ANSWERS["swap"] = lines("""
Swapped the contents of {p} and {q}.
{p} and {q} have traded contents.
I exchanged {p} and {q}.
""")

FRAMES["merge"] = lines("""
Merge {p} and {q} into {s}
Combine {p} and {q} into a new file {s}
Concatenate {p} and {q} to {s}
Concatenate {p} and {q}, in that order, as {s}
cat {p} {q} > {s}
Put {p} followed by {q} in {s}
Write {p} and then {q} into one file {s}
Join {p} and {q} as {s}
Make one file {s} out of {p} and {q}
Make {s} from {p} plus {q}
{s} should have the text of {p} and below it the text of {q}
{s} should contain {p}, then {q}
I want {p} and {q} together in {s}
Please join the files {p} and {q}, result in {s}
Can you merge {p} with {q} into {s}?
Could you put {p} and {q} one after the other into {s}?
Kindly merge {p} and {q} as one file {s}; {p} comes first
Collect {p} and {q} (in this order) in {s}
First {p}, then {q}: both texts in {s} please
Glue {p} and {q} together as {s}
""")
ANSWERS["merge"] = lines("""
Merged {p} and {q} into {s}.
{s} holds both texts.
I wrote {p} and {q} to {s}.
Done, {s} has {p} followed by {q}.
""")

FRAMES["restore"] = lines("""
Restore {p} from {q}
Restore {p} from the backup {q}
Bring {p} back to what is in {q}
Reset {p} to the content of {q}
Revert {p} to {q}
Roll back {p} to the version in {q}
{p} is broken, take {q} instead
{p} is broken. The good version is in {q}, please put it back
Undo the changes in {p}; the old text is in {q}
Overwrite {p} with what {q} contains
Copy {q} back over {p}
Make {p} the same as {q} again
{p} should be as in {q}
I messed up {p}. There is a copy in {q}, restore it
Please recover {p} using {q}
Can you restore {p}? The backup is {q}
Could you put {q} back in place of {p}? Keep {q}
Kindly revert {p} from the backup file {q}
Use the backup {q} to repair {p}
Replace {p} with its backup {q}
""")
ANSWERS["restore"] = lines("""
Restored {p} from {q}.
{p} is back to the content of {q}.
I put the text of {q} back in {p}.
""")
