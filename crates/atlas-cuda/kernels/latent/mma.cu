// Computes: causal attention q[T, H, W], bf16, on latents of W, values their first R.
// Picked: row `mma` of `latent_attention`: W, R of 576, 512 or 320, 256; any number of rows.
// Tiling: 32 or 64 query rows x a range of positions; units of 64; 8 warps.
// Limit: FLOP with 64 heads and more, else bandwidth: a latent is read once for a tile.
// Share: not recorded.
//
// A tile has heads of one row of the step, or of some rows of a span. Its latents come to shared
// memory once, as keys and as values. A range has one softmax; those of a row are merged in
// ascending order, and how many there are depends on the step. A part has ranges of its own, and
// rows go on from what they carry.
#include "include/cp_async.cuh"
#include "include/kv_part.cuh"
#include "include/mma.cuh"
#include "include/spans.cuh"
using namespace atlas;

constexpr int WARPS = 8, THREADS = WARPS * WARP, UNIT = 64;
// Threads of a block that merges, its pairs of columns and the sums of each; ranges of a row.
constexpr int MERGERS = 512, PAIRS = 128, PARTS = MERGERS / PAIRS, RANGES_MAX = 512;

struct LatentTileParams {
  const bf16* q; const bf16* cache; bf16* out; float* partial;
  const uint32_t* positions; const int* row_span; const Span* spans;
  const i64* block_base; const uint32_t* blocks;
  i64 q_row, q_head, out_row, out_head, rows, heads, block_tokens, ranges;
  // The scale of scores, times log2 e.
  float scale, unused;
  KvPart part;
};

// W elements of a vector, R of its value, 16 TILES query rows, RING units in shared memory.
template <int W_, int R_, int TILES_, int RING_> struct Shape {
  static constexpr int W = W_, R = R_, TILES = TILES_, RING = RING_, ROWS = 16 * TILES;
  // Tiles of 16 rows whose scores a warp has, for 16 positions, and columns of values of a warp.
  static constexpr int MINE = TILES / 2, COLUMNS = R / WARPS;
  static constexpr int BYTES =
      2 * (ROWS * W + RING * UNIT * W + ROWS * UNIT) + 4 * ROWS * (WARPS / 2);
  static_assert(W % 64 == 0 && COLUMNS % 16 == 0, "tiles of the products");
};

// Element of a row in shared memory: eights of 128 bytes are exchanged, so that those of eight rows
// lie in different banks.
template <int W> __device__ __forceinline__ int at(int row, int column) {
  return row * W + ((column / 8 ^ row % 8) * 8 | column % 8);
}

__device__ __forceinline__ uint32_t pack(float a, float b) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(a, b);
  return *reinterpret_cast<const uint32_t*>(&both);
}

// Over the four lanes that have a row.
__device__ __forceinline__ float row_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, 1));
  return fmaxf(x, __shfl_xor_sync(ALL_LANES, x, 2));
}
__device__ __forceinline__ float row_sum(float x) {
  x += __shfl_xor_sync(ALL_LANES, x, 1);
  return x + __shfl_xor_sync(ALL_LANES, x, 2);
}

// Positions of a range of those that a call takes of a span's: whole units.
__device__ __forceinline__ i64 range_of(const LatentTileParams& p, int span) {
  const i64 end = p.positions[p.spans[span].row + p.spans[span].len - 1] + (i64)1;
  const i64 taken = max((i64)1, min(end, p.part.to) - p.part.from);
  return (taken + p.ranges * UNIT - 1) / (p.ranges * UNIT) * UNIT;
}

// The carry of a row and head from part to part: R sums, and behind them the sum of weights and the
// maximum, once for each piece of the merge, since its blocks have no order.
template <int R> struct Carry {
  float* sums;
  __device__ Carry(const LatentTileParams& p, i64 row, i64 head) : sums(p.part.of(row, head)) {}
  __device__ __forceinline__ float& sum(int piece) const { return sums[R + 2 * piece]; }
  __device__ __forceinline__ float& max(int piece) const { return sums[R + 2 * piece + 1]; }
};

// Row r of a tile is of query r / heads and head r % heads, behind the first of each.
struct Rows {
  i64 row, head0;
  unsigned position;
  int heads, queries;
  __device__ bool there(int r) const { return r / heads < queries; }
};

