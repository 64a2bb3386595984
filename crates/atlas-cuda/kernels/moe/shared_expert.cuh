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

// The term that is added to a row and column, which may be asked for before it is needed.
template <class T> struct SharedTerm {
  float factor = 1.0f, value = 0.0f;
  SharedTerm() = default;
  __device__ __forceinline__ SharedTerm(const SharedAdd& p, i64 t, i64 c) {
    factor = p.gate ? sigmoid(to_f32(((const T*)p.gate)[t * p.gate_row])) : 1.0f;
    value = to_f32(((const T*)p.shared)[t * p.shared_row + c]);
  }
  __device__ __forceinline__ T added_to(T out) const {
    return from_f32<T>(__fmaf_rn(factor, value, to_f32(out)));
  }
};

// out + sigmoid(gate) * shared of a row and column, or out + shared where there is no gate.
template <class T>
__device__ __forceinline__ T with_shared(const SharedAdd& p, i64 t, i64 c, T out) {
  return SharedTerm<T>(p, t, c).added_to(out);
}

} // namespace atlas
