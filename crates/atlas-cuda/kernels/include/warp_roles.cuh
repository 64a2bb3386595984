// Warps of a block with roles of their own: barriers by number, and registers that pass from one
// role to another. The emulated device has functions of its own.
#pragma once

#include "include/common.cuh"

namespace atlas {

#ifdef ATLAS_EMULATED
#include <emulator/warp_roles.h>
#else
// `threads` of the block, whole warps, meet at a barrier by number, from 1 to 15.
__device__ __forceinline__ void named_barrier_sync(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
// Comes to such a meeting and does not wait for the others.
__device__ __forceinline__ void named_barrier_arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Registers that a thread of these four warps has from here on: fewer leave some to the others,
// more wait for them.
template <int COUNT> __device__ __forceinline__ void setmaxnreg_dec() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}
template <int COUNT> __device__ __forceinline__ void setmaxnreg_inc() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}
#endif

} // namespace atlas
