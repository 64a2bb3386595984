"""Training data: facts hidden in long varied text, among distractors, and questions about them."""
import math

from chat import assistant, user
import frames as F
from gen_handneedle import hand_needle, reply
from needletext import Vocabulary, code, filler, other_statement, statement
from phrase import ask, ph, say, system
from words import ADJ, NAMES, cap, distinct, word

HEADS = "code word phrase password number name key combination token sign signal answer value id PIN passcode passphrase address message label formula recipe title date time place colour spell mark reference index digit sum prize".split()
SORTS = "secret hidden access vault launch security special safe magic entry door gate treasure verification recovery backup master meeting order room serial license key pass daily private final lost lucky admin login session emergency unlock bank alarm locker garage server control main unique personal agent mission project team archive".split()
KEYS = ["secret code", "secret code", "secret code", "secret code", "secret code", "password", "access code", "magic word", "secret phrase", "vault code", "pass phrase", "launch code", "hidden key", "door code", "secret number", "serial number", "token", "security code", "access key",
        "special code", "code word", "secret word", "PIN", "passcode", "key phrase", "hidden message", "magic number", "license key", "order number", "room number", "meeting code", "backup code", "secret key", "code"]


def name(r):
    """What a value is called."""
    roll = r.random()
    if roll < 0.35:
        return r.choice(KEYS)
    if roll < 0.6:
        return f"{r.choice(SORTS)} {r.choice(HEADS)}"
    if roll < 0.75:
        return f"{word(r)} {r.choice(HEADS)}"
    if roll < 0.85:
        return f"{r.choice(SORTS)} {word(r)}"
    return f"{word(r)} {word(r)}" if r.random() < 0.6 else word(r)


def near(r, k):
    """A name that is nearly k, but another thing."""
    t = r.choice(["old {k}", "{a} {k}", "{k} of {p}", "{k} for {p}", "{k} of the {w}", "{k} for the {w}", "{w} {k}", "{s} {h}", "{f} {g}", "{f} {w}", "{p}'s {k}", "second {k}", "{k} of project {w}"])
    w = k.split(" ")
    for x, y in (("k", k), ("a", r.choice(ADJ)), ("p", r.choice(NAMES)), ("w", word(r)), ("s", r.choice(SORTS)), ("h", w[-1]), ("f", w[0]), ("g", r.choice(HEADS))):
        t = t.replace("{" + x + "}", y)
    return t


def names(r, n):
    """n distinct names; many are near each other."""
    out = [name(r)]
    while len(out) < n:
        k = near(r, r.choice(out)) if r.random() < 0.5 else name(r)
        if k.lower() not in [o.lower() for o in out]:
            out.append(k)
    r.shuffle(out)
    return out


def hidden(r, tokens, facts):
    """(text, names, values): a document of about `tokens` tokens with `facts` values in it."""
    voc = Vocabulary(r)
    lines = []
    left = tokens
    while left > 0:
        part = left if r.random() < 0.5 else min(left, tokens * r.uniform(0.2, 0.8))
        lines += filler(r, part, voc)
        left -= part
    ks = names(r, facts)
    vs = distinct(r, facts, lambda r: code(r, voc))
    extra = r.choice([0, 0, 0, 1, 3, 8, 20])
    extra = min(extra, 1 + int(tokens / 120))
    spread = r.random()
    lo, hi = (0.0, 1.0) if spread < 0.8 else (0.0, r.uniform(0.1, 0.5)) if spread < 0.9 else (r.uniform(0.5, 0.9), 1.0)
    places = [(r.uniform(lo, hi), statement(r, k, v)) for k, v in zip(ks, vs)]
    places += [(r.random(), other_statement(r, voc)) for _ in range(r.randint(0, extra))]
    if facts == 1 and r.random() < 0.3:
        others = [near(r, ks[0]) for _ in range(r.choice([1, 1, 2, 3]))]
        places += [(r.random(), statement(r, k, code(r, voc))) for k in others if k.lower() != ks[0].lower()]
    at = {}
    for x, s in places:
        at.setdefault(round(x * len(lines)), []).append(s)
    mixed = []
    for i, line in enumerate(lines + [None]):
        mixed += at.get(i, [])
        if line is not None:
            mixed.append(line)
    sep = r.choice([" ", " ", " ", "\n", "\n", "\n\n", None])
    if sep is None:
        text = "".join(x + r.choice([" ", " ", " ", "\n", "\n\n"]) for x in mixed).strip()
    else:
        text = sep.join(mixed)
    return text, ks, vs


