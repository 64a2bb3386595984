"""Tools of travel, roads, shops, money and parcels (see kiratools.py for the form)."""

TOOLS = r"""
# rail | find_trains search_rail train_connections | Finds trains between two towns. ~ Looks up rail connections.
. origin,from_city : city : Where the trip starts.
. target,to_city : city : Where it ends.
. date,travel_day? : date : Day of travel.
. direct,no_change? : bool : Only trains without a change.
- Trains from {origin} to {target}[ on {date}].
- How do I get to {target} by rail? I start in {origin}[ on {date}].
- {origin} - {target} by train, <direct:true=direct only;false=changes are fine>
- I'm in {origin} and have to be in {target}[ on {date}]. Which trains are there?
- My aunt lives in {target}. Find a train from {origin}, <direct:true=without changing;false=changing is OK>.
- Rail connections wanted: destination {target}, departure {origin}[, {date}].
# rail | reserve_seat seat_booking hold_train_seat | Reserves a seat in a train. ~ Books a place in a coach of a train.
. train,train_no : of:IC 2043;RE 11;TGV 6607;EN 408;S7 112;IR 36 : The train.
. coach,carriage : int:1~24 : Coach number.
. seat,seat_pref? : enum:window;aisle;table : Where to sit.
- Reserve a seat in coach {coach} of {train}[, {seat} if possible].
- {train}, coach {coach}[, {seat} seat]
- I'm taking {train} and want to sit in coach {coach}[ at the {seat}].
- A {seat} seat, please, on {train}, carriage {coach}.
- In carriage {coach} of {train} I'd like a place[, {seat}].
- My friends sit in coach {coach}. Get me a seat there too; the train is {train}.
# flight | flight_status check_flight track_plane | Tells whether a flight is on time. ~ Shows the state of a flight on a day.
. flight,flight_no : of:KL 1702;BA 228;LH 455;SK 4421;AF 1880;TP 1325;AY 88;LX 7 : The flight number.
. day,date? : date : Day of departure.
- Is {flight} on time[ on {day}]?
- Status of flight {flight}[, {day}].
- I'm to pick up my mother from {flight}[ on {day}]. Any delay?
- {flight}?? late or not
- Please check on {flight}[, the one of {day}].
- Has {flight} taken off yet[, I mean {day}]?
# flight | add_baggage extra_luggage book_bags | Adds bags to a flight booking. ~ Books luggage for a passenger.
. booking,reference : id : Booking reference.
. bags,pieces : int:1~5 : Number of bags.
. kilos,kg_each? : int:10~32 : Weight of each in kilograms.
- Add {bags} bags to booking {booking}[, {kilos} kg each].
- {booking}: {bags} pieces of luggage[ at {kilos} kg].
- We packed too much. {bags} more bags on {booking}[, each weighs {kilos} kilos].
- My reference is {booking} and I need {bags} bags on it.
- For {booking} we want luggage, {bags} pieces[ of {kilos} kg].
- Put {bags} extra suitcases on the reservation {booking}[; they're {kilos} kg apiece].
# hotel | search_hotels find_rooms hotel_lookup | Finds hotel rooms in a city up to a price. ~ Looks for places to sleep.
. town,city : city : The city.
. nights,stay_length : int:1~21 : Number of nights.
. max_price,budget? : int:40~400 : Highest price per night.
. breakfast,with_breakfast? : bool : Whether breakfast is included.
- A hotel in {town} for {nights} nights[, at most {max_price} a night].
- {nights} nights {town}, <breakfast:true=with breakfast;false=no breakfast>[, max {max_price}]
- I need somewhere to sleep in {town}. {nights} nights[, and not above {max_price} each].
- Where can we stay {nights} nights in {town}[ if we pay {max_price} or less]?
- Find rooms: {town}, {nights} nights, <breakfast:true=breakfast included;false=breakfast isn't needed>.
- The conference is in {town} and lasts {nights} nights, look for a room[ under {max_price} per night].
# hotel | request_wakeup wake_up_call room_wakeup | Orders a wake-up call for a hotel room. ~ Has the desk ring a room at a time.
. room_no,room : int:101~899 : Room number.
. at,call_time : time : When the phone rings.
- Wake room {room_no} at {at}.
- Room {room_no}, wake-up call {at}
- At {at} somebody should ring room {room_no}.
- I oversleep easily; I'm in {room_no} and must be up at {at}.
- Could the desk call {room_no} at {at}?
- The guest in room {room_no} asks for a call at {at}.
# travel | currency_needed exchange_money convert_cash | Exchanges an amount of money into another currency. ~ Works out money in a foreign currency.
. sum,amount : num:5~2000 : How much.
. from_currency,have : money : Currency you have.
. to_currency,want : money : Currency you want.
- How much is {sum} {from_currency} in {to_currency}?
- Exchange {sum} {from_currency} into {to_currency}.
- {sum} {from_currency} -> {to_currency}
- I want {to_currency} for my {sum} {from_currency}.
- What do I get in {to_currency} if I hand over {sum} {from_currency}?
- Left over from the trip: {sum} {from_currency}. Change it to {to_currency}.
# travel | packing_item add_to_luggage pack_list_add | Adds things to the packing list of a trip. ~ Notes what has to go into the suitcase.
. trip,journey : of:ski week;Lisbon trip;camping;wedding in Cork;summer tour;business trip : The trip.
. things,items : list:product : What to pack.
- For the {trip}, pack {things}.
- Put {things} on the packing list for {trip}.
- {trip}: {things}
- I mustn't forget {things} when I leave for the {trip}.
- {things} should be in my suitcase. It's for the {trip}.
- Last time I missed half of it, so list {things} under {trip}.
# maps | route_between directions_to plan_route | Finds the way between two addresses. ~ Gives directions by car, bike, bus or on foot.
. start,from_address : address : Where the way begins.
. goal,to_address : address : Where it ends.
. mode,by? : enum:car;bike;bus;walk : How one travels.
- How do I get from {start} to {goal}[ by {mode}]?
- Directions: {start} to {goal}[, {mode}].
- I'm standing at {start}. Show me the way to {goal}.
- Take me to {goal}. I leave from {start}[ and go by {mode}].
- Route, please. End: {goal}. Beginning: {start}.
- The party's at {goal} and we set out at {start}[; mode {mode}].
# maps | nearby_places find_close what_is_near | Finds places of a kind near an address. ~ Searches the neighbourhood for shops and services.
. kind,category : of:pharmacy;petrol station;playground;bakery;cash machine;swimming pool;bike shop;vet : What is searched.
. near,around : address : The address.
. radius,within_m? : int:100~5000 : How far, in meters.
- Is there a {kind} near {near}[, within {radius} meters]?
- {kind} around {near}[, radius {radius} m]
- I'm at {near} and need a {kind} badly.
- Find the next {kind}. We are at {near}[ and can walk {radius} meters].
- Which {kind} is close to {near}?
- Look for a {kind}[ no farther than {radius} m] from {near}.
# maps | save_place pin_location bookmark_spot | Saves a place on the map under a name. ~ Pins an address with a label.
. label,name : of:best pizza;secret beach;dentist;Tom's flat;quiet cafe;picnic spot;cheap parking : The name for it.
. address,where : address : The address.
- Save {address} as "{label}".
- Pin {address} on my map; call it {label}.
- {label} = {address}
- I want to find {address} again, so label the place {label}.
- Bookmark the spot. Name {label}, address {address}.
- Under {label}, please remember {address}.
# cars | book_service workshop_visit schedule_garage | Books a car into the garage for some work. ~ Makes an appointment to have a car repaired or checked.
. plate,registration : plate : Number plate.
. job,work : of:oil change;new brakes;winter tyres;annual check;air conditioning;dent removal : What is done.
. date,on_day : date : The day.
- Book {plate} in for {job} on {date}.
- {job} for {plate}, {date}
- On {date} the car with the plate {plate} needs {job}.
- My car makes odd noises. Get me {job} on {date}; the plate is {plate}.
- Garage appointment please: {date}, {plate}, {job}.
- Can the workshop take {plate} on {date}? It's about {job}.
# cars | log_fuel record_refuel tank_entry | Records a stop at the petrol station. ~ Notes litres and price of a refuelling.
. litres,volume : num:5~80 : Litres of fuel.
. cost,paid : num:10~160 : What it cost.
. odometer,km? : int:1000~250000 : Kilometres on the clock.
- {litres} litres for {cost} euros[ at {odometer} km].
- I filled up: {litres} l, paid {cost}[, odometer {odometer}].
- Fuel log: cost {cost}, litres {litres}.
- Paid {cost} at the pump for {litres} litres[ and the clock says {odometer}].
- Refuelled, {litres} litres, {cost} euros
- The tank took {litres} litres, which came to {cost}[; we're at {odometer} km].
# cars | pay_parking park_car parking_ticket | Pays for parking a car in a zone. ~ Buys a parking ticket for some minutes.
. plate,car : plate : Number plate of the car.
. zone,area_code : of:A4;zone 12;Harbour P1;C7;Old Town;P+R North : Parking zone.
. minutes,length : int:15~480 : How long in minutes.
- Park {plate} in {zone} for {minutes} minutes.
- Parking: {zone}, {plate}, {minutes} min
- I've left {plate} in {zone}. Pay for {minutes} minutes.
- {minutes} minutes of parking in {zone} for the car {plate}.
- The meter is broken, so buy me {minutes} minutes; zone {zone}, plate {plate}.
- My plate's {plate}. I stay {minutes} minutes and the sign says {zone}.
# bikes | rent_bike hire_bicycle borrow_cycle | Rents bicycles at a station. ~ Hires bikes for some hours.
. station,pickup : of:Central Pier;Town Hall;Uni South;Lake Hut;Dock 9;Museum Gate : The station.
. bikes,how_many : int:1~8 : Number of bikes.
. hours,rental_hours : int:1~12 : For how many hours.
. helmet,with_helmets? : bool : Whether helmets are needed.
- Rent {bikes} bikes at {station} for {hours} hours.
- {station}: {bikes} bicycles, {hours} hours, helmets <helmet:true=yes;false=no>.
- We're {bikes} cyclists starting from {station}. Hire bikes for {hours} hours.
- For {hours} hours we need {bikes} bikes from {station}, <helmet:true=with helmets;false=without helmets>.
- Please get {bikes} bikes. Hours: {hours}. Station: {station}.
- Sunny at last! {bikes} bikes, {hours} hours, pick-up at {station}.
# shop | check_stock item_available stock_level | Tells how many of an article are in stock. ~ Looks up the stock of a product in a branch.
. product,article : product : The product.
. store,branch? : city : Which branch.
- Do we have {product} in stock[ in {store}]?
- Stock of {product}[, branch {store}].
- A customer asks for a {product}. Have we got any[ at {store}]?
- How many {product} are left[ in the {store} shop]?
- {product} - available?
- Look whether there's still a {product} on the shelf[ in {store}].
# shop | set_price change_price reprice_item | Changes the price of a product. ~ Gives an article a new price.
. product,item : product : The product.
. price,new_price : num:1~300 : The new price.
. until,valid_until? : date : Last day of the price.
- {product} now costs {price}[ until {until}].
- Set the price of {product} to {price}.
- {price} for the {product} from now on[, but only until {until}].
- The competition is cheaper, so reprice {product}: {price}.
- New tag for {product}: {price}
- We sell {product} too cheaply. Make it {price}[, valid till {until}].
# shop | create_coupon make_discount new_voucher | Creates a discount code. ~ Makes a voucher with a percentage.
. code,coupon : of:SPRING15;HELLO;VIP-2024;BACK2SCHOOL;FREESHIP;XMAS : The code.
. percent,off : int:5~70 : Discount in percent.
. min_order,from_total? : int:10~150 : Smallest order it is valid for.
- Create coupon {code}, {percent} percent off[, for orders from {min_order}].
- Code {code} should give {percent}%[ above {min_order} euros].
- {percent}% with {code}
- I'd like a voucher that takes off {percent} percent. Name it {code}[; minimum order {min_order}].
- For the newsletter we need {code} at {percent} percent.
- People who type {code} get {percent} percent off[ if they spend {min_order}].
# orders | place_order order_product buy_item | Orders a product in a quantity. ~ Buys articles from the shop.
. article,product : product : What is ordered.
. qty,quantity : int:2~60 : How many.
. gift,gift_wrap? : bool : Whether it is wrapped as a gift.
- Order {qty} of the {article}.
- {qty} x {article}, <gift:true=gift wrapped;false=no gift wrap>
- I'll take {qty} {article}.
- Get me the {article}, {qty} pieces, and <gift:true=wrap them as a gift;false=don't wrap them>.
- We've run out again: please buy {article}, quantity {qty}.
- My brother-in-law swears by the {article}. I want {qty}.
# orders | cancel_order revoke_order call_off_order | Cancels an order. ~ Calls an order off, with a reason.
. order_id,number : id : Number of the order.
. reason,why? : of:ordered twice;too slow;wrong size;found it cheaper;changed my mind : Why it is cancelled.
- Cancel {order_id}[, reason: {reason}].
- I don't need order {order_id} any more[; {reason}].
- {order_id} - cancel
- Please call off {order_id}[ ({reason})].
- Stop {order_id} before it ships[. Why? {reason}].
- The order with the number {order_id} can be dropped[, {reason}].
# orders | return_item send_back start_return | Starts the return of a product from an order. ~ Sends an article back.
. order_id,from_order : id : The order.
. article,product : product : What goes back.
. refund,refund_as? : enum:cash;credit;exchange : What is given for it.
- I'm returning the {article} from order {order_id}[ for {refund}].
- Return {article}, order {order_id}[, {refund} please].
- The {article} in {order_id} arrived broken. It goes back[ and I want {refund}].
- {order_id}: send back {article}
- My {article} doesn't fit, the order was {order_id}[; I'd take {refund}].
- Start a return for order {order_id}; the thing is the {article}.
# money | split_bill share_cost divide_bill | Splits a bill among people. ~ Divides a sum by the number of persons.
. total,amount : num:12~600 : The whole bill.
. people,persons : int:2~12 : Among how many.
. tip,tip_percent? : int:5~25 : Tip in percent.
- Split {total} among {people}[ with {tip} percent tip].
- The bill is {total}, we're {people} people[ and tip {tip}%]. How much each?
- {people} friends, {total} euros[, tip {tip}%]
- We ate for {total}. Share it between {people} of us.
- What does everyone pay if {people} split {total}[ plus {tip} percent]?
- Divide the bill: {total} by {people}.
# money | add_expense log_spending note_expense | Notes money that was spent. ~ Adds an expense to the household book.
. amount,sum : num:1~400 : How much.
. category,on : enum:food;rent;fun;transport;health;clothes : What for.
. comment,memo? : note : A remark.
- I spent {amount} on {category}.[ Comment: {comment}]
- {amount} for {category}
- Household book: {category}, {amount}.
- Another {amount} gone, for {category}, note it.
- Write down {amount} under {category}[ with the memo {comment}].
- {category} cost me {amount} today[, memo {comment}].
# money | set_budget limit_spending budget_for | Sets how much may be spent on something in a month. ~ Puts a monthly limit on a category.
. category,kind : enum:groceries;eating out;travel;hobbies;books;gifts : The category.
. limit,per_month : int:20~900 : Highest sum per month.
- Not more than {limit} a month for {category}.
- Budget for {category}: {limit}.
- Limit {category} to {limit} each month.
- We waste too much on {category}. From now on {limit} a month and no more.
- {limit} is all I want to spend on {category} per month.
- Set {limit} as the ceiling for {category}.
# bank | transfer_money send_funds wire_amount | Transfers money to somebody. ~ Sends a sum to a payee with a reference.
. payee,to : person : Who gets it.
. amount,sum : num:2~3000 : How much.
. reference,purpose? : of:rent June;concert ticket;piano lesson;last dinner;deposit;gift for Mum : What it is for.
- Transfer {amount} to {payee}[, reference "{reference}"].
- Send {payee} {amount} euros[ for {reference}].
- {payee} gets {amount} from me[: {reference}].
- I owe {payee} {amount}. Pay it back[ with the reference {reference}].
- Wire {amount}; recipient {payee}.
- Please pay {payee}. It's {amount}[, purpose {reference}].
# bank | block_card freeze_card stop_card | Blocks a bank card. ~ Freezes a card by its last digits.
. last4,ending : int:1000~9999 : Last four digits.
. why,reason? : enum:lost;stolen;damaged : What happened.
- Block my card ending in {last4}[, it was {why}].
- Card {last4} is gone[ ({why})]. Freeze it!
- {last4} stop it
- Somebody took my wallet. The card ends with {last4}.
- Please make the card with the last digits {last4} useless[: {why}].
- I need {last4} blocked at once[, reason {why}].
# bank | list_payments show_transactions account_history | Lists the payments of an account between two days. ~ Shows what came in and went out.
. account,which : enum:checking;savings;business;joint : The account.
. from_date,since : date : First day.
. to_date,until? : date : Last day.
- Payments on the {account} account since {from_date}[ until {to_date}].
- What came in and went out on {account} after {from_date}[ and before {to_date}]?
- {account} account, from {from_date}[ to {to_date}]
- I'm doing my taxes. Show all transactions, {account}, starting {from_date}.
- Let me see the {account} account from {from_date} on[, up to {to_date}].
- Has the rent left my {account} account? List everything from {from_date}[ through {to_date}].
# parcel | track_parcel where_is_package follow_shipment | Tells where a parcel is. ~ Follows a shipment by its number.
. tracking,number : id : Tracking number.
. carrier,company? : enum:PostPlus;QuickVan;Nordlog;BlueBird : Who carries it.
- Where is parcel {tracking}[, sent with {carrier}]?
- Track {tracking}[ ({carrier})].
- I'm still waiting for {tracking}[ from {carrier}]. Any news?
- {tracking} status
- My present should be here by now. Tracking number {tracking}[, carrier {carrier}].
- Has {tracking} left the depot[ of {carrier}]?
# parcel | ship_parcel send_package dispatch_box | Sends a parcel to an address. ~ Ships a box of some weight.
. to,recipient : person : Who receives it.
. address,destination : address : Where to.
. weight,kg : num:0.3~30 : Weight in kilograms.
. insured,insurance? : bool : Whether it is insured.
- Ship {weight} kg to {to}, {address}.
- Parcel for {to}: {weight} kg, address {address}, <insured:true=insured;false=uninsured>.
- {to} lives at {address}. Send the box there, it weighs {weight} kilos.
- A box of {weight} kg has to go to {address}, care of {to}, <insured:true=with insurance;false=without insurance>.
- To {address} please, name on the door is {to}, weight {weight} kg.
- I baked cookies for {to}. {weight} kilos in all; the address is {address}.
# parcel | redirect_delivery change_dropoff deliver_elsewhere | Has a parcel delivered at another place. ~ Changes where a shipment is left.
. parcel,shipment : id : The parcel.
. place,new_place : enum:neighbour;locker;office;porch;post office : Where it goes now.
- Leave {parcel} at the {place}.
- I'm not at home. {parcel} should go to the {place}.
- {parcel} -> {place}
- Change the drop-off of {parcel}: {place}.
- Nobody will open the door, so bring {parcel} to the {place} instead.
- Redirect shipment {parcel} to {place}, please.
"""
