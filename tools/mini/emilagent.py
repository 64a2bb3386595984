"""Requests of emil, who keeps a household and a small office in text files, with their plans.

run(r) makes one: a kit of tools, a task, the workspace's words and maybe a system prompt."""
import cases
import emillists
import emiltables
import emiltexts
import emilruns
from emilbase import KINDS
from emilkits import KITS, SYSTEMS, WORDS
from handkit import system


def run(r):
    task = r.choice(KINDS)(r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system(r, task, SYSTEMS))
