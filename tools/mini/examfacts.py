"""Facts of the exam set: capitals, elements, months, small sums, and openings to complete."""
import tables as T
from cases import ASKED, CLEAR, COMMON, COUNTRY_NAMES, NESTED, WORDLIKE, amount, case, country_names, number_words, spellings, up

CAPITAL = [
    "I'd like to know which city is the capital of {c}.", "Which city serves as {c}'s capital?", "{c}: what's its capital called?",
    "Could you name the capital city of {c}, please?", "Quiz time! Which capital belongs to {c}?", "If I travel to the capital of {c}, which city do I end up in?",
    "Remind me, what's the capital city of {c} again?", "My homework asks for the capital of {c}. What should I write?",
    "In {c}, what city is the capital?", "Would you know what the capital of {c} is?", "What do they call the capital of {c}?",
    "Which town or city is {c}'s capital?", "Fill in the blank: ____ is the capital of {c}.", "I forgot {c}'s capital. Which one is it?",
    "Geography question: the capital of {c}?", "Please give me {c}'s capital in one word or name.",
]
COUNTRY = [
    "Which nation's capital is {k}?", "{k} is the capital city of which country?", "Name the country that has {k} for its capital.",
    "I'm reading about {k}, a capital city. What country does it belong to?", "{k} serves as the capital of what country?",
    "If {k} is a capital, what's the country?", "Of what country is {k} the capital city?", "Tell me whose capital {k} is, please.",
]
SYMBOL = [
    "In chemistry, what do you write for {e}?", "How is {e} abbreviated in the periodic table?", "What letters stand for the element {e}?",
    "Could you give me the symbol chemists use for {e}?", "I need {e}'s chemical symbol, please.", "{e} has which symbol in the periodic table?",
    "Which abbreviation does the element {e} have?", "On the periodic table, {e} is written how?",
]
NAME = [
    "Which element is abbreviated {s}?", "In the periodic table, what is {s} short for?", "Chemists write {s}. Which element do they mean?",
    "Name the element that has {s} as its symbol.", "What's the full name of the chemical element {s}?", "Please tell me which element goes by the symbol {s}.",
    "{s} is the chemical symbol of what?", "I see {s} on a chart of the elements. What is it called?",
]
NUMBER = [
    "What's {e}'s atomic number?", "Under which atomic number do I find {e}?", "How many protons are in one atom of {e}?",
    "{e} sits at what number in the periodic table?", "Please tell me the atomic number that belongs to {e}.",
]
NUMBERED = [
    "Which element carries atomic number {n}?", "Atomic number {n} belongs to which element?", "Name the element whose atomic number is {n}.",
    "What element has {n} protons?", "Number {n} in the periodic table is which element?",
]
MONTH_AT = [
    "Which is the {o} month of the year?", "In a calendar year, what's month number {n}?", "Name the {o} month, please.",
    "If January is month 1, what is month {n}?", "The {o} month in the calendar is called what?",
]
MONTH_NEXT = [
    "After {m}, which month follows?", "Once {m} is over, what month starts?", "{m} ends. What's the next month?",
    "What month do I get to when {m} is done?", "Which month stands right behind {m} in the calendar?",
]
MONTH_LAST = [
    "Which month do we have just before {m}?", "Before {m} begins, what month is it?", "Name the month that leads up to {m}.",
    "Which month ends on the day before {m} starts?",
]
MONTH_PLACE = [
    "What position does {m} have among the months?", "{m} is which number in the twelve months?", "In a date written with digits, what number stands for {m}?",
    "As a number, which month is {m}?",
]
MONTH_DAYS = [
    "How long is {m}, in days?", "{m} lasts how many days?", "Tell me how many days there are in the month of {m}.", "What's the number of days in {m}?",
]
SUM = [
    "Could you add {a} and {b} for me?", "What do I get when I add {b} to {a}?", "{a} plus {b} makes how much?", "Please work out {a} + {b}.",
    "I have {a} marbles and get {b} more. How many do I have now?", "Give me the total of {a} and {b}.", "Sum of {a}+{b}?", "How much is {a} and {b} together?",
    "Quick maths: {a} + {b}?", "Solve {a} + {b} for me, please.", "If you add up {a} and {b}, what's the result?", "{a} + {b} equals what?",
    "What number do {a} and {b} add up to?", "There are {a} cups on one table and {b} cups on another. How many cups is that?",
]
SUM_WORDS = ["What does {a} plus {b} come to?", "Add {a} and {b}, please.", "How much do {a} and {b} make?"]

