"""Filler lines in many styles: stories, logs, lists, minutes, code, csv, recipes, letters, chats, word salad and more."""

import re

import ellawords4 as words

MONTHS = 'January February March April May June July August September October November December'.split()
DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split()
COLOURS = 'red blue green amber violet ochre teal ivory crimson indigo umber maroon mauve khaki slate'.split()
UNITS = 'kg g ml litres metres yards boxes crates jars bags rolls sheets pints ounces dozen pairs bundles tins inches miles'.split()
STATES = 'done late open closed cancelled pending checked sold missing broken fixed ready waiting lost returned paid'.split()
ADVERBS = """slowly quickly gently badly carefully twice again today yesterday quietly gladly seldom often at_last by_mistake
without_a_word before_noon after_supper in_the_dark on_the_way_home all_morning as_usual for_once""".split()
ADVERBS = [word.replace('_', ' ') for word in ADVERBS]
CONSONANTS = 'b c d f g h j k l m n p r s t v w z br cr dr fl gl gr kl pl pr sk sl sm sn sp st tr th sh ch qu'.split()
VOWELS = 'a e i o u a e i o ai ea oo ou ei'.split()
ENDS = ['', '', 'n', 'r', 's', 't', 'm', 'l', 'ck', 'nd', 'sh', 'x', 'rp', 'ng']
UPPER = [word.upper() for word in words.PLAIN if len(word) < 11]
PLURALS = [words.plural(word) for word in words.NOUNS]
ARTICLES = [words.article(word) for word in words.NOUNS]
CAPITALS = [word.capitalize() for word in words.NOUNS]


def pseudo(r):
    """A made-up word."""
    word = r.choice(CONSONANTS) + r.choice(VOWELS) + r.choice(ENDS)
    return word if r.random() < 0.3 else word + r.choice(CONSONANTS) + r.choice(VOWELS) + r.choice(ENDS)


def number(r, low=1, high=5):
    """Digits of a number of low to high digits."""
    digits = int(low + r.random() * (high - low + 1))
    floor = 10 ** (digits - 1)
    return str(int(floor + r.random() * 9 * floor))


def hour(r):
    return '%02d:%02d' % (r.random() * 24, r.random() * 60)


def stamp(r):
    return '20%02d-%02d-%02d %02d:%02d:%02d' % (r.random() * 30, 1 + r.random() * 12, 1 + r.random() * 28, r.random() * 24,
                                                r.random() * 60, r.random() * 60)


def codelike(r):
    """A capital code of the kind that secrets have too."""
    kind = r.random()
    if kind < 0.35:
        return r.choice(UPPER) + '-' + number(r, 2, 5) + '-' + r.choice(UPPER)
    if kind < 0.55:
        return r.choice(UPPER) + '-' + r.choice(UPPER) + '-' + number(r, 2, 5)
    if kind < 0.7:
        return number(r, 2, 5) + '-' + r.choice(UPPER) + '-' + r.choice(UPPER)
    if kind < 0.85:
        return r.choice(UPPER) + '-' + number(r, 2, 5)
    return r.choice('ABCDEFGHKLMNPRSTVWXZ') + r.choice('ABCDEFGHKLMNPRSTVWXZ') + '-' + number(r, 3, 6)


def _pick(items):
    return lambda r: r.choice(items)


