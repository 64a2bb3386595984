"""Frames with choices, requests in many registers, and the task under construction.

In a frame [a|b] is a choice, {x} a value (a path may get quotes), {'x} a quoted text,
{~x} a text with or without quotes and {#x} a block on lines of its own."""
import re

import cases
import umavoice
import umawords as W

CHOICE = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{(['~#]?)(\w+)\}")
KINDS = []
BANKS = {}


class Again(Exception):
    """The values drawn do not fit together."""


def need(ok):
    if not ok:
        raise Again


def kind(make):
    """Register a maker of tasks; it is called again when its values do not fit."""
    def attempt(r):
        while True:
            try:
                t = make(r)
                t.kind = make.__name__
                return t
            except Again:
                pass
    attempt.__name__ = make.__name__
    KINDS.append(attempt)
    return attempt


def bank(name, text):
    """Frames, one a line."""
    BANKS[name] = [x.strip().replace("\\n", "\n") for x in text.strip().split("\n")]
    return BANKS[name]


class P(str):
    """A path."""


def expand(r, frame):
    while "[" in frame:
        frame = CHOICE.sub(lambda m: r.choice(m.group(1).split("|")), frame)
    return frame.replace("  ", " ").rstrip(" ")


QUOTES = ['"', '"', "'", "`"]


def quoted(q, x):
    if q in x:
        q = next((c for c in "\"`'" if c not in x), '"')
    return q + x + q


class Hand:
    """How one request quotes: the marks of texts, of paths and the fence of blocks."""

    def __init__(self, r):
        self.q = r.choice(QUOTES)
        self.loose = self.q if r.random() < .5 else ""
        k = r.random()
        self.p = "" if k < .7 else "`" if k < .88 else '"' if k < .95 else "'"
        self.fence = r.choice((("```\n", "\n```"), ("```\n", "\n```"), ("---\n", "\n---"), ("", ""), ("", ""), ("<<<\n", "\n>>>")))

    def fill(self, frame, slots):
        def one(m):
            mark, x = m.group(1), slots[m.group(2)]
            if mark == "'":
                return quoted(self.q, x)
            if mark == "~":
                return quoted(self.loose, x) if self.loose else x
            if mark == "#":
                return "\n" + self.fence[0] + x + self.fence[1]
            return self.p + x + self.p if isinstance(x, P) else str(x)
        return SLOT.sub(one, frame)


def dress(r, frame, extra=True):
    """Give a frame its register: an opener, a closer, small letters, a missing stop, a slip."""
    if extra and r.random() < .16:
        o = expand(r, r.choice(umavoice.OPEN))
        if o[-1] in ":,-" and frame[0].isupper() and frame[:2] not in ("I ", "I'"):
            frame = frame[0].lower() + frame[1:]
        frame = o + r.choice((" ", " ", " ", "\n")) + frame
    frame = frame.replace(" ?", "?").replace(" ,", ",").replace(" ;", ";")
    block = frame.endswith("}") and "{#" in frame[-6:]
    if extra and not block and r.random() < .14:
        frame += ("" if frame[-1] in ".?!" else ".") + r.choice((" ", " ", "\n")) + expand(r, r.choice(umavoice.CLOSE))
    k = r.random()
    if k < .2:
        frame = frame.lower()
    elif k < .23:
        frame = frame.replace("'t ", "t ").replace("'s ", "s ")
    if frame[-1] == "." and r.random() < .2:
        frame = frame[:-1]
    if r.random() < .05:
        ws = frame.split(" ")
        i = r.randrange(len(ws))
        w = ws[i]
        if len(w) > 4 and w.isalpha():
            j = r.randrange(1, len(w) - 2)
            ws[i] = w[:j] + w[j + 1] + w[j] + w[j + 2:]
            frame = " ".join(ws)
    return frame


def holds(text, part):
    """cases.has, after a cheap look."""
    return part.lower() in text.lower() and cases.has(text, part)


class Job(cases.Task):
    """A task under construction: put() makes its files, the steps play along."""

    def __init__(self, r):
        super().__init__()
        self.r, self.now, self.seen, self.derived, self.frame = r, {}, set(), set(), ""

    # The workspace at the start.

    def put(self, path, text):
        need(path not in self.files)
        self.files[path] = self.now[path] = "\n".join(text) if isinstance(text, list) else text
        return P(path)

    def path(self, exts=None, other=()):
        """A path that is not there yet."""
        while True:
            p = W.path(self.r, exts) if exts else W.path(self.r)
            if p not in self.now and p not in other:
                return P(p)

    def some(self, low=2, high=7):
        """A file of distinct lines; its path and lines."""
        make, exts = self.r.choice(W.STYLES)
        lines = []
        for _ in range(self.r.randint(low, high)):
            x = make(self.r)
            if not any(x in y or y in x for y in lines):
                lines.append(x)
        need(len(lines) >= low)
        p = self.path(exts)
        self.put(p, lines)
        return p, lines

    def clutter(self, low=0, high=3):
        for _ in range(self.r.randint(low, high)):
            self.some(1, 4)

    # Steps of the plan.

    def list(self):
        self.plan.append(("list",))

    def read(self, p):
        self.plan.append(("read", p))
        self.seen.add(p)
        return self.now.get(p)

    def look(self, p):
        if p not in self.seen:
            self.read(p)

    def write(self, p, text):
        self.plan.append(("write", p, text))
        self.now[p] = text
        self.seen.add(p)

    def edit(self, p, old, new):
        need(old and old != new and self.now[p].count(old) == 1)
        self.plan.append(("edit", p, old, new))
        self.now[p] = self.now[p].replace(old, new)

    def run(self, command):
        self.plan.append(("run", command))

    def rm(self, p):
        self.run("rm " + p)
        del self.now[p]

    def append(self, p, x):
        """Read the file, then add a last line."""
        self.look(p)
        text = self.now[p]
        last = text.split("\n")[-1]
        if text.count("\n") < 2 or text.count(last) > 1:
            self.write(p, text + "\n" + x)
        else:
            self.edit(p, last, last + "\n" + x)

    def prepend(self, p, x):
        self.look(p)
        text = self.now[p]
        first = text.split("\n")[0]
        if text.count("\n") < 2 or text.count(first) > 1:
            self.write(p, x + "\n" + text)
        else:
            self.edit(p, first, x + "\n" + first)

    def drop(self, p, x):
        """Remove a line of a file that is known."""
        lines = self.now[p].split("\n")
        need(x in lines and len(lines) > 1)
        if lines[-1] == x:
            self.edit(p, "\n" + x, "")
        else:
            self.edit(p, x + "\n", "")

    def check(self, command, path, text, good, bad):
        need(command not in self.checks)
        self.checks[command] = (path, text, good, bad)

    def must(self, command, good):
        self.must_run, self.good = [command], good

    # The end.

    def done(self, frames, slots, answers, extra=True):
        r = self.r
        self.frame = r.choice(frames)
        hand = Hand(r)
        return self.close(hand.fill(dress(r, expand(r, self.frame), extra), slots), hand, slots, answers)

    def close(self, ask, hand, slots, answers):
        self.ask = ask
        hand.p = self.r.choice(("", "", "`"))
        self.answer = hand.fill(expand(self.r, self.r.choice(answers)), slots)
        self.start = dict(self.files)
        self.want = {p: self.now.get(p) for p in {**self.start, **self.now} if self.now.get(p) != self.start.get(p)}
        need(len(self.plan) <= 11)
        need(self.want or self.must_run or any(holds(ask, s) for s in self.unsaid) or not all(holds(ask, s) for s in self.say))
        need(not any(holds(self.answer, s) for s in self.unsaid))
        return self


OK = bank("done", r"""
Done.
[Done|All done|Finished], {f} is [updated|changed|ready].
I [updated|changed] {f} as [asked|requested].
{f} is [up to date|changed|done] now.
The change to {f} is [made|in place|saved].
""")