OPEN_CAPITAL = ["The capital of {c} is", "They call the capital of {c}", "If you visit the capital of {c}, you visit", "{c}'s capital is the city of", "The name of {c}'s capital city is", "Question: Which city is the capital of {c}?\nAnswer:", "Of all the cities in {c}, the capital is"]
OPEN_COUNTRY = ["{k} is the capital city of", "The country that has {k} as its capital is", "The city of {k} is the capital of"]
OPEN_SYMBOL = ["In the periodic table, {e} has the symbol", "The element {e} is abbreviated as", "Chemists write {e} as"]
OPEN_NAME = ["In chemistry, {s} is the symbol for the element", "The element with the symbol {s} is called", "On the periodic table, {s} stands for"]
OPEN_NEXT = ["Right after {m} comes the month of", "When {m} ends, the next month is", "The month following {m} is called"]
OPEN_LAST = ["The month just before {m} is called"]
OPEN_AT = ["The {o} month of the calendar is called", "Month number {n} of the year is"]
OPEN_DAYS = ["The number of days in {m} is", "The month of {m} lasts"]
OPEN_SUM = ["The total of {a} and {b} is", "If you add {a} and {b}, you get", "{a} plus {b} makes", "{a} + {b} equals"]

KNOWN = [e for e in T.ELEMENTS if e[0] <= 56 or e[2] in ("Tungsten", "Platinum", "Gold", "Mercury", "Lead", "Bismuth", "Radon", "Radium", "Uranium", "Plutonium", "Polonium", "Thorium", "Osmium", "Iridium")]


def fill(frame, **values):
    """A frame filled in, with a capital letter where a gap opens the sentence."""
    first = frame.startswith("{")
    for k, v in values.items():
        v = str(v)
        if v.endswith("s"):
            frame = frame.replace("{%s}'s" % k, v + "'")
        frame = frame.replace("{%s}" % k, v)
    return up(frame) if first else frame


def country(r):
    return r.choice(COMMON) if r.random() < 0.55 else r.choice(sorted(ASKED))


def capital_owner(r):
    """A country that its capital names without doubt."""
    return r.choice([c for c in ASKED if c not in NESTED and (r.random() < 0.5 or c in COMMON)])


def element(r):
    return r.choice([e for e in (KNOWN if r.random() < 0.8 else T.ELEMENTS)])


def symbol(r):
    return r.choice([e for e in (KNOWN if r.random() < 0.8 else T.ELEMENTS) if e[1] not in WORDLIKE])


