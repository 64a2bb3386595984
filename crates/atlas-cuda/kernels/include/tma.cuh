// Copies of boxes of a tensor by the tensor memory accelerator (TMA), which Hopper has. The
// emulated device has functions of its own.
#pragma once

#include "include/common.cuh"
#include "include/mbarrier.cuh"

namespace atlas {

// Description of a tensor for TMA (`CUtensorMap`), which the driver encodes.
struct alignas(64) TensorMap {
  uint64_t words[16];
};

#ifdef ATLAS_EMULATED
#include <emulator/tma.h>
#else
// Copies a box that begins at element x of row y, into rows in the swizzled order; the barrier
// counts its bytes. Zeros beyond the tensor.
__device__ __forceinline__ void tma_load_2d(bf16* to, const TensorMap& map, int x, int y,
                                            Mbarrier* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(shared_at(to)),
      "l"(&map), "r"(x), "r"(y), "r"(shared_at(barrier))
      : "memory");
}
// Copies all of so many rows, of a tensor that is rows in eights: eights one after the other, and
// of each its panels of 64 columns, 8 rows of 128 bytes in the swizzled order. It begins at eight
// y.
__device__ __forceinline__ void tma_load_row_groups(bf16* to, const TensorMap& map, int y,
                                                    Mbarrier* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, "
      "0, 0, %2}], [%3];" ::"r"(shared_at(to)),
      "l"(&map), "r"(y), "r"(shared_at(barrier))
      : "memory");
}
// The same as `tma_load_2d` to the same place in several blocks of a cluster, whose barriers count
// the bytes.
__device__ __forceinline__ void tma_load_2d_multicast(bf16* to, const TensorMap& map, int x, int y,
                                                      Mbarrier* barrier, unsigned blocks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
      "cluster [%0], "
      "[%1, {%2, %3}], [%4], %5;" ::"r"(shared_at(to)),
      "l"(&map), "r"(x), "r"(y), "r"(shared_at(barrier)), "h"((unsigned short)blocks)
      : "memory");
}
// Copies bytes that lie one after the other, whole pieces of 16 on boundaries of 16; the barrier
// counts them.
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes,
                                          Mbarrier* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
               "[%3];" ::"r"(shared_at(to)),
               "l"(from), "r"(bytes), "r"(shared_at(barrier))
               : "memory");
}

// Prefetches the description of a tensor, which is a parameter, so that the first copy does not
// wait for it.
__device__ __forceinline__ void tma_prefetch_map(const TensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}
#endif

} // namespace atlas
