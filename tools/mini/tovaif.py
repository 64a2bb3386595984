"""Tasks with a condition that only a look can decide."""

import tovaclause as C
import tovaworld as W
from tovabase import Clash, frames, grow, job
from tovaedit import other, setting, spot
from tovaparts import cut

ABSENT = frames("""
If {p} does not exist, create it with {line}. If it does, tell me what it says.
Create {p} with {line} unless it's there already; in that case just quote it.
Is there a {p}? If not, make one that says {line}. Otherwise read it to me.
Make sure {p} exists. When missing, write {line} into it; when present, report its text.
Check for {p}. Missing: create it with {line}. Present: tell me the content.
Only if {p} is missing, create it ({line}). Else tell me what's in it.
Please look whether {p} is there. No? Then write {line} to it. Yes? Then read it out.
{p} should say {line}, but don't overwrite an existing file; show me that one instead.
Don't overwrite {p}! If it exists, quote it. If not, create it with the text {line}.
Read {p}. If that fails because there is no such file, create it with {line}.
Should {p} be missing, put {line} in a new {p}. Should it exist, give me its text.
Try to read {p} and tell me what it says; if there's no such file, make it with {line}.
When there's no {p} yet, start it with {line}. When there is, I want to know its text.
Could you see if {p} exists? If it doesn't, write {line} there, if it does, tell me its content.
IF {p} is missing THEN create it with {line} ELSE report its text
GIVEN {p} may or may not exist~WHEN it doesn't, write {line} to it~WHEN it does, report its content
Create {p} (text {line}) in case it isn't there. In case it is, what does it say?
I may have made {p} already. If so, what does it say? If not, make it: {b}
""")


def if_absent(r):
    there = r.random() < 0.5
    p, s, text = W.path(r, ["txt", "md", "cfg", "note"]), *W.fresh(r, r.choice([W.sayso, W.phrase]), 2)
    files = W.world(r, extra=r.randint(1, 3))
    files.pop(p, None)
    v = {"p": p, "line": s, "b": s, "x": text}
    if there:
        return job(
            r,
            ABSENT,
            {**files, p: text},
            [("read", p)],
            ["{p} exists already. It says: {x}", "It is there: {x}", "{p} says {x}", "The file exists and says {x}", "I left {p} alone; it says {x}"],
            v,
            say=[text],
            unsaid=["I created", "created it"],
        )
    return job(
        r,
        ABSENT,
        files,
        [("read", p), ("write", p, s)],
        [
            "{p} was missing, so I created it.",
            "There was no {p}; it says {line} now.",
            "I created {p}.",
            "{p} did not exist. I made it.",
            "Created {p} with {line}.",
        ],
        v,
        errs=1,
    )


HAS = frames("""
If {p} contains {old}, replace it with {new}. If not, append {line} to it.
Look in {p}. Where there's {old}, write {new}; otherwise add {line} at the end.
Does {p} mention {old}? Yes: change it to {new}. No: add the line {line}.
In {p}, change {old} to {new}. When {old} isn't in it, add {line} at the end instead.
Read {p}; if you find {old} make it {new}, else append {line}.
Should {p} have {old} in it, put {new} there. Should it not, add {line} as the last line.
Check {p} for {old}. Found: replace by {new}. Not found: append {line}.
Please read {p} first. With {old} in it, swap that for {new}; without, add {line} at the bottom.
IF {p} has {old} THEN replace it with {new} ELSE append {line}
{p} might say {old}. If it does, it should be {new}. If it doesn't, {line} should be added at the end.
I'm not sure whether {old} is in {p}. If so, use {new} there; if not, write {line} at the end of the file.
Could you open {p}, and replace {old} by {new} if it occurs, or append {line} if it doesn't?
Depending on whether {p} has {old}: yes -> {new} in its place, no -> new last line {line}.
Update {p}: {old} to {new} if present, otherwise a further line {line}.
""")


