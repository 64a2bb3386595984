"""Make many requests of each skill, judge the answers and print frames, layouts and speed.

    python tools/mini/irischeck.py
"""
import random
import re
import sys
import time
import types

# Judging needs none of the sets of cases that evaluate.py can ask.
for name in "assayagent assaygen evalagent evalgen examagent examgen testagent testgen trialagent trialgen verdictagent verdictgen".split():
    sys.modules.setdefault(name, types.ModuleType(name))

import irisforms
import irisframes1
import irisframes2
import irislists
import iriswords
from evaluate import judge

MAKES = 8000


def reply(text):
    return {"content": text, "reasoning": "", "calls": [], "finish": "stop"}


def check(skill, make, seed):
    r, again = random.Random(seed), random.Random(seed)
    texts, longest, kinds, known = set(), 0, {}, {}
    for _ in range(MAKES):
        c, answer = make(r)
        assert (c, answer) == make(again)
        bare = answer.replace("{CH0}", "").replace("{CH1}", "")
        q = c["messages"][0]["content"]
        assert c["skill"] == skill and judge(c["check"], reply(bare)), (q, answer, c["check"])
        assert not judge(c["check"], reply("")), (q, c["check"])
        assert not re.search(r"\{[a-z]\}|\{CH", q) and q.strip() == q, q
        assert "{" not in bare and answer.count("{CH0}") == answer.count("{CH1}"), answer
        if skill == "count":
            n = c["check"]["number"]
            assert re.search(r"\d+", bare).group() == str(n), (q, answer)
        for x in c["check"].get("items", []):
            assert x in q and len(x) <= 24, (q, x)
        if skill in ("sort", "reverse") and "items" in c["check"]:
            at = c["check"]["items"]
            assert len(at) == len(set(at)) <= 12, q
        if skill == "copy":
            assert c["check"].get("same", bare) in q, q
        texts.add(q)
        longest = max(longest, len(bare))
        kind = next(iter(c["check"]))
        kinds[kind] = kinds.get(kind, 0) + 1
        known[q] = known.get(q, c["check"])
        assert known[q] == c["check"], q
    print(f"{skill}: {MAKES} made and judged, {len(texts)} different, longest answer {longest} characters, checks {kinds}")


def main():
    skills = {"count": irislists.count, "sort": irislists.sort, "reverse": irislists.reverse, "copy": irislists.copy}
    for i, (skill, make) in enumerate(skills.items()):
        check(skill, make, 70 + i)
    total = 0
    for module in (irisframes1, irisframes2):
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, list):
                assert len(set(value)) == len(value), name
                total += len(value)
                print(f"  {name}: {len(value)}", end="")
    print(f"\n{total} frames; {sum(map(len, irisframes2.HOW.values()))} ways to name an order; {len(set(irisforms.INLINE) | set(irisforms.BLOCKS))} layouts")
    words = set(iriswords.NOUNS) | set(iriswords.PLACES) | set(iriswords.FIRST) | set(iriswords.LAST)
    print(f"{len(words)} nouns, names and places, {len(words | set(iriswords.WORDS))} words")
    r, start = random.Random(5), time.time()
    for _ in range(4000):
        for make in skills.values():
            make(r)
    print(f"{16000 / (time.time() - start):.0f} samples a second")


if __name__ == "__main__":
    main()
