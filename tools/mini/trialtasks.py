"""The kinds of agent tasks of the trial set and the files they play in."""
import trialwords as W
from cases import Task
from trialasks import ASKS

FOLDERS = ["", "", "docs/", "src/", "config/", "data/", "lib/", "house/", "trip/2031/"]
CODE = {"py": ["print({n} + {m})", "x = {n}\ny = {m}\nprint(x + y)", "def total(a, b):\n    return a + b\n\nprint(total({n}, {m}))", "print(sum([{n}, {m}]))"], "js": ["console.log({n} + {m});", "let a = {n};\nlet b = {m};\nconsole.log(a + b);"], "rs": ["fn main() {{\n    println!(\"{{}}\", {n} + {m});\n}}"], "rb": ["puts {n} + {m}", "a = {n}\nputs a + {m}"]}
RUNNERS = {"py": "python3 {p}", "js": "node {p}", "rs": "cargo run", "rb": "ruby {p}"}
TESTS = ["make verify", "npm run check", "cargo test", "pytest -q", "./check.sh", "go test", "make selftest"]
JOBS = ["./count.sh", "make stats", "python3 tally.py", "./measure --all", "npm run count"]
KEYS = ["price", "color", "owner", "town", "deadline", "size", "driver", "material"]


class Files:
    """Names, lines and texts of one task, all different."""

    def __init__(self, r):
        self.r, self.used = r, set()

    def word(self, words=W.NOUNS):
        w = next(x for x in iter(lambda: self.r.choice(words), None) if not any(x.lower() in u or u in x.lower() for u in self.used))
        self.used.add(w.lower())
        return w

    def name(self, endings=("txt", "md", "cfg")):
        return self.r.choice(FOLDERS) + self.word() + "." + self.r.choice(endings)

    def remark(self):
        return f"{self.word(W.PEOPLE)} {self.r.choice(W.PAST)} {self.r.choice(W.THINGS)}"

    def lines(self, n):
        return "\n".join(self.remark() for _ in range(n))

    def card(self, keys):
        values = {"price": lambda: str(self.r.randint(20, 980)), "color": lambda: self.r.choice(["red", "green", "blue", "yellow", "white"]), "owner": lambda: self.word(W.PEOPLE), "town": lambda: self.word(W.TOWNS), "deadline": lambda: f"{self.r.randint(2, 28)} {self.r.choice(['May', 'June', 'July'])}", "size": lambda: f"{self.r.randint(2, 19)} m", "driver": lambda: self.word(W.PEOPLE), "material": lambda: self.r.choice(["steel", "oak", "glass", "cotton"])}
        return {k: values[k]() for k in keys}


def card_text(card, sign):
    return "\n".join(f"{k}{sign}{v}" for k, v in card.items())


def write(t, f, r, kind):
    if kind == "build":
        ps, cs = [f.name() for _ in range(3)], [f.remark() for _ in range(3)]
        t.want, t.plan = dict(zip(ps, cs)), [("write", p, c) for p, c in zip(ps, cs)]
        return dict(zip("pqrcde", ps + cs))
    if kind == "pair":
        p, q, c, d = f.name(), f.name(), f.remark(), f.remark()
        t.want, t.plan = {p: c, q: d}, [("write", p, c), ("write", q, d)]
        return {"p": p, "q": q, "c": c, "d": d}
    p, c = f.name(), f.remark() if kind == "create_list" else f.lines(r.randint(1, 3))
    t.want, t.plan = {p: c}, [("write", p, c)]
    if kind == "create_list":
        t.plan.append(("list",))
        t.say = sorted(x.split("/")[-1] for x in [p, *t.files])
    return {"p": p, "c": c}


