"""Tasks of dora: commands, tests, linters and compilers, and what they complain about."""
import doraasks3
import doracode as C
import dorawords as W
from dorabase import Again, kind, output, word
from dorakits import TESTED
from dorakinds2 import piece

DONE = "[I changed {W} in {P} and now the check says: {O}|{P} is fixed. {O}|It passes now: {O}|Fixed {P}; result: {O}|The cause was in {P}. After the fix: {O}|{C} is happy again: {O}]"


@kind
def run_tell(r, j):
    C.around(r, j, 1, 4)
    c, out = j.command(flaky=r.random() < .15)
    j.ask_by("run_tell", c=c)
    j.retry(c)
    j.must(c, out)
    j.tell("[It printed: {O}|{C} says: {O}|Output: {O}|The result is: {O}|{O}|Ran {C}: {O}]" if c not in j.flaky_commands else "[The second try worked: {O}|It failed once for a passing reason, then: {O}]", out, c=c, o=out)


@kind
def run_flaky(r, j):
    C.around(r, j, 1, 3)
    c, out = j.command(flaky=True)
    j.ask_by("run_flaky", c=c)
    j.retry(c)
    j.must(c, out)
    j.tell("[It worked on the second try: {O}|The first run failed by chance, the second printed: {O}|After a retry: {O}|{C} needed two attempts. {O}]", out, c=c, o=out)


@kind
def run_two(r, j):
    C.around(r, j, 1, 3)
    c, o = j.command(flaky=r.random() < .1)
    b, x = j.command()
    j.ask_by("run_two", c=c, b=b)
    j.retry(c)
    j.run(b)
    j.must(b, x)
    j.tell("[{C}: {O}; {B}: {X}|The first printed {O}, the second {X}|Results: {O} and {X}|{O}, then {X}]", o, x, c=c, b=b, o=o, x=x)


