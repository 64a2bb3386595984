"""Openings of plain text that go on with a fact: a capital, a country, an element, a month."""
import cases
import tables as T
from norawords import SEEN

CAPITAL = """The capital of {c} is|The capital city of {c} is called|{c}'s capital is|In {c}, the star on the map stands for the capital,|Q: What is the capital of {c}?\nA:|Question: capital of {c}? Answer:|{c} - capital:|Country: {c}\nCapital:|{c} | |If you fly to the capital of {c}, you land in|{c} has many towns, but its capital is|Postcards from the capital of {c} say that you were in|The one city of {c} that every atlas underlines is its capital,|Our geography teacher asked for the capital of {c}. The right answer was|Every child in {c} learns that the capital of the country is|On the map of {c} the star marks the capital,|capital({c}) =|"{c}", said the quizmaster, and the team wrote down the name of its capital:|Pub quiz, round one. Capital of {c}:|We spent our holiday in {c} and of course saw the capital,|Of all the places in {c} the children had to learn only the capital,|Notes for my trip to {c}. Capital:|The largest airport I used in {c} was in the capital,|{c} (capital:|Which city is the capital of {c}? It is|Trains in {c} all seem to lead to the capital,|My pen friend lives in the capital of {c}, that is, in|Fill the gap: the capital of {c} is|Crossword clue, capital of {c}. Solution:|My aunt once lived in {c}, right in the capital,|When people speak of the capital of {c}, they mean|Fact card. {c}. Capital city:|As everybody in {c} knows, the capital is|We asked the way to the capital of {c}; the sign said|Our tour of {c} ended where it began, in the capital,|Nation: {c}; capital:"""
COUNTRY = """{k} is the capital of|{k} is the capital city of|The city of {k} is the capital of|Q: Which country has the capital {k}?\nA:|Capital: {k}\nCountry:|{k} -> country:|Whoever lives in {k} lives in the capital of|The country whose capital is {k} is called|A flight to {k} takes you to the capital of|{k}, the capital of|Atlas, index: {k}, capital of|The country with the capital {k} is|Question: {k} is the capital of what country? Answer:|When we came to {k} we had reached the capital of|Our cook was born in {k}, the capital of|Quiz card: {k} is the capital of|I have a cousin in {k}, which is the capital of|The postcard came from {k}, capital of|If the capital is {k}, the country is|Stamps from {k} carry the name of the country,|Name the country of which {k} is the capital:|They moved to {k}, the capital of"""
SYMBOL = """The chemical symbol for {e} is|The symbol of {e} in the periodic table is|Chemists write {e} as|{e}: chemical symbol|Element: {e}\nSymbol:|Q: What is the chemical symbol of {e}?\nA:|In formulas, {e} is written|{e} has the atomic number {n} and the symbol|In the periodic table {e} stands under the symbol|On the jar of {e} the label showed the chemical symbol|The element {e} is abbreviated|symbol({e}) =|Homework: give the symbol of {e}. My answer:|The letter or letters for {e} in chemistry:|Number {n} in the periodic table is {e}, symbol|Flash card. Front: {e}. Back: symbol|For {e} a chemist uses the symbol|name: {e}, number: {n}, symbol:|Short form of {e} in chemistry is|Dictionary of elements. {e}, n., chemical symbol"""
ELEMENT = """{s} is the chemical symbol of|In chemistry the symbol {s} stands for|Q: Which element has the symbol {s}?\nA:|Symbol: {s}\nElement:|The element with the symbol {s} is called|{s} means, in the periodic table,|The element with the atomic number {n} is|Atomic number {n} belongs to the element|Number {n} in the periodic table is|The label said {s}, so the powder in the jar was|symbol {s}, atomic number {n}, name:|An atom with {n} protons is an atom of|Homework: what does {s} stand for? It stands for|Flash card. Front: {s}. Back:|Chemists who write {s} mean|If the nucleus holds {n} protons, the element is|Element {n} ({s}) is|Quiz, chemistry round: {s} stands for|The name of the element with the symbol {s}:|{s} (element number {n}):"""
NUMBER = """The atomic number of {e} is|{e} ({s}) has the atomic number|Q: What is the atomic number of {e}?\nA:|Element: {e}\nAtomic number:|In the periodic table {e} is number|An atom of {e} has this many protons:|{e}, symbol {s}, atomic number|The number of protons in {e} is|Homework: the atomic number of {e}. My answer:|Flash card. Front: {e}, atomic number? Back:|atomic_number({s}) =|The place of {e} in the periodic table is number|name: {e}, symbol: {s}, number:|Count the protons of {e} and you get|Dictionary of elements. {e} ({s}), atomic number"""
AFTER = """The {u} after {x} is|After {x} comes|{x} is followed by|Q: Which {u} comes after {x}?\nA:|Once {x} is over, it is|The {u} that follows {x} is called|Next after {x}:|The {u} between {x} and {z} is|Children sing it in order: {w}, {x},|{w}, {x},|Calendar: {w}, then {x}, then|When {x} ends, the next {u} is|Turn the page after {x} and you see|If this {u} is {x}, the next {u} is|We meet in {x} and again one {u} later, in|Order of the {u}s: ..., {w}, {x},|one {u} later than {x}:|Right after {x} we have"""
BEFORE = """The {u} before {x} is|Before {x} comes|{x} comes right after|Q: Which {u} comes before {x}?\nA:|The {u} that precedes {x} is called|If this {u} is {x}, the last {u} was|{x} follows|Going backwards: {z}, {x},|one {u} earlier than {x}:|Directly ahead of {x} stands the {u} of|The {u} just before {x}:|Counting back, {z}, then {x}, then|{x} began when the {u} before it ended. That was|Just before {x} we had"""
HEADS = ["", "", "", "", "", "Facts for the quiz night\n", "Notebook, page 12.\n", "From the school almanac: ", "# Facts\n", "Did you know? ", "Remember: ", "1. ", "- ", "Lesson 4. "]
ROWS = ["{h1} | {h2}\n{r1}\n{r2}\n{q} |", "{h1},{h2}\n{r1c}\n{r2c}\n{q},", "{a1} - {b1}\n{a2} - {b2}\n{q} -", "{a1}: {b1}; {a2}: {b2}; {q}:", "{a1} = {b1}\n{a2} = {b2}\n{q} =", "| {a1} | {b1} |\n| {a2} | {b2} |\n| {q} |", "{a1}\t{b1}\n{a2}\t{b2}\n{q}\t", "Q: {a1}\nA: {b1}\nQ: {a2}\nA: {b2}\nQ: {q}\nA:", "{h1}: {a1}, {h2}: {b1}\n{h1}: {a2}, {h2}: {b2}\n{h1}: {q}, {h2}:", "{a1} ({b1}), {a2} ({b2}), {q} (", "{a1} -> {b1}\n{a2} -> {b2}\n{q} ->", "{a1} goes with {b1}, {a2} goes with {b2}, and {q} goes with"]
_SPLIT = lambda s: [f for f in s.replace("{c} | |", "{c} ~ |").split("|")]
FRAMES = {k: [f.rstrip("~") for f in _SPLIT(v)] for k, v in dict(capital=CAPITAL, country=COUNTRY, symbol=SYMBOL, element=ELEMENT, number=NUMBER, after=AFTER, before=BEFORE).items()}


