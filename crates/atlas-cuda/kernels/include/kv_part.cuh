// The part of positions that a call of attention takes of those that its rows see, and what rows
// carry from it to the next.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Without a part all positions there are, and no carry. A part begins at a border of splits.
struct KvPart {
  // Half-open.
  i64 from, to;
  float* carry;
  // Elements between rows, and between query heads.
  i64 row, head;

  __device__ __forceinline__ float* of(i64 t, i64 h) const { return carry + t * row + h * head; }
};

} // namespace atlas
