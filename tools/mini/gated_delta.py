"""Chunked gated delta rule for training.

Per head with state S [dk, dv] the recurrence is
    S <- exp(g) S;  d = beta (v - S^T k);  S <- S + k d^T;  o = S^T q
and the chunked form follows the WY representation of DeltaNet: inside a chunk
of 64 tokens one unit lower triangular inverse gives all corrections, and only
the chunk states are scanned in order. The inverse and the scan are Triton
kernels with their own backward; everything else is batched matrix products.
Tensors on a CPU take plain PyTorch loops instead of the kernels.
"""

import torch

try:
    import triton
    import triton.language as tl
except ImportError:  # a machine without Triton runs the reference loops
    triton = None

CHUNK = 64

if triton is not None:

    @triton.jit
    def _tri_inv_kernel(a_ptr, t_ptr, C: tl.constexpr):
        # Row by row in the two diagonal blocks at once; the block under them follows from
        # (I + A)^-1 = [[T1, 0], [-T2 A21 T1, T2]].
        H: tl.constexpr = C // 2
        at = tl.program_id(0).to(tl.int64) * C * C
        r = tl.arange(0, H)
        eye = tl.where(r[:, None] == r[None, :], 1.0, 0.0)
        t1 = eye
        t2 = eye
        for i in range(1, H):
            here = (r[:, None] == i) & (r[None, :] < i)
            row1 = tl.load(a_ptr + at + i * C + r)
            row2 = tl.load(a_ptr + at + (H + i) * C + H + r)
            t1 = tl.where(here, -tl.sum(row1[:, None] * t1, 0)[None, :], t1)
            t2 = tl.where(here, -tl.sum(row2[:, None] * t2, 0)[None, :], t2)
        off = at + r[:, None] * C + r[None, :]
        a21 = tl.load(a_ptr + off + H * C)
        low = tl.dot(tl.dot(t2, a21, input_precision="ieee"), t1, input_precision="ieee")
        tl.store(t_ptr + off, t1)
        tl.store(t_ptr + off + H, tl.zeros([H, H], tl.float32))
        tl.store(t_ptr + off + H * C, -low)
        tl.store(t_ptr + off + H * C + H, t2)

    @triton.jit
    def _scan_fwd_kernel(
        w_ptr,
        u_ptr,
        k_ptr,
        gam_ptr,
        vn_ptr,
        s_ptr,
        nc,
        C: tl.constexpr,
        DK: tl.constexpr,
        DV: tl.constexpr,
        BV: tl.constexpr,
    ):
        bh = tl.program_id(0).to(tl.int64)
        vb = tl.program_id(1) * BV
        rc = tl.arange(0, C)
        rk = tl.arange(0, DK)
        rv = vb + tl.arange(0, BV)
        s = tl.zeros([DK, BV], tl.float32)
        for c in range(0, nc):
            base = bh * nc + c
            tl.store(
                s_ptr + base * DK * DV + rk[:, None] * DV + rv[None, :],
                s.to(s_ptr.dtype.element_ty),
            )
            w = tl.load(w_ptr + base * C * DK + rc[:, None] * DK + rk[None, :])
            kt = tl.load(k_ptr + base * C * DK + rc[None, :] * DK + rk[:, None])
            u = tl.load(u_ptr + base * C * DV + rc[:, None] * DV + rv[None, :]).to(tl.float32)
            gam = tl.load(gam_ptr + base)
            vn = (u - tl.dot(w, s.to(w.dtype))).to(w.dtype)
            tl.store(vn_ptr + base * C * DV + rc[:, None] * DV + rv[None, :], vn)
            s = s * gam + tl.dot(kt, vn)

    @triton.jit
    def _scan_bwd_kernel(
        dvn_ptr,
        ds_ptr,
        w_ptr,
        k_ptr,
        gam_ptr,
        dvt_ptr,
        dsn_ptr,
        nc,
        C: tl.constexpr,
        DK: tl.constexpr,
        DV: tl.constexpr,
        BV: tl.constexpr,
    ):
        bh = tl.program_id(0).to(tl.int64)
        vb = tl.program_id(1) * BV
        rc = tl.arange(0, C)
        rk = tl.arange(0, DK)
        rv = vb + tl.arange(0, BV)
        d = tl.zeros([DK, BV], tl.float32)
        for j in range(0, nc):
            base = bh * nc + (nc - 1 - j)
            k = tl.load(k_ptr + base * C * DK + rc[:, None] * DK + rk[None, :])
            wt = tl.load(w_ptr + base * C * DK + rc[None, :] * DK + rk[:, None])
            dvn = tl.load(dvn_ptr + base * C * DV + rc[:, None] * DV + rv[None, :]).to(tl.float32)
            dse = tl.load(ds_ptr + base * DK * DV + rk[:, None] * DV + rv[None, :]).to(tl.float32)
            gam = tl.load(gam_ptr + base)
            dc = d.to(k.dtype)
            tl.store(dsn_ptr + base * DK * DV + rk[:, None] * DV + rv[None, :], dc)
            dvt = (dvn + tl.dot(k, dc)).to(k.dtype)
            tl.store(dvt_ptr + base * C * DV + rc[:, None] * DV + rv[None, :], dvt)
            d = d * gam + dse - tl.dot(wt, dvt)


