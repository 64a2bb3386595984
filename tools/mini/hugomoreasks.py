"""Frames of hugo for commands, tests, questions, conditions and mishaps, often with the command before the change."""
from hugobase import add

add(r"""
## hugo.pass
I want {c} to pass; set {k} to {w} in {p} for that.
{c} should be happy again. For that, {k} in {p} has to be {w}.
So that {c} goes through, put {w} as {k} in {p}, then run it and tell me.
{c} fails since yesterday. I know why: the {k} in {p} isn't {w}. Change it and see whether it passes.
The goal: {c} without complaints. The way: {k} = {w} in {p}.
Get {c} to succeed. It only wants {w} for {k}, see {p}.
Run {c} after you've made {w} the {k} of {p}. Before would be pointless.
Before you run {c}, make sure that {k} in {p} is {w}.
Tell me that {c} works. Hint: it won't, unless {k} in {p} is {w}, so see to that first.
1. {k} to {w} in {p}\n2. {c}\n3. report
{c} is what I'd like to see pass, and {p} is where it hangs: {k} must be {w} there.
For {c} to pass, {p} needs {w} under {k}. Do it, run it.
{w} for {k} ({p}). Then {c}, and let me know how it went.
Our pipeline runs {c}. It'll be red until {k} in {p} is {w}. Make it green and check by running it yourself.
Does {c} pass if {k} is {w}? Try: change {p}, run it, and leave it that way.
## hugo.passt
I want {c} to pass; write {w} instead of {v} in {p} for that.
{c} chokes on {v} in {p}. It wants {w}. Change it, run it, report.
Let {c} succeed, which it will once {p} says {w} and no longer {v}.
After {v} has become {w} in {p}, {c} should pass. Please do both.
Run {c}, but not before you've put {w} where {p} has {v}.
Why {c} fails? Because of {v} in {p}. With {w} it works. Prove it.
{c} must be fine before I leave: {w}, not {v}, in {p}.
- in {p}: {w} instead of {v}\n- run {c}\n- tell me the outcome
What I need is a clean {c}. The culprit is {v} in {p}; {w} is what it should be.
{p}: from {v} to {w}. And then show me that {c} is content.
Please make {c} work (it's about {p}: {w} is right, {v} is wrong) and say what it prints.
The result of {c} after {v} in {p} has been turned into {w}, that's what I'm after.
## hugo.fix
{c} doesn't pass. Find out why and repair it.
Run {c}. If it complains, do what it asks for, then run it again.
I want to see {c} pass. What's wrong I don't know.
Make {c} pass, please, and tell me what was missing.
Something broke {c} this weekend. Could you put that right?
Please get {c} green again. The message should tell you what it needs.
Until {c} is happy I can't ship. Help.
Red build! {c} is the command. Read what it says, mend the file, try again.
{c} - run, understand, fix, run.
Our check ({c}) has been failing for days, nobody looked at it. Would you?
My goal for today is that {c} succeeds. You do it.
Fix whatever makes {c} fail, then show me that it doesn't any more.
It's about {c}: see what it wants, give it what it wants, confirm.
I have no time for {c}, and it fails. Take over.
Bug report\ncommand: {c}\nexpected: passes\nactual: does not\nPlease solve and verify.
## hugo.fixsys
Make the checks pass.
Are the tests green? If not, see to it.
The checks are failing. Find out why, repair it and check again.
I'd like everything to pass again, you know which command I mean.
Something must be wrong, the others say that the tests fail. Fix it, please.
Run our test command, do what it asks for, and run it once more.
Please get the tests working.
tests are red. make them green
Whatever the test command complains about: put it right and tell me.
Before I go on holiday the tests have to pass. They don't.
Verify the project as usual; if a thing is missing, add what's missing by changing the file, and verify again.
Repair what is broken. You have a command to find out what that is.
## hugo.out
What comes out of {c}?
{c} - run that and tell me what it says.
I'd like to know what {c} prints.
The output of {c}, word for word, is what I need.
Somebody must run {c} today. It's your turn; what did it print?
For the report I need whatever {c} puts out.
Let {c} run and read me its output.
Could I hear from you what {c} answers?
command: {c}\nwanted: its output
How do things stand? {c} should know.
My terminal is frozen, so please type {c} for me and say what happens.
Ask {c}.
I can't run anything here. {c} would tell me what I want to know, so please pass it on.
{c}, please, and the result as your answer.
## hugo.out2
{c2} after {c}, and tell me what each says.
What do {c} and {c2} print?
First {c}, second {c2}, and both outputs in your answer, please.
Before you run {c2}, run {c}. I need to know what came out of either.
1. {c}\n2. {c2}\n3. tell me both results
Two commands, {c} and {c2}; two outputs, please.
Run {c}; run {c2}; report.
I want the output of {c} and also that of {c2}.
{c}, and then {c2}. What did they say?
After {c}, it's the turn of {c2}. Let me have the results of the two.
{c} first. Its output to me. And {c2} as well, its output to me too.
Don't start {c2} until {c} has run. In the end tell me what both printed.
## hugo.save
{p} should hold what {c} prints.
In {p} I want to find the output of {c}.
What {c} prints belongs into a new file, {p}.
I need a file {p} tomorrow. Its content: the output of {c}, nothing more.
{c} > {p} (redirection doesn't work here, so run it and write the file)
Keep the result of {c} for later, in {p}.
Run {c} and put what comes out in {p}.
So that {pp} can read it without a terminal, put the output of {c} in a file {p}.
A file, {p}. In it, the line that {c} gives you.
Make {p} out of the output of {c}.
Where to: {p}. What: whatever {c} prints. Exactly as printed.
Write down in {p} what you get when running {c}.
## hugo.value
In {p} there's a {k}. What is it?
{k}? ({p})
{p} knows the {k}. I don't. Tell me.
I'm filling in a form and it asks for the {k}. Look in {p}.
The {k}, please. {p} should have it.
What was the {k} again? It's in {p} for sure.
{pp} wants to know the {k}; it stands in {p}.
Without opening {p} myself, can I hear its {k}?
Value wanted: {k}. Source: {p}.
How did we set {k}, says {p}?
Would you read {p} and answer me one thing, the {k}?
which {k} is in {p}
The {k} according to {p} is...?
## hugo.two
The {k} in {p} and the {k2} in {q}, what are they?
Two questions. What's {k} in {p}? What's {k2} in {q}?
- {k} ({p})\n- {k2} ({q})\nboth values please
I need {k} from {p}; and also, {k2} from {q}.
From {p} the {k}, from {q} the {k2}. Both in one answer.
{k2} is in {q} and {k} is in {p}. Read them to me, the second one first if you like.
Tell me the {k} ({p}), and finally the {k2} ({q}).
1) {p}: {k}?\n2) {q}: {k2}?
Open {p}, note its {k}. Open {q}, note its {k2}. Report both.
What do {p} and {q} say, the former about {k}, the latter about {k2}?
For the poster: the {k}, which is in {p}, and the {k2}, which is in {q}.
I want to hear two values, namely {k} as in {p}, {k2} as in {q}.
## hugo.which
{t} - which file has that line?
Which of the files says {t}?
Somewhere I wrote {t}. Where?
I'm looking for {t}. Name of the file is enough.
There's a file with {t} in it. Find it and tell me what it's called.
Where does it say {t}?
One of our files has the line {t}. Which one?
find: {t}\nanswer: name of the file
Search everything for {t}, I need to know where it is.
{t}\nWhere on earth did I put that? I need the name of the file.
In which file will I come across {t}?
You'll have to read around a bit: {t} is in some file, and I want its name.
## hugo.lines
How long is {p}? I mean in lines.
Lines in {p}: how many?
I get paid by the line. How many are in {p}?
{p}, number of lines, please.
wc -l on {p}, and the figure as your answer.
The form wants the line count of {p}.
Can you count? Then count the lines of {p}.
Give me a number: lines of {p}.
What is the length of {p} (lines, in digits)?
Is {p} a long file? Tell me its number of lines.
I bet {pp} a coffee about the number of lines in {p}. Who wins? Well, just say the number.
Count {p} line by line and tell me the total in figures.
## hugo.names
What files are there?
Tell me the names of all files, please.
I lost track. What do we have here, by name?
Before I send you real work: which files can you see?
All names, every file. That's my question.
inventory please, names of files only
Read me the table of contents of this folder.
Which files am I going to find here?
A list of what's here. Not what they say, only what they're called.
Name everything in this workspace.
How are the files here called, all of them?
Show me around: what files exist?
## hugo.count
How many files are here? In digits.
Number of files in the workspace, as a figure please.
I only need a number: the files you can see.
files: how many? (digits)
Count what's lying around here, files I mean, and give me the figure.
Is it getting crowded? Tell me in digits how many files there are.
For statistics: number of files in this place, in figures.
Can you count the files for me? A numeral will do.
What's the file count?
The total of files here, please, written as a number.
We pay per file. How many is it at present (digits)?
Look at the listing and tell me the number of entries in figures.
## hugo.carry
The {k} of {q} must be the same as in {p}.
{p} has the right {k}. {q} hasn't. Take it over.
In {q} the {k} is old; in {p} it is new. Make both new.
Whatever {k} stands in {p} should stand in {q} too.
{q} should get its {k} from {p}.
Two files, one {k}: what {p} says counts, and {q} must follow.
Bring the {k} in {q} in line with {p}.
{k}: from {p} to {q}
I changed the {k} in {p} and forgot {q}. Could you?
Not the {k} that {q} has, but the one of {p} is right. Correct {q}.
source of truth: {P}\nto be corrected: {Q}\nsetting: {K}
Read the {k} in {p}. Write it in {q} instead of what's there.
Let {q} have the same {k} as {p}.
## hugo.note
I need a new file {q} with nothing in it but the {k} from {p}.
{q} should consist of one thing, the value that {p} has for {k}.
Extract the {k} from {p} (value only), save it as {q}.
The {k} stands in {p}. Put the bare value into a file {q}.
New file {q}. Content: the value of {k}, see {p}.
What {p} says for {k}, only the value, goes to {q}.
The machine reads {q}, which doesn't exist yet, and expects the {k} in it, just the value. You'll find that in {p}.
From {p} take the {k}; into {q} put it, alone.
Make {q} for me, holding the value of {k} as in {p}.
{k} of {p} -> {q} (value only)
Somebody needs the {k} on its own in {q}. It's in {p} among other things.
Could {q} be created with the {k} value of {p} as its text?
## hugo.if
If {k} in {p} is {v}, make it {w}; else leave it.
{k} in {p}: should it be {v}, then change that to {w}. Should it be anything else, hands off. Tell me what it was.
Change {k} in {p} to {w}, but only if it's {v} now.
Only in case {p} still has {v} for {k}, put {w}. Otherwise do nothing.
Look at {k} in {p}. {v}? Then {w} from now on. Something else? Keep it.
Unless the {k} in {p} has another value than {v}, set it to {w}.
The {k} in {p} may or may not be {v}. If so, {w} instead.
{w} for {k} in {p}, provided that it's {v} at the moment. Say how it was.
Have a look whether {p} has {v} as {k}; if yes: {w}; if no: fine.
I'm not certain that {k} is {v} in {p}. If I'm right about that, update it to {w}. If I'm wrong, don't.
## hugo.retry
{c} sometimes hiccups. Run it until it works and tell me what it prints.
What does {c} print? Try again if it doesn't work the first time.
I'd like the output of {c}. It's a bit shaky today, so repeat it if need be.
{c} (the network is bad). What does it say?
Run {c}, twice if you have to, and report what it printed.
The output of {c} please, and don't give up after one failure.
It may take two goes, but I need to know what {c} says.
Tell me the result of {c}. If there's an error at first, once more.
Have patience with {c}; in the end I want its output.
{c}\nwhat comes out?
Please start {c} and let me know the result.
See what {c} has to say today.
## hugo.lost
{w} is what I want for {k} in {pw}.
Make the {k} {w}. The file is called {pw} or something like that.
{w} as the {k}, please, in {pw}.
In {pw} there is a {k}. It should be {w}.
We have a new {k}, {w}. Update {pw}, unless I've got the name wrong.
Set {k} to {w} in {pw} (I'm not sure about the path).
The {k} has to be {w}. If I remember rightly that's in {pw}.
{pw}: {k} to {w}
Please put {w} for {k} into {pw}, or whatever the right spelling of that name is.
It's {w} now, the {k}, I mean the one in {pw}.
Somewhere around {pw} you'll find the {k}, make it {w}.
Change what {pw} says about {k}. The right value is {w}.
## hugo.lostv
What's the {k}? It's in {pw}.
The {k} in {pw}, please. If that's not the name, find the right one.
I need to know the {k}, see {pw}.
{pw} should have a {k}. Which?
Would you read me the {k} from {pw}? I'm quoting the name from memory.
Somebody told me that {pw} contains the {k}. What is it?
{k}? {pw}!
Open {pw} or what it's called and tell me the {k}.
Our {k} is written down in {pw}. Tell me.
For the label I need the {k}. Look it up in {pw}.
How about the {k} in {pw}, what value does it have?
Look for {k}. I'd say it's in {pw}.
## hugo.nomatch
It should say {t2}, not {t}, in {p}.
{t2} instead of {t} in {p}, please.
Line {t} in {p} was wrong, {t2} is right. I'm quoting from memory.
Change the line {t} to {t2} in {p}.
Replace {t} with {t2}. You'll find it in {p}.
{p} has something like {t}. I want it to be {t2}.
The line {t2} should take the place of {t} in {p} (spelling may differ a bit).
From {t} to {t2}, file {p}.
In {p}, where it goes {t}, write {t2}.
{t2} is the line we want. {t} is the line we have, in {p}.
I'd like {t2} in {p} rather than {t}.
file {p}\nold {t}\nnew {t2}
## hugo.already
See to it that {k} is {w} in {p}.
I want {w} as the {k} in {p}. If it is so, tell me and change nothing.
{k} has to be {w} in {p}. I'm not sure whether that's been done.
Check that {p} has {w} for {k}, and correct it if it doesn't.
{w} is the {k} we agreed on. Does {p} have it? If not, change it.
Is the {k} in {p} set to {w}? It should be. Otherwise set it.
{p}: {k} ought to be {w}; fix it if need be.
Maybe somebody did it before me: {w} for {k} in {p}. If not, do it now.
Please look whether {k} in {p} is {w} and make it so if it isn't.
Make sure of this: {w}, that's the {k}, in {p}.
I dreamt that {k} in {p} wasn't {w}. Put my mind at rest or put it right.
## hugo.merge
One file instead of two: {q}, made of {p} and below it {p2}. The two old ones can go.
{q} should have all of {p} followed by all of {p2}, and then delete those two.
Merge {p} and {p2} into {q} (in that order) and remove both.
I want {q}. Take the text of {p}, then the text of {p2}; afterwards throw {p} and {p2} away.
Put {p2} under {p}, call the result {q}, and get rid of the parts.
There are {p} and {p2}. There should only be {q}, with the first on top of the second.
1. {p} + {p2} -> {q}\n2. delete {p}\n3. delete {p2}
{p} and {p2} belong together. Join them as {q}, first the one and then the other, and don't keep the single ones.
Glue {p2} to the end of {p}; the whole is to be called {q}; neither {p} nor {p2} remains.
Before you delete {p} and {p2}, write both texts, one after the other, to {q}.
From two make one: {p}, {p2} => {q}. Old ones out.
Combine {p} with {p2}, that order, new name {q}; also delete the sources.
## hugo.split
{q} for the first line of {p}, {q2} for the rest. {p} stays.
Divide {p}: its first line goes to {q}, all other lines to {q2}.
I want two files out of {p}, namely {q} with only the first line and {q2} with everything after it.
The top line of {p} should be in {q}; what follows should be in {q2}. Don't touch {p}.
{q} = line 1 of {p}\n{q2} = the other lines of {p}
Make {q2} from {p} without its first line. That first line, make it {q}.
Split {p} after line one into {q} and {q2}.
First line here, others there: {p} -> {q}, {q2}.
Put the heading of {p} (line one) in {q}; and also put what's below it in {q2}.
Two new files please. {q} has what {p} starts with, one line; {q2} has the remainder.
Cut {p} in two after the first line; the pieces are {q} and, finally, {q2}.
The rest of {p}, that is, all but the first line, as {q2}; and the first line as {q}.
""")
