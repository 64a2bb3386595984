"""Needle documents of the trial set: a secret in stories, logs, notes and word salad."""
import re

import trialtokens
import trialwords as W
from cases import case, up

HIDE = ["The {s} is {c}.", "Please note that the {s} is {c}.", "One more thing, the {s} is {c}.", "I heard from {P} that the {s} is {c}.", "Better learn it by heart: the {s} is {c}.", "For later: {s} = {c}.", "Since today the {s} has been {c}.", "Keep in mind that {c} is the {s}.", "{P} chose {c} as the {s}.", "You will need the {s}, which is {c}."]
SECRETS = ["secret code", "secret code", "code word for the gate", "password of the boathouse", "vault combination", "pass phrase", "unlock code", "secret password", "access code for the attic", "hidden code", "locker code"]
ASK = ["What is the {s} in that text?", "Which {s} does the text mention?", "Can you find the {s} in this text?", "Somewhere in there the {s} is given. What is it?", "Please tell me the {s}.", "I need the {s}. What does it say?", "What did it say about the {s}?", "Give me the {s} from the text.", "Can you recall the {s}?", "Only the {s} interests me, so reply with that.", "So, what was the {s}?", "The {s}, please."]
FIRST = ["Read the text below and then tell me the {s}.", "I will ask for the {s}, so watch out for it.", "In the following text, find the {s}.", "Somewhere below stands the {s}. Find it.", "What is the {s} in this text?"]
LEFT = "COBALT LANTERN HARVEST TIMBER MEADOW COPPER SUMMIT ORBIT PEPPER CANYON VELVET MARBLE THUNDER WILLOW JASPER NECTAR RAVEN SADDLE TOPAZ WALRUS".split()
RIGHT = "BEACON GLACIER PUDDLE ROCKET SPARROW TURBINE VIOLIN WINDMILL ANCHOR BADGER CACTUS DRAGON FALCON GOBLET HAMMER ISLAND KETTLE LOBSTER MAGNET OTTER".split()
STORY = ["{P} {v} {t} before lunch.", "On the way to {T}, {P} saw a {a} {n}.", "Nobody in {T} wanted the {a} {n}, so {P} kept it.", "After the rain, {P} and {Q} {v} {t} together.", "A {n} fell off the shelf, and {Q} laughed.", "It was {a} weather in {T}, so everyone stayed inside.", "{Q} asked whether the {n} was for sale.", "They had {t} brought over from {T}.", "In the end the {n} was {a} but useful.", "{P} could not say why {t} smelled like a {n}.", "Every morning a {a} {n} stood by the road to {T}."]
NOTES = ["- {a} {n}: ask {P}", "- {v} {t} (with {Q})", "To do: {w} {t} and find a {n} in {T}.", "Shelf {i}: {n}, {m}, {a} {n}", "{P} owes {Q} one {n}.", "Order {i}: a {n} and a {m} for {T}"]
LOG = ["{h}:{i} job {n} took {i} ms", "{h}:{i} user {P} opened {n}/{m}.txt", "warn: {n} is {a}, try {m} next", "item={n} count={i} town={T}"]
SALAD = ["{words}", "{words}.", "{n}; {words}; {m} {a}"]
EVERY = [W.NOUNS, W.NOUNS, W.ADJECTIVES, W.PEOPLE, W.TOWNS, W.PAST, W.VERBS]
STYLES = [STORY, STORY, STORY, NOTES, LOG, SALAD, SALAD]


def tokens(line):
    """How many tokens a line takes, its end included (which mostly is part of its last token)."""
    total = 0.42
    for piece in re.findall(r"[A-Za-z]+|\d|[^\sA-Za-z\d]", line):
        total += trialtokens.SIZES.get(piece, 1)
    return total + len(re.findall(r" (?=\d)", line))


def sentence(r):
    p, q = r.sample(W.PEOPLE, 2)
    n, m = r.sample(W.NOUNS, 2)
    words = " ".join(r.choice(r.choice(EVERY)) for _ in range(r.randint(5, 11)))
    return up(r.choice(r.choice(STYLES)).format(words=words, P=p, Q=q, T=r.choice(W.TOWNS), n=n, m=m, a=r.choice(W.ADJECTIVES), v=r.choice(W.PAST), w=r.choice(W.VERBS), t=r.choice(W.THINGS), h=r.randint(10, 23), i=r.randint(10, 59)))


def code(r):
    a, b = r.choice(LEFT), r.choice(RIGHT)
    return r.choice([f"{a}-{r.randint(1000, 9999)}-{b}"] * 3 + [f"{a}-{b}-{r.randint(100, 999)}"])


def needle(row, size):
    def make(r):
        secret, c = r.choice(SECRETS), code(r)
        lines, used = [], 46
        block = r.random() < 0.5
        while used < size - 8:
            line = sentence(r)
            if used + tokens(line) <= size + 8:
                lines.append(line)
                used += tokens(line)
        lines.insert(r.randint(0, len(lines)), up(r.choice(HIDE).format(s=secret, c=c, P=r.choice(W.PEOPLE))))
        # Some texts run on, some have a line a sentence.
        body = "\n".join(lines) if block else re.sub(r"(?<=[.])\n(?=[A-Z])", " ", "\n".join(lines))
        ask = r.choice(ASK).format(s=secret)
        q = f"{r.choice(FIRST).format(s=secret)}\n\n{body}" if r.random() < 0.25 else f"{body}\n\n{ask}"
        return case(row, q, {"any": [c]}, 64)
    return make
