"""Check the cases of zenotools.py: 3,000 of them, their calls, their values and the speed.

    python zenocheck.py [seed]      (add --show N to print N cases)
"""
import argparse
import json
import random
import time
from collections import Counter

import evaluate
import zenotools as Z

N = 3000
KEYS = {p.key for t in Z.SHELF for p in t.params}


def reply(check):
    if "call" in check:
        return {"content": "", "reasoning": "", "calls": [tuple(check["call"])], "finish": "tool_calls"}
    words = check["no_call"]
    return {"content": f"It is {words[0]}." if words else "None of my tools fits.", "reasoning": "", "calls": [], "finish": "stop"}


def shelf_faults():
    """Frames that lack a required value or name an unknown one."""
    for t in Z.SHELF:
        known, need = {p.key for p in t.params}, {p.key for p in t.params if not p.optional}
        if len(t.orders) < 5 or not 1 <= len(t.params) <= 4:
            yield f"{t.names[0]}: {len(t.orders)} orders, {len(t.params)} parameters"
        for a in t.params:
            for b in t.params:
                if a is not b and set(a.names) & set(b.names):
                    yield f"{t.names[0]}: two parameters share a name"
        for o in t.orders:
            used = set(Z.SLOT.findall(o)) | {m[0] for m in Z.FLAG.findall(o)}
            sure = Z.PART.sub("", o)
            kept = set(Z.SLOT.findall(sure)) | {m[0] for m in Z.FLAG.findall(sure)}
            if used - known or need - kept:
                yield f"{t.names[0]}: {o!r} unknown {used - known} missing {need - kept}"
            bools = {p.key for p in t.params if p.kind == "bool"}
            if bools & set(Z.SLOT.findall(o)):
                yield f"{t.names[0]}: boolean as a value in {o!r}"
            if any(c in Z.SLOT.sub("", Z.FLAG.sub("", Z.CHOICE.sub("", sure))) for c in "<>[]{}|") and "||" not in o:
                yield f"{t.names[0]}: stray mark in {o!r}"
    names = Counter(n for t in Z.SHELF for n in t.names)
    yield from (f"name twice: {n}" for n, k in names.items() if k > 1)


def strings(args):
    for v in args.values():
        yield from v if isinstance(v, list) else [v] if isinstance(v, str) else [str(v)] if not isinstance(v, bool) else []


def case_faults(c):
    ask, check = c["messages"][0]["content"], c["check"]
    rep = reply(check)
    if not evaluate.judge(check, rep):
        yield "not judged right"
    if not evaluate.valid_calls(rep, c["tools"]):
        yield "call is not valid"
    names = [t["function"]["name"] for t in c["tools"]]
    if len(set(names)) < len(names) or not 1 <= len(names) <= 9:
        yield "tools offered are wrong in number or name"
    for t in c["tools"]:
        if not set(t["function"]["parameters"]["required"]) <= set(t["function"]["parameters"]["properties"]):
            yield "required parameter is missing"
    if "call" in check:
        yield from (f"{v!r} does not stand in the request" for v in strings(check["call"][1]) if v not in ask)
    if any(m in KEYS for m in Z.SLOT.findall(ask)):
        yield "frame left open"


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("seed", type=int, nargs="?", default=1)
    ap.add_argument("--show", type=int, default=0)
    a = ap.parse_args()
    faults = list(shelf_faults())
    r, start = random.Random(a.seed), time.time()
    cases = [Z.tools(r) for _ in range(N)]
    took = time.time() - start
    for c in cases:
        faults += [f"{f}: {json.dumps(c['messages'][0]['content'], ensure_ascii=False)} {json.dumps(c['check'], ensure_ascii=False)}" for f in case_faults(c)]
    for c in cases[: a.show]:
        print(len(c["tools"]), c["messages"][0]["content"], "\n   ", json.dumps(c["check"], ensure_ascii=False))
    kinds = Counter("call" if "call" in c["check"] else "fact" if c["check"]["no_call"] else "none" for c in cases)
    print(f"tools {len(Z.SHELF)}, orders {sum(len(t.orders) for t in Z.SHELF)}, domains {len({t.domain for t in Z.SHELF})}")
    print("cases", dict(kinds), "offered", dict(sorted(Counter(len(c["tools"]) for c in cases).items())))
    print(f"different requests {len({c['messages'][0]['content'] for c in cases})} of {N}, {N / took:.0f} a second")
    for f in faults[:40]:
        print("FAULT", f)
    print("clean" if not faults else f"{len(faults)} faults")


if __name__ == "__main__":
    main()
