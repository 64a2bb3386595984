"""Lists as people write them: what stands in them, how the items are set apart, and
the sentences around a list and its order."""
import functools
import re
import string

import tables as T
from phrase import command, expand, noise, ph
from words import ADJ, GREEK, MORE_NOUNS, NAMES, WORDS, alike, cap, distinct, letters, plural, pseudo, strange, word

# What is in a list: (items, what they are called, how they are ordered).


def mixed_width(r):
    """Makers of numbers of one to five digits, so that their length says much of their order."""
    most = r.choice([2, 3, 3, 4, 4, 4, 5])
    return lambda r: str(r.randint(10 ** (d - 1), 10 ** d - 1) if (d := r.randint(1, most)) > 1 else r.randint(0, 9))


def numbers(r, n):
    """A maker of numbers of one of several kinds, of which n differ."""
    k = r.random()
    if k < 0.32:
        return mixed_width(r)
    if k < 0.6:
        top = r.choice([m for m in (20, 50, 99, 99, 250, 999, 999, 1200, 2000, 5000, 9999, 99999) if m > 2 * n])
        return lambda r: str(r.randint(0, top))
    if k < 0.7:
        head = r.randint(1, 99)
        return lambda r: r.choice([f"{head}{r.randint(0, 9)}", str(r.randint(0, 999)), f"{max(1, head % 10)}{r.randint(0, 99)}"])
    if k < 0.78:
        base = r.choice([10, 90, 100, 990, 1000, 2000, 9990]) + r.randint(-8, 8)
        return lambda r: str(base + r.randint(-20 if base > 30 else 0, 40))
    if k < 0.86:
        top = r.choice([20, 99, 500, 1500])
        return lambda r: str(r.randint(-top, top))
    if k < 0.96:
        top, places = r.choice([5, 10, 10, 100, 1000]), r.choice([1, 1, 2, 2, 3])
        return lambda r: f"{r.uniform(-top if top == 10 else 0, top):.{places}f}".replace("-0.0", "0.0")
    top = r.choice([12, 100])
    return lambda r: f"{r.uniform(0, top):.{r.choice([1, 2])}f}" if r.random() < 0.6 else str(r.randint(1, top))


@functools.cache
def cities():
    return sorted({k for k in T.CAPITALS.values() if k.replace(" ", "").isalpha()})


def phrase2(r):
    return r.choice([r.choice(ADJ) + " " + word(r, 0.9), word(r, 0.9) + " " + word(r, 0.8)])


def surname(r):
    return r.choice(NAMES) + " " + cap(strange(r).lower())


def date(r):
    return f"{r.randint(1900, 2035)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"


KINDS = ["words"] * 34 + ["alike"] * 9 + ["strange"] * 9 + ["caps"] * 3 + ["names"] * 7 + ["cities"] * 4 + ["pairs"] * 5 + ["joined"] * 2 + ["numbers"] * 24 + ["years"] * 2 + ["times"] * 2 + ["dates"] * 2 + ["mixed"] * 5 + ["plain"] * 6
# Plural nouns for words that are called by what they are.
GROUPS = "fruits animals colors tools cities foods plants toys songs books tasks topics files brands rooms games birds terms tags labels keys ideas subjects ingredients pets groceries hobbies values strings guests students".split()