GAPS = {
    'n': _pick(words.NOUNS), 'ns': _pick(PLURALS), 'an': _pick(ARTICLES), 'N': _pick(CAPITALS), 'a': _pick(words.ADJECTIVES),
    'Aa': _pick([words.article(word).capitalize() for word in words.ADJECTIVES]), 'An': _pick([word.capitalize() for word in ARTICLES]),
    'aa': _pick([words.article(word) for word in words.ADJECTIVES]), 'A': _pick([word.capitalize() for word in words.ADJECTIVES]),
    'v': _pick([verb[1] for verb in words.VERBS]), 'vb': _pick([verb[0] for verb in words.VERBS]),
    'Vb': _pick([verb[0].capitalize() for verb in words.VERBS]), 'vs': _pick([verb[2] for verb in words.VERBS]),
    'vi': _pick([verb[3] for verb in words.VERBS]), 'P': _pick(words.NAMES), 'S': _pick(words.SURNAMES), 'C': _pick(words.TOWNS),
    'm': _pick(MONTHS), 'wd': _pick(DAYS), 'col': _pick(COLOURS), 'u': _pick(UNITS), 'st': _pick(STATES), 'adv': _pick(ADVERBS),
    'w': pseudo, 'W': lambda r: pseudo(r).capitalize(), 'd': lambda r: str(int(2 + r.random() * 40)), 'D': number,
    'h': hour, 'ts': stamp, 'x': codelike, 'dd': lambda r: str(int(1 + r.random() * 28)), 'y': lambda r: str(int(1700 + r.random() * 330)),
    'ip': lambda r: '10.%d.%d.%d' % (r.random() * 255, r.random() * 255, r.random() * 255),
    'f': lambda r: '%d.%d' % (r.random() * 90, r.random() * 100),
}


def compiled(frame, gaps=GAPS):
    """Literal pieces and gap fillers of a frame."""
    return [gaps.get(piece[1:-1], piece) if piece[:1] == '{' and piece[-1:] == '}' else piece
            for piece in re.split(r'(\{\w+\})', frame) if piece]


def fill(r, frame):
    return ''.join([piece if type(piece) is str else piece(r) for piece in frame])


