"""Machinery of nils's tasks: configs, notes and hosts, and a job that plans on its own copy of the files."""
import functools
import re

import cases
import dorabase
import handkit
import nilswords as W
from borisbase import BANKS, Again, add, choose
from dorawords import ADJ, NOUNS, TOOLS

OPEN = """hey, |ok so |quick: |hi, |one thing: |next: |re: deploy. |on call here. |pager went off. |sorry, short on time. |from {p}: |{p} asks: |ticket OPS-{n}: |#{n} |can't get to my laptop, so: |before the standup: |ok last one: |morning. |prod issue. |for the {h} release: |no context needed: |also: |urgent-ish: |while CI runs: |in a meeting, please do this: |same repo: |INC-{n} |small thing. |follow-up: |needed by {h}: |heads up, I'm typing on a phone. |from the runbook: |as told by {p}: """.split("|")
CLOSE = """ thx| thanks| cheers| that's all| nothing else| don't touch anything else| leave the rest| ty| asap please| {p} waits for it| I'll review later| no commit needed| keep it short| and that's it for today| rest stays as is| thank you, {p}| pls be quick| k?| no other edits""".split("|")


def host(r):
    return gap(r.choice(W.HOSTS), s=r.choice(W.SERVICES), d=r.randint(1, 99))


def gap(frame, **g):
    """Fill {x} gaps of one letter; other braces stay."""
    return re.sub(r"\{([A-Za-z])\}", lambda m: str(g[m[1]]) if m[1] in g else m[0], frame)


def service(r):
    x = r.random()
    if x < .55:
        return r.choice(W.SERVICES)
    if x < .7:
        return r.choice(NOUNS if r.random() < .5 else TOOLS)
    if x < .8:
        return r.choice(ADJ) + "-" + r.choice(W.SERVICES)
    if x < .88:
        return r.choice(W.SERVICES) + r.choice(["-api", "-v2", "d", "-worker", "_db", "-web", "ctl", "-jobs", "-core"])
    return "".join(r.choice("bcdfgklmnprstvz") + r.choice("aeiou") for _ in range(r.randint(2, 3))) + r.choice(["", "", "n", "x", "r", "l"])


def apart(xs):
    return not any(a != b and a.lower() in b.lower() for a in xs for b in xs) and len(set(x.lower() for x in xs)) == len(xs)


def services(r, n):
    """Services, none inside another."""
    while True:
        out = [service(r) for _ in range(n)]
        if apart(out):
            return out


def hosts(r, n):
    while True:
        out = [host(r) for _ in range(n)]
        if apart(out):
            return out


def fill(r, frame):
    s = service(r)
    i = re.sub(r"\W", "_", s)
    return gap(frame, s=s, i=i, I=i.upper(), C=i.capitalize(), n=r.choice(W.PEOPLE), d=r.randint(2, 59), e=r.randint(2, 9))


def notes(r, lo=2, hi=5, pool=None):
    pool = pool or r.choice([W.TASKS, W.CHANGES])
    return "\n".join(cases.distinct(lambda: fill(r, r.choice(pool)), r.randint(lo, hi)))


def single(r):
    f, x = r.choice(W.SINGLE)
    return r.choice(["", "", "", "app/", "svc/", "deploy/", "ops/"]) + f, fill(r, x)


def path(r, ends=("md", "txt", "log", "notes", "yml", "sh"), name=None):
    return r.choice(W.FOLDERS) + (name or (service(r) if r.random() < .92 else r.choice(W.PLAIN))) + "." + r.choice(ends)


def number(r, width=None):
    width = width or r.choice([1, 2, 2, 2, 3, 3, 4, 5])
    return r.randint(max(2, 10 ** (width - 1)), 10 ** width - 1) if r.random() < .75 or width < 3 else r.randint(1, 9) * 10 ** (width - 1) + r.choice([0, 5, 50, 100, 500]) * (width > 3)


STYLES = {"env": "{k}={v}", "yml": "{k}: {v}", "yaml": "{k}: {v}", "json": "\"{k}\": {v}", "toml": "{k} = {v}", "ini": "{k}={v}", "properties": "{k}={v}", "conf": "{k} {v};", "cfg": "{k} = {v}"}


class Conf:
    """A config: path p, rows of key and value, and its text."""

    def __init__(self, r, keys=(), n=None, style=None, name=None, values=None, upper=None):
        self.style = style or r.choice(list(STYLES))
        n = n or r.randint(2, 5)
        ks = list(keys) + r.sample([k for k in W.KEYS if k not in keys and not any(k in x or x in k for x in keys)], max(0, n - len(keys)))
        r.shuffle(ks)
        up = (self.style == "env" and r.random() < .8) if upper is None else upper
        self.ks = [k.upper() if up and k not in (values or {}) else k for k in ks]
        w = r.choice([None, 2, 3, 4])
        self.d = {}
        for k in self.ks:
            v = (values or {}).get(k)
            while v is None or (k not in (values or {}) and str(v) in self.d.values()):
                v = number(r, w)
            self.d[k] = str(v)
        s = service(r)
        self.head = {"env": [f"HOST={host(r)}"], "yml": [f"name: {s}"], "yaml": ["# " + s], "toml": [f"[{s}]"], "ini": [f"[{s}]"], "cfg": ["# " + fill(r, r.choice(W.TASKS))], "properties": [], "conf": [], "json": [f"  \"name\": \"{s}\""]}[self.style]
        self.p = path(r, [self.style], name)

    def row(self, k, v=None):
        return gap(STYLES[self.style], k=k, v=self.d[k] if v is None else v)

    def text(self, **new):
        d = {**self.d, **new}
        if self.style == "json":
            return "{\n" + ",\n".join(self.head + ["  " + self.row(k, v) for k, v in d.items()]) + "\n}"
        return "\n".join(self.head + [self.row(k, v) for k, v in d.items()])