template <class S> struct Block {
  const LatentTileParams& p;
  Rows rows;
  const uint32_t* blocks;
  unsigned from, to;
  bf16 *q, *ring, *weights;
  float* tops;
  // Lanes that bring a position's latent, and positions that go at once. The blocks of the next
  // unit's positions are asked for a unit before they are needed, so that no copy waits for them.
  static constexpr int LANES = 8, AT_ONCE = THREADS / LANES, TURNS = UNIT / AT_ONCE;
  unsigned next[TURNS];

  __device__ __forceinline__ unsigned position(int unit, int turn) const {
    return from + unit * UNIT + turn * AT_ONCE + threadIdx.x / LANES;
  }
  __device__ __forceinline__ void ask(int unit) {
#pragma unroll
    for (int i = 0; i < TURNS; i++) {
      const unsigned at = position(unit, i);
      next[i] = at < to ? blocks[at / (unsigned)p.block_tokens] : 0;
    }
  }
  // Latents of a unit, with zeros where the range has none.
  __device__ __forceinline__ void bring(int unit, int units) {
    if (unit < units) {
      bf16* const to_unit = ring + unit % S::RING * UNIT * S::W;
      constexpr int EIGHTS = S::W / 8;
#pragma unroll
      for (int i = 0; i < TURNS; i++) {
        const int r = i * AT_ONCE + threadIdx.x / LANES;
        const unsigned tokens = (unsigned)p.block_tokens, mine = position(unit, i);
        const bool there = mine < to;
        const i64 row = there ? next[i] * (i64)tokens + mine % tokens : 0;
        const bf16* const latent = p.cache + row * S::W;
#pragma unroll
        for (int c = threadIdx.x % LANES; c < EIGHTS; c += LANES)
          cp_async16_l2_256(to_unit + at<S::W>(r, c * 8), latent + c * 8, there);
      }
      ask(unit + 1);
    }
    cp_async_commit();
  }

  __device__ __forceinline__ void bring_queries() const {
    constexpr int EIGHTS = S::W / 8;
#pragma unroll 4
    for (int i = threadIdx.x; i < S::ROWS * EIGHTS; i += THREADS) {
      const int r = i / EIGHTS, c = i % EIGHTS * 8;
      const bool there = rows.there(r);
      const bf16* const x = p.q + (rows.row + r / rows.heads) * p.q_row +
                            (rows.head0 + r % rows.heads) * p.q_head + c;
      *(uint4*)(q + at<S::W>(r, c)) = there ? *(const uint4*)x : uint4{0, 0, 0, 0};
    }
  }

  // Scores of this warp's tiles and 16 positions, in base 2; minus infinity behind what is `seen`.
  __device__ __forceinline__ void score(float (&scores)[S::MINE][2][4], int unit,
                                        const unsigned (&seen)[S::MINE][2]) const {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const int first = warp / 4 * S::MINE, column = warp % 4 * 16;
    const bf16* const k = ring + unit % S::RING * UNIT * S::W;
    // Two sums of every second product, so that one need not wait for the other.
    float others[S::MINE][2][4];
#pragma unroll
    for (int m = 0; m < S::MINE; m++)
#pragma unroll
      for (int i = 0; i < 8; i++) scores[m][i / 4][i % 4] = others[m][i / 4][i % 4] = 0.0f;
#pragma unroll 2
    for (int c = 0; c < S::W; c += 32)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        const int at_c = c + 16 * half;
        uint32_t b[4];
        ldmatrix_x4(b, k + at<S::W>(column + lane / 16 * 8 + lane % 8, at_c + lane / 8 % 2 * 8));
#pragma unroll
        for (int m = 0; m < S::MINE; m++) {
          auto& to = half == 0 ? scores[m] : others[m];
          uint32_t a[4];
          ldmatrix_x4(a, q + at<S::W>((first + m) * 16 + lane % 16, at_c + lane / 16 * 8));
          mma_m16n8k16(to[0], a, b[0], b[1]);
          mma_m16n8k16(to[1], a, b[2], b[3]);
        }
      }
    const unsigned position = from + unit * UNIT + column + lane % 4 * 2;
#pragma unroll
    for (int m = 0; m < S::MINE; m++)
#pragma unroll
      for (int i = 0; i < 8; i++) {
        const unsigned mine = position + i / 4 * 8 + i % 2;
        float& x = scores[m][i / 4][i % 4];
        x += others[m][i / 4][i % 4];
        x = mine < seen[m][i % 4 / 2] ? __fmul_rn(x, p.scale) : minus_infinity();
      }
  }

  // Weights times values of a unit.
  __device__ __forceinline__ void weigh(float (&o)[S::TILES][S::COLUMNS / 8][4], int unit) const {
    const int lane = threadIdx.x % WARP, column = threadIdx.x / WARP * S::COLUMNS;
    const bf16* const v = ring + unit % S::RING * UNIT * S::W;
#pragma unroll
    for (int k = 0; k < UNIT; k += 16) {
      uint32_t a[S::TILES][4];
#pragma unroll
      for (int m = 0; m < S::TILES; m++)
        ldmatrix_x4(a[m], weights + at<UNIT>(m * 16 + lane % 16, k + lane / 16 * 8));
#pragma unroll
      for (int n = 0; n < S::COLUMNS / 16; n++) {
        uint32_t b[4];
        ldmatrix_x4_trans(b, v + at<S::W>(k + lane % 16, column + n * 16 + lane / 16 * 8));
#pragma unroll
        for (int m = 0; m < S::TILES; m++) {
          mma_m16n8k16(o[m][2 * n], a[m], b[0], b[1]);
          mma_m16n8k16(o[m][2 * n + 1], a[m], b[2], b[3]);
        }
      }
    }
  }
};

