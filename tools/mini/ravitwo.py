"""Plain agent tasks, part two: lines of files, and moving files about."""
import ravitalk as K
import raviwords as W
from ravimake import done, stem, swap_line, task


def lined(r):
    """(path, lines) of a file of plain lines."""
    return r.choice([W.listing, W.listing, W.note, W.log])(r)


def with_run(r, plan, slots, p, need):
    """Now and then a last command."""
    if r.random() < 0.65:
        return None
    c, g, b = W.command(r)
    slots["c"] = c
    plan.append(("run", c))
    return (c, p, need, g, b)


APPEND = ["[append|add] [the line|] {x} to [the end of|] {f}", "add {x} at the [end|bottom] of {f}", "put {x} [under|below] the last line of {f}", "[extend|continue] {f} with {x}", "write {x} as a new last line [in|into] {f}", "let {f} end with {x}", "[attach|tack] {x} [to|on] the end of {f}", "make {x} the last line of {f} (keep what is there)", "give {f} one more line, {x}", "[leave|keep] {f} as it is but add {x} at the end"]
APPEND_FREE = ["{f} needs one more line at the end: {x}.", "I forgot something in {f}. It should end with {x}.", "{x} is still missing at the end of {f}.", "{f} should get {x} as its last line; the rest stays.", "The last line of {f} ought to be {x}, [after|below] what is there [now|already].", "[What about|And] {x}? It belongs at the bottom of {f}.", "One more for {f}: {x} (at the end).", "{f} + {x}, at the bottom please", "file {f}\nadd to the end: {x}", "Can {f} have {x} added [below everything else|as the last line]?"]


def append_line(r):
    """A line at the end."""
    p, ls = lined(r)
    x = W.other(r, r.choice([W.item, W.sentence]), *ls)
    files, slots = W.around(r, {p: "\n".join(ls)}), {"f": p, "x": x}
    plan = [("read", p), ("write", p, "\n".join(ls + [x]))]
    check = with_run(r, plan, slots, p, x)
    return task(r, files, plan, K.ask(r, [APPEND], slots, APPEND_FREE, run=bool(check)), done(r, r.choice([f"I added the line at the end of `{p}`.", f"`{p}` now ends with the new line."]), check), check=check, spec=("lines", p, ls + [x]))


PREPEND = ["[put|add|insert] {x} at the [top|start|beginning] of {f}", "make {x} the [first|top] line of {f} (the rest [stays|moves down])", "[prepend|add] {x} [to|before everything in] {f}", "let {f} begin with {x}", "write {x} above everything else in {f}", "[insert|add] a first line {x} [in|into] {f}", "start {f} with the line {x} and keep what follows"]
PREPEND_FREE = ["{f} should start with {x}.", "{x} belongs at the very top of {f}.", "The first line of {f} is missing, it's {x}. [All other lines stay.|]", "I'd like {x} to be the first line in {f}, above the others.", "{f} needs a [header|heading|first line]: {x}.", "At the top of {f}, before the first line, there has to be {x}."]


def prepend_line(r):
    """A line at the start."""
    p, ls = lined(r)
    x = r.choice([W.other(r, W.sentence, *ls), "# " + W.other(r, W.word, *ls), "-- " + W.word(r) + " --", "Title: " + W.other(r, W.word, *ls)])
    files, slots = W.around(r, {p: "\n".join(ls)}), {"f": p, "x": x}
    plan = [("read", p), ("write", p, "\n".join([x] + ls))]
    check = with_run(r, plan, slots, p, x)
    return task(r, files, plan, K.ask(r, [PREPEND], slots, PREPEND_FREE, run=bool(check)), done(r, f"`{p}` now starts with that line.", check), check=check, spec=("lines", p, [x] + ls))


