"""Writes matrices of integers as GPTQ, AWQ and compressed-tensors store them, with their values.

    python crates/atlas-model/tests/data/integers.py

Each case of `integers.safetensors` is one linear: its tensors, and `values`, the elements in f32.
The metadata has the quantisation configs. GPTQ and AWQ are packed here, after their description;
`pack-quantized` is compressed and decompressed by the library. `stored/integers.rs` reads them.
"""

import json
from pathlib import Path

import numpy as np
import torch
from compressed_tensors.compressors.pack_quantized import PackedQuantizationCompressor
from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme
from safetensors.torch import save_file

OUT = Path(__file__).resolve().parent / "integers.safetensors"
NAME = "model.layers.0.self_attn.q_proj"
AWQ_ORDER = [0, 2, 4, 6, 1, 3, 5, 7]
RANDOM = np.random.default_rng(37)


def words(fields: np.ndarray, bits: int) -> np.ndarray:
    """Fields along the first axis, the first in the lowest bits of a word."""
    of = 32 // bits
    padded = np.zeros((-(-len(fields) // of) * of, *fields.shape[1:]), np.uint64)
    padded[: len(fields)] = fields.astype(np.uint64)
    packed = np.zeros((len(padded) // of, *fields.shape[1:]), np.uint64)
    for place in range(of):
        packed |= padded[place::of] << np.uint64(bits * place)
    return packed.astype(np.uint32).view(np.int32)


def drawn(n: int, k: int, bits: int, group: int, dtype: torch.dtype, symmetric: bool):
    """Codes [k, n], scales and zeros [groups, n]."""
    groups = -(-k // (k if group == -1 else group))
    codes = RANDOM.integers(0, 1 << bits, (k, n))
    zeros = RANDOM.integers(1, 1 << bits, (groups, n))
    if symmetric:
        zeros[:] = 1 << (bits - 1)
    scales = torch.from_numpy(RANDOM.uniform(0.001, 0.02, (groups, n))).to(dtype)
    return codes, scales, zeros


def values(codes: np.ndarray, scales: torch.Tensor, zeros: np.ndarray, of: np.ndarray):
    """Elements [n, k]; `of` is the group of each row of the codes."""
    difference = (codes - zeros[of]).astype(np.float32)
    return torch.from_numpy((scales.float().numpy()[of] * difference).T.copy())


# Long: the forms of one format.
def gptq(n, k, bits, group, dtype=torch.float16, symmetric=False, version=1, order=False, **keys):
    codes, scales, zeros = drawn(n, k, bits, group, dtype, symmetric)
    of = np.arange(k) // (k if group == -1 else group)
    if order:
        of = of[RANDOM.permutation(k)]
    if keys.pop("uneven", False):
        of = RANDOM.integers(0, len(zeros), k)
    config = {"quant_method": "gptq", "bits": bits, "group_size": group, "desc_act": order}
    if version == 2:
        stored, config["checkpoint_format"] = words(zeros.T, bits).T, "gptq_v2"
    elif keys.get("meta"):
        # Zeros down to 0, in words that are less ones.
        zeros[:, ::3] = 0
        ones = np.uint32(0xFFFFFFFF // ((1 << bits) - 1))
        stored = (words(zeros.T, bits).T.astype(np.int32).view(np.uint32) - ones).view(np.int32)
    else:
        stored = words(zeros.T - 1, bits).T
    tensors = {
        "qweight": torch.from_numpy(words(codes, bits)),
        "qzeros": torch.from_numpy(np.ascontiguousarray(stored)),
        "scales": scales,
        "g_idx": torch.from_numpy(of.astype(np.int32)),
    }
    return tensors, values(codes, scales, zeros, of), config | {"sym": symmetric} | keys


def awq(n, k, group, dtype=torch.float16):
    codes, scales, zeros = drawn(n, k, 4, group, dtype, False)

    def packed(rows: np.ndarray) -> torch.Tensor:
        mixed = rows.reshape(len(rows), -1, 8)[:, :, AWQ_ORDER].reshape(rows.shape)
        return torch.from_numpy(np.ascontiguousarray(words(mixed.T, 4).T))

    of = np.arange(k) // (k if group == -1 else group)
    config = {"quant_method": "awq", "bits": 4, "group_size": group, "zero_point": True}
    tensors = {"qweight": packed(codes), "qzeros": packed(zeros), "scales": scales}
    return tensors, values(codes, scales, zeros, of), config | {"version": "gemm"}


def packed(n, k, bits, group, dtype=torch.bfloat16, symmetric=True):
    codes, scales, zeros = drawn(n, k, bits, group, dtype, symmetric)
    of = np.arange(k) // (k if group == -1 else group)
    exact = values(codes, scales, zeros, of)
    strategy = {"strategy": "channel"} if group == -1 else {"strategy": "group"}
    strategy |= {} if group == -1 else {"group_size": group}
    args = {"num_bits": bits, "type": "int", "symmetric": symmetric} | strategy
    scheme = QuantizationScheme(targets=["Linear"], weights=QuantizationArgs(**args))
    offset = 1 << (bits - 1)
    state = {"weight": exact, "weight_scale": scales.float().T.contiguous()}
    state["weight_zero_point"] = torch.from_numpy((zeros - offset).astype(np.int8)).T.contiguous()
    tensors = PackedQuantizationCompressor.compress(state, scheme)
    theirs = PackedQuantizationCompressor.decompress(tensors, scheme)["weight"]
    torch.testing.assert_close(theirs.float(), exact, rtol=2**-7, atol=0)
    tensors["weight_scale"] = scales.T.contiguous()
    config = {"quant_method": "compressed-tensors", "format": "pack-quantized"}
    group_0 = {"targets": ["Linear"], "weights": args}
    return tensors, exact, config | {"config_groups": {"group_0": group_0}}


def cases():
    half, brain, full = torch.float16, torch.bfloat16, torch.float32
    yield "gptq_4_g32", gptq(72, 136, 4, 32)
    yield "gptq_4_g128_sym", gptq(32, 160, 4, 128, brain, symmetric=True)
    yield "gptq_4_row", gptq(40, 96, 4, -1)
    yield "gptq_8_g32", gptq(24, 72, 8, 32, half)
    yield "gptq_4_v2", gptq(24, 64, 4, 32, version=2)
    yield "gptq_8_v2_row", gptq(16, 40, 8, -1, brain, version=2)
    yield "gptq_4_zeros_in_words", gptq(32, 64, 4, 32, meta={"quantizer": ["gptqmodel:5.0.0"]})
    yield "gptq_4_act_order", gptq(136, 160, 4, 32, order=True)
    yield "gptq_8_act_order", gptq(24, 96, 8, 32, symmetric=True, order=True)
    yield "gptq_4_uneven", gptq(24, 96, 4, 32, order=True, uneven=True)
    yield "gptq_4_f32_scales", gptq(24, 64, 4, 32, full)
    yield "awq_g32", awq(136, 264, 32)
    yield "awq_g128", awq(72, 256, 128, brain)
    yield "awq_row", awq(8, 24, -1)
    yield "packed_4_g32", packed(24, 64, 4, 32)
    yield "packed_4_asym", packed(28, 96, 4, 32, half, symmetric=False)
    yield "packed_4_channel", packed(20, 76, 4, -1)
    yield "packed_8_g32_asym", packed(24, 64, 8, 32, symmetric=False)
    yield "packed_8_channel", packed(12, 30, 8, -1, half)
    yield "packed_4_f32_scales", packed(24, 64, 4, 32, full)


def main() -> None:
    tensors, configs = {}, {}
    for name, (parts, exact, config) in cases():
        config |= {"format": "pack-quantized"} if "config_groups" in config else {}
        configs[name] = config
        tensors |= {f"{name}.{part}": tensor.contiguous() for part, tensor in parts.items()}
        tensors[f"{name}.values"] = exact.contiguous()
    save_file(tensors, OUT, {"configs": json.dumps(configs)})
    OUT.chmod(0o644)
    print(f"{len(configs)} matrices, {OUT.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
