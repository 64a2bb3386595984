"""Check the evaluation sets themselves, with no model.

    python tools/mini/check_test_set.py [--set SET] [--show N]          (needs the tokenizers package)

For each case the intended answer must pass and an empty one fail; the answer of
another case must fail where it says something else. What an answer is made of must
stand in the question, calls must fit their schemas, sizes must be as the rows
promise, and in the agent tasks a solver that follows the reference plan must get
everything right, one that does nothing nothing. The needles of the verdict, the blind
set of the next weights, of the assay, of the trial and of the exam keep within 3 % of
their sizes. The sets (verdict; assay, trial, exam and test, earlier blind sets that have
been looked at; dev) must not share words, sentence frames, tools or questions; the words
of the verdict are everyday ones and may stand in other sets. --set checks one of them;
--show prints N cases a row of a set, which spoils the verdict for whoever trains.
"""
import argparse
import itertools
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assayagent
import assayasks
import assaybook
import assaybook2
import assayfacts
import assayfiles
import assaygen
import assayjson
import assaylists
import assaylong
import assayneedle
import assaytasks
import assaytools
import assaywords
import evalagent
import evalfacts
import evalgen
import evaltools
import evalwords
import examagent
import examasks
import exambook
import exambook2
import examfacts
import examgen
import examjson
import examlists
import examneedle
import examtasks
import examtools
import examwords
import testagent
import testbook
import testfacts
import testgen
import testtools
import testwords
import trialagent
import trialasks
import trialbook
import trialbook2
import trialfacts
import trialgen
import trialjson
import triallists
import trialneedle
import trialtasks
import trialtools
import trialwords
import verdictagent
import verdictasks
import verdictbook
import verdictbook2
import verdictfacts
import verdictgen
import verdictjson
import verdictlists
import verdictneedle
import verdictscene
import verdicttasks
import verdicttools
import verdictwords
from cases import has, up
from chat import prompt_text
from evaluate import NUMBER_WORDS, SETS, judge, valid_calls

NEEDLES = {"needle_1k": 1000, "needle_4k": 4000, "needle_8k5": 8500, "needle_16k": 16000}
# Frames of gaps and little else, and the forms that the bars themselves name.
COMMON = {"create {} with {}", "{}", "- {}", "# {}", "{} {}", "the capital of {} is", "the {} is {}", "{} = {}", "{}: {}"}
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
    if "begins" in check:
        return [reply(form.format(w)) for w in check["begins"] for form in (" {}", " {}.", " {}, as everybody knows", "\n{}")]
    if "word" in check:
        return [reply(check["word"]), reply(f"The symbol is {check['word']}.")]
    if "same" in check:
        return [reply(check["same"]), reply(f"\"{check['same']}\"")]
    if "items" in check:
        xs = check["items"]
        return [reply(", ".join(xs)), reply("\n".join(xs)), reply(json.dumps([int(x) if x.isdigit() else x for x in xs])), reply("\n".join("- " + x for x in xs)), reply("\n".join(f"{i + 1}. {x}" for i, x in enumerate(xs))), reply("Here it is:\n" + "\n".join("- " + x for x in xs)), reply(", ".join(f'"{x}"' for x in xs)), reply(", ".join(xs[:-1]) + " and " + xs[-1] + ".")]
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


def wrong_replies(check):
    """Answers that are near the right one and wrong."""
    if "items" in check:
        xs = check["items"]
        yield from (reply(sep.join(ys)) for ys in (xs[:-1], xs + xs[-1:], xs[1:] + xs[:1], [xs[0] + "x", *xs[1:]]) for sep in (", ", "\n", " and "))
    if "begins" in check:
        yield from (reply(form.format(w)) for w in check["begins"] if w.isalnum() for form in (" {}0", " not {}"))
    if "number" in check:
        yield from (reply(str(check["number"] + 1)), reply(NUMBER_WORDS[check["number"] - 1]))
    if "same" in check:
        yield from (reply(check["same"][:-1]), reply(check["same"] + " x"))
    if isinstance(check.get("value"), str):
        yield from (reply(check["value"] + "x"), reply(f"The value is not known: {check['value']}, or so."))
    if "toml" in check:
        yield reply(toml({**check["toml"], "one_more": 1}))
    if "call" in check:
        name, args = check["call"]
        yield from (reply(calls=[(name + "_", args)]), reply(calls=[(name, args)] * 2), reply(calls=[(name, {**args, "extra": 1})]))
        for k in args:
            yield from (reply(calls=[(name, {x: v for x, v in args.items() if x != k})]), reply(calls=[(name, {**args, k: "other"})]))


def check_row(row, cs, tok, near=0.1):
    bad, foreign, compared = [], 0, 0
    r = random.Random(1)
    for i, c in enumerate(cs):
        check = c["check"]
        for x in right_replies(check):
            if not judge(check, x) or ("then" in check and not judge(check["then"], x)):
                bad.append(("a right answer fails", c, x))
        if "call" in check and not valid_calls(right_replies(check)[0], c["tools"]):
            bad.append(("the call is not valid", c, None))
        bad += [("a wrong answer passes", c, x) for x in wrong_replies(check) if judge(check, x)]
        if judge(check, reply()):
            bad.append(("an empty answer passes", c, None))
        bad += [(s, c, None) for s in [*sizes(row, c), *grounded(c)]]
        if row in NEEDLES:
            n = len(tok.encode(prompt_text(c["messages"], None, False), add_special_tokens=False).ids)
            if abs(n / NEEDLES[row] - 1) > near:
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
    """Complaints of a set's agent tasks, of two seeds; and how many turns they take."""
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


