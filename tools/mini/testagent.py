"""Agent tasks of the test set in the toy workspace, with their own requests, tool
names, file texts and tool messages. Each task carries a plan that solves it."""
import random

from cases import Kit, Run, Task, up
from testgen import coined
from testwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS, VERBS

KITS = [
    {"list": ("list", "Names of all files"), "read": ("read", "Get the text of a file"), "write": ("write", "Write text to a file, new or old"), "edit": ("edit", "Swap a text in a file for another one"), "run": ("run", "Run a command")},
    {"list": ("list_files", "Lists every file of the project"), "read": ("read_file", "Reads a file"), "write": ("write_file", "Writes a whole file"), "edit": ("edit_file", "Replaces old text by new text in a file"), "run": ("run_command", "Runs a command and gives back what it prints")},
    {"list": ("show_tree", "Show which files there are"), "read": ("view", "View a file"), "write": ("put_file", "Put text into a file; makes the file if needed"), "edit": ("swap_text", "Swap text in a file"), "run": ("shell", "Run a shell command")},
    {"list": ("dir", "All files"), "read": ("get_file", "Get a file's text"), "write": ("store_file", "Store text as a file"), "edit": ("patch", "Patch a file: old text out, new text in"), "run": ("exec", "Execute a command line")},
]
FIELDS = [("path", "content", "old", "new", "command"), ("path", "text", "old_text", "new_text", "command"), ("name", "data", "before", "after", "line"), ("file_name", "content", "from_text", "to_text", "shell_command")]
ABOUT = ("Which file", "Text of the whole file", "Text that is there now", "Text that should be there", "Command line")
MESSAGES = [
    {"wrote": "{p}: written", "edited": "{p}: replaced", "missing": "Error: {p} was not found", "nomatch": "Error: {p} does not have that text", "transient": "Error: the machine was busy, run it once more", "unknown": "Error: no such command", "empty": "nothing here"},
    {"wrote": "Saved {p}", "edited": "Edited {p}", "missing": "Error: there is no file {p}", "nomatch": "Error: old text is not in {p}", "transient": "Error: network problem, please retry", "unknown": "Error: cannot run this", "empty": "0 files"},
    {"wrote": "done", "edited": "done", "missing": "Error: unknown file {p}", "nomatch": "Error: nothing to replace in {p}", "transient": "Error: interrupted. Try the same command again.", "unknown": "Error: bad command", "empty": "none"},
]
SYSTEMS = ["You work in a small project. Call the tools to do what is asked.", "You are a careful programmer. Look at the files when you are not sure.", "Do the user's task with the tools, then say briefly what you did.", "You can list, read, write and edit files and run commands."]
# Commands that count as running the tests when the request names none.
TESTS = ["cargo test", "pytest", "python -m pytest", "python3 -m pytest", "make test", "npm test", "npm run test", "go test", "go test ./...", "make check", "python -m unittest", "./test.sh", "./tests.sh", "./run_tests.sh", "sh test.sh", "bash test.sh", "ctest", "run tests", "run_tests", "tests", "test", "cargo test --all", "cargo t", "pytest -q", "mvn test", "gradle test"]


def program(r, path):
    """A text of one or more lines as the file's ending suggests."""
    a, b, v, n = r.choice(NOUNS), r.choice(NOUNS), r.choice(VERBS), r.randint(2, 300)
    kinds = {
        "rs": [f"fn {v}(x: u32) -> u32 {{\n    x + {n}\n}}", f'fn main() {{\n    let {a} = {n};\n    println!("{{}}", {a});\n}}', f'fn main() {{ println!("{a} {b}"); }}', f"pub const {a.upper()}: usize = {n};"],
        "py": [f"def {v}(x):\n    return x * {n}", f"for i in range({n}):\n    print(i, \"{a}\")", f"class {up(a)}:\n    {b} = {n}"],
        "js": [f"function {v}() {{\n  return {n};\n}}", f"export const {a} = \"{b}\";"], "go": [f"package {a}\n\nconst Max = {n}", f"package main\n\nfunc {v}() int {{\n\treturn {n}\n}}"],
        "css": [f".{a} {{\n  width: {n}px;\n}}"], "yaml": [f"{a}: {n}\n{b}: true", f"name: {a}\nitems:\n  - {b}\n  - {v}"], "ini": [f"[{a}]\n{b}={n}"],
        "csv": [f"name,number\n{a},{n}\n{b},{n + 1}"], "sh": [f"echo {a}", f"echo \"{v} {b}\"\nexit 0"], "sql": [f"SELECT * FROM {a} WHERE {b} >= {n};"],
    }
    prose = [f"Dear {r.choice(PEOPLE)},\nthe {a} is {r.choice(ADJECTIVES)}.", f"{up(a)} and {b} for {r.choice(TOWNS)}", f"1. {v} the {a}\n2. buy {n} {b}s", f"{r.choice(PEOPLE)} owes me {n} euros"]
    return r.choice(kinds.get(path.rsplit(".", 1)[-1], prose))


