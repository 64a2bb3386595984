// The rotation of heads in rotated caches: signs, then a Walsh-Hadamard transform, with the sums of
// `atlas-tensor`.
#pragma once

#include "include/common.cuh"

namespace atlas {

constexpr int ROTATED_MAX = 512;

// A bit for each element that changes its sign.
__device__ constexpr unsigned long long SIGNS[ROTATED_MAX / 64] = {
    0xe220a8397b1dcdafull, 0x6e789e6aa1b965f4ull, 0x06c45d188009454full, 0xf88bb8a8724c81ecull,
    0x1b39896a51a8749bull, 0x53cb9f0c747ea2eaull, 0x2c829abe1f4532e1ull, 0xc584133ac916ab3cull};

__device__ __forceinline__ float with_sign(float x, int i) {
  return SIGNS[i / 64] >> i % 64 & 1 ? -x : x;
}

// A head of `width` elements in shared memory, by a warp: rotated, or BACK.
template <bool BACK> __device__ inline void rotate(float* head, int width) {
  const int lane = threadIdx.x % WARP;
  __syncwarp();
  if constexpr (!BACK)
    for (int i = lane; i < width; i += WARP) head[i] = with_sign(head[i], i);
  for (int half = 1; half < width; half *= 2) {
    __syncwarp();
    for (int pair = lane; pair < width / 2; pair += WARP) {
      const int i = pair / half * 2 * half + pair % half;
      const float a = head[i], b = head[i + half];
      head[i] = __fadd_rn(a, b);
      head[i + half] = __fsub_rn(a, b);
    }
  }
  __syncwarp();
  const float norm = __fdiv_rn(1.0f, __fsqrt_rn((float)width));
  for (int i = lane; i < width; i += WARP) {
    const float x = __fmul_rn(head[i], norm);
    head[i] = BACK ? with_sign(x, i) : x;
  }
  __syncwarp();
}

} // namespace atlas
