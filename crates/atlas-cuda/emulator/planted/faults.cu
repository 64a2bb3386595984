// Kernels with one fault each, and their right forms: what the emulated device must find, and what
// it must let pass. `cargo xtask emulator-check` runs them.
#include "include/cp_async.cuh"
#include "include/mbarrier.cuh"
#include "include/warp_roles.cuh"
#include "include/wgmma.cuh"
using namespace atlas;

// `n` values of `in`; each block reverses its 64.
struct Reverse {
  const float* in; float* out;
  i64 n;
};

// Runs on one block of 64 threads.
template <bool BARRIER> __device__ void reverse(const Reverse& p) {
  __shared__ float tile[64];
  tile[threadIdx.x] = p.in[threadIdx.x];
  if (BARRIER) __syncthreads();
  p.out[threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" __global__ void reverse_right(const Reverse p) { reverse<true>(p); }
// A thread reads what another may not have written yet.
extern "C" __global__ void reverse_without_barrier(const Reverse p) { reverse<false>(p); }

// The last block writes beyond the end.
extern "C" __global__ void writes_beyond(const Reverse p) {
  p.out[p.n - 64 + threadIdx.x + 1] = p.in[threadIdx.x];
}
// One element beyond the shared memory of the launch.
extern "C" __global__ void shared_beyond(const Reverse p) {
  extern __shared__ float tile[];
  tile[threadIdx.x + 1] = p.in[threadIdx.x];
  __syncthreads();
  p.out[threadIdx.x] = tile[threadIdx.x];
}
// Half of the threads skip a barrier and meet at another.
extern "C" __global__ void barriers_apart(const Reverse p) {
  if (threadIdx.x < 32) {
    __syncthreads();
  } else {
    p.out[threadIdx.x] = 1.0f;
    __syncthreads();
  }
}
// A warp function in a branch that half of its mask does not take.
extern "C" __global__ void lanes_apart(const Reverse p) {
  float x = p.in[threadIdx.x];
  if (threadIdx.x % 2 == 0) x += __shfl_xor_sync(ALL_LANES, x, 2);
  p.out[threadIdx.x] = x;
}
// A lane outside of the mask is read.
extern "C" __global__ void lane_not_there(const Reverse p) {
  float x = p.in[threadIdx.x];
  if (threadIdx.x % 32 < 16) x += __shfl_xor_sync(0xffffu, x, 16);
  p.out[threadIdx.x] = x;
}
// A sum over the last tile, which has 48 rows: the lanes of the others stay with zeros, they leave,
// or those of both halves name the mask of the lower one.
enum class Tail { Right, Leaves, HalfMask };
template <Tail WAY> __device__ void last_tile(const Reverse& p) {
  const bool there = threadIdx.x < 48;
  if (WAY == Tail::Leaves && !there) return;
  const unsigned mask = WAY == Tail::HalfMask && threadIdx.x >= 32 ? 0xffffu : ALL_LANES;
  float sum = there ? p.in[threadIdx.x] : 0.0f;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step);
  p.out[threadIdx.x] = p.in[63 - threadIdx.x] + (sum - sum);
}
extern "C" __global__ void last_tile_right(const Reverse p) { last_tile<Tail::Right>(p); }
extern "C" __global__ void last_tile_leaves(const Reverse p) { last_tile<Tail::Leaves>(p); }
extern "C" __global__ void last_tile_half_mask(const Reverse p) { last_tile<Tail::HalfMask>(p); }
// Shared memory is read that no thread wrote.
extern "C" __global__ void shared_unwritten(const Reverse p) {
  __shared__ float tile[128];
  tile[threadIdx.x] = p.in[threadIdx.x];
  __syncthreads();
  p.out[threadIdx.x] = tile[127 - threadIdx.x];
}
// Two blocks write the same element.
extern "C" __global__ void blocks_race(const Reverse p) {
  p.out[threadIdx.x] = p.in[threadIdx.x] + (float)blockIdx.x;
}
// A product whose operands are written over while it goes on, or after it was waited for. The
// values are reversed all the same.
template <bool EARLY> __device__ void product(const Reverse& p) {
  __shared__ uint32_t raw[((64 + 32) * DEPTH * 2 + 1024) / 4];
  bf16* const tile = (bf16*)(((uintptr_t)raw + 1023) / 1024 * 1024);
  uint32_t* const words = (uint32_t*)tile;
  for (int i = threadIdx.x; i < (64 + 32) * DEPTH / 2; i += 64) words[i] = 0;
  __syncthreads();
  float sums[4][4] = {};
  Flight flight;
  wgmma_fence();
  wgmma<32>(sums, tile, tile + 64 * DEPTH, STEP, flight);
  wgmma_commit(flight);
  __syncthreads();
  if (!EARLY) wgmma_wait<0>(flight);
  __syncthreads();
  // Element 16 of row 3, which the swizzle puts into chunk 2 ^ 3.
  if (threadIdx.x == 0) words[3 * DEPTH / 2 + (2 ^ 3) * 4] = 0x3f80;
  __syncthreads();
  if (EARLY) wgmma_wait<0>(flight);
  p.out[threadIdx.x] = p.in[63 - threadIdx.x] + sums[0][0];
}
extern "C" __global__ void product_right(const Reverse p) { product<false>(p); }
extern "C" __global__ void product_written_over(const Reverse p) { product<true>(p); }

// Values copied by one warp for another: whether they are shown to the tensor cores, whether their
// arrival is told, and whether sums and registers of a product are left alone until it is waited
// for.
enum class Fault { None, NoFence, NoArrival, SumsEarly, RegistersEarly };
template <Fault FAULT> __device__ void roles(const Reverse& p) {
  __shared__ uint32_t raw[(STEP * DEPTH * 2 + 1024 + 8) / 4];
  bf16* const tile = (bf16*)(((uintptr_t)raw + 1023) / 1024 * 1024);
  uint64_t* const full = (uint64_t*)(tile + STEP * DEPTH);
  if (threadIdx.x == 0) mbarrier_init(full, 32);
  __syncthreads();
  if (threadIdx.x >= 32) {
    // Rows of zeros.
    for (int i = threadIdx.x - 32; i < STEP * 8; i += 32) cp_async16(tile + i * 8, p.in, false);
    cp_async_commit();
    cp_async_wait<0>();
    if (FAULT != Fault::NoFence) fence_async_proxy();
    if (FAULT != Fault::NoArrival) mbarrier_arrive(full);
  }
  mbarrier_wait(full, 0);
  float sums[8][4] = {};
  uint32_t weights[4] = {0x3f803f80u, 0x3f803f80u, 0x3f803f80u, 0x3f803f80u};
  Flight flight;
  wgmma_fence();
  wgmma_rs<64>(sums, weights, mn_major(tile, STEP * DEPTH), flight);
  wgmma_commit(flight);
  const float early = sums[0][0];
  if (FAULT == Fault::RegistersEarly) weights[1] = 0;
  wgmma_wait<0>(flight);
  p.out[threadIdx.x] = p.in[63 - threadIdx.x] + (FAULT == Fault::SumsEarly ? early : sums[0][0]);
}
extern "C" __global__ void roles_right(const Reverse p) { roles<Fault::None>(p); }
extern "C" __global__ void copy_without_fence(const Reverse p) { roles<Fault::NoFence>(p); }
extern "C" __global__ void no_arrivals(const Reverse p) { roles<Fault::NoArrival>(p); }
extern "C" __global__ void sums_before_the_wait(const Reverse p) { roles<Fault::SumsEarly>(p); }
extern "C" __global__ void registers_before_the_wait(const Reverse p) {
  roles<Fault::RegistersEarly>(p);
}
// Half of the threads meet by number and write; who only arrives reads without having waited.
template <bool WAITS> __device__ void numbered(const Reverse& p) {
  __shared__ float tile[64];
  tile[threadIdx.x] = p.in[threadIdx.x];
  if (WAITS || threadIdx.x < 32)
    named_barrier_sync(1, 64);
  else
    named_barrier_arrive(1, 64);
  p.out[threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" __global__ void numbered_right(const Reverse p) { numbered<true>(p); }
extern "C" __global__ void arrives_and_reads(const Reverse p) { numbered<false>(p); }

// The values come by copies that arrive at a barrier, in two phases. The second is not waited for;
// the barrier counts an arrival that no thread makes; it counts one too few.
enum class Arrivals { Right, Unwaited, TooMany, TooFew };
template <Arrivals WAY> __device__ void arrivals(const Reverse& p) {
  __shared__ float tile[64], other[64];
  __shared__ Mbarrier barrier;
  if (threadIdx.x == 0) {
    mbarrier_init(&barrier, WAY == Arrivals::TooMany ? 17 : WAY == Arrivals::TooFew ? 15 : 16);
    mbarrier_init_fence();
  }
  __syncthreads();
  for (int phase = 0; phase < 2; phase++) {
    if (threadIdx.x < 16) {
      cp_async16((phase ? tile : other) + 4 * threadIdx.x, p.in + 4 * threadIdx.x, true);
      mbarrier_arrive_cp_async(&barrier);
    }
    if (WAY != Arrivals::Unwaited || phase == 0) mbarrier_wait(&barrier, phase);
    __syncthreads();
  }
  p.out[threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" __global__ void mbarrier_right(const Reverse p) { arrivals<Arrivals::Right>(p); }
extern "C" __global__ void mbarrier_unwaited(const Reverse p) { arrivals<Arrivals::Unwaited>(p); }
extern "C" __global__ void mbarrier_too_many(const Reverse p) { arrivals<Arrivals::TooMany>(p); }
extern "C" __global__ void mbarrier_too_few(const Reverse p) { arrivals<Arrivals::TooFew>(p); }
// Copies that arrive at a barrier come by themselves: the thread that multiplies them shows them to
// the tensor cores.
template <bool FENCE> __device__ void mbarrier_product(const Reverse& p) {
  __shared__ uint32_t raw[((64 + 32) * DEPTH * 2 + 1024) / 4];
  __shared__ Mbarrier barrier;
  bf16* const tile = (bf16*)(((uintptr_t)raw + 1023) / 1024 * 1024);
  if (threadIdx.x == 0) mbarrier_init(&barrier, 64), mbarrier_init_fence();
  __syncthreads();
  // Rows of zeros.
  for (int i = threadIdx.x; i < (64 + 32) * DEPTH / 8; i += 64)
    cp_async16(tile + i * 8, p.in, false);
  mbarrier_arrive_cp_async(&barrier);
  mbarrier_wait(&barrier, 0);
  if (FENCE) fence_async_proxy();
  float sums[4][4] = {};
  Flight flight;
  wgmma_fence();
  wgmma<32>(sums, tile, tile + 64 * DEPTH, 0, flight);
  wgmma_commit(flight);
  wgmma_wait<0>(flight);
  p.out[threadIdx.x] = p.in[63 - threadIdx.x] + sums[0][0];
}
extern "C" __global__ void mbarrier_fenced(const Reverse p) { mbarrier_product<true>(p); }
extern "C" __global__ void mbarrier_without_fence(const Reverse p) { mbarrier_product<false>(p); }
