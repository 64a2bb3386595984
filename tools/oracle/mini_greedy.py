"""Compares Atlas with transformers on the bundled model: greedy tokens and taps, both in f32.

    python tools/oracle/mini_greedy.py [--atlas BINARY] [--model FOLDER] [--taps-out FOLDER]
        [--fixture FILE]

50 prompts of the model's evaluation, from every row, go through transformers and through
`atlas serve --dtype f32`; both must give the same tokens to the end of the turn or to --max-tokens.
Three of them, each with its answer, are then compared tap by tap with `atlas verify`. Prints a
line a prompt and the tables of the benchmark page; ends with 1 if anything differs. If nothing
does, some of the prompts, answers and margins become the fixture of the binary's tests.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file, save_file

import checks
import taps

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/mini"))
from evaluation import agent_tasks, rows  # noqa: E402  (they lie in tools/mini)

# Taps that are judged in bf16.
STREAM = ("embed", ".out", "final_norm", "logits")
# Prompts a row, 50 in all.
ROWS = {
    "facts": 6,
    "completion": 3,
    "copy": 4,
    "reverse": 3,
    "sort": 3,
    "count": 3,
    "extract": 4,
    "json_to_toml": 4,
    "tools": 6,
    "agents": 4,
    "thinking": 5,
    "needle_1k": 4,
    "needle_4k": 1,
}
# Rows whose first prompt, with its answer, is compared tap by tap; the second number is the fewest
# prompt tokens.
TAPPED = {"thinking": 0, "tools": 700, "needle_1k": 700}
# Prompts a row in the fixture, and the longest prompt in it.
FIXTURE_PROMPTS = 2
FIXTURE_PROMPT_TOKENS = 1100
# A line of the table that `atlas verify` prints: tap, relative error, cosine.
TAP_LINE = re.compile(
    r"((?:embed|layers|final_norm|logits)\S*)\W+?(\d\.\d+e-?\d+|NaN)\W+?(-?\d\.\d+|NaN)(.*)"
)


@dataclass
class Prompt:
    """A rendered request and what transformers answers to it."""

    row: str
    ids: list[int]
    answer: list[int]
    # Gap between the two largest logits at each token of the answer.
    margins: list[float]


def load(folder: Path, dtype: torch.dtype) -> torch.nn.Module:
    """The checkpoint as a user loads it; only the MTP module, which this class leaves out, may be
    left over.
    """
    model, info = transformers.Qwen3_5MoeForCausalLM.from_pretrained(
        folder,
        dtype=dtype,
        attn_implementation="eager",
        experts_implementation="eager",
        output_loading_info=True,
    )
    problems = {
        key: value
        for key, value in info.items()
        if any(not str(name).startswith("mtp.") for name in value)
    }
    if problems:
        raise ValueError(f"transformers reports {problems}")
    return model.eval()


def requests() -> list[dict]:
    """The first ROWS[...] cases of each row of the evaluation."""
    cases = [{**run.request(), "row": "agents"} for run in agent_tasks.runs(n=ROWS["agents"])]
    for row, count in ROWS.items():
        if row != "agents":
            cases += [{**case, "row": row} for case in rows.cases(limit=count, only=[row])]
    if len(cases) != sum(ROWS.values()):
        raise ValueError(f"{len(cases)} prompts: a row of the evaluation set is missing or short")
    return cases


def encode(tokenizer, case: dict) -> list[int]:
    """Token ids of a request, through the checkpoint's own chat template."""
    if "prompt" in case:
        return tokenizer(case["prompt"], add_special_tokens=False)["input_ids"]
    text = tokenizer.apply_chat_template(
        case["messages"],
        tools=case.get("tools") or None,
        add_generation_prompt=True,
        tokenize=False,
        enable_thinking=bool(case["think"]),
    )
    return tokenizer(text, add_special_tokens=False)["input_ids"]


@torch.no_grad()
def greedy(
    model: torch.nn.Module, ids: list[int], stop: set[int], limit: int
) -> tuple[list[int], list[float]]:
    """Greedy tokens after `ids` (the stop token included) and the top-2 gap of each choice."""
    answer, margins, cache, fed = [], [], None, ids
    while len(answer) < limit:
        output = model(
            input_ids=torch.tensor([fed]), past_key_values=cache, use_cache=True, logits_to_keep=1
        )
        cache, row = output.past_key_values, output.logits[0, -1].float()
        margins.append(float(taps.margins(row)))
        answer.append(int(row.argmax()))
        if answer[-1] in stop:
            break
        fed = [answer[-1]]
    return answer, margins