# What the checker compares of each set: modules with words, tools and frames.
LISTS = ("NOUNS", "ADJECTIVES", "PEOPLE", "TOWNS", "PAST", "VERBS", "THINGS")
PARTS = {
    "verdict": (verdictwords, verdicttools.TOOLS, (verdictgen, verdictfacts, verdictlists, verdictjson, verdictneedle, verdicttools, verdictbook, verdictbook2, verdictagent, verdictasks, verdictscene, verdicttasks)),
    "assay": (assaywords, assaytools.TOOLS, (assaygen, assayfacts, assaylists, assayjson, assayneedle, assaytools, assaybook, assaybook2, assayagent, assayasks, assayfiles, assaytasks, assaylong)),
    "trial": (trialwords, trialtools.TOOLS, (trialgen, trialfacts, triallists, trialjson, trialneedle, trialtools, trialbook, trialbook2, trialagent, trialasks, trialtasks)),
    "exam": (examwords, examtools.TOOLS, (examgen, examfacts, examlists, examjson, examneedle, examtools, exambook, exambook2, examagent, examasks, examtasks)),
    "test": (testwords, testbook.TOOLS, (testgen, testfacts, testtools, testbook, testagent)),
    "dev": (evalwords, evalwords.TOOLS, (evalgen, evalfacts, evaltools, evalwords, evalagent)),
}


def questions(name):
    chat, agents = SETS[name]
    rows = ("facts", "completion", "copy", "reverse", "sort", "count", "extract", "json_to_toml", "tools", "smalltalk")
    asked = (c.get("prompt") or c["messages"][-1]["content"] for c in chat.cases(7, None, rows))
    return {q for q in asked if not re.match(r"The capital of [\w ]+ is$", q)} | {x.task.ask for x in agents.runs(7, 200)}


def check_apart():
    """What two sets share: words of their lists, tools, frames and questions."""
    bad, asked = 0, {name: questions(name) for name in PARTS}
    kits = {name: {t["function"]["name"] for run in agents.runs(7, 200) for t in run.kit.specs} for name, (_, agents) in SETS.items()}
    for a, b in itertools.combinations(PARTS, 2):
        (wa, ta, ma), (wb, tb, mb) = PARTS[a], PARTS[b]
        old = {w for k in LISTS for w in getattr(wb, k)}
        words = [w for k in LISTS for w in getattr(wa, k) if w in old] if "verdict" not in (a, b) else []
        tools = {t[0] for t in ta} & {t[0] for t in tb} | (kits[a] & kits[b] if a in ("verdict", "assay", "trial", "exam") else set())
        shared, same = frames(*ma) & frames(*mb) - COMMON, asked[a] & asked[b]
        print(f"{a} and {b} share words: {words} tools: {tools} frames: {shared} questions: {same}")
        bad += len(words) + len(tools) + len(shared) + len(same)
    return bad


def show(chosen, n):
    """Print some cases of every row of a set, long ones cut."""
    chat, agents = SETS[chosen]
    for name, _, _ in chat.ROWS:
        print(f"== {name}")
        for c in list(chat.cases(7, None, [name]))[:n]:
            q = c.get("prompt") or c["messages"][-1]["content"]
            if "needle" in name:
                at = q.index(c["check"]["any"][0])
                q = q[:200] + " [...] " + q[max(0, at - 100): at + 60] + " [...] " + q[-120:]
            print("*", "thinking on:" if c["think"] else "", q, "\n  =>", json.dumps(c["check"], ensure_ascii=False))
            if "call" in c["check"]:
                print("  tools:", json.dumps([[t["function"]["name"], t["function"]["description"], list(t["function"]["parameters"]["properties"])] for t in c["tools"]]))
    print("== agents")
    for run in agents.runs(7, n):
        print("*", run.task.kind, repr(run.task.ask), "\n  files:", json.dumps(run.task.start), "\n  plan:", run.task.plan, "\n  say:", run.task.say)


def main():
    from tokenizers import Tokenizer
    ap = argparse.ArgumentParser()
    ap.add_argument("--set", choices=list(SETS), help="check this set only")
    ap.add_argument("--show", type=int, default=0)
    a = ap.parse_args()
    tok, bad = Tokenizer.from_file(TOKENIZER), 0
    for name, (chat, agents) in SETS.items():
        if a.set in (None, name):
            print(f"set {name}")
            near = 0.03 if name in ("verdict", "assay", "trial", "exam") else 0.1
            bad += sum(check_row(row, list(chat.cases(7, None, [row])), tok, near) for row, _, _ in chat.ROWS) + check_agents(agents)
    bad += check_apart()
    if a.show:
        show(a.set or "verdict", a.show)
    print("all good" if not bad else f"{bad} problems")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
