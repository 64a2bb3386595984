"""Cases of multi-head latent attention: DeepSeek-V3, V3.2 and Mistral Small 4."""

import torch

from case import GENERATION, Case, Config, hub

# Rotary heads of 8 have 4 frequencies; the ramp covers all of them. m(40, 1) is not m(40, 0.8), so
# cosines and the softmax scale both change.
_YARN = {
    "type": "yarn",
    "factor": 40,
    "original_max_position_embeddings": 32,
    "beta_fast": 2,
    "beta_slow": 0.01,
    "mscale": 1.0,
    "mscale_all_dim": 0.8,
}

_MISTRAL4_ROPE = {
    "type": "yarn",
    "rope_type": "yarn",
    "rope_theta": 10000.0,
    "factor": 16.0,
    "original_max_position_embeddings": 16,
    "max_position_embeddings": 256,
    "beta_fast": 2.0,
    "beta_slow": 0.01,
    "mscale": 1.0,
    "mscale_all_dim": 1.0,
    "llama_4_scaling_beta": 0.3,
}

# Published files hold the correction in f32 beside bf16 and FP8 matrices.
_CORRECTION_F32 = {"e_score_correction_bias": torch.float32}


def _deepseek(architecture: str, model_type: str, **keys) -> Config:
    return hub(
        architecture,
        model_type,
        **{
            "vocab_size": 248,
            "hidden_size": 36,
            "intermediate_size": 48,
            "moe_intermediate_size": 8,
            "num_hidden_layers": 3,
            "num_attention_heads": 3,
            "num_key_value_heads": 3,
            "q_lora_rank": 24,
            "kv_lora_rank": 32,
            "qk_nope_head_dim": 16,
            "qk_rope_head_dim": 8,
            "v_head_dim": 20,
            "n_routed_experts": 12,
            "num_experts_per_tok": 3,
            "n_shared_experts": 1,
            "n_group": 4,
            "topk_group": 2,
            "first_k_dense_replace": 1,
            "moe_layer_freq": 1,
            "scoring_func": "sigmoid",
            "topk_method": "noaux_tc",
            "norm_topk_prob": True,
            "routed_scaling_factor": 2.5,
            "ep_size": 1,
            "num_nextn_predict_layers": 0,
            "max_position_embeddings": 1280,
            "rms_norm_eps": 1e-6,
            "rope_theta": 10000,
            "rope_scaling": _YARN,
            "attention_bias": False,
            "pretraining_tp": 1,
            "tie_word_embeddings": False,
            "torch_dtype": "bfloat16",
            "transformers_version": "4.33.1",
        }
        | keys,
    )


def _mistral4(**keys) -> Config:
    return {
        "model_type": "mistral4",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "pad_token_id": 11,
        "first_k_dense_replace": 0,
        "hidden_act": "silu",
        "hidden_size": 40,
        "initializer_range": 0.02,
        "intermediate_size": 56,
        "kv_lora_rank": 32,
        "max_position_embeddings": 256,
        "moe_intermediate_size": 12,
        "n_group": 1,
        "n_routed_experts": 8,
        "n_shared_experts": 1,
        "norm_topk_prob": True,
        "num_attention_heads": 3,
        "num_experts_per_tok": 3,
        "num_hidden_layers": 3,
        "num_key_value_heads": 3,
        "q_lora_rank": 24,
        "qk_nope_head_dim": 16,
        "qk_rope_head_dim": 8,
        "rms_norm_eps": 1e-6,
        "rope_interleave": True,
        "rope_parameters": _MISTRAL4_ROPE,
        "routed_scaling_factor": 1.0,
        # transformers scales scores by the squared magnitude of mscale_all_dim.
        "mla_scale_mscale2": True,
        "tie_word_embeddings": False,
        "topk_group": 1,
        "use_cache": True,
        "v_head_dim": 24,
        "vocab_size": 248,
    } | keys


