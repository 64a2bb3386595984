// A ring of codes and scales in shared memory, copied from a quantised cache by `cp.async`, and the
// part that is computed with, as bf16.
#pragma once

#include <type_traits>

#include "attention/kv_decode.cuh"
#include "attention/split_kv_tile.cuh"

namespace atlas {

constexpr int THREADS = 128;

struct CodesParams {
  TileParams tiles;
  KvLayout layout;
};

// Calls `of` with the number of a format, a constant.
template <class Of> __device__ __forceinline__ void with_format(int format, Of of) {
  switch (format) {
  case KV_BF16: return of(std::integral_constant<int, KV_BF16>());
  case KV_FP8: return of(std::integral_constant<int, KV_FP8>());
  case KV_NVFP4: return of(std::integral_constant<int, KV_NVFP4>());
  case KV_TURBO8: return of(std::integral_constant<int, KV_TURBO8>());
  case KV_TURBO4: return of(std::integral_constant<int, KV_TURBO4>());
  default: return of(std::integral_constant<int, KV_TURBO3>());
  }
}

// As `Units` of numbers: a part goes to place `part % RING` as codes, and when it is taken to the
// tile as bf16. A place has the codes of all positions, then their scales; places come first in
// shared memory, then the tile.
template <int W_, int RING_> struct CodedUnits {
  static constexpr int W = W_, RING = RING_, WARPS = THREADS / WARP;
  static constexpr int PART = UNIT * (W + 8), ELEMENTS = PART, AHEAD = RING - 1;
  static constexpr int MINE = UNIT / WARPS;
  static constexpr unsigned NOWHERE = ~0u;
  const TileParams& p;
  const KvLayout& layout;
  const uint8_t* cache;
  const uint32_t* blocks;
  uint8_t* codes;
  i64 kv_head;
  unsigned place, begin, parts, from, to;
  bf16* ring;
  // Of position `lane % MINE` of a unit, where this warp copies: its block and place there, and the
  // block of the next unit's.
  unsigned block, token, next;

  __device__ CodedUnits(const TileParams& p, const KvLayout& layout, i64 kv_head,
                        const uint32_t* blocks, i64 from, i64 to, bf16* shared)
      : p(p),
        layout(layout),
        cache((const uint8_t*)p.cache),
        blocks(blocks),
        codes((uint8_t*)shared),
        kv_head(kv_head),
        place(UNIT * (unsigned)max(layout.key.codes + layout.key.scales,
                                   layout.value.codes + layout.value.scales)),
        begin((unsigned)(from / UNIT)),
        parts(2 * ((unsigned)((to + UNIT - 1) / UNIT) - begin)),
        from((unsigned)from),
        to((unsigned)to),
        ring((bf16*)((uint8_t*)shared + RING * place)),
        block(NOWHERE),
        token(0),
        next(ask(begin)) {}

  __device__ __forceinline__ unsigned position(unsigned unit) const {
    return unit * UNIT + threadIdx.x / WARP * MINE + threadIdx.x % MINE;
  }
  __device__ __forceinline__ bool inside(unsigned position) const {
    return position >= from && position < to;
  }
  __device__ __forceinline__ unsigned block_of(unsigned position) const {
    const unsigned tokens = (unsigned)p.block_tokens;
    return (tokens & (tokens - 1)) == 0 ? position >> __popc(tokens - 1) : position / tokens;
  }
  __device__ __forceinline__ unsigned ask(unsigned unit) const {
    const unsigned at = position(unit);
    return inside(at) ? blocks[block_of(at)] : 0;
  }
  __device__ __forceinline__ void find(unsigned unit) {
    const unsigned at = position(unit);
    block = inside(at) ? next : NOWHERE;
    token = at - block_of(at) * (unsigned)p.block_tokens;
    next = ask(unit + 1);
  }

  // Rows of ROW bytes of this warp's positions, in copies of BYTES; the first of a block's lies at
  // `first`.
  template <int ROW, int BYTES>
  __device__ __forceinline__ void copy(const uint8_t* first, uint8_t* to) const {
    constexpr int EACH = ROW / BYTES, ALL = MINE * EACH;
    static_assert(ROW % BYTES == 0, "whole copies");
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
#pragma unroll 4
    for (int turn = 0; turn < ALL; turn += WARP) {
      const int i = turn + lane, row = min(i / EACH, MINE - 1), column = i % EACH * BYTES;
      const unsigned of = __shfl_sync(ALL_LANES, block, row),
                     at = __shfl_sync(ALL_LANES, token, row);
      const bool there = of != NOWHERE;
      const uint8_t* const source =
          there ? first + (i64)of * layout.block + (i64)at * ROW + column : cache;
      if (ALL % WARP == 0 || i < ALL)
        cp_async<BYTES>(to + (warp * MINE + row) * ROW + column, source, there);
    }
  }

  __device__ __forceinline__ void bring(unsigned part) {
    if (part < parts) {
      if (part % 2 == 0) find(begin + part / 2);
      const KvHalf& half = part % 2 ? layout.value : layout.key;
      const uint8_t* const first = cache + half.first + kv_head * half.head;
      const uint8_t* const scales = first + p.block_tokens * half.codes;
      uint8_t* const to = codes + part % RING * place;
      // All addresses of a block are whole multiples of what is copied at once.
      const bool aligned = p.block_tokens % 16 == 0;
      with_format(half.format, [&](auto format) {
        constexpr int CODES = CODE_BYTES<decltype(format)::value, W>,
                      SCALES = SCALE_BYTES<decltype(format)::value, W>;
        if (aligned) copy<CODES, CODES % 16 == 0 ? 16 : 8>(first, to);
        else copy<CODES, 4>(first, to);
        if constexpr (SCALES > 0) {
          if (aligned) copy<SCALES, SCALES>(scales, to + UNIT * CODES);
          else copy<SCALES, 4>(scales, to + UNIT * CODES);
        }
      });
    }
    cp_async_commit();
  }

  // A part as bf16 in the tile, by all threads.
  __device__ __forceinline__ void decode(unsigned part) const {
    const uint8_t* const rows = codes + part % RING * place;
    with_format(part % 2 ? layout.value.format : layout.key.format, [&](auto format) {
      constexpr int FORMAT = decltype(format)::value, CODES = CODE_BYTES<FORMAT, W>,
                    SCALES = SCALE_BYTES<FORMAT, W>, EIGHTS = W / 8;
#pragma unroll 4
      for (int i = threadIdx.x; i < UNIT * EIGHTS; i += THREADS) {
        const int row = i / EIGHTS, column = i % EIGHTS * 8;
        *(uint4*)(ring + row * (W + 8) + column) = decode_eight<FORMAT, W>(
            rows + row * CODES, rows + UNIT * CODES + row * SCALES, column);
      }
    });
    __syncthreads();
  }

  __device__ __forceinline__ const bf16* at(unsigned) const { return ring; }
  static __device__ __forceinline__ int offset(int row, int column) {
    return row * (W + 8) + column;
  }
  __device__ __forceinline__ bool bring_rest(int early) {
#pragma unroll 1
    for (int part = early; part < AHEAD; part++) bring(part);
    return false;
  }
  __device__ __forceinline__ void take(unsigned part) {
    cp_async_wait<RING - 2>();
    __syncthreads();
    bring(part + RING - 1);
    decode(part);
  }
  // The same where the next part alone is brought ahead.
  __device__ __forceinline__ void ready(unsigned part) const { decode(part); }
  __device__ __forceinline__ void give_back(unsigned) const {}
  __device__ __forceinline__ void meet() const { __syncthreads(); }
  __device__ __forceinline__ void end() const { cp_async_wait<0>(); }
};

} // namespace atlas
