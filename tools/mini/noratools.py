"""Requests that need one call of one of the tools on offer, or none."""
import re

import cases
import tables as T
import noratooldata1
import noratooldata2
import noratooldata3
from norawords import *

SHOPS = ["Finch and Sons", "the Copper Pot", "Marsh Stores", "Tolley's", "the Blue Kettle", "Green Lane Dairy", "Varga Bakery", "Hill Farm", "the Corner Stall", "Quigley Hardware"]
ROOMS = "kitchen,bathroom,living room,hallway,study,nursery,attic,dining room,bedroom,laundry,porch,library".split(",")
EVENTS = "spring fair,book club,jumble sale,harvest supper,parish meeting,quiz night,baking contest,garden party,choir concert,tea dance,staff meeting,swimming gala,cheese tasting,skittles evening".split(",")
SONGS = "The Miller's Daughter,Rain on Tin,Harvest Home,Three Blue Doors,The Ferryman,Sugar and Salt,Lanterns,A Winter Walk,Green Gates,The Baker's Dozen,Old Stone Bridge,Morning Bell".split(",")
DISHES = "leek soup,fish pie,lentil stew,apple crumble,shepherd's pie,mushroom risotto,pea soup,bread pudding,onion tart,chicken curry,bean chilli,lemon drizzle".split(",")
TOPICS = "bees,the Vikings,rivers,bread,the moon,castles,volcanoes,hats,steam engines,whales,spices,bridges".split(",")
WORDS = "orders,guests,members,pantry,tickets,parcels,loans,repairs,seedlings,bakery,wages,visits".split(",")
CODES = ["a < b", "x >= 3", "<li>", "if n <= 10:", "total != 0", "price > 2.50", "&copy;", "</div>", "foo(bar)", "TODO", "len(x) < 5", "<b>Sale</b>", "i += 1", "y == None", "a && b", "v1.2.0", "colour", "no_entry"]
CONDS = ["price > 20", "age >= 18", "stock < 5", "town = 'Oban'", "paid != 1", "weight <= 2.5", "score > 90", "visits >= 3", "cost < 4.99", "age < 7"]
HEADS = ["", "Dear all,\n", "Notice\n", "<p>", "Hello,\n"]
PATTERNS = ["[A-Z]{2}-\\d{4}", "^\\d+$", "^[a-z]+\\d*$", "\\d{3,}", "^[A-Z].*", "[0-9]+-[0-9]+", "^\\w+$", "(AB|CD)-.*"]


def date(r):
    return f"{r.choice([2025, 2026, 2027])}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"


def text(r):
    return r.choice([r.choice(SAYINGS), r.choice(SAYINGS), r.choice(JOBS).capitalize(), "Thank you, " + r.choice(NAMES) + "!", f"The {r.choice(THINGS)} is {r.choice(['broken', 'ready', 'missing', 'too small', 'on its way'])}", f"{r.choice(NAMES)} & {r.choice(NAMES)}: {r.randint(2, 40)} {r.choice(FOODS)}", f"Well done, class {r.randint(2, 9)}!"])


def some(r, make):
    return cases.distinct(lambda: make(r), r.randint(2, 4))


def number(r):
    x = r.choice([round(r.randint(11, 999) / 10, 1), round(r.randint(101, 9999) / 100, 2), float(r.randint(2, 60)) + .5])
    return x if x % 1 else x + .5


