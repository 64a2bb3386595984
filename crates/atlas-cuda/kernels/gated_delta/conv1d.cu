// Computes: out[T, C] = silu(bias + conv(x, history)), a short causal convolution of a span's rows.
// Picked: always; `one_row` where each span has one row, `tile` for four taps, `shift` after them.
// Tiling: `tile`: a thread for 8 channels of 32 rows; `one_row`: for 1 or 4 channels of a span.
// Limit: bandwidth: inputs read and outputs written once.
// Share: 5 of 133 ms of a prefill of 8,192 tokens; docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "include/spans.cuh"
using namespace atlas;

struct ConvParams {
  const void* x; const float* weight; const float* bias; float* state; void* out;
  const Span* spans; const int* row_span;
  i64 x_row, out_row, rows, channels, taps, span_count;
};

constexpr int TAPS_MAX = 8;

// The sum that a channel's taps are added to.
__device__ __forceinline__ float bias_of(const ConvParams& p, i64 c) {
  return p.bias ? p.bias[c] : 0.0f;
}

// The convolution at a channel of a span of one row; `u` gets the channel's history and the row's
// input.
template <class T>
__device__ __forceinline__ T convolved(const ConvParams& p, const Span& span, i64 c,
                                       float (&u)[TAPS_MAX]) {
  const float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
  const float* weight = p.weight + c * p.taps;
  float sum = bias_of(p, c);
#pragma unroll
  for (int j = 0; j < TAPS_MAX; j++)
    u[j] = j + 1 < p.taps ? history[j * p.channels]
           : j < p.taps   ? to_f32(((const T*)p.x)[span.row * p.x_row + c])
                          : 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS_MAX; j++)
    if (j < p.taps) sum = __fmaf_rn(weight[j], u[j], sum);
  return from_f32<T>(silu(sum));
}

// out = silu(bias[c] + sum_j weight[c, j] * u[t - taps + 1 + j, c]), u being the slot's history,
// then the span.
template <class T> __device__ void conv_silu(const ConvParams& p) {
  const i64 all = p.rows * p.channels;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.channels, c = i % p.channels;
    const int index = p.row_span[t];
    if (index < 0) continue;
    const Span span = p.spans[index];
    const float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
    const float* weight = p.weight + c * p.taps;
    float sum = bias_of(p, c);
    for (i64 j = 0; j < p.taps; j++) {
      // Counted from the span's first row; below zero it is the history's.
      const i64 from = t - span.row - (p.taps - 1) + j;
      const float u = from < 0 ? history[(from + p.taps - 1) * p.channels]
                               : to_f32(((const T*)p.x)[(span.row + from) * p.x_row + c]);
      sum = __fmaf_rn(weight[j], u, sum);
    }
    ((T*)p.out)[t * p.out_row + c] = from_f32<T>(silu(sum));
  }
}
extern "C" __global__ void conv1d_f32(const ConvParams p) { begin(); conv_silu<float>(p); }
extern "C" __global__ void conv1d_bf16(const ConvParams p) { begin(); conv_silu<bf16>(p); }

// The same for four taps and channels in eights on 16-byte boundaries: a thread has eight channels
// of TILE rows one after the other, and keeps what the taps need of the rows before. Grid:
// channels, rows.
constexpr int TAPS = 4;
constexpr int TILE = 32;
constexpr int TILE_THREADS = 128;
template <class T> __device__ void conv_tile(const ConvParams& p) {
  const i64 c = (blockIdx.x * (i64)TILE_THREADS + threadIdx.x) * 8;
  if (c >= p.channels) return;
  float weight[8][TAPS], bias[8], u[TAPS][8];
#pragma unroll
  for (int e = 0; e < 8; e++) {
    const float4 w = *(const float4*)(p.weight + (c + e) * TAPS);
    weight[e][0] = w.x, weight[e][1] = w.y, weight[e][2] = w.z, weight[e][3] = w.w;
    bias[e] = bias_of(p, c + e);
  }
  for (i64 first = blockIdx.y * (i64)TILE; first < p.rows; first += gridDim.y * (i64)TILE) {
    int before = -1;
    for (i64 t = first; t < min(first + TILE, p.rows); t++) {
      const int index = p.row_span[t];
      if (index < 0) continue;
      if (index != before) {
        const Span span = p.spans[index];
        const float* history = p.state + span.slot * (TAPS - 1) * p.channels + c;
#pragma unroll
        for (int j = 0; j + 1 < TAPS; j++) {
          const i64 from = t - span.row - (TAPS - 1) + j;
          if (from < 0)
            load8(history + (from + TAPS - 1) * p.channels, 8, true, u[j]);
          else
            load8((const T*)p.x + (span.row + from) * p.x_row + c, 8, true, u[j]);
        }
      }
      before = index;
      load8((const T*)p.x + t * p.x_row + c, 8, true, u[TAPS - 1]);
      float out[8];
#pragma unroll
      for (int e = 0; e < 8; e++) {
        float sum = bias[e];
#pragma unroll
        for (int j = 0; j < TAPS; j++) sum = __fmaf_rn(weight[e][j], u[j][e], sum);
        out[e] = silu(sum);
      }
      store8((T*)p.out + t * p.out_row + c, 8, true, out);
#pragma unroll
      for (int j = 0; j + 1 < TAPS; j++)
#pragma unroll
        for (int e = 0; e < 8; e++) u[j][e] = u[j + 1][e];
    }
  }
}
extern "C" __global__ void __launch_bounds__(TILE_THREADS) conv1d_tile_f32(const ConvParams p) {
  begin();
  conv_tile<float>(p);
}
extern "C" __global__ void __launch_bounds__(TILE_THREADS) conv1d_tile_bf16(const ConvParams p) {
  begin();
  conv_tile<bf16>(p);
}

