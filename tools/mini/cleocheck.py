"""Make many requests of each row, judge the answers and print the numbers of frames.

    python tools/mini/cleocheck.py
"""
import random
import re
import sys
import types

# Judging needs none of the sets of cases that evaluate.py can ask.
for name in "assayagent assaygen evalagent evalgen examagent examgen testagent testgen trialagent trialgen".split():
    sys.modules.setdefault(name, types.ModuleType(name))

import cleocount
import cleofacts
from evaluate import judge

ROWS = {"count": cleocount.count, "facts": cleofacts.facts, "completion": cleofacts.completion}
MAKES = 2000


def reply(text):
    return {"content": text, "reasoning": "", "calls": [], "finish": "stop"}


def without_marks(text):
    return text.replace("{CH0}", "").replace("{CH1}", "")


def asked(c):
    return c.get("prompt") or c["messages"][0]["content"]


def check(row, make, seed):
    r = random.Random(seed)
    texts, longest = set(), 0
    for _ in range(MAKES):
        c, answer = make(r)
        plain = without_marks(answer)
        q = asked(c)
        assert c["skill"] == row and judge(c["check"], reply(plain)), (q, answer, c["check"])
        assert not judge(c["check"], reply("")), (q, c["check"])
        assert not re.search(r"\{[A-Za-z]\}|\{CH", q), q
        assert "{" not in plain and answer.count("{CH0}") == answer.count("{CH1}"), answer
        texts.add(q)
        longest = max(longest, len(plain))
    print(f"{row}: {MAKES} made and judged, {len(texts)} different, longest answer {longest} characters")


def frame_lists(module):
    """Lists of frames of a module: those of strings with a field in each."""
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, list) and all(isinstance(x, str) and "{" in x for x in value):
            yield name, value


def main():
    for i, (row, make) in enumerate(ROWS.items()):
        check(row, make, 20 + i)
    for module in (cleocount, cleofacts):
        total = 0
        for name, value in frame_lists(module):
            assert len(set(value)) == len(value), [x for x in value if value.count(x) > 1]
            total += len(value)
            print(f"  {module.__name__}.{name}: {len(value)}")
        print(f"{module.__name__}: {total} frames")


if __name__ == "__main__":
    main()
