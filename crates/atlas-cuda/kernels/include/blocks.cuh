// Formats of blocks (ggml's and integers in groups): where codes, scales and minima of a row lie,
// and codes as exact bf16.
//
// An element is `scale * (code - ZERO) + minimum`, whose scale and minimum 16 or 32 elements share.
// A unit is 256 elements in 8 steps of 32, and lane q of four has 8 elements of each step as bytes.
// As bf16 they are EXCESS too large, which sums of the inputs make up for.
#pragma once

#include "include/quantised.cuh"

namespace atlas {

enum BlockFormat {
  Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, IQ4_NL, GGML_MXFP4, // one scale for 32 elements
  Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_XS,             // 256 elements in parts
  INT4, INT8,                                       // scales and zeros beside the codes
};

constexpr int UNIT = 256, STEP = 32, STEPS = UNIT / STEP;

// A scale and what is added: an element is `scale * code + minimum`.
struct Factors {
  float scale, minimum;
};

// Bytes of a word at an address that is a multiple of ALIGN.
template <int ALIGN> __device__ __forceinline__ uint32_t word_at(const uint8_t* p) {
  if constexpr (ALIGN == 4) return *(const uint32_t*)p;
  if constexpr (ALIGN == 2)
    return *(const uint16_t*)p | (uint32_t) * (const uint16_t*)(p + 2) << 16;
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
__device__ __forceinline__ float f16_at(const uint8_t* p) { return __half2float(*(const f16*)p); }

// Four bytes below 128 as pairs of bf16, 128 too large.
__device__ __forceinline__ void bytes_as_bf16(uint32_t bytes, uint32_t* out) {
  out[0] = __byte_perm(bytes, 0x43434343, 0x4140);
  out[1] = __byte_perm(bytes, 0x43434343, 0x4342);
}
// Differences of bf16, rounded.
__device__ __forceinline__ uint32_t sub_bf16x2(uint32_t a, uint32_t b) {
#ifdef ATLAS_EMULATED
  const auto low = [](uint32_t a, uint32_t b) {
    const float difference = __uint_as_float(a << 16) - __uint_as_float(b << 16);
    return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(difference));
  };
  return low(a, b) | low(a >> 16, b >> 16) << 16;
#else
  uint32_t out;
  asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b));
  return out;
#endif
}
// Four signed bytes as pairs of bf16: the low 7 bits less 128 where the sign is set.
__device__ __forceinline__ void signed_as_bf16(uint32_t bytes, uint32_t* out) {
  uint32_t low[2], sign[2];
  bytes_as_bf16(bytes & 0x7f7f7f7f, low);
  bytes_as_bf16(bytes & 0x80808080, sign);
  out[0] = sub_bf16x2(low[0], sign[0]);
  out[1] = sub_bf16x2(low[1], sign[1]);
}

// Entries of a table of 16 bytes for the low halves of four bytes.
__device__ __forceinline__ uint32_t look_up(const uint32_t (&table)[4], uint32_t nibbles) {
  // Selectors of four bits in a row: the entry's low three bits.
  const uint32_t pairs = (nibbles & 0x00070007) | (nibbles >> 4 & 0x00700070);
  const uint32_t selectors = (pairs & 0xff) | pairs >> 8;
  const uint32_t low = __byte_perm(table[0], table[1], selectors),
                 high = __byte_perm(table[2], table[3], selectors);
  // All ones in bytes whose entry lies in the second half.
  const uint32_t upper = (nibbles >> 3 & 0x01010101) * 0xff;
  return (low & ~upper) | (high & upper);
}
// Four bits as the lowest ones of four bytes.
__device__ __forceinline__ uint32_t spread_bits(uint32_t four) {
  return (four & 0xf) * 0x00204081 & 0x01010101;
}

constexpr uint32_t LOW_HALVES = 0x0f0f0f0f;

// Elements 4 q and 16 + 4 q on are the halves of the four bytes of a lane.
__device__ __forceinline__ void nibbles_of(uint32_t codes, uint32_t (&out)[2]) {
  out[0] = codes & LOW_HALVES;
  out[1] = codes >> 4 & LOW_HALVES;
}

// Kinds of bytes: up to 127, up to 255, and signed.
enum Bytes { SMALL, WIDE, SIGNED };

// Each format has: bytes of a unit, what addresses of its words are multiples of, whether 16
// elements share a scale (HALVES), the kind of its bytes and the code that stands for zero, `codes`
// of lane q in step s (elements 4 q on of both halves of the step, or, IN_TURNS, those of 8 q on
// with even and with odd places), and `factors` of half h of step s.
template <BlockFormat F> struct Block;

