// Computes: up[pairs, I] and down[pairs, H] products of experts, pairs sorted, bf16, on `wgmma`.
// Picked: Hopper, 16 pairs an expert on average and more; no --batch-invariant.
// Tiling: 64 x 256 (below 128 pairs an expert) or 128 x 256; persistent; rows gathered by cp.async.
// Limit: FLOP from some 180 pairs an expert on, bandwidth below.
// Share: 343 of some 800 TFLOP/s (8,192 tokens); docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "moe/grouped_gemm.cuh"
#include "gemm/sm90_warp_specialized.cuh"
using namespace atlas;

// Of experts: rows are gathered for the first product and lie one after the other for the second.
using Up128x256 = WarpSpecializedTile<128, 256, 4, 1, 1, true>;
using Down128x256 = WarpSpecializedTile<128, 256, 4>;
using Up64x256 = WarpSpecializedTile<64, 256, 5, 1, 1, true>;
using Down64x256 = WarpSpecializedTile<64, 256, 5>;

struct Sm90GroupedParams {
  // Rows of the second product, one after the other; those of the first are gathered.
  TensorMap x; TensorMap weight;
  GroupedParams g;
  // Whether results of pairs are rounded to bf16; f32 else.
  i64 rounded;
  i64 unused[3];
};

// The expert of a tile of rows, and its pairs from the tile's first on. Tiles are asked for in
// ascending order, by whole warps. Lanes look at several experts at once, at all of a large model
// for the first tile: a block begins with this, and each look waits for the memory.
struct Walk {
  int expert = -1, first, last;
  // Number of the next LOOKS * WARP experts that end before a tile.
  template <int LOOKS>
  __device__ __forceinline__ int passed(const GroupedParams& p, int tile) const {
    int begins[LOOKS], count = 0;
#pragma unroll
    for (int i = 0; i < LOOKS; i++) {
      const int e = expert + 1 + i * WARP + (int)(threadIdx.x % WARP);
      begins[i] = p.tile[min(e, (int)p.experts)];
    }
#pragma unroll
    for (int i = 0; i < LOOKS; i++) count += __popc(__ballot_sync(ALL_LANES, begins[i] <= tile));
    return count;
  }
  template <class T> __device__ __forceinline__ void to(const GroupedParams& p, int tile) {
    constexpr int MOST = 8, NEXT = 2;
    const bool begun = expert >= 0;
    int count;
    do {
      count = begun ? passed<NEXT>(p, tile) : passed<MOST>(p, tile);
      expert += count;
    } while (count == (begun ? NEXT : MOST) * WARP);
    first = p.offset[expert] + (tile - p.tile[expert]) * T::BM;
    last = p.offset[expert + 1];
  }
};

// hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k]: the gate's rows, then the up's.
// Half of the columns of a group are the gate's, half the up's of the same outputs, so a thread has
// both of an element.
template <class T> __device__ __forceinline__ void experts_up(const Sm90GroupedParams& params) {
  extern __shared__ __align__(16) bf16 raw[];
  const GroupedParams& p = params.g;
  Ring<T> ring(raw);
  const int across = (int)((p.n + T::BN / 2 - 1) / (T::BN / 2)), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  if (group < 0) {
    setmaxnreg_dec<T::FEW>();
    // Rows that the threads copy at once, 16 bytes each.
    constexpr int ROWS = GROUP / 8;
    const int chunk = threadIdx.x % 8, row = threadIdx.x / 8,
              in_stage = row * DEPTH + (chunk ^ row % 8) * 8;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      const bf16* from[T::BM / ROWS];
#pragma unroll
      for (int i = 0; i < T::BM / ROWS; i++) {
        const int pair = walk.first + row + i * ROWS;
        from[i] = pair < walk.last
                      ? p.x + (unsigned)p.order[pair] / (unsigned)p.ranks * p.x_row + chunk * 8
                      : nullptr;
      }
      const int n = walk.expert * 2 * (int)p.n + tile % across * (T::BN / 2);
      for (int step = 0; step < steps; step++, ring.next()) {
        ring.wait_empty();
        Mbarrier* const full = ring.full + ring.stage;
        bf16* const to = ring.at();
        if (threadIdx.x == 0) {
          mbarrier_arrive_expect_tx(full, T::BYTES);
          // Outputs past the end are others' or zeros: their sums go nowhere.
          constexpr int HALF = T::COLUMNS / 2;
#pragma unroll
          for (int i = 0; i < T::BN / HALF; i++)
            tma_load_2d(to + (T::BM + i * HALF) * DEPTH, params.weight, step * DEPTH,
                        n + i / 2 * HALF + i % 2 * (int)p.n, full);
        }
        const bool there = step * DEPTH + chunk * 8 < p.k;
        // Rows that are not there have any values: their sums go nowhere.
#pragma unroll
        for (int i = 0; i < T::BM / ROWS; i++)
          if (from[i])
            cp_async16(to + in_stage + i * ROWS * DEPTH, there ? from[i] + step * DEPTH : p.x,
                       there);
        mbarrier_arrive_cp_async(full);
      }
    }
    cp_async_wait<0>();
  } else {
    setmaxnreg_inc<T::MANY>();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      float sums[T::COLUMNS / 8][4];
      const bool some = walk.first + (T::TALL ? group * 64 : 0) < walk.last;
      multiply<T>(sums, ring, steps, group, some);
      if (!some) continue;
      const int pair = walk.first + row_of<T>(group);
      const i64 column = tile % across * (i64)(T::BN / 2) + first_column<T>(group) / 2;
      each_eight<T::COLUMNS / 2>(
          [&](int n, int half) {
            const int up = n + T::COLUMNS / 16, i = 2 * half;
            return two(silu(sums[n][i]) * sums[up][i], silu(sums[n][i + 1]) * sums[up][i + 1]);
          },
          [&](int half, int n, uint4 eight) {
            if (pair + 8 * half < walk.last && column + n * 8 < p.n)
              *(uint4*)(p.hidden + (pair + 8 * half) * p.n + column + n * 8) = eight;
          });
    }
  }
}

