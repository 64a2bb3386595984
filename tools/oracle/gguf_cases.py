"""Writes GGUF files of every architecture, and what transformers computes from their weights.

    python tools/oracle/gguf_cases.py [--case NAME ...]

A case is a small random checkpoint that is laid out as llama.cpp's converter does it
(`crates/atlas-model/tests/data/gguf_files.py`), its matrices in formats that take turns. gguf-py
writes the blocks where it has a quantiser; blocks of the other formats are random codes, with
scales that give them the spread of the matrix. The oracle is transformers in f32 on gguf-py's
values, put back into the order of the checkpoint. Everything is seeded.
"""

import argparse
import dataclasses
import itertools
import json
import sys
import tempfile
import zlib
from pathlib import Path

import gguf
import numpy as np
import torch
import transformers
from gguf import GGMLQuantizationType as Type
from safetensors.torch import load_file, save_file

import make
from case import Case
from checkpoint import is_zero_centred
from quantized import ROOT, VOCABULARY, small

TESTS = ROOT / "crates/atlas-model/tests"
sys.path.insert(0, str(TESTS / "data"))
import gguf_files  # noqa: E402

OUT = TESTS / "gguf"
# Formats in blocks of 32, of single elements, and in blocks of 256, which a row that is no multiple
# of 256 cannot have. A large matrix has none of the second.
NARROW = [Type.Q8_0, Type.Q4_0, Type.Q5_1, Type.IQ4_NL, Type.Q4_1, Type.MXFP4, Type.Q5_0]
PLAIN = [Type.BF16, Type.F16, Type.F32]
WIDE = [Type.Q4_K, Type.Q6_K, Type.Q5_K, Type.Q2_K, Type.IQ4_XS, Type.Q3_K]
# Where the f16 scale of a block is, and that of what is subtracted, with the middle of the codes.
SCALES = {Type.Q2_K: (80, 82, 1.5), Type.Q3_K: (108,), Type.Q4_K: (0, 2, 7.5)}
SCALES |= {Type.Q5_K: (0, 2, 15.5), Type.Q6_K: (208,), Type.IQ4_NL: (0,), Type.IQ4_XS: (0,)}


@dataclasses.dataclass(frozen=True)
class GgufCase:
    arch: str
    case: Case
    # Where in the two lists of formats its matrices begin.
    turn: int


