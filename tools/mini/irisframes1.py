"""Ways to ask for a count: of items, letters, words, lines, repeats and things of a kind."""


def frames(text):
    return [x.replace("\\n", "\n") for x in text.strip().split("\n")]


ITEMS = frames(r"""
how many things is this? {x}
Quick one: my shopping list says {x}. How many things am I buying?
{x}\n\nhow many did i write down
Count: {x}
I lost track. {x}\nWhat's the total number of entries?
Could you tell me how many entries there are in the following? {x}
We've packed {x}. How many items went into the boxes?
The van holds {x}; how many separate things is that?
Inventory check. Number of items?\n{x}
Here's what came in the post this week: {x}\nHow many pieces?
n = ? {x}
len of this: {x}
Teacher's question: how many words are on the board if it reads like this? {x}
{x} <- how many?
{x}\nTotal?
Give me just the size of this collection: {x}
My grandmother dictated these to me and I need to know how many she named. {x}
If I tick off one line for each of these, how many ticks do I make? {x}
Ticket 118: report the number of rows.\n{x}
I have {x} on my desk. Count them for me.
How long is the following list, in items? {x}
Please, how much elements is in here? {x}
She mentioned {x}. That makes how many?
For the form I have to enter a quantity. The goods are:\n{x}\nWhat quantity do I enter?
The agenda:\n{x}\nHow many points does it have?
say how many there are of these: {x}
Somebody left this on the fridge:\n{x}\nHow many lines need buying?
Each of these needs a label. How many labels do I print? {x}
I'll need a chair per entry. Chairs needed? {x}
Tell me the tally for {x}.
On the menu tonight: {x}. How many choices are there?
what is the count here: {x}
A colleague sent me this and I only want the count.\n\n{x}
Number of elements, please. {x}
Suppose every one of these costs a token. How many tokens do I need? {x}
The bag contained {x}, which makes how many objects in all?
{x}\nAbove is a list; how many entries does it hold?
Do the counting for me, my eyes are tired: {x}
My list runs like this. {x}\nIs there an easy way to say how many that makes? Just tell me.
I see {x}. How many is that altogether?
Which number would a person get who counted these? {x}
Items:\n{x}\n\nItem count:
From the catalogue we chose {x}. How many did we choose?
How many separate entries did I paste?\n\n{x}
Hi! I'm making place cards. How many cards are there if these are what I write on them? {x}
Add up the entries, one each: {x}
Could be I miscounted. What do you get for this list? {x}
Between us we own {x} - how many things?
There's {x}. And that's how many?
QTY? {x}
How many bullets or lines or whatever would you call them are here:\n{x}
Let me know the number of things named: {x}
One by one, how many are there? {x}
My daughter can name all these: {x}\nHow many can she name?
Stock take, aisle 4\n{x}\nCount of products =
The prize draw has these: {x}\nHow many prizes?
hey so this is my list {x}\nhow many on it
How many would remain if I took nothing away? {x}
The sentence "I packed {x}" names how many things?
Size? {x}
The tray came back with {x}. Number of things on the tray?
Please return the cardinality of this list: {x}
""")
LETTERS = frames(r"""
how many letters in {w}
What's the length of the word {w}?
{w}: how many letters long?
For my crossword I need to know how many squares {w} takes.
Number of letters, please: {w}
If I paint one letter of {w} on each door, how many doors do I need?
I'm cutting out letters to spell {w}. How many do I cut?
Count the letters of {w} for me.
Could you check how many characters {w} has?
len({w})?
Does {w} fit the gap? Tell me how many letters it has.
My son asks how long the word {w} is.
The password hint is the number of letters in {w}. What is it?
letters in {w}?
How big is {w}, counted in letters?
Take {w}. How many letters do you write?
Spelling {w} takes how many letters?
A sign maker charges by the letter. For how many letters will he bill me if the sign says {w}?
Word length of {w}
{w}\nNumber of letters?
The word on the card is {w}. How many letters does the card show?
I typed {w} one key at a time. How many keys did I press?
Please count every letter in {w}.
How many letters make up {w}?
In {w}, count all letters.
Say how many letters there are in {w}.
Scrabble: I put down {w}. How many tiles did I use?
Tell me the letter count for {w}.
What number do I get when I count the letters of {w}?
We play hangman and the word is {w}. How many dashes do I draw?
Size of {w} in letters
Of how many letters does {w} consist?
Is it a long word? {w}. Give the count of its letters.
Need the length: {w}
How many characters would a field need to hold {w}?
I want to embroider {w}. Each letter takes an evening; how many evenings?
From first letter to last, how many letters has {w}?
Find the length of {w}.
Someone says {w} is a short word. How many letters, though?
Letter by letter, how long is {w}?
How many candles do I need to spell {w} on a cake, one candle a letter?
count letters -> {w}
With {w}, how many letters are we talking about?
I have to know the number of letters that {w} has got.
Write nothing but work out the letters in {w}: how many?
If you spell {w} aloud, how many letters do you say?
Row 3 of the puzzle is {w}. Its length is?
The answer to 5 down was {w}. That has how many letters?
What's {w} in number of letters?
How many symbols stand in {w}?
Mark each letter of {w} with a dot. How many dots?
Length check for {w}, please.
The kids each hold one letter of {w}. How many kids stand there?
Is there room for {w}? I need to know its letters in number.
I'd like the count of letters used by {w}.
Give the number of characters in {w}.
Hi, quick question about the word {w}: how many letters?
A necklace with {w} in letter beads has how many beads?
Take apart {w} into letters and give me the number.
For the word {w}, output its length.
""")
LETTER = frames(r"""
how many times is {l} in {w}
In the word {w}, how often do you find {l}?
{w} - number of {l}?
Count up {l} in {w} please
I'm out of tiles for {l}. How many would I need for {w}?
Does {w} have one {l} or more? Say how many.
Which number of {l}'s goes into {w}?
Spelling question: how many {l}'s do I write in {w}?
Letter to find: {l}. Word: {w}. Occurrences?
occurrences of {l} in {w}
My pupil wrote {w}. How many times should {l} be in it?
If I cross out each {l} in {w}, how many letters get crossed out?
How many of the letters of {w} are {l}?
{l} in {w}: once, twice, or how often?
Look closely at {w} and tell me how many {l}'s it has.
The stamp for {l} gets used how many times when I print {w}?
Tell me the number of times that {l} turns up in {w}.
Circle every {l} in {w}. How many circles?
We need the frequency of {l} within {w}.
{w}.count({l})?
How often would I press {l} to type {w}?
Given the word {w}, count {l}.
how much {l} is there in {w}?
Go through {w} letter by letter: how many are {l}?
People always get {w} wrong. How many {l}'s are in it?
I think there are too few {l}'s in {w}. What's the right count?
Find {l} in {w} and say how many you found.
Could you count for me the letter {l} inside {w}?
Number of {l} letters in {w}, please.
Say {w} is painted on a wall. How many {l}'s are on the wall?
When spelled correctly, {w} contains {l} how often?
For the word {w} give the count of the letter {l}.
Does {l} repeat in {w}? How many of it are there in total?
What is the total of {l}'s in {w}?
How many places in {w} are taken by {l}?
Hangman: somebody guesses {l} and the word is {w}. How many blanks get filled?
Neon sign reads {w}. Every {l} is burnt out. How many letters are dark?
To write {w} in icing, how many times do I pipe the letter {l}?
I removed all {l} from {w}. How many letters did I remove?
Search {w} for {l}; report the hits.
With how many {l}'s is {w} written?
My keyboard's {l} key is broken. How many gaps will {w} have?
Let me know how frequently {l} appears in {w}.
{l}?\n{w}\nHow many?
The letter is {l}, the word is {w}: what's the count?
In {w} there are how many {l}?
How many letters {l} are needed for {w}?
Just the number of {l} that {w} contains.
Every {l} in {w} scores a point. Points?
See {w}. See {l}. How many of the second are in the first?
How many copies of {l} are used in {w}?
Work out how many {l}'s there are when you spell {w}.
Count again, slowly: {l} in {w}.
Would you tell me how many times {w} uses {l}?
Replace {l} by a star in {w}. How many stars?
In spelling {w} aloud, how often do you say {l}?
I bet there's more than one {l} in {w}. How many, really?
Crossword check, {w}: how many boxes hold {l}?
The child colours each {l} of {w} blue. How many blue letters?
{w}: tally of {l}
""")
WORDS = frames(r"""
How many words? {x}
{x}\n\nword count pls
The telegram reads: {x}\nIt is billed by the word. For how many words do I pay?
My essay opens like this. {x}\nHow many words is the opening?
Count words: {x}
How many words did he say when he said "{x}"?
If I read this aloud, how many words do I speak? {x}
I have a word limit. How many words does this use? {x}
wc -w of this: {x}
Please give me the number of words in the line below.\n{x}
Of how many words is "{x}" made?
Translate nothing, only count the words: {x}
The slogan is {x}\nHow many words long is the slogan?
Tell me how many words stand between the quotes: "{x}"
Text message: {x}\nWords:
Each word goes on its own card. How many cards for this? {x}
Sign text - {x}\nThe sign maker wants the number of words.
{x} - how many words is that?
A pupil wrote: {x}\nHow many words did the pupil manage?
Could you count up the words here? {x}
In words, how long is this? {x}
Total words in the caption? {x}
I dictated this. {x}\nNumber of words?
words in "{x}"?
Take this sentence and count its words. {x}
It's a line from a song: {x}\nHow many words has the line?
What word count would an editor show for this? {x}
First count, then answer: number of words in {x}
The note on my door: {x}\nHow many words is the note?
How many words are used to say this? {x}
Split on spaces, how many parts? {x}
Sentence under test:\n{x}\nExpected word count?
Somebody whispered "{x}" How many words was that?
My reply was: {x}\nWas that long? How many words?
I need to trim this. How many words does it have now? {x}
Let me have the number of words. {x}
Number of words here: {x}
For the contest: how many words in the entry? {x}
They want to know how many words my headline has. {x}
Headline: {x}\nLength in words?
How many words must I type for this? {x}
{x}\nThe above has how many words?
Every word is a step. How many steps? {x}
The first line of the story is as follows. {x}\nCount its words for me, would you.
Please to say how many word is in this phrase: {x}
Now count words, not letters: {x}
Phrase = {x}\nwords = ?
I said "{x}" and she said I talk too much. How many words was it?
A word search will hide each word of this. How many are hidden? {x}
Speech bubble: {x}\nHow many words fit in there?
Just the word total for this: {x}
How many words does my caption run to? {x}
I'm learning English. How many words are in: {x}
Do you see how many words there are? {x}
Find the word count of the line: {x}
Mum texted me {x}\nHow many words did she send?
Counting "the" and other small ones too, how many words are here? {x}
Is this under the limit? Give its number of words: {x}
{x}\nHow wordy is that? I want the number of words.
Diary, today: {x}\nWord count of the entry?
""")
BLOCKS = frames(r"""
How many lines?\n{x}
{x}\n\nNumber of lines above?
I pasted a note:\n\n{x}\n\nHow many lines is it?
wc -l for this please\n{x}
Count the lines in the block.\n```\n{x}\n```
```\n{x}\n```\nhow many lines
The printer charges by line. For how many would I pay?\n{x}
My poem so far:\n{x}\nHow many lines has it got?
File contents:\n{x}\n\nLine count?
How long is this text, in lines?\n\n{x}
Tell me the number of lines of this file.\n---\n{x}\n---
Please count how many lines there are below.\n\n{x}
lines = ?\n{x}
The sticky note says\n{x}\nOf how many lines does it consist?
I need to know how many lines this takes up:\n{x}
Log excerpt:\n{x}\nHow many log lines did I paste?
A stanza:\n{x}\nIts number of lines is?
{x}\n^ how many lines do you see
On the blackboard there is\n{x}\nHow many lines did the teacher write?
If every line were a row in a table, how many rows would this make?\n{x}
Number the lines in your head. What's the last number?\n{x}
Output was:\n{x}\nHow many lines of output?
Just the line count.\n\n{x}
The label reads:\n{x}\nHow many lines are on the label?
From top to bottom, how many lines?\n{x}
Line total for the following:\n{x}
Here's a to-do file. How many lines does it hold?\n{x}
We have this sign, each line cut by hand:\n{x}\nHow many lines get cut?
Can you tell how many lines my message had?\n{x}
How many times did I press return, counting the last line too?\n{x}
In lines, the size of this?\n{x}
Message:\n{x}\n\nLines in message:
Count lines, not words.\n{x}
Someone typed this for me:\n{x}\nNumber of lines typed?
The screen shows\n{x}\nand nothing more. How many lines does it show?
Read this and say how many lines it has.\n{x}
A card with this on it:\n{x}\nHow many lines must fit on the card?
I want to print this in a box. How many lines high must the box be?\n{x}
What number of lines is in here:\n\n{x}
Text A\n{x}\nHow many lines does the text have under its heading?
Give the count of text lines.\n{x}
I was told to keep it short. How many lines is this?\n{x}
{x}\n\nThat was how many lines?
Find out how many lines this snippet has:\n```\n{x}\n```
Number of rows of text, please:\n{x}
The letter goes like this.\n\n{x}\n\nHow many lines did I use?
How much lines is it?\n{x}
Each line is one job. How many jobs?\n{x}
Would this fit on a page of 20 lines? Tell me how many it has.\n{x}
Let me know the number of lines you can see:\n{x}
Config pasted below. How many lines?\n{x}
A list of notes, line by line:\n{x}\nHow many notes?
My screen reader needs the number of lines of this:\n{x}
Draft:\n{x}\n-> lines?
Lines in the text that follows?\n\n{x}
So here is the text.\n{x}\nHow many lines in all?
For layout purposes: how many lines are these?\n{x}
Each line gets its own bullet. How many bullets?\n{x}
One line per visitor in the guest book:\n{x}\nHow many visitors wrote?
Verse for checking, number of lines wanted:\n{x}
""")
TIMES = frames(r"""
How often is {w} here? {x}
{x}\n\nhow many times does {w} show up?
Votes: {x}\nHow many votes did {w} get?
The class called out {x}\nHow many of the calls were {w}?
count of {w} in: {x}
I keep repeating {w}. How many times did I put it in this list? {x}
occurrences of {w}: {x}
Tell me how frequently {w} comes up. {x}
Is {w} in there more than once? Say how many times. {x}
Looking only at {w}, what's the count? {x}
Log:\n{x}\nHow many entries say {w}?
We drew these cards one after the other. How many were {w}? {x}
{w}, how many times? {x}
How many {w} entries do I have? {x}
Please count every {w}, skip the rest. {x}
Orders today: {x}\nHow many orders of {w}?
Frequency of {w}? {x}
My survey answers are {x}\nHow many answered {w}?
Out of these, how many are exactly {w}? {x}
Number of {w} in the list below.\n{x}
Find all {w} and give me the number: {x}
Duplicates check: {w} appears how often? {x}
Someone wrote {w} too often. How often exactly? {x}
Each {w} earns a point. How many points? {x}
From the tally sheet: {x}\nWhat is the tally for {w}?
Go through this and count {w}: {x}
Search term: {w}\n{x}\nHits?
I need the number of times {w} is listed. {x}
If I delete every {w}, how many entries do I delete? {x}
grep -c for {w} would give what here?\n{x}
The word {w}: number of uses in this? {x}
How many people chose {w}? {x}
The jar held {x}\nHow many of those were {w}?
In what I typed, how many are {w}? {x}
Just {w}. How many? {x}
Does {w} occur once, twice, three times...? Give the number. {x}
Of all these, how many times do you read {w}? {x}
The radio played these in order: {x}\nHow often did it play {w}?
Could you check for me the number of {w}? {x}
What's the total of {w} in this lot? {x}
{x}\nTotal for {w}?
list.count({w}) with this list: {x}
Circle each {w}. How many circles? {x}
Repeats: how many times {w}? {x}
The attendance sheet mentions {w} how often? {x}
Count only the ones that read {w}: {x}
How many of the entries equal {w}? {x}
I threw these away last week: {x}\nHow many times was it {w}?
For {w}, please report how many there are among these. {x}
How many rows with {w}?\n{x}
Take the list, look for {w}, count. {x}
She shouted the following. {x}\nHow many times did she shout {w}?
Which number belongs to {w} if we count these? {x}
A drawer full: {x}\nSo how many times have I got {w}?
Bird table notes, one word per visit. {x}\nVisits noted as {w}?
I want how many times that {w} is written. {x}
How often was {w} picked in these rounds? {x}
Signal history: {x}\nHow many times {w}?
Out of the following, {w} makes up how many? {x}
How many more... no, just how many times is {w} in it? {x}
""")
KIND = frames(r"""
How many {k} are there? {x}
Count the {k}: {x}
{x}\n\nhow many {k}?
I only care about {k}. How many does this hold? {x}
number of {k} in: {x}
Of these, how many are {k}? {x}
Go over this list and count {k}. {x}
How many {k} did I put in here? {x}
Please tell me how many {k} you can find. {x}
{k} - how many? {x}
My list is mixed up. How many {k} does it contain? {x}
If I pick out the {k}, how many do I get? {x}
Leave everything else aside and count just the {k}. {x}
A quick tally of {k}, please: {x}
Total {k}? {x}
Underline the {k}. How many underlines? {x}
The report must say how many {k} there were. {x}
Data:\n{x}\nHow many {k}?
I'm sorting a drawer: {x}\nHow many {k} go in the left half?
What's the count of {k} here? {x}
Let me know the number of {k}. {x}
We threw it all in one list: {x}\nHow many {k} are among that?
filter for {k}, then count: {x}
Do you see any {k}? How many? {x}
Each of the {k} needs a sticker. How many stickers? {x}
How much {k} can you see in this? {x}
For the summary I want one figure: the number of {k}. {x}
Check this and count {k} only:\n{x}
The quiz asks how many {k} are hidden in this list. {x}
Out of this lot, how many {k}? {x}
Remove all {k}. How many have I removed? {x}
Say how many {k} stand in the list. {x}
I'd like to know how many {k} we have. {x}
{x}\nCount of {k}:
Looking for {k}: how many hits? {x}
How many {k} could you pick from these? {x}
Find the {k} and give their number. {x}
From these, count up all {k}: {x}
Could you work out how many {k} this includes? {x}
Is it true that there are a lot of {k} in this? Give the number. {x}
Here is everything: {x}\nNow how many {k}?
Number of {k}, please, nothing else matters. {x}
select count(*) where it is one of the {k}: {x}
The game: spot the {k}. How many are there to spot? {x}
My answer was wrong, so how many {k} are in fact here? {x}
Point at the {k} one by one. How many times do you point? {x}
Entries below. How many {k}?\n{x}
Among the following, what number of {k} is there? {x}
Task: count {k}.\nInput: {x}
Can you see how many {k} I noted? {x}
Give me the total of {k} for this: {x}
How many {k} would a careful reader find? {x}
With all {k} counted, which number do you have? {x}
I need a box for the {k}. For how many must there be room? {x}
{x}\nI want the number of {k} in that.
Only {k} count. What's the score? {x}
Dear all, how many {k} are on this list? {x}
There are some {k} in this. How many exactly? {x}
How many entries are {k}? {x}
Put a tick by the {k}; how many ticks? {x}
""")
