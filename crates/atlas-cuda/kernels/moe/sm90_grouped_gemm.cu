// Computes: up[pairs, I] and down[pairs, H] products of experts, pairs sorted, bf16, on `wgmma`.
// Picked: Hopper, 16 pairs an expert on average and more; no --batch-invariant.
// Tiling: 64 x 256 (below 128 pairs an expert) or 128 x 256; persistent; rows gathered by cp.async.
// Limit: FLOP from some 180 pairs an expert on, bandwidth below.
// Share: 343 of some 800 TFLOP/s (8,192 tokens); docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "moe/sm90_grouped_gemm.cuh"
using namespace atlas;

// Of experts: rows are gathered for the first product and lie one after the other for the second.
using Up128x256 = WarpSpecializedTile<128, 256, 4, 1, 1, true>;
using Down128x256 = WarpSpecializedTile<128, 256, 4>;
using Up64x256 = WarpSpecializedTile<64, 256, 5, 1, 1, true>;
using Down64x256 = WarpSpecializedTile<64, 256, 5>;

struct Sm90GroupedParams {
  // Rows of the second product, one after the other; those of the first are gathered.
  TensorMap x; TensorMap weight;
  GroupedParams g;
  // Whether results of pairs are rounded to bf16; f32 else.
  i64 rounded;
  i64 unused[3];
};

template <class T> struct SumsOf {
  __device__ __forceinline__ void operator()(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                             int steps, int group, const Walk&, int, i64) const {
    multiply<T>(sums, ring, steps, group);
  }
};

#define SM90_GROUPED_UP(WAY, SIZE, IN)                                                             \
  extern "C" __global__ void __launch_bounds__(Up##SIZE::THREADS, 1)                               \
      sm90_grouped_gemm_##WAY##_##SIZE(const __grid_constant__ Sm90GroupedParams p) {              \
    begin();                                                                                       \
    experts_up<Up##SIZE, IN>(p, SumsOf<Up##SIZE>{}, PutHidden<Up##SIZE, IN>{p.g});                 \
  }
#define SM90_GROUPED_GEMM(SIZE)                                                                    \
  SM90_GROUPED_UP(up, SIZE, GATE_UP)                                                               \
  SM90_GROUPED_UP(relu_squared, SIZE, UP_ALONE)                                                    \
  extern "C" __global__ void __launch_bounds__(Down##SIZE::THREADS, 1)                             \
      sm90_grouped_gemm_down_##SIZE(const __grid_constant__ Sm90GroupedParams p) {                 \
    const auto weights = ahead_down<Down##SIZE>(p);                                                \
    begin();                                                                                       \
    experts_down<Down##SIZE>(p, weights, SumsOf<Down##SIZE>{});                                    \
  }
SM90_GROUPED_GEMM(64x256)
SM90_GROUPED_GEMM(128x256)
