"""Requests with offered tools: `tools(r)` gives a case in which one tool fits, or none does.

The shelves hold records: "# domain | names | descriptions", ". keys : kind : label" for a parameter (a "?"
after the keys: may be left out) and "- order" lines. In an order {x} is a value, (a|b) a choice, [...] a part
that may be left out, <key:value=words;value=words> a value that is said in words, and || divides parts that
stand in any order.
"""
import importlib
import re

import cases as C
import kirawords as W

SHELVES = [f"kirashelf{i}" for i in range(1, 10)]
# Domains whose tools might serve one another's requests; a domain belongs to every family that names it.
FAMILIES = ["code git review files text data server database network security logs build docs web", "files photos video audio print", "mail chat calendar tasks office notes phone meeting", "home energy cleaning repair baby", "garden farm weather bees", "shop orders money stock bank tax kitchen food parcel restaurant recycling", "travel maps cars bikes rail flight hotel boat", "health sport pets gym vet dance", "school library museum language book quiz", "music games tv audio events theatre photos video radio", "units maths data", "craft print repair sewing workshop", "jobs people office meeting school club charity", "space science weather nature"]
HELLO = ["Hi,", "Hey there!", "Good evening.", "Me again.", "Quick one:", "Right,", "OK so", "Excuse me,", "New request:", "Next job.", "Hello hello.", "Dear assistant,", "Psst.", "First of all,", "If I may:", "@bot", "Task:", "Done with that. Now", "Yo,", "Sorry, one more."]
BYE = ["Thanks!", "Ta.", "Many thanks in advance.", "You're a star.", "No rush.", "ASAP please.", "Let me know how it goes.", "That would help me a lot.", "If that's possible.", "And that's it for now.", "Much appreciated.", "thx", "Don't ask me why.", "I owe you one.", "I'll check later.", "Cheers, talk soon."]
BEFORE = ["My hands are full, so I'm dictating this.", "I've put this off for far too long.", "The others are waiting for me downstairs.", "We talked about it over lunch.", "Bear with me, English isn't my first language.", "My partner keeps nagging me about it.", "I tried the app on my phone but it froze.", "Not sure you can do this.", "I just got off the phone with them.", "It's a mess here, as usual.", "Since you ask what I need:", "I had it on a sticky note and lost the note.", "Long story short:", "Somebody reminded me of this a minute ago.", "I'm on a train with bad reception, so briefly:", "Last time this went wrong, so read carefully.", "After a lot of back and forth we agreed.", "The kids are asleep, finally.", "I promised to get this done today.", "Everybody is looking at me now, so here goes.", "Boss is breathing down my neck.", "Coffee's finished, back to work.", "I would do it myself if I knew how.", "There was a small misunderstanding earlier."]
AFTER = ["The last person who did this forgot.", "It has to be exact, they are picky.", "We always do it like that.", "I hope that's enough to go on.", "My colleague will be pleased.", "I wrote it down just as they told me.", "Otherwise I'll never hear the end of it.", "It's for a friend, really.", "That's what we settled on.", "Nothing else for the moment.", "I double-checked it.", "Long overdue, I know.", "You can ignore what I said before.", "The rest can wait.", "It was my idea, by the way.", "I'd rather not do it by hand."]
POLITE = ["Could you {x}?", "Can you {x} for me?", "Please {x}.", "{X}, please.", "Would you mind helping me to {x}?", "I'd like you to {x}.", "Any chance you could {x}?", "We need to {x}.", "I have to {x}; do it for me.", "Your job: {x}.", "Be so kind and {x}.", "Go ahead and {x}.", "The plan is to {x}.", "How about you {x}?", "I'm supposed to {x}. Over to you.", "Time to {x}, I think."]
VERBS = set("Add Adjust Append Apply Ask Attach Ban Bill Block Boil Book Borrow Bring Build Buy Calculate Cancel Change Charge Check Clean Close Compare Compress Compute Convert Copy Count Crop Cut Delete Deliver Dim Divide Download Draw Drop Email Enrol Export Extract Fetch File Fill Find Fix Fly Forward Get Give Grant Hang Heat Hide Hire Hold Import Insert Install Invite Invoice Join Keep Kill Label Lay Lend Light List Load Lock Log Look Make Mark Measure Merge Message Mix Move Mow Mute Name Note Open Order Pack Paint Park Pause Pay Pick Ping Plan Plant Play Post Print Publish Put Raise Read Reboot Record Reduce Refund Register Remind Remove Rename Rent Repeat Replace Report Reserve Resize Restart Return Roll Rotate Round Run Save Scale Scan Schedule Score Search Sell Send Set Ship Show Shut Sort Split Start Stop Store Stream Swap Tag Take Tell Test Text Tidy Tip Top Track Transfer Translate Trim Tune Turn Update Upgrade Upload Use Wake Warn Wash Water Weigh Write Zip".split())
CAPITAL = ["capital of {x}?", "What's the capital of {x} again?", "My daughter has a geography test. What is the capital of {x}?", "Off the top of your head: which city is the capital of {x}?", "Which city serves as the capital of {x}?", "A question between two jobs: what is the capital of {x}?", "I bet you know the capital of {x}. Which city is it?", "We argue about the capital of {x}. Settle it, please.", "Just tell me the capital city of {x}.", "For the crossword: capital of {x}.", "{x}, capital? I can't remember.", "Name {x}'s capital, would you?"]
SUMS = [("What is {a} plus {b}?", 1), ("{a} + {b} = ?", 1), ("how much is {a} and {b} together", 1), ("Add {a} to {b} in your head, what do you get?", 1), ("If I have {a} apples and get {b} more, how many do I have?", 1), ("I paid {a} and later {b}. What does that make in total?", 1), ("What is {a} minus {b}?", -1), ("Take {b} from {a}. What is left?", -1), ("{a} - {b}, quick, what is it?", -1), ("Of {a} eggs {b} broke. How many are whole?", -1)]
PERIOD = [("Which month comes right after {x}?", 1, 1), ("Which month comes just before {x}?", 1, -1), ("What day follows {x}?", 0, 1), ("If today is {x}, what day was it yesterday?", 0, -1), ("Today is {x}. What day is tomorrow?", 0, 1), ("The month after {x} is which one?", 1, 1), ("Which weekday stands before {x} in the calendar?", 0, -1)]
CHATTER = ["Are you having a good day?", "I feel a bit lonely tonight.", "Do you ever get bored?", "Tell me something that would make me smile.", "What do you think about pineapple on pizza?", "You sound cheerful today.", "Nice weather for ducks, eh?", "I can't decide whether I like jazz.", "My neighbour is learning the trumpet. Help!", "Who would win, a bear or a very angry goose?", "Sing me a lullaby.", "I dreamt of a talking spoon.", "Do you like Mondays?", "Give me a hug.", "What shall I call my new scarf?", "Are you a morning person?", "Knock knock.", "I think my plants are laughing at me.", "Write me a limerick about a snail.", "Could you scratch my back?", "Make me ten years younger.", "Fly me to the moon, please.", "Turn lead into gold.", "Bring back my grandmother's smile.", "Iron my shirts with your own hands.", "Teach my parrot to lie.", "I want a unicorn. Get me one.", "Stop the clocks for an hour so that I can sleep.", "Guess which colour I'm thinking of.", "Convince my cousin that the earth is round.", "Is it wrong to dip chips in ice cream?", "I am so tired of everything.", "Make it stop snowing in my heart.", "Choose: tea or coffee?", "Which superpower would you pick?", "Nobody remembered my birthday.", "Let's pretend that we are pirates.", "Thanks, you were great yesterday.", "How do people fall in love?", "Cheer me up, will you?"]

