// A tile of a bf16 matrix product with f32 sums on `mma.sync`, which every target has.
//
// A block computes BM x BN outputs in steps of BK along K, through a ring of STAGES tiles in shared
// memory. An output element is one accumulator, 16 elements of K after another in ascending order,
// for every tile and place in it.
#pragma once

#include "include/cp_async.cuh"
#include "include/mma.cuh"

namespace atlas {

template <int BM_, int BN_, int WARPS_M_, int WARPS_N_, int BK_> struct Tile {
  static constexpr int BM = BM_, BN = BN_, WARPS_M = WARPS_M_, WARPS_N = WARPS_N_;
  static constexpr int BK = BK_, STAGES = 4;
  static constexpr int THREADS = WARPS_M * WARPS_N * WARP;
  // Rows of shared memory lie an odd number of 16 bytes apart, so that 8 of them touch all banks.
  static constexpr int STRIDE = BK + 8;
  static constexpr int MI = BM / WARPS_M / 16, NI = BN / WARPS_N / 8;
  static constexpr int STAGE = (BM + BN) * STRIDE;
  static constexpr int BYTES = STAGES * STAGE * (int)sizeof(bf16);
  static_assert(NI % 2 == 0, "B is loaded for two tiles of 8 columns at once");
};

// Sums of a warp: tile (m, n) of 16 x 8; lane i has rows i / 4 and i / 4 + 8, columns 2 (i % 4) and
// the next.
template <class T> struct Sums {
  float c[T::MI][T::NI][4];
};

// `row_a(m)` and `row_b(n)` give the first element of a row of the tile, or null for one of zeros;
// `anywhere` is some address of global memory.
// `k` is a multiple of 8 and rows lie on 16-byte boundaries.
template <class T, class RowA, class RowB>
__device__ void product(Sums<T>& sums, bf16* shared, i64 k, const bf16* anywhere, RowA row_a,
                        RowB row_b) {
  constexpr int CHUNKS = T::BK / 8;
  constexpr int COPIES = (T::BM + T::BN) * CHUNKS;
  constexpr int EACH = (COPIES + T::THREADS - 1) / T::THREADS;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int warp_m = warp / T::WARPS_N, warp_n = warp % T::WARPS_N;
  const bf16* from[EACH];
#pragma unroll
  for (int i = 0; i < EACH; i++) {
    const int copy = threadIdx.x + i * T::THREADS, row = copy / CHUNKS;
    from[i] = copy >= COPIES ? nullptr : row < T::BM ? row_a(row) : row_b(row - T::BM);
    if (from[i]) from[i] += copy % CHUNKS * 8;
  }
  const auto fetch = [&](int stage, i64 at) {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int copy = threadIdx.x + i * T::THREADS, row = copy / CHUNKS, chunk = copy % CHUNKS;
      if (copy < COPIES) {
        const bool there = from[i] && at + chunk * 8 < k;
        cp_async16(shared + stage * T::STAGE + row * T::STRIDE + chunk * 8,
                   there ? from[i] + at : anywhere, there);
      }
    }
    cp_async_commit();
  };
#pragma unroll
  for (int m = 0; m < T::MI; m++)
#pragma unroll
    for (int n = 0; n < T::NI; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums.c[m][n][i] = 0.0f;
  const int steps = (int)((k + T::BK - 1) / T::BK);
  // The ring may hold copies of a product before; every thread must be done with it.
  __syncthreads();
  for (int i = 0; i < T::STAGES - 1; i++) fetch(i, (i64)i * T::BK);
  for (int step = 0; step < steps; step++) {
    cp_async_wait<T::STAGES - 2>();
    __syncthreads();
    fetch((step + T::STAGES - 1) % T::STAGES, (i64)(step + T::STAGES - 1) * T::BK);
    const bf16* a = shared + step % T::STAGES * T::STAGE + warp_m * T::MI * 16 * T::STRIDE;
    const bf16* b = shared + step % T::STAGES * T::STAGE + (T::BM + warp_n * T::NI * 8) * T::STRIDE;
#pragma unroll
    for (int kk = 0; kk < T::BK; kk += 16) {
      uint32_t a_parts[T::MI][4], b_parts[T::NI / 2][4];
#pragma unroll
      for (int m = 0; m < T::MI; m++)
        ldmatrix_x4(a_parts[m], a + (m * 16 + lane % 16) * T::STRIDE + kk + lane / 16 * 8);
#pragma unroll
      for (int n = 0; n < T::NI / 2; n++)
        ldmatrix_x4(b_parts[n],
                    b + (n * 16 + lane / 16 * 8 + lane % 8) * T::STRIDE + kk + lane / 8 % 2 * 8);
#pragma unroll
      for (int m = 0; m < T::MI; m++)
#pragma unroll
        for (int n = 0; n < T::NI; n++)
          mma_m16n8k16(sums.c[m][n], a_parts[m], b_parts[n / 2][n % 2 * 2],
                       b_parts[n / 2][n % 2 * 2 + 1]);
    }
  }
  cp_async_wait<0>();
}

// Calls `put(m, n, value)` for every element of the tile that this thread has.
template <class T, class Put> __device__ void each_sum(const Sums<T>& sums, Put put) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int m0 = warp / T::WARPS_N * T::MI * 16 + lane / 4,
            n0 = warp % T::WARPS_N * T::NI * 8 + lane % 4 * 2;
#pragma unroll
  for (int m = 0; m < T::MI; m++)
#pragma unroll
    for (int n = 0; n < T::NI; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) put(m0 + m * 16 + i / 2 * 8, n0 + n * 8 + i % 2, sums.c[m][n][i]);
}

// Few rows want many bytes on their way, many rows want many blocks on a multiprocessor.
using Tile16x64 = Tile<16, 64, 1, 4, 64>;
using Tile64x64 = Tile<64, 64, 2, 2, 64>;
using Tile128x128 = Tile<128, 128, 2, 4, 32>;
using Tile128x256 = Tile<128, 256, 2, 4, 32>;

} // namespace atlas
