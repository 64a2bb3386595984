// Computes: ids[T, K] and weights[T, K] of the K best of logits[T, E] by a rule.
// Picked: always; up to 2 rows of bf16 the choice is part of `routed_pair_gemv_up`.
// Tiling: a warp for each token; K maxima one after the other.
// Limit: latency: few bytes for each token.
// Share: 3.9 us (1 x 256); docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "include/arg_max.cuh"
#include "moe/router_topk.cuh"
using namespace atlas;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;

// The largest of a warp's candidates.
template <class Each> __device__ __forceinline__ Best largest(Each each) {
  Best best = {minus_infinity(), 0x7fffffff};
  each(best);
  return warp_best(best);
}

__device__ __forceinline__ float ranked(float key) { return isnan(key) ? minus_infinity() : key; }

// Keys of groups that are not kept become minus infinity. A group is kept where fewer than
// `groups_kept` are better: a larger sum of their two best keys, or the same and a lower place.
__device__ __forceinline__ void keep_groups(const RouteParams& p, float* keys, float* sums) {
  const int lane = threadIdx.x % WARP;
  const i64 size = p.experts / p.groups;
  for (i64 g = lane; g < p.groups; g += WARP) {
    float best = keys[g * size], second = minus_infinity();
    for (i64 e = g * size + 1; e < (g + 1) * size; e++) {
      second = fmaxf(second, fminf(best, keys[e]));
      best = fmaxf(best, keys[e]);
    }
    sums[g] = size == 1 ? best : ranked(best + second);
  }
  __syncwarp();
  for (i64 g = lane; g < p.groups; g += WARP) {
    i64 before = 0;
    for (i64 h = 0; h < p.groups; h++)
      before += sums[h] > sums[g] || (sums[h] == sums[g] && h < g);
    for (i64 e = g * size; before >= p.groups_kept && e < (g + 1) * size; e++)
      keys[e] = minus_infinity();
  }
  __syncwarp();
}

// A row by a rule of more than logits. `keys` of all experts and `sums` of all groups are the
// warp's own; a key of NaN is taken.
template <class T>
__device__ void route_scored(const RouteParams& p, i64 t, float* keys, float* sums) {
  const int lane = threadIdx.x % WARP;
  const T* logits = (const T*)p.logits + t * p.logits_row;
  float max = minus_infinity(), all = 0.0f;
  if (!p.sigmoid) {
    for (i64 e = lane; e < p.experts; e += WARP) max = fmaxf(max, to_f32(logits[e]));
    max = warp_max(max);
    for (i64 e = lane; e < p.experts; e += WARP) all += expf(to_f32(logits[e]) - max);
    all = warp_sum(all);
  }
  const auto score = [&](i64 e) {
    const float logit = to_f32(logits[e]);
    return p.sigmoid ? sigmoid(logit) : expf(logit - max) / all;
  };
  for (i64 e = lane; e < p.experts; e += WARP)
    keys[e] = ranked(score(e) + (p.bias ? p.bias[e] : 0.0f));
  __syncwarp();
  if (p.groups_kept < p.groups) keep_groups(p, keys, sums);
  float chosen = 0.0f;
  for (i64 r = 0; r < p.k; r++) {
    const Best best = largest([&](Best& b) {
      for (i64 e = lane; e < p.experts; e += WARP)
        if (!isnan(keys[e])) b = better(b, {keys[e], (int)e});
    });
    const float w = score(best.id);
    chosen = __fadd_rn(chosen, w);
    // Every lane has looked at the keys before one of them changes.
    __syncwarp();
    if (lane == 0) {
      keys[best.id] = __int_as_float(0x7fffffff);
      p.ids[t * p.k + r] = best.id;
      p.weights[t * p.k + r] = w;
    }
    __syncwarp();
  }
  const float sum = p.renormalise ? chosen + 1e-20f : 1.0f;
  for (i64 r = lane; r < p.k; r += WARP)
    p.weights[t * p.k + r] = p.weights[t * p.k + r] / sum * p.scale;
  __syncwarp();
}

// Softmax over all experts and the k largest in rank order, a warp a row: logit descending, ties by
// lower id, NaN as minus infinity; or a rule of more. Shared memory: a byte an expert and warp, for
// those taken, or two floats for the latter.
template <class T> __device__ void route_topk(const RouteParams& p) {
  extern __shared__ __align__(16) unsigned char taken_shared[];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  unsigned char* taken = taken_shared + warp * p.experts;
  for (i64 t = blockIdx.x * (i64)WARPS + warp; t < p.rows; t += (i64)gridDim.x * WARPS) {
    if (!p.by_logit()) {
      float* const keys = (float*)taken_shared + warp * 2 * p.experts;
      route_scored<T>(p, t, keys, keys + p.experts);
      continue;
    }
    if (p.experts <= ROUTE_KEPT_MAX && p.k <= WARP) {
      route_row<T>(p, t, (int)p.k, true);
      continue;
    }
    const T* logits = (const T*)p.logits + t * p.logits_row;
    float max = minus_infinity();
    for (i64 e = lane; e < p.experts; e += WARP) {
      max = fmaxf(max, to_f32(logits[e]));
      taken[e] = 0;
    }
    max = warp_max(max);
    float sum = 0.0f;
    for (i64 e = lane; e < p.experts; e += WARP) sum += expf(to_f32(logits[e]) - max);
    sum = warp_sum(sum);
    __syncwarp();
    float chosen = 0.0f;
    for (i64 r = 0; r < p.k; r++) {
      const Best best = largest([&](Best& b) {
        for (i64 e = lane; e < p.experts; e += WARP) {
          if (taken[e]) continue;
          const float logit = to_f32(logits[e]);
          b = better(b, {isnan(logit) ? minus_infinity() : logit, (int)e});
        }
      });
      const float w = expf(to_f32(logits[best.id]) - max);
      chosen += w;
      // Every lane has looked at what is taken before that changes.
      __syncwarp();
      if (lane == 0) {
        taken[best.id] = 1;
        p.ids[t * p.k + r] = best.id;
        p.weights[t * p.k + r] = w;
      }
      __syncwarp();
    }
    const float scale = p.renormalise ? chosen : sum;
    for (i64 r = lane; r < p.k; r += WARP)
      p.weights[t * p.k + r] = p.weights[t * p.k + r] / scale * p.scale;
    __syncwarp();
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) route_topk_f32(const RouteParams p) {
  begin();
  route_topk<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) route_topk_bf16(const RouteParams p) {
  begin();
  route_topk<bf16>(p);
}
