"""Training data: raw text without a chat, of which the model writes the next words.

A frame is "opening | rest of the sentence"; the model learns the rest. The
sentence ends as the frame does, then the document ends."""
from apart import known
import openings as O
import openmore as M
import tables as T
from phrase import expand
from words import cap, pseudo, word

CAPITAL = """The capital of {c} is | {k}.
The capital of {c} is called | {k}.
The capital of {c} is named | {k}.
The capital of {c} is the city of | {k}.
The capital city of {c} is | {k}.
The capital city of {c} is called | {k}.
The name of the capital of {c} is | {k}.
The name of {c}'s capital is | {k}.
The city that is the capital of {c} is | {k}.
The capital and seat of government of {c} is | {k}.
{C}'s capital is | {k}.
{C}'s capital city is | {k}.
{C}'s capital is called | {k}.
{C} has a capital called | {k}.
{C} has its capital in | {k}.
{C} is a country whose capital is | {k}.
{C} is governed from its capital, | {k}.
{C} is a country. Its capital is | {k}.
{C} is a country and its capital is | {k}.
{C}, capital: | {k}
{C}: | {k}
{C} - capital: | {k}
{C} -> | {k}
Capital of {c}: | {k}
capital of {c}: | {k}
capital of {c} = | {k}
Country: {C}\\nCapital: | {k}
Country: {C}, capital: | {k}
As everybody knows, the capital of {c} is | {k}.
As you know, {c}'s capital is | {k}.
In {c}, the capital is | {k}.
In {c} the capital is called | {k}.
For {c}, the capital is | {k}.
The president of {c} lives in the capital, | {k}.
The government of {c} sits in | {k}.
We flew to the capital of {c}, | {k}.
We visited {c} and its capital, | {k}.
When in {c}, visit its capital, | {k}.
My friend lives in the capital of {c}, which is | {k}.
I was born in the capital of {c}, that is, in | {k}.
If you go to {c}, its capital is | {k}.
If the country is {c}, then the capital is | {k}.
I asked for the capital of {c} and the answer was | {k}.
The largest office of {c}'s government is in the capital, | {k}.
Did you know that the capital of {c} is | {k}?
Everyone knows that {c}'s capital is | {k}.
It is a fact that the capital of {c} is | {k}.
The answer to "What is the capital of {c}?" is | {k}.
Question: What is the capital of {c}?\\nAnswer: | {k}
Q: What is the capital of {c}?\\nA: | {k}
Q: What is the capital of {c}? A: | {k}
Q: Which city is the capital of {c}?\\nA: | {k}
Q. What is {c}'s capital?\\nA. | {k}
Q: Capital of {c}?\\nA: | {k}
Question: Name the capital of {c}.\\nAnswer: | {k}
Question: Which city is the capital of {c}? Answer: | {k}
User: What is the capital of {c}?\\nAssistant: | {k}
Teacher: What is the capital of {c}?\\nStudent: | {k}
What is the capital of {c}? | {k}.
What is the capital of {c}? It is | {k}.
What is the capital of {c}? The capital of {c} is | {k}.
What is {c}'s capital? | {k}.
What city is the capital of {c}? | {k}.
Which city is the capital of {c}? | {k}.
Which city is the capital of {c}? The answer is | {k}.
Fact: the capital of {c} is | {k}.
Fact: {C}'s capital is | {k}.
Quiz: capital of {c}? Answer: | {k}
# Capital of {c}\\n\\n | {k}
{"country": "{C}", "capital": " | {k}"}
capital("{C}") = " | {k}"
| {C} |  | {k} |""".split("\n")
COUNTRY = """{k} is the capital of | {c}.
{k} is the capital city of | {c}.
{k} is a city and the capital of | {c}.
{k} is the capital of the country | {c}.
{k}, the capital of | {c}
{k} is where the government sits in | {c}.
The country whose capital is {k} is | {c}.
The country with the capital {k} is | {c}.
The city {k} is the capital of | {c}.
Q: {k} is the capital of which country?\\nA: | {c}
Which country has the capital {k}? | {c}.
Capital: {k}\\nCountry: | {c}
As the capital of its country, {k} belongs to | {c}.""".split("\n")
ELEMENT = """The symbol for {e} is | {s}.
The symbol of {e} is | {s}.
The chemical symbol for {e} is | {s}.
The chemical symbol of {e} is | {s}.
The chemical symbol of the element {e} is | {s}.
In chemistry, {e} is written as | {s}.
In chemistry the symbol for {e} is | {s}.
In the periodic table, {e} has the symbol | {s}.
{E}'s chemical symbol is | {s}.
{E}'s symbol is | {s}.
{E} has the symbol | {s}.
{E} has the chemical symbol | {s}.
{E} is written as | {s}.
Symbol of {e}: | {s}
Element: {E}\\nSymbol: | {s}
Q: What is the symbol for {e}?\\nA: | {s}
Q: What is the chemical symbol of {e}?\\nA: | {s}
Question: What is the chemical symbol for {e}?\\nAnswer: | {s}
What is the chemical symbol of {e}? | {s}.
The atomic number of {e} is | {n}.
{E}'s atomic number is | {n}.
{E} has the atomic number | {n}.
{E} has atomic number | {n}.
In the periodic table, {e} has number | {n}.
The number of protons in {e} is | {n}.
Atomic number of {e}: | {n}
Q: What is the atomic number of {e}?\\nA: | {n}
What is the atomic number of {e}? | {n}.
{s} is the symbol for | {e}.
{s} is the chemical symbol of | {e}.
{s} stands for | {e}.
The element with the symbol {s} is | {e}.
The symbol {s} stands for | {e}.
The chemical symbol {s} stands for the element | {e}.
Q: Which element has the symbol {s}?\\nA: | {E}
The element with atomic number {n} is | {e}.
Element number {n} is | {e}.
The atomic number {n} belongs to | {e}.
Q: Which element has atomic number {n}?\\nA: | {E}""".split("\n")
TIME = """The {u} after {x} is | {y}.
The {u} that comes after {x} is | {y}.
The {u} that follows {x} is | {y}.
The {u} following {x} is | {y}.
The {u} right after {x} is | {y}.
The next {u} after {x} is | {y}.
After {x} comes | {y}.
After {x} comes the {u} of | {y}.
{x} comes before | {y}.
{x} is followed by | {y}.
{x} is before | {y}.
{x}, then | {y}.
Q: What {u} comes after {x}?\\nA: | {y}
Q: Which {u} comes after {x}?\\nA: | {y}
Which {u} follows {x}? | {y}.
The {u} before {y} is | {x}.
The {u} that comes before {y} is | {x}.
The {u} just before {y} is | {x}.
Before {y} comes | {x}.
{y} comes after | {x}.
{y} follows | {x}.
{y} is preceded by | {x}.
Q: What {u} comes before {y}?\\nA: | {x}
Question: Which {u} is before {y}?\\nAnswer: | {x}""".split("\n")
SUM = """{a} + {b} = | {p}
{a}+{b}= | {p}
{a} plus {b} is | {p}.
{a} plus {b} equals | {p}.
{a} plus {b} makes | {p}.
{a} and {b} make | {p}.
The sum of {a} and {b} is | {p}.
The result of {a} + {b} is | {p}.
If you add {a} and {b}, you get | {p}.
Adding {a} and {b} gives | {p}.
Q: What is {a} + {b}?\\nA: | {p}
Q: {a} + {b}\\nA: | {p}
Question: How much is {a} plus {b}?\\nAnswer: | {p}
What is {a} + {b}? | {p}.
{p} - {b} = | {a}
{p} minus {b} is | {a}.
{p} minus {b} equals | {a}.
Taking {b} from {p} leaves | {a}.
The difference between {p} and {b} is | {a}.
Q: What is {p} - {b}?\\nA: | {a}""".split("\n")
TIMES = """{a} * {b} = | {p}
{a} x {b} = | {p}
{a} times {b} is | {p}.
{a} times {b} equals | {p}.
The product of {a} and {b} is | {p}.
{a} multiplied by {b} is | {p}.
Q: What is {a} times {b}?\\nA: | {p}""".split("\n")
SMALL = """The opposite of {o} is | {q}.
{O} is the opposite of | {q}.
Q: What is the opposite of {o}?\\nA: | {q}
The color of {t} is | {l}.
{T} is | {l}.
{t2} is a country in | {v}.
{t2} lies in | {v}.
{t2} is in | {v}.
Q: On which continent is {t2}?\\nA: | {v}
The month {m} has | {d} days.
{m} has | {d} days.
The number of days in {m} is | {d}.
{m} is month number | {i}.""".split("\n")
LEADS = ["", "", "", "", "", "", "Facts:\n", "Note: ", "Some facts. ", "Geography and more. ", "Here is a fact. ", "Quiz\n\n", "True statements:\n", "- ", "1. ", "* ", "Yes. ", "I know that much. ", "Let me think. "]


