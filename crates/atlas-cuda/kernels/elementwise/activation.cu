// Computes: out[T, I] = silu(gate) * up; x * sigmoid(gate) (`sigmoid_mul`); max(x, 0)^2.
// Picked: always, except where the linear computes it too (`swiglu_gemv`, `swiglu_small_m_mma`).
// Tiling: a thread for each element, in a grid-stride loop.
// Limit: bandwidth: two or three elements moved for each output.
// Share: not recorded.
#include "include/swiglu.cuh"
using namespace atlas;

template <class T> __device__ void swiglu(const SwigluParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    ((T*)p.out)[t * p.out_row + c] = activated<T>(p, t, c);
  }
}
extern "C" __global__ void swiglu_f32(const SwigluParams p) { begin(); swiglu<float>(p); }
extern "C" __global__ void swiglu_bf16(const SwigluParams p) { begin(); swiglu<bf16>(p); }

struct SigmoidMulParams {
  void* x; const void* gate;
  i64 x_row, x_head, gate_row, gate_head, rows, heads, width;
};

// x *= sigmoid(gate)
template <class T> __device__ void sigmoid_mul(const SigmoidMulParams& p) {
  const i64 all = p.rows * p.heads * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 c = i % p.width, j = i / p.width % p.heads, t = i / p.width / p.heads;
    T* x = (T*)p.x + t * p.x_row + j * p.x_head + c;
    const float gate = to_f32(((const T*)p.gate)[t * p.gate_row + j * p.gate_head + c]);
    *x = from_f32<T>(to_f32(*x) * sigmoid(gate));
  }
}
extern "C" __global__ void sigmoid_mul_f32(const SigmoidMulParams p) {
  begin();
  sigmoid_mul<float>(p);
}
extern "C" __global__ void sigmoid_mul_bf16(const SigmoidMulParams p) {
  begin();
  sigmoid_mul<bf16>(p);
}

struct ReluSquaredParams {
  const void* x; void* out;
  i64 x_row, out_row, rows, width;
};

// out = max(x, 0)^2; a NaN stays one.
template <class T> __device__ void relu_squared(const ReluSquaredParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    const float x = to_f32(((const T*)p.x)[t * p.x_row + c]);
    const float kept = x < 0.0f ? 0.0f : x;
    ((T*)p.out)[t * p.out_row + c] = from_f32<T>(kept * kept);
  }
}
extern "C" __global__ void relu_squared_f32(const ReluSquaredParams p) {
  begin();
  relu_squared<float>(p);
}
extern "C" __global__ void relu_squared_bf16(const ReluSquaredParams p) {
  begin();
  relu_squared<bf16>(p);
}
