"""Runs a checkpoint in transformers and records what each stage computes."""

from dataclasses import dataclass, field

import torch
from torch.overrides import TorchFunctionMode

Tensors = dict[str, torch.Tensor]

# Recurrent and convolution states are kept after these many tokens as well as after the whole
# prompt.
STATE_LENGTHS = (1, 33, 65)


def text_decoder(model: torch.nn.Module) -> torch.nn.Module:
    """The module that owns the embedding, the layers and the last norm, also inside a multimodal
    wrapper.
    """
    for module in model.modules():
        for parts in (("embed_tokens", "layers", "norm"), ("embeddings", "layers", "norm_f")):
            if all(hasattr(module, part) for part in parts):
                return module
    raise ValueError(f"{type(model).__name__} has no text decoder")


def _first(output):
    return output[0] if isinstance(output, tuple) else output


# Factor of the gaps of other scores than logits: a sigmoid is at most a quarter as
# steep as its logit, and the scores of an indexer spread about half as wide.
SIGMOID_STEEPNESS = 4.0
INDEXER_STEEPNESS = 2.0


def _gap(scores: torch.Tensor, count: int) -> torch.Tensor:
    """Of each row, the distance of the last of the `count` largest to the next."""
    ranked = scores.sort(dim=-1, descending=True).values
    if ranked.shape[-1] <= count:
        return torch.full(ranked.shape[:-1], float("inf"))
    return ranked[..., count - 1] - ranked[..., count]


def _corrected_gaps(gate: torch.nn.Module, logits: torch.Tensor) -> torch.Tensor:
    """`_gap` of a sigmoid router with a correction: the nearest of its groups and its experts."""
    scores = (logits.float().sigmoid() + gate.e_score_correction_bias).unflatten(
        -1, (gate.num_group, -1)
    )
    groups = scores.topk(2, dim=-1).values.sum(dim=-1)
    kept = torch.zeros_like(groups).scatter(-1, groups.topk(gate.topk_group).indices, 1.0) > 0
    inside = scores.masked_fill(~kept[..., None], float("-inf")).flatten(-2)
    gaps = torch.minimum(_gap(groups, gate.topk_group), _gap(inside, gate.top_k))
    return gaps * SIGMOID_STEEPNESS


class _Ranked(TorchFunctionMode):
    """Keeps what the last `topk` ranked."""

    scores: torch.Tensor

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.Tensor.topk:
            self.scores = args[0]
        return func(*args, **(kwargs or {}))


@dataclass
class Recorder:
    """Forward hooks that copy outputs under the tap names of README.md while the context is
    open.
    """

    model: torch.nn.Module
    taps: Tensors = field(default_factory=dict)
    handles: list = field(default_factory=list)

    def _tap(self, module: torch.nn.Module, name: str) -> None:
        def hook(_module, _inputs, output):
            # One sequence: drop the batch dimension.
            self.taps[name] = _first(output).detach().float()[0].clone()

        self.handles.append(module.register_forward_hook(hook))

    def _router(self, module: torch.nn.Module, name: str) -> None:
        def hook(_module, _inputs, output):
            logits, weights, experts = output
            self.taps[f"{name}.router_logits"] = logits.detach().float().clone()
            self.taps[f"{name}.router_weights"] = weights.detach().float().clone()
            self.taps[f"{name}.router_ids"] = experts.detach().to(torch.int32)
            if hasattr(module, "e_score_correction_bias"):
                self.taps[f"{name}.gaps"] = _corrected_gaps(module, logits)

        self.handles.append(module.register_forward_hook(hook))

    def _indexer(self, module: torch.nn.Module, name: str) -> None:
        ranked = _Ranked()

        def before(_module, _inputs):
            ranked.__enter__()

        def hook(_module, _inputs, output):
            ranked.__exit__(None, None, None)
            scores, chosen = ranked.scores[0], output[0]
            rows, keys = scores.shape
            # Rows that see fewer tokens choose masked ones as well.
            last = torch.arange(keys - rows, keys)
            ids = chosen.masked_fill(chosen > last[:, None], -1).sort(dim=-1).values
            gaps = _gap(scores, ids.shape[-1]).masked_fill(last < ids.shape[-1], float("inf"))
            self.taps[f"{name}.indexer_ids"] = ids.to(torch.int32)
            self.taps[f"{name}.indexer.gaps"] = gaps * INDEXER_STEEPNESS

        self.handles.append(module.register_forward_pre_hook(before))
        self.handles.append(module.register_forward_hook(hook))

    def __enter__(self) -> "Recorder":
        decoder = text_decoder(self.model)
        one_mixer = hasattr(decoder, "norm_f")
        self._tap(decoder.embeddings if one_mixer else decoder.embed_tokens, "embed")
        for index, layer in enumerate(decoder.layers):
            name = f"layers.{index}"
            parts = ("mixer", "linear_attn", "self_attn")
            mixer = next(getattr(layer, part) for part in parts if hasattr(layer, part))
            self._tap(mixer, f"{name}.mixer_out")
            self._tap(layer, f"{name}.out")
            if not one_mixer:
                self._tap(layer.mlp, f"{name}.mlp_out")
            routed = mixer if one_mixer else layer.mlp
            if hasattr(routed, "gate"):
                self._router(routed.gate, name)
            if hasattr(mixer, "indexer"):
                self._indexer(mixer.indexer, name)
        self._tap(decoder.norm_f if one_mixer else decoder.norm, "final_norm")
        return self

    def __exit__(self, *_exc) -> None:
        for handle in self.handles:
            handle.remove()


