"""Values that everyday requests carry: people, places, times, texts, paths and numbers.

A maker returns the argument's value; `shown` says it in a request."""
import json
import re

from lexicon import EVERY, MORE_NOUNS, MORE_VERBS
from words import ADJ, NAMES, VERBS, WORDS, cap, distinct, plural, strange, word

UNITS = "miles meters kilometers feet inches yards grams kilograms pounds ounces liters gallons cups celsius fahrenheit kelvin seconds minutes hours days dollars euros yen pesos bytes bits knots acres tons volts watts".split()
MEASURES = [u for u in UNITS if u not in ("dollars", "euros", "yen", "pesos")] + "leagues stones pints quarts carats lumens hectares teaspoons joules calories newtons tonnes".split()
LANGS = "English French German Spanish Italian Dutch Polish Greek Turkish Arabic Hindi Korean Japanese Chinese Swedish Danish Finnish Russian Portuguese Czech Latin".split()
PLACES = "Paris London Berlin Rome Madrid Oslo Vienna Prague Athens Lisbon Dublin Tokyo Cairo Lima Boston Chicago Denver Seattle Austin Toronto Sydney Mumbai Hamburg Geneva Naples Porto Krakow Bergen Lyon Milan Leeds Dallas Miami Kyoto Seoul Quito Bogota Nairobi Accra Perth".split() + ["New York", "San Diego", "Cape Town", "Buenos Aires", "Hong Kong", "Los Angeles", "Tel Aviv", "Rio de Janeiro"]

