// Weights of 8 and 4 bits: their rows in memory, and their codes as bf16, exactly.
//
// E4M3 and E2M1 have fewer bits of exponent and fraction than bf16, so a code's bits go to their
// places in a bf16 of a far smaller exponent, and a product with a power of two, which is exact,
// makes up for it; subnormal codes become subnormal bf16 and come out right. E2M1 times its block
// scale of E4M3 (6 bits of fraction) or E8M0 is exact in bf16 too.
#pragma once

#include "include/common.cuh"

namespace atlas {

enum Format { FP8, NVFP4, MXFP4 };

// Codes [n, row_bytes], codes of block scales [n, block_bytes], and f32 scales
// [n / scale_rows, scale_columns], as `Weight` has them.
struct QuantisedWeight {
  const uint8_t* codes; const uint8_t* blocks; const float* scales;
  i64 row_bytes, block_bytes, scale_columns, scale_rows;
};

template <Format F> struct Codes {
  static constexpr bool FOUR_BITS = F != FP8;
  // Elements of 16 bytes of codes.
  static constexpr int PIECE = FOUR_BITS ? 32 : 16;
  // Elements that 4 lanes take at once, and in the two turns of a unit. A unit of 8-bit codes is a
  // block of 128 elements, which has one scale.
  static constexpr int TURN = 4 * PIECE, UNIT = 2 * TURN;
};
constexpr int FP8_BLOCK = 128;

// A row of a weight.
struct WeightRow {
  const uint8_t* codes; const uint8_t* blocks; const float* scales;
};
__device__ __forceinline__ WeightRow row_of(const QuantisedWeight& w, i64 n) {
  return {w.codes + n * w.row_bytes, w.blocks + n * w.block_bytes,
          w.scales + (unsigned)n / (unsigned)w.scale_rows * w.scale_columns};
}

// Two products of bf16, rounded.
__device__ __forceinline__ uint32_t mul_bf16x2(uint32_t a, uint32_t b) {
#ifdef ATLAS_EMULATED
  const auto low = [](uint32_t a, uint32_t b) {
    const float product = __uint_as_float(a << 16) * __uint_as_float(b << 16);
    return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(product));
  };
  return low(a, b) | low(a >> 16, b >> 16) << 16;
#else
  uint32_t out;
  asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b));
  return out;
#endif
}

// Four E4M3 as pairs of bf16: elements 0 and 2, then 1 and 3. The two codes of NaN become 480 (see
// `nans_of`).
__device__ __forceinline__ void decode_e4m3(uint32_t codes, uint32_t (&out)[2]) {
  constexpr uint32_t TWO_TO_120 = 0x7b807b80;
  const uint32_t even = (codes << 4 & 0x07f007f0) | (codes << 8 & 0x80008000);
  const uint32_t odd = (codes >> 4 & 0x07f007f0) | (codes & 0x80008000);
  out[0] = mul_bf16x2(even, TWO_TO_120);
  out[1] = mul_bf16x2(odd, TWO_TO_120);
}
// The upper bit of each byte is set where an E4M3 is NaN; other bits mean nothing.
__device__ __forceinline__ uint32_t nans_of(uint32_t codes) {
  return (codes & 0x7f7f7f7f) + 0x01010101;
}
constexpr uint32_t NAN_BITS = 0x80808080;

// Eight E2M1 times 2^-126 as pairs of bf16: elements i and i + 4 of each i.
__device__ __forceinline__ void decode_e2m1(uint32_t codes, uint32_t (&out)[4]) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t sign = codes << (12 - 4 * i) & 0x80008000;
    const uint32_t rest = i < 2 ? codes << (6 - 4 * i) : codes >> (4 * i - 6);
    out[i] = sign | (rest & 0x01c001c0);
  }
}

// Factors of E2M1 by the code of their block scale, for both halves: times 2^118 for E4M3, so that
// products are 2^-8 of what they stand for; E8M0 themselves.
template <Format F> __device__ __forceinline__ uint32_t block_factor(int code) {
  uint32_t bits;
  if (F == MXFP4) {
    bits = code == 0xff ? 0x7fff : code == 0 ? 0x0040 : code << 7;
  } else {
    const bool nan = (code & 0x7f) == 0x7f;
    const float magnitude = __uint_as_float((uint32_t)(code & 0x7f) << 20) *
                            __uint_as_float((120 + 127) << 23) * __uint_as_float((118 + 127) << 23);
    bits = nan ? 0x7fff : __bfloat16_as_ushort(from_f32<bf16>(magnitude));
    bits |= (code & 0x80) << 8;
  }
  return bits << 16 | bits;
}
// Products with E2M1 are to be multiplied by that.
template <Format F> constexpr float RESULT_FACTOR = F == NVFP4 ? 256.0f : 1.0f;

// `out` of `decode_e2m1` times a block factor.
template <Format F>
__device__ __forceinline__ void apply_factor(uint32_t (&pairs)[4], uint32_t factor) {
  constexpr uint32_t TWO_TO_126 = 0x7e807e80;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    if (F == MXFP4) pairs[i] = mul_bf16x2(pairs[i], TWO_TO_126);
    pairs[i] = mul_bf16x2(pairs[i], factor);
  }
}

__device__ __forceinline__ uint32_t word_of(const uint4& four, int i) {
  return i == 0 ? four.x : i == 1 ? four.y : i == 2 ? four.z : four.w;
}

} // namespace atlas