// Formats of 32 elements: an f16 scale, an f16 minimum where HAS_MINIMUM, then codes.
template <int BLOCK_BYTES, bool HAS_MINIMUM> struct SmallBlock {
  static constexpr int BYTES = BLOCK_BYTES * STEPS, ALIGN = BLOCK_BYTES % 4 == 0 ? 4 : 2;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int HEAD = HAS_MINIMUM ? 4 : 2;
  static __device__ __forceinline__ const uint8_t* step(const uint8_t* unit, int s) {
    return unit + s * BLOCK_BYTES;
  }
  static __device__ __forceinline__ uint32_t word(const uint8_t* unit, int s, int at) {
    return word_at<ALIGN>(step(unit, s) + HEAD + at);
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int) {
    const uint8_t* const p = step(unit, s);
    return {f16_at(p), HAS_MINIMUM ? f16_at(p + 2) : 0.0f};
  }
};
// Of 4 bits.
template <int BYTES, bool HAS_MINIMUM, int CODE_OF_ZERO>
struct FourBits : SmallBlock<BYTES, HAS_MINIMUM> {
  static constexpr int ZERO = CODE_OF_ZERO;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    nibbles_of(FourBits::word(unit, s, 4 * q), out);
  }
};
template <> struct Block<Q4_0> : FourBits<18, false, 8> {};
template <> struct Block<Q4_1> : FourBits<20, true, 0> {};
// Of 5 bits, the uppermost in a word before the others.
template <int BYTES, bool HAS_MINIMUM, int CODE_OF_ZERO>
struct FiveBits : SmallBlock<BYTES, HAS_MINIMUM> {
  static constexpr int ZERO = CODE_OF_ZERO;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    nibbles_of(FiveBits::word(unit, s, 4 + 4 * q), out);
    const uint32_t upper = FiveBits::word(unit, s, 0) >> 4 * q;
    out[0] |= spread_bits(upper) << 4, out[1] |= spread_bits(upper >> 16) << 4;
  }
};
template <> struct Block<Q5_0> : FiveBits<22, false, 16> {};
template <> struct Block<Q5_1> : FiveBits<24, true, 0> {};

template <> struct Block<Q8_0> : SmallBlock<34, false> {
  static constexpr Bytes KIND = SIGNED;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    out[0] = word(unit, s, 4 * q), out[1] = word(unit, s, 16 + 4 * q);
  }
};

// The values of IQ4 codes as signed bytes.
__device__ __forceinline__ void iq4_values(uint32_t codes, uint32_t (&out)[2]) {
  constexpr uint32_t TABLE[4] = {0xbfad9881, 0xf6eaddcf, 0x26190d01, 0x71594535};
  uint32_t halves[2];
  nibbles_of(codes, halves);
  out[0] = look_up(TABLE, halves[0]), out[1] = look_up(TABLE, halves[1]);
}
template <> struct Block<IQ4_NL> : SmallBlock<18, false> {
  static constexpr Bytes KIND = SIGNED;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    iq4_values(word(unit, s, 4 * q), out);
  }
};

// A byte of E8M0 and 16 of E2M1. ggml reads 0xff as 2^128; values of codes are doubled, and 12 is
// added.
template <> struct Block<GGML_MXFP4> {
  static constexpr int BYTES = 17 * STEPS, ALIGN = 1;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 12;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    constexpr uint32_t TABLE[4] = {0x0f0e0d0c, 0x18141210, 0x090a0b0c, 0x00040608};
    uint32_t halves[2];
    nibbles_of(word_at<ALIGN>(unit + 17 * s + 1 + 4 * q), halves);
    out[0] = look_up(TABLE, halves[0]), out[1] = look_up(TABLE, halves[1]);
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int) {
    const uint32_t e = unit[17 * s];
    return {__uint_as_float(e < 2 ? 0x00200000u << e : (e - 1) << 23), 0.0f};
  }
};

// Q4_K and Q5_K: six bits of scales and minima of 8 parts in 12 bytes behind two f16: the low bits
// of the first four of each, whose high pairs are those of the last four.
struct SixBitFactors {
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int) {
    const float scale = f16_at(unit), minimum = f16_at(unit + 2);
    const uint32_t a = unit[4 + s % 4], b = unit[8 + s % 4], c = unit[12 + s % 4];
    const uint32_t sc = s < 4 ? a & 63 : (c & 15) | a >> 6 << 4,
                   m = s < 4 ? b & 63 : c >> 4 | b >> 6 << 4;
    return {scale * (float)sc, -(minimum * (float)m)};
  }
};
// 32 bytes have two parts of 32 elements, one in each half: of part s, shifted down.
__device__ __forceinline__ uint32_t of_two(const uint8_t* codes, int s, int at) {
  return word_at<4>(codes + s / 2 * 32 + at) >> s % 2 * 4 & LOW_HALVES;
}
template <> struct Block<Q4_K> : SixBitFactors {
  static constexpr int BYTES = 144, ALIGN = 4;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) out[h] = of_two(unit + 16, s, h * 16 + 4 * q);
  }
};
template <> struct Block<Q5_K> : SixBitFactors {
  static constexpr int BYTES = 176, ALIGN = 4;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const uint32_t upper = word_at<4>(unit + 16 + h * 16 + 4 * q) >> s & 0x01010101;
      out[h] = of_two(unit + 48, s, h * 16 + 4 * q) | upper << 4;
    }
  }
};

