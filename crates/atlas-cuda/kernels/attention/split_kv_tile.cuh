// Attention of short spans: a tile of 16 rows against a range of splits, unit by unit. The copies
// of keys and values into shared memory are a parameter (`U`).
#pragma once

#include "attention/kv_splits.cuh"
#include "include/cp_async.cuh"
#include "include/mma.cuh"

namespace atlas {

// Positions of a unit.
constexpr int UNIT = 64;
constexpr int TILE_ROWS = 16;
constexpr unsigned ONES = 0x3f803f80u;

// Calls `put(at, from, there)` for every 8 elements of a tile's queries: they go to element `at` of
// shared memory, rows W + 8 apart; zeros in rows that are none.
template <int W, class Put>
__device__ __forceinline__ void for_queries(const TileParams& p, const Queries& queries,
                                            const Heads& h, i64 head0, int thread, int threads,
                                            Put put) {
  constexpr int CHUNKS = W / 8;
#pragma unroll 4
  for (int i = thread; i < TILE_ROWS * CHUNKS; i += threads) {
    const int r = i / CHUNKS, chunk = i % CHUNKS, query = r / h.heads, head = r % h.heads;
    const bool there = query < min(queries.count, h.each);
    const bf16* from =
        p.q + (queries.row + query) * p.q_row + (head0 + head) * p.q_head + chunk * 8;
    put(r * (W + 8) + chunk * 8, there ? from : p.q, there);
  }
}

// One softmax with its weighted sum: a lane has rows lane / 4 and lane / 4 + 8 of a tile and, of
// every 8 columns, 2 (lane % 4) and the next.
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

// Scores of 8 positions in base 2; minus infinity where a row does not see them, unless it sees the
// `whole` unit.
__device__ __forceinline__ void mask(float (&scores)[4], float scale, bool whole,
                                     unsigned position0, const unsigned (&seen)[2][2]) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    scores[i] = __fmul_rn(scores[i], scale);
    const unsigned position = position0 + threadIdx.x % 4 * 2 + i % 2;
    if (!whole && (position < seen[i / 2][0] || position >= seen[i / 2][1]))
      scores[i] = minus_infinity();
  }
}

// Takes a new maximum: returns what weights are relative to, and scales what there is.
template <int COLUMNS>
__device__ __forceinline__ void raise(Part<COLUMNS>& part, const float (&top)[2],
                                      float (&shift)[2]) {
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

// Adds weights times values of 16 positions, from row `row` of a part of `U` on, to columns from
// `column` on. Lane i gives the address of position i % 16 and columns i / 16 * 8.
template <class U, int COLUMNS>
__device__ __forceinline__ void weigh(Part<COLUMNS>& part, const uint32_t (&weights)[4],
                                      const bf16* values, int row, int column) {
  const int lane = threadIdx.x % WARP;
  mma_m16n8k16(part.sum, weights, ONES, ONES);
#pragma unroll
  for (int n = 0; n < COLUMNS / 16; n++) {
    uint32_t b[4];
    ldmatrix_x4_trans(b, values + U::offset(row + lane % 16, column + n * 16 + lane / 16 * 8));
    mma_m16n8k16(part.o[2 * n], weights, b[0], b[1]);
    mma_m16n8k16(part.o[2 * n + 1], weights, b[2], b[3]);
  }
}

// Scores of 16 positions or of 8: queries `a`, against keys from row `row` of a part of `U` on.
template <class U>
__device__ __forceinline__ void score(float (&scores)[2][4], const uint32_t (&a)[U::W / 16][4],
                                      const bf16* keys, int row) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int i = 0; i < 4; i++) scores[0][i] = scores[1][i] = 0.0f;
