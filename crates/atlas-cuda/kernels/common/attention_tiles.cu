// Causal attention over the paged cache on tensor cores, for bf16.
//
// A tile is 16 rows of a matrix product: the query heads of one KV head, for as many queries of one
// span as fit. Its keys come in units of UNIT positions from position 0, in splits (see below). Within a
// split the softmax runs online, unit by unit (Milakov and Gimelshein, arXiv 1805.02867, in base 2);
// splits are computed alone and merged in ascending order. `attention_rows` has a block a split;
// `attention_exact` walks the splits of longer spans with the same operations, so the bits of a row
// depend on its position and history alone. `attention_long` runs the online softmax through all units:
// fewer operations, other bits.
#include "ptx.cuh"
#include "spans.cuh"
using namespace atlas;

constexpr int THREADS = 128;
constexpr int WARPS = THREADS / WARP;
constexpr int UNIT = 64;
// Splits are shorter at the start of a sequence, where there would be too few of them for a GPU to be busy: of 64
// positions up to 1,024, of 128 up to 4,096, of 256 from there on. Where they begin depends on positions alone.
constexpr int SPLIT = 256, NEAR_SPLIT = 64, MIDDLE_SPLIT = 128;
constexpr int NEAR = 1024, MIDDLE = 4096;
constexpr int NEAR_SPLITS = NEAR / NEAR_SPLIT, MIDDLE_SPLITS = NEAR_SPLITS + (MIDDLE - NEAR) / MIDDLE_SPLIT;

// The split of a position, and the first position of a split.
__device__ __forceinline__ i64 split_of(i64 position) {
  if (position < NEAR) return position / NEAR_SPLIT;
  if (position < MIDDLE) return NEAR_SPLITS + (position - NEAR) / MIDDLE_SPLIT;
  return MIDDLE_SPLITS + (position - MIDDLE) / SPLIT;
}
__device__ __forceinline__ i64 split_from(i64 split) {
  if (split <= NEAR_SPLITS) return split * NEAR_SPLIT;
  if (split <= MIDDLE_SPLITS) return NEAR + (split - NEAR_SPLITS) * MIDDLE_SPLIT;
  return MIDDLE + (split - MIDDLE_SPLITS) * SPLIT;
}
constexpr int TILE_ROWS = 16;
constexpr unsigned ONES = 0x3f803f80u;

// Keys or values of UNIT positions go to `to`; those outside of first..last become zeros.
template <int W> __device__ void fetch(const TilesParams& p, const bf16* from, const uint32_t* blocks, i64 unit, i64 first,
                                       i64 last, bf16* to) {
  constexpr int CHUNKS = W / 8;
  const i64 block_stride = 2 * p.kv_heads * p.block_tokens * W;
  const unsigned tokens = (unsigned)p.block_tokens;
  const bool power = (tokens & (tokens - 1)) == 0;
  const int shift = __popc(tokens - 1);
#pragma unroll 4
  for (int i = threadIdx.x; i < UNIT * CHUNKS; i += THREADS) {
    const int row = i / CHUNKS, chunk = i % CHUNKS;
    const i64 position = unit * UNIT + row;
    const bool there = position >= first && position < last;
    const bf16* at = p.cache;
    if (there) {
      const unsigned whole = (unsigned)position, block = power ? whole >> shift : whole / tokens;
      at = from + (i64)blocks[block] * block_stride + (i64)(whole - block * tokens) * W + chunk * 8;
    }
    copy16(to + row * (W + 8) + chunk * 8, at, there);
  }
  copies_commit();
}

