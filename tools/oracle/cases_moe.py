"""Cases of attention with mixture-of-experts layers."""

from case import Case, hub


def moe_cases() -> list[Case]:
    return [
        Case(
            name="qwen3_moe_mlp_only",
            model_class="Qwen3MoeForCausalLM",
            exercises="7 experts, top 3 renormalised, a dense layer through mlp_only_layers, old-style yarn with default betas, per-expert tensors, three shards",
            config=hub(
                "Qwen3MoeForCausalLM", "qwen3_moe", vocab_size=256, hidden_size=48, intermediate_size=72,
                num_hidden_layers=3, num_attention_heads=5, num_key_value_heads=1, head_dim=16,
                max_position_embeddings=512, rms_norm_eps=1e-6, rope_theta=1000000.0,
                rope_scaling={"rope_type": "yarn", "factor": 2.0, "original_max_position_embeddings": 64},
                attention_bias=False, decoder_sparse_step=1, mlp_only_layers=[1], moe_intermediate_size=20,
                norm_topk_prob=True, num_experts=7, num_experts_per_tok=3, output_router_logits=False,
                router_aux_loss_coef=0.001, use_sliding_window=False, sliding_window=None, max_window_layers=3,
                tie_word_embeddings=False, torch_dtype="bfloat16", transformers_version="4.51.0",
            ),
            prompt_tokens=133,
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
            config=hub(
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
