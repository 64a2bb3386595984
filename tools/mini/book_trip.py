"""Everyday tools of journeys, outings and sports, in the form that catalog.py reads: many
switches are told by an aside, and many values by a statement."""
from toolvalues import MAKERS, POOLS
from words import cap, strange, word

POOLS.update({k: v.split("|") for k, v in {
    "slope": "Black Eagle|Sunny Mile|Fox Run|North Face|Bunny Hill|Long Glide|Bear Gully|Silver Bowl|Devil's Drop|Pine Alley|Old Chute|Snow Garden",
    "trail": "Ridge Path|Heron Loop|Smugglers Way|Mill Walk|Three Lakes|Cliff Trail|Beech Circle|Monks Route|Salt Road|Raven Track|Valley Round|Gorge Walk",
    "stroke": "crawl|butterfly|backstroke|breaststroke",
    "harbour": "Port Ellen|Old Quay|Rostock|Ystad|Bari|Split|Calais|Larne|Patras|Esbjerg|Gozo|Nynashamn|Santander|Igoumenitsa|Trelleborg",
}.items()})
MAKERS.update({
    "docket": lambda r: f"{''.join(r.choice('ABCDEFGHKLMNPRSTVWXZ') for _ in range(r.choice([1, 2, 2, 3])))}{r.choice('- ').strip() or '-'}{r.randint(10, 99999)}",
    "isoday": lambda r: f"20{r.randint(24, 49)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}",
    "oclock": lambda r: f"{r.randint(0, 23):02d}:{r.choice(['00', '05', '10', '15', '20', '30', '40', '45', '55'])}",
    "spot": lambda r: cap(strange(r).lower()) if r.random() < 0.5 else r.choice(POOLS["harbour"]),
    "camp": lambda r: f"{cap(word(r, 0.8))} {r.choice(['Meadow', 'Camp', 'Grove', 'Bay', 'Creek', 'Field'])}",
})

