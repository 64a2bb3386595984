// `wgmma` for the emulator: same names and arguments as the functions of
// `kernels/include/wgmma.cuh`, which includes this in their place. Products are computed when they
// are issued; operands that changed before they were waited for are found. Sums are NaN until then,
// and values written to them meanwhile are lost.
#pragma once

struct Flight {
  // Operands in shared memory: 64 rows at `a`, if it is not null, and `n` rows at `b`, 32 bytes
  // each; or of registers and 16 rows of `n` columns at `b`, in panels `panel` bytes apart.
  struct Product {
    const unsigned char *a, *b;
    int n, panel, group;
    uint64_t sum;
  };
  struct Sums {
    float* at;
    int count, group;
    float values[128];
  };
  struct Factors {
    const uint32_t* at;
    int group;
    uint32_t values[4];
  };
  Product products[64];
  Sums sums[3];
  Factors factors[16];
  int count = 0, sums_count = 0, factors_count = 0, group = 0;

  // The sums at an address as far as they are known; no other code reads them until they are
  // waited for.
  float* begin(float* at, int count, bool add) {
    Sums* mine = nullptr;
    for (int i = 0; i < sums_count; i++)
      if (sums[i].at == at) mine = &sums[i];
    if (!mine) {
      if (sums_count == 3) emu::fail("sums of too many products under way", EMU_HERE);
      mine = &sums[sums_count++];
      mine->at = at;
      for (int i = 0; i < count; i++) mine->values[i] = at[i], at[i] = __uint_as_float(0x7fc00000u);
    }
    mine->count = count, mine->group = group;
    if (!add)
      for (int i = 0; i < count; i++) mine->values[i] = 0.0f;
    return mine->values;
  }
};

// Where the hardware finds a byte: 128 bytes eight times, of which the address swizzles pieces of
// 16.
inline const unsigned char* swizzled(const unsigned char* at) {
  const uintptr_t address = (uintptr_t)at;
  return (const unsigned char*)(address ^ (address >> 7 & 7) << 4);
}

// Calls `f` with every 16 bytes that a product reads.
template <class F> void each_piece(const Flight::Product& p, F f) {
  if (p.panel == 0)
    for (int row = 0; row < 64 + p.n; row++)
      for (int piece = 0; piece < 2; piece++)
        f(swizzled((row < 64 ? p.a + row * 128 : p.b + (row - 64) * 128) + piece * 16));
  else
    for (int row = 0; row < 16; row++)
      for (int piece = 0; piece < p.n / 8; piece++)
        f(swizzled(p.b + piece / 8 * p.panel + row * 128 + piece % 8 * 16));
}

inline uint64_t read_sum(const Flight::Product& p) {
  uint64_t sum = 0;
  each_piece(p, [&](const unsigned char* at) {
    uint64_t words[2];
    memcpy(words, at, 16);
    for (uint64_t word : words) sum = (sum ^ word) * 0x9e3779b97f4a7c15ull + 1;
  });
  return sum;
}

inline void fence_async_proxy() { emu::fence_async_proxy(); }
inline void wgmma_fence() {}
inline void wgmma_commit(Flight& flight) { flight.group++; }

template <int LEFT> void wgmma_wait(Flight& flight) {
  // All lanes: none goes on before the others have read what their products take.
  emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE);
  const auto over = [&](int group) { return group < flight.group - LEFT; };
  int kept = 0;
  for (int i = 0; i < flight.count; i++) {
    const Flight::Product p = flight.products[i];
    if (!over(p.group))
      flight.products[kept++] = p;
    else if (read_sum(p) != p.sum)
      emu::fail("operands of a product changed before it was waited for", EMU_HERE);
  }
  flight.count = kept;
  kept = 0;
  for (int i = 0; i < flight.factors_count; i++) {
    const Flight::Factors f = flight.factors[i];
    if (!over(f.group))
      flight.factors[kept++] = f;
    else if (memcmp(f.at, f.values, sizeof f.values))
      emu::fail("registers of a product changed before it was waited for", EMU_HERE);
  }
  flight.factors_count = kept;
  kept = 0;
  for (int i = 0; i < flight.sums_count; i++) {
    const Flight::Sums& s = flight.sums[i];
    if (over(s.group))
      memcpy(s.at, s.values, s.count * sizeof(float));
    else
      flight.sums[kept++] = Flight::Sums(s);
  }
  flight.sums_count = kept;
}

// Notes what a product reads; the four warps go together.
inline void product_begin(Flight::Product p, Flight& flight) {
  emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE);
  if (threadIdx.x % 128) return;
  if (flight.count == 64) emu::fail("too many products under way", EMU_HERE);
  each_piece(p, [](const unsigned char* at) { emu::check_shown(at, EMU_HERE); });
  p.group = flight.group, p.sum = read_sum(p);
  flight.products[flight.count++] = p;
}

inline float element(const unsigned char* at) {
  uint16_t half;
  memcpy(&half, swizzled(at), 2);
  return __uint_as_float((uint32_t)half << 16);
}