# Long: one case after another.
def cases() -> list[GgufCase]:
    sizes = {"hidden_size": 256, "intermediate_size": 256, "num_hidden_layers": 1}
    sizes |= {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 32}
    sizes |= {"torch_dtype": "float32", "max_window_layers": 1, "rope_scaling": None}
    llama3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0}
    llama3 |= {"high_freq_factor": 4.0, "original_max_position_embeddings": 64}
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 128}
    moe = {"num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 64}
    moe |= {"norm_topk_prob": True, "decoder_sparse_step": 1}
    # Value heads that stand in another order lie within one block of 256 columns.
    linear = {"linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 32}
    linear |= {"linear_value_head_dim": 64, "full_attention_interval": 2, "num_hidden_layers": 2}
    linear |= {"layer_types": ["linear_attention", "full_attention"], "mtp_num_hidden_layers": 0}
    rope = {"rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.25}
    rope |= {"mrope_interleaved": True, "mrope_section": [2, 1, 1]}
    hybrid = sizes | linear
    shared = moe | {"shared_expert_intermediate_size": 64}
    llama = sizes | {"mlp_bias": False, "rope_scaling": llama3}
    described = [
        ("llama", "llama", "llama_rope_llama3", llama),
        ("mistral", "llama", "mistral_window", sizes | {"sliding_window": 11}),
        ("mistral3", "mistral3", "mistral_window", sizes | {"sliding_window": None}),
        ("qwen2", "qwen2", "qwen2_bias", sizes | {"head_dim": 64, "rope_scaling": yarn}),
        ("qwen3", "qwen3", "qwen3_tied_f32", sizes | {"num_key_value_heads": 1}),
        ("qwen3moe", "qwen3moe", "qwen3_moe_top1", sizes | moe | {"moe_intermediate_size": 256}),
        ("qwen3next", "qwen3next", "qwen3_next", hybrid | shared | {"rope_theta": 1e7}),
        ("qwen35", "qwen35", "qwen3_5_text", hybrid | {"rope_parameters": rope}),
        ("qwen35moe", "qwen35moe", "qwen3_5_moe_text", hybrid | shared | {"rope_parameters": rope}),
    ]
    made = []
    for turn, (name, arch, base, keys) in enumerate(described):
        is_tied = name in ("qwen3", "qwen35")
        case = small(name, base, 17, **keys | {"tie_word_embeddings": is_tied})
        spread = {"embedding_std": 0.1, "output_gain": 2.0} if is_tied else {"embedding_std": 1.0}
        whole = {"storage": torch.float32, "mtp": False, "shards": 1, "storage_exceptions": {}}
        made.append(GgufCase(arch, dataclasses.replace(case, **spread, **whole), turn))
    return made


def settings(case: GgufCase) -> dict:
    """The config as `gguf_files.py` reads it."""
    # Keys that say of a part that there is none.
    return {key: value for key, value in case.case.config.items() if value not in (None, 0)}


def random_blocks(x: np.ndarray, ty: Type, seed: int) -> np.ndarray:
    """Blocks of random codes, with the spread of `x` about 0."""
    rng = np.random.default_rng(seed)
    elements, size = gguf.GGML_QUANT_SIZES[ty]
    data = rng.integers(0, 256, (x.size // elements, size), dtype=np.uint8)

    def scaled(d: float) -> None:
        at = SCALES[ty]
        for place, value in zip(at[:2], (d, d * at[2] if len(at) > 1 else d)):
            data[:, place : place + 2] = np.array([value], np.float16).view(np.uint8)

    scaled(1.0)
    scaled(float(x.std() / gguf.dequantize(data, ty).std()))
    return data.reshape(*x.shape[:-1], -1)


def encoded(name: str, x: np.ndarray, ty: Type) -> np.ndarray:
    if ty in SCALES:
        return random_blocks(x, ty, zlib.crc32(name.encode()))
    return gguf.quantize(np.ascontiguousarray(x), ty)


def formats(case: GgufCase, tensors: dict[str, np.ndarray]) -> dict[str, Type]:
    """The format of each tensor: matrices take turns, what llama.cpp keeps in F32 is kept."""
    narrow, plain, wide = (
        itertools.cycle(kinds[case.turn % len(kinds) :] + kinds[: case.turn % len(kinds)])
        for kinds in (NARROW, PLAIN, WIDE)
    )
    of = {}
    for i, (name, x) in enumerate(sorted(tensors.items())):
        if x.ndim == 1 or "conv1d" in name or "gate_inp" in name:
            of[name] = Type.F32
        elif x.size <= 1 << 15 and i % 2:
            of[name] = next(plain)
        else:
            # Two of three matrices whose rows are long enough.
            of[name] = next(wide if x.shape[-1] % 256 == 0 and i % 3 else narrow)
    return of


def write_file(case: GgufCase, tensors: dict[str, np.ndarray], path: Path):
    """Writes the file; gives gguf-py's values of the published tensors, and the formats."""
    c = settings(case)
    model = gguf_files.Model(case.arch, c)
    stored = gguf_files.converted(model, tensors)
    places, end = {}, 0
    for name, x in tensors.items():
        places[name] = np.arange(end, end + x.size).reshape(x.shape)
        end += x.size
    order = gguf_files.converted(model, places, is_changed=False)
    flat = np.full(end, np.nan, np.float32)
    writer = gguf.GGUFWriter(path, case.arch)
    gguf_files.write_keys(writer, model)
    if c["model_type"] == "mistral" and "sliding_window" in c:
        writer.add_sliding_window(c["sliding_window"])
    if case.arch == "llama" and c.get("rope_scaling"):
        writer.add_tensor("rope_freqs.weight", gguf_files.rope_freqs(c))
    kinds = formats(case, stored)
    for name, x in stored.items():
        data = encoded(name, np.ascontiguousarray(x, np.float32), kinds[name])
        writer.add_tensor(name, data, raw_dtype=kinds[name])
        flat[order[name].reshape(-1)] = gguf.dequantize(data, kinds[name]).reshape(-1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    values = {name: flat[place] for name, place in places.items()}
    # The converter's changes of values are undone.
    for name, x in values.items():
        if name.endswith("A_log"):
            values[name] = np.log(-x)
        elif name.endswith(gguf_files.NORMS) and is_zero_centred(name, case.case.text_type):
            values[name] = x - 1
    return values, kinds


def write(case: GgufCase) -> set[Type]:
    folder = OUT / case.case.name
    folder.mkdir(parents=True, exist_ok=True)
    make.DRAWN_IDS = range(16, VOCABULARY)
    with tempfile.TemporaryDirectory() as scratch:
        published, path = Path(scratch) / "published", Path(scratch) / "model.gguf"
        make.write_checkpoint(case.case, published)
        tensors = {n: t.numpy() for n, t in load_file(published / "model.safetensors").items()}
        values, kinds = write_file(case, tensors, path)
        values = {n: torch.from_numpy(np.ascontiguousarray(x)) for n, x in values.items()}
        save_file(values, published / "model.safetensors", {"format": "pt"})
        recorded, _, report = make.oracle(case.case, published)
        file = torch.from_numpy(np.fromfile(path, np.uint8))
    kept = {
        name: tensor.contiguous()
        for name, tensor in sorted(recorded.items())
        if not name.startswith("bf16.") and "_state" not in name
    }
    facts = {"transformers": transformers.__version__}
    out = folder / "oracle.safetensors"
    save_file(kept | {"model.gguf": file}, out, {"oracle": json.dumps(facts)})
    out.chmod(0o644)
    size_kib = out.stat().st_size / 1024
    used = {kind.name for kind in kinds.values()}
    print(f"{case.case.name}: {size_kib:.0f} KiB, {' '.join(sorted(used))}, {report}", flush=True)
    return set(kinds.values())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--case", action="append", help="only this case; may be repeated")
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    used = set()
    for case in cases():
        if not options.case or case.case.name in options.case:
            used |= write(case)
    if not options.case and (missing := {*NARROW, *PLAIN, *WIDE} - used):
        raise ValueError(f"no tensor in {missing}")


if __name__ == "__main__":
    main()
