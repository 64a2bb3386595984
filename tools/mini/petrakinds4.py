"""Tasks of petra: commands before and after changes, failures in a row, notes of results, and tests that are named elsewhere."""
import petraasks4
import petrakits
import petrawords as W
from petrabase import Again, CONF, TEXT, kind, note, notes

DONE = "[{P} has {B} now.|I replaced {A} by {B} in {P}.|{A} became {B} in {P}.]"


@kind
def before_after(r, j):
    """A command's number before and after an edit."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    m, n = r.sample(range(100, 999), 2)
    f = r.choice(W.COUNTED).replace("{g}", r.choice(W.NAMES))
    c = j.command(f.format(n=m), f.format(n=n), p, b)
    j.spare(0, 1)
    j.ask_by("before_after", p=p, t=a, u=b, c=c)
    j.run(c)
    j.read(p)
    j.line(p, a, b)
    j.run(c)
    j.tell("[Before: {M}. After: {N}.|{M} before the edit, {N} after it.|It printed {M} first and {N} once {P} had {B}.|{M} -> {N}.]", m, n, m=m, n=n, p=p, b=b)


@kind
def before_after_set(r, j):
    """The same with a setting; the whole outputs are reported."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 99), 2)
    p, d = j.conf([(k, v)], r.randint(1, 3), avoid=(w,))
    x, y = r.choice([("slow", "fast"), ("degraded", "healthy"), ("red", "green"), ("unstable", "stable"), ("low", "high"), ("3 warnings", "no warnings"), ("blocked", "running"), ("cold", "warm")])
    f = r.choice(["{x}", "status: {x}", "now {x}", "result = {x}", "service is {x}", "[{x}]"])
    ln = d[k][1]
    if ln.count(str(v)) != 1:
        raise Again
    c = j.command(f.format(x=x), f.format(x=y), p, ln.replace(str(v), str(w)))
    j.ask_by("before_after_set", p=p, k=k, w=w, c=c)
    j.run(c)
    j.read(p)
    j.into(p, ln, str(v), str(w))
    j.run(c)
    j.tell("[Before: {X}. After: {Y}.|First {X}, then {Y}.|It said {X} at {V} and says {Y} at {W}.]", x, y, x=x, y=y, v=v, w=w)


def chain(r, j, n):
    """A command that reports n mistakes, one at a time."""
    got = [j.broken() for _ in range(n)]
    for p, a, b, m in got:
        if sum(b in j.now[q] for q, *_ in got) or sum(len(x) > 3 and x in y for x in (a,) for y in (z[3] for z in got)) > 1:
            raise Again
    out = r.choice(W.PLAIN + W.GOOD).format(n=r.randint(4, 97), g=r.choice(W.NAMES))
    row = out
    for p, a, b, m in reversed(got):
        row = (p, b, row, m)
    c = j.some(W.BUILD + W.SUITE)
    j.checks[c] = row
    j.must(c, out)
    return got, c, out


def mend(r, j, got, c):
    for p, a, b, m in got:
        j.run(c)
        if r.random() < .8:
            j.read(p)
        j.line(p, a, b)
    j.run(c)


@kind
def fix(r, j):
    got, c, out = chain(r, j, 1)
    j.spare(0, 3)
    j.ask_by("fix", c=c)
    mend(r, j, got, c)
    p, a, b, _ = got[0]
    j.tell("[{C} succeeds now: {O}|{P} had {A}; with {B} the command prints: {O}|Fixed {P}. Output now: {O}|It passes: {O}]", p=p, a=a, b=b, c=c, o=out)


@kind
def fix_chain(r, j):
    n = r.choice([2, 2, 2, 3])
    got, c, out = chain(r, j, n)
    j.spare(0, 1)
    j.ask_by("fix_chain", c=c)
    mend(r, j, got, c)
    j.tell("[{C} succeeds now: {O}|I fixed {L}; now it prints: {O}|All errors are gone ({L}). Output: {O}]", c=c, o=out, l=", ".join(x[0] for x in got))


