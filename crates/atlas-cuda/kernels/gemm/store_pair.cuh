// Writing sums of a tile's neighbouring columns.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Writes two neighbours, of which the second may not be there.
__device__ __forceinline__ void put_pair(bf16* out, float low, float high, bool both) {
  if (both && (uintptr_t)out % 4 == 0) {
    *(uint32_t*)out = (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(high)) << 16 |
                      __bfloat16_as_ushort(from_f32<bf16>(low));
  } else {
    out[0] = from_f32<bf16>(low);
    if (both) out[1] = from_f32<bf16>(high);
  }
}
__device__ __forceinline__ void put_pair(float* out, float low, float high, bool both) {
  if (both && (uintptr_t)out % 8 == 0) {
    *(float2*)out = make_float2(low, high);
  } else {
    out[0] = low;
    if (both) out[1] = high;
  }
}

} // namespace atlas
