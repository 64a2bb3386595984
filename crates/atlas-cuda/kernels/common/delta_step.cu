// Decode steps of a gated delta layer, whose spans have one row each: the gates, the short convolution and the
// recurrence in one kernel, the gated norm and the histories' way forward in another. Every result that the kernels of
// `recurrent.cu` and `norm.cu` write is written here as well, to the same bits.
#include "norm.cuh"
#include "recurrent.cuh"
using namespace atlas;

struct StepParams {
  GatesParams gates; ConvParams conv; DeltaParams delta;
};

// A block has COLUMNS columns of one head's matrix and a span's row; thread (column, part) keeps rows part,
// part + PARTS, .. of its column in registers. The state is on its way while the warps compute what it meets: the key,
// the query, the values, the gates. The blocks of heads that share a key compute it each. Histories are read only.
// The convolution's channels are all queries, all keys, all values. Grid: column blocks, heads, spans.
template <class T, int ROWS> __device__ void delta_step(const StepParams& step) {
  __shared__ float k_shared[ROWS * PARTS], q_shared[ROWS * PARTS], v_shared[COLUMNS], gates_shared[2];
  __shared__ float reads[PARTS][COLUMNS], outs[PARTS][COLUMNS];
  const DeltaParams& p = step.delta;
  const ConvParams& conv = step.conv;
  const int column = threadIdx.x % COLUMNS, part = threadIdx.x / COLUMNS;
  const i64 head = blockIdx.y, j = blockIdx.x * COLUMNS + column;
  const i64 group = p.heads / p.key_heads, key_head = head / group, keys = p.key_heads * p.key_dim;
  const bool live = j < p.value_dim;
  for (i64 index = blockIdx.z; index < p.span_count; index += gridDim.z) {
    const Span span = p.spans[index];
    const i64 t = span.row;
    float* state = p.state + (span.slot * p.heads + head) * p.key_dim * p.value_dim + j;
    float s[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const int i = part + r * PARTS;
      s[r] = live && i < p.key_dim ? state[i * p.value_dim] : 0.0f;
    }
    float u[TAPS_MAX];
    T* convolution = (T*)conv.out + t * conv.out_row;
    __syncthreads();
    if (part < 2) {
      // Warp 0 has the key, warp 1 the query, each with its norm.
      const i64 first = (part == 0 ? keys : 0) + key_head * p.key_dim;
      const bool writes = blockIdx.x == 0 && head % group == 0;
      float value[ROWS * PARTS / WARP], squares = 0.0f;
#pragma unroll
      for (int r = 0; r < ROWS * PARTS / WARP; r++) {
        const int i = column + r * WARP;
        value[r] = 0.0f;
        if (i < p.key_dim) {
          const T c = convolved<T>(conv, span, first + i, u);
          if (writes) convolution[first + i] = c;
          value[r] = to_f32(c);
        }
        squares = fmaf(value[r], value[r], squares);
      }
      float factor = 1.0f / sqrtf(warp_sum(squares) + p.eps);
      if (part == 1) factor /= sqrtf((float)p.key_dim);
      float* to = part == 0 ? k_shared : q_shared;
#pragma unroll
      for (int r = 0; r < ROWS * PARTS / WARP; r++) to[column + r * WARP] = value[r] * factor;
    } else if (part == 2) {
      const i64 at = 2 * keys + head * p.value_dim + j;
      v_shared[column] = 0.0f;
      if (live) {
        const T c = convolved<T>(conv, span, at, u);
        convolution[at] = c;
        v_shared[column] = to_f32(c);
      }
    } else if (column == 0) {
      const float g = log_decay<T>(step.gates, t, head), beta = write_strength<T>(step.gates, t, head);
      gates_shared[0] = g, gates_shared[1] = beta;
      if (blockIdx.x == 0) {
        step.gates.g[t * p.g_row + head] = g;
        step.gates.beta[t * p.beta_row + head] = beta;
      }
    }
    __syncthreads();
    const float decay = expf(gates_shared[0]), beta = gates_shared[1];
    float read = 0.0f;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      s[r] = __fmul_rn(s[r], decay);
      read = __fmaf_rn(s[r], k_shared[part + r * PARTS], read);
    }
    reads[part][column] = read;
    __syncthreads();
    read = reads[0][column] + reads[1][column] + reads[2][column] + reads[3][column];
    const float delta = beta * (v_shared[column] - read);
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
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const int i = part + r * PARTS;
      if (live && i < p.key_dim) state[i * p.value_dim] = s[r];
    }
  }
}
#define STEP(t, T, ROWS, DIM)                                                                                 \
  extern "C" __global__ void __launch_bounds__(DELTA_THREADS) delta_step_##t##_##DIM(const StepParams p) { begin(); \
    delta_step<T, ROWS>(p);                                                                                   \
  }
STEP(f32, float, 16, 64)
STEP(f32, float, 32, 128)
STEP(f32, float, 64, 256)
STEP(bf16, bf16, 16, 64)
STEP(bf16, bf16, 32, 128)
STEP(bf16, bf16, 64, 256)

struct NormShiftParams {
  GatedRmsNormParams norm; ConvParams conv;
  // Blocks of the norm; those behind them are the histories'.
  i64 norm_blocks;
};

// The gated norm, and each history of a span of one row without its oldest input and with the row's. Grid: the norm's
// blocks, then a thread a channel of a span.
template <class T> __device__ void norm_shift(const NormShiftParams& p) {
  if (blockIdx.x < p.norm_blocks) return gated_rms_norm<T>(p.norm, blockIdx.x, p.norm_blocks);
  const ConvParams& conv = p.conv;
  const i64 threads = (gridDim.x - p.norm_blocks) * NORM_THREADS;
  for (i64 i = (blockIdx.x - p.norm_blocks) * NORM_THREADS + threadIdx.x; i < conv.span_count * conv.channels; i += threads) {
    const Span span = conv.spans[i / conv.channels];
    const i64 c = i % conv.channels;
    float* history = conv.state + span.slot * (conv.taps - 1) * conv.channels + c;
    float u[TAPS_MAX];
#pragma unroll
    for (int j = 0; j + 1 < TAPS_MAX; j++)
      if (j + 1 < conv.taps)
        u[j] = j + 2 < conv.taps ? history[(j + 1) * conv.channels] : to_f32(((const T*)conv.x)[span.row * conv.x_row + c]);
#pragma unroll
    for (int j = 0; j + 1 < TAPS_MAX; j++)
      if (j + 1 < conv.taps) history[j * conv.channels] = u[j];
  }
}
extern "C" __global__ void __launch_bounds__(NORM_THREADS) norm_shift_f32(const NormShiftParams p) { begin(); norm_shift<float>(p); }
extern "C" __global__ void __launch_bounds__(NORM_THREADS) norm_shift_bf16(const NormShiftParams p) { begin(); norm_shift<bf16>(p); }
