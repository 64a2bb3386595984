"""Tools of restaurants, workshops, prints, boats, clubs, babies, taxes and science (see kiratools.py for the form)."""

TOOLS = r"""
# restaurant | book_table reserve_table table_for | Reserves a table in a restaurant. ~ Books a table for some guests.
. place,restaurant : of:Casa Lola;The Copper Pan;Noodle Bar 8;Zum Anker;Chez Odile;Old Mill : The restaurant.
. guests,persons : int:2~14 : How many guests.
. time,at : time : When.
. outside,terrace? : bool : Whether to sit outside.
- A table for {guests} at {place}, {time}.
- {place}, {guests} people, {time}, <outside:true=outside;false=inside>
- We're {guests} and hungry. {place} at {time}, please book.
- Reserve at {place}: {time}, {guests} persons, <outside:true=on the terrace;false=not on the terrace>.
- At {time} I'd like to eat at {place} with my family, {guests} of us.
- Can {place} seat {guests} guests at {time}?
# restaurant | add_dish_order take_order order_for_table | Adds dishes to the order of a table. ~ Takes down what a table wants.
. table,table_no : int:1~40 : Number of the table.
. dishes,items : list:dish : What they want.
- Table {table} wants {dishes}.
- {dishes} for table {table}
- Order at table {table}: {dishes}.
- They've finally decided, it's {dishes}, table {table}.
- Kitchen! {dishes}, please, to table {table}.
- Put {dishes} on the order for table number {table}.
# restaurant | mark_sold_out take_off_menu dish_gone | Marks a dish as sold out. ~ Takes a dish off today's menu.
. dish,meal : dish : The dish.
. back_on,until? : day : When it is back.
- {dish} is sold out[ until {back_on}].
- No more {dish}[, back on {back_on}].
- Take {dish} off the menu[; it returns on {back_on}].
- The last {dish} just left the kitchen. Mark it as gone.
- We're out of {dish}[ and can cook it again on {back_on}].
- Guests mustn't order {dish} any more today.
# food | count_calories food_energy calories_in | Tells the calories of some food. ~ Looks up how much energy a portion has.
. food,item : food : The food.
. grams,portion : int:5~800 : Grams.
- How many calories have {grams} grams of {food}?
- {grams} g {food} calories
- I ate {grams} grams of {food}. Is that a lot of energy?
- Calories, please: {food}, {grams} g.
- For my diet I need the energy in {grams} grams of {food}.
- Look up {food}; my portion weighs {grams} grams.
# food | substitute_for replace_ingredient instead_of | Suggests what can replace an ingredient. ~ Finds a substitute in a dish.
. ingredient,missing : food : What is missing.
. dish,recipe? : dish : The dish.
- What can I use instead of {ingredient}[ in {dish}]?
- No {ingredient} at home[ and I'm making {dish}]. Alternatives?
- Substitute for {ingredient}[, dish: {dish}]
- My guest can't eat {ingredient}. What else works[ in {dish}]?
- I forgot to buy {ingredient}[ for the {dish}], what could replace it?
- Is there a stand-in for {ingredient}?
# print | print_document send_to_printer print_copies | Prints a document. ~ Sends a file to a printer.
. file,document : doc : The document.
. copies,count : int:1~90 : How many copies.
. printer,device? : of:HP-2nd-floor;Canon Lobby;label writer;big plotter;Office Jet : The printer.
. both_sides,duplex? : bool : Print on both sides.
- Print {copies} copies of {file}[ on {printer}].
- {file} x {copies}, <both_sides:true=double-sided;false=single-sided>
- I need {file} on paper, {copies} times[; printer {printer}].
- {copies} prints of {file}, <both_sides:true=on both sides;false=one side only>, please.
- Send {file} to the printer, {copies} copies.
- Let {printer} print {file}; {copies} copies will do.
# print | print_label make_label sticker_with | Prints a label with a text. ~ Makes stickers for boxes and jars.
. text,words : of:Plum jam;Fragile!;Winter clothes;Cables & plugs;Do not open;Return to sender;Photos before 1990 : What the label says.
. copies,how_many : int:1~50 : How many.
. colour,paper? : enum:white;yellow;pink;clear : Colour of the label.
- {copies} labels saying "{text}"[ on {colour}].
- Label: "{text}", {copies} times[, {colour}].
- I'm sorting boxes. Print "{text}" {copies} times.
- Make {copies} {colour} stickers with "{text}".
- "{text}" - {copies} stickers
- Please make labels. Words: "{text}". Number: {copies}.[ Paper: {colour}.]
# print | start_3d_print print_model print_object | Prints a model on the 3D printer. ~ Starts a 3D print in a material.
. model,stl : of:hook.stl;gear_v2.stl;phone stand.3mf;dice-tower.stl;knob.stl;vase big.stl : File of the model.
. material,filament : enum:PLA;PETG;ABS;TPU : The material.
. infill,fill_percent? : int:5~100 : Infill in percent.
- Print {model} in {material}[ with {infill} percent infill].
- 3D: {model}, {material}[, infill {infill}%].
- Use {material} for {model}[ and fill it to {infill}%].
- The handle broke, so print {model}. {material} should hold.
- {model} on the 3D printer, {material} please.
- I've loaded {material}. Go on with {model}[, infill {infill}].
# workshop | log_machine_hours machine_used record_usage | Records how long a machine ran. ~ Notes working hours of a tool.
. machine,tool : of:lathe;band saw;drill press;laser cutter;welder;planer : The machine.
. hours,run_time : num:0.2~12 : Hours.
. user,by? : person : Who used it.
- The {machine} ran {hours} hours[; {user} used it].
- {machine}: {hours} h[ ({user})]
- I put {hours} hours on the {machine}. Log that.
- Note for the {machine}: {hours} hours[, user {user}].
- {user} worked at the {machine} for {hours} hours.
- {hours} hours of {machine} today.
# workshop | borrow_tool lend_tool take_tool | Lends a tool to somebody. ~ Notes who has borrowed a tool.
. tool,item : of:torque wrench;hedge trimmer;tile cutter;soldering iron;jigsaw;ladder;steam cleaner : The tool.
. person,who : person : Who borrows it.
. back_by,return_on : date : When it comes back.
- {person} borrows the {tool} until {back_by}.
- Lend {person} the {tool}, back by {back_by}.
- The {tool} is with {person} till {back_by}.
- {tool} / {person} / {back_by}
- I gave {person} our {tool}; it should be back on {back_by}. Note it.
- By {back_by} {person} will return the {tool} that I'm handing over now.
# workshop | cut_list_board saw_board cut_to_size | Orders boards cut to size. ~ Has wood sawn to a length and width.
. wood,timber : enum:oak;pine;beech;plywood;larch : The wood.
. length_cm,length : int:41~240 : Length in centimeters.
. width_cm,width : int:5~40 : Width in centimeters.
. pieces,boards? : int:2~20 : How many.
- Saw {wood}: {length_cm} cm long, {width_cm} cm wide[, {pieces} pieces].
- I need[ {pieces}] {wood} boards, length {length_cm}, width {width_cm}.
- Cut {wood} to {length_cm} by {width_cm} centimeters.
- Boards for my shelf: width {width_cm} cm, length {length_cm} cm, {wood}.
- {wood} {length_cm}x{width_cm} cm[ {pieces} pcs]
- Please have the {wood} cut {width_cm} cm wide and {length_cm} cm long[; {pieces} boards].
# repair | report_damage open_repair broken_thing | Reports something broken. ~ Opens a repair ticket for a place.
. what,object : of:radiator;lift;door handle;projector;tap;coffee machine;street lamp : What is broken.
. where,place : room : Where it is.
. problem,details? : of:it leaks;it makes noise;no power;it is stuck;the glass is cracked : What is wrong.
- The {what} in the {where} is broken[: {problem}].
- Repair needed: {what}, {where}[, {problem}].
- Somebody must look at the {what}, {where}[; {problem}].
- {where}: {what} kaput
- I was in the {where} and the {what} doesn't work[, {problem}].
- Report the {what} (in the {where}).
# repair | call_plumber send_craftsman order_tradesman | Orders a craftsman to an address. ~ Has a tradesman come on a day.
. trade,craft : enum:plumber;electrician;carpenter;painter;locksmith;roofer : Which trade.
. address,where : address : Where to.
. day,date : date : When.
- Send a {trade} to {address} on {day}.
- {address} needs a {trade}, {day} please.
- On {day} a {trade} should come to {address}.
- {trade}, {day}, {address}
- I live at {address} and want a {trade} for {day}.
- Can you get hold of a {trade}? It's for {address}, {day}.
# sewing | order_fabric buy_cloth fabric_by_meter | Orders fabric by the meter. ~ Buys cloth in a colour.
. fabric,cloth : enum:linen;cotton;felt;denim;silk;wool : The cloth.
. meters,length_m : num:0.5~20 : Meters.
. colour,shade : of:navy;mustard;forest green;off-white;rust;lilac : The colour.
- {meters} meters of {colour} {fabric}.
- Order {fabric} in {colour}, {meters} m.
- I'm making curtains: {meters} meters {fabric}, {colour}.
- {fabric}, colour {colour}, {meters} meters
- I'd like {colour} for the dress, {fabric}, and {meters} meters should be enough.
- Get me {meters} meters {fabric}. The colour is {colour}.
# craft | knit_pattern calculate_stitches cast_on_count | Computes how many stitches to cast on. ~ Works out stitches for a width.
. width,cm : int:11~120 : Width in centimeters.
. gauge,per_10cm : int:12~40 : Stitches on 10 centimeters.
. yarn,wool? : of:merino;sock yarn;mohair;cotton 4-ply : The yarn.
- How many stitches for {width} cm with a gauge of {gauge}[, {yarn}]?
- Gauge {gauge}, width {width} cm[, yarn {yarn}]: stitches?
- My scarf[ of {yarn}] should be {width} cm wide; my gauge is {gauge}.
- Cast on for {width} centimeters, gauge {gauge}.
- I knit {gauge} stitches to ten centimeters. It'll be {width} cm wide.
- {width} cm at gauge {gauge}
# boat | check_tide tide_times high_water | Tells the tides of a harbour. ~ Gives high and low water of a day.
. harbour,port : of:St. Malo;Cuxhaven;Dover;Brest;Oban;Whitby : The harbour.
. date,day : date : The day.
- When is high water in {harbour} on {date}?
- Tides: {harbour}, {date}.
- We sail from {harbour} on {date}. How are the tides?
- {date} {harbour} tide table
- Low water, {harbour}? It's for {date}.
- I'd like to walk on the sands at {harbour} on {date}; tell me the tides.
# boat | reserve_berth book_mooring harbour_place | Reserves a berth for a boat. ~ Books a mooring for some nights.
. boat,ship : of:Sea Otter;Molly;Wind Rose;Albatross II;La Paloma;Grey Seal : Name of the boat.
. length,meters : num:5~22 : Length in meters.
. nights,stay : int:1~14 : How many nights.
. power,shore_power? : bool : Whether electricity is needed.
- A berth for {boat}, {length} meters, {nights} nights.
- {boat} ({length} m) stays {nights} nights, <power:true=with shore power;false=no power needed>.
- We arrive with {boat}. {nights} nights, our length is {length} m.
- Mooring for {nights} nights: {boat}, {length} m
- Is there a place for {length} meters of {boat}, {nights} nights, <power:true=and electricity;false=without electricity>?
- Our boat {boat} is {length} m long and wants to stay {nights} nights.
# club | add_member register_member join_club | Adds a member to a club. ~ Registers somebody with a kind of membership.
. name,member : person : Who joins.
. kind,membership : enum:adult;junior;family;honorary : Kind of membership.
. since,joined? : date : Since when.
- {name} joins as {kind} member[ on {since}].
- New member: {name}, {kind}[, since {since}].
- Register {name}[ from {since}]; membership: {kind}.
- {kind} membership for {name}
- We've won over {name}! Make it {kind}[, starting {since}].
- Put {name} on the list of members ({kind}).
# club | collect_fee fee_paid record_dues | Records that a member has paid the fee. ~ Notes dues of a year.
. member,who : person : The member.
. euros,amount : num:10~250 : How much.
. year,for_year : int:2020~2030 : For which year.
- {member} paid {euros} for {year}.
- Fee {year}: {member}, {euros} euros.
- {euros} from {member}, that's the fee of {year}.
- The dues for {year} came in from {member}: {euros}.
- Note that {member} has paid the {year} fee of {euros} euros.
- {member} {year} {euros}
# club | plan_shift assign_helper put_on_roster | Puts a helper on the roster. ~ Assigns a person to a job at an event.
. helper,person : first : Who helps.
. job,post : of:ticket desk;grill;cloakroom;first aid;car park;cake stand;stage crew : The job.
. from_time,starts : time : From when.
- {helper} is on the {job} from {from_time}.
- Roster: {job}, {helper}, {from_time}.
- From {from_time} {helper} takes the {job}.
- {helper} -> {job} ({from_time})
- We need hands at the {job}. {helper} can come at {from_time}.
- Assign {helper}; place {job}, start {from_time}.
# charity | make_donation donate_to give_money | Donates money to a cause. ~ Gives a sum once or every month.
. cause,charity : of:Sea Rescue;Food Bank;Village Library;Hedgehog Help;Clean River;Winter Shelter : The cause.
. amount,sum : int:5~500 : How much.
. monthly,every_month? : bool : Every month.
- Donate {amount} to {cause}.
- {amount} euros for {cause} <monthly:true=every month;false=just this once>.
- I'd like to support {cause} with {amount}.
- {cause} should get {amount} from me, <monthly:true=monthly;false=one time only>.
- Give {cause} {amount}, please.
- My heart beats for {cause}: {amount} <monthly:true=each month;false=as a single gift>.
# charity | list_need offer_help ask_volunteers | Asks for volunteers for a job. ~ Looks for helpers on a day.
. job,task : of:sorting clothes;driving meals;reading to children;planting trees;painting the fence : The job.
. helpers,needed : int:2~30 : How many helpers.
. day,date : date : The day.
- {helpers} helpers for {job} on {day}.
- We need {helpers} people on {day}. The job: {job}.
- Volunteers wanted: {job}, {day}, {helpers} people
- Who'll do {job} on {day}? I need {helpers} volunteers.
- Call for {helpers} volunteers; day {day}, task {job}.
- On {day} there's {job} to be done and {helpers} people are missing.
# baby | log_diaper diaper_change note_nappy | Notes that a baby was changed. ~ Records a nappy.
. baby,child : first : The baby.
. kind,type : enum:wet;dirty;dry : What was in it.
. time,at? : time : When.
- {baby} had a {kind} nappy[ at {time}].
- Nappy, {baby}, {kind}[, {time}].
- I changed {baby}[ at {time}]; it was {kind}.
- {kind} diaper for {baby}
- Write down for {baby}: {kind}[ ({time})].
- Just changed {baby}. {kind} again.
# baby | log_bottle baby_drank record_milk | Notes how much a baby drank. ~ Records a bottle.
. baby,child : first : The baby.
. ml,amount : int:20~260 : Milliliters.
. time,at? : time : When.
- {baby} drank {ml} ml[ at {time}].
- Bottle for {baby}: {ml} ml[, {time}].
- {ml} milliliters, {baby}[, {time}]
- At last {baby} finished {ml} ml. Note it.
- {baby} only wanted {ml} ml[; that was at {time}].
- Record {ml} ml of milk for {baby}.
# tax | deduct_item add_deduction tax_expense | Adds a deductible expense to a tax year. ~ Notes a cost for the tax return.
. year,tax_year : int:2019~2026 : The year.
. amount,cost : num:5~1800 : How much.
. kind,category : enum:travel;tools;training;donation;home office : What kind.
- {amount} euros for {kind} in {year}.
- Tax {year}: {kind}, {amount}.
- Put {amount} into my {year} return, category {kind}.
- I found a receipt from {year}, {kind}, {amount} euros.
- Deduct {amount} for {kind}, tax year {year}.
- For {year} I can claim {kind}: {amount}. Add it.
# tax | send_invoice bill_customer issue_invoice | Sends an invoice to a customer. ~ Bills somebody for work.
. customer,client : person : Who is billed.
. total,amount : num:30~5000 : The sum.
. due_days,pay_within? : int:7~29 : Days to pay.
- Invoice {customer}: {total}[, due in {due_days} days].
- Bill {customer} {total} euros[; {due_days} days to pay].
- {customer} owes us {total} for the job. Send the invoice[, {due_days} days].
- An invoice over {total} for {customer}[, payable within {due_days} days].
- {customer} should be billed, the sum is {total}.
- Job's done at {customer}'s. {total} is what we charge[ and they have {due_days} days].
# stock | stock_quote share_price price_of_share | Tells the price of a share. ~ Looks up a stock by its symbol.
. symbol,ticker : of:ACME;NDLX;BRKW;SOLR;TRMX;QFIN;OAKS : The symbol.
. currency,in_currency? : money : Currency.
- What is {symbol} worth[ in {currency}]?
- Price of {symbol}[, {currency}]
- How is my {symbol} share doing[ in {currency}]?
- {symbol} quote
- Should I be glad that I own {symbol}? Show the price[ in {currency}].
- Look up the stock {symbol}.
# stock | trade_shares buy_or_sell place_trade | Buys or sells shares. ~ Places a trade on the exchange.
. side,action : enum:buy;sell : Buy or sell.
. shares,quantity : int:2~300 : How many shares.
. ticker,symbol : of:ACME;NDLX;BRKW;SOLR;TRMX;QFIN;OAKS : The symbol.
. limit,price_limit? : num:301~900 : Price limit.
- I want to {side} {shares} {ticker}[ at {limit}].
- {side} {shares} shares of {ticker}[, limit {limit}]
- {ticker}: {side} {shares}
- My broker friend says {side}. So, {shares} of {ticker}[ with the limit {limit}].
- <side:buy=Get me;sell=Get rid of> {shares} {ticker} shares[; limit {limit}].
- Trade {ticker}, {shares} pieces, {side}.
# space | iss_pass station_overhead when_overhead | Tells when the space station is seen from a city. ~ Gives passes of the station for some nights.
. city,from_place : city : The place.
. nights,days? : int:1~10 : How many nights.
- When can I see the space station from {city}[ in the next {nights} nights]?
- Space station over {city}?
- My son wants to wave at the astronauts. We live in {city}[; check {nights} nights].
- {city}, {nights} nights, station passes
- Does the station fly over {city} in the coming {nights} nights?
- Passes of the space station for {city}[, {nights} nights].
# space | point_telescope aim_at track_object | Points the telescope at an object. ~ Aims and takes an exposure if wanted.
. object,target : of:Jupiter;M31;Saturn;the Pleiades;Vega;NGC 7000;Comet K2 : The object.
. exposure,seconds? : int:1~600 : Exposure in seconds.
- Point the telescope at {object}[ and expose {exposure} seconds].
- {object}, please[, {exposure} s exposure].
- The sky is clear! Show me {object}[ with {exposure} seconds].
- Aim at {object}[, exposure {exposure}].
- Let's look at {object}.
- I want a picture of {object}. {exposure} seconds should do.
# science | record_measurement log_sample lab_entry | Records a measurement of a sample. ~ Writes a value into the lab book.
. sample,sample_id : id : The sample.
. quantity,what : enum:pH;mass;voltage;temperature;pressure : What was measured.
. value,reading : num:0~120 : The value.
- Sample {sample}: {quantity} {value}.
- {quantity} of {sample} is {value}.
- Lab book, {sample}, {quantity}, {value}
- I got {value} for the {quantity} of sample {sample}.
- Write down {value} as the {quantity}; the sample is {sample}.
- Measured {sample} again, {quantity} now {value}.
# science | order_chemical buy_reagent get_chemical | Orders a chemical for the lab. ~ Buys a reagent in grams.
. chemical,reagent : of:sodium chloride;citric acid;copper sulfate;agar;ethanol 96%;urea : The chemical.
. grams,amount_g : int:10~2500 : How many grams.
. purity,grade? : enum:technical;pure;analytical : How pure.
- Order {grams} grams of {chemical}[, {purity} grade].
- {chemical}, {grams} g[, {purity}]
- The {chemical} is nearly empty. {grams} grams, please.
- We need {purity} {chemical}, {grams} grams of it.
- For the class on Monday: {grams} g {chemical}.
- Get us {chemical}[ ({purity})], {grams} grams.
# nature | report_sighting log_bird saw_animal | Reports that an animal was seen. ~ Records birds and other wild animals.
. species,animal : of:kingfisher;red fox;barn owl;stag beetle;otter;grey heron;hedgehog : The animal.
. count,number : int:1~40 : How many.
. place,where : of:Mill Pond;North Wood;Old Quarry;City Park;Salt Marsh;Dyke Path : Where.
- {count} {species} at {place}.
- I saw {species}, {count} of them, at {place}.
- Sighting: {species} x {count}, {place}
- Guess what was at {place}! {species}, {count} in all. Please report.
- At {place} we counted {count} {species}.
- Log {species} for {place}; number: {count}.
# recycling | collection_day bin_day next_pickup | Tells when a kind of waste is collected. ~ Looks up bin days for an address.
. waste,bin : enum:paper;glass;organic;plastic;bulky : Kind of waste.
. address,street : address : The address.
- When is {waste} collected at {address}?
- Bin day for {waste}, {address}?
- I live at {address}. When do they fetch the {waste}?
- {address} - {waste} - next pick-up
- My {waste} bin is overflowing. The address is {address}; when is it emptied?
- Tell me the next {waste} collection for {address}.
# radio | add_station save_station preset_station | Saves a radio station on a button. ~ Stores a frequency as a preset.
. station,name : of:Radio Nord;Jazz 24;Coast FM;Klassik Plus;Metro Beats;Valley Talk : The station.
. frequency,mhz : num:88~107 : Frequency in MHz.
. button,preset? : int:1~12 : The button.
- Save {station} at {frequency}[ on button {button}].
- {station} is on {frequency} MHz. Store it[ under {button}].
- {frequency} {station}[ button {button}]
- I like {station}; keep the frequency {frequency}[, preset {button}].
- Preset[ {button}] should be {frequency}, that's {station}.
- Program the radio: {station}, {frequency}.
# events | check_guest_in guest_arrived mark_arrival | Marks a guest of an event as arrived. ~ Checks somebody in at the door.
. guest,name : person : The guest.
. event,party : of:Summer Ball;Book Fair;Vernissage;Alumni Dinner;Open Day;Tech Night : The event.
. companions,plus? : int:1~5 : How many come along.
- {guest} has arrived at the {event}[ with {companions} companions].
- Check in {guest}, {event}[, plus {companions}].
- {event}: {guest} is here[ and brings {companions} people].
- Door list of the {event}, tick {guest}[ + {companions}].
- I'm shaking hands with {guest}[ and {companions} others]. Mark it for the {event}.
- {guest} just walked into the {event}.
# farm | milk_record log_milking milk_yield | Records how much milk a cow gave. ~ Notes the litres of a milking.
. cow,animal : of:Berta;Flora;no. 114;Heidi;Lotta;no. 87 : The cow.
. litres,yield : num:4~38 : Litres of milk.
. milking,session? : enum:morning;evening : Which milking.
- {cow} gave {litres} litres[ in the {milking}].
- {cow}, {litres} l[, {milking}]
- Milk record: {litres} litres from {cow}[, {milking} milking].
- Well done, {cow}! {litres} litres[ this {milking}]. Write it down.
- Note {litres} litres of milk for {cow}.
- At the[ {milking}] milking {cow} had {litres} litres.
# sewing | hem_trousers shorten_garment alter_length | Has a garment shortened by a tailor. ~ Orders an alteration in centimeters.
. garment,clothes : of:grey trousers;wedding dress;jeans;winter coat;pleated skirt;long curtains : The garment.
. shorten_by,centimeters : num:1~25 : By how many centimeters.
. ready_on,needed? : date : When it must be ready.
- Shorten the {garment} by {shorten_by} cm[, ready on {ready_on}].
- The {garment}: take off {shorten_by} centimeters[ by {ready_on}].
- My {garment} drags on the floor. {shorten_by} cm less, please[, before {ready_on}].
- {garment}, minus {shorten_by} cm
- Tailor job: {garment}, {shorten_by} centimeters shorter[; I need it on {ready_on}].
- Have {shorten_by} cm taken off my {garment}.
# weather | sunset_time sunrise_sunset when_sun_sets | Tells when the sun rises or sets in a city. ~ Gives sunrise or sunset of a day.
. city,place : city : The place.
. which,event : enum:sunrise;sunset : Rise or set.
. date,day? : date : The day.
- When is {which} in {city}[ on {date}]?
- {which} {city}[ {date}]
- I want to take photos in {city}. Tell me the time of {which}[, {date}].
- How early is the {which} at {city}[, the day being {date}]?
- Time of the {which} please, place {city}[, on {date}].
- <which:sunset=When does it get dark;sunrise=When does the sun come up> in {city}[ on {date}]?
"""
