"""Muon: momentum whose matrix updates are made orthogonal by a Newton-Schulz iteration."""

import torch


def orthogonal(g, steps=5):
    """Approximate U V^T of each matrix in g [B, m, n], in bf16 on a GPU."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16() if g.is_cuda else g
    flip = x.shape[-2] > x.shape[-1]
    if flip:
        x = x.transpose(-1, -2)
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        s = x @ x.transpose(-1, -2)
        x = a * x + (b * s + c * s @ s) @ x
    return (x.transpose(-1, -2) if flip else x).to(g.dtype)


class Muon(torch.optim.Optimizer):
    """Parameters of equal shape are updated together; a 3-d parameter is a stack of matrices."""

    def __init__(self, params, lr=0.02, momentum=0.95, weight_decay=0.01):
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = {}
            for p in group["params"]:
                if p.grad is not None:
                    shapes.setdefault(p.shape, []).append(p)
            for shape, ps in shapes.items():
                grads = [p.grad for p in ps]
                bufs = []
                for p, g in zip(ps, grads):
                    st = self.state[p]
                    if not st:
                        st["m"] = torch.zeros_like(g)
                    bufs.append(st["m"])
                torch._foreach_lerp_(bufs, grads, 1 - group["momentum"])
                look = torch._foreach_lerp(grads, bufs, group["momentum"])
                m, n = shape[-2:]
                u = orthogonal(torch.stack(look).view(-1, m, n)).view(len(ps), *shape)
                # The rate is a tensor, so that a recorded CUDA graph reads its current value.
                u = u * (-group["lr"] * max(1.0, m / n) ** 0.5)
                torch._foreach_mul_(ps, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(ps, list(u.unbind(0)))
