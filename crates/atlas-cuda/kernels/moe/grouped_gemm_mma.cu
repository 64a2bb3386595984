// Computes: up[pairs, I] and down[pairs, H] products of experts, pairs sorted, bf16, `mma.sync`.
// Picked: 32 pairs an expert and more without Hopper, or under --batch-invariant (`grouped_gemm`).
// Tiling: 64 x 64 or 128 x 128 (pairs x outputs); a tile belongs to one expert.
// Limit: bandwidth with few pairs an expert, FLOP with many.
// Share: 160 of 806 TFLOP/s (8,192 tokens); docs/benchmarks/log/2026-11-22-cuda-h200.md.
#include "moe/grouped_gemm.cuh"
#include "include/relu_squared.cuh"
#include "gemm/mma_tile.cuh"
using namespace atlas;

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
      [&](int m) {
        return first + m < last ? p.x + p.order[first + m] / p.ranks * p.x_row : nullptr;
      },
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
          p.hidden[row * p.n + column] =
              from_f32<bf16>(silu(sums.c[m][n][i]) * sums.c[m][n + 1][i]);
      }
}

// hidden[pair] = relu(up x)^2 of experts without gates, with weight[e] of [n, k].
template <class T> __device__ void experts_relu_squared(const GroupedParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  int expert, first, last;
  if (!find_tile<T>(p, blockIdx.y, expert, first, last)) return;
  const i64 n0 = blockIdx.x * (i64)T::BN;
  const bf16* weight = p.weight + expert * p.n * p.k;
  Sums<T> sums;
  product<T>(
      sums, shared, p.k, p.weight,
      [&](int m) {
        return first + m < last ? p.x + p.order[first + m] / p.ranks * p.x_row : nullptr;
      },
      [&](int n) { return n0 + n < p.n ? weight + (n0 + n) * p.k : nullptr; });
  each_sum<T>(sums, [&](int m, int n, float sum) {
    if (first + m < last && n0 + n < p.n)
      p.hidden[(first + m) * p.n + n0 + n] = from_f32<bf16>(relu_squared(sum));
  });
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
      sums, shared, p.k, p.weight,
      [&](int m) { return first + m < last ? p.hidden + (first + m) * p.k : nullptr; },
      [&](int n) { return n0 + n < p.n ? weight + (n0 + n) * p.k : nullptr; });
  each_sum<T>(sums, [&](int m, int n, float sum) {
    if (first + m < last && n0 + n < p.n) p.out[p.order[first + m] * p.n + n0 + n] = sum;
  });
}
#define GROUPED_GEMM(SIZE)                                                                         \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_up_##SIZE(const GroupedParams p) {                                              \
    begin();                                                                                       \
    experts_up<Tile##SIZE>(p);                                                                     \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_relu_squared_##SIZE(const GroupedParams p) {                                    \
    begin();                                                                                       \
    experts_relu_squared<Tile##SIZE>(p);                                                           \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_down_##SIZE(const GroupedParams p) {                                            \
    begin();                                                                                       \
    experts_down<Tile##SIZE>(p);                                                                   \
  }
GROUPED_GEMM(64x64)
GROUPED_GEMM(128x128)
