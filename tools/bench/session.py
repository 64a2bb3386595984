#!/usr/bin/env python3
"""Time to go on from a session, beside computing its prompt again.

    tools/bench/session.py ATLAS [--context 32768] [--port 8420] [--folder DIR] [--config FILE]
        [-- MORE FLAGS OF SERVE]

Starts ATLAS on random weights of the shape of FILE, or of a dense Qwen3.5 of 0.8B parameters, with
`--session-dir`; sends a prompt of CONTEXT random tokens, saves the session of its answer and
starts again. Then it sends the prompt with one token more to an empty cache, restores the session
and sends the same once more. Prints a line of JSON: seconds of each, the share of the second way
in the first, and what `dd` reads of the session's largest file in order, past the page cache.
On a GPU, for instance `--config tools/bench/qwen3_6_35b_a3b.json -- --device cuda`. Standard
library only.
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
from pathlib import Path

from warm_turn import CONFIG


def request(port, method, path, body=None):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=3600)
    body = json.dumps(body) if body is not None else None
    begun = time.monotonic()
    link.request(method, path, body, {"content-type": "application/json"})
    answer = link.getresponse()
    text = answer.read().decode()
    seconds = time.monotonic() - begun
    if answer.status != 200:
        raise SystemExit(f"{method} {path}: {answer.status} {text[:300]}")
    return json.loads(text), seconds


class Server:
    def __init__(self, atlas, flags, port):
        command = [atlas, "serve", "--port", str(port), "--load-format", "dummy", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            time.sleep(0.2)
            if self.process.poll() is not None:
                raise SystemExit("the server does not start")
            try:
                link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                link.request("GET", "/health")
                if link.getresponse().status == 200:
                    return
            except OSError:
                pass

    def end(self):
        self.process.terminate()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("atlas")
    parser.add_argument("--context", type=int, default=32768)
    parser.add_argument("--port", type=int, default=8420)
    parser.add_argument("--folder")
    parser.add_argument("--config")
    own, _, rest = " ".join(sys.argv[1:]).partition(" -- ")
    args, rest = parser.parse_args(own.split()), rest.split()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        path = args.config or f"{folder}/config.json"
        if not args.config:
            Path(path).write_text(json.dumps(CONFIG))
        vocab = json.loads(Path(path).read_text())
        vocab = (vocab.get("text_config") or vocab)["vocab_size"]
        flags = ["--config", path, "--session-dir", f"{folder}/sessions", "--max-batch-size", "4"]
        flags += ["--max-seq-len", str(args.context + 128), *rest]
        draw = random.Random(1)
        tokens = [draw.randrange(3, vocab) for _ in range(args.context)]

        def ask(prompt, length=1):
            body = {"prompt": prompt, "max_tokens": length, "ignore_eos": True, "temperature": 0}
            answer, seconds = request(args.port, "POST", "/v1/completions", body)
            cached = answer["usage"]["prompt_tokens_details"]["cached_tokens"]
            return answer, seconds, cached

        server = Server(args.atlas, flags, args.port)
        answer, _, _ = ask(tokens)
        body = {"name": "one", "answer": answer["id"]}
        saved, save_seconds = request(args.port, "POST", "/v1/sessions", body)
        server.end()
        server = Server(args.atlas, flags, args.port)
        # A first answer costs more than others.
        ask([tokens[0]] * 64, 8)
        # Another first token: nothing of it is cached, and nothing of it is of use later.
        other = [tokens[0] ^ 1, *tokens[1:], tokens[5]]
        _, computed, none = ask(other)
        restored, restore = request(args.port, "POST", "/v1/sessions/one/restore", {})
        _, rest, cached = ask([*tokens, tokens[5]])
        server.end()
        file = next(Path(f"{folder}/sessions").glob("*/one/kv-blocks"))
        dd = ["dd", f"if={file}", "of=/dev/null", "bs=8M", "iflag=direct"]
        told = subprocess.run(dd, capture_output=True, text=True, check=True).stderr
        copied, seconds = re.search(r"(\d+) bytes.*, ([\d.]+) s,", told).groups()
        print(
            json.dumps(
                {
                    "context": args.context,
                    "computed_seconds": round(computed, 3),
                    "cached_before": none,
                    "save_seconds": round(save_seconds, 3),
                    "restore_seconds": round(restore, 3),
                    "answer_seconds": round(rest, 3),
                    "cached_tokens": cached,
                    "share": round((restore + rest) / computed, 3),
                    "bytes": saved["bytes"],
                    "restore_gb_per_second": round(saved["bytes"] / restore / 1e9, 2),
                    "dd_gb_per_second": round(int(copied) / float(seconds) / 1e9, 2),
                }
            )
        )


if __name__ == "__main__":
    main()
