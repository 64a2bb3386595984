// Layers with a state of fixed size: the short convolution, the gates of the delta rule, and the
// token recurrence. A span's slot has one span in a step.
#include "common.cuh"
using namespace atlas;

// Spans up to which kernels ask for states before they wait.
constexpr i64 AHEAD_SPANS_MAX = 4;

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

// The convolution at a channel of a span of one row; `u` gets the channel's history and the row's
// input.
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

// out = silu(sum_j weight[c, j] * u[t - taps + 1 + j, c]), u being the slot's history, then the
// span.
template <class T> __device__ void conv_silu(const ConvParams& p) {
  const i64 all = p.rows * p.channels;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.channels, c = i % p.channels;
    const int index = p.row_span[t];
    if (index < 0) continue;
    const Span span = p.spans[index];
    const float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
    const float* weight = p.weight + c * p.taps;
    float sum = 0.0f;
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
extern "C" __global__ void conv_silu_f32(const ConvParams p) { begin(); conv_silu<float>(p); }
extern "C" __global__ void conv_silu_bf16(const ConvParams p) { begin(); conv_silu<bf16>(p); }

// The same for four taps and channels in eights on 16-byte boundaries: a thread has eight channels
// of TILE rows one after the other, and keeps what the taps need of the rows before. Grid:
// channels, rows.
constexpr int TAPS = 4;
constexpr int TILE = 32;
constexpr int TILE_THREADS = 128;
template <class T> __device__ void conv_tile(const ConvParams& p) {
  const i64 c = (blockIdx.x * (i64)TILE_THREADS + threadIdx.x) * 8;
  if (c >= p.channels) return;
  float weight[8][TAPS], u[TAPS][8];
#pragma unroll
  for (int e = 0; e < 8; e++) {
    const float4 w = *(const float4*)(p.weight + (c + e) * TAPS);
    weight[e][0] = w.x, weight[e][1] = w.y, weight[e][2] = w.z, weight[e][3] = w.w;
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
        float sum = 0.0f;
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
extern "C" __global__ void __launch_bounds__(TILE_THREADS) conv_tile_f32(const ConvParams p) { begin(); conv_tile<float>(p); }
extern "C" __global__ void __launch_bounds__(TILE_THREADS) conv_tile_bf16(const ConvParams p) { begin(); conv_tile<bf16>(p); }

// The history after the span: its last `taps - 1` inputs. Runs after `conv_silu`; a thread has one
// channel of one span and walks from the oldest input on, so it reads before it overwrites.
template <class T> __device__ void conv_shift(const ConvParams& p) {
  const i64 all = p.span_count * p.channels;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const Span span = p.spans[i / p.channels];
    const i64 c = i % p.channels;
    float* history = p.state + span.slot * (p.taps - 1) * p.channels + c;
    for (i64 j = 0; j < p.taps - 1; j++) {
      const i64 from = span.len - (p.taps - 1) + j;
      history[j * p.channels] = from < 0 ? history[(from + p.taps - 1) * p.channels]
                                         : to_f32(((const T*)p.x)[(span.row + from) * p.x_row + c]);
    }
  }
}
extern "C" __global__ void conv_shift_f32(const ConvParams p) { begin(); conv_shift<float>(p); }
extern "C" __global__ void conv_shift_bf16(const ConvParams p) { begin(); conv_shift<bf16>(p); }

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
      if (j + 1 < p.taps) history[j * p.channels] = u[j + 1];
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
      float sum = 0.0f;
#pragma unroll
      for (int j = 0; j < TAPS; j++) sum = __fmaf_rn(weight[j], u[j][e], sum);
      out.at[e] = from_f32<T>(silu(sum));
    }
    *(Four*)((T*)p.out + span.row * p.out_row + c) = out;
#pragma unroll
    for (int j = 0; j + 1 < TAPS; j++) history[j * stride] = *(const float4*)u[j + 1];
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
extern "C" __global__ void conv_step_f32(const ConvParams p) { ahead_conv(p, 1); begin(); conv_step<float>(p); }
extern "C" __global__ void conv_step_bf16(const ConvParams p) { ahead_conv(p, 1); begin(); conv_step<bf16>(p); }
extern "C" __global__ void conv_step_four_f32(const ConvParams p) { ahead_conv(p, 4); begin(); conv_step_four<float>(p); }
extern "C" __global__ void conv_step_four_bf16(const ConvParams p) { ahead_conv(p, 4); begin(); conv_step_four<bf16>(p); }

template <class T> __device__ void gdn_gates(const GatesParams& p) {
  const i64 all = p.rows * p.heads;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all; i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.heads, h = i % p.heads;
    p.g[t * p.g_row + h] = log_decay<T>(p, t, h);
    p.beta[t * p.beta_row + h] = write_strength<T>(p, t, h);
  }
}
extern "C" __global__ void gdn_gates_f32(const GatesParams p) { begin(); gdn_gates<float>(p); }
extern "C" __global__ void gdn_gates_bf16(const GatesParams p) { begin(); gdn_gates<bf16>(p); }

