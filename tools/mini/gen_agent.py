"""Training data: short agent loops in a toy workspace, with errors and retries."""
import agentwords as A
from chat import assistant, tool_result, user
from gen_json import small, toml
from gen_tools import make_tool
from phrase import command, expand, long_system, ph
from words import GREEK, NAMES, WORDS, cap, distinct, letters, pseudo, word
from workspace import Workspace
import json

KINDS = {
    "list": (["list_files", "list_dir", "ls", "list", "list_directory", "get_files", "show_files", "dir", "files_list", "list_workspace"], ["List the files", "List all files in the workspace", "Lists the directory", "Show which files there are", "List files in a directory"]),
    "read": (["read_file", "read", "cat", "open_file", "get_file", "view", "file_read", "load_file", "read_text"], ["Read a file", "Read the content of a file", "Returns the text of a file", "Show the content of a file", "Read a file from the workspace"]),
    "write": (["write_file", "write", "create_file", "save_file", "put_file", "file_write", "new_file", "write_text"], ["Write a file", "Create or overwrite a file", "Write text to a file", "Creates a file with the given content", "Save content to a file"]),
    "edit": (["edit_file", "edit", "replace_in_file", "str_replace", "apply_edit", "file_edit", "replace", "substitute"], ["Replace text in a file", "Edit a file by replacing a text", "Replaces one text by another in a file", "Change a part of a file", "Edit a file"]),
    "run": (["run_command", "run", "bash", "shell", "execute", "exec", "terminal", "run_shell", "execute_command"], ["Run a command", "Run a shell command", "Executes a command and returns its output", "Run a command in the workspace", "Run a program"]),
}
class Kit:
    """One naming of the five tools; `call` maps an action to name and arguments."""

    def __init__(self, r, kinds=KINDS):
        self.names = {}
        plain = r.random()
        while len(set(self.names.values())) < 5:
            for k, (names, _) in kinds.items():
                self.names[k] = k if plain < 0.12 else names[0] if plain < 0.25 else r.choice(names) if plain < 0.55 else A.tool_name(r, k)
            plain = 1.0 if plain >= 0.55 else plain
        self.path = A.param_name(r, r.choice(["path", "file", "filename", "filepath"]), A.PATHS)
        self.text = A.param_name(r, r.choice(["content", "text", "contents", "body", "data"]), A.TEXTS)
        self.cmd = A.param_name(r, r.choice(["command", "cmd", "line", "script"]), A.COMMANDS)
        if self.text == self.path:
            self.text = "content"
        self.old, self.new = r.choice(A.SWAPS) if r.random() < 0.75 else r.choice([(f"old_{x}", f"new_{x}") for x in ("part", "line", "code", "piece", "words", word(r).lower())] + [("original_" + x, "changed_" + x) for x in ("text", "part", word(r).lower())])
        if {self.old, self.new} & {self.path, self.text}:
            self.old, self.new = "old", "new"
        if len({self.path, self.old, self.new}) < 3:
            self.old, self.new = "old", "new"
        self.list_arg = r.random() < 0.25
        self.specs = {}
        d = r.random() < 0.6
        p = lambda t, desc: {"type": t, "description": desc} if d else {"type": t}
        props = {
            "list": {"path": p("string", "Directory to list")} if self.list_arg else {},
            "read": {self.path: p("string", "Path of the file")},
            "write": {self.path: p("string", "Path of the file"), self.text: p("string", "Text to write")},
            "edit": {self.path: p("string", "Path of the file"), self.old: p("string", "Text to replace"), self.new: p("string", "Text to put there")},
            "run": {self.cmd: p("string", "The command")},
        }
        for k, (_, descs) in kinds.items():
            fn = {"name": self.names[k], "description": r.choice(descs) if r.random() < 0.4 else A.description(r, k), "parameters": {"type": "object", "properties": props[k], "required": list(props[k])}}
            self.specs[k] = {"type": "function", "function": fn}

    def call(self, kind, *a):
        args = {"list": lambda: {"path": "."} if self.list_arg else {}, "read": lambda: {self.path: a[0]}, "write": lambda: {self.path: a[0], self.text: a[1]},
                "edit": lambda: {self.path: a[0], self.old: a[1], self.new: a[2]}, "run": lambda: {self.cmd: a[0]}}[kind]()
        return self.names[kind], args


