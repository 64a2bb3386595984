"""More tools of many domains: documents, wardrobes, roads, alarms, exams, servers (see kiratools.py for the form)."""

TOOLS = r"""
# docs | export_pdf save_as_pdf make_pdf | Turns a document into a PDF. ~ Exports pages of a document.
. document,file : doc : The document.
. pages,page_range? : of:1-3;2-10;4;7-9;1,3,5 : Which pages.
- Make a PDF of {document}[, pages {pages}].
- Export {document}[ but just pages {pages}].
- {document} as PDF[ ({pages})]
- My landlord only opens PDFs, so turn {document} into one.
- I need {document} in PDF[; pages {pages}].
- PDF please: {document}.
# docs | add_heading insert_section new_chapter | Adds a heading to a document. ~ Inserts a section at a level.
. heading,title : of:Results;How we got here;Costs and risks;Thanks;Open questions;Second floor : The heading.
. level,depth : int:1~6 : Level of the heading.
. doc,document : doc : The document.
- Add "{heading}" as a level {level} heading to {doc}.
- {doc}: heading {level}, "{heading}"
- In {doc} I miss a section "{heading}". Level {level}.
- A level {level} heading in {doc}: "{heading}".
- Put the title "{heading}" into {doc}; its level is {level}.
- My boss wants a chapter "{heading}" in {doc}, at level {level}.
# docs | share_document give_doc_access invite_to_doc | Shares a document with a person. ~ Lets somebody see or change a document.
. document,doc : doc : The document.
. with_mail,email : email : Who gets access.
. rights,access : enum:view;comment;edit : What they may do.
- Share {document} with {with_mail} ({rights}).
- {with_mail} may {rights} {document}.
- Let {with_mail} {rights} in {document}.
- {document} -> {with_mail}, {rights}
- I promised {with_mail} a look at {document}. Rights: {rights}.
- Give {with_mail} the right to {rights}; the document is {document}.
# docs | replace_words find_and_replace swap_words | Replaces words throughout a document. ~ Changes one wording into another.
. document,in_doc : doc : The document.
. search,find : of:colour;the customer;2023;Mr. Hall;e-mail;shall;page one : Words to find.
. replacement,put : of:color;the client;2024;Ms. Hall;email;must;cover page : Words to put there.
- Replace "{search}" by "{replacement}" in {document}.
- In {document}, every "{search}" must be "{replacement}".
- {document}: "{search}" => "{replacement}"
- It should say "{replacement}" in {document}, not "{search}".
- Change the wording of {document} from "{search}" to "{replacement}".
- We no longer write "{search}". Use "{replacement}" in {document}.
# home | arm_alarm set_alarm_mode security_mode | Sets the burglar alarm. ~ Arms or disarms the house.
. mode,state : enum:away;night;off;guest : The mode.
. delay,seconds? : int:10~120 : Seconds before it starts.
- Alarm to {mode}[ in {delay} seconds].
- Set the burglar alarm to {mode}[, delay {delay} seconds].
- We're going now, so the alarm should be {mode}[ after {delay} seconds].
- {mode} mode for the alarm[; give me {delay} seconds].
- The alarm, please: {mode}.
- Put the house in {mode} mode[ with {delay} seconds of delay].
# home | fan_speed run_fan set_ventilation | Sets the speed of a fan in a room. ~ Ventilates a room.
. room,where : room : The room.
. speed,step : int:1~5 : Speed.
. minutes,for_minutes? : int:10~180 : For how long.
- Fan in the {room} on {speed}[ for {minutes} minutes].
- It's stuffy in the {room}. Speed {speed}[, {minutes} minutes].
- Let the {room} fan run at {speed}.
- {room} fan {speed}
- Somebody burnt the toast; the {room} needs air, fan at {speed}[, {minutes} minutes].
- I'd like speed {speed} for the fan, {room}[; stop after {minutes} minutes].
# home | camera_snapshot look_through_camera take_still | Takes a picture with a house camera. ~ Shows what a camera sees.
. camera,which : of:driveway cam;porch cam;garden cam;baby cam;hall cam : The camera.
. send_to,email? : email : Where the picture is sent.
- A picture from the {camera}[ to {send_to}].
- What does the {camera} see?[ Send it to {send_to}.]
- {camera} snapshot[, mail {send_to}]
- Somebody's at the house, check the {camera}.
- Take a still with the {camera}[ and mail it to {send_to}].
- Show me the {camera}.
# cleaning | wash_advice how_to_wash laundry_help | Tells how to wash a piece of clothing. ~ Gives temperature and care for a fabric.
. garment,clothes : of:wool jumper;silk blouse;football shirt;down jacket;jeans;swimsuit : The garment.
. stain,spot? : enum:wine;grass;coffee;oil;blood;ink : A stain on it.
- How do I wash a {garment}[ with a {stain} stain]?
- {garment}[, {stain}] - how to clean?
- I'm afraid to ruin my {garment}. How hot may it be?
- There's {stain} on my {garment}. What now?
- Washing a {garment}[ that has {stain} on it], any advice?
- Tell me how to treat the {garment}[; the stain is {stain}].
# cars | unlock_car_share open_shared_car start_rental | Opens a shared car for a driver. ~ Starts the rental of a car.
. car,plate : plate : The car.
. driver,by : person : Who drives.
. hours,duration? : int:1~48 : For how many hours.
- {driver} takes car {car}[ for {hours} hours].
- Open {car} for {driver}[, {hours} hours].
- {car}: driver {driver}
- I'm next to {car}. The driver is {driver}[ and we need it {hours} hours].
- Start the rental of {car}; {driver} drives[, {hours} hours].
- Let {driver} into {car}.
# cars | check_tyres tyre_pressure set_pressure | Notes the tyre pressure of a wheel. ~ Records the air in a tyre.
. wheel,tyre : enum:front left;front right;rear left;rear right;spare : The wheel.
. bar,pressure : num:1~4 : Pressure in bar.
- {wheel} tyre: {bar} bar.
- I measured {bar} bar in the {wheel} tyre.
- Tyre pressure {wheel}, {bar}
- Note {bar} bar for the {wheel} wheel.
- The {wheel} looked flat, now it has {bar} bar.
- {bar} bar, that's the {wheel}. Record it.
# maps | report_traffic warn_road road_report | Reports a problem on a road. ~ Warns others of something on the way.
. road,street : address : Where.
. kind,problem : enum:accident;jam;ice;pothole;closure;flood : What it is.
- {kind} at {road}.
- Careful, there's a problem at {road}: {kind}. Report it.
- Report {kind}, {road}.
- I nearly crashed at {road}. Tell the others: {kind}.
- Road report. Place {road}, kind {kind}.
- Warn drivers near {road} of this: {kind}.
# travel | visa_needed check_visa entry_rules | Tells whether a visa is needed. ~ Looks up entry rules for a nationality.
. nationality,passport : enum:Norwegian;Brazilian;Indian;Canadian;Kenyan;Turkish : The passport.
. days,stay : int:3~90 : Days of the stay.
. destination,to_city : city : Where to.
- Does a {nationality} need a visa for {days} days in {destination}?
- {nationality} passport, {destination}, {days} days: visa?
- I'm {nationality} and want to stay {days} days in {destination}. Which papers?
- Entry rules for {destination}. Passport: {nationality}; stay {days} days.
- My friend is {nationality}. Can she spend {days} days in {destination} without a visa?
- Check the visa for {destination}, {days} days, {nationality} citizen.
# travel | buy_transit_ticket get_bus_ticket city_ticket | Buys a ticket for city transport. ~ Gets tickets for bus and tram.
. city,town : city : The city.
. kind,ticket : enum:single;day;week;month;group : Kind of ticket.
. quantity,number? : int:2~9 : How many.
- A {kind} ticket for {city}.
- {city} tram and bus, {kind} ticket[, {quantity} of them].
- I'm in {city} without a ticket! {kind}, please.
- Get[ {quantity}] {kind} tickets, public transport in {city}.
- {kind} / {city}[ / {quantity}]
- For the buses of {city} I'd like the {kind} ticket[ ({quantity} times)].
# hotel | extend_stay stay_longer add_nights | Extends a stay in a hotel. ~ Adds nights to a booking.
. booking,reservation : id : The booking.
. nights,extra_nights : int:1~9 : How many more nights.
- Add {nights} nights to {booking}.
- We like it here! {nights} more nights on booking {booking}.
- {booking} + {nights} nights
- Extend reservation {booking} by {nights} nights.
- Could we stay {nights} nights longer? The number is {booking}.
- My flight was cancelled, so {booking} needs {nights} extra nights.
# hotel | room_service order_to_room bring_to_room | Orders food to a hotel room. ~ Has dishes brought to a room.
. room,room_no : int:101~899 : The room.
. dishes,food : list:dish : What is wanted.
- {dishes} to room {room}.
- Room {room} would like {dishes}.
- Bring us {dishes}, room {room}.
- I'm too tired to go out. {dishes} for {room}, please.
- Room service, {room}: {dishes}
- We're in {room} and hungry for {dishes}.
# shop | add_review write_review rate_product | Writes a review of a product. ~ Rates a product with stars and words.
. product,item : product : The product.
. stars,rating : int:1~5 : Stars.
. words,text? : of:Broke after a week;Exactly as shown;Great value;Smells odd;My kids love it;Too small for me : The words.
- {stars} stars for the {product}[: "{words}"].
- Review the {product}: {stars} stars[, "{words}"].
- {product} {stars}/5[ "{words}"]
- I bought the {product} and give {stars} stars[ with the words "{words}"].
- Rate my {product} with {stars}[; write "{words}"].
- My opinion on the {product}: {stars} stars.
# shop | add_to_cart put_in_basket cart_add | Puts a product into the basket. ~ Adds articles to the cart.
. product,article : product : The product.
. quantity,count : int:2~20 : How many.
. colour,color? : enum:black;green;grey;orange : The colour.
- {quantity} {product} into the basket[, {colour}].
- Add {product} to my cart, {quantity} pieces[ in {colour}].
- Cart: {product} x{quantity}[ {colour}]
- I'm not buying yet, just put {quantity} {product} in the cart[, colour {colour}].
- Basket! {quantity} times the {product}[, the {colour} one].
- Put {quantity} of the {product} in my basket.
# health | log_blood_pressure record_bp pressure_entry | Records a blood pressure. ~ Notes both values and the pulse.
. upper,systolic : int:95~180 : Upper value.
. lower,diastolic : int:50~94 : Lower value.
. pulse,heart_rate? : int:40~49 : Pulse.
- Blood pressure {upper} over {lower}[, pulse {pulse}].
- {upper}/{lower}[, heart rate {pulse}]
- I measured {upper} to {lower}[ with a pulse of {pulse}].
- Note my blood pressure: upper {upper}, lower {lower}[, pulse {pulse}].
- The cuff says {upper} above and {lower} below.
- {lower} is the lower value, {upper} the upper one. Blood pressure log, please.
# health | drink_water log_drink add_glass | Notes how much somebody drank. ~ Adds a drink to the day.
. ml,amount : int:100~1000 : Milliliters.
. drink,what? : enum:water;tea;juice;coffee;milk : What.
- I drank {ml} ml[ of {drink}].
- {ml} ml {drink}
- Another {ml} milliliters[ of {drink}] for my drinking log.
- Add {ml} ml to what I drank today[; it was {drink}].
- Phew, hot day. {ml} ml[ {drink}] gone.
- Log a drink, {ml} ml[, {drink}].
# sport | book_court reserve_court court_time | Books a court. ~ Reserves a court for a sport.
. sport,game : enum:tennis;squash;badminton;padel : The sport.
. day,date : date : The day.
. time,at : time : When.
- A {sport} court on {day} at {time}.
- {sport}, {day}, {time}
- Book us a court: {sport}, {time}, {day}.
- We'd like to play {sport} at {time} on {day}.
- Is there a free {sport} court on {day}? {time} would be ideal.
- {day} {time}: {sport} court please.
# sport | enter_race register_for_race sign_up_race | Registers a runner for a race. ~ Enters somebody in a competition.
. runner,athlete : person : The runner.
. race,event : of:Harbour Ten;Moonlight Mile;City Marathon;Mud Dash;Lake Triathlon : The race.
. shirt,shirt_size? : enum:S;M;L;XL : Size of the shirt.
- Register {runner} for the {race}[, shirt {shirt}].
- {runner} runs the {race}[ and wears size {shirt}].
- {race}: {runner}[, {shirt}]
- Sign {runner} up, the race is the {race}.
- {runner} lost a bet and has to do the {race}. Enter the name.
- One start place in the {race} for {runner}[; T-shirt size {shirt}].
# pets | register_chip chip_number record_microchip | Registers the chip number of a pet. ~ Notes an animal's microchip.
. animal,pet : pet : The animal.
. chip,number : int:100000~999999 : The number.
. owner,keeper? : person : The owner.
- {animal}'s chip is {chip}[, owner {owner}].
- Register chip {chip} for {animal}[; it belongs to {owner}].
- {animal} {chip}[ {owner}]
- The vet chipped {animal}: number {chip}[. Owner: {owner}].
- If {animal} gets lost, {chip} is the number. Register it.
- Chip number {chip}, pet {animal}.
# school | book_trip plan_excursion class_trip | Plans a trip of a class. ~ Books an excursion to a place.
. group,class_name : of:5b;Year 9;class 7a;the Latin group;11 East;form 3C : The class.
. place,destination : of:the zoo;the planetarium;the old mine;the harbour;the bakery;the castle : Where to.
. date,day : date : The day.
- {group} goes to {place} on {date}.
- Excursion: {group}, {place}, {date}.
- Plan a trip to {place} for {group}; day {date}.
- On {date} I take {group} to {place}.
- We've talked about {place} so much that {group} should see it, {date} please.
- {date} - {group} - {place}
# school | contact_parents write_parents inform_parents | Sends a message to the parents of a class. ~ Informs parents of something.
. group,class_name : of:5b;Year 9;class 7a;the Latin group;11 East;form 3C : The class.
. message,text : of:Swimming is cancelled tomorrow;Please bring a packed lunch;Head lice again, sorry;The play starts at six;Photo day on Tuesday;School closes at noon : The message.
- Tell the parents of {group}: {message}
- Parents of {group} should know "{message}".
- Message to the {group} parents: "{message}"
- Write to all parents in {group} that "{message}".
- "{message}" - to the parents of {group}.
- Inform the mums and dads of {group}. The text: "{message}"
# games | set_difficulty game_level change_difficulty | Sets how hard a game is. ~ Changes the difficulty for a player.
. level,difficulty : enum:easy;medium;hard;nightmare : How hard.
. player,profile? : handle : The player.
- Difficulty {level}[ for {player}].
- Make the game {level}[, player {player}].
- I keep losing. {level}, please.
- {player} wants it {level}.
- Set {level}[; the profile is {player}].
- Let's play on {level}[ as {player}].
# games | invite_player ask_to_game send_invite | Invites a player to a game. ~ Asks somebody to join a match.
. player,gamer : handle : Who is invited.
. game,match : of:Star Haulers;Castle Quest;Word Duel;Kart Mania;Farm Tycoon : The game.
- Invite {player} to {game}.
- {player} should join me in {game}.
- {game}: ask {player}
- I don't want to play {game} alone. Ask {player}.
- Send {player} an invitation, it's for {game}.
- Is {player} up for {game}? Invite them.
# music | learn_chord show_chord chord_shape | Shows how a chord is played. ~ Gives a chord on an instrument.
. chord,name : of:Am7;F#m;Cmaj7;Bb;G/B;Dsus4;E7 : The chord.
. instrument,on : enum:guitar;ukulele;piano;banjo : The instrument.
- How do I play {chord} on the {instrument}?
- {chord}, {instrument}
- Show me {chord}. I play the {instrument}.
- My {instrument} teacher wants a {chord}. Where do the fingers go?
- The {instrument} chord {chord}, please.
- I'm stuck at {chord} on my {instrument}.
# music | transpose_piece change_key move_key | Transposes a song into another key. ~ Changes the key of a piece.
. song,piece : song : The song.
. old_key,from_key : of:C major;A minor;G major;E flat major : Key it has.
. new_key,to_key : of:D major;F major;B minor;A major : Key wanted.
- Transpose "{song}" from {old_key} to {new_key}.
- "{song}" is in {old_key}; our singer needs {new_key}.
- {new_key} instead of {old_key} for "{song}".
- "{song}": {old_key} -> {new_key}
- Put "{song}" into {new_key}. It's written in {old_key}.
- I can't reach the high notes of "{song}" in {old_key}. {new_key} would be better.
# server | create_user add_account new_login | Creates a user account on a host. ~ Adds a login with a group.
. login,username : handle : The login.
. host,machine : host : The host.
. group,in_group? : enum:admins;devs;guests;backup : The group.
- Create the user {login} on {host}[ in {group}].
- {login} needs an account on {host}[, group {group}].
- New login {login}, host {host}[; put it into {group}].
- useradd {login} @ {host}
- On {host}, please add {login}[ to {group}] as a user.
- Our intern starts today: {login}, machine {host}.
# server | free_space disk_usage check_disk | Tells how full a disk is. ~ Shows the free space of a host.
. host,server : host : The host.
. mount,path? : of:/;/home;/var;/data;/boot : The mount.
- How full is the disk of {host}[ at {mount}]?
- Free space on {host}[, {mount}]?
- {host} disk[ {mount}]
- Backups fail, I think {host} is full[, look at {mount}].
- How much room is left on {host}[ under {mount}]?
- Check the disk on {host}.
# server | schedule_job add_cron run_regularly | Runs a command at regular times. ~ Adds a scheduled job.
. command,job : cmd : The command.
. schedule,cron : of:0 3 * * *;*/15 * * * *;30 6 * * 1;@hourly;0 0 1 * * : When, as a cron line.
- Schedule {command} with "{schedule}".
- Run {command} regularly, cron line "{schedule}".
- "{schedule}" is when {command} must run.
- I want {command} as a cron job: "{schedule}"
- Add a job. Command {command}, time "{schedule}".
- Each time by itself: {command}; schedule "{schedule}".
# network | lookup_dns resolve_name dns_query | Looks up the address of a domain name. ~ Asks DNS for a record.
. domain,name : of:lantern.example;mail.harbour.example;old-mill.example.org;api.kettle.example : The name.
. record,type? : enum:A;AAAA;MX;TXT;CNAME : Kind of record.
- What's the {record} record of {domain}?
- Resolve {domain}[, record {record}].
- dns {domain}[ {record}]
- Which address has {domain}?
- Our mails bounce; look up {domain}[, type {record}].
- Ask DNS about {domain}[ ({record})].
# network | limit_bandwidth throttle_device cap_speed | Limits the network speed of a device. ~ Throttles a device.
. device,client : of:smart tv;kids tablet;guest phone;nas;game console;doorbell : The device.
. mbit,max_mbit : int:1~200 : Mbit a second.
- Limit the {device} to {mbit} Mbit.
- {device}: at most {mbit} Mbit/s
- The {device} eats all our internet. {mbit} Mbit must be enough.
- Cap the speed of {device}; {mbit} Mbit.
- No more than {mbit} Mbit for the {device}.
- Throttle {device}, {mbit} Mbit per second.
# security | check_password_leak password_leaked was_breached | Checks whether an account was in a leak. ~ Looks an address up in known breaches.
. email,account : email : The address.
. since,after? : date : Only leaks after this day.
- Was {email} in a data leak[ since {since}]?
- Check {email} for breaches[ after {since}].
- {email} hacked?
- I get odd mails. Has {email} leaked anywhere[, after {since}]?
- Look whether {email} shows up in any breach.
- Any leak with {email} in it[ since {since}]?
# data | join_tables merge_tables combine_by_key | Joins two tables by a column. ~ Combines tables on a shared key.
. left,first_table : table : First table.
. right,second_table : table : Second table.
. key,on_column : of:id;email;sku;zip;order_no : The shared column.
- Join {left} with {right} on {key}.
- {left} and {right} share the column {key}. Combine them.
- join {left} + {right} by {key}
- By {key}, merge {left} and then {right}.
- I've {left} on the one hand, {right} on the other; the key is {key}.
- Use {key} to bring {left} together with {right}.
# data | drop_duplicates remove_doubles dedupe_rows | Removes double rows from a table. ~ Keeps one row for each value.
. table,file : table : The table.
. columns,by? : list:tag : Columns that decide.
. keep,which? : enum:first;last : Which row stays.
- Remove duplicates from {table}[ and keep the {keep}].
- {table} has double rows. Throw them out[, keep the {keep} one].
- dedupe {table}
- No row twice in {table}, please.
- Clean {table} of doubles[; the {keep} one stays].
- Everyone is in {table} twice. Fix that[ by keeping the {keep}].
# text | change_case to_case recase_text | Changes a text to upper or lower case. ~ Writes words in another case.
. text,words : title : The text.
. style,case : enum:upper;lower;title;snake;kebab : The case.
- "{text}" in {style} case.
- Write "{text}" in {style} case.
- {style}: "{text}"
- I need the words "{text}" with the case changed to {style}.
- The sign should be in {style} case: "{text}".
- Please turn "{text}" into {style} case.
# text | compare_texts diff_files show_difference | Shows how two files differ. ~ Compares an old and a new version.
. old_file,first : textfile : The old file.
. new_file,second : textfile : The new file.
- What changed from {old_file} to {new_file}?
- Compare {old_file} with {new_file}.
- diff {old_file} {new_file}
- {new_file} is the newer one, {old_file} the older. Show the differences.
- Somebody edited {old_file} and saved it as {new_file}. What's different?
- Differences between {old_file} and {new_file}, please.
# files | rename_file change_filename name_file | Gives a file another name. ~ Renames a file in its folder.
. path,file : path : The file.
. new_name,name : file : Its new name.
- Rename {path} to {new_name}.
- {path} should be called {new_name}.
- {new_name} is a better name for {path}.
- Call the file {path} {new_name} from today.
- mv {path} {new_name}
- The name of {path} says nothing. Make it {new_name}.
# files | set_permissions change_mode make_executable | Sets the permissions of a file. ~ Changes who may read, write or run it.
. file,path : path : The file.
. mode,permissions : of:644;755;600;u+x;go-w;a+r : The permissions.
- chmod {mode} {file}
- Set {mode} on {file}.
- {file} needs the permissions {mode}.
- I can't open {file}. Give it {mode}.
- Permissions for {file}: {mode}.
- Make {file} {mode}, please.
# bank | open_savings_goal save_for new_savings_goal | Opens a savings goal. ~ Starts to save for something.
. goal,what_for : of:new bike;trip to Japan;piano;emergency fund;solar panels;wedding : What for.
. target,amount : int:200~9000 : How much.
. by,until? : date : Until when.
- Save {target} for {goal}[ until {by}].
- I want to save up {target} euros for my {goal}[, by {by}].
- Savings goal: {goal}, {target}[, {by}].
- {goal} costs {target}. Open a goal[ for {by}].
- New goal "{goal}" with {target}[; it must be full on {by}].
- Let's put money aside, {target} in all, {goal}.
# people | find_expert who_knows search_people | Finds people with a skill. ~ Searches staff by what they can do.
. skill,knows : of:sign language;welding;Excel macros;first aid;Portuguese;beekeeping;video editing : The skill.
. city,office? : city : In which city.
- Who knows {skill}[ in {city}]?
- Find someone with {skill}[, office {city}].
- I need help with {skill}. Who can do it[, best in {city}]?
- {skill} - anyone[ in {city}]?
- Search our staff for {skill}[ at the {city} office].
- Is there a colleague[ in {city}] who's good at {skill}?
# jobs | log_work_hours book_hours add_timesheet | Books working hours on a project. ~ Fills in the timesheet.
. project,on : of:Apollo;website relaunch;Bridge 7;internal;museum app;tax audit : The project.
. hours,worked : num:0.5~12 : Hours.
. date,day? : date : The day.
- {hours} hours on {project}[, {date}].
- Book {hours} h to {project}[ for {date}].
- Timesheet: {project} {hours}[ {date}]
- I worked {hours} hours on {project}[ on {date}].
- Put {hours} hours down for {project}.
- {project} took me {hours} hours[; the day was {date}]. Book them.
# jobs | apply_for_job send_application submit_cv | Applies for a job with a CV. ~ Sends an application to a company.
. company,employer : of:Nordlicht AG;Blue Kettle;Harbour Foods;Atelier 9;City Hospital : The company.
. role,position : of:cook;tester;gardener;accountant;sound engineer : The job.
. cv,cv_file : doc : File of the CV.
- Apply at {company} as {role} with {cv}.
- Send {cv} to {company}; position: {role}.
- {company} seeks a {role}! Apply, my CV is {cv}.
- {role} at {company}, CV {cv}
- I want to be {role} with {company}. Use {cv}.
- With {cv}, put in an application for {role}; the employer is {company}.
# photos | remove_background cut_out_subject clear_background | Removes the background of a picture. ~ Cuts out what is in front.
. image,picture : image : The picture.
. fill,new_background? : enum:white;transparent;blurred;black : What is put behind.
- Remove the background of {image}[ and make it {fill}].
- {image} with a {fill} background, please.
- Cut out the person in {image}[; behind it {fill}].
- The wall in {image} is ugly. Take the background away.
- {image}: no background[, {fill}]
- Background of {image}[ to {fill}]: get rid of it.
# video | make_gif video_to_gif clip_as_gif | Makes a GIF out of a video. ~ Turns seconds of a film into a moving picture.
. video,clip : video : The video.
. seconds,length : int:1~9 : How many seconds.
. from_second,start? : int:10~300 : Where it starts.
- A GIF of {seconds} seconds from {video}[, starting at {from_second}].
- Turn {video} into a GIF, {seconds} seconds[ from second {from_second}].
- {video} gif {seconds}s
- That jump in {video} was great! GIF please, {seconds} seconds[; it starts at {from_second}].
- Make {seconds} seconds of {video} a GIF.
- I'd like a GIF. Film {video}, length {seconds} seconds[, start {from_second}].
"""
