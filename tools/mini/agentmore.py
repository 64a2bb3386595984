"""More agent tasks: settings named by their key, questions about a text, lines, functions,
wrong names and texts, several files in one order, failing tests and follow-up orders."""
import agentwords as A
from agentsay import SETTING, tell
from agentkit import Episode, body, change, commands, file_path, files_around, marked, replace_request, result_text, said, then_run, verdict
from agenttasks import MARKERS, TEST, apart, ending, holding, listed, one_liner
from chat import user
from phrase import command, ph
from words import cap, distinct, word

KEYS = "port host version timeout retries debug level name workers limit size mode theme color language region user title author license edition rate delay interval threads width height depth count batch seed cache path url domain owner branch target format encoding prefix suffix model temperature threshold memory replicas verbose quality volume speed zoom margin".split()
PLACES = ["Cargo.toml", "config.toml", "pyproject.toml", "settings.ini", "app.ini", ".env", "config.yaml", "docker-compose.yml", "deploy/values.yaml", "package.json", "config.json", "tsconfig.json", "src/config.py", "settings.py", "src/settings.rs", "src/config.js", "Makefile", "setup.cfg", "server.conf", "build.gradle", "gradle.properties", "pom.xml"]


def value(r):
    """A setting's value and whether it is text."""
    k = r.random()
    if k < 0.4:
        return str(r.choice([r.randint(0, 99), r.randint(100, 9999), r.choice([8080, 3000, 443, 5432, 1024, 256, 64])])), False
    if k < 0.62:
        return ".".join(str(r.randint(0, 20)) for _ in range(r.choice([2, 3, 3, 3]))), True
    if k < 0.7:
        return r.choice(["true", "false"]), False
    if k < 0.76:
        return f"{r.randint(0, 9)}.{r.randint(1, 99)}", False
    return r.choice([word(r), word(r), f"{word(r)}-{word(r)}", f"{word(r)} {word(r)}", f"/{word(r)}/{word(r)}", f"{word(r)}.example.com", f"{word(r)}@{word(r)}.org"]), True


def pattern(r, p):
    """How a file of this kind writes a key and its value: (front, line, end)."""
    ext = ending(p)
    if ext == ".json":
        return "{", '"{k}": {q}', "}"
    if ext == ".toml":
        return r.choice(["", f"[{word(r)}]", "[package]"]), "{k} = {q}", ""
    if ext in (".yaml", ".yml"):
        return r.choice(["", f"{word(r)}:"]), "{k}: " + r.choice(["{v}", "{v}", "{q}"]), ""
    if ext in (".py", ".rs", ".js", ".ts"):
        return "", {".py": "{k} = {q}", ".rs": "pub const {k}: {t} = {q}", ".js": "const {k} = {q}", ".ts": "export const {k} = {q}"}[ext], ""
    if ext in (".xml", ".html"):
        return f"<{word(r)}>", "<{k}>{v}</{k}>", ""
    return r.choice(["", "", f"[{word(r)}]", f"# {word(r)}"]), r.choice(["{k}={v}", "{k}={v}", "{k} = {v}", "{k}: {v}", "{k} {v}", 'set {k} "{v}"']), ""


