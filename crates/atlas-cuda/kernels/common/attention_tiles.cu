// Causal attention over the paged cache on tensor cores, for bf16.
//
// A tile is 16 rows of a matrix product: the query heads of one KV head, for as many queries of one
// span as fit. Its keys come in units of UNIT positions from position 0, in splits (see below). Within a
// split the softmax runs online, unit by unit (Milakov and Gimelshein, arXiv 1805.02867, in base 2);
// splits are computed alone and merged in ascending order. `attention_rows` has a block for a range of splits,
// `attention_whole` one for all that a row sees, which merges them as it goes;
// `attention_exact` walks the splits of longer spans with the same operations, so the bits of a row
// depend on its position and history alone. `attention_long` runs the online softmax through all units:
// fewer operations, other bits.
#include "splits.cuh"
#include "units.cuh"
using namespace atlas;

constexpr int TILE_ROWS = 16;
constexpr unsigned ONES = 0x3f803f80u;

// Calls `put(at, from, there)` for every 8 elements of a tile's queries: they go to element `at` of shared memory, rows
// W + 8 apart; zeros in rows that are none.
template <int W, class Put> __device__ __forceinline__ void for_queries(const TilesParams& p, const Queries& queries,
                                                                        const Heads& h, i64 head0, int thread, int threads,
                                                                        Put put) {
  constexpr int CHUNKS = W / 8;
#pragma unroll 4
  for (int i = thread; i < TILE_ROWS * CHUNKS; i += threads) {
    const int r = i / CHUNKS, chunk = i % CHUNKS, query = r / h.heads, head = r % h.heads;
    const bool there = query < min(queries.count, h.each);
    const bf16* from = p.q + (queries.row + query) * p.q_row + (head0 + head) * p.q_head + chunk * 8;
    put(r * (W + 8) + chunk * 8, there ? from : p.q, there);
  }
}

// One softmax with its weighted sum: a lane has rows lane / 4 and lane / 4 + 8 of a tile and, of every
// 8 columns, 2 (lane % 4) and the next.
template <int COLUMNS> struct Part {
  float max[2], sum[4], o[COLUMNS / 8][4];
  __device__ void clear() {
    max[0] = max[1] = minus_infinity();
#pragma unroll
    for (int i = 0; i < 4; i++) sum[i] = 0.0f;
#pragma unroll
    for (int n = 0; n < COLUMNS / 8; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) o[n][i] = 0.0f;
  }
};

// Scores of 8 positions in base 2; minus infinity where a row does not see them, unless it sees the `whole` unit.
__device__ __forceinline__ void mask(float (&scores)[4], float scale, bool whole, unsigned position0,
                                     const unsigned (&seen)[2][2]) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    scores[i] = __fmul_rn(scores[i], scale);
    const unsigned position = position0 + threadIdx.x % 4 * 2 + i % 2;
    if (!whole && (position < seen[i / 2][0] || position >= seen[i / 2][1])) scores[i] = minus_infinity();
  }
}

// Takes a new maximum: returns what weights are relative to, and scales what there is.
template <int COLUMNS> __device__ __forceinline__ void raise(Part<COLUMNS>& part, const float (&top)[2], float (&shift)[2]) {
  float keep[2];
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const float now = fmaxf(part.max[r], top[r]);
    shift[r] = now == minus_infinity() ? 0.0f : now;
    keep[r] = part.max[r] == minus_infinity() ? 0.0f : exp2f(part.max[r] - shift[r]);
    part.max[r] = now;
  }
#pragma unroll
  for (int i = 0; i < 4; i++) part.sum[i] = __fmul_rn(part.sum[i], keep[i / 2]);
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) part.o[n][i] = __fmul_rn(part.o[n][i], keep[i / 2]);
}

// Adds weights times values of 16 positions to columns of a part. Lane i gives the address of position
// i % 16 and columns i / 16 * 8.
template <int W, int COLUMNS>
__device__ __forceinline__ void weigh(Part<COLUMNS>& part, const uint32_t (&weights)[4], const bf16* values) {
  const int lane = threadIdx.x % WARP;
  multiply_add(part.sum, weights, ONES, ONES);
#pragma unroll
  for (int n = 0; n < COLUMNS / 16; n++) {
    uint32_t b[4];
    load_matrices_transposed(b, values + lane % 16 * (W + 8) + n * 16 + lane / 16 * 8);
    multiply_add(part.o[2 * n], weights, b[0], b[1]);
    multiply_add(part.o[2 * n + 1], weights, b[2], b[3]);
  }
}

