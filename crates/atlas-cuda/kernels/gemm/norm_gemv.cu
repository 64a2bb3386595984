// Computes: x += residual; y = rms_norm(x); out_i[1, N_i] = y[1, K] weight_i[N_i, K]^T, bf16.
// Picked: row `norm_gemv`: one row, K up to 2,048, as many outputs as warps run at once.
// Tiling: a warp for each output; every block computes the norm and keeps the row in shared memory.
// Limit: bandwidth of the weights, and latency: one launch in place of two.
// Share: not recorded alone.
#include "gemm/shared_input_gemv.cuh"
#include "norm/rms_norm.cuh"
using namespace atlas;

// The same with `residual += x` and the norm of that before it, of up to 8 * THREADS elements.
// Every block computes the norm, which takes less time than a launch of its own; blocks take
// several outputs a warp, so that there are few. The residual is written by the block that is the
// last to have read it.
struct NormGemvParams {
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
__device__ __forceinline__ NormAhead ahead_norm(const NormGemvParams& p) {
  NormAhead ahead;
  ahead.pieces = ahead_warp(p.linears);
  ahead.row.ask_weights(p.norm);
  return ahead;
}
__device__ __forceinline__ void norm_warp(const NormGemvParams& p, const NormAhead& asked) {
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
extern "C" __global__ void __launch_bounds__(THREADS, NORM_BLOCKS)
    add_norm_gemv(const NormGemvParams p) {
  const auto weights = ahead_norm(p);
  begin();
  norm_warp(p, weights);
}