def settings(r, p=None):
    """A file of keys and values: (path, text, {key: (value, is text)}, fragment maker)."""
    p = p or (r.choice(PLACES) if r.random() < 0.6 else file_path(r, r.choice([".toml", ".json", ".yaml", ".ini", ".cfg", ".env", ".py", ".rs", ".js", ".txt", ".conf", ".xml", ".md", ".ts"])))
    front, line, end = pattern(r, p)
    upper = ending(p) in (".env", ".rs") or line.startswith("{k}=") and r.random() < 0.3
    while True:
        keys = distinct(r, r.choice([1, 2, 2, 3, 3, 4]), lambda r: r.choice(KEYS) if r.random() < 0.6 else r.choice(["{}", "max_{}", "{}_count", "default_{}"]).format(word(r).lower()))
        if not any(a != b and a in b for a in keys for b in keys):
            break
    rows = {k.upper() if upper else k: value(r) for k in keys}

    def piece(k, v, text):
        return line.replace("{t}", "&str" if text else "bool" if v in ("true", "false") else "f64" if "." in v else "u32").replace("{q}", f'"{v}"' if text else v).replace("{k}", k).replace("{v}", v)

    stop = ";" if ending(p) in (".rs", ".js", ".ts") else ""
    if ending(p) == ".json":
        lines = [front] + [f"  {piece(k, *v)}{',' if i + 1 < len(rows) else ''}" for i, (k, v) in enumerate(rows.items())] + [end]
    else:
        pad = "  " if front.endswith((":", ">")) else ""
        lines = ([front] if front else []) + [pad + piece(k, *v) + stop for k, v in rows.items()]
    text = "\n".join(lines)
    if any(text.count(piece(k, *v)) != 1 for k, v in rows.items()):
        return settings(r, p)
    return p, text, rows, piece


def renewed(r, old):
    """Another value of the same kind."""
    v, text = old
    if v in ("true", "false"):
        return "false" if v == "true" else "true"
    while True:
        w, t = value(r)
        if w != v and t == text and w not in ("true", "false") and w[0].isdigit() == v[0].isdigit() and (text or ("." in w) == ("." in v)):
            return w


def checked(r, files, cmd, path, need, think, flaky=0.1):
    """An episode in which `cmd`, if any, passes once `path` holds `need`."""
    checks = {cmd: (path, need, result_text(r), "error")} if cmd else {}
    return Episode(r, think, files, checks, (cmd,) if cmd and r.random() < flaky else ())


def finish(e, done, cmd):
    """Runs the command, if any, and says what was done."""
    out = e.run(cmd) if cmd else ""
    e.end(f"{done} and ran {cmd}. {verdict(out)}" if cmd else done + ".")


SET = ["set {k} to {v} in {p}", "set the {k} to {v} in {p}", "in {p}, set {k} to {v}", "{p}: set {k} to {v}", "the {k} in {p} must be {v}", "update the {k} in {p} to {v}", "bump the {k} in {p} to {v}", "change the value of {k} to {v} in {p}", "change the {k} setting in {p} to {v}", "put {v} as the value of {k} in {p}", "i want {k} set to {v} in {p}", "in {p} give {k} the value {v}", "{k} in {p} needs the value {v}", "change {k} from {o} to {v} in {p}", "the {k} in {p} is {o}; make it {v}", "could the {k} in {p} be {v}?", "open {p} and set {k} to {v}", "adjust {p} so that {k} is {v}", "we need {v} for the {k} in {p}", "edit {p}: {k} gets the value {v}", "{p} has the wrong {k}. it is {v}", "make the {k} {v} in {p}", "what about setting {k} to {v} in {p}?", "configure {k} as {v} in {p}", "use {v} for {k} in {p}", "write the new {k} {v} into {p}", "the value of {k} in {p} should be {v}"]


