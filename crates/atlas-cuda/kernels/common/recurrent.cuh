// Layers with a state of fixed size: what their kernels take, and what several of them compute.
#pragma once

#include "common.cuh"

namespace atlas {

// A span of the step, as the host lays it out.
struct Span {
  i64 row, len, slot;
};

struct ConvParams {
  const void* x; const float* weight; float* state; void* out;
  const Span* spans; const int* row_span;
  i64 x_row, out_row, rows, channels, taps, span_count;
};

constexpr int TAPS_MAX = 8;

// The convolution at a channel of a span of one row; `u` gets the channel's history and the row's input.
template <class T> __device__ __forceinline__ T convolved(const ConvParams& p, const Span& span, i64 c, float (&u)[TAPS_MAX]) {
  const float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
  const float* weight = p.weight + c * p.taps;
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS_MAX; j++)
    u[j] = j + 1 < p.taps ? history[j * p.channels] : j < p.taps ? to_f32(((const T*)p.x)[span.row * p.x_row + c]) : 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS_MAX; j++)
    if (j < p.taps) sum = __fmaf_rn(weight[j], u[j], sum);
  return from_f32<T>(silu(sum));
}

struct GatesParams {
  const void* a; const void* b; const float* a_log; const float* dt_bias; float* g; float* beta;
  i64 a_row, b_row, g_row, beta_row, rows, heads;
};

// g = -exp(a_log) * softplus(a + dt_bias), f32, of a head at a row.
template <class T> __device__ __forceinline__ float log_decay(const GatesParams& p, i64 t, i64 h) {
  const float x = to_f32(((const T*)p.a)[t * p.a_row + h]) + p.dt_bias[h];
  const float softplus = x > 20.0f ? x : log1pf(expf(x));
  return -expf(p.a_log[h]) * softplus;
}
// beta = sigmoid(b), f32.
template <class T> __device__ __forceinline__ float write_strength(const GatesParams& p, i64 t, i64 h) {
  return sigmoid(to_f32(((const T*)p.b)[t * p.b_row + h]));
}

struct DeltaParams {
  const void* q; const void* k; const void* v; const float* g; const float* beta; float* state; void* out;
  const Span* spans;
  i64 q_row, q_head, k_row, k_head, v_row, v_head, g_row, beta_row, out_row, out_head;
  i64 span_count, heads, key_heads, key_dim, value_dim;
  float eps, unused;
};

constexpr int COLUMNS = 32;
constexpr int PARTS = 4;
constexpr int DELTA_THREADS = COLUMNS * PARTS;

} // namespace atlas
