"""Kinds: conditions, and steps in a row."""

import senacmd as C
import senaworld as W
from senacore import FRAMES, Style, build, expand, fill, kind, lines, need
from senaedit import add_line, changed, good_swap, known
from senafiles import sibling
from senafind import haystack
from senaframes7 import CLAUSES, JOIN2, JOIN3, JOIN4
from senamake import fresh, one_line
from senarun import always


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
        return build(
            r,
            "if_value_yes",
            {f.path: f.text},
            [("read", f.path), ("edit", f.path, old, new)],
            {"p": f.path, "k": k, "v": v, "w": w},
            say=[w],
            frames=FRAMES["if_value"],
        )
    guess = W.other(r, v, lambda: changed(r, f, k)[1])
    need(guess != w)
    return build(
        r, "if_value_no", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": k, "v": guess, "w": w, "o": v}, say=[v], frames=FRAMES["if_value"]
    )


@kind
def already(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    if r.random() < 0.5:
        return build(
            r,
            "already_no",
            {f.path: f.text},
            [("read", f.path), ("edit", f.path, old, new)],
            {"p": f.path, "k": k, "v": v, "w": w},
            say=[w],
            frames=FRAMES["already"],
        )
    return build(r, "already_yes", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": k, "w": v}, say=[v], frames=FRAMES["already"])


@kind
def follow_note(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    p = W.path(r, r.choice(["md", "txt"]), "note")
    need(p not in f.path and f.path not in p)
    st = Style(r)
    text, _ = fill(
        st,
        r.choice(lines("""
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
""")),
        {"k": k, "w": w, "q": f.path},
    )
    return build(
        r, "follow_note", {p: text, f.path: f.text}, [("read", p), ("read", f.path), ("edit", f.path, old, new)], {"p": p, "q": f.path, "k": k, "w": w}
    )


@kind
def todo_clean(r):
    files = haystack(r, r.randint(1, 3))
    c = W.Code(r)
    need(c.path not in files and c.text.count("\n") > 1)
    t = r.choice(["TODO", "XXX", "HACK", "DEBUG", "REMOVE ME", "TEMP", "BUG", "NOCOMMIT", "WIP"])
    sign = {
        "py": "#",
        "rb": "#",
        "sh": "#",
        "r": "#",
        "pl": "#",
        "jl": "#",
        "ex": "#",
        "ps1": "#",
        "lua": "--",
        "sql": "--",
        "hs": "--",
        "bat": "REM",
        "m": "%",
    }.get(c.ext, "//")
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
            self.files, self.plan, self.did = (
                {v["p"]: text},
                [("edit", v["p"], v["v"], v["w"])],
                r.choice(["{p} says {w}", "{p} is changed", "{v} is now {w}"]),
            )
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
        frame = frame[:i] + clause + frame[i + 2 :]
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
    return build(
        r,
        "steps",
        files,
        plan,
        vals,
        say=[x for s in steps for x in s.say],
        checks=checks,
        flaky=flaky,
        run=[runs[-1].cmd] if runs else [],
        good=runs[-1].good if runs else None,
        frames=[frame],
        answers=[head + text + ends],
        filler=r.choice([0, 0, 1]),
        many=False,
    )


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
