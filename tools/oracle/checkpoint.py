"""Tensors of a checkpoint: seeded random values, and their layout in published files.

Nothing is left at its default value. Default norms (ones or zeros), zero biases and the usual A_log
hide mistakes: a forgotten bias or a norm applied without its "1 +" would pass unseen. The layout is
names, fusion of experts, element types and shards.
"""

import json
import math
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file

# Families whose RMSNorm multiplies by (1 + weight): their default weight is zero.
ZERO_CENTRED = {"qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"}


def is_zero_centred(name: str, text_type: str) -> bool:
    """Whether norm `name` scales by (1 + weight). The gated norm inside a GDN mixer never does."""
    return text_type in ZERO_CENTRED and not name.endswith("linear_attn.norm.weight")


def default_value(name: str, text_type: str) -> float | None:
    """The value that makes 1-D parameter `name` a no-op (or a plain default); None for matrices."""
    norm = name.endswith(("norm.weight", "norm_f.weight"))
    if norm or "layernorm" in name or "pre_fc_norm" in name:
        return 0.0 if is_zero_centred(name, text_type) else 1.0
    if name.endswith((".bias", ".A_log", ".dt_bias", ".e_score_correction_bias")):
        return 0.0
    if name.endswith(".D"):
        return 1.0
    return None


@dataclass(frozen=True)
class Traits:
    """Parts of the config that the spread of a tensor depends on, besides its name and shape."""

    seed: int
    text_type: str
    hidden_size: int
    embedding_std: float
    output_gain: float


OUTPUT_PROJECTIONS = ("o_proj.weight", "out_proj.weight", "down_proj.weight", "experts.down_proj")


def _standard_deviation(name: str, shape: torch.Size, traits: Traits) -> float:
    """Spread of matrix `name`."""
    if name.endswith(("embed_tokens.weight", "embeddings.weight")):
        return traits.embedding_std
    if name.endswith("lm_head.weight"):
        return 2.5 / math.sqrt(traits.hidden_size)
    if name.endswith(".gate.weight"):
        return 1.5 / math.sqrt(traits.hidden_size)
    if name.endswith("conv1d.weight"):
        return 0.5
    gain = traits.output_gain if name.endswith(OUTPUT_PROJECTIONS) else 1.0
    return gain / math.sqrt(shape[-1])


def random_tensor(name: str, shape: torch.Size, traits: Traits) -> torch.Tensor:
    """An f32 tensor that depends only on its name, its shape and `traits`."""
    generator = torch.Generator().manual_seed(traits.seed * 1_000_003 + zlib.crc32(name.encode()))
    noise = torch.randn(shape, generator=generator, dtype=torch.float32)
    if name.endswith(".A_log"):
        # Decays slow enough for a state to span several chunks.
        return noise * 0.8 - 2.5
    if name.endswith(".dt_bias"):
        return noise * 0.8 - 0.5
    if name.endswith((".bias", ".e_score_correction_bias")):
        return noise * 0.3
    default = default_value(name, traits.text_type)
    if default is not None:
        return default + noise * 0.3
    return noise * _standard_deviation(name, shape, traits)


def vectors_and_matrices(model: torch.nn.Module) -> list[tuple[str, torch.Tensor]]:
    """Parameters, and the one buffer that files hold: the correction of sigmoid routers."""
    buffers = [
        (name, buffer) for name, buffer in model.named_buffers() if "correction_bias" in name
    ]
    return list(model.named_parameters()) + buffers


@torch.no_grad()
def randomise(model: torch.nn.Module, traits: Traits) -> None:
    """Overwrites everything that `model` saves with `random_tensor`."""
    for name, parameter in vectors_and_matrices(model):
        parameter.copy_(random_tensor(name, parameter.shape, traits))


Tensors = dict[str, torch.Tensor]

EXPERT = re.compile(r"^(.*\.experts)\.(\d+)\.(gate_proj|up_proj|down_proj)\.weight$")


def fuse_experts(tensors: Tensors) -> Tensors:
    """Per-expert matrices to `experts.gate_up_proj` [E, 2I, H] (gate rows, then up), or `up_proj`
    where none is gated, and `experts.down_proj` [E, H, I].
    """
    fused: Tensors = {}
    groups: dict[str, dict[tuple[int, str], torch.Tensor]] = {}
    for name, tensor in tensors.items():
        match = EXPERT.match(name)
        if match is None:
            fused[name] = tensor
            continue
        prefix, expert, part = match.groups()
        groups.setdefault(prefix, {})[int(expert), part] = tensor
    for prefix, parts in groups.items():
        count = 1 + max(expert for expert, _ in parts)
        ups = [kind for kind in ("gate_proj", "up_proj") if (0, kind) in parts]
        fused[f"{prefix}.{'gate_' * (len(ups) - 1)}up_proj"] = torch.stack(
            [torch.cat([parts[e, kind] for kind in ups]) for e in range(count)]
        )
        fused[f"{prefix}.down_proj"] = torch.stack([parts[e, "down_proj"] for e in range(count)])
    return fused


def split_experts(tensors: Tensors) -> Tensors:
    """The inverse of `fuse_experts`."""
    split: Tensors = {}
    for name, tensor in tensors.items():
        prefix, _, part = name.rpartition(".")
        if prefix.endswith(".experts") and part == "gate_up_proj":
            for e, matrix in enumerate(tensor):
                gate, up = matrix.chunk(2)
                split[f"{prefix}.{e}.gate_proj.weight"] = gate
                split[f"{prefix}.{e}.up_proj.weight"] = up
        elif prefix.endswith(".experts") and part == "down_proj":
            for e, matrix in enumerate(tensor):
                split[f"{prefix}.{e}.down_proj.weight"] = matrix
        else:
            split[name] = tensor
    return split


def cast(tensors: Tensors, storage: torch.dtype, exceptions: dict[str, torch.dtype]) -> Tensors:
    """Casts to `storage`, or to the type of the first `exceptions` suffix that the name ends in."""
    result: Tensors = {}
    for name, tensor in tensors.items():
        dtype = next((d for suffix, d in exceptions.items() if name.endswith(suffix)), storage)
        result[name] = tensor.to(dtype).contiguous().clone()
    return result


def write(folder: Path, tensors: Tensors, shards: int) -> None:
    """Writes `model.safetensors`, or `shards` files and their index; no tensor spans two files."""
    names = sorted(tensors)
    if shards == 1:
        save_file(
            {name: tensors[name] for name in names}, folder / "model.safetensors", {"format": "pt"}
        )
        return
    weight_map: dict[str, str] = {}
    for shard in range(shards):
        file = f"model-{shard + 1:05d}-of-{shards:05d}.safetensors"
        # Round robin, so that the tensors of one layer are spread over all files.
        part = {name: tensors[name] for name in names[shard::shards]}
        save_file(part, folder / file, {"format": "pt"})
        weight_map |= {name: file for name in part}
    total = sum(t.numel() * t.element_size() for t in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": dict(sorted(weight_map.items()))}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=2) + "\n")
