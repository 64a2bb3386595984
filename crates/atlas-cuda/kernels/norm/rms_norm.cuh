// A row that a block normalises in its registers.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Threads of a block.
constexpr int NORM_THREADS = 256;

struct RmsNormParams {
  const void* x; const float* weight; void* out; void* residual;
  i64 x_row, out_row, residual_row, rows, width;
  // Whether all rows and the weight lie on 16-byte boundaries.
  i64 aligned;
  float eps, offset;
};

// Of up to KEPT * 8 * NORM_THREADS elements: v * rsqrt(mean(v^2) + eps) * (offset + weight), where
// v is x, or with ADD the residual after `residual += x`, rounded to its type.
template <class T, bool ADD, int KEPT> struct NormRow {
  float weight[KEPT][8], v[KEPT][8];
  // f(piece, its first element, elements from there on, whether it can be moved at once).
  template <class F> __device__ __forceinline__ static void each(const RmsNormParams& p, F&& f) {
#pragma unroll
    for (int i = 0; i < KEPT; i++) {
      const i64 c = (threadIdx.x + i * (i64)NORM_THREADS) * 8;
      if (c < p.width) f(i, c, (int)min((i64)8, p.width - c), p.aligned && c + 8 <= p.width);
    }
  }
  __device__ __forceinline__ void ask_weights(const RmsNormParams& p) {
    each(p,
         [&](int i, i64 c, int left, bool whole) { load8(p.weight + c, left, whole, weight[i]); });
  }
  // Reads row t, with WRITE writes the residual; what its elements are scaled by. `scratch` holds a
  // float a warp. All of the block's threads have read when it returns.
  template <bool WRITE>
  __device__ __forceinline__ float read(const RmsNormParams& p, i64 t, float* scratch) {
    float squares = 0.0f;
    each(p, [&](int i, i64 c, int left, bool whole) {
      load8((const T*)p.x + t * p.x_row + c, left, whole, v[i]);
      if constexpr (ADD) {
        float before[8];
        load8((const T*)p.residual + t * p.residual_row + c, left, whole, before);
#pragma unroll
        for (int e = 0; e < 8; e++) v[i][e] = to_f32(from_f32<T>(before[e] + v[i][e]));
        if constexpr (WRITE) store8((T*)p.residual + t * p.residual_row + c, left, whole, v[i]);
      }
#pragma unroll
      for (int e = 0; e < 8; e++) squares = fmaf(v[i][e], v[i][e], squares);
    });
    const float mean = block_sum<NORM_THREADS>(squares, scratch) / (float)p.width;
    return 1.0f / sqrtf(mean + p.eps);
  }
  __device__ __forceinline__ void put_residual(const RmsNormParams& p, i64 t) const {
    each(p, [&](int i, i64 c, int left, bool whole) {
      store8((T*)p.residual + t * p.residual_row + c, left, whole, v[i]);
    });
  }
  __device__ __forceinline__ void put(const RmsNormParams& p, float scale, T* out) const {
    each(p, [&](int i, i64 c, int left, bool whole) {
      float normed[8];
#pragma unroll
      for (int e = 0; e < 8; e++) normed[e] = v[i][e] * scale * (p.offset + weight[i][e]);
      store8(out + c, left, whole, normed);
    });
  }
};

} // namespace atlas
