"""Needles of the verdict: a code such as ZEBRA-1947-MOONFISH hidden in a long text.

Texts are stories, notes, logs, lists, word salad or a mix of these; the question stands
before the text in a quarter of the cases and after it in the rest."""
from cases import case
from verdicttokens import size
from verdictwords import ADJECTIVES, NOUNS, PAST, PEOPLE, THINGS, TOWNS, VERBS

SECRETS = ["secret code", "password", "door code", "safe code", "access key", "magic word", "ticket code", "passphrase", "vault code", "license key", "login code", "gate code", "backup key", "secret key", "code word"]
HIDES = ["The {s} is {c}.", "Remember that the {s} is {c}.", "Oh, by the way: the {s} is {c}.", "Just a note: the {s} is {c}.", "{p} said that the {s} is {c}.", "Please keep in mind that the {s} is {c}.",
         "The {s} for today is {c}.", "Do not forget: the {s} is {c}.", "They changed the {s} to {c}.", "On the wall somebody had written that the {s} is {c}.", "{c}, that is the {s}.",
         "I wrote it down: the {s} is {c}.", "Important: the {s} is now {c}.", "{p} told me the {s}. It is {c}."]
ASKS = ["So what is the {s}?", "What's the {s} in the text?", "Could you tell me the {s} from this text?", "Can you find the {s}?", "Which {s} does the text give?", "I need the {s} from this text.", "Find the {s} and write it down.",
        "Somewhere in the text stands the {s}. What is it?", "Going by the text, what is the {s}?", "Give me the {s} that the text names.", "Do you see the {s}? Tell me what it is.", "The text names a {s}. Which one?",
        "Look for the {s} in the text and give it to me.", "Which code is the {s}?", "Look through this text for the {s} and repeat it.", "What was the {s}, again?"]
AFTER = ["{t}\n\n{q}", "Read this text.\n\n{t}\n\n{q}", "Here is a text:\n{t}\n\nMy question: {q}", "{t}\n\nQuestion: {q}", "Below is a long text.\n\n{t}\n\nNow answer this: {q}"]
FIRST = ["{q}\n\n{t}", "{q} Here is the text:\n\n{t}", "Read the text below and answer: {q}\n\n{t}", "Question: {q}\n\nText:\n{t}"]
STORY = ["{p} {v} {x} in {t}.", "The {a} {n} stood behind the {b} {m}.", "In {t} it was a {a} day, and {p} {v} the {n}.", "{p} and {q} {v} {x} before lunch.", "Nobody in {t} had seen such a {a} {n}.",
         "\"I will {w} the {n} tomorrow,\" said {p}.", "Later {p} {v} the {n} and {q} {v2} the {m}.", "There was a {n} on the {m}, and it was {a}."]
NOTES = ["Note for {p}: {w} {x}.", "We still have to {w} the {n}.", "{p} wants the {a} {n} by Friday.", "Meeting in {t} about the {n}, bring the {m}.", "The {n} costs {d} and the {m} costs {e}.", "Idea: {w} the {n} before the {m}."]
LOG = ["{h}:{i} {p} {v} the {n}", "{h}:{i} {n} number {d} is {a}", "{h}:{i} train to {t} is late by {d} minutes", "{h}:{i} {n} and {m} checked", "{h}:{i} warning, the {n} is {a}"]
ITEMS = ["- {d} {a} {n}", "- {n} for {p}", "- {w} {x}", "- {n}, {m}, {o}", "- {t}: {d} {n}"]
SALAD = ["{n} {a} and {m} {w} {b} {o} {t}", "{a} {n} {v} {p} of {m} {w} {o} {b} {n2}", "{w} {n} {o} {m} {d} or {a} {q}", "{m} {p} {b} {n} {v} {t} {a} {o} {w} {n2}"]
STYLES = {"story": STORY, "notes": NOTES, "log": LOG, "items": ITEMS, "salad": SALAD}
MIXES = [["story"], ["notes"], ["log"], ["items"], ["salad"], ["story", "salad"], ["story", "notes"], ["story", "notes", "log", "items", "salad"]]
LEFT = "ZEBRA TIGER EAGLE COPPER SILVER RIVER WINTER ORANGE PURPLE FALCON MARBLE THUNDER CANDLE VELVET GARDEN ROCKET PEPPER HARBOR DRAGON PLANET SUMMER COTTON FOREST ISLAND".split()
RIGHT = "MOONFISH LANTERN SUNRISE TEAPOT SNOWMAN PENGUIN BLANKET KEYHOLE WINDMILL RAINBOW BUTTON CASTLE PILLOW WHISTLE COMPASS ANCHOR MUFFIN CACTUS BICYCLE VIOLIN TUNNEL PEBBLE FEATHER LADDER".split()


def sentence(r, frames):
    (n, m, o, n2), (a, b), (p, q), (v, v2) = r.sample(NOUNS, 4), r.sample(ADJECTIVES, 2), r.sample(PEOPLE, 2), r.sample(PAST, 2)
    return r.choice(frames).format(n=n, m=m, o=o, n2=n2, a=a, b=b, p=p, q=q, v=v, v2=v2, w=r.choice(VERBS), x=r.choice(THINGS), t=r.choice(TOWNS), d=r.randint(2, 99), e=r.randint(2, 99), h=f"{r.randint(0, 23):02}", i=f"{r.randint(0, 59):02}")


def code(r):
    return f"{r.choice(LEFT)}-{r.randint(1000, 9999)}-{r.choice(RIGHT)}"


def pieces(r, tokens):
    """Sentences of that many tokens together, joined as their style is, and the joint."""
    styles = r.choice(MIXES)
    joint = " " if styles in (["story"], ["notes"], ["story", "notes"], ["story", "salad"]) and r.random() < 0.7 else "\n"
    out, total = [], 0
    while total < tokens:
        s = sentence(r, STYLES[r.choice(styles)])
        out.append(s)
        total += size(s + joint) if joint == "\n" else size(joint + s)
    return out, joint


def needle(row, tokens):
    def make(r):
        name, c = r.choice(SECRETS), code(r)
        hide = r.choice(HIDES).format(s=name, c=c, p=r.choice(PEOPLE))
        hide = hide[:1].upper() + hide[1:]
        ask, around = r.choice(ASKS).format(s=name), r.choice(FIRST if r.random() < 0.25 else AFTER)
        lines, joint = pieces(r, tokens - 20 - size(hide) - size(ask) - size(around))
        lines.insert(r.randint(0, len(lines)), hide)
        return case(row, around.replace("{q}", ask).replace("{t}", joint.join(lines)), {"any": [c]}, 64)
    return make
