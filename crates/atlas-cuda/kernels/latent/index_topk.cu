// Computes: the positions of the k best sum_h w_h relu(scale q_h . k_j) over index keys k_j.
// Picked: always, in sparse latent attention.
// Tiling: scores: a block for 256 positions of a row, a warp a position; selection: a block a row.
// Limit: arithmetic of the scores, on plain units; latency of the selection.
// Share: not recorded.
//
// A score is one fixed sequence of operations of its row and position. Scores of some rows lie in
// memory between the kernels, [rows of the part][stride]. The selection is exact: four counts of
// 256 digits find the k-th best rank, and a walk over the positions in order takes what is above it
// and, of what equals it, the first.
#include "include/kv_format.cuh"
using namespace atlas;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;
// Positions of a block of scores; the widest key.
constexpr int TILE = 256, WIDTH_MAX = 512;
constexpr int PER_LANE = WIDTH_MAX / WARP;
// Threads of a selection, and digits of a rank.
constexpr int SELECT_THREADS = 512, DIGITS = 256;
constexpr int SELECT_WARPS = SELECT_THREADS / WARP;
constexpr int CERTIFICATE_WORDS = 6;

struct IndexParams {
  const void* q; const float* weights; const uint8_t* cache; float* scores;
  uint32_t* taken; uint32_t* counts; uint32_t* certificate;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 q_row, q_head, weights_row, heads, width, k, block_tokens;
  // The first row of the part, its rows, and floats of a row of scores.
  i64 first, rows, stride;
  float scale, unused;
  KvLayout layout;
};

// Codes with a scale of the layer.
struct Fp8 {};

template <class C>
__device__ __forceinline__ float element(const IndexParams& p, const KvRow<const uint8_t>& row,
                                         int c) {
  return to_f32(((const C*)row.codes)[c]);
}
template <>
__device__ __forceinline__ float element<Fp8>(const IndexParams& p,
                                              const KvRow<const uint8_t>& row, int c) {
  return __fmul_rn(from_e4m3(row.codes[c]), p.layout.value.scale);
}

// Grid: rows of the part, tiles of positions. Shared memory: queries and weights of the row.
template <class T, class C> __device__ void index_scores(const IndexParams& p) {
  extern __shared__ float queries[];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int width = (int)p.width, heads = (int)p.heads;
  const i64 t = p.first + blockIdx.x, from = blockIdx.y * (i64)TILE;
  const int span = p.row_span[t];
  if (span < 0 || from > p.positions[t]) return;
  const i64 to = min(from + TILE, (i64)p.positions[t] + 1);
  const uint32_t* const blocks = p.blocks + p.block_base[span];
  float* const weights = queries + heads * width;
  for (int h = warp; h < heads; h += WARPS)
    for (int c = lane; c < width; c += WARP)
      queries[h * width + c] = to_f32(((const T*)p.q)[t * p.q_row + h * p.q_head + c]);
  for (int h = threadIdx.x; h < heads; h += THREADS)
    weights[h] = p.weights[t * p.weights_row + h];
  __syncthreads();
  float* const scores = p.scores + blockIdx.x * p.stride;
  for (i64 position = from + warp; position < to; position += WARPS) {
    const unsigned at = (unsigned)position, tokens = (unsigned)p.block_tokens;
    const auto row = kv_row(p.cache, p.layout, p.layout.value, blocks[at / tokens], 0,
                            at % tokens, p.block_tokens);
    float key[PER_LANE];
#pragma unroll
    for (int j = 0; j < PER_LANE; j++) {
      if (j * WARP >= width) break;
      const int c = lane + j * WARP;
      key[j] = c < width ? element<C>(p, row, c) : 0.0f;
    }
    float score = 0.0f;
    for (int h = 0; h < heads; h++) {
      float dot = 0.0f;
#pragma unroll
      for (int j = 0; j < PER_LANE; j++) {
        if (j * WARP >= width) break;
        const int c = lane + j * WARP;
        if (c < width) dot = __fmaf_rn(queries[h * width + c], key[j], dot);
      }
      const float product = __fmul_rn(p.scale, warp_sum(dot));
      // NaN stays NaN.
      score = __fadd_rn(score, __fmul_rn(weights[h], product < 0.0f ? 0.0f : product));
    }
    if (lane == 0) scores[position] = score;
  }
}

