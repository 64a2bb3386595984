"""Training data: copy, reverse, sort, count over lists and strings."""
import string

from chat import CH0, CH1, chat
import frames as F
import countways as N
import listasking as A
import listwide as W
import textways as X
from listforms import FINISH_LEADS, KINDS, frame, items, layout, show, slips
from phrase import expand, noise, ph, system
from stringforms import accented, after, before, inside, line, one_word, sentence, text_string
from words import NAMES, cap, distinct, doubled, letters, plural, pseudo, strange, word

COPY = F.COPY + A.COPY + ["copy {noun}", "repeat {noun}", "(write|print|output|type|echo|return|reproduce) {noun}( exactly| again| unchanged| as it is| as is|)", "say {noun} again", "give me back {noun}( unchanged|)", "repeat {noun} (exactly|word for word|after me)", "copy {noun} without changes", "show me {noun} again", "make a copy of {noun}", "duplicate {noun}", "list {noun} in the same order"]
REVERSE = F.REVERSE + A.REVERSE + ["reverse {noun}", "reverse the order of {noun}", "(write|print|output|give me|list|show|put|return) {noun} (backwards|in reverse|in reverse order|from last to first|in the opposite order|in backward order)", "turn {noun} around", "flip {noun}", "flip the order of {noun}", "invert the order of {noun}", "start from the end and list {noun}", "list {noun} from the end to the start", "read {noun} backwards", "give {noun} in reversed order"]
COUNT = F.COUNT + A.COUNT + A.COUNT + ["count {noun}", "count {noun}", "how many {what} are (in the list|here|there|below|in this list|listed)", "how many (items|elements|entries) (are in|does) {noun} (have|contain|)", "count how many {what} (there are|are listed|are here)", "(tell me|find|give me) the (number|count) of {what}", "what is the length of {noun}", "how long is {noun}", "(tell me|say) how many {what} (there are|are in the list|you see)", "what is the number of {what}"]
SORT_UP = ["sort {noun} {d}", "(put|arrange|order|list|give me|write|return|rank) {noun} {d}", "arrange {noun} {d}", "organize {noun} {d}", "order {noun} {d}"]
SORT_WORDS = F.SORT_ALPHA + ["bring {noun} into alphabetical order", "alphabetize {noun}", "alphabetize", "put {noun} in order", "sort {noun}", "order {noun}"]
SORT_NUMBERS = F.SORT_UPNUM + ["bring {noun} into (ascending|increasing|numerical) order", "put {noun} in order", "sort {noun}", "order {noun}"]
# How lists are sorted: by the kind of their items, up and down.
WAYS = {"alpha": (A.ALPHA_UP, A.ALPHA_DOWN), "number": (A.NUM_UP, A.NUM_DOWN), "time": (A.TIME_UP, A.TIME_DOWN), "length": (A.LENGTH_UP, A.LENGTH_DOWN)}
SORTABLE = [k for k in KINDS if k not in ("mixed", "joined")] + ["numbers"] * 14


def _done(r, q, a, think, trace, **about):
    """A finished sample; about says what it must fulfil, for check_data.py."""
    c = chat(q, a, system(r, 0.2), trace if think else "", think)
    c["about"] = about
    return c


# The share of requests in the wide grammar.
WIDE = 0.58


def _list_done(r, op, tpl, xs, ys, what, think, trace, wide=None, **about):
    form = layout(r, xs)
    text = show(xs, form)
    a = show(ys, form, op != "copy" or form[0] == "indent")
    inside = form[0] in ("and", "json", "python", "quote", "wrap") or form in (("sep", ", "), ("sep", " / "), ("sep", "; "))
    q = wide(text) if wide else frame(r, tpl, text, what, inside)
    return _done(r, q, a, think, trace, op=op, items=xs, want=ys, form=form, text=text, **about)


