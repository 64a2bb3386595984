#!/usr/bin/env python3
"""Time of loading a checkpoint, beside a sequential read of the same files with O_DIRECT.

    tools/bench/load.py ATLAS [--gb 20] [--folder FOLDER] [--config FILE] [--repeats 2]
        [--written] [--warm] [-- MORE FLAGS OF bench latency]

Writes a checkpoint of random weights of the shape of FILE (tools/bench/qwen3_6_35b_a3b.json),
with as many of its layers as come to GB (one round of their pattern at least), in files of up to
4 GB. Then, in turn: reads all of them with O_DIRECT in blocks of 16 MiB, and lets ATLAS load
them (`bench latency` with a short prompt, of which the line "loaded weights" counts). Before
each the files are taken out of the page cache (`posix_fadvise`), unless --warm is given: then
they are read into it before a load. MORE FLAGS are for instance `--device cuda`: without a GPU
weights are mapped and nothing is read. The checkpoint is removed unless FOLDER is named. Prints
a line of JSON. Standard library only.
"""

import argparse
import json
import mmap
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BLOCK = 16 << 20
FILE_BYTES = 4 << 30


def shapes(config, layers):
    """Names and shapes of the text model's tensors, in the order in which they are read."""
    c, hidden = config, config["hidden_size"]
    keys = c["linear_num_key_heads"] * c["linear_key_head_dim"]
    values = c["linear_num_value_heads"] * c["linear_value_head_dim"]
    heads, kv, wide = c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"]
    experts, inner, shared = (
        c["num_experts"],
        c["moe_intermediate_size"],
        c["shared_expert_intermediate_size"],
    )
    yield "model.embed_tokens.weight", [c["vocab_size"], hidden]
    for layer in range(layers):
        at = f"model.layers.{layer}."
        yield at + "input_layernorm.weight", [hidden]
        if c["layer_types"][layer] == "linear_attention":
            mixer = at + "linear_attn."
            yield mixer + "in_proj_qkv.weight", [2 * keys + values, hidden]
            yield mixer + "in_proj_z.weight", [values, hidden]
            for name in "ab":
                yield mixer + f"in_proj_{name}.weight", [c["linear_num_value_heads"], hidden]
            yield mixer + "conv1d.weight", [2 * keys + values, 1, c["linear_conv_kernel_dim"]]
            yield mixer + "A_log", [c["linear_num_value_heads"]]
            yield mixer + "dt_bias", [c["linear_num_value_heads"]]
            yield mixer + "norm.weight", [c["linear_value_head_dim"]]
            yield mixer + "out_proj.weight", [hidden, values]
        else:
            mixer = at + "self_attn."
            yield mixer + "q_proj.weight", [2 * heads * wide, hidden]
            for name in "kv":
                yield mixer + f"{name}_proj.weight", [kv * wide, hidden]
            yield mixer + "q_norm.weight", [wide]
            yield mixer + "k_norm.weight", [wide]
            yield mixer + "o_proj.weight", [hidden, heads * wide]
        yield at + "post_attention_layernorm.weight", [hidden]
        mlp = at + "mlp."
        yield mlp + "gate.weight", [experts, hidden]
        yield mlp + "experts.gate_up_proj", [experts, 2 * inner, hidden]
        yield mlp + "experts.down_proj", [experts, hidden, inner]
        for name in ("gate", "up"):
            yield mlp + f"shared_expert.{name}_proj.weight", [shared, hidden]
        yield mlp + "shared_expert.down_proj.weight", [hidden, shared]
        yield mlp + "shared_expert_gate.weight", [1, hidden]
    yield "model.norm.weight", [hidden]
    if not c["tie_word_embeddings"]:
        yield "lm_head.weight", [c["vocab_size"], hidden]


def size(shape):
    bytes_ = 2
    for extent in shape:
        bytes_ *= extent
    return bytes_


def with_layers(config, wanted):
    """The fewest layers that come to so many bytes, in whole rounds of the layers' pattern."""
    every = config["full_attention_interval"]
    for layers in range(every, config["num_hidden_layers"] + 1, every):
        if sum(size(shape) for _, shape in shapes(config, layers)) >= wanted:
            break
    return {
        **config,
        "num_hidden_layers": layers,
        "layer_types": config["layer_types"][:layers],
    }, layers


