// Rows of quantised experts: those of gates and of ups side by side, and the ends of products.
#pragma once

#include "gemm/quantised_tile.cuh"

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

// Tiles of gates and of ups `i0` and the next of the expert whose gates begin at row `gates`.
template <Format F>
__device__ __forceinline__ WeightRows<2> gate_up_rows(const QuantisedWeight& w, i64 gates, i64 i0,
                                                      i64 inner) {
  WeightRows<2> rows;
#pragma unroll
  for (int t = 0; t < 2; t++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const i64 i = i0 + threadIdx.x % WARP / 4 + half * 8;
      rows.of[t][half] = lane_row<F>(w, gates + t * inner + min(i, inner - 1));
    }
  return rows;
}

// silu(gate) * up of a pair of the tile and output `i` of it, whose gate is row `gate` of the
// weight.
template <Format F, int MT>
__device__ __forceinline__ bf16 active_of(const GatheredSums<UP_WARPS, MT, 2>& gathered,
                                          const QuantisedWeight& w, i64 gate, i64 inner, int row,
                                          int i) {
  const float g = finished<F>(gathered.sum(row, i), w, gate);
  const float u = finished<F>(gathered.sum(row, TILE_OUTPUTS + i), w, gate + inner);
  return from_f32<bf16>(silu(g) * u);
}

} // namespace atlas
