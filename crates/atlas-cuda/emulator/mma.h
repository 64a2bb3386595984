// `ldmatrix` and `mma.sync` for the emulator: the functions of `kernels/include/mma.cuh`, which
// includes this in their place.
#pragma once

// Lane i gives the address of row i % 8 of matrix i / 8; it gets two elements of row i / 4 of each.
inline void ldmatrix_x4(uint32_t (&out)[4], const void* at) {
  if ((uintptr_t)at % 16)
    emu::fail("a row of a matrix does not lie on a 16-byte boundary", EMU_HERE);
  const unsigned char* all = emu::warp_meet(0xffffffffu, &at, sizeof at, false, EMU_HERE);
  const unsigned lane = emu::lane();
  for (unsigned m = 0; m < 4; m++) {
    const unsigned char* row;
    memcpy(&row, all + 64 * (8 * m + lane / 4), sizeof row);
    memcpy(&out[m], row + 4 * (lane % 4), 4);
  }
}

// The same with each matrix transposed: a lane gets rows 2 (i % 4) and the next of column i / 4.
inline void ldmatrix_x4_trans(uint32_t (&out)[4], const void* at) {
  if ((uintptr_t)at % 16)
    emu::fail("a row of a matrix does not lie on a 16-byte boundary", EMU_HERE);
  const unsigned char* all = emu::warp_meet(0xffffffffu, &at, sizeof at, false, EMU_HERE);
  const unsigned lane = emu::lane();
  for (unsigned m = 0; m < 4; m++) {
    for (unsigned half = 0; half < 2; half++) {
      const unsigned char* row;
      memcpy(&row, all + 64 * (8 * m + 2 * (lane % 4) + half), sizeof row);
      memcpy((unsigned char*)&out[m] + 2 * half, row + 2 * (lane / 4), 2);
    }
  }
}

// c += a b for a of 16 x 16 and b of 16 x 8 with f32 sums, in the layout of the PTX manual's
// "matrix fragments for mma.m16n8k16": lane i has of a rows i / 4 and i / 4 + 8, of b column i / 4.
// `number` makes one of 16 bits.
template <class Number>
inline void mma_m16n8k16_of(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1,
                            Number number) {
  const uint32_t mine[6] = {a[0], a[1], a[2], a[3], b0, b1};
  const unsigned char* all = emu::warp_meet(0xffffffffu, mine, sizeof mine, false, EMU_HERE);
  const auto element = [&](unsigned lane, unsigned part, unsigned half) {
    uint16_t bits;
    memcpy(&bits, all + 64 * lane + 4 * part + 2 * half, 2);
    return number(bits);
  };
  const unsigned group = emu::lane() / 4, pair = emu::lane() % 4;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned column = 2 * pair + i % 2, lower = i / 2;
    double sum = c[i];
    for (unsigned k = 0; k < 16; k++) {
      const unsigned from = k % 8 / 2, part = k / 8;
      sum += (double)element(4 * group + from, 2 * part + lower, k % 2) *
             element(4 * column + from, 4 + part, k % 2);
    }
    c[i] = (float)sum;
  }
}
inline void mma_m16n8k16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  mma_m16n8k16_of(c, a, b0, b1,
                  [](uint16_t bits) { return __uint_as_float((uint32_t)bits << 16); });
}
inline void mma_m16n8k16_f16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  mma_m16n8k16_of(c, a, b0, b1, [](uint16_t bits) { return __half2float(__half{bits}); });
}

// Integers: c += a b of signed bytes b with bytes a, in the layout of "matrix fragments for
// mma.m16n8k16 with .u8/.s8" and of m16n8k32: a word of a lane has four of a row.
struct Bytes16 {
  uint32_t of[2];
};
struct Bytes32 {
  uint32_t of[4];
};
template <bool SIGNED_A, int WORDS>
inline void mma_bytes(int (&c)[4], const uint32_t* a, const uint32_t* b) {
  uint32_t mine[6] = {};
  for (int i = 0; i < 2 * WORDS; i++) mine[i] = a[i];
  for (int i = 0; i < WORDS; i++) mine[4 + i] = b[i];
  const unsigned char* all = emu::warp_meet(0xffffffffu, mine, sizeof mine, false, EMU_HERE);
  const unsigned group = emu::lane() / 4, pair = emu::lane() % 4;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned column = 2 * pair + i % 2, lower = i / 2;
    for (unsigned k = 0; k < 16 * WORDS; k++) {
      const unsigned from = k % 16 / 4, part = k / 16;
      const unsigned char x = all[64 * (4 * group + from) + 4 * (2 * part + lower) + k % 4];
      const signed char y = (signed char)all[64 * (4 * column + from) + 4 * (4 + part) + k % 4];
      c[i] += (SIGNED_A ? (int)(signed char)x : (int)x) * y;
    }
  }
}
template <bool SIGNED_A> void mma_bytes_k16(int (&c)[4], const Bytes16& a, uint32_t b) {
  mma_bytes<SIGNED_A, 1>(c, a.of, &b);
}
template <bool SIGNED_A>
void mma_bytes_k32(int (&c)[4], const Bytes32& a, uint32_t b0, uint32_t b1) {
  const uint32_t b[2] = {b0, b1};
  mma_bytes<SIGNED_A, 2>(c, a.of, b);
}
