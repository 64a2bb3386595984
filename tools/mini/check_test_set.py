"""Check the evaluation sets themselves, with no model.

    python tools/mini/check_test_set.py [--show N]          (needs the tokenizers package)

For each case the intended answer must pass and an empty one fail; the answer of
another case must fail where it says something else. What an answer is made of must
stand in the question, calls must fit their schemas, sizes must be as the rows
promise, and in the agent tasks a solver that follows the reference plan must get
everything right, one that does nothing nothing. The two sets must not share words,
sentence frames, tools or questions. --show prints N cases a row of the test set.
"""
import argparse
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import evalagent
import evalfacts
import evalgen
import evaltools
import evalwords
import testagent
import testbook
import testfacts
import testgen
import testtools
import testwords
from cases import has, up
from chat import prompt_text
from evaluate import NUMBER_WORDS, SETS, judge, valid_calls

NEEDLES = {"needle_1k": 1000, "needle_4k": 4000, "needle_8k5": 8500, "needle_16k": 16000}
# Frames of gaps only, and the two forms that the bars themselves name.
COMMON = {"create {} with {}", "{}", "- {}", "# {}", "{} {}", "the capital of {} is", "{} = {}", "{}: {}"}
TOKENIZER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/atlas-mini/tokenizer.json")


def reply(text="", calls=(), reasoning=""):
    return {"content": text, "calls": list(calls), "reasoning": reasoning, "finish": "tool_calls" if calls else "stop"}


def toml_value(v):
    return json.dumps(v, ensure_ascii=False)


def toml(d, path=()):
    out = [f"{k} = {toml_value(v)}" for k, v in d.items() if not isinstance(v, dict)]
    for k, v in d.items():
        if isinstance(v, dict):
            out += [f"\n[{'.'.join(path + (k,))}]"] + [toml(v, path + (k,))]
    return "\n".join(out)


def right_replies(check):
    """The intended reply first, then other forms of it that a user would accept."""
    if "thinking" in check:
        return [{**x, "reasoning": "A short thought." if check["thinking"] else ""} for x in right_replies(check["then"])]
    if "call" in check:
        return [reply(calls=[tuple(check["call"])]), reply("Sure.", [tuple(check["call"])])]
    if "no_call" in check:
        want = check["no_call"]
        return [reply(f"It is {w}.") for w in want] if isinstance(want, list) else [reply(f"I have no tool for that. {want}")]
    if "start" in check:
        return [reply(check["start"]), reply(check["start"] + ".")]
    if "any" in check:
        return [reply(form.format(w)) for w in check["any"] for form in ("{}", "It is {}.", "The answer is **{}**.")]
    if "word" in check:
        return [reply(check["word"]), reply(f"The symbol is {check['word']}.")]
    if "same" in check:
        return [reply(check["same"]), reply(f"\"{check['same']}\"")]
    if "items" in check:
        xs = check["items"]
        return [reply(", ".join(xs)), reply("\n".join(xs)), reply(json.dumps([int(x) if x.isdigit() else x for x in xs])), reply("\n".join("- " + x for x in xs)), reply("\n".join(f"{i + 1}. {x}" for i, x in enumerate(xs)))]
    if "number" in check:
        n = check["number"]
        return [reply(str(n)), reply(f"There are {n} of them."), reply(up(NUMBER_WORDS[n]) + ".")]
    if "value" in check:
        v = check["value"]
        s = v if isinstance(v, str) else json.dumps(v)
        return [reply(s), reply(json.dumps(v))] + ([] if isinstance(v, list) else [reply(f"The value is {s}.")])
    s = toml(check["toml"])
    return [reply(s), reply(f"```toml\n{s}\n```")]


def depth(d):
    return 1 + max((depth(v) for v in d.values() if isinstance(v, dict)), default=0)


