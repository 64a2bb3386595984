"""Cases of Nemotron-H: Mamba-2, attention, MLP and MoE blocks in one stack."""

import torch
from transformers.models.nemotron_h import modeling_nemotron_h as nemotron

from case import GENERATION, Case, Config, hub

# One rotary-free KV head, widths that no vector register divides.
_BASE = {
    "vocab_size": 248,
    "hidden_size": 36,
    "num_attention_heads": 3,
    "num_key_value_heads": 1,
    "head_dim": 12,
    "attention_bias": False,
    "intermediate_size": 36,
    "mlp_bias": False,
    "mlp_hidden_act": "relu2",
    "ssm_state_size": 12,
    "mamba_num_heads": 6,
    "mamba_head_dim": 8,
    "mamba_hidden_act": "silu",
    "mamba_proj_bias": False,
    "n_groups": 2,
    "conv_kernel": 4,
    "expand": 2,
    "chunk_size": 8,
    "time_step_min": 0.001,
    "time_step_max": 0.1,
    "time_step_floor": 0.0001,
    "n_routed_experts": 8,
    "n_shared_experts": 1,
    "num_experts_per_tok": 3,
    "moe_intermediate_size": 12,
    "moe_shared_expert_intermediate_size": 20,
    "norm_topk_prob": True,
    "n_group": 1,
    "topk_group": 1,
    "routed_scaling_factor": 2.5,
    "hidden_dropout": 0.0,
    "layer_norm_epsilon": 1e-5,
    "norm_eps": 1e-5,
    "max_position_embeddings": 512,
    "num_logits_to_keep": 1,
    "pad_token_id": 0,
    "partial_rotary_factor": 1.0,
    "rescale_prenorm_residual": True,
    "residual_in_fp32": False,
    "rope_theta": 10000,
    "sliding_window": None,
    "tie_word_embeddings": False,
    "use_bias": False,
    "use_conv_bias": True,
    "use_mamba_kernels": True,
    "torch_dtype": "bfloat16",
    "transformers_version": "4.55.4",
}


def _nemotron(**keys) -> Config:
    config = hub("NemotronHForCausalLM", "nemotron_h", **(_BASE | keys))
    del config["hidden_act"]
    return config


_F32 = dict.fromkeys(("e_score_correction_bias", "A_log", ".D"), torch.float32)


# Long: one case after another, each a small config.
def mamba_cases() -> list[Case]:
    return [
        Case(
            name="nemotron_h",
            model_class="NemotronHForCausalLM",
            exercises=(
                "hybrid_override_pattern with all four blocks, 3 heads to each of 2 groups, time"
                " steps clamped to 0.2 to 1.5, convolution bias, f32 A_log and D, mtp.* of two"
                " blocks"
            ),
            config=_nemotron(
                hybrid_override_pattern="M*E-M",
                mtp_hybrid_override_pattern="*E",
                num_hidden_layers=5,
                num_nextn_predict_layers=1,
                time_step_limit=[0.2, 1.5],
            ),
            mtp=True,
            prompt_tokens=67,
            storage_exceptions=_F32,
            generation_config=GENERATION,
            must_matter=(
                {"time_step_limit": [0.0, 1.5]},
                {"time_step_limit": [0.2, 1e9]},
                {"routed_scaling_factor": 1.0},
                {"norm_topk_prob": False},
                {"num_experts_per_tok": 2},
            ),
        ),
        Case(
            name="nemotron_h_latent",
            model_class="NemotronHForCausalLM",
            exercises=(
                "layers_block_type in its older words, experts in a latent of 20, 2 of 4 groups,"
                " one head to each of 3 groups, biases of in_proj and out_proj, no convolution"
                " bias, kernel 3, wide eps, infinity as transformers 5 writes it"
            ),
            config=_nemotron(
                conv_kernel=3,
                layer_norm_epsilon=1e-2,
                layers_block_type=["moe", "mamba", "attention", "mamba", "moe"],
                mamba_head_dim=12,
                mamba_num_heads=3,
                moe_latent_size=20,
                n_group=4,
                n_groups=3,
                norm_eps=1e-2,
                num_key_value_heads=3,
                routed_scaling_factor=5.0,
                time_step_limit=[0.0, {"__float__": "Infinity"}],
                topk_group=2,
                transformers_version="5.17.0",
                use_bias=True,
                use_conv_bias=False,
            ),
            prompt_tokens=69,
            storage_exceptions={"e_score_correction_bias": torch.float32},
            must_matter=(
                {"layer_norm_epsilon": 1e-6},
                {"routed_scaling_factor": 2.5},
                {"n_group": 1, "topk_group": 1},
                {"topk_group": 3},
                {"time_step_limit": [0.2, 1e9]},
            ),
        ),
    ]


_plain_update = nemotron.mamba2_selective_state_update
_limit = (0.0, float("inf"))


def _clamped_update(*arguments, dt_bias: torch.Tensor, dt_softplus: bool, **rest):
    """One decode step with the time step clamped as prefill clamps it."""
    state, hidden, dt, *others = arguments
    dt = torch.nn.functional.softplus(dt + dt_bias.to(dt.dtype)).clamp(*_limit)
    return _plain_update(state, hidden, dt, *others, **rest)


def keep_time_step_limit(model: torch.nn.Module) -> None:
    """Clamps time steps to `time_step_limit` of the config, in prefill and decode.

    transformers takes (time_step_min, inf) in prefill and no limit in decode, so that it differs
    from itself; the family's own code takes the config's.
    """
    nemotron.mamba2_selective_state_update = _clamped_update

    def before(mixer: torch.nn.Module, _inputs) -> None:
        global _limit
        _limit = mixer.time_step_limit

    for module in model.modules():
        if isinstance(module, nemotron.NemotronHMamba2Mixer):
            module.time_step_limit = tuple(model.config.time_step_limit)
            module.register_forward_pre_hook(before)