def import_line(r):
    """A source file gets a first line."""
    while True:
        p, text, fn = W.code(r)
        ext = p.rsplit(".", 1)[1]
        if ext in ("py", "js", "rs", "c", "lua"):
            break
    w = W.word(r)
    x = {"py": r.choice([f"import {w}", f"from {w} import {w}_{W.word(r)}"]), "js": f"const {w} = require('./{w}');", "rs": f"use crate::{w};", "c": f'#include "{w}.h"', "lua": f'local {w} = require("{w}")'}[ext]
    files, slots = W.around(r, {p: text}), {"f": p, "x": x}
    plan = [("read", p), ("write", p, x + "\n" + text)]
    check = with_run(r, plan, slots, p, x)
    deeds = PREPEND + ["add the [import|line] {x} at the top of {f}", "in {f}, add {x} as [its|the] first line"]
    free = PREPEND_FREE + ["{f} uses something that it never imports. The first line should be {x}.", "The compiler wants {x} at the top of {f}."]
    return task(r, files, plan, K.ask(r, [deeds], slots, free, run=bool(check)), done(r, f"I put the line at the top of `{p}`.", check), check=check, spec=("lines", p, [x] + text.split("\n")))


INSERT = ["[insert|add|put] {x} [right|directly|] [after|below|under] the line {y} in {f}", "in {f}, [add|write] a line {x} [after|below] {y}", "[place|write] {x} on a new line [behind|after] {y} in {f}", "open {f}, find {y} and put {x} on the line [below|after] it"]
INSERT_UP = ["[insert|add|put] {x} [right|directly|] [before|above|over] the line {y} in {f}", "in {f}, [add|write] a line {x} [before|above] {y}", "[place|write] {x} on a new line [ahead of|before] {y} in {f}", "open {f}, find {y} and put {x} on the line [above|before] it"]


def insert_line(r):
    """A line after or before another one."""
    p, ls = r.choice([W.listing, W.listing, W.log])(r)
    x = W.other(r, r.choice([W.item, W.sentence]), *ls)
    i = r.randrange(len(ls))
    down = r.random() < 0.65
    j = i + 1 if down else i
    new = ls[:j] + [x] + ls[j:]
    side = r.choice(["after", "below"]) if down else r.choice(["before", "above"])
    free = ["{f} lacks {x}. Its place is the line %s {y}." % side, "{x} should come [directly|right|] %s {y} in {f}." % side, "I'd like to have {x} in {f}, one line %s {y}." % side, "In {f} there is a line {y}. %s it [I want|there must be|please add] {x}." % side.capitalize(), "{f}: a new line {x} %s {y}" % side]
    files = W.around(r, {p: "\n".join(ls)})
    pair = ls[i] + "\n" + x if down else x + "\n" + ls[i]
    return task(r, files, [("edit", p, ls[i], pair)], K.ask(r, [INSERT if down else INSERT_UP], {"f": p, "x": x, "y": ls[i]}, free), done(r, f"The line is in `{p}` now."), spec=("lines", p, new))


def remove_line(r):
    """One line goes."""
    p, ls = lined(r)
    i = r.choice([k for k, s in enumerate(ls) if s and not s.startswith(("#", "Dear", "Yours"))])
    x = ls[i]
    deeds = ["[remove|delete|drop] the line {x} from {f}", "take {x} out of {f}", "[strike|cross out|erase] {x} [from|in] {f} (the whole line)", "[clean|tidy] up {f} by removing the line {x}", "get rid of {x} in {f}", "[cut|throw] the line {x} out of {f}", "open {f} and delete the line that says {x}"]
    free = ["{x} [should|must] not be in {f} any [more|longer].", "The line {x} in {f} [can|may] go.", "[We|I] no longer need {x} in {f}.", "{f} without the line {x}, please.", "{x} is done or wrong, so remove it from {f}.", "I don't want [to see|] {x} in {f}.", "{f} has a line too many: {x}."]
    files = W.around(r, {p: "\n".join(ls)})
    return task(r, files, [("read", p), ("write", p, swap_line(ls, i, None))], K.ask(r, [deeds], {"f": p, "x": x}, free), done(r, f"The line is gone from `{p}`."), spec=("lines", p, ls[:i] + ls[i + 1:]))


