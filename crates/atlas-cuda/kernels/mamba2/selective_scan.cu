// Computes: the selective scan x[T, H, P], b, c[T, G, N], state[slots, H, N, P] f32; gates[T, H].
// Picked: row `recurrent`; N up to 256.
// Tiling: a block for 32 columns of a head and span, the state in registers.
// Limit: bandwidth: the state is read and written once a span; latency in a prefill.
// Share: not recorded; docs/kernels/mamba2/chunked.md.
#include "include/spans.cuh"
using namespace atlas;

struct Mamba2GatesParams {
  const void* dt; const float* a_log; const float* dt_bias; float* delta; float* g;
  i64 dt_row, delta_row, g_row, rows, heads;
  float lo, hi;
};

// delta = clamp(softplus(dt + dt_bias), lo, hi), g = -exp(a_log) * delta. A NaN stays one.
template <class T> __device__ void mamba2_gates(const Mamba2GatesParams& p) {
  const i64 all = p.rows * p.heads;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.heads, h = i % p.heads;
    const float x = to_f32(((const T*)p.dt)[t * p.dt_row + h]) + p.dt_bias[h];
    const float softplus = x > 20.0f ? x : log1pf(expf(x));
    const float delta = softplus < p.lo ? p.lo : softplus > p.hi ? p.hi : softplus;
    p.delta[t * p.delta_row + h] = delta;
    p.g[t * p.g_row + h] = -expf(p.a_log[h]) * delta;
  }
}
extern "C" __global__ void mamba2_gates_f32(const Mamba2GatesParams p) {
  begin();
  mamba2_gates<float>(p);
}
extern "C" __global__ void mamba2_gates_bf16(const Mamba2GatesParams p) {
  begin();
  mamba2_gates<bf16>(p);
}

struct ScanParams {
  const void* x;
  const void* b;
  const void* c;
  const float* delta;
  const float* g;
  const float* d;
  float* state;
  void* out;
  const Span* spans;
  i64 x_row, x_head, b_row, b_head, c_row, c_head, delta_row, g_row, out_row, out_head;
  i64 span_count, heads, groups, key_dim, value_dim;
};

constexpr int COLUMNS = 32;
constexpr int PARTS = 4;
constexpr int SCAN_THREADS = COLUMNS * PARTS;

// Inputs of a token, as a thread has them on their way while the token before is computed: its
// elements of b and c, its column of x, the gates of the head.
template <class T, int LOADS> struct ScanToken {
  float b[LOADS], c[LOADS], x, delta, g;
  __device__ __forceinline__ void load(const ScanParams& p, i64 t, i64 head, i64 group,
                                       i64 column) {
    const T* from_b = (const T*)p.b + t * p.b_row + group * p.b_head;
    const T* from_c = (const T*)p.c + t * p.c_row + group * p.c_head;
#pragma unroll
    for (int r = 0; r < LOADS; r++) {
      const i64 i = threadIdx.x + r * SCAN_THREADS;
      b[r] = i < p.key_dim ? to_f32(from_b[i]) : 0.0f;
      c[r] = i < p.key_dim ? to_f32(from_c[i]) : 0.0f;
    }
    x = column < p.value_dim ? to_f32(((const T*)p.x)[t * p.x_row + head * p.x_head + column])
                             : 0.0f;
    delta = p.delta[t * p.delta_row + head];
    g = p.g[t * p.g_row + head];
  }
};

