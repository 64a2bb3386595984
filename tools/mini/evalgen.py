"""Cases of the development set, which may be looked at between stages of training.
Written without a look at the training generators; only the tables of facts and the toy
workspace are shared.

A case is a dict: skill, messages (or prompt), tools, think, max_tokens, check.
"""
import json
import random

import tables as T
import evalfacts
import evaltools
from cases import case, distinct, filler, leaves, put, small_json, up, with_thinking
from evalwords import ADJECTIVES, NOUNS, PAST, PEOPLE, THINGS, TOWNS, VERBS


def plural(noun):
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeou" else noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def made_up(r):
    """An invented, pronounceable word."""
    start, mid, end = "b br c cl d dr f g gr h j k l m n p pl r s st t tr v w z".split(), "a e i o u ai ea oo".split(), "ck d ft l m n nd p r sk t x".split()
    return "".join(r.choice(start) + r.choice(mid) for _ in range(2)) + r.choice(end)


def facts(r):
    q, right = evalfacts.question(r)
    return case("facts", q, right)


def completion(r):
    return {"skill": "completion", **evalfacts.completion(r), "think": False}


# Needles. Each style: a sentence maker and its characters a token, measured with the
# bundled tokenizer, so that the sizes need no tokenizer here.

FILL = {
    "story": (3.15, lambda r: f"{r.choice(PEOPLE)} {r.choice(PAST)} the {r.choice(ADJECTIVES)} {r.choice(NOUNS)} and {r.choice(PAST)} a {r.choice(NOUNS)} before {r.choice(['lunch', 'dinner', 'school', 'the rain', 'midnight'])}."),
    "travel": (2.73, lambda r: f"{r.choice(['Last summer', 'On the first day', 'Two weeks later', 'After breakfast', 'By the evening'])} we {r.choice(PAST)} {r.randint(2, 80)} {plural(r.choice(NOUNS))} near {r.choice(TOWNS)}, and the {r.choice(NOUNS)} was {r.choice(ADJECTIVES)}."),
    "talk": (2.79, lambda r: f"\"{r.choice(['Did you see', 'Where is', 'I really like', 'Who took', 'Please bring me'])} the {r.choice(ADJECTIVES)} {r.choice(NOUNS)}{r.choice(['?', '.', '!'])}\" {r.choice(['said', 'asked', 'called'])} {r.choice(PEOPLE)}."),
    "minutes": (2.87, lambda r: f"{r.choice(PEOPLE)} reported that the {r.choice(THINGS)} in {r.choice(TOWNS)} needs {r.randint(2, 40)} new {plural(r.choice(NOUNS))} by {r.choice(T.DAYS)}."),
    "log": (1.91, lambda r: f"{r.randint(0, 23):02}:{r.randint(0, 59):02}:{r.randint(0, 59):02} {r.choice(['INFO', 'WARN', 'DEBUG'])} {r.choice(THINGS)}: {r.choice(VERBS)} {r.choice(NOUNS)} took {r.randint(2, 900)} ms"),
    "shopping": (1.68, lambda r: f"- {r.randint(2, 60)} x {r.choice(ADJECTIVES)} {r.choice(NOUNS)}, {r.randint(1, 99)}.{r.randint(10, 99)} each"),
    "words": (2.95, lambda r: " ".join(r.choice(NOUNS + ADJECTIVES + PAST) for _ in range(r.randint(8, 18)))),
    "invented": (2.17, lambda r: " ".join(made_up(r) for _ in range(r.randint(7, 14)))),
    "mixed": (2.46, lambda r: up(" ".join(made_up(r) if r.random() < 0.3 else str(r.randint(1, 999)) if r.random() < 0.1 else r.choice(NOUNS) for _ in range(r.randint(7, 14)))) + "."),
    "facts": (2.52, lambda r: f"The {r.choice(NOUNS)} is {r.choice(['larger', 'older', 'cheaper', 'heavier', 'nicer'])} than the {r.choice(NOUNS)}, because it was {r.choice(['built', 'made', 'bought', 'found'])} in {r.randint(1500, 2020)}."),
    "code": (2.26, lambda r: f"let {r.choice(NOUNS)}_{r.choice(THINGS)} = {r.choice(VERBS)}({r.choice(NOUNS)}, {r.randint(0, 300)});"),
    "advice": (3.14, lambda r: f"If the {r.choice(THINGS)} gets too {r.choice(ADJECTIVES)}, {r.choice(VERBS)} it and ask {r.choice(PEOPLE)} for the {r.choice(NOUNS)}."),
}
MIXES = [list(FILL), list(FILL), ["story", "travel", "talk", "facts", "advice", "minutes"], ["words", "invented", "mixed"], ["words"], ["story", "words"], ["minutes", "log", "shopping"], ["code", "log", "words"], ["invented", "story", "mixed"], ["travel", "advice", "words", "facts"]]
HIDE = ["The {k} is {v}.", "The {k} is {v}.", "Please remember that the {k} is {v}.", "Remember: the {k} is {v}.", "Note: the {k} is {v}.", "By the way, the {k} is {v}.", "{K}: {v}", "Important: the {k} is {v}.", "Don't forget, the {k} is {v}.", "I wrote it down for you: the {k} is {v}.", "Our {k} is {v}.", "{p} told me that the {k} is {v}.", "The {k} was changed to {v}.", "Keep this safe. The {k} is {v}."]
SECRETS = ["secret code", "secret code", "door code", "password", "access code", "launch code", "magic word", "backup code", "pass phrase", "unlock code", "secret word", "locker code", "code word", "security code"]
FIND = ["What is the {k}?", "What's the {k}?", "Tell me the {k}.", "What is the {k} in the text above?", "Which {k} is mentioned in the text?", "Please find the {k} in this text.", "Can you tell me the {k}?", "Find the {k}.", "According to the text, what is the {k}?", "Question: what is the {k}?", "Do you remember the {k}?", "What was the {k} again?"]
FIND_FIRST = ["What is the {k}? Here is the text:", "Find the {k} in the following text.", "Read the text below and tell me the {k}.", "Somewhere in this text there is a {k}. What is it?", "Please read this and give me the {k}:"]


