"""Writes quantised checkpoints as exporters do, and what transformers computes from their weights.

    python tools/oracle/quantized.py [--case NAME ...] [--numbers]

A case is a small random checkpoint whose linear weights are rounded by ml_dtypes. Its oracle is
transformers in f32 on the dequantised weights; activations are not rounded. `--numbers` writes the
codes of the number formats instead. Everything is seeded.
"""

import argparse
import dataclasses
import json
import re
import tempfile
import zlib
from functools import partial
from pathlib import Path

import ml_dtypes
import numpy as np
import torch
import transformers
from compressed_tensors.compressors.mxfp4 import MXFP4PackedCompressor
from compressed_tensors.compressors.nvfp4 import NVFP4PackedCompressor
from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme
from safetensors.torch import load_file, save_file

import integers
import make
from case import Case

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "crates/atlas-model/tests/quantized"
NUMBERS = ROOT / "crates/atlas-tensor/tests/data/numbers.safetensors"
VOCABULARY = 96
E4M3, E2M1, E8M0 = ml_dtypes.float8_e4m3fn, ml_dtypes.float4_e2m1fn, ml_dtypes.float8_e8m0fnu


def e4m3(values: np.ndarray) -> np.ndarray:
    return np.clip(values, -448, 448).astype(E4M3)


def e2m1(values: np.ndarray) -> np.ndarray:
    return np.clip(values, -6, 6).astype(E2M1)


def f32(values) -> np.ndarray:
    return np.asarray(values).astype(np.float32)


def stored(values: np.ndarray, shape: list[int] | None = None) -> torch.Tensor:
    """A torch tensor of the same bytes; scalars keep the shape []."""
    values = np.asarray(values)
    if values.dtype == E4M3:
        tensor = torch.from_numpy(values.view(np.uint8).copy()).view(torch.float8_e4m3fn)
    else:
        tensor = torch.from_numpy(values.copy())
    return tensor if shape is None else tensor.reshape(shape)


def nibbles(codes: np.ndarray) -> torch.Tensor:
    """Two codes a byte, the first in the low half."""
    bits = codes.view(np.uint8) & 15
    return torch.from_numpy(bits[:, 0::2] | bits[:, 1::2] << 4)


def input_scale(name: str, largest: float) -> np.float32:
    """A static scale that maps inputs of up to about 10 to `largest`."""
    return np.float32((8 + zlib.crc32(name.encode()) % 400 / 100) / largest)


