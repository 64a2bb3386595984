// Linears of one input in tiles of warps that copy and warps that multiply: which tile a block has,
// and where its outputs go.
#pragma once

#include "gemm/shared_input.cuh"
#include "gemm/sm90_warp_specialized.cuh"
#include "gemm/store_pair.cuh"

namespace atlas {

// Where a tile lies.
template <class T> struct LinearsTile {
  int part = 0;
  i64 m0, n0;
  __device__ __forceinline__ LinearsTile(const LinearsParams& l, i64 blocks, int tile, int rank) {
    const int down = (int)((l.rows + T::BM * T::BLOCKS - 1) / (T::BM * T::BLOCKS)),
              across = (int)blocks;
    const int band = tile / (across * T::BAND) * T::BAND, in_band = tile - band * across,
              tall = min(T::BAND, down - band);
    const int block = in_band / tall;
#pragma unroll
    for (int i = 1; i < PARTS_MAX; i++)
      if (i < l.count && block >= l.parts[i].block) part = i;
    m0 = (i64)((band + in_band % tall) * T::BLOCKS + rank) * T::BM;
    n0 = (block - l.parts[part].block) * (i64)T::BN;
  }
  static __device__ __forceinline__ int count(const LinearsParams& l, i64 blocks) {
    return (int)((l.rows + T::BM * T::BLOCKS - 1) / (T::BM * T::BLOCKS) * blocks);
  }
};

template <class T>
__device__ __forceinline__ void put_linear(float (&sums)[T::COLUMNS / 8][4], const LinearsParams& p,
                                           const LinearsPart& part, i64 row, i64 column) {
  const int pair = threadIdx.x % 4 * 2, left = (int)(part.n - column), below = (int)(p.rows - row);
  if (part.bias) {
    const float* const bias = part.bias + column + pair;
#pragma unroll
    for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const float more = n * 8 + pair + i < left ? bias[n * 8 + i] : 0.0f;
        sums[n][i] += more, sums[n][2 + i] += more;
      }
  }
  const i64 at = row * part.out_row + column;
  if (!part.wide && (uintptr_t)part.out % 16 == 0 && part.out_row % 8 == 0 && part.n % 8 == 0) {
    bf16* const out = (bf16*)part.out + at;
    each_eight<T::COLUMNS>(
        [&](int n, int half) { return two(sums[n][2 * half], sums[n][2 * half + 1]); },
        [&](int half, int n, uint4 eight) {
          if (8 * half < below && n * 8 < left)
            *(uint4*)(out + half * 8 * part.out_row + n * 8) = eight;
        });
    return;
  }
#pragma unroll
  for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const int c = n * 8 + pair;
      const i64 to = at + half * 8 * part.out_row + c;
      if (8 * half >= below || c >= left) continue;
      if (part.wide)
        put_pair((float*)part.out + to, sums[n][2 * half], sums[n][2 * half + 1], c + 1 < left);
      else
        put_pair((bf16*)part.out + to, sums[n][2 * half], sums[n][2 * half + 1], c + 1 < left);
    }
}

// Grid: at most a block a multiprocessor, whole clusters. Groups that have rows call
// `sums_of(sums, ring, steps, group, place)`, which multiplies the stages of a tile.
template <class T, class P, class SumsOf>
__device__ __forceinline__ void linears(const P& p, SumsOf sums_of) {
  extern __shared__ __align__(16) bf16 raw[];
  Ring<T> ring(raw);
  const int rank = T::BLOCKS > 1 ? (int)cluster_rank() : 0,
            tiles = LinearsTile<T>::count(p.l, p.blocks);
  const int steps = steps_of<T>(p.l.k), group = (int)threadIdx.x / GROUP - 1;
  const int first = blockIdx.x / T::BLOCKS, apart = gridDim.x / T::BLOCKS;
  if (group < 0) {
    setmaxnreg_dec<T::FEW>();
    if (threadIdx.x == 0) {
      constexpr int PART = T::BN / T::BLOCKS;
      for (int tile = first; tile < tiles; tile += apart) {
        const LinearsTile<T> place(p.l, p.blocks, tile, rank);
        for (int step = 0; step < steps; step++, ring.next()) {
          ring.wait_empty();
          Mbarrier* const full = ring.full + ring.stage;
          mbarrier_arrive_expect_tx(full, T::BYTES);
          bf16* const to = ring.at();
          tma_load_2d(to, p.x, step * DEPTH, (int)place.m0, full);
          bf16* const mine = to + (T::BM + rank * PART) * DEPTH;
          const int n = (int)place.n0 + rank * PART;
          if (T::BLOCKS > 1)
            tma_load_2d_multicast(mine, p.weights[place.part], step * DEPTH, n, full,
                                  (1u << T::BLOCKS) - 1);
          else
            tma_load_2d(mine, p.weights[place.part], step * DEPTH, n, full);
        }
      }
    }
    __syncwarp();
    // Other blocks copy into a block's memory and arrive at its barriers to the end.
    if (T::BLOCKS > 1) cluster_sync();
  } else {
    setmaxnreg_inc<T::MANY>();
    for (int tile = first; tile < tiles; tile += apart) {
      const LinearsTile<T> place(p.l, p.blocks, tile, rank);
      float sums[T::COLUMNS / 8][4];
      const bool some = place.m0 + (T::TALL ? group * 64 : 0) < p.l.rows;
      if (!some) {
        pass_stages(ring, steps);
        continue;
      }
      sums_of(sums, ring, steps, group, place);
      put_linear<T>(sums, p.l, p.l.parts[place.part], place.m0 + row_of<T>(group),
                    place.n0 + first_column<T>(group));
    }
    if (T::BLOCKS > 1) cluster_sync();
  }
}

} // namespace atlas
