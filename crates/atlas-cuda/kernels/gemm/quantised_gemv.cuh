// Linears of one row that lies in shared memory, some of codes of one kind and some of bf16: the
// bits of `quantised_small_m` and of a warp an output. Blocks take tiles of outputs in turns, and
// the weights of the next one are asked for while those of one are taken.
#pragma once

#include "gemm/quantised_tile.cuh"
#include "gemm/warp_dot.cuh"

namespace atlas {

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;
constexpr int ROW_PARTS = 4;

// A linear, whose first block of outputs is `block`. The codes of one of bf16 are its elements.
struct RowPart {
  QuantisedWeight weight; const float* bias; void* out;
  i64 n, block, is_f32, is_bf16;
};
struct RowLinearsParams {
  i64 k, count, blocks;
  RowPart parts[ROW_PARTS];
};

// Tiles of a block of outputs of codes: 128 bytes a lane come at once.
template <Format F> constexpr int ROW_TILES = F == FP8 ? 1 : 2;
template <Format F> using RowUnits = Units<ROW_TILES<F>>;

__device__ __forceinline__ const RowPart& part_of(const RowLinearsParams& p, int block) {
  int part = 0;
  while (part + 1 < p.count && p.parts[part + 1].block <= block) part++;
  return p.parts[part];
}

// Registers hold units of codes or, of a part of bf16, pieces of a row.
template <int RT> __device__ __forceinline__ uint4& piece_of(Units<RT>& units, int i) {
  if constexpr (RT == 1)
    return units.at[i / 4][i / 2 % 2].codes[0][i % 2];
  else
    return units.at[0][i / 4].codes[i / 2 % 2][i % 2];
}
template <int RT> __device__ __forceinline__ RowPieces pieces_of(Units<RT>& units) {
  RowPieces pieces;
#pragma unroll
  for (int i = 0; i < PIECES; i++) pieces.at[i] = piece_of(units, i);
  return pieces;
}
template <int RT>
__device__ __forceinline__ void keep_pieces(Units<RT>& units, const RowPieces& pieces) {
#pragma unroll
  for (int i = 0; i < PIECES; i++) piece_of(units, i) = pieces.at[i];
}

// The output of this warp in a block of a part of bf16.
struct RowOutput {
  i64 n;
  const bf16* weight;
  bool there;
  __device__ __forceinline__ RowOutput(const RowPart& part, int block, i64 k) {
    n = (block - part.block) * WARPS + threadIdx.x / WARP;
    weight = (const bf16*)part.weight.codes + n * k;
    there = n < part.n;
  }
};
// The outputs of this lane in a block of a part of codes.
template <Format F>
__device__ __forceinline__ i64 first_of_block(const RowPart& part, int block) {
  return (block - part.block) * (ROW_TILES<F> * TILE_OUTPUTS);
}
template <Format F>
__device__ __forceinline__ WeightRows<ROW_TILES<F>> rows_of_block(const RowPart& part, int block) {
  return rows_of<F, ROW_TILES<F>>(part.weight, 0, first_of_block<F>(part, block), part.n);
}

// Asks for the first weights of a block of outputs.
template <Format F>
__device__ __forceinline__ RowUnits<F> ahead_block(const RowLinearsParams& p, int block) {
  const RowPart& part = part_of(p, block);
  if (part.is_bf16) {
    RowUnits<F> units;
    const RowOutput o(part, block, p.k);
    keep_pieces(units, ahead_row(o.weight, p.k, o.there));
    return units;
  }
  return first_units<F, true>(rows_of_block<F>(part, block), part.weight, (int)p.k,
                              threadIdx.x / WARP, WARPS);
}

__device__ __forceinline__ void put(const RowPart& part, i64 n, float value) {
  if (part.is_f32)
    ((float*)part.out)[n] = value;
  else
    ((bf16*)part.out)[n] = from_f32<bf16>(value);
}

// A block of outputs of bf16, a warp each; `after` is the part of the next block `next`, or null.
template <int RT>
__device__ __forceinline__ void bf16_block(const RowLinearsParams& p, const RowPart& part,
                                           int block, const RowPart* after, int next,
                                           Units<RT>& units, const bf16* x) {
  const RowOutput o(part, block, p.k);
  const bf16* then = nullptr;
  if (after && after->is_bf16) {
    const RowOutput o(*after, next, p.k);
    if (o.there) then = o.weight;
  }
  RowPieces pieces = pieces_of(units);
  if (o.there) {
    const auto load = [&](i64 at, float (&a)[8]) { load8(x + at, 8, true, a); };
    const float sum = row_product_of(pieces, load, o.weight, p.k, then);
    if (threadIdx.x % WARP == 0) put(part, o.n, sum + (part.bias ? part.bias[o.n] : 0.0f));
  } else if (then) {
    pieces = ahead_row(then, p.k, true);
  }
  keep_pieces(units, pieces);
}

// Sums of a block's warps over their shares of K, of outputs of codes.
template <Format F> struct RowSums {
  static constexpr int OUTPUTS = ROW_TILES<F> * TILE_OUTPUTS;
  // Two rounds, so that a warp may put its next ones while another adds those before up.
  float of[2][WARPS][OUTPUTS];
};

// A block of outputs of codes, the `turn`th of this block of threads.
template <Format F>
__device__ __forceinline__ void codes_block(const RowLinearsParams& p, const RowPart& part,
                                            int block, const RowPart* after, int next, int turn,
                                            RowUnits<F>& units, const bf16* x,
                                            const uint32_t* factors, RowSums<F>& gathered) {
  constexpr int RT = ROW_TILES<F>;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const WeightRows<RT> rows = rows_of_block<F>(part, block);
  const bool goes_on = after && !after->is_bf16;
  const RowPart& then = goes_on ? *after : part;
  const RowsAfter<RT> ahead = {rows_of_block<F>(then, goes_on ? next : block), then.weight,
                               goes_on};
  const bf16* all[1] = {x};
  float sums[RT][1][4];
  sum_units_ahead<F, true, 1, RT>(sums, units, rows, part.weight, all, (int)p.k, warp, WARPS,
                                  factors, ahead);
  // All columns of a tile are the one row.
  if (lane % 4 == 0)
#pragma unroll
    for (int t = 0; t < RT; t++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        gathered.of[turn % 2][warp][t * TILE_OUTPUTS + half * 8 + lane / 4] = sums[t][0][2 * half];
  __syncthreads();
  const i64 n = first_of_block<F>(part, block) + lane;
  if (warp != turn % WARPS || lane >= RowSums<F>::OUTPUTS || n >= part.n) return;
  float sum = gathered.of[turn % 2][0][lane];
#pragma unroll
  for (int i = 1; i < WARPS; i++) sum += gathered.of[turn % 2][i][lane];
  put(part, n, with_bias<F>(sum, part.weight, part.bias, n));
}

// All blocks of outputs of this block of threads, whose first weights are `asked` for and whose
// row is `x`.
template <Format F>
__device__ __forceinline__ void row_linears(const RowLinearsParams& p, const RowUnits<F>& asked,
                                            const bf16* x, const uint32_t* factors) {
  __shared__ RowSums<F> gathered;
  RowUnits<F> units = asked;
  int turn = 0;
#pragma unroll 1
  for (int block = blockIdx.x; block < (int)p.blocks; block += gridDim.x) {
    const int next = block + gridDim.x;
    const RowPart& part = part_of(p, block);
    const RowPart* after = next < (int)p.blocks ? &part_of(p, next) : nullptr;
    if (part.is_bf16)
      bf16_block(p, part, block, after, next, units, x);
    else
      codes_block<F>(p, part, block, after, next, turn++, units, x, factors, gathered);
    // Weights of another kind were not asked for on the way.
    if (after && after->is_bf16 != part.is_bf16) units = ahead_block<F>(p, next);
  }
}

} // namespace atlas
