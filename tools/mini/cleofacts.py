"""Sums in numbers and as short stories, facts of the calendar, and openings to continue."""
import cases as C
import tables as T
from cleowords import NAMES, THINGS, fill, frames

ADD = frames("""What is {a} + {b}?|{a} + {b}|Add {a} and {b}.|What do you get when you add {a} to {b}?|Sum of {a} and {b}?|How much is {a} plus {b}?|{a} plus {b} equals what?|Work out {a} + {b}.|Please add {b} to {a}.|
Compute {a}+{b}|What does {a} + {b} come to?|Tell me {a} plus {b}.|Give the total of {a} and {b}.|Calculate the sum {a} + {b}.|If I add {a} and {b}, what is the result?|{b} more than {a} is what number?|What number is {b} greater than {a}?|
Increase {a} by {b}.|Put {a} and {b} together. What is the total?|Solve: {a} + {b} = ?|Evaluate {a} + {b} for me.|Count on {b} from {a}. Where do you land?|total of {a} and {b}|can you add {a} and {b}|Quick sum: {a} and {b}?""")
SUBTRACT = frames("""What is {a} - {b}?|{a} - {b}|Subtract {b} from {a}.|Take {b} away from {a}.|How much is {a} minus {b}?|{a} minus {b} equals what?|Work out {a} - {b}.|What is the difference of {a} and {b}?|
Compute {a}-{b}|What remains if {b} is taken from {a}?|Tell me {a} minus {b}.|What do I get when I subtract {b} from {a}?|Calculate {a} - {b}.|{b} less than {a} is what number?|What number is {b} smaller than {a}?|Decrease {a} by {b}.|
Lower {a} by {b}. What is left?|Solve: {a} - {b} = ?|Evaluate {a} - {b} for me.|Count back {b} from {a}. Where do you land?|difference between {a} and {b}|By how much is {a} bigger than {b}?|How far is it from {b} up to {a}?|What must I add to {b} to reach {a}?|{a} take away {b}""")
MULTIPLY = frames("""What is {a} * {b}?|What is {a} x {b}?|What is {a} times {b}?|{a} times {b}|Multiply {a} by {b}.|Product of {a} and {b}?|How much is {a} times {b}?|Compute {a}*{b}|Work out {a} x {b}.|Tell me the product of {a} and {b}.|
Calculate {a} multiplied by {b}.|What do {a} lots of {b} make?|{a} groups of {b} are how many?|Solve: {a} * {b} = ?|What does {a} times {b} equal?|What is {a} multiplied by {b}?|Give me {a} times {b}, please.|Evaluate {a} * {b}.|{a} sets of {b} make how many?|If I multiply {a} and {b}, what comes out?""")
DOUBLE = frames("""What is double {a}?|Double {a}.|What is twice {a}?|What is two times {a}?|Give me the double of {a}.|How much is twice {a}?|What do you get if you double {a}?|{a} doubled is what?|Work out twice {a}.|Tell me double {a}.|
Compute the double of {a}.|If {a} is doubled, what results?|What number is twice as large as {a}?|Please double the number {a}.|What is {a} and {a} together?|Make {a} twice as big.|double of {a}?|twice {a}?|Calculate twice the number {a}.|What is the double of {a}?""")
HALF = frames("""What is half of {a}?|Halve {a}.|What is one half of {a}?|Half of {a}?|Give me half of {a}.|How much is half of {a}?|What do you get if you halve {a}?|{a} halved is what?|Work out half of {a}.|Tell me half of {a}.|
Compute half of {a}.|If {a} is halved, what results?|What number is half as large as {a}?|Please halve the number {a}.|What is {a} divided by two?|Divide {a} by two.|What is {a} split into two equal parts? Give one part.|Cut {a} in half.|Calculate one half of {a}.|What is {a} / 2?""")
ADD_STORIES = frames("""{N} has {a} {t} and gets {b} more. How many {t} does {N} have now?|A box holds {a} {t}. {N} puts in {b} more. How many are in it?|There are {a} {t} on the table and {b} on the floor. How many in all?|{N} found {a} {t} and {M} found {b}. How many did they find together?|
{N} bought {a} {t} on Monday and {b} on Tuesday. How many {t} is that?|A shop had {a} {t} and received {b}. How many {t} has it now?|{N} counted {a} {t}, then {b} more. What is the total?|One bag has {a} {t}, another has {b}. How many {t} altogether?|
I own {a} {t}. My sister gives me {b} more. How many do I own?|{a} {t} are in the first jar and {b} in the second. How many {t} are in both?|{N} made {a} {t}; {M} made {b}. How many {t} were made?|A drawer contains {a} {t}. We add {b}. How many does it contain now?|
{N} saved {a} {t} last year and {b} this year. How many {t} are saved?|A bus carries {a} people and {b} more get on. How many people are on the bus?|{N} walked {a} miles and then {b} miles. How many miles in total?|A class has {a} girls and {b} boys. How many children is that?|
{N} is {a} years old. How old will {N} be in {b} years?|It was {a} degrees and got {b} degrees warmer. How warm is it now?|A book costs {a} euros and a pen {b} euros. What do both cost?|{N} read {a} pages before lunch and {b} after. How many pages were read?|
A farm keeps {a} cows and {b} goats. How many animals are there?|The tower had {a} floors and {b} were added. How many floors does it have?|{N} scored {a} points, then another {b}. What is the score?|On the shelf stand {a} {t}. {M} brings {b}. How many stand there now?|
{N} planted {a} trees and {M} planted {b}. How many trees were planted?|There were {a} birds on a wire and {b} joined them. How many birds are there?|A truck loads {a} crates, then {b} crates. How many crates does it hold?|{N} drank {a} cups of tea in May and {b} in June. How many cups?|
We sold {a} tickets in the morning and {b} in the evening. How many tickets were sold?|{N} needs {a} {t} for one job and {b} for another. How many {t} are needed?|A trip takes {a} minutes by train and {b} minutes on foot. How long is it in minutes?|{M} gave {N}, who had {a} {t}, {b} more. How many has {N}?""")
SUBTRACT_STORIES = frames("""{N} has {a} {t} and gives away {b}. How many {t} are left?|A box holds {a} {t}. {N} takes out {b}. How many stay in it?|There were {a} {t} on the table and {b} fell off. How many are still there?|{N} had {a} {t} and lost {b}. How many remain?|
A shop had {a} {t} and sold {b}. How many {t} has it now?|{N} baked {a} cakes and {M} ate {b}. How many cakes are left?|Of {a} {t}, {b} are broken. How many are whole?|I had {a} {t} but used {b}. How many do I still have?|
{N} has {a} {t}, {M} has {b}. How many more does {N} have?|A bus carries {a} people and {b} get off. How many people stay on?|A rope is {a} meters long and {b} meters are cut off. How long is the rest?|{N} wants to read {a} pages and has read {b}. How many pages are left to read?|
It was {a} degrees and got {b} degrees colder. What is it now?|A coat cost {a} euros and is now {b} euros cheaper. What does it cost?|{N} is {a} and {M} is {b} years younger. How old is {M}?|A jar had {a} {t}; {b} were eaten by mice. How many are there now?|
{N} owes {a} coins and pays back {b}. How many coins are still owed?|There are {a} seats and {b} are taken. How many seats are free?|A farm had {a} sheep and {b} ran off. How many stayed?|{N} collected {a} {t} and threw {b} away. How many were kept?|
The road is {a} miles long. {N} has driven {b}. How many miles are left?|A team of {a} loses {b} players. How many players remain?|From {a} {t} we hand {b} to {M}. How many do we keep?|{a} birds sat in a tree and {b} flew off. How many birds still sit there?|
A tank holds {a} liters and {b} leak out. How many liters are in it?|{N} must carry {a} {t} and has carried {b}. How many are still to carry?|Out of {a} lights {b} are off. How many are on?|A test has {a} questions. {N} got {b} wrong. How many were right?|
{N} put {a} {t} in a bag, but {b} fell through a hole. How many {t} are in the bag?|A hotel has {a} rooms, {b} of them full. How many are empty?|{M} borrowed {b} of the {a} {t} of {N}. How many has {N} left?|The race has {a} laps and {b} are done. How many laps remain?""")
TIMES_STORIES = frames("""There are {a} boxes with {b} {t} each. How many {t} in all?|{N} buys {a} packs of {b} {t}. How many {t} is that?|Each of {a} friends has {b} {t}. How many {t} do they have?|A hall has {a} rows of {b} chairs. How many chairs are there?|{N} reads {b} pages a day for {a} days. How many pages is that?|
One ticket costs {b} euros. What do {a} tickets cost?|{a} bags hold {b} {t} each. How many {t} altogether?|{N} runs {b} miles on each of {a} days. How many miles in total?|A garden has {a} beds with {b} flowers in each. How many flowers?|{a} cars carry {b} people each. How many people ride?""")
MONTH_LENGTH = frames("""How many days does {m} have?|How many days are in {m}?|How many days are there in {m}?|How long is {m} in days?|Days in {m}?|Number of days in {m}?|Tell me how many days {m} has.|How many days has {m}?|What is the length of {m} in days?|{m} has how many days?|
In {m}, how many days are there?|How many days long is {m}?|Give the number of days of {m}.|The month of {m}: how many days?|How many dates are on the page for {m}?|How many days does the month of {m} contain?|Do you know how many days {m} has?|Count of days in {m}, please.|What number of days does {m} have?|I forgot how many days {m} has. How many?""")
NEXT = frames("""What {u} comes after {x}?|Which {u} follows {x}?|What {u} is after {x}?|What is the next {u} after {x}?|Name the {u} after {x}.|After {x} comes which {u}?|Which {u} comes right after {x}?|Tell me the {u} that follows {x}.|If this {u} is {x}, which one is next?|{x} is followed by which {u}?|
What {u} do we get when {x} is over?|Give me the {u} directly after {x}.|Which {u} starts when {x} ends?|The {u} after {x}?|What comes after {x}?|What follows {x}?|Which {u} is one later than {x}?|{x} has ended. What {u} is it now?|Say the {u} that comes next after {x}.|Going forward, which {u} comes after {x}?""")
PREVIOUS = frames("""What {u} comes before {x}?|Which {u} precedes {x}?|What {u} is before {x}?|What is the previous {u} before {x}?|Name the {u} before {x}.|Before {x} comes which {u}?|Which {u} comes right before {x}?|Tell me the {u} that precedes {x}.|If this {u} is {x}, which one was last?|{x} follows which {u}?|
What {u} ends when {x} begins?|Give me the {u} directly before {x}.|Which {u} ends just as {x} starts?|The {u} before {x}?|What comes before {x}?|What precedes {x}?|Which {u} is one earlier than {x}?|{x} has just begun. What {u} was it before?|Say the {u} that came before {x}.|Going back, which {u} comes before {x}?""")
MONTH_NUMBER = frames("""What number is {m} among the months?|Which month number is {m}?|What is the number of the month {m}?|{m} is month number what?|What number does {m} have in the calendar?|Give the month number of {m}.|At which place in the year is {m}?|How is {m} written as a number?|What position does {m} have in the year?|In numbers, which month is {m}?|
Month number of {m}?|Tell me the number of {m} in the year.|On a date form, what number stands for {m}?|Counting from January as one, what is {m}?|If months are numbered from one, which number is {m}?|Which number belongs to {m}?|Write {m} as a month number.|What is {m} as a number?|As a number, {m} is which month?|The number for {m}, please?""")
NUMBERED_MONTH = frames("""Which month is number {k}?|What is the {o} month?|What is the {o} month of the year?|Name the {o} month.|Month {k} is which one?|Which month has number {k}?|Name month number {k}.|Which month is the {o} of the year?|What month does the number {k} stand for?|The {o} month is called what?|
Give me the name of month {k}.|What is month {k} called?|In the calendar, what is the {o} month?|Which month comes in place {k}?|A date shows month {k}. Which month is it?|Tell me the {o} month.|What do we call the {o} month?|month number {k}?|Say the name of the {o} month.|Number {k} of the twelve months is?""")
LATER = frames("""What day is it two days after {x}?|Today is {x}. What day is it in two days?|Which day comes two days after {x}?|If it is {x} now, what day is it two days later?|{x} plus two days is which day?|Two days after {x} is what day?|It is {x}. What is the day after tomorrow?|Name the day two days later than {x}.|I leave on {x} and arrive two days later. Which day is that?|If today is {x}, what day is the day after tomorrow?|
A parcel sent on {x} takes two days. On which day is it there?|Count two days on from {x}.|Starting on {x}, which day is it after two days?|The shop opens two days after {x}. Which day?|What weekday follows {x} by two days?|Tell me the day that is two days past {x}.|Tomorrow is the day after {x}. What is the day after that?|Yesterday was {w}. What day is it in two days?|We meet two days after {x}. On what day?|What day will it be in two days if today is {x}?""")
UNITS = [("days", "week", 7), ("months", "year", 12), ("hours", "day", 24), ("minutes", "hour", 60), ("seconds", "minute", 60), ("weeks", "year", 52), ("years", "decade", 10), ("years", "century", 100), ("seasons", "year", 4), ("quarters", "year", 4), ("days", "fortnight", 14), ("eggs", "dozen", 12), ("sides", "triangle", 3), ("sides", "square", 4), ("sides", "pentagon", 5), ("sides", "hexagon", 6), ("legs", "spider", 8), ("bits", "byte", 8), ("centimeters", "meter", 100), ("days", "weekend", 2), ("cents", "dollar", 100), ("wheels", "bicycle", 2), ("strings", "violin", 4), ("players", "duet", 2)]
UNIT_ASKS = frames("""How many {p} does {s} have?|How many {p} has {s}?|{S} has how many {p}?|Tell me how many {p} {s} has.|How many {p} are there in {s}?|Number of {p} of {s}?|What number of {p} does {s} have?|Do you know how many {p} {s} has?|Give the number of {p} that {s} has.|How many {p} in {s}?|
How many {p} belong to {s}?|Say how many {p} {s} has.|{S}: how many {p}?|Quick question: how many {p} does {s} have?|Count the {p} of {s} for me.|Can you tell me how many {p} {s} has?|I need to know how many {p} {s} has.|What is the usual number of {p} of {s}?|In {s}, how many {p} are there?|Please state the number of {p} in {s}.""")

