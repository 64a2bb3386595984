// What the products of many rows share: where their tiles begin, and how their sums are written.
#pragma once

#include "wgmma.cuh"

namespace atlas {

// Swizzled tiles begin on 1,024-byte boundaries; a launch asks for as much more.
__device__ __forceinline__ bf16* aligned(bf16* shared) {
#ifdef ATLAS_EMULATED
  return (bf16*)(((uintptr_t)shared + 1023) / 1024 * 1024);
#else
  return shared + (1024 - (unsigned)__cvta_generic_to_shared(shared) % 1024) % 1024 / sizeof(bf16);
#endif
}

// Writes two neighbours, of which the second may not be there.
__device__ __forceinline__ void put_pair(bf16* out, float low, float high, bool both) {
  if (both && (uintptr_t)out % 4 == 0) {
    *(uint32_t*)out = (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(high)) << 16 | __bfloat16_as_ushort(from_f32<bf16>(low));
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
