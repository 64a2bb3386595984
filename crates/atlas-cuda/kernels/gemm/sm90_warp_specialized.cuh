// Matrix products of many rows by warps that only copy and warps that only multiply: linears of one
// input, and experts with the tokens that chose them.
//
// A multiprocessor has one block, which goes through the tiles in turn. Four warps fill a ring of
// stages of DEPTH along K; two groups of four warps multiply what is there, each at its own pace:
// while one writes the outputs of a tile, the other multiplies, and the stages of the next tile are
// under way. An output is one accumulator, 16 elements of K after another in ascending order, as
// in `gemm/sm90_wgmma.cu`: the bits are those of any of its tiles.
#pragma once

#include "include/cluster.cuh"
#include "include/cp_async.cuh"
#include "include/tma.cuh"
#include "include/warp_roles.cuh"
#include "include/wgmma.cuh"

namespace atlas {

// Warps of a group.
constexpr int GROUP = 4 * WARP;

// BLOCKS of a cluster have BM rows each, one after the other, of the same BN outputs: each copies a
// part of the weights for all. GATHERED: rows lie anywhere and are copied by threads.
template <int BM_, int BN_, int STAGES_, int BAND_ = 1, int BLOCKS_ = 1, bool GATHERED_ = false>
struct WarpSpecializedTile {
  static constexpr int BM = BM_, BN = BN_, STAGES = STAGES_, BLOCKS = BLOCKS_;
  static constexpr bool GATHERED = GATHERED_;
  // Rows of tiles that go through all outputs together, so that their operands stay in the
  // second-level cache.
  static constexpr int BAND = BAND_;
  static constexpr int THREADS = 3 * GROUP;
  // A group multiplies 64 rows by all outputs of the tile, or by half of them where there are but
  // 64 rows.
  static constexpr bool TALL = BM == 128;
  static constexpr int COLUMNS = TALL ? BN : BN / 2;
  static constexpr int STAGE = (BM + BN) * DEPTH;
  // Bytes of a stage that TMA copies.
  static constexpr unsigned BYTES = (GATHERED ? BN : BM + BN) * DEPTH * sizeof(bf16);
  // Registers of a thread that copies, and of one that multiplies (see `Ring`).
  static constexpr int FEW = GATHERED ? 56 : 40, MANY = GATHERED ? 224 : 232;
  // Arrivals that fill a stage.
  static constexpr int ARRIVALS = GATHERED ? 1 + GROUP : 1;
  static_assert((BM == 64 || BM == 128) && COLUMNS <= 256 && BN % (8 * BLOCKS) == 0 && STAGES > 1,
                "");
  static_assert(!GATHERED || BLOCKS == 1, "");
};

// The stages, and for each the barrier that opens when it is filled and the one that opens when all
// warps have multiplied it.
template <class T> struct Ring {
  // Groups that ask for more registers than all begin with and the others give back would wait for
  // ever; a thread begins with a multiple of 8.
  static_assert(T::FEW + 2 * T::MANY <= 3 * (65536 / T::THREADS / 8 * 8), "registers of a block");
  bf16* tiles;
  Mbarrier *full, *empty;
  int stage = 0;
  unsigned phase = 0;

  // Called once by all threads of a cluster.
  __device__ __forceinline__ explicit Ring(bf16* raw) : tiles(align_swizzled(raw)) {
    full = (Mbarrier*)(tiles + T::STAGES * T::STAGE);
    empty = full + T::STAGES;
    if (threadIdx.x == 0) {
      for (int i = 0; i < T::STAGES; i++) {
        mbarrier_init(full + i, T::ARRIVALS);
        // Each warp that multiplies, of all blocks that the stage is filled for.
        mbarrier_init(empty + i, 2 * GROUP / WARP * T::BLOCKS);
      }
      mbarrier_init_fence();
    }
    if (T::BLOCKS > 1)
      cluster_sync();
    else
      __syncthreads();
  }
  __device__ __forceinline__ bf16* at() const { return tiles + stage * T::STAGE; }
  __device__ __forceinline__ void next() {
    if (++stage == T::STAGES) stage = 0, phase ^= 1;
  }
  __device__ __forceinline__ void wait_full() const { mbarrier_wait(full + stage, phase); }
  __device__ __forceinline__ void wait_empty() const { mbarrier_wait(empty + stage, phase ^ 1); }
  // This warp has multiplied a stage.
  __device__ __forceinline__ void release(int used) const {
    if (threadIdx.x % WARP) return;
    if constexpr (T::BLOCKS == 1)
      mbarrier_arrive(empty + used);
    else
      for (int rank = 0; rank < T::BLOCKS; rank++) mbarrier_arrive_at_rank(empty + used, rank);
  }
};

template <class T> __device__ __forceinline__ int steps_of(i64 k) {
  return (int)((k + DEPTH - 1) / DEPTH);
}

// Passes over the next stages, for a group that has no rows in a tile.
template <class T> __device__ __forceinline__ void pass_stages(Ring<T>& ring, int steps) {
  for (int step = 0; step < steps; step++, ring.next()) {
    ring.wait_full();
    // A lane that has not seen this phase would wait for one that is long over.
    __syncwarp();
    ring.release(ring.stage);
  }
}

// The sums of this thread's group over the next stages.
template <class T>
__device__ __forceinline__ void multiply(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring, int steps,
                                         int group) {
#pragma unroll
  for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
  const int a = T::TALL ? group * 64 * DEPTH : 0,
            b = (T::BM + (T::TALL ? 0 : group * T::COLUMNS)) * DEPTH;
  Flight flight;
  int before = 0;
  for (int step = 0; step < steps; step++, ring.next()) {
    ring.wait_full();
    // Copies by threads are not TMA writes; the tensor cores see them after this.
    if (T::GATHERED) fence_async_proxy();
    const bf16* const at = ring.at();
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < DEPTH; i += STEP) wgmma<T::COLUMNS>(sums, at + a, at + b, i, flight);
    wgmma_commit(flight);
    wgmma_wait<1>(flight);
    if (step > 0) ring.release(before);
    before = ring.stage;
  }
  wgmma_wait<0>(flight);
  if (steps > 0) ring.release(before);
}

