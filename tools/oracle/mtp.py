"""The multi-token-prediction module of the Qwen hybrids: names, weights and oracle.

transformers leaves `mtp.*` out of these models, but its generic block computes the same function:
a projection of [norm(embedding); norm(hidden)], one full-attention decoder layer, and a norm.
"""

import importlib
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers.modeling_layers import MtpLayer

import checkpoint
import taps
from case import Case
from checkpoint import random_tensor

# Name in the published file -> name in MtpLayer.
RENAMED = {
    "mtp.fc.": "eh_proj.",
    "mtp.pre_fc_norm_embedding.": "enorm.",
    "mtp.pre_fc_norm_hidden.": "hnorm.",
    "mtp.layers.0.": "mtp_block.",
    "mtp.norm.": "post_norm.",
}

# text model_type -> (module, class prefix) of its decoder layer and norm.
CLASSES = {
    "qwen3_next": ("qwen3_next", "Qwen3Next"),
    "qwen3_5_text": ("qwen3_5", "Qwen3_5"),
    "qwen3_5_moe_text": ("qwen3_5_moe", "Qwen3_5Moe"),
}


def _full_attention_prefix(case: Case, names: list[str]) -> str:
    """Name prefix of a full-attention layer that the module copies its shapes from."""
    name = next(n for n in names if n.endswith("self_attn.q_proj.weight") and ".visual." not in n)
    return name.removesuffix("self_attn.q_proj.weight")


def random_tensors(case: Case, tensors: checkpoint.Tensors) -> checkpoint.Tensors:
    """`mtp.*` tensors with the shapes of a full-attention layer of the same checkpoint."""
    hidden = case.text_config["hidden_size"]
    prefix = _full_attention_prefix(case, sorted(tensors))
    shapes = {
        f"mtp.layers.0.{n.removeprefix(prefix)}": t.shape
        for n, t in tensors.items()
        if n.startswith(prefix)
    }
    shapes["mtp.fc.weight"] = torch.Size([hidden, 2 * hidden])
    for norm in ("pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm"):
        shapes[f"mtp.{norm}.weight"] = torch.Size([hidden])
    return {name: random_tensor(name, shape, case.traits) for name, shape in shapes.items()}


def _layer(case: Case, folder: Path, model: torch.nn.Module) -> MtpLayer:
    """The module with the stored weights, in f32."""
    module, prefix = CLASSES[case.text_type]
    modeling = importlib.import_module(f"transformers.models.{module}.modeling_{module}")
    config = taps.text_decoder(model).config
    index = config.layer_types.index("full_attention")
    layer = MtpLayer(
        config,
        getattr(modeling, f"{prefix}DecoderLayer"),
        getattr(modeling, f"{prefix}RMSNorm"),
        index,
    )
    stored: checkpoint.Tensors = {}
    for file in folder.glob("model*.safetensors"):
        stored |= {n: t.float() for n, t in load_file(file).items() if n.startswith("mtp.")}
    state = {}
    for name, tensor in checkpoint.fuse_experts(stored).items():
        old = next(prefix for prefix in RENAMED if name.startswith(prefix))
        state[RENAMED[old] + name.removeprefix(old)] = tensor
    layer.load_state_dict(state, strict=True)
    return layer.eval()


@torch.no_grad()
def oracle(
    case: Case, folder: Path, model: torch.nn.Module, ids: list[int], final_norm: torch.Tensor
) -> checkpoint.Tensors:
    """`mtp.hidden` [T-1, H] and the greedy `mtp.draft_ids` [T-1]: row i sees hidden i and token
    i+1, drafts token i+2.

    Rows use rope positions 0..T-1; a constant shift of all positions changes nothing.
    """
    decoder = taps.text_decoder(model)
    layer = _layer(case, folder, model)
    embeds = decoder.embed_tokens(torch.tensor([ids[1:]]))
    rows = embeds.shape[1]
    positions = torch.arange(rows)[None]
    # Qwen3.5 takes (time, height, width) positions, all equal for text.
    rope_positions = positions if case.text_type == "qwen3_next" else positions.expand(3, 1, rows)
    mask = torch.full((rows, rows), torch.finfo(torch.float32).min).triu(1)[None, None]
    hidden = layer(
        inputs_embeds=embeds,
        previous_hidden_state=final_norm[None, :-1],
        position_embeddings=decoder.rotary_emb(embeds, rope_positions),
        attention_mask=mask,
        position_ids=positions,
        past_key_values=None,
    )[0]
    logits = model.lm_head(hidden)
    return {
        "mtp.hidden": hidden,
        "mtp.draft_ids": logits.argmax(dim=-1),
        "mtp.margins": taps.margins(logits),
    }