# Open pools: now and then the value is a word that no pool holds.
POOLS = {k: v.split("|") for k, v in {
    "room": "kitchen|garage|bedroom|bathroom|hallway|cellar|living room|guest room|office|dining room|playroom|basement|study|nursery|entrance|garden|balcony|workshop|pantry|corridor|lobby|conference room|hall|shed|loft|greenhouse|stable|gym",
    "device": "lamp|heater|fan|radio|television|printer|router|camera|oven|dishwasher|washing machine|coffee machine|vacuum cleaner|dryer|fridge|toaster oven|speaker|projector|humidifier|robot|pump|sprinkler|doorbell|air conditioner|light|boiler|monitor|scanner",
    "color": "red|blue|green|yellow|black|white|purple|orange|pink|gray|brown|turquoise|dark blue|light green|silver|gold|beige",
    "item": "milk|eggs|bread|butter|apples|rice|flour|sugar|salt|cheese|tomatoes|onions|soap|coffee|tea|batteries|light bulbs|paper towels|dog food|bananas|carrots|pasta|olive oil|honey|potatoes|yogurt|cereal|toothpaste|candles|matches|beans|garlic|lemons|chicken|fish|nails|screws|tape|pencils|socks",
    "product": "laptop|phone case|desk lamp|backpack|water bottle|tent|office chair|garden hose|mouse|headphones|rain coat|winter jacket|chess set|puzzle|blue mug|coffee grinder|yoga mat|running shoes|sleeping bag|wall clock|red book|toy train|board game|camera lens|sun hat|notebook|mirror|bread knife|drill|hammer|ladder",
    "dish": "lasagna|tomato soup|pizza|fried rice|apple pie|beef stew|noodle salad|chocolate cake|omelette|fish curry|vegetable soup|potato salad|lemon tart|burger|roast chicken|risotto|chili|goulash|ramen|paella|cheese cake|banana bread",
    "animal": "rabbit|dog|cat|horse|parrot|hamster|goat|cow|sheep|duck|hen|pig|pony|fish|goose|llama|snake|mouse|ferret|tortoise|monkey|elephant|tiger|bear|wolf|deer|fox|camel|zebra",
    "plant": "roses|tomatoes|basil|lawn|orchids|ferns|lemon tree|palm|hedge|herbs|peppers|strawberries|grapes|beans|pumpkins|oak|lilies|mint|fig tree|cucumbers",
    "song": "Yellow Moon|Silent River|Morning Train|Blue Horizon|Dancing Alone|Winter Road|Hey Stranger|Golden Days|One More Night|Summer Rain|Paper Boats|Midnight Garden|Long Way Home|Broken Clock|Sweet Thunder",
    "genre": "jazz|rock|classical|pop|blues|folk|techno|reggae|metal|country|soul|hip hop|opera|funk|disco|ambient",
    "sport": "football|tennis|basketball|chess|swimming|running|cycling|boxing|golf|volleyball|hockey|rugby|skiing|rowing|yoga|badminton|climbing|judo",
    "restaurant": "Luigi's|The Blue Door|Golden Dragon|Chez Marie|Taj Palace|Burger Barn|Sushi Corner|La Piazza|The Old Mill|Green Leaf|Casa Lola|Mama Rosa's|The Harbour|Bella Napoli|Noodle House|Zum Adler",
    "company": "Apple|Siemens|Acme|Globex|Initech|Toyota|Nestle|Orange|Umbrella|Northwind|Contoso|Stark Industries|Blue Ocean|Hooli|Wayne Corp|Vandelay",
    "hotel": "Grand Plaza|Hotel Astoria|Sea View Inn|The Lakeside|Hotel Bristol|Mountain Lodge|City Garden|Royal Park|Sunrise Hostel|Hotel Europa",
    "chore": "call Anna|water the plants|buy milk|take out the trash|pay the rent|pick up the kids|feed the cat|clean the kitchen|send the report|book a flight|check the oven|take my pills|walk the dog|wash the car|return the library books|renew my passport|fix the bike|charge the phone|write to Tom|prepare the slides|order a cake|visit grandma|change the filter|lock the door|turn off the stove",
    "event": "team meeting|dentist|birthday party|lunch with Tom|yoga class|project review|board meeting|concert|job interview|parent evening|haircut|doctor's appointment|wedding|dinner with Lena|training|budget talk|standup|book club|football practice|piano lesson",
    "topic": "electric cars|the moon landing|healthy food|solar energy|local elections|old castles|machine learning|space travel|coffee|world history|deep sea fish|tax rules|city parks|cheap flights|bird migration|volcanoes|pasta recipes|train strikes|rare stamps|roman roads",
    "service": "nginx|postgres|redis|api|frontend|billing|auth|scheduler|worker|gateway|search|mailer|checkout|cache|database|web|backup|ingest",
    "branch": "main|develop|feature/login|release-2.1|hotfix/crash|staging|fix-typo|feature/dark-mode|v2|bugfix/42|docs-update|refactor/api",
    "host": "web-1|db01|10.0.0.5|server.example.com|192.168.1.20|build-machine|node7|mail.example.org|prod-3|localhost|gpu-12|backup.local",
    "currency": "dollars|euros|yen|pounds|francs|USD|EUR|GBP|JPY|CHF|pesos|rupees|kroner|CAD",
    "team": "Red Lions|Blue Sharks|Arsenal|Lakers|Real Madrid|Wild Cats|Eagles|River Kings|Ajax|Bulls|Inter|Yankees|Thunder",
    "job": "teacher|nurse|plumber|carpenter|driver|painter|engineer|gardener|cook|lawyer|baker|electrician",
    "spell": "fireball|heal|shield|ice storm|teleport|invisibility|lightning|stone skin|levitate|charm",
    "weapon": "iron sword|long bow|magic staff|steel axe|wooden shield|silver ring|rope|torch|health potion|golden key|old map|lantern",
    "body": "knee|left arm|back|head|neck|right foot|stomach|shoulder|wrist|tooth",
    "medicine": "aspirin|ibuprofen|vitamin D|insulin|cough syrup|eye drops|antibiotics|paracetamol",
    "subject": "math|biology|history|physics|art|chemistry|geography|music|English|economics",
    "vehicle": "car|truck|van|bike|motorbike|bus|scooter|tractor|boat|camper",
    "drink": "espresso|green tea|orange juice|lemonade|cappuccino|hot chocolate|mineral water|cola|latte|apple juice|black tea|smoothie",
    "material": "wood|steel|glass|cotton|silk|leather|plastic|marble|copper|paper|wool|clay",
    "folder": "Documents|Pictures|Invoices|Archive|Work|Inbox|Drafts|Taxes|Holiday|Music|projects|reports|old mails|receipts|notes",
    "list": "to-do list|wish list|packing list|reading list|guest list|weekend list|work list",
    "ticker": "AAPL|MSFT|GOOG|TSLA|NVDA|SAP|ASML|IBM|AMZN|ORCL",
    "table": "users|orders|customers|products|invoices|sessions|events|payments|logs|employees",
    "column": "name|age|price|created_at|city|total|email|rank|status|weight",
    "station": "Central Station|Main Street|North Gate|the airport|Old Town|Harbour|University|East Park|Market Square|King's Road",
    "account": "savings|checking|travel fund|business account|emergency fund|joint account|credit card",
    "label": "urgent|bug|personal|work|todo|family|finance|later|important|travel|idea|question|draft|v1",
}.items()}


