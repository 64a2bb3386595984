// Computes: up[pairs, I] and down[T, H] of experts of 8 or 4 bits, a (token, expert) at a time.
// Picked: quantised experts: up to 8 rows; all rows where widths are no multiples of 16 or 32.
// Tiling: up: 16 gates and ups, or ups, 8 warps divide K; down: 16 outputs, a rank a warp.
// Limit: bandwidth: each code of a chosen expert comes from memory once.
// Share: docs/kernels/moe/quantised_experts.md.
//
// The bits are those of `moe/quantised_grouped.cu`: the warps divide K in the same way, and a
// token's ranks are added up as by `moe/combine.cu`.
#include "moe/quantised_experts.cuh"
#include "moe/router_topk.cuh"
#include "moe/shared_expert.cuh"
using namespace atlas;

struct QuantisedPairsParams {
  const bf16* x; QuantisedWeight gate_up; QuantisedWeight down; bf16* hidden; bf16* out;
  const uint32_t* ids; const float* weights;
  i64 x_row, out_row, ranks, inputs, inner;
  SharedAdd add;
  // The choice of experts, where the first product makes it: `ids` and `weights` are its results.
  RouteParams route;
  // Whether what a block needs before its products is older than the kernel before: the logits and
  // x of the first product, or, of the second one of a token of up to UP_WARPS ranks, the logits
  // that the first one chose by.
  i64 early;
};

// Begins, unless experts may be chosen and their weights asked for before that.
__device__ __forceinline__ void ahead_begin(const QuantisedPairsParams& p) {
  if (!p.early) begin();
}

// A block of the first product before it begins: the expert of its pair, the weights on their way,
// and, in the first warp of the block that writes a token's choice, that.
template <Format F, Inputs IN> struct PairAhead {
  i64 first;
  WeightRows<IN> rows;
  Units<IN> units;
  Choice choice;
  const uint32_t* factors;
};
// Of the blocks of a token those of the last rank and the first outputs.
__device__ __forceinline__ bool writes_choice(const QuantisedPairsParams& p) {
  return p.route.logits && blockIdx.y == 0 && blockIdx.x % p.ranks == p.ranks - 1;
}
// The expert of this block's pair. Where blocks choose, one warp does, down to the pair's rank.
__device__ __forceinline__ i64 expert_of(const QuantisedPairsParams& p, Choice& choice) {
  if (!p.route.logits) return p.ids[blockIdx.x];
  __shared__ unsigned chosen;
  if (threadIdx.x < WARP) {
    const int count = (int)(blockIdx.x % p.ranks) + 1;
    choice = choice_of<float>(p.route, blockIdx.x / p.ranks, count, writes_choice(p));
    if (threadIdx.x == 0) chosen = choice.last;
  }
  __syncthreads();
  return chosen;
}
template <Format F, bool ALIGNED, Inputs IN>
__device__ __forceinline__ PairAhead<F, IN> ahead_pair(const QuantisedPairsParams& p) {
  PairAhead<F, IN> pair;
  pair.factors = ahead_factors<F>();
  pair.choice = {};
  ahead_begin(p);
  pair.first = expert_of(p, pair.choice) * IN * p.inner;
  pair.rows = input_rows<F, IN>(p.gate_up, pair.first, blockIdx.y * (i64)TILE_OUTPUTS, p.inner);
  pair.units = first_units<F, ALIGNED>(pair.rows, p.gate_up, (int)p.inputs, threadIdx.x / WARP,
                                       UP_WARPS);
  return pair;
}

// hidden[pair, i] = silu(gate_e[i] x) * (up_e[i] x), or relu(up_e[i] x)^2. Grid: pairs, i in tiles
// of 16.
template <Format F, bool ALIGNED, Inputs IN>
__device__ __forceinline__ void pairs_up(const QuantisedPairsParams& p,
                                         const PairAhead<F, IN>& own) {
  __shared__ GatheredSums<UP_WARPS, 1, IN> gathered;
  const int warp = threadIdx.x / WARP;
  const i64 pair = blockIdx.x, i0 = blockIdx.y * (i64)TILE_OUTPUTS;
  if (writes_choice(p) && warp == 0) own.choice.put(p.route, pair / p.ranks);
  // The factors are there.
  if constexpr (F != FP8) __syncthreads();
  const bf16* x[1] = {p.x + pair / p.ranks * p.x_row};
  float sums[IN][1][4];
  sum_units<F, ALIGNED, 1, IN>(sums, own.units, own.rows, p.gate_up, x, (int)p.inputs, warp,
                               UP_WARPS, own.factors);
  gathered.put(sums, warp);
  __syncthreads();
  const int i = threadIdx.x;
  if (i < TILE_OUTPUTS && i0 + i < p.inner)
    p.hidden[pair * p.inner + i0 + i] =
        active_of<F>(gathered, p.gate_up, own.first + i0 + i, p.inner, 0, i);
}