def t_key(r, think):
    """One or two settings named by their key; the file shows how they are written."""
    p, text, rows, piece = settings(r)
    ks = r.sample(list(rows), 2 if len(rows) > 1 and r.random() < 0.2 else 1)
    new = {k: renewed(r, rows[k]) for k in ks}
    same = len(ks) == 1 and r.random() < 0.05
    if same:
        new[ks[0]] = rows[ks[0]][0]
    shown = {k: v if " " not in v and r.random() < 0.8 else marked(r, v) for k, v in new.items()}
    if len(ks) == 2:
        (a, x), (b, y) = shown.items()
        q = command(r, r.choice(["set {a} to {x} and {b} to {y} in {p}", "in {p}, set {a} to {x} and {b} to {y}", "{p}: {a} must be {x} and {b} must be {y}", "in {p} give {a} the value {x} and {b} the value {y}", "update {p} with {a} = {x} and {b} = {y}"]), a=a, x=x, b=b, y=y, p=said(r, p))
    else:
        k = ks[0]
        form = r.choice([x for x in SET if not (same and "{o}" in x)])
        q = tell(r, SETTING, True, k=k if r.random() < 0.75 else marked(r, k), v=shown[k], p=said(r, p)) if r.random() < 0.5 else command(r, form, k=k if r.random() < 0.75 else marked(r, k), v=shown[k], o=rows[k][0], p=said(r, p))
    cmd = commands(r, p) if not same and r.random() < 0.3 else None
    if cmd:
        q = q.rstrip("?") + then_run(r, cmd)
    e = checked(r, {p: text, **files_around(r, r.randint(0, 2), (p,))}, cmd, p, piece(ks[0], new[ks[0]], rows[ks[0]][1]), think)
    e.act(f"I read {p} to see how it is written.", "read", p)
    if same:
        e.end(f"{ks[0]} is already {new[ks[0]]} in {p}.", "Nothing has to change.")
        return q, e
    for k in ks:
        e.act(f"I set {k} to {new[k]}.", "edit", p, piece(k, *rows[k]), piece(k, new[k], rows[k][1]))
    finish(e, "I set " + " and ".join(f"{k} to {new[k]}" for k in ks) + f" in {p}", cmd)
    return q, e


def t_ask(r, think):
    """A question that one look into a file answers."""
    k = r.randrange(6)
    if k < 2:
        p, text, rows, _ = settings(r)
        key = r.choice(list(rows))
        q = command(r, r.choice(["what is the {k} in {p}?", "which {k} does {p} set?", "what value does {k} have in {p}?", "tell me the {k} from {p}", "look up {k} in {p}", "what does {p} say about {k}?", "i need the value of {k} in {p}", "read {p} and tell me the {k}", "to what is {k} set in {p}?", "check the {k} in {p}", "find out the value of {k} in {p}", "{k} in {p}?", "what {k} is configured in {p}?", "open {p}; what is {k}?"]), k=key, p=said(r, p))
        done = f"{key} is {rows[key][0]} in {p}."
    else:
        p = file_path(r)
        # Each line once, so that a line has one number; bodies often repeat their last brace.
        lines = list(dict.fromkeys(body(r, p).split("\n") + [one_liner(r, p)]))
        while len(lines) < 2:
            lines = list(dict.fromkeys(lines + [one_liner(r, p)]))
        text = "\n".join(lines)
        i = r.choice([j for j, x in enumerate(lines) if x.strip()])
        if k == 2:
            name = r.choice([f"line {i + 1}", f"line {i + 1}", f"line number {i + 1}"] + ["the first line"] * (i == 0) * 3 + ["the last line"] * (i + 1 == len(lines)) * 3)
            q = command(r, r.choice(["what is {n} of {p}?", "show me {n} of {p}", "what does {n} of {p} say?", "print {n} of {p}", "read {n} of {p}", "tell me {n} of {p}", "give me only {n} of {p}", "in {p}, what is {n}?", "i need {n} of {p}"]), n=name, p=said(r, p))
            done = f"{cap(name)} of {p} is:\n{lines[i]}"
        elif k == 3:
            q = command(r, r.choice(["which line of {p} holds {x}?", "in which line of {p} is {x}?", "where in {p} is {x}?", "find {x} in {p} and tell me the line number", "on what line of {p} do i find {x}?", "give me the number of the line {x} in {p}", "what is the line number of {x} in {p}?", "look for the line {x} in {p}; which one is it?"]), x=marked(r, lines[i].strip()), p=said(r, p))
            i = next(j for j, x in enumerate(lines) if lines[i].strip() in x)
            done = f"Line {i + 1} of {p} holds it:\n{lines[i]}"
        else:
            x = lines[i].strip() if r.random() < 0.55 else f"{word(r)}{word(r)}"
            q = command(r, r.choice(["does {p} contain {x}?", "is {x} in {p}?", "is there {x} in {p}?", "check whether {p} has {x}", "see if {x} is in {p}", "can you find {x} in {p}?", "tell me if {p} mentions {x}", "do we have {x} in {p}?", "i want to know whether {x} occurs in {p}"]), x=marked(r, x), p=said(r, p))
            done = f"Yes, {p} contains {x}." if x in text else f"No, {p} does not contain {x}."
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 3), (p,))})
    e.act(f"I read {p}.", "read", p)
    e.end(done, "Now I can answer.")
    return q, e


