"""A small phrase grammar and the question frames the generators share."""
import functools
import re

import frames
from lexicon import CLOSERS, EVERY, OPENERS
from words import strange, word

_MARK = re.compile(r"[()|]")


@functools.lru_cache(maxsize=16384)
def _tree(text):
    """A template as a list of texts and of lists of alternatives, each such a list; None
    where parentheses do not match."""
    stack, at = [[]], 0
    groups = []
    for m in _MARK.finditer(text):
        piece = text[at: m.start()]
        mark = m.group()
        if mark == "|" and not groups:
            continue
        at = m.end()
        if piece:
            stack[-1].append(piece)
        if mark == "(":
            groups.append([[]])
            stack.append(groups[-1][-1])
        elif mark == "|":
            groups[-1].append([])
            stack[-1] = groups[-1][-1]
        else:
            if not groups:
                return None
            stack.pop()
            stack[-1].append(groups.pop())
    if groups:
        return None
    if text[at:]:
        stack[-1].append(text[at:])
    return stack[0]


def _grow(r, parts, out):
    for p in parts:
        if p.__class__ is str:
            out.append(p)
        else:
            _grow(r, r.choice(p), out)


def expand(r, text):
    """Replace every "(a|b|c)" by one of its alternatives, which may hold such groups.
    A text whose parentheses do not match is no template and stays."""
    tree = _tree(text) if "(" in text else None
    if tree is None:
        return text
    out = []
    _grow(r, tree, out)
    return "".join(out)


def ph(r, text, **fields):
    """Expand the grammar, then fill {fields} (whose text is left as it is)."""
    text = expand(r, text)
    for k, v in fields.items():
        text = text.replace("{" + k + "}", str(v)).replace("{" + k.capitalize() + "}", str(v)[:1].upper() + str(v)[1:])
    return text


DROPPABLE = set("the a an please of is are to it me you can could would do does i my this that in for there what which was tell give have has with some be".split())


def noise(r, template, strength=None):
    """Say a template less cleanly: words around it, words in it, words missing.

    Words in braces and content words stay; what is asked stays the same."""
    s = r.choice([0, 0, 0, 1, 1, 2, 3]) if strength is None else strength
    if not s:
        return template
    out = []
    for w in template.split(" "):
        if w.lower().strip(",.?!:") in DROPPABLE and r.random() < 0.06 * s:
            continue
        out.append(w)
        if r.random() < 0.035 * s:
            out.append(r.choice(EVERY) if r.random() < 0.85 else word(r))
    text = " ".join(out) or template
    if r.random() < 0.22 * s:
        text = opener(r) + " " + text
    if r.random() < 0.1 * s:
        c = r.choice(CLOSERS)
        if c.startswith(","):
            end = text[-1:] if text[-1:] in "?." else ""
            text = text.rstrip("?.") + c.rstrip("?") + (end or ("?" if c.endswith("?") else ""))
        elif not text.rstrip().endswith((":", "}")):
            text = text + " " + c
    return text


def opener(r):
    """A sentence or clause before a request that does not matter."""
    k = r.random()
    if k < 0.5:
        return r.choice(OPENERS)
    if k < 0.75:
        n = r.randint(2, 7)
        ws = [r.choice(EVERY) if r.random() < 0.75 else word(r) for _ in range(n)]
        return " ".join(ws) + r.choice([",", ".", ":", ";", " -", " and", "!", "?"])
    return f"{r.choice(['I', 'We', 'My friend', 'They', 'You', 'The ' + word(r)])} {r.choice(['saw', 'like', 'have', 'want', 'know', 'need', 'got', 'am in', 'plan', 'read about', 'work on', 'visited', 'think of'])} {r.choice(['a', 'the', 'some', 'this', 'my'])} {word(r)}{r.choice(['.', ',', ' and', '; so', ', so', '.'])}"


POLITE = "(||||Please |please |Can you |Could you |Would you |Can you please |I want you to |I need you to |Kindly |Now |Go ahead and |Your task: |Hi, |Hello! Please |Hey, can you |I'd like you to )"
LEAD = "(||||||Quick question: |Question: |Hi! |Hello. |Hey, |Tell me: |One question. |I wonder, |So, |Just curious: )"


def clean(text):
    """First letter in upper case most of the time is enough; join spaces."""
    return re.sub(r" +", " ", text).strip()


# Words that begin a question or a statement, before which no "please" goes.
NO_ORDER = set("what how which i JSON there does is are why where who we our my the in its you both any all from within inside everywhere it can could would will may might this these that those they same everything last by with so now just only again once one two same back backward backwards reversed reverse-alphabetically sorted ordered inverted occurrences number length size total letters letter ascending descending alphabetically smallest largest biggest highest lowest verbatim unchanged other opposite way when please if for on at as word right end".split())


