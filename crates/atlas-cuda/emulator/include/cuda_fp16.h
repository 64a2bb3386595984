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
