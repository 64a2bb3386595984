"""Ways of asking for a hidden value: after the text, before it, on both sides, and as a follow-up."""

import ellahide


def _lines(text):
    return [ellahide._own(line) for line in dict.fromkeys(line.strip() for line in text.replace(' | ', '\n').split('\n')) if line]


AFTER = _lines("""What is {t}? | What was {t}? | What's {t}? | So what is {t}? | Tell me {t}. | Give me {t}. | {T}? | {Z}? | {s}? | {s} | {s}: | {T} is | {T} was
Now, what is {t}? | And what is {t}? | Which one is {t}? | Which value is {t}? | Which word or number is {t}? | What does the text give as {t}? | What does it say {t} is?
According to the text, what is {t}? | According to the above, what is {t}? | Going by these lines, what is {t}? | From the text above, state {t}. | From the above, give {t}.
Please tell me {t}. | Please give me {t}. | Could you tell me {t}? | Can you tell me {t}? | Can you find {t}? | Could you find {t} in there? | Would you read out {t}? | Will you tell me {t}, please?
I need {t}. | I need {t}, please. | I want {t}. | I'd like {t}. | I'm looking for {t}. | I am after {t}. | I forgot {t}. | I forgot {t}, what was it? | I missed {t}. | I have lost {t}. Can you help?
Find {t}. | Find {t} in the text above. | Locate {t}. | Extract {t}. | Report {t}. | State {t}. | Quote {t}. | Repeat {t}. | Name {t}. | Return {t}. | Output {t}. | Print {t}. | Recall {t}. | Retrieve {t}. | Reveal {t}.
Copy out {t}. | Copy {t} exactly. | Write down {t}. | Write {t} and nothing else. | Only {t}, please. | Just {t}, nothing more. | Reply with {t} only. | Reply with {t}. | Answer with {t}. | Answer with {t} alone.
Look up {t}. | Look up {t} for me. | Pick out {t}. | Pull out {t}. | Dig out {t}. | Fish out {t} for me. | Hunt down {t}. | Spell out {t}. | Read {t} back to me. | Say {t} again. | Show me {t}. | Hand me {t}. | Pass me {t}.
Do you remember {t}? | Do you know {t}? | Do you recall {t}? | Do you still have {t}? | Did you see {t}? | Did you spot {t}? | Did you catch {t}? What is it? | Have you found {t}? | Have you got {t}?
Where it speaks of {t}, what is given? | What was said about {t}? | What value has {t}? | What value does {t} have? | What value was given for {t}? | What is the value of {t}? | What is recorded as {t}? | What is listed as {t}?
What is written as {t}? | What should I type for {t}? | What do I enter for {t}? | What must I enter when asked for {t}? | What do I say if someone wants {t}? | What would I use as {t}? | What is used as {t}?
What is mentioned as {t}? | What did they choose as {t}? | What did they call {t}? | What has {t} been set to? | What is {t} set to? | What did {t} turn out to be? | What is {t} according to this? | What is {t} in this text?
Question: what is {t}? | Question: {s}? | Q: {s}? | Q: What is {t}? A: | Query: {s} | Wanted: {s} | Missing: {s} | Needed: {t}. | Your task: find {t}. | Task: report {t}. | Task: {s} | Your answer should be {t}.
{T}, please. | {T}, please? | {T} please | {Z}, please. | {T}, if you can find it. | {T}: what is it? | {T} - which is it? | {T} again? | {T}, quickly! | {T} is what I need. | {T} is all I want. | {T} is what? | {T} equals what?
In the text, {t} is hidden. What is it? | Somewhere above is {t}. Which is it? | One line gives {t}. What does it say? | The text names {t}. Repeat it. | The passage mentions {t}. Copy it here.
Having read that, tell me {t}. | Now that you have read it all, what is {t}? | Scan it again and tell me {t}. | Look back and give me {t}. | Check the lines above: {s}? | Based on this, what's {t}?
Never mind the rest. What is {t}? | Ignore everything else and give {t}. | Forget the other stuff: {s}? | Out of all that, I only need {t}. | All I want to know is {t}. | The only thing that matters is {t}. What is it?
My friend {P} asks for {t}. | {P} wants to know {t}. | {P} from {C} needs {t}. | What shall I tell {P} when asked for {t}? | {P} is at the door and wants {t}. What do I say? | Tell {P} {t}. | Help {P} find {t}. | {P} and I need {t}.
hey, what's {t} | whats {t} | what is {t} | tell me {t} | give me {t} pls | {t}?? | {t}, pls | need {t} asap | what was {t} again | sorry, what was {t}? | quick: {s}? | Hmm, {t}? | Err, what was {t} again?
Thanks. What is {t}? | OK, what is {t}? | Good. Now give me {t}. | Right, {t}? | Well, what is {t}? | Hello, I need {t} from this. | I wonder what {t} is. | I'd be glad to know {t}. | Let me know {t}. | Let me have {t}. | Let's have {t}.
It is {h} and I still lack {t}. | I must enter {t} by {h}. What is it? | If you had to enter {t}, what would you type? | Can you work out {t} from this? | Is {t} in there? If so, give it. | Does it mention {t}? What is it?
Complete: {t} is | Complete the sentence: {T} is ... | Fill in: {s} = ? | {s} = | {s} = ? | {s} -> | Answer in one word: what is {t}? | In short, {t}? | What exactly is {t}? | Exactly what is {t}? | Remind me of {t}. | Remind me what {t} is.
WHAT IS {t}? | I can't see {t}, can you? | Who can tell me {t}? You? | Please look for {t} and tell me. | Please copy {t} from the text. | Please quote {t} word for word. | Kindly state {t}. | Would you mind giving me {t}? | May I have {t}?""")