// A score as an integer of the same order; NaN is minus infinity, and both zeros are one.
__device__ __forceinline__ uint32_t rank_of(float score) {
  const uint32_t bits = __float_as_uint(isnan(score) ? minus_infinity() : score + 0.0f);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

struct Selection {
  int bins[DIGITS];
  int sums[2][SELECT_WARPS];
  uint32_t prefix;
  int wanted;
};

// By one warp: the digit at which counts from the highest digit on reach `wanted`, behind `prefix`,
// and how many are wanted of it.
__device__ __forceinline__ void find_digit(Selection& s, uint32_t prefix, int wanted) {
  constexpr int EACH = DIGITS / WARP;
  const int lane = threadIdx.x, top = DIGITS - 1 - lane * EACH;
  int own = 0;
  for (int i = 0; i < EACH; i++) own += s.bins[top - i];
  int until = own;
  for (int step = 1; step < WARP; step *= 2) {
    const int other = __shfl_up_sync(ALL_LANES, until, step);
    if (lane >= step) until += other;
  }
  int left = wanted - (until - own);
  if (left <= 0 || until < wanted) return;
  int digit = top;
  while (s.bins[digit] < left) left -= s.bins[digit--];
  s.prefix = prefix << 8 | (uint32_t)digit;
  s.wanted = left;
}

// The rank of the k-th best of `seen` scores, more than k, and how many of the best have it.
__device__ uint2 threshold_of(Selection& s, const float* scores, i64 seen, i64 k) {
  uint32_t prefix = 0;
  int wanted = (int)k;
  for (int shift = 24; shift >= 0; shift -= 8) {
    __syncthreads();
    for (int d = threadIdx.x; d < DIGITS; d += SELECT_THREADS) s.bins[d] = 0;
    __syncthreads();
    for (i64 j = threadIdx.x; j < seen; j += SELECT_THREADS) {
      const uint32_t rank = rank_of(scores[j]);
      const bool is_in = shift == 24 || rank >> (shift + 8) == prefix;
      if (is_in) atomicAdd(&s.bins[rank >> shift & (DIGITS - 1)], 1);
    }
    __syncthreads();
    if (threadIdx.x < WARP) find_digit(s, prefix, wanted);
    __syncthreads();
    prefix = s.prefix;
    wanted = s.wanted;
  }
  return {prefix, (uint32_t)wanted};
}

// Places of this thread's two flags among those of the block before it, and the sums of all.
__device__ __forceinline__ void count_before(Selection& s, bool a, bool b, int (&before)[2],
                                             int (&all)[2]) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const unsigned lanes[2] = {__ballot_sync(ALL_LANES, a), __ballot_sync(ALL_LANES, b)};
  __syncthreads();
  if (lane == 0) s.sums[0][warp] = __popc(lanes[0]), s.sums[1][warp] = __popc(lanes[1]);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 2; i++) {
    before[i] = __popc(lanes[i] & ((1u << lane) - 1));
    all[i] = 0;
    for (int w = 0; w < SELECT_WARPS; w++) {
      before[i] += w < warp ? s.sums[i][w] : 0;
      all[i] += s.sums[i][w];
    }
  }
}

