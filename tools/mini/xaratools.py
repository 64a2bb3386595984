"""Requests with offered tools and the call that answers them, or none where no tool fits.

A block of a shelf is: domain | names | descriptions; then parameters, "names:kind:texts"
between semicolons ("?" for an optional one); then orders, "!" before an imperative. In an
order {x} is a value, {x?yes|no} a wording of a boolean and [...] a part that may be left out.
"""
import re

import cases
import xarashelf1
import xarashelf2
import xarashelf3
import xarashelf4
import xarashelf5
import xarawords as W

STYLES = ["snake", "snake", "snake", "camel", "camel", "kebab", "pascal"]
POLITE = ["Please ", "Please ", "Kindly ", "I want you to ", "Go ahead and ", "I'd like you to ", "Be so kind as to ", "You should now ", "Next, ", "Your job: ", "I need you to "]
ASKING = ["Could you ", "Can you ", "Would you ", "Will you ", "May I ask you to ", "Could you please "]
LEADS = ("On ", "In ", "At ", "With ", "From ", "By ", "To ", "Below ", "Let ")
GREETINGS = ["Hello! ", "Hi. ", "Good morning. ", "One more thing. ", "Listen. ", "I have a small job for you. ", "So, here is the thing. ", "Hey there. ", "Morning! ", "Now then. "]
THANKS = [" Thanks!", " Thank you.", " That is all.", " Many thanks.", " Cheers.", " Thanks a lot.", " Much obliged."]
ASIDES = [" By the way, {p} says hello.", " {p} asked me to pass this on to you.", " It is raining here, what a day.", " I trust you with this.", " I nearly forgot about it."]
FACTS = ["What is the capital of {c}?", "Tell me the capital of {c}.", "Which city is the capital of {c}?", "Name the capital city of {c}.", "I forgot: what's the capital of {c}?", "Do you know the capital of {c}?", "My quiz asks for the capital of {c}. What do I answer?", "{c}: what is its capital?", "The capital of {c}, please.", "Say which city is the capital of {c}.", "We argue about the capital of {c}. Which city is it?"]
# Domains whose tools could be taken for one another's.
NEAR = [{"mail", "messages", "phone"}, {"files", "code", "versions", "documents"}, {"servers", "databases", "network", "versions"}, {"calendar", "reminders", "office", "timers"}, {"home", "timers", "energy"}, {"garden", "farm", "weather"}, {"maps", "travel", "trains", "transport", "hotels"}, {"shop", "kitchen", "restaurants", "parcels"}, {"money", "bills", "shop"}, {"music", "films", "books", "library"}, {"health", "sport", "pets"}, {"school", "language", "translation"}, {"museums", "library", "tickets"}, {"pictures", "documents", "printing"}, {"workshop", "cars", "repairs"}, {"games", "sport"}, {"text", "code", "documents", "translation", "language"}, {"units", "sums", "science"}, {"shop", "workshop", "games"}, {"tickets", "films", "music"}, {"hotels", "restaurants", "office"}, {"office", "calendar", "health", "cars", "school"}, {"cars", "energy", "transport"}, {"messages", "mail", "reminders", "calendar", "weather"}, {"parcels", "transport"}, {"library", "workshop"}, {"files", "printing", "pictures"}, {"books", "language", "translation"}, {"repairs", "office", "farm"}, {"garden", "kitchen"}, {"money", "units"}]
TYPES = {"int": "integer", "num": "number", "bool": "boolean", "list": "array"}
PARTS = re.compile(r"\{(\w+)\}|\{(\w+)\?([^|{}]*)\|([^{}]*)\}|(\[)|(\])")


