"""Check that chat.py renders what the template renders and that answers are right, and
time the generators.

    python tools/mini/check_data.py models/atlas-mini [SAMPLES]

The samples of lists, strings and JSON say what they are made of (about); their answers
are worked out again here, from the text of the question where it can be read."""
import json
import random
import re
import sys
import time
import tomllib

from transformers import AutoTokenizer

import gen_agent
import mix
import tables as T
from agentkit import dispatch
from chat import encode, plain, prompt_text, segments
from gen_completion import completion
from gen_facts import facts, sums
from gen_json import extract, to_toml
from gen_lists import copy, count, pick, reverse, sort, spell
from listforms import parsed, show

GAP = re.compile(r"\{(noun|what|one|ps|np|[a-z])\}")
# Marks of openings.py that must not be left.
MARK = re.compile(r"<<|\$\$|PLAIN|SYM|NUM|\{[a-zA-Z]\}")

TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}


def conforms(value, schema):
    """Whether a value is what a schema of the training tools allows."""
    t = schema.get("type")
    if t and (not isinstance(value, TYPES[t]) or t in ("integer", "number") and isinstance(value, bool)):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if t == "array":
        return all(conforms(x, schema.get("items", {})) for x in value)
    if t == "object" and "properties" in schema:
        props = schema["properties"]
        return set(schema.get("required", [])) <= set(value) <= set(props) and all(conforms(v, props[k]) for k, v in value.items())
    return True


def check_calls(c):
    """Every call names an offered tool and keeps to its schema; the number of calls."""
    specs = {t["function"]["name"]: t["function"] for t in c.get("tools") or []}
    assert len(specs) == len(c.get("tools") or []), "two tools of one name"
    calls = [x["function"] for m in c["messages"] for x in m.get("tool_calls", [])]
    for f in calls:
        assert f["name"] in specs, f
        assert conforms(f["arguments"], specs[f["name"]]["parameters"]), (f, specs[f["name"]])
    return len(calls)


def replay(q, e):
    """Plays a task's calls again: the same results, and the state that was asked for."""
    ws = e.ws
    end = dict(ws.files)
    ws.reset()
    for m, res in zip(e.msgs, e.msgs[1:]):
        for x in m.get("tool_calls", []):
            f = x["function"]
            busy = res["content"] == ws.words["transient"]
            first = busy and f["arguments"].get(e.kit.cmd) in ws.flaky and f["name"] == e.kit.names.get("run")
            if busy and not first:
                continue
            assert dispatch(e.kit, ws, f["name"], f["arguments"]) == res["content"], (q, f, res)
    assert ws.files == end, q
    assert e.msgs[-1]["role"] == "assistant" and e.msgs[-1]["content"] and not e.msgs[-1].get("tool_calls"), q
    if e.want is not None:
        state = {p: t for p, t in {**ws.start, **e.want}.items() if t is not None}
        assert state == end, (q, {p: (state.get(p), end.get(p)) for p in {*state, *end} if state.get(p) != end.get(p)})
    return e.want is not None


def stands(word, text):
    """Whether a text has the word, in letters of any case, not inside of a longer one."""
    return re.search(r"(?<![A-Za-z0-9])" + re.escape(word) + r"(?![A-Za-z0-9])", text, re.I) is not None


def right_list(about, question, answer):
    """Copied, reversed or sorted as asked, in the layout of the question."""
    xs, form = about["items"], about["form"]
    assert about["text"] in question and show(xs, form) == about["text"]
    got = parsed(answer, form) if form[0] != "and" or about["op"] != "copy" else xs
    if about["op"] == "copy":
        assert form[0] == "indent" or answer == about["text"]
        return got == xs
    if about["op"] == "reverse":
        return got[::-1] == xs
    keys = [{"alpha": str.lower, "number": float, "time": str, "length": len}[about["way"]](x) for x in got]
    return sorted(got) == sorted(xs) and keys == sorted(keys, reverse=about["desc"])


def right_count(about, question, answer):
    """The first number of the answer is the count, by the material itself."""
    w = about.get("word", "")
    n = {"items": lambda: len(about["items"]), "one": lambda: sum(x == about["item"] for x in about["items"]), "letters": lambda: len(w), "letter": lambda: sum(c.lower() == about["letter"] for c in w), "vowels": lambda: sum(c in "aeiou" for c in w), "words": lambda: len(about["line"].split())}[about["op"]]()
    return n == about["want"] == int(re.search(r"\d+", answer).group()) and (w or about.get("text") or about["line"]) in question


def right_pick(about, question, answer):
    xs = about["items"]
    return answer in xs if answer not in ("Yes.", "No.") else answer == ("Yes." if about.get("sought") in xs else "No.") or "sought" not in about


def right_json(about, question, answer):
    data = json.loads(about["json"])
    assert about["json"] in question and len(about["json"].encode()) <= 400
    if about["op"] == "toml":
        return tomllib.loads(answer) == data
    for p in about["path"]:
        data = data[p]
    return answer == data if isinstance(data, str) else json.loads(answer) == data


def right_string(about, question, answer):
    return answer == about["want"] and (answer in question or answer[::-1] in question)


