// Computes: the selective scan x[T, H, P], b, c[T, G, N], state[slots, H, N, P] f32, in chunks.
// Picked: row `chunked`: whole chunks of 64 positions; bf16, N = 64 or 128; no --batch-invariant.
// Tiling: a block of four warps walks the chunks of a span for 32 columns of a head.
// Limit: latency: the chunks of a span follow each other, each between three barriers.
// Share: not recorded; docs/kernels/mamba2/chunked.md.
//
// Whole chunks of CHUNK tokens on tensor cores (Dao and Gu 2024, section 6). Of a chunk with the
// state S before it and cumulative log decays G:
//   P_ij = exp(G_i - G_j) delta_j c_i.b_j   for j <= i
//   out = exp(G) (c S) + P x + d x      S <- exp(G_last) S + b^T (exp(G_last - G) delta x)
//
// Intermediate values are f32. A product takes each of them as the sum of two bf16, which is exact
// to 2^-17; x, b and c are exact in bf16.
#include "gated_delta/chunked.cuh"
using namespace atlas;

struct ScanChunkParams {
  const bf16* x;
  const bf16* b;
  const bf16* c;
  const float* delta;
  const float* g;
  const float* d;
  float* state;
  bf16* out;
  const Piece* pieces;
  i64 x_row, x_head, b_row, b_head, c_row, c_head, delta_row, g_row, out_row, out_head;
  i64 piece_count, heads, groups, value_dim;
};

template <int N> struct ScanChunkShared {
  static constexpr int STRIDE = N + 8, X_STRIDE = COLUMNS + 8, P_STRIDE = CHUNK + 8,
                       OUT_STRIDE = 24;
  struct Stage {
    bf16 b[CHUNK * STRIDE], c[CHUNK * STRIDE], x[CHUNK * X_STRIDE];
  } stage[2];
  // P in halves.
  bf16 p[2][CHUNK * P_STRIDE];
  bf16 out[GROUPS][CHUNK * OUT_STRIDE];
  // c S over the other half of the state's rows, for the tokens of the warp that reads it.
  float4 part[GROUPS][2][BLOCKS][WARP];
  double sums[CHUNK];
  // exp(G), delta, exp(G_last - G) delta, exp(G_last).
  float read[CHUNK], delta[CHUNK], write[CHUNK], decay[4];
};

// Gates of two tokens of a chunk, as a lane of the first warp has them.
struct TwoGates {
  float g[2], delta[2];
  __device__ __forceinline__ void load(const ScanChunkParams& p, i64 row, i64 head) {
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      g[i] = p.g[(row + 2 * lane + i) * p.g_row + head];
      delta[i] = p.delta[(row + 2 * lane + i) * p.delta_row + head];
    }
  }
};

// Sums of log decays and their exponentials, by one warp. Sums in f64: a token that forgets all
// leaves the later differences exact.
template <int N>
__device__ __forceinline__ void chunk_gates(ScanChunkShared<N>& s, const TwoGates& gates) {
  const int lane = threadIdx.x % WARP;
  double both[2];
#pragma unroll
  for (int i = 0; i < 2; i++) both[i] = gates.g[i] < LOG_ZERO ? LOG_ZERO : gates.g[i];
  double sum = both[0] + both[1];
#pragma unroll
  for (int step = 1; step < WARP; step *= 2) {
    const double before = __shfl_up_sync(ALL_LANES, sum, step);
    if (lane >= step) sum += before;
  }
  const double before = __shfl_up_sync(ALL_LANES, sum, 1);
  // Not `sum - both[1]`, which the second gate would round.
  const double sums[2] = {lane > 0 ? before + both[0] : both[0], sum};
  const double last = __shfl_sync(ALL_LANES, sum, WARP - 1);
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const int t = 2 * lane + i;
    s.sums[t] = sums[i];
    s.delta[t] = gates.delta[i];
    s.read[t] = expf((float)sums[i]);
    s.write[t] = expf((float)(last - sums[i])) * gates.delta[i];
  }
  if (lane < 4) s.decay[lane] = expf((float)last);
}

// P of the 16 tokens of a warp, from c b^T.
template <int N>
__device__ __forceinline__ void put_p(ScanChunkShared<N>& s, const float (&cb)[2 * BLOCKS][4],
                                      int warp) {
  using Shared = ScanChunkShared<N>;
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int tile = 0; tile < 2 * BLOCKS; tile++) {
    if (tile / 2 > warp) continue;
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const int i = warp * 16 + lane / 4 + half * 8, j = tile * 8 + lane % 4 * 2;
      float value[2];
#pragma unroll
      for (int e = 0; e < 2; e++) {
        const float scale = expf((float)(s.sums[i] - s.sums[j + e])) * s.delta[j + e];
        value[e] = j + e <= i ? scale * cb[tile][2 * half + e] : 0.0f;
      }
      const Halves halves = split(value[0], value[1]);
      *reinterpret_cast<uint32_t*>(s.p[0] + i * Shared::P_STRIDE + j) = halves.large;
      *reinterpret_cast<uint32_t*>(s.p[1] + i * Shared::P_STRIDE + j) = halves.small;
    }
  }
}

