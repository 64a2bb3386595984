"""Agent tasks in short clean words, as numbered steps, and in English of many origins."""
import cases
import wandaask
import wandabuild
import wandacond
import wandaedit
import wandaexam
import wandafind
import wandalists
import wandamake
import wandamove
import wandarun
import wandatable
from wandabase import KINDS
from wandawords import KITS, SYSTEMS, WORDS


def run(r):
    """A new task with tools, ways to answer and perhaps a system prompt."""
    return cases.Run(r.choice(KITS), r.choice(KINDS)(r), r.choice(WORDS), r.choice(SYSTEMS) if r.random() < 0.6 else None)
