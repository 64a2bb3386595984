"""Training data: choosing among tools and filling in typed arguments."""
import json

import catalog
import gen_facts
from asktool import wrap
from chat import assistant, tool_result, user
from gen_json import scalar, small
from gen_natural import natural
from gen_wide import conversion, switch, wide
from phrase import system
from toolfamily import family
from toolnames import identity
from toolvalues import LANGS, PLACES, UNITS, clock, date, path, sentence, snippet
from wishes import deed
from words import NAMES, cap, distinct, word

def words(r, lo=1, hi=4):
    s = " ".join(word(r) for _ in range(r.randint(lo, hi)))
    return cap(s) if r.random() < 0.3 else s


def integer(r):
    return r.choice([r.randint(0, 12), r.randint(0, 100), r.randint(0, 5000), -r.randint(1, 40) if r.random() < 0.3 else r.randint(1, 9)])


def number(r):
    return round(r.uniform(0, 500), r.randint(1, 2)) if r.random() < 0.6 else r.randint(0, 900)


# (parameter names, type, value maker, mentions in a request, descriptions). In a
# mention {v} is the value and {n} the parameter's name in words.
ROLES = [
    ("city|location|place|town", "string", lambda r: r.choice(PLACES), "in {v}|for {v}|near {v}|at {v}", "The city|Name of the place|Where to look|City name"),
    ("title|name|label|heading", "string", words, "called {q}|named {q}|titled {q}|with the {n} {q}|with {n} {q}", "The title|Name to use|The name|Label text"),
    ("query|search|keyword|term|text", "string", words, "for {q}|with the {n} {q}|about {q}|using the {n} {q}", "What to search for|The search text|Text to look for"),
    ("path|file|filename|file_path", "string", path, "at {v}|in {v}|for {v}|for the file {v}|with {n} {v}|on {q}", "Path of the file|The file|File path|Where the file is"),
    ("message|body|text|content|note", "string", lambda r: sentence(r) if r.random() < 0.6 else words(r, 2, 7) if r.random() < 0.6 else snippet(r).replace("\n", " "), "saying {q}|with the {n} {q}|that says {q}|with {n} {q}|containing {q}", "The text|Message body|What to say|Content to write"),
    ("content|code|text|body|snippet", "string", snippet, "with {n} {q}|with the {n}:\n{v}|and the {n} {q}|containing {q}|with this {n}:\n{v}", "The content|Full text|Code to use|Text content"),
    ("recipient|to|email|contact|user", "string", lambda r: r.choice([r.choice(NAMES), f"{r.choice(NAMES).lower()}@{word(r)}.com"]), "to {v}|for {v}|for the {n} {v}", "Who gets it|The recipient|The person|User to address"),
    ("date|day|when|due_date|on", "string", date, "on {v}|for {v}|with {n} {v}|dated {v}", "The date|Day of the event|When it happens"),
    ("time|hour|at|start_time", "string", clock, "at {v}|for {v}|with {n} {v}", "Time of day|The time|When to start"),
    ("count|number|quantity|amount|n", "integer", lambda r: r.randint(1, 60), "{v} times|with {n} {v}|with a {n} of {v}|using {n} {v}|, {n} {v}", "How many|Number of items|The quantity|Count"),
    ("limit|max|max_results|top", "integer", lambda r: r.randint(1, 100), "with at most {v} results|limited to {v}|with a {n} of {v}|, {n} {v}|up to {v}", "Maximum number of results|Upper limit|How many to return"),
    ("price|amount|cost|total|budget", "number", number, "for {v} dollars|costing {v}|with a {n} of {v}|at a {n} of {v}|with {n} {v}", "The price|Amount of money|Total cost"),
    ("duration|minutes|length|timeout", "integer", lambda r: r.randint(1, 240), "for {v} minutes|lasting {v} minutes|with a {n} of {v}|with {n} {v}", "Length in minutes|How long|Duration in minutes"),
    ("temperature|degrees|level|volume|speed|brightness", "number", number, "to {v}|at {n} {v}|with {n} {v}|to a {n} of {v}|with the {n} set to {v}", "The level|Target value|Setting to use"),
    ("priority|urgency|mode|kind|category|status", "enum", None, "with {v} {n}|with {n} {v}|with the {n} {v}|in {v} {n}|using {n} {v}", "The kind|Which mode|Priority level|Category"),
    ("recursive|force|verbose|overwrite|dry_run|urgent|public|silent|all_day|enabled", "boolean", None, "", "Whether to do so|Flag|Turn on or off|True for yes"),
    ("tags|items|names|labels|members|ingredients", "array", None, "with {n} {v}|with the {n} {v}|for the {n} {v}|using {n} {v}", "List of names|The items|Labels to apply"),
    ("ids|numbers|values|scores|pages", "iarray", None, "with {n} {v}|with the {n} {v}|for the {n} {v}|for {n} {v}|on {n} {v}", "List of numbers|The values|Numbers to use"),
    ("language|target_language|lang", "string", lambda r: r.choice(LANGS), "in {v}|into {v}|to {v}|with {n} {v}", "The language|Target language|Language name"),
    ("id|key|code|number|reference|ticket", "integer", lambda r: r.randint(1, 99999), "with {n} {v}|number {v}|with the {n} {v}|{v}|{n} {v}", "The number|Identifier|Numeric id"),
    ("color|style|theme|size|format", "string", lambda r: r.choice("red blue green black white yellow purple gray orange pink small medium large bold italic plain modern classic pdf png html csv".split()), "in {v}|with {n} {v}|with the {n} {v}|as {v}", "The look|Which style|Color or style|Output format"),
    ("author|owner|person|customer|guest|assignee", "string", lambda r: r.choice(NAMES), "by {v}|for {v}|of {v}|with {n} {v}", "The person|Name of the person|Who it is for"),
]
# Pairs told apart by their prepositions.
PAIRS = [
    ("unit_from unit_to|from_unit to_unit|source_unit target_unit|from to|input_unit output_unit", lambda r: r.choice(UNITS), "from {a} to {b}|from {a} into {b}|out of {a} to {b}", "Unit to convert from|Unit to convert to"),
    ("source destination|from to|origin destination|src dst|from_path to_path|source_path target_path|old_path new_path", path, "from {a} to {b}|{a} to {b}", "Where it is now|Where it goes"),
    ("origin destination|from to|from_city to_city|departure arrival|start end|start_city end_city", lambda r: r.choice(PLACES), "from {a} to {b}|between {a} and {b}|starting in {a} and going to {b}", "Start of the trip|End of the trip"),
    ("source_language target_language|from to|from_lang to_lang|source_lang target_lang", lambda r: r.choice(LANGS), "from {a} to {b}|from {a} into {b}", "Language of the text|Language to translate to"),
    ("start_date end_date|from to|start end|from_date to_date|begin finish", date, "from {a} to {b}|between {a} and {b}|from {a} until {b}", "First day|Last day"),
    ("min max|low high|minimum maximum|from to|lower upper", integer, "between {a} and {b}|from {a} to {b}", "Lower bound|Upper bound"),
    ("sender recipient|from to|from_user to_user|payer payee", lambda r: r.choice(NAMES), "from {a} to {b}", "Who sends it|Who receives it"),
    ("old new|old_name new_name|find replace|search replacement|before after", lambda r: word(r), "from {a} to {b}|replacing {a} with {b}|changing {a} to {b}|from {a} into {b}", "Current name|New name"),
    ("width height|rows columns|x y", lambda r: r.randint(1, 999), "{a} by {b}|{a} x {b}|with {m} {a} and {n} {b}|of {a} by {b}", "Horizontal size|Vertical size"),
    ("currency_from currency_to|from_currency to_currency|from to|base target", lambda r: r.choice(["dollars", "euros", "yen", "USD", "EUR", "GBP", "JPY", "CHF", "pounds", "francs"]), "from {a} to {b}|from {a} into {b}", "Currency to convert from|Currency to convert to"),
]
ENUMS = [["low", "medium", "high"], ["fast", "slow"], ["normal", "urgent"], ["open", "closed", "pending"], ["auto", "manual"], ["draft", "final"], ["work", "home", "other"], ["daily", "weekly", "monthly"], ["asc", "desc"], ["light", "dark"], ["economy", "business", "first"]]


