"""Everyday tools of public places and offices, in the form that catalog.py reads."""
from toolvalues import CLOSED, MAKERS, POOLS

POOLS.update({k: v.split("|") for k, v in {
    "exhibit": "bronze horse|Roman vase|whale skeleton|steam engine|moon rock|Egyptian mask|oil portrait|stone axe|royal crown|mammoth tusk|silk robe|ship model|marble lion|old globe|meteorite",
    "gallery": "east wing|west wing|main hall|upper gallery|sculpture court|room of maps|glass hall|ground floor|blue room|north gallery",
    "street": "Oak Street|Mill Lane|Station Road|High Street|Elm Avenue|Church Lane|River Road|Park Avenue|Bridge Street|Queen Street|Hill Road|Baker Street",
    "fault": "pothole|broken lamp|fallen tree|blocked drain|loose stone|water leak|broken bench|missing sign|full bin|dead tree",
    "waste": "old sofa|fridge|mattress|garden waste|paint cans|washing machine|scrap metal|christmas tree|carpet|broken chairs",
    "carpark": "Central Garage|North Lot|Harbour Parking|Station Garage|Market Lot|Zone B|Zone C|Castle Car Park|Airport P3|Riverside Lot",
    "course": "linear algebra|organic chemistry|modern art|world literature|microeconomics|genetics|creative writing|statistics|ancient history|robotics|thermodynamics|ethics",
    "paper": "lease|will|purchase contract|power of attorney|complaint|settlement|affidavit|employment contract|non-disclosure agreement|statement of claim",
    "damage": "broken window|water damage|stolen bike|dented door|burnt carpet|hail damage|lost luggage|cracked screen|flooded cellar|broken leg",
    "policy": "car insurance|home insurance|travel insurance|life insurance|dental plan|liability cover|pet insurance|legal cover",
    "home": "flat|house|studio|loft|villa|cottage|bungalow|penthouse|farmhouse|town house",
    "amenity": "towels|pillows|extra blanket|bathrobe|hair dryer|iron|baby cot|slippers|water bottles|toothbrush|newspaper|shampoo",
    "play": "Hamlet|The Seagull|Swan Lake|Carmen|The Magic Flute|Cats|Othello|The Cherry Orchard|Tosca|Macbeth|The Nutcracker|Antigone",
    "film": "Star Harbor|The Last Orchard|Night Ferry|Paper Moon|Red Desert|The Clockmaker|Silent Snow|Two Brothers|Dune Riders|Cold River",
    "club": "chess club|rowing club|garden club|choir|book club|hiking club|photo club|food bank|animal shelter|red cross|youth club|theatre group",
    "broadcaster": "Radio One|City FM|Jazz Wave|Classic Radio|News 24|Rock Antenna|Radio Bremen|Coast FM|Morning Radio|Sunshine Live",
    "rubric": "politics|sports|business|science|weather|culture|technology|health|travel|crime",
}.items()})
CLOSED.update(["rubric", "fault"])


def _caps(r, n):
    return "".join(r.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(n))


MAKERS.update({
    "plate": lambda r: r.choice([f"{_caps(r, 2)}-{_caps(r, 2)} {r.randint(10, 999)}", f"{_caps(r, 3)} {r.randint(100, 999)}", f"{_caps(r, 2)}{r.randint(10, 99)}{_caps(r, 3)}"]),
    "flight": lambda r: f"{_caps(r, 2)}{r.choice(['', ' '])}{r.randint(100, 9999)}",
    "seat": lambda r: f"{r.randint(1, 48)}{r.choice('ABCDEFGH')}",
    "caseno": lambda r: r.choice([f"{r.randint(18, 29)}-{r.randint(100, 9999)}", f"{_caps(r, 2)}-{r.randint(2019, 2029)}-{r.randint(10, 999)}"]),
    "postcode": lambda r: r.choice([str(r.randint(10000, 99999)), f"{_caps(r, 2)}{r.randint(1, 9)} {r.randint(1, 9)}{_caps(r, 2)}"]),
})

