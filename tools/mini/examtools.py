"""Tool calls of the exam set: one tool of several fits, or none does."""
import re

import exambook
import exambook2
from cases import case, distinct, function, styled
from examfacts import question as fact
from examwords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS, VERBS

DOMAINS = {**exambook.DOMAINS, **exambook2.DOMAINS}
TOOLS = [t for ts in DOMAINS.values() for t in ts]

# Wishes that no tool of the book can meet.
NO_TOOL = [
    "Sing me a limerick of a {a} {n}.", "Can you whistle like a {n}?", "I feel {a} today.", "What rhymes with {n}?", "{p} and I had a quarrel. Cheer me up a bit.",
    "Explain to me what a {n} is.", "Do you prefer a {n} or a {m}?", "Invent a name for my pet {n}.", "Describe the smell of a {a} {n}.", "Please tell me a bedtime story with a {n} in it.",
    "Is a {n} heavier than a {m}?", "What would you say to {p} if you met them in {t}?",
]
# Said before or after a request; the request stays the same.
BEFORE = ["", "", "", "", "Hello! ", "Good afternoon. ", "Quick favour: ", "One more thing. ", "Right, next job. "]
ARRAYS = {"ints", "nouns", "people", "phrases", "times", "ips", "emails"}


def joined(r, items):
    """A list as it stands in a sentence."""
    items = [str(x) for x in items]
    return ", ".join(items) if r.random() < 0.3 else ", ".join(items[:-1]) + " and " + items[-1]


def value(r, maker):
    """A value for a parameter; maker is a kind, with a range or choices after it."""
    kind, *rest = maker.split(" ", 1)
    if kind == "one":
        return r.choice(rest[0].split("|"))
    if kind in ("int", "dec"):
        a, b = map(int, rest[0].split())
        return r.randint(a, b) if kind == "int" else r.randint(a, b - 1) + r.choice([0.25, 0.5, 0.75])
    if kind == "ints":
        a, b = map(int, rest[0].split())
        return sorted(r.sample(range(a, b + 1), r.randint(2, 4)))
    noun, adjective, few = lambda: r.choice(NOUNS), lambda: r.choice(ADJECTIVES), r.randint(2, 3)
    clock = lambda: f"{r.randint(7, 22):02}:{r.choice(['10', '25', '35', '50'])}"
    folder = lambda: f"{r.choice(['lib', 'app', 'core', 'pkg'])}/{noun()}"
    return {
        "noun": noun, "person": lambda: r.choice(PEOPLE), "town": lambda: r.choice(TOWNS), "phrase": lambda: f"{adjective()} {noun()}",
        "code": lambda: f"{r.choice('BCDFGHJKLMNPQ')}{r.choice('RSTVWXZ')}-{r.randint(100, 9999)}", "date": lambda: f"203{r.randint(0, 9)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}", "time": clock,
        "lines": lambda: f"Our {noun()} is {adjective()}.\nPlease {r.choice(VERBS)} the {noun()}.", "path": lambda: f"{folder()}.{r.choice(['txt', 'py', 'csv', 'md', 'xml'])}", "dir": folder,
        "file": lambda: f"{noun()}_{r.randint(2, 99)}.png", "picture": lambda: f"pictures/{noun()}.png", "mount": lambda: f"/mnt/{noun()}", "digits": lambda: str(r.randint(1000, 9999)),
        "ask": lambda: f"Who will {r.choice(VERBS)} the {noun()}?", "quote": lambda: f"the \"{adjective()}\" {noun()} is {adjective()}", "sentence": lambda: f"my {noun()} is {adjective()}",
        "expr": lambda: f"{noun()} {r.choice(['>=', '<', '<=', '>', '!='])} {r.randint(2, 99)}", "rule": lambda: f"{r.choice(['<', '<='])} {r.randint(4, 90)}", "tag": lambda: f"<{r.choice(['em', 'code', 'h2', 'small', 'strong', 'mark'])}>",
        "code_lines": lambda: f"if {noun()} < {r.randint(2, 60)}:\n    {r.choice(VERBS)}(\"{noun()}\")", "address": lambda: f"{r.randint(2, 90)} {noun().capitalize()} Street", "token": lambda: f"{r.choice(THINGS).lower()}{r.randint(10, 999)}",
        "nouns": lambda: r.sample(NOUNS, few), "people": lambda: r.sample(PEOPLE, few), "phrases": lambda: distinct(lambda: f"{adjective()} {noun()}", few), "times": lambda: sorted(distinct(clock, few)),
        "ips": lambda: [f"10.{r.randint(1, 250)}.{r.randint(1, 250)}.{r.randint(2, 250)}" for _ in range(few)], "emails": lambda: [f"{x.lower()}@{noun()}.example" for x in r.sample(PEOPLE, few)],
    }[kind]()