def needle(r, tokens=None, max_tokens=1600, think=False, facts=None):
    """A document with one or many facts and one or many questions about them; two of three are by another hand."""
    if not think and facts is None and r.random() < 0.66:
        return hand_needle(r, tokens, max_tokens)
    n = tokens or int(math.exp(r.uniform(math.log(20), math.log(max_tokens))))
    facts = facts or (1 if r.random() < (0.5 if n < 1500 else 0.3) else r.randint(2, 4 + n // 400) if n < 4000 else r.randint(5, 20))
    text, ks, vs = hidden(r, n, facts)
    pairs = list(zip(ks, vs))
    r.shuffle(pairs)
    if facts > 4 and r.random() < 0.3:
        pairs = pairs[: r.randint(1, facts)]
    if think:
        pairs = pairs[:1]
    k, v = pairs[0]
    q = question(r, k)
    roll = r.random()
    s = system(r, 0.2)
    msgs = [{"role": "system", "content": s}] if s else []
    if roll < 0.72:
        msgs.append(user(text + r.choice(["\n", "\n\n", " ", "\n\n", "\n\n", "\n---\n", "\n\nQuestion: "]) + q))
    elif roll < 0.89:
        msgs.append(user(r.choice([q + "\n\n", q + "\n", "Read the text below and answer: " + q + "\n\n", "Question: " + q + "\nText: ", q + " The text:\n\n", q + " Look here:\n", "First the question: " + q + " Now the text:\n\n", "I want to know this: " + q + "\n\n", q + "\n---\n", "Answer this from the text that follows. " + q + "\n\n"]) + text))
    elif roll < 0.95:
        msgs.append(user(r.choice(["Read this text:\n\n", "Text:\n", "Here is a document.\n\n", "Context: ", "Here is some text. ", "Please read this carefully:\n\n", "I will ask about this text:\n\n", "\"\"\"\n"]) + text + "\n\n" + q))
    else:
        msgs += [user(text), assistant(r.choice(["I have read it.", "I have read it. What would you like to know?"])), user(q)]
    t = r.choice(["I look for the {k} in the text. It says {v}.", "The text names the {k}: {v}.", "Searching for the {k}. Found: {v}."]).replace("{k}", k).replace("{v}", v)
    msgs.append(assistant(reply(k, v), t if think else ""))
    for k, v in pairs[1:]:
        q = question(r, k) if r.random() < 0.7 else cap(say(r, r.choice(NEXT), k=k))
        msgs += [user(q), assistant(reply(k, v))]
    return {"messages": msgs, "think": think}


NEXT = ["and the {k}?", "what about the {k}?", "and what is the {k}?", "now the {k}.", "the {k}?", "next: the {k}.", "also, what is the {k}?", "and the {k}, please?", "thanks. and the {k}?"]
MORE = ["(which|what) {k} (was|is) (given|mentioned|stated|hidden)( in the text| above|)?", "(which|what) {k} does the text (mention|give|contain|name)?", "what does the text say (about|is) the {k}?", "(find|extract|retrieve|get|repeat|return|report|recall|quote) the {k}( from the text| above|).",
        "according to the text, what is the {k}?", "in the text above, what is the {k}?", "somewhere in the text is the {k}. what is it?", "what is the {k} that (was mentioned|i told you|is hidden in the text|appears above)?", "what did (i|the text) say the {k} (is|was)?",
        "do you remember the {k}?", "there is a {k} in the text. (tell me what it is.|what is it?|which one?)", "the {k} is?", "{k}?", "read the text and (tell me|give me|find) the {k}.", "(can|could) you (find|see|recall|remember) the {k}( for me|)?", "based on the text, (tell me|give) the {k}.", "so what is the {k}?", "what was the {k} again?",
        "(somewhere|hidden) in (there|all that|these lines|the noise) (there is|is|sits|hides) (a|the) {k}(.|:) (tell me|show me|give me|say|write) (it|what it is).", "(i think|i know|i believe) the {k} (is|was) (in there|mentioned|somewhere above)(.|,) (what|which one) is it?", "(all|the only thing) i (want|need|care about) is the {k}.", "(ignore|forget|skip) (everything else|all the rest|the rest)(.|,|;) (what is|tell me|give me) the {k}(.|?)",
        "(without|before) (explaining|saying) anything( else|), (what is|give me|name) the {k}(.|?)", "(did|does) (anybody|anyone|someone|the author|the writer|it|this) (mention|reveal|give away|state|say) the {k}? (what is it?|tell me.|)", "(the text|this|the passage|the document|it) (reveals|discloses|includes|states|contains|holds) (a|the) {k}. (which|what|what is it|name it|write it)?", "(reply|respond|answer) with (only |just |)the {k}( and nothing else| alone|).", "what (exactly |precisely |)(is|was) the {k}( called| again| there| anyway|)?",
        "(quote|copy|type|spell out|write out) the {k}( for me| exactly| here| as it stands|).", "(help me|can you help me) (find|locate|spot|get) the {k}(.|?)", "where (is|does it say) the {k}, and what is it?", "(my boss|my friend|the user|she|he) (asks|wants|needs) (to know |)the {k}.", "(having read|after) (this|that|all this|all of it), (you know|do you know|name|tell me|what is) the {k}(.|?)", "(from|out of|in) (this|all this|the above|what you read), (what is|tell me|extract|pick) the {k}(.|?)"]


def question(r, k):
    roll = r.random()
    if roll < 0.2:
        return f"What is the {k}?"
    if roll < 0.6:
        return ask(r, ph(r, "(the|the|the|the) {k}( in the text| mentioned above|| given above| in this text|||| in the document| above|)", k=k))
    return cap(say(r, r.choice(F.NEEDLE + MORE), k=k))
