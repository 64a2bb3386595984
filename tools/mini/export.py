"""Write config.json, generation_config.json and model.safetensors of a checkpoint."""
import json
import os

import torch
from safetensors.torch import load_file, save_file

from model import Config, Mini


def hf_config(c: Config):
    """The checkpoint's config.json as a dict."""
    return {
        "architectures": ["Qwen3_5MoeForCausalLM"],
        "model_type": "qwen3_5_moe_text",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attn_output_gate": True,
        "bos_token_id": None,
        "dtype": "bfloat16",
        "eos_token_id": 2,
        "full_attention_interval": 4,
        "head_dim": c.head_dim,
        "hidden_act": "silu",
        "hidden_size": c.hidden,
        "initializer_range": 0.02,
        "layer_types": ["full_attention" if c.is_full(i) else "linear_attention" for i in range(c.layers)],
        "linear_conv_kernel_dim": c.conv,
        "linear_key_head_dim": c.lin_dim,
        "linear_num_key_heads": c.lin_k_heads,
        "linear_num_value_heads": c.lin_v_heads,
        "linear_value_head_dim": c.lin_dim,
        "mamba_ssm_dtype": "float32",
        "max_position_embeddings": 32768,
        "moe_intermediate_size": c.moe_inter,
        "mtp_num_hidden_layers": 1,
        "mtp_use_dedicated_embeddings": False,
        "num_attention_heads": c.heads,
        "num_experts": c.experts,
        "num_experts_per_tok": c.top_k,
        "num_hidden_layers": c.layers,
        "num_key_value_heads": c.kv_heads,
        "output_router_logits": False,
        "pad_token_id": 0,
        "partial_rotary_factor": c.rotary / c.head_dim,
        "rms_norm_eps": c.eps,
        "rope_parameters": {"partial_rotary_factor": c.rotary / c.head_dim, "rope_theta": c.rope_theta, "rope_type": "default"},
        "router_aux_loss_coef": 0.001,
        "shared_expert_intermediate_size": c.shared_inter,
        "tie_word_embeddings": True,
        "transformers_version": "5.17.0",
        "use_cache": True,
        "vocab_size": c.vocab_size,
    }


def write_configs(folder, c=None):
    c = c or Config()
    gen = {"do_sample": False, "eos_token_id": [2, 0], "pad_token_id": 0, "transformers_version": "5.17.0"}
    for name, data in (("config.json", hf_config(c)), ("generation_config.json", gen)):
        with open(os.path.join(folder, name), "w") as f:
            f.write(json.dumps(data, indent=2) + "\n")


def save_weights(m: Mini, path):
    """All parameters in bf16 under the checkpoint's names, MTP included."""
    sd = {k: v.detach().to(torch.bfloat16).cpu().contiguous() for k, v in m.state_dict().items()}
    save_file(sd, path, metadata={"format": "pt"})


def load_weights(path, c=None):
    m = Mini(c)
    sd = {k: v.float() for k, v in load_file(path).items()}
    m.load_state_dict(sd)
    return m


if __name__ == "__main__":
    import sys
    write_configs(sys.argv[1])
