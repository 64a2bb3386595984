"""Evaluates atlas-mini, or any small model, against a running OpenAI-compatible server.

    python tools/mini/evaluate.py --url http://127.0.0.1:8888 --json out.json
    python tools/mini/evaluate.py --rows facts,sort --cases 20 --seed 11 --show 3
    python tools/mini/evaluate.py --local models/atlas-mini --device cuda    (own generation)
    python tools/mini/evaluate.py --formats bf16,nvfp4 --atlas target/release/atlas -- --threads 2

Prints a line for each skill. A server needs only the standard library, `--local` needs PyTorch.
`--formats` quantises the bundled checkpoint to each format, serves it and prints a table;
`--kv-formats` does that once for each format of the KV cache, and what is behind `--` goes to
`atlas serve`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from evaluation import agent_tasks, judge, rows
from evaluation.replies import Http, Served

# Percentages that the bundled weights are held to.
BARS = {
    "facts": 95,
    "completion": 95,
    "copy": 90,
    "reverse": 90,
    "sort": 90,
    "count": 90,
    "extract": 90,
    "json_to_toml": 90,
    "needle_1k": 97,
    "needle_4k": 97,
    "needle_8k5": 97,
    "needle_16k": 97,
    "tools": 90,
    "tools valid": 95,
    "agents": 85,
    "thinking": 98,
    "ends its turn": 99.5,
    "mtp first draft": 75,
}
# Lines around the table of formats in a page.
TABLE_BEGIN = "<!-- Written by tools/mini/evaluate.py; do not edit. -->\n"
TABLE_END = "<!-- End of the evaluation. -->\n"
AGENT_TASKS_MAX = 200
SAMPLES_MAX = 20
MISSES_MAX = 12


class Tally:
    """Counts of right replies by row, with the first replies and the first misses of each."""

    def __init__(self):
        self.rows, self.samples, self.misses = {}, {}, {}

    def add(self, row, ok, sample=None):
        counts = self.rows.setdefault(row, [0, 0])
        counts[0] += bool(ok)
        counts[1] += 1
        if not sample:
            return
        samples = self.samples.setdefault(row, [])
        if len(samples) < SAMPLES_MAX:
            samples.append({**sample, "ok": bool(ok)})
        if not ok and len(self.misses.setdefault(row, [])) < MISSES_MAX:
            self.misses[row].append(sample)

    def add_reply(self, row, case, reply):
        self.add(row, judge.right(case["check"], reply), shown(case, reply))
        if row == "tools":
            self.add("tools valid", judge.valid_calls(reply, case["tools"]))
        if row == "thinking":
            self.add("thinking right", judge.right(case["check"]["then"], reply))
        if "prompt" not in case:
            self.add("ends its turn", ended(reply))

    def print(self, seconds, misses_shown):
        print(f"{'skill':16} {'right':>6} {'of':>6} {'%':>7} {'bar':>6}")
        for row, (ok, n) in self.rows.items():
            bar, share = BARS.get(row), 100 * ok / n
            below = "below" if bar and share < bar else ""
            print(f"{row:16} {ok:6} {n:6} {share:7.2f} {bar or '':>6} {below}")
        print(f"{seconds:.0f} s")
        for row, misses in self.misses.items():
            for miss in misses[:misses_shown]:
                print("MISS", row, json.dumps(miss, ensure_ascii=False)[:700])


def ended(reply):
    return reply["finish"] in ("stop", "tool_calls")


def shown(case, reply):
    """A case and its reply, long questions cut in the middle."""
    q = case.get("prompt") or case["messages"][-1]["content"]
    if len(q) > 400:
        q = q[:120] + " [...] " + q[-160:]
    out = {"asked": q, "answer": reply["content"]}
    if reply["reasoning"]:
        out["reasoning"] = reply["reasoning"]
    if reply["calls"]:
        out["calls"] = reply["calls"]
    out["expected"] = case["check"].get("then", case["check"])
    return out


def run_agents(backend, tally, n, seed):
    """Plays `n` agent tasks, one turn of all of them at a time."""
    live = agent_tasks.runs(seed, n)
    while live:
        for run, reply in zip(live, backend.replies([x.request() for x in live])):
            tally.add("ends its turn", ended(reply))
            run.feed(reply)
            if run.done:
                steps = [m["tool_calls"][0]["function"] for m in run.messages if "tool_calls" in m]
                asked = next(m["content"] for m in run.messages if m["role"] == "user")
                sample = {"asked": asked, "answer": reply["content"], "steps": steps}
                tally.add("agents", run.ok, sample)
        live = [x for x in live if not x.done]


def write_page(samples, path):
    """The samples as a Markdown page."""
    page = ["# Verbatim cases", ""]
    page += ["The first twenty of each row in order. Long questions are cut with [...].", ""]
    for row, cases in samples.items():
        page += [f"## {row}", ""]
        for c in cases:
            mark = "right" if c["ok"] else "WRONG"
            page.append(f"- {mark} — asked: {json.dumps(c['asked'], ensure_ascii=False)}")
            keys = ["reasoning", "answer", "calls", "steps"] + ([] if c["ok"] else ["expected"])
            for key in keys:
                if c.get(key):
                    page.append(f"  - {key}: {json.dumps(c[key], ensure_ascii=False)}")
        page.append("")
    Path(path).write_text("\n".join(page))


def write_json(path, value):
    Path(path).write_text(json.dumps(value, indent=1, ensure_ascii=False))


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--url", default="http://127.0.0.1:8888")
    p.add_argument("--model", default="atlas-mini")
    p.add_argument("--parallel", type=int, default=8, help="requests at a time; two if long")
    p.add_argument("--timeout", type=float, default=900, help="seconds of a request")
    p.add_argument("--local", help="checkpoint folder, run by the training code instead")
    p.add_argument("--weights", help="other weights for --local")
    p.add_argument("--untrained", action="store_true", help="random weights for --local")
    p.add_argument("--device", default="cpu", help="of --local")
    p.add_argument("--rows", help="comma-separated rows, or row:cases; default: all")
    p.add_argument("--cases", type=int, help="at most so many cases of every other row")
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--json", help="writes the counts to this file")
    p.add_argument("--samples", help="writes verbatim cases to this file")
    p.add_argument("--page", help="writes them to this file as Markdown")
    p.add_argument("--show", type=int, default=0, help="prints so many misses of a row")
    p.add_argument("--formats", help="comma-separated formats of weights to quantise and serve")
    p.add_argument("--kv-formats", help="--kv-cache-dtype of --formats, between ; or commas")
    p.add_argument("--atlas", default="target/release/atlas", help="binary of --formats")
    p.add_argument("--checkpoint", default="models/atlas-mini", help="bf16 folder of --formats")
    p.add_argument("--table", help="writes the table of --formats into this page")
    p.add_argument("serve_flags", nargs="*", help="behind --: flags of `atlas serve`")
    args = p.parse_args()
    names = [name for name, _, _ in rows.ROWS] + ["agents"]
    # The rows with the most cases of each.
    asked = [row.partition(":") for row in args.rows.split(",")] if args.rows else []
    args.rows = dict.fromkeys(names, args.cases)
    if asked:
        if not all(count.isdecimal() or not colon for _, colon, count in asked):
            p.error("--rows takes names, or names with a number of cases behind a colon")
        args.rows = {row: int(count) if colon else args.cases for row, colon, count in asked}
    unknown = set(args.rows) - set(names)
    if unknown:
        p.error(f"unknown row {', '.join(sorted(unknown))}: use {', '.join(names)}")
    return args


def evaluate(backend, args):
    """The tally of all rows."""
    tally = Tally()
    for row in [name for name, _, _ in rows.ROWS if name in args.rows]:
        cases = list(rows.cases(args.seed, args.rows[row], [row]))
        begun = time.time()
        for case, reply in zip(cases, backend.replies(cases)):
            tally.add_reply(row, case, reply)
        print(f"{row} done in {time.time() - begun:.0f} s", file=sys.stderr, flush=True)
    if "agents" in args.rows:
        n = min(AGENT_TASKS_MAX, args.rows["agents"] or AGENT_TASKS_MAX)
        run_agents(backend, tally, n, args.seed)
    return tally


def planned(args, checkpoint, flags):
    """The lines of a format that `atlas plan` gives: sizes of weights and of a token's KV."""
    command = [args.atlas, "plan", str(checkpoint), "--json", *flags]
    plan = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    settings = {setting["name"]: setting["value"] for setting in plan["settings"]}
    tokens = int(settings["kv_block_count"]) * int(settings["kv_block_tokens"])
    kv = next(pool["bytes"] for pool in plan["pools"] if pool["name"] == "KV blocks")
    return {
        "weights, MiB": f"{plan['weights_bytes'] / 2**20:.2f}",
        "KV, bytes a token": f"{kv / tokens:.0f}",
    }


