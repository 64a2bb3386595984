"""How emil makes up files and requests: lists, tables and letters, and a job that knows them by what they are."""
import borisbase as B
import emilwords as W
import handkit
from borisbase import Again, add, choose


def person(r, full=.3):
    return r.choice(W.FIRST) + (" " + r.choice(W.LAST) if r.random() < full else "")


def clock(r):
    h, m = r.randint(6, 21), r.choice([0, 0, 15, 30, 30, 45, 10, 50])
    return r.choice([f"{h}:{m:02}", f"{h}:{m:02}", f"{h}.{m:02}", f"{(h - 1) % 12 + 1}:{m:02} {'am' if h < 12 else 'pm'}"])


def date(r):
    d, m = r.randint(1, 28), r.choice(W.MONTHS)
    return r.choice([f"{d} {m}", f"{d} {m}", f"{m} {d}", f"{d}/{W.MONTHS.index(m) + 1}"])


def value(r, kind):
    n = r.randint(2, 95)
    return {"time": lambda: clock(r), "money": lambda: r.choice(["£{}", "{} euros", "€{}", "{} pounds", "{}.50"]).format(r.randint(3, 480)), "phone": lambda: r.choice([f"555 {r.randint(1000, 9999)}", f"0{r.randint(200, 999)} {r.randint(10000, 99999)}", f"ext. {r.randint(11, 99)}"]),
            "date": lambda: date(r), "person": lambda: person(r, .1), "count": lambda: str(n), "pence": lambda: r.choice([f"£{r.randint(1, 9)}.{r.randint(1, 9)}0", f"{r.randint(4, 19) * 10}p", f"€{r.randint(1, 9)}"]), "table": lambda: f"table {r.randint(1, 30)}",
            "group": lambda: r.choice(W.GROUPS), "hours": lambda: f"{r.randint(7, 11)} to {r.randint(12, 19)}", "amount": lambda: r.choice(["{}0 g", "{}5 g", "{} ounces", "{} cups", "{} tablespoons", "{} ml"]).format(r.randint(2, 60)),
            "day": lambda: r.choice(W.DAYS), "street": lambda: f"{n} {r.choice(W.STREETS)}", "reading": lambda: str(r.randint(10200, 89900)), "place": lambda: r.choice(W.PLACES), "food": lambda: r.choice(W.FOODS), "num": lambda: str(r.randint(3, 60)), "spot": lambda: r.choice(W.SPOTS), "last": lambda: r.choice(W.LAST)}[kind]()


def sentence(r):
    s = r.choice(W.SENTENCES)
    for k in ("person", "place", "day", "time", "money", "num", "spot", "food", "date"):
        if "{" + k + "}" in s:
            s = s.replace("{" + k + "}", value(r, k))
    return s


class Doc:
    """A file of the user's: p its path, name what it is called, facts what stands in it."""

    def __init__(self, p, name, sort, lines, mark="", facts=None, sep=""):
        self.p, self.name, self.sort, self.lines, self.mark, self.facts, self.sep = p, name, sort, lines, mark, facts or {}, sep


