"""Frames, requests and jobs of the vito tasks.

A frame holds choices [a|b] and slots: {p...} is a path in the request's style, {q...} the
text of the slot without its q in quotes, any other slot stands as it is."""
import re

import cases

CHOICE = re.compile(r"\[([^\[\]|]*\|[^\[\]]*)\]")
SLOT = re.compile(r"\{(\w+)\}")
KINDS = []
BANKS = {}


class Again(Exception):
    """The drawn content does not fit; draw once more."""


def spread(r, frame):
    while "|" in frame:
        new = CHOICE.sub(lambda m: r.choice(m[1].split("|")), frame)
        if new == frame:
            break
        frame = new
    return frame


def quoted(s, style):
    if style in s or not style:
        style = next(c for c in ('"', "`", "'", "") if not c or c not in s)
    return style + s + style


def fill(r, frame, slots):
    f = r.choice(("", "", "", "", "`", "`", '"', "'"))
    q = r.choice(('"', '"', '"', "'", "`"))

    def value(m):
        k = m[1]
        if k in slots:
            v = str(slots[k])
            return f + v + f if k[0] == "p" else v
        return quoted(str(slots[k[1:]]), q)
    return SLOT.sub(value, frame)


HELLO = """Hi! |Hello, |Hey, |Good morning! |Good afternoon. |Hi there, |Morning! |Dear assistant, |Hello again. |Sorry to bother you. |Me again! |
Quick one: |One small thing: |Quick favour, if I may. |I have a class in five minutes, so quickly: |Phone is ringing off the hook here. |I'm at the till, so briefly: |
The bus is late and I am stuck on my phone. |Apologies for the short notice. |I know you're busy. |Bit of a mess on my end today. |Our secretary is ill this week. |
My colleague asked me about this. |The committee meets tonight. |The head teacher wants this today. |I can't open the folder from home. |I'm hopeless with computers. |
As discussed: |Small request. |Before I forget: |Another thing. |If you have a moment: |A customer is waiting. |The printer is down again, so you're my only hope. |
I am preparing for the parents' evening. |We're doing the yearly tidy-up. |Hope you're well. |Could use a hand here. |OK, next one. |So, |Right, |Please help: |
My boss keeps asking. |Excuse my English. |Thank you in advance. |I promised this to the club. |For the newsletter: |Just something small today. |Hello from the front desk!""".replace("\n", "").split("|")
BYE = """Thanks!|Thank you so much.|Cheers.|Many thanks.|No rush.|Ta!|Much appreciated.|Thanks a million.|That would help me a lot.|Kind regards, Ruth|Best, Joan|
I'd be very grateful.|Thank you kindly!|It's a bit urgent.|Sorry for the trouble.|Nothing else needed.|You're a star.|That's all for now.|Have a nice day!|Thx|
Please and thank you.|Let me know when it's sorted.|I'll be back after lunch.|Don't change anything else, please.|I owe you one.|Merci!|Appreciate it.|
Sorry, I'd do it myself but I'm on the phone.|Regards, the office|Then I can finally go home.""".replace("\n", "").split("|")


def phrase(r, frames, slots, wrap=True):
    """A request from a frame, at times with a greeting or thanks around it."""
    frame = r.choice(frames)
    text = spread(r, frame)
    x = r.random()
    if x < 0.08:
        text = text.lower()
    elif x < 0.14 and text.endswith("."):
        text = text[:-1]
    bare = text
    text = fill(r, text, slots)
    if wrap:
        if r.random() < 0.3:
            h = r.choice(HELLO)
            h = h if h.endswith(" ") else h + " "
            if h[-2] in ",:" and not text.startswith(("I ", "I'")) and r.random() < 0.7 and frame[0] != "{" and text[1:2].islower():
                text = text[:1].lower() + text[1:]
            text = h + text
        raw = re.search(r"\{[^pq{}]\w*\}$", bare)
        if r.random() < 0.25 and "\n" not in text and not raw:
            text += (" " if text[-1] in ".?!" else ". ") + r.choice(BYE)
    return text, frame