MAKE = {
    "name": lambda r: r.choice(NAMES), "full": lambda r: r.choice(NAMES) + " " + r.choice(SURNAMES), "town": lambda r: r.choice(TOWNS), "shop": lambda r: r.choice(SHOPS), "room": lambda r: r.choice(ROOMS), "event": lambda r: r.choice(EVENTS), "song": lambda r: r.choice(SONGS), "dish": lambda r: r.choice(DISHES), "topic": lambda r: r.choice(TOPICS), "word": lambda r: r.choice(WORDS), "job": lambda r: r.choice(JOBS),
    "thing": lambda r: r.choice(THINGS), "food": lambda r: r.choice(FOODS), "colour": lambda r: r.choice(COLOURS), "animal": lambda r: r.choice(ANIMALS), "key": lambda r: r.choice(KEYS), "weekday": lambda r: r.choice(T.DAYS), "class": lambda r: f"{r.choice(['class', 'year', 'group'])} {r.randint(1, 9)}{r.choice('ABC')}",
    "email": lambda r: r.choice(NAMES).lower() + r.choice(["", "." + r.choice(SURNAMES).lower(), str(r.randint(2, 99))]) + "@" + r.choice(["example.org", "post.example", "village.example", "mail.test", "bakery.example"]), "phone": lambda r: r.choice(["0", "+44 ", "+45 "]) + str(r.randint(1000, 9999)) + " " + str(r.randint(100000, 999999)), "street": lambda r: f"{r.randint(1, 99)} {r.choice(['Mill', 'Church', 'Orchard', 'Station', 'Tanner', 'Well'])} {r.choice(['Lane', 'Street', 'Road', 'Row'])}",
    "date": date, "time": lambda r: f"{r.randint(7, 21):02d}:{r.choice(['00', '15', '30', '45'])}", "path": lambda r: r.choice(["/srv/", "/home/" + r.choice(NAMES).lower() + "/", "", "docs/", "/data/", "./", "/tmp/", "~/"]) + path(r), "dir": lambda r: r.choice(["/srv/", "/home/", "/data/", "docs/", "./", "/var/"]) + r.choice(FOLDERS), "zip": lambda r: r.choice(["/backup/", "", "/srv/", "old/"]) + r.choice(STEMS) + r.choice([".zip", ".tar.gz"]), "url": lambda r: "https://" + r.choice(["www.", ""]) + r.choice(WORDS) + ".example/" + r.choice(STEMS) + r.choice(["", ".html", "?page=" + str(r.randint(2, 40))]), "host": lambda r: r.choice(WORDS) + "-" + str(r.randint(1, 12)) + r.choice([".local", ".example", ""]),
    "code": lambda r: "".join(r.choice("ABCDEFGHKLMNPRSTUVWXYZ") for _ in range(2)) + r.choice(["-", "", "/"]) + str(r.randint(100, 99999)), "text": text, "code_text": lambda r: r.choice(CODES), "cond": lambda r: r.choice(CONDS), "pattern": lambda r: r.choice(PATTERNS), "multi": lambda r: r.choice(HEADS) + "\n".join(text(r) for _ in range(r.randint(1, 3))), "sum": lambda r: f"{r.randint(2, 99)} {r.choice(['+', '-', '*', '/'])} " + r.choice([str(r.randint(2, 99)), f"({r.randint(2, 50)} + {r.randint(2, 50)})"]), "sql": lambda r: f"SELECT {r.choice(['*', 'name', 'count(*)'])} FROM {r.choice(WORDS)} WHERE {r.choice(CONDS)}{r.choice(['', ';'])}",
    "int": lambda r: r.randint(2, 99), "int5": lambda r: r.randint(1, 5), "int9": lambda r: r.randint(2, 9), "int14": lambda r: r.randint(2, 14), "big": lambda r: r.randint(100, 9000), "num": number,
    "foods": lambda r: some(r, MAKE["food"]), "things": lambda r: some(r, MAKE["thing"]), "names": lambda r: some(r, MAKE["name"]), "colours": lambda r: some(r, MAKE["colour"]), "rooms": lambda r: some(r, MAKE["room"]), "songs": lambda r: some(r, MAKE["song"]), "emails": lambda r: some(r, MAKE["email"]), "times": lambda r: some(r, MAKE["time"]), "codes": lambda r: some(r, MAKE["code"]), "ints": lambda r: some(r, MAKE["int"]),
}
PLURAL = {"foods", "things", "names", "colours", "rooms", "songs", "emails", "times", "codes"}
ABOUT = {"date": ["date, YYYY-MM-DD", "the day", "ISO date"], "time": ["time, HH:MM", "time of day"], "email": ["e-mail address"], "phone": ["telephone number"], "path": ["path of a file", "file"], "dir": ["path of a folder"], "bool": ["yes or no", "true if wanted", "true or false"]}


