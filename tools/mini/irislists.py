"""Requests to count, sort, reverse and copy lists and strings, with their answers.

Every entry function takes a random.Random and returns a case and the answer to it.
"""
import re

import cases as C
import irisframes1 as A
import irisframes2 as B
import irisforms as F
import iriswords as W

ASK_FORM = {
    "lines": ["One per line.", "Put every entry on its own line.", "Answer with a line for each."],
    "comma": ["Separate them with commas.", "Answer in one line with commas.", "Comma-separated, please."],
    "semi": ["Separate them with semicolons.", "Use semicolons between them.", "One line, semicolons in between."],
    "dash": ["Answer as a bullet list with dashes.", "Use '- ' in front of each.", "Make it a dashed list."],
    "one.": ["Number them in your answer: 1., 2. and so on.", "Give me a numbered list.", "Answer with a numbered list, 1. first."],
    "json": ["Answer as a JSON array.", "Return a JSON list.", "JSON array, please."],
}
BEFORE = ["Hi, ", "Hello. ", "Hey - ", "Morning! ", "Quick favour: ", "Sorry to bother you. ", "OK so. ", "One more thing: ", "Next: ", "When you have a moment: "]
AFTER = [" Thanks.", " Thank you!", " Cheers.", " No hurry.", " I owe you one."]
NUMBER_ONLY = ["", "", "", "", "", "", " The number is enough.", " Answer with a number.", " A number will do."]


def has_room(frame):
    """Whether a list may take lines of its own in a frame."""
    before, after = frame.split("{x}")
    return before[-1:] in ("", " ", "\n") and after[:1] in ("", "\n") and not before.endswith(", ")


def placed(frame, text):
    if "\n" in text:
        frame = re.sub(r"(?<=\S) \{x\}", "\n{x}", frame)
    return frame.replace("{x}", text)


def dressed(r, q, frame):
    """A request with a greeting or thanks now and then, or in small letters."""
    if frame[0] not in "{\n`" and frame[1:2] != "{" and r.random() < 0.08:
        start = r.choice(BEFORE)
        if start[-2] in ",-:" and q[1:2].islower():
            q = q[0].lower() + q[1:]
        q = start + q
    if frame[-1] in ".?" and r.random() < 0.08:
        q += r.choice(AFTER)
    return q


def most(answer):
    n = len(answer)
    return 96 if n < 110 else 160 if n < 220 else 224


# Counting


def some(n, noun, many=None):
    return f"{n} {noun if n == 1 else many or noun + 's'}"


def spelled(word):
    return "{CH0}" + "-".join(word) + "{CH1}"


def counted(r, frame, n, lead, unit, text=None, **gaps):
    """The case and the answer: what was counted and then the number, which stands alone
    where the things counted have numbers in them."""
    gaps = {k: v for k, v in gaps.items() if "{" + k + "}" in frame}
    q = frame
    for k, v in gaps.items():
        q = q.replace("{" + k + "}", v)
    if text is not None:
        q = placed(q, text)
    if frame[-1] == "?" or frame[-1] == ".":
        q += r.choice(NUMBER_ONLY)
    if frame[0] == "{" and frame[1] in "wlk" and q[0] not in "\"'":
        q = C.up(q) if r.random() < 0.5 and frame[1] == "k" else q
    answer = f"It is {n}." if re.search(r"\d", lead.replace("{CH0}", "").replace("{CH1}", "")) else f"{lead}: {unit}."
    return C.case("count", dressed(r, q, frame), {"number": n}, most(answer)), answer


def listed(r, frame, xs):
    return F.show(xs, F.form_for(r, xs, has_room(frame)) if len(xs) > 1 else "comma")


def count_items(r):
    n = r.choice([r.randint(2, 6), r.randint(2, 10), r.randint(2, 12), r.randint(1, 15)])
    xs, frame = F.things(r, n), r.choice(A.ITEMS)
    return counted(r, frame, n, ", ".join(xs), some(n, "item"), listed(r, frame, xs))


