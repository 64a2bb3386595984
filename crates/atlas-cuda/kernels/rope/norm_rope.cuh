// The norm and rotation of a head.
#pragma once

#include "include/common.cuh"

namespace atlas {

struct QkNormRopeParams {
  void* heads; const float* norm; const float* inv_freq; const uint32_t* positions;
  i64 row, head, rows, head_count, width, half;
  float eps, offset, attention_factor, unused;
};

// One head, a warp: norm (if there is a weight), then the pairs (i, i + half) turn by
// position * inv_freq[i], an angle rounded to f32. `put(c, value)` takes the results.
template <class T, class Put>
__device__ void norm_rope(const T* x, const QkNormRopeParams& p, i64 t, Put put) {
  const int lane = threadIdx.x % WARP;
  float scale = 1.0f;
  if (p.norm) {
    float squares = 0.0f;
    for (i64 c = lane; c < p.width; c += WARP) squares = fmaf(to_f32(x[c]), to_f32(x[c]), squares);
    scale = 1.0f / sqrtf(warp_sum(squares) / (float)p.width + p.eps);
    // Results may take the place of what other lanes have just read.
    __syncwarp();
  }
  const auto normed = [&](i64 c) {
    const float v = to_f32(x[c]);
    return p.norm ? v * scale * (p.offset + p.norm[c]) : v;
  };
  for (i64 i = lane; i < p.half; i += WARP) {
    float sin, cos;
    sincosf((float)p.positions[t] * p.inv_freq[i], &sin, &cos);
    sin *= p.attention_factor;
    cos *= p.attention_factor;
    const float a = normed(i), b = normed(i + p.half);
    put(i, a * cos - b * sin);
    put(i + p.half, b * cos + a * sin);
  }
  for (i64 c = 2 * p.half + lane; c < p.width; c += WARP) put(c, normed(c));
}

} // namespace atlas