@kind
def fix_same(r, j):
    """Two mistakes of one file, one after the other."""
    ks = r.sample(W.PARAMS, 2)
    if ks[0] in ks[1] or ks[1] in ks[0]:
        raise Again
    vs = r.sample(range(100, 990), 4)
    p, d = j.conf(list(zip(ks, vs)), r.randint(0, 2), avoid=vs)
    out = r.choice(W.PLAIN).format(n=r.randint(4, 97), g=r.choice(W.NAMES))
    rows = []
    for i in (0, 1):
        a = d[ks[i]][1]
        rows.append((a, a.replace(str(vs[i]), str(vs[i + 2]))))
    f = r.choice(W.WRONG)
    row = out
    for a, b in reversed(rows):
        row = (p, b, row, f.format(p=p, a=a, b=b))
    c = j.some(W.BUILD + W.SUITE)
    j.checks[c] = row
    j.must(c, out)
    j.spare(0, 1)
    j.ask_by("fix_chain", c=c)
    j.run(c)
    j.read(p)
    j.line(p, *rows[0])
    j.run(c)
    j.line(p, *rows[1])
    j.run(c)
    j.tell("[{C} succeeds now: {O}|{P} had two errors; now it prints: {O}|Both errors in {P} are fixed. Output: {O}]", c=c, o=out, p=p)


@kind
def fix_absent(r, j):
    """A missing file, which the message describes."""
    j.spare(1, 3)
    p, k = j.fresh(CONF), r.choice(W.PARAMS)
    x = r.choice([f"{k} = {r.randint(2, 800)}", f"{k}: {r.randint(2, 800)}", f"{k}={r.randint(2, 800)}", note(r)])
    m = r.choice(["error: {p} not found; create it with the line `{x}`", "missing file {p}. It must contain exactly: {x}", "fatal: no {p} in this workspace\nhint: create it with this content: {x}", "{p}: no such file (expected content: {x})", "cannot read {p}, which should say \"{x}\"", "need {p} with: {x}"]).format(p=p, x=x)
    out = r.choice(W.PLAIN + W.GOOD).format(n=r.randint(4, 97), g=r.choice(W.NAMES))
    c = j.command(m, out, p, x)
    j.ask_by("fix_absent", c=c)
    j.run(c)
    j.write(p, x)
    j.run(c)
    j.tell("[{P} was missing; with it, {C} prints: {O}|I created {P}. Output now: {O}|{C} succeeds: {O}]", p=p, c=c, o=out)


@kind
def fix_note(r, j):
    """A mistake is fixed and a note of it is written."""
    got, c, out = chain(r, j, 1)
    q, [x] = j.fresh(TEXT), notes(r, 1, 1)
    j.ask_by("fix_note", c=c, q=q, t=x)
    mend(r, j, got, c)
    j.write(q, x)
    j.tell("[{C} succeeds now ({O}), and {Q} is written.|Fixed {P}; {Q} has the line.|{P} is repaired and {Q} is there. Output: {O}]", p=got[0][0], q=q, c=c, o=out)


@kind
def test_note(r, j):
    """A test, then a note of its result."""
    j.spare(1, 2)
    q = j.fresh(TEXT)
    c, out, n = j.passing()
    x = r.random()
    if x < .5:
        j.ask_by("test_note", c=c, q=q)
        j.run(c)
        j.write(q, out)
        j.tell("[{Q} has the output: {O}|{C} printed {O}; {Q} says the same.|I saved the output in {Q}.]", q=q, c=c, o=out)
    else:
        k = r.choice(["result", "passed", "tests", "checks", "ok", "count"])
        j.ask_by("test_note_line", c=c, q=q, y=k)
        j.run(c)
        j.write(q, f"{k}: {n}")
        j.derived.add(f"{k}: {n}")
        j.tell("[{Q} says {K}: {N}.|{N} passed; {Q} has the line.|I wrote \"{K}: {N}\" to {Q}.]", q=q, k=k, n=n)


@kind
def append_result(r, j):
    """A test's number as a new last line of a file that is there."""
    p, rows = j.text(2, 4)
    c, out, n = j.passing()
    j.spare(0, 1)
    j.ask_by("append_result", c=c, p=p)
    j.run(c)
    j.write(p, j.read(p) + "\n" + n)
    j.tell("[{N} is the last line of {P} now.|I appended {N} to {P}.|{C} counts {N}; {P} ends with it.]", n=n, p=p, c=c)