def filled(frame, f):
    """(opening, rest) of a frame with its slots filled."""
    p, t = (x.replace("\\n", "\n") for x in frame.rsplit(" | ", 1))
    for k, v in f.items():
        p, t = p.replace("{" + k + "}", str(v)), t.replace("{" + k + "}", str(v))
    t = t.replace("D.C..", "D.C.")
    # A word goes with the space before it, which the opening then lacks.
    return (p.rstrip(" "), " " + t) if p[-1:] not in ('"', "\n") and not p.endswith('" ') else (p.rstrip(" "), t)


def opened(r, frames, f):
    """A frame of openings.py, expanded and filled. The gaps PLAIN, SYM and NUM are a
    country without its article, a symbol and a number, in marks now and then."""
    frame = r.choice(frames).replace("\\n", "\n")
    p, t = frame.rsplit(" | ", 1)
    opening = p
    p = expand(r, opening)
    for _ in range(20):
        if not known(p):
            break
        p = expand(r, opening)
    p = p.replace("<<", "(").replace(">>", ")").replace("$$", ">>>")
    if "SYM" in p:
        p = p.replace("SYM", r.choice(["{s}", "{s}", "{s}", '"{s}"', "'{s}'"]))
    p = p.replace("PLAIN", f.get("P", "")).replace("NUM", str(f.get("n")))
    for k, v in f.items():
        p, t = p.replace("{" + k + "}", str(v)), t.replace("{" + k + "}", str(v))
    p = p.replace("  ", " ").replace(" ,", ",")
    t = t.replace("D.C..", "D.C.")
    return p.rstrip(" "), ("" if p.endswith("\n") else " ") + t


