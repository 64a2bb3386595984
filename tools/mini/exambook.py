"""Tools of the exam set, first half: name, description, parameters and requests.

A parameter is "name", a maker of values (see examtools.py) and a description. A request
fills the parameters that it names in braces; a pair adds arguments said in other words.
"""

HOUSE = [
    ("set_bath_water", "Run the bath with water of a given temperature.", [("degrees", "int 30 42", "water temperature in degrees"), ("bubbles", "yes", "whether to add bubbles")],
     [("Run me a bath with water at {degrees} degrees and add bubbles.", {"bubbles": True}), ("I'd love a bath, {degrees} degrees, without any bubbles please.", {"bubbles": False}), "Could you run the bath? The water should be {degrees} degrees."]),
    ("dim_lamp", "Dim the lamp of a room to a brightness in percent.", [("room", "one attic|hallway|nursery|pantry|porch", "the room of the lamp"), ("percent", "int 5 95", "brightness in percent")],
     ["Dim the lamp in the {room} to {percent} percent, would you?", "It's too bright in the {room}. Put the lamp there at {percent} percent.", "Lamp in the {room}: {percent} percent brightness, please."]),
    ("roll_shutters", "Roll the window shutters up or down.", [("direction", "one up|down", "which way the shutters roll"), ("windows", "ints 1 9", "numbers of the windows")],
     ["Roll the shutters {direction} on windows {windows}.", "Please get the shutters of windows {windows} to roll {direction}.", "Shutters {direction}! I mean windows {windows}."]),
    ("start_laundry", "Start a laundry program on the washing machine.", [("program", "one wool|linen|silk|denim", "laundry program"), ("spin_speed", "int 400 1400", "spin speed in turns a minute")],
     ["Start the {program} laundry program with a spin speed of {spin_speed}.", "My washing is in the machine. Take the {program} program and spin speed {spin_speed}.", "Laundry time: {program} program, please."]),
    ("silence_doorbell", "Silence the doorbell until the next morning.", [],
     ["Silence the doorbell until tomorrow morning, please.", "The baby sleeps. Could you keep the doorbell silent until the morning?", "No doorbell before the next morning!"]),
    ("feed_aquarium", "Drop food into the aquarium for the fish.", [("grams", "dec 1 9", "grams of fish food")],
     ["The fish look hungry. Drop {grams} grams of food into the aquarium.", "Please feed the aquarium {grams} grams.", "Aquarium food: {grams} grams now, thanks."]),
]
KITCHEN = [
    ("scale_recipe", "Scale a recipe to a number of portions.", [("recipe", "noun", "name of the recipe"), ("portions", "int 2 30", "number of portions")],
     ["Scale my {recipe} recipe to {portions} portions.", "I'm having guests. I want {portions} portions of the {recipe} recipe.", "How do the amounts change when the {recipe} recipe has to give {portions} portions? Please scale it."]),
    ("suggest_spice", "Suggest a spice that goes with a dish.", [("dish", "phrase", "the dish to season"), ("hot", "yes", "whether the spice may be hot")],
     [("Suggest a hot spice for the dish \"{dish}\".", {"hot": True}), ("Which spice goes with \"{dish}\"? It must not be hot.", {"hot": False}), "I'm cooking \"{dish}\" and need a spice for it. What do you suggest?"]),
    ("preheat_oven", "Preheat the oven to a temperature.", [("celsius", "int 120 250", "oven temperature in celsius"), ("fan", "yes", "use the fan")],
     [("Preheat the oven to {celsius} celsius with the fan on.", {"fan": True}), ("Oven to {celsius} celsius, please, no fan.", {"fan": False}), "I'll bake soon, so get the oven to {celsius} celsius."]),
    ("log_leftovers", "Note leftovers that were put into the freezer.", [("food", "noun", "the food that is left over"), ("date", "date", "day it was frozen")],
     ["Note that leftovers of {food} went into the freezer on {date}.", "On {date} I froze the leftover {food}. Log it, please.", "Leftovers for the freezer list: {food}, frozen {date}."]),
    ("compare_pans", "Compare two cooking pans by their diameter.", [("first_pan", "int 14 24", "diameter of the first pan in cm"), ("second_pan", "int 25 40", "diameter of the second pan in cm")],
     ["Compare my two pans: the first is {first_pan} cm across, the second {second_pan} cm.", "The first pan has {first_pan} cm, the second pan {second_pan} cm. Could you compare them?", "Please compare a first pan of {first_pan} cm with a second pan of {second_pan} cm."]),
]
TRAVEL = [
    ("find_ferry", "Find a ferry between two harbours.", [("from_harbour", "town", "harbour the ferry leaves from"), ("to_harbour", "town", "harbour the ferry goes to"), ("with_car", "yes", "whether a car comes along")],
     [("Find a ferry from {from_harbour} to {to_harbour}. I'm bringing my car.", {"with_car": True}), ("Is there a ferry that goes from {from_harbour} to {to_harbour}? I travel without a car.", {"with_car": False}), "I need a ferry to {to_harbour}, leaving from {from_harbour}."]),
    ("reserve_bunk", "Reserve a bunk on a night train.", [("train", "code", "number of the night train"), ("berth", "one upper|middle|lower", "position of the bunk"), ("passenger", "person", "who sleeps in the bunk")],
     ["Reserve the {berth} bunk on night train {train} for {passenger}.", "{passenger} takes night train {train}. Please reserve a bunk, {berth} if possible.", "A {berth} bunk for {passenger} on train {train}, please."]),
    ("report_lost_bag", "Report a bag lost on a trip.", [("tag_number", "code", "number on the bag tag"), ("colour", "one beige|crimson|teal|olive", "colour of the bag")],
     ["My bag is lost. It is {colour} and the tag number is {tag_number}.", "I have to report a lost {colour} bag with the tag {tag_number}.", "Please report bag {tag_number} as lost. Its colour is {colour}."]),
    ("rent_bicycle", "Rent bicycles in a town for some hours.", [("town", "town", "where the bicycles are needed"), ("count", "int 1 6", "number of bicycles"), ("hours", "int 2 12", "how many hours")],
     ["Rent {count} bicycles in {town} for {hours} hours.", "We'd like bicycles in {town}: {count} of them, {hours} hours.", "For {hours} hours we need {count} bicycles. We're in {town}."]),
    ("swap_currency", "Work out what an amount of one currency is in another.", [("amount", "int 5 900", "how much money"), ("currency_from", "one francs|pesos|rupees|yen", "currency of the amount"), ("currency_to", "one dollars|kroner|lira|pounds", "currency wanted")],
     ["What are {amount} {currency_from} in {currency_to}?", "Work out {amount} {currency_from} as {currency_to} for me.", "I've got {amount} {currency_from} left. How many {currency_to} is that?"]),
]
OFFICE = [
    ("draft_memo", "Draft a memo with a subject and a body.", [("subject", "phrase", "subject of the memo"), ("body", "lines", "text of the memo")],
     ["Draft a memo. Subject: {subject}\nBody:\n{body}", "Please write a memo on the subject \"{subject}\" with this text:\n{body}"]),
    ("stamp_document", "Put a stamp on a document.", [("document", "path", "path of the document"), ("stamp", "one PAID|DRAFT|URGENT|VOID", "words of the stamp")],
     ["Stamp the document {document} as {stamp}.", "Put a {stamp} stamp on {document}, please.", "The document {document} should get the stamp {stamp}."]),
    ("assign_desk", "Assign a desk in the office to a colleague.", [("colleague", "person", "who gets the desk"), ("desk_number", "int 1 200", "number of the desk"), ("standing", "yes", "whether it is a standing desk")],
     [("Assign {colleague} desk number {desk_number}. It's a standing desk.", {"standing": True}), "Could {colleague} have desk {desk_number}?", ("{colleague} gets desk {desk_number}, which is not a standing desk.", {"standing": False})]),
    ("shred_papers", "Shred papers from a box of the archive.", [("box", "code", "label of the archive box"), ("pages", "int 10 900", "number of pages")],
     ["Shred {pages} pages from archive box {box}.", "Box {box} in the archive has {pages} pages of old papers to shred. Do it, please.", "Old papers: shred all {pages} pages of box {box}."]),
    ("poll_team", "Ask the team a question with a few choices.", [("question", "ask", "what the team is asked"), ("choices", "nouns", "the choices to vote on")],
     ["Poll the team: \"{question}\" Choices are {choices}.", "Ask the team this question: \"{question}\" They can vote on {choices}.", "Let my team vote on {choices}. The question is \"{question}\""]),
]
CODE = [
    ("grep_sources", "Look for a pattern in the source files of a folder.", [("pattern", "expr", "the pattern to look for"), ("folder", "dir", "folder of the source files"), ("ignore_case", "yes", "whether upper and lower case are the same")],
     ["Look for the pattern `{pattern}` in the source files under {folder}.", ("Which source files in {folder} contain `{pattern}`? Ignore case.", {"ignore_case": True}), ("Grep {folder} for the pattern `{pattern}` and do not ignore case.", {"ignore_case": False})]),
    ("bump_version", "Bump the version of a package.", [("package", "noun", "the package"), ("part", "one major|minor|patch", "part of the version to bump")],
     ["Bump the {part} version of the package {package}.", "The package {package} needs a new {part} version.", "Package {package}: one {part} bump, please."]),
    ("profile_script", "Profile a script and list its slowest functions.", [("script", "path", "path of the script"), ("top", "int 3 25", "how many slow functions to list")],
     ["Profile the script {script} and list the {top} slowest functions.", "My script {script} crawls. Show me its {top} slowest functions.", "Which {top} functions are slowest in {script}? Please profile it."]),
    ("insert_snippet", "Insert a snippet of code into a file at a line.", [("file", "path", "file that gets the snippet"), ("line", "int 1 300", "line number"), ("snippet", "code_lines", "the code to insert")],
     ["Insert this snippet into {file} at line {line}:\n{snippet}", "At line {line} of {file}, please put the following code:\n{snippet}"]),
    ("open_ticket", "Open a bug ticket with a title and labels.", [("title", "quote", "title of the ticket"), ("labels", "nouns", "labels of the ticket")],
     ["Open a bug ticket titled '{title}' with the labels {labels}.", "I found a bug. Ticket title: '{title}'. Labels: {labels}.", "Please file a ticket. Its title is '{title}' and it gets the labels {labels}."]),
]
DATA = [
    ("keep_matching_rows", "Keep the rows of a table that meet a condition.", [("table", "noun", "name of the table"), ("condition", "expr", "condition that rows must meet")],
     ["Keep only the rows of the table {table} where {condition}", "From the {table} table I want the rows that meet this condition: {condition}", "Filter table {table} by the condition \"{condition}\", please."]),
    ("plot_column", "Draw a chart of a column.", [("column", "noun", "column to draw"), ("chart", "one bars|lines|dots", "kind of chart"), ("logarithmic", "yes", "whether the axis is logarithmic")],
     ["Draw a chart of the column {column} with {chart}.", ("Chart the {column} column as {chart} on a logarithmic axis.", {"logarithmic": True}), ("Please draw {chart} for column {column}; the axis must not be logarithmic.", {"logarithmic": False})]),
    ("merge_sheets", "Merge several sheets into one.", [("sheets", "nouns", "names of the sheets"), ("target", "path", "file for the merged sheet")],
     ["Merge the sheets {sheets} into {target}.", "I have sheets called {sheets}. Please merge them and write the result to {target}.", "Make one file, {target}, out of the sheets {sheets}."]),
    ("round_values", "Round the values of a column to some decimals.", [("column_name", "noun", "column whose values are rounded"), ("decimals", "int 1 6", "number of decimals")],
     ["Round the values in column {column_name} to {decimals} decimals.", "Column {column_name} has too many digits. {decimals} decimals are enough, so please round.", "{decimals} decimals, please, for all values of the column {column_name}."]),
    ("fill_gaps", "Fill the gaps in a series of measurements.", [("series", "code", "name of the series"), ("method", "one linear|nearest|zero", "method that fills the gaps")],
     ["Fill the gaps in series {series} with the {method} method.", "The series {series} has gaps. Use {method} to fill them.", "Gaps in {series}: please close them by the {method} method."]),
]
GARDEN = [
    ("water_bed", "Water a garden bed with some litres.", [("bed", "noun", "name of the garden bed"), ("litres", "dec 2 40", "litres of water")],
     ["Water the {bed} bed with {litres} litres.", "The garden bed called {bed} is dry, give it {litres} litres of water.", "{litres} litres for the {bed} bed in the garden, please."]),
    ("plan_sowing", "Plan when to sow seeds.", [("seeds", "nouns", "which seeds to sow"), ("month", "one April|August|March|May", "month of sowing")],
     ["Plan to sow the seeds of {seeds} in {month}.", "In {month} I want to sow {seeds}. Put the seeds into the plan.", "My sowing plan for {month}: seeds of {seeds}."]),
    ("scare_birds", "Scare birds away from a tree by noise.", [("tree", "one apple|cherry|plum|walnut", "kind of tree"), ("seconds", "int 5 60", "seconds of noise")],
     ["There are birds in the {tree} tree. Scare them with {seconds} seconds of noise.", "Make {seconds} seconds of noise at the {tree} tree, so that the birds leave.", "Birds on the {tree} tree again! {seconds} seconds of noise, please."]),
    ("measure_soil", "Measure how wet or acid the soil is.", [("quantity", "one moisture|acidity", "what to measure in the soil"), ("depth_cm", "int 5 60", "depth in cm")],
     ["Measure the {quantity} of the soil at a depth of {depth_cm} cm.", "What's the soil {quantity} {depth_cm} cm down?", "Soil check, please: {quantity}, depth {depth_cm} cm."]),
    ("turn_compost", "Turn the compost heap on a day.", [("day", "date", "day to turn the heap")],
     ["Have the compost heap turned on {day}.", "{day} would be a good day to turn the compost.", "Please turn the compost on {day}."]),
]

DOMAINS = {"house": HOUSE, "kitchen": KITCHEN, "travel": TRAVEL, "office": OFFICE, "code": CODE, "data": DATA, "garden": GARDEN}
