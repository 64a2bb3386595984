// The expert of every token, added last: by a kernel of its own, or by the one that wrote what it
// is added to.
#pragma once

#include "include/common.cuh"

namespace atlas {

struct SharedAdd {
  // No shared expert where null; no gate where that is null.
  const void* shared; const void* gate;
  i64 shared_row, gate_row;
};

// out + sigmoid(gate) * shared of a row and column, or out + shared where there is no gate.
template <class T>
__device__ __forceinline__ T with_shared(const SharedAdd& p, i64 t, i64 c, T out) {
  const float factor = p.gate ? sigmoid(to_f32(((const T*)p.gate)[t * p.gate_row])) : 1.0f;
  return from_f32<T>(
      __fmaf_rn(factor, to_f32(((const T*)p.shared)[t * p.shared_row + c]), to_f32(out)));
}

} // namespace atlas
