// Computes: codes[T, K] of E4M3 from bf16 rows, a scale for 128 elements or for a row.
// Picked: before linears and experts of 8-bit weights and 8-bit inputs (`sm90_fp8`).
// Tiling: a warp for 128 elements; a block for a row that has one scale.
// Limit: bandwidth: rows are read once (twice from the L2 cache for one scale), codes written once.
// Share: docs/kernels/gemm/sm90_fp8.md.
#include "include/e4m3.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;
// Elements of a group with a scale of its own, and those of a lane.
constexpr int GROUP_ELEMENTS = 128, EACH = 4;

// Scale of group g of row t at `scales[g * scale_row + t]`: rows beside each other, as tiles of
// rows read them, and 1 for rows that a last tile lacks.
struct QuantiseActivationsParams {
  const bf16* x; uint8_t* codes; float* scales;
  i64 x_row, rows, k, scale_row;
};

// A lane's elements from column c on; zeros past the end.
__device__ __forceinline__ void load_four(const QuantiseActivationsParams& p, i64 row, i64 c,
                                          float (&out)[EACH]) {
  const bf16* const from = p.x + row * p.x_row + c;
  if (c + EACH <= p.k && (uintptr_t)from % 8 == 0) {
    const uint2 raw = *(const uint2*)from;
    const bf16* const e = (const bf16*)&raw;
#pragma unroll
    for (int i = 0; i < EACH; i++) out[i] = to_f32(e[i]);
  } else {
#pragma unroll
    for (int i = 0; i < EACH; i++) out[i] = c + i < p.k ? to_f32(from[i]) : 0.0f;
  }
}
__device__ __forceinline__ void store_four(const QuantiseActivationsParams& p, i64 row, i64 c,
                                           const float (&x)[EACH], float scale) {
  uint8_t* const to = p.codes + row * p.k + c;
  const uint32_t codes =
      scaled_e4m3x2(x[0], x[1], scale) | scaled_e4m3x2(x[2], x[3], scale) << 16;
  if (c + EACH <= p.k && (uintptr_t)to % 4 == 0) {
    *(uint32_t*)to = codes;
  } else {
#pragma unroll
    for (int i = 0; i < EACH; i++)
      if (c + i < p.k) to[i] = (uint8_t)(codes >> 8 * i);
  }
}
__device__ __forceinline__ float largest_of(const float (&x)[EACH]) {
  float largest = 0.0f;
#pragma unroll
  for (int i = 0; i < EACH; i++) largest = fmaxf(largest, fabsf(x[i]));
  return largest;
}

// Grid: groups of all rows, a warp each, in turns.
extern "C" __global__ void __launch_bounds__(THREADS)
    sm90_quantise_activations_by_group(const QuantiseActivationsParams p) {
  begin();
  const i64 groups = (p.k + GROUP_ELEMENTS - 1) / GROUP_ELEMENTS, all = p.scale_row * groups;
  const int lane = threadIdx.x % WARP;
  for (i64 i = blockIdx.x * (i64)WARPS + threadIdx.x / WARP; i < all; i += (i64)gridDim.x * WARPS) {
    const i64 row = i / groups, group = i % groups, c = group * GROUP_ELEMENTS + lane * EACH;
    float scale = 1.0f;
    if (row < p.rows) {
      float x[EACH];
      load_four(p, row, c, x);
      scale = e4m3_scale(warp_max(largest_of(x)));
      store_four(p, row, c, x, scale);
    }
    if (lane == 0) p.scales[group * p.scale_row + row] = scale;
  }
}

// Grid: rows, a block each, in turns.
extern "C" __global__ void __launch_bounds__(THREADS)
    sm90_quantise_activations_by_row(const QuantiseActivationsParams p) {
  begin();
  __shared__ float scratch[WARPS];
  for (i64 row = p.rows + blockIdx.x * (i64)THREADS + threadIdx.x; row < p.scale_row;
       row += (i64)gridDim.x * THREADS)
    p.scales[row] = 1.0f;
  for (i64 row = blockIdx.x; row < p.rows; row += gridDim.x) {
    float largest = 0.0f, x[EACH];
    for (i64 c = threadIdx.x * EACH; c < p.k; c += THREADS * EACH) {
      load_four(p, row, c, x);
      largest = fmaxf(largest, largest_of(x));
    }
    largest = warp_max(largest);
    __syncthreads();
    if (threadIdx.x % WARP == 0) scratch[threadIdx.x / WARP] = largest;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < WARPS; w++) largest = fmaxf(largest, scratch[w]);
    const float scale = e4m3_scale(largest);
    for (i64 c = threadIdx.x * EACH; c < p.k; c += THREADS * EACH) {
      load_four(p, row, c, x);
      store_four(p, row, c, x, scale);
    }
    if (threadIdx.x == 0) p.scales[row] = scale;
  }
}
