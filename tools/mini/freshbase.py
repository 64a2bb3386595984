"""What the tasks of the fresh set are made of: the task and its judge, a run that may go on
with a further order, configuration files, names and the kits."""
import json

from cases import Run, has, number_words


def tidy(text):
    return "\n".join(x.rstrip() for x in text.strip("\n").split("\n")).strip("\n")


def holds(answer, part):
    """Whether an answer holds a part, or one of a list of them."""
    answer = answer.replace("\u2019", "'")
    if isinstance(part, (list, tuple)):
        return any(holds(answer, p) for p in part)
    if not part[0].isalnum() or not part[-1].isalnum():
        return part.lower() in answer.lower()
    return has(answer.replace(",", "") if part.isdigit() else answer, part) or (part.isdigit() and has(answer, part))


def num(n):
    return [str(n), number_words(n)] if n < 100 else [str(n), f"{n:,}"]


class T:
    """ask; files at the start; want: path to the wanted text, a list of them, a test, or None
    for a file that is gone (all others stay); say: parts of the last answer (a list in it:
    one of these); must: (commands, output or None), each seen; before: an earlier chat;
    after: further orders, mids: what the answers before each of these must hold."""

    def __init__(self, ask, files, want=None, say=(), unsaid=(), must=(), checks=None, flaky=(), before=(), after=(), mids=(), plan=()):
        self.ask, self.files, self.start, self.want = ask, dict(files), dict(files), dict(want or {})
        self.say, self.unsaid, self.must, self.checks = list(say), list(unsaid), list(must), dict(checks or {})
        self.flaky_commands, self.before, self.after, self.mids, self.plan = tuple(flaky), list(before), list(after), list(mids), list(plan)

    def right(self, ws, answer):
        for p in set(self.start) | set(self.want) | set(ws.files):
            got, want = ws.files.get(p), self.want.get(p, self.start.get(p))
            if want is None or got is None:
                if want is not got:
                    return False
            elif callable(want):
                if not want(got):
                    return False
            elif tidy(got) not in [tidy(w) for w in (want if isinstance(want, list) else [want])]:
                return False
        if not answer.strip():
            return False
        for commands, good in self.must:
            if not any(c.strip() in commands and (good is None or out == good) for c, out in ws.outcomes):
                return False
        return all(holds(answer, s) for s in self.say) and not any(holds(answer, s) for s in self.unsaid)


class FreshRun(Run):
    def __init__(self, kit, task, words, system=None, kind="", index=0):
        super().__init__(kit, task, words, system)
        self.kind, self.index, self.left, self.stage, self.mid_ok = kind, index, list(task.after), 0, True
        if task.before:
            ask = self.messages.pop()
            for i, step in enumerate(task.before):
                if step[0] == "user" or step[0] == "say":
                    self.messages.append({"role": "user" if step[0] == "user" else "assistant", "content": step[1]})
                    continue
                call = self.call(step)
                self.messages.append({"role": "assistant", "content": "", "tool_calls": [{"id": f"b{i}", "type": "function", "function": {"name": call[0], "arguments": call[1]}}]})
                self.messages.append({"role": "tool", "tool_call_id": f"b{i}", "content": self.kit.apply(self.ws, *call)})
            self.messages.append(ask)
            self.ws.outcomes = []

    def call(self, step):
        return self.kit.name[step[0]], dict(zip(self.kit.fields[step[0]], step[1:]))

    def feed(self, reply):
        if not reply["calls"] and self.left:
            self.turns += 1
            self.ended &= reply["finish"] in ("stop", "tool_calls")
            if self.stage < len(self.task.mids):
                self.mid_ok &= all(holds(reply["content"], s) for s in self.task.mids[self.stage])
            self.stage += 1
            self.messages.append({"role": "assistant", "content": reply["content"]})
            self.messages.append({"role": "user", "content": self.left.pop(0)})
            self.done = self.turns >= 12
            return
        super().feed(reply)
        self.ok = self.ok and self.mid_ok


def pick(r, lines, **kw):
    """One of several phrasings, a line each, with {x} filled in; | is a line break."""
    s = r.choice([x.strip() for x in lines.strip().split("\n") if x.strip()]).replace("|", "\n")
    for k, v in kw.items():
        s = s.replace("{" + k + "}", str(v))
    return s


def same_json(want):
    def test(text):
        try:
            return json.loads(text) == want
        except ValueError:
            return False
    return test


def other(r, xs, *but):
    return r.choice([x for x in xs if x not in but])


