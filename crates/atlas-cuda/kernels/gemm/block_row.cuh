// Products of one row with weights in blocks, in integers.
//
// A step of 32 inputs becomes integers of 15 bits, exactly for those down to a 64th of the step's
// largest, and these two signed bytes each: `256 high + low`. Codes stay the bytes that they are.
// Of the eight columns of an instruction four are the high bytes of four steps and four their low
// ones, with zeros in the rows of all other steps, so that one accumulator collects the sums of
// four steps apart. Each lane then has two of a unit's steps for two outputs, and looks up their
// scales alone.
#pragma once

#include "gemm/block_tile.cuh"
#include "include/tma.cuh"

namespace atlas {

// A unit of inputs in shared memory: by lane the bytes of its column in both sets of four steps,
// and the factor of each step's integers.
struct IntegerUnit {
  uint4 bytes[WARP];
  float scales[STEPS];
};

// Makes a unit of x, `k` elements long, by a warp.
template <BlockFormat F>
__device__ __forceinline__ void make_unit(IntegerUnit& to, const bf16* x, int unit, int k,
                                          bool aligned) {
  const int lane = threadIdx.x % WARP, g = lane / 4, q = lane % 4;
  uint32_t pairs[4];
  load_step<F>(x, unit * UNIT + g * STEP, k, aligned, pairs);
  uint32_t most = 0;
#pragma unroll
  for (int i = 0; i < 4; i++)
    most = max(most, max(pairs[i] << 16 & 0x7fff0000, pairs[i] & 0x7fff0000));
  most = max(most, __shfl_xor_sync(ALL_LANES, most, 1));
  most = max(most, __shfl_xor_sync(ALL_LANES, most, 2));
  // The largest lies below 2^14; what is too small for that to be a normal number becomes zero.
  const uint32_t exponent = max(most >> 23, 14u);
  const float factor = __uint_as_float((267 - min(exponent, 254u)) << 23);
  uint32_t high[2] = {}, low[2] = {};
#pragma unroll
  for (int i = 0; i < 8; i++) {
    const uint32_t pair = pairs[i / 2];
    const float value = __uint_as_float(i % 2 ? pair & 0xffff0000u : pair << 16);
    const int integer = __float2int_rn(value * factor) + 128;
    high[i / 4] |= (uint32_t)(integer >> 8 & 0xff) << i % 4 * 8;
    low[i / 4] |= (uint32_t)((integer & 0xff) ^ 0x80) << i % 4 * 8;
  }
  uint2* const bytes = (uint2*)to.bytes + g / 4;
  bytes[2 * (g % 4 * 4 + q)] = {high[0], high[1]};
  bytes[2 * (g % 4 * 4 + q + WARP / 2)] = {low[0], low[1]};
  // An infinity or a NaN makes all of the step NaN.
  if (q == 0)
    to.scales[g] = most >= 0x7f800000u ? __int_as_float(0x7fffffff)
                                       : __uint_as_float((exponent - 13) << 23);
}

// The sums of a unit's steps 2 q and 2 q + 1 by lane, out of those of high and of low bytes.
__device__ __forceinline__ void join_bytes(const int (&sums)[2][4], int (&out)[4]) {
  const bool first = threadIdx.x % 4 < 2;
  const int own = first ? 256 : 1, others = first ? 1 : 256;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int given = first ? sums[1][i] : sums[0][i], kept = first ? sums[0][i] : sums[1][i];
    out[i] = kept * own + __shfl_xor_sync(ALL_LANES, given, 2) * others;
  }
}

// Scales and zeros of integers in groups: those of a lane's steps 2 q and 2 q + 1 of a unit, of
// outputs i / 4 and i / 4 + 8.
struct GroupWords {
  uint32_t of[2][2];
};

// Adds a unit, of which `steps` are there, to the sums of outputs i / 4 and i / 4 + 8, whose bytes
// lie at `place`.
template <BlockFormat F>
__device__ __forceinline__ void add_row_unit(float (&sums)[2], const uint8_t* const (&place)[2],
                                             int steps, const GroupWords& words,
                                             const IntegerUnit& x) {
  using B = Block<F>;
  constexpr int HALVES = B::HALVES ? 2 : 1;
  constexpr bool IS_SIGNED = B::KIND == SIGNED;
  const int lane = threadIdx.x % WARP, g = lane / 4, q = lane % 4;
  const uint4 both = x.bytes[lane];
  const uint32_t own[2][2] = {{both.x, both.y}, {both.z, both.w}};
  int products[HALVES][2][4] = {}, inputs[HALVES][2][4] = {};
  constexpr uint32_t ONES = 0x01010101;
#pragma unroll
  for (int set = 0; set < 2; set++) {
    if constexpr (HALVES == 2) {
#pragma unroll
      for (int h = 0; h < 2; h++) mma_bytes_k16<false>(inputs[h][set], {ONES, ONES}, own[set][h]);
    } else {
      mma_bytes_k32<false>(inputs[0][set], {ONES, ONES, ONES, ONES}, own[set][0], own[set][1]);
    }
  }
#pragma unroll
  for (int s = 0; s < STEPS; s++) {
    uint32_t a[2][2];
#pragma unroll
    for (int r = 0; r < 2; r++) B::codes(place[r], s, q, a[r]);
    const bool mine = g % 4 == s % 4;
    const uint32_t b[2] = {mine ? own[s / 4][0] : 0, mine ? own[s / 4][1] : 0};
    if constexpr (HALVES == 2) {
#pragma unroll
      for (int h = 0; h < 2; h++)
        mma_bytes_k16<IS_SIGNED>(products[h][s / 4], {a[0][h], a[1][h]}, b[h]);
    } else {
      mma_bytes_k32<IS_SIGNED>(products[0][s / 4], {a[0][0], a[1][0], a[0][1], a[1][1]}, b[0],
                               b[1]);
    }
  }
  const float2 scales = ((const float2*)x.scales)[q];
#pragma unroll
  for (int h = 0; h < HALVES; h++) {
    int of[4], ones[4];
    join_bytes(products[h], of);
    join_bytes(inputs[h], ones);
#pragma unroll
    for (int c = 0; c < 2; c++)
#pragma unroll
      for (int r = 0; r < 2; r++) {
        Factors f = {};
        if (2 * q + c >= steps)
          continue;
        else if constexpr (IN_GROUPS<F>)
          f = of_group(words.of[r][c]);
        else
          f = B::factors(place[r], 2 * q + c, h);
        const float minimum = B::ZERO ? __fmaf_rn(-(float)B::ZERO, f.scale, f.minimum) : f.minimum;
        const float step = __fmaf_rn(f.scale, (float)of[2 * r + c], minimum * (float)ones[c]);
        sums[r] = __fmaf_rn(c ? scales.y : scales.x, step, sums[r]);
      }
  }
}

} // namespace atlas
