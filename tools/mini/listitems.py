"""Items of lists of every shape: things to do, descriptions, codes, files, addresses,
prices, people, and sentences to count the words of. No item has a comma or a quotation
mark in it, and "and" is no item's last or first word."""
import functools
import string

from lexicon import MORE_NOUNS, MORE_VERBS
from stringforms import ACCENTED
from words import ADJ, GREEK, NAMES, VERBS, WORDS, cap, letters, pseudo, strange, word

_UP = string.ascii_uppercase + string.digits
_LOW = string.ascii_lowercase + string.digits
_TO_DO = "wash clean water feed buy sell fix mend paint open close lock unlock pack unpack move lift drop carry bring fetch send mail call ring ask visit find hide hang fold iron sew knit weed mow dig plant pick cut chop peel boil bake fry stir taste pour empty fill check test read write sign print scan copy sort count weigh measure order cancel return book rent lend borrow charge plug switch dust sweep mop scrub polish wax oil sand drill nail glue tape wrap tie untie load unload park start stop update install remove build break sharpen replace repair clear rake trim walk brush groom dry heat cool freeze thaw wake dress greet thank invite tell teach draw sketch film record play tune".split()
_PLACES = "on the shelf|in the kitchen|under the bed|at the door|by the window|near the gate|behind the house|in the attic|from the cellar|for the party|for Monday|before lunch|after work|at noon|on Friday|in the garden|to the office|for grandma|with the kids|next week|at the station|in the blue box|on the table|over the sink|to school|from the shop|at home|in town|without sugar|with milk|for two".split("|")
_PACKS = "bag box bottle can cup jar pack bowl slice piece pair glass bunch loaf tin tub roll sheet bar pot bucket crate sack spoon kilo litre".split()
_TITLES = "Mr Mrs Ms Dr Dr. Prof. Sir Lady Captain Aunt Uncle Father Sister Judge Miss Coach King Queen Mr. Mrs.".split()
_UNITS = "kg g ml l cm mm km m GB MB mph km/h % ° pt lb oz h min s".split()
_EXT = "txt md py rs js ts c h cpp java go rb sh csv json toml yaml yml xml html css log cfg ini png jpg svg pdf doc zip tar.gz bak lock sql".split()
_TLD = "com org net io de fr uk dev info eu".split()
_VERBS = "saw lost found bought sold broke fixed painted carried opened closed forgot kept hid sent read wrote took left liked wanted needed heard made met saw cleaned counted".split()
_TAILS = "yesterday|this morning|last week|on Monday|in the rain|near the river|with a smile|for a friend|at the station|behind the old house|before dinner|because nobody came|while we slept|although it rained|and went home|but said nothing|when the bell rang|after a long day|without a word|in two days|again and again|for the third time|if you ask me|as far as I know|all by herself|under the big tree|at half past nine|so we laughed|before it got dark|until the train left".split("|")


@functools.cache
def nouns():
    return sorted({w for w in WORDS + MORE_NOUNS + GREEK if w.isalpha() and w.islower()})


def _pool(r, make, n):
    """A few words that occur again and again in the items of one list."""
    xs = [make(r) for _ in range(n)]
    return lambda: r.choice(xs)


def known(r):
    return r.choice(nouns()) if r.random() < 0.85 else strange(r).lower()


def tasks(r):
    verb = _pool(r, lambda r: r.choice(_TO_DO), r.choice([3, 6, 12, 30]))
    noun = _pool(r, known, r.choice([4, 8, 30]))
    k = r.random()
    if k < 0.5:
        return lambda r: f"{verb()} the {noun()}"
    if k < 0.7:
        return lambda r: f"{verb()} {r.choice(['the', 'a', 'my', 'our', 'some', 'his', 'her', 'every', 'that', 'two', 'no'])} {noun()}"
    if k < 0.85:
        return lambda r: f"{verb()} {r.choice(['the', 'the', 'my', 'a'])} {noun()} {r.choice(_PLACES)}"
    return lambda r: f"{verb()} the {r.choice(ADJ)} {noun()}"


