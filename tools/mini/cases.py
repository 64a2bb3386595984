"""What the development set and the test set share: shapes of cases, needle documents,
tool schemas, accepted spellings of facts and the runner of agent tasks.

Sentences, words, tools, filler and kinds of tasks belong to the sets.
"""
import json
import re

import tables as T
from workspace import Workspace


def up(s):
    return s[:1].upper() + s[1:]


def case(skill, question, check, max_tokens=96, think=False, tools=None):
    """A single question; a case is what evaluate.py asks and judges."""
    return {"skill": skill, "messages": [{"role": "user", "content": question}], "tools": tools, "think": think, "max_tokens": max_tokens, "check": check}


def with_thinking(c, on):
    """The same case judged for a well-formed trace, or for none."""
    return {**c, "skill": "thinking", "think": on, "max_tokens": 400, "check": {"thinking": on, "then": c["check"]}}


def distinct(make, n):
    """n different values of make()."""
    out = []
    while len(out) < n:
        x = make()
        if x not in out:
            out.append(x)
    return out


def put(frame, text):
    """Fill a list in; one that has several lines starts on its own line."""
    if "\n" in text and not ("\n{x}" in frame or frame.startswith("{x}")):
        frame = frame.replace(" {x}", "\n{x}").replace("{x}. ", "{x}\n")
    return frame.replace("{x}", text)


# Facts that a fair question may ask for.

# Left out: capitals that are disputed, moving or shared between cities, and (in chat
# questions) cities whose name is inside the country's, where an echo would pass.
DISPUTED = {"Israel", "Taiwan", "Kosovo", "Bolivia", "Sri Lanka", "Benin", "Ivory Coast", "South Africa", "Nauru", "Eswatini", "Equatorial Guinea", "Yemen", "Indonesia", "England"}
CLEAR = {c: k for c, k in T.CAPITALS.items() if c not in DISPUTED}
ASKED = {c: k for c, k in CLEAR.items() if k.lower() not in c.lower()}
COMMON = [c for c in T.COMMON if c in ASKED]
SPELLED = {"Brasilia": ["Brasília"], "Yaounde": ["Yaoundé"], "Bogota": ["Bogotá"], "San Jose": ["San José"], "Asuncion": ["Asunción"], "Chisinau": ["Chișinău"], "Lome": ["Lomé"], "Sao Tome": ["São Tomé"], "Saint John's": ["St. John's", "St John's"], "Saint George's": ["St. George's", "St George's"], "Kyiv": ["Kiev"], "Washington, D.C.": ["Washington"], "Ulaanbaatar": ["Ulan Bator"], "Reykjavik": ["Reykjavík"], "Male": ["Malé"], "Bern": ["Berne"], "N'Djamena": ["N’Djamena"], "Nuku'alofa": ["Nuku’alofa"], "Aluminum": ["Aluminium"], "Sulfur": ["Sulphur"], "Cesium": ["Caesium"]}
# Names inside longer names of other countries, which a wrong reply could hold.
NESTED = {"Guinea", "Sudan", "the Republic of the Congo", "the Democratic Republic of the Congo", "Scotland", "Wales"}
COUNTRY_NAMES = {"the United Kingdom": ["UK", "England", "Britain"], "the United States": ["USA", "US"], "the Czech Republic": ["Czechia"], "Turkey": ["Türkiye"], "Myanmar": ["Burma"], "the Netherlands": ["Holland"]}
# Symbols that are English words could occur by chance in a wrong reply.
WORDLIKE = {"I", "In", "As", "At", "No", "Am", "He", "Be"}


def spellings(word):
    """The check that a capital or an element is named."""
    return {"any": [word] + SPELLED.get(word, [])}


def country_names(c):
    """The check that a country is named."""
    return {"any": [c.replace("the ", "")] + COUNTRY_NAMES.get(c, [])}


