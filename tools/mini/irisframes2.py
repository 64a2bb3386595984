"""Ways to ask for a list to be sorted, turned round or copied, and for a string."""
from irisframes1 import frames

SORT = frames(r"""
Sort this {h}: {x}
{x}\n\nsort {h} pls
Put these in order, {h}: {x}
I need the following arranged {h}. {x}
Can you order these {h}? {x}
My notes are a mess. Line these up {h}:\n{x}
{h}, please: {x}
The file should be {h}. Here's what I have:\n{x}
List them {h}. {x}
Rearrange {x} {h}.
Would you rank these {h}? {x}
How would these look {h}? {x}
{x} - now {h}.
sort({x}) {h}
Write out the entries again, {h}: {x}
For the handout I want them {h}.\n\n{x}
Could someone put this {h}? {x}
Same entries, but {h}: {x}
I keep the shelf {h}. In what order do these go? {x}
Take these and return them {h}.\n{x}
Get {x} into order {h}.
They have to stand {h}; at the moment they are {x}
Please to sort this list {h}: {x}
What's the right order, {h}? {x}
order {h} -> {x}
Give this back to me {h}: {x}
Ticket: entries must appear {h}.\n\n{x}
Which comes first, second and so on, if we go {h}? {x}
Boss wants this {h} by noon. {x}
Arrange what follows {h}.\n{x}
{x}\n\nThat's in no order at all. Make it {h}.
Tidy up this list so that it runs {h}: {x}
Reorder {h}: {x}
I'd like to see these {h}. {x}
Hello! Could you help me list these {h}? {x}
The kids lined up like this: {x}\nHow should they stand {h}?
Print the list {h}.\n{x}
Here are the cards as drawn. Lay them {h}. {x}
Without losing any, put them {h}: {x}
Let's have these {h}: {x}
From this pile make a list that goes {h}. {x}
Data: {x}\nTask: order it {h}.
Display {h}: {x}
I typed them as I found them. Sort them {h} for me. {x}
{x}\nnow sorted {h}:
The index needs these {h}. {x}
Is there a way to have this {h}? {x}
Bring these into line, {h}: {x}
Show me these entries {h}, changing nothing else. {x}
I want to read them {h}. {x}
Kindly reorganise the list below {h}.\n{x}
We call them up {h}. What is the order? {x}
Shuffle these into place {h}: {x}
Everything here should be {h}: {x}
Sorted {h}, what does this list become? {x}
Before I print it, put it {h}:\n{x}
Turn this jumble into a list that is sorted {h}. {x}
Could these be {h} instead? {x}
Copy the list but {h}: {x}
My spreadsheet column, please sort it {h}.\n{x}
""")
PLAIN = frames(r"""
Sort: {x}
Sort this list. {x}
{x}\nsort pls
Put these in order: {x}
Order these for me, would you? {x}
Please sort the entries below.\n{x}
These got mixed up. Can you sort them? {x}
sorted version of {x}
Arrange in order: {x}
I need this sorted:\n{x}
""")
HOW = {
    "az": "alphabetically|in alphabetical order|from A to Z|A to Z|in ABC order|in dictionary order|by the alphabet|by first letter and so on, a first|as in a dictionary|alphabetically, A at the top|in the order of the alphabet|ascending, by letter",
    "za": "in reverse alphabetical order|from Z to A|Z to A|backwards through the alphabet|alphabetically but the other way round|in descending alphabetical order|by the alphabet, z first|in the opposite of dictionary order|alphabetically with Z at the top|from the end of the alphabet to its start",
    "up": "from smallest to largest|in ascending order|lowest first|by size, small to big|from low to high|in increasing order|numerically|in rising order|with the smallest number first|ascending|from the least to the most|by value, going up",
    "down": "from largest to smallest|in descending order|highest first|by size, big to small|from high to low|in decreasing order|numerically, biggest first|in falling order|with the largest number first|descending|from the most to the least|by value, going down",
    "short": "by length, shortest first|from shortest to longest|by number of letters, fewest first|shortest word at the top|by how long the word is, starting with the shortest|in order of increasing length|by word length, ascending|from few letters to many",
    "long": "by length, longest first|from longest to shortest|by number of letters, most first|longest word at the top|by how long the word is, starting with the longest|in order of decreasing length|by word length, descending|from many letters to few",
    "early": "by date, earliest first|in chronological order|oldest first|from the earliest to the latest|by date|chronologically|in time order|with the earliest date at the top|by date, ascending",
    "late": "by date, latest first|in reverse chronological order|newest first|from the latest to the earliest|with the most recent at the top|by date, descending|backwards in time|most recent first",
    "dawn": "by time, earliest first|in the order of the day|from early to late|from the earliest time to the latest|by time of day|by the clock|in time order|soonest first",
    "dusk": "by time, latest first|from late to early|from the latest time to the earliest|with the last time of the day first|in reverse time order|backwards by the clock|latest at the top",
    "cheap": "by price, cheapest first|from cheapest to dearest|by price, low to high|lowest price first|from the least to the most expensive|by cost, rising|in order of price, ascending",
    "dear": "by price, dearest first|most expensive first|by price, high to low|highest price first|from the most to the least expensive|by cost, falling|in order of price, descending",
    "last": "by last name|by surname|alphabetically by last name|by family name, A to Z|by surname in alphabetical order|by the second name, alphabetically|from A to Z by surname|as in a phone book, by last name",
    "tsal": "by last name, Z to A|by surname in reverse alphabetical order|by family name, from Z to A|backwards by last name|by surname, Z first",
    "nocase": "alphabetically, ignoring case|from A to Z no matter if upper or lower case|in alphabetical order, capitals and small letters alike|case-insensitively, A to Z|by the alphabet, treating A and a the same",
    "score": "by the number, lowest first|by the figure after the name, smallest first|by number, rising|from the lowest figure to the highest|by the value beside each, small to large",
    "erocs": "by the number, highest first|by the figure after the name, largest first|by number, falling|from the highest figure to the lowest|by the value beside each, large to small",
    "week": "in the order of the week, from Monday on|from Monday to Sunday|as they come in the week, Monday first",
    "year": "in the order of the calendar|from January to December|as they come in the year|by their place in the year, January first",
}
HOW = {k: v.split("|") for k, v in HOW.items()}
REV_LIST = frames(r"""
Reverse this list: {x}
{x}\n\nbackwards please
Turn the order round: {x}
Last one first, first one last: {x}
Read me this from the bottom up.\n{x}
I copied these down in the wrong direction. Flip them: {x}
Now the other way: {x}
What is {x} in reverse order?
Start at the end and work back to the start. {x}
We walked there past {x}. We go back the same way; what do we pass, in order?
reversed({x})
The stack was filled in this order: {x}\nIn what order do things come off the top?
Flip top and bottom of this list:\n{x}
Give the entries in the opposite order. {x}
List these end to front: {x}
My printer puts the last page first. What order comes out? {x}
The queue turns round to face the other way. It was {x}
Write the list again so that the last entry leads. {x}
I want it upside down:\n{x}
Please give me this list from back to front. {x}
Undo these in the opposite order of doing. Done so far: {x}
Mirror the order of these: {x}
order reversed -> {x}
Instead of first to last, show last to first: {x}
Newest is at the bottom; I want it at the top, so reverse the lot.\n{x}
Take the items of this list, go backwards. {x}
How does this list read when you begin with its last item? {x}
Invert: {x}
Could you swap this around, end first? {x}
Countdown style: final entry first.\n{x}
Please to turn this list in other direction: {x}
Same things, reverse order: {x}
I unpack in reverse. I packed {x}
{x} - and now backwards?
Train line, outward: {x}\nList the stops for the way home.
Return the list reversed.\n\n{x}
Say them backwards, item by item: {x}
Somebody hung the beads the wrong way. They go {x}\nWrite the string from the other end.
Put the tail at the head and so on: {x}
Run through these from the final one to the first one: {x}
The list is in my way of order. Your job: exact reverse.\n{x}
Ticket: reverse the entries, do not sort them.\n{x}
Do not sort, only reverse: {x}
Bottom to top, please:\n{x}
Rewind this: {x}
From right to left, what are these? {x}
Make the last first. {x}
Hi, could I have this list in the reversed sequence? {x}
Now recite it from the far end: {x}
Flip it. {x}
I'd like these in backward order: {x}
Go from the last of these to the first: {x}
Let the list run the opposite way: {x}
reverse order of {x}
The parade passed in this order: {x}\nSeen from the other side of a turn, it comes back reversed. What is that order?
Take {x} and list it backwards.
Print these starting from the last.\n{x}
Steps to assemble: {x}\nTo take it apart I do them in reverse; write that.
The order of these should be turned about. {x}
Please hand me the list tail first: {x}
""")
REV_TEXT = frames(r"""
Spell {q} backwards.
reverse {q}
What is {q} written backwards?
Write {q} from its last letter to its first.
Reverse the characters: {s}
{s}\n\nbackwards, character by character
Mirror writing: how does {q} go from right to left?
Flip this string: {q}
reverse string -> {s}
I hold {q} up to a mirror. What order do the characters come in?
Could you turn {q} round, letter by letter?
Give me {q} in reverse.
Read {q} from the end.
s = {q}; s[::-1] = ?
My secret code is {q} spelled the wrong way round. What's the code?
Reversed, {q} is what?
Each character in opposite order, please: {s}
How do you spell {q} starting from the end?
String to reverse: {s}
Type {q} backwards for me.
Last character first: {s}
I need the reverse of the string {q}.
{q} the other way round?
Say this with its letters back to front: {s}
echo {q} | rev
What do I get if I write the letters of {q} in opposite order?
For a puzzle: {q} backwards, please.
Put the characters of {q} in reversed order.
Take {q}, start at its final character and go left.
Invert the letter order of {q}.
Turn it back to front: {s}
Write this backwards: {s}
Can you say {q} in reverse spelling?
The label was printed in mirror order. It should be {q}; what does the mirror order read?
Back to front, {q} becomes?
Please reverse the letters in {q}.
Each letter of {q} stays as it is, only their order turns. What comes out?
rev({q})
Reversal of {q}, please
From the tail to the head, spell {q}.
Look at {q} and write it from right to left.
A child spelled {q} the wrong way round on purpose. What did the child write?
Show me what {q} looks like reversed.
Unreverse this for me (that is, flip it): {s}
Which string do you get by reading {q} from behind?
{s} <- reverse that
Hello, please write {q} with the last letter in front and so on.
Palindrome test: what's {q} backwards?
Letters in reverse order: {q}
Want {q} backward.
Spin round the text {q} so the end comes first.
Input: {s}\nOutput (reversed):
Flip the order of characters in {q}.
The robot says words backwards. It wants to say {q}. What does it say?
Please, the mirrored form of {q}.
Just reverse it: {s}
If {q} were read from the other end, how would it go?
Enter {q} into a machine that reverses strings. What comes out?
Reverse order, all characters: {q}
What's the opposite direction spelling of {q}?
""")
REV_WORDS = frames(r"""
Reverse the order of the words: {s}
Write the words of {q} from last to first.
Same words, last word first: {s}
{s}\n\nwords in reverse order please
Turn this sentence round word by word: {s}
Say {q} with its words in the opposite order.
Word order backwards: {s}
Keep each word as it is but flip their order. {s}
How does {q} read if you start with the last word?
Put the last word first and so on: {s}
reverse words, not letters: {s}
Take the words in {q} and list them back to front in one line.
Do not spell backwards; only put the words in reverse order: {s}
Which sentence do I get from {q} with the word order reversed?
" ".join(reversed({q}.split()))
Flip the words of this line: {s}
Begin at the end of {q} and write word after word to the beginning.
I want the words of this line in reverse: {s}
The translator put it in the wrong word order. Reverse all words of {q}.
From the final word to the first word: {s}
A line for my riddle, words reversed, please: {s}
Read {q} backwards by words.
Please make the words of {q} go the other way.
Sentence: {s}\nWords reversed:
Order the words from last to first. {s}
Could you rearrange {q} so that the words come in reverse order?
Mirror the word order of {q}.
Word by word, go backwards through {q}.
Line: {s}\nTask: last word becomes first, first becomes last.
Turn about the words, leave the letters alone: {s}
Give back {q} with reversed word order.
What would {q} be, said from its last word to its first?
Please to write the words of this in the other order: {s}
Rewrite starting with the final word: {s}
backwards by word: {s}
Let the words in {q} swap places: last to front, all the way.
Alien grammar runs from the end. How does an alien say {q}, word for word?
Reverse this phrase, one word at a time: {s}
My friend talks back to front, word for word. How does he say {q}?
In reverse word order, {q} is what?
Cut {q} into words and lay them out from right to left.
The last shall be first: reverse the words of {q}.
Swap the order of words end to end. {s}
Words only, reversed: {s}
Put {q} in reverse, keeping words whole.
Keep the spelling, reverse the sequence of words: {s}
Show {q} with the words running backwards.
How would the words of {q} stand if I read from the right?
Give me this sentence tail first, word by word: {s}
Hey, can you turn the words in {q} around?
Make a sentence of the same words but in the opposite sequence: {s}
I stacked one word on another: {s}\nNow read the stack from the top, last word first.
End to start, in words: {s}
Here's a phrase. Reverse its words. {s}
Start from the last word of {q}; what do you write?
Words of {q}, order inverted, please.
Type out the words backwards in order (not letters): {s}
Move through {q} from the end, one whole word at a time.
The words must go in reverse: {s}
For the game, say {q} in backward word order.
""")
COPY_LIST = frames(r"""
Copy this list: {x}
Repeat these exactly as they are. {x}
{x}\n\nsay that again, unchanged
Write this list out again:\n{x}
Type these up for me without touching anything: {x}
echo {x}
I need a second copy of this.\n{x}
Give me back precisely what I give you: {x}
Please reproduce the entries, same order, same spelling.\n{x}
Do not sort or fix anything, only copy: {x}
Same list again, please: {x}
Send this back to me as it is: {x}
Print the following as is:\n{x}
Transcribe: {x}
Duplicate it. {x}
My clipboard is broken, so would you retype this? {x}
Just repeat after me: {x}
Return these entries unmodified. {x}
Put the list below in your answer, nothing added.\n{x}
Write down what I say: {x}
Show the list once more: {x}
I want to read this back for checking. Repeat it. {x}
Copy out, in the same order: {x}
Ticket: output must equal input.\n{x}
Order confirmed? Read it back: {x}
Here's the list; your reply should be the same list. {x}
Echo the entries in their order. {x}
Say these again: {x}
Let me see that list again, exactly. {x}
Please to copy this list without a change: {x}
Mirror my message, list only: {x}
Enter these into the reply, one after another, as given: {x}
output the same: {x}
Leave the order alone and write them again. {x}
A clean copy of this, please:\n{x}
Can you recite what stands here? {x}
Repeat the list word for word: {x}
I dictate, you write. {x}
No comments, just the list back. {x}
Keep everything, change nothing, and give it back to me: {x}
Make an identical list: {x}
Read the roll as written: {x}
Paste this back: {x}
For the record, state these again in order: {x}
The same entries in the same sequence, please. {x}
Give the list below once again.\n\n{x}
Copy it down before I wipe the board:\n{x}
Would you kindly repeat: {x}
Quote me: {x}
Reply with this list: {x}
I'd like you to write these exactly so: {x}
List again what I list here: {x}
Retype the following carefully.\n{x}
cat this\n{x}
Don't reorder. Repeat: {x}
These go on the label exactly like this, so write them exactly like this: {x}
As is, please: {x}
Verbatim, please.\n{x}
Test of copying. Input: {x}
Hand it back untouched: {x}
""")
COPY_TEXT = frames(r"""
Copy exactly: {s}
Repeat this: {s}
{s}\n\nrepeat that please
Write {q} and nothing else.
echo {q}
Say exactly this: {s}
Please return the string {q} without changing it.
Print {q}
Give me back this text as it stands: {s}
The code is {q}. Read it back to me.
Type this for me, character by character the same: {s}
Reply with {q} only.
Confirm my reference by repeating it: {s}
What did I just write? Copy it: {s}
Can you repeat {q} word for word?
I need this once more, unaltered: {s}
Output: {s}
Your whole answer should be {q}.
Echo this back: {s}
Spelling must stay the same. Copy: {s}
Write down {q} exactly as given.
Retype this string: {s}
Respond with just this: {s}
print({q})
Without quotes and without comments, write {q}.
Transcribe this for the label: {s}
Carefully copy what follows, signs and all: {s}
Same again: {s}
Please to repeat without a mistake: {s}
Let me hear {q} again.
My order number reads {q}; repeat it so I know you've got it.
Verbatim: {s}
Answer with the text between the quotes, as is: {q}
Put {q} in your reply, unchanged, alone.
Quote this back to me: {s}
Reproduce {q}.
A parrot hears {q}. What does it say?
Just say {q}.
Duplicate this text once: {s}
Copy and paste, so to speak: {s}
I want to see {q} on the screen and that's all.
Do nothing to this but send it back: {s}
String in, same string out: {s}
Keep case and signs as they are and repeat: {s}
Write this line again: {s}
Read-back check: {s}
Give the following again, letter for letter: {s}
The text {q}, please, once more.
Repeat after me: {s}
Act as an echo. {s}
Note this down exactly: {s}
Show {q} as it is.
Send back {q}.
Enter {q} for me.
This should come back untouched: {s}
Say it the same way I do: {s}
Return input.\n{s}
All I want is a copy of this: {s}
Mirror my text without reversing it: {s}
Repeat the token {q} so that I can compare.
""")
