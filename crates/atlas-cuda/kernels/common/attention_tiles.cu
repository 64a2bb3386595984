// Causal attention over the paged cache on tensor cores, for bf16.
//
// A tile is 16 rows of a matrix product: the query heads of one KV head, for as many queries of one
// span as fit. Its keys come in units of UNIT positions from position 0, in splits (see below). Within a
// split the softmax runs online, unit by unit (Milakov and Gimelshein, arXiv 1805.02867, in base 2);
// splits are computed alone and merged in ascending order. `attention_rows` has a block for a range of splits (and
// `attention_boxes`, on Hopper, which does the same), `attention_whole` one for all that a row sees, which merges them as it goes;
// `attention_exact` walks the splits of longer spans with the same operations, so the bits of a row
// depend on its position and history alone. `attention_long` runs the online softmax through all units:
// fewer operations, other bits.
#include "rows.cuh"
#include "units.cuh"
using namespace atlas;

// Tiles of a block of longer spans.
constexpr int WARPS = THREADS / WARP;

// Longer spans. Grid: blocks of WARPS tiles, KV heads times chunks of 16 query heads.
// A warp has a tile.
template <int W, bool EXACT> __device__ void attend_spans(const TilesParams& p) {
  constexpr int RING = 2;
  extern __shared__ __align__(16) bf16 shared[];
  bf16* const ring = shared;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  bf16* const q = ring + RING * UNIT * (W + 8) + warp * TILE_ROWS * (W + 8);
  float* const total = (float*)(ring + (RING * UNIT + WARPS * TILE_ROWS) * (W + 8)) + warp * TILE_ROWS * W;
  const int chunks = (int)((p.group + TILE_ROWS - 1) / TILE_ROWS);
  const i64 kv_head = blockIdx.y / chunks;
  const Heads h(p, blockIdx.y % chunks, TILE_ROWS);
  const i64 head0 = kv_head * p.group + h.first;
  Queries all;
  if (!find(p, h.each * WARPS, blockIdx.x, all)) return;
  Queries queries = all;
  queries.row += warp * h.each, queries.position += warp * h.each;
  queries.count = max(0, min(h.each, all.count - warp * h.each));
  for_queries<W>(p, queries, h, head0, lane, WARP, [&](int at, const bf16* from, bool there) { copy16(q + at, from, there); });
  const i64 from = first_seen(p, all.position), to = all.position + all.count;
  const i64 begin = from / UNIT, end = (to + UNIT - 1) / UNIT;
  using U = Units<W, RING>;
  U units(p, {}, kv_head, all.blocks, from, to, ring);
  unsigned seen[2][2];
  lane_rows(p, queries, h, seen);
  // What the tile sees; units outside of it change nothing.
  const i64 tile_from = first_seen(p, queries.position), tile_to = queries.count ? queries.position + queries.count : 0;
  Part<W> sums;
  sums.clear();
  float total_max[2] = {minus_infinity(), minus_infinity()}, total_sum[2] = {0.0f, 0.0f};
  if constexpr (EXACT)
    for (int i = 0; i < W / 2; i++) total[i * WARP + lane] = 0.0f;
  units.bring(0);
  for (i64 unit = begin; unit < end; unit++) {
    const i64 position = unit * UNIT;
    const unsigned part = 2 * (unsigned)(unit - begin);
    const bool sees = position < tile_to && position + UNIT > tile_from;
    const bool whole = position + UNIT <= queries.position + 1 && position >= first_seen(p, tile_to - 1);
    copies_wait<0>();
    __syncthreads();
    units.bring(part + 1);
    float scores[UNIT / 8][4];
    if (sees) {
      // Eight columns of scores an accumulator, sixteen positions a load.
      float top[2] = {minus_infinity(), minus_infinity()}, shift[2];
#pragma unroll
      for (int n = 0; n < UNIT / 8; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) scores[n][i] = 0.0f;
#pragma unroll
      for (int k = 0; k < W / 16; k++) {
        uint32_t a[4];
        load_matrices(a, q + lane % 16 * (W + 8) + k * 16 + lane / 16 * 8);
#pragma unroll
        for (int n = 0; n < UNIT / 16; n++) {
          uint32_t b[4];
          load_matrices(b, ring + U::offset(n * 16 + lane / 16 * 8 + lane % 8, k * 16 + lane / 8 % 2 * 8));
          multiply_add(scores[2 * n], a, b[0], b[1]);
          multiply_add(scores[2 * n + 1], a, b[2], b[3]);
        }
      }
#pragma unroll
      for (int n = 0; n < UNIT / 8; n++) {
        mask(scores[n], p.scale, whole, (unsigned)position + n * 8, seen);
#pragma unroll
        for (int r = 0; r < 2; r++) top[r] = fmaxf(top[r], fmaxf(scores[n][2 * r], scores[n][2 * r + 1]));
      }
      top[0] = row_max(top[0]), top[1] = row_max(top[1]);
      raise(sums, top, shift);
#pragma unroll
      for (int n = 0; n < UNIT / 8; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) scores[n][i] = exp2f(scores[n][i] - shift[i / 2]);
    }
    copies_wait<0>();
    __syncthreads();
    units.bring(part + 2);
    if (sees) {
#pragma unroll
      for (int k = 0; k < UNIT / 16; k++) {
        const uint32_t w[4] = {pack(scores[2 * k][0], scores[2 * k][1]), pack(scores[2 * k][2], scores[2 * k][3]),
                               pack(scores[2 * k + 1][0], scores[2 * k + 1][1]), pack(scores[2 * k + 1][2], scores[2 * k + 1][3])};
        weigh<U>(sums, w, ring + U::PART, k * 16, 0);
      }
    }
    // The total lies in shared memory; a lane reads and writes its own alone.
    if constexpr (EXACT)
      if (split_of(unit * UNIT) != split_of((unit + 1) * UNIT) || unit + 1 == end)
        settle(sums, total_max, total_sum, [&](int n, int i) -> float& { return total[(n * 4 + i) * WARP + lane]; });
  }
  copies_wait<0>();
  each_row(queries, h, [&](int r, int query, int head) {
    bf16* at = p.out + (queries.row + query) * p.out_row + (head0 + head) * p.out_head;
    const float sum = EXACT ? total_sum[r] : sums.sum[2 * r];
#pragma unroll
    for (int n = 0; n < W / 8; n++) {
      const float* o = EXACT ? total + (n * 4 + 2 * r) * WARP + lane : &sums.o[n][2 * r];
      *(uint32_t*)(at + n * 8 + lane % 4 * 2) = pack(o[0] / sum, o[EXACT ? WARP : 1] / sum);
    }
  });
}