def human(name):
    return name.replace("_", " ")


def quoted(r, v):
    roll = r.random()
    if '"' in v and "\n" not in v and roll < 0.35:
        return f'"{v}"'
    if "\n" in v or '"' in v:
        return f"'{v}'" if "'" not in v and roll < 0.5 else v
    if roll < 0.45:
        return f'"{v}"'
    return f"'{v}'" if roll < 0.6 and "'" not in v else v


def schema(r, typ, desc, values=None):
    if typ == "enum":
        s = {"type": "string", "enum": values}
    elif typ in ("array", "iarray"):
        s = {"type": "array", "items": {"type": "string" if typ == "array" else "integer"}}
    else:
        s = {"type": typ}
    if r.random() < 0.75:
        s["description"] = desc
        if r.random() < 0.15:
            s = dict(reversed(s.items()))
    return s


def one_param(r):
    """(name, schema, value, mention) of a single parameter."""
    roll = r.random()
    if roll < 0.42:
        typ = r.choice(["string", "string", "string", "integer", "number", "boolean", "array", "text"])
        name = word(r, 0.7).lower() + (("_" + word(r).lower()) if r.random() < 0.3 else "")
        make, desc = {"string": words, "integer": integer, "number": number, "text": snippet}.get(typ), f"{cap(r.choice(['the', 'value of the', 'which', 'a', 'text for the', 'number for the', 'amount of', 'what', 'your', 'all the', 'true if', 'set the', 'optional', 'required']))} {human(name)}" + r.choice(["", " to use", " of it", " here", " value", " wanted", " entry", " of the " + word(r)])
        typ = "string" if typ == "text" else typ
        ment = "{v} as {n}|{v} as the {n}|{v} for the {n}|{n} {q}|{n} being {q}|{n} set to {q}|the {n} {q}|its {n} {q}|having {n} {q}|{n} should be {q}|use {q} for {n}|the {n} is {q}|and {n} as {q}|give it {n} {q}|by {n} {q}|of {n} {q}|this {n}: {q}|whose {n} is {q}|with {n} {v}|with the {n} {q}|with {n} set to {v}|using {n} {q}|using {q} as the {n}|and {n} {q}|where the {n} is {q}|with {q} for the {n}|, {n}: {v}|, {n} = {v}|, {n} {v}|with a {n} of {v}|and set {n} to {q}"
    else:
        names, typ, make, ment, descs = r.choice(ROLES)
        name, desc = r.choice(names.split("|")), r.choice(descs.split("|"))
        if r.random() < 0.35:
            ment = "{q} as {n}|{q} as the {n}|{q} for the {n}|the {n} {q}|{n} {q}|{n} being {q}|its {n} {q}|this {n}: {q}|{n} set to {q}|the {n} should be {q}|using {n} {q}|with {n} {q}|with the {n} {q}|with {n} set to {q}|{n}: {v}|{n} = {v}|where {n} is {q}|and {n} {q}"
    values = None
    n = human(name)
    if typ == "boolean":
        v = r.random() < 0.6
        m = r.choice(["with {n} on", "with {n} enabled", "with {n} set to true", "with {n} true", "{n} = true", "and turn {n} on", "with {n}", "{n}: yes", "{n} on", "{n} set to true", "{n} being true", "true for {n}", "{n} switched on", "make it {n}", "{n} wanted"] if v else ["without {n}", "with {n} off", "with {n} disabled", "with {n} set to false", "{n} = false", "with {n} false", "and turn {n} off", "{n}: no", "not {n}", "{n} set to false", "{n} being false", "false for {n}", "{n} switched off", "no {n}", "{n} off"]).replace("{n}", n)
        return name, schema(r, typ, desc), v, m
    if typ == "enum":
        values = r.choice(ENUMS) if r.random() < 0.6 else distinct(r, r.randint(2, 4), lambda r: word(r, 0.9))
        v = r.choice(values)
    elif typ in ("array", "iarray"):
        v = distinct(r, r.randint(1, 4), (lambda r: word(r)) if typ == "array" else (lambda r: r.randint(0, 999)))
    else:
        v = make(r)
    m = r.choice(ment.split("|"))
    if typ in ("array", "iarray"):
        xs = [str(x) for x in v]
        shown = r.choice([", ".join(xs), ", ".join(xs[:-1]) + (" and " if len(xs) > 1 else "") + xs[-1], json.dumps(v), " and ".join(xs)])
        return name, schema(r, typ, desc), v, m.replace("{n}", n).replace("{q}", shown).replace("{v}", shown)
    m = m.replace("{n}", n)
    m = m.replace("{q}", quoted(r, v) if isinstance(v, str) else str(v)).replace("{v}", str(v))
    return name, schema(r, typ, desc, values), v, m


