// Computes: out[T, N] = x[T, K] weight[N, K]^T + bias[N], bf16, on `mma.sync`.
// Picked: from 33 rows or 65,536 outputs on without Hopper; all rows under --batch-invariant.
// Tiling: 16 x 64, 64 x 64, 128 x 128 or 128 x 256 (rows x outputs), by `Tile::of`; 32 or 64 of K.
// Limit: FLOP with many rows, bandwidth with few.
// Share: 255 TFLOP/s of some 800 (8,192 cubed); docs/benchmarks/log/2026-11-22-cuda-h200.md.
#include "gemm/mma_tile.cuh"
using namespace atlas;

struct GemmParams {
  const bf16* x; const bf16* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
};

// Grid: tiles of outputs, tiles of rows.
template <class T, class O> __device__ void gemm(const GemmParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const i64 n0 = blockIdx.x * (i64)T::BN;
  for (i64 m0 = blockIdx.y * (i64)T::BM; m0 < p.rows; m0 += (i64)gridDim.y * T::BM) {
    Sums<T> sums;
    product<T>(
        sums, shared, p.k, p.weight,
        [&](int m) { return m0 + m < p.rows ? p.x + (m0 + m) * p.x_row : nullptr; },
        [&](int n) { return n0 + n < p.n ? p.weight + (n0 + n) * p.k : nullptr; });
    each_sum<T>(sums, [&](int m, int n, float sum) {
      if (m0 + m < p.rows && n0 + n < p.n)
        ((O*)p.out)[(m0 + m) * p.out_row + n0 + n] =
            from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
    });
  }
}
#define TILED_MMA_OUT(SIZE, o, O)                                                                  \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      tiled_mma_##SIZE##_##o(const GemmParams p) {                                                 \
    begin();                                                                                       \
    gemm<Tile##SIZE, O>(p);                                                                        \
  }
#define TILED_MMA(SIZE)           \
  TILED_MMA_OUT(SIZE, bf16, bf16) \
  TILED_MMA_OUT(SIZE, f32, float)
TILED_MMA(16x64)
TILED_MMA(64x64)
TILED_MMA(128x128)
TILED_MMA(128x256)
