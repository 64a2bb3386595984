"""The desk on which tasks are made: filling of request frames, paths, texts, and the end of a task.

A frame is a sentence with [a|b] choices and {name} fields. The first letter of a field says
how it is shown: f, g, h and i are paths, c and d commands, x, y, z and w texts, which may stand in
quotes; all others are shown as they are. The sign ¶ is a line break."""
import re

import cases

PART = re.compile(r"\[([^\]]*)\]|\{(\w+)\}")
UNSAFE = re.compile(r"[,;:\"'`=()<>#|\[\]{}]|^-|\n|[.!?]$| $|^ |\b(?:and|then|with|in|to|by|into|from|of|is|but|instead|for|as|at|on|or|says)\b")
PARSED = {}
KINDS = []
FRAMES = {}
BEFORE = ["Hi! ", "Hello, ", "Hey, ", "Quick one: ", "Small job: ", "Good morning. ", "Task: ", "Next: ", "When you have a minute: ", "Dear assistant, ", "Hi there.\n\n", "OK, next one. ", "A small request. ", "Sorry to bother again. ", "hi, ", "Good day! "]
AFTER = [" Thanks!", " Thank you.", " thx", " Thank you in advance.", " Nothing else.", " That's all.", " Leave the other files alone.", " Please be quick.", " Many thanks!", " Cheers", " No long explanation please.", " It is a bit urgent.", "\n\nThanks\n", "\nThank you very much!"]


class Again(Exception):
    """The random content does not fit; make the task anew."""


def parse(frame):
    got = PARSED.get(frame)
    if got is None:
        got, at = [], 0
        for m in PART.finditer(frame):
            if m.start() > at:
                got.append((0, frame[at:m.start()].replace("¶", "\n")))
            got.append((1, [parse(p) for p in m.group(1).split("|")]) if m.group(1) is not None else (2, m.group(2)))
            at = m.end()
        if at < len(frame):
            got.append((0, frame[at:].replace("¶", "\n")))
        PARSED[frame] = got
    return got


def flat(r, parts, out):
    for kind, v in parts:
        if kind == 1:
            flat(r, v[int(r.random() * len(v))], out)
        else:
            out.append((kind, v))
    return out


def plain(r, frame, fields):
    """A frame filled with its fields as they are."""
    return "".join(v if k == 0 else str(fields[v]) for k, v in flat(r, parse(frame), []))


def quoted(text, mark):
    if mark and mark in text:
        mark = next((m for m in "\"'`" if m not in text), "")
    return mark + text + mark


def styles(r):
    """The marks around paths, texts and commands."""
    x, y, z = r.random(), r.random(), r.random()
    return ("" if x < 0.7 else "`" if x < 0.84 else '"' if x < 0.93 else "'", '"' if y < 0.42 else "'" if y < 0.57 else "`" if y < 0.68 else "", "" if z < 0.35 else "`" if z < 0.75 else '"' if z < 0.9 else "'")


def fill(r, frame, fields, polite=True, style=None):
    """A request: the frame with its fields shown in one style."""
    parts = flat(r, parse(frame), [])
    merged = []
    for p in parts:
        if p[0] == 0 and merged and merged[-1][0] == 0:
            merged[-1] = (0, merged[-1][1] + p[1])
        else:
            merged.append(p)
    paths, texts, commands = style or styles(r)
    fence = r.random() < 0.25
    out, clean = [], True
    for i, (k, v) in enumerate(merged):
        if k == 0:
            out.append(v)
            clean = True
            continue
        s, c = str(fields[v]), v[0]
        clean = False
        if c in "fghi":
            s = quoted(s, paths)
        elif c in "cd":
            s = quoted(s, commands)
        elif c in "xyzw":
            after = merged[i + 1][1] if i + 1 < len(merged) and merged[i + 1][0] == 0 else ""
            mark = texts
            if not mark and (UNSAFE.search(s) or after[:1] in (".", "?", ",", ";", ":") and after != "."):
                mark = '"'
            if not mark and after == ".":
                merged[i + 1] = (0, "")
            s = quoted(s, mark)
        elif c == "b" and fence:
            s = "```\n" + s + "\n```"
        out.append(s)
    text = "".join(out)
    if merged[0][0] == 0 and r.random() < 0.14:
        text = text[:1].lower() + text[1:]
    if clean:
        text = text.rstrip(" ")
    if clean and merged[-1][0] == 0 and merged[-1][1] and polite:
        if text.endswith(".") and r.random() < 0.14:
            text = text[:-1]
        elif r.random() < 0.15:
            text += AFTER[int(r.random() * len(AFTER))].rstrip("\n")
    if polite and r.random() < 0.12:
        text = BEFORE[int(r.random() * len(BEFORE))] + text
    return text


class Desk(cases.Task):
    """A task in the making."""

    def __init__(self, r):
        super().__init__()
        self.r, self.derived = r, []

    def end(self, plan, bank, answers, say=(), derived=(), unsaid=(), many=False, fails=0, **fields):
        """Set the plan, ask and answer; play the plan for the wanted files."""
        r = self.r
        self.frame = bank[int(r.random() * len(bank))]
        self.ask = fill(r, self.frame, fields)
        return self.close(plan, plain(r, r.choice(answers), fields), say, derived, unsaid, many, fails)

    def close(self, plan, answer, say=(), derived=(), unsaid=(), many=False, fails=0):
        self.answer = answer
        self.plan = [tuple(p) for p in plan]
        self.say = [str(s) for s in say]
        self.derived = [str(s) for s in derived]
        self.unsaid = list(unsaid)
        self.start = dict(self.files)
        ws = cases.Space(self.files, self.checks, self.flaky_commands)
        for kind, *values in self.plan:
            if kind == "edit":
                n = ws.files.get(values[0], "").count(values[1])
                if n == 0:
                    fails -= 1
                elif n > 1 and not many:
                    raise Again
            out = getattr(ws, kind)(*values)
            if out is None:
                raise Again
        if fails > 0 or fails < 0:
            raise Again
        self.want = {p: ws.files.get(p) for p in {**self.start, **ws.files} if ws.files.get(p) != self.start.get(p)}
        return self

    def tests(self, command, path, text, good, bad="", flaky=False, must=True):
        self.checks[command] = (path, text, good, bad)
        if flaky:
            self.flaky_commands = tuple(self.flaky_commands) + (command,)
        if must:
            self.must_run, self.good = [command], good


def kind(frames, n=1):
    """Register a kind with its frames, one a line."""
    bank = [f.strip() for f in frames.strip().split("\n") if f.strip()]

    def wrap(fn):
        def make(r):
            while True:
                try:
                    t = fn(Desk(r), r, bank)
                    t.kind = fn.__name__
                    return t
                except Again:
                    continue
        make.__name__ = fn.__name__
        FRAMES[fn.__name__] = bank
        KINDS.extend([make] * n)
        return make
    return wrap
