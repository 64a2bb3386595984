"""Questions about capitals, elements, months, days and small sums for the development set."""
import tables as T
from cases import ASKED, CLEAR, COMMON, NESTED, WORDLIKE, amount, country_names, spellings, up

CAPITAL = ["What is the capital of {c}?", "What is the capital of {c}?", "What's the capital of {c}?", "What is the capital city of {c}?", "Which city is the capital of {c}?", "Tell me the capital of {c}.", "Can you tell me the capital of {c}?", "Do you know the capital of {c}?", "What city is the capital of {c}?", "Name the capital of {c}.", "capital of {c}", "Capital of {c}?", "I'd like to know the capital of {c}.", "Please tell me what the capital of {c} is.", "What is {c}'s capital?", "Give me the capital of {c}, please.", "{c}: what is the capital?", "I forgot the capital of {c}. What is it?"]
COUNTRY = ["Which country has {k} as its capital?", "{k} is the capital of which country?", "{k} is the capital of what country?", "What country is {k} the capital of?", "Of which country is {k} the capital?", "Whose capital is {k}?", "Which country's capital is {k}?", "Name the country whose capital is {k}."]
SYMBOL = ["What is the chemical symbol for {e}?", "What is the symbol for {e}?", "What's the symbol of {e}?", "Which chemical symbol does {e} have?", "Tell me the chemical symbol for {e}.", "Chemical symbol for {e}?", "What symbol stands for {e} in the periodic table?", "Give me the symbol of the element {e}.", "How is {e} written as a chemical symbol?"]
NUMBER = ["What is the atomic number of {e}?", "What's the atomic number of {e}?", "Which atomic number does {e} have?", "Tell me the atomic number of {e}.", "Atomic number of {e}?", "How many protons does {e} have?", "Can you give me the atomic number of {e}?", "What number is {e} in the periodic table?"]
OF_SYMBOL = ["Which element has the symbol {s}?", "What element is {s}?", "What element does the symbol {s} stand for?", "{s} is the symbol of which element?", "Which chemical element is {s}?", "Name the element with the symbol {s}.", "What does {s} stand for in chemistry?", "In the periodic table, what is {s}?"]
OF_NUMBER = ["Which element has atomic number {n}?", "What element has the atomic number {n}?", "Name the element with atomic number {n}.", "What is element number {n}?", "Atomic number {n} is which element?", "Which chemical element has {n} protons?" , "Tell me the element with atomic number {n}.", "What is the name of element {n}?"]
MONTH = [("What month comes after {m}?", 1), ("Which month comes after {m}?", 1), ("What is the month after {m}?", 1), ("Which month follows {m}?", 1), ("What is the next month after {m}?", 1), ("It is {m}. What month is next?", 1), ("Name the month after {m}.", 1), ("What month comes before {m}?", -1), ("Which month is before {m}?", -1), ("What is the month before {m}?", -1), ("Which month comes right before {m}?", -1), ("Name the month before {m}.", -1)]
MONTH_NTH = ["What is the {o} month of the year?", "Which month is the {o} month of the year?", "Name the {o} month of the year.", "What's the {o} month?"]
MONTH_DAYS = ["How many days are in {m}?", "How many days does {m} have?", "How many days are there in {m}?", "How long is {m} in days?"]
DAY = [("What day comes after {d}?", 1), ("Which day comes after {d}?", 1), ("What is the day after {d}?", 1), ("Today is {d}. What day is tomorrow?", 1), ("If today is {d}, what day is tomorrow?", 1), ("What day comes before {d}?", -1), ("Which day is before {d}?", -1), ("If today is {d}, what day was yesterday?", -1), ("Today is {d}. What day was yesterday?", -1)]
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
PLUS = ["What is {a} + {b}?", "What is {a} + {b}?", "What is {a} plus {b}?", "{a} + {b}", "{a} + {b} = ?", "Calculate {a} + {b}.", "Add {a} and {b}.", "What is the sum of {a} and {b}?", "How much is {a} plus {b}?", "Can you add {a} and {b}?", "What's {a}+{b}?", "I have {a} apples and get {b} more. How many apples do I have?", "Please add {b} to {a}.", "Compute {a} + {b}"]
MINUS = ["What is {a} - {b}?", "What is {a} minus {b}?", "{a} - {b}", "{a} - {b} = ?", "Calculate {a} - {b}.", "Subtract {b} from {a}.", "How much is {a} minus {b}?", "What is {a} take away {b}?", "I have {a} apples and eat {b}. How many are left?", "Compute {a} - {b}"]
COMPLETE = ["{c}'s capital is", "The capital city of {c} is", "The capital of {c} is called", "Question: What is the capital of {c}?\nAnswer:", "Q: What is the capital of {c}?\nA:", "As everyone knows, the capital of {c} is"]


