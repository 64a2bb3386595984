// Products of few rows with weights that are read once: dense linears, and experts with the few tokens
// that chose them. What counts is that many bytes of weights are on their way.
//
// The warps of a block share K among them, 32 elements by turns, and their sums are added up in the
// order of warps: the bits of an output depend on its row and K alone. Weights go from memory to the
// registers that `mma.sync` takes them from, 16 bytes a lane: lane i has elements 8 (i % 4) and the next
// seven of column i / 4, and the same of rows i / 4 and i / 4 + 8, so that a lane's first four make one
// step of 16 and the other four the next. A sum does not care which of its elements come first.
#include "ptx.cuh"
using namespace atlas;

constexpr int STEP = 32;
constexpr int TILE_ROWS = 16;

// Adds rows m of `row_a` times columns n of `row_b`: NT tiles of 8 columns, MT of 16 rows. Null is a row
// of zeros. `k` is a multiple of 8, rows lie on 16-byte boundaries. Warp `warp` of `WARPS` takes its turns.
template <int WARPS, int MT, int NT, class RowA, class RowB>
__device__ void turns(float (&sums)[MT][NT][4], i64 k, int warp, RowA row_a, RowB row_b) {
  const int lane = threadIdx.x % WARP;
  const bf16* a_rows[MT][2];
  const bf16* b_rows[NT];
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int r = 0; r < 2; r++) a_rows[m][r] = row_a(m * TILE_ROWS + r * 8 + lane / 4);
#pragma unroll
  for (int n = 0; n < NT; n++) b_rows[n] = row_b(n * 8 + lane / 4);
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int n = 0; n < NT; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[m][n][i] = 0.0f;
  const uint4 zeros = {0, 0, 0, 0};
#pragma unroll 2
  for (i64 at = warp * STEP + lane % 4 * 8; at - lane % 4 * 8 < k; at += WARPS * STEP) {
    const bool there = at < k;
    uint4 a[MT][2], b[NT];
#pragma unroll
    for (int n = 0; n < NT; n++) b[n] = there && b_rows[n] ? *(const uint4*)(b_rows[n] + at) : zeros;
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int r = 0; r < 2; r++) a[m][r] = there && a_rows[m][r] ? *(const uint4*)(a_rows[m][r] + at) : zeros;
#pragma unroll
    for (int m = 0; m < MT; m++) {
      const uint32_t first[4] = {a[m][0].x, a[m][1].x, a[m][0].y, a[m][1].y};
      const uint32_t second[4] = {a[m][0].z, a[m][1].z, a[m][0].w, a[m][1].w};
#pragma unroll
      for (int n = 0; n < NT; n++) {
        multiply_add(sums[m][n], first, b[n].x, b[n].y);
        multiply_add(sums[m][n], second, b[n].z, b[n].w);
      }
    }
  }
}

// The sums of all warps, in their order; then `put(row, column, value)` once an output, by all threads.
// `shared` has room for WARPS * MT * 16 * NT * 8 floats.
template <int WARPS, int MT, int NT, class Put>
__device__ void gather(const float (&sums)[MT][NT][4], float* shared, int warp, Put put) {
  constexpr int COLUMNS = NT * 8, OUTPUTS = MT * TILE_ROWS * COLUMNS;
  const int lane = threadIdx.x % WARP;
  __syncthreads();
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int n = 0; n < NT; n++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        shared[warp * OUTPUTS + (m * TILE_ROWS + i / 2 * 8 + lane / 4) * COLUMNS + n * 8 + lane % 4 * 2 + i % 2] = sums[m][n][i];
  __syncthreads();
  for (int i = threadIdx.x; i < OUTPUTS; i += WARPS * WARP) {
    float sum = shared[i];
#pragma unroll
    for (int w = 1; w < WARPS; w++) sum += shared[w * OUTPUTS + i];
    put(i / COLUMNS, i % COLUMNS, sum);
  }
}

struct NarrowParams {
  const bf16* x; const bf16* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, n, k;
};

