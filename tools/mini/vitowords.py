"""Everyday content of the vito tasks: names, paths, lines, sheets of facts."""
FIRST = """Ana Ben Carla Dov Elif Femi Greta Hugo Ines Jonas Kaya Lena Milo Nadia Otto Priya Quentin Rosa Sven Tariq Uma Viktor Wanda Xenia Yusuf Zoe Agnes Boris Celia Dmitri
Esther Farid Gwen Hana Igor Judith Karim Lucia Marta Nils Olga Pavel Rita Samir Tessa Ursula Vera Walter Yara Zeno Mabel Clive Doreen Trevor Sunita Kwame Aiko Bruno Fatima Leif""".split()
LAST = """Berg Castillo Duarte Eklund Farrow Grant Hobbs Ivanov Jansen Keller Lund Moreau Novak Okafor Patel Quist Rossi Silva Tanaka Urban Vogel Weber Yilmaz Zeller Ashby Brandt
Crane Dunne Ellery Finch Gould Harte Imre Joyce Kemp Lowe Marsh Nash Oduya Pike Reeve Stone Thorne Upton Vance Wick""".split()
ITEMS = """apples bread candles chalk coffee envelopes erasers flour folders glue honey ink jam ladders lamps lemons mugs nails notebooks onions paint paper pears pencils pens plates
postcards potatoes ribbons rulers salt scissors soap staples stickers string sugar tape teabags tiles tulips twine vases balloons batteries bulbs buttons chairs cushions napkins towels umbrellas""".split()
ROOMS = ["the library", "the gym", "the staff room", "Hall A", "Hall B", "the canteen", "Room 12", "Room 7", "the chapel", "the back office", "the annex", "the art room", "Studio 3", "the cellar", "Room 204", "the town hall", "the boathouse", "the blue room", "the garden shed", "Lab 2"]
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
COLORS = "red blue green yellow purple orange white black brown pink grey teal crimson beige olive navy".split()
TOWNS = "Alford Brisk Carden Dunmore Elsing Fallow Gorsley Harwick Inglen Jarrow Kelby Lindale Marlow Norden Oakham Penrose Quarley Rusten Selby Tolland Ulver Varne Wexcombe Yarrow".split()
CHORES = """call the plumber|water the plants|order new chalk|pay the rent|book the hall|print the flyers|feed the fish|mark the essays|clean the oven|renew the license|count the till|send the invoices|
update the roster|fix the projector|reply to the mayor|collect the keys|buy stamps|charge the tablets|return the library books|sweep the yard|email the parents|check the alarm|label the shelves|
tune the piano|empty the bins|file the receipts|wash the aprons|invite the choir|paint the fence|sign the forms|test the microphones|pack the tents|weigh the parcels|refill the first aid kit|bake two cakes|hang the posters""".replace("\n", "").split("|")
SENTENCES = """The meeting starts at noon.|Please bring your own cup.|All fees are due on Friday.|The lift is out of order.|Parking is free on Sundays.|Nobody came to the last rehearsal.|We close early today.|The heating has been repaired.|
Ask at the desk for the key.|Lunch is served in the hall.|The trip was a great success.|Returns need a receipt.|Dogs must stay on a lead.|The choir sings at six.|New members are welcome.|Our shop moved next door.|Homework is due on Monday.|
The roof still leaks.|Tickets are sold out.|Please switch off the lights.|The picnic is off because of rain.|Orders ship within two days.|The exam lasts one hour.|We need more volunteers.|Wi-Fi is down until noon.|The bakery sent the wrong cake.|
Everyone gets a badge at the door.|The old sign must go.|Class photos arrive next week.|Bring boots and a raincoat.|The treasurer has resigned.|Stock is counted on the first.|Gate code changes tonight.|Mind the wet floor.""".replace("\n", "").split("|")
ENDS = "ka lo min ter va rin do sel bu nor pe tal gri sho wen fi mar zu lek osa".split()
FOLDERS = "notes docs shop club office class data plans letters config src reports lists archive team members school stock drafts admin events accounts 2024 week3".split()
STEMS = """agenda minutes rota roster budget prices stock orders invoice flyer memo letter plan todo list members schedule timetable contacts grades homework lesson menu inventory receipt summary report welcome
notice handout quiz trip bookings suppliers staff fees calendar rules faq handbook inbox draft poster signup attendance seating keys tasks shopping parcels returns events donations quotes""".split()
PLAIN = ["txt", "txt", "txt", "md", "md", "csv", "log", "cfg", "ini", "yaml", "json", "py", "js", "html", "sh", "toml", "conf"]


def made(r):
    return "".join(r.choice(ENDS) for _ in range(r.randint(2, 3)))


def person(r):
    return r.choice(FIRST) if r.random() < 0.5 else r.choice(FIRST) + " " + r.choice(LAST)


