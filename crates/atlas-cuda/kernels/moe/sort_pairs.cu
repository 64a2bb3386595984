// Computes: order[T * R]: pairs (token, rank) in the order of their experts; each one's first tile.
// Picked: before each grouped GEMM.
// Tiling: a block for each expert, of eight warps, each of which reads an eighth of the ids.
// Limit: latency: each block reads all ids.
// Share: 5 of 133 ms of a prefill of 8,192 tokens; docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "include/common.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;

struct SortParams {
  const uint32_t* ids; int* offset; int* tile; int* order;
  i64 pairs, experts, tile_rows, first;
};

// The sum over a block, known to each of its threads.
__device__ __forceinline__ int block_total(int x, int* scratch) {
  x = __reduce_add_sync(ALL_LANES, x);
  __syncthreads();
  if (threadIdx.x % WARP == 0) scratch[threadIdx.x / WARP] = x;
  __syncthreads();
  int all = 0;
  for (int w = 0; w < WARPS; w++) all += scratch[w];
  return all;
}

// Where the pairs and tiles of `experts` experts from id `first` on begin, and their pairs,
// ascending; those of other ids are left out. Every block counts the pairs
// of all experts: that takes less than to wait for a kernel that has counted them. A warp looks at
// a part of the pairs of its own, twice, so that no two wait for each other in between. Grid:
// experts. Shared memory: a count an expert.
extern "C" __global__ void __launch_bounds__(THREADS) sort_pairs(const SortParams p) { begin();
  extern __shared__ int counts[];
  __shared__ int scratch[WARPS];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int e = (int)blockIdx.x, experts = (int)p.experts, rows = (int)p.tile_rows;
  for (int i = threadIdx.x; i < experts; i += THREADS) counts[i] = 0;
  __syncthreads();
  const i64 part = (p.pairs + THREADS - 1) / THREADS * WARP, begin = warp * part,
            past = min(begin + part, p.pairs);
  int mine = 0;
#pragma unroll 4
  for (i64 i = begin + lane; i < past; i += WARP) {
    const uint32_t id = p.ids[i] - (uint32_t)p.first;
    if (id < (uint32_t)experts) atomicAdd(&counts[id], 1);
    mine += id == (uint32_t)e;
  }
  mine = __reduce_add_sync(ALL_LANES, mine);
  __syncthreads();
  int pairs = 0, tiles = 0;
  for (int i = threadIdx.x; i < e; i += THREADS)
    pairs += counts[i], tiles += (counts[i] + rows - 1) / rows;
  int at = block_total(pairs, scratch);
  tiles = block_total(tiles, scratch);
  if (threadIdx.x == 0) {
    p.offset[e] = at;
    p.tile[e] = tiles;
    if (e == experts - 1) {
      p.offset[experts] = at + counts[e];
      p.tile[experts] = tiles + (counts[e] + rows - 1) / rows;
    }
  }
  __syncthreads();
  if (lane == 0) scratch[warp] = mine;
  __syncthreads();
  for (int w = 0; w < warp; w++) at += scratch[w];
  for (i64 first = begin; first < past; first += WARP) {
    const i64 i = first + lane;
    const bool is = i < past && p.ids[i] - (uint32_t)p.first == (uint32_t)e;
    const unsigned lanes = __ballot_sync(ALL_LANES, is);
    if (is) p.order[at + __popc(lanes & ((1u << lane) - 1))] = (int)i;
    at += __popc(lanes);
  }
}
