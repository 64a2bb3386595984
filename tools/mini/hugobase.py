"""The job of hugo: a task that keeps its plan and files in step, with hugo's own files, commands, openings and endings."""
import re

import borisbase as B
import handkit
import hugowords as W
from borisbase import Again, BANKS, add, choose

__all__ = ["Again", "BANKS", "add", "kind", "series", "joined", "up", "fill", "Job"]
SLOT = re.compile(r"\{([A-Za-z]+\d?)\}")
LOOKS = [("", '"', '"'), ("", '"', '"'), ("", "'", "'"), ("`", "`", "`"), ("`", '"', '"'), ('"', '"', '"'), ("'", "'", '"'), ("", "", '"'), ("", "", "'"), ("", "`", "`"), ("`", "", "`"), ('"', "", '"'), ("", "", "“"), ("", '"', "“"), ("`", "'", "'")]
PLAIN = set("the to at is in for by of with and on from not as it we has was are no be The Our my up do ask his new who any out until after before you am if so they them that this there".split())
CLOSING = {"“": "”"}


def up(s):
    return s[:1].upper() + s[1:]


def marked(s, m):
    """A text in quotation marks that do not occur in it."""
    if not m or "\n" in s:
        return s
    m = next((x for x in (m, '"', "`", "'") if x not in s), m)
    return m + s + CLOSING.get(m, m)


def fill(r, frame, slots, looks=None):
    """A frame with its slots filled in. Names of files (p, q, d), values (v, w), texts (t), keys (k) and commands
    (c) have their marks; slots in capitals and others stand as they are."""
    fl, vl, tl = looks or r.choice(LOOKS)

    def one(m):
        k = m.group(1)
        s = str(slots[k.lower() if k not in slots else k])
        if k[0].isupper() or k in ("pl", "pp", "pairs"):
            return s
        if k[0] in "pqd":
            return marked(s, fl)
        if k[0] == "c":
            return marked(s, "`" if fl == "`" or r.random() < .5 else fl or '"')
        if k[0] == "t":
            return marked(s, tl)
        if k[0] in "vw":
            return marked(s, vl or ("" if re.fullmatch(r"[A-Za-z0-9:-]+", s) else tl))
        if k[0] == "k":
            return marked(s, vl if vl == "`" or r.random() < .1 else "")
        return s
    return SLOT.sub(one, choose(r, frame))


def series(r, xs, m=None):
    """Things in a row."""
    m = r.choice(["", "", "`", '"', "'"]) if m is None else m
    xs = [m + x + m for x in xs]
    return r.choice([joined(xs), joined(xs), ", ".join(xs), " and ".join(xs), " + ".join(xs), ", ".join(xs[:-1]) + ", and " + xs[-1] if len(xs) > 2 else joined(xs), ", ".join(xs[:-1]) + " as well as " + xs[-1]])


def joined(xs):
    return ", ".join(xs[:-1]) + " and " + xs[-1] if len(xs) > 1 else xs[0]


START = """Hiya! |Good day. |Evening all. |Bonjour! |Me again. |Sorry for the late message. |Right then: |This one's quick. |Ok so, |Fresh from the meeting: |On the phone, so short: |Writing from the train. |{p} just called. |Coffee's ready, so: 
My laptop is at the repair shop. |Next ticket. |REQ-{n}: |#{n} |[{p}] |Could be simple, could be not. |Back from holiday, catching up. |For today: |{p} wants this by noon. |No idea how to do this myself. |You did well yesterday. |Heads-up: big delivery on {d}. 
@agent |Dear helper, |Team, |If you have a minute: |Note from {p}: |It rains and I am bored, but anyway: |Last thing for today: |Here goes. |Let me think... yes: |Before the {d} meeting: |(urgent) |Fine, now |Well, |I'm new here. """.replace("\n", "|").split("|")
STOP = """ Cheers!| Ta.| Thanks a lot, {p}| That would be everything.| Hands off the other files.| Can wait till {d} but not longer.| I'll check tonight.| Best, {p}| /{p}| Sorry, it's a lot.| You're a star.| Don't ask me why.| Many thanks!| - {p}
 Please and thank you.| In that case I can go home.| Much obliged.| Tell me when it's done.| {p} will be glad.| And no, nothing more.| Merci!| It matters to {p}.| OK?| Greetings from {y}.| Don't change anything beyond that.| Over.""".replace("\n", "|").split("|")