TOOLS = {"library": """
lend_book/check_out_item/loan_out: Lends a book to a reader/Registers a loan at the desk
title/book/item title Title of the book/What is lent
reader/member/borrower person Who borrows it/Member of the library
weeks?/loan_weeks?/period? #2-8 Length of the loan in weeks/Weeks until it is due
- (((lend|loan|hand out) {title} to {reader}[ for {weeks} weeks]|give {reader} {title}[ for {weeks} weeks])|for {weeks} weeks, let {reader} have {title})
! {reader} (takes|is taking) {title} home[ for {weeks} weeks]
? can {reader} have {title}[ for {weeks} weeks]

return_book/check_in_item/take_back: Takes a lent book back/Marks a loan as returned
title/book/item title Title of the book/What comes back
reader/member/from person Who brings it/Member of the library
damaged?/is_damaged?/broken? ! The book has suffered/True if it is damaged
- take {title} back from {reader}
! {reader} (brought|brings|has brought) {title} back[, {damaged=it is damaged:true,pages are torn:true,it is in good shape:false}]
! ({title} is back from {reader}[ {damaged=with damage:true,without damage:false}]|from {reader} we got back {title})

reserve_title/place_hold/hold_book: Reserves a book that is lent out/Puts a hold on a title
title/book/item title Title that is wanted/Book
reader/member/for_member person Who waits for it/Member
branch?/pickup_branch?/desk? street Branch where it is fetched/Pickup place
- ((reserve|hold|keep) {title} for {reader}[ at the {branch} branch]|put {reader} on the waiting list for {title})
! ({reader} is waiting for {title}|when {title} comes in, {reader} (wants|should get) it[ in {branch}])

renew_loan/extend_loan/prolong: Extends a loan/Moves the due date of a loan
title/book/item title Book that is lent/Title
days/extra_days/extension #3-40 Days added/How much longer
- ((renew|extend) {title} (by|for) {days} [more ]days|let me keep {title} {days} days longer)
? can I have {title} for another {days} days
! I need {days} more days for {title}

charge_late_fee/add_fine/fine_reader: Charges a reader for a late book
reader/member/who person Who pays/Member
amount/fee/euros ~0.5-30 Fee in euros/How much
days_late?/overdue_days?/late? #2-60 Days after the due date/Days too late
- ((charge|fine) {reader} {amount} euros[ for being {days_late} days late]|add {amount} euros to the fines of {reader})
! ({reader} owes the library {amount} euros[ because a book is {days_late} days overdue]|the book came {days_late} days late, so {reader} pays {amount} euros)
""", "museum": """
buy_museum_tickets/admission/sell_tickets: Sells tickets of a museum/Admission for adults and children
adults/adult_count/full_price #2-9 Number of adults/Tickets at full price
children/child_count/kids #2-9 Number of children/Reduced tickets
day?/date?/visit_date? weekday Day of the visit/When
audio_guide?/guide?/with_audio? ! Audio guide wanted/True for an audio guide
! (we are {adults} (adults|grown-ups) and {children} (kids|children)[ and come on {day}]|{children} (children|kids) and {adults} adults want to get in[ on {day}])
- (get tickets for {adults} (adults|grown-ups) and {children} (children|kids)[ {audio_guide=with audio guide:true,with headsets:true,without audio guide:false}]|on {day}, let in {adults} adults with {children} children)

move_exhibit/relocate_object/rehang: Moves an object to another room of the museum
object/exhibit/piece exhibit What is moved/The piece
source/from_room/old_place gallery Where it stands now/Old place
target/to_room/new_place gallery Where it goes/New place
- ((move|bring|carry) the {object} from the {source} to the {target}|take the {object} out of the {source} and (put|show) it in the {target}|in the {target}, show the {object} that stood in the {source})
! the {object} goes to the {target}, it is in the {source} now

lend_exhibit/loan_object/outgoing_loan: Lends an object to another museum/Outgoing loan of a piece
object/exhibit/piece exhibit What is lent/The piece
city/borrower_city/to city Where it goes/City of the other museum
months/duration/length #2-24 How many months/Length of the loan
insured_for?/value?/insurance? #1000-90000 Insured value in dollars/Value
- ((lend|send) the {object} to {city} for {months} months[, insured for {insured_for} dollars]|for {months} months the {object} will be (shown|seen) in {city}, arrange it)
! ({city} gets (our|the) {object} for {months} months|the museum in {city} asks for our {object}, let them have it for {months} months)

feed_zoo_animal/feeding/log_feeding: Feeds an animal of the zoo/Records a feeding
animal/who/species animal Which animal/Animal
kilos/amount/kg ~1-80 Kilograms of food/How much
food/feed/what =hay,meat,fish,fruit,grain What it gets/Kind of food
keeper?/by?/staff? person Who feeds/Keeper
- ((feed|give) the {animal} {kilos} (kilos|kg|kilograms) of {food}|{kilos} kilos of {food} for the {animal}|let {keeper} give {kilos} kilos of {food} to the {animal})
! the {animal} (ate|got|had) {kilos} kg of {food}[ from {keeper}]

transfer_animal/swap_enclosure/rehouse_animal: Moves an animal to another enclosure/Animal transfer inside the zoo
animal/who/species animal Which animal/Animal
old_enclosure/from/source #1-60 Number of the enclosure it leaves/Old enclosure
new_enclosure/to/target #1-60 Number of the enclosure it gets/New enclosure
- ((move|bring|take) the {animal} from enclosure {old_enclosure} to enclosure {new_enclosure}|put the {animal} into {new_enclosure} instead of {old_enclosure})
! (the {animal} leaves enclosure {old_enclosure} and moves into {new_enclosure}|enclosure {new_enclosure} will get the {animal} out of {old_enclosure})
""", "city": """
report_fault/report_problem/submit_defect: Reports a defect in a street/Tells the city about damage
problem/defect/what fault What is wrong/Kind of damage
street/where/location street Street/Where it is
house_number?/near_number?/number? #1-180 Nearest house/House number
urgent?/is_urgent?/dangerous? ! Must be mended at once/True in case of danger
! (there is a {problem} (in|on) {street}[ near number {house_number}]|{street} has a {problem}[ at house {house_number}]|in {street}, in front of number {house_number}, I saw a {problem})
- (report|note) a {problem} in {street}[, {urgent=it is dangerous:true,it is urgent:true,no hurry:false}]

bulky_waste_pickup/collect_waste/request_collection: Has bulky waste collected/Pickup of large things
things/items/what *waste What is collected/Things
address/where/at address Where it stands/Address
day?/date?/on? weekday Day of the pickup/When
- ((collect|pick up|fetch) {things} at {address}[ on {day}]|send the waste truck to {address} for {things}[ on {day}])
! (at {address} there is {things} to be taken away|I want to get rid of {things}, my address is {address})

register_address/change_residence/report_move: Registers that a person has moved/Change of residence
person/citizen/who person Who has moved/Citizen
old_address/from/previous_address address Address before/Old home
new_address/to/current_address address Address now/New home
date?/since?/moved_on? weekday Day of the move/Since when
! ({person} (moved|has moved) from {old_address} to {new_address}[ on {date}]|{person} left {old_address} and lives at {new_address} now)
- (register {person} at {new_address}, before that {old_address}|change the address of {person} from {old_address} to {new_address})

close_street/block_road/road_closure: Closes a street for a time
street/road/where street Which street/Street
start/from/begin time Beginning/From when
end/until/to time End/Until when
reason?/why?/because? =roadworks,parade,marathon,market,filming Why/Reason
- ((close|block) {street} from {start} (to|until|till) {end}[ because of {reason}]|between {start} and {end}, let no cars into {street})
! ({street} is closed until {end}, beginning at {start}|{street} (stays|must be) shut from {start} to {end})[, the reason is {reason}]
""", "parking": """
start_parking/park_car/begin_session: Starts paid parking of a car/Begins a parking session
plate/license_plate/car plate Number plate/Car
zone/place/lot carpark Where the car stands/Parking zone
minutes/duration/time #10-240 Parking time in minutes/How long
! ((my car|the car) {plate} stands in {zone} for {minutes} minutes|in {zone}, {plate} stays {minutes} minutes)
- (park {plate} in {zone} for {minutes} minutes|pay {minutes} minutes of parking for {plate} at {zone})

extend_parking/add_parking_time/prolong_session: Adds time to running parking
plate/license_plate/car plate Number plate/Car
minutes/extra_minutes/more #5-120 Minutes added/How much longer
- (add {minutes} minutes [of parking ](for|to) {plate}|let {plate} (stay|stand) {minutes} minutes longer|park {plate} for another {minutes} minutes)
! {plate} needs {minutes} more minutes

reserve_space/book_parking_space/hold_spot: Reserves a parking space/Space in a garage
garage/place/lot carpark Which garage/Place
day/date/on weekday Which day/Day
covered?/roof?/indoor? ! Space under a roof/True for a covered one
charger?/charging?/ev? ! Space with a charger/True for electric cars
- ((reserve|book|keep) a space at {garage} (for|on) {day}[ {charger=with a charger:true,without a charger:false}]|get me a parking space for {day}, {garage}, {covered=under cover:true,in the open air:false})
! on {day} I want to park at {garage}[, {covered=under a roof:true,covered:true,in the open:false}]
? is there a space at {garage} on {day}[ {charger=with charging:true}]

write_parking_ticket/fine_car/issue_ticket: Fines a car that is parked wrongly
plate/license_plate/car plate Number plate/Which car
street/where/location street Where it stands/Street
fine/amount/euros #10-120 Fine in euros/How much
- ((fine|ticket) {plate} {fine} euros for parking in {street}|write {plate} a ticket of {fine} euros in {street})
! ({plate} is parked wrongly in {street}, that costs {fine} euros|in {street} stands {plate}, give it a {fine} euro ticket)
""", "university": """
enroll_student/add_to_course/register_for_course: Enrolls a student in a course/Course registration
student/who/name person Student/Who takes it
course/class/subject course Course/Which class
semester?/term?/in? =spring,summer,autumn,winter Which term/Semester
audit?/guest?/no_credit? ! Only listens and gets no credit/True for guests
- ((enroll|register|put) {student} in {course}[ for the {semester} term]|add {student} to the {course} class[ {audit=as a guest:true,for credit:false,without credit:true}])
! ({student} (takes|wants to take|signs up for) {course}[ this {semester}]|this {semester}, {student} (attends|goes to) {course})

switch_course/change_class/transfer_course: Moves a student from one course to another
student/who/name person Student/Who changes
old_course/from/drop course Course that is left/Old course
new_course/to/join course Course that is joined/New course
- ((switch|move) {student} from {old_course} to {new_course}|put {student} in {new_course} instead of {old_course})
! ({student} drops {old_course} and takes {new_course}|{student} wants {new_course} rather than {old_course})

schedule_exam/set_exam/plan_exam: Sets the date and room of an exam/Schedules an exam
course/subject/exam course Course that is examined/Which exam
date/day/on weekday Day of the exam/When
hall/room/room_number #1-400 Number of the hall/Where
minutes?/length?/duration? #30-240 How long it takes/Length in minutes
! the {course} exam is on {date} in hall {hall}[ and takes {minutes} minutes]
- ((hold|set|schedule) the exam in {course} on {date}, room {hall}|in hall {hall}, let them write {course} on {date}[ for {minutes} minutes]|examine {course} in room {hall} on {date})

mark_absent/record_absence/excuse_pupil: Notes that a pupil is missing
pupil/student/who person Who is missing/Pupil
date/day/on weekday Which day/Day
excused?/with_note?/has_excuse? ! There is a note from the parents/True if excused
! {pupil} (was|is) (not in class|absent|missing) on {date}[, {excused=excused:true,with a note:true,without an excuse:false,unexcused:false}]
- (mark|note) {pupil} as absent on {date}
! (on {date}, {pupil} did not come to school|{pupil} stayed at home on {date} {excused=with an excuse:true,without a note:false})

assign_homework/give_homework/set_task: Gives a class something to do at home
group/class/course subject Which class or subject/Class
pages/page_numbers/read *#3-180 Pages to work on/Page numbers
due?/until?/by? weekday Last day/Due date
- ((give|set) the {group} class pages {pages}[ until {due}]|let the {group} class (read|do) pages {pages} at home[ by {due}])
! for {group}, pages {pages} are homework[, due on {due}]
""", "law": """
open_case/new_matter/create_case: Opens a case for a client/Starts a legal matter
client/for/plaintiff person Whom we stand for/Client
opponent/against/defendant company Other side/Opponent
value?/amount?/in_dispute? #500-90000 Sum in dispute in dollars/Value
- (open a case for {client} against {opponent}|start a lawsuit of {client} versus {opponent})[ over {value} dollars]
! ({client} (sues|is suing|takes legal action against) {opponent}[ for {value} dollars]|against {opponent}, we (act|stand) for {client})

bill_hours/log_billable/record_time: Records hours worked on a case
case/matter/number caseno Case number/Case
hours/time/spent ~0.5-12 Hours worked/How long
lawyer?/who?/by? person Who worked/Lawyer
task?/work?/activity? =research,drafting,court,phone,meeting What was done/Kind of work
- (bill {hours} hours (on|to|for) case {case}[, {task}]|put {hours} hours of {task} on case {case}[ for {lawyer}])
! ({lawyer} (worked|spent) {hours} hours on {case}|on {case}, {hours} hours were spent[ by {lawyer}])

draft_document/prepare_paper/write_contract: Drafts a legal document between two sides
document/kind/type paper Kind of document/Which paper
first_party/party_a/between person First side/One party
second_party/party_b/and person Second side/Other party
- ((draft|prepare|write) a {document} between {first_party} and {second_party}|for {first_party} and {second_party}, draw up the {document}|make a {document}, {first_party} on one side and {second_party} on the other)
! {first_party} and {second_party} need a {document}

set_court_date/schedule_hearing/book_hearing: Notes the date of a hearing
case/matter/number caseno Case number/Case
date/day/on weekday Day of the hearing/When
courtroom?/room?/hall? #1-40 Number of the courtroom/Room
judge?/before?/who? person Judge/Who hears it
! (case {case} is heard on {date}|on {date} we are in court with {case})[ in courtroom {courtroom}]
- (set the hearing in {case} for {date}[ before judge {judge}]|put {case} on the calendar for {date}[, judge {judge}])
""", "insurance": """
file_claim/report_damage/submit_claim: Reports a damage to the insurance/Files a claim
damage/what/incident damage What happened/Kind of damage
amount/cost/loss #50-9000 Loss in dollars/How much it costs
policy?/contract?/policy_number? id Number of the contract/Policy
date?/when?/happened_on? weekday Day it happened/When
- (claim {amount} dollars for the {damage}|report the {damage}, {amount} dollars)[ on policy {policy}]
! (the {damage} (costs|cost) me {amount} dollars[, my policy is {policy}]|on {date} this happened: {damage}, the loss is {amount} dollars)

get_premium_quote/quote_policy/calculate_premium: Says what an insurance would cost
cover/product/kind policy Kind of insurance/Which insurance
age/years/customer_age #18-85 Age of the customer/How old
deductible?/own_share?/excess? #100-2000 Own share in dollars/Deductible
? (what does {cover} cost (at age {age}|for somebody aged {age})[ with a deductible of {deductible} dollars]|how much is {cover} if I am {age})
! I am {age} and want {cover}[, paying the first {deductible} dollars myself]
- quote {cover} for a customer of {age} years[, own share {deductible} dollars]

change_coverage/adjust_cover/update_limit: Changes the sum that a policy covers
policy/contract/number id Policy number/Contract
old_limit/from/current #1000-20000 Sum covered now/Old limit
new_limit/to/wanted #21000-90000 Sum covered in future/New limit
- ((raise|change) the cover of {policy} from {old_limit} to {new_limit} dollars|make the limit {new_limit} on policy {policy}, it was {old_limit})
! ({policy} should cover {new_limit} dollars, not {old_limit}|instead of {old_limit}, I want {new_limit} dollars of cover on {policy})

cancel_policy/end_contract/terminate_cover: Ends an insurance contract
policy/contract/number id Policy number/Contract
end_date/on/last_day weekday Last day/When it ends
reason?/why?/because? =sold,moved,too&expensive,double Why/Reason
- ((cancel|end) policy {policy} on {end_date}[ because {reason=the car is sold:sold,we moved away:moved,it costs too much:too expensive,I am insured twice:double}]|stop {policy} by {end_date})
! (my contract {policy} (ends|should end) on {end_date}|from {end_date} on I no longer need {policy}[, the reason is {reason}])
""", "realestate": """
list_property/create_listing/offer_home: Puts a home on the market
kind/property/type home Kind of home/What is offered
rooms/room_count/number_of_rooms #2-9 How many rooms/Rooms
price/rent/asking_price #500-9000 Asking price in dollars/Price
furnished?/with_furniture?/has_furniture? ! Furniture is included/True if furnished
- (offer|list) a {kind} with {rooms} rooms for {price} dollars[, {furnished=furnished:true,unfurnished:false,with furniture:true,empty:false}]
! (the {kind} has {rooms} rooms and costs {price} dollars|for {price} dollars we have a {kind} of {rooms} rooms)

search_homes/find_property/home_search: Finds homes between two prices
city/where/location city City/Where
min_price/from/lowest_price #300-900 Lowest price/At least
max_price/to/highest_price #1000-5000 Highest price/At most
kind?/type?/property_type? home Kind of home/Type
garden?/with_garden?/has_garden? ! Must have a garden/True for a garden
- (find|show|look for) (homes|places) in {city} between {min_price} and {max_price} dollars[ {garden=with a garden:true,without a garden:false}]
? what can I (rent|get) in {city} (for {min_price} to {max_price} dollars|from {min_price} up to {max_price} dollars)
! I want a {kind} in {city}, not under {min_price} and not over {max_price} dollars

schedule_viewing/book_viewing/show_home: Makes an appointment to see a home
address/home/where address Address of the home/Which home
visitor/client/who person Who comes to see it/Visitor
day/date/on weekday Which day/Day
hour/time/at time Time of day/When
- show {visitor} the (place|home) at {address} on {day} at {hour}
! (on {day} at {hour}, {visitor} comes to see {address}|{visitor} wants to look at {address} on {day}, {hour})
? can {visitor} see {address} at {hour} on {day}
""", "post": """
send_parcel/ship_package/post_parcel: Sends a parcel from one person to another
sender/from/shipper person Who sends it/Sender
receiver/to/addressee person Who gets it/Receiver
kilos/weight/kg ~0.2-30 Weight in kilograms/How heavy
insured?/with_insurance?/insure? ! Insured parcel/True for insurance
- (send|ship) a parcel of {kilos} (kg|kilos) from {sender} to {receiver}[, {insured=insured:true,uninsured:false,with insurance:true}]
! ({sender} sends {receiver} a parcel of {kilos} kilos|{receiver} gets a parcel of {kilos} kg from {sender}|a parcel from {sender}, {kilos} kilos, goes to {receiver})

redirect_letters/redirect_mail/set_forwarding: Sends letters on to another address
old_address/from/current address Address on the letters/Old address
new_address/to/forward_to address Where they go/New address
weeks?/duration?/for_weeks? #2-26 For how many weeks/Duration
- ((forward|redirect|send on) my mail from {old_address} to {new_address}[ for {weeks} weeks]|for {weeks} weeks, (deliver to {new_address} what comes to {old_address}|take mail for {old_address} to {new_address}))
! (letters for {old_address} should go to {new_address}|bring my letters to {new_address} and not to {old_address})[, {weeks} weeks long]

buy_stamps/order_stamps/stamp_order: Sells stamps
count/quantity/number #3-100 How many stamps/Number
value/cents/each #5-400 Value of each in cents/Cents
motif?/picture?/design? =flowers,birds,castles,ships Picture on them/Design
- (buy|order|get me) {count} stamps (of {value} cents|at {value} cents each)[ with {motif}]
! I need {count} stamps, {value} cents each[, showing {motif}]

hold_mail/keep_letters/stop_delivery: Keeps the mail back while nobody is at home
start/from/first_day weekday First day/From when
end/until/last_day weekday Last day/Until when
name?/for?/person? person Whose mail/Name
- (hold|keep back) (the mail|all letters)[ for {name}] from {start} (to|until) {end}
! (we are away from {start} until {end}, bring no letters|I come back on {end} and leave on {start}, so keep my mail)
? can you keep my letters until {end}, beginning on {start}
""", "hotel": """
check_in_guest/register_guest/guest_arrival: Gives an arriving guest a room
guest/name/who person Guest/Name
room/room_number/number #100-899 Room number/Which room
nights/stay/length #2-14 How many nights/Length of the stay
late_checkout?/late?/leave_late? ! Guest may leave late/True for late check-out
- (check {guest} into room {room} for {nights} nights|give {guest} room {room} for {nights} nights)[ {late_checkout=with late checkout:true,without late checkout:false}]
! ({guest} stays {nights} nights in {room}|{guest} is here for {nights} nights and gets room {room}|room {room} goes to {guest}, {nights} nights)

change_room/move_guest/swap_room: Moves a guest to another room
guest/name/who person Guest/Name
old_room/from/current_room #100-899 Room now/Old room
new_room/to/other_room #100-899 Room wanted/New room
- (move {guest} from {old_room} to {new_room}|put {guest} in {new_room} instead of {old_room})
! ({guest} leaves room {old_room} and gets {new_room}|{guest} wants {new_room} rather than {old_room})

wake_up_call/set_wake_call/wake_guest: Wakes a guest by phone
room/room_number/number #100-899 Room number/Which room
hour/time/at time When to call/Time
- (wake|call) (room |){room} at {hour}
! (at {hour}, room {room} wants to be woken|the guest in {room} has to get up at {hour})
? can you ring {room} at {hour}

room_service/bring_to_room/deliver_amenity: Brings things to a room
room/room_number/number #100-899 Room number/Which room
things/items/what *amenity What is brought/Things
floor?/level?/on_floor? #1-9 Floor of the room/Floor
- ((bring|take|send) {things} (up |)to room {room}[ on floor {floor}]|on floor {floor}, bring {things} to {room})
! (room {room} asks for {things}|in {room} they need {things}|the guest in room {room} would like {things})
""", "airline": """
change_seat/reseat_passenger/move_seat: Gives a passenger another seat on a flight
flight/flight_number/on flight Flight number/Which flight
old_seat/from/current_seat seat Seat now/Old seat
new_seat/to/wanted_seat seat Seat wanted/New seat
- (move|reseat) me from {old_seat} to {new_seat} on {flight}
! (on {flight} I sit in {old_seat} but want {new_seat}|I would rather have {new_seat} than {old_seat} on {flight}|for flight {flight}, I give up {old_seat} and take {new_seat})

add_baggage/book_bags/extra_luggage: Adds bags to a booking
booking/reservation/reference id Booking/Reference
bags/pieces/count #2-6 How many bags/Pieces
kilos?/weight_each?/kg? #10-32 Weight of each in kilograms/Kilos
- add {bags} bags[ of {kilos} kg each] to (booking |){booking}
! (on booking {booking} we bring {bags} bags|we travel with {bags} suitcases, booking {booking}|booking {booking} needs {bags} pieces of luggage)[, {kilos} kilos each]

flight_status/check_flight/is_delayed: Says whether a flight is on time
flight/flight_number/number flight Flight number/Which flight
date?/day?/on? weekday Day of the flight/When
? (is {flight} on time|when does {flight} land|is {flight} late|has {flight} left)[ on {date}]
- (check|look up) (flight |){flight}[ on {date}]

rebook_passenger/change_flight/switch_flight: Moves a passenger to another flight
passenger/traveler/who person Who flies/Passenger
old_flight/from/cancelled flight Flight booked now/Old flight
new_flight/to/replacement flight Flight wanted/New flight
meal?/food?/special_meal? =vegan,kosher,halal,standard Meal on board/Food
- ((rebook|move|switch) {passenger} from {old_flight} to {new_flight}[ with a {meal} meal]|put {passenger} on {new_flight} instead of {old_flight})
! ({passenger} missed {old_flight} and takes {new_flight}|{old_flight} is cancelled, {passenger} should fly on {new_flight})
""", "theatre": """
book_play_tickets/reserve_seats/theatre_seats: Books seats for a play
play/show/performance play Which play/Play
seats/tickets/count #2-10 How many seats/Seats
row?/row_number?/in_row? #1-30 Which row/Row
date?/day?/evening? weekday Which evening/Day
- (book|reserve|get) {seats} (seats|tickets) for {play}[ in row {row}][ on {date}]
! ({seats} of us want to see {play}|we are going to {play} and need {seats} seats)[ on {date}]
? are there {seats} (seats|places) left for {play}[ in row {row}]

schedule_screening/show_film/plan_screening: Plans when a film is shown in which hall
film/movie/title film Which film/Film
hall/screen/screen_number #1-14 Number of the hall/Screen
start/time/at time Beginning/When
subtitles?/with_subtitles?/subtitled? ! Shown with subtitles/True for subtitles
- (show|run|play) {film} on screen {hall} at {start}[ {subtitles=with subtitles:true,without subtitles:false}]
! ({film} starts at {start} in hall {hall}|at {start}, hall {hall} shows {film})[, {subtitles=with subtitles:true,no subtitles:false}]

cast_actor/assign_role/give_part: Gives a part in a play to an actor
actor/who/performer person Who plays/Actor
role/part/character person Who is played/Part
play/show/in play Which play/Play
- (cast {actor} as {role} in {play}|give {actor} the part of {role} in {play}|let {actor} play {role} in {play})
! (in {play}, {role} is played by {actor}|the part of {role} in {play} goes to {actor})
""", "charity": """
make_donation/donate/give_money: Gives money to a club or charity
recipient/charity/to club Who gets it/Charity
amount/euros/sum ~5-500 How much in euros/Amount
monthly?/every_month?/recurring? ! Give it every month/True for a monthly gift
anonymous?/hide_name?/secret? ! The name is not told/True to hide the giver
- (donate|give) {amount} euros to the {recipient}[ {monthly=every month:true,each month:true,just once:false}][, {anonymous=anonymously:true,under my name:false}]
! (the {recipient} gets {amount} euros from me|I would like to help the {recipient} with {amount} euros)[, {monthly=month after month:true,only this time:false}]

join_club/add_member/enroll_member: Makes a person a member of a club
person/name/member person New member/Who joins
club/group/organization club Which club/Club
fee?/yearly_fee?/dues? #10-300 Fee a year in euros/Dues
- (sign {person} up for|make {person} a member of|add {person} to) the {club}[, {fee} euros a year]
! {person} (joins|has joined|wants to join) the {club}[ and pays {fee} euros a year]

assign_volunteer/plan_shift/volunteer_shift: Plans the shift of a volunteer
volunteer/helper/who person Who helps/Volunteer
start/from/begin time Beginning of the shift/From
end/to/until time End of the shift/Until
club?/where?/organization? club Where/Organization
- (put {volunteer} down from {start} to {end}|let {volunteer} help[ at the {club}] from {start} till {end})
! ({volunteer} can help between {start} and {end}|until {end} {volunteer} is on duty, from {start} on)[ at the {club}]
""", "news": """
read_news/get_headlines/top_stories: Reads the latest headlines of a field
section/rubric/field rubric Field of the news/Section
count?/stories?/limit? #2-15 How many headlines/Number
country?/place?/city? city Where it happened/Place
- (read|give|tell) me[ {count}] {section} headlines[ from {country}]
? (what is new in {section}|what happened in {section}|any news about {section})[ in {country}]
! I want to hear the {section} news[ from {country}]

play_radio/tune_in/listen_to: Plays a radio station
channel/station/name broadcaster Which station/Station
volume?/loudness?/level? #5-95 Volume in percent/How loud
minutes?/stop_after?/sleep? #10-120 Switch off after so many minutes/Sleep timer
- (play|turn on|tune in to) {channel}[ at {volume}%][ for {minutes} minutes]
! (I would like to listen to {channel}|it is time for {channel})[, volume {volume}]
? can you put {channel} on[ for {minutes} minutes]
"""}
