// The largest of several values and where it is.
#pragma once

#include "include/common.cuh"

namespace atlas {

// A candidate for the largest value: ties go to the lower id.
struct Best {
  float key;
  int id;
};
__device__ __forceinline__ Best better(Best a, Best b) {
  return b.key > a.key || (b.key == a.key && b.id < a.id) ? b : a;
}
__device__ __forceinline__ Best warp_best(Best a) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    const Best b = {__shfl_xor_sync(ALL_LANES, a.key, step),
                    __shfl_xor_sync(ALL_LANES, a.id, step)};
    a = better(a, b);
  }
  return a;
}

} // namespace atlas
