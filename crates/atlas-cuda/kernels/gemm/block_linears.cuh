// Linears of weights in blocks, for one row and for few rows; products of experts, whose rows are
// pairs of a token and an expert.
#pragma once

#include "gemm/block_row.cuh"
#include "moe/grouped_gemm.cuh"

namespace atlas {

constexpr int WARPS = 8;

// A linear of a launch, whose first tile of outputs is `tile`.
struct QuantisedPart {
  QuantisedWeight weight; const float* bias; void* out;
  i64 out_row, n, tile, is_f32;
};
// Pairs in the place of rows, and a part whose weight has the experts' rows one after the other:
// `ids` of pairs as they are, or pairs sorted by expert (as in `GroupedParams`). A pair's row of x
// is that of its token, of `ranks` pairs, or, where that is 0, the pair's own. Results of sorted
// pairs go to their rank in `order` where `by_pair` says so. `gated`: a row of results is
// silu(gate) * up, and an expert has its gates' rows before the ups'.
struct BlockExperts {
  const uint32_t* ids; const int* order; const int* offset; const int* tile;
  i64 experts, ranks, by_pair, gated;
};
struct BlockLinearsParams {
  const bf16* x;
  i64 x_row, rows, k, count;
  QuantisedPart parts[4];
  BlockExperts of;
};

// Units of a warp under way: as many as leave a multiprocessor room for two or three blocks.
template <BlockFormat F, int RT>
constexpr int DEPTH = Slot<F, RT>::BYTES * WARPS * 3 <= 76 << 10 ? 3 : 2;

__device__ __forceinline__ const QuantisedPart& part_of(const BlockLinearsParams& p) {
  int part = 0;
  while (part + 1 < p.count && p.parts[part + 1].tile <= blockIdx.y) part++;
  return p.parts[part];
}
// Outputs of a tile of 16 rows of a weight.
__device__ __forceinline__ int tile_outputs(const BlockLinearsParams& p) {
  return p.of.gated ? TILE_OUTPUTS / 2 : TILE_OUTPUTS;
}

template <int ROWS> struct BlockRows {
  static constexpr int BM = ROWS;
};
// A block's own: its rows of results, its rows of the weight, and its shared memory.
template <int RT> struct BlockAhead {
  CopiedRows<RT> rows;
  uint8_t* shared;
  i64 n0;
  int first, last;
};
// Weights are asked for before the launch begins, unless it has to be known first whose they are.
template <BlockFormat F, int ROWS, int RT>
__device__ __forceinline__ BlockAhead<RT> ahead_units(const BlockLinearsParams& p) {
  extern __shared__ __align__(128) uint8_t shared[];
  const QuantisedPart& part = part_of(p);
  BlockAhead<RT> ahead;
  ahead.shared = shared;
  ahead.n0 = (blockIdx.y - part.tile) * (RT * tile_outputs(p));
  ahead.first = blockIdx.x * ROWS, ahead.last = (int)p.rows;
  int expert = 0;
  if (p.of.experts) {
    begin();
    GroupedParams tables = {};
    tables.offset = p.of.offset, tables.tile = p.of.tile, tables.experts = p.of.experts;
    if (!find_tile<BlockRows<ROWS>>(tables, blockIdx.x, expert, ahead.first, ahead.last)) {
      ahead.first = ahead.last = 0;
      return ahead;
    }
  }
  const i64 base = expert * part.n * (p.of.gated ? 2 : 1);
  ahead.rows = copied_rows<RT>(part.weight, base, ahead.n0, part.n, p.of.gated);
  const int warp = threadIdx.x / WARP, units = ((int)p.k + UNIT - 1) / UNIT;
  const UnitRing<F, RT, DEPTH<F, RT>> ring = {shared + warp * DEPTH<F, RT> * Slot<F, RT>::BYTES};
  ring.begin(ahead.rows, part.weight, warp, WARPS, units);
  return ahead;
}

// The row of x of a row of results.
__device__ __forceinline__ const bf16* x_of(const BlockLinearsParams& p, i64 at) {
  if (p.of.experts && p.of.ranks) at = (p.of.order ? p.of.order[at] : at) / p.of.ranks;
  return p.x + at * p.x_row;
}
__device__ __forceinline__ void put_output(const BlockLinearsParams& p, const QuantisedPart& part,
                                           i64 at, i64 n, float value) {
  const float all = value + (part.bias ? part.bias[n] : 0.0f);
  const i64 row = p.of.by_pair && p.of.order ? p.of.order[at] : at;
  if (part.is_f32)
    ((float*)part.out)[row * part.out_row + n] = all;
  else
    ((bf16*)part.out)[row * part.out_row + n] = from_f32<bf16>(all);
}
__device__ __forceinline__ bool rows_aligned(const BlockLinearsParams& p) {
  return ((uintptr_t)p.x | (uintptr_t)(p.x_row * 2)) % 16 == 0;
}

// Tiles of one row of results, or of pairs: a block goes through some of them, and a tile's units
// are divided among as many warps as it has units, up to all.
struct OneRowTiles {
  int units, warps, each, tiles;
  __device__ __forceinline__ explicit OneRowTiles(const BlockLinearsParams& p) {
    units = ((int)p.k + UNIT - 1) / UNIT;
    warps = units > 4 ? 8 : units > 2 ? 4 : units > 1 ? 2 : 1;
    each = 0;
    for (int i = 0; i < (int)p.count; i++)
      each += ((int)p.parts[i].n + tile_outputs(p) - 1) / tile_outputs(p);
    tiles = p.of.experts ? each * (int)p.rows : each;
  }
  // The tile of this warp in turn `turn` of the block.
  __device__ __forceinline__ int of(int turn) const {
    return (turn * (int)gridDim.x + (int)blockIdx.x) * (WARPS / warps) +
           (int)threadIdx.x / WARP / warps;
  }
  __device__ __forceinline__ int turns() const {
    const int all = (int)gridDim.x * (WARPS / warps);
    return (tiles + all - 1) / all;
  }
};
// Where a tile lies: its part, its pair, its first output.
struct OneRowTile {
  int part, pair, n0;
  __device__ __forceinline__ OneRowTile(const BlockLinearsParams& p, const OneRowTiles& all,
                                        int tile) {
    pair = p.of.experts ? tile / all.each : 0;
    tile -= pair * all.each;
    part = 0;
    while (part + 1 < (int)p.count && (int)p.parts[part + 1].tile <= tile) part++;
    n0 = (tile - (int)p.parts[part].tile) * tile_outputs(p);
  }
};

// The row of a weight that row `i` of a tile has; the last one stands for those that are not there.
__device__ __forceinline__ i64 weight_row(const BlockLinearsParams& p, const QuantisedPart& part,
                                          const OneRowTile& tile, int i) {
  const i64 expert = p.of.experts ? (i64)p.of.ids[tile.pair] : 0;
  const i64 base = expert * part.n * (p.of.gated ? 2 : 1);
  const int at = tile.n0 + (p.of.gated ? i % 8 : i);
  return base + min((i64)at, part.n - 1) + (p.of.gated ? part.n * (i / 8) : 0);
}

// Rows of 16 outputs in shared memory, a unit for each warp of a tile: an odd number of 16 bytes
// apart, so that eight of them lie in different banks.
template <BlockFormat F> struct RowStage {
  static constexpr int DEPTH = 3;
  // For tiles of so many warps.
  __device__ __forceinline__ static int stride(int warps) {
    return (warps * Block<F>::BYTES + 15) / 32 * 32 + 16;
  }
};
struct RowBarriers {
  Mbarrier full[WARPS][3], empty[WARPS][3];
};

// The rows of a tile that the first warp of its warps asks for, a stage after the other.
template <BlockFormat F> struct RowsAhead {
  const uint8_t* row;
  int turn, at, count;

  __device__ __forceinline__ void find(const BlockLinearsParams& p, const OneRowTiles& all) {
    const int tile = all.of(turn);
    row = nullptr;
    if (tile >= all.tiles) return;
    const OneRowTile of(p, all, tile);
    const QuantisedPart& part = p.parts[of.part];
    const int lane = threadIdx.x % TILE_OUTPUTS;
    row = part.weight.codes + weight_row(p, part, of, lane) * part.weight.row_bytes;
    at = 0, count = (int)part.weight.row_bytes;
  }
  // Asks for a stage by 16 lanes, and goes on to the next.
  __device__ __forceinline__ void fetch(const BlockLinearsParams& p, const OneRowTiles& all,
                                        uint8_t* stage, Mbarrier* full) {
    if (!row) return;
    const int lane = threadIdx.x % WARP;
    const int bytes = min(all.warps * Block<F>::BYTES, count - at);
    if (lane == 0) mbarrier_arrive_expect_tx(full, TILE_OUTPUTS * bytes);
    __syncwarp();
    if (lane < TILE_OUTPUTS)
      bulk_load(stage + lane * RowStage<F>::stride(all.warps), row + at, bytes, full);
    at += bytes;
    if (at >= count) turn++, find(p, all);
  }
};
template <BlockFormat F> struct OneRowStart {
  RowsAhead<F> ahead;
  uint8_t* stages;
  IntegerUnit* x;
};
// Barriers of the tiles that are under way at once, and the first stages.
template <BlockFormat F>
__device__ __forceinline__ OneRowStart<F> ahead_row(const BlockLinearsParams& p) {
  extern __shared__ __align__(128) uint8_t shared[];
  constexpr int DEPTH = RowStage<F>::DEPTH;
  const OneRowTiles all(p);
  const int group = threadIdx.x / WARP / all.warps;
  RowBarriers& barriers = *(RowBarriers*)shared;
  if (threadIdx.x == 0) {
    for (int i = 0; i < WARPS / all.warps; i++)
      for (int d = 0; d < DEPTH; d++) {
        mbarrier_init(&barriers.full[i][d], 1);
        mbarrier_init(&barriers.empty[i][d], all.warps);
      }
    mbarrier_init_fence();
  }
  __syncthreads();
  if (p.of.experts) begin();
  OneRowStart<F> start;
  uint8_t* const stages = shared + sizeof(RowBarriers);
  const int each = TILE_OUTPUTS * RowStage<F>::stride(all.warps);
  start.stages = stages + group * DEPTH * each;
  // Tiles that are under way at once may be of different pairs.
  start.x = (IntegerUnit*)(stages + WARPS / all.warps * DEPTH * each) + group * all.units;
  start.ahead.turn = 0;
  start.ahead.row = nullptr;
  if (threadIdx.x / WARP % all.warps == 0) {
    start.ahead.find(p, all);
#pragma unroll
    for (int d = 0; d < DEPTH - 1; d++)
      start.ahead.fetch(p, all, start.stages + d * each, &barriers.full[group][d]);
  }
  return start;
}

// A warp between two tiles: what its tile's first warp asks for next, the x whose integers it has
// made, and the stages that it has used.
template <BlockFormat F> struct OneRowState {
  RowsAhead<F> ahead;
  const bf16* made;
  int used;
};

// The scales and zeros of a lane's steps of a unit of integers in groups, out of those of its rows.
__device__ __forceinline__ GroupWords words_of(const uint32_t* const (&rows)[2], int unit, int k,
                                               int group) {
  GroupWords words;
#pragma unroll
  for (int c = 0; c < 2; c++) {
    const int step = (int)threadIdx.x % 4 * 2 + c;
    const int at = min(unit * UNIT + step * STEP, k - 1) / group;
#pragma unroll
    for (int r = 0; r < 2; r++) words.of[r][c] = rows[r][at];
  }
  return words;
}

// Adds this warp's units of a tile to its sums.
template <BlockFormat F>
__device__ __forceinline__ void add_tile(float (&sums)[2], OneRowState<F>& state,
                                         const OneRowStart<F>& start, const BlockLinearsParams& p,
                                         const OneRowTiles& all, const OneRowTile& tile) {
  extern __shared__ __align__(128) uint8_t shared[];
  constexpr int DEPTH = RowStage<F>::DEPTH;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, own = warp % all.warps;
  const int stride = RowStage<F>::stride(all.warps);
  Mbarrier* const full = ((RowBarriers*)shared)->full[warp / all.warps];
  Mbarrier* const empty = ((RowBarriers*)shared)->empty[warp / all.warps];
  const QuantisedPart& part = p.parts[tile.part];
  const bf16* const x = x_of(p, tile.pair);
  // Only this warp reads its units.
  if (x != state.made)
    for (int unit = own; unit < all.units; unit += all.warps)
      make_unit<F>(start.x[unit], x, unit, (int)p.k, rows_aligned(p));
  state.made = x;
  __syncwarp();
  const uint32_t* rows[2];
#pragma unroll
  for (int r = 0; r < 2; r++)
    rows[r] = (const uint32_t*)(part.weight.blocks + weight_row(p, part, tile, lane / 4 + 8 * r) *
                                                         part.weight.block_bytes);
  for (int first = 0; first < all.units; first += all.warps, state.used++) {
    const int slot = state.used % DEPTH, unit = first + own;
    // The stage before this one has room for that after the next, once all have read it.
    if (own == 0) {
      const int before = (state.used + DEPTH - 1) % DEPTH;
      if (state.ahead.row && state.used > 0)
        mbarrier_wait(&empty[before], (state.used - 1) / DEPTH % 2);
      __syncwarp();
      uint8_t* const room = start.stages + before * TILE_OUTPUTS * stride;
      state.ahead.fetch(p, all, room, &full[before]);
    }
    GroupWords words = {};
    if constexpr (IN_GROUPS<F>)
      if (unit < all.units)
        words = words_of(rows, unit, (int)p.k, (int)part.weight.scale_columns);
    mbarrier_wait(&full[slot], state.used / DEPTH % 2);
    if (unit < all.units) {
      const uint8_t* const stage =
          start.stages + slot * TILE_OUTPUTS * stride + own * Block<F>::BYTES;
      const uint8_t* const place[2] = {stage + lane / 4 * stride, stage + (lane / 4 + 8) * stride};
      // Behind a row's end there are no scales.
      const int steps = ((int)p.k - unit * UNIT + STEP - 1) / STEP;
      add_row_unit<F>(sums, place, steps, words, start.x[unit]);
    }
    __syncwarp();
    if (lane == 0) mbarrier_arrive(&empty[slot]);
  }
}

// One row, or a pair at a time. Grid: blocks that stay.
template <BlockFormat F>
__device__ __forceinline__ void one_row(const BlockLinearsParams& p, const OneRowStart<F>& start) {
  __shared__ float gathered[2][WARPS][TILE_OUTPUTS];
  const OneRowTiles all(p);
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, turns = all.turns();
  OneRowState<F> state = {start.ahead, nullptr, 0};
  for (int turn = 0; turn < turns; turn++) {
    const int index = all.of(turn);
    const bool there = index < all.tiles;
    const OneRowTile tile(p, all, there ? index : 0);
    float sums[2] = {};
    if (there) add_tile<F>(sums, state, start, p, all, tile);
    float(&results)[WARPS][TILE_OUTPUTS] = gathered[turn % 2];
#pragma unroll
    for (int r = 0; r < 2; r++) {
      sums[r] += __shfl_xor_sync(ALL_LANES, sums[r], 1);
      sums[r] += __shfl_xor_sync(ALL_LANES, sums[r], 2);
      if (lane % 4 == 0) results[warp][lane / 4 + 8 * r] = sums[r];
    }
    __syncthreads();
    // The first warp of a tile adds up; those of the next turn write elsewhere meanwhile.
    if (warp % all.warps || !there || lane >= tile_outputs(p)) continue;
    const QuantisedPart& part = p.parts[tile.part];
    if (tile.n0 + lane >= part.n) continue;
    const auto sum = [&](int o) {
      float whole = results[warp][o];
      for (int w = 1; w < all.warps; w++) whole += results[warp + w][o];
      return whole;
    };
    const float value = p.of.gated ? silu(sum(lane)) * sum(lane + 8) : sum(lane);
    put_output(p, part, tile.pair, tile.n0 + lane, value);
  }
}

// Sums of all warps: [warp][row of x][row of a weight], an odd number of 16 bytes apart.
template <int MT, int RT> struct BlockSums {
  static constexpr int WEIGHTS = RT * TILE_OUTPUTS, STRIDE = WEIGHTS + 4;
  static constexpr int ROWS = MT * TILE_ROWS_X;
  float of[WARPS][ROWS][STRIDE];

  __device__ __forceinline__ float sum(int row, int weight) const {
    float all = of[0][row][weight];
#pragma unroll
    for (int w = 1; w < WARPS; w++) all += of[w][row][weight];
    return all;
  }
};
// Shared memory of a block: rings, in whose place sums come.
template <BlockFormat F, int RT>
constexpr int SHARED = DEPTH<F, RT> * Slot<F, RT>::BYTES * WARPS;

// Up to 8 MT rows. Grid: rows or tiles of pairs in x, outputs of all parts in tiles of 16 RT in y:
// blocks beside each other read the same weights.
template <BlockFormat F, int MT, int RT>
__device__ __forceinline__ void few_rows(const BlockLinearsParams& p, const BlockAhead<RT>& ahead) {
  using Sums = BlockSums<MT, RT>;
  static_assert(sizeof(Sums) <= SHARED<F, RT>, "sums lie where the rings were");
  if (ahead.first >= ahead.last) return;
  const QuantisedPart& part = part_of(p);
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const int k = (int)p.k, units = (k + UNIT - 1) / UNIT;
  const bool aligned = rows_aligned(p);
  const bf16* x[MT];
#pragma unroll
  for (int m = 0; m < MT; m++)
    x[m] = x_of(p, min(ahead.first + m * TILE_ROWS_X + lane / 4, ahead.last - 1));
  const UnitRing<F, RT, DEPTH<F, RT>> ring = {ahead.shared +
                                              warp * DEPTH<F, RT> * Slot<F, RT>::BYTES};
  float sums[RT][MT][4] = {};
  ring.each(ahead.rows, part.weight, warp, WARPS, units, [&](const uint8_t* slot, int unit) {
    add_unit<F, MT, RT>(sums, slot, ahead.rows, unit, x, k, aligned);
  });
  __syncthreads();
  Sums& gathered = *(Sums*)ahead.shared;
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        gathered.of[warp][m * TILE_ROWS_X + lane % 4 * 2 + i % 2]
                   [t * TILE_OUTPUTS + i / 2 * 8 + lane / 4] = sums[t][m][i];
  __syncthreads();
  const int each = tile_outputs(p), outputs = RT * each;
  for (int i = threadIdx.x; i < Sums::ROWS * outputs; i += WARPS * WARP) {
    const int row = i / outputs, output = i % outputs;
    if (ahead.first + row >= ahead.last || ahead.n0 + output >= part.n) continue;
    const int weight = output / each * TILE_OUTPUTS + output % each;
    const float all = p.of.gated ? silu(gathered.sum(row, weight)) * gathered.sum(row, weight + 8)
                                 : gathered.sum(row, weight);
    put_output(p, part, ahead.first + row, ahead.n0 + output, all);
  }
}

#define BLOCK_LINEARS(f, F)                                                      \
  extern "C" __global__ void __launch_bounds__(WARPS* WARP, 3)                   \
      block_linears_##f##_1(const __grid_constant__ BlockLinearsParams p) {      \
    const auto weights = ahead_row<F>(p);                                        \
    begin();                                                                     \
    one_row<F>(p, weights);                                                      \
  }                                                                              \
  extern "C" __global__ void __launch_bounds__(WARPS* WARP, 2)                   \
      block_linears_##f##_8(const __grid_constant__ BlockLinearsParams p) {      \
    const auto weights = ahead_units<F, 8, 1>(p);                                \
    begin();                                                                     \
    few_rows<F, 1, 1>(p, weights);                                               \
  }                                                                              \
  extern "C" __global__ void __launch_bounds__(WARPS* WARP, 1)                   \
      block_linears_##f##_32(const __grid_constant__ BlockLinearsParams p) {     \
    const auto weights = ahead_units<F, 32, 2>(p);                               \
    begin();                                                                     \
    few_rows<F, 4, 2>(p, weights);                                               \
  }

} // namespace atlas
