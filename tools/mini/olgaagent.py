"""Agent tasks as olga, a teacher, writer and shop owner, would ask for them; `run(r)` makes one."""
import cases
import olgaask1
import olgaask2
import olgaask3
import olgabase as B
import olgaline
import olgalist
import olgalong
import olgaother
from olgakits import KITS, SYSTEMS, WORDS

KINDS = B.KINDS
WEIGHTS = [k.weight for k in KINDS]


def run(r):
    task = r.choices(KINDS, WEIGHTS)[0](r)
    system = task.system or (r.choice(SYSTEMS) if r.random() < .55 else None)
    return cases.Run(r.choice(KITS), task, r.choice(WORDS), system)
