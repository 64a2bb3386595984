"""Agent tasks of offices, schools, clubs and shops, in the wordings of the people there."""
import cases
import vitoasks
import vitofiles
import vitohall
import vitolook
import vitomix
import vitoruns
from vitobase import KINDS
from vitokits import KITS, SYSTEMS, WORDS

MODULES = (vitofiles, vitoasks, vitolook, vitoruns, vitomix, vitohall)


def run(r):
    """A new task in progress."""
    task = r.choice(KINDS)(r)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), r.choice(SYSTEMS) if r.random() < 0.6 else None)
