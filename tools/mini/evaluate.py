"""Evaluate atlas-mini against a running OpenAI-compatible server.

    python tools/mini/evaluate.py --url http://127.0.0.1:8888 --json out.json
    python tools/mini/evaluate.py --set dev          (the development set; also trial, exam, test)
    python tools/mini/evaluate.py --local models/atlas-mini --device cuda   (own generation)

The default set, verdict, is the one that the bundled weights were judged by, blind until
then. assay, trial, exam and test are earlier blind sets; all have been looked at. Prints a row
for each skill; --cases N limits each row, --rows picks rows and --samples FILE writes
verbatim cases. Only the standard library is needed for a server; --local needs PyTorch.
"""
import argparse
import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assayagent
import assaygen
import evalagent
import evalgen
import examagent
import examgen
import freshagent
import freshgen
import testagent
import testgen
import trialagent
import trialgen
import verdictagent
import verdictgen
from replies import Http, parse

# The verdict was the blind set of the bundled weights; the assay, the trial, the exam and the
# test set are earlier blind sets. All have been looked at since; the development set is for
# choices made between the stages of training.
SETS = {"verdict": (verdictgen, verdictagent), "assay": (assaygen, assayagent), "trial": (trialgen, trialagent), "exam": (examgen, examagent), "test": (testgen, testagent), "dev": (evalgen, evalagent), "fresh": (freshgen, freshagent)}
NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()

BARS = {"facts": 95, "completion": 95, "copy": 90, "reverse": 90, "sort": 90, "count": 90, "extract": 90, "json_to_toml": 90, "needle_1k": 97, "needle_4k": 97, "needle_8k5": 97, "needle_16k": 97, "tools": 90, "tools valid": 95, "agents": 85, "thinking": 98, "ends its turn": 99.5, "mtp first draft": 75}


def has_word(text, word, case=False):
    return re.search(r"(?<![A-Za-z0-9])" + re.escape(word) + r"(?![A-Za-z0-9])", text, 0 if case else re.I) is not None


def unquoted(items):
    """Items without quotes or backticks, if each of them has the same."""
    for q in "\"'`":
        if items and all(len(x) > 2 and x[0] == x[-1] == q for x in items):
            return [x[1:-1] for x in items]
    return items


def split_items(text):
    t = bare(text)
    if t.startswith("["):
        try:
            return [str(x) for x in json.loads(t)]
        except ValueError:
            return []
    lines = [x.strip() for x in t.split("\n") if x.strip()]
    for mark in (r"[-*\u2022] ", r"\d+[.)] "):
        if lines and all(re.match(mark, x) for x in lines):
            return unquoted([re.sub(mark, "", x, count=1).strip() for x in lines])
    parts = r";|\n" if ";" in t and "," not in t else r",|\n"
    return unquoted([x.strip() for x in re.split(parts, t) if x.strip()])


def same_items(text, want):
    """Whether a reply is a list: bare, after a short lead-in that ends in a colon, with
    "and" before its last item, or with a full stop."""
    forms = [text.strip()]
    lead = re.match(r"[^\n:,;\[]{1,60}:\s+", forms[0])
    if lead and not any(":" in x for x in want):
        forms.append(forms[0][lead.end():])
    if forms[-1].endswith(".") and not want[-1].endswith("."):
        forms.append(forms[-1][:-1])
    forms += [re.sub(r",? and (?=[^,\n]*$)", ", ", x) for x in forms if " and " in x and not any(" and " in w for w in want)]
    return any(split_items(x) == want for x in forms)


def first_number(text):
    """The first number in digits, or in words if there are no digits."""
    digits = re.search(r"\d+", text)
    words = [NUMBER_WORDS.index(w) for w in re.findall(r"[a-z]+", text.lower()) if w in NUMBER_WORDS]
    return int(digits.group()) if digits else words[0] if words else None


def bare(text):
    """A reply without a code fence or quotes around it, or a full stop after it."""
    t = text.strip()
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", t, re.S)
    return (fenced.group(1) if fenced else t).strip()


def same_value(text, want):
    """Whether a reply gives a JSON value: alone, or at the end of one short sentence."""
    t = bare(text)
    if isinstance(want, list):
        try:
            return json.loads(t) == want
        except ValueError:
            return split_items(t) == [str(x) for x in want]
    s = want if isinstance(want, str) else json.dumps(want)
    plain = t[:-1] if t.endswith(".") and not s.endswith(".") else t
    if plain.strip("\"'`*") == s or (isinstance(want, bool) and plain.lower() == s):
        return True
    short = len(t) <= len(s) + 80 and "\n" not in t
    return short and re.search(r"(?:\bis|:|=) [\"'`]?" + re.escape(s) + r"[\"'`]?$", plain) is not None


