// Computes: up[pairs, I] and down[pairs, H] of experts of 4 bits, pairs sorted, bf16, on `wgmma`.
// Picked: Hopper, experts of 4 bits, many pairs; no --batch-invariant.
// Tiling: 64 x 256 or 128 x 256; persistent; four warps decode each code once for a tile's pairs.
// Limit: FLOP with many pairs an expert; decoding, some 450 issues for 64 of K, with few.
// Share: 224 to 240 TFLOP/s (8,192 tokens); docs/benchmarks/log/2026-11-28-codes.md.
#include "gemm/quantised_tile.cuh"
#include "moe/sm90_grouped_gemm.cuh"
using namespace atlas;

struct Fp4GroupedParams {
  // Rows of the second product, one after the other; those of the first are gathered.
  TensorMap x;
  GroupedParams g;
  QuantisedWeight weight;
  i64 rounded;
  i64 unused[4];
};

// Threads that copy have codes and bf16 of two outputs in registers. Each of them arrives with what
// it decoded, and with its copies or behind the one that asks TMA for rows.
template <int BM, int STAGES, bool GATHERED_>
struct DecodedTile : WarpSpecializedTile<BM, 256, STAGES, 1, 1, GATHERED_> {
  static constexpr int FEW = 88, MANY = 208;
  static constexpr int ARRIVALS = GATHERED_ ? 2 * GROUP : GROUP + 1;
};