// Scores of 16 positions: queries of a kind that `query(k)` brings, against keys at `keys`.
template <int W, class Query> __device__ __forceinline__ void score(float (&scores)[2][4], const bf16* keys, Query query) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int i = 0; i < 4; i++) scores[0][i] = scores[1][i] = 0.0f;
#pragma unroll
  for (int k = 0; k < W / 16; k++) {
    uint32_t a[4], b[4];
    query(k, a);
    load_matrices(b, keys + (lane / 16 * 8 + lane % 8) * (W + 8) + k * 16 + lane / 8 % 2 * 8);
    multiply_add(scores[0], a, b[0], b[1]);
    multiply_add(scores[1], a, b[2], b[3]);
  }
}

// What the two rows of a lane see of the positions: first..last, half-open.
__device__ __forceinline__ void lane_rows(const TilesParams& p, const Queries& queries, const Heads& h, unsigned (&seen)[2][2]) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const int query = (threadIdx.x % WARP / 4 + 8 * r) / h.heads;
    const bool there = query < min(queries.count, h.each);
    seen[r][0] = there ? (unsigned)first_seen(p, queries.position + query) : 0;
    seen[r][1] = there ? (unsigned)(queries.position + query + 1) : 0;
  }
}

// Calls `put(r, query, head)` for each of a lane's two rows that is one.
template <class Put> __device__ __forceinline__ void each_row(const Queries& queries, const Heads& h, Put put) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const int row = threadIdx.x % WARP / 4 + 8 * r, query = row / h.heads;
    if (query < min(queries.count, h.each)) put(r, query, row % h.heads);
  }
}

// Adds what a split gave to the total of a lane's rows, of which `at(n, i)` has a column, and clears the split's part.
template <int COLUMNS, class At>
__device__ __forceinline__ void settle(Part<COLUMNS>& part, float (&max)[2], float (&sum)[2], At at) {
  float keep[2], add[2];
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const float top = fmaxf(max[r], part.max[r]);
    keep[r] = max[r] == minus_infinity() ? 0.0f : exp2f(max[r] - top);
    add[r] = part.max[r] == minus_infinity() ? 0.0f : exp2f(part.max[r] - top);
    max[r] = top;
    sum[r] = __fmaf_rn(sum[r], keep[r], __fmul_rn(part.sum[2 * r], add[r]));
  }
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) at(n, i) = __fmaf_rn(at(n, i), keep[i / 2], __fmul_rn(part.o[n][i], add[i / 2]));
  part.clear();
}

// Places of a block's ring: few where blocks share a multiprocessor, and what fits where one has it to itself.
constexpr int RING_SHARED = 3;
template <int W> constexpr int RING_DEEP = W == 256 ? 5 : W == 128 ? 10 : 18;

// What a block of a short span computes. All of it follows from the step's tables, so it is found before the kernels
// queued before are done.
template <int W, int RING, bool WHOLE> struct Tile {
  bool there;
  Queries queries;
  Heads heads;
  i64 head0, from, to;
  // Parts up to here, of those that the ring takes at first, are of positions before the span's first row: no kernel of
  // this step writes them, so they are on their way before the one right before has ended.
  int early;
  Range range;
  Units<W, RING> units;
};

template <int W, int RING, bool WHOLE> __device__ __forceinline__ Tile<W, RING, WHOLE> ahead_tile(const TilesParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const int chunks = (int)((p.group + TILE_ROWS - 1) / TILE_ROWS);
  const i64 kv_head = blockIdx.y / chunks, t = p.row + blockIdx.x;
  const Heads heads(p, blockIdx.y % chunks, TILE_ROWS);
  // Loads that do not need each other's results, side by side.
  const int span = p.row_span[t];
  const i64 position = p.positions[t];
  const int known = max(span, 0);
  const i64 before = t - p.spans[3 * known], len = p.spans[3 * known + 1], base = p.block_base[known];
  const Queries queries = {t, position, (int)min((i64)heads.each, len - before), p.blocks + base};
  const bool begins = span >= 0 && len <= p.short_rows && before % heads.each == 0;
  const i64 first = first_seen(p, position), last = begins ? position + queries.count : first + 1;
  const Range range(first, last, WHOLE ? 0 : blockIdx.z, WHOLE ? 1 : (unsigned)p.ranges);
  const bool there = begins && range.first < range.end;
  const i64 from = there ? max(first, split_from(range.first)) : 0, to = there ? min(last, split_from(range.end)) : 0;
  const i64 units = there ? (position - before) / UNIT - from / UNIT : 0;
  const int early = 2 * (int)max((i64)0, min(units, (i64)RING));
  Tile<W, RING, WHOLE> tile = {there, queries, heads, kv_head * p.group + heads.first, from, to, min(early, RING - 1), range,
                               {p, kv_head, queries.blocks, from, to, shared}};
#pragma unroll 1
  for (int part = 0; part < tile.early; part++) tile.units.bring(part);
  return tile;
}

