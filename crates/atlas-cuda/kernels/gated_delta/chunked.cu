// Computes: the gated delta rule q, k[T, HK, DK], v[T, HV, DV], state[slots, HV, DK, DV] f32.
// Picked: row `chunked`: whole chunks of 64 positions; bf16, DK = 64 or 128; no --batch-invariant.
// Tiling: `factors`: a block for a chunk and head; `scan`: one for 32 columns of a head and span.
// Limit: latency: 128 chunks of 8,192 tokens follow each other; 0.12 ms of FLOP, 0.09 ms of bytes.
// Share: 424 us for 8,192 tokens, 28 % of the FLOP limit; docs/kernels/gated_delta/chunked.md.
//
// Whole chunks of CHUNK tokens on tensor cores (Yang et al. 2024, section 3.3).
//
// Of a chunk with the state S before it, cumulative log decays G, and k, q before their norms
// (whose inverses nk, nq scale rows and columns of the products, so that k and q stay exact in
// bf16):
//   A_ij = beta_i nk_i nk_j exp(G_i - G_j) k_i.k_j   for j < i        T = (I + A)^-1 diag(beta)
//   P_ij = nq_i nk_j exp(G_i - G_j) q_i.k_j          for j <= i
//   u = T (v - exp(G) nk (k S))      o = exp(G) nq (q S) + P u
//   S <- exp(G_last) S + k^T (nk exp(G_last - G) u)
// `delta_factors` computes T and P of every chunk at once; `delta_scan` walks the chunks of a span.
//
// Intermediate values are f32. A product takes each of them as the sum of two bf16, which is exact
// to 2^-17, and leaves out the product of the two small halves.
#include "gated_delta/chunked.cuh"
using namespace atlas;

template <int DK> struct FactorsShared {
  static constexpr int STRIDE = DK + 8;
  bf16 k[CHUNK * STRIDE], q[CHUNK * STRIDE];
  float a[CHUNK * A_STRIDE];
  double sums[CHUNK];
  float beta[CHUNK], norm[2][CHUNK];
};

// T, P and the scales of a chunk. A warp has 16 rows. Grid: chunks, heads.
// Long: the factors of a chunk, each from the one before it in shared memory.
template <int DK> __device__ void delta_factors(const ChunkParams& p) {
  using Shared = FactorsShared<DK>;
  extern __shared__ uint4 memory[];
  Shared& s = *reinterpret_cast<Shared*>(memory);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const i64 row = p.chunk_rows[blockIdx.x], head = blockIdx.y;
  const i64 key_head = head / (p.heads / p.key_heads);
  Factors& to = p.factors[blockIdx.x * p.heads + head];
  fetch_rows(s.k, Shared::STRIDE, p.k + row * p.k_row + key_head * p.k_head, p.k_row, DK,
             threadIdx.x, THREADS);
  fetch_rows(s.q, Shared::STRIDE, p.q + row * p.q_row + key_head * p.q_head, p.q_row, DK,
             threadIdx.x, THREADS);
  cp_async_commit();
  if (warp == 0) {
    // Sums in f64: a token that forgets all leaves the later differences exact.
    double both[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const float g = p.g[(row + 2 * lane + i) * p.g_row + head];
      both[i] = g < LOG_ZERO ? LOG_ZERO : g;
    }
    double sum = both[0] + both[1];
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
      const double before = __shfl_up_sync(ALL_LANES, sum, step);
      if (lane >= step) sum += before;
    }
    s.sums[2 * lane + 1] = sum;
    // Not `sum - both[1]`, which the second gate would round.
    const double before = __shfl_up_sync(ALL_LANES, sum, 1);
    s.sums[2 * lane] = lane > 0 ? before + both[0] : both[0];
  } else if (threadIdx.x >= THREADS - CHUNK) {
    const int t = threadIdx.x - (THREADS - CHUNK);
    s.beta[t] = p.beta[(row + t) * p.beta_row + head];
  }
  cp_async_wait<0>();
  __syncthreads();
  {
    const int t = threadIdx.x % CHUNK;
    const bool key = threadIdx.x < CHUNK;
    const bf16* x = (key ? s.k : s.q) + t * Shared::STRIDE;
    float squares = 0.0f;
    for (int c = 0; c < DK; c += 8) {
      float part[8];
      load8(x + c, 8, true, part);
#pragma unroll
      for (int i = 0; i < 8; i++) squares = __fmaf_rn(part[i], part[i], squares);
    }
    float norm = 1.0f / sqrtf(squares + p.eps);
    if (!key) norm /= sqrtf((float)DK);
    s.norm[key ? 0 : 1][t] = norm;
    const float before = expf((float)s.sums[t]);
    if (key) {
      to.read[t] = before * norm;
      to.write[t] = norm * expf((float)(s.sums[CHUNK - 1] - s.sums[t]));
      if (t < 4) to.decay[t] = expf((float)s.sums[CHUNK - 1]);
    } else {
      to.query[t] = before * norm;
    }
  }
  __syncthreads();

  float kk[2 * BLOCKS][4] = {}, qk[2 * BLOCKS][4] = {};
