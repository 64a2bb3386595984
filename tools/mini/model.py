"""The qwen3_5_moe_text family with its MTP module in plain PyTorch, for training.

Training works on packed rows [R, L] of several documents. Attention is cut at document borders, the
recurrent state is reset there by a large negative decay, and the convolution does not reach across.
`Generator` in generate.py uses the same weights with caches. Parameter names equal those of the
checkpoint.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from gated_delta import gated_delta_chunked


@dataclass
class Config:
    """Dimensions; the defaults are the bundled model's. Each maps to a key of config.json."""

    vocab_size: int = 4096
    hidden: int = 256
    layers: int = 12
    heads: int = 4
    kv_heads: int = 2
    head_dim: int = 64
    lin_k_heads: int = 2
    lin_v_heads: int = 4
    lin_dim: int = 64
    conv: int = 4
    experts: int = 4
    top_k: int = 2
    moe_inter: int = 64
    shared_inter: int = 64
    rope_theta: float = 100000.0
    rotary: int = 16
    eps: float = 1e-6

    def is_full(self, i):
        """Whether layer `i` has full attention; the others have the gated delta rule."""
        return (i + 1) % 4 == 0


@dataclass
class Batch:
    """Packed rows: tokens and pos [R, L], where pos counts from each document's start; cu [D + 1],
    int32 document borders in the flattened rows; max_len, a bound of the documents' lengths."""

    tokens: torch.Tensor
    pos: torch.Tensor
    cu: torch.Tensor
    max_len: int


