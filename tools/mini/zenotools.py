"""Requests with offered tools: one fits, or none does, with the right call.

`tools(r)` gives a case. The tools stand in the shelves as short records: a line "@domain names |
descriptions", lines ": parameter kind description" (a "?" after the name of one that may be
left out) and lines of orders. In an order {x} is a value, (a|b) a choice, [...] a part that may
be left out, <flag:yes/no> words for a boolean, and || stands between parts in any order.
A line "@@name" adds orders to a tool of an earlier shelf.
"""
import re

import cases as C
import zenoshelf1
import zenoshelf2
import zenoshelf3
import zenoshelf4
import zenoshelf5
import zenoshelf6
import zenowords as W

NEAR = [{"code", "git", "review", "files", "text", "packages", "documents"}, {"servers", "containers", "network", "logs", "monitoring", "security", "cloud"}, {"databases", "tables", "queues"}, {"mail", "messages", "calendar", "office", "tasks"}, {"home", "energy"}, {"garden", "farm", "weather"}, {"shop", "money", "kitchen", "parcels"}, {"travel", "maps", "cars"}, {"health", "sport", "pets"}, {"school", "library", "museums", "translation"}, {"music", "pictures", "games", "video"}, {"units"}, {"workshop", "printing"}]
ALSO = [("code", "network"), ("code", "databases"), ("code", "tables"), ("code", "servers"), ("code", "printing"), ("code", "pictures"), ("code", "video"), ("servers", "databases"), ("library", "shop"), ("library", "video"), ("cars", "energy"), ("mail", "security"), ("kitchen", "garden"), ("maps", "museums")]
FACTS = ["What is the capital of {x}?", "Which city is the capital of {x}?", "Tell me the capital of {x}.", "Name the capital of {x}, please.", "{x} has a capital. Which city is it?", "My quiz asks for the capital of {x}. What should I write?", "I forgot what the capital of {x} is called. Can you say?", "Do you know the capital of {x}?", "I would like to know which city is the capital of {x}.", "We are learning about {x}. What is its capital?"]
LEADS = ["Good morning.", "Hello!", "Hi there.", "One more thing:", "Before I forget:", "Sorry to bother you.", "A small request:", "Here I am again.", "Listen,", "When you have a minute:", "My turn.", "Hey,"]
TAILS = ["Thanks.", "Thank you!", "That is all.", "Cheers.", "Much obliged.", "Please and thank you.", "I will wait here.", "Thanks a lot in advance."]
QUOTES = [('"', '"')] * 6 + [("'", "'"), ("“", "”"), ("`", "`"), ("«", "»")]
STORIES = ["It has been a long day and my tea is cold.", "My sister says that I ask too much, but here goes.", "The phone has not stopped ringing.", "We moved last month and everything is upside down.", "I asked somebody else first and got no answer.", "Nobody in the house wants to do it.", "This comes from my boss, so it matters.", "I thought about it all night.", "Yesterday I tried it myself and failed.", "The others have gone home already.", "It is raining and I have time at last.", "You did well the last time, so I come again."]
WISHES = ["Could you {x}?", "Can you {x}?", "Please {x}.", "I want you to {x}.", "I would be glad if you could {x}.", "Would you please {x}?", "You should {x}.", "It is time to {x}.", "I need somebody to {x}.", "Kindly {x}.", "Somebody has to {x}.", "May I ask you to {x}?", "I have been told to {x}. Do that for me.", "What I want is simple: {x}."]
VERBS = set("Add Archive Ask Block Book Bring Call Cancel Change Charge Clone Commit Compare Convert Copy Count Create Crop Cut Delete Download Drill Dump Enter Execute Feed Fetch Fill Find Format Give Heat Hold Index Insert Install Join Keep Leave Lend List Load Lock Look Make Mend Mirror Move Mute Note Open Order Pack Pay Pin Ping Plough Print Publish Put Reboot Rename Replace Remind Repair Reserve Restart Restore Revert Run Save Scale Search Send Set Show Silence Sort Split Start Stop Store Swap Tag Take Tell Text Till Track Translate Turn Undo Warn Write".split())
STOP = re.compile(r"[.?!:] ")
FENCE = ("```\n", "\n```")

PART = re.compile(r"\[([^\]]*)\]")
CHOICE = re.compile(r"\(([^()|]*\|[^()]*)\)")
FLAG = re.compile(r"<(\w+):([^/>]*)/([^>]*)>")
SLOT = re.compile(r"\{(\w+)\}")

