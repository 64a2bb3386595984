"""Lists and strings of the exam set: copying, reversing, sorting and counting."""
import json
import string

from cases import case, distinct, put
from examwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS, VERBS

COPY_LIST = [
    "Can you type this list out again for me, unchanged?\n{x}",
    "I need an exact duplicate of the following list: {x}",
    "Please hand this back to me just as it is: {x}",
    "Write down the same items, in the order I gave them: {x}",
    "{x}\n\nPlease write that list once more.",
    "Here's a list. All I want is for you to say it back to me.\n\n{x}",
    "Mirror this list back to me, in the order it stands: {x}",
    "Reproduce what follows, every item, same order.\n{x}",
    "Would you mind writing this list a second time? {x}",
    "Say these back to me: {x}",
    "List: {x}\nTask: give me the identical list.",
    "{x}\nGive me those items again, nothing added and nothing dropped.",
    "My list is below. Send me back a copy of it.\n{x}",
    "Just retype this, please. {x}",
    "I'd like the list below written out again without changes.\n\n{x}",
    "Please make a copy of these entries: {x}",
]
COPY_TEXT = [
    "Type this text back to me, character by character: {x}",
    "Please write {x} and nothing else.",
    "Your whole reply should be this text: {x}",
    "Give me back exactly this: {x}",
    "Can you write the following for me, unaltered?\n{x}",
    "{x}\n\nWrite that line again, precisely as it stands.",
    "I want you to duplicate this text and add nothing: {x}",
    "Answer with just this, please: {x}",
    "Print the text between the lines.\n---\n{x}\n---",
    "Reply with a perfect copy of this: {x}",
    "What I need from you is the same text again: {x}",
    "Send this back without touching it: {x}",
    "Text: {x}\nWrite the text out again, that's all.",
    "Would you please parrot this: {x}",
    "Take the text below and put it down again exactly.\n\n{x}",
]
TURN_LIST = [
    "Put this list in the opposite order: {x}",
    "Could you turn this list around so the last item comes first? {x}",
    "{x}\n\nWrite these from last to first, please.",
    "Please read me this list starting at the end: {x}",
    "Flip the order of the following items.\n{x}",
    "I wrote this list the wrong way round. Please reverse it: {x}",
    "Give me these items back to front: {x}",
    "List: {x}\nTask: the same list in reversed order.",
    "What does this list look like when it is reversed? {x}",
    "Start with the last one and end with the first one: {x}",
    "{x}\nNow the other way round, please.",
    "Here are some items. Swap their order end to end, so that the final one leads.\n\n{x}",
    "Would you reverse the sequence below for me?\n{x}",
    "Rearrange these in reverse sequence: {x}",
    "Invert the order of my list. {x}",
    "I need the items below listed backwards, last item at the top.\n{x}",
]
TURN_TEXT = [
    "I want to see {x} written backwards.",
    "How do you spell {x} in reverse?",
    "Please turn the letters of {x} around.",
    "What is {x} when you read it from right to left?",
    "Reverse the characters of this text: {x}",
    "Take {x} and give me its characters in the opposite order.",
    "Flip this string so its last character comes first: {x}",
    "If I wrote {x} back to front, what would it say?",
    "Text: {x}\nTask: the same text, reversed character by character.",
    "I need {x} mirrored, with the final letter at the start.",
    "Could you spell {x} starting from its end?",
    "Read {x} the wrong way round and write what you get.",
    "{x}\n\nPlease reverse the string above.",
    "Give me the reversal of {x}.",
    "Backwards this time: {x}",
]
SORT_WORDS = [
    "Put these in alphabetical order, please: {x}",
    "Could you alphabetize this list for me? {x}",
    "{x}\n\nArrange those from A to Z.",
    "I'd like this list in order of the alphabet: {x}",
    "Sort the following alphabetically and give me the result.\n{x}",
    "Order these the way a dictionary would: {x}",
    "Here is a messy list. Tidy it up by sorting it from A to Z.\n\n{x}",
    "Rearrange these words so that they follow the alphabet: {x}",
    "What is the alphabetical order of these? {x}",
    "List: {x}\nTask: sort from A to Z.",
    "Please file these alphabetically: {x}",
    "{x}\nWhich order are they in when sorted by the alphabet? Give me the sorted list.",
    "Bring the items below into alphabetical order for me.\n{x}",
]
SORT_WORDS_DOWN = [
    "Sort this list from Z to A: {x}",
    "Please arrange these in reverse alphabetical order. {x}",
    "{x}\n\nOrder them alphabetically but backwards, from Z down to A.",
    "I need these in descending alphabetical order: {x}",
]
SORT_NUMBERS = [
    "Put these numbers in order, smallest first: {x}",
    "Could you sort the numbers below from low to high?\n{x}",
    "{x}\n\nArrange these in ascending order, please.",
    "Order these values so that they go up: {x}",
    "From the least to the greatest, please: {x}",
    "I have these numbers: {x}. Sort them in increasing order.",
    "Numbers: {x}\nTask: sort, lowest to highest.",
    "Rank these from the smallest to the biggest: {x}",
]
SORT_NUMBERS_DOWN = [
    "Put these numbers in order, biggest first: {x}",
    "Could you sort the numbers below from high to low?\n{x}",
    "{x}\n\nArrange these in descending order, please.",
    "From the greatest to the least, please: {x}",
    "Rank these scores with the highest at the top: {x}",
    "Order these values so that they go down: {x}",
]
COUNT_ITEMS = [
    "How many things did I put on this list? {x}",
    "Count up these items for me: {x}",
    "{x}\n\nWhat's the total number of entries there?",
    "Tell me the length of this list, please: {x}",
    "Can you work out how many entries there are below?\n{x}",
    "I've lost track. How many are there here? {x}",
    "Number of items, please: {x}",
    "What number of items does this list hold? {x}",
    "Please count the entries in the list that follows.\n\n{x}",
    "List: {x}\nQuestion: how many elements does it have?",
    "{x}\nHow many is that altogether?",
    "If I tick off everything on this list, how many ticks will I make? {x}",
]
COUNT_SAME = [
    "How often does {w} turn up in this list? {x}",
    "Count the times that {w} appears here: {x}",
    "{x}\n\nHow many of those are {w}?",
    "In the list below, how many entries say {w}?\n{x}",
    "Please tell me how many times you see {w} among these: {x}",
    "I want to know how many times {w} is listed. {x}",
    "What is the count of {w} in the following? {x}",
]
COUNT_WORDS = [
    "How many words long is this sentence? {x}",
    "Count the words here for me, please: {x}",
    "{x}\n\nWhat is the number of words in the line above?",
    "Sentence: {x}\nHow many words has it got?",
    "I need a word count for this: {x}",
]
COUNT_LETTERS = [
    "How many letters are needed to write {w}?",
    "What's the number of letters in {w}?",
    "Count the letters of {w} for me, please.",
    "Word: {w}\nHow many letters has it got?",
    "Tell me how long the word {w} is, in letters.",
]
COUNT_ONE_LETTER = [
    "How many times is the letter {c} used in {w}?",
    "Count each {c} in the word {w}. How many are there?",
    "When I spell {w}, how often do I write the letter {c}?",
    "How many {c}'s go into the word {w}?",
    "Please tell me how many {c}'s the word {w} has.",
]


