// Linears of the same rows in one launch: what they take, and which of them a block computes.
#pragma once

#include "include/common.cuh"

namespace atlas {

constexpr int PARTS_MAX = 4;

struct LinearsPart {
  const bf16* weight; const float* bias; void* out;
  // `block`: the first of its blocks; `wide`: whether outputs are f32.
  i64 out_row, n, block, wide;
};

struct LinearsParams {
  const bf16* x;
  i64 x_row, rows, k, count;
  LinearsPart parts[PARTS_MAX];
};

// The part that a block is of.
__device__ __forceinline__ LinearsPart part_of(const LinearsParams& p, i64 block) {
  LinearsPart part = p.parts[0];
#pragma unroll
  for (int i = 1; i < PARTS_MAX; i++)
    if (i < p.count && block >= p.parts[i].block) part = p.parts[i];
  return part;
}

__device__ __forceinline__ void put(const LinearsPart& part, i64 row, i64 n, float sum) {
  const float value = sum + (part.bias ? part.bias[n] : 0.0f);
  if (part.wide)
    ((float*)part.out)[row * part.out_row + n] = value;
  else
    ((bf16*)part.out)[row * part.out_row + n] = from_f32<bf16>(value);
}

} // namespace atlas
