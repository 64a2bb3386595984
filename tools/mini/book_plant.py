"""Everyday tools of laboratories, clinics, power plants, gardens and dispatch, in the form that catalog.py reads."""
import toolvalues

POOLS = {
    "chemical": "ethanol|acetone|saline|sodium chloride|glucose|methanol|buffer|nitric acid|glycerol|hexane|agar|peroxide",
    "vessel": "beaker 2|flask A|tube 14|vial 7|well B3|bottle 9|plate 5|dish 12|reactor 1|cuvette 6",
    "ward": "ward 3|intensive care|radiology|ward 9|surgery|pediatrics|room 214|recovery|ward B|cardiology|maternity",
    "plantunit": "main boiler|heat pump|north turbine|solar roof|battery bank|chiller|second burner|generator|substation|cooling tower|wood furnace|buffer tank",
    "modelfile": "bracket.stl|vase.stl|gear_20.stl|models/hook.stl|phone_stand.3mf|dragon.obj|parts/hinge_v2.stl|~/cad/lid.stl|box.3mf|knob.step|/home/sam/clip.stl|wheel-left.obj",
    "jobfile": "bracket.gcode|out/vase.gcode|job7.gcode|print.gcode|/tmp/lid.gcode|jobs/hook_final.gcode|night.bgcode|~/queue/gear.gcode|plate1.gcode|test_cube.gcode",
    "tankfish": "guppies|neon tetras|goldfish|angelfish|snails|shrimps|catfish|clownfish|zebra danios|mollies|koi|platies",
    "tank": "big tank|reef tank|small tank|pond|quarantine tank|corner tank|breeding tank|glass bowl|river tank|nano tank",
    "flower": "roses|tulips|hydrangeas|lavender bushes|peonies|raspberries|sunflowers|dahlias|rhododendrons|asters|blackberries|yews",
    "bed": "herb bed|front bed|raised bed|rose bed|south border|greenhouse|rock garden|back bed|long border|vegetable patch",
    "lawn": "front lawn|back lawn|playground|football pitch|orchard|park|cemetery|old mill|river bank|golf course|village green",
    "fruit": "apples|pears|plums|cherries|figs|walnuts|quinces|apricots|peaches|lemons|olives|hazelnuts",
    "crew": "engine 4|ladder 2|unit 12|patrol 7|ambulance 3|medic 9|truck 51|rescue 1|car 18|squad 5",
    "road": "River Road|Mill Lane|Highway 9|Bridge Street|Station Road|Route 66|Park Avenue|Hill Road|Harbour Way|Elm Street|Old Post Road",
}
toolvalues.POOLS.update({k: v.split("|") for k, v in POOLS.items()})
toolvalues.CLOSED.update({"vessel", "ward", "crew", "road", "tankfish", "flower", "modelfile", "jobfile"})

