// Computes: up[pairs, I] and down[T, H] products of experts, a pair (token, expert) at a time.
// Picked: up to 8 rows; every row count where tensor cores do not serve; `routed_`: 1 or 2 rows.
// Tiling: a warp for each output of a pair.
// Limit: bandwidth: each weight of a chosen expert comes from memory once.
// Share: 83 % of 4.3 TB/s (8 tokens), 67 % (1); docs/benchmarks/log/2026-11-23-cuda-h200.md.
#include "include/relu_squared.cuh"
#include "moe/router_topk.cuh"
#include "gemm/warp_dot.cuh"
#include "moe/shared_expert.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;

// The last product of the expert of every token, for one token of bf16 on 16-byte boundaries: what
// `swiglu_linear` computes. None where `value` is null.
struct SharedDown {
  const bf16* gate; const bf16* up; bf16* active; const bf16* weight; bf16* value;
  i64 inner;
};

struct ExpertsParams {
  const void* x; const void* gate_up; const void* down; void* hidden; void* out;
  const uint32_t* ids; const float* weights;
  i64 x_row, out_row, rows, ranks, inputs, inner, experts;
  // Whether rows lie on 16-byte boundaries.
  i64 aligned;
  SharedAdd add;
  SharedDown down_of;
};

// A token's sum at column n, with the shared expert if there is one.
template <class X, class P>
__device__ __forceinline__ void put_sum(const P& p, i64 t, i64 n, float sum) {
  X out = from_f32<X>(sum);
  if (p.add.shared) out = with_shared<X>(p.add, t, n, out);
  ((X*)p.out)[t * p.out_row + n] = out;
}

// N products of two rows each: lanes take 8 elements in 256, then are added up. All rows of a turn
// are on their way at once.
template <int N, class X, class W>
__device__ __forceinline__ void dots(const X* const (&x)[N], const W* const (&w)[N], i64 k,
                                     bool aligned, float (&sums)[N]) {
#pragma unroll
  for (int n = 0; n < N; n++) sums[n] = 0.0f;
  i64 at = threadIdx.x % WARP * 8;
  const auto step = [&](int left, bool whole) {
    float b[N][8];
#pragma unroll
    for (int n = 0; n < N; n++) load8(w[n] + at, left, whole, b[n]);
#pragma unroll
    for (int n = 0; n < N; n++) {
      float a[8];
      load8(x[n] + at, left, whole, a);
#pragma unroll
      for (int i = 0; i < 8; i++) sums[n] = __fmaf_rn(a[i], b[n][i], sums[n]);
    }
  };
  if (aligned)
#pragma unroll 2
    for (; at + 8 <= k; at += WARP * 8) step(8, true);
#pragma unroll 1
  for (; at < k; at += WARP * 8) step((int)min((i64)8, k - at), false);
#pragma unroll
  for (int n = 0; n < N; n++) sums[n] = warp_sum(sums[n]);
}

// The output of a warp, of those of a row.
__device__ __forceinline__ i64 output_of() { return blockIdx.y * (i64)WARPS + threadIdx.x / WARP; }

// hidden[pair, i] = silu(gate_e[i] x) * (up_e[i] x), or relu(up_e[i] x)^2 where experts have no
// gate, whose rows are not there then. Grid: pairs, i in blocks of WARPS: blocks that
// run at once read the same rows of all pairs' experts, so that an expert of several tokens is read
// once, and from the second-level cache after that.
template <class X, class W, bool GATED = true>
__device__ __forceinline__ void pair_up(const ExpertsParams& p, i64 id) {
  const i64 i = output_of(), pair = blockIdx.x;
  if (i >= p.inner) return;
  const W* gate = (const W*)p.gate_up + (id * (GATED ? 2 : 1) * p.inner + i) * p.inputs;
  const X* x = (const X*)p.x + pair / p.ranks * p.x_row;
  if (!GATED) {
    float sum[1];
    dots<1, X, W>({x}, {gate}, p.inputs, p.aligned, sum);
    if (threadIdx.x % WARP == 0)
      ((X*)p.hidden)[pair * p.inner + i] = from_f32<X>(relu_squared(sum[0]));
    return;
  }
  float sums[2];
  dots<2, X, W>({x, x}, {gate, gate + p.inner * p.inputs}, p.inputs, p.aligned, sums);
  if (threadIdx.x % WARP == 0)
    ((X*)p.hidden)[pair * p.inner + i] = from_f32<X>(silu(sums[0]) * sums[1]);
}
template <class X, class W, bool GATED = true> __device__ void pairs_up(const ExpertsParams& p) {
  pair_up<X, W, GATED>(p, p.ids[blockIdx.x]);
}