class Param:
    def __init__(self, text):
        names, kind, about = text.strip().split(":", 2)
        self.optional = "?" in names
        self.names = [n.strip() for n in names.replace("?", "").split("/")]
        self.key = self.names[0]
        self.kind, _, args = kind.strip().rstrip(")").partition("(")
        self.args = args.split(",") if args else []
        self.about = [a.strip() for a in about.split("/")]
        self.type = TYPES.get(self.kind, "string")

    def value(self, r, options):
        if self.kind == "enum":
            return r.choice(options)
        if self.kind == "int":
            return r.randint(int(self.args[0]), int(self.args[1]))
        if self.kind == "num":
            places = r.choice([1, 1, 2]) if len(self.args) < 3 else int(self.args[2])
            v = round(r.uniform(float(self.args[0]), float(self.args[1])), places)
            return int(v) if v == int(v) or (v > 10 and r.random() < 0.25) else v
        if self.kind == "list":
            make = W.MAKERS[self.args[0]]
            return cases.distinct(lambda: make(r), r.choice([2, 2, 3, 3, 4, 5, 6]))
        return W.MAKERS[self.kind](r)


class Tool:
    def __init__(self, block):
        head, params, *orders = block.strip().split("\n")
        self.domain, names, about = [x.strip() for x in head.split("|")]
        self.names, self.about = names.split(), [a.strip() for a in about.split("/")]
        self.params = {p.key: p for p in map(Param, params.split(" ; "))}
        self.orders = [(o[:1] == "!", parts(o.lstrip("!"))) for o in orders]


def parts(order):
    """An order as a list of texts, (key,), (key, yes, no) and inner lists."""
    top, stack, at = [], [], 0
    here = top
    for m in PARTS.finditer(order):
        if m.start() > at:
            here.append(order[at:m.start()])
        at = m.end()
        if m[5]:
            inner = []
            here.append(inner)
            stack.append(here)
            here = inner
        elif m[6]:
            here = stack.pop()
        else:
            here.append((m[1],) if m[1] else (m[2], m[3], m[4]))
    if at < len(order):
        here.append(order[at:])
    return top


TOOLS = [Tool(b) for s in (xarashelf1, xarashelf2, xarashelf3, xarashelf4, xarashelf5) for b in s.SHELF]
DOMAINS = sorted({t.domain for t in TOOLS})
HOME = {d: [t for t in TOOLS if t.domain == d] for d in DOMAINS}
FAR = {d: [t for t in TOOLS if t.domain != d and not any({d, t.domain} <= s for s in NEAR)] for d in DOMAINS}
PLAIN = [t for t in TOOLS if t.domain not in ("maps", "travel", "school")]


def styled(name, style):
    if style == "pascal":
        return "".join(cases.up(p) for p in name.split("_"))
    return cases.styled(name, style)


class Offer:
    """A tool as one case shows it: its spec, the shown names of parameters, enum options."""

    def __init__(self, r, tool, style, bare):
        name = r.choice(tool.names)
        if r.random() < 0.08:
            name = r.choice([tool.domain + "_" + name, name + "_tool", name + "_v2", "do_" + name])
        self.tool, self.name = tool, styled(name, style)
        self.span = None
        keys = list(tool.params)
        r.shuffle(keys)
        self.shown, self.options, props = {}, {}, {}
        flat = "camel" if style in ("camel", "pascal") else "snake"
        for k in keys:
            p = tool.params[k]
            n = self.shown[k] = cases.styled(r.choice(p.names), flat)
            d = {"type": p.type}
            if not bare or p.kind in ("noun", "bool") or "without" in p.about[0]:
                d["description"] = r.choice(p.about)
            if p.kind == "enum":
                d["enum"] = self.options[k] = r.sample(p.args, r.randint(min(3, len(p.args)), len(p.args)))
            if p.kind == "list":
                d["items"] = {"type": "string"}
            props[n] = d
        self.spec = cases.function(self.name, r.choice(tool.about), props, [self.shown[k] for k in keys if not tool.params[k].optional])

    def edge(self, r, kind):
        """The first or the last day of a span."""
        self.span = self.span or sorted(cases.distinct(lambda: W.date(r), 2))
        return self.span[kind == "till"]


