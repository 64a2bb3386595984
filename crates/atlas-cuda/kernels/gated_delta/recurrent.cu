// Computes: the gated delta rule token by token, state[slots, HV, DK, DV] f32; gates[T, HV].
// Picked: row `recurrent`, and rows outside whole chunks; DK up to 256.
// Tiling: a block for 32 columns of a head and span, the state in registers.
// Limit: bandwidth: the state is read and written once a span.
// Share: 87 % of 4.3 TB/s for 120 sequences (3.75 TB/s); docs/kernels/gated_delta/chunked.md.
#include "include/spans.cuh"
using namespace atlas;

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
template <class T>
__device__ __forceinline__ float write_strength(const GatesParams& p, i64 t, i64 h) {
  return sigmoid(to_f32(((const T*)p.b)[t * p.b_row + h]));
}

template <class T> __device__ void gdn_gates(const GatesParams& p) {
  const i64 all = p.rows * p.heads;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.heads, h = i % p.heads;
    p.g[t * p.g_row + h] = log_decay<T>(p, t, h);
    p.beta[t * p.beta_row + h] = write_strength<T>(p, t, h);
  }
}
extern "C" __global__ void gdn_gates_f32(const GatesParams p) { begin(); gdn_gates<float>(p); }
extern "C" __global__ void gdn_gates_bf16(const GatesParams p) { begin(); gdn_gates<bf16>(p); }

struct DeltaParams {
  const void* q;
  const void* k;
  const void* v;
  const float* g;
  const float* beta;
  float* state;
  void* out;
  const Span* spans;
  i64 q_row, q_head, k_row, k_head, v_row, v_head, g_row, beta_row, out_row, out_head;
  i64 span_count, heads, key_heads, key_dim, value_dim;
  float eps, unused;
};

constexpr int COLUMNS = 32;
constexpr int PARTS = 4;
constexpr int DELTA_THREADS = COLUMNS * PARTS;

// The recurrence with the gates of each row computed on the way, and written as `gdn_gates` would.
struct StepParams {
  GatesParams gates; DeltaParams delta;
};

// The token recurrence. A block has COLUMNS columns of one head's matrix and all tokens of a span;
// thread (column, part) keeps rows part, part + PARTS, .. of its column in registers (at most
// ROWS). Grid: column blocks, heads, spans. WHOLE: the matrix has ROWS * PARTS rows and columns, so
// that where its elements lie takes no registers, and twice as many blocks share a multiprocessor.
// Long: one loop over tokens, whose state lives in registers.
template <class T, int ROWS, bool WHOLE, class Gates>
__device__ __forceinline__ void gated_delta(const DeltaParams& p, const Gates& gates) {
  const i64 key_dim = WHOLE ? ROWS * PARTS : p.key_dim,
            value_dim = WHOLE ? ROWS * PARTS : p.value_dim;
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
    const auto store = [&] {
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        const int i = part + r * PARTS;
        if (WHOLE || (live && i < key_dim)) state[i * value_dim] = s[r];
      }
    };
    for (i64 t = span.row; t < span.row + span.len; t++) {
      if (t == span.row + span.stored) store();
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
    if (span.stored == span.len) store();
  }
}
// Asks for what a block reads of the first span's state: nothing is read by it. The step's spans
// are there before its first kernel. With many spans most blocks begin when there is nothing to
// wait for, and would ask twice.
__device__ __forceinline__ void ahead_state(const DeltaParams& p) {
  if (blockIdx.z >= p.span_count || p.span_count > AHEAD_SPANS_MAX) return;
  const i64 j = blockIdx.x * COLUMNS, width = min((i64)COLUMNS, p.value_dim - j);
  const float* state =
      p.state + (p.spans[blockIdx.z].slot * p.heads + blockIdx.y) * p.key_dim * p.value_dim + j;
  for (i64 i = threadIdx.x; i < p.key_dim; i += DELTA_THREADS)
    ahead(state + i * p.value_dim, width * 4, 0, 1);
}
#define DELTA(t, T, ROWS, DIM, WHOLE, BLOCKS)                                         \
  extern "C" __global__ void __launch_bounds__(DELTA_THREADS, BLOCKS)                 \
      gated_delta_recurrent_##t##_##DIM(const DeltaParams p) {                        \
    ahead_state(p);                                                                   \
    begin();                                                                          \
    gated_delta<T, ROWS, WHOLE>(p, [&](i64 row, i64 head) {                           \
      return make_float2(p.g[row * p.g_row + head], p.beta[row * p.beta_row + head]); \
    });                                                                               \
  }                                                                                   \
  extern "C" __global__ void __launch_bounds__(DELTA_THREADS, BLOCKS)                 \
      gated_delta_with_gates_##t##_##DIM(const StepParams p) {                        \
    ahead_state(p.delta);                                                             \
    begin();                                                                          \
    gated_delta<T, ROWS, WHOLE>(p.delta, [&](i64 row, i64 head) {                     \
      const float g = log_decay<T>(p.gates, row, head),                               \
                  beta = write_strength<T>(p.gates, row, head);                       \
      if (blockIdx.x == 0 && threadIdx.x == 0) {                                      \
        p.gates.g[row * p.gates.g_row + head] = g;                                    \
        p.gates.beta[row * p.gates.beta_row + head] = beta;                           \
      }                                                                               \
      return make_float2(g, beta);                                                    \
    });                                                                               \
  }
#define DELTAS(t, T)                         \
  DELTA(t, T, 16, 64, false, 4)              \
  DELTA(t, T, 32, 128, false, 2)             \
  DELTA(t, T, 64, 256, false, 1)             \
  DELTA(t, T, 16, 64_whole, true, 8)         \
  DELTA(t, T, 32, 128_whole, true, 8)
DELTAS(f32, float)
DELTAS(bf16, bf16)
