"""Training data: short facts, sums, small talk and plain completions."""
import re

import tables as T
from chat import assistant, chat, user
import factways as W
import frames as F
from phrase import LEAD, ask, expand, noise, ph, say, system
from ways import sentence
from words import NAMES, cap, plural, word

PLAIN_COUNTRY = {c: (c[4:] if c.startswith("the ") else c) for c in T.CAPITALS}


# The share of questions in the wide grammar.
WIDE = 0.45


def wide(r, grammar, **f):
    """A question of the wide grammar, filled in."""
    q = sentence(r, grammar, W.WEIGHTS if "e" in grammar else W.SUM_WEIGHTS, "label", around=0.1)
    for k, v in f.items():
        v = str(v)
        if v.endswith("s"):
            q = q.replace("{" + k + "}'s", v + "'")
        q = q.replace("{" + k + "}", v).replace("{" + k.upper() + "}", cap(v))
    return cap(q) if r.random() < 0.9 else q


def country(r):
    c = r.choice(T.COMMON) if r.random() < 0.3 else r.choice(list(T.CAPITALS))
    return c, T.CAPITALS[c]


def capital(r):
    c, k = country(r)
    name = PLAIN_COUNTRY[c] if r.random() < 0.1 else c
    roll = r.random()
    if r.random() < WIDE:
        if roll < 0.2:
            return wide(r, W.COUNTRY, k=k), f"{k} is the capital of {c}."
        return wide(r, W.CAPITAL, c=name), f"The capital of {c} is {k}.".replace("D.C..", "D.C.")
    if roll < 0.18:
        q = say(r, r.choice(F.COUNTRY + ["{k} is the capital of (which|what) country?", "(which|what) country has {k} as its capital?", "(of which|of what) country is {k} the capital?", "{k} is the capital of where?",
                            "the capital is {k}. (which|what) country is (it|that|this)?", "name the country whose capital is {k}.", "which country's capital is {k}?", "{k} is whose capital?"]), k=k)
        return cap(q), f"{k} is the capital of {c}."
    if roll < 0.55:
        q = ask(r, ph(r, "(the capital of {c}|the capital of {c}|the capital of {c}|the capital city of {c}|{c}'s capital|the name of {c}'s capital|the name of the capital of {c}|the capital city of the country {c})", c=name))
    else:
        q = expand(r, LEAD) + say(r, r.choice(F.CAPITAL + [
            "(what|which) city is the capital of {c}?", "{c}: (what is its capital?|capital?|what is the capital?|name the capital.)", "capital of {c}(?||:)", "which city is {c}'s capital?", "name the capital (city |)of {c}.",
            "(where|in which city) is the government of {c}?", "what is {c}'s capital( city|)?", "what do you call the capital of {c}?", "{c} has (which|what) capital?", "what city serves as the capital of {c}?",
            "do you know (which|what) city is the capital of {c}?", "the capital of {c} is (which|what) city?", "the capital of {c} is called what?", "i am visiting {c}. what is its capital?", "my teacher asked for the capital of {c}.", "if i go to {c}, what is the capital called?",
            "for {c}, what is the capital?", "what is the main city and capital of {c}?", "(fill in|complete): the capital of {c} is ...", "complete the sentence: the capital of {c} is", "what is the capital in {c}?", "geography quiz: capital of {c}?", "tell me which city is the capital of {c}.", "which capital does {c} have?"]), c=name)
        q = cap(q) if r.random() < 0.85 else q
    return q, f"The capital of {c} is {k}.".replace("D.C..", "D.C.")


