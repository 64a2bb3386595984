"""Tasks in which the first try goes wrong: a path, a text or a command is not there."""

import tovaclause as C
import tovaworld as W
from tovabase import Clash, frames, grow, job, series
from tovaedit import SETV, SWAP, other, setting, spot
from tovaline import END
from tovamove import DROP
from tovaread import VALUE


def astray(r, f):
    """A wrong path that resembles the file's: another folder, no folder or another ending."""
    p = f.path
    name, folder = p.split("/")[-1], "/".join(p.split("/")[:-1])
    ext = name.rsplit(".", 1)[-1]
    k = r.random()
    if k < 0.4 or "." not in name[1:]:
        q = f"{r.choice(W.DIRS)}/{name}" if not folder or r.random() < 0.6 else name
    elif k < 0.75:
        q = p[: -len(ext)] + r.choice([e for e in ("txt", "md", "yaml", "yml", "json", "conf", "cfg", "log", "text", "csv") if e != ext])
    else:
        stem = name[: -len(ext) - 1]
        q = (folder + "/" if folder else "") + r.choice([stem + "s", stem.upper(), stem + "1", stem[:-1] or "x"]) + "." + ext
    if q == p:
        raise Clash
    return q


HINT = frames("""
{x}
{x}
{x} I'm not sure about the path.
{x} (The path may be slightly off.)
{x} If the path is wrong, look for the right one.
{x} The file could be in another folder.
{x} I typed the path from memory.
{x} List the files if you can't find it.
{x} Hope the name is right.
{x} It might have a different ending.
""")


def hinted(r, bank):
    """A bank's frame, perhaps with a remark on the path."""
    C.pick(r, bank)
    return [h.replace("{x}", s) for s in [C.pick(r, bank)] for h in [C.pick(r, HINT)] if s[-1:] in ".?!" or h == "{x}"] or [r.choice(bank)]


def alone(r, f, q, avoid=()):
    """The world, in which nothing else resembles the wrong path."""
    files = W.world(r, f, extra=r.randint(0, 3), avoid=avoid)
    stem = f.path.split("/")[-1].rsplit(".", 1)[0][:4].lower()
    if q in files or any(stem in p.lower() for p in files if p != f.path) or len(stem) < 3:
        raise Clash
    return files


def lost_read(r):
    f = W.keyed(r)
    k, v, _ = r.choice(f.rows)
    q = astray(r, f)
    return job(
        r,
        hinted(r, VALUE),
        alone(r, f, q),
        [("read", q), ("list",), ("read", f.path)],
        [
            "{k} is {x}; the file is {p2}.",
            "It is in {p2}: {k} is {x}.",
            "There is no {p}, but {p2} says {k} is {x}.",
            "{k} is {x} ({p2}).",
            "{x}, from {p2}.",
        ],
        {"p": q, "p2": f.path, "k": k, "x": v},
        errs=1,
        say=[v],
    )


