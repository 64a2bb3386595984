// Computes: out_i[T, N_i] = x[T, K] weight_i[N_i, K]^T + bias_i, up to four linears of one x, bf16.
// Picked: Hopper, 17 to 64 rows (from 5 on: 8,192 outputs); more rows of few outputs (`128x32`).
// Tiling: 64 or 128 rows x 16 to 256 outputs; 64 or 128 of K a stage, 4 to 11 stages; cp.async.
// Limit: bandwidth: each weight is read once up to 64 rows; FLOP with more.
// Share: 64 % of 4.57 TB/s (32 x 12,288); docs/benchmarks/log/2026-11-24-cuda-h200.md.
//
// A block computes BM x BN outputs in stages of DEPTH along K, or of several DEPTHs; 64 rows of
// them belong to four warps. Copies of later stages and products of earlier ones go on beside each
// other. An output is one accumulator, 16 elements of K after another in ascending order, in every
// tile and at every position in it.
#include "gemm/shared_input.cuh"
#include "gemm/store_pair.cuh"
#include "include/cp_async.cuh"
#include "include/wgmma.cuh"
using namespace atlas;

template <int BM_, int BN_, int STAGES_, int PANELS_ = 1, bool FEW_ = false> struct WgmmaTile {
  static constexpr int BM = BM_, BN = BN_, STAGES = STAGES_;
  // DEPTHs of a stage, one after the other: with more there are fewer barriers for the same bytes.
  static constexpr int PANELS = PANELS_;
  // Whether many rows of the tile are expected to be missing: then they are zeroed once, not in
  // every stage.
  static constexpr bool FEW = FEW_;
  static constexpr int THREADS = BM / 64 * 4 * WARP;
  static constexpr int PANEL = (BM + BN) * DEPTH, STAGE = PANELS * PANEL;
  // Rows that the threads copy at once, 16 bytes each.
  static constexpr int ROWS = THREADS / 8;
  static constexpr int COPIES = (BM + BN) / ROWS;
  // Stages that are on their way while one is used and the one before may be.
  static constexpr int AHEAD = STAGES - 2;
  static_assert((BM + BN) % ROWS == 0 && ROWS % 8 == 0 && BM % 64 == 0 && AHEAD > 0, "");
};
// A tile for few outputs, one with many stages for few blocks, and the widest.
using Tile128x32 = WgmmaTile<128, 32, 8>;
using Tile128x128 = WgmmaTile<128, 128, 6>;
using Tile128x256 = WgmmaTile<128, 256, 4>;
// Tiles for up to 64 rows, which wait for the weights alone. The first has a multiprocessor to
// itself and a ring that fills it; three blocks of the next two share one, and two of the last.
using Tile64x16 = WgmmaTile<64, 16, 11, 2, true>;
using Tile64x32 = WgmmaTile<64, 32, 6, 1, true>;
using Tile64x64 = WgmmaTile<64, 64, 4, 1, true>;
using Tile64x128 = WgmmaTile<64, 128, 4, 1, true>;

// Copies of a thread for a tile: its chunks of the rows of both operands, those of the first before
// those of the second. `row_a(m)` and `row_b(n)` give the first element of a row of the tile, or
// null for one of zeros; `anywhere` is some address of global memory. `k` is a multiple of 8 and
// rows lie on 16-byte boundaries.
template <class T> struct Copies {
  static constexpr int ROWS_A = T::BM / T::ROWS;
  const bf16* from[T::COPIES];
  bf16* to;
  const bf16* anywhere;
  i64 k;
  template <class RowA, class RowB>
  __device__ __forceinline__ Copies(bf16* shared, i64 k, const bf16* anywhere, RowA row_a,
                                    RowB row_b)
      : anywhere(anywhere), k(k) {
    const int chunk = threadIdx.x % 8, row = threadIdx.x / 8;
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      from[i] = i < ROWS_A ? row_a(row + i * T::ROWS) : row_b(row + i * T::ROWS - T::BM);
      if (from[i]) from[i] += chunk * 8;
    }
    to = shared + row * DEPTH + (chunk ^ row % 8) * 8;
  }
  // Copies FIRST to LAST of a stage.
  template <int FIRST, int LAST> __device__ __forceinline__ void fetch(int stage, i64 first) const {
#pragma unroll
    for (int panel = 0; panel < T::PANELS; panel++)
#pragma unroll
      for (int i = FIRST; i < LAST; i++) {
        const i64 at = first + panel * DEPTH;
        const bool there = from[i] && at + threadIdx.x % 8 * 8 < k;
        if (T::FEW && !from[i]) continue;
        cp_async16(to + stage * T::STAGE + panel * T::PANEL + i * T::ROWS * DEPTH,
                   there ? from[i] + at : anywhere, there);
      }
  }
};

// Elements of K of a stage.
template <class T> constexpr int ALONG = T::PANELS * DEPTH;

// Asks for the first stages of the second operand, which may be done before `begin` where that is
// weights.
template <class T> __device__ __forceinline__ void ahead_second(const Copies<T>& copies) {
  for (int i = 0; i < T::AHEAD; i++)
    copies.template fetch<T::BM / T::ROWS, T::COPIES>(i, (i64)i * ALONG<T>);
}