def dispatch(kit, ws, name, args):
    """Run a call of the model on the workspace; errors come back as text."""
    kind = next((k for k, n in kit.names.items() if n == name), None)
    s = lambda k: args.get(k) if isinstance(args.get(k), str) else ""
    if kind == "list":
        return ws.list()
    if kind == "read":
        return ws.read(s(kit.path))
    if kind == "write":
        return ws.write(s(kit.path), s(kit.text))
    if kind == "edit":
        return ws.edit(s(kit.path), s(kit.old), s(kit.new))
    if kind == "run":
        return ws.run(s(kit.cmd))
    return "Error: unknown tool"


EXTS = [".cfg", ".ini", ".csv", ".log", ".env", ".ts", ".java", ".xml", ".sql", "", ".py", ".rs", ".js", ".txt", ".md", ".toml", ".json", ".sh", ".c", ".go", ".html", ".css", ".yaml"]


def file_path(r, ext=None):
    d = r.choice(["", "", "src/", "src/", "lib/", "app/", "docs/", "tests/", word(r) + "/", word(r) + "/" + word(r) + "/"])
    n = r.choice([word(r), word(r), word(r) + "_" + word(r), r.choice(["main", "app", "util", "config", "index", "notes", "test", "readme", "hello", "server"])])
    if ext is None:
        ext = r.choice(EXTS) if r.random() < 0.85 else "." + letters(r, r.randint(1, 4))
    return d + n + ext


LINES = ["{a}={n}", "{a}={b}", "{a} = {b}", "{a}: {b} {c}", "{A} {b} {c}.", "The {a} is {b}.", "{a} {b} {c} {a}", "pub fn {a}() -> u32 {", "    {n}", "}", "let {a} = {b}.{c}({n});", "{a}[{n}] = {b};", "    return {a} + {b};", "if {a} >= {n}:", "    {a}({b}, {c})", "<{a} {b}=\"{c}\">", "{a},{b},{c},{n}", "{a};{b}", "# {a} {b}", "// {A} {b}", "- {a}", "* {a}: {n}", "{a} -> {b}", "{a} => {b} | {c}", "\"{a}\": \"{b}\",", "'{a}' and '{b}'", "{a}_{b} = {n}", "{a}.{b}.{c}", "{a}/{b}/{c}", "$ {a} --{b} {n}", "export {a}={b}", "[{a}]", "{a} {n} {b} {n}", "fn {a}({b}: &str) -> String {", "print({a}_{b})", "print(\"{a} {b}\")", "{a} for {b}", "@{a} {b}!", "{a}\t{b}", "  {a}: {b}", "{n}. {a}", "{a}? {b}!", "x{n} = {a} * {n} % {n}", "{a}()", "{a}({n}, \"{b}\")", "{a} && {b} || !{c}", "{a}, {b} and {c}", "{a}-{b}", "yes", "{a}=yes", "{A}", "{A}!", "{A} {b}?", "{a};", "{a}.", "{a}:", "{n}", "{a} {b}.", "    {a} = \"{b}\"", "{a}: \"{b} {c}\"", "println!(\"{a} {b}\");", "    println!(\"{{}}\", {a});", "assert {a} == {n}", "assert_eq!({a}, {n});", "#[test]", "mod {a};", "use {a}::{b};", "import {a}", "from {a} import {b}", "def {a}():", "    pass", "    return \"{a}\"", "echo \"{a} {b}\"", "echo {a}", "if ({a} < {n}) { {b}(); }", "{ {a}: {n} }", "[{n}, {n}, {n}]", "({a}, {b})", "'{a}'", "\"{a}\"", "`{a}` {b}", "{a} // {b}", "/* {a} */", "<!-- {a} -->", "{a} >= {n}; {b} <= {n}", "{a}\\n{b}", "**{a}** {b}", "> {a} {b}", "| {a} | {b} |", "{n}%", "{a}@{b}.com", "http://{a}.{b}/{c}", "The {a} of {b} is {c}.", "{A} {b} {c} {a} {b}!", "{A}, {b}, {c}.", "{a}_{b}={c}", "version = \"{n}.{n}.{n}\"", "const {a} = {n};", "var {a} = [\"{b}\", \"{c}\"];", "while {a}: {b}()", "end", "};", ")", "]"]


