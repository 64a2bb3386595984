"""Check the test set itself, with no model.

    python tools/mini/check_test_set.py          (needs the tokenizers package)

For each case the intended answer must pass and an empty one fail; the answer of
another case must fail where it says something else. Sizes must be as the rows
promise, and in the agent tasks a solver that follows the reference plan must get
everything right, one that does nothing nothing.
"""
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import evalagent
import evalgen
from chat import prompt_text
from evaluate import NUMBER_WORDS, judge, valid_calls

NEEDLES = {"needle_1k": 1000, "needle_4k": 4000, "needle_8k5": 8500, "needle_16k": 16000}
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


def up(s):
    return s[:1].upper() + s[1:]


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
        bad += [(s, c, None) for s in sizes(row, c)]
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


def check_agents():
    for n_seed in (7, 8):
        kinds = {}
        for run, idle in zip(evalagent.runs(n_seed, 200), evalagent.runs(n_seed, 200)):
            k = kinds.setdefault(run.task.kind, [0, 0, 0, 0])
            k[0] += 1
            k[1] += solve(run, True)
            k[2] += solve(idle, False)
            k[3] = max(k[3], run.turns)
        if n_seed == 7:
            for kind, (n, ok, lazy, turns) in sorted(kinds.items()):
                print(f"agents {kind:12} {n:4} tasks  solver {ok}  idle {lazy}  up to {turns} turns")
        if any(ok != n or lazy for n, ok, lazy, _ in kinds.values()):
            return 1
    return 0


def main():
    from tokenizers import Tokenizer
    tok = Tokenizer.from_file(TOKENIZER)
    bad = sum(check_row(name, list(evalgen.cases(7, None, [name])), tok) for name, _, _ in evalgen.ROWS)
    bad += check_agents()
    print("all good" if not bad else f"{bad} problems")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
