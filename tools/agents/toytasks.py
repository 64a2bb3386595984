"""Tasks of atlas-mini's toy workspace for real files and real commands: one of every kind of the
development set (tools/mini/evalagent.py), or more, by a seed; none is picked by hand.

Commands such as `cargo test` are stand-ins on the PATH: they print what the task says, by what a
file holds, and the first run of some fails with a passing error."""

import json
import os
import random
import shutil
import sys
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mini"))
import evalagent

KINDS = [
    "create",
    "create_run",
    "create_two",
    "create_three",
    "replace",
    "replace_run",
    "replace_two",
    "lost",
    "fix",
    "flaky",
    "report",
    "copy",
    "list",
]
PROGRAMS = ["cargo", "pytest", "python", "python3", "make", "npm", "go", "ctest", "tests"]
PRETEND = """#!{python}
import json, os, sys
state = os.path.join(os.path.dirname(os.path.abspath(__file__)), "task.json")
task = json.load(open(state))
name = sys.argv[0] if sys.argv[0].startswith("./") else os.path.basename(sys.argv[0])
command = " ".join([name] + sys.argv[1:])
if command in task["flaky"]:
    task["flaky"].remove(command)
    out = "Error: timed out, try again"
elif command in task["checks"]:
    path, text, good, bad = task["checks"][command]
    held = open(path).read() if os.path.exists(path) else None
    out = good if held is not None and text in held else bad
else:
    out = "Error: unknown command"
task["outcomes"].append([command, out])
json.dump(task, open(state, "w"))
print(out)
"""


class ToyTask:
    def __init__(self, kind, number, task):
        self.name, self.task, self.order = f"{kind} {number}", task, task.ask
        self.start = {path: text + "\n" for path, text in task.files.items()}
        self.folder = None

    def programs(self, folder, workspace):
        """Puts the commands of the task into `folder` and returns it for the PATH."""
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        state = {
            "checks": self.task.checks,
            "flaky": list(self.task.flaky_commands),
            "outcomes": [],
        }
        json.dump(state, open(os.path.join(folder, "task.json"), "w"))
        for name in PROGRAMS:
            self.program(os.path.join(folder, name))
        return folder

    @staticmethod
    def program(path):
        with open(path, "w") as f:
            f.write(PRETEND.replace("{python}", sys.executable))
        os.chmod(path, 0o755)

    def right(self, files, answer):
        state = json.load(open(os.path.join(self.folder, "task.json")))
        done = SimpleNamespace(files=files, outcomes=state["outcomes"])
        return self.task.right(done, answer)


def tasks(seed, rounds):
    """`rounds` tasks of every kind. Commands that are files of the workspace are left out: they
    would have to stand in it."""
    out = []
    for number in range(1, rounds + 1):
        for kind in KINDS:
            r = random.Random(f"{seed}-{number}-{kind}")
            while True:
                task = evalagent.DevTask(r)
                if task.kind == kind and not task.cmd.startswith("./"):
                    break
            out.append(ToyTask(kind, number, task))
    return out
