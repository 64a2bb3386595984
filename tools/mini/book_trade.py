"""Everyday tools of farms, workshops, factories, stores and building sites, in the form that catalog.py reads."""
import toolvalues

POOLS = {
    "livestock": "cows|goats|sheep|pigs|hens|horses|ducks|calves|lambs|ponies|geese|alpacas",
    "pasture": "north pasture|south meadow|orchard|lower field|hill paddock|barn|river meadow|stall|open yard|clover field|old stable|east paddock",
    "acre": "north field|barley field|lower field|hill field|river meadow|south meadow|east field|long field|back acre|home field",
    "coop": "hen house|red coop|north coop|old stable|big coop|barn|mobile coop",
    "crop": "barley|wheat|maize|clover|potatoes|oats|rye|sunflowers|beets|rapeseed|lentils|soybeans",
    "handtool": "cordless drill|torque wrench|band saw|angle grinder|belt sander|welding torch|chisel set|router table|nail gun|planer|heat gun|socket set|soldering iron|crowbar",
    "machine": "lathe|press|conveyor|packing line|filler|milling machine|mixer|extruder|labeler|stamping press|palletizer|laser cutter|bottling line|kiln",
    "workpiece": "oak board|table leg|steel plate|copper pipe|pine shelf|door frame|brass rod|chair seat|aluminium sheet|plywood panel|window frame|iron bar",
    "goods": "pallets|crates|boxes|drums|barrels|sacks|rolls|cartons|bundles|spools",
    "dock": "dock 1|dock 4|gate B|gate 12|ramp 3|bay 7|hall A|aisle 9|store 3|yard 2|zone C|rack 22",
    "site": "Mill Lane|Riverside|Tower B|Hill School|Lot 14|Harbour Bridge|Block C|Station Roof|Elm Court|Clinic Annex",
    "buildstuff": "cement|gravel|bricks|sand|plasterboard|roof tiles|insulation|rebar|mortar|timber|concrete",
    "petname": "Bella|Rex|Luna|Milo|Daisy|Rocky|Coco|Simba|Nala|Oscar|Ginger|Snowball|Max|Biscuit",
}
toolvalues.POOLS.update({k: v.split("|") for k, v in POOLS.items()})
toolvalues.CLOSED.update({"livestock", "goods", "dock", "site"})

