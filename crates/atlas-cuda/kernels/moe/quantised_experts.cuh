// Rows of quantised experts: those of gates and of ups side by side, and the ends of products.
#pragma once

#include "gemm/quantised_tile.cuh"
#include "include/relu_squared.cuh"

namespace atlas {

// Warps that divide K of gates and ups.
constexpr int UP_WARPS = 8;

// Warps of a block of the second product over sorted pairs, with 32 outputs each.
constexpr int DOWN_WARPS = 4;

// Parameters of products over sorted pairs; `tile` as in `GroupedParams`.
struct QuantisedGroupedParams {
  const bf16* x; QuantisedWeight gate_up; QuantisedWeight down; bf16* hidden; float* out;
  const int* order; const int* offset; const int* tile;
  i64 x_row, ranks, experts, inputs, inner;
};

// Tiles of outputs `i0` and the next of the inputs of the expert whose first begins at row `first`.
template <Format F, Inputs IN>
__device__ __forceinline__ WeightRows<IN> input_rows(const QuantisedWeight& w, i64 first, i64 i0,
                                                     i64 inner) {
  WeightRows<IN> rows;
#pragma unroll
  for (int t = 0; t < IN; t++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const i64 i = i0 + threadIdx.x % WARP / 4 + half * 8;
      rows.of[t][half] = lane_row<F>(w, first + t * inner + min(i, inner - 1));
    }
  return rows;
}

// silu(gate) * up, or relu(up)^2, of a pair of the tile and output `i` of it, whose first input is
// row `first` of the weight.
template <Format F, int MT, int IN>
__device__ __forceinline__ bf16 active_of(const GatheredSums<UP_WARPS, MT, IN>& gathered,
                                          const QuantisedWeight& w, i64 first, i64 inner, int row,
                                          int i) {
  const float of_first = finished<F>(gathered.sum(row, i), w, first);
  if constexpr (IN == UP_ALONE) {
    return from_f32<bf16>(relu_squared(of_first));
  } else {
    const float up = finished<F>(gathered.sum(row, TILE_OUTPUTS + i), w, first + inner);
    return from_f32<bf16>(silu(of_first) * up);
  }
}

} // namespace atlas
