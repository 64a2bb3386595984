// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears of one x, bf16.
// Picked: Hopper, more than 64 rows; 5 to 64 rows of 65,536 outputs and more; no --batch-invariant.
// Tiling: 64 or 128 rows x 96 to 256 outputs, clusters of 2; persistent; TMA warps and wgmma warps.
// Limit: FLOP from some 180 rows on, bandwidth below.
// Share: 617 to 751 TFLOP/s of some 800 at 8,192 rows; docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "gemm/sm90_linears.cuh"
using namespace atlas;

using Tile128x256 = WarpSpecializedTile<128, 256, 4, 16>;
using Tile128x256_cluster2 = WarpSpecializedTile<128, 256, 4, 8, 2>;
using Tile128x128 = WarpSpecializedTile<128, 128, 7, 12>;
using Tile128x128_cluster2 = WarpSpecializedTile<128, 128, 7, 6, 2>;
// For up to 128 rows where more blocks than those of 128 x 128 have the memory busy, and for few
// rows and very many outputs.
using Tile128x96 = WarpSpecializedTile<128, 96, 7, 12>;
using Tile64x256 = WarpSpecializedTile<64, 256, 5, 16>;

struct WarpSpecializedParams {
  TensorMap x; TensorMap weights[PARTS_MAX];
  LinearsParams l;
  // Tiles of outputs, parts one after the other.
  i64 blocks;
  i64 unused[6];
};

template <class T> struct SumsOf {
  template <class Place>
  __device__ __forceinline__ void operator()(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                             int steps, int group, const Place&) const {
    multiply<T>(sums, ring, steps, group);
  }
};

#define SM90_WGMMA_WS(SIZE)                                                   \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS, 1)        \
      sm90_wgmma_ws_##SIZE(const __grid_constant__ WarpSpecializedParams p) { \
    begin();                                                                  \
    linears<Tile##SIZE>(p, SumsOf<Tile##SIZE>{});                             \
  }
SM90_WGMMA_WS(128x256)
SM90_WGMMA_WS(128x256_cluster2)
SM90_WGMMA_WS(128x128)
SM90_WGMMA_WS(128x128_cluster2)
SM90_WGMMA_WS(128x96)
SM90_WGMMA_WS(64x256)
