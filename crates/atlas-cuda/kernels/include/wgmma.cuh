// `wgmma`: four warps multiply 64 rows by N columns while they go on, on Hopper alone. The emulated
// device has functions of its own.
//
// Operands in shared memory are rows of 64 elements, 128 bytes, in swizzled order: the 16 bytes at
// chunk c of row r stand at chunk c ^ r % 8 (PTX manual, "128-byte swizzle"). A tile begins on a
// 1,024-byte boundary. Longer rows are panels of 64 columns, one after the other. Where the 64
// elements of a row are of K the operand is K-major; where the rows are of K and columns go from
// panel to panel it is what the PTX manual calls MN-major, which is the same memory.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Elements of K of a row of shared memory, and of one instruction.
constexpr int DEPTH = 64;
constexpr int STEP = 16;

// Aligns a launch's shared memory for swizzled tiles, which begin on 1,024-byte boundaries. The
// launch asks for 1,024 bytes more.
__device__ __forceinline__ bf16* align_swizzled(bf16* shared) {
#ifdef ATLAS_EMULATED
  return (bf16*)(((uintptr_t)shared + 1023) / 1024 * 1024);
#else
  return shared + (1024 - (unsigned)__cvta_generic_to_shared(shared) % 1024) % 1024 / sizeof(bf16);
#endif
}

#ifdef ATLAS_EMULATED
#include <emulator/wgmma.h>
#else
// Products under way, which the emulated device keeps a list of.
struct Flight {};

