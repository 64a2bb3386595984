"""Machinery of dora's tasks: a job with texts of its own, ways of filling a request in, its openings and endings."""
import functools

import borisbase
import dorawords as W
import handkit
from borisbase import BANKS, SLOT, Again, choose

add = borisbase.add

OPEN = """Hi, |Hey, |ok, |Alright: |Next up: |Quick thing. |Two-minute job: |From the backlog: |Standup follow-up: |Review comment from {p}: |{p} asked for this: |Tiny change. |Please: |Could use your help here. |I'm on my phone, so short: |Before lunch: 
I broke something, sorry. |PR feedback: |Small cleanup. |For the release: |Context: hobby project, nothing fancy. |This repo is new to me. |CI is down, so do it here. |Good morning! |Task {n}: |#{n}: |T-{n} |Still with me? |While I get coffee: |Same repo as always. |My intern left this half done. |Customer demo at {h}. 
We ship today. |Note: no network here. |Homework for my course: |One more for tonight: |Not urgent. |chore: |fix: |Hello there. |Back again. |As discussed with {p}, """.replace("\n", "|").split("|")
CLOSE = """ Thanks!| thx| Cheers.| Please keep everything else as it is.| No other changes.| Don't reformat anything.| That's it.| Ta, {p}| Minimal diff please.| I'll commit it myself.| No commit needed.| Don't explain, just do it.| Short answer please.| {p} reviews it later.
 Appreciated.| Then we're done for today.| Ping me when done.| I'll push it afterwards.| Nothing fancy.| Sorry for the fuss.| It's blocking {p}.| Many thanks, {p}| Tell me when it's in.| Shouldn't take long.| Good luck!| :)""".replace("\n", "|").split("|")
FENCES = {"py": "python", "rs": "rust", "js": "js", "sh": "bash", "yaml": "yaml", "toml": "toml", "json": "json", "html": "html", "sql": "sql", "go": "go", "ts": "ts", "css": "css", "md": "markdown"}


def mark(r, s, m):
    """A text between marks that it does not hold itself."""
    if not m:
        return s
    if m in s:
        m = next((x for x in ('"', "`", "'") if x not in s), "")
    return m + s + m


def fill(r, frame, slots):
    """Slots in capitals stand as they are; p, q, o are paths, t, u, x texts in quotes, v, w values, c, b commands, k, l names; B and A blocks."""
    fl = r.choice(["", "", "", "", "`", "`", '"', "'"])
    tl, vl = r.choice(['"', '"', "`", "`", "'"]), r.choice(["", "", "", '"', "`", "'"])
    cl, kl = r.choice(["`", "`", "`", "", "", '"', "'"]), r.choice(["", "", "`", "'"])
    frame = choose(r, frame)

    def one(m):
        k = m.group(1)
        s = str(slots.get(k, slots.get(k.lower(), slots.get("b") if k == "T" else None)))
        c = k[0]
        if k in ("B", "A"):
            end = m.end() == len(frame)
            if end and "```" not in s and r.random() < .6:
                return s
            lang = FENCES.get(str(slots.get("p", "")).split(".")[-1], "") if r.random() < .5 else ""
            return f"```{lang}\n{s}\n```"
        if c.isupper():
            return s
        if c in "pqo":
            return mark(r, s, fl)
        if c in "tux":
            return mark(r, s, tl)
        if c in "vw":
            return mark(r, s, vl or ("" if len(s.split()) < 2 else '"'))
        if c in "cb":
            return mark(r, s, cl)
        if c in "kl":
            return mark(r, s, kl)
        return s
    return SLOT.sub(one, frame)


def dress(r, frame, s):
    """A request with an opening or an ending, now and then without capital or full stop."""
    soft = frame[:1].isupper() and frame[1:2].islower()
    shut = frame.endswith(("{B}", "{A}", "{T}", "{L}"))
    x = r.random()
    if x < .12 and frame.endswith(".") and s.endswith(".") and not shut:
        s = s[:-1]
    if .05 < x < .18 and soft:
        s = s[:1].lower() + s[1:]
    if r.random() < .24 and not frame.startswith(("Title:", "#", "Ticket", "TICKET", "Bug", "Issue", "Subject", "[")) and "ticket" not in frame[:12].lower():
        o = r.choice(OPEN).format(n=r.randint(3, 980), p=r.choice(W.PEOPLE), h=r.choice(["9", "10:30", "noon", "4 pm", "three"]))
        if o[-2:-1] in ",:" and soft and r.random() < .75:
            s = s[:1].lower() + s[1:]
        s = o + s
    if r.random() < .18 and not shut:
        e = r.choice(CLOSE).format(p=r.choice(W.PEOPLE))
        s = s + ("" if s[-1] in ".?!`\n" else ".") + (e if not s.endswith("```") else "\n" + e.strip())
    return s


