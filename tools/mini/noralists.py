"""Requests about lists and words: copy, reverse, sort and count."""
import json

import cases
from norawords import *

PHRASES = ["green tea", "wool socks", "oat milk", "bus ticket", "rain hat", "spare key", "bread bin", "garden hose", "paper bag", "egg timer", "door bell", "sun cream", "jam jar", "tool box", "plum tart", "wet towel", "first aid", "cat food", "fish knife", "bath mat", "tea towel", "bike pump", "hand soap", "pie dish", "milk churn", "seed tray"]
MORE = "pear plum quince melon cherry grape lemon apple mango fig otter robin wren finch swan crow oak elm birch willow ash maple spoon fork plate bowl mug jug chair stool bench lamp rug shelf river lake pond hill cliff beach piano drum flute cello harp kite ball doll swing glove boot sock shirt skirt coat".split()
SHORT = ["wash the car", "buy stamps", "call Ida", "fix the gate", "bake rolls", "cut the hedge", "mend socks", "dry the plates", "find the key", "pay rent", "lock up", "feed the hens", "boil eggs", "dust shelves", "pick plums", "fold sheets", "peel apples", "shut the barn", "wind the clock", "write to Ada"]


def code(r):
    return r.choice(["%s-%03d", "%s%d", "%s/%d", "%s_%d"]) % ("".join(r.choice("ABCDEFGHKLMPRSTVXZ") for _ in range(r.randint(1, 2))), r.randint(1, 999))


SOURCES = [lambda r: r.choice(MORE), lambda r: r.choice(THINGS), lambda r: r.choice(FOODS), lambda r: r.choice(NAMES), lambda r: r.choice(TOWNS), lambda r: r.choice(PHRASES), code, lambda r: r.choice(STEMS) + r.choice(["", "2", "_old"]) + "." + r.choice(ENDS), lambda r: str(r.randint(1, 999)), lambda r: r.choice(SHORT), lambda r: r.choice(NAMES) + " " + r.choice(SURNAMES), lambda r: r.choice(COLOURS), lambda r: r.choice(ANIMALS)]
WORDY = [SOURCES[i] for i in (0, 0, 1, 2, 3, 4, 11, 12)]


def layout(r, xs, repeat=False):
    """A list written in one of many ways."""
    xs = [str(x) for x in xs]
    k = r.randrange(20)
    rows = {5: "- %s", 6: "* %s", 7: "• %s", 8: "+ %s", 9: "%s", 10: "%s;", 11: '"%s"', 12: "[ ] %s"}
    if k in rows:
        return "\n".join(rows[k] % x for x in xs)
    if k in (13, 14):
        return "\n".join(f"{i}{'.' if k == 13 else ')'} {x}" for i, x in enumerate(xs, 1))
    if k == 15:
        return json.dumps(xs)
    if k == 16:
        return ", ".join(f'"{x}"' for x in xs)
    if k == 17:
        return " | ".join(xs)
    if k == 18:
        return "; ".join(xs)
    if k == 19:
        return " / ".join(xs) if not any("/" in x for x in xs) else " | ".join(xs)
    if k == 4:
        return listing(r, xs)
    return ", ".join(xs)


def request(r, frames, text, **slots):
    """A frame with the list; a list of many lines gets lines of its own."""
    s = expand(r, r.choice(frames))
    SEEN.add(s)
    s = dress(r, s)
    if "\n" in text:
        if s.startswith("{x}"):
            s = re.sub(r"^\{x\}[.,:;]? *\n*", lambda m: "{x}\n\n", s)
        else:
            s = re.sub(r"[ \n]*\{x\}[.,;?]?[ \n]*", lambda m: "\n{x}\n", s, 1).rstrip("\n")
    for k, v in {**slots, "x": text}.items():
        s = s.replace("{" + k + "}", str(v))
    return s


def draw(r, sources, low=2, high=12):
    make = r.choice(sources)
    return cases.distinct(lambda: make(r), r.randint(low, min(high, r.choice([4, 6, 8, 12]))))


