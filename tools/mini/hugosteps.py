"""Requests of hugo for two to seven steps at once, in lists, rows and out of order."""
import re

import hugowords as W
from hugobase import Again, BANKS, dress, fill, joined, kind, up
from hugoclauses import BACK2, BACK3, LISTS, ROWS
import hugobase

NUMBERS = "zero one two three four five six seven eight nine".split()


class Steps:
    """What the steps so far asked for, did and found."""

    def __init__(self, r, j, alone):
        self.r, self.j, self.alone, self.free, self.clauses, self.did, self.found, self.say = r, j, alone, [], [], [], [], []
        self.used = set()
        self.looks = r.choice(hugobase.LOOKS)

    def clause(self, bank, **slots):
        frame = self.r.choice(BANKS["hugo.s." + bank])
        text = fill(self.r, frame.lstrip("="), slots, self.looks)
        self.clauses.append((frame[0] == "=", frame.lstrip("=")[0] not in "{[", text))

    def file(self, lo=1):
        """A file of notes, new or one that was changed before."""
        j = self.j
        old = [p for p in j.now if p not in self.used or not self.alone]
        if old and self.r.random() < .45:
            p = self.r.choice(old)
            if j.now[p].count("\n") + 1 >= lo:
                self.used.add(p)
                return p
        if len(j.files) > 5:
            raise Again
        p = self.add(W.notes(self.r, lo, 6))
        return p

    def add(self, text, exts=W.ANY):
        j = self.j
        p = j.put(text, exts)
        if p in j.taken:
            raise Again
        self.used.add(p)
        return p

    def fresh(self, exts=W.ANY):
        p = self.j.fresh(exts)
        self.used.add(p)
        return p


def create(s):
    p, t = s.fresh(), s.j.fresh_line()
    s.clause("create", p=p, t=t)
    s.j.write(p, t)
    s.did.append(f"created {p}")


def create2(s):
    p, t, t2 = s.fresh(), s.j.fresh_line(), s.j.fresh_line()
    s.clause("create2", p=p, t=t, t2=t2)
    s.j.write(p, t + "\n" + t2)
    s.did.append(f"wrote {p}")


def swap(s):
    p = s.file()
    v, w = s.j.word(p)
    s.clause("swap", p=p, v=v, w=w)
    s.j.swap(p, v, w)
    s.did.append(f"changed {v} to {w} in {p}")


def setting(s):
    text, got = W.settings(s.r)
    p = s.add(text, W.CNF)
    k = s.r.choice(list(got))
    v, line = got[k]
    w = W.VALUE[W.KEYS[k]](s.r)
    if w == v or w in text or line.count(v) != 1:
        raise Again
    s.clause("set", p=p, k=k, w=w)
    s.j.read(p)
    s.j.swap(p, line, line.replace(v, w))
    s.did.append(f"set {k} to {w} in {p}")


def append(s):
    p, t = s.file(), s.j.fresh_line()
    s.clause("append", p=p, t=t)
    s.j.append(p, t)
    s.did.append(f"added a line to {p}")


def prepend(s):
    p, t = s.file(), s.j.fresh_line()
    s.clause("prepend", p=p, t=t)
    s.j.prepend(p, t)
    s.did.append(f"put a line on top of {p}")


def drop(s):
    p = s.file(2)
    t = s.r.choice(s.j.now[p].split("\n"))
    if not t.strip():
        raise Again
    s.clause("drop", p=p, t=t)
    s.j.drop_line(p, t)
    s.did.append(f"took a line out of {p}")


def after(s):
    p, t = s.file(2), s.j.fresh_line()
    a = s.r.choice(s.j.now[p].split("\n")[:-1] or [""])
    if not a.strip():
        raise Again
    s.clause("after", p=p, t=t, t2=a)
    s.j.after(p, a, t)
    s.did.append(f"inserted a line in {p}")


def rm(s):
    p = s.add(W.notes(s.r, 1, 4))
    s.clause("rm", p=p)
    s.j.run("rm " + p)
    s.did.append(f"deleted {p}")


def rm2(s):
    p, q = s.add(W.notes(s.r, 1, 3)), s.add(W.notes(s.r, 1, 3))
    s.clause("rm2", p=p, q=q)
    s.j.run("rm " + p)
    s.j.run("rm " + q)
    s.did.append(f"deleted {p} and {q}")


def rename(s):
    p, q = s.file(), s.fresh()
    s.clause("rename", p=p, q=q)
    s.j.rename(p, q)
    s.did.append(f"renamed {p} to {q}")


