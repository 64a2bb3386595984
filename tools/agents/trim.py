"""Makes of recorded requests the few that differ in shape, without what is the machine's or the
client's own words.

    python3 tools/agents/trim.py RECORDED crates/atlas/tests/agents/requests

Paths, ids, dates and keys become neutral; a text of a client (its prompts, what it says of its
tools) becomes `<N characters>`, which the replaying test fills up again, so that lengths stay."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tasks

LONGEST = 60
# Longest result or answer that is kept; a longer one is the client's own words again.
RESULT_LONGEST = 2000
ORDERS = [t.order for t in tasks.TASKS]
# Phrases that a script looks for in a client's text.
MARKS = ['Return JSON with a single "title" field']
# Messages and items that hold what model and tools said.
SAID = {
    "assistant",
    "tool",
    "tool_result",
    "tool_use",
    "function_call",
    "function_call_output",
    "reasoning",
    "thinking",
}
HEADERS = ["anthropic-beta", "anthropic-version", "accept", "originator"]
ID = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{32,64}\b"
)
ID_KEYS = {"id", "call_id", "tool_call_id", "tool_use_id", "item_id"}
# Values that make a field another case.
TELLING = {
    "type",
    "role",
    "effort",
    "tool_choice",
    "stream",
    "is_error",
    "include",
    "summary",
    "name",
}


class Cleaner:
    def __init__(self, workspace, home):
        self.places = [(workspace, "/workspace"), (home, "/home/user")]
        self.ids = {}

    def neutral(self, old, prefix=""):
        return self.ids.setdefault(old, f"{prefix}{len(self.ids) + 1:04}")

    def text(self, s, key="", said=False):
        for place, other in self.places:
            s = s.replace(place, other)
        if key in ID_KEYS:
            head, _, tail = s.rpartition("_")
            return self.neutral(s, head + "_" if tail and head else "call_")
        limit = RESULT_LONGEST if said else LONGEST
        if len(s) > limit and not any(x in s for x in ORDERS):
            mark = next((" " + m for m in MARKS if m in s), "")
            return f"<{len(s)} characters>{mark}"
        s = ID.sub(lambda m: self.neutral(m.group()), s)
        return re.sub(r"\b20\d\d-\d\d-\d\d\b", "2000-01-01", s)

    def value(self, v, key="", said=False):
        if isinstance(v, str):
            return self.text(v, key, said)
        if isinstance(v, list):
            return [self.value(x, key, said) for x in v]
        if isinstance(v, dict):
            # A function's name may be anything; `type` and `role` tell only where they are texts.
            said = said or any(isinstance(v.get(k), str) and v[k] in SAID for k in ("type", "role"))
            return {k: self.value(x, k, said) for k, x in v.items()}
        return v


def features(v, path="", key=""):
    """Places and kinds of the values in a body; numbers of list entries do not matter."""
    if isinstance(v, dict):
        kind = v.get("type") if isinstance(v.get("type"), str) else v.get("role", "")
        return {f for k, x in v.items() for f in features(x, f"{path}.{kind}:{k}", k)} | {path}
    if isinstance(v, list):
        return {f for x in v for f in features(x, path + "[]", key)} | {
            f"{path}[{'+' if v else ''}]"
        }
    told = f"={v}" if key in TELLING and isinstance(v, (str, bool)) else f"={type(v).__name__}"
    return {path + told}


def answer(request):
    """Text and calls of a streamed answer, whatever its API."""
    text, calls = "", {}
    for line in request["answer"].split("\n"):
        if not line.startswith("data: {"):
            continue
        e = json.loads(line[6:])
        kind = e.get("type")
        if kind == "content_block_start" and e["content_block"]["type"] == "tool_use":
            calls[e["index"]] = [e["content_block"]["name"], ""]
        elif kind == "content_block_delta":
            text += e["delta"].get("text", "")
            if "partial_json" in e["delta"]:
                calls[e["index"]][1] += e["delta"]["partial_json"]
        elif kind == "response.output_text.delta":
            text += e["delta"]
        elif kind == "response.output_item.done" and e["item"]["type"] == "function_call":
            calls[e["output_index"]] = [e["item"]["name"], e["item"]["arguments"]]
        for choice in e.get("choices", []):
            text += choice["delta"].get("content") or ""
            for c in choice["delta"].get("tool_calls", []):
                f = c["function"]
                entry = calls.setdefault(c["index"], [f.get("name"), ""])
                entry[1] += f.get("arguments") or ""
    return {
        "text": text,
        "calls": [[n, json.loads(a or "{}")] for _, (n, a) in sorted(calls.items())],
    }


def distinct(requests, ends):
    """The last of every task if `ends`; else the longest; and those with something new."""
    last = {r["task"]: r for r in requests} if ends else {}
    first = list(last.values())
    kept, seen = [], set()
    for r in first + sorted(requests, key=lambda r: -len(json.dumps(r["body"]))):
        new = (features(r["body"]) | {f"calls {len(answer(r)['calls'])}"}) - seen
        if r not in kept and (new or r in first):
            seen |= new
            kept.append(r)
    return sorted(kept, key=requests.index)


def main():
    recorded, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    for name in ("claude", "codex", "opencode", "small"):
        path = os.path.join(recorded, f"{name}.json")
        if not os.path.exists(path):
            continue
        data = json.load(open(path))
        # A run with the bundled model is judged for its form; what it says changes with the
        # weights.
        cleaner = Cleaner(data["workspace"], data["home"])
        requests = distinct(
            [r for r in data["requests"] if r["method"] == "POST" and r["status"] == 200],
            name != "small",
        )
        lines = []
        for r in requests:
            entry = {
                "task": r["task"],
                "path": r["path"],
                "headers": {k: r["headers"][k] for k in HEADERS if k in r["headers"]},
                "body": cleaner.value(r["body"]),
            }
            if name != "small":
                entry["answer"] = cleaner.value(answer(r), said=True)
            lines.append(json.dumps(entry, ensure_ascii=False))
        with open(os.path.join(out, f"{name}.json"), "w") as f:
            f.write("[\n" + ",\n".join(lines) + "\n]\n")
        print(
            f"{name}: {len(lines)} of {len(data['requests'])} requests, {os.path.getsize(f.name)}"
            " bytes"
        )


if __name__ == "__main__":
    main()