#pragma unroll 2
  for (int c = 0; c < DK; c += 16) {
    uint32_t k_part[4], q_part[4];
    const int at = (warp * 16 + lane % 16) * Shared::STRIDE + c + lane / 16 * 8;
    ldmatrix_x4(k_part, s.k + at);
    ldmatrix_x4(q_part, s.q + at);
#pragma unroll
    for (int j = 0; j < BLOCKS; j++) {
      if (j > warp) continue;
      uint32_t b[4];
      ldmatrix_x4(
          b, s.k + (j * 16 + lane / 16 * 8 + lane % 8) * Shared::STRIDE + c + lane / 8 % 2 * 8);
#pragma unroll
      for (int n = 0; n < 2; n++) {
        mma_m16n8k16(kk[2 * j + n], k_part, b[2 * n], b[2 * n + 1]);
        mma_m16n8k16(qk[2 * j + n], q_part, b[2 * n], b[2 * n + 1]);
      }
    }
  }
  const int first = warp * (warp + 1) / 2;
#pragma unroll
  for (int tile = 0; tile < 2 * BLOCKS; tile++) {
    if (tile / 2 > warp) continue;
#pragma unroll
    for (int e = 0; e < 4; e++) {
      const int i = warp * 16 + lane / 4 + e / 2 * 8, j = tile * 8 + lane % 4 * 2 + e % 2;
      const float scale = s.norm[0][j] * expf((float)(s.sums[i] - s.sums[j]));
      s.a[i * A_STRIDE + j] = j < i ? s.beta[i] * (s.norm[0][i] * (scale * kk[tile][e])) : 0.0f;
      qk[tile][e] = j <= i ? s.norm[1][i] * (scale * qk[tile][e]) : 0.0f;
    }
    if (tile % 2 == 1) {
      const int at = first + tile / 2;
      put_right(to.p[0][at][lane], to.p[1][at][lane], qk[tile - 1], qk[tile]);
    }
  }
  __syncwarp();
  invert16(s.a + warp * 16 * (A_STRIDE + 1));
  __syncthreads();

  // Block row i of the inverse: T_ii stands, then T_ij = -(sum_{k=j+1..i} T_ik A_kj) T_jj from
  // right to left.
  Left row_of_t[BLOCKS];
#pragma unroll
  for (int back = 0; back < BLOCKS; back++) {
    if (back > warp) continue;
    const int j = warp - back;
    float sums[2][4] = {};
    if (back == 0) {
#pragma unroll
      for (int n = 0; n < 2; n++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          sums[n][e] = s.a[(j * 16 + lane / 4 + e / 2 * 8) * A_STRIDE + j * 16 + n * 8 +
                           lane % 4 * 2 + e % 2];
    } else {
      float inner[2][4] = {};
#pragma unroll
      for (int k = 0; k < back; k++)
        product16(inner, row_of_t[k], s.a + (warp - k) * 16 * A_STRIDE + j * 16);
#pragma unroll
      for (int n = 0; n < 2; n++)
#pragma unroll
        for (int e = 0; e < 4; e++) inner[n][e] = -inner[n][e];
      product16(sums, left(inner[0], inner[1]), s.a + j * 16 * (A_STRIDE + 1));
    }
    row_of_t[back] = left(sums[0], sums[1]);
#pragma unroll
    for (int n = 0; n < 2; n++)
#pragma unroll
      for (int e = 0; e < 4; e++) sums[n][e] *= s.beta[j * 16 + n * 8 + lane % 4 * 2 + e % 2];
    put_right(to.t[0][first + j][lane], to.t[1][first + j][lane], sums[0], sums[1]);
  }
}

