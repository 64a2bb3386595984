"""Machinery of gita: a job that plays its own plan while it is made up, frames with slots
and the ways in which operations people open, close and dress a request."""
import re

import cases
import gitaworld as G
import handkit

PICK = re.compile(r"<([^<>]*\|[^<>]*)>")
SLOT = re.compile(r"\{([A-Za-z]+\d?)\}")
BANKS = {}


class Redo(Exception):
    """What was made up does not fit together."""


def bank(text):
    """Banks of frames: a line "## name", then one frame a line."""
    handkit.read_banks(text, BANKS, "gita.")


def pick(r, s):
    """A frame with its <a|b> choices made."""
    while "<" in s:
        t = PICK.sub(lambda m: r.choice(m.group(1).split("|")), s)
        if t == s:
            return s
        s = t
    return s


def wrap(s, mark):
    """A text between marks that it does not hold itself."""
    if not mark or "\n" in s:
        return s
    for m in (mark, '"', "`", "'"):
        if m not in s:
            return m + s + m
    return s


def fill(r, frame, slots, looks=None):
    """Fill a frame: p* paths, c* commands, k* keys, v* w* values, t* texts (always between
    marks), others as they are; a slot in capitals is put in bare."""
    fp, fc, fv, ft = looks or (r.choice(["", "", "", "`", '"', "'"]), r.choice(["`", "`", '"', "'", ""]), r.choice(["", "", "", '"', "`", "'"]), r.choice(['"', '"', "`", "'"]))
    fk = r.choice(["", "", fv])

    def one(m):
        k = m.group(1)
        if k[0].isupper():
            return str(slots[k.lower()])
        s = str(slots[k])
        if k[0] == "p":
            return wrap(s, fp)
        if k[0] == "c":
            return wrap(s, fc or ("`" if looks is None else ""))
        if k[0] == "k":
            return wrap(s, fk)
        if k[0] in "vw":
            return wrap(s, fv or ('"' if " " in s and looks is None else ""))
        if k[0] == "t":
            return wrap(s, ft)
        return s
    return SLOT.sub(one, pick(r, frame))


OPEN = ("Hi, |Hello ops bot, |Hey - |Morning. |Evening shift here. |{n} asked for this: |CHG-{i}: |[{c}] |Ticket {i}: |Change request {c}. |For tonight's window: |From the standup: |Follow-up from the incident: |Quick favour. |Low priority: |Urgent! |Pager just went. |Please: |OK so |Right, |"
        "While I'm on the phone: |I can't get at the box from here. |We are freezing at noon. |New week, new chores. |Sorry for the noise, |The auditors were here. |{n} is on leave, so this falls to us. |No need to ask me back. |Handover item: |@bot |Somebody left this half done. |Postmortem action {i}: |"
        "You have the workspace, I don't. |Next on my list: |Subject: small change\n\n|Hello!\n|Good afternoon. |Can I borrow you for a second? |Since the {s} outage we do this properly. |My train is leaving, so in short: ").split("|")
CLOSE = (" Thanks.| Thank you, {n}| Cheers!| Nothing else needs touching.| Keep your hands off the other files.| That is all for this ticket.| Ping me when done.| {n} will review it.| Don't overthink it.| It's for the {s} people.| Then I can close the ticket.| Merci!| Much obliged.| We have ten minutes.|"
        " Short answer please.| No other changes in this window.| I'll be back at {t}.| Ta| Regards, {n}, platform team| That's it.| Would be great to have it before lunch.| Appreciated.| Sorry, I know it's late.| /{n}| over and out").split("|")


def dress(r, s, soft=True, shut=False):
    """Add an opening or an ending now and then, or write it carelessly."""
    if r.random() < .1 and s.endswith(".") and not shut:
        s = s[:-1]
    if r.random() < .12 and soft:
        s = s[:1].lower() + s[1:]
    if r.random() < .26:
        o = G.fmt(r, r.choice(OPEN), i=r.randint(100, 9999))
        if o.rstrip()[-1:] in ",:-" or o.startswith(("OK so", "@bot")):
            s = s[:1].lower() + s[1:] if soft and s[1:2].islower() and r.random() < .8 else s
        if s.startswith(("- ", "1. ", "1) ", "a) ")):
            o = o.rstrip() + "\n"
        s = s if "lease" in o and s[:6].lower() == "please" else o + s
    if r.random() < .2 and not shut:
        e = G.fmt(r, r.choice(CLOSE))
        s = s + "\n" + e.strip() if "\n" in s else s + ("" if s[-1] in ".?!" else ".") + e
    return s


