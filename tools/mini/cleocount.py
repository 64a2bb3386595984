"""Requests to count, with the number and an answer that works it out in a short form."""
import string

import cases as C
from cleowords import ADJECTIVES, CITIES, GROUPS, HEADS, LINES, NAMES, PAIR_LAYOUTS, SPELL, VALUES, WORDS, fill, frames, lay_numbers, lay_words, sentence, some_words

ITEMS = frames("""How many items are in this list? {x}|Count the items: {x}|How many entries does the list have? {x}|How many things are listed here? {x}|{x}\nHow many items is that?|Number of items in: {x}|Tell me how many elements this has: {x}|What is the length of this list? {x}|Please count these: {x}|{x}\nCount them.|How long is this list? {x}|Give the number of entries: {x}|
I wrote down: {x}\nHow many is that?|How many of them are there? {x}|Count what follows. {x}|Here is a list. How many items does it hold? {x}|{x}\nHow many entries do you see?|Size of the list: {x}|How many names of things stand here? {x}|Can you count the elements of this list? {x}|In the list below, how many items are there? {x}|I need the item count: {x}""")
VOWELS = frames("""How many vowels are in "{w}"?|Count the vowels in {w}.|How many vowels does the word {w} have?|Number of vowels in '{w}'?|Tell me how many vowels {w} contains.|vowels in {w}?|Word: {w}\nVowels?|In the word "{w}", how many letters are vowels?|What is the vowel count of {w}?|How often does a vowel occur in {w}?|Give the number of vowels of {w}.|{w}: how many vowels?|
Look at the word {w}. How many vowels do you find?|How many of the letters of {w} are a, e, i, o or u?|Please count all vowels of "{w}".|The word is {w}. Count its vowels.|Spell {w} and count the vowels.|How many vowels do you need to write {w}?|I write "{w}". How many vowels did I use?|Can you count the vowels in {w}?|How many times do vowels appear in the word {w}?""")
CONSONANTS = frames("""How many consonants are in "{w}"?|Count the consonants in {w}.|How many consonants does the word {w} have?|Number of consonants in '{w}'?|Tell me how many consonants {w} contains.|consonants in {w}?|Word: {w}\nConsonants?|In the word "{w}", how many letters are consonants?|What is the consonant count of {w}?|How many letters of {w} are not vowels?|Give the number of consonants of {w}.|{w}: how many consonants?|
Look at the word {w}. How many consonants do you find?|Leave out the vowels of {w}. How many letters remain?|Please count all consonants of "{w}".|The word is {w}. Count its consonants.|Spell {w} and count the consonants.|How many consonants do you need to write {w}?|I write "{w}". How many consonants did I use?|Can you count the consonants in {w}?|How many times do consonants appear in the word {w}?""")
LETTER = frames("""How many times does the letter {l} appear in "{w}"?|How many {l}'s are in {w}?|Count the letter {l} in {w}.|How often does {l} occur in the word {w}?|How many {l} are in '{w}'?|Number of times "{l}" is in "{w}"?|In {w}, how many letters are {l}?|Tell me how many times {w} has the letter {l}.|What is the count of {l} in {w}?|Word: {w}\nLetter: {l}\nHow many times?|{w}: how many times {l}?|Look for {l} in {w}. How many are there?|
How many letters {l} does the word {w} contain?|Find every {l} in "{w}" and count.|Give the number of {l}'s in the word "{w}".|When you spell {w}, how many times do you write {l}?|Please count each {l} in {w}.|The word {w} has how many {l}'s?|Can you count the {l}'s of {w}?|How frequent is the letter {l} in {w}?|How many of the letters in {w} are the letter {l}?""")
LETTER_TEXT = frames("""How many times does the letter {l} appear in this sentence? {x}|Count the letter {l} in: {x}|How many {l}'s are in the sentence "{x}"|How often does {l} occur here? {x}|{x}\nHow many times is the letter {l} used above?|Number of {l} in the text: {x}|In "{x}" how many letters are {l}?|Tell me how many {l}'s this has: {x}|Sentence: {x}\nLetter: {l}\nCount?|Look for {l} in this line and count it: {x}|How many letters {l} does this contain? {x}|Find every {l} in the sentence and count: {x}|
Give the number of {l}'s in this text: {x}|Please count each {l}: {x}|How many times do I write {l} if I write: {x}|Text: {x} How many {l}'s are in it?|Can you count the {l}'s in here? {x}|What is the count of {l} in this sentence? {x}|I typed: {x} How often did I type {l}?|Go through the sentence and count the letter {l}. {x}""")
SENTENCE_WORDS = frames("""How many words are in this sentence? {x}|Count the words: {x}|How many words does this have? {x}|{x}\nHow many words is that?|Number of words in "{x}"|Tell me the word count of: {x}|Word count? {x}|How many words long is this? {x}|Please count the words of the sentence "{x}"|The sentence is: {x} How many words has it?|Give the number of words: {x}|How many words do you read here? {x}|
I said: {x} How many words did I say?|In "{x}" how many words are there?|{x}\nCount the words above.|Sentence: {x}\nWords:|Can you count the words in this? {x}|How many separate words make up this line? {x}|What is the number of words in the text below?\n{x}|Read this and say how many words it has: {x}|Here is a sentence. Count its words. {x}""")
ABOVE = frames("""How many of these numbers are above {k}? {x}|How many numbers are greater than {k}? {x}|Count the numbers larger than {k}: {x}|{x}\nHow many of them exceed {k}?|How many are more than {k}? {x}|How many values over {k} are here? {x}|Count what is bigger than {k}: {x}|In this list, how many numbers are higher than {k}? {x}|Numbers: {x}\nHow many are above {k}?|How many entries are > {k}? {x}|Tell me how many of these are over {k}: {x}|Number of values greater than {k}: {x}|
Which count do you get for numbers above {k}? {x}|How many of the scores beat {k}? {x}|The limit is {k}. How many values are over it? {x}|Please count all numbers that are greater than {k}. {x}|Readings: {x}\nHow many were higher than {k}?|How often is {k} exceeded? {x}|Give the number of values beyond {k}: {x}|How many of these lie above {k}? {x}""")
BELOW = frames("""How many of these numbers are below {k}? {x}|How many numbers are less than {k}? {x}|Count the numbers smaller than {k}: {x}|{x}\nHow many of them are under {k}?|How many are lower than {k}? {x}|How many values under {k} are here? {x}|Count what is smaller than {k}: {x}|In this list, how many numbers are lower than {k}? {x}|Numbers: {x}\nHow many are below {k}?|How many entries are < {k}? {x}|Tell me how many of these are under {k}: {x}|Number of values less than {k}: {x}|
Which count do you get for numbers below {k}? {x}|How many of the scores fall short of {k}? {x}|The minimum is {k}. How many values are under it? {x}|Please count all numbers that are smaller than {k}. {x}|Readings: {x}\nHow many were lower than {k}?|How many do not reach {k}? {x}|Give the number of values beneath {k}: {x}|How many of these lie below {k}? {x}""")
BETWEEN = frames("""How many of these numbers are between {a} and {b}? {x}|How many numbers lie between {a} and {b}? {x}|Count the numbers from {a} to {b}: {x}|{x}\nHow many of them are between {a} and {b}?|How many are more than {a} and less than {b}? {x}|How many values in the range {a} to {b} are here? {x}|Count what is above {a} and below {b}: {x}|In this list, how many numbers fall between {a} and {b}? {x}|Numbers: {x}\nHow many are between {a} and {b}?|How many entries are > {a} and < {b}? {x}|Tell me how many of these are in {a}-{b}: {x}|Number of values between {a} and {b}: {x}|
The bounds are {a} and {b}. How many values are inside? {x}|How many of the scores are over {a} but under {b}? {x}|Please count all numbers between {a} and {b}. {x}|Readings: {x}\nHow many were between {a} and {b}?|How many stay within {a} and {b}? {x}|Give the number of values from {a} up to {b}: {x}|How many of these lie in the interval from {a} to {b}? {x}|Low: {a}, high: {b}. How many are in between? {x}""")
PARITY = frames("""How many of these numbers are {p}? {x}|How many {p} numbers are in this list? {x}|Count the {p} numbers: {x}|{x}\nHow many of them are {p}?|How many {p} values are here? {x}|Numbers: {x}\nHow many are {p}?|Tell me how many of these are {p}: {x}|Number of {p} values: {x}|Please count all {p} numbers. {x}|In this list, how many numbers are {p}? {x}|How many {p} ones do you see? {x}|Pick out the {p} numbers and count them: {x}|
Give the count of {p} numbers in: {x}|How many entries are {p} numbers? {x}|Which count do you get for the {p} numbers? {x}|{x}\nCount only the {p} ones.|How often does an {p} number occur? {x}|Can you count the {p} numbers here? {x}|Go through the numbers and count the {p} ones: {x}|I want to know how many are {p}: {x}""")
STARTS = frames("""How many of these words start with {l}? {x}|How many words begin with the letter {l}? {x}|Count the words starting with {l}: {x}|{x}\nHow many of them begin with {l}?|How many words here have {l} as their first letter? {x}|Number of words that start with "{l}": {x}|Tell me how many of these begin with {l}: {x}|In this list, how many words start with '{l}'? {x}|Words: {x}\nHow many start with {l}?|Please count all words whose first letter is {l}. {x}|First letter {l}: how many? {x}|How many entries start with the letter {l}? {x}|
Find the words in {l}... and count them: {x}|Give the count of words beginning with {l}: {x}|Which number of these words starts with {l}? {x}|How often is {l} the first letter of a word? {x}|{x}\nCount those that start with {l}.|Can you count the words with {l} at the start? {x}|I look for words that begin with {l}. How many are there? {x}|How many would be filed under {l}? {x}""")
ENDS_WITH = frames("""How many of these words end with {l}? {x}|How many words end in the letter {l}? {x}|Count the words ending with {l}: {x}|{x}\nHow many of them end in {l}?|How many words here have {l} as their last letter? {x}|Number of words that end with "{l}": {x}|Tell me how many of these end in {l}: {x}|In this list, how many words end with '{l}'? {x}|Words: {x}\nHow many end with {l}?|Please count all words whose last letter is {l}. {x}|Last letter {l}: how many? {x}|How many entries end with the letter {l}? {x}|
Find the words that finish in {l} and count them: {x}|Give the count of words ending in {l}: {x}|Which number of these words ends with {l}? {x}|How often is {l} the last letter of a word? {x}|{x}\nCount those that end with {l}.|Can you count the words with {l} at the end? {x}|I look for words that end in {l}. How many are there? {x}|How many have {l} as the final letter? {x}""")
LONGER = frames("""How many of these words have more than {k} letters? {x}|How many words are longer than {k} letters? {x}|Count the words with more than {k} letters: {x}|{x}\nHow many of them are longer than {k} letters?|How many words here exceed {k} letters? {x}|Number of words with over {k} letters: {x}|Tell me how many of these have more than {k} characters: {x}|In this list, how many words are longer than {k} characters? {x}|Words: {x}\nHow many have more than {k} letters?|Please count all words of more than {k} letters. {x}|Longer than {k} letters: how many? {x}|How many entries have over {k} letters? {x}|
Find the words longer than {k} letters and count them: {x}|Give the count of words above {k} letters: {x}|How many do not fit in {k} letters? {x}|A label has room for {k} letters. How many words are too long? {x}|{x}\nCount those with more than {k} letters.|Can you count the words of over {k} letters? {x}|Only words with more than {k} letters count. How many? {x}|How many are made of more than {k} letters? {x}""")
CAPITALS = frames("""How many capital letters are in "{x}"?|Count the capital letters: {x}|How many letters are uppercase here? {x}|{x}\nHow many capitals is that?|Number of capital letters in: {x}|Tell me how many uppercase letters this has: {x}|How many big letters do you see? {x}|Text: {x}\nCapital letters?|Please count the upper-case letters of {x}|How many capitals are in this text? {x}|In "{x}", how many letters are capitals?|How often is a capital letter used? {x}|
Give the number of uppercase letters: {x}|uppercase count: {x}|How many times did I press shift for a letter? {x}|Look for capital letters and count them: {x}|{x}\nCount the uppercase letters above.|Can you count the capitals here? {x}|What is the number of capital letters in this? {x}|How many of the letters are written large? {x}""")
BLOCK_LINES = frames("""How many lines are in this text?\n{x}|Count the lines:\n{x}|How many lines does this have?\n{x}|{x}\n\nHow many lines are above?|Number of lines?\n{x}|Tell me how many lines this block has:\n```\n{x}\n```|How many lines long is this note?\n{x}|Please count the lines of the block.\n\n{x}|```\n{x}\n```\nLine count?|How many rows of text are there?\n{x}|Line count of the following:\n{x}|The log is:\n{x}\nHow many lines has the log?|
Give the number of lines:\n\n{x}|In this file, how many lines are there?\n{x}|A note says:\n{x}\nOf how many lines is the note?|How many lines do you read here?\n{x}|Can you count the lines in this?\n---\n{x}\n---|What would wc -l print for this file?\n{x}|If I print this, how many lines come out?\n{x}|{x}\n\nCount the lines, please.""")
VALUED = frames("""How many of these are {v}? {x}|How many are {v}? {x}|Count the ones that are {v}: {x}|{x}\nHow many of them are {v}?|How many entries are marked {v}? {x}|Number of entries with {v}: {x}|Tell me how many are {v}: {x}|In this list, how many are {v}? {x}|Please count all that are {v}. {x}|How many have the value {v}? {x}|How many times is {v} given? {x}|{x}\nCount only what is {v}.|
Give the count of {v} ones: {x}|Which number of these is {v}? {x}|Look for {v} and count: {x}|Can you count the {v} ones here? {x}|I want to know how many are {v}. {x}|How many say {v}? {x}|{x}\nHow many things are {v}?|Table:\n{x}\nHow many rows have {v}?|How often does {v} stand there? {x}""")
TIMES = frames("""How many times does {w} occur? {x}|How often does the word {w} appear? {x}|Count how many times "{w}" is in: {x}|{x}\nHow many times is {w} written?|How many {w} are in this list? {x}|Number of times {w} occurs: {x}|Tell me how often {w} is listed: {x}|In this list, how many times is '{w}'? {x}|Please count each {w}. {x}|Word to count: {w}\n{x}|How many entries are {w}? {x}|{x}\nCount the word {w}.|
Give the count of {w} in: {x}|How many of these are the word {w}? {x}|Find every "{w}" and count: {x}|How frequent is {w}? {x}|Can you count the word {w} here? {x}|I want to know how often {w} comes up. {x}|{x}\nHow often do you see {w}?|How many times was {w} said? {x}""")
SIGNS = frames("""How many {s}s are in this text? {x}|Count the {s}s: {x}|How many {s}s does this have? {x}|{x}\nHow many {s}s is that?|Number of {s}s in: {x}|Tell me how many {s}s are used: {x}|How often does a {s} occur? {x}|How many times is a {s} written here? {x}|Please count every {s}. {x}|Text: {x}\nNumber of {s}s?|In the line below, how many {s}s are there?\n{x}|Look for the {s}s and count them: {x}|
Give the count of {s}s: {x}|{x}\nCount the {s}s above.|Can you count the {s}s in here? {x}|How many {s}s did I type? {x}|What is the number of {s}s in this? {x}|Find each {s} and count: {x}|I need the number of {s}s: {x}|How many {s}s do you see? {x}""")
DIGITS = frames("""How many digits are in {w}?|Count the digits of "{w}".|How many digits does the code {w} have?|Code: {w}\nDigits?|Number of digits in {w}?|Tell me how many digits {w} contains.|How many of the characters of {w} are digits?|In '{w}', how many digits are there?|What is the digit count of {w}?|Please count all digits in {w}.|{w}: how many digits?|The code is {w}. How many digits has it?|
Look at {w}. How many digits do you find?|Give the number of digits of {w}.|Can you count the digits in the code {w}?|How many figures does {w} hold?|How often does a digit occur in {w}?|My key is {w}. Count its digits.|How many digit keys do I press to type {w}?|Ignore all but the digits in {w}. How many are there?""")
DISTINCT = frames("""How many different items are in this list? {x}|How many distinct words are here? {x}|Count the unique entries: {x}|{x}\nHow many different ones are there?|Number of distinct items: {x}|Tell me how many unique words this has: {x}|Without repeats, how many items are there? {x}|If each is counted once, how many are there? {x}|How many items remain when repeats are dropped? {x}|Please count the different entries. {x}|How many kinds are listed? {x}|{x}\nCount each one only once. How many?|
Give the number of unique items: {x}|How many different words do you see? {x}|Leave out doubles. How many are left? {x}|Can you count the distinct elements? {x}|What is the size of the set of these? {x}|Some are repeated. How many different ones? {x}|Distinct values in: {x}|How many different things were named? {x}""")
CHARACTERS = frames("""How many letters are in "{w}"?|Count the letters in {w}.|How many characters does the word {w} have?|How long is the word {w}?|Number of letters in '{w}'?|Tell me how many letters {w} has.|letters in {w}?|Word: {w}\nLength?|What is the length of "{w}"?|How many characters are in {w}?|Give the number of characters of {w}.|{w}: how many letters?|Look at the word {w}. How many letters do you find?|Please count all letters of "{w}".|The word is {w}. Count its characters.|
Spell {w} and count the letters.|How many letters do you need to write {w}?|I write "{w}". How many letters did I use?|Can you count the characters in {w}?|How many boxes in a crossword does {w} fill?|Of how many letters is {w} made?|What does len("{w}") give?""")
MARKS = {"comma": ",", "full stop": ".", "semicolon": ";", "exclamation mark": "!", "question mark": "?", "hyphen": "-", "colon": ":", "slash": "/", "plus sign": "+", "hash sign": "#", "star": "*", "dollar sign": "$"}
TERSE = ["", "", "", "", " Answer with a number.", " Just the number, please.", " Reply with the count."]


