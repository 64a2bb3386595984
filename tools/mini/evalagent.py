"""Agent tasks of the development set in the toy workspace, with their own requests, tool
names, file texts and tool messages. Each task carries a reference plan for the self-test."""
import random

from cases import Kit, Run, Task, up
from evalgen import made_up
from evalwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS

KITS = [
    {"list": ("list", "List all files"), "read": ("read", "Read a file"), "write": ("write", "Write a file"), "edit": ("edit", "Replace text in a file"), "run": ("run", "Run a command")},
    {"list": ("list", "List the files of the workspace"), "read": ("read", "Read the content of a file"), "write": ("write", "Create or overwrite a file"), "edit": ("edit", "Replace a piece of text in a file by another"), "run": ("run", "Run a shell command and return its output")},
    {"list": ("list_dir", "Show the files that exist"), "read": ("open_file", "Open a file and return its text"), "write": ("create_file", "Create a file with some text"), "edit": ("replace_text", "Replace a text in a file with a new text"), "run": ("terminal", "Run a command in the terminal")},
    {"list": ("ls", "List files"), "read": ("cat", "Print a file"), "write": ("save_file", "Save text to a file"), "edit": ("find_replace", "Find a text in a file and replace it"), "run": ("bash", "Execute a command in bash")},
]
FIELDS = [("path", "content", "old", "new", "command"), ("path", "content", "old", "new", "command"), ("file", "text", "find", "replace", "cmd"), ("file_path", "contents", "old_string", "new_string", "command"), ("filename", "body", "search", "replacement", "command_line")]
WORDS = [
    {"wrote": "OK, wrote {p}", "edited": "OK, changed {p}", "missing": "Error: file not found: {p}", "nomatch": "Error: the text does not occur in {p}", "transient": "Error: connection lost, please run it again", "unknown": "Error: command not found", "empty": "(no files)"},
    {"wrote": "File {p} saved.", "edited": "File {p} updated.", "missing": "Error: {p} does not exist", "nomatch": "Error: could not find that text in {p}", "transient": "Error: temporarily unavailable, try once more", "unknown": "Error: unknown program", "empty": "The workspace is empty."},
    {"wrote": "success", "edited": "success", "missing": "Error: no file named {p}", "nomatch": "Error: no match in {p}", "transient": "Error: timeout. Run the command again.", "unknown": "Error: that command does not exist", "empty": "empty"},
]
SYSTEMS = ["You are a helpful coding assistant with access to a workspace.", "You help a developer with the files in a small project. Use the tools.", "Use the tools to do what the user asks.", "You are an assistant that works on files and answers when the work is done."]
TESTS = ["cargo test", "pytest", "python -m pytest", "python3 -m pytest", "make test", "npm test", "npm run test", "go test", "go test ./...", "make check", "python -m unittest", "./test.sh", "./run_tests.sh", "sh test.sh", "ctest", "run tests", "tests", "test", "cargo t", "cargo test --all", "pytest -q"]