@torch.no_grad()
def forward(model: torch.nn.Module, ids: list[int], cache=None):
    """One forward over `ids`; with `cache` the ids continue what it holds."""
    return model(input_ids=torch.tensor([ids]), past_key_values=cache, use_cache=True)


def prefill(model: torch.nn.Module, ids: list[int]) -> tuple[Tensors, torch.Tensor]:
    """Taps (f32) and logits [T, V] (f32) of the whole prompt in one forward."""
    with Recorder(model) as recorder:
        output = forward(model, ids)
    return recorder.taps, output.logits[0].float()


def states(model: torch.nn.Module, cache) -> Tensors:
    """Recurrent and convolution state of every GDN or Mamba layer in `cache`; empty for other
    families.
    """
    result: Tensors = {}
    for index, layer in enumerate(text_decoder(model).layers):
        mixer = getattr(layer, "mixer", None) or getattr(layer, "linear_attn", None)
        if not hasattr(mixer, "A_log"):
            continue
        held = cache.layers[index]
        result[f"layers.{index}.recurrent_state"] = held.recurrent_states[0][0].float().clone()
        # transformers keeps K columns; the oldest is never read again.
        result[f"layers.{index}.conv_state"] = held.conv_states[0][0, :, 1:].float().clone()
    return result


def states_at_lengths(model: torch.nn.Module, ids: list[int]) -> Tensors:
    """`states` of the whole prompt, and of its prefixes with the suffix `@length`."""
    result = states(model, forward(model, ids).past_key_values)
    if not result:
        return result
    for length in STATE_LENGTHS:
        prefix = states(model, forward(model, ids[:length]).past_key_values)
        result |= {f"{name}@{length}": tensor for name, tensor in prefix.items()}
    return result


def margins(logits: torch.Tensor) -> torch.Tensor:
    """Gap between the two largest logits of each row."""
    top = logits.float().topk(2, dim=-1).values
    return top[..., 0] - top[..., 1]


@dataclass
class Greedy:
    """A greedy continuation: ids, the top-2 gap of each choice, and the smallest routing gap met on
    the way.
    """

    prompt: list[int]
    ids: list[int]
    margins: torch.Tensor
    routing_gap: float


def routing_gaps(taps: Tensors, top_k: int) -> torch.Tensor | None:
    """For each row, over all layers, the smallest gap between the last chosen and the first refused
    router logit; where a layer recorded its own gaps, those.
    """
    gaps = []
    for name, logits in taps.items():
        if name.endswith(".gaps"):
            gaps.append(logits)
        elif name.endswith("router_logits") and name.replace("router_logits", "gaps") not in taps:
            gaps.append(_gap(logits, top_k))
    return torch.stack(gaps).amin(dim=0) if gaps else None


def routing_gap(taps: Tensors, top_k: int) -> float:
    """The smallest of `routing_gaps`; infinite for a model without routers."""
    gaps = routing_gaps(taps, top_k)
    return float("inf") if gaps is None else float(gaps.min())


def greedy(model: torch.nn.Module, prompt: list[int], count: int, top_k: int) -> Greedy:
    """`count` greedy tokens after `prompt`, one decode step each."""
    ids: list[int] = []
    gaps: list[torch.Tensor] = []
    routing = float("inf")
    cache, fed = None, prompt
    for _ in range(count):
        with Recorder(model) as recorder:
            output = forward(model, fed, cache)
        cache, row = output.past_key_values, output.logits[0, -1].float()
        routing = min(routing, routing_gap(recorder.taps, top_k))
        gaps.append(margins(row))
        ids.append(int(row.argmax()))
        fed = [ids[-1]]
    return Greedy(prompt, ids, torch.stack(gaps), routing)


def stepwise(model: torch.nn.Module, ids: list[int]) -> Tensors:
    """`logits` [T, V] of `ids` fed one token at a time, and the GDN states after them."""
    cache, rows = None, []
    for token in ids:
        output = forward(model, [token], cache)
        cache = output.past_key_values
        rows.append(output.logits[0, -1].float())
    return {"logits": torch.stack(rows)} | states(model, cache)
