"""Tasks of nils: commands before and after changes, failures one after another, results noted in files, tests that are named elsewhere."""
import nilsasks4
import nilswords as W
from nilsbase import Again, fill, gap, hosts, joined, kind, notes, number, path, service, single
from nilskinds1 import blame
from nilskits import TESTED


def changed(r, j):
    """A config, a key and its new value."""
    c = j.conf()
    k = r.choice(c.ks)
    b = number(r)
    if str(b) in c.d.values():
        raise Again
    return c, k, b


@kind
def before_after(r, j):
    c, k, b = changed(r, j)
    j.extra(0, 1)
    x = j.cmd()
    f = r.choice(W.PRINTS)
    d, e = number(r, 3), number(r, 3)
    if d == e or str(b) in (str(d), str(e)):
        raise Again
    old, new = gap(f, d=d), gap(f, d=e)
    j.check(x, c.p, c.row(k, b), good=new, bad=old)
    j.ask_by("before_after", c=x, k=k, p=c.p, v=b)
    j.run(x)
    j.read(c.p)
    j.set(c, k, b)
    j.passes(x)
    j.tell("Before: {O}. After: {A}.|First {O}, then {A}.|{C} said {O} before and {A} after.|{O} before, {A} after.", old, new, c=x, o=old, a=new)


@kind
def swap_test(r, j):
    a, b = hosts(r, 2)
    p = j.host_file(a)
    c = j.test()
    j.check(c, p, b, bad=f"1 failed: {p} does not use {b}")
    j.extra(0, 2)
    j.ask_by("swap_test", p=p, a=a, h=b, c=c)
    j.swap(p, a, b)
    o = j.passes(c)
    j.tell("{P} has {H} now and {C} says: {O}|{C} passes: {O}|Replaced {D}; {C}: {O}|{P} changed, {O}", o, p=p, d=a, h=b, c=c, o=o)


@kind
def suite(r, j):
    """The tests' command stands in the system prompt."""
    a, b = hosts(r, 2)
    p = j.host_file(a)
    c = j.test()
    j.check(c, p, b, bad=f"1 failed: {p} does not use {b}")
    j.extra(0, 2)
    j.system = r.choice(TESTED).replace("{c}", c)
    j.ask_by("suite", p=p, a=a, h=b)
    j.swap(p, a, b)
    o = j.passes(c)
    j.tell("{P} has {H} now and the tests say: {O}|Tests pass: {O}|Replaced {D} by {H}; {C} says {O}|{P} changed. Tests: {O}", o, p=p, d=a, h=b, c=c, o=o)


@kind
def suite_set(r, j):
    """As before, with a key; or just the tests."""
    c, k, b = changed(r, j)
    x = j.test()
    j.check(x, c.p, c.row(k, b), bad=f"1 failed: {k} is {c.d[k]}")
    j.extra(0, 2)
    j.system = r.choice(TESTED).replace("{c}", x)
    j.ask_by("suite_set", p=c.p, k=k, v=b)
    j.read(c.p)
    j.set(c, k, b)
    o = j.passes(x)
    j.tell("{K} is {V} and the tests say: {O}|Tests pass with {V}: {O}|Set {K} to {V}. {O}", o, k=k, v=b, o=o)


@kind
def readme_test(r, j):
    c, k, b = changed(r, j)
    x = j.test()
    q = j.put(gap(fill(r, r.choice(W.README)), c=x), r.choice(["README.md", "docs/testing.md", "CONTRIBUTING.md", "README", "docs/dev.md", "HACKING.md", "TESTING"]))
    j.check(x, c.p, c.row(k, b), bad=f"1 failed: {k} is {c.d[k]}")
    j.extra(0, 1)
    j.ask_by("readme_test", p=c.p, k=k, v=b, q=q)
    j.read(c.p)
    j.set(c, k, b)
    j.read(q)
    o = j.passes(x)
    j.tell("{K} is {V} and {C} says: {O}|Tests pass with {V}: {O}|Set {K} to {V}; {C}: {O}", o, k=k, v=b, c=x, o=o)


@kind
def readme_only(r, j):
    """Only the tests, as some file says."""
    x = j.test()
    q = j.put(gap(fill(r, r.choice(W.README)), c=x), r.choice(["README.md", "docs/testing.md", "CONTRIBUTING.md", "README", "docs/dev.md", "TESTING"]))
    j.extra(1, 3)
    ok = r.random() < .7
    c, k, b, m = blame(r, j)
    o = j.check(x, c.p, "" if ok else c.row(k, b), bad=m)
    j.ask_by("readme_only", q=q)
    j.read(q)
    j.run(x)
    if ok:
        j.must(x, o)
        j.tell("{C} says: {O}|Green: {O}|The tests pass: {O}", o, c=x, o=o)
    else:
        j.tell("{C} fails: {M}|Red, because of {P}: {M}", m, c.p, p=c.p, c=x, m=m)


