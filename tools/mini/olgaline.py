"""Olga's tasks about lines: which line, where, and what is to become of it."""
import re

import olgabase as B
import olgadocs as D
import olgawords as W
from olgabase import Again, kind, nth

ABOUT = "the line about the {k}|the line with the {k} in it|the line that mentions the {k}|the {k} line|the sentence about the {k}|the line where the {k} comes up|the bit about the {k}|the only line that speaks of the {k}".split("|")


def about(r, d, i):
    """A way to say which line by what it is about."""
    k = d.subjects[i]
    if sum(B.cases.has(x, k) for x in d.lines) != 1 or any(k in x for x in d.lines if x != d.body[i]):
        raise Again
    return r.choice(ABOUT).format(k=k)


def cap(s):
    return s[0].upper() + s[1:]


def setting(j, lo=3, **kw):
    d = j.prose(j.r.randint(lo, 7), **kw)
    j.extra(0, 2)
    j.name(d)
    return d


def spot(r, d):
    """A line by place or by subject: its index and a name for it."""
    i = r.randrange(len(d.body))
    if not d.title and r.random() < .55:
        return i, nth(r, i, len(d.lines))
    return i, about(r, d, i)


@kind(1.5)
def line_del(r, j):
    d = setting(j)
    i, at = spot(r, d)
    j.open(d)
    j.write(d.path, [x for x in d.lines if x != d.body[i]])
    j.asks("del", at=at, At=cap(at))
    j.tells("I took {at} out of {p}.|Removed {at} from {p}.|{p} no longer has that line.|The line is gone from {p}.", at=at, p=d.path)


@kind()
def line_below(r, j):
    d = setting(j, 4)
    i = r.randrange(len(d.body) - 1)
    at = about(r, d, i) if d.title or r.random() < .7 else nth(r, i, len(d.lines))
    j.open(d)
    j.write(d.path, d.head + d.body[:i + 1])
    j.asks("below", at=at, At=cap(at))
    j.tells("{p} now ends with {at}.|I cut everything below it from {p}.|What came after is gone from {p}.", at=at, p=d.path)


@kind()
def line_above(r, j):
    d = setting(j, 4, title=False)
    i = r.randrange(1, len(d.body))
    at = about(r, d, i) if r.random() < .7 else nth(r, i, len(d.lines))
    j.open(d)
    j.write(d.path, d.body[i:])
    j.asks("above", at=at, At=cap(at))
    j.tells("{p} now begins with {at}.|I removed what stood before it in {p}.|The beginning of {p} is cut.", at=at, p=d.path)


@kind(.8)
def line_keep(r, j):
    d = setting(j, 4, title=False)
    n = r.randint(2, len(d.body) - 1)
    j.open(d)
    j.write(d.path, d.body[:n])
    j.asks("keep", n=n)
    j.tells("{p} is down to {n} lines.|I kept the first {n} lines of {p}.|Only {n} lines are left in {p}.", p=d.path)


@kind(1.6)
def line_insert(r, j):
    d = setting(j)
    i, at = spot(r, d)
    t = d.new[0][1]
    low = r.random() < .6
    ls = list(d.lines)
    p = ls.index(d.body[i])
    ls.insert(p + low, t)
    j.open(d)
    j.write(d.path, ls)
    j.asks("ins" if low else "before", at=at, At=cap(at), t=t, T=t)
    j.tells("The new line stands %s {at} in {p}.|I put the line %s {at}.|{p} has the new line now, %s {at}.".replace("%s", "after" if low else "before"), at=at, p=d.path)


@kind()
def line_top(r, j):
    d = setting(j, title=False)
    t = r.choice([r.choice(W.TITLES), d.new[0][1], r.choice(W.TITLES).upper(), "# " + r.choice(W.TITLES), "For " + r.choice(W.NAMES)])
    j.open(d)
    j.write(d.path, [t] + d.lines)
    j.asks("top", t=t, T=t)
    j.tells("{p} now starts with {x}.|I put {x} at the top of {p}.|{x} is the first line of {p} now.", x=t, p=d.path)


