"""JSON of the exam set: a field to look up, an object to write as TOML."""
import json

from cases import case, leaves, small_json
from examwords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS, VERBS

LOOK_UP = [
    "Find {k} in this object and tell me its value:\n{x}",
    "{x}\n\nWhat did they put down for {k}?",
    "What value is stored under {k} below?\n\n{x}",
    "Look at the JSON that follows. I need the value of {k}.\n{x}",
    "Read this and give me {k}: {x}",
    "{x}\nJust tell me what {k} is set to.",
    "Which value goes with {k} here? {x}",
    "Pick out {k} from the data below, please.\n```json\n{x}\n```",
    "JSON: {x}\nQuestion: what's the value for {k}?",
    "Here's a record from our system:\n\n{x}\n\nCould you look up {k} for me?",
    "Please pull {k} out of this JSON document. {x}",
    "I have this JSON:\n{x}\nWhat does it say for {k}?",
    "Tell me {k}, according to this file:\n\n{x}",
    "```\n{x}\n```\nRetrieve {k} from that, please.",
    "From the object {x} I only want {k}.",
    "Search the following JSON for {k} and reply with its value alone.\n\n{x}",
    "Given {x}, what would I get if I read {k}?",
]
CONVERT = [
    "Write the same data as TOML: {x}",
    "Can you rewrite this JSON in TOML syntax?\n\n{x}",
    "{x}\n\nI need that as a TOML file, please.",
    "My tool only reads TOML. Please translate this for it:\n{x}",
    "JSON in, TOML out:\n{x}",
    "Take the JSON object below and express it in TOML.\n```json\n{x}\n```",
    "How would this look in TOML? {x}",
    "Please make TOML out of the following JSON.\n{x}",
    "{x}\nChange the format from JSON to TOML.",
    "We are moving our settings to TOML. This is the old JSON:\n\n{x}\n\nPlease give me the new file.",
    "Input (JSON):\n{x}\nOutput wanted: TOML.",
    "I'd like a TOML version of this object: {x}",
    "Please port this configuration over to TOML.\n\n{x}",
    "```json\n{x}\n```\nThe TOML equivalent of that, please.",
    "Recast this from JSON into TOML for me: {x}",
    "Turn what you see below into valid TOML.\n{x}",
]
WAYS = ["{k}", '"{k}"', "`{k}`", "the field {k}", "the {k} field", "the {k} entry"]
INNER_WAYS = ["{k} inside {g}", "the {k} of {g}", "{g}'s {k}", "the {k} field in {g}"]

# Names of objects inside objects.
GROUPS = "address billing camera cargo chef contact crew delivery depot display engine garden guest host hotel ingredient invoice kitchen lamp layout locker manager meeting menu motor oven owner parcel pilot platform proxy queue radio receipt route schedule screen seat sender shelf station supplier tank terminal tower track vehicle venue warehouse weather".split()


def values(r):
    """Makers of leaves: their key and a value of the kind that the key calls for."""
    noun, number = lambda: r.choice(NOUNS), lambda a, b: lambda: r.randint(a, b)
    tenths = lambda: r.randint(1, 90) + r.randint(1, 9) / 10
    yes = lambda: r.random() < 0.5
    words = lambda: r.sample(NOUNS, r.randint(2, 3))
    digits = lambda: [r.randint(1, 60) for _ in range(r.randint(2, 4))]
    lines = lambda: f"{r.choice(VERBS)} the {noun()}\n  {r.choice(VERBS)} it again"
    return {
        "city": lambda: r.choice(TOWNS), "nickname": noun, "captain": lambda: r.choice(PEOPLE), "label": lambda: f"{r.choice(ADJECTIVES)} {noun()}",
        "seats": number(2, 400), "floor": number(1, 40), "weight": tenths, "price": tenths, "humidity": tenths, "open": yes, "fragile": yes, "heated": yes,
        "colour": lambda: r.choice("beige crimson indigo ivory maroon olive teal turquoise".split()), "year_built": number(1820, 2024), "tags": words, "slots": digits,
        "serial": lambda: f"{r.choice(THINGS)[:3]}-{r.randint(100, 9999)}", "folder": lambda: f"/srv/{noun()}/{noun()}", "site": lambda: f"https://{noun()}.example/{noun()}",
        "motto": lambda: f"{r.choice(VERBS)} every {noun()}", "steps": lines, "wheels": number(1, 18), "attempts": number(1, 9), "verified": yes, "baker": lambda: r.choice(PEOPLE),
        "arrival": lambda: f"{r.randint(6, 21):02}:{r.choice(['05', '15', '40', '55'])}", "due": lambda: f"2031-{r.randint(1, 12):02}-{r.randint(1, 28):02}", "gate": lambda: f"{r.choice('ABCDEF')}{r.randint(1, 60)}",
        "threshold": lambda: f"{r.choice(['>=', '<', '<=', '>'])} {r.randint(2, 95)}", "stock": number(0, 900), "shipped": yes, "rating": tenths, "port_number": number(1024, 9999), "flavours": words,
    }


def built(r, depth, twice=False):
    """An object of a depth. Keys differ all over it, unless twice lets two inner objects
    hold the same key."""
    make = values(r)
    keys, groups = r.sample(sorted(make), len(make)), r.sample(GROUPS, 4)
    if "steps" in keys[:12] and r.random() < 0.6:
        keys.remove("steps")
    take = lambda n: {k: make[k]() for k in [keys.pop() for _ in range(n)]}
    d = take(r.randint(2, 5) if depth == 1 else r.randint(1, 3))
    if depth > 1:
        d[groups[0]] = take(r.randint(1, 3))
        if r.random() < 0.5 or twice:
            d[groups[1]] = take(r.randint(1, 2))
        if twice:
            k = r.choice(list(d[groups[0]]))
            d[groups[1]][k] = make[k]()
    if depth > 2:
        d[groups[0]][groups[2]] = take(r.randint(1, 2))
    return d if r.random() < 0.7 else dict(sorted(d.items(), key=lambda _: r.random()))


def asked(r, path, alone):
    """Words for a path: the key if it is the only one of its name, or key and parents."""
    ways = [".".join(path)] * 2
    if len(path) > 1:
        ways += [w.replace("{k}", path[-1]).replace("{g}", path[-2]) for w in INNER_WAYS]
    if alone:
        ways += [r.choice(WAYS).replace("{k}", path[-1]) for _ in range(4 if len(path) == 1 else 2)]
    return r.choice(ways)


def text_in(r, frame, text):
    return frame.replace("{x}", text)


def extract(r):
    d, s = small_json(r, lambda n: built(r, n, n > 1 and r.random() < 0.3), [1, 2, 2, 3], [None, None, 2, 2, 4])
    found = list(leaves(d))
    path, value = r.choice(found)
    alone = sum(p[-1] == path[-1] for p, _ in found) == 1
    while isinstance(value, str) and "\n" in value or not alone and sum(p[-1] == path[-1] and v == value for p, v in found) > 1:
        path, value = r.choice(found)
        alone = sum(p[-1] == path[-1] for p, _ in found) == 1
    question = text_in(r, r.choice(LOOK_UP).replace("{k}", asked(r, path, alone)), s)
    return case("extract", question, {"value": value})


def json_to_toml(r):
    d, s = small_json(r, lambda n: built(r, n, r.random() < 0.2 and n > 1), [1, 2, 2, 3, 3], [None, 2, 2, 4])
    assert json.loads(s) == d
    return case("json_to_toml", text_in(r, r.choice(CONVERT), s), {"toml": d}, 320)