@kind
def backwards(r, j):
    c, k, b = changed(r, j)
    x = j.cmd(W.TESTS + W.COMMANDS)
    j.check(x, c.p, c.row(k, b), bad=f"aborted: {k} is still {c.d[k]}")
    j.extra(0, 2)
    j.ask_by("backwards", p=c.p, k=k, v=b, c=x)
    j.read(c.p)
    j.set(c, k, b)
    o = j.passes(x)
    j.tell("{K} is {V} and {C} says: {O}|Set {K} to {V}, then {C}: {O}|{C} printed {O}, with {K} at {V}.", o, k=k, v=b, c=x, o=o)


@kind
def backwards_new(r, j):
    """First the file, then the command, told the other way round."""
    p, x = single(r)
    j.extra(0, 2)
    j.free(p)
    c = j.cmd(W.TESTS + W.COMMANDS)
    j.put(notes(r, 1, 2), path(r))
    j.check(c, p, x, bad=f"error: {p} missing or broken")
    j.ask_by("backwards_new", p=p, x=x, c=c)
    j.write(p, x)
    o = j.passes(c)
    j.tell("{P} is there and {C} says: {O}|Created {P}; {C} printed {O}|{C}: {O}", o, p=p, c=c, o=o)


@kind
def fix(r, j):
    c, k, b, m = blame(r, j)
    x = j.lint()
    j.extra(0, 2)
    j.check(x, c.p, c.row(k, b), bad=m)
    j.ask_by("fix", c=x)
    j.run(x)
    j.read(c.p)
    j.set(c, k, b)
    o = j.passes(x)
    j.tell("{K} in {P} was {O}; with {V} it passes: {G}|{C} is green now, {K} in {P} had to be {V}.|Fixed {P} ({K}: {V}); {C} says {G}|It was {K} in {P}. Now: {G}", k=k, p=c.p, o=c.d[k], v=b, g=o, c=x)


@kind
def fix_missing(r, j):
    p, x = single(r)
    j.extra(0, 3)
    j.free(p)
    c = j.cmd(W.LINTS + W.COMMANDS)
    j.put(notes(r, 1, 2), path(r))
    j.check(c, p, x, bad=gap(r.choice(W.MISSING), p=p, x=x))
    j.ask_by("fix_missing", c=c)
    j.run(c)
    j.write(p, x)
    o = j.passes(c)
    j.tell("{P} was missing; with it {C} says: {O}|Created {P}, now it passes: {O}|{C} needed {P}. {O}|Added {P}. {C}: {O}", p=p, c=c, o=o)


@kind
def fix_both(r, j):
    parts = [blame(r, j) + (j.lint(),) for _ in range(2)]
    for c, k, b, m, x in parts:
        j.check(x, c.p, c.row(k, b), bad=m)
    if parts[0][4] == parts[1][4]:
        raise Again
    back = r.random() < .25
    j.ask_by("fix_both_back" if back else "fix_both", c=parts[1 if back else 0][4], c2=parts[0 if back else 1][4])
    for c, k, b, m, x in parts:
        j.run(x)
        j.read(c.p)
        j.set(c, k, b)
        o = j.passes(x)
    j.tell("Both pass now; I changed {P} and {Q}.|{C} and {D} are green. Fixed {P} and {Q}.|{P} and {Q} are fixed and both checks pass.", p=parts[0][0].p, q=parts[1][0].p, c=parts[0][4], d=parts[1][4])


@kind
def fix_then_file(r, j):
    """A check that fails on a value, then a command that misses a file."""
    c, k, b, m = blame(r, j)
    x, y = j.lint(), j.cmd()
    p, t = single(r)
    j.free(p)
    j.check(x, c.p, c.row(k, b), bad=m)
    j.check(y, p, t, bad=gap(r.choice(W.MISSING), p=p, x=t))
    j.ask_by("fix_chain", c=x, c2=y)
    j.run(x)
    j.read(c.p)
    j.set(c, k, b)
    j.run(x)
    j.run(y)
    j.write(p, t)
    o = j.passes(y)
    j.tell("{P} is fixed and {Q} created; both pass: {O}|{C} needed {V} in {P}, {D} needed {Q}. {O}|Both are green after changes to {P} and {Q}.", p=c.p, q=p, c=x, d=y, v=b, o=o)


