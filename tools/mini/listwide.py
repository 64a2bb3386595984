"""Requests about lists and strings in the wide grammar of ways.py, and their material."""
import copyways as C
import countways as N
import sortways as S
import textways as T
from listforms import items
from listitems import described, known, people, said, shaped, tasks
from places import place
from stringforms import code, line, quoted, text_string, written
from ways import TEXT_NOUNS, agree, sentence, weights_of
from words import letters, word

LISTS = {"copy": (C.COPY, C.COPY_WEIGHTS), "reverse": (C.REVERSE, C.REVERSE_WEIGHTS)}


def length(r):
    """How many items a list has: long ones are as frequent as short ones, and harder."""
    return r.randint(2, 12) if r.random() < 0.6 else r.randint(7, 12)


def material(r, n=None, dup=False):
    """A list, what its items are called and their kind."""
    n = n or length(r)
    if r.random() < 0.5:
        return (*shaped(r, n, dup), "shaped")
    return items(r, n, dup)


def order_list(r, op, text, what):
    """A request to copy or to reverse a list."""
    grammar, weights = LISTS[op]
    return place(r, lambda pos: sentence(r, grammar, weights, pos, what), text, "list", what)


def sort_list(r, text, what, way, desc, d):
    """A request to sort a list; d is how, as a template."""
    own = S.OWN.get((way, desc))
    if own and r.random() < 0.24:
        grammar, weights = {"full": own}, (["full"], [1])
    else:
        grammar, weights = S.SORT, S.SORT_WEIGHTS
    fill = (("{d}", d), ("{D}", d))
    return place(r, lambda pos: sentence(r, grammar, weights, pos, what, fill=fill), text, "list", what)


# Questions that numbers would answer with their sum.
_SUM = ("total", "amount", "add up", "sum", "altogether", "in all", "all in all", "all counted", "quantity")


def count_list(r, text, what, numbers):
    """A question for the number of items."""
    def make(pos):
        while True:
            q = sentence(r, N.items(pos), N.ITEMS_WEIGHTS, pos, what)
            low = q.lower()
            if not numbers or not any(w in low for w in _SUM) or any(w in low for w in ("how many", "number of", "items", "entries")):
                return q
    return place(r, make, text, "list", what, False)


def count_one(r, text, what):
    """A question for the number of times {a} is in a list; {a} and {ps} are left."""
    return place(r, lambda pos: sentence(r, N.one(pos), N.ONE_WEIGHTS, pos, what), text, "list", what, False)


def count_words(r):
    """A question for the number of words, and the sentence."""
    s = said(r) if r.random() < 0.8 else line(r)
    text = quoted(r, s, 0.35)
    return place(r, lambda pos: sentence(r, N.words(pos), N.WORDS_WEIGHTS, pos, "words"), text, "sentence", "words", False, bare=s), s


def pick_list(r, grammar, text, what, **fill):
    """A question for one item."""
    def make(pos):
        q = sentence(r, grammar, T.even(grammar), pos, what)
        for k, v in fill.items():
            q = q.replace("{" + k + "}", str(v))
        return q
    return place(r, make, text, "list", what, False)


def snippet(r):
    """Lines of code or text."""
    ls = [r.choice([code, code, written, line, lambda r: said(r, 3, 8)])(r) for _ in range(r.choice([2, 2, 3, 3, 4]))]
    if r.random() < 0.4:
        ls = [ls[0]] + [r.choice(["    ", "  ", "\t"]) + x for x in ls[1:]]
    return "\n".join(ls)


def copy_text(r):
    """A request to repeat a text, and the text."""
    k = r.random()
    s = text_string(r, 0.3) if k < 0.62 else line(r) if k < 0.76 else said(r, 3, 12) if k < 0.86 else snippet(r)
    text = s if "\n" in s else quoted(r, s, 0.35)
    return place(r, lambda pos: sentence(r, T.COPY_TEXT, T.COPY_TEXT_WEIGHTS, pos, "characters", TEXT_NOUNS), text, "text", "characters", True, 0.2, 0.22, s), s


