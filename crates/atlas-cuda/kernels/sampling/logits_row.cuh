// From logits to a token: what the sampling kernels share. The formulas are those of the CPU's
// logits pipeline, operation by operation, so that weights and random numbers have the same bits.
#pragma once

#include "include/common.cuh"
using namespace atlas;

using u64 = unsigned long long;

// Tokens that a warp looks at together; lane `l` has tokens l, l + 32, .. of them.
constexpr int CHUNK = 256;
constexpr int EACH = CHUNK / WARP;
constexpr uint32_t NONE = 0xffffffffu;
// Buckets per unit of (max - logit) / temperature, and their number: beyond 87 units every weight
// is 0.
constexpr float BUCKETS_PER_UNIT = 16.0f;
constexpr int BUCKETS = 88 * 16;
constexpr int TOP_MAX = 20;

struct SampleRow {
  u64 seed;
  uint32_t position;
  float temperature, top_p, min_p;
  // NONE: nothing is forced, no mask, no log-probabilities.
  uint32_t top_k, forced, edits_begin, edits_end, mask, logprobs;
  // Whether `token` is scored and none is picked.
  uint32_t score, token;
  uint32_t unused[2];
};
struct Edit {
  uint32_t token;
  float add, divide, subtract;
};
struct SampleResult {
  uint32_t status, token;
  float logprob;
  uint32_t rank;
  uint32_t top_ids[TOP_MAX];
  float top_logprobs[TOP_MAX];
};
enum Status : uint32_t { PICKED = 0, BROKEN = 1, NOTHING_ALLOWED = 2, BAD_ROW = 3 };

struct SampleParams {
  const float* logits;
  const SampleRow* rows;
  const Edit* edits;
  const uint32_t* masks;
  SampleResult* results;
  // A row's: sum of the raw weights of each chunk, of the edited ones, edited weight in each
  // bucket, largest raw and edited logit of each chunk (NaN where one is NaN or plus infinity).
  double* raw_sums; double* sums; double* buckets; float* raw_maxima; float* maxima;
  i64 logits_row, row_count, vocab, chunks, edit_count, mask_count;
  // The token of each row for the step behind this one; 0 where there is none, which no table
  // lacks.
  uint32_t* picked;
};

// A row and what is wanted of it.
struct RowView {
  SampleRow row;
  const float* logits;
  const Edit* edits;
  const uint32_t* mask;
  double *raw_sums, *sums, *buckets;
  float *raw_maxima, *maxima;
  uint32_t vocab;
  int chunks, edit_count, words;

  __device__ RowView(const SampleParams& p, i64 t)
      : row(p.rows[t]),
        logits(p.logits + t * p.logits_row),
        edits(p.edits + row.edits_begin),
        mask(row.mask == NONE ? nullptr : p.masks + row.mask * ((p.vocab + 31) / 32)),
        raw_sums(p.raw_sums + t * p.chunks),
        sums(p.sums + t * p.chunks),
        buckets(p.buckets + t * BUCKETS),
        raw_maxima(p.raw_maxima + t * p.chunks),
        maxima(p.maxima + t * p.chunks),
        vocab((uint32_t)p.vocab),
        chunks((int)p.chunks),
        edit_count((int)(row.edits_end - row.edits_begin)),
        words((int)((p.vocab + 31) / 32)) {}

  // Whether the row's references lie in the batch.
  __device__ bool fits(const SampleParams& p) const {
    return row.edits_begin <= row.edits_end && row.edits_end <= p.edit_count &&
           (row.mask == NONE || row.mask < p.mask_count) &&
           (row.logprobs == NONE || row.logprobs <= TOP_MAX);
  }
  __device__ bool is_edited() const { return edit_count > 0 || mask || row.forced != NONE; }
  __device__ bool draws() const { return !row.score && row.temperature > 0.0f; }
  __device__ bool has_top_k() const { return row.top_k >= 1 && row.top_k < vocab; }
  // Whether the edited weights of the whole row are needed, and whether in buckets.
  __device__ bool weighs() const { return draws() && !has_top_k(); }
  __device__ bool cuts() const { return weighs() && row.top_p < 1.0f; }
  __device__ bool wants_logprobs() const { return row.score || row.logprobs != NONE; }
  // The most likely token weighs 1 and stays even when asked for more than that.
  __device__ float min_weight() const { return fminf(row.min_p, 1.0f); }
};

