"""Needles: a code such as ZEBRA-1947-MOONFISH hidden in a long text.

Texts are stories, notes, logs, lists, random words or a mix of these, made from the seed. The
question stands before the text in a quarter of the cases and after it in the rest.
"""

import re

from .cases import ADJECTIVES, NOUNS, PEOPLE, PHRASES, TOWNS, WORDS, case, upper_first

FRAMES = PHRASES["needles"]
# Splits plain English letters as the bundled tokenizer does.
PIECE = re.compile(
    r"'(?:s|t|re|ve|m|ll|d)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]| ?[^\sA-Za-z0-9]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# Pieces of more than one token of the bundled tokenizer; in words.json "_" is a leading space.
TOKENS = {
    piece.replace("_", " "): int(count)
    for count, pieces in WORDS["token_counts"].items()
    for piece in pieces
}
# Mixes of styles whose sentences may run on in one paragraph.
RUNNING = (["story"], ["notes"], ["story", "notes"], ["story", "random_words"])


def token_count(text):
    """About how many tokens a text of the needles takes; no tokenizer is needed for it."""
    return sum(TOKENS.get(p, 1) for p in PIECE.findall(text))


def sentence(r, frames):
    (n, m, o, n2), (a, b) = r.sample(NOUNS, 4), r.sample(ADJECTIVES, 2)
    (p, q), (v, v2) = r.sample(PEOPLE, 2), r.sample(WORDS["past"], 2)
    words = {"n": n, "m": m, "o": o, "n2": n2, "a": a, "b": b, "p": p, "q": q, "v": v, "v2": v2}
    return r.choice(frames).format(
        **words,
        w=r.choice(WORDS["verbs"]),
        x=r.choice(WORDS["things"]),
        t=r.choice(TOWNS),
        d=r.randint(2, 99),
        e=r.randint(2, 99),
        h=f"{r.randint(0, 23):02}",
        i=f"{r.randint(0, 59):02}",
    )


def code(r):
    return f"{r.choice(FRAMES['left'])}-{r.randint(1000, 9999)}-{r.choice(FRAMES['right'])}"


def sentences(r, tokens):
    """Sentences of about so many tokens together, and what joins them."""
    styles = r.choice(FRAMES["mixes"])
    joint = " " if styles in RUNNING and r.random() < 0.7 else "\n"
    out, total = [], 0
    while total < tokens:
        s = sentence(r, FRAMES["styles"][r.choice(styles)])
        out.append(s)
        total += token_count(s + joint) if joint == "\n" else token_count(joint + s)
    return out, joint


def needle(row, tokens):
    """The function that makes cases of a row, each of about so many tokens."""

    def make(r):
        name, c = r.choice(FRAMES["secrets"]), code(r)
        hide = upper_first(r.choice(FRAMES["hides"]).format(s=name, c=c, p=r.choice(PEOPLE)))
        ask = r.choice(FRAMES["asks"]).format(s=name)
        around = r.choice(FRAMES["first" if r.random() < 0.25 else "after"])
        rest = tokens - 20 - token_count(hide) - token_count(ask) - token_count(around)
        lines, joint = sentences(r, rest)
        lines.insert(r.randint(0, len(lines)), hide)
        question = around.replace("{q}", ask).replace("{t}", joint.join(lines))
        return case(row, question, {"any": [c]}, 64)

    return make