// The token recurrence. A block has COLUMNS columns of one head's state and all tokens of a span;
// thread (column, part) keeps rows part, part + PARTS, .. of its column in registers (at most
// ROWS). Grid: column blocks, heads, spans. WHOLE: the state has ROWS * PARTS rows and columns in
// multiples of COLUMNS, so that no element needs a check.
// Long: one loop over tokens, whose state lives in registers.
template <class T, int ROWS, bool WHOLE>
__device__ __forceinline__ void selective_scan(const ScanParams& p) {
  constexpr int WIDE = ROWS * PARTS, LOADS = (WIDE + SCAN_THREADS - 1) / SCAN_THREADS;
  __shared__ float b_shared[LOADS * SCAN_THREADS], c_shared[LOADS * SCAN_THREADS];
  __shared__ float outs[PARTS][COLUMNS];
  const int column = threadIdx.x % COLUMNS, part = threadIdx.x / COLUMNS;
  const i64 head = blockIdx.y, j = blockIdx.x * (i64)COLUMNS + column;
  const i64 group = head / (p.heads / p.groups);
  const bool live = WHOLE || j < p.value_dim;
  const i64 apart = PARTS * p.value_dim;
  const float d = p.d[head];
  for (i64 index = blockIdx.z; index < p.span_count; index += gridDim.z) {
    const Span span = p.spans[index];
    const i64 end = span.row + span.len;
    float* const state =
        p.state + ((span.slot * p.heads + head) * p.key_dim + part) * p.value_dim + j;
    float s[ROWS];
    const float* from = state;
#pragma unroll
    for (int r = 0; r < ROWS; r++, from += apart)
      s[r] = WHOLE || (live && part + r * PARTS < p.key_dim) ? *from : 0.0f;
    const auto store = [&] {
      float* to = state;
#pragma unroll
      for (int r = 0; r < ROWS; r++, to += apart)
        if (WHOLE || (live && part + r * PARTS < p.key_dim)) *to = s[r];
    };
    ScanToken<T, LOADS> next = {};
    if (span.len > 0) next.load(p, span.row, head, group, j);
    for (i64 t = span.row; t < end; t++) {
      if (t == span.row + span.stored) store();
      // Threads are behind the second barrier of the token before: b and c have been read.
#pragma unroll
      for (int r = 0; r < LOADS; r++) {
        b_shared[threadIdx.x + r * SCAN_THREADS] = next.b[r];
        c_shared[threadIdx.x + r * SCAN_THREADS] = next.c[r];
      }
      const float x = next.x, write = __fmul_rn(next.delta, x), decay = expf(next.g);
      __syncthreads();
      if (t + 1 < end) next.load(p, t + 1, head, group, j);
      float out = 0.0f;
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        s[r] = __fmaf_rn(b_shared[part + r * PARTS], write, __fmul_rn(s[r], decay));
        out = __fmaf_rn(s[r], c_shared[part + r * PARTS], out);
      }
      outs[part][column] = out;
      __syncthreads();
      if (part == 0 && live) {
        const float sum = outs[0][column] + outs[1][column] + outs[2][column] + outs[3][column];
        ((T*)p.out)[t * p.out_row + head * p.out_head + j] = from_f32<T>(__fmaf_rn(d, x, sum));
      }
    }
    if (span.stored == span.len) store();
  }
}
// Asks for what a block reads of the first span's state: nothing is read by it. The step's spans
// are there before its first kernel.
__device__ __forceinline__ void ahead_state(const ScanParams& p) {
  if (blockIdx.z >= p.span_count || p.span_count > AHEAD_SPANS_MAX) return;
  const i64 j = blockIdx.x * (i64)COLUMNS, width = min((i64)COLUMNS, p.value_dim - j);
  const float* state =
      p.state + (p.spans[blockIdx.z].slot * p.heads + blockIdx.y) * p.key_dim * p.value_dim + j;
  for (i64 i = threadIdx.x; i < p.key_dim; i += SCAN_THREADS)
    ahead(state + i * p.value_dim, width * 4, 0, 1);
}
#define SCAN(t, T, ROWS, DIM, WHOLE, BLOCKS)                         \
  extern "C" __global__ void __launch_bounds__(SCAN_THREADS, BLOCKS) \
      selective_scan_##t##_##DIM(const ScanParams p) {               \
    ahead_state(p);                                                  \
    begin();                                                         \
    selective_scan<T, ROWS, WHOLE>(p);                               \
  }
#define SCANS(t, T)                 \
  SCAN(t, T, 16, 64, false, 4)      \
  SCAN(t, T, 32, 128, false, 2)     \
  SCAN(t, T, 64, 256, false, 1)     \
  SCAN(t, T, 16, 64_whole, true, 8) \
  SCAN(t, T, 32, 128_whole, true, 6)
SCANS(f32, float)
SCANS(bf16, bf16)
