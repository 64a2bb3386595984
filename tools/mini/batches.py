"""Batches of packed rows for `train.py`."""
import queue
import threading

import numpy as np

from packed_data import WEIGHT_ONE, PackedError, read


class Rows:
    """The rows of one or more packed files of equal length, as numpy arrays."""

    def __init__(self, paths):
        parts = [read(path) for path in paths]
        self.length, self.vocab_size = parts[0].length, parts[0].vocab_size
        for path, part in zip(paths, parts):
            if (part.length, part.vocab_size) != (self.length, self.vocab_size):
                raise PackedError(f"{path}: row length or vocabulary differs from {paths[0]}")
        shape = (-1, self.length)
        self.tokens = np.concatenate([np.array(p.tokens, np.uint16) for p in parts]).reshape(shape)
        weights = [np.array(p.loss_weights, np.uint8) for p in parts]
        self.weights = np.concatenate(weights).reshape(shape)
        bases = np.cumsum([0] + [len(p.tokens) for p in parts[:-1]])
        starts = [np.array(p.document_starts, np.int64) + b for p, b in zip(parts, bases)]
        self.starts = np.concatenate(starts)
        # Index into `starts` of each row's first document, and one past the last row's.
        borders = np.arange(len(self.tokens) + 1) * self.length
        self.first = np.searchsorted(self.starts, borders)
        self.documents_max = int(np.diff(self.first).max())

    def __len__(self):
        return len(self.tokens)

    def row_starts(self, row):
        """Document starts inside a row, the first of them 0."""
        return self.starts[self.first[row] : self.first[row + 1]] - row * self.length


class Feed:
    """Draws batches of rows, each row once an epoch, and prepares the inputs of a step.

    A process of several takes every `world`-th row of the shuffled epoch. `prompt_weight` is the
    loss weight of tokens that are only read.
    """

    def __init__(self, rows, batch_rows, seed, rank=0, world=1):
        if len(rows) < world or batch_rows < 1:
            raise PackedError(f"{len(rows)} rows, {batch_rows} a batch: too few for {world} GPUs")
        self.rows, self.batch_rows, self.seed = rows, batch_rows, seed
        self.rank, self.world = rank, world
        self.prompt_weight = 0.0
        self.random = np.random.default_rng([seed, rank])
        # Sizes are fixed, because a recorded CUDA graph cannot change them.
        self.documents = batch_rows * rows.documents_max
        self.picked = batch_rows * rows.length // 4
        self.epoch, self.order = 0, []

    def choose(self):
        """Row indices of the next batch."""
        chosen = []
        while len(chosen) < self.batch_rows:
            if not len(self.order):
                shuffle = np.random.default_rng([self.seed, self.epoch])
                self.order = shuffle.permutation(len(self.rows))[self.rank :: self.world]
                self.epoch += 1
            take = self.batch_rows - len(chosen)
            chosen.extend(self.order[:take])
            self.order = self.order[take:]
        return chosen

    def next(self):
        """Host arrays of a batch by name.

        tokens, pos `[rows, length]` with pos counted from each document's start; cu, the document
        borders in the flattened rows; idx, the positions whose next tokens are scored; w1, w2, the
        loss weights of the next token and of the one after; hot, whether the next is learned.
        """
        chosen, length = self.choose(), self.rows.length
        x, weights = self.rows.tokens[chosen], self.rows.weights[chosen]
        n = x.size
        starts = [self.rows.row_starts(row) + i * length for i, row in enumerate(chosen)]
        starts = np.concatenate(starts)
        cu = np.full(self.documents + 1, n, np.int32)
        cu[: len(starts)] = starts
        at = np.zeros(n, np.int64)
        at[starts] = starts
        pos = (np.arange(n) - np.maximum.accumulate(at)).astype(np.int32)

        same1, same2 = np.zeros(n, bool), np.zeros(n, bool)
        same1[:-1] = pos[1:] == pos[:-1] + 1
        same2[:-2] = pos[2:] == pos[:-2] + 2
        learned = weights.reshape(-1).astype(np.float32) / WEIGHT_ONE
        m1, m2 = np.zeros(n, np.float32), np.zeros(n, np.float32)
        m1[:-1] = learned[1:] * same1[:-1]
        m2[:-2] = learned[2:] * same2[:-2]

        # Learned positions are all scored where they fit; of the others, a random sample stands
        # for all, so that its weight is scaled up.
        hot = np.flatnonzero((m1 > 0) | (m2 > 0))
        if len(hot) > self.picked:
            hot = self.random.choice(hot, self.picked, replace=False)
        rest = self.random.integers(0, n - 2, self.picked - len(hot))
        idx = np.concatenate([hot, rest])
        real = x.reshape(-1)[np.minimum(idx + 1, n - 1)] != 0
        scale = max(1, n - len(hot)) / max(1, len(rest))
        w1 = np.where(m1[idx] > 0, m1[idx], self.prompt_weight * scale * (same1[idx] & real))
        w2 = m2[idx]
        w2[len(hot) :] = 0
        return {
            "tokens": x.astype(np.int64),
            "pos": pos.reshape(x.shape),
            "cu": cu,
            "idx": idx,
            "w1": w1.astype(np.float32),
            "w2": w2,
            "hot": (m1[idx] > 0).astype(np.float32),
        }


class Ahead:
    """Batches made by a thread while the device works, in pinned memory for a GPU."""

    def __init__(self, feed, pin):
        import torch

        self.made = queue.Queue(3)

        def run():
            while True:
                host = feed.next().items()
                batch = {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in host}
                self.made.put({k: v.pin_memory() for k, v in batch.items()} if pin else batch)

        threading.Thread(target=run, daemon=True).start()

    def next(self):
        return self.made.get()
