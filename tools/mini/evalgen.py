"""Held-out evaluation cases. Nothing here is imported by the training generators,
and no sentence frame, tool word or file text is taken from them; only the tables
of facts and the toy workspace are shared.

A case is a dict: skill, messages (or prompt), tools, think, max_tokens, check.
"""
import json
import random

import tables as T
from evalwords import DOES, NOUNS, PEOPLE, QUALITIES, VERBS

CHARS_PER_TOKEN = 2.2


def up(s):
    return s[:1].upper() + s[1:]


def case(skill, question, check, max_tokens=96, think=False, tools=None, system=None):
    head = [{"role": "system", "content": system}] if system else []
    return {"skill": skill, "messages": head + [{"role": "user", "content": question}], "tools": tools, "think": think, "max_tokens": max_tokens, "check": check}


def nonword(r):
    """An unseen invented word, built differently from the training ones."""
    c, v = "bcdfghjklmnprstvwyz", "aeiou"
    return "".join(r.choice(c) + r.choice(v) + (r.choice("lnrsm") if r.random() < 0.3 else "") for _ in range(r.randint(2, 3)))


# Facts

CAPITAL_Q = ["Remind me which city {c} has as its capital.", "I keep mixing them up: the capital of {c} is which one?", "Say I am planning a trip to {c}; what's the capital there?", "For my homework I have to write down the capital of {c}. What do I write?",
             "If somebody asked you for the capital of {c}, what would you reply?", "Could you help me recall {c}'s capital city?", "Trivia time! The capital of {c}?", "We were wondering about the capital of {c}.", "In {c}, which city is the capital one?", "Please fill the gap: ___ is the capital of {c}.",
             "Hmm, the capital of {c} ... what was it?", "My friend says nobody knows the capital of {c}. Do you?"]
CAPITAL_R = ["{k} is a capital city. Of which country?", "Tell me the country that has {k} for a capital.", "I read that {k} is a capital. Which country does it belong to?"]
ELEMENT_Q = [("Chemistry quiz! Give the symbol used for {e}.", "s"), ("How do chemists abbreviate {e}?", "s"), ("When I see {e} in a formula, which symbol is it?", "s"), ("Which place does {e} take in the periodic table, as a number?", "n"), ("I forgot the atomic number belonging to {e}.", "n"),
             ("{e} sits at which atomic number?", "n"), ("A formula contains {s}. Which element would that be?", "e"), ("The label on the jar reads {s}. Which element is inside?", "e"), ("Which element do you find at place {n} of the periodic table?", "e"), ("An atom with atomic number {n} belongs to which element?", "e")]
MONTH_Q = [("Once {m} is over, which month begins?", 1), ("Which month do we get when {m} ends?", 1), ("Just ahead of {m} there is which month?", -1), ("Which month ends when {m} begins?", -1)]
DAY_Q = [("Once {d} is over, which day begins?", 1), ("{d} is today, so tomorrow must be ...?", 1), ("Which day ended when {d} began?", -1)]
SUM_Q = [("Could you tell me what {a} and {b} make when added?", "+"), ("My basket holds {a} shells and I find another {b}. How many shells are that altogether?", "+"), ("Quickly, {a} plus {b}!", "+"), ("What do I get from {a} + {b}?", "+"), ("Please do this sum for me: {a} + {b}", "+"),
         ("From {a} I remove {b}. What remains?", "-"), ("What do I get from {a} - {b}?", "-"), ("A shop had {a} lamps and sold {b}. How many lamps remain?", "-")]


def facts(r):
    k = r.random()
    if k < 0.45:
        c = r.choice(T.COMMON) if r.random() < 0.4 else r.choice(list(T.CAPITALS))
        city = T.CAPITALS[c]
        if r.random() < 0.15:
            same = [x for x, y in T.CAPITALS.items() if y == city]
            return case("facts", r.choice(CAPITAL_R).format(k=city), {"any": [x.replace("the ", "") for x in same]})
        return case("facts", r.choice(CAPITAL_Q).format(c=c), {"any": [city]})
    if k < 0.7:
        n, s, e = r.choice(T.ELEMENTS)
        q, want = r.choice(ELEMENT_Q)
        return case("facts", q.format(n=n, s=s, e=e.lower() if not q.startswith("{e}") else e), {"word": {"n": str(n), "s": s, "e": e}[want], "case": want == "s"})
    if k < 0.82:
        if r.random() < 0.6:
            i = r.randrange(12)
            q, d = r.choice(MONTH_Q)
            return case("facts", q.format(m=T.MONTHS[i]), {"any": [T.MONTHS[(i + d) % 12]]})
        i = r.randrange(7)
        q, d = r.choice(DAY_Q)
        return case("facts", q.format(d=T.DAYS[i]), {"any": [T.DAYS[(i + d) % 7]]})
    q, op = r.choice(SUM_Q)
    a, b = r.randint(1, 60), r.randint(1, 40)
    if op == "-":
        a, b = max(a, b), min(a, b)
    return case("facts", q.format(a=a, b=b), {"word": str(a + b if op == "+" else a - b)})


