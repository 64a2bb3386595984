"""Frames: making files. {p} path, {x} content, {q}/{y} a second pair."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["create_line"] = lines("""
Create {p} with the content {x}
Create a file {p} that says {x}
[Please |]create the file {p}. It should contain exactly this: {x}
Make a new file called {p} with this line: {x}
Make me a {p} with one line in it: {x}
Put {x} into a new file {p}
Put the following in {p}: {x}
Write {x} to {p}
Write this to {p}: {x}
Can you write {x} into {p}?
Could you [please |]create {p} with {x} in it?
I need a file {p} with the text: {x}
I need {p}. One line only: {x}
There should be a file {p} saying {x}
New file {p}: {x}
{p} <- {x}
file: {p}~content: {x}
Save {x} as {p}
Save the following line as {p}: {x}
Store this sentence in {p}: {x}
[Kindly|Please] generate {p} having the single line {x}
Add a new file {p} holding just this: {x}
Drop a file {p} here, content: {x}
Go ahead and create {p}, it just says {x}
Set up {p} with {x} as its only line.
We are missing {p}. Please add it with the line {x}
The file {p} does not exist yet; create it with this text: {x}
I would like to have a file named {p} in which stands {x}
Would you mind putting {x} in a new file named {p}?
Note this down in {p}: {x}
Write down {x} in {p}.
Type {x} in a file and call it {p}.
Let's start a file {p} with the line: {x}
Initialize {p} with {x}
echo {x} into {p} for me
Take this line and save it under {p}: {x}
Please file this under {p}: {x}
The text {x} belongs in a new file {p}.
Open a new file {p}, write {x} in it, done.
[Need|Want] {p} with content {x} pls
Begin a new file, {p}. The first and only line is: {x}
Just write {x} in {p}, nothing more.
Could I get a {p} that contains {x}
""")
ANSWERS["create_line"] = lines("""
Created {p}.
I created {p} with that line.
Done, {p} is written.
{p} now holds the line.
I wrote the line to {p}.
""")

FRAMES["create_block"] = lines("""
Create {p} with this content:~{x}
Create {p} with exactly these lines: {x}
Please create the file {p} with the following text: {x}
Write the following to {p}: {x}
Write these lines into {p}: {x}
Make a file {p} and paste this in: {x}
New file {p}:~{x}
{p}:~{x}~Please create that file.
Save this as {p}: {x}
Save the text below as {p}.~{x}
I need {p} to look like this: {x}
I want a new file {p} that reads: {x}
Can you create {p}? Here is what goes in:~{x}
Could you put the following into {p}: {x}
Here is the text for {p}: {x}~Please write it.
Below is the content for {p}. Create it please.~{x}
Add a file {p} containing: {x}
Add {p}. Contents: {x}
Store the following in {p}, keep the line breaks: {x}
Put these lines in a new file called {p}: {x}
Put this text under {p}, line by line: {x}
Set up {p} like so: {x}
Dump this into {p}: {x}
File {p}, content as follows: {x}
Kindly create {p} with below content: {x}
Please prepare a file {p} having below lines: {x}
Generate {p}:~~{x}
Let's create {p} together. It goes like this: {x}
Take this and write it to {p}: {x}
Copy the text below in a new file {p}: {x}
The file {p} is missing, here is what belongs in it: {x}
We lost {p}. I have it here, please write it again: {x}
My colleague sent me this for {p}, please save it: {x}
For the [docs|project|team|release] I need a file {p} with: {x}
Type this into {p} for me: {x}
Would you create {p} with the next lines? {x}
Just create {p}, the lines are: {x}
Write out {p}. It should read: {x}
name: {p}~text:~{x}
Initial version of {p}, please save: {x}
""")
ANSWERS["create_block"] = lines("""
Created {p}.
I created {p} with these lines.
{p} is written.
Done. {p} has the text you gave me.
I saved the text as {p}.
""")

FRAMES["create_json"] = lines("""
Create {p} with this JSON: {x}
Write this JSON to {p}: {x}
Save the object below as {p}: {x}
Please put this [config|configuration|payload|data] into {p}: {x}
I need a JSON file {p}: {x}
New JSON file {p}, content: {x}
Generate {p} with the following JSON content: {x}
Make {p}. It is JSON: {x}
Create the JSON file {p} exactly as shown: {x}
Store this as {p}, don't reformat it: {x}
Could you write {p} for me? The JSON is: {x}
Can you add a {p} with: {x}
{p} should be this object: {x}
The service expects a {p} like this one, please create it: {x}
Our tool reads {p}. Create it with: {x}
The build needs {p}. Content is: {x}
Write the JSON below into {p}. Keep the formatting. {x}
Add the settings file {p}: {x}
Put the object in {p}: {x}
Kindly create {p} having this JSON: {x}
Set up {p} as follows: {x}
Please write down this JSON as {p}: {x}
I have a response here, save it as {p}: {x}
Mock data for {p}, please create it: {x}
Test fixture {p}: {x}
Drop this in {p}: {x}
As a fixture I need {p} with: {x}
Let's have {p} with this JSON inside: {x}
Create the config {p}. Here it is: {x}
Persist the following to {p}: {x}
file {p}, json:~{x}
Here's the JSON for {p}: {x}
Would you please save that as {p}: {x}
Initialise {p} with this: {x}
""")
ANSWERS["create_json"] = lines("""
Created {p}.
I wrote the JSON to {p}.
{p} now holds the JSON.
Done, {p} is in place.
""")

FRAMES["create_code"] = lines("""
Create {p} with this code: {x}
Create src file {p}: {x}
Please write the following code to {p}: {x}
Add a new [module|source file|file] {p}: {x}
New source file {p}:~{x}
Put this [snippet|code|function] in {p}: {x}
Save this snippet as {p}: {x}
I wrote this on paper, please type it into {p}: {x}
The code for {p} is: {x}
Implement {p} exactly so: {x}
Can you create {p} with this implementation? {x}
Could you add {p}? Code below. {x}
Let's add {p}: {x}
I need a stub {p} with: {x}
Write {p}. It should contain this code and nothing else: {x}
Here's a small [helper|program|script|function]. Store it in {p}: {x}
Paste this in {p}: {x}
Create the file {p} and fill it with: {x}
Kindly add the below code in a new file {p}: {x}
Please add {p} to the project with this code: {x}
Start {p} with the following: {x}
Take the code below, make it {p}: {x}
{p}~{x}~Please create it as shown.
Generate the file {p} from this listing: {x}
Would you put that code under {p}: {x}
We need {p} in the repo: {x}
Set up {p} with this first version: {x}
First draft of {p}, please save it: {x}
Write this code as it is into {p}: {x}
Copy the following code to {p}: {x}
Make {p} with the code: {x}
I want {p} to hold this: {x}
Drop this code into {p}, unchanged: {x}
Bootstrap {p}: {x}
Code for the file {p}, please write it: {x}
Scaffold {p} with this: {x}
""")
ANSWERS["create_code"] = lines("""
Created {p}.
I added {p} with that code.
The code is in {p} now.
Done, {p} is written.
""")

FRAMES["create_list"] = lines("""
Create {p} with these items, one per line: {t}
Make a list in {p}, one item per line: {t}
Write {t} to {p}, each on its own line
Please write a file {p} with {t}, one per line
Put {t} into {p}. One per line please
[Save|Store] the list {t} in {p}, one entry a line
I need {p} listing {t} (one per line)
New file {p}, each of these on its own line: {t}
Each of the following should be a line of {p}: {t}
Can you note {t} in {p}, line by line?
Could you create {p}? One line each for {t}
Create a list file {p}: {t}, one per row
In {p} I want one line per item: {t}
{p} should have a line for each of these: {t}
Please list {t} in a new file {p}, every item in a separate line
Kindly make {p} with each item on a separate line: {t}
List these line by line in {p}: {t}
Split this into lines and save it as {p}: {t}
Take {t} and write them to {p}, one under the other
Write them one under another into {p}: {t}
Make {p} from these entries, a line each: {t}
Generate {p} with one entry per line: {t}
Start a list {p}: {t}. One thing per line
For later: {p} with {t}, one per line
My list is {t}. Save it as {p}, one per line
I have to remember {t}. Put them line by line in {p}
Add a file {p} where every line is one of these: {t}
One per line, into {p}: {t}
Items: {t}~File: {p}~One item per line
Write out the items {t} in {p}, each one on a new line
Would you put {t} on separate lines of {p}
Set up a simple list in {p}: {t}. A line for each
Just a plain list in {p}, newline separated: {t}
Newline-separated file {p} with {t}
Dump {t} to {p}, newline between them
""")
ANSWERS["create_list"] = lines("""
I wrote the list to {p}.
Created {p} with one item per line.
{p} now holds the list.
Done, the items are in {p}.
""")

FRAMES["create_env"] = lines("""
Create {p} with {k} set to {v} and {j} set to {w}, as KEY=value lines
Write {p}: {k}={v} and {j}={w}, one per line
Make an env file {p} where {k} is {v} and {j} is {w} (format KEY=value)
New {p} with two lines: {k}={v} and {j}={w}
I need {p} with {k}={v} on the first line and {j}={w} on the second
Please set up {p}. First line {k}={v}, second line {j}={w}
Put {k}={v} and below it {j}={w} in {p}
Two variables go in {p}: {k}={v}, {j}={w}. One a line
{p} needs {k}={v} and then {j}={w}, each on a line
Could you create {p} with the lines {k}={v} and {j}={w}
Can you write {k}={v} and {j}={w} to {p}, one under the other?
Write a settings file {p} in the form key=value: {k} is {v}, {j} is {w}
Define {k} as {v} and {j} as {w} in a new file {p}, in the form NAME=VALUE
In {p}, line one: {k}={v}, line two: {j}={w}
Create {p}.~{k} = {v}~{j} = {w}~No spaces around the equal signs please
Kindly create {p} with entries {k}={v} and {j}={w} on separate lines
Generate {p} with {k}={v} followed by {j}={w} on the next line
Save {k}={v} and {j}={w} as {p}, two lines
Set {k} to {v} and {j} to {w} in a fresh {p} (KEY=value, a line each)
The deployment wants {p} with {k}={v} and {j}={w}, one per line
For local dev I need {p}: {k}={v}, {j}={w}. One variable per line
Add {p}; line 1 is {k}={v} and line 2 is {j}={w}
Start {p} with {k}={v}; next line {j}={w}
Fill a new {p} with {k}={v} and {j}={w} (two lines)
Please provide {p} which has {k}={v} and {j}={w}, each in its own line
Let's have {p} say {k}={v} first and {j}={w} second, on two lines
Drop {k}={v} and {j}={w} into a new {p}, line by line
Write to {p}: first {k}={v}, under it {j}={w}
""")
ANSWERS["create_env"] = lines("""
Created {p} with {k} and {j}.
{p} sets {k} and {j} now.
I wrote both settings to {p}.
Done, {p} has {k} and {j}.
""")

FRAMES["create_two"] = lines("""
Create two files: {p} with {x} and {q} with {y}.
Create {p} saying {x} and {q} saying {y}.
Make {p} (content {x}) and {q} (content {y}).
I need two files. {p} contains {x}, {q} contains {y}.
Write {x} to {p} and {y} to {q}.
Put {x} in {p} and {y} in {q}.
Please create {p} and {q}; the first says {x}, the second {y}.
First file: {p}, text {x}. Second file: {q}, text {y}.
Add {p} with the line {x}; add {q} with the line {y}.
Two new files please:~- {p}: {x}~- {q}: {y}
Two new files:~1. {p} with {x}~2. {q} with {y}
Please write both of these:~{p}: {x}~{q}: {y}
In {p} write {x}. In {q} write {y}.
{p} should read {x} and {q} should read {y}. Create both.
Save {x} as {p}, and save {y} as {q}.
Could you make {p} with {x} in it and also {q} with {y} in it?
Can you create {p} and {q} for me? {p} holds {x} and {q} holds {y}.
Set up {p} with {x}, then {q} with {y}.
Generate {p} ({x}) as well as {q} ({y}).
Besides {p} with the text {x}, I also need {q} with {y}.
Both files are new: {p} has {x}; {q} has {y}.
Kindly create {p} having {x} and {q} having {y}.
Start with {p}: {x}. Then do {q}: {y}.
Please store {x} under {p} and {y} under {q}.
We need {p} that says {x} plus {q} that says {y}.
One file {p} for {x} and another one {q} for {y}.
The line {x} goes in {p}, the line {y} goes in {q}.
Let {p} contain {x} and let {q} contain {y}.
Type {x} into {p}, afterwards {y} into {q}.
Would you write {p} with {x} and next to it {q} with {y}?
Here are two lines for two files. {p}: {x}~{q}: {y}
I'd like {p} to be {x} and {q} to be {y}; neither exists yet.
Pls create both {p} with {x} and {q} with {y}
""")
ANSWERS["create_two"] = lines("""
Created {p} and {q}.
Both files are written: {p} and {q}.
I wrote {p} and {q}.
Done, {p} and {q} exist now.
""")

FRAMES["create_three"] = lines("""
Create three files:~1. {p} with {x}~2. {q} with {y}~3. {s} with {o}
Three files please: {p} with {x}, {q} with {y}, and {s} with {o}.
Make {p} saying {x}, {q} saying {y} and {s} saying {o}.
Write {x} to {p}, {y} to {q}, {o} to {s}.
- {p}: {x}~- {q}: {y}~- {s}: {o}~Please create these.
Set up the following: {p} contains {x}; {q} contains {y}; {s} contains {o}.
First {p} with {x}, then {q} with {y}, finally {s} with {o}.
I need {p} ({x}), {q} ({y}) and {s} ({o}).
Put {x} in {p}; put {y} in {q}; put {o} in {s}.
Create {p}, {q} and {s}. Their contents are {x}, {y} and {o}, in this order.
Please scaffold {p}, {q} and {s} with {x}, {y} and {o} respectively.
For a small demo: {p} has {x}, {q} has {y}, {s} has {o}.
Add these new files. {p}: {x}~{q}: {y}~{s}: {o}
Start a project: {p} -> {x}, {q} -> {y}, {s} -> {o}.
Kindly create 3 files, {p} with {x}, {q} with {y} and {s} with {o}.
Could you create {p} with {x}, {q} with {y}, and also {s} with {o}?
1) {p} should say {x}~2) {q} should say {y}~3) {s} should say {o}
Save {x} as {p}, {y} as {q} and {o} as {s}.
In {p} goes {x}, in {q} goes {y} and in {s} goes {o}.
We want three notes: {p} with {x}; {q} with {y}; {s} with {o}.
Begin with {p} containing {x}. After that {q} containing {y}. The last one is {s} containing {o}.
Step 1: write {x} to {p}.~Step 2: write {y} to {q}.~Step 3: write {o} to {s}.
Generate {p}, then {q}, then {s}: {x} / {y} / {o}.
Let me have {p} with {x}, {q} with {y} and last {s} with {o}.
Files to create: {p} {x}, {q} {y}, {s} {o}.
""")
ANSWERS["create_three"] = lines("""
Created {p}, {q} and {s}.
All three files are written: {p}, {q} and {s}.
I wrote {p}, {q} and {s}.
Done: {p}, {q} and {s}.
""")

FRAMES["create_in_folder"] = lines("""
In the folder {f}, create {g} with {x}.
Create a file {g} in {f} that says {x}
Make {g} inside {f} with the line: {x}
Under {f} I need a file {g}: {x}
Put a file {g} in the {f} folder with the content {x}.
Add {g} to the {f} directory: {x}
The directory {f} should have a {g} with this text: {x}
Please place a new {g} in {f}. It says {x}.
Write {x} to the file {g} in the directory {f}.
Save {x} in folder {f} as {g}.
In {f}, add a {g} with {x} in it.
Could you create {g} in {f}? Content: {x}
Inside the {f} directory create a file named {g} and write {x} in it.
New file named {g} in folder {f}, content: {x}
I'd like a {g} in {f} which says {x}.
Go into {f} and create {g} with {x}.
Folder: {f}~File: {g}~Text: {x}
Kindly create one {g} under {f} with text {x}.
A file {g} is missing in {f}. Please add it with the text {x}.
Store {x} in {f}, file name {g}.
{f} needs a {g}. Text: {x}
Can you put a {g} into {f} with the single line {x}
Let's add {g} in {f}, it says {x}.
The file is called {g}, it lives in {f}, and it says {x}. Create it.
Generate {g} within {f}: {x}
Within {f} please write a {g} with {x}.
""")
ANSWERS["create_in_folder"] = lines("""
Created {p}.
I wrote {p}.
{p} is there now.
Done, {p} has that line.
""")

FRAMES["overwrite"] = lines("""
Overwrite {p} with {x}
Replace the whole content of {p} with this: {x}
Replace everything in {p} by {x}
Throw away what is in {p} and write {x} instead.
Empty {p} and put {x} in it.
{p} should only contain {x} from now on.
Reset {p} to: {x}
Please rewrite {p} so that it only says {x}
The old text in {p} can go. New text: {x}
Set the content of {p} to {x}
Change {p} completely, it should be: {x}
Clear {p} and write this: {x}
Make {p} say just {x}
I don't need the old {p}. It should read: {x}
Overwrite the existing {p}, new content: {x}
Start {p} over with {x}
Everything in {p} is outdated, replace all of it with {x}
Can you replace the content of {p} with {x}?
Could you overwrite {p}? It should contain only {x}
Kindly overwrite {p} with the text {x}
Write {x} to {p}, overwriting what is there.
Write over {p}: {x}
{p} is wrong from top to bottom. The right content is: {x}
Please update {p} fully to: {x}
Swap the complete text of {p} for {x}
Discard the current {p}; write {x} there.
Forget what {p} says now, make it {x}
Fill {p} anew with {x}
New content for the existing file {p}: {x}
The entire file {p} should become: {x}
I want nothing but {x} in {p}.
""")
ANSWERS["overwrite"] = lines("""
I replaced the content of {p}.
{p} now holds only the new text.
Done, {p} is overwritten.
Rewrote {p}.
""")

FRAMES["create_run"] = lines("""
Create {p} with this code: {x}~Then run {c} and tell me what it prints.
Write the following to {p}: {x}~After that run {c} and give me the output.
Make a file {p}: {x}~Run it with {c}. What comes out?
Save this as {p}: {x}~and execute {c}. Tell me the result.
Please create {p}: {x}~Next, run {c} and report the output.
Put this in {p}: {x}~Now run {c}. What does it say?
New script {p}: {x}~Start it with {c} and tell me what it printed.
Add {p}: {x}~Once it's there, call {c} and show me the output.
Create {p} with the code below, run {c} afterwards and tell me the output. {x}
I want to try something. Write {p}: {x}~and run {c}; I'd like to see the output.
Store this under {p}: {x}~Then {c} please, and tell me what you get.
Can you write {p}: {x}~and check what {c} prints?
Script for {p}: {x}~Please save it, run {c}, and reply with what it prints.
Here is a script: {x}~Name it {p}, run {c}, tell me the output.
Kindly create {p}: {x}~and share the output of {c}.
Step 1: create {p} with {x}~Step 2: run {c}~Step 3: tell me the output
First create {p}: {x}~Then execute {c} and tell me its output.
Write {p}: {x}~Give it a go with {c}. What's the output?
Create the program {p}: {x}~and launch it using {c}. I need to know what it outputs.
Set up {p}: {x}~then try {c} and let me know what it returned.
Code: {x}~File: {p}~Command: {c}~What is the output?
Let's test a thing: {p} should be {x}~Then run {c} and paste me the output.
Take this: {x}~Put it into {p}, do {c}, and say what came out.
After creating {p} with {x}~run {c} and report back what it printed.
""")
ANSWERS["create_run"] = lines("""
I created {p}; {c} prints {e}.
{p} is written. The output of {c} is {e}.
Done. {c} printed: {e}
The script {p} printed {e}.
""")
