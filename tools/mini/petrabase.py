"""Machinery of petra's tasks: a job with files, settings, notes and commands of its own, and ways of putting a request together."""
import functools

import dorabase
import handkit
import petrawords as W
from borisbase import BANKS, Again, add, choose

OPEN = ["Task: ", "Evaluation item {n}. ", "Hello. ", "Please note that this is a test environment. ", "Instruction {n}: ", "Next task. ", "One task for you: ", "Case {n}.\n", "Request from {p}: ", "Assignment: ", "Good day. ", "Here is what I need. ", "The following is all there is to do. ", "To be done now: ", "Item {n} of the list: ", "## Task\n", "For the {s} service: ", "As the next step, "]
CLOSE = [" Do not change anything else.", " All other files stay as they are.", " Thank you.", " Please be precise.", " No other file may change.", " Keep the answer short.", " That is all.", " Your last message should be brief.", " Thank you in advance.", " Nothing further is required.", " {p} will check the result.", " There is no need to explain your steps."]


def note(r, t=None):
    return (t or r.choice(W.NOTES)).format(f=r.choice(W.FUNCS), g=r.choice(W.NAMES), s=r.choice(W.SERVICES), h=r.choice(W.HOSTS), a=r.choice(W.PEOPLE), d=r.randint(20, 900), e=r.randint(2, 51), n=r.randint(3, 99), k=r.choice(W.PARAMS), p="", m="", w=r.choice(W.NAMES))


def notes(r, lo=2, hi=4):
    """So many different notes."""
    n, out = r.randint(lo, hi), []
    while len(out) < n:
        x = note(r)
        if x not in out:
            out.append(x)
    return out


def dress(r, frame, s):
    """A request with an opening or an ending in a share of cases."""
    soft = frame[:1].isupper() and frame[1:2].islower()
    shut = frame.endswith(("{B}", "{A}", "{T}", "{L}")) or s.endswith("```")
    if r.random() < .07 and s.endswith(".") and not shut and "\n" not in s:
        s = s[:-1]
    if r.random() < .16:
        o = r.choice(OPEN).format(n=r.randint(2, 480), p=r.choice(W.FIRST), s=r.choice(W.SERVICES))
        s = o + (s[:1].lower() + s[1:] if o.endswith(", ") and soft else s)
    if r.random() < .12 and not shut and s[-1] in ".?!":
        s += r.choice(CLOSE).format(p=r.choice(W.FIRST))
    return s


def path(r, ext):
    n = r.choice(W.NAMES) if r.random() < .7 else r.choice(W.NAMES) + r.choice(["_", "-"]) + r.choice(W.NAMES)
    return r.choice(W.DIRS) + n + ("." + ext if ext else "")


STYLES = ["{k} = {v}", "{k} = {v}", "{k}: {v}", "{k}: {v}", "{k}={v}", "{k}={v}", "{k} {v}", "set {k} {v}", "{K}={v}", "export {K}={v}", "{k} := {v}", "  {k}: {v}", "const {k} = {v};", "\"{k}\": {v},"]
CONF = ["toml", "conf", "env", "ini", "yml", "cfg", "yaml", "properties", "txt"]
TEXT = ["md", "txt", "log", "csv", "md", "txt"]


