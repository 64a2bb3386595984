"""Agent tasks of a friendly generalist who tests many products."""
import cases
import ravifour
import ravione
import ravithree
import ravitwo
from ravikits import KITS, SYSTEMS, WORDS

KINDS = ravione.KINDS + ravitwo.KINDS + ravithree.KINDS + ravifour.KINDS


def run(r):
    """A random task with a random kit, message table and system prompt."""
    return cases.Run(r.choice(KITS), r.choice(KINDS)(r), r.choice(WORDS), r.choice(SYSTEMS))
