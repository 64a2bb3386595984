// Computes: up[pairs, I] and down[pairs, H] of experts of 8 or 4 bits, pairs sorted by expert.
// Picked: quantised experts: from 9 rows on, of 4 bits from 8 pairs an expert on.
// Tiling: 8 or 32 pairs x 16 gates and ups, or ups (8 warps divide K), or x 128 outputs, 32 a warp.
// Limit: bandwidth with few pairs an expert; decoding codes again for each 32 pairs with many.
// Share: not recorded yet; docs/kernels/moe/quantised_experts.md.
#include "moe/grouped_gemm.cuh"
#include "moe/quantised_experts.cuh"
using namespace atlas;

template <int MT> struct PairTile {
  static constexpr int BM = MT * TILE_ROWS_X;
};
template <int MT>
__device__ __forceinline__ bool tile_of(const QuantisedGroupedParams& p, int& expert, int& first,
                                        int& last) {
  GroupedParams tables = {};
  tables.offset = p.offset, tables.tile = p.tile, tables.experts = p.experts;
  return find_tile<PairTile<MT>>(tables, blockIdx.x, expert, first, last);
}

// hidden[pair] = silu(gate x) * (up x), or relu(up x)^2, in sorted order. Grid: tiles of pairs,
// outputs in tiles of 16: tiles of an expert beside each other read the same weights.
template <Format F, int MT, Inputs IN>
__device__ __forceinline__ void grouped_up(const QuantisedGroupedParams& p) {
  __shared__ GatheredSums<UP_WARPS, MT, IN> gathered;
  __shared__ uint32_t factors[256];
  int expert, first, last;
  if (!tile_of<MT>(p, expert, first, last)) return;
  const int warp = threadIdx.x / WARP;
  const i64 i0 = blockIdx.y * (i64)TILE_OUTPUTS, inputs = expert * IN * p.inner;
  const WeightRows<IN> rows = input_rows<F, IN>(p.gate_up, inputs, i0, p.inner);
  const Units<IN> units = first_units<F, true>(rows, p.gate_up, (int)p.inputs, warp, UP_WARPS);
  fill_factors<F>(factors);
  const bf16* x[MT];
#pragma unroll
  for (int m = 0; m < MT; m++) {
    const int at = min(first + m * TILE_ROWS_X + (int)threadIdx.x % WARP / 4, last - 1);
    x[m] = p.x + p.order[at] / p.ranks * p.x_row;
  }
  float sums[IN][MT][4];
  sum_units<F, true, MT, IN>(sums, units, rows, p.gate_up, x, (int)p.inputs, warp, UP_WARPS,
                             factors);
  gathered.put(sums, warp);
  __syncthreads();
  for (int at = threadIdx.x; at < gathered.ROWS * TILE_OUTPUTS; at += UP_WARPS * WARP) {
    const int row = at / TILE_OUTPUTS, i = at % TILE_OUTPUTS;
    if (first + row < last && i0 + i < p.inner)
      p.hidden[(first + row) * p.inner + i0 + i] =
          active_of<F>(gathered, p.gate_up, inputs + i0 + i, p.inner, row, i);
  }
}

// out[pair] = down hidden[pair], in the order of pairs. Grid: tiles of pairs, outputs in tiles of
// 32 for each of DOWN_WARPS warps.
template <Format F, int MT>
__device__ __forceinline__ void grouped_down(const QuantisedGroupedParams& p) {
  __shared__ uint32_t factors[256];
  int expert, first, last;
  if (!tile_of<MT>(p, expert, first, last)) return;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const i64 n0 = (blockIdx.y * (i64)DOWN_WARPS + warp) * 2 * TILE_OUTPUTS,
            base = expert * p.inputs;
  const WeightRows<2> rows = rows_of<F, 2>(p.down, base, n0, p.inputs);
  const Units<2> units = first_units<F, true>(rows, p.down, (int)p.inner, 0, 1);
  fill_factors<F>(factors);
  const bf16* x[MT];
#pragma unroll
  for (int m = 0; m < MT; m++) {
    x[m] = p.hidden + min(first + m * TILE_ROWS_X + lane / 4, last - 1) * p.inner;
  }
  float sums[2][MT][4];
  sum_units<F, true, MT, 2>(sums, units, rows, p.down, x, (int)p.inner, 0, 1, factors);
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int column = 0; column < 2; column++) {
      const int at = first + m * TILE_ROWS_X + lane % 4 * 2 + column;
      if (at >= last) continue;
      float* const out = p.out + p.order[at] * p.inputs;
#pragma unroll
      for (int t = 0; t < 2; t++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const i64 n = n0 + t * TILE_OUTPUTS + half * 8 + lane / 4;
          if (n < p.inputs)
            out[n] = finished<F>(sums[t][m][2 * half + column], p.down, base + n);
        }
    }
}

#define GROUPED_UP(WAY, NAME, F, MT, IN)                                 \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP)           \
      quantised_grouped_##WAY##_##NAME(const QuantisedGroupedParams p) { \
    begin();                                                             \
    grouped_up<F, MT, IN>(p);                                            \
  }
#define GROUPED_OF(NAME, F, MT)                                       \
  GROUPED_UP(up, NAME, F, MT, GATE_UP)                                \
  GROUPED_UP(relu_squared, NAME, F, MT, UP_ALONE)                     \
  extern "C" __global__ void __launch_bounds__(DOWN_WARPS* WARP)      \
      quantised_grouped_down_##NAME(const QuantisedGroupedParams p) { \
    begin();                                                          \
    grouped_down<F, MT>(p);                                           \
  }
GROUPED_OF(fp8_8, FP8, 1)
GROUPED_OF(fp8_32, FP8, 4)
GROUPED_OF(nvfp4_32, NVFP4, 4)
GROUPED_OF(mxfp4_32, MXFP4, 4)