def _country(r):
    c = r.choice(cases.COMMON) if r.random() < .5 else r.choice(list(cases.ASKED))
    return c, cases.ASKED[c]


def _element(r):
    n, s, e = r.choice(T.ELEMENTS[:20]) if r.random() < .5 else r.choice(T.ELEMENTS[:86])
    return n, s, e


def _pairs(r):
    """(headings, three pairs) for a table row; the answer is the last of all."""
    k = r.randrange(5)
    if k < 2:
        ps = cases.distinct(lambda: _country(r), 3)
        return ("country", "capital"), [(cases.up(a), b) for a, b in ps]
    es = cases.distinct(lambda: _element(r), 3)
    return [(("element", "symbol"), [(e, s) for n, s, e in es]), (("symbol", "element"), [(s, e) for n, s, e in es]), (("element", "atomic number"), [(e, str(n)) for n, s, e in es])][k - 2]


def completion(r):
    """One opening with the fact that comes next."""
    if r.random() < .12:
        (h1, h2), ((a1, b1), (a2, b2), (q, answer)) = _pairs(r)
        f = r.choice(ROWS)
        SEEN.add(f + h2)
        values = dict(h1=h1, h2=h2, r1=f"{a1} | {b1}", r2=f"{a2} | {b2}", r1c=f"{a1},{b1}", r2c=f"{a2},{b2}", a1=a1, b1=b1, a2=a2, b2=b2, q=q)
        return _case(f, values, answer, head="")
    kind = r.choice(["capital", "capital", "country", "symbol", "element", "number", "after", "before"])
    f = r.choice(FRAMES[kind])
    SEEN.add(f)
    if kind == "capital":
        c, answer = _country(r)
        values = dict(c=c)
    elif kind == "country":
        c, k = _country(r)
        values, answer = dict(k=k), c
    elif kind in ("after", "before"):
        xs, u = r.choice([(T.MONTHS, "month"), (T.DAYS, "day")])
        if "We meet in" in f:
            xs, u = T.MONTHS, "month"
        i = r.randrange(len(xs))
        at = lambda d: xs[(i + d) % len(xs)]
        values, answer = dict(x=at(0), u=u, w=at(-1), z=at(2 if kind == "after" else 1)), at(1 if kind == "after" else -1)
    else:
        n, s, e = _element(r)
        values, answer = dict(n=n, s=s, e=e if f.startswith("{e}") or ": {e}" in f else e.lower()), {"symbol": s, "element": e, "number": str(n)}[kind]
    return _case(f, values, answer, r.choice(HEADS))


def _case(f, values, answer, head):
    text = f
    for k, v in values.items():
        text = text.replace("{" + k + "}", str(v))
    text = head + (cases.up(text) if not text.startswith(("symbol(", "capital(", "atomic_")) else text)
    if answer in cases.CLEAR:
        words = cases.country_names(answer)
    else:
        words = cases.spellings(answer)
    return {"skill": "completion", "prompt": text.rstrip(" \t") if not text.endswith("(") else text, "check": {"any": words["any"][:1]}, "max_tokens": 12, "think": False}