def fault(r, j):
    """A file with a fault: path, fault, cure, message, whether both texts stand in the message."""
    ln = r.randint(1, 40)
    how = r.choice(["name", "name", "value", "value", "text", "pin", "var", "quote", "none", "tag", "spell"])
    if how == "name":
        k = word(r, 2, "snake")
        i = r.randrange(1, len(k) - 2)
        bad = r.choice([k[:i] + k[i + 1] + k[i] + k[i + 2:], k[:i] + k[i + 1:], k[:i] + k[i] + k[i:]])
        if bad == k or bad in k or k in bad:
            raise Again
        e, t, m = r.choice([("py", "def {k}():\n    return %n%\n\nprint({b}())", "NameError: name '{b}' is not defined. Did you mean: '{k}'? ({p}, line 4)"), ("rs", "fn {k}() {}\n\nfn main() {\n    {b}();\n}", "error[E0425]: cannot find function `{b}` --> {p}:4, a similar name exists: `{k}`"),
                            ("go", "package main\n\nfunc {k}() {}\n\nfunc main() { {b}() }", "{p}:5: undefined: {b} (did you mean {k}?)"), ("js", "function {k}() {}\n{b}();", "{p}:2 ReferenceError: {b} is not defined; perhaps {k}"), ("ts", "interface User { {k}: string }\nconst f = (u: User) => u.{b};", "{p}(2,29): error TS2551: Property '{b}' does not exist on type 'User'. Did you mean '{k}'?"),
                            ("sql", "SELECT {b} FROM %v%s;", "ERROR: column \"{b}\" does not exist ({p}). HINT: perhaps you meant \"{k}\""), ("sh", "{k}() { echo %v%; }\n{b}", "{p}: line 2: {b}: not found, is it {k}?"), ("c", "int {k}(void);\nint main(void) { return {b}(); }", "{p}:2: error: implicit declaration of '{b}'; did you mean '{k}'?"), ("Makefile", "{k}:\n\techo %v%\nall: {b}", "{p}: No rule to make target '{b}', needed by 'all' (there is '{k}')"), ("yaml", "jobs:\n  {k}: {}\nneeds: {b}", "{p}: job '{b}' is unknown, known: '{k}'")])
        t = C.pour(r, t, e).replace("{k}", k).replace("{b}", bad)
        p = j.put(t, C.place(r, e))
        return p, bad, k, m.replace("{p}", p).replace("{k}", k).replace("{b}", bad), True
    if how == "value":
        p, d = C.conf(r, j)
        k = r.choice(list(d))
        v, x = d[k]
        w = C.value(r, v)
        if x.count(v) != 1 or v in k:
            raise Again
        m = r.choice(["FAILED: {p}: {k} should be {w}", "{p}: expected {k} to equal {w}, got {v}", "AssertionError: {k} == {v}, want {w} ({p})", "1 failed: {k} in {p}, left: {v}, right: {w}", "not ok 3 - {p} has {k} {v} instead of {w}", "invalid value {v} for {k} in {p}, only {w} is allowed", "--- FAIL: {p}\n    {k}: have {v}, want {w}", "x {p} > {k}\n  Expected: {w}\n  Received: {v}"])
        return p, x, x.replace(v, w), m.format(p=p, k=k, v=v, w=w), False
    if how in ("text", "spell"):
        p = C.source(r, j)
        if how == "spell":
            bad, good = r.choice(W.TYPOS).split("=")
            j.files[p] = j.now[p] = "# " + bad + " " + r.choice(W.NOUNS) + "\n" + j.now[p]
            if good in j.now[p]:
                raise Again
            return p, bad, good, f"{p}:1: {bad} ==> {good}", True
        t, u = piece(r, j, p)
        m = r.choice(["{p}:{l}: found `{t}`, expected `{u}`", "FAIL {p}\n- {u}\n+ {t}", "mismatch in {p}\n  actual:   {t}\n  expected: {u}", "{p} must say {u} and not {t}", "error: {p} contains \"{t}\", replace it with \"{u}\"", "assertion failed: {p} has {t}, should have {u}"])
        return p, t, u, m.format(p=p, l=ln, t=t, u=u), True
    h, n = r.choice(W.TOOLS), r.choice(W.NOUNS)
    v = C.version(r)
    e, t, bad, good, m = {"pin": ("Dockerfile", f"FROM {h}\nCOPY . .\nCMD [\"{n}\"]", f"FROM {h}", f"FROM {h}:{v}", f"{{p}}:1 DL3006 pin the image: use FROM {h}:{v}"), "var": ("js", f"var {n} = {ln};\nconsole.log({n});", f"var {n}", f"let {n}", f"{{p}} 1:1 error: unexpected var, use let {n} instead of var {n}"),
                          "quote": ("sh", f"#!/bin/sh\nrm -r ${n}\necho done", f"rm -r ${n}", f'rm -r "${n}"', f'{{p}}:2: SC2086 write rm -r "${n}" with quotes'), "none": ("py", f"def f({n}):\n    if {n} == None:\n        return {ln}", f"{n} == None", f"{n} is None", f"{{p}}:2: E711 use `{n} is None` and not `{n} == None`"),
                          "tag": ("html", f"<h1>{r.choice(W.TITLES)}<h1>\n<p>{n}</p>", "<h1>\n", "</h1>\n", "")}[how]
    if how == "tag":
        T = r.choice(W.TITLES)
        p = j.put(f"<h1>{T}</h2>\n<p>{n}</p>", C.place(r, "html"))
        return p, f"<h1>{T}</h2>", f"<h1>{T}</h1>", f"{p}:1: heading closed by </h2>, it must be <h1>{T}</h1>", False
    p = j.put(t, C.place(r, e))
    return p, bad, good, m.replace("{p}", p), how != "pin" and how != "quote"


def mend(j, f):
    """Reads the file unless the message gave both texts, and edits it."""
    p, bad, good, m, known = f
    if not known:
        j.read(p)
        j.line(p, bad, good)
    else:
        if good.replace("\n", "") in j.now[p] and bad not in j.now[p]:
            raise Again
        j.every(p, bad, good)


