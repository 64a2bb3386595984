"""How olga asks for things about lists whose entries have a value."""
from olgabase import bank

bank("""
## value
{Q} See {f}.
{Q} It's in {f}.
Look into {f}: {Q}
{Q} The answer must be in {f}.
According to {f}: {Q}
Question about {f}. {Q}
{Q} (check {f})
I have {f} somewhere here. {Q}
{f} should tell us. {Q}
{Q} You'll find that in {f}.
Don't guess, open {f}. {Q}
{Q} One sentence, from {f}.
Can you tell me {the}? It is noted in {f}.
I need {the} from {f}.
{the}, please - from {f}
What does {f} give as {the}?
## nth
What is the {o} entry in {f}?
Which {ent} comes {o} in {f}?
The {o} {ent} in {f} - what is it?
Name the {o} {ent} of {f}.
Going down {f}, which {ent} do I meet as the {o}?
{f}: {ent} number {n}?
I need to know who or what stands {o} among the {ents} in {f}.
who/what is {o} in {f}?
Count the {ents} in {f} from the top and tell me the {o} one.
Our list of {ents} is {f}. What's the {o} one there?
## next
What comes right after {k} in {f}?
In {f}, which {ent} follows {k}?
Which of the {ents} is listed next below {k} in {f}?
Look at {f}. I want the {ent} under {k}.
After {k}, what is the next {ent} in {f}?
{k} is in {f}; tell me its neighbour underneath.
next one after {k} in {f}?
If {k} is done, which {ent} is next according to {f}?
Please find {k} in {f} and say what's on the line below.
We stopped at {k}. With which {ent} of {f} do we go on?
## prev
What stands just above {k} in {f}?
Which {ent} comes before {k} in {f}?
In {f} there is {k}. Which {ent} is on the line over it?
Name the {ent} directly ahead of {k} in {f}.
which {ent} is one up from {k}, {f}
{f} lists {k}; what's listed right before that?
The line over {k} in {f}, which {ent} does it have?
Who or what precedes {k} in {f}?
## best
Which is the {b} {ent} in {f}?
What's the {b} {ent}, going by {f}?
Find the {b} {ent} in {f} for me.
{f}: which {ent} is {b}?
Tell me the {b} of the {ents} in {f} and its figure.
Of all {ents} in {f}, name the {b}.
I want to announce the {b} {ent}. It's in {f}.
Who or what is {b} in {f}?
Compare the {ents} in {f} and give me the {b} one.
The {b} {ent}? {f} knows.
Have a look at {f}, please: what's {b} there?
b/c people ask: {b} {ent} in {f}?
## howmany
How many {ents} are in {f}?
Count the {ents} in {f}.
What's the number of {ents} in {f}?
{f}: how many {ents}?
I lost count. How many {ents} did I put into {f}?
tell me how many {ents} {f} has
Is {f} long? I mean, how many {ents} does it hold?
For the form I need the number of {ents} in {f}.
{f} lists some {ents}. How many exactly?
Could you count up the {ents} of {f}?
## compare
Which figure is higher in {f}, that of {k} or that of {l}? Give it too.
{k} or {l}: which one has more in {f}? Tell me how much.
Compare {k} with {l} in {f}; which has the larger number, and what is it?
In {f}, does {k} or {l} come with the bigger figure? Name it and the figure.
Take {k} and {l} from {f}. The greater of the two, with its value, please.
We argue about {k} and {l}. Which has the higher value in {f}, and what value?
{f}: {k} vs {l}, who's ahead and with what number?
Who or what leads, {k} or {l}, if you go by {f}? And with how much?
Look both up in {f}, {k} and {l}, and tell me the higher figure and whose it is.
## set
Set {the} to {v} in {f}.
{f}: {the} is now {v}.
In {f}, change {the} to {v}.
Please correct {the} in {f}. It has to be {v}.
{v} is right for {k}, so fix {f}.
{k} has changed in {f}: {v} from today.
I wrote something wrong about {k} in {f}; {v} would be correct.
Could you put {v} as {the} in {f}?
The entry for {k} in {f} ought to have {v}, not what's there.
update {k} in {f} -> {v}
Whatever {f} says about {k}, it should say {v}.
From Monday on, {k} gets {v} in {f}.
{k} in {f} needs a new value, namely {v}.
Somebody told me {v} for {k}. Enter that in {f} instead of the old one.
As for {the}: let it be {v}. The file is {f}.
Replace what stands next to {k} in {f} by {v}.
## raise
{Verb} {the} by {n} in {f}.
In {f}, {verb} {the} by {n}.
{the} should go {dir} by {n}. It's in {f}.
{f}: {k} {sign}{n}, please.
Please open {f} and {verb} what is noted for {k} by {n}.
{n} {more} for {k} in {f}, can you work it out and write it in?
Make the figure of {k} in {f} {n} {higher}.
{k} in {f} has to be {n} {higher} than it is.
{verb} the number beside {k} by {n} ({f})
Could you change {the} in {f}? It should be {n} {higher}.
Let {k} have {n} {more} in {f}.
Do the sum for me: {the} in {f} goes {dir} by {n}; write the result there.
## add
Add {pair} to {f}.
New {ent} for {f}: {pair}, at the end.
{f} needs one more {ent}: {pair}.
Please enter {pair} at the bottom of {f}, same form as the others.
Put {pair} on {f}, underneath the rest.
We have a new {ent}, {pair}. Write it into {f} like the others, last.
{pair} is missing from {f}. Add it below.
Could you extend {f}? {pair}
Next {ent} in {f} is {pair}.
I forgot {pair} in {f}. Put it after the last {ent}.
{f} + {pair}, in the style of the list
Write down {pair} in {f} as the final entry.
There's also {pair} now. {f} should show it at the end.
## addnext
Add {pair} right after {at} in {f}.
In {f}, below {at}, enter {pair} in the same way.
{pair} goes into {f}, directly under {at}.
{f} needs {pair} between {at} and what follows.
Slip {pair} in under {at} in {f}, written like its neighbours.
After {at} in {f} comes a new {ent}: {pair}.
insert into {f} after {at}: {pair}
New {ent} in {f}, one below {at}. It's {pair}.
Could {pair} be put in {f}, just behind {at}?
Find {at} in {f}; the line after it should be for {pair}.
## drop
Take {k} off {f}.
{k} can be removed from {f}.
We no longer need {k} in {f}.
Delete the entry for {k} in {f}.
{f} without {k}, please.
{k} is gone, so strike the {ent} from {f}.
Please cross {k} out of {f}, the whole line.
In {f}, throw out {k}.
Why is {k} still in {f}? Remove it.
no more {k} in {f}
Forget {k}: delete that line in {f}.
Remove the {ent} {k} from {f} and keep the others in order.
{k} must not appear in {f} any longer.
## dropnth
Remove the {o} {ent} from {f}.
The {o} {ent} in {f} has to go.
Strike {ent} number {n} in {f}.
Delete the {o} entry of {f}.
{f}: drop the {o} {ent}
We don't want the {o} {ent} of {f} any more.
Please take the {o} of the {ents} out of {f}.
I'd like {f} without its {o} {ent}.
Count down to the {o} {ent} in {f} and erase it.
## dropval
Remove the {ent} with {v} from {f}.
In {f}, whichever {ent} has {v} must go.
Take out of {f} the one that says {v}.
{f}: delete the line with {v}.
The {ent} beside which {v} is written can leave {f}.
strike the {v} {ent} in {f}
Somewhere in {f} there is {v}. That line isn't needed.
I don't recall its name, but it has {v} in {f}. Remove it.
Get rid of the {v} entry, file {f}.
## change2
{k} and {l} got mixed up in {f}: exchange their values.
In {f}, swap what is noted for {k} and for {l}.
{f}: give {k} the value of {l} and {l} that of {k}.
The values of {k} and {l} in {f} are the wrong way round. Correct that.
Please let {k} and {l} trade values in {f}; their places stay.
swap the values for {k} and {l} in {f}
I confused {k} with {l} when I wrote {f}. Each has what the other should have.
{k} should have what {l} has in {f}, and vice versa.
Interchange the right-hand sides of {k} and {l} in {f}.
## rename
{k} is to be called {l} in {f}.
In {f}, write {l} instead of {k}.
{k} should read {l} in {f}.
Please rename {k} to {l} in {f}, the rest of the entry stays.
It's {l}, not {k}, in {f}.
{f} says {k} where it ought to say {l}.
Replace {k} by {l} in {f}
{l} takes over from {k} in {f}.
I misspelt something in {f}: {k} must be {l}.
Change the {ent} {k} into {l} ({f}).
{k} -> {l} in {f}, value unchanged
Could you put {l} in the place of {k} in {f}?
From now on we say {l}. {f} still has {k}; change it.
## change1
{v} in {f} should be {w}.
In {f} change {v} to {w}.
Make it {w} where {f} says {v}.
{f}: {w} instead of {v}.
Not {v} but {w}, in {f} please.
{w} is correct, {v} is wrong. {f}.
I see {v} in {f}; make {w} of it.
Where {v} stands in {f}, put {w}.
{v} -> {w} ({f})
Please replace {v} with {w} in {f}.
Somebody typed {v} in {f}. Should have been {w}.
It used to be {v} and is now {w}: please bring {f} up to date.
Swap {v} for {w} in {f}, would you?
{f} has an old value, {v}. The new one is {w}.
## ifnot
If {k} isn't in {f} yet, add {pair} at the end; otherwise tell me {the}.
Is {k} in {f}? If so, say what is noted there; if not, enter {pair} as the last {ent}.
Check {f} for {k}. Should it be missing, put {pair} below the others. Should it be there, just tell me its value.
{f} must have {k}. When it lacks it, add {pair} at the bottom; when it has it, read me the value.
Look whether {k} is listed in {f}: no -> append {pair}; yes -> tell me what it says.
Unless {k} stands in {f}, write {pair} under the list. If it does stand there, what's its value?
I'm not sure about {k} in {f}. In case it's absent add {pair} (end of list), else give me its value.
Have we got {k} in {f}? Then tell me {the}. If we haven't, add {pair} to the end of it.
Only add {pair} to the bottom of {f} if {k} is nowhere in it. If it's there, I want to hear its value.
## movekey
Move {k} to the {end} of {f}.
In {f}, {k} should come {first}.
{k} belongs at the {end} of the {ents} in {f}.
Put {k} {first} in {f}, others stay in their order.
I want {k} {first} among the {ents} of {f}.
{f}: bring {k} to the {end}
Please list {k} {first} in {f}.
Rearrange {f} so that {k} comes {first}.
{k} is in the wrong place in {f}; it should be {first}.
Let {k} have the {end} spot in {f}.
## order
Sort the {ents} in {f} by their number, {how}.
Put {f} in order of the figures, {how}.
{f} should be sorted by value, {how}.
Rank the {ents} of {f}: {how}.
Please arrange {f} by the numbers, {how}.
order {f} by figure, {how}
I want the {ents} in {f} {how}.
Could you bring the {ents} of {f} into order, {how}?
For the notice board, {f} has to be sorted {how}.
""")
