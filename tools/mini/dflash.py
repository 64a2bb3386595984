"""DFlash drafter of the small model: a dense Qwen3-style transformer that drafts a block at once.

The drafter has no embedding and no head: it takes the target's. Its context is the target's
residual stream after some layers, captured for every committed token; see `Drafter`.
"""

import json
import os
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import nn

from model import Batch, rope

# Keys of config.json by the fields of `DraftConfig`.
KEYS = {
    "hidden": "hidden_size",
    "layers": "num_hidden_layers",
    "heads": "num_attention_heads",
    "kv_heads": "num_key_value_heads",
    "head_dim": "head_dim",
    "inter": "intermediate_size",
    "rope_theta": "rope_theta",
    "eps": "rms_norm_eps",
    "vocab_size": "vocab_size",
    "positions": "max_position_embeddings",
    "block": "block_size",
}


@dataclass
class DraftConfig:
    """Dimensions; the defaults are the bundled drafter's. `block` counts the anchor."""

    hidden: int = 256
    layers: int = 2
    heads: int = 4
    kv_heads: int = 2
    head_dim: int = 64
    inter: int = 384
    rope_theta: float = 100000.0
    eps: float = 1e-6
    vocab_size: int = 4096
    positions: int = 32768
    block: int = 8
    # The token of byte 0xFF, which no UTF-8 text holds.
    mask_token: int = 194
    # Layers of the target, from 0, whose outputs are captured.
    target_layers: tuple = (1, 4, 7, 10)
    # Layers of the target.
    target_depth: int = 12


