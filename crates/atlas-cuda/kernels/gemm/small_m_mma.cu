// Computes: out[T, N] = x[T, K] weight[N, K]^T + bias[N], bf16; `swiglu_`: x from swiglu.
// Picked: 2 to 32 rows with K a multiple of 8 where no sm_90a kernel serves; no --batch-invariant.
// Tiling: 16 or 32 rows x 8 to 32 outputs; 8 warps divide K; weights go from memory to registers.
// Limit: bandwidth: each weight is read once.
// Share: 56 % of 4.35 TB/s (8 x 12,288); docs/benchmarks/log/2026-11-22-cuda-h200.md.
#include "gemm/small_m_mma.cuh"
#include "include/swiglu.cuh"
using namespace atlas;

struct SmallMMmaParams {
  const bf16* x; const bf16* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
};

constexpr int LINEAR_WARPS = 8;

template <int NT> __device__ __forceinline__ auto columns_of(const SmallMMmaParams& p) {
  return [&p](int n) {
    const i64 column = blockIdx.x * (i64)(NT * 8) + n;
    return column < p.n ? p.weight + column * p.k : nullptr;
  };
}
template <int NT>
__device__ __forceinline__ ColumnPieces<NT> ahead_small_m(const SmallMMmaParams& p) {
  return ahead_columns<LINEAR_WARPS, NT>(p.k, threadIdx.x / WARP, columns_of<NT>(p));
}

// Grid: outputs in blocks of NT * 8. At most MT * 16 rows.
template <int MT, int NT, class O>
__device__ __forceinline__ void small_m(const SmallMMmaParams& p, const ColumnPieces<NT>& weights) {
  __shared__ float shared[LINEAR_WARPS * MT * TILE_ROWS * NT * 8];
  const int warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)(NT * 8);
  float sums[MT][NT][4];
  turns<LINEAR_WARPS, MT, NT>(
      sums, p.k, warp, weights, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; },
      columns_of<NT>(p));
  gather<LINEAR_WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < p.n)
      ((O*)p.out)[m * p.out_row + n0 + n] = from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
  });
}
#define SMALL_M_OUT(MT, NT, o, O)                                  \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS* WARP) \
      small_m_mma_##MT##_##NT##_##o(const SmallMMmaParams p) {     \
    const auto weights = ahead_small_m<NT>(p);                     \
    begin();                                                       \
    small_m<MT, NT, O>(p, weights);                                \
  }
#define SMALL_M(MT, NT)           \
  SMALL_M_OUT(MT, NT, bf16, bf16) \
  SMALL_M_OUT(MT, NT, f32, float)
SMALL_M(1, 1)
SMALL_M(1, 2)
SMALL_M(1, 4)
SMALL_M(2, 1)
SMALL_M(2, 2)

// The same of up to 16 rows of silu(gate) * up, which each block computes and the first one writes,
// as `swiglu` would.
struct SwigluSmallMParams {
  SmallMMmaParams linear; SwigluParams swiglu;
};
template <int NT>
__device__ __forceinline__ ColumnPieces<NT> ahead_active(const SwigluSmallMParams& p) {
  return ahead_small_m<NT>(p.linear);
}
template <int NT>
__device__ __forceinline__ void active_small_m(const SwigluSmallMParams& params,
                                              const ColumnPieces<NT>& weights) {
  __shared__ float shared[LINEAR_WARPS * TILE_ROWS * NT * 8];
  const SmallMMmaParams& p = params.linear;
  const SwigluParams& x = params.swiglu;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const i64 n0 = blockIdx.x * (i64)(NT * 8);
  const auto load = [&](int, int r, i64 at) {
    const i64 m = r * 8 + lane / 4;
    uint4 raw = {0, 0, 0, 0};
    if (m >= p.rows) return raw;
    float gate[8], up[8];
    load8((const bf16*)x.gate + m * x.gate_row + at, 8, true, gate);
    load8((const bf16*)x.up + m * x.up_row + at, 8, true, up);
    bf16* const active = (bf16*)&raw;
#pragma unroll
    for (int i = 0; i < 8; i++) active[i] = from_f32<bf16>(silu(gate[i]) * up[i]);
    if (blockIdx.x == 0) *(uint4*)((bf16*)x.out + m * x.out_row + at) = raw;
    return raw;
  };
  float sums[1][NT][4];
  turns_of<LINEAR_WARPS, 1, NT>(sums, p.k, warp, weights, load, columns_of<NT>(p));
  gather<LINEAR_WARPS, 1, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < p.n)
      ((bf16*)p.out)[m * p.out_row + n0 + n] =
          from_f32<bf16>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
  });
}
#define ACTIVE(NT)                                                 \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS* WARP) \
      swiglu_small_m_mma_##NT(const SwigluSmallMParams p) {        \
    const auto weights = ahead_active<NT>(p);                      \
    begin();                                                       \
    active_small_m<NT>(p, weights);                                \
  }
ACTIVE(1)
ACTIVE(2)
ACTIVE(4)
