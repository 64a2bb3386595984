"""The rows of the evaluation: how many cases each has and the function that makes them.

The same seed gives the same cases on every machine.
"""

import random

from . import facts, json_objects, lists, needles, tool_calls
from .cases import SEED_NAME, distinct, with_thinking

SHORT = [facts.question, lists.copy, lists.reverse, lists.sort, lists.count]
SHORT += [json_objects.extract, tool_calls.tool_call]


def thinking(r):
    """A short case of another row, with thinking or without."""
    return with_thinking(r.choice(SHORT)(r), r.random() < 0.5)


# (row, number of cases, function from a random generator to a case), in the order of the report.
ROWS = [
    ("facts", 200, facts.question),
    ("completion", 100, facts.opening),
    ("copy", 200, lists.copy),
    ("reverse", 200, lists.reverse),
    ("sort", 200, lists.sort),
    ("count", 200, lists.count),
    ("extract", 200, json_objects.extract),
    ("json_to_toml", 200, json_objects.to_toml),
    ("tools", 200, tool_calls.tool_call),
    ("thinking", 200, thinking),
    ("needle_1k", 200, needles.needle("needle_1k", 1000)),
    ("needle_4k", 200, needles.needle("needle_4k", 4000)),
    ("needle_8k5", 200, needles.needle("needle_8k5", 8500)),
    ("needle_16k", 200, needles.needle("needle_16k", 16000)),
]


def cases(seed=7, limit=None, only=None):
    """Cases of all rows, or of the rows in `only`; at most `limit` of each."""
    for name, n, make in ROWS:
        if only is None or name in only:
            r = random.Random(f"{SEED_NAME} {name} {seed}")
            yield from distinct(lambda: make(r), min(n, limit or n))
