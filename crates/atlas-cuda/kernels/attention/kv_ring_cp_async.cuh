// A ring of keys and values in shared memory, copied from the paged cache by `cp.async`.
#pragma once

#include "attention/split_kv_tile.cuh"

namespace atlas {

// Threads of a block.
constexpr int THREADS = 128;

// The cache itself, where its address is all that copies need.
struct Plain {};

// Keys and values of a block's positions, unit by unit: of unit i, part 2 i are its keys and part 2
// i + 1 its values. A part goes to place `part % RING`; positions outside of from..to become zeros.
// Parts are brought in order.
template <int W_, int RING_> struct Units {
  static constexpr int W = W_, RING = RING_, WARPS = THREADS / WARP;
  // Elements of a part. Rows are so far apart that eight of them lie in different banks.
  static constexpr int PART = UNIT * (W + 8), ELEMENTS = RING * PART;
  // Parts that are brought before the first is taken.
  static constexpr int AHEAD = RING - 1;
  // Positions of a part that a warp brings: LANES lanes take 128 bytes of one, so ROWS of them go
  // at once.
  static constexpr int MINE = UNIT / WARPS, LANES = 8, ROWS = WARP / LANES, TURNS = MINE / ROWS;
  static constexpr unsigned NOWHERE = ~0u;
  const TileParams& p;
  const bf16 *keys, *values;
  const uint32_t* blocks;
  bf16* ring;
  unsigned begin, parts, from, to;
  // Where the positions lie that this lane copies of a unit, in rows of the cache, and the block of
  // the next unit's position `lane % MINE`: it is asked for a unit before it is needed, so that no
  // copy waits for the table.
  unsigned where[TURNS], next;

  __device__ Units(const TileParams& p, Plain, i64 kv_head, const uint32_t* blocks, i64 from,
                   i64 to, bf16* ring)
      : p(p),
        keys(p.cache + kv_head * p.block_tokens * W + threadIdx.x % LANES * 8),
        values(keys + p.kv_heads * p.block_tokens * W),
        blocks(blocks),
        ring(ring),
        begin((unsigned)(from / UNIT)),
        parts(2 * ((unsigned)((to + UNIT - 1) / UNIT) - begin)),
        from((unsigned)from),
        to((unsigned)to),
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
    const unsigned at = position(unit), tokens = (unsigned)p.block_tokens;
    const unsigned row = (2 * (unsigned)p.kv_heads * next - block_of(at)) * tokens + at;
    const unsigned mine = inside(at) ? row : NOWHERE;
#pragma unroll
    for (int i = 0; i < TURNS; i++)
      where[i] = __shfl_sync(ALL_LANES, mine, i * ROWS + threadIdx.x % WARP / LANES);
    next = ask(unit + 1);
  }

  __device__ __forceinline__ const bf16* at(unsigned part) const {
    return ring + part % RING * PART;
  }
  // Where an element of a part lies.
  static __device__ __forceinline__ int offset(int row, int column) {
    return row * (W + 8) + column;
  }

  __device__ __forceinline__ void bring(unsigned part) {
    if (part < parts) {
      if (part % 2 == 0) find(begin + part / 2);
      const bf16* const rows = part % 2 ? values : keys;
      const int first = threadIdx.x / WARP * MINE + threadIdx.x % WARP / LANES;
      bf16* const place = ring + (part % RING * UNIT + first) * (W + 8) + threadIdx.x % LANES * 8;
#pragma unroll
      for (int i = 0; i < TURNS; i++) {
        const bool there = where[i] != NOWHERE;
        const bf16* const row = rows + (i64)(there ? where[i] : 0) * W;
#pragma unroll
        for (int c = 0; c < W; c += LANES * 8)
          cp_async16_l2_256(place + i * ROWS * (W + 8) + c, row + c, there);
      }
    }
    cp_async_commit();
  }
  // The parts from `early` on that are brought ahead. All threads compute: none is done.
  __device__ __forceinline__ bool bring_rest(int early) {
#pragma unroll 1
    for (int part = early; part < AHEAD; part++) bring(part);
    return false;
  }
  // Until all of a part is there and what threads wrote before is seen by all; the part before goes
  // to be filled again.
  __device__ __forceinline__ void take(unsigned part) {
    cp_async_wait<RING - 2>();
    __syncthreads();
    bring(part + RING - 1);
  }
  // Numbers are computed with where they are.
  __device__ __forceinline__ void ready(unsigned) const {}
  __device__ __forceinline__ void give_back(unsigned) const {}
  __device__ __forceinline__ void meet() const { __syncthreads(); }
  __device__ __forceinline__ void end() const { cp_async_wait<0>(); }
};

} // namespace atlas
