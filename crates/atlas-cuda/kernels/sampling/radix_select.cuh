// Finding the element of a set at which a running mass reaches a bound, in the order of likelihood
// and without sorting: a histogram of one digit of the order after another, each followed by a
// running sum over its bins.
//
// Bins are filled by atomic additions of doubles, and the sums do not depend on their order because
// they are exact: counts are small integers, and the weights that meet in a bin are those of one
// bucket, 1/16 of a unit wide, so their exponents differ by at most one and 2^27 of them fit into
// 53 bits.
#pragma once

#include "sampling/logits_row.cuh"

constexpr int THREADS = 512;
constexpr int WARPS = THREADS / WARP;
constexpr int DIGIT_BITS = 9;
constexpr int DIGITS = 1 << DIGIT_BITS;
constexpr int LEVELS = ORDER_BITS / DIGIT_BITS;
static_assert(LEVELS * DIGIT_BITS == ORDER_BITS);
static_assert(DIGITS <= BUCKETS);
// Elements of a set that are kept in shared memory; larger sets are read from the row each time.
constexpr int LISTED = 1600;
// Elements that are sorted by comparing each with all.
constexpr int SORTED = 128;

struct Element {
  float logit;
  uint32_t id;
};

// Shared memory of a block.
struct Shared {
  double bins[BUCKETS];
  double totals[WARPS];
  double before;
  u64 top[TOP_MAX];
  int found, last, count, token;
  Element list[LISTED];
  u64 sorted[SORTED];
  float weights[SORTED];
  float scratch[WARPS][CHUNK];
  float maxima[WARPS];
};

// The sum of `mine` over the threads before this one, and over all, in one fixed order.
__device__ inline double running_sum(double mine, Shared& s, double& all) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  double upto = mine;
#pragma unroll
  for (int step = 1; step < WARP; step *= 2) {
    const double other = __shfl_up_sync(ALL_LANES, upto, step);
    if (lane >= step) upto += other;
  }
  __syncthreads();
  if (lane == WARP - 1) s.totals[warp] = upto;
  __syncthreads();
  double before = 0.0;
  all = 0.0;
  for (int w = 0; w < WARPS; w++) {
    if (w == warp) before = all;
    all += s.totals[w];
  }
  const double within = __shfl_up_sync(ALL_LANES, upto, 1);
  return lane == 0 ? before : before + within;
}

// A bin, the mass before it, and the bound that was looked for.
struct Found {
  int bin;
  double before, bound;
};

// The first of `count` bins that is not empty and with which the mass, from `start` on, reaches
// (`strict`: passes) `bound`; the last one that is not empty if none does, -1 if all are. `share`:
// the bound is that share of all.
__device__ inline Found find(Shared& s, const double* bins, int count, double start, double bound,
                             bool share, bool strict) {
  if (threadIdx.x == 0) s.found = count, s.last = -1;
  __syncthreads();
  const int each = (count + THREADS - 1) / THREADS;
  const int begin = min(count, (int)threadIdx.x * each), end = min(count, begin + each);
  double mine = 0.0, all;
  for (int i = begin; i < end; i++) mine += bins[i];
  double at = start + running_sum(mine, s, all);
  if (share) bound *= all;
  int first = count, last = -1;
  double before = 0.0;
  for (int i = begin; i < end; i++) {
    if (!(bins[i] > 0.0)) continue;
    const double next = at + bins[i];
    if (first == count && (strict ? next > bound : next >= bound)) first = i, before = at;
    // For the case that none is found: what lies before the last one.
    if (first == count) before = at;
    last = i;
    at = next;
  }
  if (first < count) atomicMin(&s.found, first);
  if (last >= 0) atomicMax(&s.last, last);
  __syncthreads();
  const int bin = s.found < count ? s.found : s.last;
  if (bin >= begin && bin < end) s.before = before;
  __syncthreads();
  return {bin, bin < 0 ? start : s.before, bound};
}

__device__ inline void clear_bins(Shared& s, int count) {
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += THREADS) s.bins[i] = 0.0;
  __syncthreads();
}

// The order of the element with which the mass, from `start` on, reaches (`strict`: passes)
// `bound`; its first `levels` digits. `each(f)` calls f(logit, id) for all elements; `mass(logit,
// id, order)` is 0 for one that is not in the set.
template <int levels = LEVELS, class Each, class Mass>
__device__ u64 refine(Shared& s, const Each& each, const Mass& mass, double start, double bound,
                      bool strict) {
  u64 prefix = 0;
  for (int level = 0; level < levels; level++) {
    const int shift = (LEVELS - 1 - level) * DIGIT_BITS;
    clear_bins(s, DIGITS);
    each([&](float logit, uint32_t id) {
      const u64 order = order_of(logit, id);
      if (order >> (shift + DIGIT_BITS) != prefix) return;
      const double m = mass(logit, id, order);
      if (m > 0.0) atomicAdd(&s.bins[order >> shift & (DIGITS - 1)], m);
    });
    __syncthreads();
    const Found found = find(s, s.bins, DIGITS, start, bound, false, strict);
    prefix = prefix << DIGIT_BITS | (u64)max(found.bin, 0);
    start = found.before;
  }
  return prefix;
}

