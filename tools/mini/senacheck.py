"""Plays every kind: python senacheck.py [tasks a kind] [seed]. Prints counts, fails at a fault."""

import random
import re
import sys

import senaagent as S
from cases import Run
from senacore import FRAMES
from workspace import Workspace
from senaframes7 import CLAUSES, JOIN2, JOIN3, JOIN4


def play(run):
    """The planned calls and the answer, fed as a model's replies."""
    for a in run.task.plan:
        name = run.kit.name[a[0]]
        args = dict(zip(run.kit.fields[a[0]], a[1:]))
        run.feed({"finish": "tool_calls", "calls": [(name, args)], "content": ""})
    run.feed({"finish": "stop", "calls": [], "content": run.task.answer})
    return run


def pieces(value):
    # "disable x" means false, a done item gets an x, a comment a #
    return [p for p in re.split(r"[\s\"'`=:;,()\[\]{}<>|/*]+", value) if p not in ("", "true", "false", "x", "#")]


def seen(value, text):
    """Whether a value of a call, or each of its lines, or each piece of a line, was visible."""
    value = re.sub(r"^(rm|wc -l) ", "", value)  # the shell's own words
    if value in text:
        return True
    held = lambda p: p in text or (p[0].isdigit() and all(q in text for q in re.findall(r"\d+|\D+", p)))  # 72px
    return all(x.strip() in text or all(map(held, pieces(x))) for x in value.split("\n"))


def check(t, kit, words, r):
    run = play(Run(kit, t, words, None))
    assert run.done and run.ok, (t.kind, "plan judged wrong")
    for lazy in ("", "Done.", "I did that."):
        idle = Run(kit, t, words, None)
        idle.feed({"finish": "stop", "calls": [], "content": lazy})
        assert not idle.ok, (t.kind, "doing nothing judged right")
    if t.want or t.must_run:
        idle = Run(kit, t, words, None)
        idle.feed({"finish": "stop", "calls": [], "content": t.answer})
        assert not idle.ok, (t.kind, "an empty claim judged right")
    # with one change left out the task is not solved
    ws, changing = Workspace(t.files, t.checks, t.flaky_commands, words), []
    for i, a in enumerate(t.plan):
        before = dict(ws.files)
        getattr(ws, a[0])(*a[1:])
        changing += [i] if ws.files != before else []
    if changing:
        left, whole = r.choice(changing), t.plan
        t.plan = whole[:left] + whole[left + 1:]
        assert not play(Run(kit, t, words, None)).ok, (t.kind, "a missing change judged right", whole[left])
        t.plan = whole
    assert 1 <= len(t.plan) <= 11 and len(t.ask) <= 600 and t.frame and t.start == t.files, t.kind
    assert not re.search(r"\{[a-z]\d?\}|\x00|\x01|@\d(?!\d)", t.ask + t.answer) or "{" in str(t.plan) or "{" in str(t.files), (t.kind, t.ask, t.answer)
    visible, results = t.ask, iter([m["content"] for m in run.messages if m["role"] == "tool"])
    for a in t.plan:
        for v in a[1:]:
            assert seen(v, visible), (t.kind, a, visible)
        if a[0] == "edit":
            assert a[2], (t.kind, "empty old text")
        visible += "\n" + next(results)
    for s in t.say:
        assert s in visible or s.lower() in ("yes", "no", "already") or s.isdigit(), (t.kind, "answer from nowhere", s)
    return len(run.messages)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    r = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    frames, asks, calls, longest, total = {}, set(), 0, 0, 0
    for f in S.KINDS:
        for _ in range(n):
            t = f(r)
            check(t, r.choice(S.KITS), r.choice(S.WORDS), r)
            frames.setdefault(f.__name__, set()).add(t.frame)
            asks.add(t.ask)
            calls, longest, total = calls + len(t.plan), max(longest, len(t.plan)), total + 1
        if "-v" in sys.argv:
            print(f"{f.__name__:16} {len(frames[f.__name__]):5} frames")
    for k in S.KITS:
        names = [s["function"]["name"] for s in k.specs]
        assert len(set(names)) == 5 and all(len(set(fs)) == len(fs) for fs in k.fields.values()), names
        assert all(len(d["function"]["description"]) > 0 for d in k.specs)
    assert len({tuple(k.name.values()) for k in S.KITS}) == len(S.KITS)
    assert all(len(w) == 7 for w in S.WORDS) and len(S.SYSTEMS) == len(set(S.SYSTEMS))
    distinct = set().union(*frames.values())
    written = {x for k in FRAMES.values() for x in k}
    clauses = sum(map(len, CLAUSES.values()))
    print(f"{len(written)} frames written, {clauses} clauses, {len(JOIN2) + len(JOIN3) + len(JOIN4)} ways to join them")
    print(f"{len(S.KINDS)} kinds, {total} tasks right, {calls / total:.2f} calls a task, at most {longest}")
    print(f"{len(distinct)} different frames drawn, {len(asks)} different requests, fewest frames of a kind {min(map(len, frames.values()))}")
    print(f"{len(S.KITS)} kits, {len(S.WORDS)} wordings of results, {len(S.SYSTEMS)} system prompts")


main()
