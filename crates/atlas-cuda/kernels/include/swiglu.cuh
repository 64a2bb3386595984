// silu(gate) * up, which a kernel of its own and the product behind it compute.
#pragma once

#include "include/common.cuh"

namespace atlas {

struct SwigluParams {
  const void* gate; const void* up; void* out;
  i64 gate_row, up_row, out_row, rows, width;
};

// out = silu(gate) * up at a row and column.
template <class T> __device__ __forceinline__ T activated(const SwigluParams& p, i64 t, i64 c) {
  return from_f32<T>(silu(to_f32(((const T*)p.gate)[t * p.gate_row + c])) *
                     to_f32(((const T*)p.up)[t * p.up_row + c]));
}

} // namespace atlas
