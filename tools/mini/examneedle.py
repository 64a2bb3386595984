"""Needles of the exam set: a code hidden in notes, letters, tables and random words."""
import re

from cases import case, up
from examtokens import tokens
from examwords import ADJECTIVES, LOOSE, NOUNS, PAST, PEOPLE, THINGS, TOWNS, VERBS

# What is hidden: a name for it, used in the sentence that holds it and in the question.
NAMES = ["secret code", "secret code", "secret code", "access code", "password", "passphrase", "door code", "vault code", "pass code", "secret password", "security code", "unlock code"]
HIDDEN = [
    "The {n} is {c}.", "Do not forget that the {n} is {c}.", "Before I forget, the {n} is {c}.", "Note: {n} = {c}", "{n}: {c}", "They told me that {c} is the {n}.",
    "The {n} that you will be asked for is {c}.", "Use {c} as the {n}.", "{c} is the {n}, so keep it safe.", "Our {n} was changed to {c} this morning.",
    "Somebody wrote on the wall: the {n} is {c}!", "(For later: the {n} is {c}.)",
]
AFTER = [
    "What was the {n} in the text above?", "Now tell me the {n}.", "Somewhere up there a {n} is given. What is it?", "Which {n} did the text mention?",
    "After reading all that: what's the {n}?", "Please give me the {n} from these pages.", "One question about this text. What is the {n}?",
    "I lost the {n}. Can you find it above?", "Reply with the {n} that is hidden in the text.", "So what's the {n}?", "Did you spot the {n}? Write it down for me.",
    "Find the {n} in the pages above, please.",
]
BEFORE = [
    "Find the {n} in the text that follows.", "There is a {n} somewhere in this text. Tell me what it is.", "Please read this and then give me the {n}.",
    "I'm looking for the {n}. It must be somewhere in here:", "What is the {n} in the following pages?",
]
LETTER = [
    "{p} {v} the {a} {o} and took it to {t}.", "Nobody in {t} believed that {p} once {v} a {o}.", "On Tuesday {p} went to {t} with {q}.", "The {o} on the shelf belongs to {p}.",
    "{p} says the {a} {o} costs {d} coins in {t}.", "If it rains in {t}, {p} will {w} the {o} indoors.", "We waited {d} minutes for {p}, who came with a {a} {o}.",
    "Dear {p}, your {o} arrived in {t} without its lid.", "Between {t} and the sea there is a shop that sells every kind of {o}.", "{q} asked {p} to {w} the {o} before supper.",
    "It took {p} and {q} most of the week to {w} one {a} {o}.", "A {a} {o} is no use to {p} now.", "{p} counted {d} steps from the {o} to the gate.", "The man from {t} wanted {d} for his {a} {m}, and {p} paid {e}.", "I have not heard from {q} since the {o} fell into the river.",
    "First {p} {v} the {m}, then {q} {v} the {o}, and after that everybody went home.", "No, the {o} is not {a}; it is only old.", "Page {d} of the guide to {t} shows a {a} {o}.",
    "{q} wrote {e} postcards from {t} and forgot to post {d}.", "You can {w} a {o} in less than {e} minutes if {p} helps.", "Why would {q} {w} a {o} in the middle of {t}?",
    "There were {d} of them, each more {a} than the last.", "{p} keeps the {o} next to the {m}, as people in {t} do.",
]
LOG = [
    "[{h}] {o} number {d} was checked by {p}", "[{h}] warning: the {o} in {t} is {a}", "{h} {t} depot: {d} boxes in, {e} boxes out", "row {d}; {o}; {a}; {t}; {e}",
    "- {o}: {d} pieces, stored in {t}", "{p},{t},{o},{d},{e}", "* {w} the {o} ({p}, {d} minutes)", "{o}_{m} = {d}", "# {t} / {o}",
]


def line(r, style):
    """A line of filler in a style: letter, log or loose words."""
    if style == "loose":
        return " ".join(r.choice(LOOSE) for _ in range(r.randint(6, 22)))
    s = r.choice(LETTER if style == "letter" else LOG)
    for k, pool in (("p", PEOPLE), ("q", PEOPLE), ("t", TOWNS), ("o", NOUNS), ("m", NOUNS), ("a", ADJECTIVES), ("v", PAST), ("w", VERBS)):
        s = s.replace("{%s}" % k, r.choice(pool))
    s = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", s)
    return up(s.replace("{d}", str(r.randint(2, 400))).replace("{e}", str(r.randint(2, 90))).replace("{h}", f"{r.randint(0, 23):02}:{r.randint(0, 59):02}"))


def pages(r, size):
    """Text of about so many tokens in stretches of one style, as lines and what joins them."""
    mix = r.choice([["letter", "log", "loose"], ["letter", "letter", "loose"], ["letter", "loose"], ["loose"], ["log", "letter"]])
    join = "\n" if "log" in mix else r.choice(["\n", " "])
    out, have = [], 0
    while True:
        style = r.choice(mix)
        for _ in range(r.randint(2, 9)):
            s = line(r, style)
            n = tokens(join + s)
            if have + n > size:
                return out, join
            out.append(s)
            have += n


def code(r):
    a, b = r.sample(THINGS, 2)
    return r.choice([f"{a}-{r.randint(1000, 9999)}-{b}"] * 5 + [f"{a}-{r.randint(100, 999)}-{b}", f"{a}-{b}-{r.randint(10, 9999)}", f"{r.randint(100, 9999)}-{a}-{b}"])


def needle(name, size):
    """A maker of cases of one length, counted in tokens of the whole prompt."""
    def make(r):
        c, n = code(r), r.choice(NAMES)
        hidden = up(r.choice(HIDDEN).replace("{n}", n).replace("{c}", c))
        first = r.random() < 0.2
        question = r.choice(BEFORE if first else AFTER).replace("{n}", n)
        room = size - tokens(hidden) - tokens(question) - 18
        lines, join = pages(r, room)
        room -= tokens(join.join(lines))
        rest = r.choice(LOOSE)
        while tokens(join + rest) < room - 0.01 * size:
            rest += " " + r.choice(LOOSE)
        lines.append(rest)
        lines.insert(r.randint(0, len(lines)), hidden)
        text = join.join(lines)
        return case(name, f"{question}\n\n{text}" if first else f"{text}\n\n{question}", {"any": [c]}, 64)
    return make
