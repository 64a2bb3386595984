"""Tools, third shelf: travel, home, food, city hall, texts. The form is that of the first shelf."""

SHELF = r"""
## travel
@find_flight | Find flights between two towns. | origin:town, destination:town2, leave_on:date, direct_only:b?
[Find|Search] flights from {origin} to {destination} on {leave_on}((, direct only<direct_only=true>)).
I [have to|must] fly {origin} - {destination} on {leave_on}(( and I hate changing planes, so direct<direct_only=true>)).
flights {origin} {destination} {leave_on}((, stops are fine so not only direct ones<direct_only=false>))
[Could|Can] you look for a plane to {destination}? I start in {origin} on {leave_on}.
On {leave_on} [I leave|we leave] {origin} for {destination}, by air. [What flies?|Find flights.]
@book_hotel | Book a hotel room. | city:town, arrival:date, nights:i1-14, pets:b?
[Book|Get] me a hotel in {city}, {arrival}, {nights} nights((, my dog comes along<pets=true>)).
I'll be in {city} from {arrival} for {nights} nights. [Book a room.|Hotel please.](( I travel without pets<pets=false>.))
hotel {city} {arrival} x{nights}((, with a cat<pets=true>))
[Could|Can] you reserve {nights} nights in {city} starting {arrival}((, the parrot stays with me<pets=true>))?
{nights} nights [in|at] {city}, check-in {arrival}[, please| - book it].
@train_times | Show train departures. | station:town, after:time?, platform:i1-20?
[When|What time] do trains leave {station}(( after {after}))?
[Show|Give me] departures at {station}((, later than {after}))((, platform {platform})).
trains {station}(( {after}))((, platform {platform}))
I [missed|just missed] my train in {station}. What's next(( after {after}))?
Departures from {station}(( on platform {platform}))[, please|]?
@currency_rate | Get an exchange rate. | from_currency:e(USD/GBP/CHF), to_currency:e(EUR/SEK/INR)
[What's|What is] {from_currency} in {to_currency} [today|now]?
Exchange rate {from_currency} to {to_currency}[, please|].
[How much|How many] {to_currency} for one {from_currency}?
{from_currency}/{to_currency} rate
I'm [changing|trading] {from_currency} [into|for] {to_currency}. [Rate?|What's the rate?]
@visa_check | Check whether a visa is needed. | passport:country, destination:country2, days:i3-90?
Do I need a visa for {destination} with a passport of {passport}((, staying {days} days))?
[Check|See] visa rules: passport {passport}, trip to {destination}((, {days} days)).
I [hold|have] a passport from {passport} and [visit|go to] {destination}(( for {days} days)). Visa?
visa {passport} -> {destination}((, {days} days))
[Is|Would] a visa [necessary|needed] for {destination} ([citizen|passport] of {passport})((, {days} day visit))?
@call_taxi | Call a taxi. | pickup:place, passengers:i1-6?, wheelchair:b?
[Call|Get] a [taxi|cab] to {pickup}((, {passengers} passengers))((, with room for a wheelchair<wheelchair=true>)).
I'm at {pickup}. [Taxi please.|Get me a cab.](( We are {passengers}.))(( My mother uses a wheelchair<wheelchair=true>.))
taxi {pickup}((, {passengers} people))
[Could|Can] a [cab|taxi] pick us up at {pickup}((? {passengers} persons))?
We [need|want] a taxi at {pickup}((, {passengers} seats))((, no wheelchair space needed<wheelchair=false>)).
@pack_list | Make a packing list. | trip:e(beach/mountain/city/desert), days:i2-20, extras:Lnoun?
[Make|Write] a packing list for a {trip} trip of {days} days((, plus {extras})).
{days} days [of|on a] {trip} [trip|vacation]. What do I pack?(( Don't leave out {extras}.))
packing: {trip}, {days} days((, add {extras}))
[Could|Can] you list what to pack for {days} days, {trip} trip((, including {extras}))?
We go on a {trip} trip, {days} days. [Packing list!|A packing list, please.]
@ferry_booking | Book a ferry crossing. | port:town, sail_date:date, cars:i0-3?, cabin:b?
[Book|Reserve] the ferry from {port} on {sail_date}((, {cars} cars))((, with a cabin<cabin=true>)).
I [cross|sail] from {port} on {sail_date}((, taking {cars} cars))((, we'd like to sleep in a cabin<cabin=true>)). [Book the ferry.|Ferry please.]
ferry {port} {sail_date}((, cars: {cars}))((, no cabin<cabin=false>))
[Could|Can] you get us on the ferry out of {port}, {sail_date}((, {cars} cars on deck))?
Ferry, {port}, {sail_date}[, please book| - book it].
@museum_hours | Show the opening hours of a museum. | museum_town:town, weekday:weekday?
[When|What hours] is the museum in {museum_town} open(( on {weekday}))?
[Opening hours|Hours] of the {museum_town} museum((, {weekday}))?
Is the museum [at|in] {museum_town} open(( on {weekday}))? [Show the hours.|I need the hours.]
museum {museum_town}(( {weekday})) hours
We [plan|want] to see the museum in {museum_town}(( on {weekday})). [Its hours?|When does it open?]

## home
@set_thermostat | Set the temperature of a room. | room:e(kitchen/bedroom/office/garage), degrees:n10-28, until:time?
[Set|Put] the {room} to {degrees} degrees(( until {until})).
It's [cold|chilly] in the {room}. {degrees} degrees [please|would be nice](( until {until})).
{room} {degrees}C(( till {until}))
[Could|Can] the {room} be {degrees} degrees warm((, only until {until}))?
I [want|like] {degrees} degrees in the {room}((; lower it again at {until})).
@switch_light | Switch a light. | lamp:e(porch/desk/hall/attic), on:b
Turn on the {lamp} light.<on=true>
[Switch|Turn] the {lamp} light off.<on=false>
[It's dark, I need|Let's have] some light [at|from] the {lamp} lamp.<on=true>
The {lamp} lamp [is still burning|wastes power], [kill it|switch it off].<on=false>
{lamp} light on<on=true>
@start_vacuum | Start the vacuum robot. | rooms:Lroom, power:e(low/medium/high)?, mop:b?
[Vacuum|Clean] {rooms}((, {power} power))((, and mop too<mop=true>)).
[Start|Send] the vacuum [in|through] {rooms}((, on {power})).
vacuum: {rooms}((, {power}))((, dry only so no mopping<mop=false>))
There's [dust|sand] in {rooms}. [Vacuum there.|Start the robot.](( Mop as well<mop=true>.))
[Could|Can] the robot do {rooms}(( at {power} power))?
@water_plants | Water a garden bed. | bed:i1-20, liters:n1-40, at_time:time?
[Water|Give] bed {bed} [with|] {liters} liters(( at {at_time})).
Bed {bed} [is dry|looks sad]: {liters} liters(( at {at_time})).
bed {bed}, {liters} L((, {at_time}))
[Pour|Run] {liters} liters on bed {bed}(( at {at_time})).
[Could|Can] bed {bed} get {liters} liters of water(( at {at_time}))?
@lock_door | Lock or unlock a door. | door:e(front/back/garage/cellar), locked:b, notify:email?
Lock the {door} door<locked=true>((, tell {notify})).
[Unlock|Open the lock of] the {door} door<locked=false>((, mail {notify})).
Is the {door} door locked? Make sure it is<locked=true>.
The plumber is at the {door} door, unlock it for him<locked=false>((, and let {notify} know)).
{door} door, lock it please<locked=true>((; notice to {notify}))
@add_chore | Add a chore to the household list. | chore:text, person:first?, weekday:weekday?
[Add|Put] {chore} [to|on] the chores(( for {person}))((, {weekday})).
Chore {chore}((, {person} does it))(( on {weekday})).
[Could|Can] you [write|put] {chore} on the list of chores(( under {person}))(( for {weekday}))?
[New chore|Household]: {chore}
(({person} should get a new chore. ))[It is|The chore:] {chore}((, on {weekday}))
@find_recipe | Find a recipe with given ingredients. | ingredients:Lfood, max_minutes:i10-90?, vegetarian:b?
[Find|Give me] a recipe with {ingredients}((, at most {max_minutes} minutes))((, no meat<vegetarian=true>)).
What can I cook [with|from] {ingredients}(( in {max_minutes} minutes))?(( I'm a vegetarian<vegetarian=true>.))
recipe: {ingredients}((, max {max_minutes} min))
I have {ingredients}. [Dinner ideas?|Recipe please.](( {max_minutes} minutes is all I have.))(( Meat is fine, it need not be vegetarian<vegetarian=false>.))
[Could|Can] you find a dish [using|with] {ingredients}?(( It should take up to {max_minutes} minutes.))
@order_pizza | Order pizzas. | topping:food, pizzas:i1-12, extra_cheese:b?
[Order|Get] {pizzas} pizzas with {topping}((, extra cheese<extra_cheese=true>)).
We're hungry: {pizzas} pizzas, {topping}((, and go heavy on extra cheese<extra_cheese=true>)).
pizza x{pizzas} {topping}((, no extra cheese<extra_cheese=false>))
[Could|Can] we have {pizzas} {topping} pizzas?
{pizzas} [times|x] pizza {topping} [for the night shift|for us].
@kitchen_timer | Start a kitchen timer. | minutes:i1-120, timer_label:food?
[Start|Set] a timer for {minutes} minutes((, label {timer_label})).
{minutes} minutes(( for the {timer_label})), [timer please|start the clock].
[Wake|Beep] me in {minutes} minutes((, the {timer_label} will be done)).
timer {minutes}(( {timer_label}))
[Could|Can] you time {minutes} minutes(( for {timer_label}))?
@scale_recipe | Scale a recipe. | dish:food, from_servings:i2-6, to_servings:i7-20
[Scale|Convert] the {dish} recipe from {from_servings} to {to_servings} servings.
The {dish} recipe is for {from_servings}, but {to_servings} [people|guests] come. [Scale it.|Adjust it.]
{dish}: {from_servings} -> {to_servings} servings
[Could|Can] you [stretch|adapt] {dish} for {from_servings} so it feeds {to_servings}?
I need {to_servings} servings of {dish}; the recipe makes {from_servings}.
@grocery_list | Put things on the grocery list. | groceries:Lfood
[Add|Put] {groceries} [to|on] the grocery list.
We're [out of|missing] {groceries}. [Grocery list!|On the list, please.]
groceries: {groceries}
[Could|Can] you write down {groceries} for the [next shopping|grocery run]?
[Don't let me forget|Remember] to buy {groceries}; [on the list|list] please.
@report_leak | Report a broken thing to the landlord. | problem:text, apartment:i1-90, emergency:b?
[Report|Tell the landlord]: apartment {apartment}, {problem}((, it's an emergency<emergency=true>)).
Apartment {apartment} has a problem, {problem}((, but it can wait, no emergency<emergency=false>)).
apt {apartment}: {problem}
[Somebody|The landlord] should know [this|] about apartment {apartment}: {problem}
[Please|] report {problem} for apartment {apartment}(( as an emergency<emergency=true>)).

## city
@register_dog | Register a dog with the city. | dog_name:first, breed:e(terrier/poodle/beagle/collie), chipped:b?
[Register|Sign up] my dog {dog_name}, a {breed}((, chipped already<chipped=true>)).
I got a {breed} named {dog_name}((, no chip yet<chipped=false>)). [Register it.|City registration please.]
dog: {dog_name} ({breed})
[Could|Can] I register {dog_name}, my {breed}?(( It has a chip<chipped=true>.))
My {breed} [is called|answers to] {dog_name}. [Tell the city.|Register please.]
@renew_permit | Renew a permit. | permit:code, months:i1-24, fee_paid:b?
[Renew|Extend] permit {permit} for {months} months((, I paid the fee<fee_paid=true>)).
{permit} [runs out|expires] soon. {months} months more, please((, the fee is paid<fee_paid=true>)).
permit {permit} +{months} months((, fee not paid yet<fee_paid=false>))
[Could|Can] I [have|get] {months} more months on permit {permit}?
I'd like my permit {permit} renewed by {months} months.
@report_pothole | Report a pothole. | street:place, width_cm:i10-200?, reporter:email?
[Report|Note] a pothole at {street}((, {width_cm} cm wide))((, contact {reporter})).
There's a [hole|pothole] in the road at {street}((, about {width_cm} cm)). [Report it.|Tell the city.]
pothole {street}(( {width_cm} cm))(( {reporter}))
My wheel [broke|suffered] at {street}, pothole!(( {width_cm} cm across.)) [Report it please.|File a report.]
[Could|Can] the city fix the pothole [near|at] {street}?(( Reach me under {reporter}.))
@book_appointment | Book an appointment at city hall. | office:e(passport/tax/housing/parking), day:date, slot:time
[Book|Make] an appointment at the {office} office on {day} at {slot}.
I need to [see|visit] the {office} office, {day}, {slot}.
{office} office {day} {slot}, [book|appointment]
[Could|Can] I come to the {office} office on {day}, {slot}? [Book it.|Please book.]
[Appointment|Visit]: {office} office. {day}. {slot}.
@pay_fine | Pay a fine. | fine:code, amount:n5-300, card:e(visa/mastercard/debit)?
[Pay|Settle] fine {fine}, {amount} dollars((, by {card})).
I got a ticket, {fine}, {amount} dollars. [Pay it.|Please pay.](( Use {card}.))
fine {fine} {amount}(( {card}))
[Could|Can] you [pay|transfer] {amount} for fine {fine}(( with my {card} card))?
{amount} [goes|to be paid] [for|to] fine {fine}((, {card} card)).
@vote_poll | Cast a vote in a poll. | poll:i1-500, choice:e(yes/no/abstain)
[Vote|I vote] {choice} in poll {poll}.
Poll {poll}: {choice}
[Put|Mark] me down as {choice} [in|for] poll {poll}.
My [answer|choice] in poll {poll} is {choice}. [Cast it.|Please vote.]
[Could|Can] you vote {choice} for me in poll {poll}?
@donate | Donate money to a cause. | cause:e(shelter/library/orchestra/park), amount:n5-500, anonymous:b?
[Donate|Give] {amount} dollars to the {cause}((, anonymously<anonymous=true>)).
The {cause} [could use|gets] {amount} dollars from me((, you may print my name so it's not anonymous<anonymous=false>)).
{amount} -> {cause}, donation((, without my name<anonymous=true>))
I'd like to [support|help] the {cause} with {amount} dollars((, nobody should know who gave it<anonymous=true>)).
[Could|Can] I donate {amount} to the {cause}?
@volunteer_shift | Sign up for a volunteer shift. | volunteer:person, shift_date:date, job:e(kitchen/driving/sorting/cleanup), own_car:b?
[Sign|Put] {volunteer} up for {job} on {shift_date}((, comes with a car<own_car=true>)).
{volunteer} [helps|wants to help] on {shift_date}, {job}((, has no car<own_car=false>)).
volunteer: {volunteer} / {shift_date} / {job}
[Could|Can] {volunteer} do {job} on {shift_date}?(( They have their own car<own_car=true>.))
On {shift_date} {volunteer} takes the {job} shift. [Enter it.|Sign up please.]
@library_renew | Renew a library book. | book:code, weeks:i1-6, card_number:i1000-99999?
[Renew|Extend] book {book} by {weeks} weeks((, card {card_number})).
I'm not done with {book}. {weeks} more weeks please.(( My card is {card_number}.))
renew {book} {weeks}w(( / {card_number}))
[Could|Can] I keep library book {book} another {weeks} weeks((? Card number {card_number}))?
Book {book} is [due|late]; add {weeks} weeks((, library card {card_number})).
@measure_air | Show the air quality. | district:town, pollutant:e(ozone/dust/smoke)?
[How's|How is] the air in {district}((, {pollutant} above all))?
[Show|Check] air quality {district}(( for {pollutant})).
air {district}(( {pollutant}))
Can I [run|jog] outside in {district}? [Check the air.|Air quality?](( Mostly I worry about {pollutant}.))
[Air quality|Air data] for {district}, [please|thanks]((; {pollutant} only)).

## text
@count_words | Count the words of a text. | text:text, unique:b?
[Count|How many are] the words in {text}((, each different word once<unique=true>))?
[Word count|Number of words] of {text}((, repeats included, not unique<unique=false>)).
{text} - how many words?
[I need|Give me] a word count for {text}.
[Count the words|Words in this]: {text}
@make_slug | Turn a title into a slug. | title:text, max_length:i10-60?
[Make|Create] a slug [from|for] {title}((, at most {max_length} characters)).
{title} as a slug((, max length {max_length}))
[Slug|Slugify] {title}((, {max_length} chars)).
[Could|Can] you turn {title} into a slug(( of up to {max_length} characters))?
The [post|page] is called {title}. [I need its slug.|Slug?](( No longer than {max_length}.))
@spell_check | Check the spelling of a text. | text:text, dialect:e(American/British)?
[Spell check|Check the spelling of] {text}(( in {dialect} English)).
[Are there|Any] typos in {text}?(( {dialect} spelling.))
[Check|Proofread] this((, {dialect} English)): {text}
Is {text} spelled [right|correctly](( the {dialect} way))?
spelling {text}(( {dialect}))
@replace_text | Replace one string by another in a text. | text:text, search:word, replacement:word2
In {text}, [replace|swap] {search} [with|for] {replacement}.
[Replace|Exchange] {search} by {replacement} in {text}.
{search} -> {replacement} in {text}
[Take|Use] the text {text} and put {replacement} wherever {search} stands.
[Every|Each] {search} should become {replacement} in this text: {text}
@merge_lists | Merge two lists. | first_list:Lnoun, second_list:Lword, sort:b?
[Merge|Join] the lists {first_list} / {second_list}((, sorted<sort=true>)).
First list: {first_list}. Second list: {second_list}. [Merge them.|One list please.](( Sort the result<sort=true>.))
List one is {first_list}, list two {second_list}; [combine|merge] them((, unsorted as they are<sort=false>)).
[I have|Here are] two lists, {first_list} -- {second_list} -- and [want|need] one((, in sorted order<sort=true>)).
merge [{first_list}] with [{second_list}]
@check_regex | Test a regular expression on a text. | pattern:regex, sample:text
[Test|Try] the pattern {pattern} on {sample}.
Does {pattern} match {sample}?
regex {pattern} against {sample}
[Check|See] whether the expression {pattern} [fits|matches] {sample}.
[Pattern|Expression] {pattern}, text: {sample}
@add_note | Add a note to the notebook. | note_text:text, tags:Lword?, pinned:b?
[Add|Make] a note((, tags {tags}))((, pin it<pinned=true>)): {note_text}
[Note|Jot down] {note_text}((, tagged {tags}))((, pinned to the top<pinned=true>)).
{note_text} - [save that as a note|for the notebook]((, tags: {tags})).
[Could|Can] you keep {note_text} in my notes(( under {tags}))?
[Write|Put] {note_text} in the notebook((, no need to pin it<pinned=false>)).
@post_forum | Post in a forum thread. | thread:i1-9000, post:text, spoiler:b?
[Post|Reply] in thread {thread}((, marked as a spoiler<spoiler=true>)): {post}
Thread {thread}, [my reply|post] {post}((, it gives away the ending so spoiler mark<spoiler=true>)).
[Answer|Write] {post} in thread {thread}((, no spoiler<spoiler=false>)).
[Could|Can] you [put|post] {post} under thread {thread}?
thread {thread} <- {post}
@random_number | Draw a random number. | low:i1-50, high:i51-900
[Draw|Pick] a random number [from|between] {low} [to|and] {high}.
random {low}..{high}
[Give me|I need] any number between {low} and {high}.
[Could|Can] you pick a number? At least {low}, at most {high}.
[Somewhere|Anything] from {low} up to {high}, [chosen by chance|at random].
@days_between | Count the days between two dates. | start_date:date, end_date:date2
How many days [are there|lie] between {start_date} and {end_date}?
[Count|Give me] the days from {start_date} to {end_date}.
days {start_date} -> {end_date}
[From|Starting] {start_date} [to|until] {end_date}: how many days?
I [started|began] on {start_date} and [ended|end] on {end_date}. [Days in between?|Number of days?]
@make_password | Generate a password. | length:i8-40, symbols:b?, avoid:Lword?
[Generate|Make] a password of {length} characters((, with symbols<symbols=true>)).
I need a [new|strong] password, {length} long((, letters and digits only, no symbols<symbols=false>)).
password {length}((, symbols too<symbols=true>))
[Could|Can] you think up a password with {length} characters((, without the words {avoid}))?
{length} characters of password, [please|thanks]((, symbols included<symbols=true>)).
@draw_shape | Draw a shape on the canvas. | shape:e(circle/square/triangle/star), size_px:i10-400, color:e(red/green/blue/black)?, filled:b?
[Draw|Paint] a (({color} )){shape}, {size_px} pixels((, filled in<filled=true>)).
{shape} {size_px}px(( {color}))((, outline only so not filled<filled=false>))
I'd like a {shape} of {size_px} pixels on the canvas((, {color}))((, filled<filled=true>)).
[Could|Can] you put a (({color} )){shape} there, size {size_px}?
[Canvas|Sketch]: {shape}, {size_px} px((, in {color})).
@rename_column | Rename a column of a table. | table:path, column:word, new_name:word2
[Rename|Call] column {column} of {table} [to|] {new_name}.
In {table}, [the column|column] {column} [becomes|should be called] {new_name}.
{table}: {column} => {new_name}, [column rename|column name]
[Could|Can] you rename {column} to {new_name} in the table {table}?
The [heading|column] {column} in {table} is [bad|unclear], use {new_name} [instead|as its name].
@filter_rows | Filter the rows of a table by a condition. | table:path, condition:cond, descending:b?
[Filter|Show] the rows of {table} where {condition}((, descending<descending=true>)).
[Which|What] rows in {table} have {condition}?(( Descending order<descending=true>.))
{table} where {condition}
[I need|Give me] [only|just] the rows with {condition} from {table}((, in ascending order, not descending<descending=false>)).
[From|In] {table} [take|keep] rows with {condition}.
"""
