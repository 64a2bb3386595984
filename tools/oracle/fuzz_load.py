"""Damaged checkpoints and configs: Atlas must end at once with an error that names what is wrong.

    python tools/oracle/fuzz_load.py [--atlas BINARY] [--flips N] [--seed S]

Starts from one fixture, breaks one thing at a time and runs `atlas serve`. Each case states
which words the error must hold. An exit by a signal, a panic, a hang or a start that succeeds is
a failure. Random flips of header bits may leave a file that loads.
"""

import argparse
import json
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "crates/atlas-model/tests/fixtures"
SINGLE, SHARDED, HYBRID = "qwen3_yarn", "qwen3_moe_mlp_only", "qwen3_5_moe_text"
WEIGHTS = "model.safetensors"
LIMIT_SECONDS = 20
SLOW_SECONDS = 5

Break = Callable[[Path], object]


def config(**changes) -> Break:
    """Sets keys of config.json; `...` removes one."""

    def apply(folder: Path) -> None:
        path = folder / "config.json"
        value = json.loads(path.read_text())
        for key, new in changes.items():
            value.pop(key, None)
            if new is not ...:
                value[key] = new
        path.write_text(json.dumps(value))

    return apply


def text(file: str, content: str | bytes) -> Break:
    return lambda folder: (folder / file).write_bytes(
        content if isinstance(content, bytes) else content.encode()
    )


def tensors(change: Callable[[dict[str, torch.Tensor]], object]) -> Break:
    def apply(folder: Path) -> None:
        loaded = load_file(folder / WEIGHTS)
        change(loaded)
        save_file({k: v.contiguous() for k, v in loaded.items()}, folder / WEIGHTS)

    return apply


def replace(name: str, make: Callable[[torch.Tensor], torch.Tensor]) -> Break:
    return tensors(lambda loaded: loaded.update({name: make(loaded[name])}))


def truncate(file: str, keep: float | int) -> Break:
    def apply(folder: Path) -> None:
        data = (folder / file).read_bytes()
        (folder / file).write_bytes(
            data[: keep if isinstance(keep, int) else int(len(data) * keep)]
        )

    return apply


def header(change: Callable[[dict], object]) -> Break:
    """Rewrites the header's JSON, the data left as it is."""

    def apply(folder: Path) -> None:
        data = (folder / WEIGHTS).read_bytes()
        (size,) = struct.unpack("<Q", data[:8])
        value = json.loads(data[8 : 8 + size])
        change(value)
        new = json.dumps(value).encode()
        (folder / WEIGHTS).write_bytes(struct.pack("<Q", len(new)) + new + data[8 + size :])

    return apply


def length(value: int) -> Break:
    def apply(folder: Path) -> None:
        data = (folder / WEIGHTS).read_bytes()
        (folder / WEIGHTS).write_bytes(struct.pack("<Q", value) + data[8:])

    return apply


def shard(index: int) -> str:
    return f"model-{index:05d}-of-00003.safetensors"


def index_map(change: Callable[[dict[str, str]], object]) -> Break:
    def apply(folder: Path) -> None:
        path = folder / "model.safetensors.index.json"
        value = json.loads(path.read_text())
        change(value["weight_map"])
        path.write_text(json.dumps(value))

    return apply


def only(*files: tuple[str, str | bytes]) -> Break:
    """Nothing but these files."""

    def apply(folder: Path) -> None:
        for file in folder.iterdir():
            file.unlink()
        for name, content in files:
            text(name, content)(folder)

    return apply


def several(*breaks: Break) -> Break:
    def apply(folder: Path) -> None:
        for one in breaks:
            one(folder)

    return apply


Q = "model.layers.1.self_attn.q_proj.weight"
GATE = "model.layers.0.mlp.gate_proj.weight"