MAYBE = re.compile(r"\[([^\[\]]*)\]")
EITHER = re.compile(r"\(([^()|]*\|[^()]*)\)")
SAID = re.compile(r"<(\w+):([^<>]*)>")
SLOT = re.compile(r"\{(\w+)\}")
MARKS = [('"', '"')] * 7 + [("'", "'")] * 3 + [("`", "`"), ("“", "”"), ("«", "»")]


class Param:
    def __init__(self, line):
        keys, kind, self.label = line.split(" : ", 2)
        self.optional = keys.endswith("?")
        self.names = keys.rstrip("?").split(",")
        self.key, self.kind = self.names[0], kind
        self.make, self.schema, self.quoted = W.maker(kind)

    def read(self, word):
        """The value that is written in a <key:value=words>."""
        t = self.schema["type"]
        return word == "true" if t == "boolean" else int(word) if t == "integer" else float(word) if t == "number" else word


class Tool:
    def __init__(self, line):
        self.domain, names, about = line.split(" | ", 2)
        self.names, self.about = names.split(), about.split(" ~ ")
        self.params, self.orders = [], []


def read(text):
    out = []
    for line in text.strip().split("\n"):
        if line[:2] == "# ":
            out.append(Tool(line[2:].strip()))
        elif line[:2] == ". ":
            out[-1].params.append(Param(line[2:].strip()))
        elif line[:2] == "- ":
            out[-1].orders.append(line[2:].strip())
        elif line.strip():
            raise ValueError(f"neither tool nor parameter nor order: {line}")
    return out


