"""JSON of the assay set: the value of a field, and the same data as TOML."""
import json

from assaywords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS
from cases import case, leaves, small_json

KEYS = """owner depth shelf_no warden is_open weight_kg harbour_name berth tonnage route pilot ballast vintage grade repaired docked notes_text keeper cargo
deck mast hull_color lamps altitude humidity crop yield_per_row planted harvester barn_no slope fenced""".split()
GROUPS = "vessel barn ledger kiln_room voyage paddock greenhouse_a station lock_gate crew_list granary survey_area".split()
FIELD = ["Look at this record and tell me the value of {k}:\n{j}", "{j}\nWhat value has {k} here?", "Which value does {k} have in the JSON below?\n{j}", "I only need {k} out of this JSON: {j}",
    "Read off {k} from the following data.\n\n{j}", "Here is an object: {j}\nPlease pick out {k} for me.",
         "From {j} take {k} and give me only its value.", "Pull out {k}. The data: {j}", "What has been entered for {k} in this form?\n{j}"]
NESTED_KEY = ["\"{b}\" inside \"{a}\"", "the field {b} that belongs to {a}", "{b} (it stands under {a})", "{a}.{b}", "the {b} entry of {a}"]
PLAIN_KEY = ["\"{b}\" (a top-level key)", "the top-level field {b}", "the entry called {b}", "{b}", "`{b}` (on the top level)"]
DEEP_KEY = ["{a}.{b}.{c}", "\"{c}\" inside \"{b}\", which is inside \"{a}\"", "the field {c} under {b} under {a}"]
TO_TOML = ["Rewrite this JSON as a TOML document:\n{j}", "My program reads TOML only. Translate this for it: {j}", "What is the TOML version of this JSON?\n{j}",
    "Please express the following object in TOML.\n\n{j}", "This is JSON; the answer should be TOML:\n{j}", "Make a TOML file out of this data: {j}", "I have {j} and would like it as TOML.",
           "Change the format of this config from JSON into TOML:\n{j}", "Same data, but written in TOML, please: {j}"]
PHRASES = ["{j} {n}", "{p} of {t}", "two {n}s", "{n}-{d}", "c:/{n}/{m}", "{n}/{m}.txt", "{p}", "{t}", "{n}"]


def text(r):
    f = r.choice(PHRASES)
    n, m = r.sample(NOUNS, 2)
    return f.format(n=n, m=m, j=r.choice(ADJECTIVES), p=r.choice(PEOPLE), t=r.choice(TOWNS), d=r.randint(2, 999)) if r.random() < 0.9 else r.choice(THINGS)


def value(r):
    kind = r.random()
    if kind < 0.45:
        return text(r)
    if kind < 0.65:
        return r.randint(0, 9999)
    if kind < 0.75:
        return r.randint(0, 199) + r.choice([0.5, 0.25, 0.2, 0.7, 0.125])
    if kind < 0.87:
        return r.random() < 0.5
    return [r.choice(NOUNS) for _ in range(r.randint(1, 4))] if r.random() < 0.6 else [r.randint(1, 99) for _ in range(r.randint(1, 4))]


def build(r, depth):
    """An object of so many levels whose keys are all different."""
    keys, groups = r.sample(KEYS, len(KEYS)), r.sample(GROUPS, len(GROUPS))

    def level(d):
        out = {keys.pop(): value(r) for _ in range(r.randint(1, 4 if d > 1 else 5))}
        for _ in range((r.randint(1, 2) if r.random() < 0.4 else 1) if d > 1 else 0):
            out[groups.pop()] = level(d - 1)
        return out
    return level(depth)


def extract(r):
    d, j = small_json(r, lambda n: build(r, n), [1, 1, 2, 2, 3], [None, None, 2, 4])
    path, v = r.choice(list(leaves(d)))
    frames = {1: PLAIN_KEY, 2: NESTED_KEY, 3: DEEP_KEY}[len(path)]
    k = r.choice(frames).format(**dict(zip("abc" if len(path) > 1 else "b", path)))
    f = r.choice(FIELD)
    return case("extract", f.replace("{k}", k).replace("{j}", j), {"value": v}, 96)


def toml(r):
    d, j = small_json(r, lambda n: build(r, n), [1, 2, 2, 3], [None, None, 2, 2, 4])
    if r.random() < 0.06:
        path = next((p for p, v in leaves(d) if isinstance(v, str) and len(p) == 1), None)
        if path:
            d[path[0]] = f"{r.choice(NOUNS)}\n{r.choice(NOUNS)}"
            j = json.dumps(d)
            if len(j.encode()) > 400:
                return toml(r)
    return case("json_to_toml", r.choice(TO_TOML).replace("{j}", j), {"toml": d}, 400)
