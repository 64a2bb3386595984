// Shared by the kernels of chunks of the gated delta rule: the factors of a chunk, 16 x 16 blocks
// in registers as products take them, in halves, and copies of rows to shared memory.
#pragma once

#include "include/cp_async.cuh"
#include "include/mbarrier.cuh"
#include "include/mma.cuh"

namespace atlas {

constexpr int CHUNK = 64;
constexpr int BLOCKS = CHUNK / 16;
// Blocks of 16 x 16 on and below the diagonal, in rows.
constexpr int LOWER = BLOCKS * (BLOCKS + 1) / 2;
constexpr int THREADS = 128;
// Columns of a block of `delta_scan`, of which a group of warps has 16: two warps advance the
// state, each with half of the keys, and two compute outputs, each for half of the tokens.
constexpr int COLUMNS = 32;
constexpr int GROUPS = COLUMNS / 16;
constexpr int WALKERS = 2 * GROUPS * WARP;
constexpr int SCAN_THREADS = 2 * WALKERS;
// Rows of f32 lie 272 bytes apart.
constexpr int A_STRIDE = CHUNK + 4;
// Below this a decay is zero in f32.
constexpr float LOG_ZERO = -128.0f;

// One 16 x 16 block as `mma_m16n8k16` takes it as b: of a lane, rows lane / 4 (x, y) and lane / 4 +
// 8 (z, w), columns 2 (lane % 4) and the next (x, z) and those 8 further (y, w).
using Fragment = uint4;

// Factors of a chunk of a head, as `delta_scan` reads them.
struct Factors {
  // The large and the small halves.
  Fragment t[2][LOWER][WARP], p[2][LOWER][WARP];
  // exp(G) nk, nk exp(G_last - G), exp(G_last) in all four, exp(G) nq.
  float read[CHUNK], write[CHUNK], decay[4], query[CHUNK];
};
static_assert(sizeof(Factors) == 4 * LOWER * 512 + 784, "as in chunked.rs");

// Whole chunks of a span: first row, how many, slot, and the first one's place among all of the
// step.
struct Piece {
  i64 row, chunks, slot, first;
};

struct ChunkParams {
  const bf16* q;
  const bf16* k;
  const bf16* v;
  const float* g;
  const float* beta;
  float* state;
  bf16* out;
  Factors* factors; const Piece* pieces; const i64* chunk_rows;
  i64 q_row, q_head, k_row, k_head, v_row, v_head, g_row, beta_row, out_row, out_head;
  i64 piece_count, chunk_count, heads, key_heads, value_dim;
  float eps, unused;
};

// The large and the small halves of two f32, the first in the lower 16 bits.
struct Halves {
  uint32_t large, small;
};
__device__ __forceinline__ uint32_t pack(float x, float y) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(x, y);
  return *reinterpret_cast<const uint32_t*>(&both);
}
__device__ __forceinline__ Halves split(float x, float y) {
  const uint32_t large = pack(x, y);
  return {large, pack(x - __uint_as_float(large << 16), y - __uint_as_float(large & 0xffff0000u))};
}

// A 16 x 16 block as `mma_m16n8k16` takes it as a, in halves.
struct Left {
  uint32_t large[4], small[4];
};
// From two tiles of sums beside each other.
__device__ __forceinline__ Left left(const float (&c0)[4], const float (&c1)[4]) {
  Left out;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const float(&c)[4] = i < 2 ? c0 : c1;
    const Halves halves = split(c[i % 2 * 2], c[i % 2 * 2 + 1]);
    out.large[i] = halves.large, out.small[i] = halves.small;
  }
  return out;
}

// As `left`, in the layout of b, to the two halves of a lane.
__device__ __forceinline__ void put_right(Fragment& large, Fragment& small, const float (&c0)[4],
                                          const float (&c1)[4]) {
  const Halves x = split(c0[0], c0[1]), y = split(c1[0], c1[1]), z = split(c0[2], c0[3]),
               w = split(c1[2], c1[3]);
  large = make_uint4(x.large, y.large, z.large, w.large);
  small = make_uint4(x.small, y.small, z.small, w.small);
}

// sums[tokens] += a rows^T for 16 elements of a key: rows of k or q from `at` on, exact in bf16, N
// blocks of 16 tokens.
template <int N>
__device__ __forceinline__ void add_rows(float (&sums)[2 * N][4], const Left& a, const bf16* at,
                                         int stride) {
  const int lane = threadIdx.x % WARP;
  uint32_t b[N][4];
#pragma unroll
  for (int j = 0; j < N; j++)
    ldmatrix_x4(b[j], at + (j * 16 + lane / 16 * 8 + lane % 8) * stride + lane / 8 % 2 * 8);
#pragma unroll
  for (int n = 0; n < 2 * N; n++)
    mma_m16n8k16(sums[n], a.large, b[n / 2][n % 2 * 2], b[n / 2][n % 2 * 2 + 1]);
#pragma unroll
  for (int n = 0; n < 2 * N; n++)
    mma_m16n8k16(sums[n], a.small, b[n / 2][n % 2 * 2], b[n / 2][n % 2 * 2 + 1]);
}

// c += a b of 16 x 16 by 16 x 16, b being a block of f32 in shared memory.
__device__ __forceinline__ void product16(float (&c)[2][4], const Left& a, const float* b) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int n = 0; n < 2; n++) {
    const float* at = b + lane % 4 * 2 * A_STRIDE + n * 8 + lane / 4;
    const Halves b0 = split(at[0], at[A_STRIDE]), b1 = split(at[8 * A_STRIDE], at[9 * A_STRIDE]);
    mma_m16n8k16(c[n], a.large, b0.large, b1.large);
    mma_m16n8k16(c[n], a.small, b0.large, b1.large);
    mma_m16n8k16(c[n], a.large, b0.small, b1.small);
  }
}

// Inverts the unit lower triangle whose strict part is at `a`, in its place; lane c < 16 has column
// c.
__device__ __forceinline__ void invert16(float* a) {
  const int lane = threadIdx.x % WARP;
  float x[16];
  if (lane < 16) {
#pragma unroll
    for (int i = 0; i < 16; i++) {
      x[i] = i == lane ? 1.0f : 0.0f;
#pragma unroll
      for (int j = 0; j < i; j++) x[i] = __fmaf_rn(-a[i * A_STRIDE + j], x[j], x[i]);
    }
  }
  __syncwarp();
  if (lane < 16) {
#pragma unroll
    for (int i = 0; i < 16; i++) a[i * A_STRIDE + lane] = x[i];
  }
}

// Rows of `width` elements that lie `row` apart, to shared memory with rows `stride` apart, by
// `count` threads, this one being the `me`th.
__device__ __forceinline__ void fetch_rows(bf16* to, int stride, const bf16* from, i64 row,
                                           int width, int me, int count) {
  const int chunks = width / 8;
  for (int i = me; i < CHUNK * chunks; i += count)
    cp_async16(to + i / chunks * stride + i % chunks * 8, from + i / chunks * row + i % chunks * 8,
               true);
}
__device__ __forceinline__ void fetch_bytes(void* to, const void* from, int bytes, int me,
                                            int count) {
  for (int i = me * 16; i < bytes; i += count * 16)
    cp_async16((char*)to + i, (const char*)from + i, true);
}

} // namespace atlas