COPY = [
    "(Repeat|Copy|Write out) this list[ exactly|, nothing else]: {x}", "Give me back (these items|this list) unchanged: {x}", "{x}\n\n(Repeat|Copy) that (exactly|word for word).", "I'd like (the same list back|these written out again, in the same order): {x}", "Please (copy|echo) the following items in (their|the same) order: {x}", "Say after me: {x}", "(My printer smudged this|I can't read my own writing), so write it again: {x}",
    "List these (once more|again), don't change anything: {x}", "{x} - the same again, please", "echo: {x}", "Would you (type|write) this out for me as it stands? {x}", "Here is my list: {x}\nRead it back to me.", "Read back (what I've ordered|my order): {x}", "Take these down and show me what you have: {x}", "Don't sort, don't skip, only repeat: {x}", "Items: {x}. Same items in same order, please.", "Make one copy of list, same order: {x}",
    "Could you say these back so I know you got them? {x}", "{x}. Repeat them all, in order.", "I need an exact copy of this: {x}", "Output the items as given: {x}", "Now you: {x}", "Write every one of these, from the first to the last: {x}", "The shopping for Saturday is {x}. Tell me it again.", "Can you reproduce this list? {x}", "Kindly return what I send: {x}",
]
SAME = ["(Repeat|Copy) this (text|string) (exactly|letter by letter): {x}", "(Write|Say) {x} (again|back to me).", "Echo {x}", "{x}\nRepeat that[, nothing more].", "I'd like you to write exactly this: {x}", "Copy the code {x}, every character.", "My reference is {x}. Say it back.", "Return this unchanged: {x}", "Could you type {x} for me?", "What I want printed on the label is {x}. Write just that.", "Reproduce {x} as it stands.", "Please to write the same: {x}", "Output only this: {x}", "The password on the card says {x}. Read it out.", "One copy of {x}, please."]
REVERSE = ["(Reverse|Turn round|Flip) (this list|the order of this list): {x}", "(List|Write) these (backwards|from last to first|in the opposite order): {x}", "{x}\n\n(Reverse|Turn round) that list.", "I'd like {x} in reverse order.", "Last one first, please: {x}", "Put these the other way round, the last at the front: {x}", "Start from the end of this list and go to its beginning: {x}", "What is this list in reverse? {x}", "The queue turns about: {x}. In what order are they now?", "Read me {x} from the back.", "backwards: {x}", "Could you flip the order of these items? {x}", "We walk home the way we came. The stops were {x}, so what are they on the way back?", "{x}. Now from back to front.", "Invert the order: {x}", "Give in reverse: {x}", "My plan is upside down, turn it over: {x}", "List from end to start please: {x}", "End first, start last, all items: {x}", "The other way about, will you: {x}"]
SPELL = ["(Spell|Write) {x} backwards.", "Reverse the (word|text|letters of) {x}", "What is {x} written from right to left?", "{x} backwards[, please]?", "Turn the letters of {x} round.", "How does {x} read from the end?", "I'm making a puzzle: give me {x} with its letters in reverse.", "reverse string: {x}", "Mirror the characters of {x}", "Write the last letter of {x} first, and so on to the first.", "Say {x} in backwards letters.", "If you read {x} from its last character to its first, what do you get?", "The children want to see {x} the wrong way round, letter by letter.", "Flip {x}, character by character.", "Could you reverse {x} for me?"]
AZ = ["(Sort|Order|Arrange) (these|this list) (alphabetically|from A to Z|in alphabetical order): {x}", "Put {x} in alphabetical order.", "{x}\n\n(Sort that|Alphabetise it), A to Z.", "I'd like these by the alphabet: {x}", "Alphabetical, please: {x}", "In a dictionary, in what order would these stand? {x}", "For the register I need these in ABC order: {x}", "a-z: {x}", "Could you alphabetise {x}?", "My spice rack goes by the alphabet. Sort: {x}", "Which order do they take, alphabetically? {x}", "Line these up from A to Z: {x}", "Make order after the alphabet: {x}", "The labels should be alphabetical: {x}. Write them so.", "Sort {x}, the A end first."]
ZA = ["(Sort|Order) these from Z to A: {x}", "Reverse alphabetical order, please: {x}", "{x}\n\nAlphabetically, but Z first.", "Put {x} in descending alphabetical order.", "I want the end of the alphabet first: {x}", "z-a: {x}", "Arrange them backwards through the alphabet, from Z to A: {x}", "Could you sort {x} alphabetically in reverse, Z to A?", "For once we call the register from Z to A: {x}", "Sort descending (Z to A): {x}"]
UP = ["(Sort|Order) (these numbers|the numbers) (from smallest to largest|in ascending order|from low to high): {x}", "Smallest first: {x}", "{x}\n\nSort them, lowest to highest.", "Put {x} in order of size, the smallest first.", "I'd like these prices from cheap to dear: {x}", "Ascending, please: {x}", "House numbers from lowest to highest: {x}", "Could you arrange {x} so that they go up?", "Write these in rising order: {x}", "Count upwards through these: {x}", "The youngest first. Ages: {x}", "sort asc {x}", "Line up these numbers, the least at the front: {x}"]
DOWN = ["(Sort|Order) (these numbers|the numbers) (from largest to smallest|in descending order|from high to low): {x}", "Biggest first: {x}", "{x}\n\nSort them, highest to lowest.", "Put {x} in order of size, the largest first.", "Scores, best first: {x}", "Descending, please: {x}", "I'd like these prices from dear to cheap: {x}", "Could you arrange {x} so that they go down?", "Write these in falling order: {x}", "The oldest first. Ages: {x}", "sort desc {x}", "Line up these numbers, the greatest at the front: {x}"]
COUNT = ["How many (items|things|entries) are (in this list|on this list|here)? {x}", "Count (the items|these|what's on the list): {x}", "{x}\n\nHow many is that?", "I'm packing {x}. How many things are those?", "Number of items: {x}", "We invited {x}. How many is that altogether?".replace("invited", "wrote down"), "Tell me (how long this list is|the length of this list): {x}", "Could you count these up? {x}", "How many have I got if I list {x}?", "{x} - that makes how many?", "I make it a different number each time. Count: {x}", "count items {x}", "How many entries does my list have? It goes {x}", "For the tally: {x}. How many?", "Please say how much items is here: {x}"]
OCCUR = ["How (many times|often) (does|do we see) {w} (occur |appear |come )?in this list? {x}".replace("(does|do we see) {w} (occur |appear |come )?in", "is {w} in"), "Count {w} in: {x}", "{x}\n\nHow many of these are {w}?", "I want to know how many times {w} appears here: {x}", "How often does {w} turn up? {x}", "Votes: {x}. How many did {w} get?", "Only count {w}: {x}", "In {x}, what is the number of {w}?", "Orders so far: {x}. How many for {w}?", "Please count how many times is written {w}: {x}", "The number of times {w} stands in this list: {x}", "occurrences of {w} in {x}"]
LETTERS = ["How many letters (does {w} have|are in {w}|has {w})?", "Count the letters (of|in) {w}.", "{w}: how many letters?", "The length of the word {w}, please.", "I need the number of letters in {w} for my crossword.", "How long is the word {w}, in letters?", "letters in {w}?", "Could you count the letters of {w}?", "We paint one tile for each letter of {w}. How many tiles?", "Tell me with how many letters {w} is written."]
LETTER = ["How many times (does the letter {l} appear in|is the letter {l} in) {w}?", "Count the letter {l} in {w}.", "How many {l}'s (are in|has) {w}?", "In {w}, how often does {l} occur?", "The word is {w}. How many of its letters are {l}?", "I'm printing {w} by hand. How many of the letter {l} do I need?", "number of {l} in {w}", "{w}: how often the letter {l}?", "Tell me how many times I write {l} when I write {w}.", "Could you see how many {l} there are in {w}?"]
WORDS_ = ["How many words (are in this sentence|does this sentence have)? {x}", "Count the words: {x}", "{x}\n\nHow many words is that?", "Number of words in {x}", "I pay by the word. How many are in {x}?", "The sentence is {x}. Its number of words?", "Could you count the words of {x}?", "How long is {x}, in words?", "word count: {x}", "A telegram says {x}. How many words is it?"]