def dress(r, frame, s):
    """A request with an opening or an ending now and then, and with or without capitals and stops."""
    soft = frame[:1].isalpha()
    shut = frame.rstrip().endswith(("{B}", "{T}", "{X}", "{x}")) or "\n" in frame
    if soft and r.random() < .3 and not frame.startswith(("s/", "rm ", "mv ", "cp ", "cat ", "grep ", "echo ")):
        s = s[:1].upper() + s[1:]
    if r.random() < .1 and s[-1] not in ".?!`\"'" and not shut:
        s += "."
    if r.random() < .2 and "\n" not in s[:12]:
        o = choose(r, r.choice(OPEN)).format(n=r.randint(3, 980), p=r.choice(W.PEOPLE), h=r.choice(["9:00", "10:30", "noon", "4 pm", "Monday", "Friday"]))
        s = o + s
    if r.random() < .14 and not shut:
        e = choose(r, r.choice(CLOSE)).format(p=r.choice(W.PEOPLE))
        s = s + (e if s[-1] in ".?!" else ("," if r.random() < .5 else ".") + e)
    return s


class Job(dorabase.Job):
    """A task with a small workspace of services."""

    def put(self, text, p):
        if p in self.now or any(p in f or f in p for f in self.now):
            raise Again
        self.files[p] = self.now[p] = text
        return p

    def conf(self, *a, **kw):
        c = Conf(self.r, *a, **kw)
        self.put(c.text(), c.p)
        return c

    def extra(self, lo=0, hi=2):
        """Other files whose names and texts do not meet those of the task."""
        for _ in range(self.r.randint(lo, hi)):
            for _ in range(20):
                p = path(self.r)
                base = p.split("/")[-1].split(".")[0]
                if not any(base in f or f in p for f in self.now):
                    self.put(notes(self.r) if self.r.random() < .7 else Conf(self.r).text(), p)
                    break

    def fresh(self, ends=("txt", "md"), name=None):
        return self.free(path(self.r, ends, name))

    def check(self, c, p="", text="", good=None, bad=""):
        """A command, and what it prints; the file must hold the text for the good output."""
        if c in self.checks or (text and text in self.now.get(p, "")):
            raise Again
        good = good or fill(self.r, self.r.choice(W.GOODS))
        if good in (x[2] for x in self.checks.values()):
            raise Again
        self.checks[c] = (p or next(iter(self.files), "none"), text, good, bad or good)
        return good

    def cmd(self, pool=None):
        """A command line, not met before."""
        c = fill(self.r, self.r.choice(pool or W.COMMANDS))
        if c in self.checks:
            raise Again
        return c

    def test(self):
        return self.cmd(W.TESTS)

    def lint(self):
        return self.cmd(W.LINTS)

    def passes(self, c):
        """Run it, seen to pass."""
        self.run(c)
        self.must(c, self.checks[c][2])
        return self.checks[c][2]

    def set(self, c, k, v):
        """A row of a config gets another value."""
        if str(v) == c.d[k]:
            raise Again
        self.edit(c.p, c.row(k), c.row(k, v))

    def host_file(self, a, times=1, ends=("env", "conf", "cfg", "yml", "sh", "ini")):
        """A small file that names a host."""
        r = self.r
        e = r.choice(ends)
        if e == "yml":
            rows = [f"{r.choice(['db_host', 'queue_host', 'upstream', 'broker', 'primary'])}: {a}", f"app: {service(r)}", f"log: {r.choice(['info', 'warn', 'debug'])}", f"region: eu-{r.randint(1, 4)}"]
        else:
            rows = [f"{r.choice(['DB_HOST', 'QUEUE_HOST', 'UPSTREAM', 'BROKER', 'PRIMARY', 'API', 'REDIS_HOST'])}={a}", f"APP={service(r)}", f"LOG={r.choice(['info', 'warn', 'debug'])}", f"REGION=eu-{r.randint(1, 4)}"]
        rows = r.sample(rows[1:], r.randint(1, 3)) + [rows[0]]
        r.shuffle(rows)
        if times == 2:
            rows.append(f"# was tested against {a}")
        return self.put("\n".join(rows), path(r, [e]))

    def ask_by(self, bank, **slots):
        r = self.r
        self.frame = r.choice(BANKS["nils." + bank])
        slots = {"n": r.choice(W.PEOPLE), **slots}
        self.ask = dress(r, self.frame, dorabase.fill(r, self.frame, slots))

    def tell(self, text, *say, unsaid=(), **slots):
        super().tell("[" + text + "]", *say, **slots)
        self.unsaid = [u for u in unsaid]
        if any(cases.has(self.answer, u) for u in self.unsaid):
            raise Again

    def count(self, n):
        """A small number that was worked out."""
        self.derived.add(str(n))
        return str(n)

    def finish(self, kind):
        super().finish(kind)
        ws = cases.Space(self.files, self.checks)
        if self.right(ws, self.ask) or self.right(ws, "Done."):
            raise Again
        return self


def kind(f):
    """Make a task maker of a function that fills a job in; its files stand in no order."""
    @functools.wraps(f)
    def run(r, j):
        f(r, j)
        j.shuffle()
        for c, x in list(j.checks.items()):
            if x[0] == "none":
                j.checks[c] = (next(iter(j.files), "none"), *x[1:])
    return handkit.maker(Job, run, Again)


def joined(xs, last=" and "):
    return xs[0] if len(xs) == 1 else ", ".join(xs[:-1]) + last + xs[-1]


def lift(p):
    return p.split("/")[-1]
