// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears of one x, bf16.
// Picked: linears of the same rows in one launch where no sm_90a kernel serves.
// Tiling: each linear has blocks of its own, in the tiles of `gemv`, `small_m_mma` or `tiled_mma`.
// Limit: bandwidth with few rows, FLOP with many.
// Share: not recorded apart from those three.
//
// The bits are those that each linear has alone.
#include "gemm/mma_tile.cuh"
#include "gemm/small_m_mma.cuh"
#include "gemm/shared_input_gemv.cuh"
using namespace atlas;

__device__ __forceinline__ void warp(const LinearsParams& p, const RowPieces& weights) {
  const WarpOutput o(p, blockIdx.x);
  if (!o.there) return;
  const float sum = row_product(weights, p.x, o.weight, p.k);
  if (threadIdx.x % WARP == 0) put(o.part, 0, o.n, sum);
}
extern "C" __global__ void __launch_bounds__(THREADS) shared_input_gemv(const LinearsParams p) {
  const auto weights = ahead_warp(p);
  begin();
  warp(p, weights);
}

// At most MT * 16 rows. Grid: outputs in blocks of NT * 8, parts one after the other.
template <int NT>
__device__ __forceinline__ auto columns_of(const LinearsParams& p, const LinearsPart& part,
                                           i64 n0) {
  return
      [&p, &part, n0](int n) { return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr; };
}
template <int NT> __device__ __forceinline__ i64 first_column(const LinearsPart& part) {
  return ((i64)blockIdx.x - part.block) * (NT * 8);
}
template <int NT>
__device__ __forceinline__ ColumnPieces<NT> ahead_small_m(const LinearsParams& p) {
  const LinearsPart part = part_of(p, blockIdx.x);
  return ahead_columns<WARPS, NT>(p.k, threadIdx.x / WARP,
                                  columns_of<NT>(p, part, first_column<NT>(part)));
}
template <int MT, int NT>
__device__ __forceinline__ void small_m(const LinearsParams& p, const ColumnPieces<NT>& weights) {
  __shared__ float shared[WARPS * MT * TILE_ROWS * NT * 8];
  const LinearsPart part = part_of(p, blockIdx.x);
  const int warp = threadIdx.x / WARP;
  const i64 n0 = first_column<NT>(part);
  float sums[MT][NT][4];
  turns<WARPS, MT, NT>(
      sums, p.k, warp, weights, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; },
      columns_of<NT>(p, part, n0));
  gather<WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < part.n) put(part, m, n0 + n, sum);
  });
}
#define SMALL_M(MT, NT)                                             \
  extern "C" __global__ void __launch_bounds__(THREADS)             \
      shared_input_small_m_mma_##MT##_##NT(const LinearsParams p) { \
    const auto weights = ahead_small_m<NT>(p);                      \
    begin();                                                        \
    small_m<MT, NT>(p, weights);                                    \
  }
SMALL_M(1, 1)
SMALL_M(1, 2)
SMALL_M(1, 4)
SMALL_M(2, 1)
SMALL_M(2, 2)

// Grid: tiles of outputs, parts one after the other; tiles of rows.
template <class T> __device__ void gemm(const LinearsParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const LinearsPart part = part_of(p, blockIdx.x);
  const i64 n0 = ((i64)blockIdx.x - part.block) * T::BN;
  for (i64 m0 = blockIdx.y * (i64)T::BM; m0 < p.rows; m0 += (i64)gridDim.y * T::BM) {
    Sums<T> sums;
    product<T>(
        sums, shared, p.k, part.weight,
        [&](int m) { return m0 + m < p.rows ? p.x + (m0 + m) * p.x_row : nullptr; },
        [&](int n) { return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr; });
    each_sum<T>(sums, [&](int m, int n, float sum) {
      if (m0 + m < p.rows && n0 + n < part.n) put(part, m0 + m, n0 + n, sum);
    });
  }
}
#define TILED_MMA(SIZE)                                             \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS) \
      shared_input_tiled_mma_##SIZE(const LinearsParams p) {        \
    begin();                                                        \
    gemm<Tile##SIZE>(p);                                            \
  }
TILED_MMA(16x64)
TILED_MMA(64x64)
TILED_MMA(128x128)
TILED_MMA(128x256)