def if_has(r):
    f = r.choice([W.prose, W.checklist, W.notes])(r)
    yes = r.random() < 0.5
    old = spot(r, f) if yes else W.low(r)
    new = other(r, old, f.text)
    s = r.choice([W.sayso, W.phrase])(r)
    if not yes and old in f.text.lower() or s in f.text:
        raise Clash
    v = {"p": f.path, "old": old, "new": new, "line": s}
    if yes:
        return job(
            r,
            HAS,
            W.world(r, f),
            [("read", f.path), ("edit", f.path, old, new)],
            [
                "{p} had {old}; it says {new} now.",
                "I changed {old} to {new} in {p}.",
                "Found {old} and replaced it with {new}.",
                "{old} was there. It's {new} now.",
            ],
            v,
        )
    return job(
        r,
        HAS,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, s)],
        [
            "{p} has no {old}, so I added {line}.",
            "There was no {old}; I appended {line}.",
            "I added {line} to {p}.",
            "Not found, so {line} is at the end of {p} now.",
        ],
        v,
    )


TESTIF = frames("""
Run {c}. If it fails, set {k} to {v} in {p} and run it again; otherwise just tell me the result.
Run {c}; should it fail, change {k} in {p} to {v} and rerun. Report the last output.
If {c} fails, put {v} for {k} in {p} and try again. If not, leave everything.
Check {c}. Red: {k} in {p} must become {v}, then run it once more. Green: do nothing.
Only when {c} fails, edit {p} so that {k} is {v}, and run {c} again. What's the final output?
Please run {c}. In case of failure set {k} in {p} to {v} and repeat. In case of success stop there.
Does {c} pass? If it does, fine, tell me. If it doesn't, give {k} in {p} the value {v} and test again.
Start {c}. With a failure, {k} ({p}) should be set to {v} before a second run. Without one, report.
{c} first. If red then {k} = {v} in {p} and {c} again.
IF {c} fails THEN set {k} to {v} in {p} AND run it again ELSE report the output
Could you run {c}, and if that fails update {k} in {p} to {v} and rerun?
When {c} is not green, the remedy is {k} = {v} in {p}. Apply it if needed and tell me the result.
See if {c} works as is. If not, adjust {k} to {v} in {p}, then run it again.
Don't change anything unless {c} fails; then set {k} to {v} in {p} and run it again.
""")


