"""Short facts of the assay set: questions in a chat, and openings of raw text to go on with."""
import tables as T
from cases import ASKED, CLEAR, COMMON, NESTED, SPELLED, WORDLIKE, amount, case, country_names, spellings

CAPITAL = ["Which city serves as the capital of {c}?", "I forgot what {c}'s capital city is called. Can you tell me?", "Capital city of {c}, please.",
    "If I want to visit the capital of {c}, which city do I go to?",
           "Tell me which city is {c}'s capital.", "Quick geography check: what is the capital of {c}?", "My quiz asks for the capital of {c}. What should I write?",
           "Could you name {c}'s capital for me?", "capital of {c}, anyone?"]
COUNTRY = ["Which country calls {k} its capital?", "Which country has {k} as its capital city?", "Of what country is {k} the capital?",
    "My friend moved to {k}, a capital city. Which country is that the capital of?", "Tell me the country whose capital is {k}."]
SYMBOL = ["What do chemists write for {e}? Give the symbol.", "Which symbol stands for {e} in the periodic table?", "I need the chemical symbol of {e}.",
    "Under which symbol do I find {e} in the periodic table?",
          "Chemistry homework: what is the symbol for the element {e}?", "Symbol of {e}, please.", "How is {e} abbreviated in chemistry?"]
ELEMENT = ["Which element does the symbol {s} stand for?", "In chemistry, what element is meant by {s}?", "The label says {s}. Which chemical element is that?",
    "Tell me the name of the element whose symbol is {s}.", "Which chemical element is written {s} for short?"]
NUMBER = ["Which atomic number belongs to {e}?", "What is the number of protons in an atom of {e}?", "Give me {e}'s atomic number.", "At what number in the periodic table is {e}?",
    "I need the atomic number of the element {e}, please."]
NUMBERED = ["Which of the elements carries the atomic number {n}?", "What chemical element is number {n} in the periodic table?", "An atom with {n} protons belongs to which element?",
    "Name the chemical element with atomic number {n}, please."]
NEXT = ["Which {w} follows {x}?", "If it is {x} now, which {w} is next?", "What {w} comes right after {x}?", "{x} is nearly over. Which {w} starts then?",
    "Tell me the {w} that comes directly after {x}."]
BEFORE = ["Which {w} is just before {x}?", "What {w} came right before {x}?", "Now it is {x}. Which {w} was the previous one?", "Tell me the {w} that comes directly before {x}."]
TODAY = ["It is {x} today. Which day do we have tomorrow?", "If today is {x}, which weekday is tomorrow?", "It's {x} today, so tomorrow is which day?"]
YESTERDAY = ["It is {x} today. Which day did we have yesterday?", "If today is {x}, which weekday was yesterday?", "It's {x} today, so yesterday was which day?"]
LENGTH = ["How long does {m} last, in days?", "What is the number of days that {m} has?", "How many days long is the month of {m}?", "I am filling in a calendar. How many days do I need for {m}?"]
PLACE = ["Which month is the {o} one of the year?", "What do we call the {o} month of the year?", "Tell me the name of the {o} month, counting from January."]
SUM = ["If I put {a} and {b} together, how much is that?", "I have {a} apples and buy {b} more. How many apples do I have now?", "Work out {a} + {b} for me.",
    "What do you get when you add {a} and {b}?", "So {a} + {b} comes to what?", "Now add {b} to {a}.", "I need the sum of {a} and {b}, please."]
MINUS = ["Work out {a} - {b} for me.", "I had {a} coins and spent {b}. How many coins are left?", "What remains if you take {b} from {a}?", "So {a} - {b} comes to what?",
    "What is {a} reduced by {b}?", "Could you subtract {b} from {a}?"]
TIMES = ["Work out {a} x {b} for me.", "What do you get when you multiply {a} by {b}?", "How much is {a} times {b}?", "There are {a} boxes with {b} pens in each. How many pens is that?",
    "{a} * {b} = ?"]

O_CAPITAL = ["The capital of {c} is", "Ask anyone in {c}: the capital city is", "The city that serves as the capital of {c} is", "Anyone who travels to {c} should see its capital,",
    "Q: Which city is {c}'s capital?\nA:", "Country: {c}\nCapital:", "We flew to the capital city of {c}, which is called"]
O_COUNTRY = ["{k} is the capital of the country called", "Capital: {k}\nCountry:", "The country whose capital is {k} is called"]
O_SYMBOL = ["In the periodic table the symbol for {e} is", "Element: {e}\nSymbol:", "Chemists write {e} with the symbol", "The symbol that stands for the element {e} is"]
O_ELEMENT = ["Symbol: {s}\nElement:", "In chemistry, the symbol {s} stands for the element", "The chemical element with the symbol {s} is called"]
O_NUMBER = ["In the periodic table, {e} has the atomic number", "Element: {e}\nAtomic number:", "The number of protons in an atom of {e} is"]
O_NEXT = ["The {w} that follows {x} is", "Right after {x} comes", "Question: Which {w} comes after {x}?\nAnswer:"]
O_BEFORE = ["The {w} just before {x} is", "Question: Which {w} comes before {x}?\nAnswer:"]
O_ROW = ["{x}, {y}, {z},", "Three in a row: {x}, {y}, {z}, and the next one is"]
O_LENGTH = ["Month: {m}\nNumber of days:", "The number of days in the month of {m} is"]
O_SUM = ["When you have {a} and get {b} more, the total is", "The sum of the numbers {a} and {b} is", "Problem: {a} + {b}\nResult:", "Adding {b} to {a} gives"]
O_MINUS = ["{a} minus {b} leaves", "Problem: {a} - {b}\nResult:", "Taking {b} away from {a} gives"]