// Everything lies transposed in registers: rows are columns of the state, so that the sums of one
// product are the left side of the next. A pair of warps walks 16 columns; each has half of the
// keys, and they meet once a chunk.
template <int DK> struct ScanShared {
  static constexpr int STRIDE = DK + 8, V_STRIDE = COLUMNS + 8, OUT_STRIDE = 16 + 8;
  // A stage is for one step of the walk: k, v and T of a chunk, q and P of the chunk before it.
  struct Stage {
    bf16 k[CHUNK * STRIDE], q[CHUNK * STRIDE], v[CHUNK * V_STRIDE];
    Fragment t[2][LOWER][WARP], p[2][LOWER][WARP];
    float read[CHUNK], write[CHUNK], decay[4], query[CHUNK];
  } stage[2];
  // State and u of a chunk as left sides, in halves, from the warp that walks to the one that
  // answers.
  Fragment state[2][GROUPS][DK / 16][2][WARP], u[2][GROUPS][BLOCKS][2][WARP];
  // k S of a chunk over the keys of either half.
  float4 read[GROUPS][2][2 * BLOCKS][WARP];
  bf16 out[GROUPS][CHUNK * OUT_STRIDE];
  // Where the two warps of a group that walk meet, once a chunk. (With a barrier by number,
  // `bar.sync` of 64 threads, racecheck named what they do behind it and others behind the block's
  // next barrier; `tools/sanitize/pairs.cu` has no such report.)
  uint64_t pair[GROUPS];
};

__device__ __forceinline__ void store(Fragment (&to)[2][WARP], const Left& a) {
  const int lane = threadIdx.x % WARP;
  to[0][lane] = make_uint4(a.large[0], a.large[1], a.large[2], a.large[3]);
  to[1][lane] = make_uint4(a.small[0], a.small[1], a.small[2], a.small[3]);
}
__device__ __forceinline__ Left load(const Fragment (&from)[2][WARP]) {
  const Fragment x = from[0][threadIdx.x % WARP], y = from[1][threadIdx.x % WARP];
  return {{x.x, x.y, x.z, x.w}, {y.x, y.y, y.z, y.w}};
}

// sums[tokens] += a m^T for the tokens of block K of a lower triangle m, which tokens before them
// do not see. The sums are those of N blocks from FIRST on.
template <int K, int FIRST, int N>
__device__ __forceinline__ void add_lower(float (&sums)[2 * N][4], const Left& a,
                                          const Fragment (&m)[2][LOWER][WARP]) {
  constexpr int FROM = K > FIRST ? K : FIRST, END = FIRST + N;
  const int lane = threadIdx.x % WARP;
  Fragment b[2][N];
#pragma unroll
  for (int i = FROM; i < END; i++) {
    const int at = i * (i + 1) / 2 + K;
    b[0][i - FIRST] = m[0][at][lane], b[1][i - FIRST] = m[1][at][lane];
  }
#pragma unroll
  for (int pass = 0; pass < 3; pass++) {
#pragma unroll
    for (int i = FROM; i < END; i++) {
      const Fragment& f = b[pass == 2][i - FIRST];
      mma_m16n8k16(sums[2 * (i - FIRST)], pass == 1 ? a.small : a.large, f.x, f.y);
      mma_m16n8k16(sums[2 * (i - FIRST) + 1], pass == 1 ? a.small : a.large, f.z, f.w);
    }
  }
}