def if_fails(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    c, good = C.command(r, True), C.passed(r)
    bad = r.choice(
        [f"{r.randint(1, 9)} failed", "FAIL", f"error: {W.low(r)}", f"not ok: {W.low(r)} {W.low(r)}", f"AssertionError in test_{W.low(r)}"]
    )
    red = r.random() < 0.6
    plan = [("run", c)] + ([("read", f.path), ("edit", f.path, ln, to), ("run", c)] if red else [])
    answers = (
        [
            "It failed at first; with {k} at {v} it says {x}",
            "I set {k} to {v} and now {c} says {x}",
            "After the change it passes: {x}",
            "{k} is {v} now, result: {x}",
        ]
        if red
        else ["It passes as it is: {x}", "No change was needed: {x}", "{c} says {x}, so I changed nothing.", "Green at once: {x}"]
    )
    return job(
        r,
        TESTIF,
        W.world(r, f),
        plan,
        answers,
        {"c": c, "k": k, "v": new, "p": f.path, "x": good},
        must_run=[c],
        good=good,
        checks={c: (f.path, to if red else ln, good, bad)},
        say=[good],
    )


VALUEIF = frames("""
If {k} in {p} is {old}, change it to {new}. Otherwise tell me what it is.
Look at {k} in {p}: when it's {old}, make it {new}; when it's something else, just report it.
Is {k} in {p} still {old}? Then set it to {new}. If not, what is it now?
Check that {k} in {p} is not {old} any more. If it still is, set it to {new}; else give me the value.
Read {p}. With {k} at {old}, change that to {new}. With any other value, tell me and leave it.
Only change {k} in {p} to {new} if it is {old} now. If it's different, report the value.
IF {k} is {old} in {p} THEN set it to {new} ELSE tell me its value
Should {k} be {old} in {p}, put {new}. Should it be anything else, let me know what.
{p}: {k} {old} -> {new}, but only if it's really {old}; otherwise say what you see.
Please see if {p} has {k} at {old}. Yes: update to {new}. No: report the actual value.
I think {k} is {old} in {p}. If that's right, set it to {new}. If I'm wrong, tell me the true value.
Could you replace {k} in {p} by {new}, provided that it is {old}? If not, tell me what's there.
Expected {k} in {p}: {old}. If so, raise it to {new}, if not, report the observed value.
""")


def if_value(r):
    f = W.keyed(r)
    k, v, new, ln, to = setting(r, f)
    yes = r.random() < 0.5
    old = v if yes else W.renew(r, f, k)
    if old == new or v in ("true", "false") or not yes and (old.lower() in v.lower() or v.lower() in (old + new).lower()):
        raise Clash
    vals = {"k": k, "p": f.path, "old": old, "new": new, "x": v}
    if yes:
        return job(
            r,
            VALUEIF,
            W.world(r, f),
            [("read", f.path), ("edit", f.path, ln, to)],
            ["{k} was {old}; it is {new} now.", "I changed {k} to {new} in {p}.", "It was {old}, so I set it to {new}.", "{k} is {new} now."],
            vals,
        )
    return job(
        r,
        VALUEIF,
        W.world(r, f),
        [("read", f.path)],
        [
            "{k} is {x}, so I left it.",
            "It is not {old} but {x}. I changed nothing.",
            "{k} is {x}.",
            "The value is {x}; {p} is unchanged.",
            "{p} says {x}.",
        ],
        vals,
        say=[v],
    )


LEVEL = frames("""
If {k} in {p} is above {n}, set it to {n}. If it isn't, tell me its value.
{k} in {p} must not exceed {n}. When it's more, lower it to {n}; else report it.
Check {k} in {p}: higher than {n}? Then make it {n}. Not higher? Then tell me the number.
Cap {k} in {p} at {n}. In case it's already lower, just give me the number.
Is {k} in {p} greater than {n}? If yes set it to {n}, if no tell me what it is.
When {p} has {k} over {n}, change it to {n}. When it's under, report it.
Look up {k} in {p}. More than {n}: put {n}. Less: tell me.
The limit for {k} is {n}. Correct {p} if it's over, otherwise report the value.
Please make sure {k} in {p} is at most {n}; set it to {n} if it's larger, or say what it is.
IF {k} > {n} in {p} THEN set it to {n} ELSE report it
Could you lower {k} in {p} to {n} in case it's bigger? If it's smaller, say how much it is.
""")


def if_above(r):
    f = W.keyed(r)
    rows = [x for x in f.rows if x[1].isdigit() and f.kinds[x[0]] == "num"]
    if not rows:
        raise Clash
    k, v, ln = r.choice(rows)
    n = W.num(r)
    if n == int(v) or str(n) in f.text or v in str(n) or f.text.count(ln) != 1:
        raise Clash
    vals = {"k": k, "p": f.path, "n": n, "x": v}
    if int(v) > n:
        return job(
            r,
            LEVEL,
            W.world(r, f),
            [("read", f.path), ("edit", f.path, ln, f.fmt(k, str(n)))],
            ["{k} was {x}; I set it to {n}.", "It was {x}, so {k} is {n} now.", "{k} is {n} now.", "Lowered {k} to {n}."],
            vals,
        )
    return job(
        r,
        LEVEL,
        W.world(r, f),
        [("read", f.path)],
        ["{k} is {x}, nothing to change.", "It is {x}.", "{k} is only {x}; I left it.", "{x}"],
        vals,
        say=[v],
    )


SURE = frames("""
Make sure that {p} has the line {line}. Tell me whether it was there already.
{p} should contain the line {line}. Add it at the end if it's missing, and say if you had to.
If {line} isn't in {p}, append it; otherwise say that it's already there.
Is the line {line} in {p}? If not, add it at the end.
Check that {p} includes {line}. If it doesn't, put it at the bottom.
Please see to it that {line} is in {p}, once. Append it only when it's absent.
Add {line} to {p} unless it is there.
{line} must be in {p}, but not twice. Take care of it.
Append {line} to {p} if needed.
Look for {line} in {p}; absent -> append.
IF {p} lacks {line} THEN append it
I don't remember if I put {line} in {p}. If I didn't, add it to the end.
Could you check {p} for the line {line}, adding it when it isn't there?
Without making a duplicate, get the line {line} into {p}.
""")


def ensure(r):
    f = r.choice([W.prose, W.checklist])(r)
    there = r.random() < 0.5
    mark = getattr(f, "mark", "")
    s = r.choice(f.lines) if there else mark + (f.make(r) if mark else W.sayso(r))
    if not there and s in f.text or len(s) < 4:
        raise Clash
    v = {"p": f.path, "line": s}
    if there:
        return job(
            r,
            SURE,
            W.world(r, f),
            [("read", f.path)],
            ["{p} already has {line}.", "It was already there.", "{line} is already in {p}.", "Already there, nothing to add."],
            v,
            say=["already"],
            derived=["already"],
        )
    return job(
        r,
        SURE,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, s)],
        ["It was missing; I added {line} to {p}.", "I added {line} to {p}.", "{p} has {line} now.", "It wasn't there, so I added it."],
        v,
    )


