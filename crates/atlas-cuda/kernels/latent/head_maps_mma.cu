// Computes: out[T, H, R + dr] = [K_h^T q | r] (`absorb_queries`), out[T, H, dv] = V_h x, bf16.
// Picked: row `by_rows` from 16 rows on.
// Tiling: 64 rows x 64 outputs of a head, 64 of K, 4 warps.
// Limit: bandwidth up to some 200 rows: weights are read once for 64 rows; then FLOP.
// Share: not recorded.
//
// An output element is one accumulator, 16 elements of K after another in ascending order.
#include "gemm/mma_tile.cuh"
#include "latent/head_maps.cuh"
using namespace atlas;

using Tiling = Tile64x64;

// The product of queries with rows of K, which lie as they are in the weight: a row of the second
// part of a stage is one of 64 elements along the sum. `columns` are left, of the 64 of the tile.
__device__ __forceinline__ void absorbed(Sums<Tiling>& sums, bf16* shared, const HeadMapParams& p,
                                         const bf16* x, int rows, const bf16* weight,
                                         i64 columns) {
  using T = Tiling;
  constexpr int CHUNKS = T::BK / 8, EACH = T::BM * CHUNKS / T::THREADS;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int warp_m = warp / T::WARPS_N, warp_n = warp % T::WARPS_N;
  const auto fetch = [&](int stage, int at) {
    bf16* const a = shared + stage * T::STAGE;
    bf16* const b = a + T::BM * T::STRIDE;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int copy = threadIdx.x + i * T::THREADS, row = copy / CHUNKS, c = copy % CHUNKS * 8;
      const bool is_query = row < rows && at + c < p.dims;
      cp_async16(a + row * T::STRIDE + c, is_query ? x + row * p.x_row + at + c : weight, is_query);
      const bool is_key = at + row < p.dims && c < columns;
      cp_async16(b + row * T::STRIDE + c, is_key ? weight + (at + row) * p.latent + c : weight,
                 is_key);
    }
    cp_async_commit();
  };
#pragma unroll
  for (int i = 0; i < T::MI * T::NI * 4; i++)
    sums.c[i / (T::NI * 4)][i / 4 % T::NI][i % 4] = 0.0f;
  const int steps = (int)((p.dims + T::BK - 1) / T::BK);
  // The ring may hold copies of a product before.
  __syncthreads();
  for (int i = 0; i < T::STAGES - 1; i++) fetch(i, i * T::BK);
  for (int step = 0; step < steps; step++) {
    cp_async_wait<T::STAGES - 2>();
    __syncthreads();
    fetch((step + T::STAGES - 1) % T::STAGES, (step + T::STAGES - 1) * T::BK);
    const bf16* const a =
        shared + step % T::STAGES * T::STAGE + warp_m * T::MI * 16 * T::STRIDE;
    const bf16* const b =
        shared + step % T::STAGES * T::STAGE + T::BM * T::STRIDE + warp_n * T::NI * 8;
#pragma unroll
    for (int k = 0; k < T::BK; k += 16) {
      uint32_t a_parts[T::MI][4];
#pragma unroll
      for (int m = 0; m < T::MI; m++)
        ldmatrix_x4(a_parts[m], a + (m * 16 + lane % 16) * T::STRIDE + k + lane / 16 * 8);
#pragma unroll
      for (int n = 0; n < T::NI; n += 2) {
        uint32_t b_parts[4];
        ldmatrix_x4_trans(b_parts, b + (k + lane % 16) * T::STRIDE + n * 8 + lane / 16 * 8);
#pragma unroll
        for (int m = 0; m < T::MI; m++) {
          mma_m16n8k16(sums.c[m][n], a_parts[m], b_parts[0], b_parts[1]);
          mma_m16n8k16(sums.c[m][n + 1], a_parts[m], b_parts[2], b_parts[3]);
        }
      }
    }
  }
  cp_async_wait<0>();
}

// Grid: tiles of outputs, heads, tiles of rows.
template <bool ABSORBS> __device__ void head_map(const HeadMapParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const i64 n0 = blockIdx.x * (i64)Tiling::BN, head = blockIdx.y;
  const i64 outputs = (ABSORBS ? p.latent : p.dims) - n0;
  const bf16* const weight = (const bf16*)p.weight + (head * p.head_rows + p.first) * p.latent;
  for (i64 m0 = blockIdx.z * (i64)Tiling::BM; m0 < p.rows; m0 += (i64)gridDim.z * Tiling::BM) {
    const int rows = (int)min((i64)Tiling::BM, p.rows - m0);
    const bf16* const x = (const bf16*)p.x + m0 * p.x_row + head * p.x_head;
    bf16* const out = (bf16*)p.out + m0 * p.out_row + head * p.out_head;
    Sums<Tiling> sums;
    if constexpr (ABSORBS) {
      absorbed(sums, shared, p, x, rows, weight + n0, outputs);
    } else {
      product<Tiling>(
          sums, shared, p.latent, weight,
          [&](int m) { return m < rows ? x + m * p.x_row : nullptr; },
          [&](int n) { return n < outputs ? weight + (n0 + n) * p.latent : nullptr; });
    }
    each_sum<Tiling>(sums, [&](int m, int n, float sum) {
      if (m < rows && n < outputs) out[m * p.out_row + n0 + n] = from_f32<bf16>(sum);
    });
    if (ABSORBS && blockIdx.x == 0)
      for (i64 i = threadIdx.x; i < rows * p.rotated; i += Tiling::THREADS) {
        const i64 t = i / p.rotated, c = i % p.rotated;
        out[t * p.out_row + p.latent + c] = x[t * p.x_row + p.dims + c];
      }
  }
}
extern "C" __global__ void __launch_bounds__(Tiling::THREADS)
    absorb_queries_mma(const HeadMapParams p) {
  begin();
  head_map<true>(p);
}
extern "C" __global__ void __launch_bounds__(Tiling::THREADS)
    latent_values_mma(const HeadMapParams p) {
  begin();
  head_map<false>(p);
}
