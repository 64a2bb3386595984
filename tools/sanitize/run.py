#!/usr/bin/env python3
"""Runs the cases of the parity program under compute-sanitizer, on a machine with a GPU.

    run.py CUDA_CHECK OUT [--tool TOOL]... [--op OP]... [--tall] [--planted PROGRAM]
        [--budget SECONDS] ...

CUDA_CHECK is the program `atlas-cuda-check` as it was carried there (`parity --list` names its
cases); nothing else of the tree but this folder is needed. A tool counts only once it has found the
fault that is planted for it, in `planted.cu`, which nvcc compiles here, or in PROGRAM. Every
case runs once (`--once`), in processes of a few cases each, several beside one another. A
process that does not end in time is stopped; the case that it was at runs once more alone, the
cases behind it go on in another process. Where a tool finds something, the cases of that process
run once more, each alone.

One line for each tool and op: cases run, clean, with errors of the tool, wrong (the program's
own word), without an end, and seconds of its processes. OUT gets the logs and `summary.txt`. The
status is 0 if all is clean, 1 if it is not, 3 if the budget ended before the cases did, which
are then counted as left.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The fault of `planted.cu` that each tool must find.
FAULTS = {"memcheck": "beyond", "racecheck": "race", "synccheck": "apart", "initcheck": "unset"}
# Exit status of a tool that found something; the parity program never ends with it.
FOUND = 9
# The check of graphs makes calls that a capture must refuse.
MORE = {("memcheck", "graph"): ["--report-api-errors", "no"]}
# Printed by the program before each case.
BEGUN = "begins "
CLEAN, ERRORS, WRONG, ENDLESS, LEFT = "clean", "errors", "wrong", "no end", "left"


def arguments(args):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("check", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tool", action="append", choices=list(FAULTS), help="default: all four")
    parser.add_argument("--op", action="append", help="as the list of cases begins; default: all")
    parser.add_argument("--tall", action="store_true", help="the cases of very many rows too")
    parser.add_argument("--planted", type=Path, help="`planted.cu`, compiled")
    parser.add_argument("--arch", default="native", help="what nvcc compiles `planted.cu` for")
    parser.add_argument("--jobs", type=int, default=8, help="processes at a time")
    parser.add_argument("--cases", type=int, default=16, help="of a process")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds of a process")
    parser.add_argument("--budget", type=float, default=float("inf"), help="seconds of all")
    parser.add_argument("--seed", type=int, default=1, help="of the cases' numbers")
    return parser.parse_args(args)


def op_of(case):
    """Op of a case: the word that its name begins with."""
    return re.match(r"\w*", case).group()


class Runner:
    """Runs processes for as long as the budget lasts, and stops those that do not end."""

    def __init__(self, args):
        self.args = args
        self.until = time.monotonic() + args.budget
        self.spent = collections.Counter()
        self.lock = threading.Lock()
        self.logs = 0

    def left(self):
        return self.until - time.monotonic()

    def run(self, command, log, limit):
        """The status of a command, None where it did not end in `limit` seconds; its output goes to
        `log`.
        """
        with open(log, "wb") as output:
            # A group of its own, since the tool starts the program as a child that outlives it.
            process = subprocess.Popen(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                return process.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                # Also where it ended: nothing of it is to hold the GPU.
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()

    def log(self, tool, op):
        with self.lock:
            self.logs += 1
            return self.args.out / f"{tool}-{op}-{self.logs:04}.log"

    def batch(self, tool, op, cases):
        """Ends of cases in one process: pairs of a case and its end, and cases to be run in
        another one.
        """
        left = self.left()
        if left <= 0:
            return [(case, LEFT) for case in cases], []
        limit = min(self.args.limit, left)
        only = [word for case in cases for word in ("--only", case)]
        tall = [] if self.args.tall else ["--short"]
        command = [
            "compute-sanitizer",
            "--tool",
            tool,
            *MORE.get((tool, op), []),
            "--error-exitcode",
            str(FOUND),
        ]
        command += [
            str(self.args.check),
            "parity",
            "--no-perf",
            "--once",
            "--seed",
            str(self.args.seed),
            *tall,
            *only,
        ]
        log, start = self.log(tool, op), time.monotonic()
        status = self.run(command, log, limit)
        with self.lock:
            self.spent[tool, op] += time.monotonic() - start
        if status is None:
            return self.unfinished(cases, log, limit)
        begun = begun_in(log)
        if status == 0 and set(cases) <= set(begun):
            return [(case, CLEAN) for case in cases], []
        if len(cases) > 1:
            return [], [[case] for case in cases]
        # A case that never began is one that the program does not know, or could not come to.
        found = ERRORS if status == FOUND else WRONG
        return [(cases[0], found)], []

    def unfinished(self, cases, log, limit):
        """Ends of the cases of a process that was stopped."""
        if limit < self.args.limit:
            # The budget's end, which says nothing of a case.
            return [(case, LEFT) for case in cases], []
        if len(cases) == 1:
            return [(cases[0], ENDLESS)], []
        begun = begun_in(log)
        last = begun[-1] if begun and begun[-1] in cases else cases[0]
        at = cases.index(last)
        # Those before it are not counted as clean: a tool may say what it found when a process
        # ends.
        parts = [cases[:at], [last], cases[at + 1 :]]
        return [], [part for part in parts if part]

    def all(self, tool, cases):
        """The end of each case."""
        by_op = collections.defaultdict(list)
        for case in cases:
            by_op[op_of(case)].append(case)
        size, ends = max(1, self.args.cases), {}
        with concurrent.futures.ThreadPoolExecutor(max(1, self.args.jobs)) as pool:
            running = {}

            def start(op, batch):
                running[pool.submit(self.batch, tool, op, batch)] = op

            for op, of in by_op.items():
                for at in range(0, len(of), size):
                    start(op, of[at : at + size])
            while running:
                done, _ = concurrent.futures.wait(
                    running, return_when=concurrent.futures.FIRST_COMPLETED
                )
                for future in done:
                    op = running.pop(future)
                    found, again = future.result()
                    ends.update(found)
                    for batch in again:
                        start(op, batch)
        return ends


def begun_in(log):
    """The cases that a process came to, in their order."""
    lines = Path(log).read_text(errors="replace").splitlines()
    return [line[len(BEGUN) :] for line in lines if line.startswith(BEGUN)]


def listed(args):
    """The names of the cases."""
    command = [str(args.check), "parity", "--list", "--once", *([] if args.tall else ["--short"])]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300)
    cases = [line for line in found.stdout.splitlines() if line]
    if found.returncode != 0 or not cases:
        sys.exit(f"{' '.join(command)}: status {found.returncode}\n{found.stdout}{found.stderr}")
    twice = [case for case, count in collections.Counter(cases).items() if count > 1]
    if twice:
        sys.exit(f"cases of one name: {', '.join(twice)}")
    wanted = set(args.op or map(op_of, cases))
    unknown = wanted - set(map(op_of, cases))
    if unknown:
        sys.exit(f"no case of {', '.join(sorted(unknown))}")
    return [case for case in cases if op_of(case) in wanted]


def compiled(args, name, more=()):
    """A program of this folder, compiled for this machine's GPU; None where it cannot be."""
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        return None
    # The wheels of `tools/cuda-toolkit.sh` have the runtime here; nvcc itself looks elsewhere.
    runtime = f"-L{Path(nvcc).resolve().parents[1] / 'lib'}"
    program = args.out / name
    command = [
        nvcc,
        f"-arch={args.arch}",
        runtime,
        *more,
        "-o",
        str(program),
        str(HERE / f"{name}.cu"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    (args.out / f"{name}.log").write_text(done.stdout + done.stderr)
    return program if done.returncode == 0 else None


def proves(runner, tool, program):
    """Whether a tool finds its planted fault."""
    command = [
        "compute-sanitizer",
        "--tool",
        tool,
        "--error-exitcode",
        str(FOUND),
        str(program),
        FAULTS[tool],
    ]
    return runner.run(command, runner.args.out / f"{tool}-planted.log", runner.args.limit) == FOUND


def asked(runner, tool, program, options):
    """Reports of a tool on a program of this folder, which does one thing for each argument; `None`
    without an nvcc.
    """
    program_at = compiled(runner.args, program, options)
    if program_at is None:
        return None

    def says(name):
        command = [
            "compute-sanitizer",
            "--tool",
            tool,
            "--error-exitcode",
            str(FOUND),
            str(program_at),
            name,
        ]
        status = runner.run(command, runner.args.out / f"{program}-{name}.log", 60)
        return {0: "nothing", FOUND: "an error"}.get(status, "no end, or no tool")

    return says


def clusters(runner, say):
    """Whether memcheck knows copies between the blocks of a cluster: where it refuses sound ones,
    what it says of `linear_splits` says nothing. On Hopper alone.
    """
    if says := asked(runner, "memcheck", "cluster", ["-std=c++17"]):
        sound = ", ".join(says(name) for name in ("right", "own", "far"))
        say(
            f"memcheck says of sound copies in a cluster: {sound}; of one that leaves a block:"
            f" {says('beyond')}"
        )


def barriers(runner, say):
    """Whether racecheck knows barriers in shared memory at which one lane of a warp arrives for
    all, and barriers by number of some warps of a block: where it refuses a sound program, what
    it says of kernels with such barriers says nothing.
    """
    if says := asked(runner, "racecheck", "ring", []):
        sound = f"{says('lane')} where a lane arrives for its warp, {says('all')} where all do"
        say(
            f"racecheck says of a sound ring in shared memory: {sound}; of one without a wait:"
            f" {says('early')}"
        )
    if says := asked(runner, "racecheck", "pairs", []):
        sound = f"{says('number')} where they meet by number, {says('shared')} in shared memory"
        say(
            f"racecheck says of sound pairs of warps: {sound}; of pairs that do not meet:"
            f" {says('early')}"
        )


def counted(tool, op, cases, ends, seconds):
    """The line of an op, and whether all of it is clean."""
    of = collections.Counter(ends.get(case, LEFT) for case in cases)
    run = len(cases) - of[LEFT]
    line = (
        f"{tool} {op}: {run} of {len(cases)} cases run, {of[CLEAN]} clean, {of[ERRORS]} with"
        f" errors, {of[WRONG]} wrong, "
    )
    line += f"{of[ENDLESS]} without an end, {seconds:.1f} s"
    named = [
        f"        {ends[case]}: {case}"
        for case in cases
        if ends.get(case) in (ERRORS, WRONG, ENDLESS)
    ]
    return "\n".join([line, *named]), run == of[CLEAN]


def main(args):
    args = arguments(args)
    args.out.mkdir(parents=True, exist_ok=True)
    args.check = args.check.resolve()
    with open(args.out / "summary.txt", "w") as summary:

        def say(line):
            for place in (sys.stdout, summary):
                print(line, file=place, flush=True)

        return sanitize(args, say)


def sanitize(args, say):
    """The status of the whole."""
    runner, clean, left = Runner(args), True, 0
    cases = listed(args)
    planted = args.planted.resolve() if args.planted else compiled(args, "planted")
    if planted is None:
        sys.exit(
            "planted.cu was not compiled: nvcc is needed, or --planted PROGRAM; planted.log has its"
            " words"
        )
    for tool in args.tool or FAULTS:
        if runner.left() > 0:
            if not proves(runner, tool, planted):
                say(f"{tool}: did NOT find the planted fault; none of its words counts")
                clean = False
                continue
            say(f"{tool}: found the planted fault")
            probe = {"memcheck": clusters, "racecheck": barriers}.get(tool)
            if probe:
                probe(runner, say)
        ends = runner.all(tool, cases)
        for op in dict.fromkeys(map(op_of, cases)):
            of = [case for case in cases if op_of(case) == op]
            line, good = counted(tool, op, of, ends, runner.spent[tool, op])
            say(line)
            clean &= good
        left += sum(ends.get(case, LEFT) == LEFT for case in cases)
    say(
        f"{left} cases left when the budget of {args.budget:.0f} s ended"
        if left
        else "no case left"
    )
    return 1 if not clean else 3 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