# Each takes a module's name and matrix, and gives its tensors by suffix and the dequantised matrix.
def fp8_block(_name: str, w: np.ndarray):
    rows, cols = (np.arange(n) // 128 for n in w.shape)
    amax = np.zeros((rows[-1] + 1, cols[-1] + 1), np.float32)
    np.maximum.at(amax, (rows[:, None], cols[None, :]), np.abs(w))
    scale = torch.from_numpy(amax / 448).bfloat16()
    spread = scale.float().numpy()[rows][:, cols]
    q = e4m3(w / spread)
    return {"weight": stored(q), "weight_scale_inv": scale}, f32(q) * spread


def fp8_row(_name: str, w: np.ndarray):
    scale = np.abs(w).max(axis=1, keepdims=True) / np.float32(448)
    q = e4m3(w / scale)
    return {"weight": stored(q), "weight_scale": stored(scale)}, f32(q) * scale


def fp8_tensor(name: str, w: np.ndarray, shape: list[int]):
    scale = np.abs(w).max() / np.float32(448)
    q = e4m3(w / scale)
    scales = {"weight_scale": scale, "input_scale": input_scale(name, 448)}
    tensors = {"weight": stored(q)} | {n: stored(s, shape) for n, s in scales.items()}
    for cache in ("k", "v"):
        if shape == [] and name.endswith(f"self_attn.{cache}_proj"):
            tensors[f"{cache}_scale"] = stored(input_scale(name + cache, 448), shape)
    return tensors, f32(q) * scale


fp8_modelopt, fp8_static = partial(fp8_tensor, shape=[]), partial(fp8_tensor, shape=[1])


def group_amax(w: np.ndarray, group: int) -> np.ndarray:
    return np.abs(w).reshape(w.shape[0], -1, group).max(axis=2)


def nvfp4(w: np.ndarray, whole: np.float32):
    """Codes, E4M3 scales of groups, and the values of the codes times those scales."""
    scales = e4m3(np.clip(group_amax(w, 16) / (6 * whole), 2**-9, 448))
    spread = np.repeat(f32(scales), 16, axis=1)
    codes = e2m1(w / (spread * whole))
    return nibbles(codes), stored(scales), f32(codes) * spread


def nvfp4_modelopt(name: str, w: np.ndarray):
    whole = np.float32(np.abs(w).max() / 2688)
    codes, scales, values = nvfp4(w, whole)
    inputs = stored(input_scale(name, 2688), [])
    tensors = {"weight": codes, "weight_scale": scales, "weight_scale_2": stored(whole, [])}
    return tensors | {"input_scale": inputs}, values * whole


def nvfp4_ct(name: str, w: np.ndarray):
    whole = np.float32(2688 / np.abs(w).max())
    codes, scales, values = nvfp4(w, 1 / whole)
    inputs = stored(1 / input_scale(name, 2688), [1])
    tensors = {"weight_packed": codes, "weight_scale": scales, "input_global_scale": inputs}
    return tensors | {"weight_global_scale": stored(whole, [1])}, values / whole


def mxfp4_ct(_name: str, w: np.ndarray):
    scales = np.exp2(np.floor(np.log2(group_amax(w, 32))) - 2).astype(np.float32)
    spread = np.repeat(scales, 32, axis=1)
    codes = e2m1(w / spread)
    scale = torch.from_numpy(scales.astype(E8M0).view(np.uint8))
    return {"weight_packed": nibbles(codes), "weight_scale": scale}, f32(codes) * spread


def float_args(bits: int, strategy: str, **keys) -> dict:
    return {"num_bits": bits, "type": "float", "symmetric": True, "strategy": strategy} | keys


NV = float_args(4, "tensor_group", group_size=16, dynamic=False)
MX = float_args(4, "group", group_size=32, dynamic=False)


def library_agrees(tensors: dict[str, torch.Tensor], dequantised: np.ndarray) -> None:
    """Holds packed weights against compressed-tensors, whose results are bf16."""
    is_nv = "weight_global_scale" in tensors
    library = NVFP4PackedCompressor if is_nv else MXFP4PackedCompressor
    scheme = QuantizationScheme(targets=[], weights=QuantizationArgs(**(NV if is_nv else MX)))
    theirs = library.decompress(dict(tensors), scheme)["weight"].float().numpy()
    np.testing.assert_allclose(theirs, dequantised, rtol=2**-7, atol=1e-6)


def compressed(form: str, groups: list[tuple], ignore: list[str], **keys) -> dict:
    """A config of compressed-tensors; a group is (targets, weights, inputs)."""
    keys_of = ("targets", "weights", "input_activations", "output_activations", "format")
    described = {
        f"group_{i}": dict(zip(keys_of, (*group, None, form))) for i, group in enumerate(groups)
    }
    return {
        "quant_method": "compressed-tensors",
        "format": form,
        "quantization_status": "compressed",
        "config_groups": described,
        "ignore": ignore,
        "kv_cache_scheme": None,
        "global_compression_ratio": None,
    } | keys


def modelopt(algorithm: str, **keys) -> dict:
    """`hf_quant_config.json`."""
    quantization = {"quant_algo": algorithm, "kv_cache_quant_algo": None} | keys
    return {"producer": {"name": "modelopt", "version": "0.47.0"}, "quantization": quantization}


@dataclasses.dataclass(frozen=True)
class Quantized:
    case: Case
    # (pattern of module names, quantiser); the first match counts, others stay bf16.
    formats: tuple
    config: dict | None = None
    beside: dict | None = None


def small(name: str, base: str, tokens: int, **keys) -> Case:
    """A case of `make.py` at other sizes, tied and without the checks of its own keys."""
    case = next(case for case in make.CASES if case.name == base)
    keys = {"vocab_size": VOCABULARY, "tie_word_embeddings": True, "torch_dtype": "bfloat16"} | keys
    return dataclasses.replace(
        case,
        name=name,
        config=case.config | keys,
        prompt_tokens=tokens,
        storage=torch.bfloat16,
        generation_config=None,
        must_matter=(),
        embedding_std=0.15,
        output_gain=1.5,
    )


def dense(name: str, hidden: int, inner: int, tokens: int, **keys) -> Case:
    sizes = {"hidden_size": hidden, "intermediate_size": inner, "num_hidden_layers": 1}
    sizes |= {"num_attention_heads": 2, "head_dim": 40, "max_window_layers": 1}
    return small(name, "qwen3_tied_f32", tokens, **sizes | keys)


def moe(name: str, hidden: int, inner: int, **keys) -> Case:
    sizes = {"hidden_size": hidden, "intermediate_size": 64, "moe_intermediate_size": inner}
    sizes |= {"num_experts": 4, "num_experts_per_tok": 2, "norm_topk_prob": True}
    sizes |= {"num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1}
    sizes |= {"head_dim": 32, "max_window_layers": 2}
    return small(name, "qwen3_moe_top1", 33, **sizes | keys)


# Long: one case after another.
def cases() -> list[Quantized]:
    linear = r".*_proj$"
    token = float_args(8, "token", dynamic=True)
    tensor = float_args(8, "tensor", dynamic=False)
    attention, experts = r".*layers\.0\.self_attn\.", r".*mlp\.experts\."
    layers = {f"model.layers.0.self_attn.{p}_proj": {"quant_algo": "FP8"} for p in "qkvo"}
    layers["model.layers.1.mlp.experts"] = {"quant_algo": "NVFP4", "group_size": 16}
    ignored = ["re:.*linear_attn.in_proj_[ab]$", "lm_head", "model.layers.1.mlp.down_proj"]
    hybrid = {"hidden_size": 48, "head_dim": 16, "intermediate_size": 80, "num_hidden_layers": 2}
    hybrid |= {"layer_types": ["linear_attention", "full_attention"], "num_attention_heads": 4}
    fp4_group = {"num_bits": 4, "type": "float", "dynamic": False, "group_size": 16}
    nv_group = {"weights": fp4_group, "input_activations": fp4_group, "targets": ["Linear"]}
    nv_config = {"quant_method": "modelopt", "quant_algo": "NVFP4", "ignore": ["lm_head", "*.gate"]}
    blocks = {"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic"}
    channel = compressed(
        "float-quantized",
        [(["Linear"], float_args(8, "channel", dynamic=False), token)],
        ["lm_head", "re:.*mlp.gate$", "model.layers.0.self_attn.o_proj"],
    )
    return [
        Quantized(
            dense("fp8_block", 160, 136, 17),
            ((linear, fp8_block),),
            blocks | {"weight_block_size": [128, 128]},
        ),
        Quantized(
            moe("fp8_row_moe", 48, 20),
            ((r".*layers\.0\.self_attn\.o_proj$", None), (linear, fp8_row)),
            channel,
        ),
        Quantized(
            dense("fp8_tensor_modelopt", 56, 72, 33, head_dim=20),
            ((linear, fp8_modelopt),),
            beside=modelopt("FP8", kv_cache_quant_algo="FP8", exclude_modules=["lm_head"]),
        ),
        Quantized(
            dense("fp8_tensor_static", 56, 72, 33, head_dim=20),
            ((linear, fp8_static),),
            compressed("float-quantized", [(["Linear"], tensor, tensor)], ["lm_head"]),
        ),
        Quantized(
            moe("nvfp4_modelopt_moe", 80, 48),
            ((linear, nvfp4_modelopt),),
            nv_config | {"config_groups": {"group_0": nv_group}},
        ),
        Quantized(
            small("nvfp4_ct_hybrid", "qwen3_5_text", 67, **hybrid),
            ((r".*layers\.1\.mlp\.down_proj$", None), (r".*(_proj|_qkv|_z)$", nvfp4_ct)),
            compressed(
                "nvfp4-pack-quantized", [(["Linear"], NV, NV | {"dynamic": "local"})], ignored
            ),
        ),
        Quantized(
            dense("mxfp4_ct", 96, 64, 17, head_dim=32),
            ((linear, mxfp4_ct),),
            compressed("mxfp4-pack-quantized", [(["Linear"], MX, None)], ["lm_head"]),
        ),
        Quantized(
            moe("mixed_modelopt_moe", 48, 32),
            ((attention, fp8_modelopt), (experts, nvfp4_modelopt)),
            beside=modelopt("MIXED_PRECISION", quantized_layers=layers),
        ),
    ]


def integer_cases() -> list[Quantized]:
    linear = r".*_proj$"
    gptq_keys = {"quant_method": "gptq", "bits": 4, "group_size": 32, "desc_act": False}
    gptq_keys |= {"sym": True, "lm_head": False, "damp_percent": 0.01, "true_sequential": True}
    rules = {"-:.*\\.o_proj$": {}, "+:.*down_proj": {"bits": 8, "group_size": 128}}
    rules |= {".*k_proj": {"group_size": -1}}
    v1, v2 = (partial(integers.gptq, symmetric=False, plain_zeros=plain) for plain in (False, True))
    narrow, wide = (integers.int_args(*args) for args in ((4, 32, False), (8, -1, True)))
    sizes = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 1}
    sizes |= {"num_attention_heads": 2, "num_key_value_heads": 1}
    llama = small("awq_llama", "llama_rope_llama3", 17, **sizes, head_dim=32)
    llama = dataclasses.replace(llama, output_gain=3.0)
    return [
        Quantized(
            dense("gptq_dynamic", 64, 256, 17, head_dim=32),
            (
                (r".*o_proj$", None),
                (r".*down_proj$", partial(v2, bits=8, group=128)),
                (r".*k_proj$", partial(v2, bits=4, group=-1)),
                (linear, partial(v2, bits=4, group=32)),
            ),
            gptq_keys | {"checkpoint_format": "gptq_v2", "sym": False, "dynamic": rules},
        ),
        Quantized(
            dense("gptq_act_order", 64, 96, 17, head_dim=32),
            (
                (r".*o_proj$", partial(v1, bits=4, group=-1)),
                (linear, partial(v1, bits=4, group=32, ordered=True)),
            ),
            gptq_keys
            | {"sym": False, "desc_act": True, "static_groups": False}
            | {"dynamic": {".*o_proj": {"group_size": -1}}},
        ),
        Quantized(
            moe("gptq_moe", 64, 32),
            ((linear, integers.gptq_4),),
            gptq_keys | {"quant_method": "gptq"},
        ),
        Quantized(
            llama,
            ((linear, partial(integers.awq, group=32)),),
            {"quant_method": "awq", "bits": 4, "group_size": 32, "version": "gemm"}
            | {"zero_point": True, "modules_to_not_convert": None},
        ),
        Quantized(
            dense("packed_ct", 96, 64, 17, head_dim=32),
            (
                (r".*mlp\.", partial(integers.packed, bits=8, group=-1, symmetric=True)),
                (linear, partial(integers.packed, bits=4, group=32, symmetric=False)),
            ),
            compressed(
                "pack-quantized",
                [(["re:.*self_attn.*"], narrow, None), (["Linear"], wide, None)],
                ["lm_head"],
            ),
        ),
    ]


def quantise(case: Quantized, tensors: dict[str, torch.Tensor]):
    """The tensors as the exporter stores them, and all of them in f32."""
    packed, full = {}, {}
    for name, tensor in tensors.items():
        module = name.removesuffix(".weight")
        quantiser = next((q for p, q in case.formats if re.match(p, module)), None)
        if quantiser is None or name == module or tensor.ndim != 2:
            packed[name], full[name] = tensor, tensor.float()
            continue
        parts, dequantised = quantiser(module, tensor.float().numpy())
        if parts.get("weight_packed", tensor).dtype == torch.uint8:
            library_agrees(parts, dequantised)
        packed |= {f"{module}.{suffix}": part.contiguous() for suffix, part in parts.items()}
        full[name] = torch.from_numpy(dequantised)
    return packed, full


def write(case: Quantized) -> None:
    folder = OUT / case.case.name
    make.DRAWN_IDS = range(16, VOCABULARY)
    make.write_checkpoint(case.case, folder)
    packed, full = quantise(case, load_file(folder / "model.safetensors"))
    with tempfile.TemporaryDirectory() as widened:
        config = case.case.config | {"torch_dtype": "float32"}
        make.write_json(Path(widened) / "config.json", config)
        save_file(full, Path(widened) / "model.safetensors", {"format": "pt"})
        tensors, cosines, report = make.oracle(case.case, Path(widened))
    save_file(packed, folder / "model.safetensors", {"format": "pt"})
    config = {"quantization_config": case.config} if case.config else {}
    make.write_json(folder / "config.json", case.case.config | config)
    if case.beside:
        make.write_json(folder / "hf_quant_config.json", case.beside)
    facts = {"transformers": transformers.__version__, "bf16_cosine": cosines}
    kept = {n: t.contiguous() for n, t in sorted(tensors.items()) if not n.startswith("bf16.")}
    save_file(kept, folder / "oracle.safetensors", {"oracle": json.dumps(facts)})
    for file in folder.iterdir():
        file.chmod(0o644)
    size_kib = sum(file.stat().st_size for file in folder.iterdir()) / 1024
    print(f"{case.case.name}: {size_kib:.0f} KiB, {report}", flush=True)


def write_numbers() -> None:
    """Every code with its value; f32 inputs with their saturated codes, among them all ties."""
    values = {
        n: f32(np.arange(c, dtype=np.uint8).view(t))
        for n, c, t in (("e4m3", 256, E4M3), ("e2m1", 16, E2M1), ("e8m0", 256, E8M0))
    }
    ties = [(v[1:] + v[:-1]) / 2 for v in (values["e4m3"][:127], values["e2m1"][:8])]
    exact = np.concatenate(
        [
            *ties,
            values["e4m3"][:127],
            values["e2m1"][:8],
            f32([464, 6.5, 1e38, 2**-10, 2**-11, 1e-45, 1.1754944e-38, 3.4028235e38, np.inf]),
        ]
    )
    with np.errstate(over="ignore"):
        near = [np.nextafter(exact, np.float32(to)) for to in (0, np.inf)]
    random = np.exp2(np.random.default_rng(1).uniform(-14, 10, 180)).astype(np.float32)
    positive = np.concatenate([exact, *near, random])
    inputs = np.concatenate([positive, -positive])
    tensors = {f"{name}.values": value for name, value in values.items()} | {"inputs": inputs}
    tensors["e4m3.codes"] = e4m3(inputs).view(np.uint8)
    tensors["e2m1.codes"] = e2m1(inputs).view(np.uint8) & 15
    NUMBERS.parent.mkdir(parents=True, exist_ok=True)
    save_file({n: torch.from_numpy(t) for n, t in tensors.items()}, NUMBERS)
    NUMBERS.chmod(0o644)
    print(f"{NUMBERS.name}: {len(inputs)} inputs")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--case", action="append", help="only this case; may be repeated")
    parser.add_argument("--numbers", action="store_true", help="write the number formats and stop")
    options = parser.parse_args()
    if options.numbers:
        return write_numbers()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    for case in cases() + integer_cases():
        if not options.case or case.case.name in options.case:
            write(case)


if __name__ == "__main__":
    main()