def number_words(n):
    ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if n < 20:
        return ones[n]
    if n > 99:
        return str(n)
    return tens[n // 10 - 2] + ("-" + ones[n % 10] if n % 10 else "")


def amount(n):
    """A number in digits or words."""
    return {"any": [str(n), number_words(n)]}


# Needles


def filler(r, tokens, styles, fill):
    """Lines of about so many tokens. fill maps a style to (characters a token, sentence
    maker), measured with the bundled tokenizer, so that the sizes need no tokenizer here."""
    lines, size = [], 60.0
    while size < tokens:
        ratio, make = fill[r.choice(styles)]
        s = make(r)
        lines.append(s)
        size += (len(s) + 1) / ratio
    return lines


# JSON


def small_json(r, make, depths, indents):
    """An object of make(depth) and its text of at most 400 bytes."""
    while True:
        d = make(r.choice(depths))
        s = json.dumps(d, indent=r.choice(indents))
        if len(s.encode()) <= 400:
            return d, s


def leaves(d, path=()):
    """(path, value) of everything in an object that is no object."""
    for k, v in d.items():
        yield from leaves(v, path + (k,)) if isinstance(v, dict) else [(path + (k,), v)]


# Tools


def function(name, description, props, required):
    return {"type": "function", "function": {"name": name, "description": description, "parameters": {"type": "object", "properties": props, "required": required}}}


def styled(name, style):
    """A snake_case name in the style "snake", "camel" or "kebab"."""
    parts = name.split("_")
    return {"snake": name, "camel": parts[0] + "".join(up(p) for p in parts[1:]), "kebab": "-".join(parts)}[style]


# Agents


class Space(Workspace):
    """The workspace, with the outcome of every command kept."""

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.outcomes = []

    def run(self, command):
        out = super().run(command)
        self.outcomes.append((command, out))
        return out


class Kit:
    """Five tools: names maps list, read, write, edit and run to (name, description);
    fields names path, text, old, new and command; about describes the fields."""

    def __init__(self, names, fields, about=None):
        self.name = {k: v[0] for k, v in names.items()}
        path, text, old, new, cmd = fields
        self.fields = {"list": [], "read": [path], "write": [path, text], "edit": [path, old, new], "run": [cmd]}
        prop = lambda f: {"type": "string", "description": about[f]} if about else {"type": "string"}
        self.specs = [function(names[k][0], names[k][1], {f: prop(f) for f in fs}, fs) for k, fs in self.fields.items()]

    def apply(self, ws, name, args):
        kind = next((k for k, n in self.name.items() if n == name), None)
        if kind is None:
            return "Error: there is no such tool"
        values = [args.get(f) for f in self.fields[kind]] if isinstance(args, dict) else [None]
        if not all(isinstance(v, str) for v in values):
            return "Error: wrong arguments"
        return getattr(ws, kind)(*values)


def has(text, part):
    """Whether text holds a part that is not a piece of a longer word."""
    return re.search(r"(?<![A-Za-z0-9])" + re.escape(part) + r"(?![A-Za-z0-9])", text, re.I) is not None


class Task:
    """What is asked (ask), the files at the start (start), files that must differ at the
    end (want; None for one that is gone), commands of which one must be seen to succeed
    (must_run, printing good), words the answer must hold (say) or must not (unsaid), and
    a plan that solves it. checks and flaky_commands are the workspace's."""

    def __init__(self):
        self.files, self.checks, self.flaky_commands = {}, {}, ()
        self.want, self.must_run, self.say, self.unsaid, self.plan = {}, [], [], [], []

    def right(self, ws, answer):
        """Wanted files as asked, all others untouched, the command seen to succeed after
        that, and an answer that says what was asked for."""
        tidy = lambda files: {k: v.rstrip("\n") for k, v in files.items() if v is not None}
        if tidy(ws.files) != tidy({**self.start, **self.want}) or not answer.strip():
            return False
        if self.must_run and not any(c in self.must_run and out == self.good for c, out in ws.outcomes):
            return False
        if any(has(answer, s) for s in self.unsaid):
            return False
        return all(has(answer, s) if s[0].isalnum() and s[-1].isalnum() else s in answer for s in self.say)


class Run:
    """One agent task in progress; `request` is what to send next."""

    def __init__(self, kit, task, words, system=None):
        self.kit, self.task = kit, task
        self.ws = Space(task.files, task.checks, task.flaky_commands, words=words)
        self.messages = [{"role": "user", "content": task.ask}]
        if system:
            self.messages.insert(0, {"role": "system", "content": system})
        self.done = self.ok = False
        self.turns = 0
        self.ended = True

    def request(self):
        return {"skill": "agents", "messages": self.messages, "tools": self.kit.specs, "think": False, "max_tokens": 300}

    def feed(self, reply):
        self.turns += 1
        self.ended &= reply["finish"] in ("stop", "tool_calls")
        if not reply["calls"]:
            self.done, self.ok = True, self.task.right(self.ws, reply["content"]) and self.ended
            return
        calls = [{"id": f"t{self.turns}n{i}", "type": "function", "function": {"name": n, "arguments": a if isinstance(a, dict) else {}}} for i, (n, a) in enumerate(reply["calls"])]
        self.messages.append({"role": "assistant", "content": reply["content"], "tool_calls": calls})
        for c in calls:
            res = self.kit.apply(self.ws, c["function"]["name"], c["function"]["arguments"])
            self.messages.append({"role": "tool", "tool_call_id": c["id"], "content": res})
        if self.turns >= 12:
            self.done = True