def maybe_quoted(r, w):
    return w if r.random() < 0.5 else F.quoted(r, w)


def a_word(r):
    while True:
        w = r.choice([r.choice(W.WORDS), r.choice(W.WORDS), r.choice(W.NAMES), r.choice(W.PLACES), r.choice(W.SINGLE).upper()])
        if 3 <= len(w) <= 15 and w.isalpha():
            return w


def count_letters(r):
    w = a_word(r)
    return counted(r, r.choice(A.LETTERS), len(w), spelled(w), some(len(w), "letter"), w=maybe_quoted(r, w))


def count_letter(r):
    while True:
        w = a_word(r)
        again = [c for c in w if w.count(c) > 1]
        c = r.choice(again if again and r.random() < 0.7 else w)
        if w.lower().count(c.lower()) == w.count(c):
            break
    frame, n = r.choice(A.LETTER), w.count(c)
    c_said = c if "{l}'s" in frame else maybe_quoted(r, c)
    return counted(r, frame, n, f"{spelled(w)}: {', '.join(c * n)}", some(n, "time"), w=maybe_quoted(r, w), l=c_said)


def a_sentence(r, top=15):
    ws = r.choice(W.CLAUSES).split()
    if r.random() < 0.45:
        ws += [r.choice(["and", "but", "because", "while", "so"])] + r.choice(W.CLAUSES).split()
    if r.random() < 0.3:
        ws = [r.choice(W.NAMES), r.choice(["said", "thinks", "wrote", "heard"]), "that"] + ws
    if r.random() < 0.2:
        ws = r.sample(W.WORDS, r.randint(2, 9))
    return ws[:r.randint(2, top)] if len(ws) > top or r.random() < 0.3 else ws


def count_words(r):
    ws, frame = a_sentence(r), r.choice(A.WORDS)
    ws[0] = C.up(ws[0])
    end = "" if '{x}"' in frame and not frame.endswith('{x}"') else r.choice([".", ".", "!", ""])
    return counted(r, frame, len(ws), ", ".join(ws), some(len(ws), "word"), " ".join(ws) + end)


def count_lines(r):
    n = r.choice([r.randint(2, 6), r.randint(1, 12), r.randint(3, 15)])
    ls = r.choice([lambda: r.sample(W.LINES, n), lambda: [C.up(" ".join(a_sentence(r, 8))) + "." for _ in range(n)], lambda: r.sample(W.WORDS, n), lambda: [F.chore(r) for _ in range(n)], lambda: r.sample(W.CLAUSES, n), lambda: [f"{r.choice(W.SINGLE)}={r.choice(W.WORDS)}" for _ in range(n)]])()
    return counted(r, r.choice(A.BLOCKS), n, ", ".join(x.split()[0] for x in ls), some(n, "line"), "\n".join(ls))


TEXT_TIMES = [x for x in A.TIMES if x.startswith(("How often is {w} here", "{x}\n\nhow many times", "count of", "occurrences", "Tell me how freq", "Is {w} in", "Looking only", "{w}, how many", "Frequency", "Search", "The word", "Does {w} occur", "Of all these, how many times", "Someone wrote", "I want how many", "Find all", "How many more", "Repeats", "Circle"))]


