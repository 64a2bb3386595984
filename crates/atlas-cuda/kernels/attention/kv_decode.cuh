// Eight elements of a vector of a quantised cache as bf16, without the scale of the layer, which is
// a factor of scores or of the result. Codes are in shared memory.
#pragma once

#include "include/kv_format.cuh"
#include "include/quantised.cuh"

namespace atlas {

// Codes in the upper bytes of the halves of a word, as bf16 of a far smaller exponent.
__device__ __forceinline__ uint32_t spread_e4m3(uint32_t word) {
  return (word >> 4 & 0x07f007f0) | (word & 0x80008000);
}
// Four E4M3 in order. Each is exact.
__device__ __forceinline__ void decode_four_e4m3(uint32_t codes, uint32_t& first,
                                                 uint32_t& second) {
  constexpr uint32_t TWO_TO_120 = 0x7b807b80;
  first = mul_bf16x2(spread_e4m3(__byte_perm(codes, 0, 0x1404)), TWO_TO_120);
  second = mul_bf16x2(spread_e4m3(__byte_perm(codes, 0, 0x3424)), TWO_TO_120);
  const uint32_t nans = nans_of(codes) & NAN_BITS;
  if (nans) {
    const auto put = [&](uint32_t& pair, int lower) {
      if (nans >> (8 * lower) & 0x80) pair = (pair & 0xffff0000) | 0x7fff;
      if (nans >> (8 * lower + 8) & 0x80) pair = (pair & 0xffff) | 0x7fff0000;
    };
    put(first, 0);
    put(second, 2);
  }
}

__device__ __forceinline__ uint32_t pair_of(float a, float b) {
  return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(a)) |
         (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(b)) << 16;
}

// Elements `first` to `first + 7` of a vector of W.
template <int FORMAT, int W>
__device__ __forceinline__ uint4 decode_eight(const uint8_t* codes, const uint8_t* scales,
                                              int first) {
  uint4 out = {};
  if constexpr (FORMAT == KV_BF16) {
    out = *(const uint4*)(codes + 2 * first);
  } else if constexpr (FORMAT == KV_FP8) {
    const uint2 raw = *(const uint2*)(codes + first);
    decode_four_e4m3(raw.x, out.x, out.y);
    decode_four_e4m3(raw.y, out.z, out.w);
  } else if constexpr (FORMAT == KV_NVFP4) {
    // Exact: a scale has four bits and a code two.
    const float step = from_e4m3(scales[first / KV_GROUP]);
    const uint32_t raw = *(const uint32_t*)(codes + first / 2);
    const auto two = [&](int i) {
      return pair_of(from_e2m1(raw >> 4 * i & 15) * step,
                     from_e2m1(raw >> (4 * i + 4) & 15) * step);
    };
    out = {two(0), two(2), two(4), two(6)};
  } else {
    const float step = from_turbo_scale(scales[first / KV_GROUP]);
    const auto scaled = [&](float level, uint32_t negative) {
      return negative ? -level * step : level * step;
    };
    if constexpr (FORMAT == KV_TURBO8) {
      const auto one = [&](int i) {
        const uint32_t code = codes[first + i];
        return scaled(LEVELS_8[code & 127], code >> 7);
      };
      const auto two = [&](int i) { return pair_of(one(i), one(i + 1)); };
      out = {two(0), two(2), two(4), two(6)};
    } else if constexpr (FORMAT == KV_TURBO4) {
      const uint32_t raw = *(const uint32_t*)(codes + first / 2);
      const auto one = [&](int i) {
        return scaled(LEVELS_4[raw >> 4 * i & 7], raw >> (4 * i + 3) & 1);
      };
      const auto two = [&](int i) { return pair_of(one(i), one(i + 1)); };
      out = {two(0), two(2), two(4), two(6)};
    } else {
      const uint32_t raw = codes[first / 4] | codes[first / 4 + 1] << 8,
                     signs = codes[W / 4 + first / 8];
      const auto one = [&](int i) {
        return scaled(LEVELS_3[raw >> 2 * i & 3], signs >> i & 1);
      };
      const auto two = [&](int i) { return pair_of(one(i), one(i + 1)); };
      out = {two(0), two(2), two(4), two(6)};
    }
  }
  return out;
}

// Bytes of the codes of a vector of W, and of its scales.
template <int FORMAT, int W>
constexpr int CODE_BYTES = FORMAT == KV_BF16                              ? 2 * W
                           : FORMAT == KV_FP8 || FORMAT == KV_TURBO8     ? W
                           : FORMAT == KV_NVFP4 || FORMAT == KV_TURBO4   ? W / 2
                                                                         : W / 8 * 3;
template <int FORMAT, int W>
constexpr int SCALE_BYTES = FORMAT == KV_BF16 || FORMAT == KV_FP8 ? 0 : W / KV_GROUP;

} // namespace atlas