// As `refine` for weights, whose bound is a share of all: by bucket first.
template <class Each, class Mass>
__device__ u64 refine_weights(Shared& s, const Scale& scale, const Each& each, const Mass& mass,
                              double share, bool strict) {
  clear_bins(s, BUCKETS);
  each([&](float logit, uint32_t id) {
    const double m = mass(logit, id, order_of(logit, id));
    if (m > 0.0) atomicAdd(&s.bins[scale.bucket(logit)], m);
  });
  __syncthreads();
  const Found found = find(s, s.bins, BUCKETS, 0.0, share, true, strict);
  const auto inside = [&](float logit, uint32_t id, u64 order) {
    return scale.bucket(logit) == found.bin ? mass(logit, id, order) : 0.0;
  };
  return refine(s, each, inside, found.before, found.bound, strict);
}

// A bound below which none of the k most likely tokens lies: the k-th largest of a row's chunk
// maxima, all but the last bits of its mantissa. Minus infinity where there are not more than k
// chunks.
__device__ inline float floor_of(Shared& s, const float* maxima, int chunks, uint32_t k) {
  constexpr int TAKEN = 3, LEFT = (LEVELS - TAKEN) * DIGIT_BITS;
  if (k >= (uint32_t)chunks) return minus_infinity();
  const auto each = [&](auto f) {
    for (int c = threadIdx.x; c < chunks; c += THREADS) f(maxima[c], (uint32_t)c);
  };
  const auto one = [](float, uint32_t, u64) { return 1.0; };
  const u64 prefix = refine<TAKEN>(s, each, one, 0.0, k, false);
  const float floor = logit_of(((prefix + 1) << LEFT) - 1);
  // The bits of minus infinity with others set are those of a NaN.
  return isnan(floor) ? minus_infinity() : floor;
}

// Puts a chunk, edited or raw, into the warp's part of the shared memory. Not in line: it would be
// so some twenty times.
static __device__ __noinline__ void put_chunk(const RowView& v, int chunk, bool edited,
                                              float* scratch) {
  const int lane = threadIdx.x % WARP;
  float x[EACH];
  load_raw(v, chunk, x);
  if (edited) apply_edits(v, chunk, x, scratch);
  __syncwarp();
#pragma unroll
  for (int i = 0; i < EACH; i++) scratch[i * WARP + lane] = x[i];
  __syncwarp();
}

// The tokens of a row with `wanted(logit)`. Chunks whose largest logit is not `likely(max)` are not
// read: a logit that is wanted must be likely, and so must any above it.
template <class Likely, class Wanted> struct Tokens {
  const RowView& v;
  Shared& s;
  bool edited;
  Likely likely;
  Wanted wanted;
  bool listed;

  __device__ Tokens(const RowView& v, Shared& s, bool edited, Likely likely, Wanted wanted)
      : v(v), s(s), edited(edited && v.is_edited()), likely(likely), wanted(wanted), listed(false) {
    __syncthreads();
    if (threadIdx.x == 0) s.count = 0;
    __syncthreads();
    (*this)([&](float logit, uint32_t id) {
      const int at = atomicAdd(&s.count, 1);
      if (at < LISTED) s.list[at] = {logit, id};
    });
    __syncthreads();
    listed = s.count <= LISTED;
  }

  // The order of the calls is not fixed.
  template <class F> __device__ void operator()(F f) const {
    if (listed) {
      for (int i = threadIdx.x; i < s.count; i += THREADS) f(s.list[i].logit, s.list[i].id);
      return;
    }
    const float* maxima = edited ? v.maxima : v.raw_maxima;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int c = warp; c < v.chunks; c += WARPS) {
      if (!likely(maxima[c])) continue;
      put_chunk(v, c, edited, s.scratch[warp]);
#pragma unroll 1
      for (int i = 0; i < EACH; i++) {
        const float logit = s.scratch[warp][i * WARP + lane];
        const uint32_t token = token_at(c, i);
        if (token < v.vocab && wanted(logit)) f(logit, token);
      }
      __syncwarp();
    }
  }

  // Sorts the tokens if they are few; whether it did.
  __device__ bool sort() const {
    if (s.count > SORTED) return false;
    if ((int)threadIdx.x < s.count) {
      const u64 own = order_of(s.list[threadIdx.x].logit, s.list[threadIdx.x].id);
      int place = 0;
      for (int i = 0; i < s.count; i++) place += order_of(s.list[i].logit, s.list[i].id) < own;
      s.sorted[place] = own;
    }
    __syncthreads();
    return true;
  }
};