#pragma unroll
  for (int k = 0; k < U::W / 16; k++) {
    uint32_t b[4];
    ldmatrix_x4(b, keys + U::offset(row + lane / 16 * 8 + lane % 8, k * 16 + lane / 8 % 2 * 8));
    mma_m16n8k16(scores[0], a[k], b[0], b[1]);
    mma_m16n8k16(scores[1], a[k], b[2], b[3]);
  }
}
template <class U>
__device__ __forceinline__ void score(float (&scores)[1][4], const uint32_t (&a)[U::W / 16][4],
                                      const bf16* keys, int row) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int i = 0; i < 4; i++) scores[0][i] = 0.0f;
#pragma unroll
  for (int k = 0; k < U::W / 16; k += 2) {
    uint32_t b[4];
    ldmatrix_x4(b, keys + U::offset(row + lane % 8, k * 16 + lane / 8 * 8));
    mma_m16n8k16(scores[0], a[k], b[0], b[1]);
    mma_m16n8k16(scores[0], a[k + 1], b[2], b[3]);
  }
}

// Fragments of a block of short spans, from parts that are rows of bf16. Units with parts of
// another kind have functions of their own by these names.
//
// Queries of a tile, whose rows lie W + 8 apart.
template <class U>
__device__ __forceinline__ void load_queries(const U&, uint32_t (&a)[U::W / 16][4],
                                             const bf16* q) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int k = 0; k < U::W / 16; k++)
    ldmatrix_x4(a[k], q + lane % 16 * (U::W + 8) + k * 16 + lane / 16 * 8);
}
template <class U, int N>
__device__ __forceinline__ void score_unit(const U& units, float (&scores)[N][4],
                                           const uint32_t (&a)[U::W / 16][4], unsigned part,
                                           int row) {
  score<U>(scores, a, units.at(part), row);
}
template <class U, int COLUMNS>
__device__ __forceinline__ void weigh_unit(const U& units, Part<COLUMNS>& sums,
                                           const uint32_t (&weights)[4], unsigned part, int row,
                                           int column) {
  weigh<U>(sums, weights, units.at(part), row, column);
}
// Two weights of the softmax, in the type of the products with values.
template <class U> __device__ __forceinline__ uint32_t pack_weights(const U&, float a, float b) {
  return pack(a, b);
}
// Writes a lane's columns of its row `r`, of which `value(n, i)` has one, from the warp's first
// column on.
template <class U, int COLUMNS, class Value>
__device__ __forceinline__ void put_row(const U&, Part<COLUMNS>&, float* at, Value value) {
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n++)
    *(float2*)(at + n * 8 + threadIdx.x % 4 * 2) = {value(n, 0), value(n, 1)};
}
template <class U, int COLUMNS, class Value>
__device__ __forceinline__ void put_row(const U&, Part<COLUMNS>&, bf16* at, Value value) {
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n++)
    *(uint32_t*)(at + n * 8 + threadIdx.x % 4 * 2) = pack(value(n, 0), value(n, 1));
}

// Positions that the call takes of the two rows of a lane: first..last, half-open.
__device__ __forceinline__ void lane_rows(const TileParams& p, const Queries& queries,
                                          const Heads& h, unsigned (&seen)[2][2]) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const int query = (threadIdx.x % WARP / 4 + 8 * r) / h.heads;
    const bool there = query < min(queries.count, h.each);
    seen[r][0] = there ? (unsigned)first_taken(p, queries.position + query) : 0;
    seen[r][1] = there ? (unsigned)end_taken(p, queries.position + query) : 0;
  }
}

// Calls `put(r, query, head)` for each of a lane's two rows that is one.
template <class Put>
__device__ __forceinline__ void each_row(const Queries& queries, const Heads& h, Put put) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const int row = threadIdx.x % WARP / 4 + 8 * r, query = row / h.heads;
    if (query < min(queries.count, h.each)) put(r, query, row % h.heads);
  }
}