def line(r):
    return r.choice([lambda: f"{r.choice(VERBS)} the {r.choice(NOUNS)}", lambda: f"{r.choice(NOUNS)}={r.randint(1, 500)}", lambda: f"{r.choice(PEOPLE)} visits {r.choice(TOWNS)}", lambda: f"{r.choice(ADJECTIVES)} {r.choice(ADJECTIVES)} {r.choice(NOUNS)}", lambda: f"# {r.choice(NOUNS)} {r.randint(2, 99)}"])()


def file_names(r, n, ends=("rs", "py", "js", "go", "css", "yaml", "ini", "csv", "sh", "sql", "txt", "txt", "md", "log")):
    """n paths whose file names differ."""
    out = []
    while len(out) < n:
        p = r.choice(["", "", "src/", "app/", "data/", "scripts/", "docs/", r.choice(NOUNS) + "/"]) + r.choice([r.choice(NOUNS), r.choice(NOUNS), f"{r.choice(VERBS)}_{r.choice(NOUNS)}", "main", "index"]) + "." + r.choice(ends)
        if all(p.rsplit("/")[-1] != q.rsplit("/")[-1] for q in out):
            out.append(p)
    return out


def quoted(r, text):
    """How a request writes a text of several words, or of one."""
    return r.choice(['"{}"', "'{}'"]).format(text) if " " in text or r.random() < 0.3 else text


def command(r):
    return r.choice(["make build", "make lint", "cargo build", "cargo check", "npm run build", "go build", "python check.py", f"./{coined(r)}", f"./{r.choice(VERBS)}.sh", "make all", "node index.js", f"make {r.choice(NOUNS)}"])


def success(r):
    n = r.randint(12, 480)
    return r.choice([f"finished in {n} ms", f"build complete ({n} files)", f"{n} checks ok", f"everything fine: {n} steps", f"PASS {n}/{n}"]), str(n)