STYLES = {
    'story': """{P} {v} the {a} {n} and {v} it {adv}.|The {n} in {C} was {a}, and nobody {v} it.|On {wd} {P} {S} found {an} under the {n}.
"{A}," said {P}, "but the {n} is {a}."|There was {aa} {n} beside the {a} {n}.|{P} and {P} {v} {d} {ns} {adv}.|When the {n} was {st}, {P} went back to {C}.
It took {P} {d} days to {vb} the {n}.|An old {n} stood where the road to {C} begins.|{P} never {v} {ns}, only {ns}.|The {a} {n} smelled of {n} and {n}.
"Did you {vb} the {n}?" {P} asked {adv}.|By {h} the {n} had gone, and {P} with it.|Nobody in {C} had seen so many {ns}.
{P} laughed, {v} the {n}, and said no more about {C}.|Behind the {n} {P} kept {aa} {n} and {d} {ns}.|The {n} {v} {adv}, and the {ns} {v} too.""",
    'diary': """{wd}, {dd} {m}: {v} {ns}, met {P} in {C}.|Woke at {h} and {v} the {n}.|Today I {v} {aa} {n}; it was {a}.|{P} wrote from {C}. The {n} is {st}.
I dreamt of {aa} {n} again.|Rain all day. I {v} the {ns} and {v} the {n}.|Spent {d} coins on {ns}, which {P} calls {a}.|Early to bed, the {n} {v} till {h}.
Must {vb} the {n} before {wd}.|Felt {a} since {h}.""",
    'note': """Note: the {n} is {st}.|Note: {P} needs {d} {ns} by {h}.|Idea: {vb} the {n} with {an}.|Idea: {aa} {n} for {P}'s birthday on {dd} {m}.
Remember to {vb} the {ns} before {h}.|Remember to call {P} {S} on {wd}.|Remember to bring {d} {u} of {n} to {C}.|To do: {vb} {n}, {vb} {n}, ring {P}.
Question: why is the {n} so {a}?|Warning: {a} {n} ahead.|P.S. The {n} belongs to {P}.|Reminder: {wd} at {h}, {C}, bring the {n}.|Tip: never {vb} {aa} {n}.
Memo: the {n} costs {D}.|Don't forget: {P}, {ns}, {d} {u} of {n}.|Thought: {ns} are {a}er than {ns}.|By the way, {P} {v} the {n} {adv}.""",
    'log': """{ts} INFO {n} {st} after {D} ms|{ts} WARN {n}-{d}: {a} {n}, retry {d}|{h} {P} signed in from {ip}|{ts} ERROR could not {vb} {n} {D}|[{h}] {n} service: {st}
{h} - {P} {v} the {n}|{ts} DEBUG queue={n} size={D}|{h} {C} station reports {a} {n}|[{ts}] job {D} {st} ({f} s)|{ts} user {P} {v} {ns}
{ip} - - "GET /{n}/{n}" 200 {D}|{h} door {d} {st} by {P}|{ts} backup of {n} {st}""",
    'list': """- {d} {u} of {n}|- {n}|* {a} {n}, {d} {u}|- {ns} ({d})|{d}. {Vb} the {n}|- ask {P} about the {n}|* {N}: {D}|- {h} {n}, {h} {n}|+ {ns}, {ns}, {ns}
- [ ] {vb} the {n}|- [x] {vb} the {ns}|{d}) {P}, {C}|* {P}: {ns}|- {wd} {h}: {vb} {n}""",
    'minutes': """{P} {S} proposed to {vb} the {n}; {d} voted for it.|Item {d}: the {a} {n} of {C}.|The chair, {P} {S}, opened the meeting at {h}.|Apologies: {P}, {P} and {P}.
It was agreed that the {n} be {st} by {dd} {m}.|Action: {P} to {vb} {ns}.|Next meeting: {wd} {dd} {m}, {h}, in {C}.|The treasurer reported {D} spent on {ns}.
{P} asked whether the {n} was still {st}.|No one objected to the {a} {n}.|Any other business: {ns}.""",
    'code': """def {w}_{n}({n}, size={d}):|    return {w}({n}) + {D}|{n} = [{d}, {d}, {D}]|for {w} in {w}s: print({w})|if {n}_count > {D}: raise ValueError("{a} {n}")
// {vb} the {n} first|# {P}: {vb} this before {m}|let {w} = "{a} {n}";|SELECT {n} FROM {w} WHERE id = {D};|<li class="{n}">{N}</li>|"{n}": {D},
import {w}.{w} as {w}|while {w} < {D}: {w} += {d}|{n}.colour = "{col}"|export {w}_home=/opt/{n}/{n}|assert {w}("{n}") == {D}""",
    'csv': """{D},{n},{col},{f}|{P},{S},{C},{d}|{n};{a};{D};{st}|{ts},{n},{f}|{D}|{n}|{n}|{D}|{C},{f},{f},{n}|{x},{n},{d}|{P},{h},{h},{st}|| {n} | {D} | {st} |""",
    'recipe': """Take {d} {u} of {n} and {vb} them with the {n}.|{Vb} the {n} for {d} minutes.|Add {aa} {n} and stir.|Serve with {ns} and {aa} {n}.
{P}'s {n} soup: {d} {ns}, {d} {u} of {n}, salt.|Bake at {d}0 degrees until {a}.|Meanwhile, {vb} the {ns}.|Leave the {n} to cool until {h}.|Enough for {d} guests.
Sprinkle {n} over the {a} {n}.""",
    'mail': """Dear {P},|Kind regards, {P} {S}|From: {P} {S}|Subject: the {a} {n}|Thank you for the {n} you sent from {C}.|Please find the {ns} attached.|Best wishes from {C}, {P}
I hope the {n} has arrived.|Could you {vb} the {n} before {wd}?|As {P} told you, the {n} is {st}.|Your order {x} left {C} on {dd} {m}.|To: {P}, {P}
Sorry for the late reply, the {n} was {st}.|Yours, {P}|Let me know whether {h} suits you and {P}.""",
    'chat': """{P}: where is the {n}?|{P}: lol, {aa} {n}|[{h}] {P}: who {v} the {ns}|<{P}> brb, {vi} the {n}|{P}: {d} {ns}!!|{P}: no, that was {P}|{P}> ok see you at {h}
{P}: in {C} they call it {an}|[{h}] {P}: {a}|{P}: @{P} the {n} is {st}|{P}: hm.|{P}: {n} or {n}?""",
    'salad': """{n} {n} {a} {w} {vb} {n} {C}|{w} {w} {w} {w} {w}.|{n}, {n}, {n}, {n}|{W} {w} {w} {n} {w}.|{a} {a} {n} {D} {n} {vb}|{ns} {v} {ns} {w} {col}|{W} {w}: {w} {w} {w}
{n}/{n}/{n}|{vb} {vb} {vb} {n} {a} {n} {d}""",
    'poem': """O {a} {n}, O {a} {n},|the {n} {vs}, the {n} {vs},|and all the {ns} of {C}|were {a} as {an}.|{A} was the {n}, and {a} the night,|I {v} {an}, I {v} {an},
sing, {a} {n}, of {P},|no {n} so {a}, no {n} so {col},|beneath the {col} {n}""",
    'news': """{C}: {d} {ns} were {v} last {wd}.|The mayor of {C}, {P} {S}, {v} the new {n}.|Prices of {ns} rose by {f} percent in {m}.|Police in {C} look for {aa} {n}.
{S} beat {S} {d} to {d} in {C}.|"We {v} the {n}," said {P} {S}, {d}.|Weather for {C}: {a}, {d} degrees.|{N} company to close its {C} works after {d} years.
A fire {adv} destroyed {d} {ns} near {C}.|Shares in {N} & {S} fell to {f}.""",
    'guide': """Step {d}: {vb} the {n}.|Press the {col} {n} until it {vs}.|Do not {vb} the {n} while it is {a}.|First {vb} the {n}, then the {ns}.|Keep the {n} away from {ns}.
Turn the {n} {d} times.|Wear {aa} {n} when you {vb} {ns}.|See page {d} for the {n}.|If the {n} is {st}, {vb} it {adv}.|Check every {n} at {h}.|Model {x} has {d} {ns}.
Parts: {d} {ns}, one {n}, {d} {u} of {n}.""",
    'facts': """The {n} of {C} dates from {y}.|{N} is {aa} {n} found near {C}.|In {y} {P} {S} {v} the first {a} {n}.|Most {ns} are {a}; a few are {a}.
{Aa} {n} weighs about {d} {u}.|{C} has {D} inhabitants and {d} {ns}.|The word "{n}" comes from {C}.|{P} {S} ({y}-{y}) {v} {ns}.|{An} is smaller than {an}.
{ns} and {ns} were traded in {C} until {y}.|The {a} {n} was named after {P} {S}.|Between {y} and {y} the {n} {v} {adv}.""",
    'speech': """"{N}!" cried {P}.|"Is it {a}?" - "No, {a}."|"I would rather {vb} {ns}," {P} said.|"Who {v} my {n}, {P}?"|"{P}, come to {C} with me at {h}."|"That makes {d} {ns}," {P} counted.
"Ask {P}," said {P}. "I only {vb} {ns}."|"What {aa} {n}!"|{P}: "The {n} is {st}."|"You know {P} {S}? She {vs} {ns}."
Where did {P} put the {n}?|Who would {vb} {aa} {n} in {C}?""",
    'decoy': """Order {x} is {st}.|The parcel label reads {x}.|Model {x} is sold in {C}.|{P} wrote {x} on the {n}.|Flight {x} left {C} at {h}.|Ticket {x} was {st} by {P}.|Ref. {x}|{x}
Invoice {x}: {D} for {ns}.|A crate marked {x} stood by the {n}.|Batch {x} of {ns} is {a}.|{h} {x} {st}|Licence plate {x}, {col}.|Shelf {x}: {ns}.|{x} is only the name of {an}.
Case {x} was closed by {P} {S}.|The {n} has the stock label {x}.|Bus line {x} goes to {C}.|Paint shade {x}, {col}.|{P}'s receipt: {x}.""",
}
STYLES = {style: [frame.strip() for frame in re.split(r'(?<!\|)\|(?=[^\s|])(?!\{n\}\||\{D\})|\n', text) if frame.strip()] if style != 'csv' else
          ['{D},{n},{col},{f}', '{P},{S},{C},{d}', '{n};{a};{D};{st}', '{ts},{n},{f}', '{D}|{n}|{n}|{D}', '{C},{f},{f},{n}', '{x},{n},{d}',
           '{P},{h},{h},{st}', '| {n} | {D} | {st} |', '{D}\t{n}\t{P}', '"{n}","{a}",{D}']
          for style, text in STYLES.items()}