// Lane i of four has columns 2 i and 2 i + 1 of four groups of 8; gives it all of group i.
__device__ __forceinline__ uint4 whole_group(uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3) {
  const bool odd = threadIdx.x & 1, high = threadIdx.x & 2;
  const uint32_t a = __shfl_xor_sync(ALL_LANES, odd ? w0 : w1, 1),
                 b = __shfl_xor_sync(ALL_LANES, odd ? w2 : w3, 1);
  (odd ? w0 : w1) = a, (odd ? w2 : w3) = b;
  const uint32_t c = __shfl_xor_sync(ALL_LANES, high ? w0 : w2, 2),
                 d = __shfl_xor_sync(ALL_LANES, high ? w1 : w3, 2);
  (high ? w0 : w2) = c, (high ? w1 : w3) = d;
  return make_uint4(w0, w1, w2, w3);
}
__device__ __forceinline__ uint32_t two(float low, float high) {
  return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(high)) << 16 |
         __bfloat16_as_ushort(from_f32<bf16>(low));
}

// Writes 8 neighbouring outputs of a row at a time as bf16: `word(n, half)` has two of columns 8
// n.., `put(half, n, eight)` writes all of them.
template <int COLUMNS, class Word, class Put>
__device__ __forceinline__ void each_eight(Word word, Put put) {
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n += 4)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const uint4 eight =
          whole_group(word(n, half), word(n + 1, half), word(n + 2, half), word(n + 3, half));
      put(half, n + threadIdx.x % 4, eight);
    }
}

// The row of a tile whose sums this thread has, beside the one 8 further on.
template <class T> __device__ __forceinline__ int row_of(int group) {
  return (T::TALL ? group * 64 : 0) + threadIdx.x % GROUP / WARP * 16 + threadIdx.x % WARP / 4;
}
template <class T> __device__ __forceinline__ int first_column(int group) {
  return T::TALL ? 0 : group * T::COLUMNS;
}

} // namespace atlas