def pair_params(r):
    names, make, ment, descs = r.choice(PAIRS)
    a, b = r.choice(names.split("|")).split()
    va, vb = distinct(r, 2, make)
    typ = "integer" if isinstance(va, int) else "string"
    if typ == "integer" and a in ("min", "low", "minimum", "from", "lower"):
        va, vb = min(va, vb), max(va, vb)
    da, db = descs.split("|")
    m = r.choice(ment.split("|")).replace("{m}", human(a)).replace("{n}", human(b)).replace("{a}", str(va)).replace("{b}", str(vb))
    return [(a, schema(r, typ, da), va), (b, schema(r, typ, db), vb)], m


def make_tool(r, noun=None, verb=None):
    """A tool with the words of a request that fills in its parameters."""
    verbs, v, noun, name, desc = identity(r, noun, verb)
    params, mentions = [], []
    n = r.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4])
    if n >= 2 and r.random() < 0.35:
        ps, m = pair_params(r)
        params += ps
        mentions.append(m)
        n -= 2
    tries = 0
    while n > 0 and tries < 20:
        tries += 1
        pn, sc, val, m = one_param(r)
        if pn in [p[0] for p in params]:
            continue
        params.append((pn, sc, val))
        mentions.append(m)
        n -= 1
    optional = set()
    if r.random() < 0.3:
        pn, sc, _, _ = one_param(r)
        if pn not in [p[0] for p in params]:
            optional.add(pn)
            params.insert(r.randint(0, len(params)), (pn, sc, None))
    props = {p: s for p, s, _ in params}
    pr = {"type": "object", "properties": props, "required": [p for p, _, _ in params if p not in optional]}
    if not pr["required"] and r.random() < 0.5:
        del pr["required"]
    if r.random() < 0.1:
        pr = {"properties": props, "required": [p for p, _, _ in params if p not in optional], "type": "object"}
    fn = {"name": name, "description": desc, "parameters": pr}
    args = {p: v for p, _, v in params if p not in optional}
    return {"spec": {"type": "function", "function": fn}, "name": name, "args": args, "mentions": mentions, "verbs": verbs, "noun": noun, "verb": v}


