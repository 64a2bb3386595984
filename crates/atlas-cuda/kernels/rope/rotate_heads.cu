// Computes: heads[T, H, D] rotated in place, D a power of two up to 512.
// Picked: always, where a layer's keys or values are rotated.
// Tiling: a warp a head, in shared memory.
// Limit: bandwidth: each element read and written once; latency in a decode step.
// Share: not recorded alone.
#include "rope/rotation.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct RotateHeadsParams {
  void* heads;
  i64 row, head, rows, head_count, width, back;
};

template <class T> __device__ void rotate_heads(const RotateHeadsParams& p) {
  __shared__ float shared[THREADS / WARP][ROTATED_MAX];
  float* const x = shared[threadIdx.x / WARP];
  const int lane = threadIdx.x % WARP, width = (int)p.width;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < p.rows * p.head_count;
       i += warps) {
    T* const head = (T*)p.heads + i / p.head_count * p.row + i % p.head_count * p.head;
    for (int c = lane; c < width; c += WARP) x[c] = to_f32(head[c]);
    if (p.back) rotate<true>(x, width);
    else rotate<false>(x, width);
    for (int c = lane; c < width; c += WARP) head[c] = from_f32<T>(x[c]);
    __syncwarp();
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) rotate_heads_f32(const RotateHeadsParams p) {
  begin();
  rotate_heads<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) rotate_heads_bf16(const RotateHeadsParams p) {
  begin();
  rotate_heads<bf16>(p);
}
