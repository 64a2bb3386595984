"""Random legal configurations of every family, spelled as released checkpoints spell them."""

import random
from dataclasses import dataclass, field
from typing import Any

Config = dict[str, Any]

# family -> (class that computes the logits, text model_type)
FAMILIES = {
    "llama": ("LlamaForCausalLM", "llama"),
    "mistral": ("MistralForCausalLM", "mistral"),
    "qwen2": ("Qwen2ForCausalLM", "qwen2"),
    "qwen3": ("Qwen3ForCausalLM", "qwen3"),
    "qwen3_moe": ("Qwen3MoeForCausalLM", "qwen3_moe"),
    "qwen3_next": ("Qwen3NextForCausalLM", "qwen3_next"),
    "qwen3_5_text": ("Qwen3_5ForCausalLM", "qwen3_5_text"),
    "qwen3_5_moe_text": ("Qwen3_5MoeForCausalLM", "qwen3_5_moe_text"),
    "qwen3_5": ("Qwen3_5ForConditionalGeneration", "qwen3_5_text"),
    "qwen3_5_moe": ("Qwen3_5MoeForConditionalGeneration", "qwen3_5_moe_text"),
    "mistral3": ("Mistral3ForConditionalGeneration", "mistral"),
}
HYBRID = {"qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"}
# model_type of the vision part of each wrapper.
WRAPPERS = {"qwen3_5", "qwen3_5_moe", "mistral3"}
MAY_LACK_HEAD_DIM = {"llama", "mistral", "qwen2"}
LINEAR, FULL, SLIDING = "linear_attention", "full_attention", "sliding_attention"


@dataclass
class Drawn:
    """One configuration and how its checkpoint is to be written."""

    family: str
    model_class: str
    text_type: str
    config: Config
    # "published": this config.json and one tensor layout of released files; "saved": what
    # save_pretrained writes.
    style: str
    storage: str
    shards: int
    fused_experts: bool
    mtp: bool
    head_copy: bool
    tokenizer: bool
    notes: list[str] = field(default_factory=list)

    @property
    def text_config(self) -> Config:
        return self.config.get("text_config", self.config)


def _rope_scaling(rng: random.Random, kind: str, max_position: int) -> Config:
    """The keys of one rope type, optional ones now and then."""
    original = rng.choice([16, 32, 64, 100])
    if kind in ("linear", "dynamic"):
        return {"factor": rng.choice([1.0, 2.0, 4.0, 3.5])}
    if kind == "llama3":
        return {
            "factor": rng.choice([8.0, 32.0, 4.0]),
            "low_freq_factor": 1.0,
            "high_freq_factor": rng.choice([4.0, 2.0]),
            "original_max_position_embeddings": original,
        }
    if kind == "yarn":
        keys: Config = {
            "factor": rng.choice([2.0, 4.0, 1.5, 16.0]),
            "original_max_position_embeddings": original,
        }
        if rng.random() < 0.3:
            keys |= {"beta_fast": rng.choice([32.0, 16.0]), "beta_slow": rng.choice([1.0, 2.0])}
        extra = rng.random()
        if extra < 0.2:
            keys["attention_factor"] = rng.choice([1.0, 1.3])
        elif extra < 0.4:
            keys |= {"mscale": rng.choice([1.0, 0.7]), "mscale_all_dim": rng.choice([1.0, 0.5])}
        if rng.random() < 0.2:
            keys["truncate"] = rng.choice([True, False])
        if rng.random() < 0.2 and max_position >= 4096:
            del keys["original_max_position_embeddings"]
        return keys
    return {}


def _rope(rng: random.Random, text_type: str, max_position: int, notes: list[str]) -> Config:
    kinds = {"llama": ["default", "llama3", "llama3", "linear", "dynamic", "yarn"]}
    kind = rng.choice(kinds.get(text_type, ["default", "default", "yarn", "linear", "dynamic"]))
    if text_type in HYBRID and kind == "dynamic":
        # transformers divides by the rotated dims less two here, which may be none; a quarter of 8
        # is such a case.
        kind = "default"
    theta = rng.choice([10000.0, 1000000.0, 500000, 10000000, 150.0])
    scaling = _rope_scaling(rng, kind, max_position)
    partial = {"partial_rotary_factor": rng.choice([0.25, 0.5, 1.0])} if text_type in HYBRID else {}
    mrope = {}
    if text_type.startswith("qwen3_5") and rng.random() < 0.7:
        mrope = {
            "mrope_section": rng.choice([[1, 1, 1], [2, 1, 1], [11, 11, 10]]),
            "mrope_interleaved": True,
        }
    spelling = rng.choice(["new", "new", "old", "old", "absent"])
    notes.append(f"rope {kind} {spelling}")
    name = rng.choice(["type", "rope_type", "both"]) if spelling == "old" else "rope_type"
    named = {"type": kind, "rope_type": kind} if name == "both" else {name: kind}
    if spelling == "absent":
        return partial
    if spelling == "new":
        return {"rope_parameters": named | {"rope_theta": theta} | scaling | partial | mrope}
    old = None if kind == "default" and not mrope else named | scaling | mrope
    return {"rope_theta": theta, "rope_scaling": old} | partial


