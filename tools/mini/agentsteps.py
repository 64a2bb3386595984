"""The steps of which jobs are composed: each plans its part in a World and says how it is
asked for, how it is played and what was done.

A step may also open questions: things that a report at the end can tell."""
import re

import agentorders as O
from agentcommands import output
from agentfiles import SORTS, command_for, key, noun, notes, script, setting_lines, settings, shown_path, shown_text, swap
from agentkit import verdict
from agentscene import shown_command
from agenttasks import listed
from lexicon import EVERY


class Step:
    """forms and values: how it is asked; play(e) acts; done: what was done, in the past
    tense, or ""; answer(e): a sentence that reports; block: text for lines of its own."""

    def __init__(self, forms, values, play, done="", block=None, answer=None, runs=False, tail=""):
        self.forms, self.values, self.play, self.done, self.block, self.answer, self.runs, self.tail = forms, values, play, done, block, answer, runs, tail


def both(xs):
    """Names as an answer lists them."""
    return ", ".join(xs[:-1]) + " and " + xs[-1]


def say(w, **values):
    """Values as the request writes them: paths (p, q, z), texts (x, a, b, m), commands (c)."""
    r = w.r
    make = {"p": shown_path, "q": shown_path, "z": shown_path, "x": shown_text, "a": shown_text, "b": shown_text, "c": shown_command}
    plain = [values[k] for k in "ab" if k in values and values[k].isalnum() and values[k].lower() not in EVERY]
    if len(plain) == 2 and r.random() < 0.35:
        make = {**make, "a": lambda r, x: x, "b": lambda r, x: x}
    if "c" in values and r.random() < 0.4:
        make = {**make, "c": lambda r, x: f"`{x}`"}
    return {k: make[k](r, v) if k in make else v for k, v in values.items()}


def create(w):
    r = w.r
    p, t = w.make()
    if "\n" not in t or r.random() < 0.45:
        t = w.line() if "\n" in t else t
        if "\n" in t or not t.strip():
            t = w.line()
        forms, block = O.CREATE, None
    else:
        forms, block = O.CREATE_BLOCK, t
    w.now[p] = t
    w.open.append(p)
    return Step(forms, say(w, p=p, x=t), lambda e: e.call(f"I write {p}.", "write", p, t), f"created {p}", block)


def changed(w, p):
    """A change that fits the text of p: (old, new), or None."""
    return next((x for x in (swap(w.r, w.now[p]) for _ in range(5)) if x), None)


def edit(w):
    p = w.any_file()
    found = changed(w, p)
    if not found:
        return edit(w)
    old, new = found
    w.now[p] = w.now[p].replace(old, new)
    w.open.append(p)
    return Step(O.EDIT, say(w, p=p, a=old, b=new), lambda e: e.act(f"I replace {old} in {p}.", "edit", p, old, new), f"replaced {old} with {new} in {p}")


def several(w, n=None):
    """Files that share a word: (paths, word)."""
    r = w.r
    old = r.choice([noun(r) + str(r.randint(10, 99)), noun(r).capitalize() + noun(r), f"{noun(r)}-{noun(r)}", f"{noun(r)} {noun(r)}", noun(r).upper() + noun(r)])
    ps = [w.new() for _ in range(n or r.choice([2, 2, 3, 3, 4]))]
    for p in ps:
        lines = w.now[p].split("\n")
        lines.insert(r.randint(0, len(lines)), r.choice(["{}", "see {}", "{} is here", "use {} = 1", "# {}", "The {} stays.", "- {}", f"{noun(r)} {{}} {noun(r)}"]).replace("{}", old))
        w.files[p] = w.now[p] = "\n".join(lines)
    return ps, old


def edit_many(w):
    r = w.r
    ps, old = several(w)
    new = r.choice([noun(r) + str(r.randint(100, 999)), noun(r) + noun(r).capitalize(), f"{noun(r)}_{noun(r)}"])
    for p in ps:
        w.now[p] = w.now[p].replace(old, new)

    def play(e):
        for i, p in enumerate(ps):
            e.act(f"{'Now I' if i else 'I'} replace {old} in {p}.", "edit", p, old, new)
    return Step(O.EDIT_MANY, {**say(w, a=old, b=new), "l": listed(r, ps)}, play, f"replaced {old} with {new} in {both(ps)}")


