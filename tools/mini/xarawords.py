"""Values that requests name: words, names, places, paths, code, texts, dates and numbers,
each kind with a maker, and the way a value is written inside a sentence."""
import tables as T

FIRST = "Ada Bruno Celia Dario Edda Farid Greta Hugo Ines Jonas Kaya Liam Mira Nadia Otto Petra Quentin Rosa Selim Tamar Ulla Viktor Wanda Ximena Yusuf Zora Aroha Bao Chidi Dagny Eero Fumiko Goran Hana Ivo Jaya Kofi Leilani Mateus Niamh Oskar Priya Rafael Sanna Thandi Umar Vera Wim Yara Zeno Anouk Bertil Cosmin Dilek".split()
LAST = "Abel Brandt Castillo Dumont Eriksen Fontana Grieg Hollis Ivanova Jansen Kowalska Lindqvist Moreau Novak Okafor Pereira Quist Rahman Sato Thorne Ueda Vasquez Whitlock Yilmaz Zeller Adeyemi Bisset Corrigan Delacroix Espinoza Fairweather Gunnarsson Hartigan Ibsen O'Neill Zamora".split()
TOWNS = "Aberfeld|Brisco|Cold Harbour|Dunmere|Eastwick|Fjordby|Galloway Bridge|Hexham|Innsbruck|Jindabyne|Kirkwall|Lucerne|Malmedy|Nijmegen|Oban|Port Lowell|Quimper|Rovaniemi|Saint-Malo|Tartu|Umbertide|Visby|Wanaka|Xanten|Ypres|Zadar|Leeds|Porto|Kraków|Bergen|Graz|Osaka|Lagos|Cusco|Tallow Creek|New Arden|Mossend|Upper Thorley|Puebla|Gdynia|Trondheim|Halifax|Lyon|Ghent|Pécs|Izmir|Agadir|Da Nang|Fort Kessel|Santa Rilla".split("|")
STREETS = "Mill Lane|Harbour Road|Birch Avenue|Rue des Lilas|Lindenweg|Station Street|Calle Mayor|Old Post Road|Foxglove Close|Canal Walk|King's Parade|Tanner Row|Via Roma|Orchard Hill|Quarry View|Storgata".split("|")
RARE = "gusset trivet plinth quoin spandrel oriel thurible zither pangolin quokka axolotl damson quince salsify sorrel kohlrabi teasel yarrow bodkin gimlet awl adze mattock thimble doublet jerkin farthing kestrel dunnock wheatear lorikeet ocelot marzipan halva tempeh okra celeriac samovar lantern hammock gondola sextant astrolabe gaiter bollard capstan".split()
PLAIN = "apple bridge candle door engine fence glass hammer island jacket kettle ladder mirror needle orange pencil quilt ribbon spoon table umbrella violin wagon basket button carpet drawer flour garden helmet pillow rocket saddle tunnel velvet whistle barrel copper falcon harvest marble".split()
FOREIGN = "Schmetterling fenêtre mañana Fernweh hyggelig sobremesa saudade kalimera vlinder pomodoro bahçe jabuka kirjasto świat könyv torii gezellig dépaysement Zahnrad lagom querido voilà ñandú Übermut sisu".split()
A = "bl br cr dr fl gr h j k l m n p pl qu r s sk st t tr v w z zh".split()
B = "a e i o u ai ea oo y".split()
C = "b d f g ck l m n nd p rt s sh sk t th x zz ven lor mis dal nix rin".split()
NOUNS = "Fennel|Old Mill|Juniper|Blue Heron|Windrush|Long Acre|Sparrow|Copperfield|North Star|Saffron|Magpie|Three Oaks|Lantern|Thistle|Harvest Moon|Orion|Marigold|Stone Bridge|Falcon|Cedar|Silver Birch|Poppy|Tamarind|Ravensworth|High Beacon|Otter|Larkspur|Amber|Quicksilver|Nettle".split("|")
PLANTS = "basil|lavender|tomatoes|dwarf beans|sweet peas|rhubarb|chives|foxgloves|dahlias|leeks|parsnips|Swiss chard|sunflowers|hydrangeas|kale|sorrel|salsify|damsons".split("|")
ANIMALS = "goats|hens|alpacas|ducks|ponies|geese|rabbits|heifers|lambs|donkeys|quails|piglets|turkeys|bullocks|ferrets".split("|")
FOODS = "oat milk|butter|rye bread|eggs|red onions|lentils|goat cheese|olive oil|coffee beans|apples|salt|brown sugar|green tea|walnuts|halva|tempeh|smoked trout|rice|mustard|quince jelly|okra|yeast|capers|buckwheat|sour cream".split("|")
DISHES = "mushroom risotto|lamb tagine|pea soup|pierogi|shakshuka|apple strudel|dal makhani|cheese fondue|bibimbap|moussaka|paella|ramen|onion tart|gumbo|borscht|margherita pizza|fish pie|falafel wrap".split("|")
THINGS = "desk lamp|garden hose|laptop stand|rain jacket|paint roller|bicycle pump|wool socks|tent pegs|printer ink|sleeping bag|bread knife|watering can|steel screws|chess set|hiking boots|wall clock|toolbox|extension cord|teapot|camping stove|picture frame|microscope".split("|")
ROOMS = "kitchen|attic|cellar|nursery|hallway|guest room|library|conservatory|garage|laundry room|study|dining room|porch|bathroom|pantry|workshop".split("|")
LANGUAGES = "Finnish Basque Turkish Welsh Hungarian Swahili Korean Catalan Polish Hindi Icelandic Maltese Greek Vietnamese Yoruba Dutch Estonian Quechua Arabic Japanese".split()
INSTRUMENTS = "cello|oboe|banjo|double bass|harp|trombone|accordion|viola|piccolo|bagpipes|zither|marimba|sitar|French horn|ukulele|clarinet".split("|")
TEAMS = "Harbour Hawks|Red Lynx|Mossend Rovers|Iron Badgers|Lakeside Eleven|Night Owls|Blue Comets|Valley Rangers|Quarrymen|Grey Foxes|Dunmere United|Storm Petrels".split("|")
SUBJECTS = "algebra|chemistry|geography|Latin|world history|biology|music theory|physics|statistics|art history|economics|grammar|astronomy|woodwork".split("|")
TITLES = "The Salt Road|Winter in Umbria|A Cup of Rust|Nine Lanterns|The Glass Orchard|Letters to Nobody|Ashes and Honey|The Clockmaker's Niece|Under Heather|Moth Season|Seven Quiet Rivers|Le Petit Phare|The Last Ferryman|Paper Kingdoms|Blue Hour|Night Train to Vigo|Marrow|The Owl Ledger|Kestrel Song|Driftwood Waltz".split("|")
MATTERS = "migraine|back pain|hay fever|insomnia|toothache|heartburn|dizziness|swollen glands|sore knees|chest pain|itchy eyes|night sweats|stomach cramps".split("|")
COMPANIES = "Brightwell Ltd|Nordhaven AG|Pico Foods|Tallis & Sons|Verdana Optics|Oakum Works|Zephyr Air|Kuroda Tools|Lumen Bank|Hobart Freight|Meridian Glass|Fennimore Books".split("|")
COLOURS = "teal crimson ochre ivory indigo turquoise maroon beige lilac olive amber charcoal scarlet khaki mauve navy".split()
STEMS = "report budget notes backup invoice draft minutes summary photo_042 readme schedule sales-2039 config index main data_old thesis cover letter Untitled inventory plan_b".split()
ENDS = "txt md csv json py pdf png html xml log toml yaml docx sql jpg wav".split()
DIRS = "docs src home data archive var projects photos backup notes old shared music tmp reports 2041 lib tests ada work".split()
SPACED = "My Documents|Tax Papers|old photos|Summer 2039|final draft|Band Recordings|to sort|Project X|meeting notes|School Work|Client Files|Recipes and Menus".split("|")
VERBS = "load save get set parse send fetch count merge sort open check build render update read find drop".split()
OBJECTS = "user order row cache token page file total item list price header queue name session index invoice".split()
CODE = ['print("{w}")', "if {v} < {n}:", "{v} >= {n}", "{v} == '{w}'", 'name = "{w}"', "return {v} + {n}", "for x in {v}:", "{v}[{n}]", "while {v} != {n}:", "{v}({n}, '{w}')", "let {v} = [{n}, 2];", "{v} <= {n} and not {w}", "import {w}", 'raise ValueError("{w} is missing")', "<div class=\"{w}\">", "{v} -> {w}", "lambda x: x * {n}", "assert {v} == {n}", "const {v} = () => {n};", "x << {n}", "#include <{w}.h>", "{v}.append('{w}')"]
REGEX = [r"^{w}\d+$", r"\b{w}\b", r"[a-z]+_{w}", r"({w}|{x})s?", r"^\s*#\s*{w}", r"\d{4}-\d{2}-\d{2}", r"{w}.*{x}$", r"[^,]+,\s{w}", r"(?i){w}", r"^[A-Z]{3}-\d+", r"{w}\.(png|jpg)", r"\w+@{w}\.com", r"{w}{2,5}", r"<{w}[^>]*>"]
SQL = ["SELECT * FROM {w} WHERE id > {n}", "DELETE FROM {w} WHERE name = '{x}'", "SELECT count(*) FROM {w}", "UPDATE {w} SET price = {n} WHERE kind = '{x}'", "SELECT {x}, {w} FROM stock ORDER BY {x} LIMIT {n}", "total >= {n} AND city = '{x}'", "{x} < {n} OR {w} IS NULL"]
TEXTS = ["Dinner is at {t}, bring {f}", "{p} will be late", "The {h} has arrived", "Do not forget the {f}!", "Where did you put the {h}?", "Happy birthday, {p}", "We moved the {w} to {c}", "Back in {n} minutes", "Please call {p} before {t}", "{w} and {x}, as always", "I can't find my {h}", "See you in {c} on {d}", "the {w} leaks again", "No {f} today, sorry.", "It costs {n}, not {m}", "Ask {p} about the {w}", "Meeting moved to {t}", "good luck with the {w}", "Can {p} join us in {c}?", "Thanks for the {f}; it was lovely.", "{w} {x} {y}", "Room {n} is free"]


