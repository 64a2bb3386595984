"""Training data: reading a field from JSON and turning JSON into TOML."""
import json

from chat import chat
import frames as F
from phrase import ask, command, ph, say, system
from words import NAMES, WORDS, cap, letters, pseudo, word

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


def leaves(d, path=()):
    for k, v in d.items():
        yield path + (k,), v
        if isinstance(v, dict):
            yield from leaves(v, path + (k,))


def dump(r, d):
    k = r.randrange(4)
    if k == 0:
        return json.dumps(d, indent=2, ensure_ascii=False)
    if k == 1:
        return json.dumps(d, indent=4, ensure_ascii=False)
    if k == 2:
        return json.dumps(d, separators=(",", ":"), ensure_ascii=False)
    return json.dumps(d, ensure_ascii=False)


def shown(v):
    return v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)


def extract(r, think=False):
    d = small(r)
    every = list(leaves(d))
    flat = [x for x in every if not isinstance(x[1], dict)]
    path, v = r.choice(flat if flat and r.random() < 0.95 else every)
    names = [p[-1] for p, _ in every]
    dotted = ".".join(path)
    of = path[-1] + "".join(f" of {p}" for p in reversed(path[:-1]))
    inn = path[-1] + "".join(f" in {p}" for p in reversed(path[:-1]))
    unique = names.count(path[-1]) == 1
    name = r.choice([dotted, dotted, of, inn, of] + ([path[-1]] * 4 if unique else []))
    if r.random() < 0.2:
        name = r.choice(['"{}"', "`{}`"]).format(dotted if len(path) > 1 else path[-1])
    if r.random() < 0.5:
        q = ask(r, ph(r, "(the {n}|the value of {n}|the value of the field {n}|the value at {n}|the {n} field|the {n} in the JSON|the {n} from the JSON|{n}|the value for {n}|the value stored (in|under) {n}|the {n} value)", n=name))
    else:
        q = cap(say(r, r.choice(F.EXTRACT + ["(extract|get|read|return|print|fetch|find|pull out|show|output|take) (the field |the value of |the |){n}( from the JSON| from this JSON| from the object| in the JSON|)( below|)(.|)", "what does {n} contain?", "(which|what) value does {n} have?", "which {n} (is given|is set|does it have)?", "what is stored (in|under|at) {n}?", "what is {n} set to?", "what value is (in|at|under) {n}?", "from the JSON, (get|give me|extract|return|read) {n}.", "look at the JSON. what is {n}?", "{n}?", "read {n} from the (data|object|JSON|document)."]), n=name))
    js = dump(r, d)
    if r.random() < 0.3:
        js = "```json\n" + js + "\n```"
    if r.random() < 0.5:
        u = q.rstrip(".") + r.choice(["\n", "\n\n", "\nJSON: ", ":\n"]) + js
    else:
        u = r.choice(["", "", "Here is some JSON:\n", "JSON:\n", "Given this JSON:\n", "Data:\n", "Given "]) + js + r.choice(["\n", "\n\n"]) + q
    return chat(u, shown(v), system(r, 0.2), f"The path is {' > '.join(path)}. Its value is {shown(v)}." if think else "", think)


def toml_value(v):
    if isinstance(v, list):
        return "[" + ", ".join(toml_value(x) for x in v) + "]"
    return json.dumps(v, ensure_ascii=False)


def toml(d, prefix=()):
    """TOML text: scalars first, then one table for each object, depth first."""
    out = [f"{k} = {toml_value(v)}" for k, v in d.items() if not isinstance(v, dict)]
    blocks = ["\n".join(out)] if out else []
    for k, v in d.items():
        if isinstance(v, dict):
            head = "[" + ".".join(prefix + (k,)) + "]"
            inner = toml(v, prefix + (k,))
            first = any(not isinstance(x, dict) for x in v.values())
            blocks.append(head + ("\n" if first else "\n\n" if inner else "") + inner)
    return "\n\n".join(blocks)


def to_toml(r, think=False):
    d = small(r, 400)
    order = command(r, r.choice(F.TOML + ["(convert|turn|translate|change|transform|rewrite) (this|the following|the|the given) JSON (to|into|as) TOML", "(write|give me|show|express|output|format|print) (this|the following|the) JSON (as|in) TOML", "(make|create|produce|generate) TOML (from|out of) (this|the following) JSON", "JSON to TOML", "what is this JSON (in|as) TOML", "i need this as TOML", "convert to TOML", "(turn|convert) (this|the) (object|config|data|document) (into|to) TOML"]))
    js = dump(r, d)
    if r.random() < 0.3:
        js = "```json\n" + js + "\n```"
    u = order + r.choice([":\n", ":\n\n", ".\n", ": "]) + js if r.random() < 0.8 else js + "\n\n" + cap(order) + "."
    tables = sum(isinstance(v, dict) for _, v in leaves(d))
    return chat(u, toml(d), system(r, 0.2), f"Plain values first, then {tables} table{'' if tables == 1 else 's'}." if think else "", think)