class PlainNorm(nn.Module):
    """RMS norm with a plain weight, computed in fp32."""

    def __init__(self, dim, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        f = x.float()
        f = f * torch.rsqrt(f.pow(2).mean(-1, keepdim=True) + self.eps)
        return (f * self.weight.float()).to(x.dtype)


class BlockAttention(nn.Module):
    """Attention of blocks to the context before them and, in both directions, to themselves."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.q_proj = nn.Linear(c.hidden, c.heads * c.head_dim, bias=False)
        self.k_proj = nn.Linear(c.hidden, c.kv_heads * c.head_dim, bias=False)
        self.v_proj = nn.Linear(c.hidden, c.kv_heads * c.head_dim, bias=False)
        self.o_proj = nn.Linear(c.heads * c.head_dim, c.hidden, bias=False)
        self.q_norm = PlainNorm(c.head_dim, c.eps)
        self.k_norm = PlainNorm(c.head_dim, c.eps)

    def keys_values(self, x, angles):
        """Rotated keys and values of x [..., H], heads split."""
        shape = (*x.shape[:-1], self.c.kv_heads, self.c.head_dim)
        k = self.k_norm(self.k_proj(x).view(shape))
        return rope(k, *angles, self.c.head_dim), self.v_proj(x).view(shape)

    def forward(self, x, angles, ctx, ctx_angles, keep):
        """x [R, A, B, H], ctx [R, L, H]; keep [R, A, L], the context that each block sees."""
        c, (r, a, b) = self.c, x.shape[:3]
        q = self.q_norm(self.q_proj(x).view(r, a, b, c.heads, c.head_dim))
        q = rope(q, *angles, c.head_dim)
        # Query head h reads key head h // (heads / kv_heads).
        q = q.view(r, a, b, c.kv_heads, -1, c.head_dim)
        ctx_k, ctx_v = self.keys_values(ctx, ctx_angles)
        own_k, own_v = self.keys_values(x, angles)
        far = torch.einsum("rabgjd,rlgd->rgjabl", q, ctx_k).float()
        far = far.masked_fill(~keep[:, None, None, :, None], float("-inf"))
        near = torch.einsum("rabgjd,racgd->rgjabc", q, own_k).float()
        p = torch.cat([far, near], -1).mul(c.head_dim**-0.5).softmax(-1).to(x.dtype)
        far, near = p.split([ctx.shape[1], b], -1)
        o = torch.einsum("rgjabl,rlgd->rabgjd", far, ctx_v)
        o = o + torch.einsum("rgjabc,racgd->rabgjd", near, own_v)
        return self.o_proj(o.reshape(r, a, b, -1))


class DenseMlp(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.gate_proj = nn.Linear(c.hidden, c.inter, bias=False)
        self.up_proj = nn.Linear(c.hidden, c.inter, bias=False)
        self.down_proj = nn.Linear(c.inter, c.hidden, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class DraftLayer(nn.Module):
    """Pre-norm residual layer. The context is not normed again: `hidden_norm` did it for all."""

    def __init__(self, c):
        super().__init__()
        self.input_layernorm = PlainNorm(c.hidden, c.eps)
        self.self_attn = BlockAttention(c)
        self.post_attention_layernorm = PlainNorm(c.hidden, c.eps)
        self.mlp = DenseMlp(c)

    def forward(self, x, *attention):
        x = x + self.self_attn(self.input_layernorm(x), *attention)
        return x + self.mlp(self.post_attention_layernorm(x))


class Drafter(nn.Module):
    """Drafts block - 1 tokens after each anchor in one pass.

    A block is [anchor, MASK, ...] at positions p to p + block - 1, where the anchor is the last
    known token. The captured states of all tokens before p are its context. The output at position
    j predicts token j itself; nothing is shifted.
    """

    def __init__(self, c=None):
        super().__init__()
        self.c = c = c or DraftConfig()
        self.layers = nn.ModuleList(DraftLayer(c) for _ in range(c.layers))
        self.fc = nn.Linear(len(c.target_layers) * c.hidden, c.hidden, bias=False)
        self.hidden_norm = PlainNorm(c.hidden, c.eps)
        self.norm = PlainNorm(c.hidden, c.eps)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, std=0.02)

    def angles(self, pos):
        """Cosines and sines of positions, with an axis of size 1 for the heads."""
        d = self.c.head_dim
        steps = torch.arange(0, d, 2, dtype=torch.float64, device=pos.device) / d
        f = pos[..., None, None].float() * (self.c.rope_theta**-steps).float()
        return f.cos(), f.sin()

    def forward(self, captured, anchors, anchor_tokens, embedding):
        """Normed states of the masks [R, A, block - 1, H], which go to the target's head.

        captured [R, L, K H] of the tokens from position 0; anchors, anchor_tokens [R, A]: the
        position and the token of each anchor; embedding [V, H] of the target.
        """
        c = self.c
        ctx = self.hidden_norm(self.fc(captured))
        ctx_pos = torch.arange(captured.shape[1], device=captured.device)[None]
        keep = ctx_pos[:, None] < anchors[..., None]
        tokens = anchor_tokens[..., None].repeat(1, 1, c.block)
        tokens[..., 1:] = c.mask_token
        x = F.embedding(tokens, embedding).to(ctx.dtype)
        pos = anchors[..., None] + torch.arange(c.block, device=anchors.device)
        attention = (self.angles(pos), ctx, self.angles(ctx_pos), keep)
        for layer in self.layers:
            x = layer(x, *attention)
        return self.norm(x[:, :, 1:])


@torch.no_grad()
def capture(target, batch: Batch, layers):
    """The target's residual stream after some layers of packed rows, [R, L, K H]."""
    x, taps = target.model.embed_tokens(batch.tokens), []
    if torch.is_autocast_enabled(x.device.type):
        x = x.to(torch.get_autocast_dtype(x.device.type))
    cos, sin = target.angles(batch.pos)
    for i, layer in enumerate(target.model.layers[: max(layers) + 1]):
        x, _ = layer(x, batch.pos, cos, sin, batch.cu, batch.max_len)
        if i in layers:
            taps.append(x)
    return torch.cat(taps, -1)


def config_json(c: DraftConfig):
    """The checkpoint's config.json as a dict."""
    fields = {key: getattr(c, field) for field, key in KEYS.items()}
    return {
        "architectures": ["DFlashDraftModel"],
        "model_type": "qwen3",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": None,
        "dflash_config": {
            "mask_token_id": c.mask_token,
            "target_layer_ids": list(c.target_layers),
        },
        "dtype": "bfloat16",
        "eos_token_id": 2,
        "hidden_act": "silu",
        "initializer_range": 0.02,
        "layer_types": ["full_attention"] * c.layers,
        "num_target_layers": c.target_depth,
        "rope_scaling": None,
        "sliding_window": None,
        "tie_word_embeddings": False,
        "use_cache": True,
        "use_sliding_window": False,
        **fields,
    }


def save_drafter(m: Drafter, folder):
    """Writes config.json and the weights in bf16."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "config.json"), "w") as f:
        f.write(json.dumps(config_json(m.c), indent=2) + "\n")
    state = m.state_dict().items()
    tensors = {k: v.detach().to(torch.bfloat16).cpu().contiguous() for k, v in state}
    save_file(tensors, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})


def load_drafter(folder):
    """A drafter in fp32 from its folder."""
    with open(os.path.join(folder, "config.json")) as f:
        data = json.load(f)
    own = data["dflash_config"]
    c = DraftConfig(
        **{field: data[key] for field, key in KEYS.items()},
        mask_token=own["mask_token_id"],
        target_layers=tuple(own["target_layer_ids"]),
        target_depth=data["num_target_layers"],
    )
    m = Drafter(c)
    weights = load_file(os.path.join(folder, "model.safetensors"))
    m.load_state_dict({k: v.float() for k, v in weights.items()})
    return m.eval()
