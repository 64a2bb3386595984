#!/usr/bin/env python3
"""Time to the first token of a short turn after a long conversation, from a warm prefix cache.

    tools/bench/warm_turn.py ATLAS [--context 32768] [--turn 200] [--turns 3] [--port 8399]
        [--config FILE] [-- MORE FLAGS OF SERVE]

Starts ATLAS on random weights of the shape of FILE, or of a dense Qwen3.5 of 0.8B parameters,
sends a prompt of CONTEXT random tokens, then turns that add TURN others to it, and between them
prompts of TURN tokens of which none is cached. Prints a line of JSON with the seconds to the
first token of each. The cost of attention over the context alone is printed by `cargo xtask ops
perf --op attention` (the case of 8 / 2 heads of 256), for one of the 6 layers that have it. On a
GPU, for instance `--config tools/bench/qwen3_6_35b_a3b.json -- --device cuda`, and
`atlas-cuda-check parity --perf --only attention` for its 10 layers. Standard library only.
"""

import argparse
import http.client
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LAYERS = 24
VOCAB = 248320
CONFIG = {
    "architectures": ["Qwen3_5ForCausalLM"],
    "model_type": "qwen3_5_text",
    "vocab_size": VOCAB,
    "hidden_size": 1024,
    "intermediate_size": 3584,
    "num_hidden_layers": LAYERS,
    "layer_types": [
        "full_attention" if (i + 1) % 4 == 0 else "linear_attention" for i in range(LAYERS)
    ],
    "full_attention_interval": 4,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 256,
    "linear_num_key_heads": 16,
    "linear_num_value_heads": 16,
    "linear_key_head_dim": 128,
    "linear_value_head_dim": 128,
    "linear_conv_kernel_dim": 4,
    "attn_output_gate": True,
    "hidden_act": "silu",
    "rms_norm_eps": 1e-6,
    "rope_parameters": {
        "rope_type": "default",
        "rope_theta": 10000000.0,
        "partial_rotary_factor": 0.25,
    },
    "max_position_embeddings": 262144,
    "tie_word_embeddings": True,
    "eos_token_id": 0,
}


def first_token(port, prompt):
    """Seconds from the request to the first event that holds a token, and how much of the prompt
    was cached.
    """
    body = {"prompt": prompt, "max_tokens": 2, "stream": True, "temperature": 0, "ignore_eos": True}
    body["stream_options"] = {"include_usage": True}
    # Writing 32k numbers as text takes this program some milliseconds, which are not the server's.
    body = json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=7200)
    connection.connect()
    start = time.monotonic()
    connection.request("POST", "/v1/completions", body, {"content-type": "application/json"})
    response = connection.getresponse()
    if response.status != 200:
        sys.exit(f"{response.status}: {response.read().decode()}")
    seconds, cached = None, None
    for line in response:
        if not line.startswith(b"data: ") or line.startswith(b"data: [DONE]"):
            continue
        event = json.loads(line[6:])
        if seconds is None and event.get("choices"):
            seconds = time.monotonic() - start
        if event.get("usage"):
            cached = (event["usage"].get("prompt_tokens_details") or {}).get("cached_tokens")
    connection.close()
    return seconds, cached


def wait_until_ready(port, server):
    while server.poll() is None:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.5)
    sys.exit("the server ended")


def main():
    arguments, more = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, more = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("atlas")
    parser.add_argument("--context", type=int, default=32768)
    parser.add_argument("--turn", type=int, default=200)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--port", type=int, default=8399)
    parser.add_argument("--config", type=Path)
    wanted = parser.parse_args(arguments)
    if not Path(wanted.atlas).is_file():
        parser.error(
            f"{wanted.atlas} is no file: `cargo build --release` makes target/release/atlas"
        )
    if wanted.config and not wanted.config.is_file():
        parser.error(f"{wanted.config} is no file")
    config = json.loads(wanted.config.read_text()) if wanted.config else CONFIG
    vocab = config.get("text_config", config)["vocab_size"]
    rng = random.Random(7)
    tokens = lambda count: [rng.randrange(1000, vocab) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(config))
        longest = wanted.context + wanted.turn + 64
        command = [
            wanted.atlas,
            "serve",
            folder,
            "--load-format",
            "dummy",
            "--port",
            str(wanted.port),
        ]
        command += ["--max-seq-len", str(longest), "--max-batch-size", "2", *more]
        server = subprocess.Popen([*command, "--log", "warn"], stdout=subprocess.DEVNULL)
        try:
            wait_until_ready(wanted.port, server)
            context = tokens(wanted.context)
            first_token(
                wanted.port, tokens(wanted.turn)
            )  # the first pass of a process touches its memory
            filled, _ = first_token(wanted.port, context)
            cold, warm = [], []
            for _ in range(wanted.turns):
                cold.append(first_token(wanted.port, tokens(wanted.turn)))
                warm.append(first_token(wanted.port, context + tokens(wanted.turn)))
        finally:
            server.terminate()
            server.wait()
    result = {
        "context": wanted.context,
        "turn": wanted.turn,
        "context_seconds": round(filled, 4),
        "cold_seconds": [round(seconds, 4) for seconds, _ in cold],
        "warm_seconds": [round(seconds, 4) for seconds, _ in warm],
        "cached_tokens": [cached for _, cached in warm],
        "median_cold": round(statistics.median(seconds for seconds, _ in cold), 4),
        "median_warm": round(statistics.median(seconds for seconds, _ in warm), 4),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
