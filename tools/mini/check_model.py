"""Check the training model against transformers and the plain recurrence.

Run on a CPU: logits must equal Qwen3_5MoeForCausalLM's to 1e-4 in fp32, the
chunked delta rule and its gradients must equal the step-by-step recurrence, and
packing several documents in a row must not change any of them. With CUDA the
kernels' gradients are checked too."""
import sys

import torch

from gdn import gdn_chunked, gdn_recurrent
from model import Batch, Config, Mini


def rel(a, b):
    return ((a.float() - b.float()).norm() / b.float().norm()).item()


def check_gdn(device, dtype, tol):
    torch.manual_seed(0)
    r, l, hk, hv, d = 2, 192, 2, 4, 64
    leaf = lambda *s: torch.randn(*s, device=device)
    q, k = (torch.nn.functional.normalize(leaf(r, l, hk, d), dim=-1).requires_grad_() for _ in "qk")
    v = leaf(r, l, hv, d).requires_grad_()
    g = (-leaf(r, l, hv).abs() * 0.3).requires_grad_()
    beta = torch.sigmoid(leaf(r, l, hv)).requires_grad_()
    do = leaf(r, l, hv, d)
    ref = gdn_recurrent(q, k, v, g, beta)[0]
    want = torch.autograd.grad(ref, (q, k, v, g, beta), do)
    out = gdn_chunked(q, k, v, g, beta, dtype)
    got = torch.autograd.grad(out.float(), (q, k, v, g, beta), do)
    errs = [rel(out, ref)] + [rel(a, b) for a, b in zip(got, want)]
    print(f"gdn {device} {dtype}: out, dq, dk, dv, dg, dbeta =", " ".join(f"{e:.1e}" for e in errs))
    assert max(errs) < tol, errs


def check_attention(device, dtype, tol):
    """Attention in documents against a masked product over the whole row."""
    from model import varlen_attn
    torch.manual_seed(1)
    n, cu = 300, [0, 77, 78, 300, 300]
    q, k, v = (torch.randn(n, 4, 64, device=device, dtype=dtype).requires_grad_() for _ in range(3))
    do = torch.randn(n, 4, 64, device=device, dtype=dtype)
    doc = torch.repeat_interleave(torch.arange(4), torch.tensor(cu).diff()).to(device)
    keep = (doc[:, None] == doc[None]) & torch.ones(n, n, dtype=torch.bool, device=device).tril()
    sc = (torch.einsum("nhd,mhd->hnm", q.float(), k.float()) / 8).masked_fill(~keep, float("-inf")).softmax(-1)
    ref = torch.einsum("hnm,mhd->nhd", sc, v.float())
    want = torch.autograd.grad(ref, (q, k, v), do.float())
    out = varlen_attn(q, k, v, torch.tensor(cu, dtype=torch.int32, device=device), 300)[0]
    got = torch.autograd.grad(out, (q, k, v), do)
    errs = [rel(out, ref)] + [rel(a, b) for a, b in zip(got, want)]
    print(f"attention {device} {dtype}: out, dq, dk, dv =", " ".join(f"{e:.1e}" for e in errs))
    assert max(errs) < tol, errs


def pack(docs, length, device="cpu"):
    """One row holding the documents, padded with token 0 to `length`."""
    flat, pos, cu = [], [], [0]
    for d in docs + [[0] * (length - sum(map(len, docs)))]:
        if d:
            flat += d
            pos += range(len(d))
            cu.append(len(flat))
    t = lambda x, ty=torch.long: torch.tensor(x, dtype=ty, device=device)
    return Batch(t([flat]), t([pos]), t(cu, torch.int32), max(b - a for a, b in zip(cu, cu[1:])))


def check_transformers():
    from export import hf_config
    from transformers import Qwen3_5MoeForCausalLM
    from transformers.models.qwen3_5_moe.configuration_qwen3_5_moe import Qwen3_5MoeTextConfig
    c = Config()
    m = Mini(c).eval()
    with torch.no_grad():
        for p in m.parameters():
            p.add_(torch.randn_like(p) * (0.05 if p.dim() > 1 else 0.1))
    d = {k: v for k, v in hf_config(c).items() if k not in ("architectures", "model_type", "transformers_version")}
    hf = Qwen3_5MoeForCausalLM(Qwen3_5MoeTextConfig(**d)).eval()
    missing, unexpected = hf.load_state_dict({k: v for k, v in m.state_dict().items() if not k.startswith("mtp.")}, strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}, (missing, unexpected)
    hf.tie_weights()
    docs = [torch.randint(7, c.vocab_size, (n,)).tolist() for n in (150, 77, 40)]
    with torch.no_grad():
        b = pack(docs, 320)
        got = m.logits(m.hidden(b)[0])[0]
        at = 0
        for doc in docs:
            want = hf(torch.tensor([doc])).logits[0]
            diff = (got[at: at + len(doc)] - want).abs().max().item()
            print(f"logits of a packed document of {len(doc)} tokens: max difference {diff:.1e}, largest logit {want.abs().max():.2f}")
            assert diff < 1e-4
            at += len(doc)
    print("parameters", sum(p.numel() for p in m.parameters()))


if __name__ == "__main__":
    if torch.cuda.is_available():
        check_gdn("cuda", torch.float32, 2e-2)
        check_attention("cuda", torch.bfloat16, 2e-2)
        check_gdn("cuda", torch.bfloat16, 3e-2)
    else:
        check_gdn("cpu", torch.float32, 1e-4)
        check_attention("cpu", torch.float32, 1e-4)
    if "--no-transformers" not in sys.argv:
        check_transformers()
