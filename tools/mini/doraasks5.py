"""Ways of asking for what depends on files, commands and conditions."""
from dorabase import add

add(r'''
## dora.lost_edit
Change {t} to {u} in {p}, or whatever that file is really called.
In {p}, replace {t} with {u}.
{p} (path from memory) has {t}. Make it {u}.
I think it's {p}: {t} -> {u}
Please put {u} in place of {t}. The file should be {p}, roughly.
{p} says {t}, I want {u}. If the path is off, look for the file.
Replace {t} with {u} in {p}; somebody may have moved the file.
We need {u} instead of {t} in {p}.
Edit {p}: {t} must go, {u} must come.
{t} is out of date, {u} is current. It's in {p} if I remember right.
fix {P}: {T} => {U}
Could you open {p} and turn {t} into {u}?

## dora.lost_read
What is {k} in {p}?
Tell me {k}; it should be in {p} or something like that.
Read {k} from {p} for me.
{p} has {k}, I think. What's the value?
Look up {k} in {p}. The path may be slightly wrong.
I need {k} from {p}.
In {p}, how is {k} set?
Which {k} do we use? See {p}.
Somewhere near {p} there's a {k}. Value?
Check {p} and give me {k} please
Can you tell me {k}? I believe the file is {p}.
{k}, from {p}, quickly.

## dora.carry_version
Set the version in {q} to the one in {p}.
{q} should have the same version as {p}.
Take the version from {p} and put it into {q}.
The versions of {p} and {q} differ. {p} is right.
Sync {q} with {p} (version).
{p} was bumped, {q} was forgotten. Bring it up to date.
Make {q} agree with {p} on the version number.
Whatever version {p} has, {q} has to have as well.
Version drift! Source of truth: {p}. To be corrected: {q}.
Could you copy the version number over from {p} to {q}?
In {q} the version is stale; the valid one stands in {p}.
version of {P} -> {Q}

## dora.carry_value
Use the {k} of {p} in {q} too.
{k} in {q} should be what it is in {p}.
Copy {k} from {p} to {q}.
Make {q} have the same {k} as {p}.
{p} and {q} disagree about {k}. {p} wins.
Take over {k} from {p} into {q}, other settings stay.
I tuned {k} in {p}. Apply the same value in {q}.
For {k}, look at {p} and adapt {q}.
Align {k}: {q} follows {p}.
Please see what {p} has for {k} and set {q} to that.
{q} has the wrong {k}; the right one is in {p}.
{k}: {P} -> {Q}

## dora.from_command
{c} prints the new version. Put it in {p} instead of {V}.
Run {c}; its output replaces {V} in {p}.
In {p}, {V} must become whatever {c} says.
Get the next version from {c} and update {p} (now {V}).
{p} says {V}, but it should say what {c} prints.
Use {c} to find the version and write it over {V} in {p}.
Replace {V} in {p} by the output of {c}.
Ask {c} for the version, then change {V} to it in {p}.
The version in {p}, {V}, is old. The current one comes from {c}.
Could you set {p} to the version {c} gives? It has {V} today.
{V} in {P} => $({C})
For {p} I need the result of {c} where {V} stands.

## dora.compare
Is {k} the same in {p} and {q}?
Do {p} and {q} have the same {k}?
Compare {k} in {p} and {q}.
{k}: is there a difference between {p} and {q}?
Check if {p} and {q} agree on {k}, and tell me the values.
Does {q} have another {k} than {p}?
I suspect that {k} differs between {p} and {q}. Am I right?
Look at {k} in both {p} and {q}. Same or different?
{p} vs {q}: {k}?
Has {k} been kept in line across {p} and {q}?
Tell me whether {k} matches in {p} and {q}.
What do {p} and {q} say about {k}? The same?

## dora.if_holds
If {k} is {v} in {p}, change {t} to {u} in {q}; otherwise create {o} with {x}.
Look at {p}. With {k} at {v}, replace {t} by {u} in {q}. Else write {x} into a new file {o}.
Depends on {k} in {p}: if it's {v}, {q} gets {u} instead of {t}. If not, I want {o} saying {x}.
Check {k} in {p}. {v}? Then {t} -> {u} in {q}. Anything else? New file {o}: {x}
Should {p} have {k} set to {v}, put {u} for {t} in {q}. Should it be another value, save {x} as {o}.
In {q}, {t} becomes {u}, but only if {p} says {v} for {k}. In the other case, create {o} containing {x}.
{p} decides. {k} = {v}: edit {q}, {t} => {u}. Different: make {o} with the text {x}.
Is {k} {v} in {p}? Yes: {q}, {u} in place of {t}. No: {o} with {x} in it.
Please create {o} with {x} unless {k} in {p} is {v}; if it is, just change {t} to {u} in {q}.
I don't remember what {k} is in {p}. If {v}, turn {t} into {u} in {q}, if something else, write {o} ({x}).
When {k} has the value {v} (see {p}) then swap {t} for {u} in {q}, else leave {q} alone and write {x} to {o}.
- look up {k} in {p}\n- it's {v}: in {q} change {t} to {u}\n- it isn't: new file {o} with {x}

## dora.follow
Do what {p} says.
There's a task in {p}. Carry it out.
Read {p} and make the change it asks for.
I wrote down what to change in {p}, please do it.
{p} has the instructions.
Work on {p}
Open {p}, see what is wanted, and do that.
My colleague left a note in {p}. Could you take care of it?
Implement what stands in {p}.
Next job: see {p}.
What I'd like to have done is described in {p}.
Please handle the item in {p}.

## dora.follow_run
Run the command from {p} and tell me the output.
{p} says which command to use. Run it; what does it print?
Look into {p} for the command, execute it, and report.
Follow {p} and tell me what comes out.
How do I run this? See {p}, do it, and give me the result.
Do what {p} tells you to run. I'd like to read the output.
I forgot the command, it's written in {p}. Start it for me and quote what it says.
Check {p} for the right command, then run it. Output, please.
Please try the command given in {p}. What does it answer?
The command in {p}: does it work? Tell me what it prints.
Use the line from {p} in the shell and paste what you get.
exec what {P} documents, post output

## dora.merge
Join {p} and {q} into {o}, in this order.
cat {P} {Q} > {O}
{o} should be {p} followed by {q}.
Create {o} out of {p} and, below it, {q}. Keep both.
Put {p} and {q} together in a new file {o}.
Merge: {p} first, {q} second, result {o}. The originals remain.
I want one file {o} with the text of {p} and then that of {q}.
Concatenate {p} and {q}; name it {o}.
Please make {o}: top part from {p}, bottom part from {q}.
Combine the contents of {p} and {q} as {o}, don't delete anything.
New file {o} = {p} + {q}.
Could you glue {q} to the end of {p} and save that as {o}? Leave the two as they are.

## dora.merge_gone
Join {p} and {q} into {o}, in this order, then delete the two.
cat {P} {Q} > {O} && rm {P} {Q}
Merge {p} and {q} into {o}. The two old files should be gone afterwards.
{o} replaces {p} and {q}: first the one, then the other, and both sources go.
Put {p} and then {q} in a new file {o} and remove the originals.
We don't need two files. Make {o} from {p} and {q} (in that order) and delete these.
Combine {p} with {q} as {o}. Clean up {p} first, then {q}.
Concatenate {p} and {q} under the name {o}; drop both inputs.
Only {o} should be left of {p} and {q}; it holds the first, then the second.
Please unite {p} and {q} in {o} and throw the parts away.
One file instead of two: {o}, made of {p} plus {q}. Delete them when you're done.
Could you fold {p} and {q} into {o}, then rm both?
''')
