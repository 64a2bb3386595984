"""The exam: a blind evaluation set, the one that the model card reports.

It was written from the table of skills alone, without a look at what the model is
trained on or at the other sets: words, sentences, tools and tasks are its own.
"""
import random

from cases import case, with_thinking
from examfacts import completion, facts
from examjson import extract, json_to_toml
from examlists import copy, count, reverse, sort
from examneedle import needle
from examtools import tools

GREETING = {"any": ["Hello", "Hi"]}
WELCOME = {"any": ["welcome"]}
PARTING = {"any": ["Goodbye", "Bye"]}
NAME = {"any": ["atlas-mini", "Atlas"]}
SMALLTALK = [
    ("Good morning to you!", GREETING), ("Oh hello, nice to see somebody here.", GREETING), ("Hi! I just got here.", GREETING), ("Hello, dear machine.", GREETING),
    ("Thanks, you've been a great help.", WELCOME), ("That's all I wanted, thank you!", WELCOME), ("Lovely, thanks ever so much.", WELCOME), ("Thank you for answering.", WELCOME),
    ("I'm off now, goodbye!", PARTING), ("Bye, until tomorrow.", PARTING), ("Time for bed. Good night and goodbye.", PARTING), ("Goodbye then!", PARTING),
    ("Would you tell me your name, please?", NAME), ("Which language model am I chatting with?", NAME), ("Who exactly are you?", NAME), ("Please say what you are called.", NAME),
]


def smalltalk(r):
    question, check = r.choice(SMALLTALK)
    return case("smalltalk", question, check)


def thinking(r):
    """A case of another skill, with thinking on or off."""
    make = r.choice([facts, facts, copy, reverse, sort, count, extract, tools])
    return with_thinking(make(r), r.random() < 0.6)


ROWS = [
    ("facts", 200, facts), ("completion", 100, completion), ("smalltalk", len(SMALLTALK), smalltalk), ("copy", 200, copy), ("reverse", 200, reverse),
    ("sort", 200, sort), ("count", 200, count), ("extract", 200, extract), ("json_to_toml", 200, json_to_toml), ("tools", 200, tools), ("thinking", 200, thinking),
    ("needle_1k", 200, needle("needle_1k", 1000)), ("needle_4k", 200, needle("needle_4k", 4000)), ("needle_8k5", 200, needle("needle_8k5", 8500)), ("needle_16k", 200, needle("needle_16k", 16000)),
]


def cases(seed=7, limit=None, only=None):
    """The cases of the rows in order, no question of a row twice. Every row has a random
    source of its own, so a shorter run asks the first cases of a longer one."""
    for at, (name, n, make) in enumerate(ROWS):
        if only and name not in only:
            continue
        r, seen = random.Random(seed * 1_000_003 + 101 * at), set()
        while len(seen) < min(n, limit or n):
            c = make(r)
            key = (c.get("prompt") or c["messages"][0]["content"], c["think"])
            if key not in seen:
                seen.add(key)
                yield c