def secret(r):
    word = lambda: (made_up(r) if r.random() < 0.25 else r.choice(NOUNS)).upper()
    k = r.random()
    if k < 0.6:
        return f"{word()}-{r.randint(1000, 9999)}-{word()}"
    if k < 0.7:
        return f"{word()}-{word()}-{r.randint(10, 999)}"
    if k < 0.8:
        return str(r.randint(10000, 9999999))
    if k < 0.9:
        return f"{r.choice(NOUNS)}{r.randint(10, 9999)}"
    return f"{r.choice(ADJECTIVES)}-{r.choice(NOUNS)}-{r.randint(10, 99)}"


def needle(r, tokens, skill):
    styles = r.choice(MIXES)
    lines = filler(r, tokens, styles, FILL)
    k, v = r.choice(SECRETS), secret(r)
    if r.random() < 0.25:
        k = "secret code"
    lines.insert(r.randint(0, len(lines)), r.choice(HIDE).format(k=k, K=up(k), v=v, p=r.choice(PEOPLE)))
    text = r.choice([" ", "\n", "\n"]).join(lines)
    if r.random() < 0.2:
        return case(skill, r.choice(FIND_FIRST).format(k=k) + "\n\n" + text, {"any": [v]}, 64)
    find = FIND[0] if r.random() < 0.2 else r.choice(FIND)
    return case(skill, text + "\n\n" + find.format(k=k), {"any": [v]}, 64)


# Lists and strings