def element(r):
    n, s, e = r.choice(T.ELEMENTS[:36] if r.random() < 0.3 else T.ELEMENTS)
    low = e.lower() if r.random() < 0.7 else e
    kind = r.randrange(5)
    if kind == 0:
        np = ph(r, "(the symbol (for|of) {e}|the chemical symbol (for|of) {e}|{e}'s chemical symbol|the symbol of the element {e}|the (element |)symbol that stands for {e}|the abbreviation for {e} in the periodic table)", e=low)
        alt = F.SYMBOL + ["what symbol does {e} have?", "which symbol (stands for|is used for|belongs to) {e}?", "how is {e} written in the periodic table?", "{e}: chemical symbol?", "{e} symbol"]
        return _mix(r, np, alt, W.SYMBOL, e=low), f"The symbol for {e.lower()} is {s}."
    if kind == 1:
        np = ph(r, "(the atomic number of {e}|{e}'s atomic number|the number of {e} in the periodic table|the atomic number of the element {e}|the number of protons in {e})", e=low)
        alt = F.NUMBER + ["what atomic number does {e} have?", "how many protons does {e} have?", "which number is {e} in the periodic table?", "{e} has which atomic number?", "{e} atomic number"]
        return _mix(r, np, alt, W.NUMBER, e=low), f"The atomic number of {e.lower()} is {n}."
    if kind == 2:
        np = ph(r, "(the element with (the symbol |symbol |){s}|the name of the element (with symbol |){s}|the chemical element (with the symbol|called|written) {s}|the element whose symbol is {s})", s=s)
        alt = F.OF_SYMBOL + ["which element has the symbol {s}?", "what element is {s}?", "what does {s} stand for (in chemistry|in the periodic table)?", "{s} is the symbol (of|for) which element?", "which element is (written|abbreviated) (as |){s}?", "in chemistry, what is {s}?"]
        return _mix(r, np, alt, W.OF_SYMBOL, s=s), f"{s} is the symbol for {e.lower()}."
    if kind == 3:
        np = ph(r, "(the element with atomic number {n}|the element with number {n}|element number {n}|the name of element {n}|the element whose atomic number is {n}|the chemical element with {n} protons)", n=n)
        alt = F.OF_NUMBER + ["which element has (the |)atomic number {n}?", "what element is number {n}?", "which element has {n} protons?", "what is number {n} in the periodic table?", "atomic number {n} is which element?"]
        return _mix(r, np, alt, W.OF_NUMBER, n=n), f"Element {n} is {e.lower()}."
    np = ph(r, "(the symbol (for|of) element {n}|the symbol of the element with atomic number {n})", n=n)
    return ask(r, np), f"The symbol for element {n} is {s}."


def _mix(r, np, alts, more=None, **f):
    if more and r.random() < WIDE:
        return wide(r, more, **f)
    if r.random() < 0.5:
        return ask(r, np)
    q = expand(r, LEAD) + say(r, r.choice(alts), **f)
    return cap(q) if r.random() < 0.85 else q


