// Experts over pairs sorted by expert, in tiles of warps that copy and warps that multiply.
#pragma once

#include "gemm/sm90_warp_specialized.cuh"
#include "include/relu_squared.cuh"
#include "moe/grouped_gemm.cuh"

namespace atlas {

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

// Rows of the first product, which lie anywhere: this thread's pieces of a tile's, 16 bytes each.
template <class T> struct GatheredRows {
  // Rows that the threads copy at once.
  static constexpr int ROWS = GROUP / 8;
  const GroupedParams& p;
  const bf16* from[T::BM / ROWS];

  static __device__ __forceinline__ int chunk() { return threadIdx.x % 8; }
  static __device__ __forceinline__ int row() { return threadIdx.x / 8; }
  __device__ __forceinline__ void turn(const Walk& walk) {
#pragma unroll
    for (int i = 0; i < T::BM / ROWS; i++) {
      const int pair = walk.first + row() + i * ROWS;
      from[i] = pair < walk.last
                    ? p.x + (unsigned)p.order[pair] / (unsigned)p.ranks * p.x_row + chunk() * 8
                    : nullptr;
    }
  }
  // Rows that are not there have any values: their sums go nowhere.
  __device__ __forceinline__ void copy(int step, bf16* to) const {
    const bool there = step * DEPTH + chunk() * 8 < p.k;
    const int in_stage = row() * DEPTH + (chunk() ^ row() % 8) * 8;
#pragma unroll
    for (int i = 0; i < T::BM / ROWS; i++)
      if (from[i])
        cp_async16(to + in_stage + i * ROWS * DEPTH, there ? from[i] + step * DEPTH : p.x, there);
  }
};

// Outputs of a tile of the first product, each of which has a column for each input, and tiles.
template <class T, Inputs IN> constexpr int UP_OUTPUTS = T::BN / IN;
template <class T, Inputs IN> __device__ __forceinline__ int up_across(const GroupedParams& p) {
  return (int)((p.n + UP_OUTPUTS<T, IN> - 1) / UP_OUTPUTS<T, IN>);
}

// The products of hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k]: the gate's
// rows, then the up's. Half of the columns of a group are the gate's, half the up's of the same
// outputs, so a thread has both of an element. Of hidden[pair] = relu(up x)^2 all columns are the
// up's. `sums_of(sums, ring, steps, group, walk, pair, column)` multiplies the stages of a tile,
// from this lane's pair and the group's column on, and `put(sums, walk, pair, column)` writes what
// follows from them; both are called by groups that have pairs.
template <class T, Inputs IN, class SumsOf, class Put>
__device__ __forceinline__ void up_products(const GroupedParams& p, Ring<T>& ring, SumsOf sums_of,
                                            Put put) {
  const int across = up_across<T, IN>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    walk.to<T>(p, tile / across);
    if (walk.first + (T::TALL ? group * 64 : 0) >= walk.last) {
      pass_stages(ring, steps);
      continue;
    }
    float sums[T::COLUMNS / 8][4];
    const int pair = walk.first + row_of<T>(group);
    const i64 column =
        tile % across * (i64)UP_OUTPUTS<T, IN> + first_column<T>(group) / (int)IN;
    sums_of(sums, ring, steps, group, walk, pair, column);
    put(sums, walk, pair, column);
  }
}

// The same with weights that TMA copies.
template <class T, Inputs IN, class P, class SumsOf, class Put>
__device__ __forceinline__ void experts_up(const P& params, SumsOf sums_of, Put put) {
  extern __shared__ __align__(16) bf16 raw[];
  const GroupedParams& p = params.g;
  Ring<T> ring(raw);
  if (threadIdx.x >= GROUP) {
    setmaxnreg_inc<T::MANY>();
    up_products<T, IN>(p, ring, sums_of, put);
    return;
  }
  setmaxnreg_dec<T::FEW>();
  const int across = up_across<T, IN>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k);
  Walk walk;
  GatheredRows<T> rows{p};
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    walk.to<T>(p, tile / across);
    rows.turn(walk);
    const int n = walk.expert * IN * (int)p.n + tile % across * UP_OUTPUTS<T, IN>;
    for (int step = 0; step < steps; step++, ring.next()) {
      ring.wait_empty();
      Mbarrier* const full = ring.full + ring.stage;
      bf16* const to = ring.at();
      if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(full, T::BYTES);
        // Outputs past the end are others' or zeros: their sums go nowhere.
        if constexpr (IN == UP_ALONE) {
          tma_load_2d(to + T::BM * DEPTH, params.weight, step * DEPTH, n, full);
        } else {
          constexpr int HALF = T::COLUMNS / 2;
#pragma unroll
          for (int i = 0; i < T::BN / HALF; i++)
            tma_load_2d(to + (T::BM + i * HALF) * DEPTH, params.weight, step * DEPTH,
                        n + i / 2 * HALF + i % 2 * (int)p.n, full);
        }
      }
      rows.copy(step, to);
      mbarrier_arrive_cp_async(full);
    }
  }
  cp_async_wait<0>();
}

