"""A job under construction: its files, plan, wording and answer."""
import cases
import piafiles as F
import piatalk as K


class Step:
    """Verb phrases (vps), whole sentences (wholes), their slots, a block of text and what
    to say afterwards (did)."""

    def __init__(self, vps=(), wholes=(), slots=None, block=None, did="", ext="txt"):
        self.vps, self.wholes, self.slots, self.block, self.did, self.ext = vps, wholes, slots or {}, block, did, ext


class Job:
    """Files at the start and now, the plan so far, and how the request is typeset."""

    def __init__(self, r):
        self.r, self.files, self.cur, self.plan, self.ops = r, {}, {}, [], []
        self.checks, self.flaky, self.must_run, self.good = {}, (), [], ""
        self.say, self.unsaid, self.answer, self.frame = [], [], None, ""
        self.pathq, self.quote = r.choice(K.PATHQ), r.choice(K.QUOTES)
        self.lower = r.random() < 0.14
        self.nl = r.random() < 0.2

    # Files

    def fresh(self, make):
        """The result of make() whose path (itself or its first part) is not in use."""
        while True:
            x = make()
            p = x if isinstance(x, str) else x[0]
            low = [q.lower() for q in self.cur]
            if p.lower() not in low and not any(q.endswith(p.lower()) or p.lower().endswith(q) for q in low):
                return x

    def add(self, path, text):
        """A file that is there from the start."""
        assert path not in self.files
        if self.nl and not text.endswith("\n"):
            text += "\n"
        self.files[path] = self.cur[path] = text
        return path

    def other(self, ok=lambda text: True):
        """Add some file of any sort."""
        r = self.r
        while True:
            k = r.randrange(5)
            path, text = self.fresh(lambda: [lambda: F.prose(r), lambda: F.code(r), lambda: self.flat(F.items(r)), lambda: self.flat(F.config(r)), lambda: self.flat(F.log(r))][k]())
            if ok(text):
                return self.add(path, text)

    def flat(self, x):
        """A path and its lines as one text."""
        return x[0], "\n".join(x[1])

    def extras(self, n, ok=lambda text: True):
        """Add n files of any sort."""
        for _ in range(n):
            self.other(ok)

    # Actions

    def list(self):
        """Plan to list."""
        self.plan.append(("list",))

    def read(self, path):
        """Plan to read."""
        self.plan.append(("read", path))

    def write(self, path, text):
        """Plan to write a whole file."""
        text = text.rstrip("\n")
        self.plan.append(("write", path, text))
        self.cur[path] = text

    def run(self, cmd):
        """Plan to run a command."""
        self.plan.append(("run", cmd))

    def rm(self, path):
        """Plan to delete a file."""
        self.run("rm " + path)
        self.cur[path] = None

    def into(self, path, old, new, text):
        """Bring a file to text: an edit of old to new where that does it, else a write."""
        now = self.cur[path]
        ok = old and new and old.strip("\n") == old and new.strip("\n") == new and now.replace(old, new) == text
        if ok:
            self.plan.append(("edit", path, old, new))
            self.cur[path] = text
        else:
            self.write(path, text)

    def line_to(self, path, i, new):
        """Replace line i by new lines (a list, maybe empty)."""
        ls = self.cur[path].split("\n")
        text = "\n".join(ls[:i] + new + ls[i + 1:])
        if new:
            old, put = ls[i], "\n".join(new)
            if old.lstrip() and put.startswith(old[:len(old) - len(old.lstrip())]):
                n = len(old) - len(old.lstrip())
                old, put = old[n:], put[n:]
        elif i:
            old, put = ls[i - 1] + "\n" + ls[i], ls[i - 1]
        else:
            old, put = "\n".join(ls[:2]), ls[1] if len(ls) > 1 else ""
        self.into(path, old, put, text)

    def check(self, cmd, path, text, good=None, bad=None):
        """Make cmd succeed only once path holds text."""
        r = self.r
        n = r.randint(3, 80)
        good = good or r.choice([f"{n} passed", "OK", f"all {n} checks passed", f"test result: ok. {n} passed; 0 failed", "success", f"PASS ({n} tests)", "exit code 0", f"{n} ok, 0 not ok", "Build finished", f"ran {n} tests: OK"])
        bad = bad or r.choice(["FAILED: 1 check", f"1 failed, {n} passed", "error: check failed", f"FAIL in {path}"])
        self.checks[cmd] = (path, text, good, bad)
        self.must_run, self.good = [cmd], good
        return good

    # Wording

    def p(self, path):
        """A path as this request typesets it."""
        return self.pathq.replace("{}", path)

    def v(self, value, bare=False):
        """A value on one line, in quotes that it does not hold itself."""
        if bare and value.replace("-", "").replace("_", "").isalnum() and self.r.random() < 0.5:
            return value
        for q in [self.quote, '"{}"', "`{}`", "'{}'", "«{}»", "“{}”"]:
            if q[0] not in value and q[-1] not in value:
                return q.replace("{}", value)
        return value

    def vs(self, values, last=" and "):
        """Several values in a row."""
        q = [self.v(x) for x in values]
        return q[0] if len(q) == 1 else ", ".join(q[:-1]) + last + q[-1]

    def ps(self, paths, last=" and "):
        """Several paths in a row."""
        q = [self.p(x) for x in paths]
        return q[0] if len(q) == 1 else ", ".join(q[:-1]) + last + q[-1]

    def content(self, text, step=None):
        """How a text is put into the request: in quotes, or as a block kept in the step."""
        if "\n" in text or (step is not None and self.r.random() < 0.25):
            step.block = text
            return "\x00"
        return self.v(text)

    def one(self, step):
        """The request for a single step."""
        r = self.r
        whole = step.wholes and (not step.vps or r.random() < len(step.wholes) / (len(step.wholes) + len(step.vps)))
        core = K.grow(r, r.choice(step.wholes)) if whole else K.mood(r, K.grow(r, r.choice(step.vps)))
        return self.phrase(core, step.slots, step.block, step.ext)

    def phrase(self, core, slots, block=None, ext="txt"):
        """Fill the slots of the core, wrap it and set the block."""
        r = self.r
        core = core.lower() if self.lower else core
        self.frame = core
        if block is None:
            text = K.wrap(r, core)
            text = text.lower() if self.lower else text
            return K.fill(text, {**slots, **K.person_slots(r)})
        above = r.random() < 0.2
        ref = r.choice(K.ABOVE if above else K.BELOW)
        core = K.fill(core, {k: ("\x00" if v == "\x00" else v) for k, v in slots.items()})
        tail = core[core.rfind("\x00") + 1:] if "\x00" in core else None
        core = core.replace("\x00", ref, 1).replace("\x00", r.choice(["it", "that text"]))
        if not above and tail in (".", "", "?") and r.random() < 0.6:
            core = core.rstrip(".?") + ":"
        a, b = r.choice(K.FENCES)
        if a == "```\n" and r.random() < 0.4:
            a = "```" + K.LANGS.get(ext, "") + "\n"
        if any(m.strip() and m.strip() in block for m in (a, b)):
            a, b = "<text>\n", "\n</text>"
        gap = r.choice(["\n", "\n", "\n\n"])
        o = K.fill(K.grow(r, r.choice(K.OPEN)), K.person_slots(r)) + r.choice([" ", "\n", "\n\n"]) if r.random() < 0.25 else ""
        if above:
            return o + a + block + b + gap + core
        if r.random() < 0.25 or ref == "the text at the end of this message":
            return o + core + r.choice(["\n", "\n\n"]) + block
        c = gap + K.fill(K.grow(r, r.choice(K.CLOSE)), K.person_slots(r)) if r.random() < 0.15 else ""
        return o + core + gap + a + block + b + c

    def many(self, steps, back=None):
        """The request for several steps in their order."""
        r = self.r
        vps, slots = [], {}
        for i, s in enumerate(steps):
            vp = K.grow(r, r.choice(s.vps))
            while vp.split(" ")[0] in ("in", "at", "if", "with", "before", "from") and (back or i + 1 < len(steps) or r.random() < 0.7):
                vp = K.grow(r, r.choice(s.vps))
            for k in s.slots:
                vp = vp.replace(f"<{k}>", f"<{k}_{i}>")
                slots[f"{k}_{i}"] = s.slots[k]
            vps.append(vp)
        return self.phrase(K.join(r, vps, back), slots)

    def done(self, parts):
        """A closing sentence out of what was done."""
        s = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
        return self.r.choice(["Done: I {}.", "I {}.", "Done. I {}.", "All set: I {}.", "As asked, I {}.", "I have finished: I {}."]).format("\x01").replace("\x01", s)

    def task(self, ask, answer):
        """The finished cases.Task."""
        t = cases.Task()
        t.ask, t.answer, t.frame, t.ops = ask, answer, self.frame, self.ops
        t.start, t.files = dict(self.files), dict(self.files)
        t.want = {k: v for k, v in self.cur.items() if self.files.get(k) != v}
        t.checks, t.flaky_commands = self.checks, tuple(self.flaky)
        t.must_run, t.good = self.must_run, self.good
        t.say, t.unsaid, t.plan = self.say, self.unsaid, self.plan
        return t

    def simple(self, step, answer=None):
        """A task of one step."""
        ask = self.one(step)
        return self.task(ask, answer or self.done([step.did]))

    def chain(self, steps, answer=None, back=None):
        """A task of several steps."""
        ask = self.many(steps, back)
        return self.task(ask, answer or self.done([s.did for s in steps if s.did]))
