"""Requests of somebody who evaluates coding agents with clear and complete instructions, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import importlib
import os

import cases
from handkit import system
from petrakits import KITS, SYSTEMS, WORDS

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = [k for i in range(1, 10) if os.path.exists(os.path.join(HERE, f"petrakinds{i}.py")) for k in importlib.import_module(f"petrakinds{i}").ALL]


def run(r):
    task = r.choice(KINDS)(r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS, 0.5))
