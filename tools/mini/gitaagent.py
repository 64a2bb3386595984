"""Requests of an operations person to an agent in a toy workspace, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import importlib

import cases
from gitabase import BANKS
from gitakits import KITS, SYSTEMS, WORDS
from handkit import system

MODULES = [importlib.import_module(m) for m in ("gitaone", "gitatwo", "gitathree", "gitafour", "gitafive")]
KINDS = [k for m in MODULES for k in m.ALL]
WEIGHTS = [k.weight for k in KINDS]


def run(r):
    task = r.choices(KINDS, WEIGHTS)[0](r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS, 0.56))
