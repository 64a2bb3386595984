"""Kinds: comparing files, following references, what is not there."""

import senaframes3  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, kind, need
from senafind import haystack, look_until
from senamake import fresh


def pair(r, same=None, sort=None):
    """Two files that share a key: (f, g, key, value, other value); same None: differing."""
    f = W.KV(r, sort=sort)
    g = W.KV(r, fmt=f.fmt if r.random() < 0.5 else None, sort=None)
    key = r.choice(f.keys)
    need(f.fmt not in ("json", "properties") and g.fmt not in ("json", "properties") and key.lower() not in [k.lower() for k in g.keys] and f.path != g.path)
    need(f.path not in g.path and g.path not in f.path)
    v = f.value[key]
    same_case = (f.fmt in ("env", "make", "py")) == (g.fmt in ("env", "make", "py")) and (f.fmt in ("txt", "md")) == (g.fmt in ("txt", "md"))
    need(same_case)
    w = v if same else W.other(r, v, lambda: W.value(r, sort or W.SORT_OF.get(key.lower(), r.choice(["num", "word", "version"]))))
    need(same or w not in g.text)
    g.keys.append(key)
    g.value[key], g.line[key] = w, g.row(key, w)
    rows = g.text.split("\n")
    rows.insert(r.randint(1, len(rows)) if rows[0].startswith(("#", "[")) else r.randint(0, len(rows)), g.line[key])
    g.text = "\n".join(rows)
    return f, g, key, v, w


@kind
def same_value(r):
    same = r.random() < 0.5
    f, g, k, v, w = pair(r, same)
    files = {f.path: f.text, g.path: g.text}
    return build(
        r,
        "same_yes" if same else "same_no",
        files,
        [("read", f.path), ("read", g.path)],
        {"p": f.path, "q": g.path, "k": k, "v": v, "w": w},
        say=["yes" if same else "no"],
        unsaid=["no" if same else "yes"],
        frames=FRAMES["same_value"],
    )


@kind
def larger_value(r):
    f, g, k, v, w = pair(r, sort="num")
    need(v.isdigit() and w.isdigit() and v != w)
    big = f if int(v) > int(w) else g
    low = g if big is f else f
    return build(
        r,
        "larger_value",
        {f.path: f.text, g.path: g.text},
        [("read", f.path), ("read", g.path)],
        {"p": f.path, "q": g.path, "k": k, "s": big.path, "v": max(v, w, key=int)},
        say=[big.path],
        unsaid=[low.path],
    )


@kind
def code_returns(r):
    c = W.Code(r)
    return build(r, "code_returns", {c.path: c.text}, [("read", c.path)], {"p": c.path, "k": c.func, "v": c.value}, say=[c.value])


