// `wgmma` for attention: scores of rows against rows, and weights from registers times columns of
// values.
//
// Operands lie in the swizzled order of `wgmma.cuh`. Rows of W elements are W / 64 panels of 64,
// one after the other. For scores the 64 elements of a row are of K. Of values the rows are of K,
// and columns go from panel to panel: what the PTX manual calls MN-major, which is the same memory.
#pragma once

#include "wgmma.cuh"

namespace atlas {

#ifndef ATLAS_EMULATED
// A matrix descriptor (PTX manual, "matrix descriptor format"), which says where an operand lies.
struct Operand {
  uint64_t bits;
};
__device__ __forceinline__ uint64_t place(const bf16* tile) {
  return ((uint64_t)__cvta_generic_to_shared(tile) & 0x3ffff) >> 4 | (uint64_t)(8 * DEPTH * sizeof(bf16) / 16) << 32 |
         1ull << 62;
}
// Rows of a panel that begins at `tile`: 8 of them are 1,024 bytes.
__device__ __forceinline__ Operand rows_of(const bf16* tile) { return {place(tile) | 1ull << 16}; }
// Columns of panels that begin at `tile`, `panel` elements from one to the next; 8 rows are 1,024
// bytes.
__device__ __forceinline__ Operand columns_of(const bf16* tile, int panel) {
  return {place(tile) | (uint64_t)(panel * sizeof(bf16) / 16) << 16};
}
// The same from another element on.
__device__ __forceinline__ Operand beyond(Operand operand, int elements) {
  return {operand.bits + (uint64_t)(elements * (int)sizeof(bf16) / 16)};
}

// 2^x. What is too small for a normal number is zero.
__device__ __forceinline__ float power(float x) {
  float out;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out) : "f"(x));
  return out;
}

// No use of sums moves to before this, and no change of them to behind it.
template <int N> __device__ __forceinline__ void products_done(float (&c)[N][4]) {
#pragma unroll
  for (int n = 0; n < N; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) asm volatile("" : "+f"(c[n][i])::"memory");
}

// c += a b: 64 rows of 16 elements in registers, as `mma.sync` has them, with N columns of 16 rows
// of b.
template <int N> __device__ void wgmma_columns(float (&c)[N / 8][4], const uint32_t (&a)[4], Operand b, Flight&);

#define ATLAS_C1(n) "+f"(c[n][0]), "+f"(c[n][1]), "+f"(c[n][2]), "+f"(c[n][3])
#define ATLAS_C4(n) ATLAS_C1(n), ATLAS_C1(n + 1), ATLAS_C1(n + 2), ATLAS_C1(n + 3)
#define ATLAS_C8 ATLAS_C4(0), ATLAS_C4(4)
#define ATLAS_C10 ATLAS_C8, ATLAS_C1(8), ATLAS_C1(9)
#define ATLAS_C12 ATLAS_C8, ATLAS_C4(8)
#define ATLAS_C16 ATLAS_C12, ATLAS_C4(12)
#define ATLAS_C32 ATLAS_C16, ATLAS_C4(16), ATLAS_C4(20), ATLAS_C4(24), ATLAS_C4(28)
#define ATLAS_D32 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define ATLAS_D40 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39"
#define ATLAS_D48 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, " \
  "%42, %43, %44, %45, %46, %47"
#define ATLAS_D64 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, " \
  "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, " \
  "%62, %63"
#define ATLAS_D128 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, " \
  "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, " \
  "%62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, " \
  "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, " \
  "%102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, " \
  "%119, %120, %121, %122, %123, %124, %125, %126, %127"

template <bool ADD> __device__ __forceinline__ void rows_64(float (&c)[8][4], Operand a, Operand b) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, %34, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" ATLAS_D32
               "}, %32, %33, added, 1, 1, 0, 0; }"
               : ATLAS_C8
               : "l"(a.bits), "l"(b.bits), "n"(ADD));
}
template <bool ADD> __device__ __forceinline__ void rows_80(float (&c)[10][4], Operand a, Operand b) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, %42, 0; wgmma.mma_async.sync.aligned.m64n80k16.f32.bf16.bf16 {" ATLAS_D40
               "}, %40, %41, added, 1, 1, 0, 0; }"
               : ATLAS_C10
               : "l"(a.bits), "l"(b.bits), "n"(ADD));
}
template <bool ADD> __device__ __forceinline__ void rows_96(float (&c)[12][4], Operand a, Operand b) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, %50, 0; wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 {" ATLAS_D48
               "}, %48, %49, added, 1, 1, 0, 0; }"
               : ATLAS_C12
               : "l"(a.bits), "l"(b.bits), "n"(ADD));
}
template <bool ADD> __device__ __forceinline__ void rows_128(float (&c)[16][4], Operand a, Operand b) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, %66, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" ATLAS_D64
               "}, %64, %65, added, 1, 1, 0, 0; }"
               : ATLAS_C16
               : "l"(a.bits), "l"(b.bits), "n"(ADD));
}
// c = a b, or c += a b: 64 rows of a and N of b, 16 elements of each.
template <int N, bool ADD> __device__ __forceinline__ void wgmma_rows(float (&c)[N / 8][4], Operand a, Operand b, Flight&) {
  static_assert(N == 64 || N == 80 || N == 96 || N == 128, "");
  if constexpr (N == 64) rows_64<ADD>(c, a, b);
  if constexpr (N == 80) rows_80<ADD>(c, a, b);
  if constexpr (N == 96) rows_96<ADD>(c, a, b);
  if constexpr (N == 128) rows_128<ADD>(c, a, b);
}

template <> __device__ __forceinline__ void wgmma_columns<64>(float (&c)[8][4], const uint32_t (&a)[4], Operand b, Flight&) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" ATLAS_D32
               "}, {%32, %33, %34, %35}, %36, added, 1, 1, 1; }"
               : ATLAS_C8
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b.bits));
}
template <> __device__ __forceinline__ void wgmma_columns<128>(float (&c)[16][4], const uint32_t (&a)[4], Operand b, Flight&) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, 1, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" ATLAS_D64
               "}, {%64, %65, %66, %67}, %68, added, 1, 1, 1; }"
               : ATLAS_C16
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b.bits));
}
template <> __device__ __forceinline__ void wgmma_columns<256>(float (&c)[32][4], const uint32_t (&a)[4], Operand b, Flight&) {
  asm volatile("{ .reg .pred added; setp.ne.b32 added, 1, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" ATLAS_D128
               "}, {%128, %129, %130, %131}, %132, added, 1, 1, 1; }"
               : ATLAS_C32
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b.bits));
}
#endif

} // namespace atlas
