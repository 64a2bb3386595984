"""Greedy batched generation with caches, for measuring checkpoints.

Prompts of different lengths share a batch: the prompt pass runs on right-padded
rows whose padding leaves the recurrent state as it was, then all sequences
decode together with their own positions.
"""
import contextlib

import torch
import torch.nn.functional as F

from gdn import CHUNK, gdn_chunked, scan_fwd, tri_inv
from model import rope


def gdn_prompt(q, k, v, g, beta, valid):
    """Chunked outputs and the state after each row's last valid token, fp32."""
    r_, l_, hk, dk = q.shape
    hv, dv = v.shape[2], v.shape[3]
    rep, nc = hv // hk, l_ // CHUNK
    g = g * valid[..., None]
    beta = beta * valid[..., None]
    sp = lambda x: x.reshape(r_, nc, CHUNK, x.shape[2], -1).permute(0, 3, 1, 2, 4).float()
    q, k, v = sp(q).repeat_interleave(rep, 1), sp(k).repeat_interleave(rep, 1), sp(v)
    g, beta = (x.reshape(r_, nc, CHUNK, hv).permute(0, 3, 1, 2) for x in (g, beta))
    gc = g.cumsum(-1)
    low = torch.ones(CHUNK, CHUNK, dtype=torch.bool, device=q.device).tril()
    decay = (gc[..., :, None] - gc[..., None, :]).masked_fill(~low, float("-inf")).exp()
    a = (k @ k.transpose(-1, -2) * decay * beta[..., None]).tril(-1)
    t = tri_inv(a.reshape(-1, CHUNK, CHUNK)).view(a.shape)
    u = t @ (v * beta[..., None])
    w = t @ (k * (beta * gc.exp())[..., None])
    kd = k * (gc[..., -1:] - gc).exp()[..., None]
    end = gc[..., -1].exp()
    flat = lambda x: x.reshape(r_ * hv, nc, *x.shape[3:])
    vn, s = scan_fwd(flat(w), flat(u), flat(kd), end.reshape(r_ * hv, nc))
    last = s[:, -1] * end.reshape(r_ * hv, nc)[:, -1, None, None] + flat(kd)[:, -1].transpose(-1, -2) @ vn[:, -1]
    vn, s = vn.view(r_, hv, nc, CHUNK, dv), s.view(r_, hv, nc, dk, dv)
    o = (q * gc.exp()[..., None]) @ s + (q @ k.transpose(-1, -2) * decay) @ vn
    return o.permute(0, 2, 3, 1, 4).reshape(r_, l_, hv, dv), last.view(r_, hv, dk, dv)


