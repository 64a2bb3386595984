"""Questions for facts and sentences to complete, of the trial set."""
import tables as T
from cases import ASKED, CLEAR, COMMON, DISPUTED, NESTED, WORDLIKE, amount, case, country_names, spellings, up

CAPITAL = ["I forgot the capital of {x}. Remind me?", "Quick quiz: capital city of {x}?", "My daughter wants to know what {x} has as its capital.", "If I fly to the capital of {x}, which city do I land in?", "Hi! Could you give me the name of the capital of {x}?",
    "{x} - what's its capital?", "For {x}, which town counts as the capital?", "Do you know what the capital of {x} is called?", "Please tell me which city is {x}'s capital.", "I'm filling in a crossword: the capital of {x}.", "Geography homework: name the capital of {x}.",
    "What city would you call the capital of {x}?", "Just the city, please: the capital of {x}.", "Which city serves {x} as capital?", "What do they call the capital over in {x}?", "Where is the capital of {x}? I mean, which city?", "capital of {x} please"]
COUNTRY = ["{x} is a capital. Of which country?", "I got a postcard from {x}, a capital city. What country is that?", "Name the country that has {x} as its capital.", "To which nation does {x} belong as its capital?", "If {x} is the capital, what is the country?", "Somebody mentioned {x} today. Of what country is it the capital?", "{x}: capital of where?", "Tell me what country {x} is the capital of, please.", "Whose capital is {x}? Give me the country.", "For which country is {x} the capital city?"]
SYMBOL = ["What abbreviation do chemists use for {x}?", "Which letters stand for {x} in the periodic table?", "For a label I need the chemical symbol of {x}.", "{x}: chemical symbol?", "How is the element {x} written as a symbol?", "What symbol do you write for {x} in chemistry?", "In a formula, what is the symbol for {x}?", "Please give the periodic table symbol for {x}."]
ELEMENT = ["In chemistry, what does {x} stand for?", "Which element hides behind the symbol {x}?", "The periodic table has a box with {x} in it. Which element is it?", "{x} is the symbol of which chemical element?", "Name the element whose symbol is {x}.", "I saw the chemical symbol {x} on a label. Which element is that?", "Can you tell me which element is written {x}?", "Chemistry question: {x} is the symbol for what?"]
NUMBER = ["Where does {x} come in the periodic table? I need its atomic number.", "{x}: which atomic number?", "Please give me the atomic number of {x}.", "Chemistry: atomic number of {x}?", "How many protons does an atom of {x} have?", "Do you know {x}'s atomic number?"]
NUMBERED = ["Element number {x} in the periodic table is called what?", "Which element has {x} as its atomic number?", "Whose atomic number is {x}? Name the element.", "An atom with {x} protons: which element is it?", "I'm thinking of the element with atomic number {x}. What is it?"]
NTH = ["Which is the {x} month, counting from January?", "Name month {n} of the calendar.", "If a form says month {n}, which month is meant?", "What do we call the {x} month of a year?", "The {x} month of the year, please.", "Which month has the number {n}?"]
INDEX = ["On a form I must write {x} as a number. Which number?", "What number is {x} among the months?", "{x} is month number what?", "As a number from 1 to 12, what is the month of {x}?", "Which number does the month {x} have?"]
DAYS = ["{x} lasts for how many days?", "{x} is how many days long?", "I am paid by the day. How many days are there in {x}?", "Number of days in {x}?", "Tell me how many days {x} has.", "How many days do I get in {x}?"]
NEXT = ["{x} is nearly over. Which month is next?", "Which month begins when {x} ends?", "What month follows {x}?", "After {x} we get which month?", "Tell me the month right after {x}."]
BEFORE = ["Which month ends when {x} begins?", "What was the month before {x}?", "Tell me the month right before {x}.", "Just before {x}, which month is it?", "{x} comes directly after which month?"]
WEEK = ["Today is {x}. What day will it be tomorrow?", "Which weekday follows {x}?", "The day after {x} is which day?", "If it is {x} today, which day is tomorrow?"]
WEEK_BEFORE = ["Today is {x}. What day was it yesterday?", "Which day of the week comes just before {x}?", "The day before {x} is which day?"]
SUM = ["I have {a} euros and get {b} more. How many euros is that?", "Add {a} and {b} for me.", "Could you work out {a} + {b}?", "{a} plus {b}, please", "How much do {a} and {b} make together?", "What do you get if you add {b} to {a}?", "Sum of {a} and {b}?", "{a}+{b} gives?", "{a} apples and {b} apples: how many apples in all?", "Tell me what {a} plus {b} comes to.", "My bill has two items, {a} and {b}. What is the total?", "Do the sum {a} + {b}."]
DIFFERENCE = ["What is left when I take {b} from {a}?", "Could you work out {a} - {b}?", "{a} minus {b}, please", "I had {a} marbles and lost {b}. How many are left?", "Please subtract {b} from {a}.", "How much is {a} less {b}?"]

OPEN_CAPITAL = ["The capital of {x} is", "We learned at school that the capital city of {x} is", "The people of {x} know that their capital is", "As for {x}, its capital is", "Everyone in class knew that the capital of {x} is", "Question: capital of {x}?\nAnswer:"]
OPEN_OTHER = {"country": ["{x} is the capital of", "{x} is a city and the capital of"], "symbol": ["The symbol of the element {x} is", "In the periodic table, the symbol of {x} is"], "element": ["{x} is the chemical symbol of", "The element with the symbol {x} is"],
    "next": ["The month that follows {x} is", "As soon as {x} is over, we are in the month of"], "before": ["The month that comes before {x} is"], "nth": ["The {x} month of the calendar is"], "sum": ["{a} and {b} together make", "{a} + {b} is", "The sum of {a} and {b} is"]}