def count_times(r):
    if r.random() < 0.3:
        ws = " and ".join(r.sample(W.CLAUSES, r.randint(1, 3))).lower().split()
        w = r.choice([x for x in ws if ws.count(x) > 1] or ws)
        frame, n = r.choice(TEXT_TIMES), ws.count(w)
        said = F.quoted(r, w)
        return counted(r, frame, n, ", ".join([w] * n), some(n, "time"), " ".join(ws), w=said)
    pool = r.choice([lambda: r.sample(W.SINGLE, 4), lambda: r.sample(W.NAMES, 4), lambda: r.sample(W.PLACES, 4), lambda: r.sample(W.WORDS, 4), lambda: r.sample(W.KINDS["colour"], 4), lambda: r.sample([x for v in W.VALUES for x in v], 4), lambda: [str(x) for x in r.sample(range(10), 4)], lambda: r.sample(r.choice(list(W.KINDS.values())), 4)])()
    w = pool[0]
    if any(w.lower() in p.lower() for p in pool[1:]):
        return count_times(r)
    n = r.choice([r.randint(1, 4), r.randint(1, 7)])
    xs = [w] * n + [r.choice(pool[1:]) for _ in range(r.randint(1, min(8, 12 - n)))]
    r.shuffle(xs)
    frame = r.choice(A.TIMES)
    return counted(r, frame, n, ", ".join([w] * n), some(n, "time"), listed(r, frame, xs), w=maybe_quoted(r, w))


# Kinds of one of these are not told apart from each other beyond doubt.
NEAR = [("animal", "bird", "fish", "insect"), ("fruit", "vegetable", "flower", "tree", "drink", "dish", "spice", "colour", "landform", "bird"), ("tool", "kitchen thing", "office thing", "toy", "material", "piece of furniture", "garment", "instrument", "vehicle", "building", "room", "sport"), ("sport", "hobby", "school subject", "language"), ("city", "country", "landform", "building", "room"), ("job", "relative"), ("body part", "animal", "dish", "tree", "tool", "piece of furniture"), ("material", "colour", "drink", "spice"), ("toy", "hobby", "sport", "vehicle", "body part")]
MANY = {"fish": "kinds of fish", "city": "cities", "country": "countries", "dish": "dishes", "hobby": "hobbies", "piece of furniture": "pieces of furniture"}


def of_kind(r, fit, rest):
    k = r.choice(list(W.KINDS))
    near = {x for g in NEAR if k in g for x in g} | {k}
    others = [x for o in r.sample([o for o in W.KINDS if o not in near], 3) for x in W.KINDS[o] if x not in W.KINDS[k]]
    return r.sample(W.KINDS[k], fit), r.sample(others, rest), MANY.get(k, k + "s"), k, MANY.get(k, k + "s")


def names_or_numbers(r, fit, rest):
    words = r.sample(W.SINGLE, rest)
    if r.random() < 0.5:
        yes = [str(x) for x in r.sample(range(2, 500), fit)]
        return yes, words, r.choice(["numbers", "figures", "entries that are numbers", "numbers written in digits"]), "number", "numbers"
    return r.sample(W.NAMES, fit), words, r.choice(["names", "people's names", "first names", "names of people", "entries that are names"]), "name", "names"


def by_spelling(r, fit, rest):
    while True:
        way, w, k = r.choice(["start", "start", "end", "longer", "shorter", "exact", "hold", "capital"]), r.choice(W.SINGLE), r.randint(4, 7)
        c = {"start": w[0], "end": w[-1]}.get(way, r.choice(w))
        good = {"start": lambda x: x[0] == c, "end": lambda x: x[-1] == c, "longer": lambda x: len(x) > k, "shorter": lambda x: len(x) < k, "exact": lambda x: len(x) == k, "hold": lambda x: c in x, "capital": lambda x: False}[way]
        if way == "capital":
            yes = [x.capitalize() for x in r.sample(W.SINGLE, fit)]
            return yes, r.sample([x for x in W.SINGLE if x.capitalize() not in yes], rest), r.choice(["words with a capital letter", "capitalised words", "words that begin with a capital", "entries that start with an upper-case letter"]), "word", "words"
        pool = W.SINGLE if r.random() < 0.7 else W.WORDS
        yes = [x for x in pool if good(x)]
        no = [x for x in pool if not good(x)]
        if len(yes) >= fit and len(no) >= rest:
            break
    l = r.choice([c, F.quoted(r, c), c.upper()]) if way == "start" else r.choice([c, F.quoted(r, c)])
    np = {"start": ["words that begin with {l}", "words starting with {l}", "entries whose first letter is {l}", "words with {l} at the front", "words that start with the letter {l}", "entries beginning with {l}", "things beginning with {l}"],
          "end": ["words that end in {l}", "words ending with {l}", "entries whose last letter is {l}", "words with {l} at the end", "words finishing in the letter {l}"],
          "longer": ["words longer than {n} letters", "words with more than {n} letters", "entries of over {n} letters", "words of at least {m} letters", "words that exceed {n} letters"],
          "shorter": ["words shorter than {n} letters", "words with fewer than {n} letters", "entries of under {n} letters", "words of at most {p} letters"],
          "exact": ["words of exactly {n} letters", "{n}-letter words", "words with {n} letters", "entries that are {n} letters long"],
          "hold": ["words that contain {l}", "words with the letter {l} in them", "entries that have {l} somewhere", "words in which {l} occurs"]}[way]
    np = r.choice(np).replace("{l}", l).replace("{n}", str(k)).replace("{m}", str(k + 1)).replace("{p}", str(k - 1))
    return r.sample(yes, fit), r.sample(no, rest), np, "word", "words"


