// Computes: out[T, N] = x[T, K] weight[N, K]^T + bias[N], any types; `swiglu_gemv`: x from swiglu.
// Picked: one row; every row count where types or K do not suit tensor cores.
// Tiling: a warp (two: `gemv_two_warps`) for each output; 8 elements of K a lane at a time.
// Limit: bandwidth: each weight is read once for up to 8 rows.
// Share: 4.57 TB/s (N = 248,320), 3.17 (12,288); docs/benchmarks/log/2026-11-24-cuda-h200.md.
//
// A lane takes 8 consecutive elements of K in 256, one multiply-add after another; the 32 lanes are
// added up at the end. The sequence of an output element does not depend on how many rows go along.
#include "gemm/warp_dot.cuh"
#include "include/swiglu.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;

template <class T> constexpr bool BF16 = false;
template <> constexpr bool BF16<bf16> = true;

struct LinearParams {
  const void* x; const void* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
  // Whether rows of x and of the weight lie on 16-byte boundaries.
  i64 aligned;
};

// One row of bf16 on its boundaries.
template <class X, class W, int ROWS>
__device__ __forceinline__ bool is_plain(const LinearParams& p) {
  return ROWS == 1 && BF16<X> && BF16<W> && p.rows == 1 && p.aligned && p.k % 8 == 0;
}
__device__ __forceinline__ i64 output_of() { return blockIdx.x * (i64)WARPS + threadIdx.x / WARP; }
template <class X, class W, int ROWS>
__device__ __forceinline__ RowPieces ahead_plain(const LinearParams& p) {
  const i64 n = output_of();
  return ahead_row((const bf16*)p.weight + n * p.k, p.k, is_plain<X, W, ROWS>(p) && n < p.n);
}

// Grid: outputs in blocks of WARPS, rows in groups of ROWS.
template <class X, class W, class O, int ROWS>
__device__ void linear(const LinearParams& p, const RowPieces& weights) {
  const i64 n = output_of();
  if (n >= p.n) return;
  if (is_plain<X, W, ROWS>(p)) {
    const float sum = row_product(weights, (const bf16*)p.x, (const bf16*)p.weight + n * p.k, p.k);
    if (threadIdx.x % WARP == 0) ((O*)p.out)[n] = from_f32<O>(sum + (p.bias ? p.bias[n] : 0.0f));
    return;
  }
  const int lane = threadIdx.x % WARP;
  const i64 groups = (p.rows + ROWS - 1) / ROWS;
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

#define LINEAR_ROWS(x, X, w, W, o, O, ROWS)                 \
  extern "C" __global__ void __launch_bounds__(THREADS)     \
      gemv_##x##_##w##_##o##_##ROWS(const LinearParams p) { \
    const auto weights = ahead_plain<X, W, ROWS>(p);        \
    begin();                                                \
    linear<X, W, O, ROWS>(p, weights);                      \
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

// One row of bf16 on its boundaries with a long K, two warps an output: both halves of a row of
// weights are on their way before the kernel before has ended. Grid: outputs in blocks of WARPS /
// 2.
struct HalfRow {
  i64 n, from, len;
  const bf16* weight;
  bool there;
  __device__ explicit HalfRow(const LinearParams& p) {
    const int warp = threadIdx.x / WARP;
    const i64 half = p.k / 16 * 8;
    n = blockIdx.x * (i64)(WARPS / 2) + warp / 2;
    from = warp % 2 * half;
    len = warp % 2 == 0 ? half : p.k - half;
    weight = (const bf16*)p.weight + n * p.k + from;
    there = n < p.n;
  }
};
__device__ __forceinline__ RowPieces ahead_half(const LinearParams& p) {
  const HalfRow row(p);
  return ahead_row(row.weight, row.len, row.there);
}
extern "C" __global__ void __launch_bounds__(THREADS) gemv_two_warps(const LinearParams p) {
  const auto weights = ahead_half(p);
  begin();
  __shared__ float sums[WARPS];
  const HalfRow row(p);
  const int warp = threadIdx.x / WARP;
  if (row.there) {
    const float sum = row_product(weights, (const bf16*)p.x + row.from, row.weight, row.len);
    if (threadIdx.x % WARP == 0) sums[warp] = sum;
  }
  __syncthreads();
  if (threadIdx.x % (2 * WARP) == 0 && row.there)
    ((bf16*)p.out)[row.n] =
        from_f32<bf16>(sums[warp] + sums[warp + 1] + (p.bias ? p.bias[row.n] : 0.0f));
}

struct SwigluLinearParams {
  LinearParams linear; SwigluParams swiglu;
};

__device__ __forceinline__ RowPieces ahead_output(const LinearParams& p) {
  const i64 n = output_of();
  return ahead_row((const bf16*)p.weight + n * p.k, p.k, n < p.n);
}

// One row of bf16 on its boundaries, whose x is silu(gate) * up: each warp computes all of it, and
// the first warp of all writes it, as `swiglu` would. Grid: outputs in blocks of WARPS.
extern "C" __global__ void __launch_bounds__(THREADS) swiglu_gemv(const SwigluLinearParams p) {
  const auto weights = ahead_output(p.linear);
  begin();
  const LinearParams& linear = p.linear;
  const i64 n = output_of();
  const bf16* weight = (const bf16*)linear.weight + n * linear.k;
  if (n >= linear.n) return;
  const SwigluParams& x = p.swiglu;
  bf16* const active = n == 0 ? (bf16*)x.out : nullptr;
  const float sum =
      active_product(weights, (const bf16*)x.gate, (const bf16*)x.up, active, weight, linear.k);
  if (threadIdx.x % WARP == 0) {
    const float all = sum + (linear.bias ? linear.bias[n] : 0.0f);
    ((bf16*)linear.out)[n] = from_f32<bf16>(all);
  }
}
