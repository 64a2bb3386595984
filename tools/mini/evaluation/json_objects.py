"""JSON objects: take a field out (`extract`) and turn into TOML (`to_toml`)."""

import json

from .cases import ADJECTIVES, NOUNS, PEOPLE, PHRASES, TOWNS, WORDS, case

FRAMES = PHRASES["json_objects"]
COLORS = "red green blue white black brown".split()
TEXT_BYTES_MAX = 400


def text(r, key, lines):
    """A text that fits a key; with `lines` sometimes one of several indented lines."""
    n, m = r.sample(NOUNS, 2)
    p, t = r.choice(PEOPLE), r.choice(TOWNS)
    if lines and r.random() < 0.25:
        return r.choice(FRAMES["lines"]).format(n=n, m=m, p=p, t=t)
    # All are drawn, whichever is used: the order of draws is part of the cases.
    fitting = {
        "city": t,
        "owner": p,
        "author": p,
        "name": r.choice([p, n]),
        "email": f"{p.lower()}@{n}.com",
        "host": f"{n}.example.org",
        "street": f"{r.randint(1, 99)} {n.capitalize()} Road",
        "color": r.choice(COLORS),
        "status": r.choice("open closed waiting done".split()),
        "language": r.choice("English French German Spanish".split()),
    }.get(key)
    if fitting:
        return fitting
    plain = [f"{r.choice(ADJECTIVES)} {n}", f"{n} and {m}", n, r.choice(WORDS["things"])]
    return r.choice(plain)


def value(r, kind, key, lines):
    if kind == "text":
        return text(r, key, lines)
    if kind == "flag":
        return r.random() < 0.5
    if kind == "list":
        n = r.randint(2, 4)
        if key == "scores":
            return [r.randint(1, 99) for _ in range(n)]
        return r.sample({"friends": PEOPLE, "members": PEOPLE, "cities": TOWNS}.get(key, NOUNS), n)
    fitting = {
        "year": r.randint(1950, 2030),
        "age": r.randint(1, 99),
        "port": r.randint(1000, 9999),
    }.get(key)
    return fitting or (r.randint(1, 500) if r.random() < 0.75 else r.randint(1, 999) + 0.5)


def record(r, depth, lines):
    """An object in which no key occurs twice, at any level."""
    names = {k: r.sample(v, len(v)) for k, v in FRAMES["names"].items()}

    def make(left):
        kinds = ["text", "count", "flag", "list"]
        kinds = r.choices(kinds, [5, 4, 1.5, 1.5], k=r.randint(2, 4 if left == 1 else 3))
        pairs = [(names[k].pop(), k) for k in kinds]
        d = {k: value(r, kind, k, lines) for k, kind in pairs}
        for _ in range(r.choice([1, 1, 2]) if left > 1 else 0):
            d[names["object"].pop()] = make(left - 1)
        return d

    return make(depth)


def small_json(r, lines, depths, indents):
    """An object and its text of at most TEXT_BYTES_MAX bytes."""
    while True:
        d = record(r, r.choice(depths), lines)
        s = json.dumps(d, indent=r.choice(indents))
        if len(s.encode()) <= TEXT_BYTES_MAX:
            return d, s


def leaves(d, path=()):
    """(path, value) of everything in an object that is no object itself."""
    for k, v in d.items():
        yield from leaves(v, path + (k,)) if isinstance(v, dict) else [(path + (k,), v)]


def extract(r):
    d, j = small_json(r, False, [1, 1, 2, 2, 3], [None, None, 2, 4])
    path, v = r.choice(list(leaves(d)))
    q = r.choice(FRAMES[{1: "one", 2: "inner", 3: "deep"}[len(path)]])
    outer = path[-2] if len(path) > 1 else ""
    gaps = {"{k}": path[-1], "{o}": outer, "{d}": ".".join(path), "{j}": j}
    for gap, given in gaps.items():
        q = q.replace(gap, given)
    return case("extract", q, {"value": v}, 96)


def to_toml(r):
    d, j = small_json(r, True, [1, 2, 2, 3], [None, 2, 2, 4])
    return case("json_to_toml", r.choice(FRAMES["toml"]).replace("{j}", j), {"toml": d}, 400)
