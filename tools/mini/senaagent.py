"""Agent tasks of hands-on developers and operations people: kinds, kits, words, systems.

run(r) is one task with a random kit, words and system prompt."""
from cases import Run
from senacore import Redo
from senakinds1 import KINDS as FIND
from senakinds2 import KINDS as CHANGE
from senakinds3 import KINDS as STEPS
from senakinds4 import KINDS as LONG
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


KINDS = [steady(f) for f in FIND + CHANGE + STEPS + LONG]


def run(r):
    """A random task in a random kit; `task.plan` and `task.answer` solve it."""
    task = r.choice(KINDS)(r)
    system = r.choice(SYSTEMS) if r.random() < 0.6 else None
    return Run(r.choice(KITS), task, r.choice(WORDS), system)
