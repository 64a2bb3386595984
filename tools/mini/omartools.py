"""Requests for a tool call: tools(r) makes a case with offered tools and what to call."""
import re

import cases
import omarwords as W
import tables as T
from omarshelf1 import SHELF as A
from omarshelf2 import SHELF as B
from omarshelf3 import SHELF as C

SAID = {"values": 0}
FOODS = "noodles tomatoes rice mushrooms onions salmon beans lentils peppers spinach olives corn tofu garlic potatoes carrots basil cheese lemons apples".split()
EQS = ["2x + 3 = 11", "x^2 - 9 = 0", "4y = 28", "z/5 + 1 = 3", "3x - 7 >= 2", "x + y = 12", "10 - z < 4", "y^2 = 49"]
SQLS = ["SELECT * FROM crates WHERE weight >= 40", "SELECT name FROM crew ORDER BY name", "SELECT COUNT(*) FROM games WHERE goals < 3", "SELECT town FROM stops WHERE day = 'Friday'", "DELETE FROM tickets WHERE id <= 12", "SELECT max(score) FROM laps"]
CONDS = ["weight > 40", "score >= 12", "town = Reno", "age < 30", "status != open", "price <= 9.5", "rank == 1", "laps > 7"]
REGEXES = [r"^\d+$", r"[a-z]+-\d{2}", r"(ab)*c", r"\w+@\w+", r"^#.*", r"go+al", r"\bdock\b", r"[^0-9]+"]
ROOMS = "kitchen bedroom hallway office attic garage den cellar".split()
STREETS = "Mill Road|Harbor Street|Oak Avenue|Station Lane|Foundry Way|Lakeview Drive|Depot Square|Canal Street|Airport Road|Quarry Lane".split("|")


def text(r):
    """A text to carry: a line, signs, or several lines."""
    k = r.random()
    if k < 0.72:
        return W.note(r)
    if k < 0.82:
        return r.choice([f"if {r.choice(W.KEYS)} < {r.randint(2, 90)} then stop", f"<{r.choice(W.NOUNS)}>{r.choice(W.TOWNS)}</{r.choice(W.NOUNS)}>", f"{r.choice(W.KEYS)} >= {r.randint(2, 90)}", f"a < b && b > {r.randint(2, 9)}", f"{r.choice(W.NOUNS)} -> {r.choice(W.NOUNS)}", f"<b>{r.choice(W.NOUNS)}</b>", f"100% {r.choice(W.NOUNS)} & {r.choice(W.NOUNS)}"])
    if k < 0.9:
        return "\n".join(W.several(r, W.note, r.randint(2, 3)))
    return r.choice(W.NOTES).capitalize() + r.choice(["!", "?", "."])


def date(r):
    return f"{r.randint(2024, 2031)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"


def clock(r):
    return f"{r.randint(0, 23):02}:{r.choice(['00', '15', '30', '45', '05'])}"


def email(r):
    return f"{r.choice(W.FIRST).lower()}{r.choice(['', '.' + r.choice(W.LAST).lower(), str(r.randint(1, 99))])}@{r.choice(W.NOUNS)}.{r.choice(['com', 'org', 'net', 'io'])}"


def abspath(r):
    return r.choice(["/srv/", "/var/", "/home/" + r.choice(W.FIRST).lower() + "/", "/opt/", "", "/tmp/", "./", "C:/"]) + W.path(r)


def word(r):
    return r.choice(W.NOUNS + W.ADJS)