def capital(r, common=False):
    c = r.choice(COMMON) if common or r.random() < 0.4 else r.choice(list(ASKED))
    q = r.choice(CAPITAL)
    return q.replace("{c}", up(c) if q.startswith("{c}") else c), spellings(ASKED[c])


def country(r):
    c = r.choice(COMMON) if r.random() < 0.5 else r.choice([c for c in ASKED if c not in NESTED])
    return r.choice(COUNTRY).format(k=ASKED[c]), country_names(c)


def element(r):
    n, s, e = r.choice(T.ELEMENTS) if r.random() < 0.5 else r.choice([x for x in T.ELEMENTS if x[0] <= 36 or x[1] in ("Ag", "Sn", "Au", "Hg", "Pb", "U", "Pt", "Xe")])
    kind = r.choice(["symbol", "symbol", "number", "of symbol", "of symbol", "of number"])
    if kind == "symbol" and s not in WORDLIKE:
        return r.choice(SYMBOL).format(e=e.lower()), {"word": s, "case": True}
    if kind == "number":
        return r.choice(NUMBER).format(e=e.lower()), amount(n)
    if kind == "of number":
        return r.choice(OF_NUMBER).format(n=n), spellings(e)
    return r.choice(OF_SYMBOL).format(s=s), spellings(e)


def calendar(r):
    k = r.random()
    if k < 0.5:
        i, (q, d) = r.randrange(12), r.choice(MONTH)
        return q.format(m=T.MONTHS[i]), {"any": [T.MONTHS[(i + d) % 12]]}
    if k < 0.65:
        i = r.randrange(12)
        return r.choice(MONTH_NTH).format(o=ORDINALS[i]), {"any": [T.MONTHS[i]]}
    if k < 0.75:
        i = r.choice([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        return r.choice(MONTH_DAYS).format(m=T.MONTHS[i]), amount(30 if i in (3, 5, 8, 10) else 31)
    i, (q, d) = r.randrange(7), r.choice(DAY)
    return q.format(d=T.DAYS[i]), {"any": [T.DAYS[(i + d) % 7]]}


def sums(r):
    plus = r.random() < 0.65
    while True:
        a, b = r.randint(1, 60), r.randint(1, 40)
        if not plus and a < b:
            a, b = b, a
        n = a + b if plus else a - b
        if n not in (a, b, 0):
            break
    return r.choice(PLUS if plus else MINUS).format(a=a, b=b), amount(n)


def question(r):
    """A question and its check."""
    k = r.random()
    if k < 0.36:
        return capital(r)
    return country(r) if k < 0.45 else element(r) if k < 0.68 else calendar(r) if k < 0.83 else sums(r)


def completion(r):
    c = r.choice(COMMON) if r.random() < 0.3 else r.choice(list(ASKED))
    frame = "The capital of {c} is" if r.random() < 0.7 else r.choice(COMPLETE)
    city = "Washington" if CLEAR[c].startswith("Washington") else CLEAR[c]
    prompt = frame.replace("{c}", up(c) if frame.startswith("{c}") else c)
    if frame.endswith(":"):
        return {"prompt": prompt, "check": spellings(city), "max_tokens": 20}
    return {"prompt": prompt, "check": {"start": " " + city}, "max_tokens": 12}