def fill(r, offer, order, args):
    """The text of an order; args gets the values that it names."""
    out = []
    for i, x in enumerate(order):
        if isinstance(x, str):
            out.append(x)
        elif isinstance(x, list):
            if r.random() < 0.5:
                out.append(fill(r, offer, x, args))
        elif len(x) == 3:
            v = args[x[0]] = r.random() < 0.5
            out.append(x[1] if v else x[2])
        else:
            p = offer.tool.params[x[0]]
            while True:
                v = offer.edge(r, p.kind) if p.kind in ("since", "till") else p.value(r, offer.options.get(x[0]))
                if v not in args.values():
                    break
            args[x[0]] = v
            if p.type in ("integer", "number"):
                out.append(str(v))
            elif p.kind == "list":
                out.append(W.listed(r, p.args[0], v))
            elif p.kind == "enum":
                out.append(v)
            elif out and i + 1 < len(order) and out[-1][-1:] == order[i + 1][:1] == '"':
                out.append(v)
            elif i == len(order) - 1 and out and out[-1].endswith(": ") and r.random() < 0.6:
                if "\n" in v or (p.kind in W.FREE and r.random() < 0.2):
                    out[-1] = out[-1][:-1] + "\n"
                out.append(v)
            else:
                out.append(W.shown(r, p.kind, v))
    return "".join(out)


def dressed(r, told, order, text):
    """The order's text with courtesies around it; nothing follows a value at its end."""
    x = r.random()
    opened = isinstance(order[0], str) and not text.startswith(("I ", "I'", "I,"))
    single = text[-1] == "." and not re.search(r"[.!?:;\n] ", text) and isinstance(order[-1], str)
    if opened and told and x < 0.45 and not text.startswith(LEADS):
        low = text[0].lower() + text[1:]
        text = r.choice(ASKING) + low[:-1] + "?" if single and x < 0.22 else r.choice(POLITE) + low
    elif opened and x > 0.94:
        text = text[0].lower() + text[1:]
    elif x > 0.86:
        text = r.choice(GREETINGS) + text
    if isinstance(order[-1], str) and order[-1][-1] in ".?!":
        y = r.random()
        if y < 0.1:
            text += r.choice(THANKS)
        elif y < 0.15:
            text += r.choice(ASIDES).replace("{p}", r.choice(W.FIRST))
        elif y < 0.25 and text[-1] == "." and single:
            text = text[:-1]
    return text


def offers(r, first, pool, n, style, bare):
    """n offers with different names, first (if any) somewhere among them."""
    out = [Offer(r, t, style, bare) for t in first]
    seen, kept = {o.name for o in out}, {id(t) for t in first}
    while len(out) < n:
        t = r.choice(pool)
        o = Offer(r, t, style, bare)
        if id(t) not in kept and o.name not in seen:
            out.append(o)
            seen.add(o.name)
            kept.add(id(t))
    return out


def tools(r):
    """A case: a call, no call or a fact."""
    style, bare, x = r.choice(STYLES), r.random() < 0.12, r.random()
    n = r.choice([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9])
    if x < 0.08:
        c = r.choice(cases.COMMON) if r.random() < 0.5 else r.choice(list(cases.ASKED))
        text = cases.up(r.choice(FACTS).replace("{c}", c))
        got = offers(r, [], PLAIN, n, style, bare)
        return cases.case("tools", text, {"no_call": cases.spellings(cases.ASKED[c])["any"]}, 200, tools=[o.spec for o in got])
    tool = TOOLS[int(r.random() * len(TOOLS))]
    offer = Offer(r, tool, style, bare)
    told, order = r.choice(tool.orders)
    args = {}
    text = dressed(r, told, order, fill(r, offer, order, args))
    if x < 0.23:
        got = offers(r, [], FAR[tool.domain], n, style, bare)
        return cases.case("tools", text, {"no_call": ""}, 200, tools=[o.spec for o in got])
    first = []
    if n > 1 and r.random() < 0.45:
        first = [t for t in HOME[tool.domain] if t is not tool]
        first = r.sample(first, min(len(first), n - 1, r.choice([1, 1, 2])))
    got = offers(r, first, [t for t in FAR[tool.domain] if t is not tool], n, style, bare)
    spare = [o for o in got if o.name != offer.name]
    got = [offer] + spare[: n - 1]
    r.shuffle(got)
    return cases.case("tools", text, {"call": [offer.name, {offer.shown[k]: v for k, v in args.items()}]}, 200, tools=[o.spec for o in got])