def described(r):
    adj, noun = _pool(r, lambda r: r.choice(ADJ), r.choice([2, 4, 30])), _pool(r, known, r.choice([4, 10, 30]))
    k = r.random()
    if k < 0.35:
        return lambda r: f"{adj()} {noun()}"
    if k < 0.5:
        return lambda r: f"{r.choice(['the', 'a', 'my', 'our', 'one', 'his', 'no'])} {adj()} {noun()}"
    if k < 0.65:
        return lambda r: f"{noun()} {r.choice(['of', 'for', 'with', 'without', 'in', 'on', 'from', 'under', 'near'])} {r.choice(['the ', 'a ', '', ''])}{noun()}"
    if k < 0.8:
        return lambda r: f"{r.choice(['a', 'one', 'two', 'three', '4', '5', '10', 'half a', 'some'])} {r.choice(_PACKS)}{r.choice(['', 's'])} of {noun()}"
    return lambda r: f"the {noun()} {r.choice(['in', 'on', 'of', 'behind', 'by', 'over', 'from'])} the {adj()} {noun()}"


def _group(r, alphabet, least=1, most=5):
    return letters(r, r.randint(least, most), alphabet)


def code(r):
    """A code in groups, with one of many separators."""
    a = r.choice([_UP, _UP, _LOW, _LOW, string.digits, string.ascii_uppercase, _UP + _LOW])
    k = r.random()
    if k < 0.25:
        return _group(r, a, 4, 13)
    sep = r.choice(["-", "-", "-", "/", "/", ".", ".", "_", "_", ":", "#", "+", "=", "~", "@", "--", "::"])
    b = a if r.random() < 0.6 else r.choice([_UP, _LOW, string.digits])
    return sep.join([_group(r, a, 2, 6)] + [_group(r, b, 1, 6) for _ in range(r.choice([1, 1, 1, 2, 2, 3]))])


def codes(r):
    if r.random() < 0.6:
        return code
    sep, a, n, parts = r.choice("-/._:"), r.choice([_UP, _LOW, string.digits]), r.randint(2, 6), r.choice([2, 2, 3])
    if r.random() < 0.4:
        head = _group(r, string.ascii_uppercase, 1, 4)
        return lambda r: head + sep + _group(r, a, n, n)
    return lambda r: sep.join(_group(r, a, n, n) for _ in range(parts))


def _name(r):
    return r.choice([word(r, 0.9).lower(), word(r, 0.8).lower(), pseudo(r), word(r, 0.9).lower() + r.choice("-_") + word(r, 0.9).lower(), word(r, 0.9).lower() + str(r.randint(1, 99)), cap(word(r, 0.9))])


def files(r):
    deep = r.random() < 0.5
    ext = r.choice(_EXT) if r.random() < 0.4 else ""
    return lambda r: ("/" if deep and r.random() < 0.2 else "") + (word(r, 0.9).lower() + "/") * (deep and r.random() < 0.8) + _name(r) + "." + (ext or r.choice(_EXT))


def addresses(r):
    k = r.random()
    if k < 0.45:
        return lambda r: f"{_name(r)}{r.choice(['', '.' + word(r, 0.9).lower(), str(r.randint(1, 99))])}@{word(r, 0.8).lower()}.{r.choice(_TLD)}"
    if k < 0.65:
        return lambda r: f"{r.choice(['https://', 'http://', 'www.', ''])}{word(r, 0.8).lower()}.{r.choice(_TLD)}{r.choice(['', '/' + word(r, 0.9).lower(), '/' + str(r.randint(1, 999))])}"
    if k < 0.8:
        return lambda r: ".".join(str(r.randint(0, 255)) for _ in range(4)) + r.choice(["", "", ":" + str(r.randint(80, 9999))])
    return lambda r: r.choice(["#", "@"]) + r.choice([word(r, 0.9).lower(), word(r, 0.9).lower() + str(r.randint(1, 2030)), word(r, 0.9).lower() + "_" + word(r, 0.9).lower()])