def put_line(w, top):
    p, x = w.any_file(), w.line()
    w.now[p] = x + "\n" + w.now[p] if top else w.now[p] + "\n" + x
    w.open.append(p)

    def play(e):
        if not top:
            return e.append(p, x)
        look(e, p)
        return e.call(f"I write {p} with the new first line.", "write", p, x + "\n" + e.ws.files[p])
    return Step(O.PREPEND if top else O.APPEND, say(w, p=p, x=x), play, f"added {x} at the {'top' if top else 'end'} of {p}")


def look(e, p):
    """Reads a file: what is rewritten or reported has just been read."""
    e.call(f"I read {p}.", "read", p)


def append(w):
    return put_line(w, False)


def prepend(w):
    return put_line(w, True)


def line_many(w):
    r = w.r
    top, x = r.random() < 0.6, w.line()
    ps = [w.new() for _ in range(r.choice([2, 2, 3, 3, 4]))]
    for p in ps:
        w.now[p] = x + "\n" + w.now[p] if top else w.now[p] + "\n" + x

    def play(e):
        for p in ps:
            if not top:
                e.append(p, x)
                continue
            look(e, p)
            e.call(f"I write {p} with the new first line.", "write", p, x + "\n" + e.ws.files[p])
    return Step(O.PREPEND_MANY if top else O.APPEND_MANY, {**say(w, x=x), "l": listed(r, ps)}, play, f"added {x} at the {'top' if top else 'end'} of {both(ps)}")


def anchors(w, p):
    lines = w.now[p].split("\n")
    return [x for x in lines if len(x.strip()) > 3 and w.now[p].count(x) == 1]


def insert(w):
    r = w.r
    p, x = w.any_file(), w.line()
    found = anchors(w, p)
    if not found:
        return insert(w)
    at, after = r.choice(found), r.random() < 0.6
    new = at + "\n" + x if after else x + "\n" + at
    where = r.choice(["after", "below", "right after", "directly below", "under", "just behind"] if after else ["before", "above", "right before", "directly above", "over", "just ahead of"]) + r.choice([" ", " ", " the line ", " the line that says "]) + shown_text(r, at.strip())
    w.now[p] = w.now[p].replace(at, new)

    def play(e):
        look(e, p)
        e.act(f"I put the new line {'after' if after else 'before'} it.", "edit", p, at, new)
    return Step(O.INSERT, {**say(w, p=p, x=x), "w": where}, play, f"inserted {x} {'after' if after else 'before'} {at.strip()} in {p}")


def unline(w):
    r = w.r
    p = w.any_file()
    lines, found = w.now[p].split("\n"), anchors(w, p)
    if not found or len(lines) < 2:
        return unline(w)
    x = r.choice(found)
    i = lines.index(x)
    told = r.choice([f"the line {shown_text(r, x.strip())}", f"the line {shown_text(r, x.strip())}", shown_text(r, x.strip()), f"line {i + 1}", f"line number {i + 1}"] + ["the first line"] * (i == 0) + ["the last line"] * (i + 1 == len(lines)))
    w.now[p] = left = "\n".join(lines[:i] + lines[i + 1:])

    def play(e):
        look(e, p)
        e.call(f"I write {p} without the line.", "write", p, left)
    return Step(O.UNLINE, {**say(w, p=p), "x": told}, play, f"removed the line {x.strip()} from {p}")


def copy(w):
    p = w.any_file()
    q = w.path(p[p.rfind("."):] if "." in p.split("/")[-1] else None)
    w.now[q] = w.now[p]
    return Step(O.COPY, say(w, p=p, q=q), lambda e: e.copy(p, q), f"copied {p} to {q}")


def move(w):
    by = w.r.random() < 0.45
    p = w.new()
    q = w.path(p[p.rfind("."):] if "." in p.split("/")[-1] else None)
    w.now[q] = w.now.pop(p)

    def play(e):
        if not by:
            return e.move(p, q)
        e.call(f"I read {p}.", "read", p)
        e.call(f"I write the same text to {q}.", "write", q, e.ws.files[p])
        return e.run(f"rm {p}")
    values = say(w, p=p, q=q)
    if by:
        values["p"] = p
    return Step(O.MOVE_RM if by else O.MOVE, values, play, f"moved {p} to {q}")


def delete(w):
    by = w.r.random() < 0.6
    p = w.new()
    w.now.pop(p)
    return Step(O.DELETE_RM if by else O.DELETE, {"p": p} if by else say(w, p=p), lambda e: e.run(f"rm {p}") if by else e.remove(p), f"deleted {p}")


