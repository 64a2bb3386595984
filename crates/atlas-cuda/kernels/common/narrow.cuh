// Products of few rows with weights that are read once: what counts is that many bytes of weights are on
// their way.
//
// The warps of a block share K among them, 32 elements by turns, and their sums are added up in the
// order of warps: the bits of an output depend on its row and K alone. Weights go from memory to the
// registers that `mma.sync` takes them from, 16 bytes a lane: lane i has elements 8 (i % 4) and the next
// seven of column i / 4, and the same of rows i / 4 and i / 4 + 8, so that a lane's first four make one
// step of 16 and the other four the next. A sum does not care which of its elements come first.
#pragma once

#include "ptx.cuh"

namespace atlas {

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

} // namespace atlas