def _more(r, frames, more, share=0.5):
    """The frames of openings.py or the newer ones."""
    return more if r.random() < share else frames


def capital(r):
    c = r.choice(T.COMMON) if r.random() < 0.3 else r.choice(list(T.CAPITALS))
    k = T.CAPITALS[c]
    if r.random() < 0.62:
        return opened(r, _more(r, O.CAPITAL, M.CAPITAL) if r.random() < 0.78 else _more(r, O.COUNTRY, M.COUNTRY), {"c": c, "C": cap(c), "k": k, "P": cap(c[4:]) if c.startswith("the ") else c})
    return filled(r.choice(CAPITAL if r.random() < 0.8 else COUNTRY), {"c": c, "C": cap(c), "k": k})


def element(r):
    n, s, e = r.choice(T.ELEMENTS[:36] if r.random() < 0.25 else T.ELEMENTS)
    if r.random() < 0.7:
        return opened(r, _more(r, *r.choice([(O.SYMBOL, M.SYMBOL), (O.SYMBOL, M.SYMBOL), (O.OF_SYMBOL, M.OF_SYMBOL), (O.OF_SYMBOL, M.OF_SYMBOL), (O.NUMBER, M.NUMBER), (O.OF_NUMBER, M.OF_NUMBER)])), {"n": n, "s": s, "e": e.lower(), "E": e})
    return filled(r.choice(ELEMENT), {"n": n, "s": s, "e": e.lower(), "E": e})


def time(r):
    names, u = (T.MONTHS, "month") if r.random() < 0.55 else (T.DAYS, "day")
    i = r.randrange(len(names))
    if r.random() < 0.65:
        return opened(r, _more(r, O.AFTER, M.AFTER) if r.random() < 0.5 else _more(r, O.BEFORE, M.BEFORE), {"x": names[i], "y": names[(i + 1) % len(names)], "u": u, "U": cap(u)})
    return filled(r.choice(TIME), {"x": names[i], "y": names[(i + 1) % len(names)], "u": u})


def month_fields(r, i):
    """The gaps of the openings about month i, counted from 0."""
    n = i + 1 if r.random() < 0.8 else T.NUMBERS[i + 1]
    o = T.ORDINALS[i] if r.random() < 0.8 else f"{i + 1}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(i + 1, 'th')}"
    return {"m": T.MONTHS[i], "n": n, "o": o, "l": T.MONTH_DAYS[i]}


