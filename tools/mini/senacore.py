"""How a request is put together: frames, marks around names, blocks of content, politeness.

A frame is one line. "[a|b]" is a choice, "~" a new line, "{p}" a place. The first letter of a
place says what it holds: p q s u are paths, c d commands, x y content, v w o n m values,
k j identifiers; every other letter is plain text.
"""

import re

from cases import Task, has
from workspace import Workspace

CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
PLACE = re.compile(r"\{([a-z])(\d?)\}")
PLAIN = re.compile(r"[\w.\-/]+")


class Redo(Exception):
    """A draw that does not hold together; another one is made."""


def need(ok):
    if not ok:
        raise Redo


class Style:
    """The marks one request uses around names, values and content."""

    def __init__(self, r, answer=False):
        pick = lambda marks, weights: r.choices(marks, weights)[0]
        self.r = r
        self.answer = answer
        if answer:
            self.path = pick(["", "`"], [5, 5])
            self.code = pick(["", "`"], [3, 7])
            self.value = pick(["", "`", '"'], [7, 2, 1])
            self.key = pick(["", "`"], [6, 4])
        else:
            self.path = pick(["", "`", '"', "'", "**"], [44, 34, 12, 8, 2])
            self.code = pick(["", "`", '"', "'"], [34, 46, 12, 8])
            self.value = pick(["", "`", '"', "'"], [26, 22, 36, 16])
            self.key = pick(["", "`", '"', "'"], [52, 32, 10, 6])
        self.fence = r.random() < 0.5
        self.tag = r.random() < 0.4

    def mark(self, letter, s):
        if letter in "pqsu":
            m = self.path
        elif letter in "cd":
            m = self.code
        elif letter in "kj":
            m = self.key
        else:
            m = self.value
            if not m and not self.answer and not PLAIN.fullmatch(s):
                m = self.r.choice(['"', "'", "`", '"'])
        if m and m in s:
            m = next((q for q in "\"'`" if q not in s), "")
        return m + s + m


LANG = {
    "py": "python",
    "rs": "rust",
    "js": "js",
    "ts": "ts",
    "sh": "bash",
    "json": "json",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
    "rb": "ruby",
    "md": "markdown",
    "sql": "sql",
    "html": "html",
    "css": "css",
    "csv": "csv",
    "go": "go",
    "c": "c",
    "java": "java",
}


def block(st, before, text, after, ext):
    """Content put into a request: (text before, content, text after). Content of several
    lines stands on lines of its own; a single line is quoted, or bare after a colon."""
    r = st.r
    ends = after.strip(" .!") == "" or after.startswith("\n")
    if "\n" not in text:
        colon = before.rstrip().endswith(":")
        if ends and colon:
            k = r.random()
            if k < 0.5:
                return before.rstrip() + " ", text, "" if after.strip(" .!") == "" else after
            if k < 0.65:
                return before.rstrip() + "\n", text, "" if after.strip(" .!") == "" else after
        marks = [m for m in ('"', "'", "`", '"') if m not in text]
        if marks:
            m = st.value if st.value in marks and st.value else r.choice(marks)
            return before, m + text + m, after
        need(ends and colon)
        return before.rstrip() + "\n", text, "" if after.strip(" .!") == "" else after
    more = after.strip(" .!") != ""
    before = before.rstrip(" ")
    if not before.endswith((":", "\n")) and not more and r.random() < 0.7:
        before += ":"
    if st.fence or more:
        body = "```" + (LANG.get(ext, "") if st.tag else "") + "\n" + text + "\n```"
    else:
        body = text
        if r.random() < 0.3 and not before.endswith("\n"):
            before += "\n"
    after = after.lstrip(" .!,") if more else ""
    return before.rstrip("\n") + ("\n\n" if before.endswith("\n") and not st.fence else "\n"), body, ("\n" + after.lstrip("\n")) if after else ""