COPY = ["Copy this list: {x}", "Repeat this list exactly: {x}", "Please copy the following list.\n{x}", "Write out this list again without any changes: {x}", "Can you repeat this list for me? {x}", "Repeat after me: {x}", "{x}\n\nCopy the list above.", "Give me an exact copy of this list: {x}", "Say this list back to me: {x}", "Could you please write the same list again?\n{x}", "I need the same list again, word for word: {x}", "Copy these words in the same order: {x}"]
COPY_STRING = ["Copy this text: {s}", "Repeat exactly: {s}", "Repeat this string: {s}", "Please copy this exactly: {s}", "Say {s}", "Print the following text and nothing else: {s}", "Write this again: {s}", "Can you repeat this for me? {s}", "Copy the following line.\n{s}", "Output this text without changing it: {s}", "{s}\n\nRepeat the line above."]
REVERSE = ["Reverse this list: {x}", "Please reverse the order of this list: {x}", "Put this list in reverse order: {x}", "Write this list backwards: {x}", "What is this list in reverse order? {x}", "{x}\n\nReverse the list above.", "Can you reverse this list for me? {x}", "List these from last to first: {x}", "Turn the order of this list around: {x}", "Give me these items in the opposite order: {x}", "Reverse the following:\n{x}", "I'd like this list backwards, please: {x}"]
REVERSE_STRING = ["Reverse the string {s}", "Reverse this word: {s}", "Spell {s} backwards.", "Write {s} backwards", "What is {s} spelled backwards?", "Please reverse the letters of {s}.", "Can you write the word {s} backwards?", "Give me the letters of {s} in reverse order.", "What do you get when you reverse {s}?", "Turn this word around: {s}", "{s} backwards, please."]
SORT = ["Sort this list alphabetically: {x}", "Sort these words: {x}", "Please sort these words in alphabetical order: {x}", "Put these words in alphabetical order: {x}", "Sort from A to Z: {x}", "Can you sort this list alphabetically? {x}", "{x}\n\nSort the words above alphabetically.", "Arrange these words alphabetically: {x}", "What is the alphabetical order of these words? {x}", "Order these from A to Z, please: {x}", "I have these words: {x}. Sort them alphabetically.", "Alphabetize this list:\n{x}"]
SORT_UP = ["Sort these numbers: {x}", "Sort these numbers in ascending order: {x}", "Put these numbers in order from smallest to largest: {x}", "Please sort the numbers from low to high: {x}", "Arrange these numbers from lowest to highest: {x}", "Can you sort these numbers in increasing order? {x}", "Order these numbers, smallest first: {x}", "{x}\n\nSort these numbers from small to large."]
SORT_DOWN = ["Sort these numbers in descending order: {x}", "Put these numbers in order from largest to smallest: {x}", "Please sort the numbers from high to low: {x}", "Arrange these numbers from highest to lowest: {x}", "Sort these numbers, largest first: {x}", "Can you sort these numbers in decreasing order? {x}", "Order these numbers with the largest one first: {x}", "{x}\n\nSort these numbers from large to small."]
COUNT = ["How many {w} are in this list? {x}", "Count the {w}: {x}", "How many {w} are there? {x}", "Count the items in this list: {x}", "How many items does this list have? {x}", "What is the length of this list? {x}", "Tell me how many {w} there are here: {x}", "{x}\n\nHow many {w} is that?", "Can you count these {w} for me? {x}", "How long is this list? {x}", "Please count how many {w} I have: {x}", "I have these {w}: {x}. How many do I have?"]
COUNT_WORD = ["How many times does {a} appear in this list? {x}", "How often does the word {a} appear? {x}", "Count how many times {a} appears: {x}", "How many times is {a} in this list: {x}", "Count the word {a} in this list: {x}", "{x}\n\nHow many times does {a} occur?", "How many of these are {a}? {x}", "Please count every {a} in this list: {x}", "In the list {x}, how many times do you see {a}?", "How often is {a} in here? {x}"]
COUNT_LETTERS = ["How many letters are in the word {s}?", "How many letters does {s} have?", "Count the letters in {s}.", "How long is the word {s}?", "What is the length of the word {s}?", "How many letters are there in \"{s}\"?", "Please count the letters of the word {s}.", "Tell me how many letters {s} has.", "Letters in {s}?"]
COUNT_LETTER = ["How many times does the letter {c} appear in {s}?", "How many {c}'s are in {s}?", "How many {c}s are in the word {s}?", "Count the letter {c} in the word {s}.", "How often does {c} appear in {s}?", "How many times is the letter {c} in \"{s}\"?", "In the word {s}, how many letters are {c}?", "Please count how often the letter {c} occurs in {s}.", "Count the {c}'s in {s}."]