def calendar(r):
    kind = r.choice([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8])
    i = r.randrange(12)
    m, d = T.MONTHS[i], r.randrange(7)
    day = T.DAYS[d]
    if kind == 0:
        return _mix(r, ph(r, "(the month after {m}|the month (following|that follows|that comes after|right after) {m}|the next month after {m})", m=m), F.MONTH_AFTER + ["which month (comes after|follows|is after|comes next after) {m}?", "what month (comes after|follows|is next after) {m}?", "after {m} comes which month?", "what comes after {m}?", "which month is next after {m}?", "if it is {m}, what is the next month?"], W.MONTH_AFTER, m=m), f"The month after {m} is {T.MONTHS[(i + 1) % 12]}."
    if kind == 1:
        return _mix(r, ph(r, "(the month before {m}|the month (preceding|that precedes|that comes before|right before|just before) {m}|the previous month before {m})", m=m), F.MONTH_BEFORE + ["which month (comes before|precedes|is before|comes right before) {m}?", "what month (comes before|precedes|is just before) {m}?", "before {m} comes which month?", "what comes before {m}?", "if it is {m}, what was the last month?"], W.MONTH_BEFORE, m=m), f"The month before {m} is {T.MONTHS[(i - 1) % 12]}."
    if kind == 2:
        o = T.ORDINALS[i] if r.random() < 0.7 else f"{i + 1}" + {1: "st", 2: "nd", 3: "rd"}.get(i + 1, "th")
        return _mix(r, ph(r, "(the {o} month|the {o} month of the year|the {o} month in a year|month number {n}|the name of the {o} month)", o=o, n=i + 1), F.MONTH_NTH + ["which month is the {o}?", "which month is the {o} (of the year|one|in the calendar)?", "which month is number {n}?", "what month is the {o}?", "what is month {n}?"], W.MONTH_AT, o=o, n=i + 1), f"Month {i + 1} is {m}."
    if kind == 3:
        return _mix(r, ph(r, "(the number of days in {m}|the number of days {m} has|the length of {m} in days)", m=m), F.MONTH_DAYS + ["how many days (does {m} have|are in {m}|are there in {m}|has {m})?", "{m} has how many days?", "how long is {m} in days?", "how many days in {m}?"], W.MONTH_DAYS, m=m), f"{m} has {T.MONTH_DAYS[i]} days" + (", or 29 in a leap year." if i == 1 else ".")
    if kind == 4:
        return _mix(r, ph(r, "(the number of {m}|the number of the month {m}|the position of {m} in the year)", m=m), ["which number (month |)is {m}?", "what number is the month (of |){m}?", "{m} is which month of the year?", "in the year, which month number is {m}?"], W.MONTH_PLACE, m=m), f"{m} is month {i + 1}."
    if kind == 5:
        return _mix(r, ph(r, "(the day after {d}|the day (following|that follows|that comes after|right after) {d}|the next day after {d})", d=day), F.DAY_AFTER + ["which day (comes after|follows|is after|comes next after) {d}?", "what day (comes after|follows|is next after) {d}?", "what comes after {d}?", "if today is {d}, what is tomorrow?", "today is {d}. (what|which) day is tomorrow?"], W.DAY_AFTER, d=day), f"The day after {day} is {T.DAYS[(d + 1) % 7]}."
    if kind == 6:
        return _mix(r, ph(r, "(the day before {d}|the day (preceding|that precedes|that comes before|right before) {d})", d=day), F.DAY_BEFORE + ["which day (comes before|precedes|is before) {d}?", "what day (comes before|precedes|is just before) {d}?", "what comes before {d}?", "if today is {d}, what was yesterday?", "today is {d}. (what|which) day was yesterday?"], W.DAY_BEFORE, d=day), f"The day before {day} is {T.DAYS[(d - 1) % 7]}."
    if kind == 7:
        return _mix(r, ph(r, "(the months of the year|all (the |)months|the names of the months|the list of months|the twelve months|all months in order)"), ["list (all |)the months( of the year|)( in order|).", "name (all |)the (twelve |)months."]), ", ".join(T.MONTHS)
    return _mix(r, ph(r, "(the days of the week|all (the |)days of the week|the names of the days|the list of weekdays|the seven days)"), ["list (all |)the days of the week( in order|).", "name (all |)the (seven |)days( of the week|)."]), ", ".join(T.DAYS)


def everyday(r):
    kind = r.randrange(7)
    if kind < 2:
        nps, a = r.choice(T.EVERYDAY)
        np = r.choice(nps)
        if kind == 0:
            return cap(say(r, "(how many {np}?|how many {np}|tell me how many {np}.|do you know how many {np}?|can you tell me how many {np}?|i want to know how many {np}.)", np=np)), a
        return ask(r, "the number of " + nps[0]), a
    if kind == 2:
        x, c = r.choice(list(T.COLORS.items()))
        return _mix(r, ph(r, "(the color of {x}|the colour of {x}|{x}'s color)", x=x), ["(what|which) (color|colour) is {x}?", "(what|which) (color|colour) does {x} have?", "{x}: what color?"], x=x), f"{cap(x)} is {c}."
    if kind == 3:
        a, b = r.choice(list(T.OPPOSITES.items()))
        if r.random() < 0.5:
            a, b = b, a
        return _mix(r, ph(r, "(the opposite of {a}|the word that means the opposite of {a}|the antonym of {a}|the contrary of {a})", a=a), ["what is opposite to {a}?", "{a}: opposite?", "which word is the opposite of {a}?", "{a} is the opposite of what?"], a=a), f"The opposite of {a} is {b}."
    if kind == 4:
        a, s = r.choice(list(T.SOUNDS.items()))
        return cap(say(r, "(what sound does a {a} make?|what does a {a} do?|which sound does a {a} make?|what noise does a {a} make?|how does a {a} sound?|the sound of a {a}?)", a=a)), f"A {a} {s}."
    if kind == 5:
        c, k = r.choice(list(T.CONTINENT.items()))
        return cap(say(r, "((on |in |)(which|what) continent is {c}( in|)?|where is {c}?|{c} is (on|in) which continent?|which continent does {c} belong to?|tell me the continent of {c}.)", c=c)), f"{c} is in {k}."
    n = r.randrange(20)
    return _mix(r, f"the number that comes after {T.NUMBERS[n]}", ["which number comes after {n}?", "what comes after {n}?", "what number follows {n}?"], n=n if r.random() < 0.5 else T.NUMBERS[n]), f"After {n} comes {n + 1}." 


