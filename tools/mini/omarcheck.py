"""Checks of the hand: every generator 2,000 times, each case judged for being fair."""
import collections
import json
import random
import re

import cases
import omaragent
import omarfacts
import omarlists
import omartools
import omarwords as W

ROUNDS = 2000
MAY_FAIL = {"wrong_read", "wrong_edit", "flaky"}


def reply(content="", calls=()):
    return {"content": content, "calls": list(calls), "finish": "tool_calls" if calls else "stop"}


def solve(run):
    """Play the plan of a task; the tool messages that came back."""
    kit = run.kit
    for act, *values in run.task.plan:
        run.feed(reply(calls=[(kit.name[act], dict(zip(kit.fields[act], values)))]))
        assert not run.done, "too long"
    run.feed(reply(". ".join(run.task.say) or "Done."))
    return [m["content"] for m in run.messages if m["role"] == "tool"]


def agents(r):
    """Plans solve, idleness does not, and nothing goes wrong on the way but where meant."""
    assert len(omaragent.KINDS) >= 36 and len(omaragent.KITS) >= 24 and len(omaragent.SYSTEMS) >= 25
    sizes, frames = collections.Counter(), {}
    for kind in omaragent.KINDS:
        W.SEEN.clear()
        for _ in range(ROUNDS):
            t = kind(r)
            assert 1 <= len(t.plan) <= 11, (kind, t.plan)
            assert t.ask.strip() and "{" not in re.sub(r"\{\w*[A-Z]\w*\}", "", t.ask), t.ask
            kit, words = r.choice(omaragent.KITS), r.choice(omaragent.WORDS)
            run = cases.Run(kit, t, words, r.choice(omaragent.SYSTEMS))
            got = solve(run)
            assert run.done and run.ok, (kind.__name__, t.ask, t.plan, t.say, t.unsaid)
            if kind.__name__ not in MAY_FAIL:
                wrong = [words[k].split("{p}")[0] for k in ("missing", "nomatch", "transient", "unknown")]
                for g, a in zip(got, t.plan):
                    if a[0] == "edit":
                        assert g == words["edited"].replace("{p}", a[1]), (kind.__name__, t.plan, g)
                    if a[0] == "read":
                        assert g != words["missing"].replace("{p}", a[1]), (kind.__name__, t.plan)
                    assert not (a[0] == "run" and g in wrong and g), (kind.__name__, a, g)
            idle = cases.Run(kit, t, words)
            idle.feed(reply("Done."))
            assert not idle.ok, (kind.__name__, t.ask)
            sizes[len(t.plan)] += 1
        frames[kind.__name__] = len(W.SEEN)
    assert min(v for k, v in frames.items()) >= 12, frames
    for _ in range(ROUNDS):
        omaragent.run(r)
    return sum(frames.values()), dict(sorted(sizes.items()))


def said(value, text):
    """Whether a value stands in a request."""
    if isinstance(value, bool):
        return True
    if isinstance(value, list):
        return all(said(v, text) for v in value)
    if isinstance(value, (int, float)):
        return str(value) in text or isinstance(value, int) and cases.number_words(value) in text.lower()
    return value in text


def calls(r):
    """Calls fit the schemas and their values stand in the requests."""
    W.SEEN.clear()
    kinds, used = collections.Counter(), set()
    for _ in range(ROUNDS * 5):
        c = omartools.tools(r)
        ask = c["messages"][0]["content"]
        specs = {t["function"]["name"]: t["function"]["parameters"] for t in c["tools"]}
        assert 1 <= len(specs) == len(c["tools"]) <= 9 and "((" not in ask and not re.search(r"<\w+=(true|false)>", ask), ask
        json.dumps(c)
        if "call" not in c["check"]:
            kinds["none" if c["check"]["no_call"] == "" else "fact"] += 1
            continue
        kinds["call"] += 1
        name, args = c["check"]["call"]
        used.add(name.replace("_", "").replace("-", "").lower())
        spec = specs[name]
        assert set(spec["required"]) <= set(args) <= set(spec["properties"])
        for k, v in args.items():
            p = spec["properties"][k]
            good = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}[p["type"]]
            assert isinstance(v, good) and (p["type"] == "boolean") == isinstance(v, bool), (name, k, v)
            assert "enum" not in p or v in p["enum"], (name, k, v)
            assert said(v, ask), (name, k, v, ask)
    assert len(omartools.TOOLS) >= 130 and all(len(t.frames) >= 5 for t in omartools.TOOLS) and len(used) == len(omartools.TOOLS)
    return len(W.SEEN), dict(kinds)


def items_of(text):
    """All words of a text, for finding what an item is made of."""
    return re.sub(r"\s+", " ", text)


def lists(r):
    """Answers of list questions, computed anew from the request."""
    out = {}
    for make in (omarlists.copy, omarlists.reverse, omarlists.sort, omarlists.count):
        W.SEEN.clear()
        for _ in range(ROUNDS):
            c = make(r)
            ask, k = c["messages"][0]["content"], c["check"]
            flat = items_of(ask)
            if "items" in k:
                xs = k["items"]
                assert 2 <= len(xs) <= 12 and len({x.lower() for x in xs}) == len(xs) and all(x in flat for x in xs), (ask, xs)
                if make is omarlists.sort:
                    ys = [int(x) for x in xs] if xs[0].isdigit() else [x.lower() for x in xs]
                    assert ys in (sorted(ys), sorted(ys, reverse=True))
                    down = re.search(r"revers|Z to A|Z-A|z to a|z-a|from z|from Z|descending|largest to|largest first|highest|big to", ask)
                    assert (ys == sorted(ys, reverse=True)) == bool(down), ask
                else:
                    order = xs if make is omarlists.copy else xs[::-1]
                    at = -1
                    for x in order:
                        spots = [m.start() for m in re.finditer(r"(?<![A-Za-z0-9])" + re.escape(x) + r"(?![A-Za-z0-9])", flat) if m.start() > at]
                        assert spots, (ask, xs)
                        at = spots[0]
            elif "number" in k:
                assert 1 <= k["number"] <= 15, (ask, k)
            else:
                s = k.get("same") or k["value"][::-1]
                assert s in ask and 1 <= len(s) <= 24, (ask, k)
        out[make.__name__] = len(W.SEEN)
    return out


def facts(r):
    """Completions do not hold their answer yet and end without a blank."""
    W.SEEN.clear()
    for _ in range(ROUNDS):
        c = omarfacts.completion(r)
        assert c["prompt"] == c["prompt"].rstrip() and "{" not in c["prompt"], c
        assert c["check"]["any"][0] and c["max_tokens"] == 12
    assert len(W.SEEN) >= 120, len(W.SEEN)
    return len(W.SEEN)


def main():
    r = random.Random(2718)
    n, sizes = agents(r)
    print(len(omaragent.KINDS), "kinds,", n, "agent frames seen, plan sizes", sizes)
    print(len(omartools.TOOLS), "tools, frames seen and cases:", *calls(r))
    print("list frames seen:", lists(r))
    print("completion frames seen:", facts(r))
    print("ok")


if __name__ == "__main__":
    main()