def remove_holding(r):
    """Lines that hold a word go."""
    p, ls = W.listing(r, 4)
    w = W.other(r, W.name, *ls)
    extra = [f"{r.choice(W.VERBS)} {w}'s {r.choice(W.THINGS)}", f"letter for {w}", f"{w} owes {r.randint(3, 90)} coins", f"give {w} the {r.choice(W.THINGS)}"]
    new = list(ls)
    for s in r.sample(extra, r.choice([1, 2])):
        new.insert(r.randint(0, len(new)), s)
    deeds = ["[remove|delete|drop] [all lines|every line] [with|that mentions|that holds|about] {x} from {f}", "take [everything|all lines] about {x} out of {f}", "[clean|clear] {f} of all lines that contain {x}", "go through {f} and delete the lines [where {x} occurs|in which you find {x}]", "keep only the lines without {x} in {f}"]
    free = ["{x} has left us. No line in {f} should mention {x} any more.", "In {f}, lines with {x} are out of date. [Remove them.|Delete these.]", "I want {f} without any line that mentions {x}.", "Which lines in {f} mention {x}? Those can be deleted."]
    files = W.around(r, {p: "\n".join(new)}, avoid=[w])
    return task(r, files, [("read", p), ("write", p, "\n".join(ls))], K.ask(r, [deeds], {"f": p, "x": w}, free), done(r, f"The lines about {w} are gone from `{p}`."), spec=("lines", p, [s for s in new if w not in s]))


def change_nth(r):
    """A line given by its number, or the last one."""
    p, ls = r.choice([W.listing, W.log])(r)
    i = r.randrange(len(ls))
    x = W.other(r, r.choice([W.item, W.sentence]), *ls)
    where = r.choice([f"line {i + 1}", f"line {i + 1}", f"line no. {i + 1}", "the %s line" % ["first", "second", "third", "fourth", "fifth"][i]] + (["the last line"] if i == len(ls) - 1 else []))
    deeds = ["[replace|change] {n} of {f} [with|to] {x}", "make {n} [of|in] {f} {x}", "[rewrite|overwrite] {n} in {f}, it [should be|should read] {x}", "put {x} [in place of|instead of|for] {n} in {f}", "in {f}, let {n} be {x}", "[open|take] {f} and exchange {n} for {x}"]
    free = ["{n} of {f} should [read|be|say] {x}.", "{f}: {n} is wrong. Right would be {x}.", "I want {x} as {n} of {f}, instead of what stands there [now|].", "What I'd like: {n} in {f} becomes {x}.", "file {f}, {n}, new text {x}"]
    files = W.around(r, {p: "\n".join(ls)})
    return task(r, files, [("read", p), ("edit", p, ls[i], x)], K.ask(r, [deeds], {"f": p, "x": x, "n": where}, free), done(r, f"I changed {where} of `{p}`."), spec=("lines", p, ls[:i] + [x] + ls[i + 1:]))


def uncomment(r):
    """A setting that is commented out, or should be."""
    prs = W.pairs(r, 3)
    kind = r.choice(["ini", "env", "yaml", "cfg"])
    p, text, _ = W.conf(r, prs, kind)
    k, v = r.choice(prs)
    line = W.setting_line(r, kind, k, v)
    off = r.choice(["# ", "#"]) + line
    on = r.random() < 0.6
    if on:
        text = text.replace(line, off)
    n = k.upper() if kind == "env" else k
    deeds = ["[uncomment|enable|activate] {n} in {f}", "take the # away [before|in front of] {n} in {f}", "remove the comment sign [from|before] {n} in {f}", "bring {n} [back|back to life] in {f} (it is commented out)"] if on else ["comment out [the line with|] {n} in {f} [with|using] \"# \"", "disable {n} in {f} by [putting|writing] \"# \" before it", "put \"# \" in front of {n} in {f}"]
    free = ["{n} is commented out in {f}, but we need it.", "In {f}, {n} should be active again (no # before it).", "{f} has {n} behind a #. [Please free it.|That sign should go.]"] if on else ["{n} in {f} should be commented out with \"# \".", "We don't use {n} from {f} now. Comment the line out, with \"# \"."]
    old, new = (off, line) if on else (line, "# " + line)
    files = W.around(r, {p: text})
    return task(r, files, [("read", p), ("edit", p, old, new)], K.ask(r, [deeds], {"f": p, "n": n}, free), done(r, f"{n} in `{p}` is {'active' if on else 'commented out'} now."), spec=("edit", p, old, new))