def stem(r):
    s = r.choice(STEMS)
    x = r.random()
    if x < 0.4:
        return s
    other = r.choice([r.choice(MONTHS).lower(), r.choice(TOWNS).lower(), r.choice(COLORS), str(r.randint(2, 99)), made(r), r.choice(STEMS), r.choice(FIRST).lower(), "new", "old", "v2"])
    j = r.choice("-_-_")
    return s + j + other if x < 0.8 else other + j + s if x < 0.92 else made(r)


def path(r, ext=None):
    s = stem(r)
    if r.random() < 0.06:
        s = s[:1].upper() + s[1:]
    x = r.random()
    folder = r.choice(FOLDERS) + "/" if x < 0.42 else r.choice(FOLDERS) + "/" + r.choice([made(r), r.choice(MONTHS).lower(), r.choice(COLORS)]) + "/" if x < 0.5 else ""
    return folder + s + "." + (ext or r.choice(PLAIN))


def paths(r, n, ext=None):
    out = []
    while len(out) < n:
        p = path(r, ext)
        if not any(p in x or x in p for x in out):
            out.append(p)
    return out


def code(r):
    L = "ABCDEFGHJKLMNPRSTUVWXYZ"
    x = r.random()
    if x < 0.4:
        return r.choice(L) + r.choice(L) + "-" + str(r.randint(100, 9999))
    if x < 0.7:
        return r.choice(L) + str(r.randint(10, 999)) + r.choice(L)
    return made(r).upper() + str(r.randint(1, 99))


def price(r):
    return f"{r.randint(1, 300)}.{r.choice(('00', '50', '95', '20', '75', '99', '10'))}"


def clock(r):
    return f"{r.randint(7, 21)}:{r.choice(('00', '15', '30', '45', '10', '20'))}"


def date(r):
    return f"{r.randint(1, 28)} {r.choice(MONTHS)}" if r.random() < 0.6 else f"{r.randint(2023, 2029)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"


def phone(r):
    return f"555-{r.randint(1000, 9999)}"


def email(r):
    return f"{r.choice(FIRST).lower()}@{made(r)}.{r.choice(('org', 'com', 'net', 'example'))}"


def num(r):
    return str(r.randint(2, 99) if r.random() < 0.6 else r.randint(100, 9999))


def version(r):
    return f"{r.randint(0, 9)}.{r.randint(0, 20)}" + (f".{r.randint(0, 30)}" if r.random() < 0.6 else "")


def word(r):
    """A short value of any sort."""
    return r.choice(VALUES)(r)


def item(r):
    return r.choice(ITEMS)


def day(r):
    return r.choice(DAYS)


def color(r):
    return r.choice(COLORS)


def town(r):
    return r.choice(TOWNS)


def room(r):
    return r.choice(ROOMS)


VALUES = [person, person, item, day, color, town, room, code, price, clock, date, phone, email, num, made, version, lambda r: r.choice(CHORES)]
# Sheets: what a file is about, then label, how it is asked for, maker.
SHEETS = [
    ("meeting", [("Chair", "who chairs it", person), ("Room", "the room", room), ("Date", "the date", date), ("Start", "when it starts", clock), ("Minute taker", "who takes the minutes", person), ("Guests", "the number of guests", num)]),
    ("order", [("Customer", "the customer", person), ("Item", "what was ordered", item), ("Quantity", "the quantity", num), ("Total", "the total", price), ("Delivery", "the delivery day", day), ("Order code", "the order code", code)]),
    ("school trip", [("Destination", "the destination", town), ("Leader", "who leads the trip", person), ("Departure", "the departure time", clock), ("Cost", "the cost", price), ("Pupils", "how many pupils come along", num), ("Bus", "the bus code", code)]),
    ("member", [("Name", "the name", person), ("Phone", "the phone number", phone), ("Email", "the email address", email), ("Joining date", "the joining date", date), ("Member number", "the member number", code), ("Fee", "the fee", price)]),
    ("supplier", [("Company", "the company name", lambda r: made(r).title() + " Ltd"), ("Contact", "the contact person", person), ("Phone", "the phone number", phone), ("Town", "the town", town), ("Discount", "the discount", num), ("Account", "the account code", code)]),
    ("course", [("Teacher", "who teaches it", person), ("Room", "which room it is in", room), ("Day", "the day of the week", day), ("Time", "the time", clock), ("Seats", "the number of seats", num), ("Book", "the book code", code)]),
    ("settings", [("port", "the port", num), ("theme", "the theme", color), ("host", "the host", lambda r: made(r) + ".local"), ("timeout", "the timeout", num), ("owner", "the owner", lambda r: r.choice(FIRST).lower()), ("version", "the version", version)]),
    ("invoice", [("Number", "the invoice number", code), ("Client", "the client", person), ("Amount", "the amount", price), ("Due", "the due date", date), ("Payer", "who paid", person), ("Tax", "the tax", price)]),
    ("shop", [("Manager", "the manager", person), ("Opening time", "the opening time", clock), ("Closing day", "the closing day", day), ("Phone", "the shop's phone number", phone), ("Alarm code", "the alarm code", code), ("Street", "the street", lambda r: r.choice(TOWNS) + " Road " + str(r.randint(1, 90)))]),
    ("parcel", [("Sender", "the sender", person), ("Weight", "the weight", lambda r: f"{r.randint(1, 40)} kg"), ("Tracking", "the tracking code", code), ("Arrival", "the arrival date", date), ("Shelf", "the shelf", lambda r: r.choice("ABCDEFG") + str(r.randint(1, 40))), ("Color", "the color of the box", color)]),
]