def evaluate_formats(args):
    """A column for each format of weights and of the KV cache: its name and its lines."""
    kv_formats = split_formats(args.kv_formats) if args.kv_formats else [None]
    for name in args.formats.split(","):
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = Path(args.checkpoint)
            if name != "bf16":
                checkpoint = Path(folder) / name
                command = [args.atlas, "quantize", args.checkpoint, str(checkpoint)]
                subprocess.run([*command, "--format", name], check=True, stdout=sys.stderr)
            for kv in kv_formats:
                flags = [*args.serve_flags, *(["--kv-cache-dtype", kv] if kv else [])]
                named = ["--served-model-name", args.model, *flags]
                with Served(args.atlas, checkpoint, named) as served:
                    backend = Http(served.url, args.model, args.parallel, args.timeout)
                    counts = evaluate(backend, args).rows
                lines = {row: f"{ok} of {n}" for row, (ok, n) in counts.items()}
                lines.update(planned(args, checkpoint, flags))
                yield f"{name}, KV {kv}" if kv else name, lines


def split_formats(text):
    """Formats between semicolons, as where one is `k=fp8,v=turbo3`, else between commas."""
    return text.split(";" if ";" in text else ",")


def formats_table(columns):
    """The columns as a Markdown table."""
    lines = [["", *(name for name, _ in columns)], ["---"] * (1 + len(columns))]
    for row in columns[0][1]:
        lines.append([row, *(cells[row] for _, cells in columns)])
    return "".join("|" + "".join(f" {cell} |" for cell in line) + "\n" for line in lines)