POOL = {
    "port": [3000, 4000, 5050, 6100, 7070, 8081, 8443, 9000, 9191],
    "timeout": [15, 25, 45, 75, 90, 110],
    "host": ["localhost", "db.internal", "10.0.0.12", "api.example.com", "cache.local", "192.168.4.7"],
    "log_level": ["info", "warn", "error", "trace"],
    "workers": [2, 4, 6, 12],
    "retries": [3, 5, 8],
    "debug": [True, False],
    "region": ["eu-west-1", "us-east-2", "ap-south-1", "eu-north-1"],
    "theme": ["dark", "light", "solarized"],
    "user": ["deploy", "svc_web", "robot", "marta"],
    "batch_size": [16, 32, 64, 128, 256],
    "cache_dir": ["/tmp/cache", "/var/cache/app", "./.cache"],
    "currency": ["EUR", "USD", "SEK", "CHF"],
    "max_upload_mb": [20, 50, 100, 200],
}
PATHS = {
    "toml": ["config.toml", "settings.toml", "config/app.toml", "server/conf.toml"],
    "env": [".env", "deploy/prod.env", "app.env"],
    "yaml": ["config.yaml", "config/service.yaml", "app.yml"],
    "ini": ["app.ini", "etc/service.ini", "settings.ini"],
    "json": ["config.json", "settings.json", "config/default.json"],
    "py": ["settings.py", "app/config.py", "src/constants.py"],
}


class Conf:
    """A configuration file in one of six formats."""

    def __init__(self, r, fmt=None, need=(), skip=(), n=5, path=None, **fixed):
        self.fmt = fmt or r.choice(list(PATHS))
        self.path = path or r.choice(PATHS[self.fmt])
        keys = list(need) + r.sample([k for k in POOL if k not in need and k not in skip], max(0, n - len(need)))
        r.shuffle(keys)
        self.vals, used = {}, set()
        for k in keys:
            v = fixed[k] if k in fixed else r.choice([x for x in POOL[k] if isinstance(x, bool) or x not in used])
            used.add(v)
            self.vals[k] = v
        self.section = r.choice(["server", "app", "service", "main"])

    def key(self, k):
        return k.upper() if self.fmt in ("env", "py") else k

    def show(self, v):
        if self.fmt == "py":
            return f'"{v}"' if isinstance(v, str) else repr(v)
        if isinstance(v, bool):
            return str(v).lower()
        return f'"{v}"' if isinstance(v, str) and self.fmt in ("toml", "json") else str(v)

    def line(self, k, v=None):
        v = self.vals[k] if v is None else v
        sep = {"toml": " = ", "env": "=", "yaml": ": ", "ini": "=", "py": " = ", "json": ": "}[self.fmt]
        return (f'"{k}"' if self.fmt == "json" else self.key(k)) + sep + self.show(v)

    def text(self, drop=(), **ch):
        vals = {k: ch.get(k, v) for k, v in self.vals.items() if k not in drop}
        vals.update({k: v for k, v in ch.items() if k not in vals and k not in drop})
        if self.fmt == "json":
            return json.dumps(vals, indent=2)
        head = [f"[{self.section}]"] if self.fmt in ("toml", "ini") else []
        return "\n".join(head + [self.line(k, v) for k, v in vals.items()])

    def want(self, drop=(), **ch):
        t = self.text(drop, **ch)
        return same_json(json.loads(t)) if self.fmt == "json" else t


FILLER = {
    "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person.",
    "docs/intro.md": "# Intro\n\nThis project is young. Expect rough edges.",
    "CHANGELOG.md": "# Changes\n\n- first public cut\n- better wording on the start page",
    "scripts/clean.sh": "#!/bin/sh\nset -e\nrm -rf build",
    "Makefile": "all:\n\techo nothing to do",
    "src/util.rs": "pub fn clamp(x: i32, lo: i32, hi: i32) -> i32 {\n    x.max(lo).min(hi)\n}",
    "lib/strings.py": "def squash(s):\n    return \" \".join(s.split())",
    "web/index.html": "<h1>Welcome</h1>\n<p>Under construction.</p>",
    "web/style.css": "body { margin: 2em; }",
    "notes/ideas.md": "- a quieter start-up\n- keyboard shortcuts",
    "data/colors.txt": "teal\nochre\nplum",
    "CONTRIBUTING.md": "Open an issue first. Keep patches small.",
}


def fill(r, files, lo=1, hi=3):
    """files with some others that have nothing to do with the task."""
    out = dict(files)
    for p in r.sample(list(FILLER), r.randint(lo, hi)):
        out.setdefault(p, FILLER[p])
    return out


