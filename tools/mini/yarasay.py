"""Sentences that hand over a list or a string to copy, turn round, sort or count."""

L = str.splitlines
COPY = L("""Give me this list back unchanged: {x}
Repeat these items in the same order: {x}
same list again please: {x}
Copy this list: {x}
Echo the list exactly: {x}
Type out this list once more, nothing changed: {x}
I need an exact copy of the following list: {x}
Don't sort or edit anything, simply repeat: {x}
Could you write these again just as they stand? {x}
Return the list as it is: {x}
Please reproduce these entries word for word: {x}
my keyboard broke, retype this list for me: {x}
What I typed, say it back: {x}
copy -> {x}
Write the same items in the same order: {x}
Transcribe these without any change: {x}
A duplicate of this list is wanted: {x}
Read my list back to me: {x}
You must repeat this list, not more and not less: {x}
Would you mind copying this out? {x}
For the log, restate the list as given: {x}
I wish to see this list again, identical: {x}
Mirror nothing, move nothing, only copy: {x}
Please make the list one more time, same as here: {x}
Keep the order and print these again: {x}
{x}{nl}Repeat the list above.
{x}{nl}That's my list. Write it once more, unchanged.
{x}{nl}copy this
{x}{nl}Please give these back to me in the same order.
{x}{nl}I need this copied out exactly.
{x}{nl}Can you say all of these again?
{x}{nl}Same thing back please, nothing altered.
{x}{nl}Return the items above as they are.
{x}{nl}Type these again for me, I lost the original.
{x}{nl}Echo.
{x}{nl}Now you: the identical list.
{x}{nl}Restate it verbatim.
Take {x} and repeat it unchanged.
I have {x} here, please copy that list out.
Write {x} again, in that order.
With {x} in front of you, output exactly the same list.
Repeat after me: {x}
Here's my list{nl}{x}{nl}Please copy it without changes.
See below.{nl}{x}{nl}I'd like the same items back.
The list:{nl}{x}{nl}Task: reproduce it.
Would you echo {x} for me, as is?
To check the line, send {x} back to me untouched.
Let me hear {x} once more in the same order.
Items: {x}{nl}Output the items once again.
Nothing clever needed, only give {x} back.""")
COPY_TEXT = L("""Repeat exactly: {s}
Say {q} back to me.
copy this text: {s}
Write {q} and nothing else.
Echo {q}.
Print this: {s}
I need {q} typed out exactly.
Reply with only {q}.
Can you repeat {q} letter for letter?
The text is {q}. Give it back unchanged.
Output: {s}
Answer with exactly this text: {s}
Retype {q} without changes.
Please return the string {q} as it is.
{s}{nl}Repeat the line above.
{s}{nl}Copy that please.
{s}{nl}Type this again, the same.
What I want to read is {q}, no more.
Mind the spelling and write {q} again.
Your whole answer should be {q}.
Say nothing but {q}.
Reproduce this string: {s}
Transcribe {q} for me.
Send me back {q} exactly as typed.
I wish you'd just repeat {q}.
String: {s}{nl}Task: copy it.
Would you please echo the text {q}?
to test you, repeat {q}
For the label, write out {q} verbatim.
Do not change {q}, only say it again.""")
REVERSE = L("""Reverse this list: {x}
List these backwards, last one first: {x}
turn the order around: {x}
Give me these from last to first: {x}
Flip this list end to start: {x}
Write the items in the opposite order: {x}
I need this list in reverse order: {x}
Start with the last item and end with the first: {x}
What is this list in reverse? {x}
reversed order pls: {x}
Please put the following in reverse order: {x}
Bottom to top now: {x}
Could you list these the other way round? {x}
Back to front: {x}
The last shall be first. Reverse: {x}
I entered them in the wrong order, so turn the list round: {x}
list.reverse() of {x}
Invert the sequence of these entries: {x}
Read the list from its end to its beginning: {x}
Kindly reverse the sequence below: {x}
make backwards order of this list: {x}
How does this list look when read from the end? {x}
The newest must come on top, so reverse these: {x}
I'd like the final entry first and the first one last: {x}
Run through these in reverse: {x}
{x}{nl}Reverse the list above.
{x}{nl}Now the other way round please.
{x}{nl}I want that backwards, last item first.
{x}{nl}Flip the order.
{x}{nl}Same items, opposite order.
{x}{nl}Can you turn these around so the last is first?
{x}{nl}Put these in reverse order for me.
{x}{nl}from last to first
{x}{nl}List them from the end to the start.
{x}{nl}Read it from bottom to top and write that.
{x}{nl}What are these in reversed order?
{x}{nl}reverse!
Take {x} and reverse the order.
Turn {x} around, last one first.
If I walk through {x} from the end, what order do I get?
Write {x} in reverse order.
Put {x} back to front.
With {x} as the list, output it reversed.
Say {x} in the opposite order.
Here's my list{nl}{x}{nl}Please reverse it.
The order is wrong.{nl}{x}{nl}Turn the whole list round.
Original list:{nl}{x}{nl}Needed: the list from last to first.
Flip {x} so that the end comes first.
I got {x} but I need it in reverse order.
Items: {x}{nl}Output them reversed.""")
REVERSE_TEXT = L("""Spell {q} backwards.
Reverse the letters of {q}.
reverse this string: {s}
Write {q} from right to left.
What is {q} backwards?
Turn {q} around, character by character.
I need {q} with its characters reversed.
{q} reversed?
Mirror the text {q}.
How do you write {q} from its last character to its first?
Flip the string {q}.
Read {q} from the end, what does it say?
{s}{nl}Reverse the characters of this line.
{s}{nl}backwards please, character by character
{s}{nl}Spell that from the end.
Give the characters of {q} in reverse.
String: {s}{nl}Task: reverse its characters.
Please reverse the text {q} character for character.
If {q} is held to a mirror, in what order do the characters come?
Start at the last character of {q} and write until the first.
Could you spell {q} in reverse?
Take {q} and reverse all its characters.
the text {q}, make it backwards
Output the reverse of the string {q}.
I'd like to see {q} spelled from back to front.
As a puzzle, write {q} backwards.
Return {q}[::-1].
Say {q} letter by letter from the end, in one piece.
Type the following string from right to left: {s}
Which string do I get by reversing {q}?""")
SORT = L("""Sort these {how}: {x}
Put this list in order, {how}: {x}
{how}: {x}
Arrange the following {how}: {x}
Order these {how}: {x}
I need this list sorted {how}: {x}
Can you sort this {how}? {x}
please bring in order {how}: {x}
Rank these {how}: {x}
List the items {how}: {x}
My list is a mess, sort it {how}: {x}
Sorted {how}, what does this look like? {x}
Would you kindly arrange these entries {how}? {x}
Rearrange {how}: {x}
Give me the sorted list, {how}: {x}
Line these up {how}: {x}
sort {how} -> {x}
I'd like to have these {how}: {x}
For the index, put these {how}: {x}
Same items, but ordered {how}: {x}
The teacher wants these {how}: {x}
How do these go when sorted {how}? {x}
File the following {how}: {x}
The task is to sort {how}: {x}
Write this list again, sorted {how}: {x}
Could I get these {how} please? {x}
To find things faster I want these {how}: {x}
It must be {how}. Here is the list: {x}
what is the order of this, {how}? {x}
Make a list that runs {how} from: {x}
Sorting job, {how}: {x}
You get a list, you give it back {how}: {x}
Organise these {how}: {x}
Tidy this up for me, {how}: {x}
Place each of these in its spot, {how}: {x}
{x}{nl}Sort the list above {how}.
{x}{nl}Now put these in order, {how}.
{x}{nl}I want them {how}.
{x}{nl}{how} please
{x}{nl}Order: {how}.
{x}{nl}Can you arrange these {how}?
{x}{nl}Sort {how}.
{x}{nl}These should be listed {how}.
{x}{nl}Give that back to me {how}.
{x}{nl}Please order the lines {how}.
{x}{nl}What would this be, sorted {how}?
{x}{nl}Rearrange all of it {how}.
{x}{nl}Sorted {how}, thank you.
{x}{nl}They need to stand {how}.
{x}{nl}Return them {how}.
Take {x} and sort it {how}.
Arrange {x} {how}.
Put {x} in order, {how}.
I have {x} and want it {how}.
Sort {x} {how}.
Order {x} {how}.
If I sort {x} {how}, what do I get?
Write {x} {how}.
With {x}, make a list that goes {how}.
Bring {x} into order, {how}.
Here's my list{nl}{x}{nl}Please sort it {how}.
These came in no order.{nl}{x}{nl}I need them {how}.
Unsorted:{nl}{x}{nl}Now sort {how}.
Input:{nl}{x}{nl}Output: the same items {how}.
The following list{nl}{x}{nl}is to be arranged {how}.
Could you get {x} sorted {how}?
Show {x} to me {how}.
Let {x} be listed {how}.
Turn {x} into a list that is sorted {how}.
Items: {x}{nl}Sort them {how}.
For a glossary I must have {x} {how}.
Nobody can read this, so list it {how}: {x}
Is it possible to have this {how}? {x}
Shuffle these until they stand {how}: {x}
My boss asked for these entries {how}: {x}
The shelf order should be {how}, so arrange: {x}
{x}{nl}Put the whole lot {how}.
{x}{nl}Which order is right if I go {how}?
{x}{nl}That order is wrong, it has to be {how}.
Think of {x} as a table column and sort it {how}.
Before I print it, get this list {how}: {x}""")
HOW = {"az": L("""alphabetically
from A to Z
in alphabetical order
a to z
by the alphabet, A first
in dictionary order
alphabetically, starting from A"""), "za": L("""in reverse alphabetical order
from Z to A
z to a
alphabetically backwards
in descending alphabetical order
by the alphabet but from Z down to A"""), "up": L("""from smallest to largest
in ascending order
lowest to highest
with the smallest number first
from low to high
by size, smallest first
in increasing order"""), "down": L("""from largest to smallest
in descending order
highest to lowest
with the biggest number first
from high to low
by size, largest first
in decreasing order""")}
COUNT_ITEMS = L("""How many items are in this list? {x}
Count the entries: {x}
number of items: {x}
What's the length of this list? {x}
I need to know how many things I listed: {x}
{x}{nl}How many items is that?
{x}{nl}Count the items above.
{x}{nl}length of the list?
How many entries does {x} have?
Tell me the number of items here: {x}
Here's my list{nl}{x}{nl}How many things are on it?
Please state how many items this list holds: {x}
Did I list enough? Count the items: {x}
If I tick off all of {x}, how many items is that?
how much items has this list: {x}
Give the item count for {x}""")
COUNT_WORDS = L("""How many words are in {q}?
Count the words: {s}
word count of {q}
{s}{nl}How many words does the line above have?
Number of words in this text, please: {s}
I pay by the word. How many words is {q}?
The sentence {q} consists of how many words?
Tell me how many words {q} has.
Please count the words of {q}.
How many words did I write here? {s}
how much words in {q}
From how many words is {q} built?
{s}{nl}word count?""")
COUNT_LETTERS = L("""How many letters does {q} have?
Count the letters in {q}.
letters in {q}?
How long is the word {q} in letters?
Of how many letters is {q} made?
Number of letters in the word {q}, please.
I need the letter count of {q} for a crossword.
If I paint {q} on a sign, how many letters do I paint?
how much letters has the word {q}
Tell me how many letters are in {q}.
Spell {q} in your head: how many letters?
The word is {q}. Give its number of letters.""")
COUNT_LETTER = L("""How many times does the letter {l} appear in {q}?
Count the letter {l} in {q}.
How many {l}'s are in {q}?
number of {l} in the word {q}
How often do I find the letter {l} in {q}?
In {q}, how many letters are {l}?
Tell me how often {l} occurs in the word {q}.
The word {q} contains the letter {l} how many times?
how much letter {l} in {q}
Going through {q}, how many times do you meet the letter {l}?
I must cut out every {l} from {q}. How many is that?
Please count each {l} in the word {q}.""")
COUNT_WORD = L("""How many times does {w} occur in this list? {x}
Count how often {w} shows up: {x}
number of times {w} is listed: {x}
{x}{nl}How many of these are {w}?
{x}{nl}How often is {w} in there?
In {x}, how many times do you see {w}?
How many entries say {w}? {x}
I'm tallying votes. How many went to {w}? {x}
Tell me the number of {w} entries: {x}
{x}{nl}count of {w}?
Find each {w} and say how many there are: {x}
Please count the occurrences of {w} in {x}""")
COUNT_KIND = L("""How many of these are {k}? {x}
Count the {k} in this list: {x}
number of {k}: {x}
{x}{nl}How many {k} are in the list above?
{x}{nl}Count only the {k}.
Out of {x}, how many are {k}?
I only care about the {k}. How many are there? {x}
How many {k} do you see here: {x}
Ignore the rest and count the {k}: {x}
Tell me how many {k} this list has: {x}
In {x}, how many entries are {k}?
how much {k} is in this list? {x}
{x}{nl}{k}: how many?""")
