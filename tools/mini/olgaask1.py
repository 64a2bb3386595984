"""How olga asks for things about lines."""
from olgabase import bank

bank("""
## del
Take {at} out of {f}.
Please strike {at} from {f}.
{f}: {at} can go.
In {f} I no longer want {at}.
{At} has to disappear from {f}. Leave the others where they are.
Open {f} and remove {at}
I reread {f} last night and {at} is dreadful. Out with it.
Could you get rid of {at} in {f}?
Delete {at}, file {f}.
Would {f} be better without {at}? I think so, so cut it.
My pupils don't understand {at} of {f}. Drop it.
Scrap {at}. The file is {f}.
too long! shorten {f} by one line, namely {at}
Everything in {f} may stay except {at}.
The printer has no space: {f} must lose {at}.
## below
In {f}, delete everything below {at}.
{f} should end with {at}; what follows can go.
Cut {f} off after {at}.
Nothing after {at} is needed any more in {f}.
Whatever comes later than {at} in {f}, throw it away.
Let {at} be the end of {f}.
Please shorten {f}: stop right behind {at}.
I've decided that {f} is finished at {at}, so take the rest away.
Remove all lines under {at} from {f}
Keep {f} only down to {at}, that one included.
trim {f} - last thing to keep: {at}
My reader got bored in {f} after {at}. Remove all that stands further down.
## above
In {f}, everything above {at} should go.
Let {f} begin with {at}; drop what stands before it.
Delete all the lines that come before {at} in {f}.
{f} takes too long to start. Cut it so that {at} is the opening.
Throw out the whole beginning of {f}, up to but not including {at}.
Start {f} at {at}.
Please remove what is on top of {at} in {f}.
Keep {at} and what follows it in {f}, nothing earlier.
I want {at} to come first in {f}, by deleting the lines over it.
## keep
Only the first {n} lines of {f} should stay.
Shorten {f} to its first {n} lines.
Keep the top {n} lines of {f} and bin the others.
{f} may have {n} lines, no more. Cut from the end.
We only read the first {n} lines of {f} in class; remove the remainder.
After line {n}, {f} should be over.
Crop {f}: {n} lines from the top remain.
There is room for {n} lines in the window, so drop the rest of {f} from the bottom.
truncate {f} to {n} lines
Leave lines 1 to {n} in {f}. The others are rubbish.
## ins
Put {t} right after {at} in {f}.
Insert a new line below {at} in {f}: {T}
In {f}, {at} should be followed by {t}.
Under {at} of {f} please write {t} on a line of its own.
Could {t} go straight after {at}? That's in {f}.
There's something missing in {f}: after {at} comes {t}.
{t} belongs in {f}, one line beneath {at}.
{f} - add behind {at}:\\n{T}
Squeeze in a line after {at} in {f}. It reads {t}.
I forgot a line in {f}. It is {t} and its place is just under {at}.
Between {at} and what comes next in {f}, add this:\\n{T}
Look for {at} in {f}; beneath it I need the words {t} as a separate line.
add a line to {f}, after {at}, saying {t}
## before
Put {t} just above {at} in {f}.
In {f}, insert before {at}: {T}
{t} should come directly before {at} in {f}.
Over {at} in {f} I'd like one more line:\\n{T}
Please slip {t} in ahead of {at}, in {f}.
{At} of {f} needs an introduction. Write {t} on the line above it.
new line in {f}, on top of {at}, text {t}
Before anyone reads {at} in {f}, they should read {t}. Add that line.
Make room above {at} in {f} and put there:\\n{T}
{f} lacks a line. Its text is {t}, and {at} follows it.
## top
At the very top of {f} put {t}.
{f} should begin with {t}, everything else moves down.
New first line for {f}: {T}
Give {f} the heading {t}.
Please add {t} as an opening line to {f}.
Start {f} with this line, please:\\n{T}
{f} has no title yet. Write {t} above it all.
Above everything in {f}, {t}.
Could you write {t} over {f}, on a line of its own?
I'd like people to see {t} first when they open {f}. The old lines stay.
prepend {t} to {f}
Let {t} be the very first thing in {f}; keep what is there.
## end
Add {t} at the end of {f}.
At the bottom of {f}, write {t}.
{f} gets one more line: {T}
Finish {f} with {t}.
The last line of {f} should from now on be {t}, after all that is there.
Append to {f}:\\n{T}
One more thing for {f}, underneath the others: {T}
{f} isn't complete; {t} has to close it.
Put this below everything else in {f}:\\n{T}
Can you tack {t} on to {f}?
My new closing line is {t}. Add it to {f} please
I thought of another line for {f}. It's {t} and it comes last.
extend {f} by {t}
Under the final line of {f} there should be {t} as well.
## change
{At} of {f} should now read {t}.
Replace {at} in {f} by {t}.
In {f}, instead of {at}, I want {t}.
Rewrite {at} in {f}. New wording: {T}
Please let {at} in {f} say {t}.
{t} - that is how {at} in {f} must go.
I'm not happy with {at} in {f}. Make it\\n{T}
Swap {at} of {f} for {t}, will you?
{f}: {at} becomes {t}
Change {at} in {f} so that it says:\\n{T}
{t} takes the place of {at} in {f}.
My editor hates {at} of {f}, so put {t} there instead.
Overwrite {at} in {f} with this line: {T}
## upper
Put {at} of {f} in capital letters.
{At} in {f} should be all capitals.
Write {at} in upper case, in {f}.
I want {at} to shout: capitals throughout, please, in {f}.
In {f}, change {at} to capitals only.
Could you uppercase {at}? File: {f}.
make {at} in {f} BIG LETTERS
{f}: every letter of {at} as a capital, please.
For the little ones I need {at} in {f} in block capitals.
Turn {at} of {f} into capitals, wording unchanged.
## title
Put the title of {f} in capital letters.
The title at the top of {f} should be all capitals.
Capitals for the title of {f}, please.
{f} has a title; write it in upper case.
Could the heading of {f} be in capitals?
uppercase title in {f}
Let the title shout in {f}: big letters only.
Above {f} stands a title. I'd like it in block letters.
Every letter of the heading in {f} should be a capital one.
Title in capitals! It's for {f}, the lines under it are fine.
## swapl
Swap {at} and {to} in {f}.
In {f}, {at} and {to} should trade places.
{At} of {f} belongs where {to} is, and the other way round.
Exchange {at} with {to} in {f}.
I mixed up {at} and {to} in {f}; put each in the other's place.
Could {at} and {to} change places in {f}?
{f} reads better with {at} and {to} interchanged.
flip {at} and {to} in {f}
Put {at} of {f} where {to} stands now, and that one where the former was.
Please correct the order in {f}: {at} and {to} are each in the wrong spot, swap them.
## move
Move {at} of {f} to the [{end}|{end}].
{At} in {f} should stand at the {end}.
In {f}, take {at} and put it at the {end}.
Could you shift {at} to the {end} of {f}?
{f} needs another order: {at} goes to the {end}, the rest keeps its sequence.
I'd like {at} to be at the {end} of {f}, please.
send {at} of {f} to the {end}
Don't change any words in {f}, only bring {at} to the {end}.
{f}: {at} -> {end}
The place of {at} in {f} is wrong, it ought to be at the {end}.
## rev
Turn the order of the lines in {f} round, so that the last one comes first.
Reverse the lines of {f}.
{f} backwards, please: line by line from the bottom up.
I want to read {f} from the last line to the first. Rewrite it in that order.
Put {f} upside down (lines in opposite order).
The class should guess {f} with its lines in reverse. Change the file so.
In {f} the bottom line goes to the top and so on down to the top line.
flip the line order in {f}
Rearrange {f}: the end first, the beginning last.
Please save {f} with its lines in the opposite order.
## sort
Sort the lines of {f} alphabetically.
{f} should be in alphabetical order.
Put {f} into order from A to Z.
Please rearrange {f} by the alphabet.
The entries of {f} are all over the place; A to Z please.
alphabetise {f}
Could {f} be sorted by first letter?
I can never find anything in {f}. Order it alphabetically, would you?
Bring the names in {f} into the order of the alphabet and save.
Nothing in {f} changes but the order: alphabetical.
## join
Join {at} and {to} of {f} into one line, with a space between.
In {f}, {at} and {to} belong on the same line. A blank is enough between them.
Pull {to} up to the end of {at} in {f} (one space in between).
{At} and {to} in {f} should become a single line, parted by one space.
Remove the line break between {at} and {to} in {f} and leave a space.
merge {at} with {to} in {f}, space in between
{f}: no new line after {at}; let {to} follow it with a space.
Can {at} and {to} be one line in {f}, please? Just a space where the break was.
It was a mistake to break the line in {f} after {at}. Glue {to} on with a space.
## joinall
Make one line of {f}, entries parted by commas.
All of {f} on a single line please, with ", " in between.
Turn {f} into one comma-separated line.
I need {f} in a row, not in a column: commas between the entries.
Join the lines of {f} with commas.
Write what stands in {f} on one line; comma and space instead of line breaks.
flatten {f} into a line, commas
{f} takes too much paper. Put everything side by side with commas.
Instead of one entry a line, {f} should be one line with commas between entries.
## split
{f} is one long line. Give each entry its own line, without the commas.
Break {f} at the commas, one entry per line.
Split the line in {f}: every item on a line of its own, commas dropped.
I'd rather have {f} as a column. Each thing between commas gets a line.
Instead of commas, use new lines in {f}.
Please put the things in {f} one under the other and take the commas out.
one per line please, {f}, no commas
Make {f} a proper list with a line for each entry; it is separated by commas now.
In {f} everything is crammed in a row with commas. Stack it instead.
## number
Number the lines of {f}: "1. ", "2. " and so on in front.
Put 1., 2., 3. ... in front of the lines of {f}.
Each line of {f} should get its number before it, like "1. ".
I want a numbered list out of {f}, in the form "1. ".
Add line numbers to {f}, with a dot and a blank after the number.
Please count the lines in {f} through by writing 1. 2. 3. before them.
numbers before every line in {f} (1. etc)
{f} needs numbering from 1 up, a full stop after each number.
For the discussion I need numbers at the start of each line of {f}, so 1. for the top one, and so forth.
## bullet
Put a dash and a space in front of every line of {f}.
Make bullets of the lines in {f}, with "- ".
Every line in {f} should start with "- ".
Turn {f} into a dashed list ("- " before each line).
I'd like "- " at the beginning of all lines in {f}.
{f} as bullet points please, the bullet is "- ".
prefix all lines of {f} with "- "
Each entry of {f} needs a "- " before it.
Could you give {f} bullets? A dash and a blank will do.
Our printer wants "- " ahead of each line, so change {f} like that.
## isline
What does {at} of {f} say?
Read me {at} in {f}.
Which words are on {at} in {f}?
Quote {at} of {f}.
{At} of {f}, what's in it?
Tell me exactly how {at} of {f} goes.
I can't remember {at} in {f}. How does it run?
{f}: {at}?
On the phone with the printer. What is written on {at} of {f}?
Could you give me {at} of {f} word for word?
How is {at} in {f} worded?
For the blackboard I need {at} of {f}.
## lines
How many lines has {f}?
Count the lines of {f}.
I need to know how long {f} is, in lines.
{f} - number of lines?
Is {f} long? Tell me how many lines it has.
how many lines in {f}
The contest allows 12 lines. How many are in {f}?
Give me the line count for {f}.
With wc -l, find out the number of lines in {f}.
Into how many lines did I divide {f}?
What's the length of {f} in lines?
## where
On which line of {f} is the {k} mentioned?
Which line number in {f} has the {k}?
The {k} turns up somewhere in {f}; on which line?
Find the {k} in {f} and tell me the number of the line.
In what line does the {k} appear in {f}?
line number of the {k} in {f}?
If I count from the top of {f}, at what line do I meet the {k}?
My pupils search the {k} in {f}. What line is right?
Where in {f} does it say {k}? I want the number of the line.
Please look up in which line of {f} I wrote about the {k}.
## first
How does {f} [begin|start]? Give me the line.
What's the opening line of {f}?
First line of {f}, please.
With which words does {f} open?
Read out how {f} starts, just its top line.
tell me the beginning of {f} (one line)
What stands right at the top of {f}?
Which line comes first in {f}?
I need the opening of {f} for a quotation - one line is enough.
## tagged
Put <b> and </b> around {at} of {f}.
{At} in {f} should be in quotation marks, the double ones.
In {f}, set {at} in **double stars** like this.
Wrap {at} of {f} in round brackets.
I want {at} in {f} to stand between <b> and </b>.
Double quotes around {at}, in {f}, please.
Enclose {at} of {f} in parentheses ( ).
make {at} in {f} bold the markdown way, ** before and after
As {at} of {f} is spoken by someone, add double quotation marks at both ends.
{At} is an aside. Put it in ( ) in {f}.
Could {at} of {f} get <b> at its start and </b> at its end?
Two stars before and two stars after {at} in {f}.
""")
