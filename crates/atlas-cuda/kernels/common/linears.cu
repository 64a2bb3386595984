// Several linears of the same rows in one launch: each has blocks of its own, and computes what it
// would alone. `linears_warp` is `linear` for one row, `linears_narrow` is `narrow`, `linears_gemm`
// is `gemm`.
#include "mma.cuh"
#include "narrow.cuh"
#include "norm.cuh"
#include "parts.cuh"
#include "row.cuh"
using namespace atlas;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;

// One row, a warp an output. Grid: outputs in blocks of WARPS, parts one after the other.
struct WarpOutput {
  LinearsPart part;
  i64 n;
  const bf16* weight;
  bool there;
  // The output of this warp among those of a block.
  __device__ __forceinline__ explicit WarpOutput(const LinearsParams& p, i64 block) : part(part_of(p, block)) {
    n = (block - part.block) * WARPS + threadIdx.x / WARP;
    weight = part.weight + n * p.k;
    there = n < part.n;
  }
};
__device__ __forceinline__ RowPieces ahead_warp(const LinearsParams& p) {
  const WarpOutput o(p, blockIdx.x);
  return ahead_row(o.weight, p.k, o.there);
}
__device__ __forceinline__ void warp(const LinearsParams& p, const RowPieces& weights) {
  const WarpOutput o(p, blockIdx.x);
  if (!o.there) return;
  const float sum = row_product(weights, p.x, o.weight, p.k);
  if (threadIdx.x % WARP == 0) put(o.part, 0, o.n, sum);
}
extern "C" __global__ void __launch_bounds__(THREADS) linears_warp(const LinearsParams p) {
  const auto weights = ahead_warp(p);
  begin();
  warp(p, weights);
}

// The same with `residual += x` and the norm of that before it, of up to 8 * THREADS elements.
// Every block computes the norm, which takes less time than a launch of its own; blocks take
// several outputs a warp, so that there are few. The residual is written by the block that is the
// last to have read it.
struct NormLinearsParams {
  LinearsParams linears;
  RmsNormParams norm;
  // Blocks that have read; zero between launches.
  int* arrived;
  // Blocks of outputs.
  i64 blocks;
};
struct NormAhead {
  NormRow<bf16, true, 1> row;
  RowPieces pieces;
};
__device__ __forceinline__ NormAhead ahead_norm(const NormLinearsParams& p) {
  NormAhead ahead;
  ahead.pieces = ahead_warp(p.linears);
  ahead.row.ask_weights(p.norm);
  return ahead;
}
__device__ __forceinline__ void norm_warp(const NormLinearsParams& p, const NormAhead& asked) {
  static_assert(THREADS == NORM_THREADS, "a block reads one row");
  __shared__ float scratch[WARPS];
  __shared__ __align__(16) bf16 x[8 * THREADS];
  __shared__ bool last;
  NormAhead ahead = asked;
  const float scale = ahead.row.read<false>(p.norm, 0, scratch);
  int before = 0;
  if (threadIdx.x == 0) {
    __threadfence();
    before = atomicAdd(p.arrived, 1);
  }
  ahead.row.put(p.norm, scale, x);
  __syncthreads();
  const LinearsParams& linears = p.linears;
  const auto weights_of = [&](i64 block) -> const bf16* {
    if (block >= p.blocks) return nullptr;
    const WarpOutput o(linears, block);
    return o.there ? o.weight : nullptr;
  };
  const auto load = [&](i64 at, float (&a)[8]) { load8(x + at, 8, true, a); };
  const bf16* weight = weights_of(blockIdx.x);
#pragma unroll 1
  for (i64 block = blockIdx.x; block < p.blocks; block += gridDim.x) {
    const bf16* next = weights_of(block + gridDim.x);
    if (weight) {
      const float sum = row_product_of(ahead.pieces, load, weight, linears.k, next);
      const WarpOutput o(linears, block);
      if (threadIdx.x % WARP == 0) put(o.part, 0, o.n, sum);
    } else if (next) {
      ahead.pieces = ahead_row(next, linears.k, true);
    }
    weight = next;
  }
  if (threadIdx.x == 0) last = before == (int)gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x == 0) *p.arrived = 0;
  ahead.row.put_residual(p.norm, 0);
  const i64 c = threadIdx.x * 8;
  if (c < p.norm.width) *(uint4*)((bf16*)p.norm.out + c) = *(const uint4*)(x + c);
}
// Blocks of a multiprocessor; later targets take more registers for the same.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr int NORM_BLOCKS = 1;
#else
constexpr int NORM_BLOCKS = 3;
#endif
extern "C" __global__ void __launch_bounds__(THREADS, NORM_BLOCKS) norm_linears(const NormLinearsParams p) {
  const auto weights = ahead_norm(p);
  begin();
  norm_warp(p, weights);
}

// At most MT * 16 rows. Grid: outputs in blocks of NT * 8, parts one after the other.
template <int NT> __device__ __forceinline__ auto columns_of(const LinearsParams& p, const LinearsPart& part, i64 n0) {
  return [&p, &part, n0](int n) { return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr; };
}
template <int NT> __device__ __forceinline__ i64 first_column(const LinearsPart& part) {
  return ((i64)blockIdx.x - part.block) * (NT * 8);
}
template <int NT> __device__ __forceinline__ ColumnPieces<NT> ahead_narrow(const LinearsParams& p) {
  const LinearsPart part = part_of(p, blockIdx.x);
  return ahead_columns<WARPS, NT>(p.k, threadIdx.x / WARP, columns_of<NT>(p, part, first_column<NT>(part)));
}
template <int MT, int NT> __device__ __forceinline__ void narrow(const LinearsParams& p, const ColumnPieces<NT>& weights) {
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
#define NARROW(MT, NT)                                                                                           \
  extern "C" __global__ void __launch_bounds__(THREADS) linears_narrow_##MT##_##NT(const LinearsParams p) {       \
    const auto weights = ahead_narrow<NT>(p);                                                                    \
    begin();                                                                                                     \
    narrow<MT, NT>(p, weights);                                                                                  \
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