def join(w):
    p, q = w.new(), w.new()
    z = w.path(w.r.choice([".txt", ".md", ".log", None]))
    w.now[z] = text = w.now[p] + "\n" + w.now[q]
    w.open.append(z)

    def play(e):
        for x in (p, q):
            look(e, x)
        e.call(f"I write both texts to {z}.", "write", z, text)
    return Step(O.JOIN, say(w, p=p, q=q, z=z), play, f"joined {p} and {q} in {z}")


def head(w):
    p = w.new()
    lines = w.now[p].split("\n")
    if len(lines) < 3:
        return head(w)
    n = w.r.randint(2, min(3, len(lines) - 1))
    q = w.path()
    w.now[q] = text = "\n".join(lines[:n])

    def play(e):
        look(e, p)
        e.call(f"I write the first lines to {q}.", "write", q, text)
    return Step(O.HEAD, {**say(w, p=p, q=q), "n": w.r.choice([str(n), ["two", "three"][n - 2]])}, play, f"wrote the first {n} lines of {p} to {q}")


COUNTS = "All fine: {n} {t} passed|{n} passed, 0 failed|Done after {n} {t}|{n} {t} ran, none failed|{n} {t} ok|Everything in order ({n} {t})|PASS: {n}|Result: {n} of {n} {t}|{t}: {n}|ran {n} {t} in 2 s|OK ({n} {t})|{n} {t}, no errors|Success! {n} {t}|{n} green, 0 red|finished: {n} {t} counted|Summary: {n} {t} done|test result: ok. {n} passed; 0 failed".split("|")


def counting(r):
    """What a good run prints: a count, mostly, or anything."""
    if r.random() < 0.25:
        return output(r, 0.1)
    return r.choice(COUNTS).replace("{n}", str(r.randint(2, 999))).replace("{t}", r.choice("checks tests cases steps items rules probes files specs targets".split()))


def run(w, forms=None):
    """A command; after changes it needs the last file that was written."""
    r = w.r
    c, good = command_for(w), counting(r)
    p = next((p for p in reversed(w.open) if p in w.now), None)
    lines = [x for x in w.now[p].split("\n") if x.strip()] if p else []
    need = (p, r.choice(lines)) if lines and r.random() < 0.6 else ("-", "")
    w.checks[c] = (*need, good, f"1 failed: {need[0]} does not fit")
    w.need = need
    flaky = r.random() < 0.16
    if flaky:
        w.flaky.append(c)
    tail = r.choice(O.SHAKY) if r.random() < (0.6 if flaky else 0.06) else ""
    if forms is None:
        forms = O.CHECKED if w.open and r.random() < 0.3 else O.RUN
    out = []
    return Step(forms, say(w, c=c), lambda e: out.append(e.run(c)), f"ran {c}", None, lambda e: verdict(out[-1]), True, tail)


def keep(w):
    r = w.r
    c, p = command_for(w), w.path(r.choice([".txt", ".log", ".out", ".md", None]))
    good = counting(r)
    w.checks[c] = ("-", "", good, good)
    flaky = r.random() < 0.3
    if flaky:
        w.flaky.append(c)
    w.now[p] = good

    def play(e):
        e.call(f"I write the output to {p}.", "write", p, e.run(c))
    return Step(O.KEEP, say(w, c=c, p=p), play, f"ran {c} and saved its output in {p}", None, None, True, r.choice(O.SHAKY) if r.random() < (0.6 if flaky else 0.06) else "")


WRONG = ["error in {p}: {a} is not allowed, use {b}", "{p}: {a} must be {b}", "FAILED: {p} has {a}, wanted {b}", "Halted. In {p} replace {a} by {b}.", "1 error: {p} reads {a}; it should read {b}", "{p} is rejected because of {a}. Right would be {b}.", "Cannot go on: {a} in {p} has to be {b}", "warning turned error: {p}, {a} -> {b}", "not ok - {p}: want {b}, have {a}", "Please correct {p}: {a} is wrong, {b} is right", "error: the line {a} of {p} needs to be {b}"]


