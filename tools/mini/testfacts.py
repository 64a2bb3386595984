"""Questions about capitals, elements, months, days and small sums for the test set."""
import tables as T
from cases import ASKED, CLEAR, COMMON, NESTED, WORDLIKE, amount, country_names, spellings, up

CAPITAL = ["Which city is {c}'s capital?", "Please name the capital of {c}.", "What do you call the capital of {c}?", "What's the name of the capital of {c}?", "Quick question: what is the capital of {c}?", "Do you happen to know the capital of {c}?", "Could you tell me what the capital city of {c} is called?", "I need to know the capital of {c}.", "Help me with my homework: what is the capital of {c}?", "and the capital city of {c}?", "My friend asked me for the capital of {c}. Which city is it?", "In {c}, which city is the capital?", "For a quiz: the capital of {c}?", "So which city is the capital city of {c}?", "Hey, what's the capital of {c} again?", "Which town serves as the capital of {c}?", "Say the name of {c}'s capital city."]
COUNTRY = ["In which country is {k} the capital?", "{k} is a capital city. Of which country?", "Which nation has its capital in {k}?", "Name the country that has {k} as its capital city.", "If {k} is the capital, which country is it?", "Tell me which country {k} is the capital of."]
SYMBOL = ["Which symbol does the element {e} have?", "Give the chemical symbol of {e}.", "What letters stand for {e} in chemistry?", "How do chemists abbreviate {e}?", "I need the chemical symbol of {e}, please.", "In the periodic table, which symbol belongs to {e}?", "Can you tell me the symbol for the element {e}?", "what's the chemical symbol for {e}"]
NUMBER = ["Which number does {e} have in the periodic table?", "Please tell me the atomic number of {e}.", "What is {e}'s atomic number?", "How many protons are there in one atom of {e}?", "{E} has which atomic number?", "I'm looking for the atomic number of {e}."]
OF_SYMBOL = ["Which element has the chemical symbol {s}?", "What is the name of the element with the symbol {s}?", "The symbol {s} belongs to which element?", "Which element do chemists write as {s}?", "Tell me which element {s} is.", "In chemistry, {s} stands for which element?", "What chemical element is written {s}?"]
OF_NUMBER = ["Which element is number {n} in the periodic table?", "Whose atomic number is {n}?", "An atom with {n} protons is which element?", "What is the element with atomic number {n} called?", "Please name element number {n}.", "Tell me which element has the atomic number {n}."]
MONTH = [("Which month comes right after {m}?", 1), ("After {m} comes which month?", 1), ("{m} is over. Which month starts now?", 1), ("What's the month following {m}?", 1), ("If this month is {m}, what is next month?", 1), ("Tell me the month that comes after {m}.", 1), ("Which month comes just before {m}?", -1), ("What month was it before {m}?", -1), ("If this month is {m}, what was last month?", -1), ("Tell me the month that comes before {m}.", -1), ("Before {m} comes which month?", -1)]
MONTH_NTH = ["Which month is number {n} of the year?", "What is month number {n}?", "Month {n} of the year is called what?", "Tell me the name of month number {n}."]
MONTH_DAYS = ["How many days does the month of {m} have?", "{m} has how many days?", "Tell me how many days there are in {m}.", "What is the number of days in {m}?"]
DAY = [("Which day of the week comes after {d}?", 1), ("It's {d} today, so what day is it tomorrow?", 1), ("Tell me the day that follows {d}.", 1), ("What weekday comes right after {d}?", 1), ("Which day of the week comes before {d}?", -1), ("It's {d} today, so what day was it yesterday?", -1), ("Tell me the day before {d}.", -1)]
PLUS = ["How much is {a} + {b}?", "{a} plus {b}?", "What do you get if you add {a} and {b}?", "What does {a} plus {b} make?", "Add {b} to {a}, please.", "{a}+{b}=?", "Work out {a} + {b}.", "There are {a} cars and {b} more arrive. How many cars are there now?", "Anna has {a} coins and finds {b} more. How many coins does she have?", "Can you work out {a} plus {b}?", "Sum: {a} + {b}", "What is the total of {a} and {b}?", "Tell me what {a} + {b} is."]
MINUS = ["How much is {a} - {b}?", "{a} minus {b}?", "What is left if you take {b} from {a}?", "What do you get if you subtract {b} from {a}?", "{a}-{b}=?", "Work out {a} - {b}.", "There are {a} birds and {b} fly away. How many birds are left?", "Tom has {a} coins and spends {b}. How many coins does he have left?", "Tell me what {a} - {b} is.", "Take {b} away from {a}."]
# Completion: the opening that the issue names, and others of the same facts.
OPENINGS = ["The name of the capital of {c} is", "The capital city of {c} is called", "In {c}, the capital is", "{c} is a country. Its capital is", "Geography quiz\nQuestion: Which city is the capital of {c}?\nAnswer:", "capital of {c}:", "If you go to the capital of {c}, you are in"]