OPEN_ADD = frames("""{a} + {b} =|{a}+{b}=|{a} + {b} equals|{a} plus {b} is|{a} plus {b} equals|{a} plus {b} makes|Adding {a} to {b} gives|Adding {a} and {b} gives|Adding {b} to {a} results in|The sum of {a} and {b} is|The sum of {a} and {b} equals|The total of {a} and {b} is|{a} and {b} make|{a} and {b} together are|{a} and {b} add up to|If you add {b} to {a} you get|If you add {a} and {b}, you get|When {a} and {b} are added, the result is|Problem: {a} + {b}\nResult:|Problem: {a} + {b}\nAnswer:|Question: What is {a} + {b}?\nAnswer:|Q: {a} + {b}\nA:|Q: What is {a} plus {b}?\nA:|Sum: {a} + {b}\nTotal:|Exercise: {a} + {b}\nSolution:|Task: add {a} and {b}\nResult:|Input: {a} + {b}\nOutput:|First: {a}\nSecond: {b}\nSum:|{b} more than {a} is|{a} increased by {b} is|{a} raised by {b} becomes|Counting on {b} from {a} leads to|Put {a} and {b} together and you have|
The result of {a} + {b} is|The answer to {a} + {b} is|The value of {a} + {b} is|We know that {a} + {b} =|It is clear that {a} plus {b} equals|Together, {a} coins and {b} coins make|A box of {a} and a box of {b} hold in all|Start at {a}, go up {b}, and you reach|>>> {a} + {b}\n|$ expr {a} + {b}\n|print({a} + {b})  # prints|add({a}, {b}) returns|sum([{a}, {b}]) ==|x = {a}\ny = {b}\nx + y =|Having {a} and getting {b} more makes|To {a} we add {b}, which gives|By adding {b} to {a} one obtains""")
OPEN_SUBTRACT = frames("""{a} - {b} =|{a}-{b}=|{a} - {b} equals|{a} minus {b} is|{a} minus {b} equals|{a} minus {b} makes|{a} less {b} makes|{a} less {b} is|Taking {b} away from {a} gives|Taking {b} from {a} leaves|Subtracting {b} from {a} gives|Subtracting {b} from {a} results in|The difference of {a} and {b} is|The difference between {a} and {b} is|{a} take away {b} is|{a} take away {b} leaves|If you take {b} from {a} you get|If you subtract {b} from {a}, you get|When {b} is subtracted from {a}, the result is|Problem: {a} - {b}\nResult:|Problem: {a} - {b}\nAnswer:|Question: What is {a} - {b}?\nAnswer:|Q: {a} - {b}\nA:|Q: What is {a} minus {b}?\nA:|Exercise: {a} - {b}\nSolution:|Task: subtract {b} from {a}\nResult:|Input: {a} - {b}\nOutput:|Start: {a}\nTaken: {b}\nLeft:|First: {a}\nSecond: {b}\nDifference:|{b} less than {a} is|{a} decreased by {b} is|{a} lowered by {b} becomes|Counting back {b} from {a} leads to|
The result of {a} - {b} is|The answer to {a} - {b} is|The value of {a} - {b} is|We know that {a} - {b} =|It is clear that {a} minus {b} equals|Remove {b} coins from {a} coins and what is left is|Start at {a}, go down {b}, and you reach|>>> {a} - {b}\n|$ expr {a} - {b}\n|print({a} - {b})  # prints|subtract({a}, {b}) returns|x = {a}\ny = {b}\nx - y =|Having {a} and losing {b} leaves|From {a} we take {b}, which gives|By taking {b} off {a} one obtains|Of {a} seats {b} are taken, so the number of free ones is|{a} without {b} is""")
OPEN_MONTH_LENGTH = frames("""Month: {m}\nNumber of days:|Month: {m}\nDays:|Month: {m}\nLength in days:|The number of days in {m} is|The number of days of {m} is|Days in {m}:|{m}, days:|Q: How many days does {m} have?\nA:|Question: How many days are in {m}?\nAnswer:|The length of {m} in days is|In days, {m} has a length of|The month of {m} has|{m} has|Every year, {m} has|If you count the days of {m}, you get|Counting the days in {m} gives|The month {m} lasts for|days_in("{m}") ==|days["{m}"] =|month = "{m}"\ndays =|Calendar entry\nName: {m}\nDays:|In the calendar, the number of days given for {m} is|How many days has {m}? It has|How many days are in {m}? There are|A calendar page for {m} has a number of days, which is|Input: days in {m}\nOutput:|{m} = number of days:|We all know that {m} has|name,days\n{m},""")
OPEN_NEXT = frames("""The {u} after {x} is|After {x} comes|Right after {x} comes|{x} is followed by|The {u} that follows {x} is|The next {u} after {x} is|Following {x} is|When {x} is over, it is|When {x} ends, the next {u} is|Once {x} has passed, we have|{U}: {x}\nNext {u}:|{U}: {x}\nThe one after:|Now: {x}\nNext:|Current {u}: {x}\nFollowing {u}:|Q: Which {u} comes after {x}?\nA:|Question: What {u} follows {x}?\nAnswer:|next {u}, {x} ->|One {u} later than {x} is|The {u} which comes directly after {x} is|In order, the {u} after {x} is|Input: {u} after {x}\nOutput:|First {x}, then|As a rule, {x} comes just before|{x} ends and then begins|If this {u} is {x}, the next one is|Coming right behind {x} is|First: {x}\nSecond:""")
OPEN_PREVIOUS = frames("""The {u} before {x} is|Before {x} comes|Right before {x} comes|{x} is preceded by|The {u} that precedes {x} is|The previous {u} to {x} is|Immediately before {x} is|When {x} begins, what has just ended is|The {u} that ends when {x} starts is|Before {x} we have|{U}: {x}\nPrevious {u}:|{U}: {x}\nThe one before:|Now: {x}\nBefore that:|Current {u}: {x}\nLast {u}:|Q: Which {u} comes before {x}?\nA:|Question: What {u} precedes {x}?\nAnswer:|previous {u}, {x} ->|One {u} earlier than {x} is|The {u} which comes directly before {x} is|In order, the {u} before {x} is|Input: {u} before {x}\nOutput:|As a rule, {x} comes just after|{x} follows|If this {u} is {x}, the last one was|Going back from {x} we find|The {u} just earlier than {x} is|Second: {x}\nFirst:""")
OPEN_UNITS = frames("""The number of {p} in {s} is|The number of {p} of {s} is|{S} has|How many {p} does {s} have? It has|How many {p} are in {s}? There are|Q: How many {p} does {s} have?\nA:|Question: How many {p} has {s}?\nAnswer:|{S}, number of {p}:|Number of {p} in {s}:|Counting the {p} of {s} gives|If you count the {p} of {s}, you get|It is well known that {s} has|Everyone knows that {s} has|We all know that {s} has|Thing: {s}\nNumber of {p}:|Input: {p} in {s}\nOutput:|Fact: {s} has|In {s}, the number of {p} is|As a number, the {p} of {s} are|For {s} the number of {p} is|Always remember that {s} has|As for {p}, {s} has|Number of {p} that {s} has:|The count of {p} for {s} is|Every child learns that {s} has|{p} in {s} =|Without exception {s} has""")
SUM_KINDS = [(ADD, "+"), (SUBTRACT, "-"), (MULTIPLY, "*"), (DOUBLE, "2"), (HALF, "/"), (ADD_STORIES, "+"), (ADD_STORIES, "+"), (SUBTRACT_STORIES, "-"), (SUBTRACT_STORIES, "-"), (TIMES_STORIES, "*")]