# (what, fixture, break, words that the error must hold)
CASES: list[tuple[str, str, Break, list[str]]] = [
    *[
        (f"weights cut to {keep}", SINGLE, truncate(WEIGHTS, keep), [WEIGHTS])
        for keep in (0, 1, 7, 8, 9, 100, 0.3, 0.9, 0.9999)
    ],
    *[
        (f"shard cut to {keep}", SHARDED, truncate(shard(2), keep), [shard(2)])
        for keep in (0, 50, 0.5)
    ],
    *[
        (f"header length {n}", SINGLE, length(n), [WEIGHTS])
        for n in (0, 1, 5, 1 << 20, 1 << 31, 1 << 62, (1 << 64) - 1)
    ],
    ("weights not safetensors", SINGLE, text(WEIGHTS, b"PK\x03\x04" + bytes(1000)), [WEIGHTS]),
    (
        "header: huge shape",
        SINGLE,
        header(lambda h: h[Q].update(shape=[1 << 62, 1 << 62])),
        [WEIGHTS, Q],
    ),
    ("header: negative shape", SINGLE, header(lambda h: h[Q].update(shape=[-1, 4])), [WEIGHTS, Q]),
    (
        "header: offsets past the end",
        SINGLE,
        header(lambda h: h[Q].update(data_offsets=[0, 1 << 50])),
        [WEIGHTS, Q],
    ),
    (
        "header: offsets backwards",
        SINGLE,
        header(lambda h: h[Q].update(data_offsets=h[Q]["data_offsets"][::-1])),
        [WEIGHTS, Q],
    ),
    ("header: no dtype", SINGLE, header(lambda h: h[Q].pop("dtype")), [WEIGHTS, Q]),
    ("header: F8 dtype", SINGLE, header(lambda h: h[Q].update(dtype="F8_E4M3")), [WEIGHTS, Q]),
    ("header: entry is a list", SINGLE, header(lambda h: h.update({Q: [1]})), [WEIGHTS, Q]),
    (
        "header: deep nesting",
        SINGLE,
        text(WEIGHTS, struct.pack("<Q", 200_000) + b"[" * 200_000),
        [WEIGHTS],
    ),
    ("tensor missing", SINGLE, tensors(lambda t: t.pop(Q)), ["missing", Q]),
    (
        "three tensors missing",
        SINGLE,
        tensors(lambda t: [t.pop(k) for k in (Q, GATE, "model.norm.weight")]),
        [Q, GATE, "model.norm.weight"],
    ),
    (
        "tensor extra",
        SINGLE,
        tensors(lambda t: t.update({"model.layers.0.surprise": torch.zeros(3)})),
        ["model.layers.0.surprise", WEIGHTS],
    ),
    (
        "layer extra",
        SINGLE,
        tensors(lambda t: t.update({"model.layers.9.input_layernorm.weight": torch.zeros(3)})),
        ["model.layers.9.input_layernorm.weight"],
    ),
    ("shape transposed", SINGLE, replace(Q, lambda t: t.t().clone()), [Q, WEIGHTS, "expected"]),
    ("shape flat", SINGLE, replace(Q, lambda t: t.reshape(-1)), [Q, WEIGHTS]),
    (
        "one row short",
        SINGLE,
        replace("model.embed_tokens.weight", lambda t: t[:-1]),
        ["model.embed_tokens.weight", WEIGHTS],
    ),
    ("norm empty", SINGLE, replace("model.norm.weight", lambda t: t[:0]), ["model.norm.weight"]),
    ("dtype int8", SINGLE, replace(Q, lambda t: t.to(torch.int8)), [Q, "I8"]),
    ("dtype f64", SINGLE, replace(Q, lambda t: t.double()), [Q, "F64"]),
    ("dtype fp8", SINGLE, replace(Q, lambda t: t.to(torch.float8_e4m3fn)), [Q, "F8_E4M3"]),
    (
        "untied head beside a tied config",
        SINGLE,
        several(config(tie_word_embeddings=True), replace("lm_head.weight", lambda t: t + 1)),
        ["lm_head.weight"],
    ),
    ("shard absent", SHARDED, lambda f: (f / shard(3)).unlink(), [shard(3)]),
    (
        "index names an absent file",
        SHARDED,
        index_map(lambda m: m.update({next(iter(m)): "model-9.safetensors"})),
        ["model-9.safetensors"],
    ),
    (
        "index names a path",
        SHARDED,
        index_map(lambda m: m.update({next(iter(m)): "../../etc/passwd"})),
        ["passwd"],
    ),
    (
        "index lists a tensor that is nowhere",
        SHARDED,
        index_map(lambda m: m.update({"model.layers.0.nothing": shard(1)})),
        ["model.layers.0.nothing", shard(1)],
    ),
    ("index forgets a tensor", SHARDED, index_map(lambda m: m.pop(next(iter(m)))), ["index"]),
    (
        "index malformed",
        SHARDED,
        text("model.safetensors.index.json", "{"),
        ["model.safetensors.index.json"],
    ),
    (
        "index without map",
        SHARDED,
        text("model.safetensors.index.json", "{}"),
        ["model.safetensors.index.json", "weight_map"],
    ),
    (
        "index of numbers",
        SHARDED,
        text("model.safetensors.index.json", '{"weight_map": {"a": 3}}'),
        ["model.safetensors.index.json"],
    ),
    (
        "expert missing",
        HYBRID,
        tensors(lambda t: t.pop(next(k for k in t if "experts" in k))),
        ["experts"],
    ),
    (
        "gated delta tensor missing",
        HYBRID,
        tensors(lambda t: t.pop("model.layers.0.linear_attn.A_log")),
        ["model.layers.0.linear_attn.A_log"],
    ),
    ("config malformed", SINGLE, text("config.json", '{"model_type": "qwen3",'), ["config.json"]),
    ("config empty", SINGLE, text("config.json", ""), ["config.json"]),
    ("config a list", SINGLE, text("config.json", "[]"), ["config.json"]),
    (
        "config not UTF-8",
        SINGLE,
        text("config.json", b'{"model_type": "\xff\xfe"}'),
        ["config.json"],
    ),
    ("config nested deep", SINGLE, text("config.json", "[" * 100_000), ["config.json"]),
    ("config absent", SINGLE, lambda f: (f / "config.json").unlink(), ["config.json"]),
    ("unknown model_type", SINGLE, config(model_type="gpt_neox"), ["gpt_neox", "llama"]),
    ("unknown architecture", SINGLE, config(architectures=["BertModel"]), ["BertModel"]),
    ("no model_type", SINGLE, config(model_type=...), ["model_type"]),
    ("model_type a number", SINGLE, config(model_type=3), ["model_type"]),
    ("unknown key", SINGLE, config(attention_sink=True), ["attention_sink", "--allow-config-key"]),
    *[
        (f"{key} = {value}", SINGLE, config(**{key: value}), [key])
        for key, value in [
            ("num_attention_heads", 0),
            ("num_attention_heads", -4),
            ("num_attention_heads", "four"),
            ("num_attention_heads", 2.5),
            ("num_attention_heads", [4]),
            ("num_attention_heads", 1 << 63),
            ("num_attention_heads", ...),
            ("num_key_value_heads", 0),
            ("num_key_value_heads", 1 << 40),
            ("num_hidden_layers", 0),
            ("num_hidden_layers", 10**12),
            ("num_hidden_layers", -1),
            ("hidden_size", 0),
            ("hidden_size", 10**12),
            ("hidden_size", True),
            ("hidden_size", ...),
            ("head_dim", 0),
            ("head_dim", 10**9),
            ("vocab_size", 0),
            ("vocab_size", 10**15),
            ("vocab_size", "300"),
            ("intermediate_size", 0),
            ("intermediate_size", -5),
            ("max_position_embeddings", 0),
            ("max_position_embeddings", -1),
            ("rms_norm_eps", 0),
            ("rms_norm_eps", -1e-6),
            ("rms_norm_eps", "small"),
            ("tie_word_embeddings", "yes"),
            ("tie_word_embeddings", 1),
            ("rope_parameters", {"rope_theta": 0}),
            ("rope_parameters", {"rope_theta": -1}),
            ("rope_parameters", {"rope_theta": "big"}),
            ("rope_parameters", []),
            ("rope_parameters", "yarn"),
            ("rope_parameters", {"rope_type": 3}),
            ("rope_parameters", {"rope_type": "su"}),
            ("rope_parameters", {"rope_type": "linear"}),
            ("rope_parameters", {"rope_type": "yarn", "factor": -2}),
            ("hidden_act", "gelu"),
            ("hidden_act", 1),
            ("hidden_act", "relu"),
            ("layer_types", ["full_attention"]),
            ("layer_types", "full_attention"),
            ("attention_bias", "no"),
            ("partial_rotary_factor", 3),
        ]
    ],
    (
        "heads not a multiple of key heads",
        SINGLE,
        config(num_attention_heads=7, num_key_value_heads=3),
        ["num_key_value_heads"],
    ),
    ("a million layers", SINGLE, config(num_hidden_layers=1_000_000), ["num_hidden_layers"]),
    ("many layers", SINGLE, config(num_hidden_layers=16_000, layer_types=...), ["model.layers."]),
    ("wide but legal", SINGLE, config(hidden_size=1 << 30), ["model.embed_tokens.weight"]),
    *[
        (f"{key} = {value}", HYBRID, config(**{key: value}), [key])
        for key, value in [
            ("num_experts", 0),
            ("num_experts", 10**10),
            ("num_experts_per_tok", 0),
            ("num_experts_per_tok", 999),
            ("linear_num_key_heads", 0),
            ("linear_num_key_heads", 7),
            ("linear_conv_kernel_dim", 0),
            ("linear_key_head_dim", -1),
            ("full_attention_interval", 0),
            ("moe_intermediate_size", 0),
            ("shared_expert_intermediate_size", 0),
            ("attn_output_gate", False),
            ("mlp_only_layers", "x"),
        ]
    ],
    (
        "quantised",
        SINGLE,
        config(quantization_config={"quant_method": "fp8", "weight_block_size": [128, 128]}),
        ["quanti", "fp8"],
    ),
    ("quantised by MLX", SINGLE, config(quantization={"group_size": 64, "bits": 4}), ["quanti"]),
    ("empty folder", SINGLE, only(), ["config.json"]),
    ("config alone", SINGLE, lambda f: (f / WEIGHTS).unlink(), ["safetensors"]),
    ("GGUF in a folder", SINGLE, only(("model.gguf", b"GGUF\x03")), ["GGUF"]),
    (
        "GGUF beside a config",
        SINGLE,
        several(lambda f: (f / WEIGHTS).rename(f / "model.gguf")),
        ["GGUF"],
    ),
    (
        "LoRA",
        SINGLE,
        only(("adapter_config.json", '{"peft_type": "LORA"}'), ("adapter_model.safetensors", b"")),
        ["LoRA"],
    ),
    ("pickled", SINGLE, lambda f: (f / WEIGHTS).rename(f / "pytorch_model.bin"), ["safetensors"]),
    (
        "generation_config malformed",
        SINGLE,
        text("generation_config.json", "{"),
        ["generation_config.json"],
    ),
    ("tokenizer malformed", SINGLE, text("tokenizer.json", "{"), ["tokenizer.json"]),
    (
        "tokenizer_config malformed",
        SINGLE,
        several(text("tokenizer_config.json", "[1"), text("tokenizer.json", "{}")),
        ["tokenizer"],
    ),
]


