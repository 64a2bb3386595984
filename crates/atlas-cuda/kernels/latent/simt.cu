// Computes: causal attention q[T, H, W] on latents of W, values their first R, W up to 1,024.
// Picked: row `simt` of `latent_attention`: what tensor cores do not serve; --batch-invariant.
// Tiling: a block for 4 heads of a row, or for one split of 256 positions; selections: the former.
// Limit: latency: a warp reads a position at a time.
// Share: not recorded.
//
// Positions are cut into splits of SPLIT, anchored at position 0. A split's (max, sum, o) is
// computed alone and merged in ascending order, by one block that walks all splits of a row or by
// blocks of their own and a merge kernel: the same operations either way, so the bits of a row
// depend on its position and history alone. Positions that a row does not see are not read. With a
// selection splits are of the selected positions, in order. Of a part of positions a row's splits
// are walked, from what the row carries.
#include "include/kv_format.cuh"
#include "include/kv_part.cuh"
using namespace atlas;

constexpr int THREADS = 128;
constexpr int WARPS = THREADS / WARP;
constexpr int SPLIT = 256;
// Heads of a block; the widest vector.
constexpr int HEADS = 4, WIDTH_MAX = 1024;
constexpr int PER_THREAD = WIDTH_MAX / THREADS;

struct LatentParams {
  const void* q; const uint8_t* cache; void* out; float* partial;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  // Positions of each row, `k` apart, and how many there are; only with a selection.
  const uint32_t* taken; const uint32_t* counts;
  i64 k;
  i64 q_row, q_head, out_row, out_head, rows, heads, width, latent, block_tokens;
  // Splits of `partial` for each row and head.
  i64 splits;
  float scale, unused;
  KvLayout layout;
  KvPart part;
};

// Codes with a scale of the layer.
struct Fp8 {};

// An element of a vector of a cache of type C.
template <class C>
__device__ __forceinline__ float element(const LatentParams& p, const KvRow<const uint8_t>& row,
                                         int c) {
  return to_f32(((const C*)row.codes)[c]);
}
template <>
__device__ __forceinline__ float element<Fp8>(const LatentParams& p,
                                              const KvRow<const uint8_t>& row, int c) {
  return __fmul_rn(from_e4m3(row.codes[c]), p.layout.key.scale);
}

// One softmax with its weighted sum, of some positions.
struct Part {
  float max, sum, o[PER_THREAD];
};

__device__ __forceinline__ void merge(Part& a, const Part& b) {
  const float top = fmaxf(a.max, b.max);
  const float keep = a.max == minus_infinity() ? 0.0f : expf(a.max - top);
  const float add = b.max == minus_infinity() ? 0.0f : expf(b.max - top);
  a.max = top;
  a.sum = __fmaf_rn(b.sum, add, __fmul_rn(a.sum, keep));
#pragma unroll
  for (int i = 0; i < PER_THREAD; i++) a.o[i] = __fmaf_rn(b.o[i], add, __fmul_rn(a.o[i], keep));
}

// Calls `at(j, c)` for each column c of a value that is this thread's, its j-th.
template <class At> __device__ __forceinline__ void each_column(const LatentParams& p, At at) {
#pragma unroll
  for (int j = 0; j < PER_THREAD; j++) {
    const int c = threadIdx.x + j * THREADS;
    if (c < p.latent) at(j, c);
  }
}

struct Shared {
  float q[HEADS][WIDTH_MAX];
  float weights[HEADS][SPLIT];
  float max[HEADS], sum[HEADS];
};

// The softmax of a split's `count` scores, which become weights, and its maximum and sum.
__device__ __forceinline__ void weigh(Shared& s, int count) {
  const int lane = threadIdx.x % WARP, h = threadIdx.x / WARP;
  static_assert(HEADS == WARPS, "a warp for each head");
  float top = minus_infinity();
  for (int i = lane; i < count; i += WARP) top = fmaxf(top, s.weights[h][i]);
  top = warp_max(top);
  const float shift = top == minus_infinity() ? 0.0f : top;
  float sum = 0.0f;
  for (int i = lane; i < count; i += WARP) {
    const float w = expf(s.weights[h][i] - shift);
    s.weights[h][i] = w;
    sum += w;
  }
  sum = warp_sum(sum);
  if (lane == 0) s.max[h] = top, s.sum[h] = sum;
}