// The weights of a tile's outputs: of each thread some rows, whose codes of the next step are on
// their way while it decodes those of a step.
template <Format F, class T, bool UP> struct DecodedRows {
  static constexpr int MINE = T::BN / GROUP, BYTES = DEPTH / 2, BLOCKS = F == NVFP4 ? 2 : 1;
  // Steps whose codes lie in 128 bytes.
  static constexpr int LINE = 128 / BYTES;
  const QuantisedWeight& w;
  const uint32_t* factors;
  int k;
  const uint8_t *codes[MINE], *blocks[MINE];
  uint4 next[MINE][2];
  uint32_t next_scales[MINE][2];

  // Outputs from `first` on of the expert whose rows begin at `base`. Those past the last of
  // the `n` are the last: their sums go nowhere.
  __device__ __forceinline__ void turn(i64 base, int first, int n) {
#pragma unroll
    for (int i = 0; i < MINE; i++) {
      const int r = (int)threadIdx.x + i * GROUP;
      // Gates and ups of the same outputs by turns, as `up_products` has them.
      constexpr int HALF = T::COLUMNS / 2;
      const int output = min(first + (UP ? r / (2 * HALF) * HALF + r % HALF : r), n - 1);
      const WeightRow row = row_of(w, base + output + (UP && r / HALF % 2 ? n : 0));
      codes[i] = row.codes, blocks[i] = row.blocks;
    }
    ask(0);
  }
  __device__ __forceinline__ void ask(int step) {
#pragma unroll
    for (int i = 0; i < MINE; i++) {
#ifndef ATLAS_EMULATED
      if (step % LINE == 0 && (step + LINE) * DEPTH < k)
        asm volatile("prefetch.global.L2 [%0];" ::"l"(codes[i] + (step + LINE) * BYTES));
#endif
#pragma unroll
      for (int half = 0; half < 2; half++) {
        // K is a multiple of 32.
        const bool there = step * DEPTH + half * 32 < k;
        next[i][half] = there ? __ldg((const uint4*)(codes[i] + step * BYTES) + half) : uint4{};
        next_scales[i][half] = 0;
        if (there) {
          const int at = 2 * step + half;
          next_scales[i][half] =
              F == NVFP4 ? __ldg((const uint16_t*)blocks[i] + at) : __ldg(blocks[i] + at);
        }
      }
    }
  }
  // Writes a step's weights in the swizzled order, and asks for those of the next of `steps`.
  __device__ __forceinline__ void put(int step, int steps, bf16* to) {
    uint4 now[MINE][2];
    uint32_t scales[MINE][2];
#pragma unroll
    for (int i = 0; i < MINE; i++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        now[i][half] = next[i][half], scales[i][half] = next_scales[i][half];
    if (step + 1 < steps) ask(step + 1);
#pragma unroll
    for (int i = 0; i < MINE; i++) {
      const int row = (int)threadIdx.x + i * GROUP;
#pragma unroll
      for (int half = 0; half < 2; half++)
#pragma unroll
        for (int word = 0; word < 4; word++) {
          uint32_t a[4];
          decode_e2m1(word_of(now[i][half], word), a);
          const int shift = F == NVFP4 ? word / 2 * 8 : 0;
          apply_factor<F>(a, factors[scales[i][half] >> shift & 0xff]);
          // Elements i and i + 4 are one of `a`.
          const uint4 eight = {__byte_perm(a[0], a[1], 0x5410), __byte_perm(a[2], a[3], 0x5410),
                               __byte_perm(a[0], a[1], 0x7632), __byte_perm(a[2], a[3], 0x7632)};
          *(uint4*)(to + row * DEPTH + ((half * 4 + word) ^ row % 8) * 8) = eight;
        }
    }
    fence_async_proxy();
  }
};

// Sums of COUNT / 8 tiles from the `from`-th on times the scale of their output's row; the first is
// row `first` of the weight, and `last` the last of the expert's.
template <int COUNT, int ALL>
__device__ __forceinline__ void scale_outputs(float (&sums)[ALL][4], int from,
                                              const QuantisedWeight& w, i64 first, i64 last) {
  // One for each row, next to each other.
  if (w.scale_rows == 1 && w.scale_columns == 1) {
#pragma unroll
    for (int n = 0; n < COUNT / 8; n++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const i64 at = first + n * 8 + (int)threadIdx.x % 4 * 2 + i;
        const float by = RESULT_FACTOR<NVFP4> * __ldg(w.scales + min(at, last));
        sums[from + n][i] *= by, sums[from + n][2 + i] *= by;
      }
    return;
  }
  const unsigned rows = (unsigned)w.scale_rows;
  const auto index = [&](i64 row) { return (unsigned)min(row, last) / rows; };
  const auto scale = [&](unsigned of) {
    return RESULT_FACTOR<NVFP4> * __ldg(w.scales + of * w.scale_columns);
  };
  const unsigned all = index(first);
  const bool same = all == index(first + COUNT - 1);
  float by[2];
  by[0] = by[1] = scale(all);
#pragma unroll
  for (int n = 0; n < COUNT / 8; n++) {
    if (!same)
#pragma unroll
      for (int i = 0; i < 2; i++)
        by[i] = scale(index(first + n * 8 + (int)threadIdx.x % 4 * 2 + i));
#pragma unroll
    for (int i = 0; i < 4; i++) sums[from + n][i] *= by[i % 2];
  }
}

template <Format F, class T, bool UP> struct SumsOf {
  const Fp4GroupedParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                             int steps, int group, const Walk& walk, int,
                                             i64 column) const {
    multiply<T>(sums, ring, steps, group);
    if (F != NVFP4) return;
    constexpr int COUNT = UP ? T::COLUMNS / 2 : T::COLUMNS;
    const i64 n = p.g.n, base = walk.expert * (UP ? 2 : 1) * n;
    scale_outputs<COUNT>(sums, 0, p.weight, base + column, base + n - 1);
    if (UP) scale_outputs<COUNT>(sums, COUNT / 8, p.weight, base + n + column, base + 2 * n - 1);
  }
};

// The stages, and the block factors, which all threads have filled when the stages are there.
template <class T> struct DecodedAhead {
  const uint32_t* factors;
  Ring<T> ring;
};
template <Format F, class T> __device__ __forceinline__ DecodedAhead<T> ahead_decoded() {
  extern __shared__ __align__(16) bf16 raw[];
  const uint32_t* const factors = ahead_factors<F>();
  return {factors, Ring<T>(raw)};
}