def two_numbers(r, sign):
    """(a, b, result) of a sum, a difference or a product."""
    if sign == "*":
        a, b = r.randint(2, 12), r.randint(2, 12)
        return a, b, a * b
    top = r.choice([20, 50, 100])
    a = r.randint(5, top)
    b = r.randint(2, a - 2)
    if sign == "-":
        return a, b, a - b
    x, y = r.choice([(b, a - b), (a - b, b)])
    return x, y, a


def sums(r):
    asks, sign = r.choice(SUM_KINDS)
    frame = r.choice(asks)
    n, m = r.sample(NAMES, 2)
    if sign in "2/":
        k = r.randint(1, 50)
        a, res = (k, 2 * k) if sign == "2" else (2 * k, k)
        q, answer = fill(frame, a=a), f"Double {a} is {res}." if sign == "2" else f"Half of {a} is {res}."
    else:
        a, b, res = two_numbers(r, sign)
        q, answer = fill(frame, a=a, b=b, N=n, M=m, t=r.choice(THINGS)), f"{a} {sign} {b} = {res}."
    return C.case("facts", q, C.amount(res), 48), answer


def order(r):
    """A day or month, and the list it is of."""
    u, xs = r.choice([("day", T.DAYS), ("month", T.MONTHS)])
    return u, xs, r.randrange(len(xs))


