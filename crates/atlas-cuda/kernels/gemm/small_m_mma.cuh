// Products of few rows with weights that are read once: what counts is that many bytes of weights
// are on their way.
//
// The warps of a block share K among them, 32 elements by turns, and their sums are added up in the
// order of warps: the bits of an output depend on its row and K alone. Weights go from memory to
// the registers that `mma.sync` takes them from, 16 bytes a lane: lane i has elements 8 (i % 4) and
// the next seven of column i / 4, and the same of rows i / 4 and i / 4 + 8, so that a lane's first
// four make one step of 16 and the other four the next. A sum does not care which of its elements
// come first.
#pragma once

#include "include/mma.cuh"

namespace atlas {

constexpr int STEP = 32;
constexpr int TILE_ROWS = 16;

// Those of NT tiles of 8 columns.
template <int NT> struct ColumnPieces {
  static constexpr int TURNS = PIECES / NT;
  uint4 at[TURNS][NT];
};

template <int NT, class RowB>
__device__ __forceinline__ void fetch(uint4 (&to)[NT], i64 at, i64 k, RowB row_b) {
  const uint4 zeros = {0, 0, 0, 0};
#pragma unroll
  for (int n = 0; n < NT; n++) {
    const bf16* row = row_b(n * 8 + threadIdx.x % WARP / 4);
    to[n] = at < k && row ? *(const uint4*)(row + at) : zeros;
  }
}

// Asks for the first pieces of the columns of `row_b` that warp `warp` of `WARPS` takes. No kernel
// writes weights, so that may be done before `begin`.
template <int WARPS, int NT, class RowB>
__device__ __forceinline__ ColumnPieces<NT> ahead_columns(i64 k, int warp, RowB row_b) {
  ColumnPieces<NT> pieces;
#pragma unroll
  for (int t = 0; t < pieces.TURNS; t++)
    fetch(pieces.at[t], (warp + t * WARPS) * STEP + threadIdx.x % 4 * 8, k, row_b);
  return pieces;
}

// Adds rows times columns n of `row_b`: NT tiles of 8 columns, MT of 16 rows. `load_a(m, r, at)`
// gives the 8 elements from `at` on of this lane's row of half r of tile m, row m * 16 + r * 8 +
// lane / 4. `k` is a multiple of 8, rows lie on 16-byte boundaries. Warp `warp` of `WARPS` takes
// its turns.
template <int WARPS, int MT, int NT, class LoadA, class RowB>
__device__ __forceinline__ void turns_of(float (&sums)[MT][NT][4], i64 k, int warp,
                                         ColumnPieces<NT> b, LoadA load_a, RowB row_b) {
  constexpr i64 TURNS = ColumnPieces<NT>::TURNS;
  const int lane = threadIdx.x % WARP, mine = lane % 4 * 8;
  const uint4 zeros = {0, 0, 0, 0};
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int n = 0; n < NT; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[m][n][i] = 0.0f;
  for (i64 base = warp * STEP; base < k; base += TURNS * WARPS * STEP) {
#pragma unroll
    for (int t = 0; t < TURNS; t++) {
      const i64 turn = base + t * WARPS * STEP, at = turn + mine;
      // The same for all lanes of a warp.
      if (turn >= k) continue;
      uint4 a[MT][2], now[NT];
#pragma unroll
      for (int n = 0; n < NT; n++) now[n] = b.at[t][n];
      fetch(b.at[t], at + TURNS * WARPS * STEP, k, row_b);
#pragma unroll
      for (int m = 0; m < MT; m++)
#pragma unroll
        for (int r = 0; r < 2; r++) a[m][r] = at < k ? load_a(m, r, at) : zeros;
#pragma unroll
      for (int m = 0; m < MT; m++) {
        const uint32_t first[4] = {a[m][0].x, a[m][1].x, a[m][0].y, a[m][1].y};
        const uint32_t second[4] = {a[m][0].z, a[m][1].z, a[m][0].w, a[m][1].w};
#pragma unroll
        for (int n = 0; n < NT; n++) {
          mma_m16n8k16(sums[m][n], first, now[n].x, now[n].y);
          mma_m16n8k16(sums[m][n], second, now[n].z, now[n].w);
        }
      }
    }
  }
}

// The same with rows m of `row_a`. Null is a row of zeros.
template <int WARPS, int MT, int NT, class RowA, class RowB>
__device__ __forceinline__ void turns(float (&sums)[MT][NT][4], i64 k, int warp, ColumnPieces<NT> b,
                                      RowA row_a, RowB row_b) {
  const uint4 zeros = {0, 0, 0, 0};
  const bf16* rows[MT][2];
#pragma unroll
  for (int m = 0; m < MT; m++)
#pragma unroll
    for (int r = 0; r < 2; r++)
      rows[m][r] = row_a(m * TILE_ROWS + r * 8 + (int)(threadIdx.x % WARP) / 4);
  const auto load = [&](int m, int r, i64 at) {
    return rows[m][r] ? *(const uint4*)(rows[m][r] + at) : zeros;
  };
  turns_of<WARPS, MT, NT>(sums, k, warp, b, load, row_b);
}

// The sums of all warps, in their order; then `put(row, column, value)` once an output, by all
// threads. `shared` has room for WARPS * MT * 16 * NT * 8 floats.
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
        shared[warp * OUTPUTS + (m * TILE_ROWS + i / 2 * 8 + lane / 4) * COLUMNS + n * 8 +
               lane % 4 * 2 + i % 2] = sums[m][n][i];
  __syncthreads();
  for (int i = threadIdx.x; i < OUTPUTS; i += WARPS * WARP) {
    float sum = shared[i];
#pragma unroll
    for (int w = 1; w < WARPS; w++) sum += shared[w * OUTPUTS + i];
    put(i / COLUMNS, i % COLUMNS, sum);
  }
}

} // namespace atlas
