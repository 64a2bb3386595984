"""Questions and openings of raw text about capitals, elements, the calendar and small
sums."""
import cases
import tables as T
import yaraask as A
import yarasums as S
import yarawords as W

L = str.splitlines
TO_CAPITAL = L("""The capital of {c} is
The capital city of {c} is
As everyone at the embassy in {c} knows, the capital is
{C}'s capital is
Capital of {C}:
Country: {C}. Capital:
Travellers to {c} usually land in the capital,
The government of {c} has its seat in the capital city of
In {c}, the capital is called
If you visit {c}, do not miss its capital,
The flag of {c} flies over its capital,
Q: What is the capital of {c}? A:
Question: capital of {C}?{nl}Answer:
{C} - capital:
The parliament of {c} meets in the capital,
On the map of {c}, a star marks the capital,
Geography notes: {C} has the capital
The embassy moved to the capital of {c}, which is
The president of {c} lives in the capital,
Among the cities of {c}, the capital is
The country is {c}, so its capital must be
She studied in {c}, in the capital city,
The name of the capital of {c} is
{C} (capital:
country={C}, capital=
My aunt lives in the capital of {c}, that is""")
TO_COUNTRY = L("""{k} is the capital of
{k} is the capital city of
The city of {k} is the capital of the country called
Capital: {k}. Country:
{k}, capital of
The country whose capital is {k} is
{k} serves as the seat of government of
Q: {k} is the capital of which country? A:
Question: Which country has {k} as its capital?{nl}Answer:
If the capital is {k}, then the country is
He was born in {k}, the capital of
Our plane landed in {k}, the capital of
capital={k}, country=
{k} has long been the capital of
The embassy in {k}, the capital of
They settled in {k}, which is the capital of
From {k} you can explore all of its country,
The ministers meet in {k}, capital city of
Next on the tour is {k}, the capital of
The nation governed from {k} is
As the capital of a country, {k} belongs to
On the quiz card: {k} - the capital of
We changed trains in {k}, the capital city of
The state with the capital {k} is
{k} became the capital of""")
TO_SYMBOL = L("""The chemical symbol for {e} is
The chemical symbol of {e} is
The symbol for the element {e} is
In the periodic table, {e} is written as
Chemists abbreviate {e} as
Element: {E}. Symbol:
{E} has the chemical symbol
The element {e} has the symbol
Symbol for {e}:
Q: What is the symbol for {e}? A:
Question: symbol of {e}?{nl}Answer:
element={e}, symbol=
In formulas, {e} appears as
On the periodic table {e} is marked
The abbreviation for the element {e} is
The letters that stand for {e} are
Lab label for {e}:
The element symbol of {e} is
Every chemist writes {e} as
In chemical shorthand, {e} is
{E}, whose symbol is
The box for {e} in the table shows the letters
{E} - chemical symbol:
You find {e} under the symbol
A formula names {e} with the symbol
The international symbol for {e} is""")
TO_ELEMENT = L("""The chemical symbol {s} stands for
The symbol {s} stands for the element
{s} is the chemical symbol for
{s} is the symbol of the element
Symbol: {s}. Element:
In the periodic table, {s} means
The element with the symbol {s} is
The element written {s} is called
Q: Which element has the symbol {s}? A:
Question: What element is {s}?{nl}Answer:
symbol={s}, element=
Chemists write {s} for
In formulas, {s} stands for
The letters {s} on the periodic table stand for
The abbreviation {s} belongs to the element
Behind the chemical symbol {s} is the element
{s} - name of the element:
On the label, {s} is short for
A bottle marked {s} contains the element
In chemistry {s} is short for
If the symbol is {s}, the element is
The full name of the element {s} is
By {s} chemists mean
You read {s} and say
The periodic table lists {s}, that is,""")
TO_NEXT = L("""The {u} after {x} is
After {x} comes
{x} is followed by
The {u} that follows {x} is
The next {u} after {x} is
If this {u} is {x}, the next {u} is
When {x} is over, it is
Right after {x} comes
Q: Which {u} comes after {x}? A:
Question: the {u} after {x}?{nl}Answer:
{x} ends and then begins
Once {x} has passed, we have
{u}={x}, next=
This {u}: {x}. Next {u}:
One {u} after {x} is
In the calendar, {x} stands just before
The {u} directly after {x} is called
Next {u} after {x}:
{x} comes before
{x} comes immediately before
We met in the {u} following {x}, that is,
It was {x}; a {u} later it was
{x} first, and then
The {u} of {x} gives way to
It is {x} now, so the coming {u} is""")
TO_PREVIOUS = L("""The {u} before {x} is
Before {x} comes
{x} is preceded by
The {u} that precedes {x} is
The previous {u}, before {x}, is
If this {u} is {x}, the last {u} was
Before it was {x}, it was
Right before {x} comes
Q: Which {u} comes before {x}? A:
Question: the {u} before {x}?{nl}Answer:
{x} began just after the end of
{u}={x}, previous=
This {u}: {x}. Last {u}:
One {u} before {x} is
In the calendar, {x} stands just after
The {u} directly before {x} is called
Previous {u} before {x}:
{x} comes right after
{x} follows
{x} comes after
It was {x}; a {u} earlier it was
{x} starts when it is no longer
The {u} of {x} takes over from
It is {x} now, so the {u} before was
Just ahead of {x} is the {u} of
{x} follows directly after""")
TO_SUM = L("""{a} + {b} =
{a} plus {b} is
{a} plus {b} equals
The sum of {a} and {b} is
{a} and {b} make
Adding {a} and {b} gives
If you add {b} to {a} you get
Q: What is {a} + {b}? A:
Question: {a} plus {b}?{nl}Answer:
{a} added to {b} is
The total of {a} and {b} is
a={a}, b={b}, a+b=
Altogether, {a} and {b} come to
Sum of {a} and {b}:
{a} increased by {b} is
{b} more than {a} is
When {a} and {b} are added, the result is
Start with {a}, add {b}, and you have
{a} apples and {b} apples together are
We have {a} red and {b} blue marbles, in total
Together {a} and {b} are
>>> {a} + {b}{nl}
{a}+{b}=
Put {a} and {b} together and you get
Counting {b} up from {a} brings us to""")
PLURALS = "marbles stamps pencils buttons shells stickers eggs tickets coins cards photos bricks pebbles ribbons candles lemons cookies tiles nails beads".split()
GOODS = [t for t in W.THINGS if t[0] not in "aeiou" and not t.endswith("s")]
LINES = [(TO_CAPITAL, "c"), (TO_COUNTRY, "k"), (TO_SYMBOL, "e"), (TO_ELEMENT, "s"), (TO_NEXT, "n"), (TO_PREVIOUS, "p"), (TO_SUM, "+")]
ASKS = [(A.CAPITAL, "c", 3), (A.COUNTRY, "k", 3), (A.SYMBOL, "e", 2), (A.ELEMENT, "s", 2), (A.ATOMIC, "z", 2), (A.BY_NUMBER, "#", 2), (A.NEXT, "n", 3), (A.PREVIOUS, "p", 3), (S.MONTH_OF, "mo", 1.5), (S.NUMBER_OF, "no", 1.5), (S.LENGTH, "days", 1.5), (S.SUM, "+", 2), (S.DIFFERENCE, "-", 2), (S.PRODUCT, "*", 1.5), (S.SUM_STORY, "+", 1.5), (S.DIFFERENCE_STORY, "-", 1.5), (S.PRODUCT_STORY, "*", 1.5)]