// Grid: rows of the part.
__device__ void select_row(const IndexParams& p) {
  __shared__ Selection s;
  const i64 t = p.first + blockIdx.x;
  if (p.row_span[t] < 0) return;
  const i64 seen = (i64)p.positions[t] + 1;
  const float* const scores = p.scores + blockIdx.x * p.stride;
  uint32_t* const taken = p.taken + t * p.k;
  if (threadIdx.x == 0) p.counts[t] = (uint32_t)min(seen, p.k);
  if (seen <= p.k) {
    for (i64 j = threadIdx.x; j < seen; j += SELECT_THREADS) taken[j] = (uint32_t)j;
    return;
  }
  const uint2 best = threshold_of(s, scores, seen, p.k);
  // Positions above the threshold and at it so far.
  int above = 0, ties = 0;
  for (i64 first = 0; first < seen; first += SELECT_THREADS) {
    const i64 j = first + threadIdx.x;
    const uint32_t rank = j < seen ? rank_of(scores[j]) : 0;
    const bool is_above = j < seen && rank > best.x, is_tie = j < seen && rank == best.x;
    int before[2], all[2];
    count_before(s, is_above, is_tie, before, all);
    const int tie = ties + before[1], most = (int)best.y;
    if (is_above || (is_tie && tie < most))
      taken[above + before[0] + min(tie, most)] = (uint32_t)j;
    above += all[0];
    ties += all[1];
  }
}

// Counts of a certificate.
struct Counts {
  int lowest, first, last, above, at, taken, missed;
};

// Grid: rows of the part. Reads the scores and the positions that were written, not the selection.
__device__ void certify_row(const IndexParams& p) {
  __shared__ Counts s;
  const i64 t = p.first + blockIdx.x;
  if (p.row_span[t] < 0) return;
  const i64 seen = (i64)p.positions[t] + 1, count = min((i64)p.counts[t], p.k);
  const float* const scores = p.scores + blockIdx.x * p.stride;
  const uint32_t* const taken = p.taken + t * p.k;
  // Ranks as signed integers of the same order.
  const auto key = [&](i64 j) { return (int)(rank_of(scores[j]) ^ 0x80000000u); };
  const auto each_taken = [&](auto at) {
    for (i64 i = threadIdx.x; i < count; i += SELECT_THREADS)
      if (taken[i] < seen) at((i64)taken[i]);
  };
  if (threadIdx.x == 0) s = {0x7fffffff, 0x7fffffff, 0, 0, 0, 0, 0};
  __syncthreads();
  each_taken([&](i64 j) { atomicMin(&s.lowest, key(j)); });
  __syncthreads();
  const int lowest = s.lowest;
  each_taken([&](i64 j) {
    if (key(j) != lowest) return;
    atomicMin(&s.first, (int)j);
    atomicMax(&s.last, (int)j);
    atomicAdd(&s.taken, 1);
  });
  __syncthreads();
  const i64 last = s.last;
  for (i64 j = threadIdx.x; j < seen; j += SELECT_THREADS) {
    const int own = key(j);
    if (own > lowest) atomicAdd(&s.above, 1);
    if (own == lowest) atomicAdd(&s.at, 1);
    if (own < lowest || (own == lowest && j >= last)) continue;
    i64 low = 0, high = count;
    while (low < high) {
      const i64 middle = (low + high) / 2;
      if (taken[middle] < j) low = middle + 1;
      else high = middle;
    }
    if (low == count || taken[low] != j) atomicAdd(&s.missed, 1);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  uint32_t* const words = p.certificate + t * CERTIFICATE_WORDS;
  words[0] = s.taken > 0 ? __float_as_uint(scores[s.first]) : 0x7fc00000u;
  words[1] = (uint32_t)seen;
  words[2] = s.above, words[3] = s.at, words[4] = s.taken, words[5] = s.missed;
}

#define SCORES(t, T, c, C)                               \
  extern "C" __global__ void __launch_bounds__(THREADS)  \
      index_scores_##t##_##c(const IndexParams p) {      \
    begin();                                             \
    index_scores<T, C>(p);                               \
  }
SCORES(f32, float, f32, float)
SCORES(f32, float, bf16, bf16)
SCORES(f32, float, fp8, Fp8)
SCORES(bf16, bf16, f32, float)
SCORES(bf16, bf16, bf16, bf16)
SCORES(bf16, bf16, fp8, Fp8)

extern "C" __global__ void __launch_bounds__(SELECT_THREADS) index_select(const IndexParams p) {
  begin();
  select_row(p);
}
extern "C" __global__ void __launch_bounds__(SELECT_THREADS) index_certify(const IndexParams p) {
  begin();
  certify_row(p);
}