def completion(r):
    c = r.choice(list(T.CAPITALS))
    return {"skill": "completion", "prompt": f"The capital of {c} is", "max_tokens": 12, "check": {"start": " " + T.CAPITALS[c]}, "think": False}


# Needles

FILL = [lambda r: f"{r.choice(PEOPLE)} {r.choice(DOES)} {r.choice(['the', 'a', 'my', 'their'])} {r.choice(QUALITIES)} {r.choice(NOUNS)}, but {r.choice(PEOPLE)} {r.choice(DOES)} only the {r.choice(NOUNS)}.",
        lambda r: f"{r.choice(['In', 'Around', 'Beyond'])} the {r.choice(QUALITIES)} {r.choice(NOUNS)} there were {r.randint(2, 90)} {r.choice(NOUNS)}s and a {r.choice(NOUNS)}.",
        lambda r: f"Nobody {r.choice(DOES)} a {r.choice(NOUNS)} as {r.choice(QUALITIES)} as the {r.choice(NOUNS)} of {r.choice(PEOPLE)}.",
        lambda r: up(" ".join(r.choice(NOUNS + QUALITIES) for _ in range(r.randint(6, 14)))) + ".",
        lambda r: up(" ".join(nonword(r) if r.random() < 0.3 else r.choice(NOUNS) for _ in range(r.randint(6, 14)))) + ".",
        lambda r: f"{up(r.choice(NOUNS))}, {r.choice(NOUNS)} and {r.choice(NOUNS)}: {r.randint(1, 500)} of each, said {r.choice(PEOPLE)}.",
        lambda r: f"{r.choice(['Why', 'How', 'When'])} did the {r.choice(NOUNS)} become so {r.choice(QUALITIES)}?"]
HIDE = [("Attention: {v} is what the {k} is.", None), ("The {k} is {v}.", None), ("Write this down, the {k} is {v}.", None), ("For later: the {k} equals {v}.", None), ("Someone whispered that the {k} is {v}.", None)]
HIDDEN = ["secret code", "safe combination", "password of the day", "entry code", "code phrase", "treasure word", "verification code", "secret name"]
FIND = ["What is the secret code?", "Having read all this, can you say what the {k} is?", "What did the passage reveal as the {k}?", "One line mentions the {k}. Please write it.", "I skimmed it and missed the {k}. Which one is it?", "Kindly point out the {k}."]


def needle(r, tokens, skill):
    styles = r.choice([FILL, FILL, FILL[3:5], FILL[:3], [FILL[3]], [FILL[4], FILL[5]]])
    lines, size = [], 0
    while size < (tokens - 60) * CHARS_PER_TOKEN:
        s = r.choice(styles)(r)
        lines.append(s)
        size += len(s) + 1
    q = r.choice(FIND)
    k = "secret code" if q == FIND[0] else r.choice(HIDDEN)
    word = lambda: (nonword(r) if r.random() < 0.4 else r.choice(NOUNS)).upper()
    v = r.choice([f"{word()}-{r.randint(1000, 9999)}-{word()}", f"{word()}-{r.randint(1000, 9999)}-{word()}", str(r.randint(100000, 999999)), f"{word()}-{word()}-{r.randint(10, 99)}"])
    lines.insert(r.randint(0, len(lines)), r.choice(HIDE)[0].format(k=k, v=v))
    sep = r.choice([" ", "\n"])
    return case(skill, sep.join(lines) + "\n\n" + q.format(k=k), {"any": [v]}, 64)


# Lists and strings

def listing(r, n=None, numbers=None):
    n = n or r.randint(2, 12)
    out = []
    while len(out) < n:
        x = str(r.randint(0, 999)) if numbers else nonword(r) if r.random() < 0.2 else r.choice(NOUNS)
        if x not in out:
            out.append(x)
    return out


def layout(r, xs):
    k = r.randrange(4)
    return ", ".join(xs) if k < 2 else "\n".join(xs) if k == 2 else json.dumps([int(x) if x.isdigit() else x for x in xs])