// Adds products of a lane's two rows with columns of `N` to its sums; `b(k, n)` says where an
// element lies.
template <int N, class B> void multiply(float* sums, const float (&rows)[2][16], B b) {
  const int lane = threadIdx.x % 32;
  for (int n = 0; n < N / 8; n++)
    for (int column = 0; column < 2; column++) {
      float* at = sums + n * 4 + column;
      double both[2] = {at[0], at[2]};
      for (int k = 0; k < 16; k++) {
        const float value = element(b(k, 8 * n + 2 * (lane % 4) + column));
        for (int r = 0; r < 2; r++) both[r] += (double)rows[r][k] * value;
      }
      at[0] = (float)both[0], at[2] = (float)both[1];
    }
}

inline void rows_product(const unsigned char* a, float (&rows)[2][16]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  for (int r = 0; r < 2; r++)
    for (int k = 0; k < 16; k++)
      rows[r][k] = element(a + (16 * warp + lane / 4 + 8 * r) * 128 + 2 * k);
}

// Rows of both operands lie as the header says; a tile begins at its first element.
struct WgmmaDescriptor {
  const unsigned char* at;
  int panel;
};
inline void check_tile(const void* tile) {
  if ((uintptr_t)tile % 1024) emu::fail("a tile does not lie on a 1,024-byte boundary", EMU_HERE);
}
inline WgmmaDescriptor k_major(const void* tile) {
  check_tile(tile);
  return {(const unsigned char*)tile, 0};
}
inline WgmmaDescriptor mn_major(const void* tile, int panel) {
  check_tile(tile);
  return {(const unsigned char*)tile, 2 * panel};
}
inline WgmmaDescriptor advance(WgmmaDescriptor operand, int elements) {
  return {operand.at + 2 * elements, operand.panel};
}

template <int N, bool ADD>
void wgmma_ss(float (&c)[N / 8][4], WgmmaDescriptor a, WgmmaDescriptor b, Flight& flight) {
  product_begin({a.at, b.at, N, 0, 0, 0}, flight);
  float rows[2][16];
  rows_product(a.at, rows);
  multiply<N>(flight.begin(&c[0][0], N / 2, ADD), rows,
              [&](int k, int n) { return b.at + n * 128 + 2 * k; });
}

template <int N>
void wgmma_rs(float (&c)[N / 8][4], const uint32_t (&a)[4], WgmmaDescriptor b, Flight& flight) {
  product_begin({nullptr, b.at, N, b.panel, 0, 0}, flight);
  if (flight.factors_count == 16) emu::fail("registers of too many products under way", EMU_HERE);
  flight.factors[flight.factors_count++] = {&a[0], flight.group, {a[0], a[1], a[2], a[3]}};
  const unsigned char* all = emu::warp_meet(0xffffffffu, &a[0], sizeof a, false, EMU_HERE);
  const int lane = threadIdx.x % 32;
  float rows[2][16];
  for (int r = 0; r < 2; r++)
    for (int k = 0; k < 16; k++) {
      uint16_t half;
      memcpy(&half, all + 64 * (lane / 4 * 4 + k % 8 / 2) + 4 * (k / 8 * 2 + r) + k % 2 * 2, 2);
      rows[r][k] = __uint_as_float((uint32_t)half << 16);
    }
  multiply<N>(flight.begin(&c[0][0], N / 2, true), rows,
              [&](int k, int n) { return b.at + n / 64 * b.panel + k * 128 + n % 64 * 2; });
}

template <int N>
void wgmma(float (&c)[N / 8][4], const void* a, const void* b, int k, Flight& flight) {
  wgmma_ss<N, true>(c, advance(k_major(a), k), advance(k_major(b), k), flight);
}

// A code of E4M3 as f32.
inline float e4m3_element(const unsigned char* at) {
  const unsigned code = *swizzled(at), exponent = code >> 3 & 15, fraction = code & 7;
  if ((code & 0x7f) == 0x7f) return __uint_as_float(0x7fc00000u);
  const float magnitude = exponent ? ldexpf((float)(8 + fraction), (int)exponent - 10)
                                   : ldexpf((float)fraction, -9);
  return code & 0x80 ? -magnitude : magnitude;
}

template <int N, bool ADD>
void wgmma_e4m3(float (&c)[N / 8][4], const void* tile_a, const void* tile_b, int k,
                Flight& flight) {
  const unsigned char *a = advance(k_major(tile_a), k).at, *b = advance(k_major(tile_b), k).at;
  product_begin({a, b, N, 0, 0, 0}, flight);
  float* const sums = flight.begin(&c[0][0], N / 2, ADD);
  const int lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane / 4;
  float rows[2][32];
  for (int r = 0; r < 2; r++)
    for (int i = 0; i < 32; i++) rows[r][i] = e4m3_element(a + (row + 8 * r) * 128 + i);
  for (int n = 0; n < N / 8; n++)
    for (int column = 0; column < 2; column++) {
      float* const at = sums + n * 4 + column;
      double both[2] = {at[0], at[2]};
      for (int i = 0; i < 32; i++) {
        const float value = e4m3_element(b + (8 * n + 2 * (lane % 4) + column) * 128 + i);
        for (int r = 0; r < 2; r++) both[r] += (double)rows[r][i] * value;
      }
      at[0] = (float)both[0], at[2] = (float)both[1];
    }
}

template <int N> void wgmma_pin_sums(float (&)[N][4]) {}