def same_args(got, want):
    if set(got) != set(want):
        return False
    return all(got[k] == v and isinstance(got[k], bool) == isinstance(v, bool) for k, v in want.items())


def valid_calls(reply, tools):
    """Every call names a given tool, has its required arguments and fitting types."""
    specs = {t["function"]["name"]: t["function"]["parameters"] for t in tools}
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}
    for name, args in reply["calls"]:
        if name not in specs or not isinstance(args, dict) or set(specs[name].get("required", [])) - set(args):
            return False
        for k, v in args.items():
            p = specs[name]["properties"].get(k)
            if p is None or not isinstance(v, kinds[p["type"]]) or (p["type"] in ("integer", "number") and isinstance(v, bool)):
                return False
    return "<tool_call>" not in reply["content"] and "<function" not in reply["content"]


def said(want, text):
    """Whether text holds the wanted words, or one of a list of spellings."""
    return any(has_word(text, w) for w in want) if isinstance(want, list) else want.lower() in text.lower()


def judge(check, reply):
    """Whether a reply satisfies a case's check."""
    text = reply["content"]
    if "thinking" in check:
        body = reply["reasoning"].strip()
        formed = (0 < len(body) < 1500 if check["thinking"] else not body) and "think>" not in text and reply["finish"] != "length"
        return formed and (bool(text.strip()) or bool(reply["calls"]))
    if "call" in check:
        return len(reply["calls"]) == 1 and reply["calls"][0][0] == check["call"][0] and same_args(reply["calls"][0][1], check["call"][1])
    if "no_call" in check:
        return not reply["calls"] and bool(text.strip()) and said(check["no_call"], text)
    if reply["calls"]:
        return False
    if "start" in check:
        return text.startswith(check["start"])
    if "begins" in check:
        return any(re.match(r"\s*(?:the )?" + re.escape(w) + r"(?![A-Za-z0-9])", text, 0 if check["case"] else re.I) for w in check["begins"])
    if "any" in check:
        return any(has_word(text, w) for w in check["any"])
    if "word" in check:
        return has_word(text, check["word"], check.get("case", False))
    if "same" in check:
        return check["same"] in (text.strip(), bare(text)) or text.strip().strip("\"'`") == check["same"].strip("\"'`")
    if "items" in check:
        return same_items(text, check["items"])
    if "number" in check:
        return first_number(text) == check["number"]
    if "value" in check:
        return same_value(text, check["value"])
    if "toml" in check:
        import tomllib
        try:
            return tomllib.loads(bare(text)) == check["toml"]
        except (tomllib.TOMLDecodeError, ValueError):
            return False
    raise ValueError(f"unknown check {check}")


class Local:
    """Replies from the training code's own generation."""

    def __init__(self, folder, device, weights=None, untrained=False):
        from tokenizers import Tokenizer

        from export import load_weights
        from generate import Generator
        from model import Mini
        if untrained:
            import torch
            torch.manual_seed(1)
            model = Mini()
        else:
            model = load_weights(weights or os.path.join(folder, "model.safetensors"))
        self.tok = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.gen = Generator(model.to(device), self.tok)
        self.accepted = self.drafts = 0

    def replies(self, cases):
        from chat import prompt_text
        prompts = [self.tok.encode(c["prompt"] if "prompt" in c else prompt_text(c["messages"], c.get("tools"), c["think"]), add_special_tokens=False).ids for c in cases]
        outs = self.gen.generate(prompts, max((c["max_tokens"] for c in cases), default=1))
        res = []
        for c, o in zip(cases, outs):
            ended = o[-1] in self.gen.stop
            text = self.tok.decode(o[:-1] if ended else o, skip_special_tokens=False)
            res.append(parse(text, ended, c))
        few = [i for i in range(len(prompts)) if len(prompts[i]) < 3000][:60]
        a, n = self.gen.mtp_accepted([prompts[i] for i in few], [outs[i] for i in few])
        self.accepted += a
        self.drafts += n
        return res


class Tally:
    def __init__(self):
        self.rows, self.samples, self.misses = {}, {}, {}

    def add(self, row, ok, sample=None):
        r = self.rows.setdefault(row, [0, 0])
        r[0] += bool(ok)
        r[1] += 1
        if sample:
            if len(self.samples.setdefault(row, [])) < (1000 if "kind" in sample else 20):
                self.samples[row].append({**sample, "ok": bool(ok)})
            if not ok and len(self.misses.setdefault(row, [])) < (1000 if "kind" in sample else 12):
                self.misses[row].append(sample)


