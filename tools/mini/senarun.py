"""Kinds: commands and tests."""

import senacmd as C
import senaframes6  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, kind, lines, need
from senaedit import add_line, changed, good_swap, known
from senamake import fresh


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
    return build(
        r, "run_fails", {}, [("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], unsaid=["passes", "passed", "is green"], checks=always(c, e), run=[c], good=e
    )


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
    return build(
        r,
        "run_two",
        {},
        plan,
        {"c": c, "d": d, "e": e, "f": f},
        say=[C.key_of(e), C.key_of(f)],
        checks={**always(c, e), **always(d, f)},
        flaky=[shaky] if shaky else [],
        run=[d],
        good=f,
    )


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
    return build(
        r,
        "edit_test",
        {p: text},
        plan,
        {"p": p, "v": v, "w": w, "c": c, "e": e},
        say=[C.key_of(e)],
        checks=checks,
        flaky=[c] if shaky else [],
        run=[c],
        good=e,
    )


@kind
def set_test(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    c, e, checks = outcome(r, f.path, new)
    return build(
        r,
        "set_test",
        {f.path: f.text},
        [("read", f.path), ("edit", f.path, old, new), ("run", c)],
        {"p": f.path, "k": k, "v": v, "w": w, "c": c, "e": e},
        say=[C.key_of(e)],
        checks=checks,
        run=[c],
        good=e,
    )


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
    return build(
        r,
        "test_fix",
        {p: text},
        plan,
        {"p": p, "c": c, "e": e},
        checks={c: (p, new, e, C.failing(r, p, k, v, w))},
        flaky=[c] if shaky else [],
        run=[c],
        good=e,
    )


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
    return build(
        r,
        "fix_two",
        {p: text},
        plan,
        {"p": p, "c": c, "d": d},
        checks=checks,
        run=[c if first else d],
        good=e,
        answers=lines("Both pass now; I fixed {p}.\n{c} and {d} pass after a fix in {p}.\nOnly {p} was wrong; both checks pass now."),
        frames=[x for x in FRAMES["fix_two"] if "both fail" not in x and "Both checks" not in x],
    )


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
    frames = [
        x
        for x in FRAMES["test_fix"]
        if not any(
            s in x.lower()
            for s in (
                "fails",
                "red",
                "broken",
                "broke",
                "complains",
                "again",
                "wrong",
                "don't",
                "does not",
                "repair the build",
                "debug",
                "resolve",
                "the error",
            )
        )
    ]
    return build(
        r,
        "test_passes",
        {},
        [("run", c)],
        {"c": c, "e": e},
        say=[C.key_of(e)],
        checks=always(c, e),
        run=[c],
        good=e,
        frames=frames,
        answers=lines("{c} passes already: {e}\nNothing to fix: {e}\n{c} passes, I changed nothing: {e}\nAll is well: {e}"),
    )


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
        return build(
            r, "if_fail_bad", {f.path: f.text}, plan, vals, say=[C.key_of(e)], checks={c: (f.path, new, e, bad)}, run=[c], good=e, frames=FRAMES["if_fail"]
        )
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
    return build(
        r,
        "unknown_command",
        {},
        [("run", c)],
        {"c": c},
        say=[c],
        unsaid=["passed", "passes", "printed"],
        frames=FRAMES["run_report"],
        answers=lines(
            "{c} is an unknown command here.\nI could not run {c}: the command is unknown.\nThe command {c} is unknown, so there "
            "is no output.\nThat did not work, {c} is unknown here."
        ),
    )


@kind
def save_output(r):
    c, e = C.command(r), C.output(r)
    p = W.path(r, r.choice(["txt", "log", "out", "md"]), "log")
    shaky = r.random() < 0.2
    return build(
        r,
        "save_output",
        {},
        [("run", c)] * (1 + shaky) + [("write", p, e)],
        {"c": c, "p": p, "e": e},
        checks=always(c, e),
        flaky=[c] if shaky else [],
        run=[c],
        good=e,
    )


@kind
def append_output(r):
    c, e = C.command(r), C.output(r)
    f = r.choice([W.Note, W.Log, W.Items])(r)
    need(e not in f.text)
    return build(
        r,
        "append_output",
        {f.path: f.text},
        [("run", c), ("read", f.path)] + add_line(f.path, f.text, e),
        {"c": c, "p": f.path, "e": e},
        checks=always(c, e),
        run=[c],
        good=e,
    )


@kind
def rerun(r):
    c, e = C.command(r), C.output(r)
    return build(r, "rerun", {}, [("run", c), ("run", c)], {"c": c, "e": e}, say=[C.key_of(e)], checks=always(c, e), run=[c], good=e)