@torch.library.custom_op("mini::tri_inv", mutates_args=())
def tri_inv(a: torch.Tensor) -> torch.Tensor:
    """(I + a)^-1 for strictly lower triangular a [M, 64, 64] in fp32."""
    a = a.contiguous()
    if a.is_cuda:
        t = torch.empty_like(a)
        _tri_inv_kernel[(a.shape[0],)](a, t, C=CHUNK, num_warps=4)
        return t
    eye = torch.eye(a.shape[-1], dtype=a.dtype, device=a.device)
    return torch.linalg.solve_triangular(a + eye, eye.expand_as(a), upper=False, unitriangular=True)


@tri_inv.register_fake
def _(a):
    return torch.empty_like(a)


def _tri_inv_setup(ctx, inputs, output):
    ctx.save_for_backward(output)


def _tri_inv_backward(ctx, dt):
    (t,) = ctx.saved_tensors
    tt = t.transpose(-1, -2)
    return -(tt @ dt @ tt).tril(-1)


tri_inv.register_autograd(_tri_inv_backward, setup_context=_tri_inv_setup)


@torch.library.custom_op("mini::scan_fwd", mutates_args=())
def scan_fwd(
    w: torch.Tensor, u: torch.Tensor, k: torch.Tensor, gam: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Chunk scan. w, k [M, NC, C, dk], u [M, NC, C, dv], gam [M, NC].

    Returns the corrected values [M, NC, C, dv] and the state at each chunk's
    start [M, NC, dk, dv]."""
    m, nc, c, dk = w.shape
    dv = u.shape[-1]
    w, u, k, gam = w.contiguous(), u.contiguous(), k.contiguous(), gam.contiguous()
    vn = torch.empty_like(u)
    s_all = torch.empty(m, nc, dk, dv, dtype=u.dtype, device=u.device)
    if w.is_cuda:
        bv = 16
        _scan_fwd_kernel[(m, dv // bv)](
            w, u, k, gam, vn, s_all, nc, C=c, DK=dk, DV=dv, BV=bv, num_warps=4
        )
        return vn, s_all
    s = torch.zeros(m, dk, dv, dtype=torch.float32)
    for i in range(nc):
        s_all[:, i] = s
        vn[:, i] = u[:, i].float() - w[:, i].float() @ s
        s = s * gam[:, i, None, None] + k[:, i].float().transpose(-1, -2) @ vn[:, i].float()
    return vn, s_all


@scan_fwd.register_fake
def _(w, u, k, gam):
    return torch.empty_like(u), u.new_empty(u.shape[0], u.shape[1], w.shape[-1], u.shape[-1])


@torch.library.custom_op("mini::scan_bwd", mutates_args=())
def scan_bwd(
    dvn: torch.Tensor, ds: torch.Tensor, w: torch.Tensor, k: torch.Tensor, gam: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Reverse scan: total gradient of the corrected values and of each chunk's end state."""
    m, nc, c, dk = w.shape
    dv = dvn.shape[-1]
    dvn, ds = dvn.contiguous(), ds.contiguous()
    w, k, gam = w.contiguous(), k.contiguous(), gam.contiguous()
    dvt = torch.empty_like(dvn)
    dsn = torch.empty_like(ds)
    if w.is_cuda:
        bv = 16
        _scan_bwd_kernel[(m, dv // bv)](
            dvn, ds, w, k, gam, dvt, dsn, nc, C=c, DK=dk, DV=dv, BV=bv, num_warps=4
        )
        return dvt, dsn
    d = torch.zeros(m, dk, dv, dtype=torch.float32)
    for i in reversed(range(nc)):
        dsn[:, i] = d
        dvt[:, i] = dvn[:, i].float() + k[:, i].float() @ d
        d = (
            d * gam[:, i, None, None]
            + ds[:, i].float()
            - w[:, i].float().transpose(-1, -2) @ dvt[:, i].float()
        )
    return dvt, dsn


@scan_bwd.register_fake
def _(dvn, ds, w, k, gam):
    return torch.empty_like(dvn), torch.empty_like(ds)


def _scan_setup(ctx, inputs, output):
    w, u, k, gam = inputs
    vn, s = output
    ctx.save_for_backward(w, k, gam, vn, s)


def _scan_backward(ctx, dvn, ds):
    w, k, gam, vn, s = ctx.saved_tensors
    dvt, dsn = scan_bwd(dvn, ds, w, k, gam)
    dk = vn @ dsn.transpose(-1, -2)
    dgam = (dsn.float() * s.float()).sum((-1, -2))
    dw = -(dvt @ s.transpose(-1, -2))
    return dw, dvt, dk, dgam


scan_fwd.register_autograd(_scan_backward, setup_context=_scan_setup)


def gated_delta_chunked(q, k, v, g, beta, dtype, with_state=False):
    """Gated delta rule over whole rows.

    q, k [R, L, Hk, dk] (normalised, q scaled), v [R, L, Hv, dv], g and beta
    [R, L, Hv] in fp32; L a multiple of 64. Matrix products run in `dtype`.
    Returns [R, L, Hv, dv], and the last state [R, Hv, dk, dv] if it is asked for.
    """
    r_, l_, hk, dk = q.shape
    hv, dv = v.shape[2], v.shape[3]
    rep, nc = hv // hk, l_ // CHUNK

    def split(x):
        return x.view(r_, nc, CHUNK, x.shape[2], -1).permute(0, 3, 1, 2, 4)

    q, k, v = split(q), split(k), split(v).to(dtype)
    g = g.view(r_, nc, CHUNK, hv).permute(0, 3, 1, 2).float()
    beta = beta.view(r_, nc, CHUNK, hv).permute(0, 3, 1, 2).float()
    gc = g.cumsum(-1)
    low = torch.ones(CHUNK, CHUNK, dtype=torch.bool, device=q.device).tril()
    decay = (gc[..., :, None] - gc[..., None, :]).masked_fill(~low, float("-inf")).exp()
    kk = (k.float() @ k.float().transpose(-1, -2)).repeat_interleave(rep, 1)
    a = (kk * decay * beta[..., None]).tril(-1)
    t = tri_inv(a.reshape(-1, CHUNK, CHUNK)).view(a.shape).to(dtype)
    kh = k.repeat_interleave(rep, 1)
    u = t @ (v * beta[..., None].to(dtype))
    w = t @ (kh.float() * (beta * gc.exp())[..., None]).to(dtype)
    kd = (kh.float() * (gc[..., -1:] - gc).exp()[..., None]).to(dtype)
    flat = lambda x: x.reshape(r_ * hv, nc, *x.shape[3:])
    end = gc[..., -1].exp().reshape(r_ * hv, nc)
    vn, s = scan_fwd(flat(w), flat(u), flat(kd), end)
    if with_state:
        last = s[:, -1] * end[:, -1, None, None]
        last = (last + flat(kd)[:, -1].transpose(-1, -2) @ vn[:, -1]).view(r_, hv, dk, dv)
    vn = vn.view(r_, hv, nc, CHUNK, dv)
    s = s.view(r_, hv, nc, dk, dv)
    qk = (q.to(dtype) @ k.to(dtype).transpose(-1, -2)).repeat_interleave(rep, 1)
    qg = (q.repeat_interleave(rep, 1).float() * gc.exp()[..., None]).to(dtype)
    o = qg @ s + (qk * decay.to(dtype)) @ vn
    o = o.permute(0, 2, 3, 1, 4).reshape(r_, l_, hv, dv)
    return (o, last) if with_state else o


def gated_delta_recurrent(q, k, v, g, beta, state=None):
    """Plain recurrence over [R, L, H, d], the reference of the chunked form.

    Returns the outputs and the last state [R, Hv, dk, dv].
    """
    rep = v.shape[2] // q.shape[2]
    q, k = q.repeat_interleave(rep, 2), k.repeat_interleave(rep, 2)
    s = state if state is not None else q.new_zeros(q.shape[0], v.shape[2], q.shape[3], v.shape[3])
    out = []
    for i in range(q.shape[1]):
        s = s * g[:, i].exp()[..., None, None]
        d = beta[:, i, :, None] * (v[:, i] - torch.einsum("rhkv,rhk->rhv", s, k[:, i]))
        s = s + k[:, i, ..., None] * d[..., None, :]
        out.append(torch.einsum("rhkv,rhk->rhv", s, q[:, i]))
    return torch.stack(out, 1), s
