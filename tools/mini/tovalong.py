"""Longer tasks: orders in a row, and small jobs of five to eleven calls."""

import tovaclause as C
import tovaworld as W
from tovabase import Clash, Style, fill, frames, grow, job
from tovaedit import other, setting, spot
from tovafix import message

# One order: (clause, values, files, steps, short report, commands, must say, checks)


def o_change(r):
    f = W.anyfile(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    return C.pick(r, C.CHANGE), {"p": f.path, "old": old, "new": new}, {f.path: f.text}, [("edit", f.path, old, new)], "{p} says {new}", None


def o_set(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    return C.pick(r, C.SET), {"p": f.path, "k": k, "v": new}, {f.path: f.text}, [("read", f.path), ("edit", f.path, ln, to)], "{k} is {v}", None


def o_make(r):
    p, s = W.path(r, ["txt", "md", "cfg", "log"]), r.choice([W.sayso, W.phrase, W.low])(r)
    return C.pick(r, C.MAKE), {"p": p, "line": s}, {}, [("write", p, s)], "{p} is written", None


def o_append(r):
    f = r.choice([W.prose, W.checklist, W.notes, W.log])(r)
    s = r.choice([W.sayso, W.phrase])(r)
    if s in f.text:
        raise Clash
    return C.pick(r, C.APPEND), {"p": f.path, "line": s}, {f.path: f.text}, [("read", f.path), grow(f.path, f.text, s)], "{p} has the new line", None


def o_delete(r):
    f = W.anyfile(r)
    return C.pick(r, C.DELETE), {"p": f.path}, {f.path: f.text}, [("run", f"rm {f.path}")], "{p} is deleted", None


def o_copy(r):
    f = r.choice([W.prose, W.notes, W.checklist])(r, r.randint(2, 3))
    q = W.path(r, ["txt", "md", "bak"])
    return C.pick(r, C.COPY), {"p": f.path, "p2": q}, {f.path: f.text}, [("read", f.path), ("write", q, f.text)], "{p2} is a copy of {p}", None


def o_move(r):
    f = r.choice([W.prose, W.notes, W.checklist])(r, r.randint(2, 3))
    q = W.path(r, ["txt", "md"])
    return (
        C.pick(r, C.MOVE),
        {"p": f.path, "p2": q},
        {f.path: f.text},
        [("read", f.path), ("write", q, f.text), ("run", f"rm {f.path}")],
        "{p} is now {p2}",
        None,
    )


def o_look(r):
    f = W.keyed(r)
    k, v, _ = r.choice(f.rows)
    return C.pick(r, C.LOOK), {"p": f.path, "k": k, "x": v}, {f.path: f.text}, [("read", f.path)], "{k} is {x}", v


def o_run(r):
    c, (s, x) = C.command(r), C.output(r)
    return C.pick(r, C.RUN), {"c": c, "x": s, "good": s}, {}, [("run", c)], "{c} says {x}", x


ORDERS = [o_change, o_change, o_set, o_make, o_make, o_append, o_delete, o_copy, o_move, o_look, o_run]


def orders(r, n, last=None):
    """A task of n different orders on different files, in the order given."""
    got = [o(r) for o in ([r.choice(ORDERS) for _ in range(n - 1)] + [last or r.choice(ORDERS)])]
    if sum("c" in g[1] for g in got) > 1 or sum(len(g[3]) for g in got) > 10:
        raise Clash
    paths, files, plan, say, clauses = [], {}, [], [], []
    style, plain = Style(r), Style(r, True)
    for clause, vals, fs, steps, _, word in got:
        paths += [v for k, v in vals.items() if k in ("p", "p2")]
        files.update(fs)
        plan += steps
        say += [word] if word else []
        clauses.append(clause)
    if len(set(paths)) != len(paths):
        raise Clash
    texts = [fill(r, style, g[0], g[1]) for g in got]
    state = r.getrandbits(32)
    draw = lambda parts: C.many(type(r)(state), parts)
    cmd = next((g[1] for g in got if "c" in g[1]), None)
    anyf = next(iter(files), None)
    if cmd and (not anyf or any(s[0] == "run" and s[1] == f"rm {anyf}" for s in plan)):
        files["keep.me"] = W.sayso(r)
        anyf = "keep.me"
    done = [fill(r, plain, g[4], g[1]) for g in got]
    report = [d for d, g in zip(done, got) if g[5]]
    rest = [d for d, g in zip(done, got) if not g[5]]
    answer = r.choice(
        [
            "; ".join(done) + ".",
            ", ".join(done) + ".",
            (", ".join(report) + ". " if report else "")
            + r.choice(["Everything is done.", "All steps are done.", "All done.", f"I did all {n} steps."]),
            ". ".join(x for x in report + rest[:1]) + ".",
        ]
    )
    text = draw(texts)
    if say and r.random() < 0.8:
        text += (
            ("" if text[-1:] in ".?!\n" else ".")
            + r.choice([" ", "\n"])
            + r.choice(
                [
                    "Tell me what you found.",
                    "Report the value.",
                    "Let me know the result.",
                    "Then report.",
                    "Answer with what you saw.",
                    "At the end tell me the outcome.",
                ]
            )
        )
    if len(text) > 620:
        raise Clash
    t = job(
        r,
        None,
        W.world(r, extra=0) | files,
        plan,
        ["{a0}"],
        {"a0": answer},
        must_run=[cmd["c"]] if cmd else [],
        good=cmd["good"] if cmd else None,
        checks={cmd["c"]: (anyf, "", cmd["good"], cmd["good"])} if cmd else None,
        say=say,
        text=(text, draw(clauses)),
    )
    return t


def steps_two(r):
    return orders(r, 2)


def steps_three(r):
    return orders(r, 3)


def steps_four(r):
    return orders(r, 4)


def steps_five(r):
    return orders(r, 5)


def steps_then_run(r):
    return orders(r, r.choice([3, 4]), o_run)


SCAFFOLD = frames("""
Set up a small project: {p} with {line}, {p2} with {line2} and {p3} with {line3}. Then run {c} and tell me the output.
Create {p} ({line}), {p2} ({line2}) and {p3} ({line3}), then run {c}. What does it print?
Make {p} with {line}. Make {p2} with {line2}. Make {p3} with {line3}. At the end run {c} and report.
1. {p}: {line}~2. {p2}: {line2}~3. {p3}: {line3}~4. run {c} and tell me what comes out
I'm starting something new. It needs {p} saying {line}, {p2} saying {line2} and {p3} saying {line3}. When they're there, run {c}; report its output.
Three files, then a command. {p} = {line}, {p2} = {line2}, {p3} = {line3}. Command: {c}. Result?
Before running {c}, write {line} to {p}, {line2} to {p2} and {line3} to {p3}. I want the output of {c}.
Please write {p}, {p2}, {p3} (texts: {line}, {line2}, {line3}) and then start {c}. Let me know what it says.
GIVEN {p} with {line}~AND {p2} with {line2}~AND {p3} with {line3}~WHEN {c} is run~THEN report its output
Could you create {p} with {line}, after that {p2} with {line2} and {p3} with {line3}, and run {c} when all is in place? Tell me the result.
- {p}: {line}~- {p2}: {line2}~- {p3}: {line3}~Create them, run {c}, quote the output.
""")


def scaffold(r):
    texts = W.fresh(r, r.choice([W.sayso, W.low, W.phrase]), 3)
    ps = W.fresh(r, lambda r: W.path(r, ["txt", "md", "cfg"]), 3)
    c, (s, x) = C.command(r), C.output(r)
    if any(p in t or t in p for p in ps for t in texts):
        raise Clash
    files = W.world(r)
    for p in ps:
        files.pop(p, None)
    fl = [c] if r.random() < 0.2 else []
    return job(
        r,
        SCAFFOLD,
        files,
        [("write", p, t) for p, t in zip(ps, texts)] + [("run", c)] * (1 + len(fl)),
        [
            "The three files are there and {c} says {x}",
            "All set up. {c} printed {x}",
            "Output: {x}",
            "{x}",
            "{p}, {p2} and {p3} are written; result: {x}",
        ],
        {**dict(zip(["p", "p2", "p3", "line", "line2", "line3"], ps + texts)), "c": c, "x": s},
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=s,
        checks={c: (ps[2], texts[2], s, f"missing {ps[2]}")},
        say=[x],
    )


RELEASE = frames("""
Release {new}: replace {old} with {new} in {p} and {p2}, append {line} to {p3}, then run {c}.
We go from {old} to {new}. Update {p} and {p2}, add {line} at the end of {p3}, and run {c}. Tell me the result.
In {p} and {p2} change {old} to {new}. Then add the line {line} to {p3}. Finally run {c} and report.
1. {p}: {old} -> {new}~2. {p2}: {old} -> {new}~3. append {line} to {p3}~4. {c}
Bump {old} to {new} in both {p} and {p2}, note {line} at the bottom of {p3} and run {c}; what does it say?
Please do the {new} release. That means {new} instead of {old} in {p} and {p2}, the line {line} at the end of {p3}, and {c} afterwards.
Version change, {old} to {new}. Files: {p}, {p2}. Also append {line} to {p3}. Check with {c}.
First {new} for {old} in {p}. Then the same in {p2}. Then {line} at the end of {p3}. Last, {c}. Report its output.
Could you put {new} in place of {old} in {p} and {p2}, extend {p3} by {line}, and run {c}?
After changing {old} into {new} in {p} and {p2}, append {line} to {p3} and run {c}.
""")


def release(r):
    old, new = W.fresh(r, W.ver, 2)
    fs = [r.choice([W.settings, W.prose])(r, r.randint(2, 3)) for _ in range(2)]
    ps = []
    files = {}
    for f in fs:
        if f.lang == "json" or old in f.text:
            raise Clash
        files[f.path] = f.text + "\n" + (f.fmt("version", old) if f.fmt else f"This is version {old}.")
        ps.append(f.path)
    g = W.prose(r, 3)
    s = r.choice([f"- {new}: {W.phrase(r)}", f"{new} is out.", f"{W.date(r)} {new}"])
    if g.path in files or len(files) < 2 or any(t.count(old) != 1 for t in files.values()):
        raise Clash
    files[g.path] = g.text
    c, good = C.command(r, True), C.passed(r)
    return job(
        r,
        RELEASE,
        files,
        [("edit", p, old, new) for p in ps] + [("read", g.path), grow(g.path, g.text, s), ("run", c)],
        [
            "{new} is in {p} and {p2}, {p3} has the line, and {c} says {x}",
            "All done; {c} says {x}",
            "The version is {new} now. {x}",
            "Released {new}: {x}",
        ],
        {"old": old, "new": new, "p": ps[0], "p2": ps[1], "p3": g.path, "line": s, "c": c, "x": good},
        must_run=[c],
        good=good,
        checks={c: (g.path, s, good, "FAIL: no note on the release")},
        say=[good],
    )


BACKUP = frames("""
Back up {p} to {p2}, change {old} to {new} in {p}, then run {c} and tell me the result.
Copy {p} to {p2} first. Then replace {old} by {new} in {p} and run {c}.
Before you touch {p}, save a copy as {p2}. After that {old} becomes {new} in {p}; test with {c}.
1. cp {p} {p2}~2. {p}: {old} -> {new}~3. {c}
I want {old} changed to {new} in {p}, but keep the old text in {p2}. When done run {c} and report.
Make a copy {p2} of {p}. In {p} put {new} for {old}. Run {c}. What does it say?
Save {p} as {p2}, edit {p} ({old} to {new}), run {c}.
Please keep the current {p} as {p2}, swap {old} for {new} in {p}, and check with {c}.
Step 1: duplicate {p} as {p2}~Step 2: in {p} replace {old} with {new}~Step 3: run {c} and report
Could you change {old} into {new} in {p}, with a backup in {p2} made beforehand, and run {c} at the end?
""")


def backup(r):
    f = r.choice([W.notes, W.settings, W.prose])(r)
    old = spot(r, f)
    new = other(r, old, f.text)
    q = r.choice([f.path + ".bak", f.path + ".old", "backup/" + f.path, W.path(r, ["bak", "txt"])])
    c, good = C.command(r, True), C.passed(r)
    return job(
        r,
        BACKUP,
        W.world(r, f),
        [("read", f.path), ("write", q, f.text), ("edit", f.path, old, new), ("run", c)],
        ["{p2} has the old text, {p} says {new}, and {c} says {x}", "Backed up and changed; {x}", "{c} says {x}; the copy is {p2}.", "{x}"],
        {"p": f.path, "p2": q, "old": old, "new": new, "c": c, "x": good},
        must_run=[c],
        good=good,
        checks={c: (f.path, new, good, f"FAIL {f.path}")},
        say=[good],
    )


GATHER = frames("""
Collect {k} from {p}, {p2} and {p3} and write the values to {p4}, one per line.
Read {k} in {p}, {p2} and {p3}. Save the three values in {p4}, each on a line of its own.
{p}, {p2} and {p3} each have a {k}. Put the values in {p4}, one a line, in this order.
Make {p4} from the {k} values of {p}, {p2} and {p3} (one per line).
Look up {k} in these files: {p}, {p2}, {p3}. Write what you find to {p4}, one line each.
Please gather the {k} of {p}, of {p2} and of {p3} in a new file {p4}, a line for each value.
Sum up {k} in {p4}: a line with the value from {p}, then one from {p2}, then one from {p3}.
I need {p4} to list the {k} given in {p}, {p2} and {p3}; just the values, one per line.
1. read {p}, {p2}, {p3}~2. write their {k} values to {p4}, one per line
Could you pull {k} out of {p}, {p2} and {p3} and store the values line by line in {p4}?
""")


def gather(r):
    k, kind = r.choice(W.KEYS + W.LIFE).split("=")
    vs = W.fresh(r, W.VALUES[kind], 3) if kind != "bool" else None
    fmt = r.choice([lambda a, b: f"{a}: {b}", lambda a, b: f"{a} = {b}", lambda a, b: f"- {a}: {b}"])
    ps = W.fresh(r, lambda r: W.path(r, ["txt", "md", "conf"]), 4)
    files = {}
    for p, v in zip(ps, vs):
        lines = [fmt(a, b) for a, b, _ in W.pairs(r, r.randint(0, 2), W.LIFE) if a != k] + [fmt(k, v)]
        r.shuffle(lines)
        files[p] = "\n".join(lines)
    return job(
        r,
        GATHER,
        files,
        [("read", p) for p in ps[:3]] + [("write", ps[3], "\n".join(vs))],
        ["{p4} lists {x}.", "I wrote {x} to {p4}.", "The values are {x}; they are in {p4}.", "{p4} is written: {x}."],
        {"k": k, "p": ps[0], "p2": ps[1], "p3": ps[2], "p4": ps[3], "x": ", ".join(vs)},
        say=vs,
        derived=["\n".join(vs)],
    )


MOVETWO = frames("""
Move {p} and {p2} to the folder {d}.
Put {p} and {p2} into {d}.
{p} and {p2} belong in {d}. Move them.
Both {p} and {p2} should be in the folder {d} instead.
Please move {p} to {d}, then {p2} as well.
Take {p} and {p2} and file them under {d}.
The folder {d} should get {p} and {p2}; nothing stays at the old places.
mv {p} {p2} {d}/
Could you relocate {p} and {p2} to the directory {d}?
Tidy up: {p} and {p2} go to {d}.
First {p}, then {p2}: move each into {d}, keeping its name.
""")


def move_two(r):
    fs = [r.choice([W.prose, W.checklist, W.notes])(r, r.randint(2, 3)) for _ in range(2)]
    d = r.choice(W.DIRS)
    names = [f.path.split("/")[-1] for f in fs]
    qs = [f"{d}/{n}" for n in names]
    if len(set(names)) < 2 or set(qs) & {f.path for f in fs}:
        raise Clash
    files = W.world(r, *fs)
    if set(qs) & set(files):
        raise Clash
    plan = []
    for f, q in zip(fs, qs):
        plan += [("read", f.path), ("write", q, f.text), ("run", f"rm {f.path}")]
    return job(
        r,
        MOVETWO,
        files,
        plan,
        ["Both are in {d} now.", "I moved {p} and {p2} to {d}.", "{p} and {p2} are in {d}.", "Done, {d} has both files."],
        {"p": fs[0].path, "p2": fs[1].path, "d": d},
        derived=qs,
    )


HUNT = frames("""
Find the file with {old}, change that to {new}, and run {c}.
One of the files has {old}. Replace it by {new}, then run {c} and tell me the result.
Search for {old}; put {new} there; test with {c}.
{old} is somewhere in the files and should be {new}. Fix it and check with {c}.
Look through the files for {old}. Make it {new}, after that run {c}. What's the outcome?
I don't know which file says {old}. Find it, write {new} instead, run {c}.
1. find {old}~2. replace it with {new}~3. run {c}
Please hunt for {old}, turn it into {new}, and verify with {c}.
Where is {old}? Change it to {new} there. Then {c}, and report.
Could you locate {old}, swap it for {new} and run {c} to see if that helps?
""")


def hunt(r):
    from tovaline import shared

    old = r.choice([W.low, W.who, W.host, W.ver])(r)
    f = shared(r, 1, old)[0]
    files = {f.path: f.text, **W.crowd(r, r.randint(1, 4), [f.path], [old])}
    new = other(r, old, "".join(files.values()))
    names = sorted(files)
    c, good = C.command(r, True), C.passed(r)
    fl = [c] if r.random() < 0.2 else []
    plan = [("list",)] + [("read", p) for p in names[: names.index(f.path) + 1]] + [("edit", f.path, old, new)] + [("run", c)] * (1 + len(fl))
    return job(
        r,
        HUNT,
        files,
        plan,
        ["It was in {p}; now it says {new} and {c} says {x}", "Changed in {p}. {x}", "{p} says {new}; result: {x}", "Found in {p} and fixed: {x}"],
        {"old": old, "new": new, "c": c, "p": f.path, "x": good},
        errs=len(fl),
        flaky=fl,
        must_run=[c],
        good=good,
        checks={c: (f.path, new, good, f"FAIL {f.path}")},
        say=[good],
    )


FIXNOTE = frames("""
Run {c}, fix what fails, run it again. When it passes, write {line} to {p2}.
Get {c} to pass. Then create {p2} with {line}.
Repair whatever {c} complains about; once it's green, save {line} in {p2}.
Make {c} pass and afterwards put {line} in a new file {p2}.
1. {c}~2. fix the failure~3. {c} again~4. write {line} to {p2}
Please fix the failing {c}. As the last step create {p2} saying {line}.
{c} is red. Correct the file, rerun, and when all is well leave {line} in {p2}.
First make {c} green, then write {p2} with the text {line}.
Could you mend what {c} reports, prove that it passes, and then store {line} in {p2}?
""")


def fix_note(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    c, good = C.command(r, True), C.passed(r)
    q, s = W.path(r, ["txt", "md", "log"]), r.choice([W.sayso, W.phrase])(r)
    files = W.world(r, f)
    if q in files:
        raise Clash
    return job(
        r,
        FIXNOTE,
        files,
        [("run", c), ("read", f.path), ("edit", f.path, ln, to), ("run", c), ("write", q, s)],
        [
            "{c} says {x} and {p2} is written.",
            "I fixed {p}; {x}. {p2} is there.",
            "It passes ({x}), and {p2} says {line}.",
            "Green: {x}. The note is in {p2}.",
        ],
        {"c": c, "p": f.path, "p2": q, "line": s, "x": good},
        must_run=[c],
        good=good,
        checks={c: (f.path, to, good, message(r, f.path, to, ln))},
        say=[good],
    )


KINDS = [
    steps_two,
    steps_three,
    steps_three,
    steps_four,
    steps_four,
    steps_five,
    steps_then_run,
    scaffold,
    release,
    backup,
    gather,
    move_two,
    hunt,
    fix_note,
]