@kind
def fix_three(r, j):
    """A pipeline of up to three steps, the later ones failing in turn."""
    n = 3
    bad = sorted(r.sample(range(n), r.choice([1, 2, 2])))
    steps = []
    for i in range(n):
        x = j.cmd(W.LINTS + W.TESTS if i < 2 else W.COMMANDS)
        if i in bad:
            c, k, b, m = blame(r, j)
            j.check(x, c.p, c.row(k, b), bad=m)
            steps.append((x, c, k, b))
        else:
            steps.append((x, None, None, None))
    if not j.files:
        raise Again
    for x, c, k, b in steps:
        if not c:
            j.check(x)
    j.ask_by("fix_three", c=steps[0][0], c2=steps[1][0], c3=steps[2][0])
    for x, c, k, b in steps:
        j.run(x)
        if c:
            j.read(c.p)
            j.set(c, k, b)
            j.run(x)
    o = j.checks[x][2]
    j.must(x, o)
    l = joined([c.p for x, c, k, b in steps if c])
    j.tell("All three pass; I fixed {L}.|Fixed {L}, the last one says: {O}|{L} had to be changed, now all is green: {O}", l=l, o=o)


@kind
def two_faults(r, j):
    """A check that names two values of one file, one below the other."""
    c = j.conf(n=r.randint(3, 5))
    i = r.randrange(len(c.ks) - 1)
    k, l = c.ks[i:i + 2]
    a, b = number(r), number(r)
    if len({str(a), str(b), *c.d.values()}) < 2 + len(c.d):
        raise Again
    x = j.lint()
    t = c.text(**{k: a, l: b})
    want = t[t.index(c.row(k, a)):t.index(c.row(l, b)) + len(c.row(l, b))]
    j.check(x, c.p, want, bad=r.choice(["2 problems in {p}\n  {k} must be {a}, is {o}\n  {l} must be {b}, is {u}", "{p}: {k}: want {a}, got {o}\n{p}: {l}: want {b}, got {u}", "FAIL {p}\n- {k} {o} should be {a}\n- {l} {u} should be {b}"]).format(p=c.p, k=k, l=l, a=a, b=b, o=c.d[k], u=c.d[l]))
    j.extra(0, 2)
    j.ask_by("fix", c=x)
    j.run(x)
    j.read(c.p)
    j.set(c, k, a)
    j.set(c, l, b)
    o = j.passes(x)
    j.tell("{K} is {V} and {L} is {W} in {P}; {C} passes: {O}|Two values in {P} were wrong. Now: {O}|Fixed both in {P}: {O}", k=k, l=l, v=a, w=b, p=c.p, c=x, o=o)


@kind
def note_result(r, j):
    """A test, then a note of its result in a file."""
    c, k, b, m = blame(r, j)
    x = j.test()
    ok = r.random() < .6
    j.check(x, c.p, "" if ok else c.row(k, b), bad=m)
    q = j.free(r.choice(["result.txt", "ci/last.txt", "TEST_RESULT", "reports/tests.md", "tmp/tests", "docs/status.md", "STATUS", "log/check.txt"]))
    v, w = r.choice([("pass", "fail"), ("ok", "broken"), ("green", "red"), ("yes", "no"), ("PASSED", "FAILED"), ("good", "bad"), ("up", "down"), ("done", "open")])
    j.ask_by("note_result", c=x, q=q, v=v, w=w)
    j.run(x)
    j.write(q, v if ok else w)
    j.tell("{C} passed, {Q} says {V}.|{Q} says {V}.|It passes; noted {V} in {Q}." if ok else "{C} failed, {Q} says {V}.|{Q} says {V}.|It fails because of {P}; noted {V} in {Q}.", c=x, q=q, v=v if ok else w, p=c.p)


@kind
def note_output(r, j):
    """The whole output of a command goes into a file, new or as a last line."""
    j.put(notes(r), path(r))
    c = j.cmd(W.COMMANDS + W.TESTS)
    o = j.check(c, good=gap(r.choice(W.PRINTS), d=number(r, 3)) if r.random() < .5 else None)
    if r.random() < .5:
        q = j.free(r.choice(["result.txt", "ci/last.txt", "OUTPUT", "reports/run.md", "tmp/log", "log/last.txt"]))
        j.ask_by("note_output", c=c, q=q)
        j.passes(c)
        j.write(q, o)
    else:
        t = notes(r, 2, 4)
        q = j.put(t, r.choice(["LOG", "runs.txt", "ops/journal.md", "log/history.txt", "deploy/log.md", "ci/runs.log"]))
        j.ask_by("note_append", c=c, q=q)
        j.passes(c)
        j.read(q)
        j.write(q, t + "\n" + o)
    j.tell("{Q} says {O}|It printed {O}, noted in {Q}.|{O} is in {Q} now.", q=q, o=o)