// HEADS heads against the positions from `first` on, of one split, before `last`; those are places
// in `taken`, if there is a selection.
template <class C, bool SELECTED>
__device__ void attend(const LatentParams& p, const uint32_t* blocks, const uint32_t* taken,
                       i64 first, i64 last, Shared& s, Part (&parts)[HEADS]) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const auto row = [&](i64 place) {
    const unsigned at = SELECTED ? taken[place] : (unsigned)place;
    const unsigned tokens = (unsigned)p.block_tokens;
    return kv_row(p.cache, p.layout, p.layout.key, blocks[at / tokens], 0, at % tokens,
                  p.block_tokens);
  };
  __syncthreads();
  for (i64 position = first + warp; position < last; position += WARPS) {
    const auto k = row(position);
    float dot[HEADS] = {};
#pragma unroll 4
    for (int c = lane; c < p.width; c += WARP) {
      const float value = element<C>(p, k, c);
#pragma unroll
      for (int h = 0; h < HEADS; h++) dot[h] = __fmaf_rn(s.q[h][c], value, dot[h]);
    }
#pragma unroll
    for (int h = 0; h < HEADS; h++) {
      const float score = warp_sum(dot[h]);
      if (lane == 0) s.weights[h][position - first] = __fmul_rn(score, p.scale);
    }
  }
  __syncthreads();
  weigh(s, (int)(last - first));
  __syncthreads();
#pragma unroll
  for (int h = 0; h < HEADS; h++) parts[h] = {s.max[h], s.sum[h], {}};
  for (i64 position = first; position < last; position++) {
    const auto v = row(position);
    each_column(p, [&](int j, int c) {
      const float value = element<C>(p, v, c);
#pragma unroll
      for (int h = 0; h < HEADS; h++)
        parts[h].o[j] = __fmaf_rn(s.weights[h][position - first], value, parts[h].o[j]);
    });
  }
}

__device__ __forceinline__ float* partial_of(const LatentParams& p, i64 t, i64 head, i64 split) {
  return p.partial + ((t * p.heads + head) * p.splits + split) * (p.latent + 2);
}

template <class T>
__device__ __forceinline__ void put_out(const LatentParams& p, i64 t, i64 head, const Part& all) {
  T* const out = (T*)p.out + t * p.out_row + head * p.out_head;
  each_column(p, [&](int j, int c) { out[c] = from_f32<T>(all.o[j] / all.sum); });
}

// Loads what the heads of a row carry, or stores it: the weighted sum, behind it the sum of weights
// and the maximum, which all threads have alike.
template <bool LOADS>
__device__ __forceinline__ void carried(const LatentParams& p, i64 t, i64 head, int heads,
                                        Part (&all)[HEADS]) {
  const auto move = [](float& mine, float& kept) { LOADS ? mine = kept : kept = mine; };
#pragma unroll
  for (int h = 0; h < HEADS; h++) {
    if (h >= heads) break;
    float* const kept = p.part.of(t, head + h);
    each_column(p, [&](int j, int c) { move(all[h].o[j], kept[c]); });
    if (LOADS || threadIdx.x == 0)
      move(all[h].sum, kept[p.latent]), move(all[h].max, kept[p.latent + 1]);
  }
}