// One chunk of the walk, by one warp of a pair: leaves the state before it and its u to the warps
// that answer. `turn` is how many chunks the pair has walked before.
// Long: one recurrence over chunks, whose state lives in registers.
template <int DK>
__device__ void walk(float (&state)[DK / 16][4], ScanShared<DK>& shared, int now, int group,
                     int half, unsigned turn) {
  using Shared = ScanShared<DK>;
  constexpr int STRIDE = Shared::STRIDE, V_STRIDE = Shared::V_STRIDE, MINE = DK / 32,
                WIDE = MINE < 4 ? MINE : 4;
  const typename Shared::Stage& s = shared.stage[now];
  const int lane = threadIdx.x % WARP;
  float x[2 * BLOCKS][4] = {};
#pragma unroll
  for (int d = 0; d < MINE; d++) {
    const Left part = left(state[2 * d], state[2 * d + 1]);
    store(shared.state[now][group][half * MINE + d], part);
    add_rows<BLOCKS>(x, part, s.k + (half * MINE + d) * 16, STRIDE);
  }
  // The sum of two is the same whichever comes first: both warps go on with the same bits. The
  // block's barrier is between these reads and the writes of the next chunk.
#pragma unroll
  for (int n = 0; n < 2 * BLOCKS; n++)
    shared.read[group][half][n][lane] = make_float4(x[n][0], x[n][1], x[n][2], x[n][3]);
  mbarrier_arrive(shared.pair + group);
  mbarrier_poll(shared.pair + group, turn % 2);
#pragma unroll
  for (int n = 0; n < 2 * BLOCKS; n++) {
    const float4 other = shared.read[group][1 - half][n][lane];
    x[n][0] = __fadd_rn(x[n][0], other.x), x[n][1] = __fadd_rn(x[n][1], other.y);
    x[n][2] = __fadd_rn(x[n][2], other.z), x[n][3] = __fadd_rn(x[n][3], other.w);
  }
#pragma unroll
  for (int j = 0; j < BLOCKS; j++) {
    uint32_t v[4];
    const int token = j * 16 + lane / 16 * 8 + lane % 8;
    ldmatrix_x4_trans(v, s.v + token * V_STRIDE + group * 16 + lane / 8 % 2 * 8);
#pragma unroll
    for (int n = 0; n < 2; n++) {
      const float2 scale =
          *reinterpret_cast<const float2*>(s.read + (2 * j + n) * 8 + lane % 4 * 2);
      float(&c)[4] = x[2 * j + n];
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const uint32_t both = v[2 * n + e / 2];
        const float value = __uint_as_float(e % 2 ? both & 0xffff0000u : both << 16);
        c[e] = __fmaf_rn(-(e % 2 ? scale.y : scale.x), c[e], value);
      }
    }
  }
  float u[2 * BLOCKS][4] = {};
  add_lower<0, 0, BLOCKS>(u, left(x[0], x[1]), s.t);
  add_lower<1, 0, BLOCKS>(u, left(x[2], x[3]), s.t);
  add_lower<2, 0, BLOCKS>(u, left(x[4], x[5]), s.t);
  add_lower<3, 0, BLOCKS>(u, left(x[6], x[7]), s.t);
  const float decay = s.decay[0];
#pragma unroll
  for (int n = 0; n < DK / 16; n++)
#pragma unroll
    for (int e = 0; e < 4; e++) state[n][e] = __fmul_rn(state[n][e], decay);
#pragma unroll
  for (int j = 0; j < BLOCKS; j++) {
    if (j % 2 == half) store(shared.u[now][group][j], left(u[2 * j], u[2 * j + 1]));
#pragma unroll
    for (int n = 2 * j; n < 2 * j + 2; n++) {
      const float2 scale = *reinterpret_cast<const float2*>(s.write + n * 8 + lane % 4 * 2);
#pragma unroll
      for (int e = 0; e < 4; e++) u[n][e] = __fmul_rn(u[n][e], e % 2 ? scale.y : scale.x);
    }
    const Left part = left(u[2 * j], u[2 * j + 1]);
#pragma unroll
    for (int d = 0; d < MINE; d += WIDE) {
      uint32_t b[WIDE][4];
#pragma unroll
      for (int i = 0; i < WIDE; i++)
        ldmatrix_x4_trans(
            b[i], s.k + (j * 16 + lane % 16) * STRIDE + (half * MINE + d + i) * 16 + lane / 16 * 8);
#pragma unroll
      for (int pass = 0; pass < 2; pass++) {
#pragma unroll
        for (int n = 0; n < 2 * WIDE; n++) {
          const uint32_t(&part_of)[4] = pass == 0 ? part.large : part.small;
          mma_m16n8k16(state[2 * d + n], part_of, b[n / 2][n % 2 * 2], b[n / 2][n % 2 * 2 + 1]);
        }
      }
    }
  }
}

