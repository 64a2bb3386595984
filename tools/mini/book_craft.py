"""Everyday tools of music, school, garden, bees, sewing, stage and cinema, in the form that
catalog.py reads."""
from toolvalues import LOOSE, MAKERS, POOLS
from words import cap, strange, word

POOLS.update({k: v.split("|") for k, v in {
    "strings": "mandolin|lute|double bass|ukulele bass|zither|sitar|fiddle|lyre|dulcimer|balalaika|bouzouki|harp guitar",
    "hive": "north hive|hive two|old oak hive|hive by the wall|blue hive|hive seven|log hive|orchard hive|white hive",
    "crop2": "leeks|chard|radishes|kale|parsnips|turnips|fennel|beetroot|celery|sunflowers|marigolds|peas|asparagus|okra|dill|cress",
    "cut": "skirt|waistcoat|dress|trousers|cloak|shirt|apron|costume|jacket|gown",
}.items()})
MAKERS.update({
    "piece": lambda r: f"{cap(word(r, 0.9))} {r.choice(['Waltz', 'March', 'Rag', 'Song', 'Prelude', 'Blues', 'Polka', 'Hymn'])}",
    "bandname": lambda r: r.choice([f"The {cap(word(r, 0.9))}s", f"{cap(word(r, 0.9))} {cap(word(r, 0.9))}", f"{cap(strange(r).lower())} Four"]),
    "score": lambda r: f"{r.choice(['scores', 'sheets', 'notes', 'band', 'choir/alto'])}/{word(r, 0.9).lower()}.{r.choice(['xml', 'mid', 'ly', 'pdf'])}",
    "saying": lambda r: f"{r.choice(['the', 'my', 'a', 'our', 'this'])} {word(r, 0.9).lower()} {r.choice(['is', 'was', 'has', 'needs', 'likes'])} {r.choice(['a', 'the', 'no', 'one'])} {word(r, 0.9).lower()}",
})
LOOSE.update(["piece", "saying"])

