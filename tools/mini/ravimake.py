"""Puts tasks together: what must be there at the end follows from the plan."""
import cases

DONE = ["Done.", "All done.", "That is done.", "Finished.", "Ready.", "It is done.", "Okay, done."]
PASSES = ["`{c}` succeeds: {g}", "The check `{c}` printed: {g}", "I ran `{c}` and it says: {g}", "`{c}` passes ({g})."]


def task(r, files, plan, asked, answer, say=(), unsaid=(), check=None, must=None, flaky=(), spec=None, extra=None):
    """A task. check is (command, path, needed text, good, bad); the command must be seen
    to succeed unless must is False. extra are further checks."""
    t = cases.Task()
    t.files, t.start = dict(files), dict(files)
    t.checks = dict(extra or {})
    t.good = ""
    if check:
        c, p, text, good, bad = check
        t.checks[c] = (p, text, good, bad)
        t.good = good
        t.must_run = [c] if must is None or must else []
    t.flaky_commands = tuple(flaky)
    t.plan, t.say, t.unsaid, t.spec = plan, list(say), list(unsaid), spec
    t.ask, t.frame = asked
    ws = cases.Space(t.files, t.checks, t.flaky_commands)
    for a in plan:
        getattr(ws, a[0])(*a[1:])
    t.want = {p: ws.files.get(p) for p in {**t.start, **ws.files} if t.start.get(p) != ws.files.get(p)}
    t.answer = answer
    return t


def done(r, text, check=None):
    """A final answer: what was done and how the check went."""
    s = r.choice(["", "", "", r.choice(DONE) + " "]) + text
    if check:
        s += " " + r.choice(PASSES).replace("{c}", check[0]).replace("{g}", check[3])
    return s


def swap_line(lines, i, new):
    """The lines as a text with one of them replaced; None takes it out."""
    return "\n".join(lines[:i] + ([] if new is None else [new]) + lines[i + 1:])


def stem(path):
    """The name without its folders."""
    return path.rsplit("/", 1)[-1]