def listing(r, n, numbers=False):
    return distinct(lambda: str(r.randint(0, 999)) if numbers else made_up(r) if r.random() < 0.12 else r.choice(NOUNS), n)


def layout(r, xs):
    k = r.random()
    if k < 0.5:
        return ", ".join(xs)
    if k < 0.7:
        return "\n".join(xs)
    if k < 0.9:
        return json.dumps([int(x) if x.isdigit() else x for x in xs])
    return "\n".join("- " + x for x in xs)


def list_case(r, skill, frames, order, numbers=False):
    xs = listing(r, r.randint(2, 12), numbers)
    return case(skill, put(r.choice(frames), layout(r, xs)), {"items": order(xs)}, 160)


def short_text(r):
    chars = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    a, b = r.choice(NOUNS), r.choice(ADJECTIVES)
    s = r.choice([lambda: "".join(r.choice(chars + "-_") for _ in range(r.randint(4, 22))) + r.choice(chars), lambda: f"{b} {a} {r.randint(1, 99)}", lambda: f"{made_up(r)}@{a}.org", lambda: f"{a}_{b}.txt", lambda: f"{r.choice(PEOPLE)} has a {a}", lambda: f"{a} = {r.randint(1, 99)};", lambda: f"{made_up(r)} {made_up(r)} {made_up(r)}"])()
    return s if len(s) <= 24 else short_text(r)


def word_text(r):
    s = r.choice([lambda: r.choice(NOUNS), lambda: r.choice(NOUNS), lambda: "".join(r.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(r.randint(3, 24))), lambda: r.choice(ADJECTIVES) + r.choice(NOUNS), lambda: made_up(r) + str(r.randint(1, 999))])()
    return s if s != s[::-1] and len(s) <= 24 else word_text(r)


def copy(r):
    if r.random() < 0.35:
        s = short_text(r)
        return case("copy", r.choice(COPY_STRING).format(s=s), {"same": s}, 64)
    return list_case(r, "copy", COPY, lambda xs: xs)


def reverse(r):
    if r.random() < 0.3:
        s = word_text(r)
        return case("reverse", r.choice(REVERSE_STRING).format(s=s), {"value": s[::-1]}, 64)
    return list_case(r, "reverse", REVERSE, lambda xs: xs[::-1], r.random() < 0.2)


def sort(r):
    k = r.random()
    if k < 0.22:
        return list_case(r, "sort", SORT_UP, lambda xs: sorted(xs, key=int), True)
    if k < 0.36:
        return list_case(r, "sort", SORT_DOWN, lambda xs: sorted(xs, key=int, reverse=True), True)
    return list_case(r, "sort", SORT, sorted)


def count(r):
    k = r.random()
    if k < 0.5:
        numbers = r.random() < 0.25
        xs = listing(r, r.randint(1, 15), numbers)
        return case("count", put(r.choice(COUNT), layout(r, xs)).replace("{w}", "numbers" if numbers else "words"), {"number": len(xs)})
    if k < 0.75:
        a, n = r.choice(NOUNS), r.randint(1, 9)
        others = r.sample([x for x in NOUNS if x != a], r.randint(1, 4))
        xs = [a] * n + [r.choice(others) for _ in range(r.randint(1, 15 - n))]
        r.shuffle(xs)
        return case("count", put(r.choice(COUNT_WORD), ", ".join(xs)).replace("{a}", a), {"number": n})
    s = r.choice(NOUNS)
    if r.random() < 0.5:
        return case("count", r.choice(COUNT_LETTERS).format(s=s), {"number": len(s)})
    c = r.choice(s)
    return case("count", r.choice(COUNT_LETTER).format(s=s, c=c), {"number": s.count(c)})


# JSON