class Generator:
    """Holds a model in fp32 (or under bf16 autocast on a GPU) and its tokenizer."""

    def __init__(self, model, tok, batch_tokens=400000, amp=True):
        self.m, self.tok, self.c = model.eval(), tok, model.c
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
            while j < len(order) and (j - i + 1) * (len(prompts[order[j]]) + max_new) <= self.batch_tokens and j - i < 512:
                j += 1
            part = order[i:j]
            with self.ctx():
                for p, ids in zip(part, self._batch([prompts[p] for p in part], max_new)):
                    out[p] = ids
            i = j
        return out

    def _batch(self, prompts, max_new):
        m, c, dev = self.m, self.c, self.device
        lens = torch.tensor([len(p) for p in prompts], device=dev)
        b, width = len(prompts), -(-max(map(len, prompts)) // CHUNK) * CHUNK
        total = width + max_new
        toks = torch.zeros(b, width, dtype=torch.long, device=dev)
        for i, p in enumerate(prompts):
            toks[i, : len(p)] = torch.tensor(p, device=dev)
        pos = torch.arange(width, device=dev).expand(b, width)
        valid = (pos < lens[:, None]).float()
        cos, sin = m.angles(pos)
        x = m.model.embed_tokens(toks)
        caches = []
        pick = lambda y: y[torch.arange(b, device=dev), lens - 1]
        for layer in m.model.layers:
            h = layer.input_layernorm(x)
            if layer.full:
                at = layer.self_attn
                q, k, v, gate = at.project(h, cos, sin)
                o = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2).to(q.dtype), v.transpose(1, 2).to(q.dtype), is_causal=True, enable_gqa=True).transpose(1, 2)
                y = at.o_proj((o * torch.sigmoid(gate)).reshape(b, width, -1))
                kc = k.new_zeros(b, total, c.kv_heads, c.head_dim)
                vc = v.new_zeros(b, total, c.kv_heads, c.head_dim)
                kc[:, :width], vc[:, :width] = k, v
                caches.append([kc, vc])
            else:
                la = layer.linear_attn
                u = la.in_proj_qkv(h) * valid[..., None].to(h.dtype)
                w = la.conv1d.weight[:, 0].to(u.dtype)
                mixed = sum(F.pad(u, (0, 0, j, 0))[:, :width] * w[:, 3 - j] for j in range(4))
                q, k, v = la.split(F.silu(mixed))
                g, beta = la.gates(h)
                with torch.autocast(dev.type, enabled=False):
                    o, state = gdn_prompt(q, k, v, g, beta, valid)
                y = la.finish(o.to(h.dtype), h)
                back = (lens[:, None] - 3 + torch.arange(3, device=dev)).clamp(min=0)
                conv = u[torch.arange(b, device=dev)[:, None], back] * (lens[:, None] - 3 + torch.arange(3, device=dev) >= 0)[..., None]
                caches.append([conv, state])
            x = x + y
            x = x + layer.mlp(layer.post_attention_layernorm(x))[0]
        nxt = m.logits(m.model.norm(pick(x))).argmax(-1)
        out = [nxt]
        ended = torch.isin(nxt, torch.tensor(sorted(self.stop), device=dev))
        kv_pos = torch.arange(total, device=dev)
        for step in range(max_new - 1):
            if ended.all():
                break
            nxt = self._step(nxt, lens + step, caches, kv_pos)
            out.append(nxt)
            ended |= torch.isin(nxt, torch.tensor(sorted(self.stop), device=dev))
        res = []
        for row in torch.stack(out, 1).tolist():
            cut = next((i for i, t in enumerate(row) if t in self.stop), len(row) - 1)
            res.append(row[: cut + 1])
        return res

    def _step(self, ids, at_pos, caches, kv_pos):
        m, c, b = self.m, self.c, ids.shape[0]
        x = m.model.embed_tokens(ids)
        cos, sin = m.angles(at_pos)
        rows = torch.arange(b, device=self.device)
        for layer, cache in zip(m.model.layers, caches):
            h = layer.input_layernorm(x)
            if layer.full:
                at = layer.self_attn
                q, k, v, gate = at.project(h, cos, sin)
                kc, vc = cache
                kc[rows, at_pos], vc[rows, at_pos] = k.to(kc.dtype), v.to(vc.dtype)
                keep = kv_pos[None] <= at_pos[:, None]
                o = F.scaled_dot_product_attention(q[:, :, None], kc.transpose(1, 2).to(q.dtype), vc.transpose(1, 2).to(q.dtype), attn_mask=keep[:, None, None], enable_gqa=True)[:, :, 0]
                y = at.o_proj((o * torch.sigmoid(gate)).reshape(b, -1))
            else:
                la = layer.linear_attn
                u = la.in_proj_qkv(h)
                win = torch.cat([cache[0].to(u.dtype), u[:, None]], 1)
                cache[0] = win[:, 1:]
                mixed = (win * la.conv1d.weight[:, 0].to(u.dtype).t()).sum(1)
                q, k, v = la.split(F.silu(mixed))
                g, beta = la.gates(h)
                rep = c.lin_v_heads // c.lin_k_heads
                q, k, v = q.repeat_interleave(rep, 1), k.repeat_interleave(rep, 1), v.float()
                s = cache[1] * g.exp()[..., None, None]
                d = beta[..., None] * (v - (s * k[..., None]).sum(-2))
                s = s + k[..., None] * d[..., None, :]
                cache[1] = s
                y = la.finish((s * q[..., None]).sum(-2).to(h.dtype), h)
            x = x + y
            x = x + layer.mlp(layer.post_attention_layernorm(x[None])[0][None])[0][0]
        return m.logits(m.model.norm(x)).argmax(-1)

    @torch.no_grad()
    def mtp_accepted(self, prompts, outputs):
        """(accepted, drafts): first drafts of the MTP module equal to the next token."""
        from check_model import pack
        hit = n = 0
        for p, o in zip(prompts, outputs):
            ids = p + o
            if len(o) < 2:
                continue
            batch = pack([ids], -(-len(ids) // CHUNK) * CHUNK, self.device)
            with self.ctx():
                h, _ = self.m.hidden(batch)
                draft = self.m.logits(self.m.mtp_hidden(batch, h)[0])[0].argmax(-1).tolist()
            for i in range(len(p), len(ids) - 1):
                hit += draft[i - 1] == ids[i + 1]
                n += 1
        return hit, n