// Writes of this thread to shared memory are seen by the tensor cores after the next barrier.
__device__ __forceinline__ void fence_async_proxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
// Before the first product, and after other instructions touched its sums.
__device__ __forceinline__ void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void wgmma_commit(Flight&) {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Waits until at most LEFT groups of products are under way.
template <int LEFT> __device__ __forceinline__ void wgmma_wait(Flight&) {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory");
}
// The compiler moves no use of these sums to before this, and no change of them to behind it.
template <int N> __device__ __forceinline__ void wgmma_pin_sums(float (&c)[N][4]) {
#pragma unroll
  for (int n = 0; n < N; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) asm volatile("" : "+f"(c[n][i])::"memory");
}

// A matrix descriptor (PTX manual, "matrix descriptor format"): address, distances, swizzle of 128
// bytes.
struct WgmmaDescriptor {
  uint64_t bits;
};
__device__ __forceinline__ uint64_t descriptor_bits(const bf16* tile, int k) {
  const uint64_t at = (uint64_t)__cvta_generic_to_shared(tile) + k * sizeof(bf16);
  return (at & 0x3ffff) >> 4 | (uint64_t)(8 * DEPTH * sizeof(bf16) / 16) << 32 | 1ull << 62;
}
// K-major rows that begin at `tile`, from element k on; 8 rows are 1,024 bytes. `k` elements along
// a row are plain bytes: the swizzle is of the address.
__device__ __forceinline__ WgmmaDescriptor k_major(const bf16* tile, int k = 0) {
  return {descriptor_bits(tile, k) | 1ull << 16};
}
// MN-major columns of panels that begin at `tile`, `panel` elements from one to the next; 8 rows
// are 1,024 bytes.
__device__ __forceinline__ WgmmaDescriptor mn_major(const bf16* tile, int panel) {
  return {descriptor_bits(tile, 0) | (uint64_t)(panel * sizeof(bf16) / 16) << 16};
}
// The same from another element on.
__device__ __forceinline__ WgmmaDescriptor advance(WgmmaDescriptor operand, int elements) {
  return {operand.bits + (uint64_t)(elements * (int)sizeof(bf16) / 16)};
}

// Registers of N / 8 tiles of sums, and their numbers in the instruction.
#define ATLAS_C1(n) "+f"(c[n][0]), "+f"(c[n][1]), "+f"(c[n][2]), "+f"(c[n][3])
#define ATLAS_C2(n) ATLAS_C1(n), ATLAS_C1(n + 1)
#define ATLAS_C4(n) ATLAS_C2(n), ATLAS_C2(n + 2)
#define ATLAS_C8(n) ATLAS_C4(n), ATLAS_C4(n + 4)
#define ATLAS_C16(n) ATLAS_C8(n), ATLAS_C8(n + 8)
#define ATLAS_D8 \
  "%0, %1, %2, %3, %4, %5, %6, %7"
#define ATLAS_D16 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define ATLAS_D32 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define ATLAS_D40 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
  "%36, %37, %38, %39"
#define ATLAS_D48 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
  "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define ATLAS_D64 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
  "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
  "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define ATLAS_D128 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
  "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
  "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, " \
  "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, " \
  "%87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, " \
  "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, " \
  "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"

// c = a b, or c += a b with ADD: 64 rows of a and N of b from shared memory, 16 elements of K of
// each, both K-major. Warp w of the four has rows 16 w..; its lane i of each 8 columns rows i / 4
// and i / 4 + 8, columns 2 (i % 4) and the next.
template <int N, bool ADD> struct WgmmaSs;
#define ATLAS_WGMMA_SS(N, D, A, B, FLAG, ...) \
  template <bool ADD> struct WgmmaSs<N, ADD> { \
    static __device__ __forceinline__ void run(float (&c)[N / 8][4], WgmmaDescriptor a, \
                                               WgmmaDescriptor b) { \
      asm volatile("{ .reg .pred added; setp.ne.b32 added, " FLAG ", 0; " \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.bf16.bf16 {" D "}, " A ", " B \
                   ", added, 1, 1, 0, 0; }" \
                   : __VA_ARGS__ \
                   : "l"(a.bits), "l"(b.bits), "n"(ADD)); \
    } \
  };
ATLAS_WGMMA_SS(16, ATLAS_D8, "%8", "%9", "%10", ATLAS_C2(0))
ATLAS_WGMMA_SS(32, ATLAS_D16, "%16", "%17", "%18", ATLAS_C4(0))
ATLAS_WGMMA_SS(64, ATLAS_D32, "%32", "%33", "%34", ATLAS_C8(0))
ATLAS_WGMMA_SS(80, ATLAS_D40, "%40", "%41", "%42", ATLAS_C8(0), ATLAS_C2(8))
ATLAS_WGMMA_SS(96, ATLAS_D48, "%48", "%49", "%50", ATLAS_C8(0), ATLAS_C4(8))
ATLAS_WGMMA_SS(128, ATLAS_D64, "%64", "%65", "%66", ATLAS_C16(0))
ATLAS_WGMMA_SS(256, ATLAS_D128, "%128", "%129", "%130", ATLAS_C16(0), ATLAS_C16(16))
template <int N, bool ADD>
__device__ __forceinline__ void wgmma_ss(float (&c)[N / 8][4], WgmmaDescriptor a, WgmmaDescriptor b,
                                         Flight&) {
  WgmmaSs<N, ADD>::run(c, a, b);
}
// The same of tiles, at elements k..k + 16 of their rows.
template <int N>
__device__ __forceinline__ void wgmma(float (&c)[N / 8][4], const bf16* a, const bf16* b, int k,
                                      Flight&) {
  WgmmaSs<N, true>::run(c, k_major(a, k), k_major(b, k));
}

// c = a b, or c += a b with ADD: the same of 32 elements of E4M3, those of 32 bytes from `k`
// elements of 16 bits on, with sums of fewer bits than f32 has inside a product.
template <int N, bool ADD> struct WgmmaE4m3;
#define ATLAS_WGMMA_E4M3(N, D, A, B, FLAG, ...) \
  template <bool ADD> struct WgmmaE4m3<N, ADD> { \
    static __device__ __forceinline__ void run(float (&c)[N / 8][4], WgmmaDescriptor a, \
                                               WgmmaDescriptor b) { \
      asm volatile("{ .reg .pred added; setp.ne.b32 added, " FLAG ", 0; " \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k32.f32.e4m3.e4m3 {" D "}, " A ", " B \
                   ", added, 1, 1; }" \
                   : __VA_ARGS__ \
                   : "l"(a.bits), "l"(b.bits), "n"(ADD)); \
    } \
  };
ATLAS_WGMMA_E4M3(32, ATLAS_D16, "%16", "%17", "%18", ATLAS_C4(0))
ATLAS_WGMMA_E4M3(64, ATLAS_D32, "%32", "%33", "%34", ATLAS_C8(0))
ATLAS_WGMMA_E4M3(128, ATLAS_D64, "%64", "%65", "%66", ATLAS_C16(0))
template <int N, bool ADD>
__device__ __forceinline__ void wgmma_e4m3(float (&c)[N / 8][4], const bf16* a, const bf16* b,
                                           int k, Flight&) {
  WgmmaE4m3<N, ADD>::run(c, k_major(a, k), k_major(b, k));
}

// c += a b: 64 rows of 16 elements in registers, as `mma.sync` has them, with N columns of 16 rows
// of b, MN-major.
template <int N> struct WgmmaRs;
#define ATLAS_WGMMA_RS(N, D, A, B, ...) \
  template <> struct WgmmaRs<N> { \
    static __device__ __forceinline__ void run(float (&c)[N / 8][4], const uint32_t (&a)[4], \
                                               WgmmaDescriptor b) { \
      asm volatile("{ .reg .pred added; setp.ne.b32 added, 1, 0; " \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.bf16.bf16 {" D "}, {" A "}, " B \
                   ", added, 1, 1, 1; }" \
                   : __VA_ARGS__ \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b.bits)); \
    } \
  };
ATLAS_WGMMA_RS(64, ATLAS_D32, "%32, %33, %34, %35", "%36", ATLAS_C8(0))
ATLAS_WGMMA_RS(128, ATLAS_D64, "%64, %65, %66, %67", "%68", ATLAS_C16(0))
ATLAS_WGMMA_RS(256, ATLAS_D128, "%128, %129, %130, %131", "%132", ATLAS_C16(0), ATLAS_C16(16))
template <int N>
__device__ __forceinline__ void wgmma_rs(float (&c)[N / 8][4], const uint32_t (&a)[4],
                                         WgmmaDescriptor b, Flight&) {
  WgmmaRs<N>::run(c, a, b);
}
#endif

} // namespace atlas
