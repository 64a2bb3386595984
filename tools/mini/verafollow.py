"""Pairs of an announcement before and a short question after, and follow-up questions."""
from verawords import compile_frames

BOTH = [compile_frames(pair.split(" || ")) for pair in """I will ask you about {the}. || So, what is it?
Look for {the}. || What is {the}?
Find {the} in this text. || Now, {the}?
Keep an eye out for {the}. || Well?
Watch for {the}. || What was it?
Remember {the}. || What was {the}?
Memorise {the} in this text. || Give it now.
Pay attention to {the}. || What is {the}?
Below is a text with {the}. || Tell me {the}.
Here is a text. I need {the}. || {The}?
I want {the} from this. || What is it?
Read this and find {the}. || Answer:
What is {the}? || Answer:
What is {the} here? || The answer is
Question: what is {the}? || Answer:
Q: What is {the}? || A:
Read the text and tell me {the}. || Your answer?
Somewhere in here stands {the}. || What is it?
The text hides {the}. || Which value is it?
There is {the} in this. || What does it say?
After the text I will ask for {the}. || Please give it.
At the end you must say {the}. || Say it.
At the end I will want {the}. || I want it now.
You are looking for {the}. || Did you find it? What is it?
Your task is to find {the}. || Report {the}.
Task: find {the}. || Result:
Extract {the}. || Output:
Please find {the} for {p}. || What do I tell {p}?
{p} needs {the}. || Tell me {the}.
{p} asks what {the} is. || What is {the}?
Search for {the}. || What did you find?
Here are notes; I care about {the}. || So what is {the}?
As you read, note {the}. || What did you note?
Let us see whether you can find {the}. || Can you tell me {the}?
I am testing you on {the}. || What is {the}?
Only {the} matters here. || {S}:
Do not miss {the}. || {The} was?
Read closely, because {the} comes up. || What is {the}?
I have forgotten {the}, but it is in this text. || Please remind me of {the}.
I'll show you a log. Later I need {the}. || Now give me {the}.
When you see {the}, keep it in mind. || What was {the}?
Scan this for {the}. || Reply with {the} only.
Wanted: {the}. || Found?
Find {the} below. || That was all. What is {the}?
You will be asked for {the}. || End of text. {The}, please.
Ready? Find {the}. || Done. What is it?""".split("\n")]
NEXT = compile_frames("""and {the}?
And {the}?
And {the}, please?
And what is {the}?
And what was {the}?
and whats {the}
What about {the}?
What of {the}?
How about {the}?
Now {the}.
Now {the}, please.
Now tell me {the}.
Now give me {the}.
Next: {the}.
Next, {the}?
Next question: what is {the}?
Then {the}?
Then what is {the}?
Also {the}.
Also, what is {the}?
I also need {the}.
I also want {the}.
Thanks. And {the}?
Thanks! What is {the}?
Thank you. Now {the}.
Good. And {the}?
Good, what about {the}?
Great, now {the}.
OK, and {the}?
ok and {the}
Fine. {The}?
Right, and {the}?
Very well. What is {the}?
{The}?
{S}?
{s}
What else: {the}?
One more: {the}?
One more thing, {the}?
Another one: what is {the}?
Same question for {the}.
The same for {the}, please.
Do the same for {the}.
Likewise {the}?
And can you find {the} too?
And for {p}: what is {the}?
{p} also wants {the}.
Could you give me {the} as well?
Going back to the text, what is {the}?
From the same text: {the}?
In that same text, what was {the}?
Last one: {the}?
Finally, {the}?""")