ATOMS = [e for e in T.ELEMENTS if e[0] <= 20 or e[1] in "Ti Cr Mn Fe Co Ni Cu Zn Br Ag Sn I Ba W Pt Au Hg Pb Rn Ra U".split()]
SYMBOLS = [e for e in T.ELEMENTS if e[1] not in WORDLIKE and (e[0] <= 36 or e in ATOMS or e[1] in "Pd Cd Sb Xe Cs Bi Rb Sr Zr Pu".split())]
NAMED = SYMBOLS
LENGTHS = [(m, d) for m, d in zip(T.MONTHS, T.MONTH_DAYS) if m != "February"]


def draw(r, common):
    """A country and its capital, half of the time one of those asked for most."""
    c = r.choice(COMMON if r.random() < 0.5 else common)
    return c, CLEAR[c]


def head(s):
    return s[:1].upper() + s[1:]


def around(r):
    """The word for a cycle, and its names in order from a random one."""
    w, xs = r.choice([("month", T.MONTHS), ("day", T.DAYS)])
    i = r.randrange(len(xs))
    return w, xs[i:] + xs[:i]


def numbers(r, kind):
    """a, b and the result of a small problem, the result being neither of them."""
    while True:
        a, b = (r.randint(2, 10), r.randint(2, 10)) if kind == "times" else (r.randint(3, 40), r.randint(2, 30))
        n = a + b if kind == "plus" else a * b if kind == "times" else a - b
        if n > 0 and n not in (a, b):
            return a, b, n


def problem(r):
    kind = r.choice(["plus", "minus", "times"])
    a, b, n = numbers(r, kind)
    f = r.choice({"plus": SUM, "minus": MINUS, "times": TIMES}[kind])
    return f.format(a=a, b=b), amount(n)


def question(r):
    kind = r.choice("capital capital capital country symbol symbol element number numbered next before today length place sum sum".split())
    if kind == "capital":
        c, k = draw(r, list(ASKED))
        return r.choice(CAPITAL).format(c=c), spellings(k)
    if kind == "country":
        c, k = draw(r, [c for c in ASKED if c not in NESTED])
        return r.choice(COUNTRY).format(k=k), country_names(c)
    if kind == "symbol":
        _, s, e = r.choice(SYMBOLS)
        return r.choice(SYMBOL).format(e=e.lower()), {"word": s, "case": True}
    if kind == "element":
        _, s, e = r.choice(NAMED)
        return r.choice(ELEMENT).format(s=s), spellings(e)
    if kind == "number":
        n, _, e = r.choice(ATOMS)
        return r.choice(NUMBER).format(e=e.lower()), amount(n)
    if kind == "numbered":
        n, _, e = r.choice(ATOMS)
        return r.choice(NUMBERED).format(n=n), spellings(e)
    if kind == "next":
        w, xs = around(r)
        return r.choice(NEXT).format(w=w, x=xs[0]), {"any": [xs[1]]}
    if kind == "before":
        w, xs = around(r)
        return r.choice(BEFORE).format(w=w, x=xs[0]), {"any": [xs[-1]]}
    if kind == "today":
        i, step = r.randrange(7), r.choice([1, -1])
        return r.choice(TODAY if step == 1 else YESTERDAY).format(x=T.DAYS[i]), {"any": [T.DAYS[(i + step) % 7]]}
    if kind == "length":
        m, d = r.choice(LENGTHS)
        return r.choice(LENGTH).format(m=m), amount(d)
    if kind == "place":
        i = r.randrange(12)
        return r.choice(PLACE).format(o=T.ORDINALS[i]), {"any": [T.MONTHS[i]]}
    return problem(r)


def fact(r):
    """A question for a short fact."""
    q, check = question(r)
    return case("facts", head(q), check, 64)


def opening(r):
    """Raw text to go on with; the fact must come first."""
    kind, exact = r.choice("capital capital capital country symbol element number next before row length sum minus".split()), False
    if kind == "capital":
        c, k = draw(r, list(ASKED))
        q, want = r.choice(O_CAPITAL).format(c=c), [k] + SPELLED.get(k, [])
    elif kind == "country":
        c, k = draw(r, [c for c in ASKED if c not in NESTED])
        q, want = r.choice(O_COUNTRY).format(k=k), country_names(c)["any"]
    elif kind == "symbol":
        _, s, e = r.choice(SYMBOLS)
        q, want, exact = r.choice(O_SYMBOL).format(e=e.lower()), [s], True
    elif kind == "element":
        _, s, e = r.choice(NAMED)
        q, want = r.choice(O_ELEMENT).format(s=s), spellings(e)["any"]
    elif kind == "number":
        n, _, e = r.choice(ATOMS)
        q, want = r.choice(O_NUMBER).format(e=e.lower()), amount(n)["any"]
    elif kind in ("next", "before"):
        w, xs = around(r)
        q, want = r.choice(O_NEXT if kind == "next" else O_BEFORE).format(w=w, x=xs[0]), [xs[1 if kind == "next" else -1]]
    elif kind == "row":
        _, xs = around(r)
        q, want = r.choice(O_ROW).format(x=xs[0], y=xs[1], z=xs[2]), [xs[3]]
    elif kind == "length":
        m, d = r.choice(LENGTHS)
        q, want = r.choice(O_LENGTH).format(m=m), amount(d)["any"]
    else:
        a, b, n = numbers(r, "plus" if kind == "sum" else "minus")
        q, want = r.choice(O_SUM if kind == "sum" else O_MINUS).format(a=a, b=b), amount(n)["any"]
    return {"skill": "completion", "prompt": head(q), "tools": None, "think": False, "max_tokens": 16, "check": {"begins": want, "case": exact}}