// Short spans. Grid: their rows, KV heads times chunks of 16 query heads, ranges of splits. A warp has 16 positions
// of a unit, and then a quarter of the columns. Copies go on across the borders of splits. A block that has the WHOLE of
// what its rows see merges the splits as it goes and writes `out`.
template <int W, int RING, bool WHOLE> __device__ void attend_rows(const TilesParams& p, Tile<W, RING, WHOLE> tile) {
  constexpr int COLUMNS = W / WARPS, WEIGHTS = UNIT + 8;
  if (!tile.there) return;
  Units<W, RING>& units = tile.units;
  bf16* const q = units.ring + RING * UNIT * (W + 8);
  bf16* const weights = q + TILE_ROWS * (W + 8);
  float* const tops = (float*)(weights + TILE_ROWS * WEIGHTS);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
#pragma unroll 1
  for (int part = tile.early; part < RING - 1; part++) units.bring(part);
  // Not by copies, which would have to be waited for behind those of the ring.
  for_queries<W>(p, tile.queries, tile.heads, tile.head0, threadIdx.x, THREADS, [&](int at, const bf16* from, bool there) {
    *(uint4*)(q + at) = there ? *(const uint4*)from : uint4{0, 0, 0, 0};
  });
  unsigned seen[2][2];
  lane_rows(p, tile.queries, tile.heads, seen);
  Part<COLUMNS> sums;
  sums.clear();
  // What the splits so far gave.
  float total_max[2] = {minus_infinity(), minus_infinity()}, total_sum[2] = {0.0f, 0.0f};
  float total[WHOLE ? COLUMNS / 8 : 1][4];
#pragma unroll
  for (int n = 0; n < (WHOLE ? COLUMNS / 8 : 1); n++)
#pragma unroll
    for (int i = 0; i < 4; i++) total[n][i] = 0.0f;
  i64 split = tile.range.first;
  unsigned border = (unsigned)min(tile.to, split_from(split + 1));
  uint32_t a[W / 16][4];
  for (unsigned part = 0; part < units.parts; part++) {
    copies_wait<RING - 2>();
    __syncthreads();
    units.bring(part + RING - 1);
    const bf16* unit = units.at(part);
    const unsigned position = (units.begin + part / 2) * UNIT;
    if (part == 0)
#pragma unroll
      for (int k = 0; k < W / 16; k++) load_matrices(a[k], q + lane % 16 * (W + 8) + k * 16 + lane / 16 * 8);
    if (part % 2 == 0) {
      float scores[2][4], shift[2], top[2];
      score<W>(scores, unit + warp * 16 * (W + 8), [&](int k, uint32_t (&out)[4]) {
#pragma unroll
        for (int i = 0; i < 4; i++) out[i] = a[k][i];
      });
      mask(scores[0], p.scale, false, position + warp * 16, seen);
      mask(scores[1], p.scale, false, position + warp * 16 + 8, seen);
#pragma unroll
      for (int r = 0; r < 2; r++) {
        const float mine = fmaxf(fmaxf(scores[0][2 * r], scores[0][2 * r + 1]), fmaxf(scores[1][2 * r], scores[1][2 * r + 1]));
        top[r] = row_max(mine);
        if (lane % 4 == 0) tops[(lane / 4 + 8 * r) * WARPS + warp] = top[r];
      }
      __syncthreads();
#pragma unroll
      for (int r = 0; r < 2; r++)
#pragma unroll
        for (int w = 0; w < WARPS; w++) top[r] = fmaxf(top[r], tops[(lane / 4 + 8 * r) * WARPS + w]);
      raise(sums, top, shift);
#pragma unroll
      for (int n = 0; n < 2; n++)
#pragma unroll
        for (int r = 0; r < 2; r++)
          *(uint32_t*)(weights + (lane / 4 + 8 * r) * WEIGHTS + warp * 16 + n * 8 + lane % 4 * 2) =
              pack(exp2f(scores[n][2 * r] - shift[r]), exp2f(scores[n][2 * r + 1] - shift[r]));
      continue;
    }
#pragma unroll
    for (int k = 0; k < UNIT; k += 16) {
      uint32_t w[4];
      load_matrices(w, weights + lane % 16 * WEIGHTS + k + lane / 16 * 8);
      weigh<W>(sums, w, unit + k * (W + 8) + warp * COLUMNS);
    }
    if (position + UNIT < border) continue;
    if constexpr (WHOLE) {
      settle(sums, total_max, total_sum, [&](int n, int i) -> float& { return total[n][i]; });
    } else {
      each_row(tile.queries, tile.heads, [&](int r, int query, int head) {
        const Partials<W> partials(p, tile.queries.row + query, tile.head0 + head);
        if (warp == 0 && lane % 4 == 0) partials.factors[split] = {sums.max[r], sums.sum[2 * r]};
#pragma unroll
        for (int n = 0; n < COLUMNS / 8; n++)
          *(float2*)(partials.sums + split * W + warp * COLUMNS + n * 8 + lane % 4 * 2) = {sums.o[n][2 * r], sums.o[n][2 * r + 1]};
      });
      sums.clear();
    }
    split++;
    border = (unsigned)min(tile.to, split_from(split + 1));
  }
  copies_wait<0>();
  if constexpr (WHOLE)
    each_row(tile.queries, tile.heads, [&](int r, int query, int head) {
      bf16* at = p.out + (tile.queries.row + query) * p.out_row + (tile.head0 + head) * p.out_head;
#pragma unroll
      for (int n = 0; n < COLUMNS / 8; n++)
        *(uint32_t*)(at + warp * COLUMNS + n * 8 + lane % 4 * 2) =
            pack(total[n][2 * r] / total_sum[r], total[n][2 * r + 1] / total_sum[r]);
    });
}

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
  Units<W, RING> units(p, kv_head, all.blocks, from, to, ring);
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
          load_matrices(b, ring + (n * 16 + lane / 16 * 8 + lane % 8) * (W + 8) + k * 16 + lane / 8 % 2 * 8);
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
        weigh<W>(sums, w, ring + (UNIT + k * 16) * (W + 8));
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