POOLS = {"person": W.name, "first": lambda r: r.choice(W.FIRST), "last": lambda r: r.choice(W.LAST), "town": lambda r: r.choice(W.TOWNS), "place": lambda r: f"{r.randint(1, 240)} {r.choice(STREETS)}" if r.random() < 0.7 else r.choice(STREETS),
         "path": abspath, "date": date, "time": clock, "email": email, "text": text, "word": word, "noun": lambda r: r.choice(W.NOUNS), "code": W.code, "song": lambda r: r.choice(W.SONGS), "team": lambda r: r.choice(W.TEAMS),
         "thing": lambda r: r.choice(W.THINGS), "host": lambda r: f"{r.choice(W.NOUNS)}{r.choice(['', r.randint(1, 9)])}.{r.choice(['local', 'example.com', 'net', 'lan'])}", "upper": lambda r: f"{r.choice(W.KEYS)}_{r.choice(W.NOUNS)}".upper(),
         "low": lambda r: r.choice(W.FIRST).lower() + r.choice(["", str(r.randint(1, 99)), "_" + r.choice(W.LAST).lower()]), "sql": lambda r: r.choice(SQLS), "elem": lambda r: r.choice(T.ELEMENTS[:60])[2].lower(), "eq": lambda r: r.choice(EQS),
         "sq": lambda r: r.choice("abcd") + str(r.randint(1, 8)), "sq2": lambda r: r.choice("efgh") + str(r.randint(1, 8)), "weekday": lambda r: r.choice(T.DAYS), "country": lambda r: r.choice(T.COMMON), "food": lambda r: r.choice(FOODS),
         "regex": lambda r: r.choice(REGEXES), "cond": lambda r: r.choice(CONDS), "room": lambda r: r.choice(ROOMS)}
QUOTED, MARKED = {"text", "sql", "eq", "regex", "cond"}, {"path", "code", "word", "host", "upper", "low", "song"}


class Tool:
    """A tool of a shelf with its wordings."""

    def __init__(self, block, theme):
        head, *self.frames = block.strip().split("\n")
        self.name, self.about, params = (x.strip() for x in head.split("|", 2))
        self.theme, self.params = theme, {}
        for p in params.split(", "):
            spec, _, told = p.partition("#")
            key, kind = spec.split(":", 1)
            self.params[key] = (kind.rstrip("?"), kind.endswith("?"), told)

    def spec(self, style, told):
        """The schema; descriptions of parameters where they are told."""
        props = {}
        for k, (kind, _, about) in self.params.items():
            if kind[0] == "e" and "(" in kind:
                p = {"type": "string", "enum": kind[2:-1].split("/")}
            elif re.fullmatch(r"i\d+-\d+", kind):
                p = {"type": "integer"}
            elif re.fullmatch(r"n\d+-\d+", kind):
                p = {"type": "number"}
            elif kind == "b":
                p = {"type": "boolean"}
            elif kind[0] == "L":
                p = {"type": "array", "items": {"type": "integer" if kind == "Li" else "string"}}
            else:
                p = {"type": "string"}
            if told:
                p["description"] = about or k.replace("_", " ")
            props[k] = p
        return cases.function(cases.styled(self.name, style), self.about, props, [k for k, v in self.params.items() if not v[1]])

    def value(self, r, kind, taken):
        """(value, how it is written) of a parameter."""
        if kind[0] == "e" and "(" in kind:
            v = r.choice(kind[2:-1].split("/"))
            return v, v
        m = re.fullmatch(r"([in])(\d+)-(\d+)", kind)
        if m and m.group(1) == "i":
            v = r.randint(int(m.group(2)), int(m.group(3)))
            return v, cases.number_words(v) if 2 <= v <= 12 and taken["words"] else str(v)
        if m:
            v = round(r.uniform(int(m.group(2)), int(m.group(3))), r.choice([1, 1, 2]))
            v = v if v != int(v) else int(v) + 0.5
            return v, str(v)
        if kind == "Li":
            v = [r.randint(0, 99) for _ in range(r.randint(2, 6))]
            return v, W.series(r, [str(x) for x in v]).replace(" + ", ", ")
        if kind[0] == "L":
            v = W.several(r, POOLS[kind[1:]], r.randint(2, 4))
            return v, W.series(r, [str(x) for x in v]).replace(" + ", ", ")
        pool = kind.rstrip("2") if kind != "sq2" else kind
        v = POOLS[pool](r)
        while v in taken["seen"]:
            v = POOLS[pool](r)
        taken["seen"].append(v)
        return v, v

    def request(self, r):
        """(request, arguments) in one of the wordings."""
        if self.name == "merge_lists":
            frame = r.choice(self.frames[:4])
        else:
            frame = r.choice(self.frames)
        frame = re.sub(r"\(\((.*?)\)\)(?!\))", lambda m: m.group(1) if r.random() < 0.45 else "", frame)
        frame = W.ex(r, frame)
        args, slots, mark = {}, {}, W.mark(r)
        taken = {"seen": [], "words": r.random() < 0.15}
        used = set(re.findall(r"\{(\w+)\}", frame))
        flags = re.findall(r"<(\w+)=(\w+)>", frame)
        for k, v in flags:
            frame = frame.replace(f"<{k}={v}>", "")
        W.SEEN.add(frame)
        ends = False
        for k, (kind, opt, _) in self.params.items():
            said = [v for f, v in flags if f == k]
            if said:
                args[k] = said[0] == "true" if said[0] in ("true", "false") else said[0]
            elif k in used:
                args[k], s = self.value(r, kind, taken)
                if kind.rstrip("2") in QUOTED:
                    if frame.endswith(": {" + k + "}"):
                        ends = True
                    else:
                        s = (r.choice(["\n", " "]) + W.fence(r, s) + "\n") if "\n" in s and r.random() < 0.3 else W.quoted(r, s)
                elif kind.rstrip("2") in MARKED:
                    s = mark(s)
                slots[k] = s
            elif not opt:
                raise ValueError(f"{self.name}: {k} is not said in {frame!r}")
        return W.fill(W.manners(r, frame, not ends), slots), args


