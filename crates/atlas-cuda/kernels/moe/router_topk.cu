// Computes: ids[T, K] and weights[T, K]: softmax(logits[T, E]) of the K largest logits.
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

// Softmax over all experts and the k largest in rank order, a warp a row: logit descending, ties by
// lower id, NaN as minus infinity. Shared memory: a byte an expert and warp, for those taken.
template <class T> __device__ void route_topk(const RouteParams& p) {
  extern __shared__ unsigned char taken_shared[];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  unsigned char* taken = taken_shared + warp * p.experts;
  for (i64 t = blockIdx.x * (i64)WARPS + warp; t < p.rows; t += (i64)gridDim.x * WARPS) {
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
    for (i64 r = lane; r < p.k; r += WARP) p.weights[t * p.k + r] /= scale;
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
