"""Kinds of agent tasks of the fresh set: running, errors and copying."""
from freshbase import ITEMS, NAMES, POOL, PROJ, RUNNERS, Conf, T, fill, num, other, pick, tested
from freshtasks import kind, say


# Running


@kind
def run_count_passed(r):
    lang = r.choice(list(RUNNERS))
    n = r.randint(11, 60)
    cmd, al, checks = tested(lang, f"running {n} tests\n{n} passed; 0 failed; finished in 0.{r.randint(21, 99)}s")
    ask = pick(r, """
        Run {c} and tell me how many tests pass.
        run `{c}`. how many passed?
        Please execute {c} and report the number of passing tests.
        how many tests are green? use {c}""", c=cmd)
    return T(ask, fill(r, {}), say=[num(n)], must=[(al, None)], checks=checks, plan=[("run", cmd), say(f"{n} tests pass.")])


@kind
def run_flaky(r):
    cmd, good = r.choice([("make deploy", "deployed revision 8812"), ("./sync.sh", "synced 42 files"), ("npm install", "added 118 packages"), ("git fetch", "fetched 3 commits"), ("cargo update", "updated 7 crates")])
    ask = pick(r, """
        Run {c}. If it fails for a passing reason, try again. Tell me the result.
        run `{c}` and report what it says; it sometimes needs a second try
        Please run {c}, and if it times out or so simply retry. What does it print in the end?
        {c} please. the network is shaky today so retry on an error""", c=cmd)
    return T(ask, fill(r, {}), say=[num(int(next(x for x in good.split() if x.isdigit())))], must=[([cmd], good)], checks={cmd: good}, flaky=[cmd], plan=[("run", cmd), ("run", cmd), say(f"After a retry it worked: {good}.")])