def put_table(page, table):
    """Puts the table between the marks of the page."""
    text = Path(page).read_text()
    head, begin, rest = text.partition(TABLE_BEGIN)
    _, end, tail = rest.partition(TABLE_END)
    if not end:
        raise SystemExit(f"{page}: no lines {TABLE_BEGIN.strip()} and {TABLE_END.strip()}")
    Path(page).write_text(head + begin + table + end + tail)


def main():
    args = arguments()
    if args.formats:
        table = formats_table(list(evaluate_formats(args)))
        print(table, end="")
        if args.table:
            put_table(args.table, table)
        return
    if args.local:
        from generate import LocalReplies

        backend = LocalReplies(args.local, args.device, args.weights, args.untrained)
    else:
        backend = Http(args.url, args.model, args.parallel, args.timeout)
    start = time.time()
    tally = evaluate(backend, args)
    if args.local and backend.drafts:
        tally.rows["mtp first draft"] = [backend.accepted, backend.drafts]
    tally.print(time.time() - start, args.show)
    if args.json:
        counts = {row: {"right": ok, "of": n} for row, (ok, n) in tally.rows.items()}
        write_json(args.json, counts)
    if args.samples:
        write_json(args.samples, {"samples": tally.samples, "misses": tally.misses})
    if args.page:
        write_page(tally.samples, args.page)


if __name__ == "__main__":
    main()
