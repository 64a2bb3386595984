// Computes: causal attention q[T, H, D], bf16, of spans of 1 to 16 rows over the paged cache.
// Picked: Hopper, rows of more than one range, cache blocks of 8, 16, 32 or n x 64 positions.
// Tiling: that of `decode_split_kv`, to the same bits; a fifth warp issues the copies (TMA).
// Limit: bandwidth: keys and values are read once for all query heads of a KV head.
// Share: 53 to 92 % of 4.51 TB/s (32 to 128 rows); docs/benchmarks/log/2026-11-25-cuda-h200.md.
//
// The copies take keys and values as they lie in the cache: a TMA box is all positions of a cache
// block, or 64 of them.
#include "attention/split_kv_tile.cuh"
#include "include/tma.cuh"
#include "include/warp_roles.cuh"
#include "include/wgmma.cuh"
using namespace atlas;

struct TmaParams {
  // The cache as rows of all blocks, KV heads and positions, in eights; a box has
  // `min(block_tokens, 64)` rows.
  TensorMap cache;
  TileParams tiles;
};

// As `Units`. A part of the ring (keys or values of a unit) lies in eights of rows, and those in
// panels of 64 columns in swizzled order. The warp behind those that compute issues all copies, a
// TMA box a lane.
template <int W_, int RING_, int WARPS_> struct Boxes {
  static constexpr int W = W_, RING = RING_, WARPS = WARPS_, THREADS = WARPS * WARP,
                       PART = UNIT * W, PANELS = W / DEPTH;
  // Shared memory of the block: the parts, and behind them two barriers for each.
  static constexpr int ELEMENTS = RING * PART + 8 * RING, AHEAD = RING;
  const TileParams& p;
  const TensorMap& map;
  const uint32_t* blocks;
  bf16* ring;
  // Open when the bytes of a part are there, and when all computing threads are done with it.
  Mbarrier *full, *free;
  unsigned begin, parts, from, to, head;
  // The first row of the cache of this lane's box of a unit's keys, and the cache block of its box
  // of the next unit, which is read a unit before it is needed.
  unsigned where, next;

  __device__ Boxes(const TileParams& p, const TensorMap& map, i64 kv_head, const uint32_t* blocks,
                   i64 from, i64 to, bf16* shared)
      : p(p),
        map(map),
        blocks(blocks),
        ring(align_swizzled(shared)),
        full((Mbarrier*)(ring + RING * PART)),
        free(full + RING),
        begin((unsigned)(from / UNIT)),
        parts(2 * ((unsigned)((to + UNIT - 1) / UNIT) - begin)),
        from((unsigned)from),
        to((unsigned)to),
        head((unsigned)kv_head) {
    if (threadIdx.x == 0) {
      tma_prefetch_map(map);
      for (int i = 0; i < RING; i++) {
        mbarrier_init(full + i, 1);
        mbarrier_init(free + i, THREADS);
      }
      mbarrier_init_fence();
    }
    __syncthreads();
    next = ask(begin);
  }

  static __device__ __forceinline__ bool brings() { return threadIdx.x >= THREADS; }
  static __device__ __forceinline__ unsigned lane() { return threadIdx.x % WARP; }
  // Positions of a box, and the first of this lane's of a unit.
  __device__ __forceinline__ unsigned rows() const {
    return min((unsigned)p.block_tokens, (unsigned)UNIT);
  }
  __device__ __forceinline__ unsigned position(unsigned unit) const {
    return unit * UNIT + lane() * rows();
  }
  // Whether this lane has a box of the unit with visible positions.
  __device__ __forceinline__ bool has(unsigned unit) const {
    const unsigned at = position(unit);
    return brings() && lane() < UNIT / rows() && at + rows() > from && at < to;
  }
  __device__ __forceinline__ unsigned ask(unsigned unit) const {
    return has(unit) ? blocks[position(unit) / (unsigned)p.block_tokens] : 0;
  }
  // The first row of the cache of this lane's box of a unit's keys, of which it has the block.
  __device__ __forceinline__ unsigned row_of(unsigned unit, unsigned block) const {
    const unsigned tokens = (unsigned)p.block_tokens;
    return (block * 2 * (unsigned)p.kv_heads + head) * tokens + position(unit) % tokens;
  }

  __device__ __forceinline__ const bf16* at(unsigned part) const {
    return ring + part % RING * PART;
  }
  static __device__ __forceinline__ int offset(int row, int column) {
    return ((row / 8 * PANELS + column / DEPTH) * 8 + row % 8) * DEPTH + (column / 8 ^ row) % 8 * 8;
  }

  __device__ __forceinline__ void bring(unsigned part) {
    if (part >= parts || !brings()) return;
    const unsigned unit = begin + part / 2, tokens = (unsigned)p.block_tokens, slot = part % RING,
                   round = part / RING;
    if (part % 2 == 0) {
      where = row_of(unit, next);
      next = ask(unit + 1);
    }
    const bool mine = has(unit);
    const unsigned boxes = __popc(__ballot_sync(ALL_LANES, mine));
    if (round > 0) mbarrier_wait(free + slot, (round - 1) % 2);
    if (lane() == 0) mbarrier_arrive_expect_tx(full + slot, boxes * rows() * W * sizeof(bf16));
    __syncwarp();
    if (mine)
      tma_load_row_groups(ring + slot * PART + lane() * rows() * W, map,
                          (int)(where + part % 2 * (unsigned)p.kv_heads * tokens) / 8, full + slot);
  }
  // All parts from `early` on, by the warp that brings, which is done then.
  __device__ __forceinline__ bool bring_rest(int early) {
    if (!brings()) return false;
#pragma unroll 1
    for (unsigned part = early; part < parts; part++) bring(part);
    return true;
  }

  // Until a part is there, and weights with the values. Values of positions that are not the
  // range's become zeros: weights are 0 there, and the cache may have anything.
  __device__ __forceinline__ void take(unsigned part) const {
    mbarrier_wait(full + part % RING, part / RING % 2);
    if (part % 2 == 0) return;
    const unsigned first = (begin + part / 2) * UNIT;
    if (first < from || first + UNIT > to) {
      bf16* const values = ring + part % RING * PART;
      for (unsigned i = threadIdx.x; i < UNIT * (W / 8); i += THREADS) {
        const unsigned row = i / (W / 8), position = first + row;
        if (position < from || position >= to)
          *(uint4*)(values + offset(row, i % (W / 8) * 8)) = uint4{0, 0, 0, 0};
      }
      // The place is brought to again once it was given back.
      fence_async_proxy();
    }
    meet();
  }
  __device__ __forceinline__ void give_back(unsigned part) const {
    mbarrier_arrive(free + part % RING);
  }
  // Barrier of the computing warps.
  __device__ __forceinline__ void meet() const { named_barrier_sync(1, THREADS); }
  __device__ __forceinline__ void end() const {}
};

// As in `decode_split_kv.cu`; and warps that compute. (Eight where a block has a multiprocessor to
// itself were no faster.)
constexpr int RING_SHARED = 3, WARPS = 4;
template <int W> constexpr int RING_DEEP = W == 256 ? 5 : W == 128 ? 10 : 18;
#define ROWS(NAME, BLOCKS, W, ...)                                                            \
  extern "C" __global__ void __launch_bounds__(Boxes<W, __VA_ARGS__>::THREADS + WARP, BLOCKS) \
      NAME(const __grid_constant__ TmaParams p) {                                             \
    const auto row = ahead_tile<Boxes<W, __VA_ARGS__>, false>(p.tiles, p.cache);              \
    begin();                                                                                  \
    attend_rows<Boxes<W, __VA_ARGS__>, false>(p.tiles, row);                                  \
  }
#define BOXES(W, BLOCKS)                                        \
  ROWS(attention_decode_tma_##W, BLOCKS, W, RING_SHARED, WARPS) \
  ROWS(attention_decode_tma_deep_##W, 1, W, RING_DEEP<W>, WARPS)
BOXES(64, 4)
BOXES(128, 3)
BOXES(256, 2)
