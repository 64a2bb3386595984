// Clusters of blocks, which Hopper has: barriers of all their threads, and shared memory of one
// block that another reaches. The emulated device has functions of its own.
#pragma once

#include "include/common.cuh"
#include "include/mbarrier.cuh"

namespace atlas {

#ifdef ATLAS_EMULATED
#include <emulator/cluster.h>
#else
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
// All threads of a cluster.
__device__ __forceinline__ void cluster_sync() {
  asm volatile(
      "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// The same without a fence for writes: for blocks that begin, after `mbarrier_init_fence`.
__device__ __forceinline__ void cluster_sync_relaxed() {
  asm volatile(
      "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
// And in two halves, for blocks that end: this one needs nothing more of the others; none of them
// needs anything more of it.
__device__ __forceinline__ void cluster_arrive_relaxed() {
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
__device__ __forceinline__ void cluster_wait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// The same place of shared memory in a block of the cluster, which must have begun and not ended.
struct RankAddress {
  unsigned at;
};
__device__ __forceinline__ RankAddress map_to_rank(const void* at, unsigned rank) {
  RankAddress there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there.at)
               : "r"(shared_at(at)), "r"(rank));
  return there;
}
// Copies bytes, a multiple of 16 from such a boundary, by bulk copy to such a place; that block's
// barrier counts them. They must be shown by `fence_async_proxy`, and stay until that barrier is
// open.
__device__ __forceinline__ void bulk_copy_to_rank(void* to, const void* from, unsigned bytes,
                                                  Mbarrier* barrier, unsigned rank) {
  asm volatile(
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(map_to_rank(to, rank).at),
      "r"(shared_at(from)), "r"(bytes), "r"(map_to_rank(barrier, rank).at)
      : "memory");
}
#endif

} // namespace atlas