// Adds what a split gave to the total of a lane's rows, of which `at(n, i)` has a column, and
// clears the split's part.
template <int COLUMNS, class At>
__device__ __forceinline__ void settle(Part<COLUMNS>& part, float (&max)[2], float (&sum)[2],
                                       At at) {
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
    for (int i = 0; i < 4; i++)
      at(n, i) = __fmaf_rn(at(n, i), keep[i / 2], __fmul_rn(part.o[n][i], add[i / 2]));
  part.clear();
}

// Work of a block of a short span. All of it follows from the step's tables, so it is found before
// the kernels queued before are done.
template <class U, bool WHOLE> struct Tile {
  bool there;
  Queries queries;
  Heads heads;
  i64 head0, from, to;
  // Parts up to here, of those that the ring takes at first, are of positions before the span's
  // first row: no kernel of this step writes them, so they are on their way before the one right
  // before has ended. None where the call takes a part: its blocks may have come right before.
  int early;
  Range range;
  U units;
};

// `source` is what keys and values are brought from.
template <class U, bool WHOLE, class Source>
__device__ __forceinline__ Tile<U, WHOLE> ahead_tile(const TileParams& p, const Source& source) {
  extern __shared__ __align__(16) bf16 shared[];
  const int chunks = (int)((p.group + TILE_ROWS - 1) / TILE_ROWS);
  const i64 kv_head = blockIdx.y / chunks, t = p.row + blockIdx.x;
  const Heads heads(p, blockIdx.y % chunks, TILE_ROWS);
  // Loads that do not need each other's results, side by side.
  const int span = p.row_span[t];
  const i64 position = p.positions[t];
  const int known = max(span, 0);
  const i64 before = t - p.spans[known].row, len = p.spans[known].len,
            base = p.block_base[known];
  const Queries queries = {t, position, (int)min((i64)heads.each, len - before), p.blocks + base};
  const i64 first = first_taken(p, position), end = min(position + queries.count, p.part.to);
  const bool begins =
      span >= 0 && len <= p.short_rows && before % heads.each == 0 && first < end;
  const i64 last = begins ? end : first + 1;
  const Range range(first, last, WHOLE ? 0 : blockIdx.z, WHOLE ? 1 : (unsigned)p.ranges);
  const bool there = begins && range.first < range.end;
  const i64 from = there ? max(first, split_from(range.first)) : 0,
            to = there ? min(last, split_from(range.end)) : 0;
  const i64 units = there && !p.part.carry ? (position - before) / UNIT - from / UNIT : 0;
  const int early = 2 * (int)max((i64)0, min(units, (i64)U::RING));
  Tile<U, WHOLE> tile = {there,
                         queries,
                         heads,
                         kv_head * p.group + heads.first,
                         from,
                         to,
                         min(early, U::AHEAD),
                         range,
                         {p, source, kv_head, queries.blocks, from, to, shared}};
#pragma unroll 1
  for (int part = 0; part < tile.early; part++) tile.units.bring(part);
  return tile;
}

