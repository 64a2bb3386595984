"""Tools of the exam set, second half; the form is that of exambook.py."""

MUSIC = [
    ("tune_string", "Tune a string of an instrument to a pitch.", [("instrument", "one banjo|cello|harp|viola", "the instrument"), ("hertz", "dec 80 600", "pitch in hertz")],
     ["Tune the string of my {instrument} to {hertz} hertz.", "{hertz} hertz is the pitch I need on the {instrument} string.", "Please tune a {instrument} string. Pitch: {hertz} hertz."]),
    ("queue_songs", "Put songs into the play queue.", [("songs", "phrases", "titles of the songs"), ("shuffle", "yes", "whether to shuffle the queue")],
     [("Queue the songs {songs} and shuffle them.", {"shuffle": True}), "Next I want to hear the songs {songs}.", ("Put {songs} in the queue, but don't shuffle the songs.", {"shuffle": False})]),
    ("set_metronome", "Set the metronome to a tempo.", [("beats", "int 40 200", "beats a minute"), ("accent", "int 2 7", "accent every so many beats")],
     ["Set the metronome to {beats} beats a minute.", "Metronome at {beats} beats with an accent every {accent} beats.", "I'm practising. {beats} beats a minute on the metronome, please, accent every {accent}."]),
    ("transpose_score", "Transpose a score into another key.", [("score", "path", "file of the score"), ("key", "one D-flat|E-flat|F-sharp|G-minor", "the new key")],
     ["Transpose the score {score} into {key}.", "The singer wants {key}. Please transpose {score}.", "I need {score} in the key {key}."]),
    ("book_rehearsal", "Book the rehearsal room for a band.", [("band", "phrase", "name of the band"), ("start_time", "time", "start of the rehearsal")],
     ["Book the rehearsal room for the band \"{band}\" at {start_time}.", "The band \"{band}\" would like to rehearse at {start_time}. Book the room.", "Rehearsal room, {start_time}, band name \"{band}\", please."]),
]
HEALTH = [
    ("log_pulse", "Write a pulse reading into the health diary.", [("pulse", "int 48 160", "pulse in beats a minute"), ("resting", "yes", "whether the person was resting")],
     [("Write a pulse of {pulse} into my diary. I was resting.", {"resting": True}), "My pulse reading is {pulse}. Put it in the health diary.", ("Diary entry: pulse {pulse}, not resting.", {"resting": False})]),
    ("refill_prescription", "Refill a prescription at the pharmacy.", [("prescription", "code", "number of the prescription"), ("patient", "person", "name of the patient")],
     ["Refill prescription {prescription} for the patient {patient}.", "{patient} has run out of pills. The prescription is {prescription}, please have it refilled.", "Pharmacy, please: a refill of {prescription}, patient {patient}."]),
    ("set_pill_alarm", "Set an alarm for taking pills.", [("times", "times", "times of day for the alarm"), ("pill", "noun", "name of the pill")],
     ["Set pill alarms at {times} for my {pill} pill.", "I take the {pill} pill at {times}. An alarm for that, please.", "Alarm for pills: {pill}, at {times}."]),
    ("find_dentist", "Find a dentist in a town who treats children or adults.", [("town", "town", "town of the dentist"), ("patients", "one children|adults", "who is treated")],
     ["Find a dentist in {town} for {patients}.", "Who is a good dentist for {patients} in {town}?", "We've just moved to {town} and need a dentist who treats {patients}."]),
    ("record_weight", "Record the body weight of a person.", [("person", "person", "whose weight it is"), ("kilograms", "dec 20 110", "weight in kilograms")],
     ["Record a weight of {kilograms} kilograms for {person}.", "{person} weighs {kilograms} kilograms today. Please record it.", "Weight record: {person}, {kilograms} kilograms."]),
]
SHIPPING = [
    ("weigh_parcel", "Work out postage for a parcel by its weight.", [("kilos", "dec 1 30", "weight of the parcel in kilos"), ("express", "yes", "whether it goes by express")],
     [("What's the postage for a parcel of {kilos} kilos by express?", {"express": True}), "A parcel of {kilos} kilos: what postage do I pay?", ("Postage for a {kilos} kilos parcel, please. No express.", {"express": False})]),
    ("next_pickup", "Say when the next parcel pickup is.", [],
     ["When is the next pickup of parcels?", "Do you know when they come for the next parcel pickup?", "Tell me the time of the next parcel pickup."]),
    ("track_crate", "Track where a crate is.", [("crate", "code", "number of the crate")],
     ["Track crate {crate} for me.", "Where has crate {crate} got to?", "I'm waiting for the crate {crate}. Where is it now?"]),
    ("hire_courier", "Hire a courier to carry something between two addresses.", [("pickup", "address", "address where it is picked up"), ("dropoff", "address", "address where it is dropped off")],
     ["Hire a courier. Pick up at {pickup}, drop off at {dropoff}.", "I need a courier from {pickup} to {dropoff}.", "Something must be carried to {dropoff} by courier; it is to be picked up at {pickup}."]),
    ("make_address_label", "Print a shipping label for a receiver.", [("receiver", "person", "who receives it"), ("copies", "int 1 12", "number of copies")],
     ["Print {copies} copies of the shipping label for {receiver}.", "The receiver is {receiver}. I need {copies} copies of the label in print.", "Shipping label to {receiver}, {copies} copies, please print."]),
    ("delay_delivery", "Delay a delivery by some days.", [("delivery", "code", "number of the delivery"), ("days", "int 1 14", "days of delay"), ("reason", "phrase", "reason for the delay")],
     ["Delay delivery {delivery} by {days} days. The reason: \"{reason}\".", "Delivery {delivery} must come {days} days later.", "I'm away, so please delay the delivery {delivery} by {days} days, giving the reason \"{reason}\"."]),
]
SERVERS = [
    ("restart_node", "Restart a node of the cluster.", [("node", "code", "name of the node"), ("force", "yes", "restart by force")],
     [("Restart node {node} by force.", {"force": True}), "The node {node} hangs. Please restart it.", ("Please restart the cluster node {node}, but not by force.", {"force": False})]),
    ("grow_disk", "Grow a disk by some gigabytes.", [("disk", "mount", "path where the disk is mounted"), ("gigabytes", "int 10 900", "gigabytes to add")],
     ["Grow the disk at {disk} by {gigabytes} gigabytes.", "{disk} is nearly full. Add {gigabytes} gigabytes to that disk.", "Please add {gigabytes} gigabytes to the disk mounted at {disk}."]),
    ("block_addresses", "Block network addresses in the firewall.", [("addresses", "ips", "network addresses to block"), ("minutes", "int 5 600", "minutes until they are let in again")],
     ["Block the addresses {addresses} in the firewall for {minutes} minutes.", "Firewall: block {addresses}, please.", "For {minutes} minutes, nothing from {addresses} may pass the firewall. Block these addresses."]),
    ("alert_when", "Set an alert on a metric.", [("metric_rule", "expr", "rule on the metric"), ("channel", "noun", "channel that gets the alert")],
     ["Set an alert for the rule `{metric_rule}` and send it to the channel {channel}.", "Alert the channel {channel} when `{metric_rule}` is true.", "New alert, please. Rule: `{metric_rule}`. Channel: {channel}."]),
    ("rotate_logs", "Rotate the log files of a service.", [("service", "noun", "service whose logs are rotated"), ("keep", "int 2 30", "how many old log files to keep"), ("compress", "yes", "compress the old log files")],
     [("Rotate the logs of the {service} service, keep {keep} old files and compress them.", {"compress": True}), "The {service} service writes big logs. Rotate them and keep {keep} files.", ("Log rotation for the service {service}: keep {keep}, do not compress.", {"compress": False})]),
]
SCHOOL = [
    ("mark_essay", "Give an essay of a pupil a grade.", [("pupil", "person", "who wrote the essay"), ("grade", "one A|B|C|D", "the grade"), ("remark", "quote", "remark for the pupil")],
     ["Give the essay by {pupil} the grade {grade}.", "{pupil} earned grade {grade} for the essay. Remark: '{remark}'", "Essay of pupil {pupil}: grade {grade}, with the remark '{remark}'"]),
    ("lend_book", "Lend a library book to a reader.", [("book_title", "phrase", "title of the book"), ("reader", "person", "who borrows the book"), ("weeks", "int 1 8", "weeks of the loan")],
     ["Lend {reader} the book \"{book_title}\" for {weeks} weeks.", "{reader} would like to borrow the book \"{book_title}\" for {weeks} weeks.", "Library: please lend \"{book_title}\" to {reader}, {weeks} weeks."]),
    ("excuse_absence", "Excuse pupils who are absent from school.", [("pupils", "people", "names of the absent pupils"), ("day", "date", "day of absence")],
     ["Excuse {pupils} from school on {day}.", "On {day} the pupils {pupils} are absent. Please excuse them.", "Absent on {day}: {pupils}. They are to be excused."]),
    ("make_quiz", "Make a quiz with a number of questions about a topic.", [("topic", "phrase", "topic of the quiz"), ("questions", "int 3 30", "number of questions"), ("timed", "yes", "whether the quiz is timed")],
     [("Make a timed quiz of {questions} questions on the topic \"{topic}\".", {"timed": True}), "I need a quiz with {questions} questions. Topic: {topic}", ("Quiz, please: topic \"{topic}\", {questions} questions, not timed.", {"timed": False})]),
    ("translate_phrase", "Translate a phrase into another language.", [("phrase", "sentence", "the phrase to translate"), ("language", "one Basque|Danish|Estonian|Hungarian|Welsh", "language to translate into")],
     ["Translate the phrase \"{phrase}\" into {language}.", "How do you say \"{phrase}\" in {language}? Please translate.", "Into {language}, please: \"{phrase}\""]),
]
MONEY = [
    ("share_bill", "Split a bill among people.", [("total", "dec 20 400", "total of the bill"), ("payers", "people", "people who pay")],
     ["Split a bill of {total} among {payers}.", "{payers} share a bill. The total is {total}, so please split it.", "The bill came to {total}. We are {payers}. What's the split?"]),
    ("freeze_card", "Freeze a bank card.", [("card_ending", "digits", "last four digits of the card"), ("stolen", "yes", "whether the card was stolen")],
     [("Freeze my bank card ending in {card_ending}. It was stolen.", {"stolen": True}), "Please freeze the card with the last digits {card_ending}.", ("The card ending in {card_ending} wasn't stolen, but freeze it anyway.", {"stolen": False})]),
    ("set_budget", "Set a monthly budget for a category.", [("category", "noun", "what the money is for"), ("limit", "int 20 900", "limit a month")],
     ["Set a monthly budget of {limit} for {category}.", "I spend too much on {category}. Make {limit} the monthly limit.", "Budget for the category {category}: {limit} a month, please."]),
    ("log_mileage", "Log a business drive for the tax office.", [("kilometres", "int 4 900", "kilometres driven"), ("client", "person", "client who was visited")],
     ["Log {kilometres} kilometres of business driving to the client {client}.", "For the tax office: I drove {kilometres} kilometres to visit client {client}.", "{kilometres} kilometres, business drive, client {client}. Log that, please."]),
    ("watch_price", "Watch the price of an article and say when it meets a rule.", [("article", "phrase", "article in the shop"), ("price_rule", "rule", "rule that the price must meet")],
     ["Watch the price of the article \"{article}\" until it is {price_rule}", "Tell me when the article \"{article}\" has a price {price_rule}", "Price watch for \"{article}\", rule: {price_rule}"]),
]
FILES = [
    ("rename_photo", "Rename a photo.", [("photo", "picture", "path of the photo"), ("new_name", "file", "new name of the photo")],
     ["Rename the photo {photo} to {new_name}.", "The photo {photo} needs the new name {new_name}.", "Please call the photo {photo} by the name {new_name} from now on."]),
    ("zip_folder", "Zip a folder into an archive with a password.", [("folder_path", "dir", "folder to zip"), ("secret", "token", "password of the archive")],
     ["Zip the folder {folder_path} with the password {secret}.", "Make a zip archive of {folder_path}, please; the password is {secret}.", "The folder {folder_path} should be zipped and get {secret} as its password."]),
    ("fit_picture", "Resize an image to a width and a height.", [("image", "picture", "path of the image"), ("width", "int 64 1920", "width in pixels"), ("height", "int 64 1080", "height in pixels")],
     ["Resize the image {image} to a width of {width} and a height of {height}.", "I want {image} resized: width {width}, height {height}.", "Image {image}, please: {width} wide, {height} high."]),
    ("wrap_in_tag", "Wrap a text in an HTML tag.", [("html_tag", "tag", "the HTML tag"), ("content", "sentence", "the text to wrap")],
     ["Wrap the text \"{content}\" in the tag {html_tag}", "Put the HTML tag {html_tag} around this text: {content}"]),
    ("share_link", "Make a link to a file that others can open.", [("shared_file", "path", "file to share"), ("guests", "emails", "who may open it"), ("expires", "date", "last day of the link")],
     ["Share {shared_file} with {guests} until {expires}.", "Make a link to the file {shared_file} that {guests} can open.", "I'd like {guests} to be able to open {shared_file}. The link expires on {expires}."]),
]

DOMAINS = {"music": MUSIC, "health": HEALTH, "shipping": SHIPPING, "servers": SERVERS, "school": SCHOOL, "money": MONEY, "files": FILES}