__device__ __forceinline__ float not_a_number() { return __int_as_float(0x7fc00000); }
__device__ __forceinline__ bool is_broken(float logit) {
  return isnan(logit) || logit == -minus_infinity();
}

// exp(x) for x <= 0 to 2 units in the last place, 0 below -87: Cody-Waite reduction, a Taylor
// polynomial of degree 6.
__device__ __forceinline__ float exp_non_positive(float x) {
  constexpr float UNDERFLOW_AT = -87.0f, ROUND = 12582912.0f;
  const float clamped = x > UNDERFLOW_AT ? x : UNDERFLOW_AT;
  const float shifted = __fadd_rn(__fmul_rn(clamped, 1.44269504088896340736f), ROUND);
  const float n = __fsub_rn(shifted, ROUND);
  const float r =
      __fadd_rn(__fsub_rn(clamped, __fmul_rn(n, 0.6933594f)), __fmul_rn(n, 2.1219444e-4f));
  float p = 1.0f / 720.0f;
  p = __fadd_rn(__fmul_rn(p, r), 1.0f / 120.0f);
  p = __fadd_rn(__fmul_rn(p, r), 1.0f / 24.0f);
  p = __fadd_rn(__fmul_rn(p, r), 1.0f / 6.0f);
  p = __fadd_rn(__fmul_rn(p, r), 0.5f);
  p = __fadd_rn(__fmul_rn(p, r), 1.0f);
  p = __fadd_rn(__fmul_rn(p, r), 1.0f);
  const uint32_t bits = __float_as_uint(shifted) - __float_as_uint(ROUND);
  return x > UNDERFLOW_AT ? __fmul_rn(p, __uint_as_float((bits + 127) << 23)) : 0.0f;
}

struct Scale {
  float max, temperature;
  // Division: the inverse of a tiny temperature is infinite.
  __device__ float weight(float logit) const {
    return exp_non_positive(__fdiv_rn(__fsub_rn(logit, max), temperature));
  }
  // Never falls when the logit falls. Adding 2^23 rounds to an integer that stands in the low bits.
  __device__ int bucket(float logit) const {
    constexpr float LAST = BUCKETS - 1;
    const float distance =
        __fmul_rn(__fdiv_rn(__fsub_rn(max, logit), temperature), BUCKETS_PER_UNIT);
    return (int)(__float_as_uint(__fadd_rn(distance < LAST ? distance : LAST, 8388608.0f)) &
                 0x7fffff);
  }
};

// A number in [0, 1) with 53 random bits: Philox 4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw,
// SC 2011), the counter being the position and the key the seed.
__device__ inline double uniform(u64 seed, uint32_t position) {
  uint32_t c0 = position, c1 = 0, c2 = 0, c3 = 0, k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
  for (int round = 0; round < 10; round++) {
    const u64 a = (u64)0xD2511F53u * c0, b = (u64)0xCD9E8D57u * c2;
    c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)b;
    c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)a;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  return (double)(((u64)c0 << 32 | c1) >> 11) * (1.0 / 9007199254740992.0);
}

// Order of likelihood as a number of ORDER_BITS bits: larger logit first, ties by lower id, -0
// equal to 0.
constexpr int ID_BITS = 22;
constexpr int ORDER_BITS = 32 + ID_BITS;
__device__ __forceinline__ u64 order_of(float logit, uint32_t id) {
  const uint32_t bits = __float_as_uint(__fadd_rn(logit, 0.0f));
  const uint32_t falling = bits >> 31 ? bits : ~(bits | 0x80000000u);
  return (u64)falling << ID_BITS | id;
}
__device__ __forceinline__ float logit_of(u64 order) {
  const uint32_t falling = (uint32_t)(order >> ID_BITS);
  return __uint_as_float(falling >> 31 ? falling : ~falling & 0x7fffffffu);
}
__device__ __forceinline__ uint32_t id_of(u64 order) {
  return (uint32_t)order & ((1u << ID_BITS) - 1);
}

__device__ __forceinline__ uint32_t token_at(int chunk, int i) {
  return (uint32_t)(chunk * CHUNK + i * WARP) + threadIdx.x % WARP;
}

