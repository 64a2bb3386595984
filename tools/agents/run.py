"""Coding agents against Atlas, headless, where only loopback can be reached.

    python3 tools/agents/run.py                       every client
    python3 tools/agents/run.py --clients claude,codex
    python3 tools/agents/run.py --clients small --model path/to/checkpoint

Installs the pinned clients from the npm registry (node and npm must be there), then starts itself
again in a network namespace of its own, where servers and clients run. README.md says what is run.
"""

import argparse
import fcntl
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import clients
import tasks
import workspace_tasks
from servers import Recorder, Served

ROOT = os.path.dirname(os.path.dirname(clients.HERE))


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument(
        "--clients",
        default="claude,codex,opencode,small",
        help=(
            "claude, codex, opencode (scripted model), small (opencode with the agent of opencode/,"
            " on a model)"
        ),
    )
    p.add_argument("--model", help="checkpoint for `small`; the bundled model if absent")
    p.add_argument("--tasks", help="only tasks whose name contains this")
    p.add_argument("--seed", type=int, default=1, help="of the tasks for `small`")
    p.add_argument("--rounds", type=int, default=1, help="tasks of each kind for `small`")
    p.add_argument("--atlas", help="the server's binary; built in release mode if absent")
    p.add_argument("--scripted", help="the example scripted_server; built if absent")
    p.add_argument(
        "--prefix",
        default=os.path.join(ROOT, "target", "agents"),
        help="where clients, homes and workspaces go",
    )
    p.add_argument("--record", help="folder for the requests of each client, as they were sent")
    p.add_argument("--seconds", type=int, default=240, help="a task may take")
    p.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return p.parse_args()


def build(args):
    """Builds what was not given, and returns the arguments that name it."""
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    names = args.clients.split(",")
    if "small" in names and not args.atlas:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        args.atlas = os.path.join(target, "release", "atlas")
    if set(names) - {"small"} and not args.scripted:
        subprocess.run(
            ["cargo", "build", "--quiet", "-p", "atlas", "--example", "scripted_server"],
            cwd=ROOT,
            check=True,
        )
        args.scripted = os.path.join(target, "debug", "examples", "scripted_server")
    named = {"--atlas": args.atlas, "--scripted": args.scripted}
    return [x for key, value in named.items() if value for x in (key, os.path.abspath(value))]


def isolate(extra):
    """This program again, in a network namespace with nothing in it."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    command = [
        "unshare",
        *user,
        "--net",
        sys.executable,
        os.path.abspath(__file__),
        *sys.argv[1:],
        *extra,
        "--inside",
    ]
    sys.exit(subprocess.run(command).returncode)


def loopback_up():
    """Switches loopback on and makes sure that there is nothing else."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        get, put, up = 0x8913, 0x8914, 1  # SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(s, get, request))[1]
        fcntl.ioctl(s, put, struct.pack("16sh14x", b"lo", flags | up))
    others = [name for _, name in socket.if_nameindex() if name != "lo" and routed(name)]
    if others:
        sys.exit(f"not isolated: {', '.join(others)}")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:
        s.settimeout(2)
        try:
            s.connect(("192.0.2.1", 80))
        except OSError as e:
            print(f"network: loopback only (192.0.2.1: {e.strerror or e})")
        else:
            sys.exit("not isolated: 192.0.2.1 answers")


def routed(name):
    with open("/proc/net/route") as f:
        return any(line.split()[0] == name for line in f.readlines()[1:])


def files_of(folder):
    """Path and text of every file; of what a client keeps for itself (hidden) nothing."""
    out = {}
    for base, folders, names in os.walk(folder):
        folders[:] = [x for x in folders if not x.startswith(".")]
        for name in names:
            path = os.path.join(base, name)
            out[os.path.relpath(path, folder)] = open(
                path, encoding="utf-8", errors="replace"
            ).read()
    return out


def fill(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def scripted(name, args, folder):
    """A client on the scripted model; yields (task, right, answer)."""
    script = os.path.join(clients.HERE, "scripts", f"{name}.toml")
    model = "served" if name == "opencode" else "scripted"
    command = [
        args.scripted,
        "--script",
        script,
        "--port",
        "0",
        "--served-model-name",
        model,
        "--set",
        f"workspace={folder}",
    ]
    with Served(command, os.path.join(args.prefix, f"{name}.server.log")) as served:
        recorder = Recorder(served.port)
        client = clients.CLIENTS[name](
            args.prefix,
            os.path.join(args.prefix, "homes", name),
            f"http://127.0.0.1:{recorder.port}",
            model,
        )
        for task in [
            t
            for t in tasks.TASKS
            if t.only in (None, name) and (not args.tasks or args.tasks in t.name)
        ]:
            fill(folder, task.start)
            start = time.monotonic()
            answer = client.run(task.order, folder, args.seconds, think=task.think)
            yield (
                task.name,
                task.right(files_of(folder), answer),
                answer,
                time.monotonic() - start,
                recorder.take(),
            )


def small(name, args, folder):
    """opencode's agent `small` on a model."""
    command = [
        args.atlas,
        "serve",
        *([args.model] if args.model else []),
        "--port",
        "0",
        "--served-model-name",
        "served",
    ]
    with Served(command, os.path.join(args.prefix, f"{name}.server.log")) as served:
        recorder = Recorder(served.port)
        client = clients.CLIENTS[name](
            args.prefix,
            os.path.join(args.prefix, "homes", name),
            f"http://127.0.0.1:{recorder.port}",
            "served",
        )
        for task in workspace_tasks.tasks(args.seed, args.rounds):
            if args.tasks and args.tasks not in task.name:
                continue
            fill(folder, task.start)
            path = task.programs(os.path.join(args.prefix, "programs"))
            start = time.monotonic()
            answer = client.run(task.order, folder, args.seconds, path)
            yield (
                task.name,
                task.right(files_of(folder), answer),
                answer,
                time.monotonic() - start,
                recorder.take(),
            )


def main():
    args = arguments()
    names = args.clients.split(",")
    unknown = set(names) - set(clients.CLIENTS)
    if unknown:
        sys.exit(f"no client {', '.join(sorted(unknown))}")
    args.prefix = os.path.abspath(args.prefix)
    if not args.inside:
        for part in sorted({part for name in names for part in clients.CLIENTS[name].parts}):
            clients.install(args.prefix, part)
        isolate(build(args))
    loopback_up()
    good = total = 0
    for name in names:
        folder = os.path.join(args.prefix, "workspaces", name)
        seen = []
        for task, right, answer, seconds, requests in (small if name == "small" else scripted)(
            name, args, folder
        ):
            refused = [r for r in requests if r["method"] == "POST" and r["status"] != 200]
            right = right and not refused
            good, total = good + right, total + 1
            print(
                f"{name:9} {task:16} {'right' if right else 'WRONG':6} {len(requests):3} requests"
                f" {seconds:6.1f} s  {answer[:90]!r}",
                flush=True,
            )
            for r in refused:
                print(f"    {r['method']} {r['path']}: {r['status']} {r['answer'][:300]}")
            seen += [{"client": name, "task": task, **r} for r in requests]
        if args.record:
            os.makedirs(args.record, exist_ok=True)
            with open(os.path.join(args.record, f"{name}.json"), "w") as f:
                json.dump(
                    {
                        "workspace": folder,
                        "home": os.path.join(args.prefix, "homes", name),
                        "requests": seen,
                    },
                    f,
                )
    print(f"{good} of {total} tasks right; {good} passed, {total - good} failed")
    sys.exit(good != total)


if __name__ == "__main__":
    main()