def some(n, noun):
    return f"{n} {noun}" + ("" if n == 1 else "es" if noun.endswith("sh") else "s")


def spelled(word):
    return "{CH0}" + "-".join(word) + "{CH1}"


def asked(r, frame, n, answer, x=None, **kw):
    """The case and the answer; x is a list or a text to be put into the frame."""
    q = fill(frame, **kw)
    if x is not None:
        q = C.put(q, x)
    if frame[-1] in ".?":
        q += r.choice(TERSE)
    return C.case("count", q, {"number": n}, 96), answer


def size(r):
    return r.choice([r.randint(2, 6), r.randint(3, 10), r.randint(1, 15)])


def parts(r, most=8):
    """How many fit and how many do not, at least one fits."""
    return r.choice([r.randint(1, 4), r.randint(1, most)]), r.randint(1, 7)


def items(r):
    n = size(r)
    ws = some_words(r, n)
    if r.random() < 0.15:
        ws = [r.choice(ADJECTIVES) + " " + w for w in ws]
        x = r.choice(["\n", ", ", "; ", " / "]).join(ws)
    else:
        x = lay_words(r, ws) if n > 1 else ws[0]
    return asked(r, r.choice(ITEMS), n, f"{', '.join(ws)}: {some(n, 'item')}.", r.choice(HEADS) + x if "\n" in x else x)