class Tool:
    """A tool of the table: its schema and its wordings."""

    def __init__(self, head, wordings):
        self.name, self.theme, self.description, params = head.split("|")
        self.wordings, self.params = wordings, {}
        for p in params.split(","):
            m = re.fullmatch(r"(\w+)(\??):([^=]+)(?:=(.*))?", p)
            self.params[m[1]] = (m[3], not m[2], m[4])

    def schema(self, r, style):
        """The tool as it is offered, names in a style, descriptions now and then left out."""
        props, required, talk = {}, [], r.random()
        for name, (kind, needed, about) in self.params.items():
            k = cases.styled(name, style[1])
            if kind.startswith("e/"):
                props[k] = {"type": "string", "enum": kind.split("/")[1:]}
            elif kind in PLURAL or kind == "ints":
                props[k] = {"type": "array", "items": {"type": "integer" if kind == "ints" else "string"}}
            else:
                props[k] = {"type": "boolean" if kind == "bool" else "number" if kind == "num" else "integer" if kind.startswith("int") or kind == "big" else "string"}
            if talk < .6 and (about or r.random() < .7):
                props[k]["description"] = about or r.choice(ABOUT.get(kind, [name.replace("_", " "), "the " + name.replace("_", " ")]))
            if needed:
                required.append(k)
        return cases.function(cases.styled(self.name, style[0]), self.description if r.random() < .8 else self.description.rstrip(".").lower(), props, required)

    def request(self, r):
        """(request, arguments)"""
        frame = r.choice(self.wordings)
        s = expand(r, frame) if "```" not in frame else expand(r, frame.replace("```", "\x01")).replace("\x01", "```")
        args, slots = {}, {}
        for k, v in re.findall(r"\{!(\w+)=([^}]*)\}", s):
            args[k] = {"true": True, "false": False}.get(v, v)
        s = re.sub(r"\{![^}]*\}", "", s)
        seen = []
        for k in dict.fromkeys(re.findall(r"\{(\w+)\}", s)):
            kind = self.params[k][0]
            while True:
                v = r.choice(kind.split("/")[1:]) if kind.startswith("e/") else MAKE[kind](r)
                if str(v) not in seen:
                    break
            seen.append(str(v))
            args[k] = v
            slots[k] = listing(r, v) if isinstance(v, list) else v
            if isinstance(v, list) and s.endswith("{" + k + "}") and r.random() < .25:
                slots[k] = "\n" + "\n".join(r.choice(["- ", "* "])[:2] + str(x) for x in v)
        if s[-1] not in ".?!:}`\"" and r.random() < .6:
            s += "."
        SEEN.add(s)
        s = dress(r, s)
        args = {k: args[k] for k in self.params if k in args}
        return re.sub(r"\{(\w+)\}", lambda m: str(slots[m[1]]), s), args


def _load():
    out = []
    for m in (noratooldata1, noratooldata2, noratooldata3):
        for line in m.DATA.strip().split("\n"):
            if line.startswith("-"):
                out[-1][1].append(line[1:].replace("\\n", "\n"))
            else:
                out.append((line, []))
    return [Tool(*x) for x in out]


TOOLS = _load()
WISHES = ["Sing me to sleep", "Fold the towels for me", "Give me a foot rub", "Tell me a ghost story", "Write a limerick about my aunt", "What is the meaning of friendship?", "Please cheer me up", "Make me a cup of tea", "Carry my bags upstairs", "I'd like to be taller", "Could you scratch my back?", "Predict who will win the cup", "Dance with me", "What should I name my baby?", "Dig a pond behind the house", "Teach me to whistle", "I want my youth back", "Would you marry me?", "Explain why the sky changes colour at dusk", "Knock down that wall", "Guess what I'm thinking", "Paint my portrait", "Comb the dog's hair", "Polish my shoes", "I need somebody to hold this ladder", "Do you prefer cats or dogs?", "Tell my fortune from the tea leaves", "Write me a play about two snails", "What is your favourite season?", "Stir the porridge while I'm out", "Describe the taste of salt", "Could you lend me your gloves?", "Invent a new board game", "Draw a horse for my daughter", "Pull the splinter out of my thumb", "How do I become a lighthouse keeper?", "Say something nice about my hat", "Chop some wood, it's getting cold", "Sew this button on", "Chase the pigeons off the roof", "I wonder why people yawn", "Give me your honest opinion of my singing", "Unblock the sink with your bare hands", "Make it stop raining", "Let's play hide and seek", "Convince my husband to shave", "Push my car, it won't start", "Wish me luck"]
CAPITAL_Q = ["What is the capital of {x}?", "(Which|What) city is the capital of {x}?", "Name the capital of {x}.", "{x}'s capital city, please?", "My grandson asks what the capital of {x} is.", "I'd like to know the capital of {x}.", "capital of {x}?", "Can you tell me the capital of {x}?", "For the pub quiz: capital of {x}?", "Which city should I write on the map as the capital of {x}?", "What do you call the capital city of {x}?", "Do you know the capital of {x}? I've forgotten it."]
SYMBOL_Q = ["What is the chemical symbol (of|for) {x}?", "Which symbol stands for {x} in chemistry?", "Chemical symbol of {x}, please.", "How do chemists abbreviate {x}?", "I need the chemical symbol for {x} for my homework.", "{x}: what's its symbol in the periodic table?", "My daughter wants to know the symbol of the element {x}.", "Give me the chemical symbol that belongs to {x}."]
NUMBER_Q = ["What is the atomic number of {x}?", "Atomic number of {x}?", "Which number does {x} have in the periodic table?", "Tell me the atomic number of the element {x}.", "I've forgotten the atomic number of {x}, what is it?", "{x} has what atomic number?"]
MONTH_Q = ["Which month comes after {x}?", "What month follows {x}?", "After {x}, which month is it?", "Name the month that comes right after {x}.", "We move house in the month after {x}. Which month is that?", "{x} is over. What's the next month called?"]


