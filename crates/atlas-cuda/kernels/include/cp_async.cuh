// Asynchronous copies from global to shared memory (`cp.async`). The emulated device has functions
// of its own.
#pragma once

#include "include/common.cuh"

namespace atlas {

#ifdef ATLAS_EMULATED
#include <emulator/cp_async.h>
#else
__device__ __forceinline__ void cp_async16(void* to, const void* from, bool there) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  // Nothing is read for 0 bytes; the 16 become zeros. The address must be one of global memory even
  // so.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from),
               "r"(there ? 16 : 0)
               : "memory");
}
// The first `bytes` of 16, and zeros after them.
__device__ __forceinline__ void cp_async16_clipped(void* to, const void* from, int bytes) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(bytes)
               : "memory");
}
// As `cp_async16`, of 4, 8 or 16 bytes on a boundary of as many.
template <int BYTES>
__device__ __forceinline__ void cp_async(void* to, const void* from, bool there) {
  if constexpr (BYTES == 16) {
    cp_async16(to, from, there);
  } else {
    const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(shared), "l"(from),
                 "r"(there ? BYTES : 0), "n"(BYTES)
                 : "memory");
  }
}
// As `cp_async16`, from a run of bytes that are all read soon: the cache takes 256 of them at once.
__device__ __forceinline__ void cp_async16_l2_256(void* to, const void* from, bool there) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16, %2;" ::"r"(shared), "l"(from),
               "r"(there ? 16 : 0)
               : "memory");
}
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int LEFT> __device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}
#endif

} // namespace atlas
