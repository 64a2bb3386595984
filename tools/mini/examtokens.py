"""How many tokens a plain text has, with the standard library alone.

The needle rows promise sizes in tokens of the bundled tokenizer. Its byte-level BPE is
applied here to the pieces of ASCII text, so the sizes are exact and stay so if the
vocabulary is built anew.
"""
import json
import os
import re
from functools import cache

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/atlas-mini/tokenizer.json")
# The tokenizer's own split, its letter and digit classes narrowed to ASCII.
PIECE = re.compile(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")


@cache
def ranks():
    with open(FILE) as f:
        merges = json.load(f)["model"]["merges"]
    return {tuple(m if isinstance(m, list) else m.split(" ")): i for i, m in enumerate(merges)}


@cache
def piece_tokens(piece):
    parts = [{" ": "Ġ", "\n": "Ċ"}.get(ch, ch) for ch in piece]
    order = ranks()
    while len(parts) > 1:
        rank, at = min((order.get(pair, len(order)), i) for i, pair in enumerate(zip(parts, parts[1:])))
        if rank == len(order):
            break
        parts[at:at + 2] = [parts[at] + parts[at + 1]]
    return len(parts)


def tokens(text):
    """The number of tokens of ASCII text."""
    return sum(piece_tokens(m.group()) for m in PIECE.finditer(text))
