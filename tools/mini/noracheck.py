"""Runs every generator and proves its answers; prints counts and "ok"."""
import random
import re

import cases
import noraagent
import norafacts
import noralists
import noratools
import norawords
from norakits import KITS, SYSTEMS, WORDS

N = 2000


def play(run):
    """Play a task's plan, then answer."""
    kit, i = run.kit, 0
    for kind, *args in run.task.plan:
        call = (kit.name[kind], dict(zip(kit.fields[kind], args)))
        run.feed({"finish": "tool_calls", "calls": [call], "content": ""})
        i += 1
    run.feed({"finish": "stop", "calls": [], "content": run.task.answer})
    return run.ok


def fresh(run):
    """The same task from its start."""
    return cases.Run(run.kit, run.task, run.ws.words)


def check_agents():
    lengths = set()
    for kind in noraagent.KINDS:
        asks = set()
        for seed in range(N):
            r = random.Random(f"{kind.__name__} {seed}")
            t = kind(r)
            run = cases.Run(r.choice(KITS), t, r.choice(WORDS), r.choice(SYSTEMS))
            assert 1 <= len(t.plan) <= 11, (kind, len(t.plan))
            assert play(run), (kind, t.ask, t.plan, t.want)
            lazy = fresh(run)
            lazy.feed({"finish": "stop", "calls": [], "content": "Done."})
            assert not lazy.ok, (kind, t.ask)
            assert not re.search(r"\{[a-z]\w*\}(?!\})", t.ask.replace("{{", "")), t.ask
            known = t.ask + "\n" + "\n".join(t.files.values()) + "\n".join(t.files) + "".join(map(str, t.checks.values())) + " rm wc -l"
            for k, *args in t.plan:
                for a in args:
                    for piece in a.split("\n"):
                        if kind.__name__ != "wrong_case" and (k, kind.__name__) != ("write", "count_to_file"):
                            assert all(w.lower() in known.lower() for w in re.findall(r"\w+", piece)), (kind, piece, t.ask)
            lengths.add(len(t.plan))
            asks.add(t.ask)
        assert len(asks) > N * .3, (kind, len(asks))
    for seed in range(N):
        assert play(noraagent.run(random.Random(seed)))
    print(len(noraagent.KINDS), "kinds, plans of", min(lengths), "to", max(lengths), "actions;", len(KITS), "kits,", len(WORDS), "message tables,", len(SYSTEMS), "system prompts")


def check_tools():
    seen, none = set(), 0
    for t in noratools.TOOLS:
        assert len(t.wordings) >= 5, t.name
        for w in t.wordings:
            assert set(re.findall(r"\{!?(\w+)", w)) <= set(t.params), (t.name, w)
            for k, (_, needed, _) in t.params.items():
                assert not needed or "{" + k + "}" in w or "{!" + k + "=" in w, (t.name, k, w)
    for seed in range(3 * N):
        c = noratools.tools(random.Random(seed))
        q, check = c["messages"][0]["content"], c["check"]
        assert 1 <= len(c["tools"]) <= 9 and not re.search(r"\{!?[a-z_]+[=}]", q), q
        if "no_call" in check:
            none += 1
            continue
        name, args = check["call"]
        spec = next(s["function"] for s in c["tools"] if s["function"]["name"] == name)["parameters"]
        seen.add(name.replace("-", "_").lower())
        assert set(spec["required"]) <= set(args) <= set(spec["properties"]), (q, args)
        for k, v in args.items():
            p = spec["properties"][k]
            assert {"string": str, "boolean": bool, "integer": int, "number": float, "array": list}[p["type"]] is type(v), (k, v)
            assert v in p.get("enum", [v])
            if "enum" in p:
                continue
            for x in v if isinstance(v, list) else [v]:
                assert isinstance(x, bool) or str(x) in q, (q, x)
    print(len(noratools.TOOLS), "tools,", sum(len(t.wordings) for t in noratools.TOOLS), "wordings;", f"{100 * none / 3 / N:.0f} % without a call")


def check_lists():
    for skill in ("copy", "reverse", "sort", "count"):
        norawords.SEEN.clear()
        for seed in range(N):
            c = getattr(noralists, skill)(random.Random(f"{skill} {seed}"))
            q, check = c["messages"][0]["content"], c["check"]
            assert c["skill"] == skill and not re.search(r"\{[a-z]\}", q), q
            if "items" in check:
                xs = check["items"]
                assert all(x in q for x in xs) and len({x.lower() for x in xs}) == len(xs) and 2 <= len(xs) <= 12, q
                body = re.sub(r"(?m)^\d+[.)] ", "", q)
                at = [min((m.start() for m in re.finditer(r"(?<![\w-])" + re.escape(x) + r"(?![\w])", body)), default=-1) for x in xs]
                if skill == "sort":
                    key = int if xs[0].isdigit() else str.lower
                    assert xs in (sorted(xs, key=key), sorted(xs, key=key, reverse=True))
                elif not any(x in y for x in xs for y in xs if x is not y) and -1 not in at and len(re.findall("|".join(map(re.escape, xs)), q)) == len(xs):
                    assert at == sorted(at, reverse=skill == "reverse"), q
            elif "same" in check:
                assert check["same"] in q and len(check["same"]) <= 24
            elif "value" in check:
                assert check["value"][::-1] in q
            else:
                assert 1 <= check["number"] <= 15, (q, check)
        print(skill, len(norawords.SEEN), "frames")


def check_facts():
    norawords.SEEN.clear()
    for seed in range(N):
        c = norafacts.completion(random.Random(seed))
        assert set(c) == {"skill", "prompt", "check", "max_tokens", "think"}
        assert not re.search(r"\{\w+\}", c["prompt"]) and c["prompt"] and c["check"]["any"][0]
    print("completion", len(norawords.SEEN), "frames of", sum(map(len, norafacts.FRAMES.values())) + len(norafacts.ROWS))


def main():
    norawords.SEEN.clear()
    check_agents()
    print(len(norawords.SEEN), "agent frames")
    norawords.SEEN.clear()
    check_tools()
    print(len(norawords.SEEN), "tool frames")
    check_lists()
    check_facts()
    print("ok")


if __name__ == "__main__":
    main()