def shelf(name):
    try:
        return read(importlib.import_module(name).TOOLS)
    except ModuleNotFoundError:
        return []


TOOLS = [t for s in SHELVES for t in shelf(s)]
KIN = {d: {d}.union(*(f.split() for f in FAMILIES if d in f.split())) for d in {t.domain for t in TOOLS}}
FAR = {d: [t for t in TOOLS if t.domain not in KIN[d]] for d in KIN}
NEAR = {d: [t for t in TOOLS if t.domain in KIN[d]] for d in KIN}
QUIET = [t for t in TOOLS if t.domain not in "units maths money bank tax farm bees quiz school language baby chat music calendar radio".split()]
SAME = {d: [t for t in TOOLS if t.domain == d] for d in KIN}


def styled(name, style):
    return "".join(C.up(p) for p in name.split("_")) if style == "pascal" else C.styled(name, style)


def dressed(r, tool, style):
    """A tool's specification, its name and the names of its parameters in this case."""
    name = styled(r.choice(tool.names), style)
    if r.random() < .05:
        name = tool.domain + {"camel": "_", "kebab": "-", "pascal": ".", "snake": "_"}[style].replace(".", "_") + name
    about = r.choice(tool.about)
    about = about.rstrip(".") if r.random() < .2 else about
    x, camel = r.random(), style in ("camel", "pascal") and r.random() < .6
    props, keys, need = {}, {}, []
    for p in tool.params if r.random() < .6 else r.sample(tool.params, len(tool.params)):
        key = r.choice(p.names)
        key = C.styled(key, "camel") if camel else key
        while key in props:
            key += "_value"
        keys[p.key] = key
        label = p.label.rstrip(".") if x < .4 else p.label
        props[key] = dict(p.schema) if x < .1 else {**p.schema, "description": label}
        if not p.optional:
            need.append(key)
    return C.function(name, about, props, need), name, keys


def quote(r, s):
    if "\n" in s:
        return f"```\n{s}\n```" if r.random() < .4 else f'"{s}"' if '"' not in s else f"```\n{s}\n```"
    a, b = r.choice(MARKS)
    while a in s or b in s:
        a, b = r.choice(MARKS)
    return a + s + b


def listed(r, items, quoted):
    items = [str(x) for x in items]
    if quoted or any("," in x or " and " in x for x in items):
        a, b = r.choice([m for m in MARKS if not any(m[0] in x or m[1] in x for x in items)])
        items = [a + x + b for x in items]
    x = r.random()
    if x < .1:
        return r.choice([", ", " / ", " + "]).join(items)
    return ", ".join(items[:-1]) + r.choice([" and ", " and ", ", and ", " plus ", " as well as ", " & "]) + items[-1]


