"""Shapes of the tasks of boris: frames that are filled in, files that are made up and a
task that keeps track of its own plan."""
import re

import cases
import boriswords as W
import handkit

CHOICE = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{([A-Za-z]+\d?)\}")
BANKS = {}


class Again(Exception):
    """What was made up does not fit; make it up anew."""


def add(text):
    """Read banks of frames: "## name", then a frame a line."""
    handkit.read_banks(text, BANKS)


def choose(r, s):
    """A frame with its [a|b] choices made."""
    while "[" in s:
        t = CHOICE.sub(lambda m: r.choice(m.group(1).split("|")), s)
        if t == s:
            break
        s = t
    return s


def quoted(r, s, marks):
    m = r.choice(marks)
    if not m or m in s or "\n" in s:
        m = '"' if m and '"' not in s else "`" if m and "`" not in s and "\n" not in s else ""
    return m + s + m


def fill(r, frame, slots, looks=None):
    """A frame with its slots filled in: names of files in one look, values in another,
    texts always in quotes, and slots in capitals as they are."""
    fl, vl, tl = looks or (r.choice(["", "", "", "`", "`", '"', "'"]), r.choice(['"', '"', "'", "`", "", ""]), r.choice(['"', '"', "'", "`"]))

    def one(m):
        k = m.group(1)
        if k.isupper() or k[0].isupper():
            return str(slots[k.lower()])
        s = str(slots[k])
        if k == "pl":
            return s
        if k[0] in "pqd":
            return quoted(r, s, [fl])
        if k[0] == "k":
            return quoted(r, s, [vl if vl != "'" else "", ""])
        if k[0] == "c":
            return quoted(r, s, ["`", "`", '"', fl])
        if k[0] == "t":
            return quoted(r, s, [tl])
        if k[0] in "vw":
            return quoted(r, s, [vl if vl or len(s.split()) < 3 else '"'])
        return s
    return SLOT.sub(one, choose(r, frame))


OPEN = """Hi! |Hello, |Hey, |Hi there. |Quick one: |Morning! |Small request: |Another thing: |OK, next: |Right. |Please help: |I am in a hurry. |Task: |Job for you: |So, |One more: |My colleague asked me this. |We are tidying up. |It's release day. 
Good evening. |Dear assistant, |Ticket 4{n}: |Before I go home: |Listen, |I don't have the files here. |Could use a hand. |From the desk of {p}: |{p} here. |As agreed with {p}: |To do: |Sorry to bother you again. |Now: """.replace("\n", "|").split("|")
CLOSE = """ Thanks!| Thank you.| Nothing else.| That's all.| Leave the rest alone.| Please don't touch anything else.| Cheers, {p}| It's for {p}.| No rush.| Be quick please.| Many thanks in advance.| {p} is waiting for it.| Keep it short.| Just do it, no questions.| Thx| ok?| I'd be grateful.| Regards, {p}| Only that.| You know where to look.""".split("|")


def dress(r, s, soft=True, shut=False):
    """A request with an opening, an ending or neither, now and then in small letters;
    soft: it begins with a word, not with a name; shut: nothing may come after it."""
    soft = soft and s[1:2].islower()
    if r.random() < .1 and s.endswith(".") and not shut:
        s = s[:-1]
    if r.random() < .1 and soft:
        s = s[:1].lower() + s[1:]
    if r.random() < .28:
        o = r.choice(OPEN).format(n=r.randint(10, 99), p=r.choice(W.NAMES))
        if o[-2:-1] in ",:" and soft and r.random() < .8:
            s = s[0].lower() + s[1:]
        s = o + s
    if r.random() < .2 and not shut:
        e = r.choice(CLOSE).format(p=r.choice(W.NAMES))
        s = (s + e if s[-1] in ".?!" else s + "." + e) if "\n" not in s else s + "\n" + e.strip()
    return s


def sets(r, n=None, keys=()):
    """A file of settings: its text and a dict from key to (value, line)."""
    n = n or r.randint(2, 6)
    style = r.choice(W.LINES)
    ks = list(keys) + [k for k in r.sample(W.KEYS if r.random() < .65 else W.NOUNS, n) if k not in keys][:max(0, n - len(keys))]
    r.shuffle(ks)
    lines, d = [], {}
    for k in ks:
        v = W.value(r)
        lines.append(style.replace("{k}", k).replace("{v}", v))
        d[k] = (v, lines[-1])
    if r.random() < .25:
        lines.insert(0, r.choice(W.HEADS).format(n=r.choice(W.NOUNS), p=r.choice(W.NAMES)))
    if r.random() < .1:
        lines.append("# end")
    return "\n".join(lines), d


def notes(r, lo=1, hi=8):
    """A file of different lines."""
    return "\n".join(dict.fromkeys(W.sentence(r) for _ in range(r.randint(lo, hi))))


