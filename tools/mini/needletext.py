"""Filler text of many styles for the needle documents, and statements that hide a value."""
from frames import split_bars
from lexicon import EVERY, MORE_NOUNS
from phrase import expand, ph
from words import ADJ, NAMES, VERBS, WORDS, cap, letters, strange, word

# Slots: n noun or any word, a adjective, v verb, p name, d number, N capitalised word, U upper case, s invented word.
LINES = split_bars("""{p} {v} the {a} {n} near the {n}, and nobody asked why.|Every {n} in the {n} {v} a {a} {n} before noon.|"I never saw such a {a} {n}," said {p}, "not even in the {n}."|It was late when the {n} of {p} {v} again.|There are {d} {n}s behind the {n} and {d} more under the {a} {n}.|If the {n} {v} too much, call {p} or {p}.|Some say the {n} is {a}; others think it is only a {n}.|The {a} {n} {v} the {n} while {p} waits at the {n}.|Who put the {n} on top of the {a} {n}?|In those days a {n} would cost {d} {n}s and one {a} {n}.|{p} and {p} walked from the {n} to the {n} without a word.|Between the {n} and the {n} lies a {a} {n}.|He wrote about {n}s, {n}s and the {a} {n} of his youth.|My {n} has {d} {n}s, yours has {d}.|Please put the {n} back where it was, next to the {a} {n}.|No {n} is as {a} as the {n} that {p} {v}.|After {d} days the {n} turned {a}.|{N} {n}: the {n} {v} {d} {n}s a day.|The report on the {n} was written by {p} in the {a} {n}.|Was it {p} who {v} the {n}, or was it {p}?|A {a} {n}, a {n} and {d} {a} {n}s: that was all.|The {n} is {a}.|The {n} is a {n}.|The {n} of the {n} was {a}.|The {n} was in the {n}.|One {n} is {a}, the other is {n}.|Its {n} is {d}.|The number of {n}s is {d}.|The name of the {n} is {p}.|The {n} is called {N}.|The {n}'s {n} is not {a}.|Here is the {n}: a {a} {n}.|What is the {n}?|{N} is what the {n} is.|{a} is how the {n} is.|A {n} is what {p} is after.|{n}: {n}|{n} = {d}|{n}_{n}={n}|{U}: {n} {n} {d}|- {n}: {a}|- {n} {n}|{d}. {N} {n} {n}|# {N} {n}|## {N}|[{d}:{d}] {n}: {n} {v} {n}|{d}-{d}-{d} INFO {n}.{n}: {n} took {d} ms|WARN {n} {n}: {d} {n}s left|{n},{n},{d},{a}|{n};{d};{n}|let {n} = {n}({d});|if {n} > {d}: return {n}|def {n}({n}, {n}):|<{n}>{n} {n}</{n}>|"{n}": "{n} {n}",|{p} <{n}@{n}.com> wrote:|> {n} {v} {a} {n}|{U}-{d} {n}|{U} {U} {n}|Order {d}: {d} {n}s for {p}|Page {d}|Chapter {d}: The {N} {N}|Dear {p}, the {n} you sent {v} the {n}. Yours, {p}|{s} {s} {n} {s}.|{N} {s} {n}, {s} {n}.|{p}: Did you see the {n}?|{p}: Yes, it was {a}.|Nobody knows the {n} of the {n}.|They keep the {n} in the {n} for {p}.|Remember the {a} {n}?|Note: {n}s are {a}.|Do not touch the {n}.|The secret of the {n} is a {a} {n}.|The word {n} means {n}.|Key {n}: {n}.|{N} was the {n} of {p}.|{v} {n} {v} {n}|Use the {n} as a {n}.|The {n} will be {a} on {p}'s {n}.|{n} {n} {n} {n} {n} {n} {n}.|{n} {a} {n} {s} {n} {n} {a} {n} {s} {n}.""")
ENDS = [".", ".", ".", ".", "!", "?", "", ",", ";", ":"]


