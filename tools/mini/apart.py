"""Keeps the sentences of the evaluation set out of the training data: a request that the
wide grammar could put together by chance, and that the trial asks, is put together anew."""
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
    for path in glob.glob(os.path.join(here, "trial*.py")):
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
    long = (x for x in _frames() if len(bare(x).split()) > 3 and bare(x) not in _FREE)
    return [re.compile(".{1,200}?".join(map(re.escape, _GAP.split(x))), re.S | re.I) for x in long]


def shaped(text):
    """Whether a finished request has the shape of one of the evaluation set's sentences of
    four words and more."""
    return any(x.fullmatch(text) for x in _shapes())
