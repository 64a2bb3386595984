"""The multi-token-prediction modules of the families that have one: names, weights and oracle.

transformers leaves them out of these models, but its generic block computes the same function: a
projection of [norm(embedding); norm(hidden)], a decoder layer, and a norm.
"""

from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers.modeling_layers import MtpLayer

import checkpoint
import taps
from case import Case
from checkpoint import random_tensor


def renamed(case: Case) -> dict[str, str]:
    """Name in the published file -> name in MtpLayer; the first match counts."""
    parts, rest = ["eh_proj", "enorm", "hnorm"], {"mtp.layers.": "mtp_block."}
    if case.text_type == "deepseek_v3":
        at = f"model.layers.{case.text_config['num_hidden_layers']}."
        parts, rest = [*parts, "shared_head.norm"], {at: "mtp_block."}
    elif case.text_type == "nemotron_h":
        at, rest = "mtp.layers.0.", {"mtp.layers.1.final_layernorm.": "post_norm."} | rest
    else:
        at, rest = "mtp.", {"mtp.layers.0.": "mtp_block."}
        parts = ["fc", "pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm"]
    theirs = ("eh_proj.", "enorm.", "hnorm.", "post_norm.")
    return {f"{at}{part}.": name for part, name in zip(parts, theirs, strict=False)} | rest


def _copied(case: Case, names: list[str]) -> dict[str, str]:
    """Name prefix of a layer -> that of the module's layer that has its shapes."""
    if case.text_type == "nemotron_h":
        return {f"backbone.layers.{i + 1}.": f"mtp.layers.{i}." for i in range(2)}
    if case.text_type == "deepseek_v3":
        last = case.text_config["num_hidden_layers"] - 1
        return {f"model.layers.{last}.": f"model.layers.{last + 1}."}
    name = next(n for n in names if n.endswith("self_attn.q_proj.weight") and ".visual." not in n)
    return {name.removesuffix("self_attn.q_proj.weight"): "mtp.layers.0."}


def random_tensors(case: Case, tensors: checkpoint.Tensors) -> checkpoint.Tensors:
    """Tensors of the module, with the shapes of layers of the same checkpoint."""
    hidden = case.text_config["hidden_size"]
    shapes = {
        to + name.removeprefix(prefix): tensor.shape
        for prefix, to in _copied(case, sorted(tensors)).items()
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }
    for name, theirs in renamed(case).items():
        if theirs != "mtp_block.":
            columns = [2 * hidden] if theirs == "eh_proj." else []
            shapes[f"{name}weight"] = torch.Size([hidden, *columns])
    return {name: random_tensor(name, shape, case.traits) for name, shape in shapes.items()}


class Blocks(torch.nn.ModuleList):
    """Blocks of one mixer each, in the place of a layer."""

    def forward(self, hidden: torch.Tensor, **rest) -> torch.Tensor:
        for block in self:
            hidden = block(hidden, **rest)
        return hidden


def _layer(case: Case, folder: Path, model: torch.nn.Module) -> MtpLayer:
    """The module with the stored weights, in f32."""
    decoder = taps.text_decoder(model)
    config, kind, norm = decoder.config, type(decoder.layers[-1]), getattr(decoder, "norm", None)
    index = config.layer_types.index("full_attention") if "qwen" in case.text_type else -1
    if case.text_type == "nemotron_h":
        config.rms_norm_eps, norm, block = config.layer_norm_epsilon, decoder.norm_f, kind
        kind = lambda config, _index: Blocks(block(config, index) for index in (1, 2))
    layer = MtpLayer(config, kind, type(norm), index % len(decoder.layers))
    stored: checkpoint.Tensors = {}
    for file in folder.glob("model*.safetensors"):
        stored |= {n: t.float() for n, t in load_file(file).items()}
    state, names = {}, renamed(case)
    for name, tensor in checkpoint.fuse_experts(stored).items():
        old = next((prefix for prefix in names if name.startswith(prefix)), None)
        if old is not None:
            state[names[old] + name.removeprefix(old)] = tensor
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
    embeds = model.get_input_embeddings()(torch.tensor([ids[1:]]))
    rows = embeds.shape[1]
    positions = torch.arange(rows)[None]
    # Qwen3.5 takes (time, height, width) positions, all equal for text.
    of_axes = case.text_type.startswith("qwen3_5")
    rotary = getattr(decoder, "rotary_emb", lambda *_: None)
    mask = torch.full((rows, rows), torch.finfo(torch.float32).min).triu(1)[None, None]
    hidden = layer(
        inputs_embeds=embeds,
        previous_hidden_state=final_norm[None, :-1],
        position_embeddings=rotary(embeds, positions.expand(3, 1, rows) if of_axes else positions),
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