_V_N = (["v", "n"], [70, 30])


def reverse_text(r):
    """A request to turn a string round, and the string."""
    k = r.random()
    s = text_string(r, 0.72) if k < 0.85 else letters(r, 1) + known(r)[1:] + r.choice(["", known(r)])
    s = s[:24]
    if r.random() < 0.35:
        def make(pos):
            return agree(r, sentence(r, T.REVERSE_TEXT, _V_N, pos, "letters", fill=(("{q}", "{noun}"),), nouns=TEXT_NOUNS), pos, "letters", TEXT_NOUNS)
        return place(r, make, quoted(r, s, 0.35), "text" if " " in s else "word", "letters", bare=s), s
    plain = s.isalpha() or s.isalnum() and r.random() < 0.5
    text = quoted(r, s, 0.4 if plain else 1.0)
    q = sentence(r, T.REVERSE_TEXT, T.REVERSE_TEXT_WEIGHTS, "label", "letters", TEXT_NOUNS, 0.2)
    if text == s and q.endswith("{q}.") and (": {q}." in q or r.random() < 0.5):
        q = q[:-1]
    if text != s and r.random() < 0.2:
        text = r.choice(["the string ", "the text ", "the word " if " " not in s else "the line "]) + text
    return q.replace("{q}", text), s


def letter_in(r, q, c=None):
    """The question with its letter filled in, if it asks for one."""
    if not c:
        return q
    q = q.replace("{c}s", c + "'s" if c[-1] not in "'\"" else "letters " + c)
    if "letter {c}" not in q and "letters {c}" not in q and r.random() < 0.25:
        q = q.replace("{c}", "the letter {c}", 1)
    q = q.replace("{c}", c)
    return q[:1].upper() + q[1:] if q.startswith("the letter") else q


def about_word(r, grammar, weights, s, **fill):
    """A question about a word, which stands inside of it."""
    text = r.choice([s, s, s, f'"{s}"', f"'{s}'", f"`{s}`"])
    q = sentence(r, grammar, weights, "label", "letters")
    if r.random() < 0.3 and "word {s}" not in q.lower():
        q = q.replace("{s}", "the word {s}", 1)
    q = letter_in(r, q.replace("{s}", text), **fill)
    return q[:1].upper() + q[1:] if q.startswith("the word") else q


def beside_word(r, grammar, kinds, s, **fill):
    """A question about a word that stands beside it, such as behind a label."""
    def make(pos):
        q = sentence(r, grammar, (list(kinds), list(kinds.values())), pos, "letters", fill=(("{s}", r.choice(["this word", "it", "the word", "that word"] if pos != "before" else ["this word", "the word below", "the following word"])),))
        return letter_in(r, q, **fill)
    return place(r, make, r.choice([s, s, s, f'"{s}"', f"'{s}'"]), "word", "letters", False, 0.6, 0.06, s)


def word_question(r, grammar, weights, s, **fill):
    if r.random() < 0.2:
        return beside_word(r, grammar, {"q": 3, "e": 2, "v": 2}, s, **fill)
    return about_word(r, grammar, weights, s, **fill)


def sortable(r, n):
    """Phrases and large numbers whose order may be in no doubt, with their name and way."""
    k = r.random()
    if k < 0.3:
        top = 10 ** r.randint(4, 9)
        xs = [str(r.randint(0, top) // 10 ** r.choice([0, 0, 1, 2, 3])) for _ in range(n)]
        return list(dict.fromkeys(xs)), "numbers", "numbers"
    make, what = r.choice([(tasks, "tasks"), (tasks, "items"), (described, "items"), (people, "names")])
    make = make(r)
    return list(dict.fromkeys(make(r) for _ in range(n))), what, "shaped"