def sizes(row, c):
    """Complaints about a case's size."""
    q, check = c.get("prompt") or c["messages"][-1]["content"], c["check"]
    check = check.get("then", check)
    if "items" in check and not 2 <= len(check["items"]) <= 12:
        yield "list length"
    if row in ("copy", "reverse"):
        s = check.get("same", check.get("value", ""))
        if len(s) > 24:
            yield "string length"
    if "number" in check and not 1 <= check["number"] <= 15:
        yield "count"
    if row in ("extract", "json_to_toml"):
        found = re.search(r"\{.*\}", q, re.S)
        if not found or len(found.group().encode()) > 400 or depth(json.loads(found.group())) > 3:
            yield "JSON size"
    if c.get("tools") and not 1 <= len(c["tools"]) <= 9:
        yield "number of tools"
    if "{" in q and row not in ("extract", "json_to_toml", "thinking", "copy") and not (row == "tools"):
        yield "unfilled frame"
    if re.search(r"\{[A-Za-z]\}", q):
        yield "unfilled frame"


def grounded(c):
    """Complaints about values of the intended answer that the question does not hold."""
    q, check = c["messages"][-1]["content"] if "messages" in c else c["prompt"], c["check"].get("then", c["check"])
    if "items" in check:
        yield from (f"no {x}" for x in check["items"] if not has(q, x))
    if "same" in check and check["same"] not in q:
        yield "text not in the question"
    if "call" in check:
        name, args = check["call"]
        params = next(t["function"]["parameters"] for t in c["tools"] if t["function"]["name"] == name)
        for k, v in args.items():
            yield from (f"{k}: no {x}" for x in (v if isinstance(v, list) else [v]) if not isinstance(x, bool) and str(x) not in q)
            if "enum" in params["properties"][k] and v not in params["properties"][k]["enum"]:
                yield f"{k} is not one of its values"
        if len({t["function"]["name"] for t in c["tools"]}) != len(c["tools"]):
            yield "two tools of one name"


def check_row(row, cs, tok):
    bad, foreign, compared = [], 0, 0
    r = random.Random(1)
    for i, c in enumerate(cs):
        check = c["check"]
        for x in right_replies(check):
            if not judge(check, x) or ("then" in check and not judge(check["then"], x)):
                bad.append(("a right answer fails", c, x))
        if "call" in check and not valid_calls(right_replies(check)[0], c["tools"]):
            bad.append(("the call is not valid", c, None))
        if judge(check, reply()):
            bad.append(("an empty answer passes", c, None))
        bad += [(s, c, None) for s in [*sizes(row, c), *grounded(c)]]
        if row in NEEDLES:
            n = len(tok.encode(prompt_text(c["messages"], None, False), add_special_tokens=False).ids)
            if abs(n / NEEDLES[row] - 1) > 0.1:
                bad.append((f"{n} tokens", {"check": check}, None))
            if c["messages"][0]["content"].count(check["any"][0]) != 1:
                bad.append(("needle not there once", {"check": check}, None))
        then = check.get("then", check)
        mine = right_replies(then)
        other = right_replies(r.choice(cs)["check"])[0]
        # "No tool fits" accepts any text, so only calls are wrong answers there.
        if any(other["content"] == m["content"] and other["calls"] == m["calls"] for m in mine) or (then.get("no_call") == "" and not other["calls"]):
            continue
        compared += 1
        foreign += judge(then, other)
    if compared and foreign > 0.01 * compared:
        bad.append((f"{foreign} of {compared} foreign answers pass", None, None))
    print(f"{row:14} {len(cs):4} cases  {foreign} of {compared} foreign answers pass  {len(bad)} problems")
    for why, c, x in bad[:5]:
        print("  ", why, json.dumps(c)[-900:], x)
    return len(bad)


def solve(run, act):
    """Drive a run with its reference plan, or with no action at all."""
    t, step = run.task, 0
    while not run.done:
        run.request()
        if act and step < len(t.plan):
            kind, *values = t.plan[step]
            run.feed(reply(calls=[(run.kit.name[kind], dict(zip(run.kit.fields[kind], values)))]))
            step += 1
        elif act:
            run.feed(reply("Done. " + "\n".join(t.say)))
        else:
            run.feed(reply("Done."))
    return run.ok