def free_line(r):
    """A line of no particular kind of file."""
    t = r.choice(LINES)
    for k in "abc":
        t = t.replace("{" + k + "}", word(r)).replace("{" + k.upper() + "}", cap(word(r)))
    while "{n}" in t:
        t = t.replace("{n}", str(r.randint(0, 99)), 1)
    return t.replace("{{}}", "{}")


def body(r, path, marker=None):
    """File text fitting the path's kind; contains `marker` if given."""
    a, b, c = word(r), word(r), word(r)
    n, m = r.randint(0, 99), r.randint(0, 99)
    s = " ".join(word(r) for _ in range(r.randint(1, 4)))
    ext = path[path.rfind("."):] if "." in path else ""
    if r.random() < 0.4 or ext not in (".py", ".rs", ".js", ".json", ".toml", ".md", ".sh", ".yaml", ".html", ".css", ".c", ".go", ".txt"):
        text = "\n".join(free_line(r) for _ in range(r.choice([1, 1, 1, 2, 2, 3, 4])))
        return text if marker is None else text + "\n" + marker
    t = {
        ".py": [f'print("{s}")', f"def {a}({b}):\n    return {b} + {n}\n\nprint({a}({m}))", f"{a} = {n}\n{b} = {m}\nprint({a} + {b})", f"import {a}\n\nfor {b} in range({n}):\n    print({b})", f"class {cap(a)}:\n    {b} = {n}"],
        ".rs": [f'fn main() {{\n    println!("{s}");\n}}', f"pub fn {a}({b}: i32) -> i32 {{\n    {b} + {n}\n}}", f"fn main() {{\n    let {a} = {n};\n    let {b} = {m};\n    println!(\"{{}}\", {a} + {b});\n}}", f"const {a.upper()}: u32 = {n};\nconst {b.upper()}: u32 = {m};"],
        ".js": [f'console.log("{s}");', f"const {a} = {n};\nconst {b} = {m};\nconsole.log({a} >= {b});", f"function {a}({b}) {{\n  return {b} * {n};\n}}"],
        ".json": [json.dumps(small(r, 150, 2), indent=2)], ".toml": [toml(small(r, 150, 2))],
        ".md": [f"# {cap(a)}\n\n{cap(s)}.", f"# {cap(a)} {b}\n\n- {s}\n- {c}"], ".sh": [f"echo {s}", f"#!/bin/sh\ncd {a}\necho {b}"],
        ".yaml": [f"{a}: {n}\n{b}:\n  {c}: {m}"], ".html": [f"<h1>{s}</h1>\n<p>{c}</p>"], ".css": [f".{a} {{\n  width: {n}px;\n}}"],
        ".c": [f"int {a} = {n};\nint {b} = {m};", f"#include <{a}.h>\n\nint main() {{\n    return {n};\n}}"], ".go": [f"package {a}\n\nvar {b} = {n}"],
        ".txt": [cap(s) + ".", f"{s}\n{a} {b}\n{n}", f"{a}: {n}\n{b}: {m}"],
    }.get(ext, [s])
    text = r.choice(t)
    return text if marker is None else text + ("\n" if text else "") + marker


