// Pairs of tokens and experts in tiles: what their products take, and which tile a block has.
#pragma once

#include "common.cuh"

namespace atlas {

// Pairs (token, rank) sorted by expert: `order[i]` is a pair's index, token * k + rank; an expert's
// pairs lie at `offset[e]..offset[e + 1]`; its tiles of rows begin at `tile[e]`.
struct GroupedParams {
  const bf16* x; const bf16* weight; bf16* hidden; float* out;
  const int* order; const int* offset; const int* tile;
  i64 x_row, ranks, experts, n, k;
};

// The expert and first pair of a tile of rows; false past the last.
template <class T> __device__ bool find_tile(const GroupedParams& p, int tile, int& expert, int& first, int& last) {
  if (tile >= p.tile[p.experts]) return false;
  int low = 0, high = (int)p.experts;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (p.tile[middle] <= tile ? low : high) = middle;
  }
  expert = low;
  first = p.offset[low] + (tile - p.tile[low]) * T::BM;
  last = p.offset[low + 1];
  return true;
}

} // namespace atlas