def person(r):
    k = r.random()
    return r.choice(NAMES) if k < 0.72 else cap(strange(r).lower()) if k < 0.87 else f"{r.choice(NAMES)} {cap(word(r, 0.4))}" if k < 0.95 else r.choice(["mom", "dad", "grandma", "my boss", "my sister"])


def email(r):
    return f"{r.choice(NAMES).lower()}{r.choice(['', '', '.' + word(r, 0.3).lower(), str(r.randint(1, 99))])}@{word(r).lower()}.{r.choice(['com', 'org', 'net', 'de', 'io'])}"


def phone(r):
    return r.choice(["+{a} {b} {c}", "555-{d}", "0{b}{c}", "{b}-{b}-{d}"]).format(a=r.randint(1, 99), b=r.randint(100, 999), c=r.randint(10000, 999999), d=r.randint(1000, 9999))


def city(r):
    return r.choice(PLACES) if r.random() < 0.8 else cap(strange(r).lower())


def path(r):
    d = "/".join(word(r) for _ in range(r.randint(0, 2)))
    f = word(r) + (f"_{word(r)}" if r.random() < 0.2 else "") + r.choice([".txt", ".py", ".rs", ".md", ".json", ".toml", ".csv", ".png", ".log", ".yaml", ".pdf", ".jpg", ".mp3", ".zip", ""])
    return r.choice(["", "", "/", "./", "~/"]) + (d + "/" if d else "") + f


def filename(r):
    return word(r) + r.choice(["", "_" + word(r), "-" + str(r.randint(1, 99))]) + r.choice([".txt", ".pdf", ".jpg", ".csv", ".docx", ".png", ".mp3", ".zip", ".xlsx", ".py"])


def directory(r):
    return r.choice(["/", "~/", "./", "", ""]) + "/".join(word(r) for _ in range(r.randint(1, 3))) + r.choice(["", "/"])


def url(r):
    return r.choice(["https://", "https://", "http://", "www.", ""]) + word(r).lower() + r.choice([".com", ".org", ".net", ".io"]) + r.choice(["", "", "/" + word(r).lower(), f"/{word(r).lower()}?id={r.randint(1, 99)}"])


def date(r):
    return r.choice([lambda: f"20{r.randint(20, 35)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}", lambda: r.choice(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
                     lambda: f"{r.choice(['May', 'June', 'March', 'July', 'October', 'April', 'December'])} {r.randint(1, 28)}", lambda: f"{r.randint(1, 28)} {r.choice(['January', 'May', 'August', 'November'])}", lambda: r.choice(["tomorrow", "today", "next week", "next Friday", "tonight"])])()


def weekday(r):
    return r.choice(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "March 3", "May 21", "July 14", "2027-02-11", "2026-08-30", "12 June", "December 24", "next Tuesday"])