TOOLS = {"tuning": """
pitch_string/tune_to/set_pitch: Tunes a string to a pitch
instrument/what/of strings Which instrument/Instrument
hz/pitch/frequency ~60-900 Pitch in hertz/Hertz
slack?/loosen_first?/slowly? ! Loosen the string first/Slack
- tune a string of the {instrument} to {hz} hertz
! my {instrument} needs a string at {hz} hertz. {slack=Loosen it first:true,Make it slack before:true,It is loose already:false,Do not loosen it:false}
! {hz} hertz is what the {instrument} string should have

tick_tempo/beat_machine/keep_time: Lets a machine tick in time
tempo/bpm/ticks #30-240 Ticks a minute/Tempo
strong_every?/bar_length?/stress? #2-9 A strong tick after so many/Stress
light?/blink?/flash? ! Blink as well/Light
- tick {tempo} times a minute[ with a strong tick every {strong_every}]
! I play at {tempo}. {light=Blink too:true,Let it flash as well:true,No light:false,Sound only:false}
! tempo {tempo}[, stress every {strong_every}], please

new_key/shift_score/play_in_key: Writes a piece in another key
sheet/score/notes score File of the piece/Score
key/target/into =A-flat,B-minor,C-sharp,D-major,F-minor New key/Key
- (write|put) {sheet} (in|into) {key}
! our alto cannot sing that high; {sheet} in {key}, please
! {key} is better for {sheet}

line_up_pieces/play_after/add_to_queue: Lines up what is played next
pieces/titles/what *piece What is played/Pieces
mixed?/any_order?/random? ! In any order/Mixed
- (line up|play) {pieces}[ {mixed=in any order:true,mixed up:true,in this order:false,not mixed:false}]
! after this I want to hear {pieces}. {mixed=Mix them up:true,The order does not matter:true,Keep the order:false,Do not mix them:false}

hall_for_band/practice_room/room_for_music: Reserves a room to play in
band/group/for bandname Which band/Band
from_time/start/at oclock When/Start
drums?/with_drums?/loud? ! With drums/Drums
- reserve the room for {band} at {from_time}
! {band} plays at {from_time} and needs a room. {drums=They bring drums:true,With drums:true,They have no drums:false,Without drums:false}
""", "classroom": """
away_from_school/excuse_child/absent_note: Excuses children for a day
children/pupils/who *person Who is away/Pupils
day/date/on isoday Which day/Day
sick?/ill?/is_illness? ! Because of an illness/Sick
! {children} (are not|will not be|cannot be) in school on {day}. {sick=They are ill:true,They have a cold:true,It is a family feast:false,They are not ill:false}
- excuse {children} on {day}[ {sick=because of illness:true,for a family reason:false}]

write_quiz/questions_on/make_test: Makes a quiz
about/subject/topic topicline Subject/What about
number/questions/how_many #3-50 How many questions/Number
clock?/on_time?/against_time? ! Against the clock/Time
- make {number} questions (on|about) {about}[ {clock=against the clock:true,with a time limit:true,without a time limit:false,not timed:false}]
! my class wrote about {about}. {number} questions, please. {clock=They have little time:true,Let the clock run:true,They may take their time:false,No clock:false}

say_in_language/render_phrase/foreign_words: Says a sentence in another language
sentence/phrase/what saying The sentence/What
tongue/language/into =Icelandic,Latvian,Maltese,Swahili,Tagalog,Urdu The language/Tongue
polite?/formal?/to_strangers? ! Polite form/Polite
? how (do they|would one) say {sentence} in {tongue}
- (say|put) {sentence} in {tongue}[, {polite=politely:true,in the polite form:true,as among friends:false}]
! in {tongue}, please: {sentence}

grade_essay/grade_paper/give_mark: Gives a mark for a piece of work
pupil/by/author person Who wrote it/Pupil
points/score/mark ~0-15 Points/Mark
late?/too_late?/handed_in_late? ! It came too late/Late
! {pupil} (gets|has earned) {points} points. {late=It came too late:true,It was handed in late:true,It was in time:false,It was punctual:false}
- give {pupil} {points} points[ {late=though it was late:true,it was not late:false}]

lend_laptop/borrow_device/hand_out_laptop: Lends a school computer
pupil/to/borrower person Who gets it/Pupil
device_no/laptop/number docket Number of the device/Laptop
weeks/for_weeks/how_long #1-30 Weeks/How long
charger?/with_charger?/cable? ! With the charger/Charger
- lend {device_no} to {pupil} for {weeks} weeks[ {charger=with the charger:true,without the charger:false}]
! {pupil} takes {device_no} home for {weeks} weeks. {charger=The charger goes along:true,With its cable:true,The charger stays here:false,No charger:false}

swap_lesson/exchange_periods/change_timetable: Exchanges two lessons
first_period/one/from_period #1-5 The one lesson/First
second_period/other/to_period #6-11 The other lesson/Second
day/date/on weekday Which day/Day
- exchange (lesson|period) {first_period} and {second_period} on {day}
! on {day} period {first_period} and period {second_period} change places
""", "beds": """
wet_bed/give_water/pour_on_bed: Waters a bed
bed/plot/where crop2 Which bed/Bed
litres/amount/water ~1-90 Litres/Water
leaves?/from_above?/on_leaves? ! Wet the leaves too/Leaves
- (give|pour) {litres} litres (to|on) the {bed}
! the {bed} look thirsty: {litres} litres. {leaves=Wet the leaves too:true,From above please:true,Keep the leaves dry:false,Only the roots:false}
! {litres} litres for the bed of {bed}

when_to_sow/sow_plan/put_in_plan: Plans what is sown when
seeds/plants/what *crop2 What is sown/Seeds
month/in/when =February,April,June,September Which month/Month
indoors?/under_glass?/inside? ! Under glass first/Indoors
- plan (to sow|) {seeds} (in|for) {month}[, {indoors=under glass:true,indoors first:true,out of doors:false,not under glass:false}]
! {month} is the time for {seeds}. {indoors=I start them under glass:true,First they stay inside:true,They go straight outside:false,No glass needed:false}

noise_at_tree/frighten_birds/bird_alarm: Drives birds off a tree
tree/where/at =pear,quince,mulberry,hazel,almond Which tree/Tree
seconds/length/how_long #2-90 Seconds/How long
flash?/light_too?/with_light? ! With light as well/Flash
! birds sit in the {tree} tree (again|). {seconds} seconds of noise. {flash=And light:true,Flash as well:true,No light:false,Only noise:false}
- (frighten|drive) the birds off the {tree} tree for {seconds} seconds

probe_ground/soil_reading/test_earth: Measures the earth at a depth
what/quantity/value =salt,lime,warmth,wetness What is measured/Quantity
deep_cm/depth/cm #2-90 How deep in cm/Depth
- measure the {what=salt:salt,lime:lime,warmth:warmth,wetness:wetness} of the earth {deep_cm} cm down
? how (much|high) is the {what} {deep_cm} cm deep
! earth test: {what}, {deep_cm} cm, please

fork_over/turn_heap/stir_compost: Has the heap turned
day/date/on isoday Which day/Day
worms?/add_worms?/with_worms? ! Put worms in/Worms
- turn the heap on {day}[ {worms=and add worms:true,with worms:true,without worms:false}]
! the heap wants turning, {day} would suit me. {worms=Put worms in:true,Worms as well:true,No worms:false,It has worms enough:false}
""", "bees": """
open_hive/inspect_hive/look_at_bees: Notes a look into a hive
hive/which/stock hive Which hive/Hive
queen_seen/queen/saw_queen ! The queen was there/Queen
frames?/combs?/full_frames? #0-12 Full frames/Combs
! I opened the {hive}. {queen_seen=The queen was there:true,I saw the queen:true,No queen to be seen:false,I could not find the queen:false}
- note for the {hive}: {queen_seen=queen seen:true,the queen is well:true,no queen:false,queen not seen:false}[, {frames} full frames]

feed_bees/sugar_for/give_syrup: Feeds bees
hive/which/stock hive Which hive/Hive
litres/syrup/amount ~0.5-8 Litres of syrup/Syrup
thin?/spring_mix?/light_syrup? ! Thin or thick/Thin
- give {litres} litres of syrup to the {hive}[, {thin=thin:true,thin syrup:true,thick:false,the thick kind:false}]
! the {hive} is hungry: {litres} litres. {thin=Make it thin:true,Thin it out:true,Leave it thick:false,Not thin:false}

honey_yield/log_honey/harvest_entry: Notes how much honey there was
hive/which/stock hive Which hive/Hive
kilos/honey/kg ~1-60 Kilos/Honey
sort/kind/blossom =lime,heather,acacia,forest,clover Kind of honey/Sort
! the {hive} gave {kilos} kilos of {sort} honey
- (log|note) {kilos} kilos of {sort} honey from the {hive}

compare_hives/heavier_hive/weigh_two: Compares the weights of two hives
left_kg/first_weight/one ~15-40 Weight of the first/First
right_kg/second_weight/two ~41-80 Weight of the second/Second
! the first hive weighs {left_kg} kilos, the second {right_kg}. Compare them
- compare two hives of {left_kg} and {right_kg} kilos
""", "sewing": """
shorten_garment/take_up/make_shorter: Makes a garment shorter
garment/piece/what cut What/Garment
cm/by/shorter_by ~1-30 How much in cm/Centimetres
keep_hem?/old_hem?/original_edge? ! Keep the old edge/Hem
- (shorten|take up) the {garment} by {cm} cm[, {keep_hem=keeping the hem:true,with the old hem:true,with a new hem:false}]
! the {garment} is {cm} cm too long. {keep_hem=Keep the old hem:true,The hem must stay:true,A new hem is fine:false,The hem may go:false}

order_cloth/buy_fabric/cloth_by_metre: Orders cloth
cloth/fabric/what material What cloth/Cloth
metres/length/amount ~0.5-40 Metres/Length
colour/color/shade color Which colour/Colour
washed?/preshrunk?/washed_before? ! Washed before/Washed
- order {metres} metres of {colour} {cloth}
! I sew with {cloth}: {metres} metres in {colour}. {washed=It should be washed before:true,Washed please:true,It need not be washed:false,Unwashed:false}

fit_date/try_on/fitting_appointment: Arranges a fitting
customer/who/for person Who/Customer
garment/piece/what cut What is tried on/Garment
day/date/on isoday Which day/Day
last?/final?/last_fitting? ! The last one/Final
- let {customer} try on the {garment} on {day}
! {customer} comes on {day} for the {garment}. {last=It is the last fitting:true,For the last time:true,Another one will follow:false,It is not the last time:false}

sew_on/replace_buttons/button_work: Sews buttons on
garment/piece/on cut On what/Garment
buttons/how_many/count #1-30 How many/Buttons
spare?/extra_one?/with_spare? ! One more inside/Spare
- sew {buttons} buttons on the {garment}[ {spare=with a spare one:true,without a spare one:false}]
! the {garment} lost {buttons} buttons. {spare=Put a spare one inside:true,And a spare button:true,No spare one:false,Without a spare:false}
""", "screens": """
reserve_row/book_cinema/film_seats: Reserves places in a cinema
picture/film/what film Which film/Film
row/in_row/line #1-30 Which row/Row
places/seats/how_many #1-12 How many/Places
together?/side_by_side?/adjacent? ! Side by side/Together
- reserve {places} places in row {row} for {picture}[ {together=side by side:true,all together:true,apart is fine:false}]
! we are {places} and want to see {picture} from row {row}. {together=We sit together:true,Side by side please:true,We need not sit together:false,Apart is fine:false}

rate_picture/stars_for/film_opinion: Gives a film some stars
picture/film/what film Which film/Film
stars/points/how_good #1-10 How many stars/Stars
spoils?/tells_end?/spoiler? ! It tells the end/Spoiler
! {picture} (gets|deserves) {stars} stars from me. {spoils=I tell the end:true,It gives the end away:true,It tells nothing of the end:false,No spoilers:false}
- give {picture} {stars} stars

subtitles_on/set_captions/text_below: Shows words below a film
tongue/language/in lang Which language/Language
size?/letters?/height? =small,medium,large How large/Size
sounds?/for_deaf?/describe_sounds? ! Describe noises too/Sounds
- show the words below in {tongue}[, {size=in small letters:small,in medium letters:medium,in large letters:large}]
! I do not hear well: words below in {tongue}. {sounds=Describe noises too:true,Noises as well:true,Only what is said:false,No noises:false}

skip_between/cut_scene/jump_over: Jumps over a part of a film
from_minute/begin/start #1-60 First minute/From
to_minute/end/stop #61-180 Last minute/To
- (skip|jump over) minutes {from_minute} to {to_minute}
! from minute {from_minute} to minute {to_minute} it is not for children; skip it
""", "stagecraft": """
light_scene/set_spot/stage_light: Lights a scene
scene/number/which #1-40 Which scene/Scene
percent/strength/bright #5-100 How bright in percent/Strength
tint/colour/gel color Which colour/Colour
fade?/slowly?/soft? ! Slowly/Fade
- light scene {scene} in {tint} at {percent} percent[ {fade=with a slow fade:true,slowly:true,at once:false,without a fade:false}]
! scene {scene} is {tint}, {percent} percent. {fade=Let it come slowly:true,Fade it in:true,All at once:false,No fade:false}

prompt_line/whisper_text/give_line: Gives an actor the next words
actor/who/to person Which actor/Actor
words/line/text saying The words/Line
loud?/aloud?/audible? ! So that all can hear/Loud
- (whisper|give) {actor} the words {words}
! {actor} has forgotten the text: {words}

cast_role/give_part/assign_part: Gives a part to somebody
part/role/character title Which part/Role
actor/who/player person Who plays it/Actor
understudy?/second_cast?/stand_in? ! Only if another is ill/Understudy
! {actor} (plays|is to play) {part}. {understudy=Only if somebody falls ill:true,As the second cast:true,In the first cast:false,Not as a stand-in:false}
- give the part of {part} to {actor}
"""}