def serve(binary: str, path: Path) -> tuple[int | None, str, float]:
    """(exit status, or None when it served; stderr; seconds). A hang raises."""
    start = time.time()
    with tempfile.TemporaryFile("w+") as errors, tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [binary, "serve", str(path), "--port", "0", "--threads", "1", "--log", "warn"],
            stdout=output,
            stderr=errors,
        )
        status = None
        try:
            while time.time() - start < LIMIT_SECONDS:
                status = process.poll()
                output.seek(0)
                if status is not None or "http://" in output.read():
                    break
                time.sleep(0.02)
            else:
                raise TimeoutError(f"nothing after {LIMIT_SECONDS} s")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        errors.seek(0)
        return status, re.sub(r"\x1b\[[\d;]*m", "", errors.read()), time.time() - start


def judge(
    binary: str, path: Path, words: list[str], may_load: bool = False
) -> tuple[str | None, str]:
    """The fault in the way Atlas took it (None: no fault), and its error."""
    try:
        status, errors, seconds = serve(binary, path)
    except TimeoutError as error:
        return f"hang: {error}", ""
    if "panicked" in errors:
        return "panic", errors
    if status is None:
        return (None if may_load else "it served"), errors
    if status < 0:
        return f"signal {signal.Signals(-status).name}", errors
    if status in (0, 101, 134):
        return f"exit {status}", errors
    absent = [word for word in words if word not in errors]
    if absent:
        return f"the error does not say {absent}", errors
    if seconds > SLOW_SECONDS:
        return f"{seconds:.1f} s", errors
    return None, errors