class Job(cases.Task):
    """A task that is played while it is made up, on its own copy of the files."""

    def __init__(self, r):
        super().__init__()
        self.r, self.now, self.derived, self.system, self.frame, self.good = r, {}, set(), None, "", ""

    # Files at the start.
    def path(self, form, s=None, dirs=None):
        for _ in range(30):
            p = G.name(self.r, form, dirs, s)
            if " " not in p and not any(p in f or f in p for f in (*self.now, *self.files)):
                return p
        raise Redo

    def put(self, lines, form="txt", p=None, s=None):
        p = p or self.path(form, s)
        if p in self.now or p in self.files:
            raise Redo
        self.files[p] = self.now[p] = lines if isinstance(lines, str) else "\n".join(lines)
        return p

    def conf(self, n=None, must=(), form=None):
        """A file of settings: its path and items with lines that stand once in it."""
        form, s, lines, items = G.settings(self.r, n, must, form)
        p = self.put(lines, form, s=s)
        items = [i for i in items if self.now[p].count(i.line) == 1 and i.human not in p]
        if not items:
            raise Redo
        return p, items

    def item(self, p, items, must=None):
        i = self.r.choice([x for x in items if must is None or x.base == must])
        return i, i.other(self.r)

    def notes(self, lo=2, hi=6, form=None):
        r = self.r
        lines = list(dict.fromkeys(G.note(r) for _ in range(r.randint(lo, hi))))
        return self.put(lines, form or r.choice(["txt", "md", "list"])), lines

    def log(self, lo=3, hi=8, level=None):
        rows = G.loglines(self.r, self.r.randint(lo, hi), level)
        if len({x[0] for x in rows}) < len(rows):
            raise Redo
        return self.put([x[0] for x in rows], "log"), rows

    def extra(self, lo=0, hi=3):
        """Bystanders; then the files in another order."""
        r = self.r
        for _ in range(r.randint(lo, hi)):
            x = r.random()
            try:
                self.conf(r.randint(1, 4)) if x < .5 else self.notes(1, 4) if x < .8 else self.log(1, 4)
            except Redo:
                pass
        ks = list(self.files)
        r.shuffle(ks)
        self.files = {k: self.files[k] for k in ks}

    # Steps of the plan.
    def list(self):
        self.plan.append(("list",))

    def read(self, p):
        self.plan.append(("read", p))
        return self.now.get(p)

    def write(self, p, t):
        t = t if isinstance(t, str) else "\n".join(t)
        self.plan.append(("write", p, t))
        self.now[p] = t

    def edit(self, p, old, new):
        if self.now[p].count(old) != 1 or old == new:
            raise Redo
        self.plan.append(("edit", p, old, new))
        self.now[p] = self.now[p].replace(old, new)

    def run(self, c):
        self.plan.append(("run", c))
        if c.startswith("rm ") and c[3:] in self.now:
            del self.now[c[3:]]

    def rm(self, p):
        self.run("rm " + p)

    # Commands.
    def _cmd(self, pool):
        c = G.fmt(self.r, self.r.choice(pool))
        if c in self.checks:
            raise Redo
        return c

    def says(self, out=None, act=False, flaky=False):
        """A command that prints the same always; (command, output)."""
        r = self.r
        c = self._cmd(G.ACTIONS if act else G.REPORTS)
        if out is None:
            i = r.randint(3, 60)
            o = r.choice(G.DONES if act else G.OUTS).replace("[", "<").replace("]", ">")
            out = G.fmt(r, pick(r, o), ip=G.ip(r), i=i, i2=i + r.randint(0, 9))
        self.checks[c] = (next(iter(self.files), "x"), "", out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def check(self, p, text, bad=None, pool=None, must=True, good=None, **kw):
        """A command that is good if a file holds a text; (command, good, bad)."""
        r = self.r
        c = self._cmd(pool or G.CHECKS)
        good = good or G.fmt(r, r.choice(G.GOODS))
        bad = bad or G.fmt(r, r.choice(G.BADS), p=p, **kw)
        if good == bad:
            raise Redo
        self.checks[c] = (p, text, good, bad)
        if must:
            self.must(c, good)
        return c, good, bad

    def must(self, c, good):
        self.must_run, self.good = [c], good

    # Words.
    def ask_by(self, name, **slots):
        self.ask_with(self.r.choice(BANKS["gita." + name]), **slots)

    def ask_with(self, frame, **slots):
        self.frame = frame
        soft = frame[0].isalpha() or frame[0] == "<"
        self.ask = dress(self.r, fill(self.r, frame, slots), soft, frame.endswith(("{T}", "{L}", "{B}")))
        self.ask = self.ask[:1].upper() + self.ask[1:] if frame[0] == "<" and self.r.random() < .7 else self.ask

    def tell(self, answers, say=(), **slots):
        """One of the answers between bars, and what it must hold."""
        frame = self.r.choice(answers.split("|"))
        a = fill(self.r, frame, slots, ("", "", "", '"'))
        self.answer = a if frame[0] == "{" else a[:1].upper() + a[1:]
        self.say = [str(s) for s in say]

    def finish(self, kind):
        self.kind = kind
        self.start = dict(self.files)
        self.want = {p: self.now.get(p) for p in {**self.files, **self.now} if self.now.get(p) != self.files.get(p)}
        if not 1 <= len(self.plan) <= 11 or sum(map(len, self.files.values())) > 1700 or any(not s for s in self.files.values()):
            raise Redo
        if not all(cases.has(self.answer, s) if s[0].isalnum() and s[-1].isalnum() else s in self.answer for s in self.say):
            raise Redo
        if not self.want and not self.must_run and all(cases.has(self.ask, s) for s in self.say):
            raise Redo
        return self


def kind(f):
    """A maker of tasks from a function that fills a job in."""
    make = handkit.maker(Job, f, Redo)
    make.weight = 2
    return make