// Maxima after a unit's largest scores: `keep` is for what there is.
__device__ __forceinline__ void raise(float& max, const float* tops, float& keep) {
  const float4 top = *(const float4*)tops;
  const float now = fmaxf(fmaxf(fmaxf(top.x, top.y), fmaxf(top.z, top.w)), max);
  keep = max == minus_infinity() ? 0.0f : exp2f(max - now);
  max = now;
}

// Grid: rows of the step, tiles of 16 TILES heads, ranges.
// Long: one loop over units, whose fragments live in registers from stage to stage.
template <class S> __device__ void attend(const LatentTileParams& p) {
  extern __shared__ __align__(16) bf16 shared[];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, span = p.row_span[blockIdx.x];
  if (span < 0) return;
  const i64 t = blockIdx.x, head0 = blockIdx.y * (i64)S::ROWS, before = t - p.spans[span].row;
  const int heads = (int)min((i64)S::ROWS, p.heads - head0),
            each = S::ROWS / (int)min((i64)S::ROWS, p.heads);
  if (before % each != 0) return;
  const int queries = (int)min((i64)each, p.spans[span].len - before);
  const Rows rows = {t, head0, p.positions[t], heads, queries};
  const i64 length = range_of(p, span), first = p.part.from + blockIdx.z * length;
  const i64 last = min(min(first + length, p.part.to), (i64)rows.position + queries);
  if (first >= last) return;
  bf16* const ring = shared + S::ROWS * S::W;
  bf16* const weights = ring + S::RING * UNIT * S::W;
  float* const tops = (float*)(weights + S::ROWS * UNIT);
  Block<S> block = {p,      rows, p.blocks + p.block_base[span], (unsigned)first, (unsigned)last,
                    shared, ring, weights,                       tops,            {}};
  block.ask(0);
  const int units = (int)((last - first + UNIT - 1) / UNIT);
#pragma unroll 1
  for (int unit = 0; unit < S::RING - 1; unit++) block.bring(unit, units);
  block.bring_queries();
  // A lane has rows lane / 4 and lane / 4 + 8 of each tile of 16.
  float max[S::TILES][2], sum[S::MINE][2], o[S::TILES][S::COLUMNS / 8][4];
#pragma unroll
  for (int m = 0; m < S::TILES; m++) {
    max[m][0] = max[m][1] = minus_infinity();
#pragma unroll
    for (int i = 0; i < S::COLUMNS / 2; i++) o[m][i / 4][i % 4] = 0.0f;
  }
#pragma unroll
  for (int m = 0; m < S::MINE; m++) sum[m][0] = sum[m][1] = 0.0f;
  // One range goes on from what rows carry; several meet it in the merge.
  if (p.ranges == 1 && p.part.from > 0)
#pragma unroll
    for (int i = 0; i < 2 * S::TILES; i++) {
      const int m = i / 2, r = i % 2, row = m * 16 + lane / 4 + r * 8;
      if (!rows.there(row) || rows.position + row / heads < p.part.from) continue;
      const Carry<S::R> carry(p, rows.row + row / heads, head0 + row % heads);
      max[m][r] = carry.max(0);
      if (m / S::MINE == warp / 4 && warp % 4 == 0 && lane % 4 == 0)
        sum[m % S::MINE][r] = carry.sum(0);
#pragma unroll
      for (int n = 0; n < S::COLUMNS / 4; n++)
        o[m][n / 2][2 * r + n % 2] =
            carry.sums[warp * S::COLUMNS + n / 2 * 8 + lane % 4 * 2 + n % 2];
    }
  const int first_tile = warp / 4 * S::MINE;
  unsigned seen[S::MINE][2];
#pragma unroll
  for (int i = 0; i < 2 * S::MINE; i++) {
    const int r = (first_tile + i / 2) * 16 + lane / 4 + i % 2 * 8;
    seen[i / 2][i % 2] = rows.there(r) ? min(block.to, rows.position + r / heads + 1) : 0;
  }
#pragma unroll 1
  for (int unit = 0; unit < units; unit++) {
    cp_async_wait<S::RING - 2>();
    __syncthreads();
    block.bring(unit + S::RING - 1, units);
    float scores[S::MINE][2][4];
    block.score(scores, unit, seen);
#pragma unroll
    for (int m = 0; m < S::MINE; m++)
#pragma unroll
      for (int r = 0; r < 2; r++) {
        const float top = row_max(fmaxf(fmaxf(scores[m][0][2 * r], scores[m][0][2 * r + 1]),
                                        fmaxf(scores[m][1][2 * r], scores[m][1][2 * r + 1])));
        if (lane % 4 == 0)
          tops[((first_tile + m) * 16 + lane / 4 + 8 * r) * 4 + warp % 4] = top;
      }
    __syncthreads();
#pragma unroll
    for (int m = 0; m < S::TILES; m++)
#pragma unroll
      for (int r = 0; r < 2; r++) {
        float keep;
        raise(max[m][r], tops + (m * 16 + lane / 4 + 8 * r) * 4, keep);
#pragma unroll
        for (int i = 0; i < S::COLUMNS / 4; i++) {
          float& x = o[m][i / 2][2 * r + i % 2];
          x = __fmul_rn(x, keep);
        }
        // This warp's part of the weights, and of their sums as they are rounded.
        if (m / S::MINE == warp / 4) {
          const int mine = m % S::MINE;
          const float shift = max[m][r] == minus_infinity() ? 0.0f : max[m][r];
          sum[mine][r] = __fmul_rn(sum[mine][r], keep);
#pragma unroll
          for (int n = 0; n < 2; n++) {
            const uint32_t both = pack(exp2f(scores[mine][n][2 * r] - shift),
                                       exp2f(scores[mine][n][2 * r + 1] - shift));
            *(uint32_t*)(weights + at<UNIT>(m * 16 + lane / 4 + 8 * r,
                                            warp % 4 * 16 + n * 8 + lane % 4 * 2)) = both;
            sum[mine][r] += __uint_as_float(both << 16) + __uint_as_float(both & 0xffff0000);
          }
        }
      }
    __syncthreads();
    block.weigh(o, unit);
  }
  cp_async_wait<0>();
  __syncthreads();
#pragma unroll
  for (int m = 0; m < S::MINE; m++)
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const float mine = row_sum(sum[m][r]);
      if (lane % 4 == 0) tops[((first_tile + m) * 16 + lane / 4 + 8 * r) * 4 + warp % 4] = mine;
    }
  __syncthreads();
