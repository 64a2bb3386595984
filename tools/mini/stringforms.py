"""Short strings and lines of every make, and how they stand in a request."""
import string

import tables as T
from listforms import ASKING, slips
from phrase import command, expand
from words import ADJ, MORE_NOUNS, NAMES, VERBS, WORDS, cap, doubled, letters, pseudo, strange, word

ACCENTED = "é è ê ë á à â ä ã å ç í ì ï î ñ ó ò ö ô õ ø ú ù ü û ý ß œ æ š ž č ł ő ğ".split()
OPERATORS = ["==", "!=", "<=", ">=", "<", ">", "=", "+=", "-=", "*=", "&&", "||", "+", "-", "*", "/", "%", "->", "=>", "::", ":=", "<<", "|", "&", "^", "**", "//", "?"]
MIXED = string.ascii_letters + string.digits


def name(r):
    """An identifier of one to two words."""
    a = word(r, 0.8).lower() if r.random() < 0.7 else letters(r, r.randint(1, 3))
    return a if r.random() < 0.7 else r.choice([a + "_" + word(r, 0.9), a + cap(word(r, 0.9)), a + str(r.randint(0, 99)), a.upper(), "_" + a])


def code(r):
    """A piece of code-like text."""
    k = r.randrange(20)
    a, b, n, m = name(r), name(r), r.randint(0, 999), r.randint(0, 99)
    op = r.choice(OPERATORS)
    return [
        lambda: f"{a}[{n}] {op} {r.choice([n + 1, m, n])}", lambda: f"{a} {op} {r.choice([b, m])}", lambda: f"{a}{r.choice(['->', '.', '::'])}{b}{r.choice(['', '()', ';', '();'])}",
        lambda: f"{a[:6]}({b[:6]}, {m});" if r.random() < 0.5 else f"{a}({m})", lambda: f"if {a[:8]} {op} {m}:", lambda: f"{r.choice(['let', 'var', 'const', 'int', 'set'])} {a} = {m};", lambda: f"{a} = [{m}, {n}]", lambda: f"{{{a}: {m}}}",
        lambda: f'{a} = "{b[:8]}"', lambda: f"<{a}>{b[:5]}</{a}>" if len(a) < 6 else f"<{a}/>", lambda: f"${a} = {m};", lambda: f"({a} {op} {m}) {r.choice(OPERATORS)} {b}", lambda: f"{r.choice(['#', '//', '--', '%'])} {a} {b}", lambda: f"@{a}({b})", lambda: f"return {a}{r.choice(OPERATORS)}{m}",
        lambda: f"{a}[{b[:6]}][{m}]", lambda: f"{a} {r.choice(OPERATORS)} {b} {r.choice(OPERATORS)} {m}", lambda: f"!{a} && {b}", lambda: f"{a}{{{m},{n}}}", lambda: f"-{a[:1]} --{b}={m}",
    ][k]()


