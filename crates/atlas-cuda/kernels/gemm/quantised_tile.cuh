// Products of few rows with weights of 8 and 4 bits, which go from memory to registers as they are.
//
// Weights are the 16 rows of `mma.sync`, rows of x its 8 columns. Lane i has 16 bytes of codes of
// outputs i / 4 and i / 4 + 8, and the same elements of row i / 4 of x; a sum does not care in what
// order its elements come, so the lane's elements go to the steps of 16 four at a time as they lie.
// A unit is two such turns. Warps that share K take units in turn, and their sums are added up in
// the order of warps: the bits of an output depend on its row, its weights and K alone.
#pragma once

#include "include/mma.cuh"
#include "include/quantised.cuh"

namespace atlas {

constexpr int TILE_OUTPUTS = 16;
constexpr int TILE_ROWS_X = 8;

// A lane's part of a turn of RT tiles of outputs: codes and scales by tile, of output i / 4 and of
// i / 4 + 8.
template <int RT> struct Turn {
  uint4 codes[RT][2];
  uint32_t scales[RT][2];
};
// Units on their way, of two turns each: 128 bytes of codes a lane.
template <int RT> struct Units {
  static constexpr int DEPTH = RT == 1 ? 2 : 1;
  Turn<RT> at[DEPTH][2];
};
// Outputs i / 4 and i / 4 + 8 of RT tiles, from the lane's own bytes of the first turn on.
template <int RT> struct WeightRows {
  WeightRow of[RT][2];
};
// A row from the lane's own bytes on.
template <Format F> __device__ __forceinline__ WeightRow lane_row(const QuantisedWeight& w, i64 n) {
  WeightRow row = row_of(w, n);
  row.codes += threadIdx.x % 4 * 16;
  row.blocks += threadIdx.x % 4 * (F == NVFP4 ? 2 : F == MXFP4 ? 1 : 0);
  return row;
}

// RT tiles of outputs from `n0` on, of `outputs` that begin at row `base` of a weight. The last one
// stands for those that are not there, so that loads need no condition; its sums are not written
// again.
template <Format F, int RT>
__device__ __forceinline__ WeightRows<RT> rows_of(const QuantisedWeight& w, i64 base, i64 n0,
                                                  i64 outputs) {
  WeightRows<RT> rows;
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const i64 n = n0 + t * TILE_OUTPUTS + half * 8 + threadIdx.x % WARP / 4;
      rows.of[t][half] = lane_row<F>(w, base + min(n, outputs - 1));
    }
  return rows;
}

// 16 bytes that are read once: they would only push x out of the first-level cache.
__device__ __forceinline__ uint4 load_once(const uint4* from) {
#ifdef ATLAS_EMULATED
  return *from;
#else
  uint4 raw;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(raw.x), "=r"(raw.y), "=r"(raw.z), "=r"(raw.w)
               : "l"(from));
  return raw;
#endif
}

// ALIGNED: rows lie on 16-byte boundaries, and K is a multiple of the elements in 16 bytes.
// 16 bytes from byte `at` on of a row of which `bytes` are left. Past a row's end x is zero, so
// codes and scales may be any of the row: the last.
template <bool ALIGNED>
__device__ __forceinline__ uint4 load_codes(const uint8_t* row, int at, int bytes) {
  if (ALIGNED) return load_once((const uint4*)(row + min(at, bytes - 16)));
  uint32_t words[4] = {};
#pragma unroll
  for (int i = 0; i < 16; i++)
    if (at + i < bytes) words[i / 4] |= (uint32_t)row[at + i] << i % 4 * 8;
  return {words[0], words[1], words[2], words[3]};
}
// Eight elements of a row of x of which `k` are left; zeros past its end.
template <bool ALIGNED> __device__ __forceinline__ uint4 load_x(const bf16* row, int at, int k) {
  uint4 raw = {0, 0, 0, 0};
  if (at >= k) return raw;
  if (ALIGNED) return *(const uint4*)(row + at);
  uint32_t words[4] = {};
#pragma unroll
  for (int i = 0; i < 8; i++)
    if (at + i < k) words[i / 2] |= (uint32_t)__bfloat16_as_ushort(row[at + i]) << i % 2 * 16;
  return {words[0], words[1], words[2], words[3]};
}
// Codes of the block scales that a lane needs of a turn, of which `bytes` are left.
template <Format F, bool ALIGNED>
__device__ __forceinline__ uint32_t load_blocks(const uint8_t* row, int at, int bytes) {
  if (F == MXFP4) return row[min(at, bytes - 1)];
  if (ALIGNED) return *(const uint16_t*)(row + min(at, bytes - 2));
  return row[min(at, bytes - 1)] | row[min(at + 1, bytes - 1)] << 8;
}