FAMOUS = "Silver Gold Iron Copper Tin Lead Zinc Neon Helium Oxygen Carbon Nitrogen Hydrogen Calcium Sodium Potassium Chlorine Nickel Mercury Platinum Silicon Aluminum Magnesium Sulfur Phosphorus Lithium Titanium Cobalt Chromium Manganese Uranium Argon Krypton Fluorine Boron Bromine Barium Radium Xenon Tungsten".split()
ELEMENTS = [e for e in T.ELEMENTS if e[0] <= 94 and e[1] not in WORDLIKE]


def filled(frame, **values):
    """A frame with its values, and a capital letter where one opens it."""
    text = frame.format(**values)
    return up(text) if frame.startswith("{") else text


def element(r):
    name = r.choice(FAMOUS) if r.random() < 0.6 else r.choice(ELEMENTS)[2]
    return next(e for e in T.ELEMENTS if e[2] == name)


def capital(r):
    x = r.choice(COMMON) if r.random() < 0.45 else r.choice(sorted(ASKED))
    return filled(r.choice(CAPITAL), x=x), spellings(ASKED[x])


def country(r):
    x = r.choice(COMMON) if r.random() < 0.5 else r.choice(sorted(c for c in ASKED if c not in NESTED | {"Georgia"}))
    return r.choice(COUNTRY).format(x=ASKED[x]), country_names(x)


def chemistry(r):
    number, symbol, name = element(r)
    kind = r.choice(["symbol", "symbol", "element", "element", "number", "numbered"])
    if kind == "symbol" and symbol not in WORDLIKE:
        return filled(r.choice(SYMBOL), x=name.lower()), {"word": symbol, "case": True}
    if kind in ("symbol", "element"):
        return r.choice(ELEMENT).format(x=symbol), spellings(name)
    if kind == "number":
        return filled(r.choice(NUMBER), x=name.lower()), amount(number)
    return r.choice(NUMBERED).format(x=number), spellings(name)


def calendar(r):
    i = r.randrange(12)
    kind = r.choice(["nth", "index", "days", "next", "before", "week", "yesterday"])
    if kind in ("week", "yesterday"):
        d = r.randrange(7)
        frames, step = (WEEK, 1) if kind == "week" else (WEEK_BEFORE, -1)
        return r.choice(frames).format(x=T.DAYS[d]), {"any": [T.DAYS[(d + step) % 7]]}
    if kind == "nth":
        return r.choice(NTH).format(x=T.ORDINALS[i], n=i + 1), {"any": [T.MONTHS[i]]}
    if kind == "index":
        return r.choice(INDEX).format(x=T.MONTHS[i]), {"any": [*amount(i + 1)["any"], T.ORDINALS[i]]}
    if kind == "days":
        i = 0 if i == 1 else i
        return r.choice(DAYS).format(x=T.MONTHS[i]), amount(T.MONTH_DAYS[i])
    step = 1 if kind == "next" else -1
    return r.choice(NEXT if kind == "next" else BEFORE).format(x=T.MONTHS[i]), {"any": [T.MONTHS[(i + step) % 12]]}


def sums(r):
    a, b = r.randint(2, 60), r.randint(2, 39)
    if r.random() < 0.3:
        a, b = a + b, b
        return r.choice(DIFFERENCE).format(a=a, b=b), amount(a - b)
    return r.choice(SUM).format(a=a, b=b), amount(a + b)


def fact(r):
    make = r.choice([capital] * 7 + [country] * 3 + [chemistry] * 5 + [calendar] * 4 + [sums] * 4)
    return case("facts", *make(r))


def opening(r):
    """A sentence to complete and the check of what follows."""
    kind = r.choice(["capital"] * 8 + sorted(OPEN_OTHER))
    frame = r.choice(OPEN_CAPITAL if kind == "capital" else OPEN_OTHER[kind])
    i, (_, symbol, name) = r.randrange(12), element(r)
    c = r.choice(COMMON) if r.random() < 0.6 else r.choice(sorted(k for k in CLEAR if k in ASKED and k not in DISPUTED))
    a, b = r.randint(2, 30), r.randint(2, 20)
    exact = False
    if kind == "capital":
        text, want = filled(frame, x=c), spellings(ASKED[c])["any"]
    elif kind == "country":
        text, want = frame.format(x=ASKED[c]), country_names(c)["any"]
    elif kind == "symbol":
        text, want, exact = frame.format(x=name.lower()), [symbol], True
    elif kind == "element":
        text, want = frame.format(x=symbol), spellings(name)["any"]
    elif kind == "nth":
        text, want = frame.format(x=T.ORDINALS[i]), [T.MONTHS[i]]
    elif kind == "sum":
        text, want = frame.format(a=a, b=b), amount(a + b)["any"]
    else:
        text, want = frame.format(x=T.MONTHS[i]), [T.MONTHS[(i + (1 if kind == "next" else -1)) % 12]]
    return {"skill": "completion", "prompt": text, "think": False, "max_tokens": 12, "check": {"begins": want, "case": exact}}
