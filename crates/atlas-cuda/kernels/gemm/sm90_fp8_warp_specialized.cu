// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears, E4M3 codes.
// Picked: Hopper, 8-bit inputs and weights, many rows; no --batch-invariant.
// Tiling: 128 rows x 128 or 256 outputs, clusters of 2; persistent; TMA warps and wgmma warps.
// Limit: FLOP from some 300 rows on, bandwidth below.
// Share: docs/kernels/gemm/sm90_fp8.md.
#include "gemm/sm90_fp8_linears.cuh"
#include "gemm/sm90_linears.cuh"
using namespace atlas;

using Tile128x256 = WarpSpecializedTile<128, 256, 4, 16>;
using Tile128x256_cluster2 = WarpSpecializedTile<128, 256, 4, 8, 2>;
using Tile128x128 = WarpSpecializedTile<128, 128, 6, 12>;

template <class T> struct SumsOfCodes {
  const Fp8LinearsParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                             int steps, int group,
                                             const LinearsTile<T>& place) const {
    const OutputScales& outputs = p.outputs[place.part];
    // Outputs past the end have the scales of the last: their sums go nowhere.
    const i64 end = p.l.parts[place.part].n - 1;
    LaneScales<T::COLUMNS / 128> lane;
    lane.low = p.inputs.at + place.m0 + row_of<T>(group), lane.high = lane.low + 8;
#pragma unroll
    for (int i = 0; i < T::COLUMNS / 128; i++)
      lane.blocks[i] = outputs.of(min(place.n0 + i * 128, end));
    multiply_codes<T>(sums, ring, steps, group, p.inputs, lane);
    if (!p.inputs.by_block)
      scale_sums<T::COLUMNS>(sums, *lane.low, *lane.high, [&](int column) {
        return *outputs.of(min(place.n0 + column, end));
      });
  }
};

#define SM90_FP8_WS(SIZE)                                                 \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS, 1)    \
      sm90_fp8_ws_##SIZE(const __grid_constant__ Fp8LinearsParams p) {    \
    begin();                                                              \
    linears<Tile##SIZE>(p, SumsOfCodes<Tile##SIZE>{p});                   \
  }
SM90_FP8_WS(128x256)
SM90_FP8_WS(128x256_cluster2)
SM90_FP8_WS(128x128)