// A turn of the unit whose first element is `first`; the scale of an 8-bit unit comes with its
// first turn. Where all of the unit is below K, loads need no condition.
template <Format F, bool ALIGNED, int RT>
__device__ __forceinline__ void fetch_turn(Turn<RT>& to, const WeightRows<RT>& rows,
                                           const QuantisedWeight& w, int first, int turn, int k) {
  using C = Codes<F>;
  constexpr int SHARE = F == NVFP4 ? 2 : 1;
  const int piece = first / C::PIECE + turn * 4;
  if (ALIGNED && first + C::UNIT <= k) {
#pragma unroll
    for (int t = 0; t < RT; t++)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        const WeightRow& row = rows.of[t][half];
        to.codes[t][half] = load_once((const uint4*)row.codes + piece);
        if constexpr (F == NVFP4) to.scales[t][half] = ((const uint16_t*)row.blocks)[piece];
        if constexpr (F == MXFP4) to.scales[t][half] = row.blocks[piece];
      }
  } else {
    const int quad = threadIdx.x % 4, left = (int)w.row_bytes - quad * 16,
              blocks = (int)w.block_bytes - quad * SHARE;
#pragma unroll
    for (int t = 0; t < RT; t++)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        const WeightRow& row = rows.of[t][half];
        to.codes[t][half] = load_codes<ALIGNED>(row.codes, piece * 16, left);
        if constexpr (F != FP8)
          to.scales[t][half] = load_blocks<F, ALIGNED>(row.blocks, piece * SHARE, blocks);
      }
  }
  if (F == FP8 && turn == 0) {
    const int column = min(first / FP8_BLOCK, (int)w.scale_columns - 1);
#pragma unroll
    for (int t = 0; t < RT; t++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        to.scales[t][half] = __float_as_uint(rows.of[t][half].scales[column]);
  }
}

// Asks for the first units of warp `warp` of `warps`. No kernel writes weights, so that may be done
// before `begin`.
template <Format F, bool ALIGNED, int RT>
__device__ __forceinline__ Units<RT> first_units(const WeightRows<RT>& rows,
                                                 const QuantisedWeight& w, int k, int warp,
                                                 int warps) {
  Units<RT> units;
#pragma unroll
  for (int d = 0; d < units.DEPTH; d++) {
    const int first = (warp + d * warps) * Codes<F>::UNIT;
    if (first >= k) continue;
#pragma unroll
    for (int turn = 0; turn < 2; turn++)
      fetch_turn<F, ALIGNED>(units.at[d][turn], rows, w, first, turn, k);
  }
  return units;
}

// Adds a turn of a unit to `sums`, which is `whole` where all of the unit is below K. `x` has the
// lane's own elements, `k` of which are left; `factors` has those of `block_factor`.
template <Format F, bool ALIGNED, int MT, int RT>
__device__ __forceinline__ void add_turn(float (&sums)[RT][MT][4], uint32_t (&nans)[RT][2],
                                         const Turn<RT>& turn, const bf16* const (&x)[MT],
                                         int at, int k, bool whole, const uint32_t* factors) {
  using C = Codes<F>;
  uint4 b[MT][C::PIECE / 8];
  if (ALIGNED && whole) {
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int i = 0; i < C::PIECE / 8; i++) b[m][i] = *(const uint4*)(x[m] + at + i * 8);
  } else {
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int i = 0; i < C::PIECE / 8; i++) b[m][i] = load_x<ALIGNED>(x[m], at + i * 8, k);
  }