def copy(r, think=False):
    if r.random() < 0.45:
        return string_copy(r, think)
    if r.random() < WIDE:
        xs, what, _ = W.material(r, dup=r.random() < 0.15)
        return _list_done(r, "copy", "", xs, xs, what, think, "I repeat the list as it is.", lambda text: W.order_list(r, "copy", text, what))
    xs, what, _ = items(r, W.length(r), dup=r.random() < 0.15)
    tpl = r.choice(COPY) if r.random() < 0.6 else r.choice(A.DO).replace("{d}", A.AGAIN)
    return _list_done(r, "copy", tpl, xs, xs, what, think, "I repeat the list as it is.")


def reverse(r, think=False):
    if r.random() < 0.32:
        return string_reverse(r, think)
    wide = r.random() < WIDE
    xs, what, _ = W.material(r, dup=r.random() < 0.15) if wide else items(r, W.length(r), dup=r.random() < 0.15)
    tpl = r.choice(REVERSE) if r.random() < 0.6 else r.choice(A.DO).replace("{d}", A.BACK)
    ask = (lambda text: W.order_list(r, "reverse", text, what)) if wide else None
    return _list_done(r, "reverse", tpl, xs, xs[::-1], what, think, f"{len(xs)} {what}. The last one is {xs[-1]}, so I start there.", ask)


def sort_key(way):
    """What a list is sorted by."""
    return {"alpha": str.lower, "number": float, "time": str, "length": len}[way]


def _sortable(r):
    """A list whose order is beyond doubt, what it is called, and by what it is sorted."""
    while True:
        xs, what, kind = W.sortable(r, W.length(r)) if r.random() < 0.12 else items(r, W.length(r), dup=r.random() < 0.1, kinds=SORTABLE)
        if len(xs) < 2:
            continue
        way = "number" if kind in ("numbers", "years") else "time" if kind in ("times", "dates") else "alpha"
        if way == "alpha" and r.random() < 0.04:
            ys = list({len(x): x for x in xs}.values())
            if len(ys) > 1:
                return ys, what, "length"
        key = sort_key(way)
        if len({key(x) for x in xs}) != len(set(xs)):
            continue
        # Spaces must not matter either.
        if way != "alpha" or all(x.isalpha() for x in xs) or sorted(xs, key=key) == sorted(xs, key=lambda x: "".join(c for c in x.lower() if c.isalpha())):
            return xs, what, way


def sort(r, think=False):
    xs, what, way = _sortable(r)
    desc = r.random() < (0.42 if way != "alpha" else 0.2)
    d = WAYS[way][desc]
    ys = sorted(xs, key=sort_key(way), reverse=desc)
    trace = f"{len(xs)} {what}. The first one in order is {ys[0]}."
    if r.random() < WIDE:
        return _list_done(r, "sort", "", xs, ys, what, think, trace, lambda text: W.sort_list(r, text, what, way, desc, d), way=way, desc=desc)
    k = r.random()
    plain = {"alpha": SORT_WORDS, "number": F.SORT_DOWNNUM if desc else SORT_NUMBERS}.get(way, [])
    if k < 0.06:
        # The direction stands before the list and the order after it.
        form = layout(r, xs)
        text = show(xs, form)
        q = cap(expand(r, expand(r, FINISH_LEADS).replace("{d}", d)).replace("{what}", what).replace("{one}", _one(what))) + (":\n" + text + "\n" if "\n" in text else ": " + text + r.choice([". ", ". ", "\n", "\n\n"])) + expand(r, A.FINISH)
        return _done(r, q, show(ys, form, True), think, trace, op="sort", items=xs, want=ys, form=form, text=text, way=way, desc=desc)
    if k < 0.5 or (desc and way == "alpha" and k < 0.8):
        tpl = r.choice(A.SORTED)
    elif k < 0.64:
        tpl = r.choice(A.DO)
    elif k < 0.76:
        tpl = r.choice(SORT_UP)
    elif plain and (way != "alpha" or not desc):
        tpl = r.choice(A.SORT if k > 0.9 and not desc else plain)
    elif not desc and way != "length" and k > 0.9:
        tpl = r.choice(A.SORT)
    else:
        tpl = r.choice(A.SORTED)
    return _list_done(r, "sort", tpl.replace("{d}", d), xs, ys, what, think, trace, way=way, desc=desc)


