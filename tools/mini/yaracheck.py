"""Make 1,000 cases a row, judge a right and an empty reply to each, and count the frames."""
import json
import random
import sys

import evaluate
import yaraask
import yarafacts
import yarajson
import yaralists
import yarasay
import yarasums

ROWS = [yarafacts.facts, yarafacts.completion, yaralists.copy, yaralists.reverse, yaralists.sort, yaralists.count, yarajson.extract, yarajson.toml]


def tables(d, path=()):
    """The lines of an object in TOML."""
    for k, v in d.items():
        if not isinstance(v, dict):
            yield f"{k} = {json.dumps(v)}"
    for k, v in d.items():
        if isinstance(v, dict):
            yield "[" + ".".join(path + (k,)) + "]"
            yield from tables(v, path + (k,))


def right(check):
    """A reply that satisfies a check."""
    if "begins" in check:
        return " " + check["begins"][0]
    if "any" in check:
        return check["any"][0]
    if "items" in check:
        return ", ".join(check["items"])
    if "toml" in check:
        return "\n".join(tables(check["toml"]))
    v = check[next(k for k in ("word", "same", "number", "value") if k in check)]
    return v if isinstance(v, str) else json.dumps(v)


def main():
    r, bad = random.Random(5), 0
    for make in ROWS:
        seen, longest = set(), 0
        for _ in range(1000):
            c = make(r)
            q = c.get("prompt") or c["messages"][0]["content"]
            reply = lambda t: {"content": t, "reasoning": "", "calls": [], "finish": "stop"}
            fine = evaluate.judge(c["check"], reply(right(c["check"]))) and not evaluate.judge(c["check"], reply(""))
            gap = any(g in q for g in ("{x}", "{f}", "{nl}", "{how}", "{q}", "{s}"))
            if not fine or gap or q != q.strip() and "prompt" not in c:
                bad += 1
                print("BAD", make.__name__, repr(q), c["check"])
            seen.add(q)
            longest = max(longest, len(q))
        print(f"{make.__name__:12} 1000 made, {len(seen)} different, longest {longest}")
    total = 0
    for m in (yaraask, yarasums, yarafacts, yarasay, yarajson):
        for name, v in vars(m).items():
            if name.isupper() and isinstance(v, list) and v and isinstance(v[0], str) and any("{" in x for x in v):
                assert len(set(v)) == len(v), name
                total += len(v)
                print(f"{m.__name__}.{name}: {len(v)}", end="  ")
        print()
    print(total, "frames,", bad, "bad")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