def letters_of(r, vowels):
    while True:
        w = r.choice(SPELL)
        found = [c for c in w if (c in "aeiou") == vowels]
        if found and "y" not in w:
            noun = "vowel" if vowels else "consonant"
            return asked(r, r.choice(VOWELS if vowels else CONSONANTS), len(found), f"{spelled(w)}: {', '.join(found)}: {some(len(found), noun)}.", w=w)


def letter(r):
    w = r.choice(SPELL)
    c = r.choice([x for x in w if w.count(x) > 1] or list(w)) if r.random() < 0.7 else r.choice(w)
    n = w.count(c)
    return asked(r, r.choice(LETTER), n, f"{spelled(w)}: {', '.join(c * n)}: {some(n, 'time')}.", w=w, l=c)


def letter_text(r):
    ws = sentence(r, short=True)
    text = "".join(ws).lower()
    c = r.choice([x for x in text if text.count(x) > 1 and not any(w[0] == x.upper() for w in ws)] or ["e"])
    n = text.count(c)
    if not n:
        return letter_text(r)
    return asked(r, r.choice(LETTER_TEXT), n, f"{' '.join(spelled(w.lower()) for w in ws)}: {', '.join(c * n)}: {some(n, 'time')}.", " ".join(ws) + ".", l=c)