def _one(what):
    return what[:-3] + "y" if what.endswith("ies") else what[:-1]


def _spelled(s):
    return CH0 + "-".join(s) + CH1


def string_copy(r, think):
    if r.random() < WIDE:
        q, s = W.copy_text(r)
        return _done(r, q, s, think, "I repeat the text.", op="same", want=s)
    s = text_string(r, 0.35) if r.random() < 0.8 else line(r)
    k = r.random()
    if k < 0.5:
        q = before(r, r.choice(A.STRING_COPY), s)
    elif k < 0.72:
        q = after(r, r.choice(A.STRING_COPY_AFTER), s)
    else:
        q = inside(r, r.choice(F.STRING_COPY), s, ("the text ", "the string ", "the line ", "the words "))
    return _done(r, q, s, think, "I repeat the text.", op="same", want=s)


def string_reverse(r, think):
    if r.random() < WIDE:
        q, s = W.reverse_text(r)
        return _done(r, q, CH0 + s[::-1] + CH1, think, "Letters: " + CH0 + " ".join(s) + CH1 + ".", op="same", want=s[::-1])
    s = text_string(r, 0.72)
    k = r.random()
    if k < 0.35:
        q = before(r, r.choice(A.STRING_REVERSE), s)
    elif k < 0.47:
        q = after(r, r.choice(A.STRING_REVERSE), s)
    else:
        q = inside(r, r.choice(F.STRING_REVERSE + A.STRING_REVERSE_IN), s, ("the word ", "the string ", "the text "))
    return _done(r, q, CH0 + s[::-1] + CH1, think, "Letters: " + CH0 + " ".join(s) + CH1 + ".", op="same", want=s[::-1])


def _about_word(r, orders, s, **f):
    """A question about a word, which may stand in marks."""
    t = r.choice(['"' + s + '"', s, s, "'" + s + "'"])
    order = cap(noise(r, expand(r, slips(r, r.choice(orders)))))
    q = ph(r, order, s=t if r.random() < 0.7 or t != s or "the word {s}" in order.lower() else "the word " + t, **f)
    return q.replace(" ?", "?") + ("" if q[-1] in ".?!" else "?" if q.split(" ")[0].lower() in ("how", "what", "what's", "can", "could", "which", "does") else r.choice(["?", ".", ""]))


def spell(r, think=False):
    s = word(r, 0.4) if r.random() < 0.7 else one_word(r) if r.random() < 0.8 else accented(r).split(" ")[0]
    s = doubled(r, s) if r.random() < 0.2 else s
    q = W.word_question(r, X.SPELL, X.SPELL_WEIGHTS, s) if r.random() < WIDE else _about_word(r, A.SPELL + ["spell (the word|) {s}", "spell out {s}", "list the letters (of|in) {s}", "how do you spell {s}?", "write {s} letter by letter", "split {s} into letters"], s)
    return _done(r, q, _spelled(s), think, "One letter after another.", op="spell", word=s)


def times(c):
    return f"{c} time{'' if c == 1 else 's'}"


def count(r, think=False):
    """Counts up to 15 of items, of a given item, of letters, of vowels and of words."""
    k = r.random()
    if k < 0.38:
        return count_items(r, think)
    if k < 0.6:
        return count_one(r, think)
    if k < 0.73:
        return count_letter(r, think)
    if k < 0.84:
        return count_letters(r, think)
    if k < 0.86:
        s = _word(r)
        vs = [c for c in s if c in "aeiou"]
        q = _about_word(r, A.VOWELS, s)
        return _done(r, q, (CH0 + ", ".join(vs) + CH1 + ": " if vs else "") + f"{len(vs)} vowel{'' if len(vs) == 1 else 's'}.", think, "Letters: " + CH0 + " ".join(s) + CH1 + ".", op="vowels", want=len(vs), word=s)
    return count_words(r, think)


