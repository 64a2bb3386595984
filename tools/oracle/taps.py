"""Runs a checkpoint in transformers and records what each stage computes."""

from dataclasses import dataclass, field

import torch

Tensors = dict[str, torch.Tensor]

# Recurrent and convolution states are kept after these many tokens as well as after the whole
# prompt.
STATE_LENGTHS = (1, 33, 65)


def text_decoder(model: torch.nn.Module) -> torch.nn.Module:
    """The module that owns `embed_tokens`, `layers` and `norm`, also inside a multimodal
    wrapper.
    """
    for module in model.modules():
        if all(hasattr(module, part) for part in ("embed_tokens", "layers", "norm")):
            return module
    raise ValueError(f"{type(model).__name__} has no text decoder")


def _first(output):
    return output[0] if isinstance(output, tuple) else output


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

        self.handles.append(module.register_forward_hook(hook))

    def __enter__(self) -> "Recorder":
        decoder = text_decoder(self.model)
        self._tap(decoder.embed_tokens, "embed")
        for index, layer in enumerate(decoder.layers):
            name = f"layers.{index}"
            mixer = layer.linear_attn if hasattr(layer, "linear_attn") else layer.self_attn
            self._tap(mixer, f"{name}.mixer_out")
            self._tap(layer.mlp, f"{name}.mlp_out")
            self._tap(layer, f"{name}.out")
            if hasattr(layer.mlp, "gate"):
                self._router(layer.mlp.gate, name)
        self._tap(decoder.norm, "final_norm")
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
    """Recurrent and convolution state of every GDN layer in `cache`; empty for other families."""
    result: Tensors = {}
    for index, layer in enumerate(text_decoder(model).layers):
        if not hasattr(layer, "linear_attn"):
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
    router logit.
    """
    gaps = []
    for name, logits in taps.items():
        if name.endswith("router_logits") and logits.shape[-1] > top_k:
            ranked = logits.sort(dim=-1, descending=True).values
            gaps.append(ranked[:, top_k - 1] - ranked[:, top_k])
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
