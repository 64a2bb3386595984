"""Short facts of the verdict: chat questions (fact) and openings of raw text (opening)."""
import tables as T
from cases import ASKED, CLEAR, COMMON, NESTED, WORDLIKE, amount, case, country_names, spellings

CAPITAL = ["What's the capital city of {c}, please?", "Which of {c}'s cities is its capital?", "I can't remember the capital of {c}. What is it?", "I would like to know what the capital of {c} is.",
           "Would you tell me the capital of {c}, please?", "My son's homework is to name the capital of {c}. What is the answer?", "Capital of {c}, please.", "What is the name of the capital of {c}?",
           "Quick geography question: what is the capital of {c}?"]
COUNTRY = ["{k} is the capital of which country, please?", "What country has {k} as its capital?", "Which country's capital is called {k}?", "I read about {k}, the capital of a country. Which country is that?"]
SYMBOL = ["What symbol do chemists use for {e}?", "Which chemical symbol stands for {e}?", "What's the chemical symbol for {e}, please?", "How do you write {e} as a chemical symbol?",
          "In the periodic table, what is the symbol of {e}?", "I am looking for the chemical symbol of {e}."]
ELEMENT = ["What chemical element has the symbol {s}?", "In chemistry, which element does {s} stand for?", "The symbol {s} in the periodic table: which element is it?",
           "What is the name of the element with the symbol {s}, please?"]
NUMBER = ["What is the atomic number of the element {e}?", "What's {e}'s atomic number, please?", "Which atomic number goes with {e}?", "Please tell me which atomic number {e} has."]
BY_NUMBER = ["Please name the element that has atomic number {n}.", "What is the element with the atomic number {n} called?", "Which element has place number {n} in the periodic table?"]
NEXT = ["Which {u} comes straight after {x}?", "What {u} follows {x}, please?", "{x} is over. What is the next {u}?", "Tell me the {u} that comes after {x}.", "After {x}, what {u} is it?"]
BEFORE = ["Which {u} comes right before {x}?", "What {u} is just before {x}?", "Tell me the {u} that comes before {x}.", "What was the {u} right before {x}?"]
TOMORROW = ["Today is {x}, so what day is it tomorrow?", "It's {x} today. What day will tomorrow be?"]
YESTERDAY = ["Today is {x}, so what day was it yesterday?", "It's {x} today. What day was yesterday?"]
DAYS_IN = ["How many days are there in the month of {m}?", "How many days does {m} have, please?", "How many days are in {m}, normally?", "In a normal year, {m} has how many days?", "How long is {m} in days, please?"]
PLUS = ["How much is {a} plus {b}, please?", "What do I get if I add {a} and {b}?", "Please work out the sum {a} + {b}.", "I had {a} stamps and got {b} new ones. How many stamps do I have now?",
        "What is the total if I put {a} and {b} together?", "Can you add {a} and {b} for me?"]
MINUS = ["How much is {a} minus {b}, please?", "Please work out {a} - {b}.", "I had {a} eggs and used {b} of them. How many eggs are left?", "What do I get if I take {b} away from {a}?"]
FIXED = [("How many months make up one year?", 12), ("How many days make up one week?", 7), ("How many days are in a normal year, not a leap year?", 365), ("How many hours are in one full day?", 24),
         ("How many minutes make one hour?", 60), ("How many seconds make one minute?", 60), ("How many days does a leap year have?", 366)]

RAW_CAPITAL = ["The capital of {c} is", "{c} is a country whose capital is", "Quiz\nWhat is the capital of {c}?\nAnswer:", "Tourists in {c} like to see its capital, the city of", "Geography notes. The capital of {c} is"]
RAW_SYMBOL = ["In chemistry, the symbol for {e} is", "Q: What is the chemical symbol of {e}?\nA:", "The chemical symbol used for {e} is"]
RAW_ELEMENT = ["In the periodic table, {s} stands for the element", "Q: Which element has the symbol {s}?\nA:"]
RAW_NUMBER = ["In the periodic table, the atomic number of {e} is", "Q: What is the atomic number of {e}?\nA:"]
RAW_NEXT = ["The {u} right after {x} is", "When {x} is over, the next {u} is", "Q: Which {u} comes after {x}?\nA:"]
RAW_BEFORE = ["The {u} right before {x} is", "Q: Which {u} comes before {x}?\nA:"]
RAW_DAYS = ["The number of days that {m} has is", "Q: How many days are in {m}?\nA:"]
RAW_SUM = ["Q: What is {a} + {b}?\nA:", "If you add {a} and {b} you get", "Adding {a} and {b} gives"]