def write(folder, config, layers):
    """The files and an index; what is in them differs from block to block, and is small in bf16."""
    rng = random.Random(5)
    block = bytearray(rng.randbytes(BLOCK))
    for high in range(1, BLOCK, 2):
        block[high] = block[high] & 0x80 | 0x3C
    block = bytes(block)
    parts, part = [], []
    for name, shape in shapes(config, layers):
        if part and sum(size(s) for _, s in part) + size(shape) > FILE_BYTES:
            parts.append(part)
            part = []
        part.append((name, shape))
    parts.append(part)
    index, files = {}, []
    for i, part in enumerate(parts):
        path = folder / f"model-{i + 1:05}-of-{len(parts):05}.safetensors"
        header, at = {}, 0
        for name, shape in part:
            header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [at, at + size(shape)]}
            index[name] = path.name
            at += size(shape)
        text = json.dumps(header).encode()
        text += b" " * (-(8 + len(text)) % 4096)
        with open(path, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            while at > 0:
                turn = rng.randrange(BLOCK // 2) * 2
                piece = (block[turn:] + block[:turn])[: min(at, BLOCK)]
                file.write(piece)
                at -= len(piece)
            file.flush()
            os.fsync(file.fileno())
        files.append(path)
    total = sum(path.stat().st_size for path in files)
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": total}, "weight_map": index})
    )
    (folder / "config.json").write_text(json.dumps(config))
    return files, total


def forget(files):
    for path in files:
        handle = os.open(path, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


def keep(files):
    for path in files:
        with open(path, "rb", buffering=0) as file:
            while file.read(BLOCK):
                pass


def read_direct(files):
    """Seconds for all of them, one after the other."""
    buffer = mmap.mmap(-1, BLOCK)
    begin = time.monotonic()
    for path in files:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECT)
        while os.readv(handle, [buffer]) == BLOCK:
            pass
        os.close(handle)
    return time.monotonic() - begin


def load(atlas, folder, more):
    """Seconds until the weights were there, as the program says, which is ended then."""
    command = [
        atlas,
        "bench",
        "latency",
        str(folder),
        "--prompt-len",
        "8",
        "--output-len",
        "2",
        "--repeats",
        "1",
        *more,
    ]
    process = subprocess.Popen(
        [*command, "--log", "atlas=info", "--log-format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seen = []
    for line in process.stdout:
        seen.append(line)
        if "loaded weights" in line:
            process.kill()
            process.wait()
            return json.loads(line)["fields"]["seconds"]
    sys.exit(f"{' '.join(command)}: {process.wait()}\n{''.join(seen)[-2000:]}")


def main():
    arguments, more = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, more = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("atlas")
    parser.add_argument("--gb", type=float, default=20)
    parser.add_argument("--folder", type=Path)
    parser.add_argument(
        "--config", type=Path, default=Path(__file__).parent / "qwen3_6_35b_a3b.json"
    )
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--written", action="store_true", help="FOLDER has the checkpoint already")
    parser.add_argument("--warm", action="store_true", help="load from the page cache")
    wanted = parser.parse_args(arguments)
    if not Path(wanted.atlas).is_file():
        parser.error(
            f"{wanted.atlas} is no file: `cargo build --release --features cuda` makes"
            " target/release/atlas"
        )
    if not wanted.config.is_file():
        parser.error(f"{wanted.config} is no file")
    if wanted.written and not (wanted.folder and any(wanted.folder.glob("*.safetensors"))):
        parser.error("--written needs a --folder with *.safetensors")
    with tempfile.TemporaryDirectory() as scratch:
        folder = wanted.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        begin = time.monotonic()
        if wanted.written:
            layers = json.loads((folder / "config.json").read_text())["num_hidden_layers"]
            files = sorted(folder.glob("*.safetensors"))
            total = sum(path.stat().st_size for path in files)
        else:
            config, layers = with_layers(json.loads(wanted.config.read_text()), wanted.gb * 1e9)
            files, total = write(folder, config, layers)
        written = time.monotonic() - begin
        direct, loaded = [], []
        for _ in range(wanted.repeats):
            forget(files)
            direct.append(read_direct(files))
            forget(files)
            if wanted.warm:
                keep(files)
            loaded.append(load(wanted.atlas, folder, more))
    rate = lambda seconds: round(total / statistics.median(seconds) / 1e9, 3)
    result = {
        "bytes": total,
        "layers": layers,
        "write_seconds": round(written, 1),
        "direct_seconds": [round(s, 2) for s in direct],
        "load_seconds": [round(s, 2) for s in loaded],
        "direct_gb_per_second": rate(direct),
        "load_gb_per_second": rate(loaded),
        "share": round(rate(loaded) / rate(direct), 3),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