RUNNERS = {
    "rust": ("cargo test", ["cargo test", "cargo test -q", "cargo test --quiet", "cargo test --all"]),
    "python": ("pytest", ["pytest", "pytest -q", "python -m pytest", "python3 -m pytest", "pytest -v", "python -m pytest -q", "pytest tests", "pytest tests/"]),
    "node": ("npm test", ["npm test", "npm run test", "npm t"]),
    "make": ("make test", ["make test", "make tests", "make check"]),
}


def tested(lang, out):
    """The command shown, all its spellings and the checks that give out."""
    cmd, al = RUNNERS[lang]
    return cmd, al, {c: out for c in al}


NAMES = ["Amara", "Bjorn", "Celeste", "Dmitri", "Esther", "Farouk", "Greta", "Hiroshi", "Ingrid", "Jamal", "Katya", "Lorenzo"]
ITEMS = ["kettle", "lamp", "rug", "stapler", "mug", "backpack", "tripod", "blanket", "funnel", "hammer", "whistle", "ladder"]
TOWNS = ["Porto", "Leeds", "Ghent", "Turku", "Malaga", "Graz", "Bergen", "Lyon", "Split", "Gdansk"]
CRATES = ["serde", "regex", "rand", "tokio", "clap", "anyhow", "chrono", "log"]
PROJ = ["lantern", "pebble", "orbit", "thicket", "marlin", "quill", "saffron", "drift"]

KITS = [
    ({"list": ("list_files", "List the files of the workspace."), "read": ("read_file", "Read a file."), "write": ("write_file", "Create or overwrite a file."), "edit": ("edit_file", "Replace a piece of text in a file."), "run": ("run_command", "Run a shell command and return its output.")}, ("path", "content", "old_text", "new_text", "command")),
    ({"list": ("ls", "Show all files"), "read": ("cat", "Show the content of one file"), "write": ("write", "Write a whole file"), "edit": ("replace", "Replace text in a file"), "run": ("bash", "Run a command")}, ("file", "text", "old", "new", "cmd")),
    ({"list": ("ListFiles", "Lists every file in the workspace"), "read": ("ReadFile", "Returns the text of a file"), "write": ("WriteFile", "Writes text to a file, replacing what was there"), "edit": ("EditFile", "Replaces a string in a file by another"), "run": ("RunShell", "Executes a shell command")}, ("filename", "contents", "search", "replacement", "command")),
    ({"list": ("fs_list", "list files"), "read": ("fs_read", "read a file"), "write": ("fs_write", "write a file"), "edit": ("fs_edit", "swap old string for new string in a file"), "run": ("exec", "execute a command line")}, ("file_path", "content", "old_string", "new_string", "command")),
    ({"list": ("listDir", "All paths in the project."), "read": ("openFile", "Open a file and return its text."), "write": ("saveFile", "Save text under a path."), "edit": ("patchFile", "Find a text in a file and put another in its place."), "run": ("terminal", "Run a command in the terminal.")}, ("path", "body", "find", "replace", "line")),
]
ABOUT = {"path": "Path of the file", "file": "File path", "filename": "Name of the file", "file_path": "Path to the file", "content": "The full text", "text": "The text to write", "contents": "New contents", "body": "Text to save", "old_text": "Text to look for", "old": "Text to look for", "search": "Exact text to find", "old_string": "Exact text to replace", "find": "Text to find", "new_text": "Text to put there", "new": "Text to put there", "replacement": "Text that takes its place", "new_string": "Its replacement", "replace": "Text to put in its place", "command": "The command line", "cmd": "Command to run", "line": "Command line"}
RESULTS = [
    None,
    {"wrote": "ok, wrote {p}", "edited": "ok, edited {p}", "missing": "{p}: No such file or directory", "nomatch": "error: old text does not occur in {p}", "transient": "error: connection reset, please retry", "unknown": "command not found", "empty": "(no files)"},
    {"wrote": "File saved: {p}", "edited": "File changed: {p}", "missing": "Error: {p} does not exist", "nomatch": "Error: no match for the given text in {p}", "transient": "Error: resource temporarily unavailable", "unknown": "Error: unknown command", "empty": "The workspace is empty."},
]
SYSTEMS = [None, None, "You are a coding agent. Use the tools to do what the user asks, then answer briefly.", "You work in a small project folder through tools. When the job is done, say what you did.", "You are a helpful programming assistant with access to the user's files."]