// Tiles of outputs of the second product.
template <class T> __device__ __forceinline__ int down_across(const GroupedParams& p) {
  return (int)((p.n + T::BN - 1) / T::BN);
}

// The stages, and the first weights of this block on their way: as many of its first tile as there
// are stages. What is read here of the pairs was written by the kernel before the one before: that
// one's blocks let this kernel start after all it wrote was there for them (see `begin`).
template <class T> __device__ __forceinline__ Ring<T> ahead_down(const Sm90GroupedParams& params) {
  extern __shared__ __align__(16) bf16 raw[];
  const GroupedParams& p = params.g;
  Ring<T> ring(raw);
  const int across = down_across<T>(p), tile = blockIdx.x;
  if (threadIdx.x < WARP && tile < p.tile[p.experts] * across) {
    Walk walk;
    walk.to<T>(p, tile / across);
    if (threadIdx.x == 0)
      for (int step = 0; step < min(steps_of<T>(p.k), T::STAGES); step++) {
        mbarrier_arrive_expect_tx(ring.full + step, T::BYTES);
        tma_load_2d(ring.tiles + step * T::STAGE + T::BM * DEPTH, params.weight, step * DEPTH,
                 walk.expert * (int)p.n + tile % across * T::BN, ring.full + step);
      }
    __syncwarp();
  }
  return ring;
}

// out[pair] = down hidden[pair], with weight[e] of [n, k]. `hidden` lies in sorted order, `out` in
// the order of pairs.
template <class T>
__device__ __forceinline__ void experts_down(const Sm90GroupedParams& params, Ring<T> ring) {
  const GroupedParams& p = params.g;
  const int across = down_across<T>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  if (group < 0) {
    setmaxnreg_dec<T::FEW>();
    if (threadIdx.x < WARP) {
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        walk.to<T>(p, tile / across);
        // Outputs and pairs past the end are others' or zeros: their sums go nowhere.
        const int n = walk.expert * (int)p.n + tile % across * T::BN;
        for (int step = 0; step < steps; step++, ring.next()) {
          ring.wait_empty();
          if (threadIdx.x == 0) {
            Mbarrier* const full = ring.full + ring.stage;
            const bool asked = tile == (int)blockIdx.x && step < T::STAGES;
            if (!asked) mbarrier_arrive_expect_tx(full, T::BYTES);
            tma_load_2d(ring.at(), params.x, step * DEPTH, walk.first, full);
            if (!asked)
              tma_load_2d(ring.at() + T::BM * DEPTH, params.weight, step * DEPTH, n, full);
          }
          __syncwarp();
        }
      }
    }
  } else {
    setmaxnreg_inc<T::MANY>();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      const int first = walk.first + row_of<T>(group);
      // Asked for before the products: they are there after them.
      const int pairs[2] = {first < walk.last ? p.order[first] : -1,
                            first + 8 < walk.last ? p.order[first + 8] : -1};
      float sums[T::COLUMNS / 8][4];
      const bool some = walk.first + (T::TALL ? group * 64 : 0) < walk.last;
      multiply<T>(sums, ring, steps, group, some);
      if (!some) continue;
      const i64 column = tile % across * (i64)T::BN + first_column<T>(group);
      if (params.rounded) {
        each_eight<T::COLUMNS>(
            [&](int n, int half) { return two(sums[n][2 * half], sums[n][2 * half + 1]); },
            [&](int half, int n, uint4 eight) {
              if (pairs[half] >= 0 && column + n * 8 < p.n)
                *(uint4*)((bf16*)p.out + pairs[half] * p.n + column + n * 8) = eight;
            });
        continue;
      }
#pragma unroll
      for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const i64 at = column + n * 8 + threadIdx.x % 4 * 2;
          if (pairs[half] >= 0 && at < p.n)
            *(float2*)(p.out + pairs[half] * p.n + at) =
                make_float2(sums[n][2 * half], sums[n][2 * half + 1]);
        }
    }
  }
}
#define SM90_GROUPED_GEMM(SIZE)                                                                    \
  extern "C" __global__ void __launch_bounds__(Up##SIZE::THREADS, 1)                               \
      sm90_grouped_gemm_up_##SIZE(const __grid_constant__ Sm90GroupedParams p) {                   \
    begin();                                                                                       \
    experts_up<Up##SIZE>(p);                                                                       \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(Down##SIZE::THREADS, 1)                             \
      sm90_grouped_gemm_down_##SIZE(const __grid_constant__ Sm90GroupedParams p) {                 \
    const auto weights = ahead_down<Down##SIZE>(p);                                                \
    begin();                                                                                       \
    experts_down<Down##SIZE>(p, weights);                                                          \
  }
SM90_GROUPED_GEMM(64x256)
SM90_GROUPED_GEMM(128x256)
