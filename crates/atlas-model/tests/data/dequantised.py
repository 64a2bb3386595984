"""Writes what transformers and compressed-tensors make of checkpoints from `atlas quantize`.

    python crates/atlas-model/tests/data/dequantised.py --atlas target/debug/atlas

The checkpoint is the formula of `crates/atlas-model/tests/stored/quantise.rs`, which compares its
own reading with the rows in `dequantised.safetensors`. transformers loads each format
in f32 and dequantises it. It rounds experts to bf16 and does not read the global scales of NVFP4
experts, so those come from compressed-tensors, and FP8 experts with a scale a row from torch.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import torch
import transformers
from compressed_tensors.compressors.mxfp4 import MXFP4PackedCompressor
from compressed_tensors.compressors.nvfp4 import NVFP4PackedCompressor
from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme
from safetensors.torch import load_file, save_file

DATA = Path(__file__).resolve().parent
FORMATS = ("fp8-block", "fp8-row", "nvfp4", "mxfp4")
LAYER = "model.layers.0"
EXPERTS = f"{LAYER}.mlp.experts"
ROW_STEP = 43
CONFIG = {"architectures": ["Qwen3MoeForCausalLM"], "model_type": "qwen3_moe", "hidden_act": "silu"}
CONFIG |= {"vocab_size": 64, "hidden_size": 256, "num_hidden_layers": 1, "head_dim": 32}
CONFIG |= {"num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 256}
CONFIG |= {"moe_intermediate_size": 128, "num_experts": 2, "num_experts_per_tok": 1}
CONFIG |= {"tie_word_embeddings": True, "torch_dtype": "bfloat16"}


def shapes() -> dict[str, list[int]]:
    attention = {"q": [128, 256], "k": [64, 256], "v": [64, 256], "o": [256, 128]}
    expert = {"gate": [128, 256], "up": [128, 256], "down": [256, 128]}
    named = {"model.embed_tokens": [64, 256]}
    named |= {f"{LAYER}.self_attn.{p}_proj": shape for p, shape in attention.items()}
    named |= {f"{LAYER}.self_attn.{p}_norm": [32] for p in "qk"}
    named |= {f"{LAYER}.mlp.gate": [2, 256]}
    for e in range(2):
        named |= {f"{EXPERTS}.{e}.{p}_proj": shape for p, shape in expert.items()}
    norms = (f"{LAYER}.input_layernorm", f"{LAYER}.post_attention_layernorm", "model.norm")
    return named | {norm: [256] for norm in norms}


def tensor(seed: int, shape: list[int]) -> torch.Tensor:
    i = torch.arange(torch.Size(shape).numel())
    divisors = 128 << (i // shape[-1] % 4)
    values = ((i * 7919 + seed * 104729) % 509 - 254).float() / divisors
    assert (values.bfloat16().float() == values).all()
    return values.bfloat16().reshape(shape)


def library(form: str, parts: dict[str, torch.Tensor]) -> torch.Tensor:
    """A linear dequantised by itself."""
    if form.startswith("fp8"):
        return parts["weight"].float() * parts["weight_scale"].float()
    strategy = ("tensor_group", 16) if form == "nvfp4" else ("group", 32)
    args = QuantizationArgs(num_bits=4, type="float", strategy=strategy[0], group_size=strategy[1])
    compressor = NVFP4PackedCompressor if form == "nvfp4" else MXFP4PackedCompressor
    scheme = QuantizationScheme(targets=[], weights=args)
    return compressor.decompress(parts, scheme)["weight"].float()


def loaded(form: str, folder: Path) -> dict[str, torch.Tensor]:
    """The linears as transformers has them."""
    block = form == "fp8-block"
    own = json.loads((folder / "config.json").read_text())["quantization_config"]
    del own["quant_method"]
    kind = transformers.FineGrainedFP8Config if block else transformers.CompressedTensorsConfig
    config = kind(**own, dequantize=True)
    model, info = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.float32, quantization_config=config, output_loading_info=True
    )
    state, written = model.state_dict(), load_file(folder / "model.safetensors")
    print(form, {key: value for key, value in info.items() if value})
    names = [name for name in shapes() if name.endswith("_proj")]
    found = {name: state.get(f"{name}.weight") for name in names}
    for name in (name for name in names if name.startswith(EXPERTS)):
        expert, part = name.removeprefix(f"{EXPERTS}.").split(".")
        stack = state[f"{EXPERTS}.{'down_proj' if part == 'down_proj' else 'gate_up_proj'}"]
        rows = {"gate_proj": slice(0, 128), "up_proj": slice(128, 256)}.get(part, slice(None))
        merged = stack[int(expert)][rows].float()
        parts = {k.rsplit(".", 1)[1]: v for k, v in written.items() if k.startswith(f"{name}.")}
        found[name] = merged if block else library(form, parts)
        if form != "nvfp4":
            assert torch.equal(merged.bfloat16(), found[name].bfloat16()), name
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--atlas", required=True, type=Path)
    atlas = parser.parse_args().atlas.resolve()
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        source.mkdir()
        tensors = {f"{n}.weight": tensor(i, s) for i, (n, s) in enumerate(shapes().items())}
        save_file(tensors, source / "model.safetensors", {"format": "pt"})
        (source / "config.json").write_text(json.dumps(CONFIG))
        for form in FORMATS:
            out = Path(folder) / form
            subprocess.run([atlas, "quantize", source, out, "--format", form], check=True)
            for name, values in loaded(form, out).items():
                rows[f"{form}.{name}"] = values.float()[::ROW_STEP].contiguous()
    save_file(rows, DATA / "dequantised.safetensors", {"config": json.dumps(CONFIG)})
    print(f"{len(rows)} linears, {sum(t.numel() for t in rows.values()) * 4 // 1024} KiB")


if __name__ == "__main__":
    main()
