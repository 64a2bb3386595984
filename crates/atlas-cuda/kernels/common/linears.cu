// Several linears of the same rows in one launch: each has blocks of its own, and computes what it would
// alone. `linears_warp` is `linear` for one row, `linears_narrow` is `narrow`, `linears_gemm` is `gemm`.
#include "mma.cuh"
#include "narrow.cuh"
#include "parts.cuh"
using namespace atlas;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;

// One row, a warp an output. Grid: outputs in blocks of WARPS, parts one after the other.
extern "C" __global__ void __launch_bounds__(THREADS) linears_warp(const LinearsParams p) { begin();
  const LinearsPart part = part_of(p, blockIdx.x);
  const int lane = threadIdx.x % WARP;
  const i64 n = ((i64)blockIdx.x - part.block) * WARPS + threadIdx.x / WARP;
  if (n >= part.n) return;
  const bf16* weight = part.weight + n * p.k;
  float sum = 0.0f;
#pragma unroll 4
  for (i64 k = lane * 8; k < p.k; k += WARP * 8) {
    float w[8], x[8];
    load8(weight + k, 8, true, w);
    load8(p.x + k, 8, true, x);
#pragma unroll
    for (int i = 0; i < 8; i++) sum = __fmaf_rn(x[i], w[i], sum);
  }
  sum = warp_sum(sum);
  if (lane == 0) put(part, 0, n, sum);
}

// At most MT * 16 rows. Grid: outputs in blocks of NT * 8, parts one after the other.
template <int MT, int NT> __device__ void narrow(const LinearsParams& p) {
  __shared__ float shared[WARPS * MT * TILE_ROWS * NT * 8];
  const LinearsPart part = part_of(p, blockIdx.x);
  const int warp = threadIdx.x / WARP;
  const i64 n0 = ((i64)blockIdx.x - part.block) * (NT * 8);
  float sums[MT][NT][4];
  turns<WARPS, MT, NT>(
      sums, p.k, warp, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; },
      [&](int n) { return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr; });
  gather<WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < part.n) put(part, m, n0 + n, sum);
  });
}
#define NARROW(MT, NT)                                                                                           \
  extern "C" __global__ void __launch_bounds__(THREADS) linears_narrow_##MT##_##NT(const LinearsParams p) { begin();      \
    narrow<MT, NT>(p);                                                                                           \
  }
NARROW(1, 1)
NARROW(1, 2)
NARROW(1, 4)
NARROW(2, 1)
NARROW(2, 2)

// Grid: tiles of outputs, parts one after the other; tiles of rows.
template <class T> __device__ void gemm(const LinearsParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const LinearsPart part = part_of(p, blockIdx.x);
  const i64 n0 = ((i64)blockIdx.x - part.block) * T::BN;
  for (i64 m0 = blockIdx.y * (i64)T::BM; m0 < p.rows; m0 += (i64)gridDim.y * T::BM) {
    Sums<T> sums;
    product<T>(
        sums, shared, p.k, part.weight, [&](int m) { return m0 + m < p.rows ? p.x + (m0 + m) * p.x_row : nullptr; },
        [&](int n) { return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr; });
    each_sum<T>(sums, [&](int m, int n, float sum) {
      if (m0 + m < p.rows && n0 + n < part.n) put(part, m0 + m, n0 + n, sum);
    });
  }
}
#define GEMM(name, TILE) \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS) linears_gemm_##name(const LinearsParams p) { begin(); gemm<TILE>(p); }
GEMM(small, Small)
GEMM(middle, Middle)
GEMM(large, Large)
GEMM(huge, Huge)