def check_agents(agents):
    bad, kinds = 0, {}
    for run, idle in zip(agents.runs(7, 200) + agents.runs(8, 200), agents.runs(7, 200) + agents.runs(8, 200)):
        k = kinds.setdefault(run.task.kind, [0, 0, 0, 0])
        ok, lazy = solve(run, True), solve(idle, False)
        for i, x in enumerate((1, ok, lazy)):
            k[i] += x
        k[3] = max(k[3], run.turns)
        if not ok or lazy:
            bad += 1
            print("  ", run.task.kind, repr(run.task.ask), run.task.plan, run.task.start, run.task.want)
    for kind, (n, ok, lazy, turns) in sorted(kinds.items()):
        print(f"agents {kind:12} {n:4} tasks  solver {ok}  idle {lazy}  up to {turns} turns")
    return bad


def frames(*modules):
    """All sentence frames of some modules: strings with a gap, in lists of any depth."""
    def strings(x):
        if isinstance(x, str):
            yield x
        elif isinstance(x, (list, tuple)):
            for y in x:
                yield from strings(y)
        elif isinstance(x, dict):
            yield from strings(list(x.values()))
    found = {s for m in modules for k, v in vars(m).items() if k.isupper() for s in strings(v)}
    bare = lambda s: re.sub(r"\{\w+\}", "{}", s).lower().strip(" .!?\n")
    return {bare(s) for s in found if re.search(r"\{\w+\}", s)}


def check_apart():
    """What the two sets share: words of their lists, tools, frames and questions."""
    lists = ("NOUNS", "ADJECTIVES", "PEOPLE", "TOWNS", "PAST", "VERBS", "THINGS")
    old = {w for k in lists for w in getattr(evalwords, k)}
    words = [w for k in lists for w in getattr(testwords, k) if w in old]
    tools = {t[0] for t in testbook.TOOLS} & {t[0] for t in evalwords.TOOLS}
    shared = frames(testgen, testfacts, testtools, testbook, testagent) & frames(evalgen, evalfacts, evaltools, evalwords, evalagent) - COMMON
    asked = lambda g, row: {c["messages"][-1]["content"] for c in g.cases(7, None, [row])}
    same = [q for row in ("facts", "copy", "reverse", "sort", "count", "extract", "json_to_toml", "tools", "smalltalk") for q in asked(testgen, row) & asked(evalgen, row)]
    print("shared words:", words, "tools:", tools, "frames:", shared, "questions:", same)
    return len(words) + len(tools) + len(shared) + len(same)


def show(n):
    """Print some cases of every row of the test set, long ones cut."""
    for name, _, _ in testgen.ROWS:
        print(f"== {name}")
        for c in list(testgen.cases(7, None, [name]))[:n]:
            q = c.get("prompt") or c["messages"][-1]["content"]
            if "needle" in name:
                at = q.index(c["check"]["any"][0])
                q = q[:200] + " [...] " + q[max(0, at - 100): at + 60] + " [...] " + q[-120:]
            print("*", "thinking on:" if c["think"] else "", q, "\n  =>", json.dumps(c["check"], ensure_ascii=False))
            if "call" in c["check"]:
                print("  tools:", json.dumps([[t["function"]["name"], t["function"]["description"], list(t["function"]["parameters"]["properties"])] for t in c["tools"]]))
    print("== agents")
    for run in testagent.runs(7, n):
        print("*", run.task.kind, repr(run.task.ask), "\n  files:", json.dumps(run.task.start), "\n  plan:", run.task.plan, "\n  say:", run.task.say)


def main():
    from tokenizers import Tokenizer
    ap = argparse.ArgumentParser()
    ap.add_argument("--show", type=int, default=0)
    a = ap.parse_args()
    tok, bad = Tokenizer.from_file(TOKENIZER), 0
    for name, (chat, agents) in SETS.items():
        print(f"set {name}")
        bad += sum(check_row(row, list(chat.cases(7, None, [row])), tok) for row, _, _ in chat.ROWS) + check_agents(agents)
    bad += check_apart()
    show(a.show)
    print("all good" if not bad else f"{bad} problems")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