class Job(dorabase.Job):
    """A task that is planned on its own copy of the files."""

    def right(self, ws, answer):
        """The request said back is no answer."""
        return answer != self.ask and super().right(ws, answer)

    def stems(self):
        return [p.split("/")[-1].split(".")[0] for p in self.now]

    def fresh(self, ext=None):
        """A path that is not there and is not like one that is; kept apart from all later ones."""
        for _ in range(60):
            q = path(self.r, self.r.choice(ext) if isinstance(ext, (list, tuple)) else ext or self.r.choice(CONF + TEXT))
            b = q.split("/")[-1].split(".")[0]
            if not any(b in s or s in b for s in self.stems() + self.kept):
                self.kept.append(b)
                return q
        raise Again

    def __init__(self, r):
        super().__init__(r)
        self.kept = []

    def put(self, text, p=None, ext=None):
        q = p or self.fresh(ext)
        if q in self.now or any(q in f or f in q for f in self.now):
            raise Again
        self.files[q] = self.now[q] = text
        return q

    def spare(self, lo=0, hi=3, ext=TEXT):
        """Files that have nothing to do with the task."""
        for _ in range(self.r.randint(lo, hi)):
            self.put("\n".join(notes(self.r)), ext=ext)

    def conf(self, given=(), n=None, p=None, ext=CONF, avoid=(), style=None):
        """A file of settings, given as (key, value) and some more: path and {key: (value, line)}."""
        r, style = self.r, style or self.r.choice(STYLES)
        given = list(given)
        avoid = [str(x) for x in (*avoid, *(v for _, v in given))]
        rest = [k for k in W.PARAMS if all(k not in g and g not in k for g, _ in given)]
        for k in r.sample(rest, n if n is not None else r.randint(1, 4)):
            while True:
                v = str(r.choice([r.randint(2, 99), r.randint(100, 990), r.randint(1000, 9000)]))
                if not any(v in a or a in v for a in avoid):
                    break
            given.append((k, v))
            avoid.append(v)
        r.shuffle(given)
        d = {k: (str(v), style.format(k=k, K=k.upper(), v=v).strip()) for k, v in given}
        rows = [style.format(k=k, K=k.upper(), v=v) for k, v in given]
        if r.random() < .25:
            rows.insert(0, "# settings of " + r.choice(W.SERVICES))
        return self.put("\n".join(rows), p, ext), d

    def text(self, lo=2, hi=5, ext=TEXT, p=None):
        """A file of notes and its lines."""
        rows = notes(self.r, lo, hi)
        return self.put("\n".join(rows), p, ext), rows

    def some(self, c):
        """The name of a command that is not used yet."""
        for _ in range(20):
            x = note(self.r, self.r.choice(c))
            if x not in self.checks and not any(x in y or y in x for y in self.checks):
                return x
        raise Again

    def command(self, out, good=None, p=None, text="", c=None, flaky=False):
        """A command that prints out, or good once p holds the text."""
        c = c or self.some(W.BUILD)
        self.checks[c] = (p or next(iter(self.files), "none"), text, good or out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        self.must(c, good or out)
        return c

    def passing(self, p=None, text="", bad="1 failed", c=None):
        """A command that counts what passes: its name, output and number."""
        n = self.r.randint(4, 97)
        out = self.r.choice(W.GOOD).format(n=n)
        c = self.command(bad, out, p, text, c or self.some(W.SUITE + W.BUILD))
        return c, out, str(n)

    def failing(self, p, bad=None):
        """A command that never passes, and what it prints."""
        bad = bad or self.bad(p)
        c = self.some(W.SUITE + W.BUILD)
        self.checks[c] = (p, "\0", "ok", bad)
        self.must(c, bad)
        return c, bad

    def bad(self, p):
        return self.r.choice(W.FAILED).replace("{m}", self.r.choice(W.WHY)).format(p=p, n=self.r.randint(2, 99), f=self.r.choice(W.FUNCS), k=self.r.choice(W.PARAMS))

    def swap(self):
        """A file with a word to replace: path, text, old, new."""
        r = self.r
        if r.random() < .55:
            k, v, w = r.choice(W.PARAMS), *map(str, r.sample(range(11, 999), 2))
            p, d = self.conf([(k, v)], avoid=(w,))
            a = d[k][1]
            return p, self.now[p], a, a[::-1].replace(v[::-1], w[::-1], 1)[::-1]
        a, b = r.sample(r.choice([W.HOSTS, W.LICENSES, W.PEOPLE, W.NAMES, W.SERVICES]), 2)
        rows = notes(r, 1, 4)
        if any(a in x or b in x for x in rows):
            raise Again
        rows.insert(r.randint(0, len(rows)), r.choice(["contact: {a}", "{a}", "x = \"{a}\"", "The entry for {s} is {a}.", "{s} -> {a}", "depends on {a}", "value = {a}", "see {a} for details"]).format(a=a, s=r.choice(["week", "site", "page", "unit"])))
        p = self.put("\n".join(rows), ext=r.choice(["md", "txt", "py", "toml", "html", "rst", "js", "yml"]))
        return p, self.now[p], a, b

    def broken(self):
        """A file with a mistake: path, wrong part, right part, message."""
        r = self.r
        if r.random() < .3:
            ok, no, e = r.choice(W.TYPOS)
            g, f, n = r.choice(W.NAMES), r.choice(W.FUNCS), r.randint(3, 99)
            t = {"rs": f"struct {g.title()};\n\nfn main() {{\n    println!(\"{g}\");\n}}", "py": f"import sys\n\nclass {g.title()}:\n    def {f}(self):\n        return {n}", "js": f"const {g} = {n};\nfunction {f}(x) {{\n  return x + {g};\n}}", "sh": f"#!/bin/sh\nset -e\necho {g} {n}", "go": f"package {g}\n\nfunc Size() int {{\n\treturn {n}\n}}"}[e]
            if t.count(ok) != 1:
                raise Again
            p = self.put(t.replace(ok, no), ext=e)
            a, b, m = no.strip(), ok.strip(), r.choice(W.TYPED)
        else:
            p, _, a, b = self.swap()
            m = r.choice(W.WRONG)
        if self.now[p].count(a) != 1 or b in self.now[p]:
            raise Again
        return p, a, b, m.format(p=p, a=a, b=b)

    def into(self, p, line, old, new):
        """An edit of a line, where one value becomes another."""
        if line.count(old) != 1:
            raise Again
        self.line(p, line, line.replace(old, new))

    def ask_by(self, bank, **slots):
        self.frame = self.r.choice(BANKS["petra." + bank])
        self.ask = dress(self.r, self.frame, dorabase.fill(self.r, self.frame, slots))

    def run_if(self, c):
        self.run(c)
        return self.checks[c]


def number(r, near=None):
    """A number as settings have it, or one near to another."""
    if near is None:
        return r.choice([r.randint(3, 99), r.randint(3, 99), r.randint(100, 999), r.randint(10, 90) * 10, r.choice([1024, 2048, 4096, 1500, 3000, 5000])])
    return max(2, near + r.choice([-1, 1]) * r.choice([1, 2, 5, r.randint(3, 60), near // 2 + 1]))


def kind(f):
    """Make a task maker of a function that fills a job in; its files stand in no order."""
    @functools.wraps(f)
    def fill(r, j):
        f(r, j)
        j.shuffle()
    return handkit.maker(Job, fill, Again)


__all__ = ["Again", "add", "choose", "kind", "note", "notes", "number", "Job", "CONF", "TEXT"]
