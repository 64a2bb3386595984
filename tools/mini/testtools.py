"""Tool requests for the test set: the tools of testbook.py, unit conversion, machines
put together from words, and requests that no given tool serves."""
import testfacts
from cases import function, styled, up
from testbook import GREETINGS, TOOLS, UNSERVED
from testwords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS, VERBS

WRAP = ["{O}.", "{O}.", "{O}", "Could you kindly {o}?", "I would like you to {o}.", "Do me a favor and {o}.", "Now {o}.", "Hello! {O}.", "May I ask you to {o}?", "My boss says you should {o}.", "Okay, {o}.", "Be so kind and {o}.", "You can now {o}.", "It would be great if you could {o}.", "Let's {o}."]
# Around a request that ends with a text of its own, where a full stop could belong to it.
WRAP_OPEN = ["{O}", "May I ask you to {o}", "Now {o}", "Hello! {O}", "Be so kind and {o}", "I would like you to {o}"]
# Kinds whose values, at the end of a request, no full stop may follow.
OPEN = {"phrase", "question", "regex", "expression", "formula", "twolines", "markup", "odd", "problem"}

ODD = [
    lambda r: f"{up(r.choice(NOUNS))} \"{r.choice(ADJECTIVES)}\" for {r.randint(2, 90)}", lambda r: f"{r.choice(NOUNS)} < {r.choice(NOUNS)} & more", lambda r: f"open {r.randint(6, 11)}-{r.randint(12, 22)}, it's {r.choice(ADJECTIVES)}",
    lambda r: f"100% {r.choice(ADJECTIVES)} {r.choice(NOUNS)}s", lambda r: f"'{r.choice(NOUNS)}' >= '{r.choice(NOUNS)}'"]
