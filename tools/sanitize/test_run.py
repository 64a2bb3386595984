"""Tests of `run.py`, with scripts in place of the tools and the parity program."""

import contextlib
import io
import os
import stat
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run

# Does as its cases are called.
PARITY = """#!{python}
import sys, time
cases = {cases!r}
assert sys.argv[1] == "parity", sys.argv
args = sys.argv[2:]
if "--list" in args:
    print("\\n".join(cases))
    sys.exit(0)
assert "--once" in args and "--no-perf" in args and "--short" in args, args
only = [args[i + 1] for i, arg in enumerate(args) if arg == "--only"]
with open({log!r}, "a") as log:
    print(*only, sep=",", file=log)
status = 0
for case in only:
    if case not in cases:
        continue
    print("begins " + case, flush=True)
    if "sleeps" in case:
        time.sleep(600)
    time.sleep(float(case.split("takes ")[1]) if "takes " in case else 0)
    if "races" in case:
        print("FAULT", flush=True)
    status |= "is wrong" in case
sys.exit(status)
"""
# Ends with the status that it is told where the program says FAULT.
TOOL = """#!{python}
import subprocess, sys
args = sys.argv[1:]
status, tool = int(args[args.index("--error-exitcode") + 1]), args[args.index("--tool") + 1]
program = args[args.index("--error-exitcode") + 2:]
child = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
found = False
for line in child.stdout:
    print(line, end="", flush=True)
    found |= "FAULT" in line and tool != {blind!r}
sys.exit(status if found else child.wait())
"""
PLANTED = """#!{python}
import sys
if sys.argv[1] in ("race", "beyond"):
    print("FAULT")
"""


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = self.folder / "asked"
        self.write("planted", PLANTED)
        path = mock.patch.dict(os.environ, {"PATH": f"{self.folder}:{os.environ['PATH']}"})
        path.start()
        self.addCleanup(path.stop)
        # Programs of the folder are not compiled, which would take of a budget's seconds where
        # there is an nvcc.
        compiled = mock.patch.object(run, "compiled", return_value=None)
        compiled.start()
        self.addCleanup(compiled.stop)

    def write(self, name, text, **values):
        path = self.folder / name
        path.write_text(text.format(python=sys.executable, **values))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_of(self, cases, *more, blind=""):
        """The status, the lines of the summary, and what processes were asked for."""
        self.write("atlas-cuda-check", PARITY, cases=cases, log=str(self.log))
        self.write("compute-sanitizer", TOOL, blind=blind)
        planted = self.folder / "planted"
        args = [
            str(self.folder / "atlas-cuda-check"),
            str(self.folder / "out"),
            "--planted",
            str(planted),
            *more,
        ]
        with contextlib.redirect_stdout(io.StringIO()):
            status = run.main(args)
        asked = self.log.read_text().splitlines() if self.log.exists() else []
        said = (self.folder / "out" / "summary.txt").read_text().splitlines()
        if blind not in more:
            self.assertIn(f"{more[1]}: found the planted fault", said)
        said = [line for line in said if "found the planted" not in line]
        return status, said, asked

    def test_clean_cases_are_counted_by_op_in_processes_of_a_few(self):
        cases = [f"linear/warp f32 #{i}" for i in range(5)] + ["sample 1 x 2"]
        status, said, asked = self.run_of(cases, "--tool", "racecheck", "--cases", "2")
        self.assertEqual(status, 0)
        self.assertRegex(
            said[0],
            r"racecheck linear: 5 of 5 cases run, 5 clean, 0 with errors, 0 wrong, 0 without an"
            r" end, \d",
        )
        self.assertRegex(said[1], r"racecheck sample: 1 of 1 cases run, 1 clean")
        self.assertEqual(said[2:], ["no case left"])
        self.assertEqual(len(asked), 4)
        self.assertEqual(sorted(",".join(asked).split(",")), sorted(cases))

    def test_a_fault_is_told_of_its_case_alone_and_so_is_a_wrong_result(self):
        cases = ["a #0", "a #1 races", "a #2", "b is wrong", "b fine"]
        status, said, _ = self.run_of(cases, "--tool", "racecheck")
        self.assertEqual(status, 1)
        self.assertRegex(said[0], r"racecheck a: 3 of 3 cases run, 2 clean, 1 with errors, 0 wrong")
        self.assertEqual(said[1].strip(), "errors: a #1 races")
        self.assertRegex(said[2], r"racecheck b: 2 of 2 cases run, 1 clean, 0 with errors, 1 wrong")
        self.assertEqual(said[3].strip(), "wrong: b is wrong")

    def test_a_case_without_an_end_is_stopped_and_takes_no_other_with_it(self):
        start = time.monotonic()
        cases = ["a #0", "a #1 sleeps", "a #2", "a #3"]
        status, said, asked = self.run_of(cases, "--tool", "memcheck", "--limit", "1.5")
        self.assertEqual(status, 1)
        self.assertRegex(
            said[0],
            r"memcheck a: 4 of 4 cases run, 3 clean, 0 with errors, 0 wrong, 1 without an end",
        )
        self.assertEqual(said[1].strip(), "no end: a #1 sleeps")
        self.assertIn("a #1 sleeps", asked)
        self.assertLess(time.monotonic() - start, 60)

    def test_the_budget_ends_it_and_says_what_is_left(self):
        cases = [f"a #{i} takes 0.2" for i in range(100)]
        more = ["--tool", "racecheck", "--cases", "1", "--jobs", "2", "--budget", "2"]
        start = time.monotonic()
        status, said, _ = self.run_of(cases, *more)
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(status, 3)
        count = int(said[-1].split()[0])
        self.assertTrue(0 < count < 100, said)
        started = len(list((self.folder / "out").glob("racecheck-a-*.log")))
        self.assertLessEqual(started, 100 - count + 2, "processes that the budget has no time for")
        self.assertRegex(
            said[0], rf"racecheck a: {100 - count} of 100 cases run, {100 - count} clean"
        )
        self.assertIn("left when the budget of 2 s ended", said[-1])

    def test_a_tool_that_misses_its_planted_fault_says_nothing_of_any_case(self):
        status, said, asked = self.run_of(["a #0"], "--tool", "racecheck", blind="racecheck")
        self.assertEqual((status, asked), (1, []))
        self.assertIn("racecheck: did NOT find the planted fault", said[0])

    def test_ops_are_chosen_by_name_and_unknown_ones_and_names_given_twice_refused(self):
        _, said, asked = self.run_of(["a #0", "ab #0"], "--tool", "racecheck", "--op", "a")
        self.assertEqual((len(said), asked), (2, ["a #0"]))
        for cases, more in [(["a #0"], ["--op", "b"]), (["a #0", "a #0"], []), ([], [])]:
            with self.assertRaises(SystemExit) as refused:
                self.run_of(cases, "--tool", "racecheck", *more)
            self.assertIsInstance(refused.exception.code, str)

    def test_a_case_that_the_program_does_not_come_to_is_not_clean(self):
        self.write("atlas-cuda-check", PARITY, cases=["a #0"], log=str(self.log))
        check = str(self.folder / "atlas-cuda-check")
        runner = run.Runner(run.arguments([check, str(self.folder)]))
        self.write("compute-sanitizer", TOOL, blind="")
        self.assertEqual(
            runner.all("racecheck", ["a #0", "a #1"]), {"a #0": run.CLEAN, "a #1": run.WRONG}
        )


if __name__ == "__main__":
    unittest.main()
