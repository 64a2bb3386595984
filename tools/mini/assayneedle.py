"""Needles of the assay set: one code, hidden in a long text of several styles."""
from assaytokens import tokens
from assaywords import ADJECTIVES, NOUNS, PAST, PEOPLE, THINGS, TOWNS, VERBS
from cases import case

SECRETS = ["secret code", "vault number", "entry phrase", "launch key", "hidden password", "docking code", "recovery key", "gate code", "archive tag", "master key", "cipher word",
    "locker combination", "safe word", "badge number", "unlock phrase", "treasure mark"]
HIDING = ["Incidentally, the {s} is {c}.", "Keep this in mind: the {s} is {c}.", "Since last week the {s} has been {c}.", "Somebody had scratched the {s} into the wood: {c}.",
    "For this season the {s} reads {c}.", "Note to self: {c} is the {s}.", "{c} is the {s}, and it must stay that way.", "The {s}, in case somebody asks, is {c}.",
          "On the back stood the {s}, {c}.", "If anybody wants to know, the {s} is {c}.", "{s}: {c}", "We agreed on {c} as the {s}.", "The {s} has been set to {c}.",
          "Use {c} whenever the {s} is needed."]
AFTER = ["What {s} could you read up there?", "According to the text above, what is the {s}?", "Somewhere in there one {s} is mentioned. Which one is it?", "Tell me the {s} from the text.",
    "I missed the {s}. What was it?", "Well then, what is the {s}?", "Please find the {s} in this text and write it down.", "Can you spot the {s} above?",
         "Write only the {s} that the text conceals.", "Now answer: which {s} did you read?", "Search the passage and give me the {s}."]
FIRST = ["I am looking for the {s}. It stands somewhere in this text.", "Go through the text below and tell me the {s}.", "Which {s} is mentioned in the following text?",
    "Find the {s} in what follows and reply with it.", "One {s} stands somewhere below. What is it?", "Please dig out the {s} from these pages."]
CODES = ["{A}-{y}-{B}", "{A}-{y}-{B}", "{A}-{y}-{B}", "{A}-{B}-{y}", "{y}-{A}-{B}"]
STORY = ["{p} {v} {o} in {t} while {q} was asleep.", "In {t} they say that {p} never {v} the {j} {n}.", "The {j} {n} belonged to {p}, who had come from {t}.",
    "\"Give me the {n},\" said {p}, \"and I will keep the {m}.\"", "{p} and {q} walked past the {j} {m} without a word.",
         "Later that year {q} {v} {o} and went home to {t}.", "It rained, and the {n} by the door grew {j} and cold.", "Nobody believed that {p} could {w} {o} alone.",
         "{q} laughed when the {n} fell into the {m}."]
NOTE = ["Note: {w} the {n} before {p} comes back.", "Buy one {j} {n} in {t}.", "Ask {p} about the {m}; {q} may know more.", "Remember to {w} {o} on Friday.", "The {j} {m} is still with {q}.",
    "Idea: {w} one {n}, then {w} the rest."]
LOG = ["{h}:{k} {n} started, {d} units ready", "{h}:{k} warning: {m} is {j}", "[{d}] {n} {v} by {p}", "{h}:{k} {m} stopped after {d} seconds", "[{d}] checked {n}, result {j}",
    "{h}:{k} {q} signed off the {n}"]
ITEM = ["- {d} {n}s for {t}", "- one {j} {m}", "- {o}", "- {n}, {m} and {x}", "- {p}: {d} hours", "* {t}: {n} {d}, {m} {k}"]
SALAD = ["{n} {j} {m} {x} {v} {n2} {y}", "{x} {w} {m} {t} {j} {n} {n2} {k} {y}", "{v} {n} {x} {p} {m} {j}", "{m} {n2} {w} {x}"]
STYLES = [STORY, NOTE, LOG, ITEM, SALAD]


def line(r, style):
    n, m, x, n2 = r.sample(NOUNS, 4)
    p, q = r.sample(PEOPLE, 2)
    return r.choice(style).format(n=n, m=m, x=x, n2=n2, p=p, q=q, t=r.choice(TOWNS), j=r.choice(ADJECTIVES), y=r.choice(ADJECTIVES), v=r.choice(PAST), w=r.choice(VERBS), o=r.choice(THINGS),
    d=r.randint(2, 900), h=r.randint(10, 23), k=r.randint(10, 59))


def styles(r):
    """A few styles of a text, word salad among them more often than not."""
    some = r.sample(STYLES[:4], r.randint(1, 3))
    return some + [SALAD] if r.random() < 0.7 else some


def filler(r, size):
    """Lines of so many tokens, the style changing from stretch to stretch."""
    kinds, lines, left = styles(r), [], size
    while left > 12:
        style = r.choice(kinds)
        for _ in range(r.randint(1, 12)):
            s = line(r, style)
            n = tokens(s + "\n")
            if n < left + 12:
                lines.append(s)
                left -= n
            if left <= 12:
                break
    return lines


def needle(row, size):
    """A maker of cases of a row, each of about so many tokens."""
    def make(r):
        a, b = r.sample(NOUNS, 2)
        code = r.choice(CODES).format(A=a.upper(), B=b.upper(), y=r.randint(1000, 9999))
        secret, first = r.choice(SECRETS), r.random() < 0.25
        hidden = r.choice(HIDING).format(s=secret, c=code)
        hidden = hidden[:1].upper() + hidden[1:]
        q = r.choice(FIRST if first else AFTER).format(s=secret)
        lines = filler(r, size - tokens(hidden + "\n\n" + q) - 14)
        at = r.randint(0, len(lines))
        sep = r.choice(["\n", "\n", " "])
        if sep == " " and 0 < at < len(lines):
            lines[at] = hidden + " " + lines[at]
        else:
            lines.insert(at, hidden)
        text = "\n".join(lines)
        return case(row, f"{q}\n\n{text}" if first else f"{text}\n\n{q}", {"any": [code]}, 64)
    return make
