// Computes: out[T, H, D] = rms_norm(x[T, H, D]) * weight[D] * silu(z[T, H, D]).
// Picked: always.
// Tiling: a warp for each head; up to 256 elements stay in registers.
// Limit: bandwidth: three elements moved for each output; latency in a decode step.
// Share: 8 of 133 ms of a prefill of 8,192 tokens; docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "include/common.cuh"
using namespace atlas;

constexpr int THREADS = 256;

// Pieces of four elements of a head that a lane keeps in registers.
constexpr int GATED_KEPT = 2;

// Four elements of a row from `at` on as f32, zeros from `width` on; at once where their address
// allows it.
template <class T>
__device__ __forceinline__ void load4(const T* row, i64 at, i64 width, float (&out)[4]) {
  struct __align__(4 * sizeof(T)) Four { T e[4]; };
  if (at + 4 <= width && (uintptr_t)(row + at) % sizeof(Four) == 0) {
    const Four four = *(const Four*)(row + at);
#pragma unroll
    for (int i = 0; i < 4; i++) out[i] = to_f32(four.e[i]);
  } else {
#pragma unroll
    for (int i = 0; i < 4; i++) out[i] = at + i < width ? to_f32(row[at + i]) : 0.0f;
  }
}
template <class T>
__device__ __forceinline__ void store4(T* row, i64 at, i64 width, const float (&x)[4]) {
  struct __align__(4 * sizeof(T)) Four { T e[4]; };
  Four four;
#pragma unroll
  for (int i = 0; i < 4; i++) four.e[i] = from_f32<T>(x[i]);
  if (at + 4 <= width && (uintptr_t)(row + at) % sizeof(Four) == 0) {
    *(Four*)(row + at) = four;
  } else {
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (at + i < width) row[at + i] = four.e[i];
  }
}

struct GatedRmsNormParams {
  const void* x; const void* z; const float* weight; void* out;
  i64 x_row, x_head, z_row, z_head, out_row, out_head, rows, heads, width;
  float eps, unused;
};

// out = x * rsqrt(mean(x^2) + eps) * weight * silu(z), a warp a head.
template <class T> __device__ void gated_rms_norm(const GatedRmsNormParams& p) {
  const int lane = threadIdx.x % WARP;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < p.rows * p.heads;
       i += warps) {
    const i64 t = i / p.heads, j = i % p.heads;
    const T* x = (const T*)p.x + t * p.x_row + j * p.x_head;
    const T* z = (const T*)p.z + t * p.z_row + j * p.z_head;
    T* out = (T*)p.out + t * p.out_row + j * p.out_head;
    // Inputs that the sum does not need are loaded along with it.
    if (p.width <= GATED_KEPT * 4 * WARP) {
      float v[GATED_KEPT][4], gate[GATED_KEPT][4], weight[GATED_KEPT][4], squares = 0.0f;
#pragma unroll
      for (int i = 0; i < GATED_KEPT; i++) {
        const i64 c = (lane + i * WARP) * 4;
        if (i * WARP * 4 >= p.width) continue;
        load4(x, c, p.width, v[i]);
        load4(z, c, p.width, gate[i]);
        load4(p.weight, c, p.width, weight[i]);
      }
#pragma unroll
      for (int i = 0; i < GATED_KEPT; i++)
        if (i * WARP * 4 < p.width)
#pragma unroll
          for (int e = 0; e < 4; e++) squares = fmaf(v[i][e], v[i][e], squares);
      const float scale = 1.0f / sqrtf(warp_sum(squares) / (float)p.width + p.eps);
#pragma unroll
      for (int i = 0; i < GATED_KEPT; i++) {
        if (i * WARP * 4 >= p.width) continue;
#pragma unroll
        for (int e = 0; e < 4; e++) v[i][e] = v[i][e] * scale * weight[i][e] * silu(gate[i][e]);
        store4(out, (lane + i * WARP) * 4, p.width, v[i]);
      }
      continue;
    }
    float squares = 0.0f;
    for (i64 c = lane; c < p.width; c += WARP) squares = fmaf(to_f32(x[c]), to_f32(x[c]), squares);
    const float scale = 1.0f / sqrtf(warp_sum(squares) / (float)p.width + p.eps);
    for (i64 c = lane; c < p.width; c += WARP)
      out[c] = from_f32<T>(to_f32(x[c]) * scale * p.weight[c] * silu(to_f32(z[c])));
  }
}
extern "C" __global__ void __launch_bounds__(THREADS)
    gated_rms_norm_f32(const GatedRmsNormParams p) {
  begin();
  gated_rms_norm<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    gated_rms_norm_bf16(const GatedRmsNormParams p) {
  begin();
  gated_rms_norm<bf16>(p);
}
