"""Lists and short strings: copy, reverse, sort and count."""

import string

from .cases import ADJECTIVES, NOUNS, PEOPLE, PHRASES, TOWNS, case

FRAMES = PHRASES["lists"]


def put(frame, text):
    """Fills a list into `{x}`; a list of several lines starts on its own line."""
    if "\n" in text and not ("\n{x}" in frame or frame.startswith("{x}")):
        frame = frame.replace(" {x}", "\n{x}").replace("{x}. ", "{x}\n")
    return frame.replace("{x}", text)


def items(r, low=2, high=12):
    """A list of different words of one kind, or of numbers."""
    n = r.randint(low, high)
    kind = r.choice(["nouns", "nouns", "adjectives", "people", "towns", "numbers", "pairs"])
    if kind == "numbers":
        return [str(x) for x in r.sample(range(1, r.choice([100, 100, 1000])), n)]
    if kind == "pairs":
        return [f"{a} {b}" for a, b in zip(r.sample(ADJECTIVES, n), r.sample(NOUNS, n))]
    pools = {"nouns": NOUNS, "adjectives": ADJECTIVES, "people": PEOPLE, "towns": TOWNS}
    return r.sample(pools[kind], n)


def written(r, xs):
    """A list with commas, in lines or with dashes."""
    form = r.choice(["comma"] * 4 + ["lines", "dashes"])
    dashes = "\n".join("- " + x for x in xs)
    return {"comma": ", ".join(xs), "lines": "\n".join(xs), "dashes": dashes}[form]


def sentence(r, frames):
    (a, b), (n, m) = r.sample(ADJECTIVES, 2), r.sample(NOUNS, 2)
    (p, q), t = r.sample(PEOPLE, 2), r.choice(TOWNS)
    return r.choice(frames).format(a=a, b=b, n=n, m=m, p=p, q=q, t=t)


def code(r):
    """Letters and digits such as people copy: serial numbers, passwords, file names."""

    def letters(n):
        return "".join(r.choices(string.ascii_letters, k=n))

    def digits(n):
        return "".join(r.choices(string.digits, k=n))

    return r.choice(
        [
            lambda: f"{letters(3).upper()}-{digits(4)}-{letters(2).upper()}",
            lambda: letters(4) + digits(4) + letters(2),
            lambda: f"{r.choice(NOUNS)}_{r.choice(NOUNS)}_{digits(2)}",
            lambda: f"{r.choice(NOUNS)}-{digits(3)}.txt",
            lambda: digits(r.randint(6, 14)),
            lambda: letters(r.randint(5, 12)).lower(),
        ]
    )()


def short(make):
    """The first value of make() that has 3 to 24 characters."""
    while True:
        s = make()
        if 3 <= len(s) <= 24:
            return s


def copy(r):
    if r.random() < 0.6:
        xs = items(r)
        text = put(r.choice(FRAMES["copy_list"]), written(r, xs))
        return case("copy", text, {"items": xs}, 160)
    s = short(lambda: code(r) if r.random() < 0.5 else sentence(r, FRAMES["short"]))
    return case("copy", r.choice(FRAMES["copy_text"]).replace("{x}", s), {"same": s}, 64)


def reverse(r):
    if r.random() < 0.6:
        xs = items(r)
        text = put(r.choice(FRAMES["turn_list"]), written(r, xs))
        return case("reverse", text, {"items": xs[::-1]}, 160)
    word = r.random() < 0.65
    s = short(lambda: r.choice(NOUNS + ADJECTIVES) if word else code(r))
    if s == s[::-1]:
        return reverse(r)
    frame = r.choice(FRAMES["turn_text" if word else "turn_code"])
    return case("reverse", frame.replace("{x}", s), {"value": s[::-1]}, 64)


def sort(r):
    n = r.randint(2, 12)
    if r.random() < 0.4:
        xs = r.sample(range(1, r.choice([100, 100, 1000])), n)
        down = r.random() < 0.3
        right = [str(x) for x in sorted(xs, reverse=down)]
        frames = FRAMES["sort_down" if down else "sort_up"]
        xs = [str(x) for x in xs]
    else:
        xs = r.sample(r.choice([NOUNS, NOUNS, ADJECTIVES, PEOPLE, TOWNS]), n)
        down = r.random() < 0.2
        right = sorted(xs, reverse=down)
        frames = FRAMES["sort_back" if down else "sort_words"]
    if xs == right:
        return sort(r)
    return case("sort", put(r.choice(frames), written(r, xs)), {"items": right}, 160)


def count(r):
    kind = r.choice(["items"] * 4 + ["word", "word", "letters", "letter", "words", "lines"])
    if kind == "items":
        question, n = count_items(r)
    elif kind == "word":
        question, n = count_word(r)
    elif kind in ("letters", "letter"):
        question, n = count_letters(r, kind)
    elif kind == "words":
        r.choice(NOUNS + ADJECTIVES)  # Unused; without this draw all later ones would differ.
        s = sentence(r, FRAMES["sentences"])
        question, n = r.choice(FRAMES["count_words"]).format(s=s + "."), len(s.split())
    else:
        r.choice(NOUNS + ADJECTIVES)  # As above.
        xs = [sentence(r, FRAMES["sentences"]) + "." for _ in range(r.randint(2, 7))]
        question, n = r.choice(FRAMES["count_lines"]).format(x="\n".join(xs)), len(xs)
    return case("count", question, {"number": n}, 96)


def count_items(r):
    xs = [x for x in items(r) if not x.isdigit()] or r.sample(NOUNS, r.randint(2, 15))
    frames = FRAMES["count_items"]
    # The fifth asks for words, which items of two words are not.
    frame = r.choice(frames[:4] + frames[5:] if " " in xs[0] else frames)
    return put(frame, written(r, xs)), len(xs)


def count_word(r):
    w, *others = r.sample(NOUNS, r.randint(3, 5))
    n = r.randint(1, 7)
    xs = [w] * n + [r.choice(others) for _ in range(r.randint(2, 15 - n if n < 8 else 8))]
    r.shuffle(xs)
    return put(r.choice(FRAMES["count_word"]).replace("{w}", w), ", ".join(xs)), n


def count_letters(r, kind):
    w = r.choice(NOUNS + ADJECTIVES)
    if kind == "letters":
        return r.choice(FRAMES["count_letters"]).format(w=w), len(w)
    letter = r.choice(w)
    return r.choice(FRAMES["count_letter"]).format(w=w, l=letter), w.count(letter)
