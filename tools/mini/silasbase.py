"""Machinery of silas: jobs that put requests together from clauses, their settings and their endings."""
import re

import borisbase
import dorabase
import handkit
import silaswords as W
from borisbase import BANKS, SLOT, Again, choose
from cases import has
from dorabase import mark


def add(text):
    """Read banks of frames; ^ before a slot asks for a capital."""
    handkit.read_banks(text.replace("^{", "\x01{"), BANKS, "silas.")


def path(r, ext=None):
    ext = ext or r.choice(W.EXTS)
    n = r.choice(W.NOUNS + W.SERVICES)
    if r.random() < .4:
        n += r.choice(["-", "_"]) + r.choice(W.NOUNS)
    return r.choice(W.DIRS) + n + "." + ext


def number(r):
    return r.choice([r.randint(2, 9), r.randint(10, 99), r.randint(10, 99), r.randint(100, 999), r.randint(1000, 9000)])


def other(r, v):
    """A value of the same sort that is unlike another."""
    while True:
        w = str(max(1, int(v) + r.choice([-1, 1]) * r.choice([1, 2, 5, 10, 20, 50, 100]))) if v.isdigit() and r.random() < .5 else str(number(r)) if v.isdigit() else r.choice(W.TEXTS)
        if w not in v and v not in w:
            return w


def finish(s):
    s = re.sub("\x01([^\x02])", lambda m: m.group(1).upper(), s)
    return s.replace("\x01", "").replace("\x02", "")


