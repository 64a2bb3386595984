"""Writes GGUF files and blocks with what gguf-py makes of them to `gguf_files.safetensors`.

    pip install gguf==0.19.0 safetensors
    python crates/atlas-model/tests/data/gguf_files.py

`types.T.blocks` are random blocks of type T, with f16 scales of every kind; `types.T.values` are
gguf-py's values. `families.F.*` are the bytes of a tiny GGUF file (or of its parts) as
llama.cpp's converter lays it out, the `config.json` of the same model, and the names and shapes of
its tensors in the Hugging Face layout, whose elements follow a formula. `stored/gguf.rs` and
`bad_checkpoint/gguf.rs` beside this folder read them.
"""

import json
import math
import tempfile
from pathlib import Path

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type
from safetensors.numpy import save_file

DATA = Path(__file__).resolve().parent
# Zeros, least and largest subnormals, normals at both ends, plain ones, infinity.
SCALES = [0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFBFF, 0x3C00, 0x2E66, 0x7C00]
# Offsets of the f16 scales in a block.
SCALES_AT = {Type.Q4_0: [0], Type.Q4_1: [0, 2], Type.Q5_0: [0], Type.Q5_1: [0, 2], Type.Q8_0: [0]}
SCALES_AT |= {Type.Q2_K: [80, 82], Type.Q3_K: [108], Type.Q4_K: [0, 2], Type.Q5_K: [0, 2]}
SCALES_AT |= {Type.Q6_K: [208], Type.IQ4_NL: [0], Type.IQ4_XS: [0], Type.MXFP4: []}
SCALES_AT |= {Type.F32: [], Type.F16: [], Type.BF16: []}
MXFP4_SCALES = [0, 1, 2, 3, 127, 128, 254, 255]


INTERLEAVED = ("llama", "mistral3")
PLAIN_HEADS = (*INTERLEAVED, "qwen2")
NORMS = ("norm.weight", "_embedding.weight", "_hidden.weight")
# Parts of the multi-token-prediction module in GGUF files.
NEXTN = {"fc": "eh_proj", "pre_fc_norm_embedding": "enorm", "pre_fc_norm_hidden": "hnorm"}
NEXTN |= {"norm": "shared_head_norm"}


def blocks(ty: Type) -> np.ndarray:
    rng = np.random.default_rng(1000 + ty)
    elements, size = gguf.GGML_QUANT_SIZES[ty]
    count = {1: 256, 32: 2 * len(SCALES), 256: len(SCALES)}[elements]
    data = rng.integers(0, 256, (count, size), dtype=np.uint8)
    # Every bit of the codes and small scales at both ends.
    data[0], data[1] = 0, 255
    for at in SCALES_AT[ty]:
        # The two scales of a block go through the list at a different pace.
        for i in range(count):
            code = SCALES[(i if at == SCALES_AT[ty][0] else 3 * i + 1) % len(SCALES)]
            data[i, at : at + 2] = np.frombuffer(code.to_bytes(2, "little"), np.uint8)
    if ty == Type.MXFP4:
        data[: len(MXFP4_SCALES), 0] = MXFP4_SCALES
    return data


def types(out: dict[str, np.ndarray]) -> None:
    for ty in SCALES_AT:
        data = blocks(ty)
        with np.errstate(all="ignore"):
            values = gguf.dequantize(data.reshape(1, -1), ty)
        out[f"types.{ty.name}.blocks"] = data.reshape(-1)
        out[f"types.{ty.name}.values"] = np.ascontiguousarray(values, np.float32).reshape(-1)


def formula(seed: int, shape: list[int]) -> np.ndarray:
    """Multiples of 1/128 that f16 and Q8_0 hold exactly: the largest of each 32 is 127/128."""
    i = np.arange(math.prod(shape))
    values = np.where(i % 32 == 0, 127, (i * 7919 + seed * 104729) % 255 - 127)
    return (values / 128).astype(np.float32).reshape(shape)


