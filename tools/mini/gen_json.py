"""Training data: reading a field from JSON and turning JSON into TOML."""
import json

from chat import chat
import frames as F
import jsonasking as A
import jsonforms as J
import jsonways as W
from jsonforms import dump, leaves, literal, toml
from listforms import slips
from phrase import ask, command, expand, noise, ph, say, system
from places import place
from ways import sentence
from words import NAMES, cap, letters, word


# Plain objects: without escapes, signs and unusual keys; results of tools and files of agents are such.

FIELD = """name id title city country email age price total count status type color size width height host port user owner path file url version level score rank debug enabled active timeout retries limit mode theme language author year month date tags items address street zip code key value label group team role phone unit weight speed model brand stock rating source target format region zone""".split()


def key(r):
    roll = r.random()
    if roll < 0.45:
        return r.choice(FIELD)
    if roll < 0.8:
        return word(r)
    if roll < 0.9:
        return r.choice(FIELD) + "_" + r.choice([word(r), r.choice(FIELD)])
    return word(r) + cap(r.choice(FIELD))


def scalar(r):
    k = r.randrange(12)
    if k < 3:
        return word(r)
    if k < 5:
        return " ".join(cap(word(r)) if r.random() < 0.4 else word(r) for _ in range(r.randint(2, 4)))
    if k < 7:
        return r.randint(0, 99999) if r.random() < 0.5 else r.randint(0, 100)
    if k == 7:
        return round(r.uniform(0, 1000), r.randint(1, 2))
    if k == 8:
        return r.random() < 0.5
    if k == 9:
        return r.choice([r.choice(NAMES), f"{word(r)}@{word(r)}.com", f"https://{word(r)}.org/{word(r)}", f"/{word(r)}/{word(r)}.txt", f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}", f"20{r.randint(10, 30)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"])
    if k == 10:
        return r.choice(["a < b", ">= 3", f"{word(r)} >= {r.randint(0, 99)}", f"<{word(r)}>", letters(r, r.randint(3, 8)), f"{word(r)}: {word(r)}"])
    return r.choice(NAMES) + " " + cap(word(r))


def array(r):
    n = r.randint(1, 4)
    xs = [r.randint(0, 99) for _ in range(n)] if r.random() < 0.4 else [word(r) for _ in range(n)]
    return xs + xs[:1] if r.random() < 0.1 else xs


def obj(r, depth, fields=None, pool=None):
    d = {}
    if pool is None:
        pool = [key(r) for _ in range(r.randint(3, 6))] if r.random() < 0.4 else []
        if pool and r.random() < 0.4:
            pool += [p[: max(1, len(p) // 2)] + word(r) for p in pool]
    for _ in range(fields or r.randint(2, 4)):
        k = r.choice(pool) if pool and r.random() < 0.8 else key(r)
        if k in d:
            continue
        roll = r.random()
        if depth > 1 and roll < 0.35:
            d[k] = obj(r, depth - 1, pool=pool)
        elif roll < 0.45:
            d[k] = array(r)
        else:
            d[k] = scalar(r)
    return d


def small(r, limit=400, depth=None):
    while True:
        d = obj(r, depth or r.randint(1, 3), r.randint(1, 5))
        if d and len(json.dumps(d)) <= limit:
            return d


def material(r, spice, tables=0.0):
    """An object and its text of at most 400 bytes."""
    while True:
        if r.random() < 0.15:
            d = small(r, 330)
        else:
            d = J.obj(r, r.choice([1, 1, 2, 2, 2, 3]), r.choice([1, 2, 3, 4, 4, 5, 5, 6, 7]), spice=spice, tables=tables)
        if len(json.dumps(d)) > 390:
            continue
        for _ in range(3):
            js = dump(r, d)
            if len(js.encode()) <= 400:
                return d, js


def fenced(r, js):
    if r.random() < 0.18 and "`" not in js:
        return r.choice(["```json\n", "```json\n", "```\n"]) + js + "\n```"
    return js


def shown(v):
    """A value as an answer: a string bare, all else as JSON."""
    if isinstance(v, str):
        return str(v)
    if isinstance(v, list):
        return "[" + ", ".join(shown(x) if isinstance(x, list) else literal(x) for x in v) + "]"
    if isinstance(v, dict):
        return "{" + ", ".join(json.dumps(k, ensure_ascii=False) + ": " + (shown(x) if isinstance(x, (dict, list)) else literal(x)) for k, x in v.items()) + "}"
    return literal(v)


def around(r, order, js, question):
    """The order and the JSON text, in one of several layouts."""
    k = r.random()
    js = fenced(r, js)
    lines = "\n" in js
    end = "?" if question else "."
    bare = order.rstrip(".?")
    if k < 0.5:
        if order[-1] in ".?!":
            return order + r.choice(["\n", "\n", "\n\n", " "] if not lines else ["\n", "\n", "\n\n", " "]) + js
        return order + r.choice([":\n", ":\n", ":\n\n", ": ", ": ", "\n", end + "\n", end + "\n\n", end + " "]) + js
    if order[-1] not in ".?!" and r.random() < 0.85:
        order = bare + end
    if k < 0.8:
        return js + r.choice(["\n", "\n\n", "\n\n"]) + cap(order)
    lead = ph(r, noise(r, expand(r, r.choice(A.LEADS)), r.choice([0, 0, 0, 1])))
    return cap(lead) + r.choice([": ", ":\n", ":\n\n", ":\n"]) + js + r.choice(["\n", "\n\n", "\n"] if not js.endswith("}") else ["\n", "\n\n", "\n", ". "]) + cap(order)


def extract(r, think=False):
    while True:
        d, js = material(r, 0.08, 0.03)
        every = list(leaves(d))
        flat = [x for x in every if not isinstance(x[1], dict) and not (isinstance(x[1], list) and x[1] and isinstance(x[1][0], dict))]
        if flat:
            break
    path, v = r.choice(flat if r.random() < 0.95 else every)
    if not _sayable(v):
        return extract(r, think)
    names = [p[-1] for p, _ in every]
    unique = names.count(path[-1]) == 1
    if isinstance(v, list) and len(v) > 1 and not isinstance(v[0], (dict, list)) and unique and r.random() < 0.3:
        i = r.randrange(len(v))
        o = "first second third fourth fifth sixth".split()[i]
        name = r.choice([f"the {o} item of {path[-1]}", f"the {o} entry in {path[-1]}", f"the {o} of the {path[-1]}", f"the {o} value of {path[-1]}", f"{path[-1]}[{i}]", f"item {i + 1} of {path[-1]}"] + ([f"the last item of {path[-1]}", f"the last value in {path[-1]}"] if i == len(v) - 1 else []))
        path, v = path + (i,), v[i]
        if not _sayable(v):
            return extract(r, think)
    else:
        name = naming(r, path, unique)
    if r.random() < WIDE:
        u = _ask_wide(r, W.EXTRACT, W.EXTRACT_WEIGHTS, js, name)
    else:
        u = _ask_value(r, name, js)
    c = chat(u, shown(v), system(r, 0.2), f"The path is {' > '.join(map(str, path))}. Its value is {shown(v)}." if think else "", think)
    c["about"] = {"op": "extract", "json": js, "path": path}
    return c


# The share of requests in the wide grammar.
WIDE = 0.5


def _ask_wide(r, grammar, weights, js, name=""):
    """A request in the wide grammar, about {n} or about all of the data."""
    def make(pos):
        q = sentence(r, grammar, weights, pos, "values", W.NOUNS, 0.12)
        if name.startswith("the ") and "{n}" in q:
            q = q.replace("the {n}", "{n}")
        q = q.replace("{n}", name)
        return cap(q) if q.startswith("the ") else q
    return place(r, make, fenced(r, js), "json", "values", False, 0.22, 0.05, js)


def _ask_value(r, name, js):
    """A request for a value in the older frames."""
    if r.random() < 0.4:
        q = ask(r, ph(r, "(the {n}|the value of {n}|the value of the field {n}|the value at {n}|the {n} field|the {n} in the JSON|the {n} from the JSON|{n}|the value for {n}|the value stored (in|under) {n}|the {n} value)" if not name.startswith("the ") else "{n}", n=name))
    else:
        tpl = r.choice(F.EXTRACT + A.EXTRACT + A.EXTRACT + ["(extract|get|read|return|print|fetch|find|pull out|show|output|take) (the field |the value of |the |){n}( from the JSON| from this JSON| from the object| in the JSON|)( below|)(.|)", "what does {n} contain?", "(which|what) value does {n} have?", "which {n} (is given|is set|does it have)?", "what is stored (in|under|at) {n}?", "what is {n} set to?", "what value is (in|at|under) {n}?", "from the JSON, (get|give me|extract|return|read) {n}.", "look at the JSON. what is {n}?", "{n}?", "read {n} from the (data|object|JSON|document)."])
        q = cap(say(r, slips(r, tpl), n=name)).replace("the the ", "the ").replace("The the ", "The ")
    question = q.split(" ")[0].lower() in ("what", "which", "what's", "can", "could", "how", "do", "does", "would")
    return around(r, q if q[-1] in ".?" or r.random() < 0.6 else q + ("?" if question else "."), js, question)


def _sayable(v):
    """Whether a value can stand alone as an answer: not empty, no space or quote at an end."""
    return not isinstance(v, str) or v == v.strip() and bool(v.strip("\"'`")) and not any(c in v for c in "\r\f\x08")


def naming(r, path, unique):
    """What a question calls the value at a path."""
    dotted = ".".join(path)
    last, up = path[-1], path[::-1][1:]
    if len(path) == 1:
        top = [f"the {last} on the top level", f"the {last} at the root", f"the outermost {last}", f"the top-level {last}", f"{last} of the outer object", f"the {last} of the whole object"] if r.random() < (0.12 if unique else 0.6) else []
        name = r.choice(top or [last])
    else:
        name = r.choice([dotted, dotted, last + "".join(f" of {p}" for p in up), last + "".join(f" in {p}" for p in up), f"the {last} of the {up[0]}" + (f" inside the {up[1]}" if len(up) > 1 else ""), f"the {last} inside {up[0]}" + (f" in {up[1]}" if len(up) > 1 else ""), f"the {last} under {' under '.join(up)}", f"{up[0]}'s {last}" + (f" in {up[1]}" if len(up) > 1 else ""), " > ".join(path), "/".join(path), "".join(f'["{p}"]' for p in path), f"{last} (in {'.'.join(path[:-1])})", f"the {last} that belongs to {up[0]}" + (f" of {up[1]}" if len(up) > 1 else ""), "::".join(path) if r.random() < 0.3 else dotted] + ([last] * 5 if unique else []))
    if name in (dotted, last) and r.random() < 0.25:
        name = r.choice(['"{}"', "`{}`", "'{}'"]).replace("{}", name)
    return name


def to_toml(r, think=False):
    d, js = material(r, r.choice([0.0, 0.1, 0.3, 0.5]), 0.08)
    want = toml(d)
    # What JSON escapes beyond ASCII stays escaped, so that the text can be taken over.
    if "\\u00" in js or "\\u01" in js:
        want = "".join(c if ord(c) < 128 else f"\\u{ord(c):04x}" for c in want)
    if r.random() < WIDE:
        u = _ask_wide(r, W.TOML, W.TOML_WEIGHTS, js)
    else:
        u = _ask_toml(r, js)
    tables = sum(isinstance(v, dict) for _, v in leaves(d))
    c = chat(u, want, system(r, 0.2), f"Plain values first, then {tables} table{'' if tables == 1 else 's'}." if think else "", think)
    c["about"] = {"op": "toml", "json": js}
    return c


def _ask_toml(r, js):
    """A request for TOML in the older frames."""
    order = command(r, slips(r, r.choice(F.TOML + A.TOML + A.TOML + ["(convert|turn|translate|change|transform|rewrite) (this|the following|the|the given) JSON (to|into|as) TOML", "(write|give me|show|express|output|format|print) (this|the following|the) JSON (as|in) TOML", "(make|create|produce|generate) TOML (from|out of) (this|the following) JSON", "JSON to TOML", "what is this JSON (in|as) TOML", "i need this as TOML", "convert to TOML", "(turn|convert) (this|the) (object|config|data|document) (into|to) TOML"])))
    return around(r, order, js, order.split(" ")[0].lower() in ("what", "what's", "how", "which", "can", "could", "would", "will"))