def copy(s):
    p, q = s.file(), s.fresh()
    s.clause("copy", p=p, q=q)
    s.j.copy(p, q)
    s.did.append(f"copied {p} to {q}")


def run(s):
    c, out = s.j.command(flaky=s.r.random() < .08)
    s.clause("run", c=c)
    s.j.run(c)
    if c in s.j.flaky_commands:
        s.j.run(c)
    s.found.append(f"{c} printed: {out}")
    s.say.append(out)


def value(s):
    text, got = W.settings(s.r)
    p = s.add(text, W.CNF)
    k = s.r.choice(list(got))
    s.clause("value", p=p, k=k)
    s.j.read(p)
    s.found.append(f"the {k} in {p} is {got[k][0]}")
    s.say.append(got[k][0])


def wc(s):
    p = s.file()
    s.clause("wc", p=p)
    n = s.j.wc(p)
    s.found.append(f"{p} has {n} line{'s' * (n != '1')}")
    s.say.append(n)


def save(s):
    p = s.fresh(W.TXT)
    c, out = s.j.command()
    s.clause("save", p=p, c=c)
    s.j.run(c)
    s.j.write(p, out)
    s.did.append(f"saved the output of {c} in {p}")


def both(s):
    v, w = s.r.sample(s.r.choice([W.PEOPLE, W.TOWNS, W.GOODS, W.THINGS, W.COLOURS, W.TECH]), 2)
    p, q = (s.add("\n".join(s.r.sample([s.r.choice(["{v}", "{v}, " + W.number(s.r), "1. {v}", "ask about {v}", "new: {v}", "{v} = " + W.number(s.r), "not before {v}"]).replace("{v}", v)] + W.notes(s.r, 1, 3).split("\n"), 2))) for _ in "ab")
    if s.j.now[p].count(v) != 1 or s.j.now[q].count(v) != 1:
        raise Again
    s.clause("both", p=p, q=q, v=v, w=w)
    s.j.swap(p, v, w)
    s.j.swap(q, v, w)
    s.did.append(f"put {w} for {v} in {p} and {q}")


def carry(s):
    k = s.r.choice(list(W.KEYS))
    (a, g), (b, h) = W.settings(s.r, s.r.randint(1, 4), [k]), W.settings(s.r, s.r.randint(1, 4), [k])
    v, line = h[k]
    w = g[k][0]
    if w in b or line.count(v) != 1:
        raise Again
    p, q = s.add(a, W.CNF), s.add(b, W.CNF)
    s.clause("carry", p=p, q=q, k=k)
    s.j.read(p)
    s.j.read(q)
    s.j.swap(q, line, line.replace(v, w))
    s.did.append(f"set {k} to {w} in {q}")


WEIGHTS = {create: 5, create2: 2, swap: 7, setting: 4, append: 4, prepend: 2, drop: 2, after: 2, rm: 4, rm2: 1, rename: 3, copy: 3, run: 4, value: 3, wc: 2, save: 2, both: 2, carry: 1}
CHANGES = {k: v for k, v in WEIGHTS.items() if k not in (run, value, wc)}


def build(r, j, n, alone=False, weights=WEIGHTS, last=None):
    """n steps; the last may be given."""
    j.notes(1, 4)
    s = Steps(r, j, alone)
    ks = r.choices(list(weights), weights.values(), k=n)
    if last:
        ks[-1] = last
    for k in ks:
        k(s)
    if r.random() < .3 and len(j.files) < 5:
        j.put(W.notes(r, 1, 4))
    if any(p in j.taken for p in j.files):
        raise Again
    return s


def end(s, frame):
    """The answer after all steps."""
    r, j = s.r, s.j
    j.frame = frame
    short = r.choice(["All done", "Everything is done", f"All {NUMBERS[len(s.clauses)]} points are done", "Done", "That is all done"])
    parts = ([up(joined(s.did))] if s.did else []) + [f[:1].upper() + f[1:] if f.startswith("the ") else f for f in s.found]
    a = ". ".join(parts) + "."
    if len(a) > 195 or r.random() < .15 and s.did:
        a = ". ".join(([short] if s.did else []) + parts[bool(s.did):]) + "."
    j.answer, j.say = a, s.say