// The outputs of half of a chunk, 16 columns of the tokens of blocks FIRST and on, to `out` with
// rows `row` apart.
template <int DK, int FIRST>
__device__ void answer(ScanShared<DK>& shared, int now, int group, bf16* out, i64 row) {
  using Shared = ScanShared<DK>;
  constexpr int STRIDE = Shared::STRIDE, OUT_STRIDE = Shared::OUT_STRIDE, N = BLOCKS / 2;
  const typename Shared::Stage& s = shared.stage[now];
  const auto& states = shared.state[1 - now][group];
  const auto& us = shared.u[1 - now][group];
  bf16* through = shared.out[group] + FIRST * 16 * OUT_STRIDE;
  const int lane = threadIdx.x % WARP;
  float o[2 * N][4] = {};
#pragma unroll 2
  for (int d = 0; d < DK / 16; d++)
    add_rows<N>(o, load(states[d]), s.q + FIRST * 16 * STRIDE + d * 16, STRIDE);
#pragma unroll
  for (int n = 0; n < 2 * N; n++) {
    const float2 scale =
        *reinterpret_cast<const float2*>(s.query + FIRST * 16 + n * 8 + lane % 4 * 2);
#pragma unroll
    for (int e = 0; e < 4; e++) o[n][e] = __fmul_rn(o[n][e], e % 2 ? scale.y : scale.x);
  }
  add_lower<0, FIRST, N>(o, load(us[0]), s.p);
  add_lower<1, FIRST, N>(o, load(us[1]), s.p);
  if constexpr (FIRST > 0) {
    add_lower<2, FIRST, N>(o, load(us[2]), s.p);
    add_lower<3, FIRST, N>(o, load(us[3]), s.p);
  }
  // Through shared memory, so that a row's 16 columns leave together.
#pragma unroll
  for (int n = 0; n < 2 * N; n++)
#pragma unroll
    for (int e = 0; e < 4; e++)
      through[(n * 8 + lane % 4 * 2 + e % 2) * OUT_STRIDE + lane / 4 + e / 2 * 8] =
          from_f32<bf16>(o[n][e]);
  __syncwarp();
#pragma unroll
  for (int i = lane; i < 2 * 16 * N; i += WARP)
    *reinterpret_cast<uint4*>(out + (FIRST * 16 + i / 2) * row + i % 2 * 8) =
        *reinterpret_cast<const uint4*>(through + i / 2 * OUT_STRIDE + i % 2 * 8);
}