def month(r):
    """A month by its number, its number, or its length."""
    i = r.randrange(12)
    frames = r.choice([M.AT, M.AT, M.PLACE, M.DAYS])
    return opened(r, frames, month_fields(r, 2 if frames is M.DAYS and i == 1 else i))


_THINGS = "apples books coins eggs cards pens stones cups chairs shoes tickets plates marbles birds cars letters songs stamps".split()


def total(r):
    if r.random() < 0.2:
        a, b = r.randint(0, 12), r.randint(0, 12)
        return filled(r.choice(TIMES), {"a": a, "b": b, "p": a * b})
    hi = r.choice([9, 20, 60, 100])
    a, b = r.randint(0, hi), r.randint(0, hi)
    if r.random() < 0.65:
        return opened(r, _more(r, O.SUM, M.SUM) if r.random() < 0.6 else _more(r, O.LESS, M.LESS), {"a": a, "b": b, "p": a + b, "o": r.choice(_THINGS)})
    return filled(r.choice(SUM), {"a": a, "b": b, "p": a + b})


def small(r):
    o, q = r.choice(list(T.OPPOSITES.items()))
    if r.random() < 0.5:
        o, q = q, o
    t, l = r.choice(list(T.COLORS.items()))
    c, v = r.choice(list(T.CONTINENT.items()))
    i = r.randrange(12)
    f = {"o": o, "O": cap(o), "q": q, "t": t, "T": cap(t), "l": l, "t2": cap(c), "v": v, "m": T.MONTHS[i], "d": T.MONTH_DAYS[i], "i": i + 1}
    frames = [x for x in SMALL if i != 1 or "{d}" not in x]
    return filled(r.choice(frames), f)


def series(r):
    """A list that goes on in its order: its next items."""
    k = r.randrange(6)
    if k < 2:
        names = T.MONTHS if k else T.DAYS
        i, n = r.randrange(len(names)), r.randint(2, 5)
        xs = [names[(i + j) % len(names)] for j in range(n + 3)]
    elif k == 2:
        d, s, n = r.choice([1, 1, 1, 2, 2, 3, 5, 10]), r.randint(0, 40), r.randint(3, 6)
        xs = [str(s + d * j) for j in range(n + 3)]
    elif k == 3:
        i, n = r.randrange(18), r.randint(3, 5)
        xs = list("abcdefghijklmnopqrstuvwxyz" if r.random() < 0.5 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ")[i: i + n + 3]
    elif k == 4:
        i, n = r.randrange(12), r.randint(3, 5)
        xs = T.NUMBERS[i: i + n + 3]
    else:
        a = [word(r, 0.6), word(r, 0.6), pseudo(r)][: r.randint(2, 3)]
        n = 2 * len(a) + r.randint(0, 2)
        xs = [a[j % len(a)] for j in range(n + 3)]
    sep = r.choice([", ", ", ", " ", "\n", "; ", " -> ", "\n- "])
    head = "- " if sep == "\n- " else ""
    p, t = head + sep.join(xs[:n]) + sep.rstrip(" "), sep.join(xs[n:])
    return p, (" " if sep[-1] == " " else "") + t


def shots(r, make):
    """Some finished statements of one frame before the one to finish."""
    p, t = make(r)
    done = []
    for _ in range(r.randint(1, 3)):
        a, b = make(r)
        if a != p:
            done.append(a + b)
    sep = r.choice(["\n", "\n", " ", "\n\n"])
    return sep.join(done + [p]), t


KINDS = [(capital, 40), (element, 22), (time, 12), (month, 9), (total, 12), (small, 3), (series, 5)]


def completion(r):
    """Plain text without a chat: the model goes on and ends it."""
    make = r.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
    if make is series:
        p, t = series(r)
        return {"prompt": p, "text": t}
    if r.random() < 0.12:
        p, t = shots(r, make)
        return {"prompt": p, "text": t}
    p, t = make(r)
    if r.random() < 0.05 and p[:1] not in "{|":
        p = expand(r, "(hello|well|so|ok|and|but|now)") + r.choice([", ", " "]) + p
    elif r.random() < 0.25 and p[:1] not in "{|#":
        p = r.choice(LEADS) + p
    return {"prompt": p, "text": t}
