"""What the plans of one chat put into a workspace: files, commands and flaws."""
from agentcommands import any_command
from agentkit import body, file_path, marked


class Scene:
    """The files, commands and flaws that the plans of one chat put into the workspace."""

    def __init__(self, r):
        self.r, self.files, self.checks, self.flaky, self.faults, self.taken = r, {}, {}, [], {}, set()

    def path(self, ext=None):
        while True:
            p = file_path(self.r, ext)
            n = p.split("/")[-1]
            if n.lower() not in self.taken:
                self.taken.add(n.lower())
                return p

    def command(self):
        while True:
            c = any_command(self.r)
            if c not in self.checks:
                return c

    def new(self, ext=None, text=None):
        """A file that is there at the start."""
        p = self.path(ext)
        self.files[p] = text if text is not None else body(self.r, p)
        return p


def shown_command(r, c):
    """Unknown names and odd arguments more often stand in quotation marks."""
    return marked(r, c) if r.random() < (0.3 if " -" in c or "." in c else 0.18) and '"' not in c else c
