"""Openings of texts that end where a fact follows: completion(r)."""
import cases
import omarwords as W
import tables as T

CAPITAL = """
The capital of {c} is
The capital city of {c} is
Quiz night, question {n}: the capital of {c}. Answer:
Q: What is the capital of {c}?\\nA:
Q: Capital of {c}?\\nA: The capital is
{c} is governed from its capital,
The parliament of {c} meets in the capital,
On the map of {c} a star marks the capital,
Country: {c}\\nCapital:
{c} (capital:
country = {c}\\ncapital =
{c2} | {k2}\\n{c} |
{c2} - {k2}\\n{c} -
{c2}: {k2}\\n{c3}: {k3}\\n{c}:
{c2},{k2}\\n{c3},{k3}\\n{c},
{c2} -> {k2}, {c} ->
The capital of {c2} is {k2}, and the capital of {c} is
If {k2} is the capital of {c2}, then the capital of {c} is
Flight plan: from the capital of {c2}, {k2}, to the capital of {c},
Our band plays {c} next month; the show is in the capital,
The embassy in {c} is of course in the capital,
My geography notes: {c}, capital
{c}'s capital is
{c}'s capital city is called
Everybody in class knew that the capital of {c} is
The team flew to {c} and landed in its capital,
Trivia card: name the capital of {c}. Back of the card:
Dictionary of places. {c}: a country whose capital is
The seat of government of {c} is in
"What is the capital of {c}?" asked the coach. "It is
I looked it up: the capital of {c} is
The depot for {c} is in the capital, which is
1. {c2} = {k2}\\n2. {c} =
| Country | Capital |\\n| {c2} | {k2} |\\n| {c} |
As every atlas shows, the capital of {c} is
Shipping note: goods for {c} go to the capital,
"""
COUNTRY = """
{k} is the capital of
{k} is the capital city of
The city of {k} is the capital of
{k2} is the capital of {c2}, and {k} is the capital of
Q: {k} is the capital of which country?\\nA:
City: {k}\\nCapital of:
{k2} -> {c2}\\n{k} ->
capital {k2}, country {c2}\\ncapital {k}, country
Flying to {k} means flying to the capital of
Quiz card: {k} is the capital of what country? Answer:
In {k} you are in the capital of
{k2} ({c2}), {k} (
The orchestra from {k}, the capital of
{k}: capital of
As the capital of its country, {k} belongs to
My aunt lives in {k}, the capital of
| {k2} | {c2} |\\n| {k} |
Geography drill. {k2}: {c2}. {k}:
"""
SYMBOL = """
The chemical symbol for {e} is
The symbol of {e} is
The element {e} has the symbol
In the periodic table {e} is written as
{E2}: {s2}\\n{E}:
{E2} - {s2}\\n{E} -
{E2} = {s2}, {E3} = {s3}, {E} =
Element: {E}\\nSymbol:
| {E2} | {s2} |\\n| {E} |
Q: What is the symbol of {e}?\\nA:
Chemists abbreviate {e} as
Lab label for {e}:
The bottle of {e} carries the symbol
{E} (symbol:
Flash card: {e}. Back side, the symbol:
The symbol for {e2} is {s2}; the symbol for {e} is
name,symbol\\n{e2},{s2}\\n{e},
Science quiz, question {n}: the symbol for {e}. Answer:
In formulas, {e} appears as
On the shelf chart {e} is marked
"""
ELEMENT = """
The symbol {s} stands for the element
{s} is the chemical symbol for
{s} is the symbol of
{s2}: {E2}\\n{s}:
{s2} = {E2}, {s} =
Symbol: {s}\\nElement:
| {s2} | {E2} |\\n| {s} |
Q: Which element has the symbol {s}?\\nA:
In the periodic table, {s} means
The letter code {s} on the bottle means the element
{s2} is {e2} and {s} is
The element with atomic number {z} is
Atomic number {z} belongs to the element
Element number {z} of the periodic table is
Number {z2} is {e2}, number {z} is
No. {z2}: {E2}\\nNo. {z}:
"""
NUMBER = """
The atomic number of {e} is
{E} has the atomic number
{E} ({s}) has atomic number
Element: {E}\\nAtomic number:
{E2}: {z2}\\n{E}:
{E2} = {z2}, {E3} = {z3}, {E} =
Q: What is the atomic number of {e}?\\nA:
The number of protons in an atom of {e} is
| {E2} | {z2} |\\n| {E} |
The atomic number of {e2} is {z2}, that of {e} is
symbol,number\\n{s2},{z2}\\n{s},
In the periodic table {e} is number
Every atom of {e} has a number of protons equal to
Flash card: atomic number of {e}. Back side:
"""
AFTER = """
The {u} after {x} is
The {u} that follows {x} is
After {x} comes
{x} is followed by
Right after {x} comes
{x}, then
Q: Which {u} comes after {x}?\\nA:
Calendar drill. After {x2}: {y2}. After {x}:
{x2} -> {y2}\\n{x} ->
When {x} is over, the next {u} is
If this {u} is {x}, the next one is
next({x2}) = {y2}, next({x}) =
The lease ends with {x}; the new one starts with the following {u},
We skip {x} and meet in the next {u}, which is
After {x2} comes {y2}, and after {x} comes
{u}: {x}\\nnext {u}:
We play in {x} and again in the {u} after it,
The {u} between {x} and {z} is
"""
BEFORE = """
The {u} before {x} is
The {u} that comes before {x} is
Before {x} comes
{x} is preceded by
{x} comes right after
Right before {x} comes
Q: Which {u} comes before {x}?\\nA:
Before {y2} comes {x2}, and before {x} comes
{u}: {x}\\nprevious {u}:
If this {u} is {x}, the last one was
The {u} just ahead of {x} is
prev({y2}) = {x2}, prev({x}) =
Calendar drill. Before {y2}: {x2}. Before {x}:
The report for {x} looks back at the {u} before it,
"""
FRAMES = {k: [f.replace("\\n", "\n") for f in v.strip().split("\n")] for k, v in {"capital": CAPITAL, "country": COUNTRY, "symbol": SYMBOL, "element": ELEMENT, "number": NUMBER, "after": AFTER, "before": BEFORE}.items()}
WHOLE = [c for c in cases.CLEAR if c not in cases.NESTED]