@kind
def run_fix_value(r):
    k = r.choice(["timeout", "port", "retries", "workers", "region", "batch_size"])
    c = Conf(r, need=[k])
    v = other(r, POOL[k], *c.vals.values())
    lang = r.choice(list(RUNNERS))
    cmd, al, _ = tested(lang, None)
    good = "all tests passed"
    checks = {x: (c.path, c.line(k, v), good, f"FAILED test_{k}: expected {c.key(k)} to be {v} in {c.path}, found {c.vals[k]}") for x in al}
    ask = pick(r, """
        Run {c} and fix whatever fails, until it passes.
        {c} is red. find out why, mend it and run it again
        The tests ({c}) fail. Please repair the cause and make sure they pass.
        can you get `{c}` to pass?""", c=cmd)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, must=[(al, good)], checks=checks, plan=[("run", cmd), ("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), ("run", cmd), say("It passes now.")])


@kind
def run_fix_code(r):
    f, bad, good_line = r.choice([("add", "return a - b", "return a + b"), ("is_adult", "return age > 18", "return age >= 18"), ("area", "return w + h", "return w * h"), ("last", "return xs[0]", "return xs[-1]"), ("half", "return n * 2", "return n / 2")])
    args = {"add": "a, b", "is_adult": "age", "area": "w, h", "last": "xs", "half": "n"}[f]
    p = r.choice(["calc.py", "src/logic.py", "app/core.py"])
    t = f"# helpers\n\ndef {f}({args}):\n    {bad}\n\ndef ident(x):\n    return x"
    cmd, al, _ = tested("python", None)
    checks = {x: (p, good_line, "5 passed", f"FAILED tests: {f} in {p} has `{bad}`, but it should be `{good_line}`\n4 passed, 1 failed") for x in al}
    ask = pick(r, """
        Run {c}. One test fails, fix the code and rerun.
        please run {c} and fix the bug it shows, then check again
        There's a bug somewhere, {c} shows it. Repair it and confirm that the tests pass.
        make {c} pass""", c=cmd)
    return T(ask, fill(r, {p: t}), {p: t.replace(bad, good_line)}, must=[(al, "5 passed")], checks=checks, plan=[("run", cmd), ("read", p), ("edit", p, bad, good_line), ("run", cmd), say("Fixed; 5 passed.")])


@kind
def run_fix_compile(r):
    p = r.choice(["src/main.rs", "src/lib.rs"])
    bad, good_line, msg = r.choice([("let x = 5\n", "let x = 5;\n", "expected `;` after `let x = 5`"), ("let y: u32 = \"7\";\n", "let y: u32 = 7;\n", "mismatched types: use `7` instead of `\"7\"`"), ("let mut z = 3;\n", "let z = 3;\n", "variable does not need to be mutable, remove `mut` from `let mut z`"), ("pritnln!(\"a\");\n", "println!(\"a\");\n", "cannot find macro `pritnln`, did you mean `println`?")])
    t = f"fn main() {{\n    {bad}    println!(\"end\");\n}}"
    want = t.replace(bad, good_line)
    checks = {x: (p, good_line.strip(), "Finished dev profile", f"error: {msg}\n --> {p}:2") for x in ["cargo build", "cargo check"]}
    ask = pick(r, """
        Run cargo build and fix the error.
        cargo build doesn't work, please sort it out
        The project does not build (cargo build). Mend it and build again.
        get cargo build through, there's a small mistake somewhere""")
    return T(ask, fill(r, {p: t}), {p: want}, must=[(["cargo build", "cargo check"], "Finished dev profile")], checks=checks, plan=[("run", "cargo build"), ("read", p), ("write", p, want), ("run", "cargo build"), say("It builds.")])


@kind
def run_two_failures(r):
    a, b = r.sample(["port", "timeout", "region", "workers"], 2)
    x = Conf(r, "toml", [a], n=3, path="server.toml", skip=[b])
    y = Conf(r, "env", [b], n=3, path="job.env", skip=[a])
    va, vb = other(r, POOL[a], *x.vals.values()), other(r, POOL[b], *y.vals.values())
    cmd = r.choice(["make check", "./verify.sh", "python check.py"])
    good = "everything is fine"
    checks = {cmd: (x.path, x.line(a, va), (y.path, y.line(b, vb), good, f"check failed: {y.path} must contain {y.line(b, vb)}"), f"check failed: {x.path} must contain {x.line(a, va)}")}
    ask = pick(r, """
        Run {c} and keep fixing what it complains about until it is satisfied.
        {c} reports problems. Solve them one by one till it is happy
        Please make `{c}` succeed. There may be more than one problem.""", c=cmd)
    return T(ask, fill(r, {x.path: x.text(), y.path: y.text()}, 0, 2), {x.path: x.want(**{a: va}), y.path: y.want(**{b: vb})}, must=[([cmd], good)], checks=checks, plan=[("run", cmd), ("read", x.path), ("edit", x.path, x.line(a), x.line(a, va)), ("run", cmd), ("read", y.path), ("edit", y.path, y.line(b), y.line(b, vb)), ("run", cmd), say("Two things were wrong, the check succeeds now.")])


@kind
def run_build_and_test(r):
    a, b, ga, gb = r.choice([("make build", "make test", "built in 3s", "28 passed"), ("cargo build", "cargo test", "Finished dev profile", "ok. 28 passed"), ("npm run build", "npm test", "bundle written", "28 passing")])
    ask = pick(r, """
        Run {a} first and then {b}. How many tests pass?
        do {a}, then {b}, and give me the number of passed tests
        Build with `{a}`, test with `{b}`, and report the number of passing tests.""", a=a, b=b)
    return T(ask, fill(r, {}), say=[num(28)], must=[([a], ga), ([b], gb)], checks={a: ga, b: gb}, plan=[("run", a), ("run", b), say("28 pass.")])


@kind
def run_save_output(r):
    cmd, out = r.choice([("git rev-parse HEAD", f"{r.randint(10**6, 10**7):x}c0ffee"), ("hostname", r.choice(["atlas-03", "buildbox", "node17"])), ("date", "Tue Mar 4 10:22:31 UTC 2025"), ("whoami", r.choice(["runner", "nadia", "ci"])), ("rustc --version", "rustc 1.79.0")])
    p = r.choice(["out.txt", "build/info.txt", "result.txt"])
    ask = pick(r, """
        Run {c} and write its output to {p}.
        save what `{c}` prints in {p}
        I need the output of {c} in a file {p}, nothing else in it.""", c=cmd, p=p)
    return T(ask, fill(r, {}), {p: out}, must=[([cmd], out)], checks={cmd: out}, plan=[("run", cmd), ("write", p, out), say("Saved.")])


@kind
def run_report_failure(r):
    lang = r.choice(list(RUNNERS))
    name = r.choice(["test_login", "test_upload", "test_parse_date", "test_rounding"])
    n = r.randint(12, 40)
    cmd, al, checks = tested(lang, f"{n} passed, 1 failed\nFAILED {name}: {r.choice(['assertion error', 'unexpected None', 'index out of range'])}")
    ask = pick(r, """
        Run {c} and tell me which test fails. Don't change anything.
        which test is failing in {c}? only report, no edits
        Please run {c} and name the failing test; I'll fix it myself.""", c=cmd)
    return T(ask, fill(r, {}), say=[[name, name[5:], name.replace("_", " ")]], must=[(al, None)], checks=checks, plan=[("run", cmd), say(f"{name} fails.")])


@kind
def run_lint(r):
    mod, used = r.sample(["os", "sys", "json", "re", "math"], 2)
    p = r.choice(["app.py", "src/load.py", "tool.py"])
    t = f"import {mod}\nimport {used}\n\nprint({used}.__name__)"
    w = f"import {used}\n\nprint({used}.__name__)"
    cmd = r.choice(["ruff check", "flake8", "make lint"])
    checks = {cmd: (p, f"import {mod}\n", f"{p}:1: F401 '{mod}' imported but unused, remove the import", "no problems found")}
    ask = pick(r, """
        Run {c} and fix what it finds.
        {c} complains about something, clean that up please and rerun it
        Please make `{c}` come out clean.""", c=cmd)
    return T(ask, fill(r, {p: t}), {p: [w, w.replace("\n\n", "\n")]}, must=[([cmd], "no problems found")], checks=checks, plan=[("run", cmd), ("read", p), ("edit", p, f"import {mod}\n", ""), ("run", cmd), say("Clean.")])


@kind
def run_part_of_output(r):
    ms, mb, e = r.randint(120, 980), r.randint(21, 97), r.randint(3, 9)
    cmd = r.choice(["./bench", "make bench", "python bench.py"])
    out = f"benchmark: 500 rounds\nmean time: {ms} ms\npeak memory: {mb} MB\nerrors: {e}\nreport kept in /tmp/bench"
    q, s = r.choice([("peak memory", mb), ("mean time", ms), ("number of errors", e)])
    ask = pick(r, """
        Run {c} and tell me only the {q}.
        what {q} does {c} report?
        Please run `{c}`, I'm interested in the {q}.""", c=cmd, q=q)
    return T(ask, fill(r, {}), say=[[str(s), f"{s}ms", f"{s}MB"] + num(s)], must=[([cmd], out)], checks={cmd: out}, plan=[("run", cmd), say(f"The {q} is {s}.")])


@kind
def run_create_missing(r):
    p = r.choice(["data/seed.txt", "fixtures/name.txt", "conf/owner.txt"])
    w = r.choice(NAMES).lower() + str(r.randint(10, 99))
    cmd = r.choice(["./start.sh", "make run", "python main.py"])
    checks = {cmd: (p, w, "server is up", f"cannot start: {p} is missing, it must contain the line {w}")}
    ask = pick(r, """
        Run {c}. If something is missing, create it and try again.
        {c} won't start. see what it needs, make that and start it again
        Try {c}, read the error message, do what it says, and run it once more.""", c=cmd)
    return T(ask, fill(r, {}), {p: w}, must=[([cmd], "server is up")], checks=checks, plan=[("run", cmd), ("write", p, w), ("run", cmd), say("The server is up now.")])


@kind
def run_replace_all_then_check(r):
    a, b = r.sample(["http://old.example.com", "https://new.example.com", "https://api.example.net", "http://127.0.0.1:9000"], 2)
    p = r.choice(["links.md", "docs/links.md", "site/index.html"])
    t = f"start: {a}/start\nhelp: {a}/help\ncontact: mail@example.com\nend: {a}/end"
    cmd = r.choice(["./check_links.sh", "make links"])
    checks = {cmd: (p, a, "broken links found", "3 links ok")}
    ask = pick(r, """
        Replace {a} by {b} everywhere in {p} and run {c}.
        every {a} in {p} has to be {b}; then run {c}
        In {p}, swap {a} for {b} (all of them). Check with `{c}`.""", a=a, b=b, p=p, c=cmd)
    return T(ask, fill(r, {p: t}), {p: t.replace(a, b)}, must=[([cmd], "3 links ok")], checks=checks, plan=[("edit", p, a, b), ("run", cmd), say("3 links ok.")])


# Errors


@kind
def error_elsewhere_read(r):
    k = r.choice(["port", "host", "user"])
    c = Conf(r, need=[k])
    base = c.path.split("/")[-1]
    c.path = r.choice(["ops/", "services/api/", "etc/current/"]) + base
    ask = pick(r, """
        What is the {k} in {p}?
        read {p} and tell me the {k}
        Look into {p} please, which {k} is set there? If it moved, find it.
        {k} from {p}? (the file may be in another folder)""", k=k, p=base)
    return T(ask, fill(r, {c.path: c.text()}), say=[str(c.vals[k])], plan=[("read", base), ("list",), ("read", c.path), say(f"{c.vals[k]} (in {c.path})")])


@kind
def error_elsewhere_edit(r):
    k = r.choice(["port", "host", "timeout", "region"])
    c = Conf(r, need=[k])
    base = c.path.split("/")[-1]
    c.path = r.choice(["backend/", "deploy/eu/", "server/"]) + base
    v = other(r, POOL[k], *c.vals.values())
    ask = pick(r, """
        In {p}, change the {k} to {v}.
        set {k} = {v} in {p}
        {p} must have {k} {v}. I'm not sure about the folder any more, look around if it isn't there.""", k=k, v=v, p=r.choice([base, "conf/" + base]))
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, plan=[("read", base), ("list",), ("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say(f"Changed it in {c.path}.")])


@kind
def error_text_differs(r):
    k = r.choice(["timeout", "port", "workers", "retries"])
    c = Conf(r, r.choice(["toml", "yaml", "env", "ini"]), need=[k])
    v = other(r, POOL[k], *c.vals.values())
    wrong = {"toml": f"{k}={c.vals[k]}", "yaml": f"{k} = {c.vals[k]}", "env": f"{k}: {c.vals[k]}", "ini": f"{k} = {c.vals[k]}"}[c.fmt]
    ask = pick(r, """
        Replace "{w}" by a value of {v} in {p}.
        in {p} change `{w}` so that {k} is {v}
        {p} has the line {w}, or something like that. Make the value {v}.""", w=wrong, v=v, p=c.path, k=k)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, plan=[("edit", c.path, wrong, str(v)), ("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say("Changed.")])


@kind
def error_no_such_file(r):
    p = r.choice(["budget.xlsx", "src/network.rs", "notes/holiday.md", "secrets.env"])
    ask = pick(r, """
        What does {p} say?
        Read {p} and give me a summary.
        show me the content of {p}
        How many lines does {p} have?""", p=p)
    gone = ["not exist", "no such file", "doesn't exist", "does not exist", "not found", "couldn't find", "could not find", "can't find", "cannot find", "no file", "isn't", "is no", "missing", "unable to find", "wasn't", "not there", "not in", "there's no", "not find", "don't see", "nowhere"]
    return T(ask, fill(r, {}, 2, 4), say=[gone], plan=[("read", p), ("list",), say(f"There is no file {p} here.")])


@kind
def error_wrong_extension(r):
    base, a, b = r.choice([("config", "yml", "yaml"), ("README", "txt", "md"), ("settings", "json", "toml"), ("build", "bash", "sh")])
    n = r.choice(NAMES)
    t = {"yaml": f"owner: {n}\nport: 80", "md": f"# Readme\n\nowner: {n}", "toml": f'owner = "{n}"', "sh": f"#!/bin/sh\n# owner: {n}\nmake"}[b]
    ask = pick(r, """
        Who is the owner according to {p}?
        open {p}, who's named as owner?
        Tell me the owner given in {p}.""", p=f"{base}.{a}")
    return T(ask, fill(r, {f"{base}.{b}": t}), say=[n], plan=[("read", f"{base}.{a}"), ("list",), ("read", f"{base}.{b}"), say(f"{n}, by {base}.{b}.")])


@kind
def error_wrong_directory_named(r):
    n = r.randint(12, 90)
    p, q = r.choice([("test/limits.py", "tests/limits.py"), ("doc/limits.md", "docs/limits.md"), ("source/limits.rs", "src/limits.rs")])
    v = n + r.choice([3, 5, 8])
    t = {"py": f"MAX_USERS = {n}\nMIN_USERS = 1", "md": f"MAX_USERS: {n}\nMIN_USERS: 1", "rs": f"pub const MAX_USERS: u32 = {n};\npub const MIN_USERS: u32 = 1;"}[p.split(".")[-1]]
    ask = pick(r, """
        Set MAX_USERS to {v} in {p}.
        change MAX_USERS in {p} from {n} to {v}
        Please make MAX_USERS {v}, it's in {p}""", p=p, n=n, v=v)
    return T(ask, fill(r, {q: t}, 1, 2), {q: t.replace(str(n), str(v))}, plan=[("edit", p, str(n), str(v)), ("list",), ("read", q), ("edit", q, str(n), str(v)), say(f"Done in {q}.")])


@kind
def error_wrong_command(r):
    a, b, good = r.choice([("make tests", "make test", "14 passed"), ("npm run tests", "npm test", "14 passing"), ("cargo tests", "cargo test", "14 passed; 0 failed")])
    checks = {a: f"error: unknown target, did you mean `{b}`?", b: good}
    ask = pick(r, """
        Run {a} and tell me how many pass.
        please run `{a}`, how many tests are passing?
        Do {a}. If that doesn't work, do what it suggests. Report the number that passed.""", a=a)
    return T(ask, fill(r, {}), say=[num(14)], must=[([b], good)], checks=checks, plan=[("run", a), ("run", b), say("14 pass.")])


# Copying and moving


@kind
def copy_value(r):
    k = r.choice(["port", "host", "region", "timeout"])
    fa, fb = r.sample(["toml", "env", "yaml", "json"], 2)
    x, y = r.sample(POOL[k], 2)
    e = {"toml": ".toml", "yaml": ".yaml", "env": ".env", "json": ".json"}
    a, b = Conf(r, fa, [k], n=4, path="server" + e[fa], **{k: x}), Conf(r, fb, [k], n=4, path="client" + e[fb], **{k: y})
    if x in [v for q, v in b.vals.items() if q != k]:
        return copy_value(r)
    ask = pick(r, """
        Set the {k} in {b} to the one in {a}.
        the {k} in {b} should be the same as in {a}
        copy the {k} from {a} over to {b}
        {b} has the wrong {k}; {a} has the right one. Correct {b}.""", k=k, a=a.path, b=b.path)
    return T(ask, fill(r, {a.path: a.text(), b.path: b.text()}, 0, 2), {b.path: b.want(**{k: x})}, plan=[("read", a.path), ("read", b.path), ("edit", b.path, b.line(k), b.line(k, x)), say(f"It's {x} in both now.")])


@kind
def copy_file(r):
    a, b = r.choice([(".env.example", ".env"), ("config.sample.toml", "config.toml"), ("notes/plan.md", "notes/plan-old.md"), ("templates/page.html", "web/about.html")])
    t = {"e": "HOST=localhost\nPORT=80\nTOKEN=changeme", "l": 'title = "sample"\nlevel = 3\n\n[paths]\nroot = "/srv"'}.get(a[-1] if a[-1] == "e" else ("l" if a.endswith("toml") else ""), "Plan:\n1. sketch\n2. build\n3. rest")
    if a.endswith("html"):
        t = "<html>\n<body>\n<p>About us</p>\n</body>\n</html>"
    ask = pick(r, """
        Copy {a} to {b}.
        make a copy of {a} called {b}
        I need {b} with the same content as {a}.""", a=a, b=b)
    return T(ask, fill(r, {a: t}), {b: t}, plan=[("read", a), ("write", b, t), say("Copied.")])


@kind
def move_file(r):
    a, b = r.choice([("draft.md", "final.md"), ("helper.py", "lib/helper.py"), ("src/old_name.rs", "src/new_name.rs"), ("data.csv", "archive/data.csv")])
    t = {"md": "# Text\n\nSome words that stay.", "py": "def helper():\n    return 4", "rs": "pub fn four() -> u8 {\n    4\n}", "csv": "a,b\n1,2\n3,4"}[a.split(".")[-1]]
    ask = pick(r, """
        Rename {a} to {b}.
        move {a} to {b}
        {a} should be at {b} instead. Don't leave the old file behind.""", a=a, b=b)
    return T(ask, fill(r, {a: t}), {a: None, b: t}, plan=[("read", a), ("write", b, t), ("run", f"rm {a}"), say("Moved.")])


@kind
def join_files(r):
    a, b = r.sample(["intro", "middle", "north", "south", "monday", "friday"], 2)
    xs = r.sample(ITEMS, 4)
    x, y = "\n".join(xs[:2]), "\n".join(xs[2:])
    ask = pick(r, """
        Join {a}.txt and {b}.txt (in this order) into all.txt.
        create all.txt with the content of {a}.txt followed by that of {b}.txt
        Put the lines of {a}.txt and then the lines of {b}.txt into a new file all.txt. Keep the originals.""", a=a, b=b)
    return T(ask, fill(r, {a + ".txt": x, b + ".txt": y}), {"all.txt": [x + "\n" + y, x + "\n\n" + y]}, plan=[("read", a + ".txt"), ("read", b + ".txt"), ("write", "all.txt", x + "\n" + y), say("all.txt holds both.")])


@kind
def copy_two_values(r):
    a, b = r.sample(["host", "port", "user", "region"], 2)
    c = Conf(r, r.choice(["toml", "yaml", "ini"]), need=[a, b])
    p = r.choice([".env", "run.env", "local.env"])
    t = f"{a.upper()}={c.vals[a]}\n{b.upper()}={c.vals[b]}"
    ask = pick(r, """
        Create {p} with two lines, {A}=... and {B}=..., using the {a} and {b} from {c}.
        take {a} and {b} from {c} and write a new file {p} like this:|{A}=<{a}>|{B}=<{b}>
        Make {p}: first line {A}=value, second line {B}=value, with the values that {c} has for {a} and {b} (no quotes).""", p=p, A=a.upper(), B=b.upper(), a=a, b=b, c=c.path)
    return T(ask, fill(r, {c.path: c.text()}), {p: t}, plan=[("read", c.path), ("write", p, t), say("Created.")])


@kind
def copy_line(r):
    xs = r.sample(["call Greta back", "pay the rent", "order more paper", "book the hall", "check the boiler", "send the slides"], 5)
    x = r.choice(xs[:3])
    a, b = r.choice([("inbox.txt", "today.txt"), ("ideas.md", "plan.md"), ("notes/all.txt", "notes/urgent.txt")])
    mv = r.random() < 0.5
    files = {a: "\n".join(xs[:3]), b: "\n".join(xs[3:])}
    want = {b: "\n".join(xs[3:] + [x])}
    plan = [("read", a), ("read", b), ("write", b, want[b])]
    if mv:
        want[a] = "\n".join(y for y in xs[:3] if y != x)
        plan.append(("write", a, want[a]))
    ask = pick(r, """
        {w} the line "{x}" from {a} to the end of {b}.
        {w} "{x}" from {a} to the bottom of {b} please""", w="Move" if mv else "Copy", x=x, a=a, b=b)
    return T(ask, fill(r, files), want, plan=plan + [say("Done.")])


@kind
def version_in_readme(r):
    old, new = f"0.{r.randint(1, 4)}.0", f"0.{r.randint(5, 9)}.{r.randint(0, 5)}"
    n = r.choice(PROJ)
    files = {"Cargo.toml": f'[package]\nname = "{n}"\nversion = "{new}"', "README.md": f"# {n}\n\nThe current version is {old}.\n\nInstall it with cargo."}
    ask = pick(r, """
        The version in README.md is out of date. Make it match Cargo.toml.
        update the version number in README.md to what Cargo.toml says
        README.md mentions an old version; take the right one from Cargo.toml""")
    return T(ask, fill(r, files), {"README.md": files["README.md"].replace(old, new)}, plan=[("read", "Cargo.toml"), ("read", "README.md"), ("edit", "README.md", old, new), say(f"README.md says {new}.")])