class Sheet:
    """A file of facts: rows of (label, how it is asked for, value) in one of the forms."""

    def __init__(self, r, n=None, about=None):
        name, fields = about or r.choice(SHEETS)
        self.about = name
        fields = r.sample(fields, n or r.randint(3, 6))
        self.rows, used = [], set()
        for label, ask, maker in fields:
            v = maker(r)
            while v in used:
                v = maker(r)
            used.add(v)
            self.rows.append((label, ask, v))
        form = r.randrange(7)
        self.sep = (": ", ": ", " = ", "=", ": ", " - ", ",")[form]
        self.head = [r.choice((f"# {name}", f"{name.title()} sheet", f"[{name.replace(' ', '_')}]"))] if r.random() < 0.35 else []
        self.low = form in (3, 6) or r.random() < 0.2

    def line(self, row, value=None):
        label = row[0].lower().replace(" ", "_") if self.low else row[0]
        return f"{label}{self.sep}{value or row[2]}"

    def lines(self):
        return self.head + [self.line(x) for x in self.rows]

    def text(self):
        return "\n".join(self.lines())

    def pick(self, r, n=1):
        return r.sample(self.rows, n)


def sheet_path(r, sheet):
    s = sheet.about.replace("school ", "")
    x = r.random()
    tail = r.choice([made(r), r.choice(TOWNS).lower(), r.choice(MONTHS).lower(), str(r.randint(1, 99))])
    p = f"{s}-{tail}" if x < 0.5 else f"{s}_{tail}" if x < 0.7 else s if x < 0.85 else stem(r)
    return (r.choice(FOLDERS) + "/" if r.random() < 0.4 else "") + p + "." + r.choice(("txt", "md", "txt", "ini", "cfg", "yaml", "conf"))


CODE = [lambda r: f"{made(r)} = {num(r)}", lambda r: f'print("{r.choice(SENTENCES)}")', lambda r: f"const {made(r)} = {num(r)};", lambda r: f"def {made(r)}({r.choice('abxyn')}): return {r.choice('abxyn')} * {num(r)}",
        lambda r: f"echo {made(r)} {num(r)}", lambda r: f"<p>{r.choice(SENTENCES)}</p>", lambda r: f"import {made(r)}", lambda r: f'let {made(r)} = "{item(r)}";', lambda r: f"SELECT {made(r)} FROM {item(r)};", lambda r: f".{made(r)} {{ color: {color(r)}; }}",
        lambda r: f"{made(r).upper()}={made(r)}", lambda r: f'"{made(r)}": {num(r)},', lambda r: f"if {made(r)} > {num(r)}:"]
LINES = [lambda r: r.choice(SENTENCES), lambda r: r.choice(SENTENCES), lambda r: "- " + r.choice(CHORES), lambda r: "[ ] " + r.choice(CHORES), lambda r: f"{item(r)},{num(r)},{price(r)}", lambda r: f"{person(r)},{town(r)},{num(r)}",
         lambda r: f"{day(r)}: {r.choice(CHORES)}", lambda r: f"{person(r)} - {phone(r)}", lambda r: f"{clock(r)} {person(r)}", lambda r: f"{num(r)} {item(r)}", lambda r: f"{made(r)}={num(r)}", lambda r: f"{made(r)}: {color(r)}",
         lambda r: f"{person(r)} will {r.choice(CHORES)}", lambda r: f"{item(r)} {price(r)}", lambda r: f"Dear {person(r)},", lambda r: f"{date(r)} {room(r)}", lambda r: email(r), lambda r: "TODO " + r.choice(CHORES), lambda r: r.choice(CHORES)] + CODE[:6]


def line(r):
    return r.choice(LINES)(r)


def body(r, n=None):
    """n different lines of one sort, or of several."""
    n = n or r.randint(2, 7)
    out, one = [], r.choice(LINES) if r.random() < 0.75 else None
    tries = 0
    while len(out) < n:
        x = (one or r.choice(LINES))(r)
        tries += 1
        if tries > 40:
            one = None
        if not any(x in y or y in x for y in out):
            out.append(x)
    return out


def world(r, *but, n=None):
    """Some other files, with paths that are not near those of the task."""
    out = {}
    for _ in range(r.randint(0, 3) if n is None else n):
        p = path(r)
        if not any(p in x or x in p for x in (*but, *out)):
            out[p] = "\n".join(body(r, r.randint(1, 4)))
    return out
