// Computes: out[T, N] = x[T, K] weight[N, K]^T + bias[N]; x bf16, up to 4 weights in blocks.
// Picked: weights of ggml's types and integers in groups: up to 32 rows, or all rows.
// Tiling: 16 outputs x 1 or 8 rows, 32 x 32; 8 warps divide K; units of 256 elements in rings.
// Limit: bandwidth: each weight is read once for up to 32 rows.
// Share: docs/kernels/gemm/block_linears.md.
#include "gemm/block_linears.cuh"
using namespace atlas;

BLOCK_LINEARS(int4, INT4)
BLOCK_LINEARS(int8, INT8)
