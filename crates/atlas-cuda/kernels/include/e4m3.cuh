// Numbers rounded to E4M3, and the scale of a group of them.
//
// A group's scale is its largest magnitude over 448, in f32, or 1 where that is zero, subnormal or
// infinite. Elements are divided by the scale as it is stored and rounded to the nearest code, ties
// to even. NaN and infinities become the code of NaN.
#pragma once

#include "include/common.cuh"

namespace atlas {

constexpr float E4M3_MAX = 448.0f;
constexpr uint32_t E4M3_NAN = 0x7f;

__device__ __forceinline__ float e4m3_scale(float largest) {
  const float scale = largest / E4M3_MAX;
  const bool normal = scale >= 1.17549435e-38f && scale <= 3.402823466e38f;
  return normal ? scale : 1.0f;
}

// Two codes, the first in the lower byte.
__device__ __forceinline__ uint32_t to_e4m3x2(float low, float high) {
#ifdef ATLAS_EMULATED
  const auto code = [](float x) -> uint32_t {
    const uint32_t sign = __float_as_uint(x) >> 24 & 0x80;
    if (x != x) return E4M3_NAN;
    const float magnitude = fminf(fabsf(x), E4M3_MAX);
    if (magnitude < 0.015625f)
      return sign | (__float_as_uint(magnitude + 16384.0f) - __float_as_uint(16384.0f));
    const uint32_t bits = __float_as_uint(magnitude);
    return sign | (((bits + 0x7ffff + (bits >> 20 & 1)) >> 20) - (120 << 3));
  };
  return code(low) | code(high) << 8;
#else
  uint16_t out;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(out) : "f"(high), "f"(low));
  return out;
#endif
}

// Two codes as f16, which has all of their values, and NaN.
__device__ __forceinline__ uint32_t e4m3x2_to_f16x2(uint32_t codes) {
#ifdef ATLAS_EMULATED
  const auto one = [](uint32_t code) -> uint32_t {
    const uint32_t magnitude = code & 0x7f, sign = (code & 0x80) << 8;
    if (magnitude == E4M3_NAN) return 0x7fff;
    // Exponents count from 15 in place of 7; subnormals are multiples of 2^-9.
    if (magnitude >= 8) return sign | ((magnitude << 7) + (8 << 10));
    return sign | emulated_f16(ldexpf((float)magnitude, -9));
  };
  return one(codes & 0xff) | one(codes >> 8 & 0xff) << 16;
#else
  uint32_t out;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(out) : "h"((uint16_t)codes));
  return out;
#endif
}
// Two numbers rounded to f16.
__device__ __forceinline__ uint32_t to_f16x2(float low, float high) {
#ifdef ATLAS_EMULATED
  return (uint32_t)emulated_f16(low) | (uint32_t)emulated_f16(high) << 16;
#else
  uint32_t out;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out) : "f"(high), "f"(low));
  return out;
#endif
}

// Two elements over their scale.
__device__ __forceinline__ uint32_t scaled_e4m3x2(float low, float high, float scale) {
  const auto finite = [](float x) { return fabsf(x) <= 3.402823466e38f; };
  const uint32_t codes = to_e4m3x2(low / scale, high / scale);
  const uint32_t first = finite(low) ? codes & 0xff : E4M3_NAN,
                 second = finite(high) ? codes & 0xff00 : E4M3_NAN << 8;
  return first | second;
}

} // namespace atlas
