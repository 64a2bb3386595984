"""Tools and the wordings that ask for them, part three (the form is explained in part one)."""
DATA = r'''
count_words|text|Count the words of a text.|text:multi
-How many words are in this?\n\n{text}
-Count the words:\n{text}
-{text}\n\nNumber of words, please.
-I may only use fifty words. Count these for me: "{text}"
-Word count of\n```\n{text}\n```
shorten_text|text|Shorten a text.|text:multi,max_words:int
-Shorten this to {max_words} words:\n{text}
-{text}\n\nToo long! At most {max_words} words.
-Boil "{text}" down to {max_words} words.
-No more than {max_words} words, please, for this text:\n```\n{text}\n```
-I'd like a version with {max_words} words at most of: {text}
fix_spelling|text|Correct the spelling of a text.|text:text,dialect?:e/British/American/Australian
-Correct the spelling[ ({dialect})]: "{text}"
-Is "{text}" spelt right? Repair it if not.
-Check the spelling of "{text}"[ the {dialect} way].
-"{text}" - any spelling mistakes? Put them right.
-I'm not good at spelling. Please fix "{text}"[, I write {dialect} English].
change_case|text|Change a text to another case.|text:text,case:e/upper/lower/title
-Put "{text}" in {case} case.
-I want "{text}" in capitals throughout{!case=upper}.
-"{text}" should be written in {case} case.
-Make "{text}" all small letters{!case=lower}.
-{case} case: "{text}"
match_pattern|text|Test whether a text matches a pattern.|pattern:pattern,text:code
-Does {text} match the pattern {pattern}?
-Test `{pattern}` on {text}.
-Pattern: {pattern}\nText: {text}\nDo they match?
-I wrote the expression `{pattern}`. Try it against {text}.
-Check whether "{text}" fits `{pattern}`.
make_title|text|Suggest titles for a text.|summary:text,how_many:int9
-Suggest {how_many} titles for a story about this: "{summary}"
-I need {how_many} ideas for a headline. It is about "{summary}".
-"{summary}" - give me {how_many} titles.
-{how_many} headlines, please. Summary: "{summary}"
-What could I call my article? Topic "{summary}", {how_many} suggestions.
evaluate|maths|Work out an arithmetic expression.|expression:sum
-What is {expression}?
-Calculate {expression}.
-{expression} = ?
-I can't do {expression} in my head. Work it out.
-Please to compute: {expression}
convert_units|maths|Convert between units of measure.|value:num,from_unit:e/miles/pounds/pints/inches,to_unit:e/km/kg/litres/cm
-How many {to_unit} are {value} {from_unit}?
-Convert {value} {from_unit} to {to_unit}.
-My old cookbook says {value} {from_unit}. What's that in {to_unit}?
-{value} {from_unit} -> {to_unit}
-I'd like {value} {from_unit} expressed in {to_unit}.
average|maths|Average of numbers.|numbers:ints
-What's the average of {numbers}?
-Average: {numbers}
-I sold {numbers} loaves on the different days. How many is that on average?
-Take the mean of {numbers}.
-{numbers} - mean, please
random_number|maths|Draw a random number.|lowest:int,highest:big
-Draw a number between {lowest} and {highest}.
-For the raffle: a random number from {lowest} to {highest}.
-Pick any number, not under {lowest}, not above {highest}.
-random {lowest}..{highest}
-I need a lucky number, at least {lowest}, at most {highest}.
filter_rows|maths|Filter the rows of a table by a condition.|table:word,condition:cond
-Show the rows of {table} where {condition}.
-From {table} keep only what has `{condition}`.
-Filter {table} by {condition}
-In the table {table} I'm interested in rows with {condition}.
-{table}, condition "{condition}", please filter.
draw_chart|maths|Draw a chart of numbers.|numbers:ints,kind:e/bar/line/pie,title?:text
-Draw a {kind} chart of {numbers}[ titled "{title}"].
-{numbers} as a {kind} chart[, title "{title}"], please.
-I'd like to see {numbers} in a {kind} chart.
-Make a {kind} chart. The values: {numbers}.[ The title: "{title}"]
-chart, {kind}: {numbers}
book_doctor|health|Make an appointment with the doctor.|patient:full,day:date,complaint:e/cough/rash/backache/headache,first_visit?:bool
-{patient} has a {complaint}. Get an appointment on {day}[; it's the first visit{!first_visit=true}].
-Book the doctor for {patient}, {day}, because of a {complaint}.
-Doctor on {day} for {patient} ({complaint})[, who has never been there before{!first_visit=true}].
-I'd like {patient} to be seen on {day}. It's a {complaint}.
-appointment: {patient} / {day} / {complaint}
log_walk|health|Note a walk.|walker:name,steps:big
-{walker} walked {steps} steps. Note it.
-Add {steps} steps for {walker}.
-{steps} steps today, {walker}'s.
-Put {walker} down with {steps} steps.
-Please note that {walker} made {steps} steps by foot.
medicine_reminder|health|Remind somebody to take medicine.|person:name,times:times,with_food?:bool
-Remind {person} of the tablets at {times}[, to be taken with food{!with_food=true}].
-{person} takes medicine at {times}[, on an empty stomach{!with_food=false}]. Set reminders.
-Tablets for {person}: {times}.
-At {times} {person} needs the tablets[ with something to eat{!with_food=true}].
-I look after {person}, who forgets the pills. Ring at {times}.
sleep_log|health|Write down how long somebody slept.|person:name,hours:num
-{person} slept {hours} hours.
-Sleep diary: {person}, {hours} h
-Note {hours} hours of sleep for {person}.
-Put down that {person} got {hours} hours of sleep.
-Last night it was {hours} hours for {person}; write it in the sleep log.
blood_pressure|health|Record a blood pressure.|upper:int,lower:int,person?:name
-Blood pressure[ of {person}]: {upper} over {lower}.
-Record {upper}/{lower} as blood pressure[ for {person}].
-[{person} had ]{upper} over {lower} on the blood pressure meter. Save it.
-The cuff says {upper} and {lower}. Note the blood pressure[, {person}'s].
-I measured the blood pressure, upper value {upper}, lower value {lower}.
register_pet|pets|Register a pet with the vet.|pet:name,kind:animal,owner:full
-Register {pet}, a {kind}, owner {owner}.
-{owner} has a new {kind} called {pet}. Register it with the vet.
-The {kind} {pet} belongs to {owner}. Put it on the vet's list.
-New patient at the vet's: {pet} ({kind}) of {owner}.
-I'm {owner} and I want to sign up my {kind} {pet}.
feed_pet|pets|Let the feeder give food.|kind:animal,grams:int
-Give the {kind} {grams} grams.
-Feed the {kind}, {grams} g.
-The {kind} is hungry. {grams} grams, please.
-{grams} grams of food for the {kind}.
-Could the {kind} have {grams} grams from the feeder?
book_kennel|pets|Book a place where a pet can stay.|pet:name,from_day:date,to_day:date,own_food?:bool
-{pet} needs a kennel from {from_day} to {to_day}[, we bring the food ourselves{!own_food=true}].
-Kennel for {pet}: {from_day} until {to_day}.
-We're away between {from_day} and {to_day}. Where can {pet} stay? Book it[. Their food is fine{!own_food=false}].
-Book {pet} in, arriving {from_day}, leaving {to_day}.
-I'd like {pet} looked after from {from_day}; I come back on {to_day}.
missing_pet|pets|Report a missing pet.|kind:animal,colour:colour,last_seen:town,chipped?:bool
-Our {colour} {kind} ran away in {last_seen}[. It has a chip{!chipped=true}]. Report it.
-Missing: {colour} {kind}, last seen {last_seen}[, no chip{!chipped=false}].
-Help, the {kind} is gone! It's {colour} and was last seen in {last_seen}.
-Report a lost {kind}, colour {colour}, place {last_seen}.
-I've lost my {kind} near {last_seen}; {colour}[, chipped{!chipped=true}].
play_music|music|Play a song or a record.|title:song,room?:room,shuffle?:bool
-Play "{title}"[ in the {room}].
-I'd like to hear "{title}"[ in the {room}][, shuffled{!shuffle=true}].
-Put "{title}" on[, in the {room}].
-Some music! "{title}", please[, in any order{!shuffle=true}].
-"{title}" would be lovely now[, {room} speakers].
set_volume|music|Set the loudness of a speaker.|room:room,percent:int
-Volume in the {room} to {percent}.
-It's too loud in the {room}. {percent} percent.
-{percent} percent volume for the {room}, please.
-Turn the speaker in the {room} to {percent}.
-Could the music in the {room} be at {percent} percent?
make_playlist|music|Make a playlist of songs.|name:event=name of the list,songs:songs
-Make a playlist for the {name} with {songs}.
-{name} playlist: {songs}
-For the {name} I want these songs in a playlist: {songs}.
-Put {songs} together as a playlist called {name}.
-New playlist {name}. Songs: {songs}.
choir_rehearsal|music|Arrange a rehearsal of the choir.|piece:song,day:date,voices:e/sopranos/altos/tenors/basses
-The {voices} rehearse "{piece}" on {day}.
-Rehearsal {day}: {voices}, "{piece}".
-On {day} I want the {voices} for "{piece}". Arrange it.
-Let the {voices} practise "{piece}" on {day}.
-We must work on "{piece}" with the {voices}. {day} would suit.
tune_instrument|music|Give a tone to tune by.|instrument:e/violin/guitar/ukulele/cello,hertz:int
-Tone for tuning my {instrument}, {hertz} hertz.
-Give me {hertz} hertz for the {instrument}.
-My {instrument} is out of tune. Play {hertz} Hz.
-I tune the {instrument} at {hertz} hertz; sound the tone.
-{instrument}, {hertz} Hz, go
enter_race|sport|Enter somebody for a race.|runner:full,distance_km:num,club?:town
-Enter {runner} for the {distance_km} km[, club {club}].
-{runner} wants to run {distance_km} kilometres. Sign up please.
-Race entry: {runner}, {distance_km} km[, runs for {club}].
-I'm {runner}, put me down for the {distance_km} km race.
-Please register {runner} at race of {distance_km} km.
book_court|sport|Book a court or a pitch.|sport:e/tennis/squash/badminton/football,day:date,at:time,floodlight?:bool
-Book a {sport} court on {day} at {at}[ with lights{!floodlight=true}].
-{sport}, {day}, {at}. Reserve a place[; it'll be dark, so with floodlight{!floodlight=true}].
-We'd like to play {sport} on {day} from {at}.
-At {at} on {day} we play {sport}. Get us a court.
-Court for {sport}: {day} {at}[, no floodlight{!floodlight=false}]
record_score|sport|Record the result of a match.|home:town,away:town,home_goals:int9,away_goals:int9
-{home} beat {away} {home_goals} to {away_goals}.
-Result: {home} {home_goals}, {away} {away_goals}.
-Note that {home} (at home) scored {home_goals} and {away} scored {away_goals}.
-{home} - {away} {home_goals}:{away_goals}
-The match of {home} against {away} ended {home_goals}-{away_goals}. Save the result.
swim_lesson|sport|Book swimming lessons.|child:name,lessons:int,level:e/beginner/improver/advanced
-{lessons} swimming lessons for {child}, {level}.
-{child} would like to learn to swim, {lessons} lessons, level {level}.
-Book {child} in for {lessons} {level} swimming lessons.
-My {level} swimmer {child} needs {lessons} lessons.
-Swimming: {child}, {level}, {lessons} times
lend_book|library|Lend a book to a reader.|title:song=title of the book,reader:full,weeks?:int9
-Lend "{title}" to {reader}[ for {weeks} weeks].
-{reader} takes out "{title}"[ for {weeks} weeks].
-"{title}" goes to {reader}[, {weeks} weeks].
-I'd like to borrow "{title}". My name is {reader}[, {weeks} weeks please].
-loan: {reader}, "{title}"
return_book|library|Take a book back.|code:code,damaged?:bool
-Book {code} is back[, with a torn cover{!damaged=true}].
-Return {code}[; it's in good shape{!damaged=false}].
-I'm bringing {code} back. [I'm afraid it got wet and is damaged.{!damaged=true}]
-{code} was returned today. Check it in.
-Here is the book {code} again[, undamaged{!damaged=false}].
reserve_book|library|Keep a book for a reader.|title:song,card:code=library card
-Reserve "{title}" for card {card}.
-Card {card} would like "{title}" when it comes in.
-Keep "{title}" back for me, library card {card}.
-Could you put my name on "{title}"? My card is {card}.
-"{title}" reserved, {card}
book_service|car|Book the car into the garage.|plate:code,day:date,work:e/tyres/brakes/oil/inspection,replacement_car?:bool
-Car {plate} needs {work}, {day}[. I need another car meanwhile{!replacement_car=true}].
-Book {plate} in for {work} on {day}[, no replacement car{!replacement_car=false}].
-{work} for {plate}, on {day} please.
-Could the garage do the {work} of {plate} on {day}?
-garage {day}: {plate}, {work}
log_fuel|car|Note a fill of fuel.|litres:num,mileage:big
-Filled up {litres} litres at {mileage} miles.
-Fuel: {litres} l, mileage {mileage}.
-{litres} litres in the tank, the clock says {mileage}. Note it.
-I bought {litres} litres of petrol. Mileage {mileage}.
-Please log {litres} liter fuel with counter {mileage}.
find_parking|car|Find parking near a street.|street:street,town:town,hours:int9
-Where can I park near {street} in {town} for {hours} hours?
-Parking close to {street}, {town}, {hours} hours.
-I have to be at {street} in {town}. Find me parking for {hours} hours.
-{hours} hours of parking, {town}, {street}
-We're visiting {street}, {town}, and stay {hours} hours. Where do we leave the car?
share_ride|car|Offer a lift.|driver:name,destination:town,seats:int9,day:date
-{driver} drives to {destination} on {day} and has {seats} seats.
-Offer a lift: {driver}, {destination}, {day}, {seats} seats.
-{seats} free seats to {destination} on {day}, the driver is {driver}.
-On {day} {driver} can take {seats} people along to {destination}. Post the ride.
-{driver} goes to {destination}, {day}; seats free: {seats}.
weather_forecast|weather|Forecast of the weather.|place:town,days:int9
-What will the weather be in {place} for the next {days} days?
-{days} days forecast, {place}.
-We're going to {place} for {days} days. Will it rain?
-Do I need a raincoat in {place}? Look {days} days ahead.
-Weather for {place}, {days} days
tide_table|weather|Times of high and low tide.|harbour:town,day:date
-When is high tide in {harbour} on {day}?
-Tides at {harbour}, {day}.
-We want to go cockling in {harbour} on {day}. When's the tide out?
-{day}, {harbour}: tide times please
-I'm mooring in {harbour} on {day}, so tell me the tides.
sunset_time|weather|When the sun sets.|place:town,day:date
-When does the sun set in {place} on {day}?
-Sunset, {place}, {day}
-We plan a picnic on {day} in {place}. How late is it light?
-How long will there be daylight in {place} on {day}?
-Tell me what time it gets dark in {place}, {day}.
raffle|events|Hold a raffle.|prizes:things,tickets:big
-Hold a raffle with {tickets} tickets; the prizes are {prizes}.
-Raffle: {prizes}. Tickets: {tickets}.
-We've got {prizes} to raffle, and {tickets} tickets.
-{tickets} raffle tickets, prizes {prizes}, set it up please.
-Set up the raffle. People can win {prizes}, and there'll be {tickets} tickets.
hire_hall|events|Hire the village hall.|day:date,from_time:time,to_time:time,kitchen?:bool
-I'd like the hall on {day} from {from_time} to {to_time}[, with the kitchen{!kitchen=true}].
-Hall, {day}, {from_time}-{to_time}[, no kitchen needed{!kitchen=false}]
-Is the hall to be had on {day}? Hire it, {from_time} until {to_time}[. We'll be cooking there{!kitchen=true}].
-We need the village hall between {from_time} and {to_time} on {day}.
-Hire the hall for us. {day}; {from_time}; till {to_time}.
seat_guests|events|Seat guests at a table.|table:int,guests:names
-{guests} sit at table {table}.
-Table {table}: {guests}.
-Please seat {guests} at table {table}.
-I'd like {guests} together, at table number {table}.
-Put {guests} on {table}, it's the table by the window.
order_flowers|events|Order a bunch of flowers.|flower:e/roses/tulips/lilies/daisies,stems:int,colour?:colour,card?:text
-{stems} {flower}[ in {colour}][, with a card "{card}"].
-Order {stems} {flower}[, {colour} ones].
-I'd like {flower} for my wife, {stems} of them[, and a card that says "{card}"].
-Flowers: {flower}, {stems} stems[, colour {colour}].
-Send {stems} {flower}[ and write "{card}" on the card].
sell_ticket|events|Sell tickets for a show.|show:song,seats:int9,row?:int,child?:bool=reduced for children
-{seats} tickets for "{show}"[, row {row}][, child price{!child=true}].
-We'd like to see "{show}". {seats} seats[ in row {row}].
-Sell me {seats} tickets to "{show}"[. They're for children{!child=true}].
-"{show}", {seats} seats[, row {row}], please
-I want to go to "{show}" with friends, {seats} of us altogether.
volunteer|events|Sign somebody up as a volunteer.|person:full,task:job,hours?:int9
-{person} will {task}[ for {hours} hours]. Sign them up as a volunteer.
-Volunteer: {person}, to {task}[, {hours} hours].
-I'm {person} and offer to {task}[, {hours} hours].
-{person} offered to {task}. Put it on the volunteers' list.
-Put {person} down as a helper to {task}[; {hours} hours].
book_room|office|Book a meeting room.|room:e/Oak/Elm/Birch/Willow,day:date,at:time,projector?:bool
-Book {room} on {day} at {at}[, we need the projector{!projector=true}].
-The {room} room, {day}, {at}[, without projector{!projector=false}].
-Our meeting is on {day} at {at}. I want the {room} room[ and a projector{!projector=true}].
-Is {room} free on {day} at {at}? Book it.
-{at} on {day}: {room}, please
request_leave|office|Ask for leave.|employee:full,first_day:date,last_day:date,paid?:bool
-{employee} takes leave from {first_day} to {last_day}[, unpaid{!paid=false}|, paid{!paid=true}].
-Leave request: {employee}, {first_day} - {last_day}.
-I'm {employee}. I'd like the days from {first_day} until {last_day} off[, unpaid is fine{!paid=false}].
-{employee} is going to be away between {first_day} and {last_day}; ask for leave.
-holiday for {employee}: first day {first_day}, last day {last_day}
open_ticket|office|Open a ticket for the caretaker.|problem:text,place:room,urgent?:bool
-Caretaker, please: "{problem}" in the {place}[. It can't wait{!urgent=true}].
-Open a ticket, place {place}: "{problem}".
-"{problem}" That's in the {place}[, no hurry{!urgent=false}]. Tell the caretaker.
-Something for the caretaker in the {place}: "{problem}"
-I want to report a problem. Where: {place}. What: "{problem}"[ Urgent!{!urgent=true}]
print_document|office|Print a document.|path:path,copies:int,two_sided?:bool,colour?:bool
-Print {path}, {copies} copies[, on both sides{!two_sided=true}][, in colour{!colour=true}].
-{copies} copies of {path}[, black and white{!colour=false}].
-I need {path} on paper, {copies} times[, one side only{!two_sided=false}].
-Could you print {path}? {copies} copies will do[, use both sides to save paper{!two_sided=true}].
-{path} x {copies}, printer
track_hours|office|Note hours of work.|worker:name,hours:num,project:event
-{worker} worked {hours} hours on the {project}.
-{hours} h, {worker}, {project}
-Put down {hours} hours for {worker}, project {project}.
-Time sheet: {worker} spent {hours} hours on the {project}.
-The {project} took {worker} {hours} hours, please note.
run_query|computing|Run a query against a database.|database:word,query:sql
-Run this on {database}: {query}
-{database}: `{query}`
-Query the {database} database with\n```\n{query}\n```
-I'd like to see what {database} gives for {query}
-{query}\n\nPlease run it, database {database}.
restart_server|computing|Restart a server.|host:host,force?:bool
-Restart {host}[, by force{!force=true}].
-{host} hangs. Restart it[, gently, no force{!force=false}].
-Could you reboot {host}?
-{host} needs a restart[ and won't go down nicely, so force it{!force=true}].
-reboot {host}
open_url|computing|Fetch a web page.|url:url,timeout?:int=seconds
-Fetch {url}[, give up after {timeout} seconds].
-Get the page {url}
-What's on {url} ?
-Please load {url} [with a timeout of {timeout} seconds].
-I want to see {url}
run_program|computing|Run a program with arguments.|program:word,arguments:codes
-Run {program} with {arguments}.
-Start {program}; the arguments are {arguments}.
-{program} should run with the arguments {arguments}.
-Give {program} these arguments and run it: {arguments}.
-program {program}, args {arguments}
create_user|computing|Create an account.|user:word,email:email,admin?:bool
-Create an account {user} with the address {email}[, as an administrator{!admin=true}].
-New user {user}, {email}[, no admin rights{!admin=false}].
-{user} ({email}) needs an account[ and should be an admin{!admin=true}].
-I'd like {email} to have the user name {user}.
-account: {user}, {email}
set_config|computing|Set an option of a configuration.|key:key,value:int,file?:path
-Set {key} to {value}[ in {file}].
-{key} should be {value}[ (file {file})].
-{key}={value}[ in {file}]
-Make {value} the value of {key}[; the file is {file}].
-I'd like the option {key} to have the value {value}.
backup|computing|Back up a folder.|folder:dir,keep_days:int,encrypted?:bool
-Back up {folder} and keep it {keep_days} days[, encrypted{!encrypted=true}].
-A backup of {folder}, please, for {keep_days} days[. It needn't be encrypted{!encrypted=false}].
-{folder}: backup, {keep_days} days
-Save {folder} somewhere safe for {keep_days} days[; nobody else may read it, so encrypt it{!encrypted=true}].
-I want {folder} backed up. Throw the backup away after {keep_days} days.
knit_pattern|craft|Work out a knitting pattern.|garment:e/scarf/hat/socks/mittens,stitches:int,colours:colours
-Pattern for a {garment}: {stitches} stitches, {colours}.
-I'm knitting a {garment} in {colours} with {stitches} stitches. Give me a pattern.
-{garment}, {stitches} stitches, wool in {colours}
-Work out a {garment} for me. I cast on {stitches} stitches, colours {colours}.
-My niece wants a {garment} in {colours}. Say {stitches} stitches.
cut_fabric|craft|Have fabric cut.|colour:colour,metres:num
-{metres} metres of {colour} fabric.
-Cut me {metres} m of the {colour} cloth.
-I need {colour} cloth for curtains, {metres} metres.
-Fabric: {colour}. Length: {metres} metres.
-May I have {metres} metres of {colour}, cut from the roll?
frame_picture|craft|Order a picture frame.|width_cm:int,height_cm:int,glass?:bool
-A frame {width_cm} cm wide and {height_cm} cm high[, with glass{!glass=true}|, without glass{!glass=false}].
-Frame a picture: width {width_cm}, height {height_cm}.
-My picture is {width_cm} by {height_cm} centimetres. Order a frame[ with a pane of glass{!glass=true}].
-I'd like a frame for a drawing, {width_cm} cm across, {height_cm} cm tall.
-frame {width_cm}x{height_cm} cm
take_photo|craft|Take a photo with a camera of the house.|camera:room,zoom?:num
-Take a photo in the {camera}[, zoom {zoom}].
-A picture from the camera in the {camera}, please.
-Let me see the {camera}; take a picture[ at zoom {zoom}].
-snap: {camera}
-I'd like a photo of the {camera}[ with {zoom} zoom].
'''
