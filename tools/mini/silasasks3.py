"""What is done with a value, limits, conditions and what hangs on them."""
from silasbase import add

add(r'''
## sink.new
Write {S} into a new file {q}.
Put {S} into {q}, alone.
I need {S} as {q}.
Create {q} with nothing but {S} in it.
{q} should hold {S} and no more.
Store {S} in {q}; just that.
Save {S} as {q}.
Make a file {q} out of {S}.
Would you note {S} in {q} (new file, that one thing only)?
{q} <- {S}
New file {q}. Content: {S}.
For later use, keep {S} in {q}, without a label.
Task: {q}\nContent: {S}, bare
## it.new
{Q} Write the answer to {q}, bare.
{Q} Put it into {q}, alone.
{Q} The answer goes into a new file {q}.
{Q} Save just that as {q}.
{Q} I want it in {q}, nothing else in there.
{Q} Store the result in {q}.
{Q} Create {q} with it.
{Q} Note it in {q}, no other words.
## sink.label
Write one line into {q}: {L}: and then {S}.
Create {q} with the line "{L}: ..." where the dots are {S}.
{q} gets a single line, {L}: followed by {S}.
New file {q}: the word {L}, a colon, then {S}.
Put "{L}: " and {S} into {q}.
Make {q}. It says {L}: plus {S}.
In a new {q}, record {S} as {L}: so-and-so.
Record {S} in {q}, in the form {L}: value.
Format of {q} is {L}: X. X is {S}. Write it.
## it.label
{Q} Write it to {q} as {L}: answer.
{Q} Then create {q} with the line {L}: plus the answer.
{Q} The result goes to {q}, behind "{L}: ".
{Q} Put one line in {q}: {L}: and the result.
{Q} Save it in {q} in the form {L}: value.
{Q} Note in {q}: {L}: (what you found).
{Q} File {q} shall say {L}: and then it.
{Q} Keep it as {L}: ... in a new file {q}.
## sink.append
Append {S} to {q}.
Add {S} to the end of {q}.
At the bottom of {q}, add {S} as a line of its own.
{q} needs one more line: {S}.
Put {S} under the last line of {q}.
Tack {S} onto {q}.
One more entry for {q}, namely {S}.
Extend {q} by a line with {S}.
{q} += {S}
The list in {q} lacks {S}. Add it at the end.
## it.append
{Q} Add it at the end of {q}.
{Q} Append the answer to {q}.
{Q} It becomes the last line of {q}.
{Q} Put the result under what {q} already has.
{Q} One more line in {q} with it, please.
{Q} Then extend {q} by it.
{Q} Write it below the rest of {q}.
{Q} Log it at the bottom of {q}.
## sink.top
Put {S} at the top of {q}.
Insert {S} as the first line of {q}.
{q} should start with {S}, then the rest as before.
Above everything in {q}, write {S}.
Prepend {S} to {q}.
Make {S} the new first line of {q}.
Open {q} with {S}; what is there moves down.
New top line for {q}: {S}.
## it.top
{Q} Put it at the top of {q}.
{Q} It becomes the first line of {q}.
{Q} Prepend it to {q}.
{Q} Write it above the rest of {q}.
{Q} Then insert it as line one of {q}.
{Q} {q} begins with it from now on.
{Q} The answer goes on top of {q}.
{Q} At the head of {q}, add it.
## sink.set
Set {k} in {q} to {S}.
{k} in {q} should be {S}.
Let {k} in {q} have the same value as {S}.
In {q}, {k} must become {S}.
Give {k} in {q} the value that is {S}.
{q}: {k} := {S}
Update {k} in {q}; the new value is {S}.
{q} is behind. Its {k} has to be {S}.
Take {S} and use it for {k} in {q}.
Make {k} in {q} match {S}.
{S} also belongs into {q}, at {k}.
## it.set
{Q} Set {k} in {q} to that.
{Q} Then give {k} in {q} this value.
{Q} {k} in {q} becomes the same.
{Q} Use it for {k} in {q}.
{Q} Put it into {q} at {k}, over the old value.
{Q} In {q}, {k} has to be that too.
{Q} Enter it as {k} in {q}.
{Q} Bring {k} of {q} in line with it.
## sink.fill
Replace {t} in {q} by {S}.
Where {q} says {t}, put {S}.
{t} in {q} stands for {S}. Fill it in.
Fill the gap {t} of {q} with {S}.
In {q} swap {t} for {S}.
{q} still says {t}; that should be {S}.
The {t} of {q} must give way to {S}.
{q}: {t} => {S}
Put {S} in place of {t} in {q}.
Substitute {S} for {t} in {q}.
{t} was only a stopgap in {q}. Its place belongs to {S}.
## it.fill
{Q} Put it in place of {t} in {q}.
{Q} Then replace {t} in {q} by it.
{Q} {q} has {t} where it belongs. Fill it in.
{Q} It goes where {q} says {t}.
{Q} Swap {t} in {q} for the answer.
{Q} In {q}, {t} is to be replaced with that.
{Q} Overwrite {t} in {q} with it.
{Q} The {t} in {q} turns into it.
## sink.arg
Run {c} with {S} behind it.
Call {c} and give it {S} as its argument.
{c} wants one argument, {S}. Run it so.
Start {c} followed by {S}.
{c} <arg>, where <arg> is {S}. Run that.
Pass {S} to {c} and run it.
Execute {c} for {S}.
Use {S} as the argument of {c} and start that.
I need {c} run on {S}.
## it.arg
{Q} Run {c} with it as argument.
{Q} Then call {c} with that behind it.
{Q} Pass it to {c}.
{Q} Start {c} followed by the answer.
{Q} Feed it to {c}, as the one argument.
{Q} {c} takes it as argument. Run that.
{Q} Use it as argument for {c} and run that.
{Q} Now execute {c} plus it.
## sink.both
Write {S} into {q} and tell me as well.
Save {S} as {q} and report it here too.
Put {S} into a new {q}; repeat it in your answer.
I need {S} twice: in {q} and in your reply.
Store {S} in {q} and say what it is.
Create {q} holding {S}, then tell me what you wrote.
{q} gets {S}. What is it, by the way?
Note {S} in {q} and name it to me.
## it.both
{Q} Write it to {q} too.
{Q} Tell me and put it into {q}.
{Q} I want it here and in {q}.
{Q} Answer me and save it as {q}.
{Q} Note it in {q} and say it here as well.
{Q} Create {q} with it, then tell me.
{Q} A copy of the answer goes into {q}.
{Q} Report it, and keep it in {q}.
## rel.below
below {n}
under {n}
less than {n}
smaller than {n}
lower than {n}
short of {n}
not even {n}
still under {n}
## rel.above
above {n}
over {n}
more than {n}
greater than {n}
higher than {n}
beyond {n}
past {n}
bigger than {n}
## rel.atleast
at least {n}
{n} or more
not below {n}
no less than {n}
{n} or higher
no lower than {n}
{n} or above
not under {n}
## rel.atmost
at most {n}
{n} or less
not above {n}
no more than {n}
{n} or lower
no higher than {n}
{n} or below
not over {n}
## rel.equal
exactly {v}
{v}
equal to {v}
{v} and nothing else
still {v}
the same as {v}
precisely {v}
{v} at the moment
## rel.other
not {v}
anything but {v}
other than {v}
something other than {v}
different from {v}
no longer {v}
unlike {v}
not exactly {v}
## if.there
there is a file {p}
{p} exists
{p} is in the tree
the listing has {p}
we have {p}
{p} is there
you find {p}
{p} is among the files
## if.gone
there is no {p}
{p} does not exist
{p} is missing
the listing lacks {p}
we do not have {p}
{p} is not there
you cannot find {p}
{p} is not among the files
## if.pass
{c} passes
{c} succeeds
{c} goes through
{c} is green
{c} is happy
{c} reports no failure
{c} comes back clean
{c} ends well
## if.fail
{c} fails
{c} is red
{c} complains
{c} does not pass
{c} reports a failure
{c} goes wrong
{c} breaks
{c} is not clean
## if.has
{p} has {t} in it
{p} mentions {t}
{t} stands in {p}
{p} contains {t}
{t} occurs in {p}
{p} says {t} anywhere
there is {t} in {p}
{t} can be found in {p}
## if.lacks
{p} does not have {t}
{p} never mentions {t}
{t} is missing from {p}
{p} does not contain {t}
{t} does not occur in {p}
{p} says nothing of {t}
there is no {t} in {p}
{t} cannot be found in {p}
## if.same
{k} is the same in {p} and {q}
{p} and {q} agree on {k}
{k} in {p} equals {k} in {q}
both {p} and {q} have one and the same {k}
{p} has the {k} of {q}
the {k} of {p} is also that of {q}
{k} does not differ between {p} and {q}
{q} and {p} share their {k}
## if.differs
{k} is not the same in {p} and {q}
{p} and {q} disagree on {k}
{k} in {p} is unlike {k} in {q}
{p} and {q} each have their own {k}
{p} has another {k} than {q}
the {k} of {p} is not that of {q}
{k} differs between {p} and {q}
{k} in {q} deviates from {p}
## if.longer
{p} has more lines than {q}
{p} is longer than {q}
{q} has fewer lines than {p}
{q} is shorter than {p}
in lines, {p} beats {q}
the line count of {p} is above that of {q}
wc -l gives more for {p} than for {q}
{p} has the greater number of lines, compared with {q}
## act.set
set {k} to {v} in {q}
put {k} in {q} at {v}
change {k} in {q} to {v}
give {k} in {q} the value {v}
make {k} {v} in {q}
let {q} have {k} at {v}
turn {k} in {q} into {v}
in {q}, move {k} to {v}
update {q} so that {k} is {v}
write {v} as {k} in {q}
## act.it
set it to {v}
make it {v}
change it to {v}
bring it to {v}
let it be {v}
put {v} there
correct it to {v}
move it to {v}
write {v} there instead
turn it into {v}
## act.swap
replace {t} by {u} in {q}
put {u} for {t} in {q}
change {t} to {u} in {q}
swap {t} for {u} in {q}
let {q} say {u} where it says {t}
in {q}, exchange {t} for {u}
write {u} over {t} in {q}
exchange {t} in {q} for {u}
## act.new
create {q} with the text {t}
write {t} into a new file {q}
make a file {q} that says {t}
put {t} into {q}, which is new
leave a note {q} with {t} in it
file {t} as {q}
add a file {q} reading {t}
start {q} with {t}
## act.append
append {t} to {q}
add the line {t} at the end of {q}
put {t} at the bottom of {q}
add {t} as last line of {q}
extend {q} by the line {t}
let {q} end with a line {t}
write {t} under the rest of {q}
tack {t} onto {q}
## act.top
put {t} at the top of {q}
insert {t} as first line of {q}
prepend {t} to {q}
open {q} with the line {t}
write {t} above the rest of {q}
let {q} start with a line {t}
add {t} as a new first line to {q}
place {t} before everything in {q}
## act.drop
delete {q}
remove {q}
get rid of {q}
throw {q} away
drop the file {q}
erase {q}
rm {Q}
clear {q} out of the tree
## act.run
run {c}
start {c}
execute {c}
call {c}
kick off {c}
let {c} run
go on with {c}
launch {c}
## wrap.only
If {C}, {A}.
^{A} if {C}.
^{A}, but only if {C}.
Should it turn out that {C}, {A}.
In case {C}, {A}.
Only when {C}: {A}.
Check whether {C}. If so, {A}.
Look first. Is it so that {C}? Then {A}.
When {C}, please {A}.
Provided that {C}, {A}.
Assuming that {C}, {A}; I have not looked.
I don't know whether {C}. If it is so, {A}.
There is one condition. If {C}, {A}; else stop.
Condition: {C}\nAction: {A}
IF {C}\nTHEN {A}\nELSE do nothing
1. see whether {C}\n2. if yes: {A}\n3. if no: stop there
{C} -> {A}
^{A} (only if {C}).
Ticket: {A}\nPrecondition: {C}
Could you see whether {C}, and in that case {A}?
As long as {C}, {A}.
Suppose that {C}: then {A}. Otherwise hands off.
It may be that {C}. If that is true, {A}. If it isn't, leave everything.
The rule is simple: where {C}, {A}.
^{A}. Skip this unless {C}.
* condition: {C}\n* then: {A}
Please {A}, given that {C}. Otherwise forget it.
Has it come to this, that {C}? In that case {A}.
## wrap.unless
Unless {C}, {A}.
^{A}, unless {C}.
^{A}. The exception: if {C}, do nothing.
If {C}, do nothing. Otherwise {A}.
Should it be that {C}, leave all as it is; else {A}.
Check whether {C}. If not, {A}.
If it is not the case that {C}, {A}.
Stop if {C}; go on and {A} if not.
Nothing to do where {C}. In any other case {A}.
^{C}? Then fine. If not, {A}.
^{A} - except when {C}.
1. {C}: done, nothing to do\n2. otherwise: {A}
Only if it's false that {C}, {A}.
I hope that {C}. If it turns out otherwise, {A}.
IF NOT ({C}): {A}
Please make sure first. Where {C} we are fine, else {A}.
## wrap.tell
If {C}, {A}; otherwise change nothing and {T}.
If {C}, {A}. If not, {T} and leave it.
^{A} if {C}. Otherwise {T}.
Check whether {C}. If so, {A}; if not, just {T}.
Should it be that {C}, {A}. Else no edits, only {T}.
Where {C}, {A}, and where not, {T}.
- if {C}: {A}\n- otherwise: {T}
IF {C} THEN {A} ELSE {T}
In case {C}, please {A}. In the other case {T}, no more.
^{A}, provided that {C}; failing that, {T}.
Two cases. Either {C}, then {A}. Or not, then {T}.
Look whether {C}. Yes: {A}. No: {T}.
Only if {C}, {A}. Otherwise hands off and {T}.
Would you {A} if {C}? If it isn't so, {T} instead.
When {C}, {A}. When not, do not write anything, {T}.
It might be that {C}. Then {A}. If I'm wrong, {T}.
Unless {C}, {T} and change nothing; if it is so, {A}.
1) see whether {C}\n2) yes -> {A}\n3) no -> {T}
## wrap.both
If {C}, {A}; otherwise {B}.
If {C}, {A}. If not, {B}.
Check whether {C}. If so, {A}, else {B}.
^{A} if {C}, and {B} if not.
IF {C}\nTHEN {A}\nELSE {B}
- if {C}: {A}\n- if not: {B}
Where {C}, {A}. In any other case {B}.
Should it be that {C}, {A}; in the contrary case {B}.
Two ways. When {C}, {A}. When not, {B}.
Look whether {C}. Yes: {A}. No: {B}.
Either {A} or {B}: the first if {C}, the second if not.
^{B}, unless {C}; in that case {A}.
It depends. If {C}, then {A}, otherwise please {B}.
1. Is it so that {C}?\n2. If yes, {A}.\n3. If no, {B}.
Please {A} in case {C}. Otherwise {B}. One of the two, not both.
Decide for me: if {C}, {A}, else {B}.
{C} ? {A} : {B}
## wrap.yes
Is it true that {C}?
Does it hold that {C}? Yes or no.
Would you check whether {C}? A yes or no will do.
I believe that {C}. Am I right?
True or not: {C}? Say yes or no.
Yes or no: {C}?
Tell me with one word, yes or no, whether {C}.
{P} claims that {C}. Is that so?
Find out whether {C}. Change nothing, just yes or no.
Quiz: {C}? (yes/no)
Please confirm or deny that {C}, with yes or no.
Can I tell the auditors that {C}? Yes or no.
No edits. Only: is it so that {C}?
## tell.value
tell me the value
just tell me what it is
say what you found there
quote the value
report what stands there
give me the value
name the value
let me know what it is
tell me what we have now
## tell.it
tell me so
just say so
let me know
report that
say so and leave it
only tell me
give me word
''')
