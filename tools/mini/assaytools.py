"""Tool calls of the assay set: one tool among several to call, or none of them."""
import re

import assayfacts
from assaybook import BOOK as FIRST_BOOK
from assaybook2 import BOOK as SECOND_BOOK
from assaywords import ADJECTIVES, NOUNS, PEOPLE, TOWNS
from cases import case, function, styled

TOOLS = FIRST_BOOK + SECOND_BOOK
UNITS = ["inches feet yards fathoms furlongs".split(), "ounces pounds grams stones".split(), "gallons pints liters cups".split(), "acres hectares".split()]
PHRASE = ["the {j} {n}", "{n} and {m}", "the {j} {n} of {t}", "{j} {n} number {d}", "{p} of {t}"]
QUOTE = ["\"{n}\" is the word, says {p}", "{p} called it \"{j} and {y}\"", "Come soon, \"{p}\"", "The sign read \"no {n}s in {t}\"", "It's \"the {j} one\""]
EXPR = ["{n} >= {d}", "{n} < {d}", "{n} <= {d}", "{n}_{m} != {d}", "{n} > {m}", "{n} == {d}", "{n} < {d} and {m} >= {k}"]
LINES = ["{n}: {d}\n{m}: {k}", "First {j} {n}\nthen {y} {m}", "{p}\n{t}\n{d} {n}s", "# {n}\n\n- {j}\n- {y}", "one {n}\n  two {m}s\nend", "{n} < {d}\n{m} >= {k}"]
PROGRAM = ["x = {d}\nprint(x)", "print(\"{n}\")", "print({d} - {k}, {s})", "print(\"{n}\")\nprint(\"{m}\")"]
HTML = ["<b>{n}</b>", "<{n}>", "<p>{j}</p>", "<{n} id=\"{d}\">", "<h2>{j} {n}</h2>"]
FORMS = {"phrase": PHRASE, "quote": QUOTE, "expr": EXPR, "lines": LINES, "program": PROGRAM, "html": HTML, "noun": ["{n}"], "person": ["{p}"], "town": ["{t}"], "path": ["{n}/{m}.txt", "{n}.md",
    "notes/{j}/{n}.txt", "/home/{n}/{m}.log", "{j}_{n}.csv", "docs/{j} {n}.md"],
         "folder": ["{n}/{m}", "/srv/{n}", "old {n}s"], "zip": ["{m}.zip", "/tmp/{j}-{n}.zip"], "py": ["tests/test_{n}.py", "check_{n}.py"], "ident": ["{n}_{m}", "get_{n}", "{n}Count"],
             "code": ["{N}-{k}", "{K}{d}"], "version": ["{k}.{k}.{d}", "{k}.{d}"], "cell": ["{K}{k}"], "street": ["{n} Lane", "{j} Street"],
         "address": ["{k} {j} Lane, {t}", "{d} {n} Road, {t}"], "date": ["20{k}-0{s}-1{s}", "20{k}-1{o}-2{s}"], "time": ["1{s}:{k}", "0{s}:{k}"]}

# Tools that do nearly the same are never offered together.
ALIKE = [{"change_line_of_play", "swap_words_in_file", "rename_symbol"}, {"save_recipe_step", "stash_text"}, {"grep_lines", "filter_table_rows"}]


def up_first(s):
    return s[:1].upper() + s[1:]


def fill(r, frame):
    n, m = r.sample(NOUNS, 2)
    j, y = r.sample(ADJECTIVES, 2)
    return frame.format(n=n, m=m, j=j, y=y, p=r.choice(PEOPLE), t=r.choice(TOWNS), N=n.upper(), K=r.choice("BCDEFGH"), d=r.randint(2, 900), k=r.randint(11, 58), s=r.randint(1, 9), o=r.randint(0, 2))


def value(r, kind):
    """A value of a kind of parameter."""
    kind = kind.rstrip("?")
    if kind.startswith("enum:"):
        return r.choice(kind[5:].split("/"))
    kind = kind.rstrip("2")
    if kind == "int":
        return r.randint(10, 480)
    if kind == "percent":
        return r.randint(5, 95)
    if kind == "small":
        return r.randint(2, 12)
    if kind == "float":
        return r.choice([r.randint(2, 90), r.randint(3, 900) / 10, r.randint(5, 99) + 0.25])
    if kind == "bool":
        return r.random() < 0.5
    if kind == "items":
        return r.sample(NOUNS, r.randint(2, 5))
    if kind == "towns":
        return r.sample(TOWNS, r.randint(2, 4))
    if kind == "nums":
        return r.sample(range(3, 200), r.randint(2, 6))
    if kind == "unit":
        return r.choice(r.choice(UNITS))
    return fill(r, r.choice(FORMS[kind]))


def spec(tool, style):
    """The schema of a tool, its name and parameters in a style."""
    name, _, about, params, _ = tool
    inner, props = "camel" if style == "camel" else "snake", {}
    for p, kind, words in params:
        base = kind.rstrip("?")
        plain = {"int": "integer", "percent": "integer", "small": "integer", "float": "number", "bool": "boolean", "items": "array", "towns": "array", "nums": "array"}.get(base, "string")
        d = {"type": plain, "description": words}
        if plain == "array":
            d["items"] = {"type": "integer" if base == "nums" else "string"}
        if base.startswith("enum:"):
            d["enum"] = base[5:].split("/")
        props[styled(p, inner)] = d
    return function(styled(name, style), about, props, [styled(p, inner) for p, kind, _ in params if not kind.endswith("?")])


def shown(v):
    if isinstance(v, list):
        xs = [str(x) for x in v]
        return ", ".join(xs[:-1]) + " and " + xs[-1]
    return str(v)


def order(r, tool):
    """A request for a tool in words, and its arguments."""
    frame = r.choice(tool[4])
    kinds = {p: kind for p, kind, _ in tool[3]}
    while True:
        args = {p: value(r, kinds[p]) for p in kinds if re.search(r"\{" + p + r"[?}]", frame)}
        if "unit_from" in args:
            args["unit_from"], args["unit_to"] = r.sample(r.choice(UNITS), 2)
        texts = [v for v in args.values() if isinstance(v, str)]
        if len(set(texts)) == len(texts):
            break

    def put(m):
        v = args[m.group(1)]
        return shown(v) if m.group(2) is None else m.group(2 if v else 3)
    return re.sub(r"\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}", put, frame), args


def alike(a, b):
    return any(a[0] in x and b[0] in x for x in ALIKE)


def tools(r):
    """A case with one to nine tools."""
    kind, style = r.random(), r.choice(["snake", "snake", "snake", "camel", "kebab"])
    tool = r.choice(TOOLS)
    if kind < 0.8:
        q, args = order(r, tool)
        others = r.sample([t for t in TOOLS if t is not tool and not alike(t, tool)], r.randint(0, 8))
        offered = others + [tool]
        inner = "camel" if style == "camel" else "snake"
        check = {"call": [styled(tool[0], style), {styled(k, inner): v for k, v in args.items()}]}
    else:
        offered = r.sample([t for t in TOOLS if t[1] != tool[1] and not alike(t, tool)], r.randint(1, 9))
        if kind < 0.9:
            q, check = order(r, tool)[0], {"no_call": ""}
        else:
            q, found = assayfacts.question(r)
            while "any" not in found:
                q, found = assayfacts.question(r)
            q, check = up_first(q), {"no_call": found["any"]}
    r.shuffle(offered)
    return case("tools", q, check, 300, tools=[spec(t, style) for t in offered])