def t_findedit(r, think):
    """A change in the one file that holds a text; a look into the files tells which."""
    ps = apart(r, r.choice([2, 2, 3, 3, 4]))
    p = r.choice(ps)
    old, new = distinct(r, 2, lambda r: r.choice([word(r) + "_" + word(r), word(r) + word(r), f"{word(r)} = {r.randint(0, 999)}", f"{word(r)} {word(r)}", f'{word(r)}("{word(r)}")', f"{word(r)} < {r.randint(0, 99)}"]))
    files = {x: "\n".join(y for y in body(r, x).split("\n")[:4] if old not in y) or "-" for x in ps}
    files[p] = holding(r, p, old)
    a, b = marked(r, old), marked(r, new)
    q = command(r, r.choice(["one of the files has {a}. change it to {b} there", "find the file that has {a} and replace it with {b}", "find {a} and change it to {b}", "look for {a} in the files and replace it by {b} where you find it", "which file contains {a}? put {b} there instead", "i do not know which file has {a}, but it should be {b}", "somewhere in the project it says {a}. it has to say {b}", "search for {a}; in the file that has it, make it {b}", "{a} is in some file. find it and replace it with {b}", "there is a file with {a} in it. turn that into {b}", "where is {a}? replace it by {b}", "find out where {a} is and change that to {b}"]), a=a, b=b)
    e = Episode(r, think, files)
    e.find(old)
    e.act(f"{p} has it, so I replace it there.", "edit", p, old, new)
    e.end(f"{p} had {old}; I replaced it with {new}.")
    return q, e


def plain_file(r, n=2):
    """A path with a text of n or more different lines of which none is part of another."""
    while True:
        p = file_path(r)
        lines = body(r, p).split("\n")
        while len(lines) < n:
            lines.append(one_liner(r, p))
        full = [x for x in lines if x.strip()]
        if len(full) > 1 and len(lines) < 9 and not any(i != j and x.strip() in y for i, x in enumerate(lines) for j, y in enumerate(lines) if x.strip()):
            return p, lines, full


def t_lines(r, think):
    """A line taken out of a file, or put beside another one."""
    p, lines, full = plain_file(r, r.choice([2, 3, 4]))
    x = r.choice(full)
    i = lines.index(x)
    e = Episode(r, think, {p: "\n".join(lines), **files_around(r, r.randint(0, 2), (p,))})
    if r.random() < 0.45:
        name = r.choice([f"the line {marked(r, x.strip())}", f"the line {marked(r, x.strip())}", marked(r, x.strip()) if x.strip().isalnum() else f"the line that says {marked(r, x.strip())}"] + ["the first line"] * (i == 0) + ["the last line"] * (i + 1 == len(lines)) + [f"line {i + 1}"])
        q = command(r, r.choice(["delete {x} from {p}", "remove {x} from {p}", "take {x} out of {p}", "drop {x} from {p}", "in {p}, delete {x}", "{p} should not have {x} any more", "get rid of {x} in {p}", "{x} in {p} is not needed. remove it", "erase {x} in {p}", "cut {x} from {p}", "can {x} be removed from {p}?"]), x=name, p=said(r, p))
        e.act(f"I read {p}.", "read", p)
        e.act(f"I write {p} without the line.", "write", p, "\n".join(lines[:i] + lines[i + 1:]))
        e.end(f"I removed the line {x.strip()} from {p}.")
        return q, e
    new = one_liner(r, p)
    after = r.random() < 0.6
    where = ph(r, "(after|below|under|right after|directly below) " if after else "(before|above|right before|directly above) ") + r.choice(["", "the line "]) + marked(r, x.strip())
    q = command(r, r.choice(["insert the line {n} {w} in {p}", "in {p}, add {n} {w}", "put {n} {w} in {p}", "add the line {n} to {p}, {w}", "{p} needs the line {n} {w}", "insert {n} in {p} {w}", "i want {n} {w} in {p}", "write {n} on its own line {w} in {p}", "place {n} {w} in {p}", "{w} in {p}, insert the line {n}", "open {p} and add the line {n} {w}"]), n=marked(r, new), w=where, p=said(r, p))
    e.act(f"I read {p}.", "read", p)
    e.act(f"I put the new line {'after' if after else 'before'} it.", "edit", p, x, x + "\n" + new if after else new + "\n" + x)
    e.end(f"I inserted {new} {'after' if after else 'before'} {x.strip()} in {p}.")
    return q, e