class Model:
    """A tiny model: a config, and the shapes of its tensors in the Hugging Face layout."""

    def __init__(self, arch: str, config: dict):
        self.arch, self.c = arch, config
        self.shapes: dict[str, list[int]] = {}

    def attention(self, layer: str, gated: bool = False, bias: str = "", norm: bool = False):
        c, hd = self.c, self.c["head_dim"]
        rows = {"q": c["num_attention_heads"] * hd * (2 if gated else 1)}
        rows |= {p: c["num_key_value_heads"] * hd for p in "kv"}
        for part, n in rows.items():
            self.shapes[f"{layer}.self_attn.{part}_proj.weight"] = [n, c["hidden_size"]]
            if part in bias:
                self.shapes[f"{layer}.self_attn.{part}_proj.bias"] = [n]
        columns = c["num_attention_heads"] * hd
        self.shapes[f"{layer}.self_attn.o_proj.weight"] = [c["hidden_size"], columns]
        if "o" in bias:
            self.shapes[f"{layer}.self_attn.o_proj.bias"] = [c["hidden_size"]]
        if norm:
            self.shapes |= {f"{layer}.self_attn.{p}_norm.weight": [hd] for p in "qk"}

    def mlp(self, path: str, width: int):
        h = self.c["hidden_size"]
        self.shapes |= {f"{path}.{p}_proj.weight": [width, h] for p in ("gate", "up")}
        self.shapes[f"{path}.down_proj.weight"] = [h, width]

    def experts(self, layer: str):
        c, path = self.c, f"{layer}.mlp"
        self.shapes[f"{path}.gate.weight"] = [c["num_experts"], c["hidden_size"]]
        for e in range(c["num_experts"]):
            self.mlp(f"{path}.experts.{e}", c["moe_intermediate_size"])
        if width := c.get("shared_expert_intermediate_size"):
            self.mlp(f"{path}.shared_expert", width)
            self.shapes[f"{path}.shared_expert_gate.weight"] = [1, c["hidden_size"]]

    def linear(self, layer: str, fused: bool):
        c, path = self.c, f"{layer}.linear_attn"
        keys = c["linear_num_key_heads"] * c["linear_key_head_dim"]
        heads = c["linear_num_value_heads"]
        values = heads * c["linear_value_head_dim"]
        rows = {"qkv": 2 * keys + values, "z": values, "b": heads, "a": heads}
        if fused:
            rows = {"qkvz": 2 * keys + 2 * values, "ba": 2 * heads}
        for part, n in rows.items():
            self.shapes[f"{path}.in_proj_{part}.weight"] = [n, c["hidden_size"]]
        channels = 2 * keys + values
        self.shapes[f"{path}.conv1d.weight"] = [channels, 1, c["linear_conv_kernel_dim"]]
        self.shapes |= {f"{path}.A_log": [heads], f"{path}.dt_bias": [heads]}
        self.shapes[f"{path}.norm.weight"] = [c["linear_value_head_dim"]]
        self.shapes[f"{path}.out_proj.weight"] = [c["hidden_size"], values]

    def ends(self):
        c = self.c
        self.shapes["model.embed_tokens.weight"] = [c["vocab_size"], c["hidden_size"]]
        self.shapes["model.norm.weight"] = [c["hidden_size"]]
        if not c.get("tie_word_embeddings"):
            self.shapes["lm_head.weight"] = [c["vocab_size"], c["hidden_size"]]

    def norms(self, layer: str):
        for norm in ("input_layernorm", "post_attention_layernorm"):
            self.shapes[f"{layer}.{norm}.weight"] = [self.c["hidden_size"]]

    def tensors(self) -> dict[str, np.ndarray]:
        return {n: formula(i, self.shapes[n]) for i, n in enumerate(sorted(self.shapes))}


