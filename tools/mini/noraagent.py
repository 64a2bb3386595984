"""Agent tasks on a toy workspace: all kinds, and one run of a drawn kind."""
import cases
import noraagent1
import noraagent2
import noraagent3
from norakits import KITS, SYSTEMS, WORDS

KINDS = noraagent1.KINDS + noraagent2.KINDS + noraagent3.KINDS


def run(r):
    """A task under a drawn kit, message table and system prompt."""
    return cases.Run(r.choice(KITS), r.choice(KINDS)(r), r.choice(WORDS), r.choice(SYSTEMS))
