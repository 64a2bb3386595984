"""The shape of a case, and the words, tables and sentences that cases are made of.

A case is a dict: "skill", "messages" (OpenAI form) or "prompt" (raw text to continue), "tools",
"think", "max_tokens" and "check" (what a right reply satisfies, see judge.py). The texts are in
texts.json.
"""

import json
from pathlib import Path

TEXTS = json.loads((Path(__file__).resolve().parent / "texts.json").read_text())
WORDS, PHRASES, TOOLS = TEXTS["words"], TEXTS["phrases"], TEXTS["tools"]

NOUNS = WORDS["nouns"]
ADJECTIVES = WORDS["adjectives"]
PEOPLE = WORDS["people"]
TOWNS = WORDS["towns"]
DAYS = WORDS["days"]

# Part of every random seed. Another word gives other cases, and results recorded so far would
# no longer be comparable.
SEED_NAME = "verdict"


def upper_first(text):
    """The text with an upper-case first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def quoted(text):
    return f'"{text}"'


def case(skill, question, check, max_tokens=96, think=False, tools=None):
    """A single question."""
    messages = [{"role": "user", "content": question}]
    return {
        "skill": skill,
        "messages": messages,
        "tools": tools,
        "think": think,
        "max_tokens": max_tokens,
        "check": check,
    }


def with_thinking(c, on):
    """The same case, judged for a well-formed reasoning block, or for none."""
    check = {"thinking": on, "then": c["check"]}
    return {**c, "skill": "thinking", "think": on, "max_tokens": 400, "check": check}


def distinct(make, n):
    """`n` different values of make()."""
    out = []
    while len(out) < n:
        x = make()
        if x not in out:
            out.append(x)
    return out