def _operands(r, kind):
    if kind == "*":
        return r.randint(0, 12), r.randint(0, 12)
    hi = r.choice([10, 20, 60, 100, 100])
    a, b = r.randint(0, hi), r.randint(0, hi)
    return (max(a, b), min(a, b)) if kind == "-" else (a, b)


SUMS = {
    "+": ["{a} plus {b}", "{a} + {b}", "{a}+{b}", "the sum of {a} and {b}", "{a} and {b} added together", "{a} and {b} together", "the total of {a} and {b}", "{a} added to {b}", "the result of {a} + {b}", "the result of adding {a} and {b}"],
    "-": ["{a} minus {b}", "{a} - {b}", "{a}-{b}", "the difference between {a} and {b}", "{a} less {b}", "the result of {a} - {b}", "{a} take away {b}", "{b} subtracted from {a}"],
    "*": ["{a} times {b}", "{a} * {b}", "{a} x {b}", "{a} multiplied by {b}", "the product of {a} and {b}", "the result of {a} times {b}", "{a}*{b}"],
}
SUM_FRAMES = {
    "+": ["add {a} and {b}.", "add {a} to {b}.", "how much is {a} and {b}?", "{n} has {a} {o} and gets {b} more. how many {o} does {n} have( now|)?", "there are {a} {o} and {b} more. how many (are there|) in total?", "i have {a} {o} and buy {b} more. how many do i have?", "sum: {a} and {b}.", "sum up {a} and {b}.", "if you add {a} and {b}, what do you get?", "put {a} and {b} together. what is the total?"],
    "-": ["subtract {b} from {a}.", "{n} has {a} {o} and loses {b}. how many (are left|{o} are left|does {n} have now)?", "take {b} from {a}.", "take {b} away from {a}.", "if you take {b} from {a}, what is left?", "i had {a} {o} and gave away {b}. how many are left?"],
    "*": ["multiply {a} by {b}.", "multiply {a} and {b}.", "there are {a} boxes with {b} {o} each. how many {o} is that?", "how much is {a} groups of {b}?"],
}


SUM_FRAMES["+"] += F.ADD
SUM_FRAMES["-"] += F.SUB
SUM_FRAMES["*"] += F.MUL


THINGS = "apples books coins eggs cards pens stones cups chairs shoes tickets plates marbles birds cars letters songs stamps flowers buttons".split()


def arithmetic(r, think=False):
    """Question, answer and a trace that works digit by digit."""
    k = r.choice("++++---*")
    a, b = _operands(r, k)
    v = {"+": a + b, "-": a - b, "*": a * b}[k]
    x, y = a, b
    if r.random() < 0.07:
        a, b = (T.NUMBERS[z] if z < len(T.NUMBERS) else z for z in (x, y))
    roll = r.random()
    if r.random() < WIDE:
        q = wide(r, W.SUM[k], a=a, b=b, w=r.choice(NAMES), o=r.choice(THINGS) if r.random() < 0.7 else plural(word(r, 1.0)))
    elif roll < 0.5:
        np = ph(r, r.choice(SUMS[k]), a=a, b=b)
        q = cap(expand(r, LEAD) + say(r, r.choice(["what is {x}?", "what's {x}?", "how much is {x}?", "calculate {x}.", "compute {x}.", "{x} =", "{x} = ?", "{x}?", "{x} is?", "work out {x}.", "evaluate {x}.", "can you (calculate|compute|work out) {x}?", "tell me {x}.", "solve {x}.", "find {x}.", "give me {x}.", "(please |)solve: {x}", "i need {x}.", "what does {x} equal?", "what does {x} make?", "{x} equals what?"]), x=np))
    else:
        q = cap(say(r, r.choice(SUM_FRAMES[k]), a=a, b=b, n=r.choice(NAMES), p=r.choice(NAMES), g=r.choice(["gets", "got", "buy", "bought", "have", "had", "see", "saw", "take", "collect", "receive", "make", "pick", "count", "carry", "add", "win"]), w=word(r), d=r.choice(T.DAYS), o=plural(word(r)) if r.random() < 0.5 else r.choice(["apples", "books", "coins", "eggs", "cards", "pens", "stones", "cats", "dollars", "tickets"])))
    a = f"{x} {k} {y} = {v}."
    return typed(r, q, a) if r.random() < 0.1 and "=" not in q and any(c.isalpha() for c in q) else q, a, sum_trace(x, y, k, v)


