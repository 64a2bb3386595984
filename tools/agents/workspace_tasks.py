"""Tasks of the evaluation's toy workspace for real files and real commands.

One task of every kind of `tools/mini/evaluation/agent_tasks.py`, or more, drawn by a seed; none is
picked by hand. Commands such as `cargo test` are stand-ins on the PATH. They print the task's
outcome, which depends on a file's text, and the first run of some fails with a passing error.
"""

import json
import os
import random
import shutil
import sys
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mini"))
from evaluation import agent_tasks

PROGRAMS = ["cargo", "python3", "make", "npm", "go"]
STAND_IN = """#!{python}
import json, os, sys
state = os.path.join(os.path.dirname(os.path.abspath(__file__)), "task.json")
task = json.load(open(state))
command = " ".join([os.path.basename(sys.argv[0])] + sys.argv[1:])
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


class WorkspaceTask:
    """A task with its files on disk and stand-ins for its commands."""

    def __init__(self, number, task):
        self.name, self.task, self.order = f"{task.kind} {number}", task, task.ask
        self.start = {path: text + "\n" for path, text in task.files.items()}
        self.folder = None

    def programs(self, folder):
        """Puts the commands of the task into `folder` and returns it for the PATH."""
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        flaky = list(self.task.flaky_commands)
        state = {"checks": self.task.checks, "flaky": flaky, "outcomes": []}
        with open(os.path.join(folder, "task.json"), "w") as f:
            json.dump(state, f)
        for name in PROGRAMS:
            path = os.path.join(folder, name)
            with open(path, "w") as f:
                f.write(STAND_IN.replace("{python}", sys.executable))
            os.chmod(path, 0o755)
        return folder

    def right(self, files, answer):
        """Whether files, commands and answer are as the task asks."""
        with open(os.path.join(self.folder, "task.json")) as f:
            state = json.load(f)
        return self.task.right(SimpleNamespace(files=files, outcomes=state["outcomes"]), answer)


def has_stand_ins(task):
    """Whether all commands of a task can be stood in for.

    `sh` itself cannot, and a program of the workspace would have to be among its files.
    """
    return all(command.split()[0] in PROGRAMS for command in task.checks)


def tasks(seed, rounds):
    """`rounds` tasks of every kind."""
    out = []
    for number in range(1, rounds + 1):
        for kind in agent_tasks.KINDS:
            r = random.Random(f"{seed}-{number}-{kind.__name__}")
            task = agent_tasks.task_of(r, kind)
            while not has_stand_ins(task):
                task = agent_tasks.task_of(r, kind)
            out.append(WorkspaceTask(number, task))
    return out
