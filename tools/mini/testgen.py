"""Cases of the blind test set, which the model card reports. Written apart from the
training generators; whoever writes those does not read it before the model is final.

A case is a dict: skill, messages (or prompt), tools, think, max_tokens, check.
"""
import json
import random

import tables as T
import testfacts
import testtools
from cases import case, distinct, filler, leaves, put, small_json, up, with_thinking
from testwords import ADJECTIVES, NOUNS, PAST, PEOPLE, THINGS, TOWNS, VERBS


def coined(r):
    """A word that does not exist."""
    return "".join(r.choice(["ba", "cro", "de", "fli", "gu", "hi", "jo", "ka", "lu", "mo", "ne", "pri", "qua", "ro", "sti", "tu", "ve", "wo", "ya", "zi"]) for _ in range(r.randint(2, 3))) + r.choice(["", "b", "g", "k", "l", "m", "n", "ng", "p", "r", "s", "st", "v"])


def facts(r):
    q, right = testfacts.question(r)
    return case("facts", q, right)


def completion(r):
    return {"skill": "completion", **testfacts.completion(r), "think": False}


# Needles: characters a token of the bundled tokenizer, and a sentence maker.

FILL = {
    "diary": (2.59, lambda r: f"{r.choice(['This morning', 'On ' + r.choice(T.DAYS), 'Yesterday', 'At noon', 'Late at night'])} my {r.choice(['aunt', 'neighbor', 'brother', 'teacher', 'boss'])} {r.choice(PEOPLE)} {r.choice(PAST)} the {r.choice(ADJECTIVES)} {r.choice(NOUNS)}{r.choice(['', ' twice', ' for ' + str(r.randint(2, 50)) + ' minutes', ' without a word'])}."),
    "manual": (2.76, lambda r: f"{r.choice(['First', 'Next', 'Then', 'Finally', 'Carefully'])} {r.choice(VERBS)} the {r.choice(THINGS)}, {r.choice(VERBS)} all {r.randint(2, 30)} parts and put the {r.choice(NOUNS)} next to the {r.choice(THINGS)}."),
    "news": (2.38, lambda r: f"{r.choice(TOWNS)}: one {r.choice(ADJECTIVES)} {r.choice(NOUNS)} was seen at the {r.choice(THINGS)} by {r.randint(2, 900)} people, says {r.choice(PEOPLE)}."),
    "inventory": (1.4, lambda r: f"{r.choice(NOUNS)};{r.randint(1, 500)};{r.choice(ADJECTIVES)};{r.choice(TOWNS)};{r.randint(1, 90)}.{r.randint(10, 99)}"),
    "letter": (3.04, lambda r: f"{r.choice(['I hope', 'We think', 'I am sure', 'Nobody believes', 'They say'])} that the {r.choice(NOUNS)} {r.choice(['will be', 'was', 'is not', 'can be'])} {r.choice(ADJECTIVES)}, so {r.choice(VERBS)} it before {r.choice(T.MONTHS)}."),
    "ramble": (2.34, lambda r: " ".join(r.choice(r.choice([NOUNS, ADJECTIVES, VERBS, PAST, THINGS])) for _ in range(r.randint(6, 22)))),
    "gibberish": (2.09, lambda r: " ".join(coined(r) for _ in range(r.randint(6, 16)))),
    "caps": (1.3, lambda r: " ".join(r.choice(NOUNS).upper() if r.random() < 0.5 else str(r.randint(10, 9999)) for _ in range(r.randint(4, 9)))),
    "events": (1.56, lambda r: f"[{r.choice(T.DAYS)[:3]} {r.randint(1, 28)} {r.choice(T.MONTHS)[:3]} {r.randint(0, 23):02}:{r.randint(0, 59):02}] {r.choice(THINGS)}-{r.randint(1, 20)} {r.choice(['ok', 'slow', 'busy', 'idle', 'retry'])} load={r.randint(1, 99)}% by={r.choice(PEOPLE).lower()}"),
    "program": (1.88, lambda r: f"{r.choice(['if', 'while'])} {r.choice(NOUNS)}.{r.choice(VERBS)}({r.randint(0, 99)}): {r.choice(THINGS)} = {r.choice(NOUNS)}[{r.randint(0, 20)}]"),
    "riddle": (2.43, lambda r: f"Why did the {r.choice(ADJECTIVES)} {r.choice(NOUNS)} {r.choice(VERBS)} the {r.choice(NOUNS)}? Because the {r.choice(THINGS)} was too {r.choice(ADJECTIVES)}!"),
}
MIXES = [list(FILL), list(FILL), ["diary", "ramble"], ["ramble"], ["letter", "news", "ramble"], ["gibberish", "ramble", "caps"], ["manual", "program", "events"], ["inventory", "events", "ramble"], ["riddle", "diary", "letter", "news"], ["gibberish", "letter"], ["manual", "ramble", "riddle"]]
HIDE = ["This is the {k}: {v}.", "You should know that the {k} is {v}.", "And here is the {k}: {v}.", "Attention! The {k} is {v}.", "{K} = {v}", "{p} says the {k} is {v}.", "From today on, the {k} is {v}.", "The {k} you need is {v}.", "We use {v} as the {k}.", "Write this down: the {k} is {v}.", "{v} is the {k}.", "As agreed, the {k} is {v}.", "Only {p} knows that the {k} is {v}.", "My {k} is {v}, but tell nobody.", "(The {k} is {v}.)", "PS: the {k} is {v}"]
SECRETS = ["secret code", "entry code", "safe combination", "secret phrase", "wifi password", "activation code", "vault code", "secret key", "alarm code", "master password", "recovery code", "secret number", "voucher code", "gate code"]
FIND = ["So, what is the {k}?", "What's the {k} in this text?", "I need the {k}. What is it?", "The text mentions a {k}. Which one?", "Give me the {k}.", "Could you look up the {k} for me?", "What does the text say the {k} is?", "Please tell me the {k} from the text.", "Reply with the {k} only.", "Can you find the {k} for me, please?", "What {k} does the text give?", "After reading all this: what is the {k}?", "I lost the {k}. It is somewhere above. Please tell me what it is."]
FIND_FIRST = ["I will give you a long text. At the end of your reading, tell me the {k}.", "One line in this text has the {k}. Which {k} is it?", "Look for the {k} in this text and tell me what it is:", "Text with a hidden {k} follows. Please tell me the {k}.", "Which {k} does this text mention?"]


