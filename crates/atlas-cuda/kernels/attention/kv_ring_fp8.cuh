// A ring of E4M3 codes in shared memory, and fragments of the tensor cores straight from them.
//
// A sum over K does not care in what order its elements come, and neither do columns of values
// where they go: a lane takes codes as they lie, next to each other, and queries and results are
// read and written in the order that follows. A code is exact in bf16.
#pragma once

#include "attention/kv_ring_codes.cuh"

namespace atlas {

// As `CodedUnits` where keys and values are E4M3; parts stay codes. A row's pieces of 16 bytes
// stand in an order of its own, so that rows which lanes read at once lie in different banks.
template <int W_, int RING_> struct Fp8Units : CodedUnits<W_, RING_> {
  using Coded = CodedUnits<W_, RING_>;
  using Coded::Coded;
  static constexpr int W = W_, RING = RING_, MINE = Coded::MINE, PIECES = W / 16;
  // There is no tile: what follows the ring begins where it would be.
  static constexpr int ELEMENTS = 0;

  // Place of piece `piece` of a row of keys, of which lanes read two neighbours at once, and of
  // values, of which they read every second of eight.
  static __device__ __forceinline__ int key_piece(int row, int piece) {
    return W == 64 ? piece : piece ^ (row & 1) << 2;
  }
  static __device__ __forceinline__ int value_piece(int row, int piece) {
    return piece ^ (row >> 1 & 3) << (W == 64 ? 0 : 1);
  }

  __device__ __forceinline__ void bring(unsigned part) {
    if (part < this->parts) {
      if (part % 2 == 0) this->find(this->begin + part / 2);
      const KvHalf& half = part % 2 ? this->layout.value : this->layout.key;
      const uint8_t* const first = this->cache + half.first + this->kv_head * half.head;
      uint8_t* const to = this->codes + part % RING * this->place;
      const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
#pragma unroll 4
      for (int i = lane; i < MINE * PIECES; i += WARP) {
        const int mine = i / PIECES, piece = i % PIECES, row = warp * MINE + mine;
        const unsigned of = __shfl_sync(ALL_LANES, this->block, mine),
                       at = __shfl_sync(ALL_LANES, this->token, mine);
        const bool there = of != Coded::NOWHERE;
        const i64 offset = (i64)of * this->layout.block + (i64)at * W + piece * 16;
        const int place = part % 2 ? value_piece(row, piece) : key_piece(row, piece);
        cp_async16(to + row * W + place * 16, there ? first + offset : this->cache, there);
      }
    }
    cp_async_commit();
  }
  __device__ __forceinline__ bool bring_rest(int early) {
#pragma unroll 1
    for (int part = early; part < Coded::AHEAD; part++) bring(part);
    return false;
  }
  __device__ __forceinline__ void take(unsigned part) {
    cp_async_wait<RING - 2>();
    __syncthreads();
    bring(part + RING - 1);
  }
  __device__ __forceinline__ const uint8_t* rows(unsigned part) const {
    return this->codes + part % RING * this->place;
  }
};

// Lane i has columns 64 j + 16 (i % 4).. of keys: 16 codes, four to each of four steps.
template <int W, int RING>
__device__ __forceinline__ void load_queries(const Fp8Units<W, RING>&, uint32_t (&a)[W / 16][4],
                                             const bf16* q) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int k = 0; k < W / 16; k++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const uint2 four = *(const uint2*)(q + (lane / 4 + 8 * half) * (W + 8) + k / 4 * 64 +
                                         lane % 4 * 16 + k % 4 * 4);
      // Elements 0 and 2, then 1 and 3, as `decode_e4m3` has them.
      a[k][half] = __byte_perm(four.x, four.y, 0x5410);
      a[k][2 + half] = __byte_perm(four.x, four.y, 0x7632);
    }
}

// NaN in place of the scores of keys with a code of NaN, which lanes i..i + 3 have seen of key i / 4.
template <int N>
__device__ __forceinline__ void put_nan_scores(float (&scores)[N][4], const uint32_t (&nans)[N]) {
#pragma unroll
  for (int n = 0; n < N; n++) {
    const unsigned seen = __ballot_sync(ALL_LANES, nans[n] & NAN_BITS);
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (seen >> (threadIdx.x % 4 * 2 + i % 2) * 4 & 15) scores[n][i] = __int_as_float(0x7fffffff);
  }
}

template <int W, int RING, int N>
__device__ __forceinline__ void score_unit(const Fp8Units<W, RING>& units, float (&scores)[N][4],
                                           const uint32_t (&a)[W / 16][4], unsigned part,
                                           int row) {
  const uint8_t* const rows = units.rows(part);
  const int lane = threadIdx.x % WARP;
  uint32_t nans[N] = {};
#pragma unroll
  for (int n = 0; n < N; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) scores[n][i] = 0.0f;
#pragma unroll
  for (int j = 0; j < W / 64; j++)
#pragma unroll
    for (int n = 0; n < N; n++) {
      const int key = row + n * 8 + lane / 4;
      const uint4 codes =
          *(const uint4*)(rows + key * W + units.key_piece(key, j * 4 + lane % 4) * 16);
#pragma unroll
      for (int word = 0; word < 4; word++) {
        uint32_t b[2];
        decode_e4m3(word_of(codes, word), b);
        nans[n] |= nans_of(word_of(codes, word));
        mma_m16n8k16(scores[n], a[j * 4 + word], b[0], b[1]);
      }
    }
  uint32_t any = nans[0];
#pragma unroll
  for (int n = 1; n < N; n++) any |= nans[n];
  if (__any_sync(ALL_LANES, any & NAN_BITS)) put_nan_scores(scores, nans);
}