BEFORE = _lines("""I will want {t} of the following notes. | Below are some lines. Keep an eye out for {t} and report it. | Find {t}: | Here is a long log, and all I need from it is {t}. | When you have read this, reply with {t}.
What is {t} in the following text? | What is {t} in this text? | What is {t} here? | What is {t}, going by the lines below? | What does the following text give as {t}? | What is {t}? Here is the text: | What's {t}? Look below:
Find {t} in the text below. | Find {t} in the following. | Find {t} in this: | Find {t} hidden in here. | Find {t} for me in what follows. | Find {t}. | Find and report {t}. | Please find {t} below. | Please find {t} in this text:
Read the text and give me {t}. | Read this and tell me {t}. | Read on and tell me {t}. | Read the following, then state {t}. | Read the lines below. Then write {t}. | Read it all, then answer with {t} alone. | Read carefully; I need {t}.
Tell me {t} from the text below. | Tell me {t}: | Tell me what {t} is: | Tell me {t} once you have read this. | Tell me {t} after reading these lines. | Tell {P} {t}, it is in here: | Give me {t} from this: | Give me {t}, please. Text:
Extract {t} from this passage. | Extract {t}: | Extract only {t}. | Locate {t} in these notes. | Locate {t}: | Retrieve {t} from this record: | Return {t} from the document. | Output {t} of the document below. | Print {t}, found below:
Look for {t} in this. | Look for {t} as you read. | Look out for {t}. | Look up {t} in this document: | Look through this and tell me {t}. | Search this text for {t}. | Search for {t}: | Scan the lines for {t} and reply with it. | Scan for {t}:
Watch for {t}. | Watch out for {t} and give it back to me. | Keep an eye on {t}. | Keep {t} in mind and repeat it. | Pay attention to {t}, you will have to repeat it. | Mind {t} in what follows; I want it from you.
I need {t} from the following. | I need {t}. It's somewhere in here: | I need {t} out of this mess: | I need only {t} from this: | I want {t} from the text below. | I want to know {t}. | I want just {t}. | I'd like to know {t}; the text follows.
I'm looking for {t}. It must be in here. | I'm looking for {t}: | I am after {t}. Here is what I have: | I lost {t}, but it is in these notes: | I forgot {t}. It should be in this: | I cannot find {t} in this, can you? | I shall ask you for {t}.
Somewhere in this text is {t}. What is it? | Somewhere below hides {t}. Report it. | Hidden in the lines below is {t}. Give it. | Buried in here is {t}: | The text below contains {t}. Copy it out. | The following contains {t}; write it down.
The following lines mention {t}. Which is it? | This document holds {t}. Tell me. | This file has {t} in it. What is it? | These notes give {t}. Repeat it to me. | Here are notes by {P}. What is {t}? | Here is a letter from {P}; all I want is {t}.
Here is a text. What is {t}? | Here is a text. Give me {t}. | Here is some text; reply with {t}. | Here are some lines. Which is {t}? | Here is everything {P} sent me. I need {t}. | Here comes a long text. Answer with {t}. | Here you go; find {t}.
Below is a document. State {t}. | Below is what {P} wrote. What is {t}? | Below you will find {t}. What is it? | Below, {t} is given. Quote it. | In the text below, what is {t}? | In the following, what is {t}? | In these lines, what is {t}? | In this, find {t}.
From the following, report {t}. | From the text below, pick out {t}. | From this log, get {t}. | From these notes by {P}, copy {t}. | Out of the following I only need {t}. | Of everything below, only {t} matters. Say it. | For {P} I need {t} from this:
After reading this, what is {t}? | After the text, write {t}. | After you have read what follows, name {t}. | Once you have read it, give {t}. | Once through, tell me {t}. | When you are done reading, say {t}. | When you reach the end, reply with {t}.
As soon as you have read this, answer with {t}. | Your task: find {t} below. | Your task is to report {t}. | Your job: read this and return {t}. | Task: find {t}. | Task: {s} | Question: what is {t}? | Question: {s}? | Q: {s}?
Wanted: {s} | Wanted from this text: {s}. | Looking for: {s} | Needed: {t}. | Goal: {s} | {T}? | {T}, please: | {T} is in here. What is it? | {T} is what I need from this. | {T} is all I need out of the following. | {T} of the following, please.
{T} - find it below. | {T}, from this text: | {Z}? | Which is {t} in the lines below? | Which value is {t} in this text? | Can you find {t} in this? | Can you tell me {t} from this? | Could you get {t} out of this for me? | Could you read this and tell me {t}?
Would you go through this for {t}? | Will you dig {t} out of the following? | Please read this and answer with {t}. | Please report {t} found in this text. | Please give {t} and nothing else. | Please, what is {t} in here? | Help me find {t} in this.
Help {P} find {t}: | {P} sent me this and I need {t} from it. | {P} wants {t} from the notes below. | {P} in {C} wants to know {t}. It is in this: | {P} asked me for {t}; it is in here somewhere. | Reply with {t} and ignore all else.
Reply with {t} only. | Answer with {t} only: | Answer only with {t}, which is in this text. | Respond with {t} when you have read it. | Write only {t}. | Copy {t} from here: | Copy out {t} from these pages. | Pick {t} out of this:
Skip the rest, just get me {t}. | Ignore everything in here but {t}. | Don't sum this up, just tell me {t}. | No summary, please, only {t}. | Don't comment; give {t}. | You'll see {t} in here. Say what it is. | You will be asked for {t}.
whats {t} in this | find {t} pls | need {t} from this asap | hey can you find {t} in here | ok so somewhere here is {t}, what is it | Quick, get me {t} out of this. | Let me know {t} of the following. | Let me have {t} from this.""")