def tick(r):
    """An open point of a list is marked as done."""
    its = W.lines_of(r, lambda r: r.choice(W.VERBS) + " the " + r.choice(W.THINGS), r.randint(3, 4))
    mark, ok = r.choice([("[ ]", "[x]"), ("[ ]", "[x]"), ("( )", "(x)"), ("open:", "done:"), ("TODO", "DONE")])
    p = r.choice(["TODO.md", "tasks.txt", "docs/todo.md", "chores.md", "sprint-3.md"])
    ls = [f"- {mark} {s}" if mark[0] in "[(" else f"{mark} {s}" for s in its]
    i = r.randrange(len(ls))
    new = ls[i].replace(mark, ok)
    deeds = ["[tick|check] off {x} in {f}", "mark {x} as done in {f}", "[set|put] {x} to done in {f}", "note in {f} that {x} is [done|finished]", "open {f} and tick {x}"] if mark[0] in "[(" else ["mark {x} as %s in {f} (it says %s now)" % (ok.strip(":"), mark.strip(":")), "change {x} from %s to %s in {f}" % (mark.strip(":"), ok.strip(":"))]
    free = ["I [did|finished] {x} [today|]. [Tick it|Mark it as done] in {f}.", "{x} is done! Please [show|mark] that in {f}.", "{f}: {x} is finished, so it should be [ticked|marked as done]."] if mark[0] in "[(" else ["{x} in {f} is no longer %s but %s." % (mark.strip(":"), ok.strip(":"))]
    files = W.around(r, {p: "\n".join(ls)})
    return task(r, files, [("read", p), ("edit", p, ls[i], new)], K.ask(r, [deeds], {"f": p, "x": its[i]}, free), done(r, f"\"{its[i]}\" is marked as done in `{p}`."), spec=("edit", p, ls[i], new))


def csv_row(r):
    """A row told in words."""
    p, h, rows = W.table(r)
    new = rows[-1]
    text = "\n".join(",".join(x) for x in [h] + rows[:-1])
    words = r.choice([", ".join(f"{a} {b}" for a, b in zip(h, new)), "; ".join(f"{a}: {b}" for a, b in zip(h, new)), " / ".join(new), ", ".join(new), ", ".join(f"{a} = {b}" for a, b in zip(h, new)), "\n" + "\n".join(f"- {a}: {b}" for a, b in zip(h, new))])
    deeds = ["add a row to {f} [with|for|from] this: {n}", "[append|enter|add] [one more|a new] [row|record|entry] [in|to] {f}: {n}", "put [this|the following] [into|in] the table {f} as [a new|the last] row: {n}", "[extend|continue] {f} by a row - {n}"]
    free = ["{f} lacks a row: {n}", "New entry for {f}: {n}", "I forgot somebody or something in {f}: {n}\n[Please add it at the end.|It goes to the bottom.]", "The table {f} needs a last row. Data: {n}"]
    files = W.around(r, {p: text})
    row = ",".join(new)
    return task(r, files, [("read", p), ("write", p, text + "\n" + row)], K.ask(r, [deeds], {"f": p, "n": words}, free), done(r, f"I added the row {row} to `{p}`."), spec=("lines", p, text.split("\n") + [row]))


def json_key(r):
    """A key is added to a small JSON file."""
    prs = W.pairs(r, 3)
    p, text, _ = W.conf(r, prs[:2], "json")
    k, v = prs[2]
    v = v if v.isdigit() else '"' + v + '"'
    last = text.split("\n")[-2]
    new = text.replace(last, last + f',\n  "{k}": {v}')
    deeds = ["add [the key|a key|a field] {n} with [the value|] {v} to {f}", "[give|extend] {f} [by|with] a [key|field|member] {n}, its value is {v}", "[put|insert] \"{n}\": {v} [into|in] {f} as the last key", "in {f}, add {n} = {v} at the end of the object"]
    deeds = [d.replace("{v}", "{nv}") for d in deeds]
    free = ["{f} has no {n} yet; [it should be|add it with] {nv}.", "The object in {f} needs a last key {n} with {nv}.", "I'd like to see \"{n}\": {nv} at the end of {f}.", "New key for {f}: {n}. Value: {nv}. Put it last."]
    files = W.around(r, {p: text})
    return task(r, files, [("read", p), ("write", p, new)], K.ask(r, [deeds], {"f": p, "n": k, "nv": v}, free), done(r, f"`{p}` has the key {k} now."), spec=("lines", p, new.split("\n")))


