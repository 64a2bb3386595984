"""Time decode of a checkpoint's shape with random weights in transformers, on one GPU.

    python tools/bench/peer_transformers.py tools/bench/qwen3_6_35b_a3b.json --batch 1 32 \\
        --prompt 1024 --tokens 32

Prints a line of JSON a batch: the attention and the experts' implementation that were fastest of
those that run, tokens a second of the decode steps after the first, and the prompt's time.
"""

import argparse
import json
import time

import torch
import transformers


def timed(model, batch, prompt, tokens):
    """Seconds of the prompt, and of a decode step."""
    ids = torch.randint(0, model.config.vocab_size, (batch, prompt), device="cuda")
    with torch.inference_mode():
        torch.cuda.synchronize()
        start = time.perf_counter()
        out = model(input_ids=ids, use_cache=True, logits_to_keep=1)
        torch.cuda.synchronize()
        first = time.perf_counter()
        cache, ids = out.past_key_values, out.logits[:, -1:].argmax(-1)
        for step in range(tokens):
            if step == 2:
                torch.cuda.synchronize()
                begun = time.perf_counter()
            out = model(input_ids=ids, past_key_values=cache, use_cache=True, logits_to_keep=1)
            ids = out.logits[:, -1:].argmax(-1)
        torch.cuda.synchronize()
        return first - start, (time.perf_counter() - begun) / (tokens - 2)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("config")
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 32])
    parser.add_argument("--prompt", type=int, default=1024)
    parser.add_argument("--tokens", type=int, default=32)
    args = parser.parse_args()
    config = transformers.AutoConfig.for_model(**json.load(open(args.config)))
    torch.set_default_dtype(torch.bfloat16)
    began = time.perf_counter()
    with torch.device("cuda"):
        model = transformers.AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    model.eval()
    print(
        json.dumps(
            {
                "transformers": transformers.__version__,
                "torch": torch.__version__,
                "made_s": round(time.perf_counter() - began, 1),
                "parameters": sum(p.numel() for p in model.parameters()),
            }
        ),
        flush=True,
    )
    for batch in args.batch:
        best = None
        for attention in ("sdpa", "flash_attention_2"):
            for experts in ("grouped_mm", "batched_mm", "eager"):
                try:
                    model.set_attn_implementation(attention)
                    model.set_experts_implementation(experts)
                    timed(model, batch, 64, 4)
                    prompt, step = timed(model, batch, args.prompt, args.tokens)
                # An implementation may be missing on this machine in any way.
                except Exception as error:  # noqa: BLE001
                    print(
                        json.dumps(
                            {
                                "batch": batch,
                                "attention": attention,
                                "experts": experts,
                                "error": str(error)[:160],
                            }
                        ),
                        flush=True,
                    )
                    torch.cuda.empty_cache()
                    continue
                said = {
                    "batch": batch,
                    "attention": attention,
                    "experts": experts,
                    "prompt_s": round(prompt, 3),
                    "step_ms": round(1000 * step, 2),
                    "tokens_per_s": round(batch / step, 1),
                }
                print(json.dumps(said), flush=True)
                if best is None or said["tokens_per_s"] > best["tokens_per_s"]:
                    best = said
        print(json.dumps({"best": best}), flush=True)


if __name__ == "__main__":
    main()
