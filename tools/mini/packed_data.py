"""Packed training data: a safetensors file of rows that hold whole documents.

Tensors of a file:

| name | dtype, shape | meaning |
|---|---|---|
| `tokens` | U16 `[rows, length]` | token ids; token 0 pads the end of a row |
| `loss_weights` | U8 `[rows, length]` | loss weight of predicting the token, in units of 1/255 |
| `document_starts` | I32 `[documents]` | start of each document in the flattened rows |

No document crosses a row. The padding of a row is a document of its own, of weight 0. The header's
metadata holds `format` (`atlas-packed-1`) and `vocab_size`. This module needs the standard library
alone.
"""
import array
import json
import sys

FORMAT = "atlas-packed-1"
WEIGHT_ONE = 255
CHUNK = 64
# Documents kept aside while a gap of their size is looked for.
STOCK = 64
TYPES = {"tokens": ("U16", "H"), "loss_weights": ("U8", "B"), "document_starts": ("I32", "i")}


class PackedError(ValueError):
    """A packed data set, or a document, that breaks the format."""


class Packed:
    """Rows in memory: flat arrays of tokens and weights, and where documents start."""

    def __init__(self, length, vocab_size):
        if length < CHUNK or length % CHUNK:
            raise PackedError(f"row length {length}: use a multiple of {CHUNK}")
        if not 0 < vocab_size <= 1 << 16:
            raise PackedError(f"vocabulary of {vocab_size}: tokens are stored in 16 bits")
        self.length, self.vocab_size = length, vocab_size
        self.tokens = array.array("H")
        self.loss_weights = array.array("B")
        self.document_starts = array.array("i")

    @property
    def rows(self):
        return len(self.tokens) // self.length

    def documents(self):
        """(start, end) of each document in the flattened rows, paddings among them."""
        ends = [*self.document_starts[1:], len(self.tokens)]
        return list(zip(self.document_starts, ends))

    def check(self):
        """Raises `PackedError` where a document crosses a row or the shapes do not fit."""
        total = len(self.tokens)
        if total % self.length or total != len(self.loss_weights):
            raise PackedError("tokens and loss_weights have different or broken shapes")
        if total and max(self.tokens) >= self.vocab_size:
            raise PackedError(f"token {max(self.tokens)} is not in the vocabulary")
        starts = set(self.document_starts)
        if len(starts) != len(self.document_starts) or not starts.issuperset(
            range(0, total, self.length)
        ):
            raise PackedError("a row does not begin with a document")
        if list(self.document_starts) != sorted(starts) or (starts and max(starts) >= total):
            raise PackedError("document_starts are not increasing positions of the rows")


def pack_documents(documents, length, vocab_size):
    """Packs documents, pairs of ids and weights (0 to 1), into rows; returns the rows and how many
    documents were left out because they are longer than a row.

    A row takes the first document in stock that fits into its rest, so that the order changes a
    little and hardly any room is lost.
    """
    packed, stock, dropped = Packed(length, vocab_size), [], 0
    source = iter(documents)

    def refill():
        nonlocal dropped
        while len(stock) < STOCK:
            document = next(source, None)
            if document is None:
                return
            if len(document[0]) > length:
                dropped += 1
            elif document[0]:
                stock.append(document)

    refill()
    while stock:
        begin = len(packed.tokens)
        while True:
            room = begin + length - len(packed.tokens)
            fit = next((i for i, d in enumerate(stock) if len(d[0]) <= room), None)
            if fit is None:
                break
            ids, weights = stock.pop(fit)
            packed.document_starts.append(len(packed.tokens))
            packed.tokens.extend(ids)
            packed.loss_weights.extend(round(w * WEIGHT_ONE) for w in weights)
            refill()
        if room:
            packed.document_starts.append(len(packed.tokens))
            packed.tokens.extend([0] * room)
            packed.loss_weights.extend([0] * room)
    packed.check()
    return packed, dropped


def write(packed, path):
    """Writes the rows as a safetensors file."""
    shape = [packed.rows, packed.length]
    shapes = {
        "tokens": shape,
        "loss_weights": shape,
        "document_starts": [len(packed.document_starts)],
    }
    metadata = {"format": FORMAT, "vocab_size": str(packed.vocab_size)}
    header, blobs, at = {"__metadata__": metadata}, [], 0
    # Wider elements first, so that every tensor is aligned.
    for name in ("document_starts", "tokens", "loss_weights"):
        values = getattr(packed, name)
        if sys.byteorder == "big":
            values = array.array(values.typecode, values)
            values.byteswap()
        blob = values.tobytes()
        header[name] = {
            "dtype": TYPES[name][0],
            "shape": shapes[name],
            "data_offsets": [at, at + len(blob)],
        }
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text)
        for blob in blobs:
            f.write(blob)


def read(path):
    """Reads and checks a file that `write` made. Raises `PackedError` for any other."""
    with open(path, "rb") as f:
        data = f.read()
    size = int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8 : 8 + size])
        metadata = header["__metadata__"]
        if metadata["format"] != FORMAT:
            raise PackedError(f"{path}: format {metadata['format']}, expected {FORMAT}")
        packed = Packed(header["tokens"]["shape"][1], int(metadata["vocab_size"]))
        for name, (dtype, code) in TYPES.items():
            entry = header[name]
            begin, end = entry["data_offsets"]
            if entry["dtype"] != dtype or end > len(data) - 8 - size:
                raise PackedError(f"{path}: {name} is not {dtype} or is cut off")
            values = array.array(code, data[8 + size + begin : 8 + size + end])
            if sys.byteorder == "big":
                values.byteswap()
            setattr(packed, name, values)
    except (KeyError, IndexError, TypeError, ValueError) as e:
        if isinstance(e, PackedError):
            raise
        raise PackedError(f"{path}: not a packed data set: {e}") from e
    packed.check()
    return packed
