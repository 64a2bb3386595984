// Computes: causal attention q[T, H, D], D up to 256, f32 or bf16 on a cache of any formats.
// Picked: row `simt` of `attention`: types and head widths that tensor cores do not serve.
// Tiling: a block for a row and KV head, or for one split of 256 positions of it; no tensor cores.
// Limit: latency: a warp reads a position at a time.
// Share: under 1 % of 4.35 TB/s (1 x 1,023); docs/benchmarks/log/2026-11-22-cuda-h200.md.
//
// Positions are cut into splits of SPLIT, anchored at position 0. A split's (max, sum, o) is
// computed alone and merged in ascending order, by one block that walks all splits of a row or by
// blocks of their own and a merge kernel: the same operations either way, so the bits of a row
// depend on its position and history alone. Positions that a row does not see are not read. Of a
// part of positions a row's splits are walked, from what the row carries.
#include "include/kv_format.cuh"
#include "include/kv_part.cuh"
using namespace atlas;

constexpr int THREADS = 128;
constexpr int WARPS = THREADS / WARP;
constexpr int SPLIT = 256;
// Elements of a head: at most 32 lanes of 8, and 2 a thread.
constexpr int PER_LANE = 8;
constexpr int PER_THREAD = 2;

struct AttentionParams {
  const void* q; const uint8_t* cache; void* out; float* partial;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 q_row, q_head, out_row, out_head, rows, kv_heads, group, width, block_tokens;
  // Positions a row sees, 0 for all; splits of `partial` for each row and head.
  i64 window, splits;
  float scale, unused;
  KvLayout layout;
  KvPart part;
};

// Codes with scales, of formats that the layout says.
struct Codes {};

// An element of a vector of a cache of type C.
template <class C>
__device__ __forceinline__ float element(const KvHalf& half, const KvRow<const uint8_t>& row,
                                         i64 width, int c) {
  return to_f32(((const C*)row.codes)[c]);
}
template <>
__device__ __forceinline__ float element<Codes>(const KvHalf& half,
                                                const KvRow<const uint8_t>& row, i64 width,
                                                int c) {
  return kv_element(half, row, width, c);
}

// The first position that a row sees.
__device__ __forceinline__ i64 first_seen(const AttentionParams& p, i64 position) {
  return p.window > 0 ? max((i64)0, position + 1 - p.window) : 0;
}

// Positions of a split that are taken of those that a row sees: first..last (half-open), empty
// where first >= last.
__device__ __forceinline__ void visible(const AttentionParams& p, i64 position, i64 split,
                                        i64& first, i64& last) {
  first = split * SPLIT;
  last = min(first + SPLIT, min(position + 1, p.part.to));
  if (p.window > 0) first = max(first, position + 1 - p.window);
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

template <int HEADS> struct Shared {
  float q[HEADS][WARP * PER_LANE];
  float weights[HEADS][SPLIT];
  float max[HEADS], sum[HEADS];
};

// HEADS query heads of one KV head against one split. Thread i holds elements i and i + THREADS.
template <class C, int HEADS>
__device__ void attend(const AttentionParams& p, i64 kv_head, const uint32_t* blocks, i64 split,
                       i64 first, i64 last, Shared<HEADS>& s, Part (&parts)[HEADS]) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const auto row = [&](const KvHalf& half, i64 position) {
    // 32-bit division: positions are u32, and a 64-bit one costs as much as the key.
    const unsigned at = (unsigned)position, tokens = (unsigned)p.block_tokens;
    return kv_row(p.cache, p.layout, half, blocks[at / tokens], kv_head, at % tokens,
                  p.block_tokens);
  };
  __syncthreads();
  for (i64 position = first + warp; position < last; position += WARPS) {
    const auto k = row(p.layout.key, position);
    float dot[HEADS] = {};
#pragma unroll
    for (int j = 0; j < PER_LANE; j++) {
      const int c = lane + j * WARP;
      if (c < p.width) {
        const float value = element<C>(p.layout.key, k, p.width, c);
#pragma unroll
        for (int h = 0; h < HEADS; h++) dot[h] = __fmaf_rn(s.q[h][c], value, dot[h]);
      }
    }
#pragma unroll
    for (int h = 0; h < HEADS; h++) {
      const float score = warp_sum(dot[h]);
      if (lane == 0) s.weights[h][position - split * SPLIT] = __fmul_rn(score, p.scale);
    }
  }
  __syncthreads();
  // A lane keeps to its places of the split, whatever part of it is seen.
  const int from = (int)(first - split * SPLIT), to = (int)(last - split * SPLIT);
  for (int h = warp; h < HEADS; h += WARPS) {
    float top = minus_infinity();
    for (int i = lane; i < to; i += WARP)
      if (i >= from) top = fmaxf(top, s.weights[h][i]);
    top = warp_max(top);
    const float shift = top == minus_infinity() ? 0.0f : top;
    float sum = 0.0f;
    for (int i = lane; i < to; i += WARP) {
      if (i < from) continue;
      const float w = expf(s.weights[h][i] - shift);
      s.weights[h][i] = w;
      sum += w;
    }
    sum = warp_sum(sum);
    if (lane == 0) s.max[h] = top, s.sum[h] = sum;
  }
  __syncthreads();
#pragma unroll
  for (int h = 0; h < HEADS; h++) parts[h] = {s.max[h], s.sum[h], {}};
#pragma unroll
  for (int j = 0; j < PER_THREAD; j++) {
    const int c = threadIdx.x + j * THREADS;
    if (c >= p.width) break;
#pragma unroll 4
    for (i64 position = first; position < last; position++) {
      const float value =
          element<C>(p.layout.value, row(p.layout.value, position), p.width, c);
#pragma unroll
      for (int h = 0; h < HEADS; h++)
        parts[h].o[j] = __fmaf_rn(s.weights[h][position - split * SPLIT], value, parts[h].o[j]);
    }
  }
}

