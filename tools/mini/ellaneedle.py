"""Documents that hide values, and chats that ask for them."""

import math

import ellaask
import ellahide
import ellatext

LETTERS_A_TOKEN = 3.2
FENCES = [('', '\n\n'), ('', '\n\n'), ('', '\n'), ('', '\n'), ('', '\n---\n'), ('', '\n\n---\n\n'), ('', ' '), ('Text:\n', '\n\n'), ('Text: ', '\n'),
          ('"', '"\n'), ('"', '"\n\n'), ('"""\n', '\n"""\n'), ('<document>\n', '\n</document>\n'), ('<text>', '</text>\n'), ('```\n', '\n```\n'),
          ('```\n', '\n```\n\n'), ('Document:\n\n', '\n\n'), ('[start]\n', '\n[end]\n'), ('=====\n', '\n=====\n'), ('\n', '\n\n\n'), ("'", "'\n"),
          ('<notes>\n', '\n</notes>\n\n'), ('BEGIN\n', '\nEND\n'), ('Here it is:\n', '\n\n'), ('>>>\n', '\n<<<\n'), ('', '\n***\n'), ('~~~\n', '\n~~~\n'),
          ('Context: ', '\n\n'), ('Passage:\n', '\n\n'), ('The text:\n\n', '\n\n')]


def _names(r, facts):
    """Different names, none part of another."""
    found, tries = [], 0
    while len(found) < facts:
        one = ellahide.name(r)
        low = one.lower()
        if all(low not in old.lower() and old.lower() not in low for old in found):
            found.append(one)
        tries += 1
        if tries > 4000:
            raise ValueError('too many facts for the names')
    return found


def _value(r, taken, text):
    """A value that neither stands in the text nor is part of, or holds, a taken one."""
    while True:
        code = ellahide.value(r)
        low = code.lower()
        if low not in text and all(low not in old and old not in low for old in taken):
            taken.append(low)
            return code


def document(r, tokens, facts):
    """A text of about so many tokens with so many hidden values: text, names, values."""
    letters = int(tokens * LETTERS_A_TOKEN)
    names = _names(r, facts)
    shown = r.random() < 0.1 and tokens > 45
    lookalike = ellahide.near(r, r.choice(names)) if shown else None
    if lookalike and lookalike.lower() in [name.lower() for name in names]:
        lookalike = None
    extra = []
    room = letters - 58 * facts
    if tokens > 60:
        for name in names:
            if r.random() < 0.25 and room > 60:
                extra.append(ellahide.said(r, r.choice(ellahide.MENTION_FRAMES), ellahide.gaps(name)))
                room -= 46
    misled = r.choice([0, 0, 1, 2, 3, 1 + tokens // 400])
    while misled and room > 60:
        extra.append(ellahide.said(r, r.choice(ellahide.MISLEAD_FRAMES), {}))
        room -= 46
        misled -= 1
    if lookalike:
        room -= 60
    lines = ellatext.filler(r, room * 0.97 - 30) if room > 20 else []
    for line in extra:
        lines.insert(int(r.random() * (len(lines) + 1)), line)
    around = ('\n'.join(lines) + '\n' + '\n'.join(names) + '\n' + (lookalike or '')).lower()
    taken, values, needles = [], [], []
    style = r.choice(ellahide.HIDE_FRAMES) if r.random() < 0.15 else None
    for name in names + [lookalike] * bool(lookalike):
        code = _value(r, taken, around)
        line = ellahide.said(r, style or r.choice(ellahide.HIDE_FRAMES), ellahide.gaps(name, code))
        values.append(code)
        needles.append(line)
    for line in needles:
        lines.insert(int(r.random() * (len(lines) + 1)), line)
    wordy = any(not any(map(str.isdigit, code)) for code in values)
    text = ellatext.joined(r, lines, wordy or r.random() < 0.5)
    low = text.lower()
    for code in values:
        if low.count(code.lower()) != 1:
            return document(r, tokens, facts)
    return text, names, values[:facts]


def _ask(r, frame, name):
    return ellahide.said(r, frame, ellahide.gaps(name))


def _first(r, text, name):
    """The first turn: the text with its question."""
    start, end = r.choice(FENCES)
    kind = r.random()
    if kind < 0.4:
        return start.lstrip('\n') + text + end + _ask(r, r.choice(ellaask.AFTER), name)
    before = r.choice(['\n\n', '\n\n', '\n', '\n', ' ', '\n---\n', '\n\n\n'])
    if kind < 0.8:
        if start in ('', '\n') and end.strip():
            start, end = end.strip() + '\n', ''
        return _ask(r, r.choice(ellaask.BEFORE), name) + before + start + text + end.rstrip()
    opening, closing = r.choice(ellaask.BOTH)
    return _ask(r, opening, name) + before + start + text + end + _ask(r, closing, name)


def needle(r, tokens=None, max_tokens=1600, facts=None):
    """A chat about one document: pairs of name and value, and the user's turns that ask for them one by one."""
    if tokens is None:
        tokens = int(math.exp(math.log(20) + r.random() * (math.log(max(max_tokens, 21)) - math.log(20))))
    if facts is None:
        if tokens < 300 and (tokens < 60 or r.random() < 0.5):
            facts = 1
        else:
            facts = min(16, r.randint(2, 4) + tokens // 500)
    while True:
        text, names, values = document(r, tokens, facts)
        turns = [_first(r, text, names[0])]
        low = turns[0].lower()
        if all(low.count(code.lower()) == 1 for code in values):
            break
    for name in names[1:]:
        turns.append(_ask(r, r.choice(ellaask.NEXT if r.random() < 0.7 else ellaask.AFTER), name))
    return {'pairs': list(zip(names, values)), 'turns': turns}
