"""How hugo asks for one step among several. A line that begins with = is a sentence that stands for itself, others are orders."""
from hugobase import add

add(r"""
## hugo.s.create
create {p} with the text {t}
make a new file {p} that says {t}
put {t} into a new file, {p}
write {t} to {p}, which doesn't exist yet
start a file {p}, its only line being {t}
add a file called {p} ([content|text]: {t})
save the line {t} as {p}
set up {p} containing just {t}
=[I need|We need] a file {p} with one line, {t}
={t} should be in a file of its own, named {p}
=New file {p}. Text: {t}
=There ought to be a {p} reading {t}
={p} is missing; it has to say {t}
## hugo.s.create2
create {p} with two lines, {t} and {t2}
write {t} on line one and {t2} on line two of a new file {p}
start {p}, first line {t}, second line {t2}
make me a {p} of two lines: {t}, {t2}
=New file {p}, line 1 {t}, line 2 {t2}
=A two-line file {p} is needed, {t} above {t2}
## hugo.s.swap
replace {v} with {w} in {p}
in {p}, change {v} to {w}
swap {v} for {w} in {p}
correct {v} in {p}, it's {w}
turn the {v} in {p} into {w}
update {p}: {v} becomes {w}
put {w} where {p} has {v}
let {p} say {w} instead of {v}
write {w}, not {v}, in {p}
fix {p} ({v} -> {w})
take {v} out of {p} and put {w} there
edit {p} so that it reads {w} rather than {v}
={v} in {p} is wrong, {w} is right
=It should be {w} and not {v} in {p}
={p} still has {v}; make that {w}
={w} replaces {v} (in {p})
=From {v} to {w}, in {p}
=Where {p} says {v}, I want {w}
## hugo.s.set
set {k} to {w} in {p}
in {p}, give {k} the value {w}
make {w} the {k} in {p}
change the {k} of {p}, new value {w}
put {k} at {w} in {p}
adjust {p} so {k} is {w}
see to it that {k} in {p} is {w}
bring {k} in {p} up to date, it's {w} now
=The {k} in {p} has to be {w}
={w} is the new {k} ([see|that's in|file] {p})
={k} in {p}: {w}
=I want {w} for {k}, which is set in {p}
={p} needs another {k}, namely {w}
## hugo.s.append
add {t} at the end of {p}
append {t} to {p}
add one more line to {p}, {t}
put {t} at the bottom of {p}
tack {t} onto {p} as its last line
let {p} end with a new line {t}
write {t} underneath everything else in {p}
=Last line of {p}, after what's there: {t}
={p} gets another line at the end, {t}
={t} belongs at the foot of {p}
## hugo.s.prepend
put {t} at the very top of {p}
insert {t} as the first line of {p}
prepend {t} to {p}
let {p} begin with a new line {t}
add {t} above everything in {p}
=First line of {p}, before all others: {t}
={t} goes on top of {p} as a line of its own
## hugo.s.drop
delete the line {t} from {p}
take the line {t} out of {p}
remove {t} (a whole line) from {p}
strike the {t} line in {p}
get rid of the line that says {t} in {p}
=The line {t} in {p} must go
={p} without the line {t}, please
## hugo.s.after
insert {t} after the line {t2} in {p}
put {t} right below {t2} in {p}
in {p}, follow the line {t2} with a new line {t}
add the line {t} to {p}, directly under {t2}
=Under {t2} in {p} there should be a new line, {t}
## hugo.s.rm
delete {p}
remove {p}
throw {p} away
get rid of {p}
rm {p}
drop {p} entirely
bin {p}
wipe {p} from the workspace
=Nobody needs {p} any more, delete it
={p} can go
={p} has to disappear
=The file {p} should no longer exist
## hugo.s.rm2
delete {p} and {q}
remove both {p} and {q}
throw out {p}, {q} too
=Neither {p} nor {q} is needed, delete them
={p} and {q} can be deleted
## hugo.s.rename
rename {p} to {q}
call {p} {q} from now on
move {p} to {q}
give {p} the name {q}
let {p} be called {q}
change the name of {p} to {q}
=The new name of {p} is {q}
={p} should be called {q}
=I want {q} as the name of what is now {p}
={p} becomes {q} (rename)
## hugo.s.copy
copy {p} to {q}
make a copy of {p} called {q}
duplicate {p} as {q}
save the content of {p} under the name {q} as well
put a second copy of {p} at {q}
back up {p} as {q}
=I'd like {q} to be a copy of {p}
={q}: same content as {p}, keep both
=A copy of {p} should lie at {q}
## hugo.s.run
run {c} and tell me what it prints
run {c}, I want the output
report the output of {c}
[execute|start|launch] {c} and say what came out
tell me what {c} says
find out with {c} how things are and report it
show me the result of {c}
let me know what {c} gives
=What does {c} print?
=What do you get from {c}?
=Output of {c}, please
=I'd also like to know what {c} says
## hugo.s.value
tell me the {k} in {p}
look up {k} in {p}
report which {k} {p} has
check {p} for the {k} and tell me
give me the {k} from {p}
read the {k} off {p} for me
say what {k} is set to in {p}
=What's the {k} in {p}?
=I need the {k}, it's in {p}
=Which {k} stands in {p}?
## hugo.s.wc
count the lines of {p}
tell me how many lines {p} has
say how long {p} is in lines
give me the line count of {p}
find out with wc -l how many lines {p} has
=How many lines are in {p}?
=Number of lines in {p}, as a figure
## hugo.s.save
save what {c} prints as {p}
write the output of {c} to {p}
run {c} and store what it prints in a new file {p}
put the result of {c} in {p}
=The output of {c} belongs in a file {p}
=I want to find what {c} prints in {p}
## hugo.s.both
replace {v} with {w} in {p} and in {q}
in both {p} and {q}, put {w} for {v}
change {v} to {w}, in {p} and {q} alike
=It's {w} instead of {v} now, in {p} as well as {q}
={p} and {q}: {v} -> {w}
## hugo.s.carry
copy the {k} from {p} into {q}
give {q} the same {k} as {p}
set the {k} of {q} to what {p} has
take the {k} of {p} over into {q}
=The {k} in {q} must be that of {p}
""")

