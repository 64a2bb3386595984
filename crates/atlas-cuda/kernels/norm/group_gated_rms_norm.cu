// Computes: out[T, G, W] = rms_norm(y[T, G, W] * silu(z[T, G, W])) * weight[G, W].
// Picked: always.
// Tiling: a block of 128 threads for each group; up to 1,024 elements stay in registers.
// Limit: bandwidth: three elements moved for each output; latency in a decode step.
// Share: not recorded.
#include "include/common.cuh"
using namespace atlas;

constexpr int THREADS = 128;

struct GroupGatedRmsNormParams {
  const void* y; const void* z; const float* weight; void* out;
  i64 y_row, y_group, z_row, z_group, out_row, out_group, rows, groups, width;
  // Whether every group and its weight lie on 16-byte boundaries.
  i64 aligned;
  float eps, unused;
};

// u = y * silu(z) of eight elements from `c` on, f32.
template <class T>
__device__ __forceinline__ void gated8(const T* y, const T* z, i64 c, i64 width, bool aligned,
                                       float (&u)[8]) {
  const int left = (int)min((i64)8, width - c);
  const bool whole = aligned && left == 8;
  float gate[8];
  load8(y + c, left, whole, u);
  load8(z + c, left, whole, gate);
#pragma unroll
  for (int e = 0; e < 8; e++) u[e] *= silu(gate[e]);
}

// A block a group. The first piece of each thread stays in registers, the others are computed
// twice.
template <class T> __device__ void group_gated_rms_norm(const GroupGatedRmsNormParams& p) {
  __shared__ float scratch[THREADS / WARP];
  for (i64 i = blockIdx.x; i < p.rows * p.groups; i += gridDim.x) {
    const i64 t = i / p.groups, j = i % p.groups;
    const T* y = (const T*)p.y + t * p.y_row + j * p.y_group;
    const T* z = (const T*)p.z + t * p.z_row + j * p.z_group;
    T* out = (T*)p.out + t * p.out_row + j * p.out_group;
    float first[8], squares = 0.0f;
    for (i64 c = threadIdx.x * (i64)8; c < p.width; c += THREADS * 8) {
      float u[8];
      gated8(y, z, c, p.width, p.aligned, u);
#pragma unroll
      for (int e = 0; e < 8; e++) {
        squares = fmaf(u[e], u[e], squares);
        if (c < THREADS * 8) first[e] = u[e];
      }
    }
    const float mean = block_sum<THREADS>(squares, scratch) / (float)p.width;
    const float scale = 1.0f / sqrtf(mean + p.eps);
    for (i64 c = threadIdx.x * (i64)8; c < p.width; c += THREADS * 8) {
      const int left = (int)min((i64)8, p.width - c);
      const bool whole = p.aligned && left == 8;
      float u[8], weight[8];
      if (c < THREADS * 8) {
#pragma unroll
        for (int e = 0; e < 8; e++) u[e] = first[e];
      } else {
        gated8(y, z, c, p.width, p.aligned, u);
      }
      load8(p.weight + j * p.width + c, left, whole, weight);
#pragma unroll
      for (int e = 0; e < 8; e++) u[e] = u[e] * scale * weight[e];
      store8(out + c, left, whole, u);
    }
  }
}
extern "C" __global__ void __launch_bounds__(THREADS)
    group_gated_rms_norm_f32(const GroupGatedRmsNormParams p) {
  begin();
  group_gated_rms_norm<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    group_gated_rms_norm_bf16(const GroupGatedRmsNormParams p) {
  begin();
  group_gated_rms_norm<bf16>(p);
}