CODE = {".py": "def {f}({b}):\n    return {b} + {n}\n\nprint({f}({m}))|def {f}():\n    return \"{b}\"\n\n\ndef {c}():\n    return {f}() * {n}|import {c}\n\n{f} = {c}.{b}({n})\nif {f} >= {m}:\n    print({f})", ".rs": "fn {f}({b}: i32) -> i32 {\n    {b} * {n}\n}\n\nfn main() {\n    println!(\"{}\", {f}({m}));\n}|pub fn {f}() -> u32 { {n} }\n\n#[test]\nfn {b}() {\n    assert_eq!({f}(), {n});\n}", ".js": "function {f}({b}) {\n  return {b} < {n};\n}\n\nconsole.log({f}({m}), {f}({n}));|const {f} = () => ({ {b}: {n} });\nmodule.exports = { {f} };", ".c": "int {f}(int {b}) {\n\treturn {b} - {n};\n}\n\nint main(void) {\n\treturn {f}({m});\n}", ".go": "func {f}({b} int) int {\n\treturn {b} + {n}\n}\n\nvar {c} = {f}({m})", ".sh": "{f}() {\n  echo {b} $1\n}\n{f} {n}\n{f} {m}", ".ts": "export function {f}({b}: number): boolean {\n  return {b} >= {n};\n}\n\nconst {c} = {f}({m});", ".java": "class {B} {\n    int {f}() { return {n}; }\n    int {c}() { return {f}() + {m}; }\n}"}


def t_function(r, think):
    """A function renamed in the one or two files that use it."""
    ext = r.choice(list(CODE))
    ps = [file_path(r, ext)]
    old, new = distinct(r, 2, lambda r: r.choice([f"{word(r)}_{word(r)}", f"{word(r)}{cap(word(r))}", f"{r.choice(['get', 'set', 'make', 'load', 'parse', 'is'])}_{word(r)}"]).lower())
    text = r.choice(CODE[ext].split("|"))
    for k, v in (("b", word(r)), ("B", cap(word(r))), ("c", word(r)), ("n", str(r.randint(0, 99))), ("m", str(r.randint(0, 99)))):
        text = text.replace("{" + k + "}", v)
    files = {ps[0]: text.replace("{f}", old)}
    if r.random() < 0.3:
        x = next(y for y in iter(lambda: file_path(r, ext), None) if y not in files)
        files[x] = holding(r, x, f"{old}({r.randint(0, 99)})")
        ps.append(x)
    q = command(r, r.choice(["rename the (function|method|variable|identifier) {a} to {b} in {p}", "rename {a} to {b} in {p}", "the function {a} in {p} should be called {b}", "in {p}, call {a} {b} from now on", "give the function {a} in {p} the name {b}", "{a} in {p} is a bad name, use {b}", "change the name of {a} to {b} (everywhere|at all places) in {p}", "replace the name {a} by {b} in {p}", "refactor {p}: {a} becomes {b}", "i would like {a} to be named {b} in {p}", "all uses of {a} in {p} must become {b}"]), a=r.choice([old, old, f"`{old}`", f"'{old}'"]), b=r.choice([new, new, f"`{new}`"]), p=listed(r, [said(r, x) for x in ps]) if len(ps) > 1 else said(r, ps[0]))
    cmd = commands(r, ps[0]) if r.random() < 0.35 else None
    if cmd:
        q += then_run(r, cmd)
    e = checked(r, {**files, **files_around(r, r.randint(0, 2), ps)}, cmd, ps[0], new, think)
    for x in ps:
        e.act(f"I rename {old} in {x}.", "edit", x, old, new)
    finish(e, f"I renamed {old} to {new} in {listed(r, ps) if len(ps) > 1 else ps[0]}", cmd)
    return q, e


