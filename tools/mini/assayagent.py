"""The agent tasks of the assay set, all kinds drawn evenly."""
import random

from assayasks import ABOUT, KITS, RESULTS, SYSTEMS, TESTS
from assaylong import KINDS
from cases import Kit, Run


def runs(seed=7, n=200):
    """n runs; two of them never ask the same."""
    r = random.Random(f"assay agents {seed}")
    out, asked, kinds = [], set(), []
    while len(out) < n:
        if not kinds:
            kinds = r.sample(list(KINDS), len(KINDS))
        kind = kinds.pop()
        task = KINDS[kind](r)
        while (task.ask, str(task.start)) in asked:
            task = KINDS[kind](r)
        asked.add((task.ask, str(task.start)))
        names, fields, described = r.choice(KITS)
        system = r.choice(SYSTEMS) if r.random() < 0.5 else ""
        if task.tests:
            system = (system + " " + r.choice(TESTS).replace("{c}", task.tests)).strip()
        out.append(Run(Kit(names, fields, ABOUT if described else None), task, r.choice(RESULTS), system or None))
    return out
