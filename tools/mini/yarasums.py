"""Sentences about months by number and small sums, plain and as stories."""

L = str.splitlines
MONTH_OF = L("""What is the {o} month?
{o} month?
Which month is the {o} of the year?
Name the {o} month of the year.
The {o} month of the year is called what?
Month number {n}?
Which month has number {n}?
month {n} = ?
My form shows month {n}. Which one is that?
Tell me the {o} month in the calendar.
What month do we write as {n}?
A date has {n} in the month field. Name the month.
I need the name of the {o} month.
How is the {o} month of a year named?
If January is 1, which month is {n}?
Say which month comes {o} in a year.
Convert month number {n} to its name.
Please give the month with the number {n}.
Counting from January, what is the {o} month?
Turn to the {o} page of a wall calendar: which month?
Spell out month {n}.
In a year, which month is number {n}?
The {o} of the twelve months is?
what name has the month number {n}?
Which month stands in {o} place?
My bill says "month: {n}". What month do they mean?
I'd like to know what the {o} month is.
Could you name the month that comes {o}?
number {n} among the months?
Look up month no. {n} for me.
The baby is due in the {o} month of the year, so in?""")
NUMBER_OF = L("""What number is {x} among the months?
{x} is month number what?
Which number does the month {x} have?
month number of {x}
How do I write {x} as a number in a date?
{x} as a month number?
Tell me the position of {x} in the year.
Give the number for the month {x}.
In a date with digits only, what number stands for {x}?
Counting from January as 1, where is {x}?
I need {x} in digits.
Convert {x} to its month number.
which number has month {x} in calendar?
If January is 1, what is {x}?
Month = {x}, number = ?
For the form I have to enter {x} as a number.
Say the number of the month called {x}.
At what place in the year does {x} come?
What's {x} when months are numbered?
Please supply the numeric month for {x}.
My spreadsheet wants a number in place of {x}.
Out of 12 months, which number is {x}?
By number, which month is {x}?
The month {x} has what index if we start at 1?
{x}: month no.?
How many months into the year is {x}, counting itself?
I write dates with numbers; what is {x} then?
Do you know the number of {x} in the list of months?
Turn {x} into a month number please.
Number the months from 1 to 12. Which one does {x} get?""")
LENGTH = L("""How many days does {x} have?
days in {x}?
How long is {x} in days?
{x} has how many days?
Number of days in {x}, please.
Tell me how many days there are in {x}.
What is the last date of {x}, 28, 30 or 31?
On which number does {x} end in the calendar?
I need the number of days of {x}.
how much days are in {x}?
How many days make up {x}?
{x}: length in days?
I rent a flat for all of {x}. How many days is that?
If I take a pill daily in {x}, how many pills do I need?
Please state the length of {x} in days.
Does {x} have 30 days, 31 or another number?
Count the days of {x}.
We stay from the first to the last of {x}. How many days?
What number of days does the month {x} contain?
The month {x} lasts how many days?
I'd like to know how many days {x} gives me.
How many dates are on the calendar page for {x}?
From start to end, {x} runs for how many days?
For payroll: days in {x}?
My son says {x} has 29 days. How many does it really have?
month = {x}; days = ?
Say how many days are counted in {x}.
How many daily reports will I write in {x}?
Give me the day count for {x}.
When {x} is complete, how many days have gone by in it?""")
SUM = L("""What is {a} + {b}?
{a}+{b}
Add {a} and {b}.
{a} plus {b}?
What do {a} and {b} make together?
How much is {a} and {b}?
The sum of {a} and {b} is?
I need {a} added to {b}.
Total of {a} and {b}, please.
If I put {a} and {b} together, what do I get?
Work out {a} + {b} for me.
{a} + {b} = ?
Increase {a} by {b}.
{a} more {b}, how much it makes?
Could you total {a} plus {b}?
Which number is {b} more than {a}?
Count up {b} from {a}.
Take {a}, add {b}, and tell me the number.
Please compute the sum: {a}, {b}.
What's left on the right side: {a} + {b} = __
Start at {a} and go up by {b}. Where am I?
How much do you get adding {b} onto {a}?
My calculator died. {a} plus {b} is?
Sum up {a} and {b}.
The result of adding {a} to {b}?
calc {a} + {b}
I'd like the answer to {a} plus {b}.
Tell me what {a} and {b} come to.
add up: {a}, {b}
When {b} is added to {a}, what is the outcome?""")
DIFFERENCE = L("""What is {a} - {b}?
{a}-{b}
Subtract {b} from {a}.
{a} minus {b}?
Take {b} away from {a}.
The difference between {a} and {b} is?
How much is {a} less {b}?
I need {a} minus {b}.
If I remove {b} from {a}, what stays?
Work out {a} - {b} for me.
{a} - {b} = ?
Decrease {a} by {b}.
From {a} take {b}, how much rests?
Which number is {b} less than {a}?
By how much is {a} bigger than {b}?
Count down {b} from {a}.
Start at {a}, go down {b}. Where do you end?
How far is it from {b} up to {a}?
Please compute {a} take away {b}.
What's missing: {b} + __ = {a}
{a} without {b} leaves what?
My calculator died. {a} minus {b} is?
calc {a} - {b}
I'd like the answer to {a} minus {b}.
Tell me what remains of {a} after {b} are gone.
How many more is {a} than {b}?
What must I add to {b} to reach {a}?
Deduct {b} from {a}.
When {b} is taken off {a}, what is the outcome?
Give the difference: {a} and {b}.""")
PRODUCT = L("""What is {a} times {b}?
{a}*{b}
Multiply {a} by {b}.
{a} x {b} = ?
{a} multiplied with {b}?
The product of {a} and {b} is?
How much is {a} times {b}?
I need {a} times {b}.
What do you get for {a} * {b}?
Work out {a} x {b} for me.
calc {a} * {b}
{a} groups of {b} make how many?
Please compute the product of {a} and {b}.
Take {a} exactly {b} times. What's the total?
In the times table, what is {a} by {b}?
My calculator died. {a} times {b} is?
If I multiply {a} and {b}, what comes out?
how much makes {a} by {b}?
{b} lots of {a}?
Tell me the result of multiplying {a} by {b}.
I'd like the answer to {a} times {b}.
{a} rows with {b} in each, how many in all?
Times tables: {a} x {b}
What number is {a} times as big as {b}?
Area of a {a} by {b} rectangle?
{a} times {b} equals?
Give me {a} multiplied by {b}.
Say what {a} sets of {b} add up to.
When {a} is multiplied by {b}, what is the outcome?
product: {a}, {b}""")
SUM_STORY = L("""I buy a {t} for {a} and a {v} for {b}. What do I pay?
{p} has {a} {w} and gets {b} more. How many now?
There are {a} {w} on the left and {b} on the right. How many altogether?
A bus carries {a} people and {b} get on. How many are aboard?
I walked {a} km on Monday and {b} on Tuesday; how far in all?
{p} read {a} pages, then {b} more. Total pages?
The {t} costs {a} dollars, delivery is {b}. What's the full price?
We counted {a} {w}, and {b} new ones arrived. How many are there?
{p} scored {a} points and {q} scored {b}. What's their total?
My jar held {a} coins and I dropped in {b}. How many are inside?
{a} guests came early and {b} late. How many guests came?
One box has {a} {w}, another {b}. How many in both?
I'm {a} years old. How old am I {b} years from now?
I slept {a} minutes, then another {b}. How long did I sleep?
{p} planted {a} roses, {q} planted {b}. How many roses were planted?
First bill {a}, second bill {b}. What do I owe in all?
It was {a} degrees and it warmed up by {b}. What is it now?
A team had {a} members, {b} joined. How big is the team?
A shop sold {a} {w} before lunch and {b} after. How many that day?
I owe {p} {a} euros and {q} {b} euros. How much do I owe?
The first shelf holds {a} books and the second {b}; how many books?
There were {a} cars parked and {b} drove in. How many cars are parked?
{p} saved {a} last week and {b} this week. How much is saved?
A rope of {a} m is tied to one of {b} m. Ignoring the knot, how long?
They baked {a} rolls in the morning plus {b} at noon. How many rolls?
I got {a} emails yesterday, {b} today. How many emails is that?
If {p} picks {a} apples and {q} picks {b}, how many do they have?
Lunch was {a}, coffee {b}. How much did I spend?
In my cart: a {t} at {a} and a {v} at {b}. Total?
{a} kids are in the pool, {b} jump in. How many kids are in it?""")
DIFFERENCE_STORY = L("""There were {a} {w} and {b} went missing. How many are left?
I had {a} dollars and spent {b}. What do I have left?
{p} has {a} {w} and gives {b} to {q}. How many does {p} keep?
{a} birds sat on a wire, {b} flew off. How many stayed?
A bus with {a} people lets {b} off. How many remain?
Out of {a} pages I've read {b}. How many to go?
The {t} was {a} euros, now it's {b} cheaper. Price?
I paid with {a} for something that costs {b}. How much change?
We baked {a} rolls and ate {b}. How many remain?
{p} is {a}, {q} is {b} years younger. How old is {q}?
From a rope of {a} m I cut {b} m. What length is left?
It was {a} degrees, then it fell by {b}. What's the temperature?
Of {a} eggs, {b} broke. How many are whole?
The trip is {a} km and we did {b}. How far still?
{a} seats, {b} taken. How many free?
A class of {a} has {b} absent. How many are present?
{p} had {a} {w} but lost {b}. How many does {p} have now?
The tank held {a} litres, {b} leaked out. What's in it now?
I need {a} points and have {b}. How many more do I need?
A shop stocks {a} {w} and sells {b}. How many are on the shelf?
{b} of the {a} candles burned down; how many are still good?
My phone was at {a} percent and used {b}. What is it at?
{p} scored {a}, {q} {b}. By how many points did {p} win?
If {b} out of {a} letters are posted, how many are not?
The film lasts {a} minutes and {b} are over. How many left?
{a} apples hung on the tree until {b} fell. How many hang there?
I borrowed {a} and paid back {b}. What do I still owe?
In a pond were {a} frogs; {b} hopped away. How many frogs stayed?
You start with {a} lives and lose {b}. How many lives remain?
We invited {a} and {b} said no. How many will come?""")
PRODUCT_STORY = L("""I buy {a} {w} at {b} euros each. What do I pay?
There are {a} boxes with {b} {w} each. How many {w}?
{p} runs {b} km a day for {a} days. How far in all?
{a} tables have {b} chairs each. How many chairs?
A ticket is {b} dollars. What do {a} tickets cost?
Each of {a} kids gets {b} sweets. How many sweets do I need?
{a} rows of {b} seats: how many seats?
{p} earns {b} an hour and works {a} hours. How much is earned?
A pack has {b} {w}. How many are in {a} packs?
I read {b} pages each night. How many after {a} nights?
{a} buses take {b} people each. How many people can ride?
Every one of {a} shelves holds {b} books. How many books?
If one {t} weighs {b} kg, what do {a} of them weigh?
I water {b} plants {a} times. How many waterings?
One lap is {b} minutes. How long do {a} laps take?
{a} teams with {b} players, how many players in total?
{p} puts {b} coins aside each week. How many after {a} weeks?
It costs {b} a night and we stay {a} nights. What's the bill?
There are {a} bags of {b} marbles. How many marbles altogether?
{a} spiders, each with {b} eggs. How many eggs?
Bake {a} trays of {b} rolls. How many rolls come out?
A page holds {b} photos. How many fit on {a} pages?
Each week has {b} lessons and the course is {a} weeks. Lessons in all?
{a} friends pay {b} each. What's in the pot?
One {t} needs {b} screws. How many screws for {a} of them?
My garden has {a} beds of {b} tulips. How many tulips?
We need {b} nails per board and have {a} boards; how many nails?
For {a} cakes with {b} eggs each, how many eggs should I buy?
He climbs {b} stairs, {a} times a day. How many stairs daily?
Parking is {b} an hour. I stay {a} hours. What do I owe?""")
