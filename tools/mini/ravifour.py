"""Agent tasks, part four: more errors and jobs whose next step depends on what was read."""
import ravitalk as K
import raviwords as W
import ravitwo as B
from ravimake import done, stem, task


def astray(r, make):
    """(wrong path, right path, text, files)."""
    while True:
        p, s = make(r)
        path = stem(p) if "/" in p else r.choice(["src/", "old/", "docs/", "main/"]) + p
        files = W.around(r, {p: s})
        if path not in files and sum(stem(q) == stem(p) for q in files) == 1:
            return path, p, s, files


def wrong_path_copy(r):
    """A copy of a file whose path is not quite right."""
    path, p, s, files = astray(r, B.home)
    q = "safe/" + stem(p)
    plan = [("read", path), ("list",), ("read", p), ("write", q, s)]
    return task(r, files, plan, K.ask(r, [B.COPY], {"f": path, "fb": q}, B.COPY_FREE), done(r, f"The file is at `{p}`; `{q}` is a copy of it."), spec=("write", q, s))


def wrong_path_append(r):
    """A line for a file whose path is not quite right."""
    path, p, s, files = astray(r, lambda r: (lambda q: (q[0], "\n".join(q[1])))(B.lined(r)))
    x = W.other(r, W.item, s)
    plan = [("read", path), ("list",), ("read", p), ("write", p, s + "\n" + x)]
    return task(r, files, plan, K.ask(r, [B.APPEND], {"f": path, "x": x}, B.APPEND_FREE), done(r, f"I found the file at `{p}` and added the line there."), spec=("lines", p, s.split("\n") + [x]))


def wrong_path_delete(r):
    """The deletion of a file whose path is not quite right."""
    path, p, s, files = astray(r, B.home)
    deeds = ["[delete|remove|erase] {f}", "get rid of {f}", "throw {f} away", "rm {f}", "[delete|remove] the file {f}"]
    free = ["{f} can go.", "{f} is not needed any more.", "We no longer need {f}.", "{f} should not exist.", "I don't want {f} in here."]
    plan = [("run", "rm " + path), ("list",), ("run", "rm " + p)]
    return task(r, files, plan, K.ask(r, [deeds], {"f": path}, free), done(r, f"The file was at `{p}`; it is deleted."), spec=("gone", [p]))


def log_error(r):
    """The one error of a log."""
    p, ls = W.log(r)
    x = r.choice(["disk is full", "door sensor lost", "cannot open " + W.word(r) + ".db", "printer on fire", "token expired for " + W.name(r), "port " + W.num(r) + " in use", "bad row " + W.num(r)])
    ls.insert(r.randint(1, len(ls)), "21:30 ERROR " + x)
    files = W.around(r, {p: "\n".join(ls)})
    deeds = ["tell me the error in {f}", "read {f} and report the error", "find the ERROR line in {f} and quote it", "look into {f} and say what went wrong", "check {f} for errors and tell me what you see"]
    free = ["What went wrong, according to {f}?", "What is the error in {f}?", "Which error does {f} report?", "Something failed, see {f}. What was it?", "{f} has an error line. What does it say?", "Is there an error in {f}? [Which one?|Tell me its text.]"]
    return task(r, files, [("read", p)], K.ask(r, [deeds], {"f": p}, free, 0.5), r.choice([f"The error is: {x}", f"`{p}` reports an error: {x}"]), say=[x])


def missing_file(r):
    """A command misses a file, which is to be made from a sample."""
    c, g, b = W.command(r)
    p, q = r.choice([(".env", ".env.sample"), ("config.yaml", "config.example.yaml"), ("settings.ini", "templates/settings.ini"), ("data/seed.csv", "data/seed.sample.csv")])
    s = "\n".join(f"{k}: {v}" for k, v in W.pairs(r, 2))
    files = W.around(r, {q: s})
    files.pop(p, None)
    b += r.choice([f": {p} is missing", f"\ncannot open {p}", f": no {p} here"])
    deeds = ["run {c}; if it misses a file, [make|create] that one as a copy of {f}, and run it again", "get {c} to pass; the file it wants is a copy of {f}", "find out which file {c} needs, copy {f} to that name and run {c} again", "repair {c}: the missing file is the same as {f}"]
    free = ["{c} fails because a file is missing. Copy {f} to the name it wants.", "{c} looks for a file that isn't there. {f} has the right text for it.", "I want {c} green. It needs a file like {f}, but under another name.", "Why does {c} fail? A file is missing, I think, and {f} can be copied for it."]
    plan = [("run", c), ("read", q), ("write", p, s), ("run", c)]
    check = (c, p, s.split("\n")[0], g, b)
    return task(r, files, plan, K.ask(r, [deeds], {"c": c, "f": q}, free), done(r, f"I created `{p}` from `{q}`.", check), check=check, spec=("write", p, s))


def if_fails(r):
    """The outcome of a command decides whether something is changed."""
    prs = W.pairs(r, 2)
    p, s, kind = W.conf(r, prs, r.choice(["ini", "yaml", "cfg", "env"]))
    k, v = prs[0]
    old, new = W.setting_line(r, kind, k, v), W.setting_line(r, kind, k, W.other(r, W.value, s))
    c, g, b = W.command(r)
    ok = r.random() < 0.4
    check = (c, p, old if ok else new, g, b)
    deeds = ["run {c}; if it fails, replace {x} by {y} in {f} and run it again", "start {c} and, only if it [fails|is red], change {x} to {y} in {f} and repeat it", "see if {c} passes. If not, put {y} for {x} in {f} and try again"]
    free = ["Does {c} pass? If it doesn't, {x} in {f} must become {y}; then run it again. If it does, change nothing.", "If {c} fails, the reason is {x} in {f}: make it {y} and run {c} once more. If it passes, [fine|leave all as it is]."]
    plan = [("run", c)] + ([] if ok else [("edit", p, old, new), ("run", c)])
    files = W.around(r, {p: s})
    return task(r, files, plan, K.ask(r, [deeds], {"c": c, "f": p, "x": old, "y": new}, free, 0.5), done(r, "It passed at once, so I changed nothing." if ok else f"It failed at first, so I changed `{p}`.", check), check=check, spec=("writes", [], []) if ok else ("edit", p, old, new))


def change_log(r):
    """A version is read and put at the top of the list of changes."""
    v, x = W.version(r), W.sentence(r)
    p, q = r.choice(["VERSION", "version.txt", "lib/VERSION"]), r.choice(["CHANGELOG.md", "HISTORY.txt", "docs/changes.md"])
    old = [f"0.0.{i}: {W.word(r)}" for i in (2, 1)]
    files = W.around(r, {p: v, q: "\n".join(old)}, r.choice([0, 1]))
    line = v + ": " + x
    deeds = ["[add|put] a line at the top of {f} made of the version in {fb}, \": \" and {x}", "read the version from {fb} and add it as a first line to {f}, followed by \": \" and {x}", "put a new first line in {f}: the version from {fb}, a colon, a space, {x}", "note {x} in {f}, at the top, after the version from {fb} and \": \""]
    free = ["{f} needs a new first line: the version (see {fb}), then \": \", then {x}.", "The version is in {fb}. At the top of {f} I want that version, \": \" and {x}."]
    return task(r, files, [("read", p), ("read", q), ("write", q, "\n".join([line] + old))], K.ask(r, [deeds], {"f": q, "fb": p, "x": x}, free), done(r, f"`{q}` starts with the entry for {v}."), spec=("lines", q, [line] + old))


KINDS = [wrong_path_copy, wrong_path_append, wrong_path_delete, log_error, missing_file, if_fails, change_log]
