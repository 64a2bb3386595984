"""States of affairs, telegrams, reasons, and everyday requests."""
from silasbase import add

add(r'''
## state.key
{k} should be {w} in {p}.
{p} still has {k} at {v}; it is {w} by now.
{p}: {k} {v} -> {w}
{p}: {k} => {w}
The {k} in {p} is no longer {v} but {w}.
We are on {w} for {k} since Monday. {p} does not know that yet.
{k} {w}, not {v} ({p})
In {p} somebody left {k} at {v}. {w} was agreed.
{p} is wrong about {k}: {w}.
{k} = {w} :: {p}
{p} has the old {k}. The new one is {w}.
According to the contract {k} is {w}, so {p} is behind.
{v} as {k} in {p} was a slip of mine, {w} was meant.
It cannot be that {p} has {k} at {v}. {w}!
From today on, {k} in {p} amounts to {w}.
{k}: {p} says {v}, everybody else says {w}.
## state.word
{t} should be {u} in {p}.
{p} still says {t}. It is {u} now.
{t} -> {u} in {p}
{p}: {t} => {u}
{p}: {t} was renamed to {u}.
We renamed {t} to {u}, {p} has not followed.
{t} is called {u} these days; see {p}.
In {p}, {t} ought to read {u}.
{u}, not {t} ({p})
{p} has {t} where it should have {u}.
{t} left, {u} took over. {p} shows the old state.
{p} speaks of {t}. There is only {u} now.
{t} in {p} is a mistake for {u}.
The word {t} in {p}: make that {u}.
{p}, {t} out, {u} in.
Nobody uses {t} any longer, it's {u}. {p} is the last place that has it.
I read {t} in {p} and wondered. It has been {u} for months.
## state.bare
{p} is {t} now.
{p} should say {t}.
{p} -> {t}
{p}: {t}
{p} has to say {t} from this hour.
{t} belongs into {p}, in place of what it holds.
The entry in {p} has changed to {t}.
{p} = {t}
New {p}: {t}.
Set {p} to {t}, that is all it shall hold.
{p} holds an old entry. {t} is right.
Overwrite {p} with {t}.
From tonight {t} stands in {p} and nothing else.
## state.gone
{p} is no longer needed.
{p} has had its day.
We have no use for {p} any more.
There should be no {p}.
{p} was only for the trial, which is over. Out with it.
{p}: obsolete, to be deleted
{p} -> bin
Why do we still have {p}? It can go.
{p} must not be there when the auditors come.
## state.file
There should be a file {p} saying {t}.
{p} is missing; it has to say {t}.
{p} ought to exist, with {t} in it.
We have no {p}. Text: {t}
{p} (new): {t}
The watcher waits for a file {p} that contains {t}.
{t} <- that goes into {p}, a new file
{p} does not exist yet and should consist of {t}.
Nobody wrote {p}. One line is enough: {t}
## state.line
{p} should end with {t}.
{p} lacks a last line {t}.
{t} is missing at the end of {p}.
{p} += {t}
{p} << {t} (at the end)
The last line of {p} should be {t}, after what it has.
{t}: to the bottom of {p}
{p} has everything but {t}, which belongs at its end.
One line short: {p} wants {t} after the rest.
## state.top
{p} should begin with {t}.
{p} lacks a headline: {t}.
{t} is missing at the top of {p}.
The first line of {p} should be {t}, above what it has.
{t}: to the very top of {p}
{p} has everything but {t}, which belongs at its head.
Above all lines of {p} there should stand {t}.
{p} wants {t} before the rest.
## reason.key
Because of the alerts last night we need {k} at {w} in {p}.
The {n} ran into its limit, so {k} goes to {w} in {p}.
Since the new hardware has arrived, {k} in {p} may be {w}.
{x} complained that {k} is too small or too large. Settle on {w} in {p}.
As the vendor changed the terms, please let {p} have {w} for {k}.
The meeting decided it: {w} for {k}. File: {p}.
To be on the safe side for the weekend, bring {k} in {p} to {w}.
We lost an hour because {k} in {p} was not {w}. Make it so.
Legal insists on {w}. That concerns {k} in {p}.
In order to calm the {n}, {k} has to be {w}; it stands in {p}.
## reason.word
{x} has left and {u} does the job. So {p} should not say {t} any more but {u}.
As {t} was closed for good, replace it by {u} in {p}.
Since Monday {t} goes by the name {u}, hence {p} needs a change.
Because two things had the same name, {t} in {p} becomes {u}.
The auditors don't like {t}. Put {u} in {p}.
For lack of space {t} was given up; {p} has to name {u} instead.
After the merger {t} is {u}. Adjust {p}.
To avoid confusion, write {u} for {t} in {p}.
## from.word
Put the {k} that {o} names in place of {t} in {p}.
In {p}, replace {t} by whatever {k} is in {o}.
{p} says {t} where the {k} of {o} should stand.
{t} in {p} is to be replaced with the {k} from {o}.
The right word instead of {t} in {p} is the {k} given in {o}.
Look up {k} in {o} and write it over {t} in {p}.
{o} knows the {k}. {p} has {t} in its place; correct that.
{p}: {t} => ({k} of {o})
Take the {k} out of {o}; it replaces {t} in {p}.
For {t} in {p}, substitute what {o} has as {k}.
Not {t} but the {k} from {o} belongs into {p}.
## from.content
Replace {t} in {p} by the content of {o}.
What {o} says should stand in {p} instead of {t}.
Put the word from {o} in the place of {t} in {p}.
{p}: {t} => content of {o}
In {p}, {t} has to give way to what {o} holds.
{o} holds the right word for {p}; there it says {t}.
Exchange {t} in {p} for the text of {o}.
Wherever {p} has {t}, the entry of {o} belongs.
Read {o} and write that over {t} in {p}.
## in.dir
The file in {d}/ that has {t} should say {u} for it.
In one of the files of {d} stands {t}. Make it {u}.
Somewhere in {d}/ it says {t}; that is {u} now.
Find {t} in {d}/ and turn it into {u}.
I forgot which file of {d} has {t}. Change it to {u} there.
{d}/: {t} -> {u} (one file only)
One file under {d} mentions {t}. Should be {u}.
Search the folder {d} for {t} and put {u}.
## only.dir
Set {k} to {w} in the .{x} file in {d}.
There is one .{x} file in {d}/. Its {k} should be {w}.
The .{x} file under {d}: {k} => {w}
In {d} lies a .{x} file. Give its {k} the value {w}.
{d}/*.{x}, {k} to {w}, please. It is one file only.
The single .{x} in {d}/ has the wrong {k}; {w} is right.
Look for the .{x} file of {d}/ and change {k} to {w} in it.
Change {k} to {w}. Which file? The .{x} one in the folder {d}.
## lost
Set {k} to {w} in {p}. If it was moved, find it.
{p}: {k} to {w}. The file may lie elsewhere by now.
Somewhere there must be a {p}. Its {k} should be {w}.
{k} in {p} should be {w}; I am not sure about the folder.
I think the file is called {p}. Put {k} to {w}, wherever it lies.
Find {p} (I forgot the folder) and change {k} to {w}.
Wherever {p} is: {k} -> {w}
Locate {p}, then set {k} to {w}.
## say.run
Run {c}. What does it print?
What does {c} say?
{c}?
I need the output of {c}.
Please start {c} and send me its line.
Output of {c}, please.
Tell me what comes out of {c}.
Would you run {c} for me and quote it?
Give {c} a go. Result?
{c} - and the result to me.
How does {c} answer?
## say.flaky
Run {c}, once more if it stumbles. What does it print?
{c} sometimes needs a second try. I need its output.
Try {c}; repeat it in case of a hiccup. Output?
If {c} fails by chance, run it again, then tell me what it says.
Get {c} through, if need be at the second attempt. What is the result?
Output of {c}? It is moody, so do not give up at the first error.
I want what {c} prints. Retry on a timeout.
{c} (retry once), then its output to me.
## say.all
What does {p} say?
Show me {p}.
Read {p} out to me.
The text of {p}, please.
Contents of {p}?
I need to see {p}, all of it.
Give me {p} as it stands.
Copy the text of {p} into your answer.
What is written in {p}? Word for word.
## move
Rename {p} to {q}.
{p} should be called {q}.
{p} -> {q} (rename)
mv {P} {Q}
Move {p} to {q}.
{q} is the new name of {p}.
From now on {p} goes by the name {q}.
Give {p} the name {q}; the old one must be gone.
{p} belongs at {q}.
## block.new
Create {p}:\n{B}
New file {p} with the following lines:\n{B}
{p} should read\n{B}
Please file this as {p}:\n\n{B}
Save these lines as {p}.\n{B}
The text for {p}:\n{B}
I dictated this for {p}, a new file:\n{B}
Ticket: add {p}\nText:\n{B}
Write {p} for me. It consists of\n{B}
## block.append
Append to {p}:\n{B}
{p} gets these lines at the end:\n{B}
Add the following below what {p} has:\n{B}
At the bottom of {p}, please add\n{B}
Continue {p} with\n{B}
More for {p} (at the end):\n{B}
These lines are missing at the end of {p}:\n{B}
Extend {p} by\n{B}
## order.back
Last step: {D}. Before that: {B}. And first of all: {A}.
At the very end {D}, in the middle {B}, at the start {A}.
^{D}, but only after you {B}, which in turn comes after you {A}.
Before you {D}, {B}; and before even that, {A}.
3. {D}\n2. {B}\n1. {A}\nMind the numbers.
To finish: {D}. To begin with: {A}. In between: {B}.
^{D} once you have done this: {A}, then {B}.
^{D} as the third step, {B} as the second, {A} as the first.
''')