#pragma unroll
  for (int word = 0; word < 4; word++) {
#pragma unroll
    for (int t = 0; t < RT; t++) {
      if constexpr (C::FOUR_BITS) {
        uint32_t a[2][4];
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const int shift = F == NVFP4 ? word / 2 * 8 : 0;
          decode_e2m1(word_of(turn.codes[t][half], word), a[half]);
          apply_factor<F>(a[half], factors[turn.scales[t][half] >> shift & 0xff]);
        }
        const uint32_t first[4] = {a[0][0], a[1][0], a[0][1], a[1][1]};
        const uint32_t second[4] = {a[0][2], a[1][2], a[0][3], a[1][3]};
#pragma unroll
        for (int m = 0; m < MT; m++) {
          const uint4& eight = b[m][word % (C::PIECE / 8)];
          mma_m16n8k16(sums[t][m], first, __byte_perm(eight.x, eight.z, 0x5410),
                       __byte_perm(eight.x, eight.z, 0x7632));
          mma_m16n8k16(sums[t][m], second, __byte_perm(eight.y, eight.w, 0x5410),
                       __byte_perm(eight.y, eight.w, 0x7632));
        }
      } else {
        uint32_t a[2][2];
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const uint32_t four = word_of(turn.codes[t][half], word);
          decode_e4m3(four, a[half]);
          nans[t][half] |= nans_of(four);
        }
        const uint32_t parts[4] = {a[0][0], a[1][0], a[0][1], a[1][1]};
#pragma unroll
        for (int m = 0; m < MT; m++) {
          const uint4& eight = b[m][word / 2];
          const uint32_t low = word % 2 ? eight.z : eight.x, high = word % 2 ? eight.w : eight.y;
          mma_m16n8k16(sums[t][m], parts, __byte_perm(low, high, 0x5410),
                       __byte_perm(low, high, 0x7632));
        }
      }
    }
  }
}

template <int RT>
__device__ __forceinline__ void keep_scales(uint32_t (&scales)[RT][2], const Turn<RT>& turn) {
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int half = 0; half < 2; half++) scales[t][half] = turn.scales[t][half];
}
// Adds the sums of a unit of 8-bit codes, each times the scale of its block.
template <int MT, int RT>
__device__ __forceinline__ void add_block(float (&sums)[RT][MT][4],
                                          const float (&block)[RT][MT][4],
                                          const uint32_t (&scales)[RT][2]) {
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        sums[t][m][i] =
            __fmaf_rn(__uint_as_float(scales[t][i / 2]), block[t][m][i], sums[t][m][i]);
}

// NaN in place of the sums of outputs with a code of NaN, which `nans` has.
template <int MT, int RT>
__device__ __forceinline__ void put_nans(float (&sums)[RT][MT][4], const uint32_t (&nans)[RT][2]) {
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      uint32_t any = nans[t][half];
      any |= __shfl_xor_sync(ALL_LANES, any, 1);
      any |= __shfl_xor_sync(ALL_LANES, any, 2);
      if (any & NAN_BITS)
#pragma unroll
        for (int m = 0; m < MT; m++)
          sums[t][m][2 * half] = sums[t][m][2 * half + 1] = __int_as_float(0x7fffffff);
    }
}

// Rows of a weight that a warp goes on with after its own ones, of the same K, if there are any.
template <int RT> struct RowsAfter {
  WeightRows<RT> rows; const QuantisedWeight& weight;
  bool any;
};

