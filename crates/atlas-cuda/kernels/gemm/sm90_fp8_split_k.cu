// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears, E4M3 codes.
// Picked: Hopper, 8-bit inputs and weights, from 17 rows on; no --batch-invariant.
// Tiling: 64 outputs x 32 to 128 rows; K divided among 2 to 8 blocks of a cluster.
// Limit: bandwidth: each weight is read once.
// Share: docs/kernels/gemm/sm90_fp8.md.
#include "gemm/sm90_fp8_linears.cuh"
#include "gemm/sm90_split_k.cuh"
using namespace atlas;

// Sums of 64 outputs, the rows of `wgmma`, which share a scale at each step.
template <class T> struct MultiplyCodes {
  const Fp8LinearsParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[T::ROWS / 8][4], const Rings<T>& rings,
                                             const Place<T>& place, int group) const {
    const i64 n = min(place.n0 + group * 64, p.l.parts[place.part].n - 1);
    const float* const block = p.outputs[place.part].of(n) + place.first;
    const float* const rows =
        p.inputs.at + place.first * p.inputs.step + place.m0 + threadIdx.x % 4 * 2;
    const bool by_block = p.inputs.by_block;
    // Rows whose products are under way at once: for more there are too few registers.
    constexpr int WAVE = T::ROWS < 64 ? T::ROWS : 64;
#pragma unroll
    for (int n = 0; n < T::ROWS / 8; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
    Flight flight;
#pragma unroll 1
    for (int step = 0; step < place.steps; step++) {
      const int weight = step % T::WEIGHTS, row = step % T::STAGES;
      // Read before the stages are waited for, so that both come at once.
      float factors[WAVE / 8][2];
      const float scale = by_block ? block[step] : 1.0f;
      const auto read_factors = [&](int first) {
#pragma unroll
        for (int n = 0; n < WAVE / 8; n++) {
          float2 two = {1.0f, 1.0f};
          if (by_block) two = *(const float2*)(rows + step * p.inputs.step + first + n * 8);
          factors[n][0] = two.x * scale, factors[n][1] = two.y * scale;
        }
      };
      read_factors(0);
      mbarrier_wait(rings.weights_full + weight, step / T::WEIGHTS & 1);
      mbarrier_wait(rings.rows_full + row, step / T::STAGES & 1);
      const bf16* const a = rings.weights + (weight * T::OUTPUTS + group * 64) * DEPTH;
#pragma unroll
      for (int first = 0; first < T::ROWS; first += WAVE) {
        const bf16* const b = rings.rows + (row * T::ROWS + first) * DEPTH;
        float part[WAVE / 8][4];
        wgmma_fence();
        wgmma_e4m3<WAVE, false>(part, a, b, 0, flight);
#pragma unroll
        for (int i = STEP; i < DEPTH; i += STEP) wgmma_e4m3<WAVE, true>(part, a, b, i, flight);
        wgmma_commit(flight);
        if (first > 0) read_factors(first);
        wgmma_wait<0>(flight);
        wgmma_pin_sums(part);
        if (first + WAVE == T::ROWS && threadIdx.x % WARP == 0) mbarrier_arrive(rings.used + row);
#pragma unroll
        for (int n = 0; n < WAVE / 8; n++)
#pragma unroll
          for (int i = 0; i < 4; i++) {
            float& sum = sums[first / 8 + n][i];
            sum = __fmaf_rn(part[n][i], factors[n][i % 2], sum);
          }
      }
    }
  }
};

// Scales of whole rows and outputs, for a sum of all parts.
template <class T> struct WholeScales {
  const Fp8LinearsParams& p;
  __device__ __forceinline__ float operator()(float sum, i64 row, i64 column) const {
    if (p.inputs.by_block) return sum;
    const Place<T> place(p.l);
    return sum * (p.inputs.at[row] * *p.outputs[place.part].of(column));
  }
};

#define SM90_FP8_SPLIT(NAME, PER_SM, ...)                                       \
  using Tile_##NAME = SplitKTile<__VA_ARGS__>;                                  \
  extern "C" __global__ void __launch_bounds__(Tile_##NAME::THREADS, PER_SM)    \
      sm90_fp8_split_##NAME(const __grid_constant__ Fp8LinearsParams p) {       \
    const auto weights = ahead_split<Tile_##NAME>(p);                           \
    begin();                                                                    \
    split<Tile_##NAME>(p, weights, MultiplyCodes<Tile_##NAME>{p},               \
                       WholeScales<Tile_##NAME>{p});                            \
  }
SM90_FP8_SPLIT(k2_m32, 3, 64, 32, 2, 6, 3)
SM90_FP8_SPLIT(k2_m64, 3, 64, 64, 2, 4, 2)
SM90_FP8_SPLIT(k2_m128, 2, 64, 128, 2, 5, 2)
SM90_FP8_SPLIT(k4_m32, 3, 64, 32, 4, 6, 3)
SM90_FP8_SPLIT(k4_m64, 3, 64, 64, 4, 4, 2)
SM90_FP8_SPLIT(k4_m128, 2, 64, 128, 4, 5, 2)
SM90_FP8_SPLIT(k8_m32, 3, 64, 32, 8, 6, 3)
SM90_FP8_SPLIT(k8_m64, 3, 64, 64, 8, 4, 2)
