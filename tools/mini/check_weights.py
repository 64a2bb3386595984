"""Compare the bundled weights in transformers and in the training code, fp32 on a CPU.

    python tools/mini/check_weights.py models/atlas-mini
"""
import random
import sys

import torch
from tokenizers import Tokenizer
from transformers import AutoModelForCausalLM, AutoTokenizer

import evalgen
from chat import prompt_text
from check_model import pack
from export import load_weights
from generate import Generator


def main(folder, count=1):
    tok = Tokenizer.from_file(folder + "/tokenizer.json")
    mine = load_weights(folder + "/model.safetensors").eval()
    hf = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    ht = AutoTokenizer.from_pretrained(folder)
    gen = Generator(mine, tok)
    r, worst, scale, same, n = random.Random(3), 0.0, 0.0, 0, 0
    for f in (evalgen.facts, evalgen.sort, evalgen.extract, evalgen.tools, evalgen.count, lambda r: evalgen.needle(r, 250, "needle")):
        for _ in range(count):
            c = f(r)
            ids = tok.encode(prompt_text(c["messages"], c["tools"], c["think"]), add_special_tokens=False).ids
            want_ids = ht.apply_chat_template(c["messages"], tools=c["tools"], add_generation_prompt=True, return_dict=True)["input_ids"]
            assert ids == list(want_ids)
            with torch.no_grad():
                want = hf(torch.tensor([ids])).logits[0]
                got = mine.logits(mine.hidden(pack([ids], -(-len(ids) // 64) * 64))[0])[0, : len(ids)]
            worst, scale = max(worst, (want - got).abs().max().item()), max(scale, want.abs().max().item())
            a = gen.generate([ids], 24)[0]
            b = hf.generate(torch.tensor([ids]), max_new_tokens=24, do_sample=False)[0, len(ids):].tolist()
            same += a == b
            n += 1
    print(f"largest logit difference {worst:.1e} of logits up to {scale:.0f}; equal greedy outputs {same} of {n}")
    assert worst < 1e-5 * scale and same == n


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
