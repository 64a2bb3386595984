"""Everyday tools of the house, the office, parcels and health, in the form that catalog.py
reads: switches told by an aside, two numbers of one kind, orders as statements."""
from toolvalues import LOOSE, MAKERS, POOLS
from words import cap, strange, word

POOLS.update({k: v.split("|") for k, v in {
    "remedy": "Zolaran|Pectimol|iron tablets|Nervosan|thyroid pills|Betacor|nasal spray|Cardiplex|fish oil|Sinumed|calcium|Dormiral|magnesium|heart drops|Ventolar",
    "fabric": "cashmere|jeans|sportswear|bed linen|towels|curtains|lace|corduroy|fleece|velvet|jerseys",
    "meal": "lentil curry|pea soup|shepherd's pie|pancakes|ratatouille|beef roulade|dumpling soup|stuffed cabbage|mushroom tart|bean chili|rice pudding|onion bread|salmon bake",
}.items()})
MAKERS.update({
    "times": lambda r: f"{r.randint(5, 23):02d}:{r.choice(['00', '10', '20', '30', '40', '50'])}",
    "surname": lambda r: cap(strange(r).lower()),
    "topicline": lambda r: f"{cap(word(r, 0.9))} {r.choice(['and', 'for', 'of', 'without', 'after', 'in'])} {word(r, 0.9)}",
    "asked": lambda r: f"{r.choice(['Who wants', 'When do we', 'Shall we', 'Which', 'Where is', 'What about', 'How do you like', 'Do you need'])} {r.choice(['the', 'a', 'our', 'more'])} {word(r, 0.9).lower()}?",
    "fourdigits": lambda r: f"{r.randint(0, 9999):04d}",
    "letter2": lambda r: f"Dear {cap(word(r))},\nthe {word(r).lower()} is {word(r).lower()}.\n{r.choice(['Yours', 'Best', 'Thanks'])}, {cap(strange(r).lower())}",
})
LOOSE.update(["topicline", "asked", "letter2"])