#pragma unroll
  for (int m = 0; m < S::TILES; m++)
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const int row = m * 16 + lane / 4 + 8 * r, column = warp * S::COLUMNS + lane % 4 * 2;
      if (!rows.there(row)) continue;
      const float4 parts = *(const float4*)(tops + row * 4);
      const float all = (parts.x + parts.y) + (parts.z + parts.w);
      const i64 query = rows.row + row / heads, head = head0 + row % heads;
      const i64 position = rows.position + row / heads;
      if (p.ranges == 1 && position >= p.part.to) {
        const Carry<S::R> carry(p, query, head);
#pragma unroll
        for (int n = 0; n < S::COLUMNS / 4; n++)
          carry.sums[column + n / 2 * 8 + n % 2] = o[m][n / 2][2 * r + n % 2];
        if (warp == 0 && lane % 4 == 0)
          for (int piece = 0; piece < S::R / (2 * PAIRS); piece++)
            carry.sum(piece) = all, carry.max(piece) = max[m][r];
        continue;
      }
      if (p.ranges == 1) {
        if (position < p.part.from) continue;
        bf16* const out = p.out + query * p.out_row + head * p.out_head + column;
#pragma unroll
        for (int n = 0; n < S::COLUMNS / 8; n++)
          *(uint32_t*)(out + n * 8) = pack(o[m][n][2 * r] / all, o[m][n][2 * r + 1] / all);
        continue;
      }
      const i64 index = (query * p.heads + head) * p.ranges + blockIdx.z;
      float* const sums = p.partial + index * S::R + column;
      float2* const factors = (float2*)(p.partial + p.rows * p.heads * p.ranges * S::R);
      if (warp == 0 && lane % 4 == 0) factors[index] = {max[m][r], all};
