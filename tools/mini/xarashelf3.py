"""Tools of shops, restaurants, parcels, travel, maps, money, tickets and cars."""

SHELF = r"""
shop | add_to_list shopping_list_add note_groceries | Puts things on a shopping list. / Adds items to a list of purchases.
items/things:list(food):What to buy, each item separate. ; list_name/which_list?:noun:The list, by its name alone.
!Put {items} on the shopping list[ called {list_name}].
We are out of {items}.
I need to buy {items}, don't let me forget.
Could {items} go on the list[ named {list_name}]?
The fridge is empty! {items} have to be bought.

shop | order_product buy_item place_order | Orders a product. / Buys a thing in a shop.
product/article:thing:What is ordered. ; quantity/amount:int(2,50):How many. ; colour/shade?:colour:Its colour. ; gift/gift_wrap?:bool:Whether it is wrapped as a gift.
!Order the {product} in {colour}, {quantity} of them[, {gift?gift-wrapped|no gift wrap}].
I want {quantity} of the {product}[. {gift?Wrap them as a gift|They are not a gift}].
{quantity} pieces of the article {product} should be ordered[ in {colour}].
Our shop sold every {product}, so get {quantity} more.
How about a {product} for each of us? That makes {quantity}[, all {colour}].

shop | return_article send_back refund_request | Starts the return of an order. / Sends something back for a reason.
order/order_id:id:Number of the order. ; reason/why:text:The customer's reason. ; refund/money_back:bool:Whether the customer wants money rather than a replacement.
!Send order {order} back because of this: {reason}. {refund?I want my money back|No money back, I want a replacement}.
Order {order} goes back. {refund?I'd like a refund|I don't want a refund, just a new one}. My reason: {reason}
For the reason {reason} I return {order}, and {refund?I expect the money|I do not ask for the money}.
I am not happy with {order}; {refund?refund it|do not refund it, replace it}. Put {reason} down as the reason.
{refund?I want a refund|I do not want a refund} for {order}, and the reason is {reason}.

shop | check_stock in_stock stock_level | Says whether an article is in stock in a branch. / Looks up the stock of a store.
product/item:thing:The article. ; town/store_town:town:Town of the store.
Does the store in {town} have the {product}?
!See if the {product} is in stock in {town}.
I am on my way to {town} and hope that the shop has the {product}.
Is there a {product} left at your {town} branch?
In {town}, can I still get the {product}?

restaurants | reserve_table book_table table_reservation | Reserves a table. / Books a table in a restaurant.
restaurant/place:noun:The restaurant, by its name alone. ; people/guests:int(2,14):How many people. ; time/at:time:The time. ; outside/terrace?:bool:Whether the table is outside.
!Book a table for {people} at the restaurant {restaurant} at {time}[, {outside?outside|not outside}].
We are {people} and want to eat at the {restaurant} restaurant at {time}[; {outside?outside would be lovely|we'd rather not sit outside}].
At {time}, {people} people will come to the restaurant called {restaurant}. Reserve for us.
The {restaurant} restaurant, {people} seats, {time}.
Is there a table for {people} at {time}? The restaurant is {restaurant}.

restaurants | order_meal order_dish get_takeaway | Orders a dish to an address. / Has food delivered.
dish/meal:dish:What is eaten. ; address/deliver_to:address:Street and town. ; portions/servings?:int(2,12):How many portions. ; spicy/hot?:bool:Whether it is spicy.
!Bring {dish} to this address: {address}
I'm craving {dish}[, {spicy?spicy please|not spicy}]. I live here: {address}
!Send {portions} portions of {dish} to {address}.
The address is {address} and we'd like {dish}[, {portions} portions].
!Have {dish} delivered[, {portions} portions][, {spicy?spicy|nothing spicy}]; my address is {address}.

restaurants | order_coffee make_coffee brew_cup | Orders a hot drink. / Has a drink made.
drink/kind:enum(espresso,latte,cappuccino,mocha,cocoa,chai):Which drink. ; size/cup:enum(small,medium,large,huge):Size of the cup. ; sugar/with_sugar:bool:Whether sugar goes in. ; name/for_person?:first:Whose it is.
!Make a {size} {drink}, {sugar?with sugar|no sugar}[, for {name}].
I'd like a {drink}, {size}, {sugar?with sugar|without sugar}.
[{name} is thirsty. ]A {size} {drink} {sugar?with sugar|without any sugar}.
No milk jokes, just a {drink} in a {size} cup. {sugar?Sugar, yes|Sugar, no}.
{sugar?Sugar in it|No sugar in it}, a {size} cup, and it should be {drink}.

parcels | track_parcel where_is_parcel parcel_status | Says where a parcel is. / Follows a parcel by number.
number/tracking_number:id:Number of the parcel. ; email/notify?:email:Address that gets the news.
Where is parcel {number}?
!Track {number}[ and tell {email} about it].
My parcel {number} has not come[. Let {email} know where it is].
Has {number} arrived yet?
I am waiting for {number}, please look for that parcel.

parcels | send_parcel ship_package post_parcel | Sends a parcel to a person at an address. / Ships a package.
to/recipient:person:Who gets it. ; address/street_and_town:address:Where it goes. ; weight/kilos:num(0.2,25):Weight in kilograms. ; insured/insurance?:bool:Whether it is insured.
!Send a parcel of {weight} kg to {to}[, {insured?insured|uninsured}]. The address: {address}
{to} should get my package. It weighs {weight} kg and goes here: {address}
To {address} with this parcel of {weight} kg; it is for {to}.
The package for {to} weighs {weight} kilos[. {insured?Insure it|Don't insure it}]. It should be shipped to {address}.
I have {weight} kg of books for {to}, whose address is {address}.

travel | book_flight reserve_flight get_flight | Books a flight. / Books plane seats between towns.
origin/from_town:town:Where it starts. ; goal/to_town:town:Where it lands. ; day/date:date:Day of the flight. ; window/window_seat?:bool:Whether it is a window seat.
!Book a flight from {origin} to {goal} on {day}[, {window?with a window seat|no window seat}].
I must be in {goal} on {day}, so find me a plane. I start in {origin}.
To {goal} from {origin}, by plane, on {day}[; {window?I like the window|I do not want the window}].
On {day} I fly to {goal}. My home is {origin}. Book it.
Is there a plane that leaves {origin} on {day} for {goal}?

travel | pack_list packing_list what_to_pack | Makes a packing list. / Lists what to take on a trip.
things/items:list(thing):Things that must be on it, each separate. ; town/destination:town:Where the trip goes. ; days/length?:int(2,40):How many days.
I am going to {town}[ for {days} days]. My packing list needs {things}.
!Make a packing list with {things} for the trip to {town}.
For {town} I must not forget {things}.
{things} have to come along to {town}[, where I stay {days} days].
My trip to {town}[ lasts {days} days and] makes me nervous; write {things} on the packing list.

travel | request_visa apply_for_visa visa_application | Applies for a visa. / Starts the papers for a stay abroad.
person/traveller:person:Who travels. ; start/from_date:since:First day of the stay. ; end/to_date:till:Last day of the stay. ; purpose/reason?:enum(work,study,tourism,transit,family):Why.
{person} needs a visa from {start} to {end}[ for {purpose}].
!Apply for a visa for {person}: it ends on {end} and starts on {start}.
Until {end}, from {start} on, {person} will be abroad[ for {purpose}] and needs a visa.
The stay of {person} begins on {start} and is over on {end}. Get the visa.
Can {person} have a visa[ for {purpose}]? The last day is {end}, the first {start}.

trains | find_train train_connection next_train | Finds a train between towns. / Looks up train connections.
from_station/departure:town:Where the train starts. ; to_station/arrival:town:Where it goes. ; after/not_before:time:Earliest departure. ; direct/direct_only?:bool:Whether only trains without a change count.
Which train goes from {from_station} to {to_station} after {after}?
!Find a train to {to_station}. I can leave {from_station} at {after} at the earliest[; {direct?direct ones only|changing trains is fine}].
I finish work in {from_station} at {after} and then need a train to {to_station}.
After {after} I'd like to go by rail to {to_station}, starting in {from_station}.
My train to {to_station} was cancelled. Is there another after {after}? I am in {from_station}.

hotels | book_room reserve_hotel hotel_booking | Books a hotel room. / Reserves a room from one date to another.
hotel/hotel_name:noun:The hotel, by its name alone. ; arrival/check_in:since:Day of arrival. ; departure/check_out:till:Day of departure. ; breakfast/with_breakfast:bool:Whether breakfast is included.
!Book a room in the hotel {hotel} from {arrival} to {departure}, {breakfast?with breakfast|without breakfast}.
I arrive on {arrival} and leave on {departure}. The {hotel} hotel would be nice, {breakfast?breakfast included|but no breakfast}.
The {hotel} hotel has to keep a room for us until {departure}; we come on {arrival}. {breakfast?We want breakfast|We don't want breakfast}.
{breakfast?With breakfast|Without breakfast}, a room at the hotel called {hotel}: departure {departure}, arrival {arrival}.
Is the hotel {hotel} free between {arrival} and {departure}? Book it {breakfast?and add breakfast|but leave breakfast out}.

transport | call_taxi order_cab get_ride | Orders a taxi. / Has a taxi pick somebody up.
pickup/from_address:address:Where the ride starts. ; goal/to_address:address:Where the ride ends. ; at/time:time:When the taxi comes.
!Send a taxi at {at}. It should fetch me at "{pickup}" and take me to "{goal}".
I need a cab to "{goal}"; I wait at "{pickup}" at {at}.
At {at} I leave "{pickup}" and want to be driven to "{goal}".
A taxi for {at}, please: the goal is "{goal}", the start is "{pickup}".
Can a taxi come to "{pickup}" at {at}? My mother must get to "{goal}".

transport | buy_bus_pass transit_pass get_travel_card | Buys a pass for buses. / Buys a travel card for a person.
person/holder:person:Whose pass it is. ; zone/area:enum(north,south,centre,harbour,airport,all):Where it is valid. ; months/how_long:int(2,12):For how many months.
!Buy a bus pass for {person}, zone {zone}, for {months} months.
{person} rides the bus through zone {zone}. Get a pass that lasts {months} months.
For {months} months {person} will need the bus in the {zone} zone, so buy the pass.
The {zone} zone for {months} months, that is the pass I want for {person}.
Could {person} get a travel card of {months} months? It is for zone {zone}.

maps | plan_route route_between directions | Plans a way between two places. / Gives directions.
start/origin:town:Where the way begins. ; end/target:town:Where it ends. ; by/vehicle:enum(car,bicycle,foot,boat,bus):How one travels. ; avoid_tolls/no_tolls?:bool:Whether toll roads are left out.
How do I get by {by} from {start} to {end}?
!Plan a way to {end} by {by}; I begin in {start}[, and {avoid_tolls?avoid toll roads|toll roads are fine}].
I want to go from {start} to {end}, by {by}.
We are in {start} and our friends are in {end}. Show us the way by {by}[. {avoid_tolls?No toll roads|We don't mind toll roads}].
By {by}, what is the best way that leads to {end} and starts in {start}?

maps | find_nearby places_near search_around | Finds places of a kind near an address. / Looks around an address.
kind/what:enum(pharmacy,bakery,bank,school,playground,garage,cinema):Kind of place. ; address/near:address:Where one is. ; metres/radius?:int(100,5000):How far it may be.
Is there a {kind} near "{address}"[, not more than {metres} metres away]?
I stand at "{address}" and need a {kind}[ at most {metres} metres from here].
!Find a {kind}[ within {metres} metres] near this place: {address}
The address is {address}. Which {kind} is close to it?
Around "{address}" there must be a {kind}. Where?

maps | save_place mark_location pin_place | Saves a place under a name. / Puts a pin on the map.
label/name:noun:Name that the place gets. ; address/where:address:The address. ; colour/pin_colour?:colour:Colour of the pin.
!Save "{address}" as {label}[, with a {colour} pin].
I want this place on my map under the name {label}: {address}
The name is {label}, the place is "{address}"[ and the pin {colour}]. Save it.
My friends live at "{address}". On my map it should be called {label}.
!Pin {label}[ in {colour}] on the map. It is at this address: {address}

money | transfer_money send_money pay_person | Sends money to a person. / Transfers an amount to somebody.
to/recipient:person:Who gets the money. ; amount/sum:num(2,900,2):How much. ; currency/unit:enum(euros,pounds,dollars,francs,yen,crowns):Which money. ; note/purpose?:text:Words for the receiver.
!Send {amount} {currency} to {to}[ with the note {note}].
I owe {to} {amount} {currency}. Please transfer it[ and write {note}].
{to} should get {amount} {currency} from me.
{amount} {currency} have to go to {to}[; the purpose is {note}].
Can you pay {to}? It was {amount} {currency}.

money | exchange_currency convert_money change_money | Changes an amount from one currency to another. / Converts money.
amount/sum:num(5,900,2):How much. ; source/from_currency:enum(EUR,USD,GBP,JPY,CHF):The currency one has. ; target/to_currency:enum(SEK,PLN,CAD,INR,NOK):The currency one wants.
How much is {amount} {source} in {target}?
!Convert {amount} {source} to {target}.
I have {amount} {source} and want {target}.
I need {target}. What do I get for {amount} {source}?
What is the value in {target} of {amount} {source}?

money | set_budget spending_limit limit_spending | Sets a monthly limit for a kind of spending. / Makes a budget.
category/for_what:enum(food,clothes,travel,books,fun,rent):Kind of spending. ; limit/maximum:int(20,2000):The limit for a month. ; month/starting_month?:month:First month.
No more than {limit} a month for {category}[, from {month} on].
!Set a limit of {limit} for {category}[, starting in {month}].
I spend too much on {category}. {limit} a month has to do.
[From {month}, ]I want to keep {category} under {limit} a month.
My budget for {category} shall be {limit}[ as of {month}].

bills | pay_bill settle_invoice pay_invoice | Pays a bill of a company. / Settles an invoice.
invoice/bill_number:id:Number of the bill. ; company/creditor:company:Who sent it. ; pay_on/date?:date:When it is paid.
!Pay bill {invoice} from {company}[ on {pay_on}].
{company} sent me bill {invoice}. Please settle it[ on {pay_on}].
The invoice {invoice} is due[ on {pay_on}], and it is {company} who wants the money.
There is a reminder from {company} about bill {invoice}; it must be paid.
Has {company} got the money for {invoice}? If not, pay.

bills | write_invoice create_bill make_invoice | Writes a bill to a company. / Makes an invoice.
customer/company:company:Who has to pay. ; items/positions:list(thing):What was sold, each separate. ; total/amount:num(20,990,2):The sum. ; due/due_date:date:Until when it is paid.
!Bill {customer} for {items}: {total} in all, due on {due}.
{customer} bought {items} for {total}. The invoice is due on {due}.
By {due}, {customer} has to pay {total} for {items}. Write the invoice.
!Write an invoice over {total} to {customer}, payable until {due}, for {items}.
We delivered {items} to {customer}. They owe us {total} by {due}, so bill them.

tickets | buy_tickets get_tickets purchase_tickets | Buys tickets for a show. / Gets seats for an evening.
show/event:title:Name of the show. ; count/seats:int(2,12):How many tickets. ; day/date:date:Which day.
!Buy {count} tickets for {show} on {day}.
On {day} we want to see {show}. There are {count} of us.
{count} seats for the show {show}, please; the day is {day}.
I'd love to see {show} with friends. Get {count} tickets for {day}.
Are there {count} seats left on {day}? The show is {show}.

cars | book_service car_service garage_appointment | Books a car into a garage. / Makes an appointment for a car.
plate/number_plate:id:Number plate of the car. ; work/job:enum(tyres,brakes,oil,lights,battery,exhaust):What is done. ; day/date:date:Which day. ; loaner/replacement_car?:bool:Whether a car is lent meanwhile.
!Book {plate} in for {work} on {day}[, {loaner?with a replacement car|no replacement car needed}].
My car {plate} has a problem with the {work}. {day} suits me[. {loaner?I need a car meanwhile|I don't need another car}].
On {day} the garage should see to the {work} of {plate}.
The {work} of {plate} must be looked at. Is {day} possible?
{plate} needs new {work}, I think; make the appointment for {day}.

cars | log_fuel note_refuelling record_fuel | Notes how much fuel a car got. / Keeps the fuel book.
plate/car:id:Number plate. ; litres/volume:num(5,80,1):Litres of fuel. ; mileage/odometer:int(1000,250000):What the counter shows.
I put {litres} litres into {plate} at {mileage} km. Note it.
{plate} stands at {mileage} km and got {litres} litres.
!Log {litres} litres of fuel for {plate}, counter at {mileage}.
The counter of {plate} shows {mileage}. It took {litres} litres.
At {mileage} km, {plate} swallowed {litres} litres, so write that down.
"""
SHELF = SHELF.strip().split("\n\n")
