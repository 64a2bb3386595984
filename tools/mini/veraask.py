"""Wordings of requests: after the text, before it, on both sides, and follow-ups."""
from apart import known
from verabefore import BEFORE
from verafollow import BOTH, NEXT
from veramix import MIX_AFTER, MIX_BEFORE, MIX_NEXT
from verawords import compile_frames, fill

__all__ = ("AFTER", "BEFORE", "BOTH", "NEXT", "ask", "plain")

AFTER = compile_frames("""What is {the}?
What was {the}?
What's {the}?
whats {the}
What is {the}
What is {the} in the text above?
What is {the} mentioned above?
What is {the} according to the text?
According to the text, what is {the}?
According to these notes, what is {the}?
What does the text say {the} is?
What do the notes give as {the}?
What value is given for {the}?
Which value belongs to {the}?
Which one is {the}?
Tell me {the}.
Tell me {the}, please.
Please tell me {the}.
Could you tell me {the}?
Can you tell me {the}?
Can you tell me what {the} is?
Can you find {the}?
Can you see {the} anywhere up there?
Would you tell me {the}?
Do you know {the}?
Do you remember {the}?
Do you recall {the}?
Did you notice {the}?
Did you catch {the}?
Find {the}.
Find {the} in the text.
Find me {the}.
Now find {the}.
Give me {the}.
Give {the}.
Just give me {the}.
Give me only {the}.
Name {the}.
State {the}.
Say {the}.
Repeat {the}.
Recall {the}.
Report {the}.
Return {the}.
Return only {the}.
Output {the}.
Output {the} and nothing else.
Print {the}.
Write {the}.
Write down {the}.
Write out {the} exactly as it stands.
Type {the}.
Quote {the}.
Copy {the}.
Copy {the} from the text.
Extract {the}.
Extract {the} from the passage.
Retrieve {the}.
Identify {the}.
Locate {the}.
Look up {the}.
Look up {the} for me.
Look for {the} and give it back.
Fetch {the}.
Pick out {the}.
Pull out {the}.
Show me {the}.
Show {the}.
Spell out {the}.
Share {the}.
Provide {the}.
Supply {the}.
Answer with {the}.
Reply with {the}.
Reply with {the} only.
Reply only with {the}.
Respond with {the}.
Respond with just {the}.
I need {the}.
I need {the} now.
I want {the}.
I want to know {the}.
I would like {the}.
I'd like to know {the}, please.
I'm looking for {the}.
I am after {the}.
I forgot {the}. What is it?
I have lost {the}. Can you help?
I missed {the}, what was it again?
I must type {the}. What do I type?
I wonder what {the} is.
All I need is {the}.
All I want from this is {the}.
My question: what is {the}?
Question: What is {the}?
Question: what is {the}?\\nAnswer:
Q: what is {the}?
Q: {the}?
{S}?
{s}?
{The}?
{The}, please.
{The} is what?
{The} is
{The} is:
{The}: 
{S}:
So what is {the}?
So, {the}?
So, {the} was what again?
And what is {the}?
Now, what is {the}?
Now tell me {the}.
OK, what is {the}?
Right. What is {the}?
Well then, what is {the}?
Quick: {the}?
Quickly, what is {the}?
Please, {the}.
Please give {the}.
Please give me {the}.
Please find {the} in the lines above.
Please report {the}.
Please state {the}.
Please look for {the}.
Please answer: what is {the}?
Help me: what is {the}?
Help me find {the}.
Task: give {the}.
Task: find {the}.
Your task is to find {the}.
Your job: report {the}.
Goal: {the}.
Wanted: {the}.
Needed: {the}
Answer this: what is {the}?
Based on the text, {the} is what?
Based on the above, give {the}.
From the text above, tell me {the}.
From the notes, extract {the}.
Going by the text, what would you enter for {the}?
What should I enter for {the}?
What should I type for {the}?
What should {p} enter for {the}?
What do I say when asked for {the}?
What would you answer if someone asked for {the}?
What must {p} type if asked for {the}?
What do you find given as {the}?
What stands in the text as {the}?
What did it say about {the}?
What did the text say {the} was?
What has {the} been set to?
What is written there as {the}?
What exactly is {the}?
What again was {the}?
Somewhere above stands {the}. What is it?
Somewhere in there is {the}. Find it.
There was {the} in there. What was it?
Hidden in the text is {the}. Please report it.
One of those lines gives {the}. Which value is it?
The text hides {the}. Tell me what it is.
The text mentions {the}; give it.
{p} wants to know {the}.
{p} wants to know what {the} is.
{p} asks: what is {the}?
{p} asked me for {the}. What do I tell {p}?
My friend {p} needs {the}.
{p} and {p} have both forgotten {the}. Remind them.
Remind me of {the}.
Remind me, what was {the}?
Let me know {the}.
Let me have {the}.
Let's see, what was {the}?
You have read the text; now give {the}.
Having read this, what is {the}?
If you read closely you know {the}. What is it?
Only one thing matters: {the}. What is it?
Ignore everything else: what is {the}?
Never mind the rest, what is {the}?
Fill in: {the} is ___.
Complete: {The} is
Complete the sentence: {The} is ...
Search the text for {the}.
Scan the text and report {the}.
Check the text for {the} and reply with it.
In one line: {the}.
In a word or two, what is {the}?
how about {the}
pls tell me {the}
hey, what is {the}?
what was {the} again?
need {the} asap
{the} pls""")
OPENERS = ("Please. ", "Hello. ", "Hi! ", "OK. ", "Thanks. ", "Now then. ", "Good evening. ", "Here is my question. ", "Short answer, please. ",
           "Listen. ", "Be brief. ", "Take your time. ", "Think first. ", "Hey, ", "One question. ", "So. ", "Good. ", "Assistant, help me. ")
TAILS = (" Just the value.", " Answer with the value only.", " Nothing else.", " Thanks.", " Thank you!", " Be exact.", " No other words.",
         " Please.", " Give it exactly as written.", " Only that.", " Don't explain.", " Copy it exactly.", " Do not guess.",
         " A short answer will do.", " I am in a hurry.", " Reply with it alone.", " It stands in the text.", " It's urgent.")


MIXED = {id(AFTER): MIX_AFTER, id(BEFORE): MIX_BEFORE, id(NEXT): MIX_NEXT}


def plain(text, slots):
    """A question with a gap in the place of the name."""
    for name in sorted({x for x in slots.values() if isinstance(x, str) and len(x) > 3}, key=len, reverse=True):
        text = text.replace(name, "the {s}" if name.lower().startswith("the ") else "{s}")
    return text


def ask(r, frames, slots):
    """A question that the evaluation set does not ask."""
    while True:
        text = wording(r, frames, slots)
        if not known(plain(text, slots)):
            return text


def wording(r, frames, slots):
    """A question from the frames or from parts, with, at times, an opener, a tail or all in small letters."""
    if r.random() < 0.3:
        text = fill(r, r.choice(MIXED[id(frames)]), slots)
        return text[0].upper() + text[1:] if r.random() < 0.85 else text
    text = fill(r, r.choice(frames), slots)
    style = r.random()
    if style < 0.08 and text[-1:] in ".?!":
        text += r.choice(TAILS)
    elif style < 0.13:
        text = r.choice(OPENERS) + text
    elif style < 0.16:
        text = text[0].lower() + text[1:] if not text.startswith(slots["S"]) else text
    elif style < 0.18 and text[-1:] in ".?":
        text = text[:-1]
    elif style < 0.19 and text[-1:] == "?":
        text += "?"
    return text