// Codes of a lane's columns of a position, COUNT of 2, 4 or 8 next to each other.
template <int COUNT> __device__ __forceinline__ uint2 lane_codes(const uint8_t* at) {
  if constexpr (COUNT == 8) return *(const uint2*)at;
  if constexpr (COUNT == 4) return {*(const uint32_t*)at, 0};
  return {*(const uint16_t*)at, 0};
}

// NaN in the columns of which a position has a code of NaN: `nans` has a bit for each of this lane's
// columns.
template <int COLUMNS>
__device__ __forceinline__ void put_nan_columns(Part<COLUMNS>& sums, uint32_t nans) {
  nans |= __shfl_xor_sync(ALL_LANES, nans, 1);
  nans |= __shfl_xor_sync(ALL_LANES, nans, 2);
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const uint32_t of = __shfl_sync(ALL_LANES, nans, (threadIdx.x % 4 * 2 + i) * 4);
#pragma unroll
    for (int n = 0; n < COLUMNS / 8; n++)
      if (of >> n & 1) sums.o[n][i] = sums.o[n][2 + i] = __int_as_float(0x7fffffff);
  }
}

// Lanes i..i + 3 have columns i / 4 * COLUMNS / 8.. of the warp's, a tile of 8 the n-th of each.
template <int W, int RING, int COLUMNS>
__device__ __forceinline__ void weigh_unit(const Fp8Units<W, RING>& units, Part<COLUMNS>& sums,
                                           const uint32_t (&weights)[4], unsigned part, int row,
                                           int column) {
  constexpr int MINE = COLUMNS / 8;
  const uint8_t* const rows = units.rows(part);
  const int lane = threadIdx.x % WARP, from = column + lane / 4 * MINE;
  uint2 codes[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int at = row + lane % 4 * 2 + i % 2 + i / 2 * 8;
    codes[i] = lane_codes<MINE>(rows + at * W + units.value_piece(at, from / 16) * 16 + from % 16);
  }
  mma_m16n8k16(sums.sum, weights, ONES, ONES);
  uint32_t nans = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) nans |= nans_of(codes[i].x) | nans_of(codes[i].y);
  constexpr uint32_t TWO_TO_120 = 0x7b807b80;
#pragma unroll
  for (int n = 0; n < MINE; n++) {
    uint32_t b[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      // Code n of two positions, in the upper bytes of the halves of a word.
      const uint32_t low = n < 4 ? codes[2 * i].x : codes[2 * i].y,
                     high = n < 4 ? codes[2 * i + 1].x : codes[2 * i + 1].y;
      const uint32_t both = __byte_perm(low, high, (4 + n % 4) << 12 | n % 4 << 4);
      b[i] = mul_bf16x2(spread_e4m3(both), TWO_TO_120);
    }
    mma_m16n8k16(sums.o[n], weights, b[0], b[1]);
  }
  if (!__any_sync(ALL_LANES, nans & NAN_BITS)) return;
  uint32_t columns = 0;
#pragma unroll
  for (int n = 0; n < MINE; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t code = (n < 4 ? codes[i].x : codes[i].y) >> n % 4 * 8;
      if ((code & 0x7f) == 0x7f) columns |= 1u << n;
    }
  put_nan_columns(sums, columns);
}

template <int W, int RING, int COLUMNS, class Value>
__device__ __forceinline__ void put_row(const Fp8Units<W, RING>&, Part<COLUMNS>&, float* at,
                                        Value value) {
  constexpr int MINE = COLUMNS / 8;
#pragma unroll
  for (int i = 0; i < 2; i++) {
    float* const to = at + (threadIdx.x % 4 * 2 + i) * MINE;
#pragma unroll
    for (int n = 0; n < MINE; n += 2) *(float2*)(to + n) = {value(n, i), value(n + 1, i)};
  }
}
template <int W, int RING, int COLUMNS, class Value>
__device__ __forceinline__ void put_row(const Fp8Units<W, RING>&, Part<COLUMNS>&, bf16* at,
                                        Value value) {
  constexpr int MINE = COLUMNS / 8;
#pragma unroll
  for (int i = 0; i < 2; i++) {
    bf16* const to = at + (threadIdx.x % 4 * 2 + i) * MINE;
#pragma unroll
    for (int n = 0; n < MINE; n += 2) *(uint32_t*)(to + n) = pack(value(n, i), value(n + 1, i));
  }
}

} // namespace atlas