// Hidden element i of a lane's column n, in f32.
template <class T, Inputs IN>
__device__ __forceinline__ float hidden_of(const float (&sums)[T::COLUMNS / 8][4], int n, int i) {
  if constexpr (IN == UP_ALONE)
    return relu_squared(sums[n][i]);
  else
    return silu(sums[n][i]) * sums[n + T::COLUMNS / 16][i];
}
// Writes the hidden elements of a lane's rows.
template <class T, Inputs IN> struct PutHidden {
  const GroupedParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[T::COLUMNS / 8][4], const Walk& walk,
                                             int pair, i64 column) const {
    each_eight<T::COLUMNS / IN>(
        [&](int n, int half) {
          return two(hidden_of<T, IN>(sums, n, 2 * half), hidden_of<T, IN>(sums, n, 2 * half + 1));
        },
        [&](int half, int n, uint4 eight) {
          if (pair + 8 * half < walk.last && column + n * 8 < p.n)
            *(uint4*)(p.hidden + (pair + 8 * half) * p.n + column + n * 8) = eight;
        });
  }
};

// Tiles of outputs of the second product.
template <class T> __device__ __forceinline__ int down_across(const GroupedParams& p) {
  return (int)((p.n + T::BN - 1) / T::BN);
}

// The stages, and the first weights of this block on their way: as many of its first tile as there
// are stages. What is read here of the pairs was written by the kernel before the one before: that
// one's blocks let this kernel start after all it wrote was there for them (see `begin`).
template <class T, class P> __device__ __forceinline__ Ring<T> ahead_down(const P& params) {
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

// The products of out[pair] = down hidden[pair], with weight[e] of [n, k]. `hidden` lies in sorted
// order, `out` in the order of pairs, in bf16 if `rounded`. `sums_of` as above.
template <class T, class SumsOf>
__device__ __forceinline__ void down_products(const GroupedParams& p, bool rounded, Ring<T>& ring,
                                              SumsOf sums_of) {
  const int across = down_across<T>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    walk.to<T>(p, tile / across);
    if (walk.first + (T::TALL ? group * 64 : 0) >= walk.last) {
      pass_stages(ring, steps);
      continue;
    }
    const int first = walk.first + row_of<T>(group);
    // Asked for before the products: they are there after them.
    const int pairs[2] = {first < walk.last ? p.order[first] : -1,
                          first + 8 < walk.last ? p.order[first + 8] : -1};
    float sums[T::COLUMNS / 8][4];
    const i64 column = tile % across * (i64)T::BN + first_column<T>(group);
    sums_of(sums, ring, steps, group, walk, first, column);
    if (rounded) {
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

// The same with weights that TMA copies.
template <class T, class P, class SumsOf>
__device__ __forceinline__ void experts_down(const P& params, Ring<T> ring, SumsOf sums_of) {
  const GroupedParams& p = params.g;
  if (threadIdx.x >= GROUP) {
    setmaxnreg_inc<T::MANY>();
    down_products(p, params.rounded, ring, sums_of);
    return;
  }
  setmaxnreg_dec<T::FEW>();
  if (threadIdx.x >= WARP) return;
  const int across = down_across<T>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k);
  Walk walk;
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
        if (!asked) tma_load_2d(ring.at() + T::BM * DEPTH, params.weight, step * DEPTH, n, full);
      }
      __syncwarp();
    }
  }
}

} // namespace atlas
