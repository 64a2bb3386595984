"""Ways of asking for what hangs on a condition."""
from nilsbase import add

add(r'''
## nils.if_below
if {k} in {p} is below {d}, set it to {v}. otherwise leave it. tell me what it was
look at {k} in {p}. under {d}? make it {v}. {d} or more? hands off. either way tell me the value you found
{k} must not be less than {d}. when {p} has less, change it to {v}; when not, change nothing. And tell me the number that was in there.
what's {k} in {p} right now? and if that's lower than {d}, raise it to {v}
tell me the current {k} from {p}. should it be smaller than {d}, put {v} there, else don't edit anything
in {p}: {k} < {d} -> {v}. else no change, just the value
check {k} in {p}: less than {d} means it becomes {v}, and anything else stays. which value did you see?
change {k} to {v} in {p}, but only if it's under {d} at the moment. report the old number
{p} may have a {k} that's too small. too small = under {d}. then write {v}, otherwise only tell me the value
prod wants {k} at {d} minimum. see {p}; a smaller one gets replaced by {v}, a bigger one is only reported
is {k} in {p} smaller than {d}? if yes {v} goes in, if no just say what it is
read {k} from {p}. lower than {d} => edit to {v}. not lower => touch nothing and give me the number

## nils.if_above
if {k} in {p} is above {d}, bring it down to {v}. otherwise leave it and tell me the value
anything over {d} is too much for {k}. check {p}: over -> {v}, not over -> keep, and tell me what it was
{k} in {p}: > {d} => {v}. else just report it
look into {p}. when {k} is larger than {d} make it {v}, when it isn't don't edit, only tell me the number
{n} thinks {k} is higher than {d} in {p}. if that's true lower it to {v}, if not tell me what it really is
set {k} to {v} in {p} in case it is more than {d} now. in any other case hands off. what was it?
what does {p} have for {k}? more than {d} and you put {v} there, no more than {d} and you leave it
lower {k} to {v}, but only if {p} has it above {d}. I need the value that was in there too
is {k} in {p} greater than {d}? yes: change to {v}. no: change nothing, tell me the value
memory is tight: {k} beyond {d} has to become {v} in {p}. within the limit -> no edit, report the value

## nils.if_most
if {k} in {p} is {d} or less, make it {v}, else don't change it. tell me the old value
{k} at {d} or below in {p}? then {v}. higher? leave it and say what it is
when {p} has a {k} of at most {d}, change it to {v}; otherwise only report the number
set {k} to {v} in {p} if it's not more than {d}. if it's more: no edit, tell me the value
{k} <= {d} in {p} -> {v}, otherwise nothing but the number please
check {p}. a {k} up to and including {d} gets {v}, a larger one stays. what did it say?
up to {d} is too low for {k} in {p}. too low -> write {v}. fine -> tell me the number, no edits
look up {k} in {p}; is it no higher than {d}, replace it with {v}, is it higher, keep it. tell me the value you saw

## nils.if_least
if {k} in {p} is {d} or more, set it to {v}; otherwise leave it. what was it?
{k} in {p}: {d} or higher? make it {v}. lower? leave it and tell me the number
when {k} is at least {d} in {p}, cut it to {v}. when it isn't, only tell me what it is
{k} >= {d} in {p} -> {v}, otherwise no change, report the value
change {k} in {p} to {v} if it has reached {d}. not reached: don't edit, what is it?
in {p}, a {k} from {d} upwards becomes {v}. a smaller one is fine, just say it
is {k} not less than {d} in {p}? then put {v} there. else only give me the number
{d} and above is out of range for {k}. in {p} that would have to be {v}; in range means no edit. either way the old number please

## nils.at_least
{k} in {p} has to be at least {v}. raise it if it's lower, and tell me what was there
make sure {k} is no less than {v} in {p}. report the number you found
minimum for {k} is {v} now. fix {p} if it has less; if not, tell me its value and leave it
{p}: {k} must be >= {v}. below that -> set it to exactly {v}. what was it before?
can you check that {p} gives {k} at least {v}? too low -> {v}, fine -> just tell me the number
I need {k} to be {v} or more in {p}. if it's less make it {v}, if it's more don't reduce it! what was it?
{k} of {v} or better in {p}, please. change only when needed, tell me the old value
the new policy: {k} never under {v}. does {p} comply? repair it if not, and name the value it had

## nils.at_most
{k} in {p} may be {v} at most. lower it if it's higher, and tell me what was there
make sure {k} is no more than {v} in {p}. report the number you found
maximum for {k} is {v} now. fix {p} if it has more; if not, tell me its value and leave it
{p}: {k} must be <= {v}. above that -> set it to exactly {v}. what was it before?
cap {k} at {v} in {p}. already under the cap? then no edit, tell me the number
{k} must not exceed {v}, see {p}. too high -> {v}, fine -> just tell me the value
limit {k} to {v} in {p}: only touch it if it is above. what did it say?
the new policy: {k} never over {v}. does {p} comply? repair it if not, and name the value it had

## nils.if_equal
if {k} is {d} in {p}, change it to {v}. if it is anything else, leave it and tell me the value
{p}: {k} still {d}? then {v}. something else? don't touch, just say what
is {k} exactly {d} in {p}? if so it becomes {v}; if not, report the value and edit nothing
only when {p} says {d} for {k}: make that {v}. else tell me what it says
{n} may have changed {k} in {p} already. if it's still {d}, set {v}. if not, what is it?
{k} == {d} in {p} -> {v}; != {d} -> no edit, give me the number
change {k} from {d} to {v} in {p}, provided it really is {d}. otherwise tell me what you found
check {p}: {k} should be {d} before the switch to {v}. it is? switch. it isn't? stop and name the value
swap {k} to {v} in {p} unless it's not {d} any more, in that case hands off and tell me the number

## nils.if_differs
does {q} have the same {k} as {p}? if not, make {q} match {p}. tell me the value {q} had
{p} is the reference for {k}. if {q} differs, fix {q}. if it doesn't, just tell me the value
compare {k} in {p} and {q}. different -> {q} takes the value of {p}. same -> no edits. what did {q} have?
{k} has to be equal in {p} and {q}, and {p} wins. what was it in {q}?
sync {k} from {p} into {q}, only if needed. tell me the {k} that {q} had
is {k} in {q} in line with {p}? if it isn't, correct {q}, and say what it was
we had drift on {k}. {p} is right. check {q}, fix it when it's off, and tell me the number {q} has had
{q} should follow {p} on {k}. look at both, change {q} if they disagree, report what {q} said

## nils.if_no_key
if {p} has no {k}, add the line {x} at the end. if it has one, leave it and tell me the value
does {p} set {k}? no -> append {x}. yes -> tell me to what, no edits
add {x} to the bottom of {p}, unless there's a {k} in it already; then just tell me what it's set to
{p} may lack {k}. lacking: last line becomes {x}. not lacking: only report the value
make sure {p} has a {k}. default is {x} as a new last line; an existing one stays and you tell me its value
is {k} missing in {p}? then put {x} at the end. otherwise name its value, change nothing
check for {k} in {p}. absent => add {x} below the rest, present => read me the value
only if nobody has set {k} in {p} yet: append {x}. if somebody has, which value is it?

## nils.either_value
{k} in {p}: if it's below {d} make it {v}, otherwise make it {w}
look at {k} in {p}. under {d} -> {v}, {d} or over -> {w}
set {k} in {p} to {v} when it's less than {d}, and to {w} when it isn't. tell me the old value
small boxes (under {d} for {k}) get {v}, all others {w}. which one {p} is you have to look up. change it
{p}, {k}: < {d} becomes {v}, >= {d} becomes {w}
is {k} in {p} smaller than {d}? yes: write {v}. no: write {w}
depending on {k} in {p}: lower than {d} means {v}, anything from {d} up means {w}. please adjust the file
two cases for {k} in {p}. it's less than {d}: {v}. it's more: {w}. change it to what fits

## nils.if_exists
if there's no {p} yet, create it with the line {x}. if it's there already, leave it and tell me what it says
does {p} exist? if so tell me what's in it. if not, make it with {x}
make {p} with {x} in it — unless it already exists, in that case don't touch it and just tell me its content
not sure anyone added {p}. if nobody did: create it, one line, {x}. otherwise just quote me what is in it
check for {p}. missing -> create with {x}. present -> show me the contents, no edits
{p}: create with {x} if absent, print it if present
did {n} add {p}? if yes read it to me, if no write it with {x}
we need {p}. when it isn't there put {x} in it. when it is, don't overwrite, just tell me the text
only if {p} doesn't exist: write {x} to it. if it does exist I'd like to know what it contains
{x} goes into {p}, but never overwrite a {p} that's already there; quote me that one instead
is there a {p} in the repo? no -> new file, {x}. yes -> what does it say?
create {p} ({x}) or, should somebody have been faster, tell me what they wrote
see if {p} is in the tree. it's not: add it with {x}. it is: contents please and no change

## nils.if_file
if {q} exists, set {k} to {v} in {p}. if not, change nothing and tell me what {k} is
{q} there? then {k} -> {v} in {p}. not there? only tell me {k}
only when there is a {q}: {p} gets {v} for {k}. otherwise leave {p} and give me the current value
is {q} in the repo? yes => {k} = {v} in {p}. no => no edit, what's the value?
set {k} in {p} to {v}, provided that {q} exists. if it doesn't, report the value that's in there
with {q} present {k} has to be {v} in {p}; without it nothing changes and I want to know {k}
look for {q}. found: change {k} to {v} in {p}. not found: read me {k} from {p}
in case somebody put a {q} there, make {k} {v} in {p}, else just tell me its value

## nils.if_no_file
unless {q} exists, set {k} to {v} in {p}. if it exists, change nothing and tell me what {k} is
no {q}? then {k} -> {v} in {p}. there is one? only tell me {k}
{q} blocks changes. if it's there: no edit, tell me {k} from {p}. if it isn't: {k} becomes {v}
set {k} to {v} in {p} if there is no {q}. otherwise tell me the value that's there now
is {q} missing? yes => {k} = {v} in {p}. no => leave {p} alone, give me the value
as long as nobody created {q} you can put {k} at {v} in {p}. if somebody did, only tell me {k}
check that {q} does not exist, then change {k} in {p} to {v}. exists after all? then stop and report {k}
{k} in {p} should be {v} when {q} is absent; when it's present just read me {k}

## nils.if_file_run
if {q} exists run {c}, otherwise {c2}. output please
{q} there? -> {c}. not there? -> {c2}. tell me what it prints
do we have a {q}? yes: {c}. no: {c2}. only one of the two! what does it say
run {c} in case there is a {q}, and {c2} in case there isn't. paste me the result
{c} needs {q}. when that file is missing, run {c2} instead. what's the output?
look whether {q} exists. with it {c}, without it {c2}, then tell me the output
depending on {q}: present -> {c}, absent -> {c2}. I want to see what it prints
please {c}, or {c2} if there's no {q}. what came out?

## nils.if_passes
run {c}. if it passes run {c2}, if not just tell me which file it blames, no fixing
{c2} only if {c} is clean. if it isn't clean, stop there and give me the name of the bad file
can you do {c} and, in case it works, {c2}? if it doesn't work I only need to know which file is the problem
run {c} and then {c2}, but no {c2} unless {c} passes. on failure: tell me the file, change nothing
{c} first. ok? then {c2}. error? leave everything as is and tell me what file is wrong
{c} && {c2}. if the first one fails: which file? don't repair it
is {c} green? then go on with {c2}. red: no {c2}, no edits, just the file's name
we can {c2} once {c} passes. try it. when {c} complains tell me about which file and stop
gate: {c}. pass -> {c2}. fail -> name the file, touch nothing
{c} decides. if it's happy you run {c2}, if it's not you report the file it mentions and that's it
don't run {c2} before {c} is ok. not ok? then I only want the path it complains about
start with {c}; a clean result means {c2} is next, a failure means you tell me the broken file and leave it broken

## nils.if_fails
run {c}. only if it fails run {c2}. tell me what the last one printed
{c}, and if that is red {c2}. output of whatever you ran last please
try {c}. works? tell me its output and stop. doesn't work? run {c2} and tell me that one's output
{c} || {c2}. what does it print?
fallback drill: {c} first, {c2} only when it fails, no fixing. what's the output?
if {c} passes tell me what it says. if it does not, run {c2} and tell me what that says. don't edit files
{c2} is for when {c} breaks. run {c}, see if you need it, report the final output
see if {c} is fine. if it is not, {c2} must be run (don't fix anything). give me the output

## nils.pass_then_edit
run {c}. if it's green set {k} to {v} in {p}, if it's red change nothing and give me the message
{k} -> {v} in {p}, but only if {c} passes now. if it fails leave it and tell me the error
first {c}. passes: {k} becomes {v} in {p}. fails: stop, tell me what it says
only change {k} to {v} in {p} when {c} works. otherwise the error text please, no edit
is {c} ok? then put {k} at {v} in {p}. not ok? then nothing but the error message
I want {k} at {v} in {p}, provided {c} passes before. in case of failure: message, no changes
{c} must pass before anyone touches {p}. if it does, {k} = {v}. if it doesn't, quote the error
test with {c}, and depending on that: pass -> {k} in {p} to {v}; fail -> hands off, tell me the error

## nils.if_word
if {p} mentions {w} run {c}, otherwise {c2}. tell me the output
does {p} say {w} anywhere? yes -> {c}, no -> {c2}. what does it print?
look into {p}: with {w} in it run {c}, without it {c2}, and give me the result
run {c} when {w} is in {p}, else {c2}. output please
check {p} for the word {w}. found: {c}. not found: {c2}. report what came out
{w} in {p}? {c}. No {w}? {c2}. one of them only, and tell me what it said
is {w} still in {p}? then run {c}. if it's gone run {c2}. what's the output
depending on whether {p} has {w} in it, do {c} (it has) or {c2} (it hasn't) and show me the output

## nils.line_unless
add {x} as the last line of {p}, unless it's in there already
make sure {p} has the line {x}. if it's missing it goes to the end
{p} should contain {x}. append it if it doesn't
is {x} in {p}? if not add it at the bottom
if nobody put {x} into {p} yet, do so (last line)
{x} must be in {p}. no duplicates please: look first, then append
check that {p} has {x}, append if absent
does {p} lack {x}? then please put it below the last line

## nils.line_unless_run
add {x} as the last line of {p} unless it's in there already, then run {c}
make sure {p} has the line {x} (append if missing). after that {c}, tell me the output
{p} should contain {x}; append it if it doesn't. then {c} please, what does it say?
is {x} in {p}? if not add it at the bottom. then run {c} and report
{x} must be in {p}, once and not twice. afterwards {c}, and give me what it prints
before {c} make sure that {p} says {x} somewhere, else append it. output please
if {p} lacks {x}, append it. in both cases run {c} then and tell me the result
check {p} for {x}, add at the end if absent, finish with {c} and its output

## nils.larger_wins
{k} differs in {p} and {q}. both should have the larger of the two values
take the higher {k} of {p} and {q} and use it in both files
{p} and {q} disagree on {k}. bigger one wins, change the other file
make {k} the same in {p} and {q}: the maximum of the two
whichever of {p} and {q} has the lower {k}, raise it to what the other has
look at {k} in {p} and {q} and give the smaller one the bigger number
{k}: max({p}, {q}) -> both
level {k} in {p} and {q} upwards. only the file with less gets edited

## nils.smaller_wins
{k} differs in {p} and {q}. both should have the smaller of the two values
take the lower {k} of {p} and {q} and use it in both files
{p} and {q} disagree on {k}. smaller one wins, change the other file
make {k} the same in {p} and {q}: the minimum of the two
whichever of {p} and {q} has the higher {k}, lower it to what the other has
look at {k} in {p} and {q} and give the bigger one the smaller number
{k}: min({p}, {q}) -> both
level {k} in {p} and {q} downwards. only the file with more gets edited

## nils.bigger
which has the higher {k}, {p} or {q}? just the file name
{p} or {q}: where is {k} larger? answer with the path only
I suspect one of {p} and {q} has a bigger {k}. Name that one and don't mention the other.
compare {k} in {p} and {q}, reply with only the file where it's higher
only tell me the file with the higher {k}: {p} or {q}?
whose {k} is greater? candidates: {p}, {q}. name one file
{p} vs {q}, more {k}? one path as the answer
look at {k} in {p} and in {q} and tell me the file that has more. don't name the loser

## nils.smaller
which has the lower {k}, {p} or {q}? just the file name
{p} or {q}: where is {k} smaller? answer with the path only
one of {p} and {q} has a smaller {k}. Name that one and don't mention the other.
compare {k} in {p} and {q}, reply with only the file where it's lower
only tell me the file with the lowest {k}: {p} or {q}?
whose {k} is less? candidates: {p}, {q}. name one file
{p} vs {q}, less {k}? one path as the answer
look at {k} in {p} and in {q} and tell me the file that has less. don't name the other one
''')