_BOTH = """Find {t}.|So, what is it?
Look for {t} in this text.|What is {t}?
Keep an eye out for {t}.|Well? {T}?
I will ask you for {t}.|{T}, please.
I will ask about {t} at the end.|What is {t}?
Remember {t} while you read.|Now tell me {t}.
Pay attention to {t}.|What was it?
Somewhere in here is {t}.|Which one is it?
There is one {s} in this text.|What is it?
The text below hides {t}.|Where you found it, what did it say?
Read this.|What is {t}?
Read this text and then answer.|{T}?
Read the following notes.|Give me {t}.
Here is a text.|What is {t}?
Here are notes by {P}.|What is {t}?
Below is a letter to {P}.|I need {t} from it.
Here is a log.|Report {t}.
Take a look at this.|Can you tell me {t}?
Have a look at what {P} sent.|What is {t}?
Please go through these lines.|Now {t}, please.
Go through this slowly.|{Z}?
I have a question about this text.|What is {t}?
A question follows the text.|Question: what is {t}?
Answer the question at the end.|What is {t}?
Answer the question using the document.|Question: {s}?
Use only this text.|State {t}.
Context:|Question: {s}?
Document:|Q: What is {t}?
Memorise this.|Repeat {t}.
Memorise {t}.|Repeat it.
Note {t} as you read.|What did you note?
You will need {t} later.|Now I need it. What is it?
I want {t} out of this.|Have you got it?
Try to spot {t}.|Did you spot it? Tell me.
Watch for {t}.|Your answer:
Search this for {t}.|Your answer?
Find {t} for {P}.|What shall I tell {P}?
{P} lost {t}. It is in here.|What is it, then?
What is {t}?|Again: what is {t}?
What is {t} in the text below?|{T} is
Which is {t} here?|Reply with {t} only.
Tell me {t} when you have read this.|Ready? {T}?
Get ready to name {t}.|Name it.
I need {t} from this long text.|That was all. What is {t}?
The following is long; only {t} matters.|End of text. {T}?
Hello! Text first, question after.|What is {t}?
Hi, this is from {P} in {C}.|What is {t}?
Look closely.|What is {t}?
Mind the {s}.|What is {t}?
Study these lines, there will be a quiz.|Quiz: what is {t}?
Extract one thing: {s}.|Go ahead.
Task: {s}|Result:
Wanted: {s}|Answer:
I wonder about {t}.|Can you say what it is now?"""
BOTH = [tuple(ellahide._own(part) for part in line.split('|')) for line in _BOTH.split('\n')]

NEXT = _lines("""and {t}? | And {t}? | And what is {t}? | And what about {t}? | What about {t}? | How about {t}? | Now {t}. | Now {t}, please. | Next: {s} | Next, {t}. | Then {t}? | And then {t}? | Also {t}. | Also, what is {t}?
{T}? | {Z}? | {s}? | {T} too, please. | {T} as well? | {T}, too? | And {t} too. | I also need {t}. | I need {t} too. | I'd like {t} as well. | Thanks. And {t}? | Thanks! What is {t}? | Thank you. Now {t}? | Good, and {t}?
OK, and {t}? | Fine. {T}? | Great. What was {t}? | Right. And {t}? | Same for {t}. | Same question for {t}. | Same again, but {t}. | Do the same for {t}. | What is {t}, then? | And in the same text, what is {t}?
In the same text, {t}? | What does the text say about {t}? | Does it give {t} as well? | Could you give me {t} too? | Can you also find {t}? | Please find {t} as well. | Please add {t}. | One more: {s}? | One more thing: {t}.
Another one: {t}. | Last one: {s}? | Lastly, {t}. | Back to the text: what is {t}? | Once more, this time {t}. | {P} also wants {t}. | {P} asks for {t} now. | And for {P}, {t}? | Tell me {t} as well. | Find {t} next.""")