SIMPLE = [e for e in T.ELEMENTS if e[0] <= 20 or e[2] in "Iron Copper Zinc Silver Tin Iodine Gold Mercury Lead Nickel Platinum Uranium Cobalt Titanium Bromine Krypton".split()]
NUMBERED = [e for e in T.ELEMENTS if e[0] <= 20 or e[2] in "Iron Copper Zinc Silver Gold Lead".split()]


def near(r, step):
    """A unit, one of its names and the name that many steps on."""
    unit, names = r.choice([("month", T.MONTHS), ("day", T.DAYS)])
    i = r.randrange(len(names))
    return unit, names[i], names[(i + step) % len(names)]


def country(r, pool):
    return r.choice(COMMON) if r.random() < 0.6 else r.choice(sorted(pool))


def capital(r):
    c = country(r, ASKED)
    return r.choice(CAPITAL).format(c=c), spellings(ASKED[c])


def of_capital(r):
    c = country(r, set(ASKED) - NESTED)
    return r.choice(COUNTRY).format(k=ASKED[c]), country_names(c)


def symbol(r):
    _, s, e = r.choice([x for x in SIMPLE if x[1] not in WORDLIKE])
    return r.choice(SYMBOL).format(e=e.lower()), {"word": s, "case": True}


def element(r):
    _, s, e = r.choice(SIMPLE)
    return r.choice(ELEMENT).format(s=s), spellings(e)


def number(r):
    n, _, e = r.choice(NUMBERED)
    return r.choice(NUMBER).format(e=e.lower()), amount(n)


def by_number(r):
    n, _, e = r.choice([x for x in NUMBERED if x[0] <= 20])
    return r.choice(BY_NUMBER).format(n=n), spellings(e)


def calendar(r):
    step = r.choice([1, -1])
    unit, x, y = near(r, step)
    frames = NEXT if step == 1 else BEFORE
    if unit == "day" and r.random() < 0.4:
        frames = TOMORROW if step == 1 else YESTERDAY
    return r.choice(frames).format(u=unit, x=x), {"any": [y]}


def days_in(r):
    i = r.randrange(12)
    return r.choice(DAYS_IN).format(m=T.MONTHS[i]), amount(T.MONTH_DAYS[i])


def fixed(r):
    q, n = r.choice(FIXED)
    return q, amount(n)


def pair(r):
    return r.randint(2, 12), r.randint(2, 12)


def plus(r):
    a, b = pair(r)
    return r.choice(PLUS).format(a=a, b=b), amount(a + b)


def minus(r):
    while True:
        a, b = r.randint(3, 20), r.randint(1, 12)
        if a > b and a - b != b:
            return r.choice(MINUS).format(a=a, b=b), amount(a - b)


ASK = [(capital, 11), (of_capital, 3), (symbol, 4), (element, 3), (number, 3), (by_number, 2), (calendar, 5), (days_in, 2), (fixed, 1), (plus, 4), (minus, 2)]


def fact(r):
    make = r.choices([m for m, _ in ASK], [w for _, w in ASK])[0]
    q, check = make(r)
    return case("facts", q, check, 48)


def raw_capital(r):
    c = country(r, CLEAR)
    frame = r.choice(RAW_CAPITAL if r.random() < 0.6 else RAW_CAPITAL[:1])
    text = frame.format(c=c)
    return text[:1].upper() + text[1:], spellings(CLEAR[c])["any"], False


def raw_symbol(r):
    _, s, e = r.choice(SIMPLE)
    return r.choice(RAW_SYMBOL).format(e=e.lower()), [s], True


def raw_element(r):
    _, s, e = r.choice(SIMPLE)
    return r.choice(RAW_ELEMENT).format(s=s), spellings(e)["any"], False


def raw_number(r):
    n, _, e = r.choice(NUMBERED)
    return r.choice(RAW_NUMBER).format(e=e.lower()), amount(n)["any"], False


def raw_calendar(r):
    step = r.choice([1, -1])
    unit, x, y = near(r, step)
    return r.choice(RAW_NEXT if step == 1 else RAW_BEFORE).format(u=unit, x=x), [y], False


def raw_days(r):
    i = r.randrange(12)
    return r.choice(RAW_DAYS).format(m=T.MONTHS[i]), amount(T.MONTH_DAYS[i])["any"], False


def raw_sum(r):
    a, b = pair(r)
    return r.choice(RAW_SUM).format(a=a, b=b), amount(a + b)["any"], False


RAW = [(raw_capital, 10), (raw_symbol, 3), (raw_element, 2), (raw_number, 2), (raw_calendar, 4), (raw_days, 1), (raw_sum, 3)]


def opening(r):
    make = r.choices([m for m, _ in RAW], [w for _, w in RAW])[0]
    text, begins, exact = make(r)
    return {"skill": "completion", "prompt": text, "tools": None, "think": False, "max_tokens": 12, "check": {"begins": begins, "case": exact}}
