"""Requests about notes, recipes, small web pages, scripts and lists, by somebody who is no programmer, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import importlib
import os

import cases
from handkit import system
from rolfkits import KITS, SYSTEMS, WORDS

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = [k for i in range(1, 9) if os.path.exists(os.path.join(HERE, f"rolfkinds{i}.py")) for k in importlib.import_module(f"rolfkinds{i}").ALL]


def run(r):
    task = r.choice(KINDS)(r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS))