#pragma unroll
      for (int n = 0; n < S::COLUMNS / 8; n++)
        *(float2*)(sums + n * 8) = {o[m][n][2 * r], o[m][n][2 * r + 1]};
    }
}

// The parts of a row's ranges, in PARTS sums of every PARTS-th range, added in their order. Grid:
// rows, heads, pieces of PAIRS pairs of columns.
template <int R> __device__ void merge(const LatentTileParams& p) {
  __shared__ float2 sums[PARTS][PAIRS];
  __shared__ float scales[RANGES_MAX], warps[2][MERGERS / WARP];
  const i64 t = blockIdx.x, head = blockIdx.y;
  const int span = p.row_span[t], lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  if (span < 0) return;
  const i64 length = range_of(p, span), position = p.positions[t],
            taken = min(position + 1, p.part.to) - p.part.from;
  if (taken <= 0) return;
  const int count = (int)((taken - 1) / length) + 1;
  const i64 index = (t * p.heads + head) * p.ranges;
  const float2* const factors =
      (const float2*)(p.partial + p.rows * p.heads * p.ranges * R) + index;
  const Carry<R> carry(p, t, head);
  const bool begun = p.part.from > 0;
  const float before = begun ? carry.max(blockIdx.z) : minus_infinity();
  float max = before, all = 0.0f;
  for (int i = threadIdx.x; i < count; i += MERGERS) max = fmaxf(max, factors[i].x);
  max = warp_max(max);
  if (lane == 0) warps[0][warp] = max;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < MERGERS / WARP; i++) max = fmaxf(max, warps[0][i]);
  for (int i = threadIdx.x; i < count; i += MERGERS) {
    const float2 factor = factors[i];
    const float scale = factor.x == minus_infinity() ? 0.0f : exp2f(factor.x - max);
    scales[i] = scale;
    all = __fmaf_rn(factor.y, scale, all);
  }
  const float kept = begun ? exp2f(before - max) : 0.0f;
  if (begun && threadIdx.x == 0) all = __fmaf_rn(carry.sum(blockIdx.z), kept, all);
  all = warp_sum(all);
  if (lane == 0) warps[1][warp] = all;
  __syncthreads();
  const int part = threadIdx.x / PAIRS, mine = threadIdx.x % PAIRS;
  const int column = (blockIdx.z * PAIRS + mine) * 2;
  const float* const parts = p.partial + index * R + column;
  float a = 0.0f, b = 0.0f;
  if (begun && part == 0)
    a = __fmul_rn(carry.sums[column], kept), b = __fmul_rn(carry.sums[column + 1], kept);
#pragma unroll 8
  for (int i = part; i < count; i += PARTS) {
    const float2 of_range = *(const float2*)(parts + (i64)i * R);
    a = __fmaf_rn(of_range.x, scales[i], a), b = __fmaf_rn(of_range.y, scales[i], b);
  }
  sums[part][mine] = {a, b};
  __syncthreads();
  if (part > 0) return;
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < MERGERS / WARP; i++) sum += warps[1][i];
#pragma unroll
  for (int i = 1; i < PARTS; i++) a += sums[i][mine].x, b += sums[i][mine].y;
  if (position >= p.part.to) {
    carry.sums[column] = a, carry.sums[column + 1] = b;
    if (mine == 0) carry.sum(blockIdx.z) = sum, carry.max(blockIdx.z) = max;
    return;
  }
  *(uint32_t*)(p.out + t * p.out_row + head * p.out_head + column) = pack(a / sum, b / sum);
}

#define LATENT(W, R, TILES, RING, BLOCKS)                       \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) \
      latent_mma_##W##_##TILES(const LatentTileParams p) {      \
    begin();                                                    \
    attend<Shape<W, R, TILES, RING>>(p);                        \
  }
LATENT(576, 512, 4, 2, 1)
LATENT(576, 512, 2, 2, 1)
LATENT(320, 256, 4, 3, 1)
LATENT(320, 256, 2, 2, 2)

#define MERGE(R)                                        \
  extern "C" __global__ void __launch_bounds__(MERGERS) \
      latent_mma_merge_##R(const LatentTileParams p) {  \
    begin();                                            \
    merge<R>(p);                                        \
  }
MERGE(512)
MERGE(256)
