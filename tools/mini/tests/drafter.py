"""Tests of the DFlash drafter and its trainer, on a CPU.

    python tools/mini/tests/drafter.py

needs PyTorch, tokenizers, safetensors and numpy. It is not part of CI, which has no PyTorch.
"""

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
    import safetensors
    import torch
    import torch.nn.functional as F
except ImportError as error:
    sys.exit(
        f"the drafter's tests cannot run: {error}; "
        "install them with `pip install torch numpy safetensors tokenizers`"
    )

from dflash import DraftConfig, Drafter, load_drafter
from evaluate_dflash import DRAFTER, Answer, Target, accepted_drafts, drafts, held_out, measure
from export import MINI
from train_dflash import Captured, read_answers, write_answers

SMALL = DraftConfig(hidden=32, heads=4, head_dim=16, inter=48, vocab_size=64, mask_token=5)


def small():
    """A small drafter with random norms, and inputs of two rows with three blocks each."""
    torch.manual_seed(3)
    m = Drafter(SMALL).eval()
    with torch.no_grad():
        for p in m.parameters():
            p.add_(torch.randn_like(p) * 0.3)
    width = len(SMALL.target_layers) * SMALL.hidden
    captured, embedding = torch.randn(2, 64, width), torch.randn(64, SMALL.hidden)
    anchors = torch.tensor([[1, 20, 63], [7, 7, 33]])
    return m, captured, anchors, torch.randint(0, 64, (2, 3)), embedding


def turn(x, pos):
    """Rotary embedding of [T, heads, d] in pairs of element i and i + d / 2, by complex numbers."""
    half = x.shape[-1] // 2
    angle = pos[:, None].double() * SMALL.rope_theta ** -(torch.arange(half).double() / half)
    unit = torch.polar(torch.ones_like(angle), angle)[:, None]
    z = torch.complex(x[..., :half].double(), x[..., half:].double()) * unit
    return torch.cat([z.real, z.imag], -1).float()


def plain_block(w, captured, p, anchor, embedding):
    """One block by the formulas, from the checkpoint's tensors and the context's rows alone."""
    c = SMALL
    norm = lambda x, name: F.rms_norm(x, x.shape[-1:], w[name], c.eps)
    ctx = norm(captured[:p] @ w["fc.weight"].T, "hidden_norm.weight")
    x = embedding[[anchor] + [c.mask_token] * (c.block - 1)]
    pos = torch.arange(p + c.block)
    for i in range(c.layers):
        at = f"layers.{i}.self_attn."
        heads = lambda y, name: (y @ w[at + name].T).unflatten(-1, (-1, c.head_dim))
        h = norm(x, f"layers.{i}.input_layernorm.weight")
        both = torch.cat([ctx, h])
        q = turn(norm(heads(h, "q_proj.weight"), at + "q_norm.weight"), pos[p:])
        k = turn(norm(heads(both, "k_proj.weight"), at + "k_norm.weight"), pos)
        q, k, v = (y.transpose(0, 1) for y in (q, k, heads(both, "v_proj.weight")))
        o = F.scaled_dot_product_attention(q[None], k[None], v[None], enable_gqa=True)[0]
        x = x + o.transpose(0, 1).flatten(1) @ w[at + "o_proj.weight"].T
        h = norm(x, f"layers.{i}.post_attention_layernorm.weight")
        gate, up, down = (w[f"layers.{i}.mlp.{n}_proj.weight"] for n in ("gate", "up", "down"))
        x = x + (F.silu(h @ gate.T) * (h @ up.T)) @ down.T
    return norm(x[1:], "norm.weight")


class Model(unittest.TestCase):
    def test_blocks_of_a_batch_equal_the_formulas(self):
        m, captured, anchors, tokens, embedding = small()
        w = m.state_dict()
        with torch.no_grad():
            got = m(captured, anchors, tokens, embedding)
            for r in range(2):
                for a in range(3):
                    p, anchor = anchors[r, a].item(), tokens[r, a].item()
                    want = plain_block(w, captured[r], p, anchor, embedding)
                    self.assertLess((got[r, a] - want).abs().max().item(), 1e-4)

    def test_a_block_does_not_depend_on_states_from_its_anchor_on(self):
        m, captured, anchors, tokens, embedding = small()
        with torch.no_grad():
            want = m(captured, anchors, tokens, embedding)
            captured[0, 20:] += 1
            got = m(captured, anchors, tokens, embedding)
        self.assertTrue(torch.equal(got[0, :2], want[0, :2]))
        self.assertFalse(torch.equal(got[0, 2], want[0, 2]))