COUNTRIES = list(C.ASKED)


class Param:
    def __init__(self, line):
        names, kind, self.about = line.split(" ", 2)
        self.optional = "?" in names
        self.names = names.replace("?", "").split(",")
        self.key, self.kind = self.names[0], kind
        self.make, self.schema, self.quoted = W.maker(kind)


class Tool:
    def __init__(self, head):
        place, about = head[1:].split(" | ")
        self.domain, names = place.split(" ")
        self.names, self.about = names.split("/"), about.split(" ~ ")
        self.params, self.orders = [], []


def parsed(text):
    out = []
    for line in text.strip().split("\n"):
        if line.startswith("@@"):
            tool = next(t for t in out if line[2:] in t.names)
        elif line.startswith("@"):
            tool = Tool(line)
            out.append(tool)
        elif line.startswith(": "):
            tool.params.append(Param(line[2:]))
        elif line.strip():
            tool.orders.append(line.strip())
    return out


SHELF = parsed("\n".join(s.TOOLS for s in (zenoshelf1, zenoshelf2, zenoshelf3, zenoshelf4, zenoshelf5, zenoshelf6)))


def group(domain):
    return next(g for g in NEAR if domain in g)


def close(domain):
    """Domains whose tools might also fit a request for this one."""
    own = group(domain)
    return own.union(*(group(b) for a, b in ALSO if a in own), *(group(a) for a, b in ALSO if b in own))


FAR = {d: [t for t in SHELF if t.domain not in close(d)] for d in {t.domain for t in SHELF}}


def pascal(name):
    return "".join(C.up(p) for p in name.split("_"))


def dressed(r, tool):
    """A tool's specification in this case's wording, with its name and its parameters' names."""
    style = r.choice(["snake", "snake", "camel", "kebab", "pascal"])
    base = r.choice(tool.names)
    name = pascal(base) if style == "pascal" else C.styled(base, style)
    about = r.choice(tool.about)
    if r.random() < .15:
        about = about.rstrip(".")
    bare, camel = r.random() < .12, style == "camel" and r.random() < .7
    props, keys, need = {}, {}, []
    params = tool.params if r.random() < .4 else r.sample(tool.params, len(tool.params))
    for p in params:
        key = r.choice(p.names)
        key = C.styled(key, "camel") if camel else key
        keys[p.key] = key
        props[key] = dict(p.schema) if bare else {**p.schema, "description": p.about}
        if not p.optional:
            need.append(key)
    return C.function(name, about, props, need), name, keys


def quote(r, text):
    if "\n" in text and r.random() < .5 and "`" not in text:
        return FENCE[0] + text + FENCE[1]
    a, b = r.choice(QUOTES)
    while a in text or b in text:
        a, b = r.choice(QUOTES[5:])
    return a + text + b


def listed(r, items, quoted):
    if quoted:
        a, b = r.choice(QUOTES)
        if not any(a in x or b in x for x in items):
            items = [a + x + b for x in items]
    if len(items) == 2:
        return r.choice([" and ", " and ", ", "]).join(items)
    last = r.choice([" and ", " and ", ", and ", ", "])
    return ", ".join(items[:-1]) + last + items[-1]


def imperative(about):
    """What a description says, as an order: "Moves a file." gives "Move a file."."""
    verb, _, rest = about.split(". ")[0].rstrip(".").partition(" ")
    rest = rest.replace(" and gives ", " and give ").replace(" and reports ", " and report ").replace(" and leaves ", " and leave ")
    if verb == "Has":
        verb = "Have"
    elif verb.endswith("ies"):
        verb = verb[:-3] + "y"
    else:
        verb = verb[:-2] if verb.endswith(("xes", "ches", "shes", "sses")) else verb[:-1]
    return verb + " " + rest


def form(r, tool):
    """A request as a filled-in form: what to do, and each value after what it is."""
    parts, values = [], {}
    for p in r.sample(tool.params, len(tool.params)):
        if p.optional and r.random() < .5:
            continue
        label = p.about.split(";")[0].rstrip(".")
        if not p.make:
            v = r.random() < .5
            said = "yes" if v else "no"
        else:
            v = p.make(r)
            while v in values.values():
                v = p.make(r)
            said = listed(r, v, r.random() < p.quoted) if isinstance(v, list) else v if isinstance(v, str) and r.random() >= p.quoted else str(v) if not isinstance(v, str) else quote(r, v)
        values[p.key] = v
        parts.append(f"{label}: {said}")
    head, x = imperative(r.choice(tool.about)), r.random()
    if x < .4:
        return head + ":\n" + "\n".join(("- " if x < .25 else "* ") + t for t in parts), values
    return (head + ". " + ". ".join(parts) + "." if x < .7 else "\n".join(parts) + "\n" + head + "."), values


