// Computes: a token, its log-probability and rank for each row of logits[T, V], V up to 2^22.
// Picked: always, for requests that are sampled on the device: three launches.
// Tiling: `scan`, `weigh`: a warp for 256 tokens; `pick`: a block for each row.
// Limit: bandwidth: logits are read once or twice.
// Share: 39 % of 4.35 TB/s (32 greedy rows); docs/benchmarks/log/2026-11-22-cuda-h200.md.
//
// Logit edits, greedy choice or temperature, top-k, top-p, min-p and a draw, and log-probabilities.
// Three launches: largest logits of chunks, weights where a row needs all of them, the choice
// (docs/kernels/sampling/sample.md).
#include "sampling/radix_select.cuh"

constexpr int SCAN_THREADS = 256;
constexpr int SCAN_WARPS = SCAN_THREADS / WARP;
// Chunks of a block.
constexpr int SCAN_CHUNKS = 2 * SCAN_WARPS;
constexpr int WEIGH_CHUNKS = 4 * SCAN_WARPS;

// The largest raw and edited logit of each chunk. Grid: chunks / SCAN_CHUNKS, rows.
extern "C" __global__ void __launch_bounds__(SCAN_THREADS) sample_scan(const SampleParams p) {
  begin();
  __shared__ float scratch[SCAN_WARPS][CHUNK];
  const RowView v(p, blockIdx.y);
  if (!v.fits(p)) return;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int end = min(v.chunks, (int)(blockIdx.x + 1) * SCAN_CHUNKS);
  for (int c = blockIdx.x * SCAN_CHUNKS + warp; c < end; c += SCAN_WARPS) {
    float x[EACH];
    load_raw(v, c, x);
    const float raw = chunk_max(x);
    float edited = raw;
    if (v.is_edited()) {
      apply_edits(v, c, x, scratch[warp]);
      edited = chunk_max(x);
    }
    if (lane == 0) v.raw_maxima[c] = raw, v.maxima[c] = edited;
  }
  if (!v.cuts()) return;
  for (int b = blockIdx.x * SCAN_THREADS + threadIdx.x; b < BUCKETS; b += gridDim.x * SCAN_THREADS)
    v.buckets[b] = 0.0;
}

// Sums of the raw weights of each chunk for rows with log-probabilities; of the edited weights, or
// those of each bucket, for rows that draw from all tokens. Grid: chunks / WEIGH_CHUNKS, rows.
extern "C" __global__ void __launch_bounds__(SCAN_THREADS) sample_weigh(const SampleParams p) {
  begin();
  __shared__ float scratch[SCAN_WARPS][CHUNK];
  __shared__ double bins[BUCKETS];
  __shared__ float found[SCAN_WARPS];
  const RowView v(p, blockIdx.y);
  if (!v.fits(p) || !(v.weighs() || v.wants_logprobs())) return;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const bool cuts = v.cuts();
  const float raw_max = block_max<SCAN_THREADS>(v.raw_maxima, v.chunks, found);
  const Scale scale = {block_max<SCAN_THREADS>(v.maxima, v.chunks, found), v.row.temperature};
  if (isnan(raw_max)) return;
  const bool weighs = v.weighs() && !isnan(scale.max) && scale.max != minus_infinity();
  if (cuts) {
    for (int b = threadIdx.x; b < BUCKETS; b += SCAN_THREADS) bins[b] = 0.0;
    __syncthreads();
  }
  const int end = min(v.chunks, (int)(blockIdx.x + 1) * WEIGH_CHUNKS);
  for (int c = blockIdx.x * WEIGH_CHUNKS + warp; c < end; c += SCAN_WARPS) {
    float x[EACH];
    load_raw(v, c, x);
    if (v.wants_logprobs()) {
      double sum = 0.0;
#pragma unroll
      for (int i = 0; i < EACH; i++) sum += exp_non_positive(__fsub_rn(x[i], raw_max));
      sum = warp_sum(sum);
      if (lane == 0) v.raw_sums[c] = sum;
    }
    if (!weighs) continue;
    if (v.is_edited()) apply_edits(v, c, x, scratch[warp]);
    double sum = 0.0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const float w = scale.weight(x[i]);
      if (!cuts) sum += w >= v.min_weight() ? w : 0.0f;
      else if (w > 0.0f) atomicAdd(&bins[scale.bucket(x[i])], (double)w);
    }
    sum = warp_sum(sum);
    if (lane == 0 && !cuts) v.sums[c] = sum;
  }
  if (!cuts) return;
  __syncthreads();
  for (int b = threadIdx.x; b < BUCKETS; b += SCAN_THREADS)
    if (bins[b] > 0.0) atomicAdd(&v.buckets[b], bins[b]);
}

