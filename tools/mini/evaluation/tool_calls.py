"""Tool calls: an order in words and one to nine tools, of which one fits or none."""

from . import facts
from .cases import ADJECTIVES, DAYS, NOUNS, PEOPLE, PHRASES, TOOLS, TOWNS, case, upper_first

FRAMES = PHRASES["tool_calls"]
# JSON type of a parameter by the first word of its kind; all other kinds are strings.
TYPES = {
    "int": "integer",
    "num": "number",
    "radio": "number",
    "bool": "boolean",
    "foods": "array",
    "people": "array",
    "songs": "array",
    "ints": "array",
}


def function(name, description, properties, required):
    """A tool in the OpenAI form."""
    parameters = {"type": "object", "properties": properties, "required": required}
    spec = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": spec}


def styled(name, style):
    """A snake_case name in the style "snake", "camel" or "kebab"."""
    parts = name.split("_")
    camel = parts[0] + "".join(upper_first(p) for p in parts[1:])
    return {"snake": name, "camel": camel, "kebab": "-".join(parts)}[style]


def drawn(r, kind):
    """A value of a kind of parameter, such as "int 2 30" or "enum up|down"."""
    word, _, rest = kind.partition(" ")
    n, m, a, p, t = *r.sample(NOUNS, 2), r.choice(ADJECTIVES), r.choice(PEOPLE), r.choice(TOWNS)

    def fill(frames):
        return r.choice(frames).format(n=n, m=m, a=a, p=p, t=t, i=r.randint(2, 99))

    def letters(n):
        return "".join(r.choices("ABCDEFGHKLMNPRST", k=n))

    def time():
        return f"{r.randint(7, 21):02}:{r.choice([0, 15, 30, 45]):02}"

    def date():
        return f"{r.randint(2026, 2028)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"

    def path():
        paths = ["{n}/{m}.txt", "/home/{p}/{n}.pdf", "docs/{n}.md", "My {n}/{m} list.txt"]
        return r.choice(paths).format(n=n, m=m, p=p.lower())

    if word in FRAMES["words"]:
        return r.choice(FRAMES["words"][word])
    if word == "int":
        return r.randint(*map(int, rest.split()))
    return {
        "num": lambda: r.randint(1, 60) + r.choice([0.5, 0.25, 0.75, 0.2]),
        "enum": lambda: r.choice(rest.split("|")),
        "weekday": lambda: r.choice(DAYS),
        "person": lambda: p,
        "town": lambda: t,
        "people": lambda: r.sample(PEOPLE, r.randint(2, 4)),
        "foods": lambda: r.sample(NOUNS[:14], r.randint(2, 4)),
        "songs": lambda: r.sample(FRAMES["songs"], r.randint(2, 4)),
        "ints": lambda: r.sample(range(1, 100), r.randint(3, 5)),
        "item": lambda: f"{a} {n}",
        "date": date,
        "time": time,
        "flight": lambda: f"{r.choice(['KL', 'BA', 'LH', 'AF'])}{r.randint(100, 999)}",
        "quoted": lambda: fill(FRAMES["problems"]),
        "message": lambda: fill(FRAMES["messages"]),
        "title": lambda: fill(FRAMES["titles"]),
        "lines": lambda: fill(FRAMES["lines"]),
        "snippet": lambda: fill(FRAMES["snippets"]),
        "shell": lambda: fill(FRAMES["shell"]),
        "cond": lambda: fill(FRAMES["conditions"]),
        "path": path,
        "dir": lambda: f"{r.choice(['src', '/home', 'work'])}/{n}",
        "dir2": lambda: f"{r.choice(['backup', '/mnt', 'old'])}/{n}",
        "zip": lambda: f"{n}.zip",
        "script": lambda: f"scripts/{n}.{r.choice(['py', 'sh', 'js'])}",
        "csv": lambda: f"export/{n}.csv",
        "email": lambda: f"{p.lower()}@{n}.org",
        "class": lambda: f"{r.randint(1, 9)}{r.choice('ABC')}",
        "radio": lambda: r.randint(88, 107) + r.choice([0.1, 0.3, 0.5, 0.7]),
        "version": lambda: f"{r.randint(1, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}",
        "plate": lambda: f"{letters(3)}-{r.randint(100, 999)}",
    }[word]()


def parts(order):
    """The sentence of an order, and the arguments that it gives without a gap."""
    return tuple(order) if isinstance(order, list) else (order, {})


def gives(order, key):
    sentence, arguments = parts(order)
    return "{" + key + "}" in sentence or key in arguments


def spec(tool, style):
    """The schema of a tool; required are the parameters that all of its orders give."""
    properties = {}
    for parameter in tool["parameters"]:
        key, kind, about = parameter.split(":", 2)
        word, _, rest = kind.partition(" ")
        properties[key] = p = {"type": TYPES.get(word, "string"), "description": about}
        if word == "enum":
            p["enum"] = rest.split("|")
        if p["type"] == "array":
            p["items"] = {"type": "integer" if word == "ints" else "string"}
    required = [k for k in properties if all(gives(o, k) for o in tool["orders"])]
    return function(styled(tool["name"], style), tool["description"], properties, required)


def listed(value):
    """A value as a sentence says it."""
    if isinstance(value, list):
        return ", ".join(map(str, value[:-1])) + " and " + str(value[-1])
    return str(value)


def call(r, tool):
    """An order in words, and the arguments that it asks for."""
    sentence, given = parts(r.choice(tool["orders"]))
    arguments, text = dict(given), sentence
    for parameter in tool["parameters"]:
        key, kind, _ = parameter.split(":", 2)
        gap = "{" + key + "}"
        if gap in sentence:
            arguments[key] = value = drawn(r, kind)
            text = text.replace(gap, listed(value))
    return upper_first(text), arguments


def others(r, pool, n):
    """`n` tools of the pool, about half of the time those of one domain first."""
    pool = r.sample(pool, len(pool))
    if r.random() < 0.5 and pool:
        first = pool[0]["domain"]
        pool.sort(key=lambda t: t["domain"] != first)
    return pool[:n]


def tool_call(r):
    style = r.choice(["snake"] * 4 + ["camel", "kebab"])
    n, kind = r.randint(1, 9), r.random()
    # Tools that fit nearly any order are not offered where none is to fit.
    narrow = [t for t in TOOLS if t["name"] not in FRAMES["broad"]]
    if kind < 0.1:
        given = others(r, narrow, n)
        q, check = r.choice([facts.capital, facts.element, facts.calendar])(r)
        return offered(q, {"no_call": check["any"]}, 160, given, style)
    tool = r.choice(TOOLS)
    q, arguments = call(r, tool)
    domain = tool["domain"]
    if kind < 0.18:
        given = others(r, [t for t in narrow if t["domain"] != domain], n)
        return offered(q, {"no_call": ""}, 160, given, style)
    same = [t for t in TOOLS if t["domain"] == domain and t is not tool]
    beside = r.sample(same, min(len(same), n - 1, r.choice([0, 0, 1, 2, 4])))
    rest = [t for t in TOOLS if t is not tool and t not in beside]
    beside += r.sample(rest, n - 1 - len(beside))
    given = r.sample([tool, *beside], n)
    return offered(q, {"call": [styled(tool["name"], style), arguments]}, 200, given, style)


def offered(question, check, max_tokens, tools, style):
    specs = [spec(t, style) for t in tools]
    return case("tools", question, check, max_tokens, tools=specs)
