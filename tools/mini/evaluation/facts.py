"""Short facts: chat questions (`question`) and openings of raw text (`opening`)."""

from .cases import PHRASES, WORDS, case, upper_first

FRAMES = PHRASES["facts"]
MONTHS, DAYS, MONTH_DAYS = WORDS["months"], WORDS["days"], WORDS["month_days"]
# Capitals without those that are disputed, moving or shared between cities.
CLEAR = {c: k for c, k in WORDS["capitals"].items() if c not in WORDS["disputed_capitals"]}
# Chat questions leave out capitals that contain their country's name: an echo would pass.
ASKED = {c: k for c, k in CLEAR.items() if k.lower() not in c.lower()}
COMMON = [c for c in WORDS["common_countries"] if c in ASKED]
# (atomic number, symbol, name)
ELEMENTS = [(i + 1, *e) for i, e in enumerate(WORDS["elements"])]
KNOWN = [e for e in ELEMENTS if e[0] <= 20 or e[2] in WORDS["common_elements"]]
NUMBERED = [e for e in ELEMENTS if e[0] <= 20 or e[2] in WORDS["numbered_elements"]]
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
ONES = f"{ONES} fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spellings(word):
    """The check that a reply names a capital or an element."""
    return {"any": [word] + WORDS["spellings"].get(word, [])}


def country_names(c):
    """The check that a reply names a country."""
    return {"any": [c.replace("the ", "")] + WORDS["country_names"].get(c, [])}


def number_words(n):
    if n < 20:
        return ONES[n]
    if n > 99:
        return str(n)
    return TENS[n // 10 - 2] + ("-" + ONES[n % 10] if n % 10 else "")


def amount(n):
    """The check that a reply holds a number, in digits or in words."""
    return {"any": [str(n), number_words(n)]}


def near(r, step):
    """A calendar unit, one of its names, and the name `step` places on."""
    unit, names = r.choice([("month", MONTHS), ("day", DAYS)])
    i = r.randrange(len(names))
    return unit, names[i], names[(i + step) % len(names)]


def country(r, pool):
    return r.choice(COMMON) if r.random() < 0.6 else r.choice(sorted(pool))


def capital(r):
    c = country(r, ASKED)
    return r.choice(FRAMES["capital"]).format(c=c), spellings(ASKED[c])


def of_capital(r):
    c = country(r, set(ASKED) - set(WORDS["nested_names"]))
    return r.choice(FRAMES["country"]).format(k=ASKED[c]), country_names(c)


def symbol(r):
    _, s, e = r.choice([x for x in KNOWN if x[1] not in WORDS["wordlike_symbols"]])
    return r.choice(FRAMES["symbol"]).format(e=e.lower()), {"word": s, "case": True}


def element(r):
    _, s, e = r.choice(KNOWN)
    return r.choice(FRAMES["element"]).format(s=s), spellings(e)


def number(r):
    n, _, e = r.choice(NUMBERED)
    return r.choice(FRAMES["number"]).format(e=e.lower()), amount(n)


def by_number(r):
    n, _, e = r.choice([x for x in NUMBERED if x[0] <= 20])
    return r.choice(FRAMES["by_number"]).format(n=n), spellings(e)


def calendar(r):
    step = r.choice([1, -1])
    unit, x, y = near(r, step)
    frames = FRAMES["next" if step == 1 else "before"]
    if unit == "day" and r.random() < 0.4:
        frames = FRAMES["tomorrow" if step == 1 else "yesterday"]
    return r.choice(frames).format(u=unit, x=x), {"any": [y]}


def days_in(r):
    i = r.randrange(12)
    return r.choice(FRAMES["days_in"]).format(m=MONTHS[i]), amount(MONTH_DAYS[i])


def fixed(r):
    q, n = r.choice(FRAMES["fixed"])
    return q, amount(n)


def pair(r):
    return r.randint(2, 12), r.randint(2, 12)


def plus(r):
    a, b = pair(r)
    return r.choice(FRAMES["plus"]).format(a=a, b=b), amount(a + b)


def minus(r):
    while True:
        a, b = r.randint(3, 20), r.randint(1, 12)
        if a > b and a - b != b:
            return r.choice(FRAMES["minus"]).format(a=a, b=b), amount(a - b)


# (function that makes a question and its check, weight)
QUESTIONS = [
    (capital, 11),
    (of_capital, 3),
    (symbol, 4),
    (element, 3),
    (number, 3),
    (by_number, 2),
    (calendar, 5),
    (days_in, 2),
    (fixed, 1),
    (plus, 4),
    (minus, 2),
]


def question(r):
    make = r.choices([m for m, _ in QUESTIONS], [w for _, w in QUESTIONS])[0]
    q, check = make(r)
    return case("facts", q, check, 48)


def raw_capital(r):
    c = country(r, CLEAR)
    frames = FRAMES["raw_capital"]
    frame = r.choice(frames if r.random() < 0.6 else frames[:1])
    return upper_first(frame.format(c=c)), spellings(CLEAR[c])["any"], False


def raw_symbol(r):
    _, s, e = r.choice(KNOWN)
    return r.choice(FRAMES["raw_symbol"]).format(e=e.lower()), [s], True


def raw_element(r):
    _, s, e = r.choice(KNOWN)
    return r.choice(FRAMES["raw_element"]).format(s=s), spellings(e)["any"], False


def raw_number(r):
    n, _, e = r.choice(NUMBERED)
    return r.choice(FRAMES["raw_number"]).format(e=e.lower()), amount(n)["any"], False


def raw_calendar(r):
    step = r.choice([1, -1])
    unit, x, y = near(r, step)
    frames = FRAMES["raw_next" if step == 1 else "raw_before"]
    return r.choice(frames).format(u=unit, x=x), [y], False


def raw_days(r):
    i = r.randrange(12)
    return r.choice(FRAMES["raw_days"]).format(m=MONTHS[i]), amount(MONTH_DAYS[i])["any"], False


def raw_sum(r):
    a, b = pair(r)
    return r.choice(FRAMES["raw_sum"]).format(a=a, b=b), amount(a + b)["any"], False


# (function that makes a text, words of which one must follow, and whether case matters; weight)
OPENINGS = [
    (raw_capital, 10),
    (raw_symbol, 3),
    (raw_element, 2),
    (raw_number, 2),
    (raw_calendar, 4),
    (raw_days, 1),
    (raw_sum, 3),
]


def opening(r):
    make = r.choices([m for m, _ in OPENINGS], [w for _, w in OPENINGS])[0]
    text, begins, exact = make(r)
    return {
        "skill": "completion",
        "prompt": text,
        "tools": None,
        "think": False,
        "max_tokens": 12,
        "check": {"begins": begins, "case": exact},
    }
