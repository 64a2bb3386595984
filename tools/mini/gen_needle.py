"""Training data: a fact hidden in long varied text, among distractors."""
import math

from chat import chat
import frames as F
from phrase import ask, ph, say, system
from lexicon import EVERY, MORE_VERBS
from words import ADJ, GREEK, NAMES, VERBS, WORDS, cap, distinct, letters, plural, pseudo, word

KEYS = ["secret code", "password", "access code", "magic word", "secret phrase", "vault code", "pass phrase", "launch code", "hidden key", "door code", "secret number", "serial number", "token", "security code", "access key",
        "special code", "code word", "secret word", "PIN", "passcode", "key phrase", "hidden message", "magic number", "license key", "order number", "room number", "meeting code", "backup code", "secret key", "code"]


def code(r):
    """A value to find: codes of several shapes."""
    k = r.randrange(10)
    w = lambda: word(r, 0.45).upper()
    if k < 4:
        return f"{w()}-{r.randint(10, 9999)}-{w()}"
    if k == 4:
        return f"{w()}-{w()}-{r.randint(0, 999)}"
    if k == 5:
        return str(r.randint(1000, 99999999))
    if k == 6:
        return "-".join(word(r) for _ in range(r.randint(2, 4)))
    if k == 7:
        return letters(r, r.randint(4, 10), "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789")
    if k == 8:
        return f"{letters(r, 3, 'abcdefghkmnpqrstwxyz')}_{r.randint(0, 99)}_{word(r)}"
    return " ".join(word(r, 0.9) for _ in range(r.randint(1, 3)))


def sentence(r):
    """One line of filler; the styles differ in grammar and density."""
    k = r.randrange(19)
    d = r.choice([0.1, 0.5, 0.7, 0.9, 0.95])
    n = lambda: word(r, d)
    if k < 4:
        ws = [word(r, d) for _ in range(r.randint(4, 14))]
        return cap(" ".join(ws)) + r.choice([".", ".", ".", "!", "", ","])
    if k == 4:
        return cap(f"{r.choice(['the', 'a', 'every', 'one', 'this', 'that'])} {r.choice(ADJ)} {n()} {r.choice(VERBS)} {r.choice(['the', 'a', 'its', 'our'])} {r.choice(ADJ)} {n()}.")
    if k == 5:
        return f"{r.choice(NAMES)} {r.choice(VERBS)} the {n()} {r.choice(['near', 'behind', 'under', 'over', 'with', 'without', 'after', 'before'])} the {r.choice(ADJ)} {n()}."
    if k == 6:
        return f"The {n()} of the {n()} is {r.choice(ADJ)} and the {n()} {r.choice(VERBS)} {r.randint(2, 999)} {plural(n())}."
    if k == 7:
        return f"{r.choice(['On', 'By', 'After'])} {r.choice('Monday Tuesday Friday Sunday May June March'.split())}, {r.choice(NAMES)} and {r.choice(NAMES)} {r.choice(['met', 'talked', 'walked', 'worked', 'waited'])} at the {n()} {n()}."
    if k == 8:
        return f"{n()}_{n()} = {r.randint(0, 9999)}"
    if k == 9:
        return f"[{r.randint(0, 23):02d}:{r.randint(0, 59):02d}] {r.choice(['INFO', 'WARN', 'DEBUG'])} {n()}: {n()} {n()} {r.randint(0, 999)}"
    if k == 14:
        return cap(f"{n()}, {n()} {r.choice(['and', 'or', 'with'])} {n()}: {r.randint(1, 999)} {r.choice(EVERY)} {r.choice(EVERY)}, {r.choice(MORE_VERBS)} {r.choice(NAMES)}.")
    if k == 15:
        return cap(f"{n()} {n()}: {n()} {r.choice(['', r.randint(0, 99)])} {n()}".strip()) + r.choice([".", ";", ""])
    if k == 16:
        return cap(f"{r.choice(['why', 'how', 'when', 'where', 'who'])} {r.choice(EVERY)} the {n()} {r.choice(EVERY)} {r.choice(ADJ)} {n()}?")
    if k == 17:
        return cap(f"{r.choice(EVERY)} {r.choice(EVERY)} {n()} {r.choice(['is', 'was', 'has', 'had', 'were', 'are'])} {r.randint(2, 500)} {plural(n())} {r.choice(EVERY)} {r.choice(['a', 'the', 'no'])} {n()}.")
    if k == 18:
        return cap(" ".join(n() for _ in range(r.randint(5, 15)))) + r.choice([".", ".", ""])
    if k == 11:
        return " ".join(r.choice(EVERY) if r.random() < 0.6 else n() for _ in range(r.randint(4, 16))).capitalize() + r.choice([".", ".", "?", "!"])
    if k == 12:
        return f"{cap(n())} {r.choice(MORE_VERBS)} {r.choice(['the', 'a', 'my', 'no'])} {n()} {r.choice(['and', 'or', 'but', 'while'])} {r.choice(NAMES)} {r.choice(MORE_VERBS)}s {n()}."
    if k == 10:
        return f"{r.choice(['Then', 'Later', 'Meanwhile', 'Soon', 'However', 'Sometimes'])} the {n()} {r.choice(VERBS)} {r.choice(ADJ)} {plural(n())}, and nobody {r.choice(['knows', 'says', 'asks', 'sees'])} why."
    return f"{cap(n())} {r.randint(1, 99)}: {n()} {n()}, {n()} {n()}."


