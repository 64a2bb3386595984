// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears of one x, bf16.
// Picked: Hopper, 2 to 128 rows, K from 1,024 on, up to 4,096 outputs; no --batch-invariant.
// Tiling: 64 outputs x 16 to 128 rows; K divided among 8 or 4 blocks of a cluster.
// Limit: bandwidth: each weight is read once (4.0 us for 2,048 x 4,096 on an H200).
// Share: 53 % at 8 rows x 2,048 x 4,096, 29 % at 128; docs/kernels/gemm/sm90_split_k.md.
#include "gemm/sm90_split_k.cuh"
using namespace atlas;

struct SplitKParams {
  TensorMap x; TensorMap weights[PARTS_MAX];
  LinearsParams l;
  i64 unused[7];
};

// Sums of 64 outputs: this lane has outputs i / 4 and i / 4 + 8 of its warp's 16, and of each 8
// rows 2 (i % 4) and the next.
template <class T> struct MultiplySteps {
  __device__ __forceinline__ void operator()(float (&sums)[T::ROWS / 8][4], const Rings<T>& rings,
                                             const Place<T>& place, int group) const {
#pragma unroll
    for (int n = 0; n < T::ROWS / 8; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
    Flight flight;
#pragma unroll 1
    for (int step = 0; step < place.steps; step++) {
      const int weight = step % T::WEIGHTS, row = step % T::STAGES;
      mbarrier_wait(rings.weights_full + weight, step / T::WEIGHTS & 1);
      mbarrier_wait(rings.rows_full + row, step / T::STAGES & 1);
      const bf16* const a = rings.weights + (weight * T::OUTPUTS + group * 64) * DEPTH;
      const bf16* const b = rings.rows + row * T::ROWS * DEPTH;
      wgmma_fence();
#pragma unroll
      for (int i = 0; i < DEPTH; i += STEP) wgmma<T::ROWS>(sums, a, b, i, flight);
      wgmma_commit(flight);
      // With products of the step before still under way here, the compiler waits for each product
      // (C7515).
      wgmma_wait<0>(flight);
      if (threadIdx.x % WARP == 0) mbarrier_arrive(rings.used + row);
    }
  }
};

#define SM90_SPLIT(NAME, ...)                                        \
  using Tile_##NAME = SplitKTile<__VA_ARGS__>;                       \
  extern "C" __global__ void __launch_bounds__(Tile_##NAME::THREADS) \
      sm90_split_##NAME(const __grid_constant__ SplitKParams p) {    \
    const auto weights = ahead_split<Tile_##NAME>(p);                \
    begin();                                                         \
    split<Tile_##NAME>(p, weights, MultiplySteps<Tile_##NAME>{},     \
                       [](float sum, i64, i64) { return sum; });     \
  }
// Eighths of K. A cluster of eight needs its multiprocessors in one group of them. With many
// outputs tiles of which three share a multiprocessor are faster, probably as all clusters then run
// at once; with few, those with more stages.
SM90_SPLIT(k8_m16, 64, 16, 8, 8, 8)
SM90_SPLIT(k8_m32, 64, 32, 8, 8, 8)
SM90_SPLIT(k8_m64, 64, 64, 8, 8, 3)
SM90_SPLIT(k8_m16_3_per_sm, 64, 16, 8, 7, 4)
SM90_SPLIT(k8_m32_3_per_sm, 64, 32, 8, 6, 3)
SM90_SPLIT(k8_m64_3_per_sm, 64, 64, 8, 4, 2)
// Quarters: the one with fewer stages shares a multiprocessor with another of its kind.
SM90_SPLIT(k4_m128, 64, 128, 4, 12, 5)
SM90_SPLIT(k4_m128_2_per_sm, 64, 128, 4, 5, 2)