def shelves():
    """All tools of the shelves."""
    out = []
    for part in re.split(r"^## ", A + B + C, flags=re.M)[1:]:
        theme, _, body = part.partition("\n")
        out += [Tool(b, theme) for b in re.split(r"^@", body, flags=re.M)[1:]]
    return out


TOOLS = shelves()


def fact(r):
    """A plain question that no tool is for, and its answer."""
    k = r.randint(0, 4)
    if k == 0:
        c = r.choice(cases.COMMON)
        return W.ask(r, "What is the capital of {c}?\nWhich city is the capital [of|in] {c}?\n{c}: capital?\nDo you know [what|which city] the capital of {c} is?\nName the capital of {c}.\nI forgot the capital of {c}. [Tell me.|Which is it?]", {"c": c}), cases.CLEAR[c]
    if k == 1:
        n, s, e = r.choice(T.ELEMENTS[:80])
        return W.ask(r, "What is the chemical symbol [of|for] {e}?\n[Symbol|Chemical symbol] of {e}, please.\nWhich symbol does {e} have?\n{e}: symbol?\nHow is {e} written [in formulas|as a symbol]?", {"e": e.lower()}), s
    if k == 2:
        n, s, e = r.choice(T.ELEMENTS[:80])
        return W.ask(r, "Which element has the symbol {s}?\nWhat does {s} stand for in the periodic table?\n[Name|Tell me] the element with the symbol {s}.\nChemistry: {s} is the symbol of what?", {"s": s}), e
    if k == 3:
        i = r.randrange(12)
        return W.ask(r, "Which month [comes|is] after {x}?\nWhat month follows {x}?\n{x} is over, what's the next month?\n[Name|Say] the month after {x}.", {"x": T.MONTHS[i]}), T.MONTHS[(i + 1) % 12]
    i = r.randrange(7)
    return W.ask(r, "Which day [comes|is] after {x}?\nWhat day follows {x}?\n[Name|Say] the day after {x}.\nToday is {x}. What day is tomorrow?", {"x": T.DAYS[i]}), T.DAYS[(i + 1) % 7]


def tools(r):
    """A request with 1 to 9 tools offered."""
    style, told = r.choice(["snake", "snake", "camel", "kebab"]), r.random() < 0.6
    n = r.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9])
    right = r.choice(TOOLS)
    if r.random() < 0.15:
        if r.random() < 0.5:
            ask, answer = fact(r)
            offer, check = r.sample(TOOLS, n), {"no_call": [answer]}
        else:
            ask, _ = right.request(r)
            offer, check = r.sample([t for t in TOOLS if t.theme != right.theme], n), {"no_call": ""}
    else:
        ask, args = right.request(r)
        offer = r.sample([t for t in TOOLS if t is not right], n - 1) + [right]
        r.shuffle(offer)
        check = {"call": [cases.styled(right.name, style), args]}
    return cases.case("tools", ask, check, tools=[t.spec(style, told) for t in offer], max_tokens=220)