// Grid: rows, groups of HEADS heads, and splits where SPLITS is set.
template <class T, class C, bool SPLITS, bool SELECTED>
__device__ void attention(const LatentParams& p) {
  __shared__ Shared s;
  const i64 head = blockIdx.y * (i64)HEADS;
  const int heads = (int)min((i64)HEADS, p.heads - head);
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const int span = p.row_span[t];
    if (span < 0) continue;
    const i64 seen = SELECTED ? (i64)p.counts[t] : (i64)p.positions[t] + 1;
    const i64 to = min(seen, p.part.to), begin = SPLITS ? blockIdx.z : p.part.from / SPLIT;
    const i64 end = SPLITS ? begin + 1 : (to + SPLIT - 1) / SPLIT;
    if (begin * SPLIT >= to) continue;
    const uint32_t* const blocks = p.blocks + p.block_base[span];
    __syncthreads();
#pragma unroll
    for (int h = 0; h < HEADS; h++)
      for (int c = threadIdx.x; c < p.width; c += THREADS)
        s.q[h][c] =
            h < heads ? to_f32(((const T*)p.q)[t * p.q_row + (head + h) * p.q_head + c]) : 0.0f;
    Part parts[HEADS], all[HEADS];
#pragma unroll
    for (int h = 0; h < HEADS; h++) all[h] = {minus_infinity(), 0.0f, {}};
    if (!SPLITS && p.part.from > 0) carried<true>(p, t, head, heads, all);
    for (i64 split = begin; split < end; split++) {
      attend<C, SELECTED>(p, blocks, p.taken + t * p.k, split * SPLIT,
                          min((split + 1) * SPLIT, to), s, parts);
#pragma unroll
      for (int h = 0; h < HEADS; h++) {
        if (!SPLITS) {
          merge(all[h], parts[h]);
        } else if (h < heads) {
          float* const to = partial_of(p, t, head + h, split);
          if (threadIdx.x == 0) to[0] = parts[h].max, to[1] = parts[h].sum;
          each_column(p, [&](int j, int c) { to[2 + c] = parts[h].o[j]; });
        }
      }
    }
    if (!SPLITS && seen > p.part.to) {
      carried<false>(p, t, head, heads, all);
      continue;
    }
    if (!SPLITS)
#pragma unroll
      for (int h = 0; h < HEADS; h++)
        if (h < heads) put_out<T>(p, t, head + h, all[h]);
  }
}

// Grid: rows, heads.
template <class T> __device__ void attention_merge(const LatentParams& p) {
  const i64 head = blockIdx.y;
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    if (p.row_span[t] < 0) continue;
    Part all = {minus_infinity(), 0.0f, {}};
    for (i64 split = 0; split <= (i64)p.positions[t] / SPLIT; split++) {
      const float* const from = partial_of(p, t, head, split);
      Part part = {from[0], from[1], {}};
      each_column(p, [&](int j, int c) { part.o[j] = from[2 + c]; });
      merge(all, part);
    }
    put_out<T>(p, t, head, all);
  }
}

#define LATENT(t, T, c, C)                                       \
  extern "C" __global__ void __launch_bounds__(THREADS)          \
      latent_simt_walk_##t##_##c(const LatentParams p) {         \
    begin();                                                     \
    attention<T, C, false, false>(p);                            \
  }                                                              \
  extern "C" __global__ void __launch_bounds__(THREADS)          \
      latent_simt_selected_##t##_##c(const LatentParams p) {     \
    begin();                                                     \
    attention<T, C, false, true>(p);                             \
  }                                                              \
  extern "C" __global__ void __launch_bounds__(THREADS)          \
      latent_simt_split_##t##_##c(const LatentParams p) {        \
    begin();                                                     \
    attention<T, C, true, false>(p);                             \
  }
LATENT(f32, float, f32, float)
LATENT(f32, float, bf16, bf16)
LATENT(f32, float, fp8, Fp8)
LATENT(bf16, bf16, f32, float)
LATENT(bf16, bf16, bf16, bf16)
LATENT(bf16, bf16, fp8, Fp8)

#define MERGE(t, T)                                     \
  extern "C" __global__ void __launch_bounds__(THREADS) \
      latent_simt_merge_##t(const LatentParams p) {     \
    begin();                                            \
    attention_merge<T>(p);                              \
  }
MERGE(f32, float)
MERGE(bf16, bf16)