// Part s of codes of 2 bits, 32 bytes for each four parts.
template <int ALIGN>
__device__ __forceinline__ uint32_t two_bits(const uint8_t* codes, int s, int at) {
  return word_at<ALIGN>(codes + s / 4 * 32 + at) >> s % 4 * 2 & 0x03030303;
}
template <> struct Block<Q2_K> {
  static constexpr int BYTES = 84, ALIGN = 4;
  static constexpr bool HALVES = true, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) out[h] = two_bits<ALIGN>(unit + 16, s, h * 16 + 4 * q);
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int h) {
    const uint32_t both = unit[2 * s + h];
    return {f16_at(unit + 80) * (float)(both & 15), -(f16_at(unit + 82) * (float)(both >> 4))};
  }
};
template <> struct Block<Q3_K> {
  static constexpr int BYTES = 110, ALIGN = 2;
  static constexpr bool HALVES = true, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 4;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const int at = h * 16 + 4 * q;
      const uint32_t upper = word_at<ALIGN>(unit + at) >> s & 0x01010101;
      out[h] = two_bits<ALIGN>(unit + 32, s, at) | upper << 2;
    }
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int h) {
    const int j = 2 * s + h;
    const uint32_t low = unit[96 + j % 8] >> j / 8 * 4 & 15, high = unit[104 + j % 4] >> j / 4 * 2;
    return {f16_at(unit + 108) * (float)((int)(low | (high & 3) << 4) - 32), 0.0f};
  }
};
template <> struct Block<Q6_K> {
  static constexpr int BYTES = 210, ALIGN = 2;
  static constexpr bool HALVES = true, IN_TURNS = false;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 32;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const int at = h * 16 + 4 * q;
      const uint32_t low = word_at<ALIGN>(unit + s / 4 * 64 + s % 2 * 32 + at);
      const uint32_t upper = two_bits<ALIGN>(unit + 128, s, at);
      out[h] = (low >> s % 4 / 2 * 4 & LOW_HALVES) | upper << 4;
    }
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int h) {
    return {f16_at(unit + 208) * (float)(int8_t)unit[192 + 2 * s + h], 0.0f};
  }
};
template <> struct Block<IQ4_XS> {
  static constexpr int BYTES = 136, ALIGN = 4;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = SIGNED;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    iq4_values(word_at<ALIGN>(unit + 8 + 16 * s + 4 * q), out);
  }
  static __device__ __forceinline__ Factors factors(const uint8_t* unit, int s, int) {
    const uint32_t both = *(const uint32_t*)unit;
    const uint32_t low = unit[4 + s / 2] >> s % 2 * 4 & 15, high = both >> (16 + 2 * s) & 3;
    return {f16_at(unit) * (float)((int)(low | high << 4) - 32), 0.0f};
  }
};

// Integers in groups. `word` is a group's scale, whose lowest 9 bits are its zero.
__device__ __forceinline__ Factors of_group(uint32_t word) {
  const float scale = __uint_as_float(word & ~511u);
  // Exact: 15 bits by 9.
  return {scale, -(scale * (float)(word & 511))};
}
template <> struct Block<INT4> {
  static constexpr int BYTES = UNIT / 2, ALIGN = 4;
  static constexpr bool HALVES = false, IN_TURNS = true;
  static constexpr Bytes KIND = SMALL;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
    nibbles_of(word_at<ALIGN>(unit + 16 * s + 4 * q), out);
  }
};
template <> struct Block<INT8> {
  static constexpr int BYTES = UNIT, ALIGN = 4;
  static constexpr bool HALVES = false, IN_TURNS = false;
  static constexpr Bytes KIND = WIDE;
  static constexpr int ZERO = 0;
  static __device__ __forceinline__ void codes(const uint8_t* unit, int s, int q,
                                               uint32_t (&out)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) out[h] = word_at<ALIGN>(unit + STEP * s + h * 16 + 4 * q);
  }
};

template <BlockFormat F> constexpr bool IN_GROUPS = F == INT4 || F == INT8;

// Codes of a lane as pairs of bf16, two of each half, and what they are larger than elements
// without scale and minimum.
template <BlockFormat F>
__device__ __forceinline__ void codes_as_bf16(const uint8_t* unit, int s, int q,
                                              uint32_t (&out)[4]) {
  uint32_t bytes[2];
  Block<F>::codes(unit, s, q, bytes);
#pragma unroll
  for (int h = 0; h < 2; h++) {
    if constexpr (Block<F>::KIND == SMALL)
      bytes_as_bf16(bytes[h], out + 2 * h);
    else
      signed_as_bf16(Block<F>::KIND == WIDE ? bytes[h] ^ 0x80808080 : bytes[h], out + 2 * h);
  }
}
template <BlockFormat F>
constexpr float EXCESS =
    Block<F>::ZERO + (Block<F>::KIND == SMALL ? 128 : Block<F>::KIND == WIDE ? -128 : 0);

} // namespace atlas