def spoken(request):
    """A request's text and the arguments it says in other words."""
    return request if isinstance(request, tuple) else (request, {})


def named(request):
    """The parameters that a request gives a value for."""
    text, said = spoken(request)
    return set(re.findall(r"\{(\w+)\}", text)) | set(said)


def schema(tool, style):
    """The definition of a tool; what some request leaves out is optional."""
    name, description, params, requests = tool
    given = [named(x) for x in requests]
    props = {}
    for p, maker, about in params:
        kind = maker.split(" ")[0]
        props[styled(p, style[1])] = prop = {"type": {"int": "integer", "dec": "number", "yes": "boolean"}.get(kind, "array" if kind in ARRAYS else "string"), "description": about}
        if prop["type"] == "array":
            prop["items"] = {"type": "integer" if kind == "ints" else "string"}
        if kind == "one":
            prop["enum"] = maker.split(" ", 1)[1].split("|")
    required = [styled(p, style[1]) for p, _, _ in params if all(p in g for g in given)]
    return function(styled(name, style[0]), description, props, required)


def offered(r, tool, n, style):
    """The tool among n: up to three others of its domain, the rest from elsewhere."""
    own = next(ts for ts in DOMAINS.values() if tool in ts)
    near = [t for t in own if t is not tool]
    near = r.sample(near, min(n - 1, r.choice([0, 1, 2, 3])))
    far = r.sample([t for t in TOOLS if t not in own], n - 1 - len(near))
    specs = [schema(t, style) for t in [tool, *near, *far]]
    r.shuffle(specs)
    return specs


def filled(r, tool):
    """A request for a tool and the arguments that it asks for."""
    _, _, params, requests = tool
    request = r.choice(requests)
    text, said = spoken(request)
    text = r.choice(BEFORE) + text
    args = {}
    for p, maker, _ in params:
        if p in said:
            args[p] = said[p]
        elif "{%s}" % p in text:
            v = value(r, maker)
            while v in args.values():
                v = value(r, maker)
            args[p] = v
            text = text.replace("{%s}" % p, joined(r, v) if isinstance(v, list) else str(v))
    return text, args


STYLES = [("snake", "snake")] * 3 + [("camel", "camel"), ("camel", "camel"), ("kebab", "snake")]


def tools(r):
    style, n = r.choice(STYLES), r.randint(1, 9)
    if r.random() < 0.81:
        tool = r.choice(TOOLS)
        text, args = filled(r, tool)
        check = {"call": [styled(tool[0], style[0]), {styled(k, style[1]): v for k, v in args.items()}]}
        return case("tools", text, check, 220, tools=offered(r, tool, n, style))
    kind = r.choice(["fact", "fact", "wish", "foreign"])
    if kind == "foreign":
        # A fair request, but only tools of other domains are at hand.
        tool = r.choice(TOOLS)
        own = next(ts for ts in DOMAINS.values() if tool in ts)
        text, _ = filled(r, tool)
        return case("tools", text, {"no_call": ""}, 220, tools=[schema(t, style) for t in r.sample([t for t in TOOLS if t not in own], min(n, 5))])
    specs = [schema(t, style) for t in r.sample(TOOLS, n)]
    if kind == "fact":
        q, check = fact(r)
        while "any" not in check:
            q, check = fact(r)
        return case("tools", q, {"no_call": check["any"]}, 220, tools=specs)
    text = r.choice(NO_TOOL)
    for k, pool in (("a", ADJECTIVES), ("n", NOUNS), ("m", NOUNS), ("p", PEOPLE), ("t", TOWNS)):
        text = text.replace("{%s}" % k, r.choice(pool))
    return case("tools", text, {"no_call": ""}, 220, tools=specs)
