// Computes: up[pairs, I] and down[pairs, H] products of experts, pairs sorted, bf16, `mma.sync`.
// Picked: from 9 rows on, below 16 (Hopper) or 32 pairs an expert.
// Tiling: 16 pairs x 128 (or 64) outputs; persistent blocks, a ring of 3 (7) stages over tile ends.
// Limit: bandwidth: each weight of an expert with pairs is read once.
// Share: 90 % (8 tokens) to 100 % (128) of 4.2 TB/s; docs/kernels/moe/grouped_gemm_small_m.md.
//
// The products are bound by memory, so the blocks of a multiprocessor have copies of weights under
// way all the time.
//
// A block goes through tiles of BM pairs and BN outputs in turn. The copies run ahead of the
// products by the stages of a ring, over the ends of tiles: while a tile's outputs are written, the
// next tile's weights come. An output is one accumulator, 16 elements of K after another in
// ascending order: the bits are those of the tiles in `moe/grouped_gemm_mma.cu`.
#include "moe/grouped_gemm.cuh"
#include "include/cp_async.cuh"
#include "include/mma.cuh"
#include "include/relu_squared.cuh"
using namespace atlas;

template <int BN_, int STAGES_, int WARPS_, int DEPTH_> struct StreamedTile {
  static constexpr int BM = 16, BN = BN_, STAGES = STAGES_, WARPS = WARPS_;
  static constexpr int THREADS = WARPS * WARP;
  // Elements of K of a stage, in pieces of 16 bytes which lie in an order of the row's own, so that
  // 8 rows touch all banks.
  static constexpr int DEPTH = DEPTH_, PIECES = DEPTH / 8;
  static constexpr int STAGE = (BM + BN) * DEPTH;
  // Rows that the threads copy at once, and how often they do for the outputs of a stage.
  static constexpr int ROWS = THREADS / PIECES, COPIES = BN / ROWS;
  // Groups of 8 outputs of a warp.
  static constexpr int NI = BN / WARPS / 8;
  static_assert(ROWS % 16 == 0 && BN % ROWS == 0 && NI % 2 == 0 && STAGES > 2, "");
};
// Two blocks of the larger one share a multiprocessor of Hopper, with 128 KiB of weights under way
// and pieces of 256 bytes of a row, which the memory delivers faster than shorter ones. The smaller
// one is for devices without room for that.
using Tile16x64 = StreamedTile<64, 7, 4, 64>;
using Tile16x128 = StreamedTile<128, 3, 8, 128>;

template <class T> __device__ __forceinline__ bf16* piece(bf16* rows, int row, int chunk) {
  return rows + row * T::DEPTH + (chunk ^ row % 8) * 8;
}

// A tile of rows: its first pair, and its expert with how many pairs it has.
struct TileOfRows {
  int first, both;
  __device__ __forceinline__ int expert() const { return both >> 5; }
  __device__ __forceinline__ int count() const { return both & 31; }
};

// Fills the table of tiles of rows, which lies behind the stages; returns how many there are.
// Called by all threads.
template <class T>
__device__ __forceinline__ int list_tiles(const GroupedParams& p, TileOfRows* tiles) {
  for (int e = threadIdx.x; e < (int)p.experts; e += T::THREADS) {
    const int begin = p.tile[e], end = p.tile[e + 1], at = p.offset[e], last = p.offset[e + 1];
    for (int t = begin; t < end; t++) {
      const int first = at + (t - begin) * T::BM;
      tiles[t] = {first, e << 5 | min(T::BM, last - first)};
    }
  }
  __syncthreads();
  return p.tile[p.experts];
}

enum class Way { Gated, ReluSquared, Down };