@kind
def in_order(r, j):
    """Three or four commands in order."""
    j.extra(1, 3)
    n = r.choice([2, 3, 3, 4])
    cs = [j.cmd(r.choice([W.COMMANDS, W.COMMANDS, W.TESTS, W.LINTS])) for _ in range(n)]
    if len(set(cs)) < n or not j.files or any(a in b for a in cs for b in cs if a != b):
        raise Again
    os = [j.check(c) for c in cs]
    how = r.random()
    if how < .3 and n == 3:
        j.ask_by("in_order_back", c=cs[0], c2=cs[1], c3=cs[2])
    else:
        L = r.choice([", ".join(f"`{c}`" for c in cs), ", then ".join(f"`{c}`" for c in cs), "\n" + "\n".join(f"{i + 1}. {c}" for i, c in enumerate(cs)), "\n" + "\n".join("- " + c for c in cs), " -> ".join(f"`{c}`" for c in cs)])
        j.ask_by("in_order", L=L)
    for c in cs:
        j.passes(c)
    j.tell("{L}|All done: {L}|Outputs: {L}", *os, l="; ".join(f"{c}: {o}" for c, o in zip(cs, os)))


@kind
def until_red(r, j):
    """Commands in order, and a stop at the first that fails."""
    c, k, b, m = blame(r, j)
    j.extra(0, 1)
    n = 3
    cs = [j.cmd(r.choice([W.LINTS, W.TESTS, W.COMMANDS])) for _ in range(n)]
    if len(set(cs)) < n or any(a in b2 for a in cs for b2 in cs if a != b2):
        raise Again
    i = r.randint(0, 2)
    for x in cs:
        j.check(x, c.p, c.row(k, b) if x == cs[i] else "", bad=m)
    j.ask_by("until_red", c=cs[0], c2=cs[1], c3=cs[2])
    for x in cs[:i + 1]:
        j.run(x)
    j.tell("{C} fails: {M}|Stopped at {C}: {M}|{C} is the one that fails. {M}", cs[i], m, c=cs[i], m=m)


@kind
def create_run(r, j):
    e, x = r.choice(W.CODE)
    x = fill(r, x)
    p = j.free(path(r, [e]))
    j.extra(1, 2)
    c = j.cmd(W.TESTS + W.COMMANDS)
    if not j.files:
        raise Again
    j.check(c, p, x, bad=f"error: {p} missing or broken")
    j.ask_by("create_run", p=p, B=x, c=c)
    j.write(p, x)
    o = j.passes(c)
    j.tell("{P} is there and {C} says: {O}|Created {P}. {C}: {O}|It passes with {P} in place: {O}", o, p=p, c=c, o=o)


@kind
def run_retry(r, j):
    """A command that fails once for a passing reason."""
    j.extra(1, 3)
    if not j.files:
        raise Again
    c = j.cmd()
    o = j.check(c)
    j.flaky_commands = (c,)
    j.ask_by("run_retry", c=c)
    j.run(c)
    j.passes(c)
    j.tell("The second try worked: {O}|It failed once by chance, then: {O}|{O}, on the second run.", o, o=o)


@kind
def run_tell(r, j):
    j.extra(1, 3)
    if not j.files:
        raise Again
    c = j.cmd(W.COMMANDS + W.TESTS + W.LINTS)
    o = j.check(c, good=r.choice([None, gap(r.choice(W.PRINTS), d=number(r, 3)), r.choice(W.ENDS).replace("{w}", service(r))]))
    j.ask_by("run_tell", c=c)
    j.passes(c)
    j.tell("{C} says: {O}|It printed: {O}|{O}|Output: {O}", o, c=c, o=o)


ALL = [before_after, before_after, swap_test, suite, suite, suite_set, readme_test, readme_only, backwards, backwards_new, fix, fix, fix_missing, fix_missing, fix_both, fix_then_file, fix_three, two_faults, note_result, note_result, note_output, in_order, in_order, until_red, create_run, run_retry, run_tell]
