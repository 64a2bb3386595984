// Pairs of tokens and experts in tiles: what their products take, and which tile a block has.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Pairs (token, rank) sorted by expert: `order[i]` is a pair's index, token * k + rank; an expert's
// pairs lie at `offset[e]..offset[e + 1]`; its tiles of rows begin at `tile[e]`.
struct GroupedParams {
  const bf16* x; const bf16* weight; bf16* hidden; float* out;
  const int* order; const int* offset; const int* tile;
  i64 x_row, ranks, experts, n, k;
};

// The expert and first pair of a tile of rows; false past the last. Called once, by all threads of
// a block, each of which looks at some experts: one after the other would wait for the memory as
// often as a number has digits.
template <class T>
__device__ bool find_tile(const GroupedParams& p, int tile, int& expert, int& first, int& last) {
  __shared__ int found;
  if (tile >= p.tile[p.experts]) return false;
  for (int e = threadIdx.x; e < (int)p.experts; e += blockDim.x)
    if (p.tile[e] <= tile && tile < p.tile[e + 1]) found = e;
  __syncthreads();
  expert = found;
  first = p.offset[expert] + (tile - p.tile[expert]) * T::BM;
  last = p.offset[expert + 1];
  return true;
}

} // namespace atlas
