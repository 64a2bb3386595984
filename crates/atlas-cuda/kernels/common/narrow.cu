// Dense linears of few rows.
#include "narrow.cuh"
using namespace atlas;

struct NarrowParams {
  const bf16* x; const bf16* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
};

constexpr int LINEAR_WARPS = 8;

// Grid: outputs in blocks of NT * 8. At most MT * 16 rows.
template <int MT, int NT, class O> __device__ void narrow(const NarrowParams& p) {
  __shared__ float shared[LINEAR_WARPS * MT * TILE_ROWS * NT * 8];
  const int warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)(NT * 8);
  float sums[MT][NT][4];
  turns<LINEAR_WARPS, MT, NT>(
      sums, p.k, warp, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; },
      [&](int n) { return n0 + n < p.n ? p.weight + (n0 + n) * p.k : nullptr; });
  gather<LINEAR_WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < p.n)
      ((O*)p.out)[m * p.out_row + n0 + n] = from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
  });
}
#define NARROW(MT, NT)                                                                                                     \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS * WARP) narrow_##MT##_##NT##_bf16(const NarrowParams p) { begin();      \
    narrow<MT, NT, bf16>(p);                                                                                               \
  }                                                                                                                        \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS * WARP) narrow_##MT##_##NT##_f32(const NarrowParams p) { begin();       \
    narrow<MT, NT, float>(p);                                                                                              \
  }
NARROW(1, 1)
NARROW(1, 2)
NARROW(1, 4)
NARROW(2, 1)
NARROW(2, 2)