constexpr int LINEAR_WARPS = 8;

// Grid: outputs in blocks of NT * 8. At most MT * 16 rows.
template <int MT, int NT, class O> __device__ void narrow(const NarrowParams& p) {
  __shared__ float shared[LINEAR_WARPS * MT * TILE_ROWS * NT * 8];
  const int warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)(NT * 8);
  float sums[MT][NT][4];
  turns<LINEAR_WARPS, MT, NT>(
      sums, p.k, warp, [&](int m) { return m < p.rows ? p.x + m * p.x_row : nullptr; },
      [&](int n) { return n0 + n < p.n ? p.weight + (n0 + n) * p.k : nullptr; });
  gather<LINEAR_WARPS, MT, NT>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < p.rows && n0 + n < p.n)
      ((O*)p.out)[m * p.out_row + n0 + n] = from_f32<O>(sum + (p.bias ? p.bias[n0 + n] : 0.0f));
  });
}
#define NARROW(MT, NT)                                                                                                     \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS * WARP) narrow_##MT##_##NT##_bf16(const NarrowParams p) {      \
    narrow<MT, NT, bf16>(p);                                                                                               \
  }                                                                                                                        \
  extern "C" __global__ void __launch_bounds__(LINEAR_WARPS * WARP) narrow_##MT##_##NT##_f32(const NarrowParams p) {       \
    narrow<MT, NT, float>(p);                                                                                              \
  }
NARROW(1, 1)
NARROW(1, 2)
NARROW(1, 4)
NARROW(2, 1)
NARROW(2, 2)

// Pairs (token, rank) sorted by expert, in tiles of 16: tile i is of expert `tile_expert[i]`, its pairs
// are `order[tile_first[i]]` and the next ones up to the end of the tile or `offset[expert + 1]`.
struct FewParams {
  const bf16* x; const bf16* weight; bf16* hidden; float* out;
  const int* order; const int* offset; const int* tile_expert; const int* tile_first; const int* tiles;
  i64 x_row, ranks, n, k;
};

constexpr int UP_WARPS = 8, UP_TILES = 4, DOWN_WARPS = 4, DOWN_TILES = 8;

// hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k]: the gate's rows, then the up's.
// Grid: outputs in blocks of UP_TILES * 4, tiles of pairs. Half of a block's columns are the gate's.
extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP) few_up(const FewParams p) {
  constexpr int COLUMNS = UP_TILES * 8, EACH = COLUMNS / 2;
  __shared__ float shared[UP_WARPS * TILE_ROWS * COLUMNS], gates[TILE_ROWS * COLUMNS];
  if ((int)blockIdx.y >= *p.tiles) return;
  const int expert = p.tile_expert[blockIdx.y], first = p.tile_first[blockIdx.y];
  const int count = min(TILE_ROWS, p.offset[expert + 1] - first), warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)EACH;
  const bf16* weight = p.weight + expert * 2 * p.n * p.k;
  float sums[1][UP_TILES][4];
  turns<UP_WARPS, 1, UP_TILES>(
      sums, p.k, warp, [&](int m) { return m < count ? p.x + p.order[first + m] / p.ranks * p.x_row : nullptr; },
      [&](int n) {
        const i64 column = n0 + n % EACH;
        return column < p.n ? weight + (column + (n < EACH ? 0 : p.n)) * p.k : nullptr;
      });
  gather<UP_WARPS, 1, UP_TILES>(sums, shared, warp, [&](int m, int n, float sum) { gates[m * COLUMNS + n] = sum; });
  __syncthreads();
  for (int i = threadIdx.x; i < count * EACH; i += UP_WARPS * WARP) {
    const int m = i / EACH, n = i % EACH;
    if (n0 + n < p.n)
      p.hidden[(first + m) * p.n + n0 + n] = from_f32<bf16>(silu(gates[m * COLUMNS + n]) * gates[m * COLUMNS + EACH + n]);
  }
}