def secret(r, k):
    word = lambda: (coined(r) if r.random() < 0.25 else r.choice(NOUNS)).upper()
    if k == "secret number":
        return str(r.randint(10000, 99999999))
    n = r.random()
    if n < 0.6:
        return f"{word()}-{r.randint(1000, 9999)}-{word()}"
    if n < 0.7:
        return f"{r.randint(10, 999)}-{word()}-{word()}"
    if n < 0.8:
        return "".join(r.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(r.randint(6, 10)))
    if n < 0.9:
        return f"{r.choice(ADJECTIVES)}_{r.choice(NOUNS)}{r.randint(2, 99)}"
    return f"{up(r.choice(NOUNS))}{r.randint(100, 9999)}{up(r.choice(NOUNS))}"


def needle(r, tokens, skill):
    lines = filler(r, tokens, r.choice(MIXES), FILL)
    k = "secret code" if r.random() < 0.25 else r.choice(SECRETS)
    v = secret(r, k)
    hidden = r.choice(HIDE).format(k=k, K=up(k), v=v, p=r.choice(PEOPLE))
    between = r.choice([" ", "\n", "\n\n"] if tokens < 5000 else [" ", "\n"])
    # In running text a full stop ends the value, which on its own line needs none.
    lines.insert(r.randint(0, len(lines)), hidden + "." if between == " " and hidden[-1].isalnum() else hidden)
    text = between.join(lines)
    if r.random() < 0.25:
        return case(skill, r.choice(FIND_FIRST).format(k=k) + "\n\n" + text, {"any": [v]}, 64)
    return case(skill, text + "\n\n" + ("What is the {k}?" if r.random() < 0.15 else r.choice(FIND)).format(k=k), {"any": [v]}, 64)


# Lists and strings