def order(r, tool):
    """A request for a tool and the values that it gives."""
    if r.random() < .06:
        return form(r, tool)
    by = {p.key: p for p in tool.params}
    frame, values, seen = r.choice(tool.orders), {}, set()
    if "||" in frame:
        parts = [x.strip() for x in frame.split("||") if x.strip()]
        r.shuffle(parts)
        frame = " ".join(parts)
    frame = PART.sub(lambda m: m[1] if r.random() < .5 else "", frame).strip()
    frame = CHOICE.sub(lambda m: r.choice(m[1].split("|")), frame)

    verb = frame.partition(" ")[0]
    if verb in VERBS and frame[-1] == "." and not STOP.search(frame) and r.random() < .3:
        frame = r.choice(WISHES).replace("{x}", verb.lower() + frame[len(verb):-1])

    def flag(m):
        values[m[1]] = r.random() < .5
        return m[2] if values[m[1]] else m[3]

    def slot(m):
        p = by[m[1]]
        v = p.make(r)
        while str(v) in seen:
            v = p.make(r)
        seen.add(str(v))
        values[m[1]] = v
        if isinstance(v, list):
            return listed(r, v, r.random() < p.quoted)
        if not isinstance(v, str):
            return str(v)
        if p.kind in ("text", "line") and m.end() == len(frame) and frame[:m.start()].endswith(": ") and r.random() < .4:
            return "\n" + v
        if frame[m.start() - 1:m.start()] == '"' and frame[m.end():m.end() + 1] == '"':
            return v
        clear = r.random() >= p.quoted and not (" " in v and p.kind in ("folder", "path"))
        return v if clear else quote(r, v)

    frame = FLAG.sub(flag, frame)
    ask = SLOT.sub(slot, frame).replace(": \n", ":\n").replace(": ```\n", ":\n```\n")
    if r.random() < .08:
        if frame[0].isupper() and not frame.startswith("I"):
            ask = ask[0].lower() + ask[1:]
        if frame.endswith(".") and ask.endswith("."):
            ask = ask[:-1].rstrip()
    elif r.random() < .12:
        ask = r.choice(LEADS if r.random() < .6 else STORIES) + " " + ask
    if ask[-1:] in ".?!" and frame[-1] in ".?!" and r.random() < .1:
        ask += " " + r.choice(TAILS)
    return ask, values


def offer(r, pool, n, taken=(), names=()):
    """Specifications of n tools of a pool, all of different names."""
    specs, used, names = [], set(taken), set(names)
    while len(specs) < n:
        t = r.choice(pool)
        if t in used:
            continue
        used.add(t)
        spec, name, _ = dressed(r, t)
        if name not in names:
            names.add(name)
            specs.append(spec)
    return specs


def tools(r):
    """A case: a request, the tools offered and the right call, or none."""
    x, n = r.random(), r.choice([1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9])
    if x < .08:
        country = r.choice(C.COMMON) if r.random() < .5 else r.choice(COUNTRIES)
        ask = C.up(r.choice(FACTS).replace("{x}", country))
        return C.case("tools", ask, {"no_call": C.spellings(C.ASKED[country])["any"]}, 200, tools=offer(r, SHELF, n))
    tool = r.choice(SHELF)
    ask, values = order(r, tool)
    if x < .23:
        return C.case("tools", ask, {"no_call": ""}, 200, tools=offer(r, FAR[tool.domain], n))
    spec, name, keys = dressed(r, tool)
    specs = [spec]
    if n > 1 and r.random() < .4:
        same = [t for t in SHELF if t.domain == tool.domain and t is not tool]
        specs += offer(r, same, min(len(same), n - 1, r.choice([1, 1, 2])), [tool], [name])
    specs += offer(r, FAR[tool.domain] if r.random() < .8 else SHELF, n - len(specs), [tool], [s["function"]["name"] for s in specs])
    r.shuffle(specs)
    args = {k: values[k2] for k2, k in keys.items() if k2 in values}
    return C.case("tools", ask, {"call": [name, args]}, 200, tools=specs)