// Adds N pairs from `first` on, ranks of one token, to an output, in rank order.
template <int N, class X, class W>
__device__ void add_ranks(const ExpertsParams& p, i64 first, i64 n, float& sum) {
  const X* x[N];
  const W* down[N];
  float sums[N];
#pragma unroll
  for (int r = 0; r < N; r++) {
    x[r] = (const X*)p.hidden + (first + r) * p.inner;
    down[r] = (const W*)p.down + ((i64)p.ids[first + r] * p.inputs + n) * p.inner;
  }
  dots<N, X, W>(x, down, p.inner, p.aligned, sums);
#pragma unroll
  for (int r = 0; r < N; r++) sum = __fmaf_rn(p.weights[first + r], sums[r], sum);
}

// The sum over a token's ranks of weight * (down_e[n] hidden[pair]), in rank order.
template <class X, class W>
__device__ __forceinline__ float all_ranks(const ExpertsParams& p, i64 t, i64 n) {
  constexpr int TOGETHER = 4;
  float sum = 0.0f;
  i64 r = 0;
  for (; r + TOGETHER <= p.ranks; r += TOGETHER)
    add_ranks<TOGETHER, X, W>(p, t * p.ranks + r, n, sum);
  for (; r < p.ranks; r++) add_ranks<1, X, W>(p, t * p.ranks + r, n, sum);
  return sum;
}

// out[t, n]. Grid: tokens, n in blocks of WARPS.
template <class X, class W> __device__ void pairs_down(const ExpertsParams& p) {
  const i64 n = output_of(), t = blockIdx.x;
  if (n >= p.inputs) return;
  const float sum = all_ranks<X, W>(p, t, n);
  if (threadIdx.x % WARP == 0) put_sum<X>(p, t, n, sum);
}
#define PAIRS(x, X, w, W)                               \
  extern "C" __global__ void __launch_bounds__(THREADS) \
      pair_gemv_up_##x##_##w(const ExpertsParams p) {   \
    begin();                                            \
    pairs_up<X, W>(p);                                  \
  }                                                     \
  extern "C" __global__ void __launch_bounds__(THREADS) \
      pair_gemv_relu_squared_##x##_##w(                 \
          const ExpertsParams p) {                      \
    begin();                                            \
    pairs_up<X, W, false>(p);                           \
  }                                                     \
  extern "C" __global__ void __launch_bounds__(THREADS) \
      pair_gemv_down_##x##_##w(const ExpertsParams p) { \
    begin();                                            \
    pairs_down<X, W>(p);                                \
  }
PAIRS(f32, float, bf16, bf16)
PAIRS(f32, float, f16, f16)
PAIRS(f32, float, f32, float)
PAIRS(bf16, bf16, bf16, bf16)
PAIRS(bf16, bf16, f16, f16)
PAIRS(bf16, bf16, f32, float)

// One token waits for memory alone: what its last product reads is on its way before the first has
// ended. Which experts that is was decided by the kernel before both.
template <class W> __device__ void ahead_down(const ExpertsParams& p) {
  const i64 n = output_of(), bytes = p.inner * (i64)sizeof(W);
  if (n >= p.inputs) return;
  for (i64 r = 0; r < p.ranks; r++) {
    const i64 id = p.ids[r];
    if (id < p.experts)
      ahead((const W*)p.down + (id * p.inputs + n) * p.inner, bytes, threadIdx.x % WARP, WARP);
  }
}

