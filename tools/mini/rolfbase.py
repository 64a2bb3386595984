"""Machinery of rolf's tasks: requests filled in with a warm opening or ending, a job with notes, recipes, pages and lists of its own."""
import functools

import dorabase
import handkit
import rolfwords as W
from borisbase import BANKS, SLOT, Again, choose

OPEN = """Hello! |Good morning! |Hi dear helper, |Hello again, |Me again. |Sorry to trouble you! |Hi, it's {w}. |Coffee's on, so: |Oh dear. |One little thing: |Now then, |Right, next one. |Before I forget: |Good evening. |My daughter says you can do this. |I have my hands full of dough, so please: |Quick question: 
{w} asked me this. |I'm no good with computers. |We have guests at {h}. |From the garden: |It's raining, so I'm tidying up. |Another one: |You were such a help yesterday! |If you have a minute: |I've got my glasses off. |Hello {w} here, |Please, |So, |Well, |For Sunday: |{w} and I were wondering. """.replace("\n", "|").split("|")
CLOSE = """ Thank you so much!| Thanks, dear.| That's all for now.| You're a treasure.| Lots of thanks, {w}| Please leave everything else as it is.| Nothing else, please.| No hurry.| I'm off to the garden then.| Kind regards, {w}| {w} will be so pleased.| Thanks a lot!| Bless you.| Please don't touch the rest.| Is that all right?
 I'd be so grateful.| Many thanks| Hope that makes sense!| I'll make tea meanwhile.| Short answer please, my screen is small.| That would be lovely.| And that's it.| Ta!| :-)| Yours, {w}""".replace("\n", "|").split("|")
MARKS = [('"', '"')] * 5 + [("'", "'"), ("`", "`"), ("“", "”"), ("«", "»")]


def add(text):
    """Banks of frames: "## name", then a frame a line."""
    handkit.read_banks(text, BANKS, "rolf.")


def mark(s, m):
    if not m or not m[0]:
        return s
    if m[0] in s or m[1] in s:
        m = next((x for x in MARKS if x[0] not in s and x[1] not in s), ("", ""))
    return m[0] + s + m[1]


def fill(r, frame, slots):
    """Slots in capitals stand bare; of the others p, q, s, o are paths, c, e commands, a, b, n, m, x, y, z, t, u texts in quotes."""
    pm, cm, tm = r.choice([("", "")] * 6 + [("`", "`"), ('"', '"')]), r.choice([("`", "`")] * 3 + [("", ""), ('"', '"')]), r.choice(MARKS)

    spare = {"w": r.choice(W.PEOPLE)}

    def one(m):
        k = m.group(1)
        s = str(slots[k.lower()] if k.lower() in slots else spare[k.lower()])
        if k[0].isupper():
            return s
        return mark(s, pm if k[0] in "pqso" else cm if k[0] in "ce" else tm if k[0] in "abnmxyztu" else ("", ""))
    return SLOT.sub(one, choose(r, frame))


def dress(r, frame, s):
    """With an opening or an ending, now and then in small letters or without the full stop."""
    soft = frame[:1].isupper() and frame[1:2].islower()
    end = SLOT.search(frame[-5:])
    shut = bool(end) or "\\n" in frame[-30:] or frame.endswith("```") or "\n" in frame and len(frame.split("\n")[-1]) < 60
    x = r.random()
    if x < .1 and s.endswith(".") and frame.endswith("."):
        s = s[:-1]
    if .06 < x < .16 and soft:
        s = s[:1].lower() + s[1:]
    if r.random() < .22:
        o = r.choice(OPEN).format(w=r.choice(W.PEOPLE), h=r.choice(["noon", "five", "7 pm", "half past six"]))
        if o[-2:-1] in ",:" and soft and s[:2] not in ("I ", "I'") and (o[-2] == "," or r.random() < .8):
            s = s[:1].lower() + s[1:]
        s = o + s
    if not shut and r.random() < .2:
        s += ("" if s[-1] in ".?!" else ".") + r.choice(CLOSE).format(w=r.choice(W.PEOPLE))
    return s


def two(r, pool):
    return r.sample(pool, 2)


