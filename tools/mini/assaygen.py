"""The assay set: the rows of the blind set, each with its number of cases and its maker.

The agent tasks are in assayagent.py."""
import random

import assayfacts
import assayjson
import assaylists
import assayneedle
import assaytools
from cases import distinct, with_thinking

THOUGHT = [assayfacts.fact, assaylists.copy, assaylists.reverse, assaylists.sort, assaylists.count, assayjson.extract, assaytools.tools]


def thinking(r):
    return with_thinking(r.choice(THOUGHT)(r), r.random() < 0.5)


ROWS = [
    ("facts", 200, assayfacts.fact),
    ("completion", 100, assayfacts.opening),
    ("copy", 200, assaylists.copy),
    ("reverse", 200, assaylists.reverse),
    ("sort", 200, assaylists.sort),
    ("count", 200, assaylists.count),
    ("extract", 200, assayjson.extract),
    ("json_to_toml", 200, assayjson.toml),
    ("tools", 200, assaytools.tools),
    ("thinking", 200, thinking),
    ("needle_1k", 200, assayneedle.needle("needle_1k", 1000)),
    ("needle_4k", 200, assayneedle.needle("needle_4k", 4000)),
    ("needle_8k5", 200, assayneedle.needle("needle_8k5", 8500)),
    ("needle_16k", 200, assayneedle.needle("needle_16k", 16000)),
]


def cases(seed=7, limit=None, only=None):
    for name, n, make in ROWS:
        if only is None or name in only:
            r = random.Random(f"assay {name} {seed}")
            yield from distinct(lambda: make(r), min(n, limit or n))