class Job:
    """A task whose wanted outcome follows from the steps of its plan."""

    def __init__(self, r, files=None):
        self.r, self.t = r, cases.Task()
        self.t.files = dict(files or {})
        self.now = dict(self.t.files)
        self.t.derived = set()

    def list(self):
        self.t.plan.append(("list",))

    def read(self, *paths):
        for p in paths:
            self.t.plan.append(("read", p))

    def write(self, path, text):
        self.t.plan.append(("write", path, text))
        self.now[path] = text

    def edit(self, path, old, new):
        if self.now[path].count(old) != 1 or old == new:
            raise Again
        self.t.plan.append(("edit", path, old, new))
        self.now[path] = self.now[path].replace(old, new)

    def rm(self, path):
        self.t.plan.append(("run", "rm " + path))
        del self.now[path]

    def run(self, command):
        self.t.plan.append(("run", command))

    def check(self, command, path, need, good, bad, must=True):
        self.t.checks[command] = (path, need, good, bad)
        if must:
            self.t.must_run, self.t.good = [command], good

    def put(self, path, lines):
        """Write changed lines of a file that was read: whole if it is short."""
        old = self.now[path].split("\n")
        new = "\n".join(lines)
        if len(old) > 5 and len(lines) == len(old) + 1:
            if lines[:-1] == old:
                return self.edit(path, old[-1], old[-1] + "\n" + lines[-1])
            if lines[1:] == old:
                return self.edit(path, old[0], lines[0] + "\n" + old[0])
        if len(old) > 5 and len(lines) == len(old) - 1:
            i = next((i for i, x in enumerate(lines) if x != old[i]), len(lines))
            gone = old[i]
            return self.edit(path, gone + "\n" if i < len(lines) else "\n" + gone, "")
        self.write(path, new)

    def done(self, frames, answers, say=(), derived=(), unsaid=(), wrap=True, **slots):
        t = self.t
        t.start = dict(t.files)
        t.want = {p: self.now.get(p) for p in {**t.files, **self.now} if self.now.get(p) != t.files.get(p)}
        t.say = [str(s) for s in say]
        t.derived |= {str(s) for s in derived}
        t.unsaid = list(unsaid)
        t.ask, t.frame = phrase(self.r, frames, slots, wrap)
        answer = spread(self.r, self.r.choice(answers))
        t.answer = SLOT.sub(lambda m: str(slots[m[1]]) if m[1] in slots else quoted(str(slots[m[1][1:]]), '"'), answer)
        if any(cases.has(t.answer, u) for u in t.unsaid):
            raise Again
        if not t.want and not t.must_run:
            if all(s.lower() in t.ask.lower() for s in t.say):
                raise Again
        return t


def kind(f):
    """Registers a kind; content that does not fit is drawn again."""
    def make(r):
        while True:
            try:
                t = f(r)
                t.kind = f.__name__
                return t
            except Again:
                pass
    make.__name__ = f.__name__
    KINDS.append(make)
    return make


def frames(text):
    """One frame a line; a written \\n is a line break."""
    return [x.strip().replace("\\n", "\n") for x in text.strip().split("\n") if x.strip()]


def bank(name, text):
    BANKS[name] = frames(text)
    return BANKS[name]


def answers(text):
    return frames(text)


DONE = answers("""
[Done.|All done.|That's done.|It's done.|Finished.]
Done, {p} is [updated|changed|as you asked|up to date].
I've [updated|changed|taken care of] {p}.
[Sure|Of course], {p} [is ready|now reads as you wanted|has been updated].
{p} is sorted.
[OK|Right], that's [done|sorted|taken care of] in {p}.
""")
MADE = answers("""
[Done.|All done.|That's done.|Ready.]
I've [created|saved|written] {p}.
{p} is [there now|ready|saved|in place].
[Done|Sure|OK], {p} [has been created|now exists|is written].
""")
