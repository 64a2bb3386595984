// Computes: up[pairs, I] and down[T, H] of experts of 8 or 4 bits, a (token, expert) at a time.
// Picked: quantised experts: up to 8 rows; all rows where widths are no multiples of 16 or 32.
// Tiling: up: 16 gates and ups of a pair, 8 warps divide K; down: 16 outputs, a rank a warp.
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
};

// The expert of this block's pair. Where blocks choose, one warp does, down to the rank of the
// pair; the block of a token's last rank and first outputs has all ranks, and writes them.
__device__ __forceinline__ i64 expert_of(const QuantisedPairsParams& p) {
  if (!p.route.logits) return p.ids[blockIdx.x];
  __shared__ unsigned chosen;
  if (threadIdx.x < WARP) {
    const int count = (int)(blockIdx.x % p.ranks) + 1;
    const bool writes = blockIdx.y == 0 && count == p.ranks;
    const unsigned id = route_row<float>(p.route, blockIdx.x / p.ranks, count, writes);
    if (threadIdx.x == 0) chosen = id;
  }
  __syncthreads();
  return chosen;
}

// hidden[pair, i] = silu(gate_e[i] x) * (up_e[i] x). Grid: pairs, i in tiles of 16.
template <Format F, bool ALIGNED>
__device__ __forceinline__ void pairs_up(const QuantisedPairsParams& p) {
  __shared__ GatheredSums<UP_WARPS, 1, 2> gathered;
  __shared__ uint32_t factors[256];
  const int warp = threadIdx.x / WARP;
  const i64 pair = blockIdx.x, i0 = blockIdx.y * (i64)TILE_OUTPUTS;
  const i64 gates = expert_of(p) * 2 * p.inner;
  const WeightRows<2> rows = gate_up_rows<F>(p.gate_up, gates, i0, p.inner);
  const Units<2> units =
      first_units<F, ALIGNED>(rows, p.gate_up, (int)p.inputs, warp, UP_WARPS);
  fill_factors<F>(factors);
  const bf16* x[1] = {p.x + pair / p.ranks * p.x_row};
  float sums[2][1][4];
  sum_units<F, ALIGNED, 1, 2>(sums, units, rows, p.gate_up, x, (int)p.inputs, warp, UP_WARPS,
                              factors);
  gathered.put(sums, warp);
  __syncthreads();
  const int i = threadIdx.x;
  if (i < TILE_OUTPUTS && i0 + i < p.inner)
    p.hidden[pair * p.inner + i0 + i] =
        active_of<F>(gathered, p.gate_up, gates + i0 + i, p.inner, 0, i);
}

// out[t, n] = sum over ranks of weight * (down_e[n] hidden[pair]), in rank order. Grid: tokens, n
// in tiles of 16.
template <Format F, bool ALIGNED>
__device__ __forceinline__ void pairs_down(const QuantisedPairsParams& p) {
  __shared__ float results[UP_WARPS][TILE_OUTPUTS];
  __shared__ uint32_t factors[256];
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const i64 t = blockIdx.x, n0 = blockIdx.y * (i64)TILE_OUTPUTS, n = n0 + threadIdx.x;
  const bool sums_up = threadIdx.x < TILE_OUTPUTS && n < p.inputs;
  fill_factors<F>(factors);
  float all = 0.0f;
  for (int first = 0; first < (int)p.ranks; first += UP_WARPS) {
    if (first + warp < (int)p.ranks) {
      const i64 pair = t * p.ranks + first + warp, base = p.ids[pair] * p.inputs;
      const WeightRows<1> rows = rows_of<F, 1>(p.down, base, n0, p.inputs);
      const Units<1> units = first_units<F, ALIGNED>(rows, p.down, (int)p.inner, 0, 1);
      const bf16* x[1] = {p.hidden + pair * p.inner};
      float sums[1][1][4];
      sum_units<F, ALIGNED, 1, 1>(sums, units, rows, p.down, x, (int)p.inner, 0, 1, factors);
      if (lane % 4 == 0)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const int o = lane / 4 + half * 8;
          results[warp][o] = n0 + o < p.inputs ? finished<F>(sums[0][0][2 * half], p.down,
                                                             base + n0 + o)
                                               : 0.0f;
        }
    }
    __syncthreads();
    if (sums_up)
      for (int r = 0; r < min(UP_WARPS, (int)p.ranks - first); r++)
        all = __fmaf_rn(p.weights[t * p.ranks + first + r], results[r][threadIdx.x], all);
    __syncthreads();
  }
  if (!sums_up) return;
  bf16 out = from_f32<bf16>(all);
  if (p.add.shared) out = with_shared<bf16>(p.add, t, n, out);
  p.out[t * p.out_row + n] = out;
}

#define PAIRS_OF(NAME, F, ALIGNED)                                    \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP)        \
      quantised_pairs_up_##NAME(const QuantisedPairsParams p) {       \
    begin();                                                          \
    pairs_up<F, ALIGNED>(p);                                          \
  }                                                                   \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP)        \
      quantised_pairs_down_##NAME(const QuantisedPairsParams p) {     \
    begin();                                                          \
    pairs_down<F, ALIGNED>(p);                                        \
  }
#define PAIRS(f, F)            \
  PAIRS_OF(f, F, true)         \
  PAIRS_OF(f##_any, F, false)
PAIRS(fp8, FP8)
PAIRS(nvfp4, NVFP4)
PAIRS(mxfp4, MXFP4)