__device__ __forceinline__ float element(uint32_t both, int e) {
  return __uint_as_float(e ? both & 0xffff0000u : both << 16);
}

// One chunk by a warp: 16 columns of the head, half of the state's rows and of the tokens. All lies
// transposed in registers: rows are columns of the state.
// Long: the products of a chunk between the barriers that all four warps meet at.
template <int N>
__device__ __forceinline__ void scan_chunk(float (&state)[N / 16][4], ScanChunkShared<N>& shared,
                                           int now, float d, const TwoGates& gates, bf16* out,
                                           i64 out_row) {
  using Shared = ScanChunkShared<N>;
  constexpr int STRIDE = Shared::STRIDE, X_STRIDE = Shared::X_STRIDE, P_STRIDE = Shared::P_STRIDE,
                OUT_STRIDE = Shared::OUT_STRIDE, MINE = N / 32;
  const typename Shared::Stage& s = shared.stage[now];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, group = warp / 2, half = warp % 2;
  if (warp == 0) chunk_gates(shared, gates);

  float cb[2 * BLOCKS][4] = {};
#pragma unroll 2
  for (int k = 0; k < N; k += 16) {
    uint32_t a[4];
    ldmatrix_x4(a, s.c + (warp * 16 + lane % 16) * STRIDE + k + lane / 16 * 8);
#pragma unroll
    for (int j = 0; j < BLOCKS; j++) {
      if (j > warp) continue;
      uint32_t b[4];
      ldmatrix_x4(b, s.b + (j * 16 + lane / 16 * 8 + lane % 8) * STRIDE + k + lane / 8 % 2 * 8);
#pragma unroll
      for (int n = 0; n < 2; n++) mma_m16n8k16(cb[2 * j + n], a, b[2 * n], b[2 * n + 1]);
    }
  }
  float cs[2 * BLOCKS][4] = {};
#pragma unroll
  for (int k = 0; k < MINE; k++)
    add_rows<BLOCKS>(cs, left(state[2 * k], state[2 * k + 1]), s.c + (half * MINE + k) * 16,
                     STRIDE);
  float o[BLOCKS][4];
#pragma unroll
  for (int n = 0; n < BLOCKS; n++) {
    float other[4];
#pragma unroll
    for (int e = 0; e < 4; e++) {
      o[n][e] = half ? cs[BLOCKS + n][e] : cs[n][e];
      other[e] = half ? cs[n][e] : cs[BLOCKS + n][e];
    }
    shared.part[group][half][n][lane] = make_float4(other[0], other[1], other[2], other[3]);
  }
  __syncthreads();

  put_p(shared, cb, warp);
  // The sum of two is the same whichever comes first.
#pragma unroll
  for (int n = 0; n < BLOCKS; n++) {
    const float4 other = shared.part[group][1 - half][n][lane];
    const float2 scale =
        *reinterpret_cast<const float2*>(shared.read + half * 32 + n * 8 + lane % 4 * 2);
    o[n][0] = __fmul_rn(__fadd_rn(o[n][0], other.x), scale.x);
    o[n][1] = __fmul_rn(__fadd_rn(o[n][1], other.y), scale.y);
    o[n][2] = __fmul_rn(__fadd_rn(o[n][2], other.z), scale.x);
    o[n][3] = __fmul_rn(__fadd_rn(o[n][3], other.w), scale.y);
  }
  const float decay = shared.decay[0];
#pragma unroll
  for (int n = 0; n < N / 16; n++)
#pragma unroll
    for (int e = 0; e < 4; e++) state[n][e] = __fmul_rn(state[n][e], decay);
  __syncthreads();

#pragma unroll
  for (int k = 0; k < BLOCKS; k++) {
    // x of 16 tokens, transposed.
    uint32_t x[4];
    ldmatrix_x4_trans(x, s.x + (k * 16 + lane / 16 * 8 + lane % 8) * X_STRIDE + group * 16 +
                             lane / 8 % 2 * 8);
#pragma unroll
    for (int t = 0; t < 2; t++) {
      const int block = half * 2 + t;
      if (k > block) continue;
#pragma unroll
      for (int pass = 0; pass < 2; pass++) {
        uint32_t b[4];
        const int at = (block * 16 + lane / 16 * 8 + lane % 8) * P_STRIDE;
        ldmatrix_x4(b, shared.p[pass] + at + k * 16 + lane / 8 % 2 * 8);
#pragma unroll
        for (int n = 0; n < 2; n++) mma_m16n8k16(o[2 * t + n], x, b[2 * n], b[2 * n + 1]);
      }
      if (k == block) {
#pragma unroll
        for (int n = 0; n < 2; n++)
#pragma unroll
          for (int e = 0; e < 4; e++)
            o[2 * t + n][e] = __fmaf_rn(d, element(x[2 * n + e / 2], e % 2), o[2 * t + n][e]);
      }
    }
    Left u;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const float2 scale =
          *reinterpret_cast<const float2*>(shared.write + k * 16 + i / 2 * 8 + lane % 4 * 2);
      const Halves halves =
          split(__fmul_rn(scale.x, element(x[i], 0)), __fmul_rn(scale.y, element(x[i], 1)));
      u.large[i] = halves.large, u.small[i] = halves.small;
    }
#pragma unroll
    for (int j = 0; j < MINE; j++) {
      uint32_t b[4];
      ldmatrix_x4_trans(
          b, s.b + (k * 16 + lane % 16) * STRIDE + (half * MINE + j) * 16 + lane / 16 * 8);
#pragma unroll
      for (int n = 0; n < 2; n++) {
        mma_m16n8k16(state[2 * j + n], u.large, b[2 * n], b[2 * n + 1]);
        mma_m16n8k16(state[2 * j + n], u.small, b[2 * n], b[2 * n + 1]);
      }
    }
  }
  // Through shared memory, so that a row's 16 columns leave together.
  bf16* through = shared.out[group] + half * 32 * OUT_STRIDE;
