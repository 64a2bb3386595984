// Ops that read and write each element once.
#include "shared_add.cuh"
#include "swiglu.cuh"
using namespace atlas;

template <class T> __device__ void swiglu(const SwigluParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
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
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const i64 c = i % p.width, j = i / p.width % p.heads, t = i / p.width / p.heads;
    T* x = (T*)p.x + t * p.x_row + j * p.x_head + c;
    const float gate = to_f32(((const T*)p.gate)[t * p.gate_row + j * p.gate_head + c]);
    *x = from_f32<T>(to_f32(*x) * sigmoid(gate));
  }
}
extern "C" __global__ void sigmoid_mul_f32(const SigmoidMulParams p) { begin(); sigmoid_mul<float>(p); }
extern "C" __global__ void sigmoid_mul_bf16(const SigmoidMulParams p) { begin(); sigmoid_mul<bf16>(p); }

struct SharedExpertAddParams {
  void* out;
  i64 out_row, rows, width;
  SharedAdd add;
};

// `with_shared` in place.
template <class T> __device__ void shared_expert_add(const SharedExpertAddParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    T* out = (T*)p.out + t * p.out_row + c;
    *out = with_shared<T>(p.add, t, c, *out);
  }
}
extern "C" __global__ void shared_expert_add_f32(const SharedExpertAddParams p) { begin(); shared_expert_add<float>(p); }
extern "C" __global__ void shared_expert_add_bf16(const SharedExpertAddParams p) { begin(); shared_expert_add<bf16>(p); }

struct EmbedParams {
  const uint32_t* ids; const void* table; void* out;
  i64 out_row, rows, width, vocab;
};

// out[t] = table[ids[t]]; a row of NaN for an id that the table does not have. With activations in
// place of the table it picks rows, as before the language model's head.
template <class W, class T> __device__ void embed(const EmbedParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    const i64 id = p.ids[t];
    const float x = id < p.vocab ? to_f32(((const W*)p.table)[id * p.width + c]) : __int_as_float(0x7fc00000);
    ((T*)p.out)[t * p.out_row + c] = from_f32<T>(x);
  }
}
#define EMBED(w, W, t, T) \
  extern "C" __global__ void embed_##w##_##t(const EmbedParams p) { begin(); embed<W, T>(p); }
EMBED(bf16, bf16, f32, float)
EMBED(f16, f16, f32, float)
EMBED(f32, float, f32, float)
EMBED(bf16, bf16, bf16, bf16)
EMBED(f16, f16, bf16, bf16)
EMBED(f32, float, bf16, bf16)