def _list_case(r, skill, frames, order, numbers=False):
    xs = listing(r, numbers=numbers)
    q = r.choice(frames)
    return case(skill, q.replace("{x}", layout(r, xs)), {"items": order(xs)}, 160)


def word24(r):
    k = r.randrange(3)
    if k == 0:
        return "".join(r.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(r.randint(3, 24)))
    return (r.choice(NOUNS) if k == 1 else r.choice(QUALITIES) + "-" + r.choice(NOUNS))[:24]


def copy(r):
    if r.random() < 0.25:
        s = word24(r) if r.random() < 0.5 else "".join(r.choice("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789_-") for _ in range(r.randint(4, 24)))
        return case("copy", r.choice(["Send this back to me exactly: {s}", "I will type something, type the same: {s}", "Answer with exactly this text: {s}"]).format(s=s), {"same": s}, 64)
    return _list_case(r, "copy", ["Send this list back to me as it stands: {x}", "Type the same list once more: {x}", "Answer with exactly this list:\n{x}", "Here you go:\n{x}\nNow write it down once more, same order."], lambda xs: xs)


def reverse(r):
    if r.random() < 0.2:
        s = word24(r)
        return case("reverse", r.choice(["Write {s} from its last letter to its first.", "How does {s} look when the letters are reversed?", "Mirror the word {s}."]).format(s=s), {"same": s[::-1]}, 64)
    return _list_case(r, "reverse", ["Write this list again with the last entry first: {x}", "Go through this list from the bottom to the top: {x}", "I need this the other way round: {x}", "{x}\n\nSame list please, but reversed."], lambda xs: xs[::-1])


def sort(r):
    if r.random() < 0.35:
        down = r.random() < 0.3
        fr = ["Please sort these with the highest number at the front: {x}", "Sort from the biggest down to the smallest: {x}"] if down else ["Please sort these with the lowest number at the front: {x}", "Line these numbers up from the smallest to the biggest: {x}", "Which order is right for these numbers, low ones first? {x}"]
        return _list_case(r, "sort", fr, lambda xs: sorted(xs, key=int, reverse=down), True)
    return _list_case(r, "sort", ["Please sort this alphabetically for me: {x}", "Sort these entries the way a dictionary would: {x}", "Bring these into alphabetical order please: {x}", "{x}\n\nCould you alphabetize that?"], sorted)


def count(r):
    k = r.random()
    if k < 0.5:
        xs = listing(r, r.randint(1, 15), r.random() < 0.3)
        what = "numbers" if xs[0].isdigit() else "words"
        return case("count", r.choice(["How many {w} did I write here? {x}", "Here are some {w}: {x}\nHow many is that?", "Please count what I list: {x}", "Number of entries in this list, please: {x}"]).format(w=what, x=layout(r, xs)), {"number": len(xs)})
    if k < 0.8:
        a, n = r.choice(NOUNS), r.randint(1, 10)
        xs = [a] * n + [r.choice([x for x in NOUNS if x != a]) for _ in range(r.randint(1, 15 - n))]
        r.shuffle(xs)
        return case("count", r.choice(["How many times did I write {a}? {x}", "In this list, {a} shows up how many times? {x}", "Count only the word {a}: {x}"]).format(a=a, x=", ".join(xs)), {"number": n})
    s = r.choice(NOUNS)
    if r.random() < 0.5:
        return case("count", r.choice(["The word {s} is made of how many letters?", "Number of letters in {s}?"]).format(s=s), {"number": len(s)})
    c = r.choice(s)
    return case("count", r.choice(["The word {s} has how many {c}?", "How many times do I need the letter {c} to write {s}?"]).format(s=s, c=c), {"number": s.count(c)})


# JSON

KEYS = "badge altitude crew deck engine fuel gate hull itinerary journal kind latitude motto novel opening pilot quota route shelf temperature usage vendor wing xaxis yield zip banner caption draft entry folder".split()


def jvalue(r):
    return r.choice([lambda: r.choice(NOUNS), lambda: r.choice(QUALITIES) + " " + r.choice(NOUNS), lambda: r.randint(0, 5000), lambda: round(r.uniform(0, 90), 2), lambda: r.random() < 0.5, lambda: r.choice(PEOPLE), lambda: f"{r.choice(NOUNS)} >= {r.randint(1, 9)}"])()