// The splits that a row sees; none where it is of no short span.
struct Seen {
  i64 begin;
  int splits;
};
__device__ __forceinline__ Seen ahead_seen(const TilesParams& p) {
  const i64 t = p.row + blockIdx.x, position = p.positions[t], begin = split_of(first_seen(p, position));
  const int span = p.row_span[t];
  if (span < 0 || p.spans[3 * span + 1] > p.short_rows) return {0, 0};
  return {begin, (int)(split_of(position) + 1 - begin)};
}

// What a thread of the merge takes of a few splits that follow each other: what keeps the total, what scales a split, its sum
// of weights so scaled, and its weighted sum in one column.
struct Few {
  static constexpr int COUNT = 16;
  float keep[COUNT], scale[COUNT], weight[COUNT], part[COUNT];
  __device__ __forceinline__ void read(const float* keeps, const float* scales, const float* weights, const float* from, int apart) {
#pragma unroll
    for (int n = 0; n < COUNT; n += 4) {
      *(float4*)(keep + n) = *(const float4*)(keeps + n), *(float4*)(scale + n) = *(const float4*)(scales + n);
      *(float4*)(weight + n) = *(const float4*)(weights + n);
    }
#pragma unroll
    for (int n = 0; n < COUNT; n++) part[n] = from[n * apart];
  }
  // Adds the first `count`, or ALL, to a row's total.
  template <bool ALL> __device__ __forceinline__ void add(int count, float& sum, float& total) const {
#pragma unroll
    for (int n = 0; n < COUNT; n++) {
      if (!ALL && n >= count) return;
      sum = __fmaf_rn(sum, keep[n], weight[n]);
      total = __fmaf_rn(total, keep[n], __fmul_rn(part[n], scale[n]));
    }
  }
};

