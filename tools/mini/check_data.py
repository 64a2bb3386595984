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

import agentjob
import agentorders
import gen_agent
import gen_completion
import mix
import openmore
import tables as T
from agentkit import dispatch
from agentsay import SLOT
from chat import encode, plain, prompt_text, segments
from gen_completion import completion
from gen_facts import facts, sums
from gen_json import extract, to_toml
from gen_lists import copy, count, pick, reverse, sort, spell
from listforms import parsed, show
from phrase import expand

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


def listed(about):
    """The items once more, as the text of the question has them."""
    text, (kind, mark) = about["text"], about["form"]
    if kind == "and":
        return about["items"]
    return [x[len(mark):] for x in text.split("\n")] if kind == "indent" else parsed(text, about["form"])


def right_count(about, question, answer):
    """The first number of the answer is the count, by the material itself."""
    w = about.get("word", "")
    n = {"items": lambda: len(about["items"]), "one": lambda: sum(x == about["item"] for x in about["items"]), "letters": lambda: len(w), "letter": lambda: sum(c.lower() == about["letter"] for c in w), "vowels": lambda: sum(c in "aeiou" for c in w), "words": lambda: len(about["line"].split())}[about["op"]]()
    if "form" in about:
        xs = listed(about)
        assert xs == about["items"] and (about["op"] != "items" or len(xs) == n), about
    return n == about["want"] == int(re.search(r"\d+", answer).group()) and (w or about.get("text") or about["line"]) in question


def right_pick(about, question, answer):
    xs = about["items"]
    if "rule" in about:
        kind, *rule = about["rule"]
        assert about["text"] in question
        ys = listed(about)
        if kind == "at":
            return answer == ys[rule[0]]
        assert kind == "most" or rule[0] in question.replace(about["text"], "", 1)
        if kind == "beside":
            return ys.count(rule[0]) == 1 and answer == ys[ys.index(rule[0]) + rule[1]]
        if kind == "has":
            return answer == ("Yes." if rule[0] in ys else "No.")
        keys = {y: float(y) if rule[0] else len(y) for y in ys}
        return keys[answer] == (max if rule[1] else min)(keys.values())
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
        return T.CAPITALS[c].rstrip(".") == k.rstrip(".") and ((c[4:] if c.startswith("the ") else c).lower() in question.lower() or k.lower().rstrip(".") in question.lower())
    for form, want in _FACTS:
        m = re.fullmatch(form, answer)
        if m:
            asked, told = want(m)
            return any(stands(x, question) or len(x) > 3 and x.lower() in question.lower() for x in asked) and told
    m = re.fullmatch(r"The (month|day) (after|before) (\w+) is (\w+)\.", answer)
    if m:
        names = T.MONTHS if m[1] == "month" else T.DAYS
        return stands(m[3], question) and names[(names.index(m[3]) + (1 if m[2] == "after" else -1)) % len(names)] == m[4]
    return True


_NAMES = {e.lower(): (n, s) for n, s, e in T.ELEMENTS}
_SYMBOLS = {s: e.lower() for _, s, e in T.ELEMENTS}


def _month_asked(i):
    ends = {1: "st", 2: "nd", 3: "rd"}
    return [str(i), T.ORDINALS[i - 1], f"{i}{ends.get(i, 'th')}", T.NUMBERS[i]]


# Answers of facts: what the question must name, and whether the tables say the same.
_FACTS = [
    (r"The symbol for element (\d+) is (\w+)\.", lambda m: ([m[1], m[1] + "th", m[1] + "st", m[1] + "nd", m[1] + "rd"], T.ELEMENTS[int(m[1]) - 1][1] == m[2])),
    (r"The symbol for (\w+) is (\w+)\.", lambda m: ([m[1]], _NAMES[m[1]][1] == m[2])),
    (r"The atomic number of (\w+) is (\d+)\.", lambda m: ([m[1]], _NAMES[m[1]][0] == int(m[2]))),
    (r"(\w+) is the symbol for (\w+)\.", lambda m: ([m[1]], _SYMBOLS[m[1]] == m[2])),
    (r"Element (\d+) is (\w+)\.", lambda m: ([m[1], m[1] + "th", m[1] + "st", m[1] + "nd", m[1] + "rd"], _NAMES[m[2]][0] == int(m[1]))),
    (r"Month (\d+) is (\w+)\.", lambda m: (_month_asked(int(m[1])), T.MONTHS[int(m[1]) - 1] == m[2])),
    (r"(\w+) is month (\d+)\.", lambda m: ([m[1]], T.MONTHS[int(m[2]) - 1] == m[1])),
    (r"([A-Z]\w+) has (\d+) days(, or 29 in a leap year)?\.", lambda m: ([m[1]], T.MONTH_DAYS[T.MONTHS.index(m[1])] == int(m[2]))),
]