class Vocabulary:
    """Words of one document: a slice of a bank that is renewed as documents are made."""

    bank, known = [], []

    def __init__(self, r):
        c = Vocabulary
        if not c.bank:
            c.bank = [strange(r) for _ in range(4000)]
            c.known = WORDS + MORE_NOUNS
        for _ in range(20):
            c.bank[r.randrange(len(c.bank))] = strange(r)
        m = r.choice([30, 120, 500, 500, 2000])
        share = r.choice([0.0, 0.05, 0.1, 0.3, 0.6, 0.9])
        few = int(m * share)
        self.chars = 3.5 - 1.2 * share  # characters a token, about
        i, j = r.randrange(len(c.bank) - 1), r.randrange(len(c.known) - 1)
        self.words = (c.bank[i:] + c.bank[:i])[:few] + r.sample(c.known, min(len(c.known), max(8, m - few)))
        self.odd = (c.bank[j % 3000:])[:200]

    def fill(self, r, template):
        """A compiled template as text."""
        out = []
        for kind, text in template:
            if kind == "n":
                out.append(r.choice(self.words))
            elif kind == "":
                out.append(text)
            elif kind == "a":
                out.append(r.choice(ADJ))
            elif kind == "v":
                out.append(r.choice(VERBS))
            elif kind == "p":
                out.append(r.choice(NAMES))
            elif kind == "d":
                out.append(str(r.randint(1, r.choice([9, 60, 999, 9999]))))
            elif kind == "N":
                out.append(cap(r.choice(self.words)))
            elif kind == "U":
                out.append(r.choice(self.words).upper())
            else:
                out.append(r.choice(self.odd))
        return "".join(out)


def compiled(text):
    """[(slot kind or "", literal)] of a template."""
    out = []
    for i, part in enumerate(text.split("{")):
        if i:
            out.append((part[0], ""))
            part = part[2:]
        if part:
            out.append(("", part))
    return out


LINES = [compiled(x) for x in LINES]


def random_template(r):
    """A line form of chance: function words and slots in any order."""
    n, dense = r.randint(3, 16), r.choice([0.2, 0.4, 0.6, 0.9])
    parts = []
    for _ in range(n):
        parts.append("{" + r.choice("nnnnnnaavpds" if r.random() < 0.95 else "NU") + "}" if r.random() < dense else r.choice(EVERY))
        if r.random() < 0.06:
            parts[-1] += r.choice([",", ":", ";", " -", " =", ","])
    t = " ".join(parts)
    return compiled((cap(t) if t[0] != "{" or r.random() < 0.3 else "{N}" + t[3:]) + r.choice(ENDS))


def filler(r, tokens, voc):
    """About `tokens` tokens of lines of a few styles."""
    style = r.random()
    if style < 0.2:
        forms = [compiled(cap(" ".join(["{N}"] + ["{n}"] * r.randint(3, 14))) + ".") for _ in range(4)]
    elif style < 0.4:
        forms = r.sample(LINES, r.randint(1, 12))
    elif style < 0.65:
        forms = [random_template(r) for _ in range(r.randint(1, 12))]
    elif style < 0.8:
        forms = LINES
    else:
        forms = r.sample(LINES, 20) + [random_template(r) for _ in range(20)]
    out, used, repeated = [], 0, None
    if r.random() < 0.08:
        repeated = [voc.fill(r, r.choice(forms)) for _ in range(r.randint(1, 6))]
    while used < tokens:
        s = r.choice(repeated) if repeated and r.random() < 0.9 else voc.fill(r, r.choice(forms))
        out.append(s)
        used += (len(s) + 1) / voc.chars
    return out


