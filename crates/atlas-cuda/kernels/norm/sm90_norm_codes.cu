// Computes: residual[T, H] += x; out[T, H] = rms_norm(residual) * weight, and its codes of E4M3.
// Picked: Hopper, before linears with 8-bit inputs, from 17 rows on (`fp8_norm_linears`).
// Tiling: a block of 256 threads for each row, up to 8,192 elements, which stay in registers.
// Limit: bandwidth: three elements read or written for each output, and a byte.
// Share: docs/kernels/gemm/sm90_fp8.md.
#include "include/e4m3.cuh"
#include "norm/rms_norm.cuh"
using namespace atlas;

// Pieces of eight elements that a thread keeps of a row.
constexpr int KEPT = 4;
// Lanes that have the 128 elements of a group.
constexpr int GROUP_LANES = 16;

// Codes and scales as of `gemm/sm90_quantise_activations.cu`; rows lie on 16-byte boundaries, and
// widths are multiples of 128.
struct NormCodesParams {
  RmsNormParams norm;
  uint8_t* codes; float* scales;
  i64 scale_row, by_block;
};

__device__ __forceinline__ float largest_of(const float (&x)[8]) {
  float largest = 0.0f;
#pragma unroll
  for (int e = 0; e < 8; e++) largest = fmaxf(largest, fabsf(x[e]));
  return largest;
}
__device__ __forceinline__ void put_codes(uint8_t* to, const float (&x)[8], float scale) {
  uint2 codes;
  codes.x = scaled_e4m3x2(x[0], x[1], scale) | scaled_e4m3x2(x[2], x[3], scale) << 16;
  codes.y = scaled_e4m3x2(x[4], x[5], scale) | scaled_e4m3x2(x[6], x[7], scale) << 16;
  *(uint2*)to = codes;
}

// The scale of the whole row.
__device__ __forceinline__ float row_scale(const float (&largest)[KEPT], float* scratch) {
  float most = 0.0f;
#pragma unroll
  for (int i = 0; i < KEPT; i++) most = fmaxf(most, largest[i]);
  most = warp_max(most);
  __syncthreads();
  if (threadIdx.x % WARP == 0) scratch[threadIdx.x / WARP] = most;
  __syncthreads();
#pragma unroll
  for (int w = 0; w < NORM_THREADS / WARP; w++) most = fmaxf(most, scratch[w]);
  return e4m3_scale(most);
}

// Grid: rows, a block each, in turns.
extern "C" __global__ void __launch_bounds__(NORM_THREADS)
    sm90_norm_codes(const NormCodesParams p) {
  begin();
  __shared__ float scratch[NORM_THREADS / WARP];
  const RmsNormParams& norm = p.norm;
  for (i64 t = norm.rows + blockIdx.x; t < p.scale_row; t += gridDim.x)
    for (i64 g = threadIdx.x; g < (p.by_block ? norm.width / 128 : 1); g += NORM_THREADS)
      p.scales[g * p.scale_row + t] = 1.0f;
  NormRow<bf16, true, KEPT> row;
  row.ask_weights(norm);
  for (i64 t = blockIdx.x; t < norm.rows; t += gridDim.x) {
    const float by = row.read<true>(norm, t, scratch);
    row.put(norm, by, (bf16*)norm.out + t * norm.out_row);
    float largest[KEPT];
#pragma unroll
    for (int i = 0; i < KEPT; i++) {
      const bool there = (threadIdx.x + i * NORM_THREADS) * 8 < norm.width;
#pragma unroll
      for (int e = 0; e < 8; e++) {
        // Rounded as the output is.
        const float x = there ? row.v[i][e] * by * (norm.offset + row.weight[i][e]) : 0.0f;
        row.v[i][e] = to_f32(from_f32<bf16>(x));
      }
      largest[i] = largest_of(row.v[i]);
    }
    float scale = p.by_block ? 1.0f : row_scale(largest, scratch);
    if (!p.by_block && threadIdx.x == 0) p.scales[t] = scale;
#pragma unroll
    for (int i = 0; i < KEPT; i++) {
      const i64 c = (threadIdx.x + i * (i64)NORM_THREADS) * 8;
      if (p.by_block) {
        float most = largest[i];
#pragma unroll
        for (int step = GROUP_LANES / 2; step > 0; step /= 2)
          most = fmaxf(most, __shfl_xor_sync(ALL_LANES, most, step));
        scale = e4m3_scale(most);
        if (c < norm.width && threadIdx.x % GROUP_LANES == 0)
          p.scales[c / 128 * p.scale_row + t] = scale;
      }
      if (c < norm.width) put_codes(p.codes + t * norm.width + c, row.v[i], scale);
    }
  }
}
