"""Everyday tools of families, hobbies, games and private affairs, in the form that catalog.py reads."""
from toolvalues import CLOSED, MAKERS, POOLS
from words import word

POOLS.update({k: v.split("|") for k, v in {
    "pet": "Rex|Bella|Mimi|Luna|Fluffy|Rocky|Coco|Max|Nala|Snowball|Whiskers|Buddy|Pepper|Oscar",
    "toy": "teddy bear|scooter|doll house|kite|train set|paint box|skateboard|puzzle|building blocks|trampoline|football|drum",
    "gift": "silver watch|silk scarf|cook book|wine glasses|photo album|concert tickets|perfume|leather wallet|picnic basket|bath salts|headphones|tea set",
    "party": "garden party|birthday party|wedding|baby shower|graduation party|farewell party|housewarming|barbecue|costume party|anniversary",
    "haircut": "highlights|dyeing|blow drying|beard trimming|layers|extensions|braiding|curls|straightening",
    "doctor": "dentist|eye doctor|skin doctor|family doctor|heart doctor|pediatrician|physiotherapist|ear doctor|surgeon",
    "opening": "Sicilian Defense|Queen's Gambit|Ruy Lopez|Caro-Kann|French Defense|Italian Game|King's Indian|London System|Scotch Game",
    "stampname": "Penny Black|Blue Mauritius|Inverted Jenny|Red Mercury|Swan River|Green Lion|Basel Dove|Black Honduras|Bull's Eye",
    "yarn": "merino|cotton yarn|alpaca|mohair|sock wool|cashmere|angora|linen yarn|bamboo yarn",
    "garment": "scarf|hat|sweater|blanket|cardigan|vest|poncho|shawl|baby jacket|pillow case",
    "fish": "pike|trout|carp|perch|salmon|bass|zander|catfish|tench|cod",
    "water": "Mirror Lake|River Tay|Long Pond|Blue Bay|Swan Lake Dam|the Danube|Silver Creek|Loch Fern|the old quarry|Mill Pond",
    "boardgame": "checkers|Catan|Monopoly|dominoes|backgammon|Ludo|Risk|Scrabble|Carcassonne|Clue|Azul|Ticket to Ride",
    "videogame": "Sky Racer|Dungeon Lords|Block World|Galaxy Wars|Farm Days|Zombie Town|Speed Kart|Dragon Quest|Robot Arena|Space Miner",
    "planet": "Mercury|Venus|Mars|Jupiter|Saturn|Uranus|Neptune|the Moon",
    "star": "Sirius|Vega|Betelgeuse|Polaris|Rigel|Andromeda|Antares|the Orion Nebula|Altair|the Pleiades|Arcturus|Deneb",
    "exercise": "squats|push-ups|sit-ups|lunges|pull-ups|burpees|planks|bench presses|dips|crunches|deadlifts|jumping jacks",
    "biller": "rent|electricity|internet|gym|water|insurance|phone plan|music lessons|newspaper|gas|magazine|cloud storage",
    "goalname": "new car|holiday|house|wedding|laptop|boat|kitchen|piano|world trip|bike",
    "position": "goalkeeper|defender|midfielder|striker|captain|left wing|right wing|center back",
    "lesson": "piano|ballet|swimming|violin|judo|drawing|guitar|drama|tennis|pottery",
}.items()})
CLOSED.update(["haircut", "doctor", "exercise", "position", "planet", "biller"])
MAKERS["photo"] = lambda r: f"{word(r)}{r.choice(['', '-', '_'])}{r.randint(1, 999)}.{r.choice(['jpg', 'png', 'jpeg', 'webp'])}"