class Job(dorabase.Job):
    def __init__(self, r):
        super().__init__(r)
        self.marks = {"p": r.choice(["", "", "", "", "`", "`", '"', "'"]), "t": r.choice(['"', '"', "`", "'"]), "v": r.choice(["", "", "", '"', "`", "'"]), "c": r.choice(["`", "`", "`", "", '"', "'"]), "k": r.choice(["", "", "", "`", '"'])}

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

    def some(self, lo=0, hi=3):
        """Some more files."""
        for _ in range(self.r.randint(lo, hi)):
            self.noise()

    def noise(self, p=None, ext=None):
        r = self.r
        if r.random() < .45:
            return self.put(settings(r)[0], p, ext)
        return self.put("\n".join(dict.fromkeys(sentence(r) for _ in range(r.randint(1, 4)))), p, ext)

    def name(self):
        r = self.r
        for _ in range(30):
            c = r.choice(W.COMMANDS).format(n=r.choice(W.NOUNS), s=r.choice(W.SERVICES))
            if c not in self.checks and not any(c in x or x in c for x in self.checks):
                return c
        raise Again

    def output(self, forms=W.OUTPUTS, v=""):
        return text(self.r, self.r.choice(forms), v)

    def command(self, out=None, flaky=False):
        c, out = self.name(), out or self.output()
        self.checks[c] = (next(iter(self.files), "none"), "", out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def tests(self, p, need, bad=None):
        r = self.r
        c = r.choice(W.TESTS).format(n=r.choice(W.NOUNS), s=r.choice(W.SERVICES))
        if any(c in x or x in c for x in self.checks):
            raise Again
        good = text(r, r.choice(W.PASSES))
        self.checks[c] = (p, need, good, bad or text(r, r.choice(W.FAILS)))
        return c, good

    def f(self, bank, **s):
        """One of the frames of a bank, or a frame itself, with its slots filled in."""
        r = self.r
        t = r.choice(BANKS["silas." + bank]) if "silas." + bank in BANKS else bank
        t = choose(r, t)
        m = SLOT.match(t)
        head = "\x02" if m and (m.group(1) not in s or m.group(1)[0].islower()) else ""

        def one(m):
            k = m.group(1)
            v = str(s[k] if k in s else s[k.lower()])
            c = k[0]
            if c.isupper() or c in "nxyd":
                return v
            if c in "pqo":
                return mark(r, v, self.marks["p"])
            if c in "tu":
                return mark(r, v, self.marks["t"])
            if c in "vw":
                return mark(r, v, self.marks["v"] or ("" if len(v.split()) < 2 else '"'))
            if c in "cb":
                return mark(r, v, self.marks["c"])
            return mark(r, v, self.marks["k"])
        return head + SLOT.sub(one, t)

    def request(self, bank, **s):
        """The request, in one of its registers."""
        self.frame = self.r.choice(BANKS["silas." + bank]) if "silas." + bank in BANKS else bank
        self.ask = dress(self.r, self.f(self.frame, **s))

    def readonly(self):
        """Now and then a word that nothing is to be changed."""
        if self.r.random() < .3 and self.ask[-1] in ".?!":
            self.ask += " " + self.f("tail.readonly")

    def secret(self, *values):
        """What must be found out may not stand in the request."""
        if any(has(self.ask, v) for v in map(str, values)):
            raise Again

    def tell(self, answer, *say, **slots):
        t = finish(self.f(answer, **{k.upper(): v for k, v in slots.items()}) if slots else self.f(answer))
        self.answer = t[:1].upper() + t[1:] if t.startswith(("it is ", "there is ", "both ")) else t[:1].upper() + t[1:] if t[:1].islower() and t.split(" ")[0].isalpha() and not any(t.startswith(str(v)) for v in slots.values()) else t
        self.say = [str(x) for x in say]

    def idle(self, why=""):
        """An answer that nothing was done, in a word that the request does not have."""
        r = self.r
        ways = [(w, k) for w, k in [("I changed nothing", "changed nothing"), ("nothing was touched", "touched"), ("no file was altered", "altered"), ("I left it all as it was", "left it all"), ("so no action was needed", "action was needed")] if k not in self.ask]
        w, k = r.choice(ways)
        self.derived.add(k)
        s = finish((why.rstrip(".") + r.choice([", so ", "; ", ", therefore "]) if why else "") + (w[3:] if w[:3] == "so " else w) + ".")
        self.answer, self.say = s[:1].upper() + s[1:] if why == "" or s[0].islower() and s.split(" ")[0].isalpha() else s, [k]


def text(r, form, v=""):
    return choose(r, form).format(n=r.choice(W.NOUNS), s=r.choice(W.SERVICES), p=r.choice(W.PEOPLE), d=r.randint(11, 940), e=r.randint(2, 9), h="%06x" % r.getrandbits(24) + r.choice("abcdef"), v=v)


def sentence(r):
    return text(r, r.choice(["The {n} of {s} is in order.", "{p} looks after the {n}.", "{n}: {d}", "Ask {p} about {s}.", "- {n} and {n}", "{s} was moved to rack {e}.", "See the {n} from week {e}.", "# {n} of {s}", "{n} {d} of {s}, {p}", "TODO: {n}", "{d} {n} lines per day"]))


STYLES = ["{k}: {v}", "{k}: {v}", "{k} = {v}", "{k}={v}", "{K}={v}", "{k} {v}", '{k} = "{v}"', '"{k}": "{v}"', "export {K}={v}", "- {k}: {v}", "{k} -> {v}", "  {k}: {v}", "{k}\t{v}", "{k} := {v}", "set {k} {v}"]


def settings(r, n=None, want=None, style=None):
    """(text, {key as written: (value, line)}) of a file of settings; want: num, text or None for the first key."""
    style = style or r.choice(STYLES)
    n = n or r.randint(2, 6)
    first = {"num": W.NUMKEYS, "text": W.TEXTKEYS, None: W.NUMKEYS + W.TEXTKEYS}[want]
    ks = [r.choice(first)]
    ks += [k for k in r.sample(W.NUMKEYS + W.TEXTKEYS, n) if k not in ks and not any(k in x or x in k for x in ks)][:n - 1]
    d = {}
    used = set()
    for k in ks:
        while True:
            v = str(number(r)) if k in W.NUMKEYS else r.choice(W.TEXTS)
            if v not in used:
                break
        used.add(v)
        name = k.upper() if "{K}" in style else k
        d[name] = (v, style.replace("{k}", k).replace("{K}", k.upper()).replace("{v}", v))
    lines = [x for _, x in d.values()]
    r.shuffle(lines)
    if r.random() < .2:
        lines.insert(0, text(r, r.choice(W.HEADS)))
    return "\n".join(lines), d


def conf(j, want=None, n=None, p=None):
    """A file of settings: path, its first key, value and line."""
    t, d = settings(j.r, n or j.r.randint(2, 6), want)
    p = j.put(t, p, None if p else j.r.choice(["yaml", "yaml", "toml", "conf", "ini", "env", "cfg", "txt", "properties"]))
    k = next(iter(d))
    v, ln = d[k]
    if t.count(ln) != 1 or ln.count(v) != 1:
        raise Again
    return p, k, v, ln


def dress(r, s):
    """The request with what people write around it."""
    x = r.random()
    name, n = r.choice(W.PEOPLE), r.randint(12, 980)
    pick = lambda b: text(r, r.choice(BANKS["silas." + b]).replace("{N}", str(n)), "")
    plain = "\n" not in s
    if x < .07:
        s = f"{pick('mail.open')}\n\n{pick('mail.story')} \x01{s}\n\n{pick('mail.end')}\n{name}"
    elif x < .12 and plain:
        s = f"{pick('mail.story')} \x01{s}"
    elif x < .28:
        o = pick("open")
        if o[-1] == "," or o[-1] == ":" and r.random() < .4:
            s = s.replace("\x01", "", 1) if s.startswith("\x01") else s[0].lower() + s[1:] if s[1:2].islower() and s[0].isalpha() else s
        s = o + (" " if r.random() < .8 else "\n") + s
    s = finish(s)
    if x > .9 and plain and s[-1] in ".?!":
        s += " " + pick("close")
    elif .84 < x < .9 and s[:1].isupper() and s[1:2].islower():
        s = s[:1].lower() + s[1:]
        s = s[:-1] if s[-1] == "." else s
    return s


def maker(fill, name=None):
    """A task maker; the files stand in no order."""
    def go(r, j):
        fill(r, j)
        j.shuffle()
    go.__name__ = name or fill.__name__
    return handkit.maker(Job, go, Again)
