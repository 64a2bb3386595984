"""Check the cases of kiratools.py: the shelves, 4,000 cases, their calls, their values and the speed.

    python kiracheck.py [seed] [show]
"""
import json
import random
import sys
import time
from collections import Counter

import evaluate
import kiratools as K

N = 4000


def shelf_faults():
    for t in K.TOOLS:
        at = t.names[0]
        known, need = {p.key: p for p in t.params}, {p.key for p in t.params if not p.optional}
        if len(t.orders) < 6 or not 2 <= len(t.names) <= 3 or not 2 <= len(t.about) <= 3:
            yield f"{at}: {len(t.orders)} orders, {len(t.names)} names, {len(t.about)} descriptions"
        if not any(t.domain in f.split() for f in K.FAMILIES):
            yield f"{at}: domain {t.domain} has no family"
        names = [n for p in t.params for n in p.names]
        if len(set(names)) < len(names):
            yield f"{at}: two parameters share a name"
        if len(set(t.orders)) < len(t.orders):
            yield f"{at}: an order stands twice"
        for o in t.orders:
            sure = K.MAYBE.sub("", o)
            used = lambda s: K.SLOT.findall(s) + [m[0] for m in K.SAID.findall(s)]
            rest = K.SLOT.sub("", K.SAID.sub("", K.EITHER.sub("", sure))).replace("||", "").replace("->", "").replace("=>", "")
            if set(used(o)) - set(known) or need - set(used(sure)) or len(set(used(o))) < len(used(o)):
                yield f"{at}: {o!r} names {sorted(used(o))}, known {sorted(known)}, needed {sorted(need)}"
                continue
            if any(c in rest for c in "<>[]{}|"):
                yield f"{at}: stray mark in {o!r}"
            if any(known[k].kind == "bool" for k in K.SLOT.findall(o)):
                yield f"{at}: a boolean as a value in {o!r}"
            for key, body in K.SAID.findall(o):
                for part in body.split(";"):
                    value = part.partition("=")[0]
                    pool = known[key].schema.get("enum")
                    if "=" not in part or pool and value not in pool or known[key].kind == "bool" and value not in ("true", "false"):
                        yield f"{at}: {part!r} in {o!r}"
    yield from (f"name twice: {n}" for n, k in Counter(n for t in K.TOOLS for n in t.names).items() if k > 1)
    yield from (f"order twice: {o}" for o, k in Counter(o for t in K.TOOLS for o in t.orders).items() if k > 1)


def leaves(args):
    for v in args.values():
        yield from (str(x) for x in (v if isinstance(v, list) else [v] if not isinstance(v, bool) else []))


def case_faults(c, said):
    ask, check = c["messages"][0]["content"], c["check"]
    words = check.get("no_call")
    rep = {"content": "" if "call" in check else f"It is {words[0]}." if words else "No tool fits.", "reasoning": "", "finish": "stop", "calls": [tuple(check["call"])] if "call" in check else []}
    other = {"content": "x", "reasoning": "", "finish": "stop", "calls": [] if "call" in check else [("x", {})]}
    if not evaluate.judge(check, rep) or evaluate.judge(check, other):
        yield "judged wrongly"
    if not evaluate.valid_calls(rep, c["tools"]):
        yield "call is not valid"
    names = [t["function"]["name"] for t in c["tools"]]
    if len(set(names)) < len(names) or not 1 <= len(names) <= 9:
        yield "tools offered are wrong in number or name"
    if "call" in check:
        yield from (f"{v!r} does not stand in the request" for v in leaves(check["call"][1]) if v not in ask and v not in said)
    if any(m in ask for m in ("{", "||", "\0")) and "fn main" not in ask and "function" not in ask and ">= 18 {" not in ask and "\\d{4}" not in ask:
        yield "frame left open"
    if len(ask) > 700:
        yield "request is long"


def main():
    seed, show = [int(x) for x in sys.argv[1:3]] + [1, 0][len(sys.argv[1:3]):]
    faults = list(shelf_faults())
    said = {part.partition("=")[0] for t in K.TOOLS for o in t.orders for _, body in K.SAID.findall(o) for part in body.split(";")}
    r, start = random.Random(seed), time.time()
    cases = [K.tools(r) for _ in range(N)]
    took = time.time() - start
    again = random.Random(seed)
    if any(K.tools(again) != c for c in cases[:200]):
        faults.append("not the same from the same seed")
    for c in cases:
        faults += [f"{f}: {json.dumps(c['messages'][0]['content'], ensure_ascii=False)} {json.dumps(c['check'], ensure_ascii=False)}" for f in case_faults(c, said)]
    for c in cases[:show]:
        print(len(c["tools"]), c["messages"][0]["content"], "\n   ", json.dumps(c["check"], ensure_ascii=False))
    kinds = Counter("call" if "call" in c["check"] else "fact" if c["check"]["no_call"] else "none" for c in cases)
    print(f"tools {len(K.TOOLS)}, names {sum(len(t.names) for t in K.TOOLS)}, orders {sum(len(t.orders) for t in K.TOOLS)}, domains {len({t.domain for t in K.TOOLS})}")
    print("cases", dict(kinds), "offered", dict(sorted(Counter(len(c["tools"]) for c in cases).items())))
    print(f"different requests {len({c['messages'][0]['content'] for c in cases})} of {N}, {N / took:.0f} a second")
    for f in faults[:40]:
        print("FAULT", f)
    print("clean" if not faults else f"{len(faults)} faults")


if __name__ == "__main__":
    main()
