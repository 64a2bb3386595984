"""Seeded random parameters in which nothing is left at its default.

Default norms (ones or zeros), zero biases and the usual A_log hide mistakes:
a forgotten bias or a norm applied without its "1 +" would pass unseen.
"""

import math
import zlib
from dataclasses import dataclass

import torch

# Families whose RMSNorm multiplies by (1 + weight): their default weight is zero.
ZERO_CENTRED = {"qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"}


def is_zero_centred(name: str, text_type: str) -> bool:
    """Whether norm `name` scales by (1 + weight). The gated norm inside a GDN mixer never does."""
    return text_type in ZERO_CENTRED and not name.endswith("linear_attn.norm.weight")


def default_value(name: str, text_type: str) -> float | None:
    """The value that makes 1-D parameter `name` a no-op (or a plain default); None for matrices."""
    if name.endswith("norm.weight") or "layernorm" in name or "pre_fc_norm" in name:
        return 0.0 if is_zero_centred(name, text_type) else 1.0
    if name.endswith((".bias", ".A_log", ".dt_bias")):
        return 0.0
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
    if name.endswith("embed_tokens.weight"):
        return traits.embedding_std
    if name.endswith("lm_head.weight"):
        return 2.5 / math.sqrt(traits.hidden_size)
    if name.endswith("mlp.gate.weight"):
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
    if name.endswith(".bias"):
        return noise * 0.3
    default = default_value(name, traits.text_type)
    if default is not None:
        return default + noise * 0.3
    return noise * _standard_deviation(name, shape, traits)


@torch.no_grad()
def randomise(model: torch.nn.Module, traits: Traits) -> None:
    """Overwrites every parameter of `model` with `random_tensor`."""
    for name, parameter in model.named_parameters():
        parameter.copy_(random_tensor(name, parameter.shape, traits))