REPORTS = ["{p}:{l}: assertion failed\n  expected: {b}\n    actual: {a}", "FAIL {p}\n  Expected: {b}\n  Received: {a}", "E   AssertionError: {p} has {a}, want {b}\n1 failed", "--- FAIL: {w}\n    {p}: got {a}, want {b}", "thread 'main' panicked: {p} holds {a}, not {b}", "test {w} ... FAILED\nerror in {p}: {a} must be {b}", "error[E{l}]: {p}\n  found {a}\n  help: use {b}", "{w}: 3 passed, 1 failed\n{p}: wrong text {a}; right is {b}", "Traceback (most recent call last):\n  File \"{p}\", line {l}\nValueError: {a} where {b} was expected", "x {w} test\n  in {p}: {a} should read {b}", "{p} failed the check.\n- {a}\n+ {b}"]
GREEN = ["the tests fail. find out why and fix it", "run the tests and fix what is wrong", "make the tests pass", "a test is red. repair it", "some test fails; please fix the code", "test the project and correct the fault you see", "get all tests green", "fix the failing test", "why do the tests fail? mend it", "our tests are broken. can you repair them?", "run the tests until they pass, fixing what they report", "i need passing tests"]


def t_green(r, think):
    """A failing test of which the command has to be found or is named; its report tells the fault."""
    name, kind = r.choice(MARKERS)
    p, text, old, new = change(r, apart(r, 1)[0])
    cmd = TEST[kind]
    bad = ph(r, r.choice(REPORTS), p=p, a=old, b=new, w=word(r), l=r.randint(2, 99))
    files = {name: body(r, name), p: text, **files_around(r, r.randint(0, 1), (name, p))}
    files = {x: t for x, t in files.items() if x == name or x not in dict(MARKERS)}
    e = Episode(r, think, files, {cmd: (p, new, result_text(r), bad)})
    named = r.random() < 0.4
    q = command(r, r.choice(A.FIX) if named else r.choice(GREEN), c=marked(r, cmd))
    if not named:
        e.act("I look which files there are.", "list")
    e.run(cmd)
    mend(e, p, old, new, cmd)
    e.end(f"I replaced {old} with {new} in {p} and {cmd} works now. {verdict(e.ws.last)}")
    return q, e


def mend(e, p, old, new, cmd):
    """After a failure: a look, the change and another run."""
    e.act(f"It fails because of {p}, so I read it.", "read", p)
    e.act(f"I replace {old} with {new}.", "edit", p, old, new)
    return e.run(cmd, f"I run {cmd} again.")


def t_mend(r, think):
    """A file is made, the run fails on it, and the report tells what to mend."""
    p, text, old, new = change(r)
    cmd = commands(r, p)
    bad = ph(r, r.choice(REPORTS), p=p, a=old, b=new, w=word(r), l=r.randint(2, 99))
    e = Episode(r, think, files_around(r, r.randint(0, 2), (p,)), {cmd: (p, new, result_text(r), bad)})
    lead = command(r, r.choice(["create {p} and run {c}; if it fails, fix the file. The text:", "write {p}, run {c} and mend what it reports. Content of {p}:", "make {p} with the text below, then run {c} until it passes.", "put this into {p}, run {c} and repair errors:", "i need {p} and a passing {c}. Start with this text:", "save this as {p}. Then run {c} and correct the file if there is an error:", "add {p} as below and get {c} to pass.", "here is {p}. write it, run {c}, and if that fails, fix it:"]), p=p, c=cmd)
    q = lead + r.choice(["\n", "\n\n"]) + (f"```\n{text}\n```" if r.random() < 0.2 else text)
    e.act(f"I write {p}.", "write", p, text)
    e.run(cmd)
    mend(e, p, old, new, cmd)
    e.end(f"I created {p}, replaced {old} with {new} in it, and {cmd} works now. {verdict(e.ws.last)}")
    return q, e


