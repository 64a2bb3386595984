"""The fresh set: only agent tasks (freshagent.py), no other rows."""
ROWS = []


def cases(seed=7, n=None, rows=None):
    return []