def capital(r, common=False):
    c = r.choice(COMMON) if common or r.random() < 0.4 else r.choice(list(ASKED))
    return r.choice(CAPITAL).replace("{c}", c), spellings(ASKED[c])


def country(r):
    c = r.choice(COMMON) if r.random() < 0.5 else r.choice([c for c in ASKED if c not in NESTED])
    return r.choice(COUNTRY).format(k=ASKED[c]), country_names(c)


def an_element(r):
    if r.random() < 0.5:
        return r.choice(T.ELEMENTS)
    return r.choice([x for x in T.ELEMENTS if x[0] <= 36 or x[1] in ("Ag", "Sn", "Au", "Hg", "Pb", "U", "Pt", "I")])


def element(r):
    n, s, e = an_element(r)
    kind = r.choice(["symbol", "symbol", "number", "of symbol", "of symbol", "of number"])
    if kind == "symbol" and s not in WORDLIKE:
        return r.choice(SYMBOL).format(e=e.lower()), {"word": s, "case": True}
    if kind == "number":
        return r.choice(NUMBER).format(e=e.lower(), E=e), amount(n)
    if kind == "of number":
        return r.choice(OF_NUMBER).format(n=n), spellings(e)
    return r.choice(OF_SYMBOL).format(s=s), spellings(e)


def calendar(r):
    k = r.random()
    if k < 0.5:
        i, (q, d) = r.randrange(12), r.choice(MONTH)
        return q.format(m=T.MONTHS[i]), {"any": [T.MONTHS[(i + d) % 12]]}
    if k < 0.62:
        i = r.randrange(12)
        return r.choice(MONTH_NTH).format(n=i + 1), {"any": [T.MONTHS[i]]}
    if k < 0.74:
        i = r.choice([i for i in range(12) if i != 1])
        return r.choice(MONTH_DAYS).format(m=T.MONTHS[i]), amount(T.MONTH_DAYS[i])
    i, (q, d) = r.randrange(7), r.choice(DAY)
    return q.format(d=T.DAYS[i]), {"any": [T.DAYS[(i + d) % 7]]}


def terms(r, plus):
    """Two numbers whose sum or difference is neither of them, so that an echo fails."""
    while True:
        a, b = r.randint(2, 60), r.randint(2, 39)
        if not plus and a < b:
            a, b = b, a
        n = a + b if plus else a - b
        if n not in (a, b, 0):
            return a, b, n


def sums(r):
    plus = r.random() < 0.6
    a, b, n = terms(r, plus)
    return r.choice(PLUS if plus else MINUS).format(a=a, b=b), amount(n)


def question(r):
    """A question and its check."""
    k = r.random()
    if k < 0.36:
        return capital(r)
    return country(r) if k < 0.45 else element(r) if k < 0.68 else calendar(r) if k < 0.83 else sums(r)


def other_completion(r):
    """An opening about an element, a month or a sum."""
    kind = r.choice(["symbol", "name", "month", "sum"])
    if kind == "symbol":
        n, s, e = r.choice([x for x in T.ELEMENTS[:36] if x[1] not in WORDLIKE])
        return f"The chemical symbol for {e.lower()} is", {"word": s, "case": True}
    if kind == "name":
        n, s, e = r.choice(T.ELEMENTS[:36])
        return f"The element with the symbol {s} is called", spellings(e)
    if kind == "month":
        i = r.randrange(12)
        return f"The month after {T.MONTHS[i]} is", {"start": " " + T.MONTHS[(i + 1) % 12]}
    a, b, n = terms(r, True)
    return r.choice(["{a} plus {b} is", "{a} + {b} ="]).format(a=a, b=b), amount(n)


def completion(r):
    k = r.random()
    if k < 0.2:
        prompt, check = other_completion(r)
        return {"prompt": prompt, "check": check, "max_tokens": 12}
    c = r.choice(COMMON) if r.random() < 0.4 else r.choice(list(ASKED))
    frame = "The capital of {c} is" if k < 0.7 else r.choice(OPENINGS)
    city = "Washington" if CLEAR[c].startswith("Washington") else CLEAR[c]
    prompt = frame.replace("{c}", up(c) if frame.startswith("{c}") else c)
    if frame.endswith(":"):
        return {"prompt": prompt, "check": spellings(city), "max_tokens": 20}
    return {"prompt": prompt, "check": {"start": " " + city}, "max_tokens": 12}