class Job(B.Job):
    """A task about documents that may be named by what they are."""

    def __init__(self, r):
        super().__init__(r)
        self.docs, self.used, self.listed, self.hidden = [], set(), False, set()
        self.look = r.choice(["", "", "", '"', "`", "'"])
        self.quotes = r.choice(["", "", "", '"', '"', "'"])

    def name(self, stem, exts=("txt",)):
        r = self.r
        folder = r.choice(["", "", "", "", "notes/", "home/", "lists/", "Documents/", "family/", "office/", "papers/", "2024/", "desk/", "club/", "kitchen/", "letters/", "docs/private/"])
        p = folder + (stem.capitalize() if r.random() < .08 else stem) + "." + r.choice(["txt", "txt", "txt", "txt", "md", *exts])
        if any(p in f or f in p for f in {**self.files, **self.now}):
            raise Again
        return p

    def fresh(self, exts=("txt",)):
        table = self.r.choice([W.LISTS, W.TABLES, W.TEXTS])
        k = self.r.choice([k for k in table if k not in self.used])
        return self.name(self.r.choice(["", "", "new_", "my_", "copy_of_", "spring_", "final_"]) + self.r.choice(table[k][1]), exts)

    def place(self, sort, name, stem, lines, **kw):
        d = Doc(self.name(stem), name, sort, lines, **kw)
        self.files[d.p] = self.now[d.p] = "\n".join(lines)
        self.docs.append(d)
        return d

    def sort_of(self, table):
        k = self.r.choice([k for k in table if k not in self.used])
        self.used.add(k)
        return k

    def pool(self, sort):
        return W.LISTS[sort][2] if W.LISTS[sort][2] != [""] else [person(self.r, .6) for _ in range(24)]

    def plain(self, lo=3, hi=8, bullets=.25, sort=None):
        """A list, and some things of its sort that do not stand in it."""
        r, sort = self.r, sort or self.sort_of(W.LISTS)
        names, stems, _ = W.LISTS[sort]
        self.used.add(sort)
        pool = list(dict.fromkeys(self.pool(sort)))
        r.shuffle(pool)
        n = min(r.randint(lo, hi), len(pool) - 5)
        mark = r.choice(["- ", "- ", "* ", "+ "]) if r.random() < bullets else ""
        d = self.place(sort, r.choice(names), r.choice(stems), [mark + x for x in pool[:n]], mark=mark)
        d.items, d.other = pool[:n], pool[n:]
        if any(a != b and a in b for a in pool for b in d.items):
            raise Again
        return d

    def table(self, lo=3, hi=7):
        """A table; facts holds key to value, other has keys that are not in it."""
        r, sort = self.r, self.sort_of(W.TABLES)
        names, stems, keys, make, _, _ = W.TABLES[sort]
        keys = keys if keys != [""] else list(dict.fromkeys(person(r, .5) for _ in range(16)))
        n = min(r.randint(lo, hi), len(keys) - 1)
        ks = r.sample(keys, n)
        if sort in ("rota", "meter"):
            ks.sort(key=keys.index)
        facts, sep = {}, r.choice(W.SEPS)
        for k in ks:
            v = value(r, make)
            if any(v in x or x in v for x in facts.values()) or v in "".join(ks):
                raise Again
            facts[k] = v
        d = self.place(sort, r.choice(names), r.choice(stems), [k + sep + v for k, v in facts.items()], facts=facts, sep=sep)
        d.other, d.make = [k for k in keys if k not in ks], make
        if any(a != b and a in b for a in keys for b in ks):
            raise Again
        return d

    def newvalue(self, d):
        v = value(self.r, d.make)
        if v in self.now[d.p]:
            raise Again
        return v

    def text(self):
        """A letter or the like; facts holds slot to value, each in the text once."""
        r, sort = self.r, self.sort_of(W.TEXTS)
        names, stems, lines = W.TEXTS[sort]
        facts, out = {}, "\n".join(lines)
        for k in W.SLOTS:
            if "{" + k + "}" in out:
                facts[k] = value(r, k.rstrip("2"))
                out = out.replace("{" + k + "}", facts[k])
        out = out.replace("{title}", r.choice(W.TITLES))
        if any(out.count(v) != 1 for v in facts.values()):
            raise Again
        return self.place(sort, r.choice(names), r.choice(stems), out.split("\n"), facts=facts)

    def doc(self):
        return self.r.choice([self.plain, self.table, self.text])()

    def some(self, lo=0, hi=3):
        for _ in range(self.r.randint(lo, hi)):
            self.doc()
        self.shuffle()

    def shown(self, p):
        return self.look + p + self.look

    def ref(self, d, hide=.35):
        """How a request names a document: by its path, or only by what it is."""
        r = self.r
        whose = r.choice(["my ", "my ", "the ", "the ", "our "])
        if r.random() < hide and len(self.files) > 1:
            self.hidden.add(d.p)
            return whose + d.name
        p = self.shown(d.p)
        return r.choice([p, p, p, p, "the file " + p, f"{whose}{d.name} ({p})", f"{whose}{d.name}, {p},", f"{whose}{d.name} in {p}"])

    def open(self, *ds):
        """Look which files there are if one is not named."""
        if not self.listed and any(d.p in self.hidden for d in ds):
            self.list()
            self.listed = True

    def one(self, x):
        """A text as it is put in a request."""
        q = self.quotes
        return x if not q or q in x else q + x + q

    def seen(self, d):
        self.open(d)
        return self.read(d.p).split("\n")

    def command(self, out=None, flaky=False):
        r = self.r
        c = r.choice(COMMANDS).format(n=r.choice(TOPICS), m=r.choice(TOPICS), f=r.choice(W.FIRST).lower())
        if c in self.checks or not c.isascii():
            raise Again
        out = out or choose(r, r.choice(OUTPUTS)).format(d=r.randint(2, 400), e=r.randint(2, 90), p=person(r), t=clock(r), day=r.choice(W.DAYS), m=value(r, "money"), n=r.choice(TOPICS))
        self.checks[c] = (next(iter(self.files)), "", out, out)
        if flaky:
            self.flaky_commands = (*self.flaky_commands, c)
        return c, out

    def tests(self, p, text, bad):
        r = self.r
        c = r.choice(TESTS).format(n=r.choice(TOPICS), f=r.choice(W.FIRST).lower())
        if c in self.checks or not c.isascii():
            raise Again
        good = r.choice(PASSES).format(d=r.randint(3, 40))
        self.checks[c] = (p, text, good, bad)
        self.must(c, good)
        return c, good

    def ask_by(self, bank, tail=True, **slots):
        r = self.r
        self.frame = r.choice(B.BANKS["emil." + bank])
        self.ask = dress(r, fill(self, self.frame, slots), self.frame[0] != "{", self.frame.rstrip("}?.,").endswith(("{b", "{B")) or not tail)

    def tell(self, text, *say, **slots):
        s = fill(self, text, slots, True)
        first = s.split(" ")[0].rstrip(":,")
        self.answer = s if first in self.now or first in self.files else s[:1].upper() + s[1:]
        self.say = [str(x) for x in say]

    def finish(self, kind):
        super().finish(kind)
        if not 1 <= len(self.plan) <= 11:
            raise Again
        return self