def fixed(w):
    r = w.r
    p = w.new(sort=SORTS[0] if r.random() < 0.6 else None)
    found = changed(w, p)
    if not found:
        return fixed(w)
    old, new = found
    c, good = command_for(w), counting(r)
    mark = r.choice(["", "`", "'", '"'])
    mark = "" if mark and mark in old + new else mark
    bad = r.choice(WRONG).replace("{p}", p).replace("{a}", mark + old + mark).replace("{b}", mark + new + mark)
    w.checks[c] = (p, new, good, bad)
    w.now[p] = w.now[p].replace(old, new)

    def play(e):
        e.run(c)
        look(e, p)
        e.act(f"I replace {old} with {new}.", "edit", p, old, new)
        e.run(c, f"I run {c} again.")
    return Step(O.FIXED, say(w, c=c), play, f"replaced {old} with {new} in {p} and ran {c} again", None, lambda e: verdict(good), True)


def setting_file(w):
    """A settings file: (path, line, key, value)."""
    r = w.r
    lines, ks, vs = setting_lines(r, r.randint(2, 5))
    i = r.randrange(len(ks))
    p = w.new(r.choice(SORTS[0][1]), "\n".join(lines))
    return p, lines[i], ks[i], vs[i]


def setting(w):
    r = w.r
    p, line, k, v = setting_file(w)
    new = str(r.randint(100, 9999)) if v.isdigit() else r.choice(["0.75", "never", noun(r)])
    if w.now[p].count(line) > 1 or new == v:
        return setting(w)
    end = line[: line.rindex(v)] + new + line[line.rindex(v) + len(v):]
    w.now[p] = w.now[p].replace(line, end)

    def play(e):
        look(e, p)
        e.act(f"I set {k} to {new}.", "edit", p, line, end)
    return Step(O.SETTING, {**say(w, p=p), "k": r.choice([k, k, f"`{k}`"]), "v": r.choice([new, new, f"`{new}`"])}, play, f"set {k} to {new} in {p}")


def filled(w):
    r = w.r
    p, _, k, v = setting_file(w)
    q, m = w.new(sort=SORTS[1]), r.choice(["TBD", "(to come)", "____", "<" + k + ">", "[" + k + "]", "%" + k + "%", "XX", "n/a", "@@", "TO_FILL", "{" + k + "}", "...", "<?>", "(missing)"])
    if m in w.now[q]:
        return filled(w)
    said = r.choice(["The {k} is {m}.", "Our {k}: {m}", "{k} -> {m}", "We use {m} for {k} here.", "- {k} {m}", "{m} is what {k} will be."]).replace("{k}", k).replace("{m}", m)
    w.files[q] = w.now[q] + "\n" + said
    w.now[q] = w.files[q].replace(m, v)

    def play(e):
        look(e, p)
        e.act(f"{k} is {v}, so I replace {m} in {q}.", "edit", q, m, v)
    return Step(O.FILL, {**say(w, p=p, q=q), "k": k, "m": shown_text(r, m)}, play, f"replaced {m} with {v} in {q}")


def lost(w):
    """A change in a file of which only the name is known."""
    r = w.r
    p = w.new()
    while "/" not in p or w.now[p].count("\n") < 1:
        p = w.new()
    base, found = p.split("/")[-1], changed(w, p)
    if not found or base in w.now:
        return lost(w)
    old, new = found
    w.now[p] = w.now[p].replace(old, new)

    def play(e):
        if not e.has("edit"):
            e.call(f"I read {base}.", "read", base)
        else:
            e.act(f"I replace {old} in {base}.", "edit", base, old, new)
        e.act(f"There is no {base}, so I list the files.", "list")
        e.act(f"The file is {p}.", "edit", p, old, new)
    return Step(O.LOST, say(w, p=base, a=old, b=new), play, f"replaced {old} with {new} in {p}")


def if_missing(w):
    r = w.r
    p, t = w.make()
    there = r.random() < 0.2
    if there:
        w.files[p] = w.now[p] = t
        t = r.choice([notes, settings, script])(r)
    else:
        w.now[p] = t

    def play(e):
        e.call(f"I see whether {p} is there.", "read", p)
        if not there:
            e.call(f"{p} is missing, so I write it.", "write", p, t)
    return Step(O.IFNOT, say(w, p=p), play, "" if there else f"created {p}", t, (lambda e: f"{p} was there already.") if there else None)


def overwrite(w):
    p, x = w.any_file(), w.line()
    w.now[p] = x
    w.open.append(p)
    return Step(O.OVERWRITE, say(w, p=p, x=x), lambda e: e.call(f"I write {p} anew.", "write", p, x), f"replaced the text of {p}")


