"""Tools and the wordings that ask for them, part one.

A tool: name|theme|description|parameter:type[=description], ... with ? after optional ones.
A wording: a frame with the parameters as slots; {!key=value} sets a value said in words.
"""
DATA = r'''
book_table|food|Reserve a table in a restaurant.|guest_name:name,guests:int=how many people,day:date,outdoors?:bool=sit outside
-Book a table for {guests} on {day}, name of {guest_name}[, outside if we may{!outdoors=true}|, and not on the terrace{!outdoors=false}].
-{guest_name} would like to dine on {day}, {guests} people[, in the open air{!outdoors=true}].
-We'll be {guests} for dinner on {day}. The table should be under {guest_name}[. My aunt wants to sit in the sun{!outdoors=true}].
-Could you get us a table? {day}, {guests} of us, put it under {guest_name}.
-table {day} / {guests} persons / {guest_name}
convert_recipe|food|Scale a recipe to another number of servings.|recipe:dish,servings:int
-Scale (the|my) {recipe} to {servings} servings.
-I want to make {recipe} for {servings} people, can you adjust the amounts?
-The {recipe} has to feed {servings}. Work out the quantities.
-{servings} portions of {recipe}: convert the recipe for me.
-My recipe for {recipe} is too small, I need it for {servings}.
set_kitchen_timer|food|Start a timer in the kitchen.|minutes:int,label?:dish=what it is for
-(Set|Start) a timer for {minutes} minutes[, call it {label}].
-The {label} (needs|takes) {minutes} minutes. Time it, please.
-Ring me in {minutes} minutes, (my hands are full of dough|I'm forgetful).
-{minutes} min timer[ for the {label}]
-I've just put the {label} in. Would you count down {minutes} minutes?
add_to_shopping_list|food|Put things on the shopping list.|items:foods,shop?:shop
-(Put|Add) {items} (on|to) the shopping list[ for {shop}].
-We've run out of {items}. (Note it for the next shop|Onto the list with them), please.
-I need to buy {items}[ at {shop}], add that to my list.
-Shopping list: {items}.
-Next time we go shopping [at {shop}] I must get {items}. Write it on the list.
find_recipe|food|Find recipes that use an ingredient.|ingredient:food,vegetarian?:bool,max_minutes?:int=longest cooking time
-What can I cook with {ingredient}[ in {max_minutes} minutes at most]? [I don't eat meat.{!vegetarian=true}]
-Find me a [meat-free{!vegetarian=true}] recipe with {ingredient}.
-There's a lot of {ingredient} left over. Look for a recipe[ that takes no longer than {max_minutes} minutes].
-I'd like a dish with {ingredient}[; it must be vegetarian, my daughter insists{!vegetarian=true}].
-recipe, {ingredient}[, {max_minutes} min tops]
order_cake|food|Order a cake from the bakery.|flavour:e/lemon/chocolate/carrot/coffee,size:e/small/medium/large,message?:text=icing text,pickup:date
-I'd like to order a {size} {flavour} cake for {pickup}[ with "{message}" written on it].
-One {flavour} cake, {size}, I'll (fetch|pick) it up on {pickup}.
-It's my son's birthday: {flavour} cake, the big one{!size=large}, ready on {pickup}[, icing: "{message}"].
-For {pickup} we need a cake. {flavour} please, and {size} will do.
-Please make for us cake of {flavour}, size {size}, day {pickup}.
log_meal|food|Note what somebody ate.|person:name,meal:e/breakfast/lunch/dinner,dish:dish
-{person} had {dish} for {meal}. (Log it|Write that down).
-Note for {meal}: {person} ate {dish}.
-Put in the food diary that {person} had {dish} at {meal}.
-{meal} of {person} was {dish}, please record.
-I'd like {dish} entered as {person}'s {meal}.
rate_restaurant|food|Leave a rating for a restaurant.|place:shop,stars:int5,comment?:text
-Give {place} {stars} stars[ and say "{comment}"].
-We ate at {place}. I'd rate it {stars} out of 5.
-{place}: {stars} stars[, comment: "{comment}"]
-(Leave|Post) a {stars} star rating for {place}[ with the remark "{comment}"].
-I want to review {place}; it deserves {stars} stars.
plan_menu|food|Make a meal plan for some days.|days:int14,diet?:e/vegan/vegetarian/gluten-free,avoid?:foods=ingredients to leave out
-Plan our meals for {days} days[, {diet}][, without {avoid}].
-I'd like a menu for the next {days} days[. We are {diet}].
-Can you draw up {days} days of meals[ that leave out {avoid}]?
-Meal plan: {days} days[, nobody here eats {avoid}].
-What shall we eat for {days} days? Make a plan[, it has to be {diet}].
book_train|travel|Buy a train ticket.|origin:town,destination:town,day:date,first_class?:bool
-Book a train from {origin} to {destination} on {day}[, first class{!first_class=true}].
-I need to get from {origin} to {destination} by rail on {day}.
-On {day} I'm travelling from {origin} to {destination}. Get me a ticket[, first class for once{!first_class=true}|, second class is fine{!first_class=false}].
-To {destination}, from {origin}, by train, {day}. Please buy it.
-One rail ticket {origin} - {destination}, {day}
find_ferry|travel|Look for ferries between two ports.|from_port:town,to_port:town,with_car?:bool
-Are there ferries from {from_port} to {to_port}[? We're taking the car{!with_car=true}]?
-Find a boat from {from_port} to {to_port}[, on foot{!with_car=false}|, and we come by car{!with_car=true}].
-We want to cross to {to_port}, starting at {from_port}. Which ferries go?
-I'd like to sail from {from_port} to {to_port}.
-ferry {from_port} > {to_port}[ incl. our car{!with_car=true}]
reserve_campsite|travel|Reserve a pitch at a campsite.|site:town=place of the campsite,arrival:date,nights:int14,with_dog?:bool,electricity?:bool
-A pitch at {site} from {arrival} for {nights} nights[, with a power hook-up{!electricity=true}][, and we bring the dog{!with_dog=true}].
-Reserve camping at {site}: arriving {arrival}, staying {nights} nights[. Our spaniel comes along{!with_dog=true}].
-We want to camp in {site} for {nights} nights, arriving on {arrival}[. No electricity needed{!electricity=false}].
-{arrival}, {nights} nights, campsite in {site}. Book us in[; I'm bringing my dog{!with_dog=true}].
-Could you hold a pitch in {site}? We arrive {arrival} and leave {nights} nights later.
rent_bike|travel|Rent bicycles.|town:town,bikes:int9=number of bicycles,day:date,helmets?:bool
-Rent {bikes} bikes in {town} on {day}[, helmets too{!helmets=true}|, no helmets{!helmets=false}].
-On {day} we'd like to cycle around {town}; we need {bikes} bicycles.
-{bikes} bicycles for {town}, {day}, please[. Safety first, so with helmets{!helmets=true}].
-We are in {town} on {day}. Get us {bikes} bikes.
-I'd love to hire {bikes} bikes on {day} ({town}).
hotel_checkin|travel|Check a guest in at the guest house.|guest:full,room:int,breakfast?:bool
-Check {guest} into room {room}[, breakfast included{!breakfast=true}|, without breakfast{!breakfast=false}].
-{guest} has arrived. Room {room}, please check in.
-Room {room} is for {guest}. They're at the desk now, so check them in[. They'd like breakfast{!breakfast=true}].
-Guest {guest} -> room {room}, check in
-Please make the check-in of {guest}, number of room is {room}.
pack_suitcase|travel|Add things to a packing list for a trip.|trip:town,things:things
-For {trip}, pack {things}.
-We're off to {trip}: put {things} on the packing list.
-Packing list {trip}: {things}.
-I mustn't forget {things} when I go to {trip}. Add them.
-Add {things} to what I'm taking to {trip}.
walking_route|travel|Plan a walk.|start:town,kilometres:num,circular?:bool=ends where it starts
-Plan a walk of {kilometres} km from {start}[ that comes back to where it began{!circular=true}].
-We'd like to walk about {kilometres} kilometres, starting in {start}.
-Starting point {start}, length {kilometres} km. Make me a [round{!circular=true}] walking route.
-I'm in {start} and have legs for {kilometres} km. Where can I walk?
-Find a {kilometres} km hike beginning at {start}.
flight_alert|travel|Watch the price of a flight.|destination:town,max_price:big
-Tell me when flights to {destination} drop below {max_price} pounds.
-Watch the price of flying to {destination}; my limit is {max_price}.
-I'd like to fly to {destination} but for no more than {max_price}. Let me know when it is that cheap.
-price alert: plane to {destination}, max {max_price}
-Set up an alert for a flight to {destination} under {max_price}.
translate_phrase|travel|Translate a phrase for travellers.|phrase:text,language:e/French/Italian/Portuguese/Danish/Welsh
-How do you say "{phrase}" in {language}?
-Translate "{phrase}" into {language}.
-I need "{phrase}" in {language} for a sign.
-{language} for "{phrase}", please.
-We have guests who only speak {language}. Put this into their tongue: "{phrase}"
luggage_tag|travel|Print a luggage tag.|owner:full,phone:phone,destination:town
-Print a luggage tag: {owner}, {phone}, going to {destination}.
-{owner} flies to {destination}. Make a tag with the number {phone}.
-I need a tag for the suitcase of {owner}, destination {destination}, telephone {phone}.
-Tag for {destination}, owner {owner}, phone {phone}.
-Could you make me a label for my case? I'm {owner}, my number is {phone}, and I'm going to {destination}.
set_thermostat|home|Set the temperature of a room.|room:room,degrees:num
-Set the {room} to {degrees} degrees.
-It's chilly in the {room}; {degrees} degrees would be nice.
-I'd like the {room} at {degrees} degrees.
-{room}: {degrees} degrees
-Could you heat the {room} to {degrees}?
switch_light|home|Switch a lamp on or off.|room:room,on:bool,brightness?:int=percent
-(Turn|Switch) (on the light in the {room}{!on=true}|off the light in the {room}{!on=false}).
-It's too dark in the {room}, light please{!on=true}[, {brightness} percent].
-Nobody is in the {room}. Lights out there{!on=false}.
-I can't see a thing in the {room}, (put|switch) the lamp on{!on=true}.
-Lamp in the {room} (off{!on=false}|on{!on=true}), please.
schedule_repair|home|Ask a tradesman to come.|trade:e/plumber/electrician/carpenter/roofer,problem:text,day:date
-Get a {trade} on {day}. The trouble: "{problem}"
-We need the {trade} to come on {day}, tell them "{problem}".
-On {day} I'm at home, so have the {trade} come. Describe it as "{problem}".
-{trade} for {day}, problem: "{problem}".
-Could a {trade} visit us on {day}? Reason: "{problem}"
start_washing|home|Start the washing machine.|programme:e/cotton/wool/quick/delicates,temperature:e/20/30/40/60,extra_rinse?:bool
-Start the washing: {programme}, {temperature} degrees[, with an extra rinse{!extra_rinse=true}].
-Wash these at {temperature} on {programme}[. My skin is sensitive, so rinse twice{!extra_rinse=true}].
-The jumpers are in. {programme} programme, {temperature} degrees.
-Run the washing machine on {programme} at {temperature}.
-{programme} wash {temperature}, go[, no additional rinse{!extra_rinse=false}]
read_meter|home|Enter a meter reading.|meter:e/gas/water/electricity,reading:big,day:date
-The {meter} meter (says|shows) {reading} on {day}. Enter it.
-Meter reading for {meter}: {reading}, taken {day}.
-On {day} I read {reading} off the {meter} meter, please record it.
-Record {reading} for {meter}, date {day}.
-Please to note my {meter} counter: {reading} at {day}.
lock_door|home|Lock or unlock a door.|door:e/front/back/garage/cellar,locked:bool
-Lock the {door} door{!locked=true}.
-(Unlock|Open up) the {door} door{!locked=false}, my hands are full.
-Is the {door} door shut? Make sure it's locked{!locked=true}.
-I'm going to bed, (lock|bolt) the {door} door{!locked=true}.
-The postman can't get in by the {door} door; unlock it{!locked=false}.
assign_chore|home|Give somebody a household chore.|person:name,chore:job,due?:date
-{person} should {chore}[ by {due}]. (Put it on the rota|Assign that).
-Chore for {person}: {chore}[, until {due}].
-Make {person} responsible: {chore}.
-It's {person}'s turn to {chore}. Note it[, due {due}].
-Give {person} this job: {chore}[, to be done by {due}].
paint_estimate|home|Work out how much paint a wall needs.|width:num=metres,height:num=metres,coats?:int5
-How much paint for a wall {width} m wide and {height} m high[, {coats} coats]?
-My wall measures {width} by {height} metres. How many tins?
-I'm painting: width {width}, height {height}[, with {coats} coats]. Estimate the paint.
-Wall, {height} m tall, {width} m across: what amount of paint do I need?
-We have {width} metres of wall, {height} metres high. Calculate the paint.
vacuum_rooms|home|Send the vacuum robot round.|rooms:rooms,quiet?:bool
-Vacuum the {rooms}[, quietly, the baby sleeps{!quiet=true}].
-Send the robot to (do|clean) the {rooms}.
-Crumbs everywhere in the {rooms}! Hoover please.
-I'd like the {rooms} hoovered[ without much noise{!quiet=true}].
-robot: {rooms}[, quiet mode off{!quiet=false}]
plant_seeds|garden|Note that seeds were sown.|plant:food,bed:int=number of the bed,sown:date
-I sowed {plant} in bed {bed} on {sown}. Note it.
-{plant}, bed {bed}, {sown}: put that in the garden book.
-Bed {bed} got {plant} on {sown}.
-Record the sowing of {plant} (bed {bed}, date {sown}).
-On {sown} {plant} went into bed number {bed}, please keep a record.
water_garden|garden|Water a part of the garden.|zone:e/lawn/greenhouse/roses/herbs,minutes:int
-Water the {zone} for {minutes} minutes.
-The {zone} looks thirsty. Give it {minutes} minutes of water.
-{minutes} minutes of watering for the {zone}, please.
-Sprinkle the {zone}, {minutes} min
-I'd like the {zone} watered; {minutes} minutes should do.
frost_warning|garden|Warn when the temperature falls.|below:num=degrees,email:email
-Warn {email} when it gets colder than {below} degrees.
-If it drops below {below} degrees, tell {email}, my dahlias are outside.
-Frost alarm at {below} degrees to {email}.
-Send {email} a warning as soon as the thermometer shows less than {below}.
-I worry about the seedlings. Alert at {below}, address {email}.
order_seeds|garden|Order seeds by the packet.|plants:foods,packets:int9=packets of each,organic?:bool
-Order {packets} packets each of {plants}[, organic ones{!organic=true}].
-I'd like seeds: {plants}, {packets} packets of every kind.
-For the allotment, {packets} packets of each: {plants}.
-Seeds please ({plants}), {packets} packets apiece[. They needn't be organic{!organic=false}].
-We want to grow {plants}. Get {packets} packets of each[, no chemicals, organic only{!organic=true}].
compost_log|garden|Record what was put on the compost.|kilos:num,material:e/leaves/grass/peelings/straw
-{kilos} kg of {material} went on the compost.
-Log {kilos} kilos of {material} for the heap.
-I've just put {material} on the compost, {kilos} kg.
-Compost book: {material}, {kilos} kg
-Please note down in compost diary {kilos} kilogram {material}.
mow_lawn|garden|Send the robot mower out.|height_mm:int=height of cut,edges?:bool
-Mow the lawn at {height_mm} mm[, edges as well{!edges=true}].
-Cut the grass to {height_mm} millimetres[, leave the edges{!edges=false}].
-The grass is a jungle. {height_mm} mm please.
-Start mowing, height {height_mm}.
-I'd like the lawn to be {height_mm} millimetres high[ and tidy along the borders too{!edges=true}].
enrol_pupil|school|Put a pupil into a class.|pupil:full,class_name:class,lunch?:bool=takes school lunch
-Enrol {pupil} in {class_name}[ with school lunch{!lunch=true}|, no lunch{!lunch=false}].
-{pupil} joins {class_name} on Monday. Add them.
-New child for {class_name}: {pupil}[, eats at school{!lunch=true}].
-Put {pupil} on the register of {class_name}.
-We have a newcomer, {pupil}, who goes to {class_name}.
mark_absent|school|Mark a pupil as absent.|pupil:name,day:date,reason?:e/ill/dentist/holiday/funeral
-{pupil} is away on {day}[, {reason}]. Mark it.
-Mark {pupil} absent on {day}[ (reason: {reason})].
-My child {pupil} can't come to school on {day}[: {reason}].
-absence {pupil} {day}[ {reason}]
-On {day} {pupil} won't be in class[, because of this: {reason}]. Please put that in the register.
grade_test|school|Enter the points of a test.|pupil:name,subject:e/maths/French/history/science,points:int
-{pupil} got {points} points in {subject}.
-Enter {points} for {pupil}, {subject} test.
-{subject}: {pupil} {points}
-Please note that {pupil} has {points} points in the {subject} test.
-The {subject} test of {pupil} is marked: {points} points. Record it.
homework|school|Set homework for a class.|class_name:class,task:text,due:date
-Homework for {class_name}: "{task}", due {due}.
-Tell {class_name} to do this by {due}: "{task}"
-{class_name} gets "{task}" as homework, to be handed in on {due}.
-Set "{task}" as homework. The class is {class_name} and the date is {due}.
-By {due}, {class_name} must have done "{task}".
school_trip|school|Plan a school trip.|destination:town,children:int,day:date,packed_lunch?:bool
-Plan a trip to {destination} on {day} with {children} children[, packed lunches needed{!packed_lunch=true}].
-{children} children are going to {destination} on {day}. Set it up[; everybody brings a packed lunch{!packed_lunch=true}].
-School trip: {destination}, {day}, {children} pupils.
-We'd like to take {children} kids to {destination}. Date: {day}.
-On {day} we visit {destination}. There will be {children} children.
spelling_list|school|Make a spelling list of words.|words:things,level?:e/easy/middling/hard
-Make a spelling list from {words}[, level {level}].
-This week's spelling words: {words}.
-The children should learn to spell {words}. Turn it into a list.
-I want {words} on a spelling list[; it's a {level} one].
-spelling: {words}
parent_evening|school|Give a parent an appointment.|parent:full,teacher:name,at:time
-Give {parent} an appointment with {teacher} at {at}.
-{parent} would like to see {teacher} at {at} on parents' evening.
-Parents' evening: {parent}, {at}, teacher {teacher}.
-Put {parent} down for {at} with {teacher}.
-At {at} {teacher} talks to {parent}. Please enter it.
quiz_maker|school|Make a quiz on a topic.|topic:topic,questions:int,hard?:bool
-Make a quiz about {topic} with {questions} questions[, difficult ones{!hard=true}].
-I need {questions} quiz questions on {topic}[, nothing too hard{!hard=false}].
-{topic} quiz, {questions} questions
-For Friday I'd like a quiz of {questions} questions. Topic: {topic}.
-Could you write {questions} questions about {topic} for a [hard{!hard=true}] quiz?
lend_instrument|school|Lend an instrument to a pupil.|instrument:e/violin/flute/trumpet/cello,pupil:name,until:date
-Lend the {instrument} to {pupil} until {until}.
-{pupil} may have the {instrument} till {until}.
-{pupil} borrows a {instrument}; it is due back {until}.
-{instrument} -> {pupil}, return {until}
-Please write that {pupil} takes {instrument} home and gives it back on {until}.
'''