TOOLS = {"squad": """
substitute_player/sub_player/make_substitution: Takes one player off and brings another one on
player_out/off/out person Player who leaves the field/Off
player_in/on/in person Player who comes on/On
minute/when/match_minute #1-90 Minute of the match/When
team?/side?/club? team Whose player/Team
- ((take off {player_out} and bring on {player_in}|bring {player_in} on for {player_out}) in minute {minute}|in minute {minute}, swap {player_out} for {player_in})
! ({player_in} replaces {player_out}|{player_out} goes off and {player_in} comes on) in minute {minute}[ for {team}]
? can {player_in} come on for {player_out} at minute {minute}

assign_position/set_role/line_up: Gives a player a place in the team
player/who/name person Player/Who
position/role/place position Where the player plays/Position
shirt?/number?/jersey? #1-99 Number on the shirt/Shirt
- (let {player} play as {position}|put {player} in as {position})[ with number {shirt}]
! (({player} is our {position}|our {position} is {player})[ and wears number {shirt}]|as {position} we have {player})

add_training/schedule_practice/plan_training: Plans a training session of a team
team/squad/who team Which team/Team
day/date/on weekday Which day/Day
start/from/begin time Beginning/From
end/until/to time End/Until
indoors?/inside?/in_hall? ! In the hall and not outside/True for indoors
- (let the {team} train on {day} from {start} to {end}|on {day}, plan training of the {team} between {start} and {end})[ {indoors=indoors:true,in the hall:true,outdoors:false}]
! ({team} train on {day}, they start at {start} and stop at {end}|{team} have practice until {end} on {day}, from {start} on)

transfer_player/sign_transfer/move_player: Moves a player from one club to another
player/who/name person Player/Who
old_team/from/seller team Club that is left/Old club
new_team/to/buyer team Club that gets the player/New club
fee?/price?/cost? #1000-90000 Transfer fee in euros/Fee
- (move {player} from {old_team} to {new_team}|sell {player} of {old_team} to {new_team})[ for {fee} euros]
! ({player} leaves {old_team} and joins {new_team}|{new_team} buys {player} from {old_team}[ for {fee} euros]|{old_team} lets {player} go to {new_team})

record_goal/log_goal/add_scorer: Notes a goal and who made it
scorer/player/who person Who scored/Scorer
minute/when/match_minute #1-90 Minute of the match/When
assist?/passed_by?/helper? person Who gave the pass/Assist
penalty?/from_penalty?/spot_kick? ! Goal by penalty kick/True for a penalty
! (({scorer} scored in minute {minute}|in minute {minute}, {scorer} hit the net)[ after a pass by {assist}]|{assist} passed and {scorer} scored, minute {minute})
- note a goal by {scorer} in minute {minute}[, {penalty=by penalty:true,from the spot:true,from open play:false}]
""", "family": """
pick_up_child/arrange_pickup/school_run: Arranges who fetches a child
child/kid/who person Which child/Child
driver/by/adult person Who fetches the child/Driver
place/where/from station Where the child waits/Place
time?/at?/when? time When/Time
- (let {driver} (fetch|pick up|collect) {child} at {place}|have {child} picked up by {driver} at {place})[ at {time}]
! ({driver} (picks|will pick) {child} up from {place}|{child} waits at {place} for {driver})[ at {time}]
? can {driver} get {child} from {place}[ at {time}]

set_bedtime/bed_time/lights_out: Sets when a child goes to bed
child/kid/who person Which child/Child
time/hour/at time When/Bedtime
story?/bedtime_story?/read? ! Read a story before/True for a story
- (send {child} to bed at {time}|put {child} to bed at {time})[ {story=with a story:true,without a story:false}]
! ({child} (goes to bed|has to sleep) at {time}|at {time} it is lights out for {child})
? can {child} stay up until {time}

pay_allowance/pocket_money/give_allowance: Pays pocket money to a child
child/kid/to person Who gets it/Child
amount/dollars/money ~1-40 How much in dollars/Amount
every?/rhythm?/period? =day,week,month How often/Rhythm
reason?/for?/why? chore What it is for/Reason
- ((give|pay) {child} {amount} dollars[ {every=daily:day,weekly:week,every month:month,each week:week}]|hand {amount} dollars to {child}[ and note the reason: {reason}])
! ({child} gets {amount} dollars of pocket money|{amount} dollars of pocket money go to {child})[ every {every}]

limit_screen_time/set_screen_limit/restrict_tablet: Limits how long a child uses a screen
child/kid/who person Which child/Child
minutes/limit/max #10-180 Minutes a day/At most
device?/screen?/on? =tablet,phone,console,television Which screen/Device
weekend?/at_weekend?/on_weekends? ! The limit is for the weekend/True for weekends
- (limit {child} to {minutes} minutes|allow {child} {minutes} minutes)[ on the {device}][ {weekend=at the weekend:true,on weekends:true,on school days:false}]
! ({child} may use the {device} for {minutes} minutes|{minutes} minutes a day are enough for {child})
? can {child} have {minutes} minutes of {device}

book_babysitter/hire_sitter/get_sitter: Books somebody who looks after the kids
sitter/babysitter/who person Who comes/Babysitter
start/from/begin time From when/Beginning
end/until/to time Until when/End
day?/date?/on? weekday Which day/Day
- (book {sitter} from {start} (to|until) {end}|ask {sitter} to watch the kids from {start} to {end})[ on {day}]
! ({sitter} looks after the kids until {end}, starting at {start}|we need {sitter} between {start} and {end})[ on {day}]
? can {sitter} babysit from {start} till {end}[ on {day}]

enroll_lesson/sign_up_child/book_lessons: Signs a child up for lessons
child/kid/who person Which child/Child
activity/lesson/what lesson What is learned/Activity
day/weekday/on weekday First day/Day
teacher?/with?/coach? person Who teaches/Teacher
- (sign {child} up for {activity}|put {child} in {activity} class) on {day}[ with {teacher}]
! ({child} starts {activity} lessons on {day}|on {day} {child} begins {activity})[, the teacher is {teacher}]
? can {child} learn {activity} from {day} on[ with {teacher}]
""", "pets": """
feed_pet/give_food/pet_feeder: Feeds a pet
name/pet/animal pet Name of the pet/Which pet
grams/amount/portion #20-700 Grams of food/How much
food?/kind?/what? =dry&food,wet&food,hay,seeds,fish What it gets/Food
- ((feed|give) {name} {grams} (grams|g)[ of {food}]|{grams} grams for {name})
! ({name} (gets|needs|should get) {grams} grams[ of {food}]|{name} is hungry, {grams} grams please)

walk_dog/plan_walk/dog_walk: Plans a walk with a dog
dog/pet/name pet Which dog/Name of the dog
walker/who/by person Who goes/Walker
minutes/length/duration #10-120 How long in minutes/Length
leash?/on_leash?/lead? ! Keep it on the leash/True for a leash
- (let {walker} walk {dog} for {minutes} minutes|send {walker} out with {dog} for {minutes} minutes)[, {leash=on the leash:true,on a lead:true,off the leash:false}]
! ({walker} (takes|will take) {dog} out for {minutes} minutes|{dog} goes out with {walker}, {minutes} minutes)
? can {walker} walk {dog} for {minutes} minutes

vet_appointment/book_vet/see_vet: Books a visit at the vet
pet/animal/name pet Name of the pet/Which pet
day/date/on weekday Which day/Day
time/hour/at time When/Time
reason?/problem?/for? =vaccination,limping,teeth,cough,check-up Why/Reason
- (book the vet for {pet}|take {pet} to the vet|make a vet appointment for {pet}) on {day} at {time}[ because of {reason}]
! ({pet} sees the vet on {day} at {time}|on {day} at {time} the vet will look at {pet})[, reason: {reason}]
? can the vet see {pet} at {time} on {day}

board_pet/kennel_stay/pet_hotel: Leaves a pet in care for some days
pet/animal/name pet Name of the pet/Which pet
arrival/from/first_day weekday Day it comes/From
pickup/until/last_day weekday Day it is fetched/Until
own_food?/bring_food?/with_food? ! The owner brings the food/True if food comes along
- (board|keep) {pet} from {arrival} (to|until) {pickup}[ {own_food=with its own food:true,without food:false}]
! ({pet} comes on {arrival} and goes home on {pickup}|we fetch {pet} on {pickup} and bring it on {arrival})
? can {pet} stay with you from {arrival} till {pickup}

log_pet_weight/weigh_pet/set_weight: Notes the weight of a pet
pet/animal/name pet Name of the pet/Which pet
kilos/weight/kg ~0.3-60 Weight in kilograms/How heavy
day?/date?/on? weekday Day it was weighed/Day
! (({pet} (weighs|weighed) {kilos} (kilos|kg)|the scale shows {kilos} kilos for {pet})[ on {day}]|on {day} {pet} had {kilos} kilos)
- (note|write down) {kilos} kg for {pet}[ on {day}]
""", "appointments": """
book_haircut/hair_appointment/salon_booking: Books a visit at the hairdresser
customer/who/name person Who comes/Customer
service/cut/what haircut What is done/Service
day/date/on weekday Which day/Day
time?/hour?/at? time When/Time
stylist?/with?/hairdresser? person Who cuts/Hairdresser
- book {customer} in for {service} on {day}[ at {time}][ with {stylist}]
! ({customer} wants {service} on {day}|on {day}, {customer} comes in for {service})[ at {time}]
? can {customer} get {service} on {day}[ from {stylist}]

book_doctor/see_doctor/doctor_appointment: Books an appointment with a doctor
patient/who/name person Patient/Who is ill
doctor/specialist/kind doctor Which doctor/Kind of doctor
day/date/on weekday Which day/Day
first_visit?/new_patient?/is_new? ! Has never been there/True for new patients
- (get {patient} an appointment with the {doctor}|send {patient} to the {doctor}) on {day}[, {first_visit=for the first time:true,as a new patient:true,as a known patient:false}]
! ({patient} (needs|has) to see the {doctor}|the {doctor} should see {patient}) on {day}
? is the {doctor} free on {day} for {patient}

move_appointment/reschedule_visit/shift_slot: Moves an appointment from one time to another
customer/who/patient person Whose appointment/Person
old_time/from/current time Time now/Old time
new_time/to/wanted time Time wanted/New time
- (move {customer} from {old_time} to {new_time}|let {customer} come at {new_time} instead of {old_time})
! ({customer} cannot come at {old_time} and takes {new_time}|{customer} wants {new_time} rather than {old_time})
? can {customer} switch from {old_time} to {new_time}

cancel_visit/drop_appointment/call_off: Calls off an appointment
customer/who/patient person Whose appointment/Person
day/date/on weekday Which day/Day
reason?/why?/because? text Why/Reason
notify?/tell?/send_message? ! Tell the person/True to send a message
- (cancel the appointment of {customer}|take {customer} off the list) on {day}[ {notify=and tell them:true,without telling them:false}]
! ({customer} is not coming on {day}|on {day} {customer} can't make it)[, the reason: {reason}]

prescribe/write_prescription/give_medicine: Prescribes a medicine
patient/who/for person Patient/Who takes it
medicine/drug/what medicine Medicine/Drug
dose/milligrams/mg #5-900 Milligrams each time/Dose
times_a_day?/daily?/per_day? #2-6 How often a day/Times a day
with_food?/at_meals?/meal? ! Take it with a meal/True to take it with food
- (prescribe {patient} {dose} mg of {medicine}|give {patient} {dose} milligrams of {medicine})[ {times_a_day} times a day][, {with_food=with food:true,with meals:true,on an empty stomach:false}]
! ({patient} (takes|should take|gets) {dose} mg of {medicine}|{medicine}, {dose} milligrams, for {patient})[, {times_a_day} times a day]
""", "parties": """
add_gift_idea/gift_idea/note_present: Notes a present for somebody
person/for/recipient person Who gets it/For whom
gift/present/idea gift What to give/Present
price?/budget?/cost? #5-200 Price in dollars/Most to spend
occasion?/event?/when? =birthday,christmas,wedding,graduation Occasion/On what occasion
- (note|put down) the {gift} (as a present |)for {person}[ for up to {price} dollars]
! ({person} (would like|wants|wishes for) the {gift}|the {gift} would be nice for {person})[ for {occasion}]
? how about the {gift} for {person}[, about {price} dollars]

record_gift/thank_list/gift_received: Notes who gave which present to whom
giver/from/sender person Who gave it/Giver
receiver/to/recipient person Who got it/Receiver
gift/present/what gift What it is/Present
! ({giver} gave {receiver} the {gift}|{receiver} got the {gift} from {giver}|the {gift} for {receiver} is from {giver})
- ((write down|note) that {giver} gave the {gift} to {receiver}|to {receiver} from {giver}, a present: {gift}, put that on the list)

plan_party/create_party/host_party: Plans a party with guests
kind/party/occasion party What kind of party/Occasion
guests/people/count #5-80 How many guests/Guests
budget/money/max_cost #100-3000 Money for it in dollars/Budget
music?/with_music?/band? ! With music/True for music
- (plan|prepare|organize) the {kind} for {guests} (guests|people) with {budget} dollars[, {music=with music:true,with a band:true,without music:false}]
! ({guests} people come to the {kind} and we can spend {budget} dollars|for the {kind} we expect {guests} guests and have {budget} dollars)

seat_guest/assign_table/seating: Puts a guest next to another one at a table
guest/who/name person Who is seated/Guest
neighbor/next_to/beside person Who sits beside/Neighbor
table/table_number/at #1-30 Number of the table/Table
- (seat|put|place) {guest} next to {neighbor} at table {table}
! (at table {table}, {guest} sits beside {neighbor}|{guest} would like to sit by {neighbor}, table {table})
? can {guest} sit with {neighbor} at table {table}

rsvp/answer_invitation/reply_invite: Answers an invitation
person/guest/who person Who answers/Guest
party/event/to party Which party/Event
coming/attending/accept ! Whether the person comes/True if coming
extra_guests?/companions?/plus? #2-6 How many others come along/Companions
! ({person} {coming=is coming:true,will come:true,is not coming:false,can't come:false,will be there:true,has to miss out:false}, it is about the {party}|for the {party}, {person} says {coming=yes:true,no:false}|{person} {coming=comes:true} to the {party} and brings {extra_guests} others)
- tell the hosts of the {party} that {person} {coming=accepts:true,declines:false,is coming:true,can't make it:false}
""", "hobbies": """
record_chess_game/save_game/log_game: Saves a game of chess
white/white_player/player_a person Player with the white pieces/White
black/black_player/player_b person Player with the black pieces/Black
result/outcome/score =white,black,draw Who won/Result
opening?/opening_name?/line? opening How it began/Opening
! ({white} had white against {black}, {result=white won:white,black won:black,it was a draw:draw,nobody won:draw}[, they played the {opening}]|playing black, {black} met {white}, {result=and it ended in a draw:draw,black won:black,white won:white})
- save the game of {white} as white (and|against) {black} as black, {result=a draw:draw,won by white:white,won by black:black}

add_stamp/catalog_stamp/stamp_collection: Adds a stamp to a collection
stamp/name/title stampname Name of the stamp/Stamp
year/printed/issued #1840-1999 Year of printing/Year
value/worth/price ~1-900 Worth in euros/Value
used?/cancelled?/postmarked? ! It has a postmark/True for used stamps
- (add|put in) (a|one) {stamp} of {year} worth {value} euros[, {used=postmarked:true,used:true,unused:false,mint:false}]
! (I (got|found) a {stamp} from {year}, it is worth {value} euros|for {value} euros I bought a {stamp} printed in {year})

trade_stamps/swap_stamps/exchange_stamp: Swaps a stamp with another collector
mine/give/my_stamp stampname Stamp that is given/Mine
theirs/get/other_stamp stampname Stamp that is wanted/Theirs
partner/with/collector person Other collector/With whom
- (trade|swap) my {mine} for the {theirs} of {partner}
! ({partner} gives me the {theirs} and gets my {mine}|I let {partner} have my {mine} and receive the {theirs})
? would {partner} take my {mine} for the {theirs}

cast_on/start_knitting/new_knit: Starts a piece of knitting
garment/piece/what garment What is knitted/Piece
yarn/wool/material yarn Which yarn/Yarn
stitches/stitch_count/width #20-240 How many stitches/Stitches
color?/colour?/shade? color Color of the yarn/Color
- (cast on|start) {stitches} stitches of {yarn} for the {garment}[ in {color}]
! (the {garment} (starts with|has) {stitches} stitches and is made of {yarn}[ in {color}]|I am knitting a {garment} from {yarn}, {stitches} stitches wide)

crop_photo/cut_image/resize_picture: Cuts a photo to a size
file/photo/image photo Which photo/File
width/w/wide #200-4000 Width in pixels/How wide
height/h/high #200-4000 Height in pixels/How high
black_white?/grayscale?/mono? ! Without color/True for black and white
- ((crop|cut) {file} to {width} by {height}[ pixels][, {black_white=in black and white:true,in color:false}]|make {file} ({width} pixels wide and {height} high|{height} high, {width} wide))
! {file} (should be|must be) ({height} pixels high and {width} wide|{width} wide and {height} high)

log_catch/record_fish/add_catch: Notes a fish that was caught
fish/species/kind fish Which fish/Fish
length/centimeters/cm #15-140 Length in centimeters/How long
water/place/where water Where it was caught/Water
released?/let_go?/put_back? ! It was put back/True if it swims again
! (I caught a {fish} of {length} (cm|centimeters) in {water}|in {water} I pulled out a {fish}, {length} centimeters long)[ {released=and let it go:true,and put it back:true,and kept it:false}]
- (note|log) a {length} cm {fish} from {water}

take_picture/shoot_photo/camera_settings: Takes a picture with given settings
shutter/speed/exposure =1/60,1/125,1/250,1/500 Exposure time in seconds/Shutter
iso/sensitivity/film_speed #100-6400 Sensitivity/ISO
aperture?/f_stop?/f? ~1.4-22 Aperture/f number
flash?/use_flash?/with_flash? ! Use the flash/True for flash
- (shoot|take a picture) at {shutter} with ISO {iso}[ and f {aperture}][, {flash=with flash:true,no flash:false,flash on:true,flash off:false}]
! (ISO {iso} and {shutter} of a second will do|I want {shutter} of a second at ISO {iso})[, {flash=with flash:true,without flash:false}]
""", "games": """
move_piece/play_move/make_move: Moves a piece on the board
source/from/start_square =e2,d2,g1,b1,c2,f1 Square it stands on/From
target/to/end_square =e4,d4,f3,c3,c4,b5 Square it goes to/To
piece?/figure?/which? =pawn,knight,bishop,queen,rook Kind of piece/Piece
- ((move|play)[ the {piece}] from {source} to {target}|bring the {piece} on {source} to {target})
! (I play {source} to {target}|to {target} I go from {source})

start_board_game/new_game/set_up_game: Starts a board game
game/title/name boardgame Which game/Game
players/who/people *person Who plays/Players
minutes?/time_limit?/limit? #20-180 Time limit in minutes/At most
teams?/in_teams?/team_play? ! Play in teams/True for teams
- (start|set up) {game} (for|with) {players}[, {teams=in teams:true,everyone alone:false}]
! ({players} want to play {game}|today {game} is played by {players})[ for {minutes} minutes]
? can {players} play {game}[ for {minutes} minutes]

enter_score/add_points/score_round: Notes points of a round
player/who/name person Who scored/Player
points/score/count #1-200 How many points/Points
round/turn/round_number #1-20 Which round/Round
! ({player} (got|made|has) {points} points in round {round}|in round {round}, {player} scored {points})
- (give|write down) {points} points for {player} in round {round}
? can you add {points} points to {player} for round {round}

launch_video_game/play_game/open_game: Starts a video game
game/title/name videogame Which game/Game
level?/stage?/start_level? #1-60 Level to begin with/Level
difficulty?/mode?/hardness? =easy,normal,hard How hard/Difficulty
multiplayer?/online?/with_others? ! Play with others/True for several players
- (start|launch|run) {game}[ at level {level}][ {multiplayer=with others:true,alone:false,on my own:false}]
! (I (want|would like) to play {game}|it is time for {game})[ on {difficulty}]
? can we play {game}[ from level {level} on]

trade_item/swap_loot/exchange_items: Swaps things between two players of a game
giver/from/player_a person Who gives/From
taker/to/player_b person Who gets it/To
item/thing/loot weapon What is given/Item
coins/price/gold #5-900 Coins paid for it/Price
- let {giver} sell {taker} the {item} for {coins} coins
! ({taker} buys the {item} from {giver} for {coins} coins|{giver} gives the {item} to {taker}, who pays {coins} coins|for {coins} coins {taker} gets the {item} of {giver})
""", "astronomy": """
point_telescope/aim_telescope/slew_to: Points a telescope at something in the sky
target/object/at star What to look at/Target
magnification?/zoom?/power? #20-400 How many times larger/Magnification
track?/follow?/tracking? ! Follow it across the sky/True to follow
- (point the telescope at|aim at|turn to) {target}[ at {magnification} times][ {track=and follow it:true,and hold still:false}]
! I (want to see|would like to look at) {target}[, {magnification} times larger]
? can you show me {target} in the telescope[, {magnification} times larger]

planet_rise/rise_time/when_visible: Says when a planet can be seen
planet/body/what planet Which planet/Planet
city/place/from city Where it is watched/City
date?/night?/on? weekday Which night/Date
? (when does {planet} rise in {city}|when can I see {planet} from {city}|in {city}, when is {planet} up)[ on {date}]
- tell me when {planet} comes up over {city}[ on {date}]

photograph_sky/expose_sky/astro_photo: Takes photos of the sky
target/object/of star What is photographed/Target
frames/shots/count #3-120 How many pictures/Frames
seconds/exposure/each #5-300 Exposure of each in seconds/Seconds
- ((take|shoot) {frames} pictures of {target}, {seconds} seconds each|expose {seconds} seconds, {frames} times, on {target})
! (I need {frames} frames of {seconds} seconds of {target}|{target} needs {seconds} seconds a picture, {frames} pictures in all)
""", "workouts": """
set_diet_goal/calorie_target/daily_target: Sets how much energy and protein a day shall have
calories/energy/kcal #1200-3500 Calories a day/Energy
protein/protein_grams/grams #40-190 Grams of protein a day/Protein
person?/who?/for? person Whose goal/Person
vegan?/no_animal?/plant_based? ! Only plants/True for vegans
- (plan|set) {calories} calories and {protein} grams of protein a day[ for {person}][, {vegan=only plants:true,vegan:true,not vegan:false}]
! ((I want|I need) {protein} grams of protein in {calories} calories[, {vegan=without animal products:true,meat included:false}]|with {calories} calories a day, {person} should get {protein} grams of protein)

log_exercise/add_set/record_reps: Notes an exercise with its sets
exercise/what/move exercise Which exercise/Exercise
sets/rounds/set_count #2-9 How many sets/Sets
reps/repetitions/times #10-50 Repetitions in each set/Reps
kilos?/weight?/load? ~2-120 Weight in kilograms/Load
! (I did {sets} sets of {reps} {exercise}|{exercise} today: {reps} reps in {sets} sets)[ with {kilos} kg]
- ((log|note) {exercise}, {sets} sets with {reps} reps each[, {kilos} kilos]|put down {reps} {exercise} in each of {sets} sets)

interval_timer/start_intervals/hiit_timer: Times work and rest by turns
work/work_seconds/on #20-90 Seconds of work/Work
rest/rest_seconds/pause #5-60 Seconds of rest/Rest
rounds/repeat/count #3-20 How many rounds/Rounds
- ((start|time) {rounds} rounds with {work} seconds of work and {rest} seconds of rest|let me work {work} seconds and pause {rest} seconds, {rounds} times)
! (I want to rest {rest} seconds after every {work} seconds of work, {rounds} rounds|{rounds} times {work} seconds on and {rest} seconds off)

set_weight_goal/target_weight/weight_plan: Plans to get from one weight to another
current/from/start_weight #71-120 Weight now in kilograms/Now
goal/to/target #48-70 Weight wanted in kilograms/Goal
weeks/duration/in_weeks #4-40 In how many weeks/Weeks
! (I weigh {current} kilos and want to weigh {goal} in {weeks} weeks|in {weeks} weeks I want to be down to {goal} kg, now it is {current})
- (get me|bring me) from {current} to {goal} kilos in {weeks} weeks
? can I get down to {goal} kg from {current} within {weeks} weeks
""", "money": """
add_bill_reminder/remind_bill/bill_due: Reminds of a bill
bill/what/payee biller Which bill/Bill
amount/sum/euros ~5-900 How much in euros/Amount
day/due/day_of_month #1-28 Day of the month/Due day
autopay?/automatic?/auto? ! Pay it without asking/True to pay by itself
- remind me of {amount} euros for the {bill} on day {day}[, {autopay=pay it automatically:true,do not pay it by itself:false}]
! (the {bill} costs {amount} euros and is due on day {day}|on day {day} of the month, {amount} euros are due for the {bill})

save_toward/savings_goal/start_goal: Saves money for something
goal/name/for goalname What it is for/Goal
target/total/amount #500-9000 Sum that is needed/Total
monthly/per_month/rate #10-400 Sum put aside a month/Each month
! (I (want|need) {target} euros for the {goal} and can save {monthly} a month|the {goal} costs {target} euros, so put {monthly} aside each month)
- (save {monthly} euros a month until there are {target} for the {goal}|for the {goal}, save up {target} euros, {monthly} every month)

lend_friend/record_debt/iou: Notes who owes money to whom
lender/from/creditor person Who gave the money/Lender
borrower/to/debtor person Who owes it/Borrower
amount/sum/dollars ~2-400 How much in dollars/Amount
! ({borrower} owes {lender} {amount} dollars|{lender} lent {borrower} {amount} dollars|{borrower} borrowed {amount} dollars from {lender})
- (note|write down) {amount} dollars that {lender} gave to {borrower}
""", "secretary": """
take_message/note_call/phone_message: Notes a message of a caller
caller/from/sender person Who called/Caller
recipient/for/to person Who should get it/Recipient
message/text/content text What was said/Message
- ((take a message|note a call) from {caller} for {recipient}: {message}|tell {recipient} that {caller} phoned, with the text {message})
! {caller} called for {recipient} (and said|saying) {message}

print_copies/copy_document/make_copies: Prints a document several times
file/document/what filename Which document/File
copies/count/number #2-80 How many copies/Copies
double_sided?/duplex?/both_sides? ! Print on both sides/True for both sides
color?/in_color?/colored? ! Print in color/False for black and white
- (print|make) {copies} copies of {file}[ {double_sided=on both sides:true,double-sided:true,on one side:false}][, {color=in color:true,in black and white:false}]
! (I need|we need) {file} {copies} times[, {color=in color:true,without color:false}]
? can you copy {file} {copies} times

dictate_letter/write_letter/compose_letter: Writes a letter
recipient/to/addressee person Who gets the letter/Recipient
body/text/content text Text of the letter/Body
sender?/from?/signed_by? person Who signs it/Sender
- (write a letter to {recipient}[ from {sender}] (saying|with the text|that reads) {body}|to {recipient}, write: {body})
! {recipient} should get a letter[ signed by {sender}]: {body}
"""}