def swap_values(r):
    """Two values of a file change places."""
    prs = W.pairs(r, 3)
    kind = r.choice(["ini", "env", "yaml", "cfg"])
    p, text, _ = W.conf(r, prs, kind)
    a, b = r.sample(range(3), 2)
    L = lambda k, v: W.setting_line(r, kind, k, v)
    new = "\n".join(L(prs[a][0], prs[b][1]) if s == L(*prs[a]) else L(prs[b][0], prs[a][1]) if s == L(*prs[b]) else s for s in text.split("\n"))
    nm = (lambda k: k.upper()) if kind == "env" else (lambda k: k)
    deeds = ["[swap|exchange] the values of {n} and {nb} in {f}", "let {n} and {nb} [trade|change|swap] places in {f} (values only)", "give {n} the value of {nb} and {nb} the value of {n}, in {f}", "[switch|interchange] {n} and {nb} in {f} so that each has the other's value"]
    free = ["I mixed up {n} and {nb} in {f}. Swap their values[, please|].", "The values of {n} and {nb} in {f} are the wrong way round.", "{f}: what {n} has belongs to {nb}, and the other way round.", "Somebody confused {n} with {nb} in {f}; the values must change places."]
    files = W.around(r, {p: text})
    return task(r, files, [("read", p), ("write", p, new)], K.ask(r, [deeds], {"f": p, "n": nm(prs[a][0]), "nb": nm(prs[b][0])}, free), done(r, f"The two values in `{p}` have changed places."), spec=("lines", p, new.split("\n")))


# Moving files about.

COPY = ["[copy|duplicate] {f} [to|as] {fb}", "make a copy of {f} [called|named|under] {fb}", "[save|store] [a copy of|a second] {f} as {fb}", "create {fb} as [an exact|a] copy of {f}", "put what is in {f} [into|in] {fb} too", "clone {f} into {fb}", "write the [content|text] of {f} [to|into] a new file {fb}"]
COPY_FREE = ["{fb} should be [the same as|identical to|a copy of] {f}.", "I [need|want] {f} twice: the second one as {fb}.", "I'd like a copy of {f}. Name: {fb}.", "{f} -> {fb} (copy, keep both)", "Before I play with {f}, I want a copy of it in {fb}.", "cp {f} {fb} [please|], but with your tools", "There must be a {fb} [with the same text as|just like] {f}."]


def home(r):
    """(path, text) of a small file to move about."""
    while True:
        p, s = W.anyfile(r)
        if len(s) < 170:
            return p, s


def twin(r, p):
    """A path for a copy of a file."""
    s = stem(p)
    base, dot, ext = s.rpartition(".")
    return r.choice([p + ".bak", p + ".orig", "backup/" + s, "old/" + s, "archive/" + s, (base or s) + "_copy" + (dot + ext if base else ""), (base or s) + "-2" + (dot + ext if base else ""), "templates/" + s, "copies/" + s])


def copy(r):
    """A file is copied."""
    p, s = home(r)
    q = twin(r, p)
    files = W.around(r, {p: s})
    return task(r, files, [("read", p), ("write", q, s)], K.ask(r, [COPY], {"f": p, "fb": q}, COPY_FREE), done(r, f"`{q}` is now a copy of `{p}`."), spec=("write", q, s))


RENAME = ["rename {f} [to|into|as] {fb}", "move {f} to {fb}", "give {f} the [new|better|] name {fb}", "change the name of {f} to {fb}", "[turn|make] {f} into {fb} (the old [name|path|file] must be gone)", "relocate {f} to {fb}", "call the file {f} {fb} from now on"]
RENAME_FREE = ["{f} should be called {fb}.", "{f} has a bad name, {fb} would be [better|right].", "{f} belongs at {fb}, not where it is [now|].", "[Old name|From]: {f}\n[New name|To]: {fb}", "I'd like {f} to [live at|be at|have the path] {fb}.", "mv {f} {fb}", "From now on {f} goes by the name {fb}. [There is no mv here, I think.|]"]


