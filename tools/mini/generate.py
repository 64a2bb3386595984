"""Greedy batched generation with caches, for measuring checkpoints.

Prompts of different lengths share a batch: the prompt pass runs on right-padded
rows whose padding leaves the recurrent state as it was, then all sequences
decode together with their own positions.
"""

import contextlib
import os

import torch
import torch.nn.functional as F

from gated_delta import CHUNK, gated_delta_chunked
from model import pack_row, rope


class Generator:
    """Holds a model in fp32 (or under bf16 autocast on a GPU) and its tokenizer."""

    def __init__(self, model, tok, batch_tokens=400000, amp=True, batch_rows=512):
        self.m, self.tok, self.c = model.eval(), tok, model.c
        self.batch_rows = batch_rows
        self.device = next(model.parameters()).device
        self.batch_tokens, self.amp = batch_tokens, amp and self.device.type == "cuda"
        self.stop = {0, 2}

    def ctx(self):
        return torch.autocast("cuda", torch.bfloat16) if self.amp else contextlib.nullcontext()

    @torch.no_grad()
    def generate(self, prompts, max_new):
        """Token id lists in, generated id lists out (with the stop token)."""
        order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
        out = [None] * len(prompts)
        i = 0
        while i < len(order):
            j = i + 1
            while (
                j < len(order)
                and (j - i + 1) * (len(prompts[order[j]]) + max_new) <= self.batch_tokens
                and j - i < self.batch_rows
            ):
                j += 1
            part = order[i:j]
            with self.ctx():
                for p, ids in zip(part, self._batch([prompts[p] for p in part], max_new)):
                    out[p] = ids
            i = j
        return out

    def _batch(self, prompts, max_new):
        lens = torch.tensor([len(p) for p in prompts], device=self.device)
        nxt, caches, width = self._prompt(prompts, lens, max_new)
        stop = torch.tensor(sorted(self.stop), device=self.device)
        out, ended = [nxt], torch.isin(nxt, stop)
        kv_pos = torch.arange(width + max_new, device=self.device)
        for step in range(max_new - 1):
            if ended.all():
                break
            nxt = self._step(nxt, lens + step, caches, kv_pos)
            out.append(nxt)
            ended |= torch.isin(nxt, stop)
        res = []
        for row in torch.stack(out, 1).tolist():
            cut = next((i for i, t in enumerate(row) if t in self.stop), len(row) - 1)
            res.append(row[: cut + 1])
        return res

    def _prompt(self, prompts, lens, max_new):
        """First token of each sequence, the caches by layer and the padded length."""
        m, dev = self.m, self.device
        b, width = len(prompts), -(-max(map(len, prompts)) // CHUNK) * CHUNK
        toks = torch.zeros(b, width, dtype=torch.long, device=dev)
        for i, p in enumerate(prompts):
            toks[i, : len(p)] = torch.tensor(p, device=dev)
        pos = torch.arange(width, device=dev).expand(b, width)
        valid = (pos < lens[:, None]).float()
        cos, sin = m.angles(pos)
        x = m.model.embed_tokens(toks)
        caches = []
        for layer in m.model.layers:
            h = layer.input_layernorm(x)
            if layer.full:
                y, cache = self._prompt_attention(layer.self_attn, h, cos, sin, width + max_new)
            else:
                y, cache = self._prompt_delta(layer.linear_attn, h, lens, valid)
            caches.append(cache)
            x = x + y
            x = x + layer.mlp(layer.post_attention_layernorm(x))[0]
        last = x[torch.arange(b, device=dev), lens - 1]
        return m.logits(m.model.norm(last)).argmax(-1), caches, width

    def _prompt_attention(self, attention, h, cos, sin, total):
        """Attention over the prompt, and a cache of `total` keys and values."""
        c, (b, width) = self.c, h.shape[:2]
        q, k, v, gate = attention.project(h, cos, sin)
        heads = lambda y: y.transpose(1, 2).to(q.dtype)
        o = F.scaled_dot_product_attention(
            heads(q), heads(k), heads(v), is_causal=True, enable_gqa=True
        ).transpose(1, 2)
        kc = k.new_zeros(b, total, c.kv_heads, c.head_dim)
        vc = v.new_zeros(b, total, c.kv_heads, c.head_dim)
        kc[:, :width], vc[:, :width] = k, v
        y = attention.o_proj((o * torch.sigmoid(gate)).reshape(b, width, -1))
        return y, [kc, vc]

    def _prompt_delta(self, delta, h, lens, valid):
        """Delta rule over the prompt; the cache is the last inputs and the state at its end."""
        dev, (b, width) = self.device, h.shape[:2]
        u = delta.in_proj_qkv(h) * valid[..., None].to(h.dtype)
        w = delta.conv1d.weight[:, 0].to(u.dtype)
        mixed = sum(F.pad(u, (0, 0, j, 0))[:, :width] * w[:, 3 - j] for j in range(4))
        q, k, v = delta.split(F.silu(mixed))
        g, beta = delta.gates(h)
        # Padding neither decays nor writes the state.
        on = valid[..., None]
        with torch.autocast(dev.type, enabled=False):
            o, state = gated_delta_chunked(
                q, k, v, g * on, beta * on, torch.float32, with_state=True
            )
        back = lens[:, None] - 3 + torch.arange(3, device=dev)
        rows = torch.arange(b, device=dev)[:, None]
        conv = u[rows, back.clamp(min=0)] * (back >= 0)[..., None]
        return delta.finish(o.to(h.dtype), h), [conv, state]

    def _step(self, ids, at_pos, caches, kv_pos):
        """The next token of each sequence."""
        m = self.m
        x = m.model.embed_tokens(ids)
        cos, sin = m.angles(at_pos)
        for layer, cache in zip(m.model.layers, caches):
            h = layer.input_layernorm(x)
            if layer.full:
                y = self._step_attention(layer.self_attn, h, cos, sin, at_pos, cache, kv_pos)
            else:
                y = self._step_delta(layer.linear_attn, h, cache)
            x = x + y
            x = x + layer.mlp(layer.post_attention_layernorm(x[None])[0][None])[0][0]
        return m.logits(m.model.norm(x)).argmax(-1)

    def _step_attention(self, attention, h, cos, sin, at_pos, cache, kv_pos):
        q, k, v, gate = attention.project(h, cos, sin)
        (kc, vc), rows = cache, torch.arange(len(h), device=self.device)
        kc[rows, at_pos], vc[rows, at_pos] = k.to(kc.dtype), v.to(vc.dtype)
        keep = kv_pos[None] <= at_pos[:, None]
        heads = lambda y: y.transpose(1, 2).to(q.dtype)
        o = F.scaled_dot_product_attention(
            q[:, :, None], heads(kc), heads(vc), attn_mask=keep[:, None, None], enable_gqa=True
        )[:, :, 0]
        return attention.o_proj((o * torch.sigmoid(gate)).reshape(len(h), -1))

    def _step_delta(self, delta, h, cache):
        u = delta.in_proj_qkv(h)
        window = torch.cat([cache[0].to(u.dtype), u[:, None]], 1)
        cache[0] = window[:, 1:]
        mixed = (window * delta.conv1d.weight[:, 0].to(u.dtype).t()).sum(1)
        q, k, v = delta.split(F.silu(mixed))
        g, beta = delta.gates(h)
        repeat = self.c.lin_v_heads // self.c.lin_k_heads
        q, k, v = q.repeat_interleave(repeat, 1), k.repeat_interleave(repeat, 1), v.float()
        s = cache[1] * g.exp()[..., None, None]
        d = beta[..., None] * (v - (s * k[..., None]).sum(-2))
        s = s + k[..., None] * d[..., None, :]
        cache[1] = s
        return delta.finish((s * q[..., None]).sum(-2).to(h.dtype), h)

    @torch.no_grad()
    def mtp_accepted(self, prompts, outputs):
        """(accepted, drafts): first drafts of the MTP module equal to the next token."""
        hit = n = 0
        for p, o in zip(prompts, outputs):
            ids = p + o
            if len(o) < 2:
                continue
            batch = pack_row([ids], -(-len(ids) // CHUNK) * CHUNK, self.device)
            with self.ctx():
                h, _ = self.m.hidden(batch)
                draft = self.m.logits(self.m.mtp_hidden(batch, h)[0])[0].argmax(-1).tolist()
            for i in range(len(p), len(ids) - 1):
                hit += draft[i - 1] == ids[i + 1]
                n += 1
        return hit, n


class LocalReplies:
    """Replies to cases of the evaluation from a checkpoint folder, without a server.

    `accepted` and `drafts` count first drafts of the MTP module that equal the next token.
    """

    def __init__(self, folder, device, weights=None, untrained=False):
        from tokenizers import Tokenizer

        from export import load_weights, read_config
        from model import Mini

        if untrained:
            torch.manual_seed(1)
            model = Mini(read_config(folder))
        else:
            path = weights or os.path.join(folder, "model.safetensors")
            model = load_weights(path, read_config(folder))
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.generator = Generator(model.to(device), self.tokenizer)
        self.accepted = self.drafts = 0

    def prompt(self, case):
        """Token ids of a case's request."""
        from chat import prompt_text

        if "prompt" in case:
            text = case["prompt"]
        else:
            text = prompt_text(case["messages"], case.get("tools"), case["think"])
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def text(self, ids):
        """Text of generated ids, and whether a stop token ended it."""
        ended = ids[-1] in self.generator.stop
        ids = ids[:-1] if ended else ids
        return self.tokenizer.decode(ids, skip_special_tokens=False), ended

    def replies(self, cases):
        from evaluation.replies import parse

        prompts = [self.prompt(c) for c in cases]
        limit = max((c["max_tokens"] for c in cases), default=1)
        outs = self.generator.generate(prompts, limit)
        few = [i for i in range(len(prompts)) if len(prompts[i]) < 3000][:60]
        accepted, drafts = self.generator.mtp_accepted(
            [prompts[i] for i in few], [outs[i] for i in few]
        )
        self.accepted += accepted
        self.drafts += drafts
        return [parse(*self.text(out), c) for c, out in zip(cases, outs)]