WHICH = frames("""
Read {k} in {p}. If it's {v}, run {c}; otherwise run {c2}. Report the output.
If {k} in {p} is {v}, run {c}, else {c2}. Tell me what it prints.
Depending on {k} in {p}: {v} means run {c}, anything else means run {c2}. What's the output?
Check {k} in {p}. For {v}, use {c}; for any other value, use {c2}. Tell me the result.
Run {c} if {p} sets {k} to {v}; run {c2} if it doesn't. Output please.
Look in {p}: with {k} at {v} start {c}, without that start {c2}, and report.
{c} or {c2}? The first one if {k} in {p} is {v}, the second otherwise. Run it and quote the output.
IF {k} in {p} is {v} THEN run {c} ELSE run {c2}, then report what it prints
Please see whether {k} is {v} in {p}. Yes: {c}. No: {c2}. Give me the output.
Should {k} be {v} in {p}, call {c}. Should it not, call {c2}. What did it say?
Could you run {c2}, unless {k} in {p} is {v}, in which case run {c}? I need the output.
""")


def which_command(r):
    f = W.keyed(r)
    k, v, _ = r.choice(f.rows)
    yes = r.random() < 0.5
    given = v if yes else W.renew(r, f, k)
    c, d = W.fresh(r, C.command, 2)
    (s, x), (t, y) = C.output(r), C.output(r)
    if s == t or s in t or t in s:
        raise Clash
    hit, out, key = (c, s, x) if yes else (d, t, y)
    return job(
        r,
        WHICH,
        W.world(r, f),
        [("read", f.path), ("run", hit)],
        ["{k} is {y}, so I ran {c3}: {x}", "I ran {c3}. It says {x}", "{c3} printed {x}", "{k} is {y}; the output of {c3} is {x}", "{x}"],
        {"k": k, "p": f.path, "v": given, "c": c, "c2": d, "c3": hit, "x": out, "y": v},
        must_run=[hit],
        good=out,
        checks={c: (f.path, "", s, s), d: (f.path, "", t, t)},
        say=[key],
    )


OUTIF = frames("""
Run {c}. If it prints {w}, write {line} to {p}, otherwise write {line2} to {p}.
Run {c}; with {w} in the output create {p} saying {line}, without it {p} saying {line2}.
When {c} says {w}, {p} should be {line}. When it says something else, {line2}.
Check {c}. Output has {w}: put {line} in {p}. It hasn't: put {line2} in {p}.
Create {p} with {line} if {c} prints {w}, and with {line2} if not.
Please run {c} and look for {w}. Found: {p} gets {line}. Not found: {p} gets {line2}.
IF {c} prints {w} THEN write {line} to {p} ELSE write {line2} to {p}
Use {c} to decide: {w} means {line}, all else means {line2}. Write that to {p}.
Does {c} say {w}? Write {line} (yes) or {line2} (no) into {p}.
Could you run {c} and then save {line} in {p} if it says {w}, or {line2} if it doesn't?
""")