def flip(folder: Path, rng: random.Random) -> str:
    """Flips one to three bits of the header."""
    data = bytearray((folder / WEIGHTS).read_bytes())
    (size,) = struct.unpack("<Q", data[:8])
    places = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        # One flip in five lies in the length.
        at, bit = (
            rng.randrange(8) if rng.random() < 0.2 else rng.randrange(8, 8 + size)
        ), rng.randrange(8)
        data[at] ^= 1 << bit
        places.append(f"{at}.{bit}")
    (folder / WEIGHTS).write_bytes(data)
    return f"header bits {', '.join(places)} flipped"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--atlas", default=str(ROOT / "target/release/atlas"), help="the binary")
    parser.add_argument("--flips", type=int, default=200, help="random header flips")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="print every error")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    bad = total = 0

    def report(what: str, wrong: str | None, errors: str) -> None:
        nonlocal bad, total
        total += 1
        bad += wrong is not None
        if wrong or options.verbose:
            print(
                f"{'WRONG' if wrong else 'ok'}: {what}: {wrong or ''}\n    {errors.strip()[:700]}",
                flush=True,
            )

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "model"

        def fresh(fixture: str) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(
                FIXTURES / fixture, folder, ignore=shutil.ignore_patterns("oracle.safetensors")
            )

        for what, fixture, damage, words in CASES:
            fresh(fixture)
            damage(folder)
            report(f"{what} ({fixture})", *judge(options.atlas, folder, words))
        fresh(SINGLE)
        report(
            "a GGUF path",
            *judge(
                options.atlas,
                Path(shutil.copy(folder / WEIGHTS, Path(scratch) / "m.gguf")),
                ["GGUF"],
            ),
        )
        report("a weights path", *judge(options.atlas, folder / WEIGHTS, ["folder"]))
        report(
            "no such path",
            *judge(options.atlas, Path(scratch) / "nothing/at/all", ["nothing/at/all"]),
        )
        for _ in range(options.flips):
            fresh(SINGLE)
            what = flip(folder, rng)
            # A flip inside a name or a shape shows as a tensor that is missing or misshapen.
            report(what, *judge(options.atlas, folder, [WEIGHTS], may_load=True))
    print(f"{total} cases, {bad} wrong")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
