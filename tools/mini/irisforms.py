"""Lists as people write them, and the things, numbers, dates, codes and strings that fill them."""
import json
import string

import iriswords as W

LINE_MARKS = {"lines": "", "dash": "- ", "star": "* ", "dot": "\u2022 "}
NUMBERED = {"one.": "{i}. ", "one)": "{i}) "}
ODD_LINES = {"a)": "{a}) ", "(1)": "({i}) ", "#1": "#{i} ", "box": "[ ] ", "plus": "+ ", "arrow": "> "}
JOINS = {"comma": ", ", "tight": ",", "semi": "; ", "gap": "\n\n", "comma lines": ",\n"}
ODD_JOINS = {"slash": " / ", "thin slash": "/", "pipe": " | ", "space": " ", "tab": "\t", "then": " > ", "to": " -> ", "plus sign": " + ", "middle": " \u00b7 "}
# Layouts from which a reply's items are read; others are compared as text.
READ = set(LINE_MARKS) | set(NUMBERED) | {"comma", "tight", "semi", "gap", "comma lines", "json", "quotes", "single", "ticks", "and", "oxford", "fence"}
BLOCK = set(LINE_MARKS) | set(NUMBERED) | set(ODD_LINES) | {"gap", "comma lines", "fence", "table", "tags"}
INLINE = ["comma"] * 14 + ["tight", "tight", "semi", "semi", "semi", "semi", "json", "json", "quotes", "quotes", "single", "ticks", "and", "and", "and", "oxford"] + ["slash", "pipe", "space", "space", "tab", "thin slash", "then", "to", "plus sign", "middle", "brackets", "round", "angles"]
BLOCKS = ["lines"] * 9 + ["dash"] * 6 + ["star", "star", "dot", "dot", "one.", "one.", "one.", "one)", "gap", "comma lines", "fence", "table", "table", "tags", "a)", "(1)", "#1", "box", "plus", "arrow"]


def show(xs, form):
    """A list in a layout."""
    for marks in (LINE_MARKS, NUMBERED, ODD_LINES):
        if form in marks:
            return "\n".join(marks[form].replace("{i}", str(i + 1)).replace("{a}", string.ascii_lowercase[i]) + x for i, x in enumerate(xs))
    for joins in (JOINS, ODD_JOINS):
        if form in joins:
            return joins[form].join(xs)
    if form == "json":
        return json.dumps([int(x) if x.isdigit() and str(int(x)) == x else x for x in xs], ensure_ascii=False)
    if form in ("quotes", "single", "ticks"):
        q = {"quotes": '"', "single": "'", "ticks": "`"}[form]
        return ", ".join(q + x + q for x in xs)
    if form in ("and", "oxford"):
        return ", ".join(xs[:-1]) + (", and " if form == "oxford" and len(xs) > 2 else " and ") + xs[-1]
    if form == "fence":
        return "```\n" + "\n".join(xs) + "\n```"
    if form == "table":
        return "\n".join("| " + x + " |" for x in xs)
    if form == "tags":
        return "\n".join("<li>" + x + "</li>" for x in xs)
    a, b = {"brackets": "[]", "round": "()", "angles": "<>"}[form]
    return " ".join(a + x + b for x in xs) if form == "angles" else a + ", ".join(xs) + b


def fits(xs, form):
    """Whether the items can be told apart in a layout."""
    text = "".join(xs)
    bad = {"space": " ", "tab": "\t", "slash": "/", "thin slash": "/", "pipe": "|", "then": ">", "to": ">", "angles": "<", "semi": ";", "single": "'", "ticks": "`", "round": "(", "brackets": "["}
    if bad.get(form, "\0") in text or (form in ("and", "oxford", "round", "brackets") and len(xs) < 2):
        return False
    return not (form in ("thin slash", "plus sign", "then", "angles", "tight", "json") and any(c.isdigit() for c in text) and form != "tight" and form != "json")


def form_for(r, xs, block, mixed=0.5):
    """A layout, of several lines only where the frame has room for it."""
    while True:
        form = r.choice(BLOCKS if block and r.random() < mixed else INLINE)
        if fits(xs, form):
            return form


def price(r, sign=None):
    sign = sign or r.choice("$$\u00a3\u20ac")
    return sign + r.choice([str(r.randint(1, 400)), f"{r.randint(0, 99)}.{r.randint(0, 99):02d}", f"{r.randint(1, 30)}.{r.choice(['50', '99', '95', '25'])}"])


def iso(r):
    return f"{r.randint(1960, 2031)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"


def day(r):
    return r.choice([iso(r), f"{r.randint(1, 28)} {r.choice(W.MONTHS)} {r.randint(1950, 2030)}", f"{r.randint(1, 28)} {r.choice(W.MONTHS)}", f"{r.choice(W.MONTHS)} {r.randint(1, 28)}", f"{r.randint(1, 28):02d}/{r.randint(1, 12):02d}/{r.randint(1990, 2030)}"])


def clock(r):
    return r.choice([f"{r.randint(0, 23):02d}:{r.choice([0, 5, 15, 20, 30, 40, 45, 50]):02d}", f"{r.randint(1, 12)}:{r.choice(['00', '15', '30', '45'])} {r.choice(['am', 'pm'])}"])


def code(r):
    d = lambda n: "".join(r.choice(string.digits) for _ in range(n))
    u = lambda n: "".join(r.choice(string.ascii_uppercase) for _ in range(n))
    return r.choice([lambda: u(2) + "-" + d(4), lambda: u(3) + d(3), lambda: d(3) + "-" + d(3) + "-" + d(3), lambda: u(1) + d(2) + u(2) + d(1), lambda: "#" + "".join(r.choice("0123456789abcdef") for _ in range(6)), lambda: r.choice(W.SINGLE) + "_" + d(2), lambda: r.choice(W.SINGLE) + "." + r.choice(["txt", "csv", "png", "md", "py", "log"]), lambda: f"v{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}", lambda: "INV" + d(5), lambda: "+" + d(2) + " " + d(3) + " " + d(4), lambda: r.choice(W.NAMES).lower() + "@" + r.choice(W.SINGLE) + ".example", lambda: ".".join(str(r.randint(1, 254)) for _ in range(4))])()


