"""Requests of an operations person to an agent in a toy workspace, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import importlib

import cases
from gitabase import BANKS
from gitakits import KITS, SYSTEMS, WORDS

MODULES = [importlib.import_module(m) for m in ("gitaone", "gitatwo", "gitathree", "gitafour", "gitafive")]
KINDS = [k for m in MODULES for k in m.ALL]
WEIGHTS = [k.weight for k in KINDS]


def system(r, task):
    """A system prompt in over half of the cases; always if the check is named only there."""
    s = r.choice(SYSTEMS) if r.random() < .56 else None
    if task.system:
        return task.system if not s or r.random() < .3 else s + r.choice([" ", "\n"]) + task.system
    return s


def run(r):
    task = r.choices(KINDS, WEIGHTS)[0](r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task))
