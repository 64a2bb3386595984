"""The mixture of training data and its packing into rows."""
import math
import random

import numpy as np

from chat import encode
from gen_agent import agent
from gen_completion import completion
from gen_facts import facts, sums
from gen_json import extract, to_toml
from gen_lists import copy, count, pick, reverse, sort, spell
from gen_needle import needle
from gen_hands import hands
from gen_tools import tools

# (generator, weight, share of samples with thinking on)
BASE = [(facts, 35, 0.08), (completion, 12, 0), (sums, 10, 0.12), (copy, 14, 0.05), (reverse, 42, 0.04), (sort, 50, 0.05), (count, 29, 0.06), (spell, 5, 0.05), (pick, 3, 0.1), (extract, 15, 0.06), (to_toml, 11, 0.04), (tools, 38, 0.06), (agent, 36, 0.05), (needle, 29, 0.03), (hands, 44, 0)]


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


# Samples that wait for a gap; with so many in stock, one fits nearly any gap.
STOCK = 64


def packed_rows(r, tok, rows, length, long_share=0.0, tilt=None, waiting=None):
    """`rows` rows of `length`: tokens int16, loss mask uint8 and document
    positions int32. Documents are never cut; the rest of a row is padding.
    `waiting` holds made samples without a place; pass the same list again so
    that none is lost."""
    x = np.zeros((rows, length), np.int16)
    m = np.zeros((rows, length), np.uint8)
    pos = np.zeros((rows, length), np.int32)
    waiting = [] if waiting is None else waiting
    for i in range(rows):
        at = 0
        while at < length:
            fit = next((j for j, d in enumerate(waiting) if len(d[0]) <= length - at), None)
            if fit is None:
                if len(waiting) >= STOCK:
                    break
                d = encode(tok, sample(r, length, long_share, tilt))
                if len(d[0]) <= length:
                    waiting.append(d)
                continue
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