// Merges the splits of short spans. Grid: their rows, query heads, pieces of COLUMNS columns, of which a thread has EACH.
//
// What scales the total and what scales a split follow from the maxima before it, and a maximum is exact in any
// order: so the factors of THREADS splits are found at once, and only their products wait for each other. Weighted
// sums are on their way STAGES of 16 KB ahead, and do not wait for the factors.
template <int W, int COLUMNS, int STAGES> __device__ void merge_rows(const TilesParams& p, Seen row) {
  constexpr int STAGE = 4096 / COLUMNS, PIECES = COLUMNS / 4, EACH = COLUMNS > THREADS ? 2 : 1;
  static_assert(THREADS % STAGE == 0 && COLUMNS <= EACH * THREADS, "a stage has splits of one chunk");
  extern __shared__ __align__(16) bf16 shared[];
  float* const ring = (float*)shared;
  // Of each split of a chunk: what keeps the total, what the split is scaled by, and its sum of weights so scaled.
  float* const keeps = ring + STAGES * STAGE * COLUMNS;
  float* const adds = keeps + THREADS;
  float* const weights = adds + THREADS;
  __shared__ float tops[WARPS];
  const int thread = threadIdx.x, lane = thread % WARP, warp = thread / WARP, c = thread * EACH;
  if (row.splits == 0) return;
  const i64 t = p.row + blockIdx.x, head = blockIdx.y, column = blockIdx.z * COLUMNS, begin = row.begin;
  const int count = row.splits;
  const Partials<W> partials(p, t, head);
  const float* from = partials.sums + begin * W + column;
  const float2* factors = partials.factors + begin;
  const auto at = [&](int first) { return ring + first / STAGE % STAGES * STAGE * COLUMNS; };
  const auto bring = [&](int first) {
    for (int i = thread; i < STAGE * PIECES; i += THREADS) {
      const int split = first + i / PIECES, piece = i % PIECES * 4;
      if (split < count) copy16(at(first) + i / PIECES * COLUMNS + piece, from + (i64)split * W + piece, true);
    }
    copies_commit();
  };
  float max = minus_infinity(), sum = 0.0f, o[EACH] = {};
  for (int stage = 0; stage < STAGES; stage++) bring(stage * STAGE);
  for (int first = 0; first < count; first += STAGE) {
    if (first % THREADS == 0) {
      const bool there = first + thread < count;
      const float2 factor = there ? factors[first + thread] : float2{minus_infinity(), 0.0f};
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
      for (int w = 0; w < WARPS; w++) {
        if (w < warp) before = fmaxf(before, tops[w]);
        max = fmaxf(max, tops[w]);
      }
      top = fmaxf(before, factor.x);
      const float add = factor.x == minus_infinity() ? 0.0f : exp2f(factor.x - top);
      keeps[thread] = before == minus_infinity() ? 0.0f : exp2f(before - top);
      adds[thread] = add;
      weights[thread] = __fmul_rn(factor.y, add);
    }
    copies_wait<STAGES - 1>();
    __syncthreads();
    if (c < COLUMNS) {
      const float* stage = at(first) + c;
      const int of_chunk = first % THREADS, splits = min(STAGE, count - first);
      const auto add = [&](int i, float keep, float scale, float weight) {
        sum = __fmaf_rn(sum, keep, weight);
#pragma unroll
        for (int e = 0; e < EACH; e++) o[e] = __fmaf_rn(o[e], keep, __fmul_rn(stage[i * COLUMNS + e], scale));
      };
      // Four at a time: products wait for each other, and less for shared memory.
      int i = 0;
#pragma unroll 2
      for (; i + 4 <= splits; i += 4) {
        const float4 keep = *(const float4*)(keeps + of_chunk + i), scale = *(const float4*)(adds + of_chunk + i);
        const float4 weight = *(const float4*)(weights + of_chunk + i);
        add(i, keep.x, scale.x, weight.x);
        add(i + 1, keep.y, scale.y, weight.y);
        add(i + 2, keep.z, scale.z, weight.z);
        add(i + 3, keep.w, scale.w, weight.w);
      }
#pragma unroll 1
      for (; i < splits; i++) add(i, keeps[of_chunk + i], adds[of_chunk + i], weights[of_chunk + i]);
    }
    __syncthreads();
    bring(first + STAGES * STAGE);
  }
  copies_wait<0>();
  if (c >= COLUMNS) return;
  bf16* const out = p.out + t * p.out_row + head * p.out_head + column + c;
  if constexpr (EACH == 2)
    *(uint32_t*)out = pack(o[0] / sum, o[1] / sum);
  else
    *out = from_f32<bf16>(o[0] / sum);
}

