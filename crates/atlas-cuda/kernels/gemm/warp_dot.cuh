// The product of one row by a warp, whose weights are on their way before the kernel before has
// ended: no kernel writes weights, so they may be read before `begin`.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Elements of K that a warp takes at once.
constexpr i64 TURN = WARP * 8;

struct RowPieces {
  uint4 at[PIECES];
};

// Asks for the first pieces of a row of weights, if this warp has one. K is a multiple of 8, the
// row lies on a 16-byte boundary.
__device__ __forceinline__ RowPieces ahead_row(const bf16* weight, i64 k, bool there) {
  RowPieces pieces;
  const i64 first = threadIdx.x % WARP * 8;
#pragma unroll
  for (int i = 0; i < PIECES; i++)
    if (there && first + i * TURN < k) pieces.at[i] = *(const uint4*)(weight + first + i * TURN);
  return pieces;
}

// The sum over K of x times that row, known to lane 0. A lane takes 8 consecutive elements of K in
// 256, one multiply-add after another. `load(at, a)` gives those of x from `at` on. Pieces that
// were taken make room for the first ones of the row `next`, if there is one.
template <class Load>
__device__ __forceinline__ float row_product_of(RowPieces& pieces, Load load, const bf16* weight,
                                                i64 k, const bf16* next = nullptr) {
  float sum = 0.0f;
  for (i64 base = threadIdx.x % WARP * 8; base < k; base += PIECES * TURN) {
#pragma unroll
    for (int i = 0; i < PIECES; i++) {
      const i64 at = base + i * TURN;
      if (at >= k) continue;
      const uint4 raw = pieces.at[i];
      if (at + PIECES * TURN < k)
        pieces.at[i] = *(const uint4*)(weight + at + PIECES * TURN);
      else if (next)
        pieces.at[i] = *(const uint4*)(next + threadIdx.x % WARP * 8 + i * TURN);
      float a[8];
      load(at, a);
      const bf16* w = (const bf16*)&raw;
#pragma unroll
      for (int j = 0; j < 8; j++) sum = __fmaf_rn(a[j], to_f32(w[j]), sum);
    }
  }
  return warp_sum(sum);
}
// The same with x = silu(gate) * up, rounded; `active` gets it where it is not null.
__device__ __forceinline__ float active_product(RowPieces pieces, const bf16* gate, const bf16* up,
                                                bf16* active, const bf16* weight, i64 k) {
  const auto load = [&](i64 at, float (&a)[8]) {
    float g[8], u[8];
    load8(gate + at, 8, true, g);
    load8(up + at, 8, true, u);
#pragma unroll
    for (int i = 0; i < 8; i++) {
      const bf16 x = from_f32<bf16>(silu(g[i]) * u[i]);
      if (active) active[at + i] = x;
      a[i] = to_f32(x);
    }
  };
  return row_product_of(pieces, load, weight, k);
}
__device__ __forceinline__ float row_product(RowPieces pieces, const bf16* x, const bf16* weight,
                                             i64 k) {
  return row_product_of(
      pieces, [x](i64 at, float(&a)[8]) { load8(x + at, 8, true, a); }, weight, k);
}

} // namespace atlas