def if_prints(r):
    c, (s, x) = C.command(r), C.output(r)
    yes = r.random() < 0.5
    w = x if yes else W.low(r)
    a, b = W.fresh(r, r.choice([W.low, W.phrase]), 2)
    p = W.path(r, ["txt", "md", "flag"])
    files = W.world(r, extra=r.randint(1, 2))
    if p in files or not yes and w in s.lower():
        raise Clash
    t = a if yes else b
    return job(
        r,
        OUTIF,
        files,
        [("run", c), ("write", p, t)],
        ["{c} says {x}, so {p} has {y}.", "I wrote {y} to {p}.", "{p} says {y} now.", "The output was {x}; {p} holds {y}."],
        {"c": c, "w": w, "line": a, "line2": b, "p": p, "x": s, "y": t},
        must_run=[c],
        good=s,
        checks={c: (next(iter(files)), "", s, s)},
    )


PRESENT = frames("""
Delete {p} if it's there. Then tell me which files are left.
If {p} exists, remove it; after that name the remaining files.
Is {p} still around? If so delete it. Which files remain?
Remove {p} in case it exists, and list what's left.
Look at the files. If {p} is among them, delete it. Tell me the others.
Get rid of {p}, if there is one, and report the other files.
{p} shouldn't exist. Check the list, delete it if needed, and name the rest.
Please make sure there's no {p}, then say which files we have.
Should there be a {p}, delete it. Which files do we have then?
IF {p} exists THEN delete it~THEN report the other files
Could you check for {p}, remove it if present, and tell me the names of the rest?
""")


def if_present(r):
    f = W.anyfile(r)
    files = W.crowd(r, r.randint(1, 3), [f.path])
    if any(f.path in p or p in f.path for p in files):
        raise Clash
    names = " and ".join(sorted(files))
    there = r.random() < 0.6
    v = {"p": f.path, "x": names}
    if there:
        return job(
            r,
            PRESENT,
            {**files, f.path: f.text},
            [("list",), ("run", f"rm {f.path}")],
            ["I deleted {p}. Left: {x}.", "{p} is gone; {x} remain.", "Deleted {p}, there is still {x}."],
            v,
            say=list(files),
        )
    return job(
        r,
        PRESENT,
        files,
        [("list",)],
        ["There is no {p}. The files are {x}.", "{p} was not there. There is {x}.", "No {p} here, only {x}."],
        v,
        say=list(files),
        unsaid=["deleted", "removed"],
    )


STRIKE = frames("""
If {line} is on {p}, take it off. If it's not, add {line2} at the end.
Is {line} on the list {p}? Then delete that line, otherwise append {line2}.
Look at {p}: with {line} on it, remove it; without, write {line2} below the last line.
Check {p} for {line}. There: delete the line. Not there: append the line {line2}.
Remove {line} from {p}, or if it isn't there add the line {line2}.
Please read {p}, drop {line} when you see it and add {line2} when you don't.
IF {line} is in {p} THEN delete the line ELSE append {line2}
Should {p} list {line}, strike it. Should it not, put {line2} at the end.
{p}: {line} off if present, else {line2} on.
""")


def if_listed(r):
    f = W.checklist(r)
    there = r.random() < 0.5
    ln = r.choice(f.lines)
    new = W.phrase(r)
    item = ln[len(f.mark) :] if there else W.fresh(r, f.make, 1, [f.text])[0]
    if new in f.text or not there and item in f.text:
        raise Clash
    v = {"p": f.path, "line": item, "line2": new}
    if there:
        return job(
            r,
            STRIKE,
            W.world(r, f),
            [("read", f.path), cut(f.path, f.text, ln)],
            ["{line} is off {p}.", "I removed {line} from {p}.", "{line} was there; it's gone now."],
            v,
            derived=[""],
        )
    return job(
        r,
        STRIKE,
        W.world(r, f),
        [("read", f.path), grow(f.path, f.text, new)],
        ["{line} was not there, so I added {line2}.", "I added {line2} to {p}.", "{p} has {line2} at its end now."],
        v,
    )


KINDS = [if_absent, if_has, if_fails, if_value, if_above, ensure, which_command, if_prints, if_present, if_listed]