class Blocks(unittest.TestCase):
    def test_a_block_begins_after_the_accepted_drafts_and_the_targets_token(self):
        answer = Answer("copy", [9, 1, 2, 3, 4, 5, 2], 1)
        drafted = [[2, 3, 9], [0, 0, 0], [0, 0, 0], [5, 2, 7], [0, 0, 0], [0, 0, 0]]
        self.assertEqual(accepted_drafts(answer, drafted), [2, 2])
        self.assertEqual(accepted_drafts(answer, [[0, 0, 0]] * 6), [0] * 5)

    def test_answers_come_back_from_their_file(self):
        answers = [Answer("copy", [9, 1, 2], 1), Answer("agents", [4095, 2], 1)]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "answers.safetensors")
            write_answers(path, answers)
            self.assertEqual(read_answers(path), answers)


class Trained(unittest.TestCase):
    def test_the_bundled_drafter_has_the_documented_format(self):
        with open(os.path.join(DRAFTER, "config.json")) as f:
            config = json.load(f)
        self.assertEqual(config["architectures"], ["DFlashDraftModel"])
        k, h = len(config["dflash_config"]["target_layer_ids"]), config["hidden_size"]
        with safetensors.safe_open(os.path.join(DRAFTER, "model.safetensors"), "pt") as f:
            tensors = {name: f.get_tensor(name) for name in f.keys()}
        self.assertEqual({t.dtype for t in tensors.values()}, {torch.bfloat16})
        self.assertEqual(tuple(tensors["fc.weight"].shape), (h, k * h))
        own = [name for name in tensors if not name.startswith("layers.")]
        self.assertEqual(sorted(own), ["fc.weight", "hidden_norm.weight", "norm.weight"])
        self.assertEqual(len(tensors) - 3, 11 * config["num_hidden_layers"])

    def test_the_bundled_drafter_has_more_than_two_drafts_of_a_block_accepted(self):
        target, drafter = Target(MINI, "cpu"), load_drafter(DRAFTER)
        rows = measure(drafter, target, held_out(target, 2, 0)).values()
        blocks = [n for row in rows for n in row]
        print(f"{len(blocks)} blocks, {sum(blocks) / len(blocks):.2f} drafts accepted of each")
        self.assertGreater(sum(blocks) / len(blocks), 2)


class Trainer(unittest.TestCase):
    def test_scaling_of_captured_states_is_folded_into_the_weights(self):
        target = Target(MINI, "cpu")
        ids = target.tokenizer.encode("The symbol for chlorine is Cl.").ids
        answer = Answer("completion", ids, len(ids) - 3)
        drafter = Drafter().eval()
        data = Captured(target, [answer], drafter.c)
        states, anchors, own, after, real = data.batch([0], 2)
        with torch.no_grad():
            want = target.model.logits(drafter(states, anchors, own, target.embedding))[0]
        got = drafts(data.fold(drafter), target, [answer])[0]
        for i, place in enumerate(anchors[0].tolist()):
            self.assertEqual(got[place - answer.prompt], want[i].argmax(-1).tolist())
            following = ids[place + 1 : place + 8]
            self.assertEqual(after[0, i, : len(following)].tolist(), following)
            self.assertEqual(real[0, i].sum().item(), len(following))

    def test_training_lowers_the_loss_and_writes_a_drafter(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, os.path.join(ROOT, "train_dflash.py"), "--device", "cpu"]
            command += ["--cases", "20", "--steps", "60", "--tokens", "2048", "--anchors", "2"]
            command += ["--watched", "1", "--warmup", "5", "--log", "10", "--out", folder]
            run = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            lines = [x.split() for x in run.stdout.splitlines() if " loss " in x]
            losses = [float(x[x.index("loss") + 1]) for x in lines]
            print(f"loss {losses[0]:.2f}, after 60 steps {losses[-1]:.2f}")
            self.assertLess(losses[-1], 0.3 * losses[0])
            self.assertEqual(load_drafter(folder).c, DraftConfig())


if __name__ == "__main__":
    unittest.main(verbosity=2)