// Short spans. Grid: their rows, KV heads times chunks of 16 query heads, ranges of splits. A warp
// has as many positions of a unit as another, and then as many columns. Copies go on across the
// borders of splits. A block that has the WHOLE of what its rows see merges the splits as it goes
// and writes `out`; there is none where the call takes a part.
// Long: one loop over positions, whose fragments live in registers from stage to stage.
template <class U, bool WHOLE>
__device__ void attend_rows(const TileParams& p, Tile<U, WHOLE> tile) {
  constexpr int W = U::W, WARPS = U::WARPS, COLUMNS = W / WARPS, WEIGHTS = UNIT + 8,
                MINE = UNIT / WARPS;
  static_assert(COLUMNS % 16 == 0 && MINE % 8 == 0, "tiles of the products");
  if (!tile.there) return;
  U& units = tile.units;
  if (units.bring_rest(tile.early)) return;
  bf16* const q = units.ring + U::ELEMENTS;
  bf16* const weights = q + TILE_ROWS * (W + 8);
  float* const tops = (float*)(weights + TILE_ROWS * WEIGHTS);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  // Not by copies, which would have to be waited for behind those of the ring.
  for_queries<W>(p, tile.queries, tile.heads, tile.head0, threadIdx.x, WARPS * WARP,
                 [&](int at, const bf16* from, bool there) {
                   *(uint4*)(q + at) = there ? *(const uint4*)from : uint4{0, 0, 0, 0};
                 });
  unsigned seen[2][2];
  lane_rows(p, tile.queries, tile.heads, seen);
  Part<COLUMNS> sums;
  sums.clear();
  // Maximum, sum and weighted sum of the splits so far.
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
    units.take(part);
    const unsigned position = (units.begin + part / 2) * UNIT;
    if (part == 0) {
      units.meet();
      load_queries(units, a, q);
    }
    if (part % 2 == 0) {
      float scores[MINE / 8][4], shift[2], top[2];
      score_unit(units, scores, a, part, warp * MINE);
#pragma unroll
      for (int n = 0; n < MINE / 8; n++)
        mask(scores[n], p.scale, false, position + warp * MINE + n * 8, seen);
#pragma unroll
      for (int r = 0; r < 2; r++) {
        top[r] = fmaxf(scores[0][2 * r], scores[0][2 * r + 1]);
#pragma unroll
        for (int n = 1; n < MINE / 8; n++)
          top[r] = fmaxf(top[r], fmaxf(scores[n][2 * r], scores[n][2 * r + 1]));
        top[r] = row_max(top[r]);
        if (lane % 4 == 0) tops[(lane / 4 + 8 * r) * WARPS + warp] = top[r];
      }
      units.give_back(part);
      units.meet();
#pragma unroll
      for (int r = 0; r < 2; r++)
#pragma unroll
        for (int w = 0; w < WARPS; w++)
          top[r] = fmaxf(top[r], tops[(lane / 4 + 8 * r) * WARPS + w]);
      raise(sums, top, shift);
#pragma unroll
      for (int n = 0; n < MINE / 8; n++)
#pragma unroll
        for (int r = 0; r < 2; r++)
          *(uint32_t*)(weights + (lane / 4 + 8 * r) * WEIGHTS + warp * MINE + n * 8 +
                       lane % 4 * 2) =
              pack_weights(units, exp2f(scores[n][2 * r] - shift[r]),
                           exp2f(scores[n][2 * r + 1] - shift[r]));
      continue;
    }
#pragma unroll
    for (int k = 0; k < UNIT; k += 16) {
      uint32_t w[4];
      ldmatrix_x4(w, weights + lane % 16 * WEIGHTS + k + lane / 16 * 8);
      weigh_unit(units, sums, w, part, k, warp * COLUMNS);
    }
    units.give_back(part);
    if (position + UNIT < border) continue;
    if constexpr (WHOLE) {
      settle(sums, total_max, total_sum, [&](int n, int i) -> float& { return total[n][i]; });
    } else {
      each_row(tile.queries, tile.heads, [&](int r, int query, int head) {
        const Partials<W> partials(p, tile.queries.row + query, tile.head0 + head);
        if (warp == 0 && lane % 4 == 0) partials.factors[split] = {sums.max[r], sums.sum[2 * r]};
        put_row(units, sums, partials.sums + split * W + warp * COLUMNS,
                [&](int n, int i) { return sums.o[n][2 * r + i]; });
      });
      sums.clear();
    }
    split++;
    border = (unsigned)min(tile.to, split_from(split + 1));
  }
  units.end();
  if constexpr (WHOLE)
    each_row(tile.queries, tile.heads, [&](int r, int query, int head) {
      bf16* at = p.out + (tile.queries.row + query) * p.out_row + (tile.head0 + head) * p.out_head;
      put_row(units, sums, at + warp * COLUMNS, [&](int n, int i) {
        return __fmul_rn(total[n][2 * r + i] / total_sum[r], p.value_scale);
      });
    });
}

} // namespace atlas
