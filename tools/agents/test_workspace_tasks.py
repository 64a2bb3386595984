"""Tests of the tasks on disk: the plan of each, carried out with its stand-ins, is right."""

import os
import shutil
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


STUB = """
const any = { describe: () => any }
export const tool = Object.assign((definition) => definition, { schema: { string: () => any } })
"""

EDIT = """
import edit from "./tool/edit_file.js"
const [path, old, next] = process.argv.slice(2)
console.log(await edit.execute({ path, old, new: next }, { directory: process.cwd() }))
"""


@unittest.skipUnless(shutil.which("node"), "needs Node")
class EditFile(unittest.TestCase):
    """The tool `edit_file` changes what it is asked to and no other byte."""

    def test_other_bytes_stay(self):
        cases = [
            (b"a wrld\r\nb\r\n\r\n", "wrld", "world", b"a world\r\nb\r\n\r\n"),
            (b"a wrld", "wrld", "world", b"a world"),
            (b"a\nwrld\n\n", "a\nwrld", "world", b"world\n\n"),
            (b"x\r\ny\r\n", "x\ny", "p\nq", b"p\r\nq\r\n"),
            (b"\xef\xbb\xbfwrld\n", "wrld", "$& world", b"\xef\xbb\xbf$& world\n"),
            (b"\xffwrld\n", "wrld", "world", b"\xffwrld\n"),
            (b"abc\n", "", "world", b"abc\n"),
        ]
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(here, "opencode"), folder, dirs_exist_ok=True)
            plugin = os.path.join(folder, "node_modules", "@opencode-ai", "plugin")
            os.makedirs(plugin)
            for path, text in [
                (os.path.join(folder, "package.json"), '{"type": "module"}'),
                (os.path.join(plugin, "package.json"), '{"type": "module", "main": "index.js"}'),
                (os.path.join(plugin, "index.js"), STUB),
                (os.path.join(folder, "edit.js"), EDIT),
            ]:
                with open(path, "w") as f:
                    f.write(text)
            for before, old, new, after in cases:
                path = os.path.join(folder, "file.txt")
                with open(path, "wb") as f:
                    f.write(before)
                command = ["node", "edit.js", "file.txt", old, new]
                subprocess.run(command, cwd=folder, check=True, capture_output=True)
                with open(path, "rb") as f:
                    self.assertEqual(f.read(), after, (before, old, new))


if __name__ == "__main__":
    unittest.main()
