#!/usr/bin/env python3
"""Answers to long prompts with KV blocks on the disk, beside those of a cache in memory.

    tools/bench/needles.py ATLAS [--lengths 8500,16384,32768,65500] [--sequences 1,8]
        [--speculate off,mtp:2,ngram:3] [--places 8] [--resident-tokens 8192] [--folder DIR]
        [-- MORE FLAGS]

Starts ATLAS on random weights of the shape of atlas-mini, with and without `--kv-tier`, whose
memory holds RESIDENT tokens, and sends prompts of random tokens that hold the same sequence twice:
near a boundary of a chunk, of a block, or of what memory holds, and, cut short, at the end. Every
answer must have the same tokens and the same log probabilities, to the last digit that the server
writes. Prints a line of JSON for each group, and ends with 1 if an answer differs or if nothing
was read from the disk. On a GPU answers are equal in every batch with `-- --device cuda
--batch-invariant`. Standard library only.
"""

import argparse
import http.client
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHUNK = 2048
NEEDLE = 16
ANSWER = 12


def config(folder):
    shape = json.loads((ROOT / "models/atlas-mini/config.json").read_text())
    shape["max_position_embeddings"] = 131072
    path = Path(folder) / "config.json"
    path.write_text(json.dumps(shape))
    return path, shape


def start(atlas, flags, port):
    command = [atlas, "serve", "--port", str(port), "--load-format", "dummy", *flags]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for _ in range(1200):
        time.sleep(0.1)
        if server.poll() is not None:
            sys.exit(server.stderr.read())
        try:
            if get(port, "/health")[0] == 200:
                return server
        except OSError:
            pass
    sys.exit("the server does not start")


def get(port, path, body=None):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    method = "POST" if body else "GET"
    link.request(method, path, body, {"content-type": "application/json"})
    answer = link.getresponse()
    return answer.status, answer.read().decode()


def prompt(length, at, vocab, seed):
    draw = random.Random(seed)
    tokens = [draw.randrange(3, vocab) for _ in range(length)]
    needle = [draw.randrange(3, vocab) for _ in range(NEEDLE)]
    tokens[at : at + NEEDLE] = needle
    tokens[-NEEDLE // 2 :] = needle[: NEEDLE // 2]
    return tokens


def places(length, resident, count):
    """Starts of needles that lie over, before or behind a boundary."""
    ends = [CHUNK, 32, length // CHUNK * CHUNK, length // 2 // CHUNK * CHUNK + 32]
    # Memory holds the last tokens, and parts begin at multiples of 1,024.
    ends += [length - resident, (length - resident) // 1024 * 1024, 1024]
    around = [end + off for end in ends for off in (-NEEDLE, -NEEDLE // 2, 0)]
    there = sorted({at for at in around if 0 <= at < length - 2 * NEEDLE})
    return there[:: max(1, len(there) // count)][:count]


def ask(port, tokens, speculate):
    body = {"prompt": tokens, "max_tokens": ANSWER, "temperature": 0, "logprobs": 3}
    body["ignore_eos"] = True
    status, text = get(port, "/v1/completions", json.dumps(body))
    if status != 200:
        sys.exit(f"{speculate}: {status} {text[:300]}")
    return json.loads(text)["choices"][0]["logprobs"]


def metric(port, name):
    text = get(port, "/metrics")[1]
    return float(re.search(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("atlas")
    parser.add_argument("--lengths", default="8500,16384,32768,65500")
    parser.add_argument("--sequences", default="1,8")
    parser.add_argument("--speculate", default="off,mtp:2,ngram:3")
    parser.add_argument("--places", type=int, default=8)
    parser.add_argument("--resident-tokens", type=int, default=8192)
    parser.add_argument("--port", type=int, default=8410)
    parser.add_argument("--folder")
    own, _, rest = " ".join(sys.argv[1:]).partition(" -- ")
    args, rest = parser.parse_args(own.split()), rest.split()
    differ = 0
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        path, shape = config(folder)
        vocab = shape["vocab_size"]
        lengths = [int(n) for n in args.lengths.split(",")]
        layers = shape["num_hidden_layers"] // shape["full_attention_interval"]
        for speculate in args.speculate.split(","):
            # The module's own cache is as wide as that of a layer.
            caches = layers + speculate.startswith("mtp")
            each = caches * 4 * shape["num_key_value_heads"] * shape["head_dim"]
            gib = f"{args.resident_tokens * each / 2**30:.5f}"
            common = ["--config", str(path), "--max-batch-size", "8", "--speculate", speculate]
            common += ["--max-num-batched-tokens", str(CHUNK), "--max-seq-len", "66000"]
            common += ["--prefix-cache", "off", *rest]
            tier = ["--kv-tier", f"{folder}/tier", "--kv-tier-gb", "4", "--kv-resident-gb", gib]
            answers, read = [], 0
            for own in ([], tier):
                server = start(args.atlas, common + own, args.port)
                found = {}
                for length in lengths:
                    begins = places(length, args.resident_tokens, args.places)
                    made = [prompt(length, at, vocab, seed) for seed, at in enumerate(begins)]
                    for count in map(int, args.sequences.split(",")):
                        # One at a time is slow: some of the places are enough.
                        some = made if count > 1 else made[:: max(1, len(made) // 4)]
                        with ThreadPoolExecutor(count) as pool:
                            asked = pool.map(lambda p: ask(args.port, p, speculate), some)
                            found[length, count] = list(asked)
                if own:
                    read = metric(args.port, "atlas_kv_tier_brought_blocks_total")
                server.terminate()
                server.wait()
                answers.append(found)
            for key, expected in answers[0].items():
                wrong = sum(a != b for a, b in zip(expected, answers[1][key], strict=True))
                differ += wrong + (read == 0)
                line = {"speculate": speculate, "tokens": key[0], "sequences": key[1]}
                line |= {"answers": len(expected), "differ": wrong, "blocks_brought": read}
                print(json.dumps(line), flush=True)
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