TOOLS = {"lab": """
mix_solution/prepare_solution/make_solution: Mixes a solution of two substances/Solute in solvent
solute/substance/what chemical What is dissolved/Solute
grams/amount/mass ~1-90 Mass in grams/Grams
solvent/in/liquid chemical In what it is dissolved/Solvent
milliliters/volume/ml #50-900 Volume in millilitres/Volume
- dissolve {grams} grams of {solute} in {milliliters} ml of {solvent}
- mix {grams} g {solute} into {milliliters} ml {solvent}
! to {milliliters} ml of {solvent} add {grams} grams of {solute}
- take {milliliters} milliliters of {solvent} and stir in {grams} g of {solute}
! {grams} g {solute} and {milliliters} ml {solvent} make the solution

dilute_sample/dilute/thin_sample: Dilutes a sample/From one strength to another
sample/what/vessel vessel Which sample/Sample
start/from/from_percent #40-90 Percent before/Old strength
end/to/to_percent #2-30 Percent after/New strength
- dilute {sample} from {start}% to {end}%
- bring {sample} down to {end} percent from {start}
! {sample} is at {start} percent and should be at {end}
- thin {sample} to {end} percent, it has {start} now

spin_sample/centrifuge/run_centrifuge: Spins a sample/Centrifuge run
sample/tube/what vessel Which sample/Sample
rpm/speed/turns #500-15000 Turns a minute/Speed
minutes/time/duration #2-60 How long/Minutes
cooled?/cold?/chill? ! With cooling/True to cool
- spin {sample} at {rpm} for {minutes} minutes[ {cooled=with cooling:true,uncooled:false}]
- centrifuge {sample} for {minutes} minutes at {rpm} rpm
! {sample} needs {minutes} minutes at {rpm} turns[, {cooled=on ice:true,without cooling:false}]
- turn {sample} at {rpm} rpm, {minutes} minutes long

incubate/warm_sample/keep_warm: Keeps a sample warm/Incubation
sample/what/vessel vessel Which sample/Sample
celsius/temperature/degrees ~18-70 Degrees/Temperature
hours/duration/time #2-96 How long/Hours
shake?/shaking?/agitate? ! Shake it/True to shake
- keep {sample} at {celsius} degrees for {hours} hours
- warm {sample} for {hours} hours at {celsius}[, {shake=shaking:true,standing still:false}]
! {sample} stays {hours} hours at {celsius} degrees[ {shake=with shaking:true,without shaking:false}]
- incubate {sample} for {hours} hours at {celsius} degrees

log_reading/record_measurement/add_readings: Records readings of a sample/Measured values
sample/of/which vessel Which sample/Sample
values/readings/numbers *~1-90 What was read/Readings
by?/observer?/analyst? person Who read them/Observer
! {sample} gave {values}[, read by {by}]
- write down {values} for {sample}
- record {values} as the readings of {sample}
! {by} got {values} from {sample}
! from {sample} we have {values}

label_sample/tag_sample/name_sample: Puts a label on a sample/Label
sample/which/on vessel Which sample/Sample
label/text/words text Text of the label/Label
hazard?/dangerous?/warning? ! With a warning sign/True if dangerous
- label {sample} {label}, {hazard=with a warning sign:true,no warning needed:false}
- stick {label} on {sample}
- write {label} on {sample}
- put a label on {sample} saying {label}
""", "clinic": """
admit_patient/check_in_patient/register_patient: Takes a patient in/Admission
patient/name/who person Who/Patient
ward/to/where ward Which ward/Ward
doctor?/physician?/by? person Who treats/Doctor
- admit {patient} to {ward}[ under {doctor}]
- put {patient} into {ward}
! {patient} is coming to {ward}[, {doctor} takes over]
! in {ward} we have a new patient, {patient}
- take {patient} in, {ward}[, treated by {doctor}]

transfer_patient/move_patient/change_ward: Moves a patient to another ward/Between wards
patient/name/who person Who/Patient
source/from/old_ward ward Where the patient is/Old ward
target/to/new_ward ward Where the patient goes/New ward
time?/at?/when? time When/Time
- move {patient} from {source} to {target}[ at {time}]
- bring {patient} over to {target} from {source}
! {patient} leaves {source} for {target}[ at {time}]
! at {time} {patient} goes from {source} to {target}

discharge_patient/send_home/release_patient: Sends a patient home/Discharge
patient/name/who person Who/Patient
date?/on?/day? weekday Day/When
with_letter?/letter?/report? ! With a letter for the doctor/True for a letter
- send {patient} home[ on {date}]
- discharge {patient}[ {with_letter=with a letter:true,without a letter:false}]
! {patient} can go home[ on {date}]
? may {patient} leave[ on {date}]

give_dose/administer/dose: Gives a medicine to a patient/Dose of a medicine
patient/to/who person Who gets it/Patient
medicine/drug/what medicine Which medicine/Drug
milligrams/amount/mg #5-900 Dose in milligrams/Dose
every_hours?/interval?/each? #2-24 Hours between doses/Interval
- give {patient} {milligrams} mg of {medicine}[ every {every_hours} hours]
- give {milligrams} milligrams of {medicine} to {patient}
! {patient} gets {medicine}, {milligrams} mg[ each {every_hours} hours]
! {milligrams} mg {medicine} for {patient}

record_vitals/log_vitals/note_vitals: Records pulse and blood pressure/Vital signs
patient/who/name person Who/Patient
upper/systolic/high #100-190 Upper pressure/Systolic
lower/diastolic/low #50-95 Lower pressure/Diastolic
pulse?/heart_rate?/beats? #45-150 Beats a minute/Pulse
! {patient} has a blood pressure of {upper} over {lower}[ and a pulse of {pulse}]
- note {upper} over {lower} for {patient}[, {pulse} beats]
- write {patient}, {upper} over {lower}
! the pressure of {patient} is {upper} over {lower}

book_vet/vet_visit/vet_appointment: Books a visit at the vet/Appointment for a pet
pet/animal/name petname Name of the pet/Which pet
owner/client/person person Who brings it/Owner
time/at/when time When/Time
vaccinate?/shot?/with_vaccine? ! With vaccination/True for a vaccination
! {owner} comes with {pet} at {time}
- book {pet} in at {time}, the owner is {owner}
! at {time} {owner} brings {pet}[ {vaccinate=for a vaccination:true,with no shots:false}]
- see {pet} at {time} with {owner}[, {vaccinate=with vaccination:true,without vaccination:false}]
""", "energy": """
set_flow_return/set_heating_circuit/supply_return: Sets flow and return temperature/Heating circuit
unit/plant/boiler plantunit Which unit/Unit
flow/supply/out ~45-80 Degrees going out/Flow temperature
back/return_temp/in ~20-40 Degrees coming back/Return temperature
- run the {unit} with {flow} degrees out and {back} degrees back
! the {unit} sends out {flow} and takes back {back} degrees
- let the {unit} supply {flow} degrees and return {back}
! out of the {unit} come {flow} degrees, {back} flow back

limit_power/cap_power/set_power_limit: Limits the power of a unit/Power cap
unit/plant/source plantunit Which unit/Unit
kilowatts/power/kw ~3-900 Most kilowatts/Limit
start?/from?/begin? time From when/Start
end?/until?/to? time Until when/End
- keep the {unit} under {kilowatts} kilowatts[ until {end}]
- hold the {unit} at no more than {kilowatts} kW from {start} to {end}
! the {unit} may draw {kilowatts} kW at most[ from {start}]
! from {start} until {end} the {unit} gets {kilowatts} kilowatts
- throttle the {unit} to {kilowatts} kW

switch_unit/unit_power/set_unit: Starts or stops a unit of the plant/Unit on or off
unit/plant/which plantunit Which unit/Unit
running/on/active ! Running or not/True to start
delay?/after?/minutes? #2-60 Minutes to wait/Delay
- {running=start up:true,shut down:false,fire up:true,switch off:false} the {unit}[ in {delay} minutes]
- turn the {unit} {running=on:true,off:false}[ after {delay} minutes]
- take the {unit} {running=online:true,offline:false}
! the {unit} must {running=run:true,not run:false}[ in {delay} minutes]

charge_battery/storage_charge/battery_window: Charges a battery between two levels/Charge levels in percent
unit/battery/which plantunit Which battery/Battery
floor/min/from_percent #5-30 Lowest level/From
ceiling/max/to_percent #60-98 Highest level/To
source?/with?/by? =solar,grid,wind Power for it/Source
- charge the {unit} from {floor} to {ceiling} percent[ with {source} power]
- keep the {unit} between {floor} and {ceiling} percent
! the {unit} must not fall below {floor} nor rise above {ceiling} percent
- fill the {unit} up to {ceiling}% and never empty it under {floor}%
- let the {unit} go from {floor} up to {ceiling} percent {source=from the sun:solar,from the wind:wind,from the mains:grid}

read_meter/meter_reading/log_meter: Notes the reading of a meter/Old and new reading
meter/number/id id Which meter/Meter
old/before/previous #1000-4000 Reading before/Old reading
new/after/current #4100-9900 Reading now/New reading
! meter {meter} went from {old} to {new}
! {meter} shows {new} now and showed {old} before
- note {new} for meter {meter}, last time it was {old}
- put {meter} from {old} to {new}

sell_power/feed_in/export_power: Sells power to the grid/Feed-in
kilowatt_hours/amount/kwh ~5-900 How much/Kilowatt hours
cents/price/rate ~4-40 Price of one in cents/Cents each
buyer?/to?/who? company Who buys/Buyer
- sell {kilowatt_hours} kWh for {cents} cents each[ to {buyer}]
! {buyer} buys {kilowatt_hours} kilowatt hours at {cents} cents
- feed in {kilowatt_hours} kWh at {cents} cents
! at {cents} cents each, {kilowatt_hours} kWh go out[ to {buyer}]
""", "aquarium": """
add_fish/stock_tank/put_fish: Puts fish into a tank/New fish
fish/species/kind tankfish Which fish/Species
count/number/how_many #2-40 How many/Number
tank/aquarium/into tank Which tank/Tank
- put {count} {fish} into the {tank}
- add {count} {fish} to the {tank}
! {count} new {fish} are in the {tank}
! the {tank} gets {count} {fish}
? is there room for {count} {fish} in the {tank}

move_fish/transfer_fish/change_tank: Moves fish to another tank/From tank to tank
fish/species/kind tankfish Which fish/Species
source/from/old_tank tank Where they swim/Old tank
target/to/new_tank tank Where they go/New tank
count?/number?/how_many? #2-40 How many/Number
- move the {fish} from the {source} to the {target}
- catch {count} {fish} in the {source} and let them into the {target}
! the {target} gets the {fish} out of the {source}
! from the {source}, {count} {fish} go to the {target}

change_water/water_change/renew_water: Changes part of the water of a tank/Water change in percent
tank/aquarium/which tank Which tank/Tank
percent/share/part #5-80 How much in percent/Share
degrees?/temperature?/celsius? ~18-29 Degrees of the new water/Temperature
- change {percent}% of the water in the {tank}[ at {degrees} degrees]
! the {tank} needs {percent} percent new water
- renew {percent=half:50,a quarter:25} of the water in the {tank}
! {percent} percent of the water in the {tank} has to go[, the new water at {degrees} degrees]

tank_lights/set_light_hours/light_window: Sets when the light of a tank is on/Light from and to
tank/aquarium/which tank Which tank/Tank
on_time/start/from time Light goes on/On
off_time/end/to time Light goes off/Off
strength?/percent?/level? #10-100 Strength in percent/Brightness
- light the {tank} from {on_time} to {off_time}[ at {strength} percent]
! in the {tank} it is bright at {on_time} and dark at {off_time}
- let the {tank} shine between {on_time} and {off_time}[, {strength}% strong]
! the {tank} goes dark at {off_time} and bright again at {on_time}

log_water_test/water_values/record_test: Notes a test of the water/Acidity and hardness
tank/aquarium/which tank Which tank/Tank
acidity/ph/ph_value ~4-9 How acid/pH
hardness/dh/lime #2-30 Degrees of hardness/Hardness
clear?/is_clear?/clean? ! Whether the water is clear/True if clear
! the {tank} has a pH of {acidity} and {hardness} degrees of hardness[, {clear=clear:true,cloudy:false}]
- note pH {acidity} and hardness {hardness} for the {tank}
! water in the {tank}: pH {acidity}, hardness {hardness}[, {clear=clear as glass:true,murky:false}]
! {hardness} degrees hard with a pH of {acidity}, that is the {tank}
""", "garden": """
transplant/move_plant/replant: Moves a plant to another bed/From bed to bed
plant/what/which flower Which plant/Plant
source/from/old_bed bed Where it grows/Old bed
target/to/new_bed bed Where it goes/New bed
- move the {plant} from the {source} to the {target}
- dig up the {plant} in the {source} and plant them in the {target}
! the {target} is better for the {plant} than the {source}
! the {plant} leave the {source} for the {target}
? should the {plant} go to the {target} from the {source}

prune_plant/trim/cut_back: Cuts a plant back/Pruning in centimetres
plant/what/which flower Which plant/Plant
before/height/from_cm #90-200 Height before in centimetres/Old height
after/leave/to_cm #10-80 Height after in centimetres/New height
date?/on?/when? weekday When/Day
- cut the {plant} back from {before} to {after} centimeters[ on {date}]
- trim the {plant} to {after} cm, they have {before} now
! the {plant} are {before} cm tall and should be {after}
! on {date} the {plant} go from {before} cm down to {after}

spread_fertilizer/fertilize/feed_bed: Spreads fertilizer on a bed/Fertilizer in grams
bed/where/place bed Which bed/Bed
grams/amount/quantity #20-900 Amount in grams/Grams
kind?/type?/fertilizer? =compost,mineral,liquid Which fertilizer/Kind
water_in?/watered?/rinse? ! Water it in/True to water
- spread {grams} grams[ of {kind} fertilizer] on the {bed}
- give the {bed} {grams} g[, {water_in=watered in:true,kept dry:false}]
! the {bed} needs {grams} grams of {kind} fertilizer
! on the {bed} goes {kind} fertilizer, {grams} grams

mow_lawn/cut_grass/start_mower: Mows a lawn/Mower with height and time
area/lawn/where lawn Which lawn/Area
height/cut/millimeters #15-80 Height of the grass in millimetres/Height
start?/from?/time? time When it starts/Start
collect?/catch?/bag? ! Collect the grass/True to collect
- mow the {area} down to {height} millimeters[ at {start}]
- cut the grass on the {area} to {height} mm[, {collect=collect it:true,leave it lying:false}]
! the {area} should be {height} mm high[ {collect=with the bag:true,without the bag:false}]
! at {start} the mower starts on the {area}, {height} mm

pick_fruit/log_picking/gather: Notes what was picked/Garden harvest
fruit/what/crop fruit What was picked/Fruit
kilos/weight/amount ~1-60 Weight in kilograms/Kilos
picker?/by?/who? person Who picked/Picker
! we picked {kilos} kilos of {fruit}
! {picker} brought in {kilos} kg of {fruit}
- write {kilos} kilos of {fruit} into the garden book[, picked by {picker}]
! {kilos} kilos of {fruit} came from the trees[, thanks to {picker}]
""", "makerlab": """
print_model/start_print/print_part: Prints a model/3D print of a file
file/model/path modelfile File of the model/Model
material/filament/plastic =PLA,PETG,ABS,TPU Which plastic/Filament
copies?/count?/times? #2-20 How many/Copies
supports?/with_supports?/props? ! Print with supports/True for supports
- print {file} in {material}[ {supports=with supports:true,without supports:false}]
- make {copies} copies of {file} out of {material}
! {file} should come out in {material}[, {copies} times]
- run {file} with {material}[, {supports=supports on:true,supports off:false}]

heat_printer/set_print_heat/preheat_printer: Heats nozzle and bed of a printer/Nozzle and bed temperature
nozzle/hotend/tip #180-280 Degrees of the nozzle/Nozzle
bed/plate/base #40-110 Degrees of the bed/Bed
wait?/block?/hold? ! Wait until it is hot/True to wait
- heat the nozzle to {nozzle} and the bed to {bed}
- bring the bed up to {bed} degrees and the nozzle to {nozzle}
! I need {nozzle} degrees at the tip and {bed} below[, {wait=wait for it:true,do not wait:false}]
- warm up, {nozzle} for the nozzle, {bed} for the bed

scale_model/resize_model/fit_model: Makes a model larger or smaller/Size of a model in percent
file/model/path modelfile File of the model/Model
percent/factor/size #10-400 New size in percent/Percent
keep_shape?/uniform?/proportional? ! Keep the proportions/True to keep them
- scale {file} to {percent}%[ {keep_shape=with the same shape:true,without keeping the shape:false}]
- print {file} at {percent} percent of its size
- make {file} {percent=twice as large:200,half as large:50,three times as large:300}
! {file} has to be {percent=double the size:200,half the size:50,a quarter of the size:25}

change_spool/swap_filament/load_spool: Changes the spool of a printer/Old color to new color
old/from/remove color Color that is in/Old color
new/to/insert color Color to put in/New color
grams?/left?/weight? #50-990 Grams on the new spool/Weight
- change the spool from {old} to {new}
- take out the {old} spool and put in {new}[ with {grams} grams on it]
! {new} comes in for {old}
- load {new} filament in place of the {old}[, {grams} grams]

slice_file/prepare_print/slice: Turns a model into a print job/Slicer from model to job
source/model/input modelfile File of the model/Model
target/job/output jobfile File of the job/Job
layer/layer_mm/layer_height =0.1,0.2,0.3 Height of a layer/Layer
infill?/fill?/density? #5-90 Filling in percent/Infill
- slice {source} into {target} with {layer} mm layers[ and {infill}% filling]
- turn {source} into the job {target}, {layer} mm a layer
! {target} comes from {source}, layers of {layer} mm[, filled {infill} percent]
- write {target} out of {source} with {layer=fine 0.1 mm:0.1,coarse 0.3 mm:0.3} layers[, {infill}% full]
""", "dispatch": """
send_unit/dispatch_unit/alarm_crew: Sends a crew to an emergency/Emergency dispatch
unit/crew/vehicle crew Which crew/Unit
address/to/where address Where it goes/Address
kind?/reason?/type? =fire,crash,burglary,flood What happened/Kind
sirens?/with_sirens?/lights? ! With sirens/True for sirens
- send {unit} to {address}[ for a {kind}]
! {unit} is needed at {address}[, {sirens=with sirens:true,quietly:false}]
! there is a {kind} at {address}, send {unit}
! a {kind} was reported from {address}, {unit} takes it
- get {unit} over to {address}[ {sirens=without sirens:false,with lights and sirens:true}]

reassign_unit/redirect_unit/divert: Sends a crew from one address to another/New address for a crew
unit/crew/vehicle crew Which crew/Unit
old_address/from/current address Where it is now/Old address
new_address/to/next address Where it goes now/New address
- pull {unit} off {old_address} and send them to {new_address}
- redirect {unit} from {old_address} to {new_address}
! {unit} drives on to {new_address} and leaves {old_address}
! not {old_address} but {new_address} is the place for {unit}

report_fire/fire_alarm/call_fire_brigade: Reports a fire/Fire report
address/where/place address Where it burns/Address
floor?/level?/storey? #2-30 Which floor/Floor
people?/trapped?/inside? #2-40 People inside/People
smoke?/smoky?/heavy_smoke? ! Whether there is smoke/True if there is smoke
! it is burning at {address}[ on floor {floor}]
! fire at {address}[, {people} people are inside]
! there is a fire on floor {floor} of {address}[ {smoke=with smoke:true,without smoke:false}]
! {address} is on fire[ and {people} people are trapped]

close_road/block_road/road_closure: Closes a road between two points/Road closure
road/street/name road Which road/Road
start/from/from_time time Closed from/Start
end/to/until time Closed until/End
detour?/over?/via? road Which road to take instead/Detour
- close {road} from {start} to {end}[ and send cars over {detour}]
! {road} is shut between {start} and {end}
! from {start} until {end} nobody drives on {road}[, take {detour}]
- block {road}, {start} to {end}[, detour over {detour}]

log_call/take_call/note_emergency: Notes an emergency call/Call record
caller/name/who person Who calls/Caller
number/phone/callback phone Number of the caller/Phone
message/text/report text What was said/Report
urgent?/priority?/at_once? ! Urgent or not/True if urgent
! {caller} called from {number} and said {message}
- note a call by {caller}, {number}: {message}
- put down {urgent=urgent:true,not urgent:false}, {caller} on {number} says {message}
! {number} is {caller}[, {urgent=it is urgent:true,it can wait:false}], the message is {message}

find_missing/missing_person/search_for: Starts a search for a missing person/Search
name/person/missing person Who is missing/Person
age/years/old #4-95 Age in years/Age
last_seen/place/where lawn Where seen last/Place
reporter?/reported_by?/by? person Who reported it/Reporter
! {name}, {age} years old, was last seen at the {last_seen}
- look for {name}, {age}, last seen by the {last_seen}[, reported by {reporter}]
! {reporter} misses {name}, who is {age} and was near the {last_seen}
- search around the {last_seen} for {name} who is {age}
"""}