def country(r, pool):
    return r.choice([c for c in cases.COMMON if c in pool] if r.random() < 0.5 else pool)


def fact(r, kind):
    """The gaps of a frame and the words that answer it."""
    g = {"nl": "\n", "p": r.choice(W.PEOPLE[:35]), "q": r.choice(W.PEOPLE[35:]), "w": r.choice(PLURALS), "t": r.choice(GOODS[:30]), "v": r.choice(GOODS[30:])}
    if kind == "c":
        c = country(r, list(cases.ASKED))
        return {**g, "c": c, "C": c.removeprefix("the ")}, cases.spellings(cases.ASKED[c])["any"]
    if kind == "k":
        c = country(r, [c for c in cases.ASKED if c not in cases.NESTED])
        return {**g, "k": cases.ASKED[c]}, cases.country_names(c)["any"]
    if kind in ("e", "s", "z", "#"):
        n, s, name = r.choice(T.ELEMENTS[:54] if r.random() < 0.85 else T.ELEMENTS)
        words = {"e": [s], "z": cases.amount(n)["any"]}.get(kind) or cases.spellings(name)["any"]
        return {**g, "e": name.lower(), "E": name, "s": s, "n": n}, words
    if kind in ("n", "p"):
        u, row = r.choice([("month", T.MONTHS), ("day", T.DAYS)])
        i = r.randrange(len(row))
        return {**g, "u": u, "x": row[i]}, [row[(i + (1 if kind == "n" else -1)) % len(row)]]
    i = r.randrange(12)
    g |= {"x": T.MONTHS[i], "n": i + 1, "o": T.ORDINALS[i]}
    if kind in ("mo", "no", "days"):
        return g, [T.MONTHS[i]] if kind == "mo" else cases.amount(i + 1 if kind == "no" else T.MONTH_DAYS[i])["any"]
    top = r.choice([10, 20, 50, 100])
    a = r.randint(2, top - 1)
    b = r.randint(min(2, top - a), top - a) if kind == "+" else r.randint(min(2, a - 1), a - 1)
    if kind == "*":
        a = r.randint(2, 12)
        b = r.randint(2, min(12, 100 // a))
    return {**g, "a": a, "b": b}, cases.amount({"+": a + b, "-": a - b, "*": a * b}[kind])["any"]


def facts(r):
    frames, kind, _ = r.choices(ASKS, [w for *_, w in ASKS])[0]
    frame = r.choice(frames)
    gaps, words = fact(r, kind)
    text = frame.format(**gaps)
    if frame.startswith("{c}"):
        text = cases.up(text)
    check = {"word": words[0], "case": True} if kind == "e" else {"any": words}
    return cases.case("facts", W.dress(r, text), check)


def completion(r):
    frames, kind = r.choice(LINES)
    gaps, words = fact(r, kind)
    text = r.choice(frames).format(**gaps)
    if text[0].islower() and kind in "np" and "=" not in text or r.random() < 0.1:
        text = cases.up(text)
    return {"skill": "completion", "prompt": text, "tools": None, "think": False, "max_tokens": 12, "check": {"begins": words, "case": False}}