BASE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 24}
BASE |= {"num_key_value_heads": 2, "intermediate_size": 48, "max_position_embeddings": 4096}
BASE |= {"rms_norm_eps": 1e-5, "hidden_act": "silu"}
MOE = {"num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 32}
LINEAR = {"linear_num_key_heads": 2, "linear_num_value_heads": 6, "linear_conv_kernel_dim": 4}
LINEAR |= {"linear_key_head_dim": 8, "linear_value_head_dim": 8, "full_attention_interval": 2}


def models() -> dict[str, Model]:
    llama3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0}
    llama3 |= {"high_freq_factor": 4.0, "original_max_position_embeddings": 1024}
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}
    made = {}
    made["llama"] = Model("llama", BASE | {"model_type": "llama", "head_dim": 32})
    made["llama"].c |= {"tie_word_embeddings": True, "rope_theta": 5e5, "rope_scaling": llama3}
    made["llama"].c |= {"attention_bias": True}
    made["mistral3"] = Model("mistral3", BASE | {"model_type": "mistral", "head_dim": 16})
    made["mistral3"].c |= {"rope_theta": 1e6, "sliding_window": None}
    made["qwen2"] = Model("qwen2", BASE | {"model_type": "qwen2", "rope_theta": 1e6})
    made["qwen2"].c |= {"head_dim": 8, "rope_scaling": yarn}
    made["qwen3"] = Model("qwen3", BASE | {"model_type": "qwen3", "head_dim": 24})
    made["qwen3"].c |= {"rope_theta": 1e6, "tie_word_embeddings": True}
    made["qwen3moe"] = Model("qwen3moe", BASE | MOE | {"model_type": "qwen3_moe", "head_dim": 16})
    made["qwen3moe"].c |= {"rope_theta": 1e6, "norm_topk_prob": True}
    rope = {"rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.25}
    hybrid = BASE | LINEAR | {"head_dim": 32, "rope_parameters": rope, "rms_norm_eps": 1e-6}
    shared = {"shared_expert_intermediate_size": 32}
    made["qwen3next"] = Model("qwen3next", hybrid | MOE | shared | {"model_type": "qwen3_next"})
    made["qwen3next"].c |= {"norm_topk_prob": True}
    made["qwen35"] = Model("qwen35", hybrid | {"model_type": "qwen3_5_text"})
    made["qwen35"].c |= {"mtp_num_hidden_layers": 1}
    moe = hybrid | MOE | shared | {"model_type": "qwen3_5_moe_text"}
    made["qwen35moe"] = Model("qwen35moe", moe)
    made["qwen35moe"].c |= {"tie_word_embeddings": True}
    for name, model in made.items():
        c = model.c
        model.ends()
        is_hybrid = "linear_num_key_heads" in c
        for i in range(c["num_hidden_layers"]):
            layer = f"model.layers.{i}"
            model.norms(layer)
            if is_hybrid and (i + 1) % c["full_attention_interval"]:
                model.linear(layer, name == "qwen3next")
            else:
                bias = {"llama": "qkvo", "qwen2": "qkv"}.get(name, "")
                model.attention(layer, is_hybrid, bias, name not in PLAIN_HEADS)
            model.experts(layer) if "num_experts" in c else model.mlp(f"{layer}.mlp", 48)
        if "mtp_num_hidden_layers" in c:
            model.norms("mtp.layers.0")
            model.attention("mtp.layers.0", True, "", True)
            model.mlp("mtp.layers.0.mlp", 48)
            model.shapes["mtp.fc.weight"] = [c["hidden_size"], 2 * c["hidden_size"]]
            for norm in ("pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm"):
                model.shapes[f"mtp.{norm}.weight"] = [c["hidden_size"]]
    return made


def interleaved(x: np.ndarray, heads: int) -> np.ndarray:
    """Rows of each head in pairs, as rope of ggml's "normal" type has them."""
    halves = x.reshape(heads, 2, x.shape[0] // heads // 2, *x.shape[1:])
    return halves.swapaxes(1, 2).reshape(x.shape)


def tiled(x: np.ndarray, c: dict, axis: int, first: int = 0) -> np.ndarray:
    """Value heads from `first` on along an axis: those of each key head in turn, one by one."""
    keys, values = c["linear_num_key_heads"], c["linear_num_value_heads"]
    x = np.moveaxis(x, axis, 0)
    kept, heads = x[:first], x[first:]
    split = heads.reshape(keys, values // keys, heads.shape[0] // values, *heads.shape[1:])
    heads = split.swapaxes(0, 1).reshape(heads.shape)
    return np.moveaxis(np.concatenate([kept, heads]), 0, axis)


def converted(
    model: Model, tensors: dict[str, np.ndarray], is_changed: bool = True
) -> dict[str, np.ndarray]:
    """`tensors` by name, as the converter changes and stores them; their order alone where values
    are not changed.
    """
    c, arch, out = model.c, model.arch, {}
    blocks_of = c["num_hidden_layers"] + c.get("mtp_num_hidden_layers", 0)
    code = next(a for a, n in gguf.MODEL_ARCH_NAMES.items() if n == arch)
    names = gguf.get_tensor_name_map(code, blocks_of)
    keys = 2 * c.get("linear_num_key_heads", 0) * c.get("linear_key_head_dim", 0)
    stacks: dict[str, list[np.ndarray]] = {}
    is_zero_centred = "linear_num_key_heads" in c
    for name, x in tensors.items():
        if arch in INTERLEAVED and ".q_proj." in name:
            x = interleaved(x, c["num_attention_heads"])
        if arch in INTERLEAVED and ".k_proj." in name:
            x = interleaved(x, c["num_key_value_heads"])
        if "linear_attn." in name and arch.startswith("qwen35"):
            part = name.split("linear_attn.")[1].split(".")[0]
            if part in ("in_proj_qkv", "conv1d"):
                x = tiled(x, c, 0, keys)
            elif part in ("in_proj_z", "in_proj_b", "in_proj_a", "A_log", "dt_bias"):
                x = tiled(x, c, 0)
            elif part == "out_proj":
                x = tiled(x, c, 1)
        if name.endswith("A_log"):
            x = -np.exp(x) if is_changed else x
        elif is_zero_centred and name.endswith(NORMS) and "linear_attn" not in name:
            x = x + 1 if is_changed else x
        elif "conv1d" in name:
            x = x[:, 0]
        elif name.endswith("shared_expert_gate.weight"):
            x = x[0]
        name = name.replace(".dt_bias", ".dt_proj.bias")
        if name.startswith("mtp."):
            last = c["num_hidden_layers"]
            name = name.replace("mtp.layers.0", f"model.layers.{last}")
            if own := NEXTN.get(name.split(".")[1]):
                out[f"blk.{last}.nextn.{own}.weight"] = x
                continue
        if ".experts." in name:
            path, _, rest = name.partition(".experts.")
            stacks.setdefault(f"{path}.experts.{rest.split('.', 1)[1]}", []).append(x)
            continue
        if "in_proj_qkvz" in name:
            r = c["linear_num_value_heads"] // c["linear_num_key_heads"]
            widths = [c["linear_key_head_dim"]] * 2 + [r * c["linear_value_head_dim"]] * 2
            groups = x.reshape(c["linear_num_key_heads"], sum(widths), -1)
            parts = np.split(groups, np.cumsum(widths)[:-1], axis=1)
            q, k, v, z = (p.reshape(-1, x.shape[1]) for p in parts)
            block = "blk." + name.split(".")[2]
            out[f"{block}.attn_qkv.weight"] = np.concatenate([q, k, v])
            out[f"{block}.attn_gate.weight"] = z
            continue
        mapped = names.get_name(name, try_suffixes=(".weight", ".bias"))
        assert mapped, name
        out[mapped] = x
    for name, parts in stacks.items():
        out[names.get_name(name, try_suffixes=(".weight",))] = np.stack(parts)
    if arch == "qwen35moe":
        for i in range(c["num_hidden_layers"]):
            halves = [out.pop(f"blk.{i}.ffn_{p}_exps.weight") for p in ("gate", "up")]
            out[f"blk.{i}.ffn_gate_up_exps.weight"] = np.concatenate(halves, axis=1)
    return out


def rope_freqs(c: dict) -> np.ndarray:
    """The divisors that the llama3 scaling comes to."""
    s, dim = c["rope_scaling"], c["head_dim"]
    length = s["original_max_position_embeddings"]
    divisors = []
    for i in range(0, dim, 2):
        wave = 2 * math.pi * c["rope_theta"] ** (i / dim)
        low, high = length / s["low_freq_factor"], length / s["high_freq_factor"]
        if wave < high:
            divisors.append(1.0)
        elif wave > low:
            divisors.append(s["factor"])
        else:
            t = length / wave - s["low_freq_factor"]
            t /= s["high_freq_factor"] - s["low_freq_factor"]
            divisors.append(1 / ((1 - t) / s["factor"] + t))
    return np.array(divisors, np.float32)


def write_keys(w: gguf.GGUFWriter, model: Model) -> None:
    c, arch = model.c, model.arch
    w.add_type("model")
    w.add_name(f"tiny {arch}")
    w.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    w.add_quantization_version(gguf.GGML_QUANT_VERSION)
    w.add_block_count(c["num_hidden_layers"] + c.get("mtp_num_hidden_layers", 0))
    w.add_context_length(c["max_position_embeddings"])
    w.add_embedding_length(c["hidden_size"])
    w.add_feed_forward_length(c["intermediate_size"])
    w.add_head_count(c["num_attention_heads"])
    w.add_head_count_kv(c["num_key_value_heads"])
    w.add_layer_norm_rms_eps(c["rms_norm_eps"])
    w.add_rope_freq_base(c.get("rope_theta") or c["rope_parameters"]["rope_theta"])
    if arch != "qwen2":
        w.add_key_length(c["head_dim"])
        w.add_value_length(c["head_dim"])
    if arch in INTERLEAVED:
        w.add_vocab_size(c["vocab_size"])
        w.add_rope_dimension_count(c["head_dim"])
    if arch == "qwen2":
        w.add_rope_scaling_type(gguf.RopeScalingType.YARN)
        w.add_rope_scaling_factor(c["rope_scaling"]["factor"])
        w.add_rope_scaling_orig_ctx_len(c["rope_scaling"]["original_max_position_embeddings"])
    if "num_experts" in c:
        w.add_expert_count(c["num_experts"])
        w.add_expert_used_count(c["num_experts_per_tok"])
        w.add_expert_feed_forward_length(c["moe_intermediate_size"])
    if "shared_expert_intermediate_size" in c:
        w.add_expert_shared_feed_forward_length(c["shared_expert_intermediate_size"])
    if "linear_num_key_heads" in c:
        w.add_ssm_conv_kernel(c["linear_conv_kernel_dim"])
        w.add_ssm_state_size(c["linear_key_head_dim"])
        w.add_ssm_group_count(c["linear_num_key_heads"])
        w.add_ssm_time_step_rank(c["linear_num_value_heads"])
        w.add_ssm_inner_size(c["linear_num_value_heads"] * c["linear_value_head_dim"])
        w.add_full_attention_interval(c["full_attention_interval"])
        w.add_rope_dimension_count(c["head_dim"] // 4)
    if arch.startswith("qwen35"):
        w.add_rope_dimension_sections([2, 1, 1, 0])
    if "mtp_num_hidden_layers" in c:
        w.add_nextn_predict_layers(c["mtp_num_hidden_layers"])


def write_tokenizer(w: gguf.GGUFWriter, c: dict) -> None:
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("qwen2")
    w.add_token_list([f"t{i}" for i in range(c["vocab_size"])])
    w.add_token_types([1] * c["vocab_size"])
    w.add_eos_token_id(1)
    w.add_add_bos_token(False)
    w.add_chat_template("{{ messages }}")


def write(model: Model, folder: Path) -> list[Path]:
    split = 12 if model.arch == "qwen3next" else 0
    w = gguf.GGUFWriter(folder / "tiny.gguf", model.arch, split_max_tensors=split)
    write_keys(w, model)
    write_tokenizer(w, model.c)
    tensors = converted(model, model.tensors())
    if model.arch == "llama":
        tensors["rope_freqs.weight"] = rope_freqs(model.c)
    for name, x in tensors.items():
        x = np.ascontiguousarray(x, np.float32)
        if x.ndim == 1 or "conv1d" in name or "gate_inp" in name:
            w.add_tensor(name, x)
        elif "exps" in name or "attn_q." in name:
            w.add_tensor(name, gguf.quantize(x, Type.Q8_0), raw_dtype=Type.Q8_0)
        elif "ffn_down" in name:
            w.add_tensor(name, gguf.quantize(x, Type.BF16), raw_dtype=Type.BF16)
        else:
            w.add_tensor(name, x.astype(np.float16))
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
    return sorted(folder.iterdir())


def families(out: dict[str, np.ndarray]) -> None:
    def text(value) -> np.ndarray:
        return np.frombuffer(json.dumps(value).encode(), np.uint8)

    for name, model in models().items():
        with tempfile.TemporaryDirectory() as folder:
            for path in write(model, Path(folder)):
                out[f"families.{name}.{path.name}"] = np.frombuffer(path.read_bytes(), np.uint8)
        out[f"families.{name}.config.json"] = text(model.c)
        out[f"families.{name}.shapes.json"] = text(dict(sorted(model.shapes.items())))


def main() -> None:
    out: dict[str, np.ndarray] = {}
    types(out)
    families(out)
    save_file(out, DATA / "gguf_files.safetensors")
    (DATA / "gguf_files.safetensors").chmod(0o644)


if __name__ == "__main__":
    main()
