// Products of E4M3 codes with scales: a sum of 128 elements of K in the tensor cores, which keep
// fewer bits of it than f32 has, times its scale to an f32 sum.
#pragma once

#include "gemm/sm90_warp_specialized.cuh"

namespace atlas {

// Elements of K with a scale of their own: 128 bytes, a step.
constexpr int FP8_BLOCK = 128;
static_assert(FP8_BLOCK == DEPTH * (int)sizeof(bf16), "");

// Scale of row t and step g of K at `at[g * step + t]`; or of row t at `at[t]`, unless `by_block`.
// There are those of whole tiles of 128 rows.
struct InputScales {
  const float* at;
  i64 step, by_block;
};
// Scale of output n and step g of K at `at[n / rows * columns + g]`; unless `by_block`, of output n
// at `at[n / rows]`.
struct OutputScales {
  const float* at;
  i64 rows, columns;
  __device__ __forceinline__ const float* of(i64 n) const {
    return at + (unsigned)n / (unsigned)rows * columns;
  }
};

// Scales of a lane's two rows and of each 128 outputs at the first step of K.
template <int WAVES> struct LaneScales {
  const float *low, *high, *blocks[WAVES];
};

// The sums of this thread's group over the next stages: rows of A are tokens.
template <class T>
__device__ __forceinline__ void multiply_codes(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                               int steps, int group, const InputScales& inputs,
                                               const LaneScales<T::COLUMNS / 128>& lane) {
  static_assert(T::TALL && T::COLUMNS % 128 == 0, "");
  constexpr int WAVE = 128 / 8;
#pragma unroll
  for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
  Flight flight;
#pragma unroll 1
  for (int step = 0; step < steps; step++, ring.next()) {
    ring.wait_full();
    if (T::GATHERED) fence_async_proxy();
    const bf16* const a = ring.at() + group * 64 * DEPTH;
    const bf16* const b = ring.at() + T::BM * DEPTH;
    float scale[2] = {1.0f, 1.0f};
#pragma unroll
    for (int wave = 0; wave < T::COLUMNS / 128; wave++) {
      float part[WAVE][4];
      wgmma_fence();
      wgmma_e4m3<128, false>(part, a, b + wave * 128 * DEPTH, 0, flight);
#pragma unroll
      for (int i = STEP; i < DEPTH; i += STEP)
        wgmma_e4m3<128, true>(part, a, b + wave * 128 * DEPTH, i, flight);
      wgmma_commit(flight);
      float factor[2] = {1.0f, 1.0f};
      if (inputs.by_block) {
        if (wave == 0) {
          scale[0] = lane.low[step * inputs.step];
          scale[1] = lane.high[step * inputs.step];
        }
        const float block = lane.blocks[wave][step];
        factor[0] = scale[0] * block, factor[1] = scale[1] * block;
      }
      wgmma_wait<0>(flight);
      wgmma_pin_sums(part);
      if (wave == T::COLUMNS / 128 - 1) ring.release(ring.stage);
#pragma unroll
      for (int n = 0; n < WAVE; n++)
#pragma unroll
        for (int i = 0; i < 4; i++)
          sums[wave * WAVE + n][i] = __fmaf_rn(part[n][i], factor[i / 2], sums[wave * WAVE + n][i]);
    }
  }
}

// Sums times the scales of a lane's two rows and of their columns, which `output(column)` has.
template <int COLUMNS, class Output>
__device__ __forceinline__ void scale_sums(float (&sums)[COLUMNS / 8][4], float low, float high,
                                           Output output) {
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const float by = output(n * 8 + (int)threadIdx.x % 4 * 2 + i);
      sums[n][i] *= low * by, sums[n][2 + i] *= high * by;
    }
}

} // namespace atlas