// The history after the rows of a span that are no drafts: the last `taps - 1` inputs. Runs after
// `conv_silu`; a thread has one channel of one span and walks from the oldest input on, so it reads
// before it overwrites.
template <class T> __device__ void conv_shift(const ConvParams& p) {
  const i64 all = p.span_count * p.channels;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const Span span = p.spans[i / p.channels];
    const i64 c = i % p.channels;
    float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
    for (i64 j = 0; j < p.taps - 1; j++) {
      const i64 from = span.stored - (p.taps - 1) + j;
      history[j * p.channels] = from < 0 ? history[(from + p.taps - 1) * p.channels]
                                         : to_f32(((const T*)p.x)[(span.row + from) * p.x_row + c]);
    }
  }
}
extern "C" __global__ void conv1d_shift_f32(const ConvParams p) { begin(); conv_shift<float>(p); }
extern "C" __global__ void conv1d_shift_bf16(const ConvParams p) { begin(); conv_shift<bf16>(p); }

// Both for spans of one row each: a thread has one channel of one span. Grid: channels, spans.
template <class T> __device__ void conv_step(const ConvParams& p) {
  const i64 c = blockIdx.x * (i64)blockDim.x + threadIdx.x;
  if (c >= p.channels) return;
  for (i64 s = blockIdx.y; s < p.span_count; s += gridDim.y) {
    const Span span = p.spans[s];
    float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
    float u[TAPS_MAX];
    const T value = convolved<T>(p, span, c, u);
    ((T*)p.out)[span.row * p.out_row + c] = value;
#pragma unroll
    for (int j = 0; j + 1 < TAPS_MAX; j++)
      if (span.stored && j + 1 < p.taps) history[j * p.channels] = u[j + 1];
  }
}
// The same for four taps and channels in fours on boundaries of four: a thread has four channels.
template <class T> __device__ void conv_step_four(const ConvParams& p) {
  struct alignas(4 * sizeof(T)) Four {
    T at[4];
  };
  const i64 c = (blockIdx.x * (i64)blockDim.x + threadIdx.x) * 4;
  if (c >= p.channels) return;
  for (i64 s = blockIdx.y; s < p.span_count; s += gridDim.y) {
    const Span span = p.spans[s];
    float4* const history = (float4*)(p.state + span.slot * (TAPS - 1) * p.channels + c);
    const i64 stride = p.channels / 4;
    alignas(16) float u[TAPS][4];
    const Four x = *(const Four*)((const T*)p.x + span.row * p.x_row + c);
#pragma unroll
    for (int j = 0; j + 1 < TAPS; j++) *(float4*)u[j] = history[j * stride];
    Four out;
#pragma unroll
    for (int e = 0; e < 4; e++) {
      alignas(16) float weight[TAPS];
      *(float4*)weight = *(const float4*)(p.weight + (c + e) * TAPS);
      u[TAPS - 1][e] = to_f32(x.at[e]);
      float sum = bias_of(p, c + e);
#pragma unroll
      for (int j = 0; j < TAPS; j++) sum = __fmaf_rn(weight[j], u[j][e], sum);
      out.at[e] = from_f32<T>(silu(sum));
    }
    *(Four*)((T*)p.out + span.row * p.out_row + c) = out;
#pragma unroll
    for (int j = 0; j + 1 < TAPS; j++)
      if (span.stored) history[j * stride] = *(const float4*)u[j + 1];
  }
}
// Asks for the weights and histories of a block's channels.
__device__ __forceinline__ void ahead_conv(const ConvParams& p, i64 each) {
  const i64 c = blockIdx.x * blockDim.x * each, channels = min(blockDim.x * each, p.channels - c);
  if (blockIdx.y >= p.span_count || p.span_count > AHEAD_SPANS_MAX) return;
  ahead(p.weight + c * p.taps, channels * p.taps * 4, threadIdx.x, blockDim.x);
  const float* history = p.state + p.spans[blockIdx.y].slot * (p.taps - 1) * p.channels + c;
  for (i64 j = threadIdx.x / WARP; j + 1 < p.taps; j += blockDim.x / WARP)
    ahead(history + j * p.channels, channels * 4, threadIdx.x % WARP, WARP);
}
extern "C" __global__ void conv1d_one_row_f32(const ConvParams p) {
  ahead_conv(p, 1);
  begin();
  conv_step<float>(p);
}
extern "C" __global__ void conv1d_one_row_bf16(const ConvParams p) {
  ahead_conv(p, 1);
  begin();
  conv_step<bf16>(p);
}
extern "C" __global__ void conv1d_one_row_x4_f32(const ConvParams p) {
  ahead_conv(p, 4);
  begin();
  conv_step_four<float>(p);
}
extern "C" __global__ void conv1d_one_row_x4_bf16(const ConvParams p) {
  ahead_conv(p, 4);
  begin();
  conv_step_four<bf16>(p);
}