// The weights of a warp's first rank on their way.
template <Format F> struct RankAhead {
  i64 base;
  WeightRows<1> rows;
  Units<1> units;
  const uint32_t* factors;
};
template <Format F, bool ALIGNED>
__device__ __forceinline__ void ask_rank(const QuantisedPairsParams& p, RankAhead<F>& rank,
                                         i64 expert) {
  rank.base = expert * p.inputs;
  rank.rows = rows_of<F, 1>(p.down, rank.base, blockIdx.y * (i64)TILE_OUTPUTS, p.inputs);
  rank.units = first_units<F, ALIGNED>(rank.rows, p.down, (int)p.inner, 0, 1);
}
// Where the first product chose, a warp chooses again, from logits that are older than that.
template <Format F, bool ALIGNED>
__device__ __forceinline__ RankAhead<F> ahead_rank(const QuantisedPairsParams& p) {
  const int warp = threadIdx.x / WARP;
  RankAhead<F> rank;
  rank.factors = ahead_factors<F>();
  ahead_begin(p);
  if (warp < (int)p.ranks) {
    const i64 expert = p.early ? choice_of<float>(p.route, 0, warp + 1, false).last
                               : p.ids[blockIdx.x * p.ranks + warp];
    ask_rank<F, ALIGNED>(p, rank, expert);
  }
  return rank;
}

// out[t, n] = sum over ranks of weight * (down_e[n] hidden[pair]), in rank order. Grid: tokens, n
// in tiles of 16.
template <Format F, bool ALIGNED>
__device__ __forceinline__ void pairs_down(const QuantisedPairsParams& p,
                                           const RankAhead<F>& asked) {
  __shared__ float results[UP_WARPS][TILE_OUTPUTS], weights[UP_WARPS];
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const i64 t = blockIdx.x, n0 = blockIdx.y * (i64)TILE_OUTPUTS, n = n0 + threadIdx.x;
  const bool sums_up = threadIdx.x < TILE_OUTPUTS && n < p.inputs;
  const bool adds = sums_up && p.add.shared;
  const SharedTerm<bf16> term = adds ? SharedTerm<bf16>(p.add, t, n) : SharedTerm<bf16>{};
  RankAhead<F> rank = asked;
  // The factors are there.
  if constexpr (F != FP8) __syncthreads();
  float all = 0.0f;
  for (int first = 0; first < (int)p.ranks; first += UP_WARPS) {
    if (first + warp < (int)p.ranks) {
      const i64 pair = t * p.ranks + first + warp;
      if (first > 0) ask_rank<F, ALIGNED>(p, rank, p.ids[pair]);
      if (lane == 0) weights[warp] = p.weights[pair];
      const bf16* x[1] = {p.hidden + pair * p.inner};
      float sums[1][1][4];
      sum_units<F, ALIGNED, 1, 1>(sums, rank.units, rank.rows, p.down, x, (int)p.inner, 0, 1,
                                  rank.factors);
      if (lane % 4 == 0)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const int o = lane / 4 + half * 8;
          results[warp][o] = n0 + o < p.inputs ? finished<F>(sums[0][0][2 * half], p.down,
                                                             rank.base + n0 + o)
                                               : 0.0f;
        }
    }
    __syncthreads();
    if (sums_up)
      for (int r = 0; r < min(UP_WARPS, (int)p.ranks - first); r++)
        all = __fmaf_rn(weights[r], results[r][threadIdx.x], all);
    __syncthreads();
  }
  if (!sums_up) return;
  const bf16 out = from_f32<bf16>(all);
  p.out[t * p.out_row + n] = adds ? term.added_to(out) : out;
}

#define PAIRS_UP(WAY, NAME, F, ALIGNED, IN)                           \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP, 2)     \
      quantised_pairs_##WAY##_##NAME(const QuantisedPairsParams p) {  \
    const auto weights = ahead_pair<F, ALIGNED, IN>(p);               \
    begin();                                                          \
    pairs_up<F, ALIGNED>(p, weights);                                 \
  }
#define PAIRS_OF(NAME, F, ALIGNED)                                    \
  PAIRS_UP(up, NAME, F, ALIGNED, GATE_UP)                             \
  PAIRS_UP(relu_squared, NAME, F, ALIGNED, UP_ALONE)                  \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP, 2)     \
      quantised_pairs_down_##NAME(const QuantisedPairsParams p) {     \
    const auto weights = ahead_rank<F, ALIGNED>(p);                   \
    begin();                                                          \
    pairs_down<F, ALIGNED>(p, weights);                               \
  }
#define PAIRS(f, F)            \
  PAIRS_OF(f, F, true)         \
  PAIRS_OF(f##_any, F, false)
PAIRS(fp8, FP8)
PAIRS(nvfp4, NVFP4)
PAIRS(mxfp4, MXFP4)