def dress(r, s, soft, shut, bare=False):
    """A request with an opening, an ending, both or neither; soft: it may begin with a small letter; shut: nothing may follow; bare: nothing may precede."""
    vals = lambda t: t.replace("{n}", str(r.randint(20, 990))).replace("{p}", r.choice(W.PEOPLE)).replace("{d}", r.choice(W.DAYS)).replace("{y}", r.choice(W.TOWNS))
    small = soft and r.random() < .12 and s[1:2] != " "
    if small:
        s = s[0].lower() + s[1:]
    if (small or r.random() < .06) and s.endswith(".") and not shut:
        s = s[:-1]
    if not bare and r.random() < .25:
        o = vals(r.choice(START))
        if re.match(r"\W|\w[.):]|(Step|No\.|Task|Point|Title|Ticket|file|old)\W", s) and "\n" in s:
            o = o.rstrip() + "\n"
        s = o + (s[0].lower() + s[1:] if soft and o[-2:-1] in ",:wt" and s[:2] not in ("I ", "I'") else s)
    if r.random() < .18 and not shut:
        e = vals(r.choice(STOP))
        s += "\n" + e.strip() if "\n" in s else e if s[-1] in ".?!" else "." + e
    return s


class Job(B.Job):
    """A job with hugo's files, commands, requests and answers."""

    def put(self, text, exts=W.ANY):
        for _ in range(20):
            p = W.path(self.r, exts)
            if p not in self.now and not any(p in f or f in p for f in self.now):
                self.files[p] = self.now[p] = text
                return p
        raise Again

    def conf(self, n=None, keys=()):
        text, got = W.settings(self.r, n, keys)
        return self.put(text, W.CNF), got

    def setting(self, n=None, key=None):
        """A file of settings, one of its keys, the value and the line of it, and another value of that kind."""
        r = self.r
        p, got = self.conf(n, [key] if key else ())
        k = key or r.choice(list(got))
        v, line = got[k]
        w = W.VALUE[W.KEYS[k]](r)
        if w == v or w in self.now[p] or v in w or line.count(v) != 1:
            raise Again
        return p, k, v, w, line

    def notes(self, lo=1, hi=7):
        return self.put(W.notes(self.r, lo, hi))

    def some(self, lo=0, hi=2):
        for _ in range(self.r.randint(lo, hi)):
            self.notes(1, 5) if self.r.random() < .6 else self.conf()

    def fresh(self, exts=W.ANY):
        for _ in range(20):
            p = W.path(self.r, exts)
            if p not in self.now and not any(p in f or f in p for f in self.now) and p not in self.taken:
                self.taken.add(p)
                return p
        raise Again

    def fresh_line(self, *files):
        """A line that no file holds yet."""
        for _ in range(20):
            t = W.sentence(self.r)
            if not any(t in x or x in t for x in self.now.values()):
                return t
        raise Again

    def word(self, p, avoid=()):
        """A word or number of a file that stands there once, and one of the same kind for its place."""
        r = self.r
        ws = [w for w in re.findall(r"[A-Za-z0-9][A-Za-z0-9:.-]*[A-Za-z0-9]", self.now[p]) if self.now[p].count(w) == 1 and len(w) > 1 and w not in avoid and w not in PLAIN]
        if not ws:
            raise Again
        v = r.choice(ws)
        for pool in (W.PEOPLE, W.TOWNS, W.GOODS, W.THINGS, W.COLOURS, W.DAYS, W.ROOMS, W.MODES, W.TECH):
            if v in pool:
                w = r.choice(pool)
                break
        else:
            w = str(r.randint(1, 999)) if v.isdigit() else r.choice([W.code(r), r.choice(W.GOODS), r.choice(W.COLOURS), r.choice(W.TECH)])
        if w in self.now[p] or v in w or w in v:
            raise Again
        return v, w

    def fill_in(self, s):
        """A pattern of an output or a command with everything filled in."""
        r = self.r
        s = choose(r, s).replace("{s}", r.choice(W.TECH)).replace("{N}", str(r.randint(2, 99))).replace("{n}", str(r.randint(2, 480)))
        for c, k in (("p", "p"), ("d", "d"), ("t", "t"), ("m", "m"), ("k", "k"), ("y", "y"), ("v", "v"), ("g", "g"), ("r", "r"), ("a", "a")):
            if "{" + c + "}" in s:
                s = s.replace("{" + c + "}", W.VALUE[k](r))
        return s

    def command(self, out=None, flaky=False):
        c = self.fill_in(self.r.choice(W.COMMANDS))
        if c in self.checks:
            raise Again
        out = out or self.fill_in(self.r.choice(W.OUTPUTS))
        self.checks[c] = (next(iter(self.files)), "", out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def tests(self, p, text, bad=None):
        c, good = self.fill_in(self.r.choice(W.TESTS)), self.fill_in(self.r.choice(W.PASSES))
        if c in self.checks:
            raise Again
        self.checks[c] = (p, text, good, bad or self.r.choice(W.FAILS).replace("{p}", p).replace("{t}", text))
        self.must(c, good)
        return c, good

    taken = None

    def finish(self, kind):
        ks = list(self.files)
        self.r.shuffle(ks)
        self.files = {k: self.files[k] for k in ks}
        size = len(self.ask) + sum(len(x) for s in self.plan for x in s) + sum(len(self.now.get(s[1], self.files.get(s[1], ""))) for s in self.plan if s[0] == "read")
        if not 1 <= len(ks) <= 6 or size > 2600 or len(self.answer) > 200 and not self.long:
            raise Again
        if len({s[1:] for s in self.plan if s[0] == "edit" and s[2] == s[3]}):
            raise Again
        super().finish(kind)
        if not self.want and not self.must_run and all(s.lower() in self.ask.lower() for s in self.say):
            raise Again
        return self

    long = False

    # The plan of one thing.

    def append(self, p, t):
        self.write(p, self.read(p) + "\n" + t)

    def prepend(self, p, t):
        self.write(p, t + "\n" + self.read(p))

    def drop_line(self, p, t):
        xs = self.read(p).split("\n")
        if xs.count(t) != 1 or len(xs) < 2:
            raise Again
        self.write(p, "\n".join(x for x in xs if x != t))

    def after(self, p, a, t):
        xs = self.read(p).split("\n")
        if xs.count(a) != 1:
            raise Again
        i = xs.index(a)
        self.write(p, "\n".join(xs[:i + 1] + [t] + xs[i + 1:]))

    def copy(self, p, q):
        self.write(q, self.read(p))

    def rename(self, p, q):
        self.copy(p, q)
        self.run("rm " + p)

    def everywhere(self, p, v, w):
        if v not in self.now[p] or w in self.now[p]:
            raise Again
        self.plan.append(("edit", p, v, w))
        self.now[p] = self.now[p].replace(v, w)

    def ask_by(self, bank, **slots):
        self.frame = self.r.choice(BANKS["hugo." + bank])
        self.ask = dress(self.r, fill(self.r, self.frame, slots), self.frame[0] not in "{[#-*1(" and self.frame[:3] not in ("IT:", "TO "), re.search(r"\n[^\n]*\}$|\{[TWVP]2?\}$", self.frame), self.frame.startswith(("{T", "```")))

    def tell(self, text, *say, **slots):
        low = re.match(r"\{[A-Z]", text)
        t = fill(self.r, text, slots, ("", "", '"'))
        self.answer = t if low else up(t)
        self.say = [str(s) for s in say]


def untouched(r):
    """A job none of whose files is taken."""
    j = Job(r)
    j.taken = set()
    return j


def kind(f):
    """Make a maker of tasks of a function that fills a job in."""
    make = handkit.maker(untouched, f, Again)
    make.__module__ = f.__module__
    return make