def code(r, voc=None):
    """A value to find: codes of several shapes; some use the document's own words."""
    own = voc is not None and r.random() < 0.35
    w0 = (lambda: r.choice(voc.words)) if own else (lambda: word(r, 0.45))
    roll = r.random()
    case = str.upper if roll < 0.72 else str.lower if roll < 0.86 else cap
    w = lambda: case(w0())
    k = r.random()
    sep = "-" if r.random() < 0.85 else r.choice(["_", ".", ":", "/", " "])
    if k < 0.38:
        return f"{w()}{sep}{r.randint(10, 9999) if r.random() < 0.3 else r.randint(1000, 9999)}{sep}{w()}"
    if k < 0.48:
        return f"{w()}{sep}{w()}{sep}{r.randint(0, 9999)}"
    if k < 0.53:
        return f"{r.randint(0, 9999)}{sep}{w()}{sep}{w()}"
    if k < 0.58:
        return f"{w()}{sep}{r.randint(0, 99999)}" if r.random() < 0.6 else f"{w()}{r.randint(0, 999)}"
    if k < 0.68:
        return str(r.randint(1000, 99999999))
    if k < 0.76:
        return sep.join(w() for _ in range(r.randint(2, 4)))
    if k < 0.83:
        return letters(r, r.randint(4, 10), r.choice(["ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", "abcdef0123456789", "ABCDEFGHJKLMNPQRSTUVWXYZ"]))
    if k < 0.88:
        return "-".join(letters(r, r.randint(2, 4), "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(r.randint(2, 4)))
    if k < 0.9:
        return f"{letters(r, 3, 'abcdefghkmnpqrstwxyz')}_{r.randint(0, 99)}_{w0()}"
    return " ".join(w0() for _ in range(r.randint(1, 3)))


BEFORE = split_bars("""|||||||||||||By the way, |Remember: |Note: |Note that |Please note: |Important: |FYI, |For the record, |As agreed, |Before I forget, |Heads up: |Do not forget: |Keep in mind that |Please remember that |I was told that |He told her that |Somebody wrote that |She says |It turns out that |Everyone should know that |Between you and me, |As of today, |From now on, |In case you need it, |Just so you know, |Never tell anybody that |To be clear: |Reminder: |Hint: |PS: |Memo: |Listen, |Psst, |They decided that |We all know that |On page {d} it says that |According to {p}, |{p} says: |{p} told me that |Long ago we agreed: |It says here that """)
CORE = split_bars("""the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|the {k} is {v}|{v} is the {k}|{v} is the {k}|the {k} was {v}|the {k} will be {v}|the {k} has been set to {v}|the {k} was changed to {v}|the {k}: {v}|the {k} = {v}|the {k} reads {v}|the {k} now reads {v}|the {k} equals {v}|the {k} happens to be {v}|the {k} should be {v}|the {k} you need is {v}|the {k} for today is {v}|our {k} is {v}|my {k} is {v}|your {k} is {v}|use {v} as the {k}|use {v} for the {k}|here is the {k}: {v}|this is the {k}: {v}|you will need the {k}, {v}|you will need the {k}: {v}|we chose {v} as the {k}|{v} was chosen as the {k}|{v} serves as the {k}|{v}: that is the {k}|{v}, that is the {k}|the {k}, {v}, must be kept|the {k} - {v} - is new|the {k} ({v}) is here|a {k} was found: {v}|there is a {k}: {v}|the right {k} is {v}|the only {k} is {v}|the {k} goes like this: {v}|the {k} is simply {v}|the {k} is still {v}|the {k}, as you know, is {v}|the {k} (keep it safe) is {v}|the {k} that counts is {v}|when asked for the {k}, say {v}|if anyone asks for the {k}, answer {v}|type {v} when they want the {k}|as {k} we use {v}|as the {k}, take {v}|on the note stood the {k}: {v}|I wrote down the {k}: {v}|I noted {v} as the {k}|they gave {v} as the {k}|nothing but {v} is the {k}|what we call the {k} is {v}""")
FIRST = split_bars("""{v} (is|was|will be|shall be|has become|became|remains) (the|our|my|your|their|this week's|today's|the new|the only|the right|the real) {k}|{v} is (what|how|the way|the thing|the text) (the|our|my|their) {k} (says|reads|looks|looks like|runs|goes|now says|was|used to say)|{v} is what (you|we|they|people|all of us) (call|use as|know as|type as|give as|take as|name|need as|wrote as|enter as) the {k}|it is {v} that (is|was|we use as|they use as|serves as|opens things as|counts as|you need as) the {k}|(with|by|through|using) {v} as the {k} you (get in|can go on|will pass|are done)|{v} (stands for|serves as|acts as|works as|is used as|is known as|was picked as|is given as|will do as|goes by the name of|was set as|counts as|makes) the {k}|{v}, (that is|this is|which is|here is|so reads|so goes|and that is|being|namely) the {k}|{v} - (that is|this is|which is|so reads|so goes|our) the {k}|{v} (and nothing else|alone|and only that|it is, that|again) is the {k}|(they|we|people|I) (call|named|made|set|use|chose|picked|wrote|entered|keep) {v} (as |for |to be |)the {k}|(take|enter|type|give|say|remember|note|write|read) {v}(,| when asked for|; it is| -| for|: this is) the {k}|what (is|was) {v}? it (is|was) the {k}|if you see {v}, you see the {k}|you ask for the {k}? {v}|{v} is our answer when somebody wants the {k}|{v} equals the {k}|{v} = {k}|{v} ({k})|{v} - the {k}|{v}, the {k}|{v} has been the {k} since {p} came|{v} is now what the {k} reads|{v} happens to be the {k}|{v} was written down as the {k}|{v} should be remembered as the {k}|one more word on {v}: it is the {k}|do not mix it up, {v} is the {k}|our {k} could be anything, but it is {v}|the {k} is not a number or a name, it is {v}|the {k} is known: {v}|the {k}, says {p}, is {v}|the {k} we settled on is {v}|the {k} everybody uses is {v}|the {k} has always been {v}|the {k} of today is {v}|the {k} comes to {v}|the {k} turned out to be {v}|for the {k} they took {v}|for the {k}, see {v}|the {k} would be {v}""")
# The value stands first and the words of the likely answer end the statement, so that what follows them is not the value.
LAST = split_bars("""{v} is what the {k} is|{v} is what the {k} is( now| today| here| these days| at the moment| for now| again| in the end|)|{v} was what the {k} was|{v} is (exactly |just |really |still |simply |all |)what (the|our|their|my|your) {k} is|{v} is what (I think|they say|we know|you should know|{p} says|everybody says) the {k} is|{v} is all (the|that the) {k} is|{v}, (I think|they say|I was told|it seems|says {p}|we hear), is what the {k} is|{v} is how (the|our) {k} is( written| spelled| given| known|)|it is {v} that the {k} is( set to| called| named|)|{v} is the thing (the|that the) {k} is( set to| called|)|{v}, that is what the {k} is|{v} - that is what the {k} is|{v}: that is what the {k} is|{v} (and nothing else|alone|only) is what the {k} is|{v} is (what|the word|the value|the thing) (people|they|we|you) (say|mean|have|want|ask for) when they ask what the {k} is|{v} tells you what the {k} is|{v} shows what the {k} is|{v} is the answer to the question what the {k} is|(if|should) (you|anybody|someone) (ask|asks|wonder) what the {k} is, {v} is right|write {v} if they ask what the {k} is|say {v} to show that you know what the {k} is|{v}, which is what the {k} is|only {v} is what the {k} is|{v} is really what the {k} is (called|named|said to be)|{v} is what the {k} (has been|will be|is going to be|should be|must be|has to be|used to be|turned out to be)|{v}. That is what the {k} is|(I|we|they) (wrote|noted|said|read|heard) {v}, for that is what the {k} is|{v} is no more and no less than what the {k} is|you see {v} here, and that is what the {k} is""")
AFTER = split_bars("""||||||||||||, so write it down|, do not lose it| and nothing else|, as you know|, they say|, keep it safe|; the rest does not matter|, said {p}| (do not share it)|, for now|, okay?| from today on""")
PLAIN = ["{k}: {v}", "{K}: {v}", "{k} = {v}", "{k}={v}", "[{k}: {v}]", "# {k}: {v}", "- {k}: {v}", "** {K} ** {v}", "({k}: {v})", "{K} -> {v}", "{k} is {v}", "\"{k}\": \"{v}\"", "<{k}>{v}</{k}>", "{K} {v}"]


def statement(r, k, v):
    """One line that says what k is."""
    shown = v if r.random() < 0.85 else r.choice(['"{}"', "'{}'", "**{}**", "`{}`", "<{}>"]).format(v)
    if r.random() < 0.12:
        return ph(r, r.choice(PLAIN), k=k, v=shown)
    roll = r.random()
    b, c = r.choice(BEFORE), r.choice(CORE) if roll < 0.52 else expand(r, r.choice(FIRST)) if roll < 0.8 else expand(r, r.choice(LAST))
    t = (b + c) if b else cap(c) if c[0] != "{" and r.random() < 0.93 else c
    t += r.choice(AFTER) + r.choice([".", ".", ".", ".", ".", "!", ""])
    return t.replace("{d}", str(r.randint(1, 99))).replace("{p}", r.choice(NAMES)).replace("{k}", k).replace("{v}", shown)


OTHER = [compiled(x) for x in ["The {n} is ", "The {n} {n} is ", "The {a} {n} is ", "The {n} of the {n} is ", "The {n} of {p} is ", "The {n} was ", "{n}: ", "{n} = ", "{N} {n}: ", "My {n} is ", "Remember: the {n} {n} is ", "The {n} for {p} is ", "Use the {n} ", "{p} gave me ", "[{d}:{d}] {n} ", "Ticket ", "{p} wrote ", "See also ", "Then came ", "The code name of {p} is ", "The number of the {n} is ", "The {n} word is ", "The {n} code was ", "The {n} key is ", "The {n} number is "]]


def other_statement(r, voc):
    """A line with a value of which nobody asks."""
    return voc.fill(r, r.choice(OTHER)) + code(r, voc) + r.choice([".", ".", ".", "", ";"])
