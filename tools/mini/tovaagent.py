"""Agent tasks in the words of everyday users and of terse testers.

KINDS makes tasks, KITS and WORDS give tools and their answers, SYSTEMS system prompts;
run(r) draws one of each."""

import importlib

import cases
from tovakits import KITS
from tovawords import SYSTEMS, WORDS
from tovabase import Clash

PARTS = "tovamake tovanew tovaread tovareport tovaseek tovaedit tovaparts tovaline tovamove tovarun tovafix tovalost tovaif tovalong".split()
MODULES = [importlib.import_module(m) for m in PARTS]
importlib.import_module("tovamore")  # adds frames to the banks of the parts
KINDS = [k for m in MODULES for k in m.KINDS]


def attempt(kind, r):
    """(task, how many worlds were thrown away because their files or texts collided)."""
    for tries in range(400):
        try:
            return kind(r), tries
        except Clash:
            continue
    raise RuntimeError(f"{kind.__name__} makes no task")


def task(r):
    """A random task; those of a single call are drawn half as often."""
    while True:
        t = attempt(r.choice(KINDS), r)[0]
        if len(t.plan) > 1 or r.random() < 0.5:
            return t


def run(r):
    t = task(r)
    return cases.Run(r.choice(KITS), t, r.choice(WORDS), r.choice(SYSTEMS) if r.random() < 0.6 else None)