def full_name(r):
    return r.choice(W.NAMES) + " " + r.choice(W.LAST)


def chore(r):
    return r.choice(W.DOING) + " " + r.choice(["the", "a new", "my", "the old", "your", "that", "another", "every"]) + " " + r.choice(W.OBJECTS)


MAKERS = [lambda r: r.choice(W.NOUNS)] * 5 + [lambda r: r.choice(W.NAMES), lambda r: r.choice(W.NAMES), full_name, lambda r: r.choice(W.PLACES), lambda r: r.choice(W.WORDS), lambda r: r.choice(W.ADJ) + " " + r.choice(W.SINGLE), lambda r: str(r.randint(0, 999)), lambda r: str(r.randint(-40, 99)), lambda r: f"{r.randint(0, 60)}.{r.randint(0, 9)}", price, day, clock, code, chore, lambda r: f"{r.randint(2, 12)} {r.choice(['kg', 'bags of', 'tins of', 'boxes of', 'jars of', 'g'])} {r.choice(W.STUFF)}", lambda r: f"{r.randint(2, 12)} x {r.choice(W.OBJECTS)}", lambda r: r.choice(W.WORDS).upper(), lambda r: r.choice(W.LINES)]


def things(r, n):
    """n different items of at most 24 characters, of one sort or a kind of thing."""
    if r.random() < 0.25:
        pool = [x for x in r.choice(list(W.KINDS.values())) if len(x) <= 24]
        if len(pool) >= n:
            return r.sample(pool, n)
    makers = [r.choice(MAKERS)] if r.random() < 0.85 else r.sample(MAKERS, 3)
    out = []
    while len(out) < n:
        x = r.choice(makers)(r)
        if x not in out and len(x) <= 24 and "," not in x and " and " not in x:
            out.append(x)
    return out


def how_many(r):
    return r.choice([r.randint(2, 5), r.randint(3, 8), r.randint(2, 12)])


ACCENTED = W.bank("caf\u00e9,na\u00efve,jalape\u00f1o,Z\u00fcrich,M\u00fcnchen,S\u00e3o Paulo,cr\u00e8me br\u00fbl\u00e9e,fa\u00e7ade,piñata,\u00c5rhus,Malm\u00f6,smörg\u00e5s,d\u00e9j\u00e0 vu,G\u00f6teborg,\u00fcber,p\u00e2t\u00e9,ros\u00e9,voil\u00e0")
SIGNS = "#$%&+=_-@~^:;!?/.<>()[]"


def odd(r, signs=SIGNS):
    return "".join(r.choice(string.ascii_letters + string.digits + signs) for _ in range(r.randint(4, 16)))


def phrase(r):
    return " ".join(r.choice(W.CLAUSES).split()[:r.randint(2, 5)])


TEXTS = [lambda r: r.choice(W.WORDS)] * 5 + [lambda r: r.choice(W.SINGLE), lambda r: r.choice(W.NAMES), full_name, lambda r: r.choice(W.PLACES), lambda r: r.choice(W.ADJ) + " " + r.choice(W.SINGLE), code, code, price, day, clock, odd, phrase, lambda r: r.choice(ACCENTED), lambda r: str(r.randint(100, 99999999)), lambda r: r.choice(W.WORDS).upper(), lambda r: r.choice(W.SINGLE) + r.choice(W.SINGLE).capitalize(), lambda r: "/" + r.choice(W.SINGLE) + "/" + r.choice(W.SINGLE), lambda r: r.choice(W.SINGLE) + "-" + r.choice(W.SINGLE) + "-" + str(r.randint(1, 99)), lambda r: "".join(r.choice(string.ascii_lowercase) for _ in range(r.randint(3, 12))), chore]
EXACT = [lambda r: odd(r, SIGNS + "*|\\"), lambda r: phrase(r).upper() + r.choice("!?."), lambda r: "<" + r.choice(W.SINGLE) + ">" + r.choice(W.SINGLE) + "</" + r.choice("abp") + ">", lambda r: r.choice(W.SINGLE) + "=" + str(r.randint(0, 99)) + "; " + r.choice(W.SINGLE) + "=on", lambda r: "".join(c.upper() if r.random() < 0.5 else c for c in r.choice(W.SINGLE) + r.choice(W.SINGLE)), lambda r: r.choice(W.NAMES) + "'s " + r.choice(W.SINGLE), lambda r: r.choice(W.SINGLE) + " & " + r.choice(W.SINGLE) + " (" + str(r.randint(1, 9)) + ")", lambda r: r.choice("abcxyz") + r.choice([" <= ", " != ", " + ", " ** ", " -> "]) + str(r.randint(0, 300)), lambda r: "C:\\" + r.choice(W.SINGLE) + "\\" + r.choice(W.SINGLE), lambda r: r.choice(["wehn", "teh", "recieve", "adn", "untill", "wich", "thier"]) + " " + r.choice(W.SINGLE)]


def text(r, makers):
    """A string of 3 to 24 characters that reads differently backwards."""
    while True:
        s = r.choice(makers)(r)
        if 3 <= len(s) <= 24 and s != s[::-1] and s == s.strip():
            return s


def quoted(r, s):
    q = r.choice([x for x in "\"'`" if x not in s])
    return q + s + q
