// The gated norm, which kernels of their own and those that do more share.
#pragma once

#include "common.cuh"

namespace atlas {

constexpr int NORM_THREADS = 256;

struct GatedRmsNormParams {
  const void* x; const void* z; const float* weight; void* out;
  i64 x_row, x_head, z_row, z_head, out_row, out_head, rows, heads, width;
  float eps, unused;
};

// out = x * rsqrt(mean(x^2) + eps) * weight * silu(z), a warp a head; of `blocks` blocks, this is `block`.
template <class T> __device__ void gated_rms_norm(const GatedRmsNormParams& p, i64 block, i64 blocks) {
  const int lane = threadIdx.x % WARP;
  const i64 warps = blocks * (NORM_THREADS / WARP);
  for (i64 i = block * (NORM_THREADS / WARP) + threadIdx.x / WARP; i < p.rows * p.heads; i += warps) {
    const i64 t = i / p.heads, j = i % p.heads;
    const T* x = (const T*)p.x + t * p.x_row + j * p.x_head;
    const T* z = (const T*)p.z + t * p.z_row + j * p.z_head;
    T* out = (T*)p.out + t * p.out_row + j * p.out_head;
    float squares = 0.0f;
    for (i64 c = lane; c < p.width; c += WARP) squares = fmaf(to_f32(x[c]), to_f32(x[c]), squares);
    const float scale = 1.0f / sqrtf(warp_sum(squares) / (float)p.width + p.eps);
    for (i64 c = lane; c < p.width; c += WARP)
      out[c] = from_f32<T>(to_f32(x[c]) * scale * p.weight[c] * silu(to_f32(z[c])));
  }
}

} // namespace atlas