def plain(r, p, v):
    """A value as it stands after its label."""
    if isinstance(v, list):
        return r.choice(["[{}]", "{}"]).format(", ".join(f'"{x}"' for x in v)) if isinstance(v[0], str) and r.random() < .4 else listed(r, v, False)
    if isinstance(v, bool):
        return r.choice(["yes", "true"] if v else ["no", "false"])
    return quote(r, v) if isinstance(v, str) and r.random() < p.quoted * .6 else str(v)


def sheet(r, tool, spec, keys):
    """A request in the manner of a form, a ticket or a command line."""
    values, pairs = {}, []
    x = r.random()
    for p in r.sample(tool.params, len(tool.params)):
        if p.optional and r.random() < .5:
            continue
        v = p.make(r)
        while v in values.values() and p.kind != "bool":
            v = p.make(r)
        values[p.key] = v
        said = plain(r, p, v)
        if "\n" in said and x > .55:
            said = quote(r, v)
        pairs.append((p.label.split(";")[0].split(" (")[0].rstrip(".") if x < .6 else keys[p.key].replace("_", " ") if x < .8 else keys[p.key], said))
    about, words = r.choice(tool.about).split(". ")[0].rstrip("."), r.choice(tool.names).replace("_", " ")
    first = about.split(" ")[0]
    about = (first[:-3] + "y" if first.endswith("ies") else first[:-2] if first.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else first[:-1] if first.endswith("s") else first) + about[len(first):]
    if x < .3:
        mark = r.choice(["- ", "* ", "", "  "])
        return f"{r.choice([about, C.up(words)])}{r.choice([':', '', ' with:'])}\n" + "\n".join(f"{mark}{a}: {b}" for a, b in pairs), values
    if x < .6:
        return f"{about}. " + "; ".join(f"{a}: {b}" for a, b in pairs) + r.choice(["", "."]), values
    if x < .72:
        return f"{C.up(words)}, " + ", ".join(f"{a} {b}" for a, b in pairs) + ".", values
    if x < .86:
        return f"{r.choice(['Call', 'Use', 'Run'])} {spec['function']['name']} with " + ", ".join(f"{a} = {b}" for a, b in pairs) + ".", values
    return f"{words}: " + " | ".join(f"{a}={b}" for a, b in pairs), values


def order(r, tool, spec, keys):
    """A request for a tool and the values that it gives."""
    if r.random() < .07:
        return sheet(r, tool, spec, keys)
    by = {p.key: p for p in tool.params}
    frame, values = r.choice(tool.orders), {}
    if "||" in frame:
        parts = [x.strip() for x in frame.split("||") if x.strip()]
        r.shuffle(parts)
        frame = " ".join(parts)
    frame = MAYBE.sub(lambda m: m[1] if r.random() < .5 else "", frame).strip()
    frame = EITHER.sub(lambda m: r.choice(m[1].split("|")), frame)
    verb = frame.partition(" ")[0]
    if verb in VERBS and frame[-1] in ".!" and not re.search(r"[.?!:;] ", frame) and r.random() < .25:
        body = frame[1:-1]
        frame = r.choice(POLITE).replace("{x}", verb[0].lower() + body).replace("{X}", verb[0] + body)
    x, end = r.random(), frame[-1]
    if x < .1:
        frame = re.sub(r"(\{\w+\}|<\w+:[^<>]*>)|([^{<]+)", lambda m: m[1] or m[2].lower(), frame)
        frame = frame.rstrip(".!") if r.random() < .7 else frame
    elif x < .22 and end in ".?!":
        frame = r.choice([f"{r.choice(BEFORE)} {frame}", f"{frame} {r.choice(AFTER)}"])
    elif x < .3:
        h = r.choice(HELLO)
        frame = f"{h} " + (frame[0].lower() + frame[1:] if h[-1] not in ".!:" and not re.match(r"I\b|[A-Z]{2}", frame) else frame)
    if r.random() < .08 and frame[-1] in ".?!":
        frame += " " + r.choice(BYE)

    def said(m):
        value, _, words = r.choice(m[2].split(";")).partition("=")
        values[m[1]] = by[m[1]].read(value)
        return words

    def slot(m):
        p = by[m[1]]
        v = p.make(r)
        while v in values.values():
            v = p.make(r)
        values[m[1]] = v
        if isinstance(v, list):
            return listed(r, v, r.random() < p.quoted)
        if not isinstance(v, str):
            return str(v)
        before, after = frame[:m.start()], frame[m.end():]
        if before[-1:] == '"' and after[:1] == '"' and '"' not in v and "\n" not in v:
            return v
        if before[-1:] == '"':
            return "\0" + quote(r, v) + "\0"
        if before.endswith(": ") and not after and r.random() < .5:
            return ("\n" if "\n" in v or r.random() < .3 else "") + v
        return quote(r, v) if "\n" in v or r.random() < p.quoted or " " in v and p.quoted > .3 and r.random() < .6 else v

    frame = SAID.sub(said, frame)
    return SLOT.sub(slot, frame).replace('"\0', "").replace('\0"', "").replace(": \n", ":\n"), values