// The lowest id with the largest edited logit.
__device__ uint32_t most_likely(const RowView& v, Shared& s, float max) {
  if (threadIdx.x == 0) s.found = 0x7fffffff;
  __syncthreads();
  for (int c = threadIdx.x; c < v.chunks; c += THREADS)
    if (v.maxima[c] == max) atomicMin(&s.found, c);
  __syncthreads();
  const int c = s.found;
  if (threadIdx.x < WARP) {
    put_chunk(v, c, v.is_edited(), s.scratch[0]);
    uint32_t id = NONE;
    for (int i = EACH - 1; i >= 0; i--)
      if (s.scratch[0][i * WARP + threadIdx.x] == max) id = token_at(c, i);
    id = __reduce_min_sync(ALL_LANES, id);
    if (threadIdx.x == 0) s.token = (int)id;
  }
  __syncthreads();
  return (uint32_t)s.token;
}

// The same steps for few tokens that are sorted: one thread adds in the CPU's order.
__device__ uint32_t draw_sorted(const RowView& v, Shared& s, const Scale& scale, double u,
                                int count) {
  if ((int)threadIdx.x < count)
    s.weights[threadIdx.x] = scale.weight(logit_of(s.sorted[threadIdx.x]));
  __syncthreads();
  if (threadIdx.x == 0) {
    const float* w = s.weights;
    double all = 0.0, upto = 0.0, left = 0.0;
    for (int i = 0; i < count; i++) all += w[i];
    const double needed = (double)v.row.top_p * all;
    int kept = 0;
    while (kept < count && w[kept] >= v.min_weight()) {
      left += w[kept];
      if (left >= needed && ++kept) break;
      kept++;
    }
    const double target = u * left;
    int at = 0;
    for (; at < kept; at++) {
      upto += w[at];
      if (w[at] > 0.0f && upto > target) break;
    }
    s.token = (int)id_of(s.sorted[min(at, kept - 1)]);
  }
  __syncthreads();
  return (uint32_t)s.token;
}

// Draws from the k most likely tokens, in their order.
__device__ uint32_t draw_few(const RowView& v, Shared& s, const Scale& scale, double u) {
  const uint32_t k = v.row.top_k;
  const float floor = floor_of(s, v.maxima, v.chunks, k);
  const auto reaches = [&](float logit) { return logit >= floor; };
  const Tokens tokens(v, s, true, reaches, reaches);
  if (tokens.sort()) return draw_sorted(v, s, scale, u, (int)min(k, (uint32_t)s.count));
  const auto one = [](float, uint32_t, u64) { return 1.0; };
  u64 last = refine(s, tokens, one, 0.0, k, false);
  if (v.row.top_p < 1.0f) {
    const auto mass = [&](float logit, uint32_t, u64 order) {
      return order <= last ? (double)scale.weight(logit) : 0.0;
    };
    const u64 cut = refine_weights(s, scale, tokens, mass, v.row.top_p, false);
    last = min(last, cut);
  }
  const auto mass = [&](float logit, uint32_t, u64 order) {
    const float w = scale.weight(logit);
    return order <= last && w >= v.min_weight() ? (double)w : 0.0;
  };
  return id_of(refine_weights(s, scale, tokens, mass, u, true));
}