COPY = ["Write this list once more: {x}", "Give me this list back exactly as it is: {x}", "Print this list unchanged: {x}", "Type the same list for me: {x}", "Please echo this list: {x}", "Could you copy out this list? {x}", "Here is a list: {x}. Please repeat it.", "I want you to repeat these words in the same order: {x}", "{x}\n\nWrite the same list again.", "Do not change anything, just repeat the list.\n{x}", "Return this list as it is: {x}", "Copy, please: {x}", "Say these words again: {x}"]
COPY_STRING = ["Echo this: {s}", "Please type exactly this: {s}", "Give this back to me unchanged: {s}", "Write exactly the following: {s}", "Reply with this text only: {s}", "Copy this line, please: {s}", "Repeat the following string.\n{s}", "Could you write this once more? {s}", "{s}\n\nPlease write that line again.", "Return this text as it is: {s}", "Answer with exactly this text: {s}", "I need a copy of this: {s}"]
REVERSE = ["Turn this list around: {x}", "Write these words in the opposite order: {x}", "Please list these backwards: {x}", "Flip this list, last item first: {x}", "Start with the last item and end with the first: {x}", "What is this list from back to front? {x}", "Here is a list: {x}. Reverse it, please.", "Could you reverse the order of these items? {x}", "{x}\n\nNow write the list in reverse.", "Give me this list in reverse order: {x}", "Make the last item the first one and so on: {x}", "Backwards, please: {x}", "I need these in reverse: {x}"]
REVERSE_STRING = ["What is {s} backwards?", "Write the letters of {s} from last to first.", "Please spell {s} in reverse.", "Flip the characters of {s}.", "Can you reverse {s}?", "{s} written backwards is what?", "How do you write {s} backwards?", "Reverse the characters of this string: {s}", "Start from the last letter of {s} and write it backwards.", "Type {s} in reverse.", "I need {s} spelled backwards.", "Reverse {s}, please."]
SORT = ["Please alphabetize these: {x}", "Put these in ABC order: {x}", "Bring these words into alphabetical order: {x}", "Which order do these words have in a dictionary? {x}", "Sort the following words from A to Z: {x}", "Could you order these words alphabetically? {x}", "Here are some words: {x}. Please put them in alphabetical order.", "{x}\n\nPlease sort these alphabetically.", "I need this list in alphabetical order: {x}", "List these words alphabetically: {x}", "Alphabetical order, please: {x}", "Make an alphabetical list of these words: {x}", "Can you sort these for me, A first and Z last? {x}"]
SORT_UP = ["Order these numbers from smallest to biggest: {x}", "Sort these from low to high: {x}", "Write these numbers in increasing order: {x}", "Start with the smallest number: {x}. Sort them all.", "Please bring these numbers into ascending order: {x}", "{x}\n\nSort the numbers so that they get bigger.", "List the numbers from the lowest to the highest: {x}", "Could you sort these, smallest number first? {x}"]
SORT_DOWN = ["Order these numbers from biggest to smallest: {x}", "Sort these from high to low: {x}", "Write these numbers in decreasing order: {x}", "Please bring these numbers into descending order: {x}", "{x}\n\nSort the numbers so that they get smaller.", "List the numbers from the highest to the lowest: {x}", "Could you sort these, biggest number first? {x}", "Biggest number first, smallest last: {x}"]
COUNT = ["How many entries does this list have? {x}", "Give me the number of items: {x}", "How many {w} did I write here? {x}", "Count these: {x}", "What is the number of {w} in this list? {x}", "{x}\n\nHow many items are listed above?", "I wrote down some {w}: {x}. Count them.", "Please tell me how many items this is: {x}", "Number of items in this list? {x}", "Could you count the entries for me? {x}", "Say how many {w} are listed: {x}", "How many items do you see? {x}"]
COUNT_WORD = ["How many times do you see {a} here? {x}", "How many {a} entries are in this list? {x}", "Tell me how often {a} is in this list: {x}", "{x}\n\nHow often does {a} come up?", "Count only the word {a}: {x}", "Here is a list: {x}. How many times does it have {a}?", "What is the number of times {a} appears? {x}", "How many times is the word {a} written here? {x}", "I want to know how many times {a} is listed: {x}"]
COUNT_LETTERS = ["{S} has how many letters?", "How many characters does the word {s} have?", "What is the number of letters in {s}?", "Count how many letters there are in {s}.", "Tell me the length of the word {s} in letters.", "The word {s} is how many letters long?", "How many letters do you need to write {s}?"]
COUNT_LETTER = ["How many times do you find the letter {c} in {s}?", "How often is the letter {c} used in {s}?", "Look at the word {s}. How many times does it have the letter {c}?", "What is the number of {c}'s in {s}?", "{S}: how many times does it have the letter {c}?", "Tell me how many letters {c} are in the word {s}.", "Count every {c} in {s}."]