def create_run(t, f, r, kind):
    end = r.choice(sorted(CODE))
    n, m = r.randint(11, 60), r.randint(11, 39)
    p = "src/main.rs" if end == "rs" else f.name((end,))
    code, command = r.choice(CODE[end]).format(n=n, m=m), RUNNERS[end].format(p=p)
    t.good = str(n + m)
    t.checks = {command: (p, code, t.good, f"error: {p} is not as given")}
    t.want, t.must_run, t.say = {p: code}, [command], [t.good]
    t.plan = [("write", p, code), ("run", command)]
    return {"p": p, "c": code, "k": command}


def setting(f, r):
    """A file with a line to change: its path, text and the two words."""
    p, key = f.name(("ini", "yml", "txt", "cfg", "py")), f.word()
    a, b = r.choice([(str(r.randint(11, 49)), str(r.randint(50, 99))), (f.word(), f.word()), (f.word(W.TOWNS), f.word(W.TOWNS))])
    rest = [f"{f.word()} = {f.word(W.ADJECTIVES)}" for _ in range(r.randint(1, 3))]
    rest.insert(r.randint(0, len(rest)), f"{key} = {{}}")
    return p, "\n".join(rest), key, a, b


def change(t, f, r, kind):
    p, text, key, a, b = setting(f, r)
    t.files[p], t.want = text.replace("{}", a), {p: text.replace("{}", b)}
    values = {"p": p, "n": p.split("/")[-1], "a": a, "b": b}
    t.plan = [("edit", p, a, b)]
    for i in range({"both": 1, "sweep": 2}.get(kind, 0)):
        q = f.name()
        first, last = f.remark(), f.remark()
        t.files[q], t.want[q] = f"{first}\nsee {a}\n{last}", f"{first}\nsee {b}\n{last}"
        t.plan.append(("edit", q, a, b))
        values["qr"[i]] = q
    if kind == "lost":
        t.plan.insert(0, ("list",))
    if kind in ("replace_test", "fix", "sweep"):
        command, line = r.choice(TESTS), f"{key} = {b}"
        t.good = r.choice(["all {n} tests passed", "ok: {n} checks, no errors", "{n} passed, 0 failed"]).format(n=r.randint(3, 40))
        bad = f"error in {p}: '{key} = {a}' must be '{line}'"
        t.checks, t.must_run = {command: (p, line, t.good, bad)}, [command]
        t.plan += [("run", command)]
        values["k"] = command
    if kind == "fix":
        t.plan.insert(0, ("run", values["k"]))
    return values


def retry(t, f, r, kind):
    command, n = r.choice(JOBS), r.randint(12, 980)
    p = f.name()
    t.files[p] = f.lines(2)
    t.good = r.choice(["total: {n}", "{n} entries", "counted {n} items", "result = {n}"]).format(n=n)
    t.checks, t.must_run = {command: (p, "", t.good, "")}, [command]
    t.flaky_commands = (command,)
    t.plan = [("run", command)] * 2
    if kind == "keep":
        q = f.name()
        t.want = {q: str(n)}
        t.plan.append(("write", q, str(n)))
        return {"k": command, "p": q}
    t.say = [str(n)]
    return {"k": command}


def extend(t, f, r, kind):
    p, c = f.name(), f.remark()
    t.files[p] = f.lines(r.randint(2, 4))
    t.want = {p: t.files[p] + "\n" + c}
    t.plan = [("read", p), ("write", p, t.want[p])]
    return {"p": p, "c": c}


def unasked(values, asked):
    """Values that an answer need not hold: those that are no part of what was asked."""
    return [v for v in values if not any(v in x or x in v for x in asked)]


def look(t, f, r, kind):
    p, sign = f.name(), r.choice([": ", " = ", " is "])
    card = f.card(r.sample(KEYS, r.randint(2, 4)))
    a = r.choice(sorted(card))
    t.files[p], t.plan = card_text(card, sign), [("read", p)]
    if kind == "carry":
        q = f.name()
        t.want, t.plan = {q: card[a]}, [("read", p), ("write", q, card[a])]
        return {"p": p, "q": q, "a": a}
    q, other = f.name(), f.card(r.sample(KEYS, r.randint(2, 4)))
    b = r.choice(sorted(other))
    t.files[q] = card_text(other, sign)
    t.plan.append(("read", q))
    t.say = [card[a], other[b]]
    t.unsaid = unasked([*card.values(), *other.values()], t.say)
    return {"p": p, "q": q, "a": a, "b": b}


