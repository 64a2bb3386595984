"""Everyday tools of garages, ports, bakeries, weather stations and drones, in the form that catalog.py reads."""
import toolvalues

POOLS = {
    "carpart": "brake pads|oil filter|clutch|alternator|spark plugs|timing belt|radiator|exhaust pipe|wiper blades|starter|headlight|fuel pump|shock absorber|air filter",
    "carname": "Golf|Corolla|Civic|Fiesta|Clio|Octavia|Transit|Panda|Mustang|Sprinter|Beetle|old Volvo|white van|red pickup",
    "carplate": "KLM 482|B-TX 901|7HJR223|AB12 CDE|WOB 5567|XY-904-Z|M-QR 77|LN 3391|GTR 018|HH-EM 5",
    "ship": "Aurora|Northern Star|Sea Falcon|Mary Ann|Baltic Queen|Neptune|Albatross|Santa Clara|Ocean Pearl|Polar Wind|Evergold|Lady Jane",
    "seaport": "Rotterdam|Hamburg|Singapore|Antwerp|Valencia|Busan|Piraeus|Gdansk|Santos|Durban|Halifax|Genoa",
    "freight": "coffee|timber|grain|cars|steel coils|bananas|copper ore|furniture|fertilizer|frozen fish|textiles|rice",
    "dough": "rye bread|baguettes|croissants|sourdough|pretzels|cinnamon rolls|muffins|brioche|bagels|pizza bases|shortbread|apple tarts",
    "ingredient": "flour|butter|sugar|yeast|cream|milk|salt|almonds|chocolate|olive oil|cheese|rice|stock|vinegar",
    "weatherpost": "hill station|harbor mast|airport tower|valley post|lake buoy|summit station|roof sensor|coast mast|forest post|bridge station",
    "drone": "drone 1|drone 7|drone 12|Falcon|Hornet|Skylark|Buzzard|Kestrel|Merlin|Dragonfly",
    "landmark": "water tower|old bridge|quarry|football field|lighthouse|church|reservoir|vineyard|radio mast|car park|farmhouse|railway yard",
    "robot": "rover|arm robot|delivery robot|welding robot|cleaning robot|lawn robot|kitchen robot|gripper",
}
toolvalues.POOLS.update({k: v.split("|") for k, v in POOLS.items()})
toolvalues.CLOSED.update({"dough", "carplate"})

