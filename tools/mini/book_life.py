"""Everyday tools of travel, shops, banks, sport, people and school, in the form that catalog.py reads."""

TOOLS = {"travel": """
book_flight/reserve_flight/flight_booking: Books a flight/Flight between two cities
origin/from/from_city city Where it starts/City of departure
destination/to/to_city city Where it goes/City of arrival
date/day/on weekday Day of the flight/When
seats?/passengers?/people? #1-8 How many people/Number of seats
cabin?/class?/travel_class? =economy,business,first Which class/Class
- book a flight from {origin} to {destination} on {date}[ for {seats} people]
- fly me to {destination} from {origin} on {date}[ in {cabin} class]
- book {seats} {cabin} seats from {origin} to {destination} on {date}
! on {date} I fly to {destination} from {origin}, book it
! we are {seats} and want to fly from {origin} to {destination} on {date}

find_train/search_trains/train_times: Finds trains/Train times
start/from/departure station Where it starts/First station
end/to/arrival station Where it goes/Last station
time?/after?/leaves? time Not before/Time of departure
direct?/no_changes?/nonstop? ! Only without changing/True for direct trains
- find a train from {start} to {end}[ after {time}]
? when does a train go from {start} to {end}
? how do I get to {end} from {start} by train[ after {time}]
? which train goes from {start} to {end}
- find a {direct=direct:true,nonstop:true} train from {start} to {end}

book_hotel/reserve_room_hotel/find_room: Books a room in a hotel/Hotel
hotel/name/where hotel Which hotel/Name of the hotel
nights/days/stay #1-21 How many nights/Length of the stay
arrival/from/check_in weekday First day/Day of arrival
guests?/people?/persons? #1-6 How many people/Guests
breakfast?/with_breakfast?/meals? ! Breakfast wanted/True for breakfast
- book {nights} nights at {hotel} from {arrival} on
- reserve a room at {hotel} for {guests} people, {nights} nights from {arrival}
- book {hotel} for {nights} nights starting {arrival}[, {breakfast=with breakfast:true,without breakfast:false}]
! we arrive at {hotel} on {arrival} and stay {nights} nights

rent_car/hire_car/car_rental: Rents a car/Rental vehicle
city/place/where city Where/Place
days/duration/length #1-30 How many days/Days
kind?/type?/vehicle? vehicle What kind of vehicle/Vehicle
automatic?/auto_gear?/gearbox? ! Automatic gears/True for automatic
- rent a {kind} in {city} for {days} days
- rent a car for {days} days in {city}[ {automatic=with automatic gears:true,with manual gears:false}]
! I need a {kind} for {days} days in {city}
- hire a {kind} {days} days long in {city}

call_taxi/order_taxi/get_cab: Orders a taxi/Taxi to an address
address/from/pickup address Where to pick up/Start
destination/to/where station Where to go/Goal
time?/at?/when? time When it comes/Pickup time
people?/passengers?/persons? #1-7 How many people/Passengers
- call a taxi from {address} to {destination}[ at {time}]
- send a cab to {address}, I go to {destination}
! {people} people need a taxi at {address} to get to {destination}
- order a taxi at {time} from {address} to {destination}

get_directions/route/navigate: Way from one place to another/Route
start/origin/from address Where it begins/Start
goal/destination/to address Where it ends/Goal
by?/mode?/transport? =car,bike,foot,bus How to travel/Means of transport
avoid_tolls?/no_tolls?/free_roads? ! No roads that cost money/True to avoid tolls
? how do I get from {start} to {goal}[ by {by}]
- show the way from {start} to {goal}[ {avoid_tolls=without tolls:true}]
- take me to {goal} from {start}
- find the way to {goal} from {start} by {by}

currency_exchange/convert_currency/exchange: Changes money into another currency/Currency
amount/value/sum ~1-900 How much money/Amount
source/from_currency/from currency Currency it is in/From
target/to_currency/to currency Currency wanted/Into
- convert {amount} {source} to {target}
? how much are {amount} {source} in {target}
- change {amount} {source} into {target}
? what do I get in {target} for {amount} {source}

distance_between/distance/how_far: Distance between two cities/How far it is
city_a/from/first city One city/First place
city_b/to/second city The other city/Second place
unit?/in?/measure? =kilometers,miles Unit of the answer/Measure
? how far is it from {city_a} to {city_b}[ in {unit}]
? how far is {city_b} from {city_a}[ in {unit}]
? how many {unit} are between {city_a} and {city_b}
- tell me the distance from {city_a} to {city_b}

local_time/time_in/clock_in: Time in a city/Clock
city/place/where city Which city/City
? what time is it in {city}
? how late is it in {city}
- tell me the time in {city}
""", "dining": """
book_table/reserve_table/table_for: Books a table in a restaurant/Table reservation
restaurant/place/name restaurant Which restaurant/Restaurant
people/persons/guests #1-20 How many people/Guests
time/at/when time When/Time
date?/day?/on? weekday Day/Which day
outside?/terrace?/outdoors? ! A table outside/True for outside
- book a table for {people} at {restaurant} for {time}[ on {date}]
- book a table at {restaurant} at {time} for {people}[ people]
- reserve {restaurant} for {people} people, {time}[, {outside=outside:true,inside:false}]
! we are {people} and want to eat at {restaurant} at {time}[ on {date}]
- get a table {outside=outside:true,indoors:false} at {restaurant} for {people} at {time}

split_bill/divide_bill/share_costs: Splits a bill among people/Costs of each person
total/amount/bill ~10-400 Sum of the bill/Money
people/persons/by #2-12 How many people pay/People
tip?/tip_percent?/extra? #5-25 Tip in percent/Percent added
- split {total} dollars (among|between) {people} people[ with {tip}% tip]
- divide a bill of {total} by {people}[, {tip} percent tip]
? what does each of {people} people pay for {total} dollars
! we are {people} and the bill is {total} dollars, split it

find_restaurant/search_restaurants/where_to_eat: Finds places to eat/Restaurants of a kind
cuisine/food/kind =Italian,Thai,Greek,Mexican,Indian,vegan,French Kind of food/Cuisine
city/near/place city Where/City
max_price?/budget?/price? #10-90 Most money a person/Price limit in dollars
? where can I eat {cuisine} food in {city}[ for at most {max_price} dollars]
- find {cuisine} food in {city}[ under {max_price} dollars]
- find a {cuisine} restaurant in {city}
! I would like to eat {cuisine} in {city}
""", "shop": """
order_product/buy/purchase: Orders a product/Buys something
product/item/what product What to buy/Product
quantity/count/copies/pieces #1-60 How many/Number of pieces
gift_wrap?/wrapped?/as_gift? ! Wrap it as a gift/True for gift paper
express?/fast?/rush? ! Fast delivery/True to send it quickly
- order {quantity} pieces of the {product}
- buy {quantity} {product}s[, {gift_wrap=gift wrapped:true,not wrapped:false}]
- order {quantity} {product}s[ {express=with fast delivery:true,with normal delivery:false}]
! I need {quantity} {product}s
- get me {quantity} of the {product}[, {gift_wrap=wrapped as a gift:true,without wrapping:false}]

order_book/buy_book/get_book: Orders books/Book shop
title/book/name title Which book/Title
copies/quantity/count #1-40 How many/Copies
hardcover?/hard?/bound? ! Bound or paperback/True for hardcover
- order {copies} copies of {title}[ {hardcover=in hardcover:true,as paperback:false}]
- buy {title}, {copies} copies
! our class needs {copies} copies of {title}
- get {copies} {hardcover=hardcover:true,paperback:false} copies of {title}

search_products/find_product/browse: Finds products in a shop/Shop search
query/text/what product What to look for/Product
max_price?/under?/budget? #5-900 Most to pay/Price limit
color?/colour? color Color/Which color
sort?/order?/by? =price,rating,newest Order of the results/Sort by
- find a {query}[ under {max_price} dollars]
- look for a {color} {query}[ for at most {max_price}]
- show {query}s sorted by {sort}
? do you have a {query} in {color}
! I want a {color} {query}[ that costs no more than {max_price} dollars]

return_order/send_back/refund: Sends an order back/Returns a purchase
order_id/order/number id Which order/Number of the order
reason/why/because =broken,too&small,too&big,wrong&color,late Why/Reason
- return order {order_id} because it is {reason}
! order {order_id} is {reason}, send it back
- send back {order_id}, it was {reason}
! I want to return {order_id}: {reason}

track_parcel/track_order/where_is: Shows where a parcel is/Parcel tracking
number/tracking_id/parcel id Number of the parcel/Tracking number
? where is (my parcel|my order|parcel|order) {number}
? has {number} arrived
- track {number}
- follow parcel {number}

apply_coupon/use_coupon/discount: Uses a coupon/Price cut
code/coupon/voucher =SAVE10,SUMMER5,HELLO20,XMAS,WELCOME,FREE50 The coupon/Code
order_id?/order?/on? id Which order/Order number
- use (the |)coupon {code}[ on order {order_id}]
- apply {code}[ to order {order_id}]
! I have a code {code}[ for order {order_id}]

set_price/change_price/reprice: Sets the price of a product/New price
product/item/article product Which product/Product
price/amount/dollars ~1-500 New price in dollars/Price
- set the price of the {product} to {price}[ dollars]
- sell the {product} for {price} dollars
! the {product} costs {price} dollars from now on
- make the {product} {price} dollars

update_stock/set_stock/inventory: Sets how many pieces are in stock/Stock of a product
product/item/article product Which product/Product
count/pieces/number #0-900 How many there are/Stock
shelf?/place?/bin? id Where it is/Shelf
! there are {count} {product}s left[ on shelf {shelf}]
- set the stock of the {product} to {count}
! we have {count} {product}s now
- note {count} {product}s[ on {shelf}]
""", "bank": """
transfer_money/send_money/pay: Sends money to somebody/Money transfer
recipient/to/payee person Who gets it/Receiver
amount/money/dollars ~1-900 How much/Amount in dollars
reference?/note?/purpose? text What it is for/Text on the statement
account?/from_account?/from? account From which account/Account
- send {recipient} {amount} dollars[ from my {account}]
- pay {amount} dollars to {recipient}[ for {reference}]
- transfer {amount} to {recipient}[ from {account}]
! {recipient} gets {amount} dollars from me
- transfer {amount} dollars to {recipient} with the note {reference}

move_savings/move_money/between_accounts: Moves money between accounts/Own transfer
amount/sum/money #10-9000 How much/Amount
source/from/from_account account From which account/Source
target/to/to_account account To which account/Target
- move {amount} from (my |){source} to {target}
- put {amount} dollars into {target} from {source}
- take {amount} out of {source} and put it into {target}

get_balance/balance/account_balance: Shows how much money is there/Balance
account/which/of account Which account/Account
? how much (money |)is (in|on) my {account}
? what is the balance of my {account}
- show me (what is on |)my {account}

buy_shares/buy_stock/trade: Buys shares/Stock order
symbol/ticker/stock ticker Which share/Symbol
shares/quantity/count #1-200 How many/Number of shares
limit?/max_price?/price? ~10-400 Most to pay for one/Price limit
- buy {shares} {symbol}[ at most for {limit}]
- buy {shares} shares of {symbol}[ with a limit of {limit}]
! I want {shares} {symbol} shares
- get me {symbol}, {shares} shares[, limit {limit}]

stock_price/quote/get_quote: Price of a share/Share price
symbol/ticker/of ticker Which share/Symbol
? how much is {symbol}
? what does one {symbol} share cost
- check {symbol}
? where does {symbol} stand today

add_expense/log_expense/spent: Notes money that was spent/Expense
amount/cost/price ~1-300 How much/Money
category/kind/what =food,travel,rent,clothes,fun,books What kind/Category
date?/day?/on? weekday When/Day
! I spent {amount} dollars on {category}[ on {date}]
- note {amount} dollars for {category}
- log {amount} for {category}[ on {date}]
! {category} cost me {amount} dollars

set_budget/budget/limit_spending: Sets the most to spend/Budget for a kind
category/kind/for =food,travel,rent,clothes,fun,books For what/Category
amount/limit/max #50-2000 Most money/Limit in dollars
period?/per?/every? =week,month,year In which time/Period
- set (the|my) budget for {category} to {amount}[ a {period}]
! I want to spend at most {amount} dollars on {category}[ each {period}]
- limit {category} to {amount} dollars[ a {period}]

pay_invoice/settle/pay_bill: Pays an invoice/Bill
invoice/number/invoice_id id Which invoice/Invoice number
date?/on?/when? weekday Day of payment/When
- pay (invoice|the invoice|bill) {invoice}[ on {date}]
- settle {invoice}[ on {date}]
! {invoice} has to be paid[ on {date}]
""", "sport": """
record_score/set_score/match_result: Notes the result of a match/Score
home_team/home/team_a team First team/Team that plays at home
away_team/away/team_b team Second team/Guests
home_goals/score_a/goals_home #0-9 Goals of the first team/Home goals
away_goals/score_b/goals_away #0-9 Goals of the second team/Goals of the guests
! {home_team} against {away_team} ended {home_goals} to {away_goals}
- note {home_goals}:{away_goals} for {home_team} against {away_team}
! {home_team} got {home_goals}, {away_team} got {away_goals}

next_match/fixture/when_play: Next match of a team/Fixture
team/club/of team Which team/Team
? when do (the |){team} play (next|again)
? who plays {team} next
- show the next match of {team}

book_court/reserve_court/court: Books a court/Place to play
sport/game/kind =tennis,squash,badminton,padel Which sport/Sport
date/day/on weekday Day/When
hour/time/at time Hour/Start
players?/people?/number? #2-6 How many players/Players
- book a {sport} court on {date} at {hour}[ for {players}]
! {players} of us want to play {sport} on {date} at {hour}
- reserve {sport} for {date}, {hour}

sign_up_race/join_race/register_run: Enters a runner for a race/Race entry
runner/name/who person Who runs/Name of the runner
kilometers/distance/km #3-100 How long the race is/Kilometers
club?/team?/for? team Team/Club
- sign {runner} up for the {kilometers} (km|kilometers) race[ for {club}]
! {runner} wants to run {kilometers} kilometers[ for {club}]
- enter {runner} in the {kilometers} km run
""", "people": """
add_contact/new_contact/save_contact: Saves a person with number or address/Contact
name/person/who person Name of the person/Who
phone/number/telephone phone Phone number/Number
email?/mail?/address? email Mail address/E-mail
- save {name} with (the number |){phone}[ and {email}]
- add {name}, {phone}[, {email}] to my contacts
! the number of {name} is {phone}, save it
! {name} has a new number: {phone}

call_person/phone/dial: Calls somebody/Phone call
person/who/name person Whom to call/Person
video?/with_camera?/video_call? ! With picture/True for video
speaker?/loudspeaker?/hands_free? ! Use the loudspeaker/True for loudspeaker
- call {person}[ {video=with video:true,without video:false}]
- ring {person}[ {speaker=on the loudspeaker:true}]
- phone {person}
! I want to talk to {person}

post_update/publish_post/share_post: Posts a text for others/Public post
text/body/content text What to post/Text
tags?/hashtags?/topics? *noun Tags of the post/Words to find it
visible_to?/audience?/who? =friends,everyone,family,nobody Who can see it/Audience
- post {text}[ for {visible_to}]
- share {text} with {visible_to}
- publish {text}[ with the tags {tags}]
- post {text} and tag it {tags}

create_poll/poll/vote: Makes a poll/Question with answers to choose
question/title/ask text The question/What to ask
options/answers/choices *noun Answers to choose from/Options
- make a poll {question} with {options}
- ask {question} and let people choose {options}
- start a poll {question}, the answers are {options}
- put {options} to the vote under {question}

invite_guests/send_invites/invite_people: Invites people to something/Invitations
guests/people/who *person Who is invited/People
event/to/what event What they come to/Event
date?/day?/on? weekday Day/When
- invite {guests} to (my|the) {event}[ on {date}]
- ask {guests} to come to the {event}[ on {date}]
! {guests} should come to my {event}

rate_driver/review/give_rating: Gives a rating/Review with stars
name/who/driver person Whom/Name
stars/rating/score #1-5 Stars/From 1 to 5
comment?/text?/remark? text A remark/Text
- give {name} {stars} stars[ and write {comment}]
- rate {name} with {stars} stars[: {comment}]
! {name} gets {stars} stars from me

find_person/search_people/lookup_employee: Finds a person by job and place/People search
job/profession/role job Which job/Profession
city/place/in city Where/City
years?/experience?/min_years? #1-30 Least years of work/Experience in years
- find a {job} in {city}[ with {years} years of experience]
? who is a {job} in {city}
! I need a {job} in {city}[, at least {years} years in the job]

hire_person/add_employee/employ: Adds an employee/New employee
name/person/employee person Who/Name
job/position/role job What the person does/Position
salary/pay/wage #1000-9000 Pay a month/Salary
start?/from?/first_day? weekday First day/Start
- hire {name} as a {job} for {salary} a month[ from {start}]
! {name} starts as {job} with a salary of {salary}[ on {start}]
- give {name} the job of {job}, {salary} dollars[, starting {start}]
""", "school": """
grade_student/enter_grade/set_mark: Notes a grade/Grade of a student
student/name/pupil person Who/Student
subject/course/class subject Which subject/Subject
grade/mark/points #1-15 The grade/Points
- give {student} {grade} points in {subject}
! {student} has {grade} points in {subject}
- enter {grade} for {student} in {subject}
! in {subject}, {student} got {grade}

make_quiz/create_test/quiz: Makes questions about a topic/Quiz
topic/subject/about topic What it is about/Topic
questions/count/number #3-30 How many questions/Questions
difficulty?/level? =easy,medium,hard How hard/Level
- make {questions} {difficulty} questions about {topic}
- make a quiz on {topic} with {questions} questions[, {difficulty}]
! I want {questions} questions on {topic}
- test me on {topic} with {questions} questions

add_flashcard/flashcard/learn_word: Adds a card to learn/Vocabulary card
front/word/question word Word on the front/Front
back/meaning/answer word What is on the back/Back
deck?/set?/language? lang Which deck/Language
- make a card with {front} on the front and {back} on the back[ for {deck}]
! {front} means {back}, put it on a card
- add {front} - {back} to my {deck} cards

define_word/dictionary/meaning: Explains a word/Dictionary
word/term/what word Which word/The word
language?/lang?/in? lang Language of the word/Language
? what does {word} mean[ in {language}]
- look {word} up[ in {language}]
- explain the word {word}
? what is the meaning of {word}[ in {language}]

borrow_book/lend/library_loan: Borrows a book from the library/Loan
title/book/what title Which book/Title
days?/period?/duration? #7-60 For how many days/Days
reader?/for?/who? person Who borrows it/Reader
- borrow {title}[ for {days} days]
- lend {title} to {reader}[ for {days} days]
! {reader} wants to borrow {title}
- take out {title} for {reader}

solve_equation/solve/equation: Solves an equation/Algebra
equation/expression/formula =x&+&3&=&10,2x&=&8,x^2&=&49,3x&-&1&=&5,4y&=&24 The equation/Expression
variable?/for?/unknown? =x,y What to solve for/Unknown
- solve {equation}[ for {variable}]
? what is {variable} if {equation}
- find {variable} in {equation}
"""}
