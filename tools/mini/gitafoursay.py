"""What gita says for orders of several steps, conditions on files and runbooks."""
from gitabase import bank

bank(r"""
## ifval
If {k} in {p} is {v}, set it to {w}; otherwise change nothing and tell me the value.
{p}: in case {k} says {v}, make it {w}. Anything else stays, but let me know what it is.
Should the {h} in {p} be {v}, then {w} is the right value. If not, leave it and report it.
Look at {k} in {p}. {v}? Then put {w}. Something else? Just name it.
Only where {p} has {v} as {h} do I want {w}. Else hands off, and say what is there.
Change {k} in {p} to {w}, but only if it is {v} now; if it isn't, tell me what you see.
Is the {h} in {p} still {v}? If yes, {w} instead. If no, give me the value.
I'd like {w} as {k} in {p} unless somebody has moved away from {v}; in that case report the value.
Check {p}. {k} = {v} must become {w}, every other value is deliberate (mention it).
When {k} equals {v} ({p}), switch to {w}; when not, leave it as found and say what it holds.
Before touching {p}, see whether {k} is {v}. If so, {w}. If not, stop and quote the value.
Conditional edit of {p}: {k} {v} -> {w}. No match, no edit, only a word on the value.
## ensure
Make sure {k} in {p} is {w}.
{p} must have {w} for {k}. Change it only if it doesn't.
See to it that the {h} in {p} is {w}, whatever it is now.
Is {k} {w} in {p}? If not, correct it.
Verify that {p} has {k} set to {w}, fix it if need be.
I think {k} should be {w} in {p}. Please ensure that.
Double-check {p}: the {h} has to be {w}.
The {h} of {p} ought to be {w} by now. Have a look, and put it right if it isn't.
Guarantee me that {k} is {w} in {p}.
{k} = {w} in {p}, true? If false, make it true.
Please confirm {w} as the {h} in {p}, or set it.
We rely on {k} being {w} ({p}); check and repair.
## before
Before you run {c}, make sure that {k} in {p} is {w}.
Run {c}, but first set {k} in {p} to {w}<, if it isn't that yet|>.
{c} only works if {p} has {w} as its {h}. See to that, then run it.
Ensure {p} says {w} for {k}, and only then {c}.
I want {c} to be run. It needs {k} at {w} in {p} though, so check that beforehand.
{k} must be {w} in {p} when {c} starts. Arrange it and start it.
Do {c} - not before the {h} in {p} is {w}, mind.
Look into {p} first: is {k} {w}? If not, correct it. After that, {c}.
Please get {p} ready for {c} ({k} has to be {w}) and then fire it off.
Step 1: {p} with {k} at {w}. Step 2: {c}. Tell me what step 2 printed.
Prepare {p} ({h}: {w}), next run {c} and tell me what it says.
Kindly run {c} after having checked that {p} gives {w} as the {h}; adjust if it doesn't.
## book
Follow {p}.
Do what {p} says.
{p} has a job for you. See to it.
Work off {p}, please.
There's an instruction in {p}; carry it out.
Read {p} and act on it.
{n} left you a note: {p}. Do as it says.
Today's task is in {p}.
Please execute the runbook {p}.
Everything you need to know stands in {p}. Go.
Open {p} and do the thing described there.
What {p} asks for should be done now.
I wrote down what I want in {p}, please take care of it.
Handle the request in {p}.
## merge
Merge {p1} and {p2} into {p3}, in this order, and delete both.
Put {p1} followed by {p2} into a new file {p3}; then remove the two.
{p3} = {p1} + {p2}. Afterwards the old two can go.
Join {p1} and {p2}. Result: {p3}. Don't keep the parts.
Make one file {p3} from {p1} (first) and {p2} (second), and once it's there remove both parts.
Concatenate {p1} and {p2} as {p3}, and clean up the sources.
I want {p1} and {p2} combined in {p3}: {p1} on top. The originals go.
cat {P1} {P2} > {P3}, then rm the two
Two files too many: take {p1} and then {p2}, save them together as {p3}, and delete them.
Please unite {p1} with {p2} (at the bottom) in {p3} and drop the sources.
From {p1} and {p2} make {p3}. Only {p3} shall remain.
Fold {p1} and {p2} into {p3}; both parts are to be removed after that.
## split
Split {p1}: the first {i} lines go to {p2}, the rest to {p3}. Keep {p1}.
Put the first {i} lines of {p1} into {p2} and the others into {p3}.
{p2} gets lines 1 to {i} of {p1}, {p3} what comes after; {p1} stays as it is.
Make two files out of {p1}: {p2} with its top {i} lines, {p3} with the remaining ones.
Cut {p1} after line {i} and store the halves as {p2} and {p3}. Don't touch {p1}.
Divide {p1} in two, {i} lines for {p2} and everything below for {p3}.
I need {p1} in two pieces. Piece one ({i} lines): {p2}. Piece two (the rest): {p3}.
Take {p1} apart: up to line {i} it's {p2}, from there on it's {p3}.
Please write lines 1-{i} of {p1} to {p2} and all later lines to {p3}.
The upper {i} lines of {p1} belong into {p2}, the lower ones into {p3}; make these files.
{p1} is getting long. Copy its first {i} lines to {p2} and the remainder to {p3}.
Break {p1} up after {i} lines: {p2}, {p3}.
## several
Create two files.\n{P1}: {T1}\n{P2}: {T2}
I need {p1} with the text {t1} and {p2} with the text {t2}.
Make {p1} ({t1}) and {p2} ({t2}).
Write {t1} to {p1} and {t2} to {p2}, both are new.
New files, please:\n- {P1} containing {t1}\n- {P2} containing {t2}
First create {p1} saying {t1}, then {p2} saying {t2}.
Two markers: {t1} in {p1}, {t2} in {p2}.
Set up {p1} and {p2}; {t1} goes into the former and {t2} into the latter.
The files {p1} and {p2} are missing. Their contents: {t1} and {t2}, in that order.
Put {t1} in {p1}. Then, the same way, {t2} in {p2}.
{p1} <- {t1}, {p2} <- {t2}. Thanks!
Could you add {p1}, which says {t1}, as well as {p2}, which says {t2}?
## bump
Raise the patch number in {p} by one.
Bump {p} to the next patch release.
{p} holds our version. Increase its last part by 1.
New patch version, please ({p}).
Count the last number of the version in {p} up by one.
We cut a bugfix release. Adjust {p} (last digit group plus one).
Patch bump in {p}.
The version in {p} must go up one step in the third place.
Please increment the patch level in {p}.
In {p}, x.y.z should become x.y.(z+1).
Time for the next patch version; edit {p} and tell me the number.
One up for {p}: only the third number of the version.
## total
What do {k} in {p1} and {k2} in {p2} add up to?
Add {k} from {p1} and {k2} from {p2}, tell me the sum.
Sum of {k} ({p1}) and {k2} ({p2})?
How much is {k} of {p1} plus {k2} of {p2}?
I need the total of {k} in {p1} and {k2} in {p2}.
Together, how many are {p1}'s {k} and {p2}'s {k2}?
{p1}: {k}, {p2}: {k2}. What's the sum?
For the capacity sheet: {k} in {p1} plus {k2} in {p2}, one number.
Read {k} off {p1} and {k2} off {p2}. Their sum, please.
Could you total {k} ({p1}) and {k2} ({p2}) for me?
Let me know what you get if you add up {k} of {p1} and {k2} of {p2}.
{k} in {p1} + {k2} in {p2} = ?
## rmif
If {p} contains {t}, delete it; otherwise leave it and say so.
Delete {p}, provided it says {t} somewhere. If it doesn't, it must stay.
Look into {p}. Should it hold {t}, remove the file, else keep it.
{p} may go only if you find {t} in it. Check first.
Is there {t} in {p}? Yes: rm it. No: leave it be.
Before you throw {p} away, check that it says {t}. Without that, we keep it.
When {p} has the mark {t}, get rid of the file; when it hasn't, tell me that it was kept.
Can {p} be deleted? It can if {t} is in there. Act on that.
Remove {p} on one condition: {t} must be in it. If not, leave everything.
Clean-up rule: files with {t} go. Apply it to {p}.
I only want {p} deleted if it has {t} in it. See for yourself.
Check {p} for {t} and delete the file in that case. Otherwise it stays.
## archive
Move the log {p1} to {p2} and start {p1} anew with the line {t}.
Rotate {p1}: its text goes to {p2}, and {p1} then only says {t}.
Save {p1} as {p2}, then reset {p1} to {t}.
First copy {p1} to {p2}. Only then overwrite {p1} with the single line {t}.
{p1} is full. Archive it in {p2} and leave {t} as its only line.
Keep the old {p1} under {p2}; the new {p1} is just {t}.
Log rotation by hand: {p1} -> {p2}, after that {p1} = {t}.
Please put what {p1} has into {p2}; {p1} itself is to contain {t} and no more.
I'd like {p1} emptied down to {t}, but not before its text is safe in {p2}.
Overwrite {p1} with {t}; before that, though, back it up as {p2}.
Store {p1} in {p2}, and when that's done, let {p1} begin again with {t}.
{p2} shall get everything in {p1}. Afterwards {p1} is nothing but {t}.
## green
Run {c}. Once it is green ({v}), delete {p}; if it isn't, keep the file and tell me what came out.
{p} can go if {c} prints {v}. If it prints anything else, don't delete it and quote the output.
Check with {c}; on {v} remove {p}, else leave it and report.
Only when {c} gives {v} may {p} be removed. Otherwise tell me what it gives.
{c} first. {v} means {p} is no longer needed, so rm it. Any other result: hands off, tell me.
As soon as {c} answers {v}, {p} is superfluous. Try it, act accordingly, and quote it if it answers otherwise.
I'd like to lose {p}, but safely: {c} has to come back with {v}. What did it say, if not that?
Delete {p} after a successful {c} ({v}). After a failed one keep it and give me the message.
Is {c} at {v}? Then drop {p}. Not at {v}? Then report the state only.
Please clean up {p}, provided that {c} shows {v}; if not, show me what it shows.
Do {c}; depending on whether it says {v}, remove {p} or tell me what's wrong.
{p}: remove if {c} -> {v}, keep otherwise and name the output.
""")