def clock(r):
    return r.choice([f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", f"{r.randint(1, 12)} {r.choice(['am', 'pm'])}", f"{r.randint(1, 12)}:{r.choice(['00', '15', '30', '45'])}", f"{r.randint(1, 12)}{r.choice(['am', 'pm'])}", f"{r.randint(6, 23)}:{r.randint(0, 5)}0"])


WAYS = ["Street", "Road", "Avenue", "Lane", "Alley", "Square", "Court", "Drive", "Park", "Hill", "Boulevard", "Row", "Way", "Place"]


def address(r):
    """Street and house number in one of the usual orders."""
    k = r.random()
    street = f"{cap(r.choice(ADJ) if r.random() < 0.2 else word(r))} {r.choice(WAYS)}"
    n = f"{r.randint(1, 250)}{r.choice(['', '', '', '', 'a', 'b'])}"
    if k < 0.38:
        return f"{n} {street}"
    if k < 0.74:
        return f"{street} {n}"
    if k < 0.88:
        return f"{cap(word(r))}{r.choice(['strasse', 'weg', 'platz', 'gata', 'straat'])} {n}"
    return r.choice([f"{street} {n}, {r.choice(PLACES)}", f"Flat {r.randint(1, 20)}, {n} {street}", f"Rue {cap(word(r))} {n}", f"Via {cap(word(r))} {n}", f"{n}/{r.randint(1, 30)} {street}"])


def title(r):
    """A name of two or three words, as books, notes and projects have."""
    k = r.random()
    w = lambda: cap(word(r, 0.75))
    return f"{cap(r.choice(ADJ))} {w()}" if k < 0.35 else f"The {w()} {w()}" if k < 0.5 else f"{w()} of {w()}" if k < 0.65 else f"{word(r)} {word(r)}" if k < 0.85 else w()


STARTS = "the a an please I we my your this that there it he she do not don't is are when if all no yes what how thanks dear hello to in on at for and with sorry maybe".split()


def sentence(r):
    """A short text that may begin with any word."""
    k = r.random()
    if k < 0.28:
        return r.choice(["I am late", "The meeting is moved to {n}", "See you at {n}", "Please bring the {w}", "the {w} is ready", "We need {n} more {w}s", "Don't forget the {w}", "I will be there in {n} minutes", "a {w} for {p}", "Happy birthday, {p}!", "thanks for the {w}", "Can you call me back?", "Dinner is ready", "to be continued", "please wait", "The server is down", "a new {w} has arrived", "is the {w} still there?", "It's {p}, call me", "no {w} today", "all done, {p}", "My flight lands at {n}", "Where is the {w}?", "hello {p}", "The {w} costs {n} dollars", "call {p} at {n}"]).format(n=r.randint(2, 59), w=word(r), p=r.choice(NAMES))
    n = r.randint(1, 7)
    ws = [r.choice(STARTS) if r.random() < 0.6 else word(r)] + [r.choice(EVERY) if r.random() < 0.4 else word(r) for _ in range(n)]
    s = " ".join(ws)
    return (cap(s) if r.random() < 0.5 else s) + (r.choice([".", "!", "?"]) if r.random() < 0.12 else "")


CODES = ["print('{a}')", "let {a} = {n};", "{a} >= {n}", "<{a}>{b}</{a}>", "if {a} < {b} then {c}", "He said \"{a}\" and left.", "fn main() {\n    println!(\"{a}\");\n}", "# {A}\n\n{b} {c}", "{a}\n{b}\n{c}", "- {a}\n- {b}", "{a} && {b}", "SELECT {a} FROM {b} WHERE {c} > {n}", "it's {a}, isn't it?", "{a} = [{n}, {n}]", "{a} \"{b}\" {c}", "\"{a}\" {b}", "{a}={n}\n{b}={c}", "{a} -> {b}", "{a}({b}) == {n}", "def {a}({b}):\n    return {b} + {n}",
         "{a}: {b}\n  {c}: {n}", "100% {a}", "{a} & {b} <{c}>", "SELECT * FROM {a}", "x >= {n} and y < {n}", "{a} <= {n}", "<{a}>", "<b>{a} {b}</b>", "{{\"{a}\": {n}}}", "{a}.{b}({n})", "{a} | sort | head -n {n}", "[{a}]({b}.md)", "for {a} in {b}:", "{a} != {b}", "#{a} @{b}", "{n} < {a}", "the \"{a}\" {b}", "The {a} said \"{b}\"", "say \"{a}\" twice", "a \"{a}\"", "please \"{a}\" {b}", "the {a} <{b}>", "{a} {b} \"{c}\".", "C:\\{a}\\{b}", "/{a}/{b}/*.{c}"]


def snippet(r):
    t = r.choice(CODES)
    f = {k: word(r) for k in "abc"}
    return t.replace("{a}", f["a"]).replace("{A}", cap(f["a"])).replace("{b}", f["b"]).replace("{c}", f["c"]).replace("{n}", str(r.randint(0, 99))).replace("{{", "{").replace("}}", "}")


def integer(r, lo, hi):
    """Whole numbers, small ones more often than a flat draw would have them."""
    return r.randint(lo, hi) if r.random() < 0.5 else r.randint(lo, min(hi, lo + 12))


def decimal(r, lo, hi):
    x = round(r.uniform(lo, hi), r.randint(1, 2)) if r.random() < 0.6 else 0.0
    return x if x % 1 else r.randint(int(lo) + 1, max(int(lo) + 1, int(hi)))


def query(r):
    return r.choice([lambda: r.choice(POOLS["topic"]), lambda: f"{r.choice(ADJ)} {word(r)}", lambda: f"{word(r)} {word(r)}", lambda: word(r), lambda: f"{word(r)} >= {r.randint(1, 99)}"])()


MAKERS = {
    "person": person, "email": email, "phone": phone, "city": city, "path": path, "filename": filename, "dir": directory, "url": url, "date": date, "weekday": weekday, "time": clock, "address": address, "title": title, "text": sentence, "code": snippet, "query": query,
    "word": word, "measure": lambda r: r.choice(MEASURES) if r.random() < 0.6 else plural(word(r, 0.5).lower()), "unit": lambda r: r.choice(UNITS), "lang": lambda r: r.choice(LANGS), "noun": lambda r: r.choice(WORDS) if r.random() < 0.5 else r.choice(MORE_NOUNS),
    "verb": lambda r: r.choice(MORE_VERBS), "who": lambda r: email(r) if r.random() < 0.3 else person(r), "id": lambda r: r.choice([f"{cap(word(r)).upper()[:4]}-{r.randint(10, 9999)}", str(r.randint(1000, 99999)), f"{r.choice('ABCDEFGH')}{r.randint(10, 999)}"]), "seen": lambda r: r.choice(VERBS),
}
RANGE = re.compile(r"[#~](-?[\d.]+)-(-?[\d.]+)$")
LOOSE = {"text", "code", "title", "query"}
# Values that are sayings of time or kinship must not be mixed up with invented words.
CLOSED = {"color", "currency", "chore", "station", "label"}
UNQUOTED = {"date", "weekday", "time", "chore", "color", "unit", "currency", "lang"}


def make(r, kind):
    """A value of a kind: "#lo-hi" integer, "~lo-hi" number, "*kind" array, or a named one."""
    if kind[0] == "#":
        return integer(r, *map(int, RANGE.match(kind).groups()))
    if kind[0] == "~":
        return decimal(r, *map(float, RANGE.match(kind).groups()))
    if kind[0] == "*":
        return distinct(r, r.choice([1, 2, 2, 3, 3, 3, 4, 5]), lambda r: make(r, kind[1:]))
    if kind in MAKERS:
        return MAKERS[kind](r)
    if kind not in CLOSED and r.random() < 0.22:
        return r.choice([word(r, 0.5), word(r, 0.3), f"{r.choice(ADJ)} {word(r, 0.8)}"])
    return r.choice(POOLS[kind])


def quoted(r, v):
    """The text in quotation marks that do not cut it."""
    marks = [m for m in ('"', '"', "'") if m not in v]
    if not marks:
        marks = ['"'] if "\n" not in v else []
    m = r.choice(marks) if marks else ""
    return m + v + m


COUNTED = "zero one two three four five six seven eight nine ten eleven twelve".split()


def shown(r, v, kind, last=False):
    """(text, bare): how a request says the value; bare if a text stands without marks."""
    if isinstance(v, list):
        xs = [str(x) for x in v]
        k = r.random()
        return (" and ".join(xs) if k < 0.1 and len(xs) < 4 else ", ".join(xs) if k < 0.25 else json.dumps(v, ensure_ascii=False) if k < 0.28 else ", ".join(xs[:-1]) + (("," if k > 0.85 and len(xs) > 2 else "") + " and " if len(xs) > 1 else "") + xs[-1]), False
    if not isinstance(v, str):
        return (COUNTED[v] if isinstance(v, int) and 1 < v < 13 and not last and r.random() < 0.05 else str(v)), False
    if kind in LOOSE:
        if "\n" in v and last:
            return v, True
        if last and r.random() < 0.3 and v[-1:].isalnum() and '"' not in v:
            return v, True
        return (v, False) if kind in ("query", "title") and r.random() < 0.3 and v.replace(" ", "").isalnum() else (quoted(r, v), False)
    return (quoted(r, v), False) if r.random() < 0.04 and kind not in UNQUOTED and "'" not in v else (v, False)
