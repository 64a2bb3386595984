"""Ways of asking with limits, by states, and for everyday files and lines."""
from nilsbase import add

add(r'''
## nils.value_say
what's {k} in {p}? just the number
{k} from {p} please, no edits
only the value of {k} in {p}. don't change anything
read me {k} in {p}, number only
how high is {k} in {p} right now? hands off the file
{p}: {k}?
I'll change {k} in {p} myself, just tell me what it is now
which value does {p} have for {k}. nothing else please
current {k}? see {p}. don't fix, don't tidy, only tell
need the {k} that {p} sets, and no other value

## nils.look_first
is {k} {v} in {p}? yes or no, and if no the real value. no edits
does {p} have {v} for {k}? don't change it, just say yes or no (and what it is instead)
I think {k} is {v} in {p}. am I right? yes/no, real value if not, nothing gets edited
check only: {k} = {v} in {p}? answer yes, or no plus the value
{n} claims that {p} sets {k} to {v}. true? yes or no, the actual number if no. leave the file alone
{p}, {k}: {v}? yes or no. if no: what then? read only please
verify that {k} in {p} is {v}. yes or no, and the number it has if no. don't correct it
has anyone set {k} to {v} in {p} yet? say yes, or no with what's there. no edits by you

## nils.all_but
rename {a} to {h} in all files except {p}
{a} -> {h} everywhere, but leave {p} as it is
every file but {p} should say {h} instead of {a}
change {a} to {h} in the whole repo. {p} is off limits
{p} keeps {a}. all other files get {h}
we renamed {a} to {h}. update everything, only {p} has to stay the way it is
all files: {a} => {h}. exception: {p}
don't touch {p}. in the rest, {a} becomes {h}

## nils.only_these
change {a} to {h} in {p} and {q}, only those
{a} -> {h}, only in {p} and {q}
{p} and {q} should say {h} instead of {a}. other files keep {a}
in {p} and {q}: {h} for {a}. nothing else may change, even if it says {a} too
just these two, {p} and {q}: {a} becomes {h}
{p} and {q} move to {h}. everybody else stays on {a} for now
replace {a} by {h} in {p} as well as {q} and nowhere else
{a} is still right in most files, but {p} and {q} need {h}

## nils.no_run
set {k} to {v} in {p}. don't run {c}, I'll do that
{k} = {v} in {p}, but no {c} yet
change {k} to {v} in {p} and leave it at that. {c} comes later
{p}: {k} -> {v}. don't run anything ({c} is mine)
I'll run {c} myself, just put {k} at {v} in {p}
edit only: {k} becomes {v} in {p}. running {c} would page people
please don't start {c}. all I need is {k} at {v} in {p}
prepare {p} for {c}: {k} has to be {v}. do not run it
no commands today, {c} is broken. only set {k} to {v} in {p}

## nils.one_of_two
set {k} to {v} in {p}. leave {q} as it is
{k} = {v} in {p}, not in {q}
only {p} gets {v} for {k}. {q} must not change
{p}: {k} -> {v} ({q} stays!)
change {k} to {v} in {p}, hands off {q}
{q} is fine. {p} needs {k} at {v}
don't touch {q}, but in {p} {k} should be {v}
{k} is in {p} and in {q}. I want {v} in the first and no change in the second

## nils.bump
set {k} to {v} in {p}
{p}: {k} = {v}, keep the format
prod is choking. can you change {k} in {p} to {v}?
bump {k} to {v} please, it lives in {p}
{k} should be {v} from now on (see {p})
we agreed on {v} for {k}. update {p} accordingly
could {k} be {v} instead of whatever it is now? file: {p}
{p} {k} {v}
{k} -> {v} in {p}
{p}: {k} => {v}
{v} for {k} please ({p})
in {p} the {k} has to be {v}
make it {v}. I mean {k} in {p}
{k}, {p}: {v}
new {k} in {p} is {v}
put {v} behind {k} in {p}

## nils.state_key
{k} is still {d} in {p}, we agreed on {v}
{p} still has {k} at {d}, should be {v}
{k} in {p} says {d}. it ought to say {v}
{p}: {k} {d} -> {v}
{k}: {d} => {v} ({p})
it's {v} now, not {d}. {k} in {p}
somebody left {k} at {d} in {p}; {v} is right
{d} was the old {k}. the new one is {v}, and {p} doesn't know yet
{k} was switched to {v}, only {p} says {d}
{p} has the wrong {k}, {d} where {v} belongs
why is {k} still {d} in {p}? we're on {v}
no more {d} for {k} in {p}, please. {v}
from {d} to {v}: {k} in {p}
{k} has come to be {v}, yet {p} has {d}

## nils.state_host
{a} should be {h} in {p}
{p} still says {a}, we're on {h}
{p}: {a} -> {h}
{p}: {a} => {h}
in {p}: {a} → {h}
we renamed {a} to {h}, {p} wasn't changed
{p} has {a} where it should have {h}
{h}, not {a}, in {p}
it's called {h} these days. {p} says {a}
{a} was switched for {h}. {p} has to follow
{a} is history. in {p} we want {h}
{p} mentions {a}, that must be {h}
not {a} but {h} belongs into {p}
{p} is out of date: {a} has become {h}
s/{a}/{h}/ in {P}
wrong name in {p}, {a}. right name, {h}
as of today {h} does what {a} did. {p} doesn't reflect that
{a} came first, {h} replaced it, {p} never heard of it. fix that

## nils.reason_first
{s} runs out of memory every night, so {k} has to go to {v} in {p}
since {n} moved {s} the old value is too tight. {v} for {k} in {p} please
because of the outage last night: {k} at {v} in {p}
{s} was slow today, {n} says it's {k}. we try {v}. it's in {p}
the vendor says {v} is the right {k}, and {p} doesn't have that yet
after the load test {n} and I settled on {v} for {k}. {p}
customers of {s} see errors. {k} in {p} seems wrong, it should read {v}
we learned in the post-mortem that {k} needs to be {v}. {p} is the file
{s} got twice the traffic. that means {v} for {k}, see {p}
tests on {s} were red until {n} set {k} to {v} by hand. make that permanent in {p}

## nils.create_code
create {p} with\n\n{B}
need a {p}, contents:\n{B}
CI wants a {p} and we don't have one. Put this in it:\n\n{B}
{B}\n\n^ save that as {p} pls
can you add {p}? it should be exactly this:\n{B}
Would be great to have the following as {p}.\n\n{B}
new file {p}, no changes to anything else:\n{B}
{p}:\n{B}
write this to {p}\n{B}
{n} sent me this for {p}:\n\n{B}\n\nput it there please
{p} should consist of\n{B}
the following is {p}, please create it\n\n{B}
{B}\n\nthat's {p}. it doesn't exist yet

## nils.one_line
put {x} in a new file {p}
{p} is missing, the build needs it. one line in there: {x}
could you make {p} for me? only thing in it: {x}
add {p} with {x} in it\n(just that line)
new {p} pls -> {X}
The deploy looks for {p} and finds nothing. It should contain {x}.
echo {x} > {P} — no shell redirect here, so write the file yourself
{P} <- {X}
{p} := {x}
{x} goes into {p}, new file
create {p}: {x}
{p} should exist and say {x}
write {x} to {p}
new file: {P}, content: {X}
{p} with the line {x}, please
there has to be a {p} saying {x}
{P} -> {X} (new file)

## nils.append
add a line at the end of {p}: {x}
{p}, new last line: {x}
can you append {x} to {p}?
before I forget: {x} goes at the bottom of {p}
{n} wants this at the end of {p}, rest untouched:\n{X}
tack this on to {p} as the last line -> {X}
{x} to the end of {p} please
echo {x} >> {P}
{p} += {x}
last line of {p} should be {x}, below what's there
{p} needs one more line at the end: {x}
one more for {p}: {x}. bottom
put {x} below everything else in {p}
extend {p} by {x}

## nils.append_two
add two lines at the end of {p}: {t} and then {x}
{p}, two new last lines: {t}, {x}
can you append {t} and {x} to {p}? a line each
these go at the bottom of {p}:\n{T}\n{X}
first {t}, then {x}, both at the end of {p}
{p} needs {t} and below that {x} as its last lines
append to {p}, in this order: {t}; {x}
two more lines for {p}:\n{T}\n{X}
{x} should be the new last line of {p}, and {t} the one before it

## nils.insert
in {p} add {x} right below {t}
{p} needs a new line {x} directly after the line {t}
can you put the line {x} under {t} in {p}?
we forgot one: {x}. goes into {p}, straight after {t}
after {t} in {p} insert this as its own line: {x}
I'd like {x} as a new line in {p}, immediately below {t}
{p}: below {t} comes {x}
new line {x} in {p}, its place is after {t}
{x} belongs between {t} and what follows in {p}
insert {x} into {p} so that it follows {t}

## nils.insert_before
in {p} add {x} right above {t}
{p} needs a new line {x} directly before the line {t}
can you put the line {x} over {t} in {p}?
we forgot one: {x}. goes into {p}, straight before {t}
before {t} in {p} insert this as its own line: {x}
I'd like {x} as a new line in {p}, immediately above {t}
{p}: above {t} comes {x}
insert {x} into {p} so that {t} follows it

## nils.insert_top
put {x} at the top of {p}
{p}, new first line: {x}
{x} goes above everything else in {p}
prepend {x} to {p}
can you make {x} the first line of {p}? the rest moves down
{p} should begin with {x}, then what's there now
add a line at the start of {p}: {x}
top of {p}: {x}
newest first, so {x} has to be line 1 of {p}

## nils.drop_line
remove the line {x} from {p}
{p}: drop {x}
delete {x} in {p}, keep the other lines
{x} is done, take it out of {p}
can you strike {x} from {p}?
no more {x} in {p} please
{p} shouldn't have the line {x} any more
the line {x} has to leave {p}
we don't need {x} in {p}

## nils.swap_line
in {p} replace the line {t} with {x}
{p}: {t} -> {x}
{t} in {p} should read {x}
change {t} to {x} in {p}
it's {x} now and not {t}, see {p}
{p} says {t}. make that {x}
can you turn {t} into {x} in {p}?
instead of {t} write {x} in {p}
{t} is outdated in {p}, the new line is {x}

## nils.rename_file
rename {p} to {q}
{p} -> {q} (just the name)
mv {P} {Q} please
move {p} to {q}
{p} should be called {q}
the file {p} has a bad name. {q} is better
can you give {p} the new name {q}? same text
{q} is where {p} belongs. move it
from now on {p} is {q}, and the old one must be gone

## nils.remove_one
delete {p}
rm {P}
{p} can go
remove {p} please, nobody needs it
get rid of {p}
{p} was committed by mistake, drop it
we don't use {p} any more. delete it and only it
throw out {p}
please clean up {p}, the rest stays

## nils.remove_some
delete {L}
{L} can go
remove {L} please
get rid of {L}, nothing else
{L} were committed by mistake, drop them
we don't use these any more: {L}. delete all of them
rm {L}
throw out {L}, keep the others
these files are to be removed: {L}

## nils.remove_kind
delete all .{E} files
rm *.{E} (whole tree)
get rid of every .{E} file, keep the rest
no .{E} files in the repo please, remove them
clean up: all files that end in .{E} go, the others stay
the .{E} files were committed by mistake. drop all of them
can you find the *.{E} and delete each?
throw out whatever ends in .{E}

## nils.read_say
what does {p} say?
read me {p}
content of {p}?
cat {P}
tell me what's in {p}, no edits
{p} - what's in there
can you look into {p} for me and quote it
show {p}
I need the text of {p}
what stands in {p} right now

## nils.todo_who
what does {p} say about {w}? the whole line please
which line of {p} mentions {w}?
grep {w} {P}
find {w} in {p} and quote the line
{p}: the line with {w}?
is there something on {w} in {p}? give me that line
I need the entry with {w} from {p}, no other
look for {w} in {p}, just tell me the line
''')