CREATE = ["create {p} with {t}", "Create {p} with {t}", "Create the file {p} with this content: {t}", "Please create {p} with the following content: {t}", "Write a file {p} with this text: {t}", "Can you create {p} and put this in it: {t}", "Make a new file called {p} containing: {t}", "I need a file {p} with this content: {t}", "Add a file {p}. Content: {t}", "Save this as {p}: {t}", "Could you write this to {p}: {t}"]
CREATE_RUN = ["Create {p} with this content:\n{t}\n\nThen run {c}.", "create {p} with the text '{t}', then run {c}", "Create {p} with the content '{t}' and then run {c}.", "Please write '{t}' to {p} and run {c} afterwards.", "Make a file {p} that contains '{t}'. After that, run {c}.", "Write this to {p} and then run {c}:\n{t}", "First create {p} with the text '{t}', then run {c}.", "Can you create {p} with '{t}' in it and then run {c}?"]
CREATE_TWO = ["Create {p} with the text '{t}' and {q} with the text '{u}'.", "Create two files: {p} containing '{t}' and {q} containing '{u}'.", "Please write '{t}' to {p} and '{u}' to {q}.", "I need two files, {p} with '{t}' and {q} with '{u}'.", "create {p} with '{t}', then create {q} with '{u}'"]
REPLACE = ["replace {a} by {b} in {p}", "Replace {a} with {b} in {p}.", "In {p}, replace {a} with {b}.", "Please change {a} to {b} in {p}.", "Change {a} to {b} in the file {p}", "Can you replace {a} by {b} in {p}?", "Edit {p}: replace {a} with {b}.", "In the file {p}, change {a} to {b}.", "Could you please replace {a} by {b} in {p}?", "I want {a} replaced by {b} in {p}.", "Update {p} so that {a} becomes {b}."]
THEN = [", then run the tests", ", then run the tests", " and run the tests", ", then run the tests with {c}", " and then run {c}", ", then run {c}", ", and run {c} afterwards"]
FIX = ["{c} fails. Please fix it.", "Run {c} and fix the error.", "Please fix the problem that {c} shows.", "Run {c}. If it fails, fix the problem and run it again.", "Can you make {c} pass?", "{c} is failing, can you fix that?", "The command {c} does not work. Find the error and fix it.", "Fix the project so that {c} succeeds.", "Make {c} pass, please."]
BAD = ["FAILED {p}: expected {b}, got {a}", "error in {p}: found {a}, should be {b}", "test failed: {p} contains {a} instead of {b}", "{p}: expected '{b}' but found '{a}'", "1 failed. In {p}: {a} must be {b}"]
FLAKY = ["Run {c} and tell me the result.", "Please run {c} and show me the output.", "What does {c} print?", "Run {c}. What is the output?", "Can you run {c} and tell me what it says?", "run {c} and report the result", "Tell me the output of {c}.", "I want to know what {c} prints. Please run it."]
REPORT = ["What is in {p}?", "Read {p} and tell me what it says.", "Show me the content of {p}.", "What does the file {p} contain?", "Please read {p} to me.", "Print the content of {p}.", "Can you show me {p}?", "Open {p} and tell me what is in it.", "What does {p} say?"]
COPY = ["Copy {p} to {q}.", "Please copy the file {p} to {q}.", "Make a copy of {p} named {q}.", "Read {p} and write the same content to {q}.", "Create {q} with the same content as {p}.", "Can you copy the content of {p} into a new file {q}?", "Save a copy of {p} as {q}", "I need a copy of {p} called {q}."]
LIST = ["Which files are there?", "List all files.", "What files are in this project?", "Show me the files in the workspace.", "Can you list the files?", "Please tell me which files exist.", "What files do I have?", "List the files in this folder, please."]


def kit(r):
    names = r.choice(KITS)
    fields = r.choice(FIELDS)
    about = dict(zip(fields, ("Path of the file", "The text", "Text to look for", "Text to put instead", "The command")))
    return Kit(names, fields, about if r.random() < 0.6 else None)


def file_text(r, path):
    noun, other, adj, n = r.choice(NOUNS), r.choice(NOUNS), r.choice(ADJECTIVES), r.randint(2, 200)
    kinds = {
        "rs": [f'fn main() {{\n    println!("Hello {noun}");\n}}', f"pub fn {noun}() -> i32 {{\n    {n}\n}}", f'fn main() {{ println!("{adj} {noun}"); }}'],
        "py": [f'print("{noun} {n}")', f"def {noun}():\n    return {n}", f"import os\n\n{noun} = {n}\nprint({noun})"],
        "js": [f'console.log("{adj} {noun}");', f"const {noun} = {n};\nconsole.log({noun});"],
        "toml": [f"[{noun}]\n{other} = {n}", f'name = "{noun}"\nsize = {n}'], "json": [f'{{"{noun}": {n}}}', f'{{\n  "{noun}": "{adj}"\n}}'],
        "html": [f"<h1>{up(noun)}</h1>\n<p>{adj} {other}</p>", f"<p>{adj} {noun}</p>"],
    }
    plain = [f"{r.choice(PEOPLE)} likes the {adj} {noun}.", f"{up(noun)}: {n}\n{up(other)}: {n + 3}", f"- {noun}\n- {other}", f"Meeting in {r.choice(TOWNS)} at {n % 12 + 8} o'clock", f"hello {noun}"]
    return r.choice(kinds.get(path.rsplit(".", 1)[-1], plain))