template <Format F, Inputs IN, class T>
__device__ __forceinline__ void up(const Fp4GroupedParams& params, const DecodedAhead<T>& ahead) {
  constexpr bool GATED = IN == GATE_UP;
  const GroupedParams& p = params.g;
  Ring<T> ring = ahead.ring;
  if (threadIdx.x >= GROUP) {
    setmaxnreg_inc<T::MANY>();
    up_products<T, IN>(p, ring, SumsOf<F, T, GATED>{params}, PutHidden<T, IN>{p});
    return;
  }
  setmaxnreg_dec<T::FEW>();
  const int across = up_across<T, IN>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k);
  Walk walk;
  GatheredRows<T> rows{p};
  DecodedRows<F, T, GATED> weights{params.weight, ahead.factors, (int)p.k};
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    walk.to<T>(p, tile / across);
    weights.turn(walk.expert * IN * p.n, tile % across * UP_OUTPUTS<T, IN>, (int)p.n);
    rows.turn(walk);
    for (int step = 0; step < steps; step++, ring.next()) {
      ring.wait_empty();
      rows.copy(step, ring.at());
      mbarrier_arrive_cp_async(ring.full + ring.stage);
      weights.put(step, steps, ring.at() + T::BM * DEPTH);
      mbarrier_arrive(ring.full + ring.stage);
    }
  }
  cp_async_wait<0>();
}

template <Format F, Inputs, class T>
__device__ __forceinline__ void down(const Fp4GroupedParams& params,
                                     const DecodedAhead<T>& ahead) {
  const GroupedParams& p = params.g;
  Ring<T> ring = ahead.ring;
  if (threadIdx.x >= GROUP) {
    setmaxnreg_inc<T::MANY>();
    down_products(p, params.rounded, ring, SumsOf<F, T, false>{params});
    return;
  }
  setmaxnreg_dec<T::FEW>();
  const int across = down_across<T>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k);
  Walk walk;
  DecodedRows<F, T, false> weights{params.weight, ahead.factors, (int)p.k};
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    walk.to<T>(p, tile / across);
    weights.turn(walk.expert * p.n, tile % across * T::BN, (int)p.n);
    for (int step = 0; step < steps; step++, ring.next()) {
      ring.wait_empty();
      Mbarrier* const full = ring.full + ring.stage;
      if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(full, T::BM * DEPTH * sizeof(bf16));
        tma_load_2d(ring.at(), params.x, step * DEPTH, walk.first, full);
      }
      weights.put(step, steps, ring.at() + T::BM * DEPTH);
      mbarrier_arrive(full);
    }
  }
}

#define GROUPED_OF(f, F, WAY, OF, IN, BM, STAGES, GATHERED)                                     \
  extern "C" __global__ void __launch_bounds__(DecodedTile<BM, STAGES, GATHERED>::THREADS, 1)   \
      sm90_##f##_grouped_##WAY##_##BM##x256(const __grid_constant__ Fp4GroupedParams p) {       \
    const auto weights = ahead_decoded<F, DecodedTile<BM, STAGES, GATHERED>>();                 \
    begin();                                                                                    \
    OF<F, IN>(p, weights);                                                                      \
  }
#define GROUPED_TILE(f, F, BM, STAGES)                                     \
  GROUPED_OF(f, F, up, up, GATE_UP, BM, STAGES, true)                      \
  GROUPED_OF(f, F, relu_squared, up, UP_ALONE, BM, STAGES, true)           \
  GROUPED_OF(f, F, down, down, GATE_UP, BM, STAGES, false)
#define GROUPED(f, F)            \
  GROUPED_TILE(f, F, 64, 5)      \
  GROUPED_TILE(f, F, 128, 4)
GROUPED(nvfp4, NVFP4)
GROUPED(mxfp4, MXFP4)
