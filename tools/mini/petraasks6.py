"""States of affairs, odd names and everyday requests."""
from petrabase import add

add(r'''
## petra.state
{t} should be {u} in {p}.
{p} still says {t}. It is {u} now.
{p}: {t} -> {u}
{p}: {t} => {u}
In {p} it says {t}; {u} would be right.
{t} is wrong in {p}; right is {u}.
We no longer use {t} but {u}. {p} does not know that yet.
Because {t} is out of date, {p} has to have {u}.
The old entry in {p} is {t}, the new one is {u}.
{u}, not {t}: {p}
{p} is one step behind: it has {t} where {u} belongs.
What {p} calls {t} is {u} since last week.
As decided yesterday, {t} gives way to {u}. The file concerned is {p}.
{t} has been replaced by {u} everywhere except in {p}.
I see {t} in {p} and expected {u}.

## petra.state_set
{k} should be {w} in {p}.
{p}: {k} = {w}
{p}: {k} {v} -> {w}
{k} in {p} is {v}. It has to be {w}.
In {p}, {k} is not {v} any more but {w}.
The right {k} for {p} is {w}.
{p} still has {k} at {v}; we agreed on {w}.
{k} -> {w} ({p})
{w} is the new {k} of {p}.
Since {v} turned out to be wrong, {k} in {p} is {w} from now on.
{p} needs {k} at {w}.
Set {k} in {p} to {w}.
The value of {k} in {p} changes from {v} to {w}.

## petra.renamed
We renamed {t} to {u}. These files still have the old name: {i}.
{t} is called {u} now. Update {i}.
{t} was renamed to {u}, but not in {i}. Correct that.
The new name of {t} is {u}. It is missing in {i}.
{i}: {t} -> {u}
After the renaming of {t} to {u}, the following is outdated: {i}.
{t} does not exist any more; its name is {u}. To be adapted: {i}.
Old name {t}, new name {u}. Please bring {i} up to date.
What was {t} is {u} today. {i} must say so.

## petra.backwards
At the end, {q} must contain {x}. Before that, run {c} and keep its output for me. But first of all, {t} in {p} becomes {u}.
Write {x} to {q} after you have run {c}, which you may do only when {p} has {u} instead of {t}. Report the output of {c}.
Last: create {q} with {x}. Second: run {c} and tell me its output. First: replace {t} by {u} in {p}.
{c} needs {u} in {p} in place of {t}, so make that edit before you run it. After the run, create {q} with the line {x}. What did the command print?
Once {c} has been run, {q} has to be created with {x}. It can only be run when {t} in {p} has been changed to {u}. I need its output.
Create {q} ({x}), but not before {c}, and do not run {c} before {p} says {u} rather than {t}. Then tell me what {c} printed.
The third step is a new file {q} with {x}; the second step is {c}, whose output I want; the first step is {u} for {t} in {p}.
Before {q} is written (content: {x}), {c} is run. Before {c} is run, {t} in {p} is replaced by {u}. Give me the output of {c}.

## petra.wordlike_ask
What is {k} set to in {p}?
In {p}, which value does {k} have?
Read {p} and tell me what stands there for {k}.
{k} in {p}?
Please report the value of the key {k} in {p}.
The file {p} has a key called {k}. What is its value?
I need the setting {k} from {p}.
Look up {k} in the file {p}.

## petra.bare_new
Create a file {p} with the line {t}. It has no further lines.
{p} is missing. It should contain {t}.
We need {p}, content {t}.
New file {p}: {t}
Please add {p}; its only line is {t}.
There should be a {p} that says {t}.
Write {t} to {p}. The file name is exactly that.
In this repository {p} does not exist yet. Create it with {t}.

## petra.bare_ask
What does {p} contain?
Read {p} and tell me what it says.
Please report the content of {p}.
{p}: what is in it?
I would like to know what is written in {p}.
Open {p} and quote it.
The file {p} has no ending, but it is a text file. What does it say?
Give me the text of {p}.

## petra.in_folder
In the folder {d}, {g} has {t}. It should have {u}. Other folders stay as they are.
Replace {t} by {u} in {g}. I mean the one in {d}.
There are several {g}. In the one below {d}, change {t} to {u}.
{d} has a {g} that says {t}. Make it say {u}.
For {d} only: {u} instead of {t} in {g}.
Go to {d}; in its {g}, {t} becomes {u}.
The {g} of {d} is outdated: {t} -> {u}.
Please edit {g} in {d}, not in any other folder: {t} has to be {u}.

## petra.ask_value
Read {p} and tell me the value of {k}.
What is {k} set to in {p}?
According to {p}, what is {k}? Please look it up and report it.
I need to know the {k} that is configured in {p}. Could you check?
{k} in {p}?
Please report the current value of {k}. You can find it in {p}.
Which value of {k} does {p} have?
How is {k} set in {p}?

## petra.compare
Read {p} and {q} and report the value of {k} in each of them.
Does {k} differ between {p} and {q}? Report both values.
Compare {k} in {p} with {k} in {q} and tell me the two values.
I suspect that {p} and {q} disagree about {k}. Which value does each of them have?
Please tell me what {k} is in {q}, and also what it is in {p}.
{k}: what does {p} say, and what does {q} say?
Two values of {k} are needed, that of {p} and that of {q}.
State {k} for both {p} and {q}. No edits.

## petra.create
Create {p} with the following content:\n\n{B}
Please create the file {p}. Its content must be exactly this:\n{B}
We need {p} in this repository, and it does not exist yet. It has to read as follows:\n{B}
Could you add a file {p} that contains the text below?\n\n{B}
Write the following text to {p}:\n{B}
File {p}, content:\n{B}
Take the snippet below and create {p} with it.\n{B}
{p} was lost. Restore it from this copy:\n{B}
The next commit adds {p}. This is its full text:\n\n{B}
Save exactly this as {p}, with all of its lines:\n{B}

## petra.create_line
Create {p} with the single line {t}.
Could you create a file named {p} whose entire content is {t}?
I would like to have a file {p} in the workspace that contains only this line: {t}
New file {p}: {t}
Because the reviewer asked for it, {t} must be recorded in a new file. Create it as {p}.
Write {t} into {p}, which you have to create.
{p} <- {t}
There is no {p} so far. Its first and only line is {t}.

## petra.append
Append the line {t} to {p}.
Add the following line to the end of {p}:\n{B}
Please extend {p}: its new last line must be {t}. All existing lines must be kept.
Could you append {t} as a new line at the bottom of {p} without changing anything else?
{p} lacks an entry. The entry is {t}, and it belongs on a line of its own after the last one.
Keep what {p} contains and add one line below it, namely: {t}
{t} has to be the last line of {p}.
One more line for {p}, at the end: {t}
At the end of {p}, {t} is missing.

## petra.prepend
Insert the line {t} at the top of {p}.
Add the following as the new first line of {p}, and keep the rest as it is:\n{B}
Could you put {t} on a line of its own at the very beginning of {p}?
The file {p} must start with the line {t}. Add it above the existing lines.
Please prepend one line to {p}: {t}
{t} has to be the first line of {p}; the others follow it.
One more line for {p}, at the top: {t}
Above all lines of {p}, {t} is missing.
Let {p} begin with {t}. Its lines so far move down by one.

## petra.replace
Replace {t} by {u} in {p}.
In {p}, replace {t} with {u}.
Please open {p} and replace {t} by {u}; nothing else in the file may change.
Could you update {p} so that it contains {u} where it contains {t} at the moment?
The text {t} in {p} is wrong and has to be replaced by {u}.
I expect {u} instead of {t} in {p}. Make that edit.
Exchange {t} for {u} in {p}.
Substitute {u} for {t}. The file is {p}.
Edit {p}: {t} out, {u} in.

## petra.two_edits
Make two replacements in {p}: {t} by {u}, and {x} by {y}. Then run {c} and report its output.
In {p}, replace {t} with {u} and {x} with {y}. When both edits are in place, run {c}.
Run {c} once {p} contains {u} instead of {t} and {y} instead of {x}.
{p} is outdated in two places: {t} must become {u}, and {x} must become {y}. Please fix both and verify the result with {c}.
Could you edit {p} ({t} -> {u}, {x} -> {y}) and finally execute {c}?
Two edits and a run: {t} => {u}, {x} => {y}, both in {p}; then {c}.
{c} checks {p}. Before you run it, turn {t} into {u} and {x} into {y} there.
Neither {t} nor {x} may remain in {p}: write {u} and {y}, respectively. Afterwards run {c}.
''')
