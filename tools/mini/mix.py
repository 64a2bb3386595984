"""The mixture of training data and its packing into rows."""
import math
import random

import numpy as np

from chat import encode
from gen_agent import agent
from gen_facts import completion, facts, sums
from gen_json import extract, to_toml
from gen_lists import copy, count, pick, reverse, sort, spell
from gen_needle import needle
from gen_tools import tools

# (generator, weight, share of samples with thinking on)
BASE = [(facts, 28, 0.08), (completion, 2, 0), (sums, 10, 0.12), (copy, 12, 0.05), (reverse, 32, 0.04), (sort, 34, 0.05), (count, 26, 0.06), (spell, 6, 0.05), (pick, 3, 0.1), (extract, 14, 0.06), (to_toml, 10, 0.04), (tools, 22, 0.08), (agent, 24, 0.06), (needle, 22, 0.03)]


def sample(r, max_tokens, long_share=0.0, tilt=None):
    """One conversation. `long_share` of the samples are needles whose length is
    spread up to max_tokens; `tilt` multiplies the weights by generator name."""
    if r.random() < long_share:
        n = math.exp(r.uniform(math.log(800), math.log(0.97 * max_tokens)))
        return needle(r, tokens=int(n), think=r.random() < 0.03)
    ws = [w * (tilt or {}).get(f.__name__, 1) for f, w, _ in BASE]
    f, _, p = r.choices(BASE, ws)[0]
    if f is completion:
        return completion(r)
    if f is needle:
        return needle(r, max_tokens=min(max_tokens * 0.8, 1600), think=r.random() < p)
    return f(r, think=r.random() < p)


def packed_rows(r, tok, rows, length, long_share=0.0, tilt=None):
    """`rows` rows of `length`: tokens int16, loss mask uint8 and document
    positions int32. Documents are never cut; the rest of a row is padding."""
    x = np.zeros((rows, length), np.int16)
    m = np.zeros((rows, length), np.uint8)
    pos = np.zeros((rows, length), np.int32)
    waiting = []
    for i in range(rows):
        at, misses = 0, 0
        while at < length and misses < 24:
            fit = next((j for j, d in enumerate(waiting) if len(d[0]) <= length - at), None)
            if fit is None:
                d = encode(tok, sample(r, length, long_share, tilt))
                if len(d[0]) > length:
                    continue
                if len(d[0]) > length - at:
                    misses += 1
                    if len(waiting) < 40:
                        waiting.append(d)
                    continue
            else:
                d = waiting.pop(fit)
            n = len(d[0])
            x[i, at: at + n], m[i, at: at + n] = d[0], d[1]
            pos[i, at: at + n] = np.arange(n)
            at += n
        if at < length:
            pos[i, at:] = np.arange(length - at)
    return x, m, pos


def texts(seed, n):
    """Plain renderings for the tokenizer's training."""
    from chat import plain, segments
    r = random.Random(seed)
    for _ in range(n):
        yield plain("".join(t for t, _ in segments(sample(r, 700))))