ASKS = {
    "program": ["create {p} with\n{t}", "I want a new file {p}. It should contain:\n{t}", "Put this into a new file {p}:\n{t}", "Store the following as {p}.\n{t}", "New file {p}:\n{t}", "Can you make {p} with the following lines?\n{t}", "{p} does not exist yet. Create it with this text:\n{t}", "create {p} with {t}"],
    "program_run": ["Create {p}:\n{t}\nand run {c} when it is there.", "Put '{l}' into a new file {p}, and when that is done run {c}.", "Write {p} with the line '{l}' and start {c}.", "I need {p} with \"{l}\" in it. Run {c} when you have it.", "First make {p} with the single line '{l}', second run {c}.", "New file {p} with this line: {l}\nThen run {c}."],
    "swap": ["Swap {a} for {b} in {p}.", "{p} says {a}, but it should say {b}. Please correct it.", "Put {b} where {a} is in {p}.", "In {p}, {a} must become {b}.", "Could you turn {a} into {b} in the file {p}?", "The file {p} has {a} in it. Make that {b}.", "Correct {p}: {b} instead of {a}.", "replace {a} by {b} in the file {p}, please"],
    "swap_test": ["replace {a} by {b} in {p} and then run the tests", "{p}: {a} should be {b}. Change that and run the tests.", "Swap {a} for {b} in {p}, and run the tests when done.", "Put {b} in place of {a} in {p}. Next, run {c}.", "In {p}, make {b} out of {a} and check it with {c}.", "Could you change {p} so that it has {b} and not {a}, and then run {c}?", "First turn {a} into {b} in {p}. Second, run {c}."],
    "setting": ["Set {k} to {n} in {p}.", "In {p}, {k} should be {n}.", "Please change the value of {k} in {p} to {n}.", "Make {k} equal to {n} in the file {p}.", "I want {k} to be {n}. It is in {p}.", "The new value of {k} in {p} is {n}. Please update the file."],
    "which_file": ["In which file is the word {w}?", "One of the files mentions {w}. Which one?", "Find the file that has the word {w} in it and tell me its name.", "Where is {w} written? Tell me the file.", "Please look through the files and tell me which one contains {w}.", "I don't know which file speaks of {w}. Can you find out?"],
    "append": ["Add the line '{l}' at the end of {p}.", "Append '{l}' to {p} as a new last line.", "{p} needs one more line at the end: {l}", "Please put the line \"{l}\" at the bottom of {p}.", "Could you add '{l}' as the last line of {p}?"],
    "on_top": ["Put the line '{l}' at the top of {p}.", "Add '{l}' as the first line of {p}.", "{p} should start with a new line '{l}', before all the others.", "Insert \"{l}\" above everything else in {p}.", "Please add the line '{l}' at the very beginning of {p}."],
    "fill_in": ["Put the content of {q} in place of {a} in {p}.", "In {p}, replace {a} by what {q} says.", "Read {q} and write what it says into {p} instead of {a}.", "{p} has the word {a}. It should have the text of {q} there.", "Please take the text of {q} and put it where {a} stands in {p}."],
    "missing_part": ["{c} does not work. Can you see what is missing and add it?", "Run {c}, add what it asks for and run it again.", "I think a file is missing: run {c} to see. Please create it so that {c} works.", "Get {c} to work.", "Why does {c} fail? Please do something about it."],
    "wrong_path": ["What is written in {x}, word for word?", "Please tell me what is written in {x}.", "I need the text of {x}.", "Can you read {x} and tell me the text?", "Look into {x} and tell me what it says."],
    "everywhere": ["Change {a} to {b} in all files.", "Every file that says {a} should say {b}.", "Replace {a} by {b} everywhere in the project.", "Go through all files and turn {a} into {b}.", "{a} is now called {b}. Update all the files."],
    "join": ["Join {p} and {q} into {z}, first {p}, then {q}.", "Make {z} out of {p} followed by {q}.", "Write the text of {p} and below it the text of {q} to {z}.", "I want one file {z} with {p} first and {q} after it, on a new line."],
    "save_output": ["Run {c} and save what it prints in {p}.", "Write the output of {c} to {p}.", "Please run {c} and put its output into {p}.", "{p} should hold what {c} prints. Please see to it.", "I need the output of {c} as a file {p}."],
    "todo": ["Do what {p} says.", "Please follow the instruction in {p}.", "There is a task for you in {p}. Do it.", "Read {p} and do what it asks for.", "{p} tells you what to do. Please do it."],
    "two_swaps": ["In {p}, turn {a} into {b} and {d} into {e}.", "Two corrections in {p}: {a} should be {b}, and {d} should be {e}.", "Please put {b} for {a} and {e} for {d} in {p}.", "{p} needs {b} instead of {a} and {e} instead of {d}."],
    "remove": ["Run rm {p}.", "Get rid of {p} with rm.", "Please use rm to delete {p}.", "I don't need {p} any more. Remove it with rm {p}."],
    "who": ["Which file does {c} complain about?", "Run {c} and tell me which file has the problem. Don't change anything.", "{c} fails. Because of which file? Only tell me, don't fix it.", "Tell me the file that makes {c} fail, but leave it as it is."],
}
KINDS = ["program"] * 3 + ["program_run"] * 2 + ["swap"] * 2 + ["swap_test"] * 3 + ["setting", "setting", "fill_in", "missing_part", "missing_part", "save_output", "save_output", "which_file", "append", "append", "on_top", "wrong_path", "everywhere", "join", "todo", "two_swaps", "remove", "who"]