def items(r, n=None, dup=False, kinds=KINDS):
    """A list of one kind of thing, what it is called and its kind."""
    n = n or r.randint(2, 12)
    kind = r.choice(kinds)
    d = r.choice([0.3, 0.7, 0.95])
    what = "words"
    if kind == "alike" and not dup:
        xs = alike(r, n) if r.random() < 0.5 else alike(r, (n + 1) // 2) + alike(r, n // 2)
        if r.random() < 0.3:
            head = letters(r, r.randint(1, 3))
            xs = [head + x if r.random() < 0.6 else x for x in xs]
        xs = list(dict.fromkeys(xs))
        r.shuffle(xs)
        return xs, _called(r, what), kind
    if kind == "numbers":
        make, what = numbers(r, n), "numbers"
    elif kind in ("words", "alike"):
        make = lambda r: word(r, d)
    elif kind == "strange":
        make = strange if r.random() < 0.7 else pseudo
    elif kind == "plain":
        # Words between which nothing but their letters decides.
        make = lambda r: r.choice(_simple()) if r.random() < d else strange(r).lower()
    elif kind == "caps":
        make = (lambda r: word(r).upper()) if r.random() < 0.5 else lambda r: cap(word(r))
    elif kind == "names":
        make, what = (lambda r: r.choice(NAMES) if r.random() < d else cap(strange(r).lower())) if r.random() < 0.8 else surname, "names"
    elif kind == "cities":
        make, what = (lambda r: r.choice(cities())), r.choice(["cities", "cities", "words", "places", "capitals"])
    elif kind == "pairs":
        make, what = phrase2, "items"
    elif kind == "joined":
        c = r.choice("-_-.")
        make, what = (lambda r: word(r, 0.8) + c + r.choice([word(r, 0.8), str(r.randint(1, 99))])), "items"
    elif kind == "years":
        lo = r.choice([1500, 1800, 1900, 1950, 1980])
        make, what = (lambda r: str(r.randint(lo, 2035))), r.choice(["years", "numbers"])
    elif kind == "times":
        make, what = (lambda r: f"{r.randint(0, 23):02d}:{r.choice([0, 5, 10, 15, 20, 30, 45, 59, r.randint(0, 59)]):02d}"), "times"
    elif kind == "dates":
        make, what = date, "dates"
    else:
        make, what = (lambda r: r.choice([word(r), cap(word(r)), str(r.randint(0, 999)), pseudo(r), letters(r, r.randint(1, 5)), r.choice(NAMES)])), "items"
    xs = [make(r) for _ in range(n)] if dup else distinct(r, n, make)
    return xs, _called(r, what) if what == "words" else what, kind


def _called(r, what):
    return r.choice(GROUPS) if r.random() < 0.12 else what


@functools.cache
def _simple():
    return sorted({w for w in WORDS + MORE_NOUNS + GREEK if w.isalpha() and w.islower()})


# How the items are set apart. A layout is (kind, mark); the answer keeps it, except for
# an indent and for an "and" before the last item.
LAYOUTS = [
    (22, "sep", ", "), (10, "sep", "\n"), (3, "sep", ","), (5, "sep", " "), (4, "sep", "; "), (1, "sep", ";"), (2, "sep", " / "), (1, "sep", "/"), (2, "sep", "|"), (2, "sep", " | "),
    (1, "sep", "\t"), (2, "sep", "\n\n"), (1, "sep", ",\n"), (1, "sep", " - "), (1, "sep", " -> "), (1, "sep", "  "),
    (5, "and", ", and "), (5, "and", " and "), (1, "and", " & "),
    (8, "lead", "- "), (9, "lead", "* "), (3, "lead", "• "), (3, "lead", "+ "), (1, "lead", "-"), (1, "lead", "> "), (1, "lead", "– "), (1, "lead", "*"),
    (5, "number", "{}. "), (4, "number", "{}) "), (1, "number", "({}) "), (1, "number", "{}: "), (1, "number", "#{} "), (1, "number", "{}.) "), (2, "letter", "{}) "), (1, "letter", "{}. "), (1, "letter", "({}) "),
    (2, "indent", "  - "), (2, "indent", "  * "), (1, "indent", "    "), (1, "indent", "  "), (1, "indent", "\t- "),
    (7, "json", ", "), (2, "json", ","), (2, "json", "\n"), (2, "python", ", "),
    (2, "quote", '"'), (2, "quote", "'"), (1, "quote", "`"), (1, "quoteline", '"'),
    (2, "wrap", "[]"), (2, "wrap", "()"), (1, "wrap", "{}"), (1, "wrap", "<>"),
]
_WEIGHTS = [w for w, *_ in LAYOUTS]
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")


def layout(r, xs):
    """A layout in which the items of a list stay apart."""
    text = "\n".join(xs)
    while True:
        _, kind, mark = r.choices(LAYOUTS, _WEIGHTS)[0]
        if kind == "sep" and mark.strip():
            ok = mark.strip() not in text and (mark != " - " or "-" not in text)
        elif kind == "sep":
            ok = "\n" in mark or not any(" " in x for x in xs)
        elif kind == "and":
            ok = len(xs) > 1 and "and" not in text.split()
        elif mark.strip() in ("-", "–", "+", "*") and mark == mark.strip():
            ok = "-" not in text
        elif kind in ("quote", "quoteline", "python"):
            ok = mark not in text and "'" not in text
        else:
            ok = "." not in text or mark not in ("{}. ", "{}.) ")
        if ok:
            return kind, mark


def _literal(x, quote='"'):
    return x if _NUMBER.fullmatch(x) else quote + x + quote


def show(xs, form, answer=False):
    """The text of a list; as an answer, without an indent and without the "and"."""
    kind, mark = form
    if kind == "sep":
        return mark.join(xs)
    if kind == "and":
        return ", ".join(xs) if answer else ", ".join(xs[:-1]) + (mark if len(xs) > 2 or mark != ", and " else " and ") + xs[-1]
    if kind == "lead":
        return "\n".join(mark + x for x in xs)
    if kind == "indent":
        mark = mark.strip() + " " if mark.strip() and answer else "" if answer else mark
        return "\n".join(mark + x for x in xs)
    if kind == "number":
        return "\n".join(mark.format(i + 1) + x for i, x in enumerate(xs))
    if kind == "letter":
        return "\n".join(mark.format(string.ascii_lowercase[i]) + x for i, x in enumerate(xs))
    if kind == "json":
        if mark == "\n":
            return "[\n  " + ",\n  ".join(map(_literal, xs)) + "\n]"
        return "[" + mark.join(map(_literal, xs)) + "]"
    if kind == "python":
        return "[" + ", ".join(_literal(x, "'") for x in xs) + "]"
    if kind == "quote":
        return ", ".join(mark + x + mark for x in xs)
    if kind == "quoteline":
        return "\n".join(mark + x + mark for x in xs)
    return mark[0] + ", ".join(xs) + mark[1]


def parsed(text, form):
    """The items of a list's text, for checks: the way back from show."""
    kind, mark = form
    if kind == "sep":
        return text.split(mark)
    if kind == "and":
        return text.split(", ")
    if kind in ("lead", "indent", "number", "letter"):
        out = []
        for i, line in enumerate(text.split("\n")):
            lead = mark if kind == "lead" else mark.format(i + 1) if kind == "number" else mark.format(string.ascii_lowercase[i]) if kind == "letter" else mark.strip() + " " if mark.strip() else ""
            assert line.startswith(lead), (line, lead)
            out.append(line[len(lead):])
        return out
    if kind in ("json", "python"):
        return [x.strip().strip("\"'") for x in text.strip("[]\n").split(",")]
    if kind in ("quote", "quoteline"):
        return [x.strip(mark) for x in text.split(", " if kind == "quote" else "\n")]
    return text[1:-1].split(", ")


# The sentences around a list.
NOUN = "(the list|this list|the following list|these {what}|the following {what}|the {what}|the {what} below|the list below|this list of {what}|my list|the items|this|this|these|this|all of this|the following|what follows|everything below|the entries|the whole list|the sequence|these entries|that|these items|the following items|the next {what}|the list that follows|my {what}|our {what}|those {what}|these things|all these {what}|this series|this set of {what}|this little list|the {what} that follow|the {what} i give you|the {what} here|these few {what}|the enumeration below|this row of {what}|the lines below)"
AFTER = "(them|them|them|it|it|these|this|that|this list|that list|the list|the list above|the above|these {what}|those {what}|the {what}|the {what} above|all of them|all of it|everything above|my list|the items|the items above|what i wrote|what you see above|my {what}|all {what}|the whole thing|the lot)"
SETUP = "((here|below) (is|comes|you see|you find) (a list|my list|the list|our list|a short list|a list of {what}|a few {what}|what i have|the data|one list|something)|(here|these) are (some|the|my|our|a few|all the|several) {what}|(i|we) (have|got|wrote down|wrote|noted|collected|made|found|picked|received|keep|typed|was given|listed|chose|remember|need|use|jotted down) (these|the following|some|a few|a list of|several|my|many) {what}|(my|our|the|this) (list|list of {what}|selection|collection|set) (is|reads|goes|says|so far|looks like this|has)|(my|our|the) {what}( are| so far| today| of today| of the week|)|(list|input|data|items|words given|{what}|entries|my notes|text|given|the following list|source)|(look at|consider|see|take|use|read|think of|start from|work with) (this list|these {what}|the following|the following {what}|the list|this)|(there are|there we have|we have|you get|you are given|suppose we have|say we have|imagine|let us take) (these {what}|the following {what}|these|a list|this list|some {what})|(my|the|a) (friend|boss|teacher|sister|colleague|neighbour|client|program|script|form) (sent|gave|left|showed|returned|has) (me |)(this list|these {what}|some {what}|the following)|(on|in) (the table|my list|the box|the file|my notebook|the report|the drawer) (are|there are|stand|i have|i see|you find) (these {what}|the following|some {what}))"
# What may follow a list; the first ones only where a list is the answer.
LAST = ["Only the list, please.", "Keep the format.", "Keep the same layout.", "Write only the list.", "Nothing else, please.", "Just the result.", "No explanation.", "Answer with the result only.", "Thanks!", "Thank you.", "That is all.", "No comments.", "Don't explain.", "Write only the answer."]
FINISH_LEADS = "({d}|{d}, please|the order is {d}|i need them {d}|i want these {what} {d}|{what}, {d}|order {d}|this should be {d}|it should go {d}|this goes {d}|the {what} should be listed {d}|we list them {d})"
ASKING = set("what what's which how can could would will do does is are may might".split())


def ending(order):
    """The mark that a sentence ends with: "?" or "."."""
    return "?" if order.split(" ", 1)[0].lower().strip(",:") in ASKING else "."


def _order(r, tpl, noun, what, strength=None):
    if "{noun}" in tpl:
        tpl = tpl.replace("{noun}", noun, 1)
    return command(r, slips(r, tpl), strength, what=what, one=what[:-1] if what[-3:] != "ies" else what[:-3] + "y")


def frame(r, tpl, text, what, inside=True, listing=True):
    """Join an order (a template, maybe with {noun}) and its list in one of several layouts."""
    roll = r.random()
    lines = "\n" in text
    if roll < 0.55 or (roll < 0.72 and (lines or not inside or "{noun}" not in tpl)):
        order = _order(r, tpl, NOUN, what)
        if lines:
            sep = r.choice([":\n", ":\n", ":\n", ":\n\n", ".\n", "\n", "\n\n", "?\n" if ending(order) == "?" else ":\n"])
        elif ending(order) == "?":
            sep = r.choice(["? ", "? ", "?\n", ": ", ":\n", "?\n\n"])
        else:
            sep = r.choice([": ", ": ", ": ", ": ", ":\n", ":\n\n", ". ", ".\n", "\n", " - "])
        if order[-1] in ".:?!,":
            sep = sep.lstrip(":.?") if order[-1] != "," else ": "
        u = order + sep + text
        if not lines and r.random() < 0.08:
            u += "."
        if r.random() < 0.05:
            u += r.choice(["\n\n", "\n", " "] if u[-1] == "." else ["\n\n", "\n"]) + r.choice(LAST if listing else LAST[4:])
        return u
    if roll < 0.72:
        # The list stands inside of the sentence.
        noun = r.choice(["{x}", "{x}", "{x}", "the list {x}", "the {what} {x}", "these {what}: {x},", "my list ({x})", "the list {x}"] if text[0] not in "[({" else ["{x}", "the list {x}", "the array {x}" if text[0] == "[" else "{x}"])
        if tpl.endswith("{noun}"):
            noun = noun.rstrip(",")
        # A stray word beside the list would look like a part of it.
        order = _order(r, tpl, noun, what, 0)
        return order.replace("{x}", text) + (r.choice(["", ending(order), ending(order)]) if order[-1] not in ".?!" else "")
    order = cap(_order(r, tpl, AFTER, what))
    end = "" if order[-1] in ".:?!" else r.choice([ending(order), ending(order), ""])
    order = order.rstrip(":") + (end if order[-1] != ":" else r.choice(["", "."]))
    if roll < 0.85:
        lead = r.choice(["\n", "\n\n", "\n\n", " - ", ". ", " "] if not lines else ["\n", "\n\n", "\n\n"])
        return text + lead + (order if lead != " " else "(" + order + ")")
    lead = cap(ph(r, noise(r, expand(r, SETUP), r.choice([0, 0, 0, 1])), what=what))
    if lines:
        return lead + r.choice([":\n", ":\n", ":\n\n", "\n", ".\n"]) + text + r.choice(["\n", "\n\n", "\n\n"]) + order
    return lead + r.choice([": ", ": ", ":\n", " - ", ", namely "]) + text + r.choice([". ", ". ", ".\n", "\n", "\n\n", "; ", "... "]) + order


# Slips of the keyboard in the words of an order.
_APOSTROPHE = re.compile(r"(?<=[a-z])'(?=(s|t|m|re|d|ll|ve)\b)")


def slips(r, template, share=0.12):
    """A template typed in a hurry once in a while: no apostrophes, a missing or swapped
    letter, short forms of everyday words. Fields in braces stay."""
    if r.random() >= share:
        return template
    words = _APOSTROPHE.sub("", expand(r, template)).split(" ")
    for _ in range(r.choice([0, 1, 1, 2])):
        i = r.randrange(len(words))
        w = words[i]
        if w in SHORT:
            words[i] = r.choice(SHORT[w])
        elif w.isalpha() and w.islower() and len(w) > 4 and w not in KEEP:
            j = r.randrange(1, len(w) - 2)
            words[i] = r.choice([w[:j] + w[j + 1:], w[:j] + w[j + 1] + w[j] + w[j + 2:], w[:j] + w[j] + w[j:]])
    return " ".join(words)


SHORT = {"you": ["u"], "please": ["pls", "plz", "plese"], "are": ["r"], "what": ["wat", "waht"], "the": ["teh", "th"], "your": ["ur"], "this": ["ths", "tihs"], "with": ["w/", "wiht"], "and": ["&", "n", "adn"], "me": ["em"], "of": ["fo"]}
# Words whose loss or change would alter the meaning.
KEEP = set("before after ascending descending first last least most letter letters smallest biggest".split())