def layout(r, xs):
    k = r.random()
    if k < 0.55:
        return ", ".join(xs)
    if k < 0.7:
        return "\n".join(xs)
    if k < 0.85:
        return json.dumps([int(x) if x.isdigit() else x for x in xs])
    mark = r.choice(["- ", "* "])
    return "\n".join(mark + x for x in xs)


def some(r, n, numbers=False):
    return distinct(lambda: str(r.randint(1, 1500)) if numbers else coined(r) if r.random() < 0.12 else r.choice(PEOPLE + TOWNS) if r.random() < 0.08 else r.choice(NOUNS + THINGS), n)


def words_alone(r, n):
    """Words of one kind of spelling, so that their alphabetical order is beyond doubt."""
    pool = r.choice([NOUNS, NOUNS, THINGS, ADJECTIVES, PEOPLE, TOWNS])
    return distinct(lambda: coined(r) if pool is NOUNS and r.random() < 0.12 else r.choice(pool), n)


def list_case(r, skill, frames, order, xs):
    return case(skill, put(r.choice(frames), layout(r, xs)), {"items": order(xs)}, 160)


def short_text(r):
    a, b, n = r.choice(NOUNS), r.choice(ADJECTIVES), r.randint(2, 980)
    s = r.choice([lambda: "".join(r.choice("abcdefhkmnprstuvwxyzABCDEFHKLMNPRSTUVWXYZ2345678_-+") for _ in range(r.randint(4, 21))) + r.choice("abcxyz789"), lambda: f"{n} {b} {a}s", lambda: f"www.{a}.net/{n}", lambda: f"C:\\{a}\\{coined(r)}", lambda: f"{a}[{n}] != {n + 1}", lambda: f"{up(b)} {a}, please!", lambda: f"{coined(r)} {a} {coined(r)}", lambda: f"#{a} @{r.choice(PEOPLE)}"])()
    return s if len(s) <= 24 else short_text(r)


def one_word(r):
    s = r.choice([lambda: r.choice(NOUNS), lambda: r.choice(THINGS), lambda: coined(r), lambda: "".join(r.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(r.randint(3, 24))), lambda: r.choice(NOUNS).upper(), lambda: f"{r.choice(ADJECTIVES)}{r.randint(2, 999)}", lambda: r.choice(ADJECTIVES) + r.choice(NOUNS)])()
    return s if s != s[::-1] and len(s) <= 24 else one_word(r)


def copy(r):
    if r.random() < 0.35:
        s = short_text(r)
        return case("copy", r.choice(COPY_STRING).replace("{s}", s), {"same": s}, 64)
    return list_case(r, "copy", COPY, lambda xs: xs, some(r, r.randint(2, 12)))


def reverse(r):
    if r.random() < 0.3:
        s = one_word(r)
        return case("reverse", r.choice(REVERSE_STRING).format(s=s), {"value": s[::-1]}, 64)
    return list_case(r, "reverse", REVERSE, lambda xs: xs[::-1], some(r, r.randint(2, 12), r.random() < 0.2))


def sort(r):
    k, n = r.random(), r.randint(2, 12)
    if k < 0.22:
        return list_case(r, "sort", SORT_UP, lambda xs: sorted(xs, key=int), some(r, n, True))
    if k < 0.36:
        return list_case(r, "sort", SORT_DOWN, lambda xs: sorted(xs, key=int, reverse=True), some(r, n, True))
    return list_case(r, "sort", SORT, sorted, words_alone(r, n))


def count(r):
    k = r.random()
    if k < 0.5:
        numbers = r.random() < 0.25
        xs = some(r, r.randint(1, 15), numbers)
        return case("count", put(r.choice(COUNT), layout(r, xs)).replace("{w}", "numbers" if numbers else "words"), {"number": len(xs)})
    if k < 0.75:
        a, n = r.choice(NOUNS), r.randint(1, 9)
        others = r.sample([x for x in NOUNS if a not in x and x not in a], r.randint(1, 4))
        xs = [a] * n + [r.choice(others) for _ in range(r.randint(1, 15 - n))]
        r.shuffle(xs)
        return case("count", put(r.choice(COUNT_WORD), ", ".join(xs)).replace("{a}", a), {"number": n})
    s = r.choice(NOUNS)
    if r.random() < 0.5:
        return case("count", r.choice(COUNT_LETTERS).format(s=s, S=up(s)), {"number": len(s)})
    c = r.choice(s)
    return case("count", r.choice(COUNT_LETTER).format(s=s, S=up(s), c=c), {"number": s.count(c)})


