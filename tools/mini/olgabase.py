"""Machinery of olga's tasks: frames and their slots, how a request is dressed, and a job that
keeps its plan and its files in step."""
import re

import cases
import olgadocs as D
import olgawords as W
import handkit

CHOICE = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{([A-Za-z]+\d?)\}")
BANKS = {}
KINDS = []


class Again(Exception):
    """What was made up does not fit; make it up anew."""


def bank(text):
    """Read banks of frames: "## name", then a frame a line; \\n is a new line."""
    handkit.read_banks(text, BANKS, "olga.")


def pick(r, s):
    while True:
        t = CHOICE.sub(lambda m: r.choice(m.group(1).split("|")), s)
        if t == s:
            return s
        s = t


def marked(s, m):
    return s if not m or m in s or "\n" in s else m + s + m


def fill(r, frame, slots, plain=False):
    """Fill a frame: f, g, h are files, c commands, t, u, x texts in quotes, v, w values,
    and everything else goes in as it is."""
    fq = "" if plain else r.choice(["", "", "", "`", "`", '"', "'"])
    tq = '"' if plain else r.choice(['"', '"', "'", "`"])
    vq = "" if plain else r.choice(["", "", "", '"', "'"])
    cq = "`" if plain and r.random() < .5 else "" if plain else r.choice(["`", "`", '"', "", "'"])

    def one(m):
        k = m.group(1)
        s = str(slots[k])
        if k in ("f", "g", "h"):
            return s if " " in s and s in slots.get("bare", ()) else marked(s, fq)
        if k == "c" or k == "d":
            return marked(s, cq)
        if k in ("t", "u", "x"):
            for q in (tq, '"', "'", "`"):
                if q not in s:
                    return q + s + q
            return s
        if k in ("v", "w"):
            return marked(s, vq)
        return s
    first = frame.startswith("{f}") and slots.get("f") in slots.get("bare", ())
    s = SLOT.sub(one, pick(r, frame))
    return s[0].upper() + s[1:] if first else s


OPEN = """Hello!|Hi,|Good morning.|Hey,|A small favour:|I'm at the till and can't type much.|Between two lessons, quickly:|I have a customer waiting.|The bell rings in five minutes.|Me again.|Now then,|Here is what I'd like:|My editor called.|The printer comes at noon.|Good evening,|Dear helper,|
For tomorrow's lesson:|For the shop:|Before we open:|Something tiny:|When you have a moment,|Listen,|{p} noticed something.|{p} asked me to pass this on:|This is {p} from the shop.|It's {p}, the new teacher.|Next one.|Homework for you :)|We are rehearsing tonight.|Oh, and|One thing,|Back to work.|My glasses are at home, so help me out.|
Request {n}:|[shop]|Hm,|Okay so,|Sunday work, sorry:|The kids are loud today.|Typing with one hand here.""".replace("\n", "").replace("[shop]", "Shop:").split("|")
CLOSE = """ Thanks!| Thank you so much.| Everything else stays as it is, please.| Nothing more than that.| Many thanks, {p}| That would help a lot.| {p} will print it later.| I'll check it tonight.| Short answer is fine.| You're a star.| Kind regards, {p}| ta| Sorry for the trouble.| Please be careful with the rest.| No need to explain.| It has to hang in the window by noon.| Then I can go home.| Much appreciated.""".split("|")


def dress(r, s, shut=False, soft=True):
    """An opening, a closing or neither; now and then in small letters without an end."""
    word = soft and re.match(r"[A-Z][a-z']+[,:]?\s", s) and s.split()[0].strip(",.:") not in W.NAMES + W.DAYS
    x = r.random()
    if x < .08 and word and "\n" not in s:
        s = s[0].lower() + s[1:]
        s = s[:-1] if s.endswith(".") and not shut else s
    elif x < .33:
        o = r.choice(OPEN).format(p=r.choice(W.NAMES), n=r.randint(2, 90))
        if word and (o[-1] == "," or o[-3:] == "and" or o[-1] not in ".!?)" and r.random() < .7):
            s = s[0].lower() + s[1:]
        s = o + ("\n" if r.random() < .1 else " ") + s
    if r.random() < .17 and not shut:
        e = r.choice(CLOSE).format(p=r.choice(W.NAMES))
        s += ("" if s[-1] in ".?!" else "\n" if "\n" in s else ".") + (e.strip() if s[-1] not in ".?!" and "\n" in s else e)
    return s


ORD = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def nth(r, i, n, noun="line"):
    """A way to name item i (from 0) of n."""
    o = [f"the {ORD[i]} {noun}", f"the {ORD[i]} {noun}", f"{noun} {i + 1}", f"{noun} number {i + 1}"]
    if noun == "line":
        o.append(f"the {ORD[i]} line from the top")
    if i == n - 1:
        o += [f"the last {noun}", f"the very last {noun}", f"the bottom {noun}", f"the final {noun}"]
    if i == n - 2 and n > 2:
        o += [f"the last {noun} but one", f"the {noun} before the last", f"the second-to-last {noun}"]
    if i == 0:
        o += [f"the top {noun}", f"the very first {noun}"]
    return r.choice(o)