def laid_out(r, items):
    """A list as people write them down."""
    style = r.choice(["comma"] * 4 + ["and", "quoted", "json", "json", "bullet", "bullet", "star", "number", "paren", "line", "line", "semicolon"])
    if style == "and" and len(items) > 1:
        return ", ".join(items[:-1]) + " and " + items[-1]
    if style == "quoted":
        return ", ".join(f'"{x}"' for x in items)
    if style == "json":
        return json.dumps([int(x) if x.isdigit() and x[0] != "0" else x for x in items])
    marks = {"bullet": "- ", "star": "* ", "line": ""}
    if style in marks:
        return "\n".join(marks[style] + x for x in items)
    if style in ("number", "paren"):
        return "\n".join(f"{i + 1}{'.' if style == 'number' else ')'} {x}" for i, x in enumerate(items))
    return ("; " if style == "semicolon" else ", ").join(items)


def code(r):
    """A short code of letters and digits, in groups or not."""
    part = lambda n: "".join(r.choice(string.ascii_uppercase + string.digits) for _ in range(n))
    small = lambda n: "".join(r.choice(string.ascii_lowercase + string.digits) for _ in range(n))
    return r.choice([lambda: f"{part(4)}-{part(4)}", lambda: f"{part(3)}/{part(5)}", lambda: small(r.randint(6, 12)), lambda: f"{small(5)}_{small(4)}", lambda: f"{part(5)}.{small(3)}"])()


def entry(r):
    """One maker of items for a whole list."""
    return r.choice([
        lambda: r.choice(NOUNS), lambda: r.choice(NOUNS), lambda: r.choice(TOWNS), lambda: r.choice(PEOPLE),
        lambda: f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", lambda: f"{r.choice(VERBS)} the {r.choice(NOUNS)}",
        lambda: str(r.randint(2, 999)), lambda: code(r)])


