"""Cases of the families that mix Gated DeltaNet and attention layers."""

from typing import Any

import torch

from case import GENERATION, Case, Config, hub


def _next_config(**keys: Any) -> Config:
    common = hub(
        "Qwen3NextForCausalLM",
        "qwen3_next",
        attention_bias=False,
        decoder_sparse_step=1,
        full_attention_interval=4,
        linear_conv_kernel_dim=4,
        max_position_embeddings=512,
        mlp_only_layers=[],
        norm_topk_prob=True,
        num_hidden_layers=4,
        output_router_logits=False,
        partial_rotary_factor=0.25,
        rms_norm_eps=1e-6,
        rope_scaling=None,
        rope_theta=10000000.0,
        router_aux_loss_coef=0.001,
        tie_word_embeddings=False,
        torch_dtype="bfloat16",
        transformers_version="4.57.0.dev0",
        use_sliding_window=False,
    )
    return common | keys


def _qwen35_text(model_type: str, **keys: Any) -> Config:
    """Text keys as released; `mtp_*`, `mamba_ssm_dtype` and the mrope keys are part of every
    released file.
    """
    common = {
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attn_output_gate": True,
        "dtype": "bfloat16",
        "eos_token_id": 2,
        "full_attention_interval": 4,
        "hidden_act": "silu",
        "initializer_range": 0.02,
        "linear_conv_kernel_dim": 4,
        "mamba_ssm_dtype": "float32",
        "max_position_embeddings": 512,
        "model_type": model_type,
        "mtp_num_hidden_layers": 1,
        "mtp_use_dedicated_embeddings": False,
        "num_hidden_layers": 4,
        "rms_norm_eps": 1e-6,
        "use_cache": True,
    }
    return common | keys


def _qwen35_rope(section: list[int], partial: float = 0.25) -> Config:
    return {
        "mrope_interleaved": True,
        "mrope_section": section,
        "partial_rotary_factor": partial,
        "rope_theta": 10000000,
        "rope_type": "default",
    }


def _vision_config(model_type: str, hidden: int) -> Config:
    return {
        "deepstack_visual_indexes": [],
        "depth": 1,
        "hidden_act": "gelu_pytorch_tanh",
        "hidden_size": 16,
        "in_channels": 3,
        "initializer_range": 0.02,
        "intermediate_size": 24,
        "model_type": model_type,
        "num_heads": 2,
        "num_position_embeddings": 4,
        "out_hidden_size": hidden,
        "patch_size": 4,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
    }


def _wrapper(architecture: str, model_type: str, text: Config) -> Config:
    return {
        "architectures": [architecture],
        "image_token_id": 248,
        "model_type": model_type,
        "text_config": text,
        "tie_word_embeddings": False,
        "transformers_version": "4.57.0.dev0",
        "video_token_id": 249,
        "vision_config": _vision_config(model_type, text["hidden_size"]),
        "vision_end_token_id": 251,
        "vision_start_token_id": 250,
    }


