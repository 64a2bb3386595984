"""Lists and strings of the assay set: copying, reversing, sorting and counting."""
from assaywords import ADJECTIVES, NOUNS, PEOPLE, TOWNS
from cases import case, distinct, put

COPY_TEXT = ["Type this back to me exactly as it stands: {x}", "Write out the following once more, character for character: {x}", "Return this text with nothing changed:\n{x}",
    "I want to see this again, unchanged: {x}", "Echo the next line word for word.\n{x}",
             "Please copy out \"{x}\" without any change.", "Give me back precisely this string: {x}", "Duplicate the text between the quotes: \"{x}\"", "Just answer with this, nothing else: {x}"]
COPY_LIST = ["Write this list again in the same order: {x}", "Please give me these items back exactly, in this order: {x}", "Copy my list out for me, keeping the order: {x}",
    "Here is a list: {x}\nReturn it unchanged.", "I would like this list once more, just as it is:\n{x}",
             "Same items, same order, please: {x}", "Type up this list for me and do not change anything: {x}"]
BACK_TEXT = ["Turn the letters of \"{x}\" around, last one first.", "What does {x} look like when it is written backwards?", "Write {x} from its last letter to its first.",
    "Flip this word so that it starts with its last letter: {x}", "Mirror the word {x}, letter by letter.",
             "I need the word \"{x}\" spelled backwards.", "Letters in reverse, please: {x}", "Reverse the characters of {x}."]
BACK_LIST = ["Turn this list around so that the last item comes first: {x}", "List these from the last to the first: {x}", "Write these items back to front, please: {x}",
    "I need this list in the opposite order: {x}", "Put the following list in reverse, please:\n{x}",
             "Start at the end and write the items of this list in backward order: {x}", "Flip the order of these entries: {x}"]
SORT_AZ = ["Put these into alphabetical order: {x}", "Could you alphabetize this list? {x}", "Arrange the following from A to Z: {x}", "I need this list in alphabetical order:\n{x}",
    "Order these alphabetically for my index: {x}", "Here is my list: {x}\nPlease sort it by the alphabet, A first.", "By the alphabet, starting with A, please: {x}"]
SORT_ZA = ["Arrange the following from Z to A: {x}", "Put these into reverse alphabetical order, Z before A: {x}", "Sort this list by the alphabet, but backwards, from Z to A: {x}"]
SORT_UP = ["Arrange these numbers so that the smallest comes first: {x}", "Put the following numbers in rising order: {x}", "From lowest to highest, please: {x}",
    "Order these numbers by size, small ones first:\n{x}", "My readings are {x}. List them from the lowest to the highest.", "Sort the numbers in this list, smallest to largest: {x}"]
SORT_DOWN = ["Arrange these numbers so that the largest comes first: {x}", "Put the following numbers in falling order: {x}", "From highest to lowest, please: {x}",
    "Order these numbers by size, big ones first:\n{x}", "My scores are {x}. List them from the highest to the lowest."]
C_LETTER = ["How often does the letter {a} occur in the word \"{x}\"?", "Go through the word {x} and count each {a}.", "Of the letters in {x}, how many are {a}?",
    "Tell me how many times you find the letter {a} in {x}.", "Spelling check: how many {a}'s does {x} have?"]
C_LETTERS = ["How many letters long is the word {x}?", "Count the letters of the word {x}.", "Tell me the number of letters that {x} is made of.", "What is the length of the word \"{x}\" in letters?"]
C_ITEMS = ["How many entries are on this list? {x}", "Count the items here: {x}", "What is the number of items in the following list?\n{x}", "My list: {x}\nHow many items did I write down?",
    "Tell me how many things I have listed: {x}"]
C_SAME = ["How often is {a} on this list? {x}", "Count how many times {a} comes up here: {x}", "Look at this list. How many of its entries are {a}?\n{x}",
    "The bag holds {x}. How many times is {a} named?"]
C_WORDS = ["How many words are there in the sentence \"{x}\"?", "Count the words of this sentence: {x}", "What is the number of words in the next line?\n{x}", "Tell me how many words this has: {x}"]
C_ABOVE = ["How many of these numbers are greater than {a}? {x}", "Count the numbers above {a} in this list: {x}", "In the list {x}, how many numbers are larger than {a}?"]
C_VOWELS = ["How many vowels (a, e, i, o, u) does the word {x} have?", "Count the vowels in {x}. Vowels are a, e, i, o and u."]
SENTENCES = ["{p} walked to {t} with {q}", "The {j} {n} stood beside the {m}", "{p} and {q} sold the {j} {n} in {t}", "Nobody in {t} has seen the {n}",
    "The {n} and the {m} were left on the {j} table", "{p} keeps the {j} {n} under the stairs", "Our old {n} is {j}", "Please send the {n} to {p} in {t} before the {j} {m} arrives",
    "{p} found one {n}"]
