"""The verdict's chat cases: the rows, how many cases each has and who makes them."""
import random

import verdictfacts
import verdictjson
import verdictlists
import verdictneedle
import verdicttools
from cases import distinct, with_thinking

THOUGHT = [verdictfacts.fact, verdictlists.copy, verdictlists.reverse, verdictlists.sort, verdictlists.count, verdictjson.extract, verdicttools.tools]


def thinking(r):
    return with_thinking(r.choice(THOUGHT)(r), r.random() < 0.5)


ROWS = [
    ("facts", 200, verdictfacts.fact),
    ("completion", 100, verdictfacts.opening),
    ("copy", 200, verdictlists.copy),
    ("reverse", 200, verdictlists.reverse),
    ("sort", 200, verdictlists.sort),
    ("count", 200, verdictlists.count),
    ("extract", 200, verdictjson.extract),
    ("json_to_toml", 200, verdictjson.toml),
    ("tools", 200, verdicttools.tools),
    ("thinking", 200, thinking),
    ("needle_1k", 200, verdictneedle.needle("needle_1k", 1000)),
    ("needle_4k", 200, verdictneedle.needle("needle_4k", 4000)),
    ("needle_8k5", 200, verdictneedle.needle("needle_8k5", 8500)),
    ("needle_16k", 200, verdictneedle.needle("needle_16k", 16000)),
]


def cases(seed=7, limit=None, only=None):
    for name, n, make in ROWS:
        if only is None or name in only:
            r = random.Random(f"verdict {name} {seed}")
            yield from distinct(lambda: make(r), min(n, limit or n))
