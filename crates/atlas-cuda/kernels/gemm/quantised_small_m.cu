// Computes: out[T, N] = x[T, K] weight[N, K]^T + bias[N]; x bf16, up to 4 weights of 8 or 4 bits.
// Picked: quantised weights: up to 128 rows, rows in which bf16 tiles lack a place, or all rows.
// Tiling: 16 outputs x 8 or 16 rows, 32 x 32; 8 warps divide K; codes go from memory to registers.
// Limit: bandwidth: each code is read once for up to 32 rows.
// Share: docs/kernels/gemm/quantised_small_m.md.
#include "gemm/quantised_tile.cuh"
using namespace atlas;

constexpr int WARPS = 8;

// A linear of a launch, whose first tile of outputs is `tile`.
struct QuantisedPart {
  QuantisedWeight weight; const float* bias; void* out;
  i64 out_row, n, tile, is_f32;
};
struct QuantisedLinearsParams {
  const bf16* x;
  i64 x_row, rows, k, count;
  QuantisedPart parts[4];
};

__device__ __forceinline__ const QuantisedPart& part_of(const QuantisedLinearsParams& p) {
  int part = 0;
  while (part + 1 < p.count && p.parts[part + 1].tile <= blockIdx.y) part++;
  return p.parts[part];
}
template <int RT>
__device__ __forceinline__ i64 first_output(const QuantisedPart& part) {
  return (blockIdx.y - part.tile) * (RT * TILE_OUTPUTS);
}

template <Format F, bool ALIGNED, int RT>
__device__ __forceinline__ Units<RT> ahead_units(const QuantisedLinearsParams& p) {
  const QuantisedPart& part = part_of(p);
  return first_units<F, ALIGNED>(rows_of<F, RT>(part.weight, 0, first_output<RT>(part), part.n),
                                 part.weight, (int)p.k, threadIdx.x / WARP, WARPS);
}

// Grid: rows in groups of MT * 8, outputs of all parts in tiles of RT * 16: blocks beside each
// other read the same weights.
template <Format F, bool ALIGNED, int MT, int RT>
__device__ __forceinline__ void linears(const QuantisedLinearsParams& p, const Units<RT>& units) {
  __shared__ GatheredSums<WARPS, MT, RT> gathered;
  __shared__ uint32_t factors[256];
  const QuantisedPart& part = part_of(p);
  const int warp = threadIdx.x / WARP;
  const i64 n0 = first_output<RT>(part), t0 = blockIdx.x * (i64)gathered.ROWS;
  fill_factors<F>(factors);
  const bf16* x[MT];
#pragma unroll
  for (int m = 0; m < MT; m++) {
    const i64 t = t0 + m * TILE_ROWS_X + threadIdx.x % WARP / 4;
    x[m] = p.x + min(t, p.rows - 1) * p.x_row;
  }
  float sums[RT][MT][4];
  const WeightRows<RT> rows = rows_of<F, RT>(part.weight, 0, n0, part.n);
  sum_units<F, ALIGNED, MT, RT>(sums, units, rows, part.weight, x, (int)p.k, warp, WARPS, factors);
  gathered.put(sums, warp);
  __syncthreads();
  for (int i = threadIdx.x; i < gathered.ROWS * gathered.OUTPUTS; i += WARPS * WARP) {
    const i64 t = t0 + i / gathered.OUTPUTS, n = n0 + i % gathered.OUTPUTS;
    if (t >= p.rows || n >= part.n) continue;
    const float sum = gathered.sum(i / gathered.OUTPUTS, i % gathered.OUTPUTS);
    const float all = with_bias<F>(sum, part.weight, part.bias, n);
    if (part.is_f32)
      ((float*)part.out)[t * part.out_row + n] = all;
    else
      ((bf16*)part.out)[t * part.out_row + n] = from_f32<bf16>(all);
  }
}

#define SMALL_M_OF(NAME, F, ALIGNED, MT, RT)                                            \
  extern "C" __global__ void __launch_bounds__(WARPS* WARP, RT == 1 ? 2 : 1)            \
      quantised_small_m_##NAME(const QuantisedLinearsParams p) {                        \
    const auto weights = ahead_units<F, ALIGNED, RT>(p);                                \
    begin();                                                                            \
    linears<F, ALIGNED, MT, RT>(p, weights);                                            \
  }
#define SMALL_M(f, F)                             \
  SMALL_M_OF(f##_8, F, true, 1, 1)                \
  SMALL_M_OF(f##_16, F, true, 2, 1)               \
  SMALL_M_OF(f##_32, F, true, 4, 2)               \
  SMALL_M_OF(f##_any, F, false, 1, 1)
SMALL_M(fp8, FP8)
SMALL_M(nvfp4, NVFP4)
SMALL_M(mxfp4, MXFP4)
