// A ring of E4M3 codes in shared memory, and fragments of the tensor cores straight from them.
//
// A sum over K does not care in what order its elements come, and neither do columns of values
// where they go: a lane takes codes as they lie, next to each other, and queries and results are
// read and written in the order that follows. Codes become f16, which has all of their values and
// NaN, by one instruction for two. Queries become f16 too: a row times a power of two that takes
// its largest element to 2^8, so that elements below 2^-22 of that lose bits.
#pragma once

#include "attention/kv_ring_codes.cuh"
#include "include/e4m3.cuh"

namespace atlas {

// As `CodedUnits` where keys and values are E4M3; parts stay codes. A row's pieces of 16 bytes
// stand in an order of its own, so that rows which lanes read at once lie in different banks.
template <int W_, int RING_> struct Fp8Units : CodedUnits<W_, RING_> {
  using Coded = CodedUnits<W_, RING_>;
  using Coded::Coded;
  static constexpr int W = W_, RING = RING_, MINE = Coded::MINE, PIECES = W / 16;
  // There is no tile: what follows the ring begins where it would be.
  static constexpr int ELEMENTS = 0;
  // Factors of the scores of a lane's two rows.
  float row_scale[2];

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

// Of a row whose largest magnitude has these bits in bf16: the exponent, counted from 127, that
// becomes 8; none of a row that is all zero, or infinite somewhere.
__device__ __forceinline__ int row_exponent(uint32_t largest) {
  const int exponent = (int)(largest >> 7);
  // Factors of more than 2^119 would be infinite.
  return exponent == 255 || largest == 0 ? 135 : max(exponent, 16);
}

// Lane i has columns 64 j + 16 (i % 4).. of keys: 16 codes, four to each of four steps.
template <int W, int RING>
__device__ __forceinline__ void load_queries(Fp8Units<W, RING>& units, uint32_t (&a)[W / 16][4],
                                             const bf16* q) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const bf16* const row = q + (lane / 4 + 8 * half) * (W + 8) + lane % 4 * 16;
    const auto four = [&](int k) { return *(const uint2*)(row + k / 4 * 64 + k % 4 * 4); };
    uint32_t largest = 0;
#pragma unroll
    for (int k = 0; k < W / 16; k++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const uint32_t two = i ? four(k).y : four(k).x;
        largest = max(largest, max(two & 0x7fff, two >> 16 & 0x7fff));
      }
    largest = max(largest, __shfl_xor_sync(ALL_LANES, largest, 1));
    largest = max(largest, __shfl_xor_sync(ALL_LANES, largest, 2));
    const int exponent = row_exponent(largest);
    // The row is read again: it would take too many registers.
    asm volatile("" ::: "memory");
    units.row_scale[half] = __uint_as_float((uint32_t)(exponent - 135 + 127) << 23);
    const float by = __uint_as_float((uint32_t)(135 - exponent + 127) << 23);
    const auto rounded = [&](uint32_t two) {
      return to_f16x2(__uint_as_float(two << 16) * by, __uint_as_float(two & 0xffff0000) * by);
    };
#pragma unroll
    for (int k = 0; k < W / 16; k++)
      a[k][half] = rounded(four(k).x), a[k][2 + half] = rounded(four(k).y);
  }
}

template <int W, int RING, int N>
__device__ __forceinline__ void score_unit(const Fp8Units<W, RING>& units, float (&scores)[N][4],
                                           const uint32_t (&a)[W / 16][4], unsigned part,
                                           int row) {
  const uint8_t* const rows = units.rows(part);
  const int lane = threadIdx.x % WARP;
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
        const uint32_t four = word_of(codes, word);
        mma_m16n8k16_f16(scores[n], a[j * 4 + word], e4m3x2_to_f16x2(four),
                         e4m3x2_to_f16x2(four >> 16));
      }
    }
#pragma unroll
  for (int n = 0; n < N; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) scores[n][i] *= units.row_scale[i / 2];
}

template <int W, int RING>
__device__ __forceinline__ uint32_t pack_weights(const Fp8Units<W, RING>&, float a, float b) {
  return to_f16x2(a, b);
}

// Codes of a lane's columns of a position, COUNT of 2, 4 or 8 next to each other.
template <int COUNT> __device__ __forceinline__ uint2 lane_codes(const uint8_t* at) {
  if constexpr (COUNT == 8) return *(const uint2*)at;
  if constexpr (COUNT == 4) return {*(const uint32_t*)at, 0};
  return {*(const uint16_t*)at, 0};
}

// Lanes i..i + 3 have columns i / 4 * COLUMNS / 8.. of the warp's, a tile of 8 the n-th of each.
template <int W, int RING, int COLUMNS>
__device__ __forceinline__ void weigh_unit(const Fp8Units<W, RING>& units, Part<COLUMNS>& sums,
                                           const uint32_t (&weights)[4], unsigned part, int row,
                                           int column) {
  constexpr int MINE = COLUMNS / 8;
  constexpr uint32_t F16_ONES = 0x3c003c00;
  const uint8_t* const rows = units.rows(part);
  const int lane = threadIdx.x % WARP, from = column + lane / 4 * MINE;
  uint2 codes[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int at = row + lane % 4 * 2 + i % 2 + i / 2 * 8;
    codes[i] = lane_codes<MINE>(rows + at * W + units.value_piece(at, from / 16) * 16 + from % 16);
  }
  mma_m16n8k16_f16(sums.sum, weights, F16_ONES, F16_ONES);
#pragma unroll
  for (int n = 0; n < MINE; n++) {
    uint32_t b[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      // Code n of two positions.
      const uint32_t low = n < 4 ? codes[2 * i].x : codes[2 * i].y,
                     high = n < 4 ? codes[2 * i + 1].x : codes[2 * i + 1].y;
      b[i] = e4m3x2_to_f16x2(__byte_perm(low, high, (4 + n % 4) << 4 | n % 4));
    }
    mma_m16n8k16_f16(sums.o[n], weights, b[0], b[1]);
  }
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