TOOLS = {"bathroom": """
fill_tub/prepare_bath/hot_bath: Fills the tub with water
celsius/warmth/temperature #28-43 How warm the water is/Celsius
foam?/with_foam?/bubble_bath? ! With foam/Foam
- (fill|prepare) the tub with water of {celsius} degrees[ {foam=and foam:true,with foam:true,without foam:false,but no foam:false}]
! I want to bathe at {celsius} degrees. {foam=Lots of foam:true,With foam please:true,Foam would be lovely:true,No foam:false,Leave out the foam:false,Plain water is fine:false}

towel_heater/warm_towels/heat_rail: Warms the towels
minutes/for_minutes/time #5-120 Minutes/How long
high?/strong?/full_heat? ! At full heat/Strong
- warm the towels for {minutes} minutes[ {high=at full heat:true,strongly:true,gently:false,at low heat:false}]
! the towels are cold and I shower in a moment. {minutes} minutes. {high=Full heat:true,As hot as it gets:true,Gently please:false,Just lukewarm:false}

scale_weighing/note_kilos/body_scale: Notes how much somebody weighs
name/who/person person Who/Name
kilos/weight/kg ~3-140 Kilograms/Weight
dressed?/with_clothes?/clothed? ! Weighed with clothes on/Dressed
! {name} weighs {kilos} kilos(| now| this morning). {dressed=In full clothes:true,With shoes and coat:true,Without clothes:false,In nothing but a towel:false}
- (note|write down) {kilos} kilos for {name}

mute_bell/bell_off/silence_gate: Keeps the bell at the door quiet
until?/to?/till? times Until when/End
- (keep the bell quiet|turn off the bell|let no bell ring)[ until {until}]
! the twins are asleep, so no ringing[ before {until}]
? can the bell be off[ until {until}]
""", "laundry": """
washing_run/start_wash/machine_on: Starts the washing machine
fabric/clothes/load fabric What is washed/Fabric
spin/turns/rpm #400-1600 Turns a minute/Spin
prewash?/wash_twice?/pre? ! Wash before the wash/Prewash
! the drum is full of {fabric}. (Wash it|Start) with {spin} turns. {prewash=It is very dirty so prewash it:true,Prewash too:true,No prewash:false,It need not be prewashed:false}
- wash {fabric} and spin it at {spin}[ {prewash=with a prewash:true,without a prewash:false}]

dry_load/tumble/dryer_on: Starts the dryer
fabric/clothes/load fabric What is dried/Fabric
level/dryness/until =damp,dry,very_dry How dry/Level
- dry the {fabric} {level=until it is damp:damp,until it is dry:dry,until it is bone dry:very_dry}
! {fabric} in the dryer. {level=I want to iron it so leave it damp:damp,Normal please:dry,As dry as can be:very_dry}

press_shirts/ironing/iron_pieces: Orders ironing
pieces/shirts/count #1-60 How many/Pieces
starch?/stiff?/with_starch? ! With starch/Stiff
folded?/fold?/not_hung? ! Folded or on a hanger/Fold
- have {pieces} (pieces|shirts) ironed[ {starch=with starch:true,without starch:false}]
! {pieces} shirts to iron. {folded=Fold them:true,Folded please:true,Put them on hangers:false,Do not fold them:false}

stain_help/remove_stain/treat_spot: Says how to get a stain out
stain/spot/of =wine,oil,ink,grass,blood,coffee What made the stain/Stain
fabric/clothes/on fabric On what/Fabric
fresh?/new?/still_wet? ! It happened just now/Fresh
! there is {stain} on my {fabric}. {fresh=It happened a minute ago:true,It is still wet:true,It is days old:false,It has long dried:false}
? how do I get {stain} out of {fabric}
""", "stove": """
heat_oven_to/oven_on/warm_oven: Heats the oven
degrees/celsius/heat #60-280 Degrees/How hot
fan?/circulate?/hot_air? ! Move the air/Fan
- (heat|bring) the oven to {degrees} degrees[, {fan=with the fan:true,fan on:true,no fan:false,without the fan:false}]
! I (bake|roast) in a quarter of an hour: {degrees} degrees. {fan=Fan on:true,Use the fan:true,No fan:false,Leave the fan off:false}

resize_meal/portions_for/adapt_recipe: Reckons a recipe for more or fewer eaters
meal/dish/recipe meal Which recipe/Dish
eaters/portions/people #1-40 How many eat/Eaters
leftovers?/some_extra?/spare? ! A bit more than needed/Extra
! {eaters} (people|guests) are coming and I make {meal}. {leftovers=I like leftovers:true,A bit more than enough:true,Nothing should be left:false,Exactly enough:false}
- reckon {meal} for {eaters}[ {leftovers=with some to spare:true,with nothing to spare:false}]

season_dish/pick_herb/what_spice: Names something to season a meal with
meal/dish/food meal Which meal/Dish
spicy/hot/sharp ! May it be hot/Hot
? what can I season {meal} with? {spicy=I like it hot:true,It may burn:true,Nothing hot please:false,It must be mild:false}
- name a spice for {meal}, {spicy=a hot one:true,hot if you like:true,not a hot one:false,a mild one:false}

measure_two_pots/which_pot/pot_difference: Compares the size of two pots
one_pot/left_pot/a_litres ~0.5-6 Litres of the one/First pot
other_pot/right_pot/b_litres ~6-30 Litres of the other/Second pot
! one pot holds {one_pot} litres, the other {other_pot}. How do they compare
- compare a pot of {one_pot} litres with one of {other_pot} litres

freeze_food/into_freezer/log_frozen: Notes what went into the freezer
food/meal/what meal What was frozen/Food
day/date/on weekday When/Day
bags?/portions?/boxes? #1-12 How many bags/Bags
! I froze {food} on {day}[, {bags} bags]
- (note|log) that {food} went into the freezer on {day}[ in {bags} bags]

knead_dough/dough_machine/mix_dough: Runs the machine that kneads
flour_grams/flour/grams #100-3000 Grams of flour/Flour
minutes/knead_minutes/how_long #2-40 Minutes/How long
rest?/let_rest?/rise? ! Let it rise after that/Rest
- knead {flour_grams} grams of flour for {minutes} minutes[ {rest=and let it rise:true,then let it rest:true,without rest:false}]
! dough of {flour_grams} grams, {minutes} minutes. {rest=Let it rise after that:true,Then it has to rest:true,It need not rise:false,No rest:false}
""", "parcels": """
parcel_price/what_postage/cost_to_send: Says what it costs to send a parcel
kg/weight/kilos ~0.3-31 Weight in kilos/Kilos
fast?/by_express?/overnight? ! By express/Fast
? what (do I pay|does it cost) (for|to send) a parcel of {kg} kilos[ {fast=by express:true,overnight:true,the slow way:false,not by express:false}]
! my parcel (has|weighs) {kg} kilos. {fast=It has to be there tomorrow:true,Express please:true,No express:false,It can take its time:false}
- (work out|tell me) the (price|postage) for {kg} kilos

put_off_drop/later_drop/postpone_parcel: Lets a parcel come later
parcel/number/consignment docket Number of the parcel/Parcel
days/later_by/delay #1-21 How many days later/Days
why?/because?/note? topicline Reason/Why
! {parcel} (must|should|has to|may) (come|arrive|be brought) {days} days later[. The reason is {why}]
- (put off|postpone) {parcel} by {days} days[, reason {why}]
! I am not at home. {parcel} should come {days} days late

collect_from/fetch_parcel/order_messenger: Sends a messenger from one door to another
from_door/start/fetch_at address Where it is fetched/Start
to_door/end/bring_to address Where it goes/End
heavy?/big?/bulky? ! It is heavy/Heavy
- send a messenger from {from_door} to {to_door}
! something (waits|lies) at {from_door} and belongs to {to_door}. {heavy=It is heavy:true,It takes two to carry it:true,It is light:false,It fits in a pocket:false}
! (bring|take) it to {to_door}; it lies at {from_door}

where_is_box/follow_box/locate_crate: Says where a box is on its way
box/number/consignment docket Which box/Number
? where (is|did you last see) {box}
! {box} should have been here. Where is it
- (follow|locate) {box}

sticker_print/print_sticker/address_sticker: Prints stickers with an address
addressee/name/for person Who gets the parcel/Name
copies/stickers/count #1-20 How many/Stickers
fragile?/with_glass?/careful? ! With the picture of a glass/Fragile
- print {copies} stickers for {addressee}[ {fragile=marked as fragile:true,with a glass on it:true,not marked as fragile:false}]
! {addressee} gets {copies} parcels, so print the stickers. {fragile=It is glass inside:true,They break easily:true,Nothing can break:false,They are sturdy:false}

hold_mail/stop_post/keep_letters: Keeps all letters back for a time
first_day/from_day/begin isoday First day/From
last_day/to_day/end isoday Last day/To
neighbour?/leave_with?/keeper? person Who takes them/Neighbour
- (hold|keep back) my letters from {first_day} to {last_day}
! we are away. {first_day} is the first day, {last_day} the last[. {neighbour} takes the letters]
""", "desks": """
give_desk/seat_colleague/place_at_desk: Gives a desk to somebody
person/colleague/who person Who/Colleague
desk/number/desk_no #1-400 Number of the desk/Desk
height_adjustable?/rises?/stand_up? ! The desk goes up and down/Adjustable
window?/near_window?/by_window? ! The desk is at the window/Window
! {person} (gets|takes|has) desk {desk}. {height_adjustable=It goes up and down:true,It is one to stand at:true,It does not go up:false,It is not for standing:false}
- (give|assign) desk {desk} to {person}
! desk {desk} is {person}'s now, {window=at the window:true,by the window:true,away from the window:false,not at the window:false}
? can {person} (have|sit at) desk {desk}

vote_among/ask_group/start_vote: Lets the team vote
question/what/ask asked The question/What is asked
options/answers/choices *word What can be chosen/Choices
secret?/hidden?/anonymous? ! Nobody sees who chose what/Secret
! (ask|put it to) the team: {question} (Choices are|They may choose) {options}
! the team should vote on {options}. {secret=In secret:true,Nobody sees the names:true,Openly:false,Names may be seen:false} The question: {question}
- let us vote on {options} with the question {question}

shred_box/destroy_files/shredding: Has old papers shredded
box/crate/label docket Which box/Label
sheets/pages/amount #20-5000 How many sheets/Sheets
witness?/with_proof?/certificate? ! A paper that proves it/Proof
- shred the {sheets} sheets in box {box}
! box {box} (holds|has) {sheets} old sheets that nobody needs. {witness=I need proof:true,With a certificate:true,No proof needed:false,Without a certificate:false}

stamp_paper/mark_document/put_stamp: Puts a stamp on a paper
paper/document/file path Which paper/Document
words/stamp/mark =RECEIVED,COPY,SECRET,CANCELLED,APPROVED Words of the stamp/Stamp
- (stamp|mark) {paper} (as|with) {words}
! {paper} (is to be|must be) (stamped|marked) {words}
! a {words} stamp (belongs|goes) on {paper}

circulate_memo/send_round/internal_note: Sends a note around
heading/subject/about topicline Heading/Subject
body/text/message letter2 Text of the note/Body
- send round a note. Heading: {heading}¶Text:¶{body}
! a note about {heading} has to go round. Its text:¶{body}

reserve_phone_box/quiet_booth/booth_time: Reserves the booth for calls
starts/from/at times When/Start
minutes/length/for_minutes #10-120 Minutes/How long
video?/camera?/on_screen? ! With a camera/Video
- reserve the booth at {starts} for {minutes} minutes[, {video=with a camera:true,with video:true,sound only:false,without a camera:false}]
! I have to phone at {starts} for {minutes} minutes. {video=They want to see me:true,It is a video call:true,No picture is needed:false,Only my voice:false}
""", "pharmacy": """
renew_pills/refill_order/order_again: Orders a medicine anew
recipe_no/prescription/number docket Number of the prescription/Prescription
patient/for_whom/name person For whom/Patient
generic?/cheap_one?/substitute? ! A cheaper one will do/Generic
! {patient} has no pills left; the prescription is {recipe_no}. {generic=The cheap one will do:true,A cheaper brand is fine:true,It must be the same brand:false,No substitute:false}
- (renew|refill) {recipe_no} for {patient}

remind_pills/pill_times/dose_alarm: Reminds of a medicine at certain times
remedy/medicine/what remedy Which medicine/Medicine
at_times/when/hours *times Times of day/When
food?/with_meal?/while_eating? ! Together with food/Food
! I take {remedy} at {at_times}. {food=With food:true,While eating:true,On an empty stomach:false,Not with food:false}
- remind me of {remedy} at {at_times}
! {at_times}: those are the hours for my {remedy}

note_heartbeat/pulse_entry/add_pulse: Notes a pulse in the diary
beats/pulse/rate #40-190 Beats a minute/Pulse
at_rest?/calm?/lying_down? ! The person was at rest/Rest
! my heart beats {beats} times a minute. {at_rest=I was lying down:true,I had been resting:true,I sat quite still:true,I had just been running:false,I was on my bicycle:false,I was not at rest:false}
- (note|log|write down) a pulse of {beats}[ {at_rest=at rest:true,while resting:true,after sport:false,not at rest:false}]
! pulse {beats}, {at_rest=resting:true,at rest:true,after the stairs:false,not resting:false}

tooth_doctor/dentist_near/seek_dentist: Seeks somebody for bad teeth
place/town/in city Where/Town
whose_teeth/treats/for_group =children,adults,seniors Whose teeth/For whom
fearful?/gentle?/patient_one? ! For somebody who is afraid/Gentle
? who looks after teeth in {place}? {whose_teeth=It is for my little one:children,It is for a child:children,It is for me:adults,It is for a grown-up:adults,It is for my old father:seniors}
! we live in {place} now and look for a dentist for {whose_teeth}

allergy_note/add_allergy/cannot_stand: Notes what somebody cannot stand
patient/who/name person Who/Patient
substance/against/what =nuts,pollen,milk,dust,penicillin,wasps Against what/Substance
severe?/strong?/dangerous? ! It is dangerous/Severe
! {patient} cannot stand {substance}. {severe=It can kill:true,It is dangerous:true,It is mild:false,It is nothing bad:false}
- note an allergy to {substance} for {patient}[, {severe=a severe one:true,a mild one:false}]
""", "ledger": """
block_card/card_off/stop_card: Blocks a bank card
last_four/ending/digits fourdigits The last four digits/Ending
theft?/stolen?/was_taken? ! Somebody took it/Theft
! my card ending in {last_four} (is gone|has vanished). {theft=Somebody took it:true,It was stolen on the bus:true,I only mislaid it:false,Nobody stole it:false}
- block the card (that ends in|with the ending) {last_four}[, {theft=it was stolen:true,it was a theft:true,it was not stolen:false,no theft:false}]
! {last_four} are the last digits; block that card

divide_bill/share_costs/who_pays_what: Divides a bill
sum/total/amount ~5-900 How much/Sum
people/friends/payers *person Who pays/People
tip?/with_tip?/add_tip? ! Add a tip/Tip
- divide {sum} (among|between) {people}[ {tip=with a tip:true,and add a tip:true,without a tip:false}]
! {people} ate for {sum}. {tip=Add a tip:true,The waiter gets a tip:true,No tip this time:false,Leave out the tip:false}
! the bill says {sum} and {people} want to share it

log_business_trip/drive_entry/company_miles: Notes a drive for the tax
km/kilometres/driven ~2-900 How many kilometres/Distance
customer/to/visited person Who was visited/Customer
back?/return?/both_ways? ! There and back/Return
! I drove {km} kilometres to {customer}. {back=There and back:true,Both ways are in it:true,One way only:false,I stayed there:false}
- (log|note) a drive of {km} km to {customer}

wait_for_price/price_alarm/tell_when_cheap: Tells when a thing gets cheap
thing/article/what product Which article/Thing
below/at_most/price ~2-900 Price/Below
used?/second_hand?/also_used? ! Used ones too/Used
- tell me when {thing} costs less than {below}[, {used=used ones too:true,new only:false}]
! {thing} is too dear. Below {below} I would buy it. {used=Used is fine:true,It may be second-hand:true,It must be new:false,No used ones:false}

cap_spending/month_limit/set_ceiling: Sets how much may be spent in a month
on_what/category/for word For what/Category
ceiling/limit/most #10-3000 How much at most/Limit
strict?/hard?/block_over? ! Nothing more after that/Strict
! too much (goes|money goes) (into|to) {on_what}. {ceiling} a month, not more. {strict=Block what is above:true,Be strict:true,A warning will do:false,Just warn me:false}
- set {ceiling} as the (monthly limit|ceiling) for {on_what}
""", "lifts": """
call_lift/send_elevator/lift_to: Calls a lift to a floor
lift/number/elevator =A,B,C,D Which lift/Lift
floor/to_floor/level #0-60 Which floor/Floor
wait?/hold?/keep_open? ! Keep the door open/Hold
- (call|send) lift {lift} to floor {floor}[ {wait=and hold it there:true,and keep it open:true,without waiting:false}]
! lift {lift} should come to floor {floor}. {wait=Keep the door open:true,It has to wait for us:true,It need not wait:false,Do not hold it:false}

lift_broken/report_lift/elevator_fault: Reports a broken lift
lift/number/elevator =A,B,C,D Which lift/Lift
between/lower/stuck_above #0-30 Floor below it/Lower floor
and_floor/upper/stuck_below #31-60 Floor above it/Upper floor
people?/trapped?/someone_inside? ! Somebody is in it/Trapped
! lift {lift} is stuck between {between} and {and_floor}. {people=Somebody is inside:true,People are in it:true,It is empty:false,Nobody is inside:false}
- report that lift {lift} hangs between floors {between} and {and_floor}

lock_floor/no_stop/skip_floor: Keeps a lift from stopping at a floor
floor/level/which #0-60 Which floor/Floor
until/to/till times Until when/End
- let no lift stop at floor {floor} until {until}
! nobody may get out at floor {floor} before {until}
"""}