def sum_trace(a, b, k, v):
    if k == "*" or max(a, b) < 10:
        return f"{a} {k} {b} is {v}."
    s = 1 if k == "+" else -1
    ones = a % 10 + s * (b % 10)
    out = f"Ones: {a % 10} {k} {b % 10} = {ones}."
    carry = 1 if ones > 9 else (-1 if ones < 0 else 0)
    if carry:
        out += f" Keep {ones % 10}, carry {carry}."
    tens = a // 10 + s * (b // 10) + carry
    return out + f" Tens: {a // 10} {k} {b // 10}" + (f" + {carry}" if carry > 0 else " - 1" if carry else "") + f" = {tens}. Result {v}."


def smalltalk(r):
    qs, a = r.choice(T.SMALLTALK)
    q = noise(r, r.choice(qs.split("|")), r.choice([0, 0, 0, 0, 1]))
    roll = r.random()
    q = cap(q) if roll < 0.7 else q
    if r.random() < 0.7:
        q += "?" if q.lower().split()[0] in ("who", "what", "how", "are", "can", "do", "does", "is", "which", "where", "what's") else r.choice([".", "!", "!"])
    if r.random() < 0.08:
        q = r.choice(["Hello! ", "Hi, ", "Hey! "]) + q
    return q, a


KINDS = [(capital, 10), (element, 9), (calendar, 5), (everyday, 3), (smalltalk, 4)]


_WORD = re.compile(r"[A-Za-z]+|[^A-Za-z]+")


def typed(r, q, a):
    """A question typed in a hurry: small letters, marks left out or doubled, slips of the
    keyboard. Words that the answer repeats keep their letters, symbols of elements their case."""
    said = set(re.findall(r"[A-Za-z]+", a))
    low = {w.lower() for w in said}
    parts = _WORD.findall(q)
    if r.random() < 0.75:
        parts = [p if len(p) < 3 and p in said and p != "A" else p.lower() for p in parts]
    if r.random() < 0.4:
        i = r.randrange(len(parts))
        p = parts[i]
        if p.islower() and len(p) > 3 and p.isalpha() and p not in low and p not in _KEEP:
            j = r.randrange(1, len(p) - 1)
            parts[i] = r.choice([p[:j] + p[j + 1:], p[:j] + p[j + 1] + p[j] + p[j + 2:], p[:j] + p[j] + p[j:]])
    q = "".join(parts)
    k = r.random()
    if k < 0.4:
        q = q.replace("'", "") if "'" not in a else q
    if k < 0.6:
        q = q.rstrip("?.! ") or q
    elif k < 0.75:
        q = q.rstrip("?.! ") + r.choice(["??", " ?", "?!", "...", " ??", "!", "???"])
    elif k < 0.85:
        q = q.rstrip("?.! ") + r.choice([" pls", " please", " plz", ", thx", " thanks", ", anyone?", " :)"])
    elif k < 0.9:
        q = q.replace(" ", "  ", 1)
    return q


# Words whose change would change the question.
_KEEP = {*T.NUMBERS, *"before after next last first number symbol yesterday tomorrow plus minus times opposite previous".split()}


def pair(r):
    f = r.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
    q, a = f(r)
    if r.random() < 0.16 and f is not smalltalk:
        q = typed(r, q, a)
    return q, a


def fact_trace(r, q, a):
    return r.choice(["The user asks a short question. ", "This is a simple fact. ", "I know this one. ", "A short question. "]) + a


def facts(r, think=False):
    """One to four turns of facts, sums and small talk."""
    n = 1 if think or r.random() < 0.75 else r.randint(2, 4)
    msgs = []
    s = system(r)
    if s:
        msgs.append({"role": "system", "content": s})
    for _ in range(n):
        if r.random() < 0.3:
            q, a, t = arithmetic(r)
        else:
            q, a = pair(r)
            t = fact_trace(r, q, a)
        msgs += [user(q), assistant(a, t if think else "")]
    return {"messages": msgs, "think": think}


def sums(r, think=False):
    q, a, t = arithmetic(r)
    return chat(q, a, system(r), t if think else "", think)