class BlindTask(Task):
    """A task of one of the kinds, each with the plan that solves it."""

    def __init__(self, r):
        super().__init__()
        self.p, self.q, *rest = file_names(r, r.randint(4, 5))
        self.files = {x: program(r, x) for x in rest}
        self.cmd = command(r)
        self.good, self.key = success(r)
        self.kind = r.choice(KINDS)
        getattr(self, self.kind)(r)
        self.start = dict(self.files)

    def say_it(self, r, **parts):
        self.ask = r.choice(ASKS[self.kind]).format(p=self.p, q=self.q, c=self.cmd, **parts)

    def program(self, r):
        t = program(r, self.p)
        frames = ASKS["program"] if "\n" not in t else ASKS["program"][:-1]
        self.ask = r.choice(frames).replace("{p}", self.p).replace("{t}", t)
        self.want, self.plan = {self.p: t}, [("write", self.p, t)]

    def program_run(self, r):
        t = line(r)
        self.say_it(r, t=t, l=t)
        self.want, self.must_run = {self.p: t}, [self.cmd]
        self.checks = {self.cmd: (self.p, t, self.good, f"Error: {self.p} is missing or wrong")}
        self.plan = [("write", self.p, t), ("run", self.cmd)]

    def change(self, r):
        """An old and a new text, and a file that has the old one once."""
        while True:
            a, b = r.sample(NOUNS, 2)
            n, m = r.sample(range(2, 900), 2)
            old, new = r.choice([(a, b), (a, b), (f"{a}-{n}", f"{b}-{m}"), (f"{r.choice(ADJECTIVES)} {a}", f"{r.choice(ADJECTIVES)} {a}"), (f"{a}: {n}", f"{a}: {m}"), (f"{a}[{n}]", f"{b}[{m}]"), (f"{a} < {n}", f"{a} <= {n}"), (f"{n}px", f"{m}px")])
            rows = [program(r, self.p), r.choice(["{}", "- {}", "// {}", "now {} again"]).format(old)]
            r.shuffle(rows)
            text = "\n".join(rows)
            if text.count(old) == 1 and new not in text and not any(old in t or new in t for t in self.files.values()):
                return old, new, text

    def swap(self, r):
        old, new, text = self.change(r)
        self.files[self.p] = text
        self.say_it(r, a=quoted(r, old), b=quoted(r, new))
        self.want, self.plan = {self.p: text.replace(old, new)}, [("edit", self.p, old, new)]

    def swap_test(self, r):
        self.swap(r)
        new = self.plan[0][3]
        if r.random() < 0.5:
            self.cmd = r.choice(TESTS[:12])
        self.ask = r.choice(ASKS["swap_test"]).format(p=self.p, c=self.cmd, a=quoted(r, self.plan[0][2]), b=quoted(r, new))
        self.must_run = [self.cmd] if self.cmd in self.ask else TESTS
        self.checks = {c: (self.p, new, self.good, f"FAIL: no {new} in {self.p}") for c in self.must_run}
        self.plan.append(("run", self.must_run[0]))
        if r.random() < 0.3:
            self.flaky_commands = tuple(self.must_run)
            self.plan.append(("run", self.must_run[0]))

    def setting(self, r):
        k, other = (f"{a}_{b}" for a, b in zip(r.sample(NOUNS, 2), ("limit", "size")))
        old, n = r.sample(range(2, 9000), 2)
        self.p = self.p.rsplit(".", 1)[0] + r.choice([".ini", ".toml", ".conf", ".env"])
        rows = [f"{k} = {old}", f"{other} = {old if r.random() < 0.3 else r.randint(2, 900)}", f"name = \"{r.choice(NOUNS)}\""]
        r.shuffle(rows)
        self.files[self.p] = text = "\n".join(rows)
        self.say_it(r, k=k, n=n)
        self.want = {self.p: text.replace(f"{k} = {old}", f"{k} = {n}")}
        self.plan = [("read", self.p), ("edit", self.p, f"{k} = {old}", f"{k} = {n}")]

    def which_file(self, r):
        w = r.choice([n for n in NOUNS if not any(n in t.lower() or n in f for f, t in self.files.items())])
        self.files[self.p] = r.choice(["{} is here\n{}", "nothing else\nsee {}\n{}", "{}: {}"]).format(w, line(r).replace(w, "it"))
        while w in self.p:
            del self.files[self.p]
            return self.which_file(r)
        self.say_it(r, w=w)
        self.say = [self.p]
        self.unsaid = [f for f in self.files if f != self.p]
        self.plan = [("list",)] + [("read", f) for f in sorted(self.files)]

    def append(self, r):
        t = line(r)
        self.files[self.p] = text = program(r, self.p)
        self.say_it(r, l=t)
        self.want = {self.p: text + "\n" + t}
        self.plan = [("read", self.p), ("write", self.p, text + "\n" + t)]

    def on_top(self, r):
        t = line(r)
        self.files[self.p] = text = program(r, self.p)
        self.say_it(r, l=t)
        self.want = {self.p: t + "\n" + text}
        self.plan = [("read", self.p), ("write", self.p, t + "\n" + text)]

    def fill_in(self, r):
        mark = r.choice(["PLACEHOLDER", "TODO", "XXX", "FILL_ME", "@VALUE@"])
        value = r.choice([line(r), f"{r.randint(0, 9)}.{r.randint(0, 40)}.{r.randint(0, 9)}", r.choice(PEOPLE)])
        self.files[self.q] = value
        self.files[self.p] = text = "\n".join([program(r, self.p), f"{r.choice(NOUNS)}: {mark}"])
        self.say_it(r, a=mark)
        self.want = {self.p: text.replace(mark, value)}
        self.plan = [("read", self.q), ("edit", self.p, mark, value)]

    def missing_part(self, r):
        t = line(r)
        self.say_it(r)
        self.must_run, self.want = [self.cmd], {self.p: t}
        bad = r.choice(["Error: {p} not found. It must contain: {t}", "Error: please create {p} with the line '{t}'", "cannot open {p} (needed text: {t})"]).format(p=self.p, t=t)
        self.checks = {self.cmd: (self.p, t, self.good, bad)}
        self.plan = [("run", self.cmd), ("write", self.p, t), ("run", self.cmd)]

    def wrong_path(self, r):
        self.files[self.p] = text = program(r, self.p)
        base = self.p.rsplit("/")[-1]
        x = "old/" + base if "/" not in self.p else base
        self.ask = r.choice(ASKS["wrong_path"]).format(x=x)
        self.say = [s.strip() for s in text.split("\n") if s.strip()]
        self.plan = [("read", x), ("list",), ("read", self.p)]

    def everywhere(self, r):
        old, new = r.sample([n for n in NOUNS if not any(n in t.lower() or n in f for f, t in self.files.items())], 2)
        for f in list(self.files)[:2] + [self.p]:
            self.files[f] = r.choice(["{}\n{}", "{1}\n{0}"]).format(self.files.get(f, line(r).replace(old, "it")), r.choice([f"use {old}", f"{old} = {r.randint(2, 90)}", f"the {old} is {r.choice(ADJECTIVES)}"]))
        if any(old in f for f in self.files) or any(new in t for t in self.files.values()):
            return self.everywhere(r)
        self.say_it(r, a=old, b=new)
        self.want = {f: t.replace(old, new) for f, t in self.files.items() if old in t}
        self.plan = [("list",)] + [("read", f) for f in sorted(self.files)] + [("edit", f, old, new) for f in self.want]

    def join(self, r):
        z = "joined_" + r.choice(NOUNS) + ".txt"
        self.files[self.p], self.files[self.q] = line(r), program(r, self.q)
        self.say_it(r, z=z)
        self.want = {z: self.files[self.p] + "\n" + self.files[self.q]}
        self.plan = [("read", self.p), ("read", self.q), ("write", z, self.want[z])]

    def save_output(self, r):
        self.p = self.p.rsplit(".", 1)[0] + r.choice([".txt", ".log"])
        self.say_it(r)
        self.checks = {self.cmd: (self.p, "", self.good, self.good)}
        self.must_run, self.want = [self.cmd], {self.p: self.good}
        self.plan = [("run", self.cmd), ("write", self.p, self.good)]
        if r.random() < 0.5:
            self.flaky_commands = (self.cmd,)
            self.plan.insert(0, ("run", self.cmd))

    def todo(self, r):
        self.p, t = r.choice(["TODO.md", "task.txt", "docs/next_step.md", "notes/todo.txt"]), line(r)
        self.say_it(r)
        self.files[self.p] = r.choice(["Create the file {q} with the text '{t}'.", "Please write '{t}' to the file {q}.", "Make a new file {q} that contains '{t}'."]).format(q=self.q, t=t)
        self.want, self.plan = {self.q: t}, [("read", self.p), ("write", self.q, t)]

    def two_swaps(self, r):
        while True:
            old, new, text = self.change(r)
            d, e = r.sample(NOUNS, 2)
            text += f"\nand {d} too"
            if not any(x in y for x, y in [(d, old), (old, d), (d, new), (new, d), (e, text), (new, e), (e, new)]) and text.count(d) == text.count(old) == 1:
                break
        self.files[self.p] = text
        self.say_it(r, a=quoted(r, old), b=quoted(r, new), d=d, e=e)
        self.want = {self.p: text.replace(old, new).replace(d, e)}
        self.plan = [("edit", self.p, old, new), ("edit", self.p, d, e)]

    def remove(self, r):
        self.files[self.p] = program(r, self.p)
        self.say_it(r)
        self.want, self.plan = {self.p: None}, [("run", f"rm {self.p}")]

    def who(self, r):
        self.files[self.p] = program(r, self.p)
        self.say_it(r)
        bad = r.choice(["Error in {p}: unexpected word", "{p}:1: cannot understand this", "1 problem found: {p}"]).format(p=self.p)
        self.checks = {self.cmd: (self.p, "\0", self.good, bad)}
        self.say, self.unsaid = [self.p], [f for f in self.files if f != self.p]
        self.plan = [("run", self.cmd)]


def run(r):
    fields = r.choice(FIELDS)
    kit = Kit(r.choice(KITS), fields, dict(zip(fields, ABOUT)) if r.random() < 0.7 else None)
    return Run(kit, BlindTask(r), r.choice(MESSAGES), r.choice(SYSTEMS) if r.random() < 0.5 else None)


def runs(seed=7, n=200):
    r = random.Random(f"{seed}-agents-blind")
    return [run(r) for _ in range(n)]
