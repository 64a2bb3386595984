// Names of the language CUDA C++, which a kernel's source needs to be compiled for the CPU, and
// the functions of the emulator behind them. Included before the kernel's own text.
//
// A thread of a block is a fiber. A fiber runs until it reaches a barrier or a warp function and
// goes on when all who take part have reached the same one. Everything in this header that is
// inline is part of the kernel; the rest lies in `fibers.cpp`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

#define ATLAS_EMULATED 1
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n) alignas(n)
#define __CUDA_ARCH__ 900

struct dim3 {
  unsigned x, y, z;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline float2 make_float2(float x, float y) { return {x, y}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }

namespace emu {

struct Launch {
  dim3 grid, block;
};
struct Place {
  dim3 thread, block;
};

// A place in a source: two threads meet only at the same one.
struct Here {
  const char* file;
  int line;
};

const Launch& launch();
const Place& place();
// The lane of the calling thread, 0 to 31.
unsigned lane();
// Dynamic shared memory of the block, exactly as many bytes as the launch asked for.
void* dynamic_shared();
// Shared memory of the block that a declaration names: the same for the same key.
void* shared_object(const void* key, size_t bytes);
template <class T> T& static_shared() {
  static_assert(alignof(T) <= 128);
  static const char key = 0;
  return *static_cast<T*>(shared_object(&key, sizeof(T)));
}

// All threads of the block that have not ended meet; gives how many brought `true`.
int block_barrier(bool vote, Here here);
// The lanes of `mask` meet; gives what each of the 32 brought, `bytes` (at most 64) apart by 64.
const unsigned char* warp_meet(unsigned mask, const void* mine, size_t bytes, bool orders,
                               Here here);
// Copies that are under way until they are waited for.
void copy_begin(void* to, const void* from, size_t bytes, size_t filled);
void cp_async_commit();
void cp_async_wait(int left);
// Shows the copies of the calling thread to the tensor cores. `check_shown` ends the process where
// those at `at` are not shown.
void fence_async_proxy();
void check_shown(const void* at, Here here);
// A barrier by number, for some threads of the block; who does not wait only arrives.
void named_barrier(unsigned number, unsigned threads, bool waits, Here here);
// Barriers in shared memory that count arrivals and bytes (`mbarrier`), phase after phase.
void mbarrier_init(void* barrier, unsigned count, Here here);
void mbarrier_arrive(void* barrier, Here here);
// Arrives and announces bytes.
void mbarrier_expect(void* barrier, unsigned bytes, Here here);
void mbarrier_arrive_cp_async(void* barrier);
void mbarrier_wait(void* barrier, unsigned parity, Here here);
// A box of a tensor into the shared memory of the blocks of `mask`, each of whose barriers counts
// the bytes.
void tma_load(void* to, const void* map, const int (&begin)[4], void* barrier, unsigned mask);
// Bytes of global memory to shared memory, which a barrier counts.
void bulk_load(void* to, const void* from, unsigned bytes, void* barrier);
// Bytes of shared memory to the same place of a block of the cluster, whose barrier counts them.
void bulk_copy_to_rank(void* to, const void* from, unsigned bytes, void* barrier, unsigned rank);
// The blocks of a cluster: which one this is, how many, the same place in another's dynamic shared
// memory, and a barrier of all their threads.
unsigned cluster_rank();
unsigned cluster_size();
void* in_block(const void* at, unsigned rank);
void cluster_barrier(Here here);
[[noreturn]] void fail(const char* what, Here here);

template <class T> T lane_value(unsigned mask, T mine, unsigned from, Here here) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 64);
  const unsigned char* all = warp_meet(mask, &mine, sizeof(T), false, here);
  if (from >= 32 || !(mask >> from & 1)) fail("a lane outside of the mask is read", here);
  T out;
  memcpy(&out, all + 64 * from, sizeof(T));
  return out;
}

// Lanes without a partner in their group of `width` get their own value.
template <class T> T shuffle_down(unsigned mask, T mine, unsigned step, unsigned width, Here here) {
  const unsigned from = lane() + step;
  return lane_value(mask, mine, from / width == lane() / width ? from : lane(), here);
}
template <class T> T shuffle_up(unsigned mask, T mine, unsigned step, unsigned width, Here here) {
  return lane_value(mask, mine, lane() % width >= step ? lane() - step : lane(), here);
}

template <class T, class F> T reduce(unsigned mask, T mine, F f, Here here) {
  const unsigned char* all = warp_meet(mask, &mine, sizeof(T), false, here);
  bool first = true;
  T out{};
  for (unsigned i = 0; i < 32; i++) {
    if (!(mask >> i & 1)) continue;
    T one;
    memcpy(&one, all + 64 * i, sizeof(T));
    out = first ? one : f(out, one);
    first = false;
  }
  return out;
}

