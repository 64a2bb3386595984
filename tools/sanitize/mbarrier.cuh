// Barriers in shared memory, for the programs of this folder.
#pragma once

#include <cstdint>

__device__ inline unsigned shared_at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void make(uint64_t* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_at(barrier)), "r"(arrivals) : "memory");
}
__device__ inline void arrive(uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_at(barrier)) : "memory");
}
// Until the last phase of that number is over.
__device__ inline void wait(uint64_t* barrier, unsigned phase) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred over; mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2; selp.u32 %0, 1, 0, over; }"
                 : "=r"(done)
                 : "r"(shared_at(barrier)), "r"(phase)
                 : "memory");
  } while (!done);
}
