// Splits of a sequence's positions for attention: where they lie, which of them a block has, and
// where their results meet.
#pragma once

#include "attention/query_tile.cuh"

namespace atlas {

// Splits are shorter at the start of a sequence, where there would be too few of them for a GPU to
// be busy, and longer where there are more than it has blocks, since each costs the writing and
// reading of its sums: of 64 positions up to 1,024, of 128 up to 4,096, of 256 up to 16,384, of 512
// up to 65,536, of 1,024 from there on. Where they begin depends on positions alone.
struct Reach {
  int end, each;
};
constexpr int REACHES = 4, FAR_SPLIT = 1024;
__device__ constexpr Reach REACH[REACHES] = {{1024, 64}, {4096, 128}, {16384, 256}, {65536, 512}};

// The split of a position, and the first position of a split.
__device__ __forceinline__ i64 split_of(i64 position) {
  i64 before = 0, from = 0;
#pragma unroll
  for (int i = 0; i < REACHES; i++) {
    if (position < REACH[i].end) return before + (position - from) / REACH[i].each;
    before += (REACH[i].end - from) / REACH[i].each;
    from = REACH[i].end;
  }
  return before + (position - from) / FAR_SPLIT;
}
__device__ __forceinline__ i64 split_from(i64 split) {
  i64 before = 0, from = 0;
#pragma unroll
  for (int i = 0; i < REACHES; i++) {
    const i64 mine = (REACH[i].end - from) / REACH[i].each;
    if (split <= before + mine) return from + (split - before) * REACH[i].each;
    before += mine;
    from = REACH[i].end;
  }
  return from + (split - before) * FAR_SPLIT;
}

// The splits first..end of range `index` of those that see positions from..to. Ranges are as long
// as each other, as far as whole splits are; where there is one for every split, each has its own.
struct Range {
  i64 first, end;
  __device__ Range(i64 from, i64 to, unsigned index, unsigned ranges) {
    const i64 begin = split_of(from), past = split_of(to - 1) + 1;
    const unsigned each = (unsigned)(to - from) / ranges, rest = (unsigned)(to - from) % ranges;
    // The first split that begins at or behind the range's share of the positions.
    const auto bound = [&](unsigned i) {
      return i == 0        ? begin
             : i == ranges ? past
                           : split_of(from + each * i + rest * i / ranges - 1) + 1;
    };
    const bool alone = past - begin <= ranges;
    first = alone ? begin + index : bound(index);
    end = alone ? min(first + 1, past) : bound(index + 1);
  }
};

// Partial results of short spans: of every row of the launch, query head and split from
// `first_split` on the weighted sum, and behind all of those the maximum and the sum of weights.
template <int W> struct Partials {
  float* sums;
  float2* factors;
  __device__ Partials(const TileParams& p, i64 row, i64 head) {
    const i64 heads = p.kv_heads * p.group,
              index = ((row - p.row) * heads + head) * p.splits - p.first_split;
    sums = p.partial + index * W;
    factors = (float2*)(p.partial + p.rows * heads * p.splits * W) + index;
  }
};

// The carry of a row and query head from part to part: the weighted sum of its splits so far, and
// behind it, once for every CARRIED columns, the sum of weights and the maximum. Blocks of a merge
// have so many columns each and no order, so that none may read what another writes.
constexpr int CARRIED = 64;
template <int W> struct Carry {
  float* sums;
  __device__ Carry(const TileParams& p, i64 row, i64 head) : sums(p.part.of(row, head)) {}
  __device__ __forceinline__ float& sum(int column) const {
    return sums[W + column / CARRIED * 2];
  }
  __device__ __forceinline__ float& max(int column) const {
    return sums[W + column / CARRIED * 2 + 1];
  }
};

} // namespace atlas