def commands(r, path):
    stem = path[path.rfind("/") + 1: path.rfind(".")]
    return r.choice(["cargo test", "pytest", "npm test", "make test", "make", f"python {path}", "cargo run", "cargo build", f"node {path}", f"sh {path}", "go test ./...", f"./{stem}.sh", "python -m pytest -q", "make check", "cargo check", f"bash {path}", "npm run build", f"{word(r)} test", f"./{word(r)}"])


GOOD = ["{w} {w}", "{n} {w}", "{w}: {n}", "{w} {w} {n} {w}", "{n} of {n} {w}", "all {n} {w}", "done in {n} s", "ok", "all tests passed", "{n} passed", "test result: ok. {n} passed", "{n} tests passed", "Build succeeded", "PASS", "{w} {v}", "{n}", "{w}"]
BAD = ["FAILED: expected {t} in {p}", "error in {p}: {t} is missing", "1 failed: {p} must contain {t}", "{p}: error: expected {t}", "AssertionError: {t} not in {p}"]


class Episode:
    """Collects the turns of a scripted run on a workspace."""

    def __init__(self, r, think, files, checks=None, flaky=()):
        self.r, self.think = r, think
        self.kit = Kit(r)
        self.ws = Workspace(files, checks, flaky, A.wordings(r))
        self.msgs = []

    def act(self, thought, kind, *a):
        name, args = self.kit.call(kind, *a)
        self.msgs.append(assistant("", thought if self.think else "", [(name, args)]))
        res = dispatch(self.kit, self.ws, name, args)
        self.msgs.append(tool_result(res))
        return res

    def run(self, cmd, thought=None):
        res = self.act(thought or f"I run {cmd}.", "run", cmd)
        if res == self.ws.words["transient"]:
            res = self.act("It failed for a moment, so I try again.", "run", cmd)
        return res

    def end(self, text, thought="The work is done."):
        self.msgs.append(assistant(text, thought if self.think else ""))


def result_text(r):
    """What a successful command prints."""
    t = expand(r, r.choice(GOOD))
    while "{w}" in t:
        t = t.replace("{w}", word(r), 1)
    return t.replace("{n}", str(r.randint(1, 99))).replace("{v}", str(r.randint(0, 99)))


def files_around(r, n, skip=()):
    out = {}
    while len(out) < n:
        p = file_path(r)
        if p not in skip:
            out[p] = body(r, p)
    return out


def quote(r, s):
    """The text in quotation marks that it does not hold itself, or bare."""
    marks = [m for m in ['"', "'", "`"] if m not in s]
    return r.choice(["{}"] + [m + "{}" + m for m in marks]).format(s) if "\n" not in s else s


def ask_content(r, path, text, cmd=None):
    """A request to create a file with exactly this text, and then to run a command."""
    o = command(r, r.choice(["(create|write|make|add|save) {p}", "(create|write|make|add) (a file|the file|a new file|a file named|a file called) {p}", "put this (in|into) {p}", "(create|save) the file {p}", "i need a file {p}"] + A.CREATE), p=path)
    roll = r.random()
    if roll < 0.14:
        fence = "```" + r.choice(["", "", path[path.rfind(".") + 1:] if "." in path else ""])
        return o + expand(r, r.choice([" with:\n", ":\n", " with this content:\n"] + A.WITH)) + fence + "\n" + text + "\n```" + ("\n" + then_run(r, cmd).lstrip(" ,.;") if cmd else "")
    if cmd and "\n" in text:
        first = ph(r, "(run {c} after you (create|write) {p}|write {p}, then run {c}|create {p} and run {c}|make the file {p} and then run {c}|first write {p}, then run {c}|(create|write|add) {p} and (when done|afterwards|then) (run|start|try) {c}|i need {p}, and then run {c})", c=cmd, p=path)
        return cap(first) + expand(r, r.choice([". Content:\n", ". The content is:\n", " with this content:\n", ":\n", ". The file:\n", ". Text of the file:\n", ". {p} has to be:\n".replace("{p}", path)])) + text
    if "\n" in text or not cmd and roll < 0.5:
        return o + expand(r, r.choice([" with:\n", " with this content:\n", " with the content:\n", " containing:\n", " with the following content:\n\n", ":\n", " that contains\n", " with the text\n", " so that it reads:\n"] + A.WITH)) + text
    x = expand(r, r.choice(A.WITH_SHORT + [" with the content ", " with ", " containing ", " that says ", " with the text ", " that contains "]))
    shown = quote(r, text)
    o += x.replace("{x}", shown) if "{x}" in x else x + shown
    bare = shown == text and "{x}" not in x
    return o + (then_run(r, quote(r, cmd)) if cmd else "" if bare else r.choice([".", "", ""]))