// Few rows go in pieces of this many columns, and the fewest in smaller ones.
constexpr int MERGED_FEW = 64, MERGED_LEAST = 32;
// Stages of a merge, few where blocks are many.
constexpr int STAGES_MANY = 2, STAGES_FEW = 2;
#define ROWS(NAME, BLOCKS, W, RING, WHOLE)                                                                       \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const TilesParams p) {                      \
    const auto row = ahead_tile<W, RING, WHOLE>(p);                                                              \
    begin();                                                                                                     \
    attend_rows<W, RING, WHOLE>(p, row);                                                                         \
  }
#define MERGE(NAME, W, COLUMNS, STAGES)                                                                          \
  extern "C" __global__ void __launch_bounds__(THREADS) NAME(const TilesParams p) {                              \
    const auto row = ahead_seen(p);                                                                              \
    begin();                                                                                                     \
    merge_rows<W, COLUMNS, STAGES>(p, row);                                                                      \
  }
#define TILES(W, BLOCKS)                                                                                         \
  ROWS(attention_rows_##W, BLOCKS, W, RING_SHARED, false)                                                        \
  ROWS(attention_whole_##W, BLOCKS, W, RING_SHARED, true)                                                        \
  ROWS(attention_rows_deep_##W, 1, W, RING_DEEP<W>, false)                                                       \
  ROWS(attention_whole_deep_##W, 1, W, RING_DEEP<W>, true)                                                       \
  MERGE(attention_rows_merge_##W, W, W, STAGES_MANY)                                                             \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_long_##W(const TilesParams p) { begin(); attend_spans<W, false>(p); } \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_exact_##W(const TilesParams p) { begin(); attend_spans<W, true>(p); }
// Blocks of a multiprocessor, as the host counts places.
TILES(64, 4)
TILES(128, 3)
TILES(256, 2)
MERGE(attention_rows_merge_few_128, 128, MERGED_FEW, STAGES_FEW)
MERGE(attention_rows_merge_few_256, 256, MERGED_FEW, STAGES_FEW)
MERGE(attention_rows_merge_least_128, 128, MERGED_LEAST, STAGES_FEW)
MERGE(attention_rows_merge_least_256, 256, MERGED_LEAST, STAGES_FEW)