def copy(r):
    if r.random() < .3:
        x = text(r)
        return cases.case("copy", request(r, SAME, quoted(r, x)), {"same": x})
    xs = draw(r, SOURCES)
    return cases.case("copy", request(r, COPY, layout(r, xs)), {"items": xs})


def text(r):
    """A string of at most 24 characters."""
    while True:
        x = r.choice([code(r), code(r) + "-" + code(r), r.choice(PHRASES), r.choice(MORE), r.choice(NAMES) + str(r.randint(1, 99)), r.choice(MORE) + "_" + r.choice(MORE), r.choice(SHORT), "".join(r.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(r.randint(5, 10))), r.choice(MORE) + "@" + r.choice(MORE) + ".example", f"{r.randint(10, 99)}:{r.randint(10, 99)}"])
        if len(x) <= 24:
            return x


def quoted(r, x):
    return r.choice(['"%s"', "'%s'", "`%s`", "%s", "%s", "“%s”"]) % x


def reverse(r):
    if r.random() < .4:
        x = r.choice([r.choice(MORE), r.choice(THINGS), r.choice(NAMES), r.choice(FOODS), text(r)])
        if " " not in x or r.random() < .3:
            return cases.case("reverse", request(r, SPELL, quoted(r, x)), {"value": x[::-1]})
    xs = draw(r, SOURCES)
    return cases.case("reverse", request(r, REVERSE, layout(r, xs)), {"items": xs[::-1]})