def _windows(rng: random.Random, text_type: str, layers: int, notes: list[str]) -> Config:
    # No window of 1: the cache of transformers keeps everything there.
    if text_type == "mistral":
        choice = rng.choice(["null", "set", "set", "absent"])
        notes.append(f"window {choice}")
        return {
            "null": {"sliding_window": None},
            "set": {"sliding_window": rng.choice([2, 5, 17, 33, 64, 200])},
            "absent": {},
        }[choice]
    if text_type not in ("qwen2", "qwen3", "qwen3_moe"):
        return {}
    choice = rng.choice(["off", "off, window set", "on", "on", "on, null", "absent"])
    notes.append(f"window {choice}")
    if choice == "absent":
        return {}
    keys: Config = {
        "use_sliding_window": choice.startswith("on"),
        "sliding_window": None if choice in ("off", "on, null") else rng.choice([2, 5, 17, 33, 64]),
        "max_window_layers": rng.randint(0, layers + 1),
    }
    if text_type != "qwen3_moe" and choice == "on" and rng.random() < 0.5:
        keys["layer_types"] = [rng.choice([FULL, SLIDING]) for _ in range(layers)]
        notes.append("layer_types")
    return keys


def _experts(rng: random.Random, text_type: str, layers: int, notes: list[str]) -> Config:
    experts = rng.choice([1, 2, 4, 5, 8, 11])
    keys: Config = {
        "num_experts": experts,
        "num_experts_per_tok": rng.randint(1, min(experts, 6)),
        "moe_intermediate_size": rng.choice([5, 8, 12, 24, 33]),
    }
    if text_type in ("qwen3_moe", "qwen3_next"):
        keys["norm_topk_prob"] = rng.choice([True, False])
        keys["decoder_sparse_step"] = rng.choice([1, 1, 2, 3])
        keys["mlp_only_layers"] = sorted(
            rng.sample(range(layers), rng.choice([0, 0, min(1, layers)]))
        )
        notes.append(
            f"sparse step {keys['decoder_sparse_step']}, dense {keys['mlp_only_layers']}, norm_topk"
            f" {keys['norm_topk_prob']}"
        )
    if text_type in HYBRID:
        keys["shared_expert_intermediate_size"] = rng.choice([5, 8, 24, 40])
    notes.append(f"experts {keys['num_experts_per_tok']} of {experts}")
    return keys


def _linear(rng: random.Random, layers: int, notes: list[str]) -> Config:
    key_heads, ratio = rng.choice([1, 2, 3]), rng.choice([1, 1, 2, 3, 4])
    keys: Config = {
        "linear_num_key_heads": key_heads,
        "linear_num_value_heads": key_heads * ratio,
        "linear_key_head_dim": rng.choice([8, 16, 24, 32]),
        "linear_value_head_dim": rng.choice([8, 16, 20, 32]),
        "linear_conv_kernel_dim": rng.choice([2, 3, 4, 4]),
    }
    # One attention layer at least: transformers sizes its cache by one.
    if rng.random() < 0.5:
        types = [rng.choice([LINEAR, LINEAR, FULL]) for _ in range(layers)]
        types[rng.randrange(layers)] = FULL
        keys["layer_types"] = types
        notes.append(f"layers {''.join('F' if t == FULL else 'L' for t in types)}")
    else:
        keys["full_attention_interval"] = rng.randint(1, layers)
        notes.append(f"interval {keys['full_attention_interval']}")
    notes.append(
        f"linear heads {key_heads}/{key_heads * ratio}, kernel {keys['linear_conv_kernel_dim']}"
    )
    return keys


