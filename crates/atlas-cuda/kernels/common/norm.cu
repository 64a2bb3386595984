// Root mean square norms. A block of 256 threads a row (a warp a head for the gated one).
#include "common.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct RmsNormParams {
  const void* x; const float* weight; void* out; void* residual;
  i64 x_row, out_row, residual_row, rows, width;
  float eps, offset;
};

// out = v * rsqrt(mean(v^2) + eps) * (offset + weight), where v is x, or with ADD the residual after
// `residual += x`, rounded to its type.
template <class T, bool ADD> __device__ void rms_norm(const RmsNormParams& p) {
  __shared__ float scratch[THREADS / WARP];
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const T* x = (const T*)p.x + t * p.x_row;
    T* residual = (T*)p.residual + t * p.residual_row;
    T* out = (T*)p.out + t * p.out_row;
    float squares = 0.0f;
    for (i64 c = threadIdx.x; c < p.width; c += THREADS) {
      float v = to_f32(x[c]);
      if constexpr (ADD) {
        const T sum = from_f32<T>(to_f32(residual[c]) + v);
        residual[c] = sum;
        v = to_f32(sum);
      }
      squares = fmaf(v, v, squares);
    }
    const float mean = block_sum<THREADS>(squares, scratch) / (float)p.width;
    const float scale = 1.0f / sqrtf(mean + p.eps);
    for (i64 c = threadIdx.x; c < p.width; c += THREADS) {
      const float v = to_f32(ADD ? residual[c] : x[c]);
      out[c] = from_f32<T>(v * scale * (p.offset + p.weight[c]));
    }
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) rms_norm_f32(const RmsNormParams p) { begin(); rms_norm<float, false>(p); }
extern "C" __global__ void __launch_bounds__(THREADS) rms_norm_bf16(const RmsNormParams p) { begin(); rms_norm<bf16, false>(p); }
extern "C" __global__ void __launch_bounds__(THREADS) add_rms_norm_f32(const RmsNormParams p) { begin(); rms_norm<float, true>(p); }
extern "C" __global__ void __launch_bounds__(THREADS) add_rms_norm_bf16(const RmsNormParams p) { begin(); rms_norm<bf16, true>(p); }

struct GatedRmsNormParams {
  const void* x; const void* z; const float* weight; void* out;
  i64 x_row, x_head, z_row, z_head, out_row, out_head, rows, heads, width;
  float eps, unused;
};

// out = x * rsqrt(mean(x^2) + eps) * weight * silu(z), a warp a head.
template <class T> __device__ void gated_rms_norm(const GatedRmsNormParams& p) {
  const int lane = threadIdx.x % WARP;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < p.rows * p.heads; i += warps) {
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
extern "C" __global__ void __launch_bounds__(THREADS) gated_rms_norm_f32(const GatedRmsNormParams p) { begin(); gated_rms_norm<float>(p); }
extern "C" __global__ void __launch_bounds__(THREADS) gated_rms_norm_bf16(const GatedRmsNormParams p) { begin(); gated_rms_norm<bf16>(p); }
