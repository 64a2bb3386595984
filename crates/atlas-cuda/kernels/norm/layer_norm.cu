// Computes: out[T, H] = (x - mean) * rsqrt(variance + eps) * weight + bias of each row x[T, H].
// Picked: always.
// Tiling: a block of 128 threads for each row, which is read three times.
// Limit: latency: rows are short.
// Share: not recorded.
#include "include/common.cuh"
using namespace atlas;

constexpr int THREADS = 128;

struct LayerNormParams {
  const void* x; const float* weight; const float* bias; void* out;
  i64 x_row, out_row, rows, width;
  float eps, unused;
};

template <class T> __device__ void layer_norm(const LayerNormParams& p) {
  __shared__ float scratch[THREADS / WARP];
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const T* const x = (const T*)p.x + t * p.x_row;
    T* const out = (T*)p.out + t * p.out_row;
    float sum = 0.0f;
    for (i64 c = threadIdx.x; c < p.width; c += THREADS) sum += to_f32(x[c]);
    const float mean = block_sum<THREADS>(sum, scratch) / (float)p.width;
    // Centred before they are squared: the mean may be far larger than the deviation.
    float squares = 0.0f;
    for (i64 c = threadIdx.x; c < p.width; c += THREADS) {
      const float d = to_f32(x[c]) - mean;
      squares = fmaf(d, d, squares);
    }
    const float variance = block_sum<THREADS>(squares, scratch) / (float)p.width;
    const float scale = 1.0f / sqrtf(variance + p.eps);
    for (i64 c = threadIdx.x; c < p.width; c += THREADS)
      out[c] = from_f32<T>((to_f32(x[c]) - mean) * scale * p.weight[c] + p.bias[c]);
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) layer_norm_f32(const LayerNormParams p) {
  begin();
  layer_norm<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) layer_norm_bf16(const LayerNormParams p) {
  begin();
  layer_norm<bf16>(p);
}