# Long: one case after another, each a small config.
def mla_cases() -> list[Case]:
    return [
        Case(
            name="deepseek_v3",
            model_class="DeepseekV3ForCausalLM",
            exercises=(
                "3 heads, query latent, interleaved rope, yarn with mscale and mscale_all_dim"
                " apart, a dense layer, sigmoid routing with a correction in 2 of 4 groups of 3,"
                " a module behind the last layer"
            ),
            config=_deepseek(
                "DeepseekV3ForCausalLM", "deepseek_v3", hidden_size=32, num_nextn_predict_layers=1
            ),
            mtp=True,
            prompt_tokens=67,
            storage_exceptions=_CORRECTION_F32,
            generation_config=GENERATION,
            must_matter=(
                {"rope_scaling": None},
                {"rope_scaling": _YARN | {"mscale": 0.8}},
                {"rope_scaling": _YARN | {"mscale_all_dim": 1.0}},
                {"rope_scaling": _YARN | {"beta_slow": 0.1}},
                {"rope_interleave": False},
                {"n_group": 1, "topk_group": 1},
                {"topk_group": 3},
                {"norm_topk_prob": False},
                {"routed_scaling_factor": 1.0},
            ),
        ),
        Case(
            name="deepseek_v3_plain",
            model_class="DeepseekV3ForCausalLM",
            exercises=(
                "no query latent, default rope in halves, biases of attention, one group, two"
                " shared experts, top-k not renormalised, eps 1e-6 of the latent's norm alone"
            ),
            config=_deepseek(
                "DeepseekV3ForCausalLM",
                "deepseek_v3",
                attention_bias=True,
                first_k_dense_replace=0,
                max_position_embeddings=512,
                n_group=1,
                n_routed_experts=7,
                n_shared_experts=2,
                norm_topk_prob=False,
                num_attention_heads=5,
                num_hidden_layers=2,
                num_key_value_heads=5,
                q_lora_rank=None,
                rms_norm_eps=1e-2,
                rope_interleave=False,
                rope_scaling=None,
                routed_scaling_factor=1.5,
                topk_group=1,
                v_head_dim=12,
            ),
            prompt_tokens=69,
            must_matter=(
                {"rope_interleave": True},
                {"rope_theta": 5000},
                {"norm_topk_prob": True},
                {"rms_norm_eps": 1e-6},
            ),
        ),
        Case(
            name="deepseek_v32",
            model_class="DeepseekV32ForCausalLM",
            exercises=(
                "an indexer of 6 heads of 12 that leaves 8 of up to 67 tokens, its rope in halves"
                " of the first 8, its norm with a bias"
            ),
            config=_deepseek(
                "DeepseekV32ForCausalLM",
                "deepseek_v32",
                index_head_dim=12,
                index_n_heads=6,
                index_topk=8,
                num_hidden_layers=2,
            ),
            prompt_tokens=67,
            seed=2,
            storage_exceptions=_CORRECTION_F32,
            must_matter=(
                {"index_topk": 7},
                {"index_topk": 9},
                {"index_topk": 2048},
                {"rope_scaling": None},
            ),
        ),
        Case(
            name="mistral4",
            model_class="Mistral4ForCausalLM",
            exercises=(
                "queries scaled by position from 16 on, yarn with mscale = mscale_all_dim, softmax"
                " routing, stacked experts without a dense layer"
            ),
            config=_mistral4(
                architectures=["Mistral4ForCausalLM"], dtype="bfloat16", num_hidden_layers=2
            ),
            prompt_tokens=67,
            fused_experts=True,
            must_matter=(
                {"rope_parameters": _MISTRAL4_ROPE | {"llama_4_scaling_beta": 0.0}},
                {"rope_parameters": _MISTRAL4_ROPE | {"mscale": 0.0, "mscale_all_dim": 0.0}},
                {"rope_parameters": _MISTRAL4_ROPE | {"factor": 8.0}},
                {"rope_interleave": False},
                {"norm_topk_prob": False},
            ),
        ),
        Case(
            name="mistral4_wrapper",
            model_class="Mistral3ForConditionalGeneration",
            exercises=(
                "released layout: nested text_config, language_model.* names, vision_tower.* and"
                " multi_modal_projector.* skipped, a dense layer, another scale of the experts"
            ),
            config={
                "architectures": ["Mistral3ForConditionalGeneration"],
                "model_type": "mistral3",
                "dtype": "bfloat16",
                "image_token_index": 10,
                "multimodal_projector_bias": False,
                "projector_hidden_act": "gelu",
                "spatial_merge_size": 2,
                "tie_word_embeddings": False,
                "transformers_version": "5.3.0",
                "vision_feature_layer": -1,
                "text_config": _mistral4(
                    first_k_dense_replace=1, num_hidden_layers=2, routed_scaling_factor=1.5
                ),
                "vision_config": {
                    "model_type": "pixtral",
                    "attention_dropout": 0.0,
                    "hidden_act": "silu",
                    "hidden_size": 16,
                    "image_size": 28,
                    "initializer_range": 0.02,
                    "intermediate_size": 24,
                    "num_attention_heads": 2,
                    "head_dim": 8,
                    "num_channels": 3,
                    "num_hidden_layers": 1,
                    "patch_size": 14,
                    "rope_theta": 10000.0,
                },
            },
            prompt_tokens=69,
            fused_experts=True,
            skipped_prefixes=("vision_tower.", "multi_modal_projector."),
            must_matter=(
                {"rope_parameters": _MISTRAL4_ROPE | {"llama_4_scaling_beta": 0.2}},
                {"routed_scaling_factor": 1.0},
            ),
        ),
    ]