def written(r):
    """Text with marks that is no code: addresses, dates, amounts and so on."""
    k = r.randrange(24)
    a, b, n, m = word(r, 0.8).lower(), word(r, 0.8).lower(), r.randint(0, 999), r.randint(0, 99)
    return [
        lambda: f"{a}@{b[:8]}.{r.choice(['com', 'org', 'net', 'io', 'de'])}", lambda: f"/{a}/{b}{r.choice(['', '/', '.txt', '.rs', '.py', '.log'])}", lambda: f"{r.choice('CDE')}:\\{a}\\{b}", lambda: f"~/{a}/{b}.{letters(r, 2)}", lambda: f"./{a}/{m}.{b[:3]}",
        lambda: f"{r.choice(['https://', 'http://', 'www.', 'ftp://'])}{a}.{r.choice(['com', 'org', 'net'])}{r.choice(['', '/', '/' + str(m)])}", lambda: f"v{m}.{r.randint(0, 20)}.{r.randint(0, 9)}{r.choice(['', '-beta', '-rc1'])}", lambda: "0x" + letters(r, r.randint(2, 8), "0123456789abcdef"), lambda: "#" + letters(r, 6, "0123456789ABCDEF"),
        lambda: f"{r.randint(0, 23)}:{r.randint(0, 59):02d}{r.choice(['', ' pm', ' am', ':' + str(r.randint(10, 59))])}", lambda: f"{r.randint(1, 28)}/{r.randint(1, 12)}/{r.randint(1950, 2040)}", lambda: f"{r.randint(1950, 2040)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}", lambda: f"${n}.{m:02d}", lambda: f"{n},{m:02d} EUR", lambda: f"{m}% of {a}",
        lambda: f"+{m} {n} {r.randint(1000, 9999)}", lambda: f"#{a} @{r.choice(NAMES)}", lambda: f"{a} & {b} ({m})", lambda: f"{a}={m}&{b}={n}", lambda: f"{letters(r, 3, string.ascii_uppercase)}-{n}-{letters(r, 2, string.ascii_uppercase)}", lambda: f"{a}_{b}_{m}", lambda: f"{cap(a)}: {b}; {m}", lambda: f"{n} {a}s", lambda: f"{a}/{b}/{m}",
    ][k]()


def sentence(r, most=4):
    """A few words with capitals and an end mark."""
    ws = [word(r, 0.8) for _ in range(r.randint(1, most))]
    k = r.random()
    if k < 0.3:
        ws = [r.choice(["The", "A", "My", "Our", "No", "One"]), *ws[:1], r.choice(VERBS), *ws[1:]]
    elif k < 0.4:
        ws = [r.choice(NAMES), *ws]
    elif k < 0.5:
        ws = [cap(w) for w in ws]
    text = " ".join(ws)
    text = cap(text) if r.random() < 0.75 else text.upper() if r.random() < 0.2 else text
    if len(ws) > 1 and r.random() < 0.25:
        i = text.find(" ")
        text = text[:i] + r.choice([",", ";", ":", " -", "'s"]) + text[i:]
    return text + r.choice([".", "!", "?", "", "", ".", "!", "...", "!!", ", please!", ", " + r.choice(NAMES) + "!"])


def accented(r):
    """A word with a letter or two beyond ASCII."""
    w = list(word(r, 0.5).lower())
    for _ in range(r.choice([1, 1, 2])):
        w[r.randrange(len(w))] = r.choice(ACCENTED)
    w = "".join(w)
    return r.choice([w, w, cap(w), "le " + w, w + " " + word(r)])


def one_word(r):
    """A single word, of which many are long or put together."""
    k = r.random()
    if k < 0.4:
        w = word(r, 0.5)
    elif k < 0.6:
        w = r.choice(ADJ + WORDS) + word(r, 0.85)
    elif k < 0.72:
        w = pseudo(r)
    elif k < 0.8:
        w = strange(r) + r.choice(MORE_NOUNS)
    else:
        w = word(r, 0.9) + str(r.randint(0, 9999))
    if r.random() < 0.08:
        w = doubled(r, w)
    return r.choice([w, w, w, w, cap(w), w.upper()])


def text_string(r, plain=0.5):
    """A string of up to 24 characters; `plain` is the share of single words and letters."""
    while True:
        k = r.random()
        if k < plain * 0.6:
            s = one_word(r)
        elif k < plain:
            s = r.choice([lambda: letters(r, r.randint(2, 24)), lambda: letters(r, r.randint(2, 24), MIXED), lambda: letters(r, r.randint(3, 20), string.digits), lambda: letters(r, r.randint(3, 14), string.ascii_uppercase + string.digits),
                          lambda: letters(r, r.randint(3, 24), MIXED + "!#$%&*+-/=?@_~:;,.()[]<>"), lambda: letters(r, r.randint(4, 22), MIXED + "_-+") + r.choice(MIXED), lambda: word(r) + r.choice([" ", "-", "_", "."]) + word(r)])()
        else:
            s = r.choice([code, code, code, written, written, sentence, sentence, accented, lambda r: '"' + word(r) + '" ' + word(r) if r.random() < 0.5 else word(r) + "'s " + word(r), lambda r: " ".join(word(r) for _ in range(r.randint(2, 4)))])(r)
        s = s[:24].strip()
        if s and s.lower() not in ("hi", "hello", "yes", "ok", "test"):
            return s


