"""Clauses of requests, each with its part of the plan and of the answer, and their joining."""
import boriswords as W
from borisbase import BANKS, Again, dress, fill, notes
from boriskinds1 import joined, pick
from boriskinds2 import newline, worded
import borisasks3


def c_value(r, j):
    p, d = j.conf()
    (k,) = pick(r, d)
    yield
    j.read(p)
    yield {"p": p, "k": k}, f"{k} in {p} is {d[k][0]}", [d[k][0]]


def c_lines(r, j):
    p = j.put(notes(r, 1, 9))
    yield
    n = j.wc(p)
    yield {"p": p}, f"{p} has {n} lines", [n]


def c_nfiles(r, j):
    yield
    n = str(len(j.list()))
    j.derived.add(n)
    yield {}, (r.choice([f"there are {n} files", f"{n} files in all"]) if n != "1" else "there is 1 file"), [n]


def c_names(r, j):
    yield
    ns = j.list()
    if not ns:
        raise Again
    yield {}, "the files are " + joined(ns), ns


def c_set(r, j):
    p, d = j.conf()
    (k,) = pick(r, d)
    v = W.value(r)
    yield
    j.read(p)
    j.swap(p, d[k][1], newline(d[k][1], d[k][0], v))
    yield {"p": p, "k": k, "v": v}, f"{k} is now {v}", []


def c_replace(r, j):
    p, v, vv = worded(r, j)
    yield
    j.swap(p, v, vv)
    yield {"p": p, "v": v, "vv": vv}, f"{p} is corrected", []


def c_create(r, j):
    p, t = j.fresh(), W.sentence(r)
    yield
    j.write(p, t)
    yield {"p": p, "t": t}, f"{p} is written", []


def c_delete(r, j):
    p = j.put(notes(r, 1, 5))
    yield
    j.run("rm " + p)
    yield {"p": p}, f"{p} is gone", []


def c_append(r, j):
    p, t = j.put(notes(r, 1, 6)), W.sentence(r)
    yield
    j.write(p, j.read(p) + "\n" + t)
    yield {"p": p, "t": t}, f"{p} has the new line", []


def c_prepend(r, j):
    p, t = j.put(notes(r, 1, 6)), W.sentence(r)
    yield
    j.write(p, t + "\n" + j.read(p))
    yield {"p": p, "t": t}, f"{p} has the new line", []


def c_command(r, j):
    if not j.files:
        j.some(1, 2)
    c, out = j.command()
    yield
    j.run(c)
    yield {"c": c}, f"{c} printed: {out}", [out]


def c_copy(r, j):
    p, q = j.put(notes(r, 1, 5)), j.fresh()
    yield
    j.write(q, j.read(p))
    yield {"p": p, "q": q}, f"{q} is a copy of {p}", []


def c_rename(r, j):
    p, q = j.put(notes(r, 1, 5)), j.fresh()
    yield
    j.write(q, j.read(p))
    j.run("rm " + p)
    yield {"p": p, "q": q}, f"{p} is now {q}", []


ASKING = [c_value, c_value, c_lines, c_nfiles, c_names, c_command]
DOING = [c_set, c_replace, c_create, c_delete, c_append, c_prepend, c_copy, c_rename]


def combine(r, j, n, pool=None):
    """n clauses: the filled clauses; the plan and the answer are made."""
    fs = r.sample(pool, n) if pool else [r.choice(ASKING)] + [r.choice(ASKING + DOING) for _ in range(n - 1)]
    r.shuffle(fs)
    if sum(f in (c_nfiles, c_names) for f in fs) > 1:
        raise Again
    made = [(f, f(r, j)) for f in fs]
    for _, g in made:
        next(g)
    if not j.files:
        j.some(1, 3)
    elif r.random() < .4:
        j.some(0, 2)
    j.shuffle()
    got = [(f, next(g)) for f, g in made]
    looks = (r.choice(["", "", "`", '"', "'"]), r.choice(['"', "'", "`", ""]), r.choice(['"', "'", "`"]))
    clauses = [fill(r, r.choice(BANKS[f.__name__]), s, looks).strip() for f, (s, _, _) in got]
    parts = [p for _, (_, p, _) in got]
    j.answer = r.choice([". ", ". ", "; ", ", and "] if n == 2 else [". ", "; "]).join(parts)
    if ". " in j.answer and r.random() < .7:
        j.answer = ". ".join(parts)
    if j.answer[-1:].isalnum():
        j.answer += "."
    if j.answer.startswith("the"):
        j.answer = "T" + j.answer[1:]
    j.say = [s for _, (_, _, ss) in got for s in ss]
    return clauses


def slots(marks, before, between, after=""):
    return lambda xs: before + between.join(marks.format(i=i + 1, x="{" + x + "}", X="{" + x.upper() + "}", L=x) for i, x in enumerate(xs)) + after


# Joinings of five clauses or more.
LONG = [slots("{i}. {X}", "", "\n"), slots("- {x}", "", "\n"), slots("{x}", "", "; "), slots("{X}.", "", " "), slots("{x}", "Please ", ", then ", "."), slots("{i}) {x}", "Work list:\n", "\n"),
    slots("({i}) {x}", "Please do all of this: ", " ", "."), slots("* {X}.", "For today:\n", "\n"), slots("{x}", "", " -> "), slots("{x}", "A long one. First ", ", after that ", ". That is everything."),
    slots("[ ] {x}", "", "\n"), slots("{L}. {x}", "All of these in order please.\n", "\n"), slots("{x}", "", " | "), slots("{X}.", "Dear colleague,\nI am away and need your help. ", " Then please also do this: ", "\nYours, {N}"),
    slots("step {i}: {x}", "", "\n"), slots("{X}!", "", " "), slots("{x}", "Could you ", ", ", "?"), slots("{x}", "My morning went like this: {N} came and told me to ", ", next to ", ", and I have no time. Do it for me, please.")]


def join(r, j, clauses):
    n = len(clauses)
    j.frame = r.choice(BANKS[f"join{n}"]) if n < 5 else r.choice(LONG)("abcdef"[:n])
    fills = {**{"abcdef"[i]: c for i, c in enumerate(clauses)}, "n": r.choice(W.NAMES)}
    s = j.frame.replace("{N}", fills["n"])
    for i, c in enumerate(clauses):
        s = s.replace("{" + "ABCDEF"[i] + "}", "\x00" + "ABCDEF"[i]).replace("{" + "abcdef"[i] + "}", "\x00" + "abcdef"[i])
    for i, c in enumerate(clauses):
        s = s.replace("\x00" + "ABCDEF"[i], c[:1].upper() + c[1:] if c[1:2].islower() else c).replace("\x00" + "abcdef"[i], c)
    j.ask = dress(r, s)
