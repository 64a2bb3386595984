// Dense linears of few rows.
#include "narrow.cuh"
using namespace atlas;

struct NarrowParams {
  const bf16* x; const bf16* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
};

constexpr int LINEAR_WARPS = 8;

template <int NT> __device__ __forceinline__ auto columns_of(const NarrowParams& p) {
  return [&p](int n) {
    const i64 column = blockIdx.x * (i64)(NT * 8) + n;
    return column < p.n ? p.weight + column * p.k : nullptr;
  };
}
template <int NT> __device__ __forceinline__ ColumnPieces<NT> ahead_narrow(const NarrowParams& p) {
  return ahead_columns<LINEAR_WARPS, NT>(p.k, threadIdx.x / WARP, columns_of<NT>(p));
}

// Grid: outputs in blocks of NT * 8. At most MT * 16 rows.
template <int MT, int NT, class O>
__device__ __forceinline__ void narrow(const NarrowParams& p, const ColumnPieces<NT>& weights) {
  __shared__ float shared[LINEAR_WARPS * MT * TILE_ROWS * NT * 8];
  const int warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)(NT * 8);
  float sums[MT][NT][4];
  turns<LINEAR_WARPS, MT, NT>(
      sums, p.k, warp, weights, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; }, columns_of<NT>(p));
  gather<LINEAR_WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < p.n)
      ((O*)p.out)[m * p.out_row + n0 + n] = from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
  });
}
#define NARROW_OUT(MT, NT, o, O)                                                                                          \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS * WARP) narrow_##MT##_##NT##_##o(const NarrowParams p) {      \
    const auto weights = ahead_narrow<NT>(p);                                                                             \
    begin();                                                                                                              \
    narrow<MT, NT, O>(p, weights);                                                                                        \
  }
#define NARROW(MT, NT)            \
  NARROW_OUT(MT, NT, bf16, bf16)  \
  NARROW_OUT(MT, NT, f32, float)
NARROW(1, 1)
NARROW(1, 2)
NARROW(1, 4)
NARROW(2, 1)
NARROW(2, 2)