// Work of a block. Gated: hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k], the
// gate's rows, then the up's: outputs of a tile are gate and up by turns of 8, so a thread has both
// of an element. ReluSquared: hidden[pair] = relu(up x)^2, with weight[e] of [n, k]. Down:
// out[pair] = down hidden[pair], with weight[e] of [n, k]; `hidden` lies in sorted order, `out` in
// the order of pairs.
template <class T, Way WAY> struct Work {
  static constexpr bool UP = WAY != Way::Down, GATED = WAY == Way::Gated;
  // Outputs of a tile.
  static constexpr int ACROSS = GATED ? T::BN / 2 : T::BN;
  const GroupedParams& p;
  bf16* const stages;
  TileOfRows* const tiles;
  int across, count, steps;
  // Of the copies: the tile, what this thread copies of it, and the stage and step that come next.
  int tile, step = 0, to = 0, outputs, ahead_pair = 0;
  // Stages of weights of the first tile that are on their way.
  int asked = 0;
  const bf16 *row = nullptr, *weight = nullptr;

  __device__ __forceinline__ Work(const GroupedParams& p, bf16* raw)
      : p(p),
        stages(raw),
        tiles((TileOfRows*)(raw + T::STAGES * T::STAGE)),
        across((int)((p.n + ACROSS - 1) / ACROSS)),
        steps((int)((p.k + T::DEPTH - 1) / T::DEPTH)) {
    count = list_tiles<T>(p, tiles) * across;
    tile = steps ? (int)blockIdx.x : count;
    look_ahead(tile);
    turn();
  }
  // Asks for the weights of the first tile's first stages.
  __device__ __forceinline__ void ask() {
    asked = tile < count ? min(steps, T::STAGES - 1) : 0;
    for (int i = 0; i < asked; i++) fetch_weights(i, i);
  }
  __device__ __forceinline__ int copied_row() const { return threadIdx.x / T::PIECES; }
  __device__ __forceinline__ int chunk() const { return threadIdx.x % T::PIECES; }

  // Asks for the pair of this thread's row in a tile, which is needed when the copies come to that.
  __device__ __forceinline__ void look_ahead(int of) {
    if (!UP || of >= count || copied_row() >= T::BM) return;
    const TileOfRows rows = tiles[of / across];
    ahead_pair = copied_row() < rows.count() ? p.order[rows.first + copied_row()] : -1;
  }
  // Rows of the tile that this thread copies.
  __device__ __forceinline__ void turn() {
    if (tile >= count) return;
    const TileOfRows rows = tiles[tile / across];
    const int r = copied_row();
    row = nullptr;
    if (r < rows.count())
      row = (UP ? p.x + ahead_pair / p.ranks * p.x_row : p.hidden + (rows.first + r) * p.k) +
            chunk() * 8;
    const int n = tile % across * ACROSS + (GATED ? r / 16 * 8 + r % 8 : r);
    weight = p.weight +
             (rows.expert() * (GATED ? 2 : 1) * p.n + n + (GATED && r / 8 % 2 ? p.n : 0)) * p.k +
             chunk() * 8;
    outputs = (int)p.n - n;
    look_ahead(tile + gridDim.x);
  }
  // The outputs' part of a stage.
  __device__ __forceinline__ void fetch_weights(int stage, int at_step) const {
    const bool inside = at_step * T::DEPTH + chunk() * 8 < p.k;
    bf16* const b = stages + stage * T::STAGE + T::BM * T::DEPTH;
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      const int further = i * (GATED ? T::ROWS / 2 : T::ROWS);
      const bool there = inside && further < outputs;
      cp_async16(piece<T>(b, copied_row() + i * T::ROWS, chunk()),
                 there ? weight + further * p.k + at_step * T::DEPTH : p.weight, there);
    }
  }
  // Copies of the next stage, if there is one. ASKED: the weights are on their way.
  template <bool ASKED> __device__ __forceinline__ void fetch() {
    if (tile < count) {
      const bool there = row && step * T::DEPTH + chunk() * 8 < p.k;
      if (copied_row() < T::BM)
        cp_async16(piece<T>(stages + to * T::STAGE, copied_row(), chunk()),
                   there ? row + step * T::DEPTH : p.weight, there);
      if (!ASKED) fetch_weights(to, step);
      if (++step == steps) step = 0, tile += gridDim.x, turn();
      if (++to == T::STAGES) to = 0;
    }
    cp_async_commit();
  }

  // Long: the ring of stages, the products of each, and the tile's results when it is whole.
  __device__ __forceinline__ void run() {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int i = 0; i < T::STAGES - 1; i++) {
      if (i < asked)
        fetch<true>();
      else
        fetch<false>();
    }
    int at = 0;
    for (int now = blockIdx.x; now < count; now += gridDim.x) {
      const TileOfRows rows = tiles[now / across];
      const int m = lane / 4;
      // Asked for before the products: they are there after them.
      int pairs[2] = {-1, -1};
      if (!UP)
#pragma unroll
        for (int half = 0; half < 2; half++)
          if (m + 8 * half < rows.count()) pairs[half] = p.order[rows.first + m + 8 * half];
      float sums[T::NI][4];
#pragma unroll
      for (int n = 0; n < T::NI; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
      for (int s = 0; s < steps; s++) {
        cp_async_wait<T::STAGES - 2>();
        __syncthreads();
        fetch<false>();
        bf16* const a = stages + at * T::STAGE;
        bf16* const b = a + T::BM * T::DEPTH;
#pragma unroll
        for (int k = 0; k < T::DEPTH / 8; k += 2) {
          uint32_t a_parts[4], b_parts[T::NI / 2][4];
          ldmatrix_x4(a_parts, piece<T>(a, lane % 16, k + lane / 16));
#pragma unroll
          for (int n = 0; n < T::NI / 2; n++)
            ldmatrix_x4(b_parts[n], piece<T>(b, (warp * T::NI + n * 2 + lane / 16) * 8 + lane % 8,
                                             k + lane / 8 % 2));
#pragma unroll
          for (int n = 0; n < T::NI; n++)
            mma_m16n8k16(sums[n], a_parts, b_parts[n / 2][n % 2 * 2],
                         b_parts[n / 2][n % 2 * 2 + 1]);
        }
        if (++at == T::STAGES) at = 0;
      }
      const i64 column = now % across * ACROSS + warp * (ACROSS / T::WARPS) + lane % 4 * 2;
      // n is a multiple of 8: both of a pair are there, or none.
#pragma unroll
      for (int half = 0; half < 2; half++) {
        if (m + 8 * half >= rows.count()) continue;
        if (GATED) {
#pragma unroll
          for (int n = 0; n < T::NI; n += 2)
            if (column + n * 4 < p.n) {
              __nv_bfloat162 two;
              two.x = from_f32<bf16>(silu(sums[n][2 * half]) * sums[n + 1][2 * half]);
              two.y = from_f32<bf16>(silu(sums[n][2 * half + 1]) * sums[n + 1][2 * half + 1]);
              *(__nv_bfloat162*)(p.hidden + (rows.first + m + 8 * half) * p.n + column + n * 4) =
                  two;
            }
        } else if (UP) {
#pragma unroll
          for (int n = 0; n < T::NI; n++)
            if (column + n * 8 < p.n) {
              __nv_bfloat162 two;
              two.x = from_f32<bf16>(relu_squared(sums[n][2 * half]));
              two.y = from_f32<bf16>(relu_squared(sums[n][2 * half + 1]));
              *(__nv_bfloat162*)(p.hidden + (rows.first + m + 8 * half) * p.n + column + n * 8) =
                  two;
            }
        } else {
#pragma unroll
          for (int n = 0; n < T::NI; n++)
            if (column + n * 8 < p.n)
              *(float2*)(p.out + pairs[half] * p.n + column + n * 8) =
                  make_float2(sums[n][2 * half], sums[n][2 * half + 1]);
        }
      }
    }
    cp_async_wait<0>();
  }
};