def count_words(r, think):
    if r.random() < 0.75:
        q, s = W.count_words(r)
    else:
        s = cap(" ".join(word(r, 0.9) for _ in range(r.randint(1, 13)))) + r.choice([".", "", "!", "?"]) if r.random() < 0.4 else W.said(r)
        q = before(r, r.choice(A.WORDS_IN), s)
    n = len(s.split())
    return _done(r, q, f"There {'is' if n == 1 else 'are'} {n} word{'' if n == 1 else 's'}.", think, "Counting: " + ", ".join(f"{i + 1} {x.strip('.!?')}" for i, x in enumerate(s.split())) + ".", op="words", want=n, line=s)


def _like_sum(order):
    """Whether an order about numbers could mean their sum."""
    return any(w in order for w in ("total", "amount", "add up", "sum")) and not any(w in order for w in ("how many", "number of", "items"))


def _number_like(xs):
    return all(x.strip("-").replace(".", "").isdigit() for x in xs)


def count_items(r, think):
    wide = r.random() < WIDE
    xs, what, _ = (W.material if wide else items)(r, r.randint(1, 15), dup=r.random() < 0.25)
    if what == "times":
        what = "items"  # "how many times" would ask for something else
    form = layout(r, xs)
    text = show(xs, form)
    if wide:
        return _counted(r, W.count_list(r, text, what, _number_like(xs)), think, xs, what, form, text)
    tpl = expand(r, r.choice(COUNT))
    while _like_sum(tpl) and _number_like(xs):
        tpl = expand(r, r.choice(COUNT))
    q = frame(r, tpl, text, what, form[0] in ("json", "python", "wrap", "quote") or form == ("sep", ", "), False)
    return _counted(r, q, think, xs, what, form, text)


def _counted(r, q, think, xs, what, form, text):
    # What the question calls them, the answer calls them.
    w = what if what in q.replace(text, "", 1) else "items"
    n = len(xs)
    return _done(r, q, f"There {'is' if n == 1 else 'are'} {n} {w if n != 1 else _one(w)}.", think, "Counting: " + ", ".join(f"{i + 1} {x}" for i, x in enumerate(xs)) + ".", op="items", want=n, items=xs, form=form, text=text)


def count_one(r, think):
    n, m = (r.randint(0, 12), r.randint(0, 6)) if r.random() < 0.3 else (r.randint(1, 9), r.randint(1, 13))
    m = max(min(m, 15 - n), 1 if n == 0 else 0)
    make = r.choice([word, word, word, word, lambda r: r.choice(NAMES), pseudo, lambda r: cap(word(r, 0.9)), lambda r: str(r.randint(0, 99))])
    a, *others = distinct(r, 1 + r.choice([1, 2, 2, 3, 4, 13]), make)
    xs = [a] * n + (others[:m] if len(others) == 13 else [r.choice(others) for _ in range(m)])
    r.shuffle(xs)
    form = layout(r, xs) if r.random() < 0.55 else ("sep", ", ")
    text = show(xs, form)
    q = r.choice(['"' + a + '"', a, a, a, "'" + a + "'"])
    wide = r.random() < WIDE
    tpl = r.choice(F.COUNT_ONE + A.COUNT_ONE + A.COUNT_ONE + ['how (many times|often) does (the word |){a} (appear|occur|show up)( in the list| below| here| in this list|)', "count (how often|how many times) {a} (appears|occurs)", "count {a}", "how many times is {a} (there|in the list|listed|mentioned)", "how many {ps} are (there|in the list|here|in this list)", "(count|tell me) the number of {ps}", "find how often {a} (occurs|appears|is listed)"])
    tpl = expand(r, tpl)
    if "word {a}" not in tpl and r.random() < 0.3:
        q = ("the number " if a.isdigit() else "the word ") + q
    what = "numbers" if a.isdigit() else "words"
    u = W.count_one(r, text, what) if wide else frame(r, tpl, text, what, form[0] in ("json", "python", "wrap") or form == ("sep", ", "), False)
    u = u.replace("{a}", q).replace("{ps}", plural(a) if a.isalpha() else q)
    c = xs.count(a)
    return _done(r, u, (cap(a) if not a.isdigit() else "It") + f" appears {times(c)}.", think, "I go through the list. " + " ".join(f"{i + 1}" for i in range(c)) + f". So {c}.", op="one", want=c, items=xs, form=form, text=text, item=a)