// The model's logits of a chunk; minus infinity beyond the vocabulary.
__device__ __forceinline__ void load_raw(const RowView& v, int chunk, float (&x)[EACH]) {
#pragma unroll
  for (int i = 0; i < EACH; i++) {
    const uint32_t token = token_at(chunk, i);
    x[i] = token < v.vocab ? v.logits[token] : minus_infinity();
  }
}

// Index of the first edit of `token` or a later one, known to the whole warp. The list ascends by
// token.
__device__ inline int first_edit(const Edit* edits, int count, uint32_t token) {
  int low = 0, high = count;
  while (low < high) {
    const int step = (high - low + WARP - 1) / WARP, at = low + (int)(threadIdx.x % WARP) * step;
    const int below = __popc(__ballot_sync(ALL_LANES, at < high && edits[at].token < token));
    if (below == 0) return low;
    high = min(high, low + below * step);
    low += (below - 1) * step + 1;
  }
  return low;
}

// Applies a row's edits to a chunk of raw logits: the list (in its order for each token), the mask,
// the forced token. `scratch` holds a chunk and belongs to the warp.
__device__ inline void apply_edits(const RowView& v, int chunk, float (&x)[EACH], float* scratch) {
  const int lane = threadIdx.x % WARP;
  const uint32_t begin = (uint32_t)chunk * CHUNK;
  const int first = v.edit_count > 0 ? first_edit(v.edits, v.edit_count, begin) : 0;
  if (first < v.edit_count && v.edits[first].token - begin < CHUNK) {
#pragma unroll
    for (int i = 0; i < EACH; i++) scratch[i * WARP + lane] = x[i];
    __syncwarp();
    for (int e = first + lane; e < v.edit_count; e += WARP) {
      const uint32_t token = v.edits[e].token;
      if (token - begin >= CHUNK) break;
      // All edits of a token are its first one's, so that they come in their order.
      if (e > first && v.edits[e - 1].token == token) continue;
      float logit = scratch[token - begin];
      for (int n = e; n < v.edit_count && v.edits[n].token == token; n++) {
        const Edit edit = v.edits[n];
        logit = __fadd_rn(logit, edit.add);
        logit = logit > 0.0f ? __fdiv_rn(logit, edit.divide) : __fmul_rn(logit, edit.divide);
        logit = __fsub_rn(logit, edit.subtract);
      }
      scratch[token - begin] = logit;
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < EACH; i++) x[i] = scratch[i * WARP + lane];
    __syncwarp();
  }
#pragma unroll
  for (int i = 0; i < EACH; i++) {
    const int word = chunk * EACH + i;
    if (v.mask && (word >= v.words || !(v.mask[word] >> lane & 1))) x[i] = minus_infinity();
    if (v.row.forced != NONE && token_at(chunk, i) != v.row.forced) x[i] = minus_infinity();
    if (token_at(chunk, i) >= v.vocab) x[i] = minus_infinity();
  }
}

// The largest of a chunk's logits, or NaN if one is NaN or plus infinity; known to the whole warp.
__device__ __forceinline__ float chunk_max(const float (&x)[EACH]) {
  float max = minus_infinity();
  int broken = 0;
#pragma unroll
  for (int i = 0; i < EACH; i++) max = fmaxf(max, x[i]), broken |= is_broken(x[i]);
  max = warp_max(max);
  return __any_sync(ALL_LANES, broken) ? not_a_number() : max;
}

__device__ __forceinline__ double warp_sum(double x) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(ALL_LANES, x, step);
  return x;
}

// The largest of `count` values or NaN if one is, known to the whole block. `scratch` holds a float
// a warp.
template <int THREADS> __device__ float block_max(const float* values, int count, float* scratch) {
  float max = minus_infinity();
  int broken = 0;
  for (int i = threadIdx.x; i < count; i += THREADS)
    max = fmaxf(max, values[i]), broken |= isnan(values[i]);
  max = warp_max(max);
  broken = __syncthreads_or(broken);
  if (threadIdx.x % WARP == 0) scratch[threadIdx.x / WARP] = max;
  __syncthreads();
  for (int i = 0; i < THREADS / WARP; i++) max = fmaxf(max, scratch[i]);
  __syncthreads();
  return broken ? not_a_number() : max;
}
