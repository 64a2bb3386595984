"""Checks of the fixtures themselves: what a test could not see, they must not contain."""

import torch

import taps
from checkpoint import default_value, vectors_and_matrices

# Logit gaps below which a different but correct order of additions in f32 could change a choice.
MIN_GREEDY_ROUTING_GAP = 1e-3
MIN_GREEDY_MARGIN = 1e-3
# On the prompt the gap is wide enough for bf16 to choose the same experts as f32 (checked as well).
MIN_PROMPT_ROUTING_GAP = 0.1
# A continuation that repeats one token would hide most faults.
MIN_DISTINCT_GREEDY = 10
# transformers against itself: whole prompt against one token at a time.
MAX_STEPWISE_ERROR = 1e-4
# A parameter set to its default must move the logits by at least this share of their size.
MIN_SENSITIVITY = 1e-3


def relative_error(actual: torch.Tensor, expected: torch.Tensor) -> float:
    """max |actual - expected| over max |expected|."""
    return float((actual - expected).abs().max() / expected.abs().max())


def cosine(actual: torch.Tensor, expected: torch.Tensor) -> float:
    """Cosine of the two tensors taken as flat vectors."""
    return float(
        torch.nn.functional.cosine_similarity(
            actual.double().flatten(), expected.double().flatten(), dim=0
        )
    )


def stepwise_error(model: torch.nn.Module, ids: list[int], whole: taps.Tensors) -> float:
    """Largest error of logits and states between the prompt in one forward and one token at a
    time.
    """
    errors = {
        name: relative_error(tensor, whole[name])
        for name, tensor in taps.stepwise(model, ids).items()
    }
    worst = max(errors, key=errors.get)
    if errors[worst] > MAX_STEPWISE_ERROR:
        raise ValueError(f"{worst}: stepwise decode differs from prefill by {errors[worst]:.2e}")
    return errors[worst]


def additive(recorded: taps.Tensors) -> None:
    """Refuses taps in which a layer's output is not its input plus what its parts add."""
    stream = recorded["embed"]
    index = 0
    while (out := recorded.get(f"layers.{index}.out")) is not None:
        sum_of_parts = stream + recorded[f"layers.{index}.mixer_out"]
        sum_of_parts = sum_of_parts + recorded.get(f"layers.{index}.mlp_out", 0.0)
        if relative_error(sum_of_parts, out) > 1e-5:
            raise ValueError(f"layers.{index}.out is not the sum of its parts")
        stream, index = out, index + 1


@torch.no_grad()
def least_sensitive(
    model: torch.nn.Module, ids: list[int], logits: torch.Tensor, text_type: str
) -> tuple[str, float]:
    """The vector parameter of the text model whose default changes the logits least, and by how
    much.
    """
    worst = ("", float("inf"))
    # A loaded model keeps text parameters under other prefixes than the file; only the suffix
    # matters here.
    for name, parameter in vectors_and_matrices(taps.text_decoder(model)):
        default = default_value(f"model.{name}", text_type)
        if default is None:
            continue
        kept = parameter.detach().clone()
        parameter.fill_(default)
        change = relative_error(taps.forward(model, ids).logits[0].float(), logits)
        parameter.copy_(kept)
        if change < worst[1]:
            worst = (name, change)
    if worst[1] < MIN_SENSITIVITY:
        raise ValueError(f"{worst[0]} at its default changes the logits by only {worst[1]:.2e}")
    return worst


def finite(tensors: taps.Tensors) -> None:
    """Refuses NaN and infinity in any recorded tensor."""
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not bool(torch.isfinite(tensor).all()):
            raise ValueError(f"{name} is not finite")


def same_routing(half: taps.Tensors, full: taps.Tensors) -> None:
    """Refuses a prompt on which bf16 picks other experts or tokens than f32: its logits would not
    be comparable.
    """
    for name, experts in full.items():
        if name.endswith(("router_ids", "indexer_ids")) and not torch.equal(
            half[name].sort(dim=-1).values, experts.sort(dim=-1).values
        ):
            raise ValueError(f"{name} differs between bf16 and f32")