def dates(r):
    kind = r.randrange(6)
    i = r.randrange(12)
    m = T.MONTHS[i]
    if kind == 0:
        days = T.MONTH_DAYS[i]
        check = C.amount(days) if i != 1 else {"any": ["28", "29", "twenty-eight", "twenty-nine"]}
        return C.case("facts", fill(r.choice(MONTH_LENGTH), m=m), check, 48), f"{m} has {days} days" + (", or 29 in a leap year." if i == 1 else ".")
    if kind == 1:
        o = T.ORDINALS[i]
        tail = {1: "st", 2: "nd", 3: "rd"}.get(i + 1, "th")
        return C.case("facts", fill(r.choice(MONTH_NUMBER), m=m), {"any": [str(i + 1), C.number_words(i + 1), o, f"{i + 1}{tail}"]}, 48), f"{m} is month {i + 1}."
    if kind == 2:
        return C.case("facts", fill(r.choice(NUMBERED_MONTH), k=i + 1, o=T.ORDINALS[i]), {"word": m}, 48), f"Month {i + 1} is {m}."
    if kind == 3:
        d = r.randrange(7)
        frame = r.choice(LATER)
        day = T.DAYS[(d + (3 if "{w}" in frame else 2)) % 7]
        q = fill(frame, w=T.DAYS[d], x=T.DAYS[d])
        return C.case("facts", q, {"word": day}, 48), f"It is {day}."
    u, xs, j = order(r)
    step = 1 if kind == 4 else -1
    y = xs[(j + step) % len(xs)]
    frame = r.choice(NEXT if kind == 4 else PREVIOUS)
    return C.case("facts", fill(frame, u=u, x=xs[j]), {"word": y}, 48), f"{y} comes {'after' if kind == 4 else 'before'} {xs[j]}."