// All whole chunks of a span, COLUMNS columns of a head. The first half of the warps walks; the
// others fetch and, one chunk behind, answer. Grid: column blocks, heads, pieces.
// Long: the roles of all warps, which meet at the same barriers.
template <int DK> __device__ void delta_scan(const ChunkParams& p) {
  using Shared = ScanShared<DK>;
  extern __shared__ uint4 memory[];
  Shared& s = *reinterpret_cast<Shared*>(memory);
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, group = warp / 2 % GROUPS,
            half = warp % 2;
  const bool walks = threadIdx.x < WALKERS;
  unsigned turn = 0;
  // Seen by the others behind the barrier with which the first piece begins. (By one thread, each
  // with an instruction of its own: synccheck has room for as many barriers as instructions make
  // them.)
  if (threadIdx.x == 0) {
#pragma unroll
    for (int i = 0; i < GROUPS; i++) mbarrier_init(s.pair + i, 2 * WARP);
  }
  const i64 head = blockIdx.y, key_head = head / (p.heads / p.key_heads),
            column = blockIdx.x * COLUMNS;
  for (i64 index = blockIdx.z; index < p.piece_count; index += gridDim.z) {
    const Piece piece = p.pieces[index];
    const auto fetch = [&](i64 step) {
      constexpr int FETCHERS = SCAN_THREADS - WALKERS;
      const int me = threadIdx.x - WALKERS;
      auto& to = s.stage[step % 2];
      const Factors* from = p.factors + (piece.first + step) * p.heads + head;
      i64 row = piece.row + step * CHUNK;
      if (step < piece.chunks) {
        fetch_rows(to.k, Shared::STRIDE, p.k + row * p.k_row + key_head * p.k_head, p.k_row, DK, me,
                   FETCHERS);
        const bf16* v = p.v + row * p.v_row + head * p.v_head + column;
        fetch_rows(to.v, Shared::V_STRIDE, v, p.v_row, COLUMNS, me, FETCHERS);
        fetch_bytes(to.t, from->t, sizeof to.t, me, FETCHERS);
        fetch_bytes(to.read, from->read, sizeof to.read + sizeof to.write + sizeof to.decay, me,
                    FETCHERS);
      }
      if (step > 0) {
        from -= p.heads, row -= CHUNK;
        fetch_rows(to.q, Shared::STRIDE, p.q + row * p.q_row + key_head * p.q_head, p.q_row, DK, me,
                   FETCHERS);
        fetch_bytes(to.p, from->p, sizeof to.p, me, FETCHERS);
        fetch_bytes(to.query, from->query, sizeof to.query, me, FETCHERS);
      }
      cp_async_commit();
    };
    // Lane and register (n, e) have row 8 n + 2 (lane % 4) + e % 2 of the half, column lane / 4 + e
    // / 2 * 8.
    const i64 first = (piece.slot * p.heads + head) * DK + half * (DK / 2);
    float* matrix = p.state + first * p.value_dim + column + group * 16 + lane / 4;
    const auto place = [&](int n, int e) {
      return (n * 8 + lane % 4 * 2 + e % 2) * p.value_dim + e / 2 * 8;
    };
    float state[DK / 16][4];
    // The stages may hold a piece before.
    __syncthreads();
    if (walks) {
#pragma unroll
      for (int n = 0; n < DK / 16; n++)
#pragma unroll
        for (int e = 0; e < 4; e++) state[n][e] = matrix[place(n, e)];
    } else {
      fetch(0);
    }
    for (i64 step = 0; step <= piece.chunks; step++) {
      cp_async_wait<0>();
      __syncthreads();
      const int now = (int)(step % 2);
      if (walks) {
        if (step < piece.chunks) walk<DK>(state, s, now, group, half, turn++);
      } else {
        if (step < piece.chunks) fetch(step + 1);
        if (step > 0) {
          const i64 row = piece.row + (step - 1) * CHUNK;
          bf16* out = p.out + row * p.out_row + head * p.out_head + column + group * 16;
          if (half == 0) answer<DK, 0>(s, now, group, out, p.out_row);
          else answer<DK, BLOCKS / 2>(s, now, group, out, p.out_row);
        }
      }
    }
    if (walks) {
#pragma unroll
      for (int n = 0; n < DK / 16; n++)
#pragma unroll
        for (int e = 0; e < 4; e++) matrix[place(n, e)] = state[n][e];
    }
  }
}

static_assert(sizeof(FactorsShared<64>) == 37120 && sizeof(FactorsShared<128>) == 53504,
              "as in chunked.rs");
static_assert(sizeof(ScanShared<64>) == 144944 && sizeof(ScanShared<128>) == 194096,
              "as in chunked.rs");
extern "C" __global__ void __launch_bounds__(THREADS)
    gated_delta_chunk_factors_64(const ChunkParams p) {
  begin();
  delta_factors<64>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    gated_delta_chunk_factors_128(const ChunkParams p) {
  begin();
  delta_factors<128>(p);
}
extern "C" __global__ void __launch_bounds__(SCAN_THREADS, 1)
    gated_delta_chunk_scan_64(const ChunkParams p) {
  begin();
  delta_scan<64>(p);
}
extern "C" __global__ void __launch_bounds__(SCAN_THREADS, 1)
    gated_delta_chunk_scan_128(const ChunkParams p) {
  begin();
  delta_scan<128>(p);
}