def replace_request(r, path, old, new):
    return command(r, r.choice(A.REPLACE + ["replace {a} (by|with) {b} in {p}", "change {a} to {b} in {p}", "in {p}, replace {a} (with|by) {b}", "edit {p}: replace {a} (with|by) {b}", "in {p}, change {a} (to|into) {b}", "substitute {b} for {a} in {p}", "turn {a} into {b} in {p}", "update {p}: {a} should be {b}", "{a} should become {b} in {p}", "edit {p} and change {a} to {b}", "rename {a} to {b} in {p}", "fix {p}: it should say {b} instead of {a}", "open {p} and replace {a} with {b}"]), p=path, a=quote(r, old), b=quote(r, new))


def then_run(r, cmd):
    return ph(r, r.choice(A.THEN), c=cmd)


def verdict(out):
    return f"The command failed: {out}" if "rror" in out or "FAIL" in out or "failed" in out else f"Output: {out}" if out else "The command gave no output."


def t_create(r, think):
    p = file_path(r)
    text = body(r, p)
    cmd = commands(r, p) if r.random() < 0.5 else None
    good = result_text(r)
    e = Episode(r, think, files_around(r, r.randint(0, 3), (p,)), {cmd: (p, text, good, "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.15 else ())
    q = ask_content(r, p, text, cmd)
    e.act(f"I write {p}.", "write", p, text)
    if cmd:
        out = e.run(cmd)
        e.end(f"I created {p} and ran {cmd}. {verdict(out)}")
    else:
        e.end(f"I created {p}.")
    return q, e


def change(r, path=None):
    """A file with a text to replace: (path, text, old, new)."""
    p = path or file_path(r)
    k = r.randrange(5)
    a, b = distinct(r, 2, word)
    if k == 0:
        old, new = a, b
    elif k == 1:
        old, new = f"{a} = {r.randint(0, 49)}", f"{a} = {r.randint(50, 99)}"
    elif k == 2:
        old, new = f"{a}({b})", f"{b}({a})"
    elif k == 3:
        old, new = str(r.randint(100, 499)), str(r.randint(500, 999))
    else:
        old, new = f"{a} {b}", " ".join(word(r) for _ in range(r.randint(1, 3)))
    lines = body(r, p).split("\n")
    while old in "\n".join(lines):
        lines = body(r, p).split("\n")
        if r.random() < 0.02:
            old = pseudo(r) + old
    line = r.choice([old, old, f"# {old}", f"{word(r)} {old} {word(r)}", f"{word(r)}={old}", f"say {old} now", f"// {old}", f"{word(r)} {old}", f"{old};", f"let x = {old};", f"{word(r)}: {old}"])
    if r.random() < 0.3:
        lines = [x for x in lines if r.random() < 0.5]
    lines.insert(r.randint(0, len(lines)), line)
    return p, "\n".join(lines), old, new


def default_tests(p):
    """What "run the tests" means when no command is given."""
    return {".rs": "cargo test", ".py": "pytest", ".js": "npm test", ".go": "go test ./..."}.get(p[p.rfind("."):], "make test")


def t_replace(r, think):
    p, text, old, new = change(r)
    cmd = commands(r, p) if r.random() < 0.6 else None
    then = then_run(r, r.choice([cmd, cmd, quote(r, cmd)])) if cmd else ""
    if cmd and r.random() < 0.2:
        cmd, then = default_tests(p), r.choice(A.THEN_TESTS)
    good = result_text(r)
    others = files_around(r, r.randint(1, 4), (p,))
    wrong = p
    lost = r.random() < 0.2
    if lost:
        wrong = p[p.rfind("/") + 1:] if "/" in p else r.choice(["src/", "lib/", "app/"]) + p
        if wrong in others:
            wrong, lost = p, False
    e = Episode(r, think, {p: text, **others}, {cmd: (p, new, good, "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.15 else ())
    q = replace_request(r, wrong, old, new) + (then if cmd else "") + r.choice([".", ""])
    look = not lost and "open " in q.lower()[:40]
    if look:
        e.act(f"I read {p} first.", "read", p)
    e.act(f"I replace {old} in {wrong}.", "edit", wrong, old, new)
    if lost:
        e.act(f"There is no {wrong}, so I list the files.", "list")
        e.act(f"The file is {p}.", "edit", p, old, new)
    done = f"I replaced {old} with {new} in {p}"
    if cmd:
        out = e.run(cmd)
        e.end(f"{done} and ran {cmd}. {verdict(out)}")
    else:
        e.end(done + ".")
    return q, e


def t_fix(r, think):
    """Run a command, see what is missing, mend the file and run again."""
    p, text, old, new = change(r)
    cmd = commands(r, p)
    bad = ph(r, r.choice(["trouble in {p}: should be {b} but is {a}", "{p} is not right: it has {a}, not {b}", "there is a fault in {p}: {a} instead of {b}", "{p}: needs {b}, has {a}", "broken: {p} says {a}, must say {b}", "check of {p} failed; {b} was expected but {a} was there", "issue at {p}: want {b} but got {a}", "{w} error in {p} - {b} expected, {a} seen", "{p} {w}: expected {b} but got {a}", "  File {p}, line 2: {a} (expected {b})", "{p}: found {a}, expected {b}", "error in {p}: expected {b}, got {a}", "FAILED {p}: {a} should be {b}", "AssertionError in {p}: {a} is not {b}", "{p}: error: use {b} instead of {a}", "{p}: {a} is wrong, want {b}", "in {p}: wanted {b}, saw {a}", "test failed: {p} has {a}, needs {b}", "error: {a} in {p} must be {b}", "{p} line 3: {a} should read {b}", "bad value {a} in {p}, use {b}", "failure in {p}: {b} required instead of {a}", "{p} is wrong: {a} where {b} belongs", "mismatch in {p}: have {a}, need {b}", "1 test failed. {p}: expected {b}, actual {a}"]), p=p, a=old, b=new, w=word(r))
    good = result_text(r)
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 3), (p,))}, {cmd: (p, new, good, bad)}, (cmd,) if r.random() < 0.1 else ())
    q = command(r, r.choice(A.FIX + ["run {c} and fix (the error|what fails|any error|the problem|it if it fails)", "{c} fails. (fix it|please fix it|find out why and fix it|repair it)", "make {c} (pass|work|succeed)", "fix the (error|failure) (in|of|reported by) {c}", "run {c}. if it fails, fix the file and run it again", "(get|make) {c} to pass", "the command {c} does not work. (fix it|please fix it)", "run {c}, repair what is wrong and run it again"]), c=quote(r, cmd)) + r.choice([".", ""])
    e.run(cmd)
    e.act(f"It fails because of {p}, so I read it.", "read", p)
    e.act(f"I replace {old} with {new}.", "edit", p, old, new)
    out = e.run(cmd, f"I run {cmd} again.")
    e.end(f"I replaced {old} with {new} in {p} and {cmd} works now. {verdict(out)}")
    return q, e


def t_run(r, think):
    p = file_path(r)
    cmd = commands(r, p)
    ok = r.random() < 0.7
    out = result_text(r) if ok else f"error: {word(r)} {word(r)}"
    e = Episode(r, think, {p: "x", **files_around(r, r.randint(0, 2), (p,))}, {cmd: (p, "x", out, out)}, (cmd,) if r.random() < 0.3 else ())
    q = command(r, r.choice(A.RUN + ["run {c}", "execute {c}", "run {c} and tell me (the output|what it prints|the result|what happens)", "what does {c} (print|say|output)?", "run the (command|tests with|program) {c}", "call {c} and report the output", "use {c} and show me the output", "please execute {c}"]), c=quote(r, cmd))
    out = e.run(cmd)
    e.end(f"I ran {cmd}. {verdict(out)}")
    return q, e


def t_read(r, think):
    p = file_path(r)
    text = body(r, p)
    others = files_around(r, r.randint(1, 4), (p,))
    e = Episode(r, think, {p: text, **others})
    lost = r.random() < 0.2 and "/" in p and p[p.rfind("/") + 1:] not in others
    shown = p[p.rfind("/") + 1:] if lost else p
    q = command(r, r.choice(A.READ + ["(show|read|print|display|open|give) me {p}", "what is in {p}?", "what does {p} contain?", "read {p}", "show me (the content of|the file|what is in) {p}", "print the content of {p}", "open {p} and tell me what it says", "what does {p} say?", "tell me what is in {p}"]), p=shown)
    e.act(f"I read {shown}.", "read", shown)
    if lost:
        e.act(f"There is no {shown}, so I list the files.", "list")
        e.act(f"The file is {p}.", "read", p)
    e.end(f"{p} contains:\n{text}")
    return q, e


def t_list(r, think):
    fs = files_around(r, r.randint(1, 7))
    e = Episode(r, think, fs)
    count = r.random() < 0.4
    if count:
        q = command(r, r.choice(["how many files are (there|in the workspace|in this project)?", "count the files", "tell me how many files there are", "what is the number of files in the workspace?"]))
    else:
        q = command(r, r.choice(["list (the|all|my) files", "(what|which) files are (there|here|in the workspace|in this project)?", "show me the files", "what is in the workspace?", "list the directory", "give me a list of the files", "which files do we have?"]))
    out = e.act("I list the files.", "list")
    n = len(fs)
    e.end(f"There {'is' if n == 1 else 'are'} {n} file{'' if n == 1 else 's'}." if count else f"The files are:\n{out}")
    return q, e


def t_copy(r, think):
    a, b = distinct(r, 2, lambda r: file_path(r))
    text = body(r, a)
    e = Episode(r, think, {a: text, **files_around(r, r.randint(0, 3), (a, b))})
    q = command(r, r.choice(A.COPY + ["copy {a} to {b}", "(write|save) the content of {a} (to|into) {b}", "make a copy of {a} (named|called|at) {b}", "read {a} and write (it|the same text|its content) to {b}", "duplicate {a} as {b}", "create {b} with the content of {a}", "put what is in {a} into {b}"]), a=a, b=b) + r.choice([".", ""])
    e.act(f"I read {a}.", "read", a)
    e.act(f"I write the same text to {b}.", "write", b, text)
    e.end(f"I copied {a} to {b}.")
    return q, e


def t_find(r, think):
    fs = files_around(r, r.randint(2, 4))
    p = r.choice(list(fs))
    w = pseudo(r)
    fs[p] += "\n" + r.choice([w, f"# {w}", f"{w} = {r.randint(0, 99)}"])
    e = Episode(r, think, fs)
    q = command(r, r.choice(["which file (contains|mentions|has) {w}?", "find the file (that contains|with|that mentions) {w}", "in which file is {w}?", "where is {w}?", "tell me which file contains {w}", "look for {w} in the files", "search the files for {w}"]), w=quote(r, w))
    e.act("I list the files.", "list")
    for f in sorted(fs):
        e.act(f"I read {f}.", "read", f)
        if f == p:
            break
    e.end(f"{p} contains {w}.")
    return q, e


def t_two(r, think):
    """Two files to create, or one to create and one to edit."""
    a, b = distinct(r, 2, lambda r: file_path(r))
    ta = body(r, a).split("\n")[0]
    if r.random() < 0.5:
        tb = body(r, b).split("\n")[0]
        e = Episode(r, think, files_around(r, r.randint(0, 2), (a, b)))
        q = command(r, "(create|write|make|add) (|the files |two files: ){a} with {x} and {b} with {y}", a=a, b=b, x=quote(r, ta), y=quote(r, tb))
        e.act(f"I write {a}.", "write", a, ta)
        e.act(f"Now I write {b}.", "write", b, tb)
        e.end(f"I created {a} and {b}.")
        return q, e
    b, text, old, new = change(r, b)
    e = Episode(r, think, {b: text, **files_around(r, r.randint(0, 2), (a, b))})
    q = command(r, "(create|write|make) {a} with {x}", a=a, x=quote(r, ta)) + r.choice([", then ", " and ", " and then ", ". Then ", ". Also "]) + ph(r, "(replace {o} with {n} in {b}|change {o} to {n} in {b}|in {b} replace {o} by {n})", b=b, o=quote(r, old), n=quote(r, new)) + "."
    e.act(f"I write {a}.", "write", a, ta)
    e.act(f"Now I edit {b}.", "edit", b, old, new)
    e.end(f"I created {a} and replaced {old} with {new} in {b}.")
    return q, e


def t_remove(r, think):
    fs = files_around(r, r.randint(1, 4))
    p = r.choice(list(fs))
    e = Episode(r, think, fs)
    q = command(r, r.choice(["(delete|remove|erase) {p}", "(delete|remove) the file {p}", "get rid of {p}", "{p} is not needed. (delete|remove) it"]), p=p)
    e.run(f"rm {p}")
    e.end(f"I deleted {p}.")
    return q, e


TASKS = [(t_create, 5), (t_replace, 6), (t_fix, 5), (t_run, 2), (t_read, 3), (t_list, 1.5), (t_copy, 2), (t_find, 1.5), (t_two, 2), (t_remove, 1)]
AGENT_SYSTEMS = ["You are a coding agent.", "You work in the user's workspace. Use the tools.", "You are a helpful coding assistant with tools.", "Use the tools to do what the user asks.", "You are an agent. Finish the task, then answer.", "You are an expert programmer."]


def agent(r, think=False):
    """One task, sometimes followed by a second one in the same chat."""
    f = r.choices([t for t, _ in TASKS], [w for _, w in TASKS])[0]
    q, e = f(r, think)
    head = r.choice(AGENT_SYSTEMS) if r.random() < 0.5 else long_system(r)
    msgs = [{"role": "system", "content": head}] if r.random() < 0.6 else []
    msgs += [user(q)] + e.msgs
    if not think and r.random() < 0.15:
        g = r.choice([t_run, t_read, t_list])
        kit, ws = e.kit, e.ws
        p = r.choice(list(ws.files)) if ws.files else None
        if p:
            text = ws.files[p]
            msgs += [user(command(r, r.choice(["now show me {p}", "read {p}", "what is in {p} now?", "show me {p}"] + A.READ), p=p)), assistant("", "", [kit.call("read", p)]), tool_result(text), assistant(f"{p} contains:\n{text}")]
    specs = list(e.kit.specs.values())
    if r.random() < 0.3:
        r.shuffle(specs)
    if r.random() < 0.15:
        specs.insert(r.randint(0, len(specs)), make_tool(r)["spec"])
    return {"messages": msgs, "tools": specs, "think": think}