def request(r, t):
    """A request in words for the tool with its values."""
    verb = t["verb"] if r.random() < 0.8 else r.choice(t["verbs"])
    noun = r.choice(["a", "the", "the", "my", "one", "this"]) + " " + t["noun"]
    if r.random() < 0.15:
        noun = t["noun"]
    ms = list(t["mentions"])
    r.shuffle(ms)
    ms.sort(key=lambda m: "\n" in m)
    body = f"{verb} {noun}"
    out = body
    for i, m in enumerate(ms):
        if m.startswith(", "):
            out += m
        elif i == 0 and not m.startswith(("with", "and", "to ", "from", "in ", "at ", "for ", "on ", "by ", "using", "called", "named", "titled", "saying", "that", "without", "about", "between", "of ", "limited", "up to", "as ", "having", "whose", "where", "lasting", "costing", "containing")) and r.random() < 0.8:
            out += r.choice([" with ", " with ", " using ", ", ", ": ", " where ", " having "]) + m
        elif m.startswith("and ") or i == 0 or r.random() < 0.3:
            out += " " + m
        else:
            out += r.choice([", ", " and ", ", and "]) + m
    return wrap(r, out, bare="\n" in out)


def said(t):
    """Whether an invented tool's order names its noun as well as its verb."""
    return "mentions" in t or t["noun"].split(" ")[-1] in t.get("order", t.get("request", ""))


def offered(r):
    """A tool of one of three kinds: from the books, invented and natural, invented with named parameters."""
    k = r.random()
    if k < 0.4:
        return catalog.build(r, r.choice(catalog.entries()))
    return natural(r) if k < 0.6 else wide(r) if k < 0.88 else make_tool(r)


def key_words(t):
    """Words by which a request tells the tool from others."""
    return t["entry"].words if "entry" in t else {t["noun"].split(" ")[-1], t["verbs"][0]}


VAGUE = set("get set add make find show create send list new to in of up on the a by file mail what is do".split())