def rename(r):
    """A file gets another path."""
    p, s = home(r)
    q = r.choice([W.word(r) + "-" + stem(p), "archive/" + stem(p), "docs/" + W.word(r) + "_" + stem(p).lstrip("."), "moved/" + stem(p), W.word(r) + "/" + stem(p)])
    files = W.around(r, {p: s})
    plan = [("read", p), ("write", q, s), ("run", "rm " + p)]
    run, check, slots = r.random() < 0.25, None, {"f": p, "fb": q}
    if run:
        c, g, b = W.command(r)
        check, slots["c"] = (c, q, s.split("\n")[0], g, b), c
        plan.append(("run", c))
    return task(r, files, plan, K.ask(r, [RENAME], slots, RENAME_FREE, run=run), done(r, f"`{p}` is now `{q}`.", check), check=check, spec=("move", p, q))


def delete(r):
    """A file goes."""
    p, s = home(r)
    files = W.around(r, {p: s}, r.choice([1, 2]))
    deeds = ["[delete|remove|erase] {f}", "[delete|remove] the file {f}", "get rid of {f}", "throw {f} away", "rm {f}", "drop {f} from the [project|workspace|folder]", "clean up by [removing|deleting] {f}", "make {f} disappear"]
    free = ["{f} is [not needed|of no use|obsolete] [any more|now].", "We no longer need {f}, [delete it|it can go].", "{f} can go.", "I don't want {f} in here [any more|].", "{f} should not exist.", "{f}: away with it[, please|]!", "What is {f} still doing here? Remove it[, please|].", "The file {f} was a mistake. [Out with it.|Delete it.]"]
    return task(r, files, [("run", "rm " + p)], K.ask(r, [deeds], {"f": p}, free), done(r, f"`{p}` is deleted."), spec=("gone", [p]))


def delete_kind(r):
    """All files of a kind go; which there are must be looked up."""
    ext = r.choice([".tmp", ".bak", ".old", ".swp", ".orig", ".pyc"])
    n = r.choice([1, 2, 2, 3])
    gone = r.sample([f"{d}{w}{ext}" for d, w in zip(["", "src/", "data/", "", "notes/"], r.sample(W.WORDS, 5))], n)
    files = W.around(r, {**{p: W.sentence(r) for p in gone}}, r.choice([2, 3]))
    files = {k: files[k] for k in r.sample(list(files), len(files))}
    deeds = ["[delete|remove] [all|every one of the] {n} files", "[clear|clean] the workspace of {n} files", "get rid of everything that ends in {n}", "look for files [ending|that end] in {n} and [delete|remove] [them|each of them]", "throw away the {n} files, wherever they are"]
    free = ["No {n} files should be left.", "[I see|There are] {n} files around. They can all go.", "Are there any {n} files? [If so, delete them.|Remove them all.]", "The {n} files are rubbish, please [clean up|remove them]."]
    plan = [("list",)] + [("run", "rm " + p) for p in sorted(gone)]
    return task(r, files, plan, K.ask(r, [deeds], {"n": r.choice([ext, "*" + ext])}, free), done(r, "I deleted " + ", ".join(f"`{p}`" for p in sorted(gone)) + "."), spec=("gone", gone))


def backup_change(r):
    """A copy first, then a change."""
    prs = W.pairs(r, 2)
    p, text, kind = W.conf(r, prs)
    q = twin(r, p)
    k, v = r.choice(prs)
    x = W.setting_line(r, kind, k, v).strip().rstrip(",")
    y = W.setting_line(r, kind, k, W.other(r, W.num if v.isdigit() else W.word, text)).strip().rstrip(",")
    files, slots = W.around(r, {p: text}), {"f": p, "fb": q, "x": x, "y": y}
    plan = [("read", p), ("write", q, text), ("edit", p, x, y)]
    check = with_run(r, plan, slots, p, y)
    change = ["[replace|change|turn] {x} into {y} in {f}", "in {f}, put {y} for {x}", "use {y} instead of {x} in {f}"]
    free = ["I want {y} instead of {x} in {f}. [But|Only] keep a copy [of the old file|] as {fb} first.", "{f} must say {y}, not {x}. The old version should survive as {fb}.", "Safety first: {f} goes to {fb} as a copy. Then {x} becomes {y} in {f}."]
    return task(r, files, plan, K.ask(r, [COPY, change], slots, free, 0.3, run=bool(check)), done(r, f"`{q}` holds the old text, `{p}` the new one.", check), check=check, spec=("copyedit", p, q, x, y))


