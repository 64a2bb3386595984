"""The tools, files and turns of which the agent tasks are made."""
import json
import re

import agentwords as A
import kitwords
import toolkits
from agentcommands import any_command, output
from agentsay import NOW, SWAP, THEN_BE, prose, tell
from chat import assistant, tool_result
from gen_json import small, toml
from phrase import command, expand, ph
from words import cap, distinct, letters, pseudo, word
from workspace import Workspace

KINDS = {
    "list": (["list_files", "list_dir", "ls", "list", "list_directory", "get_files", "show_files", "dir", "files_list", "list_workspace"], ["List the files", "List all files in the workspace", "Lists the directory", "Show which files there are", "List files in a directory"]),
    "read": (["read_file", "read", "cat", "open_file", "get_file", "view", "file_read", "load_file", "read_text"], ["Read a file", "Read the content of a file", "Returns the text of a file", "Show the content of a file", "Read a file from the workspace"]),
    "write": (["write_file", "write", "create_file", "save_file", "put_file", "file_write", "new_file", "write_text"], ["Write a file", "Create or overwrite a file", "Write text to a file", "Creates a file with the given content", "Save content to a file"]),
    "edit": (["edit_file", "edit", "replace_in_file", "str_replace", "apply_edit", "file_edit", "replace", "substitute"], ["Replace text in a file", "Edit a file by replacing a text", "Replaces one text by another in a file", "Change a part of a file", "Edit a file"]),
    "run": (["run_command", "run", "bash", "shell", "execute", "exec", "terminal", "run_shell", "execute_command"], ["Run a command", "Run a shell command", "Executes a command and returns its output", "Run a command in the workspace", "Run a program"]),
}
# Arguments that may be left out, and always are.
UNUSED = {"list": [("recursive", "boolean", "Go into folders"), ("pattern", "string", "Only such names"), ("depth", "integer", "How deep")], "read": [("offset", "integer", "First line"), ("limit", "integer", "Number of lines"), ("encoding", "string", "Text encoding")], "write": [("mode", "string", "Rights of the file"), ("encoding", "string", "Text encoding")], "edit": [("count", "integer", "How often at most"), ("expected", "integer", "Number of places")], "run": [("timeout", "integer", "Seconds to wait"), ("cwd", "string", "Folder to run in"), ("timeoutMs", "integer", "Limit in milliseconds")]}