@kind(1.4)
def line_end(r, j):
    d = setting(j) if r.random() < .7 else j.listing()
    if hasattr(d, "spec"):
        j.name(d)
        t = r.choice(["Last checked by " + r.choice(W.NAMES), "Ask " + r.choice(W.NAMES) + " for more.", "Valid until " + D.date(r), "(to be continued)", "-- " + r.choice(W.NAMES), "Printed on " + D.date(r)])
    else:
        t = r.choice([d.new[0][1], d.new[1][1], "The end", "by " + r.choice(W.NAMES), "Yours, " + r.choice(W.NAMES)])
    j.open(d)
    j.write(d.path, d.lines + [t])
    j.asks("end", t=t, T=t)
    j.tells("I added {x} at the end of {p}.|{p} now ends with {x}.|{x} is the last line of {p} now.|Added.", x=t, p=d.path)


@kind(1.5)
def line_change(r, j):
    d = setting(j)
    i, at = spot(r, d)
    t = d.new[0][1]
    j.open(d)
    j.edit(d.path, d.body[i], t)
    j.asks("change", at=at, At=cap(at), t=t, T=t)
    j.tells("{At} of {p} has the new wording.|I replaced {at} in {p}.|{p} now says {x}.|Done, that line of {p} is rewritten.", at=at, At=cap(at), p=d.path, x=t)


@kind()
def line_upper(r, j):
    d = setting(j, kind=r.choice(["poem", "story", "letter", "notice"]))
    i, at = spot(r, d)
    j.open(d)
    j.edit(d.path, d.body[i], d.body[i].upper(), True)
    j.asks("upper", at=at, At=cap(at))
    j.tells("{At} of {p} is in capitals now.|I put it in capital letters.|That line in {p} is all capitals now.", at=at, At=cap(at), p=d.path)


@kind(.8)
def line_title(r, j):
    d = setting(j, kind=r.choice(["poem", "story"]), title=True)
    j.open(d)
    j.edit(d.path, d.title, d.title.upper(), True)
    j.asks("title")
    j.tells("The title of {p} is now {t}.|The title reads {t} now.|I put the title of {p} in capitals.", t=d.title.upper(), p=d.path)


@kind()
def line_swap(r, j):
    d = setting(j)
    a, b = r.sample(range(len(d.body)), 2)
    if d.title or r.random() < .5:
        at, to = about(r, d, a), about(r, d, b)
    else:
        at, to = nth(r, a, len(d.body)), nth(r, b, len(d.body))
    ls = list(d.lines)
    x, y = ls.index(d.body[a]), ls.index(d.body[b])
    ls[x], ls[y] = ls[y], ls[x]
    j.open(d)
    j.write(d.path, ls)
    j.asks("swapl", at=at, At=cap(at), to=to)
    j.tells("{At} and {to} of {p} have changed places.|I swapped the two lines in {p}.|Swapped.", at=at, At=cap(at), to=to, p=d.path)


@kind()
def line_move(r, j):
    d = setting(j, title=False)
    i, at = spot(r, d)
    up = r.random() < .5
    ls = [x for x in d.lines if x != d.body[i]]
    ls.insert(0 if up else len(ls), d.body[i])
    j.open(d)
    j.write(d.path, ls)
    end = r.choice(["top", "beginning", "very top"] if up else ["end", "bottom", "very end"])
    j.asks("move", at=at, At=cap(at), end=end)
    j.tells("{At} is now at the {end} of {p}.|I moved the line to the {end} of {p}.|Moved to the {end}.", at=at, At=cap(at), p=d.path)


@kind(.7)
def line_reverse(r, j):
    d = setting(j, title=False)
    j.open(d)
    j.write(d.path, d.lines[::-1])
    j.asks("rev")
    j.tells("The lines of {p} are in reverse order now.|{p} is turned round.|I reversed the lines of {p}.", p=d.path)


def plainlist(j, n=None):
    """A list of bare words, one a line."""
    r = j.r
    d = D.Doc()
    pool, d.noun, d.stem = r.choice([(W.GOODS, "shopping list", "shopping"), (W.NAMES, "list of names", "names"), (W.DISHES, "list of dishes", "dishes"), (W.SUBJECTS, "list of subjects", "subjects"), (W.TITLES, "list of titles", "titles"), (W.EVENTS, "list of events", "events"), (W.THINGS, "list of words", "words"), (W.GOODS, "wish list", "wishes"), (W.NAMES, "guest list", "guests"), (W.TEAMS, "list of teams", "teams")])
    d.lines = d.body = r.sample(pool, n or r.randint(3, 6))
    d.pool, d.exts, d.head = pool, ("txt", "md"), []
    return d