def coined(r):
    """A word that nobody has used."""
    s = r.choice(A) + r.choice(B) + r.choice(C)
    if r.random() < 0.55:
        s += r.choice(B) + r.choice(C)
    return s


def word(r):
    x = r.random()
    return r.choice(PLAIN) if x < 0.3 else r.choice(RARE) if x < 0.55 else r.choice(FOREIGN) if x < 0.68 else coined(r)


def small(r):
    """A plain word of lower-case letters without accents."""
    x = r.random()
    return r.choice(PLAIN) if x < 0.4 else r.choice(RARE) if x < 0.7 else coined(r)


def var(r):
    v, o = r.choice(VERBS), r.choice(OBJECTS) if r.random() < 0.7 else coined(r)
    return v + "_" + o if r.random() < 0.5 else v + o.capitalize()


def first(r):
    return r.choice(FIRST) if r.random() < 0.85 else coined(r).capitalize()


def last(r):
    return r.choice(LAST) if r.random() < 0.8 else coined(r).capitalize()


def person(r):
    return first(r) if r.random() < 0.35 else first(r) + " " + last(r)


def town(r):
    return r.choice(TOWNS) if r.random() < 0.8 else coined(r).capitalize() + r.choice(["", "ville", "by", " Bay", "ton"])


def street(r):
    return r.choice(STREETS) if r.random() < 0.8 else coined(r).capitalize() + " " + r.choice(["Street", "Road", "Lane"])