// The first pieces of the shared expert's row of this warp.
__device__ __forceinline__ RowPieces ahead_shared(const ExpertsParams& p) {
  const i64 n = output_of();
  return ahead_row(p.down_of.weight + n * p.down_of.inner, p.down_of.inner,
                   p.down_of.value && n < p.inputs);
}
// An output of the shared expert; the first warp of all writes what it is a product of.
__device__ __forceinline__ float shared_down(const SharedDown& p, i64 n, const RowPieces& rows) {
  return active_product(rows, p.gate, p.up, n == 0 ? p.active : nullptr, p.weight + n * p.inner,
                        p.inner);
}

// `pair_gemv_down` for one token, with the shared expert if there is one.
template <class X, class W>
__device__ void one_down(const ExpertsParams& p, const RowPieces& rows) {
  const i64 n = output_of();
  if (n >= p.inputs) return;
  const float sum = all_ranks<X, W>(p, 0, n);
  const SharedDown& shared = p.down_of;
  if (shared.value) {
    // Read again by this thread alone.
    const float value = shared_down(shared, n, rows);
    if (threadIdx.x % WARP == 0) shared.value[n] = from_f32<bf16>(value);
  }
  if (threadIdx.x % WARP == 0) put_sum<X>(p, 0, n, sum);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    pair_gemv_down_one_row(const ExpertsParams p) {
  ahead_down<bf16>(p);
  const auto weights = ahead_shared(p);
  begin();
  one_down<bf16, bf16>(p, weights);
}

// The same where the previous kernel chose the experts, so that no weights can be loaded ahead.
extern "C" __global__ void __launch_bounds__(THREADS)
    pair_gemv_down_one_row_late(const ExpertsParams p) {
  const auto weights = ahead_shared(p);
  begin();
  one_down<bf16, bf16>(p, weights);
}

// Experts whose first product makes the choice of `route_topk`, from logits of f32.
struct RoutedParams {
  ExpertsParams of;
  RouteParams route;
};

// `pair_gemv_up`, each block choosing down to the rank of its pair: one warp does, the others need
// no registers and no turns for it. The block of a token's last rank and first outputs has all
// ranks, and writes them for the kernels after this one.
extern "C" __global__ void __launch_bounds__(THREADS) routed_pair_gemv_up(const RoutedParams p) {
  begin();
  __shared__ unsigned chosen;
  if (threadIdx.x < WARP) {
    const i64 t = blockIdx.x / p.of.ranks;
    const int count = (int)(blockIdx.x % p.of.ranks) + 1;
    const unsigned id = route_row<float>(p.route, t, count, blockIdx.y == 0 && count == p.of.ranks);
    if (threadIdx.x == 0) chosen = id;
  }
  __syncthreads();
  pair_up<bf16, bf16>(p.of, chosen);
}

// Prefetches weights behind `routed_pair_gemv_up`, for one token: that kernel waited for the logits
// before it let this one start, so they are there. The first warp chooses the experts again, and
// prefetches the rows of all outputs of the block, one after the other in memory, as soon as it has
// found a rank.
template <int N> __device__ __forceinline__ void ahead_choice(const RoutedParams& p) {
  const i64 n = blockIdx.y * (i64)WARPS,
            bytes = min((i64)WARPS, p.of.inputs - n) * p.of.inner * (i64)sizeof(bf16);
  choose<N>((const float*)p.route.logits, p.route.experts, (int)p.route.k,
            [&](int, unsigned id, float) {
              ahead((const bf16*)p.of.down + (id * p.of.inputs + n) * p.of.inner, bytes,
                    threadIdx.x, WARP);
            });
}
__device__ __forceinline__ void ahead_chosen(const RoutedParams& p) {
  if (threadIdx.x >= WARP) return;
  if (p.route.experts <= ROUTE_KEPT_MAX / 2) return ahead_choice<ROUTE_KEYS / 2>(p);
  ahead_choice<ROUTE_KEYS>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    routed_pair_gemv_down_one_row(const RoutedParams p) {
  const auto weights = ahead_shared(p.of);
  ahead_chosen(p);
  begin();
  one_down<bf16, bf16>(p.of, weights);
}