def check(r, j):
    f = fault(r, j)
    p, bad, good, m, known = f
    C.around(r, j, 0, 2)
    fixed = j.now[p].replace(bad, good)
    ls = [x for x in fixed.split("\n") if good in x and x not in j.now[p]]
    if not ls:
        raise Again
    c, out = j.tests(p, ls[0], m)
    return f, c, out


@kind
def fix_test(r, j):
    f, c, out = check(r, j)
    j.ask_by("fix_test", c=c, p=f[0])
    j.run(c)
    mend(j, f)
    j.run(c)
    j.tell(DONE, p=f[0], c=c, o=out, w=f[1].split("\n")[0][:40])


@kind
def fix_hinted(r, j):
    """The message is pasted into the request."""
    f, c, out = check(r, j)
    j.ask_by("fix_hinted", c=c, m=f[3])
    mend(j, f)
    j.run(c)
    j.tell(DONE, p=f[0], c=c, o=out, w=f[1].split("\n")[0][:40])


@kind
def fix_system(r, j):
    """The command is known from the system prompt alone."""
    f, c, out = check(r, j)
    j.system = r.choice(TESTED).replace("{c}", c)
    j.ask_by("fix_system")
    j.run(c)
    mend(j, f)
    j.run(c)
    j.tell(DONE, p=f[0], c=c, o=out, w=f[1].split("\n")[0][:40])


@kind
def test_green(r, j):
    C.around(r, j, 1, 4)
    c, out = j.tests(next(iter(j.files)), "", "never")
    if r.random() < .3:
        j.flaky_commands = (c,)
    if r.random() < .3:
        j.system = r.choice(TESTED).replace("{c}", c)
        j.ask_by("fix_system")
    else:
        j.ask_by("test_green", c=c)
    j.retry(c)
    j.tell("[All is well: {O}|They pass: {O}|Nothing to fix. {O}|Green: {O}|{C} reports: {O}]", out, c=c, o=out)


@kind
def test_red(r, j):
    """Only report the failure."""
    f, c, out = check(r, j)
    j.ask_by("test_red", c=c)
    j.run(c)
    m = f[3]
    j.must(c, m)
    if len(m) > 150:
        raise Again
    j.tell("[It fails: {M}|Not green: {M}|{M}|The failure: {M}]", m, m=m)


@kind
def change_test(r, j):
    """A given change, then the test command."""
    p = C.source(r, j)
    C.around(r, j, 0, 2)
    t, u = piece(r, j, p)
    new = next(x for x in j.now[p].replace(t, u).split("\n") if u in x)
    c, out = j.tests(p, new, f"failed: {p} is not ready")
    if r.random() < .35:
        j.system = r.choice(TESTED).replace("{c}", c)
        j.ask_by("change_system", p=p, t=t, u=u)
    else:
        j.ask_by("change_test", p=p, t=t, u=u, c=c)
    j.line(p, t, u)
    j.run(c)
    j.tell("[{P} is changed and the check passes: {O}|Changed {P}. {O}|Done, result: {O}|Edit made; {O}]", out, p=p, c=c, o=out)


@kind
def missing_file(r, j):
    """A command that wants a file with given content."""
    C.around(r, j, 1, 3)
    p = j.fresh(r.choice(["env", "txt", "toml", "yaml", "csv", "ini", "cfg", "conf"]))
    v = r.choice([lambda: word(r, 2, "caps") + "=" + C.value(r), lambda: r.choice(W.KEYS) + " = " + C.value(r), lambda: "id,name," + r.choice(W.NOUNS), lambda: r.choice(W.PHRASES)])()
    c, out = j.tests(p, v, r.choice(["FileNotFoundError: {p} (it must contain: {v})", "error: {p} is missing. Create it with the line `{v}`", "cannot open {p}; expected a file that says {v}", "{p}: no such file, put \"{v}\" into it"]).format(p=p, v=v))
    j.ask_by("fix_test", c=c, p="the project")
    j.run(c)
    j.write(p, v)
    j.run(c)
    j.tell("[{P} was missing. With it: {O}|I created {P}; now {O}|It needed {P}, which is there now: {O}]", p=p, o=out)