#pragma unroll
  for (int n = 0; n < BLOCKS; n++)
#pragma unroll
    for (int e = 0; e < 4; e++)
      through[(n * 8 + lane % 4 * 2 + e % 2) * OUT_STRIDE + lane / 4 + e / 2 * 8] =
          from_f32<bf16>(o[n][e]);
  __syncwarp();
#pragma unroll
  for (int i = lane; i < 64; i += WARP)
    *reinterpret_cast<uint4*>(out + (half * 32 + i / 2) * out_row + group * 16 + i % 2 * 8) =
        *reinterpret_cast<const uint4*>(through + i / 2 * OUT_STRIDE + i % 2 * 8);
}

// All whole chunks of a span, COLUMNS columns of a head. Grid: column blocks, heads, pieces.
template <int N> __device__ void scan_chunks(const ScanChunkParams& p) {
  using Shared = ScanChunkShared<N>;
  extern __shared__ uint4 memory[];
  Shared& s = *reinterpret_cast<Shared*>(memory);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, group = warp / 2, half = warp % 2;
  const i64 head = blockIdx.y, of = head / (p.heads / p.groups), column = blockIdx.x * COLUMNS;
  const float d = p.d[head];
  for (i64 index = blockIdx.z; index < p.piece_count; index += gridDim.z) {
    const Piece piece = p.pieces[index];
    const auto fetch = [&](i64 step) {
      auto& to = s.stage[step % 2];
      const i64 row = piece.row + step * CHUNK;
      if (step < piece.chunks) {
        fetch_rows(to.b, Shared::STRIDE, p.b + row * p.b_row + of * p.b_head, p.b_row, N,
                   threadIdx.x, THREADS);
        fetch_rows(to.c, Shared::STRIDE, p.c + row * p.c_row + of * p.c_head, p.c_row, N,
                   threadIdx.x, THREADS);
        fetch_rows(to.x, Shared::X_STRIDE, p.x + row * p.x_row + head * p.x_head + column, p.x_row,
                   COLUMNS, threadIdx.x, THREADS);
      }
      cp_async_commit();
    };
    // Lane and register (n, e) have row 8 n + 2 (lane % 4) + e % 2 of the half, column lane / 4 + e
    // / 2 * 8.
    const i64 first = (piece.slot * p.heads + head) * N + half * (N / 2);
    float* matrix = p.state + first * p.value_dim + column + group * 16 + lane / 4;
    const auto place = [&](int n, int e) {
      return (n * 8 + lane % 4 * 2 + e % 2) * p.value_dim + e / 2 * 8;
    };
    float state[N / 16][4];
#pragma unroll
    for (int n = 0; n < N / 16; n++)
#pragma unroll
      for (int e = 0; e < 4; e++) state[n][e] = matrix[place(n, e)];
    // The stages may hold a piece before.
    __syncthreads();
    fetch(0);
    TwoGates next = {};
    if (warp == 0) next.load(p, piece.row, head);
    for (i64 step = 0; step < piece.chunks; step++) {
      cp_async_wait<0>();
      __syncthreads();
      fetch(step + 1);
      const TwoGates gates = next;
      const i64 row = piece.row + step * CHUNK;
      if (warp == 0 && step + 1 < piece.chunks) next.load(p, row + CHUNK, head);
      bf16* out = p.out + row * p.out_row + head * p.out_head + column;
      scan_chunk<N>(state, s, (int)(step % 2), d, gates, out, p.out_row);
    }
    cp_async_wait<0>();
#pragma unroll
    for (int n = 0; n < N / 16; n++)
#pragma unroll
      for (int e = 0; e < 4; e++) matrix[place(n, e)] = state[n][e];
  }
}

static_assert(sizeof(ScanChunkShared<64>) == 81168 && sizeof(ScanChunkShared<128>) == 113936,
              "as in chunked.rs");
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    selective_scan_chunked_64(const ScanChunkParams p) {
  begin();
  scan_chunks<64>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    selective_scan_chunked_128(const ScanChunkParams p) {
  begin();
  scan_chunks<128>(p);
}
