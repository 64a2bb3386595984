"""Frames of the vito tasks of several parts."""
from vitobase import bank

CARRY = bank("carry", """
Take the {l} from {p} and write it, nothing else, into {p2}.
[Could|Would] you look up {a} in {p} and save it in a new file {p2}?
{p2} should contain only the {l} that stands in {p}.
Read {p}, find the {l} and put that value in {p2}.
I need the {l} of {p} in a file of its own, {p2}.
{l} from {p} -> {p2}
For the label printer, {p2} has to hold just {a}, as {p} has it. Please make it.
In {p} you'll find {a}. Copy that value, without its label, to {p2}.
Please create {p2} with the {l} according to {p} as its whole text.
Get the {l} out of {p} and store it as {p2}.
The caterer wants a file {p2} with one thing in it, the {l}. You can find it in {p}.
What {p} gives for {l} should also be in {p2}, on its own.
""")
GATHER = bank("gather", """
Collect the {l} from {fs} and write them into {p}, one per line in that order.
{p} should list the {l} of each of {fs}, one a line.
[Could|Would] you make {p} with the {l} of {fs}, one below the other?
From {fs} take the {l} and put the values, a line each, in {p}.
I need an overview, {p}: just the {l} found in {fs}, in this order.
{l} out of {fs} -> {p} (one per line)
Please read {fs} and save their {l} values to {p}, each on its own line.
Every one of {fs} has a {l}. Write them all to {p}, line by line.
For the treasurer: new file {p} with the {l} from {fs}, only the values, one a line.
Go through {fs}, note the {l} each time, and give me the notes as {p}, one line for each file.
Our summary {p} is missing. It's simply the {l} of {fs} in a column.
Put together {p}. Its lines are the {l} entries of {fs}, nothing more.
""")
TODO = bank("todo", """
Do what {p} says.
[Please f|F]ollow the instructions in {p}.
I wrote down what I need in {p}. Could you take care of it?
Read {p} and do what it asks for.
My colleague left a note for you in {p}, please act on it.
You'll find your task in {p}.
{p} -> do it
Would you open {p} and carry out what's in there?
Everything you need to know is in {p}; please get it done.
I have no time to explain, but it's all in {p}. Go ahead.
Look at {p} for today's job and do it, please.
Work through {p}.
The boss put some orders into {p}. Kindly see to them.
""")
IFS = bank("ifs", """
If {p} says {c}, {one}. [Otherwise|If not], {two}.
Check {p}. When the {l} is {c}, {one}; [otherwise|if it isn't], {two}.
Please look at {p}: with {c} as the {l}, {one}, else {two}.
It depends on {p}. Should the {l} be {c}, {one}. In any other case {two}.
Could you read {p} and, if the {l} is {c}, {one}? If it's something else, {two}.
if {l} == {c} in {p}: {one}; else: {two}
I'm not sure what we put for the {l} in {p}. If it's {c}, please {one}. If not, please {two}.
Have a look at the {l} in {p}. Is it {c}? Then {one}. Is it not? Then {two}.
In case {p} gives {c} for {l}, {one}, and in case it doesn't, {two}.
First see what {p} has as {l}. For {c} you {one}; for everything else you {two}.
Would you please {one}, but only if the {l} in {p} is {c}? Otherwise {two}.
The rule is simple: {l} {c} in {p} means {one}. Any other {l} means {two}.
""")
SETUP = bank("setup", """
Set up {flow}. Then list [the|all] files and tell me how many there are.
Please create {flow}, look at the list of files afterwards, and tell me the number of files.
Could you make {flow}? After that, check the list: how many files do we have now?
I'm starting something new and need {flow}. List everything when you're done and give me the count.
Make {flow}, then count all the files that exist.
create {flow}; ls; how many?
We begin with {flow}. Once they're there, see how many files the workspace has and let me know.
New project: {flow}. When that's in place I'd like to know the total number of files.
Would you prepare {flow}, and then, from a fresh listing, tell me how many files there are in all?
For the new club we want {flow}. Afterwards please list the files and say how many.
Start with {flow}. Finish with a listing and report the number of files.
Begin by writing {flow}. I'd be glad if you then listed the folder and told me how many files it holds.
""")
SWAP = bank("swap", """
Swap the {l} in {p} and {p2}: each should get the other's.
The {l} of {p} and that of {p2} were mixed up. Please exchange them.
[Could|Would] you exchange the {l} between {p} and {p2}?
I mixed up two things: the {l} in {p} belongs in {p2} and the other way round.
{p} <-> {p2}: {l}
{p} has the {l} of {p2} and {p2} has the one of {p}. Please put it right.
Please give {p} the {l} of {p2} and {p2} the {l} of {p}.
Let {p} and {p2} trade their {l}.
They've agreed to switch the {l}. So put the one from {p} into {p2} and vice versa.
What's the {l} in {p} should be the {l} in {p2}, and the reverse.
In {p} and {p2}, change round the {l}.
Two files, {p} and {p2}, whose {l} must be interchanged. Thank you for seeing to it.
""")
LETTER = bank("letterfill", """
In {p}, put the {l} from {p2} where it says {qm}.
Replace {qm} in {p} by the {l} that {p2} gives.
{p} still has {qm} in it. The {l} is in {p2}; could you fill it in?
Fill in {p}: instead of {qm} it should have the {l} found in {p2}.
Please complete {p}. There's a gap marked {qm}, and what belongs there is the {l} from {p2}.
Look up {a} in {p2} and write it in place of {qm} in {p}.
{p}: {m} = {l} of {p2}
The {qm} of {p} stands for the {l}. You can take that from {p2}.
My letter {p} isn't finished, I left {qm} as I didn't have the {l} at hand. It's in {p2}. Would you finish it?
Read {p2} for the {l}, then use it for {qm} in {p}.
For {qm} in {p}, use what {p2} says about the {l}.
I wrote {qm} in {p} until we knew the {l}. Now {p2} has it, so please put it in.
""")
SETTELL = bank("settell", """
Set the {l} in {p} to {b} and tell me {a}.
Change the {l} of {p} to {qb}; I'd also like to know {a}.
[Could|Would] you put {qb} as the {l} in {p}, and let me know {a} while you're there?
The {l} in {p} is now {qb}. Please update it and then tell me {a}.
Two things about {p}: make {qb} the {l}, and say what it has as {m}.
{p}: {l} = {b}, then {m}?
In {p} the {l} must be {qb}. Once that's corrected, what is the {m}?
I need {a} from {p}. And please correct the {l} there, it's {qb}.
First correct the {l} of {p} to {qb}, then read me the {m}.
When you've changed the {l} in {p} to {qb}, what does the file give for {m}?
They moved the {l} to {qb}. Note it in {p}, please. What was the {m} again?
Please enter {qb} under {l} in {p}. The caller also asks about the {m}; what do I say?
""")
UNLESS = bank("unless", """
If there is no {p} yet, create it with the text {qx}. If there is one, tell me what it says.
Do we have a {p}? If so, read it to me; if not, make it and write {qx} in it.
Look whether {p} exists. Should it be missing, please write {qx} into it, otherwise tell me its text.
{p} there? yes: tell me the text. no: create with {qx}
Could you check for {p}? Without it, we need a new one saying {qx}. With it, I'd like to hear what's in it.
I'm not sure I ever made {p}. In case I did, quote it; in case I didn't, make it with {qx}.
Create {p} with {qx}, but only if it isn't there. In case it is, just tell me the content.
Please see if a file {p} exists. If it doesn't, save {qx} as that file; if it does, what does it say?
Unless {p} already exists, make it with {qx}. If it exists, leave it and say what stands in it.
First list the files. With {p} among them, read it and report its text; else write {qx} to it.
Is {p} already here? Then tell me what's in it. Otherwise start it with {qx}.
Someone may have written {p} already. If yes I want to know its text, if no put {qx} there.
""")
LIST = bank("list", """
Please do [the following|these things] [in order|one after the other|]:\\n{steps}
Here is my list for today.\\n{steps}
Could you work through this?\\n\\n{steps}
My little list:\\n{steps}\\nThank you!
Tasks:\\n{steps}
{steps}\\n^ all of this please, top to bottom
Before the meeting I'd need this done:\\n{steps}
To do before closing time:\\n{steps}
We agreed on these steps. Would you take care of them?\\n{steps}
The head asked for this:\\n{steps}
I have several requests.\\n{steps}\\nThat's all.
Steps\\n{steps}
Would it be possible to do this for me today?\\n{steps}
""")
FLOW2 = bank("flow2", """
{One}, then {two}.
{One} and after that {two}.
Could you {one}, and then {two}?
Please {one}. When that's done, {two}.
I'd like you to {one} and to {two}.
First {one}; second, {two}.
Would you mind helping me with two things? {One}. {Two}.
Once you have had time to {one}, please {two}.
Two requests: {one}; also {two}.
{one}; {two}
It would be great if you could {one} and also {two}.
You need to {one}. Next, {two}.
As the inspector comes tomorrow, please {one} and then {two}.
I have to teach now, so would you {one}, and finally {two}?
""")
FLOW3 = bank("flow3", """
{One}, then {two}, and [finally|at the end] {three}.
{One}. {Two}. {Three}.
Could you {one}? After that, please {two}. Last, {three}.
First {one}, second {two}, third {three}.
I'd be glad if you could {one}, {two} and {three}.
Start with this: {one}. Then {two}. To finish, {three}.
{one}; {two}; {three}
Please {one}. Once done, {two}, and when that is finished too, {three}.
Three things before I leave: {one}; {two}; {three}.
We're closing the books. That means you {one}, you {two}, and you {three}.
{one} && {two} && {three}
Would you {one} for me? Then {two}. Oh, and {three}.
The order matters: {one}, next {two}, and only then {three}.
""")
POST = bank("post", """
Dear colleague,\\n\\nwould you please {one}? Then {two}.{rest}\\n\\n[Kind regards|Yours|Best wishes],\\n{n}
Hello,\\n\\nI hope this finds you well. Please {one}. I'd also ask you to {two}.{rest}\\n\\n[Many thanks|Regards],\\n{n}
Hi,\\n\\n{n} here from the front desk. {One}, please, and then {two}.{rest}\\n\\nThanks!
Dear all,\\n\\nthe following has to be done. {One}. {Two}.{rest}\\n\\n{n}, secretary
Good morning,\\n\\nmay I ask you to {one}, and afterwards to {two}?{rest}\\n\\nSincerely,\\n{n}
Subject: small favour\\n\\nCould you {one} and {two}?{rest}\\n\\n{n}
Hi there,\\n\\nour meeting ran late, so I'm writing instead of calling. First, {one}. Second, {two}.{rest}\\n\\nCheers, {n}
To the office:\\n\\nkindly {one}. Kindly {two}.{rest}\\n\\nWith thanks, {n}
Hello again,\\n\\nthe committee has decided a few things, and so we need you to {one} and then to {two}.{rest}\\n\\nBest,\\n{n}
From: {n}\\nTo: assistant\\n\\nPlease {one}. As soon as that's finished, {two}.{rest}
Dear helper,\\nI'm on the train with a bad connection, so briefly: {one}; {two}.{rest}\\n{n}
Hey,\\n\\nsorry for the long list. {One}. When you're through with that, {two}.{rest}\\n\\nThank you so much, {n}
""")
TALE = bank("tale", """
Yesterday the chair went through our files and wasn't happy. She wants us to {one}. She'd also like us to {two}.{rest}
We had a flood in the cellar and I'm catching up. So please {one}, and then {two}.{rest}
{n} is leaving on Friday, and before that we have to {one}. After that it's time to {two}.{rest}
I promised {n} to {one}, and I forgot. Please do it now, and {two} as well.{rest}
You know how {n} is about order. We are to {one} and then to {two}.{rest}
The new term begins on Monday. That is why I need you to {one}. It's also why you should {two}.{rest}
A customer complained, quite rightly. To make up for it, {one}, and {two} right after.{rest}
It's been a long day. {n} called to say we must {one}. Then {n} called again: {two}.{rest}
While tidying my desk I noticed two things. We should {one}, and we should {two}.{rest}
I tried it on my own and got lost halfway. Would you {one}? And then {two}, too?{rest}
Our club moves to new rooms next week, so it's time to {one} and to {two}.{rest}
Last night I lay awake because I'd forgotten to {one}. Please do that for me, and {two} while you're at it.{rest}
""")
STEPF = {
    "create": ["create {p} with the text {qx}", "make a file {p} that says {qx}", "write {qx} into a new file {p}", "save {qx} as {p}", "start a file {p} containing {qx}"],
    "replace": ["change {qa} to {qb} in {p}", "replace {qa} with {qb} in {p}", "correct {p} so that it says {qb} instead of {qa}", "put {qb} in place of {qa} in {p}", "in {p} turn {qa} into {qb}"],
    "delete": ["delete {p}", "remove the file {p}", "throw {p} away", "get rid of {p}"],
    "rename": ["rename {p} to {p2}", "move {p} to {p2}", "give {p} the new name {p2}"],
    "copy": ["copy {p} to {p2}", "make a copy of {p} called {p2}", "save {p} a second time as {p2}"],
    "append": ["add the line {qx} at the end of {p}", "append {qx} to {p}", "put {qx} below the last line of {p}"],
    "run": ["run {qc} and tell me its output", "run {qc} and report what it prints", "let me know what {qc} prints"],
    "tell": ["tell me the {l} from {p}", "let me know what {p} gives as {l}", "say what the {l} is in {p}"],
    "count": ["tell me how many lines {p} has", "count the lines of {p}", "say how many lines there are in {p}"],
}
