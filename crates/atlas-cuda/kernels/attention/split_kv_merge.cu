// Computes: out[T, H, D]: the splits of a row, merged in ascending order.
// Picked: after `decode_split_kv` and `sm90_tma` where a row has more than one range of splits.
// Tiling: a warp for half a head or more (up to 64 splits, many rows), else a block for 64 columns.
// Limit: bandwidth: (D + 2) f32 of a split, row and head are read once; latency for few rows.
// Share: 3.5 us of the 40 of 1 x 65,535; docs/benchmarks/log/2026-11-25-cuda-h200.md.
#include "attention/kv_splits.cuh"
#include "include/cp_async.cuh"
using namespace atlas;

// The splits of a row that the call takes; none where it is of no short span.
struct Seen {
  i64 begin;
  int splits;
  bool begun, goes_on;
};
__device__ __forceinline__ Seen ahead_seen(const TileParams& p) {
  const i64 t = p.row + blockIdx.x, position = p.positions[t], first = first_taken(p, position),
            end = end_taken(p, position), begin = split_of(first);
  const int span = p.row_span[t];
  if (span < 0 || p.spans[span].len > p.short_rows || first >= end) return {0, 0, false, false};
  return {begin, (int)(split_of(end - 1) + 1 - begin), begun(p, position), goes_on(p, position)};
}

// The scale of the total and of a split. Both follow from the maxima before it, and a maximum is
// exact in any order: so the factors of many splits are found at once, and only their products wait
// for each other.
__device__ __forceinline__ float factor(float now, float top) {
  return now == minus_infinity() ? 0.0f : exp2f(now - top);
}

// The maximum of a lane's and of the lanes before it.
__device__ __forceinline__ float max_so_far(float top) {
#pragma unroll
  for (int step = 1; step < WARP; step *= 2) {
    const float other = __shfl_up_sync(ALL_LANES, top, step);
    if (threadIdx.x % WARP >= (unsigned)step) top = fmaxf(top, other);
  }
  return top;
}

// Many rows. Grid: their rows, and blocks of their heads' columns, of which a lane has EACH that
// follow each other. A warp needs no other: a lane finds the factors of a split for all of them, 32
// splits at once, and weighted sums are on their way up to two GROUPs ahead.
constexpr int MANY_THREADS = 128;
// Long: one loop over the splits, in which the next values are read ahead, and the carry at both
// of its ends.
template <int W> __device__ void merge_many(const TileParams& p, Seen row) {
  constexpr int EACH = W / WARP < 4 ? W / WARP : 4, COLUMNS = WARP * EACH, GROUP = 8;
  const int lane = threadIdx.x % WARP, count = row.splits;
  const i64 t = p.row + blockIdx.x,
            first_column = (blockIdx.y * (MANY_THREADS / WARP) + threadIdx.x / WARP) * (i64)COLUMNS;
  const i64 head = first_column / W, column = first_column % W + lane * EACH;
  if (count == 0 || head >= p.kv_heads * p.group) return;
  const Partials<W> partials(p, t, head);
  const float* const from = partials.sums + row.begin * W + column;
  const float2* const factors = partials.factors + row.begin;
  struct alignas(4 * EACH) Sums {
    float of[EACH];
  };
  Sums even[GROUP], odd[GROUP];
  const auto bring = [&](Sums (&sums)[GROUP], int first) {
#pragma unroll
    for (int n = 0; n < GROUP; n++)
      if (first + n < count) sums[n] = *(const Sums*)(from + (i64)(first + n) * W);
  };
  const auto factor_of = [&](int split) {
    return split < count ? factors[split] : float2{minus_infinity(), 0.0f};
  };
  float2 coming = factor_of(lane);
  bring(even, 0);
  bring(odd, GROUP);
  float max = minus_infinity(), sum = 0.0f, keep = 0.0f, scale = 0.0f, weight = 0.0f,
        total[EACH] = {};
  if (row.begun) {
    const Carry<W> carry(p, t, head);
    max = carry.max(column), sum = carry.sum(column);
#pragma unroll
    for (int i = 0; i < EACH; i++) total[i] = carry.sums[column + i];
  }
  const auto add = [&](const Sums (&sums)[GROUP], int first) {
#pragma unroll
    for (int n = 0; n < GROUP; n++) {
      if (first + n >= count) break;
      const int of = first % WARP + n;
      const float kept = __shfl_sync(ALL_LANES, keep, of),
                  scaled = __shfl_sync(ALL_LANES, scale, of);
      sum = __fmaf_rn(sum, kept, __shfl_sync(ALL_LANES, weight, of));
#pragma unroll
      for (int i = 0; i < EACH; i++)
        total[i] = __fmaf_rn(total[i], kept, __fmul_rn(sums[n].of[i], scaled));
    }
  };
#pragma unroll 1
  for (int first = 0; first < count; first += 2 * GROUP) {
    if (first % WARP == 0) {
      const float top = fmaxf(max, max_so_far(coming.x));
      float before = __shfl_up_sync(ALL_LANES, top, 1);
      if (lane == 0) before = max;
      keep = factor(before, top), scale = factor(coming.x, top),
      weight = __fmul_rn(coming.y, scale);
      max = __shfl_sync(ALL_LANES, top, WARP - 1);
      coming = factor_of(first + WARP + lane);
    }
    add(even, first);
    bring(even, first + 2 * GROUP);
    add(odd, first + GROUP);
    bring(odd, first + 3 * GROUP);
  }
  if (row.goes_on) {
    const Carry<W> carry(p, t, head);
    // The carry that other lanes have read is written over.
    __syncwarp();
#pragma unroll
    for (int i = 0; i < EACH; i++) carry.sums[column + i] = total[i];
    if (column % CARRIED == 0) carry.max(column) = max, carry.sum(column) = sum;
    return;
  }
  uint32_t* const out = (uint32_t*)(p.out + t * p.out_row + head * p.out_head + column);
#pragma unroll
  for (int i = 0; i < EACH; i += 2)
    out[i / 2] = pack(__fmul_rn(total[i] / sum, p.value_scale),
                      __fmul_rn(total[i + 1] / sum, p.value_scale));
}

