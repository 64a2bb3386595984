"""The table of fixture cases: one small checkpoint each, odd sizes on purpose."""

from dataclasses import dataclass, field
from typing import Any

import torch

from weights import Traits

Config = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One checkpoint and how it is stored."""

    name: str
    # transformers class that loads the whole checkpoint.
    model_class: str
    # What this case, and no other, would catch.
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
    # Spread of the embedding, and of what layers add to it. A tied head repeats its input unless layers outweigh it.
    embedding_std: float = 1.0
    output_gain: float = 0.8
    # Changes to the text config, each of which must move the logits: reading the key wrongly cannot pass.
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


def _hub(architecture: str, model_type: str, **keys: Any) -> Config:
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


_LLAMA3_ROPE = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}

_YARN_ROPE = {
    "rope_type": "yarn",
    "rope_theta": 10000.0,
    "factor": 4.0,
    "original_max_position_embeddings": 64,
    # The ramp then starts and ends inside the few frequencies of a small head.
    "beta_fast": 4.0,
    "beta_slow": 0.4,
}

_GENERATION = {"bos_token_id": 1, "eos_token_id": [2, 5], "do_sample": True, "temperature": 0.7, "top_k": 20, "top_p": 0.8}


def _dense_cases() -> list[Case]:
    return [
        Case(
            name="llama_rope_llama3",
            model_class="LlamaForCausalLM",
            exercises="llama3 rope scaling, biases on attention and MLP, one KV head, 3 heads of 16 in 60, old-style rope keys",
            config=_hub(
                "LlamaForCausalLM", "llama", vocab_size=257, hidden_size=60, intermediate_size=84, num_hidden_layers=3,
                num_attention_heads=3, num_key_value_heads=1, head_dim=16, max_position_embeddings=512, rms_norm_eps=1e-2,
                rope_theta=500000.0, rope_scaling=_LLAMA3_ROPE, attention_bias=True, mlp_bias=True,
                tie_word_embeddings=False, pretraining_tp=1, torch_dtype="bfloat16", transformers_version="4.42.3",
            ),
            prompt_tokens=149,
            must_matter=(
                {"rope_scaling": None},
                {"rope_scaling": _LLAMA3_ROPE | {"original_max_position_embeddings": 128}},
                {"rope_theta": 400000.0},
                {"rms_norm_eps": 1e-6},
            ),
            generation_config=_GENERATION,
        ),
        Case(
            name="llama_tied_f16",
            model_class="LlamaForCausalLM",
            exercises="tied head, f16 storage, no head_dim key, kv heads default to heads, linear rope scaling under the key 'type'",
            config=_hub(
                "LlamaForCausalLM", "llama", vocab_size=300, hidden_size=48, intermediate_size=100, num_hidden_layers=3,
                num_attention_heads=6, max_position_embeddings=512, rms_norm_eps=1e-3,
                rope_theta=10000.0, rope_scaling={"type": "linear", "factor": 2.5}, attention_bias=False, mlp_bias=False,
                tie_word_embeddings=True, pretraining_tp=1, torch_dtype="float16", transformers_version="4.31.0",
            ),
            prompt_tokens=133,
            embedding_std=0.2,
            output_gain=1.1,
            must_matter=(
                {"rope_scaling": None},
                {"rope_scaling": {"type": "linear", "factor": 2.4}},
                {"rms_norm_eps": 1e-6},
            ),
            storage=torch.float16,
        ),
        Case(
            name="mistral_window",
            model_class="MistralForCausalLM",
            exercises="sliding window of 40 < prompt, window not a multiple of the KV block, 5 heads of 12 in 56, two shards",
            config=_hub(
                "MistralForCausalLM", "mistral", vocab_size=256, hidden_size=56, intermediate_size=90, num_hidden_layers=3,
                num_attention_heads=5, num_key_value_heads=1, head_dim=12, max_position_embeddings=512, rms_norm_eps=1e-2,
                rope_theta=10000.0, sliding_window=40, tie_word_embeddings=False, torch_dtype="bfloat16",
                transformers_version="4.34.0",
            ),
            prompt_tokens=151,
            must_matter=(
                {"sliding_window": None},
                {"sliding_window": 39},
                {"sliding_window": 41},
                {"rms_norm_eps": 1e-6},
            ),
            shards=2,
        ),
        Case(
            name="mistral3_wrapper",
            model_class="Mistral3ForConditionalGeneration",
            exercises="multimodal wrapper: nested text_config, language_model.* names, vision_tower.* and multi_modal_projector.* skipped",
            config=_mistral3_config(),
            prompt_tokens=135,
            must_matter=(
                {"rope_theta": 500000.0},
            ),
            skipped_prefixes=("vision_tower.", "multi_modal_projector."),
        ),
        Case(
            name="qwen2_bias",
            model_class="Qwen2ForCausalLM",
            exercises="q/k/v bias without o bias, tied head, inert sliding-window keys, 7 heads of 8 over 7 kv heads",
            config=_hub(
                "Qwen2ForCausalLM", "qwen2", vocab_size=259, hidden_size=56, intermediate_size=72, num_hidden_layers=3,
                num_attention_heads=7, num_key_value_heads=7, max_position_embeddings=512, rms_norm_eps=1e-3,
                rope_theta=1000000.0, use_sliding_window=False, sliding_window=32, max_window_layers=3,
                tie_word_embeddings=True, torch_dtype="bfloat16", transformers_version="4.40.1",
            ),
            prompt_tokens=139,
            embedding_std=0.2,
            output_gain=1.1,
            must_matter=(
                {"use_sliding_window": True, "max_window_layers": 0},
                {"rope_theta": 500000.0},
                {"rms_norm_eps": 1e-6},
            ),
        ),
        Case(
            name="qwen2_window",
            model_class="Qwen2ForCausalLM",
            exercises="sliding window of 33 from layer max_window_layers=1 on, full attention below it",
            config=_hub(
                "Qwen2ForCausalLM", "qwen2", vocab_size=256, hidden_size=40, intermediate_size=64, num_hidden_layers=3,
                num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=512, rms_norm_eps=1e-6,
                rope_theta=1000000.0, use_sliding_window=True, sliding_window=33, max_window_layers=1,
                tie_word_embeddings=False, torch_dtype="bfloat16", transformers_version="4.40.1",
            ),
            prompt_tokens=129,
            must_matter=(
                {"sliding_window": 32},
                {"sliding_window": 34},
                {"max_window_layers": 0},
                {"max_window_layers": 2},
            ),
        ),
        Case(
            name="qwen3_tied_f32",
            model_class="Qwen3ForCausalLM",
            exercises="q/k norm, tied head, f32 storage, 3 heads of 20 in 52",
            config=_hub(
                "Qwen3ForCausalLM", "qwen3", vocab_size=256, hidden_size=52, intermediate_size=76, num_hidden_layers=3,
                num_attention_heads=3, num_key_value_heads=1, head_dim=20, max_position_embeddings=512, rms_norm_eps=1e-3,
                rope_theta=1000000.0, rope_scaling=None, attention_bias=False, use_sliding_window=False,
                sliding_window=None, max_window_layers=3, tie_word_embeddings=True, torch_dtype="float32",
                transformers_version="4.51.0",
            ),
            prompt_tokens=131,
            embedding_std=0.2,
            output_gain=1.1,
            must_matter=(
                {"rope_theta": 500000.0},
                {"rms_norm_eps": 1e-6},
            ),
            storage=torch.float32,
            generation_config=_GENERATION,
        ),
        Case(
            name="qwen3_yarn",
            model_class="Qwen3ForCausalLM",
            exercises="yarn rope past its original length with its own betas, attention bias, untied head, new-style rope_parameters and dtype keys",
            config=_hub(
                "Qwen3ForCausalLM", "qwen3", vocab_size=301, hidden_size=44, intermediate_size=68, num_hidden_layers=3,
                num_attention_heads=6, num_key_value_heads=2, head_dim=24, max_position_embeddings=256, rms_norm_eps=1e-6,
                rope_parameters=_YARN_ROPE,
                attention_bias=True, use_sliding_window=False, sliding_window=None, max_window_layers=3,
                layer_types=["full_attention"] * 3, tie_word_embeddings=False, dtype="bfloat16",
                transformers_version="5.17.0",
            ),
            prompt_tokens=147,
            must_matter=(
                {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0}},
                {"rope_parameters": _YARN_ROPE | {"factor": 3.5}},
                {"rope_parameters": _YARN_ROPE | {"attention_factor": 1.0}},
                {"rope_parameters": _YARN_ROPE | {"original_max_position_embeddings": 128}},
                {"rope_parameters": _YARN_ROPE | {"beta_fast": 32.0}},
                {"rope_parameters": _YARN_ROPE | {"beta_slow": 1.0}},
            ),
        ),
    ]


def _mistral3_config() -> Config:
    return {
        "architectures": ["Mistral3ForConditionalGeneration"],
        "model_type": "mistral3",
        "image_token_index": 10,
        "multimodal_projector_bias": False,
        "projector_hidden_act": "gelu",
        "spatial_merge_size": 2,
        # transformers ties the head of this wrapper when the root does not say otherwise.
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
        "transformers_version": "4.50.0",
        "vision_feature_layer": -1,
        "text_config": {
            "model_type": "mistral", "attention_dropout": 0.0, "hidden_act": "silu", "initializer_range": 0.02,
            "vocab_size": 264, "hidden_size": 48, "intermediate_size": 80, "num_hidden_layers": 3,
            "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 512,
            "rms_norm_eps": 1e-5, "rope_theta": 1000000.0, "sliding_window": None, "use_cache": True,
            "tie_word_embeddings": False,
        },
        "vision_config": {
            "model_type": "pixtral", "attention_dropout": 0.0, "hidden_act": "silu", "hidden_size": 16,
            "image_size": 28, "initializer_range": 0.02, "intermediate_size": 24, "num_attention_heads": 2,
            "head_dim": 8, "num_channels": 3, "num_hidden_layers": 1, "patch_size": 14, "rope_theta": 10000.0,
        },
    }


def _moe_cases() -> list[Case]:
    return [
        Case(
            name="qwen3_moe_mlp_only",
            model_class="Qwen3MoeForCausalLM",
            exercises="7 experts, top 3 renormalised, a dense layer through mlp_only_layers, old-style yarn with default betas, per-expert tensors, three shards",
            config=_hub(
                "Qwen3MoeForCausalLM", "qwen3_moe", vocab_size=256, hidden_size=48, intermediate_size=72,
                num_hidden_layers=3, num_attention_heads=5, num_key_value_heads=1, head_dim=16,
                max_position_embeddings=512, rms_norm_eps=1e-6, rope_theta=1000000.0,
                rope_scaling={"rope_type": "yarn", "factor": 2.0, "original_max_position_embeddings": 64},
                attention_bias=False, decoder_sparse_step=1, mlp_only_layers=[1], moe_intermediate_size=20,
                norm_topk_prob=True, num_experts=7, num_experts_per_tok=3, output_router_logits=False,
                router_aux_loss_coef=0.001, use_sliding_window=False, sliding_window=None, max_window_layers=3,
                tie_word_embeddings=False, torch_dtype="bfloat16", transformers_version="4.51.0",
            ),
            prompt_tokens=149,
            must_matter=(
                {"rope_scaling": None},
                {"norm_topk_prob": False},
                {"num_experts_per_tok": 2},
            ),
            shards=3,
        ),
        Case(
            name="qwen3_moe_top1",
            model_class="Qwen3MoeForCausalLM",
            exercises="top 1 without renormalisation, decoder_sparse_step 2, tied head",
            config=_hub(
                "Qwen3MoeForCausalLM", "qwen3_moe", vocab_size=256, hidden_size=40, intermediate_size=56,
                num_hidden_layers=4, num_attention_heads=6, num_key_value_heads=3, head_dim=8,
                max_position_embeddings=512, rms_norm_eps=1e-3, rope_theta=1000000.0, rope_scaling=None,
                attention_bias=False, decoder_sparse_step=2, mlp_only_layers=[], moe_intermediate_size=24,
                norm_topk_prob=False, num_experts=6, num_experts_per_tok=1, output_router_logits=False,
                router_aux_loss_coef=0.001, use_sliding_window=False, sliding_window=None, max_window_layers=4,
                tie_word_embeddings=True, torch_dtype="bfloat16", transformers_version="4.51.0",
            ),
            prompt_tokens=131,
            embedding_std=0.2,
            output_gain=1.1,
            must_matter=(
                {"norm_topk_prob": True},
                {"num_experts_per_tok": 2},
                {"rms_norm_eps": 1e-6},
            ),
        ),
    ]


def _next_config(**keys: Any) -> Config:
    common = _hub(
        "Qwen3NextForCausalLM", "qwen3_next", attention_bias=False, decoder_sparse_step=1, full_attention_interval=4,
        linear_conv_kernel_dim=4, max_position_embeddings=512, mlp_only_layers=[], norm_topk_prob=True,
        num_hidden_layers=4, output_router_logits=False, partial_rotary_factor=0.25, rms_norm_eps=1e-6,
        rope_scaling=None, rope_theta=10000000.0, router_aux_loss_coef=0.001, tie_word_embeddings=False,
        torch_dtype="bfloat16", transformers_version="4.57.0.dev0", use_sliding_window=False,
    )
    return common | keys


def _qwen35_text(model_type: str, **keys: Any) -> Config:
    """Text keys as released; `mtp_*`, `mamba_ssm_dtype` and the mrope keys are part of every released file."""
    common = {
        "attention_bias": False, "attention_dropout": 0.0, "attn_output_gate": True, "dtype": "bfloat16",
        "eos_token_id": 2, "full_attention_interval": 4, "hidden_act": "silu", "initializer_range": 0.02,
        "linear_conv_kernel_dim": 4, "mamba_ssm_dtype": "float32", "max_position_embeddings": 512,
        "model_type": model_type, "mtp_num_hidden_layers": 1,
        "mtp_use_dedicated_embeddings": False, "num_hidden_layers": 4, "rms_norm_eps": 1e-6, "use_cache": True,
    }
    return common | keys


def _qwen35_rope(section: list[int], partial: float = 0.25) -> Config:
    return {
        "mrope_interleaved": True, "mrope_section": section, "partial_rotary_factor": partial, "rope_theta": 10000000,
        "rope_type": "default",
    }


def _vision_config(model_type: str, hidden: int) -> Config:
    return {
        "deepstack_visual_indexes": [], "depth": 1, "hidden_act": "gelu_pytorch_tanh", "hidden_size": 16,
        "in_channels": 3, "initializer_range": 0.02, "intermediate_size": 24, "model_type": model_type,
        "num_heads": 2, "num_position_embeddings": 4, "out_hidden_size": hidden, "patch_size": 4,
        "spatial_merge_size": 2, "temporal_patch_size": 2,
    }


def _wrapper(architecture: str, model_type: str, text: Config) -> Config:
    return {
        "architectures": [architecture], "image_token_id": 248, "model_type": model_type, "text_config": text,
        "tie_word_embeddings": False, "transformers_version": "4.57.0.dev0", "video_token_id": 249,
        "vision_config": _vision_config(model_type, text["hidden_size"]), "vision_end_token_id": 251,
        "vision_start_token_id": 250,
    }


def _hybrid_cases() -> list[Case]:
    return [
        Case(
            name="qwen3_next",
            model_class="Qwen3NextForCausalLM",
            exercises="qkvz/ba rows grouped per key head, 3 value heads per key head, gated attention, shared expert, partial rope, mtp.*",
            config=_next_config(
                vocab_size=256, hidden_size=40, head_dim=32, intermediate_size=64, linear_key_head_dim=16,
                linear_num_key_heads=2, linear_num_value_heads=6, linear_value_head_dim=16, moe_intermediate_size=12,
                num_attention_heads=3, num_experts=7, num_experts_per_tok=2, num_key_value_heads=1,
                shared_expert_intermediate_size=20,
            ),
            prompt_tokens=133,
            must_matter=(
                {"norm_topk_prob": False},
                {"partial_rotary_factor": 0.5},
                {"rope_theta": 5000000.0},
            ),
            shards=2,
            mtp=True,
            generation_config=_GENERATION,
        ),
        Case(
            name="qwen3_next_layer_types",
            model_class="Qwen3NextForCausalLM",
            exercises="explicit layer_types, dk 12 and dv 20, conv kernel 3, sparse step 2, top-k not renormalised, tied, f32 A_log and gated norm",
            config=_next_config(
                vocab_size=257, rms_norm_eps=1e-3, hidden_size=44, head_dim=16, intermediate_size=60,
                linear_key_head_dim=12,
                linear_num_key_heads=3, linear_num_value_heads=3, linear_value_head_dim=20, linear_conv_kernel_dim=3,
                moe_intermediate_size=18, num_attention_heads=4, num_experts=5, num_experts_per_tok=2,
                num_key_value_heads=2, shared_expert_intermediate_size=24, decoder_sparse_step=2, norm_topk_prob=False,
                layer_types=["linear_attention", "full_attention", "full_attention", "linear_attention"],
                partial_rotary_factor=0.5, tie_word_embeddings=True,
            ),
            prompt_tokens=131,
            embedding_std=0.35,
            output_gain=0.8,
            must_matter=(
                {"norm_topk_prob": True},
                {"partial_rotary_factor": 0.25},
                {"rms_norm_eps": 1e-6},
            ),
            storage_exceptions={".A_log": torch.float32, "linear_attn.norm.weight": torch.float32},
        ),
        Case(
            name="qwen3_5_text",
            model_class="Qwen3_5ForCausalLM",
            exercises="dense hybrid, text-only names, split GDN projections, tied head, f32 A_log",
            config=_qwen35_text(
                "qwen3_5_text", architectures=["Qwen3_5ForCausalLM"], vocab_size=256, rms_norm_eps=1e-3, hidden_size=52,
                head_dim=24, intermediate_size=80, linear_key_head_dim=16, linear_num_key_heads=2, linear_num_value_heads=4,
                linear_value_head_dim=16, num_attention_heads=3, num_key_value_heads=1, tie_word_embeddings=True,
                layer_types=["linear_attention"] * 3 + ["full_attention"], rope_parameters=_qwen35_rope([1, 1, 1]),
                transformers_version="5.17.0",
            ),
            prompt_tokens=137,
            embedding_std=0.35,
            output_gain=0.8,
            must_matter=(
                {"rope_parameters": _qwen35_rope([2, 2, 2], 0.5)},
                {"rms_norm_eps": 1e-6},
            ),
            storage_exceptions={".A_log": torch.float32, "linear_attn.norm.weight": torch.float32},
        ),
        Case(
            name="qwen3_5_moe_text",
            model_class="Qwen3_5MoeForCausalLM",
            exercises="hybrid MoE, text-only names, per-expert tensors, top 1 (renormalised to 1), layer types from the interval 2",
            config=_qwen35_text(
                "qwen3_5_moe_text", architectures=["Qwen3_5MoeForCausalLM"], vocab_size=256, hidden_size=40, head_dim=16,
                linear_key_head_dim=16, linear_num_key_heads=2, linear_num_value_heads=4, linear_value_head_dim=8,
                moe_intermediate_size=16, num_attention_heads=4, num_experts=6, num_experts_per_tok=1,
                num_key_value_heads=2, shared_expert_intermediate_size=24, tie_word_embeddings=False,
                full_attention_interval=2, mlp_only_layers=[], output_router_logits=False, router_aux_loss_coef=0.001,
                rope_parameters=_qwen35_rope([2, 1, 1], 0.5), transformers_version="5.17.0",
            ),
            prompt_tokens=135,
            must_matter=(
                {"num_experts_per_tok": 2},
                {"rope_parameters": _qwen35_rope([1, 1, 0])},
            ),
        ),
        Case(
            name="qwen3_5_moe_wrapper",
            model_class="Qwen3_5MoeForConditionalGeneration",
            exercises="released layout: nested text_config, model.language_model.*, fused experts, model.visual.* skipped, mtp.*, three shards",
            config=_wrapper(
                "Qwen3_5MoeForConditionalGeneration", "qwen3_5_moe",
                _qwen35_text(
                    "qwen3_5_moe_text", vocab_size=256, hidden_size=40, head_dim=32, linear_key_head_dim=16,
                    linear_num_key_heads=2, linear_num_value_heads=4, linear_value_head_dim=16,
                    moe_intermediate_size=12, num_attention_heads=3, num_experts=8, num_experts_per_tok=3,
                    num_key_value_heads=1, shared_expert_intermediate_size=16, mlp_only_layers=[], output_router_logits=False,
                    router_aux_loss_coef=0.001, layer_types=["linear_attention"] * 3 + ["full_attention"],
                    rope_parameters=_qwen35_rope([2, 1, 1]),
                ),
            ),
            prompt_tokens=133,
            must_matter=(
                {"num_experts_per_tok": 2},
                {"rope_parameters": _qwen35_rope([3, 3, 2], 0.5)},
            ),
            fused_experts=True,
            shards=3,
            mtp=True,
            generation_config=_GENERATION,
            skipped_prefixes=("model.visual.",),
        ),
        Case(
            name="qwen3_5_wrapper",
            model_class="Qwen3_5ForConditionalGeneration",
            exercises="released dense layout: nested text_config, model.language_model.*, model.visual.* skipped, mtp.* with a dense MLP",
            config=_wrapper(
                "Qwen3_5ForConditionalGeneration", "qwen3_5",
                _qwen35_text(
                    "qwen3_5_text", vocab_size=256, hidden_size=40, head_dim=16, intermediate_size=56,
                    linear_key_head_dim=8, linear_num_key_heads=2, linear_num_value_heads=6, linear_value_head_dim=16,
                    num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2,
                    layer_types=["linear_attention", "full_attention"], rope_parameters=_qwen35_rope([2, 1, 1], 0.5),
                ),
            ),
            prompt_tokens=129,
            must_matter=(
                {"rope_parameters": _qwen35_rope([1, 1, 0])},
                {"rope_parameters": _qwen35_rope([2, 1, 1], 0.5) | {"rope_theta": 5000000}},
            ),
            mtp=True,
            skipped_prefixes=("model.visual.",),
        ),
    ]


CASES: list[Case] = _dense_cases() + _moe_cases() + _hybrid_cases()