class Atlas:
    """`atlas serve` in f32 on a free port."""

    def __init__(self, binary: str, folder: Path):
        self.process = subprocess.Popen(
            [binary, "serve", str(folder), "--dtype", "f32", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        address = None
        while address is None:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the server ended before it was ready")
            address = re.search(r"http://[\d.:]+", line)
        self.url = address.group()

    def greedy(self, ids: list[int], limit: int) -> list[int]:
        """Greedy tokens after `ids` (the stop token included), at most `limit`."""
        body = {"prompt": ids, "max_tokens": limit, "temperature": 0, "return_token_ids": True}
        request = urllib.request.Request(
            f"{self.url}/v1/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=600) as response:
            return json.load(response)["choices"][0]["token_ids"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def first_difference(prompt: Prompt, ours: list[int]) -> int | None:
    """The first position at which the answers differ, one of them ending included."""
    for position in range(max(len(ours), len(prompt.answer))):
        if ours[position : position + 1] != prompt.answer[position : position + 1]:
            return position
    return None


def write_taps(
    model: torch.nn.Module, half: torch.nn.Module, ids: list[int], path: Path
) -> dict[str, float]:
    """The taps of `ids` in one forward; returns the cosine of transformers' own bf16 for each."""
    recorded, logits = taps.prefill(model, ids)
    checks.finite(recorded)
    checks.additive(recorded)
    in_half, half_logits = taps.prefill(half, ids)
    cosines = {
        name: checks.cosine(in_half[name], tap)
        for name, tap in recorded.items()
        if "router" not in name
    }
    cosines["logits"] = checks.cosine(half_logits, logits)
    facts = {
        "transformers": transformers.__version__,
        "torch": torch.__version__,
        "bf16_cosine": cosines,
    }
    tensors = recorded | {"input_ids": torch.tensor(ids), "logits": logits}
    save_file(
        {name: t.contiguous() for name, t in tensors.items()}, path, {"oracle": json.dumps(facts)}
    )
    return cosines


def verify(
    binary: str, folder: Path, path: Path, dtype: str
) -> list[tuple[str, float, float, bool]]:
    """Runs `atlas verify`: (tap, relative error, cosine, within its bound), in order of
    computation.
    """
    command = [binary, "verify", str(folder), "--taps", str(path), "--dtype", dtype]
    run = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"}
    )
    lines = [m.groups() for m in map(TAP_LINE.search, run.stdout.splitlines()) if m]
    if not lines:
        raise RuntimeError(f"{' '.join(command)}: {run.stdout}{run.stderr}")
    return [
        (name, float(error), float(cosine), "beyond" not in rest)
        for name, error, cosine, rest in lines
    ]


def compare_greedy(prompts: list[Prompt], atlas: Atlas, limit: int) -> list[Prompt]:
    """Prints a line a prompt; returns the prompts whose answers differ, cut before the
    difference.
    """
    different = []
    for prompt in prompts:
        ours = atlas.greedy(prompt.ids, limit)
        at = first_difference(prompt, ours)
        line = (
            f"{prompt.row:13} {len(prompt.ids):5} prompt {len(prompt.answer):4} answer tokens,"
            f" smallest margin {min(prompt.margins):7.4f}"
        )
        if at is None:
            print(f"{line}, same", flush=True)
            continue
        margin = prompt.margins[at] if at < len(prompt.margins) else float("nan")
        print(
            f"{line}, DIFFERENT at {at}: {prompt.answer[at:at + 4]} against {ours[at:at + 4]},"
            f" margin there {margin:.2e}",
            flush=True,
        )
        different.append(Prompt(prompt.row, prompt.ids, prompt.answer[:at], prompt.margins[:at]))
    return different


def greedy_table(prompts: list[Prompt], different: list[Prompt]) -> str:
    """The page's table: a line a row."""
    lines = [
        "| row | prompts | prompt tokens | answer tokens | smallest top-2 margin | different |",
        "|---|---|---|---|---|---|",
    ]
    for row in [*ROWS, "all"]:
        own = [p for p in prompts if row in (p.row, "all")]
        sizes = [len(p.ids) for p in own]
        margin = min(m for p in own for m in p.margins)
        bad = sum(row in (p.row, "all") for p in different)
        lines.append(
            f"| {row} | {len(own)} | {min(sizes)} to {max(sizes)} |"
            f" {sum(len(p.answer) for p in own)} | {margin:.2g} | {bad} |"
        )
    return "\n".join(lines)


def routed_otherwise(path: Path, half: torch.nn.Module) -> tuple[int, int]:
    """Returns the (token, layer) pairs that bf16 routes otherwise than f32, and all pairs."""
    recorded = load_file(path)
    in_half, _ = taps.prefill(half, recorded["input_ids"].tolist())
    other = pairs = 0
    for name, experts in recorded.items():
        if name.endswith("router_ids"):
            other += int(
                (in_half[name].sort(dim=-1).values != experts.sort(dim=-1).values).any(dim=-1).sum()
            )
            pairs += experts.shape[0]
    return other, pairs


def compare_taps(
    prompt: Prompt, models: tuple, binary: str, folder: Path, out: Path
) -> tuple[str, bool]:
    """A line of the page's table for one prompt with its answer, and whether every bound holds."""
    path = out / f"{prompt.row}.safetensors"
    ids = prompt.ids + prompt.answer
    own = write_taps(*models, ids, path)
    in_f32 = verify(binary, folder, path, "f32")
    # In bf16 a token between two experts may take the other one, in transformers and in Atlas, and
    # not the same tokens, which shows in what that layer adds. The stream after each layer may be
    # twice as far from f32 as transformers' own bf16 is.
    in_bf16 = [
        tap
        for tap in verify(binary, folder, path, "bf16")
        if not tap[0].endswith(("router_ids", "router_weights"))
    ]
    beyond = [f"f32 {name}" for name, _, _, within in in_f32 if not within]
    beyond += [
        f"bf16 {name}"
        for name, _, cosine, _ in in_bf16
        if name in own and name.endswith(STREAM) and not cosine >= min(0.9999, 2 * own[name] - 1)
    ]
    worst = max(in_f32, key=lambda tap: tap[1] if tap[1] == tap[1] else float("inf"))
    lowest = min(in_bf16, key=lambda tap: tap[2] if tap[2] == tap[2] else -1.0)
    other, pairs = routed_otherwise(path, models[1])
    line = (
        f"| {prompt.row} | {len(ids)} | {len(in_f32)} | {worst[1]:.1e} (`{worst[0]}`) |"
        f" {lowest[2]:.6f} (`{lowest[0]}`) | {other} of {pairs} |"
        f" {', '.join(beyond[:1]) or 'none'} |"
    )
    return line, not beyond


def write_fixture(prompts: list[Prompt], digest: str, path: Path) -> None:
    """The first prompts of each row, a prompt a line: ids, greedy answer, and the top-2 gap of each
    choice.
    """
    kept = []
    for row in ROWS:
        own = [p for p in prompts if p.row == row and len(p.ids) <= FIXTURE_PROMPT_TOKENS]
        kept += own[: 1 if row.startswith("needle") else FIXTURE_PROMPTS]
    lines = [
        json.dumps(
            {
                "row": p.row,
                "prompt": p.ids,
                "answer": p.answer,
                "margins": [round(m, 5) for m in p.margins],
            }
        )
        for p in kept
    ]
    head = json.dumps(
        {
            "transformers": transformers.__version__,
            "torch": torch.__version__,
            "weights_sha256": digest,
        }
    )
    path.write_text(head[:-1] + ', "prompts": [\n' + ",\n".join(lines) + "\n]}\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--atlas", default=str(ROOT / "target/release/atlas"), help="the binary")
    parser.add_argument("--model", type=Path, default=ROOT / "models/atlas-mini")
    parser.add_argument("--max-tokens", type=int, default=128)
    parser.add_argument("--taps-out", type=Path, help="keep the taps files here")
    parser.add_argument(
        "--fixture", type=Path, default=ROOT / "crates/atlas/tests/mini_eval/transformers.json"
    )
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    start = time.time()
    stop = json.loads((options.model / "generation_config.json").read_text())["eos_token_id"]
    stop = set(stop if isinstance(stop, list) else [stop])
    tokenizer = transformers.AutoTokenizer.from_pretrained(options.model)
    models = load(options.model, torch.float32), load(options.model, torch.bfloat16)
    prompts = []
    for case in requests():
        ids = encode(tokenizer, case)
        prompts.append(Prompt(case["row"], ids, *greedy(models[0], ids, stop, options.max_tokens)))
    atlas = Atlas(options.atlas, options.model)
    try:
        different = compare_greedy(prompts, atlas, options.max_tokens)
    finally:
        atlas.close()
    tapped = [
        next(p for p in prompts if p.row == row and len(p.ids) >= least)
        for row, least in TAPPED.items()
    ]
    with tempfile.TemporaryDirectory() as scratch:
        out = options.taps_out or Path(scratch)
        out.mkdir(parents=True, exist_ok=True)
        # A prompt that differs says by its taps which layer and operation did it.
        rows = [
            compare_taps(p, models, options.atlas, options.model, out)
            for p in tapped + different[:3]
        ]
    digest = hashlib.sha256((options.model / "model.safetensors").read_bytes()).hexdigest()
    print(
        f"\ntransformers {transformers.__version__}, torch {torch.__version__}; weights sha256"
        f" {digest[:16]}; {time.time() - start:.0f} s\n"
    )
    print(greedy_table(prompts, different))
    print(
        "\n| prompt with its answer | tokens | taps | worst relative error, f32 | lowest cosine,"
        " bf16 | experts that transformers in bf16 chooses otherwise | beyond the bound"
        " |\n|---|---|---|---|---|---|---|"
    )
    print("\n".join(line for line, _ in rows))
    if different or not all(good for _, good in rows):
        sys.exit(1)
    write_fixture(prompts, digest, options.fixture)


if __name__ == "__main__":
    main()
