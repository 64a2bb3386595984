"""Integers in groups as GPTQ, AWQ and compressed-tensors store them, for `quantized.py`.

Each function takes a module's name and matrix, and gives its tensors by suffix and the dequantised
matrix. Codes are the nearest to the weights; no data is used.
"""

from functools import partial

import numpy as np
import torch
from compressed_tensors.compressors.pack_quantized import PackedQuantizationCompressor
from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme

AWQ_ORDER = [0, 2, 4, 6, 1, 3, 5, 7]


def words(fields: np.ndarray, bits: int) -> np.ndarray:
    """Fields along the first axis, the first in the lowest bits of a word."""
    of = 32 // bits
    packed = np.zeros((len(fields) // of, *fields.shape[1:]), np.uint64)
    for place in range(of):
        packed |= fields[place::of].astype(np.uint64) << np.uint64(bits * place)
    return packed.astype(np.uint32).view(np.int32)


def rounded(w: np.ndarray, bits: int, of: np.ndarray, symmetric: bool, dtype: torch.dtype):
    """Codes [n, k], scales and zeros [n, groups], and the values; `of` is the group of a column."""
    top, groups = (1 << bits) - 1, of.max() + 1
    low, high = (np.zeros((len(w), groups), np.float32) for _ in range(2))
    for g in range(groups):
        low[:, g] = np.minimum(w[:, of == g].min(axis=1), 0)
        high[:, g] = np.maximum(w[:, of == g].max(axis=1), 0)
    if symmetric:
        high = np.maximum(high, -low)
        low = -high
    scales = torch.from_numpy((high - low) / top).to(dtype)
    spread = scales.float().numpy()
    half = np.full_like(low, (top + 1) // 2)
    zeros = (half if symmetric else np.clip(np.round(-low / spread), 1, top)).astype(int)
    codes = np.clip(np.round(w / spread[:, of]) + zeros[:, of], 0, top).astype(int)
    values = spread[:, of] * (codes - zeros[:, of]).astype(np.float32)
    return codes, scales, zeros, values


def group_of(k: int, group: int) -> np.ndarray:
    return np.arange(k) // (k if group == -1 else group)


def gptq(_name, w, bits, group, symmetric, plain_zeros, ordered=False, dtype=torch.float16):
    of = group_of(w.shape[1], group)
    if ordered:
        # Columns of the largest weights come first.
        of = of[np.argsort(np.argsort(-np.abs(w).sum(axis=0), kind="stable"))]
    codes, scales, zeros, values = rounded(w, bits, of, symmetric, dtype)
    stored = zeros if plain_zeros else zeros - 1
    tensors = {"qweight": words(codes.T, bits), "qzeros": words(stored, bits).T, "g_idx": of}
    tensors = {n: torch.from_numpy(t.astype(np.int32)) for n, t in tensors.items()}
    return tensors | {"scales": scales.T}, values


def awq(_name, w, group, dtype=torch.float16):
    codes, scales, zeros, values = rounded(w, 4, group_of(w.shape[1], group), False, dtype)

    def packed(outputs: np.ndarray) -> torch.Tensor:
        mixed = outputs.reshape(-1, 8, outputs.shape[1])[:, AWQ_ORDER].reshape(outputs.shape)
        return torch.from_numpy(words(mixed, 4).T)

    return {"qweight": packed(codes), "qzeros": packed(zeros), "scales": scales.T}, values


def int_args(bits: int, group: int, symmetric: bool) -> dict:
    args = {"num_bits": bits, "type": "int", "symmetric": symmetric, "dynamic": False}
    of_group = {"strategy": "group", "group_size": group}
    return args | ({"strategy": "channel"} if group == -1 else of_group)


def packed(_name, w, bits, group, symmetric, dtype=torch.bfloat16):
    codes, scales, zeros, values = rounded(w, bits, group_of(w.shape[1], group), symmetric, dtype)
    offset = 1 << (bits - 1)
    weights = QuantizationArgs(**int_args(bits, group, symmetric))
    scheme = QuantizationScheme(targets=["Linear"], weights=weights)
    state = {"weight": torch.from_numpy(values), "weight_scale": scales.float()}
    state["weight_zero_point"] = torch.from_numpy((zeros - offset).astype(np.int8))
    tensors = PackedQuantizationCompressor.compress(state, scheme)
    theirs = PackedQuantizationCompressor.decompress(tensors, scheme)["weight"].float().numpy()
    np.testing.assert_allclose(theirs, values, rtol=2**-7)
    return tensors | {"weight_scale": scales}, values


gptq_4 = partial(gptq, bits=4, group=32, symmetric=True, plain_zeros=False)