STATE_MORE = ["the {k} happens to be {v}.", "They told me that the {k} was {v}.", "{v}: that is the {k}.", "I noted {v} as the {k}.", "Listen, the {k} is {v}.", "If anyone asks, the {k} is {v}.", "On the note stood the {k}: {v}.", "The {k} for today is {v}.", "The {k} (keep it safe) is {v}.", "From now on the {k} is {v}.", "Our {k} will be {v}.", "[{k}: {v}]", "{k} = {v}", "# {k}: {v}", "The {k} - {v} - is new.", "Never tell anybody that the {k} is {v}.", "You will need the {k}, {v}.", "We chose {v} to be the {k}.", "It says here that the {k} is {v}.", "She wrote: the {k} is {v}.", "{v} was chosen as {k}.", "The right {k} is {v}.", "There is a {k}: {v}.", "The {k} reads {v}.", "As {k} we use {v}.", "what you need to know: the {k} is {v}.", "Hint: {k} is {v}.", "The {k}, by the way, is {v}.", "The new {k} is {v}, the old one is gone."]
STATE = STATE_MORE + ["The {k} is {v}.", "The {k} is {v}.", "Remember: the {k} is {v}.", "Note that the {k} is {v}.", "The {k}: {v}.", "{K}: {v}", "Please remember that the {k} is {v}.", "Keep in mind that the {k} is {v}.", "Important: the {k} is {v}.",
         "By the way, the {k} is {v}.", "Do not forget: the {k} is {v}.", "The {k} was set to {v}.", "{v} is the {k}.", "My {k} is {v}.", "The {k} you need is {v}.", "(The {k} is {v}.)", "Use {v} as the {k}.", "Here is the {k}: {v}.", "the {k} is {v}", "We agreed that the {k} is {v}."]


def _keys(r, n):
    """n distinct things that have a value; some belong to somebody."""
    def make(r):
        k = r.choice(KEYS) if r.random() < 0.6 else f"{word(r)} {word(r)}" if r.random() < 0.6 else f"{r.choice(KEYS).split()[0]} {word(r)}" if r.random() < 0.5 else word(r)
        roll = r.random()
        if n > 1 or roll < 0.3:
            return ph(r, r.choice(["{k} for {x}", "{k} of {x}", "{k} for the {w}", "{k} of the {w}", "{w} {k}", "{k} of project {w}"]), k=k, x=r.choice(NAMES), w=word(r))
        return k if r.random() < 0.75 else r.choice([f"{r.choice(ADJ)} {k}", f"{word(r, 0.8)} {k.split()[-1]}", f"{k} of the {word(r)}"])
    return distinct(r, n, make)


