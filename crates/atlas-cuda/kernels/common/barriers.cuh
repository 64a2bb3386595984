// Barriers of some warps of a block, for roles that run beside each other, and registers that pass
// between roles. The emulated device has functions of its own.
#pragma once

#include "ptx.cuh"

namespace atlas {

#ifdef ATLAS_EMULATED
#include "../../emulator/barriers.h"
#else
// A barrier in shared memory, of `arrivals` a phase. Phases are 0 and 1 by turns, from 0 on. Seen
// by others after the next barrier of the block.
__device__ __forceinline__ void barrier_make(uint64_t* barrier, unsigned arrivals) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(arrivals) : "memory");
}
// What this thread read and wrote before is done for those who wait.
__device__ __forceinline__ void barrier_arrive(uint64_t* barrier) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
}
// Until the last phase of that number is over; of a barrier that nobody came to, phase 1 is.
__device__ __forceinline__ void barrier_wait(uint64_t* barrier, unsigned phase) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
  unsigned done;
  do {
    asm volatile("{ .reg .pred over; mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2; selp.u32 %0, 1, 0, over; }"
                 : "=r"(done)
                 : "r"(at), "r"(phase)
                 : "memory");
  } while (!done);
}

// Registers that a thread of these four warps has from here on: fewer leave some to the others,
// more wait for them.
template <int COUNT> __device__ __forceinline__ void registers_fewer() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}
template <int COUNT> __device__ __forceinline__ void registers_more() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}
#endif

} // namespace atlas