def expand(r, frame):
    while True:
        m = CHOICE.search(frame)
        if not m:
            return frame.replace("~", "\n")
        frame = frame[: m.start()] + r.choice(m.group(1).split("|")) + frame[m.end() :]


def fill(st, frame, vals):
    """The frame with choices made and places filled; content goes in last."""
    r, held = st.r, {}
    s = expand(r, frame)

    def place(m):
        key = m.group(1) + m.group(2)
        v = vals[key]
        if m.group(1) in "xy" and not st.answer:
            held[key] = v
            return "\x00" + key + "\x01"
        if m.group(1) in "pqsucdvwonmkj":
            return st.mark(m.group(1), v)
        return v

    s = PLACE.sub(place, s)
    open_end = s.rstrip(" .!").endswith("\x01")
    ext = vals.get("p", "").rpartition(".")[2]
    for key, v in held.items():
        before, after = s.split("\x00" + key + "\x01")
        b, body, a = block(st, before, v, after, ext)
        s = b + body + a
    return s, open_end


FIRST = """Hi, |Hello, |Hey, |Hi there, |Hello there, |Hi! |Hey! |Good morning, |Good evening, |Morning! |Servus, |Moin, |Moin! |\
Hallo, |Namaste, |Dear assistant, |Hi team, |Yo, \
|Quick one: |Quick task: |Small task: |Next: |Next task: |Task: |Ticket: |Request: |Todo: |One more thing: |Another one: |\
Next up: |Now: |Okay: |OK, |ok so |Alright, |Right, |So, |Well, \
|Please help me: |I need your help: |Need a hand: |Small favor: |Small favour: |Tiny thing: |Kindly help: |Minor one: |\
Sorry to bother you, |If you have a minute: |When you have time: \
|Could you do me a favor: |Do me a favour: |For today's release: |Before the standup: |From the review: |As discussed: |\
As agreed yesterday: |As per the ticket: |For the handover: \
|Housekeeping: |Cleanup job: |From my list: |On my list for today: |I'm on my phone, so: |Short on time, |In this workspace: |\
In this repo: |In my project: |In the working directory: \
|In the current folder: |Working in this directory: |Hi again, |Hello again, |Hey you, |Good day, |Greetings, |Okay then: |\
Let's go: |Fine, |Thanks for earlier. |First job: |Job for you: """.replace("\\\n", "").split("|")
LAST = """Thanks!|Thanks.|Thank you!|Thank you.|Thanks a lot!|Thx!|thx|Many thanks!|Many thanks in advance.|Thanks in advance!|\
Danke!|Merci!|Cheers!|Cheers.|ty|Much appreciated.|Please and thank you.|That's it.|That's all.|That is all.\
|That would be all.|Nothing else.|Nothing more.|Nothing else please.|Leave the rest alone.|Leave everything else as it is.|\
Don't touch anything else.|Please don't touch the other files.|Other files stay as they are.\
|The rest can stay.|No other changes.|No other changes please.|Keep it short.|Keep your answer short.|A short answer is enough.|\
One sentence is enough.|Short reply please.|Be brief.|No long explanation needed.\
|No need to explain.|You don't have to explain.|Tell me when you are done.|Let me know when it's done.|Let me know once done.|\
Ping me when it's done.|Report back when finished.|Just tell me when you're finished.|Confirm at the end.\
|Please confirm.|Kindly confirm.|Please do the needful.|Kindly do the needful.|Revert back once done.|I'm in a hurry.|\
It's kind of urgent.|No rush.|Take your time.|It should be quick.|Should be a small thing.|This is for a demo.\
|I have a meeting in a minute.|You can do it directly.|Just do it, no questions.|No need to ask back.|Go ahead without asking.|\
I trust you.|Have a nice day!|Best regards|Regards|Greetings from Pune|Viele Grüße""".replace("\\\n", "").split("|")


