"""Lists and short strings of the verdict: copy, reverse, sort and count."""
import string

from cases import case, put
from verdictwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS

COPY_LIST = ["Repeat this list exactly as it is: {x}", "Please give me back the same list, nothing changed: {x}", "Can you write this list out again for me? {x}", "Type these items again in the same order: {x}",
             "Here is a list: {x}. Please repeat it word for word.", "Make an exact copy of this list: {x}", "I need the following list once more, unchanged: {x}"]
COPY_TEXT = ["Repeat this text exactly: {x}", "Please type this again, character by character: {x}", "Write back exactly what stands here: {x}", "Say this back to me without any change: {x}",
             "Copy the following text, please: {x}", "Give me an exact copy of this: {x}"]
TURN_LIST = ["Reverse the order of this list: {x}", "Please write this list backwards, last item first: {x}", "Give me these items from last to first: {x}", "Turn this list around, so the last item stands first: {x}",
             "Here is a list: {x}. What is it in reverse order?", "List these in the opposite order, please: {x}", "Can you put these items in reverse order? {x}"]
TURN_TEXT = ["Spell this word backwards, please: {x}", "Reverse the letters of the word {x}.", "What is the word {x} written backwards?", "How do you spell {x} backwards?", "Write the word {x} from its last letter to its first."]
TURN_CODE = ["Reverse this text, character by character: {x}", "Write this string backwards, character by character: {x}", "What do you get if you reverse this string? {x}"]
SORT_WORDS = ["Sort these words alphabetically: {x}", "Please put this list in alphabetical order: {x}", "Arrange these from A to Z, please: {x}", "I want this list in alphabetical order: {x}",
              "Can you sort the following words from A to Z? {x}", "Here are some words: {x}. Please list them alphabetically."]
SORT_BACK = ["Sort these words in reverse alphabetical order, from Z to A: {x}", "Please arrange this list from Z to A: {x}"]
SORT_UP = ["Sort these numbers from smallest to largest: {x}", "Please put these numbers in increasing order: {x}", "Arrange these numbers, the lowest first: {x}", "Order the following numbers from small to big: {x}",
           "Here are some numbers: {x}. Please sort them, smallest first."]
SORT_DOWN = ["Sort these numbers from largest to smallest: {x}", "Please put these numbers in decreasing order: {x}", "Arrange these numbers, the highest first: {x}"]
COUNT_ITEMS = ["How many items does the following list have? {x}", "Count the items in this list, please: {x}", "How long is this list, in items? {x}", "Here is my list: {x}. How many things are on it?",
               "Tell me how many words are in this list: {x}", "What is the number of items here? {x}"]
COUNT_WORD = ["How often does the word {w} occur in this list? {x}", "Count how many times {w} is in this list: {x}", "How many times can you find {w} here? {x}", "In the list below, how many items are {w}? {x}"]
COUNT_LETTERS = ["How many letters are in the word {w}, please?", "Please count all the letters of the word {w}.", "What is the number of letters that {w} has?", "How many letters do I need to spell {w}?"]
COUNT_LETTER = ["How many times is the letter {l} in the word {w}?", "Count the letter {l} in the word {w}, please.", "How often do you see the letter {l} in {w}?"]
COUNT_WORDS = ["How many words does this sentence have? {s}", "Count the words in the following sentence: {s}", "Tell me the number of words in this sentence: {s}"]
COUNT_LINES = ["How many lines does this text have?\n{x}", "Count the lines below, please:\n{x}"]
SENTENCES = ["{p} sold the {a} {n}", "The {n} is in the {m}", "{p} and {q} went to {t} by train", "My {n} is {a} and {b}", "We saw a {a} {n} near the {m} in {t}", "The {a} {n} stood next to the {b} {m} all day",
             "Yesterday {p} gave {q} a {a} {n}", "Please put the {n} under the {m}", "{p} likes the {n}", "In {t} you can buy a {n} and a {m} for very little money"]
SHORT = ["my {a} {n}", "{p} has a {n}", "{a} {n}, {a} {m}", "Hello {p}!", "1 {n} + 2 {m}", "It is {p}'s {n}", "Is it {a}?", "{n} (not {a})"]


def items(r, low=2, high=12):
    """A list of 2 to 12 different words of one kind, or of numbers."""
    n = r.randint(low, high)
    kind = r.choice(["nouns", "nouns", "adjectives", "people", "towns", "numbers", "pairs"])
    if kind == "numbers":
        return [str(x) for x in r.sample(range(1, r.choice([100, 100, 1000])), n)]
    if kind == "pairs":
        return [f"{a} {b}" for a, b in zip(r.sample(ADJECTIVES, n), r.sample(NOUNS, n))]
    return r.sample({"nouns": NOUNS, "adjectives": ADJECTIVES, "people": PEOPLE, "towns": TOWNS}[kind], n)


