"""Tests of the training model and the trainer, on a CPU; with CUDA its kernels too.

    python tools/mini/tests/trainer.py

needs PyTorch, tokenizers, safetensors and numpy, and compares with transformers where that is
installed. It is not part of CI, which has no PyTorch.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, ROOT)
try:
    import numpy as np
    import safetensors
    import tokenizers
    import torch
except ImportError as error:
    sys.exit(
        f"the trainer's tests cannot run: {error}; "
        "install them with `pip install torch numpy safetensors tokenizers transformers`"
    )
try:
    import transformers
except ImportError:
    transformers = None

import build_tokenizer
import pack
from chat import prompt_text
from batches import Feed, Rows
from export import hf_config, load_weights, read_config
from gated_delta import gated_delta_chunked, gated_delta_recurrent
from generate import Generator
from model import Config, Mini, pack_row, varlen_attn

PACKED = os.path.join(HERE, "data/chats.safetensors")
CHATS = os.path.join(HERE, "data/chats.jsonl")
MINI = os.path.join(ROOT, "../../models/atlas-mini")
# Longer recorded cases take too long on a CPU.
LONGEST = int(os.environ.get("ATLAS_LONGEST_PROMPT", 1000))
CUDA = torch.cuda.is_available()
TINY = (
    '{"hidden": 64, "layers": 4, "heads": 2, "kv_heads": 1, "head_dim": 32, "lin_k_heads": 1,'
    ' "lin_v_heads": 2, "lin_dim": 32, "moe_inter": 32, "shared_inter": 32, "rotary": 8}'
)


def relative(a, b):
    return ((a.float() - b.float()).norm() / b.float().norm()).item()


class Kernels(unittest.TestCase):
    def gated_delta(self, device, dtype, bound):
        torch.manual_seed(0)
        r, l, hk, hv, d = 2, 192, 2, 4, 64
        leaf = lambda *s: torch.randn(*s, device=device)
        unit = lambda x: torch.nn.functional.normalize(x, dim=-1).requires_grad_()
        q, k = unit(leaf(r, l, hk, d)), unit(leaf(r, l, hk, d))
        v = leaf(r, l, hv, d).requires_grad_()
        g = (-leaf(r, l, hv).abs() * 0.3).requires_grad_()
        beta = torch.sigmoid(leaf(r, l, hv)).requires_grad_()
        do = leaf(r, l, hv, d)
        want, state = gated_delta_recurrent(q, k, v, g, beta)
        want_grads = torch.autograd.grad(want, (q, k, v, g, beta), do)
        out, last = gated_delta_chunked(q, k, v, g, beta, dtype, with_state=True)
        grads = torch.autograd.grad(out.float(), (q, k, v, g, beta), do)
        pairs = [(out, want), (last, state), *zip(grads, want_grads)]
        errors = [relative(a, b) for a, b in pairs]
        self.assertLess(max(errors), bound, errors)

    def attention(self, device, dtype, bound):
        """Attention in documents against a masked product over the whole row."""
        torch.manual_seed(1)
        n, cu = 300, [0, 77, 78, 300, 300]
        make = lambda: torch.randn(n, 4, 64, device=device, dtype=dtype)
        q, k, v = (make().requires_grad_() for _ in range(3))
        do = make()
        doc = torch.repeat_interleave(torch.arange(4), torch.tensor(cu).diff()).to(device)
        causal = torch.ones(n, n, dtype=torch.bool, device=device).tril()
        keep = (doc[:, None] == doc[None]) & causal
        scores = torch.einsum("nhd,mhd->hnm", q.float(), k.float()) / 8
        scores = scores.masked_fill(~keep, float("-inf")).softmax(-1)
        want = torch.einsum("hnm,mhd->nhd", scores, v.float())
        want_grads = torch.autograd.grad(want, (q, k, v), do.float())
        out = varlen_attn(q, k, v, torch.tensor(cu, dtype=torch.int32, device=device), 300)[0]
        grads = torch.autograd.grad(out, (q, k, v), do)
        errors = [relative(out, want)] + [relative(a, b) for a, b in zip(grads, want_grads)]
        self.assertLess(max(errors), bound, errors)

    def test_the_chunked_rule_and_its_gradients_equal_the_recurrence(self):
        self.gated_delta("cpu", torch.float32, 1e-4)

    def test_attention_and_its_gradients_stay_inside_documents(self):
        self.attention("cpu", torch.float32, 1e-4)

    @unittest.skipUnless(CUDA, "no GPU")
    def test_cuda_kernels_equal_the_references(self):
        self.gated_delta("cuda", torch.float32, 2e-2)
        self.gated_delta("cuda", torch.bfloat16, 3e-2)
        self.attention("cuda", torch.bfloat16, 2e-2)


class Model(unittest.TestCase):
    @unittest.skipIf(transformers is None, "transformers is not installed")
    def test_logits_of_packed_documents_equal_those_of_transformers(self):
        from transformers import Qwen3_5MoeForCausalLM
        from transformers.models.qwen3_5_moe.configuration_qwen3_5_moe import Qwen3_5MoeTextConfig

        torch.manual_seed(2)
        c = Config()
        mine = Mini(c).eval()
        with torch.no_grad():
            for p in mine.parameters():
                p.add_(torch.randn_like(p) * (0.05 if p.dim() > 1 else 0.1))
        left_out = ("architectures", "model_type", "transformers_version")
        fields = {k: v for k, v in hf_config(c).items() if k not in left_out}
        theirs = Qwen3_5MoeForCausalLM(Qwen3_5MoeTextConfig(**fields)).eval()
        state = {k: v for k, v in mine.state_dict().items() if not k.startswith("mtp.")}
        missing, unexpected = theirs.load_state_dict(state, strict=False)
        self.assertFalse(unexpected)
        self.assertLessEqual(set(missing), {"lm_head.weight"})
        theirs.tie_weights()
        docs = [torch.randint(7, c.vocab_size, (n,)).tolist() for n in (150, 77, 40)]
        with torch.no_grad():
            got, at = mine.logits(mine.hidden(pack_row(docs, 320))[0])[0], 0
            for doc in docs:
                want = theirs(torch.tensor([doc])).logits[0]
                self.assertLess((got[at : at + len(doc)] - want).abs().max().item(), 1e-4)
                at += len(doc)

    def test_generation_with_caches_equals_generation_without(self):
        tokenizer = tokenizers.Tokenizer.from_file(os.path.join(MINI, "tokenizer.json"))
        model = load_weights(os.path.join(MINI, "model.safetensors")).eval()
        prompts = ["<|im_start|>user\nWhat is 17 + 25?<|im_end|>\n<|im_start|>assistant\n", "The"]
        prompts = [tokenizer.encode(p, add_special_tokens=False).ids for p in prompts]
        for prompt, out in zip(prompts, Generator(model, tokenizer).generate(prompts, 12)):
            ids = list(prompt)
            for token in out:
                with torch.no_grad():
                    hidden = model.hidden(pack_row([ids], -(-len(ids) // 64) * 64))[0]
                    best = model.logits(hidden)[0, len(ids) - 1].argmax().item()
                self.assertEqual(best, token)
                ids.append(token)


    def test_generation_gives_the_recorded_texts_of_the_bundled_weights(self):
        tokenizer = tokenizers.Tokenizer.from_file(os.path.join(MINI, "tokenizer.json"))
        model = load_weights(os.path.join(MINI, "model.safetensors"))
        with open(os.path.join(MINI, "eval_subset.json")) as f:
            cases = [c for c in json.load(f) if c["prompt_tokens"] <= LONGEST]
        prompts = []
        for c in cases:
            text = c.get("prompt") or prompt_text(c["messages"], c["tools"], c["think"])
            prompts.append(tokenizer.encode(text, add_special_tokens=False).ids)
        outs = Generator(model, tokenizer).generate(prompts, 100)
        self.assertGreater(len(cases), 20)
        for c, prompt, out in zip(cases, prompts, outs):
            self.assertEqual(len(prompt), c["prompt_tokens"])
            text = tokenizer.decode(out[:-1], skip_special_tokens=False)
            self.assertEqual(text, c["greedy_text"])


class Batches(unittest.TestCase):
    def test_an_epoch_holds_every_row_once_over_all_processes(self):
        rows = Rows([PACKED])
        feeds = [Feed(rows, 1, 5, rank, 2) for rank in range(2)]
        seen = [feeds[i % 2].choose()[0] for i in range(len(rows))]
        self.assertEqual(sorted(seen), list(range(len(rows))))

    def test_scored_positions_are_learned_and_inside_a_document(self):
        rows = Rows([PACKED])
        batch = Feed(rows, 8, 5).next()
        pos, cu = batch["pos"].reshape(-1), batch["cu"]
        starts = cu[cu < pos.size]
        self.assertTrue((pos[starts] == 0).all())
        self.assertEqual((pos == 0).sum(), len(starts))
        hot = batch["idx"][batch["w1"] > 0]
        self.assertTrue(len(hot) > 100)
        self.assertTrue((pos[hot + 1] == pos[hot] + 1).all())

    def test_two_files_are_read_as_one(self):
        once, twice = Rows([PACKED]), Rows([PACKED, PACKED])
        self.assertEqual(len(twice), 2 * len(once))
        n = len(once)
        for row in (0, n - 1):
            self.assertTrue(np.array_equal(once.row_starts(row), twice.row_starts(n + row)))


class Tokenizer(unittest.TestCase):
    def test_a_tokenizer_is_trained_on_chats_and_gives_their_text_back(self):
        tokenizer = build_tokenizer.train(build_tokenizer.corpus([CHATS]), 320)
        with tempfile.TemporaryDirectory() as folder:
            build_tokenizer.write(tokenizer, folder)
            tokenize, vocab = pack.load_tokenizer(folder)
            back = tokenizers.Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.assertEqual(vocab, 320)
        text = "<|im_start|>user\nWhat is 17 + 25?<|im_end|>"
        self.assertEqual(back.decode(tokenize(text), skip_special_tokens=False), text)
        self.assertEqual(tokenize("<|im_end|>"), [2])


class Trainer(unittest.TestCase):
    def train(self, folder, *more):
        command = [sys.executable, os.path.join(ROOT, "train.py"), "--device", "cpu"]
        command += ["--data", PACKED, "--steps", "10", "--tokens", "2048", "--warmup", "1"]
        command += ["--hold", "0.9", "--lr-embed", "0.02", "--lr", "0.05", "--out", folder, *more]
        run = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        with open(os.path.join(folder, "loss.csv")) as f:
            return list(csv.DictReader(f))

    def test_ten_steps_lower_the_loss_and_the_checkpoint_loads(self):
        with tempfile.TemporaryDirectory() as folder:
            log = self.train(folder, "--shape", TINY)
            first, last = (float(log[i]["answer_loss"]) for i in (0, -1))
            print(f"loss of answers {first:.3f}, mean of ten steps {last:.3f}")
            self.assertLess(last, first - 0.5)
            shape = read_config(folder)
            self.assertEqual((shape.hidden, shape.layers, shape.vocab_size), (64, 4, 4096))
            weights = os.path.join(folder, "model.safetensors")
            mine = load_weights(weights).eval()
            if transformers is not None:
                self.loads_in_transformers(folder, mine)
            # A second stage continues from the first one's weights and shape.
            with tempfile.TemporaryDirectory() as second:
                log = self.train(second, "--init", weights)
                self.assertLess(float(log[0]["answer_loss"]), first - 0.5)

    def test_two_processes_average_their_gradients(self):
        with tempfile.TemporaryDirectory() as folder:
            log = self.train(folder, "--shape", TINY, "--gpus", "2", "--mtp-weight", "0")
            self.assertLess(float(log[-1]["answer_loss"]), float(log[0]["answer_loss"]) - 0.5)

    def loads_in_transformers(self, folder, mine):
        theirs = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        with open(CHATS) as f:
            chats = [json.loads(line) for line in f]
        for chat in chats:
            if "messages" in chat:
                asked = (chat["messages"][:-1], chat.get("tools"))
                want = tokenizer.apply_chat_template(
                    asked[0], tools=asked[1], add_generation_prompt=True, tokenize=False
                )
                self.assertEqual(prompt_text(*asked), want)
        messages = [{"role": "user", "content": "What is 17 + 25?"}]
        ids = tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_dict=True
        )["input_ids"]
        with torch.no_grad():
            want = theirs(torch.tensor([ids])).logits[0]
            got = mine.logits(mine.hidden(pack_row([ids], 64))[0])[0, : len(ids)]
        self.assertLess((want - got).abs().max().item(), 1e-4)


if __name__ == "__main__":
    unittest.main(verbosity=2)