def when(r):
    k = r.randrange(6)
    months = "January February March April May June July August September October November December".split()
    days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
    return [
        lambda r: f"{r.randint(1, 12)}:{r.randint(0, 59):02d} {r.choice(['am', 'pm'])}", lambda r: f"{r.randint(1, 28)} {r.choice(months)}", lambda r: f"{r.choice(months)} {r.randint(1, 28)}", lambda r: f"{r.randint(1, 28):02d}.{r.randint(1, 12):02d}.{r.randint(1950, 2035)}",
        lambda r: f"{r.randint(1, 28)}/{r.randint(1, 12)}/{r.randint(1950, 2035)}", lambda r: f"{r.choice(days)} at {r.randint(1, 12)}{r.choice(['', ':30', ':15'])}",
    ][k]


def amounts(r):
    k = r.randrange(6)
    unit = r.choice(_UNITS)
    mark = r.choice(["$", "€", "£"])
    return [
        lambda r: f"{mark}{r.randint(0, 999)}.{r.randint(0, 99):02d}", lambda r: f"{r.randint(1, 999)} {r.choice(_UNITS)}", lambda r: f"{r.randint(1, 99)}{r.choice(['', '.5'])} {unit}", lambda r: f"{r.randint(0, 100)}%", lambda r: f"{r.randint(1, 999)}.{r.randint(0, 99):02d} {r.choice(['EUR', 'USD', 'CHF', 'GBP'])}",
        lambda r: f"{r.randint(1, 20)}x {known(r)}" if r.random() < 0.5 else f"{r.randint(1, 20)} {known(r)}s",
    ][k]


def people(r):
    k = r.random()
    last = lambda r: cap(strange(r).lower())
    if k < 0.35:
        return lambda r: f"{r.choice(_TITLES)} {last(r)}"
    if k < 0.6:
        return lambda r: f"{r.choice(_TITLES)} {r.choice(NAMES)} {last(r)}"
    if k < 0.8:
        return lambda r: f"{r.choice(NAMES)} {r.choice(string.ascii_uppercase)}. {last(r)}"
    return lambda r: r.choice([f"{r.choice(NAMES)} {last(r)}", f"{last(r)}-{last(r)}", f"{r.choice(NAMES)}'s {known(r)}", f"{r.choice(NAMES)} the {r.choice(ADJ)}", f"{r.choice(NAMES)} von {last(r)}"])


def big_numbers(r):
    k = r.randrange(5)
    return [
        lambda r: str(r.randint(10 ** (d := r.randint(1, 9)), 10 ** (d + 1) - 1)), lambda r: f"+{r.randint(1, 99)} {r.randint(100, 999)} {r.randint(1000, 99999)}", lambda r: f"{r.randint(1, 99)}/{r.randint(2, 99)}", lambda r: f"{r.randint(-999, 999)}.{r.randint(0, 999)}", lambda r: "0" * r.randint(1, 3) + str(r.randint(1, 9999)),
    ][k]


def accents(r):
    def make(r):
        w = list(word(r, 0.6).lower())
        for _ in range(r.choice([1, 1, 2])):
            w[r.randrange(len(w))] = r.choice(ACCENTED)
        return cap("".join(w)) if r.random() < 0.4 else "".join(w)
    return make


def cases(r):
    """Words in letters of mixed case and identifiers."""
    k = r.randrange(4)
    return [
        lambda r: "".join(c.upper() if r.random() < 0.4 else c for c in known(r)), lambda r: known(r) + cap(known(r)), lambda r: known(r) + "_" + known(r) + r.choice(["", "_" + known(r)]), lambda r: r.choice([known(r), cap(known(r)), known(r).upper()]),
    ][k]