# JSON

KEYS = "nickname birthday height_cm shoe_size hobby job salary married children wing_span engine seats doors mileage fuel color_code material length_mm depth_mm volume quantity discount tax_rate currency in_stock supplier barcode chapter pages publisher isbn genre duration_sec rating_avg subtitle latitude longitude altitude population zip_code house_number floor elevator pet_name species legs can_fly threads memory_mb log_level retries verbose cache_dir opened_at closed_at ingredients toppings spices".split()
GROUPS = "engine_room kitchen garden driver passenger invoice delivery sender receiver chapter_one cover museum animal stable printer sensor battery network_card backup report team captain ticket seat_row warranty".split()
INTEGERS = "height_cm shoe_size salary children seats doors mileage length_mm depth_mm quantity pages duration_sec altitude population house_number floor legs threads memory_mb retries".split()
NUMBERS = "wing_span volume discount tax_rate rating_avg latitude longitude".split()
FLAGS = "married in_stock elevator can_fly verbose".split()
EXTRACT_KEY = ["Which {k} is given in this JSON? {s}", "Tell me the value of {k} here: {s}", "{s}\n\nWhat is {k} set to?", "Please read this JSON and give me {k}.\n{s}", "From this JSON I only need {k}: {s}", "What is stored under {k}?\n{s}", "In the object below, what is {k}?\n{s}", "{s}\n\nGive me just the value of {k}.", "Pick out {k} from this: {s}", "What value has {k} in the following object?\n{s}", "Here is some JSON: {s}\nWhich value does {k} have?", "Find {k} in this JSON and tell me its value:\n{s}"]
EXTRACT_PATH = ["What is {p} set to here? {s}", "Tell me the value of {p} in this object:\n{s}", "{s}\n\nWhich value does {p} have?", "From this JSON I only need {p}: {s}", "What do you find at {p}?\n{s}", "Look up {p} in the JSON below.\n{s}", "{s}\n\nGive me just the value of {p}.", "Please return {p} from this object: {s}"]
EXTRACT_OF = ["What is {p} here? {s}", "{s}\n\nAnd what is {p}?", "In this JSON, what is {p}?\n{s}", "I am looking for {p}. Here is the JSON: {s}", "Please find {p}:\n{s}", "{s}\n\nCan you give me {p}?", "Read this and tell me {p}.\n{s}"]
TO_TOML = ["Make TOML out of this JSON: {s}", "Please write the same data in TOML:\n{s}", "Change this from JSON to TOML:\n{s}", "{s}\n\nHow does this look in TOML?", "How would I write this JSON in TOML?\n{s}", "Translate from JSON into TOML: {s}", "Here is a JSON file. I want a TOML file with the same content.\n{s}", "{s}\n\nPlease give me that as TOML.", "My config is JSON, but I need TOML:\n{s}", "Could you rewrite the following in TOML?\n{s}", "Output this object in TOML format: {s}", "Express this in TOML:\n{s}", "Reformat this JSON as TOML, please.\n{s}"]


