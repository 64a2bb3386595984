"""Check the generated texts: values, names, gaps, sizes, sameness and speed."""
import random
import re
import sys
import time
from collections import Counter

import veraask
import verahide
import veraneedle
import veramix
import veratext
import verawords

OPEN_GAP = re.compile(r"\{\w*\}|\0")


def main(seed):
    for label, have, want in (
            ("nouns", len(verawords.NOUNS), 600), ("adjectives", len(verawords.ADJECTIVES), 200), ("first names", len(verawords.NAMES), 150),
            ("towns", len(verawords.TOWNS), 100), ("verbs", len(verawords.VERBS), 200), ("filler frames", veratext.FRAMES, 150),
            ("styles", len(veratext.STYLES), 14), ("hiding frames", len(verahide.HIDE) + len(verahide.HIDE_LINES), 120),
            ("mentions", len(verahide.MENTION), 10), ("decoys", len(verahide.DECOYS), 10), ("after", len(veraask.AFTER), 150),
            ("before", len(veraask.BEFORE), 120), ("both", len(veraask.BOTH), 40), ("next", len(veraask.NEXT), 40)):
        print(f"{label}: {have} (at least {want})")
        assert have >= want, label
    print("requests from parts: shapes", len(veramix.MIX_AFTER), len(veramix.MIX_BEFORE), len(veramix.MIX_NEXT))
    r = random.Random(seed)
    texts, names, facts, chars, ratio, start = set(), set(), Counter(), 0, [], time.perf_counter()
    kinds = Counter()
    spent = 0.0
    for i in range(2000):
        tokens = None if i % 4 else int(20 * 800 ** r.random())
        clock = time.perf_counter()
        made = veraneedle.needle(r, tokens)
        spent += time.perf_counter() - clock
        pairs, turns = made["pairs"], made["turns"]
        assert len(pairs) == len(turns) and len(dict(pairs)) == len(pairs) == len({v for _, v in pairs}), made
        for (name, value), turn in zip(pairs, turns):
            assert turns[0].count(value) == 1, (name, value, turns[0])
            assert name.lower() in turn.lower(), (name, turn)
            assert turn is turns[0] or value not in turn, (value, turn)
            names.add(name)
            kinds[re.sub("[0-9]+", "0", re.sub("[a-z]+", "a", re.sub("[A-Z]+", "A", value)))] += 1
        for turn in turns:
            assert not OPEN_GAP.search(turn), turn
            assert turn == turn.rstrip(), turn[-40:]
        texts.add(turns[0])
        facts[len(pairs)] += 1
        chars += len(turns[0])
        if tokens and tokens > 60:
            ratio.append(len(turns[0]) / 3.2 / tokens)
    print(f"2000 chats, {len(texts)} distinct, {len(names)} names, mean {chars / 2000:.0f} characters, {spent / 2:.3f} ms each")
    assert len(texts) == 2000
    print("facts a document:", dict(sorted(facts.items())))
    print("commonest shapes of values:", kinds.most_common(12))
    ratio.sort()
    print("size against the request (5 %, middle, 95 %):", [round(ratio[int(len(ratio) * q)], 2) for q in (0.05, 0.5, 0.95)])
    assert 0.85 < ratio[len(ratio) // 20] and ratio[len(ratio) * 19 // 20] < 1.6
    again = [veraneedle.needle(random.Random(seed)) for seed in range(50)]
    assert again == [veraneedle.needle(random.Random(seed)) for seed in range(50)]
    for tokens in (20, 100, 1000, 4000, 16000):
        clock = time.perf_counter()
        sizes = [len(veraneedle.document(r, tokens, min(16, max(1, tokens // 60)))[0]) / 3.2 for _ in range(40)]
        print(f"document of {tokens} tokens: {sum(sizes) / 40:.0f} made, {(time.perf_counter() - clock) * 25:.2f} ms")
    print("clean")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20240817)