// The recurrence with the gates of each row computed on the way, and written as `gdn_gates` would.
struct StepParams {
  GatesParams gates; DeltaParams delta;
};

// The token recurrence. A block has COLUMNS columns of one head's matrix and all tokens of a span;
// thread (column, part) keeps rows part, part + PARTS, .. of its column in registers (at most
// ROWS). Grid: column blocks, heads, spans. WHOLE: the matrix has ROWS * PARTS rows and columns, so
// that where its elements lie takes no registers, and twice as many blocks share a multiprocessor.
template <class T, int ROWS, bool WHOLE, class Gates>
__device__ __forceinline__ void gated_delta(const DeltaParams& p, const Gates& gates) {
  const i64 key_dim = WHOLE ? ROWS * PARTS : p.key_dim, value_dim = WHOLE ? ROWS * PARTS : p.value_dim;
  __shared__ float k_shared[ROWS * PARTS], q_shared[ROWS * PARTS];
  __shared__ float reads[PARTS][COLUMNS], outs[PARTS][COLUMNS];
  const int column = threadIdx.x % COLUMNS, part = threadIdx.x / COLUMNS;
  const i64 head = blockIdx.y, j = blockIdx.x * COLUMNS + column;
  const i64 key_head = head / (p.heads / p.key_heads);
  const bool live = WHOLE || j < value_dim;
  for (i64 index = blockIdx.z; index < p.span_count; index += gridDim.z) {
    const Span span = p.spans[index];
    float* state = p.state + (span.slot * p.heads + head) * key_dim * value_dim + j;
    float s[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const int i = part + r * PARTS;
      s[r] = WHOLE || (live && i < key_dim) ? state[i * value_dim] : 0.0f;
    }
    for (i64 t = span.row; t < span.row + span.len; t++) {
      __syncthreads();
      if (part < 2) {
        // Warp 0 has the key, warp 1 the query, each with its norm.
        const T* x = part == 0 ? (const T*)p.k + t * p.k_row + key_head * p.k_head
                               : (const T*)p.q + t * p.q_row + key_head * p.q_head;
        float value[ROWS * PARTS / WARP], squares = 0.0f;
#pragma unroll
        for (int r = 0; r < ROWS * PARTS / WARP; r++) {
          const int i = column + r * WARP;
          value[r] = WHOLE || i < key_dim ? to_f32(x[i]) : 0.0f;
          squares = fmaf(value[r], value[r], squares);
        }
        float factor = 1.0f / sqrtf(warp_sum(squares) + p.eps);
        if (part == 1) factor /= sqrtf((float)key_dim);
        float* to = part == 0 ? k_shared : q_shared;
#pragma unroll
        for (int r = 0; r < ROWS * PARTS / WARP; r++) to[column + r * WARP] = value[r] * factor;
      }
      const float2 both = gates(t, head);
      const float decay = expf(both.x), beta = both.y;
      const float v = live ? to_f32(((const T*)p.v)[t * p.v_row + head * p.v_head + j]) : 0.0f;
      __syncthreads();
      float read = 0.0f;
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        s[r] = __fmul_rn(s[r], decay);
        read = __fmaf_rn(s[r], k_shared[part + r * PARTS], read);
      }
      reads[part][column] = read;
      __syncthreads();
      read = reads[0][column] + reads[1][column] + reads[2][column] + reads[3][column];
      const float delta = beta * (v - read);
      float out = 0.0f;
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        s[r] = __fmaf_rn(k_shared[part + r * PARTS], delta, s[r]);
        out = __fmaf_rn(s[r], q_shared[part + r * PARTS], out);
      }
      outs[part][column] = out;
      __syncthreads();
      if (part == 0 && live) {
        const float sum = outs[0][column] + outs[1][column] + outs[2][column] + outs[3][column];
        ((T*)p.out)[t * p.out_row + head * p.out_head + j] = from_f32<T>(sum);
      }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const int i = part + r * PARTS;
      if (WHOLE || (live && i < key_dim)) state[i * value_dim] = s[r];
    }
  }
}
// Asks for what a block reads of the first span's state: nothing is read by it. The step's spans
// are there before its first kernel. With many spans most blocks begin when there is nothing to
// wait for, and would ask twice.
__device__ __forceinline__ void ahead_state(const DeltaParams& p) {
  if (blockIdx.z >= p.span_count || p.span_count > AHEAD_SPANS_MAX) return;
  const i64 j = blockIdx.x * COLUMNS, width = min((i64)COLUMNS, p.value_dim - j);
  const float* state = p.state + (p.spans[blockIdx.z].slot * p.heads + blockIdx.y) * p.key_dim * p.value_dim + j;
  for (i64 i = threadIdx.x; i < p.key_dim; i += DELTA_THREADS) ahead(state + i * p.value_dim, width * 4, 0, 1);
}
#define DELTA(t, T, ROWS, DIM, WHOLE, BLOCKS)                                                                        \
  extern "C" __global__ void __launch_bounds__(DELTA_THREADS, BLOCKS) gated_delta_##t##_##DIM(const DeltaParams p) { \
    ahead_state(p);                                                                                                \
    begin();                                                                                                       \
    gated_delta<T, ROWS, WHOLE>(p, [&](i64 row, i64 head) {                                                          \
      return make_float2(p.g[row * p.g_row + head], p.beta[row * p.beta_row + head]);                                   \
    });                                                                                                            \
  }                                                                                                                \
  extern "C" __global__ void __launch_bounds__(DELTA_THREADS, BLOCKS) delta_step_##t##_##DIM(const StepParams p) {   \
    ahead_state(p.delta);                                                                                          \
    begin();                                                                                                       \
    gated_delta<T, ROWS, WHOLE>(p.delta, [&](i64 row, i64 head) {                                                    \
      const float g = log_decay<T>(p.gates, row, head), beta = write_strength<T>(p.gates, row, head);                  \
      if (blockIdx.x == 0 && threadIdx.x == 0) {                                                                    \
        p.gates.g[row * p.gates.g_row + head] = g;                                                                    \
        p.gates.beta[row * p.gates.beta_row + head] = beta;                                                           \
      }                                                                                                            \
      return make_float2(g, beta);                                                                                 \
    });                                                                                                            \
  }
#define DELTAS(t, T)                         \
  DELTA(t, T, 16, 64, false, 4)              \
  DELTA(t, T, 32, 128, false, 2)             \
  DELTA(t, T, 64, 256, false, 1)             \
  DELTA(t, T, 16, 64_whole, true, 8)         \
  DELTA(t, T, 32, 128_whole, true, 8)
DELTAS(f32, float)
DELTAS(bf16, bf16)
