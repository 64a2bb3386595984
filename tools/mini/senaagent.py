"""Agent tasks of hands-on developers and operations people: kinds, kits, words, systems.

run(r) is one task with a random kit, words and system prompt."""

import senaedit  # noqa: F401
import senaerrors  # noqa: F401
import senafiles  # noqa: F401
import senafind2  # noqa: F401
import senalong  # noqa: F401
import senarun  # noqa: F401
import senasteps  # noqa: F401
from cases import Run
from senacore import KINDS as MADE
from senacore import Redo
from senakits import KITS, SYSTEMS, WORDS


def steady(f):
    """The kind with draws that do not hold together made again."""

    def make(r):
        for _ in range(2000):
            try:
                t = f(r)
            except Redo:
                continue
            t.kind = f.__name__
            return t
        raise RuntimeError(f"{f.__name__} makes no task")

    make.__name__ = f.__name__
    return make


KINDS = [steady(f) for f in MADE]


def run(r):
    """A random task in a random kit; `task.plan` and `task.answer` solve it."""
    task = r.choice(KINDS)(r)
    system = r.choice(SYSTEMS) if r.random() < 0.6 else None
    return Run(r.choice(KITS), task, r.choice(WORDS), system)
