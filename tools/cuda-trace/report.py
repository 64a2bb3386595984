"""Time that each kernel adds to a step, from the file that libatlas_trace.so wrote:

    python3 report.py TRACE [--from SHARE] [--to SHARE] [--per KERNEL] [--top N]

A kernel's time is what it adds: from the end of the last kernel that was running to its own end,
so that all times add up to the time from the first kernel to the last, the waiting between
launches (`idle`) included. --from and --to cut the trace by shares of its kernels; --per divides
by how often KERNEL ran (once a step, say).
"""

import argparse
from collections import defaultdict


def read(path):
    kernels = []
    with open(path) as f:
        for line in f:
            start, end, _, _, name = line.rstrip("\n").split(" ", 4)
            kernels.append((int(start), int(end), name))
    kernels.sort()
    return kernels


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("trace")
    ap.add_argument("--from", dest="first", type=float, default=0.0)
    ap.add_argument("--to", dest="last", type=float, default=1.0)
    ap.add_argument("--per")
    ap.add_argument("--top", type=int, default=40)
    a = ap.parse_args()
    kernels = read(a.trace)
    kernels = kernels[int(a.first * len(kernels)) : int(a.last * len(kernels))]
    if not kernels:
        raise SystemExit("no kernels in this part of the trace")
    added, own, count, idle, until = (
        defaultdict(int),
        defaultdict(int),
        defaultdict(int),
        0,
        kernels[0][0],
    )
    for start, end, name in kernels:
        idle += max(0, start - until)
        added[name] += max(0, end - max(start, until))
        own[name] += end - start
        count[name] += 1
        until = max(until, end)
    per = count[a.per] if a.per else 1
    if not per:
        raise SystemExit(f"{a.per} never ran; there are {', '.join(sorted(count))}")
    whole = until - kernels[0][0]
    print(
        f"{'kernel':44} {'runs':>8} {'adds, us':>10} {'share':>7} {'adds a run':>11}"
        f" {'lasts a run':>12}"
    )
    for name in sorted(added, key=added.get, reverse=True)[: a.top]:
        n = count[name]
        print(
            f"{name[:44]:44} {n / per:8.2f} {added[name] / 1e3 / per:10.2f}"
            f" {added[name] / whole:7.1%} {added[name] / n / 1e3:11.2f} {own[name] / n / 1e3:12.2f}"
        )
    print(f"{'idle':44} {'':8} {idle / 1e3 / per:10.2f} {idle / whole:7.1%}")
    print(f"{'all':44} {len(kernels) / per:8.2f} {whole / 1e3 / per:10.2f}")


if __name__ == "__main__":
    main()