def jobject(r, depth):
    d = {}
    for k in r.sample(KEYS, r.randint(2, 4)):
        x = r.random()
        d[k] = jobject(r, depth - 1) if depth > 1 and x < 0.4 else [r.choice(NOUNS) for _ in range(r.randint(1, 3))] if x < 0.5 else jvalue(r)
    return d


def jcase(r):
    while True:
        d = jobject(r, r.randint(1, 3))
        s = json.dumps(d, indent=r.choice([None, 2]))
        if len(s) <= 400:
            return d, s


def extract(r):
    d, s = jcase(r)
    leaves = []

    def walk(x, p):
        for k, v in x.items():
            (walk(v, p + [k]) if isinstance(v, dict) else leaves.append((p + [k], v)))
    walk(d, [])
    p, v = r.choice(leaves)
    q = r.choice(["Please look up {p} in this object:\n{s}", "{s}\n\nI only care about {p}. What does it hold?", "Which value belongs to {p}?\n{s}", "From the object {s} I want {p} only."])
    return case("extract", q.replace("{p}", ".".join(p)).replace("{s}", s), {"same": v if isinstance(v, str) else json.dumps(v)}, 96)


def to_toml(r):
    d, s = jcase(r)
    q = r.choice(["I keep my settings in TOML. Please convert this for me:\n{s}", "How would this look written in TOML?\n{s}", "{s}\n\nSame data in TOML format, please."])
    return case("json_to_toml", q.replace("{s}", s), {"toml": d}, 320)


# Tools

PARAM_TEXT = {"string": "Text for the {n}", "integer": "Whole number for the {n}", "number": "Amount of {n}", "boolean": "True if {n} is wanted", "array": "All {n} entries"}
PARAMS = "depth angle nickname postcode courier wattage gadget_name fabric shade motif pressure zone_id lane crate ratio margin slogan verse opponent bay_number dosage tempo caliber altitude_limit payload_text fragile gift_wrap express loud sealed heated guests cargo toppings".split()


def tool_value(r, p):
    if p in ("fragile", "gift_wrap", "express", "loud", "sealed", "heated"):
        v = r.random() < 0.6
        return "boolean", v, [f"{p.replace('_', ' ')} set to {'true' if v else 'false'}"]
    if p in ("guests", "cargo", "toppings"):
        v = r.sample(NOUNS, r.randint(1, 3))
        return "array", v, [f"{p} {', '.join(v)}", f"{p} being {' and '.join(v)}"]
    if p in ("depth", "angle", "wattage", "lane", "zone_id", "bay_number", "dosage", "altitude_limit"):
        v = r.randint(1, 900)
        return "integer", v, [f"{p.replace('_', ' ')} {v}", f"{v} as {p.replace('_', ' ')}"]
    if p in ("ratio", "margin", "pressure", "tempo", "caliber"):
        v = round(r.uniform(0.5, 99), 1)
        return "number", v, [f"{p} {v}", f"{v} for the {p}"]
    v = r.choice([r.choice(NOUNS), r.choice(QUALITIES) + " " + r.choice(NOUNS), f"{r.choice(NOUNS)}/{r.choice(NOUNS)}.txt", f"{r.choice(NOUNS)} >= {r.randint(1, 99)}", f"<{r.choice(NOUNS)}>", r.choice(PEOPLE), f"say \"{r.choice(NOUNS)}\" twice", f"{r.choice(NOUNS)}\n{r.choice(NOUNS)}"])
    n = p.replace("_", " ")
    if "\n" in v:
        return "string", v, [f"this {n}:\n{v}"]
    return "string", v, [f"{n} '{v}'", f'the {n} "{v}"', f"{n} {v}"]


def make_tool(r, verb, noun):
    ps = r.sample(PARAMS, r.choice([0, 1, 1, 2, 2, 3]))
    props, args, said = {}, {}, []
    for p in ps:
        typ, v, ms = tool_value(r, p)
        props[p] = {"type": typ, "description": PARAM_TEXT[typ].format(n=p.replace("_", " "))}
        if typ == "array":
            props[p]["items"] = {"type": "string"}
        args[p] = v
        said.append(r.choice(ms))
    fn = {"name": f"{verb}_{noun}", "description": r.choice([f"{up(verb)} your {noun} right away", f"Lets you {verb} some {noun}", f"Will {verb} the chosen {noun}"]), "parameters": {"type": "object", "properties": props, "required": ps}}
    return {"type": "function", "function": fn}, args, sorted(said, key=lambda s: "\n" in s)


