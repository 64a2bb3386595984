"""Write and read checkpoints: config.json, generation_config.json, weights and tokenizer files.

    python tools/mini/export.py WEIGHTS.safetensors OUT [--tokenizer FOLDER]

makes a folder that Atlas and transformers load from a training's weights; the shape is read from
the config.json beside them. `train.py` writes such a folder by itself.
"""
import argparse
import json
import os
import shutil

import torch
from safetensors.torch import load_file, save_file

from model import Config, Mini

HERE = os.path.dirname(os.path.abspath(__file__))
MINI = os.path.join(HERE, "../../models/atlas-mini")
TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja")
# Fields of `Config` by their keys in config.json; the others are derived.
KEYS = {
    "vocab_size": "vocab_size",
    "hidden": "hidden_size",
    "layers": "num_hidden_layers",
    "heads": "num_attention_heads",
    "kv_heads": "num_key_value_heads",
    "head_dim": "head_dim",
    "lin_k_heads": "linear_num_key_heads",
    "lin_v_heads": "linear_num_value_heads",
    "lin_dim": "linear_key_head_dim",
    "conv": "linear_conv_kernel_dim",
    "experts": "num_experts",
    "top_k": "num_experts_per_tok",
    "moe_inter": "moe_intermediate_size",
    "shared_inter": "shared_expert_intermediate_size",
    "eps": "rms_norm_eps",
}


def hf_config(c: Config):
    """The checkpoint's config.json as a dict."""
    partial = c.rotary / c.head_dim
    kinds = ("linear_attention", "full_attention")
    layer_types = [kinds[c.is_full(i)] for i in range(c.layers)]
    config = {
        "architectures": ["Qwen3_5MoeForCausalLM"],
        "model_type": "qwen3_5_moe_text",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attn_output_gate": True,
        "bos_token_id": None,
        "dtype": "bfloat16",
        "eos_token_id": 2,
        "full_attention_interval": 4,
        "hidden_act": "silu",
        "initializer_range": 0.02,
        "layer_types": layer_types,
        "linear_value_head_dim": c.lin_dim,
        "mamba_ssm_dtype": "float32",
        "max_position_embeddings": 32768,
        "mtp_num_hidden_layers": 1,
        "mtp_use_dedicated_embeddings": False,
        "output_router_logits": False,
        "pad_token_id": 0,
        "partial_rotary_factor": partial,
        "rope_parameters": {
            "partial_rotary_factor": partial,
            "rope_theta": c.rope_theta,
            "rope_type": "default",
        },
        "router_aux_loss_coef": 0.001,
        "tie_word_embeddings": True,
        "transformers_version": "5.17.0",
        "use_cache": True,
    }
    config.update({key: getattr(c, field) for field, key in KEYS.items()})
    ordered = ["architectures", "model_type"]
    return {key: config[key] for key in ordered + sorted(set(config) - set(ordered))}


def read_config(folder):
    """The shape in a folder's config.json."""
    with open(os.path.join(folder, "config.json")) as f:
        data = json.load(f)
    rope = data["rope_parameters"]
    fields = {field: data[key] for field, key in KEYS.items()}
    rotary = round(rope["partial_rotary_factor"] * data["head_dim"])
    return Config(**fields, rope_theta=rope["rope_theta"], rotary=rotary)


def write_configs(folder, c=None):
    """Writes config.json and generation_config.json of a shape."""
    generation = {
        "do_sample": False,
        "eos_token_id": [2, 0],
        "pad_token_id": 0,
        "transformers_version": "5.17.0",
    }
    configs = {"config.json": hf_config(c or Config()), "generation_config.json": generation}
    for name, data in configs.items():
        with open(os.path.join(folder, name), "w") as f:
            f.write(json.dumps(data, indent=2) + "\n")


def save_weights(m: Mini, path):
    """Writes all parameters in bf16 under the checkpoint's names, MTP included."""
    state = m.state_dict().items()
    tensors = {k: v.detach().to(torch.bfloat16).cpu().contiguous() for k, v in state}
    save_file(tensors, path, metadata={"format": "pt"})


def load_weights(path, c=None):
    """A model in fp32 from a weights file; without `c` of the shape in config.json beside it."""
    folder = os.path.dirname(os.path.abspath(path))
    if c is None and os.path.exists(os.path.join(folder, "config.json")):
        c = read_config(folder)
    m = Mini(c)
    m.load_state_dict({k: v.float() for k, v in load_file(path).items()})
    return m


def write_checkpoint(m: Mini, folder, tokenizer=MINI):
    """Writes a folder that Atlas and transformers load; `tokenizer` is a folder to copy from."""
    os.makedirs(folder, exist_ok=True)
    write_configs(folder, m.c)
    save_weights(m, os.path.join(folder, "model.safetensors"))
    for name in TOKENIZER_FILES:
        shutil.copy(os.path.join(tokenizer, name), folder)


def main():
    parser = argparse.ArgumentParser(description="Make a checkpoint folder from weights.")
    parser.add_argument("weights", help="model.safetensors or partial.safetensors of a training")
    parser.add_argument("out", help="folder of the checkpoint")
    parser.add_argument("--tokenizer", default=MINI, help="folder with the tokenizer files")
    args = parser.parse_args()
    write_checkpoint(load_weights(args.weights), args.out, args.tokenizer)


if __name__ == "__main__":
    main()