class Kit:
    """One naming of the tools; `call` maps an action to name and arguments.

    Most kits have the five tools of `kinds`. Others are those of a client: more tools, or
    one less (an Episode then reaches the same with those that are there)."""

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
        style = r.random()
        if style < 0.12:
            for x in ("path", "text", "cmd", "old", "new"):
                head, *tail = getattr(self, x).split("_")
                setattr(self, x, head + "".join(cap(t) for t in tail))
        elif style < 0.2:
            front = r.choice(["fs_", "ws_", "workspace_", "project-", "repo_", "dev_", word(r).lower() + "_"])
            self.names = {k: front + n for k, n in self.names.items()}
        self.kinds, self.about_run, self.notes = list(kinds), None, False
        self.pattern, (self.src, self.dst) = r.choice(toolkits.PATTERNS), r.choice(toolkits.ENDS)
        self.theme, self.told, self.about = None, {}, {}
        dressed = r.random()
        if dressed < 0.45:
            if r.random() < 0.2:
                self.kinds += [x for x in toolkits.EXTRAS if r.random() < 0.22]
            kitwords.dress(r, self)
        elif dressed < 0.66:
            if r.random() < 0.75:
                self.kinds += [x for x in toolkits.EXTRAS if r.random() < (0.45 if x in ("grep", "glob") else 0.18)]
            if r.random() < 0.18:
                self.kinds.remove("list")
            elif r.random() < 0.14:
                self.kinds.remove("edit")
            toolkits.client(r, self)
            self.notes = r.random() < 0.6
            if len({self.path, self.text, self.old, self.new}) < 4:
                self.path, self.text, self.old, self.new = "path", "content", "old", "new"
        self.specs = {}
        t = self.told
        d = bool(t) or (self.theme is None and r.random() < 0.6)
        p = lambda t, desc: {"type": t, "description": desc} if d else {"type": t}
        props = {
            "list": {"path": p("string", "Directory to list")} if self.list_arg else {},
            "read": {self.path: p("string", t.get("path", "Path of the file"))},
            "write": {self.path: p("string", t.get("path", "Path of the file")), self.text: p("string", t.get("text", "Text to write"))},
            "edit": {self.path: p("string", t.get("path", "Path of the file")), self.old: p("string", t.get("old", "Text to replace")), self.new: p("string", t.get("new", "Text to put there"))},
            "run": {self.cmd: p("string", t.get("cmd", "The command")), **({self.about_run: p("string", "What the command does, in a few words")} if self.about_run else {})},
            "grep": {self.pattern: p("string", "Text to look for")}, "glob": {"pattern": p("string", "Pattern of the paths")}, "delete": {self.path: p("string", "File to delete")},
            "append": {self.path: p("string", "Path of the file"), "line": p("string", "The line")},
            "move": {self.src: p("string", "Path now"), self.dst: p("string", "Path then")}, "copy": {self.src: p("string", "File to copy"), self.dst: p("string", "Path of the copy")},
        }
        for k in ("write", "edit", "run"):
            if r.random() < 0.12:
                props[k] = dict(reversed(props[k].items()))
        self.order = {k: list(v) for k, v in props.items()}
        unused = r.random() < 0.18
        five = len(self.kinds) == 5 and not self.notes and "list" in self.kinds and "edit" in self.kinds
        for k in self.kinds:
            required = list(props[k])
            if unused and k in UNUSED:
                n, kind, about = r.choice(UNUSED[k])
                if n not in props[k]:
                    props[k] = {**props[k], n: p(kind, about)}
            fn = {"name": self.names[k], "description": self.about[k] if self.about else toolkits.describe(r, k, self.notes) if not five else r.choice(kinds[k][1]) if r.random() < 0.4 else A.description(r, k), "parameters": {"type": "object", "properties": props[k], "required": required}}
            self.specs[k] = {"type": "function", "function": fn}

    def call(self, kind, *a):
        args = {"list": lambda: {"path": "."} if self.list_arg else {}, "read": lambda: {self.path: a[0]}, "write": lambda: {self.path: a[0], self.text: a[1]},
                "edit": lambda: {self.path: a[0], self.old: a[1], self.new: a[2]}, "run": lambda: {self.cmd: a[0], **({self.about_run: "Run " + a[0]} if self.about_run else {})},
                "grep": lambda: {self.pattern: a[0]}, "glob": lambda: {"pattern": a[0]}, "delete": lambda: {self.path: a[0]}, "append": lambda: {self.path: a[0], "line": a[1]}, "move": lambda: {self.src: a[0], self.dst: a[1]}, "copy": lambda: {self.src: a[0], self.dst: a[1]}}[kind]()
        return self.names[kind], {k: args[k] for k in self.order[kind]}


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
    if kind == "grep":
        return ws.grep(s(kit.pattern))
    if kind == "glob":
        return ws.glob(s("pattern"))
    if kind == "delete":
        return ws.delete(s(kit.path))
    if kind == "append":
        return ws.append(s(kit.path), s("line"))
    if kind in ("move", "copy"):
        return ws.move(s(kit.src), s(kit.dst), kind == "copy")
    return "Error: unknown tool"