class Norm(nn.Module):
    """RMS norm with a zero-centred weight, computed in fp32."""

    def __init__(self, dim, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        f = x.float()
        f = f * torch.rsqrt(f.pow(2).mean(-1, keepdim=True) + self.eps)
        return (f * (1.0 + self.weight.float())).to(x.dtype)


class GatedNorm(nn.Module):
    """RMS norm with a plain weight, times SiLU of the gate."""

    def __init__(self, dim, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x, z):
        f = x.float()
        f = f * torch.rsqrt(f.pow(2).mean(-1, keepdim=True) + self.eps)
        return (self.weight.float() * f * F.silu(z.float())).to(z.dtype)


def l2norm(x):
    x = x.float()
    return x * torch.rsqrt(x.pow(2).sum(-1, keepdim=True) + 1e-6)


def rope(x, cos, sin, rotary):
    """Half-split rotary embedding of the first `rotary` dims of x [..., H, hd]."""
    a, b = x[..., : rotary // 2].float(), x[..., rotary // 2 : rotary].float()
    return torch.cat(
        [(a * cos - b * sin).to(x.dtype), (b * cos + a * sin).to(x.dtype), x[..., rotary:]], -1
    )


def pack_row(docs, length, device="cpu"):
    """A batch of one row that holds the documents, padded with token 0 to `length`."""
    flat, pos, cu = [], [], [0]
    for doc in [*docs, [0] * (length - sum(map(len, docs)))]:
        if doc:
            flat += doc
            pos += range(len(doc))
            cu.append(len(flat))
    tensor = lambda x, dtype=torch.long: torch.tensor(x, dtype=dtype, device=device)
    longest = max(b - a for a, b in zip(cu, cu[1:]))
    return Batch(tensor([flat]), tensor([pos]), tensor(cu, torch.int32), longest)


def _doc_spans(cu):
    return [(s, e) for s, e in zip(cu[:-1].tolist(), cu[1:].tolist()) if e > s]


@torch.library.custom_op("mini::varlen_attn", mutates_args=())
def varlen_attn(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, cu: torch.Tensor, max_len: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Causal attention inside documents; q, k, v [N, H, hd], cu [D+1]."""
    if q.is_cuda:
        out, lse, *_ = torch.ops.aten._flash_attention_forward(
            q, k, v, cu, cu, max_len, max_len, 0.0, True, False, scale=q.shape[-1] ** -0.5
        )
        return out, lse
    out = torch.empty_like(q)
    for s, e in _doc_spans(cu):
        qs, ks, vs = (x[s:e].transpose(0, 1) for x in (q, k, v))
        out[s:e] = F.scaled_dot_product_attention(qs, ks, vs, is_causal=True).transpose(0, 1)
    return out, q.new_empty(q.shape[1], q.shape[0], dtype=torch.float32)


@varlen_attn.register_fake
def _(q, k, v, cu, max_len):
    return torch.empty_like(q), q.new_empty(q.shape[1], q.shape[0], dtype=torch.float32)


@torch.library.custom_op("mini::varlen_attn_bwd", mutates_args=())
def varlen_attn_bwd(
    do: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    out: torch.Tensor,
    lse: torch.Tensor,
    cu: torch.Tensor,
    max_len: int,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if q.is_cuda:
        seed = torch.zeros(2, dtype=torch.uint64, device=q.device)
        dq, dk, dv = torch.ops.aten._flash_attention_backward(
            do.contiguous(),
            q,
            k,
            v,
            out,
            lse,
            cu,
            cu,
            max_len,
            max_len,
            0.0,
            True,
            seed,
            seed[:1],
            scale=q.shape[-1] ** -0.5,
        )
        return dq, dk, dv
    dq, dk, dv = torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
    scale = q.shape[-1] ** -0.5
    for s, e in _doc_spans(cu):
        qs, ks, vs, ds = (x[s:e].transpose(0, 1) for x in (q, k, v, do))
        keep = torch.ones(e - s, e - s, dtype=torch.bool).tril()
        p = (qs @ ks.transpose(1, 2) * scale).masked_fill(~keep, float("-inf")).softmax(-1)
        dp = ds @ vs.transpose(1, 2)
        dscore = p * (dp - (dp * p).sum(-1, keepdim=True)) * scale
        dq[s:e] = (dscore @ ks).transpose(0, 1)
        dk[s:e] = (dscore.transpose(1, 2) @ qs).transpose(0, 1)
        dv[s:e] = (p.transpose(1, 2) @ ds).transpose(0, 1)
    return dq, dk, dv


@varlen_attn_bwd.register_fake
def _(do, q, k, v, out, lse, cu, max_len):
    return torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)


def _attn_setup(ctx, inputs, output):
    q, k, v, cu, max_len = inputs
    ctx.save_for_backward(q, k, v, cu, *output)
    ctx.max_len = max_len


def _attn_backward(ctx, do, _):
    q, k, v, cu, out, lse = ctx.saved_tensors
    dq, dk, dv = varlen_attn_bwd(do, q, k, v, out, lse, cu, ctx.max_len)
    return dq, dk, dv, None, None


varlen_attn.register_autograd(_attn_backward, setup_context=_attn_setup)


class Attention(nn.Module):
    """Full attention with query and key norms and a sigmoid gate on its output."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.q_proj = nn.Linear(c.hidden, c.heads * 2 * c.head_dim, bias=False)
        self.k_proj = nn.Linear(c.hidden, c.kv_heads * c.head_dim, bias=False)
        self.v_proj = nn.Linear(c.hidden, c.kv_heads * c.head_dim, bias=False)
        self.o_proj = nn.Linear(c.heads * c.head_dim, c.hidden, bias=False)
        self.q_norm = Norm(c.head_dim, c.eps)
        self.k_norm = Norm(c.head_dim, c.eps)

    def project(self, x, cos, sin):
        """x [..., H] to rotated q, k and to v, gate, heads split."""
        c = self.c
        q, gate = self.q_proj(x).view(*x.shape[:-1], c.heads, 2 * c.head_dim).chunk(2, -1)
        k = self.k_proj(x).view(*x.shape[:-1], c.kv_heads, c.head_dim)
        v = self.v_proj(x).view(*x.shape[:-1], c.kv_heads, c.head_dim)
        cos, sin = cos.unsqueeze(-2), sin.unsqueeze(-2)
        return (
            rope(self.q_norm(q), cos, sin, c.rotary),
            rope(self.k_norm(k), cos, sin, c.rotary),
            v,
            gate,
        )

    def forward(self, x, cos, sin, cu, max_len):
        c = self.c
        q, k, v, gate = self.project(x, cos, sin)
        n, rep = x.shape[0] * x.shape[1], c.heads // c.kv_heads
        flat = lambda y: y.reshape(n, y.shape[-2], c.head_dim).contiguous()
        k, v = (y.repeat_interleave(rep, -2) for y in (k, v))
        o = varlen_attn(flat(q), flat(k), flat(v), cu, max_len)[0].view(
            *x.shape[:-1], c.heads, c.head_dim
        )
        return self.o_proj((o * torch.sigmoid(gate)).reshape(*x.shape[:-1], -1))


class Conv(nn.Module):
    """Holds the depthwise filter [C, 1, 4]; tap 3 is the newest input."""

    def __init__(self, channels, width):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(channels, 1, width).uniform_(-0.5, 0.5))


class DeltaNet(nn.Module):
    """Gated delta rule: projections, short causal convolution, recurrence, gated norm."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        kd, vd = c.lin_k_heads * c.lin_dim, c.lin_v_heads * c.lin_dim
        self.kd, self.vd = kd, vd
        self.in_proj_qkv = nn.Linear(c.hidden, 2 * kd + vd, bias=False)
        self.in_proj_z = nn.Linear(c.hidden, vd, bias=False)
        self.in_proj_b = nn.Linear(c.hidden, c.lin_v_heads, bias=False)
        self.in_proj_a = nn.Linear(c.hidden, c.lin_v_heads, bias=False)
        self.conv1d = Conv(2 * kd + vd, c.conv)
        self.A_log = nn.Parameter(torch.empty(c.lin_v_heads).uniform_(1, 16).log())
        dt = torch.exp(torch.empty(c.lin_v_heads).uniform_(-6.9, -2.3))
        self.dt_bias = nn.Parameter(dt + torch.log(-torch.expm1(-dt)))
        self.norm = GatedNorm(c.lin_dim, c.eps)
        self.out_proj = nn.Linear(vd, c.hidden, bias=False)

    def gates(self, x):
        """Decay exponent g (<= 0) and write strength beta, fp32 [..., Hv]."""
        beta = torch.sigmoid(self.in_proj_b(x).float())
        g = -self.A_log.float().exp() * F.softplus(self.in_proj_a(x).float() + self.dt_bias.float())
        return g, beta

    def split(self, mixed):
        """Activated conv output [..., C] to normalised q, k and v by head."""
        c = self.c
        q, k, v = mixed.split([self.kd, self.kd, self.vd], -1)
        heads = lambda y, n: y.reshape(*y.shape[:-1], n, c.lin_dim)
        q = l2norm(heads(q, c.lin_k_heads)) * c.lin_dim**-0.5
        return q, l2norm(heads(k, c.lin_k_heads)), heads(v, c.lin_v_heads)

    def finish(self, o, x):
        z = self.in_proj_z(x).view(*x.shape[:-1], self.c.lin_v_heads, self.c.lin_dim)
        return self.out_proj(self.norm(o, z).reshape(*x.shape[:-1], -1))

    def forward(self, x, pos):
        u = self.in_proj_qkv(x)
        w = self.conv1d.weight[:, 0].to(u.dtype)
        mixed = u * w[:, 3]
        for j in range(1, 4):
            past = F.pad(u, (0, 0, j, 0))[:, : u.shape[1]]
            mixed = mixed + past * (pos >= j).unsqueeze(-1).to(u.dtype) * w[:, 3 - j]
        q, k, v = self.split(F.silu(mixed))
        g, beta = self.gates(x)
        g = torch.where((pos == 0).unsqueeze(-1), g - 60.0, g)
        with torch.autocast(x.device.type, enabled=False):
            o = gated_delta_chunked(q, k, v, g, beta, u.dtype)
        return self.finish(o, x)


class Experts(nn.Module):
    """Weights of all experts, gate and up projections in one parameter."""

    def __init__(self, c):
        super().__init__()
        self.gate_up_proj = nn.Parameter(torch.randn(c.experts, 2 * c.moe_inter, c.hidden) * 0.02)
        self.down_proj = nn.Parameter(torch.randn(c.experts, c.hidden, c.moe_inter) * 0.02)


class Mlp(nn.Module):
    """Gated MLP, the shared expert."""

    def __init__(self, c):
        super().__init__()
        self.gate_proj = nn.Linear(c.hidden, c.shared_inter, bias=False)
        self.up_proj = nn.Linear(c.hidden, c.shared_inter, bias=False)
        self.down_proj = nn.Linear(c.shared_inter, c.hidden, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


def top_mask(p, k):
    """1.0 at the k largest of p [..., E], else 0.0.

    Passes over few entries cost less than a sort. Equal entries at the border are all taken, which
    hardly ever happens in a float32 softmax.
    """
    left = p
    for _ in range(k - 1):
        left = torch.where(left == left.amax(-1, keepdim=True), -1.0, left)
    return (p >= left.amax(-1, keepdim=True)).to(p.dtype)


class Moe(nn.Module):
    """Top-k experts plus a gated shared expert.

    All experts run for all tokens as one product and the router's weights,
    zero outside the top k, scale the result: for eight small experts this is
    faster than gathering. Returns the output and the router's balance term.
    """

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.gate = nn.Linear(c.hidden, c.experts, bias=False)
        self.experts = Experts(c)
        self.shared_expert = Mlp(c)
        self.shared_expert_gate = nn.Linear(c.hidden, 1, bias=False)

    def forward(self, x):
        c = self.c
        p = torch.softmax(self.gate(x).float(), -1)
        wt = p * top_mask(p.detach(), c.top_k)
        wt = wt / wt.sum(-1, keepdim=True)
        h = F.linear(x, self.experts.gate_up_proj.reshape(-1, c.hidden))
        gt, up = h.view(*x.shape[:-1], c.experts, 2, c.moe_inter).unbind(-2)
        act = F.silu(gt) * up * wt.unsqueeze(-1).to(h.dtype)
        down = self.experts.down_proj.permute(1, 0, 2).reshape(c.hidden, -1)
        y = F.linear(act.reshape(*x.shape[:-1], -1), down)
        y = y + torch.sigmoid(self.shared_expert_gate(x)) * self.shared_expert(x)
        share = (wt > 0).float().mean((0, 1)) / c.top_k
        return y, (p.mean((0, 1)) * share.detach()).sum() * c.experts


class Layer(nn.Module):
    """Pre-norm residual layer: attention or gated delta rule, then the mixture of experts."""

    def __init__(self, c, full):
        super().__init__()
        self.full = full
        self.input_layernorm = Norm(c.hidden, c.eps)
        self.post_attention_layernorm = Norm(c.hidden, c.eps)
        if full:
            self.self_attn = Attention(c)
        else:
            self.linear_attn = DeltaNet(c)
        self.mlp = Moe(c)

    def forward(self, x, pos, cos, sin, cu, max_len):
        h = self.input_layernorm(x)
        x = x + (
            self.self_attn(h, cos, sin, cu, max_len) if self.full else self.linear_attn(h, pos)
        )
        y, aux = self.mlp(self.post_attention_layernorm(x))
        return x + y, aux


class Trunk(nn.Module):
    """Embedding, layers and the final norm."""

    def __init__(self, c):
        super().__init__()
        self.embed_tokens = nn.Embedding(c.vocab_size, c.hidden)
        self.layers = nn.ModuleList(Layer(c, c.is_full(i)) for i in range(c.layers))
        self.norm = Norm(c.hidden, c.eps)


class Mtp(nn.Module):
    """Multi-token prediction: one layer that drafts token i + 2 from state i and token i + 1."""

    def __init__(self, c):
        super().__init__()
        self.pre_fc_norm_embedding = Norm(c.hidden, c.eps)
        self.pre_fc_norm_hidden = Norm(c.hidden, c.eps)
        self.fc = nn.Linear(2 * c.hidden, c.hidden, bias=False)
        self.layers = nn.ModuleList([Layer(c, True)])
        self.norm = Norm(c.hidden, c.eps)

    def merge(self, emb, hidden):
        return self.fc(
            torch.cat([self.pre_fc_norm_embedding(emb), self.pre_fc_norm_hidden(hidden)], -1)
        )


class Mini(nn.Module):
    """The whole model; the embedding is also the output matrix."""

    def __init__(self, c=None):
        super().__init__()
        self.c = c = c or Config()
        self.model = Trunk(c)
        self.mtp = Mtp(c)
        for m in self.modules():
            if isinstance(m, (nn.Linear, nn.Embedding)):
                nn.init.normal_(m.weight, std=0.02)
        self.register_buffer(
            "inv_freq",
            c.rope_theta ** (-torch.arange(0, c.rotary, 2, dtype=torch.float64) / c.rotary),
            persistent=False,
        )

    def angles(self, pos):
        f = pos.unsqueeze(-1).float() * self.inv_freq.float()
        return f.cos(), f.sin()

    def hidden(self, b: Batch):
        """Final normed hidden states [R, L, H] and the mean router balance term."""
        x = self.model.embed_tokens(b.tokens)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.get_autocast_dtype(x.device.type))
        cos, sin = self.angles(b.pos)
        aux = 0.0
        for layer in self.model.layers:
            x, a = layer(x, b.pos, cos, sin, b.cu, b.max_len)
            aux = aux + a
        return self.model.norm(x), aux / len(self.model.layers)

    def mtp_hidden(self, b: Batch, h):
        """MTP output at i (predicting token i + 2) from hidden i and token i + 1."""
        nxt = torch.roll(b.tokens, -1, 1)
        emb = self.model.embed_tokens(nxt).to(h.dtype)
        cos, sin = self.angles(b.pos)
        x, aux = self.mtp.layers[0](self.mtp.merge(emb, h), b.pos, cos, sin, b.cu, b.max_len)
        return self.mtp.norm(x), aux

    def logits(self, h):
        return F.linear(h, self.model.embed_tokens.weight)