def t_misnamed(r, think):
    """A path that is nearly right; the list shows the real one."""
    p, text, old, new = change(r, file_path(r, r.choice([".py", ".rs", ".txt", ".md", ".json", ".cfg", ".toml"])))
    stem, ext = p[: p.rfind(".")], ending(p)
    wrong = r.choice([stem, stem + "s" + ext, stem + r.choice([".bak", ".yml", ".text", ".conf"]), "old/" + p, stem.upper() + ext, stem[:-1] + ext, stem + "_file" + ext, p.replace("_", "-") if "_" in p else stem + "1" + ext])
    others = {x: t for x, t in files_around(r, r.randint(0, 3), (p, wrong)).items() if x.split("/")[-1].split(".")[0] != stem.split("/")[-1]}
    e = Episode(r, think, {p: text, **others})
    if r.random() < 0.4:
        q, call = command(r, r.choice(A.READ), p=wrong), lambda x: ("read", x)
        done = f"There is no {wrong}. {p} contains:\n{text}"
    else:
        q, call = replace_request(r, wrong, old, new), lambda x: ("edit", x, old, new)
        done = f"There is no {wrong}, so I replaced {old} with {new} in {p}."
    if q.lower().startswith("open") and call("")[0] == "edit":
        return t_misnamed(r, think)
    kind, *rest = call(wrong)
    e.act(f"I use {wrong}.", kind, *rest)
    e.act(f"There is no {wrong}, so I list the files.", "list")
    kind, *rest = call(p)
    e.act(f"The file is {p}.", kind, *rest)
    e.end(done)
    return q, e


def t_nomatch(r, think):
    """A text to replace that is written a little differently in the file."""
    p = file_path(r)
    a, b, v, w = distinct(r, 4, word)
    real, told, new = r.choice([(f"{a} = {v}", f"{a}={v}", f"{a} = {w}"), (f"{a}={v}", f"{a} = {v}", f"{a}={w}"), (f"{a}: {v}", f"{a}:{v}", f"{a}: {w}"), (f"{a.upper()}_{b}", f"{a}-{b}", f"{w}_{b}"), (cap(f"{a} {b}"), f"{a} {b}"[:1].lower() + f"{a} {b}"[1:], cap(f"{w} {b}")), (f"{a}  {b}", f"{a} {b}", f"{w} {v}"), (f"{a}({b}, {v})", f"{a}({b},{v})", f"{a}({b}, {w})"), (f'{a}("{b}")', f"{a}('{b}')", f'{a}("{w}")')])
    text = holding(r, p, real)
    if told in text or text.count(real) != 1:
        return t_nomatch(r, think)
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 2), (p,))})
    if not e.has("edit"):
        return t_nomatch(r, think)
    q = replace_request(r, p, told, new)
    if q.lower().startswith("open"):
        e.act(f"I read {p} first.", "read", p)
    else:
        e.act(f"I replace {told} in {p}.", "edit", p, told, new)
        e.act("The text is not there like that, so I read the file.", "read", p)
    e.act(f"The file has {real}.", "edit", p, real, new)
    e.end(f"{p} had {real}; I replaced it with {new}.")
    return q, e