# Long: one case after another, each a small config.
def hybrid_cases() -> list[Case]:
    return [
        Case(
            name="qwen3_next",
            model_class="Qwen3NextForCausalLM",
            exercises=(
                "qkvz/ba rows grouped per key head, 3 value heads per key head, gated attention,"
                " shared expert, partial rope, mtp.*"
            ),
            config=_next_config(
                vocab_size=256,
                hidden_size=40,
                head_dim=32,
                intermediate_size=64,
                linear_key_head_dim=16,
                linear_num_key_heads=2,
                linear_num_value_heads=6,
                linear_value_head_dim=16,
                moe_intermediate_size=12,
                num_attention_heads=3,
                num_experts=7,
                num_experts_per_tok=2,
                num_key_value_heads=1,
                shared_expert_intermediate_size=20,
            ),
            prompt_tokens=129,
            must_matter=(
                {"norm_topk_prob": False},
                {"partial_rotary_factor": 0.5},
                {"rope_theta": 5000000.0},
            ),
            shards=2,
            mtp=True,
            generation_config=GENERATION,
        ),
        Case(
            name="qwen3_next_layer_types",
            model_class="Qwen3NextForCausalLM",
            exercises=(
                "explicit layer_types, dk 12 and dv 20, conv kernel 3, sparse step 2, top-k not"
                " renormalised, tied, f32 A_log and gated norm"
            ),
            config=_next_config(
                vocab_size=257,
                rms_norm_eps=1e-3,
                hidden_size=44,
                head_dim=16,
                intermediate_size=60,
                linear_key_head_dim=12,
                linear_num_key_heads=3,
                linear_num_value_heads=3,
                linear_value_head_dim=20,
                linear_conv_kernel_dim=3,
                moe_intermediate_size=18,
                num_attention_heads=4,
                num_experts=5,
                num_experts_per_tok=2,
                num_key_value_heads=2,
                shared_expert_intermediate_size=24,
                decoder_sparse_step=2,
                norm_topk_prob=False,
                layer_types=[
                    "linear_attention",
                    "full_attention",
                    "full_attention",
                    "linear_attention",
                ],
                partial_rotary_factor=0.5,
                tie_word_embeddings=True,
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
                "qwen3_5_text",
                architectures=["Qwen3_5ForCausalLM"],
                vocab_size=256,
                rms_norm_eps=1e-3,
                hidden_size=52,
                head_dim=24,
                intermediate_size=80,
                linear_key_head_dim=16,
                linear_num_key_heads=2,
                linear_num_value_heads=4,
                linear_value_head_dim=16,
                num_attention_heads=3,
                num_key_value_heads=1,
                tie_word_embeddings=True,
                layer_types=["linear_attention"] * 3 + ["full_attention"],
                rope_parameters=_qwen35_rope([1, 1, 1]),
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
            exercises=(
                "hybrid MoE, text-only names, per-expert tensors, top 1 (renormalised to 1), layer"
                " types from the interval 2"
            ),
            config=_qwen35_text(
                "qwen3_5_moe_text",
                architectures=["Qwen3_5MoeForCausalLM"],
                vocab_size=256,
                hidden_size=40,
                head_dim=16,
                linear_key_head_dim=16,
                linear_num_key_heads=2,
                linear_num_value_heads=4,
                linear_value_head_dim=8,
                moe_intermediate_size=16,
                num_attention_heads=4,
                num_experts=6,
                num_experts_per_tok=1,
                num_key_value_heads=2,
                shared_expert_intermediate_size=24,
                tie_word_embeddings=False,
                full_attention_interval=2,
                mlp_only_layers=[],
                output_router_logits=False,
                router_aux_loss_coef=0.001,
                rope_parameters=_qwen35_rope([2, 1, 1], 0.5),
                transformers_version="5.17.0",
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
            exercises=(
                "released layout: nested text_config, model.language_model.*, fused experts,"
                " model.visual.* skipped, mtp.*, three shards"
            ),
            config=_wrapper(
                "Qwen3_5MoeForConditionalGeneration",
                "qwen3_5_moe",
                _qwen35_text(
                    "qwen3_5_moe_text",
                    vocab_size=256,
                    hidden_size=40,
                    head_dim=32,
                    linear_key_head_dim=16,
                    linear_num_key_heads=2,
                    linear_num_value_heads=4,
                    linear_value_head_dim=16,
                    moe_intermediate_size=12,
                    num_attention_heads=3,
                    num_experts=8,
                    num_experts_per_tok=3,
                    num_key_value_heads=1,
                    shared_expert_intermediate_size=16,
                    mlp_only_layers=[],
                    output_router_logits=False,
                    router_aux_loss_coef=0.001,
                    layer_types=["linear_attention"] * 3 + ["full_attention"],
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
            generation_config=GENERATION,
            skipped_prefixes=("model.visual.",),
        ),
        Case(
            name="qwen3_5_wrapper",
            model_class="Qwen3_5ForConditionalGeneration",
            exercises=(
                "released dense layout: nested text_config, model.language_model.*, model.visual.*"
                " skipped, mtp.* with a dense MLP"
            ),
            config=_wrapper(
                "Qwen3_5ForConditionalGeneration",
                "qwen3_5",
                _qwen35_text(
                    "qwen3_5_text",
                    vocab_size=256,
                    hidden_size=40,
                    head_dim=16,
                    intermediate_size=56,
                    linear_key_head_dim=8,
                    linear_num_key_heads=2,
                    linear_num_value_heads=6,
                    linear_value_head_dim=16,
                    num_attention_heads=4,
                    num_key_value_heads=2,
                    num_hidden_layers=2,
                    layer_types=["linear_attention", "full_attention"],
                    rope_parameters=_qwen35_rope([2, 1, 1], 0.5),
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
