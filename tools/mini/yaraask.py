"""Sentences that ask for capitals, elements and the calendar's neighbours."""

L = str.splitlines
CAPITAL = L("""What's the capital of {c}?
capital {C}
Which city is the seat of government in {c}?
Name the capital city of {c}.
{C}: capital?
I'm flying to {c} and want to know its capital.
Could you tell me which city serves as the capital of {c}?
If I were ambassador to {c}, in which capital would I live?
Capital for {C} pls
My quiz sheet says "{C}, capital: ____". What goes there?
In {c}, which city is the capital?
how is called the capital of {c}?
I need the capital of {c} for a crossword.
The government of {c} sits in which capital city?
What city do I write down as capital of {c}?
Fill in: {C} -> its capital
Tell me {C}'s capital city.
I keep forgetting what the capital of {c} is called.
Would you know the capital of {c} by any chance?
Geography homework. Country: {C}. Capital: ?
I wish I remembered the capital of {c}. Which is it?
Of all cities in {c}, which one is the capital?
When people speak of the capital of {c}, which town do they mean?
You have a map of {c}; what is the name of its capital?
give me capital city from {c}
Kindly state the capital of {c}.
Say I mail a letter to the parliament of {c}. What capital city goes on the envelope?
{C} has which capital?
Do you know what {C}'s capital is?
Which place is {c} governed from, I mean the capital?
My daughter asked for the capital of {c} and I had no idea.
Let me have the name of the capital of {c}.
country = {C}; capital = ?""")
COUNTRY = L("""{k} is the capital of which country?
country with capital {k}?
Which nation has {k} as its capital?
I'm in {k}, a capital city. What country am I in?
{k}: capital of what?
If the capital is {k}, name the country.
Whose capital is {k}?
For which country does {k} serve as the capital?
Tell me what country {k} is the capital of.
My flight lands in the capital {k}. What country is that?
I need to know the country that is ruled from {k}.
You read "capital: {k}" on a card. Which country is on the back?
what country has for capital the city {k}?
The capital city {k} belongs to which state?
Name the country whose capital city is {k}.
Please identify the country whose seat of government is {k}.
A friend moved to {k}, the capital of... which country again?
Capital {k}, country ____?
Of what country is {k} the capital city?
I know {k} is a capital, but of which country?
capital = {k}; country = ?
Could you say which country you'd find {k} in?
Where in the world is {k}? Country please.
What's the country with {k} as capital called?
{k} - which country?
Help me out, {k} is capital of what country?
In which country do you stand when you visit its capital {k}?
I'd love to know which country calls {k} its capital.
The parliament sits in {k}. Which country are we talking about?
Write the country that belongs to the capital {k}.
Our teacher said {k} and wants the country it's the capital of.
Which land's capital is called {k}?""")
SYMBOL = L("""What's the chemical symbol for {e}?
symbol of {e}
How do chemists abbreviate {e}?
{E}: symbol?
On the periodic table, which letters stand for {e}?
Give me the element symbol of {e}.
How is {e} written in a formula?
I need the symbol for {e} in my lab report.
Which symbol does {e} have?
What letters do I use for {e} in chemistry?
{E} on the periodic table is written as?
Please state the chemical symbol of {e}.
what is sign of element {e}?
Element {e}, short form?
Tell me how {e} is abbreviated in the periodic system.
I forgot the symbol of {e}, which one is it?
If I label a bottle of {e} with its element symbol, what do I write?
Shorthand in chemistry for {e}?
Could you give the one or two letters for {e}?
element = {e}; symbol = ?
The periodic table shows {e} as which abbreviation?
My flash card says {e} and I must give the symbol.
For the element {e} I want the symbol.
What do they write for {e} in the table of elements?
Do you know the chemical abbreviation of {e}?
Write {e} as a chemical symbol.
A chemist jots down {e}. Which symbol does she use?
Under which symbol do I find {e} in the periodic table?
By what symbol is {e} known to chemists?
Convert the element name {e} to its symbol.
In an equation, {e} would appear as what?""")
ELEMENT = L("""Which element has the symbol {s}?
symbol {s}, which element?
What does {s} stand for on the periodic table?
In chemistry, {s} is short for what?
Name the element written {s}.
{s} in the periodic table?
I see {s} in a formula. What element is that?
The symbol {s} means which element?
Tell me the full name of the element {s}.
chemical element with sign {s}, how it is called?
Spell out the element behind the symbol {s}.
What's the element {s} called?
A label says {s}. Which chemical element is inside?
symbol = {s}; element = ?
Could you expand the chemical symbol {s}?
Please give the name of the element with symbol {s}.
My periodic table only shows {s}. What's the name?
Which chemical element do chemists write as {s}?
I must name the element for {s}.
Chemistry quiz: {s} is the symbol of...?
If the symbol reads {s}, what is the element?
Element {s}: name?
I'd like to know which element goes by {s}.
For what element is {s} the abbreviation?
Decode the element symbol {s} for me.
When you see {s} on an element chart, what do you say?
The box on the chart reads {s}. Give the element.
What substance, as an element, is abbreviated {s}?
Say the element name that matches {s}.
Whose chemical symbol is {s}?
How do you call the element {s}?""")
ATOMIC = L("""What's the atomic number of {e}?
atomic number {e}
How many protons are in an atom of {e}?
{E}: atomic number?
Which number does {e} have in the periodic table?
Tell me the proton count of {e}.
I need {e}'s atomic number.
At what position is {e} in the periodic table?
The nucleus of {e} holds how many protons?
Please state the atomic number for {e}.
what number is {e} in table of elements?
Give the number of protons for {e}.
Under what atomic number is {e} listed?
Element {e}, Z = ?
What is Z for {e}?
{E} is element number what?
For my table I need the atomic number belonging to {e}.
Count the protons in one {e} atom.
If I look up {e}, which atomic number will I see?
Do you know the atomic number of the element {e}?
Where in the order of elements does {e} come, by number?
Which atomic number was given to {e}?
I wonder how many protons {e} has.
Say the atomic number that {e} carries.
Periodic table lookup: {e}, number please.
element = {e}; atomic number = ?
By number of protons, what is {e}?
An atom of {e} has a nuclear charge of how many protons?
Could you look up which number element {e} is?
My worksheet asks for the number of protons in {e}.
Write down the atomic number of {e}.""")
BY_NUMBER = L("""Which element has atomic number {n}?
element number {n}?
What element has {n} protons?
Name element {n} of the periodic table.
Atomic number {n} belongs to which element?
Z = {n}, which element?
Tell me the element at position {n} in the periodic table.
An atom with {n} protons is what element?
I need the name of the element numbered {n}.
what is called the element with number {n}?
Number {n} on the periodic table is?
If the atomic number is {n}, what's the element?
Please identify the element whose atomic number is {n}.
The nucleus has {n} protons. Which element?
Which chemical element sits in box {n} of the table?
atomic number = {n}; element = ?
Say which element is listed under {n}.
Give me the element with proton number {n}.
My card shows the atomic number {n}, I have to name the element.
Look at spot {n} in the table of elements. What's there?
Who is number {n} among the chemical elements?
Find the element having {n} protons in its nucleus.
Counting from hydrogen as 1, what is element {n}?
I'd like to know what element {n} is.
Chemistry trivia: which element is number {n}?
Element with Z={n}?
Which element do you get with exactly {n} protons?
For atomic number {n}, write the element's name.
Could you name the chemical element with number {n}?
{n} protons make which element?""")
NEXT = L("""Which {u} comes after {x}?
{u} after {x}?
What {u} follows {x}?
If it's {x} now, what's the next {u}?
{x} is over. What {u} starts?
Name the {u} right after {x}.
After {x} comes which {u}?
Tell me the {u} that follows {x}.
what is the next {u} from {x}?
{x}, then? Give the {u}.
The {u} following {x} is called what?
I need the {u} just after {x}.
We meet one {u} later than {x}; which {u} is that?
Which {u} is one later than {x}?
Count one {u} on from {x}.
Please state the {u} that comes immediately after {x}.
When {x} ends, which {u} begins?
Next {u}: {x} -> ?
My toddler asks what {u} there is after {x}.
In the calendar, what {u} stands behind {x}?
Add one {u} to {x}.
Move {x} forward by one {u}.
What's the {u} succeeding {x}?
If this {u} is {x}, what will the coming one be?
Say the {u} that is next in line after {x}.
{x} passed already, so we are in which {u}?
I can't come {x}, only one {u} later. Which one?
After we finish {x}, what {u} do we get?
The deadline slipped by a {u} from {x}. What is it now?
Which {u} do you turn to once {x} is done?
One {u} past {x} is?
Do you know which {u} directly follows {x}?""")
PREVIOUS = L("""Which {u} comes before {x}?
{u} before {x}?
What {u} precedes {x}?
If it's {x} now, what was the last {u}?
{x} has just begun. What {u} ended?
Name the {u} right before {x}.
Before {x} comes which {u}?
Tell me the {u} just ahead of {x}.
what is the previous {u} from {x}?
The {u} preceding {x} is called what?
I need the {u} immediately before {x}.
Which {u} is one earlier than {x}?
Go back one {u} from {x}.
Please state the {u} that comes directly before {x}.
When {x} starts, which {u} has finished?
Previous {u}: ? -> {x}
My toddler asks what {u} there is before {x}.
In the calendar, what {u} stands in front of {x}?
Take one {u} off {x}.
Move {x} back by one {u}.
What's the {u} that leads up to {x}?
If this {u} is {x}, what was the one before?
Say the {u} that {x} follows.
{x} comes after which {u}?
I missed it by one {u}; it was the {u} before {x}. Which?
Until {x} begins, the {u} is still what?
It's due a {u} earlier than {x}. Which {u} then?
Which {u} did we have just before {x}?
One {u} prior to {x} is?
Do you know which {u} is directly in front of {x}?
{x} minus one {u}?""")
