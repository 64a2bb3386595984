// Barriers in shared memory that threads and copies arrive at (`mbarrier`). The emulated device has
// functions of its own.
#pragma once

#include <cstdint>

namespace atlas {

// A phase of it is over once as many arrivals have come as it counts, and all bytes that were
// announced. Phases are 0 and 1 by turns, from 0 on.
using Mbarrier = uint64_t;

#ifdef ATLAS_EMULATED
#include <emulator/mbarrier.h>
#else
__device__ __forceinline__ unsigned shared_at(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}

__device__ __forceinline__ void mbarrier_init(Mbarrier* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_at(barrier)), "r"(count)
               : "memory");
}
// Makes barriers that this thread set up visible to bulk copies and to the other blocks of a
// cluster, after the next barrier.
__device__ __forceinline__ void mbarrier_init_fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void mbarrier_arrive(Mbarrier* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_at(barrier)) : "memory");
}
// Arrives at the same barrier of a block of the cluster. No write of this thread is made visible by
// it: a scope beyond the block would cost a fence of the whole device.
__device__ __forceinline__ void mbarrier_arrive_at_rank(Mbarrier* barrier, unsigned rank) {
  asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
               "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"(shared_at(barrier)),
               "r"(rank)
               : "memory");
}
// Arrives and announces bytes.
__device__ __forceinline__ void mbarrier_arrive_expect_tx(Mbarrier* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_at(barrier)),
               "r"(bytes)
               : "memory");
}
// Arrives when the copies of this thread so far (`cp_async16`) are done.
__device__ __forceinline__ void mbarrier_arrive_cp_async(Mbarrier* barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_at(barrier))
               : "memory");
}
// Waits until a phase of this parity is over; the one before the first counts as 1.
__device__ __forceinline__ void mbarrier_wait(Mbarrier* barrier, unsigned parity) {
  asm volatile("{ .reg .pred over; again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1; "
               "@!over bra again; }" ::"r"(shared_at(barrier)),
               "r"(parity)
               : "memory");
}
// The same in a loop that the compiler sees, which schedules the code around it in another way.
__device__ __forceinline__ void mbarrier_poll(Mbarrier* barrier, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred over; mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2; "
                 "selp.u32 %0, 1, 0, over; }"
                 : "=r"(done)
                 : "r"(shared_at(barrier)), "r"(parity)
                 : "memory");
  } while (!done);
}
#endif

} // namespace atlas
