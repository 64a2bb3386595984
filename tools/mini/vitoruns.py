"""Kinds of vito tasks that run commands and act on what they print."""
from vitobase import Again, Job, answers, kind
from vitofiles import joined, spot
from vitoasks import sheets, verdict
from vitowords import body, code, date, line, made, num, path, paths, person, price, version, word, world
from vitorunframes import RUN, TWO, FIX, FIXFIND, EDITRUN, ADDRUN, SAVEOUT, PASSQ, VERS

STARTS = ["python check_{}.py", "python3 tools/{}.py", "make {}", "make check-{}", "npm run {}", "./{}.sh", "bash {}.sh", "node {}.js", "pytest tests/test_{}.py", "cargo test {}", "go run {}.go", "check {}", "verify --all {}", "bin/{}", "php {}.php", "do-{}", "ruby {}.rb", "lint {}", "test-{}", "audit {} --quick"]


def command(r):
    return r.choice(STARTS).format(made(r) if r.random() < 0.6 else r.choice(("stock", "rota", "mail", "grades", "till", "menu", "all", "lists", "site", "dates", "fees")))


def output(r):
    return r.choice([
        lambda: f"{num(r)} {r.choice(('orders', 'letters', 'members', 'files', 'rows', 'pupils', 'parcels'))} {r.choice(('ready', 'sent', 'found', 'checked', 'open', 'late'))}",
        lambda: f"total: {price(r)}", lambda: f"next date: {date(r)}", lambda: f"code {code(r)}", lambda: f"backup {made(r)} saved", lambda: f"winner: {person(r)}",
        lambda: f"version {version(r)}", lambda: f"all {num(r)} tests passed", lambda: f"OK {num(r)}", lambda: f"balance {price(r)}", lambda: f"{made(r)} is up", lambda: f"on duty: {person(r)}"])()


def good(r):
    n = num(r)
    return r.choice(("all {} checks passed", "OK ({} checks)", "PASS {}", "passed: {}", "{} tests, no failures", "everything fine, {} checked", "success, {} done", "green: {} of {}")).replace("{}", n)


OUT = answers('{o}\nIt [printed|says|gave]: {o}\nThe output is "{o}".\n"{o}"\nHere is [the result|what it said]: {o}')
PASSED = answers("[Done|All done], {c} [now says|printed|reports]: {o}\nDone. {o}\nIt [passes|works] now: {o}\n{c} gives {qo}.\nFixed and checked: {o}")
RAN = answers("Done; {c} says: {o}\nDone. {o}\n[That's done|All set], and the run gave {qo}.\nThe output was {qo}.")


@kind
def run_report(r):
    c, o, p = command(r), output(r), path(r)
    j = Job(r, {p: line(r), **world(r, p)})
    j.check(c, p, "", o, "error")
    j.run(c)
    return j.done(RUN, OUT, say=[o], c=c, o=o)


@kind
def run_two(r):
    c, c2, o, o2, p = command(r), command(r), output(r), output(r), path(r)
    if c == c2 or c in c2 or c2 in c:
        raise Again
    j = Job(r, {p: line(r), **world(r, p)})
    j.check(c2, p, "", o2, "error", False)
    j.check(c, p, "", o, "error")
    j.run(c)
    j.run(c2)
    return j.done(TWO, answers('The first printed "{o}", the second "{o2}".\n{o} / {o2}\n{c}: {o}\\n{c2}: {o2}\n"{o}" and "{o2}".'), say=[o, o2], c=c, c2=c2, o=o, o2=o2)


@kind
def run_flaky(r):
    c, o, p = command(r), output(r), path(r)
    j = Job(r, {p: line(r), **world(r, p)})
    j.check(c, p, "", o, "error")
    j.t.flaky_commands = (c,)
    j.run(c)
    j.run(c)
    return j.done(RUN, OUT, say=[o], c=c, o=o)


BAD = ['FAILED: {p} has "{a}", expected "{b}"', "error in {p}: found {a} but wanted {b}", "{p}: must say {b}, not {a}", "1 failure\n{p}\n  expected: {b}\n  got: {a}", "check failed, {p} says {a} instead of {b}", "not ok - {p} should contain {b} (now {a})"]


