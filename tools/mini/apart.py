"""Keeps the sentences of the evaluation set out of the training data: a request that the
wide grammar could put together by chance, and that the verdict asks, is put together anew."""
import ast
import functools
import glob
import os
import re

_GAP = re.compile(r"\{\w*\}|\b(?:SYM|NUM|PLAIN)\b")
_OTHER = re.compile(r"[^a-z]+")
# Named by the skills themselves.
_FREE = {"the capital of is", "question", "what is the capital of"}


def bare(text):
    """A sentence without its gaps, marks and capitals."""
    return _OTHER.sub(" ", _GAP.sub(" ", text).lower()).strip()


@functools.cache
def _frames():
    """The sentences with gaps that the evaluation set is made of, read by the program alone."""
    here, found = os.path.dirname(os.path.abspath(__file__)), set()
    for path in glob.glob(os.path.join(here, "verdict*.py")):
        with open(path) as f:
            tree = ast.parse(f.read())
        found.update(n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and "{" in n.value)
    return found


@functools.cache
def asked():
    """The frames of the evaluation set, bare."""
    return {x for x in map(bare, _frames()) if len(x.split()) > 1} - _FREE


def known(text):
    """Whether the evaluation set asks this sentence, whatever its gaps hold."""
    return bare(text) in asked()


@functools.cache
def _shapes():
    """Of each sentence its longest piece without gaps, and what matches it."""
    out = []
    for x in _frames():
        if len(bare(x).split()) > 3 and bare(x) not in _FREE:
            pieces = _GAP.split(x)
            whole = ".{1,200}?".join(map(re.escape, pieces))
            out.append((max(pieces, key=len).lower(), re.compile(whole, re.S | re.I)))
    return out


def shaped(text):
    """Whether a finished request has the shape of one of the evaluation set's sentences of
    four words and more."""
    low = text.lower()
    return any(piece in low and x.fullmatch(text) for piece, x in _shapes())