class Desk(Workspace):
    """A workspace that words lists and outputs in its own way and may have several faults.

    `faults` maps a command to (path, text, message) triples: the first text that its
    path lacks is reported."""

    def __init__(self, r, files, checks=None, flaky=(), faults=None, theme=None):
        own = kitwords.wordings(r, theme or r.choice(kitwords.THEMES[:4])) if r.random() < (0.75 if theme else 0.25) else A.wordings(r)
        super().__init__(files, checks, flaky, own)
        self.faults = faults or {}
        self.start, self.first_flaky = dict(files), tuple(flaky)
        self.hits = r.choice(["{p}:{n}:{x}", "{p}:{n}:{x}", "{p}:{n}: {x}", "{p}", "{p} line {n}: {x}"])
        self.listing = r.choices(["\n", "\n- ", ", ", "json", "\n./", "sizes", "\n/"], [76, 6, 5, 6, 3, 3, 1])[0]
        self.shown = r.choices(["", "{i}\t{x}", "{i}: {x}", "{i} | {x}", "<{p}>", "json"], [90, 3, 2, 2, 2, 1])[0]
        self.output = r.choice(["{}"] * 14 + ["exit code: {c}\n{}", '{"exit_code": {c}, "output": "{}"}', "$ {cmd}\n{}", "{}\n(exit {c})", "[{c}] {}", "stdout:\n{}\nstderr:\n", "Exit code: {c}\nOutput:\n{}", '{"stdout": "{}", "stderr": "", "code": {c}}', "<output>\n{}\n</output>", "{}\nreturned {c}"])

    def list(self):
        if not self.files:
            return self.say("empty")
        names = sorted(self.files)
        if self.listing == "json":
            return json.dumps(names)
        if self.listing == "sizes":
            return "\n".join(f"{p} ({len(self.files[p])} bytes)" for p in names)
        first = self.listing[1:] if self.listing[0] == "\n" else ""
        return first + self.listing.join(names)

    def read(self, path):
        """The text, which some workspaces number or wrap."""
        if path not in self.files or not self.shown:
            return super().read(path)
        text = self.files[path]
        if self.shown == "json":
            return json.dumps({"path": path, "content": text}, ensure_ascii=False)
        if self.shown[0] == "<":
            return f'<file path="{path}">\n{text}\n</file>'
        return "\n".join(self.shown.replace("{i}", str(i + 1)).replace("{x}", x) for i, x in enumerate(text.split("\n")))

    def reset(self):
        """Back to the files and faults of the start."""
        self.files, self.flaky, self.ran = dict(self.start), set(self.first_flaky), []

    def grep(self, text):
        out = [self.hits.replace("{p}", p).replace("{n}", str(i + 1)).replace("{x}", x) for p in sorted(self.files) for i, x in enumerate(self.files[p].split("\n")) if text and text in x]
        return "\n".join(dict.fromkeys(out)) or self.say("none")

    def glob(self, pattern):
        """Paths for "**/*", "**/*.x" and "*.x"."""
        end = pattern.rsplit("*", 1)[-1]
        return "\n".join(p for p in sorted(self.files) if p.endswith(end)) or self.say("none")

    def delete(self, path):
        return self.say("deleted", path) if self.files.pop(path, None) is not None else self.say("missing", path)

    def append(self, path, line):
        if path not in self.files:
            return self.say("missing", path)
        self.files[path] += "\n" + line
        return self.say("edited", path)

    def move(self, a, b, keep):
        if a not in self.files:
            return self.say("missing", a)
        self.files[b] = self.files[a] if keep else self.files.pop(a)
        return self.say("wrote", b)

    def run(self, command):
        if command == "find . -type f" and command not in self.checks:
            return "\n".join("./" + p for p in sorted(self.files))
        if command not in self.checks or command in self.flaky:
            return super().run(command)
        out = super().run(command)
        good = self.outcome(command)[1]
        for path, text, message in self.faults.get(command, []):
            if text not in self.files.get(path, ""):
                out, good = message, False
                break
        self.last = out
        if ('"' in out or "\n" in out) and self.output[0] == "{" and '"' in self.output:
            return out
        return self.output.replace("{c}", "0" if good else "1").replace("{cmd}", command).replace("{}", out, 1)


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
    if r.random() < (0.12 if ext in (".py", ".rs", ".js", ".json", ".toml", ".go", ".c") else 0.3):
        text = prose(r, r.choice([1, 1, 2, 2, 3, 4]))
        return text if marker is None else text + "\n" + marker
    if r.random() < 0.35 or ext not in (".py", ".rs", ".js", ".json", ".toml", ".md", ".sh", ".yaml", ".html", ".css", ".c", ".go", ".txt"):
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
    if r.random() < 0.65:
        return any_command(r)
    stem = path[path.rfind("/") + 1: path.rfind(".")]
    return r.choice(["cargo test", "pytest", "npm test", "make test", "make", f"python {path}", "cargo run", "cargo build", f"node {path}", f"sh {path}", "go test ./...", f"./{stem}.sh", "python -m pytest -q", "make check", "cargo check", f"bash {path}", "npm run build", f"{word(r)} test", f"./{word(r)}"])


GOOD = ["{w} {w}", "{n} {w}", "{w}: {n}", "{w} {w} {n} {w}", "{n} of {n} {w}", "all {n} {w}", "done in {n} s", "ok", "all tests passed", "{n} passed", "test result: ok. {n} passed", "{n} tests passed", "Build succeeded", "PASS", "{w} {v}", "{n}", "{w}"]
BAD = ["FAILED: expected {t} in {p}", "error in {p}: {t} is missing", "1 failed: {p} must contain {t}", "{p}: error: expected {t}", "AssertionError: {t} not in {p}"]