STRINGS = ["{n}_{m}", "{n}-{d}", "{j} {n}", "{p} {d}", "{n}.{m}.{d}", "{N}{d}", "{t}, {d}", "/{n}/{m}", "{n}@{d}", "{n}: {m}", "{p} & {q}", "#{d} {n}", "{j}/{n}", "{n}+{m}={d}", "{n} ({d})",
    "{n}", "{N} {m}!"]
SHAPES = ["{}", "- {}", "* {}"]


def fill(r, frame):
    """A frame with words and a number."""
    n, m = r.sample(NOUNS, 2)
    p, q = r.sample(PEOPLE, 2)
    return frame.format(n=n, m=m, N=n.upper(), j=r.choice(ADJECTIVES), p=p, q=q, t=r.choice(TOWNS), d=r.randint(2, 9999))


def words(r, n):
    """n different things of one kind."""
    kind = r.random()
    if kind < 0.5:
        return r.sample(NOUNS, n)
    if kind < 0.65:
        return r.sample(PEOPLE, n)
    if kind < 0.8:
        return r.sample(TOWNS, n)
    if kind < 0.9:
        return distinct(lambda: f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", n)
    return r.sample(ADJECTIVES, n)


def numbers(r, n):
    return [str(x) for x in r.sample(range(1, r.choice([30, 100, 1000])), n)]


def listed(r, xs):
    """A list on one line or on lines of its own."""
    if r.random() < 0.72:
        return ", ".join(xs)
    mark = r.choice(["", "- ", "* "])
    return "\n".join(mark + x for x in xs)


def ask(r, frames, xs, **more):
    """A question about a list."""
    f = r.choice(frames)
    inner = "{x}." in f or "{x}," in f or "holds {x}" in f
    f = f.format(x="{x}", **more) if more else f
    return put(f, ", ".join(xs) if inner else listed(r, xs))


def size(r):
    return r.randint(2, 12)


def copy(r):
    if r.random() < 0.5:
        s = fill(r, r.choice(STRINGS))
        while len(s) > 24:
            s = fill(r, r.choice(STRINGS))
        return case("copy", r.choice(COPY_TEXT).replace("{x}", s), {"same": s}, 64)
    xs = numbers(r, size(r)) if r.random() < 0.2 else words(r, size(r))
    return case("copy", ask(r, COPY_LIST, xs), {"items": xs}, 128)


def reverse(r):
    if r.random() < 0.45:
        s = r.choice(r.choice([NOUNS, NOUNS, ADJECTIVES])) if r.random() < 0.8 else "".join(r.choice("abcdefghkmnprstuvwxyz23456789") for _ in range(r.randint(5, 10)))
        if s == s[::-1]:
            return reverse(r)
        frames = BACK_TEXT if s.isalpha() else ["Reverse the characters of {x}.", "Write the string {x} backwards, character by character.", "Flip this string around: {x}"]
        return case("reverse", r.choice(frames).replace("{x}", s), {"value": s[::-1]}, 64)
    xs = numbers(r, size(r)) if r.random() < 0.25 else words(r, size(r))
    return case("reverse", ask(r, BACK_LIST, xs), {"items": xs[::-1]}, 128)


def sort(r):
    if r.random() < 0.4:
        xs, up = numbers(r, size(r)), r.random() < 0.6
        return case("sort", ask(r, SORT_UP if up else SORT_DOWN, xs), {"items": sorted(xs, key=int, reverse=not up)}, 128)
    xs, up = words(r, size(r)), r.random() < 0.8
    return case("sort", ask(r, SORT_AZ if up else SORT_ZA, xs), {"items": sorted(xs, reverse=not up)}, 128)


def count(r):
    kind = r.choice("letter letter letters items items same words above vowels".split())
    if kind in ("letter", "letters", "vowels"):
        x = r.choice(NOUNS + ADJECTIVES)
        a = r.choice(x)
        f = r.choice({"letter": C_LETTER, "letters": C_LETTERS, "vowels": C_VOWELS}[kind])
        n = x.count(a) if kind == "letter" else len(x) if kind == "letters" else sum(x.count(v) for v in "aeiou")
        q = f.format(a=a, x=x)
    elif kind == "items":
        xs = words(r, size(r))
        q, n = ask(r, C_ITEMS, xs), len(xs)
    elif kind == "same":
        a, *others = r.sample(NOUNS, r.randint(3, 5))
        xs = [a] * r.randint(1, 5) + [r.choice(others) for _ in range(r.randint(2, 7))]
        r.shuffle(xs)
        q, n = ask(r, C_SAME, xs, a=a), xs.count(a)
    elif kind == "words":
        s = fill(r, r.choice(SENTENCES))
        q, n = r.choice(C_WORDS).format(x=s), len(s.split())
    else:
        xs = r.sample(range(1, 100), r.randint(3, 10))
        a = r.choice([20, 30, 40, 50, 60])
        n = sum(x > a for x in xs)
        q = r.choice(C_ABOVE).format(a=a, x=", ".join(map(str, xs)))
    return case("count", q, {"number": n}, 64) if 1 <= n <= 15 else count(r)
