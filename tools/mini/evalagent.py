"""Held-out agent tasks in the toy workspace, with their own words and tool names."""
import random

from evalgen import nonword, up
from evalwords import NOUNS, PEOPLE, QUALITIES
from workspace import Workspace

NAMES = {"list": ["list", "enumerate_files", "workspace_files"], "read": ["read", "show_file", "fetch_text"], "write": ["write", "make_file", "store_file"], "edit": ["edit", "swap_text", "modify_file"], "run": ["run", "invoke_shell", "launch_command"]}
ABOUT = {"list": "Tells which files exist", "read": "Gives the text inside one file", "write": "Stores text as a file", "edit": "Swaps one text inside a file for another", "run": "Runs something in the shell"}
PATHS, TEXTS, COMMANDS, SWAPS = ["path", "filepath", "target_file"], ["content", "full_text", "new_content"], ["command", "shell_command", "line"], [("old", "new"), ("old_text", "new_text"), ("original", "updated")]
WORDS = {"wrote": "{p} is stored now", "edited": "{p} was modified", "missing": "Error: {p} could not be found", "nomatch": "Error: nothing matched in {p}", "transient": "Error: the shell was busy, please retry", "unknown": "Error: not a known command", "empty": "nothing here"}


class Kit:
    def __init__(self, r):
        i = r.choice([0, 0, 1, 2])
        self.name = {k: v[i if r.random() < 0.7 else 0] for k, v in NAMES.items()}
        self.path, self.text, self.cmd = r.choice(PATHS), r.choice(TEXTS), r.choice(COMMANDS)
        self.old, self.new = r.choice(SWAPS)
        fields = {"list": [], "read": [self.path], "write": [self.path, self.text], "edit": [self.path, self.old, self.new], "run": [self.cmd]}
        self.specs = [{"type": "function", "function": {"name": self.name[k], "description": ABOUT[k], "parameters": {"type": "object", "properties": {f: {"type": "string"} for f in fs}, "required": fs}}} for k, fs in fields.items()]

    def apply(self, ws, name, args):
        kind = next((k for k, n in self.name.items() if n == name), None)
        a = lambda k: args.get(k) if isinstance(args.get(k), str) else ""
        return {"list": lambda: ws.list(), "read": lambda: ws.read(a(self.path)), "write": lambda: ws.write(a(self.path), a(self.text)), "edit": lambda: ws.edit(a(self.path), a(self.old), a(self.new)), "run": lambda: ws.run(a(self.cmd))}.get(kind, lambda: "Error: no such tool")()


def text_for(r, path):
    a, b, n = r.choice(NOUNS), r.choice(QUALITIES), r.randint(2, 99)
    if path.endswith(".rs"):
        return r.choice([f'fn main() {{\n    println!("{b} {a}");\n}}', f"pub fn {a}() -> u32 {{\n    {n}\n}}"])
    if path.endswith(".py"):
        return r.choice([f'print("{b} {a}")', f"{a}_count = {n}\nprint({a}_count)"])
    return r.choice([f"The {a} is {b}.", f"{a}={n}\n{b}=yes", f"{b} {a} for {r.choice(PEOPLE)}"])


def some_path(r):
    return r.choice(["", "src/", "docs/", r.choice(NOUNS) + "/"]) + r.choice(NOUNS) + r.choice([".rs", ".py", ".txt", ".md", ".cfg"])


def paths(r, n):
    out = []
    while len(out) < n:
        p = some_path(r)
        if p not in out and all(p.split("/")[-1] != q.split("/")[-1] for q in out):
            out.append(p)
    return out