TOOLS = {"garage": """
set_tire_pressure/inflate_tires/tyre_pressure: Sets the tyre pressure of a car/Front and rear pressure in bar
car/vehicle/model carname Which car/Car
front/front_bar/front_axle ~1-3 Pressure in front/Front in bar
rear/rear_bar/rear_axle ~1-3 Pressure behind/Rear in bar
- put {front} bar in the front and {rear} in the rear tires of the {car}
- pump up the {car} to {front} in front and {rear} in the back
! the {car} gets {rear} bar behind and {front} bar in front
! for the {car}, {front} front and {rear} rear
? should the {car} have {front} bar in the front tires and {rear} in the rear ones

change_oil/oil_change/renew_oil: Notes an oil change/Oil service of a car
car/vehicle/model carname Which car/Car
liters/amount/quantity ~2-9 Litres of oil/Amount
grade?/type?/oil? =0W-20,5W-30,10W-40 Which oil/Grade
filter?/new_filter?/with_filter? ! Change the filter too/True for a new filter
- change the oil of the {car}, {liters} liters[ of {grade}]
- fill {liters} liters of {grade} into the {car}
! the {car} took {liters} liters of oil[, {filter=with a new filter:true,filter not changed:false}]
- pour {liters} liters of oil into the {car}[ and {filter=change the filter too:true,leave the filter in:false}]
! {liters} liters of fresh oil went into the {car}

fit_part/install_part/mount_part: Fits a new part into a car/Part mounted
part/component/what carpart Which part/Part
car/vehicle/into carname Which car/Car
hours/labor/time ~1-9 Hours of work/Labour
price?/cost?/dollars? #20-900 Price of the part in dollars/Cost
! fitting the {part} in the {car} took {hours} hours[ and cost {price} dollars]
- put the {part} into the {car}, {hours} hours of work[ at {price} dollars]
- bill {hours} hours for the {part} of the {car}
! the {car} has its new {part} after {hours} hours of work
! {hours} hours went into the {part} of the {car}

order_part/get_spare/request_part: Orders a spare part/Spare part from a supplier
part/component/what carpart Which part/Part
car/for/vehicle carname For which car/Car
supplier?/from?/dealer? company From whom/Supplier
used?/second_hand?/refurbished? ! A used part is fine/True for used
- order the {part} for the {car}[ from {supplier}]
- get the {part} for the {car}, {used=used is fine:true,only new:false,second-hand will do:true,it must be new:false}
! the {car} needs its {part}[ from {supplier}]
! we are waiting for the {part} for the {car}, ask {supplier}
? can {supplier} send the {part} for the {car}

log_mileage/odometer/record_trip_km: Notes the counter before and after a trip/Odometer readings
car/vehicle/which carname Which car/Car
start/before/from_km #10000-40000 Counter before the trip/Start
end/after/to_km #41000-99000 Counter after the trip/End
driver?/by?/who? person Who drove/Driver
! the {car} had {start} kilometers before and {end} after the trip
- note the {car} from {start} to {end} km[, driven by {driver}]
! {driver} took the {car} at {start} and brought it back at {end}
! the counter of the {car} says {end} now and said {start} before

register_plate/change_plate/set_license_plate: Gives a car a new number plate/Old plate to new plate
old_plate/old/current carplate Plate until now/Old plate
new_plate/new/next carplate Plate from now on/New plate
owner?/holder?/person? person Who owns the car/Owner
- change the plate {old_plate} to {new_plate}
! {old_plate} becomes {new_plate}[, the owner is {owner}]
- take off {old_plate} and put on {new_plate}
- give {owner} the plate {new_plate} in place of {old_plate}
! {new_plate} is the new number for {old_plate}

charge_car/start_charging/set_charge: Charges an electric car/Charging up to a level
car/vehicle/which carname Which car/Car
percent/level/target #30-100 Battery level to reach/Percent
by_time?/ready_by?/until? time When it must be ready/Ready by
slow?/gentle?/eco? ! Slow charging/True to charge slowly
- charge the {car} to {percent}%[ by {by_time}]
! the {car} must be at {percent} percent[ by {by_time}]
- plug in the {car} up to {percent} percent[, {slow=slowly:true,at full speed:false}]
- fill the battery of the {car} to {percent}%[ {slow=gently:true,as fast as possible:false}]
! by {by_time} I want {percent} percent in the {car}

lend_car/courtesy_car/hand_out_car: Lends a car to a customer/Replacement car
car/vehicle/which carname Which car/Car
customer/to/driver person Who gets it/Customer
start/from/first_day weekday First day/From
end?/until?/last_day? weekday Last day/Until
insured?/full_cover?/insurance? ! With full insurance/True if insured
- lend the {car} to {customer} from {start}[ until {end}]
- give {customer} the {car} on {start}[, {insured=with full insurance:true,without insurance:false}]
! {customer} drives the {car} from {start}[ to {end}]
! from {start} the {car} is with {customer}[ until {end}]
? can {customer} have the {car} from {start}[ to {end}]
""", "port": """
assign_berth/dock_ship/give_berth: Gives a ship a place at the quay/Berth for a ship
ship/vessel/name ship Which ship/Ship
berth/place/quay #2-48 Number of the berth/Berth
arrival/from/eta time When it comes/Arrival
departure?/until?/etd? time When it leaves/Departure
- put the {ship} in berth {berth} from {arrival}[ until {departure}]
! the {ship} ties up at berth {berth} at {arrival}
! berth {berth} belongs to the {ship} from {arrival}[ to {departure}]
! at {arrival} the {ship} comes to berth {berth}[ and leaves at {departure}]
? is berth {berth} free for the {ship} at {arrival}

book_cargo/ship_freight/book_freight: Books freight on a ship/Freight from port to port
freight/goods/cargo freight What is shipped/Goods
tons/weight/amount ~5-900 Weight in tons/Tons
source/from/loading_port seaport Port of loading/From
target/to/unloading_port seaport Port of unloading/To
- ship {tons} tons of {freight} from {source} to {target}
- book {tons} tons of {freight} to {target}, loading in {source}
! {tons} tons of {freight} sail from {source} to {target}
! {target} expects {tons} tons of {freight} out of {source}
? what does it cost to send {tons} tons of {freight} to {target} from {source}

move_container/shift_container/restack: Moves a container in the yard/Container from slot to slot
container/number/id id Which container/Container
source/from/from_slot id Where it stands/Old slot
target/to/to_slot id Where it goes/New slot
- move container {container} from {source} to {target}
- lift {container} off {source} and set it down on {target}
! container {container} goes to {target}, it stands on {source}
! on {source} stands {container}, bring it to {target}

unload_ship/discharge_ship/take_off_cargo: Takes goods off a ship/Unloading
ship/vessel/from ship Which ship/Ship
containers/count/boxes #5-900 How many containers/Containers
cranes?/crane_count?/with? #2-6 How many cranes/Cranes
night?/at_night?/night_shift? ! Work at night/True for night work
- take {containers} containers off the {ship}[ with {cranes} cranes]
- unload {containers} boxes from the {ship}[, {night=also at night:true,only by day:false}]
! the {ship} brings {containers} containers for us
! {cranes} cranes should take {containers} containers from the {ship}

declare_goods/customs_entry/clear_customs: Declares goods at the customs/Customs declaration
goods/what/freight freight What it is/Goods
value/worth/price #100-9000 Value in euros/Value
origin/from/country =China,Brazil,India,Kenya,Norway,Chile Where it comes from/Country
importer?/for?/company? company Who imports it/Importer
- declare {goods} from {origin} worth {value} euros[ for {importer}]
! {importer} brings in {goods} from {origin}, value {value}
- clear {goods} worth {value}, they come from {origin}
! {value} euros of {goods} out of {origin} have to pass customs

radio_ship/hail_ship/call_vessel: Sends a radio message from one ship to another/Ship to ship radio
sender/from/caller ship Which ship calls/Caller
receiver/to/called ship Which ship is called/Receiver
message/text/words text What is said/Message
channel?/on?/ch? #2-88 Radio channel/Channel
- call the {receiver} from the {sender}[ on channel {channel}] and say {message}
! the {sender} tells the {receiver}: {message}
- send {message} from the {sender} to the {receiver}[ on channel {channel}]
! to the {receiver}, from the {sender}: {message}

refuel_ship/bunker_fuel/take_fuel: Fills the tanks of a ship/Bunkering
ship/vessel/which ship Which ship/Ship
tons/amount/quantity ~5-800 Fuel in tons/Tons
port?/in?/where? seaport Where/Port
- fill the {ship} with {tons} tons of fuel[ in {port}]
! the {ship} takes {tons} tons[ in {port}]
! in {port} the {ship} needs {tons} tons of fuel
- pump {tons} tons of fuel into the {ship}
""", "bakery": """
bake_batch/start_bake/oven_batch: Bakes a batch/Batch in the oven
product/dough/what dough What is baked/Product
degrees/temperature/celsius #150-260 Heat of the oven/Degrees
minutes/time/duration #8-75 How long/Minutes
steam?/with_steam?/moist? ! With steam/True for steam
- bake the {product} at {degrees} degrees for {minutes} minutes[ {steam=with steam:true,without steam:false}]
- put the {product} in for {minutes} minutes at {degrees}
! the {product} should bake {minutes} minutes at {degrees} degrees[, {steam=steam on:true,no steam:false}]
! at {degrees} degrees, {minutes} minutes for the {product}
? can the {product} bake {minutes} minutes at {degrees}

knead_dough/mix_dough/run_kneader: Kneads dough/Kneading machine
product/dough/for dough For which product/Dough
kilos/amount/kg ~2-80 Kilograms of dough/Amount
minutes?/time?/duration? #3-25 How long/Minutes
speed?/level?/gear? =slow,medium,fast Speed of the machine/Speed
- knead {kilos} kilos of dough for {product}[ for {minutes} minutes]
- make {kilos} kg dough for the {product}[ on {speed} speed]
! for {product} we need {kilos} kilos of dough[, {minutes} minutes on {speed}]
- let {kilos} kg for the {product} turn {minutes} minutes

order_ingredient/restock/buy_supplies: Orders an ingredient/Supplies for the kitchen
ingredient/what/item ingredient What is ordered/Ingredient
kilos/amount/quantity ~3-300 Kilograms/Amount
supplier?/from?/vendor? company From whom/Supplier
organic?/bio?/ecological? ! Organic only/True for organic
- order {kilos} kilos of {ingredient}[ from {supplier}]
- get {kilos} kg of {organic=organic:true,ordinary:false} {ingredient}
! we are out of {ingredient}, get {kilos} kilos[ from {supplier}]
! {supplier} should bring {kilos} kg of {ingredient}

exchange_ingredient/substitute/replace_ingredient: Uses one ingredient instead of another/Substitute in a dish
old/from/remove ingredient What is left out/Old ingredient
new/to/add ingredient What is used instead/New ingredient
dish/in/recipe dish In which dish/Dish
- replace the {old} with {new} in the {dish}
- use {new} instead of {old} for the {dish}
! no {old} in the {dish}, take {new}
! in the {dish}, {new} takes the place of the {old}
- leave the {old} out of the {dish} and put {new} in

take_order/table_order/enter_order: Enters what a table orders/Order of a table
table/number/table_no #2-60 Number of the table/Table
dishes/items/food *dish What they eat/Dishes
waiter?/by?/server? person Who serves/Waiter
rush?/priority?/hurry? ! They are in a hurry/True if it is urgent
! table {table} wants {dishes}
- bring {dishes} to table {table}[, {rush=in a hurry:true,no hurry:false}]
- enter {dishes} for table {table}[ by {waiter}]
! {waiter} has {dishes} for table {table}

void_item/cancel_dish/remove_from_order: Takes a dish off the order of a table/Cancels a dish
table/number/table_no #2-60 Number of the table/Table
dish/item/what dish Which dish/Dish
reason?/why?/note? text Why/Reason
- take the {dish} off table {table}[, {reason}]
! table {table} does not want the {dish} any more
- cancel the {dish} for table {table}[ and note {reason}]
! the {dish} for table {table} has been called off

merge_tables/move_guests/change_table: Moves guests to another table/From table to table
source/from/old_table #2-40 Where they sit/Old table
target/to/new_table #41-80 Where they go/New table
guests?/people?/persons? #2-20 How many guests/Guests
- move table {source} to table {target}
- seat the {guests} guests of table {source} at table {target}
! the guests from table {source} sit at {target} now
! table {target} is for the people from table {source}
- put {guests} people from table {source} at table {target}

log_fridge/fridge_check/record_cold: Records the degrees of cold rooms/Cold chain
fridge/unit/which #2-20 Number of the fridge/Fridge
low/min/lowest ~1-4 Lowest degrees/Low
high/max/highest ~5-12 Highest degrees/High
checked_by?/by?/who? person Who looked/Checker
! fridge {fridge} was between {low} and {high} degrees[, {checked_by} looked]
- note {low} to {high} degrees for fridge {fridge}[ by {checked_by}]
! in fridge {fridge} it was {high} degrees at most and {low} at least
! {checked_by} saw {low} up to {high} degrees in fridge {fridge}
""", "station": """
set_sampling/measure_every/set_interval: Sets how often a weather station measures/Interval in minutes
station/post/where weatherpost Which station/Station
minutes/interval/every #2-90 Minutes between two values/Interval
sensor?/what?/quantity? =temperature,wind,rain,pressure Which sensor/Sensor
- measure every {minutes} minutes at the {station}
- let the {station} read the {sensor} every {minutes} minutes
! the {station} should send a value each {minutes} minutes
! at the {station}, {minutes} minutes between two {sensor} values
- take {sensor} readings {minutes} minutes apart at the {station}

alert_range/set_alert/warn_outside: Warns when a value leaves a range/Limits for a warning
station/post/where weatherpost Which station/Station
sensor/quantity/what =temperature,wind,rain,pressure What is watched/Quantity
low/below/min #2-20 Lower limit/Warn below
high/above/max #30-99 Upper limit/Warn above
- warn me if the {sensor} at the {station} is under {low} or over {high}
- raise an alarm when {sensor} at the {station} goes above {high} or below {low}
! at the {station} the {sensor} should stay between {low} and {high}
? can you watch the {sensor} of the {station}, {low} at least and {high} at most

compare_stations/difference/compare_posts: Compares two stations/One station against another
first/a/station_a weatherpost One station/First
second/b/station_b weatherpost The other station/Second
sensor/quantity/what =temperature,wind,rain,pressure What is compared/Quantity
day?/date?/on? weekday For which day/Day
- compare the {sensor} of the {first} with the {second}[ on {day}]
? how does the {sensor} at the {first} differ from the {second}[ on {day}]
! I want the {sensor} of the {first} against that of the {second}
? was there more {sensor=wind:wind,rain:rain} at the {first} than at the {second}[ on {day}]

calibrate_sensor/correct_sensor/adjust_sensor: Corrects a sensor/Shown value and true value
station/post/where weatherpost Which station/Station
shown/reads/measured ~2-60 What the sensor shows/Shown value
actual/true_value/should_be ~2-60 What is right/True value
! the {station} shows {shown} where {actual} is right
- correct the {station}, it says {shown} and the truth is {actual}
- set the {station} from {shown} to {actual}
! {actual} would be right and the {station} reads {shown}

add_observation/report_weather/log_weather: Notes what an observer saw/Weather observation
station/post/where weatherpost Where/Station
cover/sky/clouds =clear,cloudy,overcast,foggy How the sky was/Sky
time?/at?/when? time When/Time
remark?/text?/note? text A remark/Remark
! it is {cover} at the {station}[, {remark}]
- note {cover} for the {station}[ at {time}]
! at {time} the sky over the {station} was {cover=without clouds:clear,full of clouds:overcast,foggy:foggy,cloudy:cloudy}
- write down {cover} at the {station}[ with the remark {remark}]

get_readings/station_history/read_station: Shows what a station measured between two times/Past values
station/post/where weatherpost Which station/Station
start/from/since time First time/From
end/to/until time Last time/Until
sensor?/what?/quantity? =temperature,wind,rain,pressure Which quantity/Quantity
- show the values of the {station} from {start} to {end}
? what did the {station} measure between {start} and {end}
? how was the {sensor} at the {station} from {start} until {end}
- list the {sensor} at the {station}, {start} to {end}
! I need everything that the {station} saw from {start} up to {end}
""", "drone": """
fly_to/send_drone/goto_point: Flies a drone to a point/Drone target with height
drone/unit/which drone Which drone/Drone
place/target/to landmark Where to/Place
altitude/height/meters #10-120 Height in metres/Altitude
speed?/velocity?/mps? ~2-20 Metres a second/Speed
- fly {drone} to the {place} at {altitude} meters[, {speed} meters per second]
- send {drone} {altitude} meters high to the {place}
! {drone} goes to the {place}, {altitude} meters up
! over the {place} I want {drone} at {altitude} meters
? can {drone} get to the {place} at a height of {altitude} meters

patrol_route/fly_between/shuttle: Flies a drone to and fro/Patrol between two places
drone/unit/which drone Which drone/Drone
start/from/point_a landmark One end/Start
end/to/point_b landmark Other end/End
rounds?/times?/laps? #2-20 How often/Rounds
- let {drone} fly between the {start} and the {end}[ {rounds} times]
- patrol from the {start} to the {end} with {drone}[, {rounds} rounds]
! {drone} watches the way from the {start} to the {end}
! from the {start} to the {end}, {rounds} rounds for {drone}

set_height_range/limit_altitude/flight_levels: Sets how low and how high a drone may fly/Lowest and highest flight
drone/unit/which drone Which drone/Drone
lowest/min/floor #5-30 Least height in metres/Lowest
highest/max/ceiling #40-120 Most height in metres/Highest
- keep {drone} between {lowest} and {highest} meters
! {drone} must not go under {lowest} or over {highest} meters
- let {drone} fly at least {lowest} and at most {highest} meters high
! for {drone}, {highest} meters is the top and {lowest} the bottom
? may {drone} fly as high as {highest} and as low as {lowest} meters

land_drone/return_home/bring_down: Lands a drone/Landing
drone/unit/which drone Which drone/Drone
place?/at?/where? landmark Where it lands/Place
immediately?/now?/emergency? ! At once/True to land right now
- land {drone}[ at the {place}][ {immediately=right away:true,when it has finished:false}]
- bring {drone} down[ by the {place}]
! {drone} has to land {immediately=at once:true,after its job:false}
? can {drone} come down at the {place}

take_aerial_photos/photograph_area/shoot_photos: Takes photos from the air/Aerial photos
drone/unit/with drone Which drone/Drone
place/area/of landmark What is photographed/Place
photos/count/number #3-200 How many photos/Photos
interval?/seconds?/every? #2-30 Seconds between two photos/Interval
- take {photos} photos of the {place} with {drone}[, one every {interval} seconds]
! {drone} should shoot {photos} pictures of the {place}
! of the {place} we want {photos} pictures from {drone}
- photograph the {place} {photos} times using {drone}[ with {interval} seconds between]

move_arm/arm_to/position_arm: Moves a robot to a point/Coordinates of a robot
robot/unit/which robot Which robot/Robot
x/right/across #5-90 Centimetres to the right/X
y/forward/ahead #5-90 Centimetres ahead/Y
grip?/closed?/hold? ! Close the gripper/True to grip
- move the {robot} {x} centimeters to the right and {y} ahead
! the {robot} goes {y} forward and {x} to the right[, gripper {grip=closed:true,open:false}]
- drive the {robot} {y} cm ahead and {x} cm right
! {x} right and {y} forward for the {robot}[ {grip=with a closed hand:true,with an open hand:false}]

carry_item/fetch_and_bring/deliver_item: Lets a robot carry a thing/From room to room
robot/unit/which robot Which robot/Robot
item/thing/what item What is carried/Thing
source/from/pickup room Where it is fetched/From
target/to/dropoff room Where it is brought/To
- let the {robot} bring {item} from the {source} to the {target}
! the {robot} fetches {item} in the {source} and takes it to the {target}
- send the {robot} to the {target} with {item} out of the {source}
! {item} must go from the {source} to the {target}, use the {robot}
? can the {robot} carry {item} to the {target} from the {source}

speak_phrase/robot_say/announce: Lets a robot say something/Speech of a robot
robot/unit/who robot Which robot/Robot
text/words/phrase text What it says/Words
loudness?/volume?/level? #10-100 Loudness in percent/Volume
- let the {robot} say {text}
- make the {robot} speak at {loudness} percent, saying {text}
! the {robot} should say[ at {loudness}% loudness] {text}
- announce with the {robot}: {text}
"""}
