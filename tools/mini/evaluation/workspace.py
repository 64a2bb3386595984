"""A toy workspace, the tools that act on it, and an agent task in progress.

A workspace is a dict of files with five actions: list, read, write, edit and run. `run` knows ls,
cat, wc -l, rm and the commands of `checks`, whose outcome depends on what a file contains.
"""

import re

from .tool_calls import function

TURNS_MAX = 12
MESSAGES = {
    "wrote": "Wrote {p}.",
    "edited": "Replaced 1 occurrence in {p}.",
    "missing": "Error: no such file: {p}",
    "nomatch": "Error: text not found in {p}",
    "transient": "Error: timed out, try again",
    "unknown": "Error: unknown command",
    "empty": "(empty)",
}


class Workspace:
    """Files by path, and the outcomes of the commands that ran.

    checks: command -> (path, needed text, output if it is there, output if not); the third may be
    such a tuple itself, so that one failure comes after another.
    flaky: commands whose first run fails with a passing error.
    messages: texts of the results, `{p}` stands for a path.
    """

    def __init__(self, files, checks=None, flaky=(), messages=None):
        self.files = dict(files)
        self.checks = checks or {}
        self.flaky = set(flaky)
        self.messages = messages or MESSAGES
        # (command, output) of every run.
        self.outcomes = []

    def say(self, key, path=""):
        return self.messages[key].replace("{p}", path)

    def list(self):
        return "\n".join(sorted(self.files)) or self.say("empty")

    def read(self, path):
        return self.files[path] if path in self.files else self.say("missing", path)

    def write(self, path, content):
        self.files[path] = content
        return self.say("wrote", path)

    def edit(self, path, old, new):
        if path not in self.files:
            return self.say("missing", path)
        if not old or old not in self.files[path]:
            return self.say("nomatch", path)
        self.files[path] = self.files[path].replace(old, new)
        return self.say("edited", path)

    def run(self, command):
        output = self.output(command)
        self.outcomes.append((command, output))
        return output

    def output(self, command):
        if command in self.flaky:
            self.flaky.discard(command)
            return self.say("transient")
        if command in self.checks:
            found = self.checks[command]
            while isinstance(found, tuple):
                path, text, good, bad = found
                found = good if text in self.files.get(path, "") else bad
            return found
        words = command.split()
        if words[:1] == ["ls"]:
            return self.list()
        if words[:1] == ["cat"] and len(words) == 2:
            return self.read(words[1])
        if words[:2] == ["wc", "-l"] and len(words) == 3:
            return f"{self.files.get(words[2], '').count(chr(10)) + 1} {words[2]}"
        if words[:1] == ["rm"] and len(words) == 2:
            gone = self.files.pop(words[1], None)
            return self.say("missing", words[1]) if gone is None else ""
        return self.say("unknown")


class Kit:
    """Five tools. names: action -> (tool name, description); fields: the arguments path, text,
    old, new and command under the names of this kit; about: a description of each field."""

    def __init__(self, names, fields, about=None):
        self.name = {action: v[0] for action, v in names.items()}
        path, text, old, new, command = fields
        self.fields = {
            "list": [],
            "read": [path],
            "write": [path, text],
            "edit": [path, old, new],
            "run": [command],
        }
        self.specs = []
        for action, given in self.fields.items():
            properties = {f: {"type": "string"} for f in given}
            for f in given if about else []:
                properties[f]["description"] = about[f]
            self.specs.append(function(*names[action], properties, given))

    def apply(self, workspace, name, arguments):
        """The result of one call."""
        action = next((k for k, n in self.name.items() if n == name), None)
        if action is None:
            return "Error: there is no such tool"
        given = isinstance(arguments, dict)
        values = [arguments.get(f) for f in self.fields[action]] if given else [None]
        if not all(isinstance(v, str) for v in values):
            return "Error: wrong arguments"
        return getattr(workspace, action)(*values)


def holds(text, part):
    """Whether a text holds a part that is not a piece of a longer word."""
    whole = r"(?<![A-Za-z0-9])" + re.escape(part) + r"(?![A-Za-z0-9])"
    return re.search(whole, text, re.I) is not None


def without_last_line_ends(files):
    return {k: v.rstrip("\n") for k, v in files.items() if v is not None}


class Task:
    """A request to an agent and what must be true at the end.

    ask: the request. files: the workspace at the start; start is a copy that stays.
    want: files that must differ at the end, None for one that must be gone.
    must_run: commands of which one must be seen to succeed, printing `good`.
    say, unsaid: texts that the answer must hold, and must not.
    plan: actions that solve the task. checks, flaky_commands: the workspace's.
    """

    def __init__(self):
        self.files, self.checks, self.flaky_commands = {}, {}, ()
        self.want, self.must_run, self.say, self.unsaid, self.plan = {}, [], [], [], []

    def right(self, workspace, answer):
        """Whether the files are as asked, the command succeeded and the answer says enough."""
        wanted = without_last_line_ends({**self.start, **self.want})
        if without_last_line_ends(workspace.files) != wanted or not answer.strip():
            return False
        succeeded = any(c in self.must_run and out == self.good for c, out in workspace.outcomes)
        if self.must_run and not succeeded:
            return False
        if any(holds(answer, s) for s in self.unsaid):
            return False
        return all(
            holds(answer, s) if s[0].isalnum() and s[-1].isalnum() else s in answer
            for s in self.say
        )


class Run:
    """One agent task in progress; `request` is the case to send next."""

    def __init__(self, kit, task, messages, system=None):
        self.kit, self.task = kit, task
        self.workspace = Workspace(task.files, task.checks, task.flaky_commands, messages)
        self.messages = [{"role": "user", "content": task.ask}]
        if system:
            self.messages.insert(0, {"role": "system", "content": system})
        self.done = self.ok = False
        self.turns = 0
        # Whether every reply so far ended its turn.
        self.ended = True

    def request(self):
        return {
            "skill": "agents",
            "messages": self.messages,
            "tools": self.kit.specs,
            "think": False,
            "max_tokens": 300,
        }

    def feed(self, reply):
        """Applies a reply: its calls, or its answer, which ends the task."""
        self.turns += 1
        self.ended &= reply["finish"] in ("stop", "tool_calls")
        if not reply["calls"]:
            self.done = True
            self.ok = self.task.right(self.workspace, reply["content"]) and self.ended
            return
        calls = []
        for i, (name, arguments) in enumerate(reply["calls"]):
            given = arguments if isinstance(arguments, dict) else {}
            called = {"name": name, "arguments": given}
            calls.append({"id": f"t{self.turns}n{i}", "type": "function", "function": called})
        said = {"role": "assistant", "content": reply["content"], "tool_calls": calls}
        self.messages.append(said)
        for c in calls:
            f = c["function"]
            result = self.kit.apply(self.workspace, f["name"], f["arguments"])
            self.messages.append({"role": "tool", "tool_call_id": c["id"], "content": result})
        if self.turns >= TURNS_MAX:
            self.done = True