class Episode:
    """Collects the turns of a scripted run on a workspace."""

    def __init__(self, r, think, files, checks=None, flaky=(), faults=None):
        self.r, self.think = r, think
        self.kit = Kit(r)
        self.ws = Desk(r, files, checks, flaky, faults, self.kit.theme)
        self.msgs = []
        self.unsteady = r.random() < 0.08
        self.seen, self.want = {}, None

    def has(self, kind):
        return kind in self.kit.kinds

    def act(self, thought, kind, *a):
        """One call and its result; without the tool, the same by others."""
        if kind == "list" and not self.has("list"):
            return self.call(thought, "glob", "**/*") if self.has("glob") else self.call(thought, "run", "find . -type f")
        if kind == "edit" and not self.has("edit"):
            p, old, new = a
            if p not in self.seen or self.seen[p] != self.ws.files.get(p):
                res = self.call(f"I read {p} first.", "read", p)
                if p not in self.ws.files:
                    return res
            if not old or old not in self.ws.files[p]:
                return self.ws.words["nomatch"].replace("{p}", p)
            return self.call(thought, "write", p, self.ws.files[p].replace(old, new))
        return self.call(thought, kind, *a)

    def remove(self, p):
        return self.call(f"I delete {p}.", "delete", p) if self.has("delete") else self.run(f"rm {p}")

    def copy(self, a, b):
        if self.has("copy"):
            return self.call(f"I copy {a}.", "copy", a, b)
        self.call(f"I read {a}.", "read", a)
        return self.call(f"I write the same text to {b}.", "write", b, self.ws.files[a])

    def move(self, a, b):
        if self.has("move"):
            return self.call(f"I move {a}.", "move", a, b)
        self.copy(a, b)
        return self.remove(a)

    def append(self, p, line):
        if self.has("append"):
            return self.call(f"I add the line to {p}.", "append", p, line)
        self.call(f"I read {p}.", "read", p)
        return self.call(f"I write {p} with the new line.", "write", p, self.ws.files[p] + "\n" + line)

    def find(self, text, every=False):
        """The files that hold a text: all of them, or the first one."""
        if self.has("grep"):
            self.call(f"I search for {text}.", "grep", text)
            return [p for p in sorted(self.ws.files) if any(text in x for x in self.ws.files[p].split("\n"))]
        self.act("I list the files.", "list")
        hits = []
        for p in sorted(self.ws.files):
            self.call(f"I read {p}.", "read", p)
            if text in self.ws.files[p]:
                hits.append(p)
                if not every:
                    break
        return hits

    def call(self, thought, kind, *a):
        name, args = self.kit.call(kind, *a)
        while self.unsteady and self.r.random() < 0.3:
            self.msgs += [assistant("", thought if self.think else "", [(name, args)]), tool_result(self.ws.words["transient"])]
            thought = "It failed for a moment, so I try again."
        self.msgs.append(assistant("", thought if self.think else "", [(name, args)]))
        res = dispatch(self.kit, self.ws, name, args)
        self.msgs.append(tool_result(res))
        if kind in ("read", "write") and a[0] in self.ws.files:
            self.seen[a[0]] = self.ws.files[a[0]]
        return res

    def run(self, cmd, thought=None):
        res = self.call(thought or f"I run {cmd}.", "run", cmd)
        if res == self.ws.words["transient"]:
            res = self.call("It failed for a moment, so I try again.", "run", cmd)
        return getattr(self.ws, "last", res)

    def end(self, text, thought="The work is done."):
        self.msgs.append(assistant(text, thought if self.think else ""))


def result_text(r):
    """What a successful command prints."""
    if r.random() < 0.6:
        return output(r)
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
    return r.choice(["{}"] + [m + "{}" + m for m in marks]).replace("{}", s) if "\n" not in s else s


def marked(r, s):
    """The text in quotation marks; a single plain word also without."""
    marks = [m for m in ['"', "'", "`", '"', "'"] if m not in s]
    if not marks or s.replace("_", "").isalnum() and r.random() < 0.3:
        return s
    m = r.choice(marks)
    return m + s + m


def said(r, p):
    """A path as people write it: bare, or now and then in quotation marks."""
    return r.choice([p] * 6 + [f"`{p}`", f'"{p}"', f"'{p}'"])


def replace_request(r, path, old, new):
    k = r.random()
    if k < 0.45:
        if k < 0.2:
            return tell(r, ["! " + r.choice(NOW) + r.choice([". ", ". ", "; "]) + r.choice(THEN_BE)], True, p=said(r, path), a=marked(r, old), b=marked(r, new))
        return tell(r, SWAP, True, p=said(r, path), a=quote(r, old), b=quote(r, new))
    return command(r, r.choice(A.REPLACE + ["replace {a} (by|with) {b} in {p}", "change {a} to {b} in {p}", "in {p}, replace {a} (with|by) {b}", "edit {p}: replace {a} (with|by) {b}", "in {p}, change {a} (to|into) {b}", "substitute {b} for {a} in {p}", "turn {a} into {b} in {p}", "update {p}: {a} should be {b}", "{a} should become {b} in {p}", "edit {p} and change {a} to {b}", "rename {a} to {b} in {p}", "fix {p}: it should say {b} instead of {a}", "open {p} and replace {a} with {b}"]), p=path, a=quote(r, old), b=quote(r, new))


def then_run(r, cmd):
    return ph(r, r.choice(A.THEN), c=cmd)


FAILURE = re.compile(r"Error|ERROR|FAIL|failed|(?<![A-Za-z])error(?![A-Za-z])")


NONE_FAILED = re.compile(r"(?<![A-Za-z0-9])(0|no|none|zero|without|none have|nothing) (failed|failures?|errors?)")


def verdict(out):
    return f"The command failed: {out}" if FAILURE.search(NONE_FAILED.sub("", out)) else f"Output: {out}" if out else "The command gave no output."


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
