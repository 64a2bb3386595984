// The instructions that kernels write as assembly. The emulated device has functions of its own.
#pragma once

#include "common.cuh"

namespace atlas {

#ifdef ATLAS_EMULATED
#include "../../emulator/ptx.h"
#else
__device__ __forceinline__ void copy16(void* to, const void* from, bool there) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  // Nothing is read for 0 bytes; the 16 become zeros. The address must be one of global memory even
  // so.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(there ? 16 : 0) : "memory");
}
// The same from a run of bytes that are all read soon: the cache takes 256 of them at once.
__device__ __forceinline__ void copy16_of_run(void* to, const void* from, bool there) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(there ? 16 : 0) : "memory");
}
__device__ __forceinline__ void copies_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LEFT> __device__ __forceinline__ void copies_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

// Four 8x8 matrices of 16-bit elements; lane i gives the address of row i % 8 of matrix i / 8.
__device__ __forceinline__ void load_matrices(uint32_t (&out)[4], const bf16* at) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(at);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(shared)
               : "memory");
}

// The same with each matrix transposed: lane i gets two elements of column i / 4 of each.
__device__ __forceinline__ void load_matrices_transposed(uint32_t (&out)[4], const bf16* at) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(at);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(shared)
               : "memory");
}

__device__ __forceinline__ void multiply_add(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// 0, of which the compiler does not know that all lanes have it alike: what is read from there goes
// to registers of a lane and not, by a longer way, to those of a warp.
__device__ __forceinline__ int lane_zero() {
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane / WARP;
}

// `threads` of the block, whole warps, meet at a barrier by number, from 1 to 15.
__device__ __forceinline__ void meet(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
// Comes to such a meeting and does not wait for the others.
__device__ __forceinline__ void meet_later(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
#endif

} // namespace atlas
