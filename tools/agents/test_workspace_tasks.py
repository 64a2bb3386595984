"""Tests of the tasks on disk: the plan of each, carried out with its stand-ins, is right."""

import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run
import workspace_tasks


class Folder:
    """A folder of files that plans act on, with a task's stand-ins on the PATH."""

    def __init__(self, path, task):
        self.path = os.path.join(path, "workspace")
        programs = task.programs(os.path.join(path, "programs"))
        self.env = {**os.environ, "PATH": programs + os.pathsep + os.environ["PATH"]}
        run.fill(self.path, task.start)

    def text(self, name):
        with open(os.path.join(self.path, name)) as f:
            return f.read()

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text.rstrip("\n") + "\n")

    def act(self, action, *values):
        if action == "write":
            self.write(*values)
        elif action == "edit":
            name, old, new = values
            self.write(name, self.text(name).replace(old, new))
        elif action == "run":
            subprocess.run(["sh", "-c", *values], cwd=self.path, env=self.env, capture_output=True)


class Tasks(unittest.TestCase):
    def test_the_plan_of_each_kind_is_right_and_no_plan_is_not(self):
        for task in workspace_tasks.tasks(1, 1):
            answer = "Done. " + " ".join(task.task.say)
            for plan, right in ((task.task.plan, True), ([], False)):
                with tempfile.TemporaryDirectory() as path:
                    folder = Folder(path, task)
                    for step in plan:
                        folder.act(*step)
                    said = answer if plan else "Done."
                    files = run.files_of(folder.path)
                    self.assertEqual(task.right(files, said), right, task.name)


if __name__ == "__main__":
    unittest.main()