def copy_adapt(r):
    """A new file after the model of another one, with one thing different."""
    p, ls = W.note(r)
    a, b = r.sample(W.NAMES, 2)
    text = "\n".join([s for s in ls if a not in s] + [f"{r.choice(['Regards to', 'Signed by', 'Written for', 'Ask'])} {a}."])
    q = W.word(r) + "-" + stem(p)
    deeds = ["make a copy of {f} [called|named] {fb}, but with {y} [in place of|instead of] {x}", "[create|write] {fb} like {f}, only with {y} [instead of|for] {x}", "use {f} as a [model|template] for {fb}, [and put|putting] {y} where {f} has {x}", "copy {f} to {fb} and change {x} to {y} in the copy"]
    free = ["{fb} should be like {f}, [except that|but] {x} becomes {y}. {f} stays as it is.", "I need the same text as {f} for {y} instead of {x}, in a file {fb}.", "{y} should get what {x} got in {f}. New file: {fb}."]
    files = W.around(r, {p: text})
    new = text.replace(a, b)
    return task(r, files, [("read", p), ("write", q, new)], K.ask(r, [deeds], {"f": p, "fb": q, "x": a, "y": b}, free), done(r, f"`{q}` is ready, with {b} instead of {a}."), spec=("write", q, new))


def merge(r):
    """Two files become one."""
    (p1, l1), (p2, l2) = ("part-a.txt", W.listing(r, 2)[1]), ("part-b.txt", W.listing(r, 2)[1])
    p1, p2 = r.choice([(p1, p2), ("chapters/1.md", "chapters/2.md"), ("north.csv", "south.csv"), ("guests_mum.txt", "guests_dad.txt"), ("log.1", "log.2")])
    q = r.choice(["all.txt", "merged.md", "out/both.txt", "Everything.txt", "book.md"])
    if r.random() < 0.3:
        p1, p2 = p2, p1
    deeds = ["[merge|join|combine|put together] {f} and {fb} [into|in] {fc}, [{f} first|in this order]", "write the lines of {f}, then those of {fb}, [to|into] {fc}", "[make|create] {fc} from {f} followed by {fb}", "concatenate {f} and {fb} to {fc}"]
    free = ["{fc} should [hold|contain] {f} and, [below|after] it, {fb}.", "I'd like one file {fc} instead of two: first {f}, then {fb}. [Keep the two.|]", "{f} + {fb} = {fc} (in this order)"]
    files = W.around(r, {p1: "\n".join(l1), p2: "\n".join(l2)}, r.choice([0, 1]))
    text = "\n".join(l1 + l2)
    return task(r, files, [("read", p1), ("read", p2), ("write", q, text)], K.ask(r, [deeds], {"f": p1, "fb": p2, "fc": q}, free), done(r, f"`{q}` holds both texts."), spec=("write", q, text))


def split(r):
    """One file becomes two: a line each, or by a mark."""
    k = r.choice([2, 2, 3])
    p, ls = W.listing(r, k)
    qs = r.sample(["one.txt", "two.txt", "a/first.txt", "b/second.txt", "left.md", "right.md", "upper.txt", "lower.txt"], k)
    keys = ["fa", "fb", "fc"][:k]
    where = ", ".join("{%s}" % x for x in keys[:-1]) + " and {" + keys[-1] + "}"
    deeds = [f"[split|divide] {{f}} [into|up into] {where}, one line [each|per file]", f"write each line of {{f}} to a file of its own: {where}", f"put the lines of {{f}}, one by one, into {where}", f"spread the {k} lines of {{f}} over {where}"]
    free = [f"{{f}} has {k} lines. I want each in its own file, in order: {where}.", f"Line by line, {{f}} should go [in|into] {where}."]
    files = W.around(r, {p: "\n".join(ls)}, r.choice([0, 1]))
    files = {a: b for a, b in files.items() if a not in qs}
    plan = [("read", p)] + [("write", q, s) for q, s in zip(qs, ls)]
    return task(r, files, plan, K.ask(r, [deeds], {"f": p, **dict(zip(keys, qs))}, free), done(r, f"The lines of `{p}` are in {k} files now."), spec=("writes", qs, ls))


KINDS = [append_line, prepend_line, import_line, insert_line, remove_line, remove_holding, change_nth, uncomment, tick, csv_row, json_key, swap_values, copy, rename, delete, delete_kind, backup_change, copy_adapt, merge, split]