def sort(r):
    down = r.random() < .3
    if r.random() < .45:
        xs = cases.distinct(lambda: r.randint(1, r.choice([20, 99, 999])), r.randint(2, r.choice([4, 6, 9])))
        return cases.case("sort", request(r, DOWN if down else UP, layout(r, xs)), {"items": [str(x) for x in sorted(xs, reverse=down)]})
    xs = draw(r, WORDY, 2, 9)
    return cases.case("sort", request(r, ZA if down else AZ, layout(r, xs)), {"items": sorted(xs, key=str.lower, reverse=down)})


def count(r):
    k = r.randrange(6)
    if k < 2:
        xs = draw(r, SOURCES, 1)
        q, n = request(r, COUNT, layout(r, xs)), len(xs)
    elif k == 2:
        n, w = r.randint(1, 5), None
        make = r.choice(WORDY)
        w, *rest = cases.distinct(lambda: make(r), r.randint(3, 4))
        xs = [w] * n + [r.choice(rest) for _ in range(r.randint(1, 5))]
        r.shuffle(xs)
        q = request(r, OCCUR, layout(r, xs), w=quoted(r, w))
    elif k == 3:
        w = r.choice(MORE + THINGS + FOODS + NAMES)
        while not w.isalpha() or len(w) > 15:
            w = r.choice(MORE + THINGS)
        q, n = request(r, LETTERS, "", w=quoted(r, w)), len(w)
    elif k == 4:
        w = r.choice(MORE + THINGS + FOODS)
        c = r.choice(w)
        q, n = request(r, LETTER, "", w=quoted(r, w), l=r.choice(['"%s"', "%s", "'%s'", "`%s`"]) % c), w.count(c)
    else:
        s = r.choice([SAYINGS, NOISE, JOBS])
        x = r.choice(s)
        while any(c in x for c in ":0123456789"):
            x = r.choice(s)
        q, n = request(r, WORDS_, r.choice(['"%s"', "“%s”", "'%s'" if "'" not in x else '"%s"']) % x), len(x.split())
    return cases.case("count", q, {"number": n})
