// Linears of few rows, K divided among the blocks of a cluster, so that every multiprocessor has
// weights to load although there are few outputs.
//
// A block multiplies its part of K: the weights of OUTPUTS outputs are the rows of `wgmma`, the
// rows of x its columns, so that few rows cost little. One warp issues TMA copies of both into
// rings of stages of DEPTH along K. The ring of weights is filled before the previous kernel has
// ended; where K is not too long, those are all weights of the block. Sums go to the block that
// writes their row, through the shared memory of the cluster, and are added up there part after
// part. An output is PARTS accumulators, each of steps of K in ascending order, and their sum in
// the order of the parts: its bits depend on K and PARTS, not on the rows, the tile or its position
// in the tile. Lengths along K are of 16 bits, two codes where elements have 8.
#pragma once

#include "gemm/shared_input.cuh"
#include "gemm/store_pair.cuh"
#include "include/cluster.cuh"
#include "include/tma.cuh"
#include "include/wgmma.cuh"

namespace atlas {

// Outputs and rows of a block, blocks of a cluster, and stages of the weights' ring and of the
// rows'.
template <int OUTPUTS_, int ROWS_, int PARTS_, int WEIGHTS_, int STAGES_> struct SplitKTile {
  static constexpr int OUTPUTS = OUTPUTS_, ROWS = ROWS_, PARTS = PARTS_, WEIGHTS = WEIGHTS_,
                       STAGES = STAGES_;
  // Four warps multiply 64 outputs; one more copies.
  static constexpr int GROUPS = OUTPUTS / 64, WARPS = 4 * GROUPS + 1, THREADS = WARPS * WARP;
  static constexpr unsigned WEIGHT_BYTES = OUTPUTS * DEPTH * sizeof(bf16),
                            ROW_BYTES = ROWS * DEPTH * sizeof(bf16);
  // Rows whose sums a block adds up: row r belongs to block r % PARTS.
  static constexpr int MINE = ROWS / PARTS;
  // Floats from a row of sums to the next: four neighbours lie in different banks.
  static constexpr int STRIDE = OUTPUTS + 8;
  // Floats of a part's rows for one block; the same goes for those of neighbouring rows.
  static constexpr int SLICE = MINE * STRIDE + 4;
  static_assert(SLICE % 16 == 4 &&
                    PARTS * SLICE * sizeof(float) <= WEIGHTS * OUTPUTS * DEPTH * sizeof(bf16),
                "");
  static_assert(OUTPUTS % 64 == 0 && ROWS % 16 == 0 && 8 % PARTS == 0 && PARTS > 1 &&
                    WEIGHTS >= STAGES && STAGES > 1,
                "");
};

// Work of a block: outputs from n0 on of a linear, rows from m0 on, and steps of DEPTH along K from
// `first` on.
template <class T> struct Place {
  int part = 0, rank, first, steps;
  i64 m0, n0;
  __device__ __forceinline__ explicit Place(const LinearsParams& l) {
    const int block = blockIdx.x / T::PARTS, all = (int)((l.k + DEPTH - 1) / DEPTH),
              each = (all + T::PARTS - 1) / T::PARTS;
    rank = blockIdx.x % T::PARTS;
    first = rank * each;
    steps = max(0, min(each, all - first));
    i64 begin = 0;
#pragma unroll
    for (int i = 1; i < PARTS_MAX; i++)
      if (i < l.count && block >= l.parts[i].block) part = i, begin = l.parts[i].block;
    m0 = blockIdx.y * (i64)T::ROWS;
    n0 = (block - begin) * T::OUTPUTS;
  }
};

// The rings, and the barriers of their stages: those of a step open when its weights or its rows
// are there, and when all warps have multiplied it. Both rings are used step by step, so one
// barrier serves both for the latter.
template <class T> struct Rings {
  bf16 *weights, *rows;
  // Of each part, rows that this block adds up.
  float* sums;
  Mbarrier *weights_full, *rows_full, *used, *arrived;
  __device__ __forceinline__ explicit Rings(bf16* raw) : weights(align_swizzled(raw)) {
    rows = weights + T::WEIGHTS * T::OUTPUTS * DEPTH;
    sums = (float*)(rows + T::STAGES * T::ROWS * DEPTH);
    weights_full = (Mbarrier*)(sums + T::PARTS * T::SLICE);
    rows_full = weights_full + T::WEIGHTS;
    used = rows_full + T::STAGES;
    arrived = used + T::STAGES;
  }
  template <class P>
  __device__ __forceinline__ void ask_weights(const P& p, const Place<T>& place, int step) const {
    const int stage = step % T::WEIGHTS;
    mbarrier_arrive_expect_tx(weights_full + stage, T::WEIGHT_BYTES);
    tma_load_2d(weights + stage * T::OUTPUTS * DEPTH, p.weights[place.part],
                (place.first + step) * DEPTH, (int)place.n0, weights_full + stage);
  }
  template <class P>
  __device__ __forceinline__ void ask_rows(const P& p, const Place<T>& place, int step) const {
    const int stage = step % T::STAGES;
    mbarrier_arrive_expect_tx(rows_full + stage, T::ROW_BYTES);
    tma_load_2d(rows + stage * T::ROWS * DEPTH, p.x, (place.first + step) * DEPTH, (int)place.m0,
                rows_full + stage);
  }
};

// Sets up the rings and issues the copies of the first weights, which no kernel writes. All blocks
// of the cluster have begun after it.
template <class T, class P> __device__ __forceinline__ Rings<T> ahead_split(const P& p) {
  extern __shared__ __align__(16) bf16 raw[];
  const Rings<T> rings(raw);
  if (threadIdx.x == (T::WARPS - 1) * WARP) {
    tma_prefetch_map(p.x);
    for (int i = 0; i < T::WEIGHTS; i++) mbarrier_init(rings.weights_full + i, 1);
    for (int i = 0; i < T::STAGES; i++) {
      mbarrier_init(rings.rows_full + i, 1);
      mbarrier_init(rings.used + i, 4 * T::GROUPS);
    }
    mbarrier_init(rings.arrived, 1);
    mbarrier_init_fence();
    mbarrier_arrive_expect_tx(rings.arrived, (T::PARTS - 1) * T::MINE * T::STRIDE * sizeof(float));
  }
  cluster_sync_relaxed();
  if (threadIdx.x == (T::WARPS - 1) * WARP) {
    const Place<T> place(p.l);
    for (int step = 0; step < min(place.steps, T::WEIGHTS); step++)
      rings.ask_weights(p, place, step);
  }
  return rings;
}

// Copies by one thread of the last warp: each step's rows, and weights for the stages that are used
// again.
template <class T, class P>
__device__ __forceinline__ void copy_steps(const P& p, const Rings<T>& rings,
                                           const Place<T>& place) {
  for (int step = 0; step < place.steps; step++) {
    if (step >= T::STAGES) {
      mbarrier_wait(rings.used + step % T::STAGES, (step / T::STAGES - 1) & 1);
      const int next = step - T::STAGES + T::WEIGHTS;
      if (next < place.steps) rings.ask_weights(p, place, next);
    }
    rings.ask_rows(p, place, step);
  }
}

// Calls `put(block, at, sum)` for each sum: the block that adds up its row, and its place among
// that block's.
template <class T, class Put>
__device__ __forceinline__ void each_sum(const float (&sums)[T::ROWS / 8][4], int group, Put put) {
  const int lane = threadIdx.x % WARP, output = group * 64 + threadIdx.x / WARP % 4 * 16 + lane / 4;
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const int row = lane % 4 * 2 + i, at = row / T::PARTS * T::STRIDE + output;
#pragma unroll
    for (int n = 0; n < T::ROWS / 8; n++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        put(i, row % T::PARTS, at + n * (8 / T::PARTS) * T::STRIDE + half * 8,
            sums[n][2 * half + i]);
  }
}

// Gives each sum to the block that adds up its row: those of other blocks meet in the ring of
// weights, which are all used, each block's together, and are copied; this block's own lie at their
// place at once. All threads of the block call both halves.
template <class T>
__device__ __forceinline__ void stage_sums(const float (&sums)[T::ROWS / 8][4],
                                           const Rings<T>& rings, int group, int rank) {
  float* const staged = (float*)rings.weights;
  each_sum<T>(sums, group, [&](int, int block, int at, float sum) {
    (block == rank ? rings.sums : staged)[block * T::SLICE + at] = sum;
  });
  fence_async_proxy();
}
template <class T> __device__ __forceinline__ void copy_sums(const Rings<T>& rings, int rank) {
  if (threadIdx.x < T::PARTS && (int)threadIdx.x != rank)
    bulk_copy_to_rank(rings.sums + rank * T::SLICE,
                      (const float*)rings.weights + threadIdx.x * T::SLICE,
                      T::MINE * T::STRIDE * sizeof(float), rings.arrived, threadIdx.x);
  mbarrier_wait(rings.arrived, 0);
  __syncwarp();
}

// Adds up the parts of this block's rows in their order and writes them, 64 outputs a warp, as
// `whole(sum, row, column)` has each of them.
template <class T, class Whole>
__device__ __forceinline__ void add_up(const LinearsParams& l, const Rings<T>& rings,
                                       const Place<T>& place, Whole whole) {
  const LinearsPart& part = l.parts[place.part];
  for (int i = threadIdx.x / WARP; i < T::MINE * T::GROUPS; i += T::WARPS) {
    const int mine = i / T::GROUPS, output = i % T::GROUPS * 64 + threadIdx.x % WARP * 2;
    const i64 row = place.m0 + mine * T::PARTS + place.rank, column = place.n0 + output;
    if (row >= l.rows || column >= part.n) continue;
    const bool both = column + 1 < part.n;
    float2 sum = *(const float2*)(rings.sums + mine * T::STRIDE + output);
#pragma unroll
    for (int other = 1; other < T::PARTS; other++) {
      const float2 more =
          *(const float2*)(rings.sums + other * T::SLICE + mine * T::STRIDE + output);
      sum.x += more.x, sum.y += more.y;
    }
    sum.x = whole(sum.x, row, column), sum.y = whole(sum.y, row, column + both);
    if (part.bias) sum.x += part.bias[column], sum.y += both ? part.bias[column + 1] : 0.0f;
    const i64 at = row * part.out_row + column;
    if (part.wide)
      put_pair((float*)part.out + at, sum.x, sum.y, both);
    else
      put_pair((bf16*)part.out + at, sum.x, sum.y, both);
  }
}

// Grid: tiles of outputs, parts one after the other, a cluster each; tiles of rows.
// `sums_of(sums, rings, place, group)` multiplies the steps of a block.
template <class T, class P, class SumsOf, class Whole>
__device__ __forceinline__ void split(const P& p, const Rings<T>& rings, SumsOf sums_of,
                                      Whole whole) {
  const Place<T> place(p.l);
  const int group = threadIdx.x / (4 * WARP);
  float sums[T::ROWS / 8][4];
  if (group == T::GROUPS) {
    if (threadIdx.x % WARP == 0) copy_steps(p, rings, place);
    __syncwarp();
  } else {
    sums_of(sums, rings, place, group);
  }
  __syncthreads();
  if (group < T::GROUPS) stage_sums<T>(sums, rings, group, place.rank);
  __syncthreads();
  copy_sums<T>(rings, place.rank);
  // A block that has all sums does not need the others' memory any more; it may end when no other
  // block needs its own.
  cluster_arrive_relaxed();
  add_up(p.l, rings, place, whole);
  __syncwarp();
  cluster_wait();
}

} // namespace atlas