class Job(cases.Task):
    """A task that builds its plan step by step on its own copy of the files."""

    def __init__(self, r):
        super().__init__()
        self.r, self.now, self.derived, self.system = r, {}, set(), None

    def put(self, text, exts=W.EXT):
        """A new file at the start; returns its path."""
        for _ in range(20):
            p = W.path(self.r, exts)
            if p not in self.files and not any(p in f or f in p for f in self.files):
                self.files[p] = self.now[p] = text
                return p
        raise Again

    def conf(self, n=None, keys=()):
        t, d = sets(self.r, n, keys)
        return self.put(t, W.CONF), d

    def some(self, lo=0, hi=3):
        """Some more files."""
        for _ in range(self.r.randint(lo, hi)):
            self.put(notes(self.r) if self.r.random() < .6 else sets(self.r)[0])

    def fresh(self, exts=W.EXT):
        """A path that is not there yet."""
        while True:
            p = W.path(self.r, exts)
            if p not in self.now and not any(p in f or f in p for f in self.now):
                return p

    def shuffle(self):
        """Files in another order, so that none is always the first."""
        ks = list(self.files)
        self.r.shuffle(ks)
        self.files = {k: self.files[k] for k in ks}

    def list(self):
        self.plan.append(("list",))
        return sorted(self.now)

    def read(self, p):
        self.plan.append(("read", p))
        return self.now.get(p)

    def write(self, p, t):
        self.plan.append(("write", p, t))
        self.now[p] = t

    def edit(self, p, old, new):
        if self.now[p].count(old) != 1 or old == new:
            raise Again
        self.plan.append(("edit", p, old, new))
        self.now[p] = self.now[p].replace(old, new)

    def swap(self, p, old, new):
        """An edit of an old and a new text that are quoted or were seen."""
        if new in self.now[p]:
            raise Again
        self.edit(p, old, new)

    def run(self, c):
        self.plan.append(("run", c))
        if c.startswith("rm ") and c[3:] in self.now:
            del self.now[c[3:]]

    def wc(self, p):
        """The number of lines of a file, counted by a command."""
        self.run("wc -l " + p)
        n = str(self.now[p].count("\n") + 1)
        return n

    def command(self, out=None, flaky=False):
        """A command that prints something; returns it and what it prints."""
        r = self.r
        c = r.choice(COMMANDS).format(n=r.choice(W.NOUNS), m=r.choice(W.NOUNS))
        if c in self.checks:
            raise Again
        out = out or choose(r, r.choice(OUTPUTS)).format(n=r.choice(W.NOUNS), d=r.randint(2, 999), e=r.randint(2, 99), p=r.choice(W.NAMES), c=W.code(r))
        self.checks[c] = (next(iter(self.files)), "", out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def must(self, c, good):
        self.must_run, self.good = [c], good

    def tests(self, p, text, bad=None):
        """A test command that passes if a file holds a text."""
        r = self.r
        c = r.choice(TESTS).format(n=r.choice(W.NOUNS), m=r.choice(W.NOUNS))
        good = choose(r, r.choice(PASSES)).format(d=r.randint(2, 60), n=r.choice(W.NOUNS))
        self.checks[c] = (p, text, good, bad or choose(r, r.choice(FAILS)).format(p=p, t=text, d=r.randint(2, 40)))
        self.must(c, good)
        return c, good

    def ask_by(self, bank, **slots):
        self.frame = self.r.choice(BANKS[bank])
        self.ask = dress(self.r, fill(self.r, self.frame, slots), self.frame[0] != "{", self.frame.endswith(("{T}", "{list}")))

    def tell(self, text, *say, **slots):
        """The final answer; what it must hold."""
        self.answer = fill(self.r, text, slots, ("", "", '"'))
        self.answer = self.answer[:1].upper() + self.answer[1:] if not slots.get("low") else self.answer
        self.say = [str(s) for s in say]

    def finish(self, kind):
        self.kind = kind
        self.start = dict(self.files)
        self.want = {p: self.now.get(p) for p in {**self.files, **self.now} if self.now.get(p) != self.files.get(p)}
        if len(self.plan) > 11:
            raise Again
        return self


def kind(f):
    """Make a task maker of a function that fills a job in."""
    return handkit.maker(Job, f, Again)


COMMANDS = """make {n}|npm run {n}|python {n}.py|./{n}.sh|cargo run --bin {n}|go run ./{n}|{n} status|{n} --report|{n} {m}|just {n}|bin/{n} -q|sh tools/{n}.sh|{n}ctl show|node {n}.js|{n} check --all|ruby {n}.rb|make {n}-{m}|scripts/{n} {m}""".split("|")
OUTPUTS = """{n} [ready|open|closed|empty|full]/{d} rows [exported|loaded|skipped]/total: {d}/{d} items, {e} errors/{p} is on duty/next code {c}/queue length {d}/uptime {d} days/version {e}.{d}/[built|packed|signed] {c}/disk {e}% used/temperature {e}/{n}: {d}/winner: {p}/{e} of {d} done/token {c}/last backup by {p}/checksum {c}""".split("/")
TESTS = """pytest -q|pytest tests/{n}|npm test|make check|make test-{n}|cargo test {n}|go test ./{n}|./check.sh {n}|python -m unittest {n}|python check_{n}.py|tox -e {n}|just test|rake {n}:test|verify {n}|{n} lint|mvn -q test|sh tests/{n}.sh|bin/validate {n}|ctest -R {n}|bazel test //{n}|deno test {n}""".split("|")
PASSES = ["{d} passed", "OK", "all {d} tests passed", "PASS {n}", "ok {n}", "{d} checks, 0 failures", "green", "No problems found", "valid", "success: {d} of {d}", "tests: {d} ok", "everything fine"]
FAILS = ["FAILED {p}: must hold {t}", "{p}: expected {t}", "1 of {d} failed: {p} lacks {t}", "AssertionError: {t} not in {p}", "not ok - {p} should say {t}", "red: {p} needs {t}", "error in {p}, want: {t}"]
