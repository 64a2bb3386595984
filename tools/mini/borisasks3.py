"""Clauses of requests with several steps, ways to join them, and frames of longer tasks."""
from borisbase import add

add(r"""
## c_value
[tell me|say|report] the {k} [in|from|of] {p}
look up {k} in {p}
read {p} and [tell|give] me its {k}
find out which {k} {p} has
let me know what {p} says for {k}
give me the value of {k} in {p}
check what {k} is in {p}
see which {k} is set in {p} and name it
quote the {k} that stands in {p}
open {p}, report {k}
## c_lines
count the lines of {p}
tell me how many lines {p} has
give me the line count of {p}
run wc -l on {p} and [say|report] the number
say how long {p} is in lines
find out the number of lines in {p}
report how many lines are in {p}
## c_nfiles
count the files
tell me how many files there are
say how many files are in the workspace [now|at that point|]
give me the number of files
report the file count
find out how many files we have
## c_names
list [all|the] files
name all files [that are there|]
tell me which files there are
show me the names of the files
report what files exist
give me a full listing
## c_set
set {k} in {p} to {v}
change the {k} of {p} to {v}
make {v} the {k} in {p}
in {p}, give {k} the value {v}
update {p} so that {k} is {v}
let {k} be {v} in {p}
put {v} in for {k} in {p}
## c_replace
replace {v} by {vv} in {p}
change {v} to {vv} in {p}
in {p} write {vv} instead of {v}
swap {v} for {vv} in {p}
turn {v} into {vv} in {p}
correct {v} to {vv} in {p}
fix {p}, which says {v} but should say {vv}
make {p} read {vv} where it reads {v}
## c_create
create {p} with the text {t}
write {t} into a new file {p}
make a file {p} that says {t}
put {t} into {p}, which doesn't exist yet
add a new file called {p} holding {t}
store {t} as {p}
start {p} with the line {t}
save the text {t} under {p}
## c_delete
delete {p}
remove {p}
get rid of {p}
throw {p} away
rm {p}
drop the file {p}
erase {p}
## c_append
add the line {t} to the end of {p}
append {t} to {p}
put {t} at the bottom of {p}
let {p} end with another line, {t}
write {t} below the last line of {p}
extend {p} with the line {t}
## c_prepend
put {t} at the very top of {p}
add {t} as the first line of {p}
insert {t} before the first line of {p}
let {p} begin with a new line {t}
place the line {t} above all others in {p}
## c_command
run {c} and [tell me|report|say] what it prints
run {c} and give me its output
execute {c} and quote the result
start {c}, then tell me what comes out
see what {c} prints and tell me
call {c} and let me know the output
## c_copy
copy {p} to {q}
make a copy of {p} named {q}
duplicate {p} as {q}
save what {p} holds as {q} too
put a second copy of {p} at {q}
## c_rename
rename {p} to {q}
move {p} to {q}
give {p} the new name {q}
let {p} be called {q} from now on
## join2
{A} and {b}.
{A}, then {b}.
{A}; then {b}.
{A}. Then {b}.
First {a}. After that {b}.
First {a}, then {b}.
Please {a} and {b}.
Please {a}. Once that is done, {b}.
{A}. Also {b}.
{A}, and when you are done {b}.
Could you {a} and then {b}?
I want you to {a}, and also to {b}.
Two jobs: {a}; {b}.
1. {A}\n2. {B}
- {a}\n- {b}
Do two things for me: {a}, and {b}.
{a} + {b}
{a} && {b}
You should {a}. When finished, please {b} as well.
Before you do anything else, {a}. Only then {b}.
Would you mind to {a}? And afterwards {b}?
My wish is simple: {a}, next {b}.
{A}. Next: {b}. That's both of it.
a) {a}\nb) {b}
Start by this: {a}. Finish with this: {b}.
We need you to {a}. On top of that, {b}.
## join3
{A}, {b} and {c}.
First {a}, then {b}, and finally {c}.
1. {A}\n2. {B}\n3. {C}
- {a}\n- {b}\n- {c}
Please {a}. After that {b}. At last {c}.
{A}. {B}. {C}.
Three things: {a}; {b}; {c}.
{a}, {b}, {c}
{A}; {b}; {c}. In this order.
Could you {a}, {b}, and also {c}?
a) {a}\nb) {b}\nc) {c}
{A}. Once done, {b}. And in the end {c}.
{a} -> {b} -> {c}
My list for you:\n* {a}\n* {b}\n* {c}
To begin with, {a}. Then {b}. To end with, {c}.
I'd be happy if you could {a}. You also should {b}. Oh, and {c}.
step 1: {a} / step 2: {b} / step 3: {c}
{A}, and then {b}. Don't forget to {c}.
Dear agent,\nplease {a}. Then kindly {b}. I would also ask you to {c}.\nYours, {N}
Since {N} is away, you have to {a}, {b} and then {c}.
## join4
{A}, {b}, {c} and {d}.
1. {A}\n2. {B}\n3. {C}\n4. {D}
- {a}\n- {b}\n- {c}\n- {d}
First {a}. Second, {b}. Third, {c}. Last, {d}.
{A}. {B}. {C}. {D}.
Four jobs, in this order: {a}; {b}; {c}; {d}.
{a}; {b}; {c}; {d}
Please {a} and {b}; after that {c} and {d}.
To do today:\n[ ] {a}\n[ ] {b}\n[ ] {c}\n[ ] {d}
{A}. When that is done, {b}. Afterwards {c}, and finally {d}.
{N} asked for this: {a}, then {b}, then {c}, then {d}.
Hello,\nwe have some work for you. {A}. {B}. Then {c}. At the very end {d}.\nBest, {N}
a. {a}\nb. {b}\nc. {c}\nd. {d}
Could you {a}, {b}, {c} and, last of all, {d}?
{a} > {b} > {c} > {d}
## chain_edits
In {pl}, replace {v} by {vv}.
Change {v} to {vv} in {pl}.
{pl} all say {v}. They must say {vv}.
{v} -> {vv} in {pl}
Swap {v} for {vv} in each of {pl}.
The word {v} has to become {vv} in {pl}.
Please write {vv} instead of {v} in these files: {pl}.
We don't say {v} any more, we say {vv}. It concerns {pl}.
Files {pl}: turn every {v} into {vv}.
Could you put {vv} where {v} stands in {pl}?
From today {v} is called {vv}. Update {pl} accordingly.
Same correction in {pl}: {v} is wrong, {vv} is right.
## chain_all
Replace {v} by {vv} in all files.
{v} must become {vv} everywhere.
Whichever files say {v}, make them say {vv}.
Go through every file and change {v} to {vv} where it occurs.
Look through the workspace and turn {v} into {vv} wherever you meet it.
Some of the files still have {v}. It should be {vv} in all of them.
{v} is now {vv}. Find all places and update them.
global replace: {v} -> {vv}
I don't know which files contain {v}. Find them, put {vv} there.
Please check all files for {v} and write {vv} instead.
No file may hold {v} any longer; {vv} is to take its place.
Everywhere {vv} instead of {v}, please. You'll have to look into each file.
## chain_create
Create these files:\n{list}
Set up {n} files.\n{list}\n[List the files at the end.|Then show me what is there.]
I need {n} new files:\n{list}
New project, please make\n{list}
Write each of these:\n{list}
Please add the following files with the text given.\n{list}\n[Tell me all names when you are done.|Then list everything.]
touch and fill:\n{list}
Here is what goes where:\n{list}\nMake it so.
The skeleton should look like this:\n{list}
Files wanted (name, then content):\n{list}
{list}\nThese don't exist yet. Create them.
Could you put down the following {n} files for me?\n{list}
## collect
Collect the {k} of {pl} and write the values into {q}, one per line.
Read {k} from {pl}; put the values in {q}, each on its own line, in this order.
{q} should hold the {k} of {pl}, a line each, nothing else.
Make a new file {q} out of the {k} in {pl}: only the values, one a line.
I need a file {q} in which each line is the {k} of one of {pl}, in that order.
{k} from {pl} -> {q} (one value per line)
Take the {k} values in {pl} together in {q}, one under the other.
Please gather {k} from {pl} and save just the values as lines of {q}.
Go to {pl}, note each {k}, write the notes line by line into {q}. Only the values.
From {pl} we want the {k}. Save these in {q}, a line for each, no names.
Build {q} from the {k} entries of {pl}. Values only, line by line.
Could you write {q} for me? It lists the value of {k} of {pl}, one per line.
## todo_do
Do what {p} says.
Follow the instructions in {p}.
{p} holds your jobs. Do them all.
Read {p} and carry out what is written there.
Work through {p}.
Everything that {p} asks for should be done.
There's a list of tasks in {p}. Please do them.
Open {p}; it tells you what to do. Do it.
{N} left orders in {p}. See to them.
your work is in {p}, go
Please handle the points in {p}, one after another.
I wrote down in {p} what has to be done. Kindly do it.
## todo_line
{a}
- {a}
* {a}
[ ] {a}
TODO: {a}
> {a}
## project
Set up a small project {n}: {p} with {t}, {q} with {tt} and {s} with {ttt}. Then list the files.
Make me a project called {n}. {p} says {t}, {q} says {tt}, {s} says {ttt}. Show the listing at the end and tell me all names.
Start {n}: files {p} ({t}), {q} ({tt}), {s} ({ttt}). Which files are there then?
I want a fresh project {n}. In {p} put {t}; in {q} put {tt}; in {s} put {ttt}; finally tell me what files exist.
Begin the {n} project with three files. {p}: {t}. {q}: {tt}. {s}: {ttt}. Afterwards list.
{n} needs {p}, {q} and {s}, holding {t}, {tt} and {ttt} in that order. List all files when done.
Please prepare the folder for {n}: {t} goes into {p}, {tt} into {q}, {ttt} into {s}. A listing to finish.
new project {n} / {p} = {t} / {q} = {tt} / {s} = {ttt} / then ls
Lay out {n} as follows, then name every file there is.\n{P}: {t}\n{Q}: {tt}\n{S}: {ttt}
Write {t} to {p}, {tt} to {q} and {ttt} to {s}, that is all that {n} needs. Tell me which files we have then.
For {n} I need these three: {p} with {t} inside, {q} with {tt} inside, {s} with {ttt} inside. What does the list show after that?
Could you bootstrap {n}? First {p} reading {t}, second {q} reading {tt}, third {s} reading {ttt}. Give me the file list.
## versions
Version {v} is out of date: put {vv} into {pl}, then run {c}.
Bump {v} to {vv} in {pl} and run {c}.
Release {vv}. {pl} still say {v}. Update all of them and run {c} to check.
{v} -> {vv} in {pl}; {c}
Please raise the version from {v} to {vv} in {pl}, and after that run {c}, which must pass.
We go from {v} to {vv}. Files: {pl}. Check with {c}.
In {pl} the version is {v}. Make it {vv} everywhere and prove it by {c}.
New number {vv} instead of {v} for {pl}; then {c}, and tell me its result.
{c} should pass after you have changed {v} into {vv} in {pl}.
The old {v} stands in {pl}. It has to be {vv}. Then {c}.
Could you set {vv} where {v} is, in {pl}, and then start {c}?
Upgrade {pl} from {v} to {vv}. When all are done: {c}.
""")
