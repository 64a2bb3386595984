"""Documents that hide values under names, and chats that ask for them."""
from math import exp, log

import veraask
from verahide import MENTION, decoy, sentence, slots
from veraname import make_name, make_value, near_name
from veratext import blocks, layout
from verawords import fill

HOLE = "\0"
WRAPS = (("", ""),) * 14 + (
    ("Text: ", ""), ("Text:\n", ""), ("Text:\n\n", ""), ("TEXT\n", ""), ("Document:\n", ""), ("Notes:\n", ""), ("Passage: ", ""),
    ("Context: ", ""), ("Context:\n", ""), ("Input: ", ""), ("Input:\n", ""), ('"', '"'), ('"""\n', '\n"""'), ("'''\n", "\n'''"),
    ("<document>\n", "\n</document>"), ("<document>", "</document>"), ("<text>\n", "\n</text>"), ("<notes>\n", "\n</notes>"),
    ("```\n", "\n```"), ("```text\n", "\n```"), ("---\n", "\n---"), ("=====\n", "\n====="), ("[BEGIN]\n", "\n[END]"),
    ("--- start ---\n", "\n--- end ---"), ("(", ")"), ("> ", ""), ("Begin of text.\n", "\nEnd of text."), ("* * *\n", "\n* * *"))
JOINTS = ("\n\n",) * 8 + ("\n",) * 5 + (" ", " ", "\n---\n", "\n\n---\n\n", "\n\n\n", "\n***\n", "\n--\n", "\n\n=====\n\n")


def _names(r, facts):
    """Distinct [name, article-less] entries, none standing inside another."""
    out = []
    while len(out) < facts:
        name, bare = make_name(r)
        if all(name not in other and other not in name for other, _ in out):
            out.append((name, bare))
    return out


def _insert(r, parts, text, alone):
    """Put a sentence at a random place of the blocks, in a block of its own if it stands alone."""
    total = sum(len(lines) for _, lines in parts)
    place = int(r.random() * (total + 1))
    if place == total:
        if parts and not alone:
            parts[-1][1].append(text)
        else:
            parts.append(["\n", [text]])
        return
    for i, (joiner, lines) in enumerate(parts):
        if place < len(lines):
            break
        place -= len(lines)
    if alone and joiner in (" ", ", ") and r.random() < 0.85:
        parts[i:i + 1] = [p for p in ([joiner, lines[:place]], ["\n", [text]], [joiner, lines[place:]]) if p[1]]
    else:
        lines.insert(place, text)


def _values(r, body, count):
    """Distinct values of which none stands in the body or in another."""
    out = []
    while len(out) < count:
        value = make_value(r)
        if value not in body and all(value not in v and v not in value for v in out):
            out.append(value)
    return out


def _document(r, tokens, facts):
    """A text, and for each fact (name, article-less, value)."""
    chars = int(tokens * 3.2)
    asked = _names(r, facts)
    small = max(45, chars // facts)
    hidden = list(asked)
    if r.random() < 0.1 and chars > 110:
        near = near_name(r, *asked[0])
        if all(near[0] != other for other, _ in asked):
            hidden.append(near)
            if r.random() < 0.5:
                asked[0], hidden[0], hidden[-1] = near, near, asked[0]
    notes = [sentence(r, name, bare, HOLE, small) for name, bare in hidden]
    if chars > 200:
        if r.random() < 0.65:
            for _ in range(min(r.randint(1, 3 + tokens // 400), chars // 150)):
                text = decoy(r, HOLE)
                notes.append((text, text == HOLE or ":" in text))
        for name, bare in hidden:
            if r.random() < 0.2:
                notes.append((fill(r, r.choice(MENTION), slots(name, bare, "")), False))
    used = sum(len(text) + (11 if HOLE in text else 1) for text, _ in notes)
    parts = blocks(r, chars - used)
    body = "\n".join(["\n".join(lines) for _, lines in parts] + [text for text, _ in notes])
    values = _values(r, body + "\n" + "\n".join(name for name, _ in hidden), sum(HOLE in text for text, _ in notes))
    order = iter(values)
    notes = [(text.replace(HOLE, next(order)) if HOLE in text else text, alone) for text, alone in notes]
    r.shuffle(notes)
    for text, alone in notes:
        _insert(r, parts, text, alone)
    found = [(name, bare, value) for (name, bare), value in zip(asked, values)]
    r.shuffle(found)
    filler = body.lower()
    for name, _, _ in found:
        if name.count(" ") == 0 and filler.count(name) > sum(text.lower().count(name) for text, _ in notes):
            return None
    text = layout(r, parts)
    return (text, found) if all(text.count(value) == 1 for value in values) else None


def _make(r, tokens, facts):
    while True:
        made = _document(r, tokens, facts)
        if made:
            return made


def document(r, tokens, facts):
    """(text, names, values): a text of about `tokens` tokens that hides `facts` values."""
    text, found = _make(r, tokens, facts)
    return text, [f[0] for f in found], [f[2] for f in found]


def _first(r, text, gaps):
    """The turn with the text and the first question."""
    head, tail = r.choice(WRAPS)
    body = head + text + tail
    place = r.random()
    if place < 0.4:
        question = veraask.ask(r, veraask.AFTER, gaps)
        if r.random() < 0.06 and ":" not in question:
            question = r.choice(("Question: ", "Q: ", "Question:\n", "QUESTION: ", "Task: ", "User question: ")) + question
        return (body + r.choice(JOINTS) + question).rstrip()
    if place < 0.8:
        return veraask.ask(r, veraask.BEFORE, gaps).rstrip() + r.choice(JOINTS) + body
    before, after = r.choice(veraask.BOTH)
    joint = r.choice(JOINTS)
    return (fill(r, before, gaps) + joint + body + (joint if r.random() < 0.7 else r.choice(JOINTS)) + fill(r, after, gaps)).rstrip()


def needle(r, tokens=None, max_tokens=1600, facts=None):
    """{"pairs": [(name, value), ...], "turns": [user text, ...]}, a turn for each pair."""
    if tokens is None:
        tokens = int(exp(log(20) + r.random() * (log(max_tokens) - log(20))))
    if facts is None:
        facts = 1 if tokens < 400 and r.random() < 0.5 else r.randint(2, min(16, 4 + tokens // 500))
        facts = min(facts, max(1, tokens // 18))
    text, found = _make(r, tokens, facts)
    values = [f[2] for f in found]
    while True:
        first = _first(r, text, slots(*found[0]))
        if all(first.count(value) == 1 for value in values):
            break
        if r.random() < 0.05:
            text, found = _make(r, tokens, facts)
            values = [f[2] for f in found]
    turns = [first]
    for fact in found[1:]:
        while True:
            turn = veraask.ask(r, veraask.NEXT if r.random() < 0.75 else veraask.AFTER, slots(*fact)).strip()
            if all(value not in turn for value in values):
                break
        turns.append(turn)
    return {"pairs": [(f[0], f[2]) for f in found], "turns": turns}
