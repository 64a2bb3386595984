"""Training data by other hands: values hidden in long texts (vera, ella), and the needles of the evaluation sets that
have been looked at (exam, trial, assay) with fresh text, names and values."""
import math

import assayneedle
import assaywords
import ellaask
import ellaneedle
import examneedle
import trialneedle
import trialwords
import veraneedle
from apart import known
from cases import up
from chat import assistant, user

# What the set that measures asks is not asked here.
_whole = lambda frame: "".join(x if isinstance(x, str) else "{x}" for x in frame).replace("{t}", "the {s}")
for table in (ellaask.AFTER, ellaask.BEFORE, ellaask.NEXT):
    table[:] = [x for x in table if not known(_whole(x))]
ellaask.BOTH[:] = [x for x in ellaask.BOTH if not any(known(_whole(y)) for y in x)]


def reply(name, value):
    """What is answered; "the" does not stand before a person's name."""
    owned = name[:1].isupper() and name.split(" ")[0].endswith("'s")
    return f"{name} is {value}." if owned else f"The {name} is {value}.".replace("The the ", "The ")


def answered(turns, pairs):
    """A conversation in which each turn asks for the value of its pair."""
    msgs = []
    for said, (name, value) in zip(turns, pairs):
        msgs += [user(said), assistant(reply(name, value))]
    return {"messages": msgs, "think": False}


def trial_text(r, size):
    """(names, hiding sentences, questions after, before, values, lines) in the way of the trial."""
    lines, used = [], 0
    while used < size:
        lines.append(trialneedle.sentence(r))
        used += trialneedle.tokens(lines[-1])
    hide = [x.replace("{P}", r.choice(trialwords.PEOPLE)) for x in trialneedle.HIDE]
    return trialneedle.SECRETS, hide, trialneedle.ASK, trialneedle.FIRST, trialneedle.code, lines


def exam_text(r, size):
    """The same in the way of the exam."""
    turned = lambda xs: [x.replace("{n}", "{s}") for x in xs]
    lines, _ = examneedle.pages(r, size)
    return examneedle.NAMES, turned(examneedle.HIDDEN), turned(examneedle.AFTER), turned(examneedle.BEFORE), examneedle.code, lines


def assay_text(r, size):
    """The same in the way of the assay."""
    code = lambda r: r.choice(assayneedle.CODES).format(A=r.choice(assaywords.NOUNS).upper(), B=r.choice(assaywords.NOUNS).upper(), y=r.randint(1000, 9999))
    return assayneedle.SECRETS, assayneedle.HIDING, assayneedle.AFTER, assayneedle.FIRST, code, assayneedle.filler(r, size)


def of_sets(r, size):
    """A document of a set with one to four values, and a question for each."""
    names, hide, after, before, code, lines = r.choice([trial_text, exam_text, assay_text])(r, size)
    names = sorted(set(names))
    pairs = [(n, code(r)) for n in r.sample(names, r.choice([1, 1, 2, 4]))]
    for n, v in pairs:
        lines.insert(r.randint(0, len(lines)), up(r.choice(hide).format(s=n, c=v)))
    text = r.choice(["\n", "\n", " ", "\n\n"]).join(lines)
    after, before = ([x for x in xs if not known(x)] for xs in (after, before))
    ask = lambda n: up(r.choice(after).format(s=n))
    if r.random() < 0.4:
        first = f"{r.choice(before).format(s=pairs[0][0])}\n\n{text}"
    else:
        first = f"{text}\n\n{ask(pairs[0][0])}"
    return answered([first] + [ask(n) for n, _ in pairs[1:]], pairs)


def hand_needle(r, tokens=None, max_tokens=1600):
    """Values hidden in a text of about `tokens` tokens, or of up to max_tokens; for one in six a set's text."""
    if r.random() < 0.16:
        return of_sets(r, tokens or int(math.exp(r.uniform(math.log(40), math.log(max_tokens)))))
    made = r.choice([veraneedle, ellaneedle, ellaneedle]).needle(r, tokens and int(tokens * 0.8), max_tokens)
    return answered(made["turns"], made["pairs"])