def dress(r, s, open_end, plain, names=()):
    """Greetings, thanks, a missing full stop, small letters (not for names at the start)."""
    fixed = s.startswith(tuple(names))
    if not open_end and s and (s[-1].isalnum() or s[-1] in "`\"')*]") and r.random() < 0.62:
        s += "."
    if r.random() < 0.3:
        f = r.choice(FIRST)
        if f.endswith((", ", ": ", "so ")) and re.match(r"[A-Z][a-z]+ ", s) and not re.match("I |I'", s) and not fixed:
            s = s[0].lower() + s[1:] if f.endswith((", ", "so ")) or r.random() < 0.6 else s
        s = f + s
    if not open_end and not plain and r.random() < 0.3:
        last = r.choice(LAST)
        if s[-1] not in ".!?\n" and not s.endswith("```"):
            s += "."
        s += ("\n" if s.endswith("```") or r.random() < 0.12 else " ") + last
    if r.random() < 0.12 and re.match("[A-Z][a-z]", s) and (not fixed or not s.startswith(tuple(names))):
        s = s[0].lower() + s[1:]
        if s[-1] == "." and s[-2:] not in ("..", " .") and not open_end:
            s = s[:-1]
    return s


FRAMES, ANSWERS, KINDS = {}, {}, []


def kind(f):
    """Registers a kind: a function r -> Task."""
    KINDS.append(f)
    return f


def lines(text):
    return [x for x in (y.strip() for y in text.strip().split("\n")) if x]


def build(
    r,
    kind,
    files,
    plan,
    vals,
    say=(),
    unsaid=(),
    checks=None,
    flaky=(),
    good=None,
    run=(),
    frames=None,
    answers=None,
    many=False,
    filler=None,
    avoid=(),
    quiet=False,
):
    """The task. Wanted files are what the plan leaves behind; every edit must hit exactly
    one place unless many."""
    import senaworld as W

    files = dict(files)
    for _ in range(r.choice([0, 0, 1, 1, 2, 2, 3]) if filler is None else filler):
        p, text = W.any_file(r)
        taken = {x.lower() for x in files} | {a[1].lower() for a in plan if a[0] in ("read", "write", "edit")}
        if p.lower() not in taken and not any(a.lower() in text.lower() or a.lower() in p.lower() for a in avoid):
            files[p] = text
    # a check must not pass before the work is done
    need(not any(text in files.get(p, "\0") for p, text, _, _ in (checks or {}).values() if text))
    items = list(files.items())
    r.shuffle(items)
    t = Task()
    t.kind, t.files = kind, dict(items)
    t.checks, t.flaky_commands = dict(checks or {}), tuple(flaky)
    st = Style(r)
    t.frame = r.choice(frames or FRAMES[kind])
    s, open_end = fill(st, t.frame, vals)
    t.ask = dress(r, s, open_end, quiet, [v for v in vals.values() if v])
    ws = Workspace(t.files, t.checks, t.flaky_commands)
    for a in plan:
        if a[0] == "edit" and not many and a[1] in ws.files:
            need(ws.files[a[1]].count(a[2]) <= 1)
        getattr(ws, a[0])(*a[1:])
    t.want = {p: ws.files.get(p) for p in {*t.files, *ws.files} if ws.files.get(p) != t.files.get(p)}
    t.start = dict(t.files)
    t.must_run, t.good = list(run), good
    t.say, t.unsaid, t.plan = [x for x in say if x], list(unsaid), list(plan)
    t.answer = fill(Style(r, True), r.choice(answers or ANSWERS[kind]), vals)[0]
    t.answer = t.answer[:1].upper() + t.answer[1:] if not t.answer.startswith(tuple(v for k, v in vals.items() if v)) else t.answer
    need(t.want or t.must_run or t.say)
    # a path or a value may hold by chance a word that must not be said
    need(not any(has(t.answer, u) for u in unsaid))
    need(len(t.ask) <= 600 and len(plan) <= 11)
    need(all(len(x) <= 300 and x.count("\n") < 12 for x in [*t.files.values(), *(v for v in t.want.values() if v)]))
    return t