def address(r):
    s = r.choice(["{n} {s}, {t}", "{s} {n}, {t}", "{n} {s}, {z} {t}", "Flat {k}, {n} {s}, {t}"])
    return s.replace("{n}", str(r.randint(1, 240))).replace("{s}", street(r)).replace("{z}", str(r.randint(10000, 99999))).replace("{k}", str(r.randint(1, 30))).replace("{t}", town(r))


def file(r):
    stem = r.choice(STEMS) if r.random() < 0.6 else small(r) + r.choice(["", f"_{r.randint(1, 99)}", "-" + small(r)])
    return stem + "." + r.choice(ENDS)


def path(r):
    parts = [r.choice(DIRS) for _ in range(r.randint(1, 3))]
    start = r.choice(["/", "", "~/", "./", "/"])
    return start + "/".join(parts) + r.choice(["/" + file(r), "/" + file(r), "/" + small(r)])


def spaced(r):
    """A path with spaces in it."""
    if r.random() < 0.25:
        return "C:\\" + r.choice(SPACED) + "\\" + file(r)
    return r.choice(["/", "~/", ""]) + r.choice(DIRS) + "/" + r.choice(SPACED) + "/" + file(r)


def date(r):
    return f"{r.randint(2025, 2049)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"


def clock(r):
    return f"{r.randint(0, 23):02}:{r.choice([0, 5, 10, 15, 20, 30, 40, 45, 50]):02}"


def email(r):
    return r.choice([first(r).lower() + r.choice([".", "_", ""]) + small(r), small(r)]) + "@" + small(r) + r.choice([".com", ".org", ".net", ".example", ".co.uk"])


def ident(r):
    x = r.random()
    if x < 0.5:
        return small(r).upper() + "-" + str(r.randint(1, 999))
    if x < 0.75:
        return "".join(r.choice("ABCDEFGHKLMNPRSTUVWXYZ") for _ in range(r.randint(1, 3))) + str(r.randint(10, 99999))
    return r.choice(["{a}{n}-{b}", "{a}-{n}-{b}", "{n}{a}{b}"]).replace("{a}", r.choice("ABCDXYZ")).replace("{b}", r.choice("KLMNQ")).replace("{n}", str(r.randint(10, 9999)))


def filled(r, frames):
    """A frame with its one-letter slots filled."""
    s = r.choice(frames)
    for slot, make in SLOTS:
        if slot in s:
            s = s.replace(slot, str(make(r)))
    return s


