"""Requests of somebody who wants several things at once, or says them in an unexpected order, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import cases
import hugomix
import hugomore
import hugoorder
import hugosteps
from hugokits import KITS, SYSTEMS, WORDS
from handkit import system

MODULES = {hugosteps: 3, hugoorder: 1, hugomore: 1, hugomix: 2}
KINDS = [k for m in MODULES for k in m.ALL]
WEIGHTS = [w for m, w in MODULES.items() for _ in m.ALL]


def run(r):
    task = r.choices(KINDS, WEIGHTS)[0](r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS, 0.58))