TOOLS = {"crossings": """
look_up_crossing/boat_search/search_sailings: Looks up boats between two ports/Finds a crossing over water
from_port/departure/leaving_from spot Port where the boat leaves/From where
to_port/arrival/bound_for spot Port where the boat lands/Where to
car?/with_vehicle?/takes_car? ! A car comes too/Whether a vehicle is taken along
! (look up|search for|find) a boat from {from_port} to {to_port}. {car=I am taking the car:true,My van comes too:true,We drive on board:true,I go on foot:false,The car stays at home:false,No vehicle this time:false}
? (is there a|which) (boat|crossing|sailing) (goes |)from {from_port} to {to_port}[ {car=with my car:true,without a car:false,for foot passengers:false}]
! I (have|need) to cross to {to_port}, (starting in|setting out from) {from_port}

reserve_cabin/cabin_booking/book_berths: Reserves a cabin on a ship/Books berths for a crossing
sailing/ship_number/voyage docket Number of the sailing/Which voyage
guests/people/sleepers #1-6 How many people sleep there/Number of guests
window?/sea_view?/outside? ! The cabin has a window/Inside or outside
- (reserve|book) a cabin for {guests} on sailing {sailing}[, {window=with a window:true,with a view of the sea:true,an inside one:false,no window needed:false}]
! we are {guests} and want a cabin on {sailing}. {window=We like to see the water:true,A window please:true,Without a window is fine:false,An inside cabin will do:false}
! sailing {sailing}: cabin for {guests} people

board_pet/animal_on_board/register_pet: Registers an animal for a crossing
sailing/ship_number/voyage docket Which sailing/Number of the sailing
animal/pet/species animal What animal/Kind of animal
caged/in_cage/box ! Whether it is in a cage/True for a cage
! my {animal} travels on {sailing}. {caged=It sits in a cage:true,It is in a box:true,It walks on a lead:false,It has no cage:false}
- (register|sign up) a {animal} for sailing {sailing}, {caged=in a cage:true,caged:true,not in a cage:false,without a cage:false}

tide_height/level_of_sea/ask_tide: Says how high the water stands
harbour/port/at spot Which harbour/Port
hour/time/when oclock Time of day/When
? how high is the (water|tide) (in|at) {harbour} at {hour}
- (tell me|look up) the tide at {harbour} for {hour}
! {harbour}, {hour}: I need the water level
""", "nightrail": """
claim_sleeper/book_couchette/sleeper_place: Books a place to sleep on a train/Sleeper reservation
train/service/train_number docket Number of the train/Which train
level/couchette/height =top,centre,bottom Which couchette/Height of the bed
traveller/name/sleeper person Who travels/Name on the ticket
- (book|claim) the {level} couchette on {train} for {traveller}
! {traveller} (is going|travels) on {train}. {level=A bed at the top please:top,The centre one would be best:centre,Down at the bottom if you can:bottom}
! on train {train} {traveller} wants to sleep {level=up at the top:top,in the centre:centre,at the bottom:bottom}

quiet_coach/silence_car/seat_in_quiet: Asks for a seat where nobody talks
train/service/train_number docket Train/Which train
seats/places/number_of_seats #1-8 How many seats/Places
facing?/forward?/direction_of_travel? ! Seats face forward/True for forward
- (get|find) {seats} seats in the quiet coach of {train}[ {facing=facing forward:true,facing backward:false}]
! we want silence: {seats} (seats|places) on {train}. {facing=Facing forward please:true,Facing forward is a must:true,We sit backward:false}

missed_link/connection_lost/rebook_connection: Finds a new connection after a missed train
missed/lost_train/late_for docket Train that was missed/Missed train
goal/to/final_stop city Where the trip ends/Goal
- (rebook|find a new connection for) me: I missed {missed} to {goal}
! {missed} left without me and I have to (get|go) to {goal}
! I was late for {missed}. How do I reach {goal} now

claim_delay/delay_refund/late_money: Claims money back for a late train
train/service/train_number docket Late train/Train
minutes/delay/late_by #20-400 Minutes late/Delay
travel_day/day/on isoday Day of the trip/When
- claim a refund for {train} on {travel_day}: {minutes} minutes late
! {train} was {minutes} minutes late on {travel_day}. I want money back
! on {travel_day} I lost {minutes} minutes because of {train}

bring_bike/bike_space/cycle_place: Books a space for a bicycle on a train
train/service/train_number docket Train/Which train
bikes/cycles/count #1-5 How many bicycles/Bikes
tandem?/long_bike?/is_tandem? ! A bike for two/True for a tandem
- (book|reserve) (space|room) for {bikes} (bicycles|bikes) on {train}
! {bikes} bikes go on {train}. {tandem=One is a tandem:true,It is a bike for two:true,No tandem among them:false,Only common bikes:false}
""", "skiing": """
slope_state/piste_check/is_slope_open: Says how a slope is
slope/piste/run slope Which slope/Name of the slope
? (is|how is) {slope} (open|today|to ski)
- check the slope {slope}
! I am off to ski {slope}, so tell me its state

hire_skis/ski_rental/rent_gear: Rents skis or boards
gear/kind/what =skis,snowboard,sledge,snowshoes What is rented/Kind of gear
height_cm/body_height/tall #90-205 Height of the person in cm/Body height
days/for_days/how_long #1-14 Days/How long
beginner?/novice?/new_to_it? ! The person is new to it/True for beginners
- (rent|hire) {gear=skis:skis,a snowboard:snowboard,a sledge:sledge,snowshoes:snowshoes} for {days} days, body height {height_cm} cm
! I am {height_cm} cm tall and want {gear=skis:skis,a board:snowboard,a sledge:sledge,snowshoes:snowshoes} for {days} days. {beginner=It is my first time:true,I have never done it:true,I am new to it:true,I have years of practice:false,I am no beginner:false}

lift_pass/buy_pass/pass_for_lifts: Buys a pass for the lifts
start_day/from_day/first_day isoday First day/From when
days/valid/length #1-14 Days it is valid/How many days
child?/youth?/reduced? ! For a child/Reduced price
- (buy|get) a lift pass for {days} days from {start_day}[ {child=for a child:true,for an adult:false}]
! lift pass (wanted|needed), {days} days, beginning {start_day}. {child=It is for my son:true,It is for my little girl:true,It is for a grown-up:false,I am an adult:false}

avalanche_level/snow_danger/danger_report: Reports the danger of avalanches
region/area/mountains city Which region/Mountains
altitude/above/metres #800-3800 Height in metres/Altitude
? how (great|high) is the danger of avalanches (near|around|in) {region} above {altitude} (m|metres)
- (report|tell me) the avalanche danger for {region} at {altitude} metres

ski_lesson/book_lesson/instructor_hours: Books a lesson with an instructor
pupil/who/learner person Who learns/Pupil
hours/length/lesson_hours #1-6 Hours/How long
alone/private/single ! Alone or in a group/True for alone
- book {hours} hours of skiing lessons for {pupil}, {alone=alone:true,in private:true,in a group:false,with others:false}
! {pupil} wants to learn skiing for {hours} hours. {alone=No group please:true,Only the two of them:true,A group is fine:false,Together with others:false}
""", "hiking": """
log_hike/note_walk/add_hike: Notes a walk that was done
trail/path/route trail Which trail/Route
kilometres/distance/km ~2-45 How far in km/Distance
alone?/solo?/by_oneself? ! Without company/True if alone
! (I walked|we hiked|today it was) {trail}, {kilometres} km. {alone=I was alone:true,Nobody came along:true,I had company:false,A friend came along:false}
- (note|log|write down) {kilometres} km on {trail}[, {alone=alone:true,on my own:true,in company:false,with friends:false}]

trail_closed/close_path/block_trail: Marks a trail as closed
trail/path/route trail Which trail/Route
until/reopens/closed_to isoday Until when/Day of reopening
- (close|block) {trail} until {until}
! {trail} (is closed|stays shut|cannot be walked) until {until}

pack_list/rucksack_list/what_to_pack: Makes a list of what goes into the rucksack
nights/overnight/stays #0-12 How many nights/Nights
season/time_of_year/in =spring,summer,autumn,winter Season/Time of year
tent?/camping?/with_tent? ! Sleeping in a tent/True for a tent
- (make|write) a packing list for {nights} nights in {season}[ {tent=with a tent:true,in a tent:true,in huts:false,without a tent:false}]
! {nights} nights out, {season=it is spring:spring,in summer:summer,in autumn:autumn,in the depth of winter:winter}. {tent=We sleep in the tent:true,The tent comes along:true,We sleep in huts:false,No tent this time:false}

spring_water/find_spring/water_source: Finds drinking water on a trail
trail/path/route trail Which trail/Route
after_km/from_km/position ~1-30 Where one is, in km/Kilometre
? where is the next (spring|water) on {trail} after kilometre {after_km}
! I am at kilometre {after_km} of {trail} and thirsty

book_hut/hut_bed/reserve_bunkhouse: Reserves beds in a mountain hut
hut/house/lodge camp Which hut/Hut
night/date/on isoday Which night/Night
beds/people/places #1-12 How many beds/Beds
supper?/dinner?/with_meal? ! With a meal in the evening/Supper
- (reserve|book) {beds} beds in {hut} for {night}[, {supper=with supper:true,supper included:true,without supper:false,no supper:false}]
! {beds} of us (come|arrive) at {hut} on {night}. {supper=We want to eat there:true,Please cook for us:true,We bring our own food:false,No meal is needed:false}

elevation_between/climb_metres/height_difference: Gives the climb between two heights
low_point/start_height/valley #100-1400 Lower height in m/Start
high_point/end_height/summit #1500-4800 Upper height in m/Summit
? how (many metres|far) up is it from {low_point} to {high_point}
! the valley is at {low_point} m, the summit at {high_point} m. What is the climb
- work out the climb: start {low_point} m, top {high_point} m
""", "camping": """
pitch_booking/reserve_pitch/site_place: Reserves a place on a camp site
site/camp/ground camp Camp site/Where
nights/stay/length #1-21 How many nights/Stay
power/electricity/plug ! With electricity/True for power
- (reserve|book) a pitch at {site} for {nights} nights, {power=with power:true,with electricity:true,without power:false,no electricity:false}
! we stay at {site} for {nights} nights. {power=We need a plug:true,Our fridge needs power:true,We can do without power:false,No plug needed:false}

fire_allowed/campfire_rule/may_burn: Says whether a fire may be lit
site/camp/ground camp Camp site/Where
day/date/on isoday Day/When
? (may|can) we (light|make) a fire at {site} on {day}
! a campfire at {site} on {day}: is it allowed

rent_canoe/canoe_hire/boat_by_hour: Rents canoes
lake/water/on camp Lake or river/Where
boats/canoes/number #1-8 How many/Boats
hours/time/length #1-9 How many hours/Hours
vests?/life_jackets?/jackets? ! With life jackets/Jackets too
- (rent|hire) {boats} canoes on {lake} for {hours} hours[ {vests=with life jackets:true,and jackets too:true,without life jackets:false}]
! {boats} canoes, {hours} hours, {lake}. {vests=Life jackets as well:true,We need the jackets:true,We have jackets of our own:false,No jackets:false}

gas_refill/swap_gas/fill_bottle: Fills a bottle of camping gas
kilos/size/bottle_kg ~0.5-12 Size of the bottle in kg/Kilos
exchange?/swap?/trade_in? ! An old bottle is given back/Exchange
! my gas bottle of {kilos} kilos is empty. {exchange=Here is the old one:true,I give the empty one back:true,I keep the old one:false,I have none to give back:false}
- fill a gas bottle of {kilos} kilos[, {exchange=in exchange for an old one:true,without exchange:false}]

quiet_hours/set_silence/night_rest: Sets the hours of silence on a camp site
begins/start/from_hour oclock Beginning/From
ends/end/to_hour oclock End/Until
- (let|make) the night rest (last|go) from {begins} to {ends}
! silence (starts|begins) at {begins} and ends at {ends}
""", "swimming": """
lane_booking/reserve_lane/swim_lane: Reserves a lane in a pool
lane/number/track #1-10 Which lane/Lane
starts/from/at oclock When/Start
stroke?/style?/swim? stroke Style/How one swims
- (reserve|book) lane {lane} (at|from) {starts}[ for {stroke}]
! lane {lane} at {starts} (is mine|for me)[, I swim {stroke}]

log_lengths/note_laps/swim_log: Notes how much was swum
laps/lengths/count #4-120 How many lengths/Laps
pool_metres/length_of_pool/metres =25,33,50 Length of the pool/Metres
open_air?/outdoor?/outside? ! Outdoors/True if outside
! I swam {laps} lengths in a pool of {pool_metres} m. {open_air=It was outdoors:true,Under the open sky:true,It was an indoor pool:false,Inside of course:false}
- (note|log) {laps} lengths of {pool_metres} metres

pool_heat/warm_pool/set_pool: Sets how warm the water of a pool is
degrees/temperature/celsius ~18-34 Temperature/Degrees
cover?/lid?/covered? ! Put the cover on/Cover
- (warm|heat) the pool to {degrees} degrees[ {cover=with the cover on:true,and cover it:true,and leave it uncovered:false}]
! the pool (should|must) have {degrees} degrees. {cover=Pull the cover over it:true,Cover it too:true,Leave it open:false,No cover:false}

swim_class/sign_up_swimmer/learn_swimming: Signs a child up for a swimming class
child/swimmer/pupil person Which child/Name
age/years/old #3-15 Age/Years
swims_already?/can_swim?/advanced? ! The child can swim/True if it swims
! {child} is {age} and wants to join the swimming class. {swims_already=She swims well:true,He can swim a bit:true,She cannot swim yet:false,He is afraid of water:false}
- sign up {child}, aged {age}, for the swimming class
""", "riding": """
saddle_horse/ready_pony/prepare_horse: Makes a horse ready
horse/pony/which title Name of the horse/Which horse
rider/for/who person Who rides/Rider
western?/big_saddle?/cowboy_saddle? ! With a western saddle/Western
- saddle {horse} for {rider}[, {western=western style:true,with a western saddle:true,in the English way:false}]
! {rider} rides {horse} today. {western=Take the western saddle:true,Western style please:true,The plain saddle will do:false,No western saddle:false}

ride_out/log_ride/add_ride: Notes a ride
horses/ponies/who *word Which horses/Horses
minutes/length/how_long #10-300 Minutes/How long
hall?/indoors?/inside? ! In the hall/Hall
! (we took|I had) (horses|ponies) (called|named) {horses} out for {minutes} minutes
! {horses} were ridden for {minutes} minutes. {hall=It was in the hall:true,Inside because of the rain:true,Out in the woods:false,Not in the hall:false}

order_hay/buy_hay/bales_please: Orders hay
bales/amount/how_many #2-400 How many bales/Bales
day/by/needed_on isoday When it is needed/Day
organic?/bio?/untreated? ! Untreated hay/Organic
- order {bales} bales of hay for {day}
! the hay is used up: {bales} bales by {day}. {organic=Untreated please:true,It has to be organic:true,Any hay will do:false,It need not be organic:false}

shoe_visit/call_smith/farrier_date: Calls the smith for hooves
horse/pony/which title Which horse/Horse
hooves/feet/how_many #1-4 How many hooves/Hooves
lame?/limps?/is_lame? ! The horse limps/Lame
! {horse} needs the smith for {hooves} hooves. {lame=It limps:true,It can hardly walk:true,It walks well:false,It does not limp:false}
- call the smith for {horse}, {hooves} hooves

box_swap/change_stable/move_horse: Gives a horse another box
horse/pony/which title Which horse/Horse
old_box/from_box/was #1-20 Box now/Old box
new_box/to_box/becomes #21-60 Box then/New box
- move {horse} from box {old_box} to box {new_box}
! {horse} stands in box {old_box} and should be in {new_box}
! box {new_box} is free, so {horse} leaves box {old_box}
""", "gliding": """
launch_slot/book_start/reserve_launch: Reserves a start of a glider
glider/plane/sign docket Sign of the glider/Glider
at_time/when/start oclock When/Start
winch?/by_winch?/no_tow? ! By winch or behind a plane/Winch
- reserve a start for {glider} at {at_time}, {winch=by winch:true,on the winch:true,behind a plane:false,not by winch:false}
! {glider} goes up at {at_time}. {winch=By winch please:true,The winch will do:true,Behind a plane please:false,No winch:false}

wind_at/air_at_height/upper_wind: Tells the wind at a height
place/over/field city Where/Place
metres/height/altitude #100-6000 How high in m/Height
? (how strong is|what is) the wind {metres} metres above {place}
! I fly over {place} at {metres} metres. How is the wind

log_flight_time/note_flight/flight_entry: Notes a flight in the book
pilot/who/name person Who flew/Pilot
minutes/airtime/length #3-600 Minutes in the air/Minutes
passenger?/guest?/with_guest? ! Somebody came along/Passenger
solo_first?/first_solo?/first_alone? ! The first flight alone/First solo
! {pilot} flew for {minutes} minutes. {passenger=A guest came along:true,With a passenger:true,Nobody came along:false,Without a guest:false}
! {minutes} minutes in the air for {pilot}. {solo_first=The first time alone:true,It was the first solo:true,Not the first time alone:false,It was no first solo:false}
- note {minutes} minutes for {pilot}

pack_chute/check_parachute/chute_service: Has a parachute packed anew
chute/number/which docket Number of the parachute/Chute
due/until/by isoday By when/Due
wet?/got_wet?/damp? ! It got wet/Wet
! {chute} must be packed by {due}. {wet=It got wet:true,It lay in the rain:true,It is dry:false,It never got wet:false}
- pack {chute} anew by {due}

compare_glide/two_gliders/better_glide: Compares how far two gliders come
first_ratio/one/a_ratio #20-40 Metres per metre of the first/First
second_ratio/other/b_ratio #41-70 Metres per metre of the second/Second
! one glider makes {first_ratio} metres out of one, the other {second_ratio}. Which is better, and by how much
- compare a glide of {first_ratio} with one of {second_ratio}

close_field/shut_airfield/no_flying: Closes the field to flying
from_hour/begin/start oclock From when/Begin
to_hour/end/until oclock Until when/End
emergencies?/except_emergency?/help_flights? ! Flights in need may land/Emergencies
- close the field from {from_hour} to {to_hour}[ {emergencies=except for emergencies:true,even in emergencies:false}]
! no flying between {from_hour} and {to_hour}. {emergencies=Emergencies may land:true,Flights in need are let in:true,Nobody may land at all:false,Not even in an emergency:false}
""", "orchestra": """
seat_player/place_in_row/give_chair: Gives a player a chair
player/who/musician person Who/Player
chair/number/seat #1-90 Number of the chair/Chair
soloist?/solo?/plays_solo? ! The one who plays alone/Soloist
! {player} (gets|sits on|has) chair {chair}. {soloist=She plays the solo:true,He's the soloist:true,There's no solo for him:false,She isn't the soloist:false}
- put {player} on chair {chair}

call_players/summon_section/invite_section: Calls players to a rehearsal
players/who/names *person Who/Players
day/date/on isoday Which day/Day
bring_stand?/own_stand?/stand? ! They bring stands/Stands
- call {players} to the rehearsal on {day}
! on {day} I need {players}. {bring_stand=They bring their own stands:true,Everybody brings a stand:true,We have stands:false,No stands needed:false}

cut_bars/skip_bars/leave_out_bars: Leaves bars of a piece out
from_bar/first_bar/begin #1-200 First bar/From
to_bar/last_bar/end #201-600 Last bar/To
repeat?/keep_repeat?/play_twice? ! The rest is played twice/Repeat
- leave out bars {from_bar} to {to_bar}[ {repeat=and repeat the rest:true,without repeating the rest:false}]
! from bar {from_bar} to bar {to_bar} we don't play. {repeat=The rest comes twice:true,Repeat what is left:true,No repeat:false,Nothing is repeated:false}

rent_hall/concert_hall/take_hall: Rents a hall for a concert
hall/where/house title Which hall/Hall
evening/date/on isoday Which evening/Evening
organ?/with_organ?/need_organ? ! With the organ/Organ
- rent {hall} for {evening}[ {organ=with the organ:true,without the organ:false}]
! we play in {hall} on {evening}. {organ=We need the organ:true,Somebody plays the organ:true,The organ stays shut:false,Without the organ:false}

tune_organ/organ_pitch/set_organ: Tunes the organ
hz/pitch/frequency ~410-450 Pitch in hertz/Hertz
celsius/warmth/degrees #8-30 How warm the hall is/Celsius
pedals?/with_pedals?/bass_too? ! The pedals too/Pedals
- tune the organ to {hz} hertz at {celsius} degrees[ {pedals=with the pedals:true,pedals too:true,without the pedals:false}]
! the hall has {celsius} degrees and the organ should have {hz} hertz. {pedals=The pedals as well:true,Don't forget the pedals:true,Leave the pedals alone:false,Not the pedals:false}

applause_meter/measure_clapping/loudness_of_hall: Measures how loud people clap
seconds/for_seconds/length #2-120 How many seconds/Seconds
balcony?/upstairs?/with_balcony? ! The balcony too/Balcony
- measure the clapping for {seconds} seconds[ {balcony=with the balcony:true,without the balcony:false}]
! how loud do they clap? {seconds} seconds, please. {balcony=Count the balcony too:true,Upstairs as well:true,Only downstairs:false,Leave out the balcony:false}

encore_list/plan_extra/after_the_end: Plans what is played after the end
pieces/titles/works *title What is played/Pieces
sitting?/seated?/without_rising? ! The players stay seated/Seated
! after the end we play {pieces}. {sitting=All stay seated:true,Nobody gets up:true,All stand:false,Everybody gets up:false}
- plan {pieces} for after the end

lend_sheet/copy_parts/hand_out_parts: Gives players their parts
work/piece/title_of title Which work/Work
parts/copies/how_many #2-90 How many/Parts
marked?/with_marks?/bowings? ! With marks for the bows/Marked
- hand out {parts} parts of {work}[, {marked=with marks:true,marked:true,without marks:false,clean:false}]
! {parts} players need {work}. {marked=Marked for the bows:true,With all marks:true,Clean copies:false,Without any marks:false}
"""}
