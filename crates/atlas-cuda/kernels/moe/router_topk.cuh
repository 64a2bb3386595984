// The choice of a token's experts by a warp, for the kernel that does nothing else and for those of
// the experts: the same ids, order and weights to the bit.
#pragma once

#include "include/common.cuh"

namespace atlas {

struct RouteParams {
  const void* logits; uint32_t* ids; float* weights;
  i64 logits_row, rows, experts, k, renormalise;
  // Added to scores for the choice, or null.
  const float* bias;
  // Whether scores are sigmoids; groups of experts, and how many of them a row's experts are of.
  i64 sigmoid, groups, groups_kept;
  // Factor of weights.
  float scale, unused;
  // Whether the largest logits are chosen.
  __device__ __forceinline__ bool by_logit() const {
    return !sigmoid && !bias && groups_kept == groups;
  }
};

// Experts whose logits a warp keeps in registers.
constexpr int ROUTE_KEYS = 16;
constexpr int ROUTE_KEPT_MAX = ROUTE_KEYS * WARP;

// A number that grows with a logit and is never zero: NaN is minus infinity, and the zeros are one.
__device__ __forceinline__ unsigned key_of(float logit) {
  const unsigned bits = __float_as_uint(isnan(logit) ? minus_infinity() : logit + 0.0f);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float logit_of(unsigned key) {
  return __uint_as_float(key >> 31 ? key & 0x7fffffffu : ~key);
}

// The first `count` ranks of at most N * WARP logits, largest first, ties by lower id: `each(rank,
// id, logit)`, by all lanes. Keys lie in registers, zero for what is not there or taken. The
// reductions over a warp are one instruction each.
template <int N, class T, class Each>
__device__ __forceinline__ void choose(const T* logits, i64 experts, int count, Each each) {
  const unsigned lane = threadIdx.x % WARP;
  unsigned keys[N];
#pragma unroll
  for (int i = 0; i < N; i++)
    keys[i] = lane + i * WARP < experts ? key_of(to_f32(logits[lane + i * WARP])) : 0u;
  for (int r = 0; r < count; r++) {
    unsigned key = 0, at = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
      if (keys[i] > key) key = keys[i], at = i;
    const unsigned best = __reduce_max_sync(ALL_LANES, key);
    const unsigned id = __reduce_min_sync(ALL_LANES, key == best ? lane + at * WARP : ~0u);
#pragma unroll
    for (int i = 0; i < N; i++)
      if (id == lane + i * WARP) keys[i] = 0u;
    each(r, id, logit_of(best));
  }
}

// A choice: the expert of the last rank, known to all lanes, and, where all ranks were chosen to be
// written, id and weight of rank r in lane r.
struct Choice {
  unsigned last, id;
  float weight;
  __device__ __forceinline__ void put(const RouteParams& p, i64 t) const {
    const unsigned lane = threadIdx.x % WARP;
    if (lane >= p.k) return;
    p.ids[t * p.k + lane] = id;
    p.weights[t * p.k + lane] = weight;
  }
};

// Of rules by logit: the expert of rank `count` - 1 of row t, of at most N * WARP experts and WARP
// ranks. Where it `writes`, `count` is all ranks, whose ids and weights there are too. Sums are not
// contracted, so that their bits do not depend on what is compiled around them.
template <class T, int N>
__device__ __forceinline__ Choice choice_kept(const RouteParams& p, i64 t, int count,
                                              bool writes) {
  const unsigned lane = threadIdx.x % WARP;
  const T* logits = (const T*)p.logits + t * p.logits_row;
  float max = 0.0f, chosen = 0.0f, mine = 0.0f;
  unsigned last = 0, own = 0;
  choose<N>(logits, p.experts, count, [&](int r, unsigned id, float logit) {
    last = id;
    if (!writes) return;
    if (r == 0) max = logit;
    // Among minus infinities may be a NaN, which stays one.
    if (logit == minus_infinity()) logit = to_f32(logits[id]);
    const float w = expf(logit - max);
    chosen = __fadd_rn(chosen, w);
    if (lane == (unsigned)r) {
      mine = w;
      own = id;
    }
  });
  if (!writes) return {last, 0, 0.0f};
  if (!p.renormalise) {
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < N; i++)
      if (lane + i * WARP < p.experts)
        sum = __fadd_rn(sum, expf(to_f32(logits[lane + i * WARP]) - max));
    chosen = warp_sum(sum);
  }
  return {last, own, mine / chosen * p.scale};
}

// The same for as many experts as fit.
template <class T>
__device__ __forceinline__ Choice choice_of(const RouteParams& p, i64 t, int count, bool writes) {
  if (p.experts <= ROUTE_KEPT_MAX / 2) return choice_kept<T, ROUTE_KEYS / 2>(p, t, count, writes);
  return choice_kept<T, ROUTE_KEYS>(p, t, count, writes);
}
// The same, written at once; the expert of the last rank.
template <class T>
__device__ __forceinline__ unsigned route_row(const RouteParams& p, i64 t, int count, bool writes) {
  const Choice choice = choice_of<T>(p, t, count, writes);
  if (writes) choice.put(p, t);
  return choice.last;
}

} // namespace atlas
