// `wgmma` for the emulator: same names and arguments as the functions of `kernels/sm90/wgmma.cuh`, which includes this
// in their place. Products are computed when they are issued; operands that changed before they were waited for are
// found.
#pragma once

struct Flight {
  struct Product {
    const unsigned char *a, *b;
    int n, k, group;
    uint64_t sum;
  };
  Product products[64];
  int count = 0, group = 0;
};

// Byte `byte` of elements k.. of a row.
inline const unsigned char* swizzled(const unsigned char* tile, int row, int byte) {
  return tile + row * 128 + ((byte / 16) ^ row % 8) * 16 + byte % 16;
}

// A sum over what a product reads.
inline uint64_t read_sum(const unsigned char* a, const unsigned char* b, int n, int k) {
  uint64_t sum = 0;
  for (int row = 0; row < 64 + n; row++)
    for (int byte = 2 * k; byte < 2 * k + 32; byte += 8) {
      uint64_t word;
      memcpy(&word, row < 64 ? swizzled(a, row, byte) : swizzled(b, row - 64, byte), 8);
      sum = (sum ^ word) * 0x9e3779b97f4a7c15ull + 1;
    }
  return sum;
}

inline void fence_products() {}
inline void products_begin() {}
inline void products_commit(Flight& flight) { flight.group++; }

template <int LEFT> void products_wait(Flight& flight) {
  int kept = 0;
  for (int i = 0; i < flight.count; i++) {
    const Flight::Product p = flight.products[i];
    if (p.group >= flight.group - LEFT) {
      flight.products[kept++] = p;
    } else if (read_sum(p.a, p.b, p.n, p.k) != p.sum) {
      emu::fail("operands of a product changed before it was waited for", EMU_HERE);
    }
  }
  flight.count = kept;
}

template <int N> void wgmma(float (&c)[N / 8][4], const void* a_tile, const void* b_tile, int k, Flight& flight) {
  const auto *a = (const unsigned char*)a_tile, *b = (const unsigned char*)b_tile;
  if ((uintptr_t)a % 1024 || (uintptr_t)b % 1024) emu::fail("a tile does not lie on a 1,024-byte boundary", EMU_HERE);
  // The four warps go together.
  emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE);
  if (threadIdx.x % 128 == 0) {
    if (flight.count == 64) emu::fail("too many products under way", EMU_HERE);
    flight.products[flight.count++] = {a, b, N, k, flight.group, read_sum(a, b, N, k)};
  }
  const auto element = [&](const unsigned char* tile, int row, int i) {
    uint16_t half;
    memcpy(&half, swizzled(tile, row, 2 * (k + i)), 2);
    return __uint_as_float((uint32_t)half << 16);
  };
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  float rows[2][16];
  for (int r = 0; r < 2; r++)
    for (int i = 0; i < 16; i++) rows[r][i] = element(a, 16 * warp + lane / 4 + 8 * r, i);
  for (int n = 0; n < N / 8; n++)
    for (int column = 0; column < 2; column++) {
      double sums[2] = {c[n][column], c[n][2 + column]};
      for (int i = 0; i < 16; i++) {
        const float value = element(b, 8 * n + 2 * (lane % 4) + column, i);
        for (int r = 0; r < 2; r++) sums[r] += (double)rows[r][i] * value;
      }
      for (int r = 0; r < 2; r++) c[n][2 * r + column] = (float)sums[r];
    }
}
