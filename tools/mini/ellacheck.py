"""Make 2,000 chats of mixed sizes and check them."""

import random
import re
import time

import ellaask
import ellahide
import ellaneedle
import ellatext
import ellawords3
import ellawords4 as words

GAP = re.compile(r'\{\w{1,2}\}|\0|\{(?:ns|an|aa|Vb|wd|adv|col|dd|ts|ip|st)\}')


def main():
    print('rare nouns', len(words.RARE), 'adjectives', len(set(ellawords3.ADJECTIVES)), 'verbs', len(ellawords3.VERBS),
          'names', len(words.NAMES), 'towns', len(words.TOWNS), 'common nouns', len(words.COMMON))
    print('filler frames', sum(map(len, ellatext.FRAMES.values())), 'in', len(ellatext.FRAMES), 'styles; hiding', len(ellahide.HIDE_FRAMES),
          'mention', len(ellahide.MENTION_FRAMES), 'mislead', len(ellahide.MISLEAD_FRAMES), 'two-word names', len(set(ellahide.PAIRS)))
    print('after', len(ellaask.AFTER), 'before', len(ellaask.BEFORE), 'both', len(ellaask.BOTH), 'next', len(ellaask.NEXT))
    r = random.Random(5)
    print('different names in 20,000 draws', len({ellahide.name(r) for _ in range(20000)}))
    seen, bad, spent, turns, ratio, low, high = set(), 0, 0.0, 0, [], 10 ** 9, 0
    for i in range(2000):
        size = None if i % 4 else r.choice([20, 25, 40, 100, 1000, 4000, 16000])
        began = time.perf_counter()
        chat = ellaneedle.needle(random.Random(i), size)
        spent += time.perf_counter() - began
        first = chat['turns'][0]
        names = [name for name, _ in chat['pairs']]
        problems = []
        if len(chat['turns']) != len(chat['pairs']) or len(set(names)) != len(names):
            problems.append('turns or names')
        for (name, code), turn in zip(chat['pairs'], chat['turns']):
            if first.count(code) != 1:
                problems.append('value %r stands %d times' % (code, first.count(code)))
            own = ellahide.gaps(name)
            at = first.find(code)
            around = first[max(0, at - 160):at + 160].lower()
            if name.lower() not in around and own['{k}'] not in around:
                problems.append('name %r not near its value' % name)
            if name.lower() not in turn.lower():
                problems.append('name %r not in its turn' % name)
        for turn in chat['turns']:
            if GAP.search(turn):
                problems.append('gap %r' % GAP.search(turn).group())
        if first in seen:
            problems.append('same text')
        seen.add(first)
        if ellaneedle.needle(random.Random(i), size) != chat:
            problems.append('not the same for the same seed')
        bad += bool(problems)
        for problem in problems[:2]:
            print(i, problem)
        turns += len(chat['turns'])
        low, high = min(low, len(first) / 3.2), max(high, len(first) / 3.2)
        if size and size >= 100:
            ratio.append(len(ellaneedle.document(random.Random(i), size, min(16, 1 + size // 200))[0]) / 3.2 / size)
    print('chats', len(seen), 'turns', turns, 'with problems', bad, 'mean ms %.2f' % (spent / 2))
    print('tokens from %d to %d, length over wish: mean %.3f, least %.3f, most %.3f' % (low, high, sum(ratio) / len(ratio), min(ratio), max(ratio)))
    began = time.perf_counter()
    for i in range(50):
        ellaneedle.document(random.Random(i), 16000, 16)
    print('ms for 16,000 tokens: %.1f' % ((time.perf_counter() - began) * 20))
    print('clean' if not bad else 'NOT CLEAN')
    return bad


if __name__ == '__main__':
    raise SystemExit(bool(main()))
