// The part of `cuda_fp16.h` that the kernels use.
#pragma once
#include "../emulator.h"

struct alignas(2) __half {
  uint16_t bits;
};
inline float __half2float(__half h) {
  const unsigned sign = (unsigned)(h.bits >> 15) << 31, exponent = h.bits >> 10 & 31,
                 fraction = h.bits & 1023;
  if (exponent == 31) return __uint_as_float(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0) return __uint_as_float(sign | __float_as_uint(ldexpf((float)fraction, -24)));
  return __uint_as_float(sign | (exponent + 112) << 23 | fraction << 13);
}
// Nearest, ties to even; above the largest infinity.
inline uint16_t emulated_f16(float x) {
  const uint32_t bits = __float_as_uint(x), magnitude = bits & 0x7fffffff;
  const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  if (magnitude > 0x7f800000) return 0x7fff;
  if (magnitude < 0x38800000)
    return sign | (uint16_t)rintf(ldexpf(__uint_as_float(magnitude), 24));
  const uint32_t rounded = ((magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13) - (112 << 10);
  return sign | (uint16_t)(rounded < 0x7c00 ? rounded : 0x7c00);
}
