"""A toy workspace: files in a dict and five actions on them.

`run` knows a few commands: ls, cat, wc -l, rm, and any command listed in
`checks`, whose outcome depends on whether a file contains a needed text; the good
outcome may be a further check, so that one failure comes after another."""


class Workspace:
    """files maps path to text; checks maps a command to (path, text, good, bad), where good
    may be such a tuple itself, for one more thing that must be right;
    flaky names commands whose first run fails with a transient error."""

    def __init__(self, files, checks=None, flaky=(), words=None):
        self.files = dict(files)
        self.checks = checks or {}
        self.flaky = set(flaky)
        self.ran = []
        self.words = words or {"wrote": "Wrote {p}.", "edited": "Replaced 1 occurrence in {p}.", "missing": "Error: no such file: {p}", "nomatch": "Error: text not found in {p}", "transient": "Error: timed out, try again", "unknown": "Error: unknown command", "empty": "(empty)"}

    def say(self, key, p=""):
        return self.words[key].replace("{p}", p)

    def list(self):
        return "\n".join(sorted(self.files)) or self.say("empty")

    def read(self, path):
        return self.files.get(path, None) if path in self.files else self.say("missing", path)

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

    def outcome(self, command):
        """What a command of `checks` prints, and whether it is its success."""
        out, good = self.checks[command], True
        while isinstance(out, tuple):
            path, text, then, bad = out
            out, good = (then, True) if text in self.files.get(path, "") else (bad, bad == then)
        return out, good

    def run(self, command):
        if command in self.flaky:
            self.flaky.discard(command)
            return self.say("transient")
        self.ran.append(command)
        if command in self.checks:
            return self.outcome(command)[0]
        parts = command.split()
        if parts[:1] == ["ls"]:
            return self.list()
        if parts[:1] == ["cat"] and len(parts) == 2:
            return self.read(parts[1])
        if parts[:2] == ["wc", "-l"] and len(parts) == 3:
            return f"{self.files.get(parts[2], '').count(chr(10)) + 1} {parts[2]}"
        if parts[:1] == ["rm"] and len(parts) == 2:
            return "" if self.files.pop(parts[1], None) is not None else self.say("missing", parts[1])
        return self.say("unknown")