def row(s, layout, n):
    """Clauses set into a layout of one paragraph, of which superfluous places are cut off."""
    def one(m):
        k = m.group(1)
        if k in "nN":
            return NUMBERS[n] if k == "n" else up(NUMBERS[n])
        if k.endswith("x"):
            return "go on with that"
        i = int(k) - 1 if k.isdigit() else ord(k) - 65
        declarative, soft, text = s.clauses[i]
        if declarative and not (k.isupper() or s.colon):
            raise Again
        return up(text) if soft and k.isupper() else text
    return re.sub(r"\{(\d|\dx|[A-GnN])\}", one, layout)


def cut(r, layout, n):
    """A layout for seven clauses made one for n: the last place stays where it ends specially."""
    parts = re.split(r"(?<=\})(?=[^{}]*\{[1-7A-G]\})", layout)
    if "{n}" in parts[0] or "{N}" in parts[0]:
        parts[:2] = [parts[0] + parts[1]]
    if len(parts) != 7:
        raise Again
    keep = parts[:n - 1] + parts[6:]
    return "".join(keep[:-1]) + re.sub(r"\{[7G]\}", lambda m: "{%s}" % (n if m.group() == "{7}" else "ABCDEFG"[n - 1]), keep[-1])


def finish_ask(s, text, soft=True, shut=False):
    s.j.ask = dress(s.r, text.replace("?.", "?").replace("?;", "?"), soft, shut)


def listed(s, n):
    r = s.r
    lay = r.choice(LISTS).replace("\\n", "\n").replace("{n}", NUMBERS[n]).replace("{N}", up(NUMBERS[n]))
    m = re.search(r"\{([^{}]*)x\}", lay)
    cap, dot = r.random() < .7, r.choice(["", "", "."])
    items = []
    for i, (_, soft, text) in enumerate(s.clauses):
        mark = m.group(1)
        mark = mark.replace("1", str(i + 1)).replace("a)", "abcdefg"[i] + ")").replace("a. ", "abcdefg"[i] + ". ").replace("i)", ["i", "ii", "iii", "iv", "v", "vi", "vii"][i] + ")")
        items.append(mark + (up(text) if soft and cap else text) + dot)
    text = lay[:m.start()] + "\n".join(items) + lay[m.end():]
    finish_ask(s, text, False)
    end(s, "list " + lay)


def rowed(s, n):
    lay = cut(s.r, s.r.choice(ROWS).replace("\\n", "\n"), n)
    s.colon = ":" in lay.split("{")[0] or lay.startswith(("{A}. {B}", "{A}.\n", "{1}\n", "{1} +", "(1)", "1)"))
    finish_ask(s, row(s, lay, n), lay[0] not in "{(1" or lay[1] in "A")
    if lay[1] == "A" and not s.clauses[0][1]:
        s.j.ask = row(s, lay, n).replace("?.", "?").replace("?;", "?")
    end(s, "row " + lay)


def backward(s, layouts, n):
    lay = s.r.choice(layouts).replace("\\n", "\n")
    s.colon = False
    text = row(s, lay, n)
    finish_ask(s, text, lay[0] not in "{(13")
    end(s, "back " + lay)


@kind
def list_two(r, j):
    listed(build(r, j, 2), 2)


@kind
def list_three(r, j):
    listed(build(r, j, 3), 3)


@kind
def list_four(r, j):
    listed(build(r, j, 4), 4)


@kind
def list_many(r, j):
    n = r.choice([5, 5, 6, 7])
    listed(build(r, j, n), n)


@kind
def list_changes(r, j):
    n = r.choice([2, 3, 4, 5])
    listed(build(r, j, n, weights=CHANGES), n)


@kind
def row_two(r, j):
    rowed(build(r, j, 2), 2)


@kind
def row_three(r, j):
    rowed(build(r, j, 3), 3)


@kind
def row_four(r, j):
    rowed(build(r, j, 4), 4)


@kind
def row_many(r, j):
    n = r.choice([5, 5, 6, 7])
    rowed(build(r, j, n), n)


@kind
def row_report(r, j):
    n = r.choice([2, 3, 4])
    rowed(build(r, j, n, weights=CHANGES, last=r.choice([run, run, value, wc])), n)


@kind
def list_report(r, j):
    n = r.choice([2, 3, 4])
    listed(build(r, j, n, weights=CHANGES, last=r.choice([run, run, value, wc])), n)


@kind
def back_two(r, j):
    backward(build(r, j, 2, True), BACK2, 2)


@kind
def back_three(r, j):
    backward(build(r, j, 3, True), BACK3, 3)


ALL = [list_two, list_three, list_four, list_many, list_changes, row_two, row_three, row_four, row_many, row_report, list_report, back_two, back_three]