def _word(r):
    """A word of at most 15 letters, as a rule a known one."""
    while True:
        k = r.random()
        s = word(r, 0.75) if k < 0.75 else pseudo(r) if k < 0.85 else letters(r, r.randint(1, 12)) if k < 0.9 else r.choice(NAMES) if k < 0.95 else cap(word(r, 0.9))
        s = doubled(r, s) if r.random() < 0.06 else s
        if s.isalpha() and len(s) <= 15:
            return s


def count_letter(r, think):
    s = _word(r)
    ch = r.choice(s).lower() if r.random() < 0.88 else r.choice(string.ascii_lowercase)
    if r.random() < 0.3:
        # The letter that occurs most, so that counts above one are not rare.
        ch = max(s.lower(), key=s.lower().count)
    c = s.lower().count(ch)
    t = r.choice([ch, ch, f'"{ch}"', f"'{ch}'", ch, ch.upper() if r.random() < 0.3 else ch])
    q = W.word_question(r, N.LETTER_IN, N.LETTER_WEIGHTS, s, c=t) if r.random() < WIDE else _about_word(r, F.LETTER_IN + A.LETTER_IN + A.LETTER_IN + ["how many (times does the letter |){c}('s |s | )(are|occur|appear) in {s}?", "how many times does (the letter |){c} (appear|occur) in (the word |){s}?", "count the (letter |){c}('s|s) in {s}.", "count (the letter |){c} in (the word |){s}.", "how often (does|is) (the letter |){c} (appear|) in {s}?"], s, c=t)
    return _done(r, q, _spelled(s) + f": the letter {ch} appears {times(c)}.", think, "Letters: " + CH0 + " ".join(s) + CH1 + f". I see {ch} {times(c)}.", op="letter", want=c, word=s, letter=ch)


def count_letters(r, think):
    s = _word(r)
    q = W.word_question(r, N.LETTERS, N.LETTERS_WEIGHTS, s) if r.random() < WIDE else _about_word(r, F.LETTERS + A.LETTERS + A.LETTERS + ["how many (letters|characters) (does|are in) (the word |){s} (have|)?", "how long is the word {s}?", "count the letters (in|of) (the word |){s}.", "how many letters are in {s}?", "what is the length of {s}?"], s)
    n = len(s)
    return _done(r, q, _spelled(s) + f": {n} letter{'' if n == 1 else 's'}.", think, "Letters: " + CH0 + " ".join(s) + CH1 + f". That is {n}.", op="letters", want=n, word=s)


ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
GIVE = "(tell me|give me|name|print|write|what is|which is|say|show me|i need|return)"


