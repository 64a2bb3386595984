"""Layout of a checkpoint on disk: names, fusion, element types and shards of published files."""

import json
import re
from pathlib import Path

import torch
from safetensors.torch import save_file

Tensors = dict[str, torch.Tensor]

EXPERT = re.compile(r"^(.*\.experts)\.(\d+)\.(gate_proj|up_proj|down_proj)\.weight$")


def fuse_experts(tensors: Tensors) -> Tensors:
    """Per-expert matrices to `experts.gate_up_proj` [E, 2I, H] (gate rows, then up) and
    `experts.down_proj` [E, H, I].
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
        fused[f"{prefix}.gate_up_proj"] = torch.stack(
            [torch.cat([parts[e, "gate_proj"], parts[e, "up_proj"]]) for e in range(count)]
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
