// Shared by all kernels: element types, reductions in one fixed order, activation functions.
//
// Sums have one order that depends on the extent alone, so that the bits of a row depend on the
// row.
#pragma once

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace atlas {

using i64 = long long;
using bf16 = __nv_bfloat16;
using f16 = __half;

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

// The first call of every kernel: waits until the kernels queued before are done and what they
// wrote is there, then lets the next one's blocks start where there is room (programmatic dependent
// launch). Nothing of global memory is written before it, and nothing read but weights and the
// step's tables, which no kernel of a step writes, and what a kernel before the one right before
// wrote: that one's blocks wait here too before they let this one start.
__device__ __forceinline__ void begin() {
#ifndef ATLAS_EMULATED
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Asks for memory that will be read, `bytes` from `from` on, in turns of this thread among
// `threads`. Nothing is read by it, so it may come before `begin`: weights are on their way while
// the kernel before ends.
__device__ __forceinline__ void ahead(const void* from, i64 bytes, int thread, int threads) {
#ifndef ATLAS_EMULATED
  for (i64 at = thread * 128; at < bytes; at += threads * 128)
    asm volatile("prefetch.global.L2 [%0];" ::"l"((const char*)from + at));
#endif
}

// 0, of which the compiler does not know that all lanes have it alike: what is read from there goes
// to registers of a lane and not, by a longer way, to those of a warp.
__device__ __forceinline__ int lane_zero() {
#ifdef ATLAS_EMULATED
  return 0;
#else
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane / WARP;
#endif
}

// Pieces of 16 bytes of weights that a lane of a product of few rows has on their way.
constexpr int PIECES = 8;

__device__ __forceinline__ float to_f32(float x) { return x; }
__device__ __forceinline__ float to_f32(bf16 x) { return __bfloat162float(x); }
__device__ __forceinline__ float to_f32(f16 x) { return __half2float(x); }

template <class T> __device__ __forceinline__ T from_f32(float x);
template <> __device__ __forceinline__ float from_f32<float>(float x) { return x; }
template <> __device__ __forceinline__ bf16 from_f32<bf16>(float x) {
  return __float2bfloat16_rn(x);
}

// Eight consecutive elements as f32; `whole` where all eight exist and lie on a 16-byte boundary,
// else those below `left` and zeros.
template <class T>
__device__ __forceinline__ void load8(const T* p, int left, bool whole, float (&out)[8]) {
  if (whole) {
    if constexpr (sizeof(T) == 4) {
      const float4 a = *reinterpret_cast<const float4*>(p);
      const float4 b = *reinterpret_cast<const float4*>(p + 4);
      out[0] = a.x, out[1] = a.y, out[2] = a.z, out[3] = a.w;
      out[4] = b.x, out[5] = b.y, out[6] = b.z, out[7] = b.w;
    } else {
      const uint4 raw = *reinterpret_cast<const uint4*>(p);
      const T* e = reinterpret_cast<const T*>(&raw);
#pragma unroll
      for (int i = 0; i < 8; i++) out[i] = to_f32(e[i]);
    }
  } else {
#pragma unroll
    for (int i = 0; i < 8; i++) out[i] = i < left ? to_f32(p[i]) : 0.0f;
  }
}

// Eight consecutive elements from f32, as `load8` has them.
template <class T>
__device__ __forceinline__ void store8(T* p, int left, bool whole, const float (&x)[8]) {
  __align__(16) T e[8];
#pragma unroll
  for (int i = 0; i < 8; i++) e[i] = from_f32<T>(x[i]);
  if (whole) {
    const uint4* raw = reinterpret_cast<const uint4*>(e);
#pragma unroll
    for (int i = 0; i < (int)sizeof(T) / 2; i++) reinterpret_cast<uint4*>(p)[i] = raw[i];
  } else {
#pragma unroll
    for (int i = 0; i < 8; i++)
      if (i < left) p[i] = e[i];
  }
}

__device__ __forceinline__ float warp_sum(float x) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(ALL_LANES, x, step);
  return x;
}

// NaN is passed over, as by fmaxf.
__device__ __forceinline__ float warp_max(float x) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, step));
  return x;
}

// The sum over all threads of a block, known to each. `scratch` holds a float a warp.
template <int THREADS> __device__ __forceinline__ float block_sum(float x, float* scratch) {
  x = warp_sum(x);
  __syncthreads();
  if (threadIdx.x % WARP == 0) scratch[threadIdx.x / WARP] = x;
  __syncthreads();
  float sum = scratch[0];
#pragma unroll
  for (int i = 1; i < THREADS / WARP; i++) sum += scratch[i];
  return sum;
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }
__device__ __forceinline__ float silu(float x) { return x / (1.0f + expf(-x)); }
__device__ __forceinline__ float minus_infinity() { return __int_as_float(0xff800000); }

// 2^x, rounded by the special function unit. What is too small for a normal number is zero.
__device__ __forceinline__ float exp2_approx(float x) {
#ifdef ATLAS_EMULATED
  return exp2f(x);
#else
  float out;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out) : "f"(x));
  return out;
#endif
}

} // namespace atlas