def unit(r):
    p, s, n = r.choice(UNITS)
    return p, ("an " if s == "hour" else "a ") + s, n


def units(r):
    p, s, n = unit(r)
    return C.case("facts", fill(r.choice(UNIT_ASKS), p=p, s=s, S=C.up(s)), C.amount(n), 48), f"{C.up(s)} has {n} {p}."


def facts(r):
    """A question about a sum, the calendar or a unit, and its answer."""
    return r.choices([sums, dates, units], [6, 4, 1])[0](r)


def continued(text, word, noun):
    """How a text goes on: a bare word after a label or code, else the end of a sentence."""
    space = "" if text.endswith(("\n", ",")) else " "
    if "\n" in text or not text[-1].isalpha() or text.endswith(("prints", "returns")):
        return space + word
    if text.endswith((" has", " lasts for", "There are")) and noun:
        return f"{space}{word} {noun}."
    return space + word + "."


def completion(r):
    """Raw text to continue by a number, a day or a month, and the continuation."""
    kind = r.choices(["+", "-", "length", "next", "previous", "units"], [5, 5, 2, 2, 2, 1])[0]
    noun = ""
    if kind in "+-":
        a, b, res = two_numbers(r, kind)
        frame, words = r.choice(OPEN_ADD if kind == "+" else OPEN_SUBTRACT), [str(res)]
        text = fill(frame, a=a, b=b)
    elif kind == "length":
        i = r.randrange(12)
        frame, words = r.choice(OPEN_MONTH_LENGTH), [str(T.MONTH_DAYS[i])] + ["29"] * (i == 1)
        text, noun = fill(frame, m=T.MONTHS[i]), "days"
    elif kind == "units":
        noun, s, n = unit(r)
        frame, words = r.choice(OPEN_UNITS), [str(n)]
        text = fill(frame, p=noun, s=s, S=C.up(s))
    else:
        u, xs, j = order(r)
        frame, words = r.choice(OPEN_NEXT if kind == "next" else OPEN_PREVIOUS), [xs[(j + (1 if kind == "next" else -1)) % len(xs)]]
        text = fill(frame, u=u, U=C.up(u), x=xs[j])
    text = text + "\n" if text.startswith((">>>", "$ ")) else text
    return {"skill": "completion", "prompt": text, "tools": None, "think": False, "max_tokens": 12, "check": {"begins": words, "case": False}}, continued(text, words[0], noun)
