"""Writes the oracle fixtures: small random checkpoints and what transformers computes from them.

    python tools/oracle/make.py [--case NAME ...] [--out FOLDER] [--list]

Everything is seeded; the same library versions write the same bytes.
"""

import argparse
import json
import random
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file, save_file

import checks
import checkpoint
import mtp
import taps
from case import Case
from cases_dense import dense_cases
from cases_hybrid import hybrid_cases
from cases_mamba import keep_time_step_limit, mamba_cases
from cases_mla import mla_cases
from cases_moe import moe_cases
from checkpoint import randomise

# One small checkpoint each, odd sizes on purpose.
CASES: list[Case] = dense_cases() + moe_cases() + hybrid_cases() + mla_cases() + mamba_cases()
DEFAULT_OUT = Path(__file__).resolve().parents[2] / "crates/atlas-model/tests/fixtures"
GREEDY_TOKENS = 64
GREEDY_PROMPT_TOKENS = 7
PROMPT_ATTEMPTS = 2000
GREEDY_ATTEMPTS = 100
STOP_IDS = {2, 5}
# Drawn ids leave out stop tokens and the image placeholders of the wrappers.
DRAWN_IDS = range(16, 240)


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n")


def write_checkpoint(case: Case, folder: Path) -> None:
    """Config and random weights, laid out as published."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.iterdir():
        stale.unlink()
    write_json(folder / "config.json", case.config)
    if case.generation_config is not None:
        write_json(folder / "generation_config.json", case.generation_config)
    model_class = getattr(transformers, case.model_class)
    config = transformers.AutoConfig.from_pretrained(folder)
    model = model_class._from_config(config, attn_implementation="eager", dtype=torch.float32)
    randomise(model, case.traits)
    with tempfile.TemporaryDirectory() as saved:
        model.save_pretrained(saved)
        tensors = load_file(Path(saved) / "model.safetensors")
    tensors = (
        checkpoint.fuse_experts(tensors)
        if case.fused_experts
        else checkpoint.split_experts(tensors)
    )
    if case.mtp:
        tensors |= mtp.random_tensors(case, tensors)
    tensors = checkpoint.cast(tensors, case.storage, case.storage_exceptions)
    checkpoint.write(folder, tensors, case.shards)


def load(case: Case, folder: Path, dtype: torch.dtype) -> torch.nn.Module:
    """Loads the written files as a user would, and refuses names that transformers does not
    know.

    transformers changes the factors of longrope as a sequence grows past the original length. A
    server that serves longer ones has the long factors from the first token on.
    """
    config = transformers.AutoConfig.from_pretrained(folder)
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type") == "longrope":
        rope["short_factor"] = rope["long_factor"]
    model_class = getattr(transformers, case.model_class)
    model, info = model_class.from_pretrained(
        folder,
        config=config,
        dtype=dtype,
        attn_implementation="eager",
        experts_implementation="eager",
        output_loading_info=True,
    )
    module = tuple(mtp.renamed(case)) if case.mtp else ()
    info["unexpected_keys"] = [n for n in info["unexpected_keys"] if not n.startswith(module)]
    problems = {key: value for key, value in info.items() if value}
    if problems:
        raise ValueError(f"{case.name}: transformers reports {problems}")
    keep_time_step_limit(model)
    return model.eval()


def weakest_config_change(case: Case, folder: Path, ids: list[int], logits: torch.Tensor) -> float:
    """Runs the checkpoint under each change of `must_matter`; refuses one that leaves the logits as
    they are.
    """
    weakest = float("inf")
    for change in case.must_matter:
        with tempfile.TemporaryDirectory() as changed:
            for file in folder.iterdir():
                (Path(changed) / file.name).symlink_to(file.resolve())
            (Path(changed) / "config.json").unlink()
            text = case.text_config | change
            config = case.config | {"text_config": text} if "text_config" in case.config else text
            write_json(Path(changed) / "config.json", config)
            moved = checks.relative_error(
                taps.prefill(load(case, Path(changed), torch.float32), ids)[1], logits
            )
        if moved < checks.MIN_SENSITIVITY:
            raise ValueError(f"{case.name}: {change} changes the logits by only {moved:.2e}")
        weakest = min(weakest, moved)
    return weakest


def clear_prompt(model: torch.nn.Module, case: Case, draw) -> list[int]:
    """A prompt of drawn ids in which no router is near a tie."""
    top_k = case.text_config.get("num_experts_per_tok", 0)
    ids = draw(case.prompt_tokens)
    for _ in range(PROMPT_ATTEMPTS):
        gaps = taps.routing_gaps(taps.prefill(model, ids)[0], top_k)
        if gaps is None or float(gaps.min()) >= checks.MIN_PROMPT_ROUTING_GAP:
            return ids
        # Causality: replacing the first near-tie leaves every row before it as it was.
        first = int((gaps < checks.MIN_PROMPT_ROUTING_GAP).nonzero()[0])
        ids[first] = draw(1)[0]
    raise ValueError(f"{case.name}: no prompt without a routing near-tie")


def clear_greedy(model: torch.nn.Module, case: Case, draw) -> taps.Greedy:
    """A varied greedy continuation without near-ties and without a stop token."""
    top_k = case.text_config.get("num_experts_per_tok", 0)
    for _ in range(GREEDY_ATTEMPTS):
        run = taps.greedy(model, draw(GREEDY_PROMPT_TOKENS), GREEDY_TOKENS, top_k)
        if (
            run.routing_gap >= checks.MIN_GREEDY_ROUTING_GAP
            and float(run.margins.min()) >= checks.MIN_GREEDY_MARGIN
            and len(set(run.ids)) >= checks.MIN_DISTINCT_GREEDY
            and not STOP_IDS & set(run.ids)
        ):
            return run
    raise ValueError(
        f"{case.name}: no varied greedy continuation without a near-tie; choose another seed"
    )


def oracle(case: Case, folder: Path) -> tuple[taps.Tensors, dict[str, float], str]:
    """All oracle tensors of a written checkpoint, the bf16-to-f32 cosine of each tap, and a report
    of the checks.
    """
    model = load(case, folder, torch.float32)
    generator = random.Random(case.seed)
    draw = lambda count: [generator.choice(DRAWN_IDS) for _ in range(count)]
    ids, run = clear_prompt(model, case, draw), clear_greedy(model, case, draw)
    recorded, logits = taps.prefill(model, ids)
    half, half_logits = taps.prefill(load(case, folder, torch.bfloat16), ids)
    checks.same_routing(half, recorded)
    cosines = {
        name: round(checks.cosine(half[name], tap), 7)
        for name, tap in recorded.items()
        if "router" not in name and "indexer" not in name and "gaps" not in name
    }
    cosines["logits"] = round(checks.cosine(half_logits, logits), 7)
    tensors = recorded | {
        "input_ids": torch.tensor(ids),
        "logits": logits,
        "greedy_prompt_ids": torch.tensor(run.prompt),
        "greedy_ids": torch.tensor(run.ids),
        "greedy_margins": run.margins,
        "bf16.final_norm": half["final_norm"].bfloat16(),
        "bf16.logits": half_logits.bfloat16(),
    }
    tensors |= taps.states_at_lengths(model, ids)
    if case.mtp:
        tensors |= mtp.oracle(case, folder, model, ids, recorded["final_norm"])
    tensors = {name: tensor for name, tensor in tensors.items() if not name.endswith(".gaps")}
    checks.finite(tensors)
    checks.additive(recorded)
    step = checks.stepwise_error(model, ids, tensors)
    name, change = checks.least_sensitive(model, ids, logits, case.text_type)
    config_change = weakest_config_change(case, folder, ids, logits)
    top_k = case.text_config.get("num_experts_per_tok", 0)
    report = (
        f"stepwise {step:.1e}, margin {float(run.margins.min()):.4f}, distinct greedy"
        f" {len(set(run.ids))}, routing gap"
        f" {min(run.routing_gap, taps.routing_gap(recorded, top_k)):.4f}, least sensitive {name}"
        f" {change:.1e}, weakest config change {config_change:.1e}, bf16 cosine logits"
        f" {cosines['logits']:.6f}, least {min(cosines.values()):.6f}"
        f" ({min(cosines, key=cosines.get)})"
    )
    return tensors, cosines, report


def make(case: Case, out: Path) -> None:
    folder = out / case.name
    write_checkpoint(case, folder)
    tensors, cosines, report = oracle(case, folder)
    # One key: the order of several in the written header is not fixed.
    facts = {
        "transformers": transformers.__version__,
        "torch": torch.__version__,
        "bf16_cosine": cosines,
    }
    metadata = {"oracle": json.dumps(facts)}
    save_file(
        {name: tensors[name].contiguous() for name in sorted(tensors)},
        folder / "oracle.safetensors",
        metadata,
    )
    for file in folder.iterdir():
        file.chmod(0o644)
    size_kib = sum(file.stat().st_size for file in folder.iterdir()) / 1024
    print(f"{case.name}: {size_kib:.0f} KiB, {report}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--case", action="append", help="only this case; may be repeated")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT)
    parser.add_argument("--list", action="store_true", help="print the table of cases and stop")
    options = parser.parse_args()
    if options.list:
        for case in CASES:
            print(f"| `{case.name}` | {case.exercises} |")
        return
    unknown = set(options.case or ()) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    for case in CASES:
        if not options.case or case.name in options.case:
            make(case, options.out)


if __name__ == "__main__":
    main()
