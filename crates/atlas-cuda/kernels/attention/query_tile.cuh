// Shared by kernels of attention: parameters, the queries and heads of a tile, and the spans of a
// block.
#pragma once

#include "include/common.cuh"
#include "include/kv_part.cuh"
#include "include/spans.cuh"

namespace atlas {

struct TileParams {
  const bf16* q; const bf16* cache; bf16* out; float* partial;
  const uint32_t* positions;
  const int* row_span;
  const Span* spans;
  const i64* block_base;
  const uint32_t* blocks;
  i64 q_row, q_head, out_row, out_head;
  // Rows from the first short span's to the last's, with which `partial` begins; all spans.
  i64 row, rows, span_count, kv_heads, group, block_tokens;
  // Positions a row sees, 0 for all; splits of `partial` for each row and head, and how many ranges
  // they are cut into, a block each; rows of the longest span that is short.
  i64 window, splits, ranges, short_rows;
  // The scale of scores, times log2 e; the scale of values.
  float scale, value_scale;
  // The first split of `partial`: that of the part's first position.
  i64 first_split;
  KvPart part;
};

// The queries of a tile: `count` rows of the step from `row` on, at `position` and the next ones.
struct Queries {
  i64 row, position;
  int count;
  const uint32_t* blocks;
};

// Heads and queries of a tile: `heads` query heads of a KV head from `first` on, and at most `each`
// queries. Row r is of query r / heads and head r % heads. More heads than a tile has rows go in
// chunks.
struct Heads {
  int heads, first, each;
  __device__ Heads(const TileParams& p, int chunk, int rows) {
    heads = (int)min((i64)rows, p.group - (i64)chunk * rows);
    first = chunk * rows;
    each = rows / (int)min((i64)rows, p.group);
  }
};

__device__ __forceinline__ i64 first_seen(const TileParams& p, i64 position) {
  return p.window > 0 ? max((i64)0, position + 1 - p.window) : 0;
}

// Positions that a call takes of those that the row at `position` sees: from first to end, none
// where these do not ascend.
__device__ __forceinline__ i64 first_taken(const TileParams& p, i64 position) {
  return max(first_seen(p, position), p.part.from);
}
__device__ __forceinline__ i64 end_taken(const TileParams& p, i64 position) {
  return min(position + 1, p.part.to);
}
// Whether calls before have taken some, and this one does, and whether later ones will.
__device__ __forceinline__ bool begun(const TileParams& p, i64 position) {
  return first_seen(p, position) < p.part.from && p.part.from <= position;
}
__device__ __forceinline__ bool goes_on(const TileParams& p, i64 position) {
  return position + 1 > p.part.to;
}

__device__ __forceinline__ uint32_t pack(float a, float b) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(a, b);
  return *reinterpret_cast<const uint32_t*>(&both);
}

// The largest of a row, of the four lanes that have it.
__device__ __forceinline__ float row_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, 1));
  return fmaxf(x, __shfl_xor_sync(ALL_LANES, x, 2));
}

// The queries of the longer spans that a block has, up to `each` of them; false past the last.
// Later ones of a span see more and come first.
__device__ inline bool find(const TileParams& p, int each, i64 block, Queries& queries) {
  const int lane = threadIdx.x % WARP;
  for (i64 first = 0; first < p.span_count; first += WARP) {
    const i64 span = first + lane;
    const i64 len = span < p.span_count ? p.spans[span].len : 0;
    const int mine = len > p.short_rows ? (int)((len + each - 1) / each) : 0;
    int until = mine;
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
      const int left = __shfl_up_sync(ALL_LANES, until, step);
      if (lane >= step) until += left;
    }
    const unsigned there = __ballot_sync(ALL_LANES, block < until);
    if (there) {
      const int found = __ffs(there) - 1;
      const int blocks = __shfl_sync(ALL_LANES, mine, found),
                end = __shfl_sync(ALL_LANES, until, found);
      const i64 row = p.spans[first + found].row, rows = p.spans[first + found].len;
      const i64 before = (blocks - 1 - (block - (end - blocks))) * each;
      queries = {row + before, p.positions[row + before], (int)min((i64)each, rows - before),
                 p.blocks + p.block_base[first + found]};
      return true;
    }
    block -= __shfl_sync(ALL_LANES, until, WARP - 1);
  }
  return false;
}

} // namespace atlas