def right_fact(question, answer):
    """Sums are worked out; what a fact names and what is asked for stand where they should."""
    m = re.fullmatch(r"(\d+) ([-+*]) (\d+) = (-?\d+)\.", answer)
    if m:
        a, b = int(m[1]), int(m[3])
        named = [str(n) in question or (n < len(T.NUMBERS) and T.NUMBERS[n] in question.lower()) for n in (a, b)]
        return all(named) and int(m[4]) == {"+": a + b, "-": a - b, "*": a * b}[m[2]]
    m = re.fullmatch(r"The capital of (.+) is (.+)\.", answer) or re.fullmatch(r"(?P<k>.+) is the capital of (?P<c>.+)\.", answer)
    if m:
        c, k = (m["c"], m["k"]) if "c" in m.groupdict() else (m[1], m[2])
        return T.CAPITALS[c].rstrip(".") == k.rstrip(".") and ((c[4:] if c.startswith("the ") else c).lower() in question.lower() or k.lower() in question.lower())
    m = re.fullmatch(r"The (month|day) (after|before) (\w+) is (\w+)\.", answer)
    if m:
        names = T.MONTHS if m[1] == "month" else T.DAYS
        return stands(m[3], question) and names[(names.index(m[3]) + (1 if m[2] == "after" else -1)) % len(names)] == m[4]
    return True


RIGHT = {"copy": right_list, "reverse": right_list, "sort": right_list, "same": right_string, "toml": right_json, "extract": right_json, "pick": right_pick, "spell": lambda about, q, a: a == "-".join(about["word"]) and about["word"] in q, **dict.fromkeys(["items", "one", "letters", "letter", "vowels", "words"], right_count)}


def check_answers(n):
    r = random.Random(9)
    kinds = {}
    for f in (copy, reverse, sort, count, pick, spell, extract, to_toml):
        for _ in range(n):
            c = f(r)
            question, answer = c["messages"][-2]["content"], plain(c["messages"][-1]["content"])
            about = c["about"]
            assert about["op"] in ("toml", "extract", "same") or not GAP.search(question), question
            assert RIGHT[about["op"]](about, question, answer), (about, question, answer)
            kinds[about["op"]] = kinds.get(about["op"], 0) + 1
    for f in (facts, sums):
        for _ in range(2 * n):
            msgs = [m for m in f(r)["messages"] if m["role"] != "system"]
            for q, a in zip(msgs[::2], msgs[1::2]):
                assert not GAP.search(q["content"]), q
                assert right_fact(q["content"], a["content"]), (q, a)
    for _ in range(4 * n):
        c = completion(r)
        assert not MARK.search(c["prompt"] + c["text"]), c
        assert c["text"].strip() and c["prompt"] == c["prompt"].rstrip(" "), c
    print("answers are right:", ", ".join(f"{k} {v}" for k, v in kinds.items()), "and facts, sums, openings")


def main(folder, samples=2000):
    check_answers(samples)
    t = AutoTokenizer.from_pretrained(folder)
    r = random.Random(5)
    seen = 0
    for _ in range(3000):
        c = mix.sample(r, 1500)
        if "text" in c:
            continue
        msgs = c["messages"]
        for m in msgs:
            if m["role"] == "assistant":
                m["content"] = plain(m["content"])
                if "reasoning_content" in m:
                    m["reasoning_content"] = plain(m["reasoning_content"])
        full = "".join(x for x, _ in segments(c)) + "\n"
        want = t.apply_chat_template(msgs, tools=c.get("tools"), tokenize=False)
        assert full == want, (full, want)
        cut = max(i for i, m in enumerate(msgs) if m["role"] == "assistant")
        for think in (False, True):
            got = prompt_text(msgs[:cut], c.get("tools"), think)
            want = t.apply_chat_template(msgs[:cut], tools=c.get("tools"), tokenize=False, add_generation_prompt=True, enable_thinking=think)
            assert got == want, (got, want)
        seen += 1
    print("template equals chat.py on", seen, "conversations")
    r = random.Random(11)
    calls = sum(check_calls(f(r, r.random() < 0.1)) for f in (mix.tools, mix.agent) for _ in range(2500))
    print("calls that keep to their schemas:", calls)
    r, states = random.Random(12), 0
    for _ in range(4000):
        states += replay(*gen_agent.task(r, False))
    print("agent tasks replayed: 4000, of which with a state to check:", states)
    tok = t.backend_tokenizer if hasattr(t, "backend_tokenizer") else t._tokenizer
    for s in ["The capital of France is Paris.", "ZEBRA-1947-MOONFISH", "Convert 42 from miles to meters", "fn main() {\n    println!(\"hi\");\n}", "Grüße, 世界 🙂"]:
        ids = tok.encode(s).ids
        assert tok.decode(ids, skip_special_tokens=False) == s
        print(len(ids), [tok.decode([i]) for i in ids])
    for f, w, p in mix.BASE:
        r = random.Random(1)
        t0, n, a, k, longest = time.time(), 0, 0, 150, 0
        for _ in range(k):
            ids, m = encode(tok, f(r))
            n, a, longest = n + len(ids), a + sum(m), max(longest, len(ids))
        print(f"{f.__name__:12} {n / k:7.0f} tokens, {a / k:6.1f} trained, longest {longest:5}, {n / (time.time() - t0) / 1e3:6.0f} k tokens/s")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