TEXTS = {
    "noun": lambda r: r.choice(NOUNS), "person": lambda r: r.choice(PEOPLE), "town": lambda r: r.choice(TOWNS), "color": lambda r: r.choice("turquoise crimson beige magenta lilac ochre scarlet cyan".split()),
    "club": lambda r: r.choice(["Red Cross", "Save the Whales", "Food for All", "Doctors Abroad", "Clean Rivers"]), "group": lambda r: f"The {up(r.choice(ADJECTIVES))} {up(r.choice(NOUNS))}s", "company": lambda r: up(r.choice(NOUNS)) + r.choice([" Corp", " Labs", "soft", " Motors"]),
    "room": lambda r: r.choice(["attic", "library", "nursery", "conservatory", "pantry", "guest room", "studio", "laundry room"]), "date": lambda r: f"20{r.randint(26, 45)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}", "clock": lambda r: f"{r.randint(5, 10):02}:{r.choice(['05', '10', '20', '35', '50'])}",
    "serial": lambda r: r.choice([f"{r.choice('NPQRSTXZ')}{r.randint(10000, 99999)}", f"{r.randint(10, 99)}-{r.choice('ABCDEF')}-{r.randint(100, 999)}"]), "title": lambda r: r.choice([f"The {up(r.choice(ADJECTIVES))} {up(r.choice(NOUNS))}", f"{up(r.choice(NOUNS))} and {up(r.choice(NOUNS))}", f"{r.randint(2, 99)} {up(r.choice(ADJECTIVES))} Days"]),
    "street": lambda r: f"{r.choice(['Mill', 'Station', 'Church', 'Harbor', 'King'])} {r.choice(['Road', 'Street', 'Lane'])} {r.randint(1, 99)}", "docpath": lambda r: f"{r.choice(NOUNS)}/{r.choice(NOUNS)}-{r.randint(1, 99)}.{r.choice(['pdf', 'docx', 'odt'])}", "folder": lambda r: f"/archive/{r.choice(NOUNS)}/{r.randint(2001, 2029)}",
    "videopath": lambda r: f"/media/{r.choice(NOUNS)}_{r.randint(1, 99)}.{r.choice(['mp4', 'mkv'])}", "host": lambda r: f"{r.choice(NOUNS)}-{r.choice(['api', 'v2', 'east', 'test', str(r.randint(2, 99))])}", "email": lambda r: f"{r.choice(PEOPLE).lower()}.{r.choice(NOUNS)}@{r.choice(NOUNS)}.io",
    "phrase": lambda r: r.choice([f"very {r.choice(ADJECTIVES)} work, go on", f"thanks for the {r.choice(NOUNS)}", f"too many {r.choice(NOUNS)}s in it", f"nice {r.choice(NOUNS)}, but a bit {r.choice(ADJECTIVES)}"]),
    "question": lambda r: r.choice([f"can I eat {r.choice(NOUNS)} with a cold?", f"why is my {r.choice(['knee', 'tongue', 'toe'])} so {r.choice(ADJECTIVES)}?", f"how many pills should I take in {r.randint(2, 9)} days?"]), "problem": lambda r: r.choice([f"the {r.choice(['sink', 'shower', 'drain'])} leaks", f"no hot water since {r.choice(['noon', 'Friday', 'yesterday'])}", f"a {r.choice(NOUNS)} is stuck in the pipe"]),
    "regex": lambda r: r.choice([f"^{r.choice(NOUNS)}.*{r.randint(1, 99)}$", f"{r.choice(NOUNS)}|{r.choice(NOUNS)}", f"[0-9]+ {r.choice(NOUNS)}s", f"<{r.choice(NOUNS)}>"]), "expression": lambda r: f"{r.choice(NOUNS)}_{r.choice(['rate', 'load', 'errors'])} {r.choice(['<', '>', '>=', '<='])} {r.randint(1, 99)}",
    "formula": lambda r: r.choice([f"=SUM(A1:A{r.randint(2, 60)})", f"=B{r.randint(1, 9)}*{r.randint(2, 90)}", f"=IF(C{r.randint(1, 9)}>={r.randint(1, 99)}, \"{r.choice(NOUNS)}\", \"{r.choice(ADJECTIVES)}\")"]), "cells": lambda r: f"{r.choice('BCDE')}{r.randint(1, 20)}:{r.choice('FGHK')}{r.randint(21, 90)}", "square": lambda r: f"{r.choice('abcdefgh')}{r.randint(1, 8)}",
    "twolines": lambda r: "\n".join(r.choice([f"{up(r.choice(VERBS))} the {r.choice(NOUNS)}", f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}, {r.choice(ADJECTIVES)} {r.choice(THINGS)}", f"- {r.choice(NOUNS)}: {r.randint(1, 99)}"]) for _ in range(r.randint(2, 3))),
    "markup": lambda r: r.choice([f"<b>{r.choice(ADJECTIVES)} {r.choice(NOUNS)}</b>", f"<div class=\"{r.choice(NOUNS)}\">{up(r.choice(NOUNS))}</div>", f"<ul><li>{r.choice(NOUNS)}</li><li>{r.choice(NOUNS)}</li></ul>"]), "odd": lambda r: r.choice(ODD)(r), "currency": lambda r: r.choice("EUR USD JPY CHF SEK NOK CAD AUD".split()),
}
LISTS = {"nouns": NOUNS, "persons": PEOPLE, "weekdays": testfacts.T.DAYS, "dishes": "goulash lasagna paella curry ramen risotto falafel moussaka pierogi ceviche".split(), "photos": [f"pics/{n}.jpg" for n in NOUNS], "ints": range(2, 300)}


def value(r, kind):
    """A value of a kind and how a request writes it."""
    if kind.startswith("int:"):
        v = r.randint(*map(int, kind.split(":")[1:]))
        return v, str(v)
    if kind.startswith("num:"):
        low, high = map(int, kind.split(":")[1:])
        v = r.randint(low, high - 1) + r.choice([r.randint(1, 9) / 10, r.choice([0.25, 0.75, 0.15])])
        v = round(v, 2)
        return v, str(v)
    if kind.startswith("enum:"):
        v = r.choice(kind[5:].split(","))
        return v, v
    if kind in LISTS:
        xs = r.sample(LISTS[kind], r.randint(2, 4))
        said = [str(x) for x in xs]
        return xs, ", ".join(said) if r.random() < 0.5 else ", ".join(said[:-1]) + " and " + said[-1]
    if "/" in kind:
        v = r.random() < 0.5
        return v, kind.split("/")[not v]
    v = TEXTS[kind](r)
    return v, v


def schema(kind, text):
    if kind.startswith("enum:"):
        s = {"type": "string", "enum": kind[5:].split(",")}
    elif kind in LISTS:
        s = {"type": "array", "items": {"type": "integer" if kind == "ints" else "string"}}
    else:
        s = {"type": {"int": "integer", "num": "number"}.get(kind.split(":")[0], "boolean" if "/" in kind else "string")}
    return {**s, "description": text}


def declared(entry, style):
    name, about, params, _ = entry
    props = {k.lstrip("?"): schema(*v) for k, v in params.items()}
    return function(styled(name, style), about, props, [k for k in params if not k.startswith("?")])


def asked(r, entry, style):
    """(tool, request, arguments) of an entry of the book."""
    frame = r.choice(entry[3])
    args, texts = {}, {}
    for k, (kind, _) in entry[2].items():
        k = k.lstrip("?")
        if "{" + k + "}" in frame:
            v, texts[k] = value(r, kind)
            while v in args.values() and not isinstance(v, bool):
                v, texts[k] = value(r, kind)
            args[k] = v
    last = next((kind for k, (kind, _) in entry[2].items() if frame.endswith("{" + k.lstrip("?") + "}")), "")
    o = frame.format(**texts)
    return declared(entry, style), o[1:] if frame.startswith("=") else wrapped(r, o, last in OPEN), args


def wrapped(r, o, open_end):
    return r.choice(WRAP_OPEN if open_end else WRAP).replace("{O}", up(o)).replace("{o}", o)


MEASURES = [("power", "integer", lambda r: r.randint(2, 99)), ("angle", "number", lambda r: r.randint(1, 170) + 0.5), ("pace", "integer", lambda r: r.randint(100, 999)), ("pressure", "number", lambda r: r.randint(1, 9) + r.randint(1, 9) / 10), ("serial_number", "string", lambda r: TEXTS["serial"](r)), ("inspector", "string", lambda r: r.choice(PEOPLE)), ("mode", "string", lambda r: r.choice(ADJECTIVES)), ("quiet", "boolean", lambda r: r.random() < 0.5), ("dry_run", "boolean", lambda r: r.random() < 0.5), ("nickname", "string", lambda r: f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}")]


def machine(r, verb, thing, style):
    """(tool, request, arguments) of a tool that does something to a thing."""
    props, args, parts = {}, {}, []
    for k, kind, make in r.sample(MEASURES, r.randint(0, 3)):
        v = make(r)
        args[k], props[k] = v, {"type": kind, "description": f"{up(k.replace('_', ' '))} of the {thing}"}
        text = str(v).lower() if kind == "boolean" else f'"{v}"' if " " in str(v) else str(v)
        parts.append(r.choice(["{k} {v}", "{k} = {v}", "the {k} {v}", "{v} as {k}"]).format(k=k if r.random() < 0.5 else k.replace("_", " "), v=text))
    spec = function(styled(f"{thing}_{verb}", style), r.choice([f"{up(verb)} the {thing}", f"Lets you {verb} the {thing}", f"Call this to {verb} the {thing}"]), props, list(props))
    o = f"{verb} the {thing}" + (" using " + (", ".join(parts[:-1]) + " and " if len(parts) > 1 else "") + parts[-1] if parts else "")
    return spec, wrapped(r, o, False), args


UNITS = {"miles": 0, "kilometers": 0, "meters": 0, "yards": 0, "feet": 0, "centimeters": 0, "ounces": 1, "stones": 1, "kilograms": 1, "grams": 1, "pints": 2, "liters": 2, "milliliters": 2, "gallons": 2, "days": 3, "weeks": 3, "hours": 3, "watts": 4, "kilowatts": 4}
CONVERT = ["Convert {x} from {a} into {b}.", "Could you convert {x} {a} to {b}?", "{x} {a} in {b}, please.", "How many {b} is {x} {a}?", "Change {x} {a} into {b}.", "I have {x} {a}. How much is that in {b}?", "Tell me what {x} {a} are in {b}.", "Express {x} {a} in {b}.", "Please give me {x} {a} as {b}.", "convert {x} {a} -> {b}", "From {a} to {b}: {x}", "What do {x} {a} make in {b}?"]
CONVERTERS = [("unit_conversion", "Converts a quantity between two units", "quantity", "unit_from", "unit_to"), ("measure_convert", "Convert a measurement from one unit into another", "x", "unit_from", "unit_to"), ("change_of_units", "Change the unit of a quantity", "quantity", "old_unit", "new_unit"), ("express_in_unit", "Express a measurement in a different unit", "measurement", "given_unit", "wanted_unit")]


def conversion(r, style):
    name, about, q, f, t = r.choice(CONVERTERS)
    a = r.choice(list(UNITS))
    b = r.choice([u for u in UNITS if u != a and UNITS[u] == UNITS[a]])
    x = r.randint(2, 800) if r.random() < 0.7 else r.randint(11, 899) / 10
    props = {q: {"type": "number", "description": "Quantity to convert"}, f: {"type": "string", "description": "Unit of the given quantity"}, t: {"type": "string", "description": "Unit of the result"}}
    return function(styled(name, style), about, props, [q, f, t]), r.choice(CONVERT).format(x=x, a=a, b=b), {q: x, f: a, t: b}


def others(r, n, style, avoid=""):
    """n tools that do not serve the request about `avoid`."""
    out = [declared(e, style) for e in r.sample([e for e in TOOLS if e[0] != avoid], n)]
    things = r.sample([t for t in THINGS if t not in avoid and not any(t in e[0] for e in TOOLS)], n)
    return [machine(r, r.choice(VERBS), t, style)[0] if r.random() < 0.25 else e for t, e in zip(things, out)]


def question(r):
    """A request, its check and the tools given."""
    k, n, style = r.random(), r.randint(1, 9), r.choice(["snake"] * 6 + ["camel", "kebab"])
    if k < 0.09:
        q, right = r.choice([lambda x: testfacts.capital(x, True), testfacts.element, testfacts.calendar, testfacts.sums])(r)
        return q, {"no_call": right["any"] if "any" in right else [right["word"]]}, others(r, n, style)
    if k < 0.18:
        q, right = (r.choice(UNSERVED), "") if r.random() < 0.7 else r.choice(GREETINGS)
        return q, {"no_call": right}, others(r, n, style)
    name = ""
    if k < 0.28:
        spec, q, args = conversion(r, style)
    elif k < 0.88:
        entry = r.choice(TOOLS)
        (spec, q, args), name = asked(r, entry, style), entry[0]
    else:
        name = r.choice([t for t in THINGS if not any(t in e[0] for e in TOOLS)])
        spec, q, args = machine(r, r.choice(VERBS), name, style)
    specs = [spec] + others(r, n - 1, style, name)
    r.shuffle(specs)
    return q, {"call": [spec["function"]["name"], args]}, specs