def written(r, xs):
    """A list with commas, in lines or with dashes."""
    form = r.choice(["comma"] * 4 + ["lines", "dashes"])
    return {"comma": ", ".join(xs), "lines": "\n".join(xs), "dashes": "\n".join("- " + x for x in xs)}[form]


def sentence(r, frames):
    (a, b), (n, m), (p, q), t = r.sample(ADJECTIVES, 2), r.sample(NOUNS, 2), r.sample(PEOPLE, 2), r.choice(TOWNS)
    return r.choice(frames).format(a=a, b=b, n=n, m=m, p=p, q=q, t=t)


def code(r):
    """Letters and digits such as people copy: serial numbers, passwords, file names."""
    letters = lambda n: "".join(r.choices(string.ascii_letters, k=n))
    digits = lambda n: "".join(r.choices(string.digits, k=n))
    return r.choice([lambda: f"{letters(3).upper()}-{digits(4)}-{letters(2).upper()}", lambda: letters(4) + digits(4) + letters(2), lambda: f"{r.choice(NOUNS)}_{r.choice(NOUNS)}_{digits(2)}",
                     lambda: f"{r.choice(NOUNS)}-{digits(3)}.txt", lambda: digits(r.randint(6, 14)), lambda: letters(r.randint(5, 12)).lower()])()


def short(r, make):
    while True:
        s = make()
        if 3 <= len(s) <= 24:
            return s


def copy(r):
    if r.random() < 0.6:
        xs = items(r)
        return case("copy", put(r.choice(COPY_LIST), written(r, xs)), {"items": xs}, 160)
    s = short(r, lambda: code(r) if r.random() < 0.5 else sentence(r, SHORT))
    return case("copy", r.choice(COPY_TEXT).replace("{x}", s), {"same": s}, 64)


def reverse(r):
    if r.random() < 0.6:
        xs = items(r)
        return case("reverse", put(r.choice(TURN_LIST), written(r, xs)), {"items": xs[::-1]}, 160)
    word = r.random() < 0.65
    s = short(r, lambda: r.choice(NOUNS + ADJECTIVES) if word else code(r))
    if s == s[::-1]:
        return reverse(r)
    return case("reverse", r.choice(TURN_TEXT if word else TURN_CODE).replace("{x}", s), {"value": s[::-1]}, 64)


def sort(r):
    n = r.randint(2, 12)
    if r.random() < 0.4:
        xs = r.sample(range(1, r.choice([100, 100, 1000])), n)
        down = r.random() < 0.3
        right, frames = [str(x) for x in sorted(xs, reverse=down)], SORT_DOWN if down else SORT_UP
        xs = [str(x) for x in xs]
    else:
        xs = r.sample(r.choice([NOUNS, NOUNS, ADJECTIVES, PEOPLE, TOWNS]), n)
        down = r.random() < 0.2
        right, frames = sorted(xs, reverse=down), SORT_BACK if down else SORT_WORDS
    if xs == right:
        return sort(r)
    return case("sort", put(r.choice(frames), written(r, xs)), {"items": right}, 160)


def count(r):
    kind = r.choice(["items"] * 4 + ["word", "word", "letters", "letter", "words", "lines"])
    if kind == "items":
        xs = [x for x in items(r) if not x.isdigit()] or r.sample(NOUNS, r.randint(2, 15))
        frame = r.choice(COUNT_ITEMS[:4] + COUNT_ITEMS[5:] if " " in xs[0] else COUNT_ITEMS)
        return case("count", put(frame, written(r, xs)), {"number": len(xs)}, 96)
    if kind == "word":
        w, *others = r.sample(NOUNS, r.randint(3, 5))
        n = r.randint(1, 7)
        xs = [w] * n + [r.choice(others) for _ in range(r.randint(2, 15 - n if n < 8 else 8))]
        r.shuffle(xs)
        return case("count", put(r.choice(COUNT_WORD).replace("{w}", w), ", ".join(xs)), {"number": n}, 96)
    w = r.choice(NOUNS + ADJECTIVES)
    if kind == "letters":
        return case("count", r.choice(COUNT_LETTERS).format(w=w), {"number": len(w)}, 96)
    if kind == "letter":
        letter = r.choice(w)
        return case("count", r.choice(COUNT_LETTER).format(w=w, l=letter), {"number": w.count(letter)}, 96)
    if kind == "words":
        s = sentence(r, SENTENCES)
        return case("count", r.choice(COUNT_WORDS).format(s=s + "."), {"number": len(s.split())}, 96)
    xs = [sentence(r, SENTENCES) + "." for _ in range(r.randint(2, 7))]
    return case("count", r.choice(COUNT_LINES).format(x="\n".join(xs)), {"number": len(xs)}, 96)
