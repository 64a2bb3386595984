"""Time products of PyTorch (cuBLASLt) and its copies on one GPU: what the kernels' figures are laid
beside.

    python tools/bench/yardstick.py

Prints rows x outputs x K, microseconds and TFLOP/s of `x @ w.T` in bf16 on random data, the
weights of several turns apart from each other so that they come from memory; and TB/s of reading
and copying 4 GiB.
"""

import torch

SHAPES = [
    (1, 12288, 2048),
    (32, 12288, 2048),
    (128, 12288, 2048),
    (128, 2048, 4096),
    (32, 248320, 2048),
    (128, 248320, 2048),
    (1024, 12288, 2048),
    (1024, 2048, 4096),
    (8192, 12288, 2048),
    (8192, 2048, 4096),
    (8192, 8192, 8192),
]


def micros(call, turns):
    """The median of five runs of `turns` calls, in microseconds a call."""
    for i in range(3):
        call(i)
    times = []
    for _ in range(5):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for i in range(turns):
            call(i)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1000 / turns)
    return sorted(times)[2]


def main():
    torch.manual_seed(1)
    print(torch.cuda.get_device_name(), torch.__version__, torch.version.cuda)
    for rows, outputs, k in SHAPES:
        copies = max(1, min(8, 2**30 // (outputs * k)))
        w = [torch.randn(outputs, k, device="cuda", dtype=torch.bfloat16) for _ in range(copies)]
        x = torch.randn(rows, k, device="cuda", dtype=torch.bfloat16)
        out = torch.empty(rows, outputs, device="cuda", dtype=torch.bfloat16)
        # Recorded, so that the host's time is not in it.
        graph = torch.cuda.CUDAGraph()
        for i in range(copies):
            torch.mm(x, w[i].t(), out=out)
        with torch.cuda.graph(graph):
            for i in range(copies):
                torch.mm(x, w[i].t(), out=out)
        us = (
            micros(lambda _: graph.replay(), max(4, 4000 // (1 + rows * outputs * k // 2**34)))
            / copies
        )
        print(
            f"linear/cublaslt {rows} x {outputs} x {k}: {us:.2f} us,"
            f" {2 * rows * outputs * k / us / 1e6:.0f} TFLOP/s",
            flush=True,
        )
        del w, graph
    a = torch.randn(2**30, device="cuda")
    b = torch.empty_like(a)
    us = micros(lambda _: b.copy_(a), 10)
    print(f"copy 4 GiB: {2 * a.nbytes / us / 1e6:.3f} TB/s read and written")
    us = micros(lambda _: a.sum(), 10)
    print(f"read 4 GiB: {a.nbytes / us / 1e6:.3f} TB/s")


if __name__ == "__main__":
    main()