@kind
def missing_line(r, j):
    """A dependency or an import that a message asks for."""
    if r.random() < .5:
        x, top, e = r.choice([lambda: ("import " + r.choice(["os", "sys", "json", "math", "time", "random", "pathlib", "csv"]), True, "py"), lambda: ("use std::" + r.choice(["fs", "env", "io::Read", "fmt", "collections::HashMap", "path::Path", "time::Duration"]) + ";", True, "rs"), lambda: ("#include <" + r.choice(["stdlib.h", "string.h", "math.h"]) + ">", True, "c"), lambda: ("import " + (n := r.choice(W.NPMS)) + ' from "' + n + '";', True, "js")])()
        p = C.source(r, j, e, 6)
    else:
        x, top, e = r.choice(W.PIPS) + "==" + C.version(r), False, "txt"
        p = j.put("\n".join(a + "==" + C.version(r) for a in r.sample(W.PIPS, r.randint(1, 4))), r.choice(["requirements.txt", "dev-requirements.txt", "requirements/base.txt"]))
    if x in j.now[p] or x.split("==")[0] + "==" in j.now[p]:
        raise Again
    C.around(r, j, 0, 2)
    c, out = j.tests(p, x, r.choice(["{p}: missing line `{x}` at the {w}", "error in {p}: add {x} at the {w}", "{p} lacks {x} ({w} of the file)", "help: put this at the {w} of {p}: {x}"]).format(p=p, x=x, w="top" if top else "end"))
    j.ask_by("fix_test", c=c, p=p)
    j.run(c)
    t = j.read(p)
    j.write(p, x + "\n" + t if top else t + "\n" + x)
    j.run(c)
    j.tell("[Added {X} to {P}. {O}|{P} lacked a line; now {O}|With {X} in {P}: {O}]", p=p, x=x, o=out)


@kind
def lint_test(r, j):
    """Two commands with a fault each."""
    f, c, out = check(r, j)
    g, b, out2 = check(r, j)
    if f[0] == g[0] or f[1] in j.now[g[0]] or len(j.files) > 5:
        raise Again
    j.ask_by("lint_test", c=c, b=b)
    for x, y in ((f, c), (g, b)):
        j.run(y)
        mend(j, x)
        j.run(y)
    j.tell("[Both pass now: {O} and {X}|{C} and {B} are clean: {O}; {X}|Fixed {P} and {Q}. Results: {O}; {X}]", c=c, b=b, o=out, x=out2, p=f[0], q=g[0])


@kind
def test_then(r, j):
    """If the tests pass, one thing; else another."""
    C.around(r, j, 1, 2)
    v, w = C.version(r), C.version(r)
    if v in w or w in v:
        raise Again
    p, ln = C.manifest(r, j, v)
    good = r.random() < .55
    q = j.fresh("md")
    x = r.choice(W.TODOS)
    c, out = j.tests(p, "" if good else "never ever", r.choice(["2 failed, 14 passed", "build broken", "1 error", "FAIL", "red", "exit status 1", "error: 3 problems"]))
    j.ask_by("test_then", c=c, p=p, v=v, w=w, q=q, x=x)
    j.run(c)
    if good:
        j.line(p, v, w)
        j.tell("[It passed, so {P} is at {W}.|Tests are fine; I set {W} in {P}.|Success, {P} now has {W}.]", p=p, w=w)
    else:
        j.must(c, j.checks[c][3])
        j.write(q, x)
        j.tell("[It failed, so I wrote {Q} and left {P} alone.|The check failed; {Q} has the note.|Failure, see {Q}. {P} is unchanged.]", p=p, q=q)


ALL = [run_tell, run_tell, run_flaky, run_two, fix_test, fix_test, fix_test, fix_hinted, fix_hinted, fix_system, fix_system, test_green, test_red, change_test, change_test, missing_file, missing_line, lint_test, test_then]