// Loads what the heads of a row carry, or stores it: the weighted sum, behind it the sum of weights
// and the maximum, which all threads have alike.
template <bool LOADS, int HEADS>
__device__ __forceinline__ void carried(const AttentionParams& p, i64 t, i64 head, int heads,
                                        Part (&all)[HEADS]) {
  const auto move = [](float& mine, float& kept) { LOADS ? mine = kept : kept = mine; };
#pragma unroll
  for (int h = 0; h < HEADS; h++) {
    if (h >= heads) break;
    float* const kept = p.part.of(t, head + h);
#pragma unroll
    for (int j = 0; j < PER_THREAD; j++)
      if (threadIdx.x + j * THREADS < p.width) move(all[h].o[j], kept[threadIdx.x + j * THREADS]);
    if (LOADS || threadIdx.x == 0)
      move(all[h].sum, kept[p.width]), move(all[h].max, kept[p.width + 1]);
  }
}

// Grid: rows, KV heads times groups of HEADS query heads, and splits where SPLITS is set.
template <class T, class C, int HEADS, bool SPLITS>
__device__ void attention(const AttentionParams& p) {
  __shared__ Shared<HEADS> s;
  const i64 chunks = (p.group + HEADS - 1) / HEADS;
  const i64 kv_head = blockIdx.y / chunks, chunk = blockIdx.y % chunks;
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const int span = p.row_span[t];
    if (span < 0) continue;
    const i64 position = p.positions[t], seen = first_seen(p, position);
    const i64 from = max(seen, p.part.from), to = min(position + 1, p.part.to);
    if (from >= to) continue;
    const uint32_t* blocks = p.blocks + p.block_base[span];
    const i64 head = kv_head * p.group + chunk * HEADS;
    const int heads = (int)min((i64)HEADS, p.group - chunk * HEADS);
    __syncthreads();
    for (int i = threadIdx.x; i < HEADS * WARP * PER_LANE; i += THREADS) {
      const int h = i / (WARP * PER_LANE), c = i % (WARP * PER_LANE);
      const bool there = h < heads && c < p.width;
      s.q[h][c] = there ? to_f32(((const T*)p.q)[t * p.q_row + (head + h) * p.q_head + c]) : 0.0f;
    }
    Part parts[HEADS], all[HEADS];
#pragma unroll
    for (int h = 0; h < HEADS; h++) all[h] = {minus_infinity(), 0.0f, {}};
    if (!SPLITS && seen < p.part.from) carried<true>(p, t, head, heads, all);
    const i64 begin = SPLITS ? blockIdx.z : from / SPLIT;
    const i64 end = SPLITS ? begin + 1 : (to + SPLIT - 1) / SPLIT;
    for (i64 split = begin; split < end; split++) {
      i64 first, last;
      visible(p, position, split, first, last);
      if (first >= last) continue;
      attend<C, HEADS>(p, kv_head, blocks, split, first, last, s, parts);
      if constexpr (SPLITS) {
#pragma unroll
        for (int h = 0; h < HEADS; h++) {
          if (h >= heads) break;
          float* to = p.partial +
                      ((t * p.kv_heads * p.group + head + h) * p.splits + split) * (p.width + 2);
          if (threadIdx.x == 0) to[0] = parts[h].max, to[1] = parts[h].sum;
#pragma unroll
          for (int j = 0; j < PER_THREAD; j++)
            if (threadIdx.x + j * THREADS < p.width)
              to[2 + threadIdx.x + j * THREADS] = parts[h].o[j];
        }
      } else {
#pragma unroll
        for (int h = 0; h < HEADS; h++) merge(all[h], parts[h]);
      }
    }
    if constexpr (!SPLITS) {
      if (position + 1 > p.part.to) {
        carried<false>(p, t, head, heads, all);
        continue;
      }
#pragma unroll
      for (int h = 0; h < HEADS; h++) {
        if (h >= heads) break;
        T* out = (T*)p.out + t * p.out_row + (head + h) * p.out_head;
#pragma unroll
        for (int j = 0; j < PER_THREAD; j++)
          if (threadIdx.x + j * THREADS < p.width)
            out[threadIdx.x + j * THREADS] = from_f32<T>(all[h].o[j] / all[h].sum);
      }
    }
  }
}