// out[pair] = down hidden[pair], with weight[e] of [n, k]. `hidden` lies in sorted order, `out` in the
// order of pairs. Grid: outputs in blocks of DOWN_TILES * 8, tiles of pairs.
extern "C" __global__ void __launch_bounds__(DOWN_WARPS* WARP) few_down(const FewParams p) {
  constexpr int COLUMNS = DOWN_TILES * 8;
  __shared__ float shared[DOWN_WARPS * TILE_ROWS * COLUMNS];
  if ((int)blockIdx.y >= *p.tiles) return;
  const int expert = p.tile_expert[blockIdx.y], first = p.tile_first[blockIdx.y];
  const int count = min(TILE_ROWS, p.offset[expert + 1] - first), warp = threadIdx.x / WARP;
  const i64 n0 = blockIdx.x * (i64)COLUMNS;
  const bf16* weight = p.weight + expert * p.n * p.k;
  float sums[1][DOWN_TILES][4];
  turns<DOWN_WARPS, 1, DOWN_TILES>(
      sums, p.k, warp, [&](int m) { return m < count ? p.hidden + (first + m) * p.k : nullptr; },
      [&](int n) { return n0 + n < p.n ? weight + (n0 + n) * p.k : nullptr; });
  gather<DOWN_WARPS, 1, DOWN_TILES>(sums, shared, warp, [&](int m, int n, float sum) {
    if (m < count && n0 + n < p.n) p.out[p.order[first + m] * p.n + n0 + n] = sum;
  });
}

struct FewSortParams {
  const uint32_t* ids; int* order; int* offset; int* tile_expert; int* tile_first; int* tiles;
  i64 pairs, experts;
};

constexpr int SORT_THREADS = 1024;
// Most experts that a block sorts.
constexpr int EXPERTS_MAX = SORT_THREADS;

// The exclusive sum over threads before this one; `all` becomes the sum over all.
__device__ int before(int mine, int* scratch, int& all) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int until = mine;
#pragma unroll
  for (int step = 1; step < WARP; step *= 2) {
    const int left = __shfl_up_sync(ALL_LANES, until, step);
    if (lane >= step) until += left;
  }
  __syncthreads();
  if (lane == WARP - 1) scratch[warp] = until;
  __syncthreads();
  int sum = until - mine;
  all = 0;
  for (int w = 0; w < SORT_THREADS / WARP; w++) {
    if (w < warp) sum += scratch[w];
    all += scratch[w];
  }
  return sum;
}

// Sorts pairs by expert and cuts them into tiles. One block, a thread an expert.
extern "C" __global__ void __launch_bounds__(SORT_THREADS) few_sort(const FewSortParams p) {
  __shared__ int counts[EXPERTS_MAX], scratch[SORT_THREADS / WARP];
  const int e = threadIdx.x;
  counts[e] = 0;
  __syncthreads();
  for (i64 i = threadIdx.x; i < p.pairs; i += SORT_THREADS)
    if (p.ids[i] < p.experts) atomicAdd(&counts[p.ids[i]], 1);
  __syncthreads();
  const int count = counts[e], cut = (count + TILE_ROWS - 1) / TILE_ROWS;
  int all_pairs, all_tiles;
  const int first = before(count, scratch, all_pairs), tile = before(cut, scratch, all_tiles);
  if (e < p.experts) p.offset[e] = first;
  for (int i = 0; i < cut; i++) p.tile_expert[tile + i] = e, p.tile_first[tile + i] = first + i * TILE_ROWS;
  if (e == 0) p.offset[p.experts] = all_pairs, *p.tiles = all_tiles;
  // Which of an expert's pairs gets which place does not show: a row of a tile does not touch another.
  __syncthreads();
  counts[e] = first;
  __syncthreads();
  for (i64 i = threadIdx.x; i < p.pairs; i += SORT_THREADS)
    if (p.ids[i] < p.experts) p.order[atomicAdd(&counts[p.ids[i]], 1)] = (int)i;
}