def completion(r):
    """A raw prompt with the answer that has to come next."""
    kind = r.choice(["capital"] * 4 + ["country"] * 2 + ["symbol"] * 2 + ["element", "number", "after", "before"])
    frame = r.choice(FRAMES[kind])
    W.SEEN.add(frame)
    if kind in ("capital", "country"):
        pool = [c for c in (WHOLE if kind == "country" else list(cases.CLEAR)) if cases.CLEAR[c].lower() not in c.lower()]
        c = r.choice(cases.COMMON if r.random() < 0.4 else pool)
        c2, c3 = r.sample([x for x in cases.COMMON if x != c], 2)
        slots = {"c": c, "k": cases.CLEAR[c], "c2": c2, "k2": cases.CLEAR[c2], "c3": c3, "k3": cases.CLEAR[c3]}
        check = cases.spellings(cases.CLEAR[c]) if kind == "capital" else cases.country_names(c)
    elif kind in ("symbol", "element", "number"):
        three = r.sample(T.ELEMENTS[:40] if r.random() < 0.6 else T.ELEMENTS, 3)
        while three[0][1] in cases.WORDLIKE:
            three = r.sample(T.ELEMENTS, 3)
        slots = {}
        for t, (z, s, e) in zip(("", "2", "3"), three):
            slots.update({"z" + t: z, "s" + t: s, "E" + t: e, "e" + t: e.lower()})
        z, s, e = three[0]
        check = {"any": [s]} if kind == "symbol" else cases.spellings(e) if kind == "element" else {"any": [str(z)]}
    else:
        names, u = r.choice([(T.MONTHS, "month"), (T.DAYS, "day")])
        n = len(names)
        i, j = r.sample(range(n), 2)
        slots = {"x": names[i], "u": u, "x2": names[j], "y2": names[(j + 1) % n], "z": names[(i + 2) % n]}
        check = {"any": [names[(i + (1 if kind == "after" else -1)) % n]]}
        if u == "day":
            frame = frame.replace("in {x} and again in", "on {x} and again on").replace("meet in the", "meet on the")
    slots["n"] = r.randint(1, 30)
    return {"skill": "completion", "prompt": up(W.fill(frame, slots)), "check": check, "max_tokens": 12, "think": False}


def up(s):
    """A capital where a sentence starts with a country's article."""
    return "The " + s[4:] if s.startswith("the ") else s
