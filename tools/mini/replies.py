"""Replies of a model as the evaluation reads them, and a server as their source.

A reply is a dict: "reasoning" and "content" (text), "calls" (pairs of name and
arguments, the arguments None if they are no JSON) and "finish" ("stop",
"tool_calls", "length" or "error").
"""
import concurrent.futures
import json
import re
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
    """(content, calls) of raw text, arguments typed by the tools' schemas."""
    specs = {t["function"]["name"]: t["function"]["parameters"].get("properties", {}) for t in tools or []}
    if not specs or "<tool_call>" not in text:
        return text, []
    calls = []
    for m in CALL.finditer(text):
        args = {}
        for p in PARAMETER.finditer(m.group(2)):
            v = p.group(2)
            if specs.get(m.group(1), {}).get(p.group(1), {}).get("type", "string") != "string":
                try:
                    v = json.loads(v)
                except ValueError:
                    pass
            args[p.group(1)] = v
        calls.append((m.group(1), args))
    return (text[: text.index("<tool_call>")].strip() if calls else text), calls


def parse(text, ended, c):
    """The reply that raw generated text makes; ended: by a stop token, not by the length."""
    reasoning, content = split_reasoning(text) if c.get("think") else ("", text)
    content, calls = split_calls(content, c.get("tools"))
    return {"content": content, "reasoning": reasoning, "calls": calls, "finish": ("tool_calls" if calls else "stop") if ended else "length"}


def given_calls(message):
    """The `tool_calls` of a server's message."""
    calls = []
    for t in message.get("tool_calls") or []:
        try:
            calls.append((t["function"]["name"], json.loads(t["function"]["arguments"] or "{}")))
        except ValueError:
            calls.append((t["function"]["name"], None))
    return calls


def from_choice(choice, c):
    """The reply in a choice of /v1/chat/completions.

    Fields that the server filled are taken as they are. What it left in the
    content as raw text is parsed here, so servers with and without a tool or
    reasoning parser are judged alike.
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
    return len(c["prompt"]) if "prompt" in c else sum(len(m.get("content") or "") for m in c["messages"])


class Http:
    """Replies from a server's /v1 endpoints, several requests at a time."""

    def __init__(self, url, model, parallel, timeout):
        self.url, self.model, self.parallel, self.timeout = url.rstrip("/"), model, parallel, timeout

    def post(self, path, body):
        req = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(req, timeout=self.timeout) as r:
            return json.load(r)

    def one(self, c):
        base = {"model": self.model, "max_tokens": c["max_tokens"], "temperature": 0}
        if "prompt" in c:
            ch = self.post("/v1/completions", {**base, "prompt": c["prompt"]})["choices"][0]
            return {"content": ch["text"], "reasoning": "", "calls": [], "finish": ch["finish_reason"]}
        messages = []
        for m in c["messages"]:
            if m.get("tool_calls"):
                # The generators keep arguments as objects; the API wants them as JSON text.
                calls = [{"id": f"call_{len(messages)}_{i}", **t, "function": {"name": t["function"]["name"], "arguments": json.dumps(t["function"]["arguments"])}} for i, t in enumerate(m["tool_calls"])]
                m = {**m, "tool_calls": calls}
            messages.append(m)
        body = {**base, "messages": messages, "chat_template_kwargs": {"enable_thinking": bool(c["think"])}}
        if c.get("tools"):
            body["tools"] = c["tools"]
        return from_choice(self.post("/v1/chat/completions", body)["choices"][0], c)

    def replies(self, cases):
        def safe(c):
            try:
                return self.one(c)
            except (OSError, KeyError, ValueError) as e:
                detail = e.read().decode(errors="replace") if isinstance(e, urllib.error.HTTPError) else ""
                # No server, no such model or no key is no wrong answer of the model.
                gone = isinstance(getattr(e, "reason", e), ConnectionRefusedError)
                if gone or isinstance(e, urllib.error.HTTPError) and e.code in (401, 403, 404):
                    raise SystemExit(f"{self.url}: {e} {detail}") from e
                return {"content": f"[request failed: {e} {detail}]", "reasoning": "", "calls": [], "finish": "error"}
        long = max(map(characters, cases), default=0) > LONG_CHARACTERS
        with concurrent.futures.ThreadPoolExecutor(min(self.parallel, LONG_PARALLEL) if long else self.parallel) as pool:
            return list(pool.map(safe, cases))
