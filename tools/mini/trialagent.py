"""Agent tasks of the trial set: kits, system prompts and the kinds in turn."""
import random

import trialtasks
from cases import Kit, Run
from trialasks import ABOUT, KITS, RESULTS, SYSTEMS


def runs(seed=7, n=200):
    """n tasks, every kind as often as the others."""
    r, out, kinds = random.Random(f"trial agents {seed}"), [], sorted(trialtasks.MAKERS)
    for i in range(n):
        if i % len(kinds) == 0:
            r.shuffle(kinds)
        task = trialtasks.task(r, kinds[i % len(kinds)])
        names, fields = r.choice(KITS)
        out.append(Run(Kit(names, fields, ABOUT if r.random() < 0.8 else None), task, r.choice(RESULTS), r.choice(SYSTEMS)))
    return out