TOOLS = {"farm": """
move_herd/drive_herd/relocate_animals: Moves a group of animals from one place of the farm to another/Herd transfer
animals/herd/species livestock Which animals/Kind of animals
source/from/from_field pasture Where they are now/Old pasture
target/to/to_field pasture Where they go/New pasture
count?/head?/number? #2-120 How many/Head
- move the {animals} from the {source} to the {target}
- take {count} {animals} out of the {source} and into the {target}
! from the {source}, the {animals} go to the {target}
- bring the {animals} to the {target} from the {source}
! {count} of the {animals} leave the {source} for the {target}

feed_herd/give_feed/dispense_feed: Feeds a group of animals/Feed for the herd
animals/herd/group livestock Which animals/Group
kilos/amount/kg ~2-300 Feed in kilograms/Amount
feed?/kind?/ration? =hay,silage,oats,pellets Which feed/Kind of feed
- feed the {animals} {kilos} kilos[ of {feed}]
- give {kilos} kg of {feed} to the {animals}
! the {animals} get {kilos} kilos today
- pour out {kilos} kg for the {animals}
? can the {animals} have {kilos} kilos of {feed}

milk_log/record_milk/log_yield: Records the milk of one animal/Milk yield per animal
animal/tag/cow petname Name of the animal/Which cow
liters/yield/volume ~4-40 Litres of milk/Amount
milking?/session?/when? =morning,evening Which milking/Time of day
! {animal} gave {liters} liters[ this {milking}]
- note {liters} liters of milk for {animal}
- put down {animal} with {liters} liters, {milking} milking
! we got {liters} liters from {animal}[ in the {milking}]
! {milking=before noon:morning,at sunset:evening} {animal} gave {liters} liters

sow_field/plant_crop/seed_field: Sows a crop on a field/Seeding job
crop/seed/what crop What is sown/Crop
field/place/where acre Which field/Place
depth?/depth_cm?/cm? ~1-9 Depth of the seed in centimetres/How deep
date?/day?/on? weekday Day of sowing/When
- sow {crop} on the {field}[ {depth} centimeters deep]
- plant the {field} with {crop}[ on {date}]
! on the {field} we want {crop}, {depth} cm deep
! {date} is the day for {crop} on the {field}
- put {crop} into the {field}[, {depth} cm under the soil]

harvest_field/log_harvest/bring_in: Records the harvest of a field/Harvest record
field/place/from acre Which field/Field
crop/what/fruit crop What was harvested/Crop
tons/amount/weight ~1-90 Weight in tons/Harvest in tons
dry?/is_dry?/dried? ! Whether it was dry/True if dry
! we brought in {tons} tons of {crop} from the {field}
- write down {tons} tons of {crop} for the {field}[, {dry=dry:true,still wet:false}]
! the {field} yielded {tons} tons of {crop}
! {crop} from the {field}: {tons} tons[, {dry=all dry:true,not dry yet:false}]

collect_eggs/egg_count/log_eggs: Notes the eggs of the day/Egg count
house/coop/where coop Which coop/Where
eggs/count/number #3-400 How many eggs/Count
broken?/cracked?/damaged? #2-20 Broken ones/How many are broken
! {eggs} eggs from the {house} today[, {broken} broken]
! we found {eggs} eggs in the {house}[ and {broken} of them were cracked]
- add {eggs} eggs for the {house}
- count {eggs} whole and {broken} broken eggs in the {house}

open_gate/set_gate/move_gate: Opens or closes a gate of the farm/Gate control
gate/which/field pasture Gate of which field/Which gate
open/state/is_open ! Open or closed/True to open
- {open=open:true,close:false,shut:false,unlatch:true} the gate of the {gate}
! the gate at the {gate} should be {open=open:true,closed:false,shut:false}
- swing the {gate} gate {open=open:true,shut:false}
? is it possible to {open=open:true,close:false} the {gate} gate

vaccinate_herd/treat_animals/give_vaccine: Notes a treatment of a group of animals/Vaccination of the herd
animals/herd/group livestock Which animals/Group
count/head/number #2-120 How many/Head
disease/against/vaccine =rabies,anthrax,flu,tetanus Against what/Disease
vet?/by?/doctor? person Who does it/Vet
date?/on?/day? weekday Day/When
- vaccinate {count} {animals} against {disease}[ on {date}]
! {vet} gave {count} {animals} a shot against {disease}
! {count} of the {animals} need their {disease} vaccine[ by {date}]
- have {vet} treat {count} {animals} against {disease}
! against {disease}, {count} {animals} were vaccinated[ by {vet}]
""", "workshop": """
lend_tool/check_out_tool/hand_out: Lends a tool to a worker/Tool goes out
tool/item/what handtool Which tool/Tool
worker/to/borrower person Who takes it/Borrower
until?/due?/back_by? weekday Day it comes back/Due date
- lend the {tool} to {worker}[ until {until}]
- give {worker} the {tool}[, due back {until}]
! {worker} takes the {tool}[ and brings it back by {until}]
- hand the {tool} out to {worker}
! until {until} the {tool} is with {worker}

return_tool/check_in_tool/take_back: Books a tool back in/Tool comes back
tool/item/what handtool Which tool/Tool
worker?/from?/who? person Who brings it/Returner
damaged?/broken?/defect? ! Whether it is damaged/True if broken
- take the {tool} back[ from {worker}]
! {worker} has brought the {tool} back[, {damaged=in one piece:false,broken:true,with damage:true}]
! the {tool} is back[ {damaged=without damage:false,with a defect:true}]
- check the {tool} back in[ from {worker}]

reserve_tool/book_tool/hold_tool: Reserves a tool for a day/Tool reservation
tool/item/what handtool Which tool/Tool
person/for/worker person Who wants it/Person
start/from/from_date weekday First day/From
end?/to?/to_date? weekday Last day/Until
- reserve the {tool} for {person} from {start}[ to {end}]
! {person} needs the {tool} on {start}
- keep the {tool} free for {person} starting {start}[ and ending {end}]
- book {person} in for the {tool} from {start}[ until {end}]

cut_piece/cut_to_length/saw_cut: Cuts a piece to size/Cut with length and width
piece/part/workpiece workpiece What is cut/Piece
length/long/length_mm #100-2400 Length in millimetres/Length
width?/wide?/width_mm? #20-900 Width in millimetres/Width
pieces?/count?/copies? #2-40 How many/Count
- cut the {piece} to {length} millimeters[ by {width}]
- saw the {piece} down to a length of {length}[ and a width of {width}]
! {pieces} times the {piece}, {length} mm long[ and {width} mm wide]
! the {piece} must be {length} mm long
- shorten the {piece} to {length} mm[ and make {pieces} of them]

drill_holes/bore/make_holes: Drills holes into a piece/Drilling job
piece/part/into workpiece Which piece/Part
holes/count/number #2-48 How many holes/Holes
diameter/size/mm ~2-25 Diameter in millimetres/Width of the hole
depth?/deep?/depth_mm? #5-90 Depth in millimetres/How deep
- drill {holes} holes of {diameter} mm into the {piece}[, {depth} mm deep]
- bore {holes} holes in the {piece}, {diameter} mm across
! the {piece} needs {holes} holes, {diameter} wide[ and {depth} deep]
! in the {piece} I want {holes} holes, {diameter} mm wide each

tighten_bolt/set_torque/fasten: Tightens a bolt with a torque/Torque job
bolt/id/which id Which bolt/Bolt number
torque/newton_meters/nm ~4-220 Torque in newton metres/Torque
passes?/times?/rounds? #2-4 How often/Rounds
- tighten bolt {bolt} to {torque} newton meters[ in {passes} passes]
- fasten {bolt} with {torque} Nm
! {bolt} goes to {torque} Nm[, {passes} rounds]
? can you pull {bolt} tight with {torque} newton meters

sand_surface/grind/polish_surface: Sands a surface/Sanding with a grit
surface/piece/part workpiece What is sanded/Surface
grit/paper/grain =80,120,180,240,400 Grit of the paper/Grit
minutes?/time?/duration? #2-50 How long/Minutes
wet?/wet_sanding?/with_water? ! With water or dry/True for wet
- sand the {surface} with {grit} grit[ for {minutes} minutes]
- go over the {surface} with {grit} paper[, {wet=with water:true,dry:false}]
! the {surface} needs {minutes} minutes with {grit} grit
- smooth the {surface}[ {wet=wet:true,dry:false}] using {grit} grit
""", "factory": """
set_line_speed/change_speed/run_at: Sets how many pieces a machine makes a minute/Line speed
machine/line/unit machine Which machine/Machine
rate/speed/per_minute #5-600 Pieces a minute/Rate
ramp?/over?/ramp_seconds? #2-90 Seconds until it is reached/Ramp time
- run the {machine} at {rate} a minute
- bring the {machine} to {rate} pieces per minute[ over {ramp} seconds]
! the {machine} should do {rate} pieces a minute
- slow the {machine} down to {rate}[ within {ramp} seconds]
? can the {machine} go up to {rate} per minute

stop_machine/halt_machine/shut_down_line: Stops a machine/Halt
machine/line/unit machine Which machine/Machine
emergency?/hard_stop?/immediate? ! At once without slowing/True for an emergency stop
reason?/why?/message? text Why it is stopped/Reason
- stop the {machine}[ {emergency=at once:true,gently:false,immediately:true,after the running job:false}]
- halt the {machine} with the reason {reason}
! the {machine} has to stop: {reason}
- shut the {machine} down[ {emergency=right now:true,slowly:false}][ and note {reason}]

start_batch/run_job/begin_order: Starts a batch on a machine/Production order
machine/on/line machine Which machine/Machine
product/part/article product What is made/Product
quantity/pieces/count #20-5000 How many/Batch size
shift?/team?/crew? =early,late,night Which shift/Shift
- make {quantity} {product}s on the {machine}
- start {quantity} pieces of {product} on the {machine}[ in the {shift} shift]
! the {machine} makes {quantity} of the {product}[ during the {shift} shift]
! on the {machine}, begin with {quantity} {product}s
! we need {quantity} {product}s from the {machine}[, {shift} shift]

report_scrap/log_rejects/count_scrap: Reports bad and good pieces/Scrap record
machine/line/from machine Where they were made/Machine
bad/rejects/scrap #2-60 Bad pieces/Rejects
good?/passed?/ok? #100-900 Good pieces/Passed
! the {machine} made {bad} bad pieces[ and {good} good ones]
- note {bad} rejects for the {machine}
! {good} good and {bad} bad from the {machine}
! {bad} of the pieces from the {machine} are scrap
- book {bad} pieces of scrap on the {machine}[ next to {good} that passed]

set_tolerance/quality_limits/set_limits: Sets the allowed range of a measure/Lower and upper limit
measure/feature/check =length,width,weight,thickness What is measured/Feature
lower/min/low ~1-20 Smallest value/Lower limit
upper/max/high ~25-80 Largest value/Upper limit
- accept a {measure} between {lower} and {upper}
- let the {measure} be at least {lower} and at most {upper}
! the {measure} may go from {lower} to {upper}
- reject any {measure} under {lower} or over {upper}
! {upper} is the most and {lower} the least for the {measure}
? does a {measure} from {lower} up to {upper} pass

swap_part/replace_part/change_component: Replaces a worn part by a new one/Old part out, new part in
old_part/old/remove id Part taken out/Old part
new_part/new/install id Part put in/New part
machine?/in?/unit? machine Which machine/Machine
- replace {old_part} with {new_part}[ in the {machine}]
- take out {old_part} and put in {new_part}
- install {new_part} instead of {old_part}[ on the {machine}]
! {old_part} is worn, {new_part} takes its place
- swap {old_part} for {new_part}

plan_maintenance/schedule_service/book_service_window: Plans maintenance of a machine/Service window
machine/unit/line machine Which machine/Machine
start/from/begin time Start of the work/From
end/to/until time End of the work/Until
technician?/by?/who? person Who does it/Technician
- service the {machine} from {start} to {end}[ with {technician}]
! {technician} works on the {machine} between {start} and {end}
! the {machine} is down from {start} until {end}
- keep the {machine} free for repairs, {start} to {end}[, {technician} does it]
""", "warehouse": """
move_stock/transfer_goods/relocate_stock: Moves goods between two places of the store/Internal transfer
goods/what/unit goods What is moved/Goods
count/quantity/number #2-90 How many/Quantity
source/from/from_bin dock Old place/From
target/to/to_bin dock New place/To
- move {count} {goods} from {source} to {target}
- bring {count} {goods} over to {target} from {source}
! {count} {goods} go from {source} to {target}
- pick up {count} {goods} at {source} and drop them at {target}
? can someone carry {count} {goods} to {target} out of {source}

receive_goods/book_in/goods_in: Books goods that have arrived/Receipt
goods/what/unit goods What arrived/Goods
count/quantity/number #2-300 How many/Quantity
supplier/from/vendor company Who sent it/Supplier
dock?/at?/place? dock Where it was unloaded/Dock
! {count} {goods} from {supplier} came in[ at {dock}]
- book in {count} {goods} by {supplier}
! {supplier} has delivered {count} {goods}[ to {dock}]
- take in {count} {goods} sent by {supplier}[ at {dock}]

ship_goods/send_out/dispatch_goods: Ships goods to a customer/Outgoing goods
goods/what/unit goods What is sent/Goods
count/quantity/number #2-300 How many/Quantity
customer/to/receiver company Who gets it/Customer
carrier?/by?/via? =truck,rail,air,courier How it travels/Carrier
- ship {count} {goods} to {customer}[ by {carrier}]
- send {customer} {count} {goods}[ by {carrier}]
! {customer} gets {count} {goods} from us
! {count} {goods} leave for {customer}[ {carrier=by plane:air,on the train:rail,on the road:truck}]

pick_order/pick_list/collect_order: Picks the things of an order/Order picking
order/number/order_id id Which order/Order
items/articles/things *item What is picked/Items
picker?/worker?/by? person Who picks it/Picker
- pick {items} for order {order}
- collect {items}[ with {picker}] for {order}
! order {order} needs {items}
! {picker} gets {items} for order {order}
! for {order} we need {items} from the shelves

count_bin/stock_take/inventory_count: Counts what lies in a place/Stock taking
bin/place/where dock Which place/Bin
counted/found/actual #0-400 How many were found/Counted
expected?/should_be?/system? #0-400 How many there should be/Expected
! {bin} holds {counted}[ instead of {expected}]
! we counted {counted} in {bin}[, the list says {expected}]
- note {counted} pieces for {bin}[ where {expected} were expected]
! there should be {expected} in {bin} and we found {counted}

set_reorder/reorder_level/min_max_stock: Sets when an article is ordered again/Lower and upper stock
article/item/what item Which article/Article
minimum/min/low #3-40 Order again below this/Lowest stock
maximum/max/fill_to #60-900 Fill up to this/Highest stock
- order {article} again below {minimum} and fill up to {maximum}
- keep between {minimum} and {maximum} {article} in stock
! never less than {minimum} and never more than {maximum} {article}
! for {article}, {maximum} is the ceiling and {minimum} the floor
- let {article} go down to {minimum} before we fill up to {maximum}

assign_forklift/send_forklift/book_forklift: Sends a forklift with a driver to a place/Forklift job
driver/operator/who person Who drives/Driver
place/where/to dock Where it goes/Place
load_kg?/weight?/kilos? #100-2500 Load in kilograms/Load
- send {driver} with the forklift to {place}[ for {load_kg} kilos]
! {driver} drives the forklift to {place}
! a forklift is needed at {place}, {driver} should come
- let {driver} lift {load_kg} kg at {place}
""", "construction": """
order_material/site_order/deliver_to_site: Orders building material for a site/Material delivery
material/what/goods buildstuff What is ordered/Material
tons/amount/weight ~1-60 Tons/Amount
site/to/where site Which site/Building site
date?/on?/when? weekday Day of delivery/When
- order {tons} tons of {material} for {site}[ on {date}]
- get {material} to {site}, {tons} tons[, {date}]
! {site} needs {tons} tons of {material}[ by {date}]
! we are out of {material} at {site}, send {tons} tons
? can {tons} tons of {material} come to {site}[ on {date}]

pour_concrete/pour_slab/cast_slab: Plans the pouring of a slab/Length, width and height of a slab
site/where/at site Which site/Site
length/long/length_m ~4-60 Length in metres/Length
width/wide/width_m ~2-30 Width in metres/Width
thickness?/height?/cm? #8-45 Thickness in centimetres/How thick
- pour a slab {length} by {width} meters at {site}[, {thickness} cm thick]
! at {site} we need a slab {length} meters long and {width} wide
- cast {length} by {width} meters[ and {thickness} centimeters thick] at {site}
! the slab for {site} is {width} meters wide and {length} meters long

assign_crew/put_crew/send_workers: Sends workers to a site/Crew for a site
workers/people/crew *person Who goes/Workers
site/to/where site Which site/Site
foreman?/lead?/boss? person Who leads/Foreman
- send {workers} to {site}[ under {foreman}]
! {workers} work at {site}[ with {foreman} in charge]
- put {workers} on {site}
! {site} gets {workers}[, {foreman} leads them]

crane_lift/lift_load/crane_job: Lifts a load by crane/From height to height
load/what/object buildstuff What is lifted/Load
kilos/weight/kg #100-5000 Weight in kilograms/Weight
from_floor?/start?/lower? #0-3 Floor where it starts/From floor
to_floor/end/upper #4-30 Floor where it goes/To floor
- lift {kilos} kilos of {load}[ from floor {from_floor}] to floor {to_floor}
- hoist {load}, {kilos} kg, up to floor {to_floor}
! {kilos} kg of {load} go up to floor {to_floor}[ from floor {from_floor}]
! floor {to_floor} is waiting for {kilos} kilos of {load}

report_hazard/safety_report/log_hazard: Reports a danger on a site/Safety report
site/where/at site Which site/Site
severity/level/risk =low,medium,high How dangerous/Risk
description/text/what text What is wrong/Description
- report a {severity} risk at {site}: {description}
! there is a {severity} hazard at {site}, write {description}
- log {description} for {site} as {severity}
! danger at {site}, {severity=nothing serious:low,very serious:high}: {description}

inspect_site/book_inspection/schedule_inspection: Plans an inspection/Inspector visits a site
site/where/place site Which site/Site
inspector/who/by person Who inspects/Inspector
date/on/day weekday Day/When
passed?/ok?/result? ! Whether it passed/Result
- have {inspector} look at {site} on {date}
! {inspector} comes to {site} on {date}
! on {date}, {inspector} inspects {site}
! {inspector} was at {site} on {date} and it {passed=passed:true,failed:false,was fine:true,did not pass:false}
"""}