FRAMES = {style: [compiled(frame) for frame in frames] for style, frames in STYLES.items()}
PROSE = ['story', 'diary', 'minutes', 'mail', 'news', 'guide', 'facts', 'speech', 'recipe', 'note']
LINES = ['log', 'list', 'code', 'csv', 'chat', 'poem', 'salad', 'note', 'minutes', 'guide']
HEADS = [compiled(frame) for frame in """# {N}|## The {n} of {C}|{N} and {n}|== {A} {ns} ==|CHAPTER {d}|Part {d}: {P}|*** {wd} ***|Section {d}.{d}|{m} {y}|--- {n} ---
Letters of {P} {S}|{d}. {A} {n}|[{n}]|NOTES ({P})|Page {d}|{C}, {dd} {m}""".replace('\n', '|').split('|')]


def sentence(r, style):
    return fill(r, r.choice(FRAMES[style]))


def filler(r, letters):
    """About so many letters of filler as a list of sentences, with one to four styles that change in runs."""
    names = list(STYLES)
    if r.random() < 0.5:
        styles = r.sample(PROSE, r.randint(1, 3)) if r.random() < 0.6 else r.sample(LINES, r.randint(1, 3))
    else:
        styles = r.sample(names, r.randint(2, 5))
    decoys = r.choice([0, 0, 0.03, 0.06, 0.12, 0.25])
    steady = r.choice([0, 0.5, 0.8, 0.95])
    style = r.choice(styles)
    out = []
    while letters > 0:
        if r.random() >= steady:
            style = r.choice(styles)
        line = sentence(r, 'decoy' if r.random() < decoys else style)
        out.append(line)
        letters -= len(line) + 1
    return out


