// Matrix products in tiles: dense linears of bf16, and experts with the tokens that chose them.
#include "grouped.cuh"
#include "mma.cuh"
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
        sums, shared, p.k, p.weight, [&](int m) { return m0 + m < p.rows ? p.x + (m0 + m) * p.x_row : nullptr; },
        [&](int n) { return n0 + n < p.n ? p.weight + (n0 + n) * p.k : nullptr; });
    each_sum<T>(sums, [&](int m, int n, float sum) {
      if (m0 + m < p.rows && n0 + n < p.n)
        ((O*)p.out)[(m0 + m) * p.out_row + n0 + n] = from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
    });
  }
}
#define GEMM(name, TILE)                                                                                              \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS) gemm_##name##_bf16(const GemmParams p) { begin(); gemm<TILE, bf16>(p); } \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS) gemm_##name##_f32(const GemmParams p) { begin(); gemm<TILE, float>(p); }
GEMM(small, Small)
GEMM(middle, Middle)
GEMM(large, Large)
GEMM(huge, Huge)

// hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k]: the gate's rows, then the up's.
// Columns of the tile are gate and up by turns of 8, so a thread has both of an element.
template <class T> __device__ void experts_up(const GroupedParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  int expert, first, last;
  if (!find_tile<T>(p, blockIdx.y, expert, first, last)) return;
  const i64 n0 = blockIdx.x * (i64)(T::BN / 2);
  const bf16* weight = p.weight + expert * 2 * p.n * p.k;
  Sums<T> sums;
  product<T>(
      sums, shared, p.k, p.weight,
      [&](int m) { return first + m < last ? p.x + p.order[first + m] / p.ranks * p.x_row : nullptr; },
      [&](int n) {
        const i64 column = n0 + n / 16 * 8 + n % 8;
        return column < p.n ? weight + (column + (n / 8 % 2 ? p.n : 0)) * p.k : nullptr;
      });
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int m0 = warp / T::WARPS_N * T::MI * 16 + lane / 4;
  const i64 column0 = n0 + warp % T::WARPS_N * T::NI * 4 + lane % 4 * 2;
#pragma unroll
  for (int m = 0; m < T::MI; m++)
#pragma unroll
    for (int n = 0; n < T::NI; n += 2)
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const int row = first + m0 + m * 16 + i / 2 * 8;
        const i64 column = column0 + n * 4 + i % 2;
        if (row < last && column < p.n)
          p.hidden[row * p.n + column] = from_f32<bf16>(silu(sums.c[m][n][i]) * sums.c[m][n + 1][i]);
      }
}

// out[pair] = down hidden[pair], with weight[e] of [n, k]. `hidden` lies in sorted order, `out` in
// the order of pairs.
template <class T> __device__ void experts_down(const GroupedParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  int expert, first, last;
  if (!find_tile<T>(p, blockIdx.y, expert, first, last)) return;
  const i64 n0 = blockIdx.x * (i64)T::BN;
  const bf16* weight = p.weight + expert * p.n * p.k;
  Sums<T> sums;
  product<T>(
      sums, shared, p.k, p.weight, [&](int m) { return first + m < last ? p.hidden + (first + m) * p.k : nullptr; },
      [&](int n) { return n0 + n < p.n ? weight + (n0 + n) * p.k : nullptr; });
  each_sum<T>(sums, [&](int m, int n, float sum) {
    if (first + m < last && n0 + n < p.n) p.out[p.order[first + m] * p.n + n0 + n] = sum;
  });
}
#define EXPERTS(name, TILE)                                                                                             \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS) experts_up_##name(const GroupedParams p) { begin(); experts_up<TILE>(p); } \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS) experts_down_##name(const GroupedParams p) { begin(); experts_down<TILE>(p); }
EXPERTS(middle, Middle)
EXPERTS(large, Large)