KEYS = "name age city country color price size weight status owner id email phone tags active score level title author year language rating stock address street notes enabled width height port host version mode timeout limit start_date first_name last_name user_id unit_price is_open max_users file_path".split()
GROUPS = "user order server product address settings profile company database window contact shipping account details options network car room pet book".split()
EXTRACT_KEY = ["What is the {k} in this JSON? {s}", "Extract the {k} from this JSON:\n{s}", "Get the value of {k}:\n{s}", "{s}\n\nWhat is the value of {k}?", "Return only the value of \"{k}\" from this JSON: {s}", "Look at this JSON and tell me the {k}:\n{s}", "What does {k} contain?\n{s}", "Read the field {k} from the following JSON.\n{s}", "Give me the {k} field of this object: {s}", "{s}\n\nPlease extract {k}.", "Which value does the key {k} have here? {s}"]
EXTRACT_PATH = ["What is {p} in this JSON? {s}", "Extract {p} from this JSON:\n{s}", "Get the value of {p}:\n{s}", "{s}\n\nWhat is the value of {p}?", "Return only the value at {p}:\n{s}", "Read the field {p} from the following JSON.\n{s}", "Please give me {p}: {s}", "{s}\n\nTell me what {p} is.", "I have this JSON: {s}\nWhat is {p}?", "What value is stored at {p}?\n{s}"]
EXTRACT_OF = ["What is {p} in this JSON? {s}", "Extract {p} from this JSON:\n{s}", "{s}\n\nWhat is {p}?", "Please give me {p}: {s}", "{s}\n\nTell me what {p} is.", "I have this JSON: {s}\nWhat is {p}?", "Find {p} in the JSON below.\n{s}", "Look up {p}:\n{s}", "Here is a JSON object: {s}\nI need {p}."]
TO_TOML = ["Convert this JSON to TOML: {s}", "Convert this JSON to TOML:\n{s}", "Please convert the following JSON to TOML.\n{s}", "Turn this JSON into TOML:\n{s}", "Write this as TOML: {s}", "{s}\n\nConvert this to TOML.", "Can you translate this JSON to TOML for me?\n{s}", "What is this JSON in TOML?\n{s}", "Rewrite this JSON object as a TOML file:\n{s}", "I need this JSON as TOML, please: {s}", "JSON to TOML:\n{s}", "Give me the TOML version of this:\n{s}"]


def jvalue(r, k):
    if k in ("age", "score", "level", "year", "stock", "width", "height", "port", "timeout", "limit", "id", "user_id", "max_users", "size"):
        return r.randint(1, 9000)
    if k in ("price", "weight", "rating", "unit_price"):
        return round(r.uniform(0.5, 99), r.choice([1, 2]))
    if k in ("active", "enabled", "is_open"):
        return r.random() < 0.5
    if k == "tags":
        return r.sample(NOUNS, r.randint(1, 4))
    if k == "email":
        return f"{r.choice(PEOPLE).lower()}@{r.choice(NOUNS)}.com"
    if k in ("owner", "author", "first_name", "last_name", "name"):
        return r.choice(PEOPLE)
    if k in ("address", "street"):
        return f"{r.randint(1, 99)} {up(r.choice(NOUNS))} Street"
    if k == "city":
        return r.choice(TOWNS)
    if k == "file_path":
        return f"/{r.choice(NOUNS)}/{r.choice(NOUNS)}.{r.choice(['txt', 'csv', 'png'])}"
    if k == "start_date":
        return f"20{r.randint(10, 39)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    if k == "version":
        return f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}"
    if k in ("country", "language", "color", "phone", "status"):
        return r.choice({"country": list(T.COMMON), "language": ["French", "German", "Polish", "Greek"], "color": ["red", "dark blue", "green", "black"], "phone": [f"555-{r.randint(1000, 9999)}", f"+44 {r.randint(1000, 9999)} {r.randint(100, 999)}"], "status": ["open", "shipped", "in progress", "done"]}[k])
    return r.choice([r.choice(NOUNS), r.choice(ADJECTIVES) + " " + r.choice(NOUNS)])


def jobject(r, depth, multiline):
    ks = r.sample(KEYS, r.randint(2, 5 if depth == 1 else 3))
    d = {k: jvalue(r, k) for k in ks}
    if multiline and "notes" in d:
        d["notes"] = f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}\n  {r.choice(NOUNS)} {r.randint(1, 99)}"
    if depth > 1:
        for g in r.sample(GROUPS, r.randint(1, 2)):
            if g not in d:
                d[g] = jobject(r, depth - 1, multiline)
        if r.random() < 0.4:
            items = list(d.items())
            r.shuffle(items)
            d = dict(items)
    return d


