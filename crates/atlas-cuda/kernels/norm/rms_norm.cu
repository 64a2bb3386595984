// Computes: out[T, H] = rms_norm(x) * weight; `add_`: residual[T, H] += x before it.
// Picked: always, but one row of bf16 whose linears compute it too (`gemm/norm_gemv`).
// Tiling: a block of 256 threads for each row; up to 8,192 elements stay in registers.
// Limit: bandwidth: two to four elements moved for each output; latency in a decode step.
// Share: 3.4 us for 1 x 2,048; docs/benchmarks/log/2026-11-22-cuda-h200.md.
#include "norm/rms_norm.cuh"
using namespace atlas;

constexpr int THREADS = NORM_THREADS;

// Pieces of eight elements that a thread keeps of a row.
constexpr int KEPT = 4;

// Rows of up to KEPT * 8 * THREADS stay in registers and are read once.
template <class T, bool ADD> __device__ void rms_norm_kept(const RmsNormParams& p) {
  __shared__ float scratch[THREADS / WARP];
  NormRow<T, ADD, KEPT> row;
  row.ask_weights(p);
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const float scale = row.template read<true>(p, t, scratch);
    row.put(p, scale, (T*)p.out + t * p.out_row);
  }
}

// The same for longer rows.
template <class T, bool ADD> __device__ void rms_norm_long(const RmsNormParams& p) {
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
template <class T, bool ADD> __device__ __forceinline__ void rms_norm(const RmsNormParams& p) {
  if (p.width <= KEPT * 8 * THREADS)
    rms_norm_kept<T, ADD>(p);
  else
    rms_norm_long<T, ADD>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) rms_norm_f32(const RmsNormParams p) {
  begin();
  rms_norm<float, false>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) rms_norm_bf16(const RmsNormParams p) {
  begin();
  rms_norm<bf16, false>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) add_rms_norm_f32(const RmsNormParams p) {
  begin();
  rms_norm<float, true>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) add_rms_norm_bf16(const RmsNormParams p) {
  begin();
  rms_norm<bf16, true>(p);
}
