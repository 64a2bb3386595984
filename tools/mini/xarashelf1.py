"""Tools of the home, the garden, the farm, the kitchen, the workshop and repairs."""

SHELF = r"""
garden | water_bed sprinkle_bed irrigate | Waters one flower bed for a number of minutes. / Turns the hose on over a bed.
bed/bed_name:noun:The bed, by its name alone. / Name of the bed, without the word bed. ; minutes/duration:int(3,90):How many minutes the water runs. / Running time in minutes. ; mist/fine_mist?:bool:Whether to use the fine mist. / True for mist instead of a jet.
!Water the {bed} bed for {minutes} minutes[{mist?, with the fine mist|, and no mist}].
It was hot today. {minutes} minutes of water for the {bed} bed would do it good.
The {bed} bed looks thirsty; {minutes} minutes should be enough.
!Give {minutes} minutes of water to the bed called {bed}[. {mist?Use the mist|Do not use the mist}].
I wish somebody would water the bed named {bed} for {minutes} minutes.
Could the {bed} bed get water? Stop after {minutes} minutes[ and {mist?do it with mist|leave the mist off}].

garden | sow_seeds plant_seed put_seeds_in | Records that seeds go into a plot. / Sows a plant in a garden plot.
plant/crop:plant:What is sown. / The plant. ; plot/plot_name:noun:The plot, by its name alone. / Plot name without the word plot. ; rows?:int(1,20):Number of rows.
!Sow {plant} in the {plot} plot[, in {rows} rows].
I'd love {plant} in the plot called {plot} this year[; {rows} rows will do].
The {plot} plot is empty. Let it have {plant}[, {rows} rows of it].
!Put {plant} seeds into the plot named {plot}[, using {rows} rows].
Where the {plot} plot lies bare, {plant} should grow[ in {rows} rows].

garden | log_harvest record_picking note_yield | Notes how many kilograms of a plant were picked. / Keeps the yield of the garden.
plant/what:plant:The plant that was picked. ; kilos/weight_kg:num(0.3,30):Weight in kilograms. ; day/picked_on?:date:Date of the picking.
We picked {kilos} kg of {plant}[ on {day}]. Note it.
!Write down {kilos} kilograms of {plant}[, picked on {day}].
My basket holds {plant}, {kilos} kg in all[, from {day}]. That belongs in the harvest book.
!Log the {plant} harvest: {kilos} kg.
How nice, {kilos} kilos of {plant} came in[ on {day}]! Can you record it?

garden | prune_reminder plan_pruning schedule_cut | Plans the pruning of a tree on a date. / Sets the day when a tree is cut back.
tree/tree_name:noun:The tree, by its name alone. ; day/date:date:When it is pruned. ; tools/equipment?:list(thing):Things to bring, each separate.
!Plan to prune the {tree} tree on {day}.
The {tree} tree needs cutting back; {day} suits me[, and bring {tools}].
On {day} I want the tree called {tree} pruned[. We need {tools}].
Is {day} free? Then the {tree} tree will be pruned that day.
The branches of the {tree} tree hang too low. {day} is the day to cut them.

farm | move_herd drive_animals shift_herd | Moves animals from one field to another. / Drives a herd between fields.
animals/herd:animal:Which animals. ; source/from_field:noun:The field they leave, by its name alone. ; target/to_field:noun:The field they go to, by its name alone.
!Move the {animals} from the {source} field to the {target} field.
The grass of the {source} field is gone, so the {animals} should go to the {target} field.
!Bring the {animals} to the field called {target}; they are in the field called {source} now.
Into the {target} field with the {animals}, please, out of the {source} field.
I want the {animals} on the {target} field. They have been on the {source} field long enough.

farm | mend_fence fix_fence repair_fence | Orders the mending of a field's fence. / Has the fence of a field repaired.
field/field_name:noun:The field, by its name alone. / Name of the field, without the word field. ; posts/post_count:int(1,60):How many new posts. ; urgent/is_urgent?:bool:Whether it cannot wait.
!Mend the fence of the {field} field with {posts} posts[{urgent?, it is urgent|, it is not urgent}].
The fence of the {field} field is broken. Mend it; {posts} posts are enough[ {urgent?and it cannot wait|and there is no hurry}].
{posts} new posts should do for the fence round the {field} field[. {urgent?This is urgent|This is not urgent}].
Who can repair the fence of the field named {field}? It takes {posts} posts.
A storm took {posts} posts from the fence of the {field} field, so have it repaired.

farm | feed_animals give_feed ration | Gives a kind of animal a weight of feed. / Feeds animals.
animals/whom:animal:The animals that are fed. ; feed/feed_type:enum(hay,oats,barley,silage,pellets,clover):What they get. ; kilos/amount_kg:num(1,80):Kilograms of feed.
!Feed the {animals} {kilos} kg of {feed}.
The {animals} are hungry. {kilos} kg of {feed} will do.
!Give {kilos} kilograms of {feed} to the {animals}.
I think {feed} is best for the {animals} tonight, {kilos} kg of it.
Have the {animals} been fed? They should get {feed}, {kilos} kg.

farm | call_vet request_vet vet_visit | Calls the vet for animals. / Asks the animal doctor to come to a farm.
animals/patients:animal:Which animals are ill. ; farm/farm_name:noun:The farm, by its name alone. ; day/visit_date:date:Day of the visit. ; number/how_many?:int(1,40):How many animals are ill.
!Call the vet to the {farm} farm on {day} because of the {animals}.
On {day} the vet must see the {animals} of the {farm} farm[; {number} of them are ill].
The {animals} cough[, {number} of them]. Get the vet to the farm called {farm} on {day}.
We need a vet for the {animals}; {day} would be good, at the {farm} farm.
At the {farm} farm the {animals} do not eat. Could the vet come on {day}?

home | set_heating heat_room set_room_temperature | Sets the temperature of a room. / Heats or cools one room to a temperature.
room/place:room:Which room. ; degrees/temperature:num(15,26,1):Degrees Celsius. ; until/end_time?:time:Time at which it goes back.
!Heat the {room} to {degrees} degrees[ until {until}].
It is freezing in the {room}. {degrees} degrees would be lovely[, until {until}].
Could the {room} be at {degrees} degrees[ till {until}]?
!Set {degrees} degrees in the {room}[, and end it at {until}].
I like {degrees} degrees when I sit in the {room}.
[Until {until}, ]I'd be happy with {degrees} degrees in the {room}.

home | dim_lights set_brightness light_level | Sets the brightness of a room's lights. / Dims the lights in a room.
room/where:room:The room with the lights. ; percent/level:int(1,100):Brightness in percent. ; colour/tint?:colour:Colour of the light.
!Dim the lights in the {room} to {percent} percent[ and make them {colour}].
The {room} is too bright; {percent} percent is plenty[. Let the light be {colour}].
!Put the lights at {percent} % in the {room}[, in {colour}].
I want {percent} percent of light in the {room}.
How about {colour} light at {percent} percent in the {room}?

home | lock_door secure_door bolt_door | Locks a door at a time. / Locks one door, with or without the alarm.
door/door_name:enum(front,back,side,garage,cellar,terrace):Which door. ; time/at:time:When it is locked. ; alarm/with_alarm:bool:Whether the alarm is switched on too.
!Lock the {door} door at {time}, {alarm?with the alarm on|without the alarm}.
At {time} the {door} door must be locked. {alarm?Switch the alarm on as well|No alarm}.
{alarm?I want the alarm|I don't want the alarm}, but do lock the {door} door at {time}.
The {door} door should be locked from {time}, {alarm?and arm the alarm|and leave the alarm off}.
Can the {door} door lock itself at {time}? {alarm?The alarm should be set too|The alarm should stay off}.

home | clean_room vacuum_room robot_clean | Sends the robot to clean rooms. / Cleans the given rooms.
rooms/room_list:list(room):The rooms, each one separate. ; mop/wet?:bool:Whether the robot mops as well.
!Clean the {rooms}[{mop? and mop them too| but do not mop}].
Crumbs everywhere! The {rooms} need the robot.
!Send the robot into the {rooms}.
The following are dirty: {rooms}. Have them cleaned.
Could the robot do the {rooms} today[{mop?, with mopping|, without mopping}]?

kitchen | find_recipe search_recipes recipe_for | Finds a recipe that uses given ingredients. / Looks for recipes.
ingredients/with:list(food):What has to be in it, each item separate. ; max_minutes/time_limit?:int(10,180):Longest cooking time in minutes.
What can I cook with {ingredients}?
!Find a recipe with {ingredients}[ that takes at most {max_minutes} minutes].
My fridge has {ingredients}. A recipe would help[; I have {max_minutes} minutes].
I need a recipe that uses {ingredients}.
[In {max_minutes} minutes or less, ]I want to make something from {ingredients}.

kitchen | scale_recipe adjust_portions resize_recipe | Recalculates a dish for a number of people. / Changes the portions of a dish.
dish/recipe:dish:The dish. ; from_people/old_portions:int(1,6):People it is written for. ; to_people/new_portions:int(7,40):People it is wanted for.
My {dish} recipe is for {from_people} people. Make it fit {to_people} people.
!Scale the {dish} to {to_people} people; the book says {from_people}.
We are {to_people} tonight, but the {dish} is written for {from_people}. Please recalculate.
!Take the {dish} from {from_people} to {to_people} portions.
How much do I need of everything if the {dish} for {from_people} has to feed {to_people}?

kitchen | preheat_oven start_oven oven_on | Heats the oven up. / Switches the oven on at a temperature and mode.
degrees/celsius:int(80,260):Temperature in Celsius. ; mode/setting:enum(fan,grill,steam,classic,pizza):Way of heating. ; dish/for_dish?:dish:What is going to be baked.
!Preheat the oven to {degrees} degrees in {mode} mode[ for the {dish}].
The {dish} is ready for the oven: {degrees} degrees, {mode} mode.
I need the oven at {degrees} degrees, and the mode should be {mode}.
!Use the {mode} mode and bring the oven to {degrees} degrees.
Would you get the oven going? {mode} mode, {degrees} degrees[, it is for {dish}].

kitchen | label_jar mark_jar jar_label | Prints a label for a jar. / Makes a jar label.
content/what:food:What is in the jar. ; text/note:text:Words printed below. ; made_on/date:date:When it was made. ; copies?:int(2,30):How many labels.
!Label the jar of {content}, made on {made_on}, with the words {text}.
I filled a jar with {content} on {made_on}. The label should say: {text}
!Print {copies} labels saying {text} for the {content} of {made_on}.
Below the date {made_on}, the label of the {content} should carry the note {text}.
The {content} came out well. For its label, take {made_on} as the date and {text} as the note.

workshop | cut_board saw_board cut_wood | Cuts a board to size. / Saws wood.
wood/material:enum(oak,pine,beech,walnut,birch,maple):Kind of wood. ; length/length_cm:num(10,300,1):Length in centimetres. ; width/width_cm:num(2,60,1):Width in centimetres. ; sand/sanded?:bool:Whether the board is sanded.
!Cut a {wood} board {length} cm long and {width} cm wide[, {sand?sanded|not sanded}].
I need a board of {wood}: {width} cm wide, {length} cm long.
A width of {width} cm and a length of {length} cm, in {wood}, that is the board I want[. {sand?Sand it|Don't sand it}].
The shelf broke. Saw a new board from {wood}, length {length} cm, width {width} cm.
Could I have a {wood} board with a length of {length} cm? It should measure {width} cm across.

workshop | order_screws get_fasteners buy_screws | Orders fasteners for the workshop. / Orders nails, screws and the like.
kind/item:enum(nails,screws,bolts,rivets,hooks,washers):What is ordered. ; count/quantity:int(5,900):How many. ; size_mm/millimetres?:int(2,120):Size in millimetres.
!Order {count} {kind}[ of {size_mm} mm].
We have run out of {kind}. {count} should last us a while[; we use {size_mm} mm].
I could do with {count} {kind}[, size {size_mm} mm].
The box of {kind} is empty, get {count} more.
Are there any {kind} left? If not, order {count}[ in {size_mm} mm].

workshop | lend_tool_out hand_out_tool tool_loan | Notes that a person borrows a thing from the workshop. / Records a loan of workshop things.
thing/item:thing:What is lent. ; person/borrower:person:Who takes it. ; back_on/return_date:date:When it comes back.
{person} may borrow the {thing} until {back_on}.
Until {back_on} the {thing} goes to {person}. Note it.
!Lend {person} the {thing}; it has to be back on {back_on}.
The {thing} is with {person} now and will return on {back_on}, so record the loan.
!Write down that the {thing} comes back on {back_on} from {person}.

workshop | paint_item spray_paint coat | Paints a thing in a colour. / Puts coats of paint on something.
thing/object:thing:What is painted. ; colour/paint:colour:Colour of the paint. ; coats/layers?:int(2,6):Number of coats.
!Paint the {thing} {colour}[, {coats} coats].
I'd like the {thing} in {colour}[, with {coats} coats].
{colour} would look good on the {thing}[; give it {coats} coats].
The old paint on the {thing} is faded. Let it be {colour} again.
What about {colour} paint for the {thing}?

repairs | report_defect open_repair_ticket file_fault | Reports something broken in a room. / Opens a repair ticket.
thing/object:thing:What is broken. ; room/location:room:Where it is. ; description/details:text:What is wrong, in the caller's words. ; urgent/priority?:bool:Whether it is urgent.
The {thing} in the {room} is broken. Report it with the words {description}[, {urgent?urgent|not urgent}].
!Open a ticket for the {thing} in the {room}: {description}
In the {room} there is a broken {thing}. {urgent?It is urgent|It is not urgent}. The ticket should read: {description}
!Tell the caretaker about the {room}, where the {thing} is defective; write {description} as the details.
Could somebody look at the {thing}? It stands in the {room}. Details: {description}

repairs | book_handyman hire_craftsman get_tradesperson | Books a tradesperson for a day. / Hires someone to mend something at an address.
trade/profession:enum(plumber,electrician,roofer,painter,glazier,locksmith,carpenter):Which trade. ; address/where:address:Street and town. ; day/date:date:Which day.
!Send a {trade} on {day} to this address: {address}
I need a {trade} on {day}; the address is {address}.
On {day} a {trade} should come. Where? {address}
!Book a {trade} for {day}. My address is {address}.
Is there a {trade} free on {day}? I live here: {address}

repairs | ask_quote request_estimate get_offer | Asks a company for the price of a repair. / Gets an estimate from a firm.
company/firm:company:The firm that is asked. ; thing/object:thing:What would be repaired. ; limit/max_price?:int(20,900):Highest acceptable price.
!Ask {company} what mending the {thing} would cost.
What would {company} charge for the {thing} repair[? More than {limit} euros is out of the question]?
The {thing} is worn out and {company} could mend it[ for at most {limit} euros]. Request an estimate.
I want an estimate for the {thing} from {company}[, up to {limit} euros].
!Get an offer for the repair of the {thing}. It should come from {company}.

energy | read_meter submit_meter store_reading | Stores the reading of a meter. / Records what a meter shows.
meter/meter_id:id:Number of the meter. ; reading/value:int(1000,99999):What the meter shows. ; kind/type:enum(gas,water,power,heat):What it measures.
The {kind} meter {meter} shows {reading}. Save that.
!Store {reading} as the reading of {kind} meter {meter}.
I read {reading} on meter {meter}, which is for {kind}.
Meter {meter} counts {kind}; it stands at {reading} now, so pass it on.
!Submit for {kind} the value {reading}, meter number {meter}.

energy | charge_car start_charging charge_vehicle | Charges the electric car. / Charges the car's battery to a level.
percent/target_level:int(20,100):Level in percent at which it stops. ; ready_by/finish_time:time:When it has to be ready. ; cheap/only_cheap?:bool:Whether only cheap hours are used.
!Charge the car to {percent} percent by {ready_by}[, {cheap?only in cheap hours|the price does not matter}].
I leave at {ready_by} and need {percent} percent in the battery.
By {ready_by} the battery must be at {percent} %[. {cheap?Use cheap power only|It need not be cheap power}].
Could the car have {percent} percent when I start at {ready_by}?
{percent} percent is enough for the car; it has to be ready at {ready_by}.
"""
SHELF = SHELF.strip().split("\n\n")