def shown(c, reply):
    q = c.get("prompt") or c["messages"][-1]["content"]
    if len(q) > 400:
        q = q[:120] + " [...] " + q[-160:]
    out = {"asked": q, "answer": reply["content"]}
    if reply["reasoning"]:
        out["reasoning"] = reply["reasoning"]
    if reply["calls"]:
        out["calls"] = reply["calls"]
    out["expected"] = c["check"].get("then", c["check"])
    return out


def run_agents(backend, tally, n, agents, seed):
    runs = agents.runs(seed, n)
    live = runs
    while live:
        for run, reply in zip(live, backend.replies([x.request() for x in live])):
            tally.add("ends its turn", reply["finish"] in ("stop", "tool_calls"))
            run.feed(reply)
            if run.done:
                known = {"index": run.index, "kind": run.kind, "order": [run.task.ask, *run.task.after]} if hasattr(run, "kind") else {}
                tally.add("agents", run.ok, {**known, "asked": next(m["content"] for m in run.messages if m["role"] == "user"), "answer": reply["content"], "steps": [m["tool_calls"][0]["function"] for m in run.messages if m.get("tool_calls")]})
        live = [x for x in live if not x.done]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--url", default="http://127.0.0.1:8888")
    ap.add_argument("--model", default="atlas-mini")
    ap.add_argument("--parallel", type=int, default=8, help="requests at a time; long ones go two at a time")
    ap.add_argument("--timeout", type=float, default=900)
    ap.add_argument("--local")
    ap.add_argument("--weights")
    ap.add_argument("--untrained", action="store_true")
    ap.add_argument("--device", default="cpu")
    ap.add_argument("--set", choices=list(SETS), default="verdict", help="verdict: the blind set of the bundled weights; assay, trial, exam, test: earlier blind sets; dev: the development set; fresh: kinds of agent tasks that training has not")
    ap.add_argument("--cases", type=int)
    ap.add_argument("--rows", help="comma-separated rows")
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--json")
    ap.add_argument("--samples")
    ap.add_argument("--show", type=int, default=0, help="print this many misses a row")
    a = ap.parse_args()
    chat, agents = SETS[a.set]
    backend = Local(a.local, a.device, a.weights, a.untrained) if a.local else Http(a.url, a.model, a.parallel, a.timeout)
    rows = a.rows.split(",") if a.rows else None
    tally, start = Tally(), time.time()
    for name, _, _ in chat.ROWS:
        if rows and name not in rows:
            continue
        cs = list(chat.cases(a.seed, a.cases, [name]))
        t0 = time.time()
        for c, reply in zip(cs, backend.replies(cs)):
            ok = judge(c["check"], reply)
            tally.add(name, ok, shown(c, reply))
            if name == "tools":
                tally.add("tools valid", valid_calls(reply, c["tools"]))
            if name == "thinking":
                tally.add("thinking right", judge(c["check"]["then"], reply))
            if "prompt" not in c:
                tally.add("ends its turn", reply["finish"] in ("stop", "tool_calls"))
        print(f"{name} done in {time.time() - t0:.0f} s", file=sys.stderr, flush=True)
    if not rows or "agents" in rows:
        run_agents(backend, tally, min(200, a.cases or 200), agents, a.seed)
    if a.local and backend.drafts:
        tally.rows["mtp first draft"] = [backend.accepted, backend.drafts]
    print(f"{'skill':16} {'right':>6} {'of':>6} {'%':>7} {'bar':>6}")
    for k, (ok, n) in tally.rows.items():
        bar = BARS.get(k)
        print(f"{k:16} {ok:6} {n:6} {100 * ok / n:7.2f} {bar if bar else '':>6} {'' if not bar or 100 * ok / n >= bar else 'below'}")
    print(f"{time.time() - start:.0f} s")
    for k, ms in tally.misses.items():
        for m in ms[: a.show]:
            print("MISS", k, json.dumps(m, ensure_ascii=False)[:700])
    if a.json:
        with open(a.json, "w") as f:
            json.dump({k: {"right": v[0], "of": v[1]} for k, v in tally.rows.items()}, f, indent=1)
    if a.samples:
        with open(a.samples, "w") as f:
            json.dump({"samples": tally.samples, "misses": tally.misses}, f, indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
