// Formats of the KV cache: where the vectors of a block lie, and their codes as numbers and back.
//
// Every operation rounds as on the CPU, none is contracted with another: codes and scales that are
// stored have the bits of `atlas-tensor`.
#pragma once

#include "include/common.cuh"
#include "include/kv_levels.cuh"

namespace atlas {

enum KvFormat { KV_F32, KV_BF16, KV_FP8, KV_NVFP4, KV_TURBO8, KV_TURBO4, KV_TURBO3 };

// Elements that share a scale.
constexpr int KV_GROUP = 16;

// Half of a cache's blocks, in bytes: where it begins in a block, and what a head, the codes of a
// vector and its scales take. A head has the codes of all tokens, then their scales.
struct KvHalf {
  i64 first, head, codes, scales;
  // The scale of the layer, for the formats that have one.
  float scale;
  int format;
};

// A cache of blocks of so many bytes.
struct KvLayout {
  i64 block;
  KvHalf key, value;
};

// A vector in the cache.
template <class Byte> struct KvRow {
  Byte *codes, *scales;
};
template <class Byte>
__device__ __forceinline__ KvRow<Byte> kv_row(Byte* cache, const KvLayout& layout,
                                              const KvHalf& half, i64 block, i64 head, i64 token,
                                              i64 block_tokens) {
  Byte* const first = cache + block * layout.block + half.first + head * half.head;
  return {first + token * half.codes, first + block_tokens * half.codes + token * half.scales};
}

__device__ __forceinline__ bool is_rotated(int format) { return format >= KV_TURBO8; }

// E4M3 of magnitude `x` with the sign bit of `sign`: nearest, ties to even, large ones the largest.
__device__ __forceinline__ uint8_t to_e4m3(float x, float sign) {
  const uint32_t upper = __float_as_uint(sign) >> 24 & 0x80;
  if (x != x) return (uint8_t)(upper | 0x7f);
  const float magnitude = fminf(fabsf(x), 448.0f);
  // The step of subnormals is 2^-9, as that of f32 from 2^14 on.
  if (magnitude < 0.015625f)
    return (uint8_t)(upper | (__float_as_uint(__fadd_rn(magnitude, 16384.0f)) -
                              __float_as_uint(16384.0f)));
  const uint32_t bits = __float_as_uint(magnitude);
  return (uint8_t)(upper | (((bits + 0x7ffff + (bits >> 20 & 1)) >> 20) - (120 << 3)));
}
__device__ __forceinline__ float from_e4m3(uint32_t code) {
  constexpr uint32_t TWO_TO_120 = (120 + 127) << 23;
  if ((code & 0x7f) == 0x7f) return __uint_as_float(0x7fc00000);
  return __fmul_rn(__uint_as_float((code & 0x80) << 24 | (code & 0x7f) << 20),
                   __uint_as_float(TWO_TO_120));
}

// E2M1: nearest, ties to the even code; NaN becomes 0.
__device__ __forceinline__ uint32_t to_e2m1(float x) {
  const float m = fabsf(x);
  const int code = (m > 0.25f) + (m >= 0.75f) + (m > 1.25f) + (m >= 1.75f) + (m > 2.5f) +
                   (m >= 3.5f) + (m > 5.0f);
  return (__float_as_uint(x) >> 28 & 8) | (uint32_t)code;
}
__device__ __forceinline__ float from_e2m1(uint32_t code) {
  constexpr uint32_t TWO_TO_126 = (126 + 127) << 23;
  return __fmul_rn(__uint_as_float((code & 8) << 28 | (code & 7) << 22),
                   __uint_as_float(TWO_TO_126));
}

// Scales of groups in the rotated formats: the upper bits of an f16 without its sign.
constexpr uint32_t TURBO_SCALE_NAN = 0xff;
__device__ __forceinline__ float from_turbo_scale(uint32_t code) {
  constexpr uint32_t TWO_TO_112 = (112 + 127) << 23;
  if (code >= 0xf8) return __uint_as_float(0x7f800000 | (code & 7) << 20);
  return __fmul_rn(__uint_as_float(code << 20), __uint_as_float(TWO_TO_112));
}
__device__ __forceinline__ uint8_t to_turbo_scale(float x) {
  if (x != x) return (uint8_t)TURBO_SCALE_NAN;
  const float most = fminf(x, 61440.0f);
  // To f16 first; its subnormals have the step 2^-24, as f32 from 1/2 on.
  const uint32_t raw = __float_as_uint(most);
  const uint32_t bits =
      most < 6.103515625e-05f
          ? __float_as_uint(__fadd_rn(most, 0.5f)) - __float_as_uint(0.5f)
          : ((raw + 0xfff + (raw >> 13 & 1)) >> 13) - (112 << 10);
  return (uint8_t)((bits + 0x3f + (bits >> 7 & 1)) >> 7);
}

__device__ __forceinline__ int level_count(int format) {
  return format == KV_TURBO3 ? 4 : format == KV_TURBO4 ? 8 : 128;
}
__device__ __forceinline__ float level_of(int format, int index) {
  return format == KV_TURBO3 ? LEVELS_3[index] : format == KV_TURBO4 ? LEVELS_4[index]
                                                                     : LEVELS_8[index];
}
// The index of the level nearest to `x >= 0`; 0 for NaN.
__device__ inline int nearest_level(int format, float x) {
  int low = 0, high = level_count(format) - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    const float border =
        __fmul_rn(0.5f, __fadd_rn(level_of(format, middle), level_of(format, middle + 1)));
    if (x > border) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The nearest bf16, ties to even, NaN kept. In integers: ptxas of CUDA 13.0 turns the conversion
// into one to 8-bit integers where single bytes of its result are stored.
__device__ __forceinline__ uint32_t bf16_bits(float x) {
  const uint32_t raw = __float_as_uint(x);
  return (x != x ? raw | 0x400000 : raw + 0x7fff + (raw >> 16 & 1)) >> 16;
}

// Number `i` of a vector beside codes, which may leave it on any boundary.
template <int BYTES>
__device__ __forceinline__ uint32_t kv_number(const uint8_t* codes, i64 i) {
  uint32_t bits = 0;
#pragma unroll
  for (int b = 0; b < BYTES; b++) bits |= (uint32_t)codes[BYTES * i + b] << 8 * b;
  return bits;
}
template <int BYTES>
__device__ __forceinline__ void put_kv_number(uint8_t* codes, i64 i, uint32_t bits) {
#pragma unroll
  for (int b = 0; b < BYTES; b++) codes[BYTES * i + b] = (uint8_t)(bits >> 8 * b);
}

// Element `i` of a vector of `width` elements, as the cache holds it.
__device__ inline float kv_element(const KvHalf& half, const KvRow<const uint8_t>& row, i64 width,
                                   int i) {
  const auto scaled = [&](float level, uint32_t negative) {
    const float value = __fmul_rn(level, from_turbo_scale(row.scales[i / KV_GROUP]));
    return negative ? -value : value;
  };
  switch (half.format) {
  case KV_F32: return __uint_as_float(kv_number<4>(row.codes, i));
  case KV_BF16: return __uint_as_float(kv_number<2>(row.codes, i) << 16);
  case KV_FP8: return __fmul_rn(from_e4m3(row.codes[i]), half.scale);
  case KV_NVFP4: {
    const float step = __fmul_rn(from_e4m3(row.scales[i / KV_GROUP]), half.scale);
    return __fmul_rn(from_e2m1(row.codes[i / 2] >> 4 * (i % 2) & 15), step);
  }
  case KV_TURBO8: return scaled(LEVELS_8[row.codes[i] & 127], row.codes[i] >> 7);
  case KV_TURBO4: {
    const uint32_t code = row.codes[i / 2] >> 4 * (i % 2) & 15;
    return scaled(LEVELS_4[code & 7], code >> 3);
  }
  default:
    return scaled(LEVELS_3[row.codes[i / 4] >> 2 * (i % 4) & 3],
                  row.codes[width / 4 + i / 8] >> i % 8 & 1);
  }
}

} // namespace atlas