def gaps(r):
    (w, x), (a, b), (f, g), (y, z), (s, p), (l, k), (v, u), (t, o) = (two(r, q) for q in (W.PEOPLE, W.PEOPLE, W.FOODS, W.DAYS, W.PLACES, W.PLANTS, W.COLOURS, W.THINGS))
    (d, e), (h, i) = r.sample(range(10, 99), 2), r.sample(range(2, 10), 2)
    return dict(w=w, x=x, a=a, b=b, f=f, g=g, y=y, z=z, s=s, r=p, l=l, k=k, v=v, u=u, t=t, o=o, d=d, e=e, h=h, i=i, m=r.choice(["15", "30", "45", "20", "05", "50"]))


def line(r):
    return r.choice(W.LINES).format(**gaps(r))


def plain(r):
    """A line without quotes or a bracket at its end."""
    while True:
        s = line(r)
        if '"' not in s and not s.endswith(")"):
            return s


def lines(r, low=2, high=5):
    n, out = r.randint(low, high), {}
    while len(out) < n:
        out[line(r)] = 1
    return "\n".join(out)


def page(r):
    """An ending and a text of that sort."""
    e, t = r.choice(W.PAGES)
    return e, t.replace("\\n", "\n").format(**gaps(r))


def pair(r):
    while True:
        g = gaps(r)
        a, b = (x.format(**g) for x in r.choice(W.SWAPS))
        if a not in b and b not in a:
            return (a, b) if r.random() < .5 or a.split()[0] in ("teh", "recieve", "tommorow") else (b, a)


def pairs(r, n):
    """n pairs of which no side holds another."""
    while True:
        ps = [pair(r) for _ in range(n)]
        flat = [x for p in ps for x in p]
        if len(set(flat)) == 2 * n and not any(x in y for i, x in enumerate(flat) for k, y in enumerate(flat) if i != k):
            return ps


def holding(r, *parts, avoid=(), low=1, high=4):
    """Lines in which each part stands exactly once, and nothing of avoid."""
    for _ in range(60):
        rows = lines(r, low, high).split("\n")
        for a in parts:
            rows.insert(r.randint(0, len(rows)), r.choice(W.CARRY).format(a=a))
        text = "\n".join(rows)
        if all(text.count(a) == 1 for a in parts) and not any(b in text for b in avoid):
            return text
    raise Again


def stock(r, n=None, t=None, v=None, taken=()):
    """Lines of things and their numbers in one of several looks: the text and a dict from thing to (number, line)."""
    n = n or r.randint(2, 5)
    look = r.choice(["{t}: {v}", "{t}: {v}", "{t} = {v}", "{t},{v}", "{t} - {v}", "- {t}: {v}", "{t}={v}", "{v} {t}", "| {t} | {v} |", "{t} ... {v}"])
    pool = W.THINGS if r.random() < .6 else W.KEYS if "{v} {t}" not in look else W.THINGS
    pool = W.KEYS if t in W.KEYS else W.THINGS if t else pool
    ts = r.sample([x for x in pool if x != t], n - bool(t)) + ([t] if t else [])
    if any(x in y for x in ts for y in ts if x != y):
        raise Again
    r.shuffle(ts)
    vs, d = r.sample([x for x in range(2, 100) if x != v and x not in taken], n), {}
    for x, y in zip(ts, vs):
        y = v if x == t and v is not None else y
        d[x] = (y, look.format(t=x, v=y))
    rows = [x[1] for x in d.values()]
    if r.random() < .2:
        rows.insert(0, r.choice(["# what we have", "counted by " + r.choice(W.PEOPLE), "my list", "## stock"]))
    return "\n".join(rows), d


def facts(r, w, k, v, more=()):
    """Who has what: w's k is v."""
    look = r.choice(["{w}, {k}: {v}", "{w}, {k}: {v}", "{k} of {w}: {v}", "{w} - {k} - {v}", "{w}'s {k} is {v}", "{w} | {k} | {v}", "- {w}: {k} {v}", "{w};{k};{v}"])
    rows = [(w, k, v), *more]
    n = r.randint(len(rows) + 1, 5)
    while len(rows) < n:
        x = (r.choice([w, r.choice(W.PEOPLE)]), r.choice([k, r.choice(W.FACTS)]), r.choice([n for n in range(200, 9000) if n != v]))
        if not any(x[:2] == y[:2] for y in rows):
            rows.append(x)
    r.shuffle(rows)
    return "\n".join(look.format(w=a, k=b, v=c) for a, b, c in rows)


def base(p):
    return p.split("/")[-1]


def stem(p):
    return base(p).split(".")[0]


