// Attention of longer spans: four tiles of 16 rows a block against all units that they see. The
// copies of keys and values into shared memory are a parameter (`U`).
#pragma once

#include "attention/split_kv_tile.cuh"

namespace atlas {

// Longer spans. Grid: blocks of WARPS tiles, KV heads times chunks of 16 query heads.
// A warp has a tile. Rows go on from what they carry.
// Long: one loop over positions, whose fragments live in registers from stage to stage.
template <class U, bool EXACT, class Source>
__device__ void attend_spans(const TileParams& p, const Source& source) {
  // Tiles of a block.
  constexpr int W = U::W, WARPS = U::WARPS;
  extern __shared__ __align__(16) bf16 shared[];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const int chunks = (int)((p.group + TILE_ROWS - 1) / TILE_ROWS);
  const i64 kv_head = blockIdx.y / chunks;
  const Heads h(p, blockIdx.y % chunks, TILE_ROWS);
  const i64 head0 = kv_head * p.group + h.first;
  Queries all;
  if (!find(p, h.each * WARPS, blockIdx.x, all)) return;
  Queries queries = all;
  queries.row += warp * h.each, queries.position += warp * h.each;
  queries.count = max(0, min(h.each, all.count - warp * h.each));
  const i64 from = first_taken(p, all.position), to = min(all.position + all.count, p.part.to);
  if (from >= to) return;
  const i64 begin = from / UNIT, end = (to + UNIT - 1) / UNIT;
  U units(p, source, kv_head, all.blocks, from, to, shared);
  bf16* const q = units.ring + U::ELEMENTS + warp * TILE_ROWS * (W + 8);
  float* const total =
      (float*)(units.ring + U::ELEMENTS + WARPS * TILE_ROWS * (W + 8)) + warp * TILE_ROWS * W;
  for_queries<W>(p, queries, h, head0, lane, WARP,
                 [&](int at, const bf16* from, bool there) { cp_async16(q + at, from, there); });
  unsigned seen[2][2];
  lane_rows(p, queries, h, seen);
  // Positions that the tile takes, and that each of its rows does; units outside of them change
  // nothing.
  const i64 tile_end = queries.count ? queries.position + queries.count : 0,
            tile_from = first_taken(p, queries.position), tile_to = min(tile_end, p.part.to),
            whole_from = first_seen(p, tile_end - 1), whole_to = end_taken(p, queries.position);
  Part<W> sums;
  sums.clear();
  float total_max[2] = {minus_infinity(), minus_infinity()}, total_sum[2] = {0.0f, 0.0f};
  if constexpr (EXACT)
    for (int i = 0; i < W / 2; i++) total[i * WARP + lane] = 0.0f;
  if (p.part.carry)
    each_row(queries, h, [&](int r, int query, int head) {
      if (!begun(p, queries.position + query)) return;
      const Carry<W> carry(p, queries.row + query, head0 + head);
      (EXACT ? total_max[r] : sums.max[r]) = carry.max(0);
      (EXACT ? total_sum[r] : sums.sum[2 * r]) = carry.sum(0);
      if constexpr (!EXACT) sums.sum[2 * r + 1] = sums.sum[2 * r];
#pragma unroll
      for (int n = 0; n < W / 8; n++)
#pragma unroll
        for (int i = 0; i < 2; i++)
          (EXACT ? total[(n * 4 + 2 * r + i) * WARP + lane] : sums.o[n][2 * r + i]) =
              carry.sums[n * 8 + lane % 4 * 2 + i];
    });
  units.bring(0);
  for (i64 unit = begin; unit < end; unit++) {
    const i64 position = unit * UNIT;
    const unsigned part = 2 * (unsigned)(unit - begin);
    const bool sees = position < tile_to && position + UNIT > tile_from;
    const bool whole = position + UNIT <= whole_to && position >= whole_from;
    cp_async_wait<0>();
    __syncthreads();
    units.bring(part + 1);
    units.ready(part);
    const bf16* const keys = units.at(part);
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
        ldmatrix_x4(a, q + lane % 16 * (W + 8) + k * 16 + lane / 16 * 8);
#pragma unroll
        for (int n = 0; n < UNIT / 16; n++) {
          uint32_t b[4];
          ldmatrix_x4(
              b, keys + U::offset(n * 16 + lane / 16 * 8 + lane % 8, k * 16 + lane / 8 % 2 * 8));
          mma_m16n8k16(scores[2 * n], a, b[0], b[1]);
          mma_m16n8k16(scores[2 * n + 1], a, b[2], b[3]);
        }
      }
#pragma unroll
      for (int n = 0; n < UNIT / 8; n++) {
        mask(scores[n], p.scale, whole, (unsigned)position + n * 8, seen);
#pragma unroll
        for (int r = 0; r < 2; r++)
          top[r] = fmaxf(top[r], fmaxf(scores[n][2 * r], scores[n][2 * r + 1]));
      }
      top[0] = row_max(top[0]), top[1] = row_max(top[1]);
      raise(sums, top, shift);
#pragma unroll
      for (int n = 0; n < UNIT / 8; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) scores[n][i] = exp2f(scores[n][i] - shift[i / 2]);
    }
    cp_async_wait<0>();
    __syncthreads();
    units.bring(part + 2);
    units.ready(part + 1);
    if (sees) {
#pragma unroll
      for (int k = 0; k < UNIT / 16; k++) {
        const uint32_t w[4] = {pack(scores[2 * k][0], scores[2 * k][1]),
                               pack(scores[2 * k][2], scores[2 * k][3]),
                               pack(scores[2 * k + 1][0], scores[2 * k + 1][1]),
                               pack(scores[2 * k + 1][2], scores[2 * k + 1][3])};
        weigh<U>(sums, w, units.at(part + 1), k * 16, 0);
      }
    }
    // The total lies in shared memory; a lane reads and writes its own alone.
    if constexpr (EXACT)
      if (split_of(unit * UNIT) != split_of((unit + 1) * UNIT) || unit + 1 == end)
        settle(sums, total_max, total_sum,
               [&](int n, int i) -> float& { return total[(n * 4 + i) * WARP + lane]; });
  }
  cp_async_wait<0>();
  each_row(queries, h, [&](int r, int query, int head) {
    const i64 position = queries.position + query;
    if (first_taken(p, position) >= end_taken(p, position)) return;
    bf16* at = p.out + (queries.row + query) * p.out_row + (head0 + head) * p.out_head;
    const float sum = EXACT ? total_sum[r] : sums.sum[2 * r];
    const auto column = [&](int n, int i) {
      return EXACT ? total[(n * 4 + 2 * r + i) * WARP + lane] : sums.o[n][2 * r + i];
    };
    if (goes_on(p, position)) {
      const Carry<W> carry(p, queries.row + query, head0 + head);
#pragma unroll
      for (int n = 0; n < W / 8; n++)
#pragma unroll
        for (int i = 0; i < 2; i++) carry.sums[n * 8 + lane % 4 * 2 + i] = column(n, i);
      if (lane % 4 == 0)
        for (int of = 0; of < W; of += CARRIED)
          carry.sum(of) = sum, carry.max(of) = EXACT ? total_max[r] : sums.max[r];
      return;
    }
#pragma unroll
    for (int n = 0; n < W / 8; n++)
      *(uint32_t*)(at + n * 8 + lane % 4 * 2) =
          pack(__fmul_rn(column(n, 0) / sum, p.value_scale),
               __fmul_rn(column(n, 1) / sum, p.value_scale));
  });
}

} // namespace atlas