class Job(cases.Task):
    """A task that builds its plan on its own copy of the files."""

    def __init__(self, r):
        super().__init__()
        self.r, self.now, self.derived, self.system, self.slots = r, {}, set(), None, {"bare": set()}
        self.nouns = set()

    def path(self, stem, exts):
        r = self.r
        for _ in range(30):
            b = stem
            x = r.random()
            if x < .25:
                b = r.choice(["{s}-{t}", "{s}_{t}", "{t}-{s}", "{t}_{s}", "{s}{n}", "my-{s}", "{s}.{t}", "{n}-{s}"]).format(s=stem, t=r.choice(W.TAGS), n=r.randint(1, 12))
            elif x < .32:
                b = stem.capitalize()
            elif x < .36:
                b = stem.upper()
            p = b + "." + r.choice(exts)
            if r.random() < .38:
                p = r.choice(W.FOLDERS) + "/" + p
            if p not in self.now and p not in self.files and not any(p in f or f in p for f in {**self.files, **self.now}):
                return p
        raise Again

    def put(self, text, stem=None, exts=("txt", "md")):
        p = self.path(stem or self.r.choice(W.THINGS), exts)
        self.files[p] = self.now[p] = text
        return p

    def keep(self, d):
        d.path = self.put(d.text(), d.stem, d.exts)
        d.hidden = False
        self.nouns.add(d.noun)
        return d

    def listing(self, spec=None, n=None):
        return self.keep(D.listing(self.r, spec, n))

    def prose(self, n=None, kind=None, title=None):
        return self.keep(D.prose(self.r, n, kind, title))

    def extra(self, lo=0, hi=3, but=()):
        """Other files, none of them of the sort of the first."""
        r = self.r
        have = {d for d in self.nouns}
        for _ in range(r.randint(lo, hi)):
            for _ in range(20):
                d = D.listing(r) if r.random() < .5 else D.prose(r)
                if d.noun in have or (hasattr(d, "spec") and set(d.spec.nouns) & have) or (hasattr(d, "kind") and set(D.TEXTS[d.kind][1].split("|")) & have) or any(b in d.text() for b in but):
                    continue
                self.keep(d)
                break

    def name(self, d, key="f", may=.14):
        """How the request names a file; if only by what it is, the plan begins with a look."""
        r = self.r
        if r.random() < may and d.stem in d.path:
            d.hidden = True
            m = r.choice(["the {n}", "our {n}", "my {n}", "the {n}"]).format(n=d.noun)
            self.slots["bare"].add(m)
        elif r.random() < .3:
            m = r.choice(["the {n} in {p}", "the {n} ({p})", "the file {p}", "our {n} in {p}", "my {n} {p}"]).format(n=d.noun, p=marked(d.path, r.choice(["", "", "`", '"'])))
            self.slots["bare"].add(m)
        else:
            m = d.path
        self.slots[key] = m
        self.slots["doc"] = d.noun
        return m

    def open(self, d):
        if d.hidden:
            self.list()
            d.hidden = False
        return self.read(d.path)

    def find(self, d):
        if d.hidden:
            self.list()
            d.hidden = False

    def list(self):
        self.plan.append(("list",))

    def read(self, p):
        self.plan.append(("read", p))
        return self.now.get(p)

    def write(self, p, t, derived=False):
        t = t if isinstance(t, str) else "\n".join(t)
        if self.now.get(p) == t:
            raise Again
        if derived:
            self.derived.add(t)
        self.plan.append(("write", p, t))
        self.now[p] = t

    def edit(self, p, old, new, derived=False, every=False):
        n = self.now[p].count(old)
        if n < 1 or (n > 1 and not every) or old == new:
            raise Again
        if derived:
            self.derived.add(new)
        self.plan.append(("edit", p, old, new))
        self.now[p] = self.now[p].replace(old, new)

    def run(self, c):
        self.plan.append(("run", c))
        if c.startswith("rm "):
            self.now.pop(c[3:], None)

    def rm(self, p):
        self.run("rm " + p)

    def check(self, c, good, path=None, text="", bad=None):
        if c in self.checks:
            raise Again
        self.checks[c] = (path or next(iter(self.files)), text, good, bad or good)

    def asks(self, name, shut=False, **slots):
        self.slots.update(slots)
        self.frame = self.r.choice(BANKS["olga." + name])
        s = fill(self.r, self.frame, self.slots)
        self.ask = dress(self.r, s, shut or self.frame.endswith(("{T}", "{U}")), self.frame[0] != "{" or self.frame.startswith(("{At}", "{Verb}")))

    def tells(self, text, *say, **slots):
        """The answer, chosen from ways parted by |, and what it must hold."""
        r = self.r
        self.answer = fill(r, r.choice(text.split("|")), {**self.slots, **slots}, True)
        self.answer = self.answer[0].upper() + self.answer[1:] if not re.match(r"[\w/.-]+\.\w+ ", self.answer) else self.answer
        self.say = [str(s) for s in say]

    def finish(self, kind):
        self.kind = kind
        ks = list(self.files)
        self.r.shuffle(ks)
        self.files = {k: self.files[k] for k in ks}
        self.start = dict(self.files)
        self.want = {p: self.now.get(p) for p in {**self.files, **self.now} if self.now.get(p) != self.files.get(p)}
        if not 1 <= len(self.plan) <= 11 or len(self.files) > 6 or len(self.answer) > 200:
            raise Again
        if self.say and all(cases.has(self.ask, s) if s[0].isalnum() and s[-1].isalnum() else s in self.ask for s in self.say) and not self.want and not self.must_run:
            raise Again
        return self


def kind(weight=1.0):
    """Make a task maker of a function that fills a job in."""
    def wrap(f):
        make = handkit.maker(Job, f, Again)
        make.weight = weight
        KINDS.append(make)
        return make
    return wrap