def toolset(r, n):
    """n tools with different names; some share words, none could serve another's request."""
    out, roll = [], r.random()
    if roll < 0.3:
        near = catalog.by_domain()[r.choice(sorted(catalog.by_domain()))]
        for t in [catalog.build(r, e) for e in r.sample(near, min(len(near), r.randint(1, n)))]:
            if all(t["name"].lower() != o["name"].lower() for o in out):
                out.append(t)
    invented = roll > 0.75
    while len(out) < n:
        if invented and out and r.random() < 0.3:
            o = r.choice(out)
            t = (make_tool if r.random() < 0.5 else natural)(r, noun=o["noun"].split(" ")[-1]) if r.random() < 0.5 else make_tool(r, verb="|".join(o["verbs"]))
        else:
            t = r.choice((natural, natural, wide, wide, make_tool))(r) if invented else offered(r)
        if fits(t, out):
            out.append(t)
    r.shuffle(out)
    return out


def fits(t, out):
    if any(t["name"].lower() == o["name"].lower() for o in out):
        return False
    if "entry" in t:
        return all(o.get("entry") is not t["entry"] for o in out) and all("entry" in o or o["verbs"][0] not in t["entry"].words for o in out)
    for o in out:
        if "entry" in o:
            if t["verbs"][0] in o["entry"].words:
                return False
        elif t["verbs"][0] == o["verbs"][0] and (t["noun"].split(" ")[-1] == o["noun"].split(" ")[-1] or not (said(t) and said(o))):
            return False
    return True


def order_for(r, t):
    """A request for a tool; its arguments go into t["args"]."""
    if "entry" in t:
        order, t["args"], style, bare = catalog.ask(r, t)
        return wrap(r, order, style, bare)
    return wrap(r, t["order"], t["style"], t["bare"]) if "order" in t else t["request"] if "request" in t else request(r, t)


NO_TOOL = "None of the available tools can do that."
REFUSALS = ["I have no tool for that.", "No tool here can do that.", "That is not something my tools can do.", "My tools cannot do that.", "Sorry, there is no tool for this.", "I cannot do that: no tool fits.", "There is no fitting tool for that.", "I am sorry, but none of my tools does that."]


def refusal(r):
    """What is said when nothing fits."""
    return NO_TOOL if r.random() < 0.8 else r.choice(REFUSALS)

# Domains whose tools could serve some of the small questions.
KNOWING = {"weather", "travel", "math", "data", "office", "school", "calendar", "games"}


def unserved(r, ts):
    """A request that none of the tools serves, from a tool that shares no telling word with them."""
    used = set().union(*(key_words(t) for t in ts)) - VAGUE
    entries = {id(t["entry"]) for t in ts if "entry" in t}
    domains = {t["entry"].domain for t in ts if "entry" in t}
    while True:
        other = offered(r)
        if "entry" in other and r.random() < 0.3 and domains:
            near = [e for e in catalog.by_domain()[r.choice(sorted(domains))] if id(e) not in entries]
            other = catalog.build(r, r.choice(near)) if near else other
        words = key_words(other) - VAGUE
        if other.get("noun") == "unit" and any(speaks(t, CONVERTS) for t in ts):
            continue
        if "entry" in other:
            words = words | set(w for n in other["entry"].names for w in n.split("_")) - VAGUE
        if not words & used:
            return order_for(r, other)


CONVERTS = "convert unit measure currenc exchange chang scale translat turn recalc transform express".split()
COUNTS = "calc math add sum number count plus comput total evaluat formula figure arithm subtract multipl minus divi reckon work_out work".split()


def speaks(t, stems):
    """Whether a tool's name or description has one of the stems."""
    f = t["spec"]["function"]
    text = (f["name"] + " " + f["description"]).lower()
    return any(x in text for x in stems)


def wish(r, ts):
    """A wish that is not for tools, or a tool's order without the tool."""
    used = " ".join(t["spec"]["function"]["name"] + " " + t["spec"]["function"]["description"] for t in ts).lower()
    for _ in range(4):
        k = r.random()
        if k < 0.3 and not any(speaks(t, CONVERTS) for t in ts):
            return conversion(r)["request"]
        q = deed(r)
        if not any(len(w) > 2 and w in used for w in q.lower().strip(".?!").replace(",", " ").split(" ") if w not in COMMON):
            return q
    return unserved(r, ts)


# Deeds that no other tool on the same thing could do in some other way.
ABSENT = {"rename", "rate", "print", "lock", "restore", "sort", "delete", "create"}
COMMON = set("the for and you can out our him her his me may now get let not are was has had its any all one two who how why she they please could would like with that this them then want need tool tools your have from into task must help some make sure able help time next plan quick first there what when just time user".split())