# Ways to put clauses that are to be done in the given order.
TWO = ("First {A}, and after that {B}.|{A}. Then {B}.|Please {A}; once that's done, {B}.|Please {B}. Before that, though, {A}.|{A}, and only then {B}.|Two things, in this order: {A}; {B}.|1. {A}\n2. {B}|- {A}\n- {B}\n(top to bottom please)|Would you {A} and afterwards {B}?|"
       "You should {B}, but not until you {A}.|I want you to {A}. When you have that, {B}.|Can you {B}? It only makes sense if you {A} first.|to do now: {A}. to do next: {B}.|Start with this: {A}. Go on with this: {B}.|{B} - but {A} beforehand!|Step one, {A}. Step two, {B}. Thanks.|{A}\nthen\n{B}").split("|")
THREE = ("First {A}, then {B}, finally {C}.|1. {A}\n2. {B}\n3. {C}|{A}. After that {B}. Last of all {C}.|Please {A}, {B} and {C}, in that order.|- {A}\n- {B}\n- {C}\none after the other|Three steps: {A}; {B}; {C}.|{A}; next {B}; and when both are done, {C}.|At the end {C}. Before that {B}, and before that {A}.|"
       "Would you {A}, then {B}, and then {C}?|a) {A}\nb) {B}\nc) {C}|Begin with this: {A}. In the middle: {B}. To finish: {C}.|I'd like you to {A}. Then you can {B}. The last thing is to {C}.|My list for you\n{A}\n{B}\n{C}|{A}, and then {B}. Once all that is through: {C}.|"
       "Order matters here. {A}! Then {B}! Then {C}!").split("|")