ORDERS = ["It would be great if you could {o}.", "Be so kind and {o}.", "I was hoping you'd {o}.", "Time to {o}!", "Somebody has to {o}, so do it now.", "Do this for me: {o}.", "{O}, would you?", "Right now I want to see you {o}.", "Listen, {o}."]


def tools(r):
    k = r.random()
    if k < 0.1:
        return convert(r)
    n = r.randint(1, 9)
    pairs = list(zip(r.sample(VERBS, n), r.sample(NOUNS, n)))
    built = [make_tool(r, v, x) for v, x in pairs]
    specs = [b[0] for b in built]
    if k < 0.2:
        c = r.choice(T.COMMON)
        return case("tools", r.choice(CAPITAL_Q).format(c=c), {"no_call": T.CAPITALS[c]}, 96, tools=specs)
    if k < 0.28:
        v = r.choice([x for x in VERBS if x not in [p[0] for p in pairs]])
        x = r.choice([x for x in NOUNS if x not in [p[1] for p in pairs]])
        return case("tools", r.choice(ORDERS).replace("{o}", f"{v} my {x}").replace("{O}", f"{up(v)} my {x}"), {"no_call": ""}, 96, tools=specs)
    i = r.randrange(n)
    (v, x), (spec, args, said) = pairs[i], built[i]
    o = f"{v} the {x}"
    if said:
        o += " with " + (", ".join(said[:-1]) + " and " if len(said) > 1 else "") + said[-1]
    q = (r.choice(["Be so kind and {o}", "Do this for me: {o}"]) if "\n" in o else r.choice(ORDERS)).replace("{O}", up(o)).replace("{o}", o)
    return case("tools", q, {"call": [spec["function"]["name"], args]}, 220, tools=specs)


def convert(r):
    a, b = r.sample("leagues furlongs fathoms bushels pints quarts barrels pecks carats stones tonnes drams meters miles".split(), 2)
    x = r.randint(1, 400)
    f, g = r.choice([("unit_from", "unit_to"), ("measure_from", "measure_to"), ("from_scale", "to_scale")])
    spec = {"type": "function", "function": {"name": r.choice(["unit_switcher", "convert_measure", "convert"]), "description": "Convert a figure between two units", "parameters": {"type": "object", "properties": {"figure": {"type": "number"}, f: {"type": "string"}, g: {"type": "string"}}, "required": ["figure", f, g]}}}
    rest = [make_tool(r, v, n)[0] for v, n in zip(r.sample(VERBS, 3), r.sample(NOUNS, 3))][: r.randint(0, 3)]
    specs = rest + [spec]
    r.shuffle(specs)
    return case("tools", f"Convert {x} from {a} to {b}", {"call": [spec["function"]["name"], {"figure": x, f: a, g: b}]}, 160, tools=specs)


def thinking(r):
    c = r.choice([facts, facts, count, sort, extract, tools])(r)
    on = r.random() < 0.6
    return {**c, "skill": "thinking", "think": on, "max_tokens": 400, "check": {"thinking": on, "then": c["check"]}}


def smalltalk(r):
    q, words = r.choice([("Hello!", ["help"]), ("Hi, who am I speaking with?", ["atlas-mini"]), ("Hello, what's your name?", ["atlas-mini"]), ("Hey there, nice to meet you!", ["help", "Hello"]), ("Thank you so much!", ["welcome"]), ("Okay, bye then!", ["bye", "goodbye"]), ("Who are you?", ["atlas-mini"]), ("How do you feel today?", ["well"])])
    return case("smalltalk", q, {"any": words})


ROWS = [("facts", facts, 200), ("completion", completion, 100), ("smalltalk", smalltalk, 16), ("copy", copy, 200), ("reverse", reverse, 200), ("sort", sort, 200), ("count", count, 200), ("extract", extract, 200), ("json_to_toml", to_toml, 200), ("tools", tools, 200), ("thinking", thinking, 200),
        ("needle_1k", lambda r: needle(r, 1000, "needle_1k"), 200), ("needle_4k", lambda r: needle(r, 4000, "needle_4k"), 200), ("needle_8k5", lambda r: needle(r, 8500, "needle_8k5"), 200), ("needle_16k", lambda r: needle(r, 16000, "needle_16k"), 200)]


def cases(seed=7, limit=None, only=None):
    """All cases of all rows (agents are in evalagent.py)."""
    for name, f, n in ROWS:
        if only and name not in only:
            continue
        r = random.Random(f"{seed}-{name}")
        for _ in range(min(n, limit) if limit else n):
            yield f(r)