def titles(r):
    """Names of books, songs or headings."""
    return lambda r: r.choice([f"The {cap(r.choice(ADJ))} {cap(known(r))}", f"{cap(known(r))} of the {cap(known(r))}", f"A {cap(known(r))} for {r.choice(NAMES)}", f"{r.choice(NAMES)} {r.choice(VERBS)} the {cap(known(r))}", f"{cap(known(r))} {r.randint(2, 12)}", f"My {cap(known(r))}", f"{cap(known(r))}!", f"Where is the {cap(known(r))}?", f"{cap(r.choice(MORE_VERBS))} and {cap(r.choice(MORE_VERBS))}"])


def assorted(r):
    makers = [f(r) for f in (codes, files, addresses, when, amounts, people, accents, cases, described)]
    return lambda r: r.choice(makers)(r)


# (maker, what the items are called, weight)
SHAPES = [(tasks, ["items", "tasks", "things", "jobs", "chores"], 26), (described, ["items", "things", "words"], 18), (codes, ["codes", "items", "strings", "keys"], 22), (files, ["files", "names", "items", "paths"], 6), (addresses, ["addresses", "items", "entries"], 5), (when, ["times", "dates", "entries"], 4), (amounts, ["amounts", "items", "values"], 5), (people, ["names", "people", "guests"], 6), (big_numbers, ["numbers", "values"], 6), (accents, ["words", "names", "items"], 4), (cases, ["names", "words", "labels"], 5), (titles, ["titles", "books", "songs", "items"], 4), (assorted, ["items", "entries", "things"], 6)]
_W = [w for *_, w in SHAPES]


def shaped(r, n, dup=False):
    """n items of one shape and what they are called."""
    while True:
        shape, called, _ = r.choices(SHAPES, _W)[0]
        make, xs = shape(r), []
        for _ in range(12 * n):
            x = make(r)
            if (dup or x not in xs) and "," not in x and '"' not in x:
                xs.append(x)
            if len(xs) == n:
                what = r.choice(called)
                return xs, "items" if what in ("times", "people") else what


def said(r, least=3, most=15):
    """A sentence of 3 to 15 words of any make."""
    n = r.randint(least, most)
    k = r.random()
    if k < 0.2:
        ws = [word(r, 0.85) for _ in range(n)]
    else:
        ws = _clause(r, k)
        while len(ws) < n:
            ws += r.choice(_TAILS).split() if r.random() < 0.8 else [r.choice(["and", "but", "so", "while"])] + _clause(r, r.random())
        ws = ws[:most]
    text = cap(" ".join(ws))
    if len(ws) > 4 and r.random() < 0.2:
        at = text.index(" ", len(text) // 3)
        text = text[:at] + r.choice([",", ",", ";", ":"]) + text[at:]
    return text + r.choice([".", ".", ".", ".", "!", "?", "", "..."])


def _clause(r, k):
    who = r.choice(_WHO_ALL) if k < 0.6 else r.choice(NAMES) if k < 0.8 else f"the {r.choice(ADJ)} {known(r)}"
    verb = r.choice(_VERBS) if k < 0.85 else r.choice(VERBS)
    thing = r.choice([f"the {known(r)}", f"a {r.choice(ADJ)} {known(r)}", f"{r.choice(['my', 'our', 'her', 'no', 'some', 'one'])} {known(r)}", f"{r.choice(NAMES)}'s {known(r)}", f"the {known(r)} of the {known(r)}", f"{r.randint(2, 99)} {known(r)}s"])
    return f"{who} {verb} {thing}".split()


_WHO_ALL = "I|you|we|they|he|she|my sister|our boss|the teacher|a friend|nobody|somebody|everyone|this neighbour|that dog|the cat|your brother|an old man|the new girl|my two cousins|one of us|the whole family".split("|")
