"""The trial set: the blind cases of the next weights, written from the table of skills.

Nobody who trains looks at it; ROWS names its rows, and each is seeded by itself.
"""
import random

import trialfacts
import trialjson
import triallists
import trialneedle
import trialtools
from cases import distinct, with_thinking

THOUGHT = [trialfacts.fact, triallists.copy, triallists.reverse, triallists.sort, triallists.count, trialjson.extract, trialtools.tools]


def thinking(r):
    return with_thinking(r.choice(THOUGHT)(r), r.random() < 0.5)


ROWS = [
    ("facts", 200, trialfacts.fact),
    ("completion", 100, trialfacts.opening),
    ("copy", 200, triallists.copy),
    ("reverse", 200, triallists.reverse),
    ("sort", 200, triallists.sort),
    ("count", 200, triallists.count),
    ("extract", 200, trialjson.extract),
    ("json_to_toml", 200, trialjson.toml),
    ("tools", 200, trialtools.tools),
    ("thinking", 200, thinking),
    ("needle_1k", 200, trialneedle.needle("needle_1k", 1000)),
    ("needle_4k", 200, trialneedle.needle("needle_4k", 4000)),
    ("needle_8k5", 200, trialneedle.needle("needle_8k5", 8500)),
    ("needle_16k", 200, trialneedle.needle("needle_16k", 16000)),
]


def cases(seed=7, limit=None, only=None):
    """The cases of some rows, at most limit of each."""
    for name, n, make in ROWS:
        if only is None or name in only:
            r = random.Random(f"trial {name} {seed}")
            yield from distinct(lambda: make(r), min(n, limit or n))
