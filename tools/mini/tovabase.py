"""Sentence frames, quoting and the builder of agent tasks.

A frame is one line. `~` is a line break, `[a|b|]` a choice, `{key}` a value. How a value
is written (bare, in quotes, in backticks, as a block) follows from its key: see ROLE."""

import re

from cases import Space, Task
from workspace import Workspace

CHOICE = re.compile(r"\[([^\[\]]*)\]")
HOLE = re.compile(r"\{(\w+)\}")
ROLE = {
    **dict.fromkeys("p p2 p3 p4 c c2 c3 k k2 k3 d d2 fn".split(), "name"),
    **dict.fromkeys("old new old2 new2 line line2 line3 v v2 w t t2".split(), "text"),
    **dict.fromkeys("b b2 b3".split(), "block"),
}
FENCE = {
    "py": "python",
    "js": "js",
    "rs": "rust",
    "json": "json",
    "sh": "bash",
    "md": "markdown",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
    "go": "go",
    "html": "html",
    "css": "css",
    "sql": "sql",
    "ts": "ts",
    "rb": "ruby",
    "c": "c",
}


def frames(text):
    """The frames of a table, one a line."""
    return [s.strip().replace("~", "\n") for s in text.strip().split("\n") if s.strip()]


def expand(r, frame):
    """The frame with one choice taken in every pair of brackets."""
    while True:
        m = CHOICE.search(frame)
        if not m:
            return frame
        frame = frame[: m.start()] + r.choice(m.group(1).split("|")) + frame[m.end() :]


def variants(frame):
    """How many texts expand can make of a frame without nested choices."""
    n = 1
    for m in CHOICE.finditer(frame):
        n *= len(set(m.group(1).split("|")))
    return n


class Style:
    """One person's way of marking names and pieces of text in a message."""

    def __init__(self, r, answer=False):
        self.r = r
        self.name = r.choice(["", "", "", "", "`", "`", '"', "'"] if not answer else ["", "", "", "`"])
        self.text = r.choice(['"', '"', '"', "'", "'", "`", "`", "“", ""])
        self.fence = r.random() < 0.5

    def wrap(self, q, s):
        return "“" + s + "”" if q == "“" else q + s + q

    def say(self, role, s, before, after):
        """The value s in its role, between the texts before and after."""
        if role == "name":
            return s if before[-1:] in "`\"'" and before else self.wrap(self.name, s)
        if role == "text":
            q = self.text
            if q == "" and not re.fullmatch(r"[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*", s):
                q = '"'
            if q and q in s or "’" in s:
                q = next((x for x in ["`", '"', "“"] if x not in s), "`")
            return s if before[-1:] in ("`", '"') else self.wrap(q, s)
        return s

    def block(self, s, before, after, lang=""):
        """A content: fenced, on lines of its own, or at the end of the line."""
        if "\n" not in s and not after.strip() and not before.endswith("\n"):
            q = self.r.choice(["", "", '"', "'", "`"])
            return s if q and q in s else self.wrap(q, s)
        if "\n" not in s and not before.endswith("\n"):
            q = next(x for x in [self.r.choice("\"'`"), "`", '"', "“"] if x not in s)
            return self.wrap(q, s)
        if self.fence or after.strip():
            s = f"```{lang if self.r.random() < 0.6 else ''}\n{s}\n```"
        lead = "" if before.endswith("\n") or not before else "\n"
        return lead + s + ("\n" if after.strip() and not after.startswith("\n") else "")


def fill(r, style, frame, vals, lang=""):
    """The frame with its values written in a style."""
    out, at = "", 0
    for m in HOLE.finditer(frame):
        out += frame[at : m.start()]
        key, after = m.group(1), frame[m.end() :]
        role, s = ROLE.get(key, "raw"), str(vals[key])
        if role == "block":
            s = style.block(s, out.rstrip(" ") if "\n" in s else out, after, lang)
            out = out.rstrip(" ") if s.startswith("\n") else out
            at = m.end() + (1 if s.endswith("\n") and after.startswith(" ") else 0)
            out += s
            continue
        out += style.say(role, s, out, after)
        at = m.end()
    return out + frame[at:]


