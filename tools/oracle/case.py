"""A fixture case, and the parts that cases of all families share."""

from dataclasses import dataclass, field
from typing import Any

import torch

from checkpoint import Traits

Config = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One checkpoint and how it is stored."""

    name: str
    # transformers class that loads the whole checkpoint.
    model_class: str
    # Mistakes that this case, and no other, would catch.
    exercises: str
    # config.json as a published checkpoint of the family spells it.
    config: Config
    # Tokens in the oracle prompt: odd, past two 64-token chunks and four 32-token KV blocks.
    prompt_tokens: int
    storage: torch.dtype = torch.bfloat16
    # Name suffix -> element type, where it differs from `storage`.
    storage_exceptions: dict[str, torch.dtype] = field(default_factory=dict)
    fused_experts: bool = False
    shards: int = 1
    generation_config: Config | None = None
    # Adds an `mtp.*` module, which the causal LM ignores and the `mtp.*` taps cover.
    mtp: bool = False
    seed: int = 1
    # Tensors of parts that a text server must skip, by name prefix.
    skipped_prefixes: tuple[str, ...] = ()
    # Spread of the embedding, and of what layers add to it. A tied head repeats its input unless
    # layers outweigh it.
    embedding_std: float = 1.0
    output_gain: float = 0.8
    # Changes to the text config, each of which must move the logits: reading the key wrongly cannot
    # pass.
    must_matter: tuple[Config, ...] = ()

    @property
    def text_config(self) -> Config:
        return self.config.get("text_config", self.config)

    @property
    def text_type(self) -> str:
        return self.text_config["model_type"]

    @property
    def traits(self) -> Traits:
        return Traits(
            seed=self.seed,
            text_type=self.text_type,
            hidden_size=self.text_config["hidden_size"],
            embedding_std=self.embedding_std,
            output_gain=self.output_gain,
        )


def hub(architecture: str, model_type: str, **keys: Any) -> Config:
    """Adds the keys that nearly every published config.json carries."""
    return {
        "architectures": [architecture],
        "model_type": model_type,
        "attention_dropout": 0.0,
        "hidden_act": "silu",
        "initializer_range": 0.02,
        "use_cache": True,
        "bos_token_id": 1,
        "eos_token_id": 2,
        **keys,
    }


GENERATION = {
    "bos_token_id": 1,
    "eos_token_id": [2, 5],
    "do_sample": True,
    "temperature": 0.7,
    "top_k": 20,
    "top_p": 0.8,
}