def task(r):
    """Request, kit, workspace and a function that judges files, runs and answer."""
    kit = Kit(r)
    p, q, s = paths(r, 3)
    files = {q: text_for(r, q), s: text_for(r, s)}
    cmd = r.choice(["cargo test", "pytest", "make check", f"python {p}", f"./{nonword(r)}.sh", "cargo run"])
    good = r.choice([f"{r.randint(3, 40)} checks fine", f"{r.choice(QUALITIES)} {r.choice(NOUNS)}", f"finished with {r.randint(3, 90)} points"])
    kind = r.choice(["create", "create", "create_run", "replace", "replace_run", "replace_run", "lost", "fix", "fix", "flaky", "report", "copy"])
    text = text_for(r, p)
    a, b = r.sample(NOUNS, 2)
    old, new = r.choice([(a, b), (f"{a} = {r.randint(1, 50)}", f"{a} = {r.randint(51, 99)}"), (f"{a} {b}", r.choice(QUALITIES) + " " + b)])
    holder = text_for(r, p) + "\n" + r.choice([old, f"use {old} here", f"# {old}"])
    if kind == "create":
        ask = r.choice(["There should be a file {p} reading:\n{t}", "We lack {p}. Please create it with the following text:\n{t}", "create {p} with\n{t}"]).replace("{p}", p).replace("{t}", text)
        return ask, kit, Workspace(files, words=WORDS), lambda ws, ans: ws.files.get(p) == text
    if kind == "create_run":
        text = text.split("\n")[0]
        ask = f"Create {p} containing '{text}' and afterwards run {cmd}."if "'" not in text else f"create {p} containing {text} and afterwards run {cmd}"
        return ask, kit, Workspace(files, {cmd: (p, text, good, "failed")}, words=WORDS), lambda ws, ans: ws.files.get(p) == text and cmd in ws.ran
    files[p] = holder
    want = holder.replace(old, new)
    if kind == "replace":
        ask = r.choice(["Inside {p}, {a} has to become {b}.", "Swap {a} for {b} in {p}, please.", "replace {a} by {b} in {p}"]).format(p=p, a=old, b=new)
        return ask, kit, Workspace(files, words=WORDS), lambda ws, ans: ws.files.get(p) == want
    if kind == "replace_run":
        ask = r.choice(["replace {a} by {b} in {p}, then run the tests with {c}", "Inside {p}, {a} has to become {b}. When that is done, run {c}."]).format(p=p, a=old, b=new, c=cmd)
        return ask, kit, Workspace(files, {cmd: (p, new, good, "failed")}, words=WORDS), lambda ws, ans: ws.files.get(p) == want and cmd in ws.ran
    if kind == "lost":
        short = p.split("/")[-1] if "/" in p else "docs/" + p
        ask = r.choice(["Inside {p}, {a} has to become {b}.", "Swap {a} for {b} in {p}, please."]).format(p=short, a=old, b=new)
        return ask, kit, Workspace(files, words=WORDS), lambda ws, ans: ws.files.get(p) == want
    if kind == "fix":
        bad = f"problem in {p}: expected {new} but found {old}"
        ask = r.choice(["When I run {c} it breaks. Make it work.", "Please get {c} working again.", "run {c} and repair whatever is broken"]).format(c=cmd)
        return ask, kit, Workspace(files, {cmd: (p, new, good, bad)}, words=WORDS), lambda ws, ans: ws.files.get(p) == want and cmd in ws.ran[1:]
    if kind == "flaky":
        ask = r.choice(["Start {c} and tell me what comes out.", "I would like to see the result of {c}."]).format(c=cmd)
        return ask, kit, Workspace(files, {cmd: (p, "", good, good)}, (cmd,), words=WORDS), lambda ws, ans: cmd in ws.ran and good in ans
    if kind == "report":
        ask = r.choice(["What text is stored in {p}?", "Look into {p} and write me its text."]).format(p=p)
        return ask, kit, Workspace(files, words=WORDS), lambda ws, ans: holder in ans
    d = nonword(r) + ".txt"
    ask = r.choice(["I want {d} to hold the same text as {p}.", "Take the text of {p} and store it in {d}."]).format(p=p, d=d)
    return ask, kit, Workspace(files, words=WORDS), lambda ws, ans: ws.files.get(d) == holder


class Run:
    """One agent task in progress; `request` is what to send next."""

    def __init__(self, r, think=False):
        ask, self.kit, self.ws, self.judge = task(r)
        self.messages = [{"role": "user", "content": ask}]
        if r.random() < 0.5:
            self.messages.insert(0, {"role": "system", "content": "You are working inside the user's project. Finish what is asked."})
        self.done = self.ok = False
        self.turns = 0
        self.ended = True

    def request(self):
        return {"skill": "agents", "messages": self.messages, "tools": self.kit.specs, "think": False, "max_tokens": 300}

    def feed(self, reply):
        self.turns += 1
        self.ended &= reply["finish"] in ("stop", "tool_calls")
        if not reply["calls"]:
            self.done, self.ok = True, bool(self.judge(self.ws, reply["content"])) and self.ended
            return
        calls = [{"id": f"c{self.turns}_{i}", "type": "function", "function": {"name": n, "arguments": a}} for i, (n, a) in enumerate(reply["calls"])]
        self.messages.append({"role": "assistant", "content": reply["content"], "tool_calls": calls})
        for c in calls:
            res = self.kit.apply(self.ws, c["function"]["name"], c["function"]["arguments"])
            self.messages.append({"role": "tool", "tool_call_id": c["id"], "content": res})
        if self.turns >= 12:
            self.done = True


def runs(seed=7, n=200):
    r = random.Random(f"{seed}-agents")
    return [Run(r) for _ in range(n)]