// The last token in the order of likelihood that top_p keeps, from the weights of the buckets.
__device__ u64 cut_top_p(const RowView& v, Shared& s, const Scale& scale, int& boundary) {
  const Found found = find(s, v.buckets, BUCKETS, 0.0, v.row.top_p, true, false);
  boundary = found.bin;
  const Tokens tokens(v, s, true, [&](float logit) { return scale.bucket(logit) <= found.bin; },
                      [&](float logit) { return scale.bucket(logit) == found.bin; });
  if (tokens.sort()) {
    if (threadIdx.x == 0) {
      double upto = found.before;
      int at = 0;
      for (; at < s.count - 1; at++) {
        upto += scale.weight(logit_of(s.sorted[at]));
        if (upto >= found.bound) break;
      }
      s.top[0] = s.sorted[at];
    }
    __syncthreads();
    return s.top[0];
  }
  const auto mass = [&](float logit, uint32_t, u64) { return (double)scale.weight(logit); };
  return refine(s, tokens, mass, found.before, found.bound, false);
}

// Draws from all tokens that the filters leave, in the order of ids.
__device__ uint32_t draw_by_id(const RowView& v, Shared& s, const Scale& scale, double u) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const bool cuts = v.cuts();
  int boundary = BUCKETS;
  const u64 last = cuts ? cut_top_p(v, s, scale, boundary) : ~0ull;
  const auto weights = [&](int c, float(&w)[EACH]) {
    put_chunk(v, c, v.is_edited(), s.scratch[warp]);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const float logit = s.scratch[warp][i * WARP + lane], weight = scale.weight(logit);
      const bool kept = order_of(logit, token_at(c, i)) <= last && weight >= v.min_weight();
      w[i] = kept ? weight : 0.0f;
    }
    __syncwarp();
  };
  if (cuts) {
    for (int c = warp; c < v.chunks; c += WARPS) {
      double sum = 0.0;
      if (scale.bucket(v.maxima[c]) <= boundary) {
        float w[EACH];
        weights(c, w);
#pragma unroll
        for (int i = 0; i < EACH; i++) sum += w[i];
        sum = warp_sum(sum);
      }
      if (lane == 0) v.sums[c] = sum;
    }
    __syncthreads();
  }
  const Found found = find(s, v.sums, v.chunks, 0.0, u, true, true);
  if (warp == 0) {
    float w[EACH];
    weights(found.bin, w);
    double before = found.before;
    // Rounding may end the walk just short: then the last weight is the one.
    uint32_t token = NONE;
    for (int i = 0; i < EACH; i++) {
      double upto = w[i];
#pragma unroll
      for (int step = 1; step < WARP; step *= 2) {
        const double other = __shfl_up_sync(ALL_LANES, upto, step);
        if (lane >= step) upto += other;
      }
      const unsigned positive = __ballot_sync(ALL_LANES, w[i] > 0.0f);
      const unsigned passed = __ballot_sync(ALL_LANES, w[i] > 0.0f && before + upto > found.bound);
      const uint32_t begin = token_at(found.bin, i) - lane;
      if (passed) {
        token = begin + __ffs(passed) - 1;
        break;
      }
      if (positive) token = begin + 31 - __clz(positive);
      before += __shfl_sync(ALL_LANES, upto, WARP - 1);
    }
    if (lane == 0) s.token = (int)token;
  }
  __syncthreads();
  return (uint32_t)s.token;
}

// The token that a row's parameters pick; NONE if nothing may be picked.
__device__ uint32_t pick(const RowView& v, Shared& s) {
  const float max = block_max<THREADS>(v.maxima, v.chunks, s.maxima);
  // NaN where edits overflowed.
  if (isnan(max) || max == minus_infinity()) return NONE;
  if (!v.draws()) return most_likely(v, s, max);
  const Scale scale = {max, v.row.temperature};
  const double u = uniform(v.row.seed, v.row.position);
  return v.has_top_k() ? draw_few(v, s, scale, u) : draw_by_id(v, s, scale, u);
}