def command(r, text, strength=None, **fields):
    """An order such as "sort this list", politely or not, with an end mark."""
    body = expand(r, text)
    clean_start = body.split(" ")[0]
    body = ph(r, noise(r, body, strength), **fields)
    p = "" if clean_start != body.split(" ")[0] or body.split(" ")[0] in NO_ORDER else expand(r, POLITE)
    if p.strip() == "" or p.endswith((": ", "! ")):
        if not clean_start.lstrip("'\"`").startswith("{") and r.random() < 0.85:
            body = body[:1].upper() + body[1:]
    return p + body


ASK = [
    "what is {np}?", "what's {np}?", "what is {np}", "tell me {np}.", "give me {np}.", "what was {np}?",
    "(can|could|would) you (please |)tell me {np}?", "(can|could) you give me {np}?", "do you know {np}?", "do you know what {np} is?",
    "i (need|want|would like) to know {np}.", "{np}?", "{np}, please.", "(please |)(state|name|say) {np}.", "please (tell|give) me {np}.",
    "what would {np} be?", "i am looking for {np}.", "i'm looking for {np}.", "i need {np}.", "find {np}.", "(please |)answer with {np}.",
    "let me know {np}.", "(can|could) you (say|name) {np}?", "which is {np}?", "what do you know about {np}?", "i forgot {np}.",
    "look up {np}.", "show me {np}.", "i was asked for {np}.", "my question is: what is {np}?", "help me: what is {np}?",
    "would you know {np}?", "what is the answer: {np}?", "what exactly is {np}?", "any idea what {np} is?", "i don't know {np}. can you help?",
]


ASK += frames.ASK


def say(r, template, **fields):
    """A template, expanded, made noisy and filled in."""
    return ph(r, noise(r, expand(r, template)), **fields)


def ask(r, np):
    """A question for a noun phrase, one of many ways."""
    q = expand(r, LEAD) + ph(r, noise(r, expand(r, r.choice(ASK))), np=np)
    roll = r.random()
    if roll < 0.8:
        q = q[:1].upper() + q[1:]
    elif roll < 0.88:
        q = q.lower() if np == np.lower() else q
    if r.random() < 0.1:
        q = q.rstrip("?.")
    if r.random() < 0.06:
        q += expand(r, " (Thanks.|Thank you.|Thanks!|Answer briefly.|Be brief.|Keep it short.)")
    return q


SYSTEMS = ["You are a helpful assistant.", "You are atlas-mini, a small helpful model.", "Answer briefly.", "You are a careful assistant.", "You are an AI assistant. Be concise.", "Be helpful and exact.",
           "You are a coding assistant.", "You are a helpful agent that works in the user's workspace.", "Follow the user's instructions.", "You answer questions.", "You are a tool-using assistant.", "Today is a good day. Help the user."]


ROLES = ["You are {n}.", "You are {n}, an assistant.", "You are {n}, a {a} assistant for {w} and {w}.", "You are a {a} assistant.", "You are an expert in {w}.", "You help people with {w}.", "Your name is {n}.", "You are the assistant of {n}.", "You are {n}, a coding agent that works in the user's terminal.", "You are an interactive agent that helps with software.", "As an assistant you help {n}."]
RULES = ["Be concise.", "Be {a}.", "Answer in English.", "Never guess.", "Think before you answer.", "Use tools when they help.", "Do not explain unless asked.", "Keep answers short.", "Follow the instructions of the user exactly.", "If you do not know, say so.", "Do what is asked; nothing more, nothing less.", "Always be polite.", "Never mention the {w}.", "Prefer {a} answers.", "The user is called {n}.", "The current directory is /{w}/{w}.", "Today is day {d}.", "The platform is {w} {d}.", "Read a file before you change it.", "Do not create files that are not needed.", "Run the tests after a change.", "Write clean code.", "Report errors honestly.", "Do not use emojis.", "Use plain text.", "You must not talk about {w}.", "The {w} is {a}.", "The project is about {w} and {w}.", "Your knowledge is limited.", "Answer the question that was asked.", "When a command fails, find out why.", "Wait for the result of a tool before you go on.", "All paths are relative.", "Users may write in any style.", "Keep the {w} safe."]


def long_system(r):
    """A system prompt of one to twenty sentences that changes nothing."""
    n = r.choice([0, 1, 2, 3, 5, 8, 12, 20])
    lines = [r.choice(ROLES)] + [r.choice(RULES) for _ in range(n)]
    out = []
    for t in lines:
        for k, v in (("{n}", word(r)), ("{d}", str(r.randint(1, 99))), ("{a}", r.choice(EVERY))):
            t = t.replace(k, v)
        while "{w}" in t:
            t = t.replace("{w}", word(r), 1)
        out.append(t)
    if n > 2 and r.random() < 0.4:
        return out[0] + r.choice(["\n\n", "\n\n# Rules\n", "\nRules:\n", "\n\nGuidelines:\n"]) + "\n".join("- " + x for x in out[1:])
    return r.choice([" ", " ", "\n"]).join(out)


def system(r, p=0.35):
    if r.random() >= p:
        return ""
    return r.choice(SYSTEMS) if r.random() < 0.55 else long_system(r)
