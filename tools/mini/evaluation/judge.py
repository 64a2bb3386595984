"""Judgement of replies: whether one satisfies the check of its case.

A check is a dict of one kind: "call", "no_call", "begins", "any", "word", "same", "items",
"number", "value" or "toml"; "thinking" judges the form of the reasoning block and has the case's
own check under "then". `crates/atlas/tests/mini_eval/judge.rs` is a stricter twin.
"""

import json
import re
import tomllib

NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen"
NUMBER_WORDS = f"{NUMBER_WORDS} fourteen fifteen".split()
REASONING_CHARACTERS_MAX = 1500
# A value may stand at the end of a sentence that is at most this much longer.
SENTENCE_CHARACTERS_MAX = 80
QUOTES = "\"'`"


def has_word(text, word, case=False):
    """Whether a text holds a word with no letter or digit beside it."""
    whole = r"(?<![A-Za-z0-9])" + re.escape(word) + r"(?![A-Za-z0-9])"
    return re.search(whole, text, 0 if case else re.I) is not None


def bare(text):
    """A reply without the white space and the code fence around it."""
    t = text.strip()
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", t, re.S)
    return (fenced.group(1) if fenced else t).strip()


def unquoted(items):
    """Items without quotes or backticks, if each of them has the same."""
    for q in QUOTES:
        if items and all(len(x) > 2 and x[0] == x[-1] == q for x in items):
            return [x[1:-1] for x in items]
    return items


def split_items(text):
    """Items of a list: JSON, lines with or without marks, or separated by commas or semicolons."""
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
    separator = r";|\n" if ";" in t and "," not in t else r",|\n"
    return unquoted([x.strip() for x in re.split(separator, t) if x.strip()])


def same_items(text, want):
    """Whether a reply is a list: bare, after a short lead-in that ends in a colon, with
    "and" before its last item, or with a full stop."""
    forms = [text.strip()]
    lead = re.match(r"[^\n:,;\[]{1,60}:\s+", forms[0])
    if lead and not any(":" in x for x in want):
        forms.append(forms[0][lead.end() :])
    if forms[-1].endswith(".") and not want[-1].endswith("."):
        forms.append(forms[-1][:-1])
    if not any(" and " in w for w in want):
        forms += [re.sub(r",? and (?=[^,\n]*$)", ", ", x) for x in forms if " and " in x]
    return any(split_items(x) == want for x in forms)


def first_number(text):
    """The first number in digits, or in words if there are no digits."""
    digits = re.search(r"\d+", text)
    if digits:
        return int(digits.group())
    words = [w for w in re.findall(r"[a-z]+", text.lower()) if w in NUMBER_WORDS]
    return NUMBER_WORDS.index(words[0]) if words else None


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
    if len(t) > len(s) + SENTENCE_CHARACTERS_MAX or "\n" in t:
        return False
    return re.search(r"(?:\bis|:|=) [\"'`]?" + re.escape(s) + r"[\"'`]?$", plain) is not None


def same_text(text, want):
    t = text.strip()
    return want in (t, bare(text)) or t.strip(QUOTES) == want.strip(QUOTES)


def same_toml(text, want):
    try:
        return tomllib.loads(bare(text)) == want
    except ValueError:  # TOMLDecodeError is one.
        return False


def same_arguments(got, want):
    """Whether arguments are equal; true is not 1."""
    if not isinstance(got, dict) or set(got) != set(want):
        return False
    return all(
        got[k] == v and isinstance(got[k], bool) == isinstance(v, bool) for k, v in want.items()
    )


def fits(value, schema):
    """Whether a value has the type of its schema."""
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}
    if schema["type"] in ("integer", "number") and isinstance(value, bool):
        return False
    return isinstance(value, kinds[schema["type"]])


def valid_calls(reply, tools):
    """Whether every call names a given tool, has its required arguments and fitting types."""
    specs = {t["function"]["name"]: t["function"]["parameters"] for t in tools}
    for name, arguments in reply["calls"]:
        if name not in specs or not isinstance(arguments, dict):
            return False
        properties = specs[name]["properties"]
        if set(specs[name].get("required", [])) - set(arguments):
            return False
        if not all(k in properties and fits(v, properties[k]) for k, v in arguments.items()):
            return False
    return "<tool_call>" not in reply["content"] and "<function" not in reply["content"]


def thinking(reply, on):
    """Whether the reasoning block is there or not, as asked, and an answer or a call follows."""
    body, text = reply["reasoning"].strip(), reply["content"]
    formed = 0 < len(body) < REASONING_CHARACTERS_MAX if on else not body
    if not formed or "think>" in text or reply["finish"] == "length":
        return False
    return bool(text.strip()) or bool(reply["calls"])


def one_call(reply, want):
    if len(reply["calls"]) != 1:
        return False
    name, arguments = reply["calls"][0]
    return name == want[0] and same_arguments(arguments, want[1])


def no_call(reply, want):
    """Whether a reply answers without a call, with the words of `want`: a text, or a list of
    spellings of which one must occur."""
    text = reply["content"]
    if reply["calls"] or not text.strip():
        return False
    if isinstance(want, list):
        return any(has_word(text, w) for w in want)
    return want.lower() in text.lower()


def begins(text, words, case):
    """Whether a text begins with one of the words, or with "the" and one of them."""
    flags = 0 if case else re.I
    starts = (r"\s*(?:the )?" + re.escape(w) + r"(?![A-Za-z0-9])" for w in words)
    return any(re.match(start, text, flags) for start in starts)


# Checks of the text of a reply, which must be without calls: kind -> function of text and check.
TEXT_CHECKS = {
    "begins": lambda text, check: begins(text, check["begins"], check["case"]),
    "any": lambda text, check: any(has_word(text, w) for w in check["any"]),
    "word": lambda text, check: has_word(text, check["word"], check.get("case", False)),
    "same": lambda text, check: same_text(text, check["same"]),
    "items": lambda text, check: same_items(text, check["items"]),
    "number": lambda text, check: first_number(text) == check["number"],
    "value": lambda text, check: same_value(text, check["value"]),
    "toml": lambda text, check: same_toml(text, check["toml"]),
}


def right(check, reply):
    """Whether a reply satisfies a case's check."""
    if "thinking" in check:
        return thinking(reply, check["thinking"])
    if "call" in check:
        return one_call(reply, check["call"])
    if "no_call" in check:
        return no_call(reply, check["no_call"])
    kind = next((k for k in TEXT_CHECKS if k in check), None)
    if kind is None:
        raise ValueError(f"unknown check {check}")
    return not reply["calls"] and TEXT_CHECKS[kind](reply["content"], check)
