// Computes: out[T, H, R + dr] = [K_h^T q | r] (`absorb_queries`), out[T, H, dv] = V_h x.
// Picked: few rows; types that tensor cores do not serve; all rows under --batch-invariant.
// Tiling: up to 8 rows of a head; a warp has 256 columns of some rows of K, or 4 rows of V.
// Limit: bandwidth: weights are read once for 8 rows.
// Share: not recorded.
//
// The order of a sum depends on the extents of the weight alone.
#include "latent/head_maps.cuh"
using namespace atlas;

constexpr int THREADS = 256, WARPS = THREADS / WARP;
// Outputs of a warp of `latent_values`.
constexpr int OUTPUTS = 4;

// EACH columns of a lane.
template <int EACH, class T>
__device__ __forceinline__ void load(const T* from, bool there, float (&out)[EACH]) {
  if constexpr (EACH == 8) load8(from, there ? 8 : 0, there, out);
  else out[0] = there ? to_f32(*from) : 0.0f;
}

// Adds rows of K times elements of the queries, every WARPS-th row, to this lane's columns.
template <class T, class W, int ROWS, int EACH>
__device__ __forceinline__ void absorb_part(const HeadMapParams& p, const T* x, const W* weight,
                                            int rows, bool there, float (&sums)[ROWS][EACH]) {
  const int warp = threadIdx.x / WARP;
#pragma unroll (ROWS == 1 ? 8 : 2)
  for (i64 j = warp; j < p.dims; j += WARPS) {
    float w[EACH];
    load<EACH>(weight + j * p.latent, there, w);
#pragma unroll
    for (int t = 0; t < ROWS; t++) {
      const float q = t < rows ? to_f32(x[t * p.x_row + j]) : 0.0f;
#pragma unroll
      for (int i = 0; i < EACH; i++) sums[t][i] = __fmaf_rn(q, w[i], sums[t][i]);
    }
  }
}

// Grid: tiles of 32 EACH columns, heads, tiles of ROWS rows.
template <class T, class W, int ROWS, int EACH>
__device__ void absorb(const HeadMapParams& p, float (&shared)[WARPS][WARP * 8]) {
  constexpr int COLUMNS = WARP * EACH;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const i64 head = blockIdx.y, first = blockIdx.x * (i64)COLUMNS, column = first + lane * EACH;
  const W* const weight =
      (const W*)p.weight + (head * p.head_rows + p.first) * p.latent + column;
  for (i64 t0 = blockIdx.z * (i64)ROWS; t0 < p.rows; t0 += gridDim.z * (i64)ROWS) {
    const int rows = (int)min((i64)ROWS, p.rows - t0);
    const T* const x = (const T*)p.x + t0 * p.x_row + head * p.x_head;
    T* const out = (T*)p.out + t0 * p.out_row + head * p.out_head;
    float sums[ROWS][EACH] = {};
    absorb_part<T, W, ROWS, EACH>(p, x, weight, rows, column < p.latent, sums);
#pragma unroll
    for (int t = 0; t < ROWS; t++) {
      if (t >= rows) break;
      __syncthreads();
#pragma unroll
      for (int i = 0; i < EACH; i++) shared[warp][lane * EACH + i] = sums[t][i];
      __syncthreads();
      const int c = threadIdx.x;
      if (c < COLUMNS && first + c < p.latent) {
        float sum = shared[0][c];
#pragma unroll
        for (int w = 1; w < WARPS; w++) sum = __fadd_rn(sum, shared[w][c]);
        out[t * p.out_row + first + c] = from_f32<T>(sum);
      }
    }
    if (blockIdx.x == 0)
      for (i64 i = threadIdx.x; i < rows * p.rotated; i += THREADS) {
        const i64 t = i / p.rotated, c = i % p.rotated;
        out[t * p.out_row + p.latent + c] = x[t * p.x_row + p.dims + c];
      }
  }
}
template <class T, class W, int ROWS> __device__ void absorb_queries(const HeadMapParams& p) {
  __shared__ float shared[WARPS][WARP * 8];
  if (p.aligned) absorb<T, W, ROWS, 8>(p, shared);
  else absorb<T, W, ROWS, 1>(p, shared);
}

// Grid: tiles of WARPS times OUTPUTS elements of a value, heads, tiles of ROWS rows.
template <class T, class W, int ROWS> __device__ void latent_values(const HeadMapParams& p) {
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const i64 head = blockIdx.y, first = (blockIdx.x * (i64)WARPS + warp) * OUTPUTS;
  if (first >= p.dims) return;
  const int outputs = (int)min((i64)OUTPUTS, p.dims - first);
  const W* const weight =
      (const W*)p.weight + (head * p.head_rows + p.first + first) * p.latent;
  for (i64 t0 = blockIdx.z * (i64)ROWS; t0 < p.rows; t0 += gridDim.z * (i64)ROWS) {
    const int rows = (int)min((i64)ROWS, p.rows - t0);
    const T* const x = (const T*)p.x + t0 * p.x_row + head * p.x_head;
    float sums[ROWS][OUTPUTS] = {};
#pragma unroll (ROWS == 1 ? 2 : 1)
    for (i64 r = lane * 8; r < p.latent; r += WARP * 8) {
      const int left = (int)min((i64)8, p.latent - r);
      float w[OUTPUTS][8];
#pragma unroll
      for (int o = 0; o < OUTPUTS; o++) {
        const bool there = o < outputs;
        load8(weight + (there ? o : 0) * p.latent + r, there ? left : 0, there && p.aligned, w[o]);
      }
#pragma unroll
      for (int t = 0; t < ROWS; t++) {
        const bool there = t < rows;
        float v[8];
        load8(x + (there ? t : 0) * p.x_row + r, there ? left : 0, there && p.aligned, v);
#pragma unroll
        for (int o = 0; o < OUTPUTS; o++)
#pragma unroll
          for (int i = 0; i < 8; i++) sums[t][o] = __fmaf_rn(v[i], w[o][i], sums[t][o]);
      }
    }
    T* const out = (T*)p.out + t0 * p.out_row + head * p.out_head + first;
#pragma unroll
    for (int t = 0; t < ROWS; t++)
#pragma unroll
      for (int o = 0; o < OUTPUTS; o++) {
        const float sum = warp_sum(sums[t][o]);
        if (lane == 0 && t < rows && o < outputs) out[t * p.out_row + o] = from_f32<T>(sum);
      }
  }
}

#define MAP(OP, t, T, w, W, ROWS)                        \
  extern "C" __global__ void __launch_bounds__(THREADS)  \
      OP##_##t##_##w##_##ROWS(const HeadMapParams p) {   \
    begin();                                             \
    OP<T, W, ROWS>(p);                                   \
  }
#define MAPS(t, T, w, W)                \
  MAP(absorb_queries, t, T, w, W, 1)    \
  MAP(absorb_queries, t, T, w, W, 4)    \
  MAP(absorb_queries, t, T, w, W, 8)    \
  MAP(latent_values, t, T, w, W, 1)     \
  MAP(latent_values, t, T, w, W, 4)     \
  MAP(latent_values, t, T, w, W, 8)
MAPS(f32, float, f32, float)
MAPS(f32, float, bf16, bf16)
MAPS(bf16, bf16, f32, float)
MAPS(bf16, bf16, bf16, bf16)
