"""Kinds: commands and tests, conditions, steps in a row."""
import senacmd as C
import senaframes6  # noqa: F401
import senaworld as W
from senacore import FRAMES, Style, build, expand, fill, lines, need
from senaframes7 import CLAUSES, JOIN2, JOIN3, JOIN4
from senakinds1 import fresh, haystack, one_line
from senakinds2 import add_line, changed, good_swap, known, sibling

KINDS = []


def kind(f):
    KINDS.append(f)
    return f


def always(cmd, out):
    """A command that prints the same whatever the files are."""
    return {cmd: ("none", "", out, out)}


@kind
def run_report(r):
    c, e = C.command(r), C.output(r)
    good = C.printed(r, e)
    return build(r, "run_report", {}, [("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, good), run=[c], good=good)


@kind
def run_status(r):
    """A check that passes or fails; only the outcome is asked for."""
    c = C.test(r)
    if r.random() < 0.5:
        e = C.passed(r)
        return build(r, "run_passes", {}, [("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, e), run=[c], good=e, frames=FRAMES["run_fails"])
    e = C.broken(r)
    return build(r, "run_fails", {}, [("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], unsaid=["passes", "passed", "is green"], checks=always(c, e), run=[c], good=e)


@kind
def run_flaky(r):
    c, e = r.choice([C.command, C.test])(r), C.output(r)
    good = C.printed(r, e)
    return build(r, "run_flaky", {}, [("run", c), ("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, good), flaky=[c], run=[c], good=good)


@kind
def run_two(r):
    c, d = C.two(r, r.choice([C.command, C.test]))
    e, f = C.output(r), C.output(r)
    need(C.key_of(e) != C.key_of(f) and e != f)
    shaky = r.choice([None, None, None, c, d])
    plan = [("run", c)] * (2 if shaky == c else 1) + [("run", d)] * (2 if shaky == d else 1)
    return build(r, "run_two", {}, plan, {"c": c, "d": d, "e": e, "f": f}, say=[C.key_of(e), C.key_of(f)], checks={**always(c, e), **always(d, f)}, flaky=[shaky] if shaky else [], run=[d], good=f)


def outcome(r, p, new):
    """(command, what it prints when all is well, its check)."""
    c, e = C.test(r), C.passed(r)
    return c, e, {c: (p, new, e, r.choice(["FAILED", f"1 failed in {W.name(r)}", f"{p}: check failed", "error: not yet right"]))}


@kind
def edit_test(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    c, e, checks = outcome(r, p, w)
    shaky = r.random() < 0.2
    plan = [("edit", p, v, w), ("run", c)] + [("run", c)] * shaky
    return build(r, "edit_test", {p: text}, plan, {"p": p, "v": v, "w": w, "c": c, "e": e}, say=[C.key_of(e)], checks=checks, flaky=[c] if shaky else [], run=[c], good=e)


@kind
def set_test(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    c, e, checks = outcome(r, f.path, new)
    return build(r, "set_test", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, new), ("run", c)], {"p": f.path, "k": k, "v": v, "w": w, "c": c, "e": e}, say=[C.key_of(e)], checks=checks, run=[c], good=e)


def defect(r):
    """A file with something wrong: (path, text, thing, is, should be, old line, new line)."""
    if r.random() < 0.5:
        f = W.KV(r)
        k = r.choice(f.keys)
        v, w, old, new = changed(r, f, k)
        return f.path, f.text, k, v, w, old, new
    if r.random() < 0.8:
        f = W.Code(r)
        w = W.other(r, f.value, lambda: W.num(r))
        return f.path, f.text, f.func, f.value, w, f.line, f.with_value(w)
    f = W.Table(r)
    row, i = r.choice(f.rows), r.randrange(1, len(f.cols))
    w = W.other(r, row[i], lambda: W.value(r, f.kinds[f.cols[i]]))
    new = [w if j == i else c for j, c in enumerate(row)]
    return f.path, f.text, f"{f.cols[i]} of {row[0]}", row[i], w, f.line(row), f.line(new)


@kind
def test_fix(r):
    p, text, k, v, w, old, new = defect(r)
    c, e = C.test(r), C.passed(r)
    shaky = r.random() < 0.15
    plan = [("run", c)] * (1 + shaky) + [("read", p), ("edit", p, old, new), ("run", c)]
    return build(r, "test_fix", {p: text}, plan, {"p": p, "c": c, "e": e}, checks={c: (p, new, e, C.failing(r, p, k, v, w))}, flaky=[c] if shaky else [], run=[c], good=e)


@kind
def fix_two(r):
    a, b = defect(r), defect(r)
    c, d = C.two(r, C.test)
    p, q = a[0], b[0]
    need(p not in q and q not in p and a[2] != b[2])
    e, f = C.passed(r), C.passed(r)
    checks = {c: (p, a[6], e, C.failing(r, p, *a[2:5])), d: (q, b[6], f, C.failing(r, q, *b[2:5]))}
    plan = [("run", c), ("read", p), ("edit", p, a[5], a[6]), ("run", c), ("run", d), ("read", q), ("edit", q, b[5], b[6]), ("run", d)]
    return build(r, "fix_two", {p: a[1], q: b[1]}, plan, {"p": p, "q": q, "c": c, "d": d}, checks=checks, run=[d], good=f)


@kind
def fix_one_of_two(r):
    """Two checks, of which one passes already."""
    p, text, k, v, w, old, new = defect(r)
    c, d = C.two(r, C.test)
    e, f = C.passed(r), C.passed(r)
    need(e != f)
    bad = C.failing(r, p, k, v, w)
    first = r.random() < 0.5
    checks = {c: (p, new, e, bad), **always(d, f)} if first else {**always(c, f), d: (p, new, e, bad)}
    repair = [("read", p), ("edit", p, old, new)]
    plan = [("run", c)] + (repair + [("run", c)] if first else []) + [("run", d)] + ([] if first else repair + [("run", d)])
    return build(r, "fix_two", {p: text}, plan, {"p": p, "c": c, "d": d}, checks=checks, run=[c if first else d], good=e, answers=lines("Both pass now; I fixed {p}.\n{c} and {d} pass after a fix in {p}.\nOnly {p} was wrong; both checks pass now."), frames=[x for x in FRAMES["fix_two"] if "both fail" not in x and "Both checks" not in x])


@kind
def hint_fix(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    c, e, checks = outcome(r, p, w)
    return build(r, "hint_fix", {p: text}, [("edit", p, v, w), ("run", c)], {"p": p, "v": v, "w": w, "c": c, "e": e}, checks=checks, run=[c], good=e)


@kind
def test_passes(r):
    """Asked to make a check pass that passes already."""
    c, e = C.test(r), C.passed(r)
    frames = [x for x in FRAMES["test_fix"] if not any(s in x.lower() for s in ("fails", "red", "broken", "broke", "complains", "again", "wrong", "don't", "does not", "repair the build", "debug", "resolve", "the error"))]
    return build(r, "test_passes", {}, [("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, e), run=[c], good=e, frames=frames, answers=lines("{c} passes already: {e}\nNothing to fix: {e}\n{c} passes, I changed nothing: {e}\nAll is well: {e}"))


@kind
def if_fail(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    c, e = C.test(r), C.passed(r)
    q, x = fresh(r, f.path), W.sentence(r)
    need(q not in (f.path,))
    vals = {"c": c, "k": k, "w": w, "p": f.path, "q": q, "x": x, "e": e}
    if r.random() < 0.5:
        plan = [("run", c), ("read", f.path), ("edit", f.path, old, new), ("run", c)]
        bad = r.choice([C.broken(r), "FAILED", C.failing(r, f.path, k, v, w)])
        return build(r, "if_fail_bad", {f.path: f.text}, plan, vals, say=[C.key_of(e)], checks={c: (f.path, new, e, bad)}, run=[c], good=e, frames=FRAMES["if_fail"])
    return build(r, "if_fail_good", {f.path: f.text}, [("run", c), ("write", q, x)], vals, checks=always(c, e), run=[c], good=e, frames=FRAMES["if_fail"])


@kind
def alt_command(r):
    c, d = C.two(r, r.choice([C.command, C.test]))
    e = C.output(r)
    need(not c.startswith(("ls", "cat", "wc", "rm")))
    return build(r, "alt_command", {}, [("run", c), ("run", d)], {"c": c, "d": d, "e": e}, say=[C.key_of(e)], checks=always(d, e), run=[d], good=e)


@kind
def unknown_command(r):
    """A command that does not exist: say so, claim nothing."""
    c = C.test(r) if r.random() < 0.4 else C.command(r)
    need(not c.startswith(("ls", "cat", "wc", "rm ")))
    return build(r, "unknown_command", {}, [("run", c)], {"c": c}, say=[c], unsaid=["passed", "passes", "printed"], frames=FRAMES["run_report"], answers=lines("{c} is an unknown command here.\nI could not run {c}: the command is unknown.\nThe command {c} is unknown, so there is no output.\nThat did not work, {c} is unknown here."))


@kind
def save_output(r):
    c, e = C.command(r), C.output(r)
    p = W.path(r, r.choice(["txt", "log", "out", "md"]), "log")
    shaky = r.random() < 0.2
    return build(r, "save_output", {}, [("run", c)] * (1 + shaky) + [("write", p, e)], {"c": c, "p": p, "e": e}, checks=always(c, e), flaky=[c] if shaky else [], run=[c], good=e)


@kind
def append_output(r):
    c, e = C.command(r), C.output(r)
    f = r.choice([W.Note, W.Log, W.Items])(r)
    need(e not in f.text)
    return build(r, "append_output", {f.path: f.text}, [("run", c), ("read", f.path)] + add_line(f.path, f.text, e), {"c": c, "p": f.path, "e": e}, checks=always(c, e), run=[c], good=e)


@kind
def rerun(r):
    c, e = C.command(r), C.output(r)
    return build(r, "rerun", {}, [("run", c), ("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, e), run=[c], good=e)


@kind
def if_missing(r):
    files = haystack(r, r.randint(1, 4))
    x = one_line(r)
    if r.random() < 0.5:
        p = fresh(r, *files)
        return build(r, "if_missing_new", files, [("list",), ("write", p, x)], {"p": p, "x": x}, frames=FRAMES["if_missing"], filler=0)
    p = r.choice(sorted(files))
    return build(r, "if_missing_old", files, [("list",)], {"p": p, "x": x}, say=["already"], unsaid=["created"], frames=FRAMES["if_missing"], filler=0)


@kind
def if_value(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    if r.random() < 0.5:
        return build(r, "if_value_yes", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, new)], {"p": f.path, "k": k, "v": v, "w": w}, say=[w], frames=FRAMES["if_value"])
    guess = W.other(r, v, lambda: changed(r, f, k)[1])
    need(guess != w)
    return build(r, "if_value_no", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": k, "v": guess, "w": w, "o": v}, say=[v], frames=FRAMES["if_value"])


@kind
def already(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    if r.random() < 0.5:
        return build(r, "already_no", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, new)], {"p": f.path, "k": k, "v": v, "w": w}, say=[w], frames=FRAMES["already"])
    return build(r, "already_yes", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": k, "w": v}, say=[v], frames=FRAMES["already"])


@kind
def follow_note(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    p = W.path(r, r.choice(["md", "txt"]), "note")
    need(p not in f.path and f.path not in p)
    st = Style(r)
    text, _ = fill(st, r.choice(lines("""
Please set {k} to {w} in {q}.
TODO: {k} in {q} should be {w}
Change {k} in {q} to {w}
In {q}, make {k} {w}
Task: update {q}, {k} must be {w}
{q}: set {k} = {w}
We need {k} at {w} ({q}).
Could somebody put {k} to {w} in {q}? Thanks
- set {k} in {q} to {w}
Next step: {k} becomes {w} in {q}
""")), {"k": k, "w": w, "q": f.path})
    return build(r, "follow_note", {p: text, f.path: f.text}, [("read", p), ("read", f.path), ("edit", f.path, old, new)], {"p": p, "q": f.path, "k": k, "w": w})


@kind
def todo_clean(r):
    files = haystack(r, r.randint(1, 3))
    c = W.Code(r)
    need(c.path not in files and c.text.count("\n") > 1)
    t = r.choice(["TODO", "FIXME", "XXX", "HACK", "DEBUG", "REMOVE ME", "TEMP", "BUG", "NOCOMMIT", "WIP"])
    sign = {"py": "#", "rb": "#", "sh": "#", "r": "#", "pl": "#", "jl": "#", "ex": "#", "ps1": "#", "lua": "--", "sql": "--", "hs": "--", "bat": "REM", "m": "%"}.get(c.ext, "//")
    need(c.ext not in ("html", "css", "tsx"))
    line = f"{sign} {t}{r.choice([':', '', ' -'])} {r.choice([W.task_item(r), W.noun(r), 'ask ' + W.person(r)])}"
    rows = c.text.split("\n")
    rows.insert(r.randint(1, len(rows) - 1), line)
    text = "\n".join(rows)
    need(not any(t in x for x in [c.text, *files.values(), *files]))
    files[c.path] = text
    plan = [("list",)]
    for p in sorted(files):
        plan.append(("read", p))
        if p == c.path:
            break
    plan.append(("edit", c.path, line + "\n", ""))
    return build(r, "todo_clean", files, plan, {"t": t, "p": c.path}, say=[c.path], filler=0)


# Steps in a row


class Step:
    """One step: clause, places, files needed, calls, checks, what was done, what must be said."""

    def __init__(self, r, sort, n, out):
        self.vals, self.files, self.plan, self.checks, self.say, self.cmd, self.good = {}, {}, [], {}, [], None, None
        clause = r.choice(CLAUSES[sort])
        v = self.vals
        if sort == "create":
            v["p"], v["x"] = fresh(r, *out), one_line(r)
            self.plan, self.did = [("write", v["p"], v["x"])], "{p} is created"
        elif sort == "edit":
            v["p"], text, v["v"], v["w"] = known(r)
            good_swap(text, v["v"], v["w"])
            self.files, self.plan, self.did = {v["p"]: text}, [("edit", v["p"], v["v"], v["w"])], r.choice(["{p} says {w}", "{p} is changed", "{v} is now {w}"])
        elif sort in ("set", "tell"):
            f = W.KV(r)
            v["p"], v["k"] = f.path, r.choice(f.keys)
            val, v["w"], old, new = changed(r, f, v["k"])
            self.files = {f.path: f.text}
            if sort == "set":
                self.plan, self.did = [("read", f.path), ("edit", f.path, old, new)], r.choice(["{k} is {w}", "{k} is set to {w}"])
            else:
                v["w"] = val
                self.plan, self.did, self.say = [("read", f.path)], "{k} is {w}", [val]
        elif sort == "append":
            v["p"], text = W.any_file(r)
            v["x"] = one_line(r)
            need(v["x"] not in text)
            self.files, self.plan, self.did = {v["p"]: text}, [("read", v["p"])] + add_line(v["p"], text, v["x"]), "the line is in {p}"
        elif sort in ("copy", "rename"):
            v["p"], text = W.any_file(r)
            v["q"] = sibling(r, v["p"])
            self.files, self.plan = {v["p"]: text}, [("read", v["p"]), ("write", v["q"], text)] + ([("run", f"rm {v['p']}")] if sort == "rename" else [])
            self.did = "{p} is copied to {q}" if sort == "copy" else "{p} is now {q}"
        elif sort == "delete":
            v["p"], text = W.any_file(r)
            self.files, self.plan, self.did = {v["p"]: text}, [("run", f"rm {v['p']}")], r.choice(["{p} is deleted", "{p} is gone"])
        else:
            v["c"] = r.choice([C.command, C.test])(r)
            self.good = v["e"] = r.choice([C.output, C.passed])(r)
            self.plan, self.did, self.cmd = [("run", v["c"])], "{c} printed {e}", v["c"]
            self.checks, self.say = always(v["c"], v["e"]), [C.key_of(v["e"])]
            if r.random() < 0.12:
                self.plan *= 2
        self.clause, self.did = clause.replace("}", f"{n}}}"), self.did.replace("}", f"{n}}}")
        self.vals = {k + str(n): x for k, x in v.items()}


SORTS = ["create", "edit", "set", "append", "copy", "rename", "delete", "run", "tell"]


def together(r, sorts):
    """The task of these steps, in this order."""
    steps, files = [], {}
    for n, s in enumerate(sorts, 1):
        step = Step(r, s, n, set(files) | {p for x in steps for k, p in x.vals.items() if k[0] in "pq"})
        for p in [x for k, x in step.vals.items() if k[0] in "pq"]:
            need(not any(p in q or q in p for x in steps for k, q in x.vals.items() if k[0] in "pq"))
        files.update(step.files)
        steps.append(step)
    join = r.choice({2: JOIN2, 3: JOIN3, 4: JOIN4}[len(steps)])
    join = expand(r, join) if "|" in join else join
    frame = join
    caps = r.random() < 0.5
    for n, step in enumerate(steps, 1):
        i = frame.index(f"@{n}")
        start = i == 0 or frame[:i].rstrip(" ").endswith("~") or (frame[:i].endswith((") ", ": ", "- ", "* ", "] ", f"{n}. ")) and caps)
        clause = step.clause
        if start and (i == 0 or caps) and clause[0].isalpha():
            clause = clause[0].upper() + clause[1:]
        frame = frame[:i] + clause + frame[i + 2:]
    if frame[0].isalpha():
        frame = frame[0].upper() + frame[1:]
    vals = {k: v for s in steps for k, v in s.vals.items()}
    runs = [s for s in steps if s.cmd]
    need(len({s.cmd for s in runs}) == len(runs))
    plan = [a for s in steps for a in s.plan]
    need(len(plan) <= 11)
    flaky = [s.cmd for s in runs if len(s.plan) == 2]
    checks = {k: v for s in steps for k, v in s.checks.items()}
    did = [s.did for s in steps]
    text = ", ".join(did[:-1]) + " and " + did[-1] if r.random() < 0.7 or len(did) == 2 else "; ".join(did)
    head = r.choice(["Done: ", "All done: ", "", "", ""])
    ends = r.choice([".", ".", ""])
    return build(r, "steps", files, plan, vals, say=[x for s in steps for x in s.say], checks=checks, flaky=flaky, run=[runs[-1].cmd] if runs else [], good=runs[-1].good if runs else None, frames=[frame], answers=[head + text + ends], filler=r.choice([0, 0, 1]), many=False)


@kind
def two_steps(r):
    return together(r, [r.choice(SORTS), r.choice(SORTS)])


@kind
def change_and_run(r):
    return together(r, [r.choice(["create", "edit", "set", "append", "rename", "copy", "delete"]), "run"])


@kind
def change_and_tell(r):
    return together(r, r.sample([r.choice(["create", "edit", "set", "append", "delete"]), "tell"], 2))


@kind
def three_steps(r):
    return together(r, [r.choice(SORTS) for _ in range(3)])


@kind
def change_change_run(r):
    return together(r, [r.choice(["create", "edit", "set", "append"]), r.choice(["edit", "set", "copy", "delete", "rename"]), "run"])


@kind
def four_steps(r):
    return together(r, [r.choice(SORTS) for _ in range(4)])


