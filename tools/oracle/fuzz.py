"""Random tiny checkpoints of every family, served by Atlas and computed by transformers.

    python tools/oracle/fuzz.py [--atlas BINARY] [--family F ...] [--cases N] [--seed S]
        [--keep FOLDER]

Each case is a random legal configuration (`fuzz_config.py`) with random weights. Atlas computes
in f32; its greedy tokens and the logprobs of the 20 likeliest tokens at every position must be
those of transformers in f32 over the same stored weights.
"""

import argparse
import json
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import torch
import transformers
from safetensors.torch import load_file

import fuzz_config
import checkpoint
import mtp
from fuzz_config import Drawn
from checkpoint import Traits, randomise

ROOT = Path(__file__).resolve().parents[2]
GREEDY_TOKENS = 20
TOP = 20
PROMPT_TOKENS = (1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 97, 128, 150)
# Largest difference of a logprob, absolute.
TOLERANCE = 1e-3
# A smaller gap between the two largest logits is a tie.
TIE = 1e-4
READY_SECONDS = 30


class Refused(Exception):
    """Atlas ended before it served."""


class Atlas:
    """`atlas serve` on a free port."""

    def __init__(self, binary: str, folder: Path, dtype: str):
        command = [
            binary,
            "serve",
            str(folder),
            "--dtype",
            dtype,
            "--port",
            "0",
            "--threads",
            "1",
            "--log",
            "warn",
        ]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        killer = threading.Timer(READY_SECONDS, self.process.kill)
        killer.start()
        address = None
        while address is None:
            line = self.process.stdout.readline()
            if not line:
                killer.cancel()
                raise Refused(f"exit {self.process.wait()}: {self.errors()}")
            address = re.search(r"http://[\d.:]+", line)
        killer.cancel()
        self.url = address.group()

    def errors(self) -> str:
        self.log.seek(0)
        return re.sub(r"\x1b\[[\d;]*m", "", self.log.read()).strip()

    def complete(self, **body) -> dict:
        body = {"temperature": 0, "return_token_ids": True, "ignore_eos": True} | body
        request = urllib.request.Request(
            f"{self.url}/v1/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["choices"][0]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{error.code}: {error.read().decode()}") from error

    def close(self) -> None:
        self.process.terminate()
        if self.process.wait(timeout=30) != 0:
            raise RuntimeError(f"exit {self.process.returncode}: {self.errors()}")


