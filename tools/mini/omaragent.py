"""Agent tasks on a toy workspace: KINDS of tasks, KITS of tools, WORDS of the workspace,
SYSTEMS prompts, and run(r), a task in one of these settings."""
import cases
import omarfiles
import omarjobs
import omarlook
import omarmix
import omarmoves
from omarkits import KITS, SYSTEMS, WORDS

KINDS = omarfiles.KINDS + omarlook.KINDS + omarmoves.KINDS + omarjobs.KINDS + omarmix.KINDS


def run(r):
    """A task of any kind, ready to be played."""
    return cases.Run(r.choice(KITS), r.choice(KINDS)(r), r.choice(WORDS), r.choice(SYSTEMS) if r.random() < 0.6 else None)