// Sums as `wgmma` has them, of the 64 rows of this thread's warps. ASKED: the first stages of the
// second operand are on their way.
template <class T, bool ASKED>
__device__ __forceinline__ void product(float (&sums)[T::BN / 8][4], bf16* shared,
                                        const Copies<T>& copies) {
  const int group = threadIdx.x / (4 * WARP);
  const i64 k = copies.k;
  if (T::FEW) {
    // The fence and the barrier of the first step show these to the tensor cores, as they do the
    // copies.
#pragma unroll
    for (int i = 0; i < T::COPIES; i++)
      if (!copies.from[i])
        for (int panel = 0; panel < T::STAGES * T::PANELS; panel++)
          *(uint4*)(copies.to + panel * T::PANEL + i * T::ROWS * DEPTH) = make_uint4(0, 0, 0, 0);
  }
#pragma unroll
  for (int n = 0; n < T::BN / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
  const int steps = (int)((k + ALONG<T> - 1) / ALONG<T>);
  for (int i = 0; i < T::AHEAD; i++) {
    copies.template fetch<0, ASKED ? T::BM / T::ROWS : T::COPIES>(i, (i64)i * ALONG<T>);
    cp_async_commit();
  }
  Flight flight;
  for (int step = 0; step < steps; step++) {
    cp_async_wait<T::AHEAD - 1>();
    fence_async_proxy();
    // Every thread's copies of this step are there, and the products of the step before the last
    // are done.
    __syncthreads();
    const bf16* a = shared + step % T::STAGES * T::STAGE;
    wgmma_fence();
#pragma unroll
    for (int panel = 0; panel < T::PANELS; panel++, a += T::PANEL)
#pragma unroll
      for (int i = 0; i < DEPTH; i += STEP)
        wgmma<T::BN>(sums, a + group * 64 * DEPTH, a + T::BM * DEPTH, i, flight);
    wgmma_commit(flight);
    copies.template fetch<0, T::COPIES>((step + T::AHEAD) % T::STAGES,
                                        (i64)(step + T::AHEAD) * ALONG<T>);
    cp_async_commit();
    wgmma_wait<1>(flight);
  }
  wgmma_wait<0>(flight);
  cp_async_wait<0>();
}

// Calls `put(m, n, low, high)` for columns n and n + 1 of each row of the tile that this thread
// has.
template <class T, class Put>
__device__ __forceinline__ void each_pair(const float (&sums)[T::BN / 8][4], Put put) {
  const int lane = threadIdx.x % WARP, m = threadIdx.x / WARP * 16 + lane / 4;
#pragma unroll
  for (int n = 0; n < T::BN / 8; n++)
#pragma unroll
    for (int half = 0; half < 2; half++)
      put(m + 8 * half, n * 8 + lane % 4 * 2, sums[n][2 * half], sums[n][2 * half + 1]);
}

// Rows of tiles that go through all outputs together, so that what they read stays in the
// second-level cache.
constexpr int BAND = 8;

// A tile of linears: its part and first row and output.
template <class T> struct Place {
  LinearsPart part;
  i64 m0, n0;
  __device__ __forceinline__ explicit Place(const LinearsParams& p) {
    const i64 id = blockIdx.x + (i64)blockIdx.y * gridDim.x, band = id / (gridDim.x * BAND) * BAND;
    const i64 in_band = id - band * gridDim.x, tall = min((i64)BAND, gridDim.y - band),
              block = in_band / tall;
    m0 = (band + in_band % tall) * T::BM;
    part = part_of(p, block);
    n0 = (block - part.block) * T::BN;
  }
  __device__ __forceinline__ Copies<T> copies(const LinearsParams& p, bf16* shared) const {
    const auto x = [&](int m) { return m0 + m < p.rows ? p.x + (m0 + m) * p.x_row : nullptr; };
    const auto weight = [&](int n) {
      return n0 + n < part.n ? part.weight + (n0 + n) * p.k : nullptr;
    };
    return Copies<T>(shared, p.k, part.weight, x, weight);
  }
};
template <class T> __device__ __forceinline__ void ahead_linears(const LinearsParams& p) {
  extern __shared__ __align__(16) bf16 raw[];
  ahead_second(Place<T>(p).copies(p, align_swizzled(raw)));
}

// Grid: tiles of outputs, parts one after the other; tiles of rows.
template <class T> __device__ void linears(const LinearsParams& p) {
  extern __shared__ __align__(16) bf16 raw[];
  const Place<T> place(p);
  const LinearsPart part = place.part;
  float sums[T::BN / 8][4];
  product<T, true>(sums, align_swizzled(raw), place.copies(p, align_swizzled(raw)));
  each_pair<T>(sums, [&](int m, int n, float low, float high) {
    const i64 row = place.m0 + m, column = place.n0 + n;
    if (row >= p.rows || column >= part.n) return;
    const bool both = column + 1 < part.n;
    if (part.bias) low += part.bias[column], high += both ? part.bias[column + 1] : 0.0f;
    const i64 at = row * part.out_row + column;
    if (part.wide)
      put_pair((float*)part.out + at, low, high, both);
    else
      put_pair((bf16*)part.out + at, low, high, both);
  });
}
#define SM90_WGMMA(SIZE)                                                                           \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      sm90_wgmma_##SIZE(const LinearsParams p) {                                                   \
    ahead_linears<Tile##SIZE>(p);                                                                  \
    begin();                                                                                       \
    linears<Tile##SIZE>(p);                                                                        \
  }
SM90_WGMMA(64x16)
SM90_WGMMA(64x32)
SM90_WGMMA(64x64)
SM90_WGMMA(64x128)
SM90_WGMMA(128x32)
SM90_WGMMA(128x128)
SM90_WGMMA(128x256)