CLAUSES = {
    "edit": "replace {v} with {w} in {p}|change {v} to {w} in {p}|turn {v} into {w} in {p}|in {p}, put {w} where it says {v}|update {p} from {v} to {w}|make {p} say {w} and not {v}",
    "set": "set {k} to {w} in {p}|give {k} the value {w} in {p}|in {p}, make {k} {w}|put {w} as {k} into {p}|switch {k} in {p} to {w}|bring {k} in {p} to {w}",
    "new": "create {p} with the line {t}|write {t} to a new file {p}|make a file {p} that says {t}|put {t} into {p} (a new file)|leave a note {t} in a new file {p}|add a file {p} holding {t}",
    "rm": "delete {p}|remove {p}|get rid of {p}|throw away {p}|rm {p}|drop the file {p}",
    "run": "run {c}|execute {c}|start {c}|do {c}|kick off {c}|fire {c}",
    "append": "add {t} to the end of {p}|append {t} to {p}|put {t} below the last line of {p}|extend {p} by the line {t}|write {t} at the bottom of {p}",
    "copy": "copy {p1} to {p2}|save a copy of {p1} as {p2}|back {p1} up as {p2}|duplicate {p1} under the name {p2}",
}
PAST = {"edit": "put {w} into {p}", "set": "set {k} to {w} in {p}", "new": "created {p}", "rm": "deleted {p}", "run": "ran {c}", "append": "extended {p}", "copy": "copied {p1} to {p2}"}