def fill(j, frame, slots, bare=False):
    """A frame with its slots: x, y, z texts in the quotes of the request, t and u texts always
    quoted, c commands, n and m new files, everything else as it is."""
    def one(m):
        k = m.group(1)
        if k in slots:
            s = str(slots[k])
            if bare:
                return s
            if k in "xyz":
                return j.one(s)
            if k in ("t", "u"):
                return '"' + s + '"' if '"' not in s else "'" + s + "'"
            if k == "c":
                return j.r.choice(["`", "`", '"', "", ""]).join(["", s, ""])
            return j.shown(s) if k in "nm" else s
        s = str(slots[k.lower()])
        return s[:1].upper() + s[1:] if not bare and s.startswith(("my ", "the ", "our ")) and k in "FGH" else s
    out = B.SLOT.sub(one, choose(j.r, frame))
    for a, b in ((",.", "."), (",,", ","), (",?", "?"), (",:", ":"), (",;", ";"), ("..", ".")) if not bare else ():
        out = out.replace(a, b) if a != ".." or " .. " not in out else out
    return out


OPEN = "Good morning. |Good afternoon! |Hello Pepper, |Hi, it's {p}. |Dear helper, |Oh, and |Now then: |I'm just putting my coat on. |I hope you can help me. |Sorry, I am not good with computers. |My daughter set this up for me. |The kettle is on, so quickly: |We have visitors soon. |{p} has just rung. |Something small: |Here I am again. |For the office: |From {p}, by way of me: |I can't find my glasses. |Please, |Okay so |Next thing. |It's raining here. |Hm, |When you have a minute: |Before I forget: |One favour: |It's about tomorrow. ".split("|")
CLOSE = " Thank you, dear.| Thanks ever so much.| Ta!| Much obliged.| That would be lovely.| Nothing more for today.| Everything else can stay as it is.| {p} asked for it.| I promised {p}.| Then I can go to bed.| You're a treasure.| Best, {p}| Sorry for the trouble.| It needn't be fancy.| Please be careful with it.| Hope that is clear.| I'm in no hurry.| Yours, {p}| Cheers!| That is all I need.| And tell me when it's done.".split("|")