inline unsigned ballot(unsigned mask, bool mine, Here here) {
  return reduce(mask, mine ? 1u << lane() : 0u, [](unsigned a, unsigned b) { return a | b; }, here);
}

} // namespace emu

#define EMU_HERE (emu::Here{__FILE__, __LINE__})
#define threadIdx (emu::place().thread)
#define blockIdx (emu::place().block)
#define blockDim (emu::launch().block)
#define gridDim (emu::launch().grid)
#define warpSize 32

#define __syncthreads() ((void)emu::block_barrier(false, EMU_HERE))
#define __syncthreads_or(x) (emu::block_barrier((x) != 0, EMU_HERE) > 0)
#define __syncthreads_count(x) emu::block_barrier((x) != 0, EMU_HERE)
#define EMU_FIRST(a, ...) a
#define __syncwarp(...) \
  ((void)emu::warp_meet(EMU_FIRST(__VA_ARGS__ __VA_OPT__(, ) 0xffffffffu), "", 0, true, EMU_HERE))
#define __shfl_sync(mask, x, from, ...) emu::lane_value(mask, x, (unsigned)(from) % 32, EMU_HERE)
#define __shfl_xor_sync(mask, x, with, ...) \
  emu::lane_value(mask, x, emu::lane() ^ (unsigned)(with), EMU_HERE)
#define __shfl_down_sync(mask, x, step, ...) \
  emu::shuffle_down(mask, x, step, EMU_FIRST(__VA_ARGS__ __VA_OPT__(, ) 32), EMU_HERE)
#define __shfl_up_sync(mask, x, step, ...) \
  emu::shuffle_up(mask, x, step, EMU_FIRST(__VA_ARGS__ __VA_OPT__(, ) 32), EMU_HERE)
#define __ballot_sync(mask, x) emu::ballot(mask, (x) != 0, EMU_HERE)
#define __any_sync(mask, x) (emu::ballot(mask, (x) != 0, EMU_HERE) != 0)
#define __all_sync(mask, x) (emu::ballot(mask, (x) != 0, EMU_HERE) == (unsigned)(mask))
#define __reduce_add_sync(mask, x) \
  emu::reduce(mask, x, [](auto a, auto b) { return decltype(a)(a + b); }, EMU_HERE)
#define __reduce_max_sync(mask, x) \
  emu::reduce(mask, x, [](auto a, auto b) { return a < b ? b : a; }, EMU_HERE)
#define __reduce_min_sync(mask, x) \
  emu::reduce(mask, x, [](auto a, auto b) { return b < a ? b : a; }, EMU_HERE)

inline float __int_as_float(int x) {
  float out;
  memcpy(&out, &x, 4);
  return out;
}
inline int __float_as_int(float x) {
  int out;
  memcpy(&out, &x, 4);
  return out;
}
inline float __uint_as_float(unsigned x) { return __int_as_float((int)x); }
inline unsigned __float_as_uint(float x) { return (unsigned)__float_as_int(x); }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
// Saturates, and gives 0 for NaN.
inline int __float2int_rn(float x) {
  if (x != x) return 0;
  return x >= 2147483648.0f ? 2147483647 : x < -2147483648.0f ? -2147483647 - 1 : (int)rintf(x);
}
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fdividef(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float rsqrtf(float a) { return 1.0f / sqrtf(a); }
inline float __expf(float a) { return expf(a); }
inline float __logf(float a) { return logf(a); }
// Bytes of `x` (0 to 3) and `y` (4 to 7), chosen by the halves of the bytes of `which`.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned which) {
  const unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned out = 0;
  for (unsigned i = 0; i < 4; i++)
    out |= (unsigned)(both >> ((which >> 4 * i & 7) * 8) & 0xff) << 8 * i;
  return out;
}
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
// Atomic for a sanitizer too, which sees plain accesses beside them; they order nothing else.
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline int atomicAdd(int* p, int x) { return __atomic_fetch_add(p, x, __ATOMIC_RELAXED); }
inline int atomicMin(int* p, int x) {
  int old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (x < old &&
         !__atomic_compare_exchange_n(p, &old, x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}
inline int atomicMax(int* p, int x) {
  int old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (x > old &&
         !__atomic_compare_exchange_n(p, &old, x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}
inline double atomicAdd(double* p, double x) {
  double old, sum;
  __atomic_load(p, &old, __ATOMIC_RELAXED);
  do sum = old + x;
  while (!__atomic_compare_exchange(p, &old, &sum, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old;
}
template <class T> T __ldg(const T* p) { return *p; }
template <class T> T __ldcs(const T* p) { return *p; }
template <class T> void __stcs(T* p, T x) { *p = x; }
using std::isfinite;
using std::isinf;
using std::isnan;
using std::max;
using std::min;