def jvalue(r, k):
    if k in INTEGERS:
        return r.randint(0, 9500)
    if k in NUMBERS:
        return round(r.uniform(0.1, 180), r.choice([1, 2])) * r.choice([1, 1, 1, -1] if k.endswith("itude") else [1])
    if k in FLAGS:
        return r.random() < 0.5
    if k in ("ingredients", "toppings", "spices", "hobby"):
        return r.sample(NOUNS, r.randint(1, 4))
    if k in ("birthday", "opened_at", "closed_at"):
        return f"{r.randint(1950, 2049)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    if k == "cache_dir":
        return f"/var/{r.choice(NOUNS)}/{coined(r)}"
    if k in ("isbn", "barcode", "zip_code", "color_code"):
        return r.choice([f"{r.randint(100, 999)}-{r.randint(1000, 9999)}", f"#{r.randint(100000, 999999)}"])
    if k in ("nickname", "pet_name", "publisher", "supplier"):
        return r.choice([r.choice(PEOPLE), f"{r.choice(PEOPLE)} & {r.choice(PEOPLE)}", up(coined(r))])
    return r.choice([r.choice(NOUNS), f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", r.choice(ADJECTIVES), r.choice(TOWNS)])


def jobject(r, level, quoted):
    d = {k: jvalue(r, k) for k in r.sample(KEYS, r.randint(2, 5 if level == 1 else 3))}
    if quoted and r.random() < 0.5:
        d["remark"] = r.choice([f"say \"{r.choice(NOUNS)}\" twice", f"{r.choice(NOUNS)}\n{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", f"a\\{coined(r)}", f"{r.choice(NOUNS)} = {r.randint(1, 50)} # {r.choice(ADJECTIVES)}"])
    if level > 1:
        for g in r.sample(GROUPS, r.randint(1, 2)):
            d[g] = jobject(r, level - 1, quoted)
        items = list(d.items())
        r.shuffle(items)
        d = dict(items)
    return d


def json_text(r, quoted=False):
    return small_json(r, lambda level: jobject(r, level, quoted), [1, 1, 2, 2, 3], [None, None, 1, 2, 4])


def extract(r):
    d, s = json_text(r)
    found = list(leaves(d))
    path, v = r.choice(found)
    if sum(path[-1] in p for p, _ in found) == 1 and (len(path) == 1 or r.random() < 0.4):
        k = path[-1] if r.random() < 0.7 else f'"{path[-1]}"'
        q = r.choice(EXTRACT_KEY).replace("{k}", k)
    elif len(path) == 1:
        q = r.choice(EXTRACT_OF).replace("{p}", f"the {path[0]} on the outermost level")
    elif r.random() < 0.6:
        q = r.choice(EXTRACT_PATH).replace("{p}", ".".join(path))
    else:
        q = r.choice(EXTRACT_OF).replace("{p}", f"the {path[-1]} of the {path[-2]}" + (f" inside the {path[0]}" if len(path) > 2 else ""))
    return case("extract", q.replace("{s}", s), {"value": v}, 96)


def to_toml(r):
    d, s = json_text(r, r.random() < 0.5)
    return case("json_to_toml", r.choice(TO_TOML).replace("{s}", s), {"toml": d}, 320)


def tools(r):
    q, right, specs = testtools.question(r)
    return case("tools", q, right, 220, tools=specs)


def thinking(r):
    c = r.choice([facts, facts, count, sort, reverse, extract, tools])(r)
    return with_thinking(c, r.random() < 0.6)


# Each line with words of which any fitting reply has at least one.
SMALLTALK = [("Hello there", ["hello", "hi", "hey", "help"]), ("Hi, how is it going?", ["well", "fine", "good", "great", "hello", "hi", "help"]), ("Hey you!", ["hello", "hi", "hey", "help"]), ("Good afternoon!", ["afternoon", "hello", "hi", "help"]), ("Thank you very much!", ["welcome", "pleasure", "glad", "happy", "anytime"]), ("Great, thanks.", ["welcome", "pleasure", "glad", "happy", "anytime"]), ("Thanks, you helped me a lot.", ["welcome", "pleasure", "glad", "happy", "anytime"]), ("Who are you?", ["atlas-mini", "atlas"]), ("What are you called?", ["atlas-mini", "atlas"]), ("Tell me your name, please.", ["atlas-mini", "atlas"]), ("How are you feeling today?", ["well", "fine", "good", "great"]), ("See you later!", ["bye", "goodbye", "see you", "later"]), ("Okay, bye for now.", ["bye", "goodbye", "see you"])]


def smalltalk(r):
    q, words = r.choice(SMALLTALK)
    return case("smalltalk", q, {"any": words})


ROWS = [("facts", facts, 200), ("completion", completion, 100), ("smalltalk", smalltalk, 16), ("copy", copy, 200), ("reverse", reverse, 200), ("sort", sort, 200), ("count", count, 200), ("extract", extract, 200), ("json_to_toml", to_toml, 200), ("tools", tools, 200), ("thinking", thinking, 200),
        ("needle_1k", lambda r: needle(r, 1000, "needle_1k"), 200), ("needle_4k", lambda r: needle(r, 4000, "needle_4k"), 200), ("needle_8k5", lambda r: needle(r, 8500, "needle_8k5"), 200), ("needle_16k", lambda r: needle(r, 16000, "needle_16k"), 200)]


def cases(seed=7, limit=None, only=None):
    """All cases of all rows (agents are in testagent.py)."""
    for name, f, n in ROWS:
        if only and name not in only:
            continue
        r = random.Random(f"{seed}-{name}-blind")
        for _ in range(min(n, limit) if limit else n):
            yield f(r)
