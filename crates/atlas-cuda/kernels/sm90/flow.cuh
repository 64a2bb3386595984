// Barriers that copies arrive at, copies of boxes of a tensor by the copy engine, clusters of
// blocks, and registers that warps hand on: what a main loop of producers and consumers is made of,
// on Hopper alone. The emulated device has functions of its own.
#pragma once

#include "wgmma.cuh"

namespace atlas {

// A barrier in shared memory (`mbarrier`). A phase is over when as many arrivals came as it counts
// and all bytes that were announced.
using Gate = uint64_t;

// A tensor as the copy engine knows it (`CUtensorMap`), which the driver encodes.
struct alignas(64) TensorMap {
  uint64_t words[16];
};

#ifdef ATLAS_EMULATED
#include "../../emulator/flow.h"
#else
__device__ __forceinline__ unsigned shared_at(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

__device__ __forceinline__ void gate_init(Gate* gate, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_at(gate)), "r"(count) : "memory");
}
// Gates that this thread set up are seen by the copy engine and by the other blocks of a cluster,
// after the next barrier.
__device__ __forceinline__ void gates_ready() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void gate_arrive(Gate* gate) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_at(gate)) : "memory");
}
// At the same gate of a block of the cluster. Nothing that this thread wrote is made visible by it:
// a scope beyond the block would cost a fence of the whole device.
__device__ __forceinline__ void gate_arrive_in(Gate* gate, unsigned rank) {
  asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
               "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"(shared_at(gate)),
               "r"(rank)
               : "memory");
}
// Arrives and announces bytes.
__device__ __forceinline__ void gate_expect(Gate* gate, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_at(gate)), "r"(bytes) : "memory");
}
// Arrives when the copies of this thread so far (`copy16`) are done.
__device__ __forceinline__ void gate_arrive_copies(Gate* gate) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_at(gate)) : "memory");
}
// Waits until a phase of this parity is over; the one before the first counts as 1.
__device__ __forceinline__ void gate_wait(Gate* gate, unsigned parity) {
  asm volatile("{ .reg .pred over; again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1; @!over bra again; }" ::"r"(
                   shared_at(gate)),
               "r"(parity)
               : "memory");
}

// Copies a box that begins at element x of row y, into rows in the swizzled order; the gate counts
// its bytes. Zeros beyond the tensor.
__device__ __forceinline__ void load_box(bf16* to, const TensorMap& map, int x, int y, Gate* gate) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                   shared_at(to)),
               "l"(&map), "r"(x), "r"(y), "r"(shared_at(gate))
               : "memory");
}
// Copies all of so many rows, of a tensor that is rows in eights: eights one after the other, and
// of each its panels of 64 columns, 8 rows of 128 bytes in the swizzled order. It begins at eight
// y.
__device__ __forceinline__ void load_eights(bf16* to, const TensorMap& map, int y, Gate* gate) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, 0, 0, %2}], [%3];" ::"r"(
                   shared_at(to)),
               "l"(&map), "r"(y), "r"(shared_at(gate))
               : "memory");
}
// The same as `load_box` to the same place in several blocks of a cluster, whose gates count the
// bytes.
__device__ __forceinline__ void load_box_for(bf16* to, const TensorMap& map, int x, int y, Gate* gate, unsigned blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
               "[%1, {%2, %3}], [%4], %5;" ::"r"(shared_at(to)),
               "l"(&map), "r"(x), "r"(y), "r"(shared_at(gate)), "h"((unsigned short)blocks)
               : "memory");
}

// Asks for what the copy engine needs to know of a tensor, which is a parameter: its first copy
// does not wait for that.
__device__ __forceinline__ void map_ahead(const TensorMap& map) { asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory"); }

// Registers of each thread of four warps from here on.
template <int N> __device__ __forceinline__ void registers_down() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N)); }
template <int N> __device__ __forceinline__ void registers_up() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N)); }

__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
// All threads of a cluster.
__device__ __forceinline__ void cluster_meet() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// The same without a fence for what was written: for blocks that begin, after `gates_ready`.
__device__ __forceinline__ void cluster_begin() {
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
// And in two halves, for blocks that end: this one needs nothing more of the others; none of them
// needs anything more of it.
__device__ __forceinline__ void cluster_leave() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_left() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

// The same place of shared memory in a block of the cluster, which must have begun and not ended.
struct There {
  unsigned at;
};
__device__ __forceinline__ There there_in(const void* at, unsigned rank) {
  There there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there.at) : "r"(shared_at(at)), "r"(rank));
  return there;
}
// Copies bytes, a multiple of 16 from such a boundary, by the copy engine to such a place; that
// block's gate counts them. They must be shown by `fence_products`, and stay until that gate is
// open.
__device__ __forceinline__ void copy_there(void* to, const void* from, unsigned bytes, Gate* gate, unsigned rank) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   there_in(to, rank).at),
               "r"(shared_at(from)), "r"(bytes), "r"(there_in(gate, rank).at)
               : "memory");
}
#endif

} // namespace atlas