def _heads(rng: random.Random, text_type: str, notes: list[str]) -> Config:
    kv, ratio = rng.choice([1, 2, 3]), rng.choice([1, 1, 2, 3, 4, 5])
    heads, head_dim = kv * ratio, rng.choice(
        [8, 16, 24, 32, 64] if text_type in HYBRID else [4, 6, 8, 10, 16, 24, 32]
    )
    notes.append(f"heads {heads}/{kv} of {head_dim}")
    keys: Config = {"num_attention_heads": heads, "num_key_value_heads": kv}
    if text_type in MAY_LACK_HEAD_DIM and rng.random() < 0.4:
        null = (
            {"head_dim": None} if text_type in ("mistral", "llama") and rng.random() < 0.4 else {}
        )
        return keys | null | {"hidden_size": heads * head_dim}
    hidden = rng.choice([12, 16, 20, 33, 40, 48, 56, 72])
    # transformers asks this of llama, for no reason of the arithmetic.
    return keys | {
        "head_dim": head_dim,
        "hidden_size": heads * (hidden // heads + 1) if text_type == "llama" else hidden,
    }


def _text(rng: random.Random, text_type: str, notes: list[str]) -> Config:
    layers = rng.randint(1, 5)
    max_position = rng.choice([200, 256, 512, 4096, 131072])
    keys: Config = {
        "vocab_size": rng.choice([97, 131, 256, 257, 300, 333, 512, 1001]),
        "num_hidden_layers": layers,
        "max_position_embeddings": max_position,
        "rms_norm_eps": rng.choice([1e-6, 1e-5, 1e-3, 0.05]),
        "hidden_act": "silu",
        "initializer_range": 0.02,
        "use_cache": True,
        "attention_dropout": 0.0,
        "tie_word_embeddings": rng.choice([True, False]),
    }
    if text_type == "llama" and rng.random() < 0.5:
        keys |= {"pretraining_tp": 1}
    keys |= (
        _heads(rng, text_type, notes)
        | _rope(rng, text_type, max_position, notes)
        | _windows(rng, text_type, layers, notes)
    )
    if text_type in ("llama", "qwen3", "qwen3_moe", *HYBRID) and rng.random() < 0.6:
        keys["attention_bias"] = rng.choice([True, False])
    if text_type == "llama" and rng.random() < 0.6:
        keys["mlp_bias"] = rng.choice([True, False])
    if text_type in HYBRID:
        keys |= _linear(rng, layers, notes)
    if "moe" in text_type or text_type == "qwen3_next":
        keys |= _experts(rng, text_type, layers, notes)
    if text_type != "qwen3_5_moe_text":
        keys["intermediate_size"] = rng.choice([7, 17, 24, 40, 64, 96])
    notes += [
        f"bias {keys.get('attention_bias')}/{keys.get('mlp_bias')}",
        f"tied {keys['tie_word_embeddings']}",
        f"H {keys['hidden_size']} V {keys['vocab_size']} L {layers}",
    ]
    return keys


def _vision(family: str, hidden: int) -> Config:
    if family == "mistral3":
        return {
            "attention_dropout": 0.0,
            "head_dim": 8,
            "hidden_act": "silu",
            "hidden_size": 16,
            "image_size": 28,
            "initializer_range": 0.02,
            "intermediate_size": 24,
            "model_type": "pixtral",
            "num_attention_heads": 2,
            "num_channels": 3,
            "num_hidden_layers": 1,
            "patch_size": 14,
            "rope_theta": 10000.0,
        }
    return {
        "deepstack_visual_indexes": [],
        "depth": 1,
        "hidden_act": "gelu_pytorch_tanh",
        "hidden_size": 16,
        "in_channels": 3,
        "initializer_range": 0.02,
        "intermediate_size": 24,
        "model_type": family,
        "num_heads": 2,
        "num_position_embeddings": 4,
        "out_hidden_size": hidden,
        "patch_size": 4,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
    }


def _wrap(rng: random.Random, family: str, text: Config, notes: list[str]) -> Config:
    """The released multimodal files: text keys one level down, the head tied by the root."""
    tied = text["tie_word_embeddings"]
    where = rng.choice(["both", "root"])
    if where == "root":
        text.pop("tie_word_embeddings")
    notes.append(f"tie key in {where}")
    vocab = text["vocab_size"]
    keys: Config = {
        "text_config": text,
        "vision_config": _vision(family, text["hidden_size"]),
        "tie_word_embeddings": tied,
    }
    if family == "mistral3":
        return keys | {
            "image_token_index": vocab - 1,
            "multimodal_projector_bias": False,
            "projector_hidden_act": "gelu",
            "spatial_merge_size": 2,
            "vision_feature_layer": -1,
        }
    return keys | {
        "image_token_id": vocab - 1,
        "video_token_id": vocab - 2,
        "vision_start_token_id": vocab - 3,
        "vision_end_token_id": vocab - 4,
    }


def draw(family: str, seed: int) -> Drawn:
    """The configuration of one seed."""
    rng = random.Random(f"{family} {seed}")
    notes: list[str] = []
    model_class, text_type = FAMILIES[family]
    config = {"model_type": text_type} | _text(rng, text_type, notes)
    if family in WRAPPERS:
        config = _wrap(rng, family, config, notes)
    config = {"architectures": [model_class], "model_type": family} | {
        k: v for k, v in config.items() if k != "model_type"
    }
    storage = rng.choice(["bfloat16", "bfloat16", "float16", "float32"])
    config[rng.choice(["dtype", "torch_dtype"])] = storage
    if rng.random() < 0.5:
        config |= {
            "bos_token_id": 1,
            "eos_token_id": rng.choice([2, [2, 5]]),
            "pad_token_id": rng.choice([None, 0]),
        }
    return Drawn(
        family=family,
        model_class=model_class,
        text_type=text_type,
        config=config,
        storage=storage,
        style=rng.choice(["published", "published", "saved"]),
        shards=rng.choice([1, 1, 2, 3]),
        fused_experts=rng.random() < 0.5,
        mtp=text_type in HYBRID and rng.random() < 0.5,
        head_copy=rng.random() < 0.3,
        tokenizer=rng.random() < 0.3,
        notes=notes,
    )