// Queries of a tile to shared memory, rows W + 8 apart; zeros in rows that are none.
template <int W> __device__ void fetch_queries(const TilesParams& p, const Queries& queries, const Heads& h, i64 head0,
                                               bf16* to, int thread, int threads) {
  constexpr int CHUNKS = W / 8;
  for (int i = thread; i < TILE_ROWS * CHUNKS; i += threads) {
    const int r = i / CHUNKS, chunk = i % CHUNKS, query = r / h.heads, head = r % h.heads;
    const bool there = query < min(queries.count, h.each);
    const bf16* from = p.q + (queries.row + query) * p.q_row + (head0 + head) * p.q_head + chunk * 8;
    copy16(to + r * (W + 8) + chunk * 8, there ? from : p.q, there);
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

// Short spans. Grid: their rows, KV heads times chunks of 16 query heads, splits. A warp
// has 16 positions of a unit, and then a quarter of the columns.
template <int W> __device__ void attend_rows(const TilesParams& p) {
  constexpr int RING = 3, COLUMNS = W / WARPS;
  constexpr int WEIGHTS = UNIT + 8;
  extern __shared__ __align__(16) bf16 shared[];
  bf16* const ring = shared;
  bf16* const q = ring + RING * UNIT * (W + 8);
  bf16* const weights = q + TILE_ROWS * (W + 8);
  float* const tops = (float*)(weights + TILE_ROWS * WEIGHTS);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int chunks = (int)((p.group + TILE_ROWS - 1) / TILE_ROWS);
  const i64 kv_head = blockIdx.y / chunks;
  const Heads h(p, blockIdx.y % chunks, TILE_ROWS);
  const i64 head0 = kv_head * p.group + h.first;
  for (i64 t = p.row + blockIdx.x; t < p.row + p.rows; t += gridDim.x) {
    const int span = p.row_span[t];
    if (span < 0) continue;
    const i64 before = t - p.spans[3 * span], len = p.spans[3 * span + 1];
    if (len > p.short_rows || before % h.each != 0) continue;
    const Queries queries = {t, p.positions[t], (int)min((i64)h.each, len - before), p.blocks + p.block_base[span]};
    const i64 split = blockIdx.z;
    const i64 from = max(split_from(split), first_seen(p, queries.position));
    const i64 to = min(split_from(split + 1), queries.position + queries.count);
    if (from >= to) continue;
    const bf16* keys = p.cache + kv_head * p.block_tokens * W;
    const bf16* values = keys + p.kv_heads * p.block_tokens * W;
    const i64 begin = from / UNIT, end = (to + UNIT - 1) / UNIT;
    const int parts = 2 * (int)(end - begin);
    const auto bring = [&](int part) {
      if (part < parts)
        fetch<W>(p, part % 2 ? values : keys, queries.blocks, begin + part / 2, from, to, ring + part % RING * UNIT * (W + 8));
      else
        copies_commit();
    };
    // The memory may hold what another tile is read from.
    __syncthreads();
    fetch_queries<W>(p, queries, h, head0, q, threadIdx.x, THREADS);
    for (int i = 0; i < RING - 1; i++) bring(i);
    unsigned seen[2][2];
    lane_rows(p, queries, h, seen);
    Part<COLUMNS> sums;
    sums.clear();
    uint32_t a[W / 16][4];
    for (int part = 0; part < parts; part++) {
      copies_wait<RING - 2>();
      __syncthreads();
      bring(part + RING - 1);
      const bf16* unit = ring + part % RING * UNIT * (W + 8);
      if (part == 0)
#pragma unroll
        for (int k = 0; k < W / 16; k++) load_matrices(a[k], q + lane % 16 * (W + 8) + k * 16 + lane / 16 * 8);
      if (part % 2 == 0) {
        const i64 position = (begin + part / 2) * UNIT + warp * 16;
        float scores[2][4], shift[2], top[2];
        score<W>(scores, unit + warp * 16 * (W + 8), [&](int k, uint32_t (&out)[4]) {
#pragma unroll
          for (int i = 0; i < 4; i++) out[i] = a[k][i];
        });
        mask(scores[0], p.scale, false, (unsigned)position, seen);
        mask(scores[1], p.scale, false, (unsigned)position + 8, seen);
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
      } else {
#pragma unroll
        for (int k = 0; k < UNIT; k += 16) {
          uint32_t w[4];
          load_matrices(w, weights + lane % 16 * WEIGHTS + k + lane / 16 * 8);
          weigh<W>(sums, w, unit + k * (W + 8) + warp * COLUMNS);
        }
      }
    }
    copies_wait<0>();
    each_row(queries, h, [&](int r, int query, int head) {
      if (p.splits > 0) {
        float* at = p.partial + (((t + query - p.row) * p.kv_heads * p.group + head0 + head) * p.splits + split) * (W + 2);
        if (warp == 0 && lane % 4 == 0) at[0] = sums.max[r], at[1] = sums.sum[2 * r];
#pragma unroll
        for (int n = 0; n < COLUMNS / 8; n++)
          *(float2*)(at + 2 + warp * COLUMNS + n * 8 + lane % 4 * 2) = {sums.o[n][2 * r], sums.o[n][2 * r + 1]};
      } else {
        bf16* at = p.out + (t + query) * p.out_row + (head0 + head) * p.out_head;
#pragma unroll
        for (int n = 0; n < COLUMNS / 8; n++)
          *(uint32_t*)(at + warp * COLUMNS + n * 8 + lane % 4 * 2) =
              pack(sums.o[n][2 * r] / sums.sum[2 * r], sums.o[n][2 * r + 1] / sums.sum[2 * r]);
      }
    });
  }
}

// Adds what a split gave to a row's total in shared memory, which a lane reads and writes alone.
template <int W> __device__ void settle(Part<W>& part, float* total, float (&max)[2], float (&sum)[2]) {
  const int lane = threadIdx.x % WARP;
  float keep[2], add[2];
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const float top = fmaxf(max[r], part.max[r]);
    keep[r] = max[r] == minus_infinity() ? 0.0f : exp2f(max[r] - top);
    add[r] = part.max[r] == minus_infinity() ? 0.0f : exp2f(part.max[r] - top);
    max[r] = top;
    sum[r] = __fmaf_rn(part.sum[2 * r], add[r], __fmul_rn(sum[r], keep[r]));
  }
#pragma unroll
  for (int n = 0; n < W / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      float* at = total + (n * 4 + i) * WARP + lane;
      *at = __fmaf_rn(part.o[n][i], add[i / 2], __fmul_rn(*at, keep[i / 2]));
    }
  part.clear();
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
  fetch_queries<W>(p, queries, h, head0, q, lane, WARP);
  const bf16* keys = p.cache + kv_head * p.block_tokens * W;
  const bf16* values = keys + p.kv_heads * p.block_tokens * W;
  const i64 from = first_seen(p, all.position), to = all.position + all.count;
  const i64 begin = from / UNIT, end = (to + UNIT - 1) / UNIT;
  const auto bring = [&](i64 part) {
    if (part < 2 * (end - begin))
      fetch<W>(p, part % 2 ? values : keys, all.blocks, begin + part / 2, from, to, ring + part % RING * UNIT * (W + 8));
    else
      copies_commit();
  };
  unsigned seen[2][2];
  lane_rows(p, queries, h, seen);
  // What the tile sees; units outside of it change nothing.
  const i64 tile_from = first_seen(p, queries.position), tile_to = queries.count ? queries.position + queries.count : 0;
  Part<W> sums;
  sums.clear();
  float total_max[2] = {minus_infinity(), minus_infinity()}, total_sum[2] = {0.0f, 0.0f};
  if constexpr (EXACT)
    for (int i = 0; i < W / 2; i++) total[i * WARP + lane] = 0.0f;
  bring(0);
  for (i64 unit = begin; unit < end; unit++) {
    const i64 part = 2 * (unit - begin), position = unit * UNIT;
    const bool sees = position < tile_to && position + UNIT > tile_from;
    const bool whole = position + UNIT <= queries.position + 1 && position >= first_seen(p, tile_to - 1);
    copies_wait<0>();
    __syncthreads();
    bring(part + 1);
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
    bring(part + 2);
    if (sees) {
#pragma unroll
      for (int k = 0; k < UNIT / 16; k++) {
        const uint32_t w[4] = {pack(scores[2 * k][0], scores[2 * k][1]), pack(scores[2 * k][2], scores[2 * k][3]),
                               pack(scores[2 * k + 1][0], scores[2 * k + 1][1]), pack(scores[2 * k + 1][2], scores[2 * k + 1][3])};
        weigh<W>(sums, w, ring + (UNIT + k * 16) * (W + 8));
      }
    }
    if constexpr (EXACT)
      if (split_of(unit * UNIT) != split_of((unit + 1) * UNIT) || unit + 1 == end) settle<W>(sums, total, total_max, total_sum);
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

// Merges the splits of short spans. Grid: their rows, query heads. A thread has two columns.
//
// What scales the total and what scales a split follow from the maxima before it, and a maximum is exact in any
// order: so the factors of THREADS splits are found at once, and only their products wait for each other.
template <int W> __device__ void merge_rows(const TilesParams& p) {
  constexpr int AHEAD = 16;
  __shared__ float keeps[THREADS], adds[THREADS], sums[THREADS], tops[WARPS];
  const int thread = threadIdx.x, lane = thread % WARP, warp = thread / WARP, c = thread * 2;
  for (i64 t = p.row + blockIdx.x; t < p.row + p.rows; t += gridDim.x) {
    const int span = p.row_span[t];
    if (span < 0 || p.spans[3 * span + 1] > p.short_rows) continue;
    const i64 position = p.positions[t], head = blockIdx.y;
    const float* from = p.partial + ((t - p.row) * p.kv_heads * p.group + head) * p.splits * (W + 2);
    float max = minus_infinity(), sum = 0.0f, o[2] = {0.0f, 0.0f};
    const i64 end = split_of(position) + 1;
    for (i64 base = split_of(first_seen(p, position)); base < end; base += THREADS) {
      const int count = (int)min((i64)THREADS, end - base);
      const float* parts = from + base * (W + 2);
      const float mine = thread < count ? parts[thread * (W + 2)] : minus_infinity();
      // The maximum of the splits up to a thread's own, in its warp.
      float top = mine;
#pragma unroll
      for (int step = 1; step < WARP; step *= 2) {
        const float other = __shfl_up_sync(ALL_LANES, top, step);
        if (lane >= step) top = fmaxf(top, other);
      }
      float before = __shfl_up_sync(ALL_LANES, top, 1);
      if (lane == 0) before = minus_infinity();
      // What the chunk before it left is still read.
      __syncthreads();
      if (lane == WARP - 1) tops[warp] = top;
      if (thread < count) sums[thread] = parts[thread * (W + 2) + 1];
      __syncthreads();
      before = fmaxf(before, max);
#pragma unroll
      for (int w = 0; w < WARPS; w++) {
        if (w < warp) before = fmaxf(before, tops[w]);
        max = fmaxf(max, tops[w]);
      }
      top = fmaxf(before, mine);
      keeps[thread] = before == minus_infinity() ? 0.0f : exp2f(before - top);
      adds[thread] = mine == minus_infinity() ? 0.0f : exp2f(mine - top);
      __syncthreads();
      if (c >= W) continue;
      for (int first = 0; first < count; first += AHEAD) {
        float2 part[AHEAD];
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
          if (first + i < count) part[i] = *(const float2*)(parts + (first + i) * (W + 2) + 2 + c);
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
          if (first + i >= count) break;
          const float keep = keeps[first + i], add = adds[first + i];
          sum = __fmaf_rn(sums[first + i], add, __fmul_rn(sum, keep));
          o[0] = __fmaf_rn(part[i].x, add, __fmul_rn(o[0], keep));
          o[1] = __fmaf_rn(part[i].y, add, __fmul_rn(o[1], keep));
        }
      }
    }
    if (c < W) *(uint32_t*)(p.out + t * p.out_row + head * p.out_head + c) = pack(o[0] / sum, o[1] / sum);
  }
}

#define TILES(W)                                                                                                            \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_rows_##W(const TilesParams p) { begin(); attend_rows<W>(p); }              \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_long_##W(const TilesParams p) { begin(); attend_spans<W, false>(p); }      \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_exact_##W(const TilesParams p) { begin(); attend_spans<W, true>(p); }      \
  extern "C" __global__ void __launch_bounds__(THREADS) attention_rows_merge_##W(const TilesParams p) { begin(); merge_rows<W>(p); }
TILES(64)
TILES(128)
TILES(256)