def offer(r, pool, n, style, taken, names, specs):
    """Add n tools of a pool, of different names, as far as there are so many."""
    left = [t for t in r.sample(pool, min(len(pool), n + 12)) if t not in taken]
    for t in left:
        if n < 1:
            break
        spec, name, _ = dressed(r, t, style)
        if name not in names:
            taken.append(t)
            names.append(name)
            specs.append(spec)
            n -= 1


def small(r):
    """A request that no tool is for, and the words of its answer."""
    x = r.random()
    if x < .35:
        c = r.choice(COUNTRIES)
        return C.up(r.choice(CAPITAL).replace("{x}", c)), C.spellings(C.ASKED[c])["any"]
    if x < .55:
        a, b = r.randint(3, 60), r.randint(2, 40)
        frame, sign = r.choice(SUMS)
        if a <= b and sign < 0:
            a, b = b + r.randint(1, 30), a
        return frame.replace("{a}", str(a)).replace("{b}", str(b)), [str(a + sign * b)]
    if x < .65:
        frame, month, step = r.choice(PERIOD)
        names = W.MONTHS if month else W.DAYS
        i = r.randrange(len(names))
        return frame.replace("{x}", names[i]), [names[(i + step) % len(names)]]
    s = r.choice(CHATTER)
    return (f"{r.choice(HELLO[:4])} {s}" if r.random() < .2 else f"{s} {r.choice(CHATTER)}" if r.random() < .15 else s), ""


COUNTRIES = sorted(C.ASKED)


def tools(r):
    """A case: a request, the tools offered and the right call, or none."""
    n, x = r.choice([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9]), r.random()
    style = r.choice(["snake", "snake", "snake", "camel", "camel", "kebab", "pascal"])
    taken, names, specs = [], [], []
    if x < .075:
        ask, words = small(r)
        offer(r, QUIET, n, style, taken, names, specs)
        return C.case("tools", ask, {"no_call": words}, 200, tools=specs)
    tool = r.choice(TOOLS)
    spec, name, keys = dressed(r, tool, style)
    ask, values = order(r, tool, spec, keys)
    if x < .15:
        while ask.startswith(("Call ", "Use ", "Run ")) and name in ask:
            ask, values = order(r, tool, spec, keys)
        offer(r, FAR[tool.domain], n, style, taken, names, specs)
        return C.case("tools", ask, {"no_call": ""}, 200, tools=specs)
    taken, names, specs = [tool], [name], [spec]
    if n > 1 and r.random() < .65:
        offer(r, SAME[tool.domain], r.choice([1, 1, 2, 2, 3, 4]) if n > 4 else r.randint(1, n - 1), style, taken, names, specs)
        if len(specs) < n and r.random() < .4:
            offer(r, NEAR[tool.domain], 1, style, taken, names, specs)
    offer(r, FAR[tool.domain], n - len(specs), style, taken, names, specs)
    r.shuffle(specs)
    return C.case("tools", ask, {"call": [name, {k: values[p] for p, k in keys.items() if p in values}]}, 200, tools=specs)