def sentence_words(r):
    ws = sentence(r)
    if len(ws) > 3 and r.random() < 0.25:
        ws = ws[:r.randint(2, len(ws))]
    return asked(r, r.choice(SENTENCE_WORDS), len(ws), f"{', '.join(ws)}: {some(len(ws), 'word')}.", " ".join(ws) + r.choice([".", ".", "!"]))


def numbers(r):
    kind = r.choice(["above", "below", "between", "even", "odd"])
    fit, rest = parts(r)
    low = 0 if r.random() < 0.92 else -50
    top = r.choice([20, 50, 100, 100, 500, 1000])
    if kind in ("even", "odd"):
        good = lambda x: x % 2 == (kind == "odd")
        kw, asks, bounds = {"p": kind}, PARITY, ()
    else:
        a = r.randint(top // 5, top // 2)
        b = r.randint(a + top // 4, a + top // 2)
        bounds = (a, b) if kind == "between" else (a,)
        good = {"above": lambda x: x > a, "below": lambda x: x < a, "between": lambda x: a < x < b}[kind]
        kw, asks = ({"a": a, "b": b} if kind == "between" else {"k": a}), {"above": ABOVE, "below": BELOW, "between": BETWEEN}[kind]
    yes, no = [], []
    for _ in range(4000):
        x = r.randint(low, top)
        if x in bounds or x in yes or x in no:
            continue
        if good(x) and len(yes) < fit:
            yes.append(x)
        elif not good(x) and len(no) < rest:
            no.append(x)
    xs = yes + no
    r.shuffle(xs)
    return asked(r, r.choice(asks), len(yes), f"It is {len(yes)}.", lay_numbers(r, xs), **kw)


def words_by(r, kind):
    """Words that start or end with a letter, or are longer than k letters."""
    fit, rest = parts(r, 6)
    while True:
        w = r.choice(WORDS)
        if kind == "longer":
            k = r.randint(3, 7)
            good, kw, asks = (lambda x: len(x) > k), {"k": k}, LONGER
        elif kind == "start":
            c = w[0]
            good, kw, asks = (lambda x: x[0] == c), {"l": c}, STARTS
        else:
            c = w[-1]
            good, kw, asks = (lambda x: x[-1] == c), {"l": c}, ENDS_WITH
        pool = [x for x in WORDS if good(x)]
        if len(pool) >= fit:
            break
    others = [x for x in WORDS if not good(x)]
    yes = r.sample(pool, fit)
    xs = yes + r.sample(others, rest)
    r.shuffle(xs)
    yes = [x for x in xs if x in yes]
    return asked(r, r.choice(asks), fit, f"{', '.join(yes)}: {some(fit, 'word')}.", lay_words(r, xs), **kw)


def capitals(r):
    if r.random() < 0.5:
        w = "".join(r.choice(string.ascii_letters) for _ in range(r.randint(3, 9)))
        text, lead = w, spelled(w) + ": "
    else:
        ws = r.choice([lambda: sentence(r), lambda: [r.choice(NAMES), "met", r.choice(NAMES), "in", r.choice(CITIES)], lambda: [x.capitalize() if r.random() < 0.4 else x for x in some_words(r, r.randint(3, 8))]])()
        text, lead = " ".join(ws), ""
    caps = [c for c in text if c.isupper()]
    if not caps:
        return capitals(r)
    return asked(r, r.choice(CAPITALS), len(caps), f"{lead}{', '.join(caps)}: {some(len(caps), 'capital letter')}.", text)


def block_lines(r):
    n = r.choice([r.randint(2, 6), r.randint(2, 12)])
    if r.random() < 0.6:
        ls = r.sample(LINES, n)
    elif r.random() < 0.5:
        ls = [" ".join(sentence(r)) + "." for _ in range(n)]
    else:
        ls = some_words(r, n)
    return asked(r, r.choice(BLOCK_LINES), n, f"{', '.join(x.split()[0] for x in ls)}: {some(n, 'line')}.", "\n".join(ls))


def valued(r):
    fit, rest = parts(r)
    values = r.choice(list(VALUES.values()))
    v = r.choice(values)
    things = r.sample(NAMES, fit + rest) if "calm" in values else r.sample(r.choice([WORDS, WORDS, GROUPS["things"]]), fit + rest)
    marks = [v] * fit + [r.choice([x for x in values if x != v]) for _ in range(rest)]
    r.shuffle(marks)
    pairs = list(zip(things, marks))
    yes = [a for a, b in pairs if b == v]
    return asked(r, r.choice(VALUED), fit, f"{', '.join(yes)}: {fit} {v}.", r.choice(PAIR_LAYOUTS)(pairs), v=v)


def repeated(r, distinct):
    ws = some_words(r, r.randint(2, 5) if not distinct else r.choice([r.randint(2, 5), r.randint(2, 8)]))
    xs = ws + [r.choice(ws) for _ in range(r.randint(1, 6))]
    r.shuffle(xs)
    x = lay_words(r, xs)
    if distinct:
        seen = list(dict.fromkeys(xs))
        return asked(r, r.choice(DISTINCT), len(seen), f"{', '.join(seen)}: {len(seen)} different.", x)
    w = r.choice(xs)
    n = xs.count(w)
    return asked(r, r.choice(TIMES), n, f"{', '.join([w] * n)}: {some(n, 'time')}.", x, w=w)


def times_said(r):
    """How often a word is in running text, all of it in lower case."""
    text = " and ".join(" ".join(sentence(r)).lower() for _ in range(r.randint(1, 3)))
    ws = text.split()
    w = r.choice([x for x in ws if ws.count(x) > 1] or ws) if r.random() < 0.8 else r.choice(ws)
    n = ws.count(w)
    frame = r.choice([x for x in TIMES if "list" not in x and "entries" not in x])
    if '"{w}"' not in frame:
        frame = frame.replace("{w}", r.choice(['"{w}"', "'{w}'"]))
    return asked(r, frame, n, f"{', '.join([w] * n)}: {some(n, 'time')}.", text, w=w)


def signs(r):
    name = r.choice(["comma"] * 3 + list(MARKS))
    sign, n = MARKS[name], r.choice([r.randint(1, 4), r.randint(1, 9)])
    ws = some_words(r, n + 1)
    if name in ("comma", "semicolon", "colon"):
        text = (sign + " ").join(ws)
    elif name in ("full stop", "exclamation mark", "question mark"):
        text = " ".join(w.capitalize() + sign for w in ws[:n])
    elif name == "hash sign" or name == "dollar sign":
        text = " ".join(sign + w for w in ws[:n]) + " " + ws[n]
    else:
        text = sign.join(ws)
    frame = r.choice(SIGNS)
    if name == "slash":
        frame = frame.replace("{s}s", "{s}es")
    elif name[0] == "e":
        frame = frame.replace("a {s}", "an {s}")
    return asked(r, frame, n, f"{', '.join([name] * n)}: {some(n, name)}.", text, s=name)


def digits(r):
    n = r.choice([r.randint(1, 5), r.randint(1, 9)])
    cs = [r.choice(string.digits) for _ in range(n)] + [r.choice(string.ascii_uppercase if r.random() < 0.7 else string.ascii_lowercase) for _ in range(r.randint(1, 6))]
    r.shuffle(cs)
    if r.random() < 0.5:
        cs.insert(r.randint(1, len(cs) - 1), r.choice("-_/."))
    return asked(r, r.choice(DIGITS), n, f"It is {n}.", w="".join(cs))


def characters(r):
    w = r.choice(SPELL)
    return asked(r, r.choice(CHARACTERS), len(w), f"{spelled(w)}: {some(len(w), 'letter')}.", w=w)


KINDS = [items, items, items, lambda r: letters_of(r, True), lambda r: letters_of(r, True), lambda r: letters_of(r, False), letter, letter, letter, letter_text, sentence_words, sentence_words, numbers, numbers, numbers, numbers,
         lambda r: words_by(r, "start"), lambda r: words_by(r, "end"), lambda r: words_by(r, "longer"), capitals, block_lines, valued, lambda r: repeated(r, True), lambda r: repeated(r, False), times_said, signs, digits, characters]


def count(r):
    """A request to count, of any kind, and its answer."""
    while True:
        c, answer = r.choice(KINDS)(r)
        if 1 <= c["check"]["number"] <= 15:
            return c, answer