def line(r):
    """A whole line, which may be longer."""
    return r.choice([lambda: sentence(r, 9), lambda: " ".join(word(r) for _ in range(r.randint(3, 10))) + r.choice([".", "!", "?", ""]), lambda: code(r) + r.choice([" ", "; ", " // "]) + code(r), lambda: written(r) + " " + sentence(r)])()


# Where a string stands in a request.
MARKS = ['"{}"', '"{}"', '"{}"', "'{}'", "'{}'", "`{}`", "“{}”"]
LEADS = "(here is|this is|i have|take|look at|we have|i wrote|i got|consider|the input is|given|my friend wrote|the screen shows|it says|someone typed) (a (string|text|line|word)|this (string|text|line|word)|the (string|text|line|word)|this|the following|something)"


def quoted(r, s, share=1.0):
    """The string between marks that do not occur in it, or as it is."""
    if r.random() < share:
        for _ in range(8):
            q = r.choice(MARKS)
            if not any(c in s for c in q.replace("{}", "")):
                return q.replace("{}", s)
    return s


def closed(r, order):
    """An order with its end mark."""
    if order[-1] in ".:?!":
        return order
    return order + r.choice(["?" if order.split(" ", 1)[0].lower().strip(",:") in ASKING else "."] * 3 + [""])


def before(r, order, s):
    """The order, then the string, after a colon or on its own line."""
    q = command(r, slips(r, expand(r, order)))
    text = quoted(r, s, 0.4)
    sep = r.choice([": ", ": ", ": ", ":\n", ":\n", "\n", ":\n\n"])
    if text != s:
        sep = r.choice([": ", ": ", " ", " ", ":\n", "\n"])
    if q[-1] in ".:?!":
        sep = r.choice([" ", "\n"])
    elif q.split(" ", 1)[0].lower() in ASKING and r.random() < 0.7:
        sep = r.choice(["? ", "?\n", "?\n\n"])
    if r.random() < 0.02 and "`" not in s:
        return q.rstrip(":") + ":\n```\n" + s + "\n```"
    return q + sep + text


def after(r, order, s):
    """The string, then the order; or a sentence that gives the string before."""
    q = closed(r, cap(command(r, slips(r, expand(r, order)))))
    if r.random() < 0.6:
        text = quoted(r, s, 0.3)
        if text != s:
            return text + r.choice(["\n\n", "\n", " - ", ". ", " "]) + q
        return text + r.choice(["\n\n", "\n\n", "\n"]) + q
    lead = cap(expand(r, LEADS))
    if r.random() < 0.5:
        return lead + ": " + quoted(r, s) + r.choice([". ", ".\n", "\n\n", "; "]) + q
    return lead + r.choice([":\n", ":\n\n", ":\n"]) + s + r.choice(["\n", "\n\n"]) + q


def inside(r, order, s, kinds=("",)):
    """The string inside of the sentence; in marks where its end would be unclear."""
    plain = " " not in s and s[-1].isalnum() and s[0].isalnum()
    text = quoted(r, s, 0.5 if plain else 1.0)
    if text != s and r.random() < 0.3:
        text = r.choice(kinds) + text
    # Around a bare string, a word too many would look like a part of it.
    q = command(r, slips(r, expand(r, order)), 0 if text == s else None, q=text)
    if q.endswith(s):
        # A stop right after a bare string would look like a part of it, after a colon it is one.
        return q + ("" if not plain or q[: -len(s)].rstrip().endswith(":") else "?" if q.split(" ", 1)[0].lower() in ASKING else r.choice([".", "", ""]))
    return closed(r, q)
