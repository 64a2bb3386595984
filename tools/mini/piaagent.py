"""Agent tasks of this hand: KINDS, KITS, WORDS, SYSTEMS and run(r)."""
import cases
import piachain
import piafind
import piafix
import piaplain
from piakits import KITS, SYSTEMS, WORDS

KINDS = piaplain.KINDS + piafind.KINDS + piafix.KINDS + piachain.KINDS


def run(r):
    """A task under way, of any kind, with any tools, messages and system prompt."""
    task = r.choice(KINDS)(r)
    system = r.choice(SYSTEMS) if r.random() < 0.6 else None
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system)
