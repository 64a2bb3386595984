"""JSON of the verdict: take a field out of it (extract) and turn it into TOML (toml)."""
import json

from cases import case, leaves, small_json
from verdictwords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS

ONE = ["What is the value of {k} in this JSON?\n{j}", "Look at this JSON and tell me the value of \"{k}\":\n{j}", "Please get the field {k} out of this JSON: {j}", "{j}\nWhat does the field \"{k}\" say?",
       "From the JSON below I only need {k}.\n{j}", "Which value belongs to the key {k} here?\n{j}", "Here is some JSON:\n{j}\nPlease give me the value of {k}."]
INNER = ["What is the value of {k} inside {o} in this JSON?\n{j}", "In the object \"{o}\" of this JSON, what is \"{k}\"?\n{j}", "Please read {k} from {o} in this JSON: {j}", "{j}\nWhat is the {k} of {o} here?",
         "What is the value at {d} in this JSON?\n{j}", "Give me the field {d} of the following JSON.\n{j}"]
DEEP = ["What is the value at {d} in this JSON?\n{j}", "Give me the field {d} of the following JSON.\n{j}", "Please look up {d} in this JSON and tell me its value: {j}"]
TOML = ["Please turn the JSON here into TOML:\n{j}", "Please rewrite the following JSON as TOML.\n{j}", "I need this JSON as a TOML file: {j}", "Can you give me the TOML for this JSON?\n{j}", "{j}\nWrite the same data in TOML, please.",
        "How does this JSON look in TOML?\n{j}", "Here is a config in JSON. Write it as TOML with the same keys and values.\n{j}"]

NAMES = {
    "text": ["name", "title", "city", "color", "owner", "status", "kind", "label", "street", "email", "host", "note", "author", "language"],
    "count": ["age", "count", "port", "year", "size", "price", "weight", "level", "seats", "pages", "width", "height", "limit"],
    "flag": ["active", "open", "paid", "ready", "public", "enabled", "locked", "new"],
    "list": ["tags", "items", "friends", "colors", "scores", "cities", "members"],
    "object": ["address", "user", "server", "order", "house", "settings", "contact", "book", "garden", "shop", "car", "database", "school"],
}
# Values of several lines, with indentation that must survive.
LINES = ["first wash the {n}\nthen dry it", "shopping:\n  - {n}\n  - {m}", "Dear {p},\n\nthe {n} is ready.\n", "if {n}:\n    open({m})\nelse:\n    wait()", "{p}\n  12 Mill Road\n  {t}", "#!/bin/sh\nfor f in *\ndo\n\techo $f\ndone\n"]


def text(r, key, lines):
    n, m = r.sample(NOUNS, 2)
    p, t = r.choice(PEOPLE), r.choice(TOWNS)
    if lines and r.random() < 0.25:
        return r.choice(LINES).format(n=n, m=m, p=p, t=t)
    return {"city": t, "owner": p, "author": p, "name": r.choice([p, n]), "email": f"{p.lower()}@{n}.com", "host": f"{n}.example.org", "street": f"{r.randint(1, 99)} {n.capitalize()} Road",
            "color": r.choice("red green blue white black brown".split()), "status": r.choice("open closed waiting done".split()),
            "language": r.choice("English French German Spanish".split())}.get(key) or r.choice([f"{r.choice(ADJECTIVES)} {n}", f"{n} and {m}", n, r.choice(THINGS)])


def value(r, kind, key, lines):
    if kind == "text":
        return text(r, key, lines)
    if kind == "flag":
        return r.random() < 0.5
    if kind == "list":
        n = r.randint(2, 4)
        return [r.randint(1, 99) for _ in range(n)] if key == "scores" else r.sample({"friends": PEOPLE, "members": PEOPLE, "cities": TOWNS}.get(key, NOUNS), n)
    return {"year": r.randint(1950, 2030), "age": r.randint(1, 99), "port": r.randint(1000, 9999)}.get(key) or (r.randint(1, 500) if r.random() < 0.75 else r.randint(1, 999) + 0.5)


def record(r, depth, lines):
    """An object in which no key occurs twice, at any level."""
    names = {k: r.sample(v, len(v)) for k, v in NAMES.items()}

    def make(left):
        kinds = r.choices(["text", "count", "flag", "list"], [5, 4, 1.5, 1.5], k=r.randint(2, 4 if left == 1 else 3))
        pairs = [(names[k].pop(), k) for k in kinds]
        d = {k: value(r, kind, k, lines) for k, kind in pairs}
        for _ in range(r.choice([1, 1, 2]) if left > 1 else 0):
            d[names["object"].pop()] = make(left - 1)
        return d
    return make(depth)


def extract(r):
    d, j = small_json(r, lambda depth: record(r, depth, False), [1, 1, 2, 2, 3], [None, None, 2, 4])
    path, v = r.choice(list(leaves(d)))
    frames = {1: ONE, 2: INNER, 3: DEEP}[len(path)]
    q = r.choice(frames).replace("{k}", path[-1]).replace("{o}", path[-2] if len(path) > 1 else "").replace("{d}", ".".join(path)).replace("{j}", j)
    return case("extract", q, {"value": v}, 96)


def toml(r):
    d, j = small_json(r, lambda depth: record(r, depth, True), [1, 2, 2, 3], [None, 2, 2, 4])
    assert json.loads(j) == d
    return case("json_to_toml", r.choice(TOML).replace("{j}", j), {"toml": d}, 400)