def t_several(r, think):
    """Two or three new files in one order, in lines or blocks of their own."""
    ps = apart(r, r.choice([2, 2, 2, 2, 3, 3]))
    blocks = r.random() < 0.4
    files = {p: body(r, p) if blocks else one_liner(r, p) for p in ps}
    lead = command(r, r.choice(["create these files:", "create the following files:", "write these files:", "we need some files:", "make {n} files:", "add these {n} files:", "i need {n} new files:", "please set up these files:", "the project needs these files:", "save each text under its name:", "here are {n} files to create:"]), n=str(len(ps)))
    if blocks:
        style = r.choice(["{p}:\n```\n{x}\n```", "`{p}`\n```\n{x}\n```", "### {p}\n\n```{e}\n{x}\n```", "--- {p} ---\n{x}", "File {p}:\n{x}", "== {p} ==\n{x}"])
        q = lead + "\n\n" + "\n\n".join(style.replace("{p}", p).replace("{e}", ending(p)[1:]).replace("{x}", t) for p, t in files.items())
    else:
        style = r.choice(["- {p}: {x}", "{p}: {x}", "* {p} with {m}", "{i}. {p} containing {m}", "- `{p}` with the text {m}", "{p} -> {x}", "{i}. {p}: {x}"])
        q = lead + "\n" + "\n".join(style.replace("{i}", str(i + 1)).replace("{p}", p).replace("{x}", t).replace("{m}", marked(r, t)) for i, (p, t) in enumerate(files.items()))
    cmd = commands(r, ps[-1]) if r.random() < 0.35 else None
    if cmd:
        q += r.choice(["\n\nThen run {c}.", "\n\nAfter that run {c}.", "\n\nWhen all are there, run {c}.", "\n\nFinally run {c}."]).replace("{c}", cmd)
    e = checked(r, files_around(r, r.randint(0, 1), ps), cmd, ps[-1], files[ps[-1]], think)
    for p in ps:
        e.act(f"I write {p}.", "write", p, files[p])
    finish(e, f"I created {listed(r, ps)}", cmd)
    return q, e


def t_talk(r, think):
    """A change, then one or two further orders or questions about what was done."""
    p, text, old, new = change(r)
    cmd = commands(r, p)
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 1), (p,))}, {cmd: (p, "", result_text(r), "error")})
    q = replace_request(r, p, old, new)
    if "open " in q.lower()[:40]:
        e.act(f"I read {p} first.", "read", p)
    e.act(f"I replace {old} in {p}.", "edit", p, old, new)
    e.end(f"I replaced {old} with {new} in {p}.")
    ran, now = "", new
    for _ in range(r.choice([1, 1, 2])):
        k = r.randrange(4) if not ran else 4
        if k == 0:
            say(e, command(r, r.choice(["which file did you change?", "what was the name of the file?", "where did you make the change?", "in which file was that?", "what file is changed now?"])))
            e.end(f"I changed {p}.", "I know this already.")
        elif k == 1:
            say(e, command(r, r.choice(["what did you replace?", "what was changed?", "tell me again what you did", "what have you done so far?", "say in short what you changed"])))
            e.end(f"I replaced {old} with {new} in {p}.", "I know this already.")
        elif k == 2 and now == new and e.ws.files[p].count(new) == 1:
            say(e, command(r, r.choice(["undo that", "undo the change", "that was wrong, change it back", "please revert it", "go back to the old text", "take the change back"])))
            e.act(f"I put {old} back.", "edit", p, new, old)
            e.end(f"I replaced {new} with {old} in {p} again.")
            break
        elif k == 4:
            say(e, command(r, r.choice(["what did it print?", "what was the output?", "tell me the output again", "what was the result of the command?", "how did the command end?"])))
            e.end(verdict(ran), "I know this already.")
            break
        else:
            say(e, command(r, r.choice(["now run {c}", "good. run {c}", "thanks, and now {c}", "ok, then run {c}", "next, run {c}", "please also run {c}"]), c=cmd))
            ran = e.run(cmd)
            e.end(f"I ran {cmd}. {verdict(ran)}")
    return q, e


def say(e, text):
    """The user's next message in the same chat."""
    e.msgs.append(user(text))


TASKS = [(t_key, 4), (t_ask, 2.5), (t_findedit, 1.5), (t_lines, 2), (t_function, 2), (t_green, 1.5), (t_mend, 1.2), (t_misnamed, 1.5), (t_nomatch, 1.5), (t_several, 2), (t_talk, 1.5)]
