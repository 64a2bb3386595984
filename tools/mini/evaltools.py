"""Tool requests for the development set: a catalogue of tools, tools put together from
words, unit conversion, and requests that no given tool serves."""
import evalfacts
from cases import function, styled, up
from evalwords import ADJECTIVES, FIELDS, NOUNS, PEOPLE, THINGS, TOOLS, TOWNS, UNSERVED, VERBS

ASK = ["{O}.", "{O}", "Please {o}.", "Can you {o}?", "Could you please {o}?", "I'd like you to {o}.", "I need you to {o}.", "Would you please {o}?", "Hi, please {o}.", "{O}, please.", "Go ahead and {o}.", "I want you to {o}.", "Can you please {o} for me?", "Hey, can you {o}?"]
ASK_OPEN = ["{O}", "{O}", "Please {o}", "Can you {o}", "Hi, please {o}", "I need you to {o}", "Could you {o}"]
FREE = {"sentence", "chore", "pattern", "condition", "sql", "html", "lines", "quoted"}
TYPES = {"small": "integer", "percent": "integer", "degrees": "integer", "minutes": "integer", "pixels": "integer", "id": "integer", "decimal": "number", "money": "number", "flag": "boolean", "onoff": "boolean", "foods": "strings", "persons": "strings", "ints": "integers"}


# Tools whose text arguments have quotes, signs, paths or several lines.
SPECIAL = [e for e in TOOLS if {k for k, _ in e[2].values()} & {"lines", "quoted", "condition", "sql", "html", "pattern", "path"}]


def join(r, xs):
    return ", ".join(xs) if len(xs) < 2 or r.random() < 0.5 else ", ".join(xs[:-1]) + " and " + xs[-1]


def value(r, kind):
    """A value of a kind and how a request writes it."""
    noun, adj, n = r.choice(NOUNS), r.choice(ADJECTIVES), r.randint(2, 60)
    if kind in ("flag", "onoff"):
        v = r.random() < 0.6
        words = ("on", "off") if kind == "onoff" else r.choice([("true", "false"), ("true", "false"), ("yes", "no")])
        return v, words[not v]
    if kind in ("foods", "persons"):
        xs = r.sample("basil onion tomato mushroom pepper garlic olive carrot spinach bacon corn tuna salmon rice".split() if kind == "foods" else PEOPLE, r.randint(2, 4))
        return xs, join(r, xs)
    if kind == "ints":
        xs = r.sample(range(1, 400), r.randint(2, 5))
        return xs, join(r, [str(x) for x in xs])
    numbers = {"small": (2, 12), "percent": (5, 100), "degrees": (14, 28), "minutes": (2, 90), "pixels": (50, 2000), "id": (100, 99999)}
    if kind in numbers:
        v = r.randint(*numbers[kind])
        return v, str(v)
    if kind in ("decimal", "money"):
        v = r.randint(1, 15) + r.randint(1, 9) / 10 if kind == "decimal" else r.randint(10, 400) + r.choice([0.25, 0.75, 0.99])
        return v, str(v)
    texts = {
        "shop": lambda: f"{r.choice(['Casa', 'Chez', 'Villa', 'Cafe'])} {up(noun)}", "clock": lambda: f"{r.randint(11, 22)}:{r.choice(['00', '15', '30', '45'])}",
        "room": lambda: r.choice(["kitchen", "bathroom", "bedroom", "living room", "office", "hallway", "cellar", "dining room", "garage"]), "title": lambda: f"{up(adj)} {up(noun)}",
        "person": lambda: r.choice(PEOPLE), "day": lambda: r.choice(evalfacts.T.DAYS), "town": lambda: r.choice(TOWNS), "word": lambda: noun, "thing": lambda: f"{adj} {noun}" if r.random() < 0.4 else noun,
        "sentence": lambda: r.choice([f"the {noun} is on the table", f"I will be {n} minutes late", f"see you at the {noun}", f"where is my {adj} {noun}", f"the {noun} was very {adj}"]),
        "chore": lambda: r.choice([f"buy a {adj} {noun}", f"call {r.choice(PEOPLE)}", f"clean the {noun}", f"return the {noun} to {r.choice(PEOPLE)}"]),
        "serial": lambda: f"{r.choice('ABCDEFGH')}{r.choice('KLMNP')}{r.randint(1000, 999999)}", "path": lambda: f"{noun}/{adj}_{r.choice(NOUNS)}.{r.choice(['txt', 'md', 'csv'])}", "imagepath": lambda: f"photos/{noun}{n}.png",
        "pattern": lambda: r.choice([f"{noun}_id", f"<{noun}>", f"{noun}_{n}", f"{noun}>={n}", f"{noun}"]), "folder": lambda: f"src/{noun}",
        "condition": lambda: r.choice([f"{noun} >= {n}", f"{noun} < {n}", f"price <= {n}", f"city = \"{r.choice(TOWNS)}\"", f"age > {n} and stock < {r.randint(2, 9)}"]),
        "lines": lambda: "\n".join(f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}" for _ in range(r.randint(2, 3))), "date": lambda: f"20{r.randint(25, 39)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}",
        "host": lambda: f"{noun}-{n}", "sql": lambda: f"SELECT {noun} FROM {r.choice(NOUNS)}s WHERE price {r.choice(['<', '>=', '>', '<='])} {n}", "html": lambda: r.choice([f"<p>{adj} {noun}</p>", f"<h1>{up(noun)}</h1>", f"<a href=\"{noun}.html\">{adj}</a>"]),
        "size": lambda: r.choice(["small", "medium", "large"]), "language": lambda: r.choice("French Spanish Italian Polish Dutch Greek".split()), "sport": lambda: r.choice("running cycling swimming rowing hiking skating".split()),
        "email": lambda: f"{r.choice(PEOPLE).lower()}@{noun}.com", "quoted": lambda: r.choice([f"{up(noun)} \"{adj}\" {n}", f"the \"{adj}\" {noun}", f"{noun} < {n} kg"]), "pet": lambda: r.choice("cat dog hamster rabbit parrot turtle".split()), "direction": lambda: r.choice("left right forward back".split())}
    v = texts[kind]()
    return v, v