def series(r, xs, by=None):
    """Names in a row: by commas and 'and', or a line each."""
    by = by or r.choice(["and", "and", "and", "comma", "plus", "lines"])
    if by == "lines":
        return "\n" + "\n".join("- " + x for x in xs) + "\n"
    return " and ".join(xs) if by == "and" and len(xs) < 3 else ", ".join(xs[:-1]) + " and " + xs[-1] if by == "and" else (" + " if by == "plus" else ", ").join(xs)


def joined(xs):
    xs = list(xs)
    return xs[0] if len(xs) == 1 else ", ".join(xs[:-1]) + " and " + xs[-1]


def numbered(xs):
    """Things counted one after the other."""
    return ", ".join(f"{i} {x}" for i, x in enumerate(xs, 1))


class Job(dorabase.Job):
    """A task with this hand's paths, commands and ways of asking."""

    def path(self, ends=W.NOTE_ENDS, folder=None):
        r = self.r
        d = r.choice(W.FOLDERS) if folder is None else folder
        if ends is W.NOTE_ENDS and r.random() < .07:
            return d + r.choice(W.BARE)
        s = r.choice(W.STEMS)
        if r.random() < .12:
            s += r.choice(["-2024", "_new", "-2", "_old", "-draft", "1", "_" + r.choice(W.PEOPLE).lower(), "-" + r.choice(W.MONTHS).lower()])
        return d + s + "." + r.choice(ends)

    def ok(self, q, more=()):
        return not any(stem(q) == stem(f) or q in f or f in q for f in [*self.now, *more])

    def fresh(self, ends=W.NOTE_ENDS, folder=None, more=()):
        for _ in range(60):
            q = self.path([ends] if isinstance(ends, str) else ends, folder)
            if self.ok(q, more):
                return q
        raise Again

    def put(self, text, p=None, ends=W.NOTE_ENDS, folder=None):
        q = p or self.fresh(ends, folder)
        if p and p in self.now:
            raise Again
        self.files[q] = self.now[q] = text
        return q

    def others(self, lo=0, hi=3, avoid=()):
        for _ in range(self.r.randint(lo, hi)):
            t = lines(self.r, 1, 4)
            if not any(a in t for a in avoid):
                self.put(t)

    def name(self):
        r = self.r
        for _ in range(30):
            c = r.choice(W.COMMANDS).format(n=r.choice(W.STEMS))
            if c not in self.checks:
                return c
        raise Again

    def fine(self):
        return self.r.choice(W.GOOD).format(d=self.r.randint(3, 60))

    def command(self, out=None, p=None, text="", bad=None, flaky=False):
        c = self.name()
        out = out or self.fine()
        self.checks[c] = (p or next(iter(self.files), "none"), text, out, out if bad is None else bad)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def checked(self, p, text, bad, c=None):
        """A command that is content only when a file holds a text."""
        c, good = c or self.name(), self.fine()
        self.checks[c] = (p, text, good, bad)
        self.must(c, good)
        return c, good

    def suite(self, p, text, bad):
        c = self.r.choice(W.TESTS).format(n=self.r.choice(W.STEMS))
        return self.checked(p, text, bad, c)

    def ask_by(self, bank, shape=None, **slots):
        frames = BANKS["rolf." + bank]
        self.frame = self.r.choice(frames) if shape is None else self.r.choice([f for f in frames if shape in f])
        self.ask = dress(self.r, self.frame, fill(self.r, self.frame, slots))

    def brief(self):
        """Whether nothing but the thing itself is wanted."""
        f = self.frame.lower()
        return any(x in f for x in ("just the", "only the", "nothing more", "nothing else", "no sentence", "one word", "number only", "name only", "names only", "only tell me", "only need the name"))

    def tell(self, text, *say, **slots):
        t = choose(self.r, text).strip()
        super().tell(t[:1].upper() + t[1:], *say, **slots)

    def finish(self, kind):
        super().finish(kind)
        low = self.ask.lower()
        if not self.want and not self.must_run and self.say and all(s.lower() in low for s in self.say) and not any(s.lower() in low for s in self.unsaid):
            raise Again
        return self


def kind(f):
    """A maker of tasks of a function that fills a job in; its files stand in no order."""
    @functools.wraps(f)
    def fill_in(r, j):
        f(r, j)
        j.shuffle()
    return handkit.maker(Job, fill_in, Again)