@kind(.8)
def line_sort(r, j):
    d = plainlist(j)
    j.keep(d)
    j.name(d)
    j.extra(0, 2)
    s = sorted(d.lines, key=str.lower)
    j.open(d)
    j.write(d.path, s)
    j.asks("sort")
    j.tells("{p} is in alphabetical order now.|Sorted: it begins with {k}.|I put {p} in order from A to Z.", p=d.path, k=s[0])


@kind(.8)
def line_join(r, j):
    d = setting(j, title=False)
    i = r.randrange(len(d.body) - 1)
    if r.random() < .6:
        at, to = nth(r, i, len(d.body)), nth(r, i + 1, len(d.body))
    else:
        at, to = about(r, d, i), about(r, d, i + 1)
    j.open(d)
    j.write(d.path, d.lines[:i] + [d.lines[i] + " " + d.lines[i + 1]] + d.lines[i + 2:])
    j.asks("join", at=at, At=cap(at), to=to)
    j.tells("{At} and {to} are one line now.|I joined the two lines in {p}.|They stand on one line of {p} now.", at=at, At=cap(at), to=to, p=d.path)


@kind(.8)
def line_flat(r, j):
    d = plainlist(j)
    many = list(d.lines)
    flat = r.random() < .5
    if not flat:
        d.lines = [", ".join(many)]
    j.keep(d)
    j.name(d)
    j.extra(0, 2)
    j.open(d)
    j.write(d.path, ", ".join(many) if flat else many, True)
    j.asks("joinall" if flat else "split")
    j.tells("{p} is a single line now.|I put it all on one line.|All on one line now, with commas." if flat else "{p} has one entry a line now.|Each entry has its own line now.|Split into lines, the commas are gone.", p=d.path)


@kind(.8)
def line_mark(r, j):
    d = plainlist(j) if r.random() < .6 else D.prose(r, r.randint(2, 5), title=False)
    j.keep(d)
    j.name(d)
    j.extra(0, 2)
    num = r.random() < .5
    j.open(d)
    j.write(d.path, [(f"{i}. " if num else "- ") + x for i, x in enumerate(d.lines, 1)], True)
    j.asks("number" if num else "bullet")
    j.tells("The lines of {p} are numbered now.|I numbered {p}.|Every line of {p} has its number." if num else "The lines of {p} have dashes now.|Each line of {p} begins with a dash.|I made bullets of {p}.", p=d.path)


@kind(1.3)
def line_say(r, j):
    d = setting(j, title=False)
    i = r.randrange(len(d.body))
    at = nth(r, i, len(d.body))
    j.open(d)
    if i == 0 and r.random() < .5:
        j.asks("first")
    else:
        j.asks("isline", at=at, At=cap(at))
    j.tells("It says: {T}|{T}|{At} of {p} is: {T}", d.body[i], T=d.body[i], at=at, At=cap(at), p=d.path)


@kind(.8)
def line_count(r, j):
    d = setting(j)
    j.find(d)
    j.run("wc -l " + d.path)
    n = len(d.lines)
    j.asks("lines")
    j.tells("{p} has {n} lines.|There are {n} lines in {p}.|It has {n} lines.", n, p=d.path, n=n)


@kind(.8)
def line_where(r, j):
    d = setting(j, title=False)
    i = r.randrange(len(d.body))
    about(r, d, i)
    j.open(d)
    j.asks("where", k=d.subjects[i])
    j.tells("The {k} is on line {n} of {p}.|It is line {n}.|Line {n} of {p}.|You meet the {k} on line {n}.", i + 1, n=i + 1, p=d.path)
    j.derived.add(str(i + 1))


@kind()
def line_wrap(r, j):
    d = setting(j, kind=r.choice(["poem", "story", "letter", "notice"]))
    i, at = spot(r, d)
    if '"' in d.body[i]:
        raise Again
    j.asks("tagged", at=at, At=cap(at))
    a, b = ("<b>", "</b>") if "<b>" in j.frame else ("(", ")") if "( )" in j.frame or "bracket" in j.frame else ("**", "**") if "star" in j.frame or "**" in j.frame else ('"', '"')
    j.open(d)
    j.edit(d.path, d.body[i], a + d.body[i] + b, True)
    j.tells("{At} of {p} is marked now.|I put it between {a} and {b}.|That line of {p} stands between {a} and {b} now.", at=at, At=cap(at), p=d.path, a=a, b=b)
