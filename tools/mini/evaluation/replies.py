"""Replies of a model, and a server as their source.

A reply is a dict: "reasoning" and "content" (text), "calls" (pairs of name and arguments;
arguments that are no JSON are None) and "finish" ("stop", "tool_calls", "length" or "error").
"""

import concurrent.futures
import json
import re
import subprocess
import urllib.error
import urllib.request

CALL = re.compile(r"<tool_call>\s*<function=([^>\n]+)>\n(.*?)</function>\s*</tool_call>", re.S)
PARAMETER = re.compile(r"<parameter=([^>\n]+)>\n(.*?)\n</parameter>\n", re.S)
# Long prompts keep the cores busy by themselves; more of them at once only cost cache.
LONG_CHARACTERS = 24_000
LONG_PARALLEL = 2


def split_reasoning(text):
    """(reasoning, content) of text whose prompt ended with the opening tag."""
    reasoning, closed, content = text.partition("</think>")
    return reasoning, content.lstrip("\n") if closed else ""


def split_calls(text, tools):
    """(content, calls) of raw text; the tools' schemas give the types of arguments."""
    functions = [t["function"] for t in tools or []]
    specs = {f["name"]: f["parameters"].get("properties", {}) for f in functions}
    if not specs or "<tool_call>" not in text:
        return text, []
    calls = []
    for name, body in CALL.findall(text):
        arguments = {}
        for key, value in PARAMETER.findall(body):
            if specs.get(name, {}).get(key, {}).get("type", "string") != "string":
                try:
                    value = json.loads(value)
                except ValueError:
                    pass
            arguments[key] = value
        calls.append((name, arguments))
    return (text[: text.index("<tool_call>")].strip() if calls else text), calls


def parse(text, ended, c):
    """The reply in raw generated text; `ended`: a stop token ended it, not the length."""
    reasoning, content = split_reasoning(text) if c.get("think") else ("", text)
    content, calls = split_calls(content, c.get("tools"))
    finish = ("tool_calls" if calls else "stop") if ended else "length"
    return {"content": content, "reasoning": reasoning, "calls": calls, "finish": finish}


def given_calls(message):
    """The `tool_calls` of a server's message."""
    calls = []
    for call in message.get("tool_calls") or []:
        function = call["function"]
        try:
            calls.append((function["name"], json.loads(function["arguments"] or "{}")))
        except ValueError:
            calls.append((function["name"], None))
    return calls


def from_choice(choice, c):
    """The reply in a choice of /v1/chat/completions.

    Fields that the server filled are taken as they are. Raw text that it left in the content is
    parsed here, so servers with and without a tool or reasoning parser are judged alike.
    """
    m, finish = choice["message"], choice["finish_reason"]
    content = m.get("content") or ""
    field = next((k for k in ("reasoning_content", "reasoning") if k in m), None)
    reasoning = (m[field] or "") if field else ""
    if c.get("think") and (not field or "</think>" in content):
        reasoning, content = split_reasoning(content)
    calls = given_calls(m)
    if not calls:
        content, calls = split_calls(content, c.get("tools"))
        finish = "tool_calls" if calls and finish == "stop" else finish
    return {"content": content, "reasoning": reasoning, "calls": calls, "finish": finish}


def characters(c):
    """The size of a case's request, tool descriptions left out."""
    if "prompt" in c:
        return len(c["prompt"])
    return sum(len(m.get("content") or "") for m in c["messages"])


def api_messages(messages):
    """Messages in the form of the API: arguments of calls as JSON text, calls with ids."""
    out = []
    for m in messages:
        if m.get("tool_calls"):
            calls = []
            for i, call in enumerate(m["tool_calls"]):
                f = call["function"]
                function = {"name": f["name"], "arguments": json.dumps(f["arguments"])}
                calls.append({"id": f"call_{len(out)}_{i}", **call, "function": function})
            m = {**m, "tool_calls": calls}
        out.append(m)
    return out


class Http:
    """Replies from a server's /v1 endpoints, several requests at a time."""

    def __init__(self, url, model, parallel, timeout):
        self.url, self.model = url.rstrip("/"), model
        self.parallel, self.timeout = parallel, timeout

    def post(self, path, body):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=self.timeout) as r:
            return json.load(r)

    def one(self, c):
        body = {"model": self.model, "max_tokens": c["max_tokens"], "temperature": 0}
        if "prompt" in c:
            choice = self.post("/v1/completions", {**body, "prompt": c["prompt"]})["choices"][0]
            text, finish = choice["text"], choice["finish_reason"]
            return {"content": text, "reasoning": "", "calls": [], "finish": finish}
        body["messages"] = api_messages(c["messages"])
        body["chat_template_kwargs"] = {"enable_thinking": bool(c["think"])}
        if c.get("tools"):
            body["tools"] = c["tools"]
        return from_choice(self.post("/v1/chat/completions", body)["choices"][0], c)

    def one_or_error(self, c):
        """A reply; a failed request is one with the finish "error"."""
        try:
            return self.one(c)
        except (OSError, KeyError, ValueError) as e:
            http = isinstance(e, urllib.error.HTTPError)
            detail = e.read().decode(errors="replace") if http else ""
            # A missing server, model or key is not a wrong answer of the model.
            refused = isinstance(getattr(e, "reason", e), ConnectionRefusedError)
            if refused or http and e.code in (401, 403, 404):
                raise SystemExit(f"{self.url}: {e} {detail}") from e
            content = f"[request failed: {e} {detail}]"
            return {"content": content, "reasoning": "", "calls": [], "finish": "error"}

    def replies(self, cases):
        parallel = self.parallel
        if max(map(characters, cases), default=0) > LONG_CHARACTERS:
            parallel = min(parallel, LONG_PARALLEL)
        with concurrent.futures.ThreadPoolExecutor(parallel) as pool:
            return list(pool.map(self.one_or_error, cases))


class Served:
    """`atlas serve` of a checkpoint on a free port, ended at the end of a `with` block."""

    def __init__(self, atlas, checkpoint, flags):
        command = [atlas, "serve", str(checkpoint), "--port", "0", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = None

    def __enter__(self):
        # The first line with a URL says that the server is ready.
        for line in self.process.stdout:
            if found := re.search(r"https?://[^\s/]+", line):
                self.url = found[0]
                return self
        self.process.wait()
        raise SystemExit(f"{' '.join(self.process.args)}: it ended before it was ready")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()
