// out[t, n] = sum_k x[t, k] weight[n, k] + bias[n], a warp an output, for any formats and extents.
//
// A lane takes 8 consecutive elements of K in 256, one multiply-add after another; the 32 lanes are
// added up at the end. The sequence of an output element does not depend on how many rows go along.
#include "common.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;

struct LinearParams {
  const void* x; const void* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
  // Whether rows of x and of the weight lie on 16-byte boundaries.
  i64 aligned;
};

// Grid: outputs in blocks of WARPS, rows in groups of ROWS.
template <class X, class W, class O, int ROWS> __device__ void linear(const LinearParams& p) {
  const int lane = threadIdx.x % WARP;
  const i64 groups = (p.rows + ROWS - 1) / ROWS;
  const i64 n = blockIdx.x * (i64)WARPS + threadIdx.x / WARP;
  if (n >= p.n) return;
  const W* weight = (const W*)p.weight + n * p.k;
  for (i64 group = blockIdx.y; group < groups; group += gridDim.y) {
    const i64 first = group * ROWS;
    float sum[ROWS] = {};
    i64 k = lane * 8;
    const auto step = [&](int left, bool whole) {
      float w[8];
      load8(weight + k, left, whole, w);
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        if (first + r >= p.rows) break;
        float x[8];
        load8((const X*)p.x + (first + r) * p.x_row + k, left, whole, x);
#pragma unroll
        for (int i = 0; i < 8; i++) sum[r] = __fmaf_rn(x[i], w[i], sum[r]);
      }
    };
    if (p.aligned)
#pragma unroll 2
      for (; k + 8 <= p.k; k += WARP * 8) step(8, true);
#pragma unroll 1
    for (; k < p.k; k += WARP * 8) step((int)min((i64)8, p.k - k), false);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      if (first + r >= p.rows) break;
      const float all = warp_sum(sum[r]) + (p.bias ? p.bias[n] : 0.0f);
      if (lane == 0) ((O*)p.out)[(first + r) * p.out_row + n] = from_f32<O>(all);
    }
  }
}

#define LINEAR_ROWS(x, X, w, W, o, O, ROWS)                                                                        \
  extern "C" __global__ void __launch_bounds__(THREADS) linear_##x##_##w##_##o##_##ROWS(const LinearParams p) { begin();    \
    linear<X, W, O, ROWS>(p);                                                                                      \
  }
#define LINEAR(x, X, w, W, o, O)       \
  LINEAR_ROWS(x, X, w, W, o, O, 1)     \
  LINEAR_ROWS(x, X, w, W, o, O, 4)
LINEAR(f32, float, bf16, bf16, f32, float)
LINEAR(f32, float, f16, f16, f32, float)
LINEAR(f32, float, f32, float, f32, float)
LINEAR(bf16, bf16, bf16, bf16, bf16, bf16)
LINEAR(bf16, bf16, f16, f16, bf16, bf16)
LINEAR(bf16, bf16, f32, float, bf16, bf16)
LINEAR(bf16, bf16, bf16, bf16, f32, float)
LINEAR(bf16, bf16, f16, f16, f32, float)
LINEAR(bf16, bf16, f32, float, f32, float)