def word(r, n=2, style=None):
    """An identifier in snake, camel, Pascal, kebab or capitals."""
    parts = [r.choice(W.VERBS if r.random() < .6 else W.ADJ), r.choice(W.NOUNS)][-n:]
    style = style or r.choice(["snake", "snake", "camel"])
    return {"snake": "_".join(parts), "camel": parts[0] + "".join(x.title() for x in parts[1:]), "pascal": "".join(x.title() for x in parts), "kebab": "-".join(parts), "caps": "_".join(parts).upper()}[style]


def path(r, ext=None):
    ext = ext or r.choice(W.EXTS)
    name = r.choice(W.NOUNS) if r.random() < .55 else word(r, 2, r.choice(["snake", "snake", "kebab", "camel"]))
    return r.choice(W.DIRS) + name + "." + ext


def output(r):
    return choose(r, r.choice(W.OUTPUTS)).format(t=r.choice(W.TOOLS), n=r.choice(W.NOUNS), n2=r.choice(W.NOUNS), a=r.choice(W.ADJ), a2=r.choice(W.ADJ), d=r.randint(2, 900), d2=r.randint(2, 90), e=r.randint(1, 97), e2=r.randint(0, 9), P=r.randint(1024, 9999), p=r.choice(W.PEOPLE), h="%07x" % r.getrandbits(28))


class Job(borisbase.Job):
    """A task that is planned on its own copy of the files."""

    def put(self, text, p=None, ext=None):
        for _ in range(30):
            q = p or path(self.r, ext)
            if q not in self.now and not any(q in f or f in q for f in self.now):
                self.files[q] = self.now[q] = text
                return q
            if p:
                break
        raise Again

    def fresh(self, ext=None):
        for _ in range(30):
            q = path(self.r, ext)
            if q not in self.now and not any(q in f or f in q for f in self.now):
                return q
        raise Again

    def free(self, p):
        """The path, if it is not there and like no other."""
        if p in self.now or any(p in f or f in p for f in self.now):
            raise Again
        return p

    def command(self, out=None, flaky=False, p=None, text="", bad=None):
        r = self.r
        c = r.choice(W.COMMANDS).format(t=r.choice(W.TOOLS), n=r.choice(W.NOUNS), v=r.choice(W.VERBS), a=r.choice(W.ADJ))
        if c in self.checks:
            raise Again
        out = out or output(r)
        self.checks[c] = (p or next(iter(self.files), "none"), text, out, bad or out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def tests(self, p, text, bad):
        r = self.r
        c = r.choice(W.TESTS).format(t=r.choice(W.TOOLS), n=r.choice(W.NOUNS))
        if c in self.checks:
            raise Again
        good = r.choice(W.PASSES).format(t=r.choice(W.TOOLS), n=r.choice(W.NOUNS), d=r.randint(3, 240), e=r.randint(1, 9), e2=r.randint(0, 9))
        self.checks[c] = (p, text, good, bad)
        self.must(c, good)
        return c, good

    def ask_by(self, bank, **slots):
        self.frame = self.r.choice(BANKS["dora." + bank])
        self.ask = dress(self.r, self.frame, fill(self.r, self.frame, slots))

    def tell(self, text, *say, **slots):
        """The last answer and what it must hold."""
        t = choose(self.r, text)
        self.answer = SLOT.sub(lambda m: str(slots.get(m.group(1), slots.get(m.group(1).lower()))), t)
        self.say = [str(s) for s in say]

    def line(self, p, old, new):
        """An edit of one line that was seen or is known."""
        if new in self.now[p] or self.now[p].count(old) != 1 or not old:
            raise Again
        self.edit(p, old, new)

    def every(self, p, old, new):
        """An edit of each occurrence."""
        if old not in self.now[p] or old == new:
            raise Again
        self.plan.append(("edit", p, old, new))
        self.now[p] = self.now[p].replace(old, new)

    def retry(self, c):
        """Run a command, and again if it fails the first time by chance."""
        for _ in range(2 if c in self.flaky_commands else 1):
            self.run(c)


def kind(f):
    """Make a task maker of a function that fills a job in; its files stand in no order."""
    @functools.wraps(f)
    def fill(r, j):
        f(r, j)
        j.shuffle()
    return handkit.maker(Job, fill, Again)
