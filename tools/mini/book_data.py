"""Everyday tools of numbers, tables, texts and the office, in the form that catalog.py reads."""

TOOLS = {"math": """
add_numbers/sum_up/total: Adds numbers/Sum of numbers
numbers/values/list *#1-999 What to add/Numbers
- add {numbers}
- add up {numbers}
? what is the sum of {numbers}
- sum {numbers}

average/mean/compute_mean: Average of numbers/Mean
values/numbers/data *#1-500 The numbers/Values
? what is the average of {values}
- average {values}
- compute the mean of {values}
! I need the mean of {values}

power/raise_to/exponent: Raises a number to a power/Power
base/number/x #2-99 The number/Base
exponent/power/n #2-12 The power/How often it is multiplied
- raise {base} to the power of {exponent}
? what is {base} to the power {exponent}
- compute {base}^{exponent}
? how much is {base} to the {exponent}th power

divide_numbers/divide/quotient: Divides one number by another/Division
dividend/numerator/a #10-999 Number that is divided/First number
divisor/denominator/b #2-60 Number to divide by/Second number
- divide {dividend} by {divisor}
? how often does {divisor} go into {dividend}
? what is {dividend} divided by {divisor}
- split {dividend} into {divisor} equal parts

percentage/percent_of/percent: Takes a percentage of a number/Percent
percent/rate/share #1-99 How many percent/Percent
amount/of/number #10-9999 Of which number/The whole
? what is {percent}( percent|%) of {amount}
? how much is {percent}( percent|%) of {amount}
- take {percent}( percent|%) of {amount}
! from {amount} I want {percent}( percent|%)

round_number/round_off/set_digits: Rounds a number/Fewer digits
number/value/x ~1-900 What to round/Number
digits/places/decimals #0-4 Digits after the point/Decimal places
- round {number} to {digits} (digits|places)
- cut {number} to {digits} decimals
- give me {number} with {digits} digits

random_number/pick_number/draw_number: A random number/Draws a number
min/low/from #0-20 Smallest/Lower bound
max/high/to #30-999 Largest/Upper bound
- pick a number between {min} and {max}
- give me a random number from {min} to {max}
- draw a number between {min} and {max}
! any number up to {max}, but not below {min}

area_rectangle/rectangle_area/get_area: Area of a rectangle/Length times width
length/long/a ~1-90 Longer side/Length
width/wide/b ~1-90 Shorter side/Width
? what is the area of a rectangle {length} long and {width} wide
? how big is a field that is {width} wide and {length} long
- compute the area for length {length} and width {width}

loan_payment/mortgage/loan: Monthly rate of a loan/Loan calculator
amount/principal/sum #1000-90000 Money borrowed/Loan
interest/rate/percent ~0.5-12 Interest in percent/Rate a year
years/term/duration #1-40 How long in years/Years
? what do I pay for {amount} at {interest}( percent|%) over {years} years
- compute a loan of {amount} for {years} years with {interest}( percent|%)
! I borrow {amount} at {interest}( percent|%) for {years} years

convert_units/unit_converter/change_unit: Changes a value from one unit to another/Unit conversion
value/amount/number ~1-900 What to convert/Amount
from_unit/source/unit_from measure Unit it has/From
to_unit/target/unit_to measure Unit it gets/To
- convert {value} {from_unit} to {to_unit}
- convert {value} from {from_unit} to {to_unit}
? how many {to_unit} are {value} {from_unit}
- turn {value} {from_unit} into {to_unit}
! I have {value} {from_unit} and need {to_unit}
? what is {value} {from_unit} in {to_unit}
""", "data": """
filter_rows/select_rows/where: Keeps rows that fulfil a condition/Filter of a table
table/from/source table Which table/Table
condition/where/filter =age&>=&18,price&<&100,status&=&'open',total&>&0,city&=&'Rome',rank&<=&10 Condition/Which rows stay
limit?/top?/max? #1-500 Most rows/How many rows
- show (the |)rows of {table} where {condition}
- filter {table} by {condition}[, at most {limit}]
- get {limit} rows from {table} with {condition}
? which {table} have {condition}

sort_table/order_rows/order_by: Sorts a table/Order of rows
table/data/what table Table to sort/Which table
column/by/key column Column to sort by/Sort key
descending?/reverse?/desc? ! Largest first/True for falling order
- sort {table} by {column}
- order the {table} by {column}[, {descending=largest first:true,smallest first:false}]
- sort {table} by {column} {descending=upwards:false,downwards:true}

plot_chart/draw_chart/make_plot: Draws a chart of a table/Plot
kind/type/chart =bar,line,pie,scatter Kind of chart/Which chart
x/column_x/horizontal column Column along the bottom/X axis
y/column_y/vertical column Column going up/Y axis
title?/heading? title Title over the chart/Heading
- draw a {kind} chart of {y} over {x}
- plot {y} against {x} as a {kind} chart[ with the title {title}]
- make a {kind} chart with {x} along the bottom and {y} going up

export_table/save_table/export_data: Writes a table to a file/Export
table/data/what table Which table/Table
format/as/type =csv,json,xlsx,parquet File format/Format
file/path/to path File to write/Where to
- export {table} as {format} to {file}
- save {table} in {file} as {format}
- write the {table} table to {file} in {format} format

delete_rows/remove_rows/drop_records: Deletes records by number/Removes rows
table/from/in table Which table/Table
ids/rows/numbers *#1-999 Numbers of the records/Which rows
- delete {ids} from {table}
- remove the {table} {ids}
- drop rows {ids} of {table}
! {ids} should be gone from {table}

translate_text/translate/to_language: Translates a text/Translation
text/content/what text What to translate/Text
target/language/to lang Into which language/Target language
source?/from? lang Language of the text/Source language
- translate {text} (into|to) {target}
- translate {text} from {source} to {target}
? how do you say {text} in {target}
? what is {text} in {target}
- put {text} into {target}

count_words/word_count/text_length: Counts words of a text/Length of a text
text/content/input text The text/What to count
unique?/distinct?/different? ! Count each word once/Only different words
- count the words in {text}
? how many {unique=different words:true} are in {text}
? how many words does {text} have
""", "office": """
print_document/print_file/print: Prints a document/Printer
file/document/path filename What to print/Document
copies?/count?/times? #1-40 How many copies/Copies
color?/in_color?/colored? ! In color or black/True for color
double_sided?/duplex?/both_sides? ! Print on both sides/True for both sides
- print {file}[ {copies=twice:2,three times:3}]
- print {copies} copies of {file}[ {color=in color:true,in black and white:false}]
- print {file} {double_sided=on both sides:true,on one side only:false}
! I need {file} on paper, {copies} copies

write_invoice/create_invoice/bill_customer: Writes an invoice/Bill for a customer
customer/company/to company Who pays/Customer
amount/total/sum ~10-900 How much/Sum
due?/due_date?/pay_by? weekday Last day to pay/Due
- bill {customer} {amount} dollars[, due {due}]
- write an invoice of {amount} dollars to {customer}[ to be paid by {due}]
! {customer} owes us {amount} dollars[ until {due}], write a bill
- send {customer} a bill over {amount}[, payable by {due}]

assign_ticket/give_ticket/hand_ticket: Gives a ticket to a person/Work on a ticket
ticket/number/ticket_id #1-9999 Which ticket/Number
person/assignee/to person Who works on it/Person
priority?/level?/urgency? =low,medium,high,urgent How urgent/Priority
- give ticket {ticket} to {person}[ with {priority} priority]
- assign {ticket} to {person}
! {person} takes over ticket {ticket}
- let {person} work on {ticket}[, priority {priority}]

track_time/log_hours/add_hours: Notes hours of work/Time sheet
hours/time/spent ~1-12 How many hours/Hours
project/on/for company Which project/Customer
date?/day?/when? weekday Day of work/Day
! I worked {hours} hours for {project}[ on {date}]
- log {hours} hours on {project}
- note {hours} hours for {project}[ on {date}]
- put {hours} hours on {project}

news_search/get_news/headlines: News about a topic/Headlines
topic/about/subject topic What about/Topic
count?/limit?/number? #1-30 How many/Number of articles
language?/lang?/in? lang Language of the articles/Language
? what is new about {topic}
- show {count} articles about {topic}[ in {language}]
- find news on {topic}[ in {language}]
- get the latest {count} headlines on {topic}

web_search/search_web/look_up: Searches the web/Web search
query/text/q query What to search/Query
results?/limit?/n? #1-20 How many results/Results
safe?/safe_search?/filter? ! Filter the results/True for safe search
- search the web for {query}
- look up {query}[ and give me {results} results]
- search for {query} {safe=with the filter on:true,without a filter:false}
- find {results} pages about {query}

book_ticket/buy_tickets/get_tickets: Buys tickets for something/Tickets
event/show/what title What to see/Event
count/tickets/seats #1-12 How many/Tickets
date?/day?/on? weekday Day/When
row?/seat_row?/line? #1-40 Which row/Row
- buy {count} tickets for {event}[ on {date}][ in row {row}]
- get {count} seats for {event}[, row {row}]
! {count} of us want to see {event}[ on {date}]

repair_vehicle/book_repair/workshop: Books a repair/Workshop
vehicle/what/type vehicle What needs repair/Vehicle
problem/fault/text text What is wrong/Fault
date?/day?/on? weekday When/Day
- book a repair for my {vehicle}: {problem}
- bring the {vehicle} to the workshop[ on {date}] because {problem}
- note a fault of the {vehicle}[ for {date}]: {problem}

refuel/log_fuel/fill_up: Notes fuel that was filled in/Fuel diary
liters/amount/fuel ~5-90 How many liters/Liters
price/cost/paid ~10-160 What was paid/Dollars
km?/odometer?/mileage? #1000-99999 Kilometers on the clock/Odometer
! I put in {liters} liters for {price} dollars[ at {km} km]
- log {liters} liters, {price} dollars
! filling up cost {price} dollars for {liters} liters[, the car has {km} km]

mix_paint/order_paint/paint: Mixes paint/Paint in a color
color/shade/tone color Which color/Color
liters/amount/quantity #1-40 How much/Liters
material?/for?/surface? material What is painted/Surface
- mix {liters} liters of {color}[ for {material}]
! I need {liters} liters of {color} paint[ for {material}]
- order {color} paint, {liters} liters

cut_material/cut/saw: Cuts a piece of material/Saw
material/what/kind material What to cut/Material
length/centimeters/cm #5-400 Length in centimeters/How long
pieces?/count?/number? #1-30 How many pieces/Pieces
- cut {pieces} pieces of {material}, {length} (cm|centimeters) long
- cut {material} to {length} cm
! I need {pieces} {length} cm pieces of {material}
- saw off {length} centimeters of {material}
"""}