// Grid: rows, query heads.
template <class T> __device__ void attention_merge(const AttentionParams& p) {
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    if (p.row_span[t] < 0) continue;
    const i64 position = p.positions[t], head = blockIdx.y;
    Part all = {minus_infinity(), 0.0f, {}};
    for (i64 split = 0; split <= position / SPLIT; split++) {
      i64 first, last;
      visible(p, position, split, first, last);
      if (first >= last) continue;
      const float* from =
          p.partial + ((t * p.kv_heads * p.group + head) * p.splits + split) * (p.width + 2);
      Part part = {from[0], from[1], {}};
#pragma unroll
      for (int j = 0; j < PER_THREAD; j++)
        if (threadIdx.x + j * THREADS < p.width) part.o[j] = from[2 + threadIdx.x + j * THREADS];
      merge(all, part);
    }
    T* out = (T*)p.out + t * p.out_row + head * p.out_head;
#pragma unroll
    for (int j = 0; j < PER_THREAD; j++)
      if (threadIdx.x + j * THREADS < p.width)
        out[threadIdx.x + j * THREADS] = from_f32<T>(all.o[j] / all.sum);
  }
}

#define ATTENTION_HEADS(t, T, c, C, HEADS)                                \
  extern "C" __global__ void __launch_bounds__(THREADS)                   \
      attention_simt_##t##_##c##_##HEADS(const AttentionParams p) {       \
    begin();                                                              \
    attention<T, C, HEADS, false>(p);                                     \
  }                                                                       \
  extern "C" __global__ void __launch_bounds__(THREADS)                   \
      attention_simt_split_##t##_##c##_##HEADS(const AttentionParams p) { \
    begin();                                                              \
    attention<T, C, HEADS, true>(p);                                      \
  }
#define ATTENTION(t, T, c, C)      \
  ATTENTION_HEADS(t, T, c, C, 1)   \
  ATTENTION_HEADS(t, T, c, C, 2)   \
  ATTENTION_HEADS(t, T, c, C, 4)   \
  ATTENTION_HEADS(t, T, c, C, 8)
ATTENTION(f32, float, f32, float)
ATTENTION(f32, float, bf16, bf16)
ATTENTION(bf16, bf16, bf16, bf16)
ATTENTION(f32, float, codes, Codes)
ATTENTION(bf16, bf16, codes, Codes)

extern "C" __global__ void __launch_bounds__(THREADS)
    attention_simt_merge_f32(const AttentionParams p) {
  begin();
  attention_merge<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    attention_simt_merge_bf16(const AttentionParams p) {
  begin();
  attention_merge<bf16>(p);
}
