"""Cases of the dense attention families."""

import torch

from case import GENERATION, Case, Config, hub

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

# Heads of 16 have 8 frequencies. The prompt and the served length are past the original length, so
# the long factors hold from the first token on.
_LONGROPE = {
    "rope_type": "longrope",
    "short_factor": [1.0, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6],
    "long_factor": [1.0, 1.2, 1.7, 2.5, 4.0, 5.5, 7.0, 8.0],
    "original_max_position_embeddings": 64,
}


# Long: one case after another, each a small config.
def dense_cases() -> list[Case]:
    return [
        Case(
            name="llama_rope_llama3",
            model_class="LlamaForCausalLM",
            exercises=(
                "llama3 rope scaling, biases on attention and MLP, one KV head, 3 heads of 16 in"
                " 60, old-style rope keys"
            ),
            config=hub(
                "LlamaForCausalLM",
                "llama",
                vocab_size=257,
                hidden_size=60,
                intermediate_size=84,
                num_hidden_layers=3,
                num_attention_heads=3,
                num_key_value_heads=1,
                head_dim=16,
                max_position_embeddings=512,
                rms_norm_eps=1e-2,
                rope_theta=500000.0,
                rope_scaling=_LLAMA3_ROPE,
                attention_bias=True,
                mlp_bias=True,
                tie_word_embeddings=False,
                pretraining_tp=1,
                torch_dtype="bfloat16",
                transformers_version="4.42.3",
            ),
            prompt_tokens=135,
            must_matter=(
                {"rope_scaling": None},
                {"rope_scaling": _LLAMA3_ROPE | {"original_max_position_embeddings": 128}},
                {"rope_theta": 400000.0},
                {"rms_norm_eps": 1e-6},
            ),
            generation_config=GENERATION,
        ),
        Case(
            name="llama_longrope",
            model_class="LlamaForCausalLM",
            exercises=(
                "longrope past its original length, with the attention factor of the ratio of the"
                " lengths"
            ),
            config=hub(
                "LlamaForCausalLM",
                "llama",
                vocab_size=257,
                hidden_size=32,
                intermediate_size=40,
                num_hidden_layers=2,
                num_attention_heads=2,
                num_key_value_heads=1,
                head_dim=16,
                max_position_embeddings=512,
                rms_norm_eps=1e-5,
                rope_theta=10000.0,
                rope_scaling=_LONGROPE,
                attention_bias=False,
                mlp_bias=False,
                tie_word_embeddings=False,
                torch_dtype="bfloat16",
                transformers_version="4.51.0",
            ),
            prompt_tokens=131,
            must_matter=(
                {"rope_scaling": None},
                {"rope_scaling": _LONGROPE | {"long_factor": _LONGROPE["short_factor"]}},
                {"rope_scaling": _LONGROPE | {"attention_factor": 1.0}},
                {"max_position_embeddings": 256},
            ),
        ),
        Case(
            name="llama_tied_f16",
            model_class="LlamaForCausalLM",
            exercises=(
                "tied head, f16 storage, no head_dim key, kv heads default to heads, linear rope"
                " scaling under the key 'type'"
            ),
            config=hub(
                "LlamaForCausalLM",
                "llama",
                vocab_size=300,
                hidden_size=48,
                intermediate_size=100,
                num_hidden_layers=3,
                num_attention_heads=6,
                max_position_embeddings=512,
                rms_norm_eps=1e-3,
                rope_theta=10000.0,
                rope_scaling={"type": "linear", "factor": 2.5},
                attention_bias=False,
                mlp_bias=False,
                tie_word_embeddings=True,
                pretraining_tp=1,
                torch_dtype="float16",
                transformers_version="4.31.0",
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
            exercises=(
                "sliding window of 40 < prompt, window not a multiple of the KV block, 5 heads of"
                " 12 in 56, two shards"
            ),
            config=hub(
                "MistralForCausalLM",
                "mistral",
                vocab_size=256,
                hidden_size=56,
                intermediate_size=90,
                num_hidden_layers=3,
                num_attention_heads=5,
                num_key_value_heads=1,
                head_dim=12,
                max_position_embeddings=512,
                rms_norm_eps=1e-2,
                rope_theta=10000.0,
                sliding_window=40,
                tie_word_embeddings=False,
                torch_dtype="bfloat16",
                transformers_version="4.34.0",
            ),
            prompt_tokens=137,
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
            exercises=(
                "multimodal wrapper: nested text_config, language_model.* names, vision_tower.* and"
                " multi_modal_projector.* skipped"
            ),
            config=_mistral3_config(),
            prompt_tokens=135,
            must_matter=({"rope_theta": 500000.0},),
            skipped_prefixes=("vision_tower.", "multi_modal_projector."),
        ),
        Case(
            name="qwen2_bias",
            model_class="Qwen2ForCausalLM",
            exercises=(
                "q/k/v bias without o bias, tied head, inert sliding-window keys, 7 heads of 8 over"
                " 7 kv heads"
            ),
            config=hub(
                "Qwen2ForCausalLM",
                "qwen2",
                vocab_size=259,
                hidden_size=56,
                intermediate_size=72,
                num_hidden_layers=3,
                num_attention_heads=7,
                num_key_value_heads=7,
                max_position_embeddings=512,
                rms_norm_eps=1e-3,
                rope_theta=1000000.0,
                use_sliding_window=False,
                sliding_window=32,
                max_window_layers=3,
                tie_word_embeddings=True,
                torch_dtype="bfloat16",
                transformers_version="4.40.1",
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
            exercises=(
                "sliding window of 33 from layer max_window_layers=1 on, full attention below it"
            ),
            config=hub(
                "Qwen2ForCausalLM",
                "qwen2",
                vocab_size=256,
                hidden_size=40,
                intermediate_size=64,
                num_hidden_layers=3,
                num_attention_heads=4,
                num_key_value_heads=2,
                max_position_embeddings=512,
                rms_norm_eps=1e-6,
                rope_theta=1000000.0,
                use_sliding_window=True,
                sliding_window=33,
                max_window_layers=1,
                tie_word_embeddings=False,
                torch_dtype="bfloat16",
                transformers_version="4.40.1",
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
            config=hub(
                "Qwen3ForCausalLM",
                "qwen3",
                vocab_size=256,
                hidden_size=52,
                intermediate_size=76,
                num_hidden_layers=3,
                num_attention_heads=3,
                num_key_value_heads=1,
                head_dim=20,
                max_position_embeddings=512,
                rms_norm_eps=1e-3,
                rope_theta=1000000.0,
                rope_scaling=None,
                attention_bias=False,
                use_sliding_window=False,
                sliding_window=None,
                max_window_layers=3,
                tie_word_embeddings=True,
                torch_dtype="float32",
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
            generation_config=GENERATION,
        ),
        Case(
            name="qwen3_yarn",
            model_class="Qwen3ForCausalLM",
            exercises=(
                "yarn rope past its original length with its own betas, attention bias, untied"
                " head, new-style rope_parameters and dtype keys"
            ),
            config=hub(
                "Qwen3ForCausalLM",
                "qwen3",
                vocab_size=301,
                hidden_size=44,
                intermediate_size=68,
                num_hidden_layers=3,
                num_attention_heads=6,
                num_key_value_heads=2,
                head_dim=24,
                max_position_embeddings=256,
                rms_norm_eps=1e-6,
                rope_parameters=_YARN_ROPE,
                attention_bias=True,
                use_sliding_window=False,
                sliding_window=None,
                max_window_layers=3,
                layer_types=["full_attention"] * 3,
                tie_word_embeddings=False,
                dtype="bfloat16",
                transformers_version="5.17.0",
            ),
            prompt_tokens=131,
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
            "model_type": "mistral",
            "attention_dropout": 0.0,
            "hidden_act": "silu",
            "initializer_range": 0.02,
            "vocab_size": 264,
            "hidden_size": 48,
            "intermediate_size": 80,
            "num_hidden_layers": 3,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "head_dim": 16,
            "max_position_embeddings": 512,
            "rms_norm_eps": 1e-5,
            "rope_theta": 1000000.0,
            "sliding_window": None,
            "use_cache": True,
            "tie_word_embeddings": False,
        },
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
    }
