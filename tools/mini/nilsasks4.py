"""Ways of asking for commands around changes, repairs in a row and notes of results."""
from nilsbase import add

add(r'''
## nils.before_after
run {c}, then set {k} to {v} in {p}, then run {c} again. tell me both outputs
what does {c} say before and after {k} in {p} goes to {v}?
{c}, change {k} to {v} in {p}, {c} once more. I need the two results
I want to see the effect of {k} = {v} in {p}: {c} before, {c} after, report both
measure with {c}, put {k} at {v} in {p}, measure again. both values please
{p}: {k} -> {v}. run {c} before it and after it and give me the two lines
compare {c} with the old and the new {k} ({v}, in {p}). run it first, then edit, then run it
before you change {k} to {v} in {p}, run {c}; do the same after it. what were the outputs?
first {c} as a baseline. second, {k} becomes {v} in {p}. third, {c} again. tell me how both runs went
does {k} at {v} in {p} change what {c} prints? run it on both sides of the edit and tell me

## nils.swap_test
in {p} change {a} to {h}, then {c}
{n} renamed the host, so {p} has to say {h} and not {a}. Fix that and run {c} after.
can you replace {a} by {h} in {p} and see if {c} still passes?
{p}: {a} -> {h}\nafterwards run {c}
First {h} in place of {a} in {p}. Second {c}. Tell me how it went.
{c} should go green as soon as {p} says {h} rather than {a} — do both please
{a} out, {h} in ({p}), {c} to check
swap {a} for {h} in {p}, run {c}, tell me the result
{p} points to {a}, must be {h}. when that's done: {c}
put {h} where {p} has {a} and follow up with {c}
edit {p} ({a} => {h}) && {c}
{h} replaces {a} in {p}. I'd like to see {c} pass with it

## nils.suite
{a} should be {h} in {p}. fix, then run the tests
swap {a} for {h} in {p} + run tests
can you run the tests after putting {h} where {p} says {a}?
we dropped {a}, so {p} needs {h}. change it and run the test suite
replace {a} by {h} in {p}. when done, tests please
Tests again please, but first make {p} say {h} instead of {a}.
{p}: {a} -> {h}, then tests
{p} still has {a}, it's {h} now. correct it and test
{a} is dead. {h} takes over in {p}. do it and run our tests
change {a} to {h} in {p} and check with the tests that nothing broke
run the suite once {p} has {h} and no longer {a}
{h} instead of {a} in {p} pls, and don't forget the tests
it says {a} in {p} but should say {h}. tests after that

## nils.suite_set
set {k} to {v} in {p} and run the tests
{k} should be {v} in {p}. change it, then tests
{p}: {k} = {v}, then run the test suite
can you run the tests after setting {k} to {v} in {p}?
tests please, with {k} at {v} in {p}
{k} -> {v} ({p}) + tests
put {k} at {v} in {p} and make sure the tests pass
first {p}, where {k} becomes {v}. then our tests. result?
does the suite survive {k} = {v} in {p}? change it and see

## nils.readme_test
set {k} to {v} in {p} and run the tests. {q} says how
change {k} in {p} to {v}, then run the test suite (command is in {q})
too many timeouts, so {k} goes to {v} in {p}. After that run our tests; how to run them is in {q}
can you run the tests the way {q} says, but with {k} in {p} set to {v} first?
{p}: {k} -> {v}. then tests. you'll find the command in {q}
I want {k} at {v} in {p}, and a test run after the change. look in {q} for the test command
{k} = {v} in {p}, then test. {q} has the command
make {k} {v} in {p} and then do what {q} says about testing
tests (see {q}) after you've put {k} at {v} in {p}
how tests are run stands in {q}. run them, after {k} in {p} has become {v}

## nils.readme_only
run the tests. {q} says how
tests please, the command is in {q}
look up the test command in {q} and run it
are the tests green? {q} tells you how to run them
{q} describes how to test. do that and tell me the result
do what {q} says about testing and report, no fixing
find out from {q} how tests are run here, run them, what's the outcome?
test run please (command: see {q}). don't change anything

## nils.backwards
run {c}, but before that set {k} to {v} in {p}
{c} please. not yet though: {p} needs {k} at {v} first
once {k} is {v} in {p}, run {c}. you do both
Before you run {c}, update {k} in {p} to {v}.
do {c} last. first thing is {p}, where {k} has to become {v}
can you kick off {c} after changing {k} to {v}? it's in {p}
{c} comes second. first comes {k} = {v} in {p}
I'd like {c} to run, with {k} at {v} ({p}) by then
the last step is {c}, the one before it is setting {k} to {v} in {p}
{c}, after {p} has got {v} for {k}
no {c} before {k} says {v} in {p}. please do both in the right order
finish with {c}. start with {k} -> {v} in {p}

## nils.backwards_new
run {c}, but before that create {p} with {x}
{c} please. not yet though: it needs {p} with the line {x} first
once {p} exists and says {x}, run {c}. you do both
Before you run {c}, write {x} to {p}.
do {c} last. first thing is a new {p} with {x} in it
can you kick off {c} after adding {p}? it holds just {x}
{c} comes second. first comes {p} with {x}
no {c} before there's a {p} that says {x}. please do both in the right order
the last step is {c}, the one before it a new file {p} containing {x}

## nils.fix
{c} is red. find out why, fix it, rerun
run {c} and fix whatever it moans about, then run it again
can you get {c} green? it prints what's wrong
release is blocked by {c}. Please run it, repair the file it blames and repeat until it passes.
I need {c} to pass. the output tells you what to change
something is off in our config, {c} will tell you what. sort it out and make sure the command passes afterwards
{c} fails, fix
make {c} happy
{c} -> read the error -> fix -> {c}
why does {c} fail? repair that and show it passes
please bring {c} back to green
CI stops at {c}. see what it says, change it, try again
{n} broke something, {c} knows what. put it right and rerun {c}

## nils.fix_missing
{c} fails on a fresh checkout. run it, add what's missing, run it again
run {c}. if it wants a file, create it and retry
can you make {c} work? I think a file is missing, it'll tell you
{n} says {c} dies at startup. Do what the error asks for and run it again.
get {c} to pass please, the message says which file it needs
{c} -> error. read the error, create the file, rerun {c}
{c} needs some file. which one and what's in it stands in the error. make it pass
something isn't checked in, {c} complains. create it as it wants and run it once more
run {c}, write the file it misses, run {c}
missing file, says {c}. please add it and verify
{c} can't start. its error says what to create. do so, then start it again

## nils.fix_both
{c} and {c2} are both red. fix what they report until both pass
get {c} green, then {c2}. each one says what is wrong
can you run {c} and {c2} and repair what they complain about? both have to pass at the end
deploy needs two clean checks: {c} and {c2}. Neither is clean right now. Fix the files they name and rerun.
before I merge: {c} must pass, {c2} must pass. run, fix, run again
two failures, {c} and then {c2}. please repair one after the other
{c}: red. {c2}: red. both should be green when you're done
make {c} and {c2} pass, they print what they want
both {c} and {c2} fail on some config. correct, rerun each

## nils.fix_both_back
pls fix {c} after you fixed {c2}. run them to see the errors, rerun them to be sure
{c} has to pass, but take care of {c2} first. both say what's wrong
repair {c2} and only then {c}, each tells you what it needs
get {c} green, after {c2} is green
second {c}, first {c2}: run, fix what they report, rerun
{c} can wait until {c2} passes. in the end both must
start with {c2}, end with {c}. fix what they complain about
both are red. {c2} goes first, {c} after it; fix and rerun each

## nils.fix_chain
{c} fails, and after that {c2} will too. fix both, they say what they need
get through {c} and then {c2}. whatever they miss or dislike, fix it
run {c}, fix, rerun, then the same with {c2}
{c} is red and {c2} behind it as well. work through them until both pass
first {c}, then {c2}. each fails with a message, do what it says
make {c} pass, then {c2}. one thing after the other, the errors tell you
the road to release: {c}, then {c2}. clear whatever is in the way
{c}, then {c2}: fix each failure as it comes up

## nils.fix_three
run {c}, {c2} and {c3} in this order. whenever one fails, fix what it says and rerun it
get {c}, {c2}, {c3} to pass, one by one, some of them may be red
pipeline: {c} -> {c2} -> {c3}. repair what breaks on the way
{c} first, {c2} second, {c3} third. fix any that fails before you go on
I need all three green: {c}, {c2}, {c3}. the failing ones say why
walk through {c}, {c2} and {c3}. a failure gets fixed, then the next
all of {c}, {c2} and {c3} have to work today. run them in that order and fix what's wrong
do {c}, {c2}, {c3}; if something is broken mend it and repeat that one

## nils.note_result
run {c} and write {v} to {q} if it passes, {w} if it fails. don't fix anything
{q} should say {v} when {c} passes and {w} when it doesn't. run it and write that
test with {c}, then note the result in {q}: {v} or {w}, one word
is {c} green? put {v} in {q} for yes, {w} for no
{c} -> {q}. passes: {v}. fails: {w}. no repairs
execute {c}. depending on how it ends, {q} gets the word {v} (works) or {w} (broken)
status file please: {q} with {v} if {c} is fine, otherwise with {w}
check {c} and record in {q} either {v} (success) or {w} (failure), leave all else alone
{q} is what the dashboard shows. {v} if {c} works, {w} if not. run it and write the file
first {c}, then a new {q} with {v}, or with {w} in case it failed. I'll do the fixing

## nils.note_output
run {c} and write its output to {q}
{q} should contain what {c} prints
save the output of {c} as {q}
{c} > {Q}
execute {c} and note the result in a new file {q}
I need the output of {c} in {q}, word for word
put whatever {c} says into {q}
{c}, and its result goes into {q} as it is

## nils.note_append
run {c} and add its output as the last line of {q}
{c} >> {Q}
append what {c} prints to {q}
note the result of {c} at the end of {q}
execute {c}, then put its output below the last line in {q}
{q} keeps our runs. run {c} and add the output at the bottom
{c}, and its result becomes the new last line of {q}
log a run of {c} in {q}: its output, at the end

## nils.in_order
run these in order: {L}\nand tell me what each prints
run {L}. outputs please
in this order: {L}. what do they say?
please do all of these, none left out: {L}\nI need the output of each
{L}\none after the other, report every result
execute {L} and give me all the outputs
deploy steps: {L}\nrun every one of them and tell me how it went
one by one: {L}. tell me the results

## nils.in_order_back
run {c3} last, {c2} before it, and {c} at the very start. outputs please
{c3} comes after {c2}, and {c2} after {c}. run all three and tell me what they print
I want {c}, {c2} and {c3}, in this order, with all the outputs
end with {c3}, begin with {c}, and in between {c2}. what does each say?
{c2} needs {c} before it, {c3} needs {c2}. run all of them, report the outputs
first {c}. when that's through {c2}. finally {c3}. I want all three outputs
{c} opens, {c3} closes, {c2} is in the middle. run them, tell me the results
before {c3} run {c2}, and before {c2} run {c}. three outputs please

## nils.until_red
run {c}, {c2}, {c3} in this order and stop at the first that fails. which one and what does it say?
one of {c}, {c2}, {c3} is broken. try them in turn until you hit it, tell me its message, no fixing
{c} && {c2} && {c3} stops somewhere. where, and with which message?
find the first failing step of {c}, {c2}, {c3}. name it, quote the error, change nothing
step through {c}, then {c2}, then {c3}. at the first error stop and tell me the command and the error
which of {c}, {c2} and {c3} fails first? go in that order, don't go on after it, give me its error
run {c}, then {c2}, then {c3}, but nothing after a failure. report what failed and why
I only need to know where the chain {c}, {c2}, {c3} breaks and what it prints there. don't repair it

## nils.create_run
create {p} with the code below and run {c} once it's there\n\n{B}
run {c} for me, but {p} has to exist before that. what goes in there:\n{B}
{c} breaks because nobody committed {p}. Write it, then run the command again. Content:\n\n{B}
can you drop this into {p} and then do a {c}?\n\n{B}
{p} (new):\n{B}\nthen {c}. is it green?
I'd like to see {c} pass. All that's missing is {p}, which should read\n\n{B}
save this as {p}, then {c}\n{B}
{B}\n^ goes into {p}. after that {c}, and tell me what it says
add {p}, test with {c}\n\n{B}
new file {p}:\n{B}\nrun {c} afterwards

## nils.run_retry
run {c}. it's a bit flaky, retry if needed. what does it print?
{c} please, once more if the first try hits a hiccup. output?
try {c}, and try again should it only be the network
{c} sometimes fails for no reason. run it until it gives a real result and tell me
execute {c}; a temporary error means run it again. tell me the output
I need the output of {c}. don't give up after one timeout
{c}, with a second attempt if the runner hiccups. what's the result?
get me the output of {c}, transient errors don't count

## nils.run_tell
run {c} and tell me what it prints
what does {c} say?
{c} please, output?
output of {c} pls
execute {c} for me and report back
can you do a {c}? I need to see the result
{c} - result?
give {c} a go and tell me how it went
need the output of {c}, nothing else to do
just {c}, and what came out
''')