// Log-probability and rank of `token` and the most likely tokens, of the raw row: log-softmax,
// ranks from 1.
__device__ void logprobs(const RowView& v, Shared& s, float max, uint32_t token,
                         SampleResult* out) {
  double mine = 0.0, total;
  for (int c = threadIdx.x; c < v.chunks; c += THREADS) mine += v.raw_sums[c];
  running_sum(mine, s, total);
  const double normaliser = (double)max + log(total);
  const auto logprob = [&](float logit) { return (float)((double)logit - normaliser); };

  const float chosen = token < v.vocab ? v.logits[token] : minus_infinity();
  if (threadIdx.x == 0) s.found = 0;
  int before = 0;
  for (int c = threadIdx.x / WARP; c < v.chunks; c += WARPS) {
    if (v.raw_maxima[c] < chosen) continue;
    float x[EACH];
    load_raw(v, c, x);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const uint32_t id = token_at(c, i);
      before += id < v.vocab && (x[i] > chosen || (x[i] == chosen && id < token));
    }
  }
  __syncthreads();
  if (before > 0) atomicAdd(&s.found, before);
  __syncthreads();
  if (threadIdx.x == 0) out->logprob = logprob(chosen), out->rank = 1 + (uint32_t)s.found;

  const uint32_t n = v.row.logprobs == NONE ? 0 : min(v.row.logprobs, v.vocab);
  if (n == 0) return;
  const float floor = floor_of(s, v.raw_maxima, v.chunks, n);
  const auto reaches = [&](float logit) { return logit >= floor; };
  const Tokens tokens(v, s, false, reaches, reaches);
  if (tokens.sort()) {
    if (threadIdx.x >= n) return;
    const u64 order = s.sorted[threadIdx.x];
    out->top_ids[threadIdx.x] = id_of(order);
    out->top_logprobs[threadIdx.x] = logprob(logit_of(order));
    return;
  }
  const u64 last = refine(s, tokens, [](float, uint32_t, u64) { return 1.0; }, 0.0, n, false);
  if (threadIdx.x == 0) s.found = 0;
  __syncthreads();
  tokens([&](float logit, uint32_t id) {
    const u64 order = order_of(logit, id);
    if (order <= last) s.top[atomicAdd(&s.found, 1)] = order;
  });
  __syncthreads();
  if (threadIdx.x >= n) return;
  const u64 own = s.top[threadIdx.x];
  uint32_t place = 0;
  for (uint32_t i = 0; i < n; i++) place += s.top[i] < own;
  out->top_ids[place] = id_of(own);
  out->top_logprobs[place] = logprob(logit_of(own));
}

// The result of each row. Two blocks on a multiprocessor: most of the time goes to waiting. Grid:
// rows.
extern "C" __global__ void __launch_bounds__(THREADS, 2) sample_pick(const SampleParams p) {
  begin();
  __shared__ Shared s;
  const RowView v(p, blockIdx.x);
  SampleResult* out = p.results + blockIdx.x;
  if (threadIdx.x < TOP_MAX)
    out->top_ids[threadIdx.x] = NONE, out->top_logprobs[threadIdx.x] = not_a_number();
  uint32_t status = PICKED, token = NONE;
  float max = 0.0f;
  if (!v.fits(p)) {
    status = BAD_ROW;
  } else {
    max = block_max<THREADS>(v.raw_maxima, v.chunks, s.maxima);
    if (isnan(max)) status = BROKEN;
    else if (token = v.row.score ? v.row.token : pick(v, s); token == NONE && !v.row.score)
      status = NOTHING_ALLOWED;
  }
  if (threadIdx.x == 0) {
    *(uint2*)out = {status, token}, out->logprob = not_a_number(), out->rank = 0;
    p.picked[blockIdx.x] = status == PICKED && token < p.vocab ? token : 0;
  }
  __syncthreads();
  if (status == PICKED && v.wants_logprobs()) logprobs(v, s, max, token, out);
}