HELLO = frames("""
Hi!
Hey,
Hello.
Quick one.
Next task.
Small job for you.
New ticket:
Another one:
Hi there,
Good morning.
OK, next.
Task:
Test step.
Case:
Let's go.
I need a hand.
Could you help?
One more thing.
Small request.
""")
BYE = frames("""
Thanks!
Thanks.
Thank you.
Cheers
Thanks a lot!
Please.
Nothing else.
That's all.
Keep the reply short.
One sentence back is enough.
Don't touch any other file.
Leave everything else as it is.
No chit-chat please.
Short answer, please.
Tell me when you're finished.
Let me know when it's done.
""")


def sentence(r, s, bank_end, frame):
    """Greeting, thanks and the small carelessness of people who type."""
    if frame[:1].isalpha() and frame[1:2].islower() and r.random() < 0.13:
        s = s[0].lower() + s[1:]
    if frame.endswith(".") and s.endswith(".") and r.random() < 0.15:
        s = s[:-1]
    if r.random() < 0.08:
        s = r.choice(HELLO) + r.choice([" ", " ", "\n"]) + s
    if bank_end and r.random() < 0.1:
        s = s + ("" if s[-1:] in ".?!:\n`" else ".") + r.choice([" ", " ", "\n"]) + r.choice(BYE)
    return s


BANKS = {}


class Clash(Exception):
    """A world in which two files, or two texts, cannot be told apart."""


def ask(r, bank, vals, lang=""):
    """(request, frame) from a bank of frames."""
    if len(bank) > 1:
        BANKS[id(bank)] = bank
    frame = r.choice(bank)
    style = Style(r)
    text = fill(r, style, expand(r, frame), vals, lang)
    ends = not re.search(r"\{b\d?\}$", frame) and "```" not in text[-4:]
    return sentence(r, text, ends, frame), frame


def job(
    r,
    bank,
    files,
    plan,
    answers,
    vals,
    errs=0,
    many=False,
    must_run=(),
    good=None,
    checks=None,
    flaky=(),
    say=(),
    unsaid=(),
    derived=(),
    lang="",
    text=None,
):
    """The task: wanted files are those after the plan. The plan may meet errs errors, and
    an edit must find its text once (many: more than once)."""
    t = Task()
    names = list(files)
    r.shuffle(names)
    t.files = {n: files[n] for n in names}
    t.start = dict(t.files)
    t.checks, t.flaky_commands = dict(checks or {}), tuple(flaky)
    t.must_run, t.good = list(must_run), good
    t.say, t.unsaid, t.plan, t.derived = [str(s) for s in say], list(unsaid), list(plan), [str(s) for s in derived]
    t.ask, t.frame = text or ask(r, bank, vals, lang)
    answer = r.choice(answers)
    t.answer = fill(r, Style(r, True), expand(r, answer), vals)
    t.answer = t.answer[:1].upper() + t.answer[1:] if t.answer[:1].isalpha() and not HOLE.match(answer) else t.answer
    t.want, found = outcome(t, many)
    if found != errs:
        raise ValueError(f"{found} errors in the plan, not {errs}: {t.plan} {t.files}")
    if t.right(Space(t.files), t.ask):
        raise Clash("the request holds the answer")
    return t


def outcome(t, many=False):
    """Files that the plan changes, and how many errors it meets."""
    ws = Workspace(
        t.files,
        t.checks,
        t.flaky_commands,
        words=dict.fromkeys("missing nomatch transient unknown".split(), "\0") | dict.fromkeys("wrote edited empty".split(), ""),
    )
    errs = 0
    for step in t.plan:
        if step[0] == "edit" and step[2] and ws.files.get(step[1], "").count(step[2]) > 1 and not many:
            raise Clash(f"text found twice: {step}")
        errs += getattr(ws, step[0])(*step[1:]) == "\0"
    names = set(ws.files) | set(t.files)
    return {n: ws.files.get(n) for n in names if ws.files.get(n) != t.files.get(n)}, errs


def grow(path, text, line):
    """The step that adds a line at the end of a file whose text has been read."""
    last = text.split("\n")[-1]
    if text.count("\n") < 2 or text.count(last) > 1:
        return ("write", path, text + "\n" + line)
    return ("edit", path, last, last + "\n" + line)


def lead(path, text, line):
    """The step that puts a line before the first line of a file."""
    first = text.split("\n")[0]
    if text.count("\n") < 2 or text.count(first) > 1:
        return ("write", path, line + "\n" + text)
    return ("edit", path, first, line + "\n" + first)


def series(items, last=" and "):
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + last + items[-1]