def fact(r):
    """A plain question and the word of its answer."""
    k = r.randrange(5)
    if k < 2:
        c = r.choice(cases.COMMON) if r.random() < .6 else r.choice(list(cases.ASKED))
        return ask(r, CAPITAL_Q, x=c), [cases.ASKED[c]] + cases.SPELLED.get(cases.ASKED[c], [])
    if k == 2:
        n, s, e = r.choice(T.ELEMENTS[:40])
        while s in cases.WORDLIKE:
            n, s, e = r.choice(T.ELEMENTS[:40])
        return ask(r, SYMBOL_Q, x=e.lower()), [s]
    if k == 3:
        n, s, e = r.choice(T.ELEMENTS[:30])
        return ask(r, NUMBER_Q, x=e.lower()), [str(n)]
    i = r.randrange(12)
    return ask(r, MONTH_Q, x=T.MONTHS[i]), [T.MONTHS[(i + 1) % 12]]


def offered(r, tool, n, avoid=()):
    """The schemas of n tools in one naming style; the wanted one is anywhere among them."""
    style = (r.choice(["snake", "snake", "camel", "kebab"]), r.choice(["snake", "snake", "camel"]))
    pool = [t for t in TOOLS if t is not tool and t.theme not in avoid]
    near = [t for t in pool if tool and t.theme == tool.theme]
    chosen = [tool] if tool else []
    while len(chosen) < n:
        t = r.choice(near if near and r.random() < .4 else pool)
        if t not in chosen:
            chosen.append(t)
    r.shuffle(chosen)
    return style, [t.schema(r, style) for t in chosen]


def tools(r):
    """One case: a call, a wish that no tool serves, or a plain question."""
    n, x = r.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9]), r.random()
    if x < .05:
        q, words = fact(r)
        check = {"no_call": words[:1]}
        specs = offered(r, None, n)[1]
    elif x < .10:
        q, check = ask(r, [r.choice(WISHES)]), {"no_call": ""}
        specs = offered(r, None, n)[1]
    elif x < .15:
        t = r.choice(TOOLS)
        q, check = t.request(r)[0], {"no_call": ""}
        specs = offered(r, None, n, CLOSE.get(t.theme, ()) + (t.theme,))[1]
    else:
        t = r.choice(TOOLS)
        q, args = t.request(r)
        style, specs = offered(r, t, n)
        check = {"call": [cases.styled(t.name, style[0]), {cases.styled(k, style[1]): v for k, v in args.items()}]}
    return cases.case("tools", q, check, tools=specs, max_tokens=220)


# Themes whose tools might serve a wish of another theme.
CLOSE = {"calendar": ("home", "health", "events", "messages", "food", "office", "school"), "home": ("calendar", "events", "music", "office", "craft"), "messages": ("calendar", "travel", "money", "files", "office", "school", "shop"), "files": ("computing", "text", "office", "maths"), "computing": ("files", "maths"), "text": ("files", "travel", "messages", "school"), "maths": ("computing", "money", "text", "food"), "money": ("shop", "maths", "events", "car"), "shop": ("money", "food", "library", "office", "craft", "travel", "events"), "events": ("home", "food", "school", "calendar", "music", "sport", "shop", "office"), "food": ("shop", "events", "pets", "travel", "home", "garden"), "travel": ("car", "food", "school", "sport", "weather", "messages"), "car": ("travel", "money"), "health": ("calendar", "sport"), "sport": ("health", "school", "events"), "school": ("events", "travel", "music", "messages", "calendar"), "music": ("home", "school", "library"), "library": ("shop", "music", "school"), "garden": ("weather", "food", "shop"), "weather": ("garden", "travel"), "office": ("home", "events", "files", "calendar", "messages"), "craft": ("shop", "home"), "pets": ("food", "health")}
