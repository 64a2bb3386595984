"""Makes cases and checks them: the right call passes, is valid and stands in the question."""
import random
import re
import sys
import time

import evaluate
import xaratools as X


def keys(order, deep=True):
    """The parameters that an order names."""
    out = []
    for x in order:
        if isinstance(x, tuple):
            out.append(x[0])
        elif isinstance(x, list) and deep:
            out += keys(x)
    return out


def shelf_faults():
    """Faults of the shelves: too few orders, unknown or missing parameters, clashes."""
    out, names = [], {}
    for t in X.TOOLS:
        name = t.names[0]
        if len(t.orders) < 5 or not 1 <= len(t.params) <= 4 or any(re.search("[|/]", s) for s in t.names):
            out.append(f"{name}: {len(t.orders)} orders, {len(t.params)} parameters")
        for n in t.names:
            if names.setdefault(n, t) is not t:
                out.append(f"{n}: two tools have this name")
        shown = [n for p in t.params.values() for n in p.names]
        if len(set(shown)) < len(shown):
            out.append(f"{name}: a parameter's name twice")
        for _, o in t.orders:
            ks = keys(o)
            need = {k for k, p in t.params.items() if not p.optional}
            if set(ks) - set(t.params) or len(set(ks)) < len(ks) or need - set(keys(o, False)):
                out.append(f"{name}: parameters of order {o}")
            for k in [x for x in o if isinstance(x, tuple)]:
                if k[0] in t.params and (len(k) == 3) != (t.params[k[0]].kind == "bool"):
                    out.append(f"{name}: kind of {k}")
    return out


def case_faults(c):
    """Faults of one case."""
    check, q = c["check"], c["messages"][0]["content"]
    out = [] if 1 <= len(c["tools"]) <= 9 and len({t["function"]["name"] for t in c["tools"]}) == len(c["tools"]) else ["offered tools"]
    if re.search(r"[{}]\w*\?|\[\]|  |\{[a-z]\}|\?\.$|\.\.$", q):
        out.append("form")
    call = check.get("call")
    words = check.get("no_call") or ["No tool fits."]
    reply = {"content": "" if call else words[0], "reasoning": "", "calls": [call] if call else [], "finish": "tool_calls" if call else "stop"}
    if not evaluate.judge(check, reply):
        out.append("judge")
    if not evaluate.valid_calls(reply, c["tools"]):
        out.append("valid")
    if call:
        spec = next(t["function"] for t in c["tools"] if t["function"]["name"] == call[0])["parameters"]
        for k, v in call[1].items():
            p = spec["properties"][k]
            if "enum" in p and v not in p["enum"]:
                out.append("enum " + k)
            for s in v if isinstance(v, list) else [v]:
                if not isinstance(s, bool) and str(s) not in q:
                    out.append("value " + k)
    return out


def main():
    bad = shelf_faults()
    r, n = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 5), 3000
    start = time.time()
    made = [X.tools(r) for _ in range(n)]
    took = time.time() - start
    kinds = {"call": 0, "no call": 0, "fact": 0}
    for c in made:
        k = "call" if "call" in c["check"] else "fact" if c["check"]["no_call"] else "no call"
        kinds[k] += 1
        bad += [f"{f}: {c['messages'][0]['content']!r} {c['check']}" for f in case_faults(c)]
    for b in bad[:40]:
        print("FAULT", b)
    print(f"{len(X.TOOLS)} tools, {sum(len(t.orders) for t in X.TOOLS)} orders, {len(X.DOMAINS)} domains")
    print(f"{n} cases, {n / took:.0f} a second, {kinds}, {len({c['messages'][0]['content'] for c in made})} different questions, {len(bad)} faults")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