@kind
def suite(r, j):
    """A change, then the tests, whose command only the system prompt names."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    c, out, n = j.passing(p, b, f"2 tests failed, see {p}", j.some(W.SUITE))
    j.system = r.choice(petrakits.SUITES).replace("{c}", c)
    j.spare(0, 2)
    j.ask_by("suite", p=p, t=a, u=b)
    j.read(p)
    j.line(p, a, b)
    j.run(c)
    j.tell("[{P} has {B} now, and the tests pass: {O}|I replaced {A} by {B}. The tests say: {O}|Changed {P}; {C} prints: {O}]", n if n in out else out, p=p, a=a, b=b, c=c, o=out)


@kind
def readme_suite(r, j):
    """The same with a README that names the command."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    c, out, n = j.passing(p, b, f"2 tests failed, see {p}", j.some(W.SUITE))
    m = j.put(r.choice(["# {g}\n\nRun the tests with `{c}`.", "{g}\n\n## Testing\n\n    {c}\n", "To test: {c}", "# {g}\n\nBuild with `make all`.\nTest with `{c}`.", "1. install\n2. test: `{c}`\n3. release"]).format(g=r.choice(W.NAMES), c=c), r.choice(["README.md", "CONTRIBUTING.md", "docs/testing.md", "README", "HACKING.txt"]))
    j.ask_by("readme_suite", p=p, t=a, u=b, o=m)
    j.read(m)
    j.read(p)
    j.line(p, a, b)
    j.run(c)
    j.tell("[{P} has {B} now, and the tests pass: {O}|{M} names {C}; after the edit it prints: {O}|Changed {P}. {C}: {O}]", n, p=p, m=m, a=a, b=b, c=c, o=out)


@kind
def replace_test(r, j):
    """A change, then a command and its count."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    c, out, n = j.passing(p, b, f"2 tests failed, see {p}", j.some(W.SUITE))
    j.spare(0, 2)
    j.ask_by("replace_test", p=p, t=a, u=b, c=c)
    j.read(p)
    j.line(p, a, b)
    j.run(c)
    j.tell("[{P} has {B} now; {N} tests passed.|{N} tests pass after the edit.|Done, and {C} counts {N} passed.]", n, p=p, b=b, n=n, c=c)


@kind
def two_runs(r, j):
    """The counts of two commands."""
    j.spare(1, 2)
    c, o, m = j.passing()
    b, x, n = j.passing()
    if m == n or m in n or n in m:
        raise Again
    j.ask_by("two_runs", c=c, b=b)
    j.run(c)
    j.run(b)
    j.tell("[{C}: {M}. {B}: {N}.|{M} with {C}, {N} with {B}.|{M} and {N}.]", m, n, c=c, b=b, m=m, n=n)


@kind
def fallback(r, j):
    """Another command where the first is not known."""
    j.spare(1, 2)
    n = str(r.randint(100, 999))
    out = r.choice(W.COUNTED).format(n=n, g=r.choice(W.NAMES))
    c = j.some(W.BUILD)
    there = r.random() < .35
    b = j.some(W.BUILD)
    if b == c:
        raise Again
    j.command(out, c=c if there else b)
    j.ask_by("fallback", c=c, b=b)
    j.run(c)
    if not there:
        j.run(b)
    j.tell("[{N}, from {C}.|{C} says {N}.|The number is {N}.]", n, n=n, c=c if there else b)


@kind
def flaky(r, j):
    """A command that fails by chance at first."""
    j.spare(1, 2)
    out = r.choice(W.PLAIN + W.GOOD).format(n=r.randint(4, 97), g=r.choice(W.NAMES))
    c = j.command(out, flaky=r.random() < .75)
    j.ask_by("flaky", c=c)
    j.retry(c)
    j.tell("[{C} succeeded: {O}|It worked. Output: {O}|Success: {O}]", out, c=c, o=out)


@kind
def create_run(r, j):
    """A new file, then a command that needs it."""
    j.spare(0, 2)
    p, rows = j.fresh(TEXT), notes(r, 1, 3)
    x = "\n".join(rows)
    c, out, n = j.passing(p, x, f"error: {p} is missing or wrong")
    j.ask_by("create_run", p=p, b=x, c=c, **{"B": x})
    j.write(p, x)
    j.run(c)
    j.tell("[{P} is there; {N} checks passed.|{N} passed.|I created {P}, and {C} counts {N} passed.]", n, p=p, c=c, n=n)


@kind
def remove_list(r, j):
    """A file is removed, the rest is named."""
    ps = [j.text(1, 2)[0] for _ in range(r.randint(2, 5))]
    p = r.choice(ps)
    j.ask_by("remove_list", p=p, c="rm " + p)
    j.run("rm " + p)
    rest = j.list()
    j.tell("[{L}.|These are left: {L}.|Still there: {L}.]" if len(rest) > 1 else "[Only {L}.|{L} is left.]", *rest, l=", ".join(rest))


ALL = [before_after, before_after, before_after, before_after_set, fix, fix, fix_chain, fix_chain, fix_chain, fix_same, fix_absent, fix_note, test_note, append_result, suite, suite, readme_suite, readme_suite, replace_test, two_runs, two_runs, fallback, flaky, create_run, remove_list]