def _month_told(p, t):
    """The month that an opening names and the first word of its rest."""
    m = re.search("|".join(T.MONTHS), p.replace("from January", ""))
    return m and T.MONTHS.index(m[0]) + 1, t.strip().split(" ")[0].rstrip(".")


def right_days(p, t):
    i, told = _month_told(p, t)
    return T.MONTH_DAYS[i - 1] == int(told)


def right_place(p, t):
    i, told = _month_told(p, t)
    return told in (*_month_asked(i), T.NUMBERS[i])


def right_at(p, t):
    return any(stands(x, p) for x in _month_asked(T.MONTHS.index(t.strip().rstrip(".")) + 1))


def right_capital(p, t):
    plain = {c: c[4:] if c.startswith("the ") else c for c in T.CAPITALS}
    t, low = t.strip(), p.lower()
    return any(t.startswith(k.rstrip(".")) and plain[c].lower() in low or t.startswith(c) and k.rstrip(".") in p for c, k in T.CAPITALS.items())


def right_element(p, t):
    told = t.strip().rstrip('.?!|"} ')
    return any(told.lower() in (e.lower(), s.lower(), str(n)) and any(stands(x, p) for x in (e, s, str(n)) if x.lower() != told.lower()) for n, s, e in T.ELEMENTS)


def right_time(p, t):
    names, told = (T.MONTHS, T.DAYS)[any(d in p for d in T.DAYS)], re.search(r"[A-Z][a-z]+", t)[0]
    i, n = names.index(told), len(names)
    return names[(i + 1) % n] in p or names[i - 1] in p


def right_total(p, t):
    a, b = map(int, re.findall(r"\d+", p)[-2:])
    return int(re.search(r"\d+", t)[0]) in (a + b, abs(a - b), a * b)


def check_openings(r, n):
    """Every rest of an opening is worked out again from what the opening names."""
    for _ in range(n):
        for frames, right in ((openmore.AT, right_at), (openmore.PLACE, right_place), (openmore.DAYS, right_days)):
            i = 2 + r.randrange(10) if right is right_days else r.randrange(12)
            p, t = gen_completion.opened(r, frames, gen_completion.month_fields(r, i))
            assert right(p, t), (p, t)
        for make, right in ((gen_completion.capital, right_capital), (gen_completion.element, right_element), (gen_completion.time, right_time), (gen_completion.total, right_total)):
            p, t = make(r)
            assert right(p, t), (p, t)


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
                assert right_fact(" ".join(q["content"].split()), a["content"]), (q, a)
    for _ in range(4 * n):
        c = completion(r)
        assert not MARK.search(c["prompt"] + c["text"]), c
        assert c["text"].strip() and c["prompt"] == c["prompt"].rstrip(" "), c
    check_openings(r, n)
    print("answers are right:", ", ".join(f"{k} {v}" for k, v in kinds.items()), "and facts, sums, openings")


def check_orders():
    """Every wording of a step of a job has all of its slots, and there are many wordings."""
    r, all_of_them = random.Random(8), 0
    for name, forms in vars(agentorders).items():
        if not isinstance(forms, list) or name == "SHAKY":
            continue
        said = {expand(r, f[2:]) for f in forms for _ in range(200)}
        slots = set().union(*(SLOT.findall(x) for x in said))
        assert all(set(SLOT.findall(x)) == slots for x in said), (name, [x for x in said if set(SLOT.findall(x)) != slots])
        assert any(f[0] == "-" for f in forms), name
        all_of_them += len(said)
    return all_of_them


def main(folder, samples=2000):
    check_answers(samples)
    print("wordings of the steps of a job:", check_orders())
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
    for _ in range(4000):
        assert replay(*agentjob.job(r, r.random() < 0.05))
    print("agent tasks replayed: 8000, 4000 of them jobs; of the others, with a state to check:", states)
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