def schema(r, kind, text):
    t = TYPES.get(kind, kind if kind in ("integer", "number", "boolean", "strings") else "string")
    s = {"type": "array", "items": {"type": t[:-1]}} if t in ("strings", "integers") else {"type": t}
    if text:
        s["description"] = text
    return s


def from_catalogue(r, entry, style):
    """The tool's specification, a request and the arguments it states."""
    name, about, params, frames = entry
    frame = r.choice(frames)
    spec = function(styled(name, style), about, {k.lstrip("?"): schema(r, kind, text) for k, (kind, text) in params.items()}, [k for k in params if k[0] != "?"])
    args, free = {}, False
    for k, (kind, _) in params.items():
        k = k.lstrip("?")
        mark = "{" + k + "}"
        if mark in frame:
            args[k], said = value(r, kind)
            while said in [a for j, a in args.items() if j != k]:
                args[k], said = value(r, kind)
            if frame.endswith(mark) and (kind in FREE or TYPES.get(kind, "").endswith("s")):
                free = True if kind in FREE else "list"
            frame = frame.replace(mark, said)
    return spec, frame, args, free


def field(r, name, typ):
    if typ == "boolean":
        v = r.random() < 0.6
        return v, r.choice(["{n} set to {v}", "{n} {v}", "{n}: {v}"]).format(n=name, v=str(v).lower())
    if typ == "array":
        v = r.sample(NOUNS, r.randint(1, 4))
        return v, f"{name} {', '.join(v)}"
    v = r.randint(1, 90) if typ == "integer" else r.randint(10, 900) / 10 + 0.05 if typ == "number" else None
    if v is not None:
        v = round(v, 2)
        return v, r.choice(["{n} {v}", "{n} {v}", "{n} set to {v}", "{n}: {v}"]).format(n=name, v=v)
    v = r.choice([r.choice(NOUNS), r.choice(NOUNS), f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", r.choice(PEOPLE), f"{r.choice(NOUNS)} >= {r.randint(2, 40)}", f"docs/{r.choice(NOUNS)}.md"])
    if " " in v:
        return v, r.choice(['{n} "{v}"', "{n} '{v}'", '{n} set to "{v}"']).format(n=name, v=v)
    return v, r.choice(["{n} {v}", "{n} \"{v}\"", "{n} set to {v}", "{n} '{v}'"]).format(n=name, v=v)


def from_words(r, verb, thing, style):
    types = r.sample(["string", "string", "integer", "number", "boolean", "array"], r.choice([0, 1, 1, 2, 2, 3]))
    types.sort(key=lambda t: t == "array")
    props, args, said = {}, {}, []
    described = r.random() < 0.75
    for t in types:
        k = r.choice([f for f in FIELDS[t] if f not in props])
        args[k], text = field(r, k, t)
        said.append(text)
        props[k] = {"type": "array", "items": {"type": "string"}} if t == "array" else {"type": t}
        if described:
            props[k]["description"] = f"The {k} of the {thing}"
    about = r.choice(["{V} the {t}", "{V} a {t}", "Use this to {v} a {t}", "Can {v} the {t} for the user"]).format(v=verb, V=up(verb), t=thing)
    o = f"{verb} the {thing}"
    if said:
        o += r.choice([" with ", " with ", ", "]) + (", ".join(said) if types[-1] == "array" or r.random() < 0.5 else " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said))
    return function(styled(f"{verb}_{thing}", style), about, props, list(props)), o, args, "list" if types[-1:] == ["array"] else False


def wrap(r, o, free):
    if free == "list":
        return r.choice(ASK_OPEN + ASK[:8]).replace("{O}", up(o)).replace("{o}", o)
    return r.choice(ASK_OPEN if free or "\n" in o else ASK).replace("{O}", up(o)).replace("{o}", o)


def others(r, n, style, avoid=()):
    """n tools besides the one in `avoid`, from the catalogue and from words."""
    rest = [e for e in TOOLS if e[0] not in avoid]
    out = [from_catalogue(r, e, style)[0] for e in r.sample(rest, n) if r.random() < 0.7]
    things = r.sample([t for t in THINGS if not any(t in a for a in avoid)], n)
    return out + [from_words(r, r.choice(VERBS), t, style)[0] for t in things[: n - len(out)]]


UNITS = "miles meters kilometers feet inches yards grams kilograms pounds ounces liters gallons cups hours minutes".split()
CONVERT = ["Convert {x} from {a} to {b}", "Convert {x} from {a} to {b}", "Convert {x} {a} to {b}", "Please convert {x} {a} into {b}.", "Can you convert {x} from {a} to {b}?", "How many {b} are {x} {a}?", "How much is {x} {a} in {b}?", "What is {x} {a} in {b}?", "I need {x} {a} converted to {b}.", "Convert {x} {a} to {b}, please.", "Could you turn {x} {a} into {b}?"]


def convert(r, n, style):
    group = r.choice([UNITS[:6], UNITS[6:10], UNITS[10:13]])
    a, b = r.sample(group, 2)
    x = r.choice([42, r.randint(2, 500), r.randint(2, 500), r.randint(10, 999) / 10])
    v, f, g = r.choice([("value", "unit_from", "unit_to"), ("value", "unit_from", "unit_to"), ("amount", "from_unit", "to_unit"), ("number", "source_unit", "target_unit")])
    spec = function(styled(r.choice(["convert_units", "unit_converter", "convert_unit", "change_units"]), style), r.choice(["Convert a value from one unit to another", "Convert between units of measurement", "Converts an amount to another unit"]), {v: {"type": "number", "description": "The number to convert"}, f: {"type": "string", "description": "Unit to convert from"}, g: {"type": "string", "description": "Unit to convert to"}}, [v, f, g])
    specs = [spec] + others(r, n - 1, style)
    r.shuffle(specs)
    return r.choice(CONVERT).format(x=x, a=a, b=b), {"call": [spec["function"]["name"], {v: x, f: a, g: b}]}, specs


def question(r):
    """A request, its check and the tools given."""
    k, n, style = r.random(), r.randint(1, 9), r.choice(["snake"] * 6 + ["camel", "kebab"])
    if k < 0.12:
        return convert(r, n, style)
    if k < 0.2:
        q, right = r.choice([lambda x: evalfacts.capital(x, True), lambda x: evalfacts.capital(x, True), evalfacts.calendar, evalfacts.sums])(r)
        return q, {"no_call": right["any"]}, others(r, n, style)
    if k < 0.29:
        q, right = (r.choice(UNSERVED), "") if r.random() < 0.75 else r.choice([("Hello!", ""), ("Thanks, that is all.", ""), ("Good morning", ""), ("What is your name?", "atlas")])
        return q, {"no_call": right}, others(r, n, style)
    if k < 0.75:
        e = r.choice(TOOLS if r.random() < 0.65 else SPECIAL)
        (spec, o, args, free), name = from_catalogue(r, e, style), e[0]
    else:
        verb, thing = r.choice(VERBS), r.choice(THINGS)
        spec, o, args, free = from_words(r, verb, thing, style)
        name = thing
    specs = [spec] + others(r, n - 1, style, (name,))
    r.shuffle(specs)
    return wrap(r, o, free), {"call": [spec["function"]["name"], args]}, specs
