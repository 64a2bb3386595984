"""JSON of the trial set: a field to extract, and objects to write as TOML."""
import trialwords as W
from cases import case, leaves, small_json

EXTRACT = ["Have a look at this JSON. What is the {k}?\n{j}", "{j}\nWhat is the {k}?", "I only need the {k} out of this object: {j}", "Please pull the {k} from the following data.\n{j}", "Read me the {k} in here: {j}", "Here comes a JSON record:\n{j}\nGive me its {k}.", "From this record I want the {k}, nothing else: {j}", "Data: {j}\nQuestion: what is the {k}?", 
    "Return just the {k} of this object.\n{j}", "{j}\n\nPlease tell me the {k} only."]
KEYED = ["What does {k} hold in this JSON? {j}", "Which value is stored under {k}?\n{j}", "Could you look up {k} in the JSON below?\n\n{j}", "Find {k} in this and answer with the value. {j}", "Our server sent this:\n{j}\nWhat did it say for {k}?", "In the object below, {k} is set to what?\n{j}"]
KEYED_ONLY = ["{j}\nWhich value goes with the key {k}?", "I need the value of \"{k}\" from this: {j}", "Please read the field {k} of this object: {j}"]
PLURALS = ["seats", "retries", "pages"]
INNER_ASK = ["What is the {a} of the {b} in this JSON? {j}", "Look inside {b} and tell me its {a}.\n{j}", "{j}\nUnder {b}, what is the {a}?", "I need the {a} that belongs to {b}: {j}", "Read the {a} in the {b} part of this record: {j}", "Please get {b}.{a} from this JSON:\n{j}", "In this data, what does {b} have as its {a}?\n{j}", "{j}\nGive me the value at {b}.{a}, please."]
TOML = ["Please rewrite this JSON as TOML.\n{j}", "I'd like the following in TOML: {j}", "{j}\nHow does that look as TOML?", "Give me the TOML version of this object.\n{j}", "My config is JSON, but the tool wants TOML. Can you translate it?\n{j}", "Express this in TOML syntax: {j}", "Switch this from JSON over to TOML, please.\n{j}", "Here is some JSON:\n{j}\nI need the same data as a TOML document.", "Make a TOML file out of this: {j}", "What would these settings be in TOML?\n{j}", "This is JSON, and TOML is what I want:\n{j}", "Take this JSON object and write it as TOML. {j}",
    "Migrate these settings to TOML for me.\n\n{j}", "The file must be TOML instead of JSON. Its content:\n{j}", "Produce TOML with the same keys and values: {j}", "{j}\n\nTOML, please."]
TEXTS = {"owner": "PEOPLE", "author": "PEOPLE", "driver": "PEOPLE", "guest": "PEOPLE", "teacher": "PEOPLE", "city": "TOWNS", "origin": "TOWNS", "station": "TOWNS", "branch": "TOWNS", "product": "NOUNS", "label": "NOUNS", "gift": "NOUNS", "mood": "ADJECTIVES", "texture": "ADJECTIVES", "flavor": "ADJECTIVES"}
NUMBERS = ["age", "price", "seats", "weight", "floor", "width", "retries", "timeout", "stock", "score", "pages", "room", "speed", "volume"]
FLAGS = ["active", "paid", "hidden", "urgent", "sealed", "public", "verbose", "locked"]
LISTS = ["tags", "colors", "stops", "toppings", "members", "tools"]
PARTS = ["order", "ticket", "hotel", "shipment", "recipe", "library", "garage", "server", "printer", "invoice", "engine", "camera", "display", "contact", "billing", "course", "kitchen", "backup"]


def value(r, key):
    if key in TEXTS:
        word = r.choice(getattr(W, TEXTS[key]))
        return f"{r.choice(W.ADJECTIVES)} {word}" if TEXTS[key] == "NOUNS" and r.random() < 0.4 else word
    if key in FLAGS:
        return r.random() < 0.5
    if key in LISTS:
        return r.sample(W.NOUNS, r.randint(2, 4)) if r.random() < 0.7 else r.sample(range(1, 99), 3)
    return round(r.uniform(1, 90), 1) if key in ("price", "weight", "width") and r.random() < 0.6 else r.randint(1, 400)


def flat(r, keys, n):
    return {k: value(r, k) for k in (keys.pop() for _ in range(n))}


def obj(r, depth):
    """An object of a depth whose keys are all different."""
    keys = [*TEXTS, *NUMBERS, *FLAGS, *LISTS]
    parts = list(PARTS)
    r.shuffle(keys)
    r.shuffle(parts)
    d = flat(r, keys, r.randint(2, 6) if depth == 1 else r.randint(1, 3))
    for _ in range(r.randint(1, 2) if depth > 1 else 0):
        d[parts.pop()] = flat(r, keys, r.randint(2, 3))
    if depth == 3:
        d[parts.pop()] = {**flat(r, keys, r.randint(0, 2)), parts.pop(): flat(r, keys, r.randint(1, 3))}
    return d


def question(r, path):
    """How a field is asked for; yes-or-no fields and plurals by their names."""
    named = path[-1] in FLAGS + LISTS + PLURALS
    if len(path) > 1 and r.random() < 0.6:
        frames = [x for x in INNER_ASK if "{b}.{a}" in x] if named else INNER_ASK
        return r.choice(frames).replace("{a}", path[-1]).replace("{b}", path[-2])
    frames = KEYED + KEYED_ONLY if named else EXTRACT + KEYED
    return r.choice(frames).replace("{k}", path[-1])


def extract(r):
    d, text = small_json(r, lambda depth: obj(r, depth), [1, 1, 2, 2, 3], [None, None, 2, 4])
    path, v = r.choice(list(leaves(d)))
    return case("extract", question(r, path).replace("{j}", text), {"value": v})


def toml(r):
    d, text = small_json(r, lambda depth: obj(r, depth), [1, 1, 2, 2, 3], [None, 2, 2, 4])
    return case("json_to_toml", r.choice(TOML).replace("{j}", text), {"toml": d}, 400)