def one_line(r, path):
    if path.endswith(".py"):
        return r.choice([f"print({r.randint(1, 99)})", f"{r.choice(NOUNS)} = {r.randint(1, 99)}"])
    return r.choice([f"hello {r.choice(NOUNS)}", f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}", f"{r.choice(NOUNS)} = {r.randint(1, 99)}", f"the {r.choice(NOUNS)} is {r.choice(ADJECTIVES)}"])


def paths(r, n):
    out = []
    while len(out) < n:
        folder = r.choice(["", "", "src/", "lib/", "config/", "notes/", f"{r.choice(NOUNS)}/"])
        p = folder + r.choice([r.choice(NOUNS), r.choice(NOUNS), "main", "test_" + r.choice(NOUNS), "readme"]) + r.choice([".rs", ".py", ".js", ".txt", ".txt", ".md", ".toml", ".json", ".html"])
        if all(p.split("/")[-1] != q.split("/")[-1] for q in out):
            out.append(p)
    return out


def change(r, path):
    """Old and new text, how a request quotes them, and a file that holds the old once."""
    a, b = r.sample(NOUNS, 2)
    n, m = r.sample(range(1, 99), 2)
    old, new = r.choice([(a, b), (a, b), (f"{a}_{n}", f"{b}_{m}"), (f"{a} = {n}", f"{a} = {m}"), (f"{r.choice(ADJECTIVES)} {a}", f"{r.choice(ADJECTIVES)} {b}"), (f"{a}()", f"{b}()"), (str(n * 100 + 7), str(m * 100 + 9))])
    line = r.choice([f"{old}", f"# {old}", f"the {old} here", f"value: {old}"])
    parts = [file_text(r, path), line]
    r.shuffle(parts)
    text = "\n".join(parts)
    if text.count(old) != 1 or new in text:
        return change(r, path)
    q = r.choice(['"', "'"]) if " " in old or r.random() < 0.2 else ""
    return old, new, q + old + q, q + new + q, text


def output(r):
    """What a command prints at success, and the part that a report must have."""
    n, a = r.randint(13, 97), f"{r.choice(ADJECTIVES)} {r.choice(NOUNS)}"
    return r.choice([(f"{n} passed, 0 failed", str(n)), (f"ok, {n} tests", str(n)), (f"All {n} tests passed", str(n)), (f"result: {n}", str(n)), (a, a)])


class DevTask(Task):
    """A task of one of the kinds, each with the plan that solves it."""

    def __init__(self, r):
        super().__init__()
        self.p, self.q, *rest = paths(r, 4)
        self.files = {x: file_text(r, x) for x in rest}
        self.cmd = r.choice(["cargo test", "pytest", "make test", "npm test", "cargo run", "make", f"python {self.p}" if self.p.endswith(".py") else "cargo test", f"./{made_up(r)}.sh", "npm start"])
        self.good, self.key = output(r)
        self.kind = r.choice(["create"] * 3 + ["create_run"] * 2 + ["create_two", "create_three"] + ["replace"] * 2 + ["replace_run"] * 4 + ["replace_two", "lost", "lost", "fix", "fix", "flaky", "report", "copy", "list"])
        getattr(self, self.kind)(r)
        self.start = dict(self.files)

    def create(self, r):
        text = file_text(r, self.p)
        frame = r.choice(CREATE)
        if "\n" in text:
            frame = frame.replace(" {t}", "\n{t}")
        self.ask = frame.replace("{p}", self.p).replace("{t}", text)
        self.want = {self.p: text}
        self.plan = [("write", self.p, text)]

    def create_run(self, r):
        text = one_line(r, self.p)
        self.ask = r.choice(CREATE_RUN).format(p=self.p, t=text, c=self.cmd)
        self.want, self.must_run = {self.p: text}, [self.cmd]
        self.checks = {self.cmd: (self.p, text, self.good, f"Error: {self.p} is not right")}
        self.plan = [("write", self.p, text), ("run", self.cmd)]

    def create_two(self, r):
        t, u = one_line(r, self.p), one_line(r, self.q)
        self.ask = r.choice(CREATE_TWO).format(p=self.p, q=self.q, t=t, u=u)
        self.want = {self.p: t, self.q: u}
        self.plan = [("write", self.p, t), ("write", self.q, u)]

    def create_three(self, r):
        names, t = paths(r, 3), f"hello {r.choice(NOUNS)}"
        self.ask = r.choice(["Create the files {n}, each with the text '{t}', and then run {c}.", "Create three files, {n}. Each should contain '{t}'. Then run {c}.", "Please create {n}, all with the content '{t}'. After that, run {c}."]).format(n=", ".join(names[:2]) + " and " + names[2], t=t, c=self.cmd)
        self.want, self.must_run = {x: t for x in names}, [self.cmd]
        self.checks = {self.cmd: (names[2], t, self.good, f"Error: {names[2]} is not there")}
        self.plan = [("write", x, t) for x in names] + [("run", self.cmd)]

    def changed(self, r):
        self.old, self.new, a, b, text = change(r, self.p)
        self.files[self.p] = text
        self.want = {self.p: text.replace(self.old, self.new)}
        return a, b

    def replace(self, r):
        a, b = self.changed(r)
        self.ask = r.choice(REPLACE).format(p=self.p, a=a, b=b)
        self.plan = [("edit", self.p, self.old, self.new)]

    def replace_run(self, r):
        self.replace(r)
        ask = self.ask.rstrip(".?")
        then = r.choice(THEN)
        self.must_run = [self.cmd] if "{c}" in then else TESTS
        self.checks = {c: (self.p, self.new, self.good, f"1 test failed: {self.new} is missing in {self.p}") for c in self.must_run}
        self.ask = ask + then.format(c=self.cmd) + ("?" if ask.startswith(("Can", "Could")) else r.choice([".", ""]))
        self.plan.append(("run", self.must_run[0]))
        if r.random() < 0.2:
            self.flaky_commands = tuple(self.must_run)
            self.plan.append(("run", self.must_run[0]))

    def replace_two(self, r):
        a, b = self.changed(r)
        line = f"see {self.old}"
        self.files[self.q] = line
        self.want[self.q] = line.replace(self.old, self.new)
        self.ask = r.choice(["Replace {a} with {b} in {p} and in {q}.", "replace {a} by {b} in {p} and {q}", "Please change {a} to {b} in both {p} and {q}.", "In the files {p} and {q}, replace {a} with {b}."]).format(a=a, b=b, p=self.p, q=self.q)
        self.plan = [("edit", x, self.old, self.new) for x in (self.p, self.q)]

    def lost(self, r):
        a, b = self.changed(r)
        said = self.p.split("/")[-1] if "/" in self.p else "src/" + self.p
        self.ask = r.choice(REPLACE).format(p=said, a=a, b=b)
        self.plan = [("edit", said, self.old, self.new), ("list",), ("edit", self.p, self.old, self.new)]

    def fix(self, r):
        self.changed(r)
        if self.cmd == f"python {self.p}":
            self.cmd = "pytest"
        self.ask = r.choice(FIX).format(c=self.cmd)
        self.must_run = [self.cmd]
        self.checks = {self.cmd: (self.p, self.new, self.good, r.choice(BAD).format(p=self.p, a=self.old, b=self.new))}
        self.plan = [("run", self.cmd), ("edit", self.p, self.old, self.new), ("run", self.cmd)]

    def flaky(self, r):
        flaky = r.random() < 0.7
        self.files[self.p] = file_text(r, self.p)
        self.ask = r.choice(FLAKY).format(c=self.cmd)
        self.must_run, self.say = [self.cmd], [self.key]
        self.checks = {self.cmd: (self.p, "", self.good, self.good)}
        self.flaky_commands = (self.cmd,) if flaky else ()
        self.plan = [("run", self.cmd)] * (2 if flaky else 1)

    def report(self, r):
        self.files[self.p] = text = file_text(r, self.p)
        self.ask = r.choice(REPORT).format(p=self.p)
        self.say = [x.strip() for x in text.split("\n") if x.strip()]
        self.plan = [("read", self.p)]

    def copy(self, r):
        self.files[self.p] = text = file_text(r, self.p)
        self.ask = r.choice(COPY).format(p=self.p, q=self.q)
        self.want = {self.q: text}
        self.plan = [("read", self.p), ("write", self.q, text)]

    def list(self, r):
        self.ask = r.choice(LIST)
        self.say = list(self.files)
        self.plan = [("list",)]


def run(r):
    tools, task = kit(r), DevTask(r)
    words = r.choice(WORDS)
    return Run(tools, task, words, r.choice(SYSTEMS) if r.random() < 0.5 else None)


def runs(seed=7, n=200):
    r = random.Random(f"{seed}-agents-test")
    return [run(r) for _ in range(n)]
