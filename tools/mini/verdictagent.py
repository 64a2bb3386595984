"""The verdict's agent tasks: kinds evenly drawn, each with a kit, a system prompt and wordings."""
import random

import verdictasks as A
from cases import Kit, Run, Task
from verdictscene import Scene
from verdicttasks import KINDS


def task(r, kind):
    t = Task()
    kind(r, Scene(r), t)
    t.kind, t.start = kind.__name__, dict(t.files)
    return t


def runs(seed=7, n=200):
    """n tasks in play, no two of the same request."""
    r, out, asked = random.Random(f"verdict agents {seed}"), [], set()
    while len(out) < n:
        t = task(r, KINDS[len(out) % len(KINDS)])
        if t.ask not in asked:
            asked.add(t.ask)
            out.append(Run(Kit(*r.choice(A.KITS)), t, r.choice(A.RESULTS), r.choice(A.SYSTEMS)))
    return out
