"""Wordings of announcements and requests that stand before the text."""
from verawords import compile_frames

BEFORE = compile_frames("""What is {the} in the following text?
What is {the} in this text?
What is {the} here?
What is {the}?
In the text below, what is {the}?
In the following notes, what is {the}?
Find {the}:
Find {the} in the following text.
Find {the} below.
Find {the} in this.
Find {the} in what follows and answer with it.
Find and report {the}.
Look for {the} in the text below.
Look for {the} in these lines.
Look through this for {the}.
Search the following for {the}.
Search this text for {the} and give it.
Scan these lines for {the}.
Read this and tell me {the}.
Read the following and tell me {the}.
Read the text below, then give {the}.
Read on and report {the}.
Read carefully; at the end, say {the}.
Read the text. Then answer: what is {the}?
Read this for {p} and give {the}.
When you have read this, reply with {the}.
When you reach the end, tell me {the}.
When you are done reading, write {the}.
After reading, give me {the}.
After reading the text, state {the}.
Once you have read it all, say {the}.
As soon as you have seen it, report {the}.
While reading, watch for {the}; it is your answer.
I will want {the} of the following notes.
I will want {the} from the following notes.
I will ask for {the}, so look for it in this text.
I shall need {the} from this.
I need {the} from the text below.
I need {the} out of this.
I only need {the} from this.
I want {the} from this text.
I want to know {the}. Here is the text.
I am looking for {the}; it stands somewhere in here.
I lost {the}. It must be in here somewhere.
I would like {the} from these pages.
I'm sending you some notes. Tell me {the}.
I'm pasting a text. Reply with {the}.
I have a text for you. Please find {the}.
I copied this from {p}. What is {the}?
I got this from {p} in {t}; please pick out {the}.
Below are some lines. Keep an eye out for {the} and report it.
Below is a text. Give me {the}.
Below is a long text that contains {the}. Find it.
Below you find some notes; I want {the}.
Below: a text. Wanted: {the}.
The text below contains {the}. What is it?
The text below hides {the}. Report it.
The following text mentions {the}. Tell me what it is.
The following lines hide {the}; answer with it.
The following is long, but all I want is {the}.
The notes below were written by {p}. Extract {the}.
Here is a long log, and all I need from it is {the}.
Here is a text. What is {the}?
Here is some text; please extract {the}.
Here are some notes. Tell me {the}.
Here are {p}'s notes. Give {the}.
Here comes a text, and in it stands {the}. Return it.
Here follows a document. Output {the}.
Somewhere in this text is {the}. Find it.
Somewhere below stands {the}. I want it.
Somewhere in these lines you will meet {the}. Write it down.
Hidden in the following is {the}. What is it?
Hidden below: {the}. Please report.
There is {the} hidden in this text. Tell me what it is.
There is a lot of text below. Only {the} matters.
Extract {the} from this:
Extract {the} from the document.
Give me {the} from this text:
Give {the} found in the following:
Tell me {the} given in this text:
Tell me {the} after reading this.
Tell me what {the} is, going by the following.
Report {the} found below:
Return {the} from the text:
Return only {the}.
Output only {the} of this document.
Print {the} stated in the following:
Write down {the} given here:
Copy {the} out of the following:
Quote {the} from the passage below.
Pick {the} out of this:
Pull {the} from this text.
Retrieve {the} from the document below.
Identify {the} in the passage.
Locate {the} in these notes.
Fetch {the} from the text.
Name {the} that is given below.
Reply with {the} only.
Reply to this with {the}.
Answer with {the} and nothing else.
Respond only with {the} that stands in this text.
Your task: find {the} in the text.
Your task is to read the text and report {the}.
Your only job is to find {the}.
Task: {the}.
Task: extract {the} from the text.
Question: what is {the}?
Question about the text below: what is {the}?
Q: {the}?
Wanted: {the}
Needed from this text: {the}.
Please find {the} in this.
Please read this and answer with {the}.
Please tell me {the} from the following.
Please go through this and note {the} for me.
Please watch out for {the} and tell me.
Can you find {the} in here?
Can you tell me {the} from this?
Could you get {the} out of this for me?
Could you read this and say what {the} is?
Would you look for {the} in this?
Do you see {the} in this?
Pay attention to {the}; you will report it.
Pay attention: your answer must be {the}.
Keep an eye out for {the}.
Watch for {the} in the following.
Remember {the} as you read, and answer with it.
Memorise {the} while reading this and give it back.
Ignore everything but {the} in this text.
Skip the noise and give me {the}.
{p} wants {the}; it is in this text.
{p} asked for {the}. Look in here.
{p} hid {the} in these lines. Where it is doesn't matter; tell me what it is.
For {p}, find {the} in this.
My boss {p} needs {the} from this.
{S}?
{The}, please:
{The} is somewhere in here. Report it.
{The} is given in this text. Say it.
Help me find {the} in this mess.
Of all the things in this text I care about {the} alone.
From the following, {the}.
From this log, what is {the}?
Given this text, what is {the}?
Given the notes below, state {the}.
whats {the} in this
find {the} pls""")