def _filler(r, tokens):
    """About `tokens` tokens of lines; some texts repeat themselves."""
    out, used = [], 0
    style = r.random()
    pool = [sentence(r) for _ in range(r.randint(1, 6))] if style < 0.12 else None
    known = r.choice([0.2, 0.6, 0.9, 1.0])
    only_random = 0.12 <= style < 0.35
    while used < tokens:
        if pool and r.random() < 0.9:
            s = r.choice(pool)
        elif only_random:
            s = cap(" ".join(word(r, known) for _ in range(r.randint(5, 15)))) + "."
        else:
            s = sentence(r)
        out.append(s)
        used += len(s) / 3.2
    return out


def needle(r, tokens=None, max_tokens=1600, think=False):
    """A document with one to four facts and a question about one of them."""
    n = tokens or int(math.exp(r.uniform(math.log(20), math.log(max_tokens))))
    lines = _filler(r, n)
    keys = _keys(r, r.choice([1, 1, 1, 1, 1, 1, 2, 2, 3, 4]))
    vals = [code(r) for _ in keys]
    for k, v in zip(keys, vals):
        lines.insert(r.randint(0, len(lines)), ph(r, r.choice(STATE), k=k, v=v))
    for _ in range(r.randint(0, 3)):
        lines.insert(r.randint(0, len(lines)), f"The {word(r)} {r.choice(['is', 'of the day is', 'was'])} {code(r)}.")
    k, v = r.choice(list(zip(keys, vals)))
    sep = r.choice([" ", " ", " ", "\n", "\n\n"])
    text = sep.join(lines)
    q = question(r, k)
    roll = r.random()
    if roll < 0.72:
        u = text + r.choice(["\n", "\n\n", " ", "\n\n", "\n---\n", "\n\nQuestion: "]) + q
    elif roll < 0.9:
        u = r.choice([q + "\n\n", q + "\n", "Read the text below and answer: " + q + "\n\n", "Question: " + q + "\nText: "]) + text
    else:
        u = r.choice(["Read this text:\n\n", "Text:\n", "Here is a document.\n\n", "Context: "]) + text + "\n\n" + q
    t = r.choice(["I look for the {k} in the text. It says {v}.", "The text names the {k}: {v}.", "Searching for the {k}. Found: {v}."]).replace("{k}", k).replace("{v}", v)
    return chat(u, f"The {k} is {v}.", system(r, 0.25), t if think else "", think)


def question(r, k):
    if r.random() < 0.6:
        return ask(r, ph(r, "(the|the|the|the) {k}( in the text| mentioned above|| given above| in this text|||| in the document| above|)", k=k))
    return cap(say(r, r.choice(F.NEEDLE + ["(which|what) {k} (was|is) (given|mentioned|stated|hidden)( in the text| above|)?", "(which|what) {k} does the text (mention|give|contain|name)?", "what does the text say (about|is) the {k}?", "(find|extract|retrieve|get|repeat|return|report|recall|quote) the {k}( from the text| above|).",
                                 "according to the text, what is the {k}?", "in the text above, what is the {k}?", "somewhere in the text is the {k}. what is it?", "what is the {k} that (was mentioned|i told you|is hidden in the text|appears above)?", "what did (i|the text) say the {k} (is|was)?",
                                 "do you remember the {k}?", "there is a {k} in the text. (tell me what it is.|what is it?|which one?)", "the {k} is?", "{k}?", "read the text and (tell me|give me|find) the {k}.", "(can|could) you (find|see|recall|remember) the {k}( for me|)?", "based on the text, (tell me|give) the {k}.", "so what is the {k}?", "what was the {k} again?"]), k=k))