// A few consecutive splits of a thread: the scale of the total, the scale of a split, its sum of
// weights so scaled, and its weighted sum in one column.
struct Few {
  static constexpr int COUNT = 16;
  float keep[COUNT], scale[COUNT], weight[COUNT], part[COUNT];
  __device__ __forceinline__ void read(const float* keeps, const float* scales,
                                       const float* weights, const float* from, int apart) {
#pragma unroll
    for (int n = 0; n < COUNT; n += 4) {
      *(float4*)(keep + n) = *(const float4*)(keeps + n),
      *(float4*)(scale + n) = *(const float4*)(scales + n);
      *(float4*)(weight + n) = *(const float4*)(weights + n);
    }
#pragma unroll
    for (int n = 0; n < COUNT; n++) part[n] = from[n * apart];
  }
  // Adds the first `count`, or ALL, to a row's total.
  template <bool ALL>
  __device__ __forceinline__ void add(int count, float& sum, float& total) const {
#pragma unroll
    for (int n = 0; n < COUNT; n++) {
      if (!ALL && n >= count) return;
      sum = __fmaf_rn(sum, keep[n], weight[n]);
      total = __fmaf_rn(total, keep[n], __fmul_rn(part[n], scale[n]));
    }
  }
};

// Few rows. Grid: their rows, query heads, pieces of COLUMNS columns, of which a thread has one:
// more multiprocessors read than there are heads. (In pieces half as wide, more multiprocessors
// would have a block of the merge, and no room for blocks of the next kernel until it ends.) Copies
// of weighted sums run STAGES of 16 KB ahead, and do not wait for factors.
constexpr int MERGERS = 256, STAGES = 2, COLUMNS = 64;
// Long: one loop over the splits, in which the next values are read ahead.
template <int W> __device__ void merge_few(const TileParams& p, Seen row) {
  constexpr int STAGE = 4096 / COLUMNS, PIECES = COLUMNS / 4, AT_ONCE = MERGERS / PIECES;
  static_assert(MERGERS % STAGE == 0 && STAGE % AT_ONCE == 0 && COLUMNS <= MERGERS,
                "a stage has splits of one chunk");
  static_assert(COLUMNS == CARRIED, "a block has a maximum of its own");
  static_assert(STAGE % Few::COUNT == 0, "");
  extern __shared__ __align__(16) bf16 shared[];
  float* const ring = (float*)shared;
  // Of each split of a chunk: what keeps the total, what the split is scaled by, and its sum of
  // weights so scaled.
  float* const keeps = ring + STAGES * STAGE * COLUMNS;
  float* const scales = keeps + MERGERS;
  float* const weights = scales + MERGERS;
  float* const tops = weights + MERGERS;
  const int c = threadIdx.x, lane = c % WARP, warp = c / WARP;
  if (row.splits == 0) return;
  const i64 t = p.row + blockIdx.x, head = blockIdx.y, column = blockIdx.z * COLUMNS;
  const int count = row.splits;
  const Partials<W> partials(p, t, head);
  const float* from = partials.sums + row.begin * W + column + c % PIECES * 4;
  const float2* factors = partials.factors + row.begin;
  const auto at = [&](int first) { return ring + first / STAGE % STAGES * STAGE * COLUMNS; };
  const auto bring = [&](int first) {
#pragma unroll
    for (int i = 0; i < STAGE; i += AT_ONCE) {
      const int place = i + c / PIECES, split = first + place;
      if (split < count)
        cp_async16(at(first) + place * COLUMNS + c % PIECES * 4, from + (i64)split * W, true);
    }
    cp_async_commit();
  };
  // Of a chunk's split that this thread scales; that of the next chunk is on its way before it is
  // needed.
  const auto factor_of = [&](int split) {
    return split < count ? factors[split] : float2{minus_infinity(), 0.0f};
  };
  float2 next = factor_of(c);
  float max = minus_infinity(), sum = 0.0f, total = 0.0f;
  if (row.begun) {
    const Carry<W> carry(p, t, head);
    max = carry.max(column), sum = carry.sum(column);
    if (c < COLUMNS) total = carry.sums[column + c];
  }
  for (int stage = 0; stage < STAGES; stage++) bring(stage * STAGE);
  for (int first = 0;; first += STAGE) {
    if (first % MERGERS == 0) {
      const float2 mine = next;
      next = factor_of(first + MERGERS + c);
      // The maximum of the splits up to a thread's own, in its warp.
      float top = max_so_far(mine.x);
      float before = __shfl_up_sync(ALL_LANES, top, 1);
      if (lane == 0) before = minus_infinity();
      if (lane == WARP - 1) tops[warp] = top;
      __syncthreads();
      before = fmaxf(before, max);
#pragma unroll
      for (int w = 0; w < MERGERS / WARP; w++) {
        if (w < warp) before = fmaxf(before, tops[w]);
        max = fmaxf(max, tops[w]);
      }
      top = fmaxf(before, mine.x);
      const float scale = factor(mine.x, top);
      keeps[c] = factor(before, top);
      scales[c] = scale;
      weights[c] = __fmul_rn(mine.y, scale);
    }
    cp_async_wait<STAGES - 1>();
    __syncthreads();
    if (c < COLUMNS) {
      const int of_chunk = first % MERGERS, splits = min(STAGE, count - first);
      // Products wait for each other, so what the next ones take is read before they are due.
      Few now, later;
      const int there = of_chunk + lane_zero();
      const float* const parts = at(first) + c;
      const auto read = [&](Few& few, int i) {
        few.read(keeps + there + i, scales + there + i, weights + there + i, parts + i * COLUMNS,
                 COLUMNS);
      };
      read(now, 0);
      if (splits == STAGE) {
#pragma unroll
        for (int i = 0; i < STAGE; i += Few::COUNT) {
          if (i + Few::COUNT < STAGE) read(later, i + Few::COUNT);
          now.add<true>(0, sum, total);
          now = later;
        }
      } else {
        int i = 0;
#pragma unroll 1
        for (; i + Few::COUNT <= splits; i += Few::COUNT) {
          read(later, i + Few::COUNT);
          now.add<true>(0, sum, total);
          now = later;
        }
        now.add<false>(splits - i, sum, total);
      }
    }
    if (first + STAGE >= count) break;
    __syncthreads();
    bring(first + STAGES * STAGE);
  }
  cp_async_wait<0>();
  if (c >= COLUMNS) return;
  if (row.goes_on) {
    const Carry<W> carry(p, t, head);
    carry.sums[column + c] = total;
    if (c == 0) carry.max(column) = max, carry.sum(column) = sum;
    return;
  }
  p.out[t * p.out_row + head * p.out_head + column + c] =
      from_f32<bf16>(__fmul_rn(total / sum, p.value_scale));
}

#define MERGE(NAME, HOW, THREADS, BLOCKS)                                                  \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const TileParams p) { \
    const auto row = ahead_seen(p);                                                        \
    begin();                                                                               \
    HOW(p, row);                                                                           \
  }
MERGE(attention_merge_splits_64, merge_many<64>, MANY_THREADS, 5)
MERGE(attention_merge_splits_128, merge_many<128>, MANY_THREADS, 5)
MERGE(attention_merge_splits_256, merge_many<256>, MANY_THREADS, 5)
MERGE(attention_merge_splits_few_rows_64, merge_few<64>, MERGERS, 2)
MERGE(attention_merge_splits_few_rows_128, merge_few<128>, MERGERS, 2)
MERGE(attention_merge_splits_few_rows_256, merge_few<256>, MERGERS, 2)