// Merges the splits of short spans. Grid: their rows, query heads, pieces of COLUMNS columns, of which a thread has one.
//
// What scales the total and what scales a split follow from the maxima before it, and a maximum is exact in any
// order: so the factors of MERGERS splits are found at once, and only their products wait for each other. Weighted
// sums are on their way STAGES of 16 KB ahead, and do not wait for the factors.
constexpr int MERGERS = 256, STAGES = 2;
template <int W, int COLUMNS> __device__ void merge_rows(const TilesParams& p, Seen row) {
  constexpr int STAGE = 4096 / COLUMNS, PIECES = COLUMNS / 4, AT_ONCE = MERGERS / PIECES;
  static_assert(MERGERS % STAGE == 0 && STAGE % AT_ONCE == 0 && COLUMNS <= MERGERS, "a stage has splits of one chunk");
  static_assert(STAGE % Few::COUNT == 0, "");
  extern __shared__ __align__(16) bf16 shared[];
  float* const ring = (float*)shared;
  // Of each split of a chunk: what keeps the total, what the split is scaled by, and its sum of weights so scaled.
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
      if (split < count) copy16(at(first) + place * COLUMNS + c % PIECES * 4, from + (i64)split * W, true);
    }
    copies_commit();
  };
  // Of a chunk's split that this thread scales; that of the next chunk is on its way before it is needed.
  const auto factor_of = [&](int split) { return split < count ? factors[split] : float2{minus_infinity(), 0.0f}; };
  float2 next = factor_of(c);
  float max = minus_infinity(), sum = 0.0f, total = 0.0f;
  for (int stage = 0; stage < STAGES; stage++) bring(stage * STAGE);
  for (int first = 0;; first += STAGE) {
    if (first % MERGERS == 0) {
      const float2 factor = next;
      next = factor_of(first + MERGERS + c);
      // The maximum of the splits up to a thread's own, in its warp.
      float top = factor.x;
#pragma unroll
      for (int step = 1; step < WARP; step *= 2) {
        const float other = __shfl_up_sync(ALL_LANES, top, step);
        if (lane >= step) top = fmaxf(top, other);
      }
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
      top = fmaxf(before, factor.x);
      const float scale = factor.x == minus_infinity() ? 0.0f : exp2f(factor.x - top);
      keeps[c] = before == minus_infinity() ? 0.0f : exp2f(before - top);
      scales[c] = scale;
      weights[c] = __fmul_rn(factor.y, scale);
    }
    copies_wait<STAGES - 1>();
    __syncthreads();
    if (c < COLUMNS) {
      const int of_chunk = first % MERGERS, splits = min(STAGE, count - first);
      // Products wait for each other, so what the next ones take is read before they are due.
      Few now, later;
      const int there = of_chunk + lane_zero();
      const float* const parts = at(first) + c;
      const auto read = [&](Few& few, int i) {
        few.read(keeps + there + i, scales + there + i, weights + there + i, parts + i * COLUMNS, COLUMNS);
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
  copies_wait<0>();
  if (c < COLUMNS) p.out[t * p.out_row + head * p.out_head + column + c] = from_f32<bf16>(total / sum);
}

// Few rows go in pieces of this many columns. (In half as many, more multiprocessors would have a block of the merge, where
// blocks of the next kernel find no place until it ends.)
constexpr int MERGED_FEW = 64;
// Places of a block's ring: few where blocks share a multiprocessor, and what fits where one has it to itself.
constexpr int RING_SHARED = 3;
template <int W> constexpr int RING_DEEP = W == 256 ? 5 : W == 128 ? 10 : 18;
#define ROWS(NAME, BLOCKS, W, RING, WHOLE)                                                                       \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const TilesParams p) {                      \
    const auto row = ahead_tile<Units<W, RING>, WHOLE>(p, Plain{});                                              \
    begin();                                                                                                     \
    attend_rows<Units<W, RING>, WHOLE>(p, row);                                                                       \
  }
#define MERGE(NAME, W, COLUMNS)                                                                                  \
  extern "C" __global__ void __launch_bounds__(MERGERS, 2) NAME(const TilesParams p) {                           \
    const auto row = ahead_seen(p);                                                                              \
    begin();                                                                                                     \
    merge_rows<W, COLUMNS>(p, row);                                                                              \
  }
#define TILES(W, BLOCKS)                                                                                         \
  ROWS(attention_rows_##W, BLOCKS, W, RING_SHARED, false)                                                        \
  ROWS(attention_whole_##W, BLOCKS, W, RING_SHARED, true)                                                        \
  ROWS(attention_rows_deep_##W, 1, W, RING_DEEP<W>, false)                                                       \
  ROWS(attention_whole_deep_##W, 1, W, RING_DEEP<W>, true)                                                       \
  MERGE(attention_rows_merge_##W, W, W)                                                                                       \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_long_##W(const TilesParams p) { begin(); attend_spans<W, false>(p); } \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_exact_##W(const TilesParams p) { begin(); attend_spans<W, true>(p); }
// Blocks of a multiprocessor, as the host counts places.
TILES(64, 4)
TILES(128, 3)
TILES(256, 2)
MERGE(attention_rows_merge_few_128, 128, MERGED_FEW)
MERGE(attention_rows_merge_few_256, 256, MERGED_FEW)
