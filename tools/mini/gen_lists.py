"""Training data: copy, reverse, sort, count over lists and strings."""
import string

from chat import CH0, CH1, chat
import frames as F
from phrase import command, ph, say, system
from words import NAMES, WORDS, alike, cap, distinct, doubled, letters, plural, pseudo, strange, word


def items(r, n=None, dup=False):
    """A list of one kind of thing and what it is called."""
    n = n or r.randint(2, 12)
    k = r.randrange(11)
    d = r.choice([0.3, 0.7, 0.95])
    if k == 9 and not dup:
        xs = alike(r, n) if r.random() < 0.5 else alike(r, (n + 1) // 2) + alike(r, n // 2)
        if r.random() < 0.3:
            head = letters(r, r.randint(1, 3))
            xs = [head + x if r.random() < 0.6 else x for x in xs]
        return list(dict.fromkeys(xs)), "words"
    if k == 10 and not dup:
        head = r.randint(1, 99)
        return distinct(r, n, lambda r: r.choice([f"{head}{r.randint(0, 9)}", str(r.randint(0, 999)), f"{head % 10}{r.randint(0, 99)}"])), "numbers"
    pick = (lambda m: [m(r) for _ in range(n)]) if dup else (lambda m: distinct(r, n, m))
    if k < 4:
        return pick(lambda r: word(r, d)), "words"
    if k == 4:
        return pick(strange if r.random() < 0.7 else pseudo), "words"
    if k == 5:
        return pick(lambda r: str(r.randint(0, 999))), "numbers"
    if k == 6:
        return pick(lambda r: str(r.randint(0, 99))), "numbers"
    if k == 7:
        return pick(lambda r: r.choice(NAMES)), "names"
    return pick(lambda r: r.choice([word(r), cap(word(r)), str(r.randint(0, 99)), pseudo(r), letters(r, r.randint(1, 5))])), "items"


STYLES = [", ", ", ", ", ", ", ", "\n", "\n", " ", "; ", "\n- ", "1. ", "json", "json", "|", ","]


def show(r, xs, style):
    if style == "json":
        return "[" + ", ".join(x if x.isdigit() else f'"{x}"' for x in xs) + "]"
    if style == "1. ":
        return "\n".join(f"{i + 1}. {x}" for i, x in enumerate(xs))
    if style == "\n- ":
        return "\n".join("- " + x for x in xs)
    return style.join(xs)


NOUN = "(the list|this list|the following list|these {what}|the following {what}|the {what}|the {what} below|the list below|this list of {what}|my list|the items|this|this|these|this|all of this|the following|what follows|everything below|the entries|the whole list|the sequence|these entries|that)"


def frame(r, order, text, what):
    """Join an order and its material in one of several layouts."""
    roll = r.random()
    sep = "\n" if "\n" in text else r.choice([" ", " ", "\n", "\n\n"])
    order = command(r, order.replace("{noun}", NOUN), what=what)
    if roll < 0.8:
        return order + r.choice([":", ":", ":", "."] if sep != " " else [":", ":"]) + sep + text
    if roll < 0.92:
        return text + r.choice(["\n", "\n\n"]) + cap(order) + r.choice([".", ""])
    return ph(r, "(Here is a list|Here are some {what}|I have this list|I have these {what}|List|Input)", what=what) + ":" + sep + text + r.choice(["\n", "\n\n"]) + cap(order) + "."


COPY = F.COPY + ["copy {noun}", "repeat {noun}", "(write|print|output|type|echo|return|reproduce) {noun}( exactly| again| unchanged| as it is| as is|)", "say {noun} again", "give me back {noun}( unchanged|)", "repeat {noun} (exactly|word for word|after me)", "copy {noun} without changes", "show me {noun} again", "make a copy of {noun}", "duplicate {noun}", "list {noun} in the same order"]
REVERSE = F.REVERSE + ["reverse {noun}", "reverse the order of {noun}", "(write|print|output|give me|list|show|put|return) {noun} (backwards|in reverse|in reverse order|from last to first|in the opposite order|in backward order)", "turn {noun} around", "flip {noun}", "flip the order of {noun}", "invert the order of {noun}", "start from the end and list {noun}", "list {noun} from the end to the start", "read {noun} backwards", "give {noun} in reversed order"]
SORT_UP = ["sort {noun}", "sort {noun} {up}", "(put|arrange|order|list|give me|write|return|rank) {noun} {up}", "order {noun}", "arrange {noun} {up}", "bring {noun} into {upn} order", "put {noun} in order", "organize {noun} {up}", "alphabetize {noun}"]
SORT_DOWN = ["sort {noun} {down}", "(put|arrange|order|list|give me|write|return) {noun} {down}", "order {noun} {down}"]
ALPHA = ("(alphabetically|in alphabetical order|from A to Z|by the alphabet|in ABC order|by name)", "alphabetical", "(in reverse alphabetical order|from Z to A|alphabetically, from Z to A|in descending order)")
NUMER = ("(in ascending order|from smallest to largest|from low to high|numerically|in increasing order|by size|from lowest to highest|ascending|in numerical order|smallest first)", "ascending", "(in descending order|from largest to smallest|from high to low|in decreasing order|from highest to lowest|descending|largest first|biggest first)")


def copy(r, think=False):
    if r.random() < 0.35:
        return string_copy(r, think)
    xs, what = items(r, dup=r.random() < 0.15)
    st = r.choice(STYLES)
    return _done(r, frame(r, r.choice(COPY), show(r, xs, st), what), show(r, xs, st), think, "I repeat the list as it is.")


def reverse(r, think=False):
    if r.random() < 0.3:
        return string_reverse(r, think)
    xs, what = items(r, dup=r.random() < 0.15)
    st = r.choice(STYLES)
    return _done(r, frame(r, r.choice(REVERSE), show(r, xs, st), what), show(r, xs[::-1], st), think, f"{len(xs)} {what}. The last one is {xs[-1]}, so I start there.")


def sort(r, think=False):
    xs, what = items(r, dup=r.random() < 0.1)
    while what == "items":
        xs, what = items(r)
    num = what == "numbers"
    up, upn, down = NUMER if num else ALPHA
    desc = r.random() < (0.3 if num else 0.15)
    more = (F.SORT_DOWNNUM if desc else F.SORT_UPNUM) if num else [] if desc else F.SORT_ALPHA
    tpl = r.choice((SORT_DOWN * 3 if desc else [t for t in SORT_UP if not (num and t.startswith("alpha"))]) + more)
    tpl = tpl.replace("{up}", up).replace("{upn}", upn).replace("{down}", down)
    ys = sorted(xs, key=int if num else str.lower, reverse=desc)
    st = r.choice(STYLES)
    return _done(r, frame(r, tpl, show(r, xs, st), what), show(r, ys, st), think, f"{len(xs)} {what}. The first one in order is {ys[0]}.")


def _done(r, q, a, think, trace):
    return chat(q, a, system(r, 0.2), trace if think else "", think)


def text_string(r):
    """A string of up to 24 characters of some kind."""
    k = r.randrange(9)
    if k == 0:
        return letters(r, r.randint(2, 24))
    if k > 6:
        w = strange(r) if r.random() < 0.5 else word(r)
        w = doubled(r, w) if r.random() < 0.4 else w
        return (w if k == 7 else w + r.choice(["", "-", " ", "_", ""]) + word(r, 0.3))[:24].strip()
    if k == 1:
        return letters(r, r.randint(2, 24), string.ascii_letters + string.digits)
    if k == 2:
        return letters(r, r.randint(3, 20), string.digits)
    if k == 3:
        return (word(r) + r.choice([" ", "-", "_", "."]) + word(r))[:24].strip()
    if k == 4:
        return letters(r, r.randint(3, 20), string.ascii_letters + string.digits + "!#$%&*+-/=?@_~:;,.")
    return word(r, 0.5)


QUOTE = ['"{s}"', '"{s}"', "'{s}'", "{s}", "{s}", "`{s}`"]


def string_copy(r, think):
    s = text_string(r)
    if r.random() < 0.2:
        s = " ".join(word(r) for _ in range(r.randint(3, 10))) + r.choice([".", "!", "?", ""])
    if r.random() < 0.5:
        return _done(r, command(r, r.choice(F.STRING_COPY), q=r.choice(QUOTE).replace("{s}", s)) + (r.choice([".", "", ""]) if s[-1:].isalnum() and " " not in s else ""), s, think, "I repeat the text.") if s[-1:] not in ".!?" else _done(r, "Say: " + s, s, think, "I repeat the text.")
    q = command(r, r.choice(["repeat", "copy", "(write|print|output|type|echo)", "repeat (the text|the string|this string|this text|the following|exactly)", "copy the string", "(say|repeat) after me"]))
    return _done(r, q + r.choice([": ", " ", ":\n"]) + r.choice(QUOTE).replace("{s}", s), s, think, "I repeat the text.")


def string_reverse(r, think):
    s = text_string(r)
    if r.random() < 0.5:
        q = command(r, r.choice(F.STRING_REVERSE), q=r.choice(["{q}", "{q}", "the word {q}", "the string {q}", "the text {q}"]).replace("{q}", r.choice(QUOTE).replace("{s}", s)))
        return _done(r, q + (r.choice([".", "?", ""]) if s[-1:].isalnum() else ""), CH0 + s[::-1] + CH1, think, "Letters: " + CH0 + " ".join(s) + CH1 + ".")
    q = command(r, r.choice(["reverse (the string|the word|this string|this word|the text|the letters of|the letters in|the characters of|the characters in)", "reverse", "(spell|write|print|type) (the word|the string|this word|) backwards", "spell backwards", "write in reverse", "flip the (string|letters of|characters of)", "(give me|what is) the reverse of"]))
    return _done(r, q + r.choice([": ", " ", " "]) + r.choice(QUOTE).replace("{s}", s), CH0 + s[::-1] + CH1, think, "Letters: " + CH0 + " ".join(s) + CH1 + ".")


def spell(r, think=False):
    s = word(r, 0.4)
    s = doubled(r, s) if r.random() < 0.2 else s
    q = command(r, r.choice(["spell (the word|) {s}", "spell out {s}", "list the letters (of|in) {s}", "how do you spell {s}?", "write {s} letter by letter", "split {s} into letters"]), s=r.choice(['"{s}"', "{s}", "'{s}'"]).replace("{s}", s))
    return _done(r, q, CH0 + "-".join(s) + CH1, think, "One letter after another.")


def count(r, think=False):
    """Counts up to 15 of items, of a given item, and of letters."""
    k = r.randrange(10)
    if k < 4:
        xs, what = items(r, r.randint(1, 15), dup=r.random() < 0.3)
        order = r.choice(F.COUNT + ["count {noun}", "count {noun}", "how many {what} are (in the list|here|there|below|in this list|listed)", "how many (items|elements|entries) (are in|does) {noun} (have|contain|)", "count how many {what} (there are|are listed|are here)", "(tell me|find|give me) the (number|count) of {what}", "what is the length of {noun}", "how long is {noun}", "(tell me|say) how many {what} (there are|are in the list|you see)", "what is the number of {what}"])
        st = r.choice(STYLES[:-4] + ["json"])
        q = frame(r, order, show(r, xs, st), what)
        w = what if len(xs) != 1 else what[:-1]
        return _done(r, q, f"There {'is' if len(xs) == 1 else 'are'} {len(xs)} {w}.", think, "Counting: " + ", ".join(f"{i + 1} {x}" for i, x in enumerate(xs)) + ".")
    if k < 7:
        n, m = r.randint(0, 12), r.randint(0, 6)
        a = word(r)
        if r.random() < 0.6:
            n, m = r.randint(1, 10), r.randint(1, 13)
            m = min(m, 15 - n)
        others = distinct(r, r.choice([1, 2, 4, 13]), word)
        xs = [a] * n + [o for o in (others[: m] if len(others) == 13 else [r.choice(others) for _ in range(max(m, 1 if n == 0 else 0))]) if o != a]
        r.shuffle(xs)
        if not xs:
            xs = [others[0]]
            n = int(others[0] == a)
        st = r.choice([", ", ", ", " ", "\n", "json"])
        t = show(r, xs, st)
        q = r.choice([0, 1])
        order = say(r, r.choice(F.COUNT_ONE + ['how (many times|often) does (the word |){a} (appear|occur|show up)( in the list| below| here| in this list|)', "count (how often|how many times) {a} (appears|occurs)", "count {a}", "how many times is {a} (there|in the list|listed|mentioned)", "how many {ps} are (there|in the list|here|in this list)", "(count|tell me) the number of {ps}", "find how often {a} (occurs|appears|is listed)"]), a=r.choice(['"' + a + '"', a, a]), ps=plural(a))
        sep = "\n" if "\n" in t else r.choice([" ", "\n"])
        q = cap(order) + r.choice(["? ", ": ", "?\n", ":\n"]).rstrip(" ") + sep + t if r.random() < 0.7 else t + "\n" + cap(order) + "?"
        c = xs.count(a)
        return _done(r, q, f"{cap(a)} appears {c} time{'' if c == 1 else 's'}.", think, "I go through the list. " + " ".join(f"{i + 1}" for i in range(c)) + f". So {c}.")
    s = word(r, 0.6)
    if k < 9 and s:
        ch = r.choice(s) if r.random() < 0.85 else r.choice(string.ascii_lowercase)
        c = s.count(ch)
        qq = say(r, r.choice(F.LETTER_IN + ["how many (times does the letter |){c}('s |s | )(are|occur|appear) in {s}?", "how many times does (the letter |){c} (appear|occur) in (the word |){s}?", "count the (letter |){c}('s|s) in {s}.", "count (the letter |){c} in (the word |){s}.", "how often (does|is) (the letter |){c} (appear|) in {s}?"]), c=r.choice([ch, f'"{ch}"', f"'{ch}'"]), s=r.choice(['"' + s + '"', s]))
        return _done(r, cap(qq), f"The letter {ch} appears {c} time{'' if c == 1 else 's'} in {s}.", think, "Letters: " + CH0 + " ".join(s) + CH1 + f". I see {ch} {c} times.")
    s = s[:15] if r.random() < 0.8 else letters(r, r.randint(1, 15))
    qq = say(r, r.choice(F.LETTERS + ["how many (letters|characters) (does|are in) (the word |){s} (have|)?", "how long is the word {s}?", "count the letters (in|of) (the word |){s}.", "how many letters are in {s}?", "what is the length of {s}?"]), s=r.choice(['"' + s + '"', s]))
    return _done(r, cap(qq).replace(" ?", "?"), f"{cap(s)} has {len(s)} letter{'' if len(s) == 1 else 's'}.", think, "Letters: " + CH0 + " ".join(s) + CH1 + f". That is {len(s)}.")


def pick(r, think=False):
    """First, last, n-th item; does the list hold an item; largest number."""
    xs, what = items(r)
    st = r.choice(STYLES[:9])
    k = r.randrange(5)
    one = what[:-1]
    if k == 0:
        order, a = f"(tell me|give me|name|print|write) the first {one} (of|in) the list", xs[0]
    elif k == 1:
        order, a = f"(tell me|give me|name|print|write) the last {one} (of|in) the list", xs[-1]
    elif k == 2:
        i = r.randrange(len(xs))
        o = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()[i]
        order, a = f"(tell me|give me|name|print|write) (the {o} {one}|{one} number {i + 1}|the {o} {one} of the list)", xs[i]
    elif k == 3 and what == "numbers":
        big = r.random() < 0.5
        order, a = ("find the (largest|biggest|highest) number" if big else "find the (smallest|lowest) number"), str((max if big else min)(map(int, xs)))
    else:
        x = r.choice(xs) if r.random() < 0.5 else word(r)
        order, a = f"check (if|whether) {x} is in the list", "Yes." if x in xs else "No."
    return _done(r, frame(r, order, show(r, xs, st), what), a, think, f"The list has {len(xs)} {what}.")