def by_size(r, fit, rest):
    way, top = r.choice(["above", "below", "between", "even", "odd", "negative", "price", "cheap", "month"]), r.choice([20, 50, 100, 400, 1000])
    if way == "month":
        m = r.choice(W.MONTHS)
        yes = [f"{d} {m}" for d in r.sample(range(1, 29), fit)]
        return yes, [f"{d} {r.choice([x for x in W.MONTHS if x != m])}" for d in r.sample(range(1, 29), rest)], r.choice([f"dates in {m}", f"{m} dates", f"days that fall in {m}", f"dates that are in {m}"]), "date", "dates"
    a = r.randint(max(8, top // 5), top // 2)
    b = a + r.randint(max(10, top // 5), top // 2)
    good = {"above": lambda x: x > a, "below": lambda x: x < a, "between": lambda x: a < x < b, "even": lambda x: x % 2 == 0, "odd": lambda x: x % 2 == 1, "negative": lambda x: x < 0, "price": lambda x: x > a, "cheap": lambda x: x < a}[way]
    low = -top if way == "negative" else 0
    pool = [x for x in range(low, b + top + 20) if x not in (a, b)]
    yes, no = [x for x in pool if good(x)], [x for x in pool if not good(x)]
    np = {"above": ["numbers above {a}", "numbers greater than {a}", "values over {a}", "figures that exceed {a}", "numbers higher than {a}", "entries > {a}", "scores that beat {a}"],
          "below": ["numbers below {a}", "numbers less than {a}", "values under {a}", "figures that stay under {a}", "numbers smaller than {a}", "entries < {a}", "scores that do not reach {a}"],
          "between": ["numbers between {a} and {b}", "values over {a} but under {b}", "figures from {a} up to {b}", "numbers in the range {a} to {b}"],
          "even": ["even numbers", "numbers divisible by 2", "even ones"], "odd": ["odd numbers", "numbers that are odd", "odd ones"],
          "negative": ["negative numbers", "numbers below zero", "values less than 0"],
          "price": ["prices above {s}{a}", "amounts of more than {s}{a}", "prices over {s}{a}"], "cheap": ["prices below {s}{a}", "amounts of less than {s}{a}", "prices under {s}{a}"]}[way]
    sign = r.choice("$\u00a3\u20ac")
    np = r.choice(np).replace("{a}", str(a)).replace("{b}", str(b)).replace("{s}", sign)
    tail = r.choice(["", "", ".50", ".99"]) if way in ("price", "cheap") else r.choice(["", "", "", ".5"]) if way in ("above", "below", "between") else ""
    put = lambda x: (sign if way in ("price", "cheap") else "") + str(x) + (tail if good(x + (0.5 if tail else 0)) == good(x) else "")
    yes, no = ([x for x in xs if put(x).endswith(tail) and not (way == "cheap" and x == a - 1)] for xs in (yes, no))
    return [put(x) for x in r.sample(yes, min(fit, len(yes)))], [put(x) for x in r.sample(no, min(rest, len(no)))], np, "number", "numbers"


PAIRS = ["{a}: {v}", "{a} ({v})", "{a} - {v}", "{a} = {v}", "{a} [{v}]", "{v}: {a}", "{a}, {v}", "| {a} | {v} |", "{a}\t{v}", "[{v}] {a}", "{a} is {v}"]
MARKED = ["entries marked {v}", "things marked '{v}'", "ones that are {v}", "entries with {v}", "lines that say {v}", "entries set to {v}", "ones noted as {v}", "things that are {v}", "entries whose mark is \"{v}\""]


def marked(r, fit, rest):
    """Things that carry a mark, counted by the mark."""
    values = r.choice(W.VALUES)
    v = r.choice(values)
    things = r.sample(r.choice([W.SINGLE, W.NAMES, W.PLACES, W.NOUNS]), fit + rest)
    marks = [v] * fit + [r.choice([x for x in values if x != v]) for _ in range(rest)]
    r.shuffle(marks)
    pair = r.choice(PAIRS)
    ls = [pair.replace("{a}", a).replace("{v}", m) for a, m in zip(things, marks)]
    frame = r.choice(A.KIND)
    lined = has_room(frame) and (r.random() < 0.6 or pair[0] == "|" or pair == "{a}, {v}" or "\t" in pair)
    if not lined and (pair[0] == "|" or pair == "{a}, {v}" or "\t" in pair):
        return marked(r, fit, rest)
    text = "\n".join(ls) if lined else r.choice([", ", "; "]).join(ls)
    yes = [a for a, m in zip(things, marks) if m == v]
    return counted(r, frame, fit, ", ".join(yes), f"{fit} {v}", text, k=r.choice(MARKED).replace("{v}", v))


def count_kind(r):
    fit, rest = r.choice([r.randint(1, 4), r.randint(1, 8)]), r.randint(1, 6)
    way = r.choice([of_kind, of_kind, names_or_numbers, by_spelling, by_spelling, by_spelling, by_size, by_size, by_size, marked])
    if way is marked:
        return marked(r, fit, rest)
    yes, no, np, one, many = way(r, fit, rest)
    xs = yes + no
    r.shuffle(xs)
    yes = [x for x in xs if x in yes]
    frame = r.choice(A.KIND)
    return counted(r, frame, len(yes), ", ".join(yes), some(len(yes), one, many), listed(r, frame, xs), k=np)


COUNTS = [count_items] * 4 + [count_letters] * 2 + [count_letter] * 4 + [count_words] * 3 + [count_lines] * 2 + [count_times] * 3 + [count_kind] * 6


def count(r):
    while True:
        c, answer = r.choice(COUNTS)(r)
        if 1 <= c["check"]["number"] <= 15:
            return c, answer


# Lists


def relisted(r, skill, frame, xs, ys, ask=0.22):
    """A list in a request and, in the layout asked for or else the same, in the answer."""
    room = has_room(frame)
    form = F.form_for(r, xs, room)
    to, said = form, ""
    if r.random() < ask:
        to = r.choice(list(ASK_FORM))
        said = r.choice(ASK_FORM[to])
    q = placed(frame, F.show(xs, form))
    answer = F.show(ys, to)
    if said and frame[-1] in ".?" and r.random() < 0.7:
        q += " " + said
    elif said:
        q = q + "\n" + said if room and r.random() < 0.5 else said + ("\n" if q[:1] in "[(<|`-*\u2022>+#" or frame.startswith("{x}") else " ") + q
    check = {"items": ys} if to in F.READ else {"same" if skill == "copy" else "value": answer}
    if frame[0] == "{" or said:
        return C.case(skill, q, check, most(answer)), answer
    return C.case(skill, dressed(r, q, frame), check, most(answer)), answer


def folded(x):
    return x.lower()


def plain(x):
    return "".join(c for c in x.lower() if c.isalnum())


def draw(r, n, make):
    out = []
    while len(out) < n:
        x = make()
        if x not in out:
            out.append(x)
    return out


def sort_words(r, n):
    pool = r.choice([W.SINGLE, W.SINGLE, W.WORDS, W.NOUNS, W.NAMES, W.PLACES, W.LAST, W.KINDS["country"], [w.upper() for w in W.SINGLE], r.choice(list(W.KINDS.values())), [w.capitalize() for w in W.WORDS]])
    xs = r.sample(pool, min(n, len(pool)))
    if r.random() < 0.25:
        near = [x for x in pool if x[0].lower() == xs[0][0].lower() and x not in xs]
        xs = (xs[:2] + r.sample(near, min(len(near), n - 2)) + xs[2:])[:n]
    way = r.choice(["az", "az", "za"])
    return way, xs, folded


def sort_numbers(r, n):
    make = r.choice([lambda: str(r.randint(0, 30)), lambda: str(r.randint(1, 100)), lambda: str(r.randint(1, 9999)), lambda: str(r.randint(-50, 50)), lambda: f"{r.randint(0, 20)}.{r.randint(1, 9)}", lambda: r.choice([str(r.randint(0, 12)), f"{r.randint(0, 12)}.{r.randint(1, 9)}", f"{r.randint(0, 12)}.{r.randint(1, 9)}{r.randint(1, 9)}"]), lambda: f"{r.randint(0, 100)}%", lambda: f"{r.randint(1, 300)} " + unit, lambda: f"{r.randint(-15, 38)} \u00b0C", lambda: str(r.randint(1400, 2030))])
    unit = r.choice(["kg", "g", "cm", "km", "m", "litres", "pages", "points", "MB", "minutes"])
    return r.choice(["up", "up", "down"]), draw(r, n, make), lambda x: float(re.match(r"-?[\d.]+", x).group())


def sort_length(r, n):
    seen, n = {}, min(n, 8)
    pool = r.choice([W.SINGLE, W.WORDS, W.NAMES, W.PLACES])
    for w in r.sample(pool, 60):
        if w.isalpha():
            seen.setdefault(len(w), w)
    xs = list(seen.values())
    r.shuffle(xs)
    return r.choice(["short", "long"]), xs[:n], len


def month_day(x):
    d, m, *y = x.split()
    return (int(y[0]) if y else 0, W.MONTHS.index(m), int(d))


def sort_dates(r, n):
    if r.random() < 0.2:
        week = r.random() < 0.5
        pool = W.DAYS if week else W.MONTHS
        return "week" if week else "year", r.sample(pool, min(n, 7)), pool.index
    year = r.random() < 0.6
    make, key = r.choice([(lambda: F.iso(r), lambda x: x), (lambda: f"{r.randint(1, 28)} {r.choice(W.MONTHS)}" + (f" {r.randint(1960, 2030)}" if year else ""), month_day), (lambda: f"{r.choice(W.MONTHS)} {r.randint(1990, 2030)}", lambda x: month_day("1 " + x)), (lambda: f"{base}-{r.randint(1, 28):02d}", lambda x: x)])
    base = f"{r.randint(2015, 2027)}-{r.randint(1, 12):02d}"
    return r.choice(["early", "early", "late"]), draw(r, n, make), key


def minutes(x):
    t, *half = x.split()
    h, m = map(int, t.split(":"))
    return (h % 12 + 12 * (half[0] == "pm") if half else h) * 60 + m


def sort_times(r, n):
    half = r.random() < 0.4
    make = (lambda: f"{r.randint(1, 12)}:{r.randint(0, 11) * 5:02d} {r.choice(['am', 'pm'])}") if half else (lambda: f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}")
    return r.choice(["dawn", "dawn", "dusk"]), draw(r, n, make), minutes


def sort_prices(r, n):
    sign = r.choice("$\u00a3\u20ac")
    return r.choice(["cheap", "dear"]), draw(r, n, lambda: F.price(r, sign)), lambda x: float(x[1:])


def sort_people(r, n):
    lasts = r.sample(W.LAST, n)
    return r.choice(["last", "last", "tsal"]), [r.choice(W.NAMES) + " " + x for x in lasts], lambda x: x.split()[-1]


def sort_mixed_case(r, n):
    return "nocase", [r.choice([str.lower, str.upper, str.capitalize])(w) for w in r.sample(r.choice([W.SINGLE, W.WORDS]), n)], folded


def sort_scores(r, n):
    pool, mid = r.choice([W.NAMES, W.SINGLE, W.PLACES]), r.choice([" ", ": ", " - ", "="])
    who, marks = r.sample(pool, n), r.sample(range(1, r.choice([20, 100, 500])), n)
    return r.choice(["score", "erocs"]), [f"{a}{mid}{m}" for a, m in zip(who, marks)], lambda x: int(re.search(r"\d+$", x).group())


SORTS = [sort_words] * 7 + [sort_numbers] * 6 + [sort_length] * 2 + [sort_dates] * 2 + [sort_times, sort_prices, sort_people, sort_mixed_case, sort_scores]
FALLING = {"za", "down", "long", "late", "dusk", "dear", "tsal", "erocs"}


def sort(r):
    while True:
        way, xs, key = r.choice(SORTS)(r, max(3, F.how_many(r)))
        ys = sorted(xs, key=key, reverse=way in FALLING)
        same_way = way not in ("az", "za") or ys == sorted(xs, key=plain, reverse=way == "za")
        if len(set(map(key, xs))) == len(xs) > 1 and same_way:
            break
    if way in ("az", "up", "early", "dawn") and r.random() < 0.1:
        return relisted(r, "sort", r.choice(B.PLAIN), xs, ys)
    frame, h = r.choice(B.SORT), r.choice(B.HOW[way])
    if frame.startswith("{h}"):
        h = C.up(h)
    if frame.startswith("{h}, ") or ", {h}" in frame:
        h = h.replace(", ", " with " if "first" in h and h.count(",") == 1 else ", ")
    return relisted(r, "sort", frame.replace("{h}", h), xs, ys)


def of_text(r, skill, frame, s, check, answer):
    q = frame.replace("{s}", s).replace("{q}", F.quoted(r, s) if "{q}" in frame else "")
    q = dressed(r, q, frame) if skill != "copy" and frame[-1] != "}" else q
    return C.case(skill, q, check, most(answer)), answer


def reverse(r):
    x = r.random()
    if x < 0.5:
        while True:
            xs = F.things(r, F.how_many(r))
            if xs != xs[::-1]:
                return relisted(r, "reverse", r.choice(B.REV_LIST), xs, xs[::-1])
    if x < 0.82:
        s = F.text(r, F.TEXTS)
        return of_text(r, "reverse", r.choice(B.REV_TEXT), s, {"value": s[::-1]}, "{CH0}" + s[::-1] + "{CH1}")
    while True:
        ws = r.choice([F.phrase(r).split(), r.choice(W.CLAUSES).split(), F.chore(r).split(), r.sample(W.WORDS, r.randint(2, 6)), r.choice(W.LINES).split()])
        s, back = " ".join(ws), " ".join(ws[::-1])
        if 2 <= len(ws) <= 9 and s != back and "'" not in s:
            return of_text(r, "reverse", r.choice(B.REV_WORDS), s, {"value": back}, back)


def copy(r):
    if r.random() < 0.5:
        s = F.text(r, F.EXACT if r.random() < 0.4 else F.TEXTS)
        return of_text(r, "copy", r.choice(B.COPY_TEXT), s, {"same": s}, s)
    xs = F.things(r, F.how_many(r))
    return relisted(r, "copy", r.choice(B.COPY_LIST), xs, xs, 0)