# Layouts: {1} {2} ... are orders, {A} {B} ... the same as sentences; a layout of lists repeats {x}.
LISTS = r"""Please do the following:\n{1. x}|To do:\n{- x}|Here's my list:\n{* x}|{1) x}|{- x}|TODO\n{[ ] x}|Things for you:\n{a) x}|Jobs, in this order:\n{1. x}|{1. x}\n\nThanks.|My list for today\n\n{- x}|Steps:\n{Step 1: x}|Ticket: small changes\nWhat to do:\n{- x}
Could you take care of these points?\n{• x}|{(1) x}|After the meeting we agreed on this:\n{1) x}|I wrote it all down so nothing gets lost.\n{1 - x}|Work order\n{No. 1: x}|One after the other please:\n{> x}|{* x}|Checklist:\n{- [ ] x}|{#1 x}|Title: clean-up\nAcceptance criteria:\n{- x}
There are {n} things:\n{1. x}|{N} little jobs.\n{- x}|All of these, please, top to bottom:\n{+ x}|{a. x}|{Task 1. x}|Do: \n{-- x}|What I need from you:\n{i) x}|Notes from the call, all for you:\n{1: x}|{Point 1 - x}""".replace("\n", "|").split("|")
ROWS = r"""{A}. {B}. {C}. {D}. {E}. {F}. {G}.|{A}. Also, {2}. And {3}. And {4}. And {5}. And {6}. And {7}.|{A}; {2}; {3}; {4}; {5}; {6}; {7}.|Please {1}, {2}, {3}, {4}, {5}, {6} and {7}.|First {1}. Then {2}. Then {3}. Next, {4}. After that {5}. Afterwards {6}. Finally {7}.
{A}, then {2}, then {3}, then {4}, then {5}, then {6}, then {7}.|(1) {1}; (2) {2}; (3) {3}; (4) {4}; (5) {5}; (6) {6}; (7) {7}.|{A} and also {2}. Oh, and {3}. And one more: {4}. While you're at it, {5}. Besides, {6}. And last, {7}.|I'd like you to {1}, to {2}, to {3}, to {4}, to {5}, to {6} and to {7}.
{N} things. One: {1}. Two: {2}. Three: {3}. Four: {4}. Five: {5}. Six: {6}. Seven: {7}.|1) {1} 2) {2} 3) {3} 4) {4} 5) {5} 6) {6} 7) {7}|Can you {1}? And {2}? And {3}? And {4}? And {5}? And {6}? And {7}?|{1} + {2} + {3} + {4} + {5} + {6} + {7}|{1}\n{2}\n{3}\n{4}\n{5}\n{6}\n{7}|{A}.\n{B}.\n{C}.\n{D}.\n{E}.\n{F}.\n{G}.
I need {n} things from you: {1}, {2}, {3}, {4}, {5}, {6}, {7}.|To begin with, {1}. Secondly, {2}. Thirdly, {3}. Fourthly, {4}. In the fifth place {5}. Sixth, {6}. To finish, {7}.|It's a bit much, but: {1}; and also {2}; and {3}; and also {4}; and {5}; and {6}; finally {7}.
{A}. When that's done, {2}. When that's done too, {3}. Next up: {4}. Go on and {5}. Nearly there: {6}. At last, {7}.|would you {1} and {2} and {3} and {4} and {5} and {6} and {7}|{A}. Once you have done so, {2}, and {3}. Then {4}; {5}. Then {6}, and {7}.|start like this: {1} -> {2} -> {3} -> {4} -> {5} -> {6} -> {7}
{A} / {2} / {3} / {4} / {5} / {6} / {7}|Your turn: {1}, and on top of that {2}, plus {3}, plus {4}, plus {5}, plus {6}, plus {7}.|{A}. Apart from that: {2}. Apart from that: {3}. Additionally {4}. Additionally {5}. Furthermore {6}. Furthermore {7}.
The first job is to {1}, the next to {2}, the next to {3}, the next to {4}, the next to {5}, the next to {6}, the last to {7}.|{A}. That's the easy part. Now {2}. Now {3}. Now {4}. Now {5}. Now {6}. Now {7}.|Would it be possible to {1}, {2}, {3}, {4}, {5}, {6} and {7} in one go?""".replace("\n", "|").split("|")
BACK2 = r"""Before you {2}, {1}.|{B}. But first, {1}.|{B} - only after you have done this, though: {1}.|As soon as this is done: {1}, you may {2}.|I want you to {2}, and before anything else {1}.|Last: {2}. First: {1}.|Once you're through with this ({1}), {2}.|{B}, but not before this: {1}.|Prior to this: {2}, I need you to {1}.|{B}. Needless to say, {1} beforehand.
Don't {2} yet. {A} first, and only then {2x}.|The second thing is to {2}. The first is to {1}.|{B}. That comes second; what comes first is: {1}.""".replace("\n", "|").split("|")
BACK3 = r"""At the very end, {3}. Before that, {1} and {2}.|Finish with this: {3}. Start with this: {1}. In between, {2}.|{C}, but first {1} and {2}.|Before you {3}, {1}, then {2}.|Third: {3}. Second: {2}. First: {1}.|{A}. At the end, {3}. Somewhere in the middle, {2}.|I want you to {3} once two other things are done: {1}; {2}.|Only when you have done 1 ({1}) and 2 ({2}) go on to 3 ({3}).|{C}. That is the last step. The steps before it: {1}; {2}.
Closing act: {3}. Opening act: {1}. Second act: {2}.|After you {2}, {3}. But the whole thing begins like this: {1}.|Do these in reverse, last line first:\n- {3}\n- {2}\n- {1}|Read from the bottom up:\n{3}\n{2}\n{1}|3. {3}\n2. {2}\n1. {1}\n(start at 1)""".replace("\n", "|").split("|")
