"""Tools of the house, the garden, the farm and the kitchen (see kiratools.py for the form)."""

TOOLS = r"""
# home | set_room_heat adjust_thermostat heating_target | Sets the target temperature of a room. ~ Heats or cools a room to so many degrees.
. room,zone : room : The room.
. degrees,target_temp : num:12~26 : Target temperature in Celsius.
. hours,for_hours? : int:1~12 : How many hours it stays like that.
- Heat the {room} to {degrees} degrees[ for {hours} hours].
- It's freezing in the {room}, I want {degrees} degrees there[ during the next {hours} hours].
- {degrees} °C in the {room}, please.
- {room}: thermostat to {degrees}
- Grandma naps in the {room} and she likes it at {degrees} degrees.
- Make it {degrees} degrees in the {room}[; {hours} hours will do].
- The {room} needn't be hotter than {degrees}, so set that.
# home | dim_lights light_level set_lamp_brightness | Changes how bright the lights of a room are. ~ Dims or brightens lamps in a room to a percentage.
. area,room_name : room : Room whose lights change.
. percent,brightness : int:1~100 : Brightness from 1 to 100.
. colour,light_tone? : enum:warm;neutral;cool;red;blue : Colour of the light.
- Dim the {area} lights to {percent} percent[ and make them {colour}].
- {area} lights at {percent}%[, {colour} tone].
- I'm watching a film in the {area}. Lights down to {percent} percent.
- Too bright in the {area}! {percent} per cent is plenty[, in {colour}].
- Put the lamps in the {area} on {percent}%.
- For reading, the {area} should have its lights at {percent} percent[ and a {colour} colour].
# home | move_blinds shutter_position set_curtains | Moves the blinds of a window to a position. ~ Opens or closes shutters, wholly or in part.
. window,which : of:south window;skylight;bay window;bedroom left;kitchen sink window;terrace door : The window.
. position,state : enum:open;closed;half : Where the blinds go.
- <position:open=Open;closed=Close;half=Half close> the blinds of the {window}.
- The sun is in my eyes. Blinds at the {window}: {position}.
- Blinds, {window}, {position}.
- Could the shutters on the {window} be {position}?
- I'd like the {window} {position}, blinds I mean.
- It's getting dark, so the {window} blinds should go to {position}.
# home | start_appliance run_machine launch_program | Starts a household machine with a program. ~ Runs the washer, dryer or dishwasher.
. machine,appliance : enum:washer;dryer;dishwasher;oven : The machine.
. program,cycle : of:eco 50;quick 30;delicates;cotton 60;pots and pans;wool;steam;night mode : The program to run.
. delay,start_in_minutes? : int:5~600 : Minutes to wait before it starts.
- Start the {machine} on {program}[ in {delay} minutes].
- Run {program} on the {machine}[, but wait {delay} minutes first].
- The {machine} is loaded. Program is {program}[ and it can start {delay} minutes from now].
- {machine}, {program}
- We need the {machine} to do a {program} run[ after {delay} minutes].
- Please pick {program} when you turn on the {machine}.
# home | lock_door secure_entry set_door_lock | Locks or unlocks a door of the house. ~ Changes whether an outside door is locked.
. door,entry : of:front door;back door;garage door;cellar door;garden gate;side entrance : The door.
. locked,lock : bool : True to lock, false to unlock.
- <locked:true=Lock;false=Unlock> the {door}.
- Is the {door} safe? I want it <locked:true=locked;false=unlocked>.
- {door}: <locked:true=lock it;false=unlock it>
- The {door} should be <locked:true=locked;false=unlocked> now.
- My hands are full of shopping; <locked:false=let me in through;true=lock behind me> the {door}.
- Everyone has left. <locked:true=Shut and lock;false=Open up> the {door}.
# energy | meter_reading submit_reading report_meter | Reports what a meter shows. ~ Sends a meter reading to the utility.
. meter,utility : enum:gas;water;electricity : Which meter.
. value,reading : int:100~99999 : The number on the meter.
. on,read_date? : date : Day of the reading.
- The {meter} meter says {value}[ as of {on}]. Report that.
- Submit {value} for {meter}[, read on {on}].
- {meter} reading {value}
- I went down to the cellar and the {meter} meter was at {value}.
- Tell the utility that our {meter} is at {value}[; I looked on {on}].
- New number for the {meter} meter: {value}.
# energy | charge_limit set_ev_charge cap_battery | Sets how full an electric car is charged. ~ Caps the charge of a battery car at a percentage.
. car,vehicle : of:the Leaf;Zoe;my Kona;the van;Model Q;company e-Up : The car.
. limit,percent : int:40~100 : How full it may get in percent.
. ready_by,until? : time : When it must be ready.
- Charge {car} to {limit} percent[ by {ready_by}].
- {car} should stop charging at {limit}%[ and be ready at {ready_by}].
- Only {limit} percent for {car} tonight[; I drive off at {ready_by}].
- I have a long drive[ at {ready_by}], let {car} charge up to {limit}%.
- To spare the battery, cap {car} at {limit} percent.
- Plugged in {car}. Limit {limit}[, finish before {ready_by}].
# cleaning | send_vacuum robot_clean vacuum_rooms | Sends the robot vacuum through rooms. ~ Lets the cleaning robot do certain rooms.
. rooms,areas : list:room : The rooms to clean.
. power,suction? : enum:quiet;standard;max : How strongly it sucks.
- Vacuum the {rooms}[ on {power}].
- Crumbs everywhere! Send the robot to the {rooms}.
- Robot: {rooms}[, {power} power].
- Visitors in an hour, so do the {rooms}[ and use {power} power].
- I'd like the {rooms} hoovered[ in {power} mode].
- Have the little robot clean these rooms: {rooms}.
# cleaning | assign_chore give_chore chore_to | Gives a chore to a member of the household. ~ Puts somebody down for a household task.
. chore,task : of:taking out the bins;mopping;dusting the shelves;cleaning the oven;washing the windows;hoovering the stairs;feeding the hens : The chore.
. who,member : first : Who does it.
. due,by_day? : day : Day by which it is done.
- {who} does {chore}[, by {due}].
- It's {who}'s turn for {chore}.
- Put {who} down for {chore}[ until {due}].
- {chore} goes to {who}[; {due} at the latest].
- After a loud discussion we agreed that {who} takes over {chore}.
- Chore for {who}: {chore}[ (due {due})].
# garden | water_bed start_sprinkler irrigate | Waters a bed of the garden for some minutes. ~ Turns on a sprinkler for a while.
. bed,zone : of:herb bed;rose bed;front lawn;greenhouse;vegetable patch;hedge;strawberry row : What is watered.
. minutes,duration : int:2~60 : How long in minutes.
- Water the {bed} for {minutes} minutes.
- {minutes} minutes of water on the {bed}.
- The {bed} looks thirsty. Give it {minutes} minutes.
- sprinkler {bed} {minutes} min
- No rain again, so the {bed} needs the sprinkler for {minutes} minutes.
- Let the water run {minutes} minutes, but only on the {bed}.
# garden | log_harvest record_crop note_picking | Notes what was harvested and how much. ~ Keeps a record of crops that were picked.
. crop,plant : plant : What was picked.
. kilos,weight_kg : num:0.2~30 : Weight in kilograms.
. picked_on,day? : date : Day of the harvest.
- We picked {kilos} kilos of {crop}[ on {picked_on}].
- {crop}: {kilos} kg
- Note a harvest of {kilos} kg, {crop}[, dated {picked_on}].
- The {crop} did well, {kilos} kilos this time. Write it in the log.
- For the harvest book: {crop}, weight {kilos} kg[, day {picked_on}].
- I carried home {kilos} kg of {crop} from the garden[ on {picked_on}]. Record the crop.
# garden | plan_sowing schedule_planting sow_on | Plans when a plant is sown and where. ~ Puts a sowing date into the garden plan.
. plant,seed : plant : What is sown.
. date,sow_date : date : When.
. place,spot? : of:cold frame;raised bed 2;south wall;window sill;polytunnel : Where in the garden.
- Plan to sow {plant} on {date}[ in the {place}].
- {date}: sow {plant}[, {place}].
- I want {plant} in the ground on {date}.
- The seeds for {plant} have come; sowing day is {date}[ and they go by the {place}].
- Could you put {plant} into the planting plan for {date}?
- Schedule planting. What: {plant}. When: {date}.
# farm | move_herd shift_animals change_pasture | Moves animals from one field to another. ~ Records that a herd changes its pasture.
. animals,herd : enum:sheep;goats;cows;horses;geese : Which animals.
. from_field,leaving : of:Low Meadow;Brook Field;the paddock;Hilltop;Barn Field;Long Acre : Field they leave.
. to_field,going_to : of:Low Meadow;Brook Field;the paddock;Hilltop;Barn Field;Long Acre : Field they go to.
- Move the {animals} from {from_field} to {to_field}.
- The grass is gone in {from_field}. Take the {animals} over to {to_field}.
- {animals}: out of {from_field}, into {to_field}
- {to_field} is free now, so bring the {animals} there from {from_field}.
- We're shifting the {animals} to {to_field}; they were on {from_field} all month.
- Tomorrow the {animals} leave {from_field} and graze on {to_field}.
# farm | record_eggs egg_count log_laying | Records how many eggs were laid in a coop. ~ Adds eggs to the tally of a hen house.
. coop,henhouse : of:red coop;big barn;mobile coop;coop 3;orchard house : The hen house.
. eggs,number_laid : int:3~240 : How many eggs.
. cracked,broken? : int:1~12 : How many were cracked.
- {eggs} eggs from the {coop}[, {cracked} of them cracked].
- Log {eggs} eggs for the {coop}.
- The hens in the {coop} laid {eggs}[ and {cracked} broke].
- Today's count at the {coop} is {eggs}[; cracked: {cracked}].
- {coop} {eggs}
- I've just collected {eggs} eggs at the {coop}, put them on the tally.
# farm | order_feed buy_fodder request_feed | Orders feed for the farm. ~ Has sacks of fodder delivered.
. feed,type : of:oats;hay pellets;layer mash;calf starter;barley;pig nuts : Kind of feed.
. sacks,quantity : int:2~80 : Number of sacks.
. deliver_to,gate? : of:north gate;main yard;silo 2;stable block : Where it is unloaded.
- Order {sacks} sacks of {feed}[ to the {deliver_to}].
- We're nearly out of {feed}. {sacks} sacks should do[, unloaded at the {deliver_to}].
- {feed}, {sacks} sacks
- Ring the mill: {sacks} sacks of {feed}[, please leave them at {deliver_to}].
- The animals need {feed}, so buy {sacks} sacks.
- I need {sacks} more sacks of {feed} before winter[, brought to the {deliver_to}].
# weather | forecast_for get_forecast weather_ahead | Tells the weather of a place in the coming days. ~ Gives a forecast for a city.
. city,place : city : The place.
. days,days_ahead : int:1~14 : How many days.
. units,scale? : enum:metric;imperial : Units of the numbers.
- What will the weather be like in {city} over the next {days} days?[ Use {units} units.]
- {days} day forecast for {city}[, {units}].
- I'm packing for {city}. How does the weather look, {days} days ahead?
- Forecast: {city}, {days} days.
- Will it rain in {city}? Look {days} days into the future[ and give {units} numbers].
- Umbrella or not? I'm in {city} for {days} days.
# weather | frost_alert warn_below set_cold_warning | Warns when the temperature falls below a value. ~ Sets an alert for cold nights.
. place,location : city : Where it is watched.
. below,threshold : num:-10~8 : Temperature in Celsius below which there is a warning.
- Warn me if it gets below {below} degrees in {place}.
- My lemon tree stays outside in {place}. Alert me under {below} °C.
- {place}, cold alert at {below}
- If {place} drops beneath {below} degrees, I want to know.
- Set the frost warning for {place} to {below}.
- Pipes freeze easily at our cabin in {place}, so tell me when it's colder than {below}.
# weather | rain_total rainfall_between measure_rain | Adds up the rain of a place between two days. ~ Tells how much it rained in a period.
. station,place : city : The place or station.
. start,from_day : date : First day.
. end,to_day : date : Last day.
- How much rain fell in {station} from {start} to {end}?
- Rainfall, {station}, {start} until {end}.
- Between {start} and {end}, what did the rain gauge in {station} collect?
- I need the total rain for {station}. It starts with {start} and ends with {end}.
- For my insurance claim: rain in {station}, first day {start}, last day {end}.
- Sum up the rain at {station} since {start}, up to {end}.
# kitchen | scale_recipe adapt_servings recipe_for | Recalculates a recipe for a number of people. ~ Scales a dish to so many servings.
. dish,recipe : dish : The recipe.
. servings,people : int:1~40 : For how many.
- Scale {dish} to {servings} servings.
- I'm cooking {dish} for {servings} people. What do I need?
- {dish} x {servings} people
- {servings} guests are coming and there'll be {dish}. Adapt the recipe.
- The recipe for {dish} is too small; rework it for {servings}.
- How much of everything goes into {dish} if {servings} of us eat?
# kitchen | start_timer kitchen_timer count_down | Starts a timer with a label. ~ Counts down minutes in the kitchen.
. minutes,length : int:1~180 : Minutes to run.
. label,what_for? : dish : What it is for.
- Timer, {minutes} minutes[, for the {label}].
- {minutes} minutes[ for {label}], go!
- Ring in {minutes} minutes[, that's when the {label} is ready].
- Set a timer[ called {label}]; {minutes} minutes, please.
- My fingers are sticky. Count down {minutes} minutes.
- The {label} needs {minutes} minutes. Time it.
# kitchen | pantry_add stock_pantry put_in_larder | Adds food to the list of what is in the pantry. ~ Notes food that is in stock at home.
. item,food : food : The food.
. amount,quantity : int:1~24 : How many packs or pieces.
. best_before,expires? : date : Date until which it is good.
- {amount} packs of {item} are now in the pantry[, best before {best_before}].
- I bought {item}, {amount} of them. Add to the pantry[; good until {best_before}].
- pantry + {amount} {item}
- Put {item} on the pantry list, amount {amount}[, expiring {best_before}].
- Back from the market: there are {amount} {item} on our shelf now.
- Our larder has {amount} more {item}[ that must be eaten by {best_before}].
# kitchen | find_recipes recipes_with cook_from | Finds recipes that use given ingredients. ~ Suggests dishes from what is in the fridge.
. ingredients,using : list:food : What is to be used.
. max_minutes,within? : int:10~120 : Longest cooking time in minutes.
. vegetarian,meatless? : bool : Only dishes without meat.
- What can I cook with {ingredients}[ in {max_minutes} minutes]?
- Find <vegetarian:true=meatless> recipes with {ingredients}.
- My fridge holds {ingredients}. Ideas?[ I have {max_minutes} minutes.]
- Recipes, please. Ingredients: {ingredients}[, not longer than {max_minutes} minutes].
- I've {ingredients} to use up[ and only {max_minutes} minutes], what could I make?
- Something with {ingredients}, <vegetarian:true=vegetarian;false=meat is fine>.
# kitchen | plan_meal menu_for_day put_on_menu | Puts a dish on the meal plan. ~ Plans what is eaten on a day.
. day,weekday : day : The day.
. dish,food : dish : What is eaten.
. meal,course? : enum:breakfast;lunch;dinner : Which meal.
- {dish} on {day}[ for {meal}].
- We'll have {dish} on {day}, put it on the plan[ as {meal}].
- {day}: {dish}
- Plan {dish} for {day}[, at {meal}].
- The kids voted, and {day} is {dish} day[ ({meal})].
- What we eat on {day}[ at {meal}] is settled: {dish}.
# bees | inspect_hive log_hive hive_visit | Records an inspection of a beehive. ~ Notes what was seen in a hive.
. hive,colony : int:1~30 : Number of the hive.
. frames,brood_frames : int:0~11 : Frames with brood.
. queen_seen,queen : bool : Whether the queen was seen.
- Hive {hive}: {frames} frames of brood, queen <queen_seen:true=seen;false=not seen>.
- I opened hive {hive} today. {frames} brood frames, and <queen_seen:true=there she was, the queen;false=no queen in sight>.
- Log hive {hive}, {frames} frames, queen <queen_seen:true=yes;false=no>
- In hive {hive} I <queen_seen:true=found;false=did not find> the queen and counted {frames} brood frames.
- Brood on {frames} frames in hive number {hive}; I <queen_seen:true=spotted the queen;false=couldn't find the queen>.
- Queen <queen_seen:true=present;false=missing>, brood frames {frames}, hive {hive}. Please note.
"""