template <class T, Way WAY> __device__ __forceinline__ void experts_up(const GroupedParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  Work<T, WAY> work(p, shared);
  work.run();
}

// The pairs read here were written by a kernel before the previous one, whose blocks let this
// kernel start after all of them were there (see `begin`).
template <class T>
__device__ __forceinline__ Work<T, Way::Down> ahead_down(const GroupedParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  Work<T, Way::Down> work(p, shared);
  work.ask();
  return work;
}
template <class T> __device__ __forceinline__ void experts_down(Work<T, Way::Down> work) {
  work.run();
}
#define SMALL_M(SIZE)                                                                              \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_small_m_up_##SIZE(const GroupedParams p) {                                      \
    begin();                                                                                       \
    experts_up<Tile##SIZE, Way::Gated>(p);                                                         \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_small_m_relu_squared_##SIZE(const GroupedParams p) {                            \
    begin();                                                                                       \
    experts_up<Tile##SIZE, Way::ReluSquared>(p);                                                   \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(Tile##SIZE::THREADS)                                \
      grouped_gemm_small_m_down_##SIZE(const GroupedParams p) {                                    \
    const auto weights = ahead_down<Tile##SIZE>(p);                                                \
    begin();                                                                                       \
    experts_down<Tile##SIZE>(weights);                                                             \
  }
SMALL_M(16x64)
SMALL_M(16x128)