def broken(r, frames):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    b = verdict(r, row, False)
    old, new = s.line(row), s.line(row, b)
    c, o = command(r), good(r)
    j = Job(r, {p: s.text(), **world(r, p, n=r.randint(0, 2))})
    a, need = (old, new) if r.random() < 0.7 else (row[2], b)
    j.check(c, p, need, o, r.choice(BAD).format(p=p, a=a, b=need))
    if need in s.text():
        raise Again
    j.run(c)
    j.edit(p, a, need)
    j.run(c)
    return j.done(frames, PASSED, p=p, c=c, o=o)


@kind
def fix_named(r):
    return broken(r, FIX)


@kind
def fix_found(r):
    return broken(r, FIXFIND)


def edited_run(r, flaky):
    p, x = path(r), "\n".join(body(r))
    a, b = spot(r, r.choice(x.split("\n"))), word(r)
    c, o = command(r), good(r)
    if b in x:
        raise Again
    j = Job(r, {p: x, **world(r, p)})
    j.check(c, p, b, o, f"failed: {p}")
    if flaky:
        j.t.flaky_commands = (c,)
    j.edit(p, a, b)
    j.run(c)
    if flaky:
        j.run(c)
    return j.done(EDITRUN, RAN, say=[o], p=p, a=a, b=b, c=c, o=o)


@kind
def edit_run(r):
    return edited_run(r, False)


@kind
def edit_run_flaky(r):
    return edited_run(r, True)


@kind
def write_run(r):
    p, x, c, o = path(r), r.choice((line, word))(r), command(r), r.choice((good, output))(r)
    j = Job(r, world(r, p, n=2))
    j.check(c, p, x, o, f"no {p}")
    j.write(p, x)
    j.run(c)
    return j.done(ADDRUN, RAN, say=[o], p=p, x=x, c=c, o=o)


@kind
def run_save(r):
    c, p, q = command(r), *paths(r, 2)
    o = "\n".join([output(r)] + [output(r)] * (r.random() < 0.3))
    j = Job(r, {q: line(r), **world(r, p, q)})
    j.check(c, q, "", o, "error")
    j.run(c)
    j.write(p, o)
    return j.done(SAVEOUT, answers("Done, the output is in {p}.\nSaved to {p}.\nThe result [of {c} |]is in {p}.\n{p} now holds it."), p=p, c=c)


@kind
def pass_or_not(r):
    c, p, n = command(r), path(r), num(r)
    ok = r.random() < 0.5
    m = r.choice((f"{n} checks, ", f"checks: {n}, ", f"ran {n} checks: ")) + (r.choice(("all passed", "no failures", "ok")) if ok else r.choice(("1 failed", "failure in the last one", "not ok")))
    j = Job(r, {p: line(r), **world(r, p)})
    j.check(c, p, "", m, "error")
    j.run(c)
    y = "yes" if ok else "no"
    return j.done(PASSQ, answers("Yes, it passed; {n} checks.\nYes, with {n} checks.\nYes, all {n} checks are fine." if ok else "No, it failed; {n} checks.\nNo, not all of the {n} checks passed.\nNo, something failed, out of {n} checks."), say=[y, n], derived=[y], c=c, n=n)


@kind
def new_version(r):
    n = r.randint(2, 4)
    ps, a, b = paths(r, n), version(r), version(r)
    files = {}
    for p in ps:
        xs = body(r, r.randint(0, 3) or 1)
        xs.insert(r.randrange(len(xs) + 1), r.choice(("version = {}", '"version": "{}"', "Version {}", "VERSION={}", "release: {}", "v{}", "This is {} of our list")).format(a))
        files[p] = "\n".join(xs)
    if a in b or b in a or any(b in t for t in files.values()):
        raise Again
    c, o = command(r), good(r)
    j = Job(r, files)
    j.check(c, ps[-1], b, o, f"still {a}")
    for p in ps:
        j.edit(p, a, b)
    j.run(c)
    return j.done(VERS, RAN, say=[o], a=a, b=b, fs=joined(r, ps), c=c, o=o)