@kind
def pointer(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    p = fresh(r, f.path)
    text = (
        r.choice(
            [
                "See {q}",
                "All settings are in {q}",
                "moved to {q}",
                "The values live in {q} now.",
                "-> {q}",
                "{x}\nLook at {q} for the settings.",
                "include {q}",
                "source: {q}",
                "# {x}\nPlease read {q}",
                "{x}\nsettings: {q}",
                "@import {q}",
                "This file moved. New place: {q}",
            ]
        )
        .replace("{q}", f.path)
        .replace("{x}", W.sentence(r))
    )
    need(k.lower() not in text.lower())
    return build(r, "pointer", {p: text, f.path: f.text}, [("read", p), ("read", f.path)], {"p": p, "q": f.path, "k": k, "v": f.value[k]}, say=[f.value[k]])


@kind
def two_values(r):
    f, g = W.KV(r), W.KV(r)
    k, j = r.choice(f.keys), r.choice(g.keys)
    need(k != j and f.path != g.path)
    return build(
        r,
        "two_values",
        {f.path: f.text, g.path: g.text},
        [("read", f.path), ("read", g.path)],
        {"p": f.path, "q": g.path, "k": k, "j": j, "v": f.value[k], "w": g.value[j]},
        say=[f.value[k], g.value[j]],
    )


@kind
def search_value(r):
    files = haystack(r, r.randint(1, 4))
    f = W.KV(r)
    k = r.choice(f.keys)
    need(f.path not in files and not any(k.lower() in t.lower() for t in files.values()))
    files[f.path] = f.text
    return build(r, "search_value", files, look_until(files, lambda t: f.line[k] in t), {"p": f.path, "k": k, "v": f.value[k]}, say=[f.value[k]], filler=0)


@kind
def diff_line(r):
    f = W.KV(r, n=r.randint(2, 4))
    k = r.choice(f.keys)
    v = f.value[k]
    w = W.other(r, v, lambda: W.value(r, "num" if v.isdigit() else None))
    text = f.text.replace(f.line[k], f.row(k, w))
    d, _, base = f.path.rpartition("/")
    stem, _, ext = base.rpartition(".")
    q = (
        (d + "/" if d else "")
        + (stem or W.name(r))
        + r.choice([".old", ".new", "2", "_prod", "-test", ".bak", ".orig", "_copy", "-" + W.name(r)])
        + ("." + ext if ext and stem else "")
    )
    need(q != f.path and text != f.text)
    if r.random() < 0.3:
        q = fresh(r, f.path).rpartition(".")[0] + "." + ext
    need(q != f.path and not q.startswith("."))
    return build(r, "diff_line", {f.path: f.text, q: text}, [("read", f.path), ("read", q)], {"p": f.path, "q": q, "k": k, "v": v, "w": w}, say=[k, v, w])


@kind
def not_there(r):
    files = haystack(r, r.randint(1, 4))
    p = fresh(r, *files)
    base = p.rpartition("/")[2].rpartition(".")[0]
    need(base and not any(base.lower() in q.lower() for q in files))
    v, w = W.noun(r), W.noun(r)
    f = r.choice(FRAMES["not_there"])
    first = (
        ("edit", p, w, v)
        if "{w} by {v}" in f or "{w} to {v}" in f or "{w} becomes" in f or "Fix {w}" in f
        else ("edit", p, v, w) if "Rename" in f else ("read", p)
    )
    return build(r, "not_there", files, [first, ("list",)], {"p": p, "v": v, "w": w}, say=[p], unsaid=["done"], frames=[f], filler=0)


@kind
def show_file(r):
    f = r.choice([W.Note(r, 1), W.Note(r, 2), W.Items(r, 2), W.KV(r, n=1), W.Items(r, 3)])
    e = f.text if "\n" not in f.text else "\n" + f.text
    return build(r, "show_file", {f.path: f.text}, [("read", f.path)], {"p": f.path, "e": e}, say=f.text.split("\n"))


@kind
def has_word(r):
    f = W.Items(r)
    yes = r.random() < 0.5
    v = r.choice(f.items) if yes else W.item(r, f.sort)
    need(yes or v.lower() not in f.text.lower())
    need(not W.re_word(v, ("yes", "no")))
    return build(
        r,
        "has_yes" if yes else "has_no",
        {f.path: f.text},
        [("read", f.path)],
        {"p": f.path, "v": v},
        say=["yes" if yes else "no"],
        unsaid=["no" if yes else "yes"],
        frames=FRAMES["has_word"],
    )


@kind
def last_person(r):
    """A question about a note, told in one's own words."""
    n, p = W.noun(r), W.person(r)
    cases = [
        (
            "{p} takes care of the {n}.",
            [
                "Who takes care of the {n}? See {q}",
                "Read {q}: who looks after the {n}?",
                "In {q} it says who takes care of the {n}. Tell me the name",
                "Whom do I ask about the {n}, according to {q}?",
            ],
            "p",
        ),
        (
            "The {n} opens at {c}.",
            [
                "When does the {n} open? It's in {q}",
                "At what time does the {n} open according to {q}?",
                "Check {q}, when does the {n} open?",
                "Opening time of the {n}? Look in {q}",
            ],
            "c",
        ),
        (
            "Room {d} is booked for {p}.",
            [
                "Which room did we book for {p}? Look in {q}",
                "What room is {p} in, according to {q}?",
                "Find the room for {p} in {q}",
                "Room number of {p}, please ({q})",
            ],
            "d",
        ),
        (
            "Our {n} moved to {a}.",
            [
                "Where did our {n} move? {q} has it",
                "To which city did our {n} move, see {q}?",
                "Read {q} and tell me where the {n} is now",
                "Where's the {n} now? Check {q}",
            ],
            "a",
        ),
        (
            "{p} is on call {b}.",
            [
                "When is {p} on call? Look in {q}",
                "Which day is {p} on call according to {q}?",
                "{q} says which day {p} is on call. Which one?",
                "Day of {p}'s on-call shift? See {q}",
            ],
            "b",
        ),
        (
            "Ticket {e} is about the {n}.",
            [
                "Which ticket is about the {n}? See {q}",
                "Find the ticket number for the {n} in {q}",
                "What's the ticket for the {n}? It's in {q}",
                "I need the ticket id for the {n} from {q}",
            ],
            "e",
        ),
        (
            "The {n} costs {d}.",
            ["How much is the {n}? See {q}", "What does the {n} cost according to {q}?", "Price of the {n}? {q} knows", "Look up in {q} what the {n} costs"],
            "d",
        ),
        (
            "Backup of the {n} runs at {c}.",
            [
                "When does the backup of the {n} run? See {q}",
                "Backup time of the {n} as per {q}?",
                "Check {q}: at what time is the {n} backed up?",
                "At which time do we back up the {n}? Look into {q}",
            ],
            "c",
        ),
    ]
    fact, frames, key = r.choice(cases)
    vals = {"p": p, "n": n, "a": r.choice(W.PLACES), "b": r.choice(W.DAY), "c": W.clock(r), "d": str(r.randint(2, 900)), "e": W.value(r, "code")}
    for k, v in vals.items():
        fact = fact.replace("{" + k + "}", v)
    note = W.Note(r)
    rows = note.text.split("\n")
    need(all(n not in x.lower() and p not in x and vals[key] not in x for x in rows))
    rows.insert(r.randint(0, len(rows)), fact)
    frame = r.choice(frames)
    ask = {"q": note.path, "i": n, "t": p, "e": vals[key], "f": fact}
    answers = ["{e}.", "It says: {f}", "{e}, according to {q}."]
    plain = frame.replace("{p}", "{t}").replace("{n}", "{i}")
    t = build(r, "last_person", {note.path: "\n".join(rows)}, [("read", note.path)], ask, say=[vals[key]], frames=[plain], answers=answers)
    t.frame = frame
    return t