def pick(r, think=False):
    """First, last, n-th item; does the list hold an item; largest number; neighbours; longest word."""
    if r.random() < WIDE:
        return _pick_wide(r, think)
    xs, what, kind = items(r)
    form = layout(r, xs)
    k = r.randrange(8)
    n = len(xs)
    i = r.randrange(n)
    v = ""
    if k == 0:
        order, a = GIVE + " the (first {one} (of|in) {noun}|very first {one}|{one} at the start|{one} on top|{one} that comes first|first one|first item|first of {noun})", xs[0]
    elif k == 1:
        order, a = GIVE + " the (last {one} (of|in) {noun}|very last {one}|final {one}|{one} at the end|{one} that comes last|last one|last item|last of {noun})", xs[-1]
    elif k == 2 and kind == "numbers" and len({float(x) for x in xs}) == n:
        big = r.random() < 0.5
        order, a = "(find|give me|what is|which is|name|tell me|show me|pick|say) " + ("(the (largest|biggest|highest|greatest) (number|one|value|of {noun})|the maximum( of {noun}|))" if big else "(the (smallest|lowest|least) (number|one|value|of {noun})|the minimum( of {noun}|))"), (max if big else min)(xs, key=float)
    elif k == 3 and len(set(xs)) == n:
        i = max(i, 1)
        next_one = r.random() < 0.5
        order = "(what|which {one}) (comes|stands|is|is listed) (right |directly |)" + ("(after|behind)" if next_one else "before") + " {v}( in {noun}|)"
        v, a = (xs[i - 1], xs[i]) if next_one else (xs[i], xs[i - 1])
    elif k == 4 and kind in ("words", "plain", "strange", "alike") and len({len(x) for x in xs}) == n:
        most = r.choice(["longest", "shortest"])
        order, a = f"(find|give me|what is|which is|name|tell me|pick) the ({most} {{one}}|{most} one|{most} of {{noun}})", (max if most == "longest" else min)(xs, key=len)
    elif k < 6:
        v = r.choice(xs) if r.random() < 0.5 else word(r)
        order, a = "(check (if|whether) {v} is in {noun}|is {v} in {noun}|does {noun} (have|contain|include) {v}|is {v} (listed|there|among {noun})|do you see {v} in {noun}|can you find {v} in {noun})", "Yes." if v in xs else "No."
    else:
        o = ORDINALS[i]
        order, a = GIVE + f" (the {o} {{one}}|{{one}} number {i + 1}|the {o} {{one}} (of|in) {{noun}}|the {o} one|the {o} item|item {i + 1}|the {i + 1}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(i + 1, 'th')} {{one}})", xs[i]
    q = frame(r, expand(r, order), show(xs, form), what, False, False).replace("{v}", v)
    return _done(r, q, a, think, f"The list has {n} {what}.", op="pick", items=xs, **({"sought": v} if a in ("Yes.", "No.") else {}))


def _pick_wide(r, think):
    """An item by its place, its neighbour or its size; or whether there is one."""
    xs, what, kind = W.material(r)
    form, k, i, n = layout(r, xs), r.random(), r.randrange(len(xs)), len(xs)
    single = len(set(xs)) == n
    marks = lambda v: r.choice([v, v, f'"{v}"', f"'{v}'"]) if "'" not in v else v
    if k < 0.14:
        grammar, fill, rule, a = X.FIRST, {}, ("at", 0), xs[0]
    elif k < 0.3:
        grammar, fill, rule, a = X.LAST_ONE, {}, ("at", n - 1), xs[-1]
    elif k < 0.5:
        grammar, fill, rule, a = X.NTH, {"o": ORDINALS[i] if r.random() < 0.8 else f"{i + 1}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(i + 1, 'th')}", "i": i + 1}, ("at", i), xs[i]
    elif k < 0.66 and single and n > 1:
        i, step = (r.randrange(n - 1), 1) if r.random() < 0.5 else (r.randrange(1, n), -1)
        grammar, fill, rule, a = X.AFTER_ONE if step > 0 else X.BEFORE_ONE, {"v": marks(xs[i])}, ("beside", xs[i], step), xs[i + step]
    elif k < 0.8 and (kind == "numbers" and len({float(x) for x in xs}) == n or kind in ("words", "plain", "strange") and len({len(x) for x in xs}) == n):
        big = r.random() < 0.5
        m = r.choice((["largest", "biggest", "highest", "greatest"] if big else ["smallest", "lowest", "least"]) if kind == "numbers" else ["longest"] if big else ["shortest"])
        key = float if kind == "numbers" else len
        grammar, fill, rule, a = X.MOST, {"m": m}, ("most", kind == "numbers", big), (max if big else min)(xs, key=key)
    else:
        v = r.choice(xs) if r.random() < 0.5 else W.material(r, 1)[0][0]
        while v not in xs and any(v in x for x in xs):
            v = W.material(r, 1)[0][0]
        grammar, fill, rule, a = X.HAS, {"v": marks(v)}, ("has", v), "Yes." if v in xs else "No."
    text = show(xs, form)
    q = W.pick_list(r, grammar, text, what, **fill)
    return _done(r, q, a, think, f"The list has {n} {what}.", op="pick", items=xs, form=form, text=text, rule=rule)