def short_text(r):
    """A text of at most 24 characters to be copied."""
    while True:
        n, a = r.choice(NOUNS), r.choice(ADJECTIVES)
        s = r.choice([lambda: code(r), lambda: f"{a} {n}", lambda: f"src/{n}/{a}.py", lambda: f"{n}@{a}.org", lambda: f"{r.choice(PEOPLE)} & {r.choice(PEOPLE)}", lambda: f"{n}={r.randint(10, 999)}", lambda: f"{r.choice(VERBS)} the {a} {n}", lambda: f"if {n} >= {r.randint(2, 90)}:", lambda: f"<{n} id={r.randint(2, 99)}>"])()
        if len(s) <= 24:
            return s


def copy(r):
    if r.random() < 0.6:
        items = distinct(entry(r), r.randint(2, 12))
        return case("copy", put(r.choice(COPY_LIST), laid_out(r, items)), {"items": items}, 160)
    s = short_text(r)
    return case("copy", r.choice(COPY_TEXT).replace("{x}", r.choice([s, s, f'"{s}"', f"`{s}`"])), {"same": s}, 64)


def reverse(r):
    if r.random() < 0.65:
        items = distinct(entry(r), r.randint(2, 12))
        return case("reverse", put(r.choice(TURN_LIST), laid_out(r, items)), {"items": items[::-1]}, 160)
    s = r.choice([lambda: r.choice(NOUNS), lambda: r.choice(NOUNS), lambda: code(r), lambda: r.choice(TOWNS), lambda: f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}"])()
    quoted = [f'"{s}"', f"`{s}`"] + ([s, s] if s.isalpha() else [])
    return case("reverse", r.choice(TURN_TEXT).replace("{x}", r.choice(quoted)), {"value": s[::-1]}, 64)


def sort(r):
    down = r.random() < 0.3
    if r.random() < 0.4:
        top = r.choice([30, 100, 100, 1000])
        items = distinct(lambda: str(r.randint(1, top)), r.randint(2, 12))
        want = sorted(items, key=int, reverse=down)
        frame = r.choice(SORT_NUMBERS_DOWN if down else SORT_NUMBERS)
    else:
        kind = r.choice([NOUNS, NOUNS, NOUNS, TOWNS, PEOPLE, VERBS, ADJECTIVES])
        items = distinct(lambda: r.choice(kind), r.randint(2, 12))
        want = sorted(items, reverse=down)
        frame = r.choice(SORT_WORDS_DOWN if down else SORT_WORDS)
    text = laid_out(r, items)
    if "{x}." in frame and "\n" in text:
        text = ", ".join(items)
    return case("sort", put(frame, text), {"items": want}, 160)


def sentence(r):
    """A sentence of 4 to 13 words."""
    who, where, a, n, m = r.choice(PEOPLE), r.choice(TOWNS), r.choice(ADJECTIVES), r.choice(NOUNS), r.choice(NOUNS)
    s = r.choice([f"{who} found the {n} in {where}", f"the {n} is {a}", f"{who} carried one {a} {n} home", f"every {n} needs its own {m}", f"we never saw that {a} {n} near {where} again", f"my {n} and your {m} look {a} today"])
    return s[0].upper() + s[1:] + r.choice(["", " before the rain came", " because it was late"]) + "."


def count(r):
    kind = r.choices(["items", "same", "words", "letters", "letter"], [40, 22, 14, 10, 14])[0]
    if kind == "items":
        items = distinct(entry(r), r.randint(2, 12))
        question, n = put(r.choice(COUNT_ITEMS), laid_out(r, items)), len(items)
    elif kind == "same":
        pool = distinct(lambda: r.choice(NOUNS), r.randint(2, 4))
        items = [pool[0]] + [r.choice(pool) for _ in range(r.randint(3, 11))]
        r.shuffle(items)
        w = r.choice([pool[0], f'"{pool[0]}"'])
        question, n = put(r.choice(COUNT_SAME).replace("{w}", w), laid_out(r, items)), items.count(pool[0])
    elif kind == "words":
        s = sentence(r)
        question, n = put(r.choice(COUNT_WORDS), r.choice([s, f'"{s}"'])), len(s.split())
    else:
        w = r.choice(NOUNS + [x for x in NOUNS if len(set(x)) < len(x)])
        c = max(w, key=lambda x: (w.count(x), x)) if r.random() < 0.6 else r.choice(w)
        n = len(w) if kind == "letters" else w.count(c)
        shown = r.choice([w, f'"{w}"'])
        question = r.choice(COUNT_LETTERS if kind == "letters" else COUNT_ONE_LETTER).replace("{c}", c).replace("{w}", shown)
    return case("count", question, {"number": n})