def jcase(r, multiline=False):
    return small_json(r, lambda depth: jobject(r, depth, multiline), [1, 2, 2, 3], [None, None, 2, 4])


def extract(r):
    d, s = jcase(r)
    found = list(leaves(d))
    path, v = r.choice(found)
    if sum(path[-1] in p for p, _ in found) == 1 and (len(path) == 1 or r.random() < 0.4):
        q = r.choice(EXTRACT_KEY).replace("{k}", path[-1])
    elif len(path) == 1:
        q = r.choice(EXTRACT_OF).replace("{p}", f"the {path[0]} at the top level")
    elif r.random() < 0.6:
        q = r.choice(EXTRACT_PATH).replace("{p}", ".".join(path))
    else:
        q = r.choice(EXTRACT_OF).replace("{p}", f"the {path[-1]} of the {path[-2]}" + (f" in the {path[0]}" if len(path) > 2 else ""))
    return case("extract", q.replace("{s}", s), {"value": v}, 96)


def to_toml(r):
    d, s = jcase(r, r.random() < 0.5)
    return case("json_to_toml", r.choice(TO_TOML).replace("{s}", s), {"toml": d}, 320)


def thinking(r):
    c = r.choice([facts, facts, count, sort, extract, tools])(r)
    on = r.random() < 0.6
    return with_thinking(c, on)


# Each question with words of which any fitting reply has at least one.
SMALLTALK = [("Hello", ["hello", "hi", "hey", "help"]), ("Hi there!", ["hello", "hi", "hey", "help"]), ("Good morning!", ["morning", "hello", "hi", "help"]), ("Hey", ["hello", "hi", "hey", "help"]), ("Good evening", ["evening", "hello", "hi", "help"]), ("Thanks!", ["welcome", "pleasure", "glad", "happy", "anytime"]), ("Thanks a lot for your help.", ["welcome", "pleasure", "glad", "happy", "anytime"]), ("Thank you, that was helpful.", ["welcome", "pleasure", "glad", "happy", "anytime"]),
             ("What is your name?", ["atlas-mini", "atlas"]), ("What should I call you?", ["atlas-mini", "atlas"]), ("Can you tell me your name?", ["atlas-mini", "atlas"]), ("Which model are you?", ["atlas-mini", "atlas"]), ("How are you?", ["well", "fine", "good", "great"]), ("How are you doing today?", ["well", "fine", "good", "great"]), ("Goodbye!", ["bye", "goodbye", "see you"]), ("Bye, see you tomorrow.", ["bye", "goodbye", "see you"])]


def smalltalk(r):
    q, words = r.choice(SMALLTALK)
    return case("smalltalk", q, {"any": words})


def tools(r):
    q, right, specs = evaltools.question(r)
    return case("tools", q, right, 220, tools=specs)


ROWS = [("facts", facts, 200), ("completion", completion, 100), ("smalltalk", smalltalk, 16), ("copy", copy, 200), ("reverse", reverse, 200), ("sort", sort, 200), ("count", count, 200), ("extract", extract, 200), ("json_to_toml", to_toml, 200), ("tools", tools, 200), ("thinking", thinking, 200),
        ("needle_1k", lambda r: needle(r, 1000, "needle_1k"), 200), ("needle_4k", lambda r: needle(r, 4000, "needle_4k"), 200), ("needle_8k5", lambda r: needle(r, 8500, "needle_8k5"), 200), ("needle_16k", lambda r: needle(r, 16000, "needle_16k"), 200)]


def cases(seed=7, limit=None, only=None):
    """All cases of all rows (agents are in evalagent.py)."""
    for name, f, n in ROWS:
        if only and name not in only:
            continue
        r = random.Random(f"{seed}-{name}-test")
        for _ in range(min(n, limit) if limit else n):
            yield f(r)