def ended(r, lines):
    """The lines with a stop where one is lacking, so that they can run on."""
    stop = r.choice(['.', '.', ';', ',', ' |', ' /'])
    return [line + stop if line[-1].isalnum() else line for line in lines]


def joined(r, lines, clear=True):
    """The sentences as one text: line by line, run on, in paragraphs, with bullets or headings."""
    kind = r.random()
    if clear and 0.25 <= kind < 0.45:
        lines = ended(r, lines)
    if kind < 0.25:
        return '\n'.join(lines)
    if kind < 0.45:
        return ' '.join(lines)
    if kind < 0.52:
        return '\n\n'.join(lines)
    if kind < 0.6:
        mark = r.choice(['- ', '* ', '+ ', '> ', '  ', '\t', '• '])
        return '\n'.join([mark + line for line in lines])
    if kind < 0.66:
        start = r.choice([1, 1, 0, 100])
        mark = r.choice(['. ', ') ', ': ', ' '])
        return '\n'.join([str(start + i) + mark + line for i, line in enumerate(lines)])
    longest = r.choice([3, 6, 10, 25])
    heads = r.choice([0, 0, 0.3, 1])
    between = r.choice([' ', ' ', '\n'])
    if clear and between == ' ':
        lines = ended(r, lines)
    parts, at = [], 0
    while at < len(lines):
        size = 1 + int(r.random() * longest)
        if r.random() < heads:
            parts.append(fill(r, r.choice(HEADS)))
        parts.append(between.join(lines[at:at + size]))
        at += size
    return '\n\n'.join(parts)