// Sums of a warp over its units: [tile of outputs][tile of rows of x], where a lane has outputs
// i / 4 (elements 0 and 1) and i / 4 + 8 (2 and 3) of rows 2 (i % 4) and the next. `x` has its row
// i / 4 of each tile of rows, any row where there is none. Units that were taken make room for the
// first ones of the rows `after`, if there are any.
template <Format F, bool ALIGNED, int MT, int RT>
__device__ __forceinline__ void sum_units_ahead(float (&sums)[RT][MT][4], Units<RT>& units,
                                                const WeightRows<RT>& rows,
                                                const QuantisedWeight& w,
                                                const bf16* const (&x)[MT], int k, int warp,
                                                int warps, const uint32_t* factors,
                                                const RowsAfter<RT>& after) {
  constexpr int DEPTH = Units<RT>::DEPTH;
  const int stride = warps * Codes<F>::UNIT, skip = threadIdx.x % 4 * Codes<F>::PIECE,
            left = k - skip;
  const bf16* mine[MT];
#pragma unroll
  for (int m = 0; m < MT; m++) mine[m] = x[m] + skip;
  uint32_t nans[RT][2] = {};
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int m = 0; m < MT; m++)
#pragma unroll
      for (int i = 0; i < 4; i++) sums[t][m][i] = 0.0f;
  for (int base = warp * Codes<F>::UNIT; base < k; base += DEPTH * stride) {
#pragma unroll
    for (int d = 0; d < DEPTH; d++) {
      const int first = base + d * stride, next = first + DEPTH * stride;
      // The same for all lanes of a warp.
      if (first >= k) continue;
      const bool whole = first + Codes<F>::UNIT <= k;
      float block[RT][MT][4] = {};
      uint32_t scales[RT][2];
#pragma unroll
      for (int turn = 0; turn < 2; turn++) {
        Turn<RT>& now = units.at[d][turn];
        add_turn<F, ALIGNED, MT, RT>(F == FP8 ? block : sums, nans, now, mine,
                                     first + turn * Codes<F>::TURN, left, whole, factors);
        if (turn == 0) keep_scales(scales, now);
        if (next < k)
          fetch_turn<F, ALIGNED>(now, rows, w, next, turn, k);
        else if (after.any)
          fetch_turn<F, ALIGNED>(now, after.rows, after.weight,
                                 warp * Codes<F>::UNIT + d * stride, turn, k);
      }
      if constexpr (F == FP8) add_block(sums, block, scales);
    }
  }
  if constexpr (F == FP8) put_nans(sums, nans);
}
template <Format F, bool ALIGNED, int MT, int RT>
__device__ __forceinline__ void sum_units(float (&sums)[RT][MT][4], Units<RT> units,
                                          const WeightRows<RT>& rows, const QuantisedWeight& w,
                                          const bf16* const (&x)[MT], int k, int warp, int warps,
                                          const uint32_t* factors) {
  sum_units_ahead<F, ALIGNED, MT, RT>(sums, units, rows, w, x, k, warp, warps, factors,
                                      {rows, w, false});
}

// The 256 block factors, by all threads of a block, which meet before they use them.
template <Format F> __device__ __forceinline__ const uint32_t* ahead_factors() {
  if constexpr (F == FP8) {
    return nullptr;
  } else {
    __shared__ uint32_t factors[256];
    for (int code = threadIdx.x; code < 256; code += blockDim.x)
      factors[code] = block_factor<F>(code);
    return factors;
  }
}
// The same for use at once.
template <Format F> __device__ __forceinline__ void fill_factors(uint32_t* factors) {
  if constexpr (F != FP8) {
    for (int code = threadIdx.x; code < 256; code += blockDim.x)
      factors[code] = block_factor<F>(code);
    __syncthreads();
  }
}

// A sum of an output times the scale of its row, where it lacks that.
template <Format F>
__device__ __forceinline__ float finished(float sum, const QuantisedWeight& w, i64 n) {
  if (F != NVFP4) return sum;
  return sum * RESULT_FACTOR<F> *
         w.scales[(unsigned)n / (unsigned)w.scale_rows * w.scale_columns];
}

// The same, plus the output's bias.
template <Format F>
__device__ __forceinline__ float with_bias(float sum, const QuantisedWeight& w, const float* bias,
                                           i64 n) {
  return finished<F>(sum, w, n) + (bias ? bias[n] : 0.0f);
}

// Sums of WARPS warps that shared K, for `gathered`: shared memory of WARPS rounds of rows of x
// and outputs, a row of outputs an odd number of 16 bytes apart.
template <int WARPS, int MT, int RT> struct GatheredSums {
  static constexpr int OUTPUTS = RT * TILE_OUTPUTS, STRIDE = OUTPUTS + 4;
  static constexpr int ROWS = MT * TILE_ROWS_X;
  float of[WARPS][ROWS][STRIDE];

  __device__ __forceinline__ void put(const float (&sums)[RT][MT][4], int warp) {
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int t = 0; t < RT; t++)
#pragma unroll
      for (int m = 0; m < MT; m++)
#pragma unroll
        for (int i = 0; i < 4; i++)
          of[warp][m * TILE_ROWS_X + lane % 4 * 2 + i % 2]
            [t * TILE_OUTPUTS + i / 2 * 8 + lane / 4] = sums[t][m][i];
  }
  __device__ __forceinline__ float sum(int row, int output) const {
    float all = of[0][row][output];
#pragma unroll
    for (int warp = 1; warp < WARPS; warp++) all += of[warp][row][output];
    return all;
  }
};

} // namespace atlas