def lost_edit(r):
    f = W.anyfile(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    q = astray(r, f)
    return job(
        r,
        hinted(r, SWAP),
        alone(r, f, q),
        [("edit", q, old, new), ("list",), ("edit", f.path, old, new)],
        [
            "The file is {p2}; {old} is {new} there now.",
            "I changed {old} to {new} in {p2}.",
            "There is no {p}, so I edited {p2}.",
            "{p2} says {new} now.",
            "Changed in {p2}.",
        ],
        {"p": q, "p2": f.path, "old": old, "new": new, "w0": old, "n0": new},
        errs=1,
        say=[f.path],
    )


def lost_set(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    q = astray(r, f)
    return job(
        r,
        hinted(r, SETV),
        alone(r, f, q),
        [("read", q), ("list",), ("read", f.path), ("edit", f.path, ln, to)],
        ["{k} is {v} now, in {p2}.", "I set {k} to {v} in {p2}.", "The file is {p2}; {k} is {v} now.", "There was no {p}; I changed {p2}."],
        {"p": q, "p2": f.path, "k": k, "v": new},
        errs=1,
        say=[f.path],
    )


def lost_append(r):
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    s = r.choice([W.sayso, W.phrase])(r)
    q = astray(r, f)
    if s in f.text:
        raise Clash
    return job(
        r,
        hinted(r, END),
        alone(r, f, q),
        [("read", q), ("list",), ("read", f.path), grow(f.path, f.text, s)],
        ["I added {line} to {p2}.", "The file is {p2}; the line is there now.", "{p2} ends with {line} now.", "There was no {p}, so I used {p2}."],
        {"p": q, "p2": f.path, "line": s, "b": s},
        errs=1,
        say=[f.path],
    )


def lost_delete(r):
    f = W.anyfile(r)
    q = astray(r, f)
    return job(
        r,
        hinted(r, DROP),
        alone(r, f, q),
        [("run", f"rm {q}"), ("list",), ("run", f"rm {f.path}")],
        ["I deleted {p2}; there is no {p}.", "{p2} is deleted.", "The file was {p2}. It is gone.", "Removed {p2}."],
        {"p": q, "p2": f.path},
        errs=1,
        say=[f.path],
    )


NOTHERE = frames("""
Read {p} to me. If there's no such file, tell me which files there are.
What does {p} say? When it isn't there, name the files that are.
Show me {p}, or else the list of files.
Open {p}. If you can't find it or anything like it, list what exists.
Is there a {p}? If not, what files do we have?
Tell me what is in {p}; failing that, which files exist.
I'm looking for {p}. If it's gone, tell me what is left.
Check {p}. In case it's missing, report the existing files.
Could you open {p}? If that fails, tell me the names of the files you see.
Quote {p}. Should it not exist, say so and list the files.
{p}: content, or if missing, the file names.
Does {p} exist? Otherwise name the others.
Someone may have deleted {p}. Read it, or tell me what remains.
Please look for {p} and tell me honestly if it isn't there; then I need the names of the others.
""")


def lost_for_good(r):
    p = W.path(r, ["txt", "md", "csv", "json"])
    files = W.crowd(r, r.randint(1, 3), [p])
    stem = p.split("/")[-1].split(".")[0][:4].lower()
    if any(stem in x.lower() for x in files):
        raise Clash
    names = sorted(files)
    return job(
        r,
        NOTHERE,
        files,
        [("read", p), ("list",)],
        [
            "There is no {p}. The files are {x}.",
            "{p} does not exist; there is {x}.",
            "I could not find {p}. I see {x}.",
            "{p} is not there, only {x}.",
        ],
        {"p": p, "x": series(names)},
        errs=1,
        say=names,
    )


def blur(r, s):
    """The text as somebody remembers it: other capitals, signs or spaces."""
    out = r.choice(
        [
            s.upper(),
            s.lower(),
            s.title(),
            s[:1].upper() + s[1:],
            s.replace(" ", "-"),
            s.replace(" ", "_"),
            s.replace(" ", ""),
            s.replace("-", " "),
            s.replace("_", " "),
            s.rstrip(".") if s.endswith(".") and len(s) < 3 else s.capitalize(),
        ]
    )
    return out


def nomatch(r):
    """The old text is in the file with other capitals or signs."""
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    x, y = W.low(r), W.low(r)
    old = r.choice([f"{x} {y}", f"{x}-{y}", f"{W.who(r)} {x}", f"{x} {W.num(r)}", x, f"{x}_{y}"])
    given = blur(r, old)
    f.lines.insert(
        r.randint(0, len(f.lines)), r.choice([f"The {old} is here.", f"Find the {old}!", f"{W.who(r)}: {old}", f"- {old}", f"Note {old} again."])
    )
    f = W.File(f.path, f.lines)
    new = r.choice([f"{W.low(r)} {W.low(r)}", W.low(r), f"{W.who(r)} {W.num(r)}"])
    if given in f.text or f.text.count(old) != 1 or new in f.text:
        raise Clash
    return job(
        r,
        SWAP,
        W.world(r, f),
        [("edit", f.path, given, new), ("read", f.path), ("edit", f.path, old, new)],
        [
            "{p} has {old2}; I changed that to {new}.",
            "It was written {old2}. Now it says {new}.",
            "I replaced {old2} with {new} in {p}.",
            "{p} says {new} now.",
            "Done: {old2} became {new}.",
        ],
        {"p": f.path, "old": given, "old2": old, "new": new, "w0": given, "n0": new},
        errs=1,
    )


GONE = frames("""
Replace {old} with {new} in {p}. If {old} isn't there, tell me the first line of {p} instead.
Change {old} to {new} in {p}; if you can't find it, quote the first line of the file.
In {p}, {old} should become {new}. Not there? Then tell me how {p} begins.
Edit {p}: {old} -> {new}. When the text is missing, leave the file alone and report its first line.
Swap {old} for {new} in {p}, or, if there is no {old}, tell me the first line.
Please put {new} for {old} in {p}. If that's not possible, what's the first line?
{p}: {old} to {new}. Otherwise: first line of {p}?
Turn {old} into {new} in {p}. Should {old} be absent, read me the first line.
Could you replace {old} by {new} in {p}? If it does not occur, give me line one.
Try to change {old} to {new} in {p}; be honest if it's not in there, and tell me the first line.
I believe {p} says {old}. If so make it {new}; if not, how does the file start?
""")


def nomatch_gone(r):
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    old, new = W.fresh(r, W.low, 2)
    if old in f.text.lower() or new in f.text.lower():
        raise Clash
    return job(
        r,
        GONE,
        W.world(r, f),
        [("edit", f.path, old, new), ("read", f.path)],
        [
            "{old} is not in {p}. Its first line is: {x}",
            "I changed nothing, {p} has no {old}. The first line: {x}",
            "{p} does not hold {old}; it begins with {x}",
            "There is no {old} in {p}. First line: {x}",
        ],
        {"p": f.path, "old": old, "new": new, "x": f.lines[0]},
        errs=1,
        say=[f.lines[0]],
        unsaid=["replaced", "I replaced"],
    )


OTHERCMD = frames("""
Run {c}. If that command is unknown, use {c2}. What's the output?
Try {c}, or {c2} if there is no such command, and report the output.
Run {c} or, when it isn't installed, {c2}. Tell me what it prints.
{c} please; if it doesn't exist here then {c2}. Result?
I want the output of {c}. If the shell doesn't know it, run {c2} instead.
Execute {c}. Fall back to {c2} if it is not found. Report.
On some machines it's {c}, on others {c2}. Run the one that works and give me its output.
Please call {c}; not known? Then {c2}. What comes out?
Use {c} if it's available, otherwise {c2}, and tell me the result.
Could you run {c}? And if it's an unknown command, {c2}? I need the output.
First choice {c}, second choice {c2}. What does it say?
WHEN {c} is not known THEN run {c2} and report its output
""")


def other_command(r):
    c, d = W.fresh(r, C.command, 2)
    s, x = C.output(r)
    files = W.world(r, extra=r.randint(1, 2))
    known = r.random() < 0.3
    hit = c if known else d
    return job(
        r,
        OTHERCMD,
        files,
        [("run", c)] + [("run", d)] * (not known),
        ["It says {x}", "{c3} printed {x}", "Output of {c3}: {x}", "{x}", "The result is {x}"]
        + ([] if known else ["{c} is not known here; {c2} says {x}"]),
        {"c": c, "c2": d, "c3": hit, "x": s},
        errs=0 if known else 1,
        must_run=[hit],
        good=s,
        checks={hit: (next(iter(files)), "", s, s)},
        say=[x],
    )


UNSET = frames("""
What is {k} in {p}? If it isn't there, tell me which entries the file has.
Look up {k} in {p}; if it's missing, name the keys that are there.
Does {p} set {k}? If not, what does it set?
Tell me {k} from {p}. If there's no such entry, list the entries.
{k} in {p}? Or else the names of all entries.
Check whether {p} has {k}. Give me its value, otherwise the keys of the file.
I need {k} from {p}; when it's not in there say so and name what is.
Read {p}. Is {k} in it? If no, which keys are?
Please find {k} in {p}. Don't make a value up: if it's absent, name the entries there are.
See if {p} has an entry {k}. If it doesn't, enumerate its entries.
""")


def unset(r):
    f = W.keyed(r, r.randint(2, 3))
    has = r.random() < 0.3
    k = r.choice(f.rows)[0] if has else W.pairs(r, 1, W.KEYS if f.lang else W.LIFE)[0][0]
    if not has and k.lower() in f.text.lower():
        raise Clash
    keys = [a for a, _, _ in f.rows]
    v = next((v for a, v, _ in f.rows if a == k), "")
    return job(
        r,
        UNSET,
        W.world(r, f),
        [("read", f.path)],
        (
            ["{k} is {y}.", "{p} has {k}: {y}", "It is there: {y}"]
            if has
            else [
                "{p} has no {k}; it has {x}.",
                "{k} is not set. The entries are {x}.",
                "There is no {k} in {p}, only {x}.",
                "Not there. The file has {x}.",
            ]
        ),
        {"k": k, "p": f.path, "x": series(keys), "y": v},
        say=[v] if has else keys,
    )


KINDS = [lost_read, lost_edit, lost_set, lost_append, lost_delete, lost_for_good, nomatch, nomatch_gone, other_command, unset]