def second(t, f, r, kind):
    p = f.name()
    q = f.name((p.split(".")[-1],))
    t.files[p] = f.lines(r.randint(1, 4))
    t.want, t.plan = {q: t.files[p]}, [("read", p), ("write", q, t.files[p])]
    if kind == "rename":
        t.want[p] = None
        t.plan.append(("run", f"rm {p}"))
    return {"p": p, "q": q}


def names(t, f, r, kind):
    ends = ["txt", "md", "csv", "json", "html"]
    r.shuffle(ends)
    t.files = {}
    for e in ends[: r.randint(3, 5)]:
        t.files[f.name((e,))] = f.remark()
    t.plan = [("list",)]
    if kind == "exists":
        there = r.random() < 0.5
        t.say = ["yes"] if there else ["no"]
        p, c = r.choice(sorted(t.files)) if there else f.name(), f.remark()
        if not there:
            t.want = {p: c}
            t.plan.append(("write", p, c))
        return {"p": p, "c": c}
    p, card = r.choice(sorted(t.files)), f.card(r.sample(KEYS, r.randint(2, 4)))
    a = r.choice(sorted(card))
    t.files[p] = card_text(card, ": ")
    t.plan.append(("read", p))
    t.say, t.unsaid = [card[a]], unasked(card.values(), [card[a]])
    return {"x": "." + p.split(".")[-1], "a": a}


def find(t, f, r, kind):
    t.files = {f.name(): f.lines(r.randint(1, 2)) for _ in range(r.randint(2, 4))}
    p, a = r.choice(sorted(t.files)), f.word(W.NOUNS)
    t.files[p] += f"\nThe {a} is {f.word(W.ADJECTIVES)}"
    order = sorted(t.files)
    t.plan = [("list",), *(("read", x) for x in order[: order.index(p) + 1])]
    t.say, t.unsaid = [p.split("/")[-1]], [x.split("/")[-1] for x in t.files if x != p]
    return {"a": f"a {a}" if a[0] not in "aeiou" else f"an {a}"}


def remove(t, f, r, kind):
    p = f.name()
    t.say = [x.split("/")[-1] for x in t.files]
    t.files[p], t.want, t.plan = f.lines(1), {p: None}, [("run", f"rm {p}"), ("list",)]
    return {"p": p}


def join(t, f, r, kind):
    p, q, new = f.name(), f.name(), f.name()
    t.files[p], t.files[q] = f.lines(r.randint(1, 2)), f.lines(r.randint(1, 2))
    text = t.files[p] + "\n" + t.files[q]
    t.want, t.plan = {new: text}, [("read", p), ("read", q), ("write", new, text)]
    return {"p": p, "q": q, "r": new}


MAKERS = {"create": write, "create_list": write, "pair": write, "build": write, "create_run": create_run, "replace": change, "replace_test": change, "lost": change, "both": change, "sweep": change, "fix": change, "retry": retry, "keep": retry, "append": extend, "report": look, "carry": look, "copy": second, "rename": second, "which": names, "exists": names, "find": find, "remove": remove, "join": join}


def task(r, kind):
    """A task of a kind, its files among one or two others."""
    t, f = Task(), Files(r)
    t.kind = kind
    t.files = {f.name(): f.lines(r.randint(1, 2)) for _ in range(r.randint(1, 2))}
    values = MAKERS[kind](t, f, r, kind)
    t.ask = r.choice(ASKS[kind])
    for k, v in values.items():
        t.ask = t.ask.replace("{" + k + "}", v)
    t.start = dict(t.files)
    return t