def dress(r, s, soft, shut):
    """A request with something before it, after it or neither; soft: it begins with a word of the frame."""
    soft = soft and s[1:2].islower() and s.split(" ")[0].rstrip(",.:").isalpha() and s.split(" ")[0].lower() in SMALL
    if r.random() < .08 and soft:
        s = s[0].lower() + s[1:]
        if s[-1] == "." and not shut:
            s = s[:-1]
    if r.random() < .3:
        o = r.choice(OPEN).format(p=r.choice(W.FIRST))
        s = o + (s[0].lower() + s[1:] if soft and o[-2] in ",:dor" else s)
    if r.random() < .22 and not shut:
        e = r.choice(CLOSE).format(p=r.choice(W.FIRST))
        s = s + e if s[-1] in ".?!" else s + "." + e if "\n" not in s else s + "\n" + e.strip()
    return s


SMALL = set("once here quick only whatever somewhere today provided should unless whether execute type put order after extend fill complete mark not neither either two one three type append insert could would can please add put take we what when where who which how is are in on at the my our make write change correct replace swap remove delete have there somebody it this that let set do does from if look find tell check run start read show copy rename move turn give strike cross drop note save keep create open after before between below above under next first then now instead every all both your these those".split())
TOPICS = "letters labels invoices till badges orders rota minutes bookings backup receipts stamps tickets payroll newsletter members posters calendar prices mailing printer stock envelopes scanner kitchen parcels lottery archive menus timesheet raffle".split()
COMMANDS = "sh {n}.sh|./{n}.sh|print_{n}|python3 {n}.py|count-{n}|sh {f}/{n}.sh|{n} --today|show {n}|./send_{n}|{n} report|bash scripts/{n}.sh|perl {n}.pl|update-{n} now|{f}.bat|{n}.cmd|office {n}|tally {n}|make {n}|sort_{n} {m}|{n}-tool status|./{f}_{n}|next {n}".split("|")
OUTPUTS = "{d} {n} [printed|counted|sent off|still open|sorted]/Total: {m}/{p} has the key this week/[backup|copying] finished at {t}/next delivery on {day}/{e} pages, {d} words/paper left: {d} sheets/winner: ticket {d}/the shop closes at {t}/{d} members, {e} unpaid/toner at {e} percent/{day}: {p}/outstanding {m}/last run on {day} at {t}/{e} of {d} envelopes addressed/{p} is on duty/queue is empty since {t}/room free until {t}/postage {m}/{d} photos, newest from {day}/your number is {d}/oven timer set to {t}/{e} letters waiting for {p}".split("/")
TESTS = "sh check_{n}.sh|./check.sh|proofread {n}|python3 check_{n}.py|verify-{n}|spellcheck {n}|./{f}_check.sh|office check|check-all|sh {f}/check.sh|{n} --check|lookover {n}|inspect_{n}|make check".split("|")
PASSES = ["all correct", "no mistakes found", "OK", "{d} points checked, none wrong", "ready to print", "fine, go ahead", "passed", "complete", "nothing to complain about", "ready: {d} lines read"]
KINDS = []


def kind(f):
    """Register a maker of tasks made of a function that fills a job in."""
    KINDS.append(handkit.maker(Job, f, Again))
    return KINDS[-1]


def both(xs):
    return ", ".join(xs[:-1]) + " and " + xs[-1] if len(xs) > 1 else xs[0]
