// Products of few rows with weights in blocks, which go to shared memory as they are and are
// decoded in registers.
//
// Weights are the 16 rows of `mma.sync`, rows of x its 8 columns; the lanes of a quad have the same
// 32 elements of a weight, a step, at a time, so that a product of a step needs its scale once.
// Warps that share K take units in turn, each with a ring of its own, and their sums are added up
// in the order of warps: the bits of an output depend on its row, its weights and K alone.
#pragma once

#include "include/blocks.cuh"
#include "include/cp_async.cuh"
#include "include/mma.cuh"

namespace atlas {

constexpr int TILE_OUTPUTS = 16, TILE_ROWS_X = 8;

// A unit of 16 RT outputs in shared memory. A row's bytes begin up to 15 behind the beginning of
// their place, as they do in memory; places are an odd number of 16 bytes apart, so that eight of
// them lie in different banks. Words of groups follow, one for each step.
template <BlockFormat F, int RT> struct Slot {
  static constexpr int ROWS = RT * TILE_OUTPUTS;
  static constexpr int PIECES = (Block<F>::BYTES + 15 + 15) / 16;
  static constexpr int WORDS = PIECES * 16, WORDS_BYTES = IN_GROUPS<F> ? STEPS * 4 : 0;
  static constexpr int STRIDE = ((WORDS + WORDS_BYTES) / 16 | 1) * 16;
  static constexpr int BYTES = ROWS * STRIDE;
};

// Weight rows of a lane: those whose pieces it copies, i / 4 of each 8.
template <int RT> struct CopiedRows {
  const uint8_t* codes[2 * RT];
  const uint8_t* words[2 * RT];
};

// RT tiles of outputs from `n0` on, of `outputs` that begin at row `base` of a weight. The last one
// stands for those that are not there. GATED: the second half of a tile has the ups, `outputs` rows
// further, of the gates in the first one.
template <int RT>
__device__ __forceinline__ CopiedRows<RT> copied_rows(const QuantisedWeight& w, i64 base, i64 n0,
                                                      i64 outputs, bool gated) {
  CopiedRows<RT> rows;
  const i64 each = gated ? TILE_OUTPUTS / 2 : TILE_OUTPUTS;
#pragma unroll
  for (int j = 0; j < 2 * RT; j++) {
    const i64 half = j % 2, skip = gated ? 0 : 8 * half;
    const i64 at = n0 + j / 2 * each + threadIdx.x % WARP / 4 + skip;
    const i64 n = base + min(at, outputs - 1) + (gated ? outputs * half : 0);
    rows.codes[j] = w.codes + n * w.row_bytes;
    rows.words[j] = w.blocks + n * w.block_bytes;
  }
  return rows;
}

// Bytes by which unit `unit` of a row lies behind a boundary of 16.
template <BlockFormat F> __device__ __forceinline__ int behind(const uint8_t* row, int unit) {
  return (int)((uintptr_t)row + (unsigned)(unit * Block<F>::BYTES)) & 15;
}

// Asks for a unit of all rows. What lies past a row's end becomes zeros: scales of zero.
template <BlockFormat F, int RT>
__device__ __forceinline__ void fetch_unit(uint8_t* slot, const CopiedRows<RT>& rows,
                                           const QuantisedWeight& w, int unit) {
  using B = Block<F>;
  using S = Slot<F, RT>;
  const int lane = threadIdx.x % WARP, at = unit * B::BYTES;
  const bool whole = at + B::BYTES + 16 <= (int)w.row_bytes;
#pragma unroll
  for (int j = 0; j < 2 * RT; j++) {
    const int shift = behind<F>(rows.codes[j], unit);
    const uint8_t* const from = rows.codes[j] + at - shift;
    uint8_t* const to = slot + (j * 8 + lane / 4) * S::STRIDE;
    const int left = (int)w.row_bytes - at + shift;
#pragma unroll
    for (int i = 0; i < (S::PIECES + 3) / 4; i++) {
      const int byte = (i * 4 + lane % 4) * 16;
      if (byte >= shift + B::BYTES) continue;
      if (whole)
        cp_async16(to + byte, from + byte, true);
      else
        cp_async16_clipped(to + byte, left > byte ? from + byte : from,
                           max(0, min(16, left - byte)));
    }
    if constexpr (IN_GROUPS<F>) {
#pragma unroll
      for (int i = 0; i < STEPS / 4; i++) {
        const int step = i * 4 + lane % 4;
        // Elements of a group come in `scale_columns`.
        const i64 word = (i64)(unit * UNIT + step * STEP) / (int)w.scale_columns;
        const bool there = word * 4 < w.block_bytes;
        cp_async<4>(to + S::WORDS + step * 4, rows.words[j] + (there ? word * 4 : 0), there);
      }
    }
  }
}

// Scale and minimum of half `h` of step `s` of a row in shared memory: of its unit, which begins
// `shift` bytes behind its place.
template <BlockFormat F, int RT>
__device__ __forceinline__ Factors factors_of(const uint8_t* place, int shift, int s, int h) {
  if constexpr (IN_GROUPS<F>)
    return of_group(*(const uint32_t*)(place + Slot<F, RT>::WORDS + s * 4));
  else
    return Block<F>::factors(place + shift, s, h);
}
// The same for sums of codes that are EXCESS too large.
template <BlockFormat F, int RT>
__device__ __forceinline__ Factors corrected(const uint8_t* place, int shift, int s, int h) {
  Factors f = factors_of<F, RT>(place, shift, s, h);
  f.minimum = __fmaf_rn(-EXCESS<F>, f.scale, f.minimum);
  return f;
}

// A lane's elements of a step of a row of x as pairs, in the order of `Block::codes`: from `at` on,
// zeros from `k` on. ALIGNED: the row lies on a boundary of 16 bytes.
template <BlockFormat F>
__device__ __forceinline__ void load_step(const bf16* x, int at, int k, bool aligned,
                                          uint32_t (&out)[4]) {
  const int q = threadIdx.x % 4;
  if (aligned && at + STEP <= k) {
    if constexpr (Block<F>::IN_TURNS) {
      const uint4 eight = *(const uint4*)(x + at + 8 * q);
      out[0] = __byte_perm(eight.x, eight.y, 0x5410);
      out[1] = __byte_perm(eight.z, eight.w, 0x5410);
      out[2] = __byte_perm(eight.x, eight.y, 0x7632);
      out[3] = __byte_perm(eight.z, eight.w, 0x7632);
    } else {
#pragma unroll
      for (int h = 0; h < 2; h++) {
        const uint2 four = *(const uint2*)(x + at + 16 * h + 4 * q);
        out[2 * h] = four.x, out[2 * h + 1] = four.y;
      }
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int low =
        Block<F>::IN_TURNS ? 8 * q + i / 2 + i % 2 * 4 : i / 2 * 16 + 4 * q + i % 2 * 2;
    const int high = low + (Block<F>::IN_TURNS ? 2 : 1);
    out[i] = (at + low < k ? (uint32_t)__bfloat16_as_ushort(x[at + low]) : 0) |
             (at + high < k ? (uint32_t)__bfloat16_as_ushort(x[at + high]) << 16 : 0);
  }
}

// Sums of inputs, of both halves of a step, where results need them.
__device__ __forceinline__ void add_ones(float (&sums)[4], uint32_t b0, uint32_t b1) {
  constexpr uint32_t ONES = 0x3f803f80;
  const uint32_t ones[4] = {ONES, ONES, ONES, ONES};
  mma_m16n8k16(sums, ones, b0, b1);
}

// The units of a warp, which come in turn while later ones are under way.
template <BlockFormat F, int RT, int DEPTH> struct UnitRing {
  uint8_t* slots;

  // Asks for the first units.
  __device__ __forceinline__ void begin(const CopiedRows<RT>& rows, const QuantisedWeight& w,
                                        int warp, int warps, int units) const {
#pragma unroll
    for (int d = 0; d < DEPTH; d++) {
      const int unit = warp + d * warps;
      if (unit < units) fetch_unit<F, RT>(slots + d * Slot<F, RT>::BYTES, rows, w, unit);
      cp_async_commit();
    }
  }
  // Calls `use(slot, unit)` with each unit of the warp.
  template <class Use>
  __device__ __forceinline__ void each(const CopiedRows<RT>& rows, const QuantisedWeight& w,
                                       int warp, int warps, int units, Use use) const {
    int d = 0;
    for (int unit = warp; unit < units; unit += warps) {
      uint8_t* const slot = slots + d * Slot<F, RT>::BYTES;
      cp_async_wait<DEPTH - 1>();
      __syncwarp();
      use(slot, unit);
      // All lanes have read it.
      __syncwarp();
      const int next = unit + DEPTH * warps;
      if (next < units) fetch_unit<F, RT>(slot, rows, w, next);
      cp_async_commit();
      d = d + 1 == DEPTH ? 0 : d + 1;
    }
    cp_async_wait<0>();
  }
};

// Adds a unit of up to 8 MT rows to the sums of RT tiles of outputs: [tile of outputs][tile of
// rows], where a lane has outputs i / 4 (elements 0 and 1) and i / 4 + 8 (2 and 3) of rows
// 2 (i % 4) and the next. `x` has its row i / 4 of each tile of rows, any row where there is none.
template <BlockFormat F, int MT, int RT>
__device__ __forceinline__ void add_unit(float (&sums)[RT][MT][4], const uint8_t* slot,
                                         const CopiedRows<RT>& rows, int unit,
                                         const bf16* const (&x)[MT], int k, bool aligned) {
  constexpr int HALVES = Block<F>::HALVES ? 2 : 1;
  const int lane = threadIdx.x % WARP, g = lane / 4, q = lane % 4;
  int shift[RT][2];
  // Of steps 2 q and 2 q + 1.
  Factors mine[RT][2][2][HALVES];
#pragma unroll
  for (int t = 0; t < RT; t++)
#pragma unroll
    for (int r = 0; r < 2; r++) {
      shift[t][r] = behind<F>(rows.codes[2 * t + r], unit);
      const uint8_t* const place = slot + (t * TILE_OUTPUTS + g + 8 * r) * Slot<F, RT>::STRIDE;
#pragma unroll
      for (int c = 0; c < 2; c++)
#pragma unroll
        for (int h = 0; h < HALVES; h++)
          mine[t][r][c][h] = corrected<F, RT>(place, shift[t][r], 2 * q + c, h);
    }
  const int steps = min(STEPS, (k - unit * UNIT + STEP - 1) / STEP);
#pragma unroll 1
  for (int two = 0; two < steps; two += 2)
#pragma unroll
  for (int c = 0; c < 2; c++) {
    const int s = two + c;
    uint32_t b[MT][4];
    float inputs[MT][HALVES][4] = {};
#pragma unroll
    for (int m = 0; m < MT; m++) {
      load_step<F>(x[m], unit * UNIT + s * STEP, k, aligned, b[m]);
      add_ones(inputs[m][0], b[m][0], b[m][1]);
      add_ones(inputs[m][HALVES - 1], b[m][2], b[m][3]);
    }
#pragma unroll
    for (int t = 0; t < RT; t++) {
      uint32_t a[2][4];
      Factors f[2][HALVES];
#pragma unroll
      for (int r = 0; r < 2; r++) {
        const uint8_t* const place = slot + (t * TILE_OUTPUTS + g + 8 * r) * Slot<F, RT>::STRIDE;
        codes_as_bf16<F>(place + shift[t][r], s, q, a[r]);
#pragma unroll
        for (int h = 0; h < HALVES; h++) {
          const Factors& whose = mine[t][r][c][h];
          const int lane_of = lane / 4 * 4 + two / 2;
          f[r][h].scale = __shfl_sync(ALL_LANES, whose.scale, lane_of);
          f[r][h].minimum = __shfl_sync(ALL_LANES, whose.minimum, lane_of);
        }
      }
#pragma unroll
      for (int m = 0; m < MT; m++) {
        float products[HALVES][4] = {};
#pragma unroll
        for (int h = 0; h < 2; h++) {
          const uint32_t parts[4] = {a[0][2 * h], a[1][2 * h], a[0][2 * h + 1], a[1][2 * h + 1]};
          mma_m16n8k16(products[HALVES == 2 ? h : 0], parts, b[m][2 * h], b[m][2 * h + 1]);
        }
#pragma unroll
        for (int h = 0; h < HALVES; h++)
#pragma unroll
          for (int i = 0; i < 4; i++) {
            sums[t][m][i] = __fmaf_rn(f[i / 2][h].scale, products[h][i], sums[t][m][i]);
            sums[t][m][i] = __fmaf_rn(f[i / 2][h].minimum, inputs[m][h][i % 2], sums[t][m][i]);
          }
      }
    }
  }
}

} // namespace atlas