def result_and_reply(r, t):
    """A tool's result and what the assistant says about it."""
    k = r.randrange(6)
    if k == 0:
        d = {r.choice(["result", "status", "value", "total", "id", "count", "answer"]): scalar(r)}
    elif k == 1:
        d = small(r, 120, 1)
    elif k == 2:
        s = r.choice(["Done.", "ok", "success", "OK", "Saved.", "true", "null"])
        return s, "Done."
    elif k == 3:
        e = " ".join(word(r) for _ in range(r.randint(2, 6)))
        s = r.choice(["Error: ", "error: ", "Failed: "]) + e
        return s, f"The tool failed: {e}."
    else:
        s = r.choice([cap(words(r, 3, 10)) + ".", str(number(r)), words(r, 1, 3), f"The {word(r)} is {scalar(r)}.", str(r.randint(0, 9999))])
        return s, s if s.endswith(".") else f"The result is {s}."
    vals = [(k, v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)) for k, v in d.items()]
    return json.dumps(d, ensure_ascii=False), "The " + ", the ".join(f"{human(k)} is {v}" for k, v in vals) + "."


def trace(r, t):
    if not t["args"]:
        return f"The tool {t['name']} fits. It needs no values."
    shown = "; ".join(f"{k} is {v if isinstance(v, str) else json.dumps(v)}" for k, v in t["args"].items())
    return f"The tool {t['name']} fits. {cap(shown)}."


def tools(r, think=False):
    """A conversation in which a tool is called, or rightly not called."""
    n = r.randint(1, 9) if r.random() < 0.5 else r.randint(1, 4)
    ts = toolset(r, n)
    if r.random() < 0.1:
        c = conversion(r) if r.random() < 0.7 else switch(r)
        ts = [t for t in ts if fits(t, [c]) and not (c["noun"] == "unit" and speaks(t, CONVERTS))][: max(0, n - 1)]
        ts.insert(r.randint(0, len(ts)), c)
    absent = None
    if n > 1 and r.random() < 0.09:
        kin = family(r, min(n, r.randint(2, 5)))
        absent = kin.pop()
        verbs = {k["verb"] for k in kin}
        if absent["verb"] not in ABSENT or absent["verb"] in ("delete", "create") and verbs & {"archive", "copy"}:
            kin.append(absent)
            absent = None
        ts = [t for t in ts if key_words(t).isdisjoint({kin[0]["noun"].split(" ")[-1]} | {k["verb"] for k in kin} | ({absent["verb"]} if absent else set()))][: n - len(kin)] + kin
        r.shuffle(ts)
    msgs = []
    s = system(r, 0.4)
    if s:
        msgs.append({"role": "system", "content": s})
    out = {"messages": msgs, "tools": [t["spec"] for t in ts], "think": think}
    roll = r.random()
    if roll < 0.11:
        if roll < 0.045 and not any(speaks(t, COUNTS) for t in ts):
            q, a, why = gen_facts.arithmetic(r)
            msgs += [user(q), assistant(a, "No tool is needed. " + why if think else "")]
            return out
        knowing = any("entry" in t and t["entry"].domain in KNOWING for t in ts)
        q, a = r.choice([gen_facts.capital, gen_facts.element])(r) if knowing else gen_facts.pair(r)
        msgs += [user(q), assistant(a, "No tool is needed. " + a if think else "")]
        return out
    if roll < 0.2:
        q = absent["request"] if absent else unserved(r, ts) if roll < 0.165 else wish(r, ts)
        msgs += [user(q), assistant(refusal(r), "I look at the tools. None of them fits." if think else "")]
        return out
    few = 1 if think else r.choices([1, 2, 3, 4], [53, 27, 13, 7])[0]
    steps = r.sample(ts, min(len(ts), few))
    steps += [t for t in ts if "entry" in t and r.random() < 0.5][: few - len(steps)]
    for i, t in enumerate(steps):
        q = order_for(r, t)
        msgs += [user(q), assistant("", trace(r, t) if think else "", [(t["name"], t["args"])])]
        if i + 1 < len(steps) or r.random() < 0.35:
            res, reply = result_and_reply(r, t) if i + 1 == len(steps) or r.random() < 0.4 else (r.choice(["ok", "Done.", "success", "true", '{"ok": true}', "null"]), "Done.")
            msgs += [tool_result(res), assistant(reply, "The tool answered." if think else "")]
    return out