def place(n):
    """The check that a number or its ordinal is named."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return {"any": [str(n), number_words(n), T.ORDINALS[n - 1], f"{n}{endings.get(n, 'th')}", f"{n:02}"]}


def calendar(r):
    i, kind = r.randrange(12), r.choice(["at", "next", "last", "place", "days"])
    m = T.MONTHS[i]
    if kind == "at":
        return fill(r.choice(MONTH_AT), o=T.ORDINALS[i], n=i + 1), {"any": [m]}
    if kind == "next":
        return fill(r.choice(MONTH_NEXT), m=m), {"any": [T.MONTHS[(i + 1) % 12]]}
    if kind == "last":
        return fill(r.choice(MONTH_LAST), m=m), {"any": [T.MONTHS[i - 1]]}
    if kind == "place":
        return fill(r.choice(MONTH_PLACE), m=m), place(i + 1)
    i = i if i != 1 else 2
    return fill(r.choice(MONTH_DAYS), m=T.MONTHS[i]), amount(T.MONTH_DAYS[i])


def addition(r):
    if r.random() < 0.2:
        a, b = r.randint(2, 20), r.randint(2, 20)
        return fill(r.choice(SUM_WORDS), a=number_words(a), b=number_words(b)), amount(a + b)
    a, b = r.choice([(9, 9), (20, 9), (50, 50), (60, 40)])
    a, b = r.randint(2, a), r.randint(2, b)
    return fill(r.choice(SUM), a=a, b=b), amount(a + b)


def chemistry(r):
    kind = r.choices(["symbol", "name", "number", "numbered"], [35, 35, 15, 15])[0]
    if kind == "symbol":
        _, s, e = symbol(r)
        return fill(r.choice(SYMBOL), e=e.lower()), {"word": s, "case": True}
    if kind == "name":
        _, s, e = element(r)
        return r.choice(NAME).replace("{s}", s), spellings(e)
    n, _, e = element(r)
    if kind == "number":
        return fill(r.choice(NUMBER), e=e.lower()), amount(n)
    return fill(r.choice(NUMBERED), n=n), spellings(e)


def question(r):
    kind = r.choices(["capital", "country", "chemistry", "month", "sum"], [26, 14, 24, 18, 18])[0]
    if kind == "capital":
        c = country(r)
        return fill(r.choice(CAPITAL), c=c), spellings(CLEAR[c])
    if kind == "country":
        c = capital_owner(r)
        return fill(r.choice(COUNTRY), k=CLEAR[c]), country_names(c)
    return {"chemistry": chemistry, "month": calendar, "sum": addition}[kind](r)


def facts(r):
    q, check = question(r)
    return case("facts", q, check)


def opening(r):
    kind = r.choices(["capital", "country", "symbol", "name", "month", "sum"], [36, 12, 10, 12, 14, 16])[0]
    if kind == "capital":
        c = country(r)
        return fill(r.choice(OPEN_CAPITAL), c=c), spellings(CLEAR[c])["any"]
    if kind == "country":
        c = capital_owner(r)
        return fill(r.choice(OPEN_COUNTRY), k=CLEAR[c]), [c.replace("the ", "")] + COUNTRY_NAMES.get(c, [])
    if kind == "symbol":
        _, s, e = symbol(r)
        return fill(r.choice(OPEN_SYMBOL), e=e.lower()), [s]
    if kind == "name":
        _, s, e = element(r)
        return r.choice(OPEN_NAME).replace("{s}", s), spellings(e)["any"]
    if kind == "sum":
        a, b = r.randint(2, 40), r.randint(2, 40)
        return fill(r.choice(OPEN_SUM), a=a, b=b), amount(a + b)["any"]
    i = r.randrange(12)
    kind, m = r.choice([OPEN_NEXT, OPEN_LAST, OPEN_AT, OPEN_DAYS]), T.MONTHS[i]
    if kind is OPEN_DAYS:
        i = i if i != 1 else 2
        return fill(r.choice(kind), m=T.MONTHS[i]), amount(T.MONTH_DAYS[i])["any"]
    want = {0: (i + 1) % 12, 1: i - 1, 2: i}[[OPEN_NEXT, OPEN_LAST, OPEN_AT].index(kind)]
    return fill(r.choice(kind), m=m, o=T.ORDINALS[i], n=i + 1), [T.MONTHS[want]]


def completion(r):
    prompt, words = opening(r)
    return {"skill": "completion", "prompt": prompt, "tools": None, "think": False, "max_tokens": 12, "check": {"begins": words, "case": len(words[0]) < 3 and words[0].isalpha()}}
