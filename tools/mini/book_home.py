"""Everyday tools of home, kitchen, music, weather, health and play, in the form that catalog.py reads."""

TOOLS = {"home": """
set_temperature/set_heating/adjust_thermostat: Sets the target temperature of a room/Heating of one room
room/zone/area room Room to heat/Which room/Name of the room
degrees/target/temperature #10-30 Target in degrees/Degrees celsius to reach
- set the (temperature|heating|thermostat) in the {room} to {degrees}[ degrees]
- make it {degrees} degrees in the {room}
- (heat|warm) the {room} to {degrees}[ degrees]
! I want {degrees} degrees in the {room}
- turn the heating in the {room} (up|down) to {degrees}

switch_device/toggle_device/set_power: Turns a device in a room on or off/Switch something on or off
device/appliance/what device The device/What to switch
room/location/where room Where the device is/Room of the device
on/state/enabled ! True for on/Whether it shall be on
- turn {on=on:true,off:false} the {device} in the {room}
- turn the {device} in the {room} {on=on:true,off:false}
- switch the {device} {on=on:true,off:false} in the {room}
! the {device} in the {room} should be {on=on:true,off:false}
- switch the {room} {device} {on=on:true,off:false}

dim_lights/set_brightness/light_level: Sets how bright the lights of a room are/Brightness of the lights in percent
room/area room The room/Where the lights are
percent/brightness/level #1-100 Brightness from 0 to 100/Percent of full light
- dim the (lights|lamps) in the {room} to {percent}( percent|%)
- set the {room} lights to {percent}( percent|%)
- put the light in the {room} at {percent}( percent|%)
! I need the lights at {percent}( percent|%) in the {room}

lock_door/door_lock/secure_door: Locks or unlocks a door of the house/Lock control
door/which/entrance =front,back,garage,cellar,side Which door/The door
locked/lock ! True to lock, false to unlock/Shall it be locked
- {locked=lock:true,unlock:false} the {door} door
- please {locked=lock:true,unlock:false} the door at the {door}
! the {door} door should be {locked=locked:true,unlocked:false}
- make sure the {door} door is {locked=locked:true,open:false}

set_alarm/wake_me/add_alarm: Sets an alarm clock/Wakes the user at a time
time/at/when time Time of the alarm/When to ring
day?/date?/on? weekday Day of the alarm/On which day
label?/name? text What the alarm is for/Text to show
- wake me (up |)at {time}[ on {day}]
- set an alarm for {time}[ on {day}]
! I have to get up at {time}
- set (the|my) alarm to {time} and call it {label}
- ring at {time} (with the label|labelled) {label}

start_timer/set_timer/countdown: Starts a countdown in minutes/Kitchen timer
minutes/duration/length #1-120 Minutes to count down/How many minutes
name?/label? dish What the timer is for/Name of the timer
- set a timer for {minutes} minutes[ for the {name}]
- start a {minutes} minute timer[ for the {name}]
- count down {minutes} minutes
! tell me when {minutes} minutes are over
! the {name} needs {minutes} minutes, set a timer

vacuum_room/start_vacuum/clean_floor: Sends the robot vacuum to a room/Vacuum a room
room/area room Room to clean/Where to vacuum
mode?/power?/strength? =quiet,normal,turbo How strong it cleans/Cleaning mode
times?/passes? #1-4 How often to go over it/Number of passes
- vacuum the {room}[ in {mode} mode]
- vacuum the {room} {times=once:1,twice:2,three times:3}
- send the robot to (clean |)the {room}[, {mode} mode]
- clean the floor of the {room}

move_blinds/set_blinds/shutters: Opens or closes the blinds of a window/Move the shutters
room/window room Which room/Room of the blinds
position/open_percent #0-100 0 is closed, 100 is open/How far to open in percent
- open the blinds in the {room} to {position}( percent|%)
- {position=close:0,open:100} the blinds in the {room}
- set the {room} blinds to {position}( percent|%)
- move the shutters of the {room} to {position}( percent|%)

water_plants/irrigate/sprinkle: Waters plants in the garden/Watering with an amount of water
plant/plants/what plant Plants to water/Which plants
liters/amount/water #1-40 Water in liters/How much water
- give the {plant} {liters} liters[ of water]
- water the {plant} with {liters} liters
- pour {liters} liters (of water |)on the {plant}
! the {plant} need {liters} liters

feed_animal/feed_pet/give_food: Feeds an animal/Gives food to a pet
animal/pet/who animal Animal to feed/Which animal gets food
grams/amount/weight #1-900 Food in grams/How much food
food?/kind? =hay,seeds,meat,pellets,oats What it gets/Kind of food
- feed the {animal} {grams} grams[ of {food}]
- give the {animal} {grams} grams of {food}
- give {grams} grams of {food} to the {animal}
! the {animal} gets {grams} grams

arm_security/set_alarm_system/guard_house: Arms or disarms the alarm system/House alarm
mode/state =home,away,night,off Guard mode/How to guard
code?/pin? #1000-9999 Secret number/The pin
- set the house alarm to {mode}[ with (pin|code) {code}]
- put the alarm system in {mode} mode[ using (the |)code {code}]
- switch the security to {mode}
- arm the house for {mode=the night:night,the time we are away:away}

schedule_washing/start_laundry/wash_clothes: Starts the washing machine/Runs a wash
program/cycle =cotton,wool,delicate,quick,eco Wash program/Which cycle
temperature/degrees #20-90 Water temperature/Degrees celsius
spin?/rpm? #400-1600 Spin speed in turns a minute/Spinning
- wash (the clothes|my laundry) on {program} at {temperature} degrees
- start the {program} wash at {temperature} degrees[ with {spin} rpm]
- do a {temperature} degree {program} wash
""", "kitchen": """
scale_recipe/adjust_recipe/resize_recipe: Changes a recipe to a number of servings/Amounts for more or fewer people
recipe/dish/name dish The recipe/Dish to cook
servings/people/portions #1-40 For how many people/Number of servings
- scale the {recipe} recipe to {servings} (servings|people|persons)
- change the {recipe} so that it feeds {servings}
! I need the {recipe} for {servings} people
! we are {servings} for dinner, adjust the {recipe}

add_to_shopping_list/shopping_add/buy_later: Puts things on the shopping list/Add items to buy
items/things/products *item What to buy/All things to add
- put {items} on the shopping list
- add {items} to (my|the) (shopping list|groceries)
! we are out of {items}
! we need {items} (from the shop|for tomorrow)
- note that we have to buy {items}

remove_from_shopping_list/shopping_remove/bought: Takes a thing off the shopping list/Marks something as bought
item/thing/product item What was bought/Thing to take off
- take {item} off the shopping list
- remove {item} from the (shopping list|groceries)
! I already bought {item}
! we have enough {item}, cross it off

set_oven/heat_oven/preheat: Heats the oven/Oven control
degrees/temperature #60-250 Oven temperature/How hot
minutes?/time?/duration? #1-180 How long to bake/Minutes until it turns off
mode?/program? =fan,grill,top,bottom Heating mode/How to heat
- preheat the oven to {degrees}[ degrees][ in {mode} mode]
- bake at {degrees} degrees for {minutes} minutes
- put the oven on {degrees} for {minutes} minutes[ with {mode}]
! the oven should have {degrees} degrees

brew_coffee/make_coffee/coffee_machine: Makes a hot drink/Coffee machine
drink/kind/beverage =espresso,latte,cappuccino,americano,mocha Which coffee/The drink
cups?/count?/how_many? #1-12 Number of cups/How many cups
sugar?/sweet?/with_sugar? ! With sugar or not/True for sugar
- make (me |)a {drink}[ {sugar=with sugar:true,without sugar:false}]
- brew {cups} cups of {drink}[ {sugar=with sugar:true,without sugar:false}]
- prepare {cups} {drink}s
! I would like {cups} {drink}s
! one {drink}{cups=:1} {sugar=without sugar:false,with sugar:true}, please

find_recipe/search_recipes/recipe_search: Finds recipes that use given things/Recipes by ingredient
ingredients/with/using *item Things to use/What is in the fridge
max_minutes?/time?/limit? #10-90 Longest cooking time/Time at most in minutes
vegetarian?/meatless? ! Only without meat/True for no meat
? what can I cook with {ingredients}[ in {max_minutes} minutes]
- find a {vegetarian=vegetarian:true,meatless:true} recipe with {ingredients}
- find a recipe with {ingredients}[ that takes at most {max_minutes} minutes]
! I have {ingredients}. find me something to cook

order_food/order_meal/food_delivery: Orders food from a restaurant/Meal delivery
restaurant/from/place restaurant Where to order/Restaurant
dish/meal/item dish What to eat/The dish
quantity?/count?/how_many? #1-9 How many portions/Number of dishes
address?/deliver_to? address Where to bring it/Delivery address
- order {quantity} {dish} from {restaurant}[ to {address}]
- get (me|us) {dish} from {restaurant}
- order {dish} at {restaurant}[ and send it to {address}]
! I am hungry, get {quantity} {dish} from {restaurant}

check_fridge/stock/in_fridge: Tells how much of a thing is left/Looks into the fridge
item/food/thing item What to look for/The food
? do we (still |)have {item}
? how much {item} (do we have|is left)
? is there any {item} left
- check whether we have {item}

log_meal/track_food/add_meal: Notes what was eaten/Food diary
food/meal/what dish What was eaten/The food
calories/kcal/energy #50-1500 Energy in kcal/Calories
meal_type?/when? =breakfast,lunch,dinner,snack Which meal/Time of day
! I ate {food} with {calories} calories[ for {meal_type}]
- log {food}, {calories} (kcal|calories)[, as {meal_type}]
- note {calories} calories for {food}[ at {meal_type}]
! I had {food} for {meal_type}, {calories} kcal
""", "music": """
play_song/play_music/start_song: Plays a song/Starts a piece of music
song/title/track song Name of the song/What to play
artist?/by?/singer? person Who sings it/Artist
room?/speaker?/where? room Where to play it/Speaker to use
- play {song}[ by {artist}][ in the {room}]
- put on {song}[ in the {room}]
! I want to hear {song}[ by {artist}]
- start {song} in the {room}

set_volume/volume/change_volume: Sets how loud the sound is/Sound volume in percent
level/percent/volume #0-100 From 0 to 100/Loudness
device?/speaker?/where? device What shall be louder or quieter/Which device
- set the volume to {level}( percent|)
- turn the {device} (up|down) to {level}
- make the {device} {level}( percent|%) loud
- change the volume of the {device} to {level}

create_playlist/new_playlist/make_playlist: Makes a playlist of songs/New list of songs
name/title/playlist title Name of the list/What the list is called
songs/tracks/items *song Songs in it/What to put in
public?/shared? ! Whether all can see it/Visible for others
- make a {public=public:true,private:false} playlist {name} with {songs}
- create a playlist called {name} with {songs}
- put {songs} into a new playlist named {name}

add_to_queue/queue_song/play_next: Adds a song to the queue/Song to be played later
song/track/title song The song/What comes next
first?/now?/front? ! Put it at the front/True to play it next
- queue {song}
- play {song} {first=next:true,right after this one:true,later:false}
- add {song} to the queue
- put {song} {first=at the front:true,at the end:false} of the queue

shuffle_music/play_genre/random_music: Plays random music of a kind/Music by kind
genre/style/kind genre Kind of music/Which style
minutes?/duration? #5-180 How long to play/Minutes of music
- play some {genre}[ for {minutes} minutes]
- shuffle {genre} music[ for {minutes} minutes]
! I feel like {genre}
? can we have {minutes} minutes of {genre}

skip_track/next_song/skip: Skips songs/Goes forward in the queue
count/songs/number #1-9 How many songs to skip/Number of songs
- skip {count} songs
- skip {count=this song:1,the next two songs:2,three songs:3}
- jump {count} songs ahead

set_equalizer/equalizer/sound_profile: Sets bass and treble/Tone of the sound
bass/low ~-9-9 Low tones in dB/Bass
treble/high ~-9-9 High tones in dB/Treble
- set bass to {bass} and treble to {treble}
- put the treble at {treble} and the bass at {bass}
! I want bass {bass} and treble {treble}

rate_song/like_song/score_song: Gives stars to a song/Rating of a song
song/title/track song Which song/The song
stars/rating/score #1-5 Stars from 1 to 5/How good it is
- give {song} {stars} stars
- rate {song} with {stars}
! {song} deserves {stars} stars
""", "weather": """
get_weather/weather_forecast/forecast: Weather for a place and day/Forecast of the weather
city/place/location city Where/City name
date?/day?/when? weekday Which day/Day of the forecast
units?/scale? =celsius,fahrenheit Scale of the temperature/Which units
? what is the weather (like |)in {city}[ on {date}][ in {units}]
? how (is|will be) the weather in {city}[ on {date}]
? will it be nice in {city} on {date}
? what will {date} be like in {city}
- show the forecast for {city}[ in {units}]

will_it_rain/rain_check/rain_forecast: Tells the chance of rain/Rain for the next hours
city/place/where city Which city/Place
hours/next_hours/ahead #1-48 How many hours ahead/Hours to look at
? will it rain in {city} in the next {hours} hours
? do I need an umbrella for the next {hours} hours in {city}
- check the rain in {city} for {hours} hours

sunrise_time/sun_times/sun: Tells when the sun rises or sets/Times of the sun
place/city/location city Where/Place on the map
event/which/what =sunrise,sunset Rise or set/Which one
? when is {event} in {place}
? when does the sun {event=rise:sunrise,set:sunset,go down:sunset,come up:sunrise} in {place}
- tell me the time of {event} in {place}

air_quality/pollution/air_check: Air quality of a place/How clean the air is
city/location/where city Which city/Place to check
? how clean is the air in {city}
? what is the air quality in {city}
- check the (air|pollution) in {city}

wind_speed/get_wind/wind: Speed of the wind/How strong the wind blows
city/place city Where/City
unit?/units? =kmh,mph,knots Unit of speed/Measure
? how strong is the wind in {city}
? how windy is it in {city}[ in {unit}]
- tell me the wind in {city} in {unit}
""", "health": """
log_run/add_workout/track_exercise: Notes a workout/Training diary
sport/activity/kind sport What was done/Kind of sport
minutes/duration/length #5-200 How long it took/Minutes
distance?/km?/kilometers? ~1-42 How far in kilometers/Kilometers
! I did {minutes} minutes of {sport}
- log {minutes} minutes of {sport}[ over {distance} km]
- note {distance} kilometers of {sport} in {minutes} minutes
- add a {sport} workout of {minutes} minutes

log_weight/body_weight/track_weight: Notes the body weight/Weight diary
kilograms/kg/weight ~40-140 Weight in kilograms/Body weight
date?/day? weekday Day of weighing/When
! I weigh {kilograms} (kg|kilograms)[ on {date}]
- log a weight of {kilograms} kg[ for {date}]
! my weight was {kilograms} on {date}

remind_medicine/pill_reminder/medication: Reminds of a medicine/Medicine schedule
medicine/drug/what medicine What to take/Name of the medicine
times_per_day/daily/per_day #1-6 How often a day/Times a day
dose?/mg?/amount? #5-800 Milligrams each time/Dose in mg
- remind me to take {medicine} {times_per_day} times a day
! I must take {dose} mg of {medicine} {times_per_day} times a day
! {medicine}, {dose} mg, {times_per_day} times daily

log_water/drink_water/hydration: Notes what was drunk/Water diary
milliliters/ml/amount #100-1500 Amount in milliliters/How much
- log {milliliters} (ml|milliliters) of water
! I drank {milliliters} ml
- add {milliliters} milliliters to my water

report_pain/symptom/log_symptom: Notes a pain/Symptom diary
part/body_part/where body Where it hurts/Part of the body
level/strength/intensity #1-10 How bad from 1 to 10/Pain level
! my {part} hurts, {level} of 10
! I have pain in my {part}, level {level}
- note a pain of {level} in my {part}
! my {part} is at {level} out of 10

sleep_log/log_sleep/track_sleep: Notes the hours of sleep/Sleep diary
hours/duration/slept ~3-12 Hours slept/How long
quality?/rating? =good,fair,poor How it was/Quality of sleep
! I slept {hours} hours[, it was {quality}]
- log {hours} hours of {quality} sleep
- note that I slept {hours} hours
""", "games": """
move_player/walk/go: Moves the player on the map/Walks in a direction
direction/way/where =north,south,east,west Where to go/Direction
steps/distance/fields #1-30 How many steps/Number of fields
- go {steps} (steps|fields) {direction}
- move {steps} (steps |)to the {direction}
- walk {direction} for {steps} steps
- take {steps} steps {direction}

cast_spell/use_magic/magic: Casts a spell on a target/Magic of the player
spell/magic/name spell Which spell/The spell
target/on/enemy animal Who is hit/Target of the spell
power?/level?/strength? #1-20 Strength of the spell/Power
- cast {spell} on the {target}[ with power {power}]
- use {spell} against the {target}
- hit the {target} with {spell}[ at level {power}]
- aim a level {power} {spell} at the {target}

roll_dice/dice/throw_dice: Rolls dice/Random numbers from dice
count/number/dice #1-10 How many dice/Number of dice
sides/faces/kind #4-20 Sides of each die/Faces
- roll {count} dice with {sides} sides
- throw {count} {sides}-sided dice
! I need {count} dice, {sides} sides each

give_item/hand_over/trade_item: Gives an item to another player/Hands something over
item/thing/object weapon What to give/The item
player/to/receiver person Who gets it/The other player
amount?/count?/quantity? #1-50 How many/Number of items
- give {player} the {item}
- give the {item} to {player}
- hand {amount} {item}s to {player}
! {player} should get my {item}

equip/wear/take_weapon: Takes an item in the hand/Equips the player
item/weapon/thing weapon What to take/The item
hand?/side? =left,right Which hand/Side
- equip the {item}[ in my {hand} hand]
- take the {item} in the {hand} hand
! my {hand} hand should hold the {item}

save_game/store_game/save: Saves the game/Stores progress
slot/number/place #1-9 Number of the slot/Where to save
name?/title?/label? title Name of the save/Text to show
- save (the game|my progress) (in|to) slot {slot}[ as {name}]
- store this game in slot {slot}
- use slot {slot} to save[ and call it {name}]

chess_move/make_move/move_piece: Moves a chess piece/Plays a move
piece/figure =king,queen,rook,bishop,knight,pawn Which piece/The piece
square/to/target =e4,d5,f3,c6,g7,a1,h8,b4 Where it goes/Field
- move the {piece} to {square}
! {piece} to {square}
- put my {piece} on {square}
- play {piece} {square}

build_unit/train_unit/recruit: Trains units in a city/New units of the game
unit/kind/type =archer,knight,settler,worker,spearman Kind of unit/What to train
number/count/amount #1-60 How many/Units
city/in/where city Where to train/City
- train {number} {unit}s in {city}
! in {city}, build {number} {unit}s
! {city} should recruit {number} {unit}s
"""}