def index(w):
    """The names of all files, as they are at this point, go into a file."""
    p = w.path(w.r.choice([".txt", ".md", ".lst", None]))
    w.late.append(p)
    w.now[p] = None

    def play(e):
        e.act("I list the files.", "list")
        w.now[p] = "\n".join(sorted(e.ws.files))
        e.call(f"I write their names to {p}.", "write", p, w.now[p])
    return Step(O.INDEX, say(w, p=p), play, f"wrote the names of all files to {p}")


def if_says(w):
    """A change to make only if the text is there."""
    r = w.r
    p = w.any_file()
    found = changed(w, p)
    if not found:
        return if_says(w)
    old, new = found
    there = r.random() < 0.65
    if there:
        w.now[p] = w.now[p].replace(old, new)
    else:
        old, new = new, old
        old = old + str(r.randint(2, 9))

    def play(e):
        look(e, p)
        if there:
            e.act(f"It says {old}.", "edit", p, old, new)
    return Step(O.IFSAYS, say(w, p=p, a=old, b=new), play, f"replaced {old} with {new} in {p}" if there else "", None, None if there else lambda e: f"{p} does not have {old}, so I left it.")


def find(w):
    r = w.r
    ps = [w.new() for _ in range(r.randint(2, 4))]
    p = r.choice(ps)
    x = r.choice([f"{noun(r)} {r.randint(100, 999)}", noun(r) + noun(r), f"{noun(r).capitalize()} {noun(r)}{r.randint(2, 99)}", f"{r.choice('ABCDEFGH')}{r.randint(1000, 99999)}"])
    w.files[p] = w.now[p] = w.now[p] + "\n" + r.choice(["{}", "Number: {}", "see also {}", "{} is noted.", "# {}", "id {}"]).replace("{}", x)
    return Step(O.FIND, {"x": x if r.random() < 0.6 else shown_text(r, x)}, lambda e: e.find(x), "", None, lambda e: f"{p} contains {x}.")


def value(w):
    p, _, k, v = setting_file(w)
    return Step(O.VALUE, {**say(w, p=p), "k": k}, lambda e: look(e, p), "", None, lambda e: f"{k} is {v} in {p}.")


def value_kind(w):
    """A setting in the only file of a kind."""
    r = w.r
    p, _, k, v = setting_file(w)
    end = "." + p.rsplit(".", 1)[-1]
    for _ in range(r.randint(0, 3)):
        w.new(sort=r.choice(SORTS[1:4]))
    if any(x.endswith(end) for x in w.now if x != p):
        return value(w)
    w.kinds_closed.add(end)

    def play(e):
        e.act("I list the files.", "list")
        look(e, p)
    return Step(O.VALUE_KIND, {"e": end, "k": k}, play, "", None, lambda e: f"{k} is {v} in {p}.")


def compare(w):
    p = w.new()
    same = w.r.random() < 0.5
    q = w.new(text=w.now[p] if same else None)
    if not same and w.r.random() < 0.6 and changed(w, p):
        old, new = changed(w, p) or ("", "")
        w.files[q] = w.now[q] = w.now[p].replace(old, new) if old else w.now[q]
    same = w.now[p] == w.now[q]

    def play(e):
        look(e, p)
        look(e, q)
    return Step(O.COMPARE, say(w, p=p, q=q), play, "", None, lambda e: f"{p} and {q} are the same." if same else f"{p} and {q} differ.")


def count_lines(w):
    p = w.new()
    n = w.now[p].count("\n") + 1
    return Step(O.LINES, say(w, p=p), lambda e: look(e, p), "", None, lambda e: f"{p} has {n} line{'' if n == 1 else 's'}.")


# What changes files, what only looks, and how often.
DEEDS = [(create, 16), (edit, 18), (edit_many, 7), (append, 9), (prepend, 6), (line_many, 6), (insert, 5), (unline, 4), (copy, 7), (move, 7), (delete, 6), (join, 6), (head, 3), (keep, 8), (fixed, 7), (setting, 5), (filled, 7), (lost, 5), (if_missing, 5), (overwrite, 3), (index, 2.5), (if_says, 4)]
LOOKS = [(find, 5), (value, 4), (value_kind, 5), (compare, 3), (count_lines, 2)]
