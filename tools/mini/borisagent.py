"""Requests to an agent in a toy workspace, often for several things at once, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import cases
import boriskinds1
import boriskinds2
import boriskinds3
import boriskinds4
import boriskinds5
from boriskits import KITS, SYSTEMS, WORDS
from handkit import system

KINDS = [k for m in (boriskinds1, boriskinds2, boriskinds3, boriskinds4, boriskinds5) for k in m.ALL]


def run(r):
    task = r.choice(KINDS)(r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS))