def save_tokenizer(folder: Path) -> None:
    """A byte-level tokenizer without merges."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({c: i for i, c in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.save(str(folder / "tokenizer.json"))


def may_have_mtp(drawn: Drawn, tensors: checkpoint.Tensors) -> bool:
    """Whether the layer that the module copies exists and, as in released files, has experts where
    the family does.
    """
    attending = [
        n.removesuffix("self_attn.q_proj.weight")
        for n in sorted(tensors)
        if n.endswith("self_attn.q_proj.weight") and ".visual." not in n
    ]
    return bool(attending) and (
        "num_experts" not in drawn.text_config or f"{attending[0]}mlp.gate.weight" in tensors
    )


def write(drawn: Drawn, folder: Path, seed: int) -> None:
    """The checkpoint of one configuration."""
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(drawn.config, indent=2))
    config = transformers.AutoConfig.from_pretrained(folder)
    model = getattr(transformers, drawn.model_class)._from_config(
        config, attn_implementation="eager", dtype=torch.float32
    )
    text = drawn.text_config
    traits = Traits(
        seed=seed,
        text_type=drawn.text_type,
        hidden_size=text["hidden_size"],
        embedding_std=1.0,
        output_gain=1.0,
    )
    randomise(model, traits)
    storage = getattr(torch, drawn.storage)
    if drawn.style == "saved":
        # As a user saves it: names, fusion, shards and every key of config.json are the library's.
        size = sum(p.numel() for p in model.parameters()) * storage.itemsize
        model.to(storage).save_pretrained(
            folder, max_shard_size=f"{size // drawn.shards // 1000 + 4}KB"
        )
    else:
        with tempfile.TemporaryDirectory() as saved:
            model.save_pretrained(saved)
            tensors = load_file(Path(saved) / "model.safetensors")
        tensors = (
            checkpoint.fuse_experts(tensors)
            if drawn.fused_experts
            else checkpoint.split_experts(tensors)
        )
        if drawn.mtp and may_have_mtp(drawn, tensors):
            tensors |= mtp.random_tensors(SimpleNamespace(text_config=text, traits=traits), tensors)
        embeddings = [name for name in tensors if name.endswith("embed_tokens.weight")]
        if drawn.head_copy and "lm_head.weight" not in tensors and drawn.family == drawn.text_type:
            tensors["lm_head.weight"] = tensors[embeddings[0]].clone()
        checkpoint.write(folder, checkpoint.cast(tensors, storage, {}), drawn.shards)
    if drawn.tokenizer and text["vocab_size"] >= 256:
        save_tokenizer(folder)


def load(drawn: Drawn, folder: Path, dtype: torch.dtype = torch.float32) -> torch.nn.Module:
    model, info = getattr(transformers, drawn.model_class).from_pretrained(
        folder,
        dtype=dtype,
        attn_implementation="eager",
        experts_implementation="eager",
        output_loading_info=True,
    )
    problems = {k: [n for n in v if "mtp." not in str(n)] for k, v in info.items() if v}
    problems = {k: v for k, v in problems.items() if v}
    if problems:
        raise ValueError(f"transformers reports {problems}")
    return model.eval()


@torch.no_grad()
def greedy(model: torch.nn.Module, ids: list[int]) -> tuple[list[int], list[float]]:
    """Greedy tokens and the gap between the two largest logits at each."""
    answer, margins, cache, fed = [], [], None, ids
    for _ in range(GREEDY_TOKENS):
        output = model(input_ids=torch.tensor([fed]), past_key_values=cache, use_cache=True)
        cache, row = output.past_key_values, output.logits[0, -1].float()
        two = row.topk(2).values
        margins.append(float(two[0] - two[1]))
        answer.append(int(row.argmax()))
        fed = [answer[-1]]
    return answer, margins


@torch.no_grad()
def logprobs(model: torch.nn.Module, ids: list[int]) -> torch.Tensor:
    return model(input_ids=torch.tensor([ids]), use_cache=False).logits[0].float().log_softmax(-1)


class Mismatch(Exception):
    """Atlas and transformers differ."""


def compare_logprobs(choice: dict, expected: torch.Tensor) -> float:
    """Largest difference over the top tokens of every position (row i predicts token i + 1)."""
    rows = choice["prompt_logprobs"]
    worst, where = 0.0, None
    for position, row in enumerate(rows[1:]):
        if len(row) < min(TOP, expected.shape[1]):
            raise Mismatch(f"{len(row)} logprobs at position {position}")
        for token, entry in row.items():
            difference = abs(entry["logprob"] - float(expected[position, int(token)]))
            if not difference <= worst:
                worst, where = difference, position
    if not worst <= TOLERANCE:
        raise Mismatch(f"logprobs differ by {worst:.3g} at position {where} of {len(rows)}")
    return worst


def compare_prompt(atlas: Atlas, model: torch.nn.Module, ids: list[int]) -> tuple[float, float]:
    """The largest logprob difference and the smallest margin of one prompt and its greedy
    answer.
    """
    answer, margins = greedy(model, ids)
    choice = atlas.complete(prompt=ids, max_tokens=GREEDY_TOKENS, logprobs=1)
    expected = logprobs(model, ids + answer)
    at = next(
        (
            i
            for i, t in enumerate(answer)
            if margins[i] >= TIE and int(expected[len(ids) - 1 + i].argmax()) != t
        ),
        None,
    )
    if at is not None:
        raise ValueError(
            f"transformers with its cache and without differ at token {at} after {len(ids)}"
        )
    # Taken first: it says at which position the sequences part.
    worst = compare_logprobs(
        atlas.complete(prompt=ids + answer, max_tokens=1, prompt_logprobs=TOP), expected
    )
    ours = choice["token_ids"]
    for i, (a, b) in enumerate(zip(ours, answer, strict=True)):
        if a != b:
            if margins[i] >= TIE:
                raise Mismatch(
                    f"token {i} after {len(ids)}: {a} instead of {b}, margin {margins[i]:.2e}"
                )
            break
        row = float(expected[len(ids) - 1 + i, b])
        if not abs(choice["logprobs"]["token_logprobs"][i] - row) <= TOLERANCE:
            raise Mismatch(
                f"generated token {i} after {len(ids)}: logprob"
                f" {choice['logprobs']['token_logprobs'][i]} instead of {row}"
            )
    return worst, min(margins)


def draw_prompts(drawn: Drawn, rng: random.Random) -> list[list[int]]:
    # The last ids are the image placeholders of the wrappers.
    vocab = drawn.text_config["vocab_size"] - 4
    return [[rng.randrange(vocab) for _ in range(n)] for n in rng.sample(PROMPT_TOKENS, 3)]


def run_case(binary: str, drawn: Drawn, seed: int, folder: Path) -> str:
    """Writes, serves and compares one case; returns a line about it."""
    write(drawn, folder, seed)
    model = load(drawn, folder)
    prompts = draw_prompts(drawn, random.Random(seed))
    atlas = Atlas(binary, folder, "f32")
    try:
        # At once, so that steps mix prompts and decodes.
        with ThreadPoolExecutor(len(prompts)) as pool:
            results = list(pool.map(lambda ids: compare_prompt(atlas, model, ids), prompts))
    finally:
        atlas.close()
    return (
        f"difference {max(r[0] for r in results):.1e}, smallest margin"
        f" {min(r[1] for r in results):.1e}"
    )


def run_half(binary: str, drawn: Drawn, seed: int, folder: Path) -> str:
    """Serves the same case in bf16: finite, and mostly the tokens that transformers in f32
    prefers.
    """
    model, ids = load(drawn, folder), max(draw_prompts(drawn, random.Random(seed)), key=len)
    expected = logprobs(model, ids)
    half = logprobs(load(drawn, folder, torch.bfloat16), ids)
    atlas = Atlas(binary, folder, "bf16")
    try:
        rows = atlas.complete(prompt=ids, max_tokens=1, prompt_logprobs=1)["prompt_logprobs"][1:]
    finally:
        atlas.close()
    best = [next(int(t) for t, e in row.items() if e["rank"] == 1) for row in rows]
    if not all(math.isfinite(e["logprob"]) for row in rows for e in row.values()):
        raise Mismatch("bf16 logprobs are not finite")
    same = sum(a == int(b) for a, b in zip(best, expected.argmax(-1)))
    theirs = sum(int(a) == int(b) for a, b in zip(half.argmax(-1)[:-1], expected.argmax(-1)))
    if same < 0.9 * theirs - 2:
        raise Mismatch(
            f"bf16 has the top token of f32 at {same} of {len(rows)} positions, transformers in"
            f" bf16 at {theirs}"
        )
    return f"bf16 top token {same} of {len(rows)} (transformers in bf16 {theirs})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--atlas", default=str(ROOT / "target/release/atlas"), help="the binary")
    parser.add_argument(
        "--family",
        action="append",
        choices=list(fuzz_config.FAMILIES),
        help="only this family; may be repeated",
    )
    parser.add_argument("--cases", type=int, default=20, help="cases of each family")
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the first case; the next has the next"
    )
    parser.add_argument(
        "--half-every", type=int, default=5, help="how many cases lie between two bf16 runs"
    )
    parser.add_argument(
        "--keep", type=Path, help="keep the checkpoints that differ or are refused here"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every case")
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    outcomes: dict[str, Counter] = {}
    refusals: Counter = Counter()
    for family in options.family or fuzz_config.FAMILIES:
        counts = outcomes[family] = Counter()
        for seed in range(options.seed, options.seed + options.cases):
            drawn = fuzz_config.draw(family, seed)
            about = (
                f"{family} seed {seed} [{drawn.style} {drawn.storage} x{drawn.shards};"
                f" {'; '.join(drawn.notes)}]"
            )
            with tempfile.TemporaryDirectory() as scratch:
                folder, start = Path(scratch) / "model", time.time()
                try:
                    line = run_case(options.atlas, drawn, seed, folder)
                    if (seed - options.seed) % options.half_every == 0:
                        line += "; " + run_half(options.atlas, drawn, seed, folder)
                    outcome = "same"
                except Refused as error:
                    outcome, line = "refused", str(error)
                    refusals[family, line.replace(str(folder), "PATH").replace(scratch, "DIR")] += 1
                except Mismatch as error:
                    outcome, line = "DIFFERENT", str(error)
                except Exception as error:
                    outcome, line = "BROKEN", "".join(traceback.format_exception(error)[-3:])
                counts[outcome] += 1
                if outcome != "same" or options.verbose:
                    print(f"{outcome}: {about}: {line} ({time.time() - start:.1f} s)", flush=True)
                if outcome != "same" and options.keep:
                    shutil.copytree(folder, options.keep / f"{family}-{seed}", dirs_exist_ok=True)
    print("\n| family | cases | same | refused | different | broken |\n|---|---|---|---|---|---|")
    for family, counts in outcomes.items():
        print(
            f"| {family} | {counts.total()} | {counts['same']} | {counts['refused']} |"
            f" {counts['DIFFERENT']} | {counts['BROKEN']} |"
        )
    for (family, line), count in refusals.items():
        print(f"refused {count}x {family}: {line}")
    sys.exit(1 if any(c["DIFFERENT"] or c["BROKEN"] for c in outcomes.values()) else 0)


if __name__ == "__main__":
    main()