SLOTS = [("{t}", clock), ("{f}", lambda r: r.choice(FOODS)), ("{p}", first), ("{h}", lambda r: r.choice(THINGS)), ("{c}", town), ("{d}", date), ("{w}", small), ("{x}", small), ("{y}", word), ("{v}", var), ("{n}", lambda r: r.randint(3, 900)), ("{m}", lambda r: r.randint(3, 900))]


def lines(r):
    return "\n".join(filled(r, TEXTS if r.random() < 0.75 else CODE) for _ in range(r.randint(2, 3)))


def noun(r):
    return r.choice(NOUNS) if r.random() < 0.7 else coined(r).capitalize()


def title(r):
    return r.choice(TITLES) if r.random() < 0.7 else r.choice(["The {a} {b}", "{a} of {b}", "{a} {b}"]).replace("{a}", small(r).capitalize()).replace("{b}", small(r).capitalize())


def of(values, coin=0.0):
    """A maker that picks from values, at times coining one."""
    return lambda r: coined(r) if coin and r.random() < coin else r.choice(values)


MAKERS = {"word": word, "small": small, "var": var, "first": first, "person": person, "town": town, "street": street, "address": address, "file": file, "path": path, "spaced": spaced, "date": date, "time": clock, "email": email, "id": ident, "lines": lines, "noun": noun, "title": title,
    "anypath": lambda r: r.choice([path, spaced, file])(r), "code": lambda r: filled(r, CODE), "regex": lambda r: filled(r, REGEX), "sql": lambda r: filled(r, SQL), "text": lambda r: lines(r) if r.random() < 0.1 else filled(r, TEXTS),
    "plant": of(PLANTS, 0.15), "animal": of(ANIMALS), "food": of(FOODS, 0.1), "dish": of(DISHES), "thing": of(THINGS, 0.1), "room": of(ROOMS), "language": of(LANGUAGES), "instrument": of(INSTRUMENTS), "team": of(TEAMS), "subject": of(SUBJECTS), "matter": of(MATTERS), "company": of(COMPANIES), "colour": of(COLOURS), "day": of(T.DAYS), "month": of(T.MONTHS),
    "url": lambda r: r.choice(["https://", "http://", "https://www."]) + small(r) + r.choice([".org", ".net", ".example"]) + r.choice(["", "/" + small(r), f"/{small(r)}/{r.randint(1, 99)}", f"/?q={small(r)}"]),
    "host": lambda r: r.choice(["{a}-{n}", "{a}.{b}.net", "{a}{n}", "10.{n}.7.{n}", "{a}-{b}"]).replace("{a}", small(r)).replace("{b}", small(r)).replace("{n}", str(r.randint(1, 99))),
    "phone": lambda r: r.choice(["+", "0"]) + str(r.randint(20, 99)) + " " + str(r.randint(100, 999)) + " " + str(r.randint(1000, 9999)),
    "version": lambda r: r.choice(["", "v"]) + f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}",
    "hex": lambda r: f"#{r.randint(0, 0xFFFFFF):06x}", "branch": lambda r: r.choice(["feature/", "fix/", "", "release-"]) + small(r) + r.choice(["", f"-{r.randint(1, 99)}"]),
    "cell": lambda r: f"{r.choice('ABCDEFG')}{r.randint(1, 40)}:{r.choice('HJKLM')}{r.randint(41, 99)}",
    "phrase": lambda r: r.choice([lambda: r.choice(RARE) + " " + r.choice(PLAIN), lambda: word(r) + " " + word(r) + " " + word(r), lambda: word(r), lambda: filled(r, TEXTS)])()}
# Kinds whose values may hold anything, so that they are quoted or end the request after a
# colon, and kinds that are quoted half of the time.
FREE = {"code", "regex", "sql", "text", "lines", "spaced", "anypath", "phrase"}
HALF = {"noun", "title", "address", "word", "team", "company"}
QUOTES = [('"', '"'), ('"', '"'), ('"', '"'), ("'", "'"), ("`", "`"), ("“", "”")]


def quoted(r, s):
    """s in quotes that do not occur in it."""
    while True:
        a, b = r.choice(QUOTES)
        if a not in s and b not in s:
            return a + s + b
        if '"' in s and "`" in s and "'" in s:
            return "“" + s + "”"


def shown(r, kind, s):
    """A string as it stands in a sentence."""
    odds = 1 if kind in FREE else 0.5 if kind in HALF else 0.15
    return quoted(r, s) if r.random() < odds else s


def listed(r, kind, items):
    """Items as a list in a sentence."""
    if kind in FREE or r.random() < 0.15:
        a, b = r.choice([q for q in QUOTES if not any(q[0] in x or q[1] in x for x in items)] or [("“", "”")])
        items = [a + x + b for x in items]
    return ", ".join(items[:-1]) + r.choice([" and ", " and ", ", and "] if len(items) > 2 else [" and "]) + items[-1]
